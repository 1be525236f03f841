"""Every clause and example of the rules has a test named after it, and every clause cited in the code exists.

A test is named after a clause if its name begins with it: ``test_fh_bid_11_...``, ``test_fh_x05_...``. Ids
that belong to other numbers of players are listed here, each with its reason.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from rules.test_clauses_scores import SHOWN

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "five-hundred.md"
CLAUSE = re.compile(r"\bFH-[A-Z][A-Z0-9]*-\d+\b")

OTHER_PLAYERS = {
    "FH-P5-1": "five players: alone or with a partner",
    "FH-P5-2": "five players: how the partner is called",
    "FH-P5-3": "five players: cards that may be called",
    "FH-P5-4": "five players: a called card the contractor has himself",
    "FH-P5-5": "five players: a called card in the kitty",
    "FH-P5-6": "five players: partners share",
    "FH-P5-7": "five players: each defender scores for himself",
    "FH-P5-8": "five players: two winners",
    "FH-P2-1": "two players: the table game",
    "FH-P2-2": "two players: its deal",
    "FH-P2-3": "two players: its auction",
    "FH-P2-4": "two players: order in a trick; the core shows it in FH-X57",
    "FH-P2-5": "two players: each position follows by itself; the core shows it in FH-X58",
    "FH-P2-6": "two players: cards turned up; the core shows it in FH-X57",
    "FH-P2-7": "two players: tricks and nomination",
    "FH-P2-8": "two players: the dead hand",
    "FH-P2-9": "two players: the short pack",
    "FH-P6-1": "six players in two teams",
    "FH-P6-2": "six players in three teams",
}
"""Clauses of games this version does not play."""

OTHER_EXAMPLES = {
    47: "five players; partners share the points",
}
"""What nothing shows yet: the scoring functions show X48, X49 and X53, the core X2, X4, X13, X57 and X58."""


def key(clause: str) -> tuple[str, int]:
    """Return what a clause is called in the name of a test."""
    _, letters, number = clause.split("-")
    return letters.lower(), int(number)


@cache
def page() -> str:
    """Return the text of the rules."""
    return PAGE.read_text("utf-8")


@cache
def clauses() -> frozenset[str]:
    """Return the ids of all clauses."""
    return (
        frozenset(re.findall(r"^- \*\*(FH-[A-Z][A-Z0-9]*-\d+)\*\*", page(), re.MULTILINE)) - examples_as_ids()
    )


@cache
def examples_as_ids() -> frozenset[str]:
    """Return ids of examples, which look like ``FH-X1`` and not like clauses."""
    return frozenset(re.findall(r"^- \*\*(FH-X\d+)\*\*", page(), re.MULTILINE))


def examples() -> set[int]:
    """Return the numbers of the examples."""
    return {int(name.removeprefix("FH-X")) for name in examples_as_ids()}


@cache
def all_tests() -> frozenset[str]:
    """Return the names of all tests of the rules and of the game."""
    names: set[str] = set()
    for folder in ("rules", "games"):
        for path in (ROOT / "tests" / folder).glob("test_*.py"):
            names.update(re.findall(r"^def (test_\w+)\(", path.read_text("utf-8"), re.MULTILINE))
    return frozenset(names)


def named_clauses() -> set[tuple[str, int]]:
    """Return the clauses tests are named after."""
    found = [re.match(r"test_fh_([a-wyz][a-z0-9]*)_(\d+)(?:_|$)", name) for name in all_tests()]
    return {(match[1], int(match[2])) for match in found if match}


def test_the_page_is_read() -> None:
    assert len(clauses()) == 100
    assert examples() == {*range(1, 59)}


def test_every_clause_has_a_test() -> None:
    missing = sorted(
        clause for clause in clauses() - OTHER_PLAYERS.keys() if key(clause) not in named_clauses()
    )
    assert missing == []


def test_the_list_of_other_games_is_no_excuse() -> None:
    """What is listed is in the document, and no test is named after it."""
    assert clauses() >= OTHER_PLAYERS.keys()
    assert [clause for clause in OTHER_PLAYERS if key(clause) in named_clauses()] == []
    assert all(OTHER_PLAYERS.values())
    assert all(OTHER_EXAMPLES.values())


def test_every_test_is_named_after_a_clause_that_exists() -> None:
    known = {key(clause) for clause in clauses()}
    assert named_clauses() - known == set()


def test_every_example_has_a_test() -> None:
    found = [re.match(r"test_fh_x(\d+)(?:_|$)", name) for name in all_tests()]
    shown = {int(match[1]) for match in found if match}
    assert shown <= examples()
    assert examples() - shown == set(OTHER_EXAMPLES)


def test_every_clause_cited_in_the_code_exists() -> None:
    strange = {}
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".pyi"):
            cited = set(CLAUSE.findall(path.read_text("utf-8"))) - clauses()
            if cited:
                strange[str(path.relative_to(ROOT))] = sorted(cited)
    assert strange == {}


def test_every_option_has_a_test() -> None:
    """Section 14: each option four players use has a test that shows both settings."""
    section = page().partition("## 14. Options")[2].partition("## 15.")[0]
    named = {
        name.strip()
        for row in re.findall(r"^\| ([a-z][a-z0-9_ /,]*) \|", section, re.MULTILINE)
        for name in re.split(r"[/,]", row)
    }
    others = {name for name in named if name.startswith(("five_", "two_player", "teams6"))} | {"name"}
    assert named - others == set(SHOWN)
    assert set(SHOWN.values()) <= all_tests()
