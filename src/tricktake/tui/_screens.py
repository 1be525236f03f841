"""Screens over the table: texts to read, a question, and the curtain between two people."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tricktake.tui.glyphs import Glyphs

__all__ = ["Ask", "Curtain", "Sheet"]


class Sheet(ModalScreen[str]):
    """A text to read; its answer is ``on`` or ``quit``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,escape", "leave('on')", "go on"),
        Binding("q", "leave('quit')", "leave"),
        Binding("ctrl+c", "leave('stop')", "leave", priority=True),
        Binding("down,j", "scroll(1)", "down"),
        Binding("up,k", "scroll(-1)", "up"),
        Binding("pagedown", "scroll(10)", "down"),
        Binding("pageup", "scroll(-10)", "up"),
    ]

    def __init__(self, glyphs: Glyphs, title: str, text: Text, *, foot: str = "Enter: go on") -> None:
        super().__init__()
        self.glyphs = glyphs
        self._title = glyphs.text(title)
        self._text = text
        self._foot = glyphs.text(foot)

    def compose(self) -> ComposeResult:
        """A frame with the text."""
        with VerticalScroll(classes="sheet") as frame:
            frame.border_title = self._title
            frame.border_subtitle = self._foot
            frame.can_focus = False
            yield Static(self._text)

    def action_leave(self, how: str) -> None:
        """Close it."""
        self.dismiss(how)

    def action_scroll(self, lines: int) -> None:
        """Read on."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


class Curtain(ModalScreen[str]):
    """Hides everything until the person it names has taken the place."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave('on')", "go on"),
        Binding("q", "leave('quit')", "leave"),
        Binding("ctrl+c", "leave('stop')", "leave", priority=True),
    ]

    def __init__(self, glyphs: Glyphs, seat: int) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Whose turn it is."""
        with VerticalScroll(classes="sheet") as frame:
            frame.border_title = f"seat {self.seat}"
            frame.can_focus = False
            text = (
                f"\nIt is the turn of seat {self.seat}.\nEverybody else looks away.\n\nEnter shows the cards."
            )
            yield Static(Text(text, justify="center"))

    def action_leave(self, how: str) -> None:
        """Open it."""
        self.dismiss(how)


class Ask(ModalScreen[str | None]):
    """Asks for a line of text; None if it is not given."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "back")]

    def __init__(self, glyphs: Glyphs, title: str, value: str = "") -> None:
        super().__init__()
        self._title = glyphs.text(title)
        self._value = value

    def compose(self) -> ComposeResult:
        """A frame with a line."""
        with VerticalScroll(classes="sheet") as frame:
            frame.border_title = self._title
            frame.border_subtitle = "Enter: yes   Esc: back"
            frame.can_focus = False
            yield Input(self._value, select_on_focus=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is given."""
        self.dismiss(event.value.strip() or None)

    def action_leave(self) -> None:
        """It is not."""
        self.dismiss(None)
