"""The texts of deals, games and tourneys of spades: damaged ones are refused, all others write back the same.

The part on spades of ``docs/deal-text.md`` is the specification. Its examples are read here, and a second
reader written from the page alone takes apart what the library writes.
"""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.spades_deals import dealt, middle, random_action
from tricktake import Bid, Exchange, GameError, Phase, RecordError
from tricktake import spades as sp

PAGE = (Path(__file__).parents[2] / "docs" / "deal-text.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```text\n(spades.*?)\n```", PAGE, re.MULTILINE | re.DOTALL)
KINDS = (sp.Deal, sp.Game, sp.Tourney)

TABLES = [
    *sp.PRESETS.values(),
    sp.Rules(b6_behind=0, b6_limit=None),
    sp.Rules.long_three_jacks(players=4, award_multi="each"),
    sp.Rules(special_bids="none", awards="none"),
    sp.Rules.partners_500(bn_behind=0, bn_exchange=3, lose_at=-100, awards="JC+JD"),
    sp.Rules.partners_500(bn_behind=None, bn_exchange=1),
]


def some_deal(rng: random.Random, rules: sp.Rules) -> sp.Deal:
    """Return a fresh deal with numbers before it at which blind bids may be legal."""
    add_up = rules.bag_style is sp.BagStyle.ACCUMULATE
    return sp.Deal(
        rules,
        dealer=rng.randrange(rules.players),
        seed=rng.getrandbits(60),
        scores=[rng.randrange(-20, 40) * 10 for _ in rules.sides],
        bags=[rng.randrange(9) if add_up else 0 for _ in rules.sides],
        blind_sixes=[rng.randrange(2) for _ in range(rules.players)],
    )


def action_of(rng: random.Random, deal: sp.Deal) -> object:
    """Return a legal action; blind nil is bid often."""
    if deal.phase is Phase.AUCTION and Bid("BN") in deal.legal_actions and rng.random() < 0.3:
        return Bid("BN")
    return random_action(rng, deal)


def check_reading(text: str) -> bool:
    """Read a text that may be damaged; return whether it could be read.

    Either there is a ``RecordError`` with a place inside the text, or a value that writes back the same.
    """
    for kind in KINDS:
        try:
            value = kind.from_text(text)
        except RecordError as error:
            refusal = error
        else:
            again = kind.from_text(value.to_text())
            assert again == value
            assert again.to_text() == value.to_text()
            return True
        assert 0 <= refusal.offset <= len(text)
        assert 0 < len(str(refusal)) < 1000
    return False


def parts_by_the_page(text: str) -> tuple[dict[str, str], list[str]]:
    """Take a deal apart by the page's words alone."""
    head, colon, body = text.partition(" : ")
    version, *words = head.split(" ")
    assert version == "spades/1"
    return dict([word.split("=", 1) for word in words]), body.split("; ") if colon else []


def numbers(text: str) -> list[int]:
    """Read numbers with commas between."""
    return [int(number) for number in text.split(",")]


def sets(text: str) -> list[str]:
    """Read sets of cards with ``|`` between, as texts that sets are made of."""
    return ["" if cards == "-" else cards.replace(",", " ") for cards in text.split("|")]


# ---- the page ----------------------------------------------------------------------------------------


def test_the_page_has_examples() -> None:
    assert [text.split("/")[0] for text in EXAMPLES] == ["spades", "spades-game", "spades-tourney"]


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_page_are_written_so(text: str) -> None:
    kind = dict(zip(("spades", "spades-game", "spades-tourney"), KINDS, strict=True))[text.split("/")[0]]
    assert kind.from_text(text).to_text().rstrip("\n") == text


def test_rules_of_the_page() -> None:
    rules = "four,special_bids=BN+NIL,awards=none"
    assert f"`{rules}`" in PAGE
    assert sp.Rules.from_text(rules).to_text() == rules


