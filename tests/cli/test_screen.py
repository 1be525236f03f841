"""Encodings, pipes, colour and bad command lines: K-07 and what else a shell does to a program."""

import contextlib
import os
import pty
import re
import subprocess
import sys
import threading

import pytest

from cli.run import environment, inline, many
from tricktake import fivehundred as fh
from tricktake.cli.manuals import COMMANDS as MANUALS

_RANDOM = [word for seat in "012" for word in ("--seat", seat, "random")]
_HAND = "JK SA SQ SJ S10 CJ D5 D4 HA H4"
_DEAL = (
    "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
)
COMMANDS = [
    ("play", "five-hundred", "--seed", "2", "--preset", "free_misere"),
    ("play", "five-hundred", "--seed", "2", "--quiet"),
    ("deal", "five-hundred", "--seed", "2", "--count", "3"),
    ("deal", "five-hundred", "--seed", "2", "--text"),
    ("play", "spades", "--seed", "2", "--deals", "1", *_RANDOM),
    ("deal", "spades", "--seed", "2", "--preset", "five_2_jokers"),
    ("rules", "spades", "--preset", "long_three_jacks"),
    ("rules", "five-hundred"),
    ("rules", "spades", "--list"),
    ("perft", "spades", "--seed", "2", "--cards", "2"),
    ("solve", "--game", "spades", "--seed", "2", "--preset", "partners"),
    ("perft", "--seed", "2", "--cards", "2", "--divide"),
    ("show", _DEAL),
    (("show", "-", "--seat", "1"), _DEAL + "\r\n", {}),
    (("replay", "-"), _DEAL + "\r\n", {}),
    (("replay", "-", "--analyse"), _DEAL, {}),
    (("replay", "-", "--step"), _DEAL, {}),
    (("solve", "-"), "# a remark\r\n\r\n" + _DEAL + "\r\n", {}),
    ("advise", "five-hundred", "--hand", _HAND, "--worlds", "5"),
    ("arena", "five-hundred", "heuristic", "random", "--deals", "2", "--seed", "1"),
    ("about",),
    *[(name, "--help") for name in MANUALS],
    ("--help",),
    ("--version",),
]
SETTINGS = {
    "ascii": ("ascii", {"NO_COLOR": "1", "TERM": "dumb"}),
    "cp1252": ("cp1252", {"TERM": "xterm"}),
    "the C locale": (None, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_k_07_every_encoding(setting):
    """Real streams of each encoding, with line ends as Windows has them: letters, and no error."""
    encoding, env = SETTINGS[setting]
    for command, (code, out, err) in zip(COMMANDS, many(COMMANDS, encoding=encoding, env=env), strict=True):
        assert (code, err) == (0, ""), command
        assert out, command
        assert "\x1b" not in out, command
        assert "?" not in out, command
        assert not re.search("[♠♣♦♥]", out), command


def _inline(command, *more, encoding="utf-8"):
    args, stdin, _ = command if isinstance(command[-1], dict) else (command, "", {})
    return inline(*args, *more, stdin=stdin, encoding=encoding)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-16"])
def test_more_encodings(encoding):
    for command in COMMANDS:
        if encoding == "utf-16" and isinstance(command[-1], dict):
            continue  # files are read as UTF-8
        code, out, err = _inline(command, encoding=encoding)
        assert (code, err) == (0, ""), command
        assert out
        assert "?" not in out


def test_k_07_ascii_is_ascii():
    """``--ascii`` forces letters where there could be signs."""
    signs = 0
    for command in COMMANDS:
        if "--help" not in command and command != ("--version",):
            out = _inline(command, "--ascii")[1]
            assert out.isascii(), command
            signs += bool(re.search("[♠♣♦♥]", _inline(command)[1]))
    assert signs > 8


def test_k_07_closed_input():
    """Whoever has closed standard input can still do all that reads nothing from it."""
    commands = [command for command in COMMANDS if not isinstance(command[-1], dict)]
    for command, (code, out, err) in zip(commands, many(commands, closed="<&-"), strict=True):
        assert (code, err) == (0, ""), command
        assert out
    (code, out, err), (late, _, why) = many(
        [("play", "five-hundred", "--seat", "0", "human"), ("solve", "-")], closed="<&-"
    )
    assert (code, err) == (0, "")
    assert "is not kept" in out
    assert late == 1
    assert why.startswith("tricktake: error: standard input: there is no deal in it; a deal is a line ")


def test_help_is_ascii_and_names_every_preset():
    code, out, _ = inline("play", "--help")
    assert code == 0
    assert out.isascii()
    assert all(name in out for name in (*fh.PRESETS, "--resume", "human"))


def test_a_closed_pipe_ends_quietly():
    command = f"{sys.executable} -m tricktake deal five-hundred --seed 1 --count 3000 | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"{command}; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        timeout=60,
        check=False,
        env=environment(),
    )
    assert done.stdout.count(b"\n") == 2
    assert done.stdout.endswith(b"\n0\n")
    assert done.stderr == b""


def on_a_terminal(commands):
    """Run with a terminal as standard output and return what it shows for each command."""
    ours, theirs = pty.openpty()
    pieces = []

    def read():
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 65536):
                pieces.append(piece)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    found = many(commands, stdout=theirs)
    os.close(theirs)
    reader.join(20)
    os.close(ours)
    assert [(code, err) for code, _, err in found] == [(0, "")] * len(commands)
    return b"".join(pieces).decode().replace("\r\n", "\n").split("\x01")[:-1]


