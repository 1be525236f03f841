"""Sampler: nothing Python hands over can break it, threads may share it, and it gives its memory back."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import CardSet, GameError, Sampler, SetupError

ALL = 2**63 - 1
TOP = 2**64 - 1


def simple() -> Sampler:
    """Four cards in two places."""
    return Sampler(0b1111, [2, 2], [0b0111, 0b1111])


class Liar(int):
    """A number that claims to be in any range."""

    def __lt__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True


class Number:
    """Something with an index of its own."""

    def __init__(self, answer: Callable[[], int]) -> None:
        self.answer = answer

    def __index__(self) -> int:
        return self.answer()


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (15.0, [2, 2], [15, 15]),
        ("15", [2, 2], [15, 15]),
        (None, [2, 2], [15, 15]),
        ([0, 1, 2, 3], [2, 2], [15, 15]),
        (CardSet("SA SK SQ SJ"), [2, 2], [15, 15]),
        (15, 4, [15, 15]),
        (15, None, [15, 15]),
        (15, [2.0, 2], [15, 15]),
        (15, ["2", 2], [15, 15]),
        (15, "22", [15, 15]),
        (15, [2, None], [15, 15]),
        (15, [2, 2], 15),
        (15, [2, 2], None),
        (15, [2, 2], [15, None]),
        (15, [2, 2], [15.0, 15]),
        (15, [2, 2], ["15", 15]),
        (15, [[2], [2]], [15, 15]),
        (15, np.array([2.0, 2.0]), [15, 15]),
        (),
        (15,),
        (15, [2, 2]),
        (15, [2, 2], [15, 15], 0),
    ],
)
def test_wrong_types(arguments: tuple[Any, ...]) -> None:
    """What is no integer, or no sequence of them, is a TypeError."""
    with pytest.raises(TypeError):
        Sampler(*arguments)


@pytest.mark.parametrize(
    "bad", [-1, -(2**63), 2**63, 2**64, 2**64 + 1, 2**200, -(2**200), 1 << 10_000, Liar(-1)]
)
def test_masks_out_of_range(bad: int) -> None:
    """A mask has bits 0 to 62 and no others."""
    with pytest.raises(SetupError, match="mask of cards 0 to 62"):
        Sampler(bad, [2, 2], [15, 15])
    for masks in ([bad, 15], [15, bad], [bad] * 2):
        with pytest.raises(SetupError, match="mask of cards 0 to 62"):
            Sampler(15, [2, 2], masks)


@pytest.mark.parametrize(
    ("cards", "sizes"),
    [
        (15, [2, 1]),
        (15, [2, 3]),
        (15, [0, 0]),
        (15, [-1, 5]),
        (15, [5, -1]),
        (15, [2**64 + 4, -(2**64)]),
        (15, [2**64 + 2, 2]),
        (15, [2**32 + 2, 2]),
        (15, [258, 258]),
        (15, [260, -256]),
        (15, [Liar(2), Liar(3)]),
        (15, [Liar(-1), Liar(5)]),
        (0, [1, 0]),
        (0, [1, -1]),
        (ALL, [32, 32]),
        (ALL, [64, -1]),
    ],
)
def test_sizes_that_do_not_add_up(cards: int, sizes: list[int]) -> None:
    """Every size is 0 or more, and together they are the number of cards."""
    with pytest.raises(SetupError, match="cards cannot lie in places"):
        Sampler(cards, sizes, [ALL, ALL])


@pytest.mark.parametrize("count", [0, 33, 64, 1_000, 100_000])
def test_numbers_of_places(count: int) -> None:
    """1 to 32 places, and as many masks as sizes."""
    with pytest.raises(SetupError, match="1 to 32 places"):
        Sampler(0, [0] * count, [0] * count)
    for other in (0, 1, 31, 33):
        with pytest.raises(SetupError, match="each with its size"):
            Sampler(0, [0] * 32, [0] * other)


def kinds(count: int) -> tuple[int, list[int], list[int]]:
    """As many kinds of places: each may not hold a card of its own."""
    return (1 << 2 * count) - 1, [2] * count, [ALL & ~(1 << place) for place in range(count)]


def test_numbers_of_kinds_of_places() -> None:
    """Ten can be told apart; full places, and places for single cards only, do not count."""
    sampler = Sampler(*kinds(10))
    assert sampler.count > 2**49
    assert np.bitwise_count(sampler.sample(100, seed=1)).max() == 2
    for count in (11, 12, 31):
        with pytest.raises(SetupError, match=f"places of {count} kinds are too many; 10 can be told apart"):
            Sampler(*kinds(count))
    cards, sizes, masks = kinds(10)
    lonely = [1 << at for at in range(20, 40)]
    masks = [mask & ~sum(lonely) for mask in masks]
    more = Sampler(cards | sum(lonely), sizes + [1] * 20, masks + lonely)
    assert more.count == sampler.count
    assert Sampler(cards, sizes + [0] * 20, masks + list(range(1, 21))).count == sampler.count


def test_what_has_an_index_will_do() -> None:
    """Integers of numpy, truth values, subclasses of int, iterables that can be read once."""
    plain = simple()
    masks = np.array([7, 15], np.uint64)
    assert Sampler(np.uint8(15), np.array([2, 2]), masks) == plain
    assert Sampler(Liar(15), iter([Liar(2), Liar(2)]), (Liar(mask) for mask in (7, 15))) == plain
    assert Sampler(Number(lambda: 15), [Number(lambda: 2)] * 2, [7, 15]) == plain
    made = Sampler(True, [True], [True])
    assert (made.count, made.sizes) == (1, (1,))
    for numbers in (made.sizes, made.may_hold, (made.cards,), made.possible, plain.sizes, plain.may_hold):
        assert all(type(number) is int for number in numbers)


def test_errors_of_the_caller_come_through() -> None:
    """What an argument raises while it is read is what is raised."""

    def refuse() -> int:
        raise ZeroDivisionError

    def broken() -> Iterator[int]:
        yield 2
        raise ZeroDivisionError

    sampler = simple()
    out = np.zeros((1, 2), np.uint64)
    for call in (
        lambda: Sampler(Number(refuse), [2, 2], [15, 15]),
        lambda: Sampler(15, [2, Number(refuse)], [15, 15]),
        lambda: Sampler(15, broken(), [15, 15]),
        lambda: Sampler(15, [2, 2], broken()),
        lambda: sampler.fill(out, seed=Number(refuse)),
        lambda: sampler.fill(out, seed=1, start=Number(refuse)),
        lambda: sampler.fill(out, seed=1, purpose=Number(refuse)),
        lambda: sampler.sample(Number(refuse), seed=1),
    ):
        with pytest.raises(ZeroDivisionError):
            call()
    assert not out.any()


# --- objects built twice, half or not at all --------------------------------------------------------------


def test_a_sampler_is_built_once() -> None:
    """A second __init__ is refused and changes nothing."""
    sampler = simple()
    rows = sampler.sample(50, seed=1)
    for arguments in ((15, [2, 2], [7, 15]), (ALL, [63], [ALL]), (0, [0], [0])):
        with pytest.raises(TypeError, match="does not change"):
            sampler.__init__(*arguments)  # type: ignore[misc]
    assert sampler == simple()
    assert (sampler.sample(50, seed=1) == rows).all()


@pytest.mark.parametrize("where", [0, 1, 2])
def test_a_sampler_is_built_once_while_it_is_built(where: int) -> None:
    """An argument that builds the object while the object reads its arguments: one of the two is refused."""
    sampler = Sampler.__new__(Sampler)

    def build() -> int:
        sampler.__init__(*kinds(10))  # type: ignore[misc]
        return 2

    arguments: list[Any] = [15, [2, 2], [7, 15]]
    if where == 0:
        arguments[0] = Number(lambda: build() + 13)
    else:
        arguments[where] = [*arguments[where][:-1], Number(lambda: build() + (0 if where == 1 else 13))]
    with pytest.raises(TypeError, match="does not change"):
        sampler.__init__(*arguments)  # type: ignore[misc]
    assert sampler == Sampler(*kinds(10))
    assert (sampler.sample(5, seed=1) == Sampler(*kinds(10)).sample(5, seed=1)).all()


def test_an_object_init_has_never_seen() -> None:
    """Made by __new__ alone, it can be asked anything and draws nothing."""
    bare: Any = Sampler.__new__(Sampler)
    assert (bare.cards, bare.sizes, bare.may_hold, bare.count, bare.possible) == (0, (), (), 0, ())
    assert repr(bare) == "Sampler(0x0, [], [])"
    assert bare == Sampler.__new__(Sampler)
    assert bare != simple()
    assert hash(bare) == hash(Sampler.__new__(Sampler))
    for columns in (0, 1, 2):
        with pytest.raises(ValueError):
            bare.fill(np.zeros((1, columns), np.uint64), seed=1)
    for n in (0, 1):
        with pytest.raises(ValueError):
            bare.sample(n, seed=1)
    with pytest.raises(IndexError):
        bare._weights(0)
    with pytest.raises(IndexError):
        bare._pick(0, [0])
    with pytest.raises(SetupError):
        copy.copy(bare)
    bare.__init__(15, [2, 2], [7, 15])
    assert bare == simple()
    assert bare.sample(3, seed=1).tolist() == simple().sample(3, seed=1).tolist()


def test_a_failed_init_leaves_nothing_half_built() -> None:
    """After any refusal the object draws nothing; memory is given back with it."""
    for arguments in ((15, [2, 1], [15, 15]), (15, [2, 2], [15, -1]), kinds(11), too_many(3)):
        broken = Sampler.__new__(Sampler)
        with pytest.raises(SetupError):
            broken.__init__(*arguments)  # type: ignore[misc]
        assert broken.count == 0
        with pytest.raises(ValueError):
            broken.sample(1, seed=1)
        with pytest.raises(ValueError):
            broken.fill(np.zeros((1, 2), np.uint64), seed=1)
        assert isinstance(repr(broken), str)
        assert isinstance(hash(broken), int)


def test_no_way_at_all() -> None:
    """Problems nobody can satisfy are samplers too; only drawing is refused, whatever the array."""
    for problem in (
        (15, [2, 2], [3, 3]),
        (15, [2, 2], [0, 0]),
        (15, [3, 1], [3, 15]),
        (0b111111, [2, 2, 2], [0b11, 0b111, 0b111111]),
        (0b11111, [1, 2, 2], [0b1, 0b11, 0b11111]),
        (ALL, [31, 32], [ALL >> 40, ALL]),
    ):
        sampler = Sampler(*problem)
        assert (sampler.count, sampler.possible) == (0, (0,) * len(problem[1]))
        for n in (0, 1, 5):
            with pytest.raises(SetupError, match="no way these cards can lie"):
                sampler.sample(n, seed=1)
        assert pickle.loads(pickle.dumps(sampler)) == sampler


def test_attributes_cannot_be_set() -> None:
    """What a sampler is cannot be changed from outside."""
    sampler: Any = simple()
    for name in ("cards", "sizes", "may_hold", "count", "possible", "t", "other"):
        with pytest.raises(AttributeError):
            setattr(sampler, name, 1)
    for name in ("cards", "sizes", "count"):
        with pytest.raises(AttributeError):
            delattr(sampler, name)
    assert sampler == simple()


# --- equality, hash, copies and pickles -------------------------------------------------------------------


def test_equality_and_hash() -> None:
    """Samplers are equal if their arguments are, bits beyond the cards included."""
    base = simple()
    assert base == Sampler(15, (2, 2), (7, 15))
    assert hash(base) == hash(Sampler(15, (2, 2), (7, 15)))
    others = [
        Sampler(15, [2, 2], [15, 7]),
        Sampler(15, [2, 2], [7, 31]),
        Sampler(15, [1, 3], [7, 15]),
        Sampler(15, [2, 2, 0], [7, 15, 0]),
        Sampler(30, [2, 2], [14, 30]),
    ]
    assert len({base, *others}) == 6
    for other in (*others, None, 15, (15, (2, 2), (7, 15)), "Sampler"):
        assert base != other
        assert (base == other) is False
    unordered: Any = base
    with pytest.raises(TypeError):
        _ = unordered < others[0]


def test_copies_and_pickles() -> None:
    """A copy is built again from the arguments and draws the same rows."""
    for sampler in (simple(), Sampler(*kinds(8)), Sampler(0, [0], [0]), Sampler(ALL, [31, 32], [ALL, ALL])):
        rows = sampler.sample(20, seed=4).tolist()
        twins = [
            pickle.loads(pickle.dumps(sampler, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ]
        for twin in (*twins, copy.copy(sampler), copy.deepcopy(sampler), eval(repr(sampler))):
            assert type(twin) is Sampler
            assert twin == sampler
            assert (twin.count, twin.possible) == (sampler.count, sampler.possible)
            assert twin.sample(20, seed=4).tolist() == rows


def test_pickles_that_lie() -> None:
    """A changed pickle is checked like any arguments."""
    reduced: Any = simple().__reduce__()
    make, arguments = reduced
    assert make(*arguments) == simple()
    for changed in ((15, (2, 3), (7, 15)), (2**63, (2, 2), (7, 15)), (15, (2,) * 40, (15,) * 40)):
        with pytest.raises(SetupError):
            make(*changed)


# --- filling ------------------------------------------------------------------------------------------------


def read_only() -> NDArray[np.uint64]:
    """An array that cannot be written."""
    block = np.zeros((3, 2), np.uint64)
    block.flags.writeable = False
    return block


def released() -> memoryview:
    """A view that is no longer there."""
    view = memoryview(bytearray(48)).cast("B").cast("Q", (3, 2))
    view.release()
    return view


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: None, TypeError),
        (lambda: 7, TypeError),
        (lambda: [[0, 0]], TypeError),
        (lambda: "text", TypeError),
        (lambda: bytes(16), BufferError),
        (lambda: bytearray(16), ValueError),
        (lambda: memoryview(bytes(48)).cast("Q", (3, 2)), BufferError),
        (lambda: memoryview(bytearray(48)).cast("q", (3, 2)), ValueError),
        (lambda: memoryview(bytearray(48)).cast("d", (3, 2)), ValueError),
        (lambda: memoryview(bytearray(48)).cast("Q"), ValueError),
        (released, ValueError),
        (read_only, ValueError),
        (lambda: np.zeros((3, 2), np.int64), ValueError),
        (lambda: np.zeros((3, 2), np.uint32), ValueError),
        (lambda: np.zeros((3, 2), np.uint8), ValueError),
        (lambda: np.zeros((3, 2), np.float64), ValueError),
        (lambda: np.zeros((3, 2), np.complex128), ValueError),
        (lambda: np.zeros((3, 2), np.bool_), ValueError),
        (lambda: np.zeros((3, 2), object), ValueError),
        (lambda: np.zeros((3, 2), "M8[s]"), ValueError),
        (lambda: np.zeros((3, 2), "S8"), ValueError),
        (lambda: np.zeros((3, 2), [("a", np.uint64), ("b", np.uint64)]), ValueError),
        (lambda: np.zeros((3, 2), np.dtype(np.uint64).newbyteorder()), ValueError),
        (lambda: np.zeros(6, np.uint64), ValueError),
        (lambda: np.zeros((), np.uint64), ValueError),
        (lambda: np.zeros((3, 2, 1), np.uint64), ValueError),
        (lambda: np.zeros((3, 0), np.uint64), ValueError),
        (lambda: np.zeros((3, 1), np.uint64), ValueError),
        (lambda: np.zeros((3, 3), np.uint64), ValueError),
        (lambda: np.zeros((0, 3), np.uint64), ValueError),
        (lambda: np.zeros((2, 3), np.uint64).T, ValueError),
        (lambda: np.asfortranarray(np.zeros((3, 2), np.uint64)), ValueError),
        (lambda: np.zeros((3, 4), np.uint64)[:, ::2], ValueError),
        (lambda: np.zeros((3, 3), np.uint64)[:, :2], ValueError),
        (lambda: np.zeros((6, 2), np.uint64)[::2], ValueError),
        (lambda: np.zeros((3, 2), np.uint64)[::-1], ValueError),
        (lambda: np.zeros((3, 2), np.uint64)[:, ::-1], ValueError),
        (lambda: np.broadcast_to(np.zeros(2, np.uint64), (3, 2)), ValueError),
        (lambda: np.lib.stride_tricks.as_strided(np.zeros(2, np.uint64), (3, 2), (0, 8)), ValueError),
    ],
)
def test_arrays_that_cannot_be_filled(make: Callable[[], Any], error: type[Exception]) -> None:
    """Other types, orders, shapes and strides, and what is read-only: refused, and nothing is written."""
    out = make()
    with pytest.raises(error):
        simple().fill(out, seed=1)
    if isinstance(out, np.ndarray) and out.dtype != object:
        assert out.tobytes() == bytes(out.nbytes)


def test_arrays_that_can_be_filled() -> None:
    """Arrays, pieces of arrays that lie together, other buffers, and arrays without rows."""
    sampler = simple()
    rows = sampler.sample(3, seed=1)
    for out in (
        np.zeros((3, 2), np.uint64),
        np.zeros((9, 2), np.uint64)[3:6],
        np.zeros((2, 3, 2), np.uint64)[1],
        np.zeros(6, np.uint64).reshape(3, 2),
        np.asfortranarray(np.zeros((2, 3), np.uint64)).T,
        memoryview(bytearray(48)).cast("Q", (3, 2)),
    ):
        assert sampler.fill(out, seed=1) is None  # type: ignore[func-returns-value]
        assert np.asarray(out).tolist() == rows.tolist()
    sampler.fill(np.zeros((0, 2), np.uint64), seed=1, start=TOP)


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({}, TypeError),
        ({"seed": None}, TypeError),
        ({"seed": 1.0}, TypeError),
        ({"seed": "1"}, TypeError),
        ({"seed": [1, 2]}, TypeError),
        ({"seed": (1, 2.5)}, TypeError),
        ({"seed": (1, None)}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": Liar(-1)}, ValueError),
        ({"seed": (1,)}, ValueError),
        ({"seed": (1, 2, 3)}, ValueError),
        ({"seed": (-1, 0)}, ValueError),
        ({"seed": (0, 2**64)}, ValueError),
        ({"seed": (Liar(2**64), 0)}, ValueError),
        ({"seed": 1, "start": -1}, ValueError),
        ({"seed": 1, "start": TOP - 2}, ValueError),
        ({"seed": 1, "start": TOP}, ValueError),
        ({"seed": 1, "start": 2**64}, ValueError),
        ({"seed": 1, "start": 2**200}, ValueError),
        ({"seed": 1, "start": Liar(2**64)}, ValueError),
        ({"seed": 1, "start": 0.0}, TypeError),
        ({"seed": 1, "start": None}, TypeError),
        ({"seed": 1, "purpose": -1}, ValueError),
        ({"seed": 1, "purpose": 2**64}, ValueError),
        ({"seed": 1, "purpose": Liar(-1)}, ValueError),
        ({"seed": 1, "purpose": 3.0}, TypeError),
        ({"seed": 1, "purpose": None}, TypeError),
        ({"seed": 1, "number": 3}, TypeError),
    ],
)
def test_numbers_that_choose_no_row(keys: dict[str, Any], error: type[Exception]) -> None:
    """Seed, start and purpose out of range or of another type: refused, and nothing is written."""
    sampler = simple()
    out = np.zeros((3, 2), np.uint64)
    with pytest.raises(error):
        sampler.fill(out, **keys)
    with pytest.raises(error):
        sampler.sample(3, **keys)
    assert not out.any()
    with pytest.raises(TypeError):
        sampler.fill(out, 1)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("n", "error"),
    [
        (-1, ValueError),
        (-(2**70), ValueError),
        (Liar(-1), ValueError),
        (2**62, ValueError),
        (2**70, ValueError),
        (10**15, MemoryError if sys.maxsize > 2**32 else ValueError),
        (1.5, TypeError),
        ("1", TypeError),
        (None, TypeError),
        ([1], TypeError),
    ],
)
def test_numbers_of_rows(n: Any, error: type[Exception]) -> None:
    """How many rows: 0 or more, and as many as there is memory for."""
    with pytest.raises(error):
        simple().sample(n, seed=1)


def test_arguments_that_use_the_sampler() -> None:
    """Numbers that draw from the sampler, or drop it, while they are read."""
    out = np.zeros((3, 2), np.uint64)
    held = [simple()]
    expected = held[0].sample(3, seed=1).tolist()

    def draw() -> int:
        held[0].fill(out, seed=9)
        return 1

    def drop() -> int:
        held.clear()
        return 0

    held[0].fill(out, seed=Number(draw), start=Number(lambda: 0))
    assert out.tolist() == expected
    held[0].fill(out, seed=1, start=Number(drop))
    assert out.tolist() == expected
    assert held == []


def test_the_array_outlives_the_call() -> None:
    """A buffer that is resized by the numbers it is filled with cannot be: it is held."""
    block = bytearray(48)

    def grow() -> int:
        with pytest.raises(BufferError):
            block.extend(bytes(1_000))
        return 0

    simple().fill(memoryview(block).cast("Q", (3, 2)), seed=1, start=Number(grow))
    assert np.frombuffer(block, np.uint64).tolist() == simple().sample(3, seed=1).ravel().tolist()


# --- threads ----------------------------------------------------------------------------------------------


def test_threads_share_a_sampler() -> None:
    """Eight threads fill their own arrays; the rows are those of one thread."""
    sampler = Sampler(ALL, [10] * 6 + [3], [ALL & ~(0x1FFF << 13 * k) for k in range(4)] + [ALL] * 3)
    serial = sampler.sample(8 * 1_500, seed=11)
    blocks = [np.zeros((1_500, 7), np.uint64) for _ in range(8)]
    again = [np.zeros((1_500, 7), np.uint64) for _ in range(8)]
    barrier = threading.Barrier(8)

    def work(number: int) -> None:
        barrier.wait()
        for _ in range(3):
            sampler.fill(blocks[number], seed=11, start=1_500 * number)
            sampler.fill(again[number], seed=11)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (np.concatenate(blocks) == serial).all()
    assert all((block == serial[:1_500]).all() for block in again)


def test_threads_build_their_own() -> None:
    """Samplers built at the same time do not mix."""
    counts: list[set[int]] = [set() for _ in range(6)]

    def work(number: int) -> None:
        for _ in range(12):
            counts[number].add(Sampler(*kinds(4 + number)).count)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [{Sampler(*kinds(4 + number)).count} for number in range(6)]


def test_the_interpreter_lock_is_released() -> None:
    """Another thread goes on while a large array is filled."""
    sampler = Sampler(ALL, [10] * 6 + [3], [ALL] * 7)
    out = np.zeros((100_000, 7), np.uint64)
    spent: list[tuple[float, float]] = []

    def work() -> None:
        begin = time.perf_counter()
        sampler.fill(out, seed=1)
        spent.append((begin, time.perf_counter()))

    while True:
        spent.clear()
        thread = threading.Thread(target=work)
        ticks = []
        thread.start()
        while thread.is_alive():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)
        begin, end = spent[0]
        if end - begin > 0.05:
            break
        out = np.zeros((2 * len(out), 7), np.uint64)  # a fast machine
    inside = [tick for tick in ticks if begin < tick < end]
    assert len(inside) >= 10
    assert (np.bitwise_or.reduce(out, axis=1) == np.uint64(ALL)).all()


# --- memory and time ----------------------------------------------------------------------------------------


def too_many(seed: int) -> tuple[int, list[int], list[int]]:
    """63 cards in eight places with nothing in common."""
    rng = random.Random(seed)
    return ALL, [7] + [8] * 7, [ALL, *[rng.getrandbits(63) | 1 << 62 for _ in range(7)]]


def test_too_many_kinds_are_refused_quickly() -> None:
    """The table ends at its limit within seconds."""
    for seed in range(2):
        begin = time.perf_counter()
        with pytest.raises(SetupError, match="differ in too many ways"):
            Sampler(*too_many(seed))
        assert time.perf_counter() - begin < 5


def in_a_fresh_process(function: str) -> list[int]:
    """Run a function of this module in another process; return the numbers it returns."""
    code = f"from core.test_sample_hostile import {function}; print(*{function}())"
    path = [entry for entry in sys.path if entry]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {code}"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def memory(line: str) -> int:
    """The memory this process holds (VmRSS) or the most it has held (VmHWM), in bytes (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split(line + ":")[1].split()[0]) * 1024


