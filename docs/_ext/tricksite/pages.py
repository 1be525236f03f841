"""The reference: one page for every public module, written from sources and stubs.

A page has the module's docstring, everything that is at home there, then what can also be imported from it,
then the modules inside. Members of private base classes are shown as a class's own; those of public ones
are named and linked.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import griffe

from tricksite.library import PACKAGES, Library
from tricksite.prose import first_sentence, named_fields, to_rst
from tricksite.signatures import Types

__all__ = ["Reference"]

_ENUMS = {"Enum", "IntEnum", "StrEnum", "IntFlag", "Flag"}
_OPERATORS = {
    f"__{name}__"
    for name in (
        "call contains getitem iter len bool format lt le gt ge and or xor sub add enter exit".split()  # noqa: SIM905
    )
}
_ROLES = {"class": "class", "function": "func", "attribute": "data", "module": "mod"}
_LONG = 100  # of a value in letters; longer ones are not shown


class Reference:
    """Writes the pages of a library.

    Parameters
    ----------
    library
        What there is.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self.types = Types(library)
        self._last: dict[str, set[str]] = {}
        for home in library.aliases:
            self._last.setdefault(home.rpartition(".")[2], set()).add(home)

    def write(self, folder: Path) -> None:
        """Write every page that has changed and the index; remove pages of modules that are gone."""
        pages = {f"{module}.rst": self.page(module) for module in self.library.modules}
        pages["index.rst"] = self.index()
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.rst"):
            if old.name not in pages:
                old.unlink()
        for name, text in pages.items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8", newline="\n")

    def index(self) -> str:
        """The page above all others."""
        lines = [*_title("All modules"), "Written from the docstrings, one page a module. A name that can be"]
        lines += ["imported from several modules is described once and linked from the others.", ""]
        lines += ["* :ref:`genindex`", "* :ref:`modindex`", "", ".. toctree::", "   :titlesonly:", ""]
        lines += ["   cardcore", "   tricktake"]
        return "\n".join(lines) + "\n"

    def page(self, name: str) -> str:
        """The page of a module."""
        module = self.library.modules[name]
        lines = [*_title(f"``{name}``"), f".. py:module:: {name}", ""]
        lines += self._text(module, module, "module")
        for target in self._in_order(name):
            lines += self._describe(target[0], target[1], module)
        lines += self._elsewhere(name)
        inside = [other for other in self.library.modules if other.rpartition(".")[0] == name]
        if inside:
            lines += ["", ".. rubric:: Modules", "", ".. toctree::", "   :titlesonly:", ""]
            lines += [f"   {other}" for other in inside]
        return "\n".join(lines).rstrip() + "\n"

    def _in_order(self, name: str) -> list[tuple[str, griffe.Object]]:
        """What is at home in a module: classes, functions, errors, constants, each as they stand there."""
        found = list(self.library.at_home(name))

        def rank(item: tuple[str, griffe.Object]) -> tuple[int, str, int]:
            if item[1].is_attribute:
                kind = 3
            else:
                kind = 2 if self._is_error(item[1]) else 1 if item[1].is_function else 0
            return kind, str(item[1].filepath), item[1].lineno or 0

        return sorted(found, key=rank)

    def _describe(self, name: str, target: griffe.Object, module: griffe.Module) -> Iterator[str]:
        """A class, function or constant under a name."""
        if isinstance(target, griffe.Class):
            yield from self._class(name, target)
        elif isinstance(target, griffe.Function):
            yield from _directive("py:function", self._calls(name, target, module))
            yield from _indent(self._text(target, target.module, "function"))
        else:
            yield from _directive("py:data", [name], type=self._type_of(target), value=_value(target))
            yield from _indent(self._text(target, target.module, "attribute"))

    def _class(self, name: str, target: griffe.Class) -> Iterator[str]:
        """A class with its bases, its members and what it has from others."""
        enum = self._is_enum(target)
        call = "" if enum or self._is_protocol(target) else self._new(target)
        yield from _directive("py:exception" if self._is_error(target) else "py:class", [name + call])
        body: list[str] = []
        bases = [f":py:class:`~{base}`" for base in self._public_bases(target)]
        if bases:
            body += [f"Bases: {', '.join(bases)}", ""]
        body += self._text(target, target.module, "class")
        explained = named_fields(target.docstring.value) if target.docstring else set()
        bare: list[str] = []
        for member, found in self._members(target):
            if enum and found.is_attribute and not found.docstring and "property" not in found.labels:
                if found.value is not None:
                    bare.append(member)
            elif found.docstring or member not in explained:
                body += self._member(member, found)
        if bare:
            body += ["Members: " + ", ".join(f"``{member}``" for member in bare) + ".", ""]
        for base in self._ancestors(target):
            names = [n for n, _ in self._members(base) if n not in target.members and not n.startswith("__")]
            names = [n for n in names if self._is_shown(base, n)]
            if names:
                home = self.library.home(base.path)
                links = ", ".join(f":py:obj:`{name} <{home}.{name}>`" for name in names)
                body += [f"From :py:class:`~{home}`: {links}", ""]
        yield from _indent(body)

    def inherited(self, home: str) -> Iterator[tuple[str, str]]:
        """For a class what it has from public bases: where it is described, and its path in the class."""
        target = self.library.find(home)
        if isinstance(target, griffe.Class):
            for base in self._ancestors(target):
                for name, _ in self._members(base):
                    yield f"{self.library.home(base.path)}.{name}", f"{home}.{name}"

    def _is_shown(self, base: griffe.Class, member: str) -> bool:
        """Whether a member has an entry of its own on the page of its class."""
        found = base.members.get(member)
        explained = named_fields(base.docstring.value) if base.docstring else set()
        if found is None or (self._is_enum(base) and found.is_attribute):
            return False
        return bool(found.docstring) or member not in explained

    def _member(self, name: str, member: griffe.Object) -> Iterator[str]:
        """A method, property or field."""
        text = self._text(member, member.module, "method")
        if isinstance(member, griffe.Function):
            flags = {label: "" for label in ("classmethod", "staticmethod") if label in member.labels}
            if "abstractmethod" in member.labels:
                flags["abstractmethod"] = ""
            yield from _directive("py:method", self._calls(name, member, member.parent), **flags)
        elif "property" in member.labels:
            yield from _directive("py:property", [name], type=self._type_of(member))
        else:
            yield from _directive("py:attribute", [name], type=self._type_of(member), value=_value(member))
        yield from _indent(text)

    def _members(self, target: griffe.Class) -> Iterator[tuple[str, griffe.Object]]:
        """Public members of a class and of its private bases, as they stand in the sources."""
        seen: set[str] = set()
        for base in (target, *self._mro(target)):
            if base is not target and self.library.home(base.path):
                continue
            for name, member in base.members.items():
                if name in seen or member.is_alias:
                    continue
                operator = name in _OPERATORS and bool(member.docstring)
                if name.startswith("_") and not operator:
                    continue
                if member.is_attribute and not self._is_field(member):
                    continue
                seen.add(name)
                yield name, member

    def _is_field(self, member: griffe.Object) -> bool:
        """Whether an attribute is meant to be seen: declared in the class, or explained."""
        return bool(member.docstring or "class-attribute" in member.labels or "property" in member.labels)

    def _mro(self, target: griffe.Class) -> list[griffe.Class]:
        try:
            return target.mro()
        except ValueError:  # a base that is not ours
            return [base for base in target.resolved_bases if isinstance(base, griffe.Class)]

    def _ancestors(self, target: griffe.Class) -> list[griffe.Class]:
        """Public classes of ours that a class derives from."""
        return [base for base in self._mro(target) if self.library.home(base.path)]

    def _public_bases(self, target: griffe.Class) -> list[str]:
        """Bases by the names they are found under; a private one is replaced by its own bases."""
        found: list[str] = []
        for base in target.bases:
            path = base if isinstance(base, str) else base.canonical_path
            ours = self.library.find(path) if path.split(".")[0] in PACKAGES else None
            if ours is None:  # of a module that is imported by its name: as it is written
                found.append(str(base) if path.startswith(PACKAGES) else path)
            elif self.library.home(path):
                found.append(self.library.home(path) or path)
            elif isinstance(ours, griffe.Class):
                found += self._public_bases(ours)
        return [path for path in dict.fromkeys(found) if path not in ("object", "typing.Generic")]

    def _is_enum(self, target: griffe.Object) -> bool:
        return isinstance(target, griffe.Class) and any(
            path.rpartition(".")[2] in _ENUMS for path in self._roots(target)
        )

    def _is_protocol(self, target: griffe.Class) -> bool:
        return any(path.endswith("Protocol") for path in self._public_bases(target))

    def _is_error(self, target: griffe.Object) -> bool:
        if not isinstance(target, griffe.Class):
            return False
        return any(
            isinstance(getattr(builtins, path, None), type) and issubclass(getattr(builtins, path), Exception)
            for path in self._roots(target)
        )

    def _roots(self, target: griffe.Class) -> Iterator[str]:
        """Bases that are not ours, of a class and of its bases."""
        for path in self._public_bases(target):
            found = self.library.find(path) if path.split(".")[0] in PACKAGES else None
            if isinstance(found, griffe.Class):
                yield from self._roots(found)
            else:
                yield path

    def _calls(self, name: str, function: griffe.Function, parent: griffe.Object | None) -> list[str]:
        """Every way to call a function: one line, or one for each overload."""
        overloads = function.overloads or []
        if not overloads and isinstance(parent, griffe.Module | griffe.Class):
            overloads = parent.overloads.get(function.name, [])
        return [name + self.types.call(one) for one in (overloads or [function])]

    def _new(self, target: griffe.Class) -> str:
        """How a class is called; the fields of a named tuple are its arguments."""
        if "typing.NamedTuple" not in self._public_bases(target):
            return self.types.arguments(target)
        fields = [
            griffe.Parameter(name, annotation=member.annotation, default=member.value)
            for name, member in target.members.items()
            if isinstance(member, griffe.Attribute) and member.annotation and "property" not in member.labels
        ]
        return self.types.written(griffe.Parameters(*fields))

    def _type_of(self, target: griffe.Object) -> str:
        return self.types.text(target.annotation) if isinstance(target, griffe.Attribute) else ""

    def _text(self, target: griffe.Object, module: griffe.Module, what: str) -> list[str]:
        """The docstring of an object as lines, with a blank one at the end."""
        if not target.docstring or target.docstring.value.startswith("Alias for field number"):
            return []
        return [*to_rst(target.docstring.value, lambda name: self._find(name, module), what), ""]

    def _find(self, name: str, module: griffe.Module) -> str | None:
        """The home of a name that stands in a docstring of a module."""
        if isinstance(getattr(builtins, name, None), type) and name.endswith(("Error", "Warning", "Exit")):
            return name
        if self.library.home(name):
            return self.library.home(name)
        try:
            home = self.library.home(module.resolve(name))
        except griffe.NameResolutionError:
            home = None
        if home:
            return home
        same = self._last.get(name, set())
        near = {home for home in same if home.split(".")[:2] == module.path.split(".")[:2]}
        return next(iter(near or same)) if len(near or same) == 1 else None

    def _elsewhere(self, name: str) -> Iterator[str]:
        """A table of what can be imported from a module but is described on another page."""
        rows = []
        for public, target in self.library.exports[name].items():
            home = target.path if target.is_module else self.library.homes[target.path]
            if home != f"{name}.{public}":
                role = _ROLES[target.kind.value]
                summary = first_sentence(target.docstring.value) if target.docstring else ""
                rows.append(
                    (f":py:{role}:`{public} <{home}>`", re.sub(r":\w+:`~?([^`]*)`", r"``\1``", summary))
                )
            elif target.is_module:
                summary = first_sentence(target.docstring.value) if target.docstring else ""
                rows.append((f":py:mod:`{public} <{home}>`", summary))
        if rows:
            yield from ("", ".. rubric:: Also to be imported from here", "")
            yield from (".. list-table::", "   :widths: 25 75", "   :class: names", "")
            for link, summary in sorted(rows, key=lambda row: row[0].split("`")[1]):
                yield from (f"   * - {link}", f"     - {summary}")
            yield ""


def _title(text: str) -> list[str]:
    return [text, "=" * len(text), ""]


def _indent(lines: list[str]) -> Iterator[str]:
    return (f"   {line}" if line else "" for line in lines)


def _value(target: griffe.Object) -> str:
    """The value of a constant, if it is short and says something."""
    value = getattr(target, "value", None)
    text = "" if value is None else str(value)
    return text if 0 < len(text) <= _LONG and "field(" not in text and "\n" not in text else ""


def _directive(name: str, signatures: list[str], **options: str) -> Iterator[str]:
    """The head of a directive with one or several signatures."""
    head = f".. {name}:: "
    for at, signature in enumerate(signatures):
        yield (head if not at else " " * len(head)) + signature.replace("\\", "\\\\")
    for option, value in options.items():
        if value or option not in ("type", "value"):
            yield f"   :{option}: {value}".rstrip()
    yield ""
