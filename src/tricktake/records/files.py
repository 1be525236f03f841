"""Records in files: several in one, as text or as JSON, read strictly or leniently, written at once.

Strict reading stops at the first damage. Lenient reading keeps what stands before it and says so in
``warnings``; it never makes up an action.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import overload

from tricktake.errors import RecordError
from tricktake.records._build import build_record
from tricktake.records._line_files import GZIP, unpacked
from tricktake.records._raw import TextSource
from tricktake.records._textread import TextReader
from tricktake.records.model import Record
from tricktake.records.reading import MAX_FILE, ReadError, ReadWarning
from tricktake.records.textwrite import write_records
from tricktake.records.writing import write_whole

__all__ = [
    "RecordFile",
    "iter_records",
    "load",
    "one_record",
    "read_json",
    "read_records",
    "read_text",
    "save",
]

_SURROGATE = re.compile("[\ud800-\udfff]")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# An object with a key, an empty one, or a list of objects; a comment before a record begins otherwise.
_JSON = re.compile(
    r"""
    \s* (?: \[ \s* (?: \] \s* \Z | \{ \s* ["}] )
        | \{ \s* (?: \} \s* \Z | "[^"\\\n]{0,60}" \s* : ) )
    """,
    re.VERBOSE | re.ASCII,
)


class RecordFile(Sequence[Record]):
    """The records of a file, with what was wrong with it.

    Parameters
    ----------
    records : iterable of Record
    warnings : iterable of ReadWarning, default ()

    Examples
    --------
    >>> file = read_records("")
    >>> len(file), file.warnings
    (0, ())
    """

    __slots__ = ("_records", "warnings")

    warnings: tuple[ReadWarning, ...]
    """What lenient reading has passed over, in the order of the file; empty after strict reading."""

    def __init__(self, records: Iterable[Record], warnings: Iterable[ReadWarning] = ()) -> None:
        self._records = tuple(records)
        self.warnings = tuple(warnings)

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, at: int) -> Record: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Record, ...]: ...

    def __getitem__(self, at: int | slice) -> Record | tuple[Record, ...]:
        return self._records[at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordFile):
            return NotImplemented
        return self._records == other._records and self.warnings == other.warnings

    def __hash__(self) -> int:
        return hash((self._records, self.warnings))

    def __repr__(self) -> str:
        return f"<RecordFile of {len(self)} records, {len(self.warnings)} warnings>"


def read_records(data: str | bytes, *, lenient: bool = False) -> RecordFile:
    """Read all records of a text or a JSON document.

    Parameters
    ----------
    data : str or bytes
        Bytes are UTF-8 with or without a byte order mark, or UTF-16 with one; they may be compressed by gzip.
    lenient : bool, default False, keyword only
        Keep what stands before damage, with warnings, instead of stopping.

    Returns
    -------
    RecordFile

    Raises
    ------
    ReadError
        If it is damaged, in strict reading; the message says where and what was expected.
    RecordError
        If it is too large, or bytes are in no such encoding.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> text = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P")).to_text()
    >>> read_records(text)
    <RecordFile of 1 records, 0 warnings>
    >>> for warning in read_records(text.replace("7H", "7Q"), lenient=True).warnings:
    ...     print(str(warning)[:40])
    line 12, column 7: cannot read '7Q' as a
    """
    text, early = _decoded(data, lenient=lenient)
    found = (read_json if _JSON.match(text) else read_text)(text, lenient=lenient)
    return RecordFile(found, (*early, *found.warnings)) if early else found


def iter_records(data: str | bytes) -> Iterator[Record | ReadError]:
    """Read the records of a text one by one, strictly; for a damaged one, its error.

    Parameters
    ----------
    data : str or bytes
        As for :func:`read_records`.

    Yields
    ------
    Record or ReadError

    Raises
    ------
    RecordError
        If it is too large, or bytes are in no such encoding.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> text = Record.of(fh.Deal(dealer=3, seed=500)).to_text()
    >>> [type(found).__name__ for found in iter_records(text + "[tricktake-record]" + chr(10) + text)]
    ['Record', 'ReadError', 'Record']
    """
    text, _ = _decoded(data, lenient=False)
    if _JSON.match(text):
        from tricktake.records._jsonread import JsonReader

        yield from JsonReader(text, lenient=False).each()
        return
    reader = TextReader(TextSource(text, lenient=False))
    try:
        before = reader.preamble()
    except ReadError as error:
        yield error
        before = []
    for span in reader.records():
        try:
            raw = reader.read(*span)
            raw.comments[:0] = before
            made = build_record(raw, reader.source)
            assert made is not None
            yield made
        except ReadError as error:
            yield error
        before = []


def read_text(text: str, *, lenient: bool = False) -> RecordFile:
    """Read the records of a text; see :func:`read_records`.

    Parameters
    ----------
    text : str
    lenient : bool, default False, keyword only

    Returns
    -------
    RecordFile

    Raises
    ------
    ReadError
        If it is damaged, in strict reading.

    Examples
    --------
    >>> len(read_text("% nothing here"))
    0
    """
    text, _ = _decoded(text, lenient=lenient)
    source = TextSource(text, lenient=lenient)
    reader = TextReader(source)
    before = reader.preamble()
    records = []
    for span in reader.records():
        raw = reader.read(*span)
        raw.comments[:0] = before
        before = []
        made = build_record(raw, source)
        if made is not None:
            records.append(made)
    return RecordFile(records, source.warnings)


def read_json(text: str, *, lenient: bool = False) -> RecordFile:
    """Read the records of a JSON document, one object or a list of them; see :func:`read_records`.

    Parameters
    ----------
    text : str
    lenient : bool, default False, keyword only

    Returns
    -------
    RecordFile

    Raises
    ------
    ReadError
        If it is damaged, in strict reading.

    Examples
    --------
    >>> len(read_json("[]"))
    0
    """
    from tricktake.records._jsonread import JsonReader

    text, _ = _decoded(text, lenient=lenient)
    return RecordFile(*JsonReader(text, lenient=lenient).all())


def one_record(file: RecordFile) -> Record:
    """The record of a text that has exactly one.

    Parameters
    ----------
    file : RecordFile

    Returns
    -------
    Record

    Raises
    ------
    RecordError
        If it has none, or several.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> text = Record.of(fh.Deal(dealer=3, seed=500)).to_text()
    >>> one_record(read_records(text)).kind
    'deals'
    """
    if len(file) != 1:
        raise ReadError(f"expected one record, got {len(file)}", expected="one record", line=1, column=1)
    return file[0]


def load(path: str | os.PathLike[str], *, lenient: bool = False) -> RecordFile:
    """Read the records of a file.

    Parameters
    ----------
    path : str or path
        Text or JSON, compressed by gzip or not, told apart by what is in it.
    lenient : bool, default False, keyword only
        As for :func:`read_records`.

    Returns
    -------
    RecordFile

    Raises
    ------
    OSError
        If the file cannot be read.
    ReadError
        If it is damaged, in strict reading.
    RecordError
        If it is too large, or in no encoding that is read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import fivehundred as fh
    >>> record = Record.of(fh.Deal(dealer=3, seed=500))
    >>> with TemporaryDirectory() as folder:
    ...     save(f"{folder}/a.ttr", [record])
    ...     load(f"{folder}/a.ttr")[0] == record
    True
    """
    with Path(path).open("rb") as file:
        data = file.read(2 * MAX_FILE + 4)
    return read_records(data, lenient=lenient)


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write records to a file, all of them or none.

    Parameters
    ----------
    path : str or path
        ``.json`` at the end: a JSON list; else text. UTF-8. With ``.gz`` after it the file is compressed.
        What is no regular file (a pipe, a device) is written into, not replaced.
    records : iterable of Record

    Raises
    ------
    OSError
        If the file cannot be written; one that was there is as it was.
    RecordError
        If a record is larger than a reader takes.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save(f"{folder}/none.json", [])
    ...     len(load(f"{folder}/none.json"))
    0
    """
    path = Path(path)
    packs = path.suffix.lower() == ".gz"
    if Path(path.stem if packs else path).suffix.lower() == ".json":
        from tricktake.records.jsonwrite import write_json_list

        text = write_json_list(records)
    else:
        text = write_records(records)
    data = text.encode()
    if len(data) > MAX_FILE:
        raise RecordError(f"a file has at most {MAX_FILE} bytes, not {len(data)}", str(path))
    if packs:
        import gzip

        data = gzip.compress(data, mtime=0)  # the same records make the same file
    write_whole(path, data)


def _decoded(data: str | bytes, *, lenient: bool) -> tuple[str, list[ReadWarning]]:
    """The text of some data with line feeds only."""
    warnings: list[ReadWarning] = []
    if isinstance(data, str):
        text = data.removeprefix("\ufeff")
        half = None if text.isascii() else _SURROGATE.search(text)
        if half is not None:
            text = _whole(text, half.start(), warnings, lenient=lenient)
    elif isinstance(data, (bytes, bytearray)):
        if data.startswith(GZIP):
            data, damage = unpacked(bytes(data), 2 * MAX_FILE + 4)
            if damage and not lenient:
                raise ReadError(damage, expected="whole gzip members", line=1, column=1)
            if damage:
                warnings.append(ReadWarning(message=damage))
        mark, encoding = next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", "utf-8"))
        try:
            text = data[len(mark) :].decode(encoding)
        except UnicodeDecodeError as error:
            before = data[len(mark) : len(mark) + error.start].decode(encoding, "replace")
            line = before.count("\n") + 1
            column = len(before) - before.rfind("\n")
            why = (
                f"expected {encoding.upper()[:6].rstrip('-')}, got the byte 0x{error.object[error.start]:02x}"
            )
            if not lenient:
                place = f"line {line}, column {column}: {why}"
                raise ReadError(place, "", len(before), line=line, column=column, expected=encoding) from None
            warnings.append(ReadWarning(message=f"{why}: it is read as U+FFFD", line=line, column=column))
            text = data[len(mark) :].decode(encoding, "replace")
    else:
        raise TypeError(f"records are read from str or bytes, not {type(data).__name__}")
    if len(text) > MAX_FILE:
        raise RecordError(f"a file has at most {MAX_FILE} characters, not {len(text)}", text[:80])
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, warnings


def _whole(text: str, at: int, warnings: list[ReadWarning], *, lenient: bool) -> str:
    """A text whose halves of surrogate pairs are replaced, if reading is lenient."""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    why = f"expected text, got U+{ord(text[at]):04X}, half a character"
    if not lenient:
        place = f"line {line}, column {column}: {why}"
        raise ReadError(place, "", at, line=line, column=column, expected="text")
    warnings.append(ReadWarning(message=f"{why}: it is read as U+FFFD", line=line, column=column))
    return _SURROGATE.sub("\ufffd", text)
