"""Plays the boards of an arena, here or by many workers, and gives them back in order."""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import islice

from tricktake._checks import whole
from tricktake.arena.boards import Board
from tricktake.arena.pool import GUARD, Processes
from tricktake.arena.setup import Setup
from tricktake.arena.store import ResultFile
from tricktake.arena.table import play_board
from tricktake.errors import SetupError

__all__ = ["play_boards"]

_AHEAD = 64  # pieces of work an executor gets ahead, if nothing is known about it


def play_boards(
    setup: Setup,
    boards: int = 1000,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int = 1,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Generator[Board, None, None]:
    """Play the boards of an arena, in order, as they come.

    Parameters
    ----------
    setup : Setup
        What is played.
    boards, executor, workers, chunk, file, progress
        As for :func:`tricktake.arena.play`.

    Yields
    ------
    Board
        Boards 0, 1, 2, ...; those in the file first, without playing them again.

    Raises
    ------
    SetupError, RecordError, OSError
        As for :func:`tricktake.arena.play`.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> setup = Setup(sp.Rules(), ("heuristic", "random"), seed=500)
    >>> [board.number for board in play_boards(setup, 2)]
    [0, 1]
    """
    boards, workers, chunk = whole("boards", boards), whole("workers", workers), whole("chunk", chunk)
    if boards < 1 or workers < 1 or chunk < 1:
        raise SetupError(f"boards, workers and chunk must be 1 or more, got {boards}, {workers} and {chunk}")
    if setup.whole:
        setup.match_seed(boards - 1)
    return _play_boards(setup, boards, executor, workers, chunk, file, progress)


def _play_boards(
    setup: Setup,
    boards: int,
    executor: Executor | None,
    workers: int,
    chunk: int,
    file: str | os.PathLike[str] | None,
    progress: Callable[[int], object] | None,
) -> Generator[Board, None, None]:
    with ExitStack() as stack:
        store = None if file is None else stack.enter_context(ResultFile(file, setup))
        done = 0
        if store is not None:
            known = store.boards[:boards]
            done = len(known)
            store.boards = []  # they are not needed twice
            yield from known
        if progress is not None:
            progress(done)
        own = False
        starts = range(done, boards, chunk)
        pieces = (range(first, min(first + chunk, boards)) for first in starts)
        if executor is None and workers > 1 and len(starts) > 1:
            workers, own = min(workers, len(starts)), True
            _check_reach(setup)
            executor, ahead = stack.enter_context(Processes(workers)), 2 * workers
        else:
            ahead = max(2 * workers, _AHEAD)
        coming = _in_order(setup, pieces, executor, ahead)
        for played in _with_reason(coming) if own else coming:
            if store is not None:
                store.append(played)
            done += len(played)
            if progress is not None:
                progress(done)
            yield from played


def _with_reason(coming: Iterator[list[Board]]) -> Iterator[list[Board]]:
    """Pass on what processes of our own play; say what is known if one of them has died."""
    later = False
    try:
        for played in coming:
            yield played
            later = True
    except BrokenProcessPool:  # which knows nothing more
        raise BrokenProcessPool(_why_died(later)) from None


def _check_reach(setup: Setup) -> None:
    """Refuse what processes of our own could not import, before they die of it one by one."""
    main = sys.modules.get("__main__")
    if getattr(main, "__spec__", None) is None and str(getattr(main, "__file__", "")).startswith("<"):
        raise SetupError(
            "this program comes from standard input, which worker processes cannot import; write it to a file"
        )
    for bot in setup.bots:
        if not isinstance(bot, type):
            continue
        name = bot.__qualname__
        if "<locals>" in name:
            what = "is defined inside a function"
        elif bot.__module__ == "__main__" and not hasattr(main, "__file__"):
            what = "is defined at the prompt"
        else:
            continue
        raise SetupError(
            f"{name} {what}, where worker processes cannot find it; write it to a file, such as mybots.py, "
            f"and import it from there, or play with workers=1"
        )
    try:
        pickle.dumps(setup)
    except Exception as error:
        raise SetupError(f"worker processes cannot be given these bots: {error}") from error


def _why_died(later: bool) -> str:
    """What is known of a process that has ended without a word."""
    main = sys.modules.get("__main__")
    if later or getattr(main, "__spec__", None) is not None or not hasattr(main, "__file__"):
        return "a worker process has died while it played, by its bot or by the system"
    return (
        "a worker process has died before a board was played: a bot has ended it, or this script starts an "
        f"arena whenever it is imported, as worker processes do; {GUARD}"
    )


def _in_order(
    setup: Setup, pieces: Iterator[range], executor: Executor | None, ahead: int
) -> Iterator[list[Board]]:
    """Hand out pieces of work, a few more than there are workers, and give back the results in order."""
    if executor is None:
        for piece in pieces:
            yield _play_piece(setup, piece)
        return
    waiting: deque[Future[list[Board]]] = deque()
    try:
        waiting.extend([executor.submit(_play_piece, setup, piece) for piece in islice(pieces, ahead)])
        while waiting:
            played = waiting.popleft().result()
            waiting.extend([executor.submit(_play_piece, setup, piece) for piece in islice(pieces, 1)])
            yield played
    finally:
        for future in waiting:
            future.cancel()


def _play_piece(setup: Setup, numbers: range) -> list[Board]:
    """Play some boards; what a worker does."""
    return [play_board(setup, number) for number in numbers]
