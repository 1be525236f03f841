"""Random illegal actions in Five Hundred for two to six players, beside the slow referee.

What the referee refuses must be refused by the library with the same words from ``explain`` and from the
error, and change nothing; what it allows must be allowed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from oracle.fivehundred import DealReferee
from oracle.options import Options, random_options
from oracle.packs import in_order
from rules.random_matches import GAMES, names, referee_of, seen_now, select
from tricktake import ALONE, Action, Bid, CallPartner, Exchange, IllegalAction, Play, action_from_id
from tricktake import fivehundred as fh
from tricktake.actions import ID_BLOCKS


def tries(rng: random.Random, referee: DealReferee) -> list[Action]:
    """Return actions to try: of every kind, near what is legal and far from it."""
    seat = referee.turn
    assert seat is not None
    pack, hand = referee.pack, in_order(referee.hands[seat])
    made: list[Action] = [action_from_id(rng.randrange(ID_BLOCKS["put_1"].stop)) for _ in range(2)]
    if referee.phase == "PLAY":
        made += [Play(card) for card in rng.sample(hand, min(len(hand), 4))]
        made += [Play(up) for _, up in referee.tables[seat] if up is not None]
        made += [Play(down) for down, _ in referee.tables[seat] if down is not None]
        made += [action_from_id(rng.choice(ID_BLOCKS["play_joker"])), Play("JK"), Play(rng.choice(pack))]
        made += [CallPartner(rng.choice(pack)), ALONE]
    elif referee.phase == "EXCHANGE":
        made += [Exchange(rng.sample(hand, size)) for size in range(1, 6)]
        made += [Exchange(rng.sample(pack, referee.kitty_size)) for _ in range(3)]
        if referee.options.table_game:
            up = [pile[1] for pile in referee.tables[seat] if pile[1] is not None]
            made.append(Exchange([*hand[:2], rng.choice(up)]))
    elif referee.phase == "PARTNER":
        made += [CallPartner(card) for card in [*rng.sample(hand, 4), *sorted(referee.put_away)]]
        made += [CallPartner(card) for card in ["JK", "SJ", "CJ", "DJ", "HJ", *rng.sample(pack, 4), "H13"]]
        made += [CallPartner(seat=other) for other in range(6)]
        made += [ALONE, Play(hand[0]), Exchange(hand[:3])]
    else:
        made += [action_from_id(rng.choice(ID_BLOCKS[kind])) for kind in ("bid", "bid", "bid_sans_kitty")]
        made += [Bid("M"), Bid("OM"), Bid("BM"), CallPartner(seat=rng.randrange(6))]
        made += [action_from_id(rng.randrange(ID_BLOCKS["call_seat"].start)), Play(rng.choice(hand))]
    return made


def accepted(referee: DealReferee, action: Action) -> bool:
    """Whether the referee allows an action; a call while unseen is a look and the call (FH-BID-8)."""
    seat = referee.turn
    assert seat is not None
    if referee.phase == "EXCHANGE" or isinstance(action, Exchange):
        if referee.phase != "EXCHANGE" or not isinstance(action, Exchange):
            return False
        return len(action.cards) == referee.kitty_size and names(action.cards) <= referee.hands[seat]
    legal = referee.legal()
    if referee.phase == "AUCTION" and not referee.seen[seat]:
        legal |= seen_now(referee) | {"P"}
    return action.text in legal


def check_tries(deal: fh.Deal, referee: DealReferee, rng: random.Random, count: Counter[str]) -> None:
    """Try actions; those the referee refuses must be refused with the same words, and change nothing."""
    before, key, text = deal.copy(), hash(deal), deal.to_text()
    for action in tries(rng, referee):
        why = deal.explain(action)
        assert (why is None) == accepted(referee, action), (action, deal.to_text())
        if why is None:
            continue
        with pytest.raises(IllegalAction) as caught:
            deal.push(action)
        error = caught.value
        assert error.explanation == why == deal.explain(action)
        assert str(error).startswith(why.sentence)
        assert (why.seat, why.action) == (deal.turn, action.text)
        assert why.clause.startswith("FH-")
        assert why.option is None or why.option in Options.__dataclass_fields__
        assert why.sentence == why.sentence.strip()
        assert not why.sentence.endswith(".")
        assert (deal == before, hash(deal), deal.to_text()) == (True, key, text)
        count[f"{type(error).__name__} {why.rule}"] += 1
        count[f"{referee.players} {referee.phase}"] += 1
    assert list(deal.legal_actions)[:50] == list(before.legal_actions)[:50]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game.values())))
def test_illegal_actions_change_nothing(game: dict[str, Any]) -> None:
    """``explain`` and the error state the same facts, in every phase of every game; R-01, R-18."""
    rng = random.Random(f"illegal actions {game}")
    count: Counter[str] = Counter()
    players = game["players"]
    for number in range(40 if players == 5 else 24):
        options: dict[str, Any] = random_options(rng, players) | game
        if players == 5 and number % 3:
            options["five_partner"] = "call_card_secret" if number % 3 == 1 else "call_player"
        rules = fh.Rules(**options)
        deal = fh.Deal(rules, dealer=rng.randrange(players), seed=rng.getrandbits(40))
        referee = referee_of(deal, options)
        while referee.phase != "OVER":
            if referee.phase not in ("AUCTION", "PLAY") or rng.random() < 0.15:
                check_tries(deal, referee, rng, count)
            action = select(rng, deal, helped=False)
            deal.push(action)
            referee.do(action.text)
    expected = {"AUCTION", "EXCHANGE", "NOMINATION", "PLAY"} | ({"PARTNER"} if players == 5 else set())
    if game.get("two_player") == "short24":
        expected -= {"NOMINATION"}  # it has no joker
    assert all(count[f"{players} {phase}"] for phase in expected), count
    rules_broken = ["IllegalPlay follow suit", "IllegalExchange put away cards in hand"]
    if players == 5:
        rules_broken += [
            "IllegalExchange how a partner is called",
            "IllegalExchange call another seat",
            "IllegalExchange call a card of the pack",
            "IllegalExchange cards that may be called",
            "IllegalExchange call a card of another",
        ]
    if game.get("two_player") == "table":
        rules_broken.append("IllegalPlay hand and table in turn")
    for what in rules_broken:
        assert count[what], (what, count)
