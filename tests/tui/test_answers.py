"""Answers of a person: refused ones, taking back, hints, what is typed, saving, leaving, several people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Bot, Heuristic
from tricktake.cli.undo import can_take_back
from tricktake.state import Phase
from tricktake.tui._widgets import CardButton, ChoiceBox
from tricktake.tui.table import Picks
from tui.playing import (
    SIZE,
    button_of,
    cards_in,
    choose,
    make_app,
    play,
    play_deal,
    screen_text,
    settle,
    until,
    view_of,
)

LOOKED = fh.Rules(blind_misere=False)


def at_the_play(*, seed: int = 500, **more: Any) -> Any:
    """An app, and what plays it to the first trick where seat 0 has to follow suit."""
    match = fh.Match(LOOKED, seed=seed, dealer=3)
    app = make_app("five-hundred", match, 0, **more)

    def stop(view: Any) -> bool:
        return view.phase is Phase.PLAY and bool(view.trick) and len(view.legal_actions) < len(view.hand)

    async def go(pilot: Any) -> None:
        await play_deal(pilot, Heuristic().choose, stop=stop)

    return app, go


def test_an_illegal_card_changes_nothing_and_says_why() -> None:
    """R-01 The screen asks the rules: an illegal card is dim, and pressing it only says why."""
    app, go = at_the_play()

    async def script(pilot: Any) -> None:
        await go(pilot)
        view = view_of(app)
        legal = {action.card for action in view.legal_actions}
        wrong = button_of(app, next(card for card in view.hand if card not in legal))
        assert wrong.has_class("-illegal")
        assert all(button_of(app, card).has_class("-illegal") is (card not in legal) for card in view.hand)
        before, text = app.director.contest.to_text(), "must follow"
        wrong.focus()  # focused, it says why
        await pilot.pause()
        assert text in screen_text(app)
        button_of(app, next(iter(legal))).focus()
        await pilot.pause()
        assert text not in screen_text(app)
        assert wrong.choice is not None
        for press in (wrong.choice.key, "enter"):  # pressed, too
            await pilot.press(press)
            assert text in screen_text(app)
            assert "FH-PLAY-2" in screen_text(app)
        await pilot.click(wrong)
        assert "FH-PLAY-2" in screen_text(app)
        assert app.director.contest.to_text() == before
        assert app.is_waiting

    play(app, script)


def test_the_mouse_plays_a_card() -> None:
    app, go = at_the_play()

    async def script(pilot: Any) -> None:
        await go(pilot)
        action = view_of(app).legal_actions[0]
        await pilot.click(button_of(app, action.card))
        await settle(pilot)
        assert any(step.action == action for step in app.director.deal.history if step.seat == 0)

    play(app, script)


def test_illegal_bids_are_dim_and_say_why() -> None:
    app = make_app("five-hundred", fh.Match(LOOKED, seed=500, dealer=3), 0)

    async def script(pilot: Any) -> None:
        cell = next(cell for cell in app.query_one(ChoiceBox).cells if cell.choice.label == "M")
        assert cell.has_class("-illegal")
        cell.focus()
        await pilot.pause()
        assert "needs an earlier bid of seven" in screen_text(app)
        assert "FH-BID-5" in screen_text(app)
        await pilot.press("enter")
        assert len(app.director.deal) == 0

    play(app, script)


def test_undo_takes_back_what_may_be_taken_back() -> None:
    """The answer of the key is that of ``can_take_back``."""
    app = make_app("five-hundred", fh.Match(LOOKED, seed=500, dealer=3), 0)

    async def script(pilot: Any) -> None:
        before = app.director.deal.to_text()
        await pilot.press("u")
        assert "there is nothing of yours to take back" in screen_text(app)
        await choose(pilot, fh.Bid("6S"))
        await settle(pilot)
        answer = can_take_back(app.director.deal, 0, app.director.game.prompts)
        await pilot.press("u")
        await settle(pilot)
        if isinstance(answer, int):
            assert app.director.deal.to_text() == before
            assert "Taken back: 6♠" in screen_text(app)
        else:
            assert "No undo" in screen_text(app)
            assert app.director.deal.to_text() != before

    play(app, script)


def test_an_exchange_can_be_taken_back_and_picks_too() -> None:
    match = fh.Match(LOOKED, seed=500, dealer=3)
    app = make_app("five-hundred", match, 0)

    async def script(pilot: Any) -> None:
        await play_deal(pilot, Heuristic().choose, stop=lambda view: view.phase is Phase.EXCHANGE)
        view = view_of(app)
        assert view.phase is Phase.EXCHANGE
        assert sum(button.has_class("-new") for button in app.query(CardButton)) == 3
        for key in ("a", "b", "a"):
            await pilot.press(key)
        assert len(app.picks.cards) == 1
        await pilot.press("a", "c")
        assert len(app.picks.cards) == 3
        await pilot.press("d")  # one too many
        assert len(app.picks.cards) == 3
        assert "must put away 3 cards" in screen_text(app)
        await pilot.press("escape")
        assert app.picks == Picks()
        before = app.director.deal.to_text()
        await choose(pilot, Heuristic().choose(view), letters=False)
        await settle(pilot)
        assert view_of(app).phase is Phase.PLAY
        await pilot.press("u")
        await settle(pilot)
        assert app.director.deal.to_text() == before

    play(app, script)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_hint_comes_without_blocking(size: tuple[int, int]) -> None:
    app, go = at_the_play()

    async def script(pilot: Any) -> None:
        await go(pilot)
        await pilot.press("h")
        await until(pilot, lambda: app.advice is not None)
        text = screen_text(app)
        best = app.glyphs.action(app.advice.best)
        assert f"Hint: {best}" in text
        assert "points" in text or "Nothing else is legal" in text
        assert button_of(app, app.advice.best.card).has_class("-advised")
        await pilot.press("h")  # again: the whole of it
        assert "Recommended" in screen_text(app)
        await pilot.press("escape", "escape")
        assert app.advice is None

    play(app, script, size)


def test_a_late_hint_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes when the person has acted already is thrown away."""
    from threading import Event

    import tricktake.tui.app as module

    late, real = Event(), module.advise
    monkeypatch.setattr(module, "advise", lambda view: late.wait(10) and real(view, worlds=5))
    app, go = at_the_play()

    async def script(pilot: Any) -> None:
        await go(pilot)
        await pilot.press("h")
        assert "Thinking" in screen_text(app)
        await choose(pilot, view_of(app).legal_actions[0])  # the screen is not blocked
        await settle(pilot)
        late.set()
        for _ in range(20):
            await pilot.pause(0.01)
        assert app.advice is None

    play(app, script)


