"""PettingZoo's own tests on every preset and number of players, and what they do not look at."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from envs.tables import EVERY, SOME, other_worlds, some_number

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo import test as theirs  # noqa: E402

from tricktake import IllegalAction, SetupError, WrongPhase  # noqa: E402
from tricktake import spades as sp  # noqa: E402
from tricktake.envs import pettingzoo as ours  # noqa: E402

# what PettingZoo warns of in every environment with masks in its observations
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def played(env: Any, rng: random.Random, most: int = 10_000) -> dict[str, float]:
    """Play an episode by chance; the sum of rewards of each agent, by name."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        _, reward, over, cut, _ = env.last(observe=False)
        earned[agent] += reward
        env.step(None if over or cut else some_number(env.unwrapped.table, rng))
    return earned


# ---- the framework's own tests ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERY)
def test_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``api_test`` for every preset and number of players; deals go to their end in it."""
    theirs.api_test(ours.env(name), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["five-hundred", "spades", "five-hundred:american,players=2"])
def test_api_of_matches(name: str) -> None:
    """``api_test`` where an episode is a match."""
    for reward in ("points", "win"):
        theirs.api_test(ours.env(name, match=True, reward=reward, cap=3), num_cycles=60)


@pytest.mark.parametrize("name", SOME)
def test_seed(name: str) -> None:
    """L-08: ``seed_test``; two environments with a seed do the same."""
    theirs.seed_test(lambda: ours.env(name), num_cycles=30)


def test_max_cycles() -> None:
    """``max_cycles_test``, in a game where all act equally often."""
    rules = sp.Rules.preset("partners_no_blind")

    def made(kind: Any) -> Any:
        return lambda **options: kind(rules, illegal="random", **options)

    theirs.max_cycles_test(SimpleNamespace(env=made(ours.env), parallel_env=made(ours.parallel_env)))


@pytest.mark.parametrize("name", ["five-hundred", "spades"])
def test_parallel_api(name: str) -> None:
    """``parallel_api_test`` and ``parallel_seed_test`` of the form with an action of every agent."""
    theirs.parallel_api_test(ours.parallel_env(name), num_cycles=100)
    theirs.parallel_seed_test(lambda: ours.parallel_env(name, illegal="ask"), num_cycles=20)


@pytest.mark.parametrize("name", ["five-hundred", "spades"])
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``render_test``; people who watch see all cards."""
    theirs.render_test(lambda render_mode: ours.env(name, render_mode=render_mode))
    assert "seat 0:" in capsys.readouterr().out


def test_state() -> None:
    """``state_test``, and the state is what all seats know."""
    env = ours.raw_env("spades")
    env.reset(seed=1)
    theirs.state_test(env, ours.parallel_env("spades"))
    env.reset(seed=1)
    state = env.state()
    for seat, agent in enumerate(env.possible_agents):
        row = env.observe(agent)["observation"]
        assert (state[seat * len(row) : (seat + 1) * len(row)] == row).all()


@pytest.mark.slow
def test_performance(capsys: pytest.CaptureFixture[str]) -> None:
    """``performance_benchmark`` runs; F-02: far from the pace of a deal that is copied at each step."""
    theirs.performance_benchmark(ours.env("five-hundred"))
    turns = float(capsys.readouterr().out.split(" turns per second")[0].split()[-1])
    assert turns > 300


def test_registry() -> None:
    """Every game and preset has a name, in both registries."""
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", "tricktake/FiveHundred-american-v0", illegal="ask")
    assert env.unwrapped.rules.to_text() == "american"
    assert env.unwrapped.metadata["name"] == str(env.unwrapped) == "five_hundred_v0"
    assert pettingzoo.make("aec", "tricktake/Spades-v0", max_cycles=3).unwrapped._limit == 9
    assert len(pettingzoo.make("parallel", "tricktake/Spades-five-v0").possible_agents) == 5


# ---- observations and masks -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOME)
def test_masks_are_the_legal_actions(name: str) -> None:
    """L-03: exactly the legal actions for the agent to act, all 0 for the others, also in the infos."""
    rng = random.Random(name)
    env = ours.env(name)
    env.reset(seed=4)
    raw = env.unwrapped
    width = len(raw.table.encoding.actions)
    while not raw.episode.is_over:
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            mask = seen["action_mask"]
            assert (mask.dtype, mask.shape) == (np.int8, (width,))
            assert (mask == env.infos[agent]["action_mask"]).all()
            assert raw.observation_space(agent).contains(seen)
            if agent == env.agent_selection:
                deal, put = raw.table.deal, raw.table.put
                assert seat == deal.turn
                actions = [raw.table.encoding.actions.action(int(at)) for at in mask.nonzero()[0]]
                if deal.phase.value == "exchange":
                    cards = sorted([str(card.name) for card in deal.hand(seat) - put])
                    assert sorted([action.text.removeprefix("put ") for action in actions]) == cards
                else:
                    assert set(actions) == set(deal.legal_actions)
                assert mask.any()
            else:
                assert not mask.any()
        env.step(some_number(raw.table, rng))
    for agent in env.agents:  # all have finished
        assert env.terminations[agent]
        assert not env.observe(agent)["action_mask"].any()
        assert not env.infos[agent]["action_mask"].any()


