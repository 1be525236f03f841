"""Playing a card of spades: every card is judged by the trick it may win now and the hand it leaves.

The proverbs come out of one comparison: the points to expect with the trick a card may win, the tricks the
rest of the hand is good for, the bags, the rivals' bids, the jacks in the trick and the nils at the table.
"""

from __future__ import annotations

from typing import NamedTuple

from tricktake.actions import Play
from tricktake.bots._sp_holding import holding, shortness, side_tricks, spade_tricks
from tricktake.bots._sp_nil import choose_nil_card
from tricktake.bots._sp_outlook import Outlook
from tricktake.bots._sp_reading import SPADES, Reading, place_of
from tricktake.cards import Card
from tricktake.spades.view import View

__all__ = ["choose_card"]

_KEPT = (0.96, 0.9, 0.9, 0.9)  # a winner not cashed is not always cashed later; trumps hardly run away
_PARTNERS_TRICK = 0.8  # what is lost when a partner's winner is overtaken
_TIDY = 0.02  # of equal cards the lower one


class _Trick(NamedTuple):
    """Who is expected to win the trick after a card."""

    mine: float
    """Chance that it is this seat."""
    partners: float
    """Chance that it is the partner, whose card is best so far."""
    suit: int
    """Suit of the best card."""
    height: int
    """Height of the best card."""
    best: int
    """Seat that has played it."""


def choose_card(view: View) -> Play:
    """Choose a card.

    Parameters
    ----------
    view : View
        A view of the seat to play.

    Returns
    -------
    Play
    """
    plays = [action for action in view.legal_actions if isinstance(action, Play)]
    if len(plays) == 1:
        return plays[0]
    reading = Reading(view)
    if view.seat in reading.nils:
        return choose_nil_card(reading, plays)
    return _Judge(reading).best(plays)


class _Judge:
    """Judges the legal cards of one position."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.outlook = Outlook(reading)
        self.others = len(reading.others)
        self.trumps_out = bool(reading.unseen[SPADES])
        held = holding(reading.hand, reading.unseen, self.others)
        self.kept = [tricks * part for tricks, part in zip(held, _KEPT, strict=True)]
        self.total = sum(self.kept)
        self.outlook.look_around(sum(held))
        self.table = [played.card for played in reading.view.trick]
        self.nils = [(seat, self.outlook.of_nil(seat)) for seat in reading.nils]
        self.later_foes = [seat for seat in reading.later if seat != reading.partner]

    def best(self, plays: list[Play]) -> Play:
        """The best play."""
        chosen, most = plays[0], -1e9
        last = None
        awards = self.reading.view.rules.awards
        for play in plays:
            suit, height = place_of(play.card)
            like = (suit, self.reading.above(suit, height))
            # of touching cards the lowest stands for all
            if like == last and play.card not in awards:
                continue
            last = like
            merit = self.merit(play.card, suit, height)
            if merit > most:
                chosen, most = play, merit
        return chosen

    def merit(self, card: Card, suit: int, height: int) -> float:
        """The points to expect after a card."""
        reading, outlook = self.reading, self.outlook
        trick = self.trick(suit, height)
        left = self.left(suit, height)
        after = reading.rest - 1
        if reading.best == reading.partner and reading.best is not None and trick.best == reading.seat:
            best_suit = SPADES if reading.best_strength >= 32 else reading.led
            assert best_suit is not None
            assert reading.led is not None
            held = reading.holds(best_suit, reading.best_strength & 31, reading.led, self.later_foes)
            left -= _PARTNERS_TRICK * held
        chance = trick.mine
        points = 0.0
        if chance > 0.0:
            points += chance * outlook.worth(1.0 + left, after)
        if chance < 1.0:
            points += (1.0 - chance) * outlook.worth(left, after)
        ours = chance + trick.partners
        points += ours * outlook.setting
        gain, loss = outlook.of_jacks([*self.table, card])
        points += ours * gain - (1.0 - ours) * loss
        for seat, swing in self.nils:
            points += swing * self.nil_wins(seat, trick)
        return points - _TIDY * height - (0.5 if suit == SPADES else 0.0)

    def trick(self, suit: int, height: int) -> _Trick:
        """Who wins the trick if this card is played."""
        reading = self.reading
        led = suit if reading.led is None else reading.led
        if reading.strength(suit, height) > reading.best_strength:
            mine = reading.holds(suit, height, led, self.later_foes)
            return _Trick(mine, 0.0, suit, height, reading.seat)
        assert reading.best is not None
        best_suit = SPADES if reading.best_strength >= 32 else led
        best_height = reading.best_strength & 31
        partners = 0.0
        if reading.best == reading.partner:
            partners = reading.holds(best_suit, best_height, led, self.later_foes)
        return _Trick(0.0, partners, best_suit, best_height, reading.best)

    def left(self, suit: int, height: int) -> float:
        """Tricks the hand is good for without a card."""
        reading = self.reading
        hand, unseen = reading.hand, reading.unseen
        mask = hand[suit] & ~(1 << height)
        if suit == SPADES:
            new = spade_tricks(mask, unseen[SPADES], self.others, shortness(hand, unseen))
            return self.total - self.kept[SPADES] + new * _KEPT[SPADES]
        new = side_tricks(mask, unseen[suit], self.others, trumps_out=self.trumps_out)
        total = self.total - self.kept[suit] + new * _KEPT[suit]
        if hand[SPADES] and mask.bit_count() < 3:
            rest = list(hand)
            rest[suit] = mask
            spades = spade_tricks(hand[SPADES], unseen[SPADES], self.others, shortness(rest, unseen))
            total += spades * _KEPT[SPADES] - self.kept[SPADES]
        return total

    def nil_wins(self, seat: int, trick: _Trick) -> float:
        """Chance that a nil bidder wins the trick."""
        reading = self.reading
        led = trick.suit if reading.led is None else reading.led
        if seat == trick.best:
            chance = 1.0
            for other in reading.later:
                chance *= 1.0 - reading.taken(other, 0.5, trick.suit, trick.height, led)
            return chance
        if seat not in reading.later:
            return 0.0
        return 0.85 * reading.forced(seat, trick.suit, trick.height, led)
