"""The command ``arena``: what it prints, what it refuses, and how it ends when it is stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.run import inline, tricktake
from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.cli import arena as command

BOTS = ("random", "random:bid=0.5")


def test_the_table_and_a_sentence() -> None:
    code, out, err = inline("arena", "five-hundred", *BOTS, "--deals", "30", "--seed", "7")
    assert (code, err) == (0, "")
    assert out == arena.play(fh.Rules(), BOTS, boards=30, seed=7).to_text()
    assert out.startswith("Five Hundred, australian, seed 7: 30 deals in 2 seatings each\n\n  bot ")
    assert max(map(len, out.splitlines())) <= 96


def test_whole_matches() -> None:
    code, out, _ = inline("arena", "spades", *BOTS, "--matches", "2", "--cap", "3", "--seed", "7")
    assert code == 0
    assert out == arena.play(sp.Rules(), BOTS, boards=2, seed=7, whole=True, cap=3).to_text()
    assert out.startswith("Spades, official, seed 7: 2 matches in 3 seatings each\n")


def test_rules_and_options() -> None:
    words = ["--preset", "american", "--option", "target=300", "--deals", "2"]
    code, out, _ = inline("arena", "five-hundred", *BOTS, *words)
    assert code == 0
    assert re.match(r"Five Hundred, american,target=300, seed \d+: 2 deals", out)


def test_json() -> None:
    code, out, _ = inline("arena", "spades", *BOTS, "random:bid=1", "--deals", "2", "--seed", "7", "--json")
    assert code == 0
    due = arena.play(sp.Rules(), [*BOTS, "random:bid=1"], boards=2, seed=7)
    assert json.loads(out) == due.data()
    assert out.count("\n") == 1
    assert len(due.data()["pairs"]) == 3


def test_results_do_not_depend_on_workers() -> None:
    words = ["arena", "five-hundred", *BOTS, "--deals", "4", "--seed", "7"]
    assert tricktake(*words, "--workers", "2") == inline(*words)


def test_a_file_is_continued_with_its_own_seed(tmp_path: Path) -> None:
    """Without ``--seed`` the second call takes the seed of the file."""
    path = tmp_path / "results.jsonl"
    first = inline("arena", "five-hundred", *BOTS, "--deals", "3", "--out", str(path))
    assert first[0] == 0
    code, out, _ = inline("arena", "five-hundred", *BOTS, "--deals", "6", "--out", str(path))
    assert code == 0
    assert out.partition(":")[0] == first[1].partition(":")[0]
    assert path.read_text(encoding="ascii").count("\n") == 7


@pytest.mark.parametrize(
    ("due", "words", "error"),
    [
        (2, ["five-hundred"], "the following arguments are required: BOT"),
        (2, ["bridge", *BOTS], "there is no game 'bridge'"),
        (2, ["five-hundred", "random", "huristic"], "there is no bot 'huristic' (did you mean 'heuristic'?)"),
        (2, ["five-hundred", "random"], "4 players on 2 sides need 2 or 4 bots; got 1"),
        (2, ["five-hundred", *BOTS, "--deals", "0"], "expected a whole number of 1 or more"),
        (2, ["five-hundred", *BOTS, "--deals", "1", "--matches", "1"], "not allowed with argument"),
        (2, ["five-hundred", *BOTS, "--limit", "nan"], "expected seconds, more than 0, got 'nan'"),
        (2, ["five-hundred", *BOTS, "--limit", "0"], "expected seconds, more than 0, got '0'"),
        (2, ["five-hundred", *BOTS, "--seed", str(2**64)], "below 2**64"),
        (1, ["five-hundred", *BOTS, "--out", "/no/such/place/file"], "No such file or directory"),
        (2, ["five-hundred", *BOTS, "--preset", "austrian"], "there is no preset 'austrian'"),
    ],
)
def test_refusals(due: int, words: list[str], error: str) -> None:
    code, out, err = inline("arena", *words)
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    assert error in err


def test_another_arena_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ["arena", "five-hundred", *BOTS, "--deals", "2", "--out", str(path)]
    assert inline(*words, "--seed", "7")[0] == 0
    code, out, err = inline(*words, "--seed", "8")
    assert (code, out) == (1, "")
    assert "holds the results of another arena: seed is 7 there and 8 here" in err


# --- stopped ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs POSIX signals")
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_ctrl_c_prints_what_there_is(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "results.jsonl"
    words = ["arena", "five-hundred", *BOTS, "--deals", "100000", "--seed", "5", "--out", str(path)]
    running = subprocess.Popen(
        [sys.executable, "-m", "tricktake", *words, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        patience = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert running.poll() is None
            assert time.monotonic() < patience
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    found = re.fullmatch(
        r"tricktake: note: stopped after (\d+) of 100000 boards; the same command goes on from there\n", err
    )
    assert found, err
    boards = int(found[1])
    assert out == arena.play(fh.Rules(), BOTS, boards=boards, seed=5).to_text()
    assert path.read_bytes().count(b"\n") >= boards + 1


def test_stopped_before_the_first_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: object, **named: object) -> object:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "play_boards", stop)
    code, out, err = inline("arena", "five-hundred", *BOTS, "--seed", "7")
    assert (code, out) == (130, "")
    assert "stopped after 0 of 1000 boards; with --seed 7 and --out FILE" in err


# --- progress ---------------------------------------------------------------------------------------------


def test_progress_is_one_line_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    now = [100.0]
    monkeypatch.setattr(command, "perf_counter", lambda: now[0])
    progress = command._Progress(2000)
    progress.show(500)
    for done, seconds in ((501, 0.05), (600, 10.0), (1999, 60.0), (2000, 60.0)):
        now[0] = 100.0 + seconds
        progress.show(done)
    progress.clear()
    shown = capsys.readouterr().err.split("\r")
    assert shown[1] == "500 of 2,000 boards"
    assert shown[2] == "600 of 2,000 boards, 10 a second, 2 min 20 s left"
    assert shown[3].startswith("1,999 of 2,000 boards, 25 a second, 0 s left")
    assert shown[-2].strip() == shown[-1] == ""
    assert len({len(text) for text in shown[2:4]}) == 1


def test_no_progress_where_nobody_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    progress = command._Progress(10)
    progress.show(5)
    progress.clear()
    assert capsys.readouterr().err == ""


def test_times_in_words() -> None:
    times = [(0.4, "0 s"), (59.6, "1 min 0 s"), (200, "3 min 20 s"), (7290, "2 h 1 min")]
    for seconds, words in times:
        assert command._time(seconds) == words
