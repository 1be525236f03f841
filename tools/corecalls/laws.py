"""What must hold of every object after every call, however bad the call was."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

import cardcore
from cardcore.dealplan import DealPlan
from cardcore.deals import Deals

__all__ = ["Broken", "check"]


class Broken(Exception):
    """An object is not what it should be."""


def need(holds: bool, law: str) -> None:
    """Raise Broken unless a law holds."""
    if not holds:
        raise Broken(law)


def _cardset(one: Any) -> None:
    need(len(one) == len(list(one)) == len(one.ascending()), "a CardSet has as many cards as it lists")
    need(cardcore.CardSet.from_mask(one.mask) == one == cardcore.CardSet(list(one)), "a CardSet is its mask")


def _pack(one: Any) -> None:
    need([one.index(card) for card in one] == list(range(len(one))), "a Pack knows where its cards are")


def _order(one: Any) -> None:
    places = [one.position(one.card(at)) for at in range(len(one))]
    need(places == list(range(len(one))), "positions and cards of an order agree")
    blocks = [one.block_mask(suit) for suit in range(len(one.suits))]
    free = 0 if one.free_joker is None else 1 << one.position(one.free_joker)
    need(sum(blocks) + free == (1 << len(one)) - 1, "every position of an order has one suit")
    need(one.trump is None or 0 <= one.trump < len(one.suits), "trumps are a suit")
    if len(one):
        need(pickle.loads(pickle.dumps(one)) == one, "an order comes back from a pickle")


def _seats(one: Any) -> None:
    if one.places:
        need(pickle.loads(pickle.dumps(one)) == one, "a seat order comes back from a pickle")


def _setup(one: Any) -> None:
    if one.order is not None:
        need(len(one.order) > 0 and one.seats.places > 1, "a setup has an order and seats")
        need(pickle.loads(pickle.dumps(one)) == one, "a setup comes back from a pickle")


def _play(one: Any) -> None:
    own = cardcore.TrickPlay.copy(one)
    masks = [own.hand_mask(place) for place in range(own.setup.seats.places or 2)]
    need(sum(masks) == _union(masks), "no card is in two hands")
    if own.setup.order is not None and len(own.history) + sum(masks):
        need(pickle.loads(pickle.dumps(own)) == own, "a play comes back from a pickle")
    steps = 0
    while not own.is_over:
        legal = own.legal_moves()
        need(bool(legal) and steps < 64, "somebody can play until all is over")
        own.push(legal[steps % len(legal)])
        steps += 1
    for _ in range(steps):
        own.pop()
    need(
        own == one and own.legal_moves() == cardcore.TrickPlay.legal_moves(one),
        "what was played is taken back",
    )


def _union(masks: list[int]) -> int:
    """All bits."""
    every = 0
    for mask in masks:
        every |= mask
    return every


def _deals(one: Any) -> None:
    if one.setups is None:
        return
    n = one.n
    need(one.legal.shape == (n,) and one.hands.shape == (n, one.places), "views have the shape of the batch")
    need(not one.legal.flags.writeable, "views are read-only")
    running = one.turn >= 0
    need(bool(((one.legal != 0) == running).all()), "where somebody is to play, something is legal")
    for i in range(0, n, max(1, n // 6)):
        hands = [int(mask) for mask in one.hands[i]]
        need(sum(hands) == _union(hands), "no card is in two hands of a deal")
        if isinstance(one, cardcore.PlayBatch):
            play = cardcore.PlayBatch.play(one, i)
            need(play.legal_mask == int(one.legal[i]), "a deal and its play agree on what is legal")
            need(
                (-1 if play.turn is None else play.turn) == int(one.turn[i]),
                "a deal and its play agree on the turn",
            )
            _play(play)
    if isinstance(one, cardcore.PlayBatch) and n < 64:
        other = pickle.loads(pickle.dumps(one))
        need(
            bool((other.hands == one.hands).all() and (other.legal == one.legal).all()), "a batch comes back"
        )


def _stakes(one: Any) -> None:
    if one.accounts is not None:
        many = len(one.weights)
        need(all(math.isfinite(pay) for pay in one.pays([1] * many)), "stakes pay numbers")


def _plan(one: Any) -> None:
    if one.dealing is None:
        return
    play = DealPlan.deal(one, 3, seed=1)
    need(play.turn == one.leader, "the leader of a plan leads its deals")
    dealt = [place for place in one.dealing.places if place is not None]
    held = [play.hand_mask(place).bit_count() for place in range(one.setup.seats.places)]
    need([dealt.count(place) for place in range(len(held))] == held, "hands have the sizes of the plan")
    _play(play)
    need(pickle.loads(pickle.dumps(one)) == one, "a plan comes back from a pickle")


def _sampler(one: Any) -> None:
    if one.count:
        for row in one.sample(2, seed=1).tolist():
            need(_union(row) == sum(row) == one.cards, "every card lies in one place")
            need([mask.bit_count() for mask in row] == list(one.sizes), "places have their sizes")
            need(
                all(mask & ~most == 0 for mask, most in zip(row, one.possible, strict=True)),
                "only what is possible",
            )


_ORDER = cardcore.CardOrder(["S2 S3 S4", "H2 H3 H4"])
_ENDING = cardcore.TrickPlay(cardcore.PlaySetup(_ORDER, cardcore.SeatOrder.circle(2)), ["S4 H3", "S3 H4"], 0)


def _solver(one: Any) -> None:
    if one.table_mb:
        need(one.solve(_ENDING, 1, 1).value == 1, "a solver still solves")
        need(one.memory <= one.table_mb * 1e6 + 64, "a solver keeps to its memory")


def _stream(one: Any) -> None:
    other = one.copy()
    need(other == one, "a copy of a stream is equal")
    need([other.below(6) < 6 for _ in range(3)] == [True] * 3, "a stream draws below the bound")
    if one.raw() and pickle.loads(pickle.dumps(one)) != one:
        need(False, "a stream comes back from a pickle")


def _result(one: Any) -> None:
    need(one.low <= one.high, "the bounds of a result are in order")


LAWS: list[tuple[type[Any], Callable[[Any], None]]] = [
    (cardcore.CardSet, _cardset), (cardcore.Pack, _pack), (cardcore.CardOrder, _order), (cardcore.SeatOrder,
    _seats),
    (cardcore.PlaySetup, _setup), (cardcore.TrickPlay, _play), (Deals, _deals), (cardcore.Stakes, _stakes),
    (cardcore.Sampler, _sampler), (DealPlan, _plan), (cardcore.Solver, _solver), (cardcore.Stream, _stream),
    (cardcore.Result, _result),
]  # fmt: skip


def check(value: Any, depth: int = 0) -> None:
    """Raise Broken if an object, or one in a list of them, breaks a law."""
    for kind, law in LAWS:
        if isinstance(value, kind):
            law(value)
    if isinstance(value, (list, tuple)) and depth < 2:
        for item in value[:20]:
            check(item, depth + 1)
    if isinstance(value, np.ndarray) and not value.dtype.hasobject and value.size < 1 << 20:
        value.tobytes()[:1]
