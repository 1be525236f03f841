"""Where the seats are on the table: the person at the bottom, the others clockwise around.

Positions are in characters of an area of any size. A seat has a plate with its name, and a spot in front of
it where its card of the trick lies. The arrow keys go from one thing to the next by :func:`nearest`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["PLATE_WIDTH", "Region", "Spot", "nearest", "spots"]

Region = tuple[int, int, int, int]
"""Left edge, first line, columns and lines of something on the screen."""
PLATE_WIDTH = 15
"""Characters of a plate."""
_SIDE = 8  # least way from the middle of the table to the middle of a card at a side

# For each number of players, clockwise from the seat at the bottom: l and r are the sides, numbers the place
# along the top edge in hundredths of the width.
_AROUND: dict[int, tuple[str | int, ...]] = {
    2: (50,),
    3: (24, 76),
    4: ("l", 50, "r"),
    5: ("l", 27, 73, "r"),
    6: ("l", 17, 50, 83, "r"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A seat's place on the table.

    Examples
    --------
    >>> Spot(plate_x=0, plate_y=0, card_x=10, card_y=3).card_x
    10
    """

    plate_x: int
    """Left edge of the plate."""
    plate_y: int
    """Its first line of two."""
    card_x: int
    """Middle of the card in front of it."""
    card_y: int
    """First line of that card."""


def spots(players: int, width: int, height: int, *, card: int, top: int = 0) -> tuple[Spot, ...]:
    """Lay the seats out, clockwise from the one at the bottom.

    Parameters
    ----------
    players : int
        Number of seats, 2 to 6.
    width, height : int
        Size of the table in characters.
    card : int, keyword only
        Lines of a card.
    top : int, default 0, keyword only
        Lines under the plates at the top that are taken by piles.

    Returns
    -------
    tuple of Spot

    Examples
    --------
    >>> [(spot.plate_x, spot.plate_y) for spot in spots(4, 52, 17, card=3)]
    [(19, 15), (0, 8), (19, 0), (37, 8)]
    """
    middle, edge = width // 2, max(0, width - PLATE_WIDTH)
    aside = max(_SIDE, width // 7)
    upper = 2 + top
    lower = max(upper + card, height - 2 - card)
    level = upper + card + max(0, (lower - upper - card - card) // 2)  # where the cards at the sides lie
    found = [
        Spot(
            plate_x=_left(middle, edge),
            plate_y=height - 2,
            card_x=middle,
            card_y=max(lower - (lower > level + card), 0),
        )
    ]
    for where in _AROUND[players]:
        if where == "l":
            found.append(Spot(plate_x=0, plate_y=level + card // 2, card_x=middle - aside, card_y=level))
        elif where == "r":
            found.append(Spot(plate_x=edge, plate_y=level + card // 2, card_x=middle + aside, card_y=level))
        else:
            assert isinstance(where, int)
            at = width * where // 100
            found.append(Spot(plate_x=_left(at, edge), plate_y=0, card_x=_near(at, middle), card_y=upper))
    return tuple(found)


def _left(middle: int, edge: int) -> int:
    return min(max(0, middle - PLATE_WIDTH // 2), edge)


def _near(at: int, middle: int) -> int:
    """A card at the top lies a little nearer to the middle than its plate."""
    return at + (middle - at) // 5


def nearest(here: Region, others: Sequence[Region], dx: int, dy: int) -> int | None:
    """Where an arrow key leads.

    Parameters
    ----------
    here : Region
        What has the focus.
    others : sequence of Region
        What can have it.
    dx, dy : int
        The direction: one of them 1 or -1, the other 0.

    Returns
    -------
    int or None
        Index of the nearest in the same row, or of the nearest in the next row above or below; None if there
        is nothing.

    Examples
    --------
    >>> row = [(0, 5, 3, 1), (4, 5, 3, 1), (8, 5, 3, 1), (4, 9, 3, 2)]
    >>> nearest(row[1], row, 1, 0), nearest(row[0], row, -1, 0), nearest(row[2], row, 0, 1)
    (2, None, 3)
    """
    best, least = None, (0, 0)
    for at, there in enumerate(others):
        sideways = 2 * (there[0] - here[0]) + there[2] - here[2]  # twice the way from middle to middle
        down = there[1] - here[1]
        same_row = there[1] < here[1] + here[3] and here[1] < there[1] + there[3]
        if dx:
            if not same_row or dx * sideways <= 0:
                continue
            cost = (abs(sideways), abs(down))
        else:
            if same_row or dy * down <= 0:
                continue
            cost = (abs(down), abs(sideways))
        if best is None or cost < least:
            best, least = at, cost
    return best
