"""From a contract to a card order: bowers, joker and extra ranks become one table (FH-CARD-1 to 5).

The core knows suits and positions only. What each contract means for the cards stands here, and so does how
the options for a suitless joker become the core's joker policy.
"""

from __future__ import annotations

from functools import cache, lru_cache

from cardcore import CardOrder, PlaySetup, SeatOrder
from cardcore import JokerFollow as CoreFollow
from cardcore import JokerLead as CoreLead
from cardcore import JokerVoid as CoreVoid
from tricktake.cards import Card, CardSet, Pack, Rank, Strain, Suit
from tricktake.fivehundred.options import FiveCallBar, JokerFollow, JokerLead, JokerMisereVoid
from tricktake.fivehundred.packs import PACKS, Pile
from tricktake.fivehundred.rules import Rules
from tricktake.trickdeal import PlayTable

__all__ = ["barred_cards", "card_order", "left_bower", "play_table", "right_bower"]

_LEAD = {
    JokerLead.UNLED_SUIT: CoreLead.UNLED_SUIT,
    JokerLead.LAST_TRICK_ONLY: CoreLead.LAST_TRICK_ONLY,
    JokerLead.ANY_SUIT: CoreLead.ANY_SUIT,
}


def right_bower(trump: Suit) -> Card:
    """The jack of trumps (FH-CARD-2).

    Parameters
    ----------
    trump : Suit

    Returns
    -------
    Card

    Examples
    --------
    >>> right_bower(Suit.HEARTS)
    Card.HJ
    """
    return Card(trump * 16 + Rank.JACK)


def left_bower(trump: Suit) -> Card:
    """The jack of the other suit of the trumps' colour, itself a trump (FH-CARD-2).

    Parameters
    ----------
    trump : Suit

    Returns
    -------
    Card

    Examples
    --------
    >>> left_bower(Suit.HEARTS)
    Card.DJ
    """
    return right_bower(trump.colour_mate)


@cache
def card_order(pack: Pack, strain: Strain, nominated: Suit | None = None) -> CardOrder:
    """The order of a pack's cards in a contract.

    Parameters
    ----------
    pack : Pack
        The cards of the game.
    strain : Strain
        The trump suit; ``NO_TRUMP`` also for misères (FH-CARD-4).
    nominated : Suit or None
        At no trump, the suit the joker belongs to (FH-JOK-3); None: it belongs to none (FH-JOK-4).

    Returns
    -------
    CardOrder
        Suits 0 to 3 are the suits; a suitless joker is the free joker.

    Examples
    --------
    >>> order = card_order(PACKS["43"], Strain.HEARTS)
    >>> [card.name for card in order.suits[Suit.HEARTS]][-4:], order.suit_of(Card.DJ)
    (['HA', 'DJ', 'HJ', 'JK'], 3)
    >>> card_order(PACKS["43"], Strain.NO_TRUMP).free_joker
    Card.JK
    """
    suits = [sorted(card for card in pack if card.suit is suit) for suit in Suit]  # FH-CARD-1
    trump = strain.suit
    joker = Card.JK if Card.JK in pack else None
    if trump is not None:
        left, right = left_bower(trump), right_bower(trump)
        mate = trump.colour_mate
        suits[mate] = [card for card in suits[mate] if card != left]  # FH-CARD-5
        tops = [left, right] if joker is None else [left, right, joker]  # FH-CARD-2, FH-JOK-1
        suits[trump] = [card for card in suits[trump] if card != right] + tops
        return CardOrder(suits, trump=trump)  # FH-CARD-3, FH-PLAY-4, FH-PLAY-6
    if joker is not None and nominated is not None:
        suits[nominated] = [*suits[nominated], joker]  # FH-JOK-3
        return CardOrder(suits)
    return CardOrder(suits, free_joker=joker)  # FH-JOK-4


def barred_cards(rules: Rules, strain: Strain) -> CardSet:
    """The cards that a contractor of five players may not call (FH-P5-3).

    Parameters
    ----------
    rules : Rules
    strain : Strain
        What the contract is played in.

    Returns
    -------
    CardSet
        The joker; and, with a trump suit, the bowers or all trumps if the rules bar them.

    Examples
    --------
    >>> barred_cards(Rules(players=5), Strain.HEARTS), barred_cards(Rules(players=5), Strain.NO_TRUMP)
    (CardSet('JK DJ HJ'), CardSet('JK'))
    """
    trump, bar = strain.suit, rules.five_call_bar
    if trump is None or bar is FiveCallBar.JOKER_ONLY:
        return CardSet([Card.JK])
    if bar is FiveCallBar.NO_BOWERS:
        return CardSet([Card.JK, left_bower(trump), right_bower(trump)])
    return CardSet(card_order(PACKS[rules.pack_name], strain).suits[trump])


@lru_cache(maxsize=1024)
def play_table(
    rules: Rules,
    strain: Strain,
    *,
    misere: bool,
    nominated: Suit | None,
    out: frozenset[int],
    tables: tuple[tuple[Pile, ...], ...] = (),
) -> PlayTable:
    """The setup of a contract's play.

    Parameters
    ----------
    rules : Rules
    strain : Strain
        The trump suit, or ``NO_TRUMP``.
    misere : bool, keyword only
        Whether the contract is a misère.
    nominated : Suit or None, keyword only
        The joker's suit at no trump.
    out : frozenset of int, keyword only
        Seats that sit out (FH-MIS-2).
    tables : tuple of tuple of Pile, default (), keyword only
        The piles of two players with cards on the table; then places 2 and 3 of the play are the tables.

    Returns
    -------
    PlayTable
        Shared and cached.
    """
    order = card_order(PACKS[rules.pack_name], strain, nominated)
    # FH-MIS-5: a blind misère is played like a closed one. FH-PLAY-3: nobody need trump or win.
    # FH-JOK-11: the option speaks of numeric contracts at no trump only
    first_or_last = rules.joker_follow is JokerFollow.FIRST_OR_LAST and not misere
    must = misere and rules.joker_misere_void is JokerMisereVoid.MUST  # FH-JOK-6, FH-JOK-7
    # FH-PLAY-2, FH-MIS-3, FH-P2-4: who plays after whom
    setup = PlaySetup(
        order,
        SeatOrder.two_tables() if tables else SeatOrder.circle(rules.players, out=sorted(out)),
        joker_lead=_LEAD[rules.joker_lead],
        joker_follow=CoreFollow.FIRST_OR_LAST if first_or_last else CoreFollow.VOID_ONLY,
        joker_void=CoreVoid.MUST if must else CoreVoid.MAY,
        under=[
            (seat + 2, up, down)  # FH-P2-6
            for seat, table in enumerate(tables)
            for down, up in table
            if down is not None and up is not None
        ],
    )
    return PlayTable.of(setup)
