"""The options of spades, section 10 of the cutthroat rules and section 5 of the partnership rules.

Unknown names, unknown values and impossible combinations are errors. Cards are written suit first, so the
award jacks are ``CJ``, ``DJ`` and ``HJ``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

SPECIAL_BIDS = ["1F", "2F", "B6", "BN", "NIL", "SM"]  # CS-BID-3
JACKS = ["CJ", "DJ", "HJ"]  # CS-AWARD-1

CHOICES: dict[str, tuple[object, ...]] = {
    "players": (3, 4, 5),
    "jokers": (0, 2, 3),
    "bag_style": ("accumulate", "per_hand"),
    "bag_points": (0, 1),
    "b6_limit_scope": ("player", "table"),
    "award_multi": ("one_or_all3", "each", "single_only"),
    "joker_first_lead": ("2C", "left"),
    "bn_exchange": (0, 1, 2, 3),
}

BOOLS = ("bag_rollover", "nil_fail_bags", "hook", "must_lead_2c", "partners", "nil_fail_helps")

SETS: dict[str, list[str]] = {"special_bids": SPECIAL_BIDS, "awards": JACKS}

# The smallest number allowed, and whether None is a value as well.
NUMBERS: dict[str, tuple[int, bool]] = {
    "target": (1, False),
    "bag_limit": (1, True),
    "b6_limit": (0, True),
    "b6_behind": (0, False),
    "sm_tricks": (1, True),
    "award_points": (0, False),
    "wins_needed": (1, False),
    "nil_value": (1, False),
    "blind_nil_value": (1, False),
    "bn_behind": (0, True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All options with their defaults; `sm_tricks` depends on the players (see `read_options`)."""

    players: int = 3
    jokers: int = 0
    target: int = 500
    bag_style: str = "accumulate"
    bag_limit: int | None = 10
    bag_rollover: bool = False
    bag_points: int = 0
    nil_fail_bags: bool = False
    b6_limit: int | None = 1
    b6_limit_scope: str = "player"
    b6_behind: int = 50
    special_bids: frozenset[str] = frozenset(SPECIAL_BIDS)
    sm_tricks: int | None = None
    awards: frozenset[str] = frozenset({"CJ", "DJ"})
    award_points: int = 10
    award_multi: str = "one_or_all3"
    wins_needed: int = 5
    hook: bool = False
    joker_first_lead: str = "2C"
    must_lead_2c: bool = False
    partners: bool = False
    nil_value: int = 100
    blind_nil_value: int = 200
    bn_behind: int | None = None
    bn_exchange: int = 0
    nil_fail_helps: bool = False
    lose_at: int | None = None

    @property
    def pack_name(self) -> str:
        """The pack in use (CS-DECK-1)."""
        return f"cs{self.players}" + (f"j{self.jokers}" if self.jokers else "")

    @property
    def n_tricks(self) -> int:
        """The tricks of a deal, which is the size of the largest hand (CS-DECK-1)."""
        return largest_hand(self.players, self.jokers)

    def hand_size(self, seat: int, dealer: int) -> int:
        """Return the number of cards dealt to a seat (CS-DECK-1)."""
        if self.jokers == 2 and seat == dealer:
            return 10
        return self.n_tricks

    @property
    def sides(self) -> list[list[int]]:
        """The seats of each side (SP-SIDE-1); in the cutthroat game every seat is a side."""
        if self.partners:
            return [[0, 2], [1, 3]]
        return [[seat] for seat in range(self.players)]

    def side_of(self, seat: int) -> int:
        """Return the side a seat belongs to."""
        return seat % 2 if self.partners else seat


def largest_hand(players: int, jokers: int) -> int:
    """Return the size of the largest hand (CS-DECK-1)."""
    if jokers:
        return 11
    return {3: 17, 4: 13, 5: 10}[players]


def read_options(options: Mapping[str, object]) -> Options:
    """Return the options with the defaults filled in.

    Raises
    ------
    ValueError
        If a name or value is unknown or options exclude each other.
    """
    values: dict[str, object] = {}
    for name, value in options.items():
        if name not in Options.__dataclass_fields__:
            raise ValueError(f"unknown option {name!r}")
        if name in SETS:
            if isinstance(value, str) or not isinstance(value, Iterable):
                raise ValueError(f"option {name} is a set, not {value!r}")
            members = list(value)
            if not all(member in SETS[name] for member in members):
                raise ValueError(f"option {name} cannot be {value!r}")
            values[name] = frozenset(members)
            continue
        if name in BOOLS:
            right = isinstance(value, bool)
        elif name in CHOICES:
            right = isinstance(value, (int, str)) and not isinstance(value, bool) and value in CHOICES[name]
        else:
            right = _number_allowed(name, value)
        if not right:
            raise ValueError(f"option {name} cannot be {value!r}")
        values[name] = value

    if "sm_tricks" not in values and values.get("players", 3) == 3:
        values["sm_tricks"] = 14  # CS-BID-9
    o = Options(**cast(dict[str, Any], values))
    if o.jokers and o.players != 5:
        raise ValueError("jokers need five players")
    if (o.bag_limit is None) != (o.bag_style == "per_hand"):
        raise ValueError("bag_limit is None with per_hand and only then (CS-BAG-3)")
    if o.sm_tricks is not None and o.sm_tricks > o.n_tricks:
        raise ValueError("sm_tricks is above the largest hand (CS-BID-9)")
    if o.partners:
        if o.players != 4:
            raise ValueError("partners need four players (SP-SIDE-1)")
        if not o.special_bids <= {"NIL", "BN"}:
            raise ValueError("partners bid numbers, NIL and BN only (SP-BID-1)")
    elif o.bn_exchange or o.nil_fail_helps or o.lose_at is not None:
        raise ValueError("bn_exchange, nil_fail_helps and lose_at need partners")
    return o


