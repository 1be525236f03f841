"""What a bot is: something with a name that answers a view with a legal action.

A bot sees views and nothing else, and equal views get equal answers. A bot that plays by chance draws it from
:func:`view_stream`, which depends on the view and the bot's seed only: not on what was asked before, not on
the process, not on Python's hash of a string.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b

from cardcore import Stream
from tricktake.actions import Action
from tricktake.errors import WrongPhase
from tricktake.view import View

__all__ = ["BOT_STREAM", "Bot", "view_stream"]

BOT_STREAM = 2
"""Purpose of the random streams bots draw from, see ``docs/seeds.md``."""


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
    """How results and tables call it."""

    def __init__(self, seed: int = 0) -> None:
        if seed < 0:
            raise ValueError(f"a seed must be 0 or more, not {seed}")
        self.seed = int(seed)

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
        if not isinstance(view, View):
            raise TypeError(f"{type(self).__name__} needs a view; got {type(view).__name__}")
        if not view.is_turn:
            why = "the deal is over" if view.turn is None else f"it is the turn of seat {view.turn}"
            raise WrongPhase(f"seat {view.seat} is not to act: {why}")
        return self._choose(view)

    @abstractmethod
    def _choose(self, view: View) -> Action:
        """Choose one of the legal actions of a seat that is to act; the same for equal views."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self.seed})"


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
    dealt = "-" if view.dealt is None else f"{view.dealt.mask:x}"
    hand = "-" if view.hand is None else f"{view.hand.mask:x}"
    steps = [f"{seat}{'-' if action is None else action.text}" for seat, action in view.history]
    text = ";".join([str(view.seat), str(view.dealer), str(view.scores), dealt, hand, *steps])
    number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    return Stream(seed, number=number, purpose=BOT_STREAM)
