"""Deals with unknown cards: cards are found with which all is legal, or an error says there are none."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cardcore import Stream, key_from_seed
from records.samples import FH_RULES, SP_RULES, blanked, deals, play_on
from tricktake import CardSet, RecordError, parse_action
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.notation import PartialDeal, read_position, write_position
from tricktake.records import DealRecord, Move, ReadError, Record, TakeBack, read_records
from tricktake.records._matching import lay_out
from tricktake.records.unknown import NoSuchDeal, legal_prefix

RULES = FH_RULES | SP_RULES


def fits(filled: DealRecord, told: DealRecord, rules: Any) -> None:
    """The filled record agrees with all that was told, and its deal is legal and ends as told."""
    assert filled.is_known
    deal = filled.deal(rules)
    for (name, text), (_, known) in zip(told.fields, filled.fields, strict=True):
        for part, full in zip(text.split("|"), known.split("|"), strict=True):
            names = [word for word in part.replace("/", ",").split(",") if not word.startswith("?")]
            assert set(names) <= set(full.replace("/", ",").split(",")), name
    for old, new in zip(told.entries, filled.entries, strict=True):
        assert "?" in old.text or old.text == new.text
    assert len(deal) == len(told.moves)


@pytest.mark.parametrize("name", RULES)
def test_cards_are_found(name: str) -> None:
    """For every game and number of players, whatever share of the cards is known."""
    rules: Any = RULES[name]
    rng = random.Random(name)
    for number, deal in enumerate(deals(rules, 9, 11)):
        told = blanked(DealRecord.of(deal), rng, (0.0, 0.2, 0.6, 0.95)[number % 4])
        if told.is_known:
            continue
        fits(told.possible(rules, seed=number), told, rules)
        assert told.possible(rules, seed=number) == told.possible(rules, seed=number)
        record = Record(rules=rules, deals=(told,))
        assert Record.from_text(record.to_text()) == record


def test_other_seeds_give_other_cards() -> None:
    """The seed draws the cards, and every one fits."""
    rules = fh.Rules()
    told = DealRecord(fields=(("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3")))
    found = [told.possible(rules, seed=seed) for seed in range(20)]
    assert len({filled.field("hands") for filled in found}) == 20
    for filled in found:
        fits(filled, told, rules)


def test_what_the_actions_prove() -> None:
    """Whoever does not follow has none left of the suit, the left bower counted as a trump (R-01)."""
    rules = fh.Rules(blind_misere=False)
    text = (
        "five-hundred-partial/1 rules=australian,blind_misere=False dealer=3 hands=?10|?10|?10|?10 "
        "kitty=?3 : 6H; P; P; P; put ?; DA; C5; D4; S5; H7; C6; D5; H5"
    )
    partial = PartialDeal.from_text(text)
    left = set()
    for seed in range(30):
        deal = partial.possible(seed=seed)
        hearts = CardSet("JK DJ HJ HA HK HQ H10 H9 H8 H6 H4")
        for seat in (1, 2):
            assert hearts.isdisjoint(deal.hand(seat)), "it did not follow the lead of H7"
        for seat in (1, 3):
            assert not any(card.name[0] == "D" and card.name != "DJ" for card in deal.hand(seat))
        left.add(tuple(deal.hand(0)))
        assert partial.to_text() == text
        assert deal.rules == rules
    assert len(left) > 10


@pytest.mark.parametrize(
    ("actions", "entry"),
    [
        ("6H; 6S", 2),
        ("6H; P; P; P; HA", 5),
        ("6H; P; P; P; put ?; HA; HA", 7),
        ("6H; P; P; P; put ?; DA; C5; D4; S5; D5; D6", 11),  # a diamond after none
        ("6H; P; P; P; put ?; JK:C", 6),
        ("6H; P; P; P; put ?; HA; put ?", 7),
        ("6H; P; P; P; put S5 S6", 5),
        ("6H; P; P; P; put S5 S6 S7; S5", 6),
        ("6H; P; P; P; put ?; name S", 6),
        ("6NT; P; P; P; put ?; name S; HA; HK; H4; JK", 10),
    ],
)
def test_what_cannot_have_been(actions: str, entry: int) -> None:
    """The first action that no cards make legal is found, in strict reading, and cut in lenient reading."""
    head = "rules=australian,blind_misere=False dealer=3 hands=?10|?10|?10|?10 kitty=?3"
    with pytest.raises(RecordError, match=f"^action {entry}: ") as caught:
        PartialDeal.from_text(f"five-hundred-partial/1 {head} : {actions}")
    assert caught.value.text[caught.value.offset :].startswith(actions.split("; ")[entry - 1])
    told = DealRecord(
        fields=(("dealer", "3"), ("hands", "?10|?10|?10|?10"), ("kitty", "?3")),
        entries=tuple(
            [Move(action=None if text == "put ?" else parse_action(text)) for text in actions.split("; ")]
        ),
    )
    rules = fh.Rules(blind_misere=False)
    assert legal_prefix(told, rules) == entry - 1
    with pytest.raises(NoSuchDeal):
        told.possible(rules)
    text = Record(rules=rules, deals=(told,)).to_text()
    with pytest.raises(ReadError) as error:
        read_records(text)
    assert text.splitlines()[(error.value.line or 0) - 1][(error.value.column or 0) - 1 :].startswith(
        actions.split("; ")[entry - 1]
    )
    found = read_records(text, lenient=True)[0].deals[0]
    assert found.entries == told.entries[: entry - 1]


@pytest.mark.parametrize(
    ("hands", "kitty"),
    [
        ("?10|?10|?10", "?3"),
        ("?10|?10|?10|?11", "?3"),
        ("?10|?10|?10|?10", "?4"),
        ("JK,?9|JK,?9|?10|?10", "?3"),
        ("S2,?9|?10|?10|?10", "?3"),
        ("S4,?9|?10|?10|?10", "?3"),
        ("?10|?10|?10|?10", "-"),
        ("?68|-|-|-", "-"),
    ],
)
def test_hands_that_cannot_be(hands: str, kitty: str) -> None:
    """Wrong sizes, cards twice and cards of no pack."""
    with pytest.raises(RecordError):
        PartialDeal.from_text(f"five-hundred-partial/1 rules=australian dealer=3 hands={hands} kitty={kitty}")


def test_two_players_with_nothing_known() -> None:
    """Which piles the cards of a table came from is found, though the cells are of more than ten kinds.

    Seat 0 does not follow hearts in the third trick and leads H4 from its table in the sixth: it lay hidden.
    """
    rules = FH_RULES["2-table"]
    table = ",".join(["?/?"] * 5)
    fields = (("dealer", "1"), ("hands", "?10|?10"), ("kitty", "?3"), ("tables", f"{table}|{table}"))
    told_actions = "P;6S;put ?;DQ;DA;D7;D4;HA;H7;S8;HQ;C10;CK;CQ;C9;SQ;SA;S7;S9;H4;HJ;H6;C7;D8;SK;DK;D9"
    entries = [
        Move(action=None if text == "put ?" else parse_action(text)) for text in told_actions.split(";")
    ]
    told = DealRecord(fields=fields, entries=tuple(entries))
    for seed in range(5):
        fits(told.possible(rules, seed=seed), told, rules)
    record = Record(rules=rules, deals=(told,))
    assert Record.from_text(record.to_text()) == record
    for number, deal in enumerate(deals(rules, 12, 77)):
        told = blanked(DealRecord.of(deal), random.Random(number), 0.0)
        tables = ",".join(["?/?"] * 5) + "|" + ",".join(["?/?"] * 5)
        hidden = [(name, tables if name == "tables" else value) for name, value in told.fields]
        told = replace(told, fields=tuple(hidden))
        fits(told.possible(rules, seed=number), told, rules)


def test_places_of_many_kinds() -> None:
    """More kinds of cells than the sampler tells apart: cards are laid one by one, and never wrongly."""
    cards = list(fh.PACKS["43"])
    for number in range(50):
        rng = random.Random(number)
        cells = dict.fromkeys(range(len(cards)), 1)
        true = rng.sample(range(len(cards)), len(cards))
        may = {
            card: frozenset([cell, *rng.sample(range(len(cards)), rng.randrange(3))])
            for card, cell in zip(cards, true, strict=True)
        }
        found = lay_out(cells, may, Stream(key_from_seed(number), number=0, purpose=5))
        assert found is not None
        assert sorted(found.values()) == list(cells)
        assert all(cell in may[card] for card, cell in found.items())
        first, second = cards[:2]
        may |= {first: frozenset([0]), second: frozenset([0])}
        assert lay_out(cells, may, Stream(key_from_seed(1), number=0, purpose=5)) is None


def test_lines_of_unknown_deals() -> None:
    """Lines beside a move are kept with the filled cards only where they are legal."""
    rules = fh.Rules(blind_misere=False)
    told = DealRecord(
        fields=(("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3")),
        entries=tuple([Move(action=parse_action(text), comment="x") for text in ("6H", "P", "P", "P")]),
    )
    told = told.with_line(1, ["6NT", "P"]).with_line(1, ["6S"])
    told = replace(told, entries=(*told.entries, TakeBack(), Move(action=parse_action("7H"))))
    filled = told.possible(rules, seed=1)
    assert len(filled.line((1, 0))) == 2
    assert len(filled.entries[1].lines) == 1  # type: ignore[union-attr]
    assert filled.entries[1].comment == "x"
    record = Record(rules=rules, deals=(told,))
    assert Record.from_text(record.to_text()) == record


def test_points_choose_who_led() -> None:
    """Where the two of clubs says who leads, the points say whose lead it was (CS-PLAY-7)."""
    rules: Any = SP_RULES["five_3_jokers"]
    for number, deal in enumerate(deals(rules, 12, 3)):
        told = blanked(DealRecord.of(deal), random.Random(number), 0.0)
        if deal.is_over:
            assert told.possible(rules).deal(rules).score().points == deal.score().points


def test_positions_of_every_kind() -> None:
    """The first word of a text says what reads it."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    spades = sp.Deal(dealer=2, seed=500).push_all("4 NIL")
    match, game, tourney = fh.Match(seed=1, dealer=0), sp.Game(seed=1, dealer=0), sp.Tourney(seed=1)
    for contest in (match, game, tourney):
        contest.push("LOOK")
    partial = PartialDeal(rules=deal.rules, deal=blanked(DealRecord.of(deal), random.Random(1), 0.5))
    for position in (deal, spades, deal.view(2), spades.view(1), match, game, tourney, partial):
        text = write_position(position)
        again = read_position(text)
        assert type(again) is type(position)
        assert again == position
        assert write_position(again) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "whist/1",
        "five-hundred-partial/2 rules=australian",
        "five-hundred-partial/1",
        "five-hundred/9 rules=x",
    ]
    + [
        f"five-hundred-partial/1 rules=australian dealer=3 {more}"
        for more in ("hands=x", "hands", "bids=1", "dealer=3")
    ]
    + ["five-hundred-partial/1 rules=nothing", "five-hundred-partial/1 rules=australian rules=australian"]
    + ["five-hundred-partial/1 rules=australian dealer=3 hands=?10|?10|?10|?10 kitty=?3 : what; P"],
)
def test_positions_that_cannot_be_read(text: str) -> None:
    """A clear error that shows the text, never a crash."""
    with pytest.raises(RecordError):
        read_position(text)


def test_wrong_types() -> None:
    """A wrong type is the program's error."""
    with pytest.raises(TypeError):
        read_position(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        write_position("five-hundred/1")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        PartialDeal.from_text(b"x")  # type: ignore[arg-type]


def test_a_match_with_unknown_cards() -> None:
    """Its deals follow from one another by what they scored, though nobody knows the cards."""
    match = fh.Match(fh.Rules(blind_misere=False), dealer=0)
    for number in range(2):
        play_on(match.next_deal(), random.Random(number + 3))
        if match.is_over:
            break
    told = Record.of(match)
    hidden = replace(told, deals=tuple([blanked(deal, random.Random(1), 0.1) for deal in told.deals]))
    assert Record.from_text(hidden.to_text()) == hidden
    with pytest.raises(RecordError, match="not known"):
        hidden.contest()
    wrong = replace(hidden.deals[-1], fields=tuple([_other(pair) for pair in hidden.deals[-1].fields]))
    with pytest.raises(ReadError, match="its scores should be"):
        Record.from_text(replace(hidden, deals=(*hidden.deals[:-1], wrong)).to_text())


def _other(pair: tuple[str, str]) -> tuple[str, str]:
    return (pair[0], "7,7") if pair[0] == "scores" else pair
