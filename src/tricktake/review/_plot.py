"""The value of a deal as a picture by matplotlib: a line a side, its target, and cards that cost tricks."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from tricktake.review._words import play_text, seats_text
from tricktake.review.series import Series, seats_of, series_of

if TYPE_CHECKING:
    from tricktake.review.model import CardReview, Review

__all__ = ["check_plot", "draw"]

_LINES = ("#1f6feb", "#bf5b04", "#1a7f37", "#8250df", "#cf222e", "#57606a")
_BAD, _QUIET = "#cf222e", "#656d76"


def check_plot(path: str | PathLike[str]) -> str:
    """Say before the work whether a plot can be drawn into a file of this name.

    Parameters
    ----------
    path : str or path-like

    Returns
    -------
    str
        The form it will have: ``png`` or ``svg``.

    Raises
    ------
    ImportError
        If matplotlib is not installed; the text says what to install.
    ValueError
        If the name ends in something else.

    Examples
    --------
    >>> try:
    ...     check_plot("deal.gif")
    ... except ValueError as error:
    ...     print(error)
    the name of a plot ends in .png or .svg, not as 'deal.gif'
    """
    name = fspath(path)
    kind = name.rpartition(".")[2].lower()
    if kind not in ("png", "svg"):
        raise ValueError(f"the name of a plot ends in .png or .svg, not as {name[-40:]!r}")
    if find_spec("matplotlib") is None:
        raise ImportError("a plot needs matplotlib: pip install 'tricktake[plot]'")
    return kind


def draw(review: Review, path: str | PathLike[str], *, title: str | None) -> None:
    """Draw a review into a file.

    Parameters
    ----------
    review : Review
    path : str or path-like
        A file whose name ends in ``.png`` or ``.svg``.
    title : str or None, keyword only

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If the name ends in something else.
    """
    kind = check_plot(path)
    figures: Any = import_module("matplotlib.figure")
    matplotlib: Any = import_module("matplotlib")
    with matplotlib.rc_context({"svg.hashsalt": "tricktake", "svg.fonttype": "none"}):
        figure = figures.Figure(figsize=(9, 4.5), layout="constrained")
        axes = figure.subplots()
        _draw(axes, review)
        axes.set_title(title or _title(review), fontsize=12, fontweight="bold")
        unstamped = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
        figure.savefig(path, dpi=150, format=kind, metadata=unstamped)


def _title(review: Review) -> str:
    contract = getattr(review.deal, "contract", None)
    if contract is not None:
        return f"{contract.bid.text} by seat {contract.contractor}"
    bids = getattr(review.deal, "bids", None)
    return f"Bids {', '.join(map(str, bids))}" if bids else "Played without a contract"


def _draw(axes: Any, review: Review) -> None:
    found = series_of(review)
    colours = dict(zip([series.seats for series in found], _LINES * 2, strict=False))
    for series in found:
        _line(axes, series, colours[series.seats])
    _mistakes(axes, review)
    _tricks(axes, review)
    axes.set_ylabel("tricks at the end, all hands open", fontsize=9)
    axes.yaxis.get_major_locator().set_params(integer=True)
    low, high = axes.get_ylim()
    axes.set_ylim(max(-0.5, low - 0.3), high + 0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#d0d7de", linewidth=0.6)
    axes.set_axisbelow(True)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _line(axes: Any, series: Series, colour: str) -> None:
    """The value, as bounds where no more is known, and the target."""
    steps = [point.card for point in series.points]
    low, high = [point.low for point in series.points], [point.high for point in series.points]
    exact = [float("nan") if a != b else a for a, b in zip(low, high, strict=True)]
    label = seats_text(series.seats)
    axes.plot(steps, exact, color=colour, linewidth=1.8, drawstyle="steps-post", label=label)
    axes.plot(steps, exact, color=colour, linestyle="", marker=".", markersize=4)
    if low != high:
        axes.fill_between(steps, low, high, step="post", color=colour, alpha=0.15, label=f"{label}: bounds")
    if series.target is not None:
        words = f"target of {label}: {series.target}"
        axes.axhline(series.target, color=colour, linewidth=1.0, linestyle="--", alpha=0.7, label=words)


def _mistakes(axes: Any, review: Review) -> None:
    """A mark at every card that certainly gave something away, where it led."""
    spots = [(number, card) for number, card in enumerate(review.cards) if card.is_mistake]
    if not spots:
        return
    heights = [_height(review, number, card) for number, card in spots]
    axes.plot(
        [number + 1 for number, _ in spots],
        heights,
        linestyle="",
        marker="v",
        markersize=7,
        color=_BAD,
        label="gave tricks away",
        zorder=4,
    )
    for (number, card), height in zip(spots, heights, strict=True):
        words = f"{card.seat}: {play_text(card.play, True)}"
        axes.annotate(
            words,
            (number + 1, height),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=7,
            color=_BAD,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5},
            zorder=5,
        )


def _height(review: Review, number: int, card: CardReview) -> float:
    """The value after a card, on its line; the middle of bounds."""
    seats, _ = seats_of(review.deal, card)
    line = next(series for series in series_of(review) if series.seats == seats)
    point = next(point for point in line.points if point.card == number + 1)
    return (point.low + point.high) / 2


def _tricks(axes: Any, review: Review) -> None:
    """Marks between the tricks."""
    starts = [number for number, card in enumerate(review.cards) if not card.place]
    axes.set_xticks(starts, [str(review.cards[number].trick + 1) for number in starts], fontsize=8)
    axes.set_xlabel("trick", fontsize=9)
    axes.set_xlim(-0.5, len(review.cards) + 0.5)
    for start in starts:
        axes.axvline(start, color="#eaeef2", linewidth=0.6, zorder=0)
