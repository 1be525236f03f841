"""Random streams: the words of numpy's Philox, unbiased draws and shuffles, and the same cards for ever."""

from __future__ import annotations

import copy
import math
import multiprocessing
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import STREAM_VERSION, Stream, key_from_seed, secure_permutation
from core import seeds_page
from core.workers import deal_share

DATA = Path(__file__).parent / "data"
SEEDS = [0, 1, 42, 500, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**127 + 12345, 2**200 + 7]
TOP = 2**64 - 1


def deals(seed: int, cards: int, number: int, first: int = 0) -> NDArray[np.uint8]:
    """Return `number` shuffled packs, shape (number, cards) uint8, from streams first, first + 1, ..."""
    key = key_from_seed(seed)
    packs = b"".join(Stream(key, number=k).permutation(cards) for k in range(first, first + number))
    return np.frombuffer(packs, dtype=np.uint8).reshape(number, cards)


def sigmas(statistic: float, freedom: float) -> float:
    """Return how far a chi-square statistic lies from its mean, in standard deviations."""
    return (statistic - freedom) / math.sqrt(2 * freedom)


# --- keys and words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_key_is_that_of_seed_sequence(seed: int) -> None:
    """The key is numpy's, and the one docs/seeds.md spells out."""
    state = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    assert key_from_seed(seed) == (int(state[0]), int(state[1])) == seeds_page.key_from_seed(seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("number", [0, 1, 77, 2**32, TOP])
@pytest.mark.parametrize("purpose", [0, 1, 3, TOP])
def test_words_are_those_of_numpy(seed: int, number: int, purpose: int) -> None:
    """Bit-equal to numpy's Philox with the same key and counter for 500 words."""
    key = key_from_seed(seed)
    counter = np.array([0, 0, number, purpose], dtype=np.uint64)
    theirs = np.random.Philox(key=np.array(key, dtype=np.uint64), counter=counter).random_raw(500)
    stream = Stream(seed, number=number, purpose=purpose)
    assert [stream.raw() for _ in range(500)] == theirs.tolist()
    by_key = Stream(key, number=number, purpose=purpose)
    assert by_key.raw() == theirs[0]


def test_numpy_integers_are_seeds() -> None:
    """Anything with ``__index__`` is a seed."""
    assert key_from_seed(np.uint64(42)) == key_from_seed(42)
    assert Stream(np.int64(42)) == Stream(42)


def test_no_two_streams_share_a_word() -> None:
    """Streams of different number, purpose or seed have nothing in common."""
    seen: set[int] = set()
    for seed in range(10):
        for number in range(10):
            for purpose in range(10):
                stream = Stream(seed, number=number, purpose=purpose)
                seen.update(stream.raw() for _ in range(20))
    assert len(seen) == 10 * 10 * 10 * 20


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        ({"seed": -1}, ["-1", "0 or more"]),
        ({"seed": 1, "number": -1}, ["number -1", "2**64-1"]),
        ({"seed": 1, "number": 2**64}, [f"number {2**64}"]),
        ({"seed": 1, "purpose": -1}, ["purpose -1"]),
        ({"seed": 1, "purpose": 2**64}, [f"purpose {2**64}"]),
        ({"seed": (0, 2**64)}, [f"key word {2**64}"]),
        ({"seed": (-1, 0)}, ["key word -1"]),
        ({"seed": (1,)}, ["two 64-bit words", "not 1"]),
        ({"seed": (1, 2, 3)}, ["two 64-bit words", "not 3"]),
    ],
)
def test_stream_refusals(arguments: dict[str, int], facts: list[str]) -> None:
    """Values out of range raise and say what was wrong."""
    with pytest.raises(ValueError) as caught:
        Stream(**arguments)
    assert all(fact in str(caught.value) for fact in facts)


def test_draw_refusals() -> None:
    """Bounds and lengths out of range raise and leave the stream where it was."""
    stream = Stream(1)
    for bound in (0, -1, 2**64):
        with pytest.raises(ValueError, match=f"bound {bound} is not in"):
            stream.below(bound)
    for length in (-1, 256, 10**30):
        with pytest.raises(ValueError, match=f"length {length} is not in"):
            stream.permutation(length)
        with pytest.raises(ValueError, match=f"length {length} is not in"):
            secure_permutation(length)
    assert stream == Stream(1)


