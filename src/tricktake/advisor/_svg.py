"""Advice as a picture: bars in an SVG document, written as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from tricktake.advisor._words import action_words, heading, in_signs, percent, points, shown_options

if TYPE_CHECKING:
    from tricktake.advisor.advice import Advice, Rated, TrickShares

__all__ = ["draw"]

_WIDTH = 720
_MARGIN = 20
_ROW = 26
_BAR = 14
_LETTER = 9  # width of a letter of a label, a little generous
_NUMBERS = 66  # width of a column of numbers
_TRICKS = 110  # height of the picture of tricks
_STYLE = """
  .paper { fill: #ffffff; }
  text { fill: #1f2328; font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
  text.quiet { fill: #656d76; font-size: 12px; }
  text.head { font-weight: 600; font-size: 15px; }
  text.chosen { font-weight: 600; }
  text.right { text-anchor: end; }
  text.middle { text-anchor: middle; }
  text.number { font-variant-numeric: tabular-nums; }
  .bar { fill: #8fb3d9; }
  .best { fill: #1a7f37; }
  .line { stroke: #d0d7de; }
  .error { stroke: #1f2328; }
  rect, line { shape-rendering: crispEdges; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; }
    text { fill: #e6edf3; }
    text.quiet { fill: #8b949e; }
    .bar { fill: #3f6ea3; }
    .best { fill: #3fb950; }
    .line { stroke: #30363d; }
    .error { stroke: #e6edf3; }
  }
"""


def draw(advice: Advice, *, rows: int) -> str:
    """Draw advice.

    Parameters
    ----------
    advice : Advice
    rows : int, keyword only
        How many options are shown at most.

    Returns
    -------
    str
        The document.
    """
    shown, left = shown_options(advice, rows)
    title, _, about = heading(advice).partition(": ")
    about = f"{about[0].upper()}{about[1:]}"
    parts = [_text(_MARGIN, 32, f"{title}: {action_words(advice.best)}", "head")]
    parts.append(_text(_MARGIN, 52, about, "quiet"))
    top = 84
    parts += _options(shown, top)
    bottom = top + _ROW * len(shown)
    if left:
        parts.append(_text(_MARGIN, bottom + 14, f"and {left} more", "quiet"))
        bottom += 20
    if advice.tricks is not None:
        parts += _tricks(advice.tricks, bottom + 24)
        bottom += 24 + _TRICKS
    height = bottom + _MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" role="img">'
    )
    told = f"{action_words(advice.best)}. {advice.reason}"
    return "\n".join(
        [
            head,
            f"<title>{_shown(heading(advice))}</title>",
            f"<desc>{_shown(told)}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _options(shown: Sequence[Rated], top: int) -> list[str]:
    """A row for each option: its name, its points as a bar, and its numbers."""
    names = [action_words(option.action) for option in shown]
    left = _MARGIN + _LETTER * min(34, max(map(len, names))) + 16
    columns = [
        ("points", [points(option.points) for option in shown]),
        ("made", [percent(option.chance) for option in shown]),
        ("win", [percent(option.win) for option in shown]),
    ]
    columns = [(head, cells) for head, cells in columns if any(cell != "-" for cell in cells)]
    right = _WIDTH - _MARGIN - _NUMBERS * len(columns)  # where the bars end
    parts = []
    for at, (head, _) in enumerate(columns, 1):
        parts.append(_text(right + _NUMBERS * at, top - 8, head, "quiet right"))
    scale = _Scale(shown, left, right - 8) if any(option.points is not None for option in shown) else None
    if scale is not None:
        bottom = top + _ROW * len(shown)
        parts.append(_line(scale.zero, top - 2, scale.zero, bottom - 4, "line"))
    for row, option in enumerate(shown):
        y = top + _ROW * row
        chosen = " chosen" if row == 0 else ""
        parts.append(_text(_MARGIN, y + 15, names[row], f"name{chosen}"))
        if scale is not None and option.points is not None:
            parts += _bar(scale, option, y + 3, "best" if row == 0 else "bar")
        for at, (_, cells) in enumerate(columns, 1):
            parts.append(_text(right + _NUMBERS * at, y + 15, cells[row], f"number right{chosen}"))
    return parts


class _Scale:
    """Where points lie between two places."""

    def __init__(self, shown: Sequence[Rated], left: int, right: int) -> None:
        ends = [0.0]
        for option in shown:
            if option.points is not None:
                error = option.error or 0.0
                ends += [option.points - error, option.points + error]
        self.low, self.high = min(ends), max(ends)
        self.left, self.width = left, right - left
        self.zero = self.at(0.0)

    def at(self, value: float) -> int:
        """The place of a number of points."""
        span = self.high - self.low
        return self.left if span == 0 else self.left + round(self.width * (value - self.low) / span)


def _bar(scale: _Scale, option: Rated, y: int, kind: str) -> list[str]:
    assert option.points is not None
    end = scale.at(option.points)
    low, width = min(end, scale.zero), max(1, abs(end - scale.zero))
    parts = [f'<rect class="{kind}" x="{low}" y="{y}" width="{width}" height="{_BAR}"/>']
    if option.error:
        first, last = scale.at(option.points - option.error), scale.at(option.points + option.error)
        middle = y + _BAR // 2
        parts.append(_line(first, middle, last, middle, "error"))
        parts += [_line(x, middle - 3, x, middle + 3, "error") for x in (first, last)]
    return parts


def _tricks(tricks: TrickShares, top: int) -> list[str]:
    """The distribution of tricks as columns."""
    parts = [_text(_MARGIN, top, f"{tricks.label} (mean {tricks.mean:.1f})", "quiet")]
    step = (_WIDTH - 2 * _MARGIN) // len(tricks.shares)
    ground, tallest = top + _TRICKS - 20, max(tricks.shares)
    for count, share in enumerate(tricks.shares):
        left, height = _MARGIN + step * count, round((_TRICKS - 50) * share / tallest)
        middle = left + step // 2
        if height:
            width = max(4, step - 12)
            parts.append(
                f'<rect class="bar" x="{middle - width // 2}" y="{ground - height}" width="{width}" '
                f'height="{height}"/>'
            )
        parts.append(_text(middle, ground + 15, str(count), "quiet middle"))
    end = _MARGIN + step * len(tricks.shares)
    return [*parts, _line(_MARGIN, ground, end, ground, "line")]


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text x="{x}" y="{y}" class="{kind}">{_shown(text)}</text>'


def _line(x1: int, y1: int, x2: int, y2: int, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _shown(text: str) -> str:
    return escape(in_signs(text))
