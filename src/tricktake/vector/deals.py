"""VectorDeals: what users of many deals at once hold in their hands."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import key_from_seed
from tricktake._checks import LIMIT, seat_of, whole
from tricktake.cards import CardSet
from tricktake.encoding import ActionSpace, Encoding, encoding_of
from tricktake.errors import IllegalAction, SetupError
from tricktake.state import Phase
from tricktake.vector._arguments import number, numbers_of, read_actions, room, rows_of, seats_of, standing
from tricktake.vector.bits import Bits, choose, unpack
from tricktake.vector.table import Shared, VectorTable

__all__ = ["VectorDeals"]

_Item = TypeVar("_Item", bound=np.generic)
MOST_DEALS = 1 << 20
"""Deals that can be played at once."""


class VectorDeals:
    """Many deals of one game played at once, with actions and observations as arrays.

    Parameters
    ----------
    rules : Rules
        Of any game.
    n : int
        Number of deals, 1 to 1,048,576.
    seed : int or pair of int, default 0, keyword only
        What the packs are shuffled from; see ``docs/seeds.md``.
    first : int, default 0, keyword only
        Slot *i* begins with deal number ``first + i`` of the seed and goes on with every *n*-th.
    dealer : int or ``"rotate"``, default ``"rotate"``, keyword only
        Seat that deals; ``"rotate"``: the number of the deal modulo the number of players.
    scores : array of int, shape (sides,) or (n, sides), optional, keyword only
        Scores of the sides before every deal; default 0.
    bags, blind_sixes : arrays of int, optional, keyword only
        In spades, bags of the sides and blind sixes of the seats before every deal; shapes as for ``scores``.
    autoreset : bool, default True, keyword only
        Whether a deal that ends is followed by the next of its slot within the same step.
    on_illegal : ``"raise"`` or ``"end"``, default ``"raise"``, keyword only
        What an illegal action does: the whole step is refused, or that deal ends with a penalty.
    penalty : int, default 500, keyword only
        With ``"end"``, points the seat that took it loses; the others get 0.
    threads : int, default 1, keyword only
        Threads that share the deals. Results do not depend on it.

    Raises
    ------
    SetupError
        If rules and numbers do not go together.
    ValueError
        If a number or a word is not allowed.
    TypeError
        If an argument is of another type.

    Notes
    -----
    An exchange is made card by card, in any order. ``docs/vector.md`` says what the arrays hold.

    Examples
    --------
    >>> import numpy as np
    >>> from tricktake import fivehundred as fh
    >>> deals = VectorDeals(fh.Rules(), 100, seed=1)
    >>> rng = np.random.default_rng(5)
    >>> while not deals.done.any():
    ...     ended = deals.step(deals.random_actions(rng))
    >>> int(deals.done.sum()) == ended, deals.rewards.shape
    (True, (100, 4))
    """

    def __init__(
        self,
        rules: Any,
        n: int,
        *,
        seed: int | tuple[int, int] = 0,
        first: int = 0,
        dealer: int | str = "rotate",
        scores: ArrayLike | None = None,
        bags: ArrayLike | None = None,
        blind_sixes: ArrayLike | None = None,
        autoreset: bool = True,
        on_illegal: str = "raise",
        penalty: int = 500,
        threads: int = 1,
    ) -> None:
        self._encoding = encoding_of(rules)
        self._n = number("n", n, 1, MOST_DEALS)
        first = number("first", first, 0, 2**63 - 1)
        threads = min(number("threads", threads, 1, 1024), self._n)
        self._penalty = number("penalty", penalty, -(2**31) + 1, 2**31 - 1)
        self._autoreset = bool(autoreset)
        if on_illegal not in ("raise", "end"):
            raise ValueError(f"on_illegal must be 'raise' or 'end', not {on_illegal!r}")
        self._ends = on_illegal == "end"
        players = rules.players
        if isinstance(dealer, str):
            if dealer != "rotate":
                raise ValueError(f"dealer must be a seat or 'rotate', not {dealer!r}")
            fixed = None
        else:
            fixed = seat_of("dealer", dealer, players)
        key = seed if isinstance(seed, tuple) else key_from_seed(whole("seed", seed))
        if len(key) != 2:
            raise ValueError(f"seed must be a number or a key of two, not of {len(key)}")
        key = (number("seed", key[0], 0, 2**64 - 1), number("seed", key[1], 0, 2**64 - 1))
        game = import_module(f"{type(rules).__module__.rpartition('.')[0]}.vector")
        self._table: type[VectorTable] = game.Table
        self._counts = self._table.standing(rules)
        given = {"scores": scores, "bags": bags, "blind_sixes": blind_sixes}
        self._before = self._standings(given, self._n)
        words = (len(self._encoding.actions) + 63) // 64
        self._shared = Shared(self._n, players, words)
        cuts = [self._n * k // threads for k in range(threads + 1)]
        self._parts: list[VectorTable] = [
            self._table(
                self._encoding,
                self._shared.part(low, high),
                key=key,
                first=first + low,
                stride=self._n,
                dealer=fixed,
                before={name: array[low:high] for name, array in self._before.items()},
            )
            for low, high in pairwise(cuts)
        ]
        self._cuts = cuts
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._is_whole = False  # whether no step has been broken off
        self._change(lambda part, low, high: part.deal_first())

    # ---- what users see --------------------------------------------------------------------------

    @property
    def rules(self) -> Any:
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

    # ---- playing ---------------------------------------------------------------------------------

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
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> [deals.actions.action(at).text for at in deals.legal()[0].nonzero()[0]]
        ['LOOK', 'BN']
        """
        size = len(self.actions)
        found = unpack(self._shared.bits, size)
        if out is None:
            return np.ascontiguousarray(found)
        room("out", out, (self._n, size), (np.uint8, np.int8, np.bool_))
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
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> actions = deals.random_actions(np.random.default_rng(1))
        >>> deals.legal()[[0, 1], actions].tolist()
        [1, 1]
        """
        if not isinstance(rng, np.random.Generator):
            raise TypeError(f"rng must be a numpy.random.Generator, not {type(rng).__name__}")
        made = choose(self._shared.bits, rng.random(self._n))
        if out is None:
            return made
        room("out", out, (self._n,), (np.int16,))
        out[:] = made
        return out

    def step(
        self,
        actions: ArrayLike,
        *,
        rewards: NDArray[np.int32] | None = None,
        done: NDArray[np.bool_] | None = None,
        illegal: NDArray[np.bool_] | None = None,
        final: NDArray[np.int16] | None = None,
    ) -> int:
        """Take an action in every deal.

        Parameters
        ----------
        actions : array of int, shape (n,)
            Numbers of :attr:`actions`; -1 leaves a deal alone, and is all that one can be given that is over.
        rewards : numpy.ndarray of int32, shape (n, players), optional, keyword only
            Written: a copy of :attr:`rewards`.
        done, illegal : numpy.ndarray of bool, shape (n,), optional, keyword only
            Written: copies of the properties of these names.
        final : numpy.ndarray of int16, shape (n, players, encoding.length), optional, keyword only
            Written where a deal ended: what each seat sees of the end, before the next deal.

        Returns
        -------
        int
            Number of deals that ended.

        Raises
        ------
        IllegalAction
            If an action is not legal, unless ``on_illegal`` is ``"end"``; nothing has changed in any deal.
            The message names the first deal, the seat, the action and what would be legal.
        TypeError, ValueError
            If an array has the wrong type or shape.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> deals.step([deals.actions.index("SA")] * 2)
        Traceback (most recent call last):
        tricktake.errors.IllegalAction: deal 0: seat 1 cannot take SA (auction); legal: LOOK, BN
        >>> deals.step([deals.actions.index("LOOK")] * 2)
        0
        """
        given = read_actions(actions, self._n)
        room("rewards", rewards, (self._n, self.rules.players), (np.int32,))
        room("done", done, (self._n,), (np.bool_,))
        room("illegal", illegal, (self._n,), (np.bool_,))
        room("final", final, (self._n, self.rules.players, self.encoding.length), (np.int16,))
        with self._lock:
            self._check_whole()
            bad = [part.wrong(given[low:high]) for part, low, high in self._jobs()]
            for wrong, (_, low, _) in zip(bad, self._jobs(), strict=True):
                if len(wrong) and not self._ends:
                    self._refuse(int(wrong[0]) + low, int(given[wrong[0] + low]))
                given[wrong + low] = -1
            flagged = dict(zip(self._cuts, bad, strict=False))
            found = self._change(
                lambda part, low, high: part.advance(
                    given[low:high],
                    flagged[low],
                    penalty=self._penalty,
                    autoreset=self._autoreset,
                    final=None if final is None else final[low:high],
                )
            )
            shared = self._shared
            for out, values in ((rewards, shared.rewards), (done, shared.done), (illegal, shared.illegal)):
                if out is not None:
                    out[:] = values
        return sum(found)

    def reset(
        self,
        which: ArrayLike | None = None,
        *,
        numbers: ArrayLike | None = None,
        dealer: ArrayLike | None = None,
        scores: ArrayLike | None = None,
        bags: ArrayLike | None = None,
        blind_sixes: ArrayLike | None = None,
    ) -> None:
        """Deal anew in some slots, whether their deals are over or not.

        Parameters
        ----------
        which : array of int or bool, optional
            The slots, by index or as ``(n,) bool``; default all. In the following, *m* is how many there are.
        numbers : int or array of int, shape (m,), optional, keyword only
            Which deals of the seed; default: the next of each slot.
        dealer : int or array of int, shape (m,), optional, keyword only
            Seats that deal this time; default: as ever.
        scores, bags, blind_sixes : arrays of int, optional, keyword only
            How the matches stand from now on, one row or *m*; default: as before.

        Raises
        ------
        IndexError
            If there is no such slot, deal or seat.
        SetupError
            If matches cannot stand so. Nothing has changed.
        TypeError, ValueError
            If an array has the wrong type or shape.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> deals = VectorDeals(sp.Rules(), 3)
        >>> deals.reset([1], scores=[100, 50, 0])
        >>> deals.number.tolist(), deals.deal(1).scores
        ([0, 4, 2], (100, 50, 0))
        """
        rows = rows_of(which, self._n)
        many = len(rows)
        named = None if numbers is None else numbers_of("numbers", numbers, many, 2**64 - 1)
        deals = None if dealer is None else seats_of("dealer", dealer, many, self.rules.players)
        given = {"scores": scores, "bags": bags, "blind_sixes": blind_sixes}
        stand = self._standings({name: one for name, one in given.items() if one is not None}, many)
        with self._lock:
            if many < self._n:
                self._check_whole()
            for name, values in stand.items():
                self._before[name][rows] = values

            def work(part: VectorTable, low: int, high: int) -> None:
                mine = np.flatnonzero((rows >= low) & (rows < high))
                at = rows[mine] - low
                if named is None:
                    dealt = part.shared.number[at] + np.uint64(self._n)
                else:
                    dealt = named[mine]
                part.deal(at, dealt, None if deals is None else deals[mine])

            self._change(work)

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

        with self._lock:
            self._check_whole()
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
        >>> deals = VectorDeals(sp.Rules(), 2, seed=500, dealer=2)
        >>> deals.deal(1) == sp.Deal(dealer=2, seed=500, number=1)
        True
        """
        part, at = self._find(i)
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
        >>> VectorDeals(sp.Rules(), 2).put(0)
        CardSet('')
        """
        part, at = self._find(i)
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
            If no deal has ended there yet.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deals = VectorDeals(fh.Rules.kitchen(), 2)
        >>> for _ in range(4):
        ...     ended = deals.step([0, 0])
        >>> ended, deals.score(1).points
        (2, (0, 0))
        """
        part, at = self._find(i)
        if not part.has_score[at]:
            raise SetupError(f"no deal has ended in slot {i} yet")
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
            A copy; 0 where no deal has ended yet. In Five Hundred ``made`` is 1, 0, or -1 where there was no
            contract.

        Raises
        ------
        KeyError
            If scores have no such field.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> VectorDeals(fh.Rules.kitchen(), 2).results("points").tolist()
        [[0, 0], [0, 0]]
        """
        return np.concatenate([part.scores[name] for part in self._parts])

    # ---- parts and threads -----------------------------------------------------------------------

    def _jobs(self) -> list[tuple[VectorTable, int, int]]:
        spans = zip(self._parts, pairwise(self._cuts), strict=True)
        return [(part, low, high) for part, (low, high) in spans]

    def _each(self, work: Callable[[VectorTable, int, int], Any]) -> list[Any]:
        """Do something with every part, in threads if there are several."""
        jobs = self._jobs()
        if len(jobs) == 1:
            return [work(*jobs[0])]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads)
        return list(self._pool.map(lambda job: work(*job), jobs))

    def _change(self, work: Callable[[VectorTable, int, int], Any]) -> list[Any]:
        """Change every part; if this is broken off, the deals cannot be trusted any more."""
        self._is_whole = False
        found = self._each(work)
        self._is_whole = True
        return found

    def _check_whole(self) -> None:
        if not self._is_whole:
            raise SetupError("a step was broken off in the middle; reset all deals")

    def _standings(self, given: dict[str, ArrayLike | None], many: int) -> dict[str, NDArray[np.int64]]:
        """How matches stand, for what the game knows of them."""
        found = {}
        for name, one in given.items():
            if name in self._counts:
                least = -LIMIT + 1 if name == "scores" else 0
                found[name] = standing(name, one, many, self._counts[name], least=least)
            elif one is not None:
                raise SetupError(f"there are no {name} in this game")
        self._table.check_standing(self.rules, found)
        return found

    def _find(self, i: int) -> tuple[VectorTable, int]:
        at = index(i)
        if not 0 <= at < self._n:
            raise IndexError(f"deal {at} is not in 0..{self._n - 1}")
        which = next(k for k, high in enumerate(self._cuts[1:]) if at < high)
        return self._parts[which], at - self._cuts[which]

    def _refuse(self, i: int, action: int) -> None:
        """Raise the IllegalAction of a deal."""
        seat, phase = int(self._shared.turn[i]), self.phases[int(self._shared.phase[i])]
        size = len(self.actions)
        if not 0 <= action < size:
            raise IllegalAction(f"deal {i}: {action} is no action; there are 0..{size - 1}, and -1 for none")
        text = self.actions.action(int(action)).text
        if seat < 0:
            raise IllegalAction(f"deal {i}: the deal is over; got {text}")
        legal = np.flatnonzero(unpack(self._shared.bits[i : i + 1], size)[0])
        shown = [self.actions.action(int(at)).text for at in legal[:_SHOWN]]
        more = f", ... ({len(legal)} in all)" if len(legal) > _SHOWN else ""
        raise IllegalAction(
            f"deal {i}: seat {seat} cannot take {text} ({phase.value}); legal: {', '.join(shown)}{more}"
        )


_SHOWN = 4  # legal actions that an error names


def _shown(array: NDArray[_Item]) -> NDArray[_Item]:
    view = array.view()
    view.flags.writeable = False
    return view
