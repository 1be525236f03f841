"""Tags: the facts of a record that are no part of the format, such as ``event`` and ``date``.

A tag has a name and one value, any text. Names are letters, digits, ``_``, ``.`` and ``-``; those that the
format itself uses are not free.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from tricktake._checks import LIMIT, whole
from tricktake.errors import RecordError
from tricktake.records.escapes import check_value
from tricktake.records.reading import MAX_TAGS, shown

__all__ = ["DEAL_NAMES", "HEAD_NAMES", "TAG_NAME", "Pairs", "check_tags"]

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Names with their values, in order."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")
"""What a tag can be called."""
HEAD_NAMES = (
    *("tricktake-record", "game", "kind", "rules", "players", "winners", "comment", "deals", "tags"),
    "deal",
)
"""Names the format uses at the head of a record, besides those of the contest's fields."""
DEAL_NAMES = ("deal", "in-game", "ending", "points", "comment", "actions", "tags", "tricktake-record")
"""Names the format uses for a deal, besides those of the deal's fields."""


def check_tags(tags: Iterable[tuple[str, str]]) -> Pairs:
    """Tags that can be written and read back.

    Parameters
    ----------
    tags : iterable of pairs of str

    Returns
    -------
    tuple of pairs of str

    Raises
    ------
    RecordError
        If there are too many, a name is none or stands twice, or a value cannot be written.

    Examples
    --------
    >>> check_tags([("event", "Club evening")])
    (('event', 'Club evening'),)
    """
    found = tuple([(name, value) for name, value in tags])
    if len(found) > MAX_TAGS:
        raise RecordError(f"there are at most {MAX_TAGS} tags, not {len(found)}", "")
    seen: set[str] = set()
    for name, value in found:
        if not isinstance(name, str) or not TAG_NAME.fullmatch(name):
            why = f"a tag is named with letters, digits, _ . and -; got {shown(name)}"
            raise RecordError(why, shown(name))
        if name in seen:
            raise RecordError(f"the tag {name} stands twice", name)
        check_value(f"the tag {name}", value)
        seen.add(name)
    return found


def check_numbers(what: str, numbers: Iterable[int] | None) -> tuple[int, ...] | None:
    """Numbers that can be written and read back, or None.

    Parameters
    ----------
    what : str
        What they are, for the message.
    numbers : iterable of int or None

    Returns
    -------
    tuple of int or None

    Raises
    ------
    RecordError
        If there are none, or one has more than 18 digits.
    TypeError
        If one is no whole number.
    """
    if numbers is None:
        return None
    found = tuple([whole(f"one of the {what}", number) for number in numbers])
    if not found or any(abs(number) >= LIMIT for number in found):
        raise RecordError(f"{what} are numbers of at most 18 digits, one or more", "")
    return found


def check_free(tags: Pairs, names: Iterable[str], what: str) -> None:
    """Refuse tags whose names the format uses itself.

    Parameters
    ----------
    tags : tuple of pairs of str
    names : iterable of str
        The names that are not free.
    what : str
        Whose tags they are.

    Raises
    ------
    RecordError
        If a name is not free.
    """
    taken = set(names)
    for name, _ in tags:
        if name in taken:
            raise RecordError(f"{name} is no free name for a tag of a {what}", name)
