"""Stakes and tree_search: worths by hand, small endings against perfect play, and what the numbers mean."""

from __future__ import annotations

import math
import pickle
import random
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import (
    CardOrder,
    JokerLead,
    MoveValue,
    PlaySetup,
    SeatOrder,
    SetupError,
    Solver,
    Stakes,
    TrickPlay,
    tree_search,
)
from core.test_solver_core import endings
from core.workers import resident_bytes

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [suit + rank for suit in "SCDH" for rank in RANKS]


def plain_order(trump: int | None = 0) -> CardOrder:
    """Four suits of thirteen."""
    return CardOrder([[suit + rank for rank in RANKS] for suit in "SCDH"], trump=trump)


def known(play: TrickPlay) -> tuple[NDArray[np.uint64], list[None]]:
    """One world in which every hand is the one in the play."""
    return np.zeros((1, 0), np.uint64), [None] * play.setup.seats.places


def search(play: TrickPlay, stakes: Stakes, iterations: int, **keys: Any) -> list[MoveValue]:
    """Search the one world there is."""
    return tree_search(play, *known(play), stakes, iterations=iterations, **{"seed": 1, **keys})


def sides(places: int, side: int, counted: int, most: int = 64) -> Stakes:
    """Two sides, given as bits: one wants the counted places to win tricks, the other does not."""
    ours = [place for place in range(places) if side >> place & 1]
    theirs = [place for place in range(places) if not side >> place & 1]
    tricks = [place for place in range(places) if counted >> place & 1]
    return Stakes(
        places,
        [(tricks, range(most))],
        [[1 if place in ours else -1] for place in range(places)],
        aims=[None if (place in ours) == (place in tricks) else (0, 0, True) for place in range(places)],
        friends=[ours if place in ours else theirs for place in range(places)],
    )


def ending(rng: random.Random, places: int, cards: int, trump: int | None = 0) -> TrickPlay:
    """Some cards each of a small pack, so that suits are shared; sometimes in the middle of a trick."""
    pack = rng.sample(rng.sample(PACK, 40), places * cards)
    hands = [pack[at * cards : (at + 1) * cards] for at in range(places)]
    play = TrickPlay(PlaySetup(plain_order(trump), SeatOrder.circle(places)), hands, rng.randrange(places))
    for _ in range(rng.randrange(places)):
        play.push(rng.choice(play.legal_moves()))
    return play


# --- stakes -----------------------------------------------------------------------------------------------


def test_worths_by_hand() -> None:
    """Accounts, weights of both signs, tables that end early, prizes and what they are to others."""
    contract = Stakes(4, [((0, 2), [-10] * 6 + [10, 11, 12])], [[1], [-1], [1], [-0.5]])
    assert contract.pays((2, 3, 3, 2)) == (-10, 10, -10, 5)
    assert contract.pays((3, 2, 3, 2)) == (10, -10, 10, -5)
    assert contract.pays((5, 0, 2, 3)) == (11, -11, 11, -5.5)
    assert contract.pays((9, 0, 1, 0)) == (12, -12, 12, -6)  # the last number stands for all that follow

    alone = Stakes(3, [((0,), [1, 2, 4]), ((1,), [0, 5]), ((2,), [7])], [[1, -1, 0], [0, 2, 0], [1, 1, 1]])
    assert alone.pays((0, 0, 1)) == (1, 0, 8)
    assert alone.pays((2, 1, 0)) == (-1, 10, 16)

    cards = (9, 4), (0, -2.5, 10, 100)
    prized = Stakes(
        2,
        [((0, 1), [3])],
        [[1], [0]],
        prizes=[((0,), *cards), ((1,), *cards), ((0, 1), [4], [7, 1])],
        prize_weights=[[1, -0.5, 0], [0, 2, 1]],
    )
    four, nine = 1 << 4, 1 << 9
    assert prized.pays((1, 1)) == (3, 7)
    assert prized.pays((1, 1), (four, 0)) == (13, 1)
    assert prized.pays((1, 1), (nine, 0)) == (0.5, 7)
    assert prized.pays((1, 1), (0, four)) == (-2, 21)
    assert prized.pays((1, 1), (four | nine, 0)) == (103, 1)
    assert prized.pays((1, 1), (four, nine)) == (14.25, -4)
    assert prized.pays((1, 1), (1, 2)) == (3, 7)  # cards of no prize
    alike = Stakes(3, [], [[]] * 3, prizes=[((0, 2), [3], [1, 6]), ((1,), [3], [0, 5])])
    assert alike.pays((1, 1, 1), (0, 0, 8)) == (6, 0, 6)
    assert alike.pays((1, 1, 1), (0, 8, 0)) == (1, 5, 1)
    assert Stakes(2, [], [[], []]).pays((1, 1)) == (0, 0)
    assert Stakes(1, [((0,), [0.25, 0.5])], [[2]]).pays([1]) == (1,)


