"""Suit signs, the joker's star and the pattern of a back as paths, and where the pips of a card stand.

Paths, because the signs of fonts differ. Each sign is drawn around 0, 0 and about 100 units high.
"""

from __future__ import annotations

from functools import cache

from tricktake.cards import Rank

__all__ = ["CROWN", "PIPS", "STAR", "SUITS", "lattice"]

SUITS = (
    "M0-50C6-36 44-14 44 14C44 29 33 37 23 37C15 37 8 33 4 26C5 37 9 44 16 50H-16C-9 44-5 37-4 26"
    "C-8 33-15 37-23 37C-33 37-44 29-44 14C-44-14-6-36 0-50Z",
    "M0-50C13-50 23-40 23-27C23-20 20-14 15-10C19-12 22-13 26-13C39-13 48-3 48 10C48 23 39 33 26 33"
    "C16 33 9 28 4 21C5 34 9 43 16 50H-16C-9 43-5 34-4 21C-9 28-16 33-26 33C-39 33-48 23-48 10"
    "C-48-3-39-13-26-13C-22-13-19-12-15-10C-20-14-23-20-23-27C-23-40-13-50 0-50Z",
    "M0-50C9-31 22-14 38 0C22 14 9 31 0 50C-9 31-22 14-38 0C-22-14-9-31 0-50Z",
    "M0 48C-10 28-46 6-46-20C-46-37-34-48-22-48C-11-48-3-41 0-29C3-41 11-48 22-48C34-48 46-37 46-20"
    "C46 6 10 28 0 48Z",
)
"""Spades, clubs, diamonds, hearts."""

STAR = "M0-50L11.2-15.5L47.6-15.5L18.2 5.9L29.4 40.5L0 19.1L-29.4 40.5L-18.2 5.9L-47.6-15.5L-11.2-15.5Z"
"""The joker's star."""

CROWN = "M-44 30L-50-24L-24-2L0-38L24-2L50-24L44 30Z"
"""A crown, over the letters of court cards."""

_LEFT, _MIDDLE, _RIGHT = 0.3, 0.5, 0.7
_ENDS = (0.17, 0.83)
_FOUR = (0.17, 0.39, 0.61, 0.83)


def _columns(*columns: tuple[float, tuple[float, ...]]) -> tuple[tuple[float, float], ...]:
    return tuple([(x, y) for x, rows in columns for y in rows])


_SIDES = ((_LEFT, _FOUR), (_RIGHT, _FOUR))
_THREES = ((_LEFT, (0.17, 0.5, 0.83)), (_RIGHT, (0.17, 0.5, 0.83)))

PIPS: dict[Rank, tuple[tuple[float, float], ...]] = {
    Rank.TWO: _columns((_MIDDLE, _ENDS)),
    Rank.THREE: _columns((_MIDDLE, (0.17, 0.5, 0.83))),
    Rank.FOUR: _columns((_LEFT, _ENDS), (_RIGHT, _ENDS)),
    Rank.FIVE: _columns((_LEFT, _ENDS), (_RIGHT, _ENDS), (_MIDDLE, (0.5,))),
    Rank.SIX: _columns(*_THREES),
    Rank.SEVEN: _columns(*_THREES, (_MIDDLE, (0.335,))),
    Rank.EIGHT: _columns(*_THREES, (_MIDDLE, (0.335, 0.665))),
    Rank.NINE: _columns(*_SIDES, (_MIDDLE, (0.5,))),
    Rank.TEN: _columns(*_SIDES, (_MIDDLE, (0.28, 0.72))),
    Rank.ELEVEN: _columns(*_SIDES, (_MIDDLE, (0.28, 0.5, 0.72))),
    Rank.TWELVE: _columns(*_SIDES, (_MIDDLE, _FOUR)),
    Rank.THIRTEEN: _columns(*_SIDES, (_MIDDLE, (0.17, 0.335, 0.5, 0.665, 0.83))),
}
"""Where the pips of the number cards stand, as shares of the face; the upper half of a card is upright."""


@cache
def lattice(width: float, height: float, step: float) -> str:
    """Small diamonds in rows, as a path from 0, 0.

    Parameters
    ----------
    width, height : float
        The field they fill.
    step : float
        About how far apart they stand; made to fit.

    Returns
    -------
    str

    Examples
    --------
    >>> lattice(10, 10, 10)
    'M5 1.8l3.2 3.2l-3.2 3.2l-3.2-3.2z'
    """
    columns, rows = max(1, round(width / step)), max(1, round(height / step))
    across, down = width / columns, height / rows
    size = round(0.32 * min(across, down), 1)
    shape = f"l{size:g} {size:g}l-{size:g} {size:g}l-{size:g}-{size:g}z"
    return "".join(
        [
            f"M{round(across * (column + 0.5), 1):g} {round(down * (row + 0.5) - size, 1):g}{shape}"
            for row in range(rows)
            for column in range(columns)
        ]
    )
