"""From the rules of spades to the core's play: spades trumps, limited until broken, and who leads first."""

from __future__ import annotations

from functools import cache

from cardcore import CardOrder, PlaySetup, SeatOrder
from tricktake.cards import Card, Pack, Suit
from tricktake.spades.options import FirstLead
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import Rules
from tricktake.trickdeal import PlayTable

__all__ = ["card_order", "first_leader", "play_table"]


@cache
def card_order(pack: Pack) -> CardOrder:
    """The order of a pack's cards; spades are trumps, the jokers the highest of them (CS-DECK-2 to 4).

    Parameters
    ----------
    pack : Pack

    Returns
    -------
    CardOrder
        Suits 0 to 3 are the suits.

    Examples
    --------
    >>> [card.name for card in card_order(PACKS["54"]).suits[Suit.SPADES]][-4:]
    ['SK', 'SA', 'JK2', 'JK1']
    """
    suits = [sorted(card for card in pack if card.suit is suit) for suit in Suit]  # CS-DECK-2
    jokers = sorted([card for card in pack if card.is_joker], reverse=True)  # JK1 above JK2 above JK3
    suits[Suit.SPADES] += jokers  # CS-DECK-4
    return CardOrder(suits, trump=Suit.SPADES)  # CS-DECK-3


def first_leader(rules: Rules, dealer: int, holder_of_c2: int | None) -> int:
    """Who leads to the first trick (CS-PLAY-1, CS-PLAY-7).

    Parameters
    ----------
    rules : Rules
    dealer : int
        Seat that dealt.
    holder_of_c2 : int or None
        Seat that holds the two of clubs; None if nobody does.

    Returns
    -------
    int
        A seat.

    Examples
    --------
    >>> first_leader(Rules.five_2_jokers(), 4, 2), first_leader(Rules.five_2_jokers(), 4, 4)
    (2, 0)
    >>> first_leader(Rules.four(), 1, 0)
    2
    """
    left = (dealer + 1) % rules.players
    if not leads_by_c2(rules) or holder_of_c2 is None:
        return left
    if rules.jokers == 2 and holder_of_c2 == dealer:  # he takes no part in the first trick (CS-PLAY-8)
        return left
    return holder_of_c2


def leads_by_c2(rules: Rules) -> bool:
    """Whether the two of clubs says who leads first; it does where there are jokers (CS-PLAY-7)."""
    return rules.jokers > 0 and rules.joker_first_lead is FirstLead.TWO_OF_CLUBS


@cache
def play_table(rules: Rules, dealer: int, *, fresh: bool) -> PlayTable:
    """The setup of the play of a deal.

    Parameters
    ----------
    rules : Rules
    dealer : int
        Seat that dealt.
    fresh : bool, keyword only
        Whether the play begins with the first trick of the deal.

    Returns
    -------
    PlayTable
        Shared and cached.
    """
    skip = (dealer,) if fresh and rules.jokers == 2 else ()  # CS-PLAY-8
    forced = fresh and rules.must_lead_2c and leads_by_c2(rules)
    setup = PlaySetup(
        card_order(PACKS[rules.pack_name]),
        SeatOrder.circle(rules.players, skip_first=skip),
        limit=Suit.SPADES,  # CS-PLAY-3
        first_card=Card.C2 if forced else None,  # CS-PLAY-7
    )
    return PlayTable.of(setup)
