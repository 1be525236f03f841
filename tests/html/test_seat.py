"""A page for one seat: it holds nothing that the seat does not know."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

import tricktake as tt
from tricktake import fivehundred as fh
from tricktake.html import CardVerdict, replay_page
from tricktake.records import DealRecord, Ending, Move, Record

_CARD = re.compile(r"\b(?:JK[123]?|[SCDH](?:[2-9]|1[0-3]|[JQKA]))\b")


def cards_in(data: Any) -> tt.CardSet:
    found = _CARD.findall(json.dumps(data))
    return tt.CardSet([tt.parse_card(name) for name in set(found)])


def without_bids(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without bids, in which ``10H-SK`` is no king of spades."""
    told = {name: value for name, value in frame.items() if name not in ("calls", "contract", "bids")}
    if told["e"] is not None and told["e"]["k"] == "call":
        del told["e"]
    return told


def test_no_hidden_card_step_by_step(rules_name: str, tools: Any) -> None:
    """I-01: up to every step the page names only cards that the seat knows at that step."""
    for seed in range(2):
        deal = tools.random_deal(tools.rules[rules_name], seed)
        for seat in range(deal.rules.players):
            page = replay_page(Record.of(deal), seat=seat)
            state = tools.deal_of(deal.rules, seed)
            frames = tools.data_of(page)["deals"][0]["lines"][0]["frames"]
            named = tt.CardSet()
            for number, frame in enumerate(frames):
                if number:
                    state.push(deal.history[number - 1].action)
                named |= cards_in(without_bids(frame))
                assert named <= tools.known_to(state.view(seat)), f"seat {seat}, step {number}"


def test_redrawn_hidden_cards_change_nothing(rules_name: str, tools: Any) -> None:
    """I-01: redraw the cards the seat cannot see, in mid-deal: the page is the same, byte by byte."""
    rules = tools.rules[rules_name]
    for seed, most in ((1, 5), (2, 14), (3, 25), (4, 40)):
        deal = tools.random_deal(rules, seed, most)
        if deal.is_over:
            continue
        for seat in (0, rules.players - 1):
            page = replay_page(Record.of(deal), seat=seat)
            for world in tt.sample_worlds(deal.view(seat), 3, seed=seed):
                assert replay_page(Record.of(world), seat=seat) == page


def test_no_seed_no_remark_no_line(tools: Any) -> None:
    """The seed would give the cards away; remarks and lines may name them, and so may tags."""
    record = tools.evil_record()
    page = replay_page(record, seat=0)
    data = tools.data_of(page)
    assert [len(deal["lines"]) for deal in data["deals"]] == [1, 1]
    assert "safer" not in page
    assert "slip" not in page
    assert data["comment"] == ""
    assert [name for name, _ in data["tags"]] == ["event"]
    match = Record.of(tools.bot_match(fh.Rules(), 987654321, 1), tags={"lead": "SA", "date": "2026-11-30"})
    assert "987654321" not in replay_page(match, seat=2)
    assert tools.data_of(replay_page(match, seat=2))["tags"] == [["date", "2026-11-30"]]


def test_verdicts_of_own_plays_when_the_deal_is_over(tools: Any) -> None:
    """A seat sees what the solver says of its own cards, once that can help nobody."""
    record = Record.of(tools.bot_match(fh.Rules(), 500, 1))
    verdicts = tools.verdicts_on(record, 0, 8)
    frames = tools.frames_of(tools.data_of(replay_page(record, verdicts=verdicts, seat=1)))
    told = [frame["e"] for frame in frames[1:] if "v" in frame["e"]]
    assert told
    assert {event["s"] for event in told} == {1}
    extra = {
        key: CardVerdict({**v.values, "JK": 1, "SA": 1}, (*v.best, "JK"), v.loss)
        for key, v in verdicts.items()
    }
    again = tools.frames_of(tools.data_of(replay_page(record, verdicts=extra, seat=1)))
    assert [frame["e"] for frame in again[1:] if "v" in frame["e"]] == told
    still = replace(record.deals[0], ending=Ending.OPEN, entries=record.deals[0].entries[:-1], points=None)
    going = replace(record, deals=(still,), kind="deals", fields=())
    verdicts.pop((0, len(still.entries)))
    assert '"v":' not in replay_page(going, verdicts=verdicts, seat=1)


def test_damaged_records_tell_nothing(tools: Any) -> None:
    """Why an action is illegal may name hidden cards; a page for a seat only says that it ends there."""
    deal = tools.random_deal(fh.Rules(), 2, 12)
    known = DealRecord.of(deal)
    wrong = replace(known, entries=(*known.entries, Move(action=tt.Play("JK")), Move(action=tt.Play("JK"))))
    note = tools.data_of(replay_page(Record(rules=fh.Rules(), deals=(wrong,)), seat=0))["deals"][0]["note"]
    assert note == "the record cannot be followed beyond this point"
    hands = [(name, "?10|?10|?10|?10" if name == "hands" else value) for name, value in known.fields]
    never = replace(wrong, fields=tuple(hands))
    listed = tools.data_of(replay_page(Record(rules=fh.Rules(), deals=(never,)), seat=0))["deals"][0]["list"]
    assert len(listed) == len(never.entries)
    assert not any(text.startswith("put") and text != "put ?" for text, _ in listed)


@pytest.mark.parametrize("seat", range(5))
def test_secret_partner(seat: int, tools: Any) -> None:
    """FH-P5-2: who holds the called card is known to him alone until it is played."""
    rules = tools.rules["secret"]
    deal = next(
        found
        for seed in range(99)
        for found in [tools.random_deal(rules, seed)]
        if found.partner is not None and not found.contract.is_misere and isinstance(found.called, tt.Card)
    )
    frames = tools.frames_of(tools.data_of(replay_page(Record.of(deal), seat=seat)))
    state = tools.deal_of(rules, next(s for s in range(99) if tools.random_deal(rules, s) == deal))
    for number, frame in enumerate(frames[1:]):
        state.push(deal.history[number].action)
        if frame["contract"] is not None:
            told = len(frame["contract"]["side"]) == 2
            assert told == (state.called is not None and state.knows_partner(seat))
