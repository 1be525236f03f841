"""What the tricks of a Five Hundred contract are worth at the score, for bots that search."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.bots._fh_calls import stakes_of
from tricktake.contract import Contract
from tricktake.fivehundred.scoring import score_deal
from tricktake.fivehundred.view import View

__all__ = ["side_worth", "smoothed"]


def side_worth(view: View, contract: Contract | None) -> list[float]:
    """What each number of tricks of the contractor's side is worth to the seat, in points.

    Parameters
    ----------
    view : View
        The seat's view; its scores count.
    contract : Contract or None
        The contract, its side as it is in the world looked at; None: all have passed and play at no trump.

    Returns
    -------
    list of float
        By tricks, from 0; without a contract those of the seat's own side. A match won or lost counts as in
        the heuristic player's calls.
    """
    rules, stakes = view.rules, stakes_of(view)
    total = rules.hand_size
    mine = next(at for at, side in enumerate(rules.sides) if view.seat in side)
    if contract is None:
        return [10.0 * tricks for tricks in range(total + 1)]
    ours = view.seat in contract.side
    contractor = contract.contractor
    foes = [seat for seat in range(rules.players) if seat not in contract.side]
    partner = next(iter(contract.side - {contractor}), None) if rules.players == 5 else None
    found = []
    for tricks in range(total + 1):
        won = [0] * rules.players
        won[contractor] = tricks
        for at in range(total - tricks):  # the defenders share the rest
            won[foes[at % len(foes)]] += 1
        points = score_deal(
            rules, contract.bid, contractor=contractor, tricks=won, scores=view.scores, partner=partner
        ).points
        others = [at for at in range(len(points)) if at != mine]
        theirs = max([points[at] for at in others]) if ours else points[_side_of(view, contractor)]
        if rules.players == 5 and not ours:
            theirs = points[contractor]
        found.append(stakes.worth(points[mine], theirs, by_us=ours))
    return found


def _side_of(view: View, seat: int) -> int:
    return next(at for at, side in enumerate(view.rules.sides) if seat in side)


def smoothed(worth: Sequence[float], share: float) -> list[float]:
    """Blur a table by a trick either way, so that a trick more than needed is worth something.

    Parameters
    ----------
    worth : sequence of float
    share : float
        How much of the worth one trick fewer, and one more, each contribute.

    Returns
    -------
    list of float
    """
    last = len(worth) - 1
    return [
        (1 - 2 * share) * value + share * (worth[max(at - 1, 0)] + worth[min(at + 1, last)])
        for at, value in enumerate(worth)
    ]