def test_actions_and_fields_of_the_tables_on_the_page() -> None:
    part = PAGE.split("\n## Spades")[1].split("\n## Errors")[0]
    named = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
    assert named == {"rules", "dealer", "scores", "bags", "sixes", "hands"} | {
        "bids", "leader", "tricks", "broken", "caught"
    }  # fmt: skip
    texts = re.search(r"^\| bidding \| look; bid \| (.*) \|$", part, re.MULTILINE)
    assert texts is not None
    for text in re.findall("`([^`]+)`", texts[1]):
        assert text == "LOOK" or Bid(text).text == text
    assert "`put SA SK`" in part
    passed = [PASSING.copy().push_all([text]) for text in ("put HK SA", "put SA HK", Exchange("SA HK"))]
    assert passed[0] == passed[1] == passed[2]
    assert sp.Deal.from_text(f"{PASSED}; put HK SA") == sp.Deal.from_text(f"{PASSED}; put SA HK") == passed[0]


@pytest.mark.parametrize("rules", TABLES, ids=sp.Rules.to_text)
def test_the_page_describes_what_is_written(rules: sp.Rules) -> None:
    """Take the text of random deals apart at every phase, and build them again without ``from_text``."""
    rng = random.Random(f"page {rules.to_text()}")
    phases = set()
    for _ in range(6):
        deal = some_deal(rng, rules)
        while True:
            early = deal.phase in (Phase.AUCTION, Phase.EXCHANGE)
            if early or deal.is_over or rng.random() < 0.1:
                phases.add(deal.phase)
                text = deal.to_text()
                assert text.isascii()
                assert "\n" not in text
                fields, actions = parts_by_the_page(text)
                assert list(fields) == ["rules", "dealer", "scores", "bags", "sixes", "hands"]
                made = sp.Deal(
                    sp.Rules.from_text(fields["rules"]),
                    dealer=int(fields["dealer"]),
                    hands=sets(fields["hands"]),
                    scores=numbers(fields["scores"]),
                    bags=numbers(fields["bags"]),
                    blind_sixes=numbers(fields["sixes"]),
                )
                for action in actions:
                    assert made.push(action).text == action
                again = sp.Deal.from_text(text)
                assert made == again == deal
                assert hash(again) == hash(deal)
                assert again.to_text() == text
                assert again.legal_actions == deal.legal_actions
                assert again.history == deal.history
                assert [again.view(at) for at in range(rules.players)] == [
                    deal.view(at) for at in range(rules.players)
                ]
                assert pickle.loads(pickle.dumps(deal)).to_text() == text
            if deal.is_over:
                break
            deal.push(action_of(rng, deal))
    assert phases >= {Phase.AUCTION, Phase.OVER}
    if rules.bn_exchange and rules.bn_behind is None:
        assert Phase.EXCHANGE in phases


@pytest.mark.parametrize("rules", TABLES, ids=sp.Rules.to_text)
def test_read_deals_are_undone_like_others(rules: sp.Rules) -> None:
    rng = random.Random(f"undone {rules.to_text()}")
    deal = some_deal(rng, rules)
    fresh = deal.to_text()
    while not deal.is_over:
        deal.push(action_of(rng, deal))
    again = sp.Deal.from_text(deal.to_text())
    assert again.score() == deal.score()
    while len(again):
        again.pop()
    assert again.to_text() == fresh


# ---- constructed deals -------------------------------------------------------------------------------

STARTS = {
    "three": middle(
        {0: "S4 H2", 1: "S6 H3", 2: "S2 HJ"},
        rules=sp.Rules.long_three_jacks(),
        bids=("4", "NIL", "B6"),
        leader=1,
        is_broken=True,
        tricks=(5, 1, 9),
        caught=("JC", "", "JD"),
    ),
    "two jokers": middle({0: "JK1 D2", 3: "JK2 S3"}, rules=sp.Rules.five_2_jokers(), leader=3),
    "partners": middle(
        {0: "SA", 1: "SK", 2: "SQ", 3: "HJ"},
        rules=sp.Rules.partners_500(),
        bids=("BN", "3", "4", "NIL"),
        tricks=(3, 3, 3, 3),
    ),
    "nothing said": sp.Deal(
        hands=["S3 H4", "S2 H5", "SA H6"], start=sp.PlayStart(("1", "NIL", "12")), dealer=1
    ),
    "no cards left": sp.Deal(
        hands=["", "", ""], start=sp.PlayStart(("1", "NIL", "12"), tricks=(5, 0, 12)), dealer=1
    ),
}


