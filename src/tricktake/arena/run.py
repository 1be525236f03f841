"""Plays the boards of an arena, here or by many workers, and gives them back in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from itertools import islice

from tricktake._checks import whole
from tricktake.arena.boards import Board
from tricktake.arena.pool import Processes
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
        starts = range(done, boards, chunk)
        pieces = (range(first, min(first + chunk, boards)) for first in starts)
        if executor is None and workers > 1 and len(starts) > 1:
            workers = min(workers, len(starts))
            executor, ahead = stack.enter_context(Processes(workers)), 2 * workers
        else:
            ahead = max(2 * workers, _AHEAD)
        for played in _in_order(setup, pieces, executor, ahead):
            if store is not None:
                store.append(played)
            done += len(played)
            if progress is not None:
                progress(done)
            yield from played


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
