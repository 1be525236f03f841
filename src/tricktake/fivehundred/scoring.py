"""Scoring a deal of Five Hundred, and who has won the match.

Sides are tuples of seats, so both functions serve any number of players: the side of the contractor plays the
contract, and every other side answers for its own tricks. Sections 9 and 10 of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import SupportsIndex

from tricktake._checks import need, whole
from tricktake.actions import Bid
from tricktake.errors import SetupError
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import AllPass, DefenderTricks, FiveShare, WinRule
from tricktake.fivehundred.rules import Rules

__all__ = ["TRICK_POINTS", "Score", "match_winners", "score_deal"]

TRICK_POINTS = 10
"""Points a defender scores for a trick (FH-SCORE-5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a deal has brought.

    Parameters
    ----------
    made : bool or None
        Whether the contract was made; None if there was none.
    tricks : tuple of int
        Tricks won by each seat, from seat 0.
    sides : tuple of tuple of int
        The seats that score together.
    points : tuple of int
        Points of each side, in the order of ``sides``.

    Examples
    --------
    >>> score = score_deal(Rules(), Bid("8H"), contractor=0, tricks=(5, 1, 4, 0))
    >>> score
    Score(made=True, tricks=(5, 1, 4, 0), sides=((0, 2), (1, 3)), points=(300, 10))
    >>> score.for_seat(3)
    10
    """

    made: bool | None
    """Whether the contract was made; None if there was none."""
    tricks: tuple[int, ...]
    """Tricks won by each seat."""
    sides: tuple[tuple[int, ...], ...]
    """The seats that score together."""
    points: tuple[int, ...]
    """Points of each side."""

    def for_seat(self, seat: int) -> int:
        """Return the points of the side a seat belongs to.

        Parameters
        ----------
        seat : int
            From 0.

        Returns
        -------
        int

        Raises
        ------
        IndexError
            If no side has this seat.

        Examples
        --------
        >>> score_deal(Rules(), Bid("6S"), contractor=1, tricks=(3, 2, 2, 3)).for_seat(1)
        -40
        """
        return self.points[_side_of(self.sides, seat)]


def _side_of(sides: Sequence[Sequence[int]], seat: int) -> int:
    for index, side in enumerate(sides):
        if seat in side:
            return index
    raise IndexError(f"seat {seat} is on no side of {tuple(map(tuple, sides))}")


def score_deal(
    rules: Rules,
    bid: Bid | None,
    *,
    contractor: int | None,
    tricks: Sequence[int],
    scores: Sequence[int] | None = None,
    sides: Sequence[Sequence[int]] | None = None,
    partner: int | None = None,
) -> Score:
    """Score a deal (section 9 of the rules).

    Parameters
    ----------
    rules : Rules
        The rules.
    bid : Bid or None
        The contract; None if nobody bid.
    contractor : int or None
        Seat of the contractor; None if nobody bid.
    tricks : sequence of int
        Tricks won by each seat. Without a contract, all 0 if the deal was thrown in, else how it was played
        under ``all_pass=play_nt`` (FH-BID-14).
    scores : sequence of int, optional
        Running scores of the sides before the deal, which ``defender_cap`` looks at; all 0 by default.
    sides : sequence of sequence of int, optional
        The seats that score together; ``rules.sides`` by default.
    partner : int or None, default None
        Seat of a partner who keeps a score of his own, with five players (FH-P5-6).

    Returns
    -------
    Score

    Raises
    ------
    RulesError
        If these rules have no such bid.
    SetupError
        If the tricks are not those of a finished deal, a contract lacks its contractor or the reverse, or the
        scores are not as many as the sides.
    IndexError
        If the contractor sits on no side.
    TypeError
        If the rules or the bid are of another type, or a number is no whole one.

    Examples
    --------
    >>> score_deal(Rules(), Bid("6S"), contractor=0, tricks=(6, 0, 4, 0)).points  # a slam
    (250, 0)
    >>> score_deal(Rules(), Bid("M"), contractor=1, tricks=(5, 0, 5, 0)).points
    (0, 250)
    >>> capped = Rules(defender_cap=490)
    >>> score_deal(capped, Bid("7H"), contractor=0, tricks=(6, 4, 0, 0), scores=(0, 470)).points
    (-200, 20)
    """
    rules = need("rules", rules, Rules, "Rules()")
    bid = None if bid is None else need("bid", bid, Bid, "Bid('7H')")
    contractor = None if contractor is None else whole("contractor", contractor)
    tricks = tuple([whole("a count of tricks", won) for won in tricks])
    sides = rules.sides if sides is None else tuple([tuple(side) for side in sides])
    scores = (0,) * len(sides) if scores is None else [whole("a score", score) for score in scores]
    _check(rules, bid, contractor, tricks, scores, sides)
    won = [sum([tricks[seat] for seat in side]) for side in sides]
    made: bool | None = None
    if bid is None or contractor is None:
        # FH-BID-14: each side scores its tricks, of which a deal thrown in has none
        points = [_trick_points(rules, won[side], scores[side]) for side in range(len(sides))]
    else:
        contract_sides = {_side_of(sides, seat) for seat in (contractor, partner) if seat is not None}
        stake = bid_table(rules).stake(bid)
        points = [0] * len(sides)
        taken = sum([won[side] for side in contract_sides])
        if bid.is_misere:
            made = taken == 0  # FH-SCORE-7
        else:
            made = taken >= (bid.level or 0)  # FH-SCORE-2
            if taken == rules.hand_size and stake < rules.slam_value:
                stake = rules.slam_value  # FH-SCORE-3
            if rules.defender_tricks is DefenderTricks.ALWAYS or (
                rules.defender_tricks is DefenderTricks.ONLY_IF_SET and not made
            ):
                # FH-SCORE-5, FH-SCORE-6, FH-P5-7
                points = [_trick_points(rules, won[side], scores[side]) for side in range(len(sides))]
        if len(contract_sides) > 1 and rules.five_share is FiveShare.HALF:
            stake //= 2  # FH-P5-6
        for side in contract_sides:
            points[side] = stake if made else -stake  # FH-SCORE-2, FH-SCORE-4
    return Score(made=made, tricks=tricks, sides=sides, points=tuple(points))


def _trick_points(rules: Rules, tricks: int, score: int) -> int:
    """Points for tricks without a contract, as far as the cap lets them lift the score (FH-SCORE-8)."""
    points = TRICK_POINTS * tricks
    return points if rules.defender_cap is None else max(0, min(points, rules.defender_cap - score))


def _check(
    rules: Rules,
    bid: Bid | None,
    contractor: int | None,
    tricks: Sequence[int],
    scores: Sequence[int],
    sides: Sequence[Sequence[int]],
) -> None:
    """Refuse what no finished deal can show."""
    seats = sum(map(len, sides))
    if len(tricks) != seats or len(scores) != len(sides):
        raise SetupError(
            f"a deal of {seats} seats on {len(sides)} sides needs as many tricks and scores, "
            f"not {len(tricks)} and {len(scores)}"
        )
    if (bid is None) != (contractor is None):
        raise SetupError("a contract needs a bid and a contractor; got only one of them")
    played = sum(tricks)
    allowed: tuple[int, ...]
    if bid is None:
        allowed = (0,) if rules.all_pass is AllPass.THROW_IN else (0, rules.hand_size)
    elif bid.is_misere and rules.misere_stop:  # FH-MIS-8
        allowed = tuple(range(1, rules.hand_size + 1))
    else:
        allowed = (rules.hand_size,)
    if played not in allowed or min(tricks) < 0:
        raise SetupError(
            f"tricks {tuple(tricks)} do not add up to those of a finished deal of {rules.hand_size}"
        )


def match_winners(
    rules: Rules, scores: Sequence[int], *, contract_side: int | Iterable[int] | None, made: bool | None
) -> frozenset[int] | None:
    """Say whether the match is over and who has won it (section 10 of the rules).

    Parameters
    ----------
    rules : Rules
        The rules.
    scores : sequence of int
        Score of each side, with the points of the deal just played.
    contract_side : int, iterable of int or None
        Index of the side that played the contract, of both with a partner who keeps a score of his own;
        None if there was none.
    made : bool or None
        Whether it made the contract.

    Returns
    -------
    frozenset of int or None
        Indices of the sides that have won, several if they share the win; None if the match goes on. Empty
        only if every side is at or below ``lose_at``.

    Raises
    ------
    IndexError
        If there is no such side.

    Examples
    --------
    >>> match_winners(Rules(), (510, 500), contract_side=0, made=True)
    frozenset({0})
    >>> print(match_winners(Rules(), (520, -40), contract_side=1, made=False))
    None
    >>> match_winners(Rules(), (-600, 520), contract_side=0, made=False)
    frozenset({1})
    >>> match_winners(Rules(players=5), (500, 20, 510, 0, 600), contract_side=(0, 2), made=True)
    frozenset({0, 2})
    """
    # FH-END-1, FH-END-4, FH-P5-8
    if contract_side is not None:
        played = [contract_side] if isinstance(contract_side, SupportsIndex) else list(contract_side)
        for side in played:
            if not 0 <= side < len(scores):
                raise IndexError(f"side {side} is not in 0..{len(scores) - 1}")
        reached = frozenset([int(side) for side in played if made and scores[side] >= rules.target])
        if reached:
            return reached
    # FH-END-6
    if rules.win_rule is WinRule.ANY and max(scores) >= rules.target:
        best = _highest(scores, range(len(scores)))
        if len(best) == 1:
            return best
    # FH-END-2, FH-END-5
    if rules.lose_at is not None and min(scores) <= rules.lose_at:
        return _highest(scores, [side for side, score in enumerate(scores) if score > rules.lose_at])
    return None  # FH-END-3


def _highest(scores: Sequence[int], sides: Sequence[int]) -> frozenset[int]:
    """Return the sides, of those given, that have the highest score."""
    top = max([scores[side] for side in sides], default=0)
    return frozenset([side for side in sides if scores[side] == top])
