"""Views as text: read back equal in every phase, damaged ones refused, digests the same everywhere.

The page ``docs/view-text.md`` is the specification; its examples are read here.
"""

from __future__ import annotations

import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import tricktake as tt
from games.test_view_players import OPTIONS, act, begun
from games.test_view_players import names as named_cards
from rules.constructed import middle
from rules.random_deals import random_deal, random_rules
from rules.random_matches import PRESETS, random_match_rules
from rules.spades_deals import middle as spades_middle
from rules.test_clauses_players import SHAPES
from rules.test_spades_views import NAME as SPADES_NAME
from rules.test_spades_views import TABLES, known_to
from rules.test_spades_views import choose as spades_choose
from rules.test_spades_views import random_deal as random_spades
from tricktake import Card, CardSet, Exchange, Phase, RecordError, Suit
from tricktake import fivehundred as fh
from tricktake import spades as sp

PAGE = Path(__file__).parents[2] / "docs" / "view-text.md"
EXAMPLES = re.findall(r"^```text\n(\S+-view/1 .*)\n```", PAGE.read_text("utf-8"), re.MULTILINE)
FOUR = {name: fh.Rules.preset(name) for name in PRESETS}
GAMES = {**{f"four {name}": rules for name, rules in FOUR.items()}, **SHAPES, **TABLES}

View = fh.View | sp.View
Deal = fh.Deal | sp.Deal


def read(text: str) -> View:
    """Read a view of either game."""
    return fh.View.from_text(text) if text.startswith("five") else sp.View.from_text(text)


def opened(rng: random.Random, rules: fh.Rules | sp.Rules, number: int) -> Deal:
    """Return a deal of these rules, with other options now and then."""
    if isinstance(rules, sp.Rules):
        return random_spades(rng, rules)
    if number % 2 and rules.players != 4:
        rules = rules.replace(**OPTIONS[number % len(OPTIONS)])
    elif number % 2:
        return random_deal(rng, random_rules(rng))
    return begun(rng, rules)


def step(rng: random.Random, deal: Deal) -> None:
    """Take a random action."""
    deal.push(act(rng, deal) if isinstance(deal, fh.Deal) else spades_choose(rng, deal))


def constructed(deal: Deal) -> Deal | None:
    """Return the same position as a deal that begins there; None within a trick and outside the play."""
    play = deal.play_state
    if play is None or deal.phase is not Phase.PLAY or deal.trick:
        return None
    seats = range(deal.rules.players)
    hands = [deal.hand(seat) for seat in seats]
    if isinstance(deal, sp.Deal):
        awards = bool(deal.rules.awards)
        bids: Any = deal.bids
        begin = sp.PlayStart(bids, deal.leader, deal.tricks, deal.is_broken, deal.caught if awards else None)
        return sp.Deal(
            deal.rules,
            dealer=deal.dealer,
            hands=hands,
            scores=deal.scores,
            bags=deal.bags,
            blind_sixes=deal.blind_sixes_before,
            start=begin,
        )
    contract, called = deal.contract, deal.called
    if contract is None:
        return None
    secret = deal.rules.five_partner is fh.FivePartner.CALL_CARD_SECRET
    places = range(len(seats) * (1 + deal.rules.has_tables))
    start = fh.PlayStart(
        contract,
        nominated=deal.nominated,
        leader=play.leader,
        tricks=deal.tricks,
        suits_led=tuple(map(Suit, play.suits_led)),
        failed=tuple([tuple(map(Suit, play.failed(place))) for place in places]),
        called=called if isinstance(called, Card) and secret else None,
    )
    tables = [deal.piles(seat) for seat in seats] if deal.tables else None
    return fh.Deal(
        deal.rules, dealer=deal.dealer, hands=hands, tables=tables, scores=deal.scores, start=start
    )


def some_deals(rng: random.Random, rules: fh.Rules | sp.Rules, deals: int, often: float) -> Iterator[Deal]:
    """Yield deals at random decisions, at every rare one, and constructed ones that go on from there."""
    for number in range(deals):
        deal = opened(rng, rules, number)
        while True:
            rare = deal.phase not in (Phase.AUCTION, Phase.PLAY)
            if rare or rng.random() < (often if deal.phase is Phase.PLAY else 0.5):
                yield deal
            other = constructed(deal) if rng.random() < 0.2 else None
            if other is not None:
                for _ in range(rng.randrange(12)):
                    if not other.is_over:
                        step(rng, other)
                yield other
            if deal.is_over:
                break
            step(rng, deal)