@pytest.mark.parametrize("name", list(STARTS))
def test_constructed_starts_go_round(name: str) -> None:
    deal = STARTS[name].copy()
    rng = random.Random(name)
    while True:
        text = deal.to_text()
        again = sp.Deal.from_text(text)
        assert again == deal
        assert again.to_text() == text
        assert again.start == deal.start
        assert (again.is_broken, again.caught, again.tricks) == (deal.is_broken, deal.caught, deal.tricks)
        assert again.view(1) == deal.view(1)
        assert pickle.loads(pickle.dumps(deal)) == deal
        if deal.is_over:
            break
        deal.push(random_action(rng, deal))
    if sum(deal.tricks) == deal.rules.hand_size:
        assert again.score() == deal.score()


def test_constructed_starts_are_written_as_the_page_says() -> None:
    fields, actions = parts_by_the_page(STARTS["three"].to_text())
    assert actions == []
    assert {name: fields[name] for name in ("bids", "leader", "tricks", "broken", "caught")} == {
        "bids": "4,NIL,B6",
        "leader": "1",
        "tricks": "5,1,9",
        "broken": "yes",
        "caught": "CJ|-|DJ",
    }
    fields, actions = parts_by_the_page(STARTS["nothing said"].to_text())
    assert "bids" in fields
    assert {"leader", "tricks", "broken", "caught"}.isdisjoint(fields)
    said = STARTS["nothing said"].to_text() + " broken=no"
    assert sp.Deal.from_text(said) == STARTS["nothing said"]
    assert parts_by_the_page(STARTS["no cards left"].to_text())[0]["hands"] == "-|-|-"


# ---- strictness --------------------------------------------------------------------------------------

DEAL = sp.Deal(dealer=2, seed=500, scores=(100, -20, 30), bags=(0, 9, 1)).push_all("5 LOOK NIL B6")
for _ in range(4):
    DEAL.push(DEAL.legal_actions[0])
TEXT = DEAL.to_text()
HEAD = TEXT.partition(" : ")[0]
START = STARTS["three"].to_text()
FIELDS = ("rules", "dealer", "scores", "bags", "sixes", "hands")
PASSING = dealt({1: "SA HK D5", 3: "C2 C3"}, rules=sp.Rules.partners_500(bn_behind=0), dealer=0)
PASSING.push_all("BN 3 4 3")
PASSED = PASSING.to_text()


def with_field(text: str, name: str, value: str) -> str:
    """Return the text with another value of a field."""
    changed, count = re.subn(rf"(?<= ){name}=\S*", lambda _: f"{name}={value}", text)
    assert count == 1
    return changed


def without(text: str, name: str) -> str:
    """Return the text without a field."""
    changed, count = re.subn(rf" {name}=\S*", "", text)
    assert count == 1
    return changed


@pytest.mark.parametrize("name", FIELDS)
def test_fields_that_are_missing(name: str) -> None:
    if name in ("scores", "bags", "sixes"):
        fresh = sp.Deal(dealer=2, seed=500)
        assert sp.Deal.from_text(without(fresh.to_text(), name)) == fresh
        return
    with pytest.raises(RecordError, match=f"{name} is missing"):
        sp.Deal.from_text(without(HEAD, name))


@pytest.mark.parametrize("name", [*FIELDS, "bids", "leader", "tricks", "broken", "caught"])
def test_fields_that_stand_twice(name: str) -> None:
    field = re.search(rf"(?<= ){name}=\S*", START)
    assert field is not None
    with pytest.raises(RecordError, match=f"{name} stands twice") as caught:
        sp.Deal.from_text(f"{START} {field[0]}")
    assert caught.value.offset == len(START) + 1


