"""Advice as a picture in a PNG file, drawn by matplotlib."""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

from tricktake.advisor._words import action_words, heading, in_signs, percent, points, shown_options

if TYPE_CHECKING:
    from tricktake.advisor.advice import Advice

__all__ = ["draw"]

_BAR, _BEST, _QUIET = "#8fb3d9", "#1a7f37", "#656d76"


def draw(advice: Advice, path: str | PathLike[str], *, rows: int) -> None:
    """Draw advice into a file.

    Parameters
    ----------
    advice : Advice
    path : str or path-like
    rows : int, keyword only
        How many options are shown at most.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    try:
        figures: Any = import_module("matplotlib.figure")
    except ImportError as error:
        raise ImportError("a PNG needs matplotlib: pip install 'tricktake[plot]'") from error
    shown, left = shown_options(advice, rows)
    heights = [0.5 + 0.3 * len(shown)] + ([1.4] if advice.tricks is not None else [])
    figure = figures.Figure(figsize=(8, sum(heights) + 0.8), layout="constrained")
    axes = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    _options(axes[0], advice, left, rows)
    if advice.tricks is not None:
        _tricks(axes[1], advice)
    title, _, about = heading(advice).partition(": ")
    figure.suptitle(in_signs(f"{title}: {action_words(advice.best)}"), fontsize=12, fontweight="bold")
    axes[0].set_title(in_signs(about), fontsize=9, color=_QUIET)
    figure.savefig(path, dpi=150, format="png", metadata={"Software": None})


def _options(axes: Any, advice: Advice, left: int, rows: int) -> None:
    shown, _ = shown_options(advice, rows)
    labels = []
    for option in shown:
        words = [in_signs(action_words(option.action))]
        if option.chance is not None:
            words.append(f"made {percent(option.chance)}")
        if option.win is not None:
            words.append(f"win {percent(option.win)}")
        labels.append(", ".join(words))
    values = [option.points or 0.0 for option in shown]
    bars = axes.barh(
        range(len(shown)),
        values,
        xerr=[float("nan") if option.error is None else option.error for option in shown],
        color=[_BEST, *[_BAR] * (len(shown) - 1)],
        ecolor=_QUIET,
        capsize=2,
    )
    axes.bar_label(bars, [points(option.points) for option in shown], padding=4, fontsize=8)
    axes.set_yticks(range(len(shown)), labels, fontsize=9)
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.axvline(0, color=_QUIET, linewidth=0.8)
    axes.set_xlabel("points" if not left else f"points; {left} more options are not shown", fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _tricks(axes: Any, advice: Advice) -> None:
    assert advice.tricks is not None
    axes.bar(range(len(advice.tricks.shares)), advice.tricks.shares, color=_BAR)
    axes.set_xticks(range(len(advice.tricks.shares)))
    axes.set_yticks([])
    axes.set_title(f"{advice.tricks.label} (mean {advice.tricks.mean:.1f})", fontsize=9, color=_QUIET)
    axes.spines[["top", "right", "left"]].set_visible(False)
