"""Stakes, tree_search and policy_playouts: whatever Python hands over, a clear error and no crash."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from cardcore import (
    CardOrder,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stakes,
    TrickPlay,
    policy_playouts,
    tree_search,
)

NAN, INF = float("nan"), float("inf")
ORDER = CardOrder(["S2 S3 S4 S5 S6 S7", "H2 H3 H4 H5 H6 H7"], trump=0)
SETUP = PlaySetup(ORDER, SeatOrder.circle(2))
BUILD: Any = Stakes
SEARCH: Any = tree_search
PLAYOUTS: Any = policy_playouts


class Number:
    """Something with an index, and a float, of its own."""

    def __init__(self, answer: Callable[[], int]) -> None:
        self.answer = answer

    def __index__(self) -> int:
        return self.answer()

    def __float__(self) -> float:
        return float(self.answer())


class Liar(int):
    """A number that claims to be in any range."""

    def __lt__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True

    def __mul__(self, other: object) -> int:
        return 0

    __rmul__ = __mul__
    __hash__ = int.__hash__


class TwoFaced(list):  # type: ignore[type-arg]
    """A list that shows two small numbers to who goes through it."""

    def __iter__(self) -> Iterator[int]:
        return iter([0, 0])


def start(**keys: Any) -> TrickPlay:
    """Two hands of three."""
    return TrickPlay(SETUP, ["S5 S2 H2", "S4 H5 H7"], 0, **keys)


def simple(**keys: Any) -> Stakes:
    """Two places against each other."""
    return Stakes(2, [((0,), [0, 1, 2, 3])], [[1], [-1]], **keys)


def rows(count: int = 1) -> Any:
    """So many worlds: the hand of place 1."""
    return np.full((count, 1), start().hand_mask(1), np.uint64)


def search(**keys: Any) -> Any:
    """A search with some arguments changed."""
    given: dict[str, Any] = {
        "play": start(), "rows": rows(), "columns": [None, 0], "stakes": simple(), "iterations": 40, "seed": 1
    }  # fmt: skip
    return SEARCH(**(given | keys))


def playouts(**keys: Any) -> Any:
    """Playouts with some arguments changed."""
    given: dict[str, Any] = {
        "play": start(), "rows": rows(), "columns": [None, 0], "stakes": simple(), "seed": 1
    }  # fmt: skip
    return PLAYOUTS(**(given | keys))


# --- stakes -----------------------------------------------------------------------------------------------

ONE = [((0,), [1.0])]
TWO_WEIGHTS = [[1.0], [1.0]]
PRIZE = [((0,), [3], [0.0, 1.0])]


@pytest.mark.parametrize("places", [0, -1, 7, 8, 255, 256, 2**31, 2**32 + 2, 2**64 + 2, -(2**70), Liar(9)])
def test_numbers_of_places(places: int) -> None:
    """One to six places."""
    with pytest.raises(SetupError, match="1 to 6 places"):
        Stakes(places, ONE, TWO_WEIGHTS)


@pytest.mark.parametrize(
    ("arguments", "keys", "error"),
    [
        ((), {}, TypeError),
        ((2,), {}, TypeError),
        ((2, ONE), {}, TypeError),
        ((2, ONE, TWO_WEIGHTS, None), {}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"other": 1}, TypeError),
        ((2.0, ONE, TWO_WEIGHTS), {}, TypeError),
        (("2", ONE, TWO_WEIGHTS), {}, TypeError),
        ((None, ONE, TWO_WEIGHTS), {}, TypeError),
        ((2, None, TWO_WEIGHTS), {}, TypeError),
        ((2, 5, TWO_WEIGHTS), {}, TypeError),
        ((2, [5], TWO_WEIGHTS), {}, TypeError),
        ((2, [None], TWO_WEIGHTS), {}, TypeError),
        ((2, [(0, [1])], TWO_WEIGHTS), {}, TypeError),
        ((2, [((0,), 1)], TWO_WEIGHTS), {}, TypeError),
        ((2, [((0.0,), [1])], TWO_WEIGHTS), {}, TypeError),
        ((2, [("0", [1])], TWO_WEIGHTS), {}, TypeError),
        ((2, [((0,), [None])], TWO_WEIGHTS), {}, TypeError),
        ((2, [((0,), ["x"])], TWO_WEIGHTS), {}, ValueError),
        ((2, [((0,), [1], 1)], TWO_WEIGHTS), {}, ValueError),
        ((2, [((0,),)], TWO_WEIGHTS), {}, ValueError),
        ((2, [((), [1])], TWO_WEIGHTS), {}, SetupError),
        ((2, [((0,), [])], TWO_WEIGHTS), {}, SetupError),
        ((2, [((0,), [1] * 65)], TWO_WEIGHTS), {}, SetupError),
        ((2, [((2,), [1])], TWO_WEIGHTS), {}, SetupError),
        ((2, [((-1,), [1])], TWO_WEIGHTS), {}, SetupError),
        ((2, [((2**70,), [1])], TWO_WEIGHTS), {}, SetupError),
        ((2, [((Liar(9),), [1])], TWO_WEIGHTS), {}, SetupError),
        ((2, ONE * 9, [[1.0] * 9] * 2), {}, SetupError),
        ((2, ONE * 100_000, [[1.0] * 100_000] * 2), {}, SetupError),
        ((2, [((0,), [10**400])], TWO_WEIGHTS), {}, OverflowError),
        ((2, ONE, None), {}, TypeError),
        ((2, ONE, [1.0, 1.0]), {}, TypeError),
        ((2, ONE, [[None], [1]]), {}, TypeError),
        ((2, ONE, []), {}, SetupError),
        ((2, ONE, [[1]]), {}, SetupError),
        ((2, ONE, [[1]] * 3), {}, SetupError),
        ((2, ONE, [[1], []]), {}, SetupError),
        ((2, ONE, [[1], [1, 1]]), {}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": 5}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [5, None]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(0.0, 1, True), None]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(0, None, True), None]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"aims": ["abc", None]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"aims": []}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [None] * 3}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(1, 1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(-1, 1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(255, 1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(256, 1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(Liar(200), 1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(0, 64, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(0, -1, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"aims": [(0, 2**70, True), None]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"friends": 5}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [0, 1]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0.5,), (1,)]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0,)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0,), (2,)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0,), (-1,)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0,), (2**40,)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"friends": [(0,), (Liar(70),)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": 5}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [5]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": {3: 1.0}}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [(0, [3], [0, 1])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), 3, [0, 1])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], 1)]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0.0,), [3], [0, 1])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [1.5], [0, 1])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), ["S2"], [0, 1])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, None])]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, "x"])]}, ValueError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3])]}, ValueError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, 1], [1])]}, ValueError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((), [3], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((2,), [3], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((-1, 0), [3], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((2**70,), [3], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((Liar(9),), [3], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [63], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [-1], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [2**70], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [Liar(10**6)], [0, 1])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [], [0])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3, 3], [0] * 4)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), range(9), [0] * 512)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), range(60), [0])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, 1, 2])]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), range(8), [0] * 255)]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, 1])] * 13}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": 5}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": [1, 1]}, TypeError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": []}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": [[1]]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": [[1], []]}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": [[1] * 70] * 2}, SetupError),
        ((2, ONE, TWO_WEIGHTS), {"prize_weights": [[1], [1]]}, SetupError),
    ],
)  # fmt: skip
def test_stakes_that_do_not_fit(arguments: tuple[Any, ...], keys: Any, error: type[Exception]) -> None:
    """Wrong types, counts and places: an error, and an object that is as empty as before."""
    made = BUILD.__new__(Stakes)
    with pytest.raises(error):
        made.__init__(*arguments, **keys)
    assert made.pays(()) == ()
    made.__init__(2, ONE, TWO_WEIGHTS)
    assert made.pays((3, 1)) == (1, 1)


@pytest.mark.parametrize("bad", [NAN, INF, -INF, 1.1e9, -1.1e9, 1e300, 10**10])
def test_numbers_that_are_too_large(bad: float) -> None:
    """Worths and weights are finite and at most 10**9."""
    for arguments, keys in (
        (([((0,), [0, bad])], TWO_WEIGHTS), {}),
        ((ONE, [[1], [bad]]), {}),
        ((ONE, TWO_WEIGHTS), {"prizes": [((0,), [3], [0, bad])]}),
        ((ONE, TWO_WEIGHTS), {"prizes": PRIZE, "prize_weights": [[1], [bad]]}),
    ):
        with pytest.raises(SetupError, match="at most"):
            BUILD(2, *arguments, **keys)
    assert Stakes(2, [((0,), [1e9])], [[1e9], [-1e9]]).pays((0, 0)) == (1e18, -1e18)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), TypeError),
        ((None,), TypeError),
        ((5,), TypeError),
        (((1.0, 0),), TypeError),
        ((("1", 0),), TypeError),
        (((None, 0),), TypeError),
        (((),), SetupError),
        (((1,),), SetupError),
        (((1, 1, 1),), SetupError),
        (((-1, 0),), SetupError),
        (((64, 0),), SetupError),
        (((32, 32),), SetupError),
        (((2**70, 0),), SetupError),
        (((Liar(200), 0),), SetupError),
        (((1, 0), 5), TypeError),
        (((1, 0), (1, None)), TypeError),
        (((1, 0), (1.0, 0)), TypeError),
        (((1, 0), (1,)), SetupError),
        (((1, 0), (1, 2, 4)), SetupError),
        (((1, 0), (-1, 0)), SetupError),
        (((1, 0), (0, 2**64)), SetupError),
        (((1, 0), (Liar(-5), 0)), SetupError),
        (((1, 0), (3, 6)), SetupError),
    ],
)
def test_ends_that_cannot_be(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    """Tricks and prizes of another number of places, of another type, or more than there are."""
    with pytest.raises(error):
        BUILD.pays(simple(), *arguments)


def test_what_has_an_index_will_do() -> None:
    """Numbers of numpy, things with an index, iterables that can be read once."""
    made = BUILD(
        Number(lambda: 2),
        iter([(iter([np.int8(0)]), np.arange(4.0))]),
        (iter([one]) for one in (Number(lambda: 1), -1)),
        aims=iter([(Number(lambda: 0), np.uint8(2), []), None]),
        friends=iter([iter([0]), {1}]),
        prizes=iter([(iter([0]), np.array([3, 5]), np.arange(4.0)), ({1}, (Number(lambda: 3),), [0, True])]),
        prize_weights=np.eye(2),
    )
    assert made.pays(np.array([2, 1])) == simple().pays((2, 1)) == (2, -2)
    assert made.aims == ((0, 2, False), None)
    assert made.prizes == (((0,), (3, 5), (0.0, 1.0, 2.0, 3.0)), ((1,), (3,), (0.0, 1.0)))
    assert made.pays((2, 1), np.array([1 << 5, 1 << 3], np.uint64)) == (4, -1)
    assert (
        search(iterations=Number(lambda: 40), number=Number(lambda: 0), depth=Number(lambda: 63)) == search()
    )
    assert (playouts(repeat=Number(lambda: 3)) == playouts(repeat=3)).all()


def test_stakes_do_not_change() -> None:
    """A second __init__ is refused, attributes cannot be set or deleted."""
    made: Any = simple()
    with pytest.raises(TypeError, match="do not change"):
        made.__init__(2, ONE, TWO_WEIGHTS)
    for name in ("accounts", "weights", "aims", "friends", "prizes", "prize_weights", "k", "other"):
        with pytest.raises(AttributeError):
            setattr(made, name, ())
    assert made.pays((2, 1)) == (2, -2)


def test_stakes_that_are_built_while_they_are_built() -> None:
    """An argument that builds the object: that one stands, in all its parts, and the other is refused."""
    other = Stakes(2, [((0,), [5.0])], [[1], [2]])
    for where in range(6):
        made = BUILD.__new__(Stakes)

        def build(made: Any = made) -> int:
            made.__init__(2, [((0,), [5.0])], [[1], [2]])
            return 1

        late = Number(build)
        keys: Any = {}
        arguments: list[Any] = [2, [((1,), [6.0])], [[7], [8]]]
        if where == 0:
            arguments[1] = [((late,), [6.0])]
        elif where == 1:
            arguments[1] = [((1,), [late])]
        elif where == 2:
            arguments[2] = [[7], [late]]
        else:
            keys = (
                {"aims": [(0, late, True), None]},
                {"friends": [(late,), (1,)]},
                {"prizes": [((1,), [3], [0, late])]},
            )[where - 3]
        with pytest.raises(TypeError, match="do not change"):
            made.__init__(*arguments, **keys)
        assert made.__reduce__() == other.__reduce__()
        assert made.pays((1, 0)) == other.pays((1, 0))


def test_stakes_init_has_never_seen() -> None:
    """Made by __new__ alone they are worth nothing, fit no play, and pickle to nothing."""
    bare = BUILD.__new__(Stakes)
    assert bare.pays(()) == ()
    with pytest.raises(SetupError):
        bare.pays((1, 1))
    with pytest.raises(SetupError, match="0 places"):
        search(stakes=bare)
    with pytest.raises(SetupError, match="0 places"):
        playouts(stakes=bare)
    with pytest.raises(SetupError):
        copy.copy(bare)


def test_copies_and_pickles() -> None:
    """All protocols, copies, and what comes out of them plays alike."""
    full = Stakes(
        2,
        [((0,), [0, 1.5]), ((0, 1), [-3])],
        [[1, 2], [-1, 0.5]],
        aims=[(1, 3, True), None],
        friends=[(), (0, 1)],
        prizes=[((0,), [3, 5], [0, 10, -1, 4]), ((0, 1), [4], [1, 2])],
        prize_weights=[[1, 0], [2, -1]],
    )
    found = search(stakes=full)
    twins = [pickle.loads(pickle.dumps(full, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (*twins, copy.copy(full), copy.deepcopy(full)):
        assert type(twin) is Stakes
        assert twin.__reduce__() == full.__reduce__()
        assert search(stakes=twin) == found
        assert twin.pays((1, 2), (8, 48)) == full.pays((1, 2), (8, 48))


def test_pickles_that_lie() -> None:
    """A changed pickle is checked like any arguments."""
    reduced: Any = simple(prizes=PRIZE).__reduce__()
    make, arguments = reduced
    assert make(*arguments).pays((1, 1)) == (1, -1)
    for at, value in (
        (0, 3),
        (0, 70),
        (1, ONE * 9),
        (2, ()),
        (3, ((9, 0, True), None)),
        (5, (((0,), (70,), (0.0, 1.0)),)),
        (5, (((0,), (3,), (0.0,)),)),
        (5, ()),
    ):
        changed = list(arguments)
        changed[at] = value
        with pytest.raises(SetupError):
            make(*changed)


# --- both functions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"play": None}, TypeError),
        ({"play": SETUP}, TypeError),
        ({"stakes": None}, TypeError),
        ({"stakes": 5}, TypeError),
        ({"stakes": Stakes(3, [((0,), [1])], [[1]] * 3)}, SetupError),
        ({"stakes": Stakes(1, [((0,), [1])], [[1]])}, SetupError),
        ({"columns": None}, TypeError),
        ({"columns": 5}, TypeError),
        ({"columns": [None, 0.0]}, TypeError),
        ({"columns": []}, SetupError),
        ({"columns": [None]}, SetupError),
        ({"columns": [None, 0, None]}, SetupError),
        ({"columns": [None, 1]}, IndexError),
        ({"columns": [None, -1]}, IndexError),
        ({"columns": [None, 2**40]}, IndexError),
        ({"columns": [0, 0]}, SetupError),
        ({"columns": [0, None]}, SetupError),
        ({"rows": None}, TypeError),
        ({"rows": 5}, TypeError),
        ({"rows": [[1]]}, TypeError),
        ({"rows": rows().astype(np.int64)}, ValueError),
        ({"rows": rows().astype(np.uint32)}, ValueError),
        ({"rows": rows().astype(float)}, ValueError),
        ({"rows": rows().astype(object)}, ValueError),
        ({"rows": rows()[0]}, ValueError),
        ({"rows": rows()[None]}, ValueError),
        ({"rows": rows(4)[::2]}, ValueError),
        ({"rows": np.asfortranarray(np.repeat(rows(3), 2, axis=1))}, ValueError),
        ({"rows": rows(0)}, SetupError),
        ({"rows": np.zeros((1, 1), np.uint64)}, SetupError),
        ({"rows": np.full((1, 1), 2**64 - 1, np.uint64)}, SetupError),
        ({"rows": np.concatenate([rows(3), rows() ^ np.uint64(1 << 60)])}, SetupError),
        ({"rows": np.full((1, 1), start().hand_mask(0), np.uint64)}, SetupError),
        ({"seed": None}, TypeError),
        ({"seed": 1.0}, TypeError),
        ({"seed": (1, 2, 3)}, ValueError),
        ({"seed": -1}, ValueError),
        ({"seed": (0, 2**64)}, ValueError),
        ({"number": None}, TypeError),
        ({"number": 0.5}, TypeError),
        ({"number": -1}, (OverflowError, ValueError)),
        ({"number": 2**64}, (OverflowError, ValueError)),
        ({"other": 1}, TypeError),
    ],
)  # fmt: skip
def test_arguments_of_both(keys: Any, error: Any) -> None:
    """What is no play, no stakes for it, no worlds, no columns, no seed."""
    for call in (search, playouts):
        with pytest.raises(error):
            call(**keys)


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"iterations": 0}, SetupError),
        ({"iterations": -1}, (SetupError, OverflowError)),
        ({"iterations": 2**40}, SetupError),
        ({"iterations": 2**70}, (SetupError, OverflowError)),
        ({"iterations": None}, TypeError),
        ({"iterations": 10.0}, TypeError),
        ({"iterations": "10"}, TypeError),
        ({"depth": 0}, SetupError),
        ({"depth": -1}, SetupError),
        ({"depth": 64}, SetupError),
        ({"depth": 2**40}, (SetupError, OverflowError)),
        ({"depth": 1.0}, TypeError),
        ({"depth": None}, TypeError),
        ({"explore": NAN}, SetupError),
        ({"explore": INF}, SetupError),
        ({"explore": -0.1}, SetupError),
        ({"explore": 1e7}, SetupError),
        ({"explore": None}, TypeError),
        ({"explore": "much"}, (TypeError, ValueError)),
        ({"seconds": NAN}, SetupError),
        ({"seconds": -1.0}, SetupError),
        ({"seconds": "long"}, (TypeError, ValueError)),
        ({"seconds": []}, TypeError),
    ],
)  # fmt: skip
def test_numbers_of_a_search(keys: Any, error: Any) -> None:
    """Iterations, depth, exploring and time out of range or of another type."""
    with pytest.raises(error):
        search(stakes=simple(prizes=PRIZE), **keys)


@pytest.mark.parametrize(
    ("repeat", "error"),
    [
        (0, SetupError),
        (-1, SetupError),
        (2**20 + 1, SetupError),
        (2**70, SetupError),
        (1.0, TypeError),
        (None, TypeError),
        ("3", TypeError),
    ],
)
def test_numbers_of_playouts(repeat: Any, error: type[Exception]) -> None:
    """How often each world is played."""
    with pytest.raises(error):
        playouts(repeat=repeat)
    with pytest.raises(SetupError):
        playouts(rows=rows(200), repeat=2**20)  # more than there is room for


def test_a_play_that_is_over() -> None:
    """Nothing is left to search."""
    play = start()
    while not play.is_over:
        play.push(play.legal_moves()[0])
    for call in (search, playouts):
        with pytest.raises(SetupError, match="all cards are played"):
            call(play=play, rows=np.zeros((1, 0), np.uint64), columns=[None, None])


def test_arguments_that_change_what_they_are_read_for() -> None:
    """A column that plays on, empties the worlds or builds other stakes while it is read."""
    for moves in range(7):
        play = start()

        def change(play: TrickPlay = play, moves: int = moves) -> int:
            for _ in range(moves):
                if not play.is_over:
                    play.push(play.legal_moves()[0])
            return 0

        for call in (search, playouts):
            try:
                call(play=play, columns=[None, Number(change)])
            except SetupError:
                continue
    bare = BUILD.__new__(Stakes)

    def build() -> int:
        bare.__init__(2, ONE, TWO_WEIGHTS)
        return 0

    with pytest.raises(SetupError):
        search(stakes=bare, columns=[None, Number(build)])


def test_errors_of_the_caller_come_through() -> None:
    """What an argument raises while it is read is what is raised."""

    def refuse() -> int:
        raise ZeroDivisionError

    bad: Any = Number(refuse)
    keys: Any
    for keys in ({"columns": [None, bad]}, {"seed": bad}, {"number": bad}):
        for call in (search, playouts):
            with pytest.raises(ZeroDivisionError):
                call(**keys)
    for keys in (
        {"iterations": bad},
        {"depth": bad},
        {"seconds": bad},
        {"explore": bad},
    ):
        with pytest.raises((ZeroDivisionError, TypeError)):
            search(stakes=simple(prizes=PRIZE), **keys)
    with pytest.raises(ZeroDivisionError):
        playouts(repeat=bad)
    with pytest.raises(ZeroDivisionError):
        simple().pays((bad, 1))
    with pytest.raises(ZeroDivisionError):
        simple().pays((1, 1), (bad, 1))
    with pytest.raises(ZeroDivisionError):
        simple(prizes=[((0,), [bad], [0, 1])])
    with pytest.raises(ZeroDivisionError):
        Stakes(2, [((0,), [bad])], TWO_WEIGHTS)


def test_more_tricks_than_tables_have() -> None:
    """A play that begins with so many tricks that no table could count them all."""
    aims = [(0, 60, True), None]
    for tricks in ((60, 0), (30, 30)):
        found = search(play=start(tricks=tricks), stakes=simple(aims=aims))
        assert sum([one.visits for one in found]) == 40
    for call in (search, playouts):
        for tricks in ((63, 0), (61, 0), (31, 32)):
            with pytest.raises(SetupError, match="so many tricks"):
                call(play=start(tricks=tricks), stakes=simple(aims=aims))


def test_a_huge_number_of_iterations_is_stopped_by_an_interrupt() -> None:
    """A search that would take days ends with KeyboardInterrupt."""
    code = (
        "import _thread, threading\n"
        "from core.test_mcts_hostile import search\n"
        "threading.Timer(0.3, _thread.interrupt_main).start()\n"
        "try:\n"
        "    search(iterations=2**39)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    begin = time.perf_counter()
    assert run(code) == "stopped"
    assert time.perf_counter() - begin < 30


def test_large_trees_end_at_their_limit() -> None:
    """Many worlds and moves: nodes are added until there is no room, and no further."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    order = CardOrder([[suit + rank for rank in ranks] for suit in "SCDH"], trump=0)
    pack = [suit + rank for rank in ranks for suit in "SCDH"]
    play = TrickPlay(PlaySetup(order, SeatOrder.circle(4)), [pack[at::4] for at in range(4)], 0)
    stakes = Stakes(4, [((0, 2), range(14))], [[1], [-1]] * 2)
    found = SEARCH(
        play, np.zeros((1, 0), np.uint64), [None] * 4, stakes, iterations=60_000, seed=1, explore=100
    )
    assert sum([one.visits for one in found]) == 60_000


