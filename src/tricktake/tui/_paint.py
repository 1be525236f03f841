"""Colours, and texts painted by suit."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from tricktake.cards import Card, Suit
from tricktake.tui.glyphs import Glyphs

__all__ = [
    "BUBBLE",
    "FACE",
    "FELT",
    "GOLD",
    "PAST",
    "card_style",
    "columns",
    "ink",
    "tinted",
]

FELT = "#0d3b2e"
FACE = "#f4f1e6"
PAST = "#b4b8a8"
GOLD = "#ffd75f"
BUBBLE = "#d8e8dc"
_JOKER = "#7a1fa2"
# by suit, in the order of their numbers: spades, clubs, diamonds, hearts
_ON_FACE = ("#15181a", "#15181a", "#c2181f", "#c2181f")
_ON_FACE_FOUR = ("#15181a", "#0b7a3b", "#1b5fd0", "#c2181f")
_ON_DARK = ("#f0ede2", "#f0ede2", "#ff8a80", "#ff8a80")
_ON_DARK_FOUR = ("#f0ede2", "#7ee08a", "#7fb8ff", "#ff8a80")


def ink(glyphs: Glyphs, suit: Suit | None, *, face: bool) -> str:
    """The colour of a suit on a card's face or on a dark ground; the joker has its own."""
    if suit is None:
        return _JOKER if face else "#d7a8ff"
    if face:
        return (_ON_FACE_FOUR if glyphs.four_colours else _ON_FACE)[suit]
    return (_ON_DARK_FOUR if glyphs.four_colours else _ON_DARK)[suit]


def card_style(glyphs: Glyphs, card: Card, ground: str) -> Style:
    """How a card on the table is written."""
    return Style(color=ink(glyphs, card.suit, face=True), bgcolor=ground, bold=True)


def tinted(glyphs: Glyphs, text: str, style: str = "") -> Text:
    """A text on a dark ground, its cards and bids in the colours of their suits."""
    made = Text(style=style, no_wrap=False)
    for piece, suit in glyphs.pieces(text):
        made.append(piece, None if suit is None else ink(glyphs, suit, face=False))
    return made


def columns(rows: Iterable[Iterable[str]], *, gap: int = 2) -> list[str]:
    """Rows in columns, the first to the left and the others to the right."""
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        (" " * gap)
        .join(
            [
                f"{cell:>{width}}" if at else f"{cell:<{width}}"
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
        )
        .rstrip()
        for row in table
    ]
