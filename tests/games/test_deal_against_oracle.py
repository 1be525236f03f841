"""Whole random deals in lock-step with the slow referee, and random illegal actions.

The rules are a preset in three deals of ten, else a random combination of options. Calls are weighted so that
about nineteen deals of twenty are played; ``check_variety`` says what a batch must contain. The cards come
from the library's shuffle, and the referee gets a pack in an order that deals the same hands.

The full run, 20 batches of 1,500 deals, was last seen to agree in all 30,000 deals (1.3 million decisions).
"""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import pytest

from oracle.bids import blind_bids, seen_bids
from oracle.fivehundred import DealReferee
from rules.random_deals import choose, random_deal
from sizes import batches
from tricktake import (
    Action,
    CardSet,
    Exchange,
    GameError,
    IllegalAction,
    Nominate,
    Phase,
    Play,
    action_from_id,
)
from tricktake import fivehundred as fh
from tricktake._options import write_option
from tricktake.actions import ID_BLOCKS
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
BATCHES, PER_BATCH = 8, 200
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
    assert deal.phase is PHASES[referee.phase], deal.to_text()
    assert deal.turn == referee.turn, deal.to_text()
    assert deal.tricks == tuple(referee.tricks), deal.to_text()
    assert [deal.has_looked(seat) for seat in range(4)] == referee.seen, deal.to_text()
    for seat in range(4):
        assert names(deal.hand(seat)) == referee.hands[seat], deal.to_text()
    play = referee.trick_play
    if deal.phase is Phase.PLAY and play is not None:
        assert deal.leader == play.leader, deal.to_text()
        assert [(card.seat, card.card.name) for card in deal.trick] == play.trick, deal.to_text()
        suits_led = {suit.letter for suit in deal.view(rng.randrange(4)).suits_led}
        assert suits_led == play.suits_led, deal.to_text()
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
    assert len(listed) == len(legal) == len(set(listed)), deal.to_text()
    assert set(listed) == referee.legal(), deal.to_text()


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


@pytest.mark.parametrize("batch", batches(BATCHES, 5))
def test_random_deals(batch: int) -> None:
    """1,000 deals, and 600 more in the slow suite; P-06."""
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


# ---- illegal actions ---------------------------------------------------------------------------------


def tries(rng: random.Random, deal: fh.Deal) -> list[Action]:
    """Return actions to try: of every kind, near what is legal and far from it."""
    assert deal.turn is not None
    hand = deal.hand(deal.turn).ascending()
    pack = fh.PACKS[deal.rules.pack_name].cards.ascending()
    made: list[Action] = [action_from_id(rng.randrange(ID_BLOCKS["put_1"].stop)) for _ in range(2)]
    if deal.phase is Phase.PLAY:
        made += [Play(card) for card in rng.sample(hand, min(len(hand), 4))]
        made += [action_from_id(rng.choice(ID_BLOCKS["play_joker"])), Play("JK"), Play(rng.choice(pack))]
    elif deal.phase is Phase.EXCHANGE:
        made += [Exchange(rng.sample(hand, size)) for size in range(1, 6)]
        made += [Exchange(rng.sample(pack, deal.rules.kitty_size)) for _ in range(4)]
    else:
        made += [action_from_id(rng.choice(ID_BLOCKS[kind])) for kind in ("bid", "bid", "bid_sans_kitty")]
        made += [action_from_id(rng.randrange(ID_BLOCKS["call_seat"].start)), Play(rng.choice(hand))]
    return made


def accepted(deal: fh.Deal, referee: DealReferee, action: Action) -> bool:
    """Whether the referee allows an action; a call while unseen is a look and the call (FH-BID-8)."""
    if isinstance(action, Exchange):
        if deal.phase is not Phase.EXCHANGE:
            return False
        assert deal.turn is not None
        return len(action.cards) == deal.rules.kitty_size and names(action.cards) <= referee.hands[deal.turn]
    if deal.phase is Phase.EXCHANGE:
        return False
    if deal.phase is Phase.AUCTION:
        assert referee.turn is not None
        made = [bid for _, bid in referee.bids]
        early = (referee.turn - referee.dealer - 1) % 4 < 2
        legal = seen_bids(referee.options, made, early_caller=early) | {"P"}
        if not referee.seen[referee.turn]:
            legal |= blind_bids(referee.options, made) | {"LOOK"}
        return action.text in legal
    return action.text in referee.legal()


