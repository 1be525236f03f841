"""The options of Five Hundred, section 14 of its rules, with their defaults and allowed values.

Unknown names, unknown values and impossible combinations are errors. Options without meaning in a
four-player game, or beside another option, are accepted and ignored.
"""

from __future__ import annotations

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
