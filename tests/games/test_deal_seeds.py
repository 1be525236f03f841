"""What a seed deals: golden deals, numbers and dealers, and how long a copy takes.

``data/golden_deals.txt`` was written with the reference implementation of ``docs/seeds.md`` and the referee's
pack and packets, not with the library. Its lines must never change (P-10).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from core import seeds_page
from oracle.packs import PACKS
from rules.random_deals import play_on
from rules.timing import ratio_of_times
from tricktake import Card, CardSet, SetupError
from tricktake import fivehundred as fh

DATA = Path(__file__).parent / "data" / "golden_deals.txt"
SEEDS = (0, 1, 42, 500, 2**63, 2**64 - 1, 0x0123456789ABCDEFFEDCBA9876543210)


def golden_deals() -> list[dict[str, str]]:
    """Return the lines of the file, field by field."""
    lines = [line for line in DATA.read_text("ascii").splitlines() if line and not line.startswith("#")]
    pairs = [[word.partition("=")[::2] for word in line.split()] for line in lines]
    return [dict(words) for words in pairs]


def cards(text: str) -> CardSet:
    """Return the cards of a field."""
    return CardSet([Card[name] for name in text.split(",")])


def reference_deal(pack: str, seed: int, number: int, dealer: int) -> tuple[list[set[str]], set[str]]:
    """Deal by the page on seeds and the clauses FH-DEAL-2 and FH-DEAL-3."""
    words = seeds_page.words(seeds_page.key_from_seed(seed), number=number)
    order = [PACKS[pack][index] for index in seeds_page.shuffle(words, int(pack))]
    hands: list[set[str]] = [set(), set(), set(), set()]
    kitty: set[str] = set()
    for each, beside in ((3, 1), (4, 1), (3, 1)) if pack == "43" else ((3, 3), (4, 2), (3, 0)):
        for step in range(1, 5):
            hands[(dealer + step) % 4] |= {order.pop(0) for _ in range(each)}
        kitty |= {order.pop(0) for _ in range(beside)}
    assert not order
    return hands, kitty


def golden_line(pack: str, seed: int, number: int, dealer: int) -> str:
    """Return a line of the file."""

    def written(names: Iterable[str]) -> str:
        return ",".join(name for name in PACKS[pack] if name in names)

    hands, kitty = reference_deal(pack, seed, number, dealer)
    dealt = f"hands={'|'.join(written(hand) for hand in hands)} kitty={written(kitty)}"
    return f"pack={pack} seed={seed} number={number} dealer={dealer} {dealt}"


GOLDEN = golden_deals()


@pytest.mark.parametrize(
    "golden", GOLDEN, ids=lambda golden: f"{golden['pack']}-{golden['seed']}-{golden['number']}"
)
def test_golden_deals(golden: dict[str, str]) -> None:
    """The same cards on every platform and in every version; P-10."""
    rules = fh.Rules(deck4=int(golden["pack"]))
    seed, number, dealer = int(golden["seed"]), int(golden["number"]), int(golden["dealer"])
    deal = fh.Deal(rules, dealer=dealer, seed=seed, number=number)
    assert deal.dealt == tuple([cards(hand) for hand in golden["hands"].split("|")])
    assert deal.kitty == cards(golden["kitty"])


def test_golden_deals_are_those_of_the_reference() -> None:
    lines = [line for line in DATA.read_text("ascii").splitlines() if line and not line.startswith("#")]
    assert lines == [
        golden_line(pack, seed, number, (seed + number) % 4)
        for pack in ("43", "45")
        for seed in SEEDS
        for number in (0, 1, 7)
    ]


def test_numbers_give_other_deals() -> None:
    deals = {fh.Deal(seed=500, number=number) for number in range(200)}
    assert len({deal.dealt for deal in deals}) == 200
    assert fh.Deal(seed=500, number=7) == fh.Deal(seed=500, number=7)
    assert fh.Deal(seed=(2**64 - 1, 5)).dealt != fh.Deal(seed=(5, 2**64 - 1)).dealt


def test_the_dealer_turns_the_hands() -> None:
    """The shuffle does not depend on the dealer: the hands pass round with the deal."""
    first = fh.Deal(dealer=0, seed=9)
    for dealer in range(4):
        deal = fh.Deal(dealer=dealer, seed=9)
        assert deal.kitty == first.kitty
        assert [deal.hand((seat + dealer) % 4) for seat in range(4)] == [
            first.hand(seat) for seat in range(4)
        ]


def test_without_a_seed_deals_differ() -> None:
    assert len({fh.Deal().dealt for _ in range(50)}) == 50


HANDS = fh.Deal(dealer=3, seed=1).dealt
KITTY = fh.Deal(dealer=3, seed=1).kitty
CARDS = tuple(fh.PACKS["43"])
LOW = CardSet([CARDS[0]])


@pytest.mark.parametrize(
    ("make", "fact"),
    [
        (lambda: fh.Deal(pack=CARDS[:-1]), "misses"),
        (lambda: fh.Deal(pack=[*CARDS[:-1], CARDS[0]]), "once"),
        (lambda: fh.Deal(pack=[*CARDS[:-1], Card.S2]), "S2"),
        (lambda: fh.Deal(fh.Rules(deck4=45), pack=CARDS), "misses"),
        (lambda: fh.Deal(pack=CARDS, seed=1), "several"),
        (lambda: fh.Deal(hands=HANDS, kitty=KITTY, pack=CARDS), "several"),
        (lambda: fh.Deal(kitty=KITTY), "hands"),
        (lambda: fh.Deal(hands=HANDS), "kitty"),
        (lambda: fh.Deal(hands=HANDS[:3], kitty=KITTY), "4 hands"),
        (lambda: fh.Deal(hands=(HANDS[0], HANDS[0], *HANDS[2:]), kitty=KITTY), "another hand"),
        (lambda: fh.Deal(hands=(*HANDS[:3], HANDS[3] - CardSet([next(iter(HANDS[3]))])), kitty=KITTY), "9"),
        (lambda: fh.Deal(hands=("S2 " + str(HANDS[0]), *HANDS[1:]), kitty=KITTY), "S2"),
        (lambda: fh.Deal(seed=1, scores=(0, 0, 0)), "2 scores"),
    ],
)
def test_cards_that_cannot_be(make: Callable[[], fh.Deal], fact: str) -> None:
    with pytest.raises(SetupError, match=fact):
        make()


def test_a_pack_order_says_what_is_wrong_with_it() -> None:
    """Only what there is: cards missing, cards too many, or both."""
    for pack, fact in (
        (CARDS[1:], f"the pack order misses {LOW}"),
        ([*CARDS, Card.S2], "the pack order has S2 too many"),
        ([*CARDS[1:], Card.S2], f"the pack order misses {LOW} and has S2 too many"),
    ):
        with pytest.raises(SetupError) as caught:
            fh.Deal(pack=pack)
        assert str(caught.value) == fact


@pytest.mark.parametrize("dealer", [-1, 4])
def test_no_such_dealer(dealer: int) -> None:
    with pytest.raises(IndexError):
        fh.Deal(dealer=dealer)


@pytest.mark.parametrize("make", [fh.Deal, fh.Match])
def test_scores_are_whole_points(make: Callable[..., object]) -> None:
    """A fraction is refused and not cut off."""
    with pytest.raises((TypeError, ValueError)):
        make(seed=1, scores=(1.9, 2))


def test_copies_at_the_end_take_no_longer() -> None:
    """Copy time at the first and at the last action differs by less than 2; P-13."""
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=1).push_all("6S")
    last = play_on(random.Random(1), deal.copy().push_all("P P P"))
    assert len(last) > len(deal) + 40
    assert ratio_of_times(last.copy, deal.copy) < 2
