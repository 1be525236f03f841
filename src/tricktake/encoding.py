"""Views as arrays of numbers for learning programs, and the actions as a dense range of numbers.

An :class:`Encoding` is a list of fields; where each stands in the array follows from that list, and so do
the tables of ``docs/encoding.md``. Everything is relative to the observing seat: seat 0 is itself, the others
follow clockwise. Cards stand in the order of the pack, ascending by card id. The same fields are filled from
a view, one at a time, and from the arrays of many deals at once (``tricktake.vector``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore import fields as core_fields
from tricktake._kept import kept
from tricktake._rules import GameRules
from tricktake.actions import Exchange
from tricktake.actionspace import SECRET, ActionSpace
from tricktake.cards import Card, CardSet, Pack
from tricktake.errors import SetupError
from tricktake.state import Phase
from tricktake.view import View

__all__ = ["SECRET", "ActionSpace", "Encoding", "Field", "Kind", "Plane", "encoding_of"]

_NO_CARDS = CardSet()
_Columns = dict[str, tuple[int, int]]


class Kind(Enum):
    """What the entries of a field say.

    Examples
    --------
    >>> Kind("one of")
    <Kind.ONE_OF: 'one of'>
    """

    CARDS = "cards"
    """1 for every card of a set, in the order of the pack."""
    ONE_OF = "one of"
    """1 for the one that is so; all 0 if none is."""
    FLAGS = "flags"
    """1 for each that is so."""
    NUMBERS = "numbers"
    """Numbers as they are, at most those of 16 bits."""


_CORE_KINDS = {
    Kind.CARDS: core_fields.MASK,
    Kind.FLAGS: core_fields.MASK,
    Kind.ONE_OF: core_fields.INDEX,
    Kind.NUMBERS: core_fields.NUMBER,
}


class Field(NamedTuple):
    """One fact of a view.

    Examples
    --------
    >>> Field("dealer", Kind.ONE_OF, 4, 1, "who deals").length
    4
    """

    name: str
    """Its name in tables."""
    kind: Kind
    """What its entries say."""
    size: int
    """Entries of a group."""
    groups: int
    """How many groups there are, such as one for every seat."""
    meaning: str
    """What it says, in words."""

    @property
    def length(self) -> int:
        """Entries in all."""
        return self.size * self.groups


class Plane(NamedTuple):
    """Where a field stands in an array.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> encoding_of(sp.Rules()).planes[1]
    Plane(name='dealer', start=3, length=3, meaning='who dealt, relative')
    """

    name: str
    """The field."""
    start: int
    """Its first entry."""
    length: int
    """Its entries."""
    meaning: str
    """What it says."""


class Encoding:
    """How views of deals under some rules become arrays; made by :func:`encoding_of`.

    Parameters
    ----------
    rules : Rules
    pack : Pack
    fields : sequence of Field
    values : callable
        ``values(view, put)``: for the name of each field its groups: masks by pack index, indices (-1 for
        none), masks of flags, or numbers.
    ids : iterable of int
        Ids of the actions.
    most_actions : int
        The most single actions a deal can have.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500)
    >>> encoding = encoding_of(deal.rules)
    >>> row = encoding.encode(deal.view(0))
    >>> row.dtype, row.shape == (encoding.length,), int(row[encoding.part("hand")].sum())
    (dtype('int16'), True, 10)
    """

    def __init__(
        self,
        rules: GameRules,
        pack: Pack,
        fields: Sequence[Field],
        values: Callable[[View, CardSet], Mapping[str, Sequence[int]]],
        ids: Iterable[int],
        most_actions: int,
    ) -> None:
        self.rules = rules
        self.pack = pack
        self.fields: tuple[Field, ...] = tuple(fields)
        self.actions: ActionSpace = ActionSpace(ids)
        self.most_actions = most_actions
        self._values = values
        starts, at = [], 0
        for field in self.fields:
            starts.append(at)
            at += field.length
        self.length = at
        self.planes: tuple[Plane, ...] = tuple(
            [
                Plane(field.name, start, field.length, field.meaning)
                for field, start in zip(self.fields, starts, strict=True)
            ]
        )
        self._starts = {plane.name: plane.start for plane in self.planes}
        self._groups = self._list_groups()

    def _list_groups(self) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32], _Columns]:
        """Kind, start and size of every group, and which groups each field has."""
        kinds: list[int] = []
        sizes: list[int] = []
        columns: _Columns = {}
        for field in self.fields:
            columns[field.name] = (len(kinds), len(kinds) + field.groups)
            kinds += [_CORE_KINDS[field.kind]] * field.groups
            sizes += [field.size] * field.groups
        starts = np.cumsum([0, *sizes])[:-1]
        return np.array(kinds, np.uint8), starts.astype(np.int32), np.array(sizes, np.int32), columns

    def __repr__(self) -> str:
        return f"<Encoding of {self.rules.to_text()}: {self.length} entries, {len(self.actions)} actions>"

    def __reduce__(self) -> tuple[Any, ...]:
        return encoding_of, (self.rules,)

    def __deepcopy__(self, memo: object) -> Encoding:
        return self

    def part(self, name: str) -> slice:
        """Where a field stands.

        Parameters
        ----------
        name : str

        Returns
        -------
        slice

        Raises
        ------
        KeyError
            If there is no such field.
        """
        start = self._starts[name]
        return slice(start, start + next(field.length for field in self.fields if field.name == name))

    def encode(
        self, view: View, *, put: CardSet | None = None, out: NDArray[np.int16] | None = None
    ) -> NDArray[np.int16]:
        """Write what a seat knows as numbers.

        Parameters
        ----------
        view : View
            Of a deal under these rules.
        put : CardSet, optional, keyword only
            Cards that the seat has put away so far in an exchange which is not finished.
        out : numpy.ndarray of int16, shape (length,), optional, keyword only
            Where to write; default: a new array.

        Returns
        -------
        numpy.ndarray of int16, shape (length,)
            ``out`` if it was given.

        Raises
        ------
        SetupError
            If the view is of other rules, or ``out`` of another shape or dtype.
        """
        self._check(view)
        row = _room(out, (self.length,))
        values = self._values(view, _NO_CARDS if put is None else put)
        numbers = [number for name in self._starts for number in values[name]]
        kinds, starts, sizes, _ = self._groups
        made = row if row.strides == (row.itemsize,) else np.empty(row.shape, np.int16)
        core_fields.write_fields(np.array([numbers], np.int64), kinds, starts, sizes, made[None])
        if made is not row:
            row[:] = made
        return row

    def _check(self, view: View) -> None:
        rules = view.rules  # type: ignore[attr-defined]
        if rules is not self.rules and rules != self.rules:
            raise SetupError(f"this encoding is for {self.rules.to_text()}")

    def write(self, values: Mapping[str, NDArray[Any]], out: NDArray[np.int16]) -> NDArray[np.int16]:
        """Write many views at once.

        Parameters
        ----------
        values : mapping of str to numpy.ndarray, shape (n, groups)
            For the name of each field: masks (uint64) of cards by pack index or of flags, indices with -1 for
            none, or numbers.
        out : numpy.ndarray of int16, shape (n, length)
            Where to write.

        Returns
        -------
        numpy.ndarray of int16
            ``out``.

        Raises
        ------
        SetupError
            If ``out`` is of another shape or dtype.
        """
        missing = [field.name for field in self.fields if field.name not in values]
        if missing:
            raise SetupError(f"no values for {', '.join(missing)}")
        many = len(values[self.fields[0].name])
        _room(out, (many, self.length))
        kinds, starts, sizes, columns = self._groups
        table = np.empty((many, len(kinds)), np.int64)
        for name, (low, high) in columns.items():
            table[:, low:high] = values[name]
        made = out if out.strides[1] == out.itemsize else np.empty(out.shape, np.int16)
        core_fields.write_fields(table, kinds, starts, sizes, made)
        if made is not out:
            out[:] = made
        return out

    def history(self, view: View, *, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """Write every action a seat has seen.

        Parameters
        ----------
        view : View
        out : numpy.ndarray of int16, shape (most_actions, 2), optional, keyword only

        Returns
        -------
        numpy.ndarray of int16, shape (most_actions, 2)
            A row an action, oldest first: the seat, relative, and the id of the action, of any exchange
            :data:`SECRET`. Rows without an action hold -1.
        """
        self._check(view)
        rows = _room(out, (self.most_actions, 2))
        rows[:] = -1
        players = self.rules.players
        steps = [
            (
                (step.seat - view.seat) % players,
                SECRET if step.action is None or isinstance(step.action, Exchange) else step.action.id,
            )
            for step in view.history
        ]
        if steps:
            rows[: len(steps)] = steps
        return rows

    def legal(self, view: View, *, put: CardSet | None = None) -> list[int]:
        """Numbers of the actions the seat may take now.

        Parameters
        ----------
        view : View
        put : CardSet, optional, keyword only
            Cards put away so far in an exchange which is not finished; they are not put twice.

        Returns
        -------
        list of int
            Ascending; empty if the seat is not to act.
        """
        self._check(view)
        at = self.actions._at
        if view.turn != view.seat:
            return []
        if view.phase is Phase.EXCHANGE:
            cards = (view.hand or CardSet()) - (put or CardSet())
            return [at[Exchange([card]).id] for card in cards.ascending()]
        return sorted([at[action.id] for action in view.legal_actions])

    def mask(
        self, view: View, *, put: CardSet | None = None, out: NDArray[np.int8] | None = None
    ) -> NDArray[np.int8]:
        """1 for every action the seat may take now.

        Parameters
        ----------
        view : View
        put : CardSet, optional, keyword only
            As for :meth:`legal`.
        out : numpy.ndarray of int8, shape (len(actions),), optional, keyword only

        Returns
        -------
        numpy.ndarray of int8, shape (len(actions),)
            All 0 if the seat is not to act.
        """
        row = _room(out, (len(self.actions),), np.int8)
        row[:] = 0
        row[self.legal(view, put=put)] = 1
        return row

    def table(self) -> list[tuple[str, int, int, str]]:
        """The rows of the documentation.

        Returns
        -------
        list of (str, int, int, str)
            Name, first entry, number of entries, meaning.
        """
        rows = []
        for field, plane in zip(self.fields, self.planes, strict=True):
            shape = (
                f"{field.groups} x {field.size} {field.kind.value}" if field.groups > 1 else field.kind.value
            )
            rows.append((plane.name, plane.start, plane.length, f"{plane.meaning} ({shape})"))
        return rows


def _room(out: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[Any] = np.int16) -> NDArray[Any]:
    """An array to write in: the caller's, if it is right, or a new one."""
    if out is None:
        return np.empty(shape, dtype=dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a NumPy array, not {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype:
        name = np.dtype(dtype).name
        raise SetupError(f"out must be {name} of shape {shape}, not {out.dtype} of shape {out.shape}")
    return out


@lru_cache(maxsize=256)
def pack_masks(pack: Pack) -> tuple[tuple[int, ...], ...]:
    """For each byte of a mask of card ids and each of its values the same cards as a mask by pack index.

    Parameters
    ----------
    pack : Pack

    Returns
    -------
    tuple of tuple of int
        Nine bytes, 256 values each; cards that are not in the pack are left out.
    """
    index = {int(card): at for at, card in enumerate(pack)}
    tables = []
    for byte in range(9):
        bits = [1 << index[8 * byte + bit] if 8 * byte + bit in index else 0 for bit in range(8)]
        tables.append(
            tuple([sum([bits[bit] for bit in range(8) if value >> bit & 1]) for value in range(256)])
        )
    return tuple(tables)


def pack_mask(pack: Pack, cards: CardSet | None) -> int:
    """Cards as a mask by pack index; 0 for None.

    Parameters
    ----------
    pack : Pack
    cards : CardSet or None

    Returns
    -------
    int
    """
    if not cards:
        return 0
    tables = pack_masks(pack)
    return sum([tables[byte][value] for byte, value in enumerate(cards.mask.to_bytes(9, "little")) if value])


def pack_index(pack: Pack, card: Card | None) -> int:
    """The index of a card in the pack; -1 for None.

    Parameters
    ----------
    pack : Pack
    card : Card or None

    Returns
    -------
    int
    """
    return -1 if card is None else pack.index(card)


@kept(256)
def encoding_of(rules: GameRules) -> Encoding:
    """The encoding of views under some rules; the same object for equal rules.

    Parameters
    ----------
    rules : Rules
        Of any game.

    Returns
    -------
    Encoding

    Raises
    ------
    TypeError
        If they are no rules of a game.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> encoding_of(fh.Rules())
    <Encoding of australian: 1111 entries, 153 actions>
    """
    package = type(rules).__module__.rpartition(".")[0]
    if not package.startswith("tricktake."):
        raise TypeError(f"rules of a game are needed, not {type(rules).__name__}")
    made: Encoding = import_module(f"{package}.encoding").make_encoding(rules)
    return made