Prize = tuple[Sequence[int], Sequence[int], Sequence[float]]


def caught(prize: Prize, won: Sequence[int]) -> float:
    """What a prize is worth where each place has won these cards."""
    places, cards, table = prize
    seen = sum([won[place] for place in places])
    return table[sum([1 << at for at, card in enumerate(cards) if seen >> card & 1])]


def test_worths_of_random_stakes() -> None:
    """Random stakes of all sizes against the sum written out."""
    rng = random.Random("stakes")
    for _ in range(300):
        places, many = rng.randint(1, 6), rng.randint(0, 8)
        accounts = [
            (
                rng.sample(range(places), rng.randint(1, places)),
                [rng.uniform(-9, 9) for _ in range(rng.randint(1, 64))],
            )
            for _ in range(many)
        ]
        weights = [[rng.uniform(-2, 2) for _ in range(many)] for _ in range(places)]
        prizes: list[Prize] = []
        for _ in range(rng.randint(0, 12)):
            cards = rng.sample(range(63), rng.choice([1, 2, 3, 8]))
            table = [rng.uniform(-9, 9) for _ in range(1 << len(cards))]
            prizes.append((rng.sample(range(places), rng.randint(1, places)), cards, table))
        shares = [[rng.uniform(-2, 2) for _ in prizes] for _ in range(places)]
        stakes = Stakes(places, accounts, weights, prizes=prizes, prize_weights=shares)
        tricks = [rng.randint(0, 10) for _ in range(places)]
        won = [0] * places
        for at in rng.sample(range(63), rng.randint(0, 63)):
            won[rng.randrange(places)] |= 1 << at
        worth = [
            table[min(sum([tricks[place] for place in members]), len(table) - 1)]
            for members, table in accounts
        ]
        expected = [
            sum([weights[place][at] * worth[at] for at in range(many)])
            + sum([share * caught(prize, won) for share, prize in zip(shares[place], prizes, strict=True)])
            for place in range(places)
        ]
        assert stakes.pays(tricks, won) == pytest.approx(expected)
        again = pickle.loads(pickle.dumps(stakes))
        assert again.pays(tricks, won) == stakes.pays(tricks, won)


def test_what_stakes_say_of_themselves() -> None:
    """The parts can be read, with their defaults filled in."""
    stakes = Stakes(
        3, [({2, 0}, (1, 2)), ([1], [0])], [[1, 0], [0, 1], [1, 0]], aims=[None, (1, 2, True), None]
    )
    assert stakes.accounts == (((0, 2), (1.0, 2.0)), ((1,), (0.0,)))
    assert stakes.weights == ((1.0, 0.0), (0.0, 1.0), (1.0, 0.0))
    assert stakes.aims == (None, (1, 2, True), None)
    assert stakes.friends == ((0,), (1,), (2,))
    assert stakes.prizes == ()
    assert stakes.prize_weights == ((), (), ())
    stakes = Stakes(3, [], [[]] * 3, prizes=[({2, 0}, {5}, range(2)), ([1], [9, 4], (0, 1, 2, -3))])
    assert stakes.prizes == (((0, 2), (5,), (0.0, 1.0)), ((1,), (9, 4), (0.0, 1.0, 2.0, -3.0)))
    assert stakes.prize_weights == ((1.0, 0.0), (0.0, 1.0), (1.0, 0.0))


