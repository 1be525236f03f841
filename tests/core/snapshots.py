"""What the tests of TrickPlay share: snapshots of positions, and random positions to take them of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from cardcore import TrickPlay
from core.random_hands import specs
from core.translate import core_play


def snapshot(play: TrickPlay) -> tuple[Any, ...]:
    """Everything that can be read from a position."""
    places = range(play.setup.seats.places)
    return (
        play.turn,
        play.leader,
        play.is_over,
        play.legal_mask,
        play.legal_cards,
        play.legal_moves(),
        play.joker_suits,
        [play.hand_mask(place) for place in places],
        [play.hand(place) for place in places],
        play.trick_mask,
        play.trick,
        play.led_suit,
        play.best_place,
        play.tricks,
        play.tricks_done,
        play.suits_led,
        [play.failed(place) for place in places],
        play.is_broken,
        play.history,
        repr(play),
        hash(play),
    )


def random_plays(chunk: int, count: int) -> Iterator[tuple[random.Random, TrickPlay]]:
    """Positions before the first lead, of every kind in turn."""
    for rng, spec in specs(chunk, count):
        yield rng, core_play(**spec)


def play_on(play: TrickPlay, rng: random.Random, most: int = 100) -> None:
    """Push random legal moves until the end or until `most` are made."""
    while most and not play.is_over:
        play.push(rng.choice(play.legal_moves()))
        most -= 1
