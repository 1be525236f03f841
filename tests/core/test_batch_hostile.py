"""PlayBatch: nothing Python hands over can break it, and every refusal leaves it as it was."""

from __future__ import annotations

import gc
import pickle
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardcore import (
    CardOrder,
    Dealing,
    GameError,
    IllegalMove,
    PlayBatch,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    permute_bits,
    shuffled_packs,
)
from cardcore.batch import _restore
from core.batches import batch_of, plays
from core.test_batch import DEALING, SIMPLE, everything, simple, tables

OTHER = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"]), SeatOrder.circle(3))


class Number:
    """Something with an index of its own."""

    def __init__(self, answer: Callable[[], int]) -> None:
        self.answer = answer

    def __index__(self) -> int:
        return self.answer()


class Liar(np.ndarray):
    """An array that lies about its type and shape."""

    dtype = np.dtype(np.uint64)  # type: ignore[assignment]
    shape = (5,)  # type: ignore[assignment]


# --- building -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([], 3), {}, SetupError, "1 to 65535 setups, not 0"),
        (([SIMPLE] * 65536, 3), {}, SetupError, "not 65536"),
        (([SIMPLE, None], 3), {}, TypeError, "not NoneType"),
        ((SIMPLE, 3), {}, TypeError, "not iterable"),
        (([PlaySetup.__new__(PlaySetup)], 3), {}, TypeError, "must be PlaySetup"),
        (([SIMPLE], -1), {}, ValueError, "0 to 16777216 deals, not -1"),
        (([SIMPLE], 2**24 + 1), {}, ValueError, "not 16777217"),
        (([SIMPLE], 2**70), {}, ValueError, "deals, not 1180"),
        (([SIMPLE], 3.0), {}, TypeError, "float"),
        (([SIMPLE], None), {}, TypeError, "NoneType"),
        (([SIMPLE], 3), {"seed": -1}, ValueError, "seed"),
        (([SIMPLE], 3), {"seed": "1"}, TypeError, "str"),
        (([SIMPLE], 3), {"seed": (1, 2, 3)}, ValueError, "key"),
        (([SIMPLE], 3), {"first": -1}, ValueError, "first -1"),
        (([SIMPLE], 3), {"first": 2**64}, ValueError, "first 1844"),
        (([SIMPLE], 3), {"threads": 0}, ValueError, "threads"),
        (([SIMPLE], 3), {"threads": 10**6}, ValueError, "threads"),
        (([SIMPLE], 3), {"fields": ["hand", "eyes"]}, SetupError, "no field 'eyes'; there are hand, legal"),
        (([SIMPLE], 3), {"fields": "hand"}, SetupError, "no field 'h'"),
        (([SIMPLE], 3), {"fields": 3}, TypeError, "not iterable"),
        (([SIMPLE], 3), {"sees": []}, SetupError, "as many entries of sees"),
        (([SIMPLE], 3), {"sees": [[[1]]]}, SetupError, "for each of 2 places"),
        (([SIMPLE], 3), {"sees": [[[1], [2]]]}, SetupError, "for each of 2 places"),
        (([SIMPLE], 3), {"sees": [[[1], [-1]]]}, SetupError, "for each of 2 places"),
        (([SIMPLE], 3), {"dealing": "S2 S3"}, TypeError, "must be a Dealing"),
        (([SIMPLE], 3), {"dealing": [DEALING, DEALING]}, SetupError, "as many dealings, not 2"),
        (([SIMPLE], 3), {"autoreset": True}, SetupError, "autoreset needs a dealing"),
        (([OTHER], 3), {"dealing": DEALING}, SetupError, "S5 is not in this order"),
        (([SIMPLE], 3), {"dealing": Dealing("S2 S3", [0, 2])}, SetupError, "place 2 of a dealing"),
        (([SIMPLE], 3), {"dealing": Dealing("S2 S3", [0, -1])}, SetupError, "place -1 of a dealing"),
        (([SIMPLE], 3), {"dealing": Dealing("S2 S3 S4", [0, 0, 1])}, SetupError, "cannot be played"),
        (([SIMPLE], 3), {"dealing": Dealing("S2 S3 S4", [None] * 3)}, SetupError, "nobody gets a card"),
    ],
)
def test_what_cannot_be_built(arguments: Any, options: Any, error: type[Exception], message: str) -> None:
    """Each contradiction has its error."""
    with pytest.raises(error, match=message):
        PlayBatch(*arguments, **options)