# --- perfect play -----------------------------------------------------------------------------------------


def test_two_sides_play_as_the_solver() -> None:
    """Endings of every kind of contract, any two sides, any counted places: the chosen move is a best one."""
    solver = Solver()
    compared = best = 0
    for _, play, side, counted in endings(71, 450, {2: 4, 3: 4, 4: 4, 5: 3, 6: 2}):
        if play.is_over or play.setup.under or not counted or len(play.legal_moves()) == 1:
            continue
        places = play.setup.seats.places
        found = search(play, sides(places, side, counted), 2_000)
        values = {move: result.value for move, result in solver.moves(play, side, counted).items()}
        wanted = max(values.values()) if side >> (play.turn or 0) & 1 else min(values.values())
        if len(set(values.values())) > 1:
            compared += 1
            best += values[found[0].move] == wanted
    assert compared > 40
    assert best >= 0.95 * compared, f"{best} of {compared}"


def test_partners_in_trumps() -> None:
    """Four cards each, two against two: choice and value are those of perfect play."""
    rng, solver = random.Random("partners"), Solver()
    best = near = 0
    for _ in range(60):
        play = ending(rng, 4, 4, rng.choice([None, 0, 1, 2, 3]))
        found = search(play, sides(4, 0b0101, 0b0101), 3_000)
        values = {move: result.value for move, result in solver.moves(play, 0b0101, 0b0101).items()}
        ours = (play.turn or 0) % 2 == 0
        wanted = max(values.values()) if ours else min(values.values())
        best += values[found[0].move] == wanted
        near += abs(found[0].value - (wanted if ours else -wanted)) < 0.25
    assert best >= 57
    assert near >= 54


def max_n(play: TrickPlay, stakes: Stakes, won: Sequence[int]) -> tuple[float, ...]:
    """What comes out if every place does what is best for itself; plain search over all moves."""
    if play.is_over:
        return stakes.pays(play.tricks, won)
    results = [after(play, move, stakes, won) for move in play.legal_moves()]
    turn = play.turn or 0
    return max(results, key=lambda pays: pays[turn])


def after(play: TrickPlay, move: int, stakes: Stakes, won: Sequence[int]) -> tuple[float, ...]:
    """The same once a move is made; ``won`` are the cards each place has won."""
    trick, before = play.trick_mask | 1 << (move & 63), play.tricks
    play.push(move)
    gained = [mask | trick * (now - was) for mask, now, was in zip(won, play.tricks, before, strict=True)]
    pays = max_n(play, stakes, gained)
    play.pop()
    return pays


def everybody_alone(rng: random.Random, places: int, prizes: Sequence[Prize] = ()) -> Stakes:
    """For each place an account, worths by chance so that no two ends are worth the same."""
    accounts = [((place,), [rng.uniform(-10, 10) for _ in range(5)]) for place in range(places)]
    weights = [
        [1.0 if own == other else rng.uniform(-0.4, 0.1) for other in range(places)] for own in range(places)
    ]
    shares = [
        [1.0 if own in members else rng.uniform(-0.4, 0.1) for members, _, _ in prizes]
        for own in range(places)
    ]
    return Stakes(places, accounts, weights, prizes=prizes, prize_weights=shares)


def values_of(play: TrickPlay, stakes: Stakes) -> dict[int, float]:
    """What each move is worth to the place to play if all play for themselves."""
    won = [0] * play.setup.seats.places
    return {move: after(play, move, stakes, won)[play.turn or 0] for move in play.legal_moves()}


