"""Solving deals: values, moves, best plays, lines, claims, budgets; compared with brute force.

The brute force here is plain minimax over ``Deal`` itself: push, pop, legal actions, tricks; it knows nothing
of positions, tables or bounds.
"""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from cardcore.solver import Solver, StopFlag
from tricktake import Bid, Card, CardSet, Contract, Phase, Play, Suit
from tricktake import fivehundred as fh
from tricktake.analysis import Solution, claim, solve, solve_many
from tricktake.errors import WrongPhase
from tricktake.state import Objective

BIDS = ("6S", "7C", "7D", "8H", "7NT", "8NT", "M", "OM")
VARIANTS = (
    "australian",
    "australian,joker_lead=any_suit",
    "australian,joker_lead=last_trick_only",
    "australian,joker_misere_void=may",
    "australian,joker_nomination=none",
)


def counted(deal: fh.Deal, objective: Objective) -> int:
    """Tricks of the counted seats so far."""
    return sum(deal.tricks[seat] for seat in objective.count)


def brute(deal: fh.Deal, objective: Objective, any_play: bool = False) -> int:
    """Tricks of the counted seats at the end; with ``any_play`` every seat wants fewer."""
    if deal.is_over:
        return counted(deal, objective)
    assert deal.turn is not None
    values = []
    for action in deal.legal_actions:
        deal.push(action)
        values.append(brute(deal, objective, any_play))
        deal.pop()
    return max(values) if objective.is_for(deal.turn) and not any_play else min(values)


def behind(deal: fh.Deal, action: Play, objective: Objective) -> int:
    """Tricks of the counted seats from now on if an action is taken."""
    before = counted(deal, objective)
    deal.push(action)
    value = brute(deal, objective)
    deal.pop()
    return value - before


def ending(rng: random.Random, cards: int, bid: str, variant: str = "australian") -> fh.Deal:
    """A constructed deal with so many cards a seat, in the play of a contract; often the joker is in it."""
    rules = fh.Rules.from_text(variant)
    pack = [card for card in fh.PACKS[rules.pack_name] if card is not Card.JK]
    if rng.random() < 0.4 and cards <= 5:  # two suits only, where they suffice: more is followed
        suits = rng.sample(list(Suit), 2)
        pack = [card for card in pack if card.suit in suits]
    rng.shuffle(pack)
    pack = pack[: 4 * cards]
    if rng.random() < 0.6:
        pack[0] = Card.JK
    rng.shuffle(pack)
    hands = [CardSet(pack[seat * cards : (seat + 1) * cards]) for seat in range(4)]
    contractor = rng.randrange(4)
    misere = Bid(bid).is_misere
    nominated = None
    may = (bid.endswith("NT") or misere) and rules.joker_nomination.value == "contractor"
    if may and Card.JK in hands[contractor] and rng.random() < 0.5:
        nominated = rng.choice(list(Suit))
    side = next(side for side in rules.sides if contractor in side)
    out = frozenset(side) - {contractor} if misere else frozenset[int]()
    start = fh.PlayStart(
        Contract(bid, contractor=contractor, side=side),
        nominated=nominated,
        leader=rng.choice([seat for seat in range(4) if seat not in out]),
        tricks=(10 - cards, 0, 0, 0)
        if not misere
        else tuple((10 - cards) * (s == (contractor + 1) % 4) for s in range(4)),
        suits_led=tuple(suit for suit in Suit if rng.random() < 0.4),
    )
    return fh.Deal(rules, dealer=3, hands=hands, start=start)


def endings(seed: int, count: int, cards: tuple[int, ...] = (3,)) -> Iterator[fh.Deal]:
    """Endings of every kind of contract, some of them in mid-trick."""
    rng = random.Random(seed)
    for number in range(count):
        deal = ending(rng, rng.choice(cards), BIDS[number % len(BIDS)], rng.choice(VARIANTS))
        for _ in range(rng.randrange(4)):
            deal.push(rng.choice(list(deal.legal_actions)))
        yield deal


