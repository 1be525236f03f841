"""What the tests of PlayBatch share: batches of random hands, and what a place sees, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardcore import Dealing, PlayBatch, PlaySetup, TrickPlay
from cardcore.observation import FIELDS
from core.random_hands import KINDS
from core.snapshots import random_plays

EVERY_FIELD = [field.name for field in FIELDS]


def plays(chunk: int, each: int) -> list[TrickPlay]:
    """Positions before the first lead: so many of every kind of contract."""
    return [play for _, play in random_plays(chunk, each * len(KINDS))]


def batch_of(start: Sequence[TrickPlay], **options: Any) -> PlayBatch:
    """A batch that holds these positions, by their hands."""
    batch = PlayBatch([play.setup for play in start], len(start), **options)
    hands = np.zeros((len(start), batch.places), np.uint64)
    for i, play in enumerate(start):
        for place in range(play.setup.seats.places):
            hands[i, place] = play.hand_mask(place)
    batch.reset(hands, setup=np.arange(len(start)), leader=[play.leader or 0 for play in start])
    return batch


def action_of(batch: PlayBatch, move: int) -> int:
    """The action that stands for a move of TrickPlay."""
    return move if move < 64 else batch.cards + (move >> 6) - 1


def same(batch: PlayBatch, i: int, play: TrickPlay) -> None:
    """Assert that a slot of a batch is in a position."""
    places = play.setup.seats.places
    assert int(batch.legal[i]) == play.legal_mask
    assert batch.turn[i] == (-1 if play.turn is None else play.turn)
    assert batch.hands[i].tolist() == [play.hand_mask(k) for k in range(places)] + [0] * (
        batch.places - places
    )
    assert int(batch.trick[i]) == play.trick_mask
    assert batch.tricks[i].tolist() == [*play.tricks, *[0] * (batch.places - places)]
    assert batch.finished[i] == play.tricks_done
    assert int(batch.suits_led[i]) & 127 == sum(1 << suit for suit in play.suits_led)
    for place in range(places):
        assert int(batch.failed[i, place]) & 127 == sum(1 << suit for suit in play.failed(place))
    names = int(batch.names[i])
    assert tuple(suit for suit in range(7) if names >> suit & 1) == play.joker_suits
    if play.turn is not None:
        assert batch.leader[i] == play.leader
    if play.trick:
        assert batch.led[i] == (7 if play.led_suit is None else play.led_suit)


def mask_row(batch: PlayBatch, play: TrickPlay) -> list[int]:
    """The bytes of the legal actions."""
    row = [0] * batch.actions
    for move in play.legal_moves():
        row[action_of(batch, move)] = 1
    return row


def bits(mask: int, count: int) -> list[int]:
    """A mask as a list of 0 and 1."""
    return [mask >> k & 1 for k in range(count)]


def seen_by(
    batch: PlayBatch, play: TrickPlay, viewer: int | None, setup: int, sees: Sequence[int]
) -> dict[str, Any]:
    """Every field of an observation, from a play whose history is the whole deal."""
    cards, places, many = batch.cards, batch.places, play.setup.seats.places
    if viewer is None or viewer >= many:
        return {span.name: [0] * span.length for span in batch.layout.spans}
    order = [(viewer + k) % many for k in range(many)]
    back = {place: k for k, place in enumerate(order)}
    again = play.copy()
    while again.history:
        again.pop()
    played: list[list[int]] = [[] for _ in range(many)]
    unnamed, missed = False, set()  # a free joker led without a suit; who has failed to follow it: all others
    for move in play.history:
        assert again.turn is not None
        if unnamed:
            missed.add(again.turn)
        elif not again.trick and move < 64:
            unnamed = play.order.card(move) == play.order.free_joker
        played[again.turn].append(move & 63)
        again.push(move)
    table = {place: play.order.position(card) for place, card in play.trick}
    finished = [[at for at in played[place] if table.get(place) != at] for place in range(many)]
    mine = play.turn == viewer

    def rows(masks: list[int], count: int) -> list[int]:
        return [bit for mask in masks + [0] * (places - many) for bit in bits(mask, count)]

    def one(place: int | None) -> list[int]:
        return [int(place is not None and back[place] == k) for k in range(places)]

    def numbers(values: list[int]) -> list[int]:
        return [values[place] for place in order] + [0] * (places - many)

    seen = [0] * cards
    for place in range(many):
        for at in played[place]:
            seen[at] = 1 + back[place]
    hands = [play.hand_mask(place) for place in order]
    names = sum(1 << suit for suit in play.joker_suits)
    lead_free = play.turn is not None and not play.trick and play.order.free_joker is not None
    if (
        lead_free
        and not names
        and any(play.card_of(m)[0] == play.order.free_joker for m in play.legal_moves())
    ):
        names = 128
    suits_led = sum(1 << suit for suit in play.suits_led)
    failed = [sum(1 << suit for suit in play.failed(place)) for place in order]
    if unnamed:
        suits_led |= 128
        failed = [mask | (128 if place in missed else 0) for mask, place in zip(failed, order, strict=True)]
    led = 0
    if play.trick:
        led = 128 if play.led_suit is None else 1 << play.led_suit
    return {
        "hand": bits(play.hand_mask(viewer), cards),
        "legal": bits(play.legal_mask if mine else 0, cards),
        "trick": bits(play.trick_mask, cards),
        "seen": seen,
        "table": rows([1 << table[place] if place in table else 0 for place in order], cards),
        "played": rows([sum(1 << at for at in finished[place]) for place in order], cards),
        "gone": bits(sum(1 << at for cards_of in finished for at in cards_of), cards),
        "open": rows([play.hand_mask(place) if place in sees else 0 for place in order], cards),
        "names": bits(names if mine else 0, 8),
        "led": bits(led, 8),
        "suits_led": bits(suits_led, 8),
        "failed": rows(failed, 8),
        "turn": one(play.turn),
        "leader": one(play.leader),
        "best": one(play.best_place),
        "tricks": numbers(list(play.tricks)),
        "sizes": numbers([play.hand_mask(place).bit_count() for place in range(many)]),
        "finished": [play.tricks_done],
        "broken": [int(play.is_broken)],
        "setup": [min(setup, 255)],
        "place": [viewer],
        "hands": rows(hands, cards),
    }


def dealt(dealing: Dealing, setup: PlaySetup, leader: int, stream: Any) -> TrickPlay:
    """The play of a dealt deal, from its stream, in plain Python."""
    order = stream.permutation(len(dealing.pack))
    hidden = {under for _, under in dealing.under}
    hands: list[list[int]] = [[] for _ in range(setup.seats.places)]
    for at, index in enumerate(order):
        place = dealing.places[at]
        if place is not None and at not in hidden:
            hands[place].append(dealing.pack[index])
    if dealing.under:
        piles = []
        for over, under in dealing.under:
            place = dealing.places[over]
            assert place is not None
            piles.append((place, dealing.pack[order[over]], dealing.pack[order[under]]))
        setup = PlaySetup(
            setup.order,
            setup.seats,
            joker_lead=setup.joker_lead,
            joker_follow=setup.joker_follow,
            joker_void=setup.joker_void,
            limit=setup.limit,
            first_card=setup.first_card,
            under=piles,
        )
    return TrickPlay(setup, hands, leader)
