"""The calls of the heuristic Five Hundred player: what every bid gains on average, against passing.

A bid wins its value or loses it, so each legal bid has an expectation, and so has passing: with a bid of the
opponents standing it is what they are likely to gain. The scores come in where a match is won or lost: points
beyond the target are worth nothing, so no bid is higher than the win needs; and against opponents about to
win even a likely loss can be the better bargain.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricktake.actions import LOOK, PASS, STAND, Action, Bid, BidKind
from tricktake.bots._fh_estimate import OWN_SPREAD, PAIR_SPREAD, chance_of, levelled, own_tricks, support
from tricktake.bots._fh_exchange import misere_exchange
from tricktake.bots.base import view_stream
from tricktake.cards import Card, CardSet, Strain
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.orders import right_bower
from tricktake.fivehundred.packs import PACKS
from tricktake.fivehundred.view import View

__all__ = [
    "RIVALS_BID",
    "RIVALS_VALUE",
    "THEIR_CHANCE",
    "Hand",
    "Stakes",
    "choose_call",
    "stakes_of",
    "standing_chance",
]

_WIN = 500.0  # what winning the match is worth in points, wherever the score stands
THEIR_CHANCE = 0.62
"""How often a bid that stands is made."""
RIVALS_BID, RIVALS_VALUE = 0.3, 160
"""How often the opponents play something when nobody has bid yet, and what: an ordinary seven."""
_SURE_LEVEL = 9  # from here on nobody bids a suit without one of its two top cards
_SOLID = 1.0  # tricks above the bid that make up for them
_FARTHEST = 1.6  # tricks short of a bid that even desperation does not bridge
_RAISE_MARGIN = 30.0  # what taking a contract over from the partner must gain
_KITTIES = 10  # kitties tried to judge a misère
# Misère is bid on truly low hands only; where all can see the cards, the stake asks for more.
_LEAST_SAFE = {BidKind.MISERE: 0.6, BidKind.OPEN_MISERE: 0.8}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What results are worth to one's side at this score."""

    ours: int
    theirs: int
    target: int
    lose_at: int | None

    def worth(self, ours: int, theirs: int, *, by_us: bool) -> float:
        """The worth of points to both sides, where one of them played the contract."""
        after, others = self.ours + ours, self.theirs + theirs
        if by_us and ours > 0 and after >= self.target:  # FH-END-1
            return _WIN
        if not by_us and theirs > 0 and others >= self.target:
            return -_WIN
        if self.lose_at is not None and after <= self.lose_at:  # FH-END-2
            return -_WIN
        if self.lose_at is not None and others <= self.lose_at:
            return _WIN
        return float(ours - theirs)

    def of_contract(self, value: int, chance: float, *, by_us: bool) -> float:
        """The expectation of a contract that is made with this chance."""
        # About one trick for the defenders where it is made, about four where it is not.
        if by_us:
            made, failed = self.worth(value, 10, by_us=True), self.worth(-value, 40, by_us=True)
        else:
            made, failed = self.worth(10, value, by_us=False), self.worth(40, -value, by_us=False)
        return chance * made + (1 - chance) * failed


class Hand:
    """One's cards in the light of the auction so far."""

    def __init__(self, view: View) -> None:
        assert view.hand is not None
        self.view = view
        self.cards: CardSet = view.hand
        self.pack_name = view.rules.pack_name
        calls = [(seat, call) for seat, call in view.calls if seat in view.partners]
        self.partner_bids = [call for _, call in calls if isinstance(call, Bid)]
        self.partner_passed = any(call is PASS for _, call in calls)
        rivals = {seat for seat, call in view.calls if isinstance(call, Bid) and seat not in view.partners}
        self.rivals = len(rivals - {view.seat})
        self._tricks: dict[Strain, tuple[float, float]] = {}
        self._safety: float | None = None

    def tricks(self, strain: Strain) -> tuple[float, float]:
        """Tricks expected with a strain, and how far they scatter."""
        found = self._tricks.get(strain)
        if found is None:
            tricks, deviation = self._estimate(strain)
            found = self._tricks[strain] = levelled(tricks), deviation
        return found

    def _estimate(self, strain: Strain) -> tuple[float, float]:
        mine = own_tricks(self.pack_name, self.cards, strain)
        if self.partner_bids:
            mine += 0.4  # whoever bids has more than an average hand
        elif self.partner_passed:
            mine -= 0.4
        mine -= 0.2 * self.rivals  # what opponents bid on, the partner does not have
        shown = [bid.level or 0 for bid in self.partner_bids if bid.strain is strain and not bid.is_misere]
        if shown:
            together = max(shown) + 0.3 + support(self.pack_name, self.cards, strain)
            if together > mine:
                return together, PAIR_SPREAD
        return mine, OWN_SPREAD

    @property
    def safety(self) -> float:
        """Chance of making a misère, over kitties that may lie on the table."""
        if self._safety is None:
            self._safety = self._estimate_safety()
        return self._safety

    def _estimate_safety(self) -> float:
        size = self.view.rules.kitty_size
        # Even with three cards put away and nothing bad in the kitty a hand must look sound.
        _, at_best = misere_exchange(self.pack_name, self.cards, size)
        if at_best < 0.5:
            return 0.0
        others = list(PACKS[self.pack_name].cards - self.cards)
        stream = view_stream(self.view, 0)
        total = 0.0
        for _ in range(_KITTIES):
            order = stream.permutation(len(others))[:size]
            kitty = CardSet([others[at] for at in order])
            total += misere_exchange(self.pack_name, self.cards | kitty, size)[1]
        return total / _KITTIES

    def chance(self, bid: Bid) -> float:
        """Chance of making a bid, 0 for one that is not to be made at all."""
        if bid.is_misere:
            return self.safety if self.safety >= _LEAST_SAFE.get(bid.kind, 1.0) else 0.0
        assert bid.strain is not None
        assert bid.level is not None
        tricks, deviation = self.tricks(bid.strain)
        if tricks < bid.level - _FARTHEST:
            return 0.0
        return 0.0 if self.is_unsound(bid) else chance_of(bid.level, tricks, deviation)

    def is_unsound(self, bid: Bid) -> bool:
        """Whether a bid is too high for a hand without a top trump, whatever the chances look like."""
        if bid.strain is None or bid.level is None or bid.level < _SURE_LEVEL or self._has_top(bid.strain):
            return False
        return self.tricks(bid.strain)[0] < bid.level + _SOLID

    def made(self, seat: int, bid: Bid, prior: float) -> float:
        """Chance that a seat makes the high bid, where rules of thumb say ``prior``."""
        return prior

    def _has_top(self, strain: Strain) -> bool:
        """Whether one holds a card that cannot lose a trump trick but to the joker."""
        suit = strain.suit
        return Card.JK in self.cards or (suit is not None and right_bower(suit) in self.cards)


