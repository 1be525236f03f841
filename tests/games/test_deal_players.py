"""Deals and matches of two, three, five and six players: copies, undo, whole matches."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import islice

import pytest

from games.test_view_players import act, begun
from rules.constructed import match_of
from rules.test_clauses_players import SHAPES, over
from tricktake import Phase, RecordError, WrongPhase
from tricktake import fivehundred as fh


def snapshot(deal: fh.Deal) -> tuple[object, ...]:
    """Return all that can be seen of a deal."""
    seats = range(deal.rules.players)
    return (
        deal.to_text(),
        hash(deal),
        (deal.phase, deal.turn, deal.leader, deal.plays_from),
        (deal.contract, deal.partner, deal.called, deal.nominated, deal.put_away),
        [deal.knows_partner(seat) for seat in seats],
        [deal.piles(seat) for seat in seats],
        [deal.hand(seat) for seat in seats],
        (deal.tricks, deal.trick, deal.finished, deal.sits_out),
        [action.text for action in islice(deal.legal_actions, 40)],
        [deal.view(seat) for seat in seats],
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_push_and_pop_are_exact(shape: str) -> None:
    """Back to the beginning and forward again: across the partner phase and cards turned up."""
    rng = random.Random(f"undo {shape}")
    phases = set()
    for _ in range(5):
        played = begun(rng, SHAPES[shape])
        deal = fh.Deal.from_text(played.to_text().partition(" : ")[0])
        shots, actions = [snapshot(deal)], []
        for step in played.history:
            assert step.action is not None
            actions.append(step.action)
            deal.push(step.action)
            shots.append(snapshot(deal))
        while not deal.is_over:
            phases.add(deal.phase)
            action = act(rng, deal)
            deal.push(action)
            actions.append(action)
            shots.append(snapshot(deal))
        for shot, action in zip(shots[-2::-1], actions[::-1], strict=True):
            assert deal.pop() == action
            assert snapshot(deal) == shot
        for shot, action in zip(shots[1:], actions, strict=True):
            deal.push(action)
            assert snapshot(deal) == shot
    assert (Phase.PARTNER in phases) == SHAPES[shape].calls_partner


@pytest.mark.parametrize("shape", SHAPES)
def test_copies_and_pickles(shape: str) -> None:
    rng = random.Random(f"copies {shape}")
    for _ in range(4):
        deal = begun(rng, SHAPES[shape])
        while not deal.is_over:
            if rng.random() < 0.25 or deal.phase is Phase.PARTNER:
                before = snapshot(deal)
                twins = [deal.copy(), copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))]
                for twin in twins:
                    assert twin == deal
                    assert snapshot(twin) == before
                    while not twin.is_over:
                        twin.push(act(rng, twin))
                    while twin != deal:
                        twin.pop()
                    assert snapshot(twin) == before
                assert snapshot(deal) == before
            deal.push(act(rng, deal))


def test_deals_of_other_cards_are_others() -> None:
    """Tables and the dead hand belong to the value."""
    table = fh.Deal(SHAPES["2 table"], dealer=0, seed=1)
    piles = [[*each] for each in table.tables]
    turned = [[pile[::-1] for pile in each] for each in piles]
    cards = {"dealer": 0, "hands": table.dealt, "kitty": table.kitty}
    same = fh.Deal(SHAPES["2 table"], tables=piles, **cards)  # type: ignore[arg-type]
    other = fh.Deal(SHAPES["2 table"], tables=turned, **cards)  # type: ignore[arg-type]
    assert same == table
    assert hash(same) == hash(table)
    assert other != table


# ---- matches -----------------------------------------------------------------------------------------


def play_match(rng: random.Random, match: fh.Match, most: int = 40) -> fh.Match:
    """Play a match at random to its end, or for so many deals; every deal begins by itself."""
    while not match.is_over:
        deal = match.deal
        if deal is None or deal.is_over:
            if len(match.deals) == most:
                break
            deal = match.next_deal()
        match.push(act(rng, deal))
    return match


def winners_by_the_page(rules: fh.Rules, scores: tuple[int, ...], deal: fh.Deal) -> set[int] | None:
    """Say who has won by FH-END-1, FH-END-2 and FH-P5-8 as they are written."""
    contract = deal.contract
    if contract is not None and deal.score().made:
        mine = {at for at, side in enumerate(rules.sides) if contract.side & {*side}}
        if reached := {at for at in mine if scores[at] >= 500}:
            return reached
    if min(scores) <= -500:
        others = [at for at, score in enumerate(scores) if score > -500]
        best = max([scores[at] for at in others], default=0)
        return {at for at in others if scores[at] == best}
    return None


@pytest.mark.parametrize("shape", SHAPES)
def test_whole_matches(shape: str) -> None:
    """Scores of each side, the dealer, the end, and the text of every deal."""
    rng = random.Random(f"matches {shape}")
    rules = SHAPES[shape]
    ended = 0
    for _ in range(3):
        match = play_match(rng, fh.Match(rules, seed=rng.getrandbits(40)))
        running = [0] * len(rules.sides)
        for number, deal in enumerate(match.deals):
            assert deal.dealer == (match.first_dealer + number) % rules.players
            assert deal.scores == tuple(running)
            points = deal.score().points
            assert len(points) == len(rules.sides)
            running = [before + won for before, won in zip(running, points, strict=True)]
            last = number == len(match.deals) - 1
            end = winners_by_the_page(rules, tuple(running), deal)
            assert end is None or last, "the match went on after its end"
            if last:
                assert match.winners == end
        assert match.scores == tuple(running)
        again = fh.Match.from_text(match.to_text())
        assert again == match
        assert again.to_text() == match.to_text()
        assert (again.scores, again.winners) == (match.scores, match.winners)
        ended += match.is_over
        if match.is_over:
            with pytest.raises(WrongPhase, match="the match is over"):
                match.next_deal()
    assert ended


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_gen_3_the_deal_moves_on_also_when_thrown_in(shape: str) -> None:
    rules = SHAPES[shape].replace(blind_misere=False)
    match = fh.Match(rules, seed=3, dealer=rules.players - 1)
    dealers = []
    for _ in range(rules.players + 1):
        deal = match.next_deal()
        dealers.append(deal.dealer)
        assert deal.turn == (deal.dealer + 1) % rules.players
        for _ in range(rules.players):
            match.push("P")
    assert dealers == [(rules.players - 1 + step) % rules.players for step in range(rules.players + 1)]
    assert {fh.Match(rules, seed=seed).first_dealer for seed in range(80)} == {*range(rules.players)}


@pytest.mark.parametrize(
    ("shape", "bid", "tricks", "partner", "before", "after", "winners"),
    [
        ("3", "8NT", (5, 3, 2), None, (-200, 480, 490), (-520, 510, 510), {1, 2}),
        ("3", "7H", (7, 2, 1), None, (300, 600, 600), (500, 620, 610), {0}),
        ("5 open", "7H", (4, 1, 3, 2, 0), 2, (400, 0, 400, 0, 0), (500, 10, 500, 20, 0), {0, 2}),
        ("5 secret", "8S", (4, 1, 3, 2, 0), 2, (-380, 20, -380, 10, 0), (-500, 30, -500, 30, 0), {1, 3}),
        ("5 alone", "7H", (7, 1, 0, 2, 0), None, (300, 0, 0, 0, 0), (500, 10, 0, 20, 0), {0}),
        ("6 3x2", "8H", (4, 1, 0, 3, 1, 1), None, (-200, 100, 110), (-500, 120, 120), {1, 2}),
        ("6 2x3", "7H", (4, 1, 0, 3, 1, 1), None, (300, 0), (500, 30), {0}),
        ("2 table", "7H", (6, 4), None, (-300, 0), (-500, 40), {1}),
        ("2 short24", "7H", (7, 3), None, (300, 480), (500, 510), {0}),
        ("2 dead hand", "7H", (7, 3), None, (299, 480), (499, 510), None),
    ],
)
def test_ends_of_matches(
    shape: str,
    bid: str,
    tricks: tuple[int, ...],
    partner: int | None,
    before: tuple[int, ...],
    after: tuple[int, ...],
    winners: set[int] | None,
) -> None:
    """Also read from the text, and taken back."""
    if bid == "7H" and shape == "6 2x3":
        tricks = (4, 1, 2, 1, 1, 1)
    deal = over(SHAPES[shape], bid, tricks, partner=partner, scores=before)
    match = match_of(deal)
    assert match.scores == after
    assert match.winners == winners
    assert match.is_over is (winners is not None)
    again = fh.Match.from_text(match.to_text())
    assert (again.scores, again.winners) == (match.scores, match.winners)
    match.pop()
    assert match.winners is None
    assert match.scores == before


def test_texts_of_matches_are_strict_about_sides() -> None:
    for shape, wrong in (("3", "0,0"), ("5 secret", "0,0,0,0"), ("6 3x2", "0,0,0,0,0,0"), ("6 2x3", "0,0,0")):
        text = fh.Match(SHAPES[shape], seed=1, dealer=1).to_text()
        right = ",".join(["0"] * len(SHAPES[shape].sides))
        assert f"scores={right}" in text
        with pytest.raises(RecordError, match="scores are needed"):
            fh.Match.from_text(text.replace(f"scores={right}", f"scores={wrong}"))
        with pytest.raises(RecordError, match="dealer"):
            fh.Match.from_text(text.replace("dealer=1", f"dealer={SHAPES[shape].players}"))