@pytest.mark.parametrize("seed", [1.0, "1", None, b"1"])
def test_a_seed_is_an_integer(seed: object) -> None:
    """Seeds of other types are refused."""
    with pytest.raises(TypeError):
        key_from_seed(seed)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Stream(seed)  # type: ignore[arg-type]


def test_bug_fractions_are_not_cut_off() -> None:
    """A number, purpose, key, bound or length that is no integer is a TypeError, not rounded silently."""
    with pytest.raises(TypeError):
        Stream(1, number=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Stream(1, purpose=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Stream((1, 2.5))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Stream(1).below(2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Stream(1).permutation(2.5)  # type: ignore[arg-type]


# --- bounded draws --------------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 10, 52, 255, 1000])
def test_below_is_uniform(bound: int) -> None:
    """Chi-square of 100,000 draws (P-09)."""
    stream = Stream(2024, number=bound)
    drawn = np.array([stream.below(bound) for _ in range(100_000)])
    counts = np.bincount(drawn, minlength=bound)
    assert len(counts) == bound
    if bound > 1:
        expected = len(drawn) / bound
        assert abs(sigmas(float(((counts - expected) ** 2 / expected).sum()), bound - 1)) < 4


@pytest.mark.parametrize("bound", [3, 52, 2**32 + 1, 2**63 + 1, 3 << 62, TOP])
def test_below_is_the_published_algorithm(bound: int) -> None:
    """The same numbers as the plain-Python rewrite over the same words, rejections included (P-09)."""
    stream = Stream(7, number=1, purpose=2)
    words = seeds_page.words(key_from_seed(7), 1, 2)
    assert [stream.below(bound) for _ in range(1000)] == [seeds_page.below(words, bound) for _ in range(1000)]
    assert stream.raw() == next(words)


def test_below_rejects() -> None:
    """Below 3 * 2**62 one word in four is rejected; otherwise residues modulo 3 would be biased (P-09)."""
    stream = Stream(11)
    counts = np.bincount([stream.below(3 << 62) % 3 for _ in range(60_000)], minlength=3)
    assert abs(counts - 20_000).max() < 4 * (20_000 * 2 / 3) ** 0.5
    words = int(repr(stream).split("#")[1].split()[0])
    assert 78_000 < words < 82_000


# --- shuffles -------------------------------------------------------------------------------------------


def neighbours(packs: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return how often card b follows card a, shape (cards, cards) int64."""
    cards = packs.shape[1]
    pairs = packs[:, :-1].astype(np.int64) * cards + packs[:, 1:]
    return np.bincount(pairs.ravel(), minlength=cards * cards).reshape(cards, cards)


@pytest.mark.parametrize(("cards", "number"), [(52, 520_000), (43, 430_000)])
def test_every_card_is_everywhere_equally_often(cards: int, number: int) -> None:
    """Card by position counts, and which card follows which, over 10,000 deals a card (P-09)."""
    placed = np.zeros((cards, cards), dtype=np.int64)
    follows = np.zeros((cards, cards), dtype=np.int64)
    share = 10_000
    offsets = np.arange(cards) * cards
    for first in range(0, number, share):
        packs = deals(500, cards, share, first)
        placed += np.bincount((packs + offsets).ravel(), minlength=cards * cards).reshape(cards, cards)
        follows += neighbours(packs)
    expected = number / cards
    assert (placed.sum(axis=0) == number).all()
    assert (placed.sum(axis=1) == number).all()
    statistic = float(((placed - expected) ** 2 / expected).sum()) * (cards - 1) / cards
    assert abs(sigmas(statistic, (cards - 1) ** 2)) < 4
    assert abs(placed - expected).max() < 5 * expected**0.5
    off = ~np.eye(cards, dtype=bool)
    assert (follows.diagonal() == 0).all()
    statistic = float(((follows - expected) ** 2 / expected)[off].sum())
    assert abs(sigmas(statistic, (cards - 1) ** 2)) < 4
    # Cards that lie together in the fresh pack follow each other neither more nor less often.
    for step in (1, -1):
        together = int(follows.diagonal(step).sum())
        mean = number * (cards - 1) / cards
        assert abs(together - mean) < 4 * mean**0.5


@pytest.mark.parametrize("cards", [52, 43])
def test_neighbours_are_not_correlated(cards: int) -> None:
    """Places of neighbouring cards correlate by -1/(n - 1), those of consecutive deals by 0 (P-09)."""
    number = 50_000
    packs = deals(77, cards, number)
    positions = np.argsort(packs, axis=1).astype(float)
    positions -= (cards - 1) / 2
    variance = (cards * cards - 1) / 12
    error = number**-0.5
    for card in range(cards - 1):
        found = float((positions[:, card] * positions[:, card + 1]).mean()) / variance
        assert abs(found + 1 / (cards - 1)) < 4.5 * error
    for card in range(cards):
        found = float((positions[:-1, card] * positions[1:, card]).mean()) / variance
        assert abs(found) < 4.5 * error


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_every_order_is_equally_likely(cards: int) -> None:
    """All n! orders of small packs (P-09)."""
    key = key_from_seed(3)
    number = 120_000
    seen: dict[bytes, int] = {}
    for k in range(number):
        order = Stream(key, number=k).permutation(cards)
        seen[order] = seen.get(order, 0) + 1
    factorial = {2: 2, 3: 6, 4: 24, 5: 120}[cards]
    assert len(seen) == factorial
    expected = number / factorial
    statistic = sum((found - expected) ** 2 / expected for found in seen.values())
    assert abs(sigmas(statistic, factorial - 1)) < 4


@pytest.mark.parametrize("seed", [0, 500, 2**64 - 1])
def test_shuffle_is_the_published_algorithm(seed: int) -> None:
    """Every length, one after the other from one stream, equals the rewrite of docs/seeds.md (P-09, P-10)."""
    stream = Stream(seed, number=9, purpose=1)
    words = seeds_page.words(key_from_seed(seed), 9, 1)
    for length in range(256):
        assert list(stream.permutation(length)) == seeds_page.shuffle(words, length)
    assert stream.raw() == next(words)


@pytest.mark.parametrize(
    ("cards", "number"),
    [
        (52, 329_951),
        (52, 1_188_892),
        (43, 98_670),
        (43, 336_837),
        (253, 289_305),
        (253, 365_827),
        (253, 427_138),
    ],
)
def test_shuffle_rejects(cards: int, number: int) -> None:
    """Streams, found by search, whose first word must be thrown away."""
    counted = 0

    def words() -> Iterator[int]:
        nonlocal counted
        for word in seeds_page.words((0, 0), number):
            counted += 1
            yield word

    stream = Stream((0, 0), number=number)
    assert list(stream.permutation(cards)) == seeds_page.shuffle(words(), cards)
    ordinary = 0
    product = 2**48
    for bound in range(cards, 1, -1):
        product *= bound
        if product >= 2**48:
            ordinary += 1
            product = bound
    assert counted == ordinary + 1
    assert repr(stream).endswith(f"# {counted} words used")


def test_the_page_s_example() -> None:
    """The deal that docs/seeds.md names at its end."""
    assert list(Stream(500, number=3).permutation(43)) == seeds_page.shuffle(
        seeds_page.words(seeds_page.key_from_seed(500), number=3), 43
    )
    assert f"`cardcore.STREAM_VERSION` is {STREAM_VERSION}" in seeds_page.PAGE.read_text(encoding="utf-8")


def test_golden_permutations() -> None:
    """The cards of these seeds never change (P-10)."""
    lines = (DATA / "golden_permutations.txt").read_text(encoding="utf-8").splitlines()
    cases = [line.split(":") for line in lines if line and not line.startswith("#")]
    seen = set()
    for head, body in cases:
        seed, number, cards = map(int, head.split())
        assert list(Stream(seed, number=number).permutation(cards)) == [int(card) for card in body.split()], (
            head
        )
        seen.add((seed, cards))
    seeds = {seed for seed, _ in seen}
    assert {0, 1, 42, 2**63, 2**64 - 1} < seeds
    assert any(2**127 <= seed < 2**128 for seed in seeds)
    assert {cards for _, cards in seen} == {24, 33, 43, 45, 52, 53, 63}
    assert len(seen) == 6 * 7


def test_secure_permutation() -> None:
    """All cards, another order every time, every card on top now and then."""
    orders = {secure_permutation(52) for _ in range(1000)}
    assert len(orders) == 1000
    assert all(sorted(order) == list(range(52)) for order in orders)
    assert {order[0] for order in orders} == set(range(52))
    assert secure_permutation(0) == b""
    assert secure_permutation(1) == b"\0"


# --- state ----------------------------------------------------------------------------------------------


def used_streams() -> Iterator[Stream]:
    """Streams in every state of use: 0 to 20 words, after shuffles and bounded draws."""
    for used in range(21):
        stream = Stream(500, number=used, purpose=3)
        for _ in range(used):
            stream.raw()
        yield stream
    for cards in (5, 24, 52, 255):
        stream = Stream(2**100, number=TOP, purpose=TOP)
        stream.permutation(cards)
        stream.below(cards)
        yield stream


def go_on(stream: Stream) -> list[object]:
    """Use a stream in every way and return what it gave."""
    return [stream.raw(), stream.permutation(33), stream.below(3 << 62), *(stream.raw() for _ in range(17))]


def test_copies_go_on_equally() -> None:
    """Copies and pickles, taken in the middle of use, give the same numbers (P-10)."""
    for stream in used_streams():
        twins = [stream.copy(), copy.copy(stream), copy.deepcopy(stream)]
        twins += [pickle.loads(pickle.dumps(stream, protocol)) for protocol in range(2, 6)]
        assert all(twin == stream for twin in twins)
        expected = go_on(stream.copy())
        for twin in twins:
            assert go_on(twin) == expected
            assert twin != stream
        assert go_on(stream) == expected


def test_equality() -> None:
    """Streams are equal at the same place of the same stream, and are not hashable."""
    stream = Stream(5, number=1, purpose=2)
    assert stream == Stream(key_from_seed(5), number=1, purpose=2)
    assert stream != Stream(6, number=1, purpose=2)
    assert stream != Stream(5, number=2, purpose=2)
    assert stream != Stream(5, number=1, purpose=1)
    assert stream != "stream"
    other = stream.copy()
    other.raw()
    assert stream != other
    stream.raw()
    assert stream == other
    with pytest.raises(TypeError):
        hash(stream)


def test_repr_reads_back_to_the_beginning() -> None:
    """``repr`` names the stream and says how many words are used."""
    for used in range(10):
        stream = Stream(500, number=12, purpose=3)
        for _ in range(used):
            stream.raw()
        text = repr(stream)
        assert eval(text) == Stream(500, number=12, purpose=3)
        assert text.endswith(f"# {used} words used")


def test_damaged_pickles_are_refused() -> None:
    """A state that no stream can have raises instead of reading outside the buffer."""
    stream = Stream(500)
    stream.raw()
    reduced: Any = stream.__reduce__()
    restore, (state,) = reduced
    assert restore(state) == stream
    good = list(state)
    for at, bad in [
        (2, 1),
        (2, -2),
        (2, 2**64),
        (3, 1),
        (6, 9),
        (6, -1),
        (7, 2**64),
        (7, -1),
        (8, 5),
        (8, -1),
    ]:
        damaged = [*good]
        damaged[at] = bad
        with pytest.raises(ValueError):
            restore(tuple(damaged))
    with pytest.raises(ValueError):
        restore((*good[:2], 0, *good[3:]))


# --- workers --------------------------------------------------------------------------------------------


def serial_deals(seed: int) -> dict[int, bytes]:
    """Return 400 deals made one after the other."""
    return deal_share((seed, 0, 1))


def merged(shares: list[dict[int, bytes]]) -> dict[int, bytes]:
    """Return the deals of all workers, each made by exactly one of them."""
    together: dict[int, bytes] = {}
    for share in shares:
        assert not together.keys() & share.keys()
        together |= share
    return together


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_make_the_same_deals(method: str) -> None:
    """Two processes share 400 deals: the same ones as in one process, all distinct (P-11)."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    seed = 20_240_101
    with multiprocessing.get_context(method).Pool(2) as pool:
        together = merged(pool.map(deal_share, [(seed, 0, 2), (seed, 1, 2)]))
    assert together == serial_deals(seed)
    assert len(set(together.values())) == 400


def test_threads_make_the_same_deals() -> None:
    """Two threads share 400 deals: the same ones as in one thread, all distinct (P-11)."""
    seed = 20_240_102
    with ThreadPoolExecutor(2) as pool:
        together = merged(list(pool.map(deal_share, [(seed, 0, 2), (seed, 1, 2)])))
    assert together == serial_deals(seed)
    assert len(set(together.values())) == 400


def test_same_seed_same_cards_whatever_happened_before() -> None:
    """Neither earlier draws nor Python's and numpy's own generators matter (P-10)."""
    expected = [Stream(9, number=k).permutation(43) for k in range(50)]
    random.seed(1)
    np.random.default_rng(2).random(10)
    other = Stream(9)
    for _ in islice(count(), 1000):
        other.raw()
    assert [Stream(9, number=k).permutation(43) for k in reversed(range(50))] == expected[::-1]
