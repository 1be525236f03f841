"""Calls, bids and contracts as labels: words with at most one suit sign in them."""

from __future__ import annotations

from typing import NamedTuple

from tricktake.actions import Action, Bid, BidKind, Pass, Stand
from tricktake.cards import Suit
from tricktake.contract import Contract
from tricktake.svg._draw import Canvas
from tricktake.svg._suits import SUITS
from tricktake.svg._text import fit, width_of
from tricktake.svg.theme import suit_role

__all__ = ["Label", "call_label", "contract_label", "draw_label", "label_width", "points", "spoken"]


class Label(NamedTuple):
    """A text with at most one suit sign in it.

    Examples
    --------
    >>> spoken(Label("8", Suit.HEARTS, " by Ann"))
    '8 hearts by Ann'
    """

    text: str
    suit: Suit | None = None
    after: str = ""


_KINDS = {
    BidKind.MISERE: "misère",
    BidKind.OPEN_MISERE: "open misère",
    BidKind.BLIND_MISERE: "blind misère",
    BidKind.NIL: "nil",
    BidKind.BLIND_NIL: "blind nil",
    BidKind.BLIND_SIX: "blind 6",
    BidKind.ONE_FOR_FIFTY: "1 for 50",
    BidKind.TWO_FOR_FORTY: "2 for 40",
    BidKind.SHOOT_THE_MOON: "moon",
}


def call_label(call: Action) -> Label:
    """A call as it stands in a list.

    Parameters
    ----------
    call : Action

    Returns
    -------
    Label

    Examples
    --------
    >>> call_label(Bid("7H")), call_label(Bid("OM-SK")).text, call_label(Bid("NIL")).text
    (Label(text='7', suit=<Suit.HEARTS: 3>, after=''), 'open misère sans kitty', 'nil')
    """
    if isinstance(call, Pass):
        return Label("pass")
    if isinstance(call, Stand):
        return Label("stands")
    if not isinstance(call, Bid):
        return Label(call.text)
    after = " sans kitty" if call.sans_kitty else ""
    if call.kind in _KINDS:
        return Label(_KINDS[call.kind] + after)
    suit = None if call.strain is None else call.strain.suit
    if suit is not None:
        return Label(str(call.level), suit, after)
    return Label(f"{call.level}{' NT' if call.strain is not None else ''}{after}")


def contract_label(contract: Contract, after: str = "") -> Label:
    """A contract, with words behind it.

    Parameters
    ----------
    contract : Contract
    after : str, default ""

    Returns
    -------
    Label

    Examples
    --------
    >>> spoken(contract_label(Contract("8H", contractor=2, side={0, 2}), " by Ann"))
    '8 hearts by Ann'
    """
    label = call_label(contract.bid)
    if label.suit is None:
        return Label(label.text + after)
    return Label(label.text, label.suit, label.after + after)


def spoken(label: Label) -> str:
    """A label as plain text.

    Parameters
    ----------
    label : Label

    Returns
    -------
    str
    """
    if label.suit is None:
        return label.text
    return f"{label.text} {label.suit.name.lower()}{label.after}".strip()


def points(number: int) -> str:
    """A number of points with a real minus.

    Parameters
    ----------
    number : int

    Returns
    -------
    str

    Examples
    --------
    >>> points(120), points(-40)
    ('120', '−40')
    """
    return str(number).replace("-", "−")


def label_width(label: Label, font: float, *, bold: bool = False) -> float:
    """About how wide a label is, rather too much.

    Parameters
    ----------
    label : Label
    font : float
    bold : bool, default False, keyword only

    Returns
    -------
    float
    """
    sign = 0.0 if label.suit is None else 1.1 * font
    return width_of(label.text + label.after, font, bold=bold) + sign


def draw_label(
    canvas: Canvas,
    label: Label,
    x: float,
    y: float,
    font: float,
    *,
    room: float,
    fill: str = "ink",
    anchor: str = "start",
    bold: bool = False,
) -> None:
    """Draw a label on the base line ``y``.

    Parameters
    ----------
    canvas : Canvas
    label : Label
    x, y : float
    font : float
    room : float, keyword only
        How wide it may be; it is cut off there.
    fill : str, keyword only
    anchor : str, keyword only
        ``start``, ``middle`` or ``end``.
    bold : bool, keyword only
    """
    if label.suit is None:
        canvas.text(x, y, fit(label.text, font, room, bold=bold), font, fill=fill, anchor=anchor, bold=bold)
        return
    sign = 0.9 * font
    room -= width_of(label.text, font, bold=bold) + 1.1 * font
    after = fit(label.after, font, room, bold=bold)
    text, blank = label.text.rstrip(), 0.28 * font  # blanks at an end are not drawn
    before = width_of(text, font, bold=bold) + (blank if text != label.text else 0)
    gap = blank if label.after.startswith(" ") else 0.0
    behind = width_of(after, font, bold=bold)
    # the middle of the sign; texts grow away from it, whatever the font
    total = before + sign + behind + gap
    start = {"start": x, "middle": x - total / 2, "end": x - total}[anchor]
    middle = start + before + sign / 2
    edge = middle - 0.55 * sign - (blank if text != label.text else 0)
    canvas.text(edge, y, text, font, fill=fill, anchor="end", bold=bold)
    canvas.path(SUITS[label.suit], middle, y - 0.36 * font, sign / 100, fill=suit_role(label.suit))
    canvas.text(middle + 0.6 * sign + gap, y, after, font, fill=fill, bold=bold)
