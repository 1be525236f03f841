"""Size and nesting are limited, reading takes time in proportion to the text, files are written at once."""

from __future__ import annotations

import gc
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
    _cells,
    _jsonread,
    _textread,
    files,
    iter_records,
    read_records,
    reading,
)
from tricktake.records._build import build_record
from tricktake.records._cells import Effort, TooLong
from tricktake.records._raw import TextSource
from tricktake.records._textread import TextReader
from tricktake.records.jsonwrite import write_json_list
from tricktake.records.textwrite import write_records
from tricktake.records.unknown import legal_prefix

HERE = Path(__file__).parent
CORPUS = sorted(path for path in (HERE / "corpus").iterdir() if path.is_file())
WORDS = made_by_hand()["words"]
TEXT = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")).to_text()
HEAD, BODY = TEXT.split("\n\n")
SEARCHED = (
    '[tricktake-record "1"]\n[game "five-hundred"]\n[kind "deals"]\n[rules "australian"]\n',
    '[dealer "0"]\n[scores "0,0"]\n[hands "?10|?10|?10|?10"]\n[kitty "?3"]\n[ending "open"]\n',
    "BM; 10NT-SK; P; P; P; name D; D6; D4; D9; D5; C9; C8; C5; CK; HQ; HK; H7; H8; D8; D10; JK; C10; CJ;\n"
    "C7; DJ; C6; H9; H6; S7; H5; SJ; SQ; S9; S10; HA; DK; CA; H10; SA; SK; S8; H4;\n",
)


def time_of(text: str) -> float:
    """Seconds of processor time to read a text leniently; garbage of the whole process is left alone."""
    gc.disable()
    try:
        begun = time.process_time()
        read_records(text, lenient=True)
        return time.process_time() - begun
    finally:
        gc.enable()


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


def test_both_forms_have_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is too large is refused in JSON as in text, read and written; the others stay."""
    small = Record.of(fh.Deal(dealer=3, seed=1))
    large = replace(small, comment="x" * 5000)
    forms = [write_records([small, large]), write_json_list([small, large]), large.to_json()]
    for module in (reading, _jsonread, _textread):
        monkeypatch.setattr(module, "MAX_RECORD", 4000)
    for write in (Record.to_text, Record.to_json, lambda record: write_json_list([small, record])):
        with pytest.raises(RecordError, match="a record has at most 4000 characters"):
            write(large)
    assert write_json_list([small] * 9)
    for text in forms:
        with pytest.raises(ReadError, match="a record has at most 4000 characters"):
            read_records(text)
        assert "at most 4000 characters" in str(read_records(text, lenient=True).warnings[0])
    found = read_records(forms[1], lenient=True)
    assert list(found) == [small]
    assert found.warnings[0].path == "$[1]"
    assert [type(part) for part in iter_records(forms[1])] == [Record, ReadError]


def test_the_search_for_cards_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals that take many rounds use up those of the file; the others can be read all the same."""
    text = f'{SEARCHED[0]}[deal "1"]\n{SEARCHED[1]}{SEARCHED[2]}[deal "2"]\n{SEARCHED[1]}'

    monkeypatch.setattr(_cells, "MORE_ROUNDS", 1)

    def read(rounds: int, *, lenient: bool) -> tuple[Record | None, list[str]]:
        source = TextSource(text, lenient=lenient)
        source.effort = Effort(rounds)
        reader = TextReader(source)
        made = build_record(reader.read(*next(reader.records())), source)
        return made, [warning.message for warning in source.warnings]

    made, warnings = read(0, lenient=True)
    assert made is not None
    assert [len(deal.entries) for deal in made.deals] == [0]
    assert "takes too long" in warnings[0]
    assert warnings[0].endswith("the deal is left out")
    with pytest.raises(ReadError, match="takes too long"):
        read(0, lenient=False)
    made, warnings = read(reading.MAX_ROUNDS, lenient=False)
    assert made is not None
    assert len(made.deals) == 2
    assert not warnings
    with pytest.raises(TooLong):
        legal_prefix(made.deals[0], fh.Rules(), effort=Effort(3))


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
