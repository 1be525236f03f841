"""Deals of Five Hundred from Python. Asked: what do the rules cost on top of the core?"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from harness import Figure, benchmark, figure, rounds, seconds

from cardcore import key_from_seed
from tricktake import fivehundred as fh
from tricktake import spades as sp

_AUCTION = "7H; P; 8H; P; P"


def _in_play(number: int) -> fh.Deal:
    """A deal at its first lead: 8H by seat 2, the lowest cards put away."""
    deal = fh.Deal(dealer=3, seed=500, number=number).push_all(_AUCTION)
    deal.push(next(iter(deal.legal_actions)))
    return deal


_DEALS = 1_000


def _random_deals(kind: Any, rules: Any) -> None:
    """Whole deals by chance: calls, exchange, play and score, through ``legal_actions`` and ``push``."""
    draw, key = random.Random(1).random, key_from_seed(1)
    for number in range(_DEALS):
        deal = kind(rules, dealer=number % rules.players, seed=key, number=number)
        push = deal.push
        while True:
            actions = deal.legal_actions
            count = len(actions)
            if not count:
                break
            push(actions[int(draw() * count)])
        deal.score()


@benchmark
def deal() -> Iterable[Figure]:
    """Microseconds for a play, the legal actions, a view, a copy, a deal."""
    start = _in_play(0)
    line = []
    chance = random.Random(1)
    ahead = start.copy()
    while not ahead.is_over:
        line.append(chance.choice(list(ahead.legal_actions)))
        ahead.push(line[-1])
    if sum(ahead.score().tricks) != start.rules.hand_size:
        raise AssertionError("not every trick was won by somebody")
    for texts in (False, True):
        actions = [action.text if texts else action for action in line]
        values = []
        for _ in range(16):
            copies = [start.copy() for _ in range(200)]

            def work(copies: list[fh.Deal] = copies, actions: list[object] = actions) -> None:  # type: ignore[assignment]
                for copy in copies:
                    push = copy.push
                    for action in actions:
                        push(action)  # type: ignore[arg-type]

            values.append(seconds(work) / len(copies) / len(actions) * 1e6)
        name = "Deal.push of a card" + (" as text" if texts else "")
        yield figure(name, "µs", values[1:], higher=False, at_most=3)
    repeat = range(20_000)
    auction = fh.Deal(dealer=3, seed=500)
    middle = start.copy()
    for action in line[:20]:
        middle.push(action)

    def plays() -> None:
        for _ in repeat:
            start.legal_actions  # noqa: B018

    def calls() -> None:
        for _ in repeat:
            auction.legal_actions  # noqa: B018

    def views() -> None:
        for _ in range(1_000):
            middle.view(0)

    def copies_() -> None:
        for _ in range(1_000):
            middle.copy()

    key = key_from_seed(7)

    def deals() -> None:
        for number in range(500):
            fh.Deal(dealer=3, seed=key, number=number)

    for name, kind, rules in (
        ("Five Hundred, four players", fh.Deal, fh.Rules()),
        ("Five Hundred, four players, American", fh.Deal, fh.Rules.american()),
        ("Five Hundred, two players with tables", fh.Deal, fh.Rules(players=2)),
        ("Five Hundred, five players", fh.Deal, fh.Rules(players=5)),
        ("Cutthroat Spades, three players", sp.Deal, sp.Rules()),
        ("partnership spades", sp.Deal, sp.Rules.preset("partners")),
    ):
        values = [_DEALS / seconds(lambda: _random_deals(kind, rules)) for _ in range(8)]  # noqa: B023
        least = 1_000 if rules == fh.Rules() else None
        goal = 4_000 if least else None
        yield figure(f"whole random deals: {name}", "/s", values[1:], higher=True, at_least=least, goal=goal)
    names = ["Deal.legal_actions in the play", "Deal.legal_actions in the auction"]
    for name, asked, count, most in (
        (names[0], plays, len(repeat), 1.0),
        (names[1], calls, len(repeat), 1.0),
        ("Deal.view after 20 plays", views, 1_000, None),
        ("Deal.copy after 20 plays", copies_, 1_000, None),
        ("Deal from a seed", deals, 500, None),
    ):
        taken = rounds([asked])[0]
        yield figure(name, "µs", [second / count * 1e6 for second in taken], higher=False, at_most=most)
