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
from difflib import get_close_matches
from types import MappingProxyType

from tricktake.bots.base import BOT_STREAM, Bot, view_stream
from tricktake.bots.heuristic import Heuristic
from tricktake.bots.random import Random
from tricktake.errors import SetupError

__all__ = ["BOTS", "BOT_STREAM", "Bot", "Heuristic", "Random", "make_bot", "view_stream"]

BOTS: Mapping[str, type[Bot]] = MappingProxyType({kind.name: kind for kind in (Heuristic, Random)})
"""The bots by name."""


def make_bot(spec: str, seed: int = 0) -> Bot:
    """Make a bot by its name.

    Parameters
    ----------
    spec : str
        A key of ``BOTS``, in any case.
    seed : int, default 0
        What its chance comes from, 0 or more.

    Returns
    -------
    Bot

    Raises
    ------
    SetupError
        If there is no such bot.
    ValueError
        If the seed is negative.

    Examples
    --------
    >>> make_bot("random", 7)
    Random(seed=7, bid=0.2)
    >>> try:
    ...     make_bot("huristic")
    ... except ValueError as error:
    ...     print(error)
    there is no bot 'huristic' (did you mean 'heuristic'?); bots are heuristic, random
    """
    kind = BOTS.get(spec.strip().lower())
    if kind is None:
        near = get_close_matches(spec.lower(), BOTS, n=1) if len(spec) <= 40 else []
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise SetupError(f"there is no bot {spec[:40]!r}{hint}; bots are {', '.join(BOTS)}")
    return kind(seed)
