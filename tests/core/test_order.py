"""CardOrder: positions, blocks, the trump block on top, winners of tricks."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Sequence

import pytest

from cardcore import Card, CardOrder, CardSet, SetupError, TextError
from oracle.packs import PACKS, SUITS, five_hundred_suits, spades_suits

Suits = dict[str, list[str]]


def contracts() -> list[tuple[str, Suits, str | None, str | None]]:
    """Every pack in every kind of contract: name, suits low to high, trump, free joker."""
    found: list[tuple[str, Suits, str | None, str | None]] = []
    for name, pack in PACKS.items():
        if name.startswith("cs"):
            found.append((name, spades_suits(pack), "S", None))
            continue
        for trump in SUITS:
            found.append((f"{name}-{trump}", five_hundred_suits(pack, trump, None)[0], trump, None))
        suits, free = five_hundred_suits(pack, None, None)
        found.append((f"{name}-nt", suits, None, free))
        if "JK" in pack:
            found += [
                (f"{name}-nt-{suit}", five_hundred_suits(pack, None, suit)[0], None, None) for suit in SUITS
            ]
    return found


CONTRACTS = contracts()
NAMES = [name for name, *_ in CONTRACTS]


def order_of(suits: Suits, trump: str | None, free: str | None) -> CardOrder:
    return CardOrder(suits.values(), trump=None if trump is None else SUITS.index(trump), free_joker=free)


def naive_winner(trick: Sequence[str], suits: Suits, trump: str | None, free: str | None) -> int:
    """Index of the winning card, by walking through the trick."""

    def suit_of(card: str) -> str:
        return next((suit for suit in suits if card in suits[suit]), "none")

    best = 0
    for at in range(1, len(trick)):
        card, holder = trick[at], trick[best]
        if holder == free:
            continue
        if card == free:
            best = at
        elif suit_of(card) == suit_of(holder):
            cards = suits[suit_of(card)]
            if cards.index(card) > cards.index(holder):
                best = at
        elif suit_of(card) == trump:
            best = at
    return best


def test_sizes() -> None:
    """The contracts below cover packs of 24 to 63 cards and 52 with three jokers (R-16, R-17)."""
    assert {len(order_of(suits, trump, free)) for _, suits, trump, free in CONTRACTS} == {
        24,
        33,
        43,
        45,
        50,
        51,
        52,
        53,
        54,
        55,
        63,
    }


@pytest.mark.parametrize(("name", "suits", "trump", "free"), CONTRACTS, ids=NAMES)
def test_positions_and_blocks(name: str, suits: Suits, trump: str | None, free: str | None) -> None:
    """Suits lie together from low to high, trumps above the others, a free joker above all."""
    order = order_of(suits, trump, free)
    blocks = [suit for suit in SUITS if suit != trump] + ([trump] if trump else [])
    expected = [card for suit in blocks for card in suits[suit]] + ([free] if free else [])
    assert len(order) == len(expected)
    assert [order.card(at).name for at in range(len(order))] == expected
    assert [order.position(card) for card in expected] == list(range(len(expected)))
    assert order.cards == CardSet(expected)
    together = 0
    for index, suit in enumerate(SUITS):
        block = order.block_mask(index)
        assert order.to_cards(block) == CardSet(suits[suit])
        assert order.to_mask(suits[suit]) == block
        assert block & together == 0
        together |= block
        for card in suits[suit]:
            assert order.suit_of(card) == index
            assert card in order
            assert order.card(order.position(card)) is Card[card]
    if free:
        assert order.suit_of(free) is None
        assert order.position(free) == len(order) - 1
        together |= 1 << (len(order) - 1)
    assert together == (1 << len(order)) - 1
    if trump:
        top = order.block_mask(SUITS.index(trump))
        assert top + (top & -top) - 1 == together
    assert order.suits == tuple(tuple(Card[card] for card in suits[suit]) for suit in SUITS)
    assert order.trump == (None if trump is None else SUITS.index(trump))
    assert order.free_joker == (None if free is None else Card[free])
    for other in Card:
        assert (other in order) == (other.name in expected)


@pytest.mark.parametrize(("name", "suits", "trump", "free"), CONTRACTS, ids=NAMES)
def test_winner_of_random_tricks(name: str, suits: Suits, trump: str | None, free: str | None) -> None:
    """Random tricks of one to six cards, without regard to following suit (R-16, R-17)."""
    order = order_of(suits, trump, free)
    rng = random.Random(name)
    cards = [card.name for card in order.cards]
    for _ in range(1500):
        trick = rng.sample(cards, rng.randint(1, 6))
        assert order.winner(trick) == naive_winner(trick, suits, trump, free), trick


def test_winner_takes_cards_in_any_form() -> None:
    """Cards, ints, names and signs."""
    order = CardOrder(["S9 SA", "C9 CA", "D9 DA", "H9 HA DJ HJ JK"], trump=3)
    assert order.winner([Card.HA, int(Card.C9), "jd", "♠A"]) == 2
    assert order.winner(["S9"]) == 0


def test_three_jokers_rank_above_the_ace_of_spades() -> None:
    """CS-DECK-4: JK1 > JK2 > JK3 > SA, all of them spades (R-16)."""
    order = order_of(spades_suits(PACKS["cs5j3"]), "S", None)
    assert [order.card(at).name for at in range(51, 55)] == ["SA", "JK3", "JK2", "JK1"]
    assert order.winner(["JK3", "JK1", "JK2", "SA"]) == 1
    assert order.winner(["HA", "SA", "JK3"]) == 2
    assert order.suit_of("JK2") == 0
    with pytest.raises(SetupError, match="JK is not in this order of 55 cards"):
        order.position("JK")


def test_extra_ranks_lie_between_ten_and_jack() -> None:
    """11, 12 and 13 of the six-handed pack (R-17)."""
    order = order_of(five_hundred_suits(PACKS["63"], None, None)[0], None, "JK")
    hearts = [order.position(card) for card in ("H10", "H11", "H12", "H13", "HJ")]
    assert hearts == list(range(hearts[0], hearts[0] + 5))
    assert order.winner(["H10", "H12", "H11", "H13"]) == 3
    assert order.winner(["H13", "HJ"]) == 1


def test_empty_suits_and_few_suits() -> None:
    """A suit may be empty; one to seven suits are possible."""
    order = CardOrder(["", "S2 S3", []], trump=0)
    assert len(order) == 2
    assert order.block_mask(0) == 0
    assert order.winner(["S2", "S3"]) == 1
    seven = CardOrder([[card] for card in range(7)], trump=6)
    assert seven.position(6) == 6
    assert seven.winner([0, 6]) == 1
    assert seven.winner([0, 5]) == 0
    assert len(CardOrder([[]], free_joker="JK")) == 1


@pytest.mark.parametrize(
    ("suits", "options", "error", "facts"),
    [
        (["S2 S3", "S3"], {}, SetupError, ["S3", "twice"]),
        (["S2 S2"], {}, SetupError, ["S2", "twice"]),
        (["S2 JK"], {"free_joker": "JK"}, SetupError, ["JK", "twice"]),
        ([], {}, SetupError, ["1 to 7 suits", "not 0"]),
        ([[card] for card in range(8)], {}, SetupError, ["1 to 7 suits", "not 8"]),
        ([[], []], {}, SetupError, ["1 to 63 cards", "not 0"]),
        ([range(64)], {}, SetupError, ["1 to 63 cards", "not 64"]),
        ([range(63)], {"free_joker": "JK"}, SetupError, ["1 to 63 cards", "not 64"]),
        (["S2"], {"trump": 0, "free_joker": "JK"}, SetupError, ["trump", "free joker"]),
        (["S2", "H2"], {"trump": 2}, IndexError, ["trump 2", "0..1"]),
        (["S2", "H2"], {"trump": -1}, IndexError, ["trump -1", "0..1"]),
        (["S2 XX"], {}, TextError, ["'XX'"]),
        ([[68]], {}, IndexError, ["68"]),
        ([[-1]], {}, IndexError, ["-1"]),
        ([[None]], {}, TypeError, ["NoneType"]),
        (["S2"], {"free_joker": 68}, IndexError, ["68"]),
    ],
)
def test_refusals(
    suits: list[list[int]], options: dict[str, int], error: type[Exception], facts: list[str]
) -> None:
    """Every contradiction raises and the message has the facts."""
    with pytest.raises(error) as caught:
        CardOrder(suits, **options)
    assert type(caught.value) is error
    assert all(fact in str(caught.value) for fact in facts), caught.value


def test_lookups_out_of_range() -> None:
    """Positions, suits, masks and cards that do not exist raise, whatever their size (P-05)."""
    order = CardOrder(["S2 S3", "H2 H3"], trump=1)
    for position in (-1, 4, 63, 64, 255, 10**30):
        with pytest.raises(IndexError, match=f"position {position} is not in 0..3"):
            order.card(position)
    for suit in (-1, 2, 7, 8, 10**30):
        with pytest.raises(IndexError, match=f"suit {suit} is not in 0..1"):
            order.block_mask(suit)
    for mask in (-1, 16, 1 << 63, 1 << 64, 1 << 100):
        with pytest.raises(ValueError, match="beyond the 4 cards"):
            order.to_cards(mask)
    for call in (
        order.position,
        order.suit_of,
        lambda card: order.to_mask([card]),
        lambda card: order.winner([card]),
    ):
        with pytest.raises(SetupError, match="SA is not in this order of 4 cards"):
            call("SA")
        with pytest.raises(IndexError, match="68"):
            call(68)
        with pytest.raises(TextError, match="'Z9'"):
            call("Z9")
    with pytest.raises(ValueError, match="at least one card"):
        order.winner([])
    assert order.to_cards(0) == CardSet()
    assert order.to_mask([]) == 0


def test_bug_fractions_are_not_cut_off() -> None:
    """A position, suit or mask that is no integer is a TypeError, not rounded silently."""
    order = CardOrder(["S2 S3", "H2 H3"], trump=1)
    with pytest.raises(TypeError):
        order.card(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        order.block_mask(0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        CardOrder(["S2 S3", "H2 H3"], trump=0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "suits", "trump", "free"), CONTRACTS, ids=NAMES)
def test_copies(name: str, suits: Suits, trump: str | None, free: str | None) -> None:
    """Equality, hash, repr, copy and pickle."""
    order = order_of(suits, trump, free)
    twins = [copy.copy(order), copy.deepcopy(order), eval(repr(order)), order_of(suits, trump, free)]
    twins += [pickle.loads(pickle.dumps(order, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert twin == order
        assert hash(twin) == hash(order)
        assert [twin.card(at) for at in range(len(twin))] == [order.card(at) for at in range(len(order))]
        assert twin.winner(list(suits["H"])) == len(suits["H"]) - 1
    assert order != "order"


def test_all_orders_differ() -> None:
    """No two contracts give equal orders."""
    orders = [order_of(suits, trump, free) for _, suits, trump, free in CONTRACTS]
    assert len(set(orders)) == len(orders)


def test_order_is_immutable() -> None:
    """No attribute can be set."""
    order = CardOrder(["S2 S3"], trump=0)
    for name in ("suits", "trump", "free_joker", "cards", "anything"):
        with pytest.raises(AttributeError):
            setattr(order, name, None)
