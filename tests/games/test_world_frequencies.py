"""Worlds are drawn exactly uniformly: counted in cases small enough to list every world.

Every case is drawn with one fixed seed and compared with what all placements that fit say, by a chi-square
test; that its p-values are themselves uniform over many seeds is a sharper test still.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations, product
from math import exp, lgamma, log, sqrt

import pytest

import tricktake as tt
from games.small_deals import CASES, Case, small
from games.small_views import Deal, Placement, number_of_placements, places_of, worlds_of
from rules.constructed import middle
from rules.spades_deals import middle as spades_middle
from rules.test_clauses_players import SHAPES, in_play
from tricktake import Card, CardSet, Exchange, Fact, Phase, Suit
from tricktake import fivehundred as fh
from tricktake import spades as sp

# ---- the tests of hypotheses -------------------------------------------------------------------------


def survival(chi_square: float, freedom: int) -> float:
    """Return the chance that chi-square is at least so large: the upper incomplete gamma function."""
    a, x = freedom / 2, chi_square / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # a series for the lower part
        term = total = 1 / a
        k = a
        while term > total * 1e-15:
            k += 1
            term *= x / k
            total += term
        return 1 - total * scale
    b = x + 1 - a  # a continued fraction for the upper part
    c, d = 1e300, 1 / b
    result = d
    for k in range(1, 10_000):
        b += 2
        d = 1 / (b - k * (k - a) * d)
        c = b - k * (k - a) / c
        result *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return result * scale


def p_value(drawn: Iterable[Hashable], outcomes: Sequence[Hashable]) -> float:
    """Return how likely draws of equally likely outcomes are at least so uneven."""
    counts = Counter(drawn)
    assert {*counts} <= {*outcomes}, "an outcome that cannot be"
    expected = counts.total() / len(outcomes)
    assert expected >= 5, "too few draws for a chi-square test"
    chi_square = sum([(counts[outcome] - expected) ** 2 for outcome in outcomes]) / expected
    return survival(chi_square, len(outcomes) - 1)


def distance_from_uniform(values: Sequence[float]) -> float:
    """Return the statistic of Kolmogorov and Smirnov, times the root of the number of values."""
    n = len(values)
    gaps = [max((k + 1) / n - value, value - k / n) for k, value in enumerate(sorted(values))]
    return max(gaps) * sqrt(n)


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    [
        (3.841459, 1, 0.05),
        (18.307038, 10, 0.05),
        (2.558212, 10, 0.99),
        (124.342113, 100, 0.05),
        (135.806723, 100, 0.01),
        (553.126801, 500, 0.05),
        (2000, 2000, 0.495795),
        (0, 3, 1),
    ],
)
def test_the_chi_square_distribution(chi_square: float, freedom: int, chance: float) -> None:
    assert survival(chi_square, freedom) == pytest.approx(chance, abs=1e-6)


def test_the_tests_notice_what_is_not_uniform() -> None:
    rng = random.Random("power")
    fair = [rng.randrange(50) for _ in range(600)]
    assert p_value(fair, range(50)) > 1e-3
    assert p_value([*fair, *[7] * 40], range(50)) < 1e-9
    assert distance_from_uniform([rng.random() for _ in range(300)]) < 1.95
    assert distance_from_uniform([rng.random() ** 1.5 for _ in range(300)]) > 1.95


# ---- all worlds of small cases -----------------------------------------------------------------------


def drawn_evenly(deal: Deal, seat: int, worlds: list[Placement], *, seed: int, each: int = 12) -> float:
    """Draw from a view, as often as there are worlds times ``each``; return the p-value."""
    drawn = tt.sample_worlds(deal.view(seat), each * len(worlds), seed=seed)
    to_mask, places = drawn.knowledge.hidden.order.to_mask, drawn.knowledge.places
    outcomes = [tuple([to_mask(world[place]) for place in places]) for world in worlds]
    return p_value(map(tuple, drawn.masks.tolist()), outcomes)


def some_case(rng: random.Random, case: Case, fewest: int, most: int) -> tuple[Deal, int, list[Placement]]:
    """Return a random late deal, a seat, and all worlds of its view."""
    while True:
        for deal, seat in small(rng, case, 1, most):
            worlds = worlds_of(deal, seat)
            if len(worlds) >= fewest:
                return deal, seat, worlds


MOST = {"2 table": 140, "2 table no trump": 140, "2 short24": 715}


@pytest.mark.parametrize("name", CASES)
def test_worlds_are_drawn_evenly(name: str) -> None:
    """All shapes: voids, a kitty, cards put away, a dead hand, piles, a seat that sits out, a called card."""
    rng = random.Random(f"evenly {name}")
    deal, seat, worlds = some_case(rng, CASES[name], 5, MOST.get(name, 430))
    assert drawn_evenly(deal, seat, worlds, seed=rng.getrandbits(60)) > 0.001 / len(CASES), deal.to_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_worlds_are_drawn_evenly_in_full(name: str) -> None:
    rng = random.Random(f"evenly in full {name}")
    for _ in range(5):
        deal, seat, worlds = some_case(rng, CASES[name], 5, 280 if "table" in name else 1680)
        assert drawn_evenly(deal, seat, worlds, seed=rng.getrandbits(60), each=40) > 1e-6, deal.to_text()


def joker_played_by_choice(players: int, failed: Sequence[str], **start: object) -> Deal:
    """Return a deal begun in the middle in which the joker may have been played by choice."""
    suits = tuple([tuple([suit for suit in Suit if suit.letter in each]) for each in failed])
    rules = fh.Rules(players=players).replace(joker_follow="first_or_last")
    hands = {0: "C9", 1: "D9", 2: "D10"}
    return in_play(rules, "6NT", hands, failed=suits, **start)  # type: ignore[arg-type]


STARTS: dict[str, Callable[[], Deal]] = {
    "one failure": lambda: joker_played_by_choice(3, ("", "H", "")),
    "two failures": lambda: joker_played_by_choice(3, ("", "S", "H")),
    "a joker still there": lambda: middle("6NT", {0: "C9", 1: "H9", 2: "D9", 3: "JK"}, plays="C9 H9"),
    "trumps": lambda: middle("6H", {0: "H9", 1: "D6", 2: "S9", 3: "C8"}, plays="H9 D6"),
    "five players": lambda: in_play(SHAPES["5 secret"], "6S", {0: "S2 S3"}, called=Card.HA, partner=3),
    "three at spades": lambda: spades_middle({0: "D4", 1: "S2", 2: "D6"}),
    "a spade led": lambda: spades_middle({0: "S4 S5", 1: "S7 D5", 2: "S8 H6"}, plays="S4 S7 S8"),
    "two tables": lambda: in_play(
        SHAPES["2 table"], "6H", {0: "S5 S6", 1: "C9 C10"}, tables={0: ["D5/D6"], 1: ["D7/D8"]}
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_worlds_of_constructed_deals_are_drawn_evenly(name: str) -> None:
    """What is out of play is drawn with the rest; several cases are drawn by their shares."""
    deal = STARTS[name]()
    seats = range(deal.rules.players)
    while not (few := [seat for seat in seats if number_of_placements(places_of(deal, seat)) < 1700]):
        deal.push(deal.legal_actions[0])
    worlds = worlds_of(deal, few[0])
    assert len(worlds) >= 5
    assert drawn_evenly(deal, few[0], worlds, seed=11, each=10) > 0.001 / len(STARTS), deal.to_text()


@pytest.mark.parametrize("name", ["3", "4", "4 not asked", "5 secret", "2 dead hand", "spades two jokers"])
def test_further_facts_leave_the_other_worlds_even(name: str) -> None:
    """Of the worlds in which a seat holds a card every one comes up as often."""
    rng = random.Random(f"facts {name}")
    while True:
        deal, seat, worlds = some_case(rng, CASES[name], 20, 430)
        other = next((one for one in range(deal.rules.players) if one != seat and deal.hand(one)), None)
        if other is not None:
            break
    card = deal.hand(other).ascending()[0]
    left = [world for world in worlds if card in world[tt.Place.hand(other)]]
    facts = [Fact.held(other, CardSet([card]))]
    drawn = tt.sample_worlds(deal.view(seat), 12 * len(left), seed=3, facts=facts)
    to_mask, places = drawn.knowledge.hidden.order.to_mask, drawn.knowledge.places
    outcomes = [tuple([to_mask(world[place]) for place in places]) for world in left]
    assert len(left) == 1 or p_value(map(tuple, drawn.masks.tolist()), outcomes) > 1e-4


@pytest.mark.parametrize("name", ["3", "4", "5 secret", "a failure"])
def test_p_values_over_many_seeds_are_uniform(name: str) -> None:
    """Neither too uneven nor too even: Kolmogorov and Smirnov, at one in a thousand."""
    rng = random.Random(f"many seeds {name}")
    if name == "a failure":  # of the seat that still has a card
        deal = joker_played_by_choice(3, ("", "", "H")).push_all("C9 D9")
        seat, worlds = 0, worlds_of(deal, 0)
    else:
        deal, seat, worlds = some_case(rng, CASES[name], 10, 140)
    values = [drawn_evenly(deal, seat, worlds, seed=rng.getrandbits(60)) for _ in range(300)]
    assert distance_from_uniform(values) < 1.95


# ---- what the places leave open ----------------------------------------------------------------------


def ranks(cards: CardSet, among: CardSet) -> tuple[int, ...]:
    """Return which of some cards these are, by number."""
    return tuple([at for at, card in enumerate(among.ascending()) if card in cards])


@pytest.mark.parametrize("exchanged", [False, True])
def test_the_kitty_is_any_of_the_contractors_cards(exchanged: bool) -> None:
    """Of his thirteen cards any three can have been the kitty, before and after he has put three away."""
    deal = fh.Deal(fh.Rules(), dealer=3, seed=7).push_all("6S P P P")
    if exchanged:
        deal.push(Exchange(deal.hand(0).ascending()[:3]))
    found, away = [], []
    for world in tt.sample_worlds(deal.view(1), 286 * 12, seed=3):
        assert isinstance(world, fh.Deal)
        whole = world.hand(0) | (world.put_away or CardSet())
        found.append(ranks(world.kitty, whole))
        away.append(ranks(world.put_away or CardSet(), whole))
    every = [*combinations(range(13), 3)]
    assert p_value(found, every) > 1e-4
    assert not exchanged or p_value(away, every) > 1e-4


def test_the_kitty_does_not_depend_on_where_the_other_cards_lie() -> None:
    """At the end of the play, every place of the last cards goes with every kitty."""
    rng = random.Random("kitty and places")
    worlds: list[Placement] = []
    while len(worlds) != 4:
        deal = fh.Deal(fh.Rules(), dealer=3, seed=rng.getrandbits(60)).push_all("6S P P P")
        deal.push(Exchange(rng.sample(deal.hand(0).ascending(), 3)))
        while number_of_placements(places_of(deal, 1)) > 4:
            deal.push(rng.choice([*deal.legal_actions]))
        worlds = worlds_of(deal, 1)
    found = []
    for world in tt.sample_worlds(deal.view(1), 4 * 286 * 8, seed=5):
        assert isinstance(world, fh.Deal)
        found.append((world.put_away, ranks(world.kitty, world.dealt[0] | world.kitty)))
    away = [world[tt.Place(tt.PlaceKind.PUT_AWAY)] for world in worlds]
    assert p_value(found, [*product(away, combinations(range(13), 3))]) > 1e-4


@pytest.mark.parametrize("cards", [1, 2])
def test_what_opponents_put_over_is_any_of_the_takers_cards(cards: int) -> None:
    """The cards given are any of those the partner then has, those back any of the bidder's (SP-BID-4)."""
    rules = sp.Rules.partners_500(bn_behind=0, bn_exchange=cards)
    deal = sp.Deal(rules, dealer=3, seed=7).push_all("BN 3 3 3")
    deal.push(Exchange(deal.hand(0).ascending()[:cards]))
    deal.push(Exchange(deal.hand(2).ascending()[:cards]))
    given, back = [], []
    for world in tt.sample_worlds(deal.view(1), 182 * 15, seed=9):
        assert isinstance(world, sp.Deal)
        (_, _, gift), (_, _, answer) = world.exchanged
        given.append(ranks(gift, world.hand(2) | answer))
        back.append(ranks(answer, world.hand(0)))
    assert p_value(given, [*combinations(range(13 + cards), cards)]) > 1e-4
    assert p_value(back, [*combinations(range(13), cards)]) > 1e-4
    if cards == 1:
        pairs = [*product(combinations(range(14), 1), combinations(range(13), 1))]
        assert p_value(zip(given, back, strict=True), pairs) > 1e-4


def test_an_exchange_half_done_is_drawn_evenly_too() -> None:
    rules = sp.Rules.partners_500(bn_behind=0, bn_exchange=2)
    deal = sp.Deal(rules, dealer=3, seed=7).push_all("BN 3 3 3")
    deal.push(Exchange(deal.hand(0).ascending()[:2]))
    found = []
    for world in tt.sample_worlds(deal.view(3), 105 * 15, seed=9):
        assert isinstance(world, sp.Deal)
        ((_, _, gift),) = world.exchanged
        found.append(ranks(gift, world.hand(2)))
    assert p_value(found, [*combinations(range(15), 2)]) > 1e-4


def test_details_do_not_change_where_the_cards_lie() -> None:
    """Before the exchange each hidden card is in each place as often as its size says."""
    deal = fh.Deal(fh.Rules(), dealer=3, seed=7).push_all("6S P P P")
    worlds = tt.sample_worlds(deal.view(1), 2000, seed=4)
    assert deal.phase is Phase.EXCHANGE
    for card in worlds.knowledge.unseen:
        in_hand = sum([card in worlds.held(at, 0) for at in range(2000)])
        assert abs(in_hand - 2000 * 13 / 33) < 5 * (2000 * 13 / 33 * 20 / 33) ** 0.5
