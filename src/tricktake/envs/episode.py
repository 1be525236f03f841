"""One episode: a deal or a whole match that agents play, and what every seat earns in it.

An :class:`Episode` takes actions, lays out the next deal of a match when one is over, and adds up rewards
until they are collected. Environments only translate between it and their framework.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from tricktake._rules import GameRules
from tricktake.actions import Action
from tricktake.envs.agents import AgentDeal
from tricktake.errors import WrongPhase

__all__ = ["Episode", "Gain", "Illegal", "Reward", "seat_values"]


class Illegal(Enum):
    """What happens to an agent whose action is illegal.

    Examples
    --------
    >>> Illegal("end")
    <Illegal.END: 'end'>
    """

    END = "end"
    """The episode ends: a penalty for the agent, nothing for the others."""
    ASK = "ask"
    """Nothing changes but a penalty, and the agent is asked again."""
    RANDOM = "random"
    """A legal action is drawn instead, with a penalty."""
    RAISE = "raise"
    """``IllegalAction`` is raised, and nothing has changed."""


class Reward(Enum):
    """What a finished deal, or match, is worth to a seat.

    Examples
    --------
    >>> Reward("margin").value
    'margin'
    """

    POINTS = "points"
    """The points of its side, at the end of each deal."""
    MARGIN = "margin"
    """The points of its side less the mean of the others, at the end of each deal."""
    WIN = "win"
    """1 for the winners, 0 for the others: of a deal the sides with most points, of a match, at its end,
    those that have won it. Several sides share the 1."""


def seat_values(
    reward: Reward,
    sides: Sequence[Sequence[int]],
    points: Sequence[int],
    winners: Sequence[int] = (),
) -> list[float]:
    """What every seat gets for the points of the sides.

    Parameters
    ----------
    reward : Reward
    sides : sequence of sequence of int
        The seats that score together.
    points : sequence of int
        Points of each side.
    winners : sequence of int, default ()
        The sides that have won; if empty, those with most points.

    Returns
    -------
    list of float
        By seat.

    Examples
    --------
    >>> seat_values(Reward.MARGIN, ((0,), (1,), (2,)), (90, 30, 0))
    [75.0, -15.0, -60.0]
    >>> seat_values(Reward.WIN, ((0, 2), (1, 3)), (90, 90))
    [0.5, 0.5, 0.5, 0.5]
    """
    if reward is Reward.POINTS:
        values = [float(won) for won in points]
    elif reward is Reward.MARGIN:
        total, others = sum(points), len(sides) - 1
        values = [won - (total - won) / others for won in points]
    else:
        winners = winners or _best(points)
        values = [float(at in winners) / len(winners) for at in range(len(sides))]
    found = [0.0] * sum(map(len, sides))
    for side, value in zip(sides, values, strict=True):
        for seat in side:
            found[seat] = value
    return found


class Gain(NamedTuple):
    """What every seat has earned since the last time it was asked.

    Examples
    --------
    >>> Gain((0.0, 0.0, 0.0), None).points is None
    True
    """

    rewards: tuple[float, ...]
    """Rewards by seat."""
    points: tuple[int, ...] | None
    """Points by seat of the deals that have ended; None if none has."""


class Episode:
    """A deal or a match in progress.

    Parameters
    ----------
    table : AgentDeal
        The deal; with a match its current deal itself.
    reward : Reward, default Reward.POINTS
    match : Match or Game, optional, keyword only
        The match it belongs to, which is played on; default: the episode ends with the deal.
    cap : int, default 100, keyword only
        Deals after which the match ends.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> episode = Episode(AgentDeal(sp.Deal(dealer=2, seed=500)))
    >>> while not episode.is_over:
    ...     episode.push(episode.table.legal()[-1])
    >>> episode.collect()
    Gain(rewards=(-200.0, -200.0, -200.0), points=(-200, -200, -200))
    """

    __slots__ = ("_cap", "_match", "_over", "_points", "_reward", "_rewards", "_winners", "deals", "table")

    table: AgentDeal
    """The deal in progress, or the last one."""
    deals: int
    """Deals begun so far, those before the episode included."""

    def __init__(
        self, table: AgentDeal, reward: Reward = Reward.POINTS, *, match: Any = None, cap: int = 100
    ) -> None:
        self.table = table
        self.deals = 1 if match is None else len(match.deals)
        self._match = match
        self._cap = cap
        self._reward = reward
        self._rewards = [0.0] * self.rules.players
        self._points: tuple[int, ...] | None = None
        self._over = False
        self._winners: tuple[int, ...] | None = None

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        rules: GameRules = self.table.deal.rules
        return rules

    @property
    def turn(self) -> int | None:
        """Seat to act; None when the episode is over."""
        return None if self._over else self.table.turn

    @property
    def is_over(self) -> bool:
        """Whether all has been played."""
        return self._over

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides after the last finished deal; without a match those before the deal."""
        scores: tuple[int, ...] = (self.table.deal if self._match is None else self._match).scores
        return scores

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The sides that have won the match; None as long as it goes on, and without one.

        If all have lost together, or the cap has ended it, the best score has won.
        """
        return self._winners

    def push(self, action: int | Action) -> None:
        """Take an action of the seat to act.

        Parameters
        ----------
        action : int or Action
            A number of the action space, which puts cards away one by one; or an action, a whole exchange
            in one.

        Raises
        ------
        IllegalAction
            If it is not legal now; nothing has changed.
        IndexError
            If there is no such number.
        WrongPhase
            If the episode is over.
        """
        if self._over:
            raise WrongPhase("the episode is over: reset comes first")
        if isinstance(action, Action):
            self.table.deal.push(action)
        else:
            self.table.push(action)
        if self.table.is_over:
            self._settle()

    def _settle(self) -> None:
        """Count a finished deal, and begin the next one of a match."""
        table, match = self.table, self._match
        points = table.points()
        before = self._points
        self._points = (
            points if before is None else tuple([a + b for a, b in zip(before, points, strict=True)])
        )
        self._over = match is None or match.is_over or self.deals >= self._cap
        if self._over and match is not None:
            self._winners = tuple(sorted(match.winners or ())) or _best(match.scores)
        sides: Sequence[Sequence[int]] = self.rules.sides
        worth = [points[side[0]] for side in sides]
        if self._reward is not Reward.WIN or self._over:
            for seat, value in enumerate(seat_values(self._reward, sides, worth, self._winners or ())):
                self._rewards[seat] += value
        if match is not None and not self._over:
            self.table = AgentDeal(match.next_deal())
            self.deals += 1

    def collect(self) -> Gain:
        """What every seat has earned since the last call.

        Returns
        -------
        Gain
        """
        found = Gain(tuple(self._rewards), self._points)
        self._rewards, self._points = [0.0] * len(self._rewards), None
        return found

    def end(self) -> None:
        """End it early: nobody is to act any more, and an unfinished deal brings nothing."""
        self._over = True

    def copy(self) -> Episode:
        """An independent copy.

        Returns
        -------
        Episode
        """
        made = Episode.__new__(Episode)
        for name in Episode.__slots__:
            setattr(made, name, getattr(self, name))
        made._rewards = list(self._rewards)
        made.table = self.table.copy()
        if self._match is not None:
            made._match = self._match.copy()
            made.table.deal = made._match.deal  # the table plays on the deal of the match itself
        return made

    def __copy__(self) -> Episode:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Episode.__slots__}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        if self._match is not None:
            self.table.deal = self._match.deal


def _best(scores: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest score."""
    return tuple([side for side, score in enumerate(scores) if score == max(scores)])
