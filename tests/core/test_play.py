"""TrickPlay: pushing and popping, copies and pickles, and what happens at the ends."""

from __future__ import annotations

import copy
import pickle
import random
import timeit
from typing import Any

import pytest

from cardcore import (
    CardOrder,
    CardSet,
    IllegalMove,
    JokerLead,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    divide,
    perft,
)
from core.random_hands import KINDS
from core.snapshots import play_on, random_plays, snapshot
from oracle.packs import PACKS, five_hundred_suits

SUITS_43 = five_hundred_suits(PACKS["43"], None, None)[0]
NO_TRUMP = CardOrder(SUITS_43.values(), free_joker="JK")
HEARTS = CardOrder(five_hundred_suits(PACKS["43"], "H", None)[0].values(), trump=3)
S, C, D, H = range(4)


# --- push and pop ---------------------------------------------------------------------------------------


def test_pop_restores_every_ply() -> None:
    """Snapshot, push, pop and compare at each ply with every legal move (P-03)."""
    for rng, play in random_plays(100, 20 * len(KINDS)):
        while not play.is_over:
            before, twin = snapshot(play), play.copy()
            moves = play.legal_moves()
            for move in moves:
                play.push(move)
                assert play != twin
                assert play.pop() == move
                assert snapshot(play) == before
                assert play == twin
            play.push(rng.choice(moves))


def test_pop_of_any_number_of_plies() -> None:
    """Taking back 1 to k plies gives the snapshot of that ply; the same moves lead forward again (P-03)."""
    for rng, play in random_plays(101, 6 * len(KINDS)):
        seen = [snapshot(play)]
        while not play.is_over:
            play.push(rng.choice(play.legal_moves()))
            seen.append(snapshot(play))
        last = len(seen) - 1
        for back in range(1, last + 1):
            twin = play.copy()
            popped = [twin.pop() for _ in range(back)][::-1]
            assert snapshot(twin) == seen[last - back]
            assert tuple(popped) == play.history[last - back :]
            for move in popped:
                twin.push(move)
            assert snapshot(twin) == seen[last]
            assert twin == play


def test_random_walk_of_push_and_pop() -> None:
    """Forward and back at random: the position depends on the moves alone (P-03)."""
    for rng, play in random_plays(102, 20 * len(KINDS)):
        seen: dict[tuple[int, ...], tuple[Any, ...]] = {(): snapshot(play)}
        for _ in range(120):
            if play.history and (play.is_over or rng.random() < 0.45):
                play.pop()
            else:
                play.push(rng.choice(play.legal_moves()))
            now = snapshot(play)
            assert seen.setdefault(play.history, now) == now


def test_pop_at_the_start() -> None:
    """Nothing to take back is an IndexError and changes nothing, also in a play built in the middle."""
    for _, play in random_plays(103, len(KINDS)):
        before = snapshot(play)
        with pytest.raises(IndexError, match="no move to take back"):
            play.pop()
        assert snapshot(play) == before


def test_failed_push_changes_nothing() -> None:
    """Every move number that is not legal is refused at every ply, and no field moves."""
    for rng, play in random_plays(104, len(KINDS)):
        while True:
            before, legal = snapshot(play), set(play.legal_moves())
            for move in [*range(512), -1, -64, 512, 1 << 20, -(1 << 20)]:
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        play.push(move)
            assert snapshot(play) == before
            if play.is_over:
                break
            play.push(rng.choice(sorted(legal)))


def test_bug_a_huge_move_is_illegal() -> None:
    """A number beyond the C integers is no move either: IllegalMove from push, IndexError from card_of."""
    play = TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2)), ["S5 JK", "S6 H5"], 0)
    for move in (1 << 40, -(1 << 40), 1 << 100):
        with pytest.raises(IllegalMove):
            play.push(move)
        with pytest.raises(IndexError):
            play.card_of(move)


