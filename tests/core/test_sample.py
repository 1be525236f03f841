"""Sampler: counts, possible cards and draws against enumeration, independent counting and exact fractions."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, islice, pairwise, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import Sampler, SetupError, Stream, key_from_seed
from core import seeds_page

TOP = 2**64 - 1
ALL = 2**63 - 1

Problem = tuple[int, Sequence[int], Sequence[int]]
"""The arguments of a Sampler."""

Way = tuple[int, ...]
"""One way the cards can lie: a mask for each place."""


def bits(mask: int) -> list[int]:
    """The bits of a mask, lowest first."""
    return [1 << k for k in range(mask.bit_length()) if mask >> k & 1]


def span(first: int, cards: int) -> int:
    """A mask of `cards` cards from position `first` up."""
    return ((1 << cards) - 1) << first


# --- problems -------------------------------------------------------------------------------------------


def split(rng: random.Random, cards: int, places: int) -> list[int]:
    """Random sizes of places that add up; some are likely to be 0."""
    sizes = [0] * places
    for _ in range(cards):
        sizes[rng.randrange(places)] += 1
    return sizes


def random_masks(rng: random.Random, cards: int, places: int) -> list[int]:
    """What each place may hold: a few kinds of places, all different, or nearly everything."""
    density = rng.choice([0.3, 0.5, 0.7, 0.9])
    kind = rng.randrange(4)

    def thin() -> int:
        return sum([card for card in bits(cards) if rng.random() < density])

    if kind == 0:
        kinds = [cards, thin()]
        masks = [rng.choice(kinds) for _ in range(places)]
    elif kind == 1:
        parts = [thin() for _ in range(3)]  # a few kinds of cards
        masks = [cards & ~rng.choice([0, *parts]) for _ in range(places)]
    elif kind == 2:
        masks = [cards] * places
        for card in bits(cards):  # some cards have one place
            if rng.random() < 0.3:
                only = rng.randrange(places)
                masks = [mask if place == only else mask & ~card for place, mask in enumerate(masks)]
    else:
        masks = [thin() for _ in range(places)]
    beyond = rng.getrandbits(63) & ~cards if rng.random() < 0.5 else 0
    return [mask | beyond for mask in masks]


def small_problem(rng: random.Random) -> Problem:
    """0 to 9 cards anywhere among the 63 positions, 1 to 6 places; often there is no way at all."""
    count = rng.choice([0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9])
    places = rng.randint(1, 6 if count < 8 else 4)
    cards = sum([1 << at for at in rng.sample(range(63), count)])
    return cards, split(rng, count, places), random_masks(rng, cards, places)


def all_ways(problem: Problem) -> list[Way]:
    """Every way the cards can lie, one card after the other put wherever there is room."""
    cards, sizes, may_hold = problem
    row, room = [0] * len(sizes), list(sizes)
    order = bits(cards)
    found: list[Way] = []

    def put(at: int) -> None:
        if at == len(order):
            found.append(tuple(row))
            return
        card = order[at]
        for place, mask in enumerate(may_hold):
            if room[place] and mask & card:
                room[place] -= 1
                row[place] ^= card
                put(at + 1)
                row[place] ^= card
                room[place] += 1

    put(0)
    return found


def rows_of(problem: Problem, n: int, **keys: Any) -> list[Way]:
    """Rows of a sampler as tuples of int."""
    return [tuple(row) for row in Sampler(*problem).sample(n, **keys).tolist()]


SPREAD = [0, 1, 9, 17, 30, 31, 32, 45, 62]
SOME = sum([1 << at for at in SPREAD])

SMALL: dict[str, Problem] = {
    "one group": (0b111111, [2, 2, 2], [ALL] * 3),
    "one group of unequal places": (SOME, [1, 5, 1, 2], [ALL] * 4),
    "one card is not in one place": (0b111111, [3, 3], [0b011111, ALL]),
    "void in a suit": (0b11111111, [3, 3, 2], [ALL, 0b00001111, ALL]),
    "voids in two places": (0b1111111, [3, 2, 2], [0b1110011, 0b0011111, ALL]),
    "chain": (0b11111111, [2, 2, 2, 2], [0b00001111, 0b00111100, 0b11110000, 0b11000011]),
    "every card its own class": (0b111111, [2, 2, 2], [0b011011, 0b110110, 0b101101]),
    "single places and full places": (0b111111111, [3, 0, 3, 3], [0b111, ALL, 0b111111110, 0b111111100]),
    "far apart": (SOME, [4, 3, 2], [SOME & ~(1 << 62), SOME & ~1, SOME & ~(1 << 31)]),
    "six places": (0b1111111, [1, 1, 1, 1, 1, 2], [0b11, 0b111, 0b1110, 0b111100, 0b1111000, ALL]),
    "pairs of like places": (0b11111111, [2, 2, 2, 2], [0b111111, 0b111111, ALL, ALL]),
    "lopsided": (0b1111111, [1, 6], [0b1100001, ALL]),
    "table of three groups": (0b111111111, [4, 3, 2], [0b111100111, 0b111111100, 0b001111111]),
    "lonely kitty": (0b11111111, [1, 3, 4], [0b10000001, 0b01111111, ALL]),
}
CHOOSING = [
    "voids in two places",
    "chain",
    "every card its own class",
    "far apart",
    "six places",
    "table of three groups",
    "lonely kitty",
]
"""Those in which the numbers of cards that go somewhere are open, not only which."""


def triangle(first: int, sizes: Sequence[int]) -> Problem:
    """A chain in which the choices of the first class differ by factors of 2**60 and more.

    The first class goes to the first or the last place, class *i* to place *i* or any later one. If all of
    the first class lies in the last place, everything else is settled.
    """
    masks = [span(0, first)] + [0] * (len(sizes) - 1) + [span(0, first)]
    at = first
    for kind, cards in enumerate(sizes):
        for place in range(kind, len(masks)):
            masks[place] |= span(at, cards)
        at += cards
    return span(0, at), [*sizes, first], masks


# --- counts, possible cards and membership by enumeration -------------------------------------------------


def check_against_enumeration(seed: int, problems: int) -> Counter[str]:
    """Compare with all ways; return how often each kind of problem came."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(problems):
        problem = small_problem(rng)
        cards, sizes, may_hold = problem
        sampler = Sampler(*problem)
        ways = all_ways(problem)
        assert (sampler.cards, sampler.sizes, sampler.may_hold) == (cards, tuple(sizes), tuple(may_hold))
        assert sampler.count == len(ways), problem
        possible = [0] * len(sizes)
        for way in ways:
            possible = [held | mask for held, mask in zip(possible, way, strict=True)]
        assert sampler.possible == tuple(possible), problem
        seen["none" if not ways else "one" if len(ways) == 1 else "many"] += 1
        seen["empty place"] += 0 in sizes
        seen["like places"] += len({mask & cards for mask in may_hold}) < len(may_hold)
        if not ways:
            with pytest.raises(SetupError, match="no way"):
                sampler.sample(1, seed=1)
            continue
        n = 40 * len(ways) if len(ways) <= 8 else 20
        drawn = {tuple(row) for row in sampler.sample(n, seed=(seed, len(ways))).tolist()}
        if len(ways) <= 8:
            assert drawn == set(ways), problem
        else:
            assert drawn <= set(ways), problem
    return seen