@pytest.mark.parametrize("prized", [0, 1, 2, 3])
def test_three_sides_play_as_plain_search(prized: int) -> None:
    """Three places, each for itself: the chosen move is the one of max-n search, prizes included."""
    rng = random.Random("three")
    best = compared = 0
    for _ in range(250):
        play = ending(rng, 3, rng.choice([2, 3]))
        if len(play.legal_moves()) == 1:
            continue
        held = [at for at in range(52) if sum([play.hand_mask(p) for p in range(3)]) >> at & 1]
        cards = rng.sample(held, min(prized, len(held)))
        tables = [[rng.uniform(-10, 10) for _ in range(1 << len(cards))] for _ in range(3)]
        prizes = [((place,), cards, table) for place, table in enumerate(tables)] if cards else []
        stakes = everybody_alone(rng, 3, prizes)
        values = values_of(play, stakes)
        if max(values.values()) - min(values.values()) < 0.5:
            continue
        found = search(play, stakes, 4_000)
        compared += 1
        best += values[found[0].move] > max(values.values()) - 0.2
    assert compared > 50
    assert best >= 0.95 * compared, f"{best} of {compared}"


@pytest.mark.parametrize("together", [0, 10, 20, 30])
def test_two_jacks_and_what_they_bring_together(together: int) -> None:
    """Small endings with two jacks worth ten points each alone: choice and value of max-n search."""
    rng, jacks = random.Random(f"jacks {together}"), [plain_order().position(card) for card in ("CJ", "DJ")]
    best = near = compared = different = 0
    while compared < 60:
        pack = ["CJ", "DJ", *rng.sample([card for card in PACK if card not in ("CJ", "DJ")], 7)]
        rng.shuffle(pack)
        setup = PlaySetup(plain_order(), SeatOrder.circle(3))
        play = TrickPlay(setup, [pack[at::3] for at in range(3)], rng.randrange(3))
        for _ in range(rng.randrange(3)):
            play.push(rng.choice(play.legal_moves()))
        accounts = [((place,), [rng.uniform(-4, 4) for _ in range(4)]) for place in range(3)]
        shares = [[1.0 if a == b else rng.uniform(-0.4, -0.2) for b in range(3)] for a in range(3)]
        alone = [[10 + rng.uniform(-1, 1) for _ in jacks] for _ in range(3)]  # so that nobody is indifferent
        stakes, single = [
            Stakes(3, accounts, shares, prizes=prizes, prize_weights=shares)
            for prizes in [
                [((at,), jacks, [0, *alone[at], sum(alone[at]) + more]) for at in range(3)]
                for more in (together - 20, 0)
            ]
        ]
        values, added = values_of(play, stakes), values_of(play, single)
        wanted = max(values.values())
        if wanted - min(values.values()) < 1:
            continue
        compared += 1
        different += values[max(added, key=lambda move: added[move])] < wanted - 1
        found = search(play, stakes, 20_000)
        best += values[found[0].move] > wanted - 0.2
        near += abs(found[0].value - wanted) < 1
    assert best >= 57
    assert near >= 45  # it takes long where an opponent hardly cares
    assert (different == 0) == (together == 20), different  # counted one by one they would be misplayed


def test_a_jack_worth_ten() -> None:
    """A prize counts for the winner of its trick, whoever played it."""
    order = plain_order()
    setup = PlaySetup(order, SeatOrder.circle(2))
    jack = order.position("HJ")
    tricks = [((0,), [0, 1, 2, 3])]
    cases: list[tuple[list[str], list[list[float]], float]] = [
        (["HQ", "HJ"], [[1], [-1]], 11.0),
        (["HJ", "HQ"], [[1], [-1]], 0.0),
        (["HJ", "C2"], [[0.5], [-1]], 10.5),
        (["H10", "HJ"], [[1], [-1]], 0.0),
    ]
    for hands, weights, value in cases:
        stakes = Stakes(2, tricks, weights, prizes=[((0,), [jack], [0, 10])])
        found = search(TrickPlay(setup, hands, 0), stakes, 50)
        assert [(one.visits, one.value, one.error) for one in found] == [(50, value, 0.0)]


