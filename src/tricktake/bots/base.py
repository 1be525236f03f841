"""What a bot is: something with a name that answers a view with a legal action.

A bot sees views and nothing else, and equal views get equal answers. A bot that plays by chance draws it from
:func:`view_stream`, which depends on the view and the bot's seed only: not on what was asked before, not on
the process, not on Python's hash of a string.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from cardcore import Stream
from tricktake.actions import Action
from tricktake.errors import WrongPhase
from tricktake.view import View

__all__ = ["BOT_STREAM", "Bot", "Option", "view_number", "view_stream"]

BOT_STREAM = 2
"""Purpose of the random streams bots draw from, see ``docs/seeds.md``."""


class Option(NamedTuple):
    """One action a bot has weighed.

    Examples
    --------
    >>> from tricktake.actions import PASS
    >>> Option(PASS, 12.5, 3.0)
    Option(action=Pass(), value=12.5, error=3.0)
    """

    action: Action
    """The action."""
    value: float | None = None
    """What it is worth to the seat's side, in the unit the bot says; None if it was not valued."""
    error: float | None = None
    """Standard error of the value; None if it is unknown."""


class Bot(ABC):
    """A player that decides from what its seat knows.

    A bot of one's own derives from this class and defines ``_choose``, which :meth:`choose` calls once it is
    clear that the seat is to act.

    Parameters
    ----------
    seed : int, default 0
        What the bot's chance comes from, 0 or more.

    Raises
    ------
    ValueError
        If the seed is negative.

    Examples
    --------
    >>> class First(Bot):
    ...     name = "first"
    ...     def _choose(self, view):
    ...         return view.legal_actions[0]
    >>> from tricktake import fivehundred as fh
    >>> First().choose(fh.Deal(dealer=3, seed=500).view(0))
    Look()
    """

    name: str = "bot"
    """How results and tables call it; a class of one's own gives itself one."""
    SETTINGS: ClassVar[Mapping[str, float | None]] = MappingProxyType({})
    """Its settings besides the seed, each a keyword and an attribute, with their defaults."""

    def __init__(self, seed: int = 0) -> None:
        if seed < 0:
            raise ValueError(f"a seed must be 0 or more, not {seed}")
        self.seed: int = int(seed)

    def choose(self, view: View) -> Action:
        """Choose an action for the seat of a view whose turn it is.

        Parameters
        ----------
        view : View
            A view of the seat to act.

        Returns
        -------
        Action
            One of ``view.legal_actions``; the same for equal views.

        Raises
        ------
        WrongPhase
            If the seat is not to act.
        TypeError
            If it is no view, or one of a game the bot does not play.
        """
        self._check(view)
        return self._choose(view)

    def _check(self, view: View) -> None:
        if not isinstance(view, View):
            raise TypeError(f"{type(self).__name__} needs a view; got {type(view).__name__}")
        if not view.is_turn:
            why = "the deal is over" if view.turn is None else f"it is the turn of seat {view.turn}"
            raise WrongPhase(f"seat {view.seat} is not to act: {why}")

    @property
    def spec(self) -> str:
        """Name and settings, without defaults; for a bot of the library as ``make_bot`` reads it."""
        settings = [
            f"{name}={getattr(self, name)!r}"
            for name, default in self.SETTINGS.items()
            if getattr(self, name) != default
        ]
        return f"{self.name}:{','.join(settings)}" if settings else self.name

    def consider(self, view: View) -> list[Option]:
        """Say what the legal actions of a seat to act are worth, as far as this bot asks itself.

        Parameters
        ----------
        view : View
            A view of the seat to act.

        Returns
        -------
        list of Option
            The actions it has weighed, the best first, with values and standard errors; the action of
            :meth:`choose` alone, without a value, from a bot that compares nothing.

        Raises
        ------
        WrongPhase
            If the seat is not to act.
        TypeError
            If it is no view, or one of a game the bot does not play.
        """
        self._check(view)
        return self._consider(view)

    def _consider(self, view: View) -> list[Option]:
        """The options of a seat that is to act."""
        return [Option(self._choose(view))]

    @abstractmethod
    def _choose(self, view: View) -> Action:
        """Choose one of the legal actions of a seat that is to act; the same for equal views."""

    def __repr__(self) -> str:
        settings = "".join([f", {name}={getattr(self, name)}" for name in self.SETTINGS])
        return f"{type(self).__name__}(seed={self.seed}{settings})"


def view_stream(view: View, seed: int) -> Stream:
    """Return a stream of random numbers that belongs to a view and a seed.

    Parameters
    ----------
    view : View
        What the seat knows.
    seed : int
        The seed of the bot.

    Returns
    -------
    Stream
        A new stream; the same for equal views, in every process.

    Notes
    -----
    The number of the stream is a BLAKE2 hash of seat, dealer, scores, own cards and the actions so far; an
    exchange of another seat counts without its cards.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> view = fh.Deal(dealer=3, seed=500).view(0)
    >>> view_stream(view, 1) == view_stream(view, 1), view_stream(view, 1) == view_stream(view, 2)
    (True, False)
    """
    return Stream(seed, number=view_number(view), purpose=BOT_STREAM)


def view_number(view: View) -> int:
    """Return a number that belongs to a view, for streams of one's own.

    Parameters
    ----------
    view : View
        What the seat knows.

    Returns
    -------
    int
        Below 2**64; the same for equal views, in every process.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> view_number(fh.Deal(dealer=3, seed=500).view(0)) == view_number(fh.Deal(dealer=3, seed=500).view(0))
    True
    """
    dealt = "-" if view.dealt is None else f"{view.dealt.mask:x}"
    hand = "-" if view.hand is None else f"{view.hand.mask:x}"
    steps = [f"{seat}{'-' if action is None else action.text}" for seat, action in view.history]
    text = ";".join([str(view.seat), str(view.dealer), str(view.scores), dealt, hand, *steps])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
