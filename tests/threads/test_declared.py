"""Every compiled module says that it needs no interpreter lock, and importing all of them keeps it off."""

from __future__ import annotations

import ast
import ctypes
import importlib
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import cardcore

ROOT = Path(__file__).resolve().parents[2]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
PACKAGE = Path(cardcore.__file__).parent
MODULES = sorted(
    f"cardcore.{path.name.removesuffix(SUFFIX)}"
    for path in PACKAGE.glob(f"*{SUFFIX}")
    if not path.name.startswith("_") or cardcore.builds()[0] == "wide" or "wide" not in path.name
)
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

PY_MOD_GIL, PY_MOD_GIL_NOT_USED = 4, 1


class Slot(ctypes.Structure):
    """``PyModuleDef_Slot`` of ``moduleobject.h``."""

    _fields_ = (("slot", ctypes.c_int), ("value", ctypes.c_void_p))


class Definition(ctypes.Structure):
    """``PyModuleDef`` of ``moduleobject.h``."""

    _fields_ = (
        ("head", ctypes.c_char * object.__basicsize__),
        ("init", ctypes.c_void_p),
        ("index", ctypes.c_ssize_t),
        ("copy", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("doc", ctypes.c_char_p),
        ("size", ctypes.c_ssize_t),
        ("methods", ctypes.c_void_p),
        ("slots", ctypes.POINTER(Slot)),
    )


def slots(name: str) -> dict[int, int]:
    """The slots of a compiled module, read from the file."""
    module = importlib.import_module(name)
    begin = getattr(ctypes.PyDLL(str(module.__file__)), f"PyInit_{name.rpartition('.')[2]}")
    begin.restype = ctypes.POINTER(Definition)
    found: dict[int, int] = {}
    for slot in begin().contents.slots:
        if slot.slot == 0:
            return found
        found[slot.slot] = slot.value or 0
    raise AssertionError("the slots have an end")


def test_there_are_modules_to_look_at() -> None:
    """All of them, not only those this test happens to find."""
    sources = {f"cardcore.{path.stem}" for path in (ROOT / "src" / "cardcore").glob("*.pyx")}
    assert {name for name in sources if not name.endswith("_wide")} <= set(MODULES) <= sources


@pytest.mark.skipif(sys.version_info < (3, 13), reason="modules have no such slot before 3.13")
@pytest.mark.parametrize("name", MODULES)
def test_k_04_the_module_declares_it(name: str) -> None:
    """K-04: the built file carries the slot with which it tells the interpreter."""
    assert slots(name)[PY_MOD_GIL] == PY_MOD_GIL_NOT_USED


def test_k_04_it_is_said_once_for_all_modules() -> None:
    """K-04: among the directives of setup.py, and no file says otherwise."""
    tree = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    (given,) = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "DIRECTIVES"
    ]
    assert isinstance(given, ast.Dict)
    said = {ast.literal_eval(key): value for key, value in zip(given.keys, given.values, strict=True) if key}
    assert ast.literal_eval(said["freethreading_compatible"]) is True
    for path in (ROOT / "src" / "cardcore").glob("*.p[yx][xdi]"):
        assert "freethreading_compatible" not in path.read_text(encoding="utf-8")


@pytest.mark.skipif(not FREE, reason="an interpreter that has its lock always")
def test_k_04_imports_keep_the_lock_off() -> None:
    """K-04: every module of both packages imported with warnings as errors, and the lock is still off."""
    code = (
        "import sys, pkgutil, importlib, cardcore, tricktake\n"
        f"for name in {MODULES!r} + ['tricktake.vector', 'tricktake.encoding', 'tricktake.arena',\n"
        "    'tricktake.bots', 'tricktake.records', 'tricktake.review', 'tricktake.html']:\n"
        "    importlib.import_module(name)\n"
        "print(sys._is_gil_enabled())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("False", "")