# --- what once ended the process --------------------------------------------------------------------------


def run(code: str) -> str:
    """Run a program in a process of its own; its output, and a failure if it dies."""
    path = [entry for entry in sys.path if entry]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{code}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return done.stdout.strip()


def short_aims() -> None:
    """Aims of fewer than three parts."""
    for aim in ((), (0,), (0, 1), (0, 1, True, 5)):
        with pytest.raises((ValueError, TypeError)):
            BUILD(2, ONE, TWO_WEIGHTS, aims=[aim, None])


def own_checks() -> None:
    """A class of one's own that checks nothing."""

    class Trusting(Stakes):
        def _check(self, *arguments: object) -> None:
            """Nothing."""

    for many in (9, 5_000):
        with pytest.raises(SetupError):
            Trusting(2, ONE * many, [[1.0] * many] * 2)


def repeats_that_lie() -> None:
    """A number of playouts that is nothing when it is multiplied."""
    assert playouts(repeat=Liar(1_000)).shape == (1_000, 2)


def lists_that_shrink() -> None:
    """Sequences that are emptied by their own numbers."""
    for use in (
        lambda row: simple(prizes=[((0,), row, [0, 1, 2, 3])]),
        lambda row: simple(prizes=[((0,), [3], row)]),
        lambda row: simple(prizes=PRIZE).pays((1, 0), row),
        lambda row: simple().pays(row),
    ):
        for _ in range(20):
            row: list[Any] = []

            def empty(row: list[Any] = row) -> int:
                row.clear()
                return 1

            row += [Number(empty), 1]
            with pytest.raises((SetupError, TypeError, IndexError)):
                use(row)


