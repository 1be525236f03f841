"""What fuzzing and reading the compiled code found, each named after the fault; see ``docs/safety.md``.

Numbers that answer differently each time, objects that run something while they are read, objects that
were never built, or whose building failed, and pickles that were changed.
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import cardcore.batch
import cardcore.trickplay
from cardcore import (
    CardOrder,
    CardSet,
    Dealing,
    Pack,
    PlayBatch,
    PlaySetup,
    Result,
    SeatOrder,
    SetupError,
    Solver,
    Stream,
    TrickPlay,
    play_random_deals,
    secure_permutation,
    shuffled_packs,
)
from cardcore.batch import _restore
from cardcore.dealplan import DealPlan
from cardcore.deals import leaders_of
from cardcore.packs import permute_bits

ORDER = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
SETUP = PlaySetup(ORDER, SeatOrder.circle(2))
DEALING = Dealing("S2 S3 S4 S5 H2 H3 H4 H5", [0] * 3 + [1] * 3 + [None] * 2)


class Fickle:
    """A number that is another one each time it is asked; the last answer stays."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers)

    def __index__(self) -> int:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    __int__ = __index__


class Agreeable(int):
    """A number that is in every range, and has no bits it should not have."""

    def __lt__(self, other: object) -> bool:
        return False

    def __le__(self, other: object) -> bool:
        return True

    __ge__ = __le__

    def __rshift__(self, other: object) -> int:
        return 0

    def __and__(self, other: object) -> int:
        return 0


# --- numbers --------------------------------------------------------------------------------------------


def test_numbers_are_asked_once() -> None:
    """What was checked is what is used, however often a number changes its mind."""
    wrong = 10**6
    assert sorted(Stream(1).permutation(Fickle(5, wrong))) == list(range(5))  # type: ignore[arg-type]
    assert Stream(1).below(Fickle(1, 0)) == 0  # type: ignore[arg-type]
    assert sorted(secure_permutation(Fickle(5, wrong))) == list(range(5))  # type: ignore[arg-type]
    assert shuffled_packs([1], Fickle(5, wrong), seed=1).shape == (1, 5)
    assert CardOrder(["S2", "H2"], trump=Fickle(1, 200)).trump == 1  # type: ignore[arg-type]
    setup = PlaySetup(ORDER, SETUP.seats, limit=Fickle(1, 0), under=[(Fickle(1, 200), "S2", "S3")])  # type: ignore[arg-type, list-item]
    assert (setup.limit, setup.under[0][0]) == (1, 1)
    pack = Pack("S2 S3 H2 H3")
    leader: Any = Fickle(0, 10**6)
    assert sum(play_random_deals(SETUP, pack, [0, 0, 1, 1], 5, leader=leader, seed=1)) == 10
    result = Result(Fickle(1, 9), Fickle(2, 0))
    assert (result.low, result.high) == (1, 2)
    order = {0: (0, 1), 1: (Fickle(1, 0, 7), 0)}
    assert SeatOrder(order).later == ((0, 1), (1, 0))  # type: ignore[arg-type]


def test_a_plan_leads_from_where_was_checked() -> None:
    """C code deals with the leader of a plan without looking at it again."""
    leader: Any = Fickle(10**6, 1)
    with pytest.raises(IndexError, match="1000000"):
        DealPlan(SETUP, DEALING, leader=leader)
    made = DealPlan(SETUP, DEALING, leader=Fickle(1, 10**6))  # type: ignore[arg-type]
    assert (made.leader, made.deal(Fickle(3, -1), seed=1)) == (1, made.deal(3, seed=1))  # type: ignore[arg-type]


def test_masks_are_read_in_c() -> None:
    """A subclass of int that hides its bits names no cards there are not."""
    for call in (CardSet.from_mask, ORDER.to_cards):
        with pytest.raises(ValueError, match="mask"):
            call(Agreeable(1 << 127))


def test_keys_are_read_once() -> None:
    """A tuple that lies about its length is no key."""

    class Long(tuple[int, ...]):
        def __len__(self) -> int:
            return 2

    for key in (Long((1, 2, 3)), Long((1,))):
        with pytest.raises(ValueError, match="two 64-bit words"):
            Stream(key)  # type: ignore[arg-type]


