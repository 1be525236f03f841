"""The solver: equal to brute force on endings of every kind of contract, with every bound on or off.

The brute force here is plain minimax over ``TrickPlay``: no table, no bound, no equal cards.
"""

from __future__ import annotations

import _thread
import pickle
import random
import threading
import time
from collections.abc import Iterator

import pytest

from cardcore import CardOrder, GameError, PlaySetup, SeatOrder, SetupError, TrickPlay
from cardcore.solver import Result, Solver, StopFlag
from core import random_hands
from core.translate import core_play

ALL_FEATURES = 127
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PLY_LIMIT = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}


def minimax(play: TrickPlay, side: int, values: list[int], count: int, won: int = 0) -> int:
    """Value of a position: ``values[k]`` for ``k`` counted tricks from the start of the search."""
    if play.is_over:
        return values[won]
    wants = side >> (play.turn or 0) & 1
    found = []
    before = play.tricks
    for move in play.legal_moves():
        play.push(move)
        gained = sum(
            after - was
            for place, (was, after) in enumerate(zip(before, play.tricks, strict=True))
            if count >> place & 1
        )
        found.append(minimax(play, side, values, count, won + gained))
        play.pop()
    return max(found) if wants else min(found)


def endings(
    chunk: int, count: int, plies: dict[int, int] = PLY_LIMIT
) -> Iterator[tuple[random.Random, TrickPlay, int, int]]:
    """Positions near the end of every kind, in mid-trick too, with a side and the counted places."""
    for rng, spec in random_hands.specs(chunk, count):
        play = core_play(**spec)
        places = play.setup.seats.places
        most = 2 if play.setup.under else plies[places]
        while not play.is_over and max(play.hand_mask(p).bit_count() for p in range(places)) > most:
            if play.turn is None or (play.hand_mask(play.turn).bit_count() <= most and not play.setup.under):
                break
            play.push(rng.choice(play.legal_moves()))
        full = (1 << places) - 1
        one = 1 << rng.randrange(places)
        side, counted = rng.choice(
            [
                (one, one),
                (full ^ one, one),
                (0b010101 & full, 0b010101 & full),
                (0b010101 & full, 0b101010 & full),
                (rng.randrange(full + 1), rng.randrange(full + 1)),
            ]
        )
        yield rng, play, side, counted


def test_values_of_all_moves_equal_brute_force(build: str) -> None:
    """Endings of every kind, sides and counts of all sorts: the value and the value of every move."""
    solvers = [Solver(), Solver(table_mb=0.05)]
    numbers = list(range(64))
    for _, play, side, count in endings(1, 270):
        value = minimax(play.copy(), side, numbers, count)
        for solver in solvers:
            assert solver.solve(play, side, count).value == value, (side, count, play)
            moves = solver.moves(play, side, count, keep=True)
            assert list(moves) == play.legal_moves()
            for move, result in moves.items():
                child = play.copy()
                child.push(move)
                gained = sum(
                    child.tricks[p] - play.tricks[p] for p in range(play.setup.seats.places) if count >> p & 1
                )
                expected = gained + minimax(child, side, numbers, count)
                assert result.value == expected, (side, count, play, move)


def test_features_and_targets_change_no_value() -> None:
    """Each bound off, the table off, all off; every target; kept tables."""
    plain = Solver(_features=0)  # type: ignore[call-arg]
    others = [Solver(_features=ALL_FEATURES ^ (1 << k)) for k in range(7)]  # type: ignore[call-arg]
    others.append(Solver())
    longer = {2: 7, 3: 5, 4: 4, 5: 3, 6: 3}
    for _, play, side, count in endings(2, 180, longer):
        value = plain.solve(play, side, count).value
        for solver in others:
            assert solver.solve(play, side, count).value == value, (side, count, play)
            for target in range(-1, 9):
                result = solver.solve(play, side, count, target=target, keep=True)
                assert result.low <= value <= result.high
                assert result.low >= target or result.high < target
                assert (result.low >= target) == (value >= target)


def test_line_reaches_the_value() -> None:
    """Following the line gives the value; each of its moves is among the best."""
    solver = Solver()
    for _, play, side, count in endings(3, 180, {2: 7, 3: 5, 4: 4, 5: 3, 6: 3}):
        value = solver.solve(play, side, count).value
        at = play.copy()
        for move in solver.line(play, side, count):
            at.push(move)
        assert at.is_over
        won = sum(
            after - before
            for p, (before, after) in enumerate(zip(play.tricks, at.tricks, strict=True))
            if count >> p & 1
        )
        assert won == value


def test_payoffs_equal_brute_force(build: str) -> None:
    """Any value for any number of tricks."""
    solver = Solver()
    for rng, play, side, count in endings(4, 180):
        values = [rng.randint(-3, 3) for _ in range(8)]
        assert solver.payoff(play, side, count, values) == minimax(play.copy(), side, values, count)


