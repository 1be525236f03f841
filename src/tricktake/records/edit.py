"""Finding and changing entries by their path: lines beside a move, comments.

A *path* is where an entry stands: ``7`` or ``(7,)`` is entry 7 of the main line, ``(7, 0, 2)`` entry 2 of
line 0 beside it. All count from 0, and none from the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import index
from typing import Any, TypeAlias

from tricktake.actions import Action, parse_action
from tricktake.errors import GameError, RecordError
from tricktake.records.moves import Entry, Line, Move, TakeBack

__all__ = ["Path", "changed", "find_line", "made_line", "path_of"]

Path: TypeAlias = "int | Sequence[int]"
"""Where an entry stands."""


def path_of(at: Path) -> tuple[int, ...]:
    """A path as a tuple.

    Parameters
    ----------
    at : int or sequence of int

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> path_of(7), path_of([7, 0, 2])
    ((7,), (7, 0, 2))
    """
    if isinstance(at, Sequence):
        return tuple([index(step) for step in at])
    return (index(at),)


def find_line(entries: Line, path: Sequence[int]) -> Line:
    """The line a path leads to, by pairs of an entry and a line beside it.

    Parameters
    ----------
    entries : tuple of Move and TakeBack
    path : sequence of int
        Empty for the entries themselves.

    Returns
    -------
    tuple of Move and TakeBack

    Raises
    ------
    IndexError
        If there is no such entry or line.

    Examples
    --------
    >>> from tricktake import PASS, Bid
    >>> aside = (Move(action=Bid("7H")),)
    >>> find_line((Move(action=PASS, lines=(aside,)),), (0, 0)) == aside
    True
    """
    if len(path) % 2:
        raise IndexError(f"a line is found by pairs of an entry and a line, not by {tuple(path)}")
    for at in range(0, len(path), 2):
        lines = getattr(_pick(entries, path[at], "entry"), "lines", ())
        entries = _pick(lines, path[at + 1], "line")
    return entries


def changed(entries: Line, path: Sequence[int], change: Any) -> Line:
    """The entries with one of them changed.

    Parameters
    ----------
    entries : tuple of Move and TakeBack
    path : sequence of int
        Where the entry stands.
    change : callable
        Gives the new entry for the old one.

    Returns
    -------
    tuple of Move and TakeBack

    Raises
    ------
    IndexError
        If there is no such entry.

    Examples
    --------
    >>> from tricktake import PASS
    >>> changed((Move(action=PASS),), (0,), lambda move: TakeBack())
    (TakeBack(count=1, comment=''),)
    """
    if len(path) % 2 == 0:
        raise IndexError(f"an entry is found by an odd number of steps, not by {tuple(path)}")
    outer: list[tuple[Line, int, int]] = []
    for at in range(0, len(path) - 1, 2):
        lines = getattr(_pick(entries, path[at], "entry"), "lines", ())
        inner = _pick(lines, path[at + 1], "line")
        outer.append((entries, path[at], path[at + 1]))
        entries = inner
    made: Any = change(_pick(entries, path[-1], "entry"))
    made = (*entries[: path[-1]], made, *entries[path[-1] + 1 :])
    for around, at, number in reversed(outer):
        move: Any = around[at]
        lines = (*move.lines[:number], made, *move.lines[number + 1 :])
        made = (*around[:at], replace(move, lines=lines), *around[at + 1 :])
    return tuple(made)


def _pick(items: Sequence[Any], at: int, what: str) -> Any:
    if not 0 <= at < len(items):
        raise IndexError(
            f"{what} {at} is not in 0..{len(items) - 1}" if items else f"there is no {what} {at}"
        )
    return items[at]


def made_line(actions: Iterable[Action | str | Entry], deal: Any = None) -> Line:
    """A line of actions.

    Parameters
    ----------
    actions : iterable of Action, str, Move or TakeBack
    deal : Deal, optional
        Where the line begins; then every action must be legal, and texts are read as ``push`` reads them. It
        is left as it is.

    Returns
    -------
    tuple of Move and TakeBack

    Raises
    ------
    RecordError
        If there is no action, or one cannot be read or is illegal.

    Examples
    --------
    >>> made_line(["7H", "P"])
    (Move(action=Bid('7H'), comment='', lines=()), Move(action=Pass(), comment='', lines=()))
    """
    deal = None if deal is None else deal.copy()
    made: list[Entry] = []
    for number, given in enumerate(actions, 1):
        try:
            made += _entries(given, deal)
        except GameError as error:
            raise RecordError(f"action {number}: {error}", str(given)[:80]) from error
    if not made:
        raise RecordError("a line has at least one action", "")
    return tuple(made)


def _entries(given: Action | str | Entry, deal: Any) -> list[Entry]:
    if isinstance(given, TakeBack):
        if deal is not None:
            for _ in range(given.count):
                deal.pop()
        return [given]
    if isinstance(given, Move):
        if deal is not None:
            deal.push(given.action)
        return [given]
    if deal is None:
        return [Move(action=parse_action(given) if isinstance(given, str) else given)]
    before = len(deal)
    deal.push(given)
    return [Move(action=step.action) for step in deal.history[before:]]
