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

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from tricktake.bots.base import BOT_STREAM, Bot, Option, view_stream
from tricktake.bots.heuristic import Heuristic
from tricktake.bots.ismcts import ISMCTS
from tricktake.bots.random import Random
from tricktake.bots.sampling import Sampling
from tricktake.errors import SetupError

__all__ = [
    "BOTS",
    "BOT_STREAM",
    "ISMCTS",
    "Bot",
    "Heuristic",
    "Option",
    "Random",
    "Sampling",
    "make_bot",
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
        A key of ``BOTS`` in any case; after a colon its settings, separated by commas: ``random:bid=0.5``.
    seed : int, default 0
        What its chance comes from, 0 or more.

    Returns
    -------
    Bot

    Raises
    ------
    SetupError
        If there is no such bot or setting, or a setting has an impossible value.
    ValueError
        If the seed is negative.

    Examples
    --------
    >>> make_bot("random", 7), make_bot("random:bid=0.5").spec
    (Random(seed=7, bid=0.2), 'random:bid=0.5')
    >>> try:
    ...     make_bot("huristic")
    ... except ValueError as error:
    ...     print(error)
    there is no bot 'huristic' (did you mean 'heuristic'?); bots are heuristic, ismcts, random, sampling
    """
    name, _, rest = spec.partition(":")
    kind = BOTS.get(name.strip().lower())
    if kind is None:
        raise SetupError(f"there is no bot {name[:40]!r}{_near(name, BOTS)}; bots are {', '.join(BOTS)}")
    settings: dict[str, float] = {}
    for part in rest.split(",") if rest.strip() else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if key not in kind.SETTINGS or not equals:
            known, near = ", ".join(kind.SETTINGS) or "none", _near(key, kind.SETTINGS)
            raise SetupError(f"{name} has no setting {part.strip()[:40]!r}{near}; settings are {known}")
        if key in settings:
            raise SetupError(f"{key} stands twice in {spec[:60]!r}")
        settings[key] = _number(key, value, kind.SETTINGS[key])
    try:
        return kind(seed, **settings)
    except SetupError:
        raise
    except ValueError as error:
        if seed < 0:
            raise
        raise SetupError(f"{spec[:60]}: {error}") from None


def _number(key: str, text: str, like: float | None) -> float:
    """A setting's value: a whole number where the default is one."""
    try:
        return int(text) if isinstance(like, int) else float(text)
    except ValueError:
        kind = "whole number" if isinstance(like, int) else "number"
        raise SetupError(f"{key} must be a {kind}, not {text[:40]!r}") from None


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word.lower(), list(known), n=1) if len(word) <= 40 else []
    return f" (did you mean {near[0]!r}?)" if near else ""