@pytest.mark.parametrize(("worth", "card"), [(0, "HK"), (10, "HK"), (-10, "H2")])
def test_a_jack_taken_or_left(worth: float, card: str) -> None:
    """The king takes the jack for a trick and ten points; a jack that costs ten is left where it is."""
    order = plain_order()
    jack = order.position("HJ")
    prizes = [((place,), [jack], [0, worth]) for place in range(2)]
    stakes = Stakes(2, [((0,), [0, 1, 2])], [[1], [-1]], prizes=prizes, prize_weights=[[1, -1], [-1, 1]])
    play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["HK H2", "HJ C3"], 1)
    play.play("HJ")
    found = search(play, stakes, 2_000)
    assert play.card_of(found[0].move)[0].name == card
    assert found[0].value == pytest.approx(max(values_of(play, stakes).values()), abs=0.5)


def test_partners_catch_together() -> None:
    """Two jacks to one place, or one to each partner: for the side it is the same."""
    order = plain_order(None)
    cards = [order.position("CJ"), order.position("DJ")]
    stakes = Stakes(4, [], [[]] * 4, prizes=[((0, 2), cards, [0, 10, 20, 1])], prize_weights=[[1]] * 4)
    setup = PlaySetup(order, SeatOrder.circle(4))
    for hands, value in (
        (["CA DA", "C2 D2", "CJ DJ", "C3 D3"], 1),
        (["CA D4", "CJ D2", "C2 DA", "C3 DJ"], 1),
        (["CA D4", "CJ DA", "C2 D2", "C3 DJ"], 10),
        (["CQ D4", "CJ D2", "C2 D3", "CA DJ"], 0),
        (["C4 D4", "CK D2", "CA D3", "C3 DJ"], 0),
        (["C4 D4", "CK D2", "CA DQ", "C3 DJ"], 20),
    ):
        play = TrickPlay(setup, hands, 0)
        play.push(play.legal_moves()[0])  # its club; nobody has a choice from here on
        assert [one.value for one in search(play, stakes, 50)] == [value]


# --- the moves --------------------------------------------------------------------------------------------


def names(play: TrickPlay, found: Iterable[MoveValue]) -> set[str]:
    """The cards of the moves found."""
    return {play.card_of(one.move)[0].name for one in found}


def test_equal_cards_appear_once() -> None:
    """Neighbours in a hand are one move, also over cards that have gone; a prize is a move of its own."""
    setup = PlaySetup(plain_order(), SeatOrder.circle(2))
    tricks = Stakes(2, [((0,), range(9))], [[1], [-1]])
    play = TrickPlay(setup, ["S5 S6 S8 H2 H3 CA", "S9 S10 SJ SQ SK SA"], 0)
    assert names(play, search(play, tricks, 200)) == {"S5", "H2", "CA"}
    play = TrickPlay(setup, ["S5 S6 S8 H2 H3 CA", "S7 S10 SJ SQ SK SA"], 0)
    assert names(play, search(play, tricks, 200)) == {"S5", "S8", "H2", "CA"}
    play.play("H2")
    play.play("S7")  # it wins and is gone
    play.play("S10")
    assert names(play, search(play, tricks, 200)) == {"S5"}
    six = ((0,), [plain_order().position("S6")], [0, 3])
    prized = Stakes(2, [((0,), range(9))], [[1], [-1]], prizes=[six])
    assert names(play, search(play, prized, 200)) == {"S5", "S6", "S8"}
    table = TrickPlay(setup, ["S5 S7", "S6 C2"], 1)
    table.play("S6")  # what lies on the table stands between as well
    assert names(table, search(table, tricks, 200)) == {"S5", "S7"}


