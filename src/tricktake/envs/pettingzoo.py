"""A game as a PettingZoo environment in which agents act in turn (AEC).

    >>> from tricktake.envs import pettingzoo
    >>> env = pettingzoo.env("five-hundred:australian,players=3")
    >>> env.reset(seed=1)
    >>> env.agents, env.last()[0]["action_mask"].sum() > 0
    (['player_0', 'player_1', 'player_2'], np.True_)

Needs ``pip install 'tricktake[rl]'``. Importing this module registers ``tricktake/FiveHundred-v0`` and
``tricktake/Spades-v0`` with PettingZoo, where it has a registry (1.27), and one such name for every preset.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake._checks import whole
from tricktake._rules import GameRules
from tricktake.encoding import encoding_of
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episodes import Episode, Episodes, Illegal, Reward, rules_from
from tricktake.errors import IllegalAction, SetupError, WrongPhase

try:
    import pettingzoo as _pettingzoo  # type: ignore[import-untyped, import-not-found, unused-ignore]
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import conversions, wrappers  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError as _missing:
    _name = "Gymnasium" if (_missing.name or "").partition(".")[0] == "gymnasium" else "PettingZoo"
    raise ImportError(f"{_name} is missing: pip install 'tricktake[rl]'") from _missing

__all__ = ["CardTable", "env", "parallel_env", "raw_env"]

Observation = dict[str, NDArray[Any]]


class CardTable(AECEnv[str, Observation, int | None]):  # type: ignore[misc, unused-ignore]
    """A game for as many agents as it has seats.

    Parameters
    ----------
    rules : Rules or str, default "five-hundred"
        The rules, or a text such as ``spades:short_limit5``.
    match : bool, default False, keyword only
        Whether an episode is a whole match (in spades a game), deal after deal with running scores, instead
        of one deal.
    cap : int, default 100, keyword only
        Deals after which a match ends; the best score has won then.
    reward : str, default "points", keyword only
        ``points`` or ``margin``, given when a deal ends, or ``win``, when the episode does; see
        :class:`tricktake.envs.episode.Reward`.
    illegal : str, default "end", keyword only
        ``end``, ``ask``, ``random`` or ``raise``; see :class:`tricktake.envs.episode.Illegal`.
    penalty : float, default 500, keyword only
        Taken off the reward of an agent at each illegal action.
    max_cycles : int, optional, keyword only
        An episode is truncated after so many cycles of as many actions as there are seats, illegal ones
        counted. Default: never.
    render_mode : str or None, default None, keyword only
        ``human`` prints, ``ansi`` returns text: the deal with all cards, for people who watch.

    Raises
    ------
    SetupError
        If an argument is unknown or out of range.
    RulesError, TypeError
        As :func:`tricktake.envs.episodes.rules_from`.

    Notes
    -----
    An observation is a dict of ``observation``, int16 as ``tricktake.encoding`` writes it, and
    ``action_mask``, int8, all 0 for agents that are not to act; the mask is in ``infos`` too. There, after
    an illegal action, its agent has ``illegal``; when a deal has ended all have its ``points`` by seat, and
    when a match has, ``scores`` and ``winners`` by side.

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
        rules: GameRules | str = "five-hundred",
        *,
        match: bool = False,
        cap: int = 100,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 500.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SetupError(f"render_mode is human, ansi or None, not {render_mode!r}")
        max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles)
        if max_cycles is not None and max_cycles < 1:
            raise SetupError(f"an episode has at least 1 cycle, so max_cycles cannot be {max_cycles}")
        self.episodes: Episodes = Episodes(
            rules, match=match, cap=cap, reward=reward, illegal=illegal, penalty=penalty
        )
        self.metadata = {**type(self).metadata, "name": f"{self.episodes.game}_v0"}
        self.render_mode = render_mode
        players = self.rules.players
        self._limit = None if max_cycles is None else max_cycles * players
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        encoding = encoding_of(self.rules)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-(1 << 15), (1 << 15) - 1, (encoding.length,), np.int16),
                    "action_mask": spaces.Box(0, 1, (len(encoding.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(encoding.actions)) for agent in self.possible_agents
        }
        self.state_space: spaces.Box = spaces.Box(
            -(1 << 15), (1 << 15) - 1, (players * encoding.length,), np.int16
        )
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(len(encoding.actions), np.int8)
        self._mask = self._nothing  # of the agent to act
        self._episode: Episode | None = None
        self._random = random.Random()
        self._steps = 0

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.episodes.rules

    @property
    def episode(self) -> Episode:
        """The episode in progress: all cards, not for agents."""
        if self._episode is None:
            raise WrongPhase("no episode has begun: reset comes first")
        return self._episode

    @property
    def table(self) -> AgentDeal:
        """The deal in progress: all cards, not for agents."""
        return self.episode.table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent observes; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next episode; see :meth:`tricktake.envs.episodes.Episodes.begin`."""
        self._episode = self.episodes.begin(seed=seed, options=options)
        if seed is not None:
            self._random = random.Random(int(seed))
        self._steps = 0
        self._skip_agent_selection = None
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self._turn_over()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do now."""
        table, seat = self.table, self._seat_of[agent]
        mask = self._mask if agent == self.agent_selection else self._nothing
        return {"observation": table.observation(seat), "action_mask": mask.copy()}

    def state(self) -> NDArray[np.int16]:
        """What all seats know, one after the other: hidden cards included, for training only."""
        table = self.table
        return np.concatenate([table.observation(seat) for seat in range(self.rules.players)])

    def step(self, action: int | None) -> None:
        """Take the action of the agent to act; None for one that has finished."""
        episode = self.episode
        agent = self.agent_selection
        if agent not in self.terminations:
            raise WrongPhase("the episode is over: reset comes first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = None if action is None else whole("an action", action)
        wrong = action is None or not self._is_legal(action)
        if wrong and self.episodes.illegal is Illegal.RAISE:
            raise self._refusal(action)
        self._cumulative_rewards[agent] = 0.0
        if not wrong:
            episode.push(action)  # type: ignore[arg-type]
        elif self.episodes.illegal is Illegal.RANDOM:
            episode.push(self._random.choice(episode.table.legal()))
        elif self.episodes.illegal is Illegal.END:
            episode.end()
        gain = episode.collect()
        self.rewards = dict(zip(self.possible_agents, gain.rewards, strict=True))
        if wrong:
            self.rewards[agent] -= self.episodes.penalty
        self._accumulate_rewards()
        self._steps += 1
        if episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._limit is not None and self._steps >= self._limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_over()
        if wrong:
            self.infos[agent]["illegal"] = True
        if gain.points is not None:
            for info in self.infos.values():
                info["points"] = gain.points
        if self.render_mode == "human":
            self.render()

    def _is_legal(self, action: int) -> bool:
        return 0 <= action < len(self._mask) and bool(self._mask[action])

    def _refusal(self, action: int | None) -> Exception:
        """Why an action is illegal."""
        agent, table = self.agent_selection, self.table
        try:
            if action is not None:
                table.copy().push(action)
        except (IllegalAction, IndexError) as found:
            return found if isinstance(found, IllegalAction) else IllegalAction(f"{agent}: {found}")
        legal = ", ".join([table.encoding.actions.action(number).text for number in table.legal()[:8]])
        return IllegalAction(f"{agent} must act, such as {legal}; got {action!r}")

    def _turn_over(self) -> None:
        """Say who is next, with its mask; once the episode has ended, every agent in turn."""
        episode, first = self.episode, self.agents[0]
        turn = None if self.terminations[first] or self.truncations[first] else episode.turn
        self.agent_selection: str = first if turn is None else self.possible_agents[turn]
        self._mask = self._nothing if turn is None else episode.table.mask(turn)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": (self._mask if agent == self.agent_selection else self._nothing).copy()}
            for agent in self.possible_agents
        }
        if episode.winners is not None:
            for info in self.infos.values():
                info |= {"scores": episode.scores, "winners": episode.winners}

    def render(self) -> str | None:
        """The deal as text, all cards shown; printed in mode ``human``, returned in mode ``ansi``."""
        if self.render_mode is None:
            logger.warn("render() was called without a render_mode; give one when the environment is made")
            return None
        deal = self.table.deal
        lines = [f"{deal.phase.value}, seat {deal.turn} to act, scores {' '.join(map(str, deal.scores))}"]
        lines += [f"  seat {seat}: {deal.hand(seat)}" for seat in range(self.rules.players)]
        lines.append(f"  tricks {deal.tricks}; {' '.join([step.action.text for step in deal.history])}")
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""


def raw_env(rules: GameRules | str = "five-hundred", **options: Any) -> CardTable:
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


def env(rules: GameRules | str = "five-hundred", **options: Any) -> AECEnv[str, Observation, int | None]:
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


def parallel_env(
    rules: GameRules | str = "five-hundred", *, max_cycles: int | None = None, **options: Any
) -> ParallelEnv[str, Observation, int | None]:
    """The environment for programs that want an action of every agent at each step.

    Parameters
    ----------
    rules : Rules or str
    max_cycles : int, optional, keyword only
        Steps after which an episode is truncated. Default: never.
    **options
        As :class:`CardTable` takes them.

    Returns
    -------
    pettingzoo.ParallelEnv
        A step takes the action of the agent to act and no other; the masks of the others are all 0. The infos
        say as ``active_agent`` who it is.

    Examples
    --------
    >>> env = parallel_env("spades")
    >>> observations, infos = env.reset(seed=1)
    >>> [name for name, info in infos.items() if info["action_mask"].any()]
    ['player_1']
    """
    table = raw_env(rules, max_cycles=max_cycles, **options)
    table._limit = max_cycles  # a cycle of a parallel environment is one step
    return conversions.turn_based_aec_to_parallel(wrappers.OrderEnforcingWrapper(table))


def _register() -> None:
    """Give every preset a name: ``tricktake/FiveHundred-v0``, ``tricktake/FiveHundred-american-v0``."""
    for game, title in (("five-hundred", "FiveHundred"), ("spades", "Spades")):
        for preset in ("", *rules_from(game)._presets()):
            name = f"tricktake/{title}{'-' if preset else ''}{preset}-v0"
            kwargs = {"rules": f"{game}:{preset}" if preset else game}
            _pettingzoo.register("aec", name, f"{__name__}:env", kwargs=kwargs)
            _pettingzoo.register("parallel", name, f"{__name__}:parallel_env", kwargs=kwargs)


if hasattr(_pettingzoo, "register"):
    _register()
