"""Bots that do everything a bot should not; a module of its own so that a spawned process can import it."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

from tricktake.actions import PASS, Action, Play
from tricktake.bots import Random
from tricktake.cards import Card
from tricktake.state import Phase
from tricktake.view import View


class Faulty(Random):
    """Plays by chance, and does something wrong in the third trick."""

    def _choose(self, view: View) -> Action:
        if view.phase is Phase.PLAY and len(view.finished) == 2:
            return self.wrong(view)
        return super()._choose(view)

    def wrong(self, view: View) -> Any:
        """Do something wrong."""
        raise NotImplementedError


class Crash(Faulty):
    def wrong(self, view: View) -> Any:
        raise ValueError("no idea\nwhat to play")


class Leaves(Faulty):
    def wrong(self, view: View) -> Any:
        sys.exit(3)


class _Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


class Mute(Faulty):
    def wrong(self, view: View) -> Any:
        raise _Mute


class Deep(Faulty):
    def wrong(self, view: View) -> Any:
        return self.wrong(view)


class Revokes(Faulty):
    """Plays a card that it does not hold."""

    def wrong(self, view: View) -> Any:
        assert view.hand is not None
        return Play(next(card for card in Card if card not in view.hand))


class Passes(Faulty):
    def wrong(self, view: View) -> Any:
        return PASS


class Says(Faulty):
    """Returns the text of a legal action, which is no action."""

    def wrong(self, view: View) -> Any:
        return view.legal_actions[0].text


class Nothing(Faulty):
    def wrong(self, view: View) -> Any:
        return None


class Slow(Faulty):
    """Takes its time and then plays well."""

    def wrong(self, view: View) -> Any:
        time.sleep(0.15)
        return view.legal_actions[0]


class SlowCrash(Faulty):
    def wrong(self, view: View) -> Any:
        time.sleep(0.15)
        raise ValueError("too late")


class Endless(Faulty):
    def wrong(self, view: View) -> Any:
        while True:
            pass


class Stubborn(Faulty):
    """Goes on when it is interrupted, twice."""

    def wrong(self, view: View) -> Any:
        left = 2
        while left:
            try:
                while True:
                    pass
            except BaseException:
                left -= 1
        return view.legal_actions[0]


class Dies(Faulty):
    """Takes its process with it."""

    def wrong(self, view: View) -> Any:
        os._exit(1)


class Interrupted(Faulty):
    """As if somebody had pressed Ctrl-C while it was thinking."""

    def wrong(self, view: View) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            pass


class Remembers(Random):
    """Fails when it is asked about a second deal, or from a second seat."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.known: object = None

    def _choose(self, view: View) -> Action:
        met = (view.seat, view.dealer, view.scores)
        if self.known not in (None, met):
            raise ValueError("met somebody else")
        self.known = met
        return super()._choose(view)
