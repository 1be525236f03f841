"""redeal, redeal_rows: the same moves with other hidden cards, against building the play anew and playing."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import (
    CardOrder,
    IllegalMove,
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlaySetup,
    Sampler,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    redeal,
    redeal_rows,
)
from core.random_hands import KINDS
from core.snapshots import play_on, random_plays, snapshot

TABLES = ("two_tables", "forced_joker")
"""The kinds of random hands in which cards lie under others."""


def hands_of(play: TrickPlay) -> list[int]:
    """The hands as masks."""
    return [play.hand_mask(place) for place in range(play.setup.seats.places)]


def bits(mask: int) -> list[int]:
    """The bits of a mask, lowest first."""
    return [1 << k for k in range(mask.bit_length()) if mask >> k & 1]


class Past:
    """What a play was built from, to build it again with other cards."""

    def __init__(self, play: TrickPlay) -> None:
        assert play.history == ()
        self.setup = play.setup
        self.leader = 0 if play.leader is None else play.leader
        self.known: dict[str, Any] = {
            "tricks": play.tricks,
            "suits_led": play.suits_led,
            "failed": [play.failed(place) for place in range(play.setup.seats.places)],
            "broken": play.is_broken and play.setup.limit is not None,
        }

    def play(self, hands: Sequence[int]) -> TrickPlay:
        """Build the play with these hands."""
        return TrickPlay(
            self.setup, [self.setup.order.to_cards(mask) for mask in hands], self.leader, **self.known
        )

    def again(self, hands: Sequence[int], owners: Sequence[int], moves: Sequence[int]) -> TrickPlay | int:
        """The hands now, who played each move, and the moves: the play, or the first move that is illegal."""
        whole = list(hands)
        for place, move in zip(owners, moves, strict=True):
            whole[place] |= 1 << (move & 63)
        made = self.play(whole)
        for number, move in enumerate(moves):
            try:
                made.push(move)
            except IllegalMove:
                return number
        return made


def owners_of(play: TrickPlay) -> list[int]:
    """Which place made each move of the history."""
    twin, owners = play.copy(), []
    while twin.history:
        twin.pop()
        assert twin.turn is not None
        owners.append(twin.turn)
    return owners[::-1]


def other_hands(rng: random.Random, play: TrickPlay) -> list[int]:
    """The hidden cards elsewhere: shuffled, a few of them swapped, or one hand left alone; sizes kept."""
    hands = hands_of(play)
    unseen = play.order.to_mask(play.order.cards)
    for move in play.history:
        unseen &= ~(1 << (move & 63))
    aside = bits(unseen & ~sum(hands))  # such as a kitty
    if rng.random() < 0.4:
        for _ in range(rng.randint(0, 3)):
            rows = [bits(hand) for hand in [*hands, sum(aside)]]
            filled = [k for k, row in enumerate(rows) if row]
            if len(filled) < 2:
                break
            one, two = rng.sample(filled, 2)
            change = rng.choice(rows[one]) | rng.choice(rows[two])
            for k in (one, two):
                if k < len(hands):
                    hands[k] ^= change
            if len(hands) in (one, two):
                aside = bits(sum(aside) ^ change)
        return hands
    kept = rng.randrange(len(hands)) if rng.random() < 0.5 else -1
    loose = bits(sum([hand for place, hand in enumerate(hands) if place != kept]))
    if rng.random() < 0.5:
        loose += aside
    rng.shuffle(loose)
    for place, hand in enumerate(hands):
        if place != kept:
            size = hand.bit_count()
            hands[place], loose = sum(loose[:size]), loose[size:]
    return hands


def check_same(made: TrickPlay, expected: TrickPlay, rng: random.Random) -> None:
    """Equal, and equal on every ply back and forth, to the end."""
    assert made == expected
    assert hash(made) == hash(expected)
    assert snapshot(made) == snapshot(expected)
    assert pickle.loads(pickle.dumps(made)) == expected
    if not made.is_over:
        assert made.playout(Stream(3)) == expected.playout(Stream(3))
    back, mirror = made.copy(), expected.copy()
    while mirror.history:
        assert back.pop() == mirror.pop()
        assert snapshot(back) == snapshot(mirror)
    with pytest.raises(IndexError):
        back.pop()
    while not expected.is_over:
        move = rng.choice(expected.legal_moves())
        made.push(move)
        expected.push(move)
        assert snapshot(made) == snapshot(expected)
    assert made.is_over


def check_random(chunk: int, rounds: int) -> Counter[str]:
    """Redeal random plays of every kind, from the start and from later; count what came out by kind."""
    seen: Counter[str] = Counter()
    for number, (rng, play) in enumerate(random_plays(chunk, rounds * len(KINDS))):
        kind = KINDS[number % len(KINDS)].__name__
        if rng.random() < 0.3 and kind not in TABLES:  # a play that is built in its middle
            play_on(play, rng, rng.randint(1, 20))
            while not play.is_over and play.trick_mask:
                play.push(rng.choice(play.legal_moves()))
            if not play.is_over and play.tricks_done:
                play = Past(play_anew(play)).play(hands_of(play))
                kind_of_start = "late"
            else:
                continue
        else:
            kind_of_start = "start"
        past = Past(play)
        play_on(play, rng, rng.choice([0, 1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 100]))
        if play.setup.under:
            before = snapshot(play)
            with pytest.raises(SetupError, match="cards lie under others"):
                redeal(play, hands_of(play))
            assert snapshot(play) == before
            seen[f"{kind} refused"] += 1
            continue
        before, owners = snapshot(play), owners_of(play)
        check_same(redeal(play, hands_of(play)), play.copy(), rng)
        for _ in range(4):
            hands = other_hands(rng, play)
            expected = past.again(hands, owners, play.history)
            if isinstance(expected, int):
                card = play.card_of(play.history[expected])[0]
                text = f"place {owners[expected]} could not have played {card} as card {expected + 1}$"
                with pytest.raises(SetupError, match=text):
                    redeal(play, hands)
                seen[f"{kind} refused"] += 1
            else:
                made = redeal(play, hands)
                assert made is not play
                assert made.setup is play.setup
                assert hands_of(made) == hands
                assert made.history == play.history
                check_same(made, expected, rng)
                seen[f"{kind} made"] += 1
                seen[f"{kind_of_start} made"] += 1
            assert snapshot(play) == before
        twin = play.copy()
        while twin.history:
            twin.pop()
        assert snapshot(twin) == snapshot(past.play(hands_of(twin)))
    return seen


def play_anew(play: TrickPlay) -> TrickPlay:
    """The same position without its history."""
    places = range(play.setup.seats.places)
    assert play.leader is not None
    return TrickPlay(
        play.setup,
        [play.hand(place) for place in places],
        play.leader,
        tricks=play.tricks,
        suits_led=play.suits_led,
        failed=[play.failed(place) for place in places],
        broken=play.is_broken and play.setup.limit is not None,
    )


def check_seen(seen: Counter[str], least: int) -> None:
    """Every kind was accepted and refused often enough."""
    for kind in KINDS:
        name = kind.__name__
        assert seen[f"{name} refused"] >= least, seen
        if name not in TABLES:
            assert seen[f"{name} made"] >= least, seen
    assert min(seen["late made"], seen["start made"]) >= least, seen


def test_random_plays() -> None:
    """Every kind of contract against building the play with the new hands and making the moves again."""
    check_seen(check_random(400, 40), 10)


@pytest.mark.slow
def test_more_random_plays() -> None:
    """The same for thousands of plays."""
    check_seen(check_random(401, 1_500), 250)


# --- single cases -------------------------------------------------------------------------------------------

S, H = range(2)
ORDER = CardOrder(["S2 S3 S4 S5 S6", "H2 H3 H4 H5 H6"], trump=S)
TWO = SeatOrder.circle(2)
SETUP = PlaySetup(ORDER, TWO)


def masks(order: CardOrder, hands: Sequence[str]) -> list[int]:
    """Hands in words as masks."""
    return [order.to_mask(hand) for hand in hands]


def started(setup: PlaySetup, hands: Sequence[str], leader: int, cards: str, **known: Any) -> TrickPlay:
    """A play after some cards."""
    play = TrickPlay(setup, hands, leader, **known)
    for card in cards.split():
        play.play(card)
    return play


def check(play: TrickPlay, hands: Sequence[str], card: int | None) -> None:
    """Redeal works, or fails at a card of the history, counted from 1; `play` stays as it is."""
    before = snapshot(play)
    past = play.copy()
    while past.history:
        past.pop()
    expected = Past(past).again(masks(play.order, hands), owners_of(play), play.history)
    if card is None:
        assert redeal(play, masks(play.order, hands)) == expected
    else:
        assert expected == card - 1
        with pytest.raises(SetupError, match=f"could not have played .* as card {card}$"):
            redeal(play, masks(play.order, hands))
    assert snapshot(play) == before


def test_suits_must_be_followed() -> None:
    """A place that has not followed has none of the suit."""
    play = started(SETUP, ["S2 S5 H2 H5", "H3 H4 S3 S4"], 0, "H5 H3 H2 H4")
    check(play, ["S2 S5", "S3 S4"], None)
    check(play, ["S3 S4", "S2 S5"], None)
    check(play, ["S2 S6", "H6 S3"], None)
    play = started(SETUP, ["S2 S5 H2 H6", "S3 S4 S6 H5"], 0, "H6 H5 H2 S3")
    check(play, ["S2 S6", "S4 S5"], None)
    check(play, ["S2 H3", "S4 S6"], None)
    check(play, ["S2 S5", "S4 H3"], 4)
    check(play, ["S2 S5", "H4 H3"], 4)


def test_a_limited_suit_is_not_led_while_there_is_another() -> None:
    """Spades led before they are broken: the leader has nothing else."""
    setup = PlaySetup(ORDER, TWO, limit=S)
    play = started(setup, ["S2 S5 S4", "H3 H4 S3"], 0, "S5 S3")
    check(play, ["S2 S4", "H3 H4"], None)
    check(play, ["S6 S4", "H6 H2"], None)
    check(play, ["S2 H5", "H3 H4"], 1)
    broken = started(setup, ["S2 S5 S4", "H3 H4 S3"], 0, "S5 S3", broken=True)
    check(broken, ["S2 H5", "H3 H4"], None)
    after = started(setup, ["H2 S5 S4", "S2 S3 S6"], 0, "H2 S2 S3 S4")
    check(after, ["S5", "S6"], None)
    check(after, ["H3", "S6"], None)
    check(after, ["S6", "H6"], 2)  # could have followed
    check(after, ["S6", "S5"], None)


@pytest.mark.parametrize("limit", [None, H])
def test_the_first_card_must_be_led(limit: int | None) -> None:
    """Who led another card does not hold it; whoever did not lead may."""
    setup = PlaySetup(ORDER, TWO, first_card="H2", limit=limit)
    led = started(setup, ["H2 H5 S4", "H3 H4 S3"], 0, "H2 H3")
    check(led, ["H5 S4", "H4 S3"], None)
    check(led, ["S2 S4", "H4 H5"], None)
    other = started(setup, ["H5 S4 S6" if limit is None else "H5 H6 H3", "H2 H4 S3"], 0, "H5 H4")
    hands = ["S4 S6", "H2 S3"] if limit is None else ["H6 H3", "H2 S3"]
    check(other, hands, None)
    check(other, ["H2 H6", hands[1].replace("H2", "S5")], 1)
    check(other, [hands[0], hands[1].replace("H2", "S5")], None)  # in nobody's hand
    late = started(setup, ["H5 H6", "H2 S3"], 0, "H5 H2", tricks=[1, 0])
    check(late, ["H4", "S3"], None)
    later = started(setup, ["H5 H6", "H3 S3"], 0, "H5 H3", tricks=[1, 0])
    check(later, ["H2", "S3"], None)  # the first trick is long over


def test_the_first_card_at_the_start() -> None:
    """Before the first lead, the card to be led is that of the new hands."""
    setup = PlaySetup(ORDER, TWO, first_card="H2")
    play = TrickPlay(setup, ["H2 H5", "S2 S3"], 0)
    assert str(play.legal_cards) == "H2"
    made = redeal(play, masks(ORDER, ["H3 H5", "S2 H2"]))
    assert made == TrickPlay(setup, ["H3 H5", "S2 H2"], 0)
    assert made.legal_mask == ORDER.to_mask("H3 H5")
    back = redeal(made, masks(ORDER, ["H2 H5", "S2 S3"]))
    assert (back, back.legal_mask) == (play, ORDER.to_mask("H2"))


def test_a_place_that_sits_out() -> None:
    """Its cards are hidden cards like others, as many as before, and never played."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3, out=[1]))
    play = started(setup, ["S2 H5", "S6 H6 H4", "S3 H2"], 0, "H5 H2")
    check(play, ["S2", "S6 H6 H4", "S3"], None)
    check(play, ["S6", "S2 H6 H4", "S3"], None)
    check(play, ["H3", "S2 S3 S4", "S5"], None)
    with pytest.raises(SetupError, match="place 1 holds 3 cards, not 2"):
        redeal(play, masks(ORDER, ["S2", "S6 H6", "S3"]))
    with pytest.raises(SetupError, match="stands in two hands"):
        redeal(play, masks(ORDER, ["S2", "S2 S6 H6", "S3"]))
    with pytest.raises(SetupError, match="has been played"):
        redeal(play, masks(ORDER, ["S2", "H5 S6 H6", "S3"]))
    empty = started(setup, ["S2 H5", "", "S3 H2"], 0, "H5 H2")
    check(empty, ["S4", "", "S6"], None)


