"""Deals of two, three, five and six players as text: read back in every phase, damaged ones refused."""

from __future__ import annotations

import random
import re

import pytest

from games.test_view_players import act, begun
from rules.test_clauses_players import SHAPES, in_play
from tricktake import Card, Phase, RecordError, SetupError, Suit
from tricktake import fivehundred as fh

FIELDS = ["rules", "dealer", "scores", "hands", "kitty"]


def offset_of(text: str, name: str) -> int:
    """Return where the value of a field begins."""
    found = re.search(rf" {name}=", text)
    assert found is not None
    return found.end()


def refused(text: str, fact: str, at: int | None = None) -> None:
    """Check that a text is refused, why and where."""
    with pytest.raises(RecordError) as caught:
        fh.Deal.from_text(text)
    assert fact in str(caught.value)
    assert 0 <= caught.value.offset <= len(text)
    if at is not None:
        assert caught.value.offset == at


# ---- there and back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_deals_go_round_after_every_action(shape: str) -> None:
    rng = random.Random(f"round {shape}")
    phases = set()
    for _ in range(12):
        deal = begun(rng, SHAPES[shape])
        while True:
            phases.add(deal.phase)
            text = deal.to_text()
            again = fh.Deal.from_text(text)
            assert again == deal
            assert again.to_text() == text
            assert hash(again) == hash(deal)
            assert (again.phase, again.turn, again.called, again.partner) == (
                deal.phase,
                deal.turn,
                deal.called,
                deal.partner,
            )
            assert (again.tables, again.dead) == (deal.tables, deal.dead)
            assert text.isascii()
            if deal.is_over:
                break
            for _ in range(rng.choice((1, 1, 4))):
                if not deal.is_over:
                    deal.push(act(rng, deal))
    wanted = {Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY, Phase.OVER}
    wanted |= {Phase.PARTNER} if SHAPES[shape].calls_partner else set()
    assert wanted <= phases


@pytest.mark.parametrize("shape", SHAPES)
def test_the_page_describes_what_is_written(shape: str) -> None:
    """Take the text apart by the page's words alone and build the deal again without ``from_text``."""
    rng = random.Random(f"page {shape}")
    rules = SHAPES[shape]
    for _ in range(5):
        deal = begun(rng, rules)
        while not deal.is_over and rng.random() > 0.03:
            deal.push(act(rng, deal))
        head, colon, body = deal.to_text().partition(" : ")
        fields = dict([word.split("=", 1) for word in head.split(" ")[1:]])
        more = ["tables"] if rules.has_tables else ["dead"] if rules.has_dead_hand else []
        assert list(fields) == FIELDS + more
        tables = None
        if rules.has_tables:
            tables = [
                [tuple(pile.split("/")) for pile in table.split(",")] for table in fields["tables"].split("|")
            ]
            assert tables == [
                [(str(pile.down), str(pile.up)) for pile in deal.tables[seat]] for seat in range(2)
            ]
        made = fh.Deal(
            fh.Rules.from_text(fields["rules"]),
            dealer=int(fields["dealer"]),
            hands=[hand.replace(",", " ") for hand in fields["hands"].split("|")],
            kitty=fields["kitty"].replace(",", " "),
            tables=tables,
            dead=fields["dead"].replace(",", " ") if "dead" in fields else None,
            scores=[int(score) for score in fields["scores"].split(",")],
        )
        for action in body.split("; ") if colon else []:
            assert made.push(action).text == action
        assert made == deal


def table_start(**start: object) -> fh.Deal:
    """Return a deal in the middle of its play with piles of every kind."""
    return in_play(
        SHAPES["2 table"].replace(joker_follow="first_or_last"),
        "6NT",
        {0: "SA S5 C9", 1: "S6 H10 C10"},
        tables={0: ["D9/S7", "-/-", "-/JK"], 1: ["D10/S8", "-/-", "-/-", "-/H5"]},
        tricks=(4, 3),
        **start,
    )


def five_start(**start: object) -> fh.Deal:
    """Return a deal of five with a partner."""
    hands = {0: "S5 D9", 1: "S6 D8", 2: "S7 HA", 3: "S8 D7", 4: "S9 D6"}
    return in_play(SHAPES["5 secret"], "6S", hands, partner=2, **start)  # type: ignore[arg-type]


def test_starts_with_tables_go_round() -> None:
    failed = ((), (Suit.HEARTS,), (Suit.CLUBS, Suit.DIAMONDS), ())
    deal = table_start(leader=3, suits_led=(Suit.HEARTS,), failed=failed)
    text = deal.to_text()
    assert " tables=D9/S7,-/-,-/JK,-/-,-/-|D10/S8,-/-,-/-,-/H5,-/- " in text
    assert " leader=3" in text
    assert " failed=-|H|CD|-" in text
    assert " tricks=4,3" in text
    while True:
        again = fh.Deal.from_text(deal.to_text())
        assert again == deal
        assert again.to_text() == deal.to_text()
        assert (again.turn, again.plays_from) == (deal.turn, deal.plays_from)
        assert [again.view(seat) for seat in range(2)] == [deal.view(seat) for seat in range(2)]
        if deal.is_over:
            break
        deal.push(deal.legal_actions[-1])
    assert sum(deal.tricks) == 10


