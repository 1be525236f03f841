"""One object that many threads build at once, and readers that do not wait: built once, and whole."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from cardcore import (
    CardOrder,
    CardSet,
    Dealing,
    DealPlan,
    Pack,
    PlayBatch,
    PlaySetup,
    Sampler,
    SeatOrder,
    Solver,
    Stakes,
    TrickPlay,
)
from cardcore.solver import Result
from threads.crowd import CROWD, crowd
from threads.test_shared import DEALING, HANDS, ORDER, SETUP, START

ROUNDS = [60, pytest.param(4000, marks=pytest.mark.slow)]

SPADES = [["S2", "S3", "S4"], ["H2", "H3", "H4"]]
KINDS: dict[str, tuple[Any, Callable[[int], tuple[tuple[Any, ...], dict[str, Any]]]]] = {
    "CardSet": (CardSet, lambda k: ((["HA", "HQ", "SK"][k % 3],), {})),
    "CardOrder": (CardOrder, lambda k: ((SPADES,), {"trump": k % 2})),
    "SeatOrder": (SeatOrder, lambda k: (({0: (0, 1), 1: (1, 0)},), {"places": 2 + k % 2})),
    "PlaySetup": (PlaySetup, lambda k: ((ORDER, SeatOrder.circle(4)), {"limit": k % 4})),
    "Pack": (Pack, lambda k: ((["S2 S3", "H2 H3 H4"][k % 2],), {})),
    "Sampler": (Sampler, lambda k: ((15, [2, 2], [7 + k % 2, 15]), {})),
    "Stakes": (Stakes, lambda k: ((2, [((0,), [float(k % 3)])], [[1], [2]]), {})),
    "Result": (Result, lambda k: ((k % 3, 3, k % 3), {})),
    "TrickPlay": (TrickPlay, lambda k: ((SETUP, HANDS, k % 4), {})),
}


def parts(made: Any) -> tuple[Any, ...]:
    """All that makes an object."""
    reduced: tuple[Any, ...] = made.__reduce__()
    return reduced


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("name", KINDS)
def test_built_once(name: str, rounds: int) -> None:
    """Half of the threads build objects, the others read them: one of them builds each, and it is whole."""
    kind, arguments = KINDS[name]
    whole = [parts(kind(*arguments(k)[0], **arguments(k)[1])) for k in range(CROWD)]
    objects: list[Any] = [kind.__new__(kind) for _ in range(rounds)]
    refusals = set[str]()

    def work(number: int) -> list[bool]:
        given, named = arguments(number)
        built = []
        for made in objects:
            if number % 2:
                for ask in (repr, hash, len, parts, lambda made: made == made):
                    with suppress(Exception):  # what is not built yet may say so in any way
                        ask(made)
                continue
            try:
                made.__init__(*given, **named)
                built.append(True)
            except TypeError as error:
                refusals.add(str(error).split()[-1])
                built.append(False)
        return built

    found = [built for built in crowd(work) if built]
    assert [sum(built) for built in zip(*found, strict=True)] == [1] * rounds
    assert all(parts(made) in whole for made in objects)
    assert refusals <= {"change", "once"}


@pytest.mark.parametrize("rounds", [20, pytest.param(500, marks=pytest.mark.slow)])
def test_built_once_with_memory(rounds: int) -> None:
    """Solvers and batches own memory: it is taken by one thread only."""
    solvers: list[Any] = [Solver.__new__(Solver) for _ in range(rounds)]
    batches: list[Any] = [PlayBatch.__new__(PlayBatch) for _ in range(rounds)]

    def work(number: int) -> int:
        built = 0
        for solver, batch in zip(solvers, batches, strict=True):
            with suppress(TypeError):
                solver.__init__(0.1)
                built += 1
            with suppress(TypeError):
                batch.__init__([SETUP], 50, dealing=DEALING, seed=number)
                built += 1
            with suppress(MemoryError, RuntimeError):  # not built yet, in use
                solver.solve(START, 5, 5, max_nodes=100)
            with suppress(TypeError):
                batch.deal()
                batch.step_random(3)
        return built

    assert sum(crowd(work)) == 2 * rounds
    for solver, batch in zip(solvers, batches, strict=True):
        assert solver.solve(START, 5, 5, max_nodes=1000).high == 10
        batch.deal()
        assert (batch.turn >= 0).all()


def test_setups_of_orders_that_are_being_built() -> None:
    """A setup takes an order that is whole or none."""
    orders: list[Any] = [CardOrder.__new__(CardOrder) for _ in range(50)]
    seats: list[Any] = [SeatOrder.__new__(SeatOrder) for _ in range(50)]

    def work(number: int) -> int:
        made = 0
        for order, seat in zip(orders, seats, strict=True):
            if number == 0:
                order.__init__(SPADES, trump=1)
                seat.__init__({0: (0, 1), 1: (1, 0)})
                continue
            with suppress(TypeError):
                play = TrickPlay(PlaySetup(order, seat), ["S2 H3", "S3 H4"], 0)
                made += Solver(0.05).solve(play, 1, 1).is_exact
        return made

    assert sum(crowd(work)) <= 50 * CROWD


def test_one_plan_is_made() -> None:
    """Several threads that make one plan: one of them does, and it deals as that one said."""
    setup = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"]), SeatOrder.circle(2))
    one = Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None])
    two = Dealing("H4 H3 H2 S4 S3 S2", [1, 1, 0, 0, None, None])
    plans = [DealPlan.__new__(DealPlan) for _ in range(100)]

    def work(number: int) -> int:
        made = 0
        for plan in plans:
            with suppress(TypeError):
                plan.__init__(setup, (one, two)[number % 2], leader=number % 2)  # type: ignore[misc]
                made += 1
        return made

    assert sum(crowd(work)) == len(plans)
    for plan in plans:
        assert plan.deal(1, seed=1) == DealPlan(setup, plan.dealing, leader=plan.leader).deal(1, seed=1)


def test_never_built() -> None:
    """Orders, seats and setups that __init__ has never seen are refused where they are needed."""
    bare_order: Any = CardOrder.__new__(CardOrder)
    bare_seats: Any = SeatOrder.__new__(SeatOrder)
    bare_setup: Any = PlaySetup.__new__(PlaySetup)
    for make in (
        lambda: PlaySetup(bare_order, SeatOrder.circle(4)),
        lambda: PlaySetup(ORDER, bare_seats),
        lambda: TrickPlay(bare_setup, [], 0),
    ):
        with pytest.raises(TypeError, match="never built"):
            make()


def test_an_index_that_changes() -> None:
    """A place that is one number when it is checked and another when it is used: it is asked once."""

    class Place:
        asked = 0

        def __index__(self) -> int:
            self.asked += 1
            return 1 if self.asked == 1 else 200

    with suppress(TypeError):
        setup = PlaySetup(ORDER, SeatOrder.circle(4), under=[(Place(), "SJ", "S10")])  # type: ignore[list-item]
        assert setup.under[0][0] == 1
    with suppress(TypeError):
        assert CardOrder(SPADES, trump=Place()).trump == 1  # type: ignore[arg-type]
