"""Who sits where: every way in which the bots of an arena can share out the seats.

A board is played once in each seating, so that every bot meets the same cards in the same places, and luck
with them is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from tricktake.errors import SetupError

__all__ = ["Seating", "find_seatings", "own_sides"]

Seating = tuple[int, ...]
"""For each seat the index of the bot that sits there."""


def find_seatings(sides: Sequence[Sequence[int]], bots: Sequence[int], names: Sequence[str]) -> list[Seating]:
    """Every distinct seating of some bots.

    Parameters
    ----------
    sides : sequence of sequence of int
        The seats that score together.
    bots : sequence of int
        The bots as they were named, by their index; a bot named twice stands twice.
    names : sequence of str
        What the bots are called.

    Returns
    -------
    list of tuple of int
        As many bots as sides: each has a side. As many as seats: each has a seat. Two bots where there are
        more sides: the first has one side in turn, the second all others. Seatings that compare nobody,
        because every bot sits on every side, are left out.

    Raises
    ------
    SetupError
        If there is another number of bots, they are all the same, or one of them sits on every side whatever
        the seating.

    Examples
    --------
    >>> find_seatings(((0, 2), (1, 3)), (0, 1), ("a", "b"))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> find_seatings(((0,), (1,), (2,)), (0, 1), ("a", "b"))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    players = sum([len(side) for side in sides])
    if len(bots) == len(sides):
        found = [_spread(sides, owners) for owners in _arrangements(bots)]
    elif len(bots) == players:
        found = _arrangements(bots)
    elif len(bots) == 2:
        first, second = bots
        found = [
            _spread(sides, [first if at == alone else second for at in range(len(sides))])
            for alone in range(len(sides))
        ]
    else:
        raise SetupError(f"{_wanted(len(sides), players)}; got {len(bots)}")
    if len(set(bots)) == 1:
        raise SetupError(f"all {len(bots)} bots are {names[0]}; there is nobody to compare it with")
    found = [
        seating for seating in found if any(len(own_sides(sides, seating, bot)) < len(sides) for bot in bots)
    ]
    for bot in bots:
        if not any(len(own_sides(sides, seating, bot)) < len(sides) for seating in found):
            raise SetupError(f"{names[bot]} would sit on every side in every seating; give it fewer seats")
    return found


def _wanted(sides: int, players: int) -> str:
    counts = sorted({2, sides, players})
    shown = f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}" if len(counts) > 1 else str(counts[0])
    return f"{players} players on {sides} sides need {shown} bots"


def _arrangements(bots: Iterable[int]) -> list[Seating]:
    """The different orders of some bots, sorted."""
    return sorted(set(permutations(bots)))


def _spread(sides: Sequence[Sequence[int]], owners: Sequence[int]) -> Seating:
    """The seating in which each side belongs to one bot."""
    at = {seat: owner for side, owner in zip(sides, owners, strict=True) for seat in side}
    return tuple([at[seat] for seat in sorted(at)])


def own_sides(sides: Sequence[Sequence[int]], seating: Seating, bot: int) -> tuple[int, ...]:
    """The sides on which a bot sits.

    Parameters
    ----------
    sides : sequence of sequence of int
        The seats that score together.
    seating : tuple of int
    bot : int

    Returns
    -------
    tuple of int
        Indices into ``sides``.

    Examples
    --------
    >>> own_sides(((0, 2), (1, 3)), (0, 1, 0, 2), 2)
    (1,)
    """
    return tuple([at for at, side in enumerate(sides) if any(seating[seat] == bot for seat in side)])