def choose_call(view: View, hand: Hand | None = None, weighed: dict[Action, float] | None = None) -> Action:
    """Choose a call.

    Parameters
    ----------
    view : View
        A view in the auction or the final raise.
    hand : Hand, optional
        One's cards, judged by somebody who knows better than the rules of thumb.
    weighed : dict of Action to float, optional
        Takes down what each call is worth, for those that were weighed.

    Returns
    -------
    Action
    """
    if view.hand is None:
        return LOOK  # nothing is to be gained by bidding blind
    legal = view.legal_actions
    quiet: Action = STAND if STAND in legal else PASS
    # Without the kitty a hand is worth a trick less, and by the rules nothing more.
    bids = [bid for bid in legal if isinstance(bid, Bid) and not bid.sans_kitty]
    if not bids:
        return quiet
    hand, stakes = Hand(view) if hand is None else hand, stakes_of(view)
    table = bid_table(view.rules)
    is_ours = view.high_seat is not None and (view.high_seat == view.seat or view.high_seat in view.partners)
    if is_ours and view.high is not None and stakes.ours + table.stake(view.high) >= stakes.target:
        return quiet  # made, this contract wins the match; a higher one only risks it
    best, call = _passing(view, hand, stakes), quiet
    weighed = {} if weighed is None else weighed
    weighed[quiet] = best
    if is_ours:
        best += _RAISE_MARGIN
    for bid in bids:
        chance = hand.chance(bid)
        if chance <= 0.0:
            continue
        weighed[bid] = expected = stakes.of_contract(table.stake(bid), chance, by_us=True)
        if expected > best:
            best, call = expected, bid
    return call


def stakes_of(view: View) -> Stakes:
    """The score as it stands for a seat."""
    sides = view.rules.sides
    mine = next(at for at, side in enumerate(sides) if view.seat in side)
    theirs = max([score for at, score in enumerate(view.scores) if at != mine])
    return Stakes(view.scores[mine], theirs, view.rules.target, view.rules.lose_at)


def _passing(view: View, hand: Hand, stakes: Stakes) -> float:
    """What passing is worth."""
    table, high, seat = bid_table(view.rules), view.high, view.high_seat
    if high is None or seat is None:
        # Somebody else may bid: now and then the opponents play an ordinary seven.
        return RIVALS_BID * stakes.of_contract(RIVALS_VALUE, THEIR_CHANCE, by_us=False)
    chance = standing_chance(view, hand)
    assert chance is not None
    by_us = seat == view.seat or seat in view.partners
    return stakes.of_contract(table.stake(high), chance, by_us=by_us)


def standing_chance(view: View, hand: Hand) -> float | None:
    """Chance that the high bid is made if everybody passes now.

    Parameters
    ----------
    view : View
        A view in the auction or the final raise.
    hand : Hand

    Returns
    -------
    float or None
        None if nobody has bid.
    """
    high, seat = view.high, view.high_seat
    if high is None or seat is None:
        return None
    by_us = seat == view.seat or seat in view.partners
    return hand.made(seat, high, _our_chance(hand, high) if by_us else _against(hand, high))


def _our_chance(hand: Hand, high: Bid) -> float:
    if high.strain is None or high.level is None:
        return THEIR_CHANCE  # the partner knows best what his misère is worth
    tricks, deviation = hand.tricks(high.strain)
    return chance_of(high.level, tricks, deviation)


def _against(hand: Hand, high: Bid) -> float:
    """Chance that the opponents make a bid, given the tricks one can see against it."""
    if high.strain is None:
        return THEIR_CHANCE
    # An average defender sees about one and a half tricks, about half of what sets an ordinary bid.
    sure = 1.0 if Card.JK in hand.cards else 0.0
    suit = high.strain.suit
    if suit is not None and right_bower(suit) in hand.cards:
        sure += 0.8
    sure += 0.5 * sum([card.name in ("SA", "CA", "DA", "HA") for card in hand.cards])
    return min(0.9, max(0.15, THEIR_CHANCE - 0.15 * (sure - 1.0)))