def some_views(rng: random.Random, rules: fh.Rules | sp.Rules, deals: int, often: float) -> Iterator[View]:
    """Yield views of two or three seats of such deals, one of them the seat to act."""
    for deal in some_deals(rng, rules, deals, often):
        seats = range(deal.rules.players)
        for seat in {deal.turn or 0, *rng.sample(seats, 2)}:
            yield deal.view(seat)


# ---- the page ----------------------------------------------------------------------------------------


def test_the_page_has_examples_of_both_games() -> None:
    kinds = Counter(text.split("/")[0] for text in EXAMPLES)
    assert kinds == {"five-hundred-view": 5, "spades-view": 3}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_page_are_written_so(text: str) -> None:
    assert read(text).to_text() == text


def test_the_digest_of_the_page() -> None:
    found = re.search(r"digest of the first example is\s`([0-9a-f]{32})`", PAGE.read_text("utf-8"))
    assert found is not None
    view = read(EXAMPLES[0])
    assert view.digest() == found[1]
    assert hash(view) == hash(int(found[1][:16], 16))


# ---- there and back ----------------------------------------------------------------------------------


def check_round_trip(name: str, deals: int, often: float) -> Counter[object]:
    """Write and read views of random deals; count their phases and the constructed ones."""
    rng = random.Random(f"view text {name}")
    counts: Counter[object] = Counter()
    for view in some_views(rng, GAMES[name], deals, often):
        text = view.to_text()
        again = read(text)
        assert again == view, text
        assert again.to_text() == text
        assert (hash(again), again.digest()) == (hash(view), view.digest())
        assert text.isascii()
        assert "\n" not in text
        counts[view.phase] += 1
        counts["start"] += view.start is not None
        counts["late"] += len(view.finished) > 4
    return counts


def expected_phases(rules: fh.Rules | sp.Rules) -> set[object]:
    """Return the phases and kinds that a sample of some size comes to."""
    found = {Phase.AUCTION, Phase.PLAY, Phase.OVER, "start", "late"}
    if isinstance(rules, sp.Rules):
        return found | (
            {Phase.EXCHANGE} if rules.partners and rules.bn_exchange and rules.bn_behind == 0 else set()
        )
    found |= {Phase.EXCHANGE}
    return found | ({Phase.PARTNER} if rules.calls_partner else set())


@pytest.mark.parametrize("name", GAMES)
def test_views_are_read_back(name: str) -> None:
    counts = check_round_trip(name, 5, 0.04)
    assert {phase for phase in expected_phases(GAMES[name]) if not counts[phase]} == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_views_are_read_back_in_full(name: str) -> None:
    counts = check_round_trip(name, 150, 0.1)
    assert counts[Phase.PLAY] > 800
    assert counts["start"] > 300


@pytest.mark.parametrize("numbers", [range(64), pytest.param(range(2500), marks=pytest.mark.slow)], ids=len)
def test_every_preset_with_every_number_of_players(numbers: range) -> None:
    """Of the first 64 numbers each is another preset and game; later ones have random options."""
    rng = random.Random("presets")
    for number in numbers:
        rules, _ = random_match_rules(rng, number)
        deal = begun(rng, rules)
        while True:
            if deal.phase not in (Phase.AUCTION, Phase.PLAY) or rng.random() < 0.05:
                view = deal.view(rng.randrange(rules.players))
                assert read(view.to_text()) == view, view.to_text()
            if deal.is_over:
                break
            step(rng, deal)


def test_every_decision_of_a_deal() -> None:
    rng = random.Random("every decision")
    for rules in (fh.Rules(), sp.Rules()):
        deal = opened(rng, rules, 0)
        while True:
            for seat in range(deal.rules.players):
                assert read(deal.view(seat).to_text()) == deal.view(seat)
            if deal.is_over:
                break
            step(rng, deal)


GONE = fh.PlayStart(tt.Contract("7H", contractor=4, side={0, 4}), called=Card.C3)
"""The card that was called has been played, so that only who has won the tricks before says who had it."""