def test_a_place_that_skips_the_first_trick() -> None:
    """It has a card less at first; the sizes of the hands stay what they are."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3, skip_first=[2]))
    hands = ["S2 H5 H2", "S6 S3 H6", "S4 H3"]
    play = started(setup, hands, 0, "H5 H6")
    check(play, ["S2 H2", "S3 S6", "S4 H3"], None)
    check(play, ["S2 S4", "S3 S6", "H2 H3"], None)
    check(TrickPlay(setup, hands, 1), ["S5 H4 H2", "S6 S3 H3", "S4 H6"], None)
    with pytest.raises(SetupError, match="place 2 holds 2 cards, not 3"):
        redeal(play, masks(ORDER, ["S2 H2", "S3 S6", "S4 H3 H4"]))
    later = started(setup, hands, 0, "H5 H6 S6 S4 S2")
    check(later, ["H4", "S5", "H3"], None)
    check(later, ["H2", "H4", "S3"], None)
    check(later, ["H2", "H3", "H4"], None)


JOKER = CardOrder(["S2 S3 S4 S5 S6", "H2 H3 H4 H5 H6"], free_joker="JK")


@pytest.mark.parametrize("lead", list(JokerLead.__members__.values()))
@pytest.mark.parametrize("follow", list(JokerFollow.__members__.values()))
@pytest.mark.parametrize("void", list(JokerVoid.__members__.values()))
def test_the_free_joker(lead: JokerLead, follow: JokerFollow, void: JokerVoid) -> None:
    """Every policy: who holds the joker, and when it was played, against playing it all again."""
    setup = PlaySetup(JOKER, TWO, joker_lead=lead, joker_follow=follow, joker_void=void)
    cards = ["S2", "S3", "S4", "H2", "H3", "H4", "JK"]
    seen: Counter[bool] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        deal = rng.sample(cards, 6)
        play = TrickPlay(setup, [deal[:3], deal[3:]], rng.randrange(2))
        past = Past(play)
        play_on(play, rng, rng.randint(1, 5))
        hands, owners, before = hands_of(play), owners_of(play), snapshot(play)
        loose = bits(JOKER.to_mask(cards) & ~sum([1 << (move & 63) for move in play.history]))
        for _ in range(6):
            rng.shuffle(loose)
            size = hands[0].bit_count()
            other = [sum(loose[:size]), sum(loose[size : size + hands[1].bit_count()])]
            expected = past.again(other, owners, play.history)
            seen[isinstance(expected, TrickPlay)] += 1
            if isinstance(expected, TrickPlay):
                check_same(redeal(play, other), expected, rng)
            else:
                with pytest.raises(SetupError, match=f"as card {expected + 1}$"):
                    redeal(play, other)
            assert snapshot(play) == before
    assert min(seen.values()) >= 5


def test_a_suit_named_with_the_joker_stays_named() -> None:
    """The suit named is part of the move."""
    setup = PlaySetup(JOKER, TWO)
    play = TrickPlay(setup, ["JK S2 H2", "H3 H4 S4"], 0)
    play.play("JK", H)
    play.play("H4")
    made = redeal(play, masks(JOKER, ["S2 S3", "S4 H3"]))
    assert made.history == play.history
    assert (made.suits_led, made.led_suit) == ((H,), None)
    check(play, ["S2 H6", "S5 S6"], None)
    void = TrickPlay(setup, ["JK S2 H2", "S3 S4 S5"], 0)
    void.play("JK", H)
    void.play("S4")
    check(void, ["S2 H2", "S3 S6"], None)
    check(void, ["S2 S3", "S5 H2"], 2)


def test_the_last_trick() -> None:
    """The joker led to the last trick names nothing; finished plays have nothing left to deal."""
    play = TrickPlay(PlaySetup(JOKER, TWO), ["JK S6", "S3 H3"], 0)
    for card in ("S6", "S3", "JK"):
        play.play(card)
    check(play, ["", "H3"], None)
    check(play, ["", "S2"], None)
    play.play("H3")
    assert play.is_over
    check(play, ["", ""], None)
    with pytest.raises(SetupError, match="place 1 holds 0 cards, not 1"):
        redeal(play, masks(JOKER, ["", "H3"]))


def test_plays_without_cards() -> None:
    """An empty play, and one that __init__ has never seen."""
    play = TrickPlay(SETUP, ["", ""], 0)
    assert redeal(play, [0, 0]) == play
    bare = TrickPlay.__new__(TrickPlay)
    assert redeal(bare, [0, 0]) == bare
    for hands in ([1, 2], [0], [0, 0, 0]):
        with pytest.raises(SetupError):
            redeal(bare, hands)


# --- refusals -----------------------------------------------------------------------------------------------


def beginning() -> TrickPlay:
    """Four cards into a play, in the middle of a trick of three."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3))
    return started(setup, ["S2 H5 H2", "S3 H6 H3", "S4 S5 H4"], 0, "H5 H6 H4 H3")


