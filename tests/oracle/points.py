"""The points of a deal of Five Hundred for every side, and the end of the game.

Sides are named by their index in ``sides_of``: team 0 is seats 0 and 2 with four players; with two, three or
five players every seat is a side of its own. Clauses: FH-SCORE, FH-BID-14, FH-END, FH-P5-6 to 8, FH-P6-2.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from oracle.bids import is_misere, is_sans_kitty, level, table_value
from oracle.options import Options, read_options
from oracle.partners import contract_seats, sides_of


def contract_value(contract: str, o: Options) -> int:
    """Return what the contract is worth, sans kitty included."""
    value = table_value(contract, o)
    if is_sans_kitty(contract):
        value *= o.sans_kitty_mult  # FH-BID-10
    return value


def is_made(contract: str, contractor: int, seats: Collection[int], tricks: Sequence[int]) -> bool:
    """Return whether the contract side (`seats`) made its contract, given the tricks of each seat."""
    if is_misere(contract):
        return tricks[contractor] == 0  # FH-MIS-1
    return sum(tricks[seat] for seat in seats) >= level(contract)  # FH-SCORE-2


def trick_points(tricks_won: int, score: int, o: Options) -> int:
    """Return 10 points a trick, limited by the cap: they may not lift the score above it (FH-SCORE-8)."""
    points = 10 * tricks_won
    if o.defender_cap is None:
        return points
    if score >= o.defender_cap:
        return 0
    return min(points, o.defender_cap - score)


def half(points: int) -> int:
    """Return half the points, rounded towards zero (FH-P5-6)."""
    return points // 2 if points >= 0 else -(-points // 2)


def deal_points(
    contract: str | None,
    contractor: int | None,
    tricks: Sequence[int],
    scores: Sequence[int],
    o: Options,
    partner: int | None = None,
) -> tuple[int, ...]:
    """Return the points of each side.

    Parameters
    ----------
    contract, contractor : str and int, or None
        None when all passed.
    tricks : sequence of int
        Tricks won by each seat; all 0 when the deal was thrown in.
    scores : sequence of int
        The running scores of the sides before these points; they matter for `defender_cap` only.
    o : Options
        The rules.
    partner : int or None
        The seat called with five players; None when the contractor was alone.
    """
    sides = sides_of(o)
    won = [sum(tricks[seat] for seat in side) for side in sides]
    if contract is None or contractor is None:
        # FH-BID-14: nothing when thrown in, 10 a trick for everybody when played in no trumps.
        return tuple(trick_points(won[side], scores[side], o) for side in range(len(sides)))

    seats = contract_seats(o, contractor, partner)
    made = is_made(contract, contractor, seats, tricks)
    value = contract_value(contract, o)
    if is_misere(contract):
        plus = value if made else -value  # FH-SCORE-7
    elif sum(tricks[seat] for seat in seats) == 10 and value < o.slam_value:
        plus = o.slam_value  # FH-SCORE-3
    else:
        plus = value if made else -value  # FH-SCORE-2, FH-SCORE-4
    if partner is not None and o.five_share == "half":
        plus = half(plus)  # FH-P5-6

    defenders_score = not is_misere(contract) and (
        o.defender_tricks == "always" or (o.defender_tricks == "only_if_set" and not made)
    )
    points = []
    for side, members in enumerate(sides):
        if set(members) <= seats:
            points.append(plus)
        elif defenders_score:
            points.append(trick_points(won[side], scores[side], o))  # FH-SCORE-5, FH-SCORE-6, FH-P5-7
        else:
            points.append(0)
    return tuple(points)


def match_end(
    scores_after: Sequence[int],
    made: bool | None,
    contract_side: int | Collection[int] | None,
    options: Mapping[str, object],
) -> set[int] | None:
    """Return the winning sides after a deal, None when the game goes on.

    Parameters
    ----------
    scores_after : sequence of int
        The scores with all points of the deal added.
    made : bool or None
        Whether the contract was made; None when there was no contract.
    contract_side : int, collection of int, or None
        The side of the contractor; with five players the contractor and his partner, if he has one.
    options : mapping
        Names and values of the options; missing ones have their defaults.
    """
    o = read_options(options)
    every = range(len(sides_of(o)))
    if contract_side is None:
        contract_side = []
    elif isinstance(contract_side, int):
        contract_side = [contract_side]
    # FH-END-1, FH-P5-8
    if made:
        winners = {side for side in contract_side if scores_after[side] >= o.target}
        if winners:
            return winners
    # FH-END-6
    if o.win_rule == "any":
        best = max(scores_after)
        first = [side for side in every if scores_after[side] == best]
        if best >= o.target and len(first) == 1:
            return set(first)
    # FH-END-2; all sides out at once cannot happen, as only the contract side loses points
    if o.lose_at is not None:
        left = [side for side in every if scores_after[side] > o.lose_at]
        if len(left) < len(every):
            return {side for side in left if scores_after[side] == max(scores_after[other] for other in left)}
    return None  # FH-END-3
