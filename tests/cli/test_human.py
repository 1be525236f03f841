"""A person at the table, by scripted input: illegal answers, undo, leaving and coming back."""

import os
import re
import signal
import subprocess
import sys

import pytest

from cli.run import inline
from tricktake import fivehundred as fh
from tricktake.bots import Heuristic
from tricktake.cli.games import GAMES
from tricktake.cli.undo import can_take_back

SEED = ("--seed", "500", "--dealer", "3", "--ascii")
ME = ("--seat", "0", "human")


def play(lines, *args, **kwargs):
    code, out, err = inline(
        "play", "five-hundred", *SEED, *ME, *args, stdin="\n".join(lines) + "\n", **kwargs
    )
    assert (code, err) == (0, "")
    return out


def script(count=200):
    """What the heuristic bot would type for seat 0, so that a whole match can be played by script."""
    match, lines = fh.Match(seed=500, dealer=3), []
    while not match.is_over and len(lines) < count:
        deal = match.next_deal()
        while not deal.is_over:
            action = Heuristic().choose(deal.view(deal.turn))
            if deal.turn == 0:
                lines.append(action.text)
            deal.push(action)
    return lines, match


def test_a_whole_match():
    lines, match = script()
    out = play(lines)
    assert out == play(lines, encoding="cp1252")
    assert out.count("your card> ") == sum(line[0] in "SCDHJ" and len(line) < 5 for line in lines)
    assert "win the match" in out
    for deal in match.deals:
        assert deal.is_over
    assert len(re.findall(r"^Deal \d+:", out, re.MULTILINE)) == len(match.deals)


def test_hidden_cards_stay_hidden():
    """Nothing but the own hand is printed before it is played: no other hand, no kitty of others."""
    out = play(["LOOK", "P"])
    assert "kitty     " not in out
    deal = fh.Deal(dealer=3, seed=500)
    before = out.replace("-SK", "")
    played = set()
    for row in re.findall(r"^ +\d+  (.*) seat \d +\d+ +\d+$", before, re.MULTILINE):
        played |= {cell.strip(">*") for cell in row.split()}
    table = set(re.findall(r"seat \d ([SCDHJ][0-9KQAJ]+)", before))
    for seat in (1, 2, 3):
        for card in deal.hand(seat):
            if card.name not in played | table:
                assert not re.search(rf"\b{card.name}\b", before), card
    assert "puts 3 cards away" in out or "plays" not in out


def test_illegal_input_is_explained_and_asked_again():
    out = play(["LOOK", "nonsense", "6", "M", "7D", "put S6", "S6 H4 H8", "S5", "quit"])
    assert "Cannot read 'nonsense' as an action" in out
    said = out.replace("\n  ", " ")
    assert "Seat 0 cannot bid M: it needs an earlier bid of seven" in said
    assert "Seat 0 must put away 3 cards; got 1: S6" in said
    assert "Seat 0 does not hold S5" in said
    assert out.count("put away> ") == 2


def test_an_illegal_card():
    lines, _ = script()
    first = next(at for at, line in enumerate(lines) if line in fh_cards())
    out = play([*lines[:first], "SA", "CJ", *lines[first:]])
    assert out.count("Seat 0 does not hold SA") + out.count("Seat 0 must follow") >= 1
    assert "win the match" in out


def fh_cards():
    return {card.name for card in fh.PACKS["43"]}


def test_help_and_rules():
    out = play(["?", "help", "rules", "quit"])
    assert out.count("takes your last decision back") == 2
    assert "a pass is final" in out


def test_undo_in_the_auction():
    out = play(["LOOK", "6D", "undo", "7D", "quit"])
    if "Taken back: 6D." not in out:  # everybody passed: the kitty is in hand and cannot go back
        assert "No undo: 6D stays: a card that was hidden has been shown since." in out
    out = play(["undo", "LOOK", "undo", "quit"])
    assert "there is nothing of yours to take back in this deal" in out
    assert "No undo: LOOK stays" in out


def test_undo_of_an_exchange(tmp_path):
    file = tmp_path / "match.txt"
    out = play(["LOOK", "9D", "S6 H4 H8", "undo", "S6 H4 D5", "quit"], "--save", str(file))
    assert "Taken back: put S6 H4 H8." in out
    deal = file.read_text(encoding="utf-8")
    assert "put S6 D5 H4" in deal
    assert "put S6 H4 H8" not in deal