FINE = ["S2 H2", "S3", "S4 S5"]


@pytest.mark.parametrize(
    ("change", "error", "facts"),
    [
        (lambda hands: [hands[0], hands[1], hands[0]], SetupError, "S2.* stands in two hands"),
        (
            lambda hands: [hands[0], hands[1], hands[1] | ORDER.to_mask("S5")],
            SetupError,
            "S3.* stands in two",
        ),
        (lambda hands: [hands[0], 0, hands[2]], SetupError, "place 1 holds 1 cards, not 0"),
        (lambda hands: [0, hands[1], hands[2]], SetupError, "place 0 holds 2 cards, not 0"),
        (lambda hands: [hands[0], hands[1], hands[2] | 1 << 9], SetupError, "place 2 holds 2 cards, not 3"),
        (lambda hands: [hands[1], hands[0], hands[2]], SetupError, "place 0 holds 2 cards, not 1"),
        (lambda hands: [hands[0], ORDER.to_mask("H5"), hands[2]], SetupError, "H5.* has been played"),
        (lambda hands: [hands[0], ORDER.to_mask("H3"), hands[2]], SetupError, "H3.* has been played"),
        (lambda hands: [ORDER.to_mask("S2 H4"), hands[1], hands[2]], SetupError, "H4.* has been played"),
        (lambda hands: hands[:2], SetupError, "3 hands are needed, got 2"),
        (lambda hands: [], SetupError, "3 hands are needed, got 0"),
        (lambda hands: [*hands, 0], SetupError, "3 hands are needed, got 4"),
        (lambda hands: [*hands, *hands] * 1_000, SetupError, "3 hands are needed, got 6000"),
        (lambda hands: [-1, hands[1], hands[2]], SetupError, "bits beyond the 10 cards"),
        (lambda hands: [hands[0], 1 << 10, hands[2]], SetupError, "bits beyond the 10 cards"),
        (lambda hands: [hands[0], 1 << 63, hands[2]], SetupError, "bits beyond"),
        (lambda hands: [hands[0], 1 << 64 | hands[1], hands[2]], SetupError, "bits beyond"),
        (lambda hands: [hands[0], 1 << 5_000, hands[2]], SetupError, "bits beyond"),
        (lambda hands: [hands[0], -(1 << 64) + hands[1], hands[2]], SetupError, "bits beyond"),
        (lambda hands: [*hands[:2], None], TypeError, "object"),
        (lambda hands: [*hands[:2], float(hands[2])], TypeError, "object"),
        (lambda hands: [*hands[:2], "S4 S5"], TypeError, "object"),
        (lambda hands: [ORDER.to_cards(hand) for hand in hands], TypeError, "object"),
        (lambda hands: None, TypeError, "object"),
        (lambda hands: hands[0], TypeError, "object"),
        (lambda hands: FINE, TypeError, "object"),
    ],
)
def test_refusals(change: Callable[[list[int]], Any], error: type[Exception], facts: str) -> None:
    """Hands that cannot be, and what are no hands: an error that says why, and the play is as it was."""
    play = beginning()
    before, twin = snapshot(play), play.copy()
    with pytest.raises(error, match=facts):
        redeal(play, change(masks(ORDER, FINE)))
    assert snapshot(play) == before
    assert play == twin
    assert redeal(play, masks(ORDER, FINE)) == play
    while twin.history:
        assert play.pop() == twin.pop()
        assert snapshot(play) == snapshot(twin)


