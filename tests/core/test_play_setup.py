"""Seat orders, setups and the constructor of TrickPlay: what is accepted and every refusal."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from cardcore import (
    Card,
    CardOrder,
    CardSet,
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlaySetup,
    SeatOrder,
    SetupError,
    TextError,
    TrickPlay,
)
from oracle.tricks import circle, two_handed

ORDER = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
FREE = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], free_joker="JK")
PAIR = SeatOrder.circle(2)


def twins_of(value: Any) -> list[Any]:
    """Copies, pickles of every protocol and what ``repr`` reads back to."""
    twins = [copy.copy(value), copy.deepcopy(value), eval(repr(value))]
    return twins + [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)]


# --- SeatOrder ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", range(2, 7))
def test_circle(places: int) -> None:
    """The ordinary circle equals the referee's, whoever sits out."""
    for out in range(1 << places):
        gone = [place for place in range(places) if out >> place & 1]
        if places - len(gone) < 2:
            with pytest.raises(SetupError, match="at least two places"):
                SeatOrder.circle(places, out=gone)
            continue
        seats = SeatOrder.circle(places, out=gone)
        assert seats.places == places
        assert {order[0]: list(order) for order in seats.later if order} == circle(places, gone)
        assert seats.first == seats.later
        assert all(seats.later[place] == () for place in gone)


def test_skip_first() -> None:
    """A place that skips the first trick plays all later ones."""
    seats = SeatOrder.circle(5, skip_first=[2])
    assert seats.first == ((0, 1, 3, 4), (1, 3, 4, 0), (), (3, 4, 0, 1), (4, 0, 1, 3))
    assert seats.later == SeatOrder.circle(5).later
    assert seats != SeatOrder.circle(5)


def test_two_tables() -> None:
    """FH-P2-4: hand, other hand, table, other table; after a table card the tables first."""
    seats = SeatOrder.two_tables()
    assert {order[0]: list(order) for order in seats.later} == two_handed()
    assert seats.places == 4


def test_seat_order_twins() -> None:
    """Equality, hash, repr, copy and pickle."""
    orders = [SeatOrder.circle(places) for places in range(2, 7)]
    orders += [SeatOrder.circle(4, out=[2]), SeatOrder.circle(6, out=[0, 5]), SeatOrder.circle(6, out=[5])]
    orders += [
        SeatOrder.circle(5, skip_first=[4]),
        SeatOrder.circle(5, skip_first=[0]),
        SeatOrder.two_tables(),
    ]
    orders += [SeatOrder({0: [0, 1], 1: [1, 0]}, places=4), SeatOrder.circle(5, out=[1], skip_first=[4])]
    assert len(set(orders)) == len(orders)
    for seats in orders:
        for twin in twins_of(seats):
            assert twin == seats
            assert hash(twin) == hash(seats)
            assert (twin.first, twin.later, twin.places) == (seats.first, seats.later, seats.places)
    assert orders[0] != "seats"


@pytest.mark.parametrize(
    ("later", "options", "facts"),
    [
        ({}, {}, ["2 to 6 places", "not 0"]),
        ({0: [0]}, {}, ["2 to 6 places", "not 1"]),
        ({0: [0, 6], 6: [6, 0]}, {}, ["2 to 6 places", "not 7"]),
        ({0: [0, 1], 1: [1, 0]}, {"places": 7}, ["2 to 6 places", "not 7"]),
        ({0: [0, 1], 1: [1, 0]}, {"places": 1}, ["2 to 6 places", "not 1"]),
        ({0: [0, 2], 2: [2, 0]}, {"places": 2}, ["later tricks", "0..1", "(0, 2)"]),
        ({0: [0, -1], -1: [-1, 0]}, {"places": 2}, ["later tricks", "0..1", "-1"]),
        ({0: [0, 1, 1], 1: [1, 0]}, {}, ["(0, 1, 1)", "place 0"]),
        ({0: [1, 0], 1: [1, 0]}, {}, ["(1, 0)", "place 0"]),
        ({0: [0, 1], 1: []}, {}, ["()", "place 1"]),
        ({0: [0, 1], 1: [1, 2], 2: [2, 0]}, {}, ["not the same places"]),
        ({0: [0, 1, 2], 1: [1, 2, 0]}, {}, ["able to lead the next"]),
        (
            {0: [0, 1], 1: [1, 0]},
            {"first": {0: [0, 1, 2], 1: [1, 2, 0], 2: [2, 0, 1]}},
            ["the first trick", "0..1"],
        ),
        (
            {0: [0, 1], 1: [1, 0]},
            {"first": {0: [0, 2], 2: [2, 0]}, "places": 3},
            ["first trick", "cannot sit out later"],
        ),
        ({0: [0, 1], 1: [1, 0]}, {"first": {}}, ["the first trick", "at least two places"]),
        ({0: [0, 1], 1: [1, 0]}, {"first": {0: [0]}}, ["the first trick", "at least two places"]),
    ],
)
def test_seat_order_refusals(later: dict[int, list[int]], options: dict[str, Any], facts: list[str]) -> None:
    """Orders that contradict themselves raise and say which."""
    with pytest.raises(SetupError) as caught:
        SeatOrder(later, **options)
    assert all(fact in str(caught.value) for fact in facts), caught.value


