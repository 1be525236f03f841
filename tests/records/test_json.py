"""JSON: errors with the path of the value, keys that stand twice or are not known, numbers that are none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from records.samples import contests, made_by_hand
from tricktake import RecordError
from tricktake.records import ReadError, Record, from_dict, iter_records, read_records, to_dict
from tricktake.records.jsonwrite import write_json_list

WORDS = made_by_hand()["words"]
JSON = WORDS.to_json()
MATCH = Record.of(contests("4", 3, 3)).to_json()


def error_of(text: str) -> ReadError:
    """The error of strict reading."""
    with pytest.raises(ReadError) as caught:
        Record.from_json(text)
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ('"kind": "deals"', '"kind": "deals", "kind": "deals"', "$"),
        ('"kind": "deals"', '"kind": "deals", "more": 1', "$.more"),
        ('"kind": "deals"', '"kind": "deals", "two words": 1', "$['two words']"),
        ('"kind": "deals"', '"kind": "deals", "seed": "1"', "$.seed"),
        ('"kind": "deals"', '"kind": 1', "$.kind"),
        ('"tricktake-record": 1', '"tricktake-record": 2', "$.tricktake-record"),
        ('"tricktake-record": 1', '"tricktake-record": NaN', "$.tricktake-record"),
        ('"tricktake-record": 1', '"tricktake-record": 1e0', "$.tricktake-record"),
        ('"tricktake-record": 1,', "", "$"),
        ('"rules": "australian"', '"rules": "australian,what=1"', "$.rules"),
        ('"dealer": 3', '"dealer": "3"', "$.deals[0].dealer"),
        ('"dealer": 3', '"dealer": 3.0', "$.deals[0].dealer"),
        ('"dealer": 3', '"dealer": true', "$.deals[0].dealer"),
        ('"dealer": 3', '"dealer": Infinity', "$.deals[0].dealer"),
        ('"dealer": 3', f'"dealer": {"9" * 5000}', "$.deals[0].dealer"),
        ('"dealer": 3', f'"dealer": {"[" * 90 + "]" * 90}', "$.deals[0].dealer"),
        ('"dealer": 3', '"dealer": 3, "dealer": 3', "$.deals[0]"),
        ('"dealer": 3', '"dealer": 3, "bids": ["1"]', "$.deals[0].bids"),
        ('"kitty": ["D5",', '"kitty": ["5X",', "$.deals[0].kitty"),
        ('"ending": "abandoned"', '"ending": "gone"', "$.deals[0].ending"),
        ('{"undo": 1,', '{"undo": 0,', "$.deals[0].actions[2].undo"),
        ('{"undo": 1,', '{"undo": 1, "lines": [],', "$.deals[0].actions[2]"),
        ('"Ünal"', "7", "$.players[2]"),
        ('"Ünal"', '"\\ud800"', "$.players[2]"),
        ('"event": "Club evening"', '"event": ["Club evening"]', "$.tags.event"),
        ('"event": "Club evening"', '"event": "a", "event": "b"', "$.tags"),
        ('"event": "Club evening"', '"rules": "american"', "$.tags"),
        ('"comment": "before"', '"comment": null', "$.comment"),
        ('"OM"', '"6S"', None),
        ('"OM"', '"OM; P"', None),
        ('"OM"', "7", None),
    ],
)  # fmt: skip
def test_errors_have_a_path(old: str, new: str, path: str | None) -> None:
    """Every error says where; lenient reading goes on, and what it gives can be read strictly."""
    assert old in JSON
    text = JSON.replace(old, new, 1)
    error = error_of(text)
    assert error.path is not None
    assert error.line is None
    assert str(error).startswith(f"at {error.path}: ")
    if path is not None:
        assert error.path == path, error
    found = read_records(text, lenient=True)
    assert found.warnings
    assert found.warnings[0].path == error.path
    assert list(read_records(write_json_list(found))) == list(found)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[", "{]", JSON[:-3], JSON[: len(JSON) // 2], '{"a": 1}}', "nul", "7", '"x"', "[1, null]"],
)
def test_what_is_no_json_or_no_record(text: str) -> None:
    """Damaged JSON has a line and a column; there is no part of it that could be kept."""
    error = error_of(text)
    assert error.line is not None or error.path is not None
    assert "expected" in str(error) or error.expected or "extra" in str(error)
    assert len(read_records(text.encode(), lenient=True)) == 0


def test_deep_nesting_is_refused() -> None:
    """A million brackets are an error, not a crash; 33 lines within each other are one too."""
    for text in ("[" * 1_000_000, '{"a":' * 1_000_000, "[" * 1_000_000 + "]" * 1_000_000):
        assert error_of(text) is not None
        assert read_records(text, lenient=True).warnings or text[0] == "["
    made: Any = {"action": "7H"}
    for _ in range(33):
        made = {"action": "7H", "lines": [[made]]}
    told: Any = to_dict(WORDS)
    told["deals"][0]["actions"][1] = made
    with pytest.raises(ReadError, match="nested at most 32 deep"):
        from_dict(told)


def test_lists_and_single_objects() -> None:
    """A document is one record or a list of them; a damaged one does not touch the others."""
    text = f"[{JSON},\n{MATCH.replace('five-hundred', 'whist')},{MATCH}]"
    parts = list(iter_records(text))
    assert [type(part).__name__ for part in parts] == ["Record", "ReadError", "Record"]
    assert parts[1].path == "$[1].game"  # type: ignore[union-attr]
    with pytest.raises(ReadError):
        read_records(text)
    assert len(read_records(text, lenient=True)) == 2
    with pytest.raises(ReadError, match="expected one record, got 2"):
        Record.from_json(f"[{JSON},{JSON}]")
    with pytest.raises(ReadError, match="expected one record, got 0"):
        Record.from_text("")


def test_a_comment_is_not_taken_for_json() -> None:
    """A text may begin with a comment in braces."""
    text = WORDS.to_text()
    for comment in ("{ words }", '{"quoted" words}', "{}", "{ [] }"):
        found = read_records(f"{comment}\n{text}")
        assert found[0].deals == WORDS.deals


def test_from_dict_takes_no_other_types() -> None:
    """A wrong type from a program is its error."""
    with pytest.raises(TypeError):
        from_dict([])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        read_records(7)  # type: ignore[arg-type]
    with pytest.raises(RecordError):
        from_dict({})


def test_json_shows_what_is_hidden() -> None:
    """Marks of direction and line separators are written by number."""
    record = Record(rules=WORDS.rules, players=("a\u202eb", "\u2028", "\x85", "\x7f"))
    text = record.to_json()
    assert "\\u202e" in text
    assert not set(text) & {"\u202e", "\u2028", "\x85", "\x7f"}
    assert json.loads(text)["players"] == list(record.players)
    assert Record.from_json(text) == record