def test_agents_that_sit_out_are_never_asked() -> None:
    """L-03: the partner of a misère has no legal action in the play, and gets its reward at the end."""
    env = ours.env("five-hundred:free_misere,blind_misere=False")
    env.reset(seed=2, options={"dealer": 3})
    space = env.unwrapped.table.encoding.actions
    for text in ("M", "P", "P", "P"):
        env.step(space.index(text))
    asked = set()
    while not env.unwrapped.episode.is_over:
        asked.add(env.agent_selection)
        assert not env.observe("player_2")["action_mask"].any()
        env.step(env.unwrapped.table.legal()[0])
    assert asked == {"player_0", "player_1", "player_3"}
    points = env.infos["player_2"]["points"]
    assert points[0] == points[2] != 0
    earned = played(env, random.Random(0))
    assert earned["player_2"] == points[2]


@pytest.mark.parametrize("name", SOME)
def test_hidden_cards_are_not_observed(name: str) -> None:
    """What a seat does not know is nowhere in what its agent gets: other hidden cards, the same arrays."""
    rng = random.Random(name)
    env, twin = ours.env(name), ours.env(name)
    env.reset(seed=9)
    checked = 0
    while not env.unwrapped.episode.is_over:
        table = env.unwrapped.table
        if not table.put and rng.random() < 0.15:
            agent = rng.choice(env.agents)
            seat = env.agents.index(agent)
            seen, info = env.observe(agent), env.infos[agent]
            for world in other_worlds(table.deal, seat, 3):
                twin.reset(options={"deal": world})
                other = twin.observe(agent)
                assert all((seen[key] == other[key]).all() for key in seen)
                assert set(info) - {"illegal"} == set(twin.infos[agent])
                assert (info["action_mask"] == twin.infos[agent]["action_mask"]).all()
                checked += world != table.deal
        env.step(some_number(table, rng))
    assert checked > 5


def test_arrays_are_the_callers_own() -> None:
    """Writing into a mask or an observation changes nothing."""
    env = ours.env("spades")
    env.reset(seed=1)
    agent = env.agent_selection
    for array in (*env.observe(agent).values(), env.infos[agent]["action_mask"]):
        array[:] = 1
    assert env.observe(agent)["action_mask"].sum() == len(env.unwrapped.table.legal())
    strict = ours.env("spades", illegal="raise")
    strict.reset(seed=1)
    strict.observe(agent)["action_mask"][:] = 1
    with pytest.raises(IllegalAction):
        strict.step(env.action_space(agent).n - 1)


# ---- arguments and order ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"reward": "gold"}, "points, margin, win"),
        ({"illegal": "shrug"}, "end, ask, random, raise"),
        ({"render_mode": "rgb_array"}, "human, ansi"),
        ({"max_cycles": 0}, "at least 1"),
        ({"cap": 0}, "at least 1"),
    ],
)
def test_arguments(options: dict[str, Any], words: str) -> None:
    """Arguments that are impossible are refused when the environment is made."""
    with pytest.raises(SetupError, match=words):
        ours.env("spades", **options)


def test_names_and_rules() -> None:
    """Rules as a value or as a text; anything else is refused."""
    assert ours.raw_env(sp.Rules()).rules == ours.raw_env("spades").rules
    for wrong in ("bridge", "spades:nonsense"):
        with pytest.raises(ValueError, match=r"bridge|nonsense"):
            ours.env(wrong)
    with pytest.raises(TypeError):
        ours.env(7)


def test_before_and_after_an_episode() -> None:
    """Nothing can be done before the first reset, nor after the last agent has finished."""
    raw = ours.raw_env("spades")
    with pytest.raises(WrongPhase, match="reset comes first"):
        raw.table  # noqa: B018
    env = ours.env("spades")
    env.reset(seed=1)
    played(env, random.Random(1))
    assert env.agents == []
    with pytest.raises(WrongPhase, match="reset comes first"):
        env.unwrapped.step(0)


def test_truncation() -> None:
    """After ``max_cycles`` cycles all agents are truncated, and an unfinished deal brings nothing."""
    env = ours.env("five-hundred", max_cycles=3)
    env.reset(seed=1)
    for _ in range(12):
        assert not any(env.truncations.values())
        env.step(some_number(env.unwrapped.table, random.Random(1)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert played(env, random.Random(1)) == dict.fromkeys(env.possible_agents, 0.0)


def test_render_without_a_mode() -> None:
    """Without a mode there is a warning and no text."""
    env = ours.env("spades")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.unwrapped.render() is None
