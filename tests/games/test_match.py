"""Matches: whole ones played at random, the deal passing round, scores, ends, undo across deals."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from oracle.fivehundred import match_end
from rules.constructed import finished, match_of
from rules.random_deals import choose
from rules.timing import ratio_of_times
from tricktake import GameError, IllegalAction, SetupError, WrongPhase
from tricktake import fivehundred as fh

LONG = fh.Rules(target=100_000, lose_at=None)
"""A match that does not end by itself."""


def play_match(rng: random.Random, match: fh.Match, most: int = 60) -> fh.Match:
    """Play a match at random to its end, or for so many deals; every deal begins by itself."""
    while not match.is_over:
        deal = match.deal
        if deal is None or deal.is_over:
            if len(match.deals) == most:
                break
            deal = match.next_deal()
        match.push(choose(rng, deal))
    return match


def snapshot(match: fh.Match) -> tuple[object, ...]:
    """Return all that can be seen of a match."""
    deal = match.deal
    return (
        match.to_text(),
        hash(match),
        match.scores,
        match.winners,
        match.is_over,
        match.deals,
        None if deal is None else (deal.phase, deal.turn, list(deal.legal_actions)[:30]),
    )


# ---- whole matches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", fh.PRESETS)
def test_whole_matches(name: str) -> None:
    """Dealer, scores and end of every deal, compared with the referee's word on the end."""
    rng = random.Random(f"matches {name}")
    rules = fh.PRESETS[name]
    ended = 0
    for _ in range(4):
        match = play_match(rng, fh.Match(rules, seed=rng.getrandbits(40)))
        running = [0, 0]
        for number, deal in enumerate(match.deals):
            assert deal.dealer == (match.first_dealer + number) % 4
            assert deal.scores == tuple(running)
            assert deal.rules == rules
            score = deal.score()
            running = [before + points for before, points in zip(running, score.points, strict=True)]
            contract = deal.contract
            team = None if contract is None else contract.contractor % 2
            options = {"win_rule": rules.win_rule.value}
            end = match_end((running[0], running[1]), score.made, team, options)
            last = number == len(match.deals) - 1
            assert end is None or last, "the match went on after its end"
            if last:
                assert match.winners == end
        assert match.scores == tuple(running)
        assert len({deal.dealt for deal in match.deals}) == len(match.deals)
        ended += match.is_over
        if match.is_over:
            with pytest.raises(WrongPhase, match="the match is over"):
                match.next_deal()
            with pytest.raises(WrongPhase, match="the match is over"):
                match.push("P")
        assert fh.Match.from_text(match.to_text()) == match
    assert ended >= 3


def test_the_dealer_moves_after_every_deal_also_one_thrown_in() -> None:
    match = fh.Match(fh.Rules(blind_misere=False), seed=3, dealer=2)
    dealers = []
    for _ in range(6):
        deal = match.next_deal()
        dealers.append(deal.dealer)
        assert deal.turn == (deal.dealer + 1) % 4
        for _ in range(4):
            match.push("P")
    assert dealers == [2, 3, 0, 1, 2, 3]


def test_the_first_dealer_is_drawn() -> None:
    dealers = {fh.Match(seed=seed).first_dealer for seed in range(60)}
    assert dealers == {0, 1, 2, 3}
    assert fh.Match(seed=7).first_dealer == fh.Match(seed=7).first_dealer
    assert {fh.Match().first_dealer for _ in range(200)} == {0, 1, 2, 3}


def test_a_match_without_a_seed_has_new_cards_each_time() -> None:
    assert len({fh.Match(dealer=0).next_deal().dealt for _ in range(20)}) == 20
    assert fh.Match(dealer=0).seed is None


def test_deals_of_a_match_are_those_of_its_seed() -> None:
    match = fh.Match(seed=500, dealer=3)
    for number in range(3):
        deal = match.next_deal()
        assert deal == fh.Deal(dealer=(3 + number) % 4, seed=500, number=number)
        deal.push_all("P P P P")


