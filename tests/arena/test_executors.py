"""The same results here, in threads and in processes, however many there are."""

from __future__ import annotations

import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from arena import faulty
from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp

BOTS = ("random", "random:bid=0.5")


@pytest.fixture(scope="module")
def due() -> arena.Report:
    return arena.play(fh.Rules(), BOTS, boards=25, seed=7)


@pytest.mark.parametrize("workers", [2, 4])
def test_p_11_processes(due: arena.Report, workers: int) -> None:
    assert arena.play(fh.Rules(), BOTS, boards=25, seed=7, workers=workers) == due


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("chunk", [1, 4, 100])
def test_p_11_threads(due: arena.Report, threads: int, chunk: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        report = arena.play(fh.Rules(), BOTS, boards=25, seed=7, executor=pool, workers=threads, chunk=chunk)
        assert report == due
        assert pool.submit(len, "abc").result() == 3  # it stays open


@pytest.mark.parametrize("chunk", [1, 7, 25, 1000])
def test_p_11_pieces_of_work(due: arena.Report, chunk: int) -> None:
    seen: list[int] = []
    report = arena.play(fh.Rules(), BOTS, boards=25, seed=7, chunk=chunk, progress=seen.append)
    assert report == due
    assert seen == [0, *range(chunk, 25, chunk), 25]


def test_p_11_whole_matches_in_threads() -> None:
    settings: dict[str, Any] = {"boards": 2, "whole": True, "cap": 2}
    here = arena.play(sp.Rules(), BOTS, **settings)
    with ThreadPoolExecutor(2) as pool:
        assert arena.play(sp.Rules(), BOTS, executor=pool, **settings) == here


@pytest.mark.slow
def test_p_11_whole_matches_in_processes() -> None:
    settings: dict[str, Any] = {"boards": 3, "whole": True, "cap": 4}
    here = arena.play(sp.Rules(), BOTS, **settings)
    assert arena.play(sp.Rules(), BOTS, workers=2, **settings) == here


def test_no_two_boards_are_the_same(due: arena.Report) -> None:
    assert len({board.results for board in due.boards}) == 25


class Counting(Executor):
    """Runs everything at once and counts what is handed in and fetched."""

    def __init__(self) -> None:
        self.handed = 0

    def submit(self, work: Any, /, *args: Any, **named: Any) -> Future[Any]:
        self.handed += 1
        future: Future[Any] = Future()
        future.set_result(work(*args, **named))
        return future


def test_few_boards_are_played_ahead() -> None:
    executor = Counting()
    setup = arena.Setup(fh.Rules(misere=False, open_misere=False, blind_misere=False), BOTS)
    coming = arena.play_boards(setup, 10**9 // 1000, executor=executor, workers=2)
    for number in range(5):
        assert next(coming).number == number
    assert 5 <= executor.handed <= 80
    coming.close()


def test_nothing_is_left_running() -> None:
    before = threading.active_count()
    setup = arena.Setup(fh.Rules(), BOTS)
    coming = arena.play_boards(setup, 500, workers=2)
    assert next(coming).number == 0
    coming.close()
    assert threading.active_count() == before


def test_a_worker_that_dies_is_an_error() -> None:
    with pytest.raises(BrokenExecutor):
        arena.play(sp.Rules(), [faulty.Dies, "random"], boards=4, workers=2)
