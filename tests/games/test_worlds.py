"""Worlds: deals drawn from a view, each of which could be the true one, and how they are asked for.

That they are drawn uniformly is tested in ``test_world_frequencies.py``.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

import tricktake as tt
from games.small_deals import CASES, Case, fresh, random_start, small, step
from games.small_views import Deal, Placement, Reference, places_of
from games.test_view_players import same_value
from rules.constructed import dealt, middle
from rules.test_clauses_players import SHAPES
from tricktake import CardSet, Contradiction, Fact, Phase, Place, Suit, WrongPhase, parse_action, parse_play
from tricktake import fivehundred as fh
from tricktake import spades as sp

PRESETS: dict[str, Case] = {f"preset {name}": Case(rules) for name, rules in fh.PRESETS.items()}
PRESETS |= {f"spades preset {name}": Case(rules) for name, rules in sp.PRESETS.items()}
ALL = CASES | PRESETS


def decisions(rng: random.Random, case: Case, often: float) -> Iterator[tuple[Deal, int]]:
    """Play a random deal, and yield it now and then with a random seat; every phase but the long ones."""
    deal = fresh(rng, case)
    while True:
        long = deal.phase in (Phase.AUCTION, Phase.PLAY)
        if rng.random() < (often if long else 1):
            yield deal, rng.randrange(deal.rules.players)
        if deal.is_over:
            return
        step(rng, deal)


def deals_of(worlds: tt.Worlds) -> list[Deal]:
    """Return the worlds as deals of their games."""
    return cast("list[Deal]", [*worlds])


def same_state(world: Deal, other: Deal, about: object) -> None:
    """Check that two deals stand alike in all they can be asked for."""
    assert world == other, about
    assert (world.phase, world.turn, world.leader) == (other.phase, other.turn, other.leader), about
    assert (world.tricks, world.order) == (other.tricks, other.order), about
    assert world.play_state == other.play_state, about
    assert [*world.legal_actions] == [*other.legal_actions] or world.phase is Phase.EXCHANGE, about
    seats = range(world.rules.players)
    assert [world.hand(seat) for seat in seats] == [other.hand(seat) for seat in seats], about
    if isinstance(world, fh.Deal) and isinstance(other, fh.Deal):
        assert (world.contract, world.put_away, world.kitty) == (other.contract, other.put_away, other.kitty)
        assert (world.nominated, world.called) == (other.nominated, other.called), about
        assert [world.piles(seat) for seat in seats] == [other.piles(seat) for seat in seats], about
    assert [world.view(seat) for seat in seats] == [other.view(seat) for seat in seats], about


def check_world(rng: random.Random, world: Deal, view: tt.View) -> None:
    """Check that a world gives the view and is a deal like any other: read, taken back, played on."""
    text = world.to_text()
    same_value(world.view(view.seat), view, text)  # type: ignore[arg-type]
    read = type(world).from_text(text)
    same_state(world, read, text)
    back, again = world.copy(), read.copy()
    while back.history:
        assert back.pop() == again.pop(), text
        if rng.random() < 0.15 or not back.history or back.phase is not Phase.PLAY:
            same_state(back, again, text)
    while not world.is_over:
        step(rng, world)
    read.push_all([one.action for one in world.history[len(read) :] if one.action is not None])
    same_state(world, read, text)


@pytest.mark.parametrize("name", CASES)
def test_every_world_has_the_view_and_is_a_deal_like_any_other(name: str) -> None:
    """In every phase; it replays from its text, can be taken back to the start and played to the end."""
    check_worlds(name, deals=1, often=0.04)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_world_has_the_view_and_is_a_deal_like_any_other_in_full(name: str) -> None:
    check_worlds(name, deals=8, often=0.1)


def check_worlds(name: str, *, deals: int, often: float) -> None:
    rng = random.Random(f"worlds {name}")
    for _ in range(deals):
        for deal, seat in decisions(rng, ALL[name], often):
            view = deal.view(seat)
            worlds = tt.sample_worlds(view, 3, seed=rng.getrandbits(60))
            for at, world in enumerate(deals_of(worlds)):
                for place, cards in places_of(world, seat).items():
                    assert worlds.held(at, place) == cards
                if at != 1:  # the first is played out, the others are made from it
                    check_world(rng, world, view)


@pytest.mark.parametrize("own", [False, True])
def test_fh_p5_2_the_secret_partner_of_a_world_holds_the_card(own: bool) -> None:
    """Whoever that is: each world has the partner it would have had, known to him alone."""
    rules = fh.Rules(players=5, five_secret_alone=own)
    deal = fh.Deal(rules, dealer=4, seed=3).push_all("6S-SK P P P P").push_all("call HA")
    view, partners = deal.view(2), set()
    for world in tt.sample_worlds(view, 40, seed=5):
        assert isinstance(world, fh.Deal)
        partner = next((seat for seat in range(5) if "HA" in world.hand(seat) and seat), None)
        assert world.partner == partner
        assert [world.knows_partner(seat) for seat in range(1, 5)] == [
            seat == partner for seat in range(1, 5)
        ]
        same_state(world, fh.Deal.from_text(world.to_text()), world)
        partners.add(partner)
    assert partners == {1, 3, 4, None}


@pytest.mark.parametrize("name", [*SHAPES, "4", "spades 3", "spades 4", "spades two jokers"])
def test_worlds_of_constructed_deals(name: str) -> None:
    """Cards are out of play there; which ones is drawn too."""
    rng = random.Random(f"starts {name}")
    rules = SHAPES[name] if name in SHAPES else CASES[name].rules
    for _ in range(3):
        deal = random_start(rng, rules)
        if deal.start is not None and getattr(deal.start, "failed", None) is not None:
            continue
        while True:
            seat = rng.randrange(rules.players)
            for world in deals_of(tt.sample_worlds(deal.view(seat), 2, seed=rng.getrandbits(60))):
                check_world(rng, world, deal.view(seat))
            if deal.is_over or rng.random() < 0.3:
                break
            step(rng, deal)


@pytest.mark.parametrize("name", CASES)
def test_plays_are_those_of_the_worlds(name: str) -> None:
    """The core's play of each world without the deal: the same hands, the same history, legal to go on."""
    rng = random.Random(f"plays {name}")
    for deal, seat in small(rng, CASES[name], 1, 10**9):
        worlds = tt.sample_worlds(deal.view(seat), 4, seed=5)
        plays = [*worlds.plays()]
        assert plays == [world.play_state for world in worlds]
        if not deal.is_over:
            plays[1].push(plays[1].legal_moves()[0])  # they are independent of each other
            assert [at for at, play in enumerate(worlds.plays()) if play != plays[at]] == [1]


