"""What the arena says of bots whose order is known."""

from __future__ import annotations

import pytest

from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp


@pytest.mark.parametrize("rules", [fh.Rules(), sp.Rules()], ids=["five-hundred", "cutthroat"])
def test_heuristic_beats_random_in_matches(rules: fh.Rules | sp.Rules) -> None:
    report = arena.play(rules, ["random", "heuristic"], boards=6, whole=True, seed=21)
    (pair,) = report.pairs
    assert pair.better == "heuristic"
    weak, strong = report.standings
    assert strong.share > (strong.fair or 0)
    assert strong.result.sign == 1
    assert weak.result.value == -strong.result.value
    assert "heuristic is better than random" in report.to_text()


@pytest.mark.parametrize("rules", [fh.Rules(), sp.Rules()], ids=["five-hundred", "cutthroat"])
def test_heuristic_beats_random_in_deals(rules: fh.Rules | sp.Rules) -> None:
    report = arena.play(rules, ["heuristic", "random"], boards=25, seed=22)
    assert report.pairs[0].better == "heuristic"
    assert report.standings[0].low > 0.5


def test_several_bots_are_ranked() -> None:
    report = arena.play(sp.Rules(), ["random:bid=1", "heuristic", "random:bid=0"], boards=12, seed=23)
    ratings = [standing.rating or 0.0 for standing in report.standings]
    assert ratings[1] > ratings[2] > ratings[0]
    assert sum(ratings) == pytest.approx(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [fh.Rules(), fh.Rules(players=3), sp.Rules(), sp.Rules.four(), sp.Rules.preset("partners")],
    ids=lambda rules: rules.to_text(),
)
def test_a_bot_that_errs_seldom_is_found_out(rules: fh.Rules | sp.Rules) -> None:
    """Bids of another kind now and then are told apart from those of chance over many boards."""
    report = arena.play(rules, ["random:bid=0.1", "random:bid=0.8"], boards=600, seed=24)
    assert report.pairs[0].better == "random:bid=0.1"


def test_a_match_ends_at_the_cap() -> None:
    """The best score wins, shared if several have it."""
    report = arena.play(sp.Rules(), ["random", "random:bid=0.9"], boards=2, whole=True, cap=2)
    for board in report.boards:
        for result in board.results:
            assert result.deals == 2
            best = max(result.scores)
            assert result.winners == tuple([at for at, score in enumerate(result.scores) if score == best])
    assert sum(standing.won for standing in report.standings) == 6
