"""Card identities, texts, sets of cards and packs."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardcore import Card, CardSet, GameError, Pack, Rank, Suit, TextError, parse_card
from oracle.packs import PACKS

# Identity of every card: the number at the left of a row is that of its first card.
IDENTITIES = """
 0  S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 SJ SQ SK SA
16  C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 CJ CQ CK CA
32  D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 DJ DQ DK DA
48  H2 H3 H4 H5 H6 H7 H8 H9 H10 H11 H12 H13 HJ HQ HK HA
64  JK JK1 JK2 JK3
"""
TABLE = {
    name: int(row.split()[0]) + at
    for row in IDENTITIES.strip().splitlines()
    for at, name in enumerate(row.split()[1:])
}
ALL = list(Card)
ids = st.integers(0, 67)
subsets = st.frozensets(ids.map(Card))


# --- identities -----------------------------------------------------------------------------------------


def test_identities_are_frozen() -> None:
    """The number of every card is public and never changes; ranks 11 to 13 exist in all suits (R-17)."""
    assert {card.name: int(card) for card in Card} == TABLE
    assert len(TABLE) == 68
    assert list(TABLE.values()) == list(range(68))


def test_suit_and_rank_of_every_card() -> None:
    """Suit first, then rank; jokers have neither."""
    ranks = dict(zip([*map(str, range(2, 14)), "J", "Q", "K", "A"], Rank, strict=True))
    for card in Card:
        if card.name.startswith("JK"):
            assert card.is_joker
            assert card.suit is None
            assert card.rank is None
            assert card.symbol == card.name
        else:
            assert not card.is_joker
            assert card.suit is not None
            assert card.suit.letter == card.name[0]
            assert card.rank is ranks[card.name[1:]]
            assert card.symbol == card.suit.symbol + card.name[1:]
            assert int(card) == card.suit * 16 + ranks[card.name[1:]]
        assert str(card) == f"{card}" == card.name
        assert f"{card:>5}" == card.name.rjust(5)
        assert repr(card) == f"Card.{card.name}"
        assert eval(repr(card)) is card
        for protocol in range(2, 6):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.deepcopy(card) is card


def test_suits() -> None:
    """Suits in the order of bidding, with letter, sign, colour and colour mate."""
    assert [suit.name for suit in Suit] == ["SPADES", "CLUBS", "DIAMONDS", "HEARTS"]
    assert [int(suit) for suit in Suit] == [0, 1, 2, 3]
    assert "".join(suit.letter for suit in Suit) == "SCDH"
    assert "".join(suit.symbol for suit in Suit) == "♠♣♦♥"
    assert [suit.is_red for suit in Suit] == [False, False, True, True]
    assert [suit.colour_mate.letter for suit in Suit] == ["C", "S", "H", "D"]


def test_ranks() -> None:
    """Sixteen ranks, low to high; 11, 12 and 13 lie between ten and jack (R-17)."""
    assert [int(rank) for rank in Rank] == list(range(16))
    assert (
        Rank.TEN < Rank.ELEVEN < Rank.TWELVE < Rank.THIRTEEN < Rank.JACK < Rank.QUEEN < Rank.KING < Rank.ACE
    )
    assert int(Rank.TWO) == 0


# --- texts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("JH", "HJ"),
        ("HJ", "HJ"),
        ("jh", "HJ"),
        ("hj", "HJ"),
        ("JD", "DJ"),
        ("10H", "H10"),
        ("H10", "H10"),
        ("TH", "H10"),
        ("HT", "H10"),
        ("th", "H10"),
        ("♥J", "HJ"),
        ("J♥", "HJ"),
        ("♡J", "HJ"),
        ("♠10", "S10"),
        ("♤a", "SA"),
        ("♣️Q", "CQ"),
        ("♦︎9", "D9"),
        ("13D", "D13"),
        ("d13", "D13"),
        ("11S", "S11"),
        ("  hq\n", "HQ"),
        ("JK", "JK"),
        ("jk", "JK"),
        ("Joker", "JK"),
        ("JK1", "JK1"),
        ("jk2", "JK2"),
        ("JK3", "JK3"),
    ],
)
def test_parse(text: str, name: str) -> None:
    """Suit first or rank first, any case, letters or signs."""
    assert parse_card(text) is Card[name]


@pytest.mark.parametrize(
    "text",
    [
        "J",
        "j",
        "K",
        "H",
        "10",
        "T",
        "",
        " ",
        "1H",
        "H1",
        "H14",
        "14H",
        "0H",
        "JK0",
        "JK4",
        "JKH",
        "JJ",
        "HH",
        "H 10",
        "1O",
        "HQ SQ",
        "HQ,",
        "♥",
        "♥♥",
        "H\x00Q",
        "XQ",
        "J K",
        "ＨＱ",
        "-1",
        "60",
    ],
)
def test_parse_refuses(text: str) -> None:
    """A lone J and other texts that name no card raise, quoting the text."""
    with pytest.raises(TextError) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)
    assert caught.value.text == text
    assert caught.value.offset == 0
    assert isinstance(caught.value, GameError)
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.text, again.offset) == (str(caught.value), text, 0)


def test_parse_shortens_long_texts() -> None:
    """The message of a huge text is short, the error keeps the whole."""
    with pytest.raises(TextError) as caught:
        parse_card("X" * 10_000)
    assert len(str(caught.value)) < 100
    assert len(caught.value.text) == 10_000


@pytest.mark.parametrize("value", [None, 5, 1.0, b"HQ", ["HQ"], Card.HQ])
def test_parse_takes_texts_only(value: object) -> None:
    """Other types are a TypeError."""
    with pytest.raises(TypeError):
        parse_card(value)  # type: ignore[arg-type]


def test_jokers_are_four_different_cards() -> None:
    """JK of Five Hundred and JK1 JK2 JK3 of spades: none equals another (R-16)."""
    jokers = [parse_card(text) for text in ("JK", "JK1", "JK2", "JK3")]
    assert len(set(jokers)) == len({int(joker) for joker in jokers}) == 4
    assert len(CardSet(jokers)) == 4
    for joker in jokers:
        assert CardSet([joker]) & CardSet(jokers) == CardSet([joker])
        assert [other for other in jokers if other == joker] == [joker]
        assert [other for other in jokers if other in CardSet([joker])] == [joker]


@given(st.text(max_size=6))
def test_parse_reads_or_refuses(text: str) -> None:
    """Any text gives a card or a TextError, nothing else."""
    try:
        card = parse_card(text)
    except TextError:
        return
    assert parse_card(card.name) is card


@given(st.sampled_from(ALL), st.booleans(), st.booleans())
def test_every_spelling_reads_back(card: Card, lower: bool, sign: bool) -> None:
    """Name, turned name and sign of every card."""
    texts = [card.name, card.symbol]
    if not card.is_joker:
        assert card.suit is not None
        head = card.suit.symbol if sign else card.name[0]
        texts += [head + card.name[1:], card.name[1:] + head]
    for text in texts:
        assert parse_card(text.lower() if lower else text) is card


# --- CardSet --------------------------------------------------------------------------------------------


def sorted_as_held(cards: Iterable[Card]) -> list[Card]:
    """Jokers first, then spades, clubs, diamonds, hearts, each from high to low."""
    return sorted(
        cards, key=lambda card: (not card.is_joker, int(card) if card.is_joker else (card >> 4, -card))
    )


@given(subsets, subsets)
def test_set_algebra(left: frozenset[Card], right: frozenset[Card]) -> None:
    """Every operation agrees with frozenset."""
    a, b = CardSet(left), CardSet(right)
    assert set(a | b) == left | right
    assert set(a & b) == left & right
    assert set(a - b) == left - right
    assert set(a ^ b) == left ^ right
    assert (a == b) == (left == right)
    assert (a != b) == (left != right)
    assert (a <= b) == (left <= right)
    assert (a < b) == (left < right)
    assert (a >= b) == (left >= right)
    assert (a > b) == (left > right)
    assert a.isdisjoint(b) == left.isdisjoint(right)
    assert a | b == CardSet(left | right)
    assert hash(a | b) == hash(CardSet(left | right))
    assert set(a) == left
    assert set(b) == right


@given(subsets)
def test_set_basics(cards: frozenset[Card]) -> None:
    """Length, truth, membership, order, masks, text, repr, copies and pickles."""
    held = CardSet(cards)
    assert len(held) == len(cards)
    assert bool(held) == bool(cards)
    for card in ALL:
        assert (card in held) == (card in cards) == (int(card) in held) == (card.name in held)
    assert list(held) == sorted_as_held(cards)
    assert list(held.ascending()) == sorted(cards)
    assert held.mask == sum(1 << card for card in cards)
    assert held.mask == held.suits_word | held.jokers_word << 64
    assert CardSet.from_mask(held.mask) == held
    assert str(held) == " ".join(card.name for card in held)
    assert CardSet(str(held)) == held
    assert eval(repr(held)) == held
    assert CardSet(held) == held
    assert CardSet(int(card) for card in cards) == held
    for suit in Suit:
        assert set(held.of_suit(suit)) == {card for card in cards if card.suit == suit}
    twins = [copy.copy(held), copy.deepcopy(held)]
    twins += [pickle.loads(pickle.dumps(held, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert twin == held
        assert hash(twin) == hash(held)


def test_set_texts() -> None:
    """Blanks and commas separate; a card named twice or badly raises."""
    assert CardSet("HA, HQ,JK") == CardSet("HA HQ JK") == CardSet(["AH", "♥Q", 64])
    assert CardSet("") == CardSet() == CardSet([])
    with pytest.raises(TextError, match="HQ stands twice in 'HQ QH'"):
        CardSet("HQ QH")
    with pytest.raises(TextError, match="JK2 stands twice"):
        CardSet("JK2 HA JK2")
    with pytest.raises(TextError, match="'X9'"):
        CardSet("HA X9")
    assert len(CardSet(["HQ", "HQ"])) == 1


@pytest.mark.parametrize("bad", [-1, 68, 10**30, -(10**30)])
def test_set_refuses_numbers_that_are_no_cards(bad: int) -> None:
    """Numbers outside 0 to 67 are an IndexError, and in no set."""
    with pytest.raises(IndexError, match=str(bad)):
        CardSet([bad])
    assert bad not in CardSet(Card)


@pytest.mark.parametrize("bad", [None, 1.0, b"HA", (1,)])
def test_set_refuses_other_types(bad: object) -> None:
    """What is neither card nor text is a TypeError, and in no set."""
    with pytest.raises(TypeError):
        CardSet([bad])  # type: ignore[list-item]
    assert bad not in CardSet(Card)


def test_set_masks_out_of_range() -> None:
    """A mask with a bit that is no card raises."""
    for mask in (-1, 1 << 68, 1 << 200):
        with pytest.raises(ValueError, match="card mask"):
            CardSet.from_mask(mask)
    assert len(CardSet.from_mask((1 << 68) - 1)) == 68
    with pytest.raises(TypeError):
        CardSet.from_mask("1")  # type: ignore[arg-type]


def test_set_suits_out_of_range() -> None:
    """Only four suits exist."""
    for suit in (-1, 4, 100):
        with pytest.raises(IndexError, match=f"suit {suit} is not in 0..3"):
            CardSet().of_suit(suit)


def test_set_is_only_equal_to_sets_of_cards() -> None:
    """No mixing with Python's own sets, in comparisons or algebra."""
    held = CardSet("HA")
    assert held != {Card.HA}
    assert held != frozenset([Card.HA])
    assert held != "HA"
    for operation in ("__or__", "__and__", "__sub__", "__xor__"):
        with pytest.raises(TypeError):
            _ = {
                "__or__": lambda: held | {Card.HA},  # type: ignore[operator]
                "__and__": lambda: held & {Card.HA},  # type: ignore[operator]
                "__sub__": lambda: held - {Card.HA},  # type: ignore[operator]
                "__xor__": lambda: held ^ {Card.HA},  # type: ignore[operator]
            }[operation]()
    with pytest.raises(TypeError):
        _ = held <= {Card.HA}  # type: ignore[operator]
    with pytest.raises(TypeError):
        held.isdisjoint(None)  # type: ignore[arg-type]