@pytest.mark.parametrize(
    ("text", "fact", "at"),
    [
        ("", "expected spades/1", ""),
        (" ", "expected spades/1", ""),
        ("hearts/1 " + HEAD, "got 'hearts/1'", "hearts"),
        (HEAD.replace("spades/1", "five-hundred/1"), "got 'five-hundred/1'", "five"),
        (HEAD.replace("spades/1", "spades-game/1"), "got 'spades-game/1'", "spades"),
        (HEAD.replace("/1", "/2"), "version '2' is unknown; this library reads version 1", "spades"),
        (HEAD.replace("/1", ""), "version '' is unknown", "spades"),
        (HEAD.replace("/1", "/01"), "version '01' is unknown", "spades"),
        (HEAD + " colour=red", "got 'colour=red'", "colour"),
        (HEAD + " kitty=-", "got 'kitty=-'", "kitty"),
        (HEAD + " dealer", "name=value", "dealer"),
        (HEAD + " leader=1", "leader needs bids", "1"),
        (HEAD + " tricks=0,0,0", "tricks needs bids", "0,0,0"),
        (HEAD + " broken=no", "broken needs bids", "no"),
        (HEAD + " caught=-|-|-", "caught needs bids", "-|-|-"),
        (with_field(HEAD, "dealer", "3"), "dealer 3 is not in 0..2", "="),
        (with_field(HEAD, "dealer", "-1"), "dealer -1 is not in 0..2", "="),
        (with_field(HEAD, "dealer", "x"), "expected a number, got 'x'", "x"),
        (with_field(HEAD, "dealer", "٣"), "expected a number", "٣"),
        (with_field(HEAD, "rules", "oficial"), "did you mean 'official'", "oficial"),
        (with_field(HEAD, "rules", "partners"), "2 scores are needed", "="),
        (with_field(HEAD, "rules", "official,jokers=2"), "jokers=2 needs players=5", "official"),
        (with_field(HEAD, "scores", "0,0"), "3 scores are needed", "="),
        (with_field(HEAD, "scores", "0,,0"), "expected a number", "0,,0"),
        (with_field(HEAD, "scores", "9" * 19 + ",0,0"), "18 digits", "999"),
        (with_field(HEAD, "bags", "0,0"), "3 bags are needed", "="),
        (with_field(HEAD, "bags", "0,-1,0"), "bags cannot be below 0", "="),
        (with_field(HEAD, "bags", "0,x,0"), "expected a number, got 'x'", "0,x"),
        (with_field(HEAD, "sixes", "0,0,-1"), "counts of blind sixes cannot be below 0", "="),
        (with_field(HEAD, "sixes", "0"), "3 counts of blind sixes are needed", "="),
        (with_field(HEAD, "rules", "short_minus10"), "bags do not add up under these rules", "="),
        (HEAD.replace("|", ",", 1), "3 hands are needed, got 2", "="),
        (HEAD + "|-", "3 hands are needed, got 4", "="),
        (HEAD.replace("SA,", "C2,", 1), "C2, not in the pack", "="),
        (HEAD.replace("SA,", "", 1), "the seats get 17 17 17 cards (CS-DECK-1); got 16 17 17", "="),
        (HEAD.replace("SA,", "SK,", 1), "SK, which another hand holds too", "="),
        (HEAD.replace("SA,", "SX,", 1), "SX", "SX"),
        (HEAD.replace("SA,", "SA,SA,", 1), "SA", "SA"),
        (HEAD + " :5", "got ':5'", ":5"),
        (HEAD + " : 5;", "cannot read ''", None),
        (HEAD + " : 18", "action 1: cannot read '18'", "18"),
        (HEAD + " : 0", "action 1:", "0"),
        (HEAD + " : B6", "action 1: seat 0 cannot bid B6", "B6"),
        (HEAD + " : LOOK; BN", "action 2: seat 0 cannot bid BN", "BN"),
        (HEAD + " : 5; LOOK; LOOK", "seat 1 has looked at its cards already", "LOOK"),
        (HEAD + " : 5; NIL; B6; put SA SK", "seat 0 must play a card now; got put SK SA", "put SA SK"),
        (HEAD + " : 5; NIL; B6; 4", "seat 0 must play a card now; got 4", "4"),
        (HEAD + " : P", "action 1:", "P"),
        (TEXT + "; C2", "does not hold C2", "C2"),
        (PASSED + "; put SA", "action 8:", "put SA"),
        (PASSED + "; put SA HK D5", "action 8:", "put SA HK D5"),
        (PASSED + "; put C2 C3", "action 8:", "put C2 C3"),
        (PASSED + "; SA", "action 8:", "SA"),
        (PASSED + "; put SA HK; put SA D5", "action 9:", "put SA D5"),
        (without(START, "bids"), "leader needs bids", "1"),
        (with_field(START, "bids", "4,NIL"), "3 bids are needed, got 2", "="),
        (with_field(START, "bids", "4,NIL,"), "cannot read ''", "4,NIL,"),
        (with_field(START, "bids", "4,NIL,18"), "18", None),
        (with_field(START, "bids", "4,NIL,7H"), "7H is no bid of these rules", "="),
        (with_field(START, "bids", "4,NIL,M"), "M is no bid of these rules", "="),
        (with_field(START, "leader", "3"), "3", None),
        (with_field(START, "leader", "x"), "expected a number, got 'x'", "x"),
        (with_field(START, "tricks", "5,1"), "3", None),
        (with_field(START, "tricks", "5,1,-9"), "0 or more", None),
        (with_field(START, "tricks", "5,1,10"), "16 tricks and 2 cards a hand are more than 17", "="),
        (with_field(START, "broken", "True"), "expected yes or no, got 'True'", "True"),
        (with_field(START, "caught", "CJ|-"), "3 sets of caught jacks are needed, got 2", "="),
        (with_field(START, "caught", "CJ|-|SJ"), "SJ is no award jack of these rules", "="),
        (with_field(START, "caught", "HJ|-|-"), "HJ", None),
        (with_field(START, "caught", "CJ|CJ|-"), "CJ", None),
        (with_field(START, "hands", "S4|S6,H3|S2,HJ"), "cards", None),
        (START + " : LOOK", "action 1:", "LOOK"),
        (START + " : 4", "action 1:", None),
        (START + " : S4", "action 1:", "S4"),
    ],
)  # fmt: skip
def test_damaged_deals(text: str, fact: str, at: str | None) -> None:
    """The offset is where the damage is: ``at`` stands there; ``=`` is the place of the hands."""
    with pytest.raises(RecordError, match=re.escape(fact)) as caught:
        sp.Deal.from_text(text)
    offset = caught.value.offset
    assert 0 <= offset <= len(text)
    if at is not None:
        place = text[offset:].lstrip()  # of an action, with the blank before it
        assert place.startswith(at) or (at == "=" and offset == text.index("hands=") + len("hands="))