def test_constructed_starts() -> None:
    """Fields of a start that random ones seldom have, or that say more than could be."""
    either = fh.Rules(joker_follow="first_or_last")
    failed = ((), (Suit.DIAMONDS,), (), (Suit.CLUBS, Suit.HEARTS))
    deals: list[Deal] = [
        middle(
            "7NT", {0: "JK 9D", 1: "S5 D5"}, rules=either, led=(Suit.CLUBS,), failed=failed, plays="9D D5"
        ),
        middle("7NT", {0: "S9 9D", 1: "S5 D5"}, rules=either, failed=failed),
        middle("OM", {0: "HA", 1: "H5", 2: "S5 S6 S7", 3: "D5"}, nominated=Suit.HEARTS, tricks=(0, 0, 0, 0)),
        fh.Deal(SHAPES["5 secret"], hands=["SA", "S5", "S6", "S7", "S8"], start=GONE),
        middle("8H", {0: ""}, size=0),
        spades_middle({0: "D4 H2", 1: "D6 H3", 2: "D2 H4"}, bids=("4", "NIL", "B6"), tricks=(5, 1, 9)),
        spades_middle({0: "S4 S2"}, size=2, plays="S4"),
        spades_middle({}, size=0),
        spades_middle({0: "D4 H2"}, caught=("JC", "", ""), rules=sp.Rules.long_three_jacks(), is_broken=True),
        spades_middle({0: "JK1 S3", 1: "C2 H5"}, rules=sp.Rules.five_2_jokers(), plays="JK1"),
    ]
    for deal in deals:
        while True:
            for seat in range(deal.rules.players):
                view = deal.view(seat)
                assert read(view.to_text()) == view, view.to_text()
            if deal.is_over:
                break
            deal.push(deal.legal_actions[-1])
    bare = fh.Deal(
        hands=["HA", "H5", "H6", "H7"], start=fh.PlayStart(tt.Contract("6S", contractor=1, side={1, 3}))
    )
    assert bare.view(0).start is not None
    assert read(bare.view(0).to_text()) == bare.view(0)


# ---- one text for one view ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_equal_exactly_if_views_are(name: str) -> None:
    """Also for worlds drawn behind a view: whatever the seat cannot see leaves the text as it is."""
    rng = random.Random(f"equal {name}")
    views = list(some_views(rng, GAMES[name], 2, 0.02))
    for one, other in combinations(rng.sample(views, min(40, len(views))), 2):
        assert (one == other) == (one.to_text() == other.to_text())
    drawn = [view for view in views if view.trick or view.phase not in (Phase.PLAY, Phase.OVER)]
    for view in rng.sample(drawn, min(12, len(drawn))):
        if isinstance(view, sp.View) and view.start is not None and view.start.caught:
            continue
        for world in tt.sample_worlds(view, 2, seed=rng.getrandbits(32)):
            twin = world.view(view.seat)
            assert twin.to_text() == view.to_text()
            assert hash(twin) == hash(view)


def test_small_differences_are_in_the_text() -> None:
    deal = fh.Deal(dealer=3, seed=500)
    start = fh.PlayStart(tt.Contract("6S", contractor=1, side={1, 3}))
    hands = ["HA", "H5", "H6", "H7"]
    fives = fh.Rules(players=5)
    call = fh.Deal(fives.replace(five_partner="call_card_open", blind_misere=False), dealer=4, seed=5)
    call.push_all("6S-SK P P P P")
    views: list[View] = [
        deal.view(0),
        deal.view(1),
        fh.Deal(dealer=2, seed=500).view(0),
        fh.Deal(dealer=3, seed=500, scores=(10, 0)).view(0),
        fh.Deal(fh.Rules(misere_stop=True), dealer=3, seed=500).view(0),
        fh.Deal(hands=hands, start=start).view(0),
        fh.Deal(hands=hands, start=start._replace(tricks=(0, 0, 0, 0))).view(0),
        fh.Deal(hands=hands, start=start._replace(failed=((), (), (), ()))).view(0),
        fh.Deal(hands=hands, start=start._replace(suits_led=(Suit.CLUBS, Suit.HEARTS))).view(0),
        fh.Deal(hands=hands, start=start._replace(suits_led=(Suit.HEARTS, Suit.CLUBS))).view(0),
        fh.Deal(hands=hands, start=start._replace(leader=2)).view(0),
        sp.Deal(dealer=2, seed=500).view(0),
        sp.Deal(dealer=2, seed=500, bags=(1, 0, 0)).view(0),
        sp.Deal(dealer=2, seed=500, blind_sixes=(1, 0, 0)).view(0),
    ]
    texts = [view.to_text() for view in views]
    assert len(set(texts)) == len(set(views)) == len({view.digest() for view in views}) == len(views)
    assert [read(text) for text in texts] == views