def test_a_led_joker_is_a_move_for_each_suit() -> None:
    """As many moves as suits may be named, and one without a name at the end."""
    order = CardOrder(["S2 S3", "H2 H3", "C2 C3"], free_joker="JK")
    tricks = Stakes(2, [((0,), range(9))], [[1], [-1]])
    for policy, suits in ((JokerLead.ANY_SUIT, {0, 1, 2}), (JokerLead.UNLED_SUIT, {0, 2})):
        setup = PlaySetup(order, SeatOrder.circle(2), joker_lead=policy)
        play = TrickPlay(setup, ["JK S2", "S3 H2"], 0, tricks=(1, 0), suits_led=[1])
        found = search(play, tricks, 300)
        moves = [play.card_of(one.move) for one in found]
        assert {named for card, named in moves if card.name == "JK"} == suits
        assert len(moves) == len(suits) + 1
        assert sum([one.visits for one in found]) == 300
    last = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["JK", "S3"], 0)
    assert [last.card_of(one.move)[1] for one in search(last, tricks, 10)] == [None]


def test_every_legal_move_or_its_equal_is_found() -> None:
    """Positions of every kind: what is found is legal, what is missing has a lower neighbour in its suit."""
    for rng, play, side, counted in endings(72, 270, {2: 9, 3: 8, 4: 7, 5: 6, 6: 5}):
        if play.is_over or play.setup.under:
            continue
        places = play.setup.seats.places
        found = search(play, sides(places, side, counted or 1), rng.choice([80, 97]))
        moves, legal = {one.move for one in found}, play.legal_moves()
        assert len(moves) == len(found)
        assert moves <= set(legal)
        elsewhere = play.trick_mask | sum([play.hand_mask(p) for p in range(places) if p != play.turn])
        for move in set(legal) - moves:
            below = max(one for one in legal if one < move)
            assert play.order.suit_of(play.order.card(below)) == play.order.suit_of(play.order.card(move))
            assert not any(elsewhere >> at & 1 for at in range(below, move))


# --- the numbers ------------------------------------------------------------------------------------------


def test_numbers_of_the_result() -> None:
    """Visits add up, the most visited first, means within the stakes, errors no larger than they can be."""
    rng = random.Random("numbers")
    for places in (2, 3, 4, 5, 6):
        for iterations in (1, 31, 32, 33, 1_000):
            play = ending(rng, places, 4)
            stakes = everybody_alone(rng, places)
            found = search(play, stakes, iterations)
            assert sum([one.visits for one in found]) == iterations
            assert [one.visits for one in found] == sorted([one.visits for one in found], reverse=True)
            turn = play.turn or 0
            tables = [table for _, table in stakes.accounts]
            weights = stakes.weights[turn]
            low = sum([min(w * x for x in t) for w, t in zip(weights, tables, strict=True)])
            high = sum([max(w * x for x in t) for w, t in zip(weights, tables, strict=True)])
            for one in found:
                assert type(one) is MoveValue
                assert [type(part) for part in one] == [int, int, float, float]
                assert low - 1e-9 <= one.value <= high + 1e-9
                assert 0 <= one.error <= (high - low) / 2 / math.sqrt(one.visits) + 1e-6


def test_rows_are_taken_in_turn() -> None:
    """With nothing to choose the mean is that of the worlds, each as often as its turn came."""
    order = plain_order()
    play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["H5", "H2"], 0)
    rows = np.array([[1 << order.position(card)] for card in ("H2", "H7", "C9", "H6", "S2")], np.uint64)
    stakes = Stakes(2, [((0,), [3, 10])], [[1], [-1]])
    wins = [1, 0, 1, 0, 0]
    for iterations in (1, 2, 3, 4, 5, 6, 7, 33, 1_003):
        found = tree_search(play, rows, [None, 0], stakes, iterations=iterations, seed=1)
        won = sum([wins[at % 5] for at in range(iterations)])
        share = won / iterations
        assert len(found) == 1
        assert found[0].visits == iterations
        assert found[0].value == pytest.approx(3 + 7 * share)
        assert found[0].error == pytest.approx(7 * math.sqrt(share * (1 - share) / iterations))


