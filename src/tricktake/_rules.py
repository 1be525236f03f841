"""What the rules of every game can do: be checked, changed, named, written and read.

A game's ``Rules`` is a frozen dataclass derived from :class:`GameRules`. It lists its options as fields and
in an :class:`~tricktake._options.OptionTable`, and its presets by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tricktake._checks import need
from tricktake._options import OptionTable, near_match
from tricktake.errors import RulesError

__all__ = ["GameRules"]


class GameRules:
    """Base of each game's ``Rules``: options, presets and texts."""

    __slots__ = ("_hash",)  # asked for at every call of an auction, so it is kept
    _hash: int
    _table: ClassVar[OptionTable]

    if TYPE_CHECKING:  # fields and properties of every game's rules

        @property
        def players(self) -> int: ...

        @property
        def sides(self) -> tuple[tuple[int, ...], ...]: ...

    @classmethod
    def _presets(cls) -> Mapping[str, Self]:
        """The presets by name."""
        raise NotImplementedError

    @classmethod
    def _named(cls, name: str) -> Self:
        presets = cls._presets()
        rules = presets.get(need("a preset", name, str, repr(next(iter(presets)))))
        if rules is None:
            hint = near_match(name, presets)
            raise RulesError(f"there is no preset {name[:40]!r}{hint}; presets are {', '.join(presets)}")
        return rules

    def _options(self) -> dict[str, Any]:
        """The options by name, in the order of the fields."""
        return {name: getattr(self, name) for name in self._table.options}

    def _check_options(self) -> None:
        """Check every field and turn words into members."""
        for option in fields(self):  # type: ignore[arg-type]  # every game's rules are a dataclass
            object.__setattr__(self, option.name, self._table.check(option.name, getattr(self, option.name)))

    def _kept_hash(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(self._options().values())))
            return self._hash

    def __repr__(self) -> str:
        return f"Rules.from_text({self.to_text()!r})"

    def replace(self, **changes: object) -> Self:
        """Return these rules with changes.

        Parameters
        ----------
        **changes
            Options and their new values.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If there is no such option, a value is not allowed, or options cannot go together.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> fh.Rules().replace(misere_stop=True).misere_stop
        True
        """
        for name in changes:
            self._table.check_name(name)
        return type(self)(**(self._options() | self._follow(changes) | changes))

    def _follow(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Options whose default changes with those that are replaced."""
        return {}

    def to_text(self) -> str:
        """Write the rules as one word: the nearest preset and what differs from it.

        Returns
        -------
        str
            Without blanks. The preset is the one with the fewest differences, the first of several; what
            differs follows in the order of the fields.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> fh.Rules(deck4=45, lose_at=None).to_text()
        'australian,deck4=45,lose_at=None'
        """
        mine, table = self._options(), self._table
        best: tuple[str, ...] = ()
        for name, preset in self._presets().items():
            theirs = preset._options()
            changed = [key for key in mine if mine[key] != theirs[key]]
            if not best or len(changed) + 1 < len(best):
                best = (name, *(f"{key}={table.write(key, mine[key])}" for key in changed))
        return ",".join(best)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read rules written by :meth:`to_text`.

        Parameters
        ----------
        text : str
            A preset, then any options as ``name=value`` in any order, with commas between.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If there is no such preset or option, an option is given twice, a value is not allowed, or options
            cannot go together.
        TypeError
            If it is no text.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> fh.Rules.from_text("american,deck4=43,misere=False").misere
        False
        """
        like = repr(next(iter(cls._presets())))
        name, *parts = need("the text of rules", text, str, like).split(",")
        changes: dict[str, object] = {}
        for part in parts:
            option, equals, value = part.partition("=")
            if not equals:
                raise RulesError(f"options are written name=value; got {part!r} in {text!r}")
            cls._table.check_name(option)
            if option in changes:
                raise RulesError(f"{option} stands twice in {text!r}", option=option)
            changes[option] = cls._table.read(option, value)
        return cls._named(name).replace(**changes)
