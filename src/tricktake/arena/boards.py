"""Boards: what has come of one shuffle in every seating. Plain values, which go to workers and into files."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Board", "Fault", "FaultKind", "Result"]


class FaultKind(Enum):
    """What a bot can do wrong.

    Examples
    --------
    >>> FaultKind("illegal")
    <FaultKind.ILLEGAL: 'illegal'>
    """

    ERROR = "error"
    """It raised an exception."""
    ILLEGAL = "illegal"
    """It returned an action that is not legal."""
    NO_ACTION = "no_action"
    """It returned something that is no action."""
    TIME = "time"
    """It took too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """How a bot lost a deal without playing it to the end.

    Examples
    --------
    >>> Fault(kind=FaultKind.TIME, seat=2, deal=0, message="took longer than 1 s").seat
    2
    """

    kind: FaultKind
    """What it did."""
    seat: int
    """Where it sat."""
    deal: int
    """Which deal of the match it was, from 0; always 0 where boards are single deals."""
    message: str
    """The error or the action, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one seating of a board has brought.

    Examples
    --------
    >>> Result(scores=(80, -120), deals=1).fault is None
    True
    """

    scores: tuple[int, ...]
    """Points of each side in the deal, or its final score in the match."""
    winners: tuple[int, ...] = ()
    """Sides that have won the match; empty where boards are single deals."""
    deals: int
    """Deals played."""
    fault: Fault | None = None
    """What ended it early, if something did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One shuffle, or the shuffles of one match, in every seating.

    Examples
    --------
    >>> board = Board(number=3, results=(Result(scores=(80, -120), deals=1),))
    >>> board.results[0].scores
    (80, -120)
    """

    number: int
    """Which board of the arena, from 0."""
    results: tuple[Result, ...]
    """One for each seating, in their order."""
