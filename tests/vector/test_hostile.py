"""Arguments that are wrong: a clear error, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tricktake import SetupError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.vector import VectorDeals

F, S = fh.Rules(), sp.Rules()

BUILDS: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (TypeError, "rules of a game", lambda: VectorDeals("australian", 3)),
    (TypeError, "rules of a game", lambda: VectorDeals(None, 3)),
    (ValueError, "n 0 is not in", lambda: VectorDeals(F, 0)),
    (ValueError, "n -1 is not in", lambda: VectorDeals(F, -1)),
    (ValueError, "n too large", lambda: VectorDeals(F, 10**30)),
    (TypeError, "n must be", lambda: VectorDeals(F, 2.0)),  # type: ignore[arg-type]
    (TypeError, "n must be", lambda: VectorDeals(F, True)),
    (ValueError, "seed", lambda: VectorDeals(F, 2, seed=-1)),
    (TypeError, "seed", lambda: VectorDeals(F, 2, seed="x")),  # type: ignore[arg-type]
    (TypeError, "seed", lambda: VectorDeals(F, 2, seed=None)),  # type: ignore[arg-type]
    (ValueError, "seed", lambda: VectorDeals(F, 2, seed=(1, 2**64))),
    (ValueError, "key of two", lambda: VectorDeals(F, 2, seed=(1, 2, 3))),  # type: ignore[arg-type]
    (ValueError, "first", lambda: VectorDeals(F, 2, first=-1)),
    (ValueError, "first", lambda: VectorDeals(F, 2, first=2**63)),
    (ValueError, "threads", lambda: VectorDeals(F, 2, threads=0)),
    (ValueError, "threads", lambda: VectorDeals(F, 2, threads=10**9)),
    (IndexError, "dealer 4", lambda: VectorDeals(F, 2, dealer=4)),
    (IndexError, "dealer -1", lambda: VectorDeals(F, 2, dealer=-1)),
    (ValueError, "dealer", lambda: VectorDeals(F, 2, dealer="left")),
    (TypeError, "dealer", lambda: VectorDeals(F, 2, dealer=1.5)),  # type: ignore[arg-type]
    (ValueError, "on_illegal", lambda: VectorDeals(F, 2, on_illegal="ignore")),
    (ValueError, "penalty", lambda: VectorDeals(F, 2, penalty=2**31)),
    (SetupError, "scores must have shape", lambda: VectorDeals(F, 2, scores=[1, 2, 3])),
    (SetupError, "scores must have shape", lambda: VectorDeals(F, 2, scores=[[1, 2]])),
    (SetupError, "scores must be in", lambda: VectorDeals(F, 2, scores=[10**18, 0])),
    (SetupError, "scores must be in", lambda: VectorDeals(F, 2, scores=np.array([2**64 - 1, 0], np.uint64))),
    (TypeError, "scores must be whole", lambda: VectorDeals(F, 2, scores=[0.5, 0.0])),
    (TypeError, "scores must be whole", lambda: VectorDeals(F, 2, scores=[10**30, 0])),
    (TypeError, "scores must be whole", lambda: VectorDeals(F, 2, scores=["a", "b"])),
    (SetupError, "no bags", lambda: VectorDeals(F, 2, bags=[0, 0])),
    (SetupError, "no blind_sixes", lambda: VectorDeals(F, 2, blind_sixes=[0] * 4)),
    (SetupError, "bags must be in", lambda: VectorDeals(S, 2, bags=[-1, 0, 0])),
    (SetupError, "at most 1000000 bags", lambda: VectorDeals(S, 2, bags=[10**7, 0, 0])),
    (SetupError, "do not add up", lambda: VectorDeals(sp.Rules.short_minus10(), 2, bags=[1, 0, 0])),
    (SetupError, "rewards have 32 bits", lambda: VectorDeals(F.replace(misere_value=2**40), 2)),
    (SetupError, "rewards have 32 bits", lambda: VectorDeals(F.replace(slam_value=10**17), 2)),
    (SetupError, "rewards have 32 bits", lambda: VectorDeals(S.replace(nil_value=10**17), 2)),
]


@pytest.mark.parametrize("at", range(len(BUILDS)))
def test_building(at: int) -> None:
    """Nothing is built from what makes no sense."""
    error, message, build = BUILDS[at]
    with pytest.raises(error, match=message):
        build()


class Odd:
    """No array and no number."""

    def __len__(self) -> int:
        return 3

    def __getitem__(self, at: int) -> object:
        raise RuntimeError("do not look")


USES: list[tuple[type[Exception], Callable[[VectorDeals], Any]]] = [
    (ValueError, lambda v: v.step([0, 0])),
    (ValueError, lambda v: v.step(0)),
    (ValueError, lambda v: v.step([[0], [0], [0]])),
    (TypeError, lambda v: v.step([0.0, 0.0, 0.0])),
    (TypeError, lambda v: v.step([True, True, True])),
    (TypeError, lambda v: v.step(["P", "P", "P"])),
    (TypeError, lambda v: v.step([None, None, None])),  # type: ignore[arg-type]
    (TypeError, lambda v: v.step([10**30, 0, 0])),
    (TypeError, lambda v: v.step([])),
    (RuntimeError, lambda v: v.step(Odd())),  # type: ignore[arg-type]
    (TypeError, lambda v: v.step([-1] * 3, rewards=np.zeros((3, 4)))),  # type: ignore[arg-type]
    (ValueError, lambda v: v.step([-1] * 3, rewards=np.zeros((4, 3), np.int32))),
    (TypeError, lambda v: v.step([-1] * 3, done=[False] * 3)),  # type: ignore[arg-type]
    (ValueError, lambda v: v.step([-1] * 3, done=np.zeros(2, bool))),
    (TypeError, lambda v: v.step([-1] * 3, illegal=np.zeros(3, np.int8))),
    (ValueError, lambda v: v.step([-1] * 3, final=np.zeros((3, 4, 5), np.int16))),
    (ValueError, lambda v: v.observe(np.zeros((3, 7), np.int16))),
    (TypeError, lambda v: v.observe(np.zeros((3, v.encoding.length)))),  # type: ignore[arg-type]
    (ValueError, lambda v: v.observe(np.broadcast_to(np.int16(0), (3, v.encoding.length)))),
    (TypeError, lambda v: v.observe([0])),  # type: ignore[arg-type]
    (IndexError, lambda v: v.observe(seat=4)),
    (IndexError, lambda v: v.observe(seat=-1)),
    (IndexError, lambda v: v.observe(seat=[0, 1, 9])),
    (ValueError, lambda v: v.observe(seat=[0, 1])),
    (TypeError, lambda v: v.observe(seat=1.0)),
    (TypeError, lambda v: v.observe(seat="all")),
    (ValueError, lambda v: v.history(np.zeros((3, 2, 2), np.int16))),
    (IndexError, lambda v: v.history(seat=7)),
    (ValueError, lambda v: v.legal(np.zeros((3, 3), np.uint8))),
    (TypeError, lambda v: v.legal(np.zeros((3, len(v.actions)), np.int32))),
    (TypeError, lambda v: v.random_actions(None)),  # type: ignore[arg-type]
    (TypeError, lambda v: v.random_actions(np.random.default_rng(1), np.zeros(3, np.int64))),
    (IndexError, lambda v: v.deal(3)),
    (IndexError, lambda v: v.deal(-1)),
    (TypeError, lambda v: v.deal(1.0)),  # type: ignore[arg-type]
    (IndexError, lambda v: v.put(10**30)),
    (IndexError, lambda v: v.score(99)),
    (SetupError, lambda v: v.score(0)),
    (KeyError, lambda v: v.results("colour")),
    (IndexError, lambda v: v.reset([3])),
    (IndexError, lambda v: v.reset([-1])),
    (ValueError, lambda v: v.reset([1, 1])),
    (ValueError, lambda v: v.reset(1)),
    (ValueError, lambda v: v.reset([True, False])),
    (TypeError, lambda v: v.reset([0.0])),
    (IndexError, lambda v: v.reset(numbers=[-1, 0, 0])),
    (ValueError, lambda v: v.reset(numbers=[1, 2])),
    (TypeError, lambda v: v.reset(numbers=[1.0, 2.0, 3.0])),
    (IndexError, lambda v: v.reset(dealer=4)),
    (SetupError, lambda v: v.reset(scores=[1, 2, 3])),
    (SetupError, lambda v: v.reset([0], scores=[[1, 2], [3, 4]])),
    (SetupError, lambda v: v.reset(bags=[0, 0])),
]


@pytest.mark.parametrize("at", range(len(USES)))
def test_using(at: int) -> None:
    """A call that fails leaves every deal as it was."""
    error, use = USES[at]
    deals = VectorDeals(F, 3, seed=1)
    before = (deals.observe().tobytes(), deals.number.tolist(), [deals.deal(i) for i in range(3)])
    with pytest.raises(error):
        use(deals)
    assert (deals.observe().tobytes(), deals.number.tolist(), [deals.deal(i) for i in range(3)]) == before


def test_actions_may_be_of_any_whole_kind() -> None:
    """Signed or not, of any width and byte order, strided or read-only."""
    for dtype in ("i1", "u1", ">i2", "i4", "u8", ">i8"):
        deals = VectorDeals(F, 3)
        actions = np.zeros(6, dtype)
        actions[::2] = deals.actions.index("LOOK")
        actions.flags.writeable = False
        assert deals.step(actions[::2]) == 0
        assert deals.history()[:, 0, 1].tolist() == [1, 1, 1]


def test_actions_are_read_before_anything_is_written() -> None:
    """An array may be both actions and something else."""
    deals = VectorDeals(F, 3)
    actions = np.full(3, deals.actions.index("LOOK"), np.int16)
    deals.step(actions)
    assert deals.random_actions(np.random.default_rng(2), actions) is actions
    deals.step(actions)
    assert deals.history()[:, 1, 1].min() >= 0