# ---- the end of the game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "tricks", "contractor", "scores", "end", "winner"),
    [
        pytest.param("7H", 7, 0, (300, 0), (500, 30), 0, id="fh_end_1 exactly 500"),
        pytest.param("7S", 7, 0, (350, 0), (490, 30), None, id="fh_end_1 not yet"),
        pytest.param("7H", 6, 0, (-300, 0), (-500, 40), 1, id="fh_end_2 exactly -500"),
        pytest.param("7S", 6, 0, (-350, 0), (-490, 40), None, id="fh_end_2 not yet"),
        pytest.param("6S", 5, 1, (470, 0), (520, -40), None, id="fh_end_3 on tricks"),
        pytest.param("6S", 6, 0, (520, 0), (560, 40), 0, id="fh_end_3 held from earlier, then made"),
        pytest.param("8D", 8, 1, (520, 240), (540, 520), 1, id="fh_end_4 the lower score wins"),
        pytest.param("8H", 6, 0, (-300, 480), (-600, 520), 1, id="fh_end_5 failed, defenders pass 500"),
        pytest.param("7S", 5, 0, (-420, 60), (-560, 110), 1, id="s_10"),
    ],
)
def test_ends(
    bid: str,
    tricks: int,
    contractor: int,
    scores: tuple[int, int],
    end: tuple[int, int],
    winner: int | None,
) -> None:
    """S-10 and the clauses of section 10."""
    match = match_of(finished(bid, tricks, contractor=contractor, scores=scores))
    assert match.scores == end
    assert match.winners == (None if winner is None else frozenset((winner,)))
    assert match.is_over is (winner is not None)


def test_points_of_a_deal_thrown_in_end_nothing() -> None:
    match = fh.Match(seed=1, dealer=3, scores=(520, -40))
    for _ in range(4):
        match.push("P")
    assert (match.scores, match.winners) == ((520, -40), None)


# ---- push, pop, next_deal ----------------------------------------------------------------------------


def test_next_deal_waits_for_the_last_one() -> None:
    match = fh.Match(seed=1, dealer=3)
    assert (match.deal, match.deals, match.winners) == (None, (), None)
    match.next_deal()
    before = snapshot(match)
    with pytest.raises(WrongPhase, match="not over"):
        match.next_deal()
    match.push("6S")
    with pytest.raises(WrongPhase):
        match.next_deal()
    assert match.deal is not None
    match.deal.pop()
    match.deal.pop()
    assert snapshot(match) == before


def test_an_illegal_action_deals_no_cards() -> None:
    match = fh.Match(seed=1, dealer=3)
    for wrong in ("HQ", "M", "STAND", "not an action"):
        before = snapshot(match)
        with pytest.raises(GameError):
            match.push(wrong)
        assert snapshot(match) == before
    for _ in range(4):
        match.push("P")
    before = snapshot(match)
    with pytest.raises(IllegalAction):
        match.push("HQ")
    assert snapshot(match) == before


def test_pop_goes_back_across_deals() -> None:
    """Back through four deals, one of them thrown in, and on again with the same cards."""
    rng = random.Random("across")
    match = fh.Match(LONG, seed=77, dealer=1)
    for _ in range(4):
        match.push("P")
    play_match(rng, match, 4)
    text = match.to_text()
    line = [step.action for deal in match.deals for step in deal.history]
    taken = [match.pop() for _ in line]
    assert taken == line[::-1]
    with pytest.raises(IndexError):
        match.pop()
    assert match.scores == (0, 0)
    for action in line:
        assert action is not None
        match.push(action)
    assert match.to_text() == text


def test_pop_restores_the_match_at_every_action() -> None:
    """After push and pop everything is as before, also where the push dealt new cards; P-03."""
    rng = random.Random("match pop")
    match = fh.Match(LONG, seed=5, dealer=0)
    for _ in range(4):
        while True:
            before = snapshot(match)
            deal = match.deal
            action = "P" if deal is None or deal.is_over else choose(rng, deal)
            length = sum(len(deal) for deal in match.deals)
            match.push(action)
            for _ in range(sum(len(deal) for deal in match.deals) - length):
                match.pop()
            assert snapshot(match) == before
            match.push(action)
            assert match.deal is not None
            if match.deal.is_over:
                break
        if match.is_over:
            break


def test_pop_of_nothing_changes_nothing() -> None:
    """A deal without actions stays on the table when there is nothing to take back."""
    match = fh.Match(seed=1, dealer=3)
    with pytest.raises(IndexError):
        match.pop()
    match.next_deal()
    before = snapshot(match)
    with pytest.raises(IndexError):
        match.pop()
    assert snapshot(match) == before


def test_a_pop_takes_up_the_deal_with_its_first_action() -> None:
    """Whoever dealt it; a pop inside the deal itself leaves it on the table."""
    for explicit in (False, True):
        match = fh.Match(fh.Rules(blind_misere=False), seed=1, dealer=3)
        for _ in range(4):
            match.push("P")
        before = snapshot(match)
        if explicit:
            match.next_deal()
        match.push("6S")
        match.pop()
        assert snapshot(match) == before
        match.next_deal()
        laid_out = snapshot(match)
        match.push("6S")
        assert match.deal is not None
        match.deal.pop()
        assert snapshot(match) == laid_out
        match.pop()  # no action in the new deal: the last one of the deal before
        assert len(match.deals) == 1
        assert match.deal is not None
        assert len(match.deal) == 3


