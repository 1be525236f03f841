"""Seeds, numbers, dealers, threads and beginnings: which deals many deals are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tricktake import SetupError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.vector import VectorDeals
from vector.lockstep import RULES, ordinary, run_out

SOME = ("fh australian 4", "fh australian 2", "fh australian 5", "sp official", "sp partners")


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(name: str, threads: int) -> None:
    """Any number of threads gives the same results."""
    alone = run_out(VectorDeals(RULES[name], 20, seed=3), 90)
    assert run_out(VectorDeals(RULES[name], 20, seed=3, threads=threads), 90) == alone


def test_more_threads_than_deals() -> None:
    """Every deal gets one then."""
    alone = run_out(VectorDeals(fh.Rules(), 5, seed=3), 90)
    assert run_out(VectorDeals(fh.Rules(), 5, seed=3, threads=50), 90) == alone


@pytest.mark.parametrize("name", SOME)
def test_numbers(name: str) -> None:
    """Slot i plays the deals first + i, first + i + n and so on, each dealt as on its own."""
    deals = VectorDeals(RULES[name], 6, seed=8, first=100)
    rng = np.random.default_rng(1)
    seen: list[list[int]] = [[] for _ in range(6)]
    for _ in range(400):
        for i in range(6):
            number = int(deals.number[i])
            if number not in seen[i]:
                seen[i].append(number)
                assert deals.deal(i) == ordinary(deals, i, 8).deal
        deals.step(deals.random_actions(rng))
    for i, numbers in enumerate(seen):
        assert numbers == [100 + i + 6 * k for k in range(len(numbers))]
        assert len(numbers) >= 4


def test_deal_of_a_number_does_not_depend_on_n() -> None:
    """The same number is the same deal, in however many deals it stands."""
    few, many = VectorDeals(fh.Rules(), 3, seed=5, first=4), VectorDeals(fh.Rules(), 50, seed=5)
    for i in range(3):
        assert few.deal(i) == many.deal(i + 4)
    assert VectorDeals(fh.Rules(), 1, seed=6).deal(0) != many.deal(0)


def test_seeds() -> None:
    """A seed may be a key made from one."""
    from cardcore import key_from_seed

    assert VectorDeals(fh.Rules(), 2, seed=key_from_seed(77)).deal(1) == VectorDeals(
        fh.Rules(), 2, seed=77
    ).deal(1)


def test_dealers() -> None:
    """The number of the deal says who deals, unless somebody always does."""
    deals = VectorDeals(fh.Rules(players=3), 7, first=5)
    assert deals.dealer.tolist() == [(5 + i) % 3 for i in range(7)]
    always = VectorDeals(fh.Rules(players=3), 7, dealer=2)
    run_out(always, 60)
    assert always.dealer.tolist() == [2] * 7
    always.reset([3, 0], dealer=[1, 0])
    assert always.dealer.tolist() == [0, 2, 2, 1, 2, 2, 2]
    assert always.turn[[3, 0]].tolist() == [2, 1]


def test_without_autoreset() -> None:
    """A deal that is over stays over: nothing is legal, and only -1 may be given."""
    deals = VectorDeals(RULES["fh kitchen 4"], 5, autoreset=False)
    rng = np.random.default_rng(3)
    ended = 0
    while (deals.turn >= 0).any():
        actions = deals.random_actions(rng)
        assert ((actions == -1) == (deals.turn < 0)).all()
        ended += deals.step(actions)
    assert ended == 5
    assert deals.number.tolist() == list(range(5))
    assert not deals.legal().any()
    assert all(deals.deal(i).is_over for i in range(5))
    assert deals.step([-1] * 5) == 0
    assert not deals.done.any()
    for i in range(5):
        table = ordinary(deals, i, 0)
        table.deal.push_all([step.action for step in deals.deal(i).history])
        assert (deals.observe(seat=2)[i] == table.observation(2)).all()
        assert deals.score(i) == table.deal.score()
    deals.reset(deals.turn < 0)
    assert deals.number.tolist() == list(range(5, 10))
    assert (deals.turn >= 0).all()


def test_sums_are_those_of_single_deals() -> None:
    """L-05: deals ended and points are those of the same deals played one by one."""
    deals = VectorDeals(sp.Rules(), 8, seed=4)
    rng, totals, ended = np.random.default_rng(7), np.zeros((8, 3), np.int64), 0
    taken: list[list[int]] = [[] for _ in range(8)]
    for _ in range(150):
        actions = deals.random_actions(rng)
        ended += deals.step(actions)
        totals += deals.rewards
        for i in range(8):
            taken[i].append(int(actions[i]))
    count, again = 0, np.zeros((8, 3), np.int64)
    for i in range(8):
        number = i
        table = _table(number)
        for action in taken[i]:
            table.push(action)
            if table.is_over:
                again[i] += table.points()
                count, number = count + 1, number + 8
                table = _table(number)
    assert (count, again.tolist()) == (ended, totals.tolist())


def _table(number: int) -> Any:
    from tricktake.envs import AgentDeal

    return AgentDeal(sp.Deal(sp.Rules(), seed=4, number=number, dealer=number % 3))


def test_reset() -> None:
    """Slots can be dealt anew, by number, with other scores; the others go on."""
    deals = VectorDeals(sp.Rules(), 6, seed=2, threads=2)
    run_out(deals, 20)
    before = [deals.deal(i) for i in range(6)]
    deals.reset(
        [5, 1], numbers=[70, 71], scores=[[10, 20, 30], [0, 0, 400]], bags=[1, 2, 3], blind_sixes=[0, 1, 0]
    )
    for i, number, scores in ((5, 70, (10, 20, 30)), (1, 71, (0, 0, 400))):
        made = sp.Deal(
            sp.Rules(),
            seed=2,
            number=number,
            dealer=number % 3,
            scores=scores,
            bags=(1, 2, 3),
            blind_sixes=(0, 1, 0),
        )
        assert deals.deal(i) == made
    for i in (0, 2, 3, 4):
        assert deals.deal(i) == before[i]
    deals.reset([5])
    assert (int(deals.number[5]), deals.deal(5).scores) == (76, (10, 20, 30))
    deals.reset([])
    deals.reset(numbers=9)
    assert deals.number.tolist() == [9] * 6
    same = [deals.deal(i).dealt for i in range(6)]
    assert all(one == same[0] for one in same)


def test_scores_for_each_deal() -> None:
    """Scores may be one row for all or one for each."""
    rules = fh.Rules(players=3)
    rows = np.arange(12).reshape(4, 3)
    deals = VectorDeals(rules, 4, scores=rows)
    assert [deals.deal(i).scores for i in range(4)] == [tuple(row) for row in rows.tolist()]
    rows[:] = 7
    assert deals.deal(2).scores == (6, 7, 8)
    assert VectorDeals(rules, 2, scores=[1, 2, 3]).deal(1).scores == (1, 2, 3)


def test_large_scores() -> None:
    """Scores of 18 digits are exact in the score and cut off in observations."""
    most = 10**18 - 1
    deals = VectorDeals(fh.Rules(defender_cap=10**17), 2, scores=[most, -most])
    table = ordinary(deals, 0, 0, scores=[most, -most])
    assert (deals.observe()[0] == table.observation(table.turn)).all()
    run_out(deals, 200)
    assert abs(deals.score(0).points[0]) <= 520


def test_a_step_broken_off() -> None:
    """After an interrupt in the middle nothing is believed until all is dealt anew."""
    deals = VectorDeals(fh.Rules(), 4, seed=1)
    part = deals._parts[0]
    act = part.act

    def interrupted(rows: Any, actions: Any) -> None:
        raise KeyboardInterrupt

    part.act = interrupted  # type: ignore[method-assign]
    rng = np.random.default_rng(1)
    with pytest.raises(KeyboardInterrupt):
        deals.step(deals.random_actions(rng))
    part.act = act  # type: ignore[method-assign]
    for use in (lambda: deals.step([-1] * 4), lambda: deals.observe(), lambda: deals.reset([0])):
        with pytest.raises(SetupError, match="broken off"):
            use()
    deals.reset(numbers=range(4))
    assert run_out(deals, 50) == run_out(VectorDeals(fh.Rules(), 4, seed=1), 50)


def test_what_is_shown_cannot_be_changed() -> None:
    """The arrays of the deals are read only, and always show the present."""
    deals = VectorDeals(fh.Rules(), 3)
    turn = deals.turn
    for name in ("turn", "phase", "dealer", "number", "done", "illegal", "rewards", "legal_bits"):
        with pytest.raises(ValueError):
            getattr(deals, name)[0] = 1
    deals.step([deals.actions.index("LOOK")] * 3)
    deals.step([deals.actions.index("P")] * 3)
    assert turn.tolist() == deals.turn.tolist() == [2, 3, 0]


def test_out_arrays() -> None:
    """Arrays of the caller are written, whatever their strides, and nothing else is."""
    deals = VectorDeals(fh.Rules(), 3)
    wide = np.full((6, 2 * deals.encoding.length), 77, np.int16)
    part = wide[::2, : deals.encoding.length]
    assert deals.observe(part) is part
    assert (part == deals.observe()).all()
    assert (wide[1::2] == 77).all()
    assert (wide[:, deals.encoding.length :] == 77).all()
    for dtype in (np.uint8, np.int8, np.bool_):
        legal = np.zeros((3, len(deals.actions)), dtype)
        assert deals.legal(legal) is legal
        assert (legal == deals.legal()).all()
    rewards, done, illegal = np.ones((3, 4), np.int32), np.ones(3, bool), np.ones(3, bool)
    final = np.full((3, 4, deals.encoding.length), 9, np.int16)
    deals.step(
        deals.random_actions(np.random.default_rng(1)),
        rewards=rewards,
        done=done,
        illegal=illegal,
        final=final,
    )
    assert not any(array.any() for array in (rewards, done, illegal))
    assert (final == 9).all()


def test_repr_and_length() -> None:
    """What it is, in a line."""
    deals = VectorDeals(fh.Rules(), 3)
    assert repr(deals) == "<VectorDeals of 3 deals, 3 running: australian>"
    assert len(deals) == deals.n == 3
