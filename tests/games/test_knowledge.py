"""Knowledge: exactly what follows from a view, no more and no less.

Late in a deal every placement of the hidden cards is tried (``small_views.py``), and what is the same in all
that are left is what can be known. Earlier in the deal, and for each thing that play proves, there are cases
of their own.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import tricktake as tt
from games.small_deals import CASES, Case, fresh, random_start, small, step
from games.small_views import Deal, Reference, number_of_placements, places_of
from rules.test_clauses_players import SHAPES, in_play
from tricktake import Card, CardSet, Fact, Phase, Place, PlaceKind, Suit
from tricktake import fivehundred as fh
from tricktake import spades as sp

PRESETS: dict[str, Case] = {f"preset {name}": Case(rules) for name, rules in fh.PRESETS.items()}
PRESETS |= {f"spades preset {name}": Case(rules) for name, rules in sp.PRESETS.items()}
ALL = CASES | PRESETS
MOST = {"2 table": 60, "2 table no trump": 60}
"""Placements where they take longer to check."""
MANY = {"3 misère": 5, "4 misère": 4}
"""Deals where it takes some until what is tested comes up."""


# ---- everything tried --------------------------------------------------------------------------------


def check(deal: Deal, seat: int) -> tt.Knowledge:
    """Compare what a seat knows with all that can lie behind its view."""
    reference = Reference(deal, seat)
    worlds, truth, about = reference.worlds(), reference.places, (deal.to_text(), seat)
    found = Counter([(card, place) for world in worlds for place in world for card in world[place]])
    known = tt.infer(deal.view(seat))
    cards = CardSet([card for lying in truth.values() for card in lying])
    assert known.unseen == cards, about
    sizes = dict(zip(known.places, known.sizes, strict=True))
    assert sizes == {place: len(lying) for place, lying in truth.items()}, about
    assert known.count == len(worlds), about
    ways = {(card, place): known.ways(card, place) for card in cards for place in truth}
    assert ways == {pair: found[pair] for pair in ways}, about
    assert known.possible == {card: {place for place in truth if found[card, place]} for card in cards}
    for place in truth:
        assert known.may_hold(place) == CardSet([card for card in cards if found[card, place]])
        assert known.holds(place) == CardSet([card for card in cards if found[card, place] == len(worlds)])
    for fact in known.facts:
        for world in worlds:
            assert holds_in(fact, world), (about, fact)
    return known


def holds_in(fact: Fact, world: dict[Place, CardSet]) -> bool:
    """Return whether a fact is true of a placement."""
    return all(place in fact.places or fact.cards.isdisjoint(cards) for place, cards in world.items())


def check_some(case: Case, many: int, most: int) -> Counter[str | None]:
    """Check late views, and those after one more action; count the clauses that facts rest on."""
    rng = random.Random(f"knowledge {case}")
    clauses: Counter[str | None] = Counter()
    for deal, seat in small(rng, case, many, most):
        known = check(deal, seat)
        clauses.update({fact.clause for fact in known.facts})
        if not deal.is_over:
            step(rng, deal)
            other = rng.randrange(deal.rules.players)
            if number_of_placements(places_of(deal, other)) <= most:
                check(deal, other)
    return clauses


@pytest.mark.parametrize("name", CASES)
def test_knowledge_is_exact(name: str) -> None:
    """Count, possible places, certain cards and numbers of ways are those of all placements that fit."""
    check_some(CASES[name], MANY.get(name, 2), MOST.get(name, 430))


@pytest.mark.parametrize("name", PRESETS)
def test_knowledge_is_exact_in_every_preset(name: str) -> None:
    check_some(PRESETS[name], 1, 150)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_knowledge_is_exact_in_full(name: str) -> None:
    """More deals, with more cards hidden; every kind of proof comes up."""
    clauses = check_some(CASES[name], 30, 300 if "table" in name else 1680)
    rules = CASES[name].rules
    assert clauses["CS-PLAY-2" if isinstance(rules, sp.Rules) else "FH-PLAY-2"] or "short24" in name
    expected = {
        "4 nominating": ("FH-JOK-2",),
        "4 not asked": ("FH-JOK-2",),
        "3 misère": ("FH-JOK-7",),
        "5 secret": ("FH-P5-4",),
        "5 open": ("FH-P5-2", "FH-P5-4"),
        "spades two jokers": ("CS-PLAY-7", "CS-PLAY-8"),
        "spades partners": ("SP-BID-4",),
    }
    assert all(clauses[clause] for clause in expected.get(name, ()))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4", "4 not asked", "5 secret", "6 2x3", "spades partners"])
def test_knowledge_is_exact_two_tricks_before_the_end(name: str) -> None:
    """With four players and three cards put away there are 7,560 placements."""
    check_some(CASES[name], 12, 7560)


# ---- constructed deals -------------------------------------------------------------------------------


def check_starts(rules: fh.Rules | sp.Rules, many: int, most: int) -> int:
    """Check views of constructed deals wherever there are few placements; return how many."""
    rng, checked = random.Random(f"starts {rules}"), 0
    while checked < many:
        deal = random_start(rng, rules)
        whole = {Place.hand(seat): deal.hand(seat) for seat in range(rules.players)}
        if not Reference(deal, 0).failures_fit(whole | places_of(deal, 0)):
            continue  # no deal can have gone so
        while True:
            seat = rng.randrange(rules.players)
            if number_of_placements(places_of(deal, seat)) <= most:
                check(deal, seat)
                checked += 1
            if deal.is_over:
                break
            step(rng, deal)
    return checked


TABLES = SHAPES | {
    "4": fh.Rules(),
    "4 first_or_last": fh.Rules(joker_follow="first_or_last"),
    "3 first_or_last": fh.Rules(players=3, joker_follow="first_or_last"),
}
SPADES: dict[str, sp.Rules] = {
    name: case.rules for name, case in CASES.items() if isinstance(case.rules, sp.Rules)
}


@pytest.mark.parametrize("name", [*TABLES, *SPADES])
def test_knowledge_of_constructed_deals_is_exact(name: str) -> None:
    """What no hand holds is gone; few cards in every hand, so that few ways are left."""
    assert check_starts(TABLES[name] if name in TABLES else SPADES[name], 3, 70) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", [*TABLES, *SPADES])
def test_knowledge_of_constructed_deals_is_exact_in_full(name: str) -> None:
    check_starts(TABLES[name] if name in TABLES else SPADES[name], 10, 2600)


@pytest.mark.parametrize("follow", ["void_only", "first_or_last"])
def test_fh_jok_11_one_failure_before_the_start_may_have_been_the_joker(
    follow: str,
) -> None:
    """Where the joker may be played by choice, one of the seats need not be void if the joker is gone."""
    suits = ((), (Suit.HEARTS, Suit.SPADES), (Suit.HEARTS,))
    rules = fh.Rules(players=3, joker_follow=follow)
    hands = {0: "C9", 1: "D9", 2: "D10"}
    deal = in_play(rules, "6NT", hands, failed=suits, suits_led=(Suit.HEARTS, Suit.SPADES), leader=1)
    check(deal, 0)
    joker = in_play(rules, "6NT", hands | {2: "JK"}, failed=suits, suits_led=(Suit.HEARTS,), leader=2)
    check(joker.push_all("JK"), 0)


def test_fh_jok_11_a_failure_that_was_no_void_shows_the_joker_gone() -> None:
    """Who has a suit it failed to follow has played the joker on it, so the others were void."""
    rules = fh.Rules(players=3, joker_follow="first_or_last")
    failed = ((Suit.CLUBS,), (Suit.HEARTS,), ())
    hands = {0: "C9", 1: "D9", 2: "D10"}
    deal = in_play(rules, "6NT", hands, failed=failed, suits_led=(Suit.HEARTS, Suit.CLUBS), leader=0)
    check(deal, 0)
    check(deal.push_all("C9"), 1)


def test_fh_jok_11_a_joker_on_a_table_cannot_be_how_a_seat_failed() -> None:
    """It is there for all to see, so whoever failed to follow before was void."""
    rules = fh.Rules(players=2, joker_follow="first_or_last")
    failed = ((Suit.CLUBS,), (Suit.HEARTS,), (), ())
    tables = {0: ["-/JK"], 1: ["-/H6"]}
    deal = in_play(rules, "7NT-SK", {0: "HJ", 1: "D10"}, tables=tables, failed=failed)
    for seat in (0, 1):
        check(deal, seat)


def test_fh_p5_2_the_called_card_may_be_out_of_play() -> None:
    """It was called in secret and put away or played before; at the end all know the partner."""
    hands = {0: "C9", 1: "D9", 2: "D10", 3: "H9", 4: "H10"}
    deal = in_play(fh.Rules(players=5), "6S", hands, partner=2, called=Card.SA)
    while not deal.is_over:
        step(random.Random(1), deal)
    known = tt.infer(deal.view(0))
    assert known.count == 1
    assert Card.SA in known.holds(Place(PlaceKind.GONE))


# ---- before the play, and all along ------------------------------------------------------------------


def located(deal: Deal, seat: int) -> dict[Place, CardSet]:
    """Return the cards a seat can locate without seeing them, where no call proves anything yet.

    Who names a suit for the joker has it (FH-JOK-2), and what was put over to the partner is with him
    (SP-BID-4).
    """
    if isinstance(deal, sp.Deal):
        partner = (seat + 2) % 4
        given = [cards for giver, _, cards in deal.exchanged if giver == seat]
        return {Place.hand(partner): cards & deal.hand(partner) for cards in given}
    if deal.phase is not Phase.NOMINATION or deal.turn is None or deal.turn == seat:
        return {}
    return {Place.hand(deal.turn): CardSet("JK") & deal.hand(deal.turn)}


@pytest.mark.parametrize("name", CASES)
def test_before_the_play_every_other_card_can_lie_anywhere(name: str) -> None:
    """In auction, exchange and nomination, own cards not looked at among the places."""
    rng, looks = random.Random(f"before {name}"), 0
    for case in (CASES[name]._replace(bid=None), CASES[name]):
        deal = fresh(rng, case)
        while deal.phase is not Phase.PLAY and not deal.is_over and getattr(deal, "called", None) is None:
            if deal.phase is not Phase.AUCTION or not looks or rng.random() < 0.2:
                for seat in range(deal.rules.players):
                    check_free(deal, seat)
                    looks += 1
            step(rng, deal)
    assert looks


def check_free(deal: Deal, seat: int) -> None:
    """Check a view of which all is known but where some cards lie, and nothing of the others."""
    known, fixed = tt.infer(deal.view(seat)), located(deal, seat)
    free = {place: cards - fixed.get(place, CardSet()) for place, cards in places_of(deal, seat).items()}
    assert known.count == number_of_placements(free), deal.to_text()
    open_places = frozenset([place for place, cards in free.items() if cards])
    possible = known.possible
    assert {possible[card] for cards in free.values() for card in cards} <= {open_places}
    for place, cards in fixed.items():
        assert cards <= known.holds(place)


def check_whole(rng: random.Random, case: Case) -> int:
    """Look at all views of a deal now and then: the truth is possible, and more and more is known."""
    deal, looks = fresh(rng, case), 0
    before: dict[int, tt.Knowledge] = {}
    while True:
        if deal.is_over or rng.random() < 1 / 6:
            for seat in range(deal.rules.players):
                known, truth = tt.infer(deal.view(seat)), places_of(deal, seat)
                assert known.count >= 1
                for place, cards in truth.items():
                    assert cards <= known.may_hold(place), deal.to_text()
                    assert known.holds(place) <= cards, deal.to_text()
                if seat in before:
                    no_less(before[seat], known)
                if deal.phase is Phase.PLAY:
                    before[seat] = known
                looks += 1
        if deal.is_over:
            return looks
        step(rng, deal)


def no_less(before: tt.Knowledge, after: tt.Knowledge) -> None:
    """Check that nothing that was known in the play has been forgotten."""
    assert after.count <= before.count
    assert after.unseen <= before.unseen
    for place in after.places:
        assert after.may_hold(place) <= before.may_hold(place)
        assert after.holds(place) >= before.holds(place) & after.unseen


@pytest.mark.parametrize("name", ALL)
def test_the_truth_is_possible_all_along(name: str) -> None:
    case, rng = ALL[name], random.Random(f"whole {name}")
    assert sum([check_whole(rng, case) for _ in range(3)]) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_the_truth_is_possible_all_along_in_full(name: str) -> None:
    case, rng = ALL[name], random.Random(f"whole in full {name}")
    assert sum([check_whole(rng, case) for _ in range(30)]) > 100
