"""Threads that all use one mutable object: no crash, nothing impossible, and errors of ours only."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from cardcore import (
    IllegalMove,
    PlayBatch,
    SetupError,
    Solver,
    StopFlag,
    Stream,
    TrickPlay,
    divide,
    perft,
    redeal,
)
from cardcore.observation import FIELDS
from threads.crowd import CROWD, crowd
from threads.test_shared import DEALING, HANDS, PACK, SETUP, START

TIMES = [1, pytest.param(10, marks=pytest.mark.slow)]
FULL = (1 << 41) - 1 ^ SETUP.order.to_mask([PACK[40]])


def check_play(play: TrickPlay) -> None:
    """Assert that a position, which no other thread has, is one that could be."""
    cards = [play.hand_mask(place) for place in range(4)] + [play.trick_mask]
    for move in play.history[: len(play.history) - len(play.trick)]:
        cards.append(1 << (move & 63))
    assert sum(cards) == FULL
    assert all(a & b == 0 for at, a in enumerate(cards) for b in cards[:at])
    assert pickle.loads(pickle.dumps(play)) == play  # the checked constructor, and every move once more
    assert play.is_over == (play.tricks_done == 10)


@pytest.mark.parametrize("times", TIMES)
def test_one_play(times: int) -> None:
    """Moves pushed and taken back by all at once; every copy is a position, and at last so is the play."""
    play = START.copy()
    solver = [Solver() for _ in range(CROWD)]

    def work(number: int) -> None:
        rng = random.Random(number)
        for _ in range(150 * times):
            kind = rng.randrange(12)
            if kind < 5:
                with suppress(IllegalMove, IndexError):
                    play.push(rng.choice(play.legal_moves()))
            elif kind < 8:
                with suppress(IndexError):
                    play.pop()
            elif kind == 8:
                check_play(play.copy())
            elif kind == 9:
                perft(play, 2)
                divide(play, 1)
                assert sum(play.playout(Stream(number))) == 10
                with suppress(SetupError):  # hands of one moment, a play of another
                    redeal(play, [play.hand_mask(place) for place in range(4)])
            elif kind == 10:
                assert 0 <= solver[number].solve(play, 5, 5, max_nodes=500).low <= 10
                solver[number].moves(play, 5, 5, max_nodes=100)
                solver[number].line(play, 5, 5, max_nodes=100)
            else:
                assert len(play.legal_cards) <= 10
                assert len(play.trick) <= 3
                assert play.turn in (None, 0, 1, 2, 3)
                assert sum(play.tricks) <= 10
                _ = (repr(play), hash(play), play == START, play.joker_suits, play.leader, play.best_place)
                _ = (
                    play.led_suit,
                    play.suits_led,
                    play.failed(1),
                    play.history,
                    play.hand(2),
                    play.is_broken,
                )
                play.__reduce__()
                copy.deepcopy(play)

    crowd(work)
    check_play(play.copy())
    while play.history:
        play.pop()
    assert play == START


@pytest.mark.parametrize("times", TIMES)
def test_one_stream(times: int) -> None:
    """Every number of a stream is drawn by exactly one thread, in whatever order."""
    shared, alone = Stream(9), Stream(9)
    found = crowd(lambda number: [shared.raw() for _ in range(700 * times)])
    assert sorted(word for words in found for word in words) == sorted(
        alone.raw() for _ in range(700 * times * CROWD)
    )
    assert shared == alone


def test_one_stream_in_every_way() -> None:
    """Draws of all kinds from one stream are draws, and it is a stream afterwards."""
    shared = Stream(9)
    batch = PlayBatch([SETUP], 10, dealing=DEALING)
    batch.deal()

    def work(number: int) -> None:
        for _ in range(100):
            assert 0 <= shared.below(7) < 7
            assert sorted(shared.permutation(52)) == list(range(52))
            assert sum(START.playout(shared)) == 10
            assert (batch.random_actions(shared) >= 0).all()
            assert isinstance(repr(shared.copy()), str)
            assert isinstance(shared == Stream(9), bool)
            assert pickle.loads(pickle.dumps(shared)).below(5) < 5

    crowd(work)
    assert 0 <= shared.below(10) < 10


@pytest.mark.parametrize("times", TIMES)
def test_one_solver(times: int) -> None:
    """Whoever comes while it is at work is told so; every answer given is right."""
    solver = Solver(0.1)
    late = START.copy()
    while len(late.history) < 20:
        late.push(late.legal_moves()[0])
    due = (Solver().solve(late, 5, 5), Solver().moves(late, 5, 1), Solver().line(late, 5, 5))
    answers, refusals = [0], set[str]()

    def work(number: int) -> None:
        calls: list[Callable[[], bool]] = [
            lambda: solver.solve(late, 5, 5, keep=True) == due[0],
            lambda: solver.moves(late, 5, 1) == due[1],
            lambda: solver.line(late, 5, 5) == due[2],
            lambda: bool(solver.clear() or True),  # type: ignore[func-returns-value]
        ]
        for at in range(15 * times):
            try:
                assert calls[(at + number) % 4]()
                answers[0] += 1
            except RuntimeError as error:
                refusals.add(str(error))
            assert 0 < solver.memory <= 100_000

    crowd(work)
    assert answers[0] > 0
    assert refusals <= {"the solver is in use; use one solver for each thread"}
    assert solver.solve(late, 5, 5) == due[0]


def test_one_flag() -> None:
    """Flags set, read and taken back by all, while searches look at them."""
    flag = StopFlag()
    late = START.copy()
    for _ in range(16):
        late.push(late.legal_moves()[0])
    due = Solver().solve(late, 5, 5).value

    def work(number: int) -> None:
        solver = Solver()
        for _ in range(20):
            if number % 2:
                flag.set()
                flag.clear()
                assert flag.is_set in (False, True)
            else:
                found = solver.solve(late, 5, 5, stop=flag)
                assert found.low <= due <= found.high

    crowd(work)
    flag.clear()
    assert Solver().solve(late, 5, 5, stop=flag).value == due


def check_batch(batch: PlayBatch) -> None:
    """Assert that all deals of a batch are positions that could be."""
    for i in range(0, batch.n, 7):
        play = batch.play(i)
        assert play.legal_mask == batch.legal[i]
        held = [int(mask) for mask in batch.hands[i]] + [int(batch.trick[i])]
        assert sum(mask.bit_count() for mask in held) + 4 * int(batch.finished[i]) == 40


@pytest.mark.parametrize("times", TIMES)
def test_one_batch(times: int) -> None:
    """All methods of a batch by all threads: calls wait for each other."""
    batch = PlayBatch(
        [SETUP],
        600,
        dealing=DEALING,
        seed=4,
        autoreset=True,
        threads=2,
        fields=[field.name for field in FIELDS],
    )
    batch.deal()
    rows = [[SETUP.order.to_mask(hand) for hand in HANDS]]

    def work(number: int) -> None:
        rng = random.Random(number)
        stream = Stream(number)
        actions = np.empty(600, np.int16)
        illegal = np.empty(600, bool)
        for _ in range(12 * times):
            kind = rng.randrange(9)
            if kind < 2:
                batch.step(batch.random_actions(stream, out=actions), illegal=illegal)
            elif kind == 2:
                batch.step_random(rng.randrange(5))
            elif kind == 3:
                with suppress(IllegalMove):
                    batch.step(batch.random_actions(stream))
            elif kind == 4:
                batch.deal(rng.sample(range(600), 50), leader=rng.randrange(4))
                batch.next_deals([number], leader=number % 4)
            elif kind == 5:
                batch.reset(rows * 3, rng.sample(range(600), 3))
                batch.load(number, START)
            elif kind == 6:
                check_batch(batch.copy())
                check_batch(pickle.loads(pickle.dumps(batch)))
            elif kind == 7:
                assert batch.mask().shape == (600, 41)
                assert batch.observe().shape == (600, batch.layout.width)
                batch.observe(seat=number % 4)
            else:
                assert sum(batch.play(rng.randrange(600)).tricks) <= 10
                assert repr(batch).startswith("<PlayBatch of 600")
                assert batch.turn.max() < 4

    crowd(work)
    check_batch(batch)


def test_arrays_that_many_calls_write_to() -> None:
    """One output array for all threads and another for what is played: memory holds, bytes are anybody's."""
    batch = PlayBatch([SETUP], 200, dealing=DEALING, seed=4, autoreset=True)
    batch.deal()
    mask = np.empty((200, 41), np.uint8)
    actions = batch.random_actions(Stream(1))
    illegal = np.empty(200, bool)

    def work(number: int) -> None:
        for _ in range(30):
            actions[number::CROWD] = number - 2
            batch.step(actions, mask=mask, illegal=illegal)

    crowd(work)
    check_batch(batch)
    assert mask.max() <= 1


class Again:
    """An array whose memory is handed out by a method that uses the batch."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call
        self.array = np.empty(600, np.int16)

    def __buffer__(self, flags: int) -> memoryview:
        self.call()
        return memoryview(self.array)  # type: ignore[arg-type]


def test_a_call_within_a_call() -> None:
    """What the arrays of a call do when they are asked for their memory cannot hang it."""
    batch = PlayBatch([SETUP], 600, dealing=DEALING)
    batch.deal()
    strange: Any = Again(lambda: batch.step_random(1))
    with suppress(TypeError):  # the method is known from 3.12 on
        batch.random_actions(Stream(1), out=strange)
    check_batch(batch)
