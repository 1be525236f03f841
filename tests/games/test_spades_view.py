"""What play shows of the hands of others in spades: voids that are true and complete, also after a start.

That views do not depend on hidden cards is tested in ``tests/rules/test_spades_views.py``.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from cardcore import IllegalMove, TrickPlay
from rules.spades_deals import middle, random_action
from tricktake import Card, CardSet, Phase, Play, Suit
from tricktake import spades as sp
from tricktake.spades.orders import play_table

TABLES = {
    "three": sp.Rules(),
    "four": sp.Rules.four(),
    "five": sp.Rules.five(),
    "two jokers": sp.Rules.five_2_jokers(),
    "three jokers": sp.Rules.five_3_jokers(must_lead_2c=True),
    "partners": sp.Rules.partners_500(bn_behind=None),
}
SUITS = frozenset((Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))


def suit_of(card: Card) -> Suit:
    """Return the suit a card counts as; jokers are spades (CS-DECK-4)."""
    return card.suit or Suit.SPADES


def would_be_legal(deal: sp.Deal, card: Card, suit: Suit) -> bool:
    """Return whether the seat to act might play a card if it held one of a suit as well.

    The card comes in place of another one in its hand, at the start of the trick; a card of no matter.
    """
    now, seat = deal.play_state, deal.turn
    assert now is not None
    assert seat is not None
    play = now.copy()
    moves = [play.pop() for _ in deal.trick][::-1]
    assert play.leader is not None
    taken = {played.card for played in deal.trick} | set(play.hand(seat))
    setup = play_table(deal.rules, deal.dealer, fresh=False).setup
    news = [one for one in play.order.cards if suit_of(one) is suit and one not in taken]
    spares = [own for own in play.hand(seat) if own != card]
    for new, spare in product(news, spares):
        hands = [play.hand(place) for place in range(deal.rules.players)]
        for place, hand in enumerate(hands):
            if new in hand:
                hands[place] = (hand - CardSet([new])) | CardSet([spare])
        hands[seat] = (hands[seat] - CardSet([spare])) | CardSet([new])
        trial = TrickPlay(setup, hands, play.leader, broken=play.is_broken)
        try:
            for move in moves:
                trial.push(move)
        except IllegalMove:
            continue  # who gets the spare card could not have played as he did
        return card in trial.legal_cards
    raise AssertionError("no deal can be found in which the seat holds a card of the suit")


@pytest.mark.parametrize("table", list(TABLES))
def test_voids_are_true_and_complete(table: str) -> None:
    """A seat is known to be void in a suit exactly if its card would not have been legal otherwise."""
    rng, rules = random.Random(f"voids {table}"), TABLES[table]
    seats = range(rules.players)
    found = 0
    for _ in range(12):
        deal = sp.Deal(rules, dealer=rng.randrange(rules.players), seed=rng.getrandbits(60))
        voids: list[set[Suit]] = [set() for _ in seats]
        while not deal.is_over:
            action, seat, first = random_action(rng, deal), deal.turn, not deal.finished
            assert seat is not None
            # the first trick of some tables has rules of its own, and a last card shows nothing that matters
            if isinstance(action, Play) and not (first and rules.jokers) and len(deal.hand(seat)) > 1:
                for suit in SUITS - {suit_of(action.card)}:
                    held = any(suit_of(card) is suit for card in deal.hand(seat))
                    if not held and not would_be_legal(deal, action.card, suit):
                        voids[seat].add(suit)
                        found += 1
            elif isinstance(action, Play) and deal.trick:
                if (led := suit_of(deal.trick[0].card)) is not suit_of(action.card):
                    voids[seat].add(led)
            elif isinstance(action, Play) and suit_of(action.card) is Suit.SPADES and not deal.is_broken:
                voids[seat] |= SUITS - {Suit.SPADES}
            deal.push(action)
            shown = {deal.view(place).voids for place in seats}
            assert shown == {tuple([frozenset(suits) for suits in voids])}, deal.to_text()
    assert found > 50


def test_leading_a_joker_before_spades_are_broken_shows_three_voids() -> None:
    rules = sp.Rules.five_2_jokers()
    three = SUITS - {Suit.SPADES}
    nothing: frozenset[Suit] = frozenset()
    deal = middle({0: "JK1 S3", 1: "H4 H5"}, rules=rules, plays="JK1 H4")
    for seat in range(5):
        assert deal.view(seat).voids == (three, frozenset({Suit.SPADES}), nothing, nothing, nothing)
    broken = middle({0: "JK1 S3", 1: "JK2 H5"}, rules=rules, is_broken=True, plays="JK1 JK2")
    assert broken.view(3).voids == (nothing,) * 5


def test_a_lead_after_a_spade_was_thrown_shows_nothing() -> None:
    deal = middle({0: "D4 D5", 1: "S2 S3", 2: "D6 D7"}, plays="D4 S2 D6 S3")
    assert deal.view(2).voids == (frozenset(), frozenset({Suit.DIAMONDS}), frozenset())


def test_views_of_constructed_starts() -> None:
    """Hands are seen by their owners only; what was caught and won before counts."""
    deal = middle(
        {0: "D4 H2", 1: "D6 H3", 2: "D2 HJ"},
        rules=sp.Rules.long_three_jacks(),
        bids=("4", "NIL", "B6"),
        leader=1,
        tricks=(5, 1, 9),
        caught=("JC", "", "JD"),
    )
    for seat in range(3):
        view = deal.view(seat)
        assert (view.hand, view.dealt, view.phase) == (deal.hand(seat), deal.hand(seat), Phase.PLAY)
        assert (view.tricks, view.caught, view.bids) == ((5, 1, 9), deal.caught, deal.bids)
        assert (view.leader, view.looked, view.sizes) == (1, (True,) * 3, (2, 2, 2))
        assert view.history == view.calls == ()
        assert len(view.legal_actions) == (2 if seat == 1 else 0)
        hidden = {card.name for other in range(3) if other != seat for card in deal.hand(other)}
        hidden -= {"HJ"}  # an award jack, which the rules in the view name
        assert not any(f"'{name}'" in repr(view) or f" {name} " in repr(view) for name in hidden)


@pytest.mark.parametrize("table", list(TABLES))
def test_a_seat_not_to_act_has_nothing_to_do(table: str) -> None:
    rng, rules = random.Random(f"acts {table}"), TABLES[table]
    deal = sp.Deal(rules, dealer=1, seed=6)
    while True:
        for seat in range(rules.players):
            legal = deal.view(seat).legal_actions
            assert (len(legal) > 0) == (seat == deal.turn) == deal.view(seat).is_turn
            assert legal == deal.legal_actions_of(seat)
        if deal.is_over:
            break
        deal.push(random_action(rng, deal))
