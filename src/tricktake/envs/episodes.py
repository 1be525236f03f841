"""Episodes of the environments: which deal comes when, and what it brings.

A seed gives a row of episodes: after ``reset(seed=s)`` the first has deal number 0 of seed *s*, every further
``reset()`` the next number. The same seed and actions give the same episodes everywhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from enum import Enum
from importlib import import_module
from typing import Any

from tricktake.envs.agents import AgentDeal
from tricktake.errors import RulesError, SetupError

__all__ = ["Episodes", "Illegal", "Reward", "rules_from"]

_OPTIONS = ("dealer", "scores", "deal")
_CHECKER = "options"  # PettingZoo's api_test passes this key


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
    """What a finished deal is worth to a seat.

    Examples
    --------
    >>> Reward("margin").value
    'margin'
    """

    POINTS = "points"
    """The points of its side."""
    MARGIN = "margin"
    """The points of its side less the mean of the others."""
    WIN = "win"
    """1 for the best sides of the deal, shared if there are several, 0 for the others."""


def rules_from(rules: Any) -> Any:
    """Rules as a value, or from a text such as ``five-hundred:american,players=3``.

    Parameters
    ----------
    rules : Rules or str

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        If there is no such game, or the rules are impossible.
    TypeError
        If it is neither rules nor a text.

    Examples
    --------
    >>> rules_from("spades"), rules_from("five-hundred:american,players=3").players
    (Rules.official(), 3)
    """
    if not isinstance(rules, str):
        if not hasattr(rules, "to_text"):
            raise TypeError(f"rules or their text are needed, not {type(rules).__name__}")
        return rules
    name, _, rest = rules.partition(":")
    packages = {"five-hundred": "fivehundred", "spades": "spades"}
    if name not in packages:
        raise RulesError(f"there is no game {name[:40]!r}; games are {', '.join(packages)}")
    kind = import_module(f"tricktake.{packages[name]}").Rules
    return kind.from_text(rest) if rest else kind()


class Episodes:
    """Deals one after the other, each an episode.

    Parameters
    ----------
    rules : Rules or str
        As :func:`rules_from` takes them.
    reward : Reward or str, default "points", keyword only
    illegal : Illegal or str, default "end", keyword only
    penalty : float, default 0, keyword only
        Taken off the reward of an agent at each illegal action.

    Examples
    --------
    >>> episodes = Episodes("spades")
    >>> episodes.begin(seed=5).deal == episodes.begin(seed=5).deal
    True
    """

    def __init__(
        self,
        rules: Any,
        *,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 0.0,
    ) -> None:
        self.rules = rules_from(rules)
        self.reward = _member(Reward, "reward", reward)
        self.illegal = _member(Illegal, "illegal", illegal)
        self.penalty = float(penalty)
        self._seed: int | None = None
        self._number = 0

    @property
    def number(self) -> int:
        """How many episodes the seed has begun."""
        return self._number

    def begin(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> AgentDeal:
        """Deal the next cards.

        Parameters
        ----------
        seed : int, optional, keyword only
            Begins a new row of episodes; default: the row goes on, the first time with a seed of the
            operating system's.
        options : mapping, optional, keyword only
            ``dealer`` (a seat; default: the deal passes round), ``scores`` (points of the sides before the
            deal), ``deal`` (a whole deal, or its text). The key ``options``, which checkers pass, is ignored.

        Returns
        -------
        AgentDeal

        Raises
        ------
        SetupError
            If an option is unknown, or a deal has other rules or is over.
        """
        if seed is not None:
            self._seed, self._number = int(seed), 0
        if self._seed is None:
            self._seed = secrets.randbits(63)
        given = dict(options or {})
        given.pop(_CHECKER, None)
        unknown = [key for key in given if key not in _OPTIONS]
        if unknown:
            raise SetupError(f"reset knows the options {', '.join(_OPTIONS)}; got {unknown[0]!r}")
        kind = import_module(type(self.rules).__module__.rpartition(".")[0]).Deal
        number = self._number
        if "deal" in given:
            deal = given["deal"]
            deal = kind.from_text(deal) if isinstance(deal, str) else deal.copy()
            if deal.rules != self.rules or deal.is_over:
                raise SetupError(
                    f"an episode begins with a deal under {self.rules.to_text()} that is not over"
                )
        else:
            dealer = given.get("dealer", number % self.rules.players)
            deal = kind(self.rules, dealer=dealer, seed=self._seed, number=number, scores=given.get("scores"))
        self._number = number + 1
        return AgentDeal(deal)

    def rewards(self, table: AgentDeal) -> tuple[float, ...]:
        """What a deal has brought each seat; all 0 as long as it goes on.

        Parameters
        ----------
        table : AgentDeal

        Returns
        -------
        tuple of float
        """
        points = table.points()
        if not table.is_over or self.reward is Reward.POINTS:
            return tuple(map(float, points))
        sides: Sequence[Sequence[int]] = self.rules.sides
        worth = [points[side[0]] for side in sides]
        if self.reward is Reward.WIN:
            best = [at for at, won in enumerate(worth) if won == max(worth)]
            values = [1 / len(best) if at in best else 0.0 for at in range(len(sides))]
        else:
            others = len(sides) - 1
            values = [won - (sum(worth) - won) / others for won in worth]
        seat = {s: values[at] for at, side in enumerate(sides) for s in side}
        return tuple([float(seat[s]) for s in range(len(seat))])


def _member(kind: Any, name: str, value: Any) -> Any:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join([member.value for member in kind])
        raise SetupError(f"{name} must be one of {words}; got {str(value)[:40]!r}") from None