def test_colour_on_a_terminal_only():
    pytest.importorskip("rich")
    args = ["play", "five-hundred", "--seed", "1", "--deals", "1"]
    shown = on_a_terminal(
        [
            (args, None, {"TERM": "xterm"}),
            ([*args, "--plain"], None, {}),
            (args, None, {"TERM": "dumb"}),
            (args, None, {"TERM": "xterm", "NO_COLOR": "1"}),
        ]
    )
    assert "\x1b[" in shown[0]
    piped = inline(*args)[1]
    assert "\x1b" not in piped
    assert [re.sub(r"\x1b\[[0-9;]*m", "", shown[0]), *shown[1:]] == [piped] * 4


@pytest.mark.parametrize(
    ("due", "args", "words"),
    [
        (2, ["paly"], "did you mean 'play'?"),
        (2, ["play", "five-hundrd"], "did you mean 'five-hundred'?"),
        (2, ["play"], "game"),
        (2, ["play", "five-hundred", "--preset", "austrlian"], "did you mean 'australian'?"),
        (2, ["play", "five-hundred", "--option", "jocker_lead=any_suit"], "did you mean 'joker_lead'?"),
        (2, ["play", "five-hundred", "--option", "misere"], "name=value"),
        (2, ["play", "five-hundred", "--option", "misere=perhaps"], "perhaps"),
        (2, ["play", "five-hundred", "--seat", "0", "humen"], "did you mean 'human'?"),
        (2, ["play", "five-hundred", "--seat", "4", "human"], "from 0 to 3"),
        (2, ["play", "five-hundred", "--seat", "0"], "--seat"),
        (2, ["play", "five-hundred", "--seed", "-1"], "0 or more"),
        (2, ["play", "five-hundred", "--seed", "x"], "'x'"),
        (2, ["play", "five-hundred", "--deals", "0"], "1 or more"),
        (2, ["play", "five-hundred", "--dealer", "4"], "from 0 to 3"),
        (2, ["play", "five-hundred", "--quiet", "--seat", "0", "human"], "--quiet"),
        (1, ["play", "five-hundred", "--resume", "nowhere.txt"], "nowhere.txt"),
        (2, ["play", "five-hundred", "--resume", "x", "--seed", "1"], "--seed"),
        (1, ["play", "five-hundred", "--save", "no/such/place.txt"], "directory"),
        (2, ["play", "five-hundred", "--what"], "--what"),
        (2, ["deal", "five-hundred", "--count", "0"], "1 or more"),
        (2, ["deal", "five-hundred", "--number", str(2**64)], str(2**64)),
        (2, ["perft", "--strain", "X"], "S, C, D, H, NT"),
        (2, ["perft", "--cards", "11"], "from 1 to 10"),
        (2, ["perft", "--players", "7"], "from 2 to 6"),
        (2, ["perft", "--cards", "2", "--depth", "9"], "too deep"),
    ],
)
def test_bad_command_lines_are_one_line(due, args, words):
    for encoding in ("utf-8", "ascii"):
        code, out, err = inline(*args, encoding=encoding)
        assert (code, out) == (due, "")
        assert err.count("\n") == 1
        assert err.startswith("tricktake: error: ")
        assert words in err
        assert "Traceback" not in err


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b"\xff\xfe\x00", b"five-hundred-match/9 rules=x\n"])
def test_bad_files_are_one_line(tmp_path, content):
    file = tmp_path / "match.txt"
    file.write_bytes(content)
    code, _, err = inline("play", "five-hundred", "--resume", str(file))
    assert (code, err.count("\n")) == (1, 1)
    code, _, err = inline("play", "five-hundred", "--resume", str(tmp_path))
    assert (code, err.count("\n")) == (1, 1)


def test_bad_input_never_shows_a_traceback():
    commands = (
        (2, "play", "five-hundrd"),
        (1, "play", "five-hundred", "--resume", "nowhere"),
        (2, "perft", "--cards", "x"),
    )
    found = many([args for _, *args in commands], encoding="ascii")
    for (due, *_), (code, out, err) in zip(commands, found, strict=True):
        assert (code, out, err.count("\n")) == (due, "", 1)


def test_no_command_prints_help():
    code, out, err = inline()
    assert (code, out) == (2, "")
    assert "usage: tricktake" in err
