"""What tricks are worth to a spades player at this moment: his bid, his bags, the others' bids, the jacks."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, sqrt

from tricktake.bots._sp_reading import Reading
from tricktake.bots._sp_terms import Terms, bag_cost, count_terms, is_nil, jacks_worth, nil_value, terms_of
from tricktake.cards import Card
from tricktake.spades.bids import bid_tricks

__all__ = ["Outlook"]

_SCATTER = 0.11  # variance of the tricks still to come, for each card in the hand
_SETTING = 0.32  # how much of a rival's bid one trick endangers where the bids take up all tricks


class Outlook:
    """The stakes of a position for the seat to play."""

    __slots__ = ("_bag", "_jacks", "_reading", "_terms", "_won", "partner_rest", "rivalry", "setting")

    def __init__(self, reading: Reading) -> None:
        view, rules = reading.view, reading.view.rules
        self._reading = reading
        side = rules.side_of(view.seat)
        self._bag = bag_cost(rules, view.bags[side])
        self.rivalry = 1.0 if rules.partners else 1.0 / (rules.players - 1)
        """What a point of one rival is worth in own points."""
        self._won = 0.0
        self.partner_rest = 0.0
        """Tricks the partner is still expected to win."""
        self._terms = self._read_terms()
        self._jacks = frozenset(rules.awards)
        self.setting = 0.0
        """Points that a trick is worth because the others do not get it."""

    def _read_terms(self) -> Terms | None:
        """The contract this seat's tricks count for, and what has been won towards it."""
        view, rules, partner = self._reading.view, self._reading.view.rules, self._reading.partner
        mine = view.bids[view.seat]
        if mine is None:
            return None
        if partner is None:
            self._won = float(view.tricks[view.seat])
            return None if is_nil(mine) else terms_of(mine, rules)
        numbers = []
        for seat in (view.seat, partner):
            bid = view.bids[seat]
            if bid is not None and not is_nil(bid):
                numbers.append(bid_tricks(rules, bid))
                self._won += view.tricks[seat]
                if seat == partner:
                    self.partner_rest = min(
                        0.6 * self._reading.rest, max(0.3, numbers[-1] - view.tricks[seat])
                    )
            elif rules.nil_fail_helps:
                self._won += view.tricks[seat]
        if not numbers or (is_nil(mine) and not rules.nil_fail_helps):
            return None
        return count_terms(sum(numbers))

    def look_around(self, potential: float) -> None:
        """Work out what keeping tricks from the others is worth.

        Parameters
        ----------
        potential : float
            Tricks this seat still expects with the cards it holds.
        """
        view, rules = self._reading.view, self._reading.view.rules
        needs, stakes = 0.0, 0.0
        for side in rules.sides:
            if view.seat in side:
                continue
            bids = [bid for seat in side if (bid := view.bids[seat]) is not None and not is_nil(bid)]
            undertaken = sum([bid_tricks(rules, bid) for bid in bids])
            if not undertaken:
                continue
            won = sum([view.tricks[seat] for seat in side])
            points = -terms_of(bids[0], rules).miss if len(bids) == 1 else 10.0 * undertaken
            if won < undertaken:
                needs += undertaken - won
                stakes += 2.0 * points
            else:
                stakes -= 8.0  # a bag for him is no loss for oneself
        free = self._reading.rest - potential - self.partner_rest - needs
        if stakes > 0.0:
            width = 1.2 + 0.08 * self._reading.rest
            self.setting = self.rivalry * stakes * _SETTING * exp(-((free / width) ** 2))
        else:
            self.setting = self.rivalry * stakes * 0.5

    def worth(self, tricks: float, after: int) -> float:
        """What it is worth to expect so many more tricks.

        Parameters
        ----------
        tricks : float
            Own tricks from now on, the one in progress included.
        after : int
            Cards left in the hand after this trick.

        Returns
        -------
        float
            Points.
        """
        terms = self._terms
        if terms is None:
            failed_bags = self._reading.view.rules.nil_fail_bags
            return -self._bag * tricks if failed_bags else 0.0
        scatter = _SCATTER * after + 0.03
        if self.partner_rest:
            scatter += 0.04 * after
        return terms.expectation(self._won + self.partner_rest + tricks, sqrt(scatter), self._bag)

    def of_jacks(self, cards: Iterable[Card]) -> tuple[float, float]:
        """What it is worth to win a trick with these cards, and what it costs to lose it (CS-AWARD-3).

        Parameters
        ----------
        cards : iterable of Card

        Returns
        -------
        tuple of float
            Points for oneself, and points to a rival.
        """
        jacks = self._jacks & set(cards)
        if not jacks:
            return 0.0, 0.0
        view = self._reading.view
        side = next(side for side in view.rules.sides if view.seat in side)
        mine = {card for seat in side for card in view.caught[seat]}
        rules = view.rules
        gain = jacks_worth(rules, mine | jacks, self._bag) - jacks_worth(rules, mine, self._bag)
        return gain, self.rivalry * jacks_worth(rules, jacks, self._bag)

    def of_nil(self, seat: int) -> float:
        """What it is worth that a nil bidder wins a trick.

        Parameters
        ----------
        seat : int
            A nil bidder without a trick.

        Returns
        -------
        float
            Points; negative if it is the partner.
        """
        view = self._reading.view
        bid = view.bids[seat]
        assert bid is not None
        swing = 2.0 * nil_value(bid, view.rules)
        return -swing if seat == self._reading.partner else self.rivalry * swing