def test_circle_refusals() -> None:
    """Too few or many places, and places that do not exist."""
    for places in (-1, 0, 1, 7, 100):
        with pytest.raises(SetupError):
            SeatOrder.circle(places)
    with pytest.raises(SetupError, match=r"place 4 is not in 0\.\.3"):
        SeatOrder.circle(4, out=[4])
    with pytest.raises(SetupError, match=r"place -1 is not in 0\.\.3"):
        SeatOrder.circle(4, skip_first=[-1])


# --- PlaySetup ------------------------------------------------------------------------------------------


def setups() -> list[PlaySetup]:
    """Setups that differ in one thing each."""
    found = [
        PlaySetup(ORDER, PAIR),
        PlaySetup(FREE, PAIR),
        PlaySetup(ORDER, SeatOrder.circle(3)),
        PlaySetup(ORDER, PAIR, limit=0),
        PlaySetup(ORDER, PAIR, limit=1),
        PlaySetup(ORDER, PAIR, first_card="S2"),
        PlaySetup(ORDER, PAIR, first_card="S3"),
        PlaySetup(ORDER, PAIR, under=[(1, "S2", "S3")]),
        PlaySetup(ORDER, PAIR, under=[(0, "S2", "S3")]),
        PlaySetup(ORDER, PAIR, under=[(0, "S2", "S4")]),
        PlaySetup(ORDER, PAIR, under=[(0, "S2", "S4"), (1, "H2", "H4")]),
    ]
    for lead in JokerLead:
        for follow in JokerFollow:
            for void in JokerVoid:
                if (lead, follow, void) != (0, 0, 0):
                    found.append(PlaySetup(FREE, PAIR, joker_lead=lead, joker_follow=follow, joker_void=void))
    return found


def test_setup_twins() -> None:
    """Equality, hash, repr, copy and pickle."""
    found = setups()
    assert len(set(found)) == len(found)
    for setup in found:
        for twin in twins_of(setup):
            assert twin == setup
            assert hash(twin) == hash(setup)
            for name in (
                "order",
                "seats",
                "joker_lead",
                "joker_follow",
                "joker_void",
                "limit",
                "first_card",
                "under",
            ):
                assert getattr(twin, name) == getattr(setup, name)
    assert found[0] != "setup"


def test_setup_attributes() -> None:
    """What was given is what is read."""
    setup = PlaySetup(
        FREE,
        SeatOrder.two_tables(),
        joker_lead=JokerLead.ANY_SUIT,
        joker_follow=JokerFollow.FIRST_OR_LAST,
        joker_void=JokerVoid.MUST,
        limit=1,
        first_card="2s",
        under=[(2, "S3", 50)],
    )
    assert setup.order is FREE
    assert setup.seats == SeatOrder.two_tables()
    assert setup.joker_lead is JokerLead.ANY_SUIT
    assert setup.joker_follow is JokerFollow.FIRST_OR_LAST
    assert setup.joker_void is JokerVoid.MUST
    assert setup.limit == 1
    assert setup.first_card is Card.S2
    assert setup.under == ((2, Card.S3, Card.H4),)
    for name in ("order", "seats", "joker_lead", "limit", "first_card", "under", "anything"):
        with pytest.raises(AttributeError):
            setattr(setup, name, None)


@pytest.mark.parametrize(
    ("options", "error", "facts"),
    [
        ({"limit": 2}, IndexError, ["suit 2", "0..1"]),
        ({"limit": -1}, IndexError, ["suit -1", "0..1"]),
        ({"first_card": "SA"}, SetupError, ["SA", "not in this order"]),
        ({"first_card": "XX"}, TextError, ["'XX'"]),
        ({"under": [(0, "SA", "S2")]}, SetupError, ["SA", "not in this order"]),
        ({"under": [(0, "S2", "SA")]}, SetupError, ["SA", "not in this order"]),
        ({"under": [(2, "S2", "S3")]}, SetupError, ["place 2", "takes no part"]),
        ({"under": [(-1, "S2", "S3")]}, SetupError, ["place -1", "takes no part"]),
        ({"under": [("0", "S2", "S3")]}, TypeError, ["integer"]),
        ({"under": [(0, "S2", "S3"), (0, "S2", "S4")]}, SetupError, ["S2", "on two cards"]),
        ({"under": [(0, "S2", "S4"), (0, "S3", "S4")]}, SetupError, ["S4", "under two cards"]),
        ({"under": [(0, "S2", "S2")]}, SetupError, ["hidden card cannot lie on another"]),
        ({"under": [(0, "S2", "S3"), (0, "S3", "S4")]}, SetupError, ["hidden card cannot lie on another"]),
        ({"under": [(0, "S2")]}, ValueError, []),
        ({"under": 5}, TypeError, []),
    ],
)
def test_setup_refusals(options: dict[str, Any], error: type[Exception], facts: list[str]) -> None:
    """Options that contradict the order or the seats."""
    with pytest.raises(error) as caught:
        PlaySetup(ORDER, PAIR, **options)
    assert all(fact in str(caught.value) for fact in facts), caught.value