@pytest.mark.parametrize("name", CASES)
def test_columns_say_which_mask_is_whose_hand(name: str) -> None:
    """A column for each seat with a hidden card; the hands of all others are the same in every world."""
    rng = random.Random(f"columns {name}")
    for deal, seat in small(rng, CASES[name], 1, 10**9):
        worlds = tt.sample_worlds(deal.view(seat), 3, seed=6)
        columns = worlds.columns
        assert columns == worlds.knowledge.columns
        assert len(columns) == deal.rules.players
        for owner, column in enumerate(columns):
            if column is None:
                assert {world.hand(owner).mask for world in worlds} == {deal.hand(owner).mask}
            else:
                to_cards = worlds.knowledge.hidden.order.to_cards
                hidden = [to_cards(int(mask)) for mask in worlds.masks[:, column]]
                assert all(
                    cards and cards <= world.hand(owner) for cards, world in zip(hidden, worlds, strict=True)
                )


def test_plays_belong_to_the_play() -> None:
    with pytest.raises(WrongPhase):
        next(tt.sample_worlds(dealt().view(0), 1, seed=1).plays())


# ---- nothing but the view ----------------------------------------------------------------------------


def twins(rng: random.Random, deal: Deal, seat: int, tries: int) -> Iterator[Deal]:
    """Yield deals that differ in what a seat cannot see, by cards that change places or all drawn anew."""
    reference = Reference(deal, seat)
    full = [place for place, cards in reference.places.items() if cards]
    current = reference.places
    for number in range(tries):
        if len(full) < 2:
            return
        placed = anew(rng, current) if number == 0 else swapped(rng, current, full)
        if (made := reference.build(placed, rng)) is not None:
            current = placed
            if made != deal:
                yield made


def anew(rng: random.Random, places: Placement) -> Placement:
    """Lay all cards anew."""
    pool = [card for cards in places.values() for card in cards]
    rng.shuffle(pool)
    return {place: CardSet([pool.pop() for _ in cards]) for place, cards in places.items()}


def swapped(rng: random.Random, places: Placement, full: list[Place]) -> Placement:
    """Let two cards change places."""
    one, other = rng.sample(full, 2)
    first, second = (CardSet([rng.choice(places[place].ascending())]) for place in (one, other))
    return places | {one: (places[one] - first) | second, other: (places[other] - second) | first}


