"""Cards, sets of cards, packs and strains: the vocabulary every game shares.

The card types live in the compiled core and are handed on here. A *strain* is what a contract is played in:
one of the four suits, or no trump. Suits and strains have the same numbers, in the order Five Hundred bids
them (FH-BID-3).
"""

from enum import IntEnum
from functools import partial

from cardcore import Card, CardSet, Pack, Rank, Suit, parse_card
from cardcore.cards import show_with
from tricktake._notebook import picture

__all__ = ["Card", "CardSet", "Pack", "Rank", "Strain", "Suit", "parse_card"]

show_with(card=partial(picture, "card"), cards=partial(picture, "hand"))


class Strain(IntEnum):
    """What a contract is played in: a trump suit, or no trump.

    Examples
    --------
    >>> [strain.letter for strain in Strain]
    ['S', 'C', 'D', 'H', 'NT']
    >>> Strain.HEARTS.suit, Strain.NO_TRUMP.suit, Strain.DIAMONDS.symbol
    (<Suit.HEARTS: 3>, None, '♦')
    """

    SPADES = 0
    """Spades are trumps."""
    CLUBS = 1
    """Clubs are trumps."""
    DIAMONDS = 2
    """Diamonds are trumps."""
    HEARTS = 3
    """Hearts are trumps."""
    NO_TRUMP = 4
    """There is no trump suit."""

    @property
    def letter(self) -> str:
        """How bids spell it: ``S C D H NT``."""
        return ("S", "C", "D", "H", "NT")[self]

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None."""
        return None if self is Strain.NO_TRUMP else Suit(self.value)

    @property
    def symbol(self) -> str:
        """The suit sign, or ``NT``, for terminals that can show it."""
        return ("♠", "♣", "♦", "♥", "NT")[self]