def test_streams_are_restored_from_whole_numbers() -> None:
    """Numbers that claim to be in range are looked at in C."""
    make, (state,) = Stream(1).__reduce__()  # type: ignore[misc]
    for at in (6, 7, 8):
        changed = list(state)
        changed[at] = Agreeable(10**6 if at != 7 else 1 << 70)
        with pytest.raises(ValueError, match="damaged"):
            make(tuple(changed))  # type: ignore[operator]
    with pytest.raises(ValueError, match="damaged"):
        make(state[:5])  # type: ignore[operator]


# --- half-built objects ---------------------------------------------------------------------------------


def failed(kind: type[Any], *arguments: Any, **options: Any) -> Any:
    """An object whose building was refused."""
    made = kind.__new__(kind)
    with pytest.raises(ValueError, match=r"."):
        made.__init__(*arguments, **options)
    return made


def test_what_was_never_built_is_empty() -> None:
    """Orders, seat orders and packs without __init__, or with a failed one, are empty and not taken."""
    twice = failed(CardOrder, ["S2 S3", "H2 H2"])
    for order in (CardOrder.__new__(CardOrder), twice):
        assert (len(order), order.suits, "S2" in order, len(order.cards)) == (0, (), False, 0)
        with pytest.raises(SetupError, match="not in this order"):
            order.position("S2")
        with pytest.raises(TypeError, match="never built"):
            PlaySetup(order, SETUP.seats)
        order.__init__(["S2 S3"])
        assert order == CardOrder(["S2 S3"])
    out = failed(SeatOrder, {0: (0, 1), 1: (1, 0)}, first={2: (2, 0), 0: (0, 2)}, places=3)
    for seats in (SeatOrder.__new__(SeatOrder), out):
        assert (seats.places, seats.later) == (0, ())
        with pytest.raises(TypeError, match="never built"):
            PlaySetup(ORDER, seats)
    assert list(Pack.__new__(Pack)) == []
    assert list(failed(Pack, "S2 S2").cards) == []
    with pytest.raises(TypeError, match="never built"):
        PlayBatch([SETUP], 1, dealing=Dealing.__new__(Dealing))


def test_a_failed_setup_is_no_setup() -> None:
    """Two cards that lie under each other would turn up for ever."""
    setup = failed(PlaySetup, ORDER, SETUP.seats, under=[(0, "S2", "S3"), (0, "S3", "S2"), (1, "H2", "H3")])
    assert setup.order is None
    with pytest.raises((TypeError, IndexError, SetupError)):
        TrickPlay(setup, ["S2", "H2"], 0)
    with pytest.raises(TypeError, match="must be PlaySetup"):
        PlayBatch([setup], 1)


def test_building_while_building() -> None:
    """Reading the arguments may build the object: it is then built once, and not changed any more."""

    def nested(kind: type[Any], good: tuple[Any, ...], wrap: Callable[[Any], Any]) -> Any:
        made = kind.__new__(kind)

        def cards(part: Any) -> Iterator[Any]:
            made.__init__(*good)
            yield from part

        with pytest.raises(TypeError, match=r"does not change|built once"):
            made.__init__(*wrap(cards))
        return made

    assert nested(CardSet, ("S2",), lambda run: (run(["H2"]),)) == CardSet("S2")
    assert nested(Pack, ("S2",), lambda run: (run(["H2"]),)) == Pack("S2")
    assert nested(CardOrder, (["S2"],), lambda run: (run(["H2"]),)) == CardOrder(["S2"])
    batch = nested(PlayBatch, ([SETUP], 3), lambda run: (run([SETUP]), 100))
    assert (batch.n, batch.legal.shape) == (3, (3,))


def test_a_result_does_not_change() -> None:
    """Nor does a refused one begin to."""
    result = Result(1, 2)
    with pytest.raises(TypeError, match="does not change"):
        result.__init__(3, 4)  # type: ignore[misc]
    with pytest.raises(OverflowError):
        Result(1, 2**40)


def test_functions_behind_pickles_refuse_none() -> None:
    """A damaged pickle may name nothing where a setup was."""
    for call in (
        lambda: cardcore.trickplay._restore_play(None, ((0, 0), 0, (0, 0), (), ((), ()), False), ()),  # type: ignore[attr-defined]
        lambda: leaders_of(None, DEALING),
    ):
        with pytest.raises(TypeError, match="None"):
            call()


