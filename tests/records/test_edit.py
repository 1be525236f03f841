"""Lines and comments are found and changed by their path; what is not there is an error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from records.samples import made_by_hand
from tricktake import PASS, RecordError
from tricktake import fivehundred as fh
from tricktake.records import DealRecord, Move, ReadError, Record, TakeBack, main_line, read_records

WORDS = made_by_hand()["words"]


def test_bad_indices_raise() -> None:
    """N-09: index -1 and n, in entries and in lines, are IndexError."""
    deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("7H P")).with_line(1, ["8H", "P"])
    n = len(deal.entries)
    for at in (-1, n, (1, 1, 0), (1, -1, 0), (1, 0, 2), (1, 0, -1), (0, 0, 0), (1, 0), ()):
        with pytest.raises(IndexError):
            deal.with_comment(at, "x")
        with pytest.raises(IndexError):
            deal.with_line(at, ["P"])
        with pytest.raises(IndexError):
            deal.deal_at(fh.Rules(), at)
    for path in ((-1, 0), (n, 0), (1, 1), (1, -1), (1,), (1, 0, 0, 0)):
        with pytest.raises(IndexError):
            deal.line(path)
    with pytest.raises(TypeError):
        deal.with_comment("1", "x")  # type: ignore[arg-type]
    records = read_records(WORDS.to_text())
    with pytest.raises(IndexError):
        records[1]


def test_lines_are_checked_under_the_rules() -> None:
    """With rules, what is illegal at the branching point is refused, and texts are read as in play."""
    rules = fh.Rules()
    played = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P").push_all("put D4 D5 H6; SA; SQ; S6; S10")
    deal = DealRecord.of(played)
    with pytest.raises(RecordError, match="does not outrank"):
        deal.with_line(3, ["6S"], rules=rules)
    with pytest.raises(RecordError, match="at least one action"):
        deal.with_line(3, [], rules=rules)
    made = deal.with_line(len(deal.entries) - 1, ["KS"], rules=rules)
    assert made.line((len(deal.entries) - 1, 0))[0].text == "SK"
    back = replace(made, entries=(*made.entries, TakeBack()))
    with pytest.raises(RecordError, match="no other lines"):
        back.with_line(len(back.entries) - 1, ["P"])
    assert main_line(back.entries) == main_line(made.entries)[:-1]
    with pytest.raises(RecordError, match="there are 1 actions to take back"):
        main_line((Move(action=PASS), TakeBack(count=2)))


def test_a_look_is_an_entry_of_its_own() -> None:
    """A call that implies a look would make take-backs count otherwise, so replaying refuses it."""
    told = DealRecord.of(fh.Deal(dealer=3, seed=500))
    told = replace(told, entries=(Move(action=PASS),))
    with pytest.raises(RecordError, match="LOOK is an entry of its own before P"):
        told.deal(fh.Rules())
    record = Record(rules=fh.Rules(), deals=(told,))
    with pytest.raises(RecordError, match="another record"):
        record.check()
    read = Record.from_text(record.to_text())
    assert [entry.text for entry in read.deals[0].entries] == ["LOOK", "P"]
    read.check()


def test_check_says_where() -> None:
    """A record made by hand is checked as reading would check it."""
    record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
    wrong = replace(record.deals[0], points=(1, 2))
    with pytest.raises(ReadError, match=r"at \$\.deals\[0\]\.points: the sides scored nothing, not 1,2"):
        replace(record, deals=(wrong,)).check()
    for bad in ({"points": ()}, {"points": (10**18,)}, {"game": -1}, {"fields": (("what", "1"),)}):
        with pytest.raises(RecordError):
            replace(record.deals[0], **bad)
    for more in ({"winners": (0,)}, {"kind": "tourney"}, {"players": ("a",)}, {"tags": (("rules", ""),)}):
        with pytest.raises(RecordError):
            replace(record, **more)
    with pytest.raises(TypeError):
        replace(record.deals[0], points=(True,))
    with pytest.raises(RecordError):
        TakeBack(count=0)
