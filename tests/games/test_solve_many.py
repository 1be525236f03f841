"""Many deals at once: order, threads, executors, chunks, progress, memory; and invalid positions."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
from cardcore.solver import Solver
from tricktake import Contract
from tricktake import fivehundred as fh
from tricktake.analysis import Solution, solve, solve_many
from tricktake.errors import WrongPhase

HEAD = "five-hundred/1 rules=australian dealer=3"


def endings(count: int, cards: int = 3, seed: int = 1) -> Iterator[fh.Deal]:
    """Endings at hearts, spades and no trumps."""
    rng = random.Random(seed)
    pack = list(fh.PACKS["43"])
    for number in range(count):
        chosen = rng.sample(pack, 4 * cards)
        start = fh.PlayStart(
            Contract(
                ("8H", "7S", "7NT")[number % 3], contractor=number % 4, side={number % 2, number % 2 + 2}
            ),
            tricks=(10 - cards, 0, 0, 0),
        )
        hands = [chosen[seat * cards : (seat + 1) * cards] for seat in range(4)]
        yield fh.Deal(dealer=3, hands=hands, start=start)


def facts(solution: Solution) -> tuple[object, ...]:
    """What must not depend on how the work is done."""
    moves = {play: (result.low, result.high) for play, result in solution.moves.items()}
    return solution.low, solution.high, moves, solution.best


@pytest.fixture(scope="module")
def deals() -> list[fh.Deal]:
    """Deals to solve in many ways."""
    return list(endings(50, 4))


@pytest.fixture(scope="module")
def expected(deals: list[fh.Deal]) -> list[tuple[object, ...]]:
    """What each deal gives on its own."""
    return [facts(solve(deal)) for deal in deals]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [1, 7, 16, 1000])
def test_threads_and_chunks(
    deals: list[fh.Deal], expected: list[tuple[object, ...]], threads: int, chunk: int
) -> None:
    """The same results in the same order for every number of threads and size of chunks."""
    found = solve_many(iter(deals), threads=threads, chunk=chunk, moves=True, line=True)
    assert [facts(solution) for solution in found] == expected


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_executors(deals: list[fh.Deal], expected: list[tuple[object, ...]], kind: str) -> None:
    """V-02: any executor will do, spawned processes too; it stays open."""
    pool: Executor = (
        ThreadPoolExecutor(2)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    )
    with pool:
        for chunk in (5, 30):
            found = solve_many(deals, executor=pool, chunk=chunk, moves=True)
            assert [(s.low, s.high) for s in found] == [(low, high) for low, high, *_ in expected]
        assert pool.submit(len, "abc").result() == 3


@pytest.mark.parametrize("threads", [1, 2])
def test_no_deal_and_one_deal(deals: list[fh.Deal], threads: int) -> None:
    """V-04: nothing gives nothing, one gives one."""
    assert list(solve_many([], threads=threads)) == []
    assert [s.value for s in solve_many(deals[:1], threads=threads)] == [solve(deals[0]).value]


def test_progress(deals: list[fh.Deal]) -> None:
    """The number of deals solved, after each chunk, up to all."""
    for threads in (1, 2):
        seen: list[int] = []
        list(solve_many(deals, threads=threads, chunk=8, progress=seen.append))
        assert seen == [8, 16, 24, 32, 40, 48, 50]


@pytest.mark.parametrize("threads", [1, 2])
def test_deals_are_read_as_they_are_needed(threads: int) -> None:
    """Of an endless supply only a few chunks are read ahead, and nothing is left running."""
    read = 0

    def supply() -> Iterator[fh.Deal]:
        nonlocal read
        while True:
            for deal in endings(100):
                read += 1
                yield deal

    before = threading.active_count()
    found = solve_many(supply(), threads=threads, chunk=4)
    for _ in range(20):
        next(found)
    assert 20 <= read <= 20 + 4 * 12
    assert isinstance(found, Iterator)
    found.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_options_are_passed_on(deals: list[fh.Deal]) -> None:
    """Targets, moves, lines and budgets mean what they mean for one deal."""
    for deal, found in zip(deals[:8], solve_many(deals[:8], target=2), strict=True):
        assert (found.low >= 2) == (solve(deal).value >= 2)
    full = next(solve_many(deals[:1], moves=True, line=True))
    assert full.line
    assert full.best
    bare = next(solve_many(deals[:1]))
    assert (bare.moves, bare.line) == ({}, ())
    deal = fh.Deal(dealer=3, seed=500).push_all("7H-SK; P; 8H-SK; P; P")
    assert not next(solve_many([deal], max_nodes=1)).is_exact
    assert not next(solve_many([deal], max_seconds=0)).is_exact


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": -1}, {"chunk": 0}])
def test_bad_numbers(deals: list[fh.Deal], wrong: dict[str, int]) -> None:
    """Refused when called, not when the first result is asked for."""
    with pytest.raises(ValueError, match="threads and chunk must be 1 or more"):
        solve_many(deals, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_deal_that_cannot_be_solved(deals: list[fh.Deal], threads: int) -> None:
    """The error comes where the deal stands, after the results of the chunks before it."""
    found = solve_many([*deals[:8], fh.Deal(dealer=3, seed=1)], threads=threads, chunk=4)
    for _ in range(8):
        next(found)
    with pytest.raises(WrongPhase, match="only a deal in its play"):
        next(found)


@pytest.mark.parametrize("kind", ["list", "generator", "array"])
def test_no_limit_of_a_batch(kind: str) -> None:
    """V-04: 201 deals, from a list, a generator or an array."""
    source = list(endings(201))
    given = {"list": source, "generator": iter(source), "array": np.array(source, dtype=object)}[kind]
    found = [solution.value for solution in solve_many(given, threads=2)]  # type: ignore[arg-type]
    assert found == [solve(deal, moves=False, line=False).value for deal in source]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_fifty_thousand_endings_stream() -> None:
    """V-04: 50,000 endings in order within 200 MB; memory does not grow with the number of deals."""
    from resource import RUSAGE_SELF, getrusage

    rng = random.Random(3)
    first = list(endings(200))
    values = [solve(deal, moves=False, line=False).value for deal in first]
    picks = [rng.randrange(200) for _ in range(50_000)]
    found = solve_many((first[k].copy() for k in picks), threads=2)
    for at, (pick, solution) in enumerate(zip(picks, found, strict=True)):
        assert solution.value == values[pick]
        if at == 2000:
            before = getrusage(RUSAGE_SELF).ru_maxrss
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


def test_each_thread_with_its_own_solver() -> None:
    """V-03: eight threads, each its own solver and endings; the values of one thread."""
    many = [list(endings(100, 4, seed)) for seed in range(8)]
    expected = [[solve(deal, line=False).value for deal in some] for some in many]
    found: list[list[int]] = [[] for _ in many]
    barrier = threading.Barrier(8)

    def work(number: int) -> None:
        solver = Solver()
        barrier.wait()
        found[number] = [solve(deal, line=False, solver=solver).value for deal in many[number]]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


@pytest.mark.slow
def test_each_thread_with_its_own_solver_for_long() -> None:
    """V-03: 500 endings a thread, five cards."""
    many = [list(endings(500, 5, seed)) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda some: [s.value for s in solve_many(some)], many))
    assert found == [[s.value for s in solve_many(some)] for some in many]


# --- positions that make no sense, and odd ones that do (V-06) --------------------------------------------


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("hands=HK,S9|HA,S5|H7,SA|H8 contract=6H contractor=0", "card"),
        ("hands=HK,S9|HA,S5|H7,HK|H8,S7 contract=6H contractor=0", "HK"),
        ("hands=HK,S9|HA,S5|H7,S2|H8,S7 contract=6H contractor=0", "S2"),
        ("hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=4", "contractor"),
        ("hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0 leader=5", "5"),
        ("hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=M contractor=0 leader=2", "2"),
        ("hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0 tricks=9,0,0,0", "trick"),
        ("hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=11H contractor=0", "11H"),
        ("hands=HK,S9|HA,S5|H7,SA contract=6H contractor=0", "hand"),
    ],
)
def test_invalid_positions_name_the_fault(fields: str, words: str) -> None:
    """V-06: a position that makes no sense never reaches the solver; the error says what is wrong."""
    with pytest.raises(ValueError, match=words):
        fh.Deal.from_text(f"{HEAD} {fields}")


def test_invalid_positions_of_the_core() -> None:
    """V-06: the core refuses cards twice, cards of no suit, unequal hands and leaders that are no place."""
    setup = PlaySetup(CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"]), SeatOrder.circle(2))
    for hands, leader in (
        (["S2 S3", "S3 H2"], 0),
        (["S2 S3", "C2 H2"], 0),
        (["S2 S3", "H2"], 0),
        (["S2 S3"], 0),
        (["S2", "S3"], 2),
    ):
        with pytest.raises((ValueError, IndexError)):
            Solver().solve(TrickPlay(setup, hands, leader), 1, 1)


def test_empty_hands() -> None:
    """V-06: no cards, no tricks, no moves."""
    play = TrickPlay(PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2)), ["", ""], 0)
    solver = Solver()
    assert solver.solve(play, 1, 1).value == 0
    assert solver.moves(play, 1, 1) == {}
    assert solver.line(play, 1, 1) == []
    deal = fh.Deal.from_text(f"{HEAD} hands=-|-|-|- contract=6H contractor=0 tricks=10,0,0,0")
    with pytest.raises(WrongPhase, match="at: over"):
        solve(deal)


def test_mid_trick_with_any_number_of_cards_on_the_table() -> None:
    """V-06: the same value at every card of a line of best play, and a misère partner who sits out."""
    for bid in ("6H", "7NT", "M"):
        deal = fh.Deal.from_text(
            f"{HEAD} hands=HK,S9,D5|HA,S5,C7|H7,SA,CA|H8,S7,D9 contract={bid} contractor=0 tricks=5,1,1,0"
        )
        whole = solve(deal)
        left = whole.value
        for play in whole.line:
            now = solve(deal)
            objective = whole.objective
            total = sum(len(deal.hand(seat)) for seat in (0,)) + any(p.seat == 0 for p in deal.trick)
            assert now.value == (left if now.objective == objective else total - left)
            assert play in now.moves
            before = sum(deal.tricks[seat] for seat in objective.count)
            deal.push(play)
            left -= sum(deal.tricks[seat] for seat in objective.count) - before
        assert deal.is_over
        assert left == 0


def test_random_positions_never_crash() -> None:
    """V-06: random fields either make a deal that is solved or an error that says why."""
    rng = random.Random(7)
    cards = [card.name for card in fh.PACKS["43"]] + ["S2", "X9"]
    solved = refused = 0
    for _ in range(1500):
        sizes = [rng.choice((2, 2, 2, 2, 2, 3))] * 4 if rng.random() < 0.9 else [1, 2, 2, 2]
        chosen = rng.sample(cards, sum(sizes)) if rng.random() < 0.9 else rng.choices(cards, k=sum(sizes))
        hands, at = [], 0
        for size in sizes:
            hands.append(",".join(chosen[at : at + size]) or "-")
            at += size
        fields = f"hands={'|'.join(hands)} contract={rng.choice(('6S', '8NT', 'M', 'OM', '7X'))}"
        fields += f" contractor={rng.choice((0, 1, 2, 3, 3, 2, 1, 0, 4, -1))}"
        if rng.random() < 0.5:
            fields += f" leader={rng.randrange(5)}"
        if rng.random() < 0.5:
            fields += f" tricks={','.join(str(rng.choice((0, 1, 2, 3, 9))) for _ in range(4))}"
        if rng.random() < 0.3:
            fields += f" nominated={rng.choice('SCDHN')}"
        try:
            deal = fh.Deal.from_text(f"{HEAD} {fields}")
        except ValueError:
            refused += 1
            continue
        for _ in range(rng.randrange(4)):
            if not deal.is_over:
                deal.push(rng.choice(list(deal.legal_actions)))
        if deal.is_over:
            continue
        assert solve(deal).is_exact
        solved += 1
    assert solved > 100
    assert refused > 100


# --- memory (V-08) ----------------------------------------------------------------------------------------

LEAKS = """
import resource, sys, threading
from cardcore.solver import Solver, StopFlag
from tricktake import fivehundred as fh

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() // 1024