def test_parts_of_a_call_cannot_be_written() -> None:
    """A thread's part of a call cannot be set from outside."""
    task = cardcore.batch.Task()  # type: ignore[attr-defined]
    for name in ("__setstate__", "__setstate_cython__"):
        assert not hasattr(task, name)
    with pytest.raises(TypeError):
        pickle.dumps(task)
    with pytest.raises(TypeError):
        task()


# --- batches --------------------------------------------------------------------------------------------


def batch_of(n: int = 5, **options: Any) -> PlayBatch:
    """A batch of running deals."""
    batch = PlayBatch([SETUP], n, dealing=DEALING, **options)
    batch.deal()
    return batch


def test_a_play_loaded_is_what_it_is() -> None:
    """A subclass cannot bring a position of another setup."""

    class Elsewhere(TrickPlay):
        @property
        def setup(self) -> PlaySetup:
            return SETUP

        def copy(self) -> TrickPlay:
            return self

    other = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"]), SeatOrder.circle(3))
    batch = batch_of()
    with pytest.raises(SetupError, match="no setup equal"):
        batch.load(0, Elsewhere(other, ["S2", "S3", "S4"], 2))
    batch.load(0, Elsewhere(SETUP, ["S2", "H2"], 0))
    assert batch.legal[0] == 1 << ORDER.position("S2")


def test_a_call_within_a_call() -> None:
    """Arguments that call the batch while it reads them neither wait for ever nor break it."""
    batch = batch_of()

    class Array:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            batch.step_random(1)
            return np.zeros((), np.int64)

    batch.next_deals([0], setup=Array())
    batch.deal(setup=Array(), leader=Array())
    assert (batch.turn == 0).all()


def test_a_dealing_from_a_pickle_is_checked() -> None:
    """Fields set behind the back of a frozen value do not reach C."""
    for name, value in (
        ("places", (0, 0, 0, 1, 1, 9, None, None)),
        ("places", (0,) * 500),
        ("under", tuple((0, 3) for _ in range(100))),
        ("under", ((0, 99),)),
        ("pack", ["S2"] * 100),
    ):
        dealing = Dealing(DEALING.pack, DEALING.places)
        object.__setattr__(dealing, name, value)
        with pytest.raises((ValueError, TypeError)):
            PlayBatch([SETUP], 3, dealing=dealing)


def parts(batch: PlayBatch) -> list[Any]:
    """What a pickle consists of, copied."""
    return list(pickle.loads(pickle.dumps(batch.__reduce__()[1])))


def piled(cards: int) -> PlayBatch:
    """Deals with a pile for each place, some cards on."""
    dealing = Dealing(DEALING.pack, [0, 0, 0, 1, 1, 1, 0, 1], under=[(0, 6), (3, 7)])
    batch = PlayBatch([SETUP], 20, dealing=dealing, seed=4)
    batch.deal()
    batch.step_random(cards)
    return batch


@pytest.mark.parametrize("cards", range(9))
def test_piles_go_through_a_pickle(cards: int) -> None:
    """At every card of a deal the copy plays on like the original."""
    batch = piled(cards)
    other = pickle.loads(pickle.dumps(batch))
    for _ in range(9 - cards):
        assert (other.hands == batch.hands).all()
        assert (other.legal == batch.legal).all()
        batch.step_random(1)
        other.step_random(1)


@pytest.mark.parametrize("cards", [0, 1, 2, 3, 4, 5])
def test_damaged_piles_are_refused_at_once(cards: int) -> None:
    """Cards or places exchanged, doubled, dropped, turned round or invented."""
    batch = piled(cards)
    good = parts(batch)[3]["piles"][7]
    (a, b, p), (c, d, q) = good
    in_hand = int(batch.hands[7, p]).bit_length() - 1
    played = int(batch.played[7, q]).bit_length() - 1
    bad: list[Any] = [
        [(a, b, q), (c, d, q)], [(a, b, p), (a, d, p)], [(a, b, p), (c, b, q)], [(a, b, p), (b, d, q)],
        [(a, a, p), (c, d, q)], [(a, b, p), (a, b, p)], [(a, b, p), (c, d, 2)], [(a, 8, p), (c, d, q)],
        [(-1, b, p), (c, d, q)], [(a, b, p, 1)], [(a, b)], [None], [(a, "x", p)], [(b, a, p), (c, d, q)],
    ]  # fmt: skip
    if cards < 2:
        bad += [[(a, b, p)], [(a, in_hand, p), (c, d, q)]]
    if cards:
        bad.append([(a, played, p), (c, d, q)])
    for piles in bad:
        made = parts(batch)
        made[3]["piles"][7] = piles
        with pytest.raises((SetupError, TypeError, ValueError)):
            _restore(*made)
    for piles in (None, [good] * 20, {}, {99: good}):
        made = parts(batch)
        made[3]["piles"] = piles
        with pytest.raises(SetupError, match="damaged"):
            _restore(*made)


