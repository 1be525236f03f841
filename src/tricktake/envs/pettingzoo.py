"""A game as a PettingZoo environment in which agents act in turn (AEC).

    >>> from tricktake.envs import pettingzoo
    >>> env = pettingzoo.env("five-hundred:australian,players=3")
    >>> env.reset(seed=1)
    >>> env.agents, env.last()[0]["action_mask"].sum() > 0
    (['player_0', 'player_1', 'player_2'], True)

Needs ``pip install 'tricktake[rl]'``. Importing this module registers ``tricktake/FiveHundred-v0`` and
``tricktake/Spades-v0`` with PettingZoo, and one such name for every preset.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake.envs.agents import AgentDeal
from tricktake.envs.episodes import Episodes, Illegal, Reward, rules_from
from tricktake.errors import IllegalAction

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, register
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("PettingZoo is missing: pip install 'tricktake[rl]'") from error

__all__ = ["CardTable", "env", "raw_env"]

Observation = dict[str, NDArray[Any]]


class CardTable(AECEnv[str, Observation, int]):
    """A deal of a game for as many agents as it has seats.

    Parameters
    ----------
    rules : Rules or str, default "five-hundred"
        The rules, or a text such as ``spades:short_limit5``.
    reward : str, default "points", keyword only
        ``points``, ``margin`` or ``win``, given when a deal ends; see
        :class:`tricktake.envs.episodes.Reward`.
    illegal : str, default "end", keyword only
        ``end``, ``ask``, ``random`` or ``raise``; see :class:`tricktake.envs.episodes.Illegal`.
    penalty : float, default 500, keyword only
        Taken off the reward of an agent at each illegal action.
    render_mode : str or None, default None, keyword only
        ``human`` prints, ``ansi`` returns text: the deal with all cards, for people who watch.

    Notes
    -----
    An observation is a dict of ``observation``, int16 as ``tricktake.encoding`` writes it, and
    ``action_mask``, int8, all 0 for agents that are not to act; the mask is in ``infos`` too.

    Examples
    --------
    >>> table = CardTable("spades")
    >>> table.reset(seed=1)
    >>> table.agent_selection, table.observe("player_2")["action_mask"].any()
    ('player_1', np.False_)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo wants it
        "name": "tricktake_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Any = "five-hundred",
        *,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 500.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is human, ansi or None, not {render_mode!r}")
        self.episodes = Episodes(rules, reward=reward, illegal=illegal, penalty=penalty)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.episodes.rules.players)]
        encoding = self.episodes.begin(seed=0).encoding
        self.episodes = Episodes(rules, reward=reward, illegal=illegal, penalty=penalty)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-(1 << 15), (1 << 15) - 1, (encoding.length,), np.int16),
                    "action_mask": spaces.Box(0, 1, (len(encoding.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(encoding.actions)) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._table: AgentDeal | None = None
        self._random = random.Random(0)

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.episodes.rules

    @property
    def table(self) -> AgentDeal:
        """The deal in progress: all cards, not for agents."""
        assert self._table is not None, "reset comes first"
        return self._table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent observes; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the cards of the next episode; see :meth:`tricktake.envs.episodes.Episodes.begin`."""
        self._table = self.episodes.begin(seed=seed, options=options)
        if seed is not None:
            self._random = random.Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._inform()
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do now."""
        seat = self.possible_agents.index(agent)
        over = self.terminations.get(agent, True)
        mask = np.zeros(len(self.table.encoding.actions), np.int8) if over else self.table.mask(seat)
        return {"observation": self.table.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent to act; None for one that has finished."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        legal = table.legal()
        wrong = action is None or int(action) not in legal
        if wrong and self.episodes.illegal is Illegal.RAISE:
            text = "nothing" if action is None else self._text(int(action))
            raise IllegalAction(f"{agent} may not do this now: {text}")
        if wrong:
            self.rewards[agent] -= self.episodes.penalty
        if not wrong:
            table.push(int(action))  # type: ignore[arg-type]
        elif self.episodes.illegal is Illegal.RANDOM:
            table.push(self._random.choice(legal))
        if table.is_over:
            for seat, reward in enumerate(self.episodes.rewards(table)):
                self.rewards[self.possible_agents[seat]] += reward
        if table.is_over or (wrong and self.episodes.illegal is Illegal.END):
            self.terminations = dict.fromkeys(self.agents, True)
        self._inform(agent if wrong else None)
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _text(self, action: int) -> str:
        space = self.table.encoding.actions
        return space.action(action).text if 0 <= action < len(space) else f"action {action}"

    def _select(self) -> None:
        """The seat to act; when the episode has ended every agent in turn."""
        turn = self.table.turn
        over = any(self.terminations.values())
        self.agent_selection = self.agents[0] if over or turn is None else self.possible_agents[turn]

    def _inform(self, offender: str | None = None) -> None:
        self.infos: dict[str, dict[str, Any]] = {}
        for seat, agent in enumerate(self.possible_agents):
            over = self.terminations[agent]
            mask = np.zeros(len(self.table.encoding.actions), np.int8) if over else self.table.mask(seat)
            self.infos[agent] = {"action_mask": mask}
        if offender is not None:
            self.infos[offender]["illegal"] = True

    def render(self) -> str | None:
        """The deal as text, all cards shown; printed in mode ``human``."""
        deal = self.table.deal
        lines = [f"{deal.phase.value}, seat {deal.turn} to act"]
        lines += [f"  seat {seat}: {deal.hand(seat)}" for seat in range(self.rules.players)]
        lines.append(f"  tricks {deal.tricks}; {' '.join(step.action.text for step in deal.history)}")
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def _register() -> None:
    """Give every preset a name: ``tricktake/FiveHundred-v0``, ``tricktake/FiveHundred-american-v0``."""
    for game, title in (("five-hundred", "FiveHundred"), ("spades", "Spades")):
        presets = rules_from(game)._presets()
        for preset in ("", *presets):
            name = f"tricktake/{title}{'-' if preset else ''}{preset}-v0"
            rules = f"{game}:{preset}" if preset else game
            register("aec", name, "tricktake.envs.pettingzoo:env", kwargs={"rules": rules})


_register()


def raw_env(rules: Any = "five-hundred", **options: Any) -> CardTable:
    """The environment without wrappers.

    Parameters
    ----------
    rules : Rules or str
    **options
        As :class:`CardTable` takes them.

    Returns
    -------
    CardTable

    Examples
    --------
    >>> raw_env("spades").possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return CardTable(rules, **options)


def env(rules: Any = "five-hundred", **options: Any) -> AECEnv[str, Observation, int]:
    """The environment as PettingZoo's users expect it: calls in a wrong order are refused.

    Parameters
    ----------
    rules : Rules or str
    **options
        As :class:`CardTable` takes them.

    Returns
    -------
    pettingzoo.AECEnv

    Examples
    --------
    >>> env("five-hundred:american").possible_agents
    ['player_0', 'player_1', 'player_2', 'player_3']
    """
    return wrappers.OrderEnforcingWrapper(raw_env(rules, **options))
