"""VectorDeals: what users of many deals at once hold in their hands."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import key_from_seed
from tricktake._checks import LIMIT, seat_of, whole
from tricktake._rules import GameRules
from tricktake.encoding import encoding_of
from tricktake.errors import IllegalAction, SetupError
from tricktake.vector._arguments import number, numbers_of, read_actions, room, rows_of, seats_of, standing
from tricktake.vector._shown import ShownDeals
from tricktake.vector.bits import unpack
from tricktake.vector.table import Shared, VectorTable

__all__ = ["VectorDeals"]

MOST_DEALS = 1 << 20
"""Deals that can be played at once."""
MOST_NUMBER = 2**63 - 1
"""Deal that a slot can begin with; far enough from 2**64 that counting on never comes round."""


class VectorDeals(ShownDeals):
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
        rules: GameRules,
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
        first = number("first", first, 0, MOST_NUMBER)
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
        self._locks, self._pools = {}, {}
        self._is_whole = False  # whether no step has been broken off
        self._change(lambda part, low, high: part.deal_first())

    # ---- playing ---------------------------------------------------------------------------------

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
        given, as_given = read_actions(actions, self._n)
        room("rewards", rewards, (self._n, self.rules.players), (np.int32,))
        room("done", done, (self._n,), (np.bool_,))
        room("illegal", illegal, (self._n,), (np.bool_,))
        room("final", final, (self._n, self.rules.players, self.encoding.length), (np.int16,))
        with self._whole():
            bad = [part.wrong(given[low:high]) for part, low, high in self._jobs()]
            for wrong, (_, low, _) in zip(bad, self._jobs(), strict=True):
                if len(wrong) and not self._ends:
                    self._refuse(int(wrong[0]) + low, int(as_given[wrong[0] + low]))
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
            Which deals of the seed, up to 2**63 - 1; default: the next of each slot.
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
        named = None if numbers is None else numbers_of("numbers", numbers, many, MOST_NUMBER)
        deals = None if dealer is None else seats_of("dealer", dealer, many, self.rules.players)
        given = {"scores": scores, "bags": bags, "blind_sixes": blind_sixes}
        stand = self._standings({name: one for name, one in given.items() if one is not None}, many)
        with self._whole(needed=many < self._n):
            broken = not self._is_whole

            def work(part: VectorTable, low: int, high: int) -> None:
                if broken:  # the scores may be half written
                    part.forget_score(part.every)
                mine = np.flatnonzero((rows >= low) & (rows < high))
                at = rows[mine] - low
                for name, values in stand.items():
                    self._before[name][low:high][at] = values[mine]
                if named is None:
                    dealt = part.shared.number[at] + np.uint64(self._n)
                else:
                    dealt = named[mine]
                part.deal(at, dealt, None if deals is None else deals[mine])

            self._change(work)

    # ---- copies ----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy that goes on alike.

        Raises
        ------
        SetupError
            If a step was broken off in the middle; that also goes for ``pickle``.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> deals = VectorDeals(sp.Rules(), 2)
        >>> other = deals.copy()
        >>> other.step([0, 0]), other.deal(0) == deals.deal(0)
        (0, False)
        """
        build, arguments, state = self.__reduce__()
        made: Self = build(*arguments)
        made.__setstate__(state)
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        part = self._parts[0]
        with self._whole():
            more = {
                "seed": part.key,
                "dealer": "rotate" if part.fixed_dealer is None else part.fixed_dealer,
                **{name: values.copy() for name, values in self._before.items()},
                "autoreset": self._autoreset,
                "on_illegal": "end" if self._ends else "raise",
                "penalty": self._penalty,
                "threads": self._threads,
            }
            shared = {name: getattr(self._shared, name).copy() for name in Shared.__slots__}
            state = {"shared": shared, "parts": [part.snapshot() for part in self._parts]}
        return _build, (type(self), self.rules, self._n, more), state

    def __setstate__(self, state: dict[str, Any]) -> None:
        with self._whole(needed=False):
            self._is_whole = False
            for name, array in state["shared"].items():
                getattr(self._shared, name)[...] = array
            for part, (arrays, batch) in zip(self._parts, state["parts"], strict=True):
                part.restore(arrays, batch)
            self._is_whole = True

    # ---- arguments -------------------------------------------------------------------------------

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


def _build(kind: type[VectorDeals], rules: Any, n: int, more: dict[str, Any]) -> VectorDeals:
    return kind(rules, n, **more)