def test_set_is_immutable() -> None:
    """No attribute can be set, added or deleted; operators make new sets."""
    held = CardSet("HA HQ")
    for name in ("suits_word", "jokers_word", "mask", "anything"):
        with pytest.raises(AttributeError):
            setattr(held, name, 1)
    with pytest.raises(AttributeError):
        del held.mask
    first = held
    held |= CardSet("JK")
    assert first == CardSet("HA HQ")
    assert held == CardSet("HA HQ JK")


def test_bug_a_set_cannot_be_filled_again() -> None:
    """Calling ``__init__`` once more does not change a set that may be a key somewhere."""
    held = CardSet("HA")
    keys = {held: 1}
    with contextlib.suppress(TypeError):
        held.__init__("SK")  # type: ignore[misc]
    assert held == CardSet("HA")
    assert keys[CardSet("HA")] == 1


# --- Pack -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
def test_packs_of_the_rules(name: str) -> None:
    """Every pack of both games can be expressed; 63 cards and three jokers too (R-16, R-17)."""
    names = PACKS[name]
    pack = Pack(names)
    assert len(pack) == len(names)
    assert [card.name for card in pack] == names
    assert pack.cards == CardSet(names)
    for at, card in enumerate(pack):
        assert pack[at] is card
        assert pack.index(card) == at
        assert card in pack
    assert pack[-1] is pack[len(pack) - 1]
    assert pack[2:5] == tuple(Card[name] for name in names[2:5])
    assert sum(card in pack for card in Card) == len(names)


