"""The time a decision may take.

In the main thread of a process on POSIX a timer interrupts a decision that takes too long, even one that
would never end. Elsewhere, in the threads of an executor or on Windows, the time is measured when the
decision is made.
"""

from __future__ import annotations

import signal
import threading
from time import perf_counter
from types import TracebackType
from typing import Any

from tricktake.bots import Bot
from tricktake.view import View

__all__ = ["Clock", "Overrun"]

_AGAIN = 0.1  # seconds until a bot that has caught the interruption is interrupted once more
_SOON = 1e-6  # a timer set to 0 would be off


class Overrun(Exception):
    """A decision took longer than it may.

    Examples
    --------
    >>> issubclass(Overrun, Exception)
    True
    """


class _TimeUp(BaseException):
    """Raised inside a bot; no ``Exception``, so that bots do not catch it with their own errors."""


class Clock:
    """Asks bots for actions, each within a time limit. A context manager.

    Parameters
    ----------
    limit : float or None
        Seconds; None for no limit.

    Notes
    -----
    While it is open, the process's real-time timer is its own. Whoever has set that timer before finds it
    running again afterwards.

    Examples
    --------
    >>> from tricktake import bots, fivehundred as fh
    >>> with Clock(60.0) as clock:
    ...     clock.ask(bots.Heuristic(), fh.Deal(dealer=3, seed=500).view(0))
    Look()
    """

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self._hard = (
            limit is not None
            and hasattr(signal, "setitimer")
            and threading.current_thread() is threading.main_thread()
        )
        self._armed = False
        self._handler: Any = None
        self._timer = (0.0, 0.0)
        self._opened = 0.0

    def __enter__(self) -> Clock:
        if self._hard:
            self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
            self._opened = perf_counter()
            self._handler = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._hard:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler or signal.SIG_DFL)
            left, interval = self._timer
            if left:
                left = max(_SOON, left - (perf_counter() - self._opened))
                signal.setitimer(signal.ITIMER_REAL, left, interval)

    def ask(self, bot: Bot, view: View) -> object:
        """Ask a bot for an action.

        Parameters
        ----------
        bot : Bot
        view : View

        Returns
        -------
        object
            Whatever the bot returns.

        Raises
        ------
        Overrun
            If it takes longer than the limit, whatever it does then.
        Exception
            Whatever the bot raises within its time.
        """
        if self.limit is None:
            return bot.choose(view)
        began = perf_counter()
        try:
            try:
                self._start(self.limit)
                action = bot.choose(view)
            finally:
                self._stop()
        except _TimeUp:
            self._stop()  # the timer may have gone off once more on the way out
            raise Overrun from None
        except Exception:
            if perf_counter() - began > self.limit:
                raise Overrun from None
            raise
        if perf_counter() - began > self.limit:
            raise Overrun
        return action

    def _start(self, limit: float) -> None:
        if self._hard:
            self._armed = True
            signal.setitimer(signal.ITIMER_REAL, limit, _AGAIN)

    def _stop(self) -> None:
        if self._hard:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, number: int, frame: object) -> None:
        if self._armed:
            raise _TimeUp
