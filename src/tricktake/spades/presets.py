"""The presets of spades as a table: what each changes in the official game for three.

The rows are those of the rules documents: section 11 of the cutthroat rules, section 6 of the partnership
rules; ``rules.PRESETS`` holds the presets themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["CHANGES"]

_Changes = dict[str, object]
_PARTNERS: _Changes = {
    "players": 4,
    "partners": True,
    "bag_rollover": True,
    "bag_points": 1,
    "nil_fail_bags": True,
    "bn_behind": 100,
    "bn_exchange": 2,
    "special_bids": "BN+NIL",
    "awards": "none",
    "wins_needed": 1,
}

CHANGES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "official": {},
        "short_limit5": {"target": 300, "bag_limit": 5, "awards": "CJ", "wins_needed": 3},
        "short_minus10": {
            "target": 300,
            "bag_style": "per_hand",
            "bag_limit": None,
            "awards": "CJ",
            "wins_needed": 3,
        },
        "long_three_jacks": {"b6_limit": None, "awards": "CJ+DJ+HJ"},
        "four": {"players": 4},
        "five": {"players": 5},
        "five_2_jokers": {"players": 5, "jokers": 2},
        "five_3_jokers": {"players": 5, "jokers": 3},
        "partners": _PARTNERS,
        "partners_no_blind": _PARTNERS | {"special_bids": "NIL", "bn_behind": None, "bn_exchange": 0},
        "partners_nil_helps": _PARTNERS | {"nil_fail_bags": False, "nil_fail_helps": True},
    }
)
"""What each preset changes, by its name: options and their values."""