def _number_allowed(name: str, value: object) -> bool:
    if value is None:
        return name == "lose_at" or NUMBERS[name][1]
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    if name == "lose_at":
        return value < 0
    return value >= NUMBERS[name][0]


def _partners(**changes: object) -> dict[str, object]:
    options: dict[str, object] = {
        "players": 4,
        "partners": True,
        "target": 500,
        "bag_limit": 10,
        "bag_rollover": True,
        "bag_points": 1,
        "awards": frozenset(),
        "wins_needed": 1,
    }
    return options | changes


# Section 11 of the cutthroat rules and section 6 of the partnership rules, as differences from the defaults.
PRESETS: dict[str, dict[str, object]] = {
    "official": {},
    "short_limit5": {"target": 300, "bag_limit": 5, "awards": frozenset({"CJ"}), "wins_needed": 3},
    "short_minus10": {
        "target": 300,
        "bag_style": "per_hand",
        "bag_limit": None,
        "awards": frozenset({"CJ"}),
        "wins_needed": 3,
    },
    "long_three_jacks": {"b6_limit": None, "awards": frozenset(JACKS)},
    "four": {"players": 4},
    "five": {"players": 5},
    "five_2_jokers": {"players": 5, "jokers": 2},
    "five_3_jokers": {"players": 5, "jokers": 3},
    "partners": _partners(
        special_bids=frozenset({"NIL", "BN"}), bn_behind=100, bn_exchange=2, nil_fail_bags=True
    ),
    "partners_no_blind": _partners(special_bids=frozenset({"NIL"}), nil_fail_bags=True),
    "partners_nil_helps": _partners(
        special_bids=frozenset({"NIL", "BN"}), bn_behind=100, bn_exchange=2, nil_fail_helps=True
    ),
}


def preset(name: str = "official", **changes: object) -> dict[str, object]:
    """Return the options of a preset with some changed."""
    return PRESETS[name] | changes


ANY_PLAYERS = ("official", "short_limit5", "short_minus10", "long_three_jacks")
"""The presets that combine with any number of players."""

SAMPLES: dict[str, tuple[object, ...]] = {
    "target": (40, 80, 120, 200, 300, 500),
    "bag_rollover": (False, True),
    "bag_points": (0, 1),
    "nil_fail_bags": (False, True),
    "b6_limit": (0, 1, 2, None),
    "b6_limit_scope": ("player", "table"),
    "b6_behind": (0, 1, 20, 50, 100),
    "award_points": (0, 5, 10, 25),
    "award_multi": ("one_or_all3", "each", "single_only"),
    "wins_needed": (1, 2, 3, 5),
    "hook": (False, True, True),
    "joker_first_lead": ("2C", "2C", "left"),
    "must_lead_2c": (False, True),
    "nil_value": (50, 100, 120),
    "blind_nil_value": (100, 200, 250),
    "bn_behind": (None, 0, 0, 30, 100),
}


def random_options(rng: random.Random) -> dict[str, object]:
    """Return a random legal combination: a preset, a number of players and changes to some options."""
    name = rng.choice([*PRESETS, *ANY_PLAYERS])  # the cutthroat game more often
    options = dict(PRESETS[name])
    if name in ANY_PLAYERS:
        players, jokers = rng.choice([(3, 0), (3, 0), (4, 0), (5, 0), (5, 2), (5, 3)])
        options["players"] = players
        options["jokers"] = jokers
    partners = bool(options.get("partners"))
    share = rng.choice([0.05, 0.3, 0.6])  # how many of the options differ from the preset
    for option, values in SAMPLES.items():
        if rng.random() < share:
            options[option] = rng.choice(values)
    if rng.random() < share:
        options["special_bids"] = _some(rng, ["NIL", "BN"] if partners else SPECIAL_BIDS, 0.75)
    if rng.random() < share:
        options["awards"] = _some(rng, JACKS, 0.6)
    if rng.random() < share:
        if rng.random() < 0.4:
            options |= {"bag_style": "per_hand", "bag_limit": None}
        else:
            options |= {"bag_style": "accumulate", "bag_limit": rng.choice([1, 2, 3, 5, 10])}
    if rng.random() < share:
        players, jokers = cast(int, options.get("players", 3)), cast(int, options.get("jokers", 0))
        most = largest_hand(players, jokers)
        options["sm_tricks"] = rng.choice([None, 1, 2, 3, most // 2, most - 1, most])
    if partners:
        if rng.random() < share:
            options["bn_exchange"] = rng.choice([0, 1, 2, 3])
        if rng.random() < share:
            options["nil_fail_helps"] = rng.random() < 0.5
        if rng.random() < share:
            options["lose_at"] = rng.choice([None, -1, -20, -50, -100, -200])
    read_options(options)
    return options


def _some(rng: random.Random, members: list[str], chance: float) -> frozenset[str]:
    return frozenset(member for member in members if rng.random() < chance)
