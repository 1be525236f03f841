"""Illegal actions: refused with nothing changed, or the end of the deal with a penalty."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tricktake import IllegalAction
from tricktake import fivehundred as fh
from tricktake.vector import VectorDeals
from vector.lockstep import RULES, run_out

SOME = ("fh australian 4", "fh australian 2", "fh australian 5", "sp blind nil")


def state(deals: VectorDeals) -> Any:
    """Everything that can be seen."""
    return (
        deals.observe().tobytes(),
        deals.history().tobytes(),
        deals.legal_bits.tobytes(),
        deals.number.tobytes(),
        deals.done.tobytes(),
        deals.rewards.tobytes(),
    )


@pytest.mark.parametrize("name", SOME)
def test_every_illegal_action_is_refused(name: str) -> None:
    """One bad action among good ones changes nothing in any deal."""
    deals = VectorDeals(RULES[name], 4, seed=1, threads=2)
    rng = np.random.default_rng(2)
    for step in range(70):
        good = deals.random_actions(rng)
        if step % 4 == 0:
            before = state(deals)
            legal = deals.legal()
            for action in np.flatnonzero(legal[2] == 0).tolist():
                actions = good.copy()
                actions[2] = action
                with pytest.raises(IllegalAction, match=f"^deal 2: seat {deals.turn[2]} cannot take "):
                    deals.step(actions)
            assert state(deals) == before
        deals.step(good)


def test_the_message() -> None:
    """It names deal, seat, action, phase and what is legal; the first bad deal."""
    deals = VectorDeals(fh.Rules(), 3, dealer=3)
    with pytest.raises(IllegalAction) as error:
        deals.step([deals.actions.index("LOOK"), deals.actions.index("HQ"), deals.actions.index("SA")])
    assert str(error.value) == "deal 1: seat 0 cannot take HQ (auction); legal: LOOK, BM, BM-SK"
    for number in (len(deals.actions), 10**6, -2, -(10**15), 2**63 - 1):
        with pytest.raises(IllegalAction, match=r"is no action; there are 0\.\.152, and -1 for none"):
            deals.step([-1, -1, number])
    over = VectorDeals(fh.Rules.kitchen(), 1, autoreset=False)
    for _ in range(4):
        over.step([0])
    with pytest.raises(IllegalAction, match="deal 0: the deal is over; got P"):
        over.step([0])


@pytest.mark.parametrize("autoreset", [True, False])
def test_the_end(autoreset: bool) -> None:
    """With ``end`` the deal ends, its seat pays, and the others do not notice."""
    options: dict[str, Any] = {"seed": 6, "autoreset": autoreset, "on_illegal": "end", "penalty": 321}
    deals, clean = (
        VectorDeals(fh.Rules(), 5, **options),
        VectorDeals(fh.Rules(), 5, seed=6, autoreset=autoreset),
    )
    rng = np.random.default_rng(4)
    for _ in range(25):
        actions = deals.random_actions(rng)
        assert deals.step(actions) == clean.step(actions)
    actions = deals.random_actions(rng)
    seat, seen = int(deals.turn[3]), [deals.observe(seat=seat)[3] for seat in range(4)]
    actions[3] = 10_000
    final = np.zeros((5, 4, deals.encoding.length), np.int16)
    others = [0, 1, 2, 4]
    deals.step(actions, final=final)
    clean.step(np.where(np.arange(5) == 3, -1, actions))
    assert deals.illegal.tolist() == [False] * 3 + [True, False]
    assert deals.done[3]
    assert deals.rewards[3].tolist() == [-321 * (k == seat) for k in range(4)]
    assert (final[3] == np.array(seen)).all()
    assert (deals.observe()[others] == clean.observe()[others]).all()
    assert (deals.rewards[others] == clean.rewards[others]).all()
    assert int(deals.number[3]) == (8 if autoreset else 3)
    assert (deals.turn[3] >= 0) == autoreset
    deals.step(np.where(np.arange(5) == 3, -1, 99_999))
    assert deals.illegal.tolist() == [True] * 3 + [False, True]
    if not autoreset:  # all are over now: illegal again, but nothing more to lose
        assert deals.step([5] * 5) == 0
        assert deals.illegal.all()
        assert not deals.rewards.any()
        assert not deals.done.any()


def test_nothing_happens_on_its_own() -> None:
    """-1 leaves a deal alone."""
    deals = VectorDeals(fh.Rules(), 4, seed=5)
    run_out(deals, 20)
    before = state(deals)[:4]
    assert deals.step([-1] * 4) == 0
    assert state(deals)[:4] == before
