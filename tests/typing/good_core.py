"""Uses of the compiled core that must pass a strict type check, dtypes of arrays included."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from cardcore import (
    Card,
    CardOrder,
    CardSet,
    Dealing,
    MoveValue,
    PlayBatch,
    PlaySetup,
    Result,
    Sampler,
    SeatOrder,
    Solver,
    Stakes,
    StopFlag,
    Stream,
    Suit,
    TrickPlay,
    builds,
    divide,
    get_include,
    key_from_seed,
    perft,
    permute_bits,
    play_random_deals,
    redeal,
    redeal_rows,
    shuffled_packs,
    tree_search,
)

order = CardOrder([["S2", "S3"], [Card.H2, Card.H3]], trump=Suit.SPADES)
assert_type(order.cards, CardSet)
assert_type(order.free_joker, Card | None)
assert_type(order.position("S3"), int)
assert_type(order.card(0), Card)
assert_type(order.suit_of(Card.H2), int | None)

setup = PlaySetup(order, SeatOrder.circle(2), limit=0)
play = TrickPlay(setup, [["S2", "H2"], ["S3", "H3"]], 0)
assert_type(play.turn, int | None)
assert_type(play.legal_mask, int)
assert_type(play.legal_cards, CardSet)
assert_type(play.legal_moves(), list[int])
assert_type(play.pop() if play.history else 0, int)
assert_type(play.card_of(0), tuple[Card, int | None])
assert_type(play.trick, tuple[tuple[int, Card], ...])
assert_type(play.copy(), TrickPlay)

stream = Stream((1, 2), number=3)
assert_type(play.playout(stream), tuple[int, ...])
assert_type(stream.permutation(5), bytes)
assert_type(stream.copy(), Stream)
assert_type(key_from_seed(np.int64(5)), tuple[int, int])
assert_type(perft(play, 2), int)
assert_type(divide(play, 2), dict[int, int])
assert_type(
    play_random_deals(setup, ["S2", "S3", "H2", "H3"], [0, 0, 1, 1], 5, leader=0, seed=1), tuple[int, ...]
)

solver = Solver(2)
assert_type(solver.solve(play, 1, 1, stop=StopFlag(), max_seconds=1), Result)
assert_type(solver.moves(play, 1, 1, target=1), dict[int, Result])
assert_type(solver.line(play, 1, 1), list[int])
assert_type(solver.payoff(play, 1, 1, [0, 10, 20]), int)
assert_type(solver.payoff(play, 1, 1, [0.0, 1.5, 2.0]), float)

sampler = Sampler(0b1111, (2, 2), (0b1111, 0b1100))
assert_type(sampler.count, int)
assert_type(sampler.sample(10, seed=1), NDArray[np.uint64])
rows = np.zeros((10, 2), np.uint64)
sampler.fill(rows, seed=(1, 2))
assert_type(redeal(play, (3, 12)), TrickPlay)
assert_type(redeal_rows(play, rows, [0, 1]), list[TrickPlay])
stakes = Stakes(2, [((0,), (0.0, 1.0, 2.0))], [[1.0], [-1.0]])
assert_type(tree_search(play, rows, [0, 1], stakes, iterations=10, seed=1), list[MoveValue])

batch = PlayBatch([setup], 4, dealing=Dealing(["S2", "S3", "H2", "H3"], [0, 0, 1, 1]), seed=1)
assert_type(batch.legal, NDArray[np.uint64])
assert_type(batch.turn, NDArray[np.int8])
assert_type(batch.done, NDArray[np.bool_])
assert_type(batch.tricks, NDArray[np.uint8])
assert_type(batch.setup, NDArray[np.uint16])
assert_type(batch.mask(), NDArray[np.bool_])
assert_type(batch.mask(np.zeros((4, 4), np.uint8)), NDArray[np.uint8])
assert_type(batch.mask(np.zeros((4, 4), np.bool_)), NDArray[np.bool_])
assert_type(batch.observe(seat=0), NDArray[np.uint8])
assert_type(batch.random_actions(stream), NDArray[np.int16])
assert_type(batch.step([0, 1, 2, 3]), int)
assert_type(batch.step(np.zeros(4, np.int64), rewards=np.zeros((4, 2), np.float32)), int)
assert_type(batch.play(0), TrickPlay)
assert_type(batch.copy(), PlayBatch)

assert_type(shuffled_packs([0, 1], 4, seed=1), NDArray[np.uint8])
assert_type(permute_bits([1], np.zeros((1, 64), np.uint8), [0]), NDArray[np.uint64])
assert_type(builds(), tuple[str, ...])
assert_type(get_include(), str)
