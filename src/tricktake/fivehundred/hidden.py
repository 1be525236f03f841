"""What a seat of Five Hundred cannot see, and what the record proves of it.

Not only suits that were not followed prove something. Who was asked to name a suit for the joker has it, and
who was not has it not (FH-JOK-2); who may not call a card of his own has not the one he called (FH-P5-4); who
is void in a misère and does not play the joker has it not (FH-JOK-7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tricktake.actions import Nominate
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.fivehundred.options import FivePartner, JokerFollow, JokerMisereVoid, JokerNomination
from tricktake.fivehundred.orders import card_order
from tricktake.fivehundred.packs import PACKS
from tricktake.hidden import Fact, Hidden, Place, PlaceKind, pack_order, void_facts
from tricktake.state import Phase

if TYPE_CHECKING:
    from tricktake.fivehundred.view import View

__all__ = ["hidden"]

_KITTY, _PUT_AWAY = Place(PlaceKind.KITTY), Place(PlaceKind.PUT_AWAY)
_DEAD, _GONE = Place(PlaceKind.DEAD), Place(PlaceKind.GONE)
_JOKER = CardSet([Card.JK])


def hidden(view: View) -> Hidden:
    """The cards a seat cannot see, the places they lie in, and what is known of them.

    Parameters
    ----------
    view : View

    Returns
    -------
    Hidden
        A card called in secret counts as called (FH-P5-2); the facts hold in every deal that gives this view.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H; P; 8H; P; P")
    >>> [str(place) for place in hidden(deal.view(0)).places], hidden(deal.view(0)).sizes
    (['seat 1', 'seat 2', 'seat 3'], (10, 13, 10))
    """
    pack = PACKS[view.rules.pack_name]
    cards = pack.cards - _seen(view)
    sizes = _sizes(view)
    if view.start is not None:
        sizes[_GONE] = len(cards) - sum(sizes.values())
    began = has_begun(view)
    strain = Strain.NO_TRUMP if view.contract is None else view.contract.strain
    made = Hidden(
        order=card_order(pack, strain, view.nominated) if began else pack_order(pack),
        cards=cards,
        places=tuple(sizes),
        sizes=tuple(sizes.values()),
        facts=(),
    )
    facts: list[Fact] = []
    if began:
        tricks = (*view.finished, view.trick)
        facts += void_facts(made, view.voids, tricks, "FH-PLAY-2")
        facts += _joker_not_played(view, made)
    facts += _nomination(view, made)
    facts += _called(view, made)
    return replace(made, facts=tuple(facts), cases=tuple(_cases(view, made)))


def has_begun(view: View) -> bool:
    """Whether cards are, or have been, played."""
    return view.phase is Phase.PLAY or bool(view.finished) or view.start is not None


def _seen(view: View) -> CardSet:
    """The cards the seat can see, or has seen."""
    seen = CardSet([played.card for trick in (*view.finished, view.trick) for played in trick])
    for cards in (view.hand, view.dealt, view.kitty, view.put_away, *view.exposed):
        if cards is not None:
            seen |= cards
    ups = [pile.up for table in view.tables for pile in table if pile.up is not None]
    return seen | CardSet(ups)


def _sizes(view: View) -> dict[Place, int]:
    """The places the seat cannot look into, and how many cards lie there."""
    rules, contract = view.rules, view.contract
    sizes = {}
    for seat, size in enumerate(view.sizes):
        known = view.hand is not None if seat == view.seat else view.exposed[seat] is not None
        if not known:
            sizes[Place.hand(seat)] = size
    if view.start is None:
        if contract is None or contract.is_sans_kitty:
            sizes[_KITTY] = rules.kitty_size
        elif has_put_away(view) and contract.contractor != view.seat:
            sizes[_PUT_AWAY] = rules.kitty_size
        if rules.has_dead_hand:
            sizes[_DEAD] = rules.hand_size
    for seat, table in enumerate(view.tables):
        for at, pile in enumerate(table):
            if pile.covers:
                sizes[Place(PlaceKind.FACE_DOWN, seat, at)] = 1
    return sizes


def has_put_away(view: View) -> bool:
    """Whether the contractor has put cards away in this deal (FH-KIT-2)."""
    contract = view.contract
    if contract is None or contract.is_sans_kitty or view.start is not None:
        return False
    return view.phase is not Phase.EXCHANGE


def _joker_not_played(view: View, made: Hidden) -> Iterator[Fact]:
    """FH-JOK-7: in a misère a void seat with the suitless joker must play it."""
    must = view.rules.joker_misere_void is JokerMisereVoid.MUST
    contract, order = view.contract, made.order
    if not must or contract is None or not contract.is_misere or order.free_joker is None:
        return
    named: set[int] = set()
    for trick in (*view.finished, view.trick):
        for played in trick[1:]:
            lead = trick[0]
            led = lead.named if lead.named is not None else order.suit_of(lead.card)
            fails = led is not None and order.suit_of(played.card) != led and not played.from_table
            if fails and played.card != order.free_joker and played.seat not in named:
                named.add(played.seat)
                sentence = f"seat {played.seat} did not play the joker when void in the suit of {lead.card}"
                yield Fact(_JOKER, made.all_but(Place.hand(played.seat)), sentence, "FH-JOK-7")


def _nomination(view: View, made: Hidden) -> Iterator[Fact]:
    """FH-JOK-2: a contractor with the joker names its suit right after the exchange, nobody else does."""
    contract = view.contract
    if contract is None or Card.JK not in made.cards:
        return
    hand = Place.hand(contract.contractor)
    if view.start is not None:
        if view.nominated is not None:
            sentence = f"the joker is nominated, so seat {contract.contractor} had it"
            yield Fact(_JOKER, frozenset((hand, _GONE)), sentence, "FH-JOK-2")
        return
    if (
        view.rules.joker_nomination is not JokerNomination.CONTRACTOR
        or contract.strain is not Strain.NO_TRUMP
    ):
        return
    if view.phase is Phase.NOMINATION or any(isinstance(step.action, Nominate) for step in view.history):
        sentence = f"seat {contract.contractor} names a suit for the joker, so it has it"
        yield Fact(_JOKER, frozenset((hand,)), sentence, "FH-JOK-2")
    elif has_begun(view):
        sentence = f"seat {contract.contractor} was not asked to name a suit for the joker"
        yield Fact(_JOKER, made.all_but(hand), sentence, "FH-JOK-2")


def _called(view: View, made: Hidden) -> Iterator[Fact]:
    """FH-P5-2 to FH-P5-5: where the called card can be."""
    card, contract = view.called, view.contract
    if not isinstance(card, Card) or contract is None or card not in made.cards:
        return
    cards, seat = CardSet([card]), contract.contractor
    own = (Place.hand(seat), _PUT_AWAY)
    if not view.rules.five_secret_alone:
        sentence = f"seat {seat} called {card}, so it neither holds it nor has put it away"
        yield Fact(cards, made.all_but(*own), sentence, "FH-P5-4")
    if view.rules.five_partner is FivePartner.CALL_CARD_SECRET and view.phase is not Phase.OVER:
        return
    partner = next(iter(contract.side - {seat}), None)
    if partner is not None:
        sentence = f"seat {partner} is the partner of seat {seat}, who called {card}"
        # in a deal constructed in mid-play the card may have been played before
        yield Fact(cards, frozenset((Place.hand(partner), _GONE)), sentence, "FH-P5-2")
    else:
        others = [Place.hand(other) for other in range(view.rules.players) if other != seat]
        sentence = f"nobody is the partner of seat {seat}, who called {card}"
        yield Fact(cards, made.all_but(*others), sentence, "FH-P5-5")


def _cases(view: View, made: Hidden) -> Iterator[tuple[Fact, ...]]:
    """What failures to follow before a constructed start prove where a joker may be played by choice.

    If the joker is still to be played, or was in nobody's hand, all of them were voids. If it was played
    before, it may be how one of them came about (FH-JOK-11). The ways are told apart by the lowest card of
    its suit which that seat holds after all, so no world is in two of them.
    """
    start, joker = view.start, made.order.free_joker
    by_choice = view.rules.joker_follow is JokerFollow.FIRST_OR_LAST
    misere = view.contract is not None and view.contract.is_misere
    failed = () if start is None or start.failed is None else start.failed
    pairs = [(seat, suit) for seat, suits in enumerate(failed[: view.rules.players]) for suit in suits]
    if not pairs or not by_choice or misere or joker is None or joker not in made.cards:
        yield ()
        return
    gone = Fact(_JOKER, frozenset((_GONE,)), "the joker was played before")
    for seat, suit in pairs:
        if _shown(view, seat) & CardSet(made.order.suits[suit]):  # it has the suit, so that was the joker
            others = [pair for pair in pairs if pair != (seat, suit)]
            yield (gone, *[void for pair in others for void in _void(made, *pair)])
            return
    voids = [void for seat, suit in pairs for void in _void(made, seat, suit)]
    yield tuple(voids)
    for seat, suit in pairs:
        if Place.hand(seat) not in made.places:
            continue
        own = _void(made, seat, suit)
        rest = tuple([void for void in voids if void not in own])
        lower = CardSet()
        for card in (CardSet(made.order.suits[suit]) & made.cards).ascending():
            held = Fact.held(seat, CardSet([card]))
            without = Fact(lower, made.all_but(Place.hand(seat)), f"seat {seat} holds none of {lower}")
            yield (gone, held, without, *rest)
            lower |= CardSet([card])


def _shown(view: View, seat: int) -> CardSet:
    """The cards a seat is known to have had in its hand since the start."""
    tricks = (*view.finished, view.trick)
    known = CardSet(
        [card.card for trick in tricks for card in trick if card.seat == seat and not card.from_table]
    )
    held = view.hand if seat == view.seat else view.exposed[seat]
    return known if held is None else known | held


def _void(made: Hidden, seat: int, suit: Suit) -> tuple[Fact, ...]:
    """The fact that a seat is void in a suit, if there is anything to say."""
    cards = CardSet(made.order.suits[suit]) & made.cards
    if not cards or Place.hand(seat) not in made.places:
        return ()
    sentence = f"seat {seat} had failed to follow {suit.name.lower()} before"
    return (Fact(cards, made.all_but(Place.hand(seat)), sentence, "FH-PLAY-2"),)
