"""Deals stepped by thousands are the same deals: every rule, seat and step against ``AgentDeal``."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.random_deals import random_rules
from vector.lockstep import RULES, lockstep


def scores_of(rules: Any) -> dict[str, Any]:
    """Scores, and in spades bags and blind sixes, that make a difference."""
    sides = len(rules.sides)
    before: dict[str, Any] = {"scores": [470, -30, 110, 250, 0, -480][:sides]}
    if hasattr(rules, "bag_limit"):
        before["bags"] = [0] * sides if rules.bag_limit is None else [8, 3, 9, 0, 1][:sides]
        before["blind_sixes"] = [0, 1, 0, 2, 0][: rules.players]
    return before


@pytest.mark.parametrize("name", RULES)
def test_every_rule(name: str) -> None:
    """L-05: legal actions, turns, phases, observations, histories, scores and final views are equal."""
    rules = RULES[name]
    special = not name[-1].isdigit()  # each preset and number of players has few deals, the others many
    n, steps = (12, 115) if special else (3, 68)
    assert lockstep(rules, n=n, steps=steps, every=4, seed=len(name), **scores_of(rules)) > 0


def test_in_threads() -> None:
    """The same with the deals in three parts."""
    assert lockstep(RULES["fh australian 4"], n=7, steps=60, seed=9, threads=3) > 0


@pytest.mark.parametrize("seed", range(4))
def test_random_rules(seed: int) -> None:
    """Any combination of options of Five Hundred for four."""
    rules = random_rules(random.Random(seed))
    assert lockstep(rules, n=4, steps=70, seed=seed, **scores_of(rules)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_every_rule_at_length(name: str) -> None:
    """Hundreds of deals of each."""
    rules = RULES[name]
    assert lockstep(rules, n=60, steps=400, seed=99, **scores_of(rules)) > 200
    assert lockstep(rules, n=40, steps=200, seed=98) > 80


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_at_length(seed: int) -> None:
    """Many combinations, other numbers of players included."""
    rng = random.Random(1000 + seed)
    rules = random_rules(rng).replace(players=rng.choice((2, 3, 4, 4, 5, 6)))
    assert lockstep(rules, n=20, steps=200, seed=seed, **scores_of(rules)) > 0
