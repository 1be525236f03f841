"""The seats of PTN by their points of the compass, and the seats here.

Seat 0 here is always South, and the others follow clockwise, as play goes: a player's left-hand neighbour is
the next seat in both. Neither depends on the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tricktake.errors import RecordError

__all__ = ["COMPASS", "seat_at", "seat_name"]

COMPASS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        2: ("S", "N"),
        3: ("S", "W", "E"),
        4: ("S", "W", "N", "E"),
        5: ("S", "SW", "NW", "NE", "SE"),
        6: ("S", "SW", "NW", "N", "NE", "SE"),
    }
)
"""For each number of players the points of the compass of the seats, from seat 0 on clockwise."""

NAME_TAGS: Mapping[str, str] = MappingProxyType(
    {
        "S": "South",
        "SW": "Southwest",
        "W": "West",
        "NW": "Northwest",
        "N": "North",
        "NE": "Northeast",
        "E": "East",
        "SE": "Southeast",
    }
)
"""The tag that names who sits at a point of the compass."""


def seat_at(point: str, players: int) -> int:
    """The seat at a point of the compass.

    Parameters
    ----------
    point : str
        Such as ``S`` or ``NW``, in any case.
    players : int

    Returns
    -------
    int

    Raises
    ------
    RecordError
        If nobody sits there.

    Examples
    --------
    >>> seat_at("E", 3), seat_at("E", 4)
    (2, 3)
    """
    points = COMPASS[players]
    if point.isascii() and point.upper() in points:
        return points.index(point.upper())
    raise RecordError(f"{players} players sit at {' '.join(points)}, not at {point[:20]!r}", point)


def seat_name(seat: int, players: int) -> str:
    """The point of the compass of a seat.

    Parameters
    ----------
    seat : int
    players : int

    Returns
    -------
    str

    Examples
    --------
    >>> [seat_name(seat, 5) for seat in range(5)]
    ['S', 'SW', 'NW', 'NE', 'SE']
    """
    return COMPASS[players][seat]
