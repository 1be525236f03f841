"""What a seat of spades cannot see, and what the record proves of it.

Not only suits that were not followed prove something: so does who leads first because of the two of clubs
(CS-PLAY-7), and cards put over to a partner are with him (SP-BID-4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tricktake.cards import Card, CardSet, Suit
from tricktake.hidden import Fact, Hidden, Place, PlaceKind, pack_order, void_facts
from tricktake.spades.orders import card_order, leads_by_c2
from tricktake.spades.packs import PACKS
from tricktake.state import Phase

if TYPE_CHECKING:
    from tricktake.spades.view import View

__all__ = ["hidden"]

_GONE = Place(PlaceKind.GONE)
_C2 = CardSet([Card.C2])
_SIDE_SUITS = frozenset((Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))


def hidden(view: View) -> Hidden:
    """The cards a seat cannot see, the places they lie in, and what is known of them.

    Parameters
    ----------
    view : View

    Returns
    -------
    Hidden
        The facts hold in every deal that gives this view.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> made = hidden(sp.Deal(dealer=2, seed=500).push_all("5 NIL 6").view(0))
    >>> [str(place) for place in made.places], made.sizes
    (['seat 1', 'seat 2'], (17, 17))
    """
    pack = PACKS[view.rules.pack_name]
    cards = pack.cards - _seen(view)
    sizes = {
        Place.hand(seat): size
        for seat, size in enumerate(view.sizes)
        if seat != view.seat or view.hand is None
    }
    if view.start is not None:
        sizes[_GONE] = len(cards) - sum(sizes.values())
    began = has_begun(view)
    made = Hidden(
        order=card_order(pack) if began else pack_order(pack),
        cards=cards,
        places=tuple(sizes),
        sizes=tuple(sizes.values()),
        facts=(),
    )
    facts: list[Fact] = []
    if began:
        led = _spade_leads(view)
        voids = [suits - _SIDE_SUITS if seat in led else suits for seat, suits in enumerate(view.voids)]
        facts += void_facts(made, voids, (*view.finished, view.trick), "CS-PLAY-2")
        facts += _nothing_but_spades(made, led)
        facts += _two_of_clubs(view, made)
    facts += _given(view, made)
    return replace(made, facts=tuple(facts))


def has_begun(view: View) -> bool:
    """Whether cards are, or have been, played."""
    return view.phase is Phase.PLAY or bool(view.finished) or view.start is not None


def _seen(view: View) -> CardSet:
    """The cards the seat can see, or has seen played."""
    seen = CardSet([played.card for trick in (*view.finished, view.trick) for played in trick])
    for caught in view.caught:  # also before a constructed deal began
        seen |= caught
    return seen if view.hand is None else seen | view.hand


def _spade_leads(view: View) -> dict[int, Card]:
    """The seats that led a spade before spades were broken, and the card."""
    found: dict[int, Card] = {}
    spades = card_order(PACKS[view.rules.pack_name]).suits[Suit.SPADES]
    broken = view.start is not None and view.start.is_broken
    for trick in filter(None, (*view.finished, view.trick)):
        if not broken and trick[0].card in spades:
            found[trick[0].seat] = trick[0].card
        broken = broken or any(played.card in spades for played in trick)
    return found


def _nothing_but_spades(made: Hidden, led: dict[int, Card]) -> Iterator[Fact]:
    """CS-PLAY-3: who leads a spade that is not broken has no other suit."""
    spades = CardSet(made.order.suits[Suit.SPADES])
    for seat, card in led.items():
        place, cards = Place.hand(seat), made.cards - spades
        if place in made.places and cards:
            sentence = f"seat {seat} led {card} before spades were broken, so it has nothing but spades"
            yield Fact(cards, made.all_but(place), sentence, "CS-PLAY-3")


def _two_of_clubs(view: View, made: Hidden) -> Iterator[Fact]:
    """CS-PLAY-7, CS-PLAY-8: what it says of the two of clubs who led first, and with which card."""
    rules, dealer = view.rules, view.dealer
    if Card.C2 not in made.cards or not leads_by_c2(rules):
        return
    first = next((trick[0] for trick in (*view.finished, view.trick) if trick), None)
    leader = view.leader if first is None else first.seat
    if leader is None:
        return
    left = (dealer + 1) % rules.players
    if view.start is None:
        if rules.jokers == 2 and leader == left:
            places = frozenset((Place.hand(leader), Place.hand(dealer)))
            sentence = (
                f"seat {leader} leads first: it has C2, or the dealer has it, who skips the first trick"
            )
            yield Fact(_C2, places, sentence, "CS-PLAY-8")
        else:
            sentence = f"seat {leader} leads first, so it has C2"
            yield Fact(_C2, frozenset((Place.hand(leader),)), sentence, "CS-PLAY-7")
    if first is not None and rules.must_lead_2c and _is_fresh(view):
        sentence = f"seat {leader} led {first.card} to the first trick, so it has not C2"
        yield Fact(_C2, made.all_but(Place.hand(leader)), sentence, "CS-PLAY-7")


def _is_fresh(view: View) -> bool:
    """Whether the first trick that is known is the first of the deal, played with full hands."""
    if view.start is None:
        return True
    played = [0] * view.rules.players
    for trick in (*view.finished, view.trick):
        for card in trick:
            played[card.seat] += 1
    full = tuple([size + count for size, count in zip(view.sizes, played, strict=True)])
    return not any(view.start.tricks or ()) and full == view.rules.hand_sizes(view.dealer)


def _given(view: View, made: Hidden) -> Iterator[Fact]:
    """SP-BID-4: cards put over to the partner that have not come back are in his hand until he plays them."""
    if view.given is None:
        return
    cards = view.given & made.cards
    if cards:
        partner = next(iter(view.partners))
        sentence = f"seat {view.seat} put {cards} over to its partner"
        yield Fact(cards, frozenset((Place.hand(partner),)), sentence, "SP-BID-4")