def test_messages_of_illegal_moves() -> None:
    """Who, what and what would be legal."""
    play = TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2)), ["S5 S6 JK", "S7 H5 H6"], 0)
    cases: list[tuple[str, int | None, list[str]]] = [
        ("S7", None, ["place 0", "does not hold S7", "JK S6 S5"]),
        ("S5", H, ["place 0", "S5 naming suit 3"]),
        ("JK", None, ["place 0", "JK", "may name: [0, 1, 2, 3]"]),
    ]
    for card, named, facts in cases:
        with pytest.raises(IllegalMove) as caught:
            play.play(card, named)
        assert all(fact in str(caught.value) for fact in facts), caught.value
    play.play("S5")
    with pytest.raises(IllegalMove, match="place 1 may not play H5; legal: S7"):
        play.play("H5")
    with pytest.raises(IllegalMove, match="511 is no move of this order"):
        play.push(511)
    with pytest.raises(SetupError, match="D2 is not in this order"):
        play.play("D2")
    with pytest.raises(IndexError, match=r"suit 4 is not in 0\.\.3"):
        play.play("S7", 4)


# --- equality, copies, pickles --------------------------------------------------------------------------


def test_pickles_and_copies_at_every_ply() -> None:
    """Copies and pickles of every protocol equal the original and go on the same way."""
    for rng, play in random_plays(105, 3 * len(KINDS)):
        while True:
            expected = snapshot(play)
            twins = [play.copy(), copy.copy(play), copy.deepcopy(play)]
            twins += [pickle.loads(pickle.dumps(play, protocol)) for protocol in range(2, 6)]
            for twin in twins:
                assert twin == play
                assert snapshot(twin) == expected
                assert twin.setup == play.setup
            if play.is_over:
                break
            move = rng.choice(play.legal_moves())
            for twin in twins:
                twin.push(move)
                assert twin != play
            play.push(move)
            assert all(twin == play for twin in twins)
            for twin in twins:
                for _ in range(len(twin.history)):
                    twin.pop()


def test_copies_are_independent() -> None:
    """What happens to a copy does not touch the original, and the other way round."""
    for rng, play in random_plays(106, 5 * len(KINDS)):
        play_on(play, rng, rng.randrange(20))
        before = snapshot(play)
        twin = play.copy()
        play_on(twin, rng)
        assert snapshot(play) == before
        third = play.copy()
        while play.history:
            play.pop()
        assert snapshot(third) == before
        assert third.setup is play.setup


def test_equality_looks_at_setup_start_and_history() -> None:
    """Plays that differ in any of the three are different."""
    setup = PlaySetup(NO_TRUMP, SeatOrder.circle(2))
    hands = ["S5 S6 H7", "S7 H5 H6"]
    base = TrickPlay(setup, hands, 0)
    others = [
        TrickPlay(setup, hands, 1),
        TrickPlay(setup, hands[::-1], 0),
        TrickPlay(setup, hands, 0, tricks=[1, 0]),
        TrickPlay(setup, hands, 0, suits_led=[C]),
        TrickPlay(setup, hands, 0, failed=[[], [C]]),
        TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2), joker_lead=JokerLead.ANY_SUIT), hands, 0),
        TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2), limit=H), hands, 0),
    ]
    for other in others:
        assert other != base
        assert base != other
    limited = PlaySetup(NO_TRUMP, SeatOrder.circle(2), limit=H)
    assert TrickPlay(limited, hands, 0) != TrickPlay(limited, hands, 0, broken=True)
    assert TrickPlay(setup, hands, 0) == TrickPlay(setup, hands, 0, broken=True)  # nothing is limited
    assert base != "play"
    # The same cards on the table and in hand, by another order of play.
    left, right = base.copy(), base.copy()
    for card in ("S5", "S7", "H5", "H7"):
        left.play(card)
    for card in ("H7", "H5", "S5", "S7"):
        right.play(card)
    assert [left.hand(place) for place in (0, 1)] == [right.hand(place) for place in (0, 1)]
    assert left != right


def test_repr_shows_turn_tricks_and_hands() -> None:
    """A short text for people."""
    play = TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2)), ["S5 JK", "S7 H5"], 1)
    assert repr(play) == "<TrickPlay turn=1 tricks=(0, 0) hands=['JK S5', 'S7 H5']>"


def copy_seconds(play: TrickPlay) -> float:
    """Best time of many for 2,000 copies."""
    return min(timeit.repeat(play.copy, number=2000, repeat=25))


