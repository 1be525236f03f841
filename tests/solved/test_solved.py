"""Our solver gives the numbers of two bridge solvers: all strains and declarers of solved deals."""

from __future__ import annotations

import pytest

from cardcore.solver import Solver
from solved.reader import SEATS, SETS, STRAINS, differences, our_tricks, play, read

SAMPLE = {"deals10_of40": range(40), "deals10_of52": range(40), "deals52": range(4)}
"""Deals of each set that every run solves, 20 values each; the slow tests solve all."""


@pytest.mark.parametrize("name", SETS)
def test_files(name: str) -> None:
    """Every deal has all its cards once and a row for each strain, and both partners' tricks make sense."""
    deals = read(name)
    assert len(deals) == 300
    for deal in deals:
        size = 13 if name == "deals52" else 10
        cards = [card for hand in deal.hands for card in hand]
        assert [len(hand) for hand in deal.hands] == [size] * 4
        assert len(set(cards)) == 4 * size
        assert list(deal.tricks) == list(STRAINS)
        assert all(
            len(row) == len(SEATS) and 0 <= min(row) <= max(row) <= size for row in deal.tricks.values()
        )
        if name == "deals10_of40":
            assert not any(card[1:] in ("2", "3", "4") for card in cards)


@pytest.mark.parametrize("name", SETS)
def test_sample_of_tables(name: str) -> None:
    """Some deals of each set, one solver for all."""
    assert list(differences(name, SAMPLE[name], Solver())) == []


@pytest.mark.parametrize("name", SETS[:2])
def test_sample_of_tables_in_each_build(name: str, build: str) -> None:
    """A few deals with each build of the search."""
    assert list(differences(name, range(20, 22), Solver())) == []


def test_side_and_leader_do_not_matter() -> None:
    """Each declarer's own question, from a new solver, gives the number of the table as well."""
    for deal in read("deals10_of40")[:2]:
        for strain in "SN":
            row = []
            for declarer in range(4):
                side = 0b1010 if declarer % 2 else 0b0101
                row.append(Solver().solve(play(deal, strain, (declarer + 1) % 4), side, side).value)
            assert tuple(row) == deal.tricks[strain] == our_tricks(deal, strain, Solver())


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("part", range(5))
def test_all_tables(name: str, part: int) -> None:
    """Sixty deals of a set at a time."""
    assert list(differences(name, range(60 * part, 60 * part + 60), Solver())) == []
