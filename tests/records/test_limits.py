"""Size and nesting are limited, reading takes time in proportion to the text, files are written at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from records.samples import made_by_hand
from tricktake import PASS, RecordError
from tricktake import fivehundred as fh
from tricktake.records import (
    DealRecord,
    Move,
    ReadError,
    Record,
    files,
    read_records,
    reading,
)

HERE = Path(__file__).parent
CORPUS = sorted(path for path in (HERE / "corpus").iterdir() if path.is_file())
WORDS = made_by_hand()["words"]
TEXT = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")).to_text()
HEAD, BODY = TEXT.split("\n\n")


def time_of(text: str) -> float:
    """Seconds of processor time to read a text leniently."""
    begun = time.process_time()
    read_records(text, lenient=True)
    return time.process_time() - begun


MANY: dict[str, Callable[[int], str]] = {
    "a long comment": lambda n: f"{HEAD}\n{{{'x' * 40 * n}}}\n{BODY}",
    "a long name": lambda n: f'{HEAD}\n[event "{"x" * 40 * n}"]\n{BODY}',
    "brackets": lambda n: f"{HEAD}\n{'[' * 10 * n}\n{BODY}",
    "brackets on lines": lambda n: HEAD + "\n[" * 4 * n + "\n" + BODY,
    "braces": lambda n: f"{HEAD}\n{'{' * 10 * n}\n{BODY}",
    "parentheses": lambda n: f"{TEXT} P {'(' * 10 * n}",
    "escapes": lambda n: f'{HEAD}\n[event "{chr(92) * 10 * n}\n{BODY}',
    "quotes": lambda n: f"{HEAD}\n{chr(34) * 10 * n}\n{BODY}",
    "blanks": lambda n: f"{HEAD}\n{' ' * 40 * n}\n{BODY}",
    "blank lines of per cent signs": lambda n: HEAD + "\n%" * 20 * n + "\n" + BODY,
    "small comments": lambda n: TEXT + "{x}" * 8 * n,
    "semicolons": lambda n: TEXT + ";" * 10 * n,
    "take-backs": lambda n: TEXT + "undo 1; P; " * n,
    "side lines": lambda n: TEXT + "P" + " (P)" * n,
    "deals": lambda n: HEAD + '\n[deal "1"]' * n,
    "heads": lambda n: '[tricktake-record "1"]\n' * n,
    "records": lambda n: TEXT * (n // 50),
    "a long number": lambda n: TEXT.replace('"3"', f'"{"9" * 10 * n}"'),
    "cards": lambda n: TEXT.replace("D5,D4", "?," * 3 * n),
    "hands": lambda n: TEXT.replace("SK,S10", "|" * 5 * n),
    "nested JSON": lambda n: '{"a":' * n,
    "a JSON list": lambda n: "[" + "{}," * n + "{}]",
    "JSON keys": lambda n: '{"tricktake-record": 1, ' + '"a": 1, ' * n + '"b": 2}',
}


@pytest.mark.parametrize("name", MANY)
def test_time_is_linear(name: str) -> None:
    """N-10: twice the text takes about twice the time, whatever it is made of."""
    make, n = MANY[name], 2_000
    times = []
    while True:
        times.append(time_of(make(n)))
        if times[-1] > 0.15 or n > 40_000:
            break
        n *= 2
    if len(times) > 1 and times[-1] > 0.15:
        assert times[-1] < 5 * max(times[-2], 0.05)


def test_ten_megabytes_and_a_million_brackets() -> None:
    """N-10: a huge comment, a million brackets, a NUL byte: clear errors, at once."""
    begun = time.process_time()
    texts = [
        f"{HEAD}\n{{{'x' * 10_000_000}}}\n{BODY}",
        f"{HEAD}\n{'[' * 1_000_000}\n{BODY}",
        f"{TEXT} P {'(' * 1_000_000}",
        f"{HEAD}\n{{{'{' * 1_000_000}}}\n{BODY}",
        TEXT.replace("7H", "7H\x00"),
        f'{HEAD}\n[event "\x00"]\n{BODY}',
        f"{HEAD}\n{{\x00}}\n{BODY}",
    ]
    for text in texts:
        with pytest.raises(ReadError):
            read_records(text)
        assert read_records(text, lenient=True).warnings
    assert time.process_time() - begun < 10


def test_limits_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is too large is refused when it is written, as it would be when it is read."""
    deal = WORDS.deals[1]
    with pytest.raises(RecordError, match="a comment has at most 100000"):
        deal.with_comment(1, "x" * 100_001)
    assert Record.from_text(replace(WORDS, comment="\x00" * 100_000).to_text()).comment == "\x00" * 100_000
    with pytest.raises(RecordError, match="the tag event has at most 20000 characters"):
        replace(WORDS, tags=(("event", "x" * 20_001),))
    with pytest.raises(RecordError, match="at most 200 tags"):
        replace(WORDS, tags=tuple([(f"t{number}", "") for number in range(201)]))
    many = replace(WORDS, tags=tuple([(f"t{number}", "") for number in range(200)]))
    assert Record.from_text(many.to_text()) == many
    moves = tuple([Move(action=PASS)] * 10_001)
    for write in (Record.to_text, Record.to_json):
        with pytest.raises(RecordError, match="at most 10000 actions"):
            write(replace(WORDS, deals=(replace(deal, entries=moves),)))
        with pytest.raises(RecordError, match="at most 10000 deals"):
            write(replace(WORDS, deals=(deal,) * 10_001))
    nested: Any = (Move(action=PASS),)
    for _ in range(33):
        nested = (Move(action=PASS, lines=(nested,)),)
    for write in (Record.to_text, Record.to_json):
        with pytest.raises(RecordError, match="nested at most 32 deep"):
            write(replace(WORDS, deals=(replace(deal, entries=nested),)))
    fine = replace(WORDS, deals=(replace(deal, entries=(nested[0].lines[0][0], *deal.entries[1:])),))
    assert "(P" * 30 not in fine.to_text()
    monkeypatch.setattr(files, "MAX_FILE", 1000)
    with pytest.raises(RecordError, match="at most 1000 characters"):
        read_records(WORDS.to_text() * 2)


def test_thirty_two_lines_within_each_other() -> None:
    """The deepest nesting that is allowed is read back from both forms."""
    rules = fh.Rules(blind_misere=False)
    deal = DealRecord.of(fh.Deal(rules, dealer=3, seed=500).push_all("P"))
    path: list[int] = [0]
    for _ in range(32):
        deal = deal.with_line(path, ["P"], rules=rules)
        path += [0, 0]
    record = Record(rules=rules, deals=(deal,))
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    deeper = record.to_text().replace("(P)", "(P (P))")
    with pytest.raises(ReadError, match="nested at most 32 deep"):
        read_records(deeper)


def test_many_warnings_are_cut() -> None:
    """A text full of damage gives a thousand warnings and one that says that there are more."""
    found = read_records(TEXT + "[tricktake-record]\n" * 3000, lenient=True)
    assert len(found) == 1
    assert len(found.warnings) == reading.MAX_WARNINGS + 1
    assert "more damage" in found.warnings[-1].message
