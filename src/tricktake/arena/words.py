"""A report in words and columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tricktake.arena.report import Report
from tricktake.arena.standings import Pair, Standing

__all__ = ["pair_sentence", "report_text"]

_WIDTH = 96


def report_text(report: Report) -> str:
    """A report as text.

    Parameters
    ----------
    report : Report

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import arena, fivehundred as fh
    >>> text = report_text(arena.play(fh.Rules(), ["heuristic", "random"], boards=3))
    >>> print(text.partition(",")[0])
    Five Hundred
    """
    paragraphs = [_heading(report)]
    if len(report.pairs) > 1:
        paragraphs += [pair_sentence(report, pair) for pair in report.pairs]
        paragraphs.append(
            f"These {len(report.pairs)} intervals are wider than the others, so that all of them hold "
            "together 95 times in 100."
        )
    else:
        paragraphs += [pair_sentence(report, pair) for pair in report.pairs]
    for standing in report.standings:
        if standing.faults:
            lost = _many(standing.faults, "match" if report.setup.whole else "deal")
            paragraphs.append(f"{standing.bot} lost {lost} by a fault; the first: {standing.first_fault}")
    head, *others = [
        line for text in paragraphs for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False)
    ]
    return "\n".join([head, "", *_columns(_rows(report)), "", *others]) + "\n"


def _heading(report: Report) -> str:
    setup, boards = report.setup, len(report.boards)
    what = "match" if setup.whole else "deal"
    seatings = len(setup.seatings)
    played = f"{_many(boards, what)} in {_many(seatings, 'seating')}"
    return f"{setup.game.title}, {setup.rules.to_text()}, seed {setup.seed}: {played} each"


def _many(count: int, what: str) -> str:
    plural = f"{what}es" if what.endswith("ch") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def _rows(report: Report) -> list[list[str]]:
    """The table, headings first."""
    rated = any(standing.rating is not None for standing in report.standings)
    if report.setup.whole:
        heads = ["bot", "won", "95 % interval", "fair", "score", "error", "95 % interval"]
    else:
        heads = ["bot", "points", "error", "95 % interval", "won", "95 % interval"]
    heads += ["rating", "faults"] if rated else ["faults"]
    return [heads, *[_row(standing) for standing in report.standings]]


def _row(standing: Standing) -> list[str]:
    mean = standing.result
    points = [
        f"{mean.value:+.2f}",
        "-" if mean.error is None else f"{mean.error:.2f}",
        "-" if mean.low is None or mean.high is None else f"{mean.low:+.2f} to {mean.high:+.2f}",
    ]
    won = [f"{standing.share:.1%}", f"{standing.low:.1%} to {standing.high:.1%}"]
    row = [*points, *won] if standing.fair is None else [*won, f"{standing.fair:.1%}", *points]
    rating = [] if standing.rating is None else [f"{standing.rating:+.0f}"]
    return [standing.bot, *row, *rating, f"{standing.faults:,}"]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"  {first.ljust(widths[0])}", *cells]))
    return lines


def pair_sentence(report: Report, pair: Pair) -> str:
    """What is shown of two bots, in a sentence.

    Parameters
    ----------
    report : Report
    pair : Pair
        One of its pairs.

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import arena, fivehundred as fh
    >>> report = arena.play(fh.Rules(), ["random", "random"], boards=3)
    >>> pair_sentence(report, report.pairs[0])
    'No difference between random and random (2) is shown: they have ended level.'
    """
    whole, mean = report.setup.whole, pair.difference
    sign = -1 if pair.better == pair.second else 1
    size = _size(sign * mean.value, whole=whole)
    interval = ""
    if mean.low is not None and mean.high is not None:
        low, high = sorted((sign * mean.low, sign * mean.high))
        interval = (
            f"the {100 * pair.confidence:.3g} % interval from {_short(low, whole)} to {_short(high, whole)}"
        )
    if pair.better is not None:
        other = pair.second if pair.better == pair.first else pair.first
        if not mean.error:
            return f"{pair.better} is better than {other}: {size} on each of {_many(mean.boards, 'board')}."
        return f"{pair.better} is better than {other}: {size}, and {interval} excludes 0."
    start = f"No difference between {pair.first} and {pair.second} is shown: "
    if not mean.value and not mean.error:
        return f"{start}they have ended level."
    if not interval:
        return f"{start}{size} for the first, but {_too_few(mean.boards)}."
    needed = pair.needed
    more = f"; about {needed:,} boards would be needed to show one of this size" if needed else ""
    return f"{start}{size} for the first, and {interval} holds 0{more}."


def _too_few(boards: int) -> str:
    return "one board proves nothing" if boards == 1 else f"{boards} boards that end alike prove nothing"


def _size(value: float, *, whole: bool) -> str:
    return f"{_short(value, whole)} of the matches" if whole else f"{_short(value, whole)} points a deal"


def _short(value: float, whole: bool) -> str:
    return f"{value:+.1%}" if whole else f"{value:+.2f}"