def test_hidden_hands_are_averaged_over() -> None:
    """A finesse by the odds: what is right in most worlds is chosen, whatever the hand in the play."""
    order = plain_order(None)
    setup = PlaySetup(order, SeatOrder.circle(4))
    stakes = sides(4, 0b0101, 0b0101)
    # third hand holds ace and queen; the king lies before it and falls next, or behind it and is alone
    before, behind = ["HK", "C3 C5"], ["C3", "HK C5"]
    for worlds, card in (([before] * 9 + [behind], "HQ"), ([before] * 3 + [behind] * 7, "HA")):
        play = TrickPlay(setup, ["H2 D2", "H3 C3", "HA HQ", "HK C5"], 0)
        play.play("H2")
        play.play("H3")
        rows = np.array([[order.to_mask(hand) for hand in world] for world in worlds], np.uint64)
        found = tree_search(play, rows, [None, 0, None, 1], stakes, iterations=3_000, seed=2)
        values = {play.card_of(one.move)[0].name: one.value for one in found}
        assert play.card_of(found[0].move)[0].name == card, values


def test_the_seed_decides() -> None:
    """The same seed and number give the same numbers, others usually others; keys do as seeds."""
    play = ending(random.Random(5), 4, 6)
    stakes = sides(4, 0b0101, 0b0101)
    base = search(play, stakes, 400, seed=7, number=3)
    assert search(play, stakes, 400, seed=7, number=3) == base
    others = [
        search(play, stakes, 400, seed=seed, number=n)
        for seed, n in ((8, 3), (7, 4), (7, 2**64 - 1), ((1, 2), 3))
    ]
    assert all(other != base for other in others)
    assert search(play, stakes, 400, seed=(1, 2), number=3) == others[-1]


def test_depth_one_compares_by_playouts() -> None:
    """The tree ends below the first move; all iterations still count."""
    play = ending(random.Random(6), 4, 4)
    stakes = sides(4, 0b0101, 0b0101)
    found = search(play, stakes, 500, depth=1)
    assert sum([one.visits for one in found]) == 500
    assert {one.move for one in found} == {one.move for one in search(play, stakes, 500)}
    assert found == search(play, stakes, 500, depth=1)
    assert found != search(play, stakes, 500, depth=2)
    assert search(play, stakes, 500, depth=63) == search(play, stakes, 500)


def test_exploring_more_spreads_the_visits() -> None:
    """Without exploring nearly all visits go one way, with a lot of it they are even."""
    play = TrickPlay(PlaySetup(plain_order(), SeatOrder.circle(2)), ["SA S2 H2", "SK HA H3"], 0)
    stakes = Stakes(2, [((0,), range(4))], [[1], [-1]])
    little = search(play, stakes, 1_000, explore=0)
    much = search(play, stakes, 1_000, explore=50)
    assert little[0].visits > 900
    assert much[0].visits < 400


def test_a_constant_added_to_all_worths_changes_nothing() -> None:
    """How much is tried goes by the spread of the results, wherever they lie."""
    play = ending(random.Random(11), 4, 5)

    def visits(more: float) -> list[tuple[int, int]]:
        own = [place % 2 == 0 for place in range(4)]
        stakes = Stakes(
            4,
            [
                ((0, 2), [tricks + more for tricks in range(6)]),
                ((1, 3), [tricks + more for tricks in range(6)]),
            ],
            [[1, 0] if mine else [0, 1] for mine in own],
            friends=[(0, 2), (1, 3)] * 2,
        )
        return [(one.move, one.visits) for one in search(play, stakes, 2_000)]

    base = visits(0)
    assert visits(1_024) == base
    assert visits(-1_024) == base


