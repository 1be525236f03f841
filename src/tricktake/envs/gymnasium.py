"""A game as a Gymnasium environment for one agent: it plays a seat, bots play the others.

    >>> from tricktake.envs.gymnasium import SeatEnv
    >>> env = SeatEnv("spades", opponents="random")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape == env.observation_space.shape, int(info["action_mask"].sum()) > 0
    (True, True)

Needs ``pip install 'tricktake[rl]'``. Importing this module registers ``tricktake/FiveHundred-v0`` and
``tricktake/Spades-v0`` with Gymnasium.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake._checks import whole
from tricktake._rules import GameRules
from tricktake.bots import Bot, make_bot
from tricktake.encoding import encoding_of
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episodes import Episode, Episodes, Illegal, Reward, agents_seat
from tricktake.errors import IllegalAction, SetupError, WrongPhase

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as _missing:
    raise ImportError("Gymnasium is missing: pip install 'tricktake[rl]'") from _missing

__all__ = ["SeatEnv"]

Opponent = str | Bot | type[Bot]


class SeatEnv(gymnasium.Env[NDArray[np.int16], np.int64]):
    """One seat of a game; bots play the others and see no more than their views.

    Parameters
    ----------
    rules : Rules or str, default "five-hundred"
        The rules, or a text such as ``spades:short_limit5``.
    seat : int or None, default None, keyword only
        The agent's seat; None: another one every episode, so that it comes to every seat with every dealer.
    opponents : str, Bot, class or sequence of them, default "heuristic", keyword only
        Who plays the other seats, partners included: one for all, or one for each seat after the agent's,
        clockwise. Texts as ``tricktake.bots.make_bot`` reads them, such as ``sampling:worlds=20``; classes
        are made from a seed alone.
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
        Taken off the reward at each illegal action.
    render_mode : str or None, default None, keyword only
        ``ansi``: :meth:`render` returns the agent's view as text; ``human``: it is printed.

    Raises
    ------
    SetupError
        If there are too many or too few opponents, or an argument is unknown or out of range.
    RulesError, TypeError
        As :func:`tricktake.envs.episodes.rules_from`.

    Notes
    -----
    The mask of legal actions, int8, is in the info as ``action_mask``; ``action_masks()`` returns it as bool.
    A seed settles the cards and the chance of the bots made here; bots given as objects keep their own.

    Examples
    --------
    >>> env = SeatEnv(opponents="random", seat=0)
    >>> _, info = env.reset(seed=3)
    >>> _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    >>> reward, terminated, truncated
    (0.0, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: GameRules | str = "five-hundred",
        *,
        seat: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "heuristic",
        match: bool = False,
        cap: int = 100,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 500.0,
        render_mode: str | None = None,
    ) -> None:
        self.episodes: Episodes = Episodes(
            rules, match=match, cap=cap, reward=reward, illegal=illegal, penalty=penalty
        )
        players = self.rules.players
        seat = agents_seat(seat, players)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SetupError(f"render_mode is human, ansi or None, not {render_mode!r}")
        if isinstance(opponents, str | Bot | type):
            given: list[Opponent] = [opponents] * (players - 1)
        else:
            given = list(opponents)
        if len(given) != players - 1:
            raise SetupError(f"{players - 1} opponents are needed, got {len(given)}")
        self.render_mode = render_mode
        self._opponents = given
        self._bots = [_make(bot, 0) for bot in given]
        self._fixed = seat
        self._seat = seat or 0
        encoding = encoding_of(self.rules)
        self.observation_space: spaces.Space[NDArray[np.int16]] = spaces.Box(
            -(1 << 15), (1 << 15) - 1, (encoding.length,), np.int16
        )
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(len(encoding.actions))
        self._mask = np.zeros(len(encoding.actions), np.int8)
        self._episode: Episode | None = None
        self._is_whole = True  # whether no step or reset has been broken off

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.episodes.rules

    @property
    def seat(self) -> int:
        """The seat the agent plays in this episode."""
        return self._seat

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

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as some learning libraries ask for them."""
        return self._mask.astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin an episode: deal, and let the bots act up to the agent's first turn.

        Parameters
        ----------
        seed : int, optional, keyword only
        options : dict, optional, keyword only
            As for :meth:`tricktake.envs.episodes.Episodes.begin`.

        Returns
        -------
        observation : numpy.ndarray of int16
        info : dict

        Raises
        ------
        SetupError
            If an option is impossible, or the agent is never asked in the deal that was given.
        """
        super().reset(seed=seed)
        self._is_whole = False
        episode = self.episodes.begin(seed=seed, options=options)
        number, players = self.episodes.number - 1, self.rules.players
        if seed is not None:
            self._bots = [_make(bot, int(seed)) for bot in self._opponents]
        # one seat further from the dealer after each round of deals
        self._seat = (number + number // players) % players if self._fixed is None else self._fixed
        self._episode = episode
        self._others()
        if episode.is_over:
            raise SetupError(f"seat {self._seat} is never asked in this deal")
        self._look()
        self._is_whole = True
        if self.render_mode == "human":
            self.render()
        return self.table.observation(self._seat), {"action_mask": self._mask.copy()}

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Take an action of the agent, and let the bots act up to its next turn.

        Parameters
        ----------
        action : int

        Returns
        -------
        observation : numpy.ndarray of int16
        reward : float
        terminated : bool
            Whether the episode has ended.
        truncated : bool
            Always False.
        info : dict
            ``action_mask``; ``illegal`` after an illegal action; ``points`` by seat when a deal has ended;
            at the end of a match ``scores`` and ``winners`` by side.

        Raises
        ------
        IllegalAction
            With ``illegal="raise"``; nothing has changed.
        TypeError
            If the action is no whole number; nothing has changed.
        WrongPhase
            If the episode is over, or the last step or reset was broken off, by an error of a bot or an
            interrupt: others may be to act, so that only a reset helps.
        """
        episode = self.episode
        if episode.is_over:
            raise WrongPhase("the episode is over: reset comes first")
        if not self._is_whole:
            raise WrongPhase("the last step or reset was broken off: reset comes first")
        number = whole("an action", action)
        legal = 0 <= number < len(self._mask) and bool(self._mask[number])
        if not legal and self.episodes.illegal is Illegal.RAISE:
            raise self._refusal(number)
        self._is_whole = False
        reward = 0.0
        if legal:
            episode.push(number)
        else:
            reward -= self.episodes.penalty
            if self.episodes.illegal is Illegal.RANDOM:
                episode.push(int(self.np_random.choice(episode.table.legal())))
            elif self.episodes.illegal is Illegal.END:
                episode.end()
        self._others()
        gain = episode.collect()
        self._look()
        info: dict[str, Any] = {"action_mask": self._mask.copy()}
        if not legal:
            info["illegal"] = True
        if gain.points is not None:
            info["points"] = gain.points
        if episode.winners is not None:
            info |= {"scores": episode.scores, "winners": episode.winners}
        self._is_whole = True
        if self.render_mode == "human":
            self.render()
        reward += gain.rewards[self._seat]
        return self.table.observation(self._seat), reward, episode.is_over, False, info

    def _refusal(self, action: int) -> IllegalAction:
        """Why an action is illegal."""
        try:
            self.table.copy().push(action)
        except IllegalAction as found:
            return found
        except IndexError as found:
            return IllegalAction(f"seat {self._seat}: {found}")
        raise AssertionError(f"action {action} is legal")

    def _others(self) -> None:
        """Let the bots act until it is the agent's turn, or the episode is over."""
        episode, players = self.episode, self.rules.players
        while (turn := episode.turn) is not None and turn != self._seat:
            bot = self._bots[(turn - self._seat) % players - 1]
            episode.push(bot.choose(episode.table.deal.view(turn)))

    def _look(self) -> None:
        """Find out what the agent may do now."""
        if self.episode.is_over:
            self._mask = np.zeros_like(self._mask)
        else:
            self._mask = self.table.mask(self._seat)

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]
        """What the agent knows, as text; printed in mode ``human``, returned in mode ``ansi``.

        Returns
        -------
        str or None
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode; give one at the start")
            return None
        text = str(self.table.deal.view(self._seat).to_text())
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _make(bot: Opponent, seed: int) -> Bot:
    """A bot of an episode."""
    if isinstance(bot, Bot):
        return bot
    return make_bot(bot, seed) if isinstance(bot, str) else bot(seed)


def _register() -> None:
    """Give the games their names."""
    for name, rules in (("FiveHundred", "five-hundred"), ("Spades", "spades")):
        gymnasium.register(
            f"tricktake/{name}-v0",
            "tricktake.envs.gymnasium:SeatEnv",
            vector_entry_point="tricktake.envs.vector:VectorSeatEnv",
            kwargs={"rules": rules},
        )


_register()
