"""L-02: what illegal actions do, in every mode of both environments, a thousand steps in each."""

from __future__ import annotations

import random
from typing import Any

import pytest

from envs.tables import SOME, some_number

pytest.importorskip("pettingzoo")

from tricktake import IllegalAction
from tricktake.envs import pettingzoo as zoo
from tricktake.envs.gymnasium import SeatEnv

MODES = ("end", "ask", "random", "raise")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["five-hundred", "spades:partners,bn_exchange=2"])
def test_unmasked_steps_of_pettingzoo(name: str, mode: str) -> None:
    """Actions without a look at the mask: penalties as documented, or an error."""
    rng, env = random.Random(name), zoo.env(name, illegal=mode, penalty=7.0)
    env.reset(seed=1)
    refused = steps = 0
    while steps < 500:
        if not env.agents:
            env.reset()
        agent = env.agent_selection
        if env.terminations[agent]:
            env.step(None)
            continue
        steps += 1
        action = rng.randrange(-3, env.action_space(agent).n + 3)
        raw = env.unwrapped
        legal = action in raw.table.legal()
        text, deals = raw.table.to_text(), raw.episodes.number
        if mode == "raise" and not legal:
            with pytest.raises(IllegalAction):
                env.step(action)
            assert env.agent_selection == agent
            assert raw.table.to_text() == text
            env.step(some_number(raw.table, rng))
            refused += 1
            continue
        env.step(action)
        assert raw.episodes.number == deals
        assert env.infos[agent].get("illegal", False) is (not legal)
        if not legal:
            refused += 1
            ended = raw.table.is_over
            gained = raw.table.points() if ended else (0,) * len(env.possible_agents)
            penalised = [gained[seat] - 7.0 * (a == agent) for seat, a in enumerate(env.possible_agents)]
            assert [env.rewards[a] for a in env.possible_agents] == penalised
            assert all(env.terminations.values()) is (mode == "end" or ended)
            assert (raw.table.to_text() == text) is (mode != "random")
            if mode == "ask":
                assert env.agent_selection == agent
    assert refused > 150


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["five-hundred", "spades"])
def test_unmasked_steps_of_gymnasium(name: str, mode: str) -> None:
    """The same for one agent among bots."""
    rng, env = random.Random(name), SeatEnv(name, opponents="random", illegal=mode, penalty=7.0)
    env.reset(seed=1)
    refused = 0
    for _ in range(500):
        action = rng.randrange(-3, env.action_space.n + 3)
        text = env.table.to_text()
        if action in env.table.legal():
            _, _, over, _, info = env.step(action)
            assert "illegal" not in info
        elif mode == "raise":
            with pytest.raises(IllegalAction):
                env.step(action)
            assert env.table.to_text() == text
            refused += 1
            _, _, over, _, info = env.step(some_number(env.table, rng))
        else:
            _, reward, over, _, info = env.step(action)
            refused += 1
            assert info["illegal"] is True
            assert reward == -7.0 + (info["points"][env.seat] if "points" in info else 0)
            assert over is (mode == "end" or env.table.is_over)
            assert (env.table.to_text() == text) is (mode != "random")
        if over:
            assert not info["action_mask"].any()
            env.reset()
    assert refused > 150


@pytest.mark.parametrize("name", SOME)
def test_refusals_say_why(name: str) -> None:
    """The error of strict mode names the seat and the action, or the range of the actions."""
    env = zoo.env(name, illegal="raise")
    env.reset(seed=3)
    table, space = env.unwrapped.table, env.unwrapped.table.encoding.actions
    text, agent = table.to_text(), env.agent_selection
    for wrong in range(len(space)):
        if wrong not in table.legal():
            with pytest.raises(IllegalAction, match=r"seat 1|player_1|the auction|only when|cannot|is no"):
                env.step(wrong)
    assert (env.agent_selection, table.to_text()) == (agent, text)
    with pytest.raises(IllegalAction, match=r"is not in 0\.\."):
        env.step(10_000)
    with pytest.raises(IllegalAction, match="must act"):
        env.unwrapped.step(None)
    with pytest.raises(TypeError):
        env.unwrapped.step("LOOK")


def test_random_replacements_come_from_the_seed() -> None:
    """Two environments with a seed put the same actions in the place of illegal ones."""
    texts = []
    for _ in range(2):
        env: Any = zoo.env("five-hundred", illegal="random")
        seat = SeatEnv("five-hundred", opponents="random", illegal="random")
        env.reset(seed=8)
        seat.reset(seed=8)
        for _ in range(12):
            env.step(999)
            if not seat.episode.is_over:
                seat.step(999)
        texts.append((env.unwrapped.table.to_text(), seat.table.to_text()))
    assert texts[0] == texts[1]
