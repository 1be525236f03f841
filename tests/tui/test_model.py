"""The table as a value, without a screen: scenes, places, boxes, files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Action
from tricktake.bots import Heuristic, Random
from tricktake.cli.games import GAMES
from tricktake.cli.terminal import Terminal
from tricktake.records.writing import write_whole
from tricktake.state import Phase
from tricktake.tui import is_available, run
from tricktake.tui.choices import CARD_KEYS
from tricktake.tui.director import Director
from tricktake.tui.games import TABLES
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.seating import PLATE_WIDTH, nearest, spots
from tricktake.tui.table import Scene, lay

GLYPHS = Glyphs(Terminal(ascii_only=True))
RULES = [
    *[("five-hundred", fh.Rules(players=players)) for players in range(2, 7)],
    ("five-hundred", fh.Rules(players=2, two_player="dead_hand")),
    ("five-hundred", fh.Rules(players=2, two_player="short24")),
    ("five-hundred", fh.Rules(players=6, teams6="3x2")),
    ("five-hundred", fh.Rules(players=5, five_partner="call_card_open")),
    ("five-hundred", fh.Rules(final_raise="reopen", all_pass="play_nt")),
    *[("five-hundred", rules) for rules in fh.PRESETS.values()],
    *[("spades", rules) for rules in sp.PRESETS.values()],
]
DEALS = {"five-hundred": fh.Deal, "spades": sp.Deal}


def scene_of(game: str, view: Any) -> Scene:
    names = {seat: f"seat {seat}" for seat in range(view.rules.players)}
    return lay(GLYPHS, TABLES[game], GAMES[game].prompts, view, names)


@pytest.mark.parametrize("at", range(len(RULES)))
def test_scenes_say_what_the_rules_say(at: int) -> None:
    """Random deals of every preset: for all seats at every step, what can be chosen is what is legal."""
    game, rules = RULES[at]
    for seed in range(3):
        deal: Any = DEALS[game](rules, dealer=rules.players - 1, seed=seed)
        bot = Random(seed, bid=0.6)
        while not deal.is_over:
            for seat in range(rules.players):
                view = deal.view(seat)
                scene = scene_of(game, view)
                check(scene, view)
            deal.push(bot.choose(deal.view(deal.turn)))
        for seat in range(rules.players):
            check(scene_of(game, deal.view(seat)), deal.view(seat))


def check(scene: Scene, view: Any) -> None:
    """A scene shows the hand, and offers exactly the legal actions."""
    assert [place.seat for place in scene.places] == [
        (view.seat + step) % view.rules.players for step in range(view.rules.players)
    ]
    assert {choice.card for choice in scene.hand} == set(view.hand or ())
    assert scene.backs == (view.sizes[view.seat] if view.hand is None else 0)
    if not view.is_turn:
        assert scene.box is None
        assert not any(choice.is_live for choice in (*scene.hand, *scene.table))
        return
    if view.phase is Phase.PLAY:
        offered = {choice.card for choice in (*scene.hand, *scene.table) if choice.is_legal}
        assert offered == {action.card for action in view.legal_actions}
        assert all("(" in (choice.why or "(") for choice in scene.hand)  # with its clause
        keys = [choice.key for choice in (*scene.hand, *scene.table) if choice.key]
        assert len(keys) == len(set(keys)) == len(scene.table if view_from_table(view) else scene.hand)
    elif view.phase is not Phase.EXCHANGE:
        assert scene.box is not None
        does = {c.does for c in scene.box.choices if c.is_legal and isinstance(c.does, Action)}
        legal = {action for action in view.legal_actions if not getattr(action, "sans_kitty", False)}
        blind = {action for action in view.legal_actions if action.text == "BM-SK"}
        assert does == legal | blind


def view_from_table(view: Any) -> bool:
    return getattr(view, "plays_from", None) == "table"


def test_card_keys_are_no_commands() -> None:
    assert not set(CARD_KEYS) & set("hlqrstu")
    assert len(CARD_KEYS) >= 17  # the largest hand, in spades for three


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("width", "height"), [(51, 14), (51, 17), (64, 25), (120, 50)])
def test_nothing_lies_on_anything_else(players: int, width: int, height: int) -> None:
    """Plates and cards of all seats have room beside each other."""
    if height < 17 and players > 2:
        return  # only the table cards of two players take lines away
    card = 3 if height > 16 else 1
    taken: set[tuple[int, int]] = set()
    for spot in spots(players, width, height, card=card):
        cells = {(spot.plate_x + x, spot.plate_y + y) for x in range(PLATE_WIDTH) for y in range(2)}
        cells |= {(spot.card_x - 2 + x, spot.card_y + y) for x in range(5) for y in range(card)}
        assert len(cells) == 2 * PLATE_WIDTH + 5 * card, (spot, players)
        assert not cells & taken, (spot, players)
        assert all(0 <= x < width and 0 <= y < height for x, y in cells), spot
        taken |= cells


def test_arrows_in_a_grid_reach_everything() -> None:
    grid = [(5 * x, y, 5, 1) for y in range(5) for x in range(5)] + [
        (1, 5, 12, 1),
        (13, 5, 11, 1),
        (40, 9, 5, 2),
    ]
    reached, todo = {0}, [0]
    while todo:
        here = todo.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = nearest(grid[here], grid, dx, dy)
            if there is not None and there not in reached:
                reached.add(there)
                todo.append(there)
    assert reached == set(range(len(grid)))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.txt"
    write_whole(file, "one\n")
    file.chmod(0o640)
    write_whole(file, "two\n")
    assert file.read_text(encoding="utf-8") == "two\n"
    assert file.stat().st_mode & 0o777 == 0o640
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    write_whole(link, "three\n")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "three\n"

    def broken(*args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="full"):
        write_whole(file, "four\n")
    assert file.read_text(encoding="utf-8") == "three\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "match.txt"]


def test_a_director_needs_people_and_players() -> None:
    match = fh.Match(seed=500)
    with pytest.raises(ValueError, match="nobody plays seat 1"):
        Director(GAMES["five-hundred"], match, {}, humans=frozenset((0,)))
    bots = {seat: Heuristic() for seat in range(4)}
    for humans in (frozenset(), frozenset((4,))):
        with pytest.raises(ValueError, match="the screen is for people"):
            Director(GAMES["five-hundred"], match, bots, humans=humans)


def test_the_score_sheet() -> None:
    match = fh.Match(seed=500, dealer=3)
    bots = {seat: Heuristic() for seat in (1, 2, 3)}
    director = Director(GAMES["five-hundred"], match, bots, humans=frozenset((0,)))
    for _ in range(3):
        director.begin()
        while not director.deal.is_over:
            director.push(Heuristic().choose(director.deal.view(director.deal.turn)))
    rows = director.rows()
    assert [row.number for row in rows] == [1, 2, 3]
    assert rows[-1].scores == match.scores
    assert tuple(map(sum, zip(*[row.points for row in rows], strict=True))) == match.scores


def test_without_the_toolkit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names what to install, before anything has happened."""
    import sys

    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(ImportError, match=r"tricktake\[tui\]"):
        run(GAMES["five-hundred"], fh.Match(seed=500), {}, Terminal(), kinds={}, humans=frozenset((0,)))
    assert is_available() in (True, False)