@pytest.mark.parametrize(
    "text",
    [
        TEXT + "\n",
        TEXT.replace(" ", "  "),
        TEXT.replace(" ", "\n"),
        TEXT.replace("; ", ";"),
        TEXT.replace("LOOK; ", ""),
        TEXT.replace("NIL", "nil"),
        " ".join([TEXT.split()[0], *sorted(HEAD.split()[1:], reverse=True)]) + TEXT[len(HEAD) :],
        TEXT.replace(" sixes=0,0,0", ""),
        TEXT.replace("rules=official", "rules=four,players=3"),
        re.sub(r"\b([SCDH])10\b", r"\1T", TEXT),
        re.sub(r"\b([SCDH])(10|[2-9JQKA])\b", r"\2\1", TEXT),
    ],
)
def test_texts_need_not_be_canonical(text: str) -> None:
    """Blanks, order, defaults, spellings, and looking left out."""
    assert sp.Deal.from_text(text) == DEAL
    assert sp.Deal.from_text(text).to_text() == TEXT


@pytest.mark.parametrize("wrong", [None, 5, b"spades/1", ["spades/1"]])
def test_only_texts_are_read(wrong: object) -> None:
    for kind in KINDS:
        with pytest.raises(TypeError):
            kind.from_text(wrong)  # type: ignore[arg-type]


# ---- games and tourneys ------------------------------------------------------------------------------

SHORT = sp.Rules.partners_500(target=60, lose_at=-60, wins_needed=2)