def check(deal: fh.Deal, solution: Solution) -> None:
    """A solution of a deal agrees with brute force in everything it says."""
    objective = deal.objective
    before = deal.copy()
    values = {action: behind(deal, action, objective) for action in deal.legal_actions}
    assert deal.turn is not None
    best = max(values.values()) if objective.is_for(deal.turn) else min(values.values())
    text = deal.to_text()
    assert solution.objective == objective
    assert solution.is_exact
    assert solution.value == solution.low == solution.high == best, text
    assert {play: result.value for play, result in solution.moves.items()} == values, text
    assert list(solution.moves) == list(deal.legal_actions)
    assert solution.best == tuple(play for play in deal.legal_actions if values[play] == best), text
    assert solution.line[0] in solution.best
    start = counted(deal, objective)
    end = deal.copy()
    for play in solution.line:
        end.push(play)
    assert end.is_over or end.contract is None, text
    assert counted(end, objective) - start == best, text
    assert deal == before


@pytest.mark.parametrize("seed", range(4))
def test_endings_equal_brute_force(seed: int) -> None:
    """Value, every move's value, best plays and the line, in every kind of contract, one solver for all."""
    solver = Solver()
    for deal in endings(seed, 40):
        check(deal, solve(deal, solver=solver))


@pytest.mark.parametrize("lead", ["unled_suit", "last_trick_only", "any_suit"])
def test_joker_on_a_first_lead_equals_brute_force(lead: str) -> None:
    """FH-JOK-11: a suitless joker on the first lead of a suit, and not after a failure to follow."""
    rng = random.Random(5)
    for _ in range(300):
        deal = ending(rng, 3, "8NT", f"australian,joker_lead={lead},joker_follow=first_or_last")
        for _ in range(rng.randrange(6)):
            deal.push(rng.choice(list(deal.legal_actions)))
        check(deal, solve(deal))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_longer_endings_equal_brute_force() -> None:
    """The same with four and five cards, deep in a trick."""
    rng = random.Random(99)
    for deal in endings(100, 400, (3, 4)):
        check(deal, solve(deal))
    for number in range(40):
        deal = ending(rng, 5, BIDS[number % len(BIDS)])
        for _ in range(7):
            if not deal.is_over:
                deal.push(rng.choice(list(deal.legal_actions)))
        if not deal.is_over:
            check(deal, solve(deal))


def test_a_solution_is_one_line_at_the_prompt_and_a_table_in_print() -> None:
    """The repr does not grow with the hands; what a budget has left open is not called best."""
    deal = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=500).push_all("7D; P; 8H; P; P; put S8 C7 C8")
    found, head = solve(deal), "8 tricks for seats 0 and 2"
    assert repr(found) == f"<Solution: {head}; best SA H6 H9 HK of 10; {found.nodes:,} nodes>"
    first, *rows, line = str(found).splitlines()
    assert first == head
    assert [row.split() for row in rows] == [
        [play.text, str(result.value), *(["best"] if play in found.best else [])]
        for play, result in found.moves.items()
    ]
    assert line == f"line: {' '.join(play.text for play in found.line)}"
    short = solve(deal, max_nodes=10)
    assert repr(short).startswith("<Solution: 0 to 10 tricks for seats 0 and 2; best unknown of 10; ")
    bare = solve(deal, moves=False, line=False)
    assert repr(bare) == f"<Solution: {head}; {bare.nodes:,} nodes>"
    assert str(bare) == head
    one = Solution(
        objective=Objective(side=frozenset((1,)), count=frozenset((2,))),
        low=1,
        high=1,
        moves={},
        best=(),
        line=(),
        nodes=1234,
    )
    assert repr(one) == "<Solution: 1 trick for seat 2; 1,234 nodes>"


