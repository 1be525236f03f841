"""What a Five Hundred player sees when he looks up from his cards: who is winning, what is still out.

:class:`Ranking` is how the cards stand in one contract, :class:`Reading` a view read with it. Both are
private to the heuristic bot; a card counts as the suit it has in the contract, so the left bower is a trump.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tricktake.actions import Play
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.fivehundred.orders import card_order
from tricktake.fivehundred.packs import PACKS
from tricktake.fivehundred.view import View

__all__ = ["FREE", "Ranking", "Reading", "ranking"]

FREE = -1
"""Suit of a joker that belongs to none."""

_IDS = len(Card)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """How the cards of a pack stand in one contract."""

    suits: tuple[tuple[Card, ...], ...]
    """The cards of each suit, low to high."""
    suit: tuple[int, ...]
    """By card id: the suit it counts as, or ``FREE``."""
    height: tuple[int, ...]
    """By card id: its place in that suit, from 0."""
    trump: int | None
    """The trump suit, or None."""
    joker: Card | None
    """The joker where it belongs to no suit."""

    def split(self, cards: Iterable[Card]) -> tuple[list[Card], ...]:
        """The cards suit by suit, low to high; a suitless joker is left out."""
        held = set(map(int, cards))
        return tuple([[card for card in suit if card in held] for suit in self.suits])


@cache
def ranking(pack_name: str, strain: Strain, nominated: Suit | None = None) -> Ranking:
    """The ranking of a contract; shared and cached."""
    order = card_order(PACKS[pack_name], strain, nominated)
    suit, height = [FREE] * _IDS, [0] * _IDS
    for number, cards in enumerate(order.suits):
        for place, card in enumerate(cards):
            suit[card], height[card] = number, place
    return Ranking(
        suits=order.suits, suit=tuple(suit), height=tuple(height), trump=order.trump, joker=order.free_joker
    )


class Reading:
    """A view during the play, with everything a decision asks for worked out once."""

    __slots__ = (
        "best",
        "best_strength",
        "contractor",
        "foes",
        "hand",
        "later_foes",
        "led",
        "legal",
        "partners",
        "plays",
        "ranking",
        "suits",
        "unseen",
        "view",
        "voids",
    )

    def __init__(self, view: View) -> None:
        self.view = view
        contract = view.contract
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        self.ranking = ranking(view.rules.pack_name, strain, view.nominated)
        self.contractor = None if contract is None else contract.contractor
        self.partners = view.partners - view.sits_out
        seats = [seat for seat in range(view.rules.players) if seat not in view.sits_out]
        self.foes = [seat for seat in seats if seat != view.seat and seat not in self.partners]
        self.plays = [action for action in view.legal_actions if isinstance(action, Play)]
        self.legal = list(dict.fromkeys([play.card for play in self.plays]))
        self.hand = self._playable()
        self.suits = self.ranking.split(self.hand)
        self.unseen = self.ranking.split(self._unseen())
        self.voids = view.voids
        self.led: int | None = None
        self.best: int | None = None
        self.best_strength = -1
        self._read_trick()
        played = [card.seat for card in view.trick]
        cards_each = 2 if view.tables else 1  # with cards on the table a seat plays twice to a trick
        self.later_foes = [seat for seat in self.foes if played.count(seat) < cards_each]

    def _playable(self) -> CardSet:
        """The cards that can be played now: the hand, or those face up on the own table."""
        view = self.view
        if view.plays_from == "table":
            return CardSet([pile.up for pile in view.tables[view.seat] if pile.up is not None])
        return CardSet(()) if view.hand is None else view.hand

    def _unseen(self) -> CardSet:
        """Cards that another hand may hold, as far as this seat knows."""
        view = self.view
        gone = self.hand if view.hand is None else self.hand | view.hand
        gone |= CardSet(()) if view.put_away is None else view.put_away
        played = [card.card for trick in (*view.finished, view.trick) for card in trick]
        return PACKS[view.rules.pack_name].cards - gone - CardSet(played)

    def _read_trick(self) -> None:
        for played in self.view.trick:
            if self.led is None:
                self.led = int(played.named) if played.named is not None else self.ranking.suit[played.card]
            strength = self.strength(played.card)
            if strength > self.best_strength:
                self.best, self.best_strength = played.seat, strength

    def strength(self, card: Card) -> int:
        """What a card is worth in the trick in progress: 0 if it cannot win it."""
        suit = self.ranking.suit[card]
        if suit == FREE:
            return 300
        if suit == self.ranking.trump:
            return 200 + self.ranking.height[card]
        return 100 + self.ranking.height[card] if suit == self.led else 0

    def above(self, card: Card) -> int:
        """How many unseen cards of its suit rank above a card."""
        suit = self.ranking.suit[card]
        if suit == FREE:
            return 0
        height = self.ranking.height[card]
        return sum([self.ranking.height[other] > height for other in self.unseen[suit]])

    def below(self, card: Card) -> int:
        """How many unseen cards of its suit rank below a card."""
        suit = self.ranking.suit[card]
        return 0 if suit == FREE else len(self.unseen[suit]) - self.above(card)

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit ranks above a card."""
        return self.above(card) == 0

    def may_hold(self, seat: int, suit: int) -> bool:
        """Whether a seat may hold a card of a suit."""
        return bool(self.unseen[suit]) and Suit(suit) not in self.voids[seat]

    def may_ruff(self, seats: Iterable[int], suit: int) -> bool:
        """Whether one of these seats is known to be void in a suit and may hold a trump."""
        trump = self.ranking.trump
        if trump is None or suit == trump:
            return False
        return any(not self.may_hold(seat, suit) and self.may_hold(seat, trump) for seat in seats)

    @property
    def foes_have_trumps(self) -> bool:
        """Whether an opponent may hold a trump."""
        trump = self.ranking.trump
        return trump is not None and any(self.may_hold(seat, trump) for seat in self.foes)

    def lowest_equal(self, cards: list[Card], top: Card) -> Card:
        """The lowest of one's own cards that takes as many tricks as ``top``: no unseen card lies between."""
        suit, above = self.ranking.suit[top], self.above(top)
        return next(card for card in cards if self.ranking.suit[card] == suit and self.above(card) == above)

    def play(self, card: Card) -> Play:
        """The action that plays a card; a joker that must name a suit names one's own longest."""
        named = [play for play in self.plays if play.card == card]
        return max(named, key=lambda play: -1 if play.named is None else len(self.suits[play.named]))
