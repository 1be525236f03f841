"""Damaged texts: one error with a place, never a crash, never two games out of one, and in linear time."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tricktake import ptn
from tricktake.errors import RecordError
from tricktake.ptn.source import split_games

DATA = Path(__file__).resolve().parent / "data"
FILES = {path.stem: path.read_bytes().decode("utf-8-sig") for path in sorted(DATA.glob("*.ptn"))}


def test_three_games() -> None:
    """N-05: the middle game lacks a quote; BOM, CRLF, blank lines and a move-like name harm nothing."""
    data = (DATA / "three_games.ptn").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert b"\r\n\r\n\r\n" in data
    strict = ptn.read_all(data)
    assert len(strict.games) == 2
    (error,) = strict.errors
    assert str(error) == "line 30, column 8: the value of East has no closing quote"
    assert strict.games[0].record == strict.games[1].record
    lenient = ptn.read_all(data, lenient=True)
    assert lenient.errors == ()
    assert [len(game.record.deals) for game in lenient.games] == [1, 1, 1]
    assert lenient.games[1].warnings == ("line 30, column 8: the value of East has no closing quote",)
    assert lenient.games[1].record.players[3] == "7♥ (J♦)"
    assert lenient.games[1].record.deals == ptn.read(FILES["five_hundred"]).record.deals


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_codings(coding: str, end: str) -> None:
    """N-05: byte-order marks and line ends; UTF-16 needs its mark."""
    text = FILES["five_hundred"].replace("\n", end)
    data = text.encode(coding)
    if coding == "utf-16-le":
        with pytest.raises(RecordError):
            ptn.read(data)
        data = b"\xff\xfe" + data
    assert ptn.read(data).record == ptn.read(FILES["five_hundred"]).record
    with pytest.raises(RecordError, match=r"byte \d+ is no utf-8"):
        ptn.read("7♥".encode("cp1252", errors="replace") + b"\xff")


def test_comments() -> None:
    """Comments before the first tag, between tags, in the play, over several lines, and at the very end."""
    text = FILES["five_hundred"]
    plain = ptn.read(text).record
    spread = (
        "% one\n"
        + text.replace("[Dealer", "; two\n[Dealer").replace("HQ H6", "{three\nfour} HQ {five} H6")
        + "% six"
    )
    record = ptn.read(spread).record
    assert record.deals[0].comment.split("\n") == ["one", "two", "three", "four", "five", "six"]
    assert record.deals[0].entries == plain.deals[0].entries
    assert ptn.read(ptn.write(record)).record == record
    with pytest.raises(RecordError, match="this comment has no end"):
        ptn.read(text + "{ and so on")


def test_text_around_a_game() -> None:
    """What stands before the first tag, or below a tag that has no section."""
    text = FILES["spades"]
    with pytest.raises(RecordError, match="line 1, column 1: 'Please' stands before the first tag"):
        ptn.read("Please look at this:\n" + text)
    lenient = ptn.read("Please look at this:\n" + text, lenient=True)
    assert lenient.record == ptn.read(text).record
    with pytest.raises(RecordError, match="nothing may stand below the tag Dealer"):
        ptn.read(text.replace('[Dealer "W"]', '[Dealer "W"]\nhello'))
    with pytest.raises(RecordError, match="the tag Dealer stands twice"):
        ptn.read(text.replace('[Dealer "W"]', '[Dealer "W"]\n[Dealer "E"]'))
    for empty in ("", "\n\n", "% only a comment", b""):
        with pytest.raises(RecordError, match="no game in this text"):
            ptn.read(empty)
    with pytest.raises(TypeError):
        ptn.read(None)  # type: ignore[arg-type]


def test_several_games_are_one_record_or_not() -> None:
    """Games with the same rules and players make one record; others are read each for itself."""
    spades, other = FILES["spades"], FILES["five_hundred"]
    assert len(ptn.read(spades + spades).record.deals) == 2
    with pytest.raises(RecordError, match="other rules than in the first game"):
        ptn.read(spades + other)
    assert len(ptn.read_all(spades + other).games) == 2


def try_to_read(text: str) -> None:
    """Only errors of ours, each with a place that is in the text."""
    for lenient in (False, True):
        try:
            imported = ptn.read(text, lenient=lenient)
            assert imported.record.deals
        except RecordError as caught:
            error = caught
        else:
            continue
        assert 0 <= error.offset <= max(len(error.text), 1)
        assert len(str(error)) < 3000
    for lenient in (False, True):
        reading = ptn.read_all(text, lenient=lenient)
        assert len(reading.games) + len(reading.errors) == len(split_games(text.removeprefix("\ufeff")))


PIECES = [*'[]"{};%\n -S.♥\\:?\x00', "=1=", "JH", "HJ", "0U", "10"]
LETTERS = st.sampled_from([*'[]"{};%\n :=-.SHDCJLATKQ0123456789U?♥'])
BITS = st.one_of(LETTERS, st.sampled_from(["[Deal ", "[Event ", "[Play "]))


@pytest.mark.parametrize("name", FILES)
def test_mutations(name: str) -> None:
    """Random damage gives a RecordError or a record, never anything else."""
    rng = random.Random(name)
    text = FILES[name]
    for _ in range(120 if len(text) < 1000 else 30):
        damaged = text
        for _ in range(rng.randrange(1, 4)):
            at, span = rng.randrange(len(damaged) + 1), rng.choice([0, 0, 1, 2, 30])
            other = rng.randrange(len(text))
            new = rng.choice([rng.choice(PIECES), text[other : other + rng.randrange(1, 40)], ""])
            damaged = damaged[:at] + new + damaged[at + span :]
        try_to_read(damaged)


@given(st.lists(BITS, max_size=80).map("".join))
@settings(max_examples=150)
def test_any_text(text: str) -> None:
    """Anything at all."""
    try_to_read(text)
    try_to_read('[GameCode "500"]\n' + text)


@given(st.text(max_size=60))
@settings(max_examples=150)
def test_any_options(text: str) -> None:
    """Anything as options."""
    value = text.replace("\\", "\\\\").replace('"', '\\"')
    try_to_read(f'[GameCode "500"]\n[GameOptionsJson "{value}"]\n[Deal "S:- - - -"]')


@pytest.mark.parametrize(
    "options",
    [
        "[" * 1000,
        '{"a":' * 1000,
        '{"deckSize":1e999}',
        '{"deckSize":NaN}',
        '{"deckSize":true}',
        '{"deckSize":' + "9" * 4900 + "}",
        '{"players":4.0}',
        '{"players":5}',
        '{"mustBidToWin":1}',
        '{"deckSize":43,"deckSize":45}',
        "[]",
        "3",
        " " * 6000 + "{}",
    ],
)
def test_strange_options(options: str) -> None:
    """Options that are no flat object of plain values."""
    value = options.replace('"', '\\"')
    with pytest.raises(RecordError, match="line 2"):
        ptn.read(f'[GameCode "500"]\n[GameOptionsJson "{value}"]\n[Deal "S:- - - -"]', lenient=True)


def test_size_and_time() -> None:
    """A text of the largest size is read in a few seconds, a larger one is refused."""
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        ptn.read("x" * (ptn.MAX_TEXT + 1))
    with pytest.raises(RecordError, match="at most 1000000 characters"):
        ptn.read_all(b"x" * (ptn.MAX_TEXT * 4 + 1))
    head = '[GameCode "500"]\n[Deal "S:- - - -"]\n[Play "S"]\n'
    row = '[Play "S"]\nS5 S6\n'
    for piece in (
        "{}",
        "{",
        '[Deal "',
        '[a "b"]\n',
        "=1= ",
        "% \n",
        "[Event",
        "\n",
        "S5 ",
        row,
        '\\"',
        "; x\n",
    ):
        start = time.perf_counter()
        reading = ptn.read_all(head + piece * (100_000 // len(piece)))
        assert reading.games or reading.errors
        assert time.perf_counter() - start < 10, repr(piece)