def test_without_moves_or_line() -> None:
    """What is not asked for is not there; the value is the same."""
    for deal in endings(11, 16):
        full = solve(deal)
        bare = solve(deal, moves=False, line=False)
        assert (bare.low, bare.high) == (full.low, full.high)
        assert (bare.moves, bare.best, bare.line) == ({}, (), ())
        assert solve(deal, moves=False).line != ()
        assert solve(deal, line=False).best == full.best


def test_targets() -> None:
    """A target is reached or not, in agreement with the value; the best plays reach it or keep it off."""
    for deal in endings(12, 24):
        full = solve(deal)
        assert deal.turn is not None
        wants = full.objective.is_for(deal.turn)
        for target in range(6):
            for moves in (False, True):
                found = solve(deal, target=target, moves=moves)
                assert found.low <= full.value <= found.high
                assert (found.low >= target) == (full.value >= target)
                assert (found.high < target) == (full.value < target)
                assert found.line == ()
            good = [
                play
                for play, result in full.moves.items()
                if (result.value >= target if wants else result.value < target)
            ]
            assert found.best == tuple(good)


def test_solved_tricks_belong_to_the_side_to_act() -> None:
    """Partners count together; in a misère only the contractor's tricks count, whoever is to act."""
    deal = ending(random.Random(1), 3, "7H")
    assert deal.turn is not None
    side = frozenset((deal.turn, (deal.turn + 2) % 4))
    assert solve(deal).objective == Objective(side=side, count=side)
    deal = ending(random.Random(1), 3, "M")
    assert deal.contract is not None
    contractor = deal.contract.contractor
    opponents = frozenset(seat for seat in range(4) if seat % 2 != contractor % 2)
    assert solve(deal).objective == Objective(side=opponents, count=frozenset((contractor,)))


def test_claims_equal_brute_force() -> None:
    """Tricks the side takes against any defence, and whether it takes them with any play of its own."""
    seen = set()
    for deal in endings(20, 64):
        found = claim(deal)
        assert found is not None
        objective = deal.objective
        before = counted(deal, objective)
        best, worst = brute(deal, objective) - before, brute(deal, objective, any_play=True) - before
        assert (found.tricks, found.any_play) == (best, best == worst), deal.to_text()
        seen.add(found.any_play)
    assert seen == {False, True}


def test_a_claim_out_of_budget() -> None:
    """No claim is made on what is not proven."""
    assert claim(full_deal(), max_nodes=1) is None


@pytest.mark.parametrize("text", ["", "7H", "7H; P; 8H; P; P"])
def test_only_the_play_can_be_solved(text: str) -> None:
    """Before and after the play there is nothing to solve."""
    deal = fh.Deal(dealer=3, seed=500)
    if text:
        deal.push_all(text.split("; "))
    for ask in (solve, claim):
        with pytest.raises(
            WrongPhase, match=f"only a deal in its play can be solved; this one is at: {deal.phase.value}"
        ):
            ask(deal)


def test_a_view_cannot_be_solved() -> None:
    """It has one hand only, and the message says what is needed."""
    view = full_deal().view(0)
    for ask in (solve, claim):
        with pytest.raises(TypeError, match="a deal is needed, with all its hands, not a View"):
            ask(view)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a deal is needed"):
        list(solve_many([view]))  # type: ignore[list-item]


def test_a_finished_deal_is_not_solved() -> None:
    """The play is over."""
    deal = ending(random.Random(2), 1, "7H")
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    with pytest.raises(WrongPhase, match="at: over"):
        solve(deal)


# --- budgets ----------------------------------------------------------------------------------------------


def full_deal(number: int = 0) -> fh.Deal:
    """Ten cards a seat in the play of eight hearts."""
    deal = fh.Deal(dealer=3, seed=500, number=number).push_all("7H-SK; P; 8H-SK; P; P")
    assert deal.phase is Phase.PLAY
    return deal