def test_what_is_typed() -> None:
    app = make_app("five-hundred", fh.Match(LOOKED, seed=500, dealer=3), 0)

    async def script(pilot: Any) -> None:
        await pilot.press("colon")
        line = app.query_one("#typed", Input)
        assert line.display
        assert app.focused is line
        await pilot.press("escape")
        assert not line.display
        await pilot.press("7", "d", "enter")  # a digit begins a bid
        assert app.director.deal.history[0].action == fh.Bid("7D")
        await settle(pilot)
        for text in ("nonsense", "9"):
            before = app.director.deal.to_text()
            await pilot.press("colon", *text, "enter")
            await settle(pilot)
            assert app.director.deal.to_text() == before
        assert "Cannot read '9'" in screen_text(app)

    play(app, script)


def test_what_is_typed_fast_is_no_pass() -> None:
    """Keys that come all at once do what they would do one by one: the Enter is that of the line."""
    app = make_app("five-hundred", fh.Match(LOOKED, seed=500, dealer=3), 0)

    async def script(pilot: Any) -> None:
        for key, character in (("7", "7"), ("d", "d"), ("enter", None)):
            app.post_message(events.Key(key, character))
        await until(pilot, lambda: bool(app.director.deal.history))
        assert app.director.deal.history[0].action == fh.Bid("7D")

    play(app, script)


