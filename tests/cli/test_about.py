"""``tricktake --version`` and ``about``; and that neither help nor version waits for games."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cardcore import STREAM_VERSION, build_in_use
from cli.run import environment, inline, tricktake
from tricktake import __version__
from tricktake.cli.about import EXTRAS

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "textual", *[f"tricktake.{name}" for name in ("bots", "fivehundred", "spades", "records")])


def test_version() -> None:
    assert tricktake("--version") == (0, f"tricktake {__version__}\n", "")


def test_about() -> None:
    code, out, err = inline("about")
    assert (code, err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in out.splitlines() if not line.startswith("extra"))
    assert out.startswith("tricktake ")
    assert lines["tricktake"] == __version__
    assert lines["python"].endswith(sys.version.split()[0])
    assert lines["loops"].startswith(build_in_use())
    data = json.loads(inline("about", "--json")[1])
    assert data["seed stream"] == STREAM_VERSION
    assert set(data["extras"]) == set(EXTRAS)


def test_about_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """K-05: a missing extra is named with the command that installs it."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = inline("about")[1]
    assert "missing: pip install 'tricktake[plot]'\n" in out
    assert json.loads(inline("about", "--json")[1])["extras"]["plot"] == {"matplotlib": None}


def test_every_extra_is_known() -> None:
    """Those for users, not those for work on tricktake itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(EXTRAS) == set(extras) - {"test", "check", "bench", "docs", "wheels"}
    for extra, parts in EXTRAS.items():
        for name in parts.values():
            assert any(text.startswith(name) for text in extras[extra])


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["paly"]])
def test_nothing_heavy_is_loaded(args: list[str]) -> None:
    """No numpy, games or bots for what needs none."""
    code = (
        "import sys; from tricktake.cli import main; "
        f"main({args!r}); print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment()
    )
    assert done.stderr.splitlines()[-1] == "[]"
