"""Environments, steps a second from Python. Asked: what does each layer cost, and how do others compare?

Every row plays whole random deals by the same loop: ask what is legal, take one, until all is over; only
actions of seats are counted. Peers run in turn with us: OpenSpiel's own games in C++, and RLCard's bridge if
it is installed. All rows but the first pay for auctions, scores and dealing; environments also write an
observation and a mask at each step.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any

from harness import Figure, benchmark, figure, rounds

from cardcore import key_from_seed
from games import spades_deal
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.envs.agents import AgentDeal

_EPISODES = 30
_ROUNDS = 9
_TABLES = 256
_VECTOR_STEPS = 60

Pick = Callable[[], int]
Driver = Callable[[], int]
"""Plays some episodes and returns the number of actions."""


def _picks() -> Pick:
    """Choices drawn beforehand, so that loops spend their time in the engines."""
    chance = random.Random(5)
    return itertools.cycle([chance.randrange(5040) for _ in range(100_003)]).__next__


def _core() -> Driver:
    pick = _picks()
    deals = [spades_deal(number)[0] for number in range(_EPISODES)]

    def work() -> int:
        steps = 0
        for deal in deals:
            play = deal.copy()
            while not play.is_over:
                legal = play.legal_moves()
                play.push(legal[pick() % len(legal)])
                steps += 1
        return steps

    return work


def _deal(kind: Any, rules: Any) -> Driver:
    pick, key = _picks(), key_from_seed(1)

    def work() -> int:
        steps = 0
        for number in range(_EPISODES):
            deal = kind(rules, dealer=number % rules.players, seed=key, number=number)
            while not deal.is_over:
                legal = deal.legal_actions
                deal.push(legal[pick() % len(legal)])
                steps += 1
            deal.score()
        return steps

    return work


def _agents(kind: Any, rules: Any) -> Driver:
    pick, key = _picks(), key_from_seed(1)

    def work() -> int:
        steps = 0
        for number in range(_EPISODES):
            table = AgentDeal(kind(rules, dealer=number % rules.players, seed=key, number=number))
            while not table.is_over:
                legal = table.legal()
                table.push(legal[pick() % len(legal)])
                steps += 1
            table.points()
        return steps

    return work


def _pettingzoo(name: str) -> Driver:
    from tricktake.envs import pettingzoo

    pick, env = _picks(), pettingzoo.env(name)

    def work() -> int:
        steps = 0
        for number in range(_EPISODES):
            env.reset(seed=1 if number == 0 else None)
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    legal = observation["action_mask"].nonzero()[0]
                    env.step(int(legal[pick() % len(legal)]))
                    steps += 1
        return steps

    return work


def _gymnasium(name: str) -> Driver:
    from tricktake.envs.gymnasium import SeatEnv

    pick, env = _picks(), SeatEnv(name, opponents="random")

    def work() -> int:
        steps = 0
        for number in range(_EPISODES):
            _, info = env.reset(seed=1 if number == 0 else None)
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                _, _, over, _, info = env.step(int(legal[pick() % len(legal)]))
                steps += 1
        return steps

    return work


def _vector(name: str) -> Driver:
    import numpy as np

    from tricktake.envs.vector import VectorSeatEnv

    envs, rng = VectorSeatEnv(name, num_envs=_TABLES), np.random.default_rng(1)
    _, first = envs.reset(seed=1)
    told = [first]

    def work() -> int:
        for _ in range(_VECTOR_STEPS):
            mask = told[0]["action_mask"]
            told[0] = envs.step((rng.random(mask.shape, np.float32) * mask).argmax(axis=1))[-1]
        return _VECTOR_STEPS * _TABLES

    return work


def _openspiel(game: Any) -> Driver:
    pick = _picks()

    def work() -> int:
        steps = 0
        for _ in range(_EPISODES):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                steps += not state.is_chance_node()
                state.apply_action(legal[pick() % len(legal)])
            state.returns()
        return steps

    return work


def _rlcard() -> Driver:
    import rlcard

    pick, env = _picks(), rlcard.make("bridge")

    def work() -> int:
        steps = 0
        for _ in range(_EPISODES):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[pick() % len(legal)])
                steps += 1
            env.get_payoffs()
        return steps

    return work


def _made(make: Callable[[], Driver]) -> Driver | None:
    """A driver, if what it needs is installed."""
    try:
        return make()
    except ImportError:
        return None


def _adapter(name: str) -> Driver:
    from tricktake.envs.openspiel import load_game

    return _openspiel(load_game(name))


def _theirs(name: str) -> Driver:
    import pyspiel

    return _openspiel(pyspiel.load_game(name))


def _check_layers() -> None:
    """The same choices give the same deal through every layer."""
    games: tuple[tuple[Any, Any], ...] = ((fh.Deal, fh.Rules()), (sp.Deal, sp.Rules()))
    for kind, rules in games:
        pick = _picks()
        table = AgentDeal(kind(rules, dealer=0, seed=1, number=0))
        deal = kind(rules, dealer=0, seed=1, number=0)
        while not table.is_over:
            legal = table.legal()
            taken = table.push(legal[pick() % len(legal)])
            if not taken.text.startswith("put"):
                deal.push(taken)
            elif len(table.deal) > len(deal):
                deal.push(table.deal.history[len(deal)].action)
        if deal != table.deal or not deal.is_over:
            raise AssertionError("a deal played by numbers differs from the same deal played by actions")


@benchmark
def environments() -> Iterable[Figure]:
    """Steps a second of every layer from the core to the environments, and of other libraries."""
    _check_layers()
    partners = sp.Rules.preset("partners")
    makers: dict[str, Callable[[], Driver]] = {
        "core: TrickPlay, spades play only": _core,
        "Deal: Five Hundred": lambda: _deal(fh.Deal, fh.Rules()),
        "Deal: partnership spades": lambda: _deal(sp.Deal, partners),
        "AgentDeal: Five Hundred": lambda: _agents(fh.Deal, fh.Rules()),
        "AgentDeal: partnership spades": lambda: _agents(sp.Deal, partners),
        "PettingZoo env: Five Hundred": lambda: _pettingzoo("five-hundred"),
        "PettingZoo env: partnership spades": lambda: _pettingzoo("spades:partners"),
        "Gymnasium env, three random bots: partnership spades": lambda: _gymnasium("spades:partners"),
        "Gymnasium vector env of 256: partnership spades": lambda: _vector("spades:partners"),
        "OpenSpiel adapter: Five Hundred": lambda: _adapter("five-hundred"),
        "OpenSpiel adapter: partnership spades": lambda: _adapter("spades:partners"),
    }
    peers: dict[str, Callable[[], Driver]] = {
        "OpenSpiel euchre (C++)": lambda: _theirs("euchre"),
        "OpenSpiel spades (C++)": lambda: _theirs("spades"),
        "RLCard bridge": _rlcard,
    }
    against = {"core": "OpenSpiel euchre (C++)", "OpenSpiel adapter": "OpenSpiel spades (C++)"}
    against |= {"PettingZoo env": "RLCard bridge", "Deal": "OpenSpiel spades (C++)"}
    drivers = {name: _made(make) for name, make in (makers | peers).items()}
    there = {name: driver for name, driver in drivers.items() if driver is not None}
    counts = {name: driver() for name, driver in there.items()}
    if not all(count > _EPISODES for count in counts.values()):
        raise AssertionError(f"too few steps: {counts}")
    steps: dict[str, list[int]] = {name: [] for name in there}

    def counted(name: str) -> Callable[[], None]:
        return lambda: steps[name].append(there[name]())

    taken = dict(zip(there, rounds([counted(name) for name in there], _ROUNDS), strict=True))
    speeds = {  # the first round does not count
        name: [count / second for count, second in zip(steps[name][1:], taken[name], strict=True)]
        for name in there
    }
    for name in makers:
        kind = name.split(":")[0]
        peer = against.get(kind, "")
        if name not in there:
            yield figure(f"{name}: not installed", "steps/s", [0.0], higher=True)
            continue
        yield figure(
            name,
            "steps/s",
            speeds[name],
            higher=True,
            at_least=30_000 if kind == "OpenSpiel adapter" else None,
            ratio_at_least=1 if kind == "core" and peer in there else None,
            peer=peer if peer in there or not peer else f"{peer} is not installed",
            peer_values=speeds.get(peer),
        )
