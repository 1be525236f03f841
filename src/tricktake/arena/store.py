"""Result files: a line that says what is played, then a line of JSON for each board, in order.

What stands in a file is never written again; only a last line that was not written to its end is cut off. So
a file that has been continued is the same, byte for byte, as one that was written without a break.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import BinaryIO

from tricktake.arena.boards import Board, Fault, FaultKind, Result
from tricktake.arena.setup import Setup
from tricktake.errors import RecordError, SetupError

__all__ = ["ResultFile", "read_header"]

_FIRST_LINE = 1_000_000  # bytes a first line can have
_SYNC = 0.5  # seconds after which what was written has to be on the disk


class ResultFile:
    """A result file that is open for more boards. A context manager.

    Parameters
    ----------
    path : str or path
        Where it is, or is to be made.
    setup : Setup
        What is played.

    Raises
    ------
    RecordError
        If there is something else in it, or a line in the midst of it is damaged; the file is left alone.
    SetupError
        If another arena is writing to it.
    OSError
        If it cannot be read or written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import fivehundred as fh
    >>> setup = Setup(fh.Rules(), ("heuristic", "random"))
    >>> result = Result(scores=(80, -120), deals=1)
    >>> with TemporaryDirectory() as folder:
    ...     with ResultFile(f"{folder}/results.jsonl", setup) as file:
    ...         file.append([Board(number=0, results=(result, result))])
    ...     with ResultFile(f"{folder}/results.jsonl", setup) as file:
    ...         file.boards[0].results[1].scores
    (80, -120)
    """

    boards: list[Board]
    """The boards that stood in it when it was opened."""

    def __init__(self, path: str | os.PathLike[str], setup: Setup) -> None:
        self._path, self._setup = Path(path), setup
        self.boards = []
        head = (json.dumps(setup.header()) + "\n").encode("ascii")
        self._file = self._open()
        try:
            _lock(self._file, self._path)
            text = self._file.read()
            end = self._read(text, head)
            if end < len(text):
                self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self._write(head)
            self._sync()
        except BaseException:
            self._file.close()
            raise

    def _open(self) -> BinaryIO:
        number = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        return os.fdopen(number, "r+b")

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._sync()
        finally:
            self._file.close()

    def append(self, boards: Sequence[Board]) -> None:
        """Write more boards, so that they outlive this process, and the machine from half a second ago.

        Parameters
        ----------
        boards : sequence of Board
            Those that follow.
        """
        self._write("".join([_line(board) for board in boards]).encode("ascii"))
        if perf_counter() - self._synced > _SYNC:  # waiting for a disk can take longer than playing
            self._sync()

    def _write(self, text: bytes) -> None:
        self._file.write(text)
        self._file.flush()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = perf_counter()

    def _read(self, text: bytes, head: bytes) -> int:
        """Read the boards; return where the next one is to be written."""
        if head.startswith(text):  # a new file, or one whose first line was not written to its end
            return len(text) if text == head else 0
        if not text.startswith(head):
            _refuse(self._path, text, self._setup)
        at, last = len(head), text.rstrip(b"\n").rfind(b"\n") + 1
        while at < len(text):
            end = text.find(b"\n", at)
            line = text[at:end] if end >= 0 else text[at:]
            try:
                if end < 0:
                    raise ValueError("it has no end")
                self.boards.append(_read_line(line, self._setup, len(self.boards)))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                if at >= last:
                    return at
                what = f"{self._path}, line {len(self.boards) + 2}: damaged, and more follows ({error})"
                raise RecordError(what, line[:80].decode("ascii", "replace")) from error
            at = end + 1
        return at


def read_header(path: str | os.PathLike[str]) -> Mapping[str, object] | None:
    """What a result file was begun with.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    dict or None
        None if there is no such file, it is empty, or its first line is no header.

    Examples
    --------
    >>> read_header("there is no such file") is None
    True
    """
    try:
        with Path(path).open("rb") as file:
            return _header_of(file.readline(_FIRST_LINE))
    except FileNotFoundError:
        return None


def _header_of(line: bytes) -> Mapping[str, object] | None:
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict) and found.get("format") == "tricktake-arena":
            return found
    return None


def _refuse(path: Path, text: bytes, setup: Setup) -> None:
    """Say what a file holds instead of this arena."""
    first = text.partition(b"\n")[0]
    there, here = _header_of(first), setup.header()
    if there is None:
        raise RecordError(f"{path} is no result file of an arena", first[:80].decode("ascii", "replace"))
    for name, value in here.items():
        if there.get(name) != value:
            what = f"{name} is {_shown(there.get(name))} there and {_shown(value)} here"
            raise RecordError(f"{path} holds the results of another arena: {what}", name)
    raise RecordError(f"{path} holds the results of another arena", first[:80].decode("ascii", "replace"))


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other arenas out, where the system can: two that write to one file would spoil it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SetupError(f"another arena is writing to {path}") from None
    except OSError:  # a file system without locks
        return


# --- one board --------------------------------------------------------------------------------------------


def _line(board: Board) -> str:
    results = [_result_data(result) for result in board.results]
    return json.dumps({"board": board.number, "results": results}, separators=(",", ":")) + "\n"


def _result_data(result: Result) -> dict[str, object]:
    data: dict[str, object] = {"scores": list(result.scores), "deals": result.deals}
    if result.winners:
        data["winners"] = list(result.winners)
    fault = result.fault
    if fault is not None:
        data["fault"] = {
            "kind": fault.kind.value,
            "seat": fault.seat,
            "deal": fault.deal,
            "message": fault.message,
        }
    return data


def _read_line(line: bytes, setup: Setup, due: int) -> Board:
    """Read a line; it raises if it is not the one that is due."""
    data = json.loads(line)
    if data["board"] != due:
        raise ValueError(f"board {due} is due")
    results = tuple([_read_result(found, setup) for found in data["results"]])
    if len(results) != len(setup.seatings):
        raise ValueError(f"a board has {len(setup.seatings)} seatings")
    return Board(number=due, results=results)


def _read_result(data: Mapping[str, object], setup: Setup) -> Result:
    sides = len(setup.rules.sides)
    scores, winners = _numbers(data["scores"]), _numbers(data.get("winners", []))
    if len(scores) != sides or bool(winners) != setup.whole or not set(winners) <= set(range(sides)):
        raise ValueError("scores or winners are not those of the sides")
    (deals,) = _numbers([data["deals"]])
    return Result(scores=scores, winners=winners, deals=deals, fault=_read_fault(data.get("fault"), setup))


def _read_fault(data: object, setup: Setup) -> Fault | None:
    if data is None:
        return None
    if not isinstance(data, dict):
        raise ValueError("a fault has fields")
    seat, deal = _numbers([data["seat"], data["deal"]])
    if not 0 <= seat < setup.rules.players:
        raise ValueError("there is no such seat")
    return Fault(kind=FaultKind(data["kind"]), seat=seat, deal=deal, message=str(data["message"]))


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise ValueError("whole numbers are expected")
    return tuple(values)