def test_starts_with_a_partner_go_round() -> None:
    secret = five_start(called=Card.HA)
    assert " contract=6S contractor=0 partner=2 called=HA" in secret.to_text()
    public = five_start()
    assert " contract=6S contractor=0 partner=2 tricks=" in public.to_text()
    for deal in (secret, public):
        while True:
            again = fh.Deal.from_text(deal.to_text())
            assert again == deal
            assert again.contract == deal.contract
            assert [again.view(seat) for seat in range(5)] == [deal.view(seat) for seat in range(5)]
            if deal.is_over:
                break
            deal.push(deal.legal_actions[0])
    assert secret != public


@pytest.mark.parametrize("bid", ["6S", "M"])
@pytest.mark.parametrize("shape", SHAPES)
def test_starts_of_every_game_go_round(shape: str, bid: str) -> None:
    rules = SHAPES[shape]
    hands = {seat: f"S{card} H{card}" for seat, card in zip(range(rules.players), "9QKA78", strict=False)}
    tables = {0: ["CA/CK"], 1: ["-/CQ", "-/C9"]} if rules.has_tables else None
    deal = in_play(rules, bid, hands, tables=tables)
    while not deal.is_over:
        assert fh.Deal.from_text(deal.to_text()) == deal
        deal.push(deal.legal_actions[0])
    assert fh.Deal.from_text(deal.to_text()) == deal


# ---- damaged texts -----------------------------------------------------------------------------------

TABLE = fh.Deal(SHAPES["2 table"], dealer=1, seed=4).to_text()
DEAD = fh.Deal(SHAPES["2 dead hand"], dealer=1, seed=4).to_text()
FIVE = fh.Deal(SHAPES["5 secret"], dealer=1, seed=4).to_text()
SIX = fh.Deal(SHAPES["6 3x2"], dealer=1, seed=4).to_text()
SECRET = five_start(called=Card.HA).to_text()
TABLES = TABLE.partition("tables=")[2]
PILE = TABLES.partition(",")[0]


@pytest.mark.parametrize(
    ("value", "fact"),
    [
        ("", "cannot read ''"),
        ("-", "a card face down, a slash and a card face up"),
        (TABLES.replace("/", ",", 1), "a card face down, a slash and a card face up"),
        (TABLES.replace(PILE, PILE + "/S5", 1), "a card face down, a slash and a card face up"),
        (TABLES.replace(PILE, "S1/S2", 1), "S1"),
        (TABLES.replace(PILE, "S5/x", 1), "x"),
        (TABLES.replace(PILE, "/S5", 1), "cannot read ''"),
        (TABLES.replace("|", "|,"), "cannot read ''"),
        (TABLES + ",", "cannot read ''"),
    ],
)
def test_damaged_tables(value: str, fact: str) -> None:
    """What is no pile is refused with the place of the field."""
    text = TABLE.replace(TABLES, value)
    refused(text, fact, offset_of(text, "tables") if value else None)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (TABLE.replace(TABLES, TABLES.replace("|", ",")), "five piles"),
        (TABLE.replace(TABLES, TABLES.partition("|")[0]), "five piles"),
        (TABLE.replace(TABLES, TABLES.rpartition(",")[0]), "five piles"),
        (TABLE.replace(TABLES, f"{TABLES}|{TABLES.partition('|')[0]}"), "holds too"),
        (TABLE.replace(" tables=" + TABLES, ""), "five piles"),
        (TABLE.replace(PILE, "-/" + PILE.partition("/")[2], 1), "a card under a card"),
        (TABLE.replace(PILE, PILE.partition("/")[0] + "/-", 1), "a card under a card"),
        (TABLE.replace(PILE, "S2/" + PILE.partition("/")[2], 1), "not in the pack"),
        (TABLE + " dead=S2", "not in the pack"),
        (FIVE + " tables=" + TABLES, ""),
        (FIVE + " dead=S2", ""),
        (DEAD.replace(" dead=", " kitty="), "kitty stands twice"),
        (re.sub(r"dead=\w+,", "dead=", DEAD), "dead hand has 10 cards"),
        (re.sub(r" dead=\S+", "", DEAD), "dead hand has 10 cards"),
        (re.sub(r"dead=\w+,", "dead=S2,", DEAD), "not in the pack"),
        (re.sub(r"dead=\w+,", "dead=SX,", DEAD), "SX"),
        (DEAD.replace("two_player=dead_hand", "two_player=short24"), ""),
        (SIX.replace("scores=0,0,0", "scores=0,0"), "3 scores are needed"),
        (SIX.replace("dealer=1", "dealer=6"), "dealer 6 is not in 0..5"),
        (FIVE.replace("scores=0,0,0,0,0", "scores=0,0"), "5 scores are needed"),
        (FIVE + " partner=2", "partner needs a contract"),
        (FIVE + " called=HA", "called needs a contract"),
        (FIVE + " : call HA", "must call now"),
    ],
)
def test_damaged_deals(text: str, fact: str) -> None:
    refused(text, fact)