def known_cards(deal: fh.Deal, seat: int) -> CardSet:
    """Return the cards a seat may know: its own, those played, open or face up, and the one called."""
    known = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    known |= deal.dealt[seat] if deal.has_looked(seat) else CardSet()
    contract = deal.contract
    if contract is not None and contract.contractor == seat and not contract.is_sans_kitty and not deal.start:
        known |= deal.kitty
    for other in range(deal.rules.players):
        known |= deal.hand(other) if deal.is_exposed(other) else CardSet()
        for table in (deal.tables[other] if deal.tables else (), deal.piles(other)):
            known |= CardSet([pile.up for pile in table if pile.up is not None])
    return known | CardSet([deal.called] if isinstance(deal.called, Card) else [])


@pytest.mark.parametrize("name", GAMES)
def test_texts_name_no_card_the_seat_cannot_know(name: str) -> None:
    rng = random.Random(f"leak {name}")
    seen = 0
    for deal in some_deals(rng, GAMES[name], 3, 0.05):
        for seat in range(deal.rules.players):
            text = deal.view(seat).to_text()
            words = " ".join([word for word in text.split() if not word.startswith("rules=")])
            if isinstance(deal, fh.Deal):
                named, known = named_cards(words), known_cards(deal, seat)
            else:
                named, known = CardSet(SPADES_NAME.findall(words)), known_to(deal, seat)
                before = () if deal.start is None else deal.start.caught or ()
                known |= CardSet([card for cards in before for card in CardSet(cards)])
            assert named <= known, text
            seen += len(named)
            secret = [one for one in deal.history if isinstance(one.action, Exchange) and one.seat != seat]
            if isinstance(deal, fh.Deal):
                assert text.count("put ?") == len(secret)
    assert seen > 100


# ---- digest, hash, pickle ----------------------------------------------------------------------------

SCRIPT = """
import sys
from tricktake import fivehundred as fh, spades as sp
for text in sys.stdin.read().splitlines():
    view = (fh if text.startswith("five") else sp).View.from_text(text)
    print(view.digest(), hash(view))
"""


