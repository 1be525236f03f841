"""The arena: bots against each other, on the same cards in every seating, with what the result proves.

Examples
--------
>>> from tricktake import arena, fivehundred as fh
>>> report = arena.play(fh.Rules(), ["heuristic", "random"], boards=20, seed=500)
>>> report.pairs[0].better
'heuristic'
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from tricktake._rules import GameRules
from tricktake.arena.boards import Board, Fault, FaultKind, Result
from tricktake.arena.figures import Mean
from tricktake.arena.report import Report
from tricktake.arena.run import play_boards
from tricktake.arena.setup import Setup
from tricktake.arena.standings import Pair, Standing
from tricktake.arena.store import read_header
from tricktake.bots import Bot

__all__ = [
    "Board",
    "Fault",
    "FaultKind",
    "Mean",
    "Pair",
    "Report",
    "Result",
    "Setup",
    "Standing",
    "play",
    "play_boards",
    "read_header",
]


def play(
    rules: GameRules,
    bots: Sequence[str | type[Bot]],
    *,
    boards: int = 1000,
    whole: bool = False,
    seed: int = 0,
    cap: int = 100,
    limit: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    chunk: int = 1,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Play bots against each other and say which is better.

    A board is one shuffle, or the shuffles of one match, and is played in every seating of the bots; the deal
    passes on from board to board.

    Parameters
    ----------
    rules : Rules
        Of Five Hundred or of spades.
    bots : sequence of str or of classes
        Specs as :func:`tricktake.bots.make_bot` reads them, such as ``"random:bid=0.5"`` or
        ``"mybots.py:Mine:depth=3"``, or subclasses of :class:`tricktake.bots.Bot` that are made from a seed
        alone. As many as there are sides: each has a
        whole side, in every order. As many as there are seats: each has a seat, in every order that differs.
        Two where there are more than two sides: the first has each side in turn, the second all others.
    boards : int, default 1000, keyword only
        How many boards.
    whole : bool, default False, keyword only
        Whether a board is a whole match instead of one deal.
    seed : int, default 0, keyword only
        What the cards come from; 0 or more, below 2**64. All bots have the same seed, this one.
    cap : int, default 100, keyword only
        Deals after which a match ends; the highest score has won then.
    limit : float or None, default None, keyword only
        Seconds a decision may take. In the main thread of a process on POSIX, a worker process among them, a
        decision is interrupted then; elsewhere it is waited for.
    executor : concurrent.futures.Executor, optional, keyword only
        Plays the boards: threads, processes or a cluster. It stays open.
    workers : int, default 1, keyword only
        Without an executor, how many processes play; 1: this one. With an executor, how many it has.
    chunk : int, default 1, keyword only
        Boards in one piece of work.
    file : str or path, optional, keyword only
        A result file. Boards that stand in it are not played again, the others are added to it.
    progress : callable, optional, keyword only
        Called with the number of boards there are: before the first is played, then after each piece.

    Returns
    -------
    Report
        The same for every executor, number of workers and size of pieces, unless ``limit`` is overrun.

    Raises
    ------
    SetupError
        If the bots are too many or too few, unknown, or all the same; if a number is impossible; if worker
        processes could not import the bots or the program; or if another arena is writing to the file.
    RecordError
        If the file holds something else, which is left alone.
    OSError
        If the file cannot be read or written.
    concurrent.futures.process.BrokenProcessPool
        If a worker process dies.

    Notes
    -----
    A bot that raises an exception, returns an action that is not legal or something that is no action, or
    takes longer than the limit has lost the deal, which ends at once: its side gets minus the target of the
    game, every other side 0. In a match it has lost the match: its side ranks last, with the target less than
    the lowest score so far, and the best of the other sides has won.

    Worker processes are started afresh and import the main module, so a script that uses them needs the usual
    ``if __name__ == "__main__":``.

    Examples
    --------
    >>> from tricktake import arena, spades as sp
    >>> report = arena.play(sp.Rules(), ["heuristic", "random"], boards=2, whole=True, seed=500)
    >>> report.standings[0].won, report.standings[0].games
    (6.0, 6)
    """
    setup = Setup(rules, tuple(bots), whole=whole, seed=seed, cap=cap, limit=limit)
    played = play_boards(
        setup, boards, executor=executor, workers=workers, chunk=chunk, file=file, progress=progress
    )
    return Report.of(setup, played)