def growth() -> list[int]:
    """Build and drop samplers of all kinds 20,000 times; by how much memory grew after a warm-up."""
    rng = random.Random(1)
    problems: list[tuple[Any, ...]] = []
    for _ in range(200):
        count, places = rng.randint(0, 20), rng.randint(1, 5)
        sizes = [0] * places
        for _ in range(count):
            sizes[rng.randrange(places)] += 1
        parts = [rng.getrandbits(count + 1) for _ in range(3)]
        problems.append(((1 << count) - 1, sizes, [ALL & ~rng.choice([0, *parts]) for _ in range(places)]))
    problems += [kinds(11), kinds(6), (15, [2, 1], [15, 15]), (15, [2, 2], [15, -1]), (15, [2, 2], [3, 3])]
    out = np.zeros((2, 2), np.uint64)

    def use(at: int) -> None:
        try:
            sampler = Sampler(*problems[at % len(problems)])
            if at % 7 == 0:
                hash(pickle.loads(pickle.dumps(sampler)))
            sampler.sample(3, seed=(1, 2), start=at)
            sampler.fill(out, seed=(1, 2))
        except (GameError, ValueError):
            pass

    for at in range(3_000):
        use(at)
    before = memory("VmRSS")
    for at in range(20_000):
        use(at)
    return [memory("VmRSS") - before]


def peak() -> list[int]:
    """Refuse problems too large for the table: the most memory held, and what is held afterwards."""
    before = memory("VmRSS")
    left = []
    for seed in range(4):
        try:
            Sampler(*too_many(seed))
        except SetupError:
            left.append(memory("VmRSS"))
    return [memory("VmHWM") - before, max(left) - before, len(left)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow() -> None:
    """20,000 samplers built, used, refused and dropped: under 5 MB."""
    assert in_a_fresh_process("growth")[0] < 5_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_too_many_kinds_take_little_memory() -> None:
    """Under 300 MB while the table is built, given back when it is refused."""
    most, left, refused = in_a_fresh_process("peak")
    assert refused == 4
    assert most < 300_000_000
    assert left < 20_000_000