def test_copy_time_does_not_grow() -> None:
    """A copy at the last ply takes less than twice the time of one at ply 1 (P-13)."""
    rng = random.Random(5)
    cards = list(PACKS["43"])
    rng.shuffle(cards)
    early = TrickPlay(
        PlaySetup(HEARTS, SeatOrder.circle(4)), [cards[10 * k : 10 * k + 10] for k in range(4)], 0
    )
    play_on(early, rng, 1)
    late = early.copy()
    play_on(late, rng, 38)
    assert len(late.history) == 39
    ratio = copy_seconds(late) / copy_seconds(early)
    assert ratio < 2


# --- ends and places that do not exist ------------------------------------------------------------------


def test_finished_play() -> None:
    """Asking at the end gives empty answers; pushing is refused (P-05)."""
    for rng, play in random_plays(107, 5 * len(KINDS)):
        play_on(play, rng)
        assert play.is_over
        assert play.turn is None
        assert play.leader is None
        assert play.legal_moves() == []
        assert play.legal_mask == 0
        assert play.legal_cards == CardSet()
        assert play.joker_suits == ()
        assert play.trick == ()
        assert play.trick_mask == 0
        assert play.led_suit is None
        assert play.best_place is None
        assert sum(play.tricks) == play.tricks_done
        assert divide(play, 3) == {}
        assert perft(play, 0) == perft(play, 1) == perft(play, 5) == 1
        assert play.playout(Stream(1)) == play.tricks
        for move in (0, 5, 63, 64, 511):
            with pytest.raises(IllegalMove, match="all cards are played"):
                play.push(move)
        for place in range(play.setup.seats.places):
            if place in {p for order in play.setup.seats.later for p in order}:
                assert play.hand(place) == CardSet()


def test_places_that_do_not_exist() -> None:
    """Invalid places are an IndexError at every ply, other types a TypeError (P-05)."""
    for rng, play in random_plays(108, len(KINDS)):
        places = play.setup.seats.places
        while True:
            for place in (-1, places, 6, 15, 255, 10**30, -(10**30)):
                for call in (play.hand, play.hand_mask, play.failed):
                    with pytest.raises(IndexError, match=f"place {place} is not in"):
                        call(place)
            for bad in (1.0, "1", None):
                for call in (play.hand, play.hand_mask, play.failed):
                    with pytest.raises(TypeError):
                        call(bad)  # type: ignore[arg-type]
            if play.is_over:
                break
            play.push(rng.choice(play.legal_moves()))


def test_moves_that_do_not_exist() -> None:
    """``card_of`` refuses numbers that are no move, ``move_of`` cards and suits that do not exist (P-05)."""
    play = TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2)), ["S5 JK", "S6 H5"], 0)
    for move in (-1, 43, 63, 512, 1 << 20):
        with pytest.raises(IndexError):
            play.card_of(move)
    for suit in (-1, 4, 7, 10**30):
        with pytest.raises(IndexError, match=f"suit {suit} is not in"):
            play.move_of("JK", suit)
    with pytest.raises(SetupError, match="S2 is not in this order"):
        play.move_of("S2")
    for card in NO_TRUMP.cards:
        for named in (None, S, C, D, H):
            move = play.move_of(card, named)
            assert play.card_of(move) == (card, named)
            assert move == NO_TRUMP.position(card) + (0 if named is None else 64 * (named + 1))


def test_depths_out_of_range() -> None:
    """Counting needs a depth of 0 or more, dividing one of 1 or more."""
    play = TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2)), ["S5 JK", "S6 H5"], 0)
    with pytest.raises(ValueError, match="depth -1 is negative"):
        perft(play, -1)
    for depth in (0, -1):
        with pytest.raises(ValueError, match=f"depth {depth} is below 1"):
            divide(play, depth)
    for function in (perft, divide):
        with pytest.raises(TypeError):
            function(None, 1)  # type: ignore[arg-type]
    assert perft(play, 1) == sum(divide(play, 1).values()) == len(play.legal_moves()) == 5
    assert perft(play, 50) == perft(play, 4)