def test_bounds_within_a_budget_of_nodes() -> None:
    """Out of budget the bounds hold the value, and nothing is said that is not proven."""
    deal = full_deal()
    value = solve(deal).value
    for nodes in (1, 10, 100, 1000, 10_000):
        for moves in (False, True):
            found = solve(deal, moves=moves, max_nodes=nodes)
            assert 0 <= found.low <= value <= found.high <= 10
            if found.is_exact:
                continue
            assert (found.best, found.line) == ((), ())
            with pytest.raises(ValueError, match=r"only bounds are known: \d+ to \d+ tricks"):
                _ = found.value
    found = solve(deal, max_nodes=1)
    assert not found.is_exact


def test_bounds_of_moves_within_a_budget() -> None:
    """Each move's bounds hold its value as well."""
    deal = full_deal(1)
    values = solve(deal, line=False).moves
    for nodes in (1, 300, 3000):
        found = solve(deal, line=False, max_nodes=nodes).moves
        for play, result in found.items():
            assert result.low <= values[play].value <= result.high


def test_seconds_and_the_stop_flag() -> None:
    """Time and a flag stop a search; a cleared flag does not."""
    deal = full_deal()
    assert not solve(deal, max_seconds=0).is_exact
    flag = StopFlag()
    flag.set()
    assert not solve(deal, stop=flag).is_exact
    flag.clear()
    assert solve(deal, stop=flag).is_exact


HARD = """
import random, sys
from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
from cardcore.solver import Solver

suits = [[f"{suit}{rank}" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] for suit in "SCDH"]
pack = [card for suit in suits for card in suit]
random.Random(1).shuffle(pack)
play = TrickPlay(PlaySetup(CardOrder(suits), SeatOrder.circle(4)), [pack[k::4] for k in range(4)], 0)
solver = Solver(_features=0)
"""
"""A position that takes hours without a table: one seat against three, thirteen cards."""


def test_a_hard_search_is_stopped_from_another_thread() -> None:
    """The flag is seen within a moment."""
    scope: dict[str, object] = {}
    exec(HARD, scope)
    solver, play = scope["solver"], scope["play"]
    assert isinstance(solver, Solver)
    flag = StopFlag()
    timer = threading.Timer(0.1, flag.set)
    timer.start()
    start = time.monotonic()
    result = solver.solve(play, 1, 1, stop=flag)  # type: ignore[arg-type]
    timer.join()
    assert not result.is_exact
    assert time.monotonic() - start < 10


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way")
def test_keyboard_interrupt() -> None:
    """Ctrl-C ends a search with KeyboardInterrupt, and the solver is usable afterwards (V-08)."""
    program = HARD + (
        "import os, signal, threading\n"
        "def interrupt():\n"
        "    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    interrupt()\n"
        "    solver.solve(play, 1, 1)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
        "print(solver.solve(play, 5, 5, max_nodes=1000).is_exact, flush=True)\n"
        "interrupt()\n"
        "solver.solve(play, 1, 1)\n"
    )
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert time.monotonic() - start < 30
    assert done.stdout == "interrupted\nFalse\n"
    assert done.stderr.strip().endswith("KeyboardInterrupt")
    assert done.returncode != 0


# --- cases of other projects ------------------------------------------------------------------------------


