"""Late views and everything that can lie behind them, found by trying every placement of the hidden cards.

This is the slow reference for knowledge and worlds. It takes which cards a seat cannot see, and where they
can lie, from the true deal; it lays them there in every possible way, plays the same history through the
rules, and keeps the placement if that is legal and the seat sees the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb

from cardcore import IllegalMove, TrickPlay
from tricktake import Card, CardSet, Contract, Exchange, GameError, Place, PlaceKind
from tricktake import fivehundred as fh
from tricktake import spades as sp

__all__ = [
    "Deal",
    "Placement",
    "Reference",
    "number_of_placements",
    "placements",
    "places_of",
    "trick_cards",
    "worlds_of",
]

Deal = fh.Deal | sp.Deal
Placement = dict[Place, CardSet]


# ---- where the cards lie -----------------------------------------------------------------------------


def played_from_hand(deal: Deal) -> list[CardSet]:
    """Return what each seat has played from its hand since the deal, or its start, began."""
    found = [CardSet() for _ in range(deal.rules.players)]
    for trick in deal.tricks_played():
        for card in trick:
            if not card.from_table:
                found[card.seat] |= CardSet([card.card])
    return found


def taker_of(deal: Deal) -> int | None:
    """Return the contractor who took the kitty in this deal, if one did."""
    contract = deal.contract if isinstance(deal, fh.Deal) else None
    takes = contract is not None and not contract.is_sans_kitty and deal.start is None
    return contract.contractor if contract is not None and takes else None


def places_of(deal: Deal, seat: int) -> Placement:
    """Return the places a seat cannot look into, with the cards that lie there in truth."""
    players = range(deal.rules.players)
    exposed = [isinstance(deal, fh.Deal) and deal.is_exposed(other) for other in players]
    found = {
        Place.hand(other): deal.hand(other)
        for other in players
        if not exposed[other] and (other != seat or not deal.has_looked(seat))
    }
    if isinstance(deal, fh.Deal):
        taker = taker_of(deal)
        if deal.start is None:
            if taker is None:
                found[Place(PlaceKind.KITTY)] = deal.kitty
            elif taker != seat and deal.put_away is not None:
                found[Place(PlaceKind.PUT_AWAY)] = deal.put_away
            if deal.rules.has_dead_hand:
                found[Place(PlaceKind.DEAD)] = deal.dead
        for other in players:
            for at, pile in enumerate(deal.piles(other)):
                if pile.down is not None:
                    found[Place(PlaceKind.FACE_DOWN, other, at)] = CardSet([pile.down])
    if deal.start is not None:
        found[Place(PlaceKind.GONE)] = _gone(deal)
    return found


def _gone(deal: Deal) -> CardSet:
    """Return the cards that are nowhere in a constructed deal."""
    packs = fh.PACKS if isinstance(deal, fh.Deal) else sp.PACKS
    lies = [card for hand in deal.dealt for card in hand]
    for table in deal.tables if isinstance(deal, fh.Deal) else ():
        lies += [card for pile in table for card in pile if card is not None]
    return CardSet(packs[deal.rules.pack_name].cards) - CardSet(lies)


def trick_cards(deal: Deal) -> list[Card]:
    """Return the cards played so far."""
    return [card.card for trick in deal.tricks_played() for card in trick]


def number_of_placements(places: Mapping[Place, CardSet]) -> int:
    """Return in how many ways the cards of these places can change places, by the sizes alone."""
    left, ways = sum(map(len, places.values())), 1
    for cards in places.values():
        ways *= comb(left, len(cards))
        left -= len(cards)
    return ways


def placements(places: Mapping[Place, CardSet]) -> Iterator[Placement]:
    """Yield every way in which the cards of these places can lie in them."""
    kinds = sorted(places, key=lambda place: len(places[place]))  # the largest place takes what is left
    yield from _lay(CardSet([card for cards in places.values() for card in cards]), kinds, places)


def _lay(cards: CardSet, where: list[Place], places: Mapping[Place, CardSet]) -> Iterator[Placement]:
    if len(where) < 2:
        yield dict.fromkeys(where, cards)
        return
    for chosen in map(CardSet, combinations(cards.ascending(), len(places[where[0]]))):
        for rest in _lay(cards - chosen, where[1:], places):
            yield {where[0]: chosen, **rest}


# ---- from a placement to a deal ----------------------------------------------------------------------


class Reference:
    """All that can lie behind a seat's view of a deal.

    What the places leave open (which of his cards a contractor found in the kitty, what opponents put over to
    each other) is drawn, or are the lowest cards.
    """

    def __init__(self, deal: Deal, seat: int) -> None:
        self.deal = deal
        self.seat = seat
        self.view: object = deal.view(seat)
        self.places = places_of(deal, seat)
        self.played = played_from_hand(deal)
        self.hands = [deal.hand(other) for other in range(deal.rules.players)]
        self.leader = next((trick[0].seat for trick in deal.tricks_played()), deal.leader)
        tables = isinstance(deal, fh.Deal) and deal.rules.has_tables
        self.replay = None if deal.play_state is None or tables else _Replay(deal)

    def worlds(self) -> list[Placement]:
        """Return every placement of the cards the seat cannot see that fits all it has seen."""
        return [placed for placed in placements(self.places) if self.fits(placed)]

    def fits(self, placed: Placement) -> bool:
        """Return whether a placement fits all the seat has seen."""
        quick = self.replay is None or self.replay.goes(self._full(placed))
        return quick and self.failures_fit(placed) and self.build(placed) is not None

    def build(self, placed: Placement, rng: random.Random | None = None) -> Deal | None:
        """Return a deal that went the same way with these cards in the hidden places, or None."""
        try:
            if isinstance(self.deal, fh.Deal):
                made: Deal | None = self._fivehundred(self.deal, placed, rng)
            else:
                made = self._spades(self.deal, placed, rng)
        except GameError:
            return None
        if made is None or (made.phase, made.turn) != (self.deal.phase, self.deal.turn):
            return None
        return made if made.view(self.seat) == self.view else None

    def _full(self, placed: Placement) -> list[CardSet]:
        """Return all hands with what has been played from them."""
        return [
            placed.get(Place.hand(seat), hand) | self.played[seat] for seat, hand in enumerate(self.hands)
        ]

    def _fivehundred(self, deal: fh.Deal, placed: Placement, rng: random.Random | None) -> fh.Deal | None:
        full, taker = self._full(placed), taker_of(deal)
        kitty = placed.get(Place(PlaceKind.KITTY), deal.kitty)
        put_away = placed.get(Place(PlaceKind.PUT_AWAY), deal.put_away or CardSet())
        if taker is not None:
            everything = full[taker] | put_away
            kitty = deal.kitty if taker == self.seat else _some(everything, deal.rules.kitty_size, rng)
            full[taker] = everything - kitty
        tables = [
            [(_only(placed.get(_pile(seat, at)), down), up) for at, (down, up) in enumerate(table)]
            for seat, table in enumerate(deal.tables)
        ]
        start = deal.start
        if start is not None and start.called is not None:
            start = start._replace(contract=_called_side(start, full))
        made = fh.Deal(
            deal.rules,
            dealer=deal.dealer,
            hands=full,
            kitty=kitty if start is None else None,
            tables=tables or None,
            dead=placed.get(Place(PlaceKind.DEAD), deal.dead) or None,
            scores=deal.scores,
            start=start,
        )
        return made if self._follow(made, [put_away]) else None

    def _spades(self, deal: sp.Deal, placed: Placement, rng: random.Random | None) -> sp.Deal | None:
        full, puts = self._full(placed), []
        for giver, taker, cards in reversed(deal.exchanged):
            theirs = giver % 2 != self.seat % 2
            put = _some(full[taker], deal.rules.bn_exchange, rng) if theirs else cards
            if not put <= full[taker]:
                return None
            full[taker] -= put
            full[giver] |= put
            puts.append(put)
        made = sp.Deal(
            deal.rules,
            dealer=deal.dealer,
            hands=full,
            scores=deal.scores,
            bags=deal.bags,
            blind_sixes=deal.blind_sixes_before,
            start=None if deal.start is None else deal.start._replace(leader=self.leader),
        )
        return made if self._follow(made, puts[::-1]) else None

    def _follow(self, made: Deal, exchanges: list[CardSet]) -> bool:
        """Play the history in another deal; return whether it is the same seats' turn throughout."""
        puts = iter(exchanges)
        for step in self.deal.history:
            assert step.action is not None
            if made.turn != step.seat:
                return False
            made.push(Exchange(next(puts)) if isinstance(step.action, Exchange) else step.action)
        return True

    def failures_fit(self, placed: Placement) -> bool:
        """Return whether seats can have failed to follow before a constructed start as it says.

        Who failed to follow is void, but for one of them who may have played the joker instead, if the rules
        allow that and the joker has been played (FH-JOK-11).
        """
        deal = self.deal
        if not isinstance(deal, fh.Deal) or deal.start is None or deal.start.failed is None:
            return True
        order, contract = deal.order, deal.contract
        assert order is not None
        assert contract is not None
        pairs = zip(self._full(placed), deal.start.failed, strict=False)
        broken = sum(
            [any(order.suit_of(card) == suit for card in hand) for hand, suits in pairs for suit in suits]
        )
        by_choice = deal.rules.joker_follow is fh.JokerFollow.FIRST_OR_LAST and not contract.is_misere
        joker = order.free_joker is not None and Card.JK in placed[Place(PlaceKind.GONE)]
        return broken == 0 or (broken == 1 and by_choice and joker)