def test_saving_and_going_on(tmp_path: Path) -> None:
    """P-07 What is saved in the middle of a deal is the contest, and goes on to the same end."""
    file, other = tmp_path / "match.txt", tmp_path / "other.txt"
    match = fh.Match(LOOKED, seed=500, dealer=3)
    app = make_app("five-hundred", match, 0, save=file, deals=1)

    async def first(pilot: Any) -> None:
        await play_deal(pilot, Heuristic().choose, stop=lambda view: len(view.finished) > 2)
        await pilot.press("s")
        assert "Saved to" in screen_text(app)
        assert file.read_text(encoding="utf-8") == match.to_text()
        await choose(pilot, Heuristic().choose(view_of(app)))
        await settle(pilot)
        await pilot.press("q")

    play(app, first)
    assert app.return_value == 0
    assert file.read_text(encoding="utf-8") == match.to_text()
    assert [path.name for path in tmp_path.iterdir()] == ["match.txt"]

    resumed = fh.Match.from_text(file.read_text(encoding="utf-8"))
    assert resumed == match
    again = make_app("five-hundred", resumed, 0, save=other, deals=1)

    async def second(pilot: Any) -> None:
        await play_deal(pilot, Heuristic().choose)
        assert other.read_text(encoding="utf-8") == resumed.to_text()  # kept after the deal, without a word
        await pilot.press("enter")

    play(again, second)
    whole = fh.Match(LOOKED, seed=500, dealer=3)
    deal = whole.next_deal()
    while not deal.is_over:
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert resumed == whole


def test_saving_where_nothing_was_said_of_a_file(tmp_path: Path) -> None:
    match = fh.Match(LOOKED, seed=500, dealer=3)
    app = make_app("five-hundred", match, 0)

    async def script(pilot: Any) -> None:
        await pilot.press("q")
        assert "is not kept" in screen_text(app)
        await pilot.press("enter")  # back
        assert app.return_value is None
        await pilot.press("s")
        app.screen.query_one(Input).value = str(tmp_path / "nowhere" / "m.txt")
        await pilot.press("enter")
        assert "Cannot save" in screen_text(app)
        assert app.director.keeper.save is None
        await pilot.press("s")
        app.screen.query_one(Input).value = str(tmp_path / "m.txt")
        await pilot.press("enter")
        assert (tmp_path / "m.txt").read_text(encoding="utf-8") == match.to_text()
        await pilot.press("q")

    play(app, script)
    assert app.return_value == 0


def test_leaving_without_keeping_and_ctrl_c(tmp_path: Path) -> None:
    for keys, code in ((("q", "q"), 0), (("ctrl+c",), 130)):
        app = make_app("spades", sp.Game(seed=500, dealer=2), 0)

        async def script(pilot: Any, keys: tuple[str, ...] = keys) -> None:
            for key in keys:
                await pilot.press(key)

        play(app, script)
        assert app.return_value == code


class Broken(Bot):
    """Raises, or answers what is no legal action, with its cards in the text of the error."""

    name = "broken"

    def __init__(self, how: str) -> None:
        super().__init__(0)
        self.how = how

    def _choose(self, view: Any) -> Any:
        if self.how == "raises":
            raise RuntimeError(
                f"my cards are {view.hand} {' '.join([card.symbol for card in view.hand or ()])}"
            )
        if self.how == "exits":
            raise SystemExit
        if self.how == "nothing":
            return None
        if view.phase is Phase.PLAY:
            return fh.Bid("6S")
        return fh.Play("SA")


