"""Copies, forks, broken-off steps, and deals without a score."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tricktake import IllegalAction, SetupError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.vector import VectorDeals
from vector.lockstep import RULES

COPIES: list[Callable[[VectorDeals], VectorDeals]] = [
    lambda deals: deals.copy(),
    copy.copy,
    copy.deepcopy,
    lambda deals: pickle.loads(pickle.dumps(deals)),
]
FORK = """
import os, sys
import numpy as np
from tricktake import fivehundred as fh
from tricktake.vector import VectorDeals
deals = VectorDeals(fh.Rules(), 64, seed=1, threads=3)
alone = VectorDeals(fh.Rules(), 64, seed=1)
rng = np.random.default_rng(1)
for _ in range(20):
    actions = deals.random_actions(rng)
    deals.step(actions), alone.step(actions)
if sys.argv[1] == "locked":
    next(iter(deals._locks.values())).acquire()  # as if another thread were just looking
child = os.fork()
if child == 0:
    for _ in range(20):
        actions = deals.random_actions(rng)
        deals.step(actions), alone.step(actions)
    sys.exit(3 if (deals.observe() == alone.observe()).all() else 4)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def look(deals: VectorDeals) -> Any:
    """Everything that can be seen."""
    shown = ("turn", "phase", "dealer", "number", "done", "illegal", "rewards", "legal_bits")
    names = list(deals._parts[0].scores)
    return [
        *[getattr(deals, name).tobytes() for name in shown],
        *[deals.results(name).tobytes() for name in names],
        *[deals.observe(seat=seat).tobytes() for seat in range(deals.rules.players)],
        deals.history().tobytes(),
        [deals.deal(i) for i in range(0, deals.n, 3)],
        [deals.put(i) for i in range(deals.n)],
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("how", ["free", "locked"])
def test_a_fork_has_threads_of_its_own(how: str) -> None:
    """A child neither waits for threads that are not there nor for a lock nobody gives back."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK, how],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("3\n", "")


@pytest.mark.parametrize("name", RULES)
def test_copies_go_on_alike(name: str) -> None:
    """In every phase a copy looks the same, goes on the same, and leaves the first alone."""
    deals = VectorDeals(RULES[name], 7, seed=9, first=5, threads=2)
    rng = np.random.default_rng(3)
    for step in range(90):
        if step % 37 == 10:
            before = look(deals)
            other = COPIES[(step // 37 + len(name)) % len(COPIES)](deals)
            assert look(other) == before
            actions = deals.random_actions(rng)
            for _ in range(30):
                other.step(other.random_actions(np.random.default_rng(4)))
            assert look(deals) == before
            other = deals.copy()
            other.step(actions)
            deals.step(actions)
            assert look(other) == look(deals)
        deals.step(deals.random_actions(rng))


@pytest.mark.parametrize("make", COPIES)
def test_copies_keep_the_options(make: Callable[[VectorDeals], VectorDeals]) -> None:
    """What was said when the deals were made, and how the matches stand."""
    options: dict[str, Any] = {"dealer": 1, "autoreset": False, "on_illegal": "end", "penalty": 7}
    deals = VectorDeals(sp.Rules(), 4, seed=(1, 2**64 - 1), scores=[5, 6, 7], bags=[1, 2, 3], **options)
    deals.reset([2], scores=[50, 60, 70], dealer=2)
    other = make(deals)
    assert look(other) == look(deals)
    for one in (deals, other):
        one.step([9999, -1, -1, -1])
        assert one.rewards.tolist() == [[0, 0, -7], [0] * 3, [0] * 3, [0] * 3]
        assert one.turn.tolist() == [-1, 2, 0, 2]
        one.reset()
        assert one.dealer.tolist() == [1] * 4
        assert one.deal(2).scores == (50, 60, 70)
    assert look(other) == look(deals)
    other.reset(scores=[1, 1, 1])
    assert deals.deal(2).scores == (50, 60, 70)


@pytest.mark.parametrize("autoreset", [True, False])
def test_an_illegal_end_has_no_score(autoreset: bool) -> None:
    """The score of an earlier deal does not pass for that of one that was stopped."""
    deals = VectorDeals(sp.Rules(), 3, seed=2, on_illegal="end", autoreset=autoreset, threads=2)
    rng = np.random.default_rng(1)
    ended = np.zeros(3, bool)
    while not ended.all():
        deals.step(deals.random_actions(rng))
        ended |= deals.done
    if not autoreset:
        deals.reset()
    kept = deals.score(0), deals.score(2)
    assert deals.results("tricks").any(axis=1).all()
    deals.step([-1, 9999, -1])
    assert deals.done.tolist() == [False, True, False]
    with pytest.raises(SetupError, match="slot 1 yet, or an illegal action"):
        deals.score(1)
    for name in ("points", "tricks"):
        assert not deals.results(name)[1].any()
    assert (deals.score(0), deals.score(2)) == kept
    if not autoreset:
        deals.reset([1])
    deals.step(deals.random_actions(rng))
    while not deals.done[1]:
        deals.step(deals.random_actions(rng))
    assert deals.score(1).points == tuple(deals.results("points")[1])


USES: list[Callable[[VectorDeals], Any]] = [
    lambda v: v.step([-1] * 4),
    lambda v: v.reset([0]),
    lambda v: v.observe(),
    lambda v: v.history(),
    lambda v: v.legal(),
    lambda v: v.random_actions(np.random.default_rng(1)),
    lambda v: v.deal(0),
    lambda v: v.put(0),
    lambda v: v.score(0),
    lambda v: v.results("points"),
    lambda v: v.copy(),
    lambda v: pickle.dumps(v),
]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_broken_off(error: type[BaseException]) -> None:
    """No method shows half a step, until all deals are dealt anew; and no thread works on after the error."""
    deals = VectorDeals(fh.Rules.kitchen(), 4, seed=1, threads=2)
    for _ in range(4):
        deals.step([0] * 4)
    assert deals.score(0).points == (0, 0)
    first, second = deals._parts
    finished = []

    def break_off(*_: Any, **__: Any) -> Any:
        raise error

    def slow(*_: Any, **__: Any) -> Any:
        time.sleep(0.2)
        finished.append(True)
        return 0

    first.advance, second.advance = break_off, slow  # type: ignore[method-assign]
    with pytest.raises(error):
        deals.step([0] * 4)
    assert finished == [True]
    del first.advance, second.advance
    for use in USES:
        with pytest.raises(SetupError, match="broken off"):
            use(deals)
    deals.reset(numbers=range(4))
    with pytest.raises(SetupError, match="no deal has ended"):
        deals.score(0)
    fresh = VectorDeals(fh.Rules.kitchen(), 4, seed=1)
    deals.step([0] * 4)
    fresh.step([0] * 4)
    assert look(deals) == look(fresh)


@pytest.mark.parametrize("use", USES)
def test_one_call_at_a_time(use: Callable[[VectorDeals], Any]) -> None:
    """Every method waits for the one under way."""
    deals = VectorDeals(fh.Rules.kitchen(), 4)
    for _ in range(4):
        deals.step([0] * 4)
    thread = threading.Thread(target=use, args=(deals,))
    with deals._whole():
        thread.start()
        thread.join(0.03)
        assert thread.is_alive()
    thread.join(10)
    assert not thread.is_alive()


def test_numbers_do_not_come_round() -> None:
    """The highest number goes on to the next; higher ones are refused."""
    deals = VectorDeals(fh.Rules(), 2, first=2**63 - 1)
    deals.reset([0], numbers=2**63 - 1)
    deals.reset()
    assert deals.number.tolist() == [2**63 + 1, 2**63 + 2]
    for number in (2**63, 2**64 - 1):
        with pytest.raises(IndexError, match=r"numbers must be in 0\.\.9223372036854775807"):
            deals.reset(numbers=np.array([number, 0], np.uint64))
    assert deals.number.tolist() == [2**63 + 1, 2**63 + 2]


def test_the_value_given_is_named() -> None:
    """Numbers that fit no signed integer are named as they were given, and are not taken for -1."""
    deals = VectorDeals(fh.Rules(), 2)
    for number in (2**64 - 1, 2**63, 2**62 + 1):
        with pytest.raises(IllegalAction, match=f"^deal 1: {number} is no action; "):
            deals.step(np.array([deals.actions.index("LOOK"), number], np.uint64))


def test_over_already() -> None:
    """With ``end``, an action for a deal that is over only says that it was illegal."""
    deals = VectorDeals(fh.Rules.kitchen(), 2, on_illegal="end", autoreset=False)
    for _ in range(4):
        deals.step([0, 0])
    score = deals.score(0)
    assert deals.step([0, -1]) == 0
    assert deals.illegal.tolist() == [True, False]
    assert not deals.done.any()
    assert not deals.rewards.any()
    assert deals.score(0) == score
