"""What is hidden from a seat: the cards it cannot see, the places they can lie in, and what is known of them.

Each game says so for its views (``View.hidden``). ``knowledge.py`` draws the conclusions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from operator import index
from typing import NamedTuple

from cardcore import CardOrder
from tricktake.cards import CardSet, Pack, Suit
from tricktake.view import PlayedCard

__all__ = ["Fact", "Hidden", "Place", "PlaceKind", "pack_order", "void_facts"]

_SUITS = {Suit.SPADES: "spades", Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts"}


class PlaceKind(Enum):
    """The kinds of places a hidden card can lie in.

    Examples
    --------
    >>> PlaceKind("kitty")
    <PlaceKind.KITTY: 'kitty'>
    """

    HAND = "hand"
    """A seat's hand."""
    KITTY = "kitty"
    """The kitty, as long as nobody has taken it."""
    PUT_AWAY = "put away"
    """What the contractor put away."""
    DEAD = "dead hand"
    """The dead hand of two players."""
    FACE_DOWN = "face down"
    """Face down in a pile on a seat's table."""
    GONE = "gone"
    """Out of play before a constructed deal began: played, put away, or never dealt."""


class Place(NamedTuple):
    """Where a card can lie.

    Examples
    --------
    >>> str(Place.hand(2)), str(Place(PlaceKind.FACE_DOWN, 0, 3)), str(Place(PlaceKind.KITTY))
    ('seat 2', 'face down in pile 3 of seat 0', 'the kitty')
    """

    kind: PlaceKind
    """What it is."""
    seat: int | None = None
    """Whose it is, where it belongs to a seat."""
    pile: int | None = None
    """Which pile of that seat's table, from 0."""

    @classmethod
    def hand(cls, seat: int) -> Place:
        """The hand of a seat.

        Parameters
        ----------
        seat : int

        Returns
        -------
        Place
        """
        return cls(PlaceKind.HAND, seat)

    def __str__(self) -> str:
        if self.kind is PlaceKind.HAND:
            return f"seat {self.seat}"
        if self.kind is PlaceKind.FACE_DOWN:
            return f"face down in pile {self.pile} of seat {self.seat}"
        return {
            PlaceKind.KITTY: "the kitty",
            PlaceKind.PUT_AWAY: "the cards put away",
            PlaceKind.DEAD: "the dead hand",
        }.get(self.kind, "out of play")


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known: some cards lie in none but some places.

    Examples
    --------
    >>> fact = Fact(CardSet("HA"), frozenset((Place.hand(1),)), "seat 1 called the ace of hearts", "X-1")
    >>> print(fact)
    seat 1 called the ace of hearts (X-1)
    """

    cards: CardSet
    """The cards it is about."""
    places: frozenset[Place]
    """The places each of them can lie in. Cards and places that are not hidden play no part."""
    sentence: str
    """What happened, in words: lower case, without a final stop."""
    clause: str | None = None
    """Id of the clause in the rules document that makes it certain; None if it does not rest on a rule."""

    @classmethod
    def held(cls, seat: int, cards: CardSet | str, sentence: str | None = None) -> Fact:
        """The fact that a seat holds some cards, for instance because they were seen.

        Parameters
        ----------
        seat : int
        cards : CardSet or str
        sentence : str, optional
            How that is known.

        Returns
        -------
        Fact

        Examples
        --------
        >>> print(Fact.held(2, "HA H5"))
        seat 2 holds HA H5
        """
        cards = CardSet(cards)
        return cls(cards, frozenset((Place.hand(seat),)), sentence or f"seat {seat} holds {cards}")

    def __str__(self) -> str:
        return self.sentence if self.clause is None else f"{self.sentence} ({self.clause})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """The cards a seat cannot see, and what the record and its own cards say of them.

    A world is a way to lay the cards into the places, as many as each takes, so that all facts hold.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> hidden = sp.Deal(dealer=2, seed=500).view(0).hidden()
    >>> len(hidden.cards), [str(place) for place in hidden.places], hidden.sizes
    (51, ['seat 0', 'seat 1', 'seat 2'], (17, 17, 17))
    """

    order: CardOrder
    """Numbers the cards for masks: the order of the contract in the play, the pack's before it."""
    cards: CardSet
    """The cards the seat cannot see."""
    places: tuple[Place, ...]
    """The places they lie in."""
    sizes: tuple[int, ...]
    """How many of them lie in each place."""
    facts: tuple[Fact, ...]
    """What is known of them."""
    cases: tuple[tuple[Fact, ...], ...] = ((),)
    """Further facts of which one group or another holds; never two groups at once."""

    def place(self, where: Place | int) -> int:
        """Index of a place; a seat stands for its hand.

        Parameters
        ----------
        where : Place or int

        Returns
        -------
        int
            Index into :attr:`places`.

        Raises
        ------
        KeyError
            If the place holds no hidden card.
        """
        wanted = where if isinstance(where, Place) else Place.hand(index(where))
        if wanted not in self.places:
            raise KeyError(f"{wanted} is no hidden place; there are: {', '.join(map(str, self.places))}")
        return self.places.index(wanted)

    def all_but(self, *excluded: Place) -> frozenset[Place]:
        """All places but some; what a card that is proven not to lie there is left with.

        Parameters
        ----------
        *excluded : Place

        Returns
        -------
        frozenset of Place
        """
        return frozenset(self.places).difference(excluded)