def test_an_empty_dead_hand_may_be_written() -> None:
    assert fh.Deal.from_text(TABLE + " dead=-").to_text() == TABLE


@pytest.mark.parametrize("other", [PILE.partition("/")[2], TABLES.split(",")[1].partition("/")[2]])
def test_a_card_twice_on_a_table(other: str) -> None:
    """In place of a card face down, the card on it or the one on the next pile; a card is missing then."""
    twice = TABLE.replace(PILE, f"{other}/{PILE.partition('/')[2]}", 1)
    assert twice.count(other) == 2
    refused(twice, other)


@pytest.mark.parametrize(
    ("before", "after", "fact"),
    [
        ("partner=2", "partner=5", "seat 5 is no called partner"),
        ("partner=2", "partner=-1", "seat -1 is no called partner"),
        ("partner=2", "partner=x", "expected a number, got 'x'"),
        ("partner=2", "partner=", "expected a number"),
        ("partner=2", "partner=1_0", "expected a number"),
    ],
)
def test_damaged_partners(before: str, after: str, fact: str) -> None:
    text = SECRET.replace(before, after)
    refused(text, fact, offset_of(text, "partner"))


@pytest.mark.parametrize("value", ["", "-", "S1", "seat 2", "HA,HK"])
def test_damaged_called_cards(value: str) -> None:
    text = SECRET.replace("called=HA", f"called={value}")
    refused(text, "", None if " " in value else offset_of(text, "called"))


def test_partners_where_there_are_none() -> None:
    for other in ("five_partner=alone", "five_partner=alone,five_share=full"):
        text = SECRET.replace("players=5", f"players=5,{other}")
        refused(text, "seat 2 is no called partner", offset_of(text, "partner"))
        refused(text.replace(" partner=2", ""), "called")
    refused(SECRET.replace("contract=6S", "contract=M"), "does not fit the sides")
    six = in_play(SHAPES["6 2x3"], "6S", {0: "S5"}).to_text()
    refused(six + " partner=1", "seat 1 is no called partner")
    refused(six + " called=HA", "five")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("partner=2", "partner=3"),  # seat 2 holds the card
        (" partner=2", ""),
        ("called=HA", "called=JK"),
        ("called=HA", "called=SJ"),
        ("called=HA", "called=D13"),
        ("called=HA", "called=D9"),  # his own
        ("contract=6S contractor=0 partner=2", "contract=M contractor=0"),
        ("players=5", "players=5,five_partner=call_player"),
        ("players=5", "players=5,five_partner=call_card_open"),
    ],
)
def test_called_cards_that_cannot_be(before: str, after: str) -> None:
    """No deal under these rules gets there (FH-P5-1 to FH-P5-4)."""
    assert before in SECRET
    refused(SECRET.replace(before, after), "")


@pytest.mark.parametrize("piles", ["JK/S7|-/S8,-/H8", "-/S7,-/H7|-/JK,-/H8", "-/S7,-/H7|JK/S8"])
def test_nominations_of_a_joker_on_a_table_that_cannot_be(piles: str) -> None:
    """Face down or on the other table: he could not name a suit for it (FH-P2-7)."""
    tables = {seat: each.split(",") for seat, each in enumerate(piles.split("|"))}
    with pytest.raises(SetupError):
        in_play(SHAPES["2 table"], "6NT", {0: "S5 S9", 1: "S6 TS"}, tables=tables, nominated=Suit.SPADES)


def test_damaged_leaders() -> None:
    text = table_start(leader=2).to_text()
    for leader in (0, 1, 2, 3):
        assert fh.Deal.from_text(text.replace("leader=2", f"leader={leader}")).turn == leader % 2
    refused(text.replace("leader=2", "leader=4"), "leader 4 is not in 0..3")
    refused(SECRET + " leader=5", "leader 5 is not in 0..4")


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a small damage, inside the fields this file is about more often than not."""
    spots = [match.end() for match in re.finditer(r" (?:tables|dead|partner|called|leader)=", text)]
    at = rng.choice(spots) + rng.randrange(12) if spots and rng.random() < 0.6 else rng.randrange(len(text))
    piece = rng.choice(["", "-", "/", "|", ",", "S5", "HA", "7", "-/-", " ", "JK", "٣", "\x00"])
    return text[:at] + piece + text[at + rng.randrange(0, 3) :]


@pytest.mark.parametrize("count", [1500, pytest.param(60_000, marks=pytest.mark.slow)])
def test_fuzzed_texts(count: int) -> None:
    """A documented error, or a value that writes back the same."""
    rng = random.Random("fuzz players")
    texts = [TABLE, DEAD, FIVE, SIX, SECRET, table_start(leader=3).to_text()]
    good, refusals = 0, []
    for _ in range(count):
        text = mutated(rng, rng.choice(texts))
        try:
            deal = fh.Deal.from_text(text)
        except RecordError as error:
            refusals.append((error.offset, len(text), len(str(error))))
            continue
        good += 1
        assert fh.Deal.from_text(deal.to_text()) == deal
    assert good > count / 100
    assert all(0 <= offset <= length and 0 < words < 1000 for offset, length, words in refusals)
