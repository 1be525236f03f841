"""Every clause and example of the rules has a test named after it, and every clause cited in the code exists.

A test is named after a clause if its name begins with it: ``test_fh_bid_11_...``, ``test_cs_x05_...``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rules.test_clauses_scores import SHOWN
from tricktake import spades as sp

ROOT = Path(__file__).parents[2]
PAGES = {"FH": "five-hundred.md", "CS": "cutthroat-spades.md", "SP": "partnership-spades.md"}
COUNTS = {"FH": (100, 58), "CS": (53, 48), "SP": (21, 15)}
"""Clauses and examples of each document."""


@cache
def page(game: str) -> str:
    """Return the text of the rules."""
    return (ROOT / "docs" / "rules" / PAGES[game]).read_text("utf-8")


@cache
def clauses(game: str) -> frozenset[str]:
    """Return the ids of all clauses; in lists of steps they stand behind a number."""
    found = re.findall(rf"^(?:-|\d+\.) \*\*({game}-[A-Z][A-Z0-9]*-\d+)\*\*", page(game), re.MULTILINE)
    return frozenset(found)


@cache
def examples(game: str) -> frozenset[int]:
    """Return the numbers of the examples."""
    return frozenset(map(int, re.findall(rf"^- \*\*{game}-X(\d+)\*\*", page(game), re.MULTILINE)))


@cache
def all_tests() -> frozenset[str]:
    """Return the names of all tests of the rules and of the games."""
    names: set[str] = set()
    for folder in ("rules", "games"):
        for path in (ROOT / "tests" / folder).glob("test_*.py"):
            names.update(re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE))
    return frozenset(names)


def named_clauses(game: str) -> set[str]:
    """Return the clauses tests are named after."""
    pattern = rf"test_{game.lower()}_((?!x\d)[a-z][a-z0-9]*)_(\d+)(?:_|$)"
    found = [re.match(pattern, name) for name in all_tests()]
    return {f"{game}-{match[1].upper()}-{int(match[2])}" for match in found if match}


def named_examples(game: str) -> set[int]:
    """Return the examples tests are named after."""
    found = [re.match(rf"test_{game.lower()}_x(\d+)(?:_|$)", name) for name in all_tests()]
    return {int(match[1]) for match in found if match}


@pytest.mark.parametrize("game", list(PAGES))
def test_the_page_is_read(game: str) -> None:
    assert (len(clauses(game)), len(examples(game))) == COUNTS[game]
    assert examples(game) == {*range(1, COUNTS[game][1] + 1)}


@pytest.mark.parametrize("game", list(PAGES))
def test_every_clause_has_a_test(game: str) -> None:
    assert sorted(clauses(game) - named_clauses(game)) == []


@pytest.mark.parametrize("game", list(PAGES))
def test_every_test_is_named_after_a_clause_that_exists(game: str) -> None:
    assert named_clauses(game) - clauses(game) == set()


@pytest.mark.parametrize("game", list(PAGES))
def test_every_example_has_a_test(game: str) -> None:
    assert named_examples(game) == examples(game)


@pytest.mark.parametrize("game", list(PAGES))
def test_every_clause_cited_in_the_code_exists(game: str) -> None:
    strange = {}
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".pyi"):
            cited = set(re.findall(rf"\b{game}-[A-Z][A-Z0-9]*-\d+\b", path.read_text("utf-8")))
            if cited - clauses(game):
                strange[str(path.relative_to(ROOT))] = sorted(cited - clauses(game))
    assert strange == {}


@pytest.mark.parametrize("game", list(PAGES))
def test_every_clause_is_cited_where_it_is_applied(game: str) -> None:
    text = "".join([path.read_text("utf-8") for path in (ROOT / "src" / "tricktake").rglob("*.py")])
    cited = set(re.findall(rf"\b{game}-[A-Z][A-Z0-9]*-\d+\b", text))
    assert sorted(clauses(game) - cited) == []


def options_of(game: str, section: str, following: str) -> set[str]:
    """Return the names in an options table."""
    table = page(game).partition(section)[2].partition(following)[0]
    rows = re.findall(r"^\| ([a-z][a-z0-9_ /,]*) \|", table, re.MULTILINE)
    return {name.strip() for row in rows for name in re.split(r"[/,]", row)} - {"name", "preset"}


def test_every_option_of_five_hundred_has_a_test() -> None:
    """Section 14: each option has a test that shows its settings."""
    assert options_of("FH", "## 14. Options", "## 15.") == set(SHOWN)
    assert set(SHOWN.values()) <= all_tests()


def test_every_option_of_spades_is_set_in_a_test() -> None:
    """Sections 10 and 5: each option is a field, and the tests of the clauses set it."""
    named = options_of("CS", "## 10. Options", "## 11.") | options_of("SP", "## 5. Options", "## 6.")
    assert named == set(sp.Rules().__dataclass_fields__) - {"_table"}
    tests = [path.read_text("utf-8") for path in (ROOT / "tests" / "rules").glob("test_*spades*.py")]
    for name in named - {"players", "jokers", "partners"}:  # those come with the presets
        assert any(re.search(rf"\b{name}=", text) for text in tests), name
