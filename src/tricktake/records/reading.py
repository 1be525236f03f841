"""What can go wrong when a record is read: errors with their place, warnings, and the limits of size.

A place is a line and a column of a text, both from 1, or the path of a value in JSON such as
``$.deals[2].actions[14]``. Every limit of the formats stands here; ``docs/record-format.md`` lists them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tricktake.errors import RecordError

__all__ = [
    "MAX_ACTION",
    "MAX_COMMENT",
    "MAX_DEALS",
    "MAX_DEPTH",
    "MAX_ENTRIES",
    "MAX_FILE",
    "MAX_RECORD",
    "MAX_ROUNDS",
    "MAX_TAGS",
    "MAX_VALUE",
    "MAX_WARNINGS",
    "MORE_ROUNDS",
    "FieldError",
    "ReadError",
    "ReadWarning",
    "check_characters",
    "shown",
]

MAX_FILE = 64 << 20
"""Bytes of a file, or characters of a text with all its records."""
MAX_RECORD = 8 << 20
"""Characters of one record, in the form it is written in."""
MAX_DEALS = 10_000
"""Deals of one record."""
MAX_ENTRIES = 10_000
"""Actions and take-backs of one deal, those of other lines included."""
MAX_DEPTH = 32
"""Other lines within each other."""
MAX_ACTION = 100
"""Characters of an action."""
MAX_COMMENT = 100_000
"""Characters of the comment of a record, a deal or an action."""
MAX_VALUE = 20_000
"""Characters of a value of a tag."""
MAX_TAGS = 200
"""Tags of a record, or of a deal, that are no part of the format."""
MAX_ROUNDS = 5_000
"""Rounds of the search for unknown cards in one file, besides those that each deal brings with it."""
MORE_ROUNDS = 4
"""Rounds of that search which each deal with unknown cards adds; most take two."""
MAX_WARNINGS = 1_000
"""Warnings that are kept; a last one says that there are more."""


def check_characters(count: int) -> None:
    """Refuse a record of so many characters, whichever form it is written in.

    Parameters
    ----------
    count : int

    Raises
    ------
    RecordError
        If a record cannot have so many.

    Examples
    --------
    >>> check_characters(MAX_RECORD)
    """
    if count > MAX_RECORD:
        raise RecordError(f"a record has at most {MAX_RECORD} characters, not {count}", "")


class FieldError(RecordError):
    """A field that cannot be as it is, and its name.

    Parameters
    ----------
    reason : str
        What is wrong, without the name.
    field : str
        Its name.
    text : str, default ""
        The value.
    named : bool, default True, keyword only
        Whether the message begins with the name.

    Examples
    --------
    >>> error = FieldError("expected a number, got 'x'", "dealer", "x")
    >>> str(error), error.field, error.reason
    ("dealer: expected a number, got 'x'", 'dealer', "expected a number, got 'x'")
    """

    field: str
    """Name of the field."""
    reason: str
    """What is wrong, without the name."""

    def __init__(self, reason: str, field: str, text: str = "", *, named: bool = True) -> None:
        super().__init__(f"{field}: {reason}" if named else reason, text)
        self.field = field
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return _field_error, (self.reason, self.field, self.text, str(self) != self.reason)


def _field_error(reason: str, field: str, text: str, named: bool) -> FieldError:
    return FieldError(reason, field, text, named=named)


class ReadError(RecordError):
    """A record that cannot be read, and where.

    Parameters
    ----------
    message : str
        The place, what was expected and what was found.
    text : str, default ""
        What stands there, possibly shortened.
    offset : int, default 0
        Characters from the start of what was read; 0 in JSON.
    line, column : int or None, keyword only
        From 1; None for a value of JSON.
    path : str or None, keyword only
        Path of the value in JSON; None in a text.
    expected : str, default "", keyword only
        What should have stood there.

    Examples
    --------
    >>> error = ReadError("line 3, column 2: expected a tag", "x", 20, line=3, column=2, expected="a tag")
    >>> error.line, error.column, error.expected, isinstance(error, RecordError)
    (3, 2, 'a tag', True)
    """

    line: int | None
    """Line, from 1."""
    column: int | None
    """Column, from 1, in characters."""
    path: str | None
    """Path of the value in JSON."""
    expected: str
    """What should have stood there."""

    def __init__(
        self,
        message: str,
        text: str = "",
        offset: int = 0,
        *,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        expected: str = "",
    ) -> None:
        super().__init__(message, text, offset)
        self.line = line
        self.column = column
        self.path = path
        self.expected = expected

    def __reduce__(self) -> tuple[object, ...]:
        state = {
            "line": self.line,
            "column": self.column,
            "path": self.path,
            "expected": self.expected,
        }
        return type(self), (str(self), self.text, self.offset), state


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadWarning:
    """Damage that lenient reading has passed over.

    Examples
    --------
    >>> print(ReadWarning(message="the tag is left out", line=3, column=2))
    line 3, column 2: the tag is left out
    """

    message: str
    """What is wrong, and what was done about it."""
    line: int | None = None
    """Line, from 1."""
    column: int | None = None
    """Column, from 1, in characters."""
    path: str | None = None
    """Path of the value in JSON."""

    def __str__(self) -> str:
        if self.line is not None:
            return f"line {self.line}, column {self.column}: {self.message}"
        return self.message if self.path is None else f"at {self.path}: {self.message}"


def shown(value: object) -> str:
    """A value as a message shows it: short, whatever it is.

    Parameters
    ----------
    value : object

    Returns
    -------
    str

    Examples
    --------
    >>> shown("seven"), shown([[[]]]), shown(7), shown(10**5000)
    ("'seven'", 'a list', '7', 'a number of many digits')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else f"{value[:37]}...")
    if isinstance(value, (list, tuple)):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a number of many digits"
    return repr(value)[:40]
