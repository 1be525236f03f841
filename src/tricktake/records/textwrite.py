"""Writing records as text; ``docs/record-format.md`` is the specification.

Tags come first, one a line, then a deal after the other: its tags, and its actions with one trick a line.
What a record says is written in one way only, so equal records have equal texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tricktake.errors import GameError, RecordError
from tricktake.records.deals import DealRecord
from tricktake.records.escapes import write_comment, write_value
from tricktake.records.model import Record
from tricktake.records.moves import Line
from tricktake.records.reading import MAX_DEALS, MAX_DEPTH, MAX_ENTRIES, check_characters

__all__ = ["VERSION", "check_size", "write_record", "write_records"]

VERSION = 1
"""Version of both forms of records."""

_WIDTH = 100


def write_records(records: Iterable[Record]) -> str:
    """Write records one after the other, a blank line between them.

    Parameters
    ----------
    records : iterable of Record

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If one is larger than a reader takes.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> record = Record.of(fh.Deal(dealer=3, seed=500))
    >>> write_records([record, record]).count("[tricktake-record ")
    2
    """
    return "\n".join([write_record(record) for record in records])


def write_record(record: Record) -> str:
    """Write one record.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If it is larger than a reader takes.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("P P P P")
    >>> for line in write_record(Record.of(deal)).splitlines():
    ...     print(line[:40])
    [tricktake-record "1"]
    [game "five-hundred"]
    [kind "deals"]
    [rules "australian,blind_misere=False"]
    <BLANKLINE>
    [deal "1"]
    [dealer "3"]
    [scores "0,0"]
    [hands "JK,S6,CA,CK,DA,D10,D9,D6,H8,H4|S
    [kitty "D5,D4,H6"]
    [ending "over"]
    [points "0,0"]
    P; P; P; P;
    """
    check_size(record)
    lines = [
        _tag("tricktake-record", str(VERSION)),
        _tag("game", record.game.name),
        _tag("kind", record.kind),
        _tag("rules", record.rules.to_text()),
        *[_tag(name, value) for name, value in record.fields],
    ]
    if record.players:
        lines.append(_tag("players", *record.players))
    if record.winners is not None:
        lines.append(_tag("winners", _numbers(record.winners)))
    lines += [_tag(name, value) for name, value in record.tags]
    if record.comment:
        lines.append(write_comment(record.comment))
    is_tourney = record.kind == "tourney"
    for number, deal in enumerate(record.deals, 1):
        lines.append("")
        lines += _deal_lines(deal, number, record.rules, in_game=is_tourney)
    text = "\n".join(lines) + "\n"
    check_characters(len(text))
    return text


def _deal_lines(deal: DealRecord, number: int, rules: Any, *, in_game: bool) -> Iterator[str]:
    yield _tag("deal", str(number))
    if in_game or deal.game:
        yield _tag("in-game", str(deal.game + 1))
    for name, value in deal.fields:
        yield _tag(name, value)
    yield _tag("ending", deal.ending.value)
    if deal.points is not None:
        yield _tag("points", _numbers(deal.points))
    for name, value in deal.tags:
        yield _tag(name, value)
    if deal.comment:
        yield write_comment(deal.comment)
    yield from _filled(deal.entries, _breaks(deal, rules))


def _tag(name: str, *values: str) -> str:
    return f"[{' '.join([name, *map(write_value, values)])}]"


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


# ---- actions -----------------------------------------------------------------------------------------


def _breaks(deal: DealRecord, rules: Any) -> set[int]:
    """The entries after which a line ends: those that end a phase or a trick, as far as that is known."""
    found: set[int] = set()
    if not deal.has_known_cards:
        return _guessed_breaks(deal.entries)
    try:
        phase = None
        for number, step in enumerate(deal.steps(rules)):
            played = step.deal
            if phase is not None and played.phase is not phase:
                found.add(number)
            phase = played.phase
            if played.leader is not None and not played.trick and played.tricks_played():
                found.add(number)
    except GameError:
        pass  # an action that is not known or not legal: the lines are filled up from there
    return found


def _guessed_breaks(entries: Line) -> set[int]:
    """Where no deal can be played: exchanges stand in lines of their own."""
    puts = [number for number, entry in enumerate(entries) if entry.text.startswith("put ")]
    return {number - 1 for number in puts} | set(puts)


def _filled(entries: Line, breaks: set[int]) -> Iterator[str]:
    """Entries in lines of some width."""
    row: list[str] = []
    width = 0
    for number, entry in enumerate(entries):
        for word in _words(entry, ";"):
            first = word.partition("\n")[0]
            if row and width + len(first) + 1 > _WIDTH:
                yield " ".join(row)
                row, width = [], 0
            row.append(word)
            width = len(word) - word.rfind("\n") - 1 if "\n" in word else width + len(word) + 1
        if number in breaks:
            yield " ".join(row)
            row, width = [], 0
    if row:
        yield " ".join(row)


def _words(entry: Any, end: str) -> list[str]:
    """The words of an entry, which can stand in different lines; ``end`` follows the last of them."""
    words = [entry.text]
    if entry.comment:
        words.append(write_comment(entry.comment))
    for line in getattr(entry, "lines", ()):
        inner: list[str] = []
        for at, other in enumerate(line):
            inner += _words(other, "" if at == len(line) - 1 else ";")
        inner[0] = f"({inner[0]}"
        inner[-1] += ")"
        words += inner
    words[-1] += end
    return words


def check_size(record: Record) -> None:
    """Refuse a record that a reader would not take; RecordError says what is too large.

    Parameters
    ----------
    record : Record

    Raises
    ------
    RecordError

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> check_size(Record.of(fh.Deal(dealer=3, seed=500)))
    """
    if len(record.deals) > MAX_DEALS:
        raise RecordError(f"a record has at most {MAX_DEALS} deals, not {len(record.deals)}", "")
    for number, deal in enumerate(record.deals, 1):
        count = _count(deal.entries)
        if count > MAX_ENTRIES:
            raise RecordError(f"deal {number}: there are at most {MAX_ENTRIES} actions, not {count}", "")


def _count(entries: Line) -> int:
    """How many entries there are, other lines included; RecordError if they are nested too deep."""
    total = 0
    stack: list[tuple[Sequence[Any], int]] = [(entries, 0)]
    while stack:
        line, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise RecordError(f"other lines are nested at most {MAX_DEPTH} deep", "")
        total += len(line)
        for entry in line:
            for other in getattr(entry, "lines", ()):
                stack.append((other, depth + 1))
    return total
