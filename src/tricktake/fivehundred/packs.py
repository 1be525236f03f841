"""The packs of Five Hundred and how they are dealt.

``PACK_SPECS`` is the table of FH-DECK-1 with the deal patterns of FH-DEAL-2 and FH-DEAL-3. A pack lists its
cards suit by suit (spades, clubs, diamonds, hearts), each from low to high, the joker last; what a seed deals
depends on this order, so it never changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from tricktake.cards import Card, CardSet, Pack, Suit
from tricktake.errors import SetupError

__all__ = ["PACKS", "PACK_SPECS", "PackSpec", "Packet", "Pile", "deal_packets", "deal_tables"]

Packet = tuple[Literal["each", "kitty"], int]
"""One step of a deal: so many cards to each player in turn, or so many to the kitty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackSpec:
    """One row of the table of packs.

    Parameters
    ----------
    black : str
        Ranks of spades and of clubs, low to high, blanks between.
    red : str
        Ranks of diamonds and of hearts, low to high, blanks between.
    joker : bool
        Whether the pack holds the joker.
    size : int
        Cards in the pack.
    kitty : int
        Cards in the kitty.
    pattern : tuple of Packet
        The packets of the deal, in order.

    Examples
    --------
    >>> spec = PACK_SPECS["43"]
    >>> spec.size, spec.kitty, spec.hand_size, spec.pack() == PACKS["43"]
    (43, 3, 10, True)
    >>> spec.pattern
    (('each', 3), ('kitty', 1), ('each', 4), ('kitty', 1), ('each', 3), ('kitty', 1))
    """

    black: str
    """Ranks of spades and of clubs, low to high."""
    red: str
    """Ranks of diamonds and of hearts, low to high."""
    joker: bool
    """Whether the pack holds the joker."""
    size: int
    """Cards in the pack."""
    kitty: int
    """Cards in the kitty."""
    pattern: tuple[Packet, ...]
    """The packets of the deal, in order."""

    @property
    def hand_size(self) -> int:
        """Cards each player is dealt."""
        return sum(count for to, count in self.pattern if to == "each")

    def pack(self) -> Pack:
        """Build the pack: S, C, D, H, each low to high, the joker last.

        Returns
        -------
        Pack

        Examples
        --------
        >>> str(PACK_SPECS["24"].pack()[0]), str(PACK_SPECS["63"].pack()[-1])
        ('S9', 'JK')
        """
        suited = [
            suit.letter + rank for suit in Suit for rank in (self.red if suit.is_red else self.black).split()
        ]
        return Pack([*suited, *(["JK"] if self.joker else [])])


_Pattern = tuple[Packet, ...]

# FH-DEAL-2 and FH-DEAL-3
_KITTY_3: _Pattern = (("each", 3), ("kitty", 1), ("each", 4), ("kitty", 1), ("each", 3), ("kitty", 1))
_KITTY_4: _Pattern = (("each", 3), ("kitty", 2), ("each", 4), ("kitty", 1), ("each", 3), ("kitty", 1))
_KITTY_5: _Pattern = (("each", 3), ("kitty", 3), ("each", 4), ("kitty", 2), ("each", 3))

# FH-DECK-1
PACK_SPECS: Mapping[str, PackSpec] = MappingProxyType(
    {
        "33": PackSpec(
            black="7 8 9 10 J Q K A",
            red="7 8 9 10 J Q K A",
            joker=True, size=33, kitty=3, pattern=_KITTY_3,
        ),
        "43": PackSpec(
            black="5 6 7 8 9 10 J Q K A",
            red="4 5 6 7 8 9 10 J Q K A",
            joker=True, size=43, kitty=3, pattern=_KITTY_3,
        ),
        "45": PackSpec(
            black="4 5 6 7 8 9 10 J Q K A",
            red="4 5 6 7 8 9 10 J Q K A",
            joker=True, size=45, kitty=5, pattern=_KITTY_5,
        ),
        "53": PackSpec(
            black="2 3 4 5 6 7 8 9 10 J Q K A",
            red="2 3 4 5 6 7 8 9 10 J Q K A",
            joker=True, size=53, kitty=3, pattern=_KITTY_3,
        ),
        "63": PackSpec(
            black="2 3 4 5 6 7 8 9 10 11 12 J Q K A",
            red="2 3 4 5 6 7 8 9 10 11 12 13 J Q K A",
            joker=True, size=63, kitty=3, pattern=_KITTY_3,
        ),
        "24": PackSpec(
            black="9 10 J Q K A",
            red="9 10 J Q K A",
            joker=False, size=24, kitty=4, pattern=_KITTY_4,
        ),
    }
)  # fmt: skip
"""The packs by name: cards, kitty and deal."""

PACKS: Mapping[str, Pack] = MappingProxyType({name: spec.pack() for name, spec in PACK_SPECS.items()})
"""The packs by name, each in its fixed order."""