def play(rng: random.Random, one: sp.Game | sp.Tourney, actions: int) -> None:
    """Play so many actions at random, or to the end."""
    for _ in range(actions):
        if one.is_over:
            return
        game = one if isinstance(one, sp.Game) else one.game
        if game is None or game.is_over:
            assert isinstance(one, sp.Tourney)
            game = one.next_game()
        deal = game.deal
        if deal is None or deal.is_over:
            deal = game.next_deal()
        one.push(random_action(rng, deal))


@pytest.mark.parametrize("rules", [*TABLES, SHORT], ids=sp.Rules.to_text)
@pytest.mark.parametrize("kind", [sp.Game, sp.Tourney])
def test_games_and_tourneys_go_round(kind: type[sp.Game] | type[sp.Tourney], rules: sp.Rules) -> None:
    """Text and pickle at many moments; what is read goes on with the same cards."""
    rng = random.Random(f"{kind.__name__} {rules.to_text()}")
    one: sp.Game | sp.Tourney = kind(rules, seed=rng.getrandbits(70), dealer=rng.randrange(rules.players))
    for _ in range(8):
        text = one.to_text()
        again = kind.from_text(text)
        assert again == one
        assert hash(again) == hash(one)
        assert again.to_text() == text
        assert pickle.loads(pickle.dumps(one)) == one
        key = rng.getrandbits(30)
        play(random.Random(key), one, 23)
        play(random.Random(key), again, 23)
        assert again.to_text() == one.to_text()
        if one.is_over:
            break


def game_lines() -> list[str]:
    """Return the lines of a game of three deals, the last one in progress."""
    game = sp.Game(seed=1, dealer=2)
    play(random.Random("lines"), game, 2 * (51 + 6) + 4)
    found = game.to_text().splitlines()
    assert len(found) == 4
    return found


def tourney_lines() -> list[str]:
    """Return the lines of a tourney in its second game."""
    tourney = sp.Tourney(SHORT, seed=5)
    rng = random.Random("tourney")
    while len(tourney.games) < 2:
        play(rng, tourney, 1)
    return tourney.to_text().splitlines()


