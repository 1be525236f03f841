"""DealPlan: the same deals as everybody else's for a seed, checked once."""

from __future__ import annotations

import copy
import pickle

import pytest

import cardcore
from cardcore import (
    CardOrder,
    Dealing,
    DealPlan,
    PlayBatch,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    key_from_seed,
)
from cardcore.abi import ABI_VERSION, struct_sizes

ORDER = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=1)
SETUP = PlaySetup(ORDER, SeatOrder.circle(3), first_card="S2")
PACK = "H5 S2 S3 S4 H2 S5 H3 H4"
DEALING = Dealing(PACK, [2, 0, 1, None, 0, 1, 2, None])


def test_deals_are_those_of_the_stream_and_of_batches() -> None:
    """Deal k is the permutation of stream k, and what a batch deals for the same number."""
    plan = DealPlan(SETUP, DEALING, leader=1)
    batch = PlayBatch([SETUP], 40, dealing=DEALING, seed=6, first=100)
    batch.next_deals(leader=1)
    batch.deal()
    for number in range(100, 140):
        play = plan.deal(number, seed=6)
        pack = Stream(6, number=number).permutation(8)
        for place in range(3):
            dealt = {DEALING.pack[at] for at, to in zip(pack, DEALING.places, strict=True) if to == place}
            assert set(play.hand(place)) == dealt
            assert int(batch.hands[number - 100][place]) == play.hand_mask(place)
        assert (play.turn, play.leader) == (1, 1)
        assert plan.deal(number, seed=key_from_seed(6)) == play


def test_plans_are_values() -> None:
    """Equal, hashable, pickled and copied; they do not change."""
    plan = DealPlan(SETUP, DEALING, leader=1)
    for other in (pickle.loads(pickle.dumps(plan)), copy.deepcopy(plan), DealPlan(SETUP, DEALING, leader=1)):
        assert other == plan
        assert hash(other) == hash(plan)
        assert other.deal(3, seed=1) == plan.deal(3, seed=1)
    assert plan != DealPlan(SETUP, DEALING, leader=2)
    assert plan != 1
    assert (plan.setup, plan.dealing, plan.leader) == (SETUP, DEALING, 1)
    assert repr(plan).startswith("DealPlan(PlaySetup(")
    with pytest.raises(TypeError, match="does not change"):
        plan.__init__(SETUP, DEALING, leader=0)  # type: ignore[misc]


def test_refusals() -> None:
    """What cannot be dealt or played is refused, and an unmade plan deals nothing."""
    with pytest.raises(SetupError, match="cannot be played to the end"):
        DealPlan(SETUP, Dealing(PACK, [0, 0, 1, 1, 2, None, None, None]), leader=0)
    with pytest.raises(SetupError, match="not in this order"):
        DealPlan(SETUP, Dealing(PACK.replace("H5", "HA"), DEALING.places), leader=0)
    with pytest.raises(IndexError, match="place 3 is not in"):
        DealPlan(SETUP, Dealing(PACK, [3, *DEALING.places[1:]]), leader=0)
    with pytest.raises(SetupError, match="no hidden cards"):
        DealPlan(SETUP, Dealing("S2 S3 S4 S5", [0, 0, 1, 1], under=[(0, 1)]), leader=0)
    for leader in (3, -1):
        with pytest.raises(IndexError):
            DealPlan(SETUP, DEALING, leader=leader)
    with pytest.raises(TypeError, match="must be a Dealing"):
        DealPlan(SETUP, PACK, leader=0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        DealPlan(None, DEALING, leader=0)  # type: ignore[arg-type]
    plan = DealPlan(SETUP, DEALING, leader=0)
    for number in (-1, 2**64):
        with pytest.raises(ValueError, match="is not in 0"):
            plan.deal(number, seed=1)
    with pytest.raises(ValueError):
        plan.deal(0, seed=-1)
    with pytest.raises(SetupError, match="never made"):
        DealPlan.__new__(DealPlan).deal(0, seed=1)


def test_the_number_of_the_interface() -> None:
    """One number, in both places; every size is positive."""
    assert cardcore.ABI_VERSION == ABI_VERSION >= 1
    assert min(struct_sizes().values()) > 0