def lists_with_two_faces() -> None:
    """A list that is something else to who goes through it."""
    assert simple().pays(TwoFaced([200, 200])) == (0, 0)
    with pytest.raises((SetupError, OverflowError)):
        simple().pays(TwoFaced([2**70, -1]), (-1, 0))
    with pytest.raises(SetupError):
        simple(prizes=[((0,), TwoFaced([2**70]), [0, 1, 2, 3])])
    assert simple(prizes=PRIZE).pays((0, 0), TwoFaced([2**70, -1])) == (0, 0)


@pytest.mark.parametrize(
    "what", [short_aims, own_checks, repeats_that_lie, lists_that_shrink, lists_with_two_faces]
)
def test_the_process_survives(what: Callable[[], None]) -> None:
    """In a process of its own: a crash fails this test alone."""
    run(f"from core.test_mcts_hostile import {what.__name__}\n{what.__name__}()")


def test_prizes_beyond_the_order_are_refused() -> None:
    """A prize stands at a position of the play's order."""
    with pytest.raises(SetupError, match="positions of the order"):
        search(stakes=simple(prizes=[((0,), [62], [0, 1])]))


def test_what_is_wrong_with_a_prize_is_said() -> None:
    """How many cards and worths there are, and how many there may be."""
    for prizes, why in (
        ([((0,), [3, 4], [0, 1])], "2 cards need 4 worths, one for every set of them; got 2"),
        ([((0,), range(9), [0] * 512)], "a prize has 1 to 8 cards, each once"),
        ([((0,), [3, 3], [0] * 4)], r"each once; got positions \[3, 3\]"),
        ([((0,), [63], [0, 1])], r"positions of the order, not at \[63\]"),
        ([((0, 2), [3], [0, 1])], r"places of the play, not by \[0, 2\]"),
        (PRIZE * 13, "at most 12 prizes, not 13"),
    ):
        with pytest.raises(SetupError, match=why):
            BUILD(2, ONE, TWO_WEIGHTS, prizes=prizes)
    with pytest.raises(SetupError, match="weights of 1 prizes are needed for each of 2 places"):
        BUILD(2, ONE, TWO_WEIGHTS, prizes=PRIZE, prize_weights=[[1, 2], [1]])
    with pytest.raises(SetupError, match=r"place 1 cannot have caught what another has: \[3, 2\]"):
        simple().pays((1, 0), (3, 2))


def test_the_largest_prizes() -> None:
    """Twelve prizes of eight cards, for two places: every set is found in its table."""
    cards = range(4, 12)
    stakes = Stakes(2, [], [[], []], prizes=[((at % 2,), cards, range(at, at + 256)) for at in range(12)])
    for number in range(256):
        own = 6 * number + sum(range(0, 12, 2))
        assert stakes.pays((1, 0), (number << 4, 0)) == (own, sum(range(1, 12, 2)))