def deal(cards: int, seed: int, trump: int | None = None) -> TrickPlay:
    """Four hands of a pack of 52."""
    suits = [[f"{suit}{rank}" for rank in RANKS] for suit in "SCDH"]
    pack = [card for suit in suits for card in suit]
    random.Random(seed).shuffle(pack)
    setup = PlaySetup(CardOrder(suits, trump=trump), SeatOrder.circle(4))
    return TrickPlay(setup, [pack[k * cards : (k + 1) * cards] for k in range(4)], 0)


def test_table_size_and_build_do_not_change_results(build: str) -> None:
    """Eight cards: a table that overflows many times, a large one, a kept one; other sides of the deal."""
    small, large, kept = Solver(table_mb=0.05), Solver(table_mb=64), Solver()
    for seed in range(12):
        play = deal(8, seed, [None, 0, 3][seed % 3])
        value = small.solve(play, 5, 5).value
        assert large.solve(play, 5, 5).value == value
        assert kept.solve(play, 5, 5, keep=True).value == value
        assert kept.solve(play, 10, 10).value == 8 - value
        assert 8 - small.solve(play, 5, 10).value == small.solve(play, 10, 5).value
        assert small.memory <= 50_000
        assert large.memory <= 64_000_000


def test_budgets_give_proven_bounds() -> None:
    """Nodes, seconds and the flag stop the search with bounds that hold; the solver works on."""
    play = deal(10, 5)
    solver = Solver()
    value = solver.solve(play, 5, 5).value
    for nodes in (0, 1, 100, 1000, 3000):
        result = solver.solve(play, 5, 5, max_nodes=nodes)
        assert result.low <= value <= result.high
        assert result.nodes <= max(nodes, 1)
    result = solver.solve(play, 5, 5, max_nodes=1)
    assert not result.is_exact
    with pytest.raises(GameError, match=r"only known to lie in 0\.\.10"):
        _ = result.value
    assert not solver.solve(play, 5, 5, max_seconds=0).is_exact
    flag = StopFlag()
    flag.set()
    assert not solver.solve(play, 5, 5, stop=flag).is_exact
    assert solver.line(play, 5, 5, stop=flag) == []
    flag.clear()
    assert solver.solve(play, 5, 5, stop=flag).value == value


def hard_play() -> TrickPlay:
    """Thirteen cards, no trumps: with every help switched off it takes for ever."""
    suits = [[f"{suit}{rank}" for rank in RANKS] for suit in "SCDH"]
    pack = [card for suit in suits for card in suit]
    random.Random(1).shuffle(pack)
    return TrickPlay(PlaySetup(CardOrder(suits), SeatOrder.circle(4)), [pack[k::4] for k in range(4)], 0)


def test_stop_flag_from_another_thread_and_busy_solver() -> None:
    """A search runs without the interpreter lock; another thread stops it; a second call is refused."""
    play, solver, flag = hard_play(), Solver(_features=0), StopFlag()  # type: ignore[call-arg]
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(solver.solve(play, 1, 1, stop=flag)))
    thread.start()
    deadline = time.monotonic() + 20
    refused = False
    while not refused and time.monotonic() < deadline:
        try:
            # A stopped call of our own, should the thread not have begun.
            solver.solve(play, 1, 1, max_nodes=1)
        except RuntimeError as error:
            refused = "in use" in str(error)
    flag.set()
    thread.join()
    assert refused
    assert found[0].low < found[0].high


def test_interrupt_leaves_the_solver_usable(build: str) -> None:
    """Ctrl-C ends a search; the next one is right."""
    play, solver = hard_play(), Solver()
    value = solver.solve(deal(6, 2), 5, 5).value
    slow = Solver(_features=0)  # type: ignore[call-arg]
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        slow.solve(play, 1, 1)
    timer.join()
    assert slow.solve(deal(6, 2), 5, 5).value == value
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        slow.line(play, 1, 1)
    timer.join()


def test_bad_arguments_are_refused() -> None:
    """Places that do not exist, negative budgets, too few values."""
    play = deal(3, 1)
    solver = Solver()
    with pytest.raises(SetupError, match="side 16"):
        solver.solve(play, 16, 1)
    with pytest.raises(SetupError, match="count -1"):
        solver.solve(play, 1, -1)
    with pytest.raises(ValueError, match="max_nodes -1"):
        solver.solve(play, 1, 1, max_nodes=-1)
    with pytest.raises(ValueError, match="max_seconds"):
        solver.solve(play, 1, 1, max_seconds=-1)
    with pytest.raises(SetupError, match="4 values are needed"):
        solver.payoff(play, 1, 1, [1, 2])
    with pytest.raises(SetupError, match="at most 6"):
        solver.payoff(deal(7, 1), 1, 1, list(range(8)))
    with pytest.raises(GameError, match="out of budget"):
        solver.payoff(play, 1, 1, [0, 1, 0, 1], max_nodes=1)
    with pytest.raises(ValueError, match="table_mb"):
        Solver(table_mb=0)
    with pytest.raises(ValueError, match="above"):
        Result(2, 1)
    assert pickle.loads(pickle.dumps(Result(1, 2, 3))) == Result(1, 2)
