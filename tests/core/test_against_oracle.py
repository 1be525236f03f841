"""The core against the slow referee: random hands of every kind, compared at every ply.

``random_hands`` says how the hands are drawn; about half of them have the full number of cards, the others
are shorter endings. The normal suite plays 10 chunks of 1,260 hands (12,600), the slow one the following
150 (189,000), so that both together play 201,600.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardcore import IllegalMove, TrickPlay
from core.random_hands import POLICIES, specs
from core.translate import core_play
from oracle.tricks import TrickReferee
from sizes import batches

HANDS = 1260
CHUNKS = 16
SLOW_CHUNKS = 160


def compare(play: TrickPlay, referee: TrickReferee, letters: list[str]) -> set[tuple[str, str | None]]:
    """Assert that both see the same position; return the legal plays."""
    legal = referee.legal()
    moves = play.legal_moves()
    seen = set()
    mask = 0
    for move in moves:
        card, suit = play.card_of(move)
        seen.add((card.name, None if suit is None else letters[suit]))
        mask |= 1 << (move & 63)
    assert seen == legal
    assert len(moves) == len(legal)
    assert play.legal_mask == mask
    assert play.turn == referee.turn
    assert play.is_over == referee.over
    assert play.leader == (None if referee.over else referee.leader)
    assert play.tricks == tuple(referee.tricks)
    assert play.tricks_done == referee.tricks_done
    assert {letters[suit] for suit in play.suits_led} == referee.suits_led
    assert [(place, card.name) for place, card in play.trick] == referee.trick
    assert (None if play.led_suit is None else letters[play.led_suit]) == referee.led
    return legal


def compare_rest(play: TrickPlay, referee: TrickReferee, letters: list[str]) -> None:
    """Assert that hands, failures to follow, history and the limit agree."""
    for place in range(play.setup.seats.places):
        assert {card.name for card in play.hand(place)} == referee.hands[place]
        assert {letters[suit] for suit in play.failed(place)} == referee.failed[place]
    assert len(play.history) == len(referee.history)
    for move, (_, card, named) in zip(play.history, referee.history, strict=True):
        core_card, suit = play.card_of(move)
        assert (core_card.name, None if suit is None else letters[suit]) == (card, named)
    if referee.lead_limit is not None:
        assert play.is_broken == referee.broken


def try_illegal(
    play: TrickPlay, legal: set[tuple[str, str | None]], rng: random.Random, letters: list[str]
) -> int:
    """Push something that is not legal: it must be refused and change nothing."""
    before = play.copy()
    tried = 0
    turn = play.turn
    some = [card.name for card in play.order.cards]
    if turn is not None and rng.random() < 0.7:
        some = [card.name for card in play.hand(turn)] or some
    card = rng.choice(some)
    named = rng.choice([None, None, *letters])
    if (card, named) not in legal:
        with pytest.raises(IllegalMove):
            play.play(card, None if named is None else letters.index(named))
        tried += 1
    move = rng.randrange(512)
    if move not in play.legal_moves():
        with pytest.raises(IllegalMove):
            play.push(move)
        tried += 1
    assert play == before
    assert play.legal_moves() == before.legal_moves()
    return tried


def play_chunk(chunk: int, count: int) -> None:
    """Play the hands of a chunk in the core and the referee side by side."""
    refused = 0
    met: Counter[str] = Counter()
    for rng, spec in specs(chunk, count):
        referee = TrickReferee(**spec)
        play = core_play(**spec)
        letters = list(spec["suits"])
        while True:
            legal = compare(play, referee, letters)
            if not referee.trick:
                compare_rest(play, referee, letters)
            if not legal:
                break
            if rng.random() < 0.08:
                refused += try_illegal(play, legal, rng, letters)
                compare_rest(play, referee, letters)
            note_joker(referee, legal, met)
            card, named = rng.choice(sorted(legal, key=str))
            play.play(card, None if named is None else letters.index(named))
            referee.play(card, named)
        assert sum(play.tricks) == play.tricks_done
        refused += try_illegal(play, legal, rng, letters)
    assert refused > count
    # The rare rules of the suitless joker have all been met.
    assert set(met) == {
        "led",
        "led unnamed",
        "forced lead",
        "not led",
        "forced when void",
        "kept when failed",
    }, met


def note_joker(referee: TrickReferee, legal: set[tuple[str, str | None]], met: Counter[str]) -> None:
    """Count what the place to play may do with a suitless joker it holds."""
    joker = referee.free_joker
    hand = referee.hands[referee.turn or 0]
    if joker is None or joker not in hand:
        return
    names = {named for card, named in legal if card == joker}
    if not referee.trick:
        if not names:
            met["not led"] += 1
        elif None in names:
            met["led unnamed"] += 1
        elif hand == {joker} and (referee.joker_lead == "last_trick_only" or len(referee.suits_led) == 4):
            met["forced lead"] += 1
        else:
            met["led"] += 1
    elif len(hand) > 1 and all(referee.suit_of(card) != referee.led for card in hand):
        if len(legal) == 1:
            met["forced when void"] += 1
        elif not names:
            met["kept when failed"] += 1


@pytest.mark.parametrize("chunk", batches(CHUNKS, 10))
def test_core_equals_referee(chunk: int) -> None:
    """Legal plays, turn, tricks, leader, suits led and the rest agree at every ply of every hand (P-05)."""
    play_chunk(chunk, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS, SLOW_CHUNKS))
def test_core_equals_referee_all(chunk: int) -> None:
    """The chunks after those of the normal suite."""
    play_chunk(chunk, HANDS)


def test_every_kind_and_policy_is_met() -> None:
    """One chunk holds every place count, pack size and policy combination that the comparison claims."""
    places, packs, policies, hidden, firsts = set(), set(), set(), 0, 0
    for _, spec in specs(0, HANDS):
        places.add(len(spec["hands"]))
        packs.add(sum(map(len, spec["suits"].values())) + (spec["free_joker"] is not None))
        if spec["free_joker"] is not None:
            policies.add((spec["joker_lead"], spec["joker_follow"], spec["joker_void"]))
        hidden += bool(spec.get("under"))
        firsts += spec.get("first_card") is not None
    assert places == {2, 3, 4, 5, 6}
    assert packs == {24, 33, 43, 45, 50, 51, 52, 53, 54, 55, 63}
    assert len(policies) == len(POLICIES) == 9
    assert hidden > 100
    assert firsts > 100
