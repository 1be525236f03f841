"""The widgets a person chooses with: cards, cells of a box, rows of them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from tricktake.tui._paint import ink, tinted
from tricktake.tui.choices import Box, CardChoice, Choice
from tricktake.tui.glyphs import Glyphs

__all__ = ["CardButton", "CardRow", "Cell", "ChoiceBox", "Choosable"]


class Choosable(Static, can_focus=True):
    """Something that is chosen with the keyboard or the mouse."""

    class Chosen(Message):
        """It has been chosen."""

        def __init__(self, widget: Choosable) -> None:
            super().__init__()
            self.widget = widget

    class Pointed(Message):
        """It has got the focus, or the mouse is over it."""

        def __init__(self, widget: Choosable, *, mouse: bool = False) -> None:
            super().__init__()
            self.widget = widget
            self.mouse = mouse

    @property
    def is_legal(self) -> bool:
        """Whether it may be chosen."""
        return False

    @property
    def why(self) -> str:
        """Why not, or what it means."""
        return ""

    def on_click(self) -> None:
        """A click chooses."""
        self.focus()
        self.post_message(self.Chosen(self))

    def on_key(self, event: events.Key) -> None:
        """So does Enter; what is typed fast goes to the line it opens, which may not have the focus yet."""
        takes = getattr(self.app, "takes_key", None)
        if takes is not None and takes(event.key, event.character):
            event.stop()
            event.prevent_default()
        elif event.key == "enter":
            event.stop()
            self.post_message(self.Chosen(self))

    def on_focus(self) -> None:
        """Say what it is."""
        self.post_message(self.Pointed(self))

    def on_enter(self) -> None:
        """Say what it is, to the mouse."""
        self.post_message(self.Pointed(self, mouse=True))


class CardButton(Choosable):
    """A card of one's own."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(classes="card")
        self.glyphs = glyphs
        self.choice: CardChoice | None = None
        self.advised = False
        self._width = 0

    @property
    def is_legal(self) -> bool:
        """Whether the card may be chosen."""
        return self.choice is not None and self.choice.is_live and self.choice.is_legal

    @property
    def why(self) -> str:
        """Why it may not."""
        return "" if self.choice is None or self.choice.why is None else self.choice.why

    def show(self, choice: CardChoice | None, width: int, *, advised: bool = False, back: str = "") -> None:
        """Show a card, the back of one, or nothing."""
        same = (choice, advised, width) == (self.choice, self.advised, self._width)
        self._width = width
        self.choice, self.advised = choice, advised
        self.display = choice is not None or bool(back)
        self.can_focus = choice is not None
        self.styles.width = width
        self.set_class(choice is None, "-back")
        dim = choice is not None and choice.is_live and not choice.is_legal
        self.set_class(dim, "-illegal")
        self.set_class(choice is not None and choice.is_picked, "-picked")
        self.set_class(advised, "-advised")
        self.set_class(choice is not None and choice.is_new, "-new")
        if choice is None:
            self.update(Text("\n".join([(back * width)[:width]] * 2)))
        elif not same:
            self.update(self._face(choice, width, dim))

    def _face(self, choice: CardChoice, width: int, dim: bool) -> Text:
        colour = "#39433d" if dim else ink(self.glyphs, choice.card.suit, face=True)
        name = self.glyphs.card(choice.card)
        key = f"({choice.key})" if dim and choice.key else choice.key
        if choice.is_new:
            key = f"{key}+"
        if self.advised:
            key = f"{key}!"
        if choice.covers and not choice.key:
            key = self.glyphs.back
        face = Text(justify="left", no_wrap=True, overflow="crop")
        face.append(f"{name:^{width}}"[:width], Style(color=colour, bold=not dim))
        face.append("\n")
        face.append(f"{key:^{width}}"[:width], Style(color="#39433d" if dim else "#777468"))
        return face


