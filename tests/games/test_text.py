"""The texts of deals and matches: damaged ones are refused, all others write back the same.

The page ``docs/deal-text.md`` is the specification. Its examples are read here, and a second reader written
from the page alone takes apart what the library writes.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.constructed import middle
from rules.random_deals import choose, play_on, random_deal, random_rules
from tricktake import Bid, CardSet, Contract, Exchange, GameError, Play, RecordError, SetupError, Suit
from tricktake import fivehundred as fh

PAGE = Path(__file__).parents[2] / "docs" / "deal-text.md"
EXAMPLES = re.findall(r"^```text\n(five-hundred.*?)\n```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
RULES = re.findall(r"^```text\n([a-z_0-9]+(?:,[a-z0-9_]+=\w+)*)\n```", PAGE.read_text("utf-8"), re.MULTILINE)


def read(text: str) -> fh.Deal | fh.Match:
    """Read a deal or a match."""
    return fh.Match.from_text(text) if text.startswith("five-hundred-match") else fh.Deal.from_text(text)


def check_reading(text: str) -> bool:
    """Read a text that may be damaged; return whether it could be read.

    Either there is a ``GameError`` with a place inside the text, or a value that writes back the same.
    """
    for kind in (fh.Deal, fh.Match):
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


# ---- the page ----------------------------------------------------------------------------------------


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == 6
    assert len(RULES) == 1
    assert fh.Rules.from_text(RULES[0]).lose_at is None


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_page_are_written_so(text: str) -> None:
    value = read(text)
    assert value.to_text().rstrip("\n") == text


def parts_by_the_page(text: str) -> tuple[dict[str, str], list[str]]:
    """Take a deal apart by the page's words alone."""
    head, colon, body = text.partition(" : ")
    version, *words = head.split(" ")
    assert version == "five-hundred/1"
    fields = dict([word.split("=", 1) for word in words])
    return fields, body.split("; ") if colon else []


def test_the_page_describes_what_is_written() -> None:
    """Take the text of random deals apart, and build the deals again without ``from_text``."""
    rng = random.Random("page")
    for _ in range(80):
        deal = random_deal(rng)
        play_on(rng, deal, lambda deal: rng.random() < 0.03)
        text = deal.to_text()
        assert text.isascii()
        assert "\n" not in text
        assert len(text) < 20_000
        fields, actions = parts_by_the_page(text)
        assert list(fields) == ["rules", "dealer", "scores", "hands", "kitty"]
        made = fh.Deal(
            fh.Rules.from_text(fields["rules"]),
            dealer=int(fields["dealer"]),
            hands=[hand.replace(",", " ") for hand in fields["hands"].split("|")],
            kitty=fields["kitty"].replace(",", " "),
            scores=[int(score) for score in fields["scores"].split(",")],
        )
        for action in actions:
            assert made.push(action).text == action
        assert made == deal


def test_constructed_starts_are_written_as_the_page_says() -> None:
    rules = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST)
    deal = middle(
        "6NT",
        {0: "S5 C6", 1: "S9 C7", 2: "S10 C8", 3: "JK SA"},
        contractor=2,
        leader=0,
        rules=rules,
        led=(Suit.CLUBS, Suit.HEARTS),
        failed=((), (Suit.DIAMONDS,), (), (Suit.CLUBS, Suit.HEARTS)),
        tricks=(2, 2, 2, 2),
    )
    fields, actions = parts_by_the_page(deal.to_text())
    assert actions == []
    assert fields["contract"] == "6NT"
    assert fields["contractor"] == "2"
    assert fields["leader"] == "0"
    assert fields["tricks"] == "2,2,2,2"
    assert fields["led"] == "CH"
    assert fields["failed"] == "-|D|-|CH"
    assert "nominated" not in fields
    assert fh.Deal.from_text(deal.to_text()) == deal
    for _ in range(3):
        deal.push(deal.legal_actions[0])
    assert fh.Deal.from_text(deal.to_text()) == deal
    assert fh.Deal.from_text(deal.to_text()).view(3) == deal.view(3)


# ---- strictness --------------------------------------------------------------------------------------

