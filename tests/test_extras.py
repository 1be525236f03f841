"""Optional packages: every error names the extra to install, and all extras can be installed together."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

REVIEW = """
from tricktake import fivehundred as fh
line = (
    "five-hundred/1 rules=australian dealer=3 scores=0,0 hands=S9,HK|HA,CA|CK,H7|H8,D4 kitty=- "
    "contract=8NT contractor=0 tricks=5,1,2,0 : HK; HA; H7; H8"
)
deal = fh.Deal.from_text(line)
"""
NEEDS = [
    ("rl", "pettingzoo", "import tricktake.envs.pettingzoo"),
    ("rl", "gymnasium", "import tricktake.envs.pettingzoo"),
    ("rl", "gymnasium", "import tricktake.envs.gymnasium"),
    ("rl", "gymnasium", "import tricktake.envs.vector"),
    ("openspiel", "pyspiel", "import tricktake.envs.openspiel"),
    (
        "tui",
        "textual",
        "from tricktake import fivehundred as fh, tui; from tricktake.cli.games import GAMES;"
        "from tricktake.cli.terminal import Terminal;"
        "tui.run(GAMES['five-hundred'], fh.Match(seed=1), {}, Terminal(), kinds={}, humans={0})",
    ),
    (
        "plot",
        "matplotlib",
        "from tricktake import advise, fivehundred as fh;"
        "advise(fh.Deal(dealer=3, seed=500).push_all('LOOK').view(0), worlds=2).to_png('never.png')",
    ),
    (
        "plot",
        "matplotlib",
        REVIEW + "from tricktake.review import review; review(deal).to_plot('never.png')",
    ),
]
"""An extra, a package of it, and what cannot be done without."""


@pytest.mark.parametrize(("extra", "package", "code"), NEEDS, ids=[f"{n[1]}-{n[2][-24:]}" for n in NEEDS])
def test_an_error_names_the_extra(extra: str, package: str, code: str, tmp_path: Path) -> None:
    """Without the package there is an ImportError that says how to get it."""
    assert extra in EXTRAS
    if "envs.vector" in code:
        pytest.importorskip("tricktake.vector")
    blocked = f"import sys; sys.modules[{package!r}] = None\n"
    guarded = "\n".join([f"    {line}" for line in code.strip().splitlines()])
    caught = f"try:\n{guarded}\nexcept ImportError as error:\n    print(error)"
    done = subprocess.run(
        [sys.executable, "-c", blocked + caught], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert f"pip install 'tricktake[{extra}]'" in done.stdout, done.stderr
    assert not list(tmp_path.iterdir())


def test_extras_that_are_named_exist() -> None:
    """Wherever sources or pages name an extra, there is one."""
    named = set()
    for folder in ("src/tricktake", "docs", "examples", "."):
        for path in (ROOT / folder).rglob("*.*") if folder != "." else (ROOT / "README.md",):
            if path.suffix in (".py", ".md"):
                named.update(re.findall(r"tricktake\[(\w+)\]", path.read_text(encoding="utf-8")))
    assert {"rl", "tui", "plot"} <= named <= set(EXTRAS)


def test_environments_need_nothing_until_they_are_asked_for() -> None:
    """What all environments share needs no framework."""
    code = (
        "import sys\n"
        "for name in ('gymnasium', 'pettingzoo', 'pyspiel'):\n"
        "    sys.modules[name] = None\n"
        "import tricktake.envs\n"
        "from tricktake.envs.episodes import Episodes\n"
        "print(Episodes('spades').begin(seed=1).turn)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


@pytest.mark.slow
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_all_extras_resolve_together(python: str) -> None:
    """One environment can hold all extras, as wheels, on every supported version of Python."""
    requirements = pytest.importorskip("packaging.requirements")
    target = {"python_version": python, "python_full_version": f"{python}.0"}
    wanted = set()
    for text in [*PROJECT["dependencies"], *[text for extra in EXTRAS.values() for text in extra]]:
        found = requirements.Requirement(text)
        if found.marker is None or found.marker.evaluate(target):
            found.marker = None
            wanted.add(str(found))
    options = ["--dry-run", "--ignore-installed", "--only-binary=:all:", "--python-version", python]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *options, *sorted(wanted)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and not _index_answers():
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr[-2000:]


def _index_answers() -> bool:
    """Whether there is an index at all, asked for something that is surely there."""
    options = ["--dry-run", "--ignore-installed", "--no-deps", "--only-binary=:all:"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *options, "packaging"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
