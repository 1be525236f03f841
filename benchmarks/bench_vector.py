"""Whole deals by thousands. Asked: do auctions and exchanges on arrays keep pace with the play in C?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from harness import Figure, benchmark, figure, seconds

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.envs import AgentDeal
from tricktake.vector import VectorDeals

_DEALS = 4_096
_WARM = 200  # steps until the deals stand in all phases at once
_STEPS = 50  # of a round
_ROUNDS = 16


def _check(rules: Any) -> None:
    """The deals are those of ``AgentDeal``, and what they bring as well."""
    kind = fh.Deal if isinstance(rules, fh.Rules) else sp.Deal
    deals = VectorDeals(rules, 8, seed=3, autoreset=False)
    tables = [AgentDeal(kind(rules, seed=3, number=i, dealer=i % rules.players)) for i in range(8)]
    rng = np.random.default_rng(1)
    while (deals.turn >= 0).any():
        actions = deals.random_actions(rng)
        deals.step(actions)
        for table, action in zip(tables, actions.tolist(), strict=True):
            if action >= 0:
                table.push(action)
    if [deals.score(i) for i in range(8)] != [table.deal.score() for table in tables]:
        raise AssertionError("many deals score differently from single ones")


def _rate(rules: Any, *, threads: int = 1, observes: bool = False, masks: bool = False) -> list[float]:
    """Steps a second in each round: choosing, stepping, dealing anew, and what else is asked for."""
    deals = VectorDeals(rules, _DEALS, seed=1, threads=threads)
    rng = np.random.default_rng(1)
    actions = np.empty(_DEALS, np.int16)
    rewards = np.empty((_DEALS, rules.players), np.int32)
    seen = np.empty((_DEALS, deals.encoding.length), np.int16)
    legal = np.empty((_DEALS, len(deals.actions)), np.uint8)

    def work(steps: int) -> None:
        for _ in range(steps):
            deals.random_actions(rng, actions)
            deals.step(actions, rewards=rewards)
            if masks:
                deals.legal(legal)
            if observes:
                deals.observe(seen)

    work(_WARM)
    return [_STEPS * _DEALS / seconds(lambda: work(_STEPS)) for _ in range(_ROUNDS)][1:]


@benchmark
def vector() -> Iterable[Figure]:
    """Steps a second of 4,096 whole deals: random legal calls, exchanges and plays, dealt anew at the end."""
    for name, rules in (
        ("Five Hundred, four players", fh.Rules()),
        ("Five Hundred, four players, American", fh.Rules.american()),
        ("Five Hundred, two players with tables", fh.Rules(players=2)),
        ("Five Hundred, five players", fh.Rules(players=5)),
        ("Five Hundred, six players", fh.Rules(players=6)),
        ("Cutthroat Spades, three players", sp.Rules()),
        ("partnership spades", sp.Rules.preset("partners")),
    ):
        _check(rules)
        least = 1_000_000
        yield figure(f"vector steps: {name}", "/s", _rate(rules), higher=True, at_least=least)
        values = _rate(rules, observes=True, masks=True)
        yield figure(f"with masks and observations: {name}", "/s", values, higher=True)
    one, two = _rate(fh.Rules()), _rate(fh.Rules(), threads=2)
    yield figure(
        "two threads against one", "ratio", [b / a for a, b in zip(one, two, strict=True)], higher=True
    )
    one, two = _rate(fh.Rules(), observes=True), _rate(fh.Rules(), threads=2, observes=True)
    values = [b / a for a, b in zip(one, two, strict=True)]
    yield figure("two threads against one, with observations", "ratio", values, higher=True)