def test_illegal_past_moves_are_named() -> None:
    """Place, card and number of the move; the play is as it was."""
    play = started(SETUP, ["S2 S5 H2 H6", "S3 S4 S6 H5"], 0, "H6 H5 H2 S3")
    before = snapshot(play)
    with pytest.raises(SetupError) as caught:
        redeal(play, masks(ORDER, ["S2 S5", "S4 H3"]))
    assert str(caught.value) == "place 1 could not have played S3 as card 4"
    assert snapshot(play) == before


def test_cards_under_others() -> None:
    """Where cards lie under others there is no redeal, whatever the hands."""
    setup = PlaySetup(ORDER, TWO, under=[(0, "S2", "S6")])
    play = TrickPlay(setup, ["S2", "S3 S4"], 0)
    before = snapshot(play)
    for hands in (hands_of(play), [0, 0], [], [-1, 2**70]):
        with pytest.raises(SetupError, match="cards lie under others"):
            redeal(play, hands)
    assert snapshot(play) == before


def test_wrong_plays() -> None:
    """Only a TrickPlay is redealt."""
    call: Any = redeal
    for play in (None, 1, "play", SETUP, ORDER, object()):
        with pytest.raises(TypeError):
            call(play, [0, 0])
    with pytest.raises(TypeError):
        call(beginning())


