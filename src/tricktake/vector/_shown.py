"""What can be read off many deals: everything but stepping and dealing."""

from __future__ import annotations

from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricktake._rules import GameRules
from tricktake.cards import CardSet
from tricktake.encoding import ActionSpace, Encoding
from tricktake.errors import SetupError
from tricktake.state import Phase
from tricktake.vector._arguments import room, seats_of
from tricktake.vector._parts import PartedDeals
from tricktake.vector.bits import Bits, choose, unpack
from tricktake.vector.table import VectorTable

__all__ = ["ShownDeals"]

_Item = TypeVar("_Item", bound=np.generic)
_Byte = TypeVar("_Byte", np.uint8, np.int8, np.bool_)


class ShownDeals(PartedDeals):
    """The arrays of many deals and what follows from them; base of ``VectorDeals``."""

    @property
    def rules(self) -> GameRules:
        """The rules."""
        return self._encoding.rules

    @property
    def n(self) -> int:
        """Number of deals."""
        return self._n

    def __len__(self) -> int:
        return self._n

    @property
    def encoding(self) -> Encoding:
        """How observations and actions are numbered."""
        return self._encoding

    @property
    def actions(self) -> ActionSpace:
        """The actions, numbered without gaps."""
        return self._encoding.actions

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases that :attr:`phase` counts."""
        return self._parts[0].phases

    @property
    def turn(self) -> NDArray[np.int8]:
        """Seat to act, ``(n,) int8``, -1 where a deal is over.

        A read-only view that always shows the present, as are the others.
        """
        return _shown(self._shared.turn)

    @property
    def phase(self) -> NDArray[np.int8]:
        """Index into :attr:`phases`, ``(n,) int8``."""
        return _shown(self._shared.phase)

    @property
    def dealer(self) -> NDArray[np.int8]:
        """Seat that dealt, ``(n,) int8``."""
        return _shown(self._shared.dealer)

    @property
    def number(self) -> NDArray[np.uint64]:
        """Which deal of the seed each is, ``(n,) uint64``."""
        return _shown(self._shared.number)

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether a deal ended in the last step, ``(n,) bool``."""
        return _shown(self._shared.done)

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Whether the action of the last step was illegal, ``(n,) bool``."""
        return _shown(self._shared.illegal)

    @property
    def rewards(self) -> NDArray[np.int32]:
        """Points of each seat in the last step, ``(n, players) int32``; 0 where no deal ended.

        They are those of its side; :meth:`results` has them by side.
        """
        return _shown(self._shared.rewards)

    @property
    def legal_bits(self) -> Bits:
        """The legal actions, ``(n, words) uint64``: action *k* is bit *k* mod 64 of word *k* div 64."""
        return _shown(self._shared.bits)

    def __repr__(self) -> str:
        running = int((self._shared.turn >= 0).sum())
        return f"<VectorDeals of {self._n} deals, {running} running: {self.rules.to_text()}>"

    # ---- actions ---------------------------------------------------------------------------------

    @overload
    def legal(self, out: None = None) -> NDArray[np.uint8]: ...
    @overload
    def legal(self, out: NDArray[_Byte]) -> NDArray[_Byte]: ...
    def legal(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The legal actions as bytes.

        Parameters
        ----------
        out : numpy.ndarray of uint8, int8 or bool, shape (n, len(actions)), optional
            Written: 1 for each legal action; default: a new array.

        Returns
        -------
        numpy.ndarray
            ``out``. A row of 0 where a deal is over.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> [deals.actions.action(at).text for at in deals.legal()[0].nonzero()[0]]
        ['LOOK', 'BN']
        """
        size = len(self.actions)
        room("out", out, (self._n, size), (np.uint8, np.int8, np.bool_))
        with self._whole():
            found = unpack(self._shared.bits, size)
        if out is None:
            return np.ascontiguousarray(found)
        out[:] = found
        return out

    def random_actions(
        self, rng: np.random.Generator, out: NDArray[np.int16] | None = None
    ) -> NDArray[np.int16]:
        """Choose a legal action in every deal, each with the same chance.

        Parameters
        ----------
        rng : numpy.random.Generator
        out : numpy.ndarray of int16, shape (n,), optional
            Default: a new array.

        Returns
        -------
        numpy.ndarray of int16, shape (n,)
            -1 where a deal is over.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> actions = deals.random_actions(np.random.default_rng(1))
        >>> deals.legal()[[0, 1], actions].tolist()
        [1, 1]
        """
        if not isinstance(rng, np.random.Generator):
            raise TypeError(f"rng must be a numpy.random.Generator, not {type(rng).__name__}")
        room("out", out, (self._n,), (np.int16,))
        with self._whole():
            made = choose(self._shared.bits, rng.random(self._n))
        if out is None:
            return made
        out[:] = made
        return out

    # ---- observations ----------------------------------------------------------------------------

    def observe(
        self, out: NDArray[np.int16] | None = None, *, seat: ArrayLike | None = None
    ) -> NDArray[np.int16]:
        """What seats know, as ``Encoding.encode`` writes it.

        Parameters
        ----------
        out : numpy.ndarray of int16, shape (n, encoding.length), optional
            Written; default: a new array.
        seat : int or array of int, shape (n,), optional, keyword only
            Who looks; default: the seat to act, seat 0 where a deal is over.

        Returns
        -------
        numpy.ndarray of int16, shape (n, encoding.length)

        Raises
        ------
        IndexError
            If there is no such seat.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(sp.Rules(), 2, dealer=2)
        >>> rows = deals.observe()
        >>> (rows[1] == deals.encoding.encode(deals.deal(1).view(0))).all()
        np.True_
        """
        return self._look("observe", out, (self._n, self.encoding.length), seat)

    def history(
        self, out: NDArray[np.int16] | None = None, *, seat: ArrayLike | None = None
    ) -> NDArray[np.int16]:
        """What seats have seen done, as ``Encoding.history`` writes it.

        Parameters
        ----------
        out : numpy.ndarray of int16, shape (n, encoding.most_actions, 2), optional
            Written; default: a new array.
        seat : int or array of int, shape (n,), optional, keyword only
            As for :meth:`observe`.

        Returns
        -------
        numpy.ndarray of int16, shape (n, encoding.most_actions, 2)

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(sp.Rules(), 2, dealer=2)
        >>> deals.step([0, 0])
        0
        >>> deals.history()[1, :2].tolist()
        [[0, 1], [-1, -1]]
        """
        return self._look("history", out, (self._n, self.encoding.most_actions, 2), seat)

    def _look(
        self, what: str, out: NDArray[np.int16] | None, shape: tuple[int, ...], seat: ArrayLike | None
    ) -> NDArray[np.int16]:
        made = np.empty(shape, np.int16) if out is None else out
        room("out", made, shape, (np.int16,))
        who = None if seat is None else seats_of("seat", seat, self._n, self.rules.players)

        def work(part: VectorTable, low: int, high: int) -> None:
            look = part.observe if what == "observe" else part.history
            look(made[low:high], None if who is None else who[low:high])

        with self._whole():
            self._each(work)
        return made

    # ---- single deals ----------------------------------------------------------------------------

    def deal(self, i: int) -> Any:
        """One deal as an ordinary ``Deal`` of the game, with its history.

        Parameters
        ----------
        i : int
            Its slot.

        Returns
        -------
        Deal
            All hands are in it. Cards of an unfinished exchange are still in the hand; see :meth:`put`.

        Raises
        ------
        IndexError
            If there is no such slot.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(sp.Rules(), 2, seed=500, dealer=2)
        >>> deals.deal(1) == sp.Deal(dealer=2, seed=500, number=1)
        True
        """
        part, at = self._find(i)
        with self._whole():
            return part.replay(at)

    def put(self, i: int) -> CardSet:
        """The cards of an unfinished exchange that have been put away so far.

        Parameters
        ----------
        i : int
            The slot.

        Returns
        -------
        CardSet

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> from tricktake.vector import VectorDeals
        >>> VectorDeals(sp.Rules(), 2).put(0)
        CardSet('')
        """
        part, at = self._find(i)
        with self._whole():
            return part.card_set(int(part.put[at]) if part.phase[at] == part.EXCHANGE else 0)

    def score(self, i: int) -> Any:
        """The ``Score`` of the deal that ended last in a slot.

        Parameters
        ----------
        i : int
            The slot.

        Returns
        -------
        Score

        Raises
        ------
        SetupError
            If no deal has ended there yet, or the last was ended by an illegal action.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.vector import VectorDeals
        >>> deals = VectorDeals(fh.Rules.kitchen(), 2)
        >>> for _ in range(4):
        ...     ended = deals.step([0, 0])
        >>> ended, deals.score(1).points
        (2, (0, 0))
        """
        part, at = self._find(i)
        with self._whole():
            if not part.has_score[at]:
                raise SetupError(
                    f"no deal has ended in slot {i} yet, or an illegal action ended the last one"
                )
            return part.score_of(at)

    def results(self, name: str) -> NDArray[Any]:
        """One part of the scores of the deals that ended last.

        Parameters
        ----------
        name : str
            A field of the game's ``Score``, such as ``"points"`` or ``"tricks"``.

        Returns
        -------
        numpy.ndarray, shape (n,) or (n, sides) or (n, players)
            A copy; 0 where :meth:`score` would raise. In Five Hundred ``made`` is 1, 0, or -1 where there
            was no contract.

        Raises
        ------
        KeyError
            If scores have no such field.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.vector import VectorDeals
        >>> VectorDeals(fh.Rules.kitchen(), 2).results("points").tolist()
        [[0, 0], [0, 0]]
        """
        with self._whole():
            return np.concatenate([part.scores[name] for part in self._parts])


def _shown(array: NDArray[_Item]) -> NDArray[_Item]:
    view = array.view()
    view.flags.writeable = False
    return view
