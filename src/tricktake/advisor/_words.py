"""Advice in words and columns, and as data for programs."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tricktake.actions import Action, Pass, Stand
from tricktake.cards import Card, CardSet

if TYPE_CHECKING:
    from tricktake.advisor.advice import Advice, Rated

__all__ = [
    "action_words",
    "advice_data",
    "advice_text",
    "card_words",
    "heading",
    "in_signs",
    "percent",
    "points",
    "shown_options",
]

_WIDTH = 96
_BAR = 30  # characters of a share of 1
_SUIT_SIGNS = str.maketrans("SCDH", "♠♣♦♥")
# a card (HQ), a bid (8H), a joker led as a suit (JK:H) or named to be one (name H)
_CODES = re.compile(
    r"(?<!-)\b(?:[SCDH](?=1[0-3]\b|[2-9AKQJ]\b)|(?:[6-9]|10)[SCDH]\b|JK:[SCDH]\b|name [SCDH]\b)"
)


def in_signs(text: str) -> str:
    """A text with signs in place of the letters of suits, where they stand in cards, bids and actions.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        Of the same length.

    Examples
    --------
    >>> in_signs("8H over HQ and JK:S")
    '8♥ over ♥Q and JK:♠'
    >>> in_signs("6S-SK")
    '6♠-SK'
    """
    return _CODES.sub(lambda found: found[0][:-1] + found[0][-1].translate(_SUIT_SIGNS), text)


def action_words(action: Action) -> str:
    """An action in a table.

    Parameters
    ----------
    action : Action

    Returns
    -------
    str
    """
    if isinstance(action, Pass):
        return "pass"
    return "stand" if isinstance(action, Stand) else action.text


def card_words(cards: CardSet) -> str:
    """Cards, suit by suit, high ones first.

    Parameters
    ----------
    cards : CardSet

    Returns
    -------
    str
    """
    listed = sorted(cards, key=lambda card: (card is not Card.JK, card.suit or 0, -int(card)))
    return " ".join([card.name for card in listed])


def percent(share: float | None) -> str:
    """A chance as it is printed."""
    return "-" if share is None else f"{100 * share:.0f} %"


def points(value: float | None) -> str:
    """Points as they are printed."""
    return "-" if value is None else f"{value:+.1f}"


def heading(advice: Advice) -> str:
    """What the advice is about, in a line."""
    view = advice.view
    phase = "final raise" if view.phase.value == "final_raise" else view.phase.value
    what = f"advice for seat {view.seat} in the {phase}"
    rules = getattr(view, "rules").to_text()  # noqa: B009
    return f"{advice.game}, {rules}: {what}, from {advice.worlds} worlds of seed {advice.seed}"


def shown_options(advice: Advice, rows: int) -> tuple[list[Rated], int]:
    """The options that are shown, and how many more there are.

    Parameters
    ----------
    advice : Advice
    rows : int
        How many at most; one at least is shown.

    Returns
    -------
    shown : list of Rated
    left : int
    """
    shown = list(advice.options[: max(1, rows)])
    return shown, len(advice.options) - len(shown)


def advice_text(advice: Advice, *, signs: bool, rows: int) -> str:
    """Write advice for people.

    Parameters
    ----------
    advice : Advice
    signs : bool, keyword only
    rows : int, keyword only

    Returns
    -------
    str
    """
    shown, left = shown_options(advice, rows)
    lines = textwrap.wrap(heading(advice), _WIDTH)
    if advice.view.hand is not None:
        lines.append(f"Hand: {card_words(advice.view.hand)}")
    lines += ["", *_table(shown)]
    if left:
        lines.append(f"  and {left} more")
    lines += _note(advice, shown)
    if advice.tricks is not None:
        lines += ["", f"{advice.tricks.label} (mean {advice.tricks.mean:.1f}):", *_bars(advice.tricks.shares)]
    if advice.discards:
        lines += ["", *_discards(advice)]
    best = f"Recommended: {action_words(advice.best)}. {advice.reason}"
    lines += ["", *textwrap.wrap(best, _WIDTH, break_on_hyphens=False)]
    text = "\n".join(lines) + "\n"
    return in_signs(text) if signs else text


def _note(advice: Advice, shown: Sequence[Rated]) -> list[str]:
    """Whose contract a pass leaves standing, where the table has a chance for it."""
    high, seat = getattr(advice.view, "high", None), getattr(advice.view, "high_seat", None)
    quiet = [option for option in shown if isinstance(option.action, (Pass, Stand))]
    if high is None or not quiet or quiet[0].chance is None:
        return []
    return [f"After a {action_words(quiet[0].action)}: {high.text} of seat {seat} as the contract."]


def _table(shown: Sequence[Rated]) -> list[str]:
    """The options, with the columns that anything stands in."""
    columns: list[tuple[str, list[str]]] = [("", [action_words(option.action) for option in shown])]
    for head, cells in (
        ("made", [percent(option.chance) for option in shown]),
        ("points", [points(option.points) for option in shown]),
        ("error", ["-" if option.error is None else f"{option.error:.1f}" for option in shown]),
        ("win", [percent(option.win) for option in shown]),
    ):
        if any(cell != "-" for cell in cells):
            columns.append((head, cells))
    rows = _aligned([[head, *cells] for head, cells in columns])
    return rows if len(columns) > 1 else rows[1:]


def _aligned(columns: Iterable[Sequence[str]]) -> list[str]:
    """Columns as lines, the first flush left and the others flush right."""
    padded = []
    for at, cells in enumerate(columns):
        width = max(map(len, cells))
        padded.append([cell.rjust(width) if at else cell.ljust(width) for cell in cells])
    return ["  " + "  ".join(row).rstrip() for row in zip(*padded, strict=True)]


def _bars(shares: Sequence[float]) -> list[str]:
    """A distribution, from the first number that occurs to the last."""
    at = [tricks for tricks, share in enumerate(shares) if share > 0]
    lines = []
    for tricks in range(at[0], at[-1] + 1):
        bar = "#" * round(_BAR * shares[tricks])
        lines.append(f"  {tricks:>2}  {percent(shares[tricks]):>5}  {bar}".rstrip())
    return lines


def _discards(advice: Advice) -> list[str]:
    kitty = ["If the kitty is", *[card_words(found.kitty) for found in advice.discards]]
    put = ["put away", *[card_words(found.put) for found in advice.discards]]
    tricks = ["tricks", *["-" if found.tricks is None else str(found.tricks) for found in advice.discards]]
    columns = [kitty, put] if set(tricks[1:]) == {"-"} else [kitty, put, tricks]
    width = max(map(len, put))
    columns[1] = [cell.ljust(width) for cell in put]
    return [line[2:] if at == 0 else line for at, line in enumerate(_aligned(columns))]


def advice_data(advice: Advice) -> dict[str, Any]:
    """Advice for programs.

    Parameters
    ----------
    advice : Advice

    Returns
    -------
    dict
    """
    view = advice.view
    tricks = advice.tricks
    return {
        "game": advice.game,
        "view": view.to_text(),
        "seat": view.seat,
        "phase": view.phase.value,
        "worlds": advice.worlds,
        "seed": advice.seed,
        "best": advice.best.text,
        "reason": advice.reason,
        "options": [
            {
                "action": option.action.text,
                "chance": option.chance,
                "points": option.points,
                "error": option.error,
                "win": option.win,
            }
            for option in advice.options
        ],
        "tricks": None if tricks is None else {"label": tricks.label, "shares": list(tricks.shares)},
        "discards": [
            {"kitty": _names(found.kitty), "put": _names(found.put), "tricks": found.tricks}
            for found in advice.discards
        ],
    }


def _names(cards: CardSet) -> list[str]:
    return card_words(cards).split()
