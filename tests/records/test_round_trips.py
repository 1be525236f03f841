"""Records go through both forms and come back as they were; the golden ones are the same for ever."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.samples import FH_RULES, NAMES, SP_RULES, contests, deals, made_by_hand
from tricktake import LOOK, PASS, Bid, RecordError
from tricktake import fivehundred as fh
from tricktake.records import (
    SCHEMA,
    DealRecord,
    Ending,
    Line,
    Move,
    Record,
    TakeBack,
    from_dict,
    read_records,
    to_dict,
    write_records,
)
from tricktake.records.jsonwrite import write_json_list

GOLDEN = Path(__file__).parent / "golden"
RULES = FH_RULES | SP_RULES
HAND = made_by_hand()


def back(record: Record) -> None:
    """A record comes back from both forms, and from one through the other."""
    text = record.to_text()
    assert Record.from_text(text) == record
    made = record.to_json()
    assert Record.from_json(made) == record
    assert from_dict(json.loads(made)) == record
    assert to_dict(record) == json.loads(made)
    assert Record.from_json(Record.from_text(text).to_json()).to_text() == text
    assert Record.from_text(text).digest() == record.digest()


@pytest.mark.parametrize("name", RULES)
def test_contests_of_every_kind(name: str) -> None:
    """A match or game is replayed from its record, whatever the number of players (N-04)."""
    for seed in range(2):
        contest = contests(name, 100 + seed, 2 + seed)
        players = NAMES[: RULES[name].players] if seed else ()
        record = Record.of(contest, players=players, abandoned=seed == 1)
        back(record)
        assert Record.from_text(record.to_text()).contest() == contest
        assert record.winners == (None if contest.winners is None else tuple(sorted(contest.winners)))


def test_a_tourney() -> None:
    """The deals of a tourney know their game."""
    tourney = contests("tourney", 3, 12)
    assert len(tourney.games) > 1
    record = Record.of(tourney)
    back(record)
    assert Record.from_json(record.to_json()).contest() == tourney
    assert [deal.game for deal in record.deals] == sorted(deal.game for deal in record.deals)


@pytest.mark.parametrize("name", RULES)
def test_single_deals(name: str) -> None:
    """Deals over and broken off, with every dealer: each hand stays with its seat (N-04)."""
    rules: Any = RULES[name]
    made = deals(rules, 6, 5)
    record = Record.of(made)
    back(record)
    for deal, told in zip(made, Record.from_text(record.to_text()).deals, strict=True):
        assert told.deal(rules) == deal
        assert told.ending is (Ending.OVER if deal.is_over else Ending.OPEN)
        start = told.start(rules)
        assert [start.hand(seat) for seat in range(rules.players)] == list(deal.dealt)


@pytest.mark.parametrize("name", HAND)
def test_records_made_by_hand(name: str) -> None:
    """Words in any script, side lines in side lines, take-backs, unknown cards, pack orders (N-01, N-09)."""
    back(HAND[name])


def test_a_match_with_a_misdeal() -> None:
    """A deal that was abandoned counts for nothing where another one follows."""
    match = HAND["misdeal"].contest()
    assert len(match.deals) == 1
    assert match.deals[0].is_over


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.ttr")), ids=lambda path: str(path.stem))
def test_golden_records(path: Path) -> None:
    """What earlier versions wrote is read, and written again byte by byte."""
    text = path.read_bytes()
    records = read_records(text)
    assert write_records(records).encode() == text
    made = path.with_suffix(".json").read_bytes()
    assert read_records(made) == records
    again = write_json_list(records) if made.startswith(b"[") else records[0].to_json()
    assert again.encode() == made
    for record in records:
        if record.kind != "deals" and all(deal.is_known for deal in record.deals):
            record.contest()


def test_golden_digests() -> None:
    """The digest of a record is the same for ever."""
    digests = {
        path.stem: [record.digest() for record in read_records(path.read_bytes())]
        for path in sorted(GOLDEN.glob("*.ttr"))
    }
    stored = json.loads((GOLDEN / "digests.txt").read_text(encoding="utf-8"))
    assert digests == stored


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: str(path.stem))
def test_the_schema_fits(path: Path) -> None:
    """Every JSON record is valid under the published schema."""
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(SCHEMA)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tricktake-record",), 2),
        (("tricktake-record",), True),
        (("game",), "whist"),
        (("extra",), 1),
        (("scores",), [1]),
        (("deals", 0, "hands"), None),
        (("deals", 0, "hands", 0, 0), "7X"),
        (("deals", 0, "ending"), "lost"),
        (("deals", 0, "actions", 0), 7),
        (("deals", 0, "actions", 0), {"undo": 0}),
        (("deals", 0, "actions", 0), {"action": "P", "undo": 1}),
        (("tags",), {"two words": "x"}),
        (("players",), ["a", 1]),
    ],
)
def test_schema_and_reader_refuse_the_same(path: tuple[Any, ...], value: Any) -> None:
    """What the schema refuses the reader refuses, and says where."""
    jsonschema = pytest.importorskip("jsonschema")
    made: Any = to_dict(HAND["words"])
    part = made
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(made)
    with pytest.raises(RecordError, match=r"at \$"):
        from_dict(made)


# ---- anything at all ---------------------------------------------------------------------------------

TEXTS = st.text(max_size=60) | st.text('{}[]()%;"\\\n\r\t \x00\u2028\u202ede1', max_size=12)


def lines(depth: int) -> st.SearchStrategy[Line]:
    """Lines of calls, with comments, take-backs and lines within them."""
    inner = st.lists(lines(depth - 1), max_size=2).map(tuple) if depth else st.just(())
    action = st.sampled_from([PASS, Bid("7H"), Bid("8NT"), Bid("M")])
    move = st.builds(Move, action=action, comment=TEXTS, lines=inner)
    back = st.builds(TakeBack, count=st.integers(1, 3), comment=TEXTS)
    return st.lists(move | back, min_size=1, max_size=4).map(tuple)


@settings(max_examples=40)
@given(
    words=st.lists(TEXTS, min_size=4, max_size=4),
    tags=st.dictionaries(st.from_regex(r"\A[A-Z][A-Za-z0-9_.-]{0,8}\Z"), TEXTS, max_size=4),
    comments=st.tuples(TEXTS, TEXTS, TEXTS),
)
def test_any_words(words: list[str], tags: dict[str, str], comments: tuple[str, str, str]) -> None:
    """Names, tags and comments are any text: brackets, quotes, control characters, line ends."""
    deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
    deal = replace(deal.with_comment(1, comments[0]), comment=comments[1])
    record = Record(
        rules=fh.Rules(), players=tuple(words), tags=tuple(tags.items()), comment=comments[2], deals=(deal,)
    )
    back(record)


@settings(max_examples=40)
@given(line=lines(3))
def test_any_lines(line: Line) -> None:
    """What is not legal is written all the same, and refused or mended when it is read; nothing crashes."""
    hands = (("dealer", "3"), ("hands", "?10|?10|?10|?10"), ("kitty", "?3"))
    record = Record(rules=fh.Rules(), deals=(DealRecord(fields=hands, entries=line),))
    text = record.to_text()
    found = read_records(text, lenient=True)
    again = read_records(write_records(found))
    assert list(again) == list(found)
    if not found.warnings:
        assert found[0] == record


def test_half_characters_are_refused() -> None:
    """A lone surrogate cannot be written, so no record holds one."""
    with pytest.raises(RecordError, match="U\\+D800, half a character"):
        Record(rules=fh.Rules(), players=("a\ud800", "", "", ""))
    with pytest.raises(RecordError, match="half a character"):
        Record(rules=fh.Rules(), tags=(("event", "\udfff"),))
    with pytest.raises(RecordError, match="line 4, column 5: expected text, got U\\+DC80"):
        read_records("\n\n\n    \udc80")


def test_digest_is_of_what_was_played() -> None:
    """N-09: key order, names, comments, tags, side lines and take-backs leave the digest as it is."""
    plain = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P 8H"))
    deal = plain.deals[0].with_comment(1, "x").with_line(1, ["9H"])
    deal = replace(deal, entries=(*deal.entries, Move(action=LOOK), Move(action=PASS), TakeBack(count=2)))
    other = replace(
        plain,
        players=NAMES[:4],
        tags=(("event", "x"),),
        comment="y",
        deals=(replace(deal, tags=(("a", "b"),)),),
    )
    assert other.digest() == plain.digest()
    made = to_dict(other)
    turned = dict(reversed(made.items()))
    turned["deals"] = [dict(reversed(inner.items())) for inner in made["deals"]]  # type: ignore[union-attr]
    assert from_dict(turned) == other
    shorter = replace(plain, deals=(replace(plain.deals[0], entries=plain.deals[0].entries[:-1]),))
    assert shorter.digest() != plain.digest()
    assert replace(plain, rules=fh.Rules(misere_stop=True)).digest() != plain.digest()


def test_texts_of_many_records_are_read_apart() -> None:
    """Records of a file stay what they are beside each other."""
    rng = random.Random(4)
    records = [HAND[name] for name in HAND for _ in range(rng.randrange(3))]
    assert list(read_records(write_records(records))) == records
    assert list(read_records(write_json_list(records))) == records
