"""Episodes of the environments: which deal comes when, and what it brings.

A seed gives a row of episodes: after ``reset(seed=s)`` the first has number 0, every further ``reset()`` the
next number. Episode *k* is deal *k* of the seed, or the match with seed ``s * 2**32 + k``; seat *k* modulo
the number of players deals first. The same seed and actions give the same episodes everywhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from math import isfinite
from numbers import Real
from operator import index
from typing import Any, TypeVar

from cardcore import key_from_seed
from tricktake._checks import whole
from tricktake._rules import GameRules
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episode import Episode, Illegal, Reward
from tricktake.errors import RulesError, SetupError

__all__ = ["Episode", "Episodes", "Illegal", "Reward", "rules_from"]

_GAMES = {"five-hundred": "fivehundred", "spades": "spades"}
_MATCHES = {"tricktake.fivehundred": "Match", "tricktake.spades": "Game"}
_OPTIONS = ("dealer", "scores", "bags", "deal", "match")
_CHECKER = "options"  # PettingZoo's api_test passes this key
_Choice = TypeVar("_Choice", bound=Enum)
_MATCH_BITS = 32  # matches of a seed, each with a seed of its own, as in the arena


def rules_from(rules: GameRules | str) -> GameRules:
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
    >>> rules_from("spades").to_text(), rules_from("five-hundred:american,players=3").players
    ('official', 3)
    """
    if not isinstance(rules, str):
        if _package(rules) not in _MATCHES:
            raise TypeError(f"rules or their text are needed, not {type(rules).__name__}")
        return rules
    name, _, rest = rules.partition(":")
    if name not in _GAMES:
        raise RulesError(f"there is no game {name[:40]!r}; games are {', '.join(_GAMES)}")
    kind: type[GameRules] = import_module(f"tricktake.{_GAMES[name]}").Rules
    return kind.from_text(rest) if rest else kind()


def _package(rules: GameRules) -> str:
    """The package of a game's rules."""
    return type(rules).__module__.rpartition(".")[0]