def test_time_stops_a_search() -> None:
    """With a limit of seconds the iterations done by then count."""
    play = ending(random.Random(7), 4, 10)
    begin = time.perf_counter()
    found = search(play, sides(4, 0b0101, 0b0101), 2**39, seconds=0.05)
    assert 0.04 < time.perf_counter() - begin < 2
    assert sum([one.visits for one in found]) >= 32
    assert sum([one.visits for one in search(play, sides(4, 5, 5), 640, seconds=3_600.0)]) == 640


def test_a_world_in_which_a_move_was_illegal_is_refused() -> None:
    """Who has not followed a suit holds none of it in any world."""
    order = plain_order()
    play = TrickPlay(PlaySetup(order, SeatOrder.circle(3)), ["H5 H6 S2", "C2 C3 C4", "H7 D2 D3"], 0)
    play.play("H5")
    play.play("C2")
    hands = [play.hand_mask(0), play.hand_mask(1), play.hand_mask(2)]
    stakes = Stakes(3, [((0,), range(4))], [[1], [0], [0]])
    fine = [hands[1], hands[2]]
    found = tree_search(play, np.array([fine], np.uint64), [None, 0, 1], stakes, iterations=50, seed=1)
    assert sum([one.visits for one in found]) == 50
    swapped = [order.to_mask("C3 H7"), order.to_mask("C4 D2 D3")]
    for rows in ([swapped], [fine, fine, swapped]):
        with pytest.raises(SetupError, match="place 1 could not have played C2 as card 2"):
            tree_search(play, np.array(rows, np.uint64), [None, 0, 1], stakes, iterations=50, seed=1)


def test_the_play_is_left_as_it_was() -> None:
    """Nothing of the position changes."""
    play = ending(random.Random(8), 4, 5)
    twin = play.copy()
    search(play, sides(4, 0b0101, 0b0101), 500)
    assert play == twin


# --- threads and memory -----------------------------------------------------------------------------------


def test_the_interpreter_lock_is_released() -> None:
    """Another thread goes on while a search runs, and two searches at once find what each finds alone."""
    play = ending(random.Random(9), 4, 10)
    stakes = sides(4, 0b0101, 0b0101)
    expected = [search(play, stakes, 30_000, seed=seed) for seed in (1, 2)]
    results: dict[int, tuple[list[MoveValue], float, float]] = {}
    barrier = threading.Barrier(2)

    def work(seed: int) -> None:
        barrier.wait()
        begin = time.perf_counter()
        found = search(play, stakes, 30_000, seed=seed)
        results[seed] = found, begin, time.perf_counter()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    ticks = []
    while any(thread.is_alive() for thread in threads):
        ticks.append(time.perf_counter())
        time.sleep(0.0005)
    for thread in threads:
        thread.join()
    assert [results[seed][0] for seed in (1, 2)] == expected
    begin = max(results[seed][1] for seed in (1, 2))
    end = min(results[seed][2] for seed in (1, 2))
    assert begin < end  # they ran side by side
    assert len([tick for tick in ticks if begin < tick < end]) >= 3


def test_memory_does_not_grow() -> None:
    """2,000 searches, done or refused: under 3 MB."""
    play = ending(random.Random(10), 3, 5)
    stakes = everybody_alone(random.Random(1), 3)
    rows = np.zeros((4, 0), np.uint64)

    def use(at: int) -> None:
        tree_search(play, rows, [None] * 3, stakes, iterations=60, seed=at)
        with pytest.raises(SetupError):
            tree_search(play, rows, [None] * 3, stakes, iterations=60, seed=at, depth=0)
        with pytest.raises(TypeError):
            tree_search(play, rows, [None] * 3, stakes, iterations=60, seed=at, explore=None)  # type: ignore[arg-type]

    for at in range(300):
        use(at)
    before = resident_bytes()
    for at in range(2_000):
        use(at)
    assert resident_bytes() - before < 3_000_000