ASKED = [
    *map(parse_action, ("7H", "P", "LOOK", "6NT", "NIL", "put S5 S6 S7", "name H", "call HA", "ALONE")),
    *map(parse_play, ("SA", "D5", "JK", "C2")),
]


def forms(view: Any) -> list[object]:
    """Return every form of a view and what is drawn from it, as values."""
    why, known = [view.explain(action) for action in ASKED], tt.infer(view)
    return [
        view,
        repr(view),
        str(view),
        hash(view),
        pickle.dumps(view),
        repr(view.legal_actions),
        why,
        repr(why),
        view.hidden(),
        known,
        known.count,
        dict(known.possible),
        view.to_text(),
        view.digest(),
    ]


def check_no_leak(decisions_wanted: int) -> None:
    rng, done = random.Random("i_01"), 0
    phases: set[Phase] = set()
    while True:
        for case in ALL.values():
            for deal, seat in decisions(rng, case, 0.12):
                made = [*twins(rng, deal, seat, 4)]
                whole = forms(deal.view(seat)) if made else []
                for twin in made[:1]:
                    assert forms(twin.view(seat)) == whole, (deal.to_text(), twin.to_text(), seat)
                done += bool(made)
                phases |= {deal.phase} if made else set()
        if done >= decisions_wanted:
            break
    assert phases == {*Phase}


def test_i_01_no_form_of_a_view_depends_on_hidden_cards() -> None:
    """The view, its texts, hash and pickle, what it explains, and all conclusions; 500 decisions."""
    check_no_leak(500)


@pytest.mark.slow
def test_i_01_no_form_of_a_view_depends_on_hidden_cards_in_full() -> None:
    check_no_leak(5000)


@pytest.mark.parametrize("name", CASES)
def test_i_06_equal_views_and_seeds_give_equal_worlds(name: str) -> None:
    """Two true deals that the seat cannot tell apart: the same worlds; another seed gives others."""
    rng, found = random.Random(f"i_06 {name}"), 0
    while not found:
        for deal, seat in decisions(rng, CASES[name], 0.1):
            for twin in [*twins(rng, deal, seat, 3)][:1]:
                view, seed = deal.view(seat), rng.getrandbits(60)
                mine = tt.sample_worlds(view, 3, seed=seed)
                theirs = tt.sample_worlds(twin.view(seat), 3, seed=seed)
                assert np.array_equal(mine.masks, theirs.masks)
                assert [*mine] == [*theirs]
                if mine.knowledge.count > 10**6:
                    others = tt.sample_worlds(view, 3, seed=seed + 1)
                    assert [*mine] != [*others]
                found += 1


# ---- the public record -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_i_03_worlds_replay_the_public_record(name: str) -> None:
    """Voids in effective suits included: no seat holds a suit it has shown to be void in."""
    rng = random.Random(f"i_03 {name}")
    for deal, seat in decisions(rng, CASES[name], 0.08):
        view = deal.view(seat)
        for world in tt.sample_worlds(view, 5, seed=rng.getrandbits(60)):
            assert world.view(seat).history == view.history
            assert world.tricks_played() == deal.tricks_played()
            assert world.auction == deal.auction
            order = world.order
            for other, suits in enumerate(view.voids):
                shown = [] if order is None else [order.suit_of(card) for card in world.hand(other)]
                assert suits.isdisjoint([Suit(suit) for suit in shown if suit is not None])


def test_i_03_an_impossible_fact_is_an_error() -> None:
    """A void seat said to hold the suit, the left bower among it."""
    view = middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6").view(2)
    for card in ("HA", "DJ", "JK"):
        with pytest.raises(Contradiction, match="seat 1 is void in hearts"):
            tt.sample_worlds(view, 10, seed=1, facts=[Fact.held(1, card)])
    assert len(tt.sample_worlds(view, 10, seed=1, facts=[Fact.held(1, "DA")])) == 10


@pytest.mark.parametrize("name", CASES)
def test_earlier_views_follow_from_later_ones(name: str) -> None:
    """A world of a later view, taken back step by step, shows the seat what it saw before."""
    rng = random.Random(f"earlier {name}")
    for deal, seat in decisions(rng, CASES[name], 0.05):
        (world,) = tt.sample_worlds(deal.view(seat), 1, seed=rng.getrandbits(60))
        back = deal.copy()
        while back.history:
            back.pop()
            world.pop()
            assert world.view(seat) == back.view(seat), (deal.to_text(), seat)
