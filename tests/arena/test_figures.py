"""The statistics against values computed by hand or by other programs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.arena import Board, Result
from tricktake.arena.figures import boards_needed, mean_of, student, wilson
from tricktake.arena.ratings import rate


def fractions(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def test_mean_and_error() -> None:
    # 10 20 30 40: mean 25, squares 225 + 25 + 25 + 225 = 500, variance 500 / 3, error sqrt(500 / 12)
    mean = mean_of(fractions(10, 20, 30, 40))
    assert mean.value == 25
    assert mean.error == pytest.approx(sqrt(500 / 12), rel=1e-12)
    assert mean.low == pytest.approx(25 - 3.182446 * 6.454972, abs=1e-4)
    assert mean.high == pytest.approx(25 + 3.182446 * 6.454972, abs=1e-4)
    assert mean.sign == 1
    assert mean_of(fractions(-10, -20, -30, -40)).sign == -1
    assert mean_of(fractions(10, -20, 30, -40)).sign == 0


def test_boards_that_are_alike() -> None:
    assert mean_of(fractions(0, 0)).low == 0
    assert mean_of(fractions(7)).error is None
    assert mean_of(fractions(7, 7, 7, 7, 7)).low is None  # 1 in 16: as a coin falls the same way five times
    assert mean_of(fractions(*[7] * 6)).low == 7


@pytest.mark.parametrize(
    ("freedom", "confidence", "due"),
    [
        (1, 0.95, 12.7062),
        (2, 0.95, 4.30265),
        (3, 0.95, 3.18245),
        (9, 0.95, 2.26216),
        (30, 0.95, 2.04227),
        (60, 0.95, 2.00030),
        (61, 0.95, 1.99962),
        (120, 0.95, 1.97993),
        (10**6, 0.95, 1.95997),
        (5, 0.99, 4.03214),
        (100, 0.99, 2.62589),
    ],
)
def test_student(freedom: int, confidence: float, due: float) -> None:
    """Tables of Student's distribution."""
    assert student(freedom, confidence) == pytest.approx(due, rel=5e-6)


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    [(7, 10, 0.39678, 0.89221), (0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (81, 263, 0.25529, 0.36621)],
)
def test_wilson(won: int, count: int, low: float, high: float) -> None:
    """The last case is from Newcombe (1998), who gives 0.2553 to 0.3662."""
    assert wilson(won / count, count) == pytest.approx((low, high), abs=1e-5)
    assert wilson(0, 0) == (0, 1)


def test_boards_needed() -> None:
    # mean 2 and deviation 18 of 100 boards: ((1.960 + 0.842) * 18 / 2)^2 = 636
    values = fractions(*[20, -16] * 5000)
    assert boards_needed(mean_of(values)) == pytest.approx(636, abs=1)
    assert boards_needed(mean_of(fractions(0, 0))) is None
    assert boards_needed(mean_of(fractions(5))) is None


def test_ratings() -> None:
    assert rate([[0, 10], [10, 0]]) == pytest.approx((0, 0))
    # 30.5 to 10.5 with the drawn game: 400 * log10(30.5 / 10.5) = 185.25 between them
    assert rate([[0, 30], [10, 0]]) == pytest.approx((92.62, -92.62), abs=0.01)
    first, second, third = rate([[0, 0, 50], [50, 0, 50], [0, 0, 0]])
    assert second > first > third
    assert first + second + third == pytest.approx(0)
    assert rate([[0]]) == (0,)


def test_ratings_are_those_of_the_likelihood() -> None:
    """At the maximum every bot has won as much as its strength promises."""
    wins = [[0, 12, 30], [8, 0, 25], [10, 15, 0]]
    strength = [10 ** (rating / 400) for rating in rate(wins)]
    for a in range(3):
        others = [b for b in range(3) if b != a]
        due = sum((wins[a][b] + wins[b][a] + 1) * strength[a] / (strength[a] + strength[b]) for b in others)
        assert sum(wins[a][b] + 0.5 for b in others) == pytest.approx(due)


