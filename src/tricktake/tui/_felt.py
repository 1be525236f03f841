"""The table itself: plates of the seats, the trick, the calls, and what lies open, painted in characters."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from tricktake.state import Phase
from tricktake.tui._paint import BUBBLE, FACE, FELT, GOLD, PAST, card_style, ink
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.seating import PLATE_WIDTH, Spot, spots
from tricktake.tui.table import Place, Scene, TrickCard

__all__ = ["Felt"]

_PLAIN = Style(color="#dfe8e0", bgcolor=FELT)
_QUIET = Style(color="#8fb3a1", bgcolor=FELT)
_FRIEND = Style(color="#8fe3ff", bgcolor=FELT, bold=True)
_NAME = Style(color="#ffffff", bgcolor=FELT, bold=True)
_ACTS = Style(color="#1b1b1b", bgcolor=GOLD, bold=True)
_SAYS = Style(color="#15181a", bgcolor=BUBBLE, bold=True)
_TALL = 16  # lines a table needs for cards of three lines


class Canvas:
    """Characters with styles on a ground."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width = width
        self._rows = [[(" ", ground)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write a text, as far as it lies on the canvas."""
        if not 0 <= y < len(self._rows):
            return
        for at, sign in enumerate(text, x):
            if 0 <= at < self.width:
                self._rows[y][at] = (sign, style)

    def text(self) -> Text:
        """All of it."""
        made = Text(no_wrap=True, overflow="crop", end="")
        for number, row in enumerate(self._rows):
            if number:
                made.append("\n")
            start = 0
            for at in range(1, len(row) + 1):
                if at == len(row) or row[at][1] is not row[start][1]:
                    made.append("".join([sign for sign, _ in row[start:at]]), row[start][1])
                    start = at
        return made


class Felt(Widget):
    """Paints a scene."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="felt")
        self.glyphs = glyphs
        self.scene: Scene | None = None

    def show(self, scene: Scene | None) -> None:
        """Paint another scene; None: an empty table."""
        self.scene = scene
        self.refresh()

    def render(self) -> Text:
        """Paint it."""
        width, height = self.size
        canvas = Canvas(width, height, _PLAIN)
        scene = self.scene
        if scene is not None and width > 0 and height > 0:
            tables = any(place.piles for place in scene.places)
            card = 3 if height >= _TALL + (3 if tables else 0) else 1
            around = spots(len(scene.places), width, height, card=card, top=3 if tables else 0)
            for place, spot in zip(scene.places, around, strict=True):
                self._plate(canvas, place, spot)
                self._piles(canvas, place, spot)
                self._says(canvas, place, spot, card)
            self._middle(canvas, scene, around, card)
            self._trick(canvas, scene, around, card)
        return canvas.text()

    def _plate(self, canvas: Canvas, place: Place, spot: Spot) -> None:
        style = _ACTS if place.acts else _FRIEND if place.is_friend else _QUIET if place.is_out else _NAME
        mark = " D" if place.is_dealer else ""
        name = f" {place.name[: PLATE_WIDTH - 2 - len(mark)]}{mark} "
        for text, row, how in ((name, 0, style), (f" {place.line} ", 1, _QUIET if place.is_out else _PLAIN)):
            text = self.glyphs.text(text[:PLATE_WIDTH])
            if spot.plate_x == 0 and spot.plate_y:
                at = 0
            elif spot.plate_x + PLATE_WIDTH >= canvas.width and spot.plate_y:
                at = canvas.width - len(text)
            else:
                at = spot.plate_x + (PLATE_WIDTH - len(text)) // 2
            self._words(canvas, at, spot.plate_y + row, text, how)

    def _words(self, canvas: Canvas, x: int, y: int, text: str, style: Style) -> None:
        """A text on the felt, its suits in their colours."""
        for piece, suit in self.glyphs.pieces(text):
            colour = None if suit is None or style is _ACTS else ink(self.glyphs, suit, face=False)
            canvas.put(x, y, piece, style if colour is None else style + Style(color=colour))
            x += len(piece)

    def _piles(self, canvas: Canvas, place: Place, spot: Spot) -> None:
        """What lies on the table of another seat."""
        left = spot.card_x - 3 * len(place.piles)
        for at, (card, covers) in enumerate(place.piles):
            x = left + 6 * at
            if card is not None:
                text = f"{self.glyphs.card(card):^5}"
                canvas.put(x, spot.plate_y + 2, text, card_style(self.glyphs, card, FACE))
            if covers:
                canvas.put(x, spot.plate_y + 3, self.glyphs.back * 2 + self.glyphs.back[0], _QUIET)

    def _says(self, canvas: Canvas, place: Place, spot: Spot, card: int) -> None:
        if place.say:
            text = f" {place.say} "
            x = spot.card_x - len(text) // 2
            style = _QUIET if place.say == "pass" else _SAYS
            for piece, suit in self.glyphs.pieces(text):
                how = style if suit is None else style + Style(color=ink(self.glyphs, suit, face=True))
                canvas.put(x, spot.card_y + card // 2, piece, how)
                x += len(piece)

    def _middle(self, canvas: Canvas, scene: Scene, around: tuple[Spot, ...], card: int) -> None:
        """The number of the trick and who has won it, in the middle of the table."""
        if not scene.number or scene.phase is Phase.AUCTION:
            return
        top = max([spot.card_y for spot in around[1:] if spot.plate_y == 0], default=around[0].card_y - card)
        y = (top + card + around[0].card_y) // 2
        lines = [f"trick {scene.number}"]
        if scene.is_past:
            winner = next((played.seat for played in scene.trick if played.wins), None)
            lines.append(f"to seat {winner}")
            y -= 1
        for row, text in enumerate(lines):
            canvas.put(around[0].card_x - len(text) // 2, y + row, text, _QUIET)

    def _trick(self, canvas: Canvas, scene: Scene, around: tuple[Spot, ...], card: int) -> None:
        where = {place.seat: spot for place, spot in zip(scene.places, around, strict=True)}
        tables = any(played.from_table for played in scene.trick) or any(
            place.piles for place in scene.places
        )
        for played in scene.trick:
            spot = where[played.seat]
            shift = (4 if played.from_table else -4) if tables else 0
            self._card(
                canvas, played, spot.card_x + shift, spot.card_y, card, past=scene.is_past, tables=tables
            )

    def _card(
        self, canvas: Canvas, played: TrickCard, x: int, y: int, lines: int, *, past: bool, tables: bool
    ) -> None:
        named = f":{self.glyphs.suit(played.named)}" if played.named is not None else ""
        text = f"{'>' if played.leads else ' '}{self.glyphs.card(played.card)}{named}"
        text += "*" if played.wins else " "
        text = f"{text:^5}"
        ground = GOLD if played.wins else PAST if past else FACE
        style = card_style(self.glyphs, played.card, ground)
        left = x - len(text) // 2
        for row in range(lines):
            canvas.put(left, y + row, text if row == lines // 2 else " " * len(text), style)
        if tables and lines > 1:
            word = "table" if played.from_table else "hand "
            canvas.put(left, y + lines - 1, word[: len(text)], Style(color="#6b6b60", bgcolor=ground))
