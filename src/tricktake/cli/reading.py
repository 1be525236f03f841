"""Whatever holds deals, as records: record files as text or JSON, lines, and the texts of matches and deals.

``tricktake play --save`` writes the text of a match, ``Deal.to_text`` that of a deal; both are read like
records. Deals that stand one a line and have the same rules come together in one record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tricktake.cli.arguments import UsageError
from tricktake.errors import GameError, RecordError
from tricktake.records import DealRecord, Record, read_records
from tricktake.records.games import RECORD_GAMES
from tricktake.records.lines import read_lines
from tricktake.records.reading import MAX_FILE, ReadWarning

__all__ = ["Chosen", "Given", "called", "chosen_deals", "read_any", "read_bytes", "read_text", "warn"]

_MOST_LINES = 100_000
_GZIP = b"\x1f\x8b"


class Given(NamedTuple):
    """What a file holds.

    Examples
    --------
    >>> Given("match.ttr", (), ()).where
    'match.ttr'
    """

    where: str
    """What it is called."""
    records: tuple[Record, ...]
    """Its records, in order."""
    warnings: tuple[str, ...]
    """What lenient reading has passed over."""


class Chosen(NamedTuple):
    """A deal that was asked for.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> record = Record.of(fh.Deal(dealer=3, seed=500))
    >>> Chosen(1, record, 0).deal == record.deals[0]
    True
    """

    number: int
    """Its number in the file, from 1."""
    record: Record
    """The record it is in."""
    at: int
    """Its number in that, from 0."""

    @property
    def deal(self) -> DealRecord:
        """The deal."""
        return self.record.deals[self.at]


def read_any(file: str, *, lenient: bool = False) -> Given:
    """Read a file that holds deals in some form.

    Parameters
    ----------
    file : str
        Name of a file, or ``-`` for standard input.
    lenient : bool, default False, keyword only
        Pass over damage, and say so in ``warnings``.

    Returns
    -------
    Given

    Raises
    ------
    UsageError
        If it is too long, or holds nothing of the kind.
    GameError
        If it is damaged.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import fivehundred as fh
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "deal.txt"
    ...     _ = path.write_text(fh.Deal(dealer=3, seed=500).to_text())
    ...     len(read_any(str(path)).records)
    1
    """
    return read_text(read_bytes(file), called(file), lenient=lenient)


def called(file: str) -> str:
    """What a file is called in errors.

    Parameters
    ----------
    file : str

    Returns
    -------
    str

    Examples
    --------
    >>> called("-")
    'standard input'
    """
    return "standard input" if file == "-" else file


def read_bytes(file: str) -> bytes:
    """What a file holds.

    Parameters
    ----------
    file : str
        Name of a file, or ``-`` for standard input.

    Returns
    -------
    bytes

    Raises
    ------
    UsageError
        If it is too long.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile() as file:
    ...     read_bytes(file.name)
    b''
    """
    if file == "-":
        source = getattr(sys.stdin, "buffer", None)
        data = source.read(MAX_FILE + 1) if source is not None else sys.stdin.read(MAX_FILE + 1).encode()
    else:
        try:
            with Path(file).open("rb") as stream:
                data = stream.read(MAX_FILE + 1)
        except ValueError as error:  # a NUL in the name
            raise UsageError(f"{file[:40]!r} is no name of a file") from error
    if len(data) > MAX_FILE:
        what = f"longer than {MAX_FILE >> 20} MB; tricktake.records.lines reads files of any length"
        raise UsageError(f"{called(file)}: {what}")
    return bytes(data)


def read_text(data: bytes, where: str, *, lenient: bool = False) -> Given:
    """Read what holds deals in some form.

    Parameters
    ----------
    data : bytes
    where : str
        What it is called in errors.
    lenient : bool, default False, keyword only
        As for :func:`read_any`.

    Returns
    -------
    Given

    Raises
    ------
    UsageError, GameError
        As :func:`read_any`.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> read_text(sp.Deal(dealer=2, seed=500).to_text().encode(), "here").records[0].game.name
    'spades'
    """
    said: list[str] = []
    try:
        records = list(_read(data, lenient, said.append))
    except (GameError, UsageError) as error:
        raise UsageError(f"{where}: {error}") from error
    if not any(record.deals for record in records) and not said:
        raise UsageError(f"{where}: there is no deal in it")
    return Given(where, tuple(records), tuple(said))


def _read(data: bytes, lenient: bool, say: Callable[[str], object]) -> Iterable[Record]:
    if data.startswith(_GZIP) or _is_lines(data):
        return _lines(data, lenient, say)
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith(b"#")), b"")
    if _named(first[:80].decode("utf-8", "replace").lstrip()) is not None:
        return _texts(data, lenient, say)
    found = read_records(data, lenient=lenient)
    for warning in found.warnings:
        say(str(warning))
    return list(found)


# ---- lines of JSON ---------------------------------------------------------------------------------------


def _is_lines(data: bytes) -> bool:
    """Whether there is an object of JSON in the first line, and nothing behind it or another one."""
    first, _, rest = data.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if first.startswith(b'{"deal"'):
        return True
    return first.startswith(b"{") and first.rstrip().endswith(b"}") and rest.lstrip()[:1] == b"{"


def _lines(data: bytes, lenient: bool, say: Callable[[str], object]) -> list[Record]:
    from io import BytesIO

    def warned(warning: ReadWarning) -> None:
        say(f"line {warning.line}: {warning.message}")

    found = read_lines(BytesIO(data), lenient=lenient, on_warning=warned)
    records = list(islice(found, _MOST_LINES + 1))
    if len(records) > _MOST_LINES:
        raise UsageError(
            f"more than {_MOST_LINES:,} lines; tricktake.records.lines reads files of any length"
        )
    return _together(records)


def _together(records: Sequence[Record]) -> list[Record]:
    """Single deals of the same rules, one after the other, as one record."""
    found: list[list[Record]] = []
    for record in records:
        before = found[-1][0] if found else None
        if before is not None and _plain(record) and _plain(before) and record.rules == before.rules:
            found[-1].append(record)
        else:
            found.append([record])
    return [_joined(group) for group in found]


def _plain(record: Record) -> bool:
    """Whether a record says nothing but its deals."""
    return record.kind == "deals" and not (record.players or record.tags or record.comment)


def _joined(group: list[Record]) -> Record:
    if len(group) == 1:
        return group[0]
    deals = tuple([deal for record in group for deal in record.deals])
    return Record(rules=group[0].rules, deals=deals)


# ---- texts of matches and deals --------------------------------------------------------------------------


def _named(head: str) -> tuple[str, str] | None:
    """The game and the kind of contest of a first word such as ``spades-game/1``; None if it is none."""
    name = head.partition("/")[0]
    for game in RECORD_GAMES.values():
        for kind in ("deal", *game.contests):
            if name == game.head(kind).partition("/")[0]:
                return game.name, kind
    return None


def _texts(data: bytes, lenient: bool, say: Callable[[str], object]) -> list[Record]:
    """Matches as ``play --save`` writes them, and deals one a line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError("this is no text in UTF-8") from error
    records: list[Record] = []
    for number, kind, lines in _parts(text):
        try:
            records.append(_contest(kind, lines))
        except GameError as error:
            # the reader of a contest names the line itself, counted from its first one
            what = (
                f"line {number}: {error}"
                if kind[1] == "deal" or len(lines) == 1
                else f"from line {number}: {error}"
            )
            if not lenient:
                raise UsageError(what) from error
            say(f"{what}; it is left out")
    return _together(records)


