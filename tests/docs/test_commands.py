"""Every command on a page is run here, or in the table of those that others run.

Tutorials are run as a whole by ``test_tutorials.py``. The commands of any other page are run in order and in
one folder, which holds the files that pages speak of: a record ``match.ttr`` of two deals, ``game.ptn``,
``deals.txt`` and a match to go on with, ``match.txt``. Nobody sits at the terminal: who is asked something
there answers with the end of the input.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from docs.pages import DOCS, ROOT, TUTORIALS, blocks, name_of
from tricktake import ptn
from tricktake.cli import main
from tricktake.records import read_records

ELSEWHERE = {
    "python3 -m venv .venv": "the first line of the README, run by .ci/run",
    ".venv/bin/pip install .": "the first line of the README, run by .ci/run",
    "pip install 'tricktake[tui]'": "tests/test_extras.py: the extra exists",
    ".venv/bin/pip install '.[test]'": "the second line of the README, run by .ci/run",
    ".venv/bin/python -m pytest -n auto": "the second line of the README, run by .ci/run",
    ".venv/bin/pip install '.[docs]'": "tools/docs.sh",
    "tools/docs.sh": ".ci/run",
    ".venv/bin/pip install tricktake 'Cython>=3.2,<4' 'setuptools>=77'": "tests/embedding, slowly",
    ".venv/bin/python setup.py build_ext --inplace": "tests/embedding; tools/free_threading.sh",
    "python3.13t -m venv .venv": "tools/free_threading.sh",
    ".venv/bin/pip install 'numpy>=2.2' 'Cython>=3.2,<4' 'setuptools>=77' pytest pytest-timeout "
    "'hypothesis<6.140'": "tools/free_threading.sh",
    "PYTHONPATH=src .venv/bin/python -m pytest tests/threads -m 'slow or not slow'": "the same",
    "python tools/fuzz_core.py --seconds 600 --seed 7": "tools/sanitize.sh --short, for some seconds",
    "python tools/fuzz_core.py --seed 7 --case 1943": "tests/core/test_fuzz.py, another case",
    "python tools/leaks.py --only batch.": "tools/leaks.py --short, run by .ci/run",
    "python tests/quick.py --installed": "tools/wheels.py --one",
    "python tools/wheels.py": "by hand, before a release",
    "python tools/wheels.py --one": ".ci/run",
    ".venv/bin/python -c 'import mybot'": "tests/embedding imports the same",
    "python -m pip install '.[bench]'": "tests/test_extras.py: the extra exists",
    "python benchmarks/run.py": "by hand, before a release",
    "python benchmarks/run.py playouts deal": "by hand, before a release",
    "python benchmarks/run.py --json figures.json": "by hand, before a release",
    "python examples/train_bidding.py": "tests/envs/test_training.py",
    "python benchmarks/strength.py paranoid": "tests/arena/test_strength_script.py",
    "python benchmarks/strength.py flat": "tests/arena/test_strength_script.py",
    "python benchmarks/strength.py open": "tests/arena/test_strength_script.py",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test,check]'": ".ci/run installs both extras",
}
"""Commands that install, build or measure, and who runs them."""

SMALL = {"--deals": "1", "--workers": "1"}
"""Sizes of samples are cut down to this, matches to deals, and the worlds of a bot to two."""

DEAL = (
    "five-hundred/1 rules=australian dealer=3 scores=0,0 hands=S9,HK|HA,CA|CK,H7|H8,D4 kitty=- "
    "contract=8NT contractor=0 tricks=5,1,2,0 : HK"
)

MINE = """
from tricktake.bots import Bot

class Mine(Bot):
    def __init__(self, seed: int = 0, *, depth: int = 1) -> None:
        super().__init__(seed)
        self.depth = depth

    def _choose(self, view):
        return view.legal_actions[0]
"""
"""The bot of one's own that pages speak of."""


def commands(text: str) -> list[str]:
    """The lines of a block without comments and blanks at their ends."""
    bare = [re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()]
    return [line for line in bare if line]


def ours(line: str) -> list[str] | None:
    """The arguments of our command line, if a command is that; an arena is a small one."""
    words = shlex.split(line)
    if words[0].removeprefix(".venv/bin/") != "tricktake":
        return None
    words = words[1:]
    if words[0] == "arena":
        words = ["--deals" if word == "--matches" else word for word in words]
        words = [
            SMALL.get(before, re.sub(r"worlds=\d+", "worlds=2", word))
            for before, word in pairwise(["", *words])
        ]
    return words


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that pages speak of."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        patch.setattr(sys, "stdout", io.StringIO())
        game = ["play", "five-hundred", "--seed", "500"]
        assert main([*game, "--deals", "2", "--quiet", "--record", str(folder / "match.ttr")]) == 0
        assert main([*game, "--seat", "0", "human", "--plain", "--save", str(folder / "match.txt")]) == 0
    record = read_records((folder / "match.ttr").read_text(encoding="utf-8"))[0]
    (folder / "game.ptn").write_text(ptn.write(record), encoding="utf-8")
    (folder / "deals.txt").write_text(DEAL + "\n", encoding="utf-8")
    (folder / "mybots.py").write_text(MINE, encoding="utf-8")
    return folder


READ_ELSEWHERE = {
    *TUTORIALS,
    DOCS / "cli.md",
}  # by tests/docs/test_tutorials.py and tests/cli/test_cli_page.py
PAGES_WITH_COMMANDS = sorted({block.page for block in blocks("sh")} - READ_ELSEWHERE)


@pytest.mark.parametrize("page", PAGES_WITH_COMMANDS, ids=name_of)
def test_commands(
    page: Path, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command of ours ends well and says or writes something; every other one is run by somebody."""
    monkeypatch.chdir(files)
    done = []  # what differs in size only is run once
    for block in blocks("sh"):
        if block.page != page:
            continue
        for line in commands(block.text):
            command, _, file = line.partition(" < ")
            words = ours(command)
            if words is None:
                assert line in ELSEWHERE, f"{block}: nobody runs {line}"
                continue
            if words in done:
                continue
            done.append(words)
            given = (files / file).read_text(encoding="utf-8") if file else ""
            monkeypatch.setattr(sys, "stdin", io.StringIO(given))
            code = main(words)
            said = capsys.readouterr()
            assert code == 0, f"{block}: {line}: {said.err}"
            assert said.out.strip() or said.err.strip() or {"--html", "--svg"} & set(words), line


def test_the_table_is_short() -> None:
    """Nothing is in the table of what others run that no page says any more."""
    said = {line for block in blocks("sh") for line in commands(block.text)}
    assert set(ELSEWHERE) <= said
    assert (ROOT / "tools" / "docs.sh").exists()