class Number:
    """Something with an index of its own."""

    def __init__(self, answer: Callable[[], int]) -> None:
        self.answer = answer

    def __index__(self) -> int:
        return self.answer()


def test_what_has_an_index_will_do() -> None:
    """Hands as any iterable of what has an index."""
    play = beginning()
    hands = masks(ORDER, FINE)
    assert redeal(play, (hand for hand in hands)) == play
    numbers: Any = [Number(lambda hand=hand: hand) for hand in hands]  # type: ignore[misc]
    assert redeal(play, numbers) == play


def test_hands_that_change_the_play_while_they_are_read() -> None:
    """A play popped or pushed by the hands themselves: a play that can be, or a refusal, and no mixture."""
    hands = masks(ORDER, FINE)
    for pops in range(5):
        for pushes in range(6):
            play = beginning()
            history = play.history

            def change(play: TrickPlay = play, pops: int = pops, pushes: int = pushes) -> int:
                for _ in range(pops):
                    play.pop()
                for _ in range(pushes):
                    if not play.is_over:
                        play.push(play.legal_moves()[-1])
                return hands[0]

            given: Any = [Number(change), *hands[1:]]
            try:
                made = redeal(play, given)
            except SetupError:
                continue
            assert made.history in (history, play.history)
            assert pickle.loads(pickle.dumps(made)) == made
            held = sum([hand.bit_count() for hand in hands_of(made)])
            assert held + len(made.history) == 9
            while not made.is_over:
                made.push(made.legal_moves()[0])
            assert sum(made.tricks) == 3


