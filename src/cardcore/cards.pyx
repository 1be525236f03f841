"""Card identities, sets of cards and packs.

A card is a small integer: ``suit * 16 + rank`` for four suits of sixteen ranks (2-10, 11, 12, 13, J, Q, K,
A), then the jokers ``JK`` (Five Hundred) and ``JK1 JK2 JK3`` (spades). The numbers are public and stable.
Identities name cards at the edge; play works on positions in a :class:`~cardcore.order.CardOrder`.
"""

import threading
from enum import IntEnum
from operator import index

cimport cython

from cardcore.bits cimport lowest, popcount
from cardcore.types cimport CARD_IDS, cardset_t

from cardcore.errors import TextError

__all__ = ["Card", "CardSet", "Pack", "Rank", "Suit", "parse_card", "show_with"]


class Suit(IntEnum):
    """The four suits, in the order Five Hundred bids them."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3

    @property
    def letter(self):
        """One capital letter: ``S C D H``."""
        return "SCDH"[self]

    @property
    def symbol(self):
        """The suit sign, for terminals that can show it."""
        return "♠♣♦♥"[self]

    @property
    def is_red(self):
        """Diamonds and hearts are red."""
        return self >= 2

    @property
    def colour_mate(self):
        """The other suit of the same colour."""
        return Suit(self ^ 1)


Rank = IntEnum(
    "Rank",
    [(name, index) for index, name in enumerate(
        "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN JACK QUEEN KING ACE".split()
    )],
    module="cardcore.cards",
)
Rank.__doc__ = """The sixteen ranks, low to high; 11, 12 and 13 occur only in the six-handed pack."""

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
_JOKERS = ("JK", "JK1", "JK2", "JK3")


class _CardBase(IntEnum):
    """What every card can say of itself."""

    @property
    def is_joker(self):
        """Jokers have no printed suit and no rank."""
        return self >= 64

    @property
    def suit(self):
        """The printed suit, or None for a joker."""
        return None if self >= 64 else Suit(self >> 4)

    @property
    def rank(self):
        """The printed rank, or None for a joker."""
        return None if self >= 64 else Rank(self & 15)

    @property
    def symbol(self):
        """The card with its suit sign, for terminals that can show it: ``♥Q``."""
        return self.name if self >= 64 else Suit(self >> 4).symbol + self.name[1:]

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"Card.{self.name}"

    def __format__(self, spec):
        return format(self.name, spec)


Card = _CardBase(
    "Card",
    [("SCDH"[suit] + rank, suit * 16 + index) for suit in range(4) for index, rank in enumerate(_RANKS)]
    + [(name, 64 + index) for index, name in enumerate(_JOKERS)],
    module="cardcore.cards",
)
Card.__doc__ = """A card. Names are written suit first: ``HQ``, ``S10``, ``H13``, ``JK``; values are the identities.

