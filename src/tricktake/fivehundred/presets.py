"""The presets of Five Hundred as a table: what each changes in the Australian game.

The rows are those of ``docs/rules/five-hundred.md``, section 15; ``rules.PRESETS`` holds the presets
themselves. Options with named settings stand by their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CHANGES"]

_Changes = dict[str, object]
_NO_MISERE: _Changes = {"misere": False, "open_misere": False, "blind_misere": False}
_AMERICAN: _Changes = {
    "auction": "single",
    "deck4": 45,
    "misere_rank": "between_8S_8C",
    "misere_requires_7": False,
    "open_misere": False,
    "blind_misere": False,
    "sans_kitty": False,
    "joker_nomination": "none",
    "joker_lead": "any_suit",
    "win_rule": "any",
}

CHANGES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "australian": {},
        "australian_490": {"joker_lead": "last_trick_only", "defender_cap": 490},
        "free_misere": {"misere_requires_7": False},
        "no_misere": _NO_MISERE,
        "kitchen": _NO_MISERE | {"sans_kitty": False},
        "american": _AMERICAN,
        "hoyle_original": _AMERICAN | {"schedule": "original", "deck4": 43, "misere": False},
        "perfect": {"schedule": "perfect"},
    }
)
"""What each preset changes, by its name: options and their values."""