@pytest.mark.parametrize("seed", range(6))
def test_small_problems_against_enumeration(seed: int) -> None:
    """Count, possible cards and membership for 3,000 problems; where there are few ways, all are drawn."""
    seen = check_against_enumeration(seed, 500)
    assert min(seen[kind] for kind in ("none", "one", "many", "empty place", "like places")) > 30, seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_more_small_problems_against_enumeration(seed: int) -> None:
    """The same for 60,000 problems."""
    check_against_enumeration(seed, 3_000)


def test_without_cards() -> None:
    """No cards lie in no way but one."""
    for places in (1, 2, 32):
        sampler = Sampler(0, [0] * places, [ALL] * places)
        assert (sampler.count, sampler.possible) == (1, (0,) * places)
        assert sampler.sample(3, seed=1).tolist() == [[0] * places] * 3


def test_nothing_to_choose() -> None:
    """All cards in one place, or each in its own, with all 63 cards."""
    one = Sampler(ALL, [0, 63, 0], [ALL] * 3)
    assert (one.count, one.possible) == (1, (0, ALL, 0))
    assert one.sample(2, seed=1).tolist() == [[0, ALL, 0]] * 2
    masks = [span(2 * k, 2) for k in range(31)] + [1 << 62]
    each = Sampler(ALL, [2] * 31 + [1], masks)
    assert (each.count, each.possible) == (1, tuple(masks))
    assert each.sample(1, seed=1).tolist() == [masks]


# --- large counts -----------------------------------------------------------------------------------------


def count_card_by_card(problem: Problem) -> int:
    """Count with one table over what the places still take, sorted among places that may hold the same."""
    cards, sizes, may_hold = problem
    kinds = [[k for k, other in enumerate(may_hold) if other & cards == mask & cards] for mask in may_hold]
    like = [places for place, places in enumerate(kinds) if places[0] == place and len(places) > 1]
    table: dict[tuple[int, ...], int] = {tuple(sizes): 1}
    order = sorted(bits(cards), key=lambda card: [mask & card for mask in may_hold])
    for card in order:
        onward: dict[tuple[int, ...], int] = {}
        for state, ways in table.items():
            for place, mask in enumerate(may_hold):
                if state[place] and mask & card:
                    room = list(state)
                    room[place] -= 1
                    for places in like:
                        for at, left in zip(places, sorted([room[at] for at in places]), strict=True):
                            room[at] = left
                    key = tuple(room)
                    onward[key] = onward.get(key, 0) + ways
        table = onward
    return table.get((0,) * len(sizes), 0)