def deals(*results: tuple[int, ...]) -> tuple[Result, ...]:
    return tuple([Result(scores=scores, deals=1) for scores in results])


def test_a_report_by_hand() -> None:
    setup = arena.Setup(fh.Rules(), ("heuristic", "random"))
    boards = [
        Board(number=0, results=deals((140, 30), (30, 140))),  # 110 and 110
        Board(number=1, results=deals((-140, 40), (20, 180))),  # -180 and 160
        Board(number=2, results=deals((0, 0), (0, 0))),
    ]
    report = arena.Report.of(setup, boards)
    assert report.results("heuristic") == (110, -10, 0)
    first, second = report.standings
    assert first.result.value == pytest.approx(100 / 3)
    assert first.result.error == pytest.approx(sqrt(sum((x - 100 / 3) ** 2 for x in (110, -10, 0)) / 6))
    assert (first.won, first.games, second.won, second.games) == (3, 6, 1, 6)
    assert (first.boards, first.deals, first.fair, first.rating, first.faults) == (3, 6, None, None, 0)
    assert (first.low, first.high) == wilson(0.5, 6)
    (pair,) = report.pairs
    assert pair.difference == first.result
    assert pair.better is None
    assert pair.needed == pytest.approx(3 * (2.8016 * (first.result.error or 0) / (100 / 3)) ** 2, abs=1)
    assert "about 32 boards would be needed" in report.to_text().replace("\n", " ")


def test_whole_matches_by_hand() -> None:
    """Three players, the first bot in each seat against the second in the others."""
    setup = arena.Setup(sp.Rules(), ("heuristic", "random"), whole=True)
    results = (
        Result(scores=(500, 100, 300), winners=(0,), deals=9),
        Result(scores=(500, 100, 300), winners=(0,), deals=8),
        Result(scores=(200, 500, 500), winners=(1, 2), deals=7),
    )
    report = arena.Report.of(setup, [Board(number=0, results=results)])
    first, second = report.standings
    assert (first.won, second.won, first.games) == (1.5, 1.5, 3)
    assert (first.fair, second.fair) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert first.deals == 24
    assert report.results("heuristic") == (Fraction(300 - 300 + 150, 3),)
    # sides won by the first: 1, 0, 1/2; by the others, for each side: 0, 1/2, 1/4
    assert report.pairs[0].difference.value == pytest.approx((1.5 - 0.75) / 3)
    text = report.to_text().replace("\n", " ")
    assert "is shown: +25.0% of the matches for the first, but one board proves nothing." in text


def test_ratings_of_a_report() -> None:
    setup = arena.Setup(sp.Rules(), ("heuristic", "random", "random:bid=0.5"))
    results = []
    for seating in setup.seatings:  # the heuristic bot is first, the two others are level
        results.append(Result(scores=tuple([100 if bot == 0 else 20 for bot in seating]), deals=1))
    boards = [Board(number=number, results=tuple(results)) for number in range(10)]
    report = arena.Report.of(setup, boards)
    first, second, third = [standing.rating or 0 for standing in report.standings]
    assert second == pytest.approx(third)
    # 60.5 of 61 against either
    assert first - second == pytest.approx(832.2, abs=1)
    assert report.pairs[2].better is None
    assert report.pairs[0].better == "heuristic"
    assert report.pairs[0].confidence == pytest.approx(1 - 0.05 / 3)
    assert "hold together 95 times in 100" in report.to_text().replace("\n", " ")


def test_nothing_played() -> None:
    with pytest.raises(ValueError, match="no board has been played"):
        arena.Report.of(arena.Setup(fh.Rules(), ("heuristic", "random")), [])


def test_unknown_bot() -> None:
    report = arena.play(fh.Rules(), ["random", "random:bid=1"], boards=1)
    with pytest.raises(KeyError, match="there is no bot 'heuristic'"):
        report.results("heuristic")
