"""Bots of one's own at the command line: in the arena with processes, at a seat, and their faults told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tricktake as tt
from cli.run import inline
from tricktake import spades as sp

BOTS = """
from tricktake.bots import Random

class Mine(Random):
    name = "mine"

    def __init__(self, seed=0, *, depth=2):
        super().__init__(seed)
        if depth < 1:
            raise ValueError("depth must be 1 or more")

class Says(Random):
    name = "says"

    def _choose(self, view):
        return "P"

class Wrong(Random):
    name = "wrong"

    def _choose(self, view):
        from tricktake import Play
        return Play("HQ")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to stand in, with bots, and one whose module cannot be imported."""
    (tmp_path / "mybots7.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "broken7.py").write_text("def f():\n    return unknown\n\nf()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("mybots7", None)


def run(*start: str, text: str | None = None) -> tuple[int, str, str]:
    """Run a Python of its own in the folder."""
    path = os.pathsep.join([str(Path(where).resolve()) for where in sys.path if where])
    done = subprocess.run(
        [sys.executable, *start],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stdout, done.stderr


def test_an_arena_with_workers(folder: Path) -> None:
    """A file with a setting against a module, in two processes; the report is that of one process.

    The installed script has its own folder on the path, and not the current one, like ``-P``.
    """
    words = ["arena", "spades", "mybots7.py:Mine:depth=3", "mybots7:Says", "--deals", "6", "--seed", "1"]
    main = f"import sys; from tricktake.cli import main; sys.exit(main({[*words, '--workers', '2']}))"
    code, out, err = run("-P", "-c", main)
    assert (code, err) == (0, "")
    assert "mine:depth=3 is better than says" in out
    assert "returned a value of type str, which is no action" in " ".join(out.split())
    assert inline(*words) == (0, out, "")


def test_a_seat(folder: Path) -> None:
    """The bot plays what it would play in a program."""
    bot = ["--seat", "0", "mybots7.py:Mine"]
    code, out, err = inline("play", "spades", *bot, "--deals", "1", "--seed", "3", "--quiet")
    assert (code, err) == (0, "")
    assert "seat 0 mybots7.py:Mine" in out
    others = inline("play", "spades", "--seat", "0", "random", "--deals", "1", "--seed", "3", "--quiet")[1]
    assert out.splitlines()[3:] == others.splitlines()[3:]


@pytest.mark.parametrize(
    ("bot", "error"),
    [
        ("mybots7:Says", "the bot of seat 0 (says) returned a value of type str, which is no action"),
        ("mybots7:Wrong", "the bot of seat 0 (wrong) returned an action that is not legal: seat 0 must "),
        ("mybots7:Nobody", "has no class 'Nobody'; its bots are Mine, Says, Wrong"),
        ("nofile7.py:Mine", "there is no file 'nofile7.py'"),
        ("mybots7.py:Mine:depth=0", "mybots7.py:Mine:depth=0 cannot be made: ValueError: depth must be"),
        ("broken7:Mine", "broken7 cannot be imported: NameError: name 'unknown' is not defined (broken7"),
    ],
)
def test_what_goes_wrong_at_a_seat(folder: Path, bot: str, error: str) -> None:
    """One line; above it the author's own traceback where the code has failed, which is exit code 1."""
    code, _, err = inline("play", "spades", "--seat", "0", bot, "--deals", "1", "--seed", "3", "--quiet")
    assert code == (2 if bot in ("mybots7:Nobody", "nofile7.py:Mine") else 1)
    *trace, last = err.splitlines()
    assert last.startswith("tricktake: error: ")
    assert error in last
    if "cannot be" in error:
        assert trace[0] == "Traceback (most recent call last):"
        assert any("7.py" in line for line in trace)
        assert not any("tricktake" in line and "File" in line for line in trace)
    else:
        assert not trace


SCRIPT = """
import tricktake as tt
from tricktake import arena, spades as sp
from mybots7 import Mine
print("began")
arena.play(sp.Rules(), [Mine, "random:bid=0.9"], boards=4, workers=2)
"""


def test_a_script_that_forgets_its_main(folder: Path) -> None:
    """Worker processes import it and end there, with a word; so does the arena."""
    (folder / "script7.py").write_text(SCRIPT, encoding="utf-8")
    code, out, err = run("script7.py")
    assert code == 1
    assert 2 <= out.count("began") <= 3  # the first process that ends may end the second
    assert 'put what starts it under the line: if __name__ == "__main__":' in err.splitlines()[-1]
    assert "script7.py, which starts an arena with workers again" in err
    assert "bootstrapping" not in err


def test_programs_that_worker_processes_cannot_import(folder: Path) -> None:
    """From standard input, and with a bot that was typed at the prompt."""
    code, out, err = run("-", text=SCRIPT)
    assert (code, out) == (1, "began\n")
    assert "standard input, which worker processes cannot import" in err.splitlines()[-1]
    code, out, err = run("-c", SCRIPT.replace("from mybots7 import Mine", "class Mine(tt.bots.Random): pass"))
    assert (code, out) == (1, "began\n")
    assert "Mine is defined at the prompt, where worker processes cannot find it" in err.splitlines()[-1]


def test_bots_that_worker_processes_cannot_be_given() -> None:
    """A class of a function has no name that another process could import."""

    class Inside(tt.bots.Random):
        pass

    with pytest.raises(tt.SetupError, match="Inside is defined inside a function, where worker processes"):
        tt.arena.play(sp.Rules(), [Inside, "random"], boards=4, workers=2)
    assert tt.arena.play(sp.Rules(), [Inside, "random"], boards=1).standings[0].faults == 0