class _Replay:
    """The play of a deal without the deal around it: a quick way to see that a placement cannot be."""

    def __init__(self, deal: Deal) -> None:
        play = deal.play_state
        assert play is not None
        self.moves = [play.pop() for _ in trick_cards(deal)][::-1]
        self.setup, self.leader, self.tricks = play.setup, play.leader, play.tricks
        self.suits_led, self.broken = play.suits_led, play.is_broken
        self.failed = [play.failed(seat) for seat in range(deal.rules.players)]

    def goes(self, hands: list[CardSet]) -> bool:
        """Return whether the same cards can be played from these hands."""
        assert self.leader is not None
        trial = TrickPlay(
            self.setup,
            hands,
            self.leader,
            tricks=self.tricks,
            suits_led=self.suits_led,
            failed=self.failed,
            broken=self.broken,
        )
        try:
            for move in self.moves:
                trial.push(move)
        except IllegalMove:
            return False
        return True


def worlds_of(deal: Deal, seat: int) -> list[Placement]:
    """Return every placement of the cards a seat cannot see that fits all it has seen."""
    return Reference(deal, seat).worlds()


def _some(cards: CardSet, many: int, rng: random.Random | None) -> CardSet:
    """Return some of the cards."""
    held = cards.ascending()
    return CardSet(held[:many] if rng is None else rng.sample(held, many))


def _pile(seat: int, at: int) -> Place:
    return Place(PlaceKind.FACE_DOWN, seat, at)


def _only(cards: CardSet | None, otherwise: Card | None) -> Card | None:
    """Return the card of a place of one card, or another one if the place is not hidden."""
    return otherwise if cards is None else cards.ascending()[0]


def _called_side(start: fh.PlayStart, hands: list[CardSet]) -> Contract:
    """Return the contract with the partner these hands make, if one of them does."""
    contract = start.contract
    holders = {seat for seat, hand in enumerate(hands) if start.called in hand}
    side = holders | {contract.contractor} if holders else contract.side
    return Contract(contract.bid, contractor=contract.contractor, side=side)