def test_undo_is_refused_once_a_hidden_card_has_been_shown():
    out = play(["LOOK", "9D", "S6 H4 H8", "JK", "undo", "quit"])
    assert "No undo: JK stays: a card that was hidden has been shown since." in out


def test_can_take_back_leaves_the_deal_alone():
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("6S 7S P P")
    before, prompts = deal.to_text(), GAMES["five-hundred"].prompts
    assert can_take_back(deal, 0, prompts) == 4
    assert deal.to_text() == before
    assert isinstance(can_take_back(fh.Deal(dealer=3, seed=1), 0, prompts), str)


@pytest.mark.parametrize("ending", [["quit"], [], ["QUIT"]])
def test_leaving_prints_no_hands(ending, tmp_path):
    """The deal in progress goes on later, so its hands stay hidden: they are saved, or let go."""
    out = play(["LOOK", "9D", *ending])
    assert "five-hundred" not in out.replace("tricktake play five-hundred", "")
    assert out.splitlines()[-1] == (
        "The match is not kept; with --save FILE it is, and --resume FILE goes on with it."
    )
    file = tmp_path / "match.txt"
    saved = play(["LOOK", "9D", *ending], "--save", str(file))
    assert saved.splitlines()[-1].startswith("The match is saved; continue with:")
    assert saved.splitlines()[:-1] == out.splitlines()[:-1]
    match = fh.Match.from_text(file.read_text(encoding="utf-8"))
    assert match.deal.history[1].action.text == "9D"
    hidden = fh.Deal(dealer=3, seed=500).hand(2)
    assert not any(card.name in out for card in hidden if card.name[0] in "SC" and len(card.name) == 2)


def test_undo_back_to_the_first_call_keeps_the_deal(tmp_path):
    """The deal stays on the table when its first call is taken back, and what follows is saved."""
    file = tmp_path / "match.txt"
    rules = ("--option", "blind_misere=False")
    out = play(["10NT", "undo", "P", "quit"], *rules, "--save", str(file))
    match = fh.Match.from_text(file.read_text(encoding="utf-8"))
    calls = [step.action.text for step in match.deal.history]
    assert calls[0] == ("P" if "Taken back: 10NT." in out else "10NT")
    assert len(match.deals) == 1


def test_quit_and_resume(tmp_path):
    lines, match = script()
    half = len(lines) // 2
    file = tmp_path / "match.txt"
    first = play([*lines[:half], "quit"], "--save", str(file))
    assert f"--resume {file}" in first
    code, rest, err = inline(
        "play",
        "five-hundred",
        "--resume",
        str(file),
        *ME,
        "--ascii",
        "--save",
        str(file),
        stdin="\n".join(lines[half:]),
    )
    assert (code, err) == (0, "")
    assert rest.splitlines()[-1] == play(lines).splitlines()[-1]
    assert fh.Match.from_text(file.read_text(encoding="utf-8")) == match


def test_input_that_is_no_text():
    code, out, err = inline(
        "play", "five-hundred", *SEED, *ME, stdin="♥\x00é\n" * 3 + "quit\n", encoding="ascii"
    )
    assert (code, err) == (0, "")
    assert out.isascii()


def test_suit_signs_may_be_typed(tmp_path):
    file = tmp_path / "match.txt"
    play(["LOOK", "9♦", "6♠ 4♥ 8♥", "quit"], "--save", str(file))
    assert "put S6 H4 H8" in file.read_text(encoding="utf-8")


def test_two_people_at_one_screen():
    out = play(["LOOK", "P", "LOOK", "P"], "--seat", "1", "human")
    assert "seat 0, your call>" in out
    assert "seat 1, your call>" in out


def test_ctrl_c_ends_cleanly():
    process = subprocess.Popen(
        [sys.executable, "-m", "tricktake", "play", "five-hundred", *SEED, *ME],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    shown = b""
    while b"your call> " not in shown:
        shown += os.read(process.stdout.fileno(), 4096)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert err == b""
    assert b"five-hundred-match/1" not in out
    assert b"with --save FILE" in out
