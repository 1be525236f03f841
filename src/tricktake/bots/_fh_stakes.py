"""What the end of a deal of Five Hundred is worth to every seat, as stakes for playouts and tree search."""

from __future__ import annotations

from cardcore import Stakes
from tricktake.bots._fh_worth import side_worth, smoothed
from tricktake.contract import Contract
from tricktake.fivehundred.view import View

__all__ = ["make_stakes"]

_BLUR = 0.12


def make_stakes(view: View, contract: Contract | None) -> Stakes:
    """The stakes of a contract.

    Parameters
    ----------
    view : View
        A view in the play.
    contract : Contract or None
        The contract, its side as it is in the world looked at; None: all have passed and play at no trump.

    Returns
    -------
    Stakes
        One account: the tricks of the contractor's side, or of the seat's own side without a contract.
    """
    rules, players = view.rules, view.rules.players
    table = smoothed(side_worth(view, contract), _BLUR)
    own = next(frozenset(side) for side in rules.sides if view.seat in side)
    counted = own if contract is None else contract.side
    ours = view.seat in counted
    many = 2 * players if view.tables else players
    seats = [place % players for place in range(many)]  # a table's place is its owner's
    together = [seat in counted for seat in seats]
    # worth is the seat's own; whoever plays on the other side wants it low
    weights = [[1.0 if mine == ours else -1.0] for mine in together]
    misere = contract is not None and contract.is_misere
    target = 0 if contract is None else contract.target
    aims: list[tuple[int, int, bool] | None] = []
    for mine in together:
        if misere:
            aims.append((0, 0, True))  # the defenders play under the contractor
        else:
            aims.append((0, target, False) if mine and contract is not None else None)
    friends = [[place for place in range(many) if together[place] == mine] for mine in together]
    if misere and contract is not None:
        alone = [place for place in range(many) if seats[place] == contract.contractor]
        others = [place for place in range(many) if place not in alone]
        friends = [alone if place in alone else others for place in range(many)]
        together_in = alone
    else:
        together_in = [place for place in range(many) if together[place]]
    return Stakes(many, [(together_in, table)], weights, aims=aims, friends=friends)