class Episodes:
    """Deals, or matches, one after the other, each an episode.

    Parameters
    ----------
    rules : Rules or str
        As :func:`rules_from` takes them.
    reward : Reward or str, default "points", keyword only
    illegal : Illegal or str, default "end", keyword only
    penalty : float, default 0, keyword only
        Taken off the reward of an agent at each illegal action.
    match : bool, default False, keyword only
        Whether an episode is a whole match (in spades a game) instead of one deal.
    cap : int, default 100, keyword only
        Deals after which a match ends; the best score has won then.

    Raises
    ------
    SetupError
        If an argument is unknown or out of range.
    RulesError, TypeError
        As :func:`rules_from`; TypeError also if a number is none.

    Examples
    --------
    >>> episodes = Episodes("spades")
    >>> episodes.begin(seed=5).table == episodes.begin(seed=5).table
    True
    """

    def __init__(
        self,
        rules: GameRules | str,
        *,
        reward: Reward | str = Reward.POINTS,
        illegal: Illegal | str = Illegal.END,
        penalty: float = 0.0,
        match: bool = False,
        cap: int = 100,
    ) -> None:
        self.rules: GameRules = rules_from(rules)
        self.reward: Reward = _member(Reward, "reward", reward)
        self.illegal: Illegal = _member(Illegal, "illegal", illegal)
        self.penalty: float = _amount(penalty)
        self.match: bool = bool(match)
        self.cap: int = whole("cap", cap)
        if self.cap < 1:
            raise SetupError(f"a match has at least 1 deal, so cap cannot be {cap}")
        self._seed: int | None = None
        self._key: tuple[int, int] | None = None
        self._number = 0

    @property
    def number(self) -> int:
        """How many episodes the seed has begun."""
        return self._number

    @property
    def game(self) -> str:
        """The word for the game, such as ``five_hundred``."""
        return "five_hundred" if _package(self.rules) == "tricktake.fivehundred" else "spades"

    def begin(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Episode:
        """Deal the next cards.

        Parameters
        ----------
        seed : int, optional, keyword only
            0 or more; begins a new row of episodes. Default: the row goes on, the first time with a seed of
            the operating system's.
        options : mapping, optional, keyword only
            ``dealer``, a seat (default: the deal passes round from episode to episode); ``scores`` and, in
            spades, ``bags`` of the sides before the deal; or instead ``deal``, a whole deal or its text, for
            matches ``match``, a match or its text. They hold for this episode only. The key ``options``,
            which checkers pass, is ignored.

        Returns
        -------
        Episode

        Raises
        ------
        SetupError
            If an option is unknown or impossible, or a deal or match has other rules or is over. Nothing has
            changed.
        IndexError
            If the dealer is no seat.
        RecordError
            If the text of a deal or match is damaged.
        """
        number = self._number
        if seed is None:
            seed = secrets.randbits(63) if self._seed is None else self._seed
        else:
            seed, number = index(seed), 0
            if seed < 0:
                raise SetupError(f"a seed is 0 or more, not {seed}")
        given = dict(options or {})
        given.pop(_CHECKER, None)
        unknown = [key for key in given if key not in _OPTIONS]
        if unknown:
            raise SetupError(f"reset knows the options {', '.join(_OPTIONS)}; got {unknown[0]!r}")
        key = self._key if seed == self._seed and self._key is not None else key_from_seed(seed)
        begun = self._episode(seed, key, number, given)
        self._seed, self._key, self._number = seed, key, number + 1
        return begun

    def _episode(self, seed: int, key: tuple[int, int], number: int, given: dict[str, Any]) -> Episode:
        """An episode with some number, and some options that are known."""
        whole = "match" if self.match else "deal"
        for name in ("deal", "match"):
            if name in given and (name != whole or len(given) > 1):
                here = "matches" if self.match else "deals"
                raise SetupError(f"the option {name!r} stands alone, and episodes are {here} here")
        package = _package(self.rules)
        module = import_module(package)
        kind = getattr(module, _MATCHES[package]) if self.match else module.Deal
        if whole in given:
            item = given[whole]
            item = kind.from_text(item) if isinstance(item, str) else item
            if not isinstance(item, kind) or item.rules != self.rules or item.is_over:
                raise SetupError(
                    f"an episode begins with a {whole} under {self.rules.to_text()} that is not over"
                )
            item = item.copy()
        else:
            terms: dict[str, Any] = {"dealer": number % self.rules.players} | given
            if "bags" in terms and package != "tricktake.spades":
                raise SetupError("only spades has bags")
            if self.match:
                item = kind(self.rules, seed=seed << _MATCH_BITS | number, **terms)
            else:
                item = kind(self.rules, seed=key, number=number, **terms)
        if not self.match:
            return Episode(AgentDeal(item), self.reward)
        if item.deal is None or item.deal.is_over:
            item.next_deal()
        return Episode(AgentDeal(item.deal), self.reward, match=item, cap=self.cap)


def _amount(penalty: object) -> float:
    """A penalty: a number, and a finite one, or no reward would be a number."""
    if isinstance(penalty, bool) or not isinstance(penalty, Real):
        raise TypeError(f"penalty must be a number, not {type(penalty).__name__}")
    found = float(penalty)
    if not isfinite(found):
        raise SetupError(f"penalty must be a finite number, not {found}")
    return found


def agents_seat(seat: object, players: int) -> int | None:
    """The seat that was asked for, or None; refused if there is no such seat."""
    if seat is None:
        return None
    found = whole("seat", seat)
    if not 0 <= found < players:
        raise SetupError(f"seat {found} is not in 0..{players - 1}")
    return found


def _member(kind: type[_Choice], name: str, value: object) -> _Choice:
    try:
        return kind(value)
    except ValueError:
        words = ", ".join([member.value for member in kind])
        raise SetupError(f"{name} must be one of {words}; got {str(value)[:40]!r}") from None
