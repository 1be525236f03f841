"""``docs/cli.md``: what it shows is what the commands print, and no command, code or variable is left out."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.run import environment
from cli.test_manual import run_line
from tricktake.cli.manual import ENVIRONMENT, EXIT_CODES
from tricktake.cli.manuals import COMMANDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def printed(line: str, folder: Path) -> str:
    """What a line prints: in this process, or in a shell where it needs one."""
    if ";" not in line and "python" not in line:
        shown = run_line(line, folder)
        return "" if " > " in line else shown
    shell = (
        f'tricktake() {{ "{sys.executable}" -m tricktake "$@"; }}; python() {{ "{sys.executable}" "$@"; }}\n'
    )
    done = subprocess.run(
        ["bash", "-c", shell + line, sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment(),
        check=False,
        timeout=60,
    )
    return done.stdout.decode()


def test_sessions_print_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks in one folder; ``...`` stands for what differs from machine to machine."""
    monkeypatch.chdir(tmp_path)
    checker, count = doctest.OutputChecker(), 0
    for kind, block in BLOCKS:
        if kind != "console":
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, due = part.partition("\n")
            got = printed(line, tmp_path)
            assert checker.check_output(due, got, doctest.ELLIPSIS), f"{line}\n{got}"
            count += 1
    assert count > 15


def test_scripts_do_what_they_say(tmp_path: Path) -> None:
    """The recipes for scripts run as they stand, with fewer deals; what they write is there."""
    script = next(block for kind, block in BLOCKS if kind == "sh" and "for seed in" in block)
    for more, fewer in (("--count 100", "--count 12"), ("--deals 1000", "--deals 2")):
        assert more in script
        script = script.replace(more, fewer)
    assert "set -e" not in script
    printed(f"set -euo pipefail; {script.strip()}", tmp_path)
    assert len((tmp_path / "deals.txt").read_text(encoding="utf-8").splitlines()) == 10
    assert len((tmp_path / "solved.jsonl").read_text(encoding="utf-8").splitlines()) == 10
    assert (tmp_path / "results.jsonl").stat().st_size > 100
    assert {path.name for path in tmp_path.glob("*.ttr")} == {f"match-{seed}.ttr" for seed in (1, 2, 3)}


def test_everything_is_on_the_page() -> None:
    assert set(re.findall(r"^### (\w+)$", TEXT, re.MULTILINE)) == set(COMMANDS) - {"completion"}
    for code, words in EXIT_CODES:
        assert f"| {code} | {words} |" in TEXT
    for name, words in ENVIRONMENT.items():
        assert f"| `{name}` | {words} |" in TEXT
    for target in re.findall(r"\]\(([\w./-]+)\)", TEXT):
        assert (PAGE.parent / target).exists()
    assert max(map(len, TEXT.splitlines())) < 200


def test_other_commands_on_the_page_exist() -> None:
    """Commands that are not run here, for they ask somebody or take long, name options that there are."""
    from cli.test_manual import arguments

    for kind, block in BLOCKS:
        for line in block.splitlines():
            for part in re.findall(r"tricktake ([a-z]+)( [^|>#;]*)?", line) if kind == "sh" else ():
                if part[0] in COMMANDS:
                    known = {name for one in arguments(part[0]) for name in one.option_strings}
                    assert set(re.findall(r"--[\w-]+", part[1])) <= known
