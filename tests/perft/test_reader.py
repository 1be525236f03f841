"""The frozen perft files can be read, written back, and agree with the slow referee where that is quick."""

from __future__ import annotations

import pytest

from oracle.tricks import perft
from perft.make import FILES, referee_of, to_text
from perft.reader import FOLDER, PerftCase, read_folder

CASES = [(name, case) for name, cases in read_folder().items() for case in cases]


def test_every_file_is_there_and_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(FILES)
    assert len({(name, case.name) for name, case in CASES}) == len(CASES)


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}-{case.name}" for name, case in CASES])
def test_case(name: str, case: PerftCase) -> None:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert to_text(case) in text
    assert list(case.perft) == list(range(1, len(case.perft) + 1))
    assert sum(case.divide.values()) == case.perft[len(case.perft)]
    referee = referee_of(case)
    for depth, count in case.perft.items():
        if count <= 60:
            assert perft(referee, depth) == count


def test_cases_agree_with_their_recipe() -> None:
    for name, make in FILES.items():
        frozen = [case for other, case in CASES if other == name]
        for fresh, case in zip(make(), frozen, strict=True):
            position = to_text(fresh).partition("\nperft")[0]
            assert position == to_text(case).partition("\nperft")[0]