DEAL = fh.Deal(dealer=3, seed=500).push_all("6S P P P")
DEAL.push(next(iter(DEAL.legal_actions)))
DEAL.push(DEAL.legal_actions[0])
TEXT = DEAL.to_text()
HEAD = TEXT.partition(" : ")[0]
START = middle("8NT", {0: "JK 9D 4H"}, led=(Suit.HEARTS,), tricks=(1, 6, 0, 0)).to_text()


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("", "expected five-hundred/1"),
        (" ", "expected five-hundred/1"),
        ("six-hundred/1 " + HEAD, "got 'six-hundred/1'"),
        (HEAD.replace("/1", "/2"), "version '2' is unknown; this library reads version 1"),
        (HEAD.replace("/1", ""), "version '' is unknown"),
        (HEAD.replace("/1", "/01"), "version '01' is unknown"),
        (HEAD.replace("dealer=3", ""), "dealer is missing"),
        (HEAD.replace("dealer=3", "dealer=4"), "dealer 4 is not in 0..3"),
        (HEAD.replace("dealer=3", "dealer=-1"), "dealer -1 is not in 0..3"),
        (HEAD.replace("dealer=3", "dealer=x"), "expected a number, got 'x'"),
        (HEAD.replace("dealer=3", "dealer=٣"), "expected a number"),
        (HEAD.replace("dealer=3", "dealer=3 dealer=3"), "dealer stands twice"),
        (HEAD.replace("dealer=3", "dealer=3 colour=red"), "got 'colour=red'"),
        (HEAD.replace("dealer=3", "dealer"), "name=value"),
        (HEAD.replace("australian", "austrian"), "did you mean 'australian'"),
        (HEAD.replace("australian", "australian,deck4=45"), "10 cards and the kitty 5"),
        (HEAD.replace("scores=0,0", "scores=0"), "2 scores are needed"),
        (HEAD.replace("scores=0,0", "scores=0,,0"), "expected a number"),
        (HEAD.replace("|", ",", 1), "4 hands are needed"),
        (HEAD.replace("JK,", "S2,", 1), "S2, not in the pack"),
        (HEAD.replace("JK,", "", 1), "got 9 10 10 10"),
        (re.sub(r"kitty=\w+", "kitty=JK", HEAD), "JK, which another hand holds too"),
        (re.sub(r"kitty=\S+", "kitty=-", HEAD), "and 0"),
        (HEAD + " :6S", "got ':6S'"),
        (HEAD + " : 6S;", "action 3: cannot read ''"),
        (HEAD + " : M", "action 1: seat 0 cannot bid M"),
        (HEAD + " : 6S; P; P; P; HQ", "seat 0 must put cards away now"),
        (TEXT + "; S2", "does not hold S2"),
        (HEAD + " contractor=1", "contractor needs a contract"),
        (HEAD + " nominated=S", "nominated needs a contract"),
        (START.replace("contractor=0", ""), "contractor is missing"),
        (START.replace("contractor=0", "contractor=4"), "contractor 4 is not in 0..3"),
        (START.replace("8NT", "8X"), "cannot read '8X'"),
        (START.replace("8NT", "NIL"), "NIL is no bid of these rules"),
        (START.replace("8NT", "8H") + " nominated=S", "no trump only"),
        (START + " nominated=SC", "one letter"),
        (START + " nominated=-", "one letter"),
        (START + " leader=4", "leader 4 is not in 0..3"),
        (START.replace("tricks=1,6,0,0", "tricks=1,6,0"), "4 counts"),
        (START.replace("tricks=1,6,0,0", "tricks=1,6,0,-1"), "0 or more"),
        (START.replace("led=H", "led=HH"), "letters of S C D H"),
        (START.replace("led=H", "led=X"), "letters of S C D H"),
        (START + " failed=S|-|-", "4 places"),
        (START + " failed=S|-|-|", "letters of S C D H"),
        (START.replace("hands=JK,", "hands="), "cannot be played to the end"),
    ],
)
def test_damaged_deals(text: str, fact: str) -> None:
    with pytest.raises(RecordError, match=re.escape(fact)) as caught:
        fh.Deal.from_text(text)
    assert 0 <= caught.value.offset <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        TEXT + "\n",
        TEXT.replace(" ", "  "),
        TEXT.replace(" ", "\n"),
        TEXT.replace("; ", ";"),
        TEXT.replace("LOOK; ", ""),
        TEXT.replace("; P", "; pass"),
        " ".join([TEXT.split()[0], *sorted(HEAD.split()[1:], reverse=True)]) + TEXT[len(HEAD) :],
        TEXT.replace(" scores=0,0", ""),
        re.sub(r"\b([SCDH])10\b", r"\1T", TEXT),
    ],
)
def test_texts_need_not_be_canonical(text: str) -> None:
    """Blanks, order, defaults, spellings, and looking left out."""
    assert fh.Deal.from_text(text) == DEAL
    assert fh.Deal.from_text(text).to_text() == TEXT


@pytest.mark.parametrize("wrong", [None, 5, b"five-hundred/1", ["five-hundred/1"]])
def test_only_texts_are_read(wrong: object) -> None:
    for kind in (fh.Deal, fh.Match):
        with pytest.raises(TypeError):
            kind.from_text(wrong)  # type: ignore[arg-type]


