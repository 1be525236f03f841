"""The public types: uses that pass and fail, how much of them is known, and what of them is shipped.

What takes longer is in ``docs/typing.md``: ``mypy`` and ``pyright`` alone check all sources.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src"
# Private modules that are a table of functions, and so need no ``.pxd``.
TABLES = {f"_{what}_{build}" for what in ("batch", "kernels", "solve") for build in ("portable", "wide")}


def test_public_types() -> None:
    """What stands in ``good*.py`` passes strictly, and every marked line of ``bad.py`` fails."""
    pytest.importorskip("mypy", reason="needs mypy (extra check)")
    files = sorted(path.name for path in (HERE / "typing").glob("*.py"))
    if find_spec("gymnasium") is None or find_spec("pettingzoo") is None:
        files.remove("good_rl.py")  # of the extra rl
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *files],
        cwd=HERE / "typing",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def completeness(package: str, extra: Path) -> dict[str, Any]:
    """What pyright finds unknown in the public types of a package."""
    import tricktake

    installed = Path(tricktake.__file__).resolve().parent.parent
    path = os.pathsep.join([str(installed), str(extra), os.environ.get("PYTHONPATH", "")])
    # In this mode pyright asks the first ``python`` on the path where packages are, whatever it is told.
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable),
            *("--ignoreexternal", "--verifytypes", package),
        ],
        cwd=extra,
        env=os.environ | {"PATH": programs, "PYTHONPATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        pytest.skip(f"pyright does not run here: {(done.stderr or done.stdout).strip()[-200:]}")
    return found


@pytest.mark.parametrize("package", ["cardcore", "tricktake"])
def test_every_public_type_is_known(package: str, tmp_path: Path) -> None:
    """All that can be imported has a type that is written down, not only inferred."""
    pytest.importorskip("pyright", reason="needs pyright (extra check)")
    for optional in ("gymnasium", "pettingzoo", "pyspiel", "textual", "rich", "matplotlib"):
        if package == "tricktake" and find_spec(optional) is None:
            pytest.skip(f"needs {optional}: classes of ours derive from its classes, or have their types")
    if package == "tricktake":
        # PettingZoo writes its types down and does not say so; without this mark they would be passed over.
        origin = find_spec("pettingzoo").origin  # type: ignore[union-attr]
        shutil.copytree(
            Path(str(origin)).parent, tmp_path / "pettingzoo", ignore=shutil.ignore_patterns("*.png", "*.wav")
        )
        (tmp_path / "pettingzoo" / "py.typed").touch()
    found = completeness(package, tmp_path)
    assert not found["generalDiagnostics"], found["generalDiagnostics"]
    unknown = [
        f"{symbol['name']}: {one['message']}"
        for symbol in found["typeCompleteness"]["symbols"]
        for one in symbol.get("diagnostics", ())
        if symbol["isExported"] and one["severity"] == "error"
    ]
    assert found["typeCompleteness"]["completenessScore"] == 1, "\n".join(unknown)


def test_compiled_modules_have_their_faces() -> None:
    """Every compiled module has a stub, and a ``.pxd`` unless nothing of it is for C."""
    compiled = {path.stem for path in (SOURCE / "cardcore").glob("*.pyx")}
    assert len(compiled) > 20
    stubs = {path.stem for path in (SOURCE / "cardcore").glob("*.pyi")}
    assert stubs == compiled
    headers = {path.stem for path in (SOURCE / "cardcore").glob("*.pxd")}
    assert compiled - headers == TABLES


def test_type_information_is_shipped() -> None:
    """Stubs, headers and the marks of typed packages are package data."""
    config = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    data = config["tool"]["setuptools"]["package-data"]
    for package in ("cardcore", "tricktake"):
        root = SOURCE / package
        shipped = {path for pattern in data[package] for path in root.glob(pattern)}
        assert root / "py.typed" in shipped
        typed = {path for path in root.rglob("*.py*") if path.suffix in (".pyi", ".pxd")}
        assert typed <= shipped, f"not shipped: {sorted(typed - shipped)}"
