"""Bots at fault lose the deal by the rule, and never the arena."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import pytest

from arena import faulty
from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.arena import FaultKind, Report
from tricktake.arena.clock import Clock, Overrun
from tricktake.bots import Bot, Random

HARD = hasattr(signal, "setitimer")


def faults(report: Report) -> list[arena.Fault]:
    return [result.fault for board in report.boards for result in board.results if result.fault is not None]


@pytest.mark.parametrize(
    ("bot", "kind", "message"),
    [
        (faulty.Crash, FaultKind.ERROR, "ValueError: no idea what to play"),
        (faulty.Leaves, FaultKind.ERROR, "SystemExit: 3"),
        (faulty.Mute, FaultKind.ERROR, "_Mute"),
        (faulty.Deep, FaultKind.ERROR, "RecursionError: maximum recursion depth exceeded"),
        (faulty.Revokes, FaultKind.ILLEGAL, "IllegalPlay: seat "),
        (faulty.Passes, FaultKind.ILLEGAL, "WrongPhase: seat "),
        (faulty.Says, FaultKind.NO_ACTION, "returned a value of type str, which is no action"),
        (faulty.Nothing, FaultKind.NO_ACTION, "returned a value of type NoneType, which is no action"),
    ],
)
def test_a_fault_loses_the_deal(bot: type[Bot], kind: FaultKind, message: str) -> None:
    report = arena.play(sp.Rules(), [bot, "random"], boards=2)
    assert len(faults(report)) == 6
    for board in report.boards:
        for seat, result in enumerate(board.results):
            assert result.scores == tuple([-500 if side == seat else 0 for side in range(3)])
            assert result.fault is not None
            assert (result.fault.kind, result.fault.seat, result.fault.deal) == (kind, seat, 0)
            assert result.fault.message.startswith(message)
            assert "\n" not in result.fault.message
    first, second = report.standings
    assert first.bot == f"arena.faulty:{bot.__name__}"
    assert (first.faults, second.faults, second.first_fault) == (6, 0, None)
    assert (first.first_fault or "").startswith(f"board 0, seat 0: {message}")
    assert report.results(first.bot) == (-500, -500)
    assert f"{first.bot} lost 6 deals by a fault; the first: board 0" in report.to_text().replace("\n", " ")


def test_the_deal_is_lost_by_the_target_of_the_game() -> None:
    for rules, lost in ((fh.Rules(target=300), -300), (sp.Rules.short_limit5(), -300), (fh.Rules(), -500)):
        report = arena.play(rules, [faulty.Crash, "random:bid=1"], boards=3)
        assert faults(report)
        for board in report.boards:
            for result in board.results:
                if result.fault is not None:
                    side = next(at for at, seats in enumerate(rules.sides) if result.fault.seat in seats)
                    assert result.scores == tuple(
                        [lost if at == side else 0 for at in range(len(rules.sides))]
                    )


def test_a_fault_loses_the_match() -> None:
    report = arena.play(sp.Rules(), [faulty.Crash, "random"], boards=2, whole=True)
    for board in report.boards:
        for seat, result in enumerate(board.results):
            assert result.deals == 1
            assert result.fault is not None
            assert result.scores[seat] == min(result.scores) == -500
            assert seat not in result.winners
    assert report.standings[0].won == 0
    assert (report.standings[0].first_fault or "").startswith("board 0, deal 0, seat 0: ValueError")
    assert "lost 6 matches by a fault" in report.to_text()


class CrashLate(Random):
    """Fails in the third deal of a match."""

    def _choose(self, view):  # type: ignore[no-untyped-def]
        if any(view.scores) and view.dealer == 2 and view.is_turn and view.finished:
            raise ValueError("tired")
        return super()._choose(view)


def test_a_match_lost_late_ranks_last() -> None:
    """The best of the others has won, by the score at the end of the deal before."""
    report = arena.play(sp.Rules(), [CrashLate, "random:bid=0"], boards=1, whole=True)
    for seat, result in enumerate(report.boards[0].results):
        assert result.fault is not None
        assert result.fault.deal == result.deals - 1 == 2
        others = [score for at, score in enumerate(result.scores) if at != seat]
        assert result.scores[seat] <= min(others) - 500
        assert result.winners == tuple(
            [at for at, score in enumerate(result.scores) if score == max(others) and at != seat]
        )


@pytest.mark.skipif(not HARD, reason="needs POSIX timers")
@pytest.mark.parametrize("bot", [faulty.Slow, faulty.SlowCrash, faulty.Endless, faulty.Stubborn])
def test_a_decision_is_interrupted(bot: type[Bot]) -> None:
    began = perf_counter()
    report = arena.play(sp.Rules(), [bot, "random"], boards=1, limit=0.1)
    found = faults(report)
    assert [fault.message for fault in found] == ["took longer than 0.1 s"] * 3
    assert {fault.kind for fault in found} == {FaultKind.TIME}
    assert perf_counter() - began < 5


def test_in_a_thread_a_decision_is_waited_for() -> None:
    with ThreadPoolExecutor(1) as pool:
        report = arena.play(sp.Rules(), [faulty.Slow, "random"], boards=1, limit=0.1, executor=pool)
        late = arena.play(sp.Rules(), [faulty.SlowCrash, "random"], boards=1, limit=0.1, executor=pool)
    for found in (faults(report), faults(late)):
        assert [fault.message for fault in found] == ["took longer than 0.1 s"] * 3


@pytest.mark.skipif(not HARD, reason="needs POSIX timers")
def test_worker_processes_interrupt_too() -> None:
    report = arena.play(sp.Rules(), [faulty.Endless, "random"], boards=2, limit=0.1, workers=2)
    assert [fault.kind for fault in faults(report)] == [FaultKind.TIME] * 6


def test_a_limit_that_is_kept_changes_nothing() -> None:
    """Nor do the bots of one seat hear of another seat or another deal."""
    free = arena.play(fh.Rules(), [faulty.Remembers, "random"], boards=3)
    timed = arena.play(fh.Rules(), [faulty.Remembers, "random"], boards=3, limit=60)
    assert free.boards == timed.boards
    assert not faults(free)


@pytest.fixture
def alarm() -> Iterator[list[float]]:
    """A timer of somebody else, which notes when it rings."""
    rung: list[float] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(perf_counter()))
    timer = signal.setitimer(signal.ITIMER_REAL, 0)
    yield rung
    signal.setitimer(signal.ITIMER_REAL, *timer)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(not HARD, reason="needs POSIX timers")
def test_the_clock_gives_the_timer_back(alarm: list[float]) -> None:
    handler = signal.getsignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    view = sp.Deal(dealer=0, seed=1).view(1)
    with Clock(10.0) as clock:
        clock.ask(Random(), view)
        time.sleep(0.1)
        assert not alarm
    assert signal.getsignal(signal.SIGALRM) is handler
    time.sleep(0.05)
    assert len(alarm) == 1
    with Clock(10.0):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


class _Sleeper(Random):
    def _choose(self, view):  # type: ignore[no-untyped-def]
        time.sleep(0.05)
        return super()._choose(view)


def test_the_clock_in_a_thread_measures() -> None:
    found: list[str] = []

    def ask() -> None:
        with Clock(0.01) as clock:
            try:
                clock.ask(_Sleeper(), sp.Deal(dealer=0, seed=1).view(1))
            except Overrun:
                found.append("late")

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == ["late"]


@pytest.mark.skipif(not HARD, reason="needs POSIX timers")
def test_ctrl_c_in_a_bot_stops_the_arena() -> None:
    """It is no fault of the bot's."""
    for limit in (None, 5.0):
        with pytest.raises(KeyboardInterrupt):
            arena.play(sp.Rules(), [faulty.Interrupted, "random"], boards=1, limit=limit)