def test_setup_needs_order_and_seats() -> None:
    """None and other types are refused."""
    for arguments in ((None, PAIR), (ORDER, None), ("S2", PAIR), (ORDER, {0: (0, 1)})):
        with pytest.raises(TypeError):
            PlaySetup(*arguments)


@pytest.mark.parametrize("kind", [JokerLead, JokerFollow, JokerVoid])
def test_bug_policies_are_closed(kind: type[JokerLead]) -> None:
    """A number that is no policy is refused, by the enum and by the setup."""
    name = {JokerLead: "joker_lead", JokerFollow: "joker_follow", JokerVoid: "joker_void"}[kind]
    for value in (len(kind), -1, 300):
        with pytest.raises(ValueError):
            PlaySetup(FREE, PAIR, **{name: value})  # type: ignore[arg-type]


# --- TrickPlay ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "leader", "options", "error", "facts"),
    [
        (["S2 H2"], 0, {}, SetupError, ["2 hands", "got 1"]),
        (["S2", "S3", "S4"], 0, {}, SetupError, ["2 hands", "got 3"]),
        ([], 0, {}, SetupError, ["2 hands", "got 0"]),
        (["S2 H2", "S2 H3"], 0, {}, SetupError, ["S2", "two hands"]),
        (["S2 H2", "S3 HA"], 0, {}, SetupError, ["HA", "not in this order"]),
        (["S2 H2", "S3 JK"], 0, {}, SetupError, ["JK", "not in this order"]),
        (["S2 H2", "S3 S3"], 0, {}, TextError, ["S3", "twice"]),
        (["S2 H2", "S3 ?"], 0, {}, TextError, ["'?'"]),
        (["S2 H2", [68, 2]], 0, {}, IndexError, ["68"]),
        (["S2 H2", "S3"], 0, {}, SetupError, ["[2, 1]", "cannot be played to the end"]),
        (["S2", "S3 H3"], 0, {}, SetupError, ["[1, 2]", "cannot be played to the end"]),
        (["S2", ""], 0, {}, SetupError, ["[1, 0]"]),
        (["S2 H2", "S3 H3"], 2, {}, IndexError, ["leader 2", "0..1"]),
        (["S2 H2", "S3 H3"], -1, {}, IndexError, ["leader -1", "0..1"]),
        (["S2 H2", "S3 H3"], 10**30, {}, IndexError, ["leader", "0..1"]),
        (["S2 H2", "S3 H3"], 0.0, {}, TypeError, ["float"]),
        (["S2 H2", "S3 H3"], None, {}, TypeError, ["NoneType"]),
        (["S2 H2", None], 0, {}, TypeError, []),
        (None, 0, {}, TypeError, []),
        (["S2 H2", "S3 H3"], 0, {"tricks": [1]}, SetupError, ["2 counts", "[1]"]),
        (["S2 H2", "S3 H3"], 0, {"tricks": [1, -1]}, SetupError, ["2 counts", "[1, -1]"]),
        (["S2 H2", "S3 H3"], 0, {"tricks": [60, 4]}, SetupError, ["2 counts", "[60, 4]"]),
        (["S2 H2", "S3 H3"], 0, {"tricks": [10**30, 0]}, SetupError, ["2 counts"]),
        (["S2 H2", "S3 H3"], 0, {"suits_led": [2]}, IndexError, ["suit 2", "0..1"]),
        (["S2 H2", "S3 H3"], 0, {"suits_led": [-1]}, IndexError, ["suit -1", "0..1"]),
        (["S2 H2", "S3 H3"], 0, {"failed": [[0]]}, SetupError, ["2 places", "got 1"]),
        (["S2 H2", "S3 H3"], 0, {"failed": [[0], [2]]}, IndexError, ["suit 2", "0..1"]),
        (["S2 H2", "S3 H3"], 0, {"failed": [[0], [-1]]}, IndexError, ["suit -1", "0..1"]),
    ],
)
def test_play_refusals(
    hands: Any, leader: Any, options: dict[str, Any], error: type[Exception], facts: list[str]
) -> None:
    """Hands, leaders and histories that make no position."""
    with pytest.raises(error) as caught:
        TrickPlay(PlaySetup(ORDER, PAIR), hands, leader, **options)
    assert type(caught.value) is error
    assert all(fact in str(caught.value) for fact in facts), caught.value


