"""The list of entry points, read from the built modules, so that none can be forgotten.

A name is ``module.function``, ``module.Class`` (its constructor), ``module.Class.method`` (also special
ones and properties), or ``module.Class.pickle``: what ``__reduce__`` returns, called.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from enum import EnumMeta
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import cardcore

__all__ = ["Entry", "entries", "missing_from_stubs", "modules"]

SKIPPED = {
    "__doc__", "__new__", "__module__", "__slots__", "__pyx_vtable__", "__annotations__", "__match_args__",
    "__orig_bases__", "__weakref__", "__dict__", "__init_subclass__", "__getnewargs__",
}  # fmt: skip
"""What a class has that is no way in; ``__init__`` is the constructor's."""

ENUMS = {"Suit", "Rank", "Card", "JokerLead", "JokerFollow", "JokerVoid"}
"""Enumerations: only their own properties count, the rest is Python's."""

ALIASES = {"_CardBase", "whole_numbers"}
"""A second name of something else, or its base."""


class Entry(NamedTuple):
    """A way into compiled code."""

    name: str
    kind: str
    """``function``, ``class``, ``method``, ``property`` or ``pickle``."""
    owner: Any
    """The module or the class."""
    attribute: str


def modules() -> list[ModuleType]:
    """The compiled modules."""
    found = []
    for info in pkgutil.iter_modules(cardcore.__path__):
        try:
            module = importlib.import_module(f"cardcore.{info.name}")
        except ImportError:  # a build this machine cannot run
            continue
        if (module.__file__ or "").endswith(tuple(EXTENSION_SUFFIXES)):
            found.append(module)
    return found


def _members(short: str, kind: Any) -> list[Entry]:
    """The entry points of a class."""
    name = f"{short}.{kind.__name__}"
    if isinstance(kind, EnumMeta):
        own = [at for at, value in vars(kind).items() if isinstance(value, property)]
        own += [
            at
            for base in kind.__mro__[1:2]
            for at, value in vars(base).items()
            if isinstance(value, property)
        ]
        own = [at for at in own if not at.startswith("_") and at not in ("name", "value")]
        return [Entry(f"{name}.{at}", "property", kind, at) for at in sorted(set(own))]
    found = [Entry(name, "class", kind, "")]
    for at, value in sorted(vars(kind).items()):
        if at in SKIPPED or at == "__init__" or at.endswith("_cython__") or at.startswith("_field"):
            continue
        if kind.__name__ == "MoveValue" and at.startswith("_"):
            continue
        if at == "__hash__" and value is None:
            continue
        callable_ = callable(value) or isinstance(value, (staticmethod, classmethod))
        if isinstance(value, (staticmethod, classmethod)) and at in ("__setstate__",):
            continue
        found.append(Entry(f"{name}.{at}", "method" if callable_ else "property", kind, at))
    if "__reduce__" in vars(kind):
        found.append(Entry(f"{name}.pickle", "pickle", kind, "__reduce__"))
    return found


def entries() -> dict[str, Entry]:
    """Every entry point by its name."""
    found: dict[str, Entry] = {}
    for module in modules():
        short = module.__name__.removeprefix("cardcore.")
        for at, value in vars(module).items():
            if getattr(value, "__module__", None) != module.__name__ or at in ALIASES or at.startswith("__"):
                continue
            if isinstance(value, type):
                if value.__name__ == at:
                    found.update({entry.name: entry for entry in _members(short, value)})
            elif callable(value):
                found[f"{short}.{at}"] = Entry(f"{short}.{at}", "function", module, at)
    return found


def missing_from_stubs(known: dict[str, Entry]) -> list[str]:
    """Names that a stub promises and the list does not have."""
    missing = []
    for module in modules():
        stub = Path(module.__file__ or "").with_name(module.__name__.removeprefix("cardcore.") + ".pyi")
        if not stub.exists():
            continue
        short = stub.stem
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and f"{short}.{node.name}" not in known:
                missing.append(f"{short}.{node.name}")
            if isinstance(node, ast.ClassDef) and node.name not in ENUMS | {"MoveValue"}:
                names = [
                    at.name for at in node.body if isinstance(at, ast.FunctionDef) and at.name != "__init__"
                ]
                missing += [
                    f"{short}.{node.name}.{at}"
                    for at in names
                    if f"{short}.{node.name}.{at}" not in known and not at.startswith("__")
                ]
    return sorted(set(missing))
