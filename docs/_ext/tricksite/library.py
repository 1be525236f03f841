"""What the packages offer: every public module, and one home for every public name.

A name may be importable from several modules (``tricktake.Card`` is ``cardcore.cards.Card``). It is described
once, at its *home*: the module that defines it if that is public, else the public module closest to it. All
other places link there. Everything is read from sources and stubs; nothing is imported or compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import griffe

from tricksite.compiled import docstrings

__all__ = ["PACKAGES", "Library", "public_modules"]

PACKAGES = ("cardcore", "tricktake")


def public_modules(source: Path) -> list[str]:
    """Names of all modules without a leading underscore in any part, packages before what is in them."""
    names = set()
    for package in PACKAGES:
        for path in (source / package).rglob("*.py*"):
            if path.suffix in (".py", ".pyx"):
                parts = path.relative_to(source).with_suffix("").parts
                parts = parts[:-1] if parts[-1] == "__init__" else parts
                if not any(part.startswith("_") for part in parts):
                    names.add(".".join(parts))
    return sorted(names)


@dataclass
class Library:
    """The public modules and names of a source folder.

    Attributes
    ----------
    source
        The folder that holds the packages.
    modules
        Every public module by name.
    exports
        For every module the names of its ``__all__`` with the objects they stand for.
    homes
        Where an object is described, by its path in the sources and by every public path.
    aliases
        For every home the other public paths of the same object.
    """

    source: Path
    modules: dict[str, griffe.Module] = field(default_factory=dict)
    exports: dict[str, dict[str, griffe.Object]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        loader = griffe.GriffeLoader(
            search_paths=[self.source], allow_inspection=False, extensions=griffe.load_extensions()
        )
        for package in PACKAGES:
            loader.load(package)
        loader.resolve_aliases()
        self._all = loader.modules_collection
        for name in public_modules(self.source):
            self.modules[name] = self._module(name)
        for name, module in self.modules.items():
            self.exports[name] = {
                str(public): self._target(module, str(public)) for public in module.exports or ()
            }
        self._find_homes()
        for name in self.modules:
            for suffix in (".pxd", ".pyx"):
                path = (self.source / Path(*name.split("."))).with_suffix(suffix)
                if path.exists() and self.modules[name].filepath.suffix == ".pyi":
                    self._add_docstrings(self.modules[name], docstrings(path.read_text(encoding="utf-8")))

    def is_package(self, module: str) -> bool:
        """Whether a module has modules in it."""
        return self.modules[module].is_init_module

    def at_home(self, module: str) -> Iterator[tuple[str, griffe.Object]]:
        """The names that are described on the page of a module, with their objects."""
        for name, target in self.exports[module].items():
            if not target.is_module and self.homes[target.path] == f"{module}.{name}":
                yield name, target

    def find(self, path: str) -> griffe.Object | None:
        """The object at a path of ours, whatever stands between."""
        try:
            found = self._all[path]
            return found.final_target if found.is_alias else found
        except (KeyError, griffe.AliasResolutionError, griffe.CyclicAliasError):
            return None

    def home(self, path: str) -> str | None:
        """Where the object at a path is described; None if it is private or not ours."""
        if path in self.homes:
            return self.homes[path]
        found = self.find(path)
        return self.homes.get(found.path) if found else None

    def _module(self, name: str) -> griffe.Module:
        """A module; a function of the same name in its package may stand before it."""
        found = self._all[name]
        if found.is_alias:  # tricktake.cli.main is a function for who imports the package
            found = found.final_target.parent
        assert found.is_module, name
        assert found.path == name, name
        return found

    def _target(self, module: griffe.Module, name: str) -> griffe.Object:
        """What a public name of a module stands for."""
        member = module.members[name]
        imported = module.imports.get(name, "")
        if member.is_module and imported.endswith(f".{name}.{name}"):  # a function in a module of its name
            member = self._all[imported]
        return member.final_target if member.is_alias else member

    def _find_homes(self) -> None:
        """Choose a home for every object and note the other paths."""
        paths: dict[str, list[str]] = {}
        for module, names in self.exports.items():
            for name, target in names.items():
                paths.setdefault(target.path, []).append(f"{module}.{name}")
        for path, public in paths.items():
            home = path if path in public else min(public, key=self._rank)
            self.aliases[home] = [other for other in public if other != home]
            for one in (path, *public):
                if one not in self.modules or one == path:
                    self.homes[one] = home

    def _rank(self, path: str) -> tuple[bool, int, str]:
        """Which of several public paths comes first: plain modules before packages, short before long."""
        module = path.rpartition(".")[0]
        return self.is_package(module), path.count("."), path

    def _add_docstrings(self, module: griffe.Module, texts: dict[str, str]) -> None:
        """Give a stub the docstrings of its source."""
        for path, text in texts.items():
            target: griffe.Object = module
            for part in filter(None, path.split(".")):
                if part not in target.members:
                    break
                target = target.members[part]
            else:
                if not target.is_alias:
                    target.docstring = griffe.Docstring(text, parent=target)
