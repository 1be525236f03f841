"""Nil: how safe a hand is, and how its cards are played.

A nil is lost by single cards, so each card has a danger: that it must be played where nothing beats it. Low
cards beneath it are its cover.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.actions import Play
from tricktake.bots._sp_reading import SPADES, Reading, place_of

__all__ = ["choose_nil_card", "hand_danger", "suit_danger"]

_SHARP = 5.0  # a card in the middle is beaten far more often than not
_COVER = 0.5  # what is left of a card's danger with each card under it


def suit_danger(mask: int, unseen: int, *, spades: bool) -> float:
    """Chance that a suit wins a trick for a nil bidder.

    Parameters
    ----------
    mask : int
        Own cards of the suit.
    unseen : int
        Those that are out.
    spades : bool
        Whether it is the spade suit, where nothing can be thrown away.

    Returns
    -------
    float
    """
    out = unseen.bit_count()
    if not mask or not out:
        return (1.0 if spades else 0.1) if mask else 0.0
    safe, cover = 1.0, 1.0
    while mask:
        low = mask & -mask
        mask ^= low
        below = (unseen & (low - 1)).bit_count()
        danger = (below / out) ** _SHARP * cover
        safe *= 1.0 - danger
        cover *= 0.85 if spades else _COVER
    return 1.0 - safe


def hand_danger(hand: Sequence[int], unseen: Sequence[int]) -> list[float]:
    """The danger of each suit.

    Parameters
    ----------
    hand : sequence of int
        Own cards by suit.
    unseen : sequence of int
        Those that are out.

    Returns
    -------
    list of float
    """
    return [suit_danger(hand[suit], unseen[suit], spades=suit == SPADES) for suit in range(4)]


def choose_nil_card(reading: Reading, plays: list[Play]) -> Play:
    """Choose a card of a nil that stands: the most dangerous one that does not win.

    Parameters
    ----------
    reading : Reading
    plays : list of Play
        The legal plays.

    Returns
    -------
    Play
    """
    dangers = hand_danger(reading.hand, reading.unseen)
    chosen, most = plays[0], -1.0
    for play in plays:
        suit, height = place_of(play.card)
        led = suit if reading.led is None else reading.led
        wins = 0.0
        if reading.strength(suit, height) > reading.best_strength:
            wins = 1.0
            for seat in reading.later:
                will = 0.95 if seat == reading.partner else 0.6
                wins *= 1.0 - reading.taken(seat, will, suit, height, led)
        left = suit_danger(reading.hand[suit] & ~(1 << height), reading.unseen[suit], spades=suit == SPADES)
        safe = 1.0 - wins
        for other, danger in enumerate(dangers):
            safe *= 1.0 - 0.95 * (left if other == suit else danger)
        # of equals the higher one, which is the harder one to lose later
        safe += 0.0001 * height
        if safe > most:
            chosen, most = play, safe
    return chosen