def check_tries(deal: fh.Deal, referee: DealReferee, rng: random.Random, count: Counter[str]) -> None:
    """Try actions; those the referee refuses must be refused with the same words, and change nothing."""
    before, key, text = deal.copy(), hash(deal), deal.to_text()
    for action in tries(rng, deal):
        why = deal.explain(action)
        legal = accepted(deal, referee, action)
        assert (why is None) == legal, (action, deal.to_text())
        if why is None:
            continue
        with pytest.raises(IllegalAction) as caught:
            deal.push(action)
        error = caught.value
        assert error.explanation == why == deal.explain(action)
        assert str(error).startswith(why.sentence)
        assert (why.seat, why.action) == (deal.turn, action.text)
        assert why.clause.startswith("FH-")
        assert why.option is None or why.option in OPTIONS
        assert why.sentence == why.sentence.strip()
        assert not why.sentence.endswith(".")
        assert (deal == before, hash(deal), deal.to_text()) == (True, key, text)
        count[f"{type(error).__name__} {why.rule}"] += 1
    assert list(deal.legal_actions)[:50] == list(before.legal_actions)[:50]


def test_illegal_actions_change_nothing() -> None:
    """``explain`` and the error state the same facts, for every rule that can be broken; R-01, R-18."""
    rng = random.Random("illegal actions")
    count: Counter[str] = Counter()
    for _ in range(150):
        deal = random_deal(rng)
        referee = referee_of(deal)
        while not deal.is_over:
            if rng.random() < 0.4:
                check_tries(deal, referee, rng, count)
            action = choose(rng, deal)
            deal.push(action)
            referee.do(action.text)
    assert sum(count.values()) > 10_000
    for expected in (
        "IllegalCall outrank the high bid",
        "IllegalCall bids of this game",
        "IllegalCall misère after a seven",
        "IllegalCall blind before looking",
        "IllegalCall look once",
        "IllegalExchange put away as many as the kitty has",
        "IllegalExchange put away cards in hand",
        "IllegalPlay follow suit",
        "IllegalPlay play a card in hand",
        "IllegalPlay naming a suit",
        "IllegalPlay name a suit",
        "IllegalPlay name a suit not led",
        "IllegalPlay joker only when void",
        "IllegalPlay joker when void in a misère",
        "IllegalPlay joker to the last trick",
        "IllegalPlay joker to the last trick only",
        "IllegalPlay joker after four suits",
        "IllegalCall open misère after an eight",
        "IllegalCall sixes are signals",
        "WrongPhase wrong phase",
    ):
        assert count[expected], (expected, count)


def test_a_deal_that_is_over_takes_no_action() -> None:
    deal = fh.Deal(seed=1, dealer=3).push_all("P P P P")
    before = deal.to_text()
    for text in ("P", "7H", "LOOK", "STAND", "put S5 C6 D5", "name none", "HQ", "JK:C", "ALONE", "call HA"):
        with pytest.raises(GameError, match="the deal is over"):
            deal.push(text)
        why = deal.explain(text)
        assert why is not None
        assert (why.seat, why.rule, why.legal) == (None, "wrong phase", ())
    assert deal.to_text() == before


@pytest.mark.parametrize("strange", [5, None, 1.5, ["P"], fh.PACKS])
def test_only_actions_and_texts_are_taken(strange: object) -> None:
    """What is no action at all is a programming error, in every phase."""
    for calls in ("", "6S P P P", "6S-SK P P P", "P P P P"):
        deal = fh.Deal(seed=1, dealer=3).push_all(calls) if calls else fh.Deal(seed=1, dealer=3)
        with pytest.raises(TypeError):
            deal.push(strange)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            deal.explain(strange)  # type: ignore[arg-type]
