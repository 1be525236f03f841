"""What the C interface costs, beside the same calls from Python.

The question: is there a reason left to do something in another way than docs/embedding.md says?
Run: python benchmarks/from_c.py [seconds for each line]. It compiles a module into a temporary folder first.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from cardcore import (
    CardOrder,
    Dealing,
    DealPlan,
    PlaySetup,
    Sampler,
    SeatOrder,
    Solver,
    Stream,
    TrickPlay,
    build_in_use,
    key_from_seed,
    perft,
)
from embedding.building import build

SPEED = '''
from libc.stdint cimport uint64_t

from cardcore cimport kernels
from cardcore.bits cimport lowest, popcount, select
from cardcore.dealplan cimport DealPlan, dealplan_deal
from cardcore.perft cimport perft_count
from cardcore.play cimport play_fault, play_legal, play_pop, play_push, play_save, play_t, undo_t
from cardcore.rng cimport rng_small, rng_t
from cardcore.sample cimport Sampler
from cardcore.solver cimport (
    Solver, ask, bounds_t, move_value_t, question_t, solve_best, solve_moves, solve_state,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, NO_PLACE, cardset_t

cdef uint64_t[2] KEY = [5, 7]

def deal(DealPlan plan not None, uint64_t n):
    cdef rng_t r
    cdef play_t s
    cdef uint64_t k, sum = 0
    with nogil:
        for k in range(n):
            dealplan_deal(&plan.p, &plan.setup.c, KEY[0], KEY[1], k, &r, &s)
            sum += s.hand[0]
    return sum

def walk(DealPlan plan not None, uint64_t n):
    """Random cards to the end and all taken back."""
    cdef rng_t r
    cdef play_t s
    cdef undo_t undo[64]
    cdef cardset_t legal
    cdef uint64_t k, sum = 0
    cdef int at, position
    with nogil:
        for k in range(n):
            dealplan_deal(&plan.p, &plan.setup.c, KEY[0], KEY[1], k, &r, &s)
            at = 0
            while s.turn != NO_PLACE:
                legal = play_legal(&s, &plan.setup.c)
                position = select(legal, <int>rng_small(&r, popcount(legal)))
                play_save(&s, &undo[at], position, FREE_SUIT)
                play_push(&s, &plan.setup.c, position, FREE_SUIT)
                at += 1
            sum += at
            while at:
                at -= 1
                play_pop(&s, &plan.setup.c, &undo[at])
    return sum

def playout(DealPlan plan not None, uint64_t n):
    cdef rng_t r
    cdef play_t s, at
    cdef uint64_t k, sum = 0
    dealplan_deal(&plan.p, &plan.setup.c, KEY[0], KEY[1], 0, &r, &s)
    with nogil:
        for k in range(n):
            at = s
            kernels.table.playout(&at, &plan.setup.c, &r)
            sum += at.tricks[0]
    return sum

def check(TrickPlay play not None, uint64_t n):
    cdef uint64_t k, sum = 0
    with nogil:
        for k in range(n):
            sum += play_fault(&play.s, &play._setup.c)
    return sum

def solve(DealPlan plan not None, Solver solver not None, uint64_t n, int how, bint keep):
    cdef question_t q = ask(0b0101, 0b0101)
    cdef rng_t r
    cdef play_t s
    cdef bounds_t out
    cdef move_value_t best
    cdef move_value_t moves[72]
    cdef uint64_t k, sum = 0
    cdef int many
    q.keep = keep
    q.target = 3 if how == 3 else 0
    with nogil:
        for k in range(n):
            dealplan_deal(&plan.p, &plan.setup.c, KEY[0], KEY[1], k % 20000, &r, &s)
            if how == 1:
                solve_moves(&solver.v, &plan.setup.c, &s, &q, moves, &many)
                sum += moves[0].low
            elif how == 2:
                solve_best(&solver.v, &plan.setup.c, &s, &q, &best)
                sum += best.low
            else:
                solve_state(&solver.v, &plan.setup.c, &s, &q, &out)
                sum += out.low
    return sum

def sample(Sampler sampler not None, uint64_t n):
    cdef uint64_t row[32]
    cdef uint64_t k, sum = 0
    with nogil:
        for k in range(n):
            sampler.draw_rows(KEY, 16, k, 1, row)
            sum += row[0]
    return sum

def count(TrickPlay play not None, int depth):
    return perft_count(&play.s, &play._setup.c, depth)
'''


def rate(call: Callable[[int], object], seconds: float) -> float:
    """Calls in a second of processor time: the best of three runs of a number that takes long enough."""
    n, took = 1, 0.0
    while took < seconds / 4:
        n *= 4 if took < seconds / 40 else 2
        begin = time.process_time()
        call(n)
        took = time.process_time() - begin
    for _ in range(2):
        begin = time.process_time()
        call(n)
        took = min(took, time.process_time() - begin)
    return n / took


def loop(call: Callable[[int], object]) -> Callable[[int], object]:
    """A call for each of the first n numbers."""

    def run(n: int) -> None:
        for k in range(n):
            call(k)

    return run


def main() -> None:
    """Print one line for each thing an embedder does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("seconds", nargs="?", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    suits = ["S{0}", "C{0}", "D{0}", "H{0}"]
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    order = CardOrder([" ".join(suit.format(rank) for rank in ranks) for suit in suits], trump=3)
    setup = PlaySetup(order, SeatOrder.circle(4))
    pack = [order.card(k) for k in range(32)]
    whole = DealPlan(setup, Dealing(pack, [0, 1, 2, 3] * 8), leader=0)
    ending = DealPlan(setup, Dealing(pack, [0, 1, 2, 3] * 5 + [None] * 12), leader=0)
    key = key_from_seed(5)
    short = DealPlan(setup, Dealing(pack, [0, 1, 2, 3] * 3 + [None] * 20), leader=0)
    kept = [ending.deal(number, seed=(5, 7)) for number in range(20_000)]
    brief = [short.deal(number, seed=(5, 7)) for number in range(20_000)]
    first, stream = whole.deal(0, seed=key), Stream(key)
    others = ((1 << len(order)) - 1) & ~first.hand_mask(0)
    sampler = Sampler(others, [8, 8, 8], [others & ~0xFF, others, others])
    masks = 0b0101, 0b0101

    def asking(
        question: Callable[[Solver, TrickPlay], object], plays: list[TrickPlay] = kept
    ) -> Callable[[int], object]:
        """A question to a fresh solver about each of the first n endings."""

        def run(n: int) -> None:
            solver = Solver()
            for k in range(n):
                question(solver, plays[k % 20_000])

        return run

    def walk(number: int) -> None:
        play = whole.deal(number, seed=(5, 7))
        while not play.is_over:
            play.push(play.legal_moves()[0])
        while play.history:
            play.pop()

    with tempfile.TemporaryDirectory() as folder:
        build({"speed": SPEED}, Path(folder), fast=True)
        sys.path.insert(0, folder)
        fast = importlib.import_module("speed")
        lines: list[tuple[str, Callable[[int], object], Callable[[int], object] | None]] = [
            ("deal 32 cards", lambda n: fast.deal(whole, n), loop(lambda k: whole.deal(k, seed=(5, 7)))),
            ("32 cards played and taken back", lambda n: fast.walk(whole, n), loop(walk)),
            (
                "random playout of 32 cards",
                lambda n: fast.playout(whole, n),
                loop(lambda k: first.playout(stream)),
            ),
            ("perft, 9 cards deep", loop(lambda k: fast.count(first, 9)), loop(lambda k: perft(first, 9))),
            (
                "draw a world of 24 cards",
                lambda n: fast.sample(sampler, n),
                lambda n: sampler.sample(n, seed=key),
            ),
            (
                "the same, one call each",
                lambda n: fast.sample(sampler, n),
                loop(lambda k: sampler.sample(1, seed=key)),
            ),
            ("play_fault", lambda n: fast.check(first, n), None),
            (
                "solve 3 cards each, 4 places",
                lambda n: fast.solve(short, Solver(), n, 0, True),
                asking(lambda solver, play: solver.solve(play, *masks, keep=True), brief),
            ),
            (
                "solve 5 cards each, 4 places",
                lambda n: fast.solve(ending, Solver(), n, 0, False),
                asking(lambda solver, play: solver.solve(play, *masks)),
            ),
            (
                "the same with keep",
                lambda n: fast.solve(ending, Solver(), n, 0, True),
                asking(lambda solver, play: solver.solve(play, *masks, keep=True)),
            ),
            (
                "the same, target 3",
                lambda n: fast.solve(ending, Solver(), n, 3, True),
                asking(lambda solver, play: solver.solve(play, *masks, target=3, keep=True)),
            ),
            (
                "best move",
                lambda n: fast.solve(ending, Solver(), n, 2, True),
                asking(lambda solver, play: solver.line(play, *masks, keep=True)),
            ),
            (
                "all move values",
                lambda n: fast.solve(ending, Solver(), n, 1, True),
                asking(lambda solver, play: solver.moves(play, *masks, keep=True)),
            ),
        ]
        machine = platform.processor() or platform.machine()
        print(f"{machine}, CPython {platform.python_version()}, {build_in_use()}")
        print("| per second | from C | from Python |", "|---|---|---|", sep="\n")
        for name, inside, outside in lines:
            slow = f"{rate(outside, seconds):,.0f}" if outside else ""
            print(f"| {name} | {rate(inside, seconds):,.0f} | {slow} |", flush=True)


if __name__ == "__main__":
    main()
