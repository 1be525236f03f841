"""What each action of an action space does, as arrays by its number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tricktake.actions import CallPartner, Exchange, Play
from tricktake.cards import Pack
from tricktake.encoding import ActionSpace

__all__ = ["Columns"]


class Columns:
    """The actions of a space as arrays; the last entry of each array is for -1, no action.

    Parameters
    ----------
    space : ActionSpace
    pack : Pack

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.encoding import encoding_of
    >>> encoding = encoding_of(sp.Rules())
    >>> columns = Columns(encoding.actions, encoding.pack)
    >>> columns.words, columns.play, int(columns.card[columns.play]), int(columns.id[-1])
    (2, 24, 0, -1)
    """

    size: int
    """Number of actions."""
    words: int
    """Words of a set of actions."""
    id: NDArray[np.int16]
    """Id of each action."""
    card: NDArray[np.int8]
    """Pack index of the card it plays, puts away or calls; -1: none."""
    named: NDArray[np.int8]
    """Suit a joker names that it leads; -1: none."""
    play: int
    """The first play of a card; the others follow in the order of the pack."""
    joker: int
    """The first lead of a joker that names a suit; 0: there are none."""
    put: int
    """The first card to be put away; 0: none is."""

    def __init__(self, space: ActionSpace, pack: Pack) -> None:
        self.size = len(space)
        self.words = (self.size + 63) // 64
        self.id = np.array([*space.ids, -1], np.int16)
        self.card = np.full(self.size + 1, -1, np.int8)
        self.named = np.full(self.size + 1, -1, np.int8)
        first: dict[str, int] = {}
        for at in range(self.size):
            action = space.action(at)
            if isinstance(action, Play):
                kind = "play" if action.named is None else "joker"
                self.card[at] = pack.index(action.card)
                self.named[at] = -1 if action.named is None else int(action.named)
            elif isinstance(action, Exchange):
                kind = "put"
                self.card[at] = pack.index(next(iter(action.cards)))
            elif isinstance(action, CallPartner) and action.card is not None:
                kind = "call"
                self.card[at] = pack.index(action.card)
            else:
                continue
            first.setdefault(kind, at)
        self.play, self.joker, self.put = first["play"], first.get("joker", 0), first.get("put", 0)
        for start in (self.play, self.put):  # a mask of cards is a mask of actions, only shifted
            if start:
                assert self.card[start : start + len(pack)].tolist() == list(range(len(pack)))
