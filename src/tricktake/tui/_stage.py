"""What is on the screen: the widgets, a scene painted on them, and the focus that moves between them."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from tricktake.actions import LOOK, PASS, STAND, Action, Exchange, Play
from tricktake.advisor import Advice
from tricktake.cli.sides import capital
from tricktake.state import Phase
from tricktake.tui._felt import Felt
from tricktake.tui._paint import tinted
from tricktake.tui._panel import hint_text, panel
from tricktake.tui._style import CSS
from tricktake.tui._widgets import CardRow, ChoiceBox, Choosable
from tricktake.tui.director import Director
from tricktake.tui.games import TABLES
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.seating import Region, nearest
from tricktake.tui.table import GameTable, Picks, Scene, lay

__all__ = ["Stage"]

_LEAST = (80, 24)  # columns and lines
_ROOMY = 32  # lines from which nothing has to be left out
_MOST_CARDS = 20


def _box(widget: Choosable) -> Region:
    x, y, width, height = widget.region
    return x, y, width, height


class Stage(App[int]):
    """The screen of a contest, which shows what one seat sees."""

    CSS: ClassVar[str] = CSS
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(self, director: Director, glyphs: Glyphs, *, kinds: Mapping[int, str], pace: float) -> None:
        super().__init__()
        self.title = director.game.title
        self.director = director
        self.glyphs = glyphs
        self.pace = pace
        self.scene: Scene | None = None
        """What is shown."""
        self.shown: int | None = None
        """The seat whose view is shown."""
        self.picks: Picks = Picks()
        """What has been begun to choose."""
        self.advice: Advice | None = None
        """The hint shown, if one is."""
        self.game_table: GameTable = TABLES[director.game.name]
        self._names = {
            seat: f"{seat} {self._who(seat, kinds.get(seat, ''))}".strip()
            for seat in range(director.contest.rules.players)
        }
        self._told = ("", "")  # what was said last, and how
        self._stays = False
        self._lock = asyncio.Lock()

    def _who(self, seat: int, kind: str) -> str:
        if self.director.is_human(seat):
            return "you" if len(self.director.humans) == 1 else "human"
        return kind.partition(":")[0]

    def compose(self) -> ComposeResult:
        """All widgets; the scene says which of them are seen."""
        glyphs = self.glyphs
        yield Static(id="head")
        with Vertical(id="table"):
            with Horizontal(id="middle"):
                with Vertical(id="mid"):
                    yield Felt(glyphs)
                    yield Static(id="over")
                with Vertical(id="side"):
                    yield Static(id="info")
                    yield ChoiceBox(glyphs, id="choices")
                    yield Static(id="hint")
            yield Static(id="open")
            yield CardRow(glyphs, 5, id="own")
            yield CardRow(glyphs, _MOST_CARDS, id="hand")
            yield Static(id="say")
            yield Input(id="typed", placeholder="HQ, 7H, put S5 C6 D5 ...", select_on_focus=False)
            yield Static(id="keys")
        yield Static(id="small")

    async def on_resize(self, event: events.Resize) -> None:
        """Fit the cards to the screen."""
        width, height = event.size
        small = width < _LEAST[0] or height < _LEAST[1]
        screen = self.screen_stack[0]
        screen.set_class(small, "-small")
        if small:
            words = f"This terminal has {width} columns and {height} lines;\n"
            words += f"the game needs {_LEAST[0]} and {_LEAST[1]}. q leaves."
            screen.query_one("#small", Static).update(words)
        await self.show()

    async def show(self) -> bool:
        """Show what the seat at the screen sees now; return whether there are new choices."""
        if self.shown is None or self.director.contest.deal is None or not self.is_running:
            return False
        async with self._lock:
            view = self.director.deal.view(self.shown)
            scene = lay(
                self.glyphs, self.game_table, self.director.game.prompts, view, self._names, self.picks
            )
            self.scene = scene
            return await self._paint(scene)

    async def _paint(self, scene: Scene) -> bool:
        screen, glyphs = self.screen_stack[0], self.glyphs
        width, height = self.size
        side = 29 if width < 100 else 36
        screen.query_one("#side").styles.width = side
        screen.query_one("#head", Static).update(tinted(glyphs, self._head(), "bold"))
        screen.query_one(Felt).show(scene)
        advised = self.advice.best if self.advice is not None else None
        room = height - 7 - (3 if scene.table else 0)
        screen.query_one("#info", Static).update(panel(glyphs, scene, side - 2, room=room))
        fresh = await screen.query_one(ChoiceBox).show(scene.box, advised=advised)
        self._paint_hint(scene, side - 4)
        cards = _cards_of(advised)
        screen.query_one("#hand", CardRow).show(scene.hand, width, backs=scene.backs, advised=cards)
        own = screen.query_one("#own", CardRow)
        own.display = bool(scene.table)
        own.show(scene.table, width, advised=cards)
        self._paint_open(scene)
        self._paint_say()
        keys = "? help  h hint  u undo  l tricks  t scores  s save  : type  q leave"
        screen.query_one("#keys", Static).update(keys + f"   pace {self.pace:g} s" if width >= 80 else keys)
        return fresh

    def _head(self) -> str:
        director, deal = self.director, self.director.deal
        rules = director.contest.rules.to_text()
        room = max(10, self.size.width - 40)
        rules = rules if len(rules) <= room else f"{rules[: room - 3]}..."
        number = len(director.contest.deals)
        return self.glyphs.text(f"{director.game.title}, {rules}: deal {number}, seat {deal.dealer} deals")

    def _paint_open(self, scene: Scene) -> None:
        widget = self.screen_stack[0].query_one("#open", Static)
        widget.display = bool(scene.open_hands)
        words = [f"seat {seat} lies open: {self.glyphs.cards(cards)}" for seat, cards in scene.open_hands]
        widget.update(tinted(self.glyphs, "\n".join(words)))

    def _paint_hint(self, scene: Scene, width: int) -> None:
        """The hint stands beside the table, or on it where the choices need the room."""
        screen = self.screen_stack[0]
        over, hint = screen.query_one("#over", Static), screen.query_one("#hint", Static)
        low = self.size.height < _ROOMY
        on_table = scene.box is not None
        over.display = self.advice is not None and on_table
        hint.display = self.advice is not None and not on_table
        screen.query_one("#info").display = not (
            low and hint.display
        )  # there it stands in place of the scores
        if self.advice is not None:
            if on_table:
                over.update(hint_text(self.glyphs, self.advice, 44, 5))
            else:
                hint.update(hint_text(self.glyphs, self.advice, width, 6, most=7 if low else 9))

    def _paint_say(self) -> None:
        scene = self.scene
        if scene is None:
            return
        text, style = self._told
        text = self.glyphs.text(text)
        room = self.size.width - 2
        line = Text(no_wrap=True, overflow="ellipsis")
        if len(text) > room:  # then it takes the line of what is asked as well
            line.append_text(tinted(self.glyphs, "\n".join(textwrap.wrap(text, room, max_lines=2)), style))
            self.screen_stack[0].query_one("#say", Static).update(line)
            return
        if scene.is_turn:
            line.append(f"Seat {scene.seat}: ", "bold #ffd75f")
            line.append(scene.prompt, "bold")
        else:
            line.append(capital(scene.prompt), "#8fb3a1")
        line.append("\n")
        line.append_text(tinted(self.glyphs, text, style))
        self.screen_stack[0].query_one("#say", Static).update(line)

    def say(self, text: str, *, bad: bool = False, stays: bool = False) -> None:
        """Say something under the table.

        Parameters
        ----------
        text : str
        bad : bool, default False, keyword only
            Whether something could not be done; that stays until the person does something else.
        stays : bool, default False, keyword only
            Whether it stays so in any case.
        """
        self._stays = stays or bad
        self._told = (text, "bold #ffb4a8" if bad else "#c8d8cc")
        self._paint_say()

    def focus_first(self, *, box: bool = False) -> None:
        """Focus what is most likely wanted: to pass or look, a legal card, the next step of an exchange."""
        screen, scene = self.screen_stack[0], self.scene
        if scene is None:
            return
        if scene.box is not None and (scene.phase is not Phase.EXCHANGE or box):
            cells = [cell for cell in screen.query_one(ChoiceBox).cells if cell.is_legal]
            quiet = [cell for cell in cells if cell.choice.does in (PASS, STAND, LOOK)]
            for cell in [*quiet, *cells][:1]:
                cell.focus()
            return
        for row in ("#own", "#hand"):
            for button in screen.query_one(row, CardRow).shown:
                if button.is_legal:
                    button.focus()
                    return

    def action_move(self, dx: int, dy: int) -> None:
        """Focus the next thing to choose in a direction."""
        self._stays = False
        focused = self.focused
        things = [
            widget
            for widget in self.screen.query(Choosable)
            if widget.can_focus
            and widget.region.area
            and all(
                node.display
                for node in widget.ancestors_with_self
                if isinstance(node, Choosable | CardRow | ChoiceBox)
            )
        ]
        if not isinstance(focused, Choosable):
            self.focus_first()
            return
        boxes = [_box(widget) for widget in things]
        at = nearest(_box(focused), boxes, dx, dy)
        if at is not None:
            things[at].focus()


def _cards_of(action: Action | None) -> tuple[int, ...]:
    """The cards of an action, to be marked in the hand."""
    if isinstance(action, Play):
        return (int(action.card),)
    if isinstance(action, Exchange):
        return tuple([int(card) for card in action.cards])
    return ()
