"""Threads that import, choose the build of the loops and stop searches while others are at work."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import cycle

import pytest

from cardcore import (
    PlayBatch,
    Solver,
    StopFlag,
    Stream,
    build_in_use,
    builds,
    perft,
    play_random_deals,
    use_build,
)
from core.test_solver_core import hard_play
from threads.crowd import CROWD, crowd
from threads.test_shared import DEALING, PACK, SETUP, START


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_the_build_changes_while_others_work(times: int) -> None:
    """One thread goes from build to build all the time; every answer is that of either."""
    late = START.copy()
    for _ in range(18):
        late.push(late.legal_moves()[0])
    due = (
        Solver().solve(late, 5, 5),
        perft(late, 5),
        play_random_deals(SETUP, PACK, DEALING.places, 300, leader=0, seed=1),
        START.playout(Stream(4)),
    )
    before = build_in_use()
    done = threading.Event()

    def work(number: int) -> None:
        if number == 0:
            for name in cycle(builds()):
                use_build(name)
                assert build_in_use() in builds()
                if done.is_set():
                    return
        solver = Solver()
        batch = PlayBatch([SETUP], 1100, dealing=DEALING, threads=2)
        try:
            for _ in range(4 * times):
                assert solver.solve(late, 5, 5, keep=True) == due[0]
                assert perft(late, 5) == due[1]
                assert play_random_deals(SETUP, PACK, DEALING.places, 300, leader=0, seed=1) == due[2]
                assert START.playout(Stream(4)) == due[3]
                batch.deal()
                assert batch.step_random(None) == 1100
                assert (batch.tricks.sum(axis=1) == 10).all()
        finally:
            if number == 1:
                done.set()

    try:
        crowd(work)
    finally:
        done.set()
        use_build(before)


def test_v_03_one_flag_stops_all() -> None:
    """V-03: searches in many threads that would take very long end when one thread sets their flag."""
    flag, play = StopFlag(), hard_play()
    begun = threading.Barrier(CROWD)

    def work(number: int) -> bool:
        begun.wait()
        if number == 0:
            flag.set()
            return False
        # With every help switched off it takes for ever.
        return not Solver(_features=0).solve(play, 1, 1, stop=flag).is_exact  # type: ignore[call-arg]

    assert sum(crowd(work)) == CROWD - 1


def test_everything_is_imported_by_many_threads_at_once() -> None:
    """A fresh process whose threads all begin with the imports, each in another order.

    Not the modules of cardcore one by one: CPython itself refuses a package and a compiled module of it that
    two threads import at the same moment. What others have written is imported before, since CPython 3.13.5
    without its lock can fail to find even ``collections.abc`` when several threads ask for it first.
    """
    code = """
import collections.abc, concurrent.futures, dataclasses, sys, threading, numpy
sys.setswitchinterval(1e-6)
names = ["tricktake", "cardcore", "tricktake.vector", "tricktake.fivehundred", "tricktake.spades",
         "tricktake.records", "tricktake.encoding", "tricktake.bots", "tricktake.arena", "tricktake.review"]
gate, errors = threading.Barrier(8), []
def work(k):
    gate.wait()
    try:
        for name in names[k:] + names[:k]:
            __import__(name)
        import tricktake as tt
        from tricktake import fivehundred as fh
        assert str(fh.Deal(dealer=3, seed=500).hand(0)) == "JK S6 CA CK DA D10 D9 D6 H8 H4"
    except BaseException as error:
        errors.append(repr(error))
threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(errors)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
