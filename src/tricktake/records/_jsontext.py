"""From the text of JSON to values: keys that stand twice, numbers that are none, and text that is no JSON.

The values are those of :mod:`json`, with what it passes over in silence kept, so that
:mod:`tricktake.records._jsonread` can refuse it with its path.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tricktake.records.reading import ReadError, ReadWarning

__all__ = ["GAP", "NoJson", "Number", "Object", "object_of", "whole_number"]

GAP = re.compile(r"[ \t\n\r]*")


class Object(dict[str, Any]):
    """An object, with the keys that stand twice in it."""

    twice: tuple[str, ...] = ()


class Number:
    """A number that is none, or has too many digits."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text[:20]


class NoJson(Exception):
    """A text that is no JSON, or nested too deep."""

    def __init__(self, text: str, found: json.JSONDecodeError | None) -> None:
        self.text, self.found = text, found
        self.reason = "the JSON is nested too deep"
        if found is not None:
            self.reason = f"{found.msg[:1].lower()}{found.msg[1:]}"

    def told(self) -> ReadError:
        """The error of strict reading."""
        found = self.found
        if found is None:
            return ReadError(self.reason, path="$", expected="less nesting")
        return ReadError(
            f"line {found.lineno}, column {found.colno}: {self.reason}",
            self.text[found.pos : found.pos + 80],
            found.pos,
            line=found.lineno,
            column=found.colno,
            expected="JSON",
        )

    def warning(self) -> ReadWarning:
        """The warning of lenient reading."""
        if self.found is None:
            return ReadWarning(message=self.reason, path="$")
        return ReadWarning(message=self.reason, line=self.found.lineno, column=self.found.colno)


def object_of(pairs: list[tuple[str, Any]]) -> Object:
    made = Object(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        made.twice = tuple([key for key, _ in pairs if key in seen or seen.add(key)])  # type: ignore[func-returns-value]
    return made


def whole_number(text: str) -> Any:
    return int(text) if len(text) <= 20 else Number(text)
