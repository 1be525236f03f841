"""The arena favours nobody: equal bots end level, and what one wins the other loses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic, Random


class Twin(Heuristic):
    """The heuristic player under another name."""


class Third(Heuristic):
    """The same once more."""


@pytest.mark.parametrize("rules", [fh.Rules(), sp.Rules()], ids=["five-hundred", "cutthroat"])
def test_e_01_a_bot_against_itself_ends_level_on_every_board(rules: fh.Rules | sp.Rules) -> None:
    report = arena.play(rules, ["heuristic", "heuristic"], boards=200, seed=11)
    assert len(report.setup.seatings) == len(rules.sides)
    for standing in report.standings:
        assert report.results(standing.bot) == (Fraction(0),) * 200
        assert standing.result.value == standing.result.error == 0
    assert report.pairs[0].better is None
    assert "they have ended level" in report.to_text()
    # the boards themselves are no draws, or this would show nothing
    assert sum(len(set(board.results[0].scores)) > 1 for board in report.boards) > 150


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heuristic", "random"])
@pytest.mark.parametrize(
    "rules",
    [
        *[fh.Rules(players=players) for players in (2, 3, 5, 6)],
        fh.Rules(players=6, teams6="3x2"),
        fh.Rules.american(),
        *[sp.PRESETS[preset] for preset in ("four", "five_2_jokers", "partners")],
    ],
    ids=lambda rules: rules.to_text(),
)
def test_e_01_in_every_game(rules: fh.Rules | sp.Rules, name: str) -> None:
    report = arena.play(rules, [name, name], boards=200, seed=12)
    assert report.results(name) == report.results(f"{name} (2)") == (Fraction(0),) * 200


@pytest.mark.parametrize("rules", [fh.Rules(), sp.Rules()], ids=["five-hundred", "cutthroat"])
def test_e_01_in_whole_matches(rules: fh.Rules | sp.Rules) -> None:
    report = arena.play(rules, ["heuristic", "heuristic"], boards=2, whole=True, seed=13)
    assert report.results("heuristic") == (Fraction(0),) * 2
    assert report.pairs[0].difference.value == 0
    for board in report.boards:
        assert len(set(board.results)) == 1
    for standing in report.standings:
        assert standing.share == pytest.approx(standing.fair)


@pytest.mark.parametrize("rules", [fh.Rules(players=3), sp.Rules()], ids=["five-hundred", "cutthroat"])
def test_e_01_with_every_seat_another_name(rules: fh.Rules | sp.Rules) -> None:
    report = arena.play(rules, ["heuristic", Twin, Third], boards=6, seed=14)
    assert len(report.setup.seatings) == 6
    for standing in report.standings:
        assert report.results(standing.bot) == (Fraction(0),) * 6
        assert standing.rating == pytest.approx(0)


def test_e_01_swapping_the_names_negates_every_result() -> None:
    there = arena.play(fh.Rules(), ["heuristic", "random"], boards=20, seed=15)
    back = arena.play(fh.Rules(), ["random", "heuristic"], boards=20, seed=15)
    assert there.results("heuristic") == back.results("heuristic")
    assert there.results("random") == tuple([-result for result in back.results("heuristic")])
    assert there.pairs[0].difference.value == -back.pairs[0].difference.value
    assert there.pairs[0].difference.low == -(back.pairs[0].difference.high or 0)
    assert any(there.results("random"))


@pytest.mark.parametrize("whole", [False, True])
def test_e_01_the_order_of_the_names_does_not_matter_in_cutthroat(whole: bool) -> None:
    boards = 1 if whole else 12
    found = [
        arena.play(sp.Rules(), bots, boards=boards, seed=16, whole=whole)
        for bots in (["heuristic", "random"], ["random", "heuristic", "random"])
    ]
    assert found[0].results("heuristic") == found[1].results("heuristic")
    for report in found:
        assert report.results("random") == tuple([-gain for gain in report.results("heuristic")])


def test_every_bot_meets_the_same_cards() -> None:
    """The deal of a board is that of the seed, its number and its dealer, in every seating."""
    seen: set[tuple[object, ...]] = set()

    class Looks(Random):
        def _choose(self, view):  # type: ignore[no-untyped-def]
            seen.add((view.seat, view.dealer, str(view.dealt)))
            return super()._choose(view)

    arena.play(fh.Rules(misere=False, open_misere=False, blind_misere=False), [Looks, "random"], boards=6)
    due = set()
    for number in range(6):
        deal = fh.Deal(dealer=number % 4, seed=0, number=number)
        due |= {(seat, number % 4, str(deal.dealt[seat])) for seat in range(4)}
    assert seen == due


def test_matches_of_a_board_have_the_same_seed() -> None:
    """A match can be played again from ``match_seed`` and ``dealer``."""
    setup = arena.Setup(fh.Rules(), ("heuristic", "heuristic"), whole=True, seed=3)
    board = list(arena.play_boards(setup, 2))[1]
    match = fh.Match(seed=setup.match_seed(1), dealer=setup.dealer(1))
    while not match.is_over:
        deal = match.next_deal()
        while not deal.is_over:
            assert deal.turn is not None
            deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert board.results[0].scores == board.results[1].scores == match.scores
    assert board.results[0].winners == tuple(match.winners or ())
    assert board.results[0].deals == len(match.deals)
    assert setup.match_seed(1) == 3 * 2**32 + 1
