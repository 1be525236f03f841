"""Records by the million: JSON Lines, written line by line and read back as a stream.

A file holds one line of JSON for each record, or for each deal, with nothing between them. Lines are only
appended, each in one piece, so that what a killed writer leaves behind is whole but for its last line, and a
file can be continued. Files whose names end in ``.gz`` are compressed. Reading keeps a few lines in memory.
``docs/bulk.md`` is the specification.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from types import TracebackType
from typing import IO, Any, Self, TypeAlias, TypeVar

from tricktake.errors import GameError, RecordError
from tricktake.records._line_files import LineFile, LineStream, RawLine, is_whole, raw_lines
from tricktake.records._line_items import checked_record, deals_of_line, is_ours, line_of, trusted_record
from tricktake.records.model import Record
from tricktake.records.reading import ReadError, ReadWarning

__all__ = ["LineWriter", "count_lines", "read_deals", "read_lines"]

Source: TypeAlias = "str | PathLike[str] | IO[str] | IO[bytes]"
_T = TypeVar("_T")


class LineWriter:
    """Appends deals and records to a file, a line each. A context manager.

    Parameters
    ----------
    target : str, path or file
        A file that is made or continued; one whose name ends in ``.gz`` is compressed. Or an open file for
        text or bytes, which is written to as it is and not closed.
    block : int, default 1000, keyword only
        In a compressed file, lines that are compressed together and written in one piece, 1 or more; those
        that have not been written yet are lost with the process. Elsewhere every line is written at once.

    Raises
    ------
    RecordError
        If the file holds something else; it is left alone.
    OSError
        If it cannot be read or written.
    ValueError
        If ``block`` is below 1.

    Notes
    -----
    An unfinished last line, which a killed writer leaves, is cut off when the file is opened: :attr:`cut`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import fivehundred as fh
    >>> with TemporaryDirectory() as folder:
    ...     with LineWriter(f"{folder}/deals.jsonl.gz") as file:
    ...         for number in range(3):
    ...             file.write(fh.Deal(dealer=3, seed=500, number=number))
    ...     [deal.dealer for deal in read_deals(f"{folder}/deals.jsonl.gz")]
    [3, 3, 3]
    """

    def __init__(self, target: Source, *, block: int = 1000) -> None:
        if block < 1:
            raise ValueError(f"block must be 1 or more, got {block}")
        self._file: LineFile | LineStream
        if isinstance(target, (str, PathLike)):
            self._file = LineFile(target, block, is_ours)
        else:
            self._file = LineStream(target)
        self._lines = 0

    @property
    def lines(self) -> int:
        """Lines written here, without those that stood in the file before."""
        return self._lines

    @property
    def cut(self) -> int:
        """Bytes of an unfinished last line that were cut off when the file was opened."""
        return self._file.cut

    def write(self, item: Any) -> None:
        """Write a line.

        Parameters
        ----------
        item : Deal, Record, Match, Game or Tourney
            A deal becomes a short line of its own; a match and the like are written as a record.

        Raises
        ------
        TypeError
            If it is something else.
        RecordError
            If its line would be longer than a reader takes, 16 MB.
        OSError
            If it cannot be written; then nothing of the line stands in the file.
        """
        self._file.write(line_of(item).encode("ascii") + b"\n")
        self._lines += 1

    def write_all(self, items: Iterable[Any]) -> int:
        """Write a line for each of many items.

        Parameters
        ----------
        items : iterable
            As for :meth:`write`; read one by one.

        Returns
        -------
        int
            How many.
        """
        before = self._lines
        for item in items:
            self.write(item)
        return self._lines - before

    def flush(self) -> None:
        """Write what is waiting to be compressed."""
        self._file.flush()

    def close(self) -> None:
        """Write what is waiting, and close the file if it was opened here."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_lines(
    source: Source,
    *,
    check: bool = True,
    lenient: bool = False,
    on_warning: Callable[[ReadWarning], object] | None = None,
) -> Iterator[Record]:
    """Read records from a file of lines, one after the other.

    Parameters
    ----------
    source : str, path or file
        As :class:`LineWriter` writes it. A compressed file is recognised by its first bytes.
    check : bool, default True, keyword only
        Whether every deal is played through its rules. Without it the line of a deal is trusted to be what a
        :class:`LineWriter` has written: faster, and an illegal action is not noticed. Lines of whole records
        are checked always.
    lenient : bool, default False, keyword only
        Leave damaged lines out, with a warning each, instead of stopping at the first one.
    on_warning : callable, optional, keyword only
        Called with each :class:`~tricktake.records.reading.ReadWarning`; default: ``warnings.warn``.

    Yields
    ------
    Record
        One for each line; a single deal is a record of it. Blank lines are skipped.

    Raises
    ------
    RecordError
        If a line is damaged, unfinished or illegal; the message and ``line`` of the error say which.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import io
    >>> from tricktake import spades as sp
    >>> file = io.BytesIO()
    >>> LineWriter(file).write(sp.Deal(dealer=2, seed=500).push_all("5 NIL 6"))
    >>> _ = file.seek(0)
    >>> [(record.game.name, len(record.deals[0].entries)) for record in read_lines(file)]
    [('spades', 6)]
    """
    read: Callable[[str], Record] = checked_record if check else trusted_record
    yield from _read(source, read, lenient, on_warning)


