"""What the options of a game may be: the kinds of options, and how a value is checked, read and written.

Each game lists its options in one :class:`OptionTable`. ``Rules`` and the text form of rules both use it, so
that what is accepted, what is written and what is read back are the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from typing import Any

from tricktake._checks import DIGITS, LIMIT, is_number, whole
from tricktake.errors import RulesError

__all__ = ["Choice", "Flag", "Members", "Number", "Option", "OptionTable", "near_match", "write_option"]


def near_match(name: str, names: Iterable[str]) -> str:
    """Return a hint at the name that comes nearest.

    Parameters
    ----------
    name : str
        A name that does not exist.
    names : iterable of str
        Those that do.

    Returns
    -------
    str
        `` (did you mean 'x'?)``, or the empty string if nothing comes near.

    Examples
    --------
    >>> near_match("jocker_lead", ["joker_lead", "misere"])
    " (did you mean 'joker_lead'?)"
    """
    near = get_close_matches(name, names, n=1) if len(name) <= 40 else []
    return f" (did you mean {near[0]!r}?)" if near else ""


def _listed(words: list[str]) -> str:
    """The words as ``a, b or c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


class Option(ABC):
    """One kind of option: what values it takes."""

    allowed: str
    """What is allowed, in words."""

    @abstractmethod
    def accept(self, name: str, value: object) -> tuple[bool, object]:
        """Whether a value is allowed, and what it becomes.

        Parameters
        ----------
        name : str
            The name of the option, for errors.
        value : object

        Returns
        -------
        tuple of (bool, object)
        """

    def read(self, name: str, text: str) -> object:
        """What a text stands for; the text itself if it stands for nothing.

        Parameters
        ----------
        name : str
            The name of the option, for errors.
        text : str

        Returns
        -------
        object
        """
        return text

    def hint(self, value: object) -> str:
        """What was perhaps meant.

        Parameters
        ----------
        value : object
            A value that is not allowed.

        Returns
        -------
        str
        """
        return ""


class Choice(Option):
    """A choice with named settings.

    Parameters
    ----------
    kind : type
        The enum whose values are the words.

    Examples
    --------
    >>> Choice(Enum("Style", {"ONE": "one", "TWO": "two"})).allowed
    'one or two'
    """

    def __init__(self, kind: type[Enum]) -> None:
        self.kind = kind
        self.words = [str(member.value) for member in kind]
        self.allowed = _listed(self.words)

    def accept(self, name: str, value: object) -> tuple[bool, object]:
        """See :meth:`Option.accept`; a word becomes the member."""
        if isinstance(value, self.kind):
            return True, value
        if isinstance(value, str) and value in self.words:
            return True, self.kind(value)
        return False, None

    def hint(self, value: object) -> str:
        """See :meth:`Option.hint`."""
        return near_match(value, self.words) if isinstance(value, str) else ""


class Flag(Option):
    """Yes or no.

    Examples
    --------
    >>> Flag().accept("misere", True), Flag().accept("misere", 1)
    ((True, True), (False, 1))
    """

    allowed = "True or False"

    def accept(self, name: str, value: object) -> tuple[bool, object]:
        """See :meth:`Option.accept`."""
        return isinstance(value, bool), value

    def read(self, name: str, text: str) -> object:
        """See :meth:`Option.read`."""
        return {"True": True, "False": False}.get(text, text)


class Number(Option):
    """A whole number.

    Parameters
    ----------
    allowed : str
        What is allowed, in words.
    test : callable
        Whether a number is.
    none : bool, default False, keyword only
        Whether None is.

    Examples
    --------
    >>> Number("an int above 0", lambda value: value > 0).accept("target", 500)
    (True, 500)
    """

    def __init__(self, allowed: str, test: Callable[[int], bool], *, none: bool = False) -> None:
        self.allowed = allowed
        self.test = test
        self.none = none

    def accept(self, name: str, value: object) -> tuple[bool, object]:
        """See :meth:`Option.accept`; RulesError for a number too long to be read back."""
        if value is None:
            return self.none, None
        if not hasattr(value, "__index__") or isinstance(value, bool):
            return False, None
        number = whole(name, value)
        if abs(number) >= LIMIT:
            raise RulesError(
                f"{name} must have at most {DIGITS} digits, or it could not be read back", option=name
            )
        return self.test(number), number

    def read(self, name: str, text: str) -> object:
        """See :meth:`Option.read`."""
        if text == "None":
            return None
        try:
            return int(text) if is_number(text) else text
        except ValueError as error:
            raise RulesError(f"{name}: {error}", option=name) from None