def test_the_copy_is_independent() -> None:
    """Playing on in one changes nothing in the other."""
    play = beginning()
    before = snapshot(play)
    made = redeal(play, masks(ORDER, ["S2 S6", "S3", "S4 H2"]))
    same = snapshot(made)
    made.pop()
    made.pop()
    made.push(made.legal_moves()[0])
    assert snapshot(play) == before
    again = redeal(play, masks(ORDER, ["S2 S6", "S3", "S4 H2"]))
    play.pop()
    assert snapshot(again) == same
    assert redeal(again, masks(ORDER, FINE)) == beginning()


# --- many rows ----------------------------------------------------------------------------------------------


def block(*rows: Sequence[int]) -> NDArray[np.uint64]:
    """Rows of masks as an array."""
    return np.array(rows, np.uint64)


def test_rows_are_redealt_one_by_one() -> None:
    """Each row as redeal does it, for random plays: all hands, one hand left alone, columns in any order."""
    seen: Counter[str] = Counter()
    for rng, play in random_plays(402, 20 * len(KINDS)):
        play_on(play, rng, rng.choice([0, 1, 2, 4, 8, 16, 30, 100]))
        if play.setup.under:
            with pytest.raises(SetupError, match="cards lie under others"):
                redeal_rows(play, block(hands_of(play)), range(len(hands_of(play))))
            continue
        before = snapshot(play)
        places = len(hands_of(play))
        columns = rng.sample(range(places + 1), places)
        able: list[TrickPlay] = []
        masks_of_able: list[list[int]] = []
        for _ in range(6):
            hands = other_hands(rng, play)
            row = [0] * (places + 1)
            for place, column in enumerate(columns):
                row[column] = hands[place]
            try:
                able.append(redeal(play, hands))
            except SetupError as error:
                with pytest.raises(SetupError, match=f"^{re.escape(str(error))}$"):
                    redeal_rows(play, block(*masks_of_able, row), columns)
                seen["refused"] += 1
            else:
                masks_of_able.append(row)
                seen["made"] += 1
        rows = np.array(masks_of_able, np.uint64).reshape(len(able), places + 1)
        rows.flags.writeable = False
        made = redeal_rows(play, rows, columns)
        assert made == able
        assert [snapshot(one) for one in made] == [snapshot(one) for one in able]
        for one in made[:1]:
            play_on(one, rng)
        assert made[1:] == able[1:]
        assert snapshot(play) == before
        stay = redeal_rows(play, np.zeros((2, 0), np.uint64), [None] * places)
        assert stay == [play, play]
        assert stay[0] is not stay[1]
    assert min(seen.values()) > 30, seen


