"""Scripts of the project that are no modules of the package, loaded by path."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def load(name: str, folder: str = "tools") -> ModuleType:
    """Return a script of a folder of the project as a module; those of ``tools`` find each other."""
    tools = str(ROOT / "tools")
    if tools not in sys.path:
        sys.path.append(tools)
    known = name if folder == "tools" else f"{folder or 'root'}_{name}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, ROOT / folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    spec.loader.exec_module(module)
    return module
