"""The example: its engine against the Python API, and the bot at a table."""

from __future__ import annotations

import pytest
from cython_bot import FastBot, rank_moves, survey

import tricktake as tt
from cardcore import (
    CardOrder,
    Dealing,
    DealPlan,
    PlaySetup,
    SeatOrder,
    Solver,
    TrickPlay,
    key_from_seed,
    play_random_deals,
)
from tricktake import fivehundred as fh
from tricktake.bots import Heuristic, Random

ORDER = CardOrder(["S8 S9 S10 SJ SQ SK SA", "H8 H9 H10 HJ HQ HK HA", "C8 C9 C10 CJ CQ CK CA"], trump=1)
SETUP = PlaySetup(ORDER, SeatOrder.circle(4))
PACK = [ORDER.card(k) for k in range(21)]
PLAN = DealPlan(SETUP, Dealing(PACK, [0, 1, 2, 3] * 5 + [None]), leader=1)


def test_survey_is_the_python_loop() -> None:
    """The tables are those of dealing, solving and playing out deal by deal in Python."""
    solver, solved = Solver(), [0] * 6
    for number in range(50, 250):
        solved[solver.solve(PLAN.deal(number, seed=9), 0b0101, 0b0101).value] += 1
    found = survey(PLAN, 200, side=0b0101, seed=9, first=50)
    assert list(found.solved) == solved[: len(found.solved)]
    assert sum(solved) == 200
    played = play_random_deals(SETUP, PACK, PLAN.dealing.places, 200, leader=1, seed=9, first=50)
    assert found.played == played
    assert survey(PLAN, 200, side=0b0101, seed=key_from_seed(9), first=50) == found
    assert survey(PLAN, 0, side=1, seed=1) == (0, (0, 0, 0, 0), (0,))


def test_endings_are_exact() -> None:
    """With few cards the mean pay of a move is the mean of the solver's values."""
    worlds = [PLAN.deal(number, seed=3) for number in range(400)]
    first = worlds[0].legal_moves()
    worlds = [world for world in worlds if world.legal_moves() == first] + [worlds[0].copy()]
    solver = Solver()
    expected = {
        move: sum(solver.moves(world, 0b0011, 0b0011)[move].value for world in worlds) / len(worlds)
        for move in first
    }
    ranked = rank_moves(worlds, range(64), side=0b0011, count=0b0011, seed=1, exact=5)
    assert dict(ranked) == pytest.approx(expected)
    assert [value for _, value in ranked] == sorted(expected.values(), reverse=True)
    by_chance = rank_moves(worlds, range(64), side=0b0011, count=0b0011, seed=1, exact=0, playouts=50)
    assert {move for move, _ in by_chance} == set(first)
    assert by_chance == rank_moves(worlds, range(64), side=0b0011, count=0b0011, seed=1, exact=0, playouts=50)


def test_bad_input() -> None:
    """What makes no sense is refused, and nothing crashes."""
    world = PLAN.deal(0, seed=1)
    pays = range(64)
    for worlds in (
        [],
        [world, PLAN.deal(1, seed=1)],
        [world, TrickPlay(PlaySetup(ORDER, SETUP.seats), ["S8", "S9", "S10", "SJ"], 0)],
    ):
        with pytest.raises(ValueError):
            rank_moves(worlds, pays, side=1, count=1, seed=1)
    with pytest.raises(TypeError):
        rank_moves([world, None], pays, side=1, count=1, seed=1)  # type: ignore[list-item]
    for side, count in ((16, 1), (1, -1)):
        with pytest.raises(ValueError, match="mask of 4 places"):
            rank_moves([world], pays, side=side, count=count, seed=1)
    with pytest.raises(ValueError, match="64 pays"):
        rank_moves([world], [1.0], side=1, count=1, seed=1)
    with pytest.raises(ValueError, match="deals"):
        survey(PLAN, -1, side=1, seed=1)
    assert survey(DealPlan.__new__(DealPlan), 3, side=1, seed=1).solved == (3,)


def test_bot_plays_and_is_not_bad() -> None:
    """Legal at every turn, the same for equal views, and better than chance in its own contracts."""
    fast, chance = FastBot(worlds=20, playouts=2), Random()
    points = 0
    for seed in range(6):
        deal = fh.Deal(dealer=seed % 4, seed=seed)
        while not deal.is_over:
            assert deal.turn is not None
            view = deal.view(deal.turn)
            if view.phase is not tt.Phase.PLAY:
                action = Heuristic().choose(view)
            elif deal.contract is not None and deal.turn in deal.contract.side:
                action = fast.choose(view)
            else:
                action = chance.choose(view)
            assert action in view.legal_actions
            deal.push(action)
        if deal.contract is not None:
            points += deal.score().made is True
    assert points >= 4
    assert repr(FastBot(3)) == "FastBot(seed=3, worlds=100, playouts=8, exact=4)"


def test_other_games_are_refused() -> None:
    """A view of spades is not for this bot."""
    from tricktake import spades as sp

    with pytest.raises(TypeError, match="plays Five Hundred"):
        FastBot().choose(sp.Deal(dealer=2, seed=1).view(0))
    with pytest.raises(ValueError, match="out of range"):
        FastBot(worlds=0)