def test_pack_keeps_its_order() -> None:
    """The order is part of a pack: text, list and ints give the same one."""
    pack = Pack("JK SA, H2")
    assert list(pack) == [Card.JK, Card.SA, Card.H2]
    assert pack == Pack([Card.JK, Card.SA, Card.H2]) == Pack([64, 15, 48])
    assert pack != Pack("SA JK H2")
    assert pack != "JK SA H2"
    assert hash(pack) == hash(Pack("JK SA H2"))
    assert eval(repr(pack)) == pack


def test_pack_copies() -> None:
    """Copies and pickles are equal packs."""
    generator = random.Random(1)
    for size in (1, 24, 63):
        pack = Pack(generator.sample(ALL, size))
        twins = [copy.copy(pack), copy.deepcopy(pack)]
        twins += [pickle.loads(pickle.dumps(pack, protocol)) for protocol in range(2, 6)]
        for twin in twins:
            assert twin == pack
            assert hash(twin) == hash(pack)
            assert twin.index(pack[size - 1]) == size - 1


def test_pack_refusals() -> None:
    """A card twice, none, too many, and cards that are not there."""
    with pytest.raises(ValueError, match="SA stands twice in the pack"):
        Pack("SA HQ SA")
    with pytest.raises(ValueError, match="1 to 63 cards, not 0"):
        Pack([])
    with pytest.raises(ValueError, match="1 to 63 cards, not 64"):
        Pack(range(64))
    with pytest.raises(TextError, match="'X1'"):
        Pack("X1")
    with pytest.raises(IndexError, match="68"):
        Pack([68])
    pack = Pack("SA HQ")
    with pytest.raises(ValueError, match="HA is not in this pack of 2 cards"):
        pack.index(Card.HA)
    with pytest.raises(IndexError):
        pack[2]
    assert "nonsense" not in pack
    assert None not in pack


def test_pack_is_immutable() -> None:
    """No public attribute can be set."""
    pack = Pack("SA HQ")
    with pytest.raises(AttributeError):
        pack.cards = CardSet()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        pack.anything = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        pack[0] = Card.SK  # type: ignore[index]
