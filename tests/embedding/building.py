"""Build Cython modules outside of cardcore into a folder, as other people's packages are built."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

__all__ = ["build", "missing"]

SETUP = """
import sys

import cardcore
from Cython.Build import cythonize
from setuptools import Extension, setup

FAST = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0"]
QUICK = ["/Od"] if sys.platform == "win32" else ["-O0", "-g0"]
setup(
    name="outside",
    packages=[],
    py_modules=[],
    options={"build_ext": {"parallel": 2}},
    ext_modules=cythonize(
        [Extension(name, [name + ".pyx"], extra_compile_args=FAST if {fast} else QUICK) for name in {names}],
        include_path=[cardcore.get_include()],
        compiler_directives={
            "language_level": 3, "boundscheck": False, "wraparound": False, "freethreading_compatible": True
        },
    ),
)
"""


def missing() -> str | None:
    """Why nothing can be built here; None: it can."""
    for module in ("Cython", "setuptools"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed; pip install 'tricktake[test]'"
    if sys.platform != "win32":
        compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
        if shutil.which(compiler) is None:
            return f"there is no C compiler {compiler!r}"
    return None


def build(
    sources: Mapping[str, str], folder: Path, *, fast: bool = False, python: str = sys.executable
) -> None:
    """Compile modules, each given by its name and its text, and leave them in a folder.

    Not optimised unless ``fast``: that takes a third of the time and finds the same mistakes.
    """
    for name, text in sources.items():
        (folder / f"{name}.pyx").write_text(text, encoding="utf-8")
    setup = SETUP.replace("{fast}", str(fast)).replace("{names}", repr(list(sources)))
    (folder / "setup.py").write_text(setup, encoding="utf-8")
    environment = dict(os.environ)
    if python != sys.executable:
        environment.pop("PYTHONPATH", None)  # another installation than the one of this process
    done = subprocess.run(
        [python, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    if done.returncode:
        raise RuntimeError(f"the modules cannot be built:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