def test_digest_and_hash_are_the_same_in_every_process() -> None:
    texts = [*EXAMPLES, fh.Deal(dealer=3, seed=500).view(2).to_text()]
    here = [f"{view.digest()} {hash(view)}" for view in map(read, texts)]
    for seed in ("0", "1", "random"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input="\n".join(texts),
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines() == here


def test_pickle_and_copies() -> None:
    for text in EXAMPLES:
        view = read(text)
        before = pickle.dumps(view)
        key = hash(view)
        assert pickle.dumps(view) == before, "what is kept for the hash is no part of the value"
        again = pickle.loads(before)
        assert (again, hash(again), again.to_text()) == (view, key, text)
        other = replace(view, dealer=(view.dealer + 1) % view.rules.players)
        assert other.digest() != view.digest()


# ---- strictness --------------------------------------------------------------------------------------

RULES = fh.Rules(blind_misere=False)
PLAYED = fh.Deal(RULES, dealer=3, seed=500).push_all("7H; P; 8H; P; P")
PLAYED.push(next(iter(PLAYED.legal_actions)))
for _ in range(6):
    PLAYED.push(PLAYED.legal_actions[0])
TEXT = PLAYED.view(1).to_text()
TAKER = PLAYED.view(2).to_text()
SPADES = sp.Deal(sp.Rules.five_2_jokers(), dealer=4, seed=3).push_all("3 3 2 2 2").view(1).to_text()
OVER = fh.Deal(RULES, dealer=3, seed=500).push_all("P P P P").view(1).to_text()
ASKED = "five-hundred-view/1 rules=australian,blind_misere=False dealer=3 seat=1 dealt="


def part(text: str, name: str) -> str:
    """Return a field of a text as it stands there."""
    found = re.search(rf"{name}=\S+", text)
    assert found is not None
    return found[0]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", "expected five-hundred-view/1"),
        (TEXT.replace("-view/1", "/1"), "expected five-hundred-view/1"),
        (TEXT.replace("/1", "/2", 1), "version '2' is unknown; this library reads version 1"),
        (TEXT.replace("seat=1", ""), "seat is missing"),
        (TEXT.replace("seat=1", "seat=4"), "seat 4 is not in 0..3"),
        (TEXT.replace("seat=1", "seat=0"), "seat 0 does not hold CK"),
        (TEXT.replace("dealer=3", "dealer=x"), "expected a number, got 'x'"),
        (TEXT.replace("dealer=3", "dealer=2"), "kitty is missing"),
        (TEXT.replace("scores=0,0", "scores=0"), "2 scores are needed"),
        (TEXT.replace(part(TEXT, "dealt"), ""), "dealt is missing"),
        (TEXT.replace(part(TEXT, "dealt"), "dealt=?"), "dealt: seat 1 has looked at its cards"),
        (TEXT.replace(part(TEXT, "dealt"), part(TEXT, "dealt") + ",S2"), "S2 is not in the pack of 43"),
        (TEXT.replace(part(TEXT, "dealt"), part(TEXT, "dealt").rpartition(",")[0]), "do not fit"),
        (TEXT.replace("seat=1", "seat=1 kitty=S5,C5,D5"), "kitty"),
        (TEXT.replace("seat=1", "seat=1 partner=3"), "partner has no place in this view"),
        (TEXT.replace("seat=1", "seat=1 exposed=-"), "exposed has no place in this view"),
        (TEXT.replace("seat=1", "seat=1 phase=nomination"), "phase=nomination"),
        (TEXT.replace("seat=1", "seat=1 phase=play"), "expected nomination"),
        (TEXT.replace("seat=1", "seat=1 tables=-"), "a card face down, a slash and a card face up"),
        (TEXT.replace("seat=1", "seat=1 leader=2"), "leader needs a contract"),
        (TEXT.replace("8H", "6H"), "action 3: seat 2 cannot bid 6H"),
        (TEXT.replace("put ?", "put S5 C5 D5"), "action 6: what seat 2 puts away is secret"),
        (TEXT.replace("put ?", "call HA"), "action 6: what seat 2 puts away is secret"),
        (TEXT.replace("put ?; ", ""), "action 6: what seat 2 puts away is secret"),
        (TEXT + "; ", "action 13: cannot read ''"),
        (TEXT + "; P", "action 13: seat 2 acts in the play now; got P"),
        (TEXT + "; S2", "action 13: S2 is not in the pack"),
        (TEXT + "; " + TEXT.rpartition("; ")[2], "has been played or lies elsewhere"),
        (TAKER.replace(part(TAKER, "kitty"), ""), "kitty is missing"),
        (TAKER.replace(part(TAKER, "kitty"), "kitty=-"), "do not fit"),
        (re.sub(r"put [^;]+;", "put ?;", TAKER), "action 6: cannot read '?' as a card in 'put ?'"),
        (OVER + "; HA", "action 5: the deal is over; got 'HA'"),
        (OVER.replace("; P", "", 1).replace("seat=1", "seat=1 phase=nomination"), "phase has no place"),
        (SPADES.replace("leader=", "led="), "got 'led="),
        (SPADES.replace(part(SPADES, "leader"), ""), "leader is missing"),
        (SPADES.replace(part(SPADES, "leader"), "leader=4"), "seat 4 takes no part in the first trick"),
        (SPADES.replace("seat=1", "seat=1 tricks=0,0,0,0,0"), "tricks needs bids"),
        (SPADES.replace("seat=1", "seat=1 bids=3,3,2,2"), "5 bids are needed, got 4"),
        (SPADES + "; NIL", "seat"),
    ],
)
def test_damaged_views(text: str, fact: str) -> None:
    kind: type[View] = sp.View if text.startswith("spades") else fh.View
    with pytest.raises(RecordError, match=re.escape(fact)) as caught:
        kind.from_text(text)
    assert 0 <= caught.value.offset <= len(text)
    assert len(str(caught.value)) < 1000


