"""Spades: cutthroat for three to five players, and partnership for four.

Examples
--------
>>> from tricktake import spades as sp
>>> deal = sp.Deal(sp.Rules.official(), dealer=2, seed=500)
>>> deal.phase, deal.turn
(Phase.AUCTION, 0)
"""

from tricktake.spades.bids import Bidding, bid_tricks
from tricktake.spades.deal import Deal, PlayStart
from tricktake.spades.game import Game
from tricktake.spades.options import AwardMulti, BagStyle, FirstLead, LimitScope
from tricktake.spades.orders import card_order
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import PRESETS, Rules
from tricktake.spades.scoring import Score, game_winner, score_deal, standings
from tricktake.spades.seating import Seating, draw_seats
from tricktake.spades.tourney import Tourney
from tricktake.spades.view import View

__all__ = [
    "PACKS",
    "PRESETS",
    "AwardMulti",
    "BagStyle",
    "Bidding",
    "Deal",
    "FirstLead",
    "Game",
    "LimitScope",
    "PlayStart",
    "Rules",
    "Score",
    "Seating",
    "Tourney",
    "View",
    "bid_tricks",
    "card_order",
    "draw_seats",
    "game_winner",
    "score_deal",
    "standings",
]
