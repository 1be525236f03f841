"""Files of lines: whole lines appended in one piece, and cut apart again without the whole file in memory.

A compressed file is a row of gzip members, each with a block of whole lines, so that it can be appended to
and that a killed writer spoils the last member only.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from tricktake.errors import RecordError
from tricktake.records.reading import MAX_FILE, MAX_RECORD

__all__ = ["GZIP", "MAX_LINE", "LineFile", "LineStream", "RawLine", "is_whole", "raw_lines", "unpacked"]

MAX_LINE = 2 * MAX_RECORD
"""Bytes of a line. A record in JSON is longer than as text."""

_CHUNK = 1 << 20
GZIP = b"\x1f\x8b"
"""How compressed data begin."""
_WBITS = 31  # zlib: gzip members with their header
_LEVEL = 6
_MAX_BLOCK = MAX_FILE  # unpacked
_TOO_LONG = f"the line is longer than {MAX_LINE >> 20} MB; what follows is not read"


class RawLine(NamedTuple):
    """A line as it stands in a file."""

    number: int
    """From 1, blank lines counted."""
    data: bytes
    """Without its end."""
    is_finished: bool = True
    """Whether it has an end; a last line may have none."""
    damage: str = ""
    """Why the rest of the file cannot be read, at the last line of a damaged file."""


# ---- reading ---------------------------------------------------------------------------------------------


def raw_lines(source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> Iterator[RawLine]:
    """Cut a file into lines; one that is too long is the last, and damaged."""
    if not isinstance(source, (str, os.PathLike)):
        yield from _cut(_pieces(source))
        return
    with Path(source).open("rb") as file:
        yield from _cut(_pieces(file))


def _cut(pieces: Iterator[tuple[bytes, str]]) -> Iterator[RawLine]:
    rest, number, damage = b"", 0, ""
    for data, damage in pieces:  # noqa: B007 (that of the last piece counts)
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            number += 1
            if len(line) > MAX_LINE:
                yield RawLine(number, line[:80], True, _TOO_LONG)
                return
            yield RawLine(number, line)
        if len(rest) > MAX_LINE:
            yield RawLine(number + 1, rest[:80], True, _TOO_LONG)
            return
    if rest or damage:
        yield RawLine(number + 1, rest, False, damage)


def _pieces(file: IO[str] | IO[bytes]) -> Iterator[tuple[bytes, str]]:
    """The bytes of a file, unpacked, piece by piece; a word with the last one says what is damaged."""
    first = _bytes(file.read(_CHUNK))
    if first.startswith(GZIP):
        for piece in members(file, first):
            yield piece.data, piece.damage
        return
    while first:
        yield first, ""
        first = _bytes(file.read(_CHUNK))


def _bytes(data: str | bytes) -> bytes:
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


class Piece(NamedTuple):
    """Something out of a compressed file."""

    data: bytes
    """Unpacked, at most a chunk."""
    end: int
    """Bytes of the file up to the end of the last whole member."""
    damage: str
    """What is wrong from here on."""


def members(file: IO[str] | IO[bytes], first: bytes) -> Iterator[Piece]:
    """Unpack a row of gzip members; the first bytes have been read already."""
    packed, read, end = first, len(first), 0
    unpack = zlib.decompressobj(_WBITS)
    begun = False
    while True:
        if not packed:
            packed = _bytes(file.read(_CHUNK))
            read += len(packed)
            if not packed:
                break
        begun = True
        try:
            data = unpack.decompress(packed, _CHUNK)
        except zlib.error as error:
            yield Piece(b"", end, f"damaged where it is compressed ({error})")
            return
        packed = unpack.unconsumed_tail
        if unpack.eof:
            packed = unpack.unused_data
            end = read - len(packed)
            unpack, begun = zlib.decompressobj(_WBITS), False
            packed = packed.lstrip(b"\0") if not packed.startswith(GZIP) else packed
        yield Piece(data, end, "")
    if begun:
        yield Piece(unpack.flush(), end, "its last block is not whole, as a stopped writer leaves it")


def unpacked(data: bytes, most: int) -> tuple[bytes, str]:
    r"""The beginning of compressed data, not much more than ``most`` bytes, and what is damaged behind it.

    Parameters
    ----------
    data : bytes
        Gzip members.
    most : int

    Returns
    -------
    bytes
    str
        Empty if nothing is.

    Examples
    --------
    >>> import gzip
    >>> unpacked(gzip.compress(b"a deal"), 100), unpacked(b"\x1f\x8b", 100)[1][:3]
    ((b'a deal', ''), 'its')
    """
    found, damage = bytearray(), ""
    for piece in members(io.BytesIO(), data):
        found += piece.data
        damage = piece.damage
        if len(found) > most:
            break
    return bytes(found), damage


# ---- writing ---------------------------------------------------------------------------------------------


IsOurs: TypeAlias = Callable[[bytes, bool], bool]
"""Whether the first line of a file, or with False its beginning, can be one of ours."""


class LineStream:
    """An open file that lines are written to as they come."""

    cut = 0

    def __init__(self, file: IO[str] | IO[bytes]) -> None:
        self._file = file
        self._is_text = isinstance(file, io.TextIOBase)

    def write(self, line: bytes) -> None:
        """Write a line with its end."""
        self._file.write(line.decode("ascii") if self._is_text else line)  # type: ignore[arg-type]

    def flush(self) -> None:
        """Hand on what the file keeps back."""
        self._file.flush()

    def close(self) -> None:
        """Leave the file to whoever opened it."""
        with contextlib.suppress(ValueError):  # it is closed already
            self._file.flush()


class LineFile:
    """A file that is continued with whole lines.

    Parameters
    ----------
    path : str or path
    block : int
        Lines that are compressed together.
    is_ours : callable
        Whether the first line of a file, or its beginning, can be one that is written here.
    """

    cut: int
    """Bytes that were cut off at the end when it was opened."""

    def __init__(self, path: str | os.PathLike[str], block: int, is_ours: IsOurs) -> None:
        self._path, self._block = Path(path), block
        self._packs = self._path.name.endswith(".gz")
        self._waiting: list[bytes] = []
        self.cut = 0
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._number = os.open(self._path, flags, 0o666)
        try:
            with _alone(self._number):
                self._repair(is_ours)
        except BaseException:
            os.close(self._number)
            raise

    def _repair(self, is_ours: IsOurs) -> None:
        """Cut off an unfinished last line; leave alone what is no file of lines."""
        with os.fdopen(os.dup(self._number), "rb") as file:
            start = file.read(_CHUNK)
            packed = start.startswith(GZIP)
            if start and packed != self._packs:
                what = "compressed, and its name does not end in .gz" if packed else "not compressed"
                raise RecordError(f"{self._path} is {what}")
            if packed:
                end, missing = self._repair_packed(file, start, is_ours)
            else:
                end, missing = self._repair_plain(file, start, is_ours)
            size = file.seek(0, os.SEEK_END)
        if end < size:
            os.ftruncate(self._number, end)
            self.cut = size - end
        if missing:
            self._append(self._pack([missing]) if packed else missing)

    def _repair_plain(self, file: IO[bytes], start: bytes, is_ours: IsOurs) -> tuple[int, bytes]:
        """Where the last whole line ends, and what is missing then."""
        self._check(start, is_ours)
        size = file.seek(0, os.SEEK_END)
        at, tail = size, b""
        while at and b"\n" not in tail and len(tail) <= MAX_LINE:
            back = min(_CHUNK, at)
            at = file.seek(at - back)
            tail = file.read(back) + tail
        last = tail.rpartition(b"\n")[2]
        if not last:
            return size, b""
        return (size, b"\n") if is_whole(last) else (size - len(last), b"")

    def _repair_packed(self, file: IO[bytes], start: bytes, is_ours: IsOurs) -> tuple[int, bytes]:
        """Where the last whole member ends, and the whole lines behind it."""
        first, end, last, at_end, damage = b"", 0, b"", b"\n", ""
        for piece in members(file, start):
            if b"\n" not in first and len(first) <= _CHUNK:
                first += piece.data
            last, damage = piece.data[-1:] or last, piece.damage
            if piece.end > end:
                end, at_end = piece.end, last
        self._check(first, is_ours)
        missing = b"" if at_end == b"\n" else b"\n"
        if damage:  # what can be read of the last member
            file.seek(end)
            rest = b""
            for piece in members(file, file.read(_CHUNK)):
                rest += piece.data
                if len(rest) > _MAX_BLOCK:
                    raise RecordError(
                        f"{self._path}: its last block is damaged, and longer than {_MAX_BLOCK >> 20} MB"
                    )
            missing += rest[: rest.rfind(b"\n") + 1]
        return end, missing

    def _check(self, start: bytes, is_ours: IsOurs) -> None:
        line, end, _ = start.partition(b"\n")
        if not is_ours(line, bool(end)):
            shown = line[:80].decode("utf-8", "replace")
            raise RecordError(f"{self._path} is no file of deals or records, a line of JSON each", shown)

    def write(self, line: bytes) -> None:
        """Append a line with its end."""
        if not self._packs:
            self._append(line)
            return
        self._waiting.append(line)
        if len(self._waiting) >= self._block:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        if self._waiting:
            data = self._pack(self._waiting)
            self._append(data)
            self._waiting.clear()

    def close(self) -> None:
        """Write what is waiting and close the file."""
        if self._number < 0:
            return
        try:
            self.flush()
        finally:
            os.close(self._number)
            self._number = -1

    @staticmethod
    def _pack(lines: list[bytes]) -> bytes:
        pack = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WBITS)
        return pack.compress(b"".join(lines)) + pack.flush()

    def _append(self, data: bytes) -> None:
        """Append in one piece, or not at all."""
        if self._number < 0:
            raise ValueError(f"{self._path} is closed")
        done = 0
        try:
            done = os.write(self._number, data)
            while done < len(data):  # a full disk, a limit, a signal
                done += os.write(self._number, data[done:])
        except BaseException:
            if done:
                size = os.fstat(self._number).st_size
                with contextlib.suppress(OSError):
                    os.ftruncate(self._number, size - done)
            raise


def is_whole(line: bytes) -> bool:
    """Whether a last line lacks nothing but its end."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


@contextlib.contextmanager
def _alone(number: int) -> Iterator[None]:
    """Keep other writers from repairing the same file meanwhile, where the system can."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    locked = False
    with contextlib.suppress(OSError):  # a file system without locks
        fcntl.flock(number, fcntl.LOCK_EX)
        locked = True
    try:
        yield
    finally:
        if locked:
            fcntl.flock(number, fcntl.LOCK_UN)
