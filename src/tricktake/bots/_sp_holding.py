"""What a holding is worth: the tricks each suit of a hand may still win, from the cards that are out.

The same tables serve the bid and the play: what playing a card costs is by how much the holding it leaves is
worth less. The weights were fitted to seeded deals in which everybody took what he could.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.bots._sp_reading import SPADES

__all__ = ["heights", "holding", "shortness", "side_tricks", "spade_tricks"]

_GUARDED = 0.74  # chance that a card is good once a higher one has gone
_RUFFED = 0.75  # how often a void hand ruffs


def heights(mask: int) -> list[int]:
    """The heights of the cards in a mask.

    Parameters
    ----------
    mask : int

    Returns
    -------
    list of int
        High to low.
    """
    found = []
    while mask:
        top = mask.bit_length() - 1
        found.append(top)
        mask ^= 1 << top
    return found


def side_tricks(mask: int, unseen: int, others: int, *, trumps_out: bool) -> float:
    """Tricks expected in a side suit.

    Parameters
    ----------
    mask : int
        Own cards of the suit.
    unseen : int
        Those that are out.
    others : int
        Number of other players.
    trumps_out : bool
        Whether another hand may hold a spade.

    Returns
    -------
    float
    """
    tricks, out, below = 0.0, unseen.bit_count(), mask.bit_count()
    miss = 1.0 - 1.0 / others
    place = 0
    while mask:
        top = mask.bit_length() - 1
        mask ^= 1 << top
        below -= 1
        above = (unseen >> top).bit_count()
        if above > below or above > 3:
            # without guards it still wins now and then, when nobody cares or the higher card does not come
            if above == 1:
                tricks += 0.2
            break
        chance = _GUARDED**above
        if trumps_out:
            left = out - (above + place) * others
            if left <= 0:
                break
            followed = (1.0 - miss**left) ** others
            chance *= followed + (1.0 - followed) * (1.0 - _RUFFED)
        tricks += chance
        place += 1
    return tricks


def shortness(hand: Sequence[int], unseen: Sequence[int]) -> float:
    """How much a hand can ruff with small spades.

    Parameters
    ----------
    hand : sequence of int
        Own cards by suit.
    unseen : sequence of int
        Those that are out.

    Returns
    -------
    float
        From 0 to 3.
    """
    short = 0.0
    for suit in (1, 2, 3):
        if unseen[suit]:
            length = hand[suit].bit_count()
            if length < 3:
                short += (1.0, 0.55, 0.2)[length]
    return short


def spade_tricks(mask: int, unseen: int, others: int, short: float) -> float:
    """Tricks expected from spades.

    Parameters
    ----------
    mask : int
        Own spades.
    unseen : int
        Those that are out.
    others : int
        Number of other players.
    short : float
        The :func:`shortness` of the hand.

    Returns
    -------
    float
    """
    length, out = mask.bit_count(), unseen.bit_count()
    if not length:
        return 0.0
    if not out:
        return float(length)
    per_hand = out / others
    ruff = min(0.85, 0.22 + 0.35 * short)
    tricks, place = 0.0, 0
    while mask:
        top = mask.bit_length() - 1
        mask ^= 1 << top
        above = (unseen >> top).bit_count()
        guards = length - place - 1
        if not above:
            chance = 1.0
        else:
            chance = 0.85**above if above <= guards else 0.0
            # the last cards of a long suit are good when everybody else has run out
            long = (place + 1 - per_hand) / (1.0 + 0.5 * per_hand)
            chance = max(chance, min(1.0, long))
            chance += (1.0 - chance) * ruff * (0.6 if place < 2 else 0.75)
        tricks += chance
        place += 1
    return tricks


def holding(hand: Sequence[int], unseen: Sequence[int], others: int) -> list[float]:
    """Tricks expected from each suit.

    Parameters
    ----------
    hand : sequence of int
        Own cards by suit.
    unseen : sequence of int
        Those that are out.
    others : int
        Number of other players.

    Returns
    -------
    list of float
    """
    trumps_out = bool(unseen[SPADES])
    return [
        spade_tricks(hand[SPADES], unseen[SPADES], others, shortness(hand, unseen)),
        *[side_tricks(hand[suit], unseen[suit], others, trumps_out=trumps_out) for suit in (1, 2, 3)],
    ]
