"""The script behind the tables of strength: every form runs, without faults, and searches the way it says."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tricktake.bots import _fh_sampling, _sp_sampling

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "strength.py"


@pytest.fixture(name="strength")
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The script as a module, its bots with hardly any time."""
    spec = importlib.util.spec_from_file_location("strength", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "strength", module)
    spec.loader.exec_module(module)
    for bot in (module.Paranoid, module.Flat, module.Tree, module.Open):
        monkeypatch.setattr(bot, "worlds", 2)
    monkeypatch.setattr(module.Paranoid, "nodes", 200)
    monkeypatch.setattr(_sp_sampling, "_ITERATIONS", 40)
    ending = _fh_sampling._ENDING
    yield module
    assert ending == _fh_sampling._ENDING  # what a bot changes for its search is put back


@pytest.mark.parametrize("form", ["paranoid", "flat", "open"])
def test_every_form_runs(strength: ModuleType, form: str) -> None:
    """Two boards: the bot of the form and the tree search, each against the heuristic player."""
    reports = strength.compare(form, boards=2, workers=1)
    assert [report.standings[0].bot for report in reports] == [form, "tree"]
    for report in reports:
        assert report.standings[1].bot == "heuristic"
        assert [standing.faults for standing in report.standings] == [0, 0]
        assert len(report.boards) == 2
        assert report.setup.seed == 21
        assert "faults" in str(report)


def calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> list[int]:
    """The depths of the tree searches of a module from now on."""
    depths: list[int] = []
    search = module.tree_search

    def noted(*arguments: Any, depth: int = 63, **keys: Any) -> Any:
        depths.append(depth)
        return search(*arguments, depth=depth, **keys)

    monkeypatch.setattr(module, "tree_search", noted)
    return depths


def test_flat_compares_by_playouts_alone(strength: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = _sp_sampling
    depths = calls(monkeypatch, module)
    before = module.tree_search
    strength.compare("flat", boards=1, workers=1)
    assert set(depths) == {1, 63}  # of flat, and of the tree search it is compared with
    assert module.tree_search is before


def test_open_never_searches_a_tree(strength: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    depths = calls(monkeypatch, _fh_sampling)
    rules, bots = strength.FORMS["open"]
    monkeypatch.setitem(strength.FORMS, "open", (rules, bots[:1]))
    strength.compare("open", boards=1, workers=1)
    assert depths == []
    monkeypatch.setitem(strength.FORMS, "open", (rules, bots[1:]))
    strength.compare("open", boards=1, workers=1)
    assert set(depths) == {63}


def test_the_command_line() -> None:
    """Forms and their help are listed, another form is refused."""
    shown = subprocess.run(
        [sys.executable, str(SCRIPT), "--help"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "{paranoid,flat,open}" in shown.stdout
    wrong = subprocess.run(
        [sys.executable, str(SCRIPT), "deep"], capture_output=True, text=True, timeout=60, check=False
    )
    assert wrong.returncode == 2
    assert "invalid choice: 'deep'" in wrong.stderr