def test_long_texts_are_refused_at_once() -> None:
    """Size limits, and short messages; reading that took more than its length would never end (also N-10)."""
    head = fh.Match(seed=1, dealer=3).to_text()
    texts = [
        TEXT + " " * 10_000_000,
        TEXT + "; P" * 1_000_000,
        HEAD + " x=" + "y" * 10_000_000,
        HEAD.replace("dealer=3", "dealer=" + "3" * 1_000_000),
        HEAD.replace("australian", "australian" + ",target=1" * 100_000),
        head.replace("seed=1", "seed=" + "1" * 1_000_000),
        head.replace("scores=0,0", "scores=" + "0," * 1_000_000),
        head + "x" * 10_000_000,
        head + "\n" * 5_000_000 + "x",
        "five-hundred-match/1" + " a=b" * 1_000_000,
        "five-hundred-match/" + "1" * 10_000_000,
    ]
    for text in texts:
        for kind in (fh.Deal, fh.Match):
            with pytest.raises(RecordError) as caught:
                kind.from_text(text)
            assert len(str(caught.value)) < 1000


# ---- fuzz --------------------------------------------------------------------------------------------


def some_texts() -> list[str]:
    """Return texts of deals in all phases, of constructed ones and of matches."""
    rng = random.Random("some texts")
    found = [TEXT, HEAD, START, *EXAMPLES]
    for _ in range(20):
        deal = play_on(rng, random_deal(rng), lambda deal: rng.random() < 0.05)
        found.append(deal.to_text())
    match = fh.Match(random_rules(rng), seed=3, dealer=1)
    for _ in range(120):
        deal = match.deal if match.deal is not None and not match.deal.is_over else match.next_deal()
        match.push(choose(rng, deal))
        if match.is_over:
            break
    return [*found, match.to_text(), fh.Match().to_text()]


TEXTS = some_texts()
WORDS = "| , ; : = - / \x00 10 0 -1 1_0 ٣ JK SA S2 JK:C put name none LOOK P 7H BM hands= kitty=- led=S"
PIECES = [*WORDS.split(), "\n", "\t", " ", "; P"]


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a few small damages."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
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
        elif kind == 4:
            end = rng.randrange(at, min(len(text), at + 30) + 1)
            text = text[:end] + text[at:]
        else:
            text = text[:at]
        if not text:
            break
    return text


@pytest.mark.parametrize("count", [4000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_fuzzed_valid_texts(count: int) -> None:
    """A documented error, or a value that writes back the same."""
    rng = random.Random("fuzz")
    good = 0
    for _ in range(count):
        good += check_reading(mutated(rng, rng.choice(TEXTS)))
    assert count / 50 < good < count


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES)).map(" ".join)))
def test_arbitrary_texts(text: str) -> None:
    check_reading(text)
    check_reading("five-hundred/1 " + text)
    check_reading(HEAD + " : " + text)
    check_reading(START + " " + text)
    check_reading(fh.Match(seed=1, dealer=3).to_text() + text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_arbitrary_actions(text: str) -> None:
    """An action that cannot be read or is not legal: our error from push and explain alike, and no change."""
    for deal in (fh.Deal(dealer=3, seed=500), DEAL.copy(), fh.Deal.from_text(START)):
        before = deal.to_text()
        try:
            deal.push(text)
        except GameError:
            assert deal.to_text() == before
        else:
            assert fh.Deal.from_text(deal.to_text()) == deal


def test_scores_of_any_size_go_round() -> None:
    deal = fh.Deal(dealer=3, seed=1, scores=(10**12, -(10**12)))
    assert fh.Deal.from_text(deal.to_text()) == deal


def test_starts_given_as_lists_are_values_too() -> None:
    contract = middle("8NT", {0: "JK"}).contract
    assert contract is not None
    start = fh.PlayStart(contract, tricks=[9, 0, 0, 0], suits_led=[Suit.CLUBS], failed=[[], [], [], []])  # type: ignore[arg-type]
    deal = fh.Deal(hands=["JK", "SA", "CA", "DA"], start=start)
    assert hash(deal) == hash(deal.copy())
    assert fh.Deal.from_text(deal.to_text()) == deal


def test_actions_of_the_table_on_the_page() -> None:
    assert [Exchange("S6 D4 H4").text, Play("JK:C").text, Bid("10NT-SK").text] == [
        "put S6 D4 H4",
        "JK:C",
        "10NT-SK",
    ]
    assert fh.Deal.from_text(EXAMPLES[0]).put_away == CardSet("S6 D4 H4")


def test_starts_that_the_text_cannot_hold_are_refused() -> None:
    """The text has no word for another number of tricks than the bid's, so such a start is none."""
    start = fh.PlayStart(Contract("7H", contractor=0, side={0, 2}, target=3))
    with pytest.raises(SetupError):
        fh.Deal(hands=["S5", "S6", "S7", "S8"], start=start)


def test_tricks_of_a_start_and_cards_add_up() -> None:
    """More tricks than the deal has can never be scored; fewer are tricks nobody asked about."""
    start = fh.PlayStart(Contract("7H", contractor=0, side={0, 2}), tricks=(9, 9, 9, 9))
    with pytest.raises(SetupError):
        fh.Deal(hands=["S5", "S6", "S7", "S8"], start=start)