def deal_packets(
    order: Sequence[Card], *, players: int, dealer: int, pattern: Sequence[Packet]
) -> tuple[tuple[CardSet, ...], CardSet]:
    """Deal an ordered pack in packets, off the top (FH-DEAL-1, FH-DEAL-4).

    Parameters
    ----------
    order : sequence of Card
        The pack in the order it is dealt, first card first.
    players : int
        Number of hands; 2 or more.
    dealer : int
        Seat of the dealer, 0 <= dealer < players; each round of packets starts on his left and ends with him.
    pattern : sequence of Packet
        The packets, as in ``PackSpec.pattern``.

    Returns
    -------
    hands : tuple of CardSet
        One hand a seat, from seat 0.
    kitty : CardSet

    Raises
    ------
    SetupError
        If the pattern does not use up the pack exactly, or a card stands twice in it.
    IndexError
        If there is no such dealer.

    Examples
    --------
    >>> spec = PACK_SPECS["43"]
    >>> hands, kitty = deal_packets(PACKS["43"], players=4, dealer=3, pattern=spec.pattern)
    >>> hands[0], kitty
    (CardSet('S7 S6 S5 CJ C10 C9 C8 DA H5 H4'), CardSet('JK C7 DK'))
    """
    if not 0 <= dealer < players:
        raise IndexError(f"dealer {dealer} is not in 0..{players - 1}")
    needed = sum(count * (players if to == "each" else 1) for to, count in pattern)
    if len(order) != needed:
        raise SetupError(f"this deal to {players} players takes {needed} cards, not {len(order)}")
    if len(CardSet(order)) != needed:
        raise SetupError("a card stands twice in the pack to be dealt")
    hands: list[list[Card]] = [[] for _ in range(players)]
    kitty: list[Card] = []
    seats = [*range(dealer + 1, players), *range(dealer + 1)]
    at = 0
    for to, count in pattern:
        for pile in [hands[seat] for seat in seats] if to == "each" else [kitty]:
            pile.extend(order[at : at + count])
            at += count
    return tuple([CardSet(hand) for hand in hands]), CardSet(kitty)


class Pile(NamedTuple):
    """A pile on the table of a player: a card face down under a card face up (FH-P2-1).

    Examples
    --------
    >>> Pile(Card.S5, Card.HA)
    Pile(down=Card.S5, up=Card.HA)
    """

    down: Card | None
    """The card face down; None once it has been turned up."""
    up: Card | None
    """The card face up; None once the pile is empty."""


# FH-P2-2: each step is for the non-dealer and then for the dealer; the number is that of the first pile
_TABLE_PATTERN: tuple[tuple[tuple[Literal["down", "up", "hand", "kitty"], int, int], ...], ...] = (
    (("down", 3, 0),),
    (("hand", 3, 0),),
    (("kitty", 1, 0),),
    (("down", 2, 3), ("up", 2, 0)),
    (("hand", 4, 0),),
    (("kitty", 1, 0),),
    (("up", 3, 2),),
    (("hand", 3, 0),),
    (("kitty", 1, 0),),
)


def deal_tables(
    order: Sequence[Card], *, dealer: int
) -> tuple[tuple[CardSet, ...], CardSet, tuple[tuple[Pile, ...], ...]]:
    """Deal an ordered pack to two players with cards on the table, off the top (FH-P2-2).

    Parameters
    ----------
    order : sequence of Card
        The 43 cards in the order they are dealt, first card first.
    dealer : int
        Seat of the dealer, 0 or 1.

    Returns
    -------
    hands : tuple of CardSet
        One hand a seat.
    kitty : CardSet
    tables : tuple of tuple of Pile
        Five piles a seat.

    Raises
    ------
    SetupError
        If there are not 43 different cards.
    IndexError
        If there is no such dealer.

    Examples
    --------
    >>> hands, kitty, tables = deal_tables(PACKS["43"], dealer=1)
    >>> len(hands[0]), len(kitty), tables[0][0]
    (10, 3, Pile(down=Card.S5, up=Card.C10))
    """
    if dealer not in (0, 1):
        raise IndexError(f"dealer {dealer} is not in 0..1")
    if len(order) != 43 or len(CardSet(order)) != 43:
        raise SetupError(f"this deal takes 43 different cards, not {len(order)}")
    piles: dict[str, list[dict[int, Card]]] = {"down": [{}, {}], "up": [{}, {}]}
    hands: list[list[Card]] = [[], []]
    kitty: list[Card] = []
    top = iter(order)
    for steps in _TABLE_PATTERN:
        for seat in (1 - dealer, dealer):
            for to, count, first in steps:
                if to == "kitty":
                    kitty += [next(top)] if seat == dealer else []
                elif to == "hand":
                    hands[seat] += [next(top) for _ in range(count)]
                else:
                    piles[to][seat] |= {pile: next(top) for pile in range(first, first + count)}
    tables = [
        tuple([Pile(piles["down"][seat][at], piles["up"][seat][at]) for at in range(5)]) for seat in (0, 1)
    ]
    return tuple([CardSet(hand) for hand in hands]), CardSet(kitty), tuple(tables)
