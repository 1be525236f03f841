"""The chance to win a match or a game from where the scores stand: a model with one number.

A match that goes on is won by a side with a chance in proportion to ``exp(score / scale)``: between two sides
the logistic curve of the difference. The scale was fitted to matches of the heuristic player against itself,
400 of each game: it is as large as the target in Five Hundred, where one contract is worth hundreds of
points, and a fifth of it in spades. A match that is over by the rules is won or lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp

from tricktake.fivehundred.rules import Rules as FiveHundredRules
from tricktake.fivehundred.scoring import match_winners
from tricktake.spades.rules import Rules as SpadesRules
from tricktake.spades.scoring import game_winner

__all__ = ["after_contract", "after_hand", "standing_shares"]

_FIVE_HUNDRED_SCALE = 1.0  # of the target
_SPADES_SCALE = 0.2


def standing_shares(scores: Sequence[float], scale: float) -> list[float]:
    """The chance of each side to win a match that goes on.

    Parameters
    ----------
    scores : sequence of float
        Scores of the sides, in points.
    scale : float
        How many points ahead make the chances of two sides as e to 1, about 73 to 27.

    Returns
    -------
    list of float
        One for each side; together 1.

    Examples
    --------
    >>> [round(share, 3) for share in standing_shares((300, 50), 250)]
    [0.731, 0.269]
    """
    best = max(scores)
    weights = [exp((score - best) / scale) for score in scores]
    return [weight / sum(weights) for weight in weights]


def after_contract(
    rules: FiveHundredRules,
    scores: Sequence[int],
    side: int,
    *,
    contract_sides: Collection[int] = (),
    made: bool | None = None,
) -> float:
    """The chance of a side to win a match of Five Hundred after a deal.

    Parameters
    ----------
    rules : Rules
    scores : sequence of int
        Scores with the points of the deal.
    side : int
        Index of the side.
    contract_sides : collection of int, optional, keyword only
        Indices of the sides that played the contract; none without a contract.
    made : bool, optional, keyword only
        Whether it was made.

    Returns
    -------
    float
        0 or 1 where the match is over (FH-END-1, FH-END-2), a part of 1 where a win is shared.

    Examples
    --------
    >>> rules = FiveHundredRules()
    >>> after_contract(rules, (520, 80), 0, contract_sides=[0], made=True)
    1.0
    >>> after_contract(rules, (100, -500), 1, contract_sides=[1], made=False)
    0.0
    >>> round(after_contract(rules, (200, 40), 0), 2)
    0.58
    """
    winners = match_winners(rules, scores, contract_side=list(contract_sides) or None, made=made)
    if winners is None:
        return standing_shares(scores, _FIVE_HUNDRED_SCALE * rules.target)[side]
    return 1.0 / len(winners) if side in winners else 0.0


def after_hand(rules: SpadesRules, scores: Sequence[float], side: int) -> float:
    """The chance of a side to win a game of spades after a hand.

    Parameters
    ----------
    rules : Rules
    scores : sequence of float
        Scores with the points of the hand.
    side : int
        Index of the side.

    Returns
    -------
    float
        0 or 1 where the game is over (CS-END-1, SP-END-2).

    Examples
    --------
    >>> after_hand(SpadesRules(), (510, 400, 300), 0)
    1.0
    >>> round(after_hand(SpadesRules(), (300, 250, 200), 0), 2)
    0.51
    """
    winner = game_winner(rules, [round(score) for score in scores])
    if winner is None:
        return standing_shares(scores, _SPADES_SCALE * rules.target)[side]
    return 1.0 if winner == side else 0.0
