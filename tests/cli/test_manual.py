"""``--help`` of every command: complete, 80 columns wide, with examples that run; and the manual page."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from cli.run import inline
from tricktake.cli.main import build_parser
from tricktake.cli.manpage import man_page
from tricktake.cli.manual import ENVIRONMENT, EXIT_CODES
from tricktake.cli.manuals import COMMANDS, WHOLE

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "man" / "tricktake.1"
HELPS = [(), *[(name,) for name in COMMANDS]]


def arguments(command: str) -> list[argparse.Action]:
    parser = build_parser(command)
    found = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return list(found.choices[command]._actions)


@pytest.mark.parametrize("command", HELPS, ids=lambda words: " ".join(words) or "whole")
def test_help_has_all_sections(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does, arguments, examples, files, environment, exit codes, where to read more; 80 columns."""
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = inline(*command, "--help")
    assert (code, err) == (0, "")
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    assert not re.search(r"[ \t]$", out, re.MULTILINE)
    manual = COMMANDS[command[0]] if command else WHOLE
    heads = ["usage: tricktake", manual.text[0][:40].rsplit(" ", 1)[0], "options:", "examples:"]
    heads += ["environment:", "exit codes:", "read more: man tricktake; with the sources,"]
    places = [out.find(head) for head in heads]
    assert -1 not in places
    assert places == sorted(places)
    assert ("\nfiles:\n" in out) is bool(manual.files)
    shown = " ".join(out.split())
    for number, words in EXIT_CODES:
        assert f"{number} {words}" in shown
    for name in manual.environment:
        assert f"{name} {ENVIRONMENT[name]}" in shown
    for page in manual.pages:
        assert (ROOT / page).exists()


def test_help_on_narrow_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("60", "40", "1", "0", "x"):
        monkeypatch.setenv("COLUMNS", columns)
        for command in HELPS:
            code, out, err = inline(*command, "--help")
            assert (code, err) == (0, "")
            usage, _, rest = out.partition("\n\n")
            prose = [line for line in rest.splitlines() if "tricktake " not in line and "docs/" not in line]
            assert usage.startswith("usage: ")
            if columns in ("60", "40"):
                assert max(map(len, prose)) <= int(columns)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained_in_the_same_way(command: str) -> None:
    """Numbers say their unit or range, options their default, and the same option the same words."""
    for action in arguments(command):
        text = action.help or ""
        assert text, action
        assert not text.endswith("."), action
        takes = action.nargs != 0 and action.option_strings
        if takes and action.metavar in ("N", "K", "D"):
            assert re.search(r"default|repeated|\d", text), action.option_strings


def test_options_of_several_commands_mean_the_same() -> None:
    found: dict[str, set[str]] = {}
    for command in COMMANDS:
        for action in arguments(command):
            for name in action.option_strings:
                if name in ("--ascii", "--plain", "--preset", "--option", "--help", "--lenient"):
                    found.setdefault(name, set()).add(str(action.help))
    assert {name: len(texts) for name, texts in found.items()} == dict.fromkeys(found, 1)
    assert len(found) == 6
    for command in COMMANDS:
        names = {name for action in arguments(command) for name in action.option_strings}
        assert command == "completion" or {"--ascii", "--plain"} <= names


def run_line(line: str, folder: Path) -> str:
    """Run a line as a shell does, as far as examples need it: pipes, and files for input and output."""
    text = ""
    for part in re.split(r" \| (?=tricktake )", line.replace("\\\n", " ")):
        words = shlex.split(part)
        target = None
        if words[-2] in (">", "<"):
            target = folder / words[-1]
            if words[-2] == "<":
                text = target.read_text(encoding="utf-8")
                target = None
            words = words[:-2]
        assert words[0] == "tricktake"
        code, text, err = inline(*words[1:], stdin=text)
        assert (code, err) == (0, ""), part
        if target is not None:
            target.write_text(text, encoding="utf-8")
            text = "written"
    return text


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a help, in the order of the commands and in one folder."""
    monkeypatch.chdir(tmp_path)
    for manual in (WHOLE, *COMMANDS.values()):
        assert len(manual.examples) >= 2
        for line, words in manual.examples:
            assert max(map(len, line.splitlines())) <= 78
            assert words
            if "completion" in line and find_spec("shtab") is None:
                continue  # it writes them
            assert run_line(line, tmp_path) or "--svg" in line or "--html" in line, line
    assert {"match.ttr", "game.txt", "deals.txt", "deal.svg", "replay.html", "results.jsonl"} <= {
        path.name for path in tmp_path.iterdir()
    }


def test_the_manual_page_is_in_step() -> None:
    """If not: ``python -m tricktake.cli.manpage > man/tricktake.1``."""
    assert PAGE.read_text(encoding="ascii") == man_page()


def test_the_manual_page_is_well_formed() -> None:
    page = man_page()
    for command in COMMANDS:
        assert f".SS tricktake {command}\n" in page
        for action in arguments(command):
            for name in action.option_strings:
                assert name == "-h" or name.replace("-", "\\-") in page
    if shutil.which("mandoc"):
        done = subprocess.run(["mandoc", "-Tlint", str(PAGE)], capture_output=True, text=True, check=False)
        assert "ERROR" not in done.stdout + done.stderr
        assert "WARNING" not in done.stdout + done.stderr
    if shutil.which("man"):
        done = subprocess.run(["man", "-l", str(PAGE)], capture_output=True, text=True, check=False)
        assert done.returncode == 0
        assert done.stderr == ""
        assert "EXIT STATUS" in done.stdout
