"""Partnership spades move by move against OpenSpiel's spades: turns, legal cards, winners, leads and points.

Three things differ by rule. OpenSpiel lets a spade be led only from a hand of spades, broken or not; here
it may be led once spades are broken (CS-PLAY-3). Its bids, 0 to 13 with 0 as nil, know no blind ones. And
the bids of partners add up to 13 at most. Tricks of a failed nil help its partner there, as with
``nil_fail_helps`` (SP-SCORE-4).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tricktake import Phase, Suit
from tricktake import spades as sp
from tricktake.cards import Card

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra named bench has it)")

DEALS = 2_000
RULES = sp.Rules.preset("partners_nil_helps", special_bids="NIL", bn_behind=None, bn_exchange=0)
CARDS = tuple(sp.PACKS["52"])


def to_theirs(card: Card) -> int:
    """Return OpenSpiel's number of a card: clubs, diamonds, hearts, spades, each from the two up."""
    return (CARDS.index(card) - 13) % 52


TO_OURS = {to_theirs(card): card for card in CARDS}


def started(game: Any, rng: random.Random) -> tuple[sp.Deal, Any]:
    """Return the same deal in both, before the first lead; player 0 leads, as left of dealer 3."""
    order = rng.sample(CARDS, len(CARDS))
    deal, state = sp.Deal(RULES, dealer=3, pack=order), game.new_initial_state()
    for card in order:
        state.apply_action(to_theirs(card))
    while deal.phase is Phase.AUCTION:
        assert state.current_player() == deal.turn
        bids = {int(bid.text.replace("NIL", "0")): bid for bid in deal.legal_actions}
        theirs = {action - 52 for action in state.legal_actions()}
        partner = deal.bids[(deal.turn + 2) % 4] if deal.turn is not None else None
        assert theirs == {level for level in bids if level + ((partner and partner.level) or 0) <= 13}
        level = rng.choice([level for level in (0, 1, 2, 3, 3, 4, 5, rng.randrange(14)) if level in theirs])
        deal.push(bids[level])
        state.apply_action(52 + level)
    return deal, state


def legal_there(deal: sp.Deal) -> set[int]:
    """Return what OpenSpiel should allow: our legal cards, without spade leads while other suits are held."""
    cards = [play.card for play in deal.legal_actions]  # type: ignore[attr-defined]
    plain = [card for card in cards if card.suit is not Suit.SPADES]
    return {to_theirs(card) for card in (plain if plain and not deal.trick else cards)}


def test_move_by_move() -> None:
    rng, game = random.Random("OpenSpiel"), pyspiel.load_game("spades")
    broken_leads = 0
    for _ in range(DEALS):
        deal, state = started(game, rng)
        while not deal.is_over:
            assert state.current_player() == deal.turn, deal.to_text()
            theirs = state.legal_actions()
            assert set(theirs) == legal_there(deal), deal.to_text()
            broken_leads += len(deal.legal_actions) > len(theirs)
            action = rng.choice(theirs)
            deal.push(f"{TO_OURS[action].name}")
            state.apply_action(action)
        assert state.is_terminal()
        points = deal.score().points
        assert [state.returns()[seat] for seat in range(4)] == [points[seat % 2] for seat in range(4)], (
            deal.to_text()
        )
    assert broken_leads > DEALS  # the rule that differs was met
