"""What holds at every step of every deal: push and pop, values, places of the cards, legal actions.

Most tests play random deals of random rules; hypothesis shrinks those that choose actions by number.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.random_deals import choose, play_on, random_deal, random_rules
from tricktake import LOOK, CardSet, Exchange, LegalActions, Phase, Step
from tricktake import fivehundred as fh

SEATS = range(4)
RAISES = fh.Rules(final_raise=fh.FinalRaise.REOPEN)
PHASES = (Phase.AUCTION, Phase.FINAL_RAISE, Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY, Phase.OVER)


def snapshot(deal: fh.Deal) -> tuple[object, ...]:
    """Return all that can be seen of a deal."""
    legal: LegalActions | tuple[object, ...] = deal.legal_actions
    return (
        hash(deal),
        deal.to_text(),
        deal.phase,
        deal.turn,
        legal,
        len(legal),
        tuple([deal.hand(seat) for seat in SEATS]),
        tuple([deal.has_looked(seat) for seat in SEATS]),
        tuple([deal.is_exposed(seat) for seat in SEATS]),
        (deal.high, deal.high_seat, deal.contract, deal.nominated, deal.put_away, deal.sits_out),
        (deal.leader, deal.trick, deal.finished, deal.tricks, deal.auction, deal.history),
        deal.play_state,
        tuple([deal.view(seat) for seat in SEATS]),
    )


def some_deals(name: str, count: int) -> Iterator[tuple[random.Random, fh.Deal]]:
    """Yield random deals with the generator that made them."""
    rng = random.Random(name)
    for number in range(count):
        yield rng, random_deal(rng, RAISES if number % 5 == 0 else None)


# ---- push and pop ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.slow)])
def test_pop_restores_everything_at_every_ply(count: int) -> None:
    """Every field is as it was, one by one on the way on and all the way back; P-03."""
    for rng, deal in some_deals("pop", count):
        seen = [snapshot(deal)]
        while not deal.is_over:
            action = choose(rng, deal)
            assert deal.push(action) is action
            after = snapshot(deal)
            assert deal.pop() is action
            assert snapshot(deal) == seen[-1]
            deal.push(action)
            assert snapshot(deal) == after
            seen.append(after)
        assert len({state[0] for state in seen}) > 0.9 * len(seen)
        assert len({state[1] for state in seen}) == len(seen)
        while len(deal):
            deal.pop()
            seen.pop()
            assert snapshot(deal) == seen[-1]
        with pytest.raises(IndexError):
            deal.pop()
        assert snapshot(deal) == seen[-1]


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_undoing_several_plies_at_once(count: int) -> None:
    """Back by 1 to k plies across auction, exchange, nomination, trick ends and the end; P-03."""
    crossed = set()
    for rng, deal in some_deals("several plies", count):
        play_on(rng, deal)
        line = [step.action for step in deal.history]
        states = {len(deal): deal.copy()}
        for _ in range(8):
            back = rng.randrange(1, len(line) + 1)
            before = deal.phase
            for _ in range(back):
                deal.pop()
            crossed.add((before, deal.phase))
            known = states.setdefault(len(deal), deal.copy())
            assert deal == known
            assert deal.to_text() == known.to_text()
            assert list(deal.legal_actions)[:40] == list(known.legal_actions)[:40]
            for action in line[len(deal) :]:
                assert action is not None
                deal.push(action)
            assert snapshot(deal) == snapshot(states[len(line)])
    assert {phase for _, phase in crossed} >= set(PHASES) - {Phase.OVER}


def test_fh_bid_8_a_call_while_unseen_is_a_look_and_a_call() -> None:
    """Two actions in the history, two pops, and nothing at all if the call is illegal."""
    deal = fh.Deal(dealer=3, seed=8)
    start = snapshot(deal)
    with pytest.raises(ValueError, match="needs an earlier bid of seven"):
        deal.push("M")
    assert snapshot(deal) == start
    deal.push("6S")
    assert [step.action for step in deal.history] == [LOOK, fh.Bid("6S")]
    assert deal.pop() == fh.Bid("6S")
    assert deal.has_looked(0)
    assert deal.pop() is LOOK
    assert snapshot(deal) == start


moves = st.lists(st.integers(0, 400), max_size=70)


def walk(rules_seed: int, seed: int, dealer: int, choices: list[int]) -> Iterator[fh.Deal]:
    """Play a deal whose every action is chosen by a number; yield it before each and at the end."""
    deal = fh.Deal(random_rules(random.Random(rules_seed)), dealer=dealer, seed=seed)
    for number in choices:
        yield deal
        if deal.is_over:
            return
        legal = deal.legal_actions
        if deal.phase is Phase.EXCHANGE:
            assert deal.turn is not None
            hand, size = deal.hand(deal.turn).ascending(), deal.rules.kitty_size
            start = number % len(hand)
            deal.push(Exchange([*hand[start:], *hand[:start]][:size]))
        else:
            deal.push(legal[number % len(legal)])
    yield deal


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 300), st.integers(0, 2**128), st.integers(0, 3), moves)
def test_every_position_goes_round(rules_seed: int, seed: int, dealer: int, choices: list[int]) -> None:
    """Text, pickle and copy give an equal deal; a pop gives the position before; P-01, P-02, P-03."""
    before: fh.Deal | None = None
    for deal in walk(rules_seed, seed, dealer, choices):
        assert fh.Deal.from_text(deal.to_text()) == deal == copy.deepcopy(deal)
        assert pickle.loads(pickle.dumps(deal)).legal_actions == deal.legal_actions
        if before is not None and len(deal) > len(before):
            back = deal.copy()
            back.pop()
            assert snapshot(back) == snapshot(before)
        before = deal.copy()


# ---- values ------------------------------------------------------------------------------------------


def deals_in_each_phase() -> dict[Phase, fh.Deal]:
    """Return a deal in each phase, with what came before in its history."""
    rules = fh.Rules(final_raise=fh.FinalRaise.ALLOWED)
    deal = fh.Deal(rules, dealer=3, pack=[*fh.PACKS["43"]][::-1]).push_all("6S P 6NT P P")
    found = {}
    while True:
        found[deal.phase] = deal.copy()
        if deal.is_over:
            return found
        if deal.phase is Phase.PLAY and not deal.trick and len(deal.finished) == 3:
            found[Phase.PLAY] = deal.copy()
        deal.push("STAND" if deal.phase is Phase.FINAL_RAISE else next(iter(deal.legal_actions)))


IN_EACH_PHASE = deals_in_each_phase()
in_each_phase = pytest.mark.parametrize(
    "deal", IN_EACH_PHASE.values(), ids=[phase.name for phase in IN_EACH_PHASE]
)


def test_there_is_a_deal_in_each_phase() -> None:
    deal = fh.Deal(fh.Rules(final_raise=fh.FinalRaise.ALLOWED), dealer=3, seed=1)
    assert {deal.phase, *IN_EACH_PHASE} >= set(PHASES) - {Phase.NOMINATION}
    assert (
        fh.Deal(dealer=3, pack=["JK", *[card for card in fh.PACKS["43"] if card.name != "JK"]])
        .push_all("6NT-SK P P P")
        .phase
        is Phase.NOMINATION
    )


@in_each_phase
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(deal: fh.Deal, protocol: int) -> None:
    """Equal, same hash, same continuation under the same seed; P-01."""
    things: list[object] = [deal, deal.rules, deal.contract, deal.legal_actions, deal.history, deal.auction]
    things += [deal.view(seat) for seat in SEATS]
    things += [deal.explain(action) for action in ("HQ", "10NT", "LOOK", "put S5 C6 D5")]
    if deal.is_over:
        things.append(deal.score())
    for thing in things:
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert again == thing
        assert hash(again) == hash(thing)
        assert repr(again) == repr(thing)
    one = play_on(random.Random(5), pickle.loads(pickle.dumps(deal, protocol)))
    assert one == play_on(random.Random(5), deal.copy())


@in_each_phase
@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, fh.Deal.copy])
def test_copies_are_independent(deal: fh.Deal, make: object) -> None:
    """A copy has lost nothing, goes on by itself, and leaves the first one alone; P-02."""
    assert callable(make)
    made, before = make(deal), snapshot(deal)
    assert snapshot(made) == before
    other = make(deal)
    play_on(random.Random(2), made)
    assert snapshot(deal) == before
    play_on(random.Random(2), other)
    assert made == other
    for _ in range(len(made)):
        made.pop()
    assert snapshot(deal) == before


def test_copies_of_a_random_deal_after_the_seventh_action() -> None:
    """P-02 as reported: copied after some calls, both go on identically."""
    for rng, deal in some_deals("seventh action", 60):
        play_on(rng, deal, lambda deal: len(deal) == 7)
        made = copy.deepcopy(deal)
        seed = rng.getrandbits(32)
        assert snapshot(play_on(random.Random(seed), deal)) == snapshot(play_on(random.Random(seed), made))


def test_deals_differ_by_whatever_is_different() -> None:
    base = fh.Deal(dealer=3, seed=1)
    others = [
        fh.Deal(dealer=2, seed=1),
        fh.Deal(dealer=3, seed=2),
        fh.Deal(dealer=3, seed=1, number=1),
        fh.Deal(fh.Rules(target=501), dealer=3, seed=1),
        fh.Deal(dealer=3, seed=1, scores=(0, 10)),
        fh.Deal(dealer=3, seed=1).push_all("LOOK"),
        fh.Deal(dealer=3, seed=1).push_all("BM"),
        fh.Deal(dealer=3, seed=1).push_all("P"),
    ]
    for number, deal in enumerate(others):
        assert deal != base
        assert all(deal != other for other in others[:number])
    assert len({base, *others}) == 1 + len(others)
    assert base == fh.Deal(dealer=3, seed=1) == fh.Deal(dealer=3, hands=base.dealt, kitty=base.kitty)


# ---- places and actions ------------------------------------------------------------------------------


def places(deal: fh.Deal) -> list[CardSet]:
    """Return the cards of each place: hands, kitty, put away, played."""
    contract, put_away = deal.contract, deal.put_away
    taken = contract is not None and not contract.is_sans_kitty
    played = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    hands = [deal.hand(seat) for seat in SEATS]
    return [*hands, CardSet() if taken else deal.kitty, put_away or CardSet(), played]


def check_invariants(deal: fh.Deal) -> None:
    """Check that every card is in exactly one place, and that there is something to do before the end."""
    found = places(deal)
    pack = fh.PACKS[deal.rules.pack_name]
    assert sum(map(len, found)) == len(pack)
    union = CardSet()
    for cards in found:
        union |= cards
    assert union == pack.cards
    legal = deal.legal_actions
    assert bool(legal) == (len(legal) > 0) == (deal.turn is not None) == (not deal.is_over)
    assert sum(deal.tricks) == len(deal.finished)


def test_cards_are_conserved_at_every_step() -> None:
    """Each card of the pack is in one place; before the end something is legal; P-06, R-10."""
    for rng, deal in some_deals("conserved", 150):
        while True:
            check_invariants(deal)
            if deal.is_over:
                break
            deal.push(choose(rng, deal))


def check_ended(deal: fh.Deal) -> None:
    """Check the end of a deal: tricks, points, and the text."""
    check_invariants(deal)
    score, rules = deal.score(), deal.rules
    contract = deal.contract
    if contract is None:
        assert score.made is None
        assert sum(deal.tricks) in (0, rules.hand_size)
        assert min(score.points) >= 0
    elif not (contract.is_misere and rules.misere_stop):
        assert sum(deal.tricks) == rules.hand_size
    if contract is not None:
        side = rules.sides.index(tuple(sorted(contract.side)))
        stake = fh.bid_table(rules).stake(contract.bid)
        assert abs(score.points[side]) in (stake, max(stake, rules.slam_value))
        assert (score.points[side] > 0) is score.made
        assert 0 <= score.points[1 - side] <= 10 * rules.hand_size
    assert fh.Deal.from_text(deal.to_text()) == deal


def many(name: str, count: int) -> None:
    """Play so many deals of all presets and of random rules, looking at the end of each."""
    rng = random.Random(name)
    kinds = [*fh.PRESETS.values(), *[random_rules(rng) for _ in range(40)]]
    for number in range(count):
        deal = play_on(rng, random_deal(rng, kinds[number % len(kinds)]))
        check_ended(deal)


@pytest.mark.parametrize("batch", range(5))
def test_many_deals(batch: int) -> None:
    """5,000 deals; P-06."""
    many(f"many {batch}", 1000)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(40))
def test_many_deals_in_full(batch: int) -> None:
    """200,000 deals; P-06."""
    many(f"many in full {batch}", 5000)


def test_p_05_legal_actions_of_every_seat() -> None:
    """Nothing for a seat not to act, one sitting out included; IndexError for no seat; in every phase."""
    phases = set()
    out = 0
    for rng, deal in some_deals("legal actions of", 25):
        while True:
            phases.add(deal.phase)
            for seat in SEATS:
                legal = deal.legal_actions_of(seat)
                view = deal.view(seat)
                if seat == deal.turn:
                    assert legal == deal.legal_actions == view.legal_actions
                    assert view.is_turn
                else:
                    assert (len(legal), list(legal), bool(legal)) == (0, [], False)
                    assert len(view.legal_actions) == 0
                    assert not view.is_turn
                out += seat in deal.sits_out
            for wrong in (-1, 4, 100):
                for ask in (deal.legal_actions_of, deal.hand, deal.view, deal.has_looked, deal.is_exposed):
                    with pytest.raises(IndexError):
                        ask(wrong)
            if deal.is_over:
                assert list(deal.legal_actions) == []
                break
            deal.push(choose(rng, deal))
    assert phases == set(PHASES)
    assert out > 0


def test_histories_are_values() -> None:
    deal = fh.Deal(dealer=3, seed=1)
    before, auction = deal.history, deal.auction
    legal = deal.legal_actions
    deal.push_all("6S P P P")
    assert before == () == auction
    assert LOOK in legal
    assert deal.history[1] == Step(0, fh.Bid("6S"))
    assert bool(deal)
    assert len(deal) == 8
