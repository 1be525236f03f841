"""Bids of both games, and what each kind of bid undertakes.

Bids are numbered in the order they are listed here: those of Five Hundred (FH-BID-2, FH-BID-5 to FH-BID-7),
the same with ``-SK`` (FH-BID-9), those of spades (CS-BID-2, CS-BID-3). Which bid outranks which depends on
the rules, not on these numbers. ``Bid`` and ``BidKind`` are public in ``tricktake.actions``.
"""

from __future__ import annotations

from enum import Enum
from typing import Self, cast

from tricktake._action_base import INTERNED, TEXTS, Action, at_home, intern_action
from tricktake._action_ids import ID_BLOCKS
from tricktake._action_texts import A_BID, look_up, typed
from tricktake.cards import Strain, Suit

__all__ = ["Bid", "BidKind", "intern_bids"]


@at_home
class BidKind(Enum):
    """What a bid undertakes.

    Examples
    --------
    >>> Bid("7H").kind, Bid("4").kind, Bid("SM").kind.value
    (<BidKind.NUMERIC: 'numeric'>, <BidKind.COUNT: 'count'>, 'shoot the moon')
    """

    NUMERIC = "numeric"
    """Five Hundred: at least so many tricks in a strain (FH-BID-2)."""
    MISERE = "misère"
    """Five Hundred: no trick (FH-BID-5)."""
    OPEN_MISERE = "open misère"
    """Five Hundred: no trick, with the hand exposed (FH-BID-6)."""
    BLIND_MISERE = "blind misère"
    """Five Hundred: no trick, called before looking (FH-BID-7)."""
    COUNT = "count"
    """Spades: at least so many tricks (CS-BID-2)."""
    NIL = "nil"
    """Spades: no trick (CS-BID-2)."""
    ONE_FOR_FIFTY = "one for fifty"
    """Spades: exactly one trick (CS-BID-3)."""
    TWO_FOR_FORTY = "two for forty"
    """Spades: exactly two tricks (CS-BID-3)."""
    BLIND_SIX = "blind six"
    """Spades: at least six tricks, before looking (CS-BID-3)."""
    BLIND_NIL = "blind nil"
    """Spades: no trick, before looking (CS-BID-3)."""
    SHOOT_THE_MOON = "shoot the moon"
    """Spades: at least so many tricks as the rules ask (CS-BID-3)."""


@at_home
class Bid(Action):
    """A bid of either game: ``7H``, ``10NT``, ``OM``, ``7H-SK``; in spades ``4``, ``NIL``, ``B6``.

    Parameters
    ----------
    text : str
        The bid, as :func:`parse_call` reads it.

    Raises
    ------
    TextError
        If the text is no bid.

    Notes
    -----
    Bids sort by id. Which bid outranks which depends on the rules: ``fivehundred.bids.BidTable``.

    Examples
    --------
    >>> bid = Bid("7H-SK")
    >>> bid.level, bid.strain, bid.sans_kitty, bid.plain
    (7, <Strain.HEARTS: 3>, True, Bid('7H'))
    >>> Bid("OM").is_misere, Bid("BN").is_blind, Bid("4").level
    (True, True, 4)
    """

    __slots__ = ("is_blind", "is_misere", "kind", "level", "sans_kitty", "strain")

    kind: BidKind
    """What the bid undertakes."""
    level: int | None
    """Tricks undertaken by a numeric or count bid, else None."""
    strain: Strain | None
    """Strain of a numeric bid, else None."""
    sans_kitty: bool
    """Whether the kitty stays untouched (FH-BID-9)."""
    is_misere: bool
    """Whether it is a misère, open misère or blind misère."""
    is_blind: bool
    """Whether it is made before looking."""

    def __new__(cls, text: str) -> Self:
        found = TEXTS.get(text)
        if isinstance(found, cls):
            return found
        return typed(cls, look_up(TEXTS, text), text, f"expected {A_BID}")

    @classmethod
    @at_home
    def numeric(cls, level: int, strain: Strain | Suit, *, sans_kitty: bool = False) -> Self:
        """Build a Five Hundred bid from its parts.

        Parameters
        ----------
        level : int
            Tricks undertaken, 6 to 10.
        strain : Strain or Suit
            What it is played in.
        sans_kitty : bool, default False
            Whether the kitty stays untouched.

        Returns
        -------
        Bid

        Raises
        ------
        IndexError
            If the level or the strain is out of range.

        Examples
        --------
        >>> from tricktake.cards import Strain
        >>> Bid.numeric(7, Strain.NO_TRUMP), Bid.numeric(8, Suit.HEARTS, sans_kitty=True)
        (Bid('7NT'), Bid('8H-SK'))
        """
        if not (6 <= level <= 10 and 0 <= strain < len(Strain)):
            raise IndexError(f"no bid has level {level} and strain {int(strain)}")
        block = ID_BLOCKS["bid_sans_kitty" if sans_kitty else "bid"]
        return cast(Self, INTERNED[block[5 * (level - 6) + strain]])

    @property
    def plain(self) -> Bid:
        """The same bid without ``-SK``."""
        return cast(Bid, INTERNED[self.id - len(ID_BLOCKS["bid"])]) if self.sans_kitty else self


_MISERES = {"M": BidKind.MISERE, "OM": BidKind.OPEN_MISERE, "BM": BidKind.BLIND_MISERE}
_SPECIALS = {
    "NIL": BidKind.NIL,
    "1F": BidKind.ONE_FOR_FIFTY,
    "2F": BidKind.TWO_FOR_FORTY,
    "B6": BidKind.BLIND_SIX,
    "BN": BidKind.BLIND_NIL,
    "SM": BidKind.SHOOT_THE_MOON,
}
_BLIND = (BidKind.BLIND_MISERE, BidKind.BLIND_SIX, BidKind.BLIND_NIL)


def _intern(
    text: str,
    kind: BidKind,
    level: int | None = None,
    strain: Strain | None = None,
    *,
    sans_kitty: bool = False,
) -> None:
    suffix = "-SK" if sans_kitty else ""
    intern_action(
        Bid,
        text + suffix,
        text.replace("NT", "N") + suffix,
        kind=kind,
        level=level,
        strain=strain,
        sans_kitty=sans_kitty,
        is_misere=kind in _MISERES.values(),
        is_blind=kind in _BLIND,
    )


def intern_bids() -> None:
    """Build every bid, in the order of the ids."""
    for sans_kitty in (False, True):
        for level in range(6, 11):  # FH-BID-2
            for strain in Strain:
                _intern(f"{level}{strain.letter}", BidKind.NUMERIC, level, strain, sans_kitty=sans_kitty)
        for text, kind in _MISERES.items():  # FH-BID-5 to FH-BID-7
            _intern(text, kind, sans_kitty=sans_kitty)
    for tricks in range(1, 18):  # CS-BID-2
        _intern(str(tricks), BidKind.COUNT, tricks)
    for text, kind in _SPECIALS.items():  # CS-BID-3
        _intern(text, kind)
