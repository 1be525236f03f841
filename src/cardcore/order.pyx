"""CardOrder: which suit each card counts as in a contract, and its place in that suit.

Bowers, jokers and extra ranks become one table here, and the play engine knows none of them. Python hands
over the suits that can be followed, each with its cards from low to high; with hearts as trumps the list of
hearts simply ends ``..., HK, HA, DJ, HJ, JK``.
"""

from operator import index as whole

from libc.string cimport memset

cimport cython

from cardcore.bits cimport bit, lowest
from cardcore.cards cimport CardSet, as_long, card_id, make_cardset
from cardcore.types cimport CARD_IDS, FREE_SUIT, MAX_POSITIONS, MAX_SUITS, NO_POSITION, cardset_t

from cardcore.cards import Card
from cardcore.errors import SetupError

__all__ = ["CardOrder"]

cdef tuple _CARDS = tuple(Card)
cdef CardSet _NO_CARDS = CardSet()


cdef class CardOrder:
    """The cards of a pack as they rank in one contract.

    Parameters
    ----------
    suits : sequence of sequences of Card, int or str
        For each suit that can be followed (at most 7), its cards from low to high. A suit may be empty.
        Texts such as ``"H4 H5 HK"`` are accepted for a suit.
    trump : int or None, keyword only
        Index of the suit that beats the others, if any.
    free_joker : Card, int, str or None, keyword only
        A card that belongs to no suit and beats everything: the suitless joker of a contract without
        trumps. When it may be played is the business of the play engine's joker policy.

    Raises
    ------
    SetupError
        If a card stands twice, there are no cards or more than 63, or trump and free joker are both given.
    IndexError
        If ``trump`` is no suit.

    Notes
    -----
    A *position* is a card's index in the order: suits one after the other, the trump suit last, the free
    joker on top. Position masks are integers with bit *k* for position *k*.

    Examples
    --------
    >>> order = CardOrder(["S9 SA", "C9 CA", "D9 DA", "H9 HA DJ HJ JK"], trump=3)
    >>> order.suit_of("DJ"), order.position("JK")
    (3, 10)
    >>> order.winner(["HA", "C9", "DJ", "SA"])
    2
    """

    def __cinit__(self):
        # An order that __init__ has never seen, or has refused, is empty: no card has a position in it.
        self.suits = ()
        self.cards = _NO_CARDS             # which stays when __init__ puts another in its place under a reader
        memset(self.o.position_of, NO_POSITION, sizeof(self.o.position_of))

    def __init__(self, suits, *, trump=None, free_joker=None):
        cdef int index, value, at = 0
        cdef order_t o
        cdef cardset_t words[2]
        cdef CardSet known
        lists = [suit.replace(",", " ").split() if isinstance(suit, str) else suit for suit in suits]
        suits = tuple([tuple([_CARDS[card_id(card)] for card in suit]) for suit in lists])
        if not 1 <= len(suits) <= MAX_SUITS:
            raise SetupError(f"an order has 1 to {MAX_SUITS} suits, not {len(suits)}")
        if trump is not None:
            asked = trump
            trump = as_long(trump)
            if not 0 <= trump < len(suits):
                raise IndexError(f"trump {asked} is not in 0..{len(suits) - 1}")
        if trump is not None and free_joker is not None:
            raise SetupError("an order with a trump suit cannot have a free joker")
        total = sum([len(suit) for suit in suits]) + (free_joker is not None)
        if not 1 <= total <= MAX_POSITIONS:
            raise SetupError(f"an order has 1 to {MAX_POSITIONS} cards, not {total}")
        free_joker = None if free_joker is None else _CARDS[card_id(free_joker)]
        memset(&o, 0, sizeof(o))
        memset(o.position_of, NO_POSITION, sizeof(o.position_of))
        o.n = total
        o.n_suits = len(suits)
        o.trump_suit = FREE_SUIT if trump is None else trump
        indices = [index for index in range(len(suits)) if index != trump]
        if trump is not None:
            indices.append(trump)
        blocks = [(index, suits[index]) for index in indices]
        if free_joker is not None:
            blocks.append((FREE_SUIT, (free_joker,)))
        words[0] = words[1] = 0
        for index, cards in blocks:
            for card in cards:
                value = card
                if o.position_of[value] != NO_POSITION:
                    raise SetupError(f"{card} stands twice in the order")
                o.position_of[value] = at
                o.card_at[at] = value
                o.suit_of[at] = index
                o.block[index] |= bit(at)
                o.all |= bit(at)
                words[value >> 6] |= bit(value & 63)
                at += 1
        o.free = o.block[FREE_SUIT]
        o.trump = o.free if trump is None else o.block[<int>trump]
        known = make_cardset(words[0], words[1])
        with cython.critical_section(self):
            if self.o.n:               # asked last: reading the arguments may run anything, and threads may race
                raise TypeError("a CardOrder does not change")
            self.o = o
            self.suits = suits
            self.trump = trump
            self.free_joker = free_joker
            self.cards = known

    cdef int copy_to(self, order_t* to) except -1:
        """Copy the table; TypeError if the order was never built."""
        with cython.critical_section(self):
            to[0] = self.o
        if to.n == 0:
            raise TypeError("this CardOrder was never built")
        return 0

    cdef cardset_t mask_of(self, object cards) except? 0xFFFFFFFFFFFFFFFF:
        """Positions of some cards; raises SetupError for a card that is not in the order."""
        cdef cardset_t mask = 0
        cdef CardSet known = cards if isinstance(cards, CardSet) else CardSet(cards)
        cdef cardset_t words[2]
        cdef int which, value
        words[0] = known.suits_word
        words[1] = known.jokers_word
        for which in range(2):
            while words[which]:
                value = 64 * which + lowest(words[which])
                words[which] &= words[which] - 1
                if value >= CARD_IDS or self.o.position_of[value] == NO_POSITION:
                    raise SetupError(f"{_CARDS[value]} is not in this order of {self.o.n} cards")
                mask |= bit(self.o.position_of[value])
        return mask

    cdef CardSet cards_of(self, cardset_t mask):
        """Cards at some positions; trusts its caller."""
        cdef cardset_t suits_word = 0, jokers_word = 0
        cdef int value
        while mask:
            value = self.o.card_at[lowest(mask)]
            mask &= mask - 1
            if value >= 64:
                jokers_word |= bit(value - 64)
            else:
                suits_word |= bit(value)
        return make_cardset(suits_word, jokers_word)

    def position(self, card):
        """Position of a card.

        Parameters
        ----------
        card : Card, int or str

        Returns
        -------
        int
            0 .. len - 1.

        Raises
        ------
        SetupError
            If the card is not in the order.
        """
        cdef int value = card_id(card)
        if self.o.position_of[value] == NO_POSITION:
            raise SetupError(f"{_CARDS[value]} is not in this order of {self.o.n} cards")
        return self.o.position_of[value]

    def card(self, position):
        """The card at a position.

        Raises
        ------
        IndexError
            If ``position`` is not in 0 .. len - 1.
        """
        cdef long at = as_long(position)
        if not 0 <= at < self.o.n:
            raise IndexError(f"position {position} is not in 0..{self.o.n - 1}")
        return _CARDS[self.o.card_at[at]]

    def suit_of(self, card):
        """Index of the suit a card counts as, or None for the free joker.

        Raises
        ------
        SetupError
            If the card is not in the order.
        """
        cdef int suit = self.o.suit_of[<int>self.position(card)]
        return None if suit == FREE_SUIT else suit

    def block_mask(self, suit):
        """Positions of a suit.

        Raises
        ------
        IndexError
            If ``suit`` is no suit of the order.
        """
        cdef long which = as_long(suit)
        if not 0 <= which < self.o.n_suits:
            raise IndexError(f"suit {suit} is not in 0..{self.o.n_suits - 1}")
        return self.o.block[which]

    def to_mask(self, cards):
        """Positions of some cards as an integer.

        Parameters
        ----------
        cards : CardSet, str or iterable of Card, int or str

        Raises
        ------
        SetupError
            If a card is not in the order.

        Examples
        --------
        >>> order = CardOrder(["S2 S3", "H2 H3"])
        >>> bin(order.to_mask("S3 H2"))
        '0b110'
        """
        return self.mask_of(cards)

    def to_cards(self, mask):
        """The cards at some positions.

        Parameters
        ----------
        mask : int
            Bit *k* = position *k*.

        Returns
        -------
        CardSet

        Raises
        ------
        ValueError
            If a bit is set that is no position.
        """
        mask = whole(mask)
        if mask < 0 or mask & ~int(self.o.all):
            raise ValueError(f"position mask {mask:#x} has bits beyond the {self.o.n} cards of this order")
        return self.cards_of(mask)

    def winner(self, trick):
        """Which card of a trick wins.

        Parameters
        ----------
        trick : sequence of Card, int or str
            At least one card, in playing order. A free joker led here names no suit.

        Returns
        -------
        int
            Index into ``trick``.

        Raises
        ------
        ValueError
            If the trick is empty.
        """
        cdef list positions = [self.position(card) for card in trick]
        cdef cardset_t able
        cdef int at, best = 0
        if not positions:
            raise ValueError("a trick has at least one card")
        able = self.o.block[self.o.suit_of[<int>positions[0]]] | self.o.trump
        for at in range(1, len(positions)):
            if able & bit(<int>positions[at]) and positions[at] > positions[best]:
                best = at
        return best

    def __len__(self):
        return self.o.n

    def __contains__(self, card):
        return card in self.cards

    def __eq__(self, other):
        if not isinstance(other, CardOrder):
            return NotImplemented
        return self is other or (
            self.suits == other.suits and self.trump == other.trump and self.free_joker == other.free_joker
        )

    def __hash__(self):
        return hash((self.suits, self.trump, self.free_joker))

    def __repr__(self):
        suits = ", ".join([repr(" ".join([card.name for card in suit])) for suit in self.suits])
        joker = None if self.free_joker is None else self.free_joker.name
        return f"CardOrder([{suits}], trump={self.trump}, free_joker={joker!r})"

    def __reduce__(self):
        return _restore, (self.suits, self.trump, self.free_joker)


def _restore(suits, trump, free_joker):
    """Rebuild a pickled order."""
    return CardOrder(suits, trump=trump, free_joker=free_joker)
