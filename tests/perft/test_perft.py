"""The frozen perft files, counted by the slow referee, confirmed by both builds of the core."""

from __future__ import annotations

import pytest

from cardcore import TrickPlay, divide, perft
from core.translate import core_play
from perft.reader import PerftCase, read_folder

FILES = read_folder()
CASES = {f"{stem}-{case.name}": case for stem, cases in FILES.items() for case in cases}


def play_of(case: PerftCase) -> TrickPlay:
    """Return the core's position of a case."""
    return core_play(
        suits=case.suits,
        trump=case.trump,
        free_joker=case.free,
        hands=case.hands,
        leader=case.leader,
        orders=case.orders,
        first_orders=case.first,
        joker_lead=case.joker_lead,
        joker_follow=case.joker_follow,
        joker_void=case.joker_void,
        lead_limit=case.limit,
        first_card=case.firstcard,
        under=case.under,
    )


def play_text(play: TrickPlay, move: int, letters: list[str]) -> str:
    """Return a move as the files write it: ``HQ``, or ``JK:C``."""
    card, suit = play.card_of(move)
    return card.name if suit is None else f"{card.name}:{letters[suit]}"


def side_by_side(found: dict[str, int], frozen: dict[str, int]) -> str:
    """Return the counts of every first play, the core's and the frozen one, with a mark where they differ."""
    lines = [f"{'first play':12}{'core':>12}{'frozen':>12}"]
    for text in sorted(found.keys() | frozen.keys()):
        left, right = found.get(text, "-"), frozen.get(text, "-")
        lines.append(f"{text:12}{left:>12}{right:>12}" + ("" if left == right else "   <--"))
    return "\n".join(lines)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_frozen_counts(case: PerftCase, build: str) -> None:
    """Every depth of every case, and at the largest depth the counts of each first play."""
    play = play_of(case)
    before = play.copy()
    letters = list(case.suits)
    deepest = max(case.perft)
    found = {play_text(play, move, letters): count for move, count in divide(play, deepest).items()}
    assert found == case.divide, (
        f"{case.name}, depth {deepest}, {build} build\n{side_by_side(found, case.divide)}"
    )
    for depth, count in case.perft.items():
        assert perft(play, depth) == count, f"{case.name}, depth {depth}, {build} build"
    assert play == before


def test_files_are_complete() -> None:
    """No file or case got lost, and the counts are not trivial."""
    assert set(FILES) == {
        "five_53",
        "five_skip_first",
        "four_hearts",
        "four_nt_free_joker",
        "four_nt_nominated",
        "four_other_trumps",
        "misere_sitting_out",
        "six_63",
        "spades_not_broken",
        "two_and_three",
        "two_table",
    }
    assert len(CASES) >= 95
    assert sum(max(case.perft.values()) for case in CASES.values()) > 1_000_000
