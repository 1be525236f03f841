"""Rules, random numbers and phases for the tests of environments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tricktake import fivehundred as fh
from tricktake import sample_worlds
from tricktake import spades as sp
from tricktake.envs.agents import AgentDeal

FIVE_HUNDRED = {
    f"five-hundred:{name}{'' if n == 4 else f',players={n}'}": fh.Rules.preset(name, players=n)
    for name in fh.PRESETS
    for n in (2, 3, 4, 5, 6)
}
SPADES = {f"spades:{name}": rules for name, rules in sp.PRESETS.items()}
EVERY: dict[str, Any] = FIVE_HUNDRED | SPADES
"""All presets for every number of players, by the text environments take."""
SOME: dict[str, Any] = {
    "five-hundred": fh.Rules(),
    "five-hundred:american": fh.Rules.american(),
    "five-hundred:australian,players=2": fh.Rules(players=2),
    "five-hundred:australian,players=3": fh.Rules(players=3),
    "five-hundred:australian,players=5,five_partner=call_card_secret": fh.Rules(
        players=5, five_partner="call_card_secret"
    ),
    "five-hundred:australian,players=6": fh.Rules(players=6),
    "spades": sp.Rules(),
    "spades:partners,bn_exchange=2": sp.Rules.preset("partners", bn_exchange=2),
    "spades:five_2_jokers": sp.Rules.five_2_jokers(),
}
"""One of each kind."""


def some_number(table: AgentDeal, rng: random.Random) -> int:
    """A legal action; low calls and blind bids are likelier than high ones, so that all phases come about."""
    legal = table.legal()
    if table.deal.phase.value == "auction" and rng.random() < 0.7:
        texts = [table.encoding.actions.action(number).text for number in legal]
        for wish in ("BN", "7S", "M", "P"):
            if wish in texts and rng.random() < 0.5:
                return legal[texts.index(wish)]
    return rng.choice(legal)


def positions(rules: Any, seed: int) -> Iterator[AgentDeal]:
    """Every position of a random deal, the end included."""
    rng = random.Random(seed)
    kind = fh.Deal if isinstance(rules, fh.Rules) else sp.Deal
    table = AgentDeal(kind(rules, dealer=seed % rules.players, seed=seed))
    yield table
    while not table.is_over:
        table.push(some_number(table, rng))
        yield table


def other_worlds(deal: Any, seat: int, count: int) -> list[Any]:
    """Deals that look the same to a seat, with other hidden cards."""
    return list(sample_worlds(deal.view(seat), count, seed=7))
