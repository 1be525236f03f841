"""What must hold for any bytes given to the readers of records; shared by tests and the fuzzer."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import lru_cache

from tricktake.actions import parse_action, parse_play
from tricktake.errors import RecordError, TextError
from tricktake.records import ReadError, Record, RecordFile, iter_records, read_records, write_records
from tricktake.records.jsonwrite import write_json_list

__all__ = ["check", "mutated"]


def check(data: bytes) -> str:
    """Read bytes in every way; AssertionError if something does not hold. What was found, in a word."""
    strict, error = _read(data, lenient=False)
    if isinstance(error, ReadError):
        assert error.line is not None or error.path is not None, error
        assert "\n" not in str(error), error
    elif error is not None:
        assert "at most" in str(error), error
    if strict is not None:
        assert not strict.warnings
        same(strict)
    found, error = _read(data, lenient=True)
    if found is None:
        assert strict is None
        assert "at most" in str(error), error
        return "too large"
    nothing_made_up(data, found)
    if strict is not None:
        assert found == strict
    else:
        assert found.warnings
        same(found)
    one_by_one(data, strict)
    return "read" if strict is not None else "mended" if len(found) else "lost"


def _read(data: bytes, *, lenient: bool) -> tuple[RecordFile | None, RecordError | None]:
    try:
        return read_records(data, lenient=lenient), None
    except RecordError as error:
        return None, error


def same(records: RecordFile) -> None:
    """What was read can be written and read strictly, in both forms."""
    text = write_records(records)
    again = read_records(text)
    assert again.warnings == ()
    assert tuple(again) == tuple(records)
    assert write_records(again) == text
    from_json = read_records(write_json_list(records))
    assert tuple(from_json) == tuple(records)
    for record in records:
        assert len(record.digest()) == 32


@lru_cache(maxsize=100_000)
def _readings(text: str) -> frozenset[str]:
    """What a piece of text can mean."""
    found = set()
    for read in (parse_action, parse_play):
        with suppress(TextError):
            found.add(read(text).text)
    if re.fullmatch(r"(?i)put\s+\?", text):
        found.add("put ?")
    undo = re.fullmatch(r"(?i)undo(?:\s+([0-9]+))?", text)
    return frozenset(found | ({f"undo {undo[1] or 1}"} if undo else set()))


def nothing_made_up(data: bytes, records: RecordFile) -> None:
    """Every action of a text that was read stands in it; a look may follow from a call."""
    text = data.decode("utf-8", "replace")
    if '"tricktake-record"' in text or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    pieces = {piece.strip() for piece in re.split(r'[;(){}\[\]\r\n"]', text)}
    told = {action for piece in pieces if len(piece) < 60 for action in _readings(piece)}
    stack = [deal.entries for record in records for deal in record.deals]
    while stack:
        for entry in stack.pop():
            assert entry.text in told or entry.text == "LOOK", entry
            stack.extend(getattr(entry, "lines", ()))


def one_by_one(data: bytes, strict: RecordFile | None) -> None:
    """Reading records one by one gives those that can be read, and the errors of the others."""
    try:
        parts = list(iter_records(data))
    except RecordError:
        assert strict is None
        return
    if strict is not None:
        assert parts == list(strict)
    else:
        assert any(isinstance(part, ReadError) for part in parts)
    assert all(isinstance(part, (Record, ReadError)) for part in parts)


_PLAIN = rb"""[ ] { } ( ) ; " \ % ? ?3 \u{41} \u{d800} undo put | , - -1 99999999999999999999 = P LOOK 7H JK
JK:C
STAND NaN 1e999 null true [] {} "\ud800" JK1 10NT M OM BM NIL ALONE"""
_WORDS = (
    *_PLAIN.split(),
    *(b"\n", b"\r\n", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"undo 1", b"put ?", b"name S"),
    *(b'[deal "1"]', b'[tricktake-record "1"]', b'[ending "over"]', b'[in-game "1"]', b'[kind "deals"]'),
    *(b'[winners "0"]', b'[seed "none"]', b"call HA", b"call seat 1"),
)
_TOKEN = re.compile(rb'"[^"\n]*"|\[[^\]\n]*\]|\{[^}]*\}|[A-Za-z0-9:?]+|\s+|.', re.DOTALL)


def mutated(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """Bytes with one to five changes, of single bytes, words and lines, some of them from other bytes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        choice = rng.randrange(9)
        at = rng.randrange(len(data) + 1)
        if choice == 0 and data:
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif choice == 1:
            data = data[:at] + rng.choice(_WORDS) + data[at:]
        elif choice == 2:
            data = data[:at] + data[at + rng.randrange(1, 20) :]
        elif choice == 3:
            data = data[:at]
        else:
            data = _by_tokens(data, other, choice, rng)
    return data


def _by_tokens(data: bytes, other: bytes, choice: int, rng: random.Random) -> bytes:
    if choice in (4, 5):
        parts, theirs = _TOKEN.findall(data), _TOKEN.findall(other)
    else:
        parts, theirs = data.splitlines(keepends=True), other.splitlines(keepends=True)
    if not parts:
        return other
    at, to = rng.randrange(len(parts)), rng.randrange(len(parts))
    if choice in (4, 6):
        parts[at], parts[to] = parts[to], parts[at]
    elif choice in (5, 7) and theirs:
        parts[at] = rng.choice(theirs)
    else:
        parts.insert(at, parts[to])
    return b"".join(parts)
