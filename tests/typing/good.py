"""Uses of cards, deals, matches, views and bots that must pass a strict type check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, assert_type

import tricktake as tt
from tricktake import bots
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.match import MatchState
from tricktake.trickdeal import TrickDeal

# ---- cards -----------------------------------------------------------------------------------------------

assert_type(tt.Card.HQ.suit, tt.Suit | None)
assert_type(tt.Card.HQ.rank, tt.Rank | None)
assert_type(tt.parse_card("QH"), tt.Card)
assert_type(tt.Suit.HEARTS.colour_mate, tt.Suit)
cards = tt.CardSet(["HQ", "S10", "JK"])
assert_type(cards | tt.CardSet([tt.Card.H2, 3]), tt.CardSet)
assert_type(list(cards), list[tt.Card])
assert_type(cards.mask, int)
assert_type(tt.CardSet.from_mask(7), tt.CardSet)
pack = tt.Pack(["S2", "S3"])
assert_type(pack[0], tt.Card)
assert_type(pack[:1], tuple[tt.Card, ...])

# ---- actions ---------------------------------------------------------------------------------------------

assert_type(tt.parse_play("HQ").card, tt.Card)
assert_type(tt.Bid("7H").strain, tt.Strain | None)
assert_type(tt.parse_action("put S5 C6 D5"), tt.Action)
assert_type(tt.PASS, tt.Pass)
assert_type(tt.Exchange("S5 C6 D5").cards, tt.CardSet)


def worth(action: tt.Action) -> int | None:
    """A class of actions narrows."""
    if isinstance(action, tt.Bid):
        return action.level
    if isinstance(action, tt.Play):
        return int(action.card)
    return None


# ---- deals of both games ---------------------------------------------------------------------------------

deal = fh.Deal(fh.Rules.australian(players=4), dealer=3, seed=500)
assert_type(deal.phase, tt.Phase)
assert_type(deal.turn, int | None)
assert_type(deal.hand(0), tt.CardSet)
assert_type(deal.push("7H"), tt.Action)
assert_type(deal.push(tt.PASS), tt.Action)
assert_type(deal.pop(), tt.Action)
assert_type(deal.push_all("P P P"), fh.Deal)
assert_type(deal.copy(), fh.Deal)
assert_type(deal.contract, tt.Contract | None)
assert_type(deal.view(0), fh.View)
assert_type(deal.view(0).hand, tt.CardSet | None)
assert_type(deal.explain("7H"), tt.Explanation | None)
assert_type(list(deal.legal_actions), list[tt.Action])
assert_type(deal.legal_actions[0], tt.Action)
assert_type(deal.history[0].seat, int)
assert_type(deal.legal_actions[:2], tuple[tt.Action, ...])
assert_type(deal.legal_actions.texts(), tuple[str, ...])
assert_type(deal.legal_actions.choice, tt.CardChoice | None)
assert_type(fh.Deal.from_text(deal.to_text()), fh.Deal)
assert_type(deal.objective_of(0), tt.Objective)
assert_type(tt.solve(deal, objective=deal.objective_of(0)).best, tuple[tt.Play, ...])
tt.solve_many([deal], objective=lambda deal: deal.objective_of(1))
assert_type(deal.score(), fh.Score)
assert_type(deal.score().points, tuple[int, ...])
assert_type(fh.Rules().replace(players=3), fh.Rules)
assert_type(fh.Rules.preset("american"), fh.Rules)

spades = sp.Deal(sp.Rules(), dealer=0, seed=500)
assert_type(spades.view(0), sp.View)
assert_type(spades.score(), sp.Score)
assert_type(spades.copy(), sp.Deal)
assert_type(sp.Rules.preset("five"), sp.Rules)

# ---- matches ---------------------------------------------------------------------------------------------

match = fh.Match(seed=500)
assert_type(match.next_deal(), fh.Deal)
assert_type(match.deal, fh.Deal | None)
assert_type(match.deals, tuple[fh.Deal, ...])
assert_type(match.winners, frozenset[int] | None)
assert_type(match.copy(), fh.Match)
assert_type(fh.Match.from_text(match.to_text()), fh.Match)
assert_type(sp.Game(seed=1).next_deal(), sp.Deal)
assert_type(sp.Game(seed=1).winner, int | None)
assert_type(sp.Tourney(seed=1).next_game(), sp.Game)

# ---- programs over both games ----------------------------------------------------------------------------

D = TypeVar("D", fh.Deal, sp.Deal)
M = TypeVar("M", fh.Match, sp.Game)
V = TypeVar("V", bound=tt.View)


def play_out(deal: D, bot: bots.Bot) -> D:
    """A deal of either game, whose type comes back."""
    while deal.turn is not None:
        deal.push(bot.choose(deal.view(deal.turn)))
    return deal


def deals_of(contest: MatchState[D]) -> Iterator[D]:
    """The deals of a match have the type of its game's deals."""
    while not contest.is_over:
        yield contest.next_deal()


def hands_of(deal: TrickDeal[V]) -> list[V]:
    """The views of a deal have the type of its game's views."""
    return [deal.view(seat) for seat in range(len(deal.dealt))]


def seats_to_act(match: MatchState[TrickDeal[tt.View]]) -> list[int | None]:
    """Bases that take any game need no type variable: what they give is all that differs."""
    return [one.turn for one in match.deals]


def hand_of(deal: TrickDeal[tt.View]) -> tt.CardSet | None:
    """The same of a deal."""
    return deal.view(0).hand


assert_type(seats_to_act(match), list[int | None])
assert_type(seats_to_act(sp.Game(seed=1)), list[int | None])
assert_type(hand_of(deal), tt.CardSet | None)
assert_type(hand_of(spades), tt.CardSet | None)
assert_type(play_out(deal, bots.Heuristic()), fh.Deal)
assert_type(play_out(spades, bots.Random(1)), sp.Deal)
assert_type(next(deals_of(match)), fh.Deal)
assert_type(next(deals_of(sp.Game(seed=1))), sp.Deal)
assert_type(hands_of(deal), list[fh.View])

# ---- bots ------------------------------------------------------------------------------------------------


class Highest(bots.Bot):
    """A bot of a user's own derives from ``Bot``."""

    name = "highest"

    def _choose(self, view: tt.View) -> tt.Action:
        plays = [action for action in view.legal_actions if isinstance(action, tt.Play)]
        if isinstance(view, fh.View):
            assert_type(view.contract, tt.Contract | None)
        return max(plays, key=lambda play: play.card) if plays else view.legal_actions[0]


table: list[bots.Bot] = [Highest(), bots.Heuristic(), bots.Sampling(worlds=5), bots.ISMCTS(iterations=10)]
assert_type(bots.make_bot("sampling:worlds=5", seed=1), bots.Bot)
assert_type(Highest(seed=3).seed, int)
assert_type(table[0].consider(deal.view(0))[0].value, float | None)