def read_deals(
    source: Source,
    *,
    lenient: bool = False,
    on_warning: Callable[[ReadWarning], object] | None = None,
) -> Iterator[Any]:
    """Read the deals of a file of lines, one after the other, played through their rules.

    Parameters
    ----------
    source, lenient, on_warning
        As for :func:`read_lines`.

    Yields
    ------
    Deal
        Every deal of every line.

    Raises
    ------
    RecordError, OSError
        As :func:`read_lines`.

    Examples
    --------
    >>> import io
    >>> from tricktake import fivehundred as fh
    >>> file = io.StringIO()
    >>> LineWriter(file).write(fh.Match(seed=500, dealer=3, scores=(100, 200)).next_deal())
    >>> _ = file.seek(0)
    >>> [deal.scores for deal in read_deals(file)]
    [(100, 200)]
    """
    for deals in _read(source, deals_of_line, lenient, on_warning):
        yield from deals


def count_lines(path: str | PathLike[str]) -> int:
    """Count the finished lines of a file, to continue where a writer was stopped.

    Parameters
    ----------
    path : str or path
        Blank lines do not count; what the lines say is not looked at. A last line without its end counts if
        it lacks nothing else, as a :class:`LineWriter` would keep it.

    Returns
    -------
    int
        0 if there is no such file.

    Raises
    ------
    OSError
        If it cannot be read.

    Examples
    --------
    >>> count_lines("there is no such file")
    0
    """
    try:
        lines = (line for line in raw_lines(path) if line.data.strip())
        return sum(1 for line in lines if line.is_finished or is_whole(line.data))
    except FileNotFoundError:
        return 0


def _read(
    source: Source,
    read: Callable[[str], _T],
    lenient: bool,
    on_warning: Callable[[ReadWarning], object] | None,
) -> Iterator[_T]:
    """Read every line; say where one is damaged."""
    where = str(source) if isinstance(source, (str, PathLike)) else "lines"
    for line in raw_lines(source):
        if line.is_finished and not line.data.strip():
            continue
        try:
            found = read(_text_of(line))
        except (GameError, IndexError) as error:
            why = (
                str(error)
                if line.is_finished
                else f"it is not finished, as a stopped writer leaves it ({error})"
            )
            if not lenient:
                text = line.data[:80].decode("utf-8", "replace")
                raise ReadError(
                    f"{where}, line {line.number}: {why}", text, line=line.number, column=1
                ) from error
            done = "left out" if line.is_finished else "cut off"
            _warn(ReadWarning(message=f"{done}: {why}", line=line.number, column=1), on_warning)
            continue
        yield found


def _warn(warning: ReadWarning, on_warning: Callable[[ReadWarning], object] | None) -> None:
    if on_warning is not None:
        on_warning(warning)
    else:
        warnings.warn(str(warning), stacklevel=4)


def _text_of(line: RawLine) -> str:
    data = line.data.removeprefix(b"\xef\xbb\xbf") if line.number == 1 else line.data
    if line.damage:
        raise RecordError(line.damage)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("this is no text in UTF-8") from error