class CardRow(Horizontal):
    """A row of one's own cards, as wide as there is room."""

    def __init__(self, glyphs: Glyphs, most: int, *, id: str) -> None:
        super().__init__(id=id, classes="cards")
        self.glyphs = glyphs
        self.buttons = [CardButton(glyphs) for _ in range(most)]

    def compose(self) -> ComposeResult:
        """All cards it can ever hold."""
        yield from self.buttons

    def show(
        self, cards: Sequence[CardChoice], room: int, *, backs: int = 0, advised: Sequence[int] = ()
    ) -> None:
        """Show cards, or the backs of cards that have not been looked at."""
        many = max(len(cards), backs, 1)
        width = max(3, min(6, room // many - 1))
        for at, button in enumerate(self.buttons):
            choice = cards[at] if at < len(cards) else None
            back = self.glyphs.back if choice is None and at < backs else ""
            button.show(choice, width, advised=choice is not None and int(choice.card) in advised, back=back)

    @property
    def shown(self) -> list[CardButton]:
        """The cards that can be chosen from."""
        return [button for button in self.buttons if button.choice is not None]


class Cell(Choosable):
    """A choice in a box."""

    def __init__(self, glyphs: Glyphs, choice: Choice, width: int) -> None:
        super().__init__(classes="cell")
        self.glyphs = glyphs
        self.styles.width = width
        self._width = width
        self.choice = choice
        self.show(choice)

    @property
    def is_legal(self) -> bool:
        """Whether it may be chosen."""
        return self.choice.is_legal

    @property
    def why(self) -> str:
        """Why not, or what it means."""
        return self.choice.why if self.choice.why is not None else self.choice.note

    def show(self, choice: Choice, *, advised: bool = False) -> None:
        """Show a choice."""
        self.choice = choice
        self.set_class(not choice.is_legal, "-illegal")
        self.set_class(advised, "-advised")
        self._draw(focused=self.has_focus)

    def on_focus(self) -> None:
        """Say what it is, in colours for a light ground."""
        self._draw(focused=True)
        super().on_focus()

    def on_blur(self) -> None:
        """Back to those for a dark one."""
        self._draw(focused=False)

    def _draw(self, *, focused: bool) -> None:
        choice = self.choice
        label = f"{self.glyphs.text(choice.label):^{self._width}}"
        text = Text(no_wrap=True, overflow="crop")
        for piece, suit in self.glyphs.pieces(label):
            plain = suit is None or not choice.is_legal
            text.append(piece, None if plain else ink(self.glyphs, suit, face=focused))
        self.update(text)


class ChoiceBox(Vertical):
    """The choices of a phase, in rows under a title."""

    def __init__(self, glyphs: Glyphs, *, id: str) -> None:
        super().__init__(id=id)
        self.glyphs = glyphs
        self.box: Box | None = None
        self.cells: list[Cell] = []
        self._shape: tuple[object, ...] = ()

    async def show(self, box: Box | None, *, advised: object = None) -> bool:
        """Show a box, or none; return whether its cells are new ones."""
        self.box = box
        self.display = box is not None
        shape = (
            ()
            if box is None
            else (box.heads, tuple([tuple([len(c.label) for c in row]) for row in box.rows]))
        )
        fresh = shape != self._shape
        if fresh:
            await self.remove_children()
            self._shape = shape
            self.cells = []
            if box is not None:
                await self.mount(Static("", classes="lines"), *self._rows(box))
        if box is not None:
            self.border_title = self.glyphs.text(box.title)
            lines = self.query_one(".lines", Static)
            lines.display = bool(box.lines)
            lines.update(tinted(self.glyphs, self.glyphs.text("\n".join(box.lines)), "bold"))
            for cell, choice in zip(self.cells, box.choices, strict=True):
                cell.show(choice, advised=advised is not None and choice.does == advised)
        return fresh

    def _rows(self, box: Box) -> list[Horizontal]:
        rows = []
        longest_row = max([len(row) for row in box.rows])
        for at, row in enumerate(box.rows):
            longest = max([len(choice.label) for choice in row])
            width = 3 if longest <= 2 and len(row) > 5 else 5 if longest <= 4 else longest + 2
            cells = [Cell(self.glyphs, choice, width) for choice in row]
            self.cells += cells
            head = [Static(f"{box.heads[at]} ", classes="head")] if box.heads else []
            rest = [Static(" " * width, classes="rest") for _ in range(longest_row - len(row)) if width <= 5]
            for blank in rest:
                blank.styles.width = width
            rows.append(Horizontal(*head, *cells, *rest, classes="row"))
        return rows