def walk(seed: int, count: int, cards: tuple[int, ...]) -> Iterator[tuple[Solver, Solver]]:
    """Solve whole played lines ply by ply in several ways; a pair of solvers, to ask for their memory."""
    rng = random.Random(seed)
    tiny, cleared = Solver(table_mb=0.05), Solver()
    kept_for: dict[object, Solver] = {}
    for number in range(count):
        deal = ending(rng, rng.choice(cards), BIDS[number % len(BIDS)], rng.choice(VARIANTS))
        assert deal.contract is not None
        plies = []
        while not deal.is_over:
            play = deal.play_state
            assert play is not None
            objective = deal.objective
            plies.append((play, sum(1 << s for s in objective.side), sum(1 << s for s in objective.count)))
            deal.push(rng.choice(list(deal.legal_actions)))
        kept = Solver()
        forwards = [kept.solve(*ply, keep=True).value for ply in plies]
        backwards = [kept.solve(*ply, keep=True).value for ply in reversed(plies)][::-1]
        kept_for.clear()
        own_tables = []
        for play, side, count_mask in plies:  # a kept table for each question: partners' and opponents'
            solver = kept_for.setdefault((side, count_mask), Solver())
            own_tables.append(solver.solve(play, side, count_mask, keep=True).value)
        shuffled = list(range(len(plies)))
        rng.shuffle(shuffled)
        in_any_order = {at: kept.solve(*plies[at], keep=True).value for at in shuffled}
        fresh = [Solver().solve(*ply).value for ply in plies]
        small = [tiny.solve(*ply, keep=True).value for ply in plies]
        empty = []
        for ply in plies:
            cleared.clear()
            empty.append(cleared.solve(*ply).value)
        ways = (forwards, backwards, own_tables, [in_any_order[at] for at in range(len(plies))], small, empty)
        assert all(way == fresh for way in ways), (deal.to_text(), ways, fresh)
        for ply, value in zip(plies, fresh, strict=True):
            moves = kept.moves(*ply, keep=True)
            found = [result.value for result in moves.values()]
            wants = ply[1] >> (ply[0].turn or 0) & 1
            assert (max(found) if wants else min(found)) == value
        yield kept, tiny


def test_whole_lines_with_a_kept_table() -> None:
    """V-01: every ply of a played line, in any order, with a kept, cleared or tiny table, as fresh."""
    for kept, tiny in walk(1, 80, (3, 4, 5)):
        assert kept.memory <= 4_000_000
        assert tiny.memory <= 50_000


@pytest.mark.slow
def test_many_whole_lines_with_a_kept_table() -> None:
    """V-01: two thousand endings."""
    for _ in walk(2, 2000, (3, 4, 5, 6)):
        pass


ONE_SOLVE = """
from tricktake import fivehundred as fh
from tricktake.analysis import solve

deal = fh.Deal.from_text(
    "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    "contract=6H contractor=0 tricks=5,1,2,0"
)
"""


def test_no_set_up_call() -> None:
    """V-02: two solvers in one process, and a solver in an atexit hook, without any set-up."""
    program = ONE_SOLVE + (
        "import atexit\n"
        "from cardcore.solver import Solver\n"
        "first, second = Solver(), Solver()\n"
        "print([solve(deal, solver=s).value for s in (first, second, first)], flush=True)\n"
        "atexit.register(lambda: print(solve(deal, solver=second).value, solve(deal).value, flush=True))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[1, 1, 1]\n1 1\n", "")


def test_the_core_solves_without_the_rules() -> None:
    """V-02: the first thing a process does is to solve."""
    program = HARD + "print(solver.solve(play, 5, 5, max_nodes=10).is_exact)\n"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")


def test_a_won_misere_defence_is_found() -> None:
    """V-10: the five of clubs alone defeats the open misère; the nine lets it through."""
    side = frozenset((1, 3))
    start = fh.PlayStart(Contract("OM", contractor=1, side=side), leader=2, tricks=(8, 0, 0, 0))
    deal = fh.Deal(dealer=3, hands=["D5 SA", "C7 D6", "C9 C5", "H5 H6"], start=start)
    solution = solve(deal)
    assert solution.best == (Play("C5"),)
    # he must win with the seven, and his last card wins as well
    assert {play.text: result.value for play, result in solution.moves.items()} == {"C5": 2, "C9": 0}
    assert solution.line[0] == Play("C5")
    assert Play("C7") in solution.line
    yes_or_no = solve(deal, target=1)
    assert yes_or_no.low >= 1
    assert yes_or_no.best == (Play("C5"),)
