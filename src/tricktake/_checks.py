"""What arguments must be: whole numbers that can be written and read back, and values of the right class.

Every number of the text forms has at most 18 digits. The limit stands here for those who make a number and
for those who read one, so that nothing is accepted that cannot be read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, TypeVar

from tricktake.errors import SetupError

__all__ = ["DIGITS", "LIMIT", "check_scores", "is_number", "need", "read_number", "seat_of", "whole"]

DIGITS = 18
"""Digits a number may have."""
LIMIT = 10**DIGITS
"""What the absolute value of a number stays below."""

_NUMBER = re.compile(rf"-?[0-9]{{1,{DIGITS}}}")
_LONG = re.compile(r"-?[0-9]+")
_T = TypeVar("_T")


def whole(name: str, value: object) -> int:
    """A plain int; TypeError for a bool, a fraction, or anything else that is no whole number."""
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return int(index(value))
    raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")


def seat_of(name: str, value: object, players: int) -> int:
    """A seat as a plain int; IndexError if there is no such seat."""
    seat = whole(name, value)
    if not 0 <= seat < players:
        shown = str(seat) if abs(seat) < LIMIT else f"of more than {DIGITS} digits"
        raise IndexError(f"{name} {shown} is not in 0..{players - 1}")
    return seat


def check_scores(scores: Iterable[int] | None, sides: int, what: str = "scores") -> tuple[int, ...]:
    """One number for each side, all 0 for None; SetupError if they are not as many or too large."""
    if scores is None:
        return (0,) * sides
    found = tuple([whole("a score", score) for score in scores])
    if len(found) != sides:
        raise SetupError(f"{sides} {what} are needed, got {len(found)}")
    if any(abs(score) >= LIMIT for score in found):
        raise SetupError(f"{what} have at most {DIGITS} digits, or it could not be read back")
    return found


def need(name: str, value: object, kind: type[_T], hint: str = "") -> _T:
    """The value itself; TypeError if it is not of the class."""
    if not isinstance(value, kind):
        like = f", such as {hint}" if hint else ""
        raise TypeError(f"{name} must be a {kind.__name__}{like}; got {type(value).__name__}")
    return value


def is_number(text: str) -> bool:
    """Whether a text is a whole number, strictly written; ValueError if it is one with too many digits."""
    if _NUMBER.fullmatch(text):
        return True
    if _LONG.fullmatch(text):
        raise ValueError(f"a number has at most {DIGITS} digits, got {text[:20]!r}...")
    return False


def read_number(text: str) -> int:
    """Read a whole number, strictly; ValueError if it is anything else."""
    if not is_number(text):
        raise ValueError(f"expected a number, got {text[:20]!r}")
    return int(text)
