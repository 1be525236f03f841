"""Encodings, pipes, colour and bad command lines: K-07 and what else a shell does to a program."""

import os
import pty
import re
import subprocess
import sys

import pytest

from cli.run import inline, tricktake

_RANDOM = [word for seat in "012" for word in ("--seat", seat, "random")]
COMMANDS = [
    ("play", "five-hundred", "--seed", "2", "--preset", "free_misere"),
    ("play", "five-hundred", "--seed", "2", "--quiet"),
    ("play", "--help"),
    ("deal", "five-hundred", "--seed", "2", "--count", "3"),
    ("deal", "five-hundred", "--seed", "2", "--text"),
    ("deal", "--help"),
    ("play", "spades", "--seed", "2", "--deals", "1", *_RANDOM),
    ("deal", "spades", "--seed", "2", "--preset", "five_2_jokers"),
    ("rules", "spades", "--preset", "long_three_jacks"),
    ("rules", "five-hundred"),
    ("rules", "spades", "--list"),
    ("rules", "--help"),
    ("perft", "spades", "--seed", "2", "--cards", "2"),
    ("solve", "--game", "spades", "--seed", "2", "--preset", "partners"),
    ("perft", "--seed", "2", "--cards", "2", "--divide"),
    ("perft", "--help"),
    ("--help",),
    ("--version",),
]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_k_07_every_encoding(command, encoding):
    env = {"NO_COLOR": "1", "TERM": "dumb"} if encoding == "ascii" else {"TERM": "xterm"}
    code, out, err = tricktake(*command, encoding=encoding, env=env)
    assert (code, err) == (0, "")
    assert out
    assert "\x1b" not in out
    assert "?" not in out
    assert not re.search("[♠♣♦♥]", out)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-16"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_more_encodings(command, encoding):
    code, out, err = inline(*command, encoding=encoding)
    assert (code, err) == (0, "")
    assert out
    assert "?" not in out


def test_ascii_is_ascii():
    for command in COMMANDS:
        if "--help" not in command and "--version" not in command:
            assert inline(*command, "--ascii")[1].isascii()


def test_help_is_ascii_and_names_every_preset():
    code, out, _ = tricktake("play", "--help")
    assert code == 0
    assert out.isascii()
    assert all(name in out for name in ("hoyle_original", "--resume", "human"))


def test_a_closed_pipe_ends_quietly():
    command = f"{sys.executable} -m tricktake deal five-hundred --seed 1 --count 3000 | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def on_a_terminal(args, env):
    """Run with a terminal as standard output and return what it shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tricktake", *args],
        stdout=theirs,
        stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8", **env},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait() == 0
    return shown.decode()


def test_colour_on_a_terminal_only():
    pytest.importorskip("rich")
    args = ["play", "five-hundred", "--seed", "1", "--deals", "1"]
    assert "\x1b[" in on_a_terminal(args, {"TERM": "xterm"})
    assert "\x1b" not in on_a_terminal(args, {"TERM": "xterm", "NO_COLOR": "1"})
    assert "\x1b" not in on_a_terminal(args, {"TERM": "dumb"})
    assert "\x1b" not in tricktake(*args, env={"TERM": "xterm"})[1]
    coloured = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(args, {"TERM": "xterm"}))
    assert coloured.replace("\r\n", "\n") == tricktake(*args)[1]


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
    code, _, err = tricktake("play", "five-hundred", "--resume", str(file))
    assert (code, err.count("\n")) == (1, 1)
    code, _, err = tricktake("play", "five-hundred", "--resume", str(tmp_path))
    assert (code, err.count("\n")) == (1, 1)


def test_bad_input_never_shows_a_traceback():
    for args in (
        ["play", "five-hundrd"],
        ["play", "five-hundred", "--resume", "nowhere"],
        ["perft", "--cards", "x"],
    ):
        code, out, err = tricktake(*args, encoding="ascii")
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_no_command_prints_help():
    code, out, err = tricktake()
    assert (code, out) == (2, "")
    assert "usage: tricktake" in err


def test_version():
    from tricktake import __version__

    assert tricktake("--version")[1] == f"tricktake {__version__}\n"
