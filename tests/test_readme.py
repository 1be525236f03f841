"""Every block of the README runs.

The two commands that install are run from a clean copy by ``.ci/run``; everything else runs here.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(<!-- \w+ -->\n)?```(\w+)\n(.*?)```", README, flags=re.DOTALL)


def test_kinds_of_blocks() -> None:
    """There is one main command, one test command, and nothing that no test runs."""
    marks = [mark.strip() for mark, _, _ in BLOCKS if mark]
    assert marks == ["<!-- main -->", "<!-- tests -->"]
    assert {kind for _, kind, _ in BLOCKS} == {"sh", "pycon"}
    for mark, _, text in BLOCKS:
        if mark:
            assert len(text.strip().splitlines()) == 1
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "<!-- $1 -->" in script
    assert "run_block main" in script
    assert "run_block tests" in script


def test_the_source_distribution_has_what_the_tests_read() -> None:
    """The script and the workflows are in it, and so are README and tests."""
    listed = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").split()
    for name in (".ci", ".github", "tests", "README.md"):
        assert name in listed
        assert (ROOT / name).exists()


@pytest.mark.parametrize(
    "block",
    [text for mark, kind, text in BLOCKS if kind == "sh" and not mark],
    ids=lambda text: text.split()[1],
)
def test_commands(block: str, tmp_path: Path) -> None:
    """Each command of a block, in turn in one folder, prints or writes something and ends well."""
    for line in block.strip().splitlines():
        words = shlex.split(line)
        assert words[0] == "tricktake"
        done = subprocess.run(
            [sys.executable, "-m", *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        if "--html" in words:
            assert (tmp_path / words[-1]).stat().st_size > 10_000
        else:
            assert done.stdout.strip()


def test_sessions() -> None:
    """The Python sessions print what they say, one after the other."""
    text = "\n".join(text for _, kind, text in BLOCKS if kind == "pycon")
    parsed = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert len(parsed.examples) >= 5
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(parsed, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def test_links() -> None:
    """Every local link leads to a file."""
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target


def test_the_benchmarks_start() -> None:
    """Every benchmark can be imported, so that the figures can be measured again."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "run.py"), "--list"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 15
