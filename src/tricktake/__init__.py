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
    Contradiction,
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
from tricktake.legal import CardChoice, LegalActions
from tricktake.state import Objective, Phase, Step
from tricktake.view import PlayedCard, View

if TYPE_CHECKING:
    from tricktake import arena, bots, fivehundred, html, ptn, records, spades, svg
    from tricktake.advisor import Advice, advise
    from tricktake.analysis import Claim, Solution, claim, solve, solve_many
    from tricktake.hidden import Fact, Hidden, Place, PlaceKind
    from tricktake.knowledge import Knowledge, count_worlds, infer
    from tricktake.worlds import Worlds, sample_worlds

__all__ = [
    "ALONE",
    "LOOK",
    "PASS",
    "STAND",
    "Action",
    "Advice",
    "Alone",
    "Auction",
    "Bid",
    "BidKind",
    "Call",
    "CallPartner",
    "Card",
    "CardChoice",
    "CardSet",
    "Claim",
    "Contract",
    "Contradiction",
    "Exchange",
    "Explanation",
    "Fact",
    "GameError",
    "Hidden",
    "IllegalAction",
    "IllegalCall",
    "IllegalExchange",
    "IllegalMove",
    "IllegalPlay",
    "Knowledge",
    "LegalActions",
    "Look",
    "Nominate",
    "Objective",
    "Pack",
    "Pass",
    "Phase",
    "Place",
    "PlaceKind",
    "Play",
    "PlayedCard",
    "Rank",
    "RecordError",
    "RulesError",
    "SetupError",
    "Solution",
    "Stand",
    "Step",
    "Strain",
    "Suit",
    "TextError",
    "View",
    "Worlds",
    "WrongPhase",
    "__version__",
    "action_from_id",
    "advise",
    "arena",
    "bots",
    "claim",
    "count_worlds",
    "fivehundred",
    "html",
    "infer",
    "parse_action",
    "parse_call",
    "parse_card",
    "parse_play",
    "ptn",
    "records",
    "sample_worlds",
    "solve",
    "solve_many",
    "spades",
    "svg",
]

_LAZY = {
    "Advice": "tricktake.advisor",
    "advise": "tricktake.advisor",
    "arena": "tricktake.arena",
    "bots": "tricktake.bots",
    "fivehundred": "tricktake.fivehundred",
    "html": "tricktake.html",
    "ptn": "tricktake.ptn",
    "records": "tricktake.records",
    "svg": "tricktake.svg",
    "spades": "tricktake.spades",
    "Claim": "tricktake.analysis",
    "Solution": "tricktake.analysis",
    "claim": "tricktake.analysis",
    "solve": "tricktake.analysis",
    "solve_many": "tricktake.analysis",
    "Fact": "tricktake.hidden",
    "Hidden": "tricktake.hidden",
    "Place": "tricktake.hidden",
    "PlaceKind": "tricktake.hidden",
    "Knowledge": "tricktake.knowledge",
    "count_worlds": "tricktake.knowledge",
    "infer": "tricktake.knowledge",
    "Worlds": "tricktake.worlds",
    "sample_worlds": "tricktake.worlds",
}


if not TYPE_CHECKING:  # or every name would be there for a type checker

    def __getattr__(name: str) -> object:
        """Load games, bots and the solver when they are first used."""
        if name not in _LAZY:
            raise AttributeError(f"module 'tricktake' has no attribute {name!r}")
        from importlib import import_module

        module = import_module(_LAZY[name])
        return module if _LAZY[name].endswith(f".{name}") else getattr(module, name)


def __dir__() -> list[str]:
    """List what is loaded and what will be."""
    return sorted({*globals(), *_LAZY})