def large_problem(rng: random.Random, most_states: int) -> Problem:
    """40 to 63 cards of four suits in 2 to 8 places, which know voids, held suits or single cards."""
    while True:
        count = rng.choice([40, 43, 52, 60, 63, 63, 63])
        places = rng.randint(2, 8)
        cuts = sorted(rng.sample(range(1, count), places - 1))
        sizes = [end - begin for begin, end in zip([0, *cuts], [*cuts, count], strict=True)]
        states = math.prod([size + 1 for size in sizes]) // (max(sizes) + 1)
        if states <= most_states:
            break
    at = sorted(rng.sample(range(63), count))
    suits = [sum([1 << k for k in at[suit::4]]) for suit in range(4)]
    cards = sum(suits)
    masks = []
    for _ in range(places):
        kind = rng.randrange(5)
        mask = cards
        if kind == 1:
            mask &= ~rng.choice(suits)
        elif kind == 2:
            mask &= ~(rng.choice(suits) | rng.choice(suits))
        elif kind == 3:
            mask &= ~(1 << rng.choice(at))
        elif kind == 4:
            mask &= ~sum([1 << k for k in rng.sample(at, 6)])
        masks.append(mask)
    return cards, sizes, masks


def check_large(seed: int, problems: int, most_states: int) -> None:
    """Compare counts with the count card by card."""
    rng = random.Random(seed)
    found = 0
    for _ in range(problems):
        problem = large_problem(rng, most_states)
        expected = count_card_by_card(problem)
        assert Sampler(*problem).count == expected, problem
        found += expected > 0
    assert found > problems // 2


def test_large_counts() -> None:
    """40 to 63 cards in up to eight places against counting card by card."""
    check_large(1, 25, 3_000)


@pytest.mark.slow
def test_more_large_counts() -> None:
    """The same for many problems, and larger tables."""
    check_large(2, 200, 10_000)
    check_large(4, 20, 30_000)


def multinomial(sizes: Sequence[int]) -> int:
    """In how many ways cards lie in places without any constraint."""
    return math.factorial(sum(sizes)) // math.prod([math.factorial(size) for size in sizes])


@pytest.mark.parametrize(
    "sizes",
    [
        [10] * 6 + [3],
        [63],
        [1, 62],
        [31, 32],
        [21] * 3,
        [13] * 4 + [11],
        [2] * 31 + [1],
        [0, 20, 0, 43],
        [9] * 7,
    ],
)
def test_blind_counts_are_multinomials(sizes: list[int]) -> None:
    """Nothing known: every place may hold everything. Up to 2**258."""
    sampler = Sampler(ALL, sizes, [ALL] * len(sizes))
    assert sampler.count == multinomial(sizes)
    assert sampler.possible == tuple([ALL if size else 0 for size in sizes])
    if sizes == [10] * 6 + [3]:
        assert sampler.count.bit_length() == 157


def count_few_marked(problem: Problem, marked: Sequence[int]) -> int:
    """Count where only a few marked cards are constrained: put those, the others lie as they like."""
    _, sizes, may_hold = problem
    total = 0
    for chosen in product(range(len(sizes)), repeat=len(marked)):
        if all(may_hold[place] & card for place, card in zip(chosen, marked, strict=True)):
            left = [size - chosen.count(place) for place, size in enumerate(sizes)]
            if min(left) >= 0:
                total += multinomial(left)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_counts_beyond_192_bits(seed: int) -> None:
    """Ten kinds of places, or 32 places: counts of more than 2**192 against putting the few marked cards."""
    rng = random.Random(seed)
    largest = 0
    for number in range(6):
        if number % 2:
            marked = [1 << at for at in rng.sample(range(63), 4)]
            sizes = [7, 6, 6, 6, 7, 6, 6, 6, 7, 6]
        else:
            marked = [1 << at for at in rng.sample(range(63), 2)]
            sizes = [1, *[2] * 31]
        masks = [ALL & ~sum([card for card in marked if rng.random() < 0.4]) for _ in sizes]
        expected = count_few_marked((ALL, sizes, masks), marked)
        largest = max(largest, expected)
        assert Sampler(ALL, sizes, masks).count == expected
    assert largest > 2**192


@pytest.mark.parametrize("seed", range(3))
def test_putting_one_card_splits_the_count(seed: int) -> None:
    """The ways with a card in each of its places add up, and say which places are possible."""
    rng = random.Random(seed)
    for _ in range(12):
        cards, sizes, masks = large_problem(rng, 5_000)
        sampler = Sampler(cards, sizes, masks)
        for card in rng.sample(bits(cards), 6):
            parts = []
            for place, size in enumerate(sizes):
                rest = [left - (at == place) for at, left in enumerate(sizes)]
                fits = bool(size and masks[place] & card)
                parts.append(Sampler(cards ^ card, rest, masks).count if fits else 0)
                assert bool(sampler.possible[place] & card) == (parts[-1] > 0)
            assert sum(parts) == sampler.count


# --- chi-square -------------------------------------------------------------------------------------------