GAME, TOURNEY = game_lines(), tourney_lines()
SECOND = [at for at, line in enumerate(TOURNEY) if line.startswith("spades-game/")][1]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([GAME[0], GAME[2], GAME[3]], id="a deal is missing"),
        pytest.param([GAME[0], GAME[2], GAME[1]], id="out of order"),
        pytest.param([GAME[0], GAME[1], GAME[3], GAME[2]], id="the last first"),
        pytest.param([*GAME, GAME[3]], id="the one before is not over"),
        pytest.param([GAME[0], GAME[1], GAME[1]], id="twice"),
        pytest.param(GAME[1:], id="no head"),
        pytest.param([GAME[0], *GAME], id="two heads"),
        pytest.param([with_field(GAME[0], "scores", "0,0,10"), *GAME[1:]], id="other scores"),
        pytest.param([with_field(GAME[0], "bags", "0,0,1"), *GAME[1:]], id="other bags"),
        pytest.param([with_field(GAME[0], "sixes", "0,0,1"), *GAME[1:]], id="other sixes"),
        pytest.param([with_field(GAME[0], "dealer", "1"), *GAME[1:]], id="other dealer"),
        pytest.param([with_field(GAME[0], "number", "1"), *GAME[1:]], id="other number"),
        pytest.param([with_field(GAME[0], "seed", "2"), *GAME[1:]], id="other seed"),
        pytest.param([with_field(GAME[0], "rules", "official,hook=True"), *GAME[1:]], id="other rules"),
        pytest.param([*GAME[:2], with_field(GAME[2], "scores", "0,0,0"), GAME[3]], id="scores of a deal"),
        pytest.param([*GAME[:2], with_field(GAME[2], "bags", "0,0,9"), GAME[3]], id="bags of a deal"),
        pytest.param([*GAME[:2], with_field(GAME[2], "sixes", "0,0,1"), GAME[3]], id="sixes of a deal"),
        pytest.param([*GAME[:2], with_field(GAME[2], "dealer", "2"), GAME[3]], id="dealer of a deal"),
        pytest.param([], id="empty"),
    ],
)
def test_deals_that_do_not_follow(lines: list[str]) -> None:
    assert sp.Game.from_text("\n".join(GAME)).to_text().splitlines() == GAME
    with pytest.raises(RecordError):
        sp.Game.from_text("\n".join(lines))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([TOURNEY[0], *TOURNEY[SECOND:]], id="a game is missing"),
        pytest.param([TOURNEY[0], *TOURNEY[SECOND:], *TOURNEY[1:SECOND]], id="out of order"),
        pytest.param([*TOURNEY[: SECOND - 1], *TOURNEY[SECOND:]], id="the first game is not over"),
        pytest.param([*TOURNEY[:SECOND], *TOURNEY[1:SECOND]], id="twice"),
        pytest.param([TOURNEY[0], *TOURNEY[2:]], id="no head of a game"),
        pytest.param(TOURNEY[1:], id="no head"),
        pytest.param([TOURNEY[0], *TOURNEY], id="two heads"),
        pytest.param([with_field(TOURNEY[0], "tokens", "1,1"), *TOURNEY[1:]], id="over after one game"),
        pytest.param([with_field(TOURNEY[0], "tokens", "0,2"), *TOURNEY[1:]], id="over before"),
        pytest.param([with_field(TOURNEY[0], "tokens", "0"), *TOURNEY[1:]], id="one token"),
        pytest.param([with_field(TOURNEY[0], "seats", "0,1,1,2"), *TOURNEY[1:]], id="seats"),
        pytest.param([with_field(TOURNEY[0], "dealer", "1"), *TOURNEY[1:]], id="other dealer"),
        pytest.param([with_field(TOURNEY[0], "seed", "6"), *TOURNEY[1:]], id="other seed"),
        pytest.param([with_field(TOURNEY[0], "rules", "partners"), *TOURNEY[1:]], id="other rules"),
        pytest.param(
            [*TOURNEY[:SECOND], with_field(TOURNEY[SECOND], "number", "0"), *TOURNEY[SECOND + 1 :]],
            id="number of a game",
        ),
        pytest.param(
            [*TOURNEY[:SECOND], with_field(TOURNEY[SECOND], "scores", "10,0"), *TOURNEY[SECOND + 1 :]],
            id="a game that does not begin at 0",
        ),
        pytest.param([], id="empty"),
    ],
)
def test_games_that_do_not_follow(lines: list[str]) -> None:
    assert sp.Tourney.from_text("\n".join(TOURNEY)).to_text().splitlines() == TOURNEY
    with pytest.raises(RecordError):
        sp.Tourney.from_text("\n".join(lines))


@pytest.mark.parametrize(("kind", "lines"), [(sp.Game, GAME), (sp.Tourney, TOURNEY)], ids=["game", "tourney"])
def test_heads_are_strict(kind: type[sp.Game] | type[sp.Tourney], lines: list[str]) -> None:
    head, rest = lines[0], "\n".join(["", *lines[1:]])
    names = re.findall(r"(?<= )(\w+)=", head)
    for name in names:
        with pytest.raises(RecordError, match=f"{name} is missing"):
            kind.from_text(without(head, name) + rest)
        field = re.search(rf"(?<= ){name}=\S*", head)
        assert field is not None
        with pytest.raises(RecordError, match=f"{name} stands twice") as caught:
            kind.from_text(f"{head} {field[0]}{rest}")
        assert caught.value.offset == len(head) + 1
    for bad in (head + " colour=red", head.replace("seed=", "seed=+"), re.sub(r"seed=\S+", "seed=x", head)):
        with pytest.raises(RecordError) as caught:
            kind.from_text(bad + rest)
        assert 0 <= caught.value.offset <= len(bad)
    for version in ("2", "1.1", "", "x"):
        with pytest.raises(
            RecordError, match=f"version '{version}' is unknown; this library reads version 1"
        ):
            kind.from_text(head.replace("/1", f"/{version}") + rest)
    broken = rest.replace("spades/1", "spades/2", 1)
    with pytest.raises(RecordError, match=r"line \d.*version '2'.*reads version 1"):
        kind.from_text(head + broken)


