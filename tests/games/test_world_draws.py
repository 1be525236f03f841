"""How worlds are asked for: numbers, seeds, weights, resampling, and what was seen beyond the view."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import tricktake as tt
from games.small_deals import CASES, fresh, small, step
from games.small_views import Deal
from rules.constructed import dealt, middle
from rules.test_clauses_players import in_play
from tricktake import Card, CardSet, Contradiction, Fact, Phase, SetupError, Suit, View, Worlds
from tricktake import fivehundred as fh
from tricktake import spades as sp

SEEN = fh.Rules(blind_misere=False)


def several_cases() -> Deal:
    """Return a deal where one of several groups of facts holds: seat 1 or 2 may have played the joker."""
    rules = fh.Rules(players=3, joker_follow="first_or_last")
    failed = ((), (Suit.SPADES,), (Suit.HEARTS,))
    return in_play(rules, "6NT", {0: "C9", 1: "D9", 2: "D10"}, failed=failed)


VIEWS: dict[str, View] = {
    "auction": dealt(rules=SEEN).view(0),
    "nobody has looked": sp.Deal(dealer=2, seed=4).view(1),
    "play": middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6").view(2),
    "table": fh.Deal(fh.Rules(players=2), dealer=1, seed=1).push_all("6S-SK P").view(0),
    "several cases": several_cases().view(0),
    "exchange": fh.Deal(SEEN, dealer=3, seed=1).push_all("6S P P P").view(1),
    "blind nil": sp.Deal(sp.Rules.partners_500(bn_behind=0), dealer=3, seed=1).push_all("BN 3 3 3").view(1),
}


def rows(worlds: Worlds) -> list[list[int]]:
    """Return where the cards lie in each world."""
    found: list[list[int]] = worlds.masks.tolist()
    return found


# ---- numbers and seeds -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VIEWS)
def test_world_k_depends_on_view_seed_and_k_alone(name: str) -> None:
    """Fewer worlds are the first of more; a start goes on where others end, deals and all."""
    view = VIEWS[name]
    many = tt.sample_worlds(view, 100, seed=7)
    few, later = tt.sample_worlds(view, 10, seed=7), tt.sample_worlds(view, 60, seed=7, start=40)
    assert rows(few) == rows(many)[:10]
    assert rows(later) == rows(many)[40:]
    assert [*few] == [*many][:10]
    assert [*later] == [*many][40:]
    assert ([*few.numbers], [*later.numbers]) == ([*range(10)], [*range(40, 100)])
    assert few.key == later.key == many.key
    assert rows(tt.sample_worlds(view, 100, seed=many.key)) == rows(many)
    assert rows(tt.sample_worlds(view, 100, seed=8)) != rows(many)


@pytest.mark.parametrize("name", VIEWS)
def test_worlds_do_not_depend_on_which_is_made_first(name: str) -> None:
    """The deals are made when asked for, the first one action by action, and are the same in any order."""
    forwards = [*tt.sample_worlds(VIEWS[name], 8, seed=3)]
    worlds = tt.sample_worlds(VIEWS[name], 8, seed=3)
    assert [worlds[at] for at in range(7, -1, -1)][::-1] == forwards
    assert [worlds[at] for at in range(-8, 0)] == forwards
    assert worlds[3] is not worlds[3]


@pytest.mark.parametrize("name", VIEWS)
def test_slices_are_worlds(name: str) -> None:
    worlds = tt.sample_worlds(VIEWS[name], 12, seed=3)
    for part in (slice(3, 9), slice(None, None, -1), slice(1, 12, 4), slice(5, 5), slice(-2, None)):
        piece = worlds[part]
        assert isinstance(piece, Worlds)
        assert [*piece] == [*worlds][part]
        assert [*piece.numbers] == [*worlds.numbers][part]
        assert piece.effective_size == len(piece)
        assert piece.knowledge == worlds.knowledge
    assert repr(worlds) == f"<12 of {worlds.knowledge.count} worlds of seat {VIEWS[name].seat}>"
    for at in (12, -13):
        with pytest.raises(IndexError):
            worlds[at]
        with pytest.raises(IndexError):
            worlds.held(at, worlds.knowledge.places[0])
    with pytest.raises(KeyError):
        worlds.held(0, 9)


def test_masks_cannot_be_changed() -> None:
    worlds = tt.sample_worlds(VIEWS["play"], 3, seed=1)
    assert worlds.masks.shape == (3, len(worlds.knowledge.places))
    assert worlds.masks.dtype == np.uint64
    with pytest.raises(ValueError, match="read-only"):
        worlds.masks[0, 0] = 0


def test_without_a_seed_worlds_differ_from_time_to_time() -> None:
    drawn = [tt.sample_worlds(VIEWS["auction"], 3) for _ in range(2)]
    assert rows(drawn[0]) != rows(drawn[1])
    assert rows(tt.sample_worlds(VIEWS["auction"], 3, seed=drawn[0].key)) == rows(drawn[0])


@pytest.mark.parametrize("name", VIEWS)
def test_no_worlds_and_one_world(name: str) -> None:
    none = tt.sample_worlds(VIEWS[name], 0, seed=1)
    assert (len(none), [*none], none.effective_size, [*none.plays()]) == (0, [], 0.0, [])
    assert len(tt.sample_worlds(VIEWS[name], 0, seed=1, weights=lambda view, world: 1.0, resample=True)) == 0
    assert tt.sample_worlds(VIEWS[name], 1, seed=1).effective_size == 1


def test_a_view_from_which_nothing_is_hidden_has_one_world() -> None:
    """Two players with 24 cards, no kitty left: at the end of a deal all cards are known."""
    rules = fh.Rules(players=2, two_player="short24")
    deal = fh.Deal(rules, dealer=1, seed=2).push_all("6S P")
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    assert tt.infer(deal.view(0)).count == 1
    assert {*tt.sample_worlds(deal.view(0), 5, seed=1)} == {deal}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": -1}, ValueError),
        ({"n": 1.5}, TypeError),
        ({"n": 1, "start": -1}, ValueError),
        ({"n": 1, "start": 1 << 63}, ValueError),
        ({"n": 1, "seed": -1}, ValueError),
        ({"n": 1, "seed": "1"}, TypeError),
        ({"n": 1, "resample": True}, ValueError),
        ({"n": 1, "facts": ["HA"]}, TypeError),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        tt.sample_worlds(VIEWS["play"], **{"seed": 1, **arguments})


def test_only_views_have_worlds() -> None:
    for ask in (lambda: tt.infer(dealt()), lambda: tt.sample_worlds(dealt(), 1, seed=1)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="view must be a View, not Deal"):
            ask()


# ---- weights -----------------------------------------------------------------------------------------


def hearts(view: View, world: Any) -> float:
    """Weigh a world by the hearts of a hand."""
    return float(len([card for card in world.hand(3) if card.suit is Suit.HEARTS]))


def effective(weights: Sequence[float]) -> float:
    """Return the effective size of a weighted sample (Kish 1965)."""
    return sum(weights) ** 2 / sum([weight * weight for weight in weights])


def test_weights_are_kept_and_give_the_effective_size() -> None:
    view = VIEWS["auction"]
    plain = tt.sample_worlds(view, 50, seed=5)
    worlds = tt.sample_worlds(view, 50, seed=5, weights=hearts)
    assert rows(worlds) == rows(plain)
    assert worlds.weights == tuple([hearts(view, world) for world in plain])
    assert worlds.effective_size == pytest.approx(effective(worlds.weights))
    assert (plain.weights, plain.effective_size) == (None, 50.0)
    part = worlds[10:30]
    assert part.weights == worlds.weights[10:30]
    assert part.effective_size == pytest.approx(effective(worlds.weights[10:30]))
    alike = tt.sample_worlds(view, 50, seed=5, weights=lambda view, world: 1e-300)
    assert alike.effective_size == pytest.approx(50)
    one = tt.sample_worlds(view, 50, seed=5, weights=lambda view, world: float(world == plain[9]))
    assert one.effective_size == 1


def test_weights_see_the_view_and_the_worlds() -> None:
    view, seen = VIEWS["play"], []

    def weigh(*each: object) -> float:
        seen.append(each)
        return 1

    worlds = tt.sample_worlds(view, 4, seed=2, weights=weigh)
    assert seen == [(view, world) for world in worlds]


@pytest.mark.parametrize("weight", [-1.0, -1e-9, nan, inf, -inf, "much", None, [1]])
def test_weights_that_are_none(weight: object) -> None:
    with pytest.raises(SetupError, match="a weight must be a number of 0 or more"):
        tt.sample_worlds(VIEWS["play"], 3, seed=1, weights=lambda view, world: weight)  # type: ignore[arg-type, return-value]


def test_weights_of_zero_alone_are_an_error() -> None:
    for resample in (False, True):
        with pytest.raises(SetupError, match="every world has weight 0"):
            tt.sample_worlds(VIEWS["play"], 3, seed=1, weights=lambda view, world: 0, resample=resample)


@pytest.mark.parametrize("name", VIEWS)
def test_resampling_repeats_worlds_in_proportion_to_their_weights(name: str) -> None:
    """Each one as often as its share says, give or take one; a world drawn again is the same deal."""
    view, rng = VIEWS[name], random.Random(name)
    plain = tt.sample_worlds(view, 60, seed=5)
    weights = {number: rng.choice((0.0, 0.5, 1.0, 4.0)) for number in plain.numbers}
    given = iter([weights[number] for number in plain.numbers])
    worlds = tt.sample_worlds(view, 60, seed=5, weights=lambda view, world: next(given), resample=True)
    assert (len(worlds), worlds.weights) == (60, None)
    assert worlds.effective_size == pytest.approx(effective([*weights.values()]))
    times, total = Counter(worlds.numbers), sum(weights.values())
    for number, weight in weights.items():
        assert abs(times[number] - 60 * weight / total) < 1, name
    deals = [*plain]
    assert [*worlds] == [deals[number] for number in worlds.numbers]
    assert [*worlds[20:40]] == [*worlds][20:40]


def test_resampling_is_fair() -> None:
    """Over many seeds every world comes up as often as its weight says."""
    view, counts = VIEWS["play"], Counter[float]()
    for seed in range(400):
        given = iter((1.0, 2.0, 3.0, 0.5))
        worlds = tt.sample_worlds(view, 4, seed=seed, weights=lambda view, world: next(given), resample=True)  # noqa: B023
        counts.update(worlds.numbers)
    for number, weight in enumerate((1.0, 2.0, 3.0, 0.5)):
        assert abs(counts[number] - 1600 * weight / 6.5) < 40


# ---- what was seen and taken back --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["3", "4 misère", "5 secret", "2 table", "spades partners"])
def test_an_undo_rewinds_the_view(name: str) -> None:
    """The view is what it was before; what was known of the later one stays a value."""
    rng = random.Random(f"undo {name}")
    deal = fresh(rng, CASES[name])
    while not deal.is_over:
        seat = rng.randrange(deal.rules.players)
        before, worlds = deal.view(seat), rows(tt.sample_worlds(deal.view(seat), 3, seed=1))
        step(rng, deal)
        if rng.random() < 0.3:
            after = deal.view(seat)
            known = tt.infer(after)
            text, count, possible = repr(known), known.count, dict(known.possible)
            action = deal.pop()
            assert deal.view(seat) == before
            assert rows(tt.sample_worlds(deal.view(seat), 3, seed=1)) == worlds
            assert (repr(known), known.count, known.possible) == (text, count, possible)
            deal.push(action)
            assert tt.infer(deal.view(seat)) == known


def test_a_card_shown_and_taken_back_is_a_fact() -> None:
    """Seat 1 has shown D6 and a void in hearts; after the undo a program says so."""
    deal = middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6")
    void = tt.infer(deal.view(2)).facts
    deal.pop()
    view = deal.view(2)
    assert "HA" in tt.infer(view).may_hold(1)
    shown = Fact.held(1, "D6", "seat 1 has shown D6 and taken it back")
    for world in tt.sample_worlds(view, 50, seed=1, facts=[shown, *void]):
        assert Card.D6 in world.hand(1)
        assert world.hand(1).isdisjoint(CardSet("HA HK HJ DJ JK"))
        assert world.view(2) == view
    assert tt.count_worlds(view, facts=[shown]) == tt.infer(view).ways("D6", 1)
    with pytest.raises(Contradiction, match="seat 1 has shown D6 and taken it back"):
        tt.sample_worlds(view, 1, seed=1, facts=[shown, Fact.held(3, "D6")])


# ---- worlds are deals --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2 dead hand", "3", "4", "4 misère", "5 open", "spades 4"])
def test_worlds_can_be_solved(name: str) -> None:
    for deal, seat in small(random.Random(f"solved {name}"), CASES[name], 2, 430):
        if deal.phase is not Phase.PLAY:
            continue
        worlds: Any = tt.sample_worlds(deal.view(seat), 6, seed=1)
        found = [solution.value for solution in tt.solve_many(worlds)]
        assert found == [tt.solve(world).value for world in worlds]
        assert found == [solution.value for solution in tt.solve_many([*worlds])]


@pytest.mark.parametrize("name", VIEWS)
def test_worlds_are_independent_deals(name: str) -> None:
    """What one is put through, back to the start and on with other calls, leaves the others alone."""
    worlds, rng = tt.sample_worlds(VIEWS[name], 4, seed=1), random.Random(name)
    deals: list[Any] = [*worlds]
    before = [deal.to_text() for deal in deals]
    for at in (1, 0):
        while deals[at].history:
            deals[at].pop()
        while not deals[at].is_over:
            step(rng, deals[at])
    for deal, text in zip([*deals[2:], *worlds], [*before[2:], *before], strict=True):
        assert deal.to_text() == text
        read = type(deal).from_text(text)
        assert (deal.auction, deal.turn, deal.legal_actions) == (read.auction, read.turn, read.legal_actions)
        assert deal.view(0) == read.view(0)


def test_a_slice_of_resampled_worlds_is_worth_no_more_than_the_whole() -> None:
    """Worlds drawn twice do not become independent by being cut out."""
    given = iter((9.0, 1.0, 1.0, 1.0))
    view = VIEWS["play"]
    worlds = tt.sample_worlds(view, 4, seed=1, weights=lambda view, world: next(given), resample=True)
    assert worlds[:].effective_size == worlds.effective_size < 4
    assert worlds[:1].effective_size == 1


def test_facts_about_other_cards_are_refused() -> None:
    """A card of another pack is a mistake, one that has been played is not."""
    with pytest.raises(SetupError, match="no card of this pack"):
        tt.infer(VIEWS["play"], facts=[Fact.held(1, "S2")])
