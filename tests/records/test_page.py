"""What ``docs/record-format.md`` shows can be read, and its numbers are those of the library."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tricktake.notation import read_position
from tricktake.records import read_records, reading, write_records

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, flags=re.DOTALL)
RECORDS = [text for kind, text in BLOCKS if text.startswith(("[tricktake-record", '{\n "tricktake-record"'))]
POSITIONS = [text for kind, text in BLOCKS if text.startswith(("five-hundred-partial", "spades-partial"))]


def test_there_are_examples() -> None:
    """One record in each form, and a position."""
    assert (len(RECORDS), len(POSITIONS)) == (2, 1)


@pytest.mark.parametrize("text", RECORDS)
def test_records_can_be_read(text: str) -> None:
    """Strictly, and written again."""
    found = read_records(text)
    assert list(read_records(write_records(found))) == list(found)


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_can_be_read(text: str) -> None:
    """And written as they stand."""
    assert read_position(text.strip()).to_text() == text.strip()


def test_the_text_is_as_the_library_writes_it() -> None:
    """The example at the top is canonical."""
    assert write_records(read_records(RECORDS[0])) == RECORDS[0]


@pytest.mark.parametrize("name", [name for name in reading.__all__ if name.startswith("MAX_")])
def test_limits_are_those_of_the_page(name: str) -> None:
    """Every limit stands in the table."""
    assert f"| {getattr(reading, name):,}" in PAGE, name
