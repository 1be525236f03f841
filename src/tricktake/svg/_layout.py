"""Where the seats of a table are: clockwise round the middle, the next seat on the left of the one before.

All coordinates are those of the picture. Everything has a box of its own; nothing in here knows a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Box", "Layout", "lay_out", "table_width", "trick_places"]

MARGIN = 12
GAP = 12
MIDDLE = 236  # width of the felt between two columns of seats
LEAST = 400  # width of a table, so that there is room for what is said over it


class Box(NamedTuple):
    """A rectangle.

    Examples
    --------
    >>> Box(0, 0, 10, 10).middle
    (5.0, 5.0)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The boxes of a table.

    Examples
    --------
    >>> layout = lay_out(4, bottom=0, panel=(200, 100), felt=150, head=60)
    >>> layout.panels[1].x < layout.felt.x < layout.panels[3].x
    True
    """

    width: float
    panels: tuple[Box, ...]
    """One a seat."""
    felt: Box
    end: float
    """Where the lowest panel ends."""


def rows_of(players: int) -> tuple[int, int, int]:
    """How many seats are on the left, on top and on the right; one is at the bottom."""
    side = (players - 2) // 2 if players > 3 else 0
    return side, players - 1 - 2 * side, side


def table_width(players: int, wide: float) -> float:
    """How wide the picture of a table is.

    Parameters
    ----------
    players : int
    wide : float
        Width of the field of a seat.

    Returns
    -------
    float
    """
    left, top, _ = rows_of(players)
    across = 2 * wide + MIDDLE + 2 * GAP if left else max(top * wide + (top - 1) * GAP, LEAST)
    return across + 2 * MARGIN


def lay_out(players: int, *, bottom: int, panel: tuple[float, float], felt: float, head: float) -> Layout:
    """Find a place for every seat.

    Parameters
    ----------
    players : int
        2 to 6.
    bottom : int, keyword only
        The seat at the bottom.
    panel : (float, float), keyword only
        Width and height of the field of a seat.
    felt : float, keyword only
        The least height of the middle.
    head : float, keyword only
        Height of what stands over the table.

    Returns
    -------
    Layout
    """
    wide, high = panel
    left, top, right = rows_of(players)
    width = table_width(players, wide)
    room = max(felt, max(left, right) * (high + GAP) - GAP)
    upper, lower = head + high + GAP, head + high + GAP + room
    boxes = [Box((width - wide) / 2, lower + GAP, wide, high)]
    column = (room - (left * (high + GAP) - GAP)) / 2
    for at in range(left):  # from below upwards
        y = upper + column + (left - 1 - at) * (high + GAP)
        boxes.append(Box(MARGIN, y, wide, high))
    first = (width - (top * wide + (top - 1) * GAP)) / 2
    for at in range(top):
        boxes.append(Box(first + at * (wide + GAP), head, wide, high))
    for at in range(right):
        boxes.append(Box(width - MARGIN - wide, upper + column + at * (high + GAP), wide, high))
    inner = MIDDLE if left else max(MIDDLE, wide)
    panels = [boxes[(seat - bottom) % players] for seat in range(players)]
    return Layout(
        width=width,
        panels=tuple(panels),
        felt=Box((width - inner) / 2, upper, inner, room),
        end=lower + GAP + high,
    )


def trick_places(
    players: int, *, bottom: int, card: tuple[float, float], gap: float, tables: bool = False
) -> dict[tuple[int, bool], tuple[float, float]]:
    """Where the cards of a trick lie: towards the seats that played them.

    Parameters
    ----------
    players : int
    bottom : int, keyword only
        The seat at the bottom.
    card : (float, float), keyword only
        Width and height of a card.
    gap : float, keyword only
        Between two cards.
    tables : bool, default False, keyword only
        Whether each seat also plays a card from its table.

    Returns
    -------
    dict
        For seat and whether the card is from the table: the middle of the card, from the middle of all.
    """
    across, down = card[0] + gap, (card[1] + gap) / 2
    left, top, right = rows_of(players)
    if tables:
        return {
            ((bottom + seat) % players, table): (
                (0.5 if table else -0.5) * across,
                down * (-1 if seat else 1),
            )
            for seat in range(players)
            for table in (False, True)
        }
    aside = across * (1 + top) / 2
    places = [(0.0, down)]
    places += [(-aside, (left - 1 - 2 * at) * down) for at in range(left)]
    places += [((at - (top - 1) / 2) * across, -down) for at in range(top)]
    places += [(aside, (2 * at - (right - 1)) * down) for at in range(right)]
    return {((bottom + at) % players, False): place for at, place in enumerate(places)}
