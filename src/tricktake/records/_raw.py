"""What was read of a record before its meaning is looked at, the same for both forms.

A reader makes these from text or JSON; ``build.py`` makes records from them. A *place* is an offset in a text
or the path of a value in JSON; a :class:`Source` turns it into words and decides what damage does: strict
reading stops at it, lenient reading notes it and goes on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TypeAlias

from tricktake.records._cells import Effort
from tricktake.records.fields import Json
from tricktake.records.reading import MAX_WARNINGS, ReadError, ReadWarning, shown

__all__ = ["JsonSource", "Place", "RawDeal", "RawEntry", "RawRecord", "RawTag", "Source", "TextSource"]

Place: TypeAlias = "int | str"
"""An offset in a text, or the path of a value in JSON."""


@dataclass(slots=True)
class RawTag:
    """A tag, or a field of JSON as the text it stands for."""

    name: str
    values: list[str]
    place: Place


@dataclass(slots=True)
class RawEntry:
    """An action, or a take-back."""

    place: Place
    text: str = ""
    undo: int = 0  # how many actions are taken back; 0: it is an action
    comments: list[str] = field(default_factory=list)
    lines: list[list[RawEntry]] = field(default_factory=list)


@dataclass(slots=True)
class RawDeal:
    """A deal of a record."""

    place: Place
    number: int | None = None  # as told
    tags: dict[str, RawTag] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    entries: list[RawEntry] = field(default_factory=list)
    is_cut: bool = False  # whether something after the entries could not be read
    bad: set[str] = field(default_factory=set)  # names of tags that could not be read


@dataclass(slots=True)
class RawRecord:
    """A record."""

    place: Place
    tags: dict[str, RawTag] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    deals: list[RawDeal] = field(default_factory=list)
    bad: set[str] = field(default_factory=set)  # names of tags that could not be read


class Source:
    """Where a record comes from, and what damage in it does.

    Parameters
    ----------
    lenient : bool, keyword only
        Whether damage becomes a warning instead of an error.
    """

    def __init__(self, *, lenient: bool) -> None:
        self.lenient = lenient
        self.warnings: list[ReadWarning] = []
        self.effort = Effort()

    def trouble(self, place: Place, message: str, *, expected: str = "", done: str = "") -> None:
        """Stop with an error, or note a warning and return.

        Parameters
        ----------
        place : int or str
        message : str
            What is wrong.
        expected : str, default "", keyword only
            What should have stood there.
        done : str, default "", keyword only
            What lenient reading does about it.
        """
        if not self.lenient:
            raise self.error(place, message, expected=expected)
        if len(self.warnings) > MAX_WARNINGS:
            return
        if len(self.warnings) == MAX_WARNINGS:
            message, done = "there is more damage, which is not listed", ""
        self.warnings.append(self.warning(place, f"{message}: {done}" if done else message))

    def error(self, place: Place, message: str, *, expected: str = "") -> ReadError:
        """The error for damage at a place."""
        raise NotImplementedError

    def warning(self, place: Place, message: str) -> ReadWarning:
        """The warning for damage at a place."""
        raise NotImplementedError


class TextSource(Source):
    """A text; places are offsets in it.

    Parameters
    ----------
    text : str
        With line feeds only.
    lenient : bool, keyword only
    """

    def __init__(self, text: str, *, lenient: bool) -> None:
        super().__init__(lenient=lenient)
        self.text = text
        self._starts: list[int] | None = None

    def where(self, place: Place) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        assert isinstance(place, int)
        if self._starts is None:
            self._starts = [0, *[found.end() for found in re.finditer("\n", self.text)]]
        line = bisect_right(self._starts, place)
        return line, place - self._starts[line - 1] + 1

    def error(self, place: Place, message: str, *, expected: str = "") -> ReadError:
        """The error for damage at an offset."""
        line, column = self.where(place)
        assert isinstance(place, int)
        return ReadError(
            f"line {line}, column {column}: {message}",
            self.text[place : place + 80],
            place,
            line=line,
            column=column,
            expected=expected,
        )

    def warning(self, place: Place, message: str) -> ReadWarning:
        """The warning for damage at an offset."""
        line, column = self.where(place)
        return ReadWarning(message=message, line=line, column=column)


class JsonSource(Source):
    """A JSON document; places are paths in it."""

    def error(self, place: Place, message: str, *, expected: str = "") -> ReadError:
        """The error for damage at a path."""
        return ReadError(f"at {place}: {message}", path=str(place), expected=expected)

    def warning(self, place: Place, message: str) -> ReadWarning:
        """The warning for damage at a path."""
        return ReadWarning(message=message, path=str(place))

    def refuse(self, place: Place, expected: str, got: Json) -> None:
        """Stop, or note, that a value is not of the kind it should be."""
        why = f"expected {expected}, got {shown(got)}"
        self.trouble(place, why, expected=expected, done="it is left out")
