"""The scores of spades in columns: a deal in full, or in one line."""

from __future__ import annotations

from tricktake.cli.sides import side_label
from tricktake.spades import BagStyle, Deal, Rules

__all__ = ["quiet_head", "quiet_row", "score_rows"]


def score_rows(deal: Deal) -> list[str]:
    r"""The score of a deal, a line for each side.

    Parameters
    ----------
    deal : Deal
        A finished deal.

    Returns
    -------
    list of str
        A heading and the lines: bid, tricks, whether the bid is made, the points of the bid, new bags (with
        a sign where they score), jacks, what bags cost, the sum; score and bags after it.

    Examples
    --------
    >>> from tricktake.spades import PlayStart
    >>> start = PlayStart(("1", "NIL", "12"), tricks=(4, 0, 12), leader=2)
    >>> deal = Deal(bags=(8, 0, 0), hands=["S3", "S2", "SA"], start=start).push_all("SA S3 S2")
    >>> print("\n".join(score_rows(deal)))
      seat  bid  tricks  made  value  bags  jacks  penalty  deal    score  bags
      0       1       4   yes    +10     3      0     -110  -100     -100     0
      1     NIL       0   yes   +100     0      0        0  +100      100     0
      2      12      13   yes   +120     1      0        0  +120      120     1
    """
    rules, score = deal.rules, deal.score()
    columns: list[tuple[str, list[str]]] = [
        ("  side" if rules.partners else "  seat", [f"  {side_label(side)}" for side in rules.sides])
    ]

    def add(title: str, *cells: str) -> None:
        columns.append((title, list(cells)))

    def joined(texts: list[str], side: tuple[int, ...]) -> str:
        return "+".join([texts[seat] for seat in side])

    bids, tricks = [str(bid) for bid in deal.bids], [str(won) for won in score.tricks]
    add("bid", *[joined(bids, side) for side in rules.sides])
    add("tricks", *[joined(tricks, side) for side in rules.sides])
    add("made", *[_made([score.made[seat] for seat in side]) for side in rules.sides])
    add("value", *_signed(score.bid_points))
    add("bags", *[f"{bags:+}" if bags and rules.bag_points else str(bags) for bags in score.new_bags])
    if rules.awards:
        add("jacks", *_signed(score.award_points))
    add("penalty", *_signed(score.penalty))
    add("deal", *_signed(score.points))
    add("  score", *[str(before + won) for before, won in zip(deal.scores, score.points, strict=True)])
    if rules.bag_style is BagStyle.ACCUMULATE:
        add("bags", *[str(bags) for bags in score.bags])
    return _laid_out(columns)


def _made(made: list[bool]) -> str:
    words = ["yes" if each else "no" for each in made]
    return words[0] if len(set(words)) == 1 else "+".join(words)


def _signed(values: tuple[int, ...]) -> list[str]:
    return [f"{value:+}" if value else "0" for value in values]


def _laid_out(columns: list[tuple[str, list[str]]]) -> list[str]:
    widths = [max(map(len, (title, *cells))) for title, cells in columns]
    rows = zip(*[(title, *cells) for title, cells in columns], strict=True)
    left = 1  # labels stand on the left of their column, numbers on the right
    return [
        "  ".join(
            [
                f"{cell:<{width}}" if at < left else f"{cell:>{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        ).rstrip()
        for row in rows
    ]


def quiet_head(rules: Rules) -> str:
    """The heading of the lines that tell a deal each.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    str

    Examples
    --------
    >>> quiet_head(Rules())
    'deal  dealer seat 0 seat 1 seat 2 score 0     1     2'
    """
    seats = "".join([f" seat {seat}" for seat in range(rules.players)])
    first, *others = [side_label(side) for side in rules.sides]
    return f"deal  dealer{seats} score {first}" + "".join([f"{label:>6}" for label in others])


def quiet_row(scores: tuple[int, ...], deal: Deal, number: int) -> str:
    """The line of a deal: for each seat its bid and its tricks, and the running score.

    Parameters
    ----------
    scores : tuple of int
        Running scores after it.
    deal : Deal
        A finished deal.
    number : int
        From 1.

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake.spades import PlayStart
    >>> start = PlayStart(("1", "NIL", "12"), tricks=(4, 0, 12), leader=2)
    >>> deal = Deal(hands=["S3", "S2", "SA"], start=start).push_all("SA S3 S2")
    >>> quiet_row((10, 100, 120), deal, 1)
    '   1  seat 0    1/4  NIL/0  12/13      10   100   120'
    """
    won = deal.score().tricks
    seats = "".join([f"{f'{bid}/{won[seat]}':>7}" for seat, bid in enumerate(deal.bids)])
    wide = len(f" score {side_label(deal.rules.sides[0])}")
    running = f"{scores[0]:>{wide}}" + "".join([f"{score:>6}" for score in scores[1:]])
    return f"{number:>4}  seat {deal.dealer}{seats}{running}"
