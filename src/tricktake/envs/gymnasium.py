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

from tricktake.actions import Exchange
from tricktake.bots import Bot, make_bot
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episodes import Episodes, Illegal, Reward
from tricktake.errors import IllegalAction, SetupError

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is missing: pip install 'tricktake[rl]'") from error

__all__ = ["SeatEnv"]


class SeatEnv(gymnasium.Env[NDArray[np.int16], int]):
    """One seat of a game; bots play the others and see no more than their views.

    Parameters
    ----------
    rules : Rules or str, default "five-hundred"
        The rules, or a text such as ``spades:short_limit5``.
    seat : int or None, default None, keyword only
        The agent's seat; None: another one every episode, going round.
    opponents : str, Bot or sequence of them, default "heuristic", keyword only
        Who plays the other seats, partners included: one for all, or one for each seat after the agent's,
        clockwise. Texts as ``tricktake.bots.make_bot`` reads them, such as ``sampling:worlds=20``.
    reward : str, default "points", keyword only
        ``points``, ``margin`` or ``win``; see :class:`tricktake.envs.episodes.Reward`.
    illegal : str, default "end", keyword only
        ``end``, ``ask``, ``random`` or ``raise``; see :class:`tricktake.envs.episodes.Illegal`.
    penalty : float, default 500, keyword only
        Taken off the reward at each illegal action.
    render_mode : str or None, default None, keyword only
        ``ansi``: :meth:`render` returns the agent's view as text; ``human``: it is printed.

    Raises
    ------
    SetupError
        If there are too many or too few opponents, or an argument is unknown.

    Notes
    -----
    The mask of legal actions, int8, is in the info as ``action_mask``; ``action_masks()`` returns it as bool.
    A seed settles the cards and the chance of the bots.

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
        rules: Any = "five-hundred",
        *,
        seat: int | None = None,
        opponents: str | Bot | Sequence[str | Bot] = "heuristic",
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 500.0,
        render_mode: str | None = None,
    ) -> None:
        self.episodes = Episodes(rules, reward=reward, illegal=illegal, penalty=penalty)
        players = self.episodes.rules.players
        if seat is not None and not 0 <= seat < players:
            raise SetupError(f"seat {seat} is not in 0..{players - 1}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise SetupError(f"render_mode is human, ansi or None, not {render_mode!r}")
        given = [opponents] * (players - 1) if isinstance(opponents, str | Bot) else list(opponents)
        if len(given) != players - 1:
            raise SetupError(f"{players - 1} opponents are needed, got {len(given)}")
        self.render_mode = render_mode
        self._opponents = given
        self._bots: list[Bot] = []
        self._fixed = seat
        self._seat = seat or 0
        encoding = Episodes(rules).begin(seed=0).encoding
        self.observation_space = spaces.Box(-(1 << 15), (1 << 15) - 1, (encoding.length,), np.int16)
        self.action_space = spaces.Discrete(len(encoding.actions))
        self._table: AgentDeal | None = None

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.episodes.rules

    @property
    def seat(self) -> int:
        """The seat the agent plays in this episode."""
        return self._seat

    @property
    def table(self) -> AgentDeal:
        """The deal in progress: all cards, not for agents."""
        assert self._table is not None, "reset comes first"
        return self._table

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as some learning libraries ask for them."""
        return self.table.mask(self._seat).astype(bool)

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
        """
        super().reset(seed=seed)
        if seed is not None or not self._bots:
            chance = 0 if seed is None else seed
            self._bots = [bot if isinstance(bot, Bot) else make_bot(bot, chance) for bot in self._opponents]
        while True:
            number = self.episodes.number if seed is None else 0
            self._table = self.episodes.begin(seed=seed, options=options)
            self._seat = number % self.rules.players if self._fixed is None else self._fixed
            self._others()
            if not self.table.is_over:
                break
            seed = None  # thrown in before the agent was asked
        return self.table.observation(self._seat), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
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
            ``action_mask``; ``illegal`` after an illegal action; at the end ``points`` of every seat.

        Raises
        ------
        IllegalAction
            With ``illegal="raise"``; nothing has changed.
        """
        table, legal = self.table, self.table.legal()
        wrong = table.turn != self._seat or int(action) not in legal
        reward = 0.0
        if wrong:
            if self.episodes.illegal is Illegal.RAISE:
                raise IllegalAction(f"seat {self._seat} may not do this now: action {action}")
            reward -= self.episodes.penalty
        if not wrong:
            table.push(int(action))
        elif self.episodes.illegal is Illegal.RANDOM and legal:
            table.push(int(self.np_random.choice(legal)))
        self._others()
        reward += self.episodes.rewards(table)[self._seat]
        ended = table.is_over or (wrong and self.episodes.illegal is Illegal.END)
        info = self._info(illegal=wrong)
        if self.render_mode == "human":
            self.render()
        return table.observation(self._seat), reward, ended, False, info

    def _others(self) -> None:
        """Let the bots act until it is the agent's turn, or the deal is over."""
        table, players = self.table, self.rules.players
        while table.turn is not None and table.turn != self._seat:
            deal = table.deal
            action = self._bots[(table.turn - self._seat) % players - 1].choose(deal.view(table.turn))
            deal.push(action)  # an exchange in one, so that none is left half done
            assert not table.put or isinstance(action, Exchange)

    def _info(self, *, illegal: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask(self._seat)}
        if illegal:
            info["illegal"] = True
        if self.table.is_over:
            info["points"] = self.table.points()
        return info

    def render(self) -> str | None:  # type: ignore[override]
        """What the agent knows, as text; printed in mode ``human``.

        Returns
        -------
        str or None
        """
        text = str(self.table.deal.view(self._seat).to_text())
        if self.render_mode == "human":
            print(text)
            return None
        return text


def _register() -> None:
    for name, rules in (("FiveHundred", "five-hundred"), ("Spades", "spades")):
        gymnasium.register(
            f"tricktake/{name}-v0", "tricktake.envs.gymnasium:SeatEnv", kwargs={"rules": rules}
        )


_register()
