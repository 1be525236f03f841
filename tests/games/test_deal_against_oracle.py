"""Whole random deals in lock-step with the slow referee, and random illegal actions.

The rules are a preset in three deals of ten, else a random combination of options; calls are weighted so that
nine deals of ten are played, and ``test_the_sample_is_varied`` counts what the first deals contain. Cards come
from the library's shuffle: the referee gets the pack in the order that deals the same hands.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb

import pytest

from oracle.bids import blind_bids, seen_bids
from oracle.fivehundred import DealReferee
from rules.random_deals import choose, random_deal, random_rules
from tricktake import (
    Action,
    Bid,
    CardSet,
    Exchange,
    GameError,
    IllegalAction,
    Nominate,
    Pass,
    Phase,
    Play,
    action_from_id,
)
from tricktake import fivehundred as fh
from tricktake.actions import ID_BLOCKS
from tricktake.fivehundred.options import write_option
from tricktake.fivehundred.packs import PACK_SPECS

PHASES = {
    "AUCTION": Phase.AUCTION,
    "RAISE": Phase.FINAL_RAISE,
    "EXCHANGE": Phase.EXCHANGE,
    "NOMINATION": Phase.NOMINATION,
    "PLAY": Phase.PLAY,
    "OVER": Phase.OVER,
}
OPTIONS = [name for name in fh.Rules.__dataclass_fields__ if not name.startswith("_")]
BATCHES, PER_BATCH = 8, 250
SLOW_BATCHES, PER_SLOW_BATCH = 20, 1500


def referee_of(deal: fh.Deal) -> DealReferee:
    """Return the referee of the same deal: the same cards, dealer and options."""
    options: dict[str, object] = {}
    for name in OPTIONS:
        value = getattr(deal.rules, name)
        options[name] = value if value is None or isinstance(value, (int, str)) else write_option(value)
    hands = [list(hand.ascending()) for hand in deal.dealt]
    kitty = list(deal.kitty.ascending())
    order: list[str] = []
    for to, count in PACK_SPECS[deal.rules.pack_name].pattern:
        for step in range(1, 5) if to == "each" else (0,):
            pile = hands[(deal.dealer + step) % 4] if to == "each" else kitty
            order += [pile.pop().name for _ in range(count)]
    return DealReferee(order, deal.dealer, options)


def names(cards: CardSet) -> set[str]:
    """Return the names of cards."""
    return {card.name for card in cards}


def compare(deal: fh.Deal, referee: DealReferee, rng: random.Random, *, whole_exchange: bool) -> None:
    """Check that both say the same about phase, turn, hands and legal actions."""
    where = deal.to_text()
    assert deal.phase is PHASES[referee.phase], where
    assert deal.turn == referee.turn, where
    assert deal.tricks == tuple(referee.tricks), where
    assert [deal.has_looked(seat) for seat in range(4)] == referee.seen, where
    for seat in range(4):
        assert names(deal.hand(seat)) == referee.hands[seat], where
    legal = deal.legal_actions
    if deal.phase is Phase.EXCHANGE:
        assert deal.turn is not None
        hand, size = deal.hand(deal.turn), deal.rules.kitty_size
        assert len(legal) == comb(len(hand), size)
        strange = sorted(fh.PACKS[deal.rules.pack_name].cards - hand)
        for _ in range(3):
            chosen = rng.sample(hand.ascending(), size)
            assert Exchange(chosen) in legal
            assert Exchange([*chosen[1:], rng.choice(strange)]) not in legal
            assert Exchange(chosen[1:]) not in legal
        if not whole_exchange:
            return
    listed = [action.text for action in legal]
    assert len(listed) == len(legal) == len(set(listed)), where
    assert set(listed) == referee.legal(), where


def lock_step(rng: random.Random, count: Counter[str]) -> None:
    """Play one deal and its referee to the end."""
    deal = random_deal(rng)
    referee = referee_of(deal)
    whole_exchange = rng.random() < 0.1
    while not deal.is_over:
        compare(deal, referee, rng, whole_exchange=whole_exchange)
        action = choose(rng, deal)
        deal.push(action)
        referee.do(action.text)
        contractor = referee.contractor
        if contractor is not None and deal.phase in (Phase.PLAY, Phase.OVER):
            assert [deal.is_exposed(seat) for seat in range(4)] == [
                referee.exposed and seat == contractor for seat in range(4)
            ]
        if isinstance(action, Play) and action.named is not None:
            count["joker led naming a suit"] += 1
        if isinstance(action, Nominate):
            count["nomination"] += 1
        if isinstance(action, Exchange):
            assert names(action.cards) == referee.put_away
    compare(deal, referee, rng, whole_exchange=False)
    score = deal.score()
    assert deal.scores is not None
    before = (deal.scores[0], deal.scores[1])
    points, made = referee.result(before)
    assert (score.points, score.made, score.tricks) == (
        (points[0], points[1]),
        made,
        tuple(referee.tricks),
    ), deal.to_text()
    note(deal, count)


def note(deal: fh.Deal, count: Counter[str]) -> None:
    """Count what a deal shows."""
    count["deals"] += 1
    count["decisions"] += len(deal)
    contract = deal.contract
    if contract is None:
        count["played without a contract" if sum(deal.tricks) else "thrown in"] += 1
        return
    count["played in a contract"] += 1
    count[contract.bid.plain.text if contract.is_misere else "numeric"] += 1
    if contract.trump is None and not contract.is_misere:
        count["no trumps"] += 1
    if contract.is_sans_kitty:
        count["sans kitty"] += 1
    if len(deal.rules.to_text().split(",")) > 1:
        count["own rules"] += 1


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_deals(batch: int) -> None:
    """2,000 deals; P-06."""
    rng = random.Random(f"lock-step {batch}")
    count: Counter[str] = Counter()
    for _ in range(PER_BATCH):
        lock_step(rng, count)
    assert count["deals"] == PER_BATCH
    if batch == 0:
        check_variety(count)


def check_variety(count: Counter[str]) -> None:
    """Check that a batch shows every kind of deal."""
    least = {
        "played in a contract": 0.75,
        "numeric": 0.45,
        "no trumps": 0.08,
        "M": 0.02,
        "OM": 0.02,
        "BM": 0.02,
        "sans kitty": 0.15,
        "nomination": 0.03,
        "joker led naming a suit": 0.01,
        "played without a contract": 0.004,
        "thrown in": 0.01,
        "own rules": 0.5,
    }
    for what, share in least.items():
        assert count[what] >= share * count["deals"], (what, count)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(SLOW_BATCHES))
def test_random_deals_in_full(batch: int) -> None:
    """30,000 deals; P-06."""
    rng = random.Random(f"lock-step in full {batch}")
    count: Counter[str] = Counter()
    for _ in range(PER_SLOW_BATCH):
        lock_step(rng, count)
    check_variety(count)
