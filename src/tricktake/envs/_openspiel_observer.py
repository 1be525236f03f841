"""What a seat knows as OpenSpiel's tensors and strings.

With perfect recall it is an information state: the fields of the encoding and the history, and as a string
the text of the view. Without, it is an observation: the fields alone, which say nothing of the order of past
tricks and calls, and as a string the same fields in words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake.encoding import Encoding, Field, Kind
from tricktake.envs._openspiel_setup import Setup
from tricktake.envs._openspiel_state import CardState, pyspiel

__all__ = ["CardObserver"]


class CardObserver:
    """Writes what a seat knows; made by the game's ``make_py_observer``.

    Parameters
    ----------
    setup : Setup
    kind : pyspiel.IIGObservationType
        With public information and that of a single player; with or without perfect recall.
    params : dict, optional
        There are no parameters.

    Raises
    ------
    ValueError
        If another kind, or a parameter, is asked for.

    Examples
    --------
    >>> from tricktake.envs.openspiel import load_game
    >>> observer = load_game("spades").make_py_observer()
    >>> observer.tensor.dtype, observer.dict["trick"].shape
    (dtype('float32'), (3, 51))
    """

    tensor: NDArray[np.float32]
    """Everything in a row."""
    dict: dict[str, NDArray[np.float32]]
    """The same by field, as views into ``tensor``."""

    def __init__(self, setup: Setup, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"observers of card games take no parameters; got {sorted(params)}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("an observer of card games sees what one seat knows: public and its own")
        self._encoding: Encoding = setup.encoding
        self._recalls = bool(kind.perfect_recall)
        length, rows = self._encoding.length, self._encoding.most_actions if self._recalls else 0
        self._row = np.empty(length, np.int16)
        self.tensor = np.zeros(length + 2 * rows, np.float32)
        self.dict = {}
        for field, plane in zip(self._encoding.fields, self._encoding.planes, strict=True):
            shape = (field.groups, field.size) if field.groups > 1 else (field.size,)
            self.dict[field.name] = self.tensor[plane.start : plane.start + plane.length].reshape(shape)
        if self._recalls:
            self.dict["history"] = self.tensor[length:].reshape(rows, 2)

    def set_from(self, state: CardState, player: int) -> None:
        """Fill ``tensor`` with what a seat knows.

        Parameters
        ----------
        state : CardState
        player : int
        """
        table, length = state.table, self._encoding.length
        if table is None:  # cards are being dealt: nobody knows anything
            self.tensor.fill(0)
            self.dict["seat"][player] = 1
            if self._recalls:
                self.dict["history"].fill(-1)
            return
        self.tensor[:length] = table.observation(player, out=self._row)
        if self._recalls:
            self.dict["history"][:] = table.history(player)

    def string_from(self, state: CardState, player: int) -> str:
        """What a seat knows as a string.

        Parameters
        ----------
        state : CardState
        player : int

        Returns
        -------
        str
        """
        if self._recalls:
            return state.information_state_string(player)
        table = state.table
        if table is None:
            return f"seat {player}: dealing"
        row = table.observation(player, out=self._row)
        found = []
        for field, plane in zip(self._encoding.fields, self._encoding.planes, strict=True):
            part = row[plane.start : plane.start + plane.length]
            if part.any():
                groups = part.reshape(field.groups, field.size)
                found.append(f"{field.name}={'|'.join([self._words(field, group) for group in groups])}")
        return " ".join(found)

    def _words(self, field: Field, group: NDArray[np.int16]) -> str:
        """The entries of a group in words: cards by name, numbers as they are, else which are so."""
        if field.kind is Kind.NUMBERS:
            return ",".join(map(str, group.tolist()))
        there = group.nonzero()[0].tolist()
        pack = self._encoding.pack
        is_card = field.kind is Kind.CARDS or field.size == len(pack)
        return ",".join([pack[at].name if is_card else str(at) for at in there]) or "-"
