"""Five Hundred told in one line a deal."""

from __future__ import annotations

from tricktake.cli.sides import side_label
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import Deal, Match, Rules

__all__ = ["quiet_head", "quiet_row"]

_HEAD = " deal  dealer  contract  by      tricks  made"


def quiet_head(rules: Rules) -> str:
    """The heading of the lines.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    str

    Examples
    --------
    >>> quiet_head(Rules())
    ' deal  dealer  contract  by      tricks  made  points    0+2    1+3   score    0+2    1+3'
    """
    labels = [side_label(side) for side in rules.sides]
    points, scores = (" ".join([f"{label:>6}" for label in labels]) for _ in range(2))
    return f"{_HEAD}  points {points}   score {scores}"


def quiet_row(terminal: Terminal, match: Match, deal: Deal, number: int) -> str:
    """The line of a deal.

    Parameters
    ----------
    terminal : Terminal
    match : Match
    deal : Deal
        The one that has been finished last.
    number : int
        From 1.

    Returns
    -------
    str

    Examples
    --------
    >>> match = Match(seed=500, dealer=3)
    >>> deal = match.next_deal().push_all("P P P P")
    >>> quiet_row(Terminal(ascii_only=True), match, deal, 1)
    '    1  seat 3  none      -            0  -                 0      0              0      0'
    """
    contract, score = deal.contract, deal.score()
    bid = "none" if contract is None else terminal.bid(contract.bid)
    by = "-" if contract is None else f"seat {contract.contractor}"
    won = sum(score.tricks) if contract is None else sum([score.tricks[seat] for seat in contract.side])
    made = {True: "yes", False: "no", None: "-"}[score.made]
    points = " ".join([f"{value:>+6}" if value else f"{0:>6}" for value in score.points])
    running = " ".join([f"{value:>6}" for value in match.scores])
    head = f"{number:>5}  seat {deal.dealer}  {bid:<8}  {by:<6}  {won:>6}  {made:<4}"
    return f"{head}         {points}         {running}"