def chi_square_tail(statistic: float, freedom: float) -> float:
    """The chance of a chi-square at least as large: the upper incomplete gamma function, regularised."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for k in range(1, 10_000):
            term *= x / (a + k)
            total += term
            if term < total * 1e-16:
                break
        return 1 - front * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for k in range(1, 10_000):
        factor = -k * (k - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * fraction


def p_value(observed: NDArray[Any], expected: NDArray[Any]) -> float:
    """Chi-square of counts against what is expected, in cells as many as given."""
    assert expected.min() >= 5
    statistic = float(((observed - expected) ** 2 / expected).sum())
    return chi_square_tail(statistic, len(observed) - 1)


def test_the_tail_of_chi_square() -> None:
    """Known values: even numbers of degrees are sums of a Poisson distribution, one degree is erfc."""
    for freedom in (2, 4, 10, 60, 400):
        for statistic in (0.01, 0.5, 1.0, 3.0, 11.0, 60.0, 380.0, 500.0):
            half = statistic / 2
            terms = [math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(freedom // 2)]
            assert chi_square_tail(statistic, freedom) == pytest.approx(math.fsum(terms), rel=1e-9, abs=1e-12)
    for statistic in (0.1, 1.0, 3.841458820694124, 20.0):
        assert chi_square_tail(statistic, 1) == pytest.approx(math.erfc(math.sqrt(statistic / 2)), rel=1e-9)


class Numbered:
    """The ways of a small problem, numbered, to count drawn rows quickly."""

    def __init__(self, problem: Problem) -> None:
        self.sampler = Sampler(*problem)
        self.places = len(problem[1])
        odd = [random.Random(place).getrandbits(64) | 1 for place in range(self.places)]
        self.factors = np.array(odd, np.uint64)
        self.codes = np.sort(self.code(np.array(all_ways(problem), np.uint64)))
        assert len(np.unique(self.codes)) == len(self.codes) == self.sampler.count

    def code(self, rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """One number for each row, different for different ways."""
        mixed: NDArray[np.uint64] = (rows * self.factors).sum(axis=1, dtype=np.uint64)
        return mixed ^ mixed >> np.uint64(29)

    def draw(self, n: int, **keys: Any) -> NDArray[np.intp]:
        """Numbers of the ways drawn; every one must be among those enumerated."""
        codes = self.code(self.sampler.sample(n, **keys))
        found = np.searchsorted(self.codes, codes)
        assert (self.codes[np.minimum(found, len(self.codes) - 1)] == codes).all()
        return found

    def p_value(self, n: int, **keys: Any) -> float:
        """Chi-square of `n` rows against all ways alike."""
        counts = np.bincount(self.draw(n, **keys), minlength=len(self.codes))
        return p_value(counts, np.full(len(self.codes), n / len(self.codes)))


@pytest.mark.parametrize("name", SMALL)
def test_all_ways_are_equally_likely(name: str) -> None:
    """Chi-square of a hundred rows for each way, against enumeration."""
    numbered = Numbered(SMALL[name])
    n = min(100 * len(numbered.codes), 200_000)
    assert 1e-4 < numbered.p_value(n, seed=2024) < 1 - 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_all_ways_are_equally_likely_in_many_rows(name: str) -> None:
    """The same with five million rows."""
    assert 1e-4 < Numbered(SMALL[name]).p_value(5_000_000, seed=7) < 1 - 1e-4


@pytest.mark.parametrize("name", ["void in a suit", "every card its own class", "table of three groups"])
def test_p_values_are_uniform_over_seeds(name: str) -> None:
    """Kolmogorov and Smirnov: 300 seeds, the chi-squares neither too large nor too small."""
    numbered = Numbered(SMALL[name])
    n = 20 * len(numbered.codes)
    values = np.sort([numbered.p_value(n, seed=seed) for seed in range(300)])
    steps = np.arange(301) / 300
    distance = max((values - steps[:-1]).max(), (steps[1:] - values).max())
    assert distance * math.sqrt(300) < 1.95, distance  # beyond it once in a thousand


@pytest.mark.parametrize("name", ["lopsided", "one card is not in one place", "every card its own class"])
def test_rows_are_independent(name: str) -> None:
    """Pairs of rows: one after the other, of two seeds, of two purposes, 2**32 apart."""
    numbered = Numbered(SMALL[name])
    ways = len(numbered.codes)
    n = 20 * ways * ways
    rows = numbered.draw(n + 1, seed=5)
    others = [
        rows[1:],
        numbered.draw(n, seed=6),
        numbered.draw(n, seed=5, purpose=2),
        numbered.draw(n, seed=5, start=2**32),
    ]
    for other in others:
        counts = np.bincount(rows[:n] * ways + other, minlength=ways * ways)
        assert 1e-4 < p_value(counts, np.full(ways * ways, n / ways**2)) < 1 - 1e-4


def test_where_single_cards_lie_in_large_problems() -> None:
    """Chi-square of the places of every card against the exact shares, with far too many ways to list."""
    rng = random.Random(12)
    values = []
    for number in range(5):
        problem = large_problem(rng, 20_000)
        cards, sizes, masks = problem
        sampler = Sampler(*problem)
        if not sampler.count:
            continue
        rows = sampler.sample(40_000, seed=number)
        for card in bits(cards):
            observed, expected = [], []
            for place, size in enumerate(sizes):
                if sampler.possible[place] & card:
                    rest = [left - (at == place) for at, left in enumerate(sizes)]
                    share = Fraction(Sampler(cards ^ card, rest, masks).count, sampler.count) if size else 0
                    seen = int(np.count_nonzero(rows[:, place] & np.uint64(card)))
                    if share * 40_000 >= 10:
                        observed.append(seen)
                        expected.append(float(share * 40_000))
            if len(observed) > 1 and sum(expected) > 39_999:
                values.append(p_value(np.array(observed), np.array(expected)))
    assert len(values) > 60
    assert min(values) > 1e-5
    assert 0.35 < sum(values) / len(values) < 0.65


def test_large_rows_are_ways() -> None:
    """Rows of large problems: sizes right, masks disjoint, everything where it may be."""
    rng = random.Random(13)
    for _ in range(40):
        cards, sizes, masks = large_problem(rng, 20_000)
        sampler = Sampler(cards, sizes, masks)
        if not sampler.count:
            continue
        rows = sampler.sample(300, seed=3)
        assert (np.bitwise_or.reduce(rows, axis=1) == np.uint64(cards)).all()
        assert (np.bitwise_count(rows) == np.array(sizes)).all()
        assert not (rows & ~np.array(sampler.possible, np.uint64)).any()
        assert all(held & ~mask == 0 for held, mask in zip(sampler.possible, masks, strict=True))


# --- the exact choice -------------------------------------------------------------------------------------


def weights_of(sampler: Sampler) -> Iterator[tuple[int, list[int]]]:
    """Every state with the ways of its choices."""
    state = 0
    while True:
        try:
            weights: list[int] = sampler._weights(state)  # type: ignore[attr-defined]
        except IndexError:
            return
        yield state, weights
        state += 1


FOLLOWING = list(islice(seeds_page.words((0, 0)), 12))
"""What `_pick` takes when the words it was given are used up."""


def expected_choice(weights: Sequence[int], words: Sequence[int]) -> int:
    """The choice of a number between 0 and 1, given by its words: the first whose boundary lies above it."""
    number = 0
    for word in [*words, *FOLLOWING]:
        number = number << 64 | word
    width, total = 64 * (len(words) + len(FOLLOWING)), sum(weights)
    for k, boundary in enumerate(accumulate(weights)):
        if number * total < boundary << width:
            assert (number + 1) * total <= boundary << width, "not decided"
            return k
    raise AssertionError("not below one")


def digits_of(share: Fraction, many: int) -> list[int]:
    """The first words of a number between 0 and 1."""
    scaled = (share.numerator << 64 * many) // share.denominator
    return [scaled >> 64 * (many - 1 - k) & TOP for k in range(many)]


def close_numbers(weights: Sequence[int]) -> Iterator[list[int]]:
    """Words at, just below and just above every boundary, decided in the first up to the eighth word."""
    total, boundary = sum(weights), 0
    yield [0]
    yield [0] * 8
    yield [TOP]
    yield [TOP] * 8
    for ways in weights[:-1]:
        boundary += ways
        digits = digits_of(Fraction(boundary, total), 8)
        for many in (1, 2, 3, 4, 5, 8):
            for change in (-1, 0, 1):
                if 0 <= digits[many - 1] + change <= TOP:
                    words = [*digits[: many - 1], digits[many - 1] + change]
                    yield words
                    if many < 8:
                        yield [*words, 0]
                        yield [*words, TOP]
                        yield [*words, *[0] * (8 - many)]
                        yield [*words, *[TOP] * (8 - many)]


def check_choices(problem: Problem, most: int) -> Counter[str]:
    """Try all close numbers in up to `most` states; count boundaries and how hard they are to tell apart."""
    sampler = Sampler(*problem)
    seen: Counter[str] = Counter()
    pick: Callable[[int, list[int]], int] = sampler._pick  # type: ignore[attr-defined]
    states = [(state, weights) for state, weights in weights_of(sampler) if len(weights) > 1]
    for state, weights in states[:: max(1, len(states) // most)]:
        total = sum(weights)
        for words in close_numbers(weights):
            assert pick(state, words) == expected_choice(weights, words), (state, weights, words)
        sums = list(accumulate(weights[:-1]))
        seen["boundaries"] += len(sums)
        seen["ending"] += sum([(amount << 64) % total == 0 for amount in sums])
        seen["long"] += sum([(amount << 512) % total != 0 for amount in sums])
        seen["equal in 64 bits"] += len(sums) - len({(amount << 64) // total for amount in sums})
        seen["wide"] += total >= 1 << 64
    return seen


@pytest.mark.parametrize("name", CHOOSING)
def test_choices_are_exact_in_small_problems(name: str) -> None:
    """Every state: random numbers next to all boundaries against exact fractions."""
    assert check_choices(SMALL[name], 10**9)["boundaries"] > 0


def test_choices_are_exact_where_boundaries_end() -> None:
    """Two and four equal choices: the boundaries are 1/2 and the like, and a number may hit them exactly."""
    seen: Counter[str] = Counter()
    for problem in (
        (0b11, [1, 1], [0b11, 0b11]),
        (0b1111, [1, 1, 2], [0b0111, 0b1011, ALL]),
        (0b111, [1, 1, 1], [0b111, 0b011, 0b110]),
        (0b11111, [1, 2, 2], [0b00111, 0b11011, 0b11101]),
        (0b111111, [1, 2, 3], [0b001111, 0b111100, 0b110011]),
    ):
        seen += check_choices(problem, 10**9)
    assert seen["ending"] > 0, seen
    assert seen["long"] > 0, seen


def test_choices_are_exact_in_large_problems() -> None:
    """States spread over tables with numbers of up to 150 bits."""
    rng = random.Random(5)
    seen: Counter[str] = Counter()
    while seen["boundaries"] < 250 or seen["wide"] < 12:
        problem = large_problem(rng, 5_000)
        if Sampler(*problem).count:
            seen += check_choices(problem, 10)


@pytest.mark.parametrize(
    ("first", "sizes"), [(18, [24, 11, 2, 5, 3]), (18, [25, 9, 3, 4, 4]), (20, [17, 10, 6, 7, 3])]
)
def test_choices_are_exact_where_boundaries_share_a_word(first: int, sizes: list[int]) -> None:
    """Choices more than 2**64 times as rare as the others: several boundaries have the same first word."""
    problem = triangle(first, sizes)
    sampler = Sampler(*problem)
    _, weights = next(weights_of(sampler))
    total = sum(weights)
    assert total > 2**64 * (weights[0] + weights[1])
    assert [(sum(weights[: k + 1]) << 64) // total for k in range(2)] == [0, 0]
    pick = sampler._pick  # type: ignore[attr-defined]
    for words in close_numbers(weights):
        assert pick(0, words) == expected_choice(weights, words)
    # Between the two: the first word is theirs, the second decides.
    low, high = [digits_of(Fraction(sum(weights[: k + 1]), total), 2)[1] for k in range(2)]
    assert low < high
    assert [pick(0, [0, word]) for word in (low - 1, low + 1, high - 1, high + 1)] == [0, 1, 1, 2]
    assert pick(0, [1]) == expected_choice(weights, [1]) == 2


def test_the_weights_of_the_first_state_add_up() -> None:
    """Choices, and the ways cards of like places lie, make the count."""
    for problem in (SMALL["every card its own class"], SMALL["table of three groups"], triangle(9, [9, 9])):
        sampler = Sampler(*problem)
        assert sum(next(weights_of(sampler))[1]) == sampler.count


def test_what_the_peepholes_refuse() -> None:
    """States that do not exist, no words, too many."""
    sampler: Any = Sampler(*SMALL["chain"])
    states = len(list(weights_of(sampler)))
    for state in (-1, states, 10**9):
        with pytest.raises(IndexError):
            sampler._weights(state)
        with pytest.raises(IndexError):
            sampler._pick(state, [0])
    for words in ([], [0] * 9):
        with pytest.raises(IndexError):
            sampler._pick(0, words)
    hopeless: Any = Sampler(0b11, [1, 1], [0b11, 0])
    with pytest.raises(IndexError):
        hopeless._weights(0)


# --- the draw, in plain Python ------------------------------------------------------------------------------


def settle(problem: Problem) -> tuple[list[int], list[int], dict[int, tuple[int, ...]]]:
    """Cards that can lie in one place only; what room is left; the places of each other card."""
    cards, sizes, may_hold = problem
    fixed, room = [0] * len(sizes), list(sizes)
    left = bits(cards)
    again = True
    while again:
        again = False
        for card in list(left):
            where = [place for place, mask in enumerate(may_hold) if mask & card and room[place]]
            if len(where) == 1:
                fixed[where[0]] |= card
                room[where[0]] -= 1
                left.remove(card)
                again = True
    places = {card: tuple([p for p, mask in enumerate(may_hold) if mask & card and room[p]]) for card in left}
    return fixed, room, places


def choose(stream: Iterator[int], weights: Sequence[int]) -> int:
    """A choice with the given weights: bits are drawn until it is clear."""
    total, number, drawn = sum(weights), 0, 0
    sums = [sum(weights[: k + 1]) for k in range(len(weights))]
    while True:
        number = number << 64 | next(stream)
        drawn += 64
        for k, amount in enumerate(sums):
            if number * total >= amount << drawn:
                continue
            if (number + 1) * total <= amount << drawn:
                return k
            break


def reference_rows(problem: Problem, n: int, *, seed: int, start: int = 0, purpose: int = 3) -> list[Way]:
    """Draw as the sampler does, with the reference implementation of docs/seeds.md and no tables."""
    fixed, room, where = settle(problem)
    classes: list[tuple[tuple[int, ...], list[int]]] = sorted(
        [(places, [card for card in where if where[card] == places]) for places in set(where.values())],
        key=lambda item: (len(item[0]), sum(item[1])),
    )
    groups: list[list[int]] = []
    takes = [[k for k, (places, _) in enumerate(classes) if place in places] for place in range(len(room))]
    for place, left in enumerate(room):
        same = [group for group in groups if takes[group[0]] == takes[place]]
        if left and same:
            same[0].append(place)
        elif left:
            groups.append([place])
    takers = [[g for g, group in enumerate(groups) if group[0] in places] for places, _ in classes]
    layers = [(k, g) for k, those in enumerate(takers) for g in those[:-1]]

    @cache
    def ways(at: int, free: tuple[int, ...], left: int) -> int:
        """Ways to go on from a layer, with what the groups still take and the cards of the class left."""
        if at == len(layers):
            return int(not any(free))
        return sum([weight for _, weight, _ in choices(at, free, left)])

    def choices(
        at: int, free: tuple[int, ...], left: int
    ) -> Iterator[tuple[int, int, tuple[int, tuple[int, ...], int]]]:
        kind, group = layers[at]
        for take in range(min(left, free[group]) + 1):
            room_then = list(free)
            room_then[group] -= take
            left_then = left - take
            if group == takers[kind][-2]:
                room_then[takers[kind][-1]] -= left_then
                if room_then[takers[kind][-1]] < 0:
                    continue
                left_then = len(classes[layers[at + 1][0]][1]) if at + 1 < len(layers) else 0
            onward = at + 1, tuple(room_then), left_then
            weight = math.comb(left, take) * ways(*onward)
            if weight:
                yield take, weight, onward

    free = [sum([room[place] for place in group]) for group in groups]
    for (_, members), those in zip(classes, takers, strict=True):
        if len(those) == 1:
            free[those[0]] -= len(members)
    begin = 0, tuple(free), len(classes[layers[0][0]][1]) if layers else 0
    rows = []
    for number in range(start, start + n):
        stream = seeds_page.words(seeds_page.key_from_seed(seed), number=number, purpose=purpose)
        state, taken = begin, []
        for _ in layers:
            able = list(choices(*state))
            take, _, state = able[choose(stream, [weight for _, weight, _ in able]) if len(able) > 1 else 0]
            taken.append(take)
        hands: list[list[int]] = [[] for _ in groups]
        for kind, (_, members) in enumerate(classes):
            pool = members
            if len(takers[kind]) > 1:
                pool = [members[k] for k in seeds_page.shuffle(stream, len(members))]
            for group in takers[kind][:-1]:
                take = taken[layers.index((kind, group))]
                hands[group] += pool[:take]
                pool = pool[take:]
            hands[takers[kind][-1]] += pool
        row = list(fixed)
        for places, hand in zip(groups, hands, strict=True):
            if len(places) > 1:
                hand = [hand[k] for k in seeds_page.shuffle(stream, len(hand))]
            for place in places:
                row[place] |= sum(hand[: room[place]])
                hand = hand[room[place] :]
        rows.append(tuple(row))
    return rows


@pytest.mark.parametrize("name", SMALL)
def test_rows_of_small_problems_are_those_of_the_reference(name: str) -> None:
    """Bit by bit, for several seeds."""
    for seed in (0, 500, 2**70):
        assert rows_of(SMALL[name], 20, seed=seed) == reference_rows(SMALL[name], 20, seed=seed)


def test_rows_of_random_problems_are_those_of_the_reference() -> None:
    """Bit by bit, for random small and large problems."""
    rng = random.Random(21)
    problems = [small_problem(rng) for _ in range(300)] + [large_problem(rng, 500) for _ in range(12)]
    compared = 0
    for seed, problem in enumerate(problems):
        if Sampler(*problem).count:
            assert rows_of(problem, 4, seed=seed) == reference_rows(problem, 4, seed=seed), problem
            compared += 1
    assert compared > 100


@pytest.mark.slow
def test_rows_of_many_random_problems_are_those_of_the_reference() -> None:
    """Bit by bit, for thousands of problems."""
    rng = random.Random(22)
    problems = [small_problem(rng) for _ in range(6_000)] + [large_problem(rng, 3_000) for _ in range(200)]
    for seed, problem in enumerate(problems):
        if Sampler(*problem).count:
            assert rows_of(problem, 5, seed=seed) == reference_rows(problem, 5, seed=seed), problem


@pytest.mark.parametrize("sizes", [[10] * 6 + [3], [31, 32], [1] * 31 + [0], [5, 0, 5]])
def test_without_constraints_a_row_is_one_shuffle(sizes: list[int]) -> None:
    """The cards in ascending order are shuffled and dealt to the places in turn."""
    count = sum(sizes)
    at = random.Random(count).sample(range(63), count)
    cards = sorted([1 << k for k in at])
    rows = rows_of((sum(cards), sizes, [ALL] * len(sizes)), 10, seed=500, start=7)
    for number, row in enumerate(rows, start=7):
        words = seeds_page.words(seeds_page.key_from_seed(500), number=number, purpose=3)
        deck = [cards[k] for k in seeds_page.shuffle(words, count)]
        assert deck == [cards[k] for k in Stream(500, number=number, purpose=3).permutation(count)]
        dealt = []
        for size in sizes:
            dealt.append(sum(deck[:size]))
            deck = deck[size:]
        assert row == tuple(dealt)


# --- rows depend on seed, number and purpose alone ----------------------------------------------------------


@pytest.mark.parametrize("name", ["chain", "one group", "table of three groups"])
def test_pieces_make_the_whole(name: str) -> None:
    """A fill cut into pieces of any size, in any order, of any sampler of the problem."""
    sampler = Sampler(*SMALL[name])
    whole = sampler.sample(1_000, seed=9, start=40)
    rng = random.Random(3)
    cuts = [0, *sorted(rng.sample(range(1, 1_000), 12)), 1_000]
    pieces = np.zeros_like(whole)
    spans = list(pairwise(cuts))
    rng.shuffle(spans)
    for begin, end in spans:
        Sampler(*SMALL[name]).fill(pieces[begin:end], seed=9, start=40 + begin)
    assert (pieces == whole).all()
    assert (sampler.sample(1_000, seed=9)[40:] == whole[:960]).all()
    assert sampler.sample(0, seed=9).shape == (0, whole.shape[1])


def test_seed_number_and_purpose_choose_the_row() -> None:
    """Seed or key, purpose 3 by default; any other number gives other rows."""
    sampler = Sampler(ALL, [10] * 6 + [3], [ALL] * 7)
    rows = sampler.sample(50, seed=500)
    assert (rows == sampler.sample(50, seed=key_from_seed(500))).all()
    assert (rows == sampler.sample(50, seed=np.int64(500), start=np.uint8(0), purpose=np.uint64(3))).all()
    others = [
        sampler.sample(50, seed=501),
        sampler.sample(50, seed=500, start=50),
        *[sampler.sample(50, seed=500, purpose=purpose) for purpose in (0, 4, 16, TOP)],
    ]
    seen = {tuple(row) for block in (rows, *others) for row in block.tolist()}
    assert len(seen) == 50 * 7


def test_rows_near_the_last_number() -> None:
    """Numbers and purposes of 64 bits, against the reference."""
    problem = SMALL["chain"]
    for start in (2**63 - 2, TOP - 4):
        expected = reference_rows(problem, 4, seed=1, start=start, purpose=TOP)
        assert rows_of(problem, 4, seed=1, start=start, purpose=TOP) == expected
    sampler = Sampler(*problem)
    for start in (TOP - 3, TOP, TOP + 1, -1):
        with pytest.raises(ValueError, match="out of range"):
            sampler.sample(4, seed=1, start=start)
    assert sampler.sample(0, seed=1, start=TOP).shape == (0, 4)


def test_the_columns_stand_for_places() -> None:
    """A row is written to its place and nowhere else."""
    sampler = Sampler(*SMALL["void in a suit"])
    block = np.full((12, 3), 77, np.uint64)
    sampler.fill(block[3:9], seed=2)
    assert (block[:3] == 77).all()
    assert (block[9:] == 77).all()
    assert (block[3:9] == sampler.sample(6, seed=2)).all()


DECK = span(0, 52)
SUIT = [sum([1 << at for at in range(suit, 52, 4)]) for suit in range(4)]

GOLDEN: dict[str, tuple[Problem, int, str]] = {
    "blind": (
        (ALL, [10] * 6 + [3], [ALL] * 7),
        500,
        """
                99810002040880 4a02400c40800002 40244000105109 a802c200450 2104002201428200
        420101110092020 1000000080000004         4340000844081020 100c003510208 441320808005
        20840820100240c0 1820210008040112 402120480202c00 18800000000000         100304021c018000
        20000008206a0118 428001041106020 20082a400000c05 8c0190102041000 114404080800242
        4000200000000080         82e88008022000 5004000d55 20000124500480a0 4a20000802311000
        540020280c0000a 101d140100080200 21004000
        """,
    ),
    "chain": (
        SMALL["chain"],
        0,
        """
        6 18 60 81
        6 18 60 81
        5 18 a0 42
        a 24 50 81
        """,
    ),
    "classes": (
        SMALL["every card its own class"],
        42,
        """
        9 12 24
        3 14 28
        a 30 5
        11 6 28
        """,
    ),
    "voids": (
        (DECK, [13] * 4, [DECK & ~SUIT[0], DECK & ~SUIT[1] & ~SUIT[2], DECK, DECK & ~SUIT[3]]),
        2**100,
        """
        64240244e2040 109180809919 9a82c08004482 50253310224
        4004222c0c04e 1988808191101 a033481202880 640154060630
        444824802c8c 9998180098100 200225b464020 4221400301253
        868ce00e04000 1811118099090 602008302094e 142064142621
        """,
    ),
    "triangle": (
        triangle(9, [9, 9, 9]),
        7,
        """
        1394b 4f6c000 9bb000200 6400804b4
        a32f 71c5400 e70a20000 1884108d0
        7cf 3b59000 af8404000 5040a2830
        45fa 59c8a00 52a611000 ad0022005
        """,
    ),
}
"""A problem, a seed, and the masks of the first four rows in hexadecimal."""


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_rows(name: str) -> None:
    """The rows of a seed never change."""
    problem, seed, text = GOLDEN[name]
    masks = [int(mask, 16) for mask in text.split()]
    assert Sampler(*problem).sample(4, seed=seed).ravel().tolist() == masks
