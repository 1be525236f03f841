"""Subclasses are what they hold, not what they say; arrays and numbers that change under a call."""

from __future__ import annotations

import pickle
import sys
import threading
from typing import Any

import numpy as np
import pytest

from cardcore import (
    CardOrder,
    Dealing,
    DealPlan,
    PlayBatch,
    PlaySetup,
    SeatOrder,
    SetupError,
    Solver,
    StopFlag,
    Stream,
    TrickPlay,
    permute_bits,
    play_random_deals,
)

PACK = "S2 S3 S4 H2 H3 H4"
ORDER = CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0)
SETUP = PlaySetup(ORDER, SeatOrder.circle(2))
PLACES = [0, 0, 1, 1, None, None]
DEALING = Dealing(PACK, PLACES)


class Elsewhere(CardOrder):
    """An order that says its cards are where there are none."""

    where = 100

    def position(self, card: Any) -> int:
        return self.where

    def block_mask(self, suit: int) -> int:
        return (1 << 64) - 1


class Anywhere(Elsewhere):
    """And far away."""

    where = 10**6


@pytest.mark.parametrize("kind", [Elsewhere, Anywhere])
def test_positions_are_those_of_the_order(kind: type[CardOrder]) -> None:
    """Piles, first cards and dealt cards stand where the table of the order has them."""
    order = kind(["S2 S3 S4", "H2 H3 H4"], trump=0)
    setup = PlaySetup(order, SeatOrder.circle(2), under=[(0, "S2", "S3")], first_card="H2", limit=0)
    assert setup.under == PlaySetup(ORDER, SeatOrder.circle(2), under=[(0, "S2", "S3")]).under
    setup = PlaySetup(order, SeatOrder.circle(2), first_card="H2", limit=0)
    plain = PlaySetup(ORDER, SeatOrder.circle(2), first_card="H2", limit=0)
    expected = play_random_deals(plain, PACK, PLACES, 50, leader=0, seed=1)
    assert play_random_deals(setup, PACK, PLACES, 50, leader=0, seed=1) == expected
    plans = [DealPlan(one, DEALING, leader=1).deal(3, seed=1) for one in (setup, plain)]
    assert plans[0].hand_mask(0) == plans[1].hand_mask(0)
    batches = [PlayBatch([one], 20, dealing=DEALING, seed=1) for one in (setup, plain)]
    for batch in batches:
        batch.deal()
        batch.step_random(None)
    assert batches[0].tricks.tolist() == batches[1].tricks.tolist()
    with pytest.raises(IndexError, match="suit 2 is not in"):
        PlaySetup(order, SeatOrder.circle(2), limit=2)


def test_seats_and_places_are_checked_in_c() -> None:
    """What a subclass puts in the place of a check of ours is not asked."""

    class Seats(SeatOrder):
        def _read(self, orders: Any) -> Any:
            return {0: (0, 14), 14: (14, 0)}

        def _table(self, what: str, orders: Any, count: int) -> Any:
            return ((0, 14), (14, 0))

    assert Seats({0: (0, 1), 1: (1, 0)}).later == ((0, 1), (1, 0))

    class Play(TrickPlay):
        def _place(self, place: int) -> int:
            return 10**5

    play = Play(SETUP, ["S2", "S3"], 0)
    assert (play.hand_mask(1), play.failed(1)) == (1 << ORDER.position("S3"), ())
    with pytest.raises(IndexError):
        play.hand(10**5)

    class Batch(PlayBatch):
        def _slot(self, i: int) -> int:
            return 10**6

        def _which(self, which: Any) -> Any:
            return np.array([10**6, -1])

        def _check_built(self) -> None:
            return

        def _next(self, rows: Any, setup: Any, leader: Any) -> Any:
            return np.array([9, 9], np.uint16), np.array([9, 9], np.uint8)

        def _around(self, field: str) -> Any:
            return np.full(10, 77, np.uint16)

    batch, plain = (kind([SETUP], 2, dealing=DEALING) for kind in (Batch, PlayBatch))
    for one in (batch, plain):
        one.next_deals([1], leader=1)
        one.deal()
    assert batch.turn.tolist() == plain.turn.tolist() == [0, 1]
    assert batch.play(1) == plain.play(1)
    batch.load(0, TrickPlay(SETUP, ["S2", "S3"], 1))
    assert batch.turn.tolist() == [1, 1]
    with pytest.raises(TypeError, match="never built"):
        Batch.__new__(Batch).step([])


