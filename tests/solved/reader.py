"""Reads the solved deals of this folder and puts them to the solver; README.md says what the files hold."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
from cardcore.solver import Solver

HERE = Path(__file__).resolve().parent
SETS = ("deals10_of40", "deals10_of52", "deals52")
"""Names of the sets of deals."""
SEATS = "NESW"
STRAINS = "SHDCN"
"""Strains in the order of the tables; suit k of a hand is trump k, ``N`` has no trumps."""

_RANKS = "23456789TJQKA"
_NAMES = {rank: "10" if rank == "T" else rank for rank in _RANKS}
_SIDE = 0b0101


@dataclass(frozen=True, slots=True)
class Solved:
    """A deal and the tricks of every strain and declarer."""

    pbn: str
    hands: tuple[tuple[str, ...], ...]
    """Card names of N, E, S and W."""
    tricks: dict[str, tuple[int, ...]]
    """For each strain the tricks of N, E, S and W as declarer."""


@cache
def setup(strain: str) -> PlaySetup:
    """The play of a strain: four seats, four suits of thirteen."""
    suits = [[suit + _NAMES[rank] for rank in _RANKS] for suit in "SHDC"]
    trump = None if strain == "N" else STRAINS.index(strain)
    return PlaySetup(CardOrder(suits, trump=trump), SeatOrder.circle(4))


def read(name: str) -> list[Solved]:
    """The deals of a set."""
    tables: dict[int, dict[str, tuple[int, ...]]] = {}
    with (HERE / f"{name}_tables.csv").open(encoding="ascii", newline="") as file:
        for row in csv.DictReader(file):
            table = tables.setdefault(int(row["deal"]), {})
            table[row["strain"]] = tuple([int(row[seat]) for seat in SEATS])
    lines = (HERE / f"{name}.txt").read_text(encoding="ascii").splitlines()
    assert sorted(tables) == list(range(len(lines))), "deals and tables differ in number"
    return [Solved(line, _hands(line), tables[number]) for number, line in enumerate(lines)]


def _hands(line: str) -> tuple[tuple[str, ...], ...]:
    first, _, rest = line.partition(":")
    assert first == "N"
    return tuple(
        tuple(
            suit + _NAMES[rank] for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks
        )
        for hand in rest.split()
    )


def play(deal: Solved, strain: str, leader: int) -> TrickPlay:
    """The play of a deal at a strain."""
    return TrickPlay(setup(strain), deal.hands, leader)


def our_tricks(deal: Solved, strain: str, solver: Solver) -> tuple[int, ...]:
    """The row of a table by our solver, the four leaders of the strain sharing what is known."""
    row = []
    for declarer in range(4):
        ours = solver.solve(play(deal, strain, (declarer + 1) % 4), _SIDE, _SIDE, keep=True).value
        row.append(len(deal.hands[0]) - ours if declarer % 2 else ours)
    return tuple(row)


def differences(name: str, numbers: range, solver: Solver) -> Iterator[str]:
    """What our solver says otherwise, a line for each row of a table."""
    for number, deal in list(enumerate(read(name)))[numbers.start : numbers.stop]:
        for strain in STRAINS:
            found = our_tricks(deal, strain, solver)
            if found != deal.tricks[strain]:
                yield f"{name} {number} {strain}: {found}, not {deal.tricks[strain]}: {deal.pbn}"
