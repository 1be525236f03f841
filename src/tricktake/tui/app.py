"""The full-screen game: shows the table of the person to act, takes answers, lets the bots play.

One worker plays the contest; while it waits for a person, the widgets push his answer and wake it up. Bots
and the advisor think in threads of their own. What is shown comes from ``deal.view(seat)`` alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tricktake.actions import Action, Exchange, Play
from tricktake.advisor import Advice, advise
from tricktake.cards import CardSet
from tricktake.cli.sides import capital
from tricktake.errors import GameError
from tricktake.state import Phase
from tricktake.tui._desk import PACES, Desk
from tricktake.tui._paint import tinted
from tricktake.tui._panel import filled, sheet_text
from tricktake.tui._screens import Curtain, Sheet
from tricktake.tui._threads import beside
from tricktake.tui._widgets import CardButton, Cell, ChoiceBox, Choosable
from tricktake.tui.choices import CardChoice, Command, joker_box, reason
from tricktake.tui.director import Director, ask_bot
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.table import Picks

__all__ = ["PACES", "TableApp"]

_BLINK = 0.25  # seconds after a turn has begun in which Enter was meant for what was there before


class TableApp(Desk):
    """A contest at this terminal, full screen.

    Parameters
    ----------
    director : Director
        The contest and who plays in it.
    glyphs : Glyphs
        What can be shown.
    kinds : mapping of int to str, keyword only
        Who plays each seat, in words.
    deals : int, optional, keyword only
        Deals to finish; None: no limit.
    pace : float, default 0.9, keyword only
        Seconds between the actions of bots; twice as long after a trick.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.bots import Heuristic
    >>> from tricktake.cli.games import GAMES
    >>> from tricktake.cli.terminal import Terminal
    >>> bots = {seat: Heuristic() for seat in (1, 2, 3)}
    >>> director = Director(GAMES["five-hundred"], fh.Match(seed=500), bots, humans=frozenset((0,)))
    >>> app = TableApp(director, Glyphs(Terminal(ascii_only=True)), kinds={0: "human"})
    >>> app.pace
    0.9
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("s", "save", "save"),
        Binding("q,ctrl+q", "leave", "leave"),
        Binding("ctrl+c", "stop", "leave at once", priority=True),
        Binding("question_mark,f1", "help", "help"),
        Binding("l", "tricks", "tricks"),
        Binding("t", "tally", "score sheet"),
        Binding("r", "rules", "rules"),
        Binding("colon", "type", "type"),
        Binding("space", "go_on", "go on"),
        Binding("plus,equals_sign", "pace(1)", "slower"),
        Binding("minus", "pace(-1)", "faster"),
        Binding("left", "move(-1, 0)", "left"),
        Binding("right", "move(1, 0)", "right"),
        Binding("up", "move(0, -1)", "up"),
        Binding("down", "move(0, 1)", "down"),
        Binding("escape", "back", "back"),
    ]

    shown: int | None
    picks: Picks
    advice: Advice | None

    def __init__(
        self,
        director: Director,
        glyphs: Glyphs,
        *,
        kinds: Mapping[int, str],
        deals: int | None = None,
        pace: float = 0.9,
    ) -> None:
        super().__init__(director, glyphs, kinds=kinds, pace=pace)
        self.deals = deals
        self._answer: asyncio.Future[None] | None = None  # what the contest waits for while a person acts
        self._asked = 0.0  # when that began
        self._is_waiting = False
        self._go = asyncio.Event()
        self._thinking = -1  # the state of the deal a hint is being sought for

    @property
    def is_waiting(self) -> bool:
        """Whether everything has been shown that a person needs to act now."""
        return self._is_waiting and self._answer is not None and not self._answer.done()

    def on_mount(self) -> None:
        """Begin to play."""
        if self.glyphs.is_plain:
            self.add_class("-plain")
        self.run_worker(self._play(), name="contest", exclusive=False)

    # ---- the contest -----------------------------------------------------------------------------------

    async def _play(self) -> None:
        director, done = self.director, 0
        if self.shown is None and len(director.humans) == 1:
            self.shown = next(iter(director.humans))
        while not director.contest.is_over and (self.deals is None or done < self.deals):
            director.begin()
            await self._play_deal()
            done += 1
            self.keep()
            await self._after_deal()
        await self._end()
        self.exit(0)

    async def _play_deal(self) -> None:
        director, deal = self.director, self.director.deal
        await self.show()
        while deal.turn is not None:
            seat = deal.turn
            if self.shown is None:  # nobody has sat down yet
                await self._seat(self._first_human(seat))
            if director.is_human(seat):
                await self._seat(seat)
                await self._ask(seat)
            else:
                view = deal.view(seat)
                answer = await beside(partial(ask_bot, director.bots[seat], view))
                fault = director.take(seat, answer)
                if fault:
                    self.say(capital(f"{fault}."), bad=True, stays=True)
            if self.pace > 0 or deal.turn is None:  # without pauses only what a person has to answer is shown
                await self.show()
            ended = not deal.trick and bool(deal.finished) and deal.phase in (Phase.PLAY, Phase.OVER)
            if deal.turn is None or not director.is_human(deal.turn):
                await self._pause(2 * self.pace if ended else self.pace)

    def _first_human(self, turn: int) -> int:
        players = self.director.contest.rules.players
        around: list[int] = [(turn + step) % players for step in range(players)]
        return next(seat for seat in around if seat in self.director.humans)

    async def _seat(self, seat: int) -> None:
        """Let a person see the screen, and nobody else (a hot seat)."""
        if seat != self.shown and len(self.director.humans) > 1:
            self._drop()
            self.say("")
            curtain = self.push_screen(Curtain(self.glyphs, seat), wait_for_dismiss=True)
            self.shown = seat
            await self.show()  # behind the curtain, so that the cards of the other are gone when it opens
            await self._obey(await curtain)
        self.shown = seat

    async def _ask(self, seat: int) -> None:
        """Wait until a person has acted or taken back."""
        self._answer = asyncio.get_running_loop().create_future()
        self._asked = monotonic()
        await self.show()
        if not self.screen_stack[0].query_one("#typed", Input).display:
            self.focus_first()
        self._is_waiting = True
        await self._answer
        self._is_waiting = False
        self._answer = None

    async def _pause(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        self._go.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._go.wait(), seconds)

    async def _after_deal(self) -> None:
        director, deal = self.director, self.director.deal
        lines = [*self.game_table.result(self.glyphs.terminal, deal), ""]
        lines += [
            line.strip()
            for line in director.game.after_deal(director.contest, deal, len(director.contest.deals))
        ]
        if not director.contest.is_over:
            lines += director.game.milestone(director.contest)
        text = tinted(self.glyphs, self.glyphs.sentence(filled(lines, self.size.width - 10)))
        text.append("\n\n")
        text.append_text(sheet_text(self.glyphs, director.rows()[-6:], director.sides()))
        title = f"deal {len(director.contest.deals)} is over"
        await self._obey(await self.push_screen_wait(Sheet(self.glyphs, title, text)))

    async def _end(self) -> None:
        director = self.director
        lines = director.game.ending(director.contest) if director.contest.is_over else []
        if lines:
            text = tinted(self.glyphs, self.glyphs.text(filled(lines, self.size.width - 10)), "bold")
            await self.push_screen_wait(Sheet(self.glyphs, "the end", text, foot="Enter: leave"))

    async def _obey(self, how: str) -> None:
        """Leave if that was the answer of a screen over the table; then this does not return."""
        if how == "on":
            return
        if how == "stop":
            self.action_stop()
        else:
            self.action_leave()
        await asyncio.Event().wait()

    # ---- choosing --------------------------------------------------------------------------------------

    async def on_choosable_chosen(self, message: Choosable.Chosen) -> None:
        """Somebody has chosen a card or a cell."""
        widget = message.widget
        if self.pace and self._answer is not None and monotonic() - self._asked < _BLINK:
            return
        if isinstance(widget, CardButton) and widget.choice is not None:
            await self._choose_card(widget.choice)
        elif isinstance(widget, Cell):
            await self._choose(widget)

    def on_choosable_pointed(self, message: Choosable.Pointed) -> None:
        """Say why what is pointed at cannot be chosen, or what it means."""
        widget = message.widget
        live = not isinstance(widget, CardButton) or (widget.choice is not None and widget.choice.is_live)
        if live and (message.mouse or not self._stays):
            self.say(widget.why)

    async def _choose_card(self, choice: CardChoice) -> None:
        scene = self.scene
        if scene is None or self._answer is None or not choice.is_live or not choice.is_legal:
            self.say(choice.why or "It is not your turn.", bad=True)
            return
        view = self.director.deal.view(self.shown)
        if view.phase is Phase.EXCHANGE:
            await self._pick(view, choice)
        elif joker_box(self.glyphs, view, choice.card) is not None:
            self.picks = Picks(joker=choice.card)
            await self.show()
            self.focus_first()
        else:
            await self._act(Play(choice.card))

    async def _pick(self, view: Any, choice: CardChoice) -> None:
        """Pick a card to be put away, or put it back."""
        cards = self.picks.cards ^ CardSet([choice.card])
        size, _ = self.game_table.put(view)
        if len(cards) > size:
            self.say(reason(self.glyphs, view, Exchange(cards)) or "", bad=True)
            return
        self.picks = Picks(cards=cards)
        await self.show()
        if len(cards) == size:
            self.focus_first(box=True)

    async def _choose(self, cell: Cell) -> None:
        if self._answer is None or not cell.is_legal:
            self.say(cell.why, bad=True)
            return
        does = cell.choice.does
        if isinstance(does, Action):
            await self._act(does)
        elif does is Command.PUT:
            await self._act(Exchange(self.picks.cards))
        elif does is Command.RENOUNCE:
            self.picks = Picks(renounce=not self.picks.renounce)
            await self.show()
            self.say(cell.why)
        else:
            await self.action_back()

    async def _act(self, action: Action | str) -> None:
        """Do what the person wants, if it is legal."""
        if self._answer is None or self._answer.done():
            self.say("It is not your turn.", bad=True)
            return
        try:
            self.director.push(action)
        except GameError as error:
            text = self.glyphs.sentence(str(error))
            self.say(capital(text), bad=True)
            return
        self._done("")

    def _done(self, text: str, *, stays: bool = False) -> None:
        """The deal has changed: forget what was begun, and let the contest go on."""
        self._drop()
        self.say(text, stays=stays)
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(None)

    def _drop(self) -> None:
        self.picks, self.advice, self._thinking = Picks(), None, -1

    # ---- keys and typing -------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """Letters choose cards, digits begin a bid."""
        if len(self.screen_stack) > 1 or self.scene is None or isinstance(self.focused, Input):
            return
        key = event.character or ""
        box = self.scene.box
        if box is not None and key in box.keys:
            cells = [cell for cell in self.screen.query_one(ChoiceBox).cells if cell.choice == box.keys[key]]
            for cell in cells:
                event.stop()
                await self._choose(cell)
            return
        for button in self.screen.query(CardButton):
            if button.choice is not None and key and button.choice.key == key:
                event.stop()
                button.focus()
                await self._choose_card(button.choice)
                return
        if self.takes_key(event.key, event.character):
            event.stop()

    def takes_key(self, key: str, character: str | None) -> bool:
        """Take a key for the line to type in: one that opens it, or any once it is open.

        Parameters
        ----------
        key : str
            Its name.
        character : str or None
            What it writes.

        Returns
        -------
        bool
            Whether it has been taken.
        """
        if len(self.screen_stack) > 1:
            return False
        line = self.screen_stack[0].query_one("#typed", Input)
        if line.display:
            if key == "escape":
                self._close_line()
            else:
                line.post_message(events.Key(key, character))
            return True
        calling = self.scene is not None and self.scene.phase in (Phase.AUCTION, Phase.FINAL_RAISE)
        digit = character is not None and character.isdigit() and calling and self.is_waiting
        if key == "colon" or digit:
            self._open_line(character if digit and character is not None else "")
        return key == "colon" or digit

    def action_type(self) -> None:
        """Open the line to type in."""
        self._open_line("")

    def _open_line(self, text: str) -> None:
        line = self.screen_stack[0].query_one("#typed", Input)
        line.display = True
        line.value = text
        line.cursor_position = len(text)
        self.screen_stack[0].set_focus(line)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        if event.input.id != "typed":
            return
        text = event.value.strip()
        self._close_line()
        if text and self.shown is not None:
            await self._act(self.director.complete(self.director.deal.view(self.shown), text))

    def _close_line(self) -> None:
        line = self.screen_stack[0].query_one("#typed", Input)
        line.display = False
        self.focus_first()

    async def action_back(self) -> None:
        """Close what is open: the line, the joker's suit, the picked cards, the hint."""
        if self.screen_stack[0].query_one("#typed", Input).display:
            self._close_line()
        elif self.picks != Picks():
            self.picks = Picks()
            await self.show()
            self.focus_first()
        elif self.advice is not None:
            self.advice = None
            await self.show()

    # ---- the other keys --------------------------------------------------------------------------------

    async def action_hint(self) -> None:
        """Ask the advisor, in a thread; asked again, say more."""
        if self._answer is None or self.shown is None:
            self.say("A hint is for when it is your turn.", bad=True)
            return
        if self.advice is not None:
            words = self.advice.to_text(signs=not self.glyphs.is_plain)
            words = filled(words.splitlines(), self.size.width - 10)
            self.push_screen(Sheet(self.glyphs, "hint", tinted(self.glyphs, self.glyphs.text(words))))
            return
        if self._thinking != self.director.moves:
            self._thinking = self.director.moves
            self.say("Thinking ...")
            self.run_worker(self._advise(self.director.deal.view(self.shown), self._thinking), name="hint")

    async def _advise(self, view: Any, moves: int) -> None:
        try:
            advice = await beside(partial(advise, view))
        except Exception as error:
            if self._thinking == moves:
                self._thinking = -1
                self.say(f"No hint: {error}.", bad=True)
            return
        if self._thinking != moves or self.director.moves != moves:
            return  # the deal has gone on
        self.advice = advice
        self.say(f"Hint: {self.glyphs.action(advice.best)}. h says more, Esc closes it.")
        await self.show()

    async def action_undo(self) -> None:
        """Take the last decision back."""
        if self._answer is None or self._answer.done() or self.shown is None:
            self.say("You take back when it is your turn.", bad=True)
            return
        back = self.director.undo(self.shown)
        if isinstance(back, str):
            self.say(self.glyphs.sentence(f"No undo: {back}."), bad=True)
        else:
            self._done(f"Taken back: {self.glyphs.action(back)}.", stays=True)

    def action_go_on(self) -> None:
        """Do not wait any longer."""
        self._go.set()
