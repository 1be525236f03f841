"""Steps that are broken off, arguments of wrong types, copies: nothing goes on with the wrong seat to act."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from tricktake import IllegalAction, SetupError, WrongPhase  # noqa: E402
from tricktake.bots import Random  # noqa: E402
from tricktake.envs.gymnasium import SeatEnv  # noqa: E402
from tricktake.envs.pettingzoo import CardTable, parallel_env  # noqa: E402
from tricktake.envs.vector import VectorSeatEnv  # noqa: E402


class Failing(Random):
    """Random, until it is told to fail."""

    broken: type[BaseException] | None = None

    def _choose(self, view: Any) -> Any:
        if self.broken is not None:
            raise self.broken
        return super()._choose(view)


class Others:
    """The lowest legal action, until told to fail or to cheat."""

    def __init__(self) -> None:
        self.broken: type[BaseException] | None = None
        self.cheat: int | None = None

    def __call__(self, seen: Any, masks: Any) -> Any:
        if self.broken is not None:
            raise self.broken
        chosen = masks.argmax(axis=1)
        if self.cheat is not None:
            chosen[-1] = self.cheat
        return chosen


def play_on(env: Any, info: Any) -> None:
    """Take the first legal action for some steps."""
    for _ in range(20):
        info = env.step(info["action_mask"].argmax(axis=-1))[4]


@pytest.mark.parametrize("broken", [KeyboardInterrupt, ZeroDivisionError])
def test_bot_fails(broken: type[BaseException]) -> None:
    """After a bot has failed in a step the agent does not act for its seat; a reset helps."""
    bot = Failing(1)
    env = SeatEnv("spades", opponents=bot, seat=1)
    _, info = env.reset(seed=1)
    bot.broken = broken
    with pytest.raises(broken):
        play_on(env, info)
    bot.broken = None
    before = env.table.to_text()
    for action in np.flatnonzero(env.action_masks())[:3]:
        with pytest.raises(WrongPhase, match="reset"):
            env.step(int(action))
    assert env.table.to_text() == before
    bot.broken = broken
    with pytest.raises(broken):
        env.reset(options={"dealer": 1})
    bot.broken = None
    with pytest.raises(WrongPhase, match="reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize("mode", ["SameStep", "NextStep", "Disabled"])
@pytest.mark.parametrize("broken", [KeyboardInterrupt, ZeroDivisionError])
def test_opponents_fail(broken: type[BaseException], mode: str) -> None:
    """The same for many tables; only a reset of all of them helps, and then all is as ever."""
    others = Others()
    envs = VectorSeatEnv("spades", num_envs=3, opponents=others, autoreset_mode=mode)
    first, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    usual = envs.step(actions)[0]
    envs.reset(seed=1)
    others.broken = broken
    with pytest.raises(broken):
        play_on(envs, infos)
    others.broken = None
    turns = envs.deals.turn.copy()
    with pytest.raises(WrongPhase, match="reset of all"):
        envs.step(actions)
    with pytest.raises(WrongPhase, match="reset of all"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(SetupError):
        envs.reset(options={"scores": [1]})
    with pytest.raises(WrongPhase, match="reset of all"):
        envs.step(actions)
    assert np.array_equal(envs.deals.turn, turns)
    again, infos = envs.reset(seed=1)
    assert np.array_equal(again, first)
    assert np.array_equal(envs.step(infos["action_mask"].argmax(axis=1))[0], usual)
    _, infos = envs.reset()
    envs.step(infos["action_mask"].argmax(axis=1))


def test_refused_reset_changes_nothing() -> None:
    """After a reset that was refused the episodes go on."""
    envs = VectorSeatEnv("spades", num_envs=2)
    _, infos = envs.reset(seed=1)
    with pytest.raises(SetupError):
        envs.reset(options={"scores": [1]})
    envs.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("cheat", [0, -1, 10**6])
def test_opponents_cheat(cheat: int) -> None:
    """An illegal action of the opponents is refused, with the table and the seat."""
    others = Others()
    envs = VectorSeatEnv("spades", num_envs=2, opponents=others, seat=1)
    _, infos = envs.reset(seed=1)
    others.cheat = cheat
    with pytest.raises(
        IllegalAction, match=rf"table \d: the opponent at seat [02] may not take action {cheat} "
    ):
        play_on(envs, infos)
    with pytest.raises(WrongPhase):
        envs.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("action", [1.5, "x", True, np.array([1]), np.float64(1), [1]])
@pytest.mark.parametrize("illegal", ["end", "ask", "random", "raise"])
def test_wrong_types_of_actions(action: Any, illegal: str) -> None:
    """What is no whole number is a TypeError in both, whatever happens to illegal ones; nothing changes."""
    seat, table = SeatEnv("spades", opponents="random", illegal=illegal), CardTable("spades", illegal=illegal)
    seat.reset(seed=1)
    table.reset(seed=1)
    for env in (seat, table):
        before = env.table.to_text()
        with pytest.raises(TypeError, match=r"whole number|integer"):
            env.step(action)
        assert env.table.to_text() == before
    with pytest.raises(TypeError, match="an action must be a whole number, not NoneType"):
        seat.step(None)  # type: ignore[arg-type]
    for kind in (np.int64, np.uint8, np.array):
        seat.reset(seed=1)
        seat.step(kind(int(seat.action_masks().argmax())))
        table.reset(seed=1)
        table.step(kind(int(table.infos[table.agent_selection]["action_mask"].argmax())))


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        (SeatEnv, {"seat": 1.5}, TypeError),
        (SeatEnv, {"seat": True}, TypeError),
        (SeatEnv, {"seat": 3}, SetupError),
        (SeatEnv, {"penalty": float("nan")}, SetupError),
        (SeatEnv, {"penalty": "5"}, TypeError),
        (CardTable, {"max_cycles": 1.5}, TypeError),
        (CardTable, {"max_cycles": 0}, SetupError),
        (parallel_env, {"max_cycles": 1.5}, TypeError),
        (CardTable, {"penalty": float("inf")}, SetupError),
        (CardTable, {"cap": 1.5}, TypeError),
        (VectorSeatEnv, {"seat": 1.5}, TypeError),
        (VectorSeatEnv, {"num_envs": 0}, SetupError),
        (VectorSeatEnv, {"num_envs": 1.5}, TypeError),
        (VectorSeatEnv, {"threads": 0}, SetupError),
        (VectorSeatEnv, {"penalty": float("nan")}, SetupError),
        (VectorSeatEnv, {"render_mode": "ansi"}, SetupError),
    ],
)
def test_constructors_refuse(kind: Any, given: dict[str, Any], error: type[Exception]) -> None:
    """Numbers that are none, or out of range, are refused at once, by name."""
    with pytest.raises(error, match=next(iter(given))):
        kind("spades", **given)


def test_table_before_reset() -> None:
    """Without an episode there is nothing to see or to do."""
    for call in (lambda: CardTable().observe("player_0"), lambda: CardTable().step(0)):
        with pytest.raises(WrongPhase, match="reset"):
            call()


@pytest.mark.parametrize(("missing", "name"), [("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")])
def test_what_is_missing_is_named(missing: str, name: str) -> None:
    """The error of an import says which of the two is not there."""
    code = f"import sys; sys.modules[{missing!r}] = None; import tricktake.envs.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"ImportError: {name} is missing: pip install 'tricktake[rl]'" in done.stderr


@pytest.mark.parametrize("way", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize("threads", [1, 2])
def test_copies_of_many_tables(way: Any, threads: int) -> None:
    """A copy goes on as the original would, and goes its own way."""
    envs = VectorSeatEnv("spades", num_envs=4, threads=threads)
    _, infos = envs.reset(seed=1)
    for _ in range(5):
        infos = envs.step(infos["action_mask"].argmax(axis=1))[4]
    twin, told = way(envs), infos
    for _ in range(30):
        seen, rewards, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    for _ in range(30):
        theirs, earned, *_, told = twin.step(told["action_mask"].argmax(axis=1))
    assert np.array_equal(seen, theirs)
    assert np.array_equal(rewards, earned)
    assert envs.deals is not twin.deals
