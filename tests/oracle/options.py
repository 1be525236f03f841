"""The options of Five Hundred, section 14 of its rules, with their defaults and allowed values.

Unknown names, unknown values and impossible combinations are errors. Options for another number of players,
or without meaning beside another option, are accepted and ignored.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

CHOICES: dict[str, tuple[object, ...]] = {
    "players": (2, 3, 4, 5, 6),
    "two_player": ("table", "dead_hand", "short24"),
    "deck4": (43, 45),
    "teams6": ("2x3", "3x2"),
    "schedule": ("avondale", "original", "inverted", "perfect"),
    "auction": ("multi", "single"),
    "final_raise": ("none", "allowed", "reopen"),
    "all_pass": ("throw_in", "play_nt"),
    "misere_rank": ("between_7_8", "between_8S_8C"),
    "sans_kitty_rank": ("same", "above"),
    "sans_kitty_mult": (1, 2),
    "joker_nomination": ("contractor", "none"),
    "joker_lead": ("unled_suit", "last_trick_only", "any_suit"),
    "joker_follow": ("void_only", "first_or_last"),
    "joker_misere_void": ("must", "may"),
    "open_exposure": ("after_first_trick", "before_first_lead"),
    "defender_tricks": ("always", "only_if_set", "never"),
    "win_rule": ("contract", "any"),
    "five_partner": ("call_card_secret", "call_card_open", "call_player", "alone"),
    "five_call_bar": ("no_bowers", "no_trumps", "joker_only"),
    "five_share": ("half", "full"),
}

BOOLS = (
    "pass_final",
    "inkle",
    "misere",
    "open_misere",
    "blind_misere",
    "misere_requires_7",
    "open_misere_requires_8",
    "sans_kitty",
    "misere_stop",
    "five_secret_alone",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All options with their defaults."""

    players: int = 4
    two_player: str = "table"
    deck4: int = 43
    teams6: str = "2x3"
    schedule: str = "avondale"
    target: int = 500
    lose_at: int | None = -500
    auction: str = "multi"
    pass_final: bool = True
    final_raise: str = "none"
    inkle: bool = False
    all_pass: str = "throw_in"
    misere: bool = True
    open_misere: bool = True
    blind_misere: bool = True
    misere_requires_7: bool = True
    open_misere_requires_8: bool = False
    misere_rank: str = "between_7_8"
    misere_value: int = 250
    open_misere_value: int = 500
    blind_misere_value: int = 500
    sans_kitty: bool = True
    sans_kitty_rank: str = "same"
    sans_kitty_mult: int = 1
    joker_nomination: str = "contractor"
    joker_lead: str = "unled_suit"
    joker_follow: str = "void_only"
    joker_misere_void: str = "must"
    open_exposure: str = "after_first_trick"
    misere_stop: bool = False
    slam_value: int = 250
    defender_tricks: str = "always"
    defender_cap: int | None = None
    win_rule: str = "contract"
    five_partner: str = "call_card_secret"
    five_call_bar: str = "no_bowers"
    five_secret_alone: bool = False
    five_share: str = "half"

    @property
    def table_game(self) -> bool:
        """Whether two play with piles of cards on the table (FH-P2-1)."""
        return self.players == 2 and self.two_player == "table"


def read_options(options: Mapping[str, object]) -> Options:
    """Return the options with the defaults filled in.

    Raises
    ------
    ValueError
        If a name or value is unknown or options exclude each other.
    """
    for name, value in options.items():
        if name not in Options.__dataclass_fields__:
            raise ValueError(f"unknown option {name!r}")
        if name in BOOLS:
            right = isinstance(value, bool)
        elif name in CHOICES:
            right = not isinstance(value, bool) and value in CHOICES[name]
        else:
            right = _number_allowed(name, value)
        if not right:
            raise ValueError(f"option {name} cannot be {value!r}")

    o = Options(**cast(dict[str, Any], dict(options)))
    any_misere = o.misere or o.open_misere or o.blind_misere
    if o.schedule in ("original", "inverted") and any_misere:
        raise ValueError(f"schedule {o.schedule} has no misère (FH-BID-19)")
    if o.final_raise != "none" and (o.auction == "single" or not o.pass_final):
        raise ValueError("final_raise needs auction=multi and pass_final=True (FH-BID-13)")
    return o


def _number_allowed(name: str, value: object) -> bool:
    if value is None:
        return name in ("lose_at", "defender_cap")
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    if name == "lose_at":
        return value < 0
    if name in ("slam_value", "defender_cap"):
        return value >= 0
    return value > 0  # target and the misère values


NUMBERS: dict[str, tuple[int | None, ...]] = {
    "target": (500, 500, 300, 1000, 10),
    "lose_at": (-500, -500, None, -300, -10),
    "misere_value": (250, 200, 251),
    "open_misere_value": (500, 430),
    "blind_misere_value": (500, 1000),
    "slam_value": (250, 250, 0, 251, 320, 1000),
    "defender_cap": (None, None, 480, 490, 0, 15, 1),
}
"""What random options choose from where any number is allowed."""


def random_options(rng: random.Random, players: int) -> dict[str, object]:
    """Return random options that go together for a number of players; some are left at their defaults.

    Options without meaning for the number of players are now and then among them.
    """
    named = rng.choice((0.2, 0.5, 0.8, 1.0))
    options: dict[str, object] = {}
    for name in Options.__dataclass_fields__:
        if name == "players" or rng.random() >= named:
            continue
        if name in BOOLS:
            options[name] = rng.random() < 0.5
        elif name in CHOICES:
            options[name] = rng.choice(CHOICES[name])
        else:
            options[name] = rng.choice(NUMBERS[name])
    if options.get("schedule") in ("original", "inverted"):
        if rng.random() < 0.4:
            options |= {"misere": False, "open_misere": False, "blind_misere": False}
        else:
            options["schedule"] = rng.choice(("avondale", "perfect"))
    if options.get("auction") == "single" or options.get("pass_final") is False:
        options.pop("final_raise", None)
    if "final_raise" not in options and named > 0.5 and rng.random() < 0.3:
        options |= {"auction": "multi", "pass_final": True, "final_raise": rng.choice(("allowed", "reopen"))}
    options["players"] = players
    read_options(options)
    return options
