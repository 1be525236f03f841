"""Threads with objects of their own, and threads that share what does not change: results as with one."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from cardcore import (
    CardOrder,
    CardSet,
    Dealing,
    Pack,
    PlayBatch,
    PlaySetup,
    Sampler,
    SeatOrder,
    Solver,
    Stakes,
    Stream,
    TrickPlay,
    divide,
    parse_card,
    perft,
    permute_bits,
    play_random_deals,
    policy_playouts,
    redeal,
    shuffled_packs,
    tree_search,
)
from core.batches import EVERY_FIELD
from core.snapshots import random_plays
from threads.crowd import crowd

TIMES = [1, pytest.param(10, marks=pytest.mark.slow)]

PACK = Pack([suit * 16 + rank for suit in range(4) for rank in range(3, 13)] + [64])
ORDER = CardOrder([[s * 16 + r for r in range(3, 13)] + [64] * (s == 3) for s in range(4)], trump=3)
SETUP = PlaySetup(ORDER, SeatOrder.circle(4))
DEALING = Dealing(PACK, [place for place in range(4) for _ in range(10)] + [None])
HANDS = [list(PACK)[place:40:4] for place in range(4)]
START = TrickPlay(SETUP, HANDS, 0)
SAMPLER = Sampler(
    (1 << 40) - 1, [10] * 4, [(1 << 30) - 1, (1 << 40) - 1, ~0 & (1 << 40) - 1 ^ 31, (1 << 40) - 1]
)
STAKES = Stakes(4, [((0, 2), [0] * 7 + [10] * 4)], [[1], [-1], [1], [-1]])


def play_through(seed: int, play: TrickPlay) -> list[Any]:
    """A random play there and back, with all that can be asked of it on the way."""
    rng = random.Random(seed)
    found: list[Any] = []
    play = play.copy()
    while not play.is_over:
        found += [
            play.turn,
            play.legal_mask,
            play.legal_moves(),
            play.trick,
            str(play.legal_cards),
            play.leader,
        ]
        play.push(rng.choice(play.legal_moves()))
    found += [play.tricks, play.history, hash(play), repr(play), play == pickle.loads(pickle.dumps(play))]
    while play.history:
        found.append(play.pop())
    return found


def everything_c(seed: int) -> list[Any]:
    """One answer of every part of the core, with what does not change shared."""
    late = START.copy()
    rng = random.Random(seed)
    while len(late.history) < 24:
        late.push(rng.choice(late.legal_moves()))
    rows = np.array(
        [[late.hand_mask(1), late.hand_mask(3)], [late.hand_mask(3), late.hand_mask(1)]], np.uint64
    )
    solver = Solver()
    batch = PlayBatch([SETUP], 30, dealing=DEALING, seed=seed, fields=EVERY_FIELD)
    batch.deal()
    actions = batch.random_actions(Stream(seed))
    batch.step(actions)
    batch.step_random(7)
    found: list[Any] = [
        play_through(seed, START),
        perft(late, 4),
        divide(late, 3),
        solver.solve(late, 5, 5),
        solver.moves(late, 5, 1),
        solver.line(late, 5, 5, keep=True),
        redeal(late, [late.hand_mask(place) for place in range(4)]) == late,
        play_random_deals(SETUP, PACK, DEALING.places, 60, leader=1, seed=seed),
        SAMPLER.sample(20, seed=seed).tolist(),
        (SAMPLER.count, SAMPLER.possible, hash(SAMPLER)),
        STAKES.pays((4, 1, 3, 2)),
        shuffled_packs([seed, 5], 41, seed=3).tolist(),
        permute_bits([[seed]], [list(range(62, -1, -1))], [0]).tolist(),
        batch.observe().tolist(),
        batch.mask().tolist(),
        batch.play(3).legal_moves(),
        batch.copy().step_random(None),
        Stream(seed, number=7).permutation(52),
        (ORDER.position("JK"), ORDER.to_mask("HJ S9"), str(ORDER.to_cards(255)), ORDER.winner(["S9", "JK"])),
        (hash(SETUP), PlaySetup(ORDER, SeatOrder.circle(4)) == SETUP, repr(SETUP)),
        CardSet("HA SQ JK") | CardSet([parse_card("10s")]),
        START.playout(Stream(seed)),
    ]
    if not late.is_over:
        found += [
            tree_search(late, rows[:1], [None, 0, None, 1], STAKES, iterations=60, seed=seed),
            policy_playouts(late, rows[:1], [None, 0, None, 1], STAKES, seed=seed, repeat=5).tolist(),
        ]
    return found


@pytest.mark.parametrize("times", TIMES)
def test_every_part_of_the_core(times: int) -> None:
    """Eight threads ask everything of shared orders, setups, samplers, stakes and plays."""
    due = {seed: everything_c(seed) for seed in range(4 * times)}

    def work(number: int) -> None:
        for seed in sorted(due, key=lambda seed: (seed * 7 + number) % len(due)):
            assert everything_c(seed) == due[seed]

    crowd(work)


@pytest.mark.parametrize("times", TIMES)
def test_every_kind_of_contract(times: int) -> None:
    """Plays of every kind of contract, each thread with copies of the same ones."""
    starts = [play for _, play in random_plays(77, 12 * times)]
    due = [play_through(at, play) for at, play in enumerate(starts)]

    def work(number: int) -> None:
        for at in sorted(range(len(starts)), key=lambda at: (at + number) % len(starts)):
            assert play_through(at, starts[at]) == due[at]

    crowd(work)


def test_one_batch_in_many_threads() -> None:
    """A batch of its own for each thread, with threads of its own: the same deals everywhere."""

    def work(number: int) -> list[list[int]]:
        batch = PlayBatch([SETUP], 1100, dealing=DEALING, seed=2, autoreset=True, threads=1 + number % 2)
        batch.deal()
        batch.step_random(97)
        return [batch.legal.tolist(), batch.turn.tolist(), batch.numbers.tolist()]

    found = crowd(work)
    assert all(one == found[0] for one in found)


def test_views_of_a_batch_are_made_once() -> None:
    """All threads that ask first get views of the same memory."""
    batch = PlayBatch([SETUP], 50, dealing=DEALING, seed=2)
    batch.deal()
    found = crowd(lambda number: (batch.legal, batch.hands, batch.numbers, batch.played))
    batch.step_random(3)
    for views in found:
        for view, now in zip(views, (batch.legal, batch.hands, batch.numbers, batch.played), strict=True):
            assert (view == now).all()