@pytest.mark.parametrize("how", ["raises", "exits", "nothing", "illegal"])
def test_a_broken_bot_does_not_end_the_game(how: str) -> None:
    """The fault is told without giving a card away, and the heuristic bot acts for it."""
    match = fh.Match(LOOKED, seed=500, dealer=0)
    app = make_app("five-hundred", match, 0, bots={1: Broken(how)})

    async def script(pilot: Any) -> None:
        text = screen_text(app)
        assert "Seat 1 (broken): " in text
        assert "the heuristic bot acted for it" in text
        assert cards_in(text) == view_of(app).hand
        fresh = fh.Match(LOOKED, seed=500, dealer=0).next_deal()
        assert app.director.deal.history[0].action == Heuristic().choose(fresh.view(1))

    play(app, script)


def test_two_people_at_one_screen() -> None:
    """A curtain stands between two people, and neither sees a card of the other."""
    match = fh.Match(LOOKED, seed=500, dealer=3)
    app = make_app("five-hundred", match, 0, 1)
    hands = {}

    async def script(pilot: Any) -> None:
        for seat in (0, 1):
            await until(pilot, lambda: len(app.screen_stack) > 1)
            text = screen_text(app)
            assert f"the turn of seat {seat}" in text
            assert not cards_in(text)
            await pilot.press("h", "u", "l", "t")  # no way around it
            assert not cards_in(screen_text(app))
            await pilot.press("enter")
            await settle(pilot)
            assert app.shown == seat
            hands[seat] = cards_in(screen_text(app))
            await choose(pilot, fh.Bid("6S" if seat == 0 else "7S"))
        assert not hands[0] & hands[1]
        await until(pilot, lambda: len(app.screen_stack) > 1 or app.is_waiting)

    play(app, script)
    deal = match.deals[0]
    assert hands == {0: deal.dealt[0], 1: deal.dealt[1]}


def test_a_small_terminal_is_told_so() -> None:
    app = make_app("five-hundred", fh.Match(LOOKED, seed=500, dealer=3), 0)

    async def script(pilot: Any) -> None:
        await pilot.resize_terminal(70, 20)
        await pilot.pause()
        assert "the game needs 80 and 24" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "your call" in screen_text(app)

    play(app, script)


def test_plain_characters_only() -> None:
    """Where signs cannot be shown everything is ASCII, frames too."""
    match = fh.Match(fh.Rules(players=2), seed=7, dealer=1)
    app = make_app("five-hundred", match, 0, plain=True)
    texts = []

    async def script(pilot: Any) -> None:
        await play_deal(
            pilot,
            Heuristic().choose,
            lambda app: texts.append(screen_text(app)),
            stop=lambda view: len(view.finished) > 0,
        )
        for key in ("question_mark", "l", "t", "r"):
            await pilot.press(key)
            texts.append(screen_text(app))
            await pilot.press("escape")

    play(app, script, (80, 24))
    for text in texts:
        assert text.isascii(), [sign for sign in text if not sign.isascii()]


def test_screens_to_read() -> None:
    app, go = at_the_play()

    async def script(pilot: Any) -> None:
        await go(pilot)
        for key, words in (
            ("question_mark", "a hint; h again says more"),
            ("l", "to seat" if view_of(app).finished else "No trick"),
            ("t", "No deal is over yet"),
            ("r", "Players: 4"),
        ):
            await pilot.press(key)
            assert words in screen_text(app), key
            await pilot.press("enter")
            assert len(app.screen_stack) == 1

    play(app, script)


def test_bots_at_a_pace_and_nothing_hidden_in_between() -> None:
    """With a pace every action of the bots is seen; space goes on at once, + and - change the pace."""
    match = fh.Match(LOOKED, seed=500, dealer=0)
    app = make_app("five-hundred", match, 0, pace=30.0)

    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            for number in (1, 2, 3):
                await until(pilot, lambda number=number: len(app.director.deal) == number)
                assert cards_in(screen_text(app)) == view_of(app).hand
                await pilot.press("space")
            await until(pilot, lambda: app.is_waiting)
            await pilot.press("minus")
            assert app.pace == 1.5
            await pilot.press("plus")
            assert app.pace == 3.0

    asyncio.run(run())
