"""What a contract of Five Hundred comes to once its tricks are known: points, and the chance to win."""

from __future__ import annotations

from typing import NamedTuple

from tricktake.actions import Bid
from tricktake.advisor.winning import after_contract
from tricktake.bots._fh_calls import RIVALS_BID, THEIR_CHANCE
from tricktake.contract import Contract
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import score_deal
from tricktake.fivehundred.view import View

__all__ = ["Outcome", "mixed", "of_bid", "of_nothing", "of_tricks", "side_of"]

_SET_BY = 4  # tricks of the defenders where a contract is set, as far as fewer do not do
_SPARED = 1  # tricks of the defenders where it is made, as far as it leaves them


class Outcome(NamedTuple):
    """How a deal ends for a seat."""

    points: float
    """Points of its side less those of the best other one; as a defender less those of the contractor."""
    win: float
    """Chance to win the match then."""


def side_of(rules: Rules, seat: int) -> int:
    """The index of the side of a seat.

    Parameters
    ----------
    rules : Rules
    seat : int

    Returns
    -------
    int
    """
    return next(at for at, side in enumerate(rules.sides) if seat in side)


def of_tricks(view: View, contract: Contract, tricks: int) -> Outcome:
    """What a contract comes to with so many tricks of its side.

    Parameters
    ----------
    view : View
        The seat that asks, and the scores.
    contract : Contract
    tricks : int
        Of the contractor's side, of the contractor alone in a misère.

    Returns
    -------
    Outcome
    """
    rules, declarer = view.rules, contract.contractor
    mine = side_of(rules, view.seat)
    won = [0] * rules.players
    won[declarer] = tricks
    foes = [seat for seat in range(rules.players) if seat not in contract.side]
    for at in range(rules.hand_size - tricks):  # the defenders share the rest
        won[foes[at % len(foes)]] += 1
    partner = next(iter(contract.side - {declarer}), None) if rules.players == 5 else None
    score = score_deal(
        rules, contract.bid, contractor=declarer, tricks=won, scores=view.scores, partner=partner
    )
    sides = {side_of(rules, seat) for seat in contract.side}
    if mine in sides:
        theirs = max([points for at, points in enumerate(score.points) if at not in sides])
    else:
        theirs = score.points[side_of(rules, declarer)]
    after = [before + points for before, points in zip(view.scores, score.points, strict=True)]
    win = after_contract(rules, after, mine, contract_sides=sides, made=score.made)
    return Outcome(float(score.points[mine] - theirs), win)


def of_bid(view: View, bid: Bid, seat: int, chance: float) -> Outcome:
    """What a bid of a seat comes to on average, if it becomes the contract.

    Parameters
    ----------
    view : View
    bid : Bid
    seat : int
        Whose bid it is.
    chance : float
        That it is made.

    Returns
    -------
    Outcome
        With one trick for the defenders where it is made and four where it is not, as far as the bid allows.
    """
    rules = view.rules
    side = {seat} if rules.players == 5 else rules.sides[side_of(rules, seat)]
    contract = Contract(bid, contractor=seat, side=side)
    if bid.is_misere:
        made, failed = 0, 1
    else:
        level = bid.level or 0
        made = max(level, rules.hand_size - _SPARED)
        failed = min(level - 1, rules.hand_size - _SET_BY)
    return mixed([(chance, of_tricks(view, contract, made)), (1 - chance, of_tricks(view, contract, failed))])


def of_nothing(view: View, value: Bid) -> Outcome:
    """What passing comes to on average while nobody has bid.

    Parameters
    ----------
    view : View
    value : Bid
        What the opponents play now and then.

    Returns
    -------
    Outcome
    """
    rules = view.rules
    mine = side_of(rules, view.seat)
    other = next(seat for seat in range(rules.players) if side_of(rules, seat) != mine)
    rest = Outcome(0.0, after_contract(rules, view.scores, mine))
    return mixed([(RIVALS_BID, of_bid(view, value, other, THEIR_CHANCE)), (1 - RIVALS_BID, rest)])


def mixed(parts: list[tuple[float, Outcome]]) -> Outcome:
    """Outcomes in the mean.

    Parameters
    ----------
    parts : list of (float, Outcome)
        Chances, which make 1, and outcomes.

    Returns
    -------
    Outcome
    """
    return Outcome(
        sum([share * outcome.points for share, outcome in parts]),
        sum([share * outcome.win for share, outcome in parts]),
    )
