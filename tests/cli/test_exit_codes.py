"""Exit codes and errors, the same for every command: 0, 1, 2, 130, and one line on standard error."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from cli.run import inline
from tricktake.cli.main import main
from tricktake.cli.manuals import COMMANDS

GOOD = {
    "play": ["five-hundred", "--seed", "1", "--deals", "1", "--quiet"],
    "rules": ["spades"],
    "deal": ["spades", "--seed", "1"],
    "show": ["-"],
    "replay": ["-"],
    "solve": ["-"],
    "advise": ["five-hundred", "--hand", "JK SA SQ SJ S10 CJ D5 D4 HA H4", "--worlds", "2"],
    "arena": ["spades", "random", "random:bid=0.5", "--deals", "1", "--seed", "1"],
    "perft": ["--cards", "1", "--seed", "1"],
    "about": [],
    "completion": ["bash"],
}
DEAL = (
    "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    "contract=6H contractor=0 tricks=4,1,2,0"
)
CANNOT = [
    (["play", "five-hundred", "--resume", "no/such"], "no/such: No such file"),
    (["play", "five-hundred", "--resume", "."], "."),
    (["play", "five-hundred", "--save", "no/such/file"], "there is no directory"),
    (["show", "no/such"], "No such file"),
    (["show", DEAL, "--svg", "no/such/file"], "No such file"),
    (["show", f"{DEAL} : XX"], "'XX'"),
    (["show", f"{DEAL} : S2"], "S2"),
    (["replay", "no/such"], "No such file"),
    (["replay", "-"], "there is no deal in it"),
    (["solve", "no/such"], "No such file"),
    (["solve", "-"], "there is no deal in it"),
    (["solve", "--seed", "1", "--bids", "7H 6S"], "cannot bid 6S"),
    (["advise", "--view", "no/such"], "No such file"),
    (["advise", *GOOD["advise"], "--auction", "7H 6S"], "cannot bid 6S"),
    (["advise", *GOOD["advise"], "--svg", "no/such/file"], "No such file"),
    (["arena", *GOOD["arena"], "--out", "no/such/file"], "No such file"),
]
"""The command line is in order, and what it asks for cannot be done."""
SENSELESS = [
    (["paly"], "did you mean 'play'?"),
    (["plya", "five-hundred"], "did you mean 'play'?"),
    (["--versoin"], "did you mean '--version'?"),
    (["deal", "spads"], "did you mean 'spades'?"),
    (["deal", "spades", "--preset", "oficial"], "did you mean 'official'?"),
    (["deal", "five-hundred", "--option", "misere_rnk=x"], "did you mean 'misere_rank'?"),
    (["play", "spades", "--seat", "0", "huristic"], "did you mean 'heuristic'?"),
    (["play", "spades", "--seat", "0", "randm:bid=0.5"], "did you mean 'random'?"),
    (["play", "spades", "--seat", "0", "random:bit=0.5"], "did you mean 'bid'?"),
    (["play", "spades", "--seat", "0", "random:bid=2"], "bid"),
    (["arena", "spades", "random", "smpling"], "did you mean 'sampling'?"),
    (["perft", "--strain", "NTX"], "did you mean 'NT'?"),
    (["advise", "spads", "--hand", "SA"], "did you mean 'spades'?"),
    (["solve", "--seed", "1", "--game", "spads"], "did you mean 'spades'?"),
    (["completion", "bsh"], "did you mean 'bash'?"),
    (["deal", "spades", "extra"], "'extra' is one word too many"),
    (["deal", "spades", "--see", "5"], "did you mean '--seed'?"),
    (["deal", "spades", "--seed=x"], "'x'"),
    (["deal"], "required: game"),
]
"""Something on the command line is wrong."""


def refused(due: int, *args: str) -> str:
    code, out, err = inline(*args)
    assert (code, out) == (due, ""), args
    assert err.startswith("tricktake: error: "), args
    assert err.count("\n") == 1, args
    assert "Traceback" not in err
    return err


def test_every_command_is_here() -> None:
    assert set(GOOD) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_0_done(command: str) -> None:
    """Results go to standard output; nothing to standard error."""
    if command == "completion":
        pytest.importorskip("shtab")
    code, out, err = inline(command, *GOOD[command], stdin=DEAL)
    assert (code, err) == (0, "")
    assert out.endswith("\n")
    if command != "completion":
        alike = inline(command, *GOOD[command], "--plain", stdin=DEAL)
        assert alike == (code, out, err) or command == "perft"  # which prints times
    names = inline(command, "--help")[1]
    if "--quiet " in names and command != "play":
        assert inline(command, *GOOD[command], "--quiet", stdin=DEAL)[1] == out


@pytest.mark.parametrize(("args", "words"), CANNOT, ids=[" ".join(args)[:50] for args, _ in CANNOT])
def test_1_could_not_be_done(
    args: list[str], words: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert words in refused(1, *args)


@pytest.mark.parametrize(("args", "words"), SENSELESS, ids=[" ".join(args)[:50] for args, _ in SENSELESS])
def test_2_makes_no_sense(args: list[str], words: str) -> None:
    assert words in refused(2, *args)


@pytest.mark.parametrize("command", COMMANDS)
def test_2_for_every_command(command: str) -> None:
    assert "--plian" in refused(2, command, *GOOD[command], "--plian")
    assert f"tricktake {command} --help" in refused(2, command, *GOOD[command], "--plian")
    if command != "completion":
        assert "did you mean '--plain'?" in refused(2, command, *GOOD[command], "--plian")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
        (MemoryError(), 1, "tricktake: error: there is not enough memory for this\n"),
        (OSError(28, "No space left on device"), 1, "tricktake: error: [Errno 28] No space left on device\n"),
    ],
    ids=["Ctrl-C", "closed pipe", "memory", "disk"],
)
def test_what_happens_from_outside(
    command: str, raised: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a command is doing then."""

    def run(args: object) -> int:
        raise raised

    monkeypatch.setattr(import_module(f"tricktake.cli.{command}"), "run", run)
    assert inline(command, *GOOD[command]) == (code, "", said)


def test_messages_stay_one_line_and_can_be_shown() -> None:
    """Line breaks, escape sequences and letters the encoding lacks come from the command line."""
    for word in ("a\nb", "♥♥", "é" * 500, "x" * 5000):
        for encoding in ("utf-8", "ascii"):
            code, out, err = inline("deal", word, encoding=encoding)
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert len(err) < 300


@pytest.mark.parametrize(
    ("args", "package", "extra"),
    [
        (["replay", "-", "--analyse", "--plot", "a.png"], "matplotlib", "plot"),
        (["advise", *GOOD["advise"], "--png", "a.png"], "matplotlib", "plot"),
        (["completion", "bash"], "shtab", "completion"),
    ],
)
def test_k_05_a_missing_extra_is_named(
    args: list[str], package: str, extra: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K-05: the error has the command that installs it."""
    monkeypatch.chdir(str(tmp_path))
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    code, _, err = inline(*args, stdin=f"{DEAL} : H5; HK; H8; C5")
    assert (code, err.count("\n")) == (1, 1)
    assert f"pip install 'tricktake[{extra}]'" in err


def test_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tricktake", "rules", "spades"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("Spades, official\n")
