"""From the words of the slow referee (suit letters, card names, lists) to the objects of the core."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardcore import CardOrder, JokerFollow, JokerLead, JokerVoid, PlaySetup, SeatOrder, TrickPlay


def core_play(
    *,
    suits: Mapping[str, Sequence[str]],
    trump: str | None,
    free_joker: str | None,
    hands: Sequence[Collection[str]],
    leader: int,
    orders: Mapping[int, Sequence[int]],
    first_orders: Mapping[int, Sequence[int]] | None = None,
    joker_lead: str = "unled_suit",
    joker_follow: str = "void_only",
    joker_void: str = "may",
    lead_limit: str | None = None,
    first_card: str | None = None,
    under: Mapping[str, str] | None = None,
) -> TrickPlay:
    """Return the core's position for the arguments of a TrickReferee."""
    letters = list(suits)
    piles = []
    owner = {card: place for place, hand in enumerate(hands) for card in hand}
    for over, beneath in (under or {}).items():
        owner[beneath] = owner[over]
        piles.append((owner[over], over, beneath))
    setup = PlaySetup(
        CardOrder(
            suits.values(), trump=None if trump is None else letters.index(trump), free_joker=free_joker
        ),
        SeatOrder(orders, first=first_orders, places=len(hands)),
        joker_lead=JokerLead[joker_lead.upper()],
        joker_follow=JokerFollow[joker_follow.upper()],
        joker_void=JokerVoid[joker_void.upper()],
        limit=None if lead_limit is None else letters.index(lead_limit),
        first_card=first_card,
        under=piles,
    )
    return TrickPlay(setup, hands, leader)
