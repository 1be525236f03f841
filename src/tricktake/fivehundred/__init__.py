"""Five Hundred: rules, bids, deals, scores and matches.

Examples
--------
>>> from tricktake import fivehundred as fh
>>> deal = fh.Deal(fh.Rules.australian(), dealer=3, seed=500)
>>> deal.phase, deal.turn
(Phase.AUCTION, 0)
"""

from tricktake.actions import (
    Alone,
    Bid,
    CallPartner,
    Exchange,
    Look,
    Nominate,
    Pass,
    Play,
    Stand,
)
from tricktake.fivehundred.analysis import DealTable, Discards, best_discards, solve_table
from tricktake.fivehundred.bids import BidTable, bid_table
from tricktake.fivehundred.deal import Deal, PlayStart
from tricktake.fivehundred.match import Match
from tricktake.fivehundred.options import (
    AllPass,
    AuctionStyle,
    DefenderTricks,
    FinalRaise,
    FiveCallBar,
    FivePartner,
    FiveShare,
    JokerFollow,
    JokerLead,
    JokerMisereVoid,
    JokerNomination,
    MisereRank,
    OpenExposure,
    SansKittyRank,
    Schedule,
    Teams6,
    TwoPlayer,
    WinRule,
)
from tricktake.fivehundred.orders import card_order, left_bower, right_bower
from tricktake.fivehundred.packs import PACKS, Pile
from tricktake.fivehundred.rules import PRESETS, Rules
from tricktake.fivehundred.scoring import Score, match_winners, score_deal
from tricktake.fivehundred.view import TablePile, View

__all__ = [
    "PACKS",
    "PRESETS",
    "AllPass",
    "Alone",
    "AuctionStyle",
    "Bid",
    "BidTable",
    "CallPartner",
    "Deal",
    "DealTable",
    "DefenderTricks",
    "Discards",
    "Exchange",
    "FinalRaise",
    "FiveCallBar",
    "FivePartner",
    "FiveShare",
    "JokerFollow",
    "JokerLead",
    "JokerMisereVoid",
    "JokerNomination",
    "Look",
    "Match",
    "MisereRank",
    "Nominate",
    "OpenExposure",
    "Pass",
    "Pile",
    "Play",
    "PlayStart",
    "Rules",
    "SansKittyRank",
    "Schedule",
    "Score",
    "Stand",
    "TablePile",
    "Teams6",
    "TwoPlayer",
    "View",
    "WinRule",
    "best_discards",
    "bid_table",
    "card_order",
    "left_bower",
    "match_winners",
    "right_bower",
    "score_deal",
    "solve_table",
]