@cache
def pack_order(pack: Pack) -> CardOrder:
    """A pack as an order: position *k* is card *k* of the pack.

    Parameters
    ----------
    pack : Pack

    Returns
    -------
    CardOrder
        Shared and cached; one suit, no trumps.

    Examples
    --------
    >>> from tricktake.spades import PACKS
    >>> len(pack_order(PACKS["51"])), pack_order(PACKS["51"]).card(0) == next(iter(PACKS["51"]))
    (51, True)
    """
    return CardOrder([tuple(pack)])


def void_facts(
    hidden: Hidden, voids: Sequence[frozenset[Suit]], tricks: Iterable[tuple[PlayedCard, ...]], clause: str
) -> list[Fact]:
    """What the voids shown say of the hidden cards.

    Parameters
    ----------
    hidden : Hidden
        The places, without facts yet.
    voids : sequence of frozenset of Suit
        For each seat the suits, as they count in the contract, it holds none of.
    tricks : iterable of tuple of PlayedCard
        The tricks played, for the sentences.
    clause : str
        The clause about following suit.

    Returns
    -------
    list of Fact
        One for each seat and suit of which there are hidden cards.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> hidden = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0).hidden()
    >>> voids = (frozenset(), frozenset({Suit.HEARTS}), frozenset())
    >>> [str(fact) for fact in void_facts(hidden, voids, (), "CS-PLAY-2")]
    ['seat 1 is void in hearts (CS-PLAY-2)']
    """
    found = []
    order, tricks = hidden.order, tuple(tricks)
    for seat, suits in enumerate(voids):
        if Place.hand(seat) not in hidden.places:
            continue
        for suit in sorted(suits):
            cards = CardSet(order.suits[suit]) & hidden.cards
            if cards:
                sentence = f"seat {seat} is void in {_SUITS[suit]}{_how(order, seat, suit, tricks)}"
                found.append(Fact(cards, hidden.all_but(Place.hand(seat)), sentence, clause))
    return found


def _how(order: CardOrder, seat: int, suit: Suit, tricks: tuple[tuple[PlayedCard, ...], ...]) -> str:
    """How a seat showed a void; empty if it did so before the first trick that is known."""
    found = ""
    for trick in filter(None, tricks):
        lead = trick[0]
        led = lead.named if lead.named is not None else order.suit_of(lead.card)
        for played in trick[1:]:
            by_hand = played.seat == seat and not played.from_table
            if by_hand and led == suit and order.suit_of(played.card) != suit:
                how = f": it played {played.card} on {lead.card}"
                if played.card != order.free_joker:
                    return how
                found = found or how  # a joker may have been played by choice; other cards prove it
    return found
