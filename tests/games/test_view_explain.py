"""What a view says against an action: as much as the deal does, and to no seat more than it may know."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from oracle.options import random_options
from rules.random_matches import GAMES, select
from rules.spades_deals import random_action
from tricktake import (
    Action,
    Card,
    CardSet,
    Contract,
    Exchange,
    IllegalAction,
    Phase,
    Play,
    Suit,
    action_from_id,
)
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import ID_BLOCKS

Deal = fh.Deal | sp.Deal

# A card, but not the end of a bid sans kitty.
NAME = re.compile(r"(?<![-\w])(?:[SCDH](?:1[0-3]|[2-9JQKA])|JK[123]?)\b")
OPENING = [action_from_id(id) for id in range(ID_BLOCKS["play"].start)]  # calls and nominations
PLAYS = [action_from_id(id) for kind in ("play", "play_joker") for id in ID_BLOCKS[kind]]
PARTNERS = [action_from_id(id) for kind in ("call_seat", "call_card") for id in ID_BLOCKS[kind]]


# ---- deals, and what to try ----------------------------------------------------------------------------


def five_hundred(rng: random.Random) -> Iterator[tuple[fh.Deal, Callable[[], Action]]]:
    """Yield deals for two to six players, each with a choice of its next action."""
    for number in range(40):
        game = GAMES[number % len(GAMES)]
        options: dict[str, Any] = random_options(rng, game["players"]) | game
        preset = fh.Rules.preset(rng.choice([*fh.PRESETS]), **game)
        rules = preset if rng.random() < 0.4 else fh.Rules(**options)
        deal = fh.Deal(rules, dealer=rng.randrange(rules.players), seed=rng.getrandbits(40))
        yield deal, lambda deal=deal: select(rng, deal, helped=False)  # type: ignore[misc]


def spades(rng: random.Random) -> Iterator[tuple[sp.Deal, Callable[[], Action]]]:
    """Yield deals of every preset, with scores at which blind bids may be legal or not."""
    for preset in [*sp.PRESETS.values()] * 2:
        changes: dict[str, object] = {"hook": rng.random() < 0.3}
        if preset.bn_exchange:
            changes["bn_behind"] = 0
        if preset.jokers:
            changes["must_lead_2c"] = rng.random() < 0.5
        rules = preset.replace(**changes)
        deal = sp.Deal(
            rules,
            dealer=rng.randrange(rules.players),
            seed=rng.getrandbits(40),
            scores=[rng.randrange(-10, 20) * 10 for _ in rules.sides],
            blind_sixes=[rng.choice([0, 0, 1]) for _ in range(rules.players)],
        )
        yield deal, lambda deal=deal: random_action(rng, deal)  # type: ignore[misc]


def decisions(rng: random.Random, share: float) -> Iterator[Deal]:
    """Yield deals of both games, as they go on, at their decisions: all but of plays only a share."""
    for made in (five_hundred, spades):
        for deal, choose in made(rng):
            while not deal.is_over:
                if deal.phase is not Phase.PLAY or rng.random() < share:
                    yield deal
                deal.push(choose())
            yield deal


def tries(rng: random.Random, deal: Deal) -> list[Action]:
    """Return actions to try: of every kind, near what is legal and far from it."""
    rules = deal.rules
    hand = deal.hand(deal.turn or 0).ascending()
    pack = list((fh if isinstance(rules, fh.Rules) else sp).PACKS[rules.pack_name])
    made = rng.sample(OPENING, 2) + rng.sample(PLAYS, 2)
    if deal.phase is Phase.PLAY:
        made += [Play(card) for card in rng.sample(hand, min(len(hand), 4))]
        made += [Play("JK"), Play(Card.JK, named=rng.choice([*Suit]))]
    elif deal.phase is Phase.EXCHANGE:
        made += [Exchange(rng.sample(cards, size)) for size in range(1, 6) for cards in (hand, pack)]
    elif deal.phase is Phase.PARTNER:
        made += rng.sample(PARTNERS, 12)
    else:
        made += [*rng.sample(OPENING, 10), Exchange(rng.sample(hand, 3))]
    return made


# ---- what it says --------------------------------------------------------------------------------------


def test_the_seat_to_act_is_told_what_the_deal_says() -> None:
    """A view, also one from far away, explains as the deal, and the error of the deal says the same."""
    rng = random.Random("explained by views")
    clauses: Counter[str] = Counter()
    for deal in decisions(rng, 0.1):
        if deal.turn is None:
            continue
        view = deal.view(deal.turn)
        sent = pickle.loads(pickle.dumps(view))
        for action in tries(rng, deal):
            why = view.explain(action)
            assert why == deal.explain(action) == sent.explain(action), (deal.to_text(), action)
            assert view.explain(action.text) == deal.explain(action.text), (deal.to_text(), action)
            if why is None:
                deal.copy().push(action)
                continue
            with pytest.raises(IllegalAction) as caught:
                deal.push(action)
            assert caught.value.explanation == why, (deal.to_text(), action)
            assert why.seat == view.seat
            clauses[why.clause] += 1
    expected = "FH-FLOW-1 FH-BID-2 FH-BID-4 FH-BID-8 FH-BID-9 FH-KIT-1 FH-KIT-2 FH-P2-4 FH-P5-2 FH-PLAY-2 "
    expected += "FH-JOK-5 CS-FLOW-1 CS-BID-1 CS-BID-2 CS-BID-5 CS-PLAY-2 CS-PLAY-3 SP-FLOW-1 SP-BID-4"
    assert [clause for clause in expected.split() if not clauses[clause]] == []


def start(bid: str, hands: str, rules: fh.Rules | None = None, led: str = "") -> fh.Deal:
    """Return a deal of four in the middle of the play of a contract of seat 0, who leads."""
    begin = fh.PlayStart(Contract(bid, contractor=0, side={0, 2}))
    return fh.Deal(rules, hands=hands.split(" / "), start=begin).push_all(led)


@pytest.mark.parametrize(
    ("build", "action", "clause", "option", "sentence"),
    [
        (
            lambda: start("8H", "HK S5 D7 / DJ HJ S6 / H9 S7 D8 / H8 S8 D9", led="HK"),
            "S6",
            "FH-PLAY-2",
            None,
            "seat 1 must follow hearts (holds DJ, the left bower and HJ, the right bower); got S6",
        ),
        (
            lambda: start("8NT", "HK S5 / HQ JK / H9 S7 / H8 S8", led="HK"),
            "JK",
            "FH-JOK-5",
            "joker_follow",
            "seat 1 may play the joker only when void in hearts (holds HQ)",
        ),
        (
            lambda: start("8NT", "JK S5 / HQ S6 / H9 S7 / H8 S8"),
            "JK",
            "FH-JOK-8",
            "joker_lead",
            "seat 0 must name a suit when leading the joker: spades, clubs, diamonds, hearts",
        ),
        (
            lambda: fh.Deal(fh.Rules(inkle=True), dealer=3, seed=1).push_all("P P"),
            "6S",
            "FH-BID-18",
            "inkle",
            "seat 2 cannot bid 6S: only the first two callers may bid 6S",
        ),
        (
            lambda: sp.Deal(dealer=2, seed=1, scores=[100, 70, 0]).push_all("3"),
            "B6",
            "CS-BID-6",
            "b6_behind",
            "seat 1 cannot bid B6: it needs a score 50 or more behind the leader; this one is 30 behind",
        ),
        (
            lambda: sp.Deal(
                sp.Rules(b6_limit=1), dealer=2, seed=1, scores=[0, 90, 90], blind_sixes=[1, 0, 0]
            ),
            "B6",
            "CS-BID-7",
            "b6_limit",
            "seat 0 cannot bid B6: it may be bid 1 times in a game, and this player has bid it 1 times",
        ),
        (
            lambda: sp.Deal(sp.Rules(hook=True), dealer=2, seed=1).push_all("6 6"),
            "5",
            "CS-BID-10",
            "hook",
            "seat 2 cannot bid 5: it would make the bids add up to the 17 tricks",
        ),
    ],
)
def test_views_give_the_reason(
    build: Callable[[], Deal], action: str, clause: str, option: str | None, sentence: str
) -> None:
    """What the reason rests on is in the view: cards, tricks, calls, scores, counts, the dealer."""
    deal = build()
    assert deal.turn is not None
    why = deal.view(deal.turn).explain(action)
    assert why is not None
    assert (why.clause, why.option, why.sentence) == (clause, option, sentence)


def test_other_seats_are_told_whose_turn_it_is() -> None:
    """They may do nothing, whatever it is; when the deal is over nobody may."""
    rng = random.Random("not their turn")
    phases: Counter[tuple[bool, Phase]] = Counter()
    for deal in decisions(rng, 0.05):
        clause = "FH-FLOW-1"
        if isinstance(deal, sp.Deal):
            clause = "SP-FLOW-1" if deal.rules.partners else "CS-FLOW-1"
        actions = rng.sample(tries(rng, deal), 3) if deal.turn is not None else rng.sample(OPENING, 2)
        legal = rng.choice(deal.legal_actions) if deal.turn is not None else Play("HA")
        for seat in range(deal.rules.players):
            view = deal.view(seat)
            for action in (*actions, legal):
                if seat == deal.turn:
                    continue
                why = view.explain(action)
                assert why is not None
                assert (why.action, why.clause, why.option, why.legal) == (action.text, clause, None, ())
                if deal.turn is None:
                    assert (why.rule, why.seat) == ("wrong phase", None)
                    assert why.sentence == f"the deal is over; got {action}"
                    assert why == deal.explain(action)
                    continue
                assert (why.rule, why.seat) == ("wrong turn", seat)
                assert why.sentence == f"seat {deal.turn} is to act, not seat {seat}; got {action}"
                phases[isinstance(deal, fh.Deal), deal.phase] += 1
    assert {phase for five, phase in phases if five} == {*Phase} - {Phase.OVER}
    assert {phase for five, phase in phases if not five} == {Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY}


# ---- what it does not say ------------------------------------------------------------------------------


def names(text: object) -> CardSet:
    """Return the cards a text names."""
    return CardSet([Card[name] for name in NAME.findall(str(text))])


def known_to(deal: Deal, seat: int) -> CardSet:
    """Return the cards a seat may know: its own, those played, those lying open, and its kitty."""
    known = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    if deal.has_looked(seat):
        known |= deal.dealt[seat] | deal.hand(seat)
    if isinstance(deal, sp.Deal):
        return known
    for other in range(deal.rules.players):
        known |= CardSet([pile.up for pile in deal.piles(other) if pile.up is not None])
        known |= deal.hand(other) if deal.is_exposed(other) else CardSet()
    contract = deal.contract
    if contract is not None and contract.contractor == seat and not contract.is_sans_kitty:
        known |= deal.kitty
    return known


def test_no_explanation_names_a_hidden_card() -> None:
    """Only cards the seat may know, or was asked about; whoever calls a partner has the pack before him."""
    rng = random.Random("explained without a leak")
    named: Counter[Phase] = Counter()
    for deal in decisions(rng, 0.1):
        for seat in range(deal.rules.players):
            view, known = deal.view(seat), known_to(deal, seat)
            if deal.phase is Phase.PARTNER and seat == deal.turn:
                known |= names(view.legal_actions.texts(100))
            for action in tries(rng, deal) if seat == deal.turn else rng.sample(PLAYS, 1):
                why = view.explain(action)
                found = CardSet() if why is None else names((why.sentence, why.legal)) - names(action.text)
                assert found <= known, (deal.to_text(), seat, why)
                named[deal.phase] += bool(found)
    assert all(named[phase] for phase in (Phase.EXCHANGE, Phase.PARTNER, Phase.PLAY)), named
