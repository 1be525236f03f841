"""What is written is read back as it was; what PTN cannot hold is refused by name."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tricktake import fivehundred as fh
from tricktake import ptn
from tricktake import spades as sp
from tricktake.actions import Bid, Exchange
from tricktake.errors import RecordError
from tricktake.records import DealRecord, Move, Record, TakeBack
from tricktake.state import Phase

DATA = Path(__file__).resolve().parent / "data"
SPELLED = {"LOOK", "P", "STAND", "M", "OM", "NIL", "BN", "B6"}


def random_deal(deal: Any, rng: random.Random, *, stop: float = 0.0) -> Any:
    """Play random legal actions, of calls those that PTN can spell; perhaps stop on the way."""
    while not deal.is_over and rng.random() >= stop:
        if deal.phase is Phase.EXCHANGE:
            many = deal.rules.bn_exchange if isinstance(deal, sp.Deal) else deal.rules.kitty_size
            deal.push(Exchange(rng.sample(sorted(deal.hand(deal.turn)), many)))
            continue
        actions = list(deal.legal_actions)
        if deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
            bids = [bid for bid in actions if isinstance(bid, Bid)]
            wanted = [bid for bid in bids if bid.text in SPELLED or (bid.level and not bid.sans_kitty)]
            low = sorted(wanted, key=lambda bid: bid.level or 9)[:4]
            actions = [action for action in actions if action.text in ("LOOK", "P", "STAND")] + low
        deal.push(rng.choice(actions))
    while deal.history and deal.history[-1].action is not None and deal.history[-1].action.text == "LOOK":
        deal.pop()
    return deal


def check(deal: Any, dialect: ptn.Dialect) -> None:
    """Write, read, and compare all there is."""
    text = ptn.write(deal, dialect=dialect)
    imported = ptn.read(text)
    assert imported.record == Record.of(deal)
    assert imported.warnings == ()
    again = imported.record.deals[0].deal(deal.rules)
    assert again == deal
    assert ptn.write(imported.record, dialect=dialect) == text


@pytest.mark.parametrize("dialect", ptn.Dialect)
@pytest.mark.parametrize("preset", fh.PRESETS)
def test_five_hundred(preset: str, dialect: ptn.Dialect) -> None:
    """N-04: every preset, number of players and dealer; hands land in the seats they came from."""
    rng = random.Random(f"{preset} {dialect.name}")
    for players in range(2, 7):
        two = {"two_player": rng.choice(["dead_hand", "short24"])} if players == 2 else {}
        rules = fh.Rules.preset(preset, players=players, **two)
        if rules.blind_misere and rng.random() < 0.5:
            rules = rules.replace(blind_misere=False)
        scores = [rng.randrange(-40, 40) * 10 for _ in rules.sides]
        for dealer in range(players):
            deal = fh.Deal(rules, dealer=dealer, seed=rng.randrange(1000), scores=scores)
            check(random_deal(deal, rng, stop=rng.choice([0, 0, 0.05])), dialect)


@pytest.mark.parametrize("dialect", ptn.Dialect)
@pytest.mark.parametrize("preset", [name for name in sp.PRESETS if name != "five_3_jokers"])
def test_spades(preset: str, dialect: ptn.Dialect) -> None:
    """N-04: every preset that PTN can hold and every dealer."""
    rng = random.Random(f"{preset} {dialect.name}")
    rules = sp.Rules.preset(preset)
    for dealer in range(rules.players):
        scores = [rng.randrange(-20, 50) * 10 for _ in rules.sides]
        bags = [rng.randrange(9) if rules.bag_limit else 0 for _ in rules.sides]
        deal = sp.Deal(rules, dealer=dealer, seed=rng.randrange(1000), scores=scores, bags=bags)
        check(random_deal(deal, rng, stop=rng.choice([0, 0, 0.03])), dialect)


def test_same_hands_for_every_dealer() -> None:
    """N-04: one set of hands with each dealer; the text begins at the dealer, the seats stay."""
    for players in (3, 4, 5, 6):
        rules = fh.Rules.no_misere(players=players)
        dealt = fh.Deal(rules, dealer=0, seed=7)
        for dealer in range(players):
            deal = fh.Deal(rules, dealer=dealer, hands=dealt.dealt, kitty=dealt.kitty)
            text = ptn.write(deal)
            point = ptn.seats.COMPASS[players][dealer]
            assert f'[Deal "{point}:' in text
            assert ptn.read(text).record.deals[0].deal(rules).dealt == dealt.dealt
    # the hands of the tag may begin anywhere, if the dealer is told
    deal = fh.Deal(rules, dealer=0, seed=7)
    text = ptn.write(deal)
    first, *others = text.split('[Deal "S:')[1].split('"]')[0].split()
    turned = text.replace(
        f'[Deal "S:{" ".join([first, *others])}"]', f'[Deal "SW:{" ".join([*others, first])}"]'
    )
    assert turned != text
    assert ptn.read(turned).record == ptn.read(text).record


def test_exchange_of_a_blind_nil() -> None:
    """Cards passed and passed back."""
    rules = sp.Rules.preset("partners")
    deal = sp.Deal(rules, dealer=3, seed=3, scores=(150, 0)).push_all("3 BN 2 4")
    for _ in range(2):
        assert deal.phase is Phase.EXCHANGE
        deal.push(Exchange(sorted(deal.hand(deal.turn))[:2]))
    check(random_deal(deal, random.Random(1)), ptn.Dialect.RECORD)


def test_a_joker_that_names_a_suit() -> None:
    """Nominations and suits named by joker leads stand in tags of their own."""
    rng = random.Random(4)
    seen = set()
    for seed in range(60):
        rules = fh.Rules.american(joker_nomination="contractor") if seed % 2 else fh.Rules.american()
        deal = fh.Deal(rules, dealer=0, seed=seed).push_all("8NT P P P")
        text = ptn.write(random_deal(deal, rng))
        seen |= {tag for tag in ("TricktakeBetween", "TricktakeNamed") if tag in text}
        assert ptn.read(text).record == Record.of(deal)
    assert len(seen) == 2


def test_records() -> None:
    """Names, tags, comments, remarks and broken-off deals come back."""
    rng = random.Random(2)
    rules = fh.Rules.kitchen(joker_nomination="none")
    deals = [
        random_deal(fh.Deal(rules, dealer=dealer, seed=dealer), rng, stop=0.04 * dealer)
        for dealer in range(3)
    ]
    record = Record.of(
        deals,
        players=('Ann "the ace" \\', "", "Cy {;} %", "[Di]"),
        tags={"event": "Club; night {1}", "date": "2025-02-01"},
        comment="first\nsecond",
        abandoned=True,
    )
    first = record.deals[0]
    entries = tuple(
        move if isinstance(move.action, Exchange) else replace(move, comment=f"remark {at}\nand more")
        for at, move in enumerate(first.moves)
    )
    tags = (("Site", "home"), ("Note", "3:free\n4:free too"))
    first = replace(first, entries=entries, comment="a deal\n  with % and [brackets]", tags=tags)
    record = replace(record, deals=(first, *record.deals[1:]))
    for dialect in ptn.Dialect:
        text = ptn.write(record, dialect=dialect)
        assert ptn.read(text).record == record
    assert "=5=" in text
    assert "=1=" not in text


def test_a_contest() -> None:
    """A match and a tourney as a whole, and both can go on as before."""
    match = fh.Match(fh.Rules.kitchen(lose_at=None), seed=11, dealer=2)
    rng = random.Random(3)
    while len(match.deals) < 3 and not match.is_over:
        random_deal(match.next_deal(), rng)
    if not match.is_over:
        random_deal(match.next_deal(), rng, stop=0.05)
    text = ptn.write(match)
    assert text.count("[Deal ") == len(match.deals)
    assert ptn.read(text).record.contest() == match


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (fh.Deal(fh.Rules(), dealer=3, seed=1).push_all("7H-SK"), "no spelling for the call 7H-SK"),
        (fh.Deal(fh.Rules(), dealer=3, seed=1).push_all("BM"), "no spelling for the call BM"),
        (fh.Deal(fh.Rules(), dealer=3, seed=1).push_all("LOOK"), "seat 0 has looked, and not called yet"),
        (fh.Deal(fh.Rules(players=2), dealer=1, seed=1), "no place for cards on the table"),
        (sp.Deal(sp.Rules.five_3_jokers(), dealer=1, seed=1), "two jokers, not three"),
        (sp.Deal(sp.Rules(), dealer=2, seed=1).push_all("1F"), "no spelling for the call 1F"),
        (sp.Deal(sp.Rules(), dealer=2, seed=1).push_all("SM"), "no spelling for the call SM"),
    ],
)
def test_what_has_no_place(deal: Any, message: str) -> None:
    """Nothing is left out silently."""
    with pytest.raises(RecordError, match=message):
        ptn.write(deal)


def test_records_that_have_no_place() -> None:
    """Take-backs, other lines, unknown cards, remarks without a card, and line breaks in names."""
    deal = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=1).push_all("7H P P P")
    record = Record.of(deal)
    one = record.deals[0]

    def refused(changed: DealRecord, message: str) -> None:
        with pytest.raises(RecordError, match=message):
            ptn.write(replace(record, deals=(changed,)))

    refused(replace(one, entries=(*one.entries, TakeBack())), "actions taken back: undo 1")
    with_line = replace(one.moves[0], lines=((Move(action=Bid("8H")),),))
    refused(replace(one, entries=(with_line, *one.entries[1:])), "other lines, as beside 7H")
    refused(replace(one, tags=(("Deal", "x"),)), "a tag of its own name 'Deal'")
    refused(replace(one, tags=(("a-b", "x"),)), "a tag of its own name 'a-b'")
    refused(replace(one, tags=(("Site", "x\ny"),)), "the line break in Site")
    refused(replace(one, comment="PTN ----"), "the comment 'PTN ----'")
    part = [(name, "JK,?9|?10|?10|?10" if name == "hands" else value) for name, value in one.fields]
    refused(replace(one, fields=tuple(part)), "PTN shows a hand or does not; seat 0 has JK")
    cards = Exchange(sorted(deal.hand(0))[:3])
    remarked = replace(one, entries=(*one.entries, Move(action=cards, comment="hm")))
    refused(remarked, "a remark on put")
    with pytest.raises(RecordError, match="this record has none"):
        ptn.write(replace(record, deals=()))
    with pytest.raises(RecordError, match="line break in South"):
        ptn.write(replace(record, players=("a\nb", "", "", "")))


@pytest.mark.parametrize("name", ["hidden", "untold"])
def test_what_is_not_known(name: str) -> None:
    """Hidden hands, a hidden kitty and discards that are not told stay so."""
    text = (DATA / "hidden.ptn").read_text(encoding="utf-8")
    if name == "untold":
        text = text.replace('[CardsRemoved "S:S7C6C5"]\n', "").split("CK S5 CT D8")[0]
        text = text.replace('[Undealt "S7C5D7"]\n', "").replace('[CardsAdded "S:S7C5D7"]\n', "")
        text = text.replace('[Deal "N:- - .QJT7..AK986.H -', '[Deal "N:- KJ.A85.J864.7 - -')
    record = ptn.read(text).record
    assert not record.deals[0].is_known
    for dialect in ptn.Dialect:
        written = ptn.write(record, dialect=dialect)
        assert written.count(" -") >= 2
        assert ptn.read(written).record == record


def test_a_constructed_deal() -> None:
    """A deal that begins with the play has a contract and no calls."""
    text = (
        "five-hundred/1 rules=kitchen dealer=3 scores=0,0 hands=JK,D9,H4|SA,D10,H5|S8,C8,C7|S7,CA,DA kitty=- "
        "contract=8H contractor=0 : JK; H5; C7; S7"
    )
    check(fh.Deal.from_text(text), ptn.Dialect.RECORD)
    with pytest.raises(RecordError, match="PTN cannot hold this record"):
        ptn.write(fh.Deal.from_text(text.replace(" :", " tricks=3,4,0,0 :")))
