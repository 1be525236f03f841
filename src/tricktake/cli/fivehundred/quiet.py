"""Five Hundred told in one line a deal."""

from __future__ import annotations

from tricktake.cli.sides import side_label
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import Deal, Match, Rules

__all__ = ["quiet_head", "quiet_row"]

_HEAD = " deal  dealer  contract  by      tricks  made"
_SHORT = " deal dealer contract by  tricks made"  # where the whole must fit a narrow screen


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
    if rules.players != 4:
        cells = "".join([f"{label:>6}" for label in labels])
        if len(labels) > 3:
            return f"{_SHORT}  points  {cells}"
        over = f"{'points':>{6 * len(labels)}}  {'score':>{6 * len(labels)}}"
        return f"{'':<{len(_SHORT)}}{over}\n{_SHORT}{cells}  {cells}"
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
    if match.rules.players != 4:
        return _short_row(match, deal, number, bid)
    points = " ".join([f"{value:>+6}" if value else f"{0:>6}" for value in score.points])
    running = " ".join([f"{value:>6}" for value in match.scores])
    head = f"{number:>5}  seat {deal.dealer}  {bid:<8}  {by:<6}  {won:>6}  {made:<4}"
    return f"{head}         {points}         {running}"


def _short_row(match: Match, deal: Deal, number: int, bid: str) -> str:
    """The line where players are not four: with many sides only the contractors' points."""
    contract, score = deal.contract, deal.score()
    side = [] if contract is None else sorted(contract.side - deal.sits_out)
    won = sum([score.tricks[seat] for seat in side]) if side else sum(score.tricks)
    by = "-" if contract is None else side_label(side) if len(side) < 3 else str(contract.contractor)
    made = {True: "yes", False: "no", None: "-"}[score.made]
    head = f"{number:>5} {deal.dealer:>6} {bid:<8} {by:<3} {won:>6} {made:<4}"
    running = "".join([f"{value:>6}" for value in match.scores])
    if len(match.scores) > 3:
        points = 0 if contract is None else score.for_seat(contract.contractor)
        return f"{head}  {_signed(points):>6}  {running}"
    return f"{head}{''.join([f'{_signed(value):>6}' for value in score.points])}  {running}"


def _signed(value: int) -> str:
    return f"{value:+}" if value else "0"
