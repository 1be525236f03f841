"""Many plays stepped at once. Asked: what does a step cost, with legal masks only, with bytes for an agent?

4,096 deals of four-player Five Hundred in hearts on one core; a deal that ends is followed by the next within
the step, shuffling and dealing included. A round is 40 steps, so that every deal is dealt once in it. Moves
are uniformly random legal ones, chosen in C by ``random_actions``; a figure "with choosing" counts that too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from harness import Figure, benchmark, figure, rounds

import cardcore
from cardcore import Dealing, PlayBatch, Stream
from games import HEARTS, HEARTS_PACK, PLACES, hearts_deal

_DEALS = 4096
_STEPS = 40
_ROUNDS = 40
COMPACT = ["hand", "trick", "seen", "tricks", "led"]
"""Fields of a small observation: cards held, on the table, played by whom, tricks won, suit led."""


def _batch(**options: Any) -> PlayBatch:
    batch = PlayBatch([HEARTS], _DEALS, dealing=Dealing(HEARTS_PACK, PLACES), seed=1, **options)
    batch.deal()
    return batch


def _check(build: str) -> None:
    """Deals played in the batch win the tricks of the same deals played one by one."""
    cardcore.use_build(build)
    batch = _batch()
    batch.step_random(None)
    for number in range(300):
        play, stream = hearts_deal(number)
        if play.playout(stream) != tuple(batch.tricks[number].tolist()):
            raise AssertionError(f"the {build} build differs from the loop in Python")


class Loop:
    """A batch with arrays to write to: forty steps, and the time spent choosing within them."""

    def __init__(self, build: str, fields: list[str] | None = None, **written: Any) -> None:
        self.build = build
        self.batch = _batch(autoreset=True, fields=fields)
        self.stream = Stream(2)
        self.actions = np.empty(_DEALS, np.int16)
        self.written = {
            name: np.empty((_DEALS, size(self.batch)) if size else _DEALS, dtype)
            for name, (dtype, size) in written.items()
        }
        self.choosing: list[float] = []

    def __call__(self) -> None:
        """A round."""
        cardcore.use_build(self.build)
        chosen = 0.0
        for _ in range(_STEPS):
            start = time.perf_counter()
            self.batch.random_actions(self.stream, out=self.actions)
            chosen += time.perf_counter() - start
            self.batch.step(self.actions, **self.written)
        self.choosing.append(chosen)

    def shuffle_phases(self) -> None:
        """Let the deals stand at different cards, as after auctions of different lengths."""
        wait = np.random.default_rng(1).integers(0, _STEPS, _DEALS)
        for k in range(_STEPS):
            self.batch.random_actions(self.stream, out=self.actions)
            self.actions[wait < k] = -1
            self.batch.step(self.actions)


REWARDS: dict[str, Any] = {"rewards": (np.float32, lambda batch: batch.places), "done": (bool, None)}
LEGAL: dict[str, Any] = {"legal": (np.uint64, None)}
MASK: dict[str, Any] = {"mask": (np.uint8, lambda batch: batch.actions)}
BYTES: dict[str, Any] = {"observation": (np.uint8, lambda batch: batch.layout.width)}


@benchmark
def batch() -> Iterable[Figure]:
    """Steps of 4,096 deals, millions a second, one core."""
    in_use = cardcore.build_in_use()
    works: dict[str, Loop] = {}
    required: dict[str, tuple[float, float]] = {}
    for build in cardcore.builds():
        _check(build)
        first = build == cardcore.builds()[0]
        for name, loop, wanted in (
            ("64-bit legal masks", Loop(build, **LEGAL), (30.0, 80.0)),
            ("64-bit legal masks, rewards, done", Loop(build, **REWARDS, **LEGAL), (30.0, 80.0)),
            (
                "byte mask and observation (141 B), rewards, done",
                Loop(build, COMPACT, **REWARDS, **MASK, **BYTES),
                (10.0, 30.0),
            ),
            (
                "byte mask and observation (209 B), rewards, done",
                Loop(build, **REWARDS, **MASK, **BYTES),
                (10.0, 30.0),
            ),
        ):
            works[f"batch step, {build} build: {name}"] = loop
            if first:
                required[f"batch step, {build} build: {name}"] = wanted
    mixed = Loop(cardcore.builds()[0], **LEGAL)
    mixed.shuffle_phases()
    works[f"batch step, {cardcore.builds()[0]} build: 64-bit legal masks, deals at different cards"] = mixed
    try:
        times = rounds(list(works.values()), _ROUNDS)
    finally:
        cardcore.use_build(in_use)
    plays = _DEALS * _STEPS / 1e6
    for (name, loop), taken in zip(works.items(), times, strict=True):
        stepping = [whole - chosen for whole, chosen in zip(taken, loop.choosing[1:], strict=True)]
        least, goal = required.get(name, (None, None))
        yield figure(
            name, "M/s", [plays / second for second in stepping], higher=True, at_least=least, goal=goal
        )
        yield figure(f"{name}, with choosing", "M/s", [plays / second for second in taken], higher=True)


@benchmark
def batch_playouts() -> Iterable[Figure]:
    """Random cards chosen and played within the batch, dealing included, millions a second."""
    in_use = cardcore.build_in_use()
    whole = _batch(autoreset=True)
    two = _batch(autoreset=True, threads=2)

    def run(build: str, deals: PlayBatch) -> None:
        cardcore.use_build(build)
        deals.step_random(400)

    works = {f"step_random, {build} build": (build, whole) for build in cardcore.builds()}
    works["step_random, two threads"] = (cardcore.builds()[0], two)
    try:
        times = rounds([lambda work=work: run(*work) for work in works.values()], 15)
    finally:
        cardcore.use_build(in_use)
    for name, taken in zip(works, times, strict=True):
        yield figure(name, "M/s", [_DEALS * 400 / 1e6 / second for second in taken], higher=True)


# ---- peers -------------------------------------------------------------------------------------------


def _openspiel(pyspiel: Any, name: str, deals: int) -> int:
    """Play deals of an OpenSpiel game with random legal actions from Python; how many were made."""
    chance = random.Random(1)
    loaded = pyspiel.load_game(name)
    made = 0
    for _ in range(deals):
        state = loaded.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                made += 1
    return made


@benchmark
def batch_against_openspiel() -> Iterable[Figure]:
    """A step of the batch against a decision of an OpenSpiel game from Python, random actions in both."""
    name = "batch step, byte mask and observation, with choosing"
    try:
        import pyspiel
    except ImportError:
        yield figure(name, "M/s", [0.0], higher=True, peer="OpenSpiel is not installed (extra bench)")
        return
    loop = Loop(cardcore.builds()[0], **REWARDS, **MASK, **BYTES)
    made = {game: _openspiel(pyspiel, game, 60) for game in ("euchre", "spades")}
    peers = [lambda game=game: _openspiel(pyspiel, game, 60) for game in made]
    ours, *theirs = rounds([loop, *peers], 9)
    for game, taken in zip(made, theirs, strict=True):
        yield figure(
            name,
            "M/s",
            [_DEALS * _STEPS / 1e6 / second for second in ours],
            higher=True,
            peer=f"OpenSpiel {game} from Python",
            peer_values=[made[game] / 1e6 / second for second in taken],
        )