def test_setups_with_hidden_cards_are_not_dealt() -> None:
    """What lies under what belongs to the dealing then."""
    setup = PlaySetup(SIMPLE.order, SIMPLE.seats, under=[(0, "S2", "S3")])
    with pytest.raises(SetupError, match="hidden cards of a setup"):
        PlayBatch([setup], 1, dealing=DEALING)
    PlayBatch([setup], 1)


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        (("S2 S3", [0]), {}, SetupError),
        (("S2 S2", [0, 1]), {}, ValueError),
        (("S2 S3", [0, 1.0]), {}, TypeError),
        (("S2 S3", 3), {}, TypeError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [(0, 0)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [(0, 2)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [(0, 1), (1, 0)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, None, None]), {"under": [(2, 3)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [(0, 4)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [(-1, 1)]}, SetupError),
        (("S2 S3 S4 S5", [0, 0, 1, 1]), {"under": [3]}, TypeError),
    ],
)
def test_what_cannot_be_dealt(arguments: Any, options: Any, error: type[Exception]) -> None:
    """Packs, places and piles that do not go together."""
    with pytest.raises(error):
        Dealing(*arguments, **options)


def test_a_batch_is_built_once_and_before_use() -> None:
    """Neither twice, nor never, nor half."""
    batch = simple()
    with pytest.raises(TypeError, match="built once"):
        batch.__init__([SIMPLE], 3)  # type: ignore[misc]
    never = PlayBatch.__new__(PlayBatch)
    assert (never.n, never.places, never.cards, never.actions) == (0, 0, 0, 0)
    assert repr(never) == "<PlayBatch never built>"
    calls: list[Callable[[], object]] = [
        never.deal, never.copy, never.mask, never.observe, never.next_deals, lambda: never.play(0),
        lambda: never.step([]), lambda: never.step_random(1), lambda: never.random_actions(Stream(1)),
        lambda: never.legal, lambda: never.hands, lambda: never.numbers, lambda: never.reset([]),
        lambda: never.moves_of([]), lambda: pickle.dumps(never),
        lambda: never.load(0, TrickPlay(SIMPLE, ["S2", "S3"], 0)),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(TypeError, match="never built"):
            call()


# --- arrays ---------------------------------------------------------------------------------------------

WRITTEN: dict[str, tuple[Any, tuple[int, ...]]] = {
    "rewards": (np.float32, (5, 2)),
    "done": (bool, (5,)),
    "winner": (np.int8, (5,)),
    "tricks": (np.uint8, (5, 2)),
    "turn": (np.int8, (5,)),
    "legal": (np.uint64, (5,)),
    "names": (np.uint8, (5,)),
    "mask": (np.uint8, (5, 8)),
    "observation": (np.uint8, (5, 78)),
    "illegal": (bool, (5,)),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_arrays_to_write(name: str) -> None:
    """Type, shape, layout and permission are read from the buffer; a refused call has not played."""
    batch = simple()
    assert batch.layout.width == 78
    actions = batch.random_actions(Stream(1))
    dtype, shape = WRITTEN[name]
    good = np.zeros(shape, dtype)
    frozen = good.copy()
    frozen.flags.writeable = False
    wide = np.zeros((*shape[:-1], 2 * shape[-1]), dtype)
    bad: list[Any] = [
        good.astype(np.float64),
        good.astype(np.int32),
        good.astype(object),
        np.zeros(shape, [("a", dtype)]),
        good[:4],
        np.zeros((*shape, 1), dtype),
        np.zeros((), dtype),
        np.zeros(shape[::-1] if len(shape) > 1 else (6,), dtype),
        wide[..., ::2],
        wide[..., : shape[-1]] if len(shape) > 1 else wide[::2],
        frozen,
        good.tolist(),
        5,
        "text",
        b"bytes",
        object(),
        np.zeros(0, dtype),
        memoryview(b"12345"),
    ]
    if good.itemsize > 1:
        bad.append(np.zeros(shape, np.dtype(dtype).newbyteorder(">" if sys.byteorder == "little" else "<")))
    before = everything(batch)
    for array in bad:
        with pytest.raises((TypeError, ValueError), match=name):
            batch.step(actions, **{name: array})
        if name != "illegal":
            with pytest.raises((TypeError, ValueError), match=name):
                batch.step_random(1, **{name: array})
    lying = np.zeros(3, np.uint8).view(Liar)
    with pytest.raises((TypeError, ValueError), match=name):
        batch.step(actions, **{name: lying})
    assert everything(batch) == before
    batch.copy().step(actions, **{name: memoryview(good)})
    batch.step(actions, **{name: good})


def test_one_array_for_everything() -> None:
    """Outputs that share memory with each other or with the actions write nonsense, and nothing worse."""
    batch = simple(64, autoreset=True)
    actions = batch.random_actions(Stream(1))
    raw = np.zeros(64 * 8, np.uint8)
    for _ in range(50):
        batch.random_actions(Stream(2), out=actions)
        raw[:128] = actions.view(np.uint8)
        shared = raw[:128].view(np.int16)
        batch.step(
            shared, legal=raw.view(np.uint64), turn=raw[:64].view(np.int8), done=raw[:64],
            winner=raw[:64].view(np.int8), mask=raw.reshape(64, 8), names=raw[:64],
            rewards=raw.view(np.float32).reshape(64, 2),
        )  # fmt: skip
        assert batch.hands.sum() > 0
        for i in range(0, 64, 7):
            assert batch.play(i).legal_mask == batch.legal[i]


@pytest.mark.parametrize(
    "actions",
    [
        None, 3, "12345", [0.0] * 5, [None] * 5, [[0] * 5], [0] * 4, [0] * 6, [], np.zeros((5, 1), np.int16),
        np.zeros(5, np.float32), np.zeros(5, bool), np.zeros(5, object), np.zeros(0, np.int16), [2**70] * 5,
        np.zeros(5, "S2"), {1: 2}, object(),
    ],
)  # fmt: skip
def test_actions_that_are_none(actions: Any) -> None:
    """Wrong types and shapes; nothing is played."""
    batch = simple()
    before = everything(batch)
    with pytest.raises((TypeError, ValueError)):
        batch.step(actions)
    assert everything(batch) == before


def test_actions_of_any_integer_type() -> None:
    """All integer types and strides are read alike; numbers out of range are illegal, not wrapped."""
    want = simple()
    actions = want.random_actions(Stream(1))
    want.step(actions)
    for dtype in "bhilqBHILQ":
        for make in (lambda a: a, lambda a: np.repeat(a, 2)[::2], lambda a: a.astype(a.dtype.newbyteorder())):
            batch = simple()
            batch.step(make(actions.astype(dtype)))
            assert everything(batch) == everything(want)
    batch = simple()
    batch.step(actions.tolist())
    for wrong in (65536, 2**32, 2**63, -65537, 2**16 + int(actions[0]), -(2**40)):
        batch = simple()
        given = actions.astype(object)
        given[0] = wrong
        with pytest.raises(IllegalMove, match="deal 0"):
            batch.step(given.astype(np.uint64 if wrong > 2**62 else np.int64))


def test_random_actions_need_a_stream_and_an_array() -> None:
    """Wrong streams and arrays."""
    batch = simple()
    for stream in (None, 1, "s"):
        with pytest.raises(TypeError):
            batch.random_actions(stream)  # type: ignore[arg-type]
    stream = Stream(1)
    for out in (np.zeros(4, np.int16), np.zeros(5, np.int32), [0] * 5, np.zeros(10, np.int16)[::2], 3):
        with pytest.raises((TypeError, ValueError), match="out"):
            batch.random_actions(stream, out=out)
    assert stream == Stream(1)
    with pytest.raises(TypeError):
        batch.random_actions(Stream.__new__(Stream), out=5)


def test_seats_that_are_none() -> None:
    """A place out of range, or an array of the wrong type."""
    batch = simple()
    for seat in (-1, 2, 99, 2**70):
        with pytest.raises(IndexError, match="seat"):
            batch.observe(seat=seat)
    for seat in ("1", 1.0, [1] * 5, np.zeros(5, np.int64), np.zeros(4, np.int8)):
        with pytest.raises((TypeError, ValueError)):
            batch.observe(seat=seat)
    assert not batch.observe(seat=np.full(5, -100, np.int8)).any()
    with pytest.raises(SetupError, match="no fields to observe"):
        simple(fields=[]).observe()


@pytest.mark.parametrize("count", [-1, 10**6 + 1, 2**70])
def test_counts_out_of_range(count: int) -> None:
    """So many cards cannot be played in one call."""
    with pytest.raises(ValueError, match="count"):
        simple().step_random(count)


def test_counts_that_are_none() -> None:
    """Wrong types, and an end that does not come."""
    for count in (1.0, "1", [1]):
        with pytest.raises(TypeError):
            simple().step_random(count)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no end"):
        simple(autoreset=True).step_random(None)
    assert simple().step_random(0) == 0


# --- given hands ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([[1, 1]],), {}, SetupError, "deal 2: .*H2.* stands in two hands"),
        (([[1, 6]],), {}, SetupError, "deal 2: hands of .1, 2. cards"),
        (([[1 << 8, 2]],), {}, SetupError, "deal 2: position mask 0x100 has bits beyond the 8 cards"),
        ((np.array([[2**63, 2]], np.uint64),), {}, SetupError, "deal 2: "),
        (([[-1, 2]],), {}, ValueError, "masks of 0 or more"),
        (([[1.0, 2.0]],), {}, TypeError, "whole numbers"),
        (([["1", "2"]],), {}, TypeError, "whole numbers"),
        (([1, 2],), {}, ValueError, "shape"),
        (([[1, 2, 0]],), {}, ValueError, "shape"),
        (([[1, 2], [1, 2]],), {}, ValueError, "shape"),
        ((None,), {}, TypeError, "whole numbers"),
        (([[1, 2]],), {"setup": 1}, IndexError, "setup must be in 0..0, got 1"),
        (([[1, 2]],), {"setup": -1}, IndexError, "setup must be in"),
        (([[1, 2]],), {"setup": 0.0}, TypeError, "whole numbers"),
        (([[1, 2]],), {"setup": [0, 0]}, ValueError, "setup must be one number"),
        (([[1, 2]],), {"leader": 2}, IndexError, "leader must be in 0..1, got 2"),
        (([[1, 2]],), {"leader": 2**70}, TypeError, "leader"),
        (([[1, 2]],), {"tricks": [[64, 0]]}, ValueError, "tricks must be in 0..63"),
        (([[1, 2]],), {"tricks": [[63, 63]]}, SetupError, "deal 2: tricks must be"),
        (([[1, 2]],), {"tricks": [1, 2]}, ValueError, "tricks must be"),
        (([[1, 2]],), {"suits_led": 4}, SetupError, "deal 2: this order has 2 suits"),
        (([[1, 2]],), {"suits_led": 128}, ValueError, "suits_led"),
        (([[1, 2]],), {"failed": [[0, 4]]}, SetupError, "deal 2: this order has 2 suits"),
        (([[1, 2]],), {"broken": 2}, ValueError, "broken"),
        (([[1, 2]],), {"numbers": -1}, ValueError, "numbers"),
        (([[1, 2]],), {"numbers": 1.5}, TypeError, "numbers"),
        (([[1, 2]],), {"numbers": [1, 2]}, ValueError, "numbers"),
        (([[1, 2]],), {"piles": [[0, 1]]}, ValueError, "piles must have shape"),
        (([[1, 2]],), {"piles": np.zeros((1, 33, 2), int)}, ValueError, "piles must have shape"),
        (([[1, 6]],), {"piles": [[[0, 63]]]}, ValueError, "piles must be in"),
        (([[1, 6]],), {"piles": [[[0, 8]]]}, SetupError, "deal 2: pile .* is not in 0..7"),
        (([[1, 6]],), {"piles": [[[0, -1]]]}, SetupError, "deal 2: pile"),
        (([[1, 6]],), {"piles": [[[5, 6]]]}, SetupError, "deal 2: no place holds"),
        (([[1, 6]],), {"piles": [[[0, 1]]]}, SetupError, "deal 2: .*face down"),
        (([[1, 6]],), {"piles": [[[0, 0]]]}, SetupError, "deal 2: "),
        (([[3, 12]],), {"piles": [[[0, 4], [1, 4]]]}, SetupError, "deal 2: .*lies under two"),
        (([[3, 12]],), {"piles": [[[0, 4], [0, 5]]]}, SetupError, "deal 2: .*lies on two"),
    ],
)
def test_hands_that_cannot_be(arguments: Any, options: Any, error: type[Exception], message: str) -> None:
    """Each refusal names the slot and the reason, and changes nothing."""
    batch = simple()
    before = everything(batch)
    with pytest.raises(error, match=message):
        batch.reset(*arguments, [2], **options)
    assert everything(batch) == before


def test_one_bad_row_keeps_all_out() -> None:
    """The rows before the bad one are not taken either."""
    batch = simple()
    before = everything(batch)
    with pytest.raises(SetupError, match="deal 4: "):
        batch.reset([[1, 2]] * 4 + [[3, 2]])
    assert everything(batch) == before


@pytest.mark.parametrize(
    ("which", "error"),
    [
        (5, ValueError), (-1, ValueError), ([5], IndexError), ([-1], IndexError), ([2**70], TypeError),
        ([0.0], TypeError),
        ("0", ValueError), ([[0]], ValueError), ([True, False], ValueError), (np.zeros(6, bool), ValueError),
        ([None], TypeError), (np.zeros((5, 1), bool), ValueError),
    ],
)  # fmt: skip
def test_slots_that_are_none(which: Any, error: type[Exception]) -> None:
    """Indices out of range, wrong types and shapes, in every call that takes them."""
    batch = simple()
    before = everything(batch)
    for call in (batch.deal, batch.next_deals, lambda which: batch.reset([[1, 2]], which)):
        with pytest.raises((error, TypeError)):
            call(which)
    assert everything(batch) == before
    for i in (5, -1, 2**70):
        with pytest.raises(IndexError):
            batch.play(i)
        with pytest.raises(IndexError):
            batch.load(i, TrickPlay(SIMPLE, ["S2", "S3"], 0))
    with pytest.raises(TypeError):
        batch.play("0")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        batch.load(0, None)  # type: ignore[arg-type]


def test_no_slots_at_all() -> None:
    """Empty choices and empty batches are fine."""
    batch = simple()
    before = everything(batch)
    for which in ([], np.zeros(5, bool), np.zeros(0, np.int64), ()):
        batch.deal(which)
        batch.next_deals(which)
        batch.reset(np.zeros((0, 2), np.uint64), which)
    assert everything(batch) == before
    empty = simple(0)
    assert empty.step([]) == 0
    assert empty.step(np.zeros(0, np.int16), legal=np.zeros(0, np.uint64), mask=np.zeros((0, 8), bool)) == 0
    assert empty.step_random(5) == 0
    assert empty.mask().shape == (0, 8)
    assert empty.observe().shape == (0, 78)
    assert empty.legal.shape == (0,)
    assert empty.hands.shape == (0, 2)
    assert empty.random_actions(Stream(1)).shape == (0,)
    with pytest.raises(IndexError):
        empty.play(0)


def test_reset_accepts_what_trickplay_accepts() -> None:
    """Random changes of good positions: both refuse, or both take them and agree."""
    rng = random.Random(10)
    start = plays(507, 60)
    batch = batch_of(start)
    refused = taken = 0
    for i, play in enumerate(start):
        places = play.setup.seats.places
        for _ in range(6):
            hands = [play.hand_mask(place) for place in range(places)] + [0] * (batch.places - places)
            leader = play.leader
            tricks = [0] * batch.places
            for _ in range(rng.randrange(3)):
                what = rng.randrange(5)
                place, other = rng.randrange(places), rng.randrange(places)
                if what == 0:
                    hands[place] ^= 1 << rng.randrange(64)
                elif what == 1:
                    hands[place], hands[other] = hands[other], hands[place]
                elif what == 2:
                    leader = rng.randrange(batch.places)
                elif what == 3:
                    tricks[rng.randrange(batch.places)] = rng.choice([1, 5, 63])
                else:
                    hands[rng.randrange(batch.places)] |= rng.choice([0, 1 << 62, 1])
            try:
                if any(hands[places:]) or any(tricks[places:]):
                    raise SetupError("places that are not there")
                cards = [play.order.to_cards(mask) for mask in hands[:places]]
                wanted = TrickPlay(play.setup, cards, leader, tricks=tricks[:places])
            except (ValueError, IndexError):
                refused += 1
                with pytest.raises(SetupError, match=f"deal {i}: "):
                    batch.reset(np.array([hands], np.uint64), [i], setup=i, leader=leader, tricks=[tricks])
                continue
            taken += 1
            batch.reset(np.array([hands], np.uint64), [i], setup=i, leader=leader, tricks=[tricks])
            assert batch.legal[i] == wanted.legal_mask
            assert batch.turn[i] == (-1 if wanted.turn is None else wanted.turn)
    assert refused > 500
    assert taken > 500


def test_arguments_that_change_the_batch_while_they_are_read() -> None:
    """Arguments run before anything is locked or written."""
    batch = simple()

    def meddle() -> int:
        batch.deal()
        batch.step_random(2)
        return 0

    batch.step_random(Number(lambda: meddle() + 1))
    assert batch.numbers.tolist() == [5, 6, 7, 8, 9]
    batch.play(Number(meddle))
    batch.observe(seat=Number(meddle))
    batch.load(Number(meddle), TrickPlay(SIMPLE, ["S2", "S3"], 0))
    assert batch.legal[0] == 16
    with pytest.raises(IndexError):
        batch.play(Number(lambda: 7))


# --- pickles --------------------------------------------------------------------------------------------


def parts(batch: PlayBatch) -> list[Any]:
    """What a pickle consists of, copied."""
    reduced = batch.__reduce__()
    assert reduced[0] is _restore
    return list(pickle.loads(pickle.dumps(reduced[1])))


def test_damaged_pickles() -> None:
    """Any state that could not be is refused; bytes turned at random never crash."""
    setup, dealing = tables()
    batch = PlayBatch([setup], 30, dealing=dealing, seed=3, autoreset=True)
    batch.deal()
    batch.step_random(33)
    for field, value in (
        ("turn", 6), ("turn", 14), ("leader", 9), ("best", 64), ("best_place", 7), ("led_suit", 8),
        ("fresh", 2), ("tricks_done", 60), ("hand", 2**63), ("limit", 5), ("trick", 1 << 50),
    ):  # fmt: skip
        made = parts(batch)
        made[3]["play"][field][4] = value
        with pytest.raises(SetupError, match="damaged batch"):
            _restore(*made)
    for field, value in (
        ("setup", 1),
        ("next_setup", 9),
        ("next_leader", 7),
        ("own", 0),
        ("own", 2),
        ("played", 2**62),
    ):
        made = parts(batch)
        made[3]["deal"][field][4] = value
        with pytest.raises(SetupError, match="damaged batch"):
            _restore(*made)
    for pile in ((63, 1, 0), (1, 64, 0), (1, 2, 4), (1, -1, 0)):
        made = parts(batch)
        made[3]["piles"][4] = [pile]
        with pytest.raises((SetupError, OverflowError)):
            _restore(*made)
    for name in ("play", "deal", "rng", "done", "winner"):
        made = parts(batch)
        made[3][name] = made[3][name][:-1]
        with pytest.raises(SetupError, match="damaged batch"):
            _restore(*made)
    rng = random.Random(11)
    stream = Stream(1)
    for _ in range(400):
        made = parts(batch)
        name = rng.choice(["play", "deal", "rng", "done", "winner"])
        raw = made[3][name].view(np.uint8).reshape(30, -1)
        for _ in range(rng.randrange(1, 4)):
            raw[rng.randrange(30), rng.randrange(raw.shape[1])] ^= 1 << rng.randrange(8)
        try:
            other = _restore(*made)
        except SetupError:
            continue
        for _ in range(12):
            other.step(other.random_actions(stream), mask=np.empty((30, other.actions), bool))
            other.observe()
        other.step_random(30)


# --- threads --------------------------------------------------------------------------------------------


def test_threads_share_a_batch() -> None:
    """Calls from several threads wait for each other: every card is played once."""
    batch = simple(2000, threads=2, autoreset=True)
    errors: list[BaseException] = []
    ended: list[int] = []

    def work(seed: int) -> None:
        try:
            for k in range(30):
                ended.append(batch.step_random(6))
                batch.mask()
                batch.observe()
                batch.copy()
                batch.step(np.full(2000, -1, np.int16))
                batch.play(k)
        except BaseException as error:
            errors.append(error)

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not errors
    assert sum(ended) == 4 * 30 * 2000
    assert batch.numbers.tolist() == [k + 120 * 2000 for k in range(2000)]


def test_actions_that_change_during_a_step() -> None:
    """Another thread writes to the actions all the time: what was checked is what is played."""
    batch = simple(5000, autoreset=True)
    actions = batch.random_actions(Stream(1))
    stop = threading.Event()

    def scribble() -> None:
        rng = np.random.default_rng(1)
        while not stop.is_set():
            actions[:] = rng.integers(-1, 9, 5000)

    other = threading.Thread(target=scribble)
    other.start()
    illegal = np.empty(5000, bool)
    try:
        for _ in range(200):
            batch.step(actions, illegal=illegal)
    finally:
        stop.set()
        other.join()
    for i in range(0, 5000, 97):
        play = batch.play(i)
        assert play.legal_mask == batch.legal[i]
        held = [int(mask) for mask in batch.hands[i]] + [int(batch.trick[i])]
        assert sum(mask.bit_count() for mask in held) + 2 * int(batch.finished[i]) == 6


# --- memory ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_is_given_back() -> None:
    """Batches, copies, refusals and calls with arrays leave nothing behind (P-14)."""

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    def work() -> None:
        batch = simple(300)
        batch.copy()
        pickle.loads(pickle.dumps(batch))
        out = np.empty((300, 8), bool)
        batch.mask(out)
        batch.reset([[1, 2]] * 300)
        for bad in (
            lambda: batch.mask(5),
            lambda: batch.step([9] * 300),
            lambda: batch.reset([[1, 1]] * 300),
        ):
            with pytest.raises((TypeError, GameError)):
                bad()
        batch.step_random(None)

    for _ in range(100):
        work()
    gc.collect()
    before = resident()
    for _ in range(400):
        work()
    gc.collect()
    assert resident() - before < 5_000_000


# --- packs ----------------------------------------------------------------------------------------------


def test_shuffled_packs_refusals() -> None:
    """Sizes and numbers out of range."""
    assert shuffled_packs([], 43, seed=1).shape == (0, 43)
    assert shuffled_packs([1, 2], 0, seed=1).shape == (2, 0)
    assert bytes(shuffled_packs([2**64 - 1], 255, seed=1)[0]) == Stream(1, number=2**64 - 1).permutation(255)
    for size in (-1, 256, 2**70):
        with pytest.raises(ValueError, match="size"):
            shuffled_packs([1], size, seed=1)
    for numbers in ([1.0], ["1"], [[1]], 3, [None], [2**70]):
        with pytest.raises(TypeError):
            shuffled_packs(numbers, 43, seed=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="0 or more"):
        shuffled_packs([-1], 43, seed=1)


def test_permute_bits() -> None:
    """Every card goes to its new number; what has none is refused."""
    rng = random.Random(12)
    tables_ = [rng.sample(range(63), 63) for _ in range(5)]
    masks = [[rng.getrandbits(63) for _ in range(4)] for _ in range(50)]
    which = [rng.randrange(5) for _ in range(50)]
    found = permute_bits(masks, tables_, which)
    for row, numbers, made in zip(masks, which, found.tolist(), strict=True):
        for mask, new in zip(row, made, strict=True):
            assert new == sum(1 << tables_[numbers][k] for k in range(63) if mask >> k & 1)
    assert permute_bits(np.zeros((0, 4), np.uint64), [[0]], 0).shape == (0, 4)
    for arguments, error in (
        (([[2]], [[0]], 0), ValueError),
        (([[1]], [[-1]], 0), ValueError),
        (([[2**63]], [list(range(63))], 0), ValueError),
        (([[-1]], [[0]], 0), ValueError),
        (([1], [[0]], 0), TypeError),
        (([[1.0]], [[0]], 0), TypeError),
        (([[1]], [[63]], 0), ValueError),
        (([[1]], [[-2]], 0), ValueError),
        (([[1]], [list(range(64))], 0), ValueError),
        (([[1]], [], 0), (ValueError, TypeError)),
        (([[1]], [[0]], 1), IndexError),
        (([[1]], [[0]], -1), IndexError),
        (([[1]], [[0]], [0, 0]), ValueError),
    ):
        with pytest.raises(error):
            permute_bits(*arguments)


def test_threads_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a part cannot be handed out, those that were are waited for before the error is raised."""
    from concurrent.futures import ThreadPoolExecutor

    batch = PlayBatch([SIMPLE], 4096, dealing=DEALING, seed=3, autoreset=True, threads=4)
    batch.deal()
    submit, calls = ThreadPoolExecutor.submit, []

    def failing(pool: ThreadPoolExecutor, *args: object) -> object:
        calls.append(submit(pool, *args))  # type: ignore[arg-type]
        if len(calls) == 2:
            raise RuntimeError("can't start new thread")
        return calls[-1]

    monkeypatch.setattr(ThreadPoolExecutor, "submit", failing)
    with pytest.raises(RuntimeError, match="new thread"):
        batch.step_random(8)
    assert calls[0].done()