def test_the_place_of_an_illegal_play() -> None:
    view = PLAYED.view(1)
    held = next(card for card in view.hand or () if card.suit is Suit.HEARTS)
    text = view.to_text()
    for number, action in ((7, "S5"), (9, held.name)):
        parts = text.split("; ")
        parts[number - 1] = action
        changed = "; ".join(parts)
        with pytest.raises(RecordError, match=r"action \d+: ") as caught:
            read(changed)
        assert changed[caught.value.offset - 2 : caught.value.offset] == "; "


@pytest.mark.parametrize("text", [TEXT, TAKER, SPADES])
def test_texts_need_not_be_canonical(text: str) -> None:
    """Blanks, order, spellings."""
    head, _, body = text.partition(" : ")
    kind, *fields = head.split()
    view = read(text)
    same = [
        text + "\n",
        text.replace(" ", "  "),
        text.replace("; ", ";"),
        text.replace("put ?", "PUT  ?"),
        f"{' '.join([kind, *sorted(fields, reverse=True)])} : {body}",
        text.replace("scores=0,0 ", ""),
        text.replace("LOOK; ", ""),
        re.sub(r"\b([SCDH])10\b", r"\1T", text),
    ]
    assert [read(other) for other in same] == [view] * len(same)


@pytest.mark.parametrize("wrong", [None, 5, b"five-hundred-view/1", ["spades-view/1"]])
def test_only_texts_are_read(wrong: Any) -> None:
    for kind in (fh.View, sp.View):
        with pytest.raises(TypeError):
            kind.from_text(wrong)


def test_long_texts_are_refused_at_once() -> None:
    for text in (TEXT, SPADES):
        for more in (" " * 10_000_000, "; P" * 1_000_000, "; put ?" * 6000):
            with pytest.raises(RecordError) as caught:
                read(text + more)
            assert len(str(caught.value)) < 1000


# ---- fuzz --------------------------------------------------------------------------------------------

LETTERS = "SCDHJKQA0123456789,|/?-=:;. PMNTxé"


def damaged(rng: random.Random, text: str, others: list[str]) -> str:
    """Return a text with some damage."""
    kind, at = rng.randrange(8), rng.randrange(len(text) + 1)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + rng.choice(LETTERS) + text[at:]
    if kind == 2:
        return text[:at] + rng.choice(LETTERS) + text[at + 1 :]
    if kind == 3:
        return text[:at]
    words = re.split(r"(?<=[ ,;|])", text)
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    if kind == 4:  # two words change places
        words[one], words[other] = words[other], words[one]
    elif kind == 5:
        del words[one]
    elif kind == 6:
        words.insert(other, words[one])
    else:  # a field of another view
        fields = re.findall(r"\S+=\S+", rng.choice(others))
        field = rng.choice(fields)
        name = field.partition("=")[0]
        found = re.search(rf"{name}=\S+", text)
        return text.replace(found[0], field) if found else text.replace(" : ", f" {field} : ", 1)
    return "".join(words)


def check_damage(number: int) -> Counter[str]:
    """Damage texts at random; each is refused with a place in it, or is a view that is read back."""
    rng = random.Random("damage")
    texts: list[str] = [*EXAMPLES]
    for name in GAMES:
        views = list(some_views(rng, GAMES[name], 2, 0.03))
        texts += [view.to_text() for view in rng.sample(views, min(8, len(views)))]
    counts: Counter[str] = Counter()
    for _ in range(number):
        text = rng.choice(texts)
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            text = damaged(rng, text, texts)
        kind: type[View] = sp.View if text.startswith("spades") else fh.View
        view = read_or_refused(kind, text)
        counts["refused" if view is None else "read"] += 1
        if view is not None:
            again = view.to_text()
            assert kind.from_text(again) == view, text
            assert kind.from_text(again).to_text() == again, text
    return counts


def read_or_refused(kind: type[View], text: str) -> View | None:
    """Return the view of a text, or None if it is refused, with a place in it and in few words."""
    try:
        return kind.from_text(text)
    except RecordError as error:
        refusal = error
    assert 0 <= refusal.offset <= len(text), text
    assert 0 < len(str(refusal)) < 1000, text
    return None


def test_damage_is_refused_or_read_as_another_view() -> None:
    counts = check_damage(1200)
    assert counts["refused"] > 700
    assert counts["read"] > 50


@pytest.mark.slow
def test_damage_in_full() -> None:
    counts = check_damage(200_000)
    assert counts["refused"] > 100_000
    assert counts["read"] > 5000
