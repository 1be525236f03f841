"""What was done in a deal, as a record keeps it: actions with comments, take-backs and lines beside them.

A *line* is a row of entries. An entry is a :class:`Move`, one action, or a :class:`TakeBack`, which takes the
last actions of its line back. A move can have other lines, each of which begins instead of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tricktake.actions import Action
from tricktake.errors import RecordError
from tricktake.records.escapes import check_comment
from tricktake.records.reading import shown

__all__ = ["Entry", "Line", "Move", "TakeBack", "main_line"]

MOST_BACK = 9999
SECRET = re.compile(r"put\s+\?", re.IGNORECASE)
"""An exchange nobody has told of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One action of a deal.

    Parameters
    ----------
    action : Action or None
        What was done; None where nobody has told: an exchange of unknown cards.
    comment : str, default ""
        What somebody has to say about it.
    lines : tuple of lines, default ()
        What could have been done instead, from this move on.

    Examples
    --------
    >>> from tricktake import PASS
    >>> Move(action=PASS, comment="no help").text
    'P'
    """

    action: Action | None
    """What was done; None if it is not known."""
    comment: str = ""
    """A remark."""
    lines: tuple[Line, ...] = ()
    """Lines that begin instead of this move."""

    def __post_init__(self) -> None:
        if self.comment:
            check_comment(self.comment)

    @property
    def text(self) -> str:
        """The action as text; ``put ?`` if it is not known."""
        return "put ?" if self.action is None else self.action.text


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """Actions taken back at the table.

    Parameters
    ----------
    count : int, default 1
        How many actions, 1 to 9999.
    comment : str, default ""
        A remark.

    Raises
    ------
    RecordError
        If the number is out of range, or the comment cannot be written.

    Examples
    --------
    >>> TakeBack(count=2).text
    'undo 2'
    """

    count: int = 1
    """How many actions are taken back."""
    comment: str = ""
    """A remark."""

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_BACK:
            raise RecordError(f"1 to {MOST_BACK} actions are taken back, not {shown(self.count)}", "undo")
        if self.comment:
            check_comment(self.comment)

    @property
    def text(self) -> str:
        """As it stands in a record."""
        return f"undo {self.count}"


Entry: TypeAlias = Move | TakeBack
"""One entry of a line."""
Line: TypeAlias = tuple[Entry, ...]
"""Entries, oldest first."""


def main_line(entries: Iterable[Entry]) -> tuple[Move, ...]:
    """The moves that stand, what was taken back left out.

    Parameters
    ----------
    entries : iterable of Move and TakeBack

    Returns
    -------
    tuple of Move

    Raises
    ------
    RecordError
        If more is taken back than has been done.

    Examples
    --------
    >>> from tricktake import PASS, Bid
    >>> [move.text for move in main_line((Move(action=PASS), TakeBack(), Move(action=Bid("7H"))))]
    ['7H']
    """
    moves: list[Move] = []
    for entry in entries:
        if isinstance(entry, Move):
            moves.append(entry)
        elif not 1 <= entry.count <= len(moves):
            raise RecordError(f"{entry.text}: there are {len(moves)} actions to take back", entry.text)
        else:
            del moves[-entry.count :]
    return tuple(moves)
