"""What an arena plays: rules, bots, seed and limits as one value that goes to every worker."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import Any

from tricktake._checks import need, whole
from tricktake._version import __version__
from tricktake.arena.games import ArenaGame, game_of
from tricktake.arena.seatings import Seating, find_seatings
from tricktake.bots import BOTS, Bot, make_bot, own_bot
from tricktake.errors import SetupError

__all__ = ["FORMAT_VERSION", "SEED_LIMIT", "Setup"]

FORMAT_VERSION = 1
"""Version of the result files."""
SEED_LIMIT = 1 << 64
"""Seeds of an arena are below it."""
_LONGEST_NAME = 40  # characters of a name that a class gives itself
_BOARD_BITS = 32  # boards of a seed, where each board is a match with a seed of its own


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: all that the results depend on.

    Parameters
    ----------
    rules : Rules
        Of Five Hundred or of spades.
    bots : sequence of str or of classes
        Specs as :func:`tricktake.bots.make_bot` reads them, bots of one's own among them, or subclasses of
        :class:`tricktake.bots.Bot` that are made from a seed alone; as many as
        :func:`tricktake.arena.play` says.
    whole : bool, default False, keyword only
        Whether a board is a whole match instead of one deal.
    seed : int, default 0, keyword only
        What the cards, and the chance of the bots, come from; 0 or more, below 2**64.
    cap : int, default 100, keyword only
        Deals after which a match ends.
    limit : float or None, default None, keyword only
        Seconds a decision may take; None: as long as it likes.

    Raises
    ------
    SetupError
        If the bots are too many or too few, unknown, or all the same, or a number is impossible.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> setup = Setup(fh.Rules(), ("Heuristic", "random:bid=0.20"))
    >>> setup.bots, setup.seatings
    (('heuristic', 'random'), ((0, 1, 0, 1), (1, 0, 1, 0)))
    """

    rules: Any
    """The rules of the game."""
    bots: tuple[str | type[Bot], ...]
    """The bots as they were named, specs in their shortest form."""
    _: KW_ONLY
    whole: bool = False
    """Whether a board is a whole match."""
    seed: int = 0
    """What the cards and the chance of the bots come from."""
    cap: int = 100
    """Deals after which a match ends."""
    limit: float | None = None
    """Seconds a decision may take."""

    def __post_init__(self) -> None:
        game_of(self.rules)
        if isinstance(self.bots, str):
            raise TypeError(f"bots must be several; got the text {self.bots[:40]!r}")
        if not isinstance(self.whole, bool):
            raise TypeError(f"whole must be True or False, not {type(self.whole).__name__}")
        seed, cap = whole("seed", self.seed), whole("cap", self.cap)
        if not 0 <= seed < SEED_LIMIT:
            raise SetupError(f"the seed of an arena is 0 or more and below 2**64, not {seed}")
        if cap < 1:
            raise SetupError(f"a match has at least 1 deal, so cap cannot be {cap}")
        bots = tuple([_checked(bot, seed) for bot in self.bots])
        for name, value in (("seed", seed), ("cap", cap), ("limit", _seconds(self.limit)), ("bots", bots)):
            object.__setattr__(self, name, value)
        _plan(self)

    @property
    def game(self) -> ArenaGame:
        """The game of the rules."""
        return game_of(self.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """What the different bots are called, by their index in the seatings.

        A bot of one's own is called by the ``name`` its class gives itself, if no other bot has that name;
        else as it is written in :meth:`header`.
        """
        return _plan(self).names

    @property
    def specs(self) -> tuple[str, ...]:
        """How each of :attr:`names` was given, as it is written in :meth:`header`."""
        plan = _plan(self)
        return tuple([plan.named[at] for at in plan.named_at])

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """For each seating the index of the bot at every seat."""
        return _plan(self).seatings

    def make_bot(self, index: int) -> Bot:
        """Make one of the bots, with the seed that all of them have.

        Parameters
        ----------
        index : int
            Into :attr:`names`.

        Returns
        -------
        Bot
            A new one.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> Setup(fh.Rules(), ("heuristic", "random"), seed=7).make_bot(1)
        Random(seed=7, bid=0.2)
        """
        bot = self.bots[_plan(self).named_at[index]]
        return bot(self.seed) if isinstance(bot, type) else make_bot(bot, self.seed)

    def dealer(self, board: int) -> int:
        """The seat that deals a board first.

        Parameters
        ----------
        board : int

        Returns
        -------
        int

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> [Setup(fh.Rules(), ("heuristic", "random")).dealer(board) for board in range(5)]
        [0, 1, 2, 3, 0]
        """
        return board % int(self.rules.players)

    def match_seed(self, board: int) -> int:
        """The seed of the match that is played as a board.

        Parameters
        ----------
        board : int
            Below 2**32.

        Returns
        -------
        int
            ``seed * 2**32 + board``.

        Raises
        ------
        SetupError
            If there is no such board.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> Setup(fh.Rules(), ("heuristic", "random"), seed=1, whole=True).match_seed(5)
        4294967301
        """
        if not 0 <= board < 1 << _BOARD_BITS:
            raise SetupError(f"an arena has at most 2**{_BOARD_BITS} matches; there is no board {board}")
        return self.seed << _BOARD_BITS | board

    def header(self) -> Mapping[str, object]:
        """What the first line of a result file says.

        Returns
        -------
        dict

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> head = Setup(fh.Rules(), ("heuristic", "random")).header()
        >>> head["game"], head["rules"], head["bots"]
        ('five-hundred', 'australian', ['heuristic', 'random'])
        """
        plan = _plan(self)
        return {
            "format": "tricktake-arena",
            "version": FORMAT_VERSION,
            "tricktake": __version__,  # another version may play differently
            "game": self.game.name,
            "rules": self.rules.to_text(),
            "bots": list(plan.named),
            "seed": self.seed,
            "whole": self.whole,
            "cap": self.cap if self.whole else None,
            "limit": self.limit,
        }


@dataclass(frozen=True, slots=True)
class _Plan:
    """What follows from a setup."""

    named: tuple[str, ...]  # the bots as given
    names: tuple[str, ...]  # the different ones
    named_at: tuple[int, ...]  # where each of them stands among the given ones
    seatings: tuple[Seating, ...]


@lru_cache(maxsize=64)
def _plan(setup: Setup) -> _Plan:
    named = tuple([_name(bot) for bot in setup.bots])
    called = _called(dict(zip(named, setup.bots, strict=True)))
    apart = tuple([called[name] for name in named])
    if len(named) == 2 and named[0] == named[1]:
        # A bot against itself shows that the arena is fair: the two are kept apart.
        apart = (apart[0], f"{apart[0]} (2)")
    names = tuple(dict.fromkeys(apart))
    bots = [names.index(name) for name in apart]
    seatings = tuple(find_seatings(setup.rules.sides, bots, names))
    return _Plan(named, names, tuple([apart.index(name) for name in names]), seatings)


def _name(bot: str | type[Bot]) -> str:
    return f"{bot.__module__}:{bot.__qualname__}" if isinstance(bot, type) else bot


def _called(bots: Mapping[str, str | type[Bot]]) -> dict[str, str]:
    """What each bot is called, by what it was named: its own name where nobody else has it."""
    own = {name: _own_name(bot) for name, bot in bots.items()}
    taken = [*bots, *own.values()]
    return {name: found if found and taken.count(found) == 1 else name for name, found in own.items()}


def _own_name(bot: str | type[Bot]) -> str:
    """The name a bot's class gives itself, with the settings; empty if it does not, or takes one of ours."""
    own = own_bot(bot) if isinstance(bot, str) and ":" in bot and not _is_ours(bot) else None
    kind = bot if isinstance(bot, type) else None if own is None else own.kind
    name = None if kind is None else vars(kind).get("name")
    if not isinstance(name, str) or not name.isprintable() or not name.strip() or len(name) > _LONGEST_NAME:
        return ""
    if BOTS.get(name, kind) is not kind:
        return ""
    return name.strip() + ("" if own is None else own.written)


def _is_ours(spec: str) -> bool:
    return spec.partition(":")[0].strip().lower() in BOTS


def _checked(bot: str | type[Bot], seed: int) -> str | type[Bot]:
    """A bot that can be made: its class, or its spec with the settings in order and without defaults."""
    if isinstance(bot, type) and issubclass(bot, Bot):
        bot(seed)
        return bot
    if isinstance(bot, Bot):
        kind = type(bot).__name__
        raise TypeError(f"the arena makes its bots itself: name the class {kind}, not a bot of it")
    made = make_bot(need("a bot", bot, str, "'heuristic', or a subclass of Bot"), seed)
    own = None if _is_ours(bot) else own_bot(bot)
    return _shortest(made) if own is None else own.spec


def _shortest(bot: Bot) -> str:
    settings = [
        f"{name}={getattr(bot, name)!r}"
        for name, default in bot.SETTINGS.items()
        if getattr(bot, name) != default
    ]
    return f"{bot.name}:{','.join(settings)}" if settings else bot.name


def _seconds(limit: float | None) -> float | None:
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, (int, float)):
        raise TypeError(f"limit must be a number of seconds, not {type(limit).__name__}")
    if not (limit > 0 and math.isfinite(limit)):
        raise SetupError(f"a limit is more than 0 seconds, not {limit}")
    return float(limit)
