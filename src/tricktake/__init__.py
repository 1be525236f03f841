"""tricktake: trick-taking card games, exactly by the rules and at C speed.

Examples
--------
>>> import tricktake as tt
>>> from tricktake import fivehundred as fh
>>> deal = fh.Deal(fh.Rules.australian(), dealer=3, seed=500)
>>> deal.push("7H")
Bid('7H')
"""

from typing import TYPE_CHECKING

from tricktake._version import __version__
from tricktake.actions import (
    ALONE,
    LOOK,
    PASS,
    STAND,
    Action,
    Alone,
    Bid,
    BidKind,
    CallPartner,
    Exchange,
    Look,
    Nominate,
    Pass,
    Play,
    Stand,
    action_from_id,
    parse_action,
    parse_call,
    parse_play,
)
from tricktake.auction import Auction, Call
from tricktake.cards import Card, CardSet, Pack, Rank, Strain, Suit, parse_card
from tricktake.contract import Contract
from tricktake.errors import (
    Explanation,
    GameError,
    IllegalAction,
    IllegalCall,
    IllegalExchange,
    IllegalMove,
    IllegalPlay,
    RecordError,
    RulesError,
    SetupError,
    TextError,
    WrongPhase,
)
from tricktake.state import LegalActions, Phase, Step
from tricktake.view import PlayedCard, View

if TYPE_CHECKING:
    from types import ModuleType

    from tricktake import bots, fivehundred

__all__ = [
    "ALONE",
    "LOOK",
    "PASS",
    "STAND",
    "Action",
    "Alone",
    "Auction",
    "Bid",
    "BidKind",
    "Call",
    "CallPartner",
    "Card",
    "CardSet",
    "Contract",
    "Exchange",
    "Explanation",
    "GameError",
    "IllegalAction",
    "IllegalCall",
    "IllegalExchange",
    "IllegalMove",
    "IllegalPlay",
    "LegalActions",
    "Look",
    "Nominate",
    "Pack",
    "Pass",
    "Phase",
    "Play",
    "PlayedCard",
    "Rank",
    "RecordError",
    "RulesError",
    "SetupError",
    "Stand",
    "Step",
    "Strain",
    "Suit",
    "TextError",
    "View",
    "WrongPhase",
    "__version__",
    "action_from_id",
    "bots",
    "fivehundred",
    "parse_action",
    "parse_call",
    "parse_card",
    "parse_play",
]

_LAZY = ("bots", "fivehundred")


def __getattr__(name: str) -> "ModuleType":
    """Load games and bots when they are first used."""
    if name in _LAZY:
        from importlib import import_module

        return import_module(f"tricktake.{name}")
    raise AttributeError(f"module 'tricktake' has no attribute {name!r}")


def __dir__() -> list[str]:
    """List what is loaded and what will be."""
    return sorted({*globals(), *_LAZY})