class Members(Option):
    """A set of things, some of a given few; written with ``+`` between them, ``none`` for the empty set.

    Parameters
    ----------
    members : mapping of str to object
        What may be in it, by its text, in the order in which it is written.
    spellings : mapping of str to str, optional
        Other texts for some of them.

    Examples
    --------
    >>> option = Members({"one": 1, "two": 2})
    >>> option.accept("x", "two+one"), option.accept("x", [2]), option.write({2, 1})
    ((True, frozenset({1, 2})), (True, frozenset({2})), 'one+two')
    """

    def __init__(self, members: Mapping[str, Any], spellings: Mapping[str, str] | None = None) -> None:
        self.members = dict(members)
        self.spellings = {} if spellings is None else dict(spellings)
        self.allowed = f"a set of {' '.join(members)}"

    def accept(self, name: str, value: object) -> tuple[bool, object]:
        """See :meth:`Option.accept`; members may be given as such or by their texts."""
        if isinstance(value, str):
            value = [] if value == "none" else value.split("+")
        if not isinstance(value, Iterable):
            return False, None
        found = set()
        for member in value:
            if isinstance(member, str):
                member = self.members.get(self.spellings.get(member, member))
            if not any(member == known and type(member) is type(known) for known in self.members.values()):
                return False, None
            found.add(member)
        return True, frozenset(found)

    def hint(self, value: object) -> str:
        """See :meth:`Option.hint`."""
        parts = value.split("+") if isinstance(value, str) else value if isinstance(value, Iterable) else ()
        strange = [part for part in parts if isinstance(part, str) and part not in self.members]
        return near_match(strange[0], self.members) if strange else ""

    def write(self, value: Iterable[object]) -> str:
        """Write a set.

        Parameters
        ----------
        value : iterable of object

        Returns
        -------
        str
        """
        held = set(value)
        return "+".join([text for text, member in self.members.items() if member in held]) or "none"


class OptionTable:
    """The options of a game by name, each with its kind.

    Parameters
    ----------
    options : mapping of str to Option
        In the order in which they are written.

    Examples
    --------
    >>> table = OptionTable({"misere": Flag(), "target": Number("an int above 0", lambda value: value > 0)})
    >>> table.check("target", 500), table.read("misere", "False")
    (500, False)
    """

    def __init__(self, options: Mapping[str, Option]) -> None:
        self.options: dict[str, Option] = dict(options)

    def check_name(self, name: str) -> None:
        """Refuse the name of an option that does not exist.

        Parameters
        ----------
        name : str

        Raises
        ------
        RulesError
            If there is no such option.

        Examples
        --------
        >>> try:
        ...     OptionTable({"misere": Flag()}).check_name("miser")
        ... except RulesError as error:
        ...     print(error)
        there is no option 'miser' (did you mean 'misere'?)
        """
        if name not in self.options:
            raise RulesError(f"there is no option {name[:40]!r}{near_match(name, self.options)}")

    def check(self, name: str, value: object) -> object:
        """Return the value of an option as it is kept, a word turned into its enum member.

        Parameters
        ----------
        name : str
        value : object

        Returns
        -------
        object

        Raises
        ------
        RulesError
            If the value is not allowed.

        Examples
        --------
        >>> try:
        ...     OptionTable({"misere": Flag()}).check("misere", 1)
        ... except RulesError as error:
        ...     print(error)
        misere must be True or False; got 1
        """
        option = self.options[name]
        accepted, found = option.accept(name, value)
        if not accepted:
            shown = f"{option.allowed}; got {repr(value)[:80]}{option.hint(value)}"
            raise RulesError(f"{name} must be {shown}", option=name)
        return found

    def read(self, name: str, text: str) -> object:
        """Read the value of an option as :meth:`write` writes it.

        Parameters
        ----------
        name : str
        text : str

        Returns
        -------
        object

        Raises
        ------
        RulesError
            If the value is not allowed.
        """
        return self.check(name, self.options[name].read(name, text))

    def write(self, name: str, value: object) -> str:
        """Write the value of an option.

        Parameters
        ----------
        name : str
        value : object

        Returns
        -------
        str

        Examples
        --------
        >>> OptionTable({"misere": Flag()}).write("misere", False)
        'False'
        """
        option = self.options[name]
        if isinstance(option, Members) and isinstance(value, Iterable):
            return option.write(value)
        return write_option(value)


def write_option(value: object) -> str:
    """Write a value that is no set.

    Parameters
    ----------
    value : object
        An enum member, an int, a bool or None.

    Returns
    -------
    str

    Examples
    --------
    >>> write_option(False), write_option(-400)
    ('False', '-400')
    """
    return str(value.value) if isinstance(value, Enum) else str(value)