def test_blank_lines_are_skipped_and_blanks_do_not_matter() -> None:
    for kind, lines in ((sp.Game, GAME), (sp.Tourney, TOURNEY)):
        assert kind.from_text("\n \n\n".join(lines) + "\n\t\n") == kind.from_text("\n".join(lines))


def test_an_illegal_action_says_its_line() -> None:
    text = "\n".join([*GAME[:2], GAME[2].replace(" : ", " : 5; SM; B6; ", 1)])
    with pytest.raises(RecordError, match=r"line 3.*action \d+: seat \d cannot bid B6"):
        sp.Game.from_text(text)


# ---- fuzz --------------------------------------------------------------------------------------------


def some_texts() -> list[str]:
    """Return texts of deals in all phases, of constructed ones, of games and of tourneys."""
    rng = random.Random("some texts")
    found = [TEXT, HEAD, START, PASSED, *EXAMPLES, *[deal.to_text() for deal in STARTS.values()]]
    for rules in TABLES:
        deal = some_deal(rng, rules)
        for _ in range(rng.randrange(2, 60)):
            if not deal.is_over:
                deal.push(action_of(rng, deal))
        found.append(deal.to_text())
    return [*found, "\n".join(GAME[:2]), "\n".join(TOURNEY[:3]), sp.Game().to_text(), sp.Tourney().to_text()]


TEXTS = some_texts()
WORDS = (
    "| , ; : = - / + \x00 10 0 -1 1_0 ٣ JK1 SA S2 put none LOOK NIL BN B6 hands= bids=4 caught=- broken=no"
)
PIECES = [*WORDS.split(), "\n", "\t", " ", "; 3"]


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a few small damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + rng.randrange(1, 4) :]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(PIECES) + text[at + rng.randrange(1, 4) :]
        elif kind == 3:  # two words change places
            words = re.split(r"([ ,;|=])", text)
            one, other = rng.randrange(len(words)), rng.randrange(len(words))
            words[one], words[other] = words[other], words[one]
            text = "".join(words)
        else:
            text = text[:at]
        if not text:
            break
    return text


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_fuzzed_valid_texts(count: int) -> None:
    """A documented error, or a value that writes back the same."""
    rng = random.Random("fuzz")
    good = 0
    for _ in range(count):
        good += check_reading(mutated(rng, rng.choice(TEXTS)))
    assert count / 50 < good < count


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES)).map(" ".join)))
def test_arbitrary_texts(text: str) -> None:
    for start in ("", "spades/1 ", HEAD + " : ", START + " ", GAME[0], TOURNEY[0] + "\n"):
        check_reading(start + text)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_arbitrary_actions(text: str) -> None:
    """An action that cannot be read or is not legal: our error, and no change."""
    for deal in (sp.Deal(dealer=2, seed=500), DEAL.copy(), PASSING.copy(), STARTS["three"].copy()):
        before = deal.to_text()
        try:
            deal.push(text)
        except GameError:
            assert deal.to_text() == before
        else:
            assert sp.Deal.from_text(deal.to_text()) == deal


def test_long_texts_are_refused_at_once() -> None:
    """Size limits, and short messages; reading that took more than its length would never end."""
    texts = [
        TEXT + " " * 5_000_000,
        TEXT + "; 3" * 500_000,
        HEAD + " x=" + "y" * 5_000_000,
        with_field(HEAD, "dealer", "3" * 1_000_000),
        with_field(HEAD, "rules", "official" + ",target=1" * 100_000),
        with_field(HEAD, "rules", "official,awards=" + "CJ+" * 500_000),
        with_field(START, "bids", "4," * 500_000),
        with_field(GAME[0], "seed", "1" * 1_000_000),
        with_field(TOURNEY[0], "seats", "0," * 500_000),
        GAME[0] + "\n" * 5_000_000 + "x",
        TOURNEY[0] + "\n" + "spades-game/1\n" * 100_000,
    ]
    for text in texts:
        for kind in KINDS:
            with pytest.raises(RecordError) as caught:
                kind.from_text(text)
            assert len(str(caught.value)) < 1000
