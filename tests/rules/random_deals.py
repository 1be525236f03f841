"""Random rules and random actions, weighted so that deals of every kind come to be played."""

from __future__ import annotations

import random
from collections.abc import Callable

from tricktake import LOOK, PASS, STAND, Action, Bid, Exchange, Phase
from tricktake import fivehundred as fh

__all__ = ["RARE", "choose", "play_on", "random_deal", "random_rules"]

SETTINGS: dict[str, tuple[object, ...]] = {
    "deck4": (43, 43, 45),
    "schedule": ("avondale", "avondale", "perfect", "original", "inverted"),
    "auction": ("multi", "multi", "single"),
    "pass_final": (True, True, False),
    "final_raise": ("none", "allowed", "reopen"),
    "inkle": (False, False, True),
    "all_pass": ("throw_in", "play_nt"),
    "misere": (True, True, False),
    "open_misere": (True, True, False),
    "blind_misere": (True, False),
    "misere_requires_7": (True, False),
    "open_misere_requires_8": (False, True),
    "misere_rank": ("between_7_8", "between_8S_8C"),
    "misere_value": (250, 200),
    "open_misere_value": (500, 430),
    "blind_misere_value": (500, 1000),
    "sans_kitty": (True, False),
    "sans_kitty_rank": ("same", "above"),
    "sans_kitty_mult": (1, 2),
    "joker_nomination": ("contractor", "none"),
    "joker_lead": ("unled_suit", "last_trick_only", "any_suit"),
    "joker_follow": ("void_only", "first_or_last"),
    "joker_misere_void": ("must", "may"),
    "open_exposure": ("after_first_trick", "before_first_lead"),
    "misere_stop": (False, True),
    "slam_value": (250, 0, 320),
    "defender_tricks": ("always", "only_if_set", "never"),
    "defender_cap": (None, 480, 490),
    "win_rule": ("contract", "any"),
    "target": (500, 300),
    "lose_at": (-500, None, -300),
}
"""What random rules choose from; frequent settings stand more than once."""

RARE = ("M", "M-SK", "OM", "OM-SK", "BM", "BM-SK")


def random_rules(rng: random.Random) -> fh.Rules:
    """Return a preset, or any combination of options that go together."""
    if rng.random() < 0.3:
        return rng.choice(list(fh.PRESETS.values()))
    options = {name: rng.choice(values) for name, values in SETTINGS.items() if rng.random() < 0.7}
    if options.get("schedule") in ("original", "inverted"):
        options |= {"misere": False, "open_misere": False, "blind_misere": False}
    if options.get("auction") == "single" or options.get("pass_final") is False:
        options.pop("final_raise", None)
    return fh.Rules().replace(**options)


def random_deal(rng: random.Random, rules: fh.Rules | None = None) -> fh.Deal:
    """Return a deal with a random dealer and random scores."""
    rules = random_rules(rng) if rules is None else rules
    scores = (rng.randrange(-60, 60) * 10, rng.randrange(-60, 60) * 10)
    return fh.Deal(rules, dealer=rng.randrange(4), seed=rng.getrandbits(64), scores=scores)


def choose(rng: random.Random, deal: fh.Deal) -> Action:
    """Return a random legal action; calls tend to be low, and misères are called whenever a coin says so."""
    legal = deal.legal_actions
    if deal.phase is Phase.EXCHANGE:
        assert deal.turn is not None
        hand = deal.hand(deal.turn).ascending()
        return Exchange(rng.sample(hand, deal.rules.kitty_size))
    if deal.phase is Phase.AUCTION or deal.phase is Phase.FINAL_RAISE:
        actions = list(legal)
        rare = [action for action in actions if action.text in RARE]
        if rare and rng.random() < 0.3:
            return rng.choice(rare)
        if LOOK in actions:
            return LOOK
        quiet = PASS if PASS in actions else STAND
        found = [action for action in actions if isinstance(action, Bid)]
        high = deal.high
        if not found or rng.random() < (0.8 if high is not None and high.is_misere else 0.55):
            return quiet
        if rng.random() < 0.1:
            return rng.choice(found)
        return found[min(int(rng.expovariate(0.4)), len(found) - 1)]
    return legal[rng.randrange(len(legal))]


def play_on(rng: random.Random, deal: fh.Deal, until: Callable[[fh.Deal], bool] | None = None) -> fh.Deal:
    """Play a deal at random to its end, or until something is so."""
    while not deal.is_over and not (until is not None and until(deal)):
        deal.push(choose(rng, deal))
    return deal