def test_damaged_hands_are_refused_at_once() -> None:
    """Cards that moved, tricks that grew, a trick that its best card did not win, another random stream."""
    batch = batch_of(seed=2)
    batch.step_random(3)
    state = batch.__reduce__()[1][3]  # type: ignore[index]
    for name, field, change in (
        ("play", "hand", 1), ("play", "tricks", 1), ("play", "tricks_done", 1), ("play", "best", 1),
        ("play", "best_place", 1), ("play", "led_suit", 1), ("play", "suits_led", 1), ("play", "failed", 4),
        ("play", "leader", 1), ("play", "turn", 1), ("play", "trick", 1),
        ("deal", "played", 1), ("deal", "number", 1), ("rng", "key", 1), ("rng", "counter", 2),
        ("rng", "word", 1), ("rng", "at", 16), ("rng", "small", 2**63), ("rng", "small_left", 4),
        ("deal", "next_leader", 4),
    ):  # fmt: skip
        made = parts(batch)
        row = made[3][name][field]
        if row.ndim == 2:
            row[2, 0] ^= change
        else:
            row[2] ^= change
        assert not (row == state[name][field]).all()
        with pytest.raises(SetupError, match="damaged batch"):
            _restore(*made)


def test_a_solver_works_on_a_copy() -> None:
    """Another thread, or an argument, plays on in the meantime; and a subclass lists moves there are not."""
    play = TrickPlay(SETUP, ["S2 S5 H2 H5", "S3 S4 H3 H4"], 0)

    class Strange(TrickPlay):
        def legal_moves(self) -> list[int]:
            return [500]

    strange = Strange(SETUP, ["S2 S5 H2 H5", "S3 S4 H3 H4"], 0)
    solver = Solver()
    assert solver.moves(strange, 1, 1) == solver.moves(play, 1, 1)

    class Number:
        def __index__(self) -> int:
            play.play("S2")
            play.play("S3")
            return 1

    assert solver.solve(play, 1, 1, target=Number()).high >= 0
    stop = threading.Event()

    def fidget() -> None:
        own = play
        while not stop.is_set():
            own.push(own.legal_moves()[0])
            own.pop()

    other = threading.Thread(target=fidget)
    other.start()
    try:
        for _ in range(300):
            found = solver.moves(play, 1, 1)
            assert all(0 <= one.low <= one.high <= 4 for one in found.values())
    finally:
        stop.set()
        other.join()


def test_arrays_that_change_while_they_are_read() -> None:
    """Another thread writes to an array of setups all the time: what was checked is what is used."""
    batch = batch_of(3000)
    leaders = np.zeros(3000, np.int64)
    stop = threading.Event()

    def scribble() -> None:
        while not stop.is_set():
            leaders[:] = 10**6
            leaders[:] = 0

    other = threading.Thread(target=scribble)
    other.start()
    try:
        for _ in range(200):
            try:
                batch.deal(leader=leaders)
            except IndexError:
                continue
            assert (batch.turn == 0).all()
    finally:
        stop.set()
        other.join()


@pytest.mark.skipif(sys.maxsize < 2**32, reason="no array is as long as that")
def test_arrays_without_end_are_refused_unseen() -> None:
    """An array that shows one number 2**59 times takes no memory, and years to look at."""
    endless = np.broadcast_to(np.zeros(1, np.int64), (2**59,))
    batch = PlayBatch([SETUP], 2, dealing=DEALING, seed=1)
    with pytest.raises(ValueError, match="numbers must be one number"):
        batch.deal(numbers=endless)
    with pytest.raises(MemoryError):
        shuffled_packs(endless, 5, seed=1)
    with pytest.raises(MemoryError):
        permute_bits(endless.reshape(-1, 2**20), [[0]], 0)
