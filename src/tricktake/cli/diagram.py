"""Hands in rows: a line for every seat, a column for every suit, high cards first."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.cards import CardSet, Suit
from tricktake.cli.terminal import Terminal

__all__ = ["hand_line", "hand_rows", "loose_cards"]

_NONE = "-"


def hand_rows(terminal: Terminal, rows: Sequence[tuple[str, CardSet]]) -> list[str]:
    r"""Lay hands out by suit.

    Parameters
    ----------
    terminal : Terminal
        What can be shown.
    rows : sequence of (str, CardSet)
        A label and the cards of each row.

    Returns
    -------
    list of str
        A heading and a line for each row.

    Examples
    --------
    >>> import io
    >>> terminal = Terminal(io.StringIO(), ascii_only=True)
    >>> rows = [("seat 0", CardSet("SA S10 HQ JK")), ("kitty", CardSet("C5 C6 D5"))]
    >>> print("\n".join(hand_rows(terminal, rows)))
                S     C    D  H  joker
      seat 0    A 10  -    -  Q  JK
      kitty     -     6 5  5  -  -
    """
    with_joker = any(card.suit is None for _, cards in rows for card in cards)
    heading = [terminal.suit(suit) for suit in Suit] + (["joker"] if with_joker else [])
    gap = " "
    cells = [_cells(cards, gap, with_joker) for _, cards in rows]
    if sum([max(map(len, column)) + 2 for column in zip(*cells, strict=True)]) > terminal.width - 12:
        cells = [_cells(cards, "", with_joker) for _, cards in rows]
    widths = [max(map(len, column)) for column in zip(heading, *cells, strict=True)]
    lines = []
    for label, row in (("", heading), *zip([label for label, _ in rows], cells, strict=True)):
        lines.append(
            f"  {label:<9} "
            + "  ".join([f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)])
        )
    return [line.rstrip() for line in lines]


def _cells(cards: CardSet, gap: str, with_joker: bool) -> list[str]:
    held = list(cards)
    cells = []
    for suit in Suit:
        ranks = sorted([card for card in held if card.suit is suit], reverse=True)
        cells.append(gap.join([card.name[1:] for card in ranks]) or _NONE)
    if with_joker:
        cells.append(gap.join([card.name for card in held if card.suit is None]) or _NONE)
    return cells


def loose_cards(terminal: Terminal, cards: CardSet) -> str:
    """Cards in one line, each with its suit.

    Parameters
    ----------
    terminal : Terminal
        What can be shown.
    cards : CardSet

    Returns
    -------
    str

    Examples
    --------
    >>> import io
    >>> loose_cards(Terminal(io.StringIO(), ascii_only=True), CardSet("S5 C6 JK"))
    'JK S5 C6'
    """
    return " ".join([terminal.card(card) for card in cards])


def hand_line(terminal: Terminal, cards: CardSet) -> str:
    """A hand in one line, suit by suit, high cards first.

    Parameters
    ----------
    terminal : Terminal
    cards : CardSet

    Returns
    -------
    str

    Examples
    --------
    >>> hand_line(Terminal(ascii_only=True), CardSet("S10 SA HQ JK"))
    'JK  S A 10  H Q'
    """
    jokers = [card.name for card in cards if card.suit is None]
    parts = [" ".join(jokers)] if jokers else []
    for suit in Suit:
        ranks = sorted([card for card in cards if card.suit is suit], reverse=True)
        if ranks:
            parts.append(" ".join([terminal.suit(suit), *[card.name[1:] for card in ranks]]))
    return "  ".join(parts)
