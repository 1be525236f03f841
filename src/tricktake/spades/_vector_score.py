"""Points of many deals of spades at once: the steps of ``score_deal`` (section 6 of the rules) on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake.actions import Bid, BidKind
from tricktake.cards import Card
from tricktake.spades.options import AwardMulti, BagStyle
from tricktake.spades.rules import Rules
from tricktake.spades.scoring import TRICK_POINTS, score_deal
from tricktake.vector.bits import Bits, Ints, count

__all__ = ["Points"]

_NILS = (BidKind.NIL, BidKind.BLIND_NIL)


class Points:
    """What deals under some rules bring.

    Parameters
    ----------
    rules : Rules
    bids : sequence of Bid
        The bids that deals are given by, as indices.
    awards : Bits
        For each award jack a mask of one card, in the order of ``sorted(rules.awards)``.

    Examples
    --------
    >>> points = Points(Rules(), (Bid("4"), Bid("NIL"), Bid("6")), np.zeros(0, np.uint64))
    >>> bids, won = np.array([[0, 1, 2]]), np.array([[6, 0, 11]])
    >>> score = points.of(bids, won, np.zeros((1, 3), np.uint64), np.array([[0, 0, 8]]))
    >>> score["points"].tolist(), score["bags"].tolist()
    ([[40, 100, -70]], [[2, 0, 0]])
    """

    def __init__(self, rules: Rules, bids: tuple[Bid, ...], awards: Bits) -> None:
        self.rules = rules
        self.level: NDArray[np.int64] = np.array([bid.level or 0 for bid in bids], np.int64)
        self.is_nil: NDArray[np.bool_] = np.array([bid.kind in _NILS for bid in bids])
        values = [rules.nil_value if bid.kind is BidKind.NIL else rules.blind_nil_value for bid in bids]
        self.nil_value: NDArray[np.int64] = np.array(values, np.int64)
        sides = rules.sides
        self.in_side: NDArray[np.int64] = np.array(
            [[seat in side for side in sides] for seat in range(rules.players)], np.int64
        )
        self.side_of: NDArray[np.intp] = self.in_side.argmax(axis=1)
        self.awards = awards
        self.hearts: int = next((at for at, card in enumerate(sorted(rules.awards)) if card is Card.HJ), -1)
        if not rules.partners:
            self._tabulate(bids)

    def _tabulate(self, bids: tuple[Bid, ...]) -> None:
        """Points, bags and success of each bid by tricks won, asked of the score of single deals."""
        rules = self.rules
        most = rules.hand_size
        shape = (len(bids), most + 1)
        self.by_tricks: NDArray[np.int64] = np.zeros(shape, np.int64)
        self.bags_by_tricks: NDArray[np.int64] = np.zeros(shape, np.int64)
        self.made_by_tricks: NDArray[np.bool_] = np.zeros(shape, np.bool_)
        others = rules.players - 2
        for at, bid in enumerate(bids):
            for won in range(most + 1):
                score = score_deal(rules, [bid, *["1"] * (others + 1)], [won, most - won, *[0] * others])
                self.by_tricks[at, won] = score.bid_points[0]
                self.bags_by_tricks[at, won] = score.new_bags[0]
                self.made_by_tricks[at, won] = score.made[0]

    def of(
        self, bids: Ints, won: NDArray[np.int64], caught: Bits, before: NDArray[np.int64]
    ) -> dict[str, NDArray[Any]]:
        """Score deals.

        Parameters
        ----------
        bids : numpy.ndarray of int, shape (n, players)
            Indices of the bids.
        won : numpy.ndarray of int64, shape (n, players)
            Tricks of the seats.
        caught : numpy.ndarray of uint64, shape (n, players)
            Award jacks caught by the seats.
        before : numpy.ndarray of int64, shape (n, sides)
            Bags of the sides before.

        Returns
        -------
        dict of str to numpy.ndarray
            The fields of ``Score``.
        """
        rules = self.rules
        if rules.partners:
            points, new_bags, made = self._partners(bids, won)
        else:
            points, new_bags = self.by_tricks[bids, won], self.bags_by_tricks[bids, won]
            made = self.made_by_tricks[bids, won]
        bag_points = rules.bag_points * new_bags  # CS-SCORE-3, SP-SCORE-6
        awards, off = self._awards(caught)
        per_hand = rules.bag_style is BagStyle.PER_HAND
        bags = np.maximum((new_bags if per_hand else before + new_bags) - off, 0)  # CS-AWARD-5
        bags, cost = self._bag_penalty(bags)  # CS-SCORE-5
        return {
            "points": points + bag_points + awards - cost,
            "bags": bags,
            "tricks": won,
            "made": made,
            "new_bags": new_bags,
            "bid_points": points,
            "bag_points": bag_points,
            "award_points": awards,
            "penalty": -cost,
        }

    def _partners(
        self, bids: Ints, won: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """SP-SCORE-1 to SP-SCORE-5: nils one by one, the numbers of a side together."""
        rules = self.rules
        nil = self.is_nil[bids]
        value = np.where(nil, np.where(won == 0, self.nil_value[bids], -self.nil_value[bids]), 0)
        helping = won if rules.nil_fail_helps else np.where(nil, 0, won)
        contract = np.where(nil, 0, self.level[bids]) @ self.in_side
        taken = helping @ self.in_side
        kept = taken >= contract
        points = value @ self.in_side + TRICK_POINTS * np.where(kept, contract, -contract)
        new_bags = np.where(kept, taken - contract, 0)
        if rules.nil_fail_bags and not rules.nil_fail_helps:
            new_bags = new_bags + np.where(nil, won, 0) @ self.in_side
        return points, new_bags, np.where(nil, won == 0, kept[:, self.side_of])

    def _awards(self, caught: Bits) -> tuple[NDArray[np.int64], Any]:
        """CS-AWARD-2 to CS-AWARD-6: points of the jacks, and the bags that the jack of hearts takes off."""
        rules, multi = self.rules, self.rules.award_multi
        sides = len(rules.sides)
        points = np.zeros((len(caught), sides), np.int64)
        if not len(self.awards):
            return points, 0
        masks = np.zeros((len(caught), sides), np.uint64)
        for seat, side in enumerate(self.side_of.tolist()):
            masks[:, side] |= caught[:, seat]
        many = count(masks).astype(np.int64)
        pays = many == 1
        if multi is AwardMulti.EACH:
            pays |= many > 0
        elif multi is AwardMulti.ONE_OR_ALL3:
            pays |= many == 3
        hearts: Any = 0
        if self.hearts >= 0:
            hearts = ((masks & self.awards[self.hearts]) > 0).astype(np.int64)
        points = rules.award_points * np.where(pays, many - hearts, 0)
        return points, np.where(pays, hearts, 0)

    def _bag_penalty(self, bags: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Section 8: the bags that stay, and what the others cost."""
        rules, limit = self.rules, self.rules.bag_limit
        if limit is None:  # CS-BAG-3
            return np.zeros_like(bags), TRICK_POINTS * bags
        reached = bags >= limit
        stay = bags % limit if rules.bag_rollover else np.zeros_like(bags)  # CS-BAG-2, SP-SCORE-8
        return np.where(reached, stay, bags), np.where(reached, TRICK_POINTS * (bags - stay), 0)  # CS-BAG-1