def _parts(text: str) -> Iterator[tuple[int, tuple[str, str], list[str]]]:
    """The contests and single deals of a text: number of the first line, game and kind, and the lines."""
    part: list[str] = []
    first, kind = 0, ("", "")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (line.lstrip().startswith("#") and kind[1] in ("", "deal")):
            continue
        found = _named(line.split(maxsplit=1)[0]) or ("", "deal")
        inside = kind[1] not in ("", "deal") and (
            found[1] == "deal" or (kind[1] == "tourney" and found[1] == "game")
        )
        if inside:
            part.append(line)
            continue
        if part:
            yield first, kind, part
        first, kind, part = number, found, [line]
    if part:
        yield first, kind, part


def _contest(kind: tuple[str, str], lines: list[str]) -> Record:
    game = RECORD_GAMES.get(kind[0])
    if game is None:
        heads = " or ".join([known.head("deal") for known in RECORD_GAMES.values()])
        raise RecordError(f"expected {heads}, got {lines[0].split()[0][:40]!r}", lines[0])
    return Record.of(game.type_of(kind[1]).from_text("\n".join(lines).strip()))


# ---- which deals -----------------------------------------------------------------------------------------


def chosen_deals(given: Given, numbers: Sequence[int] | None) -> list[Chosen]:
    """The deals asked for.

    Parameters
    ----------
    given : Given
    numbers : sequence of int or None
        Numbers of deals in the file, from 1; None for all.

    Returns
    -------
    list of Chosen
        In the order of the file.

    Raises
    ------
    UsageError
        If there is no such deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> given = Given("here", (Record.of(fh.Deal(dealer=3, seed=500)),), ())
    >>> [chosen.number for chosen in chosen_deals(given, None)]
    [1]
    """
    deals = [(record, at) for record in given.records for at in range(len(record.deals))]
    for number in numbers or ():
        if number > len(deals):
            there = "there is 1 deal" if len(deals) == 1 else f"there are {len(deals)} deals"
            raise UsageError(f"--deal {number}: {there} in {given.where}")
    wanted = None if numbers is None else set(numbers)
    return [
        Chosen(number, record, at)
        for number, (record, at) in enumerate(deals, 1)
        if wanted is None or number in wanted
    ]


def warn(given: Given) -> None:
    """Say on standard error what lenient reading has passed over.

    Parameters
    ----------
    given : Given

    Examples
    --------
    >>> warn(Given("here", (), ()))
    """
    from tricktake.cli.terminal import Terminal

    terminal = Terminal(sys.stderr)
    for text in given.warnings:
        terminal.line(f"tricktake: {given.where}: {text}")
