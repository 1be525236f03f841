"""The solver against plain search on thousands of random endings of three to five cards: every move's value.

The plain search is ``Solver.payoff`` with the number of tricks as its payoff: alpha-beta over the engine's
own moves, without tables of patterns, bounds, equal cards or orders of moves. It is itself compared with a
minimax in Python over the smallest endings.
"""

from __future__ import annotations

import random

import pytest

from cardcore import CardOrder, JokerFollow, PlaySetup, SeatOrder, TrickPlay
from cardcore.solver import Solver
from core.test_solver_core import endings, minimax

CARDS = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
"""Cards a hand for each number of places."""
NUMBERS = list(range(64))


def check(chunk: int, count: int) -> int:
    """Compare ``count`` endings; return how many moves were valued."""
    solver, plain = Solver(), Solver()
    compared = 0
    for number, (_, play, side, counted) in enumerate(endings(1_000 + chunk, count, CARDS)):
        if play.is_over or play.setup.under:
            continue  # hidden cards are searched by the plain search anyway
        values = solver.moves(play, side, counted, keep=number % 2 == 1)
        found = []
        before = play.tricks
        for move, result in values.items():
            play.push(move)
            gained = sum(
                after - was
                for place, (was, after) in enumerate(zip(before, play.tricks, strict=True))
                if counted >> place & 1
            )
            value = gained + (0 if play.is_over else plain.payoff(play, side, counted, NUMBERS))
            play.pop()
            assert result.value == value, (play, side, counted, move)
            found.append(value)
            compared += 1
        best = max(found) if side >> (play.turn or 0) & 1 else min(found)
        assert solver.solve(play, side, counted).value == best, (play, side, counted)
    return compared


def test_plain_search_equals_minimax() -> None:
    """The plain search itself, on the smallest endings, against Python."""
    plain = Solver()
    for _, play, side, counted in endings(900, 150):
        if not play.is_over:
            assert plain.payoff(play, side, counted, NUMBERS) == minimax(play, side, NUMBERS, counted)


@pytest.mark.parametrize("chunk", range(8))
def test_endings(chunk: int) -> None:
    """An eighth of 20,000 endings."""
    assert check(chunk, 2_500) > 4_000


def test_bug_two_tops_fall_on_one_round_of_three_partners() -> None:
    """SK and SJ of two partners fall together on a low lead, while the third follows low."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    order = CardOrder([[suit + rank for rank in ranks] for suit in "SCDH"], trump=0)
    play = TrickPlay(
        PlaySetup(order, SeatOrder.circle(4), limit=0),
        ["SJ S7 H9 H2", "S6 S5 S3 HA", "SA S10 S9 S4", "SK S8 H7 H6"],
        2,
        tricks=(2, 3, 3, 1),
        suits_led=(0, 1, 2, 3),
        broken=True,
    )
    assert Solver().moves(play, 0b1011, 0b1011)[order.position("SA")].value == 1


def test_bug_a_joker_held_back_is_made_to_win() -> None:
    """A joker that may be played on a first lead can be held back, which no bound foresees."""
    ranks = ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    order = CardOrder([[suit + rank for rank in ranks] for suit in "SCDH"], free_joker="JK")
    setup = PlaySetup(order, SeatOrder.circle(2), joker_follow=JokerFollow.FIRST_OR_LAST)
    play = TrickPlay(setup, ["SJ S6 HK HJ", "JK S7 C6 H7"], 1)
    plain = Solver()
    for move, result in Solver().moves(play, 0b10, 0b01).items():
        play.push(move)
        assert result.value == plain.payoff(play, 0b10, 0b01, NUMBERS), order.card(move & 63)
        play.pop()


def test_relabelled_suits_and_rotated_seats_change_nothing() -> None:
    """The same deal with its suits permuted and its places moved on has the same value for every card."""
    rng = random.Random("relabel")
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    pack = [suit + rank for suit in "SCDH" for rank in ranks]
    solver = Solver()
    for _ in range(60):
        places, cards = rng.choice([(3, 7), (4, 6), (5, 4), (6, 3)])
        trump = rng.choice([None, 0, 1, 2, 3])
        side, count = rng.randrange(1, 1 << places), rng.randrange(1, 1 << places)
        rng.shuffle(pack)
        hands = [pack[at * cards : (at + 1) * cards] for at in range(places)]
        leader = rng.randrange(places)
        order = CardOrder([[suit + rank for rank in ranks] for suit in "SCDH"], trump=trump)
        play = TrickPlay(PlaySetup(order, SeatOrder.circle(places)), hands, leader)
        values = {
            play.card_of(move)[0].name: found.value for move, found in solver.moves(play, side, count).items()
        }

        new = dict(zip("SCDH", rng.sample("SCDH", 4), strict=True))
        shift = rng.randrange(places)
        moved = [[new[card[0]] + card[1:] for card in hands[(at - shift) % places]] for at in range(places)]
        renamed = None if trump is None else "SCDH".index(new["SCDH"[trump]])
        other = CardOrder([[suit + rank for rank in ranks] for suit in "SCDH"], trump=renamed)
        twin = TrickPlay(PlaySetup(other, SeatOrder.circle(places)), moved, (leader + shift) % places)

        def turned(mask: int, places: int = places, shift: int = shift) -> int:
            return sum(1 << (at + shift) % places for at in range(places) if mask >> at & 1)

        again = solver.moves(twin, turned(side), turned(count))
        found = {twin.card_of(move)[0].name: result.value for move, result in again.items()}
        assert found == {new[card[0]] + card[1:]: value for card, value in values.items()}
