"""Docstrings of compiled modules, read from their ``.pyx`` and ``.pxd`` files.

Stubs say how things are called, sources say what they mean, and the site shows both without compiling
anything. A test compares what is read here with the docstrings of the compiled modules.
"""

from __future__ import annotations

import ast
import inspect
import re

__all__ = ["docstrings"]

_DEFINITION = re.compile(
    r"^( *)(?:cp?def +)?(class|def|enum) +(\w+)|^( *)(\w+) *(?:: *[^=\n]+)?= *[^\n]+$", re.MULTILINE
)
_LATER = re.compile(r"^(\w+)\.__doc__ =(?= )", re.MULTILINE)
_MADE = re.compile(r"^(\w+) = (\w+)\($", re.MULTILINE)
_COMMENTS = re.compile(r"(?:#[^\n]*\n|\s)*")
_TEXT = re.compile(r'\s*(r?"""(?:[^"\\]|\\.|"(?!""))*""")', re.DOTALL)


def docstrings(source: str) -> dict[str, str]:
    """Docstrings by dotted name below the module, the module's own under the empty name."""
    found: dict[str, str] = {}
    scopes: list[tuple[int, str]] = []
    at = 0
    first = _TEXT.match(source, _COMMENTS.match(source).end())  # type: ignore[union-attr]
    if first:
        found[""] = _clean(first[1])
        at = first.end()
    while match := _DEFINITION.search(source, at):
        at = match.end()
        if match[5] is None:
            indent, name = len(match[1]), match[3]
            at = _colon(source, at)
        else:
            indent, name = len(match[4]), match[5]
        while scopes and scopes[-1][0] >= indent:
            scopes.pop()
        path = ".".join([*(scope for _, scope in scopes), name])
        if match[5] is None:
            scopes.append((indent, name))
        text = _TEXT.match(source, at)
        if text:
            found[path] = _clean(text[1])
            at = text.end()
    for match in _LATER.finditer(source):  # an enumeration that is made by a call
        text = _TEXT.match(source, match.end())
        if text:
            found[match[1]] = _clean(text[1])
    for match in _MADE.finditer(source):
        for path in [path for path in found if path.startswith(f"{match[2]}.")]:
            found[match[1] + path.removeprefix(match[2])] = found[path]
    return found


def _colon(source: str, at: int) -> int:
    """Where the body of a definition begins: after the first colon outside brackets."""
    depth = 0
    for place in range(at, len(source)):
        letter = source[place]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == ":" and not depth:
            return place + 1
    return len(source)


def _clean(literal: str) -> str:
    """The text of a literal, without its indentation."""
    return inspect.cleandoc(ast.literal_eval(literal))
