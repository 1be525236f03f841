"""What the full-screen game keeps: a record with what was taken back, and where that is said to be."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

from tricktake import fivehundred as fh
from tricktake.actions import Bid
from tricktake.bots import Heuristic
from tricktake.cli.terminal import Terminal
from tricktake.records import TakeBack, load
from tricktake.tui import _farewell
from tui.playing import choose, make_app, play, play_deal, screen_text, settle, view_of
from tui.test_app import Forced

RULES = fh.Rules(blind_misere=False)


def words_of(file: Path) -> list[str]:
    (record,) = load(file)
    return [entry.text for entry in record.deals[0].entries]


def test_what_was_taken_back_is_recorded(tmp_path: Path) -> None:
    """The call undone and ``undo n`` stand in the record, which replays to the match; nothing is asked."""
    file, match = tmp_path / "m.ttr", fh.Match(RULES, seed=500, dealer=3)
    bots = {
        1: Forced("7S"),
        2: Forced("P"),
        3: Forced("P"),
    }  # seat 0 calls again, no card shown
    app = make_app("five-hundred", match, 0, record=file, bots=bots)

    async def script(pilot: Any) -> None:
        await choose(pilot, Bid("6S"))
        await settle(pilot)
        assert len(app.director.deal) == 4
        await pilot.press("u")
        await settle(pilot)
        assert "Taken back: 6♠" in screen_text(app)
        assert len(app.director.deal) == 0
        await choose(pilot, Bid("7D"))
        await settle(pilot)
        await pilot.press("s")
        assert "Saved to" in screen_text(app)
        assert words_of(file)[:6] == ["6S", "7S", "P", "P", "undo 4", "7D"]
        await pilot.press("q")

    play(app, script)
    assert app.return_value == 0
    (record,) = load(file)
    assert record.deals[0].entries[4] == TakeBack(count=4)
    assert record.contest() == match
    assert record.players[:2] == ("human 0", "heuristic 1")


def test_the_record_is_written_after_every_deal(tmp_path: Path) -> None:
    file, match = tmp_path / "m.json", fh.Match(RULES, seed=500, dealer=3)
    app = make_app("five-hundred", match, 0, record=file, deals=1)

    async def script(pilot: Any) -> None:
        assert not file.exists()
        await play_deal(pilot, Heuristic().choose)
        (record,) = load(file)  # the sheet after the deal is still shown
        assert record.contest() == match
        assert view_of(app) is not None
        await pilot.press("enter")

    play(app, script)


def test_the_last_words_say_where_it_is(tmp_path: Path) -> None:
    for more, said in (
        ({"record": tmp_path / "m.ttr"}, "is recorded; continue with: tricktake play five-hundred --resume"),
        ({"save": tmp_path / "m.txt", "record": tmp_path / "m.ttr"}, "is saved; continue with:"),
        ({"record": Path(os.devnull)}, "is not kept"),
        ({}, "is not kept"),
    ):
        app = make_app("five-hundred", fh.Match(RULES, seed=500), 0, **more)
        stream = io.StringIO()
        _farewell(app.director, Terminal(stream))
        assert said in stream.getvalue()
        where = app.director.keeper.where
        assert where is None or str(where) in stream.getvalue()