def test_equal_matches_behave_alike() -> None:
    """A match read from its text goes back by the same steps, deals laid out or dealt by push alike."""
    rng = random.Random("alike")
    for explicit in (False, True):
        match = fh.Match(LONG, seed=9, dealer=0)
        while len(match.deals) < 4:
            if explicit and (match.deal is None or match.deal.is_over):
                match.next_deal()
            deal = match.deal
            match.push("P" if deal is None or deal.is_over else choose(rng, deal))
        read, copied = fh.Match.from_text(match.to_text()), match.copy()
        for other in (read, copied):
            assert snapshot(other) == snapshot(match)
        for _ in range(sum(len(deal) for deal in match.deals)):
            actions = {each.pop() for each in (match, read, copied)}
            assert len(actions) == 1
            assert match == read == copied
            assert match.to_text() == read.to_text()
        assert match.deals == ()


def test_finished_deals_cannot_be_changed_from_outside() -> None:
    """What ``deals`` hands out, and a deal held from before the next one, are not the match's own."""
    match = fh.Match(LONG, seed=1, dealer=3)
    held = match.next_deal().push_all("P P P P")
    assert match.deal is held is match.deals[-1]
    match.push("6S")
    made, before = match.copy(), snapshot(match)
    held.pop()
    for old in (match.deals[0], made.deals[0]):
        old.pop()
    assert snapshot(match) == before == snapshot(made)
    assert fh.Match.from_text(match.to_text()) == match
    assert match.deals[-1] is match.deal
    match.deals[-1].push("P")  # the current one is live
    assert snapshot(match) != before


def test_a_refused_action_leaves_the_finished_deal_in_place() -> None:
    match = fh.Match(seed=1, dealer=3)
    held = match.next_deal().push_all("P P P P")
    with pytest.raises(GameError):
        match.push("nonsense")
    assert match.deal is held


# ---- values ------------------------------------------------------------------------------------------


def pickled(match: fh.Match) -> fh.Match:
    """Return the match through a pickle."""
    made = pickle.loads(pickle.dumps(match))
    assert isinstance(made, fh.Match)
    return made


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, fh.Match.copy, pickled])
def test_copies_of_a_match(make: object) -> None:
    """Equal, independent, and going on alike; P-01, P-02."""
    assert callable(make)
    match = play_match(random.Random(1), fh.Match(LONG, seed=11, dealer=0), 2)
    match.push("6S")
    made, before = make(match), snapshot(match)
    assert snapshot(made) == before
    for _ in range(3):
        made.push("P")
    assert snapshot(match) == before
    for _ in range(3):
        match.push("P")
    assert snapshot(match) == snapshot(made)
    while made.deal is not None and len(made.deal):
        made.pop()
    assert match != made


def test_copies_do_not_share_what_a_pop_changes() -> None:
    """Taken back over the ends of deals, in the match or in its copy, the other one stays as it is."""
    for actions in range(13):
        match = fh.Match(LONG, seed=1, dealer=3)
        for _ in range(actions):
            match.push("P")
        for first, second in ((match.copy(), match), (match, match.copy())):
            kept, other = second.copy(), snapshot(second)
            for _ in range(sum(len(deal) for deal in first.deals)):
                first.pop()
                assert snapshot(second) == other == snapshot(kept)
            for _ in range(13):
                first.push("P")
            assert snapshot(second) == other


def test_copies_cost_the_same_after_twenty_deals() -> None:
    """Copy time after one deal and after twenty differs by less than 2; P-13."""
    match = play_match(random.Random(1), fh.Match(LONG, seed=1, dealer=3), 1)
    match.push("6S")
    long = play_match(random.Random(1), fh.Match(LONG, seed=1, dealer=3), 20)
    long.push("6S")
    assert len(long.deals) == 21
    assert ratio_of_times(long.copy, match.copy) < 2


def test_matches_differ_by_whatever_is_different() -> None:
    base = fh.Match(seed=1, dealer=3)
    others = [
        fh.Match(seed=2, dealer=3),
        fh.Match(seed=1, dealer=2),
        fh.Match(seed=1, dealer=3, scores=(10, 0)),
        fh.Match(fh.Rules(target=400), seed=1, dealer=3),
    ]
    assert all(base != other for other in others)
    assert len({base, *others}) == 5
    assert base == fh.Match(seed=1, dealer=3)
    with pytest.raises(IndexError):
        fh.Match(dealer=4)
    with pytest.raises(SetupError):
        fh.Match(scores=(1, 2, 3))


@pytest.mark.parametrize("seed", [-1, "x", 1.5, (1, 2)])
def test_seeds_that_cannot_be_are_refused_at_once(seed: object) -> None:
    """Not only when the first cards are dealt."""
    with pytest.raises((ValueError, TypeError)):
        fh.Match(seed=seed, dealer=0)  # type: ignore[arg-type]
