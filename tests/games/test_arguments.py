"""What constructors take: numbers that go round through the text, values of the right class, nothing else."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rules.constructed import middle
from tricktake import Bid, Contract, RecordError, RulesError, SetupError, Suit
from tricktake import fivehundred as fh

MOST = 10**18 - 1
CONTRACT = Contract("7H", contractor=0, side={0, 2})
HANDS = ("S5", "S6", "S7", "S8")


# ---- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: fh.Deal(dealer=True, seed=1),
        lambda: fh.Deal(dealer=3.0, seed=1),
        lambda: fh.Deal(seed=True),
        lambda: fh.Deal(seed=1.5),
        lambda: fh.Deal(seed=1, number=1.5),
        lambda: fh.Deal(number=True),
        lambda: fh.Deal(seed=1, scores=(True, 0)),
        lambda: fh.Match(seed=True),
        lambda: fh.Match(seed="1"),
        lambda: fh.Match(dealer=True),
        lambda: fh.Match(dealer=1.5),
        lambda: fh.Match(scores=(0, 0.5)),
        lambda: fh.Deal(hands=HANDS, start=fh.PlayStart(CONTRACT, leader=True)),
        lambda: fh.Deal(hands=HANDS, start=fh.PlayStart(CONTRACT, tricks=(1.5, 0, 0, 0))),
        lambda: fh.Deal(hands=HANDS, start=fh.PlayStart("7H")),
        lambda: fh.score_deal(fh.Rules(), Bid("7H"), contractor=0, tricks=(2.5,) * 4),
        lambda: fh.score_deal(fh.Rules(), Bid("7H"), contractor=0, tricks=(7, 3, 0, 0), scores=(0.5, 0)),
    ],
)
def test_numbers_that_are_none(make: Callable[[], object]) -> None:
    """A bool or a fraction is refused at once, and not written as ``dealer=True``."""
    with pytest.raises(TypeError, match="must be a"):
        make()


def test_numbers_of_other_types_become_ints() -> None:
    deal = fh.Deal(dealer=np.int8(3), seed=np.int64(5), number=np.int64(2), scores=np.array([10, -10]))  # type: ignore[arg-type]
    assert deal == fh.Deal(dealer=3, seed=5, number=2, scores=(10, -10))
    match = fh.Match(fh.Rules(target=np.int64(400)), seed=np.uint64(5), dealer=Suit.HEARTS)  # type: ignore[arg-type]
    assert [type(value) for value in (match.seed, match.first_dealer, match.rules.target)] == [int] * 3
    for value in (deal, match, match.rules):
        assert pickle.loads(pickle.dumps(value)) == value
    score = fh.score_deal(match.rules, Bid("7H"), contractor=0, tricks=np.array([7, 3, 0, 0]))  # type: ignore[arg-type]
    assert score == fh.score_deal(match.rules, Bid("7H"), contractor=0, tricks=(7, 3, 0, 0))


@pytest.mark.parametrize("scores", [(MOST, 0), (0, -MOST), (7, 10**9)])
def test_the_largest_numbers_go_round(scores: tuple[int, int]) -> None:
    rules = fh.Rules(target=MOST, lose_at=-MOST, misere_value=10**9, defender_cap=MOST)
    for value in (fh.Deal(rules, seed=1, scores=scores), fh.Match(rules, seed=1, dealer=3, scores=scores)):
        assert pickle.loads(pickle.dumps(value)) == value
    assert fh.Rules.from_text(rules.to_text()) == rules


@pytest.mark.parametrize(
    "number", [10**18, -(10**18), 10**20, 10**5000], ids=["least", "minus", "20", "5000"]
)
def test_larger_numbers_are_refused_where_they_are_made(number: int) -> None:
    """With the reason, also where the number itself is too long to be shown."""
    for make in (fh.Deal, fh.Match):
        with pytest.raises(SetupError, match="at most 18 digits"):
            make(seed=1, scores=(number, 0))
        with pytest.raises(IndexError, match="dealer"):
            make(seed=1, dealer=number)
    for option in ("target", "lose_at", "slam_value", "defender_cap", "deck4"):
        with pytest.raises(RulesError, match=f"{option} must have at most 18 digits"):
            fh.Rules(**{option: number})


@pytest.mark.parametrize("digits", ["9" * 19, "-" + "9" * 19, "0" * 19, "1" * 100_000], ids=len)
def test_larger_numbers_are_refused_where_they_are_read(digits: str) -> None:
    deal, match = fh.Deal(dealer=3, seed=1).to_text(), fh.Match(seed=1, dealer=3).to_text()
    for text in (deal, match):
        for before, after in (("dealer=3", f"dealer={digits}"), ("scores=0,0", f"scores={digits},0")):
            with pytest.raises(RecordError) as caught:
                type_of(text).from_text(text.replace(before, after))
            assert "at most 18 digits" in str(caught.value) or "at most 20000 characters" in str(caught.value)
    with pytest.raises(RulesError, match="target: a number has at most 18 digits"):
        fh.Rules.from_text(f"australian,target={digits}")


def type_of(text: str) -> type[fh.Deal] | type[fh.Match]:
    """Return the class a text is of."""
    return fh.Match if text.startswith("five-hundred-match") else fh.Deal


@pytest.mark.parametrize("seed", [0, 2**64 - 1, 2**64, 2**70 + 1, 16**10_000 - 1], ids=int.bit_length)
def test_seeds_go_round(seed: int) -> None:
    match = fh.Match(seed=seed, dealer=3)
    assert fh.Match.from_text(match.to_text()).seed == seed
    written = re.findall(r"seed=(\S+)", match.to_text())
    assert written == [str(seed) if seed < 2**64 else hex(seed)]


def test_seeds_that_could_not_be_read_back() -> None:
    with pytest.raises(SetupError, match="at most 10000 hexadecimal digits"):
        fh.Match(seed=16**10_000)


def test_the_page_names_the_limits() -> None:
    page = (Path(__file__).parents[2] / "docs" / "deal-text.md").read_text("utf-8")
    assert "ASCII digits, at most 18" in page
    assert "below 2^64 in decimal, else `0x` and up to 10,000 hexadecimal digits" in page


def test_a_number_needs_a_seed() -> None:
    with pytest.raises(SetupError, match="deal number 5 is one of a seed"):
        fh.Deal(dealer=3, number=5)
    deal = fh.Deal(dealer=3, seed=1)
    with pytest.raises(SetupError, match="deal number 5 is one of a seed"):
        fh.Deal(dealer=3, hands=deal.dealt, kitty=deal.kitty, number=5)


# ---- classes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "fact"),
    [
        (lambda: fh.Deal("australian"), "rules must be a Rules, such as Rules(); got str"),
        (lambda: fh.Match("australian"), "rules must be a Rules, such as Rules(); got str"),
        (lambda: fh.Deal(hands=HANDS, start="x"), "start must be a PlayStart; got str"),
        (lambda: fh.Rules.from_text(5), "the text of rules must be a str"),
        (lambda: fh.Rules.preset(5), "a preset must be a str"),
        (lambda: fh.score_deal(fh.Rules(), "7H", contractor=0, tricks=(7, 3, 0, 0)), "bid must be a Bid"),
        (lambda: fh.score_deal("x", Bid("7H"), contractor=0, tricks=(7, 3, 0, 0)), "rules must be a Rules"),
        (lambda: Contract(7, contractor=0, side={0}), "a contract needs a Bid or its text, not int"),
        (lambda: Contract("7H", contractor="a", side="abc"), "contractor must be a whole number, not str"),
        (lambda: Contract("7H", contractor=0, side="abc"), "a seat of the side must be a whole number"),
        (lambda: Contract("7H", contractor=True, side={1}), "contractor must be a whole number, not bool"),
        (lambda: Contract("7H", contractor=0, side={0}, target="x"), "target must be a whole number"),
    ],
)
def test_values_of_another_class(make: Callable[[], object], fact: str) -> None:
    """A TypeError that says what is needed."""
    with pytest.raises(TypeError, match=re.escape(fact)):
        make()


@pytest.mark.parametrize(
    ("make", "fact"),
    [
        (lambda: Contract("7H", contractor=0, side={0}, target=-5), "0 to 63 tricks; got -5"),
        (lambda: Contract("7H", contractor=0, side={0}, target=64), "0 to 63 tricks; got 64"),
        (lambda: Contract("7H", contractor=-1, side={-1, 1}), "the side has -1"),
        (lambda: Contract("7H", contractor=0, side={1, 3}), "not on the contract side [1, 3]"),
        (lambda: Contract("7H", contractor=0, side=()), "not on the contract side []"),
        (lambda: fh.Deal(hands=HANDS, start=fh.PlayStart(CONTRACT, suits_led=(7,))), "7 is not a valid Suit"),
    ],
)
def test_contracts_that_cannot_be(make: Callable[[], object], fact: str) -> None:
    with pytest.raises(SetupError, match=re.escape(fact)):
        make()


def test_starts_of_plain_numbers_are_written() -> None:
    """Suits may be given by number, as any enum of ints; the text names them."""
    start = fh.PlayStart(CONTRACT, tricks=(9, 0, 0, 0), suits_led=(0,), failed=((3,), (), (), ()))  # type: ignore[arg-type]
    deal = fh.Deal(hands=HANDS, start=start)
    assert deal.start == start
    assert fh.Deal.from_text(deal.to_text()) == deal


# ---- derived classes ---------------------------------------------------------------------------------


class NamedDeal(fh.Deal):
    """A deal with something added."""

    table = "none"


class SlottedMatch(fh.Match):
    """A match with another slot."""

    __slots__ = ("table",)
    table: str


def test_derived_classes_stay_what_they_are() -> None:
    """Copies, texts and pickles are of the class they are asked of, and copies keep what was added."""
    deal = NamedDeal(dealer=3, seed=1).push_all("6S P")
    deal.table = "green"
    for made in (deal.copy(), copy.copy(deal), copy.deepcopy(deal)):
        assert type(made) is NamedDeal
        assert (made, made.table) == (deal, "green")
        made.push("P")
        assert len(made) > len(deal)
    for made in (NamedDeal.from_text(deal.to_text()), pickle.loads(pickle.dumps(deal))):
        assert type(made) is NamedDeal
        assert made == deal
    assert repr(deal).startswith("NamedDeal.from_text(")
    match = SlottedMatch(seed=1, dealer=3)
    match.table = "green"
    match.push("6S")
    for other in (match.copy(), copy.deepcopy(match)):
        assert type(other) is SlottedMatch
        assert (other, other.table) == (match, "green")
    for other in (SlottedMatch.from_text(match.to_text()), pickle.loads(pickle.dumps(match))):
        assert type(other) is SlottedMatch
        assert other == match


def test_constructed_deals_keep_their_class_too() -> None:
    text = middle("8NT", {0: "JK 9D"}).to_text()
    assert type(NamedDeal.from_text(text)) is NamedDeal
