"""Bots: players that see views and nothing else.

Examples
--------
>>> from tricktake import bots, fivehundred as fh
>>> deal, table = fh.Deal(dealer=3, seed=500), [bots.Heuristic(), bots.Random(seed=1)] * 2
>>> while not deal.is_over:
...     _ = deal.push(table[deal.turn].choose(deal.view(deal.turn)))
>>> deal.is_over
True
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tricktake.bots.base import BOT_STREAM, Bot, Option, view_stream
from tricktake.bots.heuristic import Heuristic
from tricktake.bots.ismcts import ISMCTS
from tricktake.bots.own import BotError, OwnBot, near, own_bot, read_settings
from tricktake.bots.random import Random
from tricktake.bots.sampling import Sampling
from tricktake.errors import SetupError

__all__ = [
    "BOTS",
    "BOT_STREAM",
    "ISMCTS",
    "Bot",
    "BotError",
    "Heuristic",
    "Option",
    "OwnBot",
    "Random",
    "Sampling",
    "make_bot",
    "own_bot",
    "view_stream",
]

BOTS: Mapping[str, type[Bot]] = MappingProxyType(
    {kind.name: kind for kind in (Heuristic, ISMCTS, Random, Sampling)}
)
"""The bots by name."""


def make_bot(spec: str, seed: int = 0) -> Bot:
    """Make a bot by its name and settings, as they are given on the command line.

    Parameters
    ----------
    spec : str
        A key of ``BOTS`` in any case, or a bot of one's own: ``module:Class`` or ``path/to/file.py:Class``.
        After a colon its settings, separated by commas: ``random:bid=0.5``, ``mybots.py:Mine:depth=3``;
        those of a bot of one's own are what its constructor takes after the seed.
    seed : int, default 0
        What its chance comes from, 0 or more.

    Returns
    -------
    Bot

    Raises
    ------
    SetupError
        If there is no such bot or setting, or a setting has an impossible value; if a bot of one's own cannot
        be imported or made, ``__cause__`` is the error of its code.
    ValueError
        If the seed is negative.

    Notes
    -----
    A module or file that is named is run. Take such names from people, not from data.

    Examples
    --------
    >>> make_bot("random", 7), make_bot("random:bid=0.5").spec
    (Random(seed=7, bid=0.2), 'random:bid=0.5')
    >>> make_bot("tricktake.bots:Random:bid=0.5")
    Random(seed=0, bid=0.5)
    >>> try:
    ...     make_bot("huristic")
    ... except ValueError as error:
    ...     print(error)
    there is no bot 'huristic' (did you mean 'heuristic'?); bots are heuristic, ismcts, random, sampling
    """
    name, _, rest = spec.partition(":")
    kind = BOTS.get(name.strip().lower())
    if kind is None:
        own = own_bot(spec)
        if own is not None:
            return own.make(seed)
        raise SetupError(f"there is no bot {name[:40]!r}{near(name, BOTS)}; bots are {', '.join(BOTS)}")
    settings: dict[str, Any] = read_settings(name, rest, kind.SETTINGS)
    try:
        return kind(seed, **settings)
    except SetupError:
        raise
    except ValueError as error:
        if seed < 0:
            raise
        raise SetupError(f"{spec[:60]}: {error}") from None
