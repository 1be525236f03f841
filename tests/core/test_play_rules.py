"""TrickPlay: first cards and limits, seats, the free joker, positions built in the middle, playing out."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from cardcore import (
    Card,
    CardOrder,
    CardSet,
    IllegalMove,
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlaySetup,
    SeatOrder,
    Stream,
    TrickPlay,
    perft,
)
from core.random_hands import KINDS
from core.snapshots import play_on, random_plays, snapshot
from oracle.packs import PACKS, SUITS, five_hundred_suits

SUITS_43 = five_hundred_suits(PACKS["43"], None, None)[0]
NO_TRUMP = CardOrder(SUITS_43.values(), free_joker="JK")
HEARTS = CardOrder(five_hundred_suits(PACKS["43"], "H", None)[0].values(), trump=3)
S, C, D, H = range(4)


# --- first card and limits ------------------------------------------------------------------------------


def test_first_card() -> None:
    """CS-PLAY-7: its holder must open with it if he leads the first trick, and only then."""
    order = CardOrder(SUITS_43.values())
    setup = PlaySetup(order, SeatOrder.circle(3), first_card="C5")
    hands = ["C5 C6 SA", "C7 C8 S5", "C9 H4 H5"]
    play = TrickPlay(setup, hands, 0)
    assert play.legal_cards == CardSet("C5")
    with pytest.raises(IllegalMove, match="place 0 may not play C6; legal: C5"):
        play.play("C6")
    play.play("C5")
    assert play.legal_cards == CardSet("C7 C8")
    play.pop()
    assert play.legal_cards == CardSet("C5")
    assert TrickPlay(setup, hands, 1).legal_cards == CardSet("C7 C8 S5")
    assert TrickPlay(setup, hands, 0, tricks=[0, 0, 1]).legal_cards == CardSet("C5 C6 SA")


def test_first_card_of_a_limited_suit() -> None:
    """The opening card comes before the limit."""
    setup = PlaySetup(CardOrder(SUITS_43.values(), trump=S), SeatOrder.circle(2), limit=S, first_card="S5")
    play = TrickPlay(setup, ["S5 H4", "S6 H5"], 0)
    assert play.legal_cards == CardSet("S5")
    play.play("S5")
    assert play.is_broken


def test_limit() -> None:
    """CS-PLAY-3, CS-PLAY-4: spades wait until one has been played, or until nothing else is held."""
    setup = PlaySetup(CardOrder(SUITS_43.values(), trump=S), SeatOrder.circle(2), limit=S)
    play = TrickPlay(setup, ["S5 S6 H4 H5", "S7 C5 C6 H6"], 0)
    assert not play.is_broken
    assert play.legal_cards == CardSet("H4 H5")
    play.play("H5")
    play.play("H6")
    assert play.turn == 1
    assert play.legal_cards == CardSet("C5 C6")
    play.play("C5")
    play.play("S5")
    assert play.is_broken
    assert play.turn == 0
    assert play.legal_cards == CardSet("S6 H4")
    play.pop()
    assert not play.is_broken
    only = TrickPlay(setup, ["S5 S6", "S7 H6"], 0)
    assert only.legal_cards == CardSet("S5 S6")
    only.play("S5")
    assert only.is_broken
    assert TrickPlay(setup, ["S5 H4", "S6 H5"], 0, broken=True).legal_cards == CardSet("S5 H4")
    assert TrickPlay(PlaySetup(HEARTS, SeatOrder.circle(2)), ["S5", "S6"], 0).is_broken


# --- seats ----------------------------------------------------------------------------------------------


def test_sitting_out() -> None:
    """FH-MIS-2: the partner is passed over, its cards stay where they are."""
    setup = PlaySetup(NO_TRUMP, SeatOrder.circle(4, out=[2]))
    play = TrickPlay(setup, ["S5 H4", "S6 H5", "SA HA", "S7 H6"], 0)
    turns = []
    while not play.is_over:
        turns.append(play.turn)
        play.push(play.legal_moves()[-1])
    assert turns == [0, 1, 3, 3, 0, 1]
    assert play.tricks == (0, 0, 0, 2)
    assert play.hand(2) == CardSet("SA HA")
    assert play.failed(2) == ()


def test_skip_first() -> None:
    """A place with a card less takes no part in the first trick and plays all others."""
    setup = PlaySetup(HEARTS, SeatOrder.circle(3, skip_first=[1]))
    play = TrickPlay(setup, ["S5 D4", "D5", "S6 D6"], 2)
    play.play("S6")
    assert play.turn == 0
    play.play("S5")
    assert play.tricks == (0, 0, 1)
    turns = []
    while not play.is_over:
        turns.append(play.turn)
        play.push(play.legal_moves()[0])
    assert turns == [2, 0, 1]
    assert play.tricks == (0, 0, 2)


def test_two_tables() -> None:
    """FH-P2-4 to FH-P2-6: four cards to a trick; what lay beneath turns up when the trick is over."""
    setup = PlaySetup(NO_TRUMP, SeatOrder.two_tables(), under=[(2, "S7", "H10"), (3, "S8", "HA")])
    play = TrickPlay(setup, ["S5 H4", "S6 H5", "S7", "S8"], 0)
    start = snapshot(play)
    for card in ("S5", "S6", "S7"):
        play.play(card)
    assert play.hand(2) == CardSet()
    assert play.turn == 3
    before = snapshot(play)
    play.play("S8")
    assert play.hand(2) == CardSet("H10")
    assert play.hand(3) == CardSet("HA")
    assert play.turn == play.leader == 3
    assert play.legal_cards == CardSet("HA")
    play.pop()
    assert snapshot(play) == before
    assert play.hand(3) == CardSet("S8")
    play.play("S8")
    order = []
    while not play.is_over:
        order.append(play.turn)
        play.push(play.legal_moves()[0])
    assert order == [3, 2, 1, 0]
    assert play.tricks == (0, 0, 0, 2)
    while play.history:
        play.pop()
    assert snapshot(play) == start


# --- the free joker -------------------------------------------------------------------------------------


def joker_play(
    hands: list[str], leader: int = 0, *, options: dict[str, Any] | None = None, **start: Any
) -> TrickPlay:
    """A no-trump position of two places with a suitless joker."""
    return TrickPlay(PlaySetup(NO_TRUMP, SeatOrder.circle(2), **(options or {})), hands, leader, **start)


def test_joker_lead_names_an_unled_suit() -> None:
    """FH-JOK-8, FH-JOK-9, FH-JOK-10: only suits not yet led; the last trick names none."""
    play = joker_play(["S5 S6 JK", "S7 H5 H6"], suits_led=[C, D], tricks=[1, 1])
    assert play.joker_suits == (S, H)
    joker = NO_TRUMP.position("JK")
    assert play.legal_moves() == [0, 1, joker + 64, joker + 64 * 4]
    play.play("JK", H)
    assert play.led_suit == H
    assert play.suits_led == (C, D, H)
    assert play.legal_cards == CardSet("H5 H6")
    play.play("H6")
    assert play.tricks == (2, 1)
    assert joker_play(["S5 JK", "S7 H5"], suits_led=[S, C, D, H]).legal_cards == CardSet("S5")
    last = joker_play(["JK", "H5"], suits_led=[S])
    assert last.joker_suits == ()
    assert last.legal_moves() == [joker]
    with pytest.raises(IllegalMove, match=r"JK naming suit 3; suits it may name: \[\]"):
        last.play("JK", H)
    last.play("JK")
    assert last.led_suit is None
    assert last.legal_cards == CardSet("H5")
    last.play("H5")
    assert last.tricks == (1, 0)
    assert last.suits_led == (S,)


def test_joker_lead_policies() -> None:
    """FH-JOK-11: only to the last trick, or naming any suit."""
    options = {"joker_lead": JokerLead.LAST_TRICK_ONLY}
    assert joker_play(["S5 JK", "S7 H5"], options=options).legal_cards == CardSet("S5")
    assert joker_play(["JK", "S7"], options=options).legal_cards == CardSet("JK")
    options = {"joker_lead": JokerLead.ANY_SUIT}
    assert joker_play(["S5 JK", "S7 H5"], options=options, suits_led=[S, H]).joker_suits == (S, C, D, H)
    both: dict[str, Any] = {**options, "joker_follow": JokerFollow.FIRST_OR_LAST}
    assert joker_play(["S5 JK", "S7 H5"], options=both, suits_led=[S, H]).joker_suits == (C, D)


def test_joker_follow_policies() -> None:
    """FH-JOK-5, FH-JOK-6, FH-JOK-11: when void; or on a suit led for the first time."""
    hands = ["S5 S6 H4", "S7 H5 JK"]
    play = joker_play(hands)
    play.play("S5")
    assert play.legal_cards == CardSet("S7")
    first = joker_play(hands, options={"joker_follow": JokerFollow.FIRST_OR_LAST})
    first.play("S5")
    assert first.legal_cards == CardSet("S7 JK")
    first.play("S7")
    first.play("H5")
    first.play("H4")
    again = joker_play(hands, options={"joker_follow": JokerFollow.FIRST_OR_LAST}, suits_led=[S])
    again.play("S5")
    assert again.legal_cards == CardSet("S7")
    void = joker_play(["S5 S6", "H5 JK"], options={"joker_follow": JokerFollow.FIRST_OR_LAST})
    void.play("S5")
    assert void.legal_cards == CardSet("H5 JK")
    failed = joker_play(
        ["S5 S6", "H5 JK"],
        options={"joker_follow": JokerFollow.FIRST_OR_LAST},
        failed=[[], [S]],
        suits_led=[S],
    )
    failed.play("S5")
    assert failed.legal_cards == CardSet("H5")


def test_joker_void_policies() -> None:
    """FH-JOK-6, FH-JOK-7: when void, the joker may or must be played; it wins."""
    may = joker_play(["S5 S6", "H5 JK"])
    may.play("S6")
    assert may.legal_cards == CardSet("H5 JK")
    assert may.failed(1) == ()
    must = joker_play(["S5 S6", "H5 JK"], options={"joker_void": JokerVoid.MUST})
    must.play("S6")
    assert must.legal_cards == CardSet("JK")
    must.play("JK")
    assert must.tricks == (0, 1)
    assert must.failed(1) == (S,)
    must.pop()
    assert must.failed(1) == ()


# --- positions in the middle ----------------------------------------------------------------------------


def test_positions_built_in_the_middle() -> None:
    """At every trick, a position built from hands, tricks, suits led and failures plays on the same way."""
    for rng, play in random_plays(109, 20 * len(KINDS)):
        places = range(play.setup.seats.places)
        while not play.is_over:
            if play.history and not play.trick:
                assert play.leader is not None
                built = TrickPlay(
                    play.setup,
                    [play.hand(place) for place in places],
                    play.leader,
                    tricks=play.tricks,
                    suits_led=play.suits_led,
                    failed=[play.failed(place) for place in places],
                    broken=play.is_broken,
                )
                assert built.history == ()
                assert pickle.loads(pickle.dumps(built)) == built
                line = play.copy()
                fork = random.Random(rng.random())
                while not line.is_over:
                    # The snapshots differ in history and hash only.
                    assert snapshot(built)[:-3] == snapshot(line)[:-3]
                    move = fork.choice(line.legal_moves())
                    line.push(move)
                    built.push(move)
                    if len(line.history) > len(play.history) + 12:
                        break
                assert snapshot(built)[:-3] == snapshot(line)[:-3]
            play.push(rng.choice(play.legal_moves()))


def test_history_and_trick() -> None:
    """Moves oldest first; the cards on the table with their places."""
    play = TrickPlay(PlaySetup(HEARTS, SeatOrder.circle(3)), ["S5 DJ", "S6 HJ", "H4 JK"], 1)
    moves = [play.move_of(card) for card in ("S6", "H4", "S5", "JK", "DJ", "HJ")]
    for at, move in enumerate(moves):
        assert play.history == tuple(moves[:at])
        play.push(move)
        if at == 1:
            assert play.trick == ((1, Card.S6), (2, Card.H4))
            assert play.trick_mask == HEARTS.to_mask("S6 H4")
            assert play.best_place == 2
            assert play.led_suit == S
    assert play.history == tuple(moves)
    assert play.tricks == (0, 0, 2)
    assert play.suits_led == (S, H)
    assert play.failed(2) == (S,)


# --- playing out ----------------------------------------------------------------------------------------


def test_playout_changes_nothing_here() -> None:
    """The position stays as it is; the stream moves on; the same stream gives the same result."""
    for rng, play in random_plays(110, 10 * len(KINDS)):
        play_on(play, rng, rng.randrange(15))
        before = snapshot(play)
        twin = play.copy()
        stream = Stream(7, number=rng.randrange(1000))
        start = stream.copy()
        found = play.playout(stream)
        assert snapshot(play) == before
        assert play == twin
        assert play.playout(start) == found
        assert start == stream
        assert len(found) == play.setup.seats.places
        assert all(now >= then for now, then in zip(found, play.tricks, strict=True))
        rest = play.copy()
        play_on(rest, rng)
        assert sum(found) == rest.tricks_done
    with pytest.raises(TypeError):
        twin.playout(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        twin.playout(5)  # type: ignore[arg-type]


def plies_left(play: TrickPlay) -> int:
    """Number of cards still to be played, those beneath others included."""
    copied = play.copy()
    before = len(copied.history)
    play_on(copied, random.Random(0))
    return len(copied.history) - before


def distribution(play: TrickPlay) -> dict[tuple[int, ...], float]:
    """Exact chances of every result if cards, and then suits named, are drawn uniformly."""
    if play.is_over:
        return {play.tricks: 1.0}
    chances: dict[tuple[int, ...], float] = {}
    moves = play.legal_moves()
    cards = [move & 63 for move in moves]
    for move, card in zip(moves, cards, strict=True):
        weight = 1 / len(set(cards)) / cards.count(card)
        play.push(move)
        for result, chance in distribution(play).items():
            chances[result] = chances.get(result, 0.0) + weight * chance
        play.pop()
    return chances


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[kind.__name__ for kind in KINDS])
def test_playout_is_uniform(kind: int, build: str) -> None:
    """Results of 4,000 playouts from each of four endings fit the exact chances, chi-square (P-09)."""
    tested = 0
    for number, (rng, play) in enumerate(random_plays(111, 100 * len(KINDS))):
        if number % len(KINDS) != kind or tested == 4:
            continue
        while plies_left(play) > 8 or perft(play, 50) > 400:
            play.push(rng.choice(play.legal_moves()))
        exact = distribution(play)
        if len(exact) < 2:
            continue
        tested += 1
        stream = Stream(99, number=number)
        count = 4000
        found: dict[tuple[int, ...], int] = {}
        for _ in range(count):
            result = play.playout(stream)
            found[result] = found.get(result, 0) + 1
        assert found.keys() <= exact.keys()
        likely = [result for result in exact if exact[result] * count >= 5]
        statistic = sum(
            (found.get(result, 0) - exact[result] * count) ** 2 / (exact[result] * count) for result in likely
        )
        freedom = max(1, len(likely) - 1)
        assert statistic < freedom + 5 * (2 * freedom) ** 0.5, (found, exact)
    assert tested == 4


def test_suit_letters() -> None:
    """The numbers of suits used above are those of the letters."""
    assert [SUITS[suit] for suit in (S, C, D, H)] == ["S", "C", "D", "H"]
