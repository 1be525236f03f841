"""Many tables at once as one Gymnasium vector environment, on the batch of :mod:`tricktake.vector`.

    >>> from tricktake.envs.vector import VectorSeatEnv
    >>> envs = VectorSeatEnv("spades", num_envs=256)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape == envs.observation_space.shape, infos["action_mask"].any(axis=1).all()
    (True, np.True_)

The agent plays one seat of every table; all other seats act together, by a function on arrays, by default by
chance. An episode is a deal. Needs ``pip install 'tricktake[rl]'``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricktake._checks import whole
from tricktake._rules import GameRules
from tricktake.encoding import encoding_of
from tricktake.envs.episodes import Episodes, Illegal, Reward, agents_seat
from tricktake.errors import GameError, IllegalAction, SetupError, WrongPhase
from tricktake.vector import VectorDeals

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as _missing:
    raise ImportError("Gymnasium (1.1 or newer) is missing: pip install 'tricktake[rl]'") from _missing

__all__ = ["Opponents", "VectorSeatEnv"]

Opponents = Callable[[NDArray[np.int16], NDArray[np.int8]], ArrayLike]
"""Observations ``(m, length) int16`` and masks ``(m, actions) int8`` of m seats; their actions ``(m,)``."""


class VectorSeatEnv(VectorEnv[NDArray[np.int16], NDArray[np.int64], NDArray[Any]]):
    """One seat at each of many tables, stepped together.

    Parameters
    ----------
    rules : Rules or str, default "five-hundred"
        The rules, or a text such as ``spades:short_limit5``.
    num_envs : int, default 1, keyword only
        Number of tables.
    seat : int or None, default None, keyword only
        The agent's seat; None: another one every episode, so that it comes to every seat with every dealer.
    opponents : callable or None, default None, keyword only
        Chooses for all other seats that are to act, see :data:`Opponents`; None: a legal action by chance.
    reward : str, default "points", keyword only
        ``points``, ``margin`` or ``win``, at the end of a deal; see :class:`tricktake.envs.episode.Reward`.
    illegal : str, default "end", keyword only
        ``end``, ``ask``, ``random`` or ``raise``; see :class:`tricktake.envs.episode.Illegal`.
    penalty : float, default 500, keyword only
        Taken off the reward at each illegal action.
    autoreset_mode : AutoresetMode or str, default "SameStep", keyword only
        ``SameStep``, ``NextStep`` or ``Disabled``, as Gymnasium defines them.
    threads : int, default 1, keyword only
        Threads that share the tables; results do not depend on it.
    render_mode : None, keyword only
        Many tables are not rendered.

    Raises
    ------
    SetupError
        If an argument is unknown or out of range.
    RulesError, TypeError
        As :func:`tricktake.envs.episodes.rules_from`.

    Notes
    -----
    Table *i* of *n* plays the episodes *i*, *i + n*, *i + 2 n* ... that ``tricktake.envs.gymnasium.SeatEnv``
    would have with the same seed. Infos are arrays with a row a table: ``action_mask`` and ``seat``; after an
    illegal action ``illegal``; where a deal has ended ``points`` by seat. With ``SameStep`` what belongs to
    the ended episode stands in ``final_obs`` and ``final_info``.

    Examples
    --------
    >>> envs = VectorSeatEnv("spades", num_envs=4)
    >>> _, infos = envs.reset(seed=1)
    >>> _, rewards, terminations, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.tolist(), terminations.tolist()
    ([0.0, 0.0, 0.0, 0.0], [False, False, False, False])
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        rules: GameRules | str = "five-hundred",
        *,
        num_envs: int = 1,
        seat: int | None = None,
        opponents: Opponents | None = None,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 500.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        terms = Episodes(rules, reward=reward, illegal=illegal, penalty=penalty)
        self.rules: GameRules = terms.rules
        self._reward, self._illegal, self._penalty = terms.reward, terms.illegal, terms.penalty
        players = self.rules.players
        seat = agents_seat(seat, players)
        num_envs, threads = _at_least_one("num_envs", num_envs), _at_least_one("threads", threads)
        if render_mode is not None:
            raise SetupError(f"many tables are not rendered: render_mode must be None, not {render_mode!r}")
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            words = ", ".join([mode.value for mode in AutoresetMode])
            raise SetupError(
                f"autoreset_mode must be one of {words}; got {str(autoreset_mode)[:40]!r}"
            ) from None
        self.metadata = {**type(self).metadata, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self._fixed, self._threads, self._opponents = seat, threads, opponents
        self._sides = [list(side) for side in self.rules.sides]
        self._side_of = np.array(
            [at for s in range(players) for at, side in enumerate(self._sides) if s in side]
        )
        encoding = encoding_of(self.rules)
        self._width = len(encoding.actions)
        self.single_observation_space: spaces.Space[Any] = spaces.Box(
            -(1 << 15), (1 << 15) - 1, (encoding.length,), np.int16
        )
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self._width)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._deals: VectorDeals | None = None
        self._is_whole = True  # whether no step or reset has been broken off
        self._every = np.arange(num_envs)
        self._seats = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._mask = np.zeros((num_envs, self._width), np.int8)

    @property
    def deals(self) -> VectorDeals:
        """The deals in progress: all cards, not for agents."""
        if self._deals is None:
            raise WrongPhase("no episode has begun: reset comes first")
        return self._deals

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin the next episode at all tables, or at some.

        Parameters
        ----------
        seed : int, optional, keyword only
            0 or more; begins a new row of episodes for all tables.
        options : dict, optional, keyword only
            ``reset_mask``: ``(num_envs,) bool``, the tables to deal at; ``scores`` and, in spades, ``bags``:
            of the sides before the deals from now on, one row or one for each table that is dealt at.

        Returns
        -------
        observations : numpy.ndarray of int16, shape (num_envs, length)
        infos : dict

        Raises
        ------
        SetupError
            If an option is unknown or impossible.
        WrongPhase
            If the last step or reset was broken off, and this one does not deal at all tables.
        """
        super().reset(seed=seed)
        given = dict(options or {})
        given.pop("options", None)
        mask = given.pop("reset_mask", None)
        unknown = [key for key in given if key not in ("scores", "bags")]
        if unknown:
            raise SetupError(f"reset knows the options reset_mask, scores, bags; got {unknown[0]!r}")
        fresh = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        if fresh.dtype != np.bool_ or fresh.shape != (self.num_envs,) or not fresh.any():
            raise SetupError(f"reset_mask must be bool of shape {(self.num_envs,)}, with a table to deal at")
        if not fresh.all():
            if seed is not None or self._deals is None:
                raise SetupError("the first reset, and one with a seed, deals at all tables")
            self._check_whole()
        was_whole, self._is_whole = self._is_whole, False
        try:
            self._deal(fresh, seed, given)
        except (GameError, TypeError, ValueError):  # refused: nothing has changed
            self._is_whole = was_whole
            raise
        self._begin(fresh)
        self._advance()
        seen = self._look({})
        self._is_whole = True
        return seen

    def _deal(self, fresh: NDArray[np.bool_], seed: int | None, given: dict[str, Any]) -> None:
        """Deal at some tables, or at all with a new seed."""
        if seed is None and self._deals is not None:
            self._deals.reset(fresh, **given)
            return
        chosen = int(self.np_random.integers(2**63)) if seed is None else int(seed)
        self._deals = VectorDeals(
            self.rules, self.num_envs, seed=chosen, autoreset=False, threads=self._threads, **given
        )

    def _check_whole(self) -> None:
        """Refuse to go on where others may be to act, or not all tables have got as far."""
        if not self._is_whole:
            raise WrongPhase("the last step or reset was broken off: a reset of all tables comes first")

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action of the agent at every table, and let the others act up to its next turn.

        Parameters
        ----------
        actions : array of int, shape (num_envs,)
            What stands for a table that deals anew in this step (mode ``NextStep``) is ignored.

        Returns
        -------
        observations : numpy.ndarray of int16, shape (num_envs, length)
        rewards : numpy.ndarray of float64, shape (num_envs,)
        terminations, truncations : numpy.ndarray of bool, shape (num_envs,)
            No episode is ever truncated.
        infos : dict

        Raises
        ------
        IllegalAction
            With ``illegal="raise"``; nothing has changed at any table. Or if an action of the opponents is.
        SetupError
            If the opponents return something else than a whole number for each seat.
        WrongPhase
            In mode ``Disabled``, if an episode has ended that has not been reset. In all modes, if the last
            step or reset was broken off, by an error of the opponents or an interrupt: only a reset of all
            tables helps.
        """
        deals, fresh = self.deals, self._ended.copy()
        self._check_whole()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            shape = (self.num_envs,)
            raise TypeError(
                f"actions must be whole numbers of shape {shape}, not {given.dtype} of {given.shape}"
            )
        if self._mode is not AutoresetMode.NEXT_STEP and fresh.any():
            raise WrongPhase(f"the episode of table {fresh.argmax()} is over: reset comes first")
        fits = (given >= 0) & (given < self._width)
        wrong = ~fresh & ~(fits & (self._mask[self._every, np.where(fits, given, 0)] == 1))
        moves = np.where(fresh | wrong, -1, given)
        if wrong.any() and self._illegal is Illegal.RAISE:
            at = int(wrong.argmax())
            raise IllegalAction(f"table {at}: seat {self._seats[at]} may not take action {given[at]} now")
        self._is_whole = False
        if wrong.any() and self._illegal is Illegal.RANDOM:
            moves[wrong] = deals.random_actions(self.np_random)[wrong]
        if fresh.any():
            deals.reset(fresh)
            self._begin(fresh)
        if self._illegal is Illegal.END:
            self._ended |= wrong
        points, over = self._advance(moves)
        rewards = self._worth(points, over) - self._penalty * wrong
        self._ended |= over
        terminations = self._ended.copy()
        facts: dict[str, Any] = {"illegal": wrong, "_illegal": wrong} if wrong.any() else {}
        if over.any():
            facts |= {"points": points, "_points": over}
        infos: dict[str, Any] = {}
        if terminations.any() and self._mode is AutoresetMode.SAME_STEP:
            infos |= self._final(terminations, facts)
            facts = {name: values for name, values in facts.items() if "illegal" in name}
            facts = _but(facts, terminations)
            deals.reset(terminations)
            self._begin(terminations)
            self._advance()
        seen, told = self._look(facts)
        self._is_whole = True
        return seen, rewards, terminations, np.zeros(self.num_envs, np.bool_), told | infos

    def _begin(self, fresh: NDArray[np.bool_]) -> None:
        """Seat the agent at tables that have been dealt."""
        players, number = self.rules.players, self.deals.number.astype(np.int64)
        self._seats[fresh] = (
            ((number + number // players) % players)[fresh] if self._fixed is None else self._fixed
        )
        self._ended[fresh] = False

    def _advance(self, moves: NDArray[Any] | None = None) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Take moves of the agent, then let the others act; points by seat, and where deals have ended."""
        deals = self.deals
        points = np.zeros((self.num_envs, self.rules.players), np.int64)
        over = np.zeros(self.num_envs, np.bool_)
        while True:
            if moves is not None and deals.step(moves):
                points += deals.rewards
                over |= deals.done
            waiting = (deals.turn >= 0) & (deals.turn != self._seats) & ~self._ended
            if not waiting.any():
                return points, over
            moves = self._others(waiting)

    def _others(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """What the other seats do at the tables where they are to act, -1 elsewhere."""
        deals = self.deals
        if self._opponents is None:
            return np.where(waiting, deals.random_actions(self.np_random), -1)
        masks = deals.legal().view(np.int8)[waiting]
        chosen = np.asarray(self._opponents(deals.observe()[waiting], masks.copy()))
        if chosen.shape != (int(waiting.sum()),) or chosen.dtype.kind not in "iu":
            raise SetupError(
                f"opponents must return {int(waiting.sum())} whole numbers, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        fits = (chosen >= 0) & (chosen < self._width)
        wrong = ~fits | (masks[np.arange(len(chosen)), np.where(fits, chosen, 0).astype(np.int64)] != 1)
        if wrong.any():
            first = int(wrong.argmax())
            at = int(np.flatnonzero(waiting)[first])
            raise IllegalAction(
                f"table {at}: the opponent at seat {deals.turn[at]} may not take action {chosen[first]} now"
            )
        moves = np.full(self.num_envs, -1, np.int64)
        moves[waiting] = chosen
        return moves

    def _worth(self, points: NDArray[np.int64], over: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Rewards of the agent for deals that have ended."""
        mine = points[self._every, self._seats].astype(np.float64)
        if self._reward is Reward.POINTS:
            return mine
        worth = points[:, [side[0] for side in self._sides]].astype(np.float64)
        if self._reward is Reward.MARGIN:
            others = (worth.sum(axis=1) - mine) / (len(self._sides) - 1)
            return np.where(over, mine - others, 0.0)
        best = worth == worth.max(axis=1, keepdims=True)
        won = best[self._every, self._side_of[self._seats]]
        return np.where(over & won, 1.0 / best.sum(axis=1), 0.0)

    def _look(self, facts: dict[str, Any]) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """What the agent sees at every table."""
        every = np.ones(self.num_envs, np.bool_)
        self._mask = self.deals.legal().view(np.int8)
        self._mask[self._ended] = 0
        infos = {
            "action_mask": self._mask.copy(),
            "_action_mask": every,
            "seat": self._seats.copy(),
            "_seat": every.copy(),
        }
        return self.deals.observe(seat=self._seats), infos | facts

    def _final(self, ended: NDArray[np.bool_], facts: dict[str, Any]) -> dict[str, Any]:
        """What belongs to episodes that have ended, before the next ones are dealt."""
        seen = self.deals.observe(seat=self._seats)
        observations = np.full(self.num_envs, None, dtype=object)
        for at in np.flatnonzero(ended):
            observations[at] = seen[at].copy()
        info = {
            "action_mask": np.zeros((self.num_envs, self._width), np.int8),
            "_action_mask": ended.copy(),
            "seat": np.where(ended, self._seats, 0),
            "_seat": ended.copy(),
        }
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": info | _but(facts, ~ended),
            "_final_info": ended.copy(),
        }


def _at_least_one(name: str, value: object) -> int:
    found = whole(name, value)
    if found < 1:
        raise SetupError(f"{name} must be 1 or more, not {found}")
    return found


def _but(facts: dict[str, Any], rows: NDArray[np.bool_]) -> dict[str, Any]:
    """Facts without those of some tables."""
    found = {}
    for name, values in facts.items():
        kept = np.array(values)
        kept[rows] = 0
        found[name] = kept
    return {name: values for name, values in found.items() if found["_" + name.removeprefix("_")].any()}