def test_seats_of_a_setup_are_those_it_has() -> None:
    """Who sees what is read for the places there are, not for those a subclass names."""

    class Many:
        places = 10**4

    class Setup(PlaySetup):
        seats = Many  # type: ignore[assignment]

    setup = Setup(ORDER, SeatOrder.circle(2))
    with pytest.raises(SetupError, match="sees must name for each of 2 places"):
        PlayBatch([setup], 1, sees=[[[1]] * 10**4])
    PlayBatch([setup], 1)


def test_equal_is_what_is_played_alike() -> None:
    """A batch takes no position of another game, whatever setup calls itself equal."""

    class Equal(PlaySetup):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = PlaySetup.__hash__

    order = CardOrder(["S2 S3 S4 S5 S6 S7", "H2 H3 H4 H5 H6 H7"])
    hands = [f"S{rank} H{rank}" for rank in range(2, 8)]
    batch = PlayBatch([SETUP], 1)
    with pytest.raises(SetupError, match="no setup equal"):
        batch.load(0, TrickPlay(Equal(order, SeatOrder.circle(6)), hands, 5))
    batch.load(0, TrickPlay(Equal(ORDER, SeatOrder.circle(2)), ["S2", "S3"], 1))
    assert batch.turn.tolist() == [1]


def test_a_plan_reads_its_leader_once() -> None:
    """Another answer to the second question led outside of the hands."""

    class Leader:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 200 if self.asked == 1 else 0

    with pytest.raises(IndexError):
        DealPlan(SETUP, DEALING, leader=Leader())  # type: ignore[arg-type]
    plan = DealPlan(SETUP, DEALING, leader=1)

    class Number:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 5 if self.asked == 1 else 2**70

    assert plan.deal(Number(), seed=1) == plan.deal(5, seed=1)  # type: ignore[arg-type]


def test_a_setup_built_while_it_is_read() -> None:
    """A setup that has no hidden cards yet is refused, whatever it has when the arguments have been read."""
    setup = PlaySetup.__new__(PlaySetup)

    class Count:
        def __index__(self) -> int:
            setup.__init__(ORDER, SeatOrder.circle(2), under=[(0, "S2", "H4")])  # type: ignore[misc]
            return 10

    with pytest.raises(TypeError, match="never built"):
        play_random_deals(setup, PACK, PLACES, Count(), leader=0, seed=1)  # type: ignore[arg-type]


def test_arrays_that_change_their_shape() -> None:
    """Another thread gives an array other rows while it is read; without a lock numpy itself may notice."""
    locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    masks = np.zeros((64, 3), np.uint64)
    table, stop = [list(range(6))], threading.Event()

    def turn() -> None:
        while not stop.is_set():
            for shape in ((3, 64), (1, 192), (192, 1), (64, 3)):
                masks.shape = shape

    other = threading.Thread(target=turn, daemon=True)
    other.start()
    try:
        for _ in range(2000):
            try:
                assert not permute_bits(masks, table, 0).any()
            except ValueError:
                assert not locked
    finally:
        stop.set()
        other.join()


def test_a_budget_is_read_once() -> None:
    """Nodes that are another number when they are asked again."""

    class Nodes:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 10**6 if self.asked == 1 else 1

    play = TrickPlay(SETUP, ["S2 H3", "S3 H2"], 0)
    solver, flag = Solver(), StopFlag()
    assert solver.solve(play, 1, 1, max_nodes=Nodes(), stop=flag).is_exact  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is negative"):
        solver.solve(play, 1, 1, max_seconds=float("nan"))
    with pytest.raises(TypeError):
        solver.solve(play, 1, 1, max_seconds="1")  # type: ignore[arg-type]


def test_a_stream_has_no_more_than_it_can_have() -> None:
    """Pieces of a word that no stream leaves over are not taken out of a pickle."""
    restore, (state,) = Stream(1).__reduce__()  # type: ignore[misc]
    assert restore(state) == Stream(1) == pickle.loads(pickle.dumps(Stream(1)))
    for small, left in ((0, 4), (1 << 16, 1), (1, 0)):
        with pytest.raises(ValueError, match="damaged"):
            restore((*state[:7], small, left))
    assert restore((*state[:7], (1 << 48) - 1, 3)) != Stream(1)
