"""The points of a deal of Five Hundred for two teams, and the end of the game.

Team 0 is seats 0 and 2, team 1 is seats 1 and 3. Clauses: FH-SCORE, FH-BID-14, FH-END.
"""

from __future__ import annotations

from collections.abc import Mapping

from oracle.bids import is_misere, is_sans_kitty, level, table_value
from oracle.options import Options, read_options


def contract_value(contract: str, o: Options) -> int:
    """Return what the contract is worth, sans kitty included."""
    value = table_value(contract, o)
    if is_sans_kitty(contract):
        value *= o.sans_kitty_mult  # FH-BID-10
    return value


def is_made(contract: str, contractor: int, tricks: list[int]) -> bool:
    """Return whether the contract is made, given the tricks of each seat."""
    if is_misere(contract):
        return tricks[contractor] == 0  # FH-MIS-1
    return tricks[contractor] + tricks[(contractor + 2) % 4] >= level(contract)  # FH-SCORE-2


def trick_points(tricks_won: int, score: int, o: Options) -> int:
    """Return 10 points a trick, limited by the cap: they may not lift the score above it (FH-SCORE-8)."""
    points = 10 * tricks_won
    if o.defender_cap is None:
        return points
    if score >= o.defender_cap:
        return 0
    return min(points, o.defender_cap - score)


def deal_points(
    contract: str | None, contractor: int | None, tricks: list[int], scores: tuple[int, int], o: Options
) -> tuple[int, int]:
    """Return the points of each team.

    Parameters
    ----------
    contract, contractor : str and int, or None
        None when all passed.
    tricks : list of int
        Tricks won by each seat; all 0 when the deal was thrown in.
    scores : tuple of int
        The running scores of the teams before these points; they matter for `defender_cap` only.
    """
    team_tricks = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    if contract is None or contractor is None:
        # FH-BID-14: nothing when thrown in, 10 a trick for everybody when played in no trumps.
        return (trick_points(team_tricks[0], scores[0], o), trick_points(team_tricks[1], scores[1], o))

    points = [0, 0]
    team = contractor % 2
    defenders = 1 - team
    value = contract_value(contract, o)
    made = is_made(contract, contractor, tricks)
    points[team] = value if made else -value  # FH-SCORE-2, FH-SCORE-4, FH-SCORE-7

    if is_misere(contract):
        return (points[0], points[1])  # FH-SCORE-7: nobody else scores

    if team_tricks[team] == 10 and value < o.slam_value:
        points[team] = o.slam_value  # FH-SCORE-3
    if o.defender_tricks == "always" or (o.defender_tricks == "only_if_set" and not made):
        points[defenders] = trick_points(team_tricks[defenders], scores[defenders], o)  # FH-SCORE-5
    return (points[0], points[1])


def match_end(
    scores_after: tuple[int, int],
    made: bool | None,
    contract_team: int | None,
    options: Mapping[str, object],
) -> set[int] | None:
    """Return the winning teams after a deal, None when the game goes on.

    Parameters
    ----------
    scores_after : tuple of int
        The scores with all points of the deal added.
    made : bool or None
        Whether the contract was made; None when there was no contract.
    contract_team : int or None
        The team of the contractor.
    options : mapping
        Names and values of the options; missing ones have their defaults.
    """
    o = read_options(options)
    # FH-END-1
    if made and contract_team is not None and scores_after[contract_team] >= o.target:
        return {contract_team}
    # FH-END-6
    if o.win_rule == "any":
        there = [team for team in (0, 1) if scores_after[team] >= o.target]
        if len(there) == 1:
            return {there[0]}
        if len(there) == 2 and scores_after[0] != scores_after[1]:
            return {0} if scores_after[0] > scores_after[1] else {1}
    # FH-END-2; both teams out at once cannot happen, as only the contractors lose points
    if o.lose_at is not None:
        out = [team for team in (0, 1) if scores_after[team] <= o.lose_at]
        if out:
            return {0, 1} - set(out)
    return None  # FH-END-3
