"""Docstrings in numpydoc form as reStructuredText, with the types of their sections linked.

The sections are read by Sphinx's own Napoleon. Types of parameters are words ("Rules or str, default ..."),
so only those words become links that name something public of ours, or an exception of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sphinx.ext.napoleon import Config, NumpyDocstring

__all__ = ["Link", "first_sentence", "named_fields", "to_rst"]

Link = Callable[[str], str | None]

_CONFIG = Config(napoleon_use_param=False, napoleon_use_rtype=False, napoleon_use_ivar=True)
_WORD = re.compile(
    r"(?<![\w.`'\"-])(?:(?:cardcore|tricktake)(?:\.\w+)+|[A-Z]\w*[a-z]\w*(?:\.\w+)*)(?![\w`-])"
)
_ROLE = re.compile(r":(class|meth|func|attr|exc|data|mod):`(~?)([\w.]+)`")
_FIELD = re.compile(r"^(\w+(?:, \w+)*)(?: :.*)?\n    ", re.MULTILINE)


class _Docstring(NumpyDocstring):
    """Napoleon's reader with links in types, and attributes as a list like parameters."""

    link: Link = staticmethod(lambda name: None)

    def _parse_attributes_section(self, section: str) -> list[str]:
        return self._format_fields("Attributes", self._consume_fields())

    def _parse_raises_section(self, section: str) -> list[str]:
        return self._format_fields("Raises", self._consume_fields(prefer_type=True))

    def _format_field(self, _name: str, _type: str, _desc: list[str]) -> list[str]:
        type_ = self._linked(_type)
        if _name:
            head = f"**{_name}** ({type_})" if type_ else f"**{_name}**"
        else:
            head = type_
        text = self._strip_empty(_desc)
        if not any(text):
            return [head]
        text = self._fix_field_desc(text)
        return [f"{head} -- {text[0]}", *text[1:]] if text[0] else [head, *text]

    def _linked(self, type_: str) -> str:
        """Public names in a type as links; the other words as they are."""

        def one(match: re.Match[str]) -> str:
            home = self.link(match[0])
            return f":py:obj:`~{home}`" if home else match[0]

        parts = re.split(r"(``.*?``|:\w+:`.*?`)", type_)  # what is marked up already stays
        return "".join(
            part if at % 2 else _WORD.sub(one, part.replace("*", r"\*")) for at, part in enumerate(parts)
        )


def to_rst(text: str, link: Link, what: str = "function") -> list[str]:
    """Lines of reStructuredText for a docstring; ``link`` finds the home of a name or nothing."""
    reader = type("_Linked", (_Docstring,), {"link": staticmethod(link)})
    return [
        _ROLE.sub(lambda match: _full(match, link), line) for line in reader(text, _CONFIG, what=what).lines()
    ]


def _full(match: re.Match[str], link: Link) -> str:
    """A role with the whole path of its target, whichever module the docstring stands in."""
    role, short, name = match.groups()
    if role == "mod":
        return match[0]
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        home = link(".".join(parts[:at]))
        if home:
            shown = parts[-1] if short else name
            return f":py:{role}:`{shown} <{'.'.join([home, *parts[at:]])}>`"
    return match[0]


def first_sentence(text: str) -> str:
    """The summary of a docstring: its first paragraph up to the first full stop."""
    paragraph = " ".join(text.strip().split("\n\n", 1)[0].split())
    sentence = re.split(r"(?<=[.!?:])\s", paragraph, maxsplit=1)[0].rstrip(":")
    return sentence + "." * (bool(sentence) and sentence[-1] not in ".!?")


def named_fields(text: str) -> set[str]:
    """What the sections of a docstring explain: the names of parameters and attributes."""
    return {name for match in _FIELD.finditer(text) for name in match[1].split(", ")}