def test_play_needs_a_setup() -> None:
    """None and other types are refused."""
    for setup in (None, ORDER, "setup"):
        with pytest.raises(TypeError):
            TrickPlay(setup, ["S2", "S3"], 0)  # type: ignore[arg-type]


def test_hands_in_any_form() -> None:
    """Texts, sets, lists of cards, ints and names; an iterator of hands."""
    setup = PlaySetup(ORDER, PAIR)
    expected = TrickPlay(setup, ["S2 H2", "S3 H3"], 0)
    assert TrickPlay(setup, [CardSet("S2 H2"), [Card.S3, Card.H3]], 0) == expected
    hands: list[Iterable[int | str]] = [["S2", "H2"], {1, 49}]
    assert TrickPlay(setup, iter(hands), 0) == expected
    assert TrickPlay(setup, ("♠2,2♥", "3s 3h"), 0) == expected


def test_sitting_out_places_hold_anything() -> None:
    """A place that sits out may hold any number of cards, but cannot lead."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3, out=[1]))
    for held in ("", "S5", "S5 H5 S4 H4"):
        play = TrickPlay(setup, ["S2 H2", held, "S3 H3"], 2)
        assert play.hand(1) == CardSet(held)
        assert play.turn == 2
    with pytest.raises(SetupError, match="place 1 cannot lead: it takes no part"):
        TrickPlay(setup, ["S2", "S5", "S3"], 1)
    with pytest.raises(SetupError, match="S3 stands in two hands"):
        TrickPlay(setup, ["S2", "S3", "S3"], 0)


def test_skip_first_sizes() -> None:
    """The place that skips the first trick holds one card less until that trick is played."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3, skip_first=[0]))
    play = TrickPlay(setup, ["S2", "S3 H3", "S4 H4"], 1)
    assert play.turn == 1
    with pytest.raises(SetupError, match="cannot be played to the end"):
        TrickPlay(setup, ["S2 H2", "S3 H3", "S4 H4"], 1)
    with pytest.raises(SetupError, match="place 0 cannot lead"):
        TrickPlay(setup, ["S2", "S3 H3", "S4 H4"], 0)
    later = TrickPlay(setup, ["S2 H2", "S3 H3", "S4 H4"], 0, tricks=[0, 1, 0])
    assert later.turn == 0
    with pytest.raises(SetupError, match="cannot be played to the end"):
        TrickPlay(setup, ["S2", "S3 H3", "S4 H4"], 1, tricks=[0, 1, 0])
    # The first trick alone.
    assert TrickPlay(setup, ["", "S3", "S4"], 1).turn == 1


def test_pile_refusals() -> None:
    """Hidden cards count in the sizes, lie with their owner and are in no hand."""
    setup = PlaySetup(ORDER, PAIR, under=[(1, "S2", "S3")])
    assert TrickPlay(setup, ["S4 S5", "S2"], 0).hand(1) == CardSet("S2")
    with pytest.raises(SetupError, match=r"S2 lies on a pile of place 1, but another place holds it"):
        TrickPlay(setup, ["S2", "S4 S5"], 0)
    with pytest.raises(SetupError, match="S3 lies face down and cannot be in a hand"):
        TrickPlay(setup, ["S3 S4", "S2"], 0)
    with pytest.raises(SetupError, match="S3 lies face down and cannot be in a hand"):
        TrickPlay(setup, ["H2 H3 H4", "S2 S3"], 0)
    with pytest.raises(SetupError, match="cannot be played to the end"):
        TrickPlay(setup, ["S4", "S2"], 0)
    # A pile whose upper card is gone: what lay beneath is an ordinary card.
    assert TrickPlay(setup, ["S4", "S3"], 0, tricks=[1, 0]).hand(1) == CardSet("S3")


def test_empty_hands_are_a_finished_play() -> None:
    """Nobody holds a card: all is over."""
    play = TrickPlay(PlaySetup(ORDER, PAIR), ["", ""], 1, tricks=[3, 1])
    assert play.is_over
    assert play.turn is None
    assert play.legal_moves() == []
    assert play.tricks == (3, 1)


@pytest.mark.parametrize("call", ["hand(0)", "copy()", "legal_moves()", "tricks", "__repr__()", "pop()"])
def test_bug_a_play_made_without_init_does_not_crash(call: str) -> None:
    """``TrickPlay.__new__`` alone gives an error or a harmless object, never a crash (P-05)."""
    code = (
        "from cardcore import TrickPlay\n"
        "try:\n"
        f"    TrickPlay.__new__(TrickPlay).{call}\n"
        "except Exception:\n"
        "    pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