full = fh.Deal(dealer=3, seed=500).push_all("7H-SK; P; 8H-SK; P; P").play_state
deal = fh.Deal.from_text(
    "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    "contract=6H contractor=0 tricks=5,1,2,0"
)
play = deal.play_state
solver = Solver()
work = {
    "solve": lambda: solver.solve(play, 5, 5),
    "moves": lambda: (solver.moves(play, 5, 5), solver.line(play, 5, 5)),
    "made": lambda: Solver().solve(play, 5, 5),
    "stopped": lambda: solver.solve(full, 5, 5, max_nodes=50),
    "timed": lambda: solver.solve(full, 5, 5, max_seconds=0),
    "payoff": lambda: solver.payoff(play, 5, 5, [0, 1, 0]),
}[sys.argv[1]]
count = int(sys.argv[2])
for _ in range(count // 10):
    work()
before = resident()
for _ in range(count):
    work()
grown = resident() - before
assert grown < 10_000, f"{grown} kB more"
assert solver.memory <= 4_000_000
assert solver.solve(play, 5, 5).value == 1
print("ok")
"""


def _leaks(what: str, count: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAKS, what, str(count)],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "ok\n"), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("what", ["solve", "moves", "made", "stopped", "timed", "payoff"])
def test_memory_is_stable(what: str) -> None:
    """V-08: a few thousand calls."""
    _leaks(what, 2000)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("what", "count"),
    [("solve", 100_000), ("moves", 100_000), ("made", 10_000), ("stopped", 100_000), ("timed", 10_000)],
)
def test_memory_is_stable_for_long(what: str, count: int) -> None:
    """V-08: a hundred thousand solves in one solver, ten thousand solvers made and dropped."""
    _leaks(what, count)


def test_the_table_keeps_to_its_limit() -> None:
    """V-08: the memory named in megabytes is an upper bound."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H-SK; P; 8H-SK; P; P")
    value = solve(deal, moves=False, line=False).value
    for table_mb in (0.05, 0.2, 1.0, 4.0):
        solver = Solver(table_mb=table_mb)
        assert solve(deal, moves=False, line=False, solver=solver).value == value
        assert solver.memory <= table_mb * 1e6
