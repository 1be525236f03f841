"""Every case a test cites is on ``docs/cases.md``, and every case of the page is tested."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([A-Z]-\d{2}) \| (.+) \|$", PAGE, re.MULTILINE)


def cited() -> set[str]:
    """Return the ids that tests name, in a text or in their own name."""
    found: set[str] = set()
    for path in TESTS.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"(?<![\w-])[A-Z]-\d{2}\b", text))
        names = re.findall(r"\bdef test_([a-z])_(\d{2})_", text)
        found.update(f"{letter.upper()}-{number}" for letter, number in names)
    return found


def test_page_and_tests_name_the_same_cases() -> None:
    assert cited() == {name for name, _ in ROWS}


def test_cases_stand_once_with_a_line_each() -> None:
    names = [name for name, _ in ROWS]
    assert len(set(names)) == len(names)
    assert all(10 < len(words) < 120 for _, words in ROWS)
