"""The two orders in which PTN texts write a card, and which of them a text is written in.

Records of games write the suit first (``S5``, ``HT``), and the joker is a fifth suit ``J``: ``JH`` is the
high joker and ``HJ`` the jack of hearts. Unit tests write the rank first (``5S``, ``TH``), where ``HJ`` is
the high joker and ``JH`` the jack of hearts. Both strings are cards in both orders, so a text is read in the
order that all its other cards are in, and a reader that cannot tell asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType

from tricktake.cards import Card
from tricktake.errors import RecordError

__all__ = ["Dialect", "read_card", "split_cards", "spoken_by", "write_card"]

SUITS = "SHDC"
"""The suits of a dotted hand, in order; the jokers are the fifth."""
_RANK = "(?:1[0-3]|[2-9TJQKA])"
_RANKS = re.compile(_RANK)
_SIGNS = str.maketrans("♠♥♦♣", "SHDC")


class Dialect(Enum):
    """In which order a text writes a card.

    Examples
    --------
    >>> Dialect("record").other
    <Dialect.TEST: 'test'>
    >>> Dialect.RECORD.hint
    'suit first, the high joker JH'
    """

    RECORD = "record"
    """Suit first, as in records of games: ``S5``, ``HJ`` the jack of hearts, ``JH`` the high joker."""
    TEST = "test"
    """Rank first, as in unit tests: ``5S``, ``JH`` the jack of hearts, ``HJ`` the high joker."""

    @property
    def other(self) -> Dialect:
        """The other dialect."""
        return Dialect.TEST if self is Dialect.RECORD else Dialect.RECORD

    @property
    def hint(self) -> str:
        """The order in words."""
        return _HINTS[self]


_HINTS = {
    Dialect.RECORD: "suit first, the high joker JH",
    Dialect.TEST: "rank first, the high joker HJ",
}
_TOKENS: Mapping[Dialect, re.Pattern[str]] = MappingProxyType(
    {
        Dialect.RECORD: re.compile(rf"[SHDC]{_RANK}|J[HL]"),
        Dialect.TEST: re.compile(rf"{_RANK}[SHDC]|[HL]J"),
    }
)


def split_cards(text: str, dialect: Dialect) -> list[str] | None:
    """Split cards that stand without anything between them.

    Parameters
    ----------
    text : str
        Such as ``S5HQC8``; suit signs and small letters do too.
    dialect : Dialect

    Returns
    -------
    list of str or None
        Each card as it is spelled, in capitals; None if they are no cards in this order.

    Examples
    --------
    >>> split_cards("s5♥QC10", Dialect.RECORD), split_cards("S5HQ", Dialect.TEST)
    (['S5', 'HQ', 'C10'], None)
    """
    # case is changed for ASCII only: 'ß'.upper() is two letters
    folded = text.translate(_SIGNS)
    folded = folded.upper() if folded.isascii() else folded
    found, at, token = [], 0, _TOKENS[dialect]
    while at < len(folded):
        card = token.match(folded, at)
        if card is None:
            return None
        found.append(card.group())
        at = card.end()
    return found


def read_card(text: str, dialect: Dialect, *, spades: bool = False) -> Card:
    """Read one card.

    Parameters
    ----------
    text : str
    dialect : Dialect
    spades : bool, default False, keyword only
        Whether the jokers are those of spades, two of them; Five Hundred has one, the high one.

    Returns
    -------
    Card

    Raises
    ------
    RecordError
        If it is no card in this order.

    Examples
    --------
    >>> read_card("JH", Dialect.RECORD), read_card("JH", Dialect.TEST)
    (Card.JK, Card.HJ)
    >>> try:
    ...     read_card("10H", Dialect.RECORD)
    ... except ValueError as error:
    ...     print(error)
    '10H' is no card written suit first, the high joker JH
    """
    cards = split_cards(text, dialect)
    if cards is None or len(cards) != 1:
        raise RecordError(f"{text[:20]!r} is no card written {dialect.hint}", text)
    return card_of(cards[0], dialect, spades=spades)


def card_of(token: str, dialect: Dialect, *, spades: bool) -> Card:
    """The card of one piece of :func:`split_cards`; RecordError for a joker the game does not have."""
    rank, suit = (token[1:], token[0]) if dialect is Dialect.RECORD else (token[:-1], token[-1])
    if suit == "J":
        return joker_of(rank, spades=spades)
    return plain_card(suit, rank)


def joker_of(letter: str, *, spades: bool) -> Card:
    """The joker of a letter, ``H`` or ``L``."""
    if spades:
        return Card.JK1 if letter == "H" else Card.JK2
    if letter == "L":
        raise RecordError("Five Hundred with two jokers is not known here; there is a low joker", letter)
    return Card.JK


def plain_card(suit: str, rank: str) -> Card:
    """The card of a letter and a rank, ``T`` or ``10`` for the ten."""
    return Card[suit + ("10" if rank == "T" else rank)]


def write_rank(card: Card) -> str:
    """The rank of a card that is no joker, ``T`` for the ten."""
    rank = card.name[1:]
    return "T" if rank == "10" else rank


def write_joker(card: Card) -> str:
    """The letter of a joker; RecordError for the third one of spades."""
    if card is Card.JK3:
        raise RecordError("PTN has two jokers, not three; there is JK3", card.name)
    return "L" if card is Card.JK2 else "H"


def write_card(card: Card, dialect: Dialect) -> str:
    """Write a card.

    Parameters
    ----------
    card : Card
    dialect : Dialect

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If it is the third joker.

    Examples
    --------
    >>> write_card(Card.HJ, Dialect.RECORD), write_card(Card.JK, Dialect.TEST)
    ('HJ', 'HJ')
    """
    if card >= Card.JK:
        suit, rank = "J", write_joker(card)
    else:
        suit, rank = card.name[0], write_rank(card)
    return suit + rank if dialect is Dialect.RECORD else rank + suit


def is_dotted(hand: str) -> bool:
    """Whether a hand is written suit by suit with dots between; else its cards stand one after the other."""
    return "." in hand or not _RANKS.sub("", hand.upper() if hand.isascii() else hand)


def read_dotted(hand: str, *, spades: bool) -> list[Card] | None:
    """The cards of a dotted hand; None if it is none, RecordError for a joker the game does not have."""
    if not hand.isascii():
        return None
    suits = hand.upper().split(".")
    if len(suits) > len(SUITS) + 1:
        return None
    cards: list[Card] = []
    for suit, ranks in zip(SUITS, suits, strict=False):
        if _RANKS.sub("", ranks):
            return None
        cards += [plain_card(suit, rank) for rank in _RANKS.findall(ranks)]
    jokers = suits[len(SUITS)] if len(suits) > len(SUITS) else ""
    if jokers.strip("HL"):
        return None
    return cards + [joker_of(letter, spades=spades) for letter in jokers]


def spoken_by(cards: Iterable[str]) -> tuple[frozenset[Dialect], int]:
    """Which dialects some cards can be read in.

    Parameters
    ----------
    cards : iterable of str
        Each one card, or several without anything between.

    Returns
    -------
    dialects : frozenset of Dialect
        Those in which all of them are cards.
    number : int
        How many were looked at before there was none left: the index of the first that does not fit.

    Examples
    --------
    >>> spoken_by(["HJ", "JH", "5S"]) == (frozenset({Dialect.TEST}), 3)
    True
    >>> spoken_by(["S5", "5S"])
    (frozenset(), 1)
    """
    left, number = frozenset(Dialect), 0
    for number, text in enumerate(cards):
        fits = frozenset({dialect for dialect in left if split_cards(text, dialect) is not None})
        if not fits:
            return fits, number
        left = fits
    else:
        number += 1
    return left, number
