"""The bounds OpenSpiel is told: never passed, and reached; and the examples that build on the games."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from importlib import util
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Bid

pyspiel = pytest.importorskip("pyspiel")

from tricktake.envs.openspiel import load_game  # noqa: E402 - not without OpenSpiel

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def margins(points: tuple[int, ...]) -> list[float]:
    """The points of each side less the mean of the others."""
    return [won - (sum(points) - won) / (len(points) - 1) for won in points]


@pytest.mark.parametrize(
    ("rules", "points", "margin"),
    [
        ("five-hundred", (-520, 520), (-620, 620)),  # 10NT lost, the others all tricks; or made
        ("five-hundred:hoyle_original", (-600, 600), (-700, 700)),
        ("five-hundred:perfect,players=3", (-500, 500), (-550, 500)),
        ("five-hundred:australian,players=5", (-520, 520), (-545, 520)),
        ("spades", (-200, 200), (-400, 400)),  # a blind nil
        ("spades:partners", (-320, 230), (-520, 520)),  # a nil and 13 lost with ten bags
    ],
)
def test_bounds(rules: str, points: tuple[int, int], margin: tuple[float, float]) -> None:
    """L-07 The least and most a seat can get, worked out by hand from the tables of the rules."""
    for reward, bounds in (("points", points), ("margin", margin), ("win", (0, 1))):
        game = load_game(rules, reward=reward)
        assert (game.min_utility(), game.max_utility()) == bounds


def spread(total: int, many: int) -> list[tuple[int, ...]]:
    """Ways to share out tricks."""
    return [share for share in product(range(total + 1), repeat=many) if sum(share) == total]


def test_spades_bounds_by_trying() -> None:
    """L-07 In a short game with award jacks, and bags at stake, random results stay within the bounds."""
    rules, bags = (
        sp.Rules.preset("five", awards={"CJ", "HJ"}, special_bids={"NIL", "1F"}, bag_limit=5),
        (3, 0, 0, 0, 4),
    )
    chance = random.Random(1)
    bids = [Bid(text) for text in ("1", "2", "5", "9", "10", "NIL", "1F")]
    shares = spread(10, 5)
    seen: dict[str, list[float]] = {"points": [], "margin": []}
    for _ in range(6000):
        tricks = chance.choice(shares)
        takers = [seat for seat in range(5) if tricks[seat]]
        caught: list[list[str]] = [[] for _ in range(5)]
        for jack in ("CJ", "HJ"):
            caught[chance.choice(takers)].append(jack)
        score = sp.score_deal(rules, chance.choices(bids, k=5), tricks, bags=bags, caught=caught)
        seen["points"] += score.points
        seen["margin"] += margins(score.points)
    for reward, values in seen.items():
        game = load_game(rules, bags=bags, reward=reward)
        assert game.min_utility() <= min(values)
        assert max(values) <= game.max_utility()
    game = load_game(rules, bags=bags)
    # ten made with the jack of clubs; one bid with ten taken by seat 4, which has four bags already
    assert game.max_utility() == 110
    worst = [
        sp.score_deal(rules, [1, 1, 1, 1, bid], (10 - t, 0, 0, 0, t), bags=bags).points[4]
        for bid in ("NIL", "1", "10", "1F")
        for t in range(11)
    ]
    assert game.min_utility() == min(worst)


@pytest.mark.parametrize("reward", ["points", "margin"])
def test_bounds_of_an_ending(reward: str) -> None:
    """L-07 An ending played out in every way: the least and most are the bounds."""
    game = load_game(
        ending="five-hundred/1 rules=australian,players=3 dealer=1 hands=HJ,S9|DJ,C9|JK,CK "
        "contract=7H contractor=0 tricks=6,1,1",
        reward=reward,
    )
    found: list[float] = []

    def results(state: Any) -> None:
        if state.is_terminal():
            found.extend(state.returns())
        for action in state.legal_actions():
            results(state.child(action))

    results(game.new_initial_state())
    assert (game.min_utility(), game.max_utility()) == (min(found), max(found))


def test_cap_of_defenders() -> None:
    """L-07 Scores count where the rules say so: at 480 a defender gets ten points at most (FH-SCORE-8)."""
    rules = fh.Rules.preset("australian_490")
    game = load_game(rules, scores=(480, 480), reward="margin")
    assert (game.min_utility(), game.max_utility()) == (-530, 530)


def example(name: str) -> Callable[[list[str]], None]:
    """The main function of an example."""
    spec = util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    main: Callable[[list[str]], None] = module.main
    return main


def test_ismcts_example(capsys: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's ISMCTS plays a deal of each game."""
    example("openspiel_ismcts")(["--deals", "1", "--simulations", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["five-hundred:no_misere", "spades"]
    assert all("points by seat (" in line for line in lines)


SMALL = (
    "five-hundred/1 rules=australian,players=2,two_player=dead_hand dealer=1 "
    "hands=SA,HK|SQ,HQ kitty=SJ contract=7NT contractor=0 leader=0 tricks=6,2"
)


def test_regret_minimisers() -> None:
    """OpenSpiel's solvers in C++ and in Python find a strategy for an ending that is hard to beat."""
    from open_spiel.python.algorithms import cfr, exploitability

    game = load_game(ending=SMALL, reward="margin")
    inside = pyspiel.CFRSolver(game)
    for _ in range(30):
        inside.evaluate_and_update_policy()
    assert 0 <= pyspiel.exploitability(game, inside.average_policy()) < 1.5
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert 0 <= exploitability.exploitability(game, solver.average_policy()) < 1.5


def test_cfr_example(capsys: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's external sampling improves on a small ending: what can be gained against it falls."""
    example("openspiel_cfr")(["--iterations", "400", "--ending", SMALL])
    lines = capsys.readouterr().out.splitlines()
    before, after = [float(line.split()[-1]) for line in lines[-2:]]
    assert 0 <= after < before / 2


def test_cfr_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers of iterations below 1 end in a line that says so."""
    with pytest.raises(SystemExit):
        example("openspiel_cfr")(["--iterations", "-5"])
    assert "--iterations" in capsys.readouterr().err.splitlines()[-1]
