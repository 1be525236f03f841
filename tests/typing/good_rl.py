"""Uses of the environments that need the extra ``rl`` and must pass a strict type check."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricktake import bots
from tricktake.envs.agents import AgentDeal
from tricktake.envs.gymnasium import SeatEnv
from tricktake.envs.pettingzoo import CardTable, raw_env
from tricktake.envs.vector import VectorSeatEnv
from tricktake.vector import VectorDeals

env = SeatEnv("spades", opponents=["random", bots.Heuristic], seat=0)
assert_type(env.reset(seed=1), tuple[NDArray[np.int16], dict[str, Any]])
assert_type(env.action_masks(), NDArray[np.bool_])
assert_type(env.rules.players, int)
assert_type(env.table, AgentDeal)


def at_random(observations: NDArray[np.int16], masks: NDArray[np.int8]) -> ArrayLike:
    """A function on arrays that plays the other seats."""
    return [int(mask.argmax()) for mask in masks]


envs = VectorSeatEnv("spades", num_envs=4, opponents=at_random)
assert_type(envs.reset(seed=1), tuple[NDArray[np.int16], dict[str, Any]])
assert_type(envs.deals, VectorDeals)

table = raw_env("five-hundred", match=True)
assert_type(table, CardTable)
assert_type(table.observe("player_0"), dict[str, NDArray[Any]])
assert_type(table.state(), NDArray[np.int16])
