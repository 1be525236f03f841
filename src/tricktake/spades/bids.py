"""Which bids a seat may make, and why not the others (section 4 of the cutthroat rules).

A :class:`Bidding` holds what decides it: the rules, how many cards the seat has, how far it is behind, the
blind sixes bid before, and the bids of the others. It knows no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tricktake.actions import Bid, BidKind
from tricktake.auction import Refusal
from tricktake.spades.options import LimitScope
from tricktake.spades.rules import Rules

__all__ = ["Bidding", "bid_tricks"]

_BIDS = (*[Bid(str(tricks)) for tricks in range(1, 18)], *map(Bid, ("NIL", "1F", "2F", "B6", "BN", "SM")))
_BLIND = tuple([bid for bid in _BIDS if bid.is_blind])
_TRICKS = {BidKind.NIL: 0, BidKind.BLIND_NIL: 0, BidKind.ONE_FOR_FIFTY: 1, BidKind.TWO_FOR_FORTY: 2}


def bid_tricks(rules: Rules, bid: Bid) -> int:
    """The tricks a bid announces; what ``hook`` adds up (CS-BID-10).

    Parameters
    ----------
    rules : Rules
    bid : Bid
        A bid of spades.

    Returns
    -------
    int

    Examples
    --------
    >>> [bid_tricks(Rules(), Bid(text)) for text in ("5", "NIL", "2F", "B6", "SM")]
    [5, 0, 2, 6, 14]
    """
    if bid.kind is BidKind.BLIND_SIX:
        return 6
    if bid.kind is BidKind.SHOOT_THE_MOON:
        return rules.sm_tricks or 0
    return _TRICKS.get(bid.kind, bid.level or 0)


class Bidding(NamedTuple):
    """What a seat's bids depend on.

    Examples
    --------
    >>> bidding = Bidding(Rules(), hand_size=17, behind=50, sixes=(0, 0, 0), seat=1, bids=(Bid("4"),))
    >>> bidding.legal(unseen=True), len(bidding.legal())
    ((Bid('B6'), Bid('BN')), 21)
    >>> bidding._replace(behind=40).why_not(Bid("B6"), unseen=True).sentence
    'B6 needs a score 50 or more behind the leader; this one is 40 behind'
    """

    rules: Rules
    """The rules."""
    hand_size: int
    """Cards the seat was dealt."""
    behind: int
    """Points its side is behind the highest score, 0 for the leader."""
    sixes: tuple[int, ...]
    """Blind sixes bid in this game by each seat, those of this hand included."""
    seat: int
    """The seat."""
    bids: Sequence[Bid]
    """The bids before, oldest first."""

    def legal(self, *, unseen: bool = False) -> tuple[Bid, ...]:
        """The legal bids, in the order of their ids.

        Parameters
        ----------
        unseen : bool, default False, keyword only
            Whether the seat has not looked: then its blind bids, else the others.

        Returns
        -------
        tuple of Bid
        """
        rules = self.rules
        barred = None
        if rules.hook and len(self.bids) >= rules.players - 1:
            barred = rules.hand_size - sum([bid_tricks(rules, other) for other in self.bids])
        blind = tuple([bid for bid in _BLIND if self._special(bid) is None]) if unseen else ()
        return _listed(rules, self.hand_size, blind, barred, unseen)

    def why_not(self, bid: Bid, *, unseen: bool = False) -> Refusal | None:
        """Say why a bid may not be made.

        Parameters
        ----------
        bid : Bid
        unseen : bool, default False, keyword only
            Whether the seat has not looked at its cards.

        Returns
        -------
        Refusal or None
            None if it may.
        """
        rules = self.rules
        if bid not in _BIDS:
            return Refusal("bids of this game", "CS-BID-1", None, f"{bid} is no bid of spades")
        if bid.kind is BidKind.COUNT:
            if bid.level is not None and bid.level > self.hand_size:
                why = f"{bid} is more than the {self.hand_size} cards of this hand"
                return Refusal("a number up to the cards in hand", "CS-BID-2", None, why)
        elif bid not in rules.special_bids:
            clause = "SP-BID-1" if rules.partners else "CS-BID-3"
            return Refusal("special bids in use", clause, "special_bids", f"{bid} is not in use in this game")
        refusal = self._special(bid)  # first: where no blind bid is legal a seat has looked by itself
        if refusal is None and bid.is_blind and not unseen:
            return Refusal("blind before looking", "CS-BID-5", None, f"{bid} is bid before looking only")
        return refusal or self._hook(bid)

    def _special(self, bid: Bid) -> Refusal | None:
        """CS-BID-6 to CS-BID-9 and SP-BID-3: conditions of single bids."""
        rules = self.rules
        if bid.kind is BidKind.BLIND_SIX:
            table = rules.b6_limit_scope is LimitScope.TABLE
            used = sum(self.sixes) if table else self.sixes[self.seat]
            if rules.b6_limit is not None and used >= rules.b6_limit:  # CS-BID-7
                whose = "the table" if table else "this player"
                why = f"B6 may be bid {rules.b6_limit} times in a game, and {whose} has bid it {used} times"
                return Refusal("limit of blind sixes", "CS-BID-7", "b6_limit", why)
            return self._behind(bid, rules.b6_behind, "CS-BID-6", "b6_behind")
        if bid.kind is BidKind.BLIND_NIL:
            return self._behind(bid, rules.bn_behind or 0, "SP-BID-3", "bn_behind")  # CS-BID-8: 0
        if bid.kind is BidKind.SHOOT_THE_MOON:
            if rules.sm_tricks is None:
                why = f"SM is no bid in a game of {rules.players}"
                return Refusal("special bids in use", "CS-BID-9", "sm_tricks", why)
            if rules.sm_tricks > self.hand_size:
                why = f"SM needs {rules.sm_tricks} tricks, and this hand has {self.hand_size} cards"
                return Refusal("tricks within the hand", "CS-BID-9", "sm_tricks", why)
        return None

    def _behind(self, bid: Bid, needed: int, clause: str, option: str) -> Refusal | None:
        if self.behind >= needed:
            return None
        why = f"{bid} needs a score {needed} or more behind the leader; this one is {self.behind} behind"
        return Refusal("behind the leader", clause, option, why)

    def _hook(self, bid: Bid) -> Refusal | None:
        rules = self.rules
        if not rules.hook or len(self.bids) < rules.players - 1:
            return None
        others = sum([bid_tricks(rules, other) for other in self.bids])
        if others + bid_tricks(rules, bid) != rules.hand_size:
            return None
        why = f"{bid} would make the bids add up to the {rules.hand_size} tricks"
        return Refusal("hook", "CS-BID-10", "hook", why)


@lru_cache(maxsize=4096)
def _listed(
    rules: Rules, hand_size: int, blind: tuple[Bid, ...], barred: int | None, unseen: bool
) -> tuple[Bid, ...]:
    """The legal bids, given the blind ones whose conditions hold and the number that ``hook`` bars."""
    free = Bidding(rules, hand_size, behind=0, sixes=(0,) * rules.players, seat=0, bids=())
    if unseen:
        candidates = [bid for bid in blind if bid in rules.special_bids]
    else:
        candidates = [bid for bid in _BIDS if free.why_not(bid) is None]
    return tuple([bid for bid in candidates if bid_tricks(rules, bid) != barred])
