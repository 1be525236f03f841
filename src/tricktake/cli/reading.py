"""Whatever holds deals, as records: record files as text or JSON, lines, PTN, and the texts of deals.

All of them may be compressed by gzip. The form is told by how a file begins, never by its name. Deals that
stand one a line and have the same rules come together in one record.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tricktake.cli.arguments import Failure, UsageError
from tricktake.cli.contests import is_text, read_texts, together
from tricktake.cli.terminal import complain
from tricktake.errors import GameError, RecordError
from tricktake.records import DealRecord, Record, read_records
from tricktake.records._line_files import unpacked
from tricktake.records.lines import read_lines
from tricktake.records.reading import MAX_FILE, ReadWarning

__all__ = [
    "Chosen",
    "Given",
    "called",
    "chosen_deals",
    "is_lines",
    "read_any",
    "read_bytes",
    "read_text",
    "unpack",
    "warn",
]

_MOST_LINES = 100_000
_GZIP = b"\x1f\x8b"
_PTN = re.compile(r"""(?:\s|%(?! PTN).*\n)*(?:% PTN|\[(?:Event|GameCode)\s+"|\[Deal\s+"[NESW]:)""")


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
        If it is no name of a file.
    Failure
        If it is too long or damaged, or holds nothing of the kind.
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
        If it is no name of a file.
    Failure
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
        raise Failure(f"{called(file)}: {what}")
    return bytes(data)


def read_text(data: bytes, where: str, *, lenient: bool = False) -> Given:
    """Read what holds deals in some form.

    Parameters
    ----------
    data : bytes
        Compressed by gzip or not.
    where : str
        What it is called in errors.
    lenient : bool, default False, keyword only
        As for :func:`read_any`.

    Returns
    -------
    Given
        Without deals if there is a record that has none.

    Raises
    ------
    Failure
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
    except (GameError, Failure) as error:
        raise Failure(f"{where}: {error}") from error
    if not records and not said:
        raise Failure(f"{where}: there is no deal in it")
    return Given(where, tuple(records), tuple(said))


def _read(packed: bytes, lenient: bool, say: Callable[[str], object]) -> Iterable[Record]:
    data, damage = unpack(packed)
    if is_lines(data):
        return _lines(packed, lenient, say)
    if len(data) > MAX_FILE:
        raise Failure(f"longer than {MAX_FILE >> 20} MB where it is unpacked")
    if damage and not lenient:
        raise Failure(damage)
    if damage:
        say(f"{damage}; the rest is left out")
    if _is_ptn(data):
        return _ptn(data, lenient, say)
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith(b"#")), b"")
    if is_text(first[:80].decode("utf-8", "replace")):
        return read_texts(data, lenient, say)
    found = read_records(data, lenient=lenient)
    for warning in found.warnings:
        say(str(warning))
    return list(found)


def unpack(data: bytes) -> tuple[bytes, str]:
    """What is in data that may be compressed, and what is damaged behind it.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    bytes
        Not much more than :data:`~tricktake.records.reading.MAX_FILE`, however much is packed.
    str
        Empty if nothing is damaged.

    Examples
    --------
    >>> import gzip
    >>> unpack(b"a deal"), unpack(gzip.compress(b"a deal"))
    ((b'a deal', ''), (b'a deal', ''))
    """
    return unpacked(data, MAX_FILE) if data.startswith(_GZIP) else (data, "")


# ---- PTN -------------------------------------------------------------------------------------------------


def _is_ptn(data: bytes) -> bool:
    """Whether a text begins with the header of PTN or with one of its tags, and not as a record."""
    code = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return _PTN.match(data[:4000].decode(code, "replace")) is not None


def _ptn(data: bytes, lenient: bool, say: Callable[[str], object]) -> list[Record]:
    """The games of a text in PTN: one record if they belong together, else one for each."""
    from tricktake import ptn

    try:
        whole = ptn.read(data, lenient=lenient)
    except RecordError:
        found = ptn.read_all(data, lenient=lenient)
    else:
        found = ptn.Reading(games=(whole,), errors=())
    for error in found.errors:
        if not lenient:
            raise error
        say(f"{error}; the game is left out")
    for game in found.games:
        for warning in game.warnings:
            say(warning)
    return together([game.record for game in found.games])


# ---- lines of JSON ---------------------------------------------------------------------------------------


def is_lines(data: bytes) -> bool:
    """Whether there is an object of JSON in the first line, and nothing behind it or another one.

    Parameters
    ----------
    data : bytes

    Returns
    -------
    bool

    Examples
    --------
    >>> is_lines(b'{"deal":"spades/1 ...'), is_lines(b"[]")
    (True, False)
    """
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
        raise Failure(f"more than {_MOST_LINES:,} lines; tricktake.records.lines reads files of any length")
    return together(records)


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
    Failure
        If lenient reading has left none.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> given = Given("here", (Record.of(fh.Deal(dealer=3, seed=500)),), ())
    >>> [chosen.number for chosen in chosen_deals(given, None)]
    [1]
    """
    deals = [(record, at) for record in given.records for at in range(len(record.deals))]
    if not deals and given.warnings:
        raise Failure(f"{given.where}: there is no deal left in it")
    for number in numbers or ():
        if number > len(deals):
            there = "there is 1 deal" if len(deals) == 1 else f"there are {len(deals) or 'no'} deals"
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
    for text in given.warnings:
        complain(f"{given.where}: {text}", kind="warning")