def test_rows_of_a_sampler() -> None:
    """Two hidden hands drawn by a sampler that knows who has not followed; the third is seen."""
    play = beginning()
    hidden = ORDER.to_mask("S3 S4 S5 S6 H2") ^ ORDER.to_mask("S6 H2")
    sampler = Sampler(hidden, [1, 2], [hidden, hidden])
    made = redeal_rows(play, sampler.sample(200, seed=1), [None, 0, 1])
    assert {one.hand_mask(0) for one in made} == {play.hand_mask(0)}
    assert {one.hand_mask(1) | one.hand_mask(2) for one in made} == {hidden}
    assert len({one.hand_mask(1) for one in made}) == sampler.count == 3
    assert {one.history for one in made} == {play.history}


@pytest.mark.parametrize(
    ("rows", "columns", "error", "facts"),
    [
        ([[0, 0, 0]], [0, 1], SetupError, "3 columns or None are needed, got 2"),
        ([[0, 0, 0]], [0, 1, 2, 3], SetupError, "3 columns or None are needed, got 4"),
        ([[0, 0, 0]], [], SetupError, "3 columns or None are needed, got 0"),
        ([[0, 0, 0]], [0, 1, 3], IndexError, "column 3 is not in 0..2"),
        ([[0, 0, 0]], [-1, 1, 2], IndexError, "column -1 is not in 0..2"),
        ([[0, 0, 0]], [0, 1, 2**31], IndexError, "is not in 0..2"),
        ([[0, 0, 0]], [0, 2**32, 2], IndexError, "is not in 0..2"),
        ([[0, 0, 0]], [0, 1, -(2**70)], IndexError, "is not in 0..2"),
        ([[0, 0, 0]], [0.0, 1, 2], TypeError, "float"),
        ([[0, 0, 0]], ["0", 1, 2], TypeError, "str"),
        ([[0, 0, 0]], None, TypeError, "object"),
        ([[0, 0, 0]], 3, TypeError, "object"),
        ([[0, 0, 0]], [0, 1, 2], SetupError, "place 0 holds 2 cards, not 0"),
        ([[3, 4, 3]], [0, 1, 2], SetupError, "has been played|stands in two hands"),
        ([[1 << 63, 0, 0]], [0, 1, 2], SetupError, "bits beyond the 10 cards"),
        ([[1 << 10, 0, 0]], [None, None, 0], SetupError, "bits beyond the 10 cards"),
        ([[3]], [0, None, 0], SetupError, "stands in two hands"),
    ],
)
def test_refused_rows(rows: Any, columns: Any, error: type[Exception], facts: str) -> None:
    """Columns there are not, and hands that cannot be: an error that says why, and the play is as it was."""
    play = beginning()
    before = snapshot(play)
    with pytest.raises(error, match=facts):
        redeal_rows(play, block(*rows), columns)
    fine = block(masks(ORDER, FINE))
    wrong = fine.copy()
    wrong[0, 0] ^= 1
    with pytest.raises(SetupError):
        redeal_rows(play, np.concatenate([fine, fine, wrong]), [0, 1, 2])
    assert snapshot(play) == before


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (None, TypeError),
        ([[0, 0, 0]], TypeError),
        (np.zeros((1, 3), np.int64), ValueError),
        (np.zeros((1, 3), np.uint32), ValueError),
        (np.zeros((1, 3)), ValueError),
        (np.zeros(3, np.uint64), ValueError),
        (np.zeros((1, 1, 3), np.uint64), ValueError),
        (np.zeros((2, 6), np.uint64)[:, ::2], ValueError),
        (np.zeros((3, 2), np.uint64).T, ValueError),
        (np.zeros((4, 3), np.uint64)[::2], ValueError),
    ],
)
def test_what_are_no_rows(rows: Any, error: type[Exception]) -> None:
    """Arrays of another type, order or shape."""
    call: Any = redeal_rows
    with pytest.raises(error):
        call(beginning(), rows, [0, 1, 2])
    with pytest.raises(TypeError):
        call(None, block([0, 0, 0]), [0, 1, 2])


def test_no_rows() -> None:
    """An array without rows makes no plays; columns are checked all the same."""
    assert redeal_rows(beginning(), np.zeros((0, 3), np.uint64), [0, 1, 2]) == []
    assert redeal_rows(beginning(), np.zeros((0, 0), np.uint64), [None] * 3) == []
    with pytest.raises(IndexError):
        redeal_rows(beginning(), np.zeros((0, 3), np.uint64), [0, 1, 3])
    with pytest.raises(IndexError):
        redeal_rows(beginning(), np.zeros((2, 0), np.uint64), [0, None, None])


class TwoFaced:
    """An index that is another number as an int."""

    def __index__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 1


@pytest.mark.parametrize("column", [Number(lambda: 0), TwoFaced()])
def test_a_column_is_its_index(column: Any) -> None:
    """What is checked is what is used."""
    play = beginning()
    rows = block(*[[play.hand_mask(0)]] * 3, *[[0]] * 3)[:3]  # what lies behind its end is still ours
    assert redeal_rows(play, rows, [column, None, None]) == [play] * 3
