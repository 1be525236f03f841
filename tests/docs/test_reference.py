"""The reference has every public name once: what would be written, and, where the site is built, what was."""

from __future__ import annotations

import enum
import importlib
import inspect
import os
import pkgutil
import re
import sys
import zlib
from collections import Counter
from pathlib import Path

import pytest

import cardcore
import tricktake
from docs.pages import DOCS, ROOT

sys.path.append(str(DOCS / "_ext"))
try:
    from tricksite.compiled import docstrings
finally:
    sys.path.pop()

MODULES = ["cardcore", "tricktake"]
for _package in (cardcore, tricktake):
    for _found in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        if "._" not in _found.name:
            MODULES.append(_found.name)
COMPILED = sorted(path.stem for path in (ROOT / "src" / "cardcore").glob("[a-z]*.pyx"))


@pytest.mark.parametrize("name", COMPILED)
def test_docstrings_of_compiled_modules(name: str) -> None:
    """What the site reads from the source is what the compiled module says, for everything public."""
    module = importlib.import_module(f"cardcore.{name}")
    source = ROOT / "src" / "cardcore" / name
    read: dict[str, str] = {}
    for suffix in (".pxd", ".pyx"):
        if source.with_suffix(suffix).exists():
            read |= docstrings(source.with_suffix(suffix).read_text(encoding="utf-8"))
    assert read[""] == inspect.getdoc(module)
    for public in module.__all__:
        value = getattr(module, public)
        if isinstance(value, int | tuple):
            continue
        assert read[public] == inspect.getdoc(value), public
        for member, kept in vars(value).items() if inspect.isclass(value) else ():
            if member.startswith("_") or isinstance(kept, enum.Enum) or not getattr(kept, "__doc__", None):
                continue
            if not str(kept.__doc__).startswith("Alias for field"):
                assert read[f"{public}.{member}"] == inspect.getdoc(getattr(value, member)), member


def public_names() -> dict[str, object]:
    """Every name of every ``__all__``, with what it stands for."""
    names = {}
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            if "pip install" not in str(error):  # no optional package is missing
                raise
            continue
        names.update({f"{name}.{public}": getattr(module, public) for public in module.__all__})
    return names


def test_every_name_is_described_once() -> None:
    """On the pages as the build would write them: a name has one entry, at home, whatever modules list it."""
    pytest.importorskip("griffe")
    pytest.importorskip("sphinx")
    sys.path.append(str(DOCS / "_ext"))
    try:
        from tricksite.library import Library
        from tricksite.pages import Reference
    finally:
        sys.path.pop()
    library = Library(ROOT / "src")
    assert set(library.modules) == set(MODULES)
    reference = Reference(library)
    entries: Counter[str] = Counter()
    for module in MODULES:
        found = re.findall(
            r"^\.\. py:(?:class|exception|function|data):: (\w+)", reference.page(module), re.MULTILINE
        )
        entries.update(f"{module}.{name}" for name in found)
    assert max(entries.values()) == 1
    names = public_names()
    assert len(names) > 900
    for path in names:
        if path not in MODULES:  # which has a page; a function of the same name is reached through its own
            home = library.home(path)
            assert home, f"{path} has no home"
            assert entries[home] == 1, f"{path} is not described at {home}"
    assert set(entries) == set(library.homes.values()) - set(MODULES)


def inventory(site: Path) -> dict[str, tuple[str, str]]:
    """The Python names of a site, with their kinds and places."""
    packed = (site / "objects.inv").read_bytes().split(b"\n", 4)
    assert packed[0] == b"# Sphinx inventory version 2"
    found = {}
    for line in zlib.decompress(packed[4]).decode().splitlines():
        name, kind, _, place, _ = line.split(" ", 4)
        if kind.startswith("py:"):
            assert name not in found, name
            found[name] = (kind, place.removesuffix("$") + name if place.endswith("$") else place)
    return found


@pytest.mark.skipif("TRICKTAKE_SITE" not in os.environ, reason="tools/docs.sh names the site it has built")
def test_every_name_is_in_the_inventory() -> None:
    """Each public name leads to one entry of one page, and names of the same thing to the same entry."""
    site = Path(os.environ["TRICKTAKE_SITE"])
    found = inventory(site)
    names = public_names()
    places: dict[int, set[str]] = {}
    for path, value in names.items():
        assert path in found, f"{path} is not in the inventory"
        if inspect.isclass(value) or inspect.isfunction(value):
            _, place = found[path]
            if found[path][0] != "py:module":  # a function with the name of a module: the module has the name
                places.setdefault(id(value), set()).add(place)
    assert all(len(place) == 1 for place in places.values())
    for path in MODULES:
        assert found[path][0] == "py:module"
    text: dict[str, str] = {}
    for _, place in sorted(set(found.values())):
        page, _, anchor = place.partition("#")
        if page not in text:
            text[page] = (site / page).read_text(encoding="utf-8")
        assert text[page].count(f'id="{anchor}"') == 1, place
