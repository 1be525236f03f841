"""Signatures and types as the site shows them: from stubs and sources, every name replaced by its home.

A type that is not public (an alias, a type variable) is written out or shown without a link;
:attr:`Types.quiet` collects the latter, so that the site can be built with a warning for every other name
that leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable

import griffe

from tricksite.library import PACKAGES, Library

__all__ = ["Types"]

_STAND_FOR = {
    "typing_extensions.Buffer": "collections.abc.Buffer",
    "typing_extensions.Self": "typing.Self",
    "numpy.bool": "numpy.bool_",
}
_KIND = griffe.ParameterKind


class Types:
    """Writes types and signatures for one library.

    Parameters
    ----------
    library
        The library whose homes are used.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self.quiet: set[str] = set()

    def text(self, type_: griffe.Expr | str | None) -> str:
        """A type with the full names of everything in it."""
        if type_ is None:
            return ""
        if isinstance(type_, str):
            return type_
        if isinstance(type_, griffe.ExprName | griffe.ExprAttribute):
            return self._name(type_.canonical_path)
        return "".join(self.text(part) for part in type_.iterate(flat=False))

    def arguments(self, of: griffe.Function | griffe.Class) -> str:
        """What stands between the parentheses of a call, with them."""
        parameters = list(of.parameters)
        bound = of.is_class or (
            of.parent is not None and of.parent.is_class and "staticmethod" not in of.labels
        )
        if bound and parameters and parameters[0].name in ("self", "cls", "mcs"):
            del parameters[0]
        return self.written(parameters)

    def written(self, parameters: Iterable[griffe.Parameter]) -> str:
        """Parameters between parentheses."""
        written: list[str] = []
        kind = None
        for parameter in parameters:
            if kind is _KIND.positional_only and parameter.kind is not kind:
                written.append("/")
            if parameter.kind is _KIND.keyword_only and kind not in (
                _KIND.keyword_only,
                _KIND.var_positional,
            ):
                written.append("*")
            kind = parameter.kind
            written.append(self._parameter(parameter))
        if kind is _KIND.positional_only:
            written.append("/")
        return f"({', '.join(written)})"

    def call(self, function: griffe.Function) -> str:
        """Arguments and what comes back."""
        back = self.text(function.returns)
        return self.arguments(function) + (f" -> {back}" if back else "")

    def _parameter(self, parameter: griffe.Parameter) -> str:
        stars = {_KIND.var_positional: "*", _KIND.var_keyword: "**"}.get(parameter.kind, "")
        type_ = self.text(parameter.annotation)
        text = stars + parameter.name + (f": {type_}" if type_ else "")
        if parameter.default is None or stars:
            return text
        default = str(parameter.default)
        return f"{text} = {default}" if type_ else f"{text}={default}"

    def _name(self, path: str) -> str:
        """The home of a type; an alias that has none is written out."""
        path = _STAND_FOR.get(path, path)
        home = self.library.home(path)
        if home:
            return home
        if path.split(".")[0] not in PACKAGES:
            return path
        target = self.library.find(path)
        if target is not None and target.is_attribute and isinstance(target.value, griffe.Expr):
            if not isinstance(target.value, griffe.ExprCall):
                return self.text(target.value)
            path = target.name  # a type variable
        self.quiet.add(path)
        return path
