"""Deals that chance seldom brings, played by script and then at random, and scores against ``score_deal``."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rules.random_deals import random_rules
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.encoding import encoding_of
from tricktake.fivehundred._vector_tables import BidArrays, points_of
from tricktake.fivehundred.scoring import score_deal
from tricktake.spades._vector_score import Points
from tricktake.spades.encoding import bids_of
from tricktake.spades.scoring import score_deal as score_spades
from tricktake.vector import VectorDeals
from vector.lockstep import ordinary

OPEN_8 = fh.Rules(blind_misere=False, open_misere_requires_8=True)
SECRET = fh.Rules(players=5, five_secret_alone=True, blind_misere=False)
SECRET_OTHER = fh.Rules(players=5, blind_misere=False)
BLIND = fh.Rules()
REOPEN = fh.Rules(blind_misere=False, final_raise="reopen")
BY_CHOICE = fh.Rules(blind_misere=False, joker_follow="first_or_last", misere_requires_7=False)
PARTNERS = sp.Rules.preset("partners")

SCRIPTS: list[tuple[Any, str]] = [
    (OPEN_8, "7S"),
    (OPEN_8, "8S"),
    (OPEN_8, "8S; OM; P; P; P"),
    (OPEN_8, "8NT-SK; P; OM-SK; P; P"),
    (OPEN_8.replace(misere_rank="between_8S_8C", misere_requires_7=False), "8S; M; OM; P; P; P"),
    (BLIND, "LOOK; 7S; BM; 10H; P; P; P"),
    (BLIND, "BM; P; P; P"),
    (BLIND, "LOOK; P; BM-SK; 10NT; P"),
    (BLIND, "LOOK; 10NT; P"),
    (REOPEN, "6S; P; P; P; 7S; 7C; P; P; P; 8C"),
    (REOPEN, "6S; P; P; P; STAND"),
    (REOPEN, "10NT; P; P; P"),
    (BY_CHOICE, "M; P; P; P"),
    (BY_CHOICE, "7NT; P; P; P"),
    (SECRET, "7S; P; P; P; P; put #0; put #0; put #0; call $0"),
    (SECRET, "7S; P; P; P; P; put #3; put #3; put #3; call $1"),
    (SECRET, "7NT-SK; P; P; P; P; call ?"),
    (SECRET_OTHER, "7H; P; P; P; P; put #0; put #0; put #0; call !"),
    (SECRET_OTHER, "7H-SK; P; P; P; P; call ?"),
    (SECRET_OTHER, "7H; P; P; P; P; put #0; put #0; put #0; ALONE"),
]
"""Rules and actions. ``put #k``: the k-th card that can be put; ``call $k``: the k-th card put away;
``call ?``: a card of the kitty; ``call !``: a card of the next seat."""


def read(table: Any, text: str) -> int:
    """The number of an action of a script."""
    actions, deal = table.encoding.actions, table.deal
    where = text[-1] if text[-1] in "?!" else text.split()[-1][0]
    if where == "#":
        return int(table.legal()[int(text[-1])])
    cards = {
        "$": lambda: [deal.put_away.ascending()[int(text[-1])]],
        "?": lambda: deal.kitty.ascending(),
        "!": lambda: deal.hand((deal.turn + 1) % 5).ascending(),
    }
    if where in cards:
        may = {actions.action(at).text for at in table.legal()}
        return int(
            actions.index(next(f"call {card.name}" for card in cards[where]() if f"call {card.name}" in may))
        )
    return int(actions.index(text))


def same(deals: VectorDeals, table: Any) -> None:
    """Everything that every seat sees."""
    assert deals.turn[0] == (-1 if table.turn is None else table.turn)
    assert deals.legal()[0].nonzero()[0].tolist() == table.legal()
    for seat in range(deals.rules.players):
        row, due = deals.observe(seat=seat)[0], table.observation(seat)
        for plane in deals.encoding.planes:
            part = slice(plane.start, plane.start + plane.length)
            assert row[part].tolist() == due[part].tolist(), f"{plane.name}, seat {seat}: {table.deal!r}"
        assert (deals.history(seat=seat)[0] == table.history(seat)).all()


@pytest.mark.parametrize("at", range(len(SCRIPTS)))
def test_scripts(at: int) -> None:
    """From the script on by chance, to the end, for several packs."""
    rules, script = SCRIPTS[at]
    for seed in range(3):
        deals = VectorDeals(rules, 1, seed=seed, dealer=rules.players - 1, autoreset=False)
        table = ordinary(deals, 0, seed)
        rng = np.random.default_rng(seed)
        for text in script.split("; "):
            action = read(table, text)
            deals.step([action])
            table.push(action)
            same(deals, table)
        while not table.is_over:
            (action,) = deals.random_actions(rng).tolist()
            deals.step([action])
            table.push(action)
            if rng.random() < 0.08:
                same(deals, table)
        same(deals, table)
        assert deals.score(0) == table.deal.score()


@pytest.mark.parametrize("seed", range(12))
def test_scores_of_five_hundred(seed: int) -> None:
    """Section 9: any bid, any tricks, any scores, partners of five players too."""
    rng = random.Random(seed)
    rules = random_rules(rng).replace(players=rng.choice((2, 3, 4, 5, 6)), teams6=rng.choice(("2x3", "3x2")))
    table, players, sides = fh.bid_table(rules), rules.players, rules.sides
    arrays = BidArrays(rules, encoding_of(rules))
    cases: list[tuple[Any, ...]] = []
    for _ in range(150):
        at = rng.randrange(-1, len(table.bids))
        tricks = [0] * players
        lucky = rng.randrange(players)
        for _ in range(rules.hand_size):
            tricks[lucky if rng.random() < 0.85 else rng.randrange(players)] += 1
        contractor = rng.choice([lucky, rng.randrange(players)]) if at >= 0 else None
        partner = None
        if players == 5 and at >= 0 and not table.bids[at].is_misere and rng.random() < 0.6:
            partner = rng.choice([seat for seat in range(5) if seat != contractor])
        if at < 0 and rules.all_pass.value == "throw_in":
            tricks = [0] * players
        cases.append((at, contractor, partner, tricks, [rng.randrange(-50, 52) * 10 for _ in sides]))
    side_of = [next(k for k, side in enumerate(sides) if seat in side) for seat in range(players)]
    who = [[-1 if seat is None else side_of[seat] for seat in case[1:3]] for case in cases]
    won = [[sum([case[3][seat] for seat in side]) for side in sides] for case in cases]
    points, made = points_of(
        rules,
        arrays,
        np.array([case[0] for case in cases]),
        np.array(who),
        np.array(won),
        np.array([case[4] for case in cases]),
    )
    for k, (at, contractor, partner, tricks, scores) in enumerate(cases):
        bid = None if at < 0 else table.bids[at]
        due = score_deal(rules, bid, contractor=contractor, tricks=tricks, scores=scores, partner=partner)
        assert (tuple(points[k]), made[k]) == (due.points, -1 if due.made is None else due.made)


SPADES = [*sp.PRESETS.values(), sp.Rules.long_three_jacks(award_multi="each", nil_fail_bags=True)]
SPADES += [sp.Rules.long_three_jacks(award_multi="single_only", bag_rollover=True, bag_points=1)]


@pytest.mark.parametrize("at", range(len(SPADES)))
def test_scores_of_spades(at: int) -> None:
    """Section 6: any bids, tricks, jacks and bags, alone and with partners."""
    rules, rng = SPADES[at], random.Random(at)
    bids, jacks, players = bids_of(rules), sorted(rules.awards), rules.players
    scorer = Points(rules, bids, np.array([1 << k for k in range(len(jacks))], np.uint64))
    cases = []
    for _ in range(300):
        tricks = [0] * players
        for _ in range(rules.hand_size):
            tricks[min(int(rng.expovariate(0.6)), players - 1)] += 1
        rng.shuffle(tricks)
        caught: list[list[Any]] = [[] for _ in range(players)]
        lucky = rng.randrange(players)
        for jack in jacks:
            caught[lucky if rng.random() < 0.6 else rng.randrange(players)].append(jack)
        bags = [0 if rules.bag_limit is None else rng.randrange(12) for _ in rules.sides]
        cases.append(([rng.randrange(len(bids)) for _ in range(players)], tricks, caught, bags))
    masks = [[sum([1 << jacks.index(jack) for jack in seat]) for seat in case[2]] for case in cases]
    found = scorer.of(
        np.array([case[0] for case in cases]),
        np.array([case[1] for case in cases]),
        np.array(masks, np.uint64).reshape(len(cases), players),
        np.array([case[3] for case in cases]),
    )
    for k, (made, tricks, caught, bags) in enumerate(cases):
        due = score_spades(rules, [bids[bid] for bid in made], tricks, bags=bags, caught=caught)
        for name, column in found.items():
            assert tuple(column[k].tolist()) == getattr(due, name), name
