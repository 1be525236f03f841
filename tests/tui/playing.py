"""Plays the full-screen game by its keys, and reads what is on the screen."""

from __future__ import annotations

import asyncio
import html
import io
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("textual", reason="the full-screen game needs textual")

import textual._wait
from textual.pilot import Pilot

from tricktake.actions import Action, Bid, Exchange, Play
from tricktake.bots import Bot, Heuristic
from tricktake.cards import Card, CardSet, parse_card
from tricktake.cli.games import GAMES
from tricktake.cli.keeping import Keeper
from tricktake.cli.terminal import Terminal
from tricktake.tui._widgets import CardButton, ChoiceBox, Choosable
from tricktake.tui.app import TableApp
from tricktake.tui.director import Director
from tricktake.tui.glyphs import Glyphs

SIZE = (100, 32)
_CHARACTER = 12.2  # width of a character in a picture of the screen
textual._wait.SLEEP_GRANULARITY = (
    1 / 500
)  # how long a pressed key is waited for; the rest is waited for below
_CARD = re.compile(r"[♠♣♦♥](?:1[0-3]|[2-9JQKA])(?![0-9A-Za-z])|\bJK[123]?\b")


def signs() -> Terminal:
    """A terminal that can show suit signs."""
    return Terminal(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def make_app(name: str, contest: Any, *humans: int, plain: bool = False, **more: Any) -> TableApp:
    """An app for people at some seats, the others played by ``bots`` or the heuristic bot."""
    seats = range(contest.rules.players)
    bots: dict[int, Bot] = {seat: Heuristic() for seat in seats if seat not in humans}
    bots |= more.pop("bots", {})
    kinds = {seat: "human" if seat in humans else "heuristic" for seat in seats}
    keeper = Keeper(contest, save=more.pop("save", None), record=more.pop("record", None), kinds=kinds)
    director = Director(GAMES[name], contest, bots, humans=frozenset(humans), keeper=keeper)
    terminal = Terminal(ascii_only=True) if plain else signs()
    return TableApp(director, Glyphs(terminal), kinds=kinds, pace=more.pop("pace", 0.0), **more)


def play(
    app: TableApp, script: Callable[[Pilot[int]], Awaitable[None]], size: tuple[int, int] = SIZE
) -> None:
    """Run an app with a script."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


async def settle(pilot: Pilot[int]) -> None:
    """Wait until the app waits: for a person to act, or for a key in a screen over the table."""
    app = pilot.app
    assert isinstance(app, TableApp)
    for _ in range(4000):
        await pilot.pause(0.001)
        if not app.is_running or app.return_value is not None:
            return
        if app.is_waiting or len(app.screen_stack) > 1:
            await pilot.pause()
            return
    raise AssertionError("the app never waits")


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(4000):
        if true():
            await pilot.pause()
            return
        await pilot.pause(0.002)
    raise AssertionError("it never became so")


def view_of(app: TableApp) -> Any:
    """The view of the seat at the screen."""
    return app.director.deal.view(app.shown)


def screen_text(app: TableApp) -> str:
    """Everything on the screen, line by line."""
    found: dict[float, dict[int, str]] = {}
    for x, y, text in re.findall(
        r'<text[^>]*? x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', app.export_screenshot(), re.DOTALL
    ):
        row = found.setdefault(float(y), {})
        for at, sign in enumerate(html.unescape(text).replace("\xa0", " "), round(float(x) / _CHARACTER)):
            row[at] = sign
    return "\n".join(
        ["".join([row.get(at, " ") for at in range(max(row) + 1)]) for _, row in sorted(found.items())]
    )


def cards_in(text: str) -> CardSet:
    """The cards that can be read in a text with suit signs."""
    return CardSet([parse_card(found) for found in _CARD.findall(text)])


def known_cards(view: Any) -> CardSet:
    """Every card whose place a view knows, or that has been named aloud."""
    found: set[Card] = set()
    for cards in (view.hand, view.dealt, *view.exposed):
        found |= set(cards or ())
    for name in ("kitty", "put_away", "given", "received"):
        found |= set(getattr(view, name, None) or ())
    for trick in (*view.finished, view.trick):
        found |= {played.card for played in trick}
    for table in getattr(view, "tables", ()):
        found |= {pile.up for pile in table if pile.up is not None}
    called = getattr(view, "called", None)
    if isinstance(called, Card):
        found.add(called)
    return CardSet(found)


async def go_to(pilot: Pilot[int], wanted: Choosable) -> None:
    """Move the focus to a widget with the arrow keys."""
    for _ in range(60):
        here = pilot.app.focused
        if here is wanted:
            return
        assert isinstance(here, Choosable), here
        dy = wanted.region.y - here.region.y
        dx = wanted.region.x - here.region.x
        # a card lower or higher by the line it is raised is in the same row
        across = abs(dy) >= 2 or (dy != 0 and not isinstance(wanted, CardButton))
        before = here
        await pilot.press(("down" if dy > 0 else "up") if across else ("right" if dx > 0 else "left"))
        if pilot.app.focused is before:
            await pilot.press("right" if dx > 0 else "left")
    raise AssertionError(f"the arrows never come to {wanted}")


def button_of(app: TableApp, card: Card) -> CardButton:
    """The widget of a card of one's own."""
    return next(
        button for button in app.query(CardButton) if button.choice is not None and button.choice.card == card
    )


async def choose(pilot: Pilot[int], action: Action, *, letters: bool = True) -> None:
    """Do an action with the keys: letters or arrows for cards, arrows for everything else."""
    app = pilot.app
    assert isinstance(app, TableApp)
    cards: list[Card] = []
    if isinstance(action, Play):
        cards = [action.card]
    elif isinstance(action, Exchange):
        cards = list(action.cards)
    for card in cards:
        button = button_of(app, card)
        if letters:
            assert button.choice is not None
            await pilot.press(button.choice.key)
        else:
            if not isinstance(app.focused, CardButton):
                button.focus()
                await pilot.pause()
            await go_to(pilot, button)
            await pilot.press("enter")
    if isinstance(action, Exchange):
        await pilot.press("enter")
    elif not isinstance(action, Play) or action.named is not None:
        if (
            isinstance(action, Bid)
            and action.sans_kitty
            and action.text != "BM-SK"
            and not app.picks.renounce
        ):
            await pilot.press("k")
        box = app.query_one(ChoiceBox)
        cell = next(cell for cell in box.cells if cell.choice.does == action)
        await go_to(pilot, cell)
        await pilot.press("enter")


Seen = Callable[[TableApp], None]


async def play_deal(
    pilot: Pilot[int],
    chooser: Callable[[Any], Action],
    seen: Seen | None = None,
    *,
    letters: bool = True,
    stop: Callable[[Any], bool] = lambda view: False,
) -> None:
    """Play by the keys until the sheet after the deal, or until a view is such that it stops.

    ``seen`` looks at the screen before every action.
    """
    app = pilot.app
    assert isinstance(app, TableApp)
    for _ in range(200):
        await settle(pilot)
        if len(app.screen_stack) > 1:
            name = type(app.screen).__name__
            if name == "Sheet":
                return
            await pilot.press("enter")
            continue
        if seen is not None:
            seen(app)
        if stop(view_of(app)):
            return
        before = app.director.moves
        await choose(pilot, chooser(view_of(app)), letters=letters)
        assert app.director.moves > before, "the keys did nothing"
    raise AssertionError("the deal does not end")