Examples
--------
>>> Card.HQ.suit, Card.HQ.rank, Card.JK.suit
(<Suit.HEARTS: 3>, <Rank.QUEEN: 13>, None)
>>> str(Card.S10), int(Card.S10)
('S10', 8)
"""

_drawn_by = {}  # how a notebook shows "card" and "cards"; the core itself cannot draw


def show_with(*, card, cards):
    """Say how a notebook shows a card and a set of cards.

    Parameters
    ----------
    card, cards : callable
        Take a ``Card`` and a ``CardSet`` and return SVG.

    Examples
    --------
    >>> from cardcore import cards
    >>> before = dict(cards._drawn_by)
    >>> cards.show_with(card=lambda card: f"<svg>{card.name}</svg>", cards=lambda cards: "<svg/>")
    >>> cards.Card.HQ._repr_svg_(), cards.CardSet("HQ")._repr_svg_()
    ('<svg>HQ</svg>', '<svg/>')
    >>> cards._drawn_by.clear()
    >>> cards._drawn_by.update(before)
    """
    _drawn_by.update(card=card, cards=cards)


def _card_svg(self):
    draw = _drawn_by.get("card")
    return None if draw is None else draw(self)


Card._repr_svg_ = _card_svg  # from outside: an enumeration keeps such names to itself

cdef tuple _CARDS = tuple(Card)
cdef dict _BY_TEXT = {}


def _fill_texts():
    signs = ("♠♤", "♣♧", "♦♢", "♥♡")
    for card in _CARDS:
        if card.is_joker:
            _BY_TEXT[card.name] = card
            continue
        rank = card.name[1:]
        for suit in card.name[0] + signs[card >> 4]:
            for spelling in (rank, "T") if rank == "10" else (rank,):
                _BY_TEXT[suit + spelling] = card
                _BY_TEXT[spelling + suit] = card
    _BY_TEXT["JOKER"] = Card.JK


_fill_texts()


def parse_card(text):
    """Read a card.

    Parameters
    ----------
    text : str
        Suit first (``HQ``, the canonical form) or rank first (``QH``, ``10S``, ``TS``), in any case, with
        a letter or a suit sign. Jokers are ``JK`` and ``JK1`` to ``JK3``; a lone ``J`` is refused.

    Returns
    -------
    Card

    Raises
    ------
    TextError
        If the text names no card.

    Examples
    --------
    >>> parse_card("HQ"), parse_card("10s"), parse_card("q♥"), parse_card("jh"), parse_card("HJ")
    (Card.HQ, Card.S10, Card.HQ, Card.HJ, Card.HJ)
    """
    if not isinstance(text, str):
        raise TypeError(f"a card text must be a str, not {type(text).__name__}")
    card = _BY_TEXT.get(text)
    if card is None:
        card = _BY_TEXT.get(text.strip().replace("\ufe0e", "").replace("\ufe0f", "").upper())
        if card is None:
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise TextError(f"cannot read {shown!r} as a card", text)
    return card


cdef int card_id(object card) except -1:
    """Identity of a Card, an int or a text; raises IndexError, TextError or TypeError."""
    cdef long value
    if isinstance(card, str):
        card = parse_card(card)
    elif not isinstance(card, int):
        raise TypeError(f"a card must be a Card, an int or a str, not {type(card).__name__}")
    value = as_long(card)
    if not 0 <= value < CARD_IDS:
        raise IndexError(f"card id {card} is not in 0..{CARD_IDS - 1}")
    return value


cdef CardSet make_cardset(cardset_t suits_word, cardset_t jokers_word):
    """A CardSet from its two words; trusts its caller."""
    cdef CardSet made = CardSet.__new__(CardSet)
    made.suits_word = suits_word
    made.jokers_word = jokers_word
    made.is_made = True
    return made


cdef class CardSet:
    """An immutable set of cards.

    Parameters
    ----------
    cards : str or iterable of Card, int or str, optional
        A text such as ``"HA HQ JK"`` (blanks or commas between), or any iterable of cards.

    Raises
    ------
    TextError
        If a text names no card, or a card twice.

    Notes
    -----
    Iteration and ``repr`` go as a player sorts a hand: joker, then spades, clubs, diamonds, hearts, each
    from high to low. ``mask`` is the integer twin: bit *k* is card id *k*, 68 bits wide.

    Examples
    --------
    >>> hand = CardSet("H10 HA SQ")
    >>> hand
    CardSet('SQ HA H10')
    >>> Card.HA in hand, len(hand), hand - CardSet("SQ")
    (True, 3, CardSet('HA H10'))
    """

    def __init__(self, cards=()):
        cdef int value
        cdef cardset_t one, suits_word = 0, jokers_word = 0
        cdef bint text = isinstance(cards, str)
        if self.is_made:
            raise TypeError("a CardSet does not change")
        if isinstance(cards, CardSet):
            suits_word = (<CardSet>cards).suits_word
            jokers_word = (<CardSet>cards).jokers_word
            cards = ()
        for card in cards.replace(",", " ").split() if text else cards:
            value = card_id(card)
            one = (<cardset_t>1) << (value & 63)
            if text and (jokers_word if value >= 64 else suits_word) & one:
                raise TextError(f"{_CARDS[value]} stands twice in {cards!r}", cards)
            if value >= 64:
                jokers_word |= one
            else:
                suits_word |= one
        with cython.critical_section(self):
            if self.is_made:           # reading the cards may run anything, and threads may race
                raise TypeError("a CardSet does not change")
            self.is_made = True
            self.suits_word = suits_word
            self.jokers_word = jokers_word

    @staticmethod
    def from_mask(mask):
        """Build a set from an integer, bit *k* = card id *k*.

        Parameters
        ----------
        mask : int
            0 <= mask < 2**68.

        Raises
        ------
        ValueError
            If a bit is set that names no card.

        Examples
        --------
        >>> CardSet.from_mask(1 << Card.HQ)
        CardSet('HQ')
        """
        mask = index(mask)
        if mask < 0 or mask >> CARD_IDS:
            raise ValueError(f"card mask {mask:#x} is not in 0..2**{CARD_IDS}-1")
        return make_cardset(mask & 0xFFFFFFFFFFFFFFFF, mask >> 64)

    @property
    def mask(self):
        """The set as an integer, bit *k* = card id *k*."""
        return int(self.suits_word) | (int(self.jokers_word) << 64)

    def _repr_svg_(self):
        draw = _drawn_by.get("cards")
        return None if draw is None else draw(self)

    def __len__(self):
        return popcount(self.suits_word) + popcount(self.jokers_word)

    def __bool__(self):
        return (self.suits_word | self.jokers_word) != 0

    def __contains__(self, card):
        cdef int value
        try:
            value = card_id(card)
        except (IndexError, TextError, TypeError):
            return False
        if value >= 64:
            return (self.jokers_word >> (value - 64)) & 1 != 0
        return (self.suits_word >> value) & 1 != 0

    def __iter__(self):
        cdef list found = []
        cdef cardset_t word = self.jokers_word
        cdef int suit, k
        while word:
            k = lowest(word)
            word &= word - 1
            found.append(_CARDS[64 + k])
        for suit in range(4):
            for k in range(15, -1, -1):
                if (self.suits_word >> (16 * suit + k)) & 1:
                    found.append(_CARDS[16 * suit + k])
        return iter(found)

    def ascending(self):
        """The cards in ascending order of identity: suit by suit from low to high, jokers last.

        Returns
        -------
        tuple of Card

        Examples
        --------
        >>> CardSet("JK D6 D5").ascending()
        (Card.D5, Card.D6, Card.JK)
        """
        cdef list found = []
        cdef cardset_t word = self.suits_word
        while word:
            found.append(_CARDS[lowest(word)])
            word &= word - 1
        word = self.jokers_word
        while word:
            found.append(_CARDS[64 + lowest(word)])
            word &= word - 1
        return tuple(found)

    def of_suit(self, suit):
        """The cards with this printed suit.

        Parameters
        ----------
        suit : Suit or int

        Returns
        -------
        CardSet

        Examples
        --------
        >>> CardSet("HA SQ JK").of_suit(Suit.HEARTS)
        CardSet('HA')
        """
        cdef long which = as_long(suit)
        if not 0 <= which < 4:
            raise IndexError(f"suit {suit} is not in 0..3")
        return make_cardset(self.suits_word & ((<cardset_t>0xFFFF) << 16 * which), 0)

    def __or__(self, other):
        if not isinstance(self, CardSet) or not isinstance(other, CardSet):
            return NotImplemented
        return make_cardset((<CardSet>self).suits_word | (<CardSet>other).suits_word,
                            (<CardSet>self).jokers_word | (<CardSet>other).jokers_word)

    def __and__(self, other):
        if not isinstance(self, CardSet) or not isinstance(other, CardSet):
            return NotImplemented
        return make_cardset((<CardSet>self).suits_word & (<CardSet>other).suits_word,
                            (<CardSet>self).jokers_word & (<CardSet>other).jokers_word)

    def __sub__(self, other):
        if not isinstance(self, CardSet) or not isinstance(other, CardSet):
            return NotImplemented
        return make_cardset((<CardSet>self).suits_word & ~(<CardSet>other).suits_word,
                            (<CardSet>self).jokers_word & ~(<CardSet>other).jokers_word)

    def __xor__(self, other):
        if not isinstance(self, CardSet) or not isinstance(other, CardSet):
            return NotImplemented
        return make_cardset((<CardSet>self).suits_word ^ (<CardSet>other).suits_word,
                            (<CardSet>self).jokers_word ^ (<CardSet>other).jokers_word)

    def isdisjoint(self, CardSet other not None):
        """Whether the two sets share no card."""
        return not ((self.suits_word & other.suits_word) | (self.jokers_word & other.jokers_word))

    def __eq__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return (self.suits_word == (<CardSet>other).suits_word
                and self.jokers_word == (<CardSet>other).jokers_word)

    def __le__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return not ((self.suits_word & ~(<CardSet>other).suits_word)
                    | (self.jokers_word & ~(<CardSet>other).jokers_word))

    def __lt__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return self <= other and not self == other

    def __ge__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return other <= self

    def __gt__(self, other):
        if not isinstance(other, CardSet):
            return NotImplemented
        return other <= self and not self == other

    def __hash__(self):
        return hash((self.suits_word, self.jokers_word))

    def __str__(self):
        return " ".join([card.name for card in self])

    def __repr__(self):
        return f"CardSet('{self}')"

    def __reduce__(self):
        return CardSet.from_mask, (self.mask,)


# A critical section would not do: looking at a slot of a plain class lets go of it.
_PACKS = threading.Lock()


class Pack:
    """The cards a game uses, in a fixed order, each card once.

    Parameters
    ----------
    cards : iterable of Card, int or str, or str
        At most 63 cards; the place of a card in this order is its *pack index*.

    Raises
    ------
    ValueError
        If a card occurs twice, or there are none or more than 63.

    Examples
    --------
    >>> pack = Pack("SA SK JK")
    >>> len(pack), pack[2], pack.index(Card.SK), Card.HA in pack
    (3, Card.JK, 1, False)
    """

    __slots__ = ("_cards", "_index", "_set")

    def __new__(cls, *args, **kwargs):
        # Even a pack that __init__ has never seen can be asked anything: it is empty.
        made = object.__new__(cls)
        made._cards, made._index, made._set = (), {}, CardSet()
        return made

    def __init__(self, cards):
        if isinstance(cards, str):
            cards = cards.replace(",", " ").split()
        given = tuple([_CARDS[card_id(card)] for card in cards])
        at_of = {card: at for at, card in enumerate(given)}
        if len(at_of) != len(given):
            twice = next(card for at, card in enumerate(given) if at_of[card] != at)
            raise ValueError(f"{twice} stands twice in the pack")
        if not 1 <= len(given) <= 63:
            raise ValueError(f"a pack has 1 to 63 cards, not {len(given)}")
        known = CardSet(given)
        with _PACKS:
            if self._cards:            # asked last: reading the cards may run anything, and threads may race
                raise TypeError("a Pack does not change")
            self._cards, self._index, self._set = given, at_of, known

    @property
    def cards(self):
        """The cards as a CardSet."""
        return self._set

    def index(self, card):
        """Pack index of a card.

        Raises
        ------
        ValueError
            If the card is not in the pack.
        """
        card = _CARDS[card_id(card)]
        if card not in self._index:
            raise ValueError(f"{card} is not in this pack of {len(self._cards)} cards")
        return self._index[card]

    def __len__(self):
        return len(self._cards)

    def __getitem__(self, at):
        return self._cards[at]

    def __iter__(self):
        return iter(self._cards)

    def __contains__(self, card):
        return card in self._set

    def __eq__(self, other):
        if not isinstance(other, Pack):
            return NotImplemented
        return self._cards == other._cards

    def __hash__(self):
        return hash(self._cards)

    def __repr__(self):
        return f"Pack('{' '.join([card.name for card in self._cards])}')"

    def __reduce__(self):
        return Pack, (self._cards,)
