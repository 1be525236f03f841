# The signatures for inspect and the stub check come from the docstrings.
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Perfect information: how many tricks a side can force, for any contract, any number of places.

The search is in _solve.pxi, compiled twice; this file owns the memory, asks the questions move by move and
checks what Python hands over. One question covers them all: the places of ``side`` want more tricks to fall to
the places of ``count``, all other places want fewer.
"""

from operator import index

from libc.stdint cimport int8_t, int16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from cpython.pycapsule cimport PyCapsule_GetPointer

cimport cython

from cardcore cimport kernels
from cardcore.bits cimport bit, highest, lowest, popcount
from cardcore.play cimport (
    PLAY_SOUND, PlaySetup, make_move, play_fault, play_joker_suits, play_legal, play_push, play_t, setup_t,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, MAX_POSITIONS, NO_PLACE, cardset_t, seatset_t, suitset_t

from cardcore.errors import GameError, SetupError
from cardcore.kernels import builds

__all__ = ["Result", "Solver", "StopFlag"]

cdef enum:
    FIRST_SHAPES = 128
    FIRST_PATTERNS = 256
    PAYOFF_CARDS = 6
    FEWEST_BYTES = 50000

cdef const solve_kernels_t* _portable = NULL
cdef const solve_kernels_t* _wide = NULL


cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1


cdef const solve_kernels_t* _load(str name) except NULL:
    """The table of one build."""
    module = __import__("cardcore._solve_" + name, fromlist=["TABLE"])
    return <const solve_kernels_t*>PyCapsule_GetPointer(module.TABLE, "cardcore.solve_kernels")


_portable = _load("portable")
if "wide" in builds():                 # only then can this processor run the module at all
    try:
        _wide = _load("wide")
    except ImportError:
        pass


cdef inline const solve_kernels_t* in_use() noexcept nogil:
    """The build that kernels.use_build chose."""
    return _wide if kernels.table.wide and _wide != NULL else _portable


cdef int ask_signals() noexcept nogil:
    """Whether a signal handler raised; the exception stays set."""
    with gil:
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            _caught.append(error)
            return 1
    return 0


cdef list _caught = []


# --- the solver in C ------------------------------------------------------------------------------------


cdef int solver_init(solver_t* v, uint64_t max_bytes) noexcept nogil:
    """Take the first memory; 0 if there is none. ``max_bytes`` bounds all the solver will ever take."""
    memset(v, 0, sizeof(v[0]))
    # One block never takes more than half of what a pointer can reach: sizes are counted in 64 bits, but a
    # machine of 32 bits takes only their lower half.
    v.max_bytes = min(max_bytes if max_bytes > FEWEST_BYTES else FEWEST_BYTES, <uint64_t>(~<size_t>0) // 2)
    v.n_slots = 2 * FIRST_SHAPES
    v.n_shapes = FIRST_SHAPES
    v.n_patterns = FIRST_PATTERNS
    v.stride = 4
    v.features = WITH_ALL
    # FEWEST_BYTES hold all of this.
    v.slots = <uint32_t*>malloc(v.n_slots * 4)
    v.shapes = <shape_t*>malloc(v.n_shapes * sizeof(shape_t))
    v.pool_memory = malloc(FIRST_PATTERNS * 32 + 64)
    v.pool = <uint64_t*>(<char*>v.pool_memory + ((64 - (<size_t>v.pool_memory & 63)) & 63))
    v.hints = <hint_t*>calloc(1, HINT_BYTES)
    if v.slots == NULL or v.shapes == NULL or v.pool_memory == NULL or v.hints == NULL:
        solver_free(v)
        return 0
    solver_forget(v)
    return 1


cdef void solver_free(solver_t* v) noexcept nogil:
    """Give the memory back."""
    free(v.slots)
    free(v.shapes)
    free(v.pool_memory)
    free(v.hints)
    v.slots = NULL
    v.shapes = NULL
    v.pool_memory = NULL
    v.hints = NULL


cdef void prepare(solver_t* v, const setup_t* c, seatset_t side, seatset_t count, bint keep) noexcept nogil:
    """Make the table fit the question: empty unless it is kept and was made for the same kind of question."""
    cdef uint32_t stride = 5 if c.n_places > 4 else 4
    cdef int k
    cdef bint same = v.side == side and v.count == count and memcmp(&v.setup, c, sizeof(setup_t)) == 0
    if not (keep and same):
        solver_forget(v)
    if v.stride != stride:
        v.n_patterns = <uint32_t>(<uint64_t>v.n_patterns * v.stride // stride)
        v.stride = stride
    if not same:
        memcpy(&v.setup, c, sizeof(setup_t))
        for k in range(64):
            v.block_of[k] = c.order.block[c.order.suit_of[k] & 7]
        v.side = side
        v.count = count


cdef inline int tricks_left(const setup_t* c, const play_t* s) noexcept nogil:
    """Tricks still to come, the unfinished one included."""
    return 0 if s.turn == NO_PLACE else popcount(s.hand[s.turn]) + popcount(s.hand[s.turn] & c.over_mask)


cdef int search(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int target,
                int guess, bounds_t* out) noexcept nogil:
    """Bounds of the tricks to come, the table being ready; returns the status."""
    cdef int16_t rank[64]
    cdef const solve_kernels_t* build = in_use()   # asked once: use_build may be called meanwhile
    cdef int low = 0, high = tricks_left(c, s), need, value, k
    cdef void* cache
    out.low = 0
    out.high = high
    if high == 0 or (target >= 0 and (target == 0 or target > high)):
        v.status = SOLVER_DONE
        return v.status
    if c.over_mask == 0:
        return build.solve(v, c, s, side, count, target, guess, out)
    v.status = SOLVER_DONE
    cache = calloc(1, build.cache_bytes)
    if cache == NULL:
        v.status = SOLVER_NO_MEMORY
        return v.status
    for k in range(64):
        rank[k] = k
    need = target if target >= 0 else guess if guess > 0 else (high + 1) // 2
    while low < high:
        need = low + 1 if need <= low else high if need > high else need
        value = build.plain(v, c, s, side, count, rank, need - 1, need, cache)
        if value < 0:
            break
        if value >= need:
            low = value
            need = value + 1
        else:
            high = value
            need = value
        if target >= 0:
            break
    free(cache)
    out.low = low
    out.high = high
    return v.status


cdef int solver_solve(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int target,
                      bounds_t* out) noexcept nogil:
    """Bounds of the tricks still to come for ``count``; returns SOLVER_DONE or why they are not exact.

    Trusts its caller: ``side`` and ``count`` name places of the setup. ``target`` -1 asks for the number; 0 or
    more only whether it can be reached, so that low >= target or high < target. Budgets are those of ``v``.
    """
    prepare(v, c, side, count, False)
    v.nodes = 0
    return search(v, c, s, side, count, target, -1, out)


include "_solve_state.pxi"


# --- the classes ----------------------------------------------------------------------------------------


cdef class StopFlag:
    """A flag that stops a running search from another thread or a callback.

    Examples
    --------
    >>> flag = StopFlag()
    >>> flag.is_set
    False
    >>> flag.set()
    >>> flag.is_set
    True
    """

    def set(self):
        """Stop every search that was given this flag; they return the bounds proven so far."""
        self.flag = 1

    def clear(self):
        """Take the signal back."""
        self.flag = 0

    @property
    def is_set(self):
        """Whether the flag is set."""
        return self.flag != 0

    def __reduce__(self):
        raise TypeError("a StopFlag belongs to this process; it cannot be copied or pickled")


cdef class Result:
    """What a search proved: the number of tricks lies between ``low`` and ``high``.

    Parameters
    ----------
    low, high : int
        The bounds, in tricks.
    nodes : int
        Plies it took; default 0. Results that differ in nothing else are equal.

    Raises
    ------
    ValueError
        If ``low`` is above ``high``, or ``nodes`` is not in 0 .. 2**64 - 1.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> order = CardOrder(["S2 S3 S4", "H2 H3 H4"])
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S4 H3", "S3 H4"], 0)
    >>> result = Solver().solve(play, 1, 1)
    >>> result.value, result.is_exact
    (1, True)
    """

    def __init__(self, low, high, nodes=0):
        cdef int least, most
        cdef uint64_t plies
        low, high, nodes = index(low), index(high), index(nodes)
        if low > high:
            raise ValueError(f"the lower bound {low} is above the upper bound {high}")
        if not 0 <= nodes < 1 << 64:
            raise ValueError(f"nodes {nodes} is not in 0..2**64-1")
        least, most, plies = low, high, nodes
        with cython.critical_section(self):
            if self.is_made:
                raise TypeError("a Result does not change")
            self.is_made = True
            self.low = least
            self.high = most
            self.nodes = plies

    @property
    def is_exact(self):
        """Whether both bounds agree."""
        return self.low == self.high

    @property
    def exact(self):
        """Whether both bounds agree."""
        return self.low == self.high

    @property
    def value(self):
        """Number of tricks still to come for the counted places.

        Raises
        ------
        GameError
            If the search ended before the bounds met.
        """
        if self.low != self.high:
            raise GameError(f"the value is only known to lie in {self.low}..{self.high}")
        return self.low

    def __eq__(self, other):
        if not isinstance(other, Result):
            return NotImplemented
        return self.low == other.low and self.high == other.high

    def __hash__(self):
        return hash((self.low, self.high))

    def __reduce__(self):
        return Result, (self.low, self.high, self.nodes)

    def __repr__(self):
        return f"<Result low={self.low} high={self.high} nodes={self.nodes}>"


cdef Result make_result(int low, int high, uint64_t nodes):
    cdef Result made = Result.__new__(Result)
    made.low = low
    made.high = high
    made.nodes = nodes
    made.is_made = True
    return made


cdef int _mask(PlaySetup setup, object mask, str name) except -1:
    """A checked set of places."""
    cdef object number = index(mask)
    if not 0 <= number < 1 << setup.c.n_places:
        raise SetupError(f"{name} {mask!r} is not a mask of places 0..{setup.c.n_places - 1}")
    return number


cdef int _target(object target) except -2:
    """The target as a small number, -1 for none; a negative one is always reached."""
    if target is None:
        return -1
    return max(0, min(index(target), MAX_POSITIONS + 1))


cdef class Solver:
    """Answers questions about plays in which all hands are known; owns its memory, keeps nothing global.

    Parameters
    ----------
    table_mb : float
        Upper bound of the memory of the table, in megabytes of 10**6 bytes; at least 0.05, default 4. The table
        begins small and grows; when it may not grow further, it is emptied and the search goes on.

    Raises
    ------
    ValueError
        If ``table_mb`` is below 0.05 or above 100,000.

    Notes
    -----
    Partition search (M. Ginsberg, AAAI 1996): a result is stored with the cards whose rank it depends on, and
    serves every position that agrees on those and on all suit lengths. The answer never depends on the size of
    the table, on earlier questions or on the build.

    One solver serves one thread at a time; use one solver for each thread. The interpreter lock is released
    during the search; Ctrl-C and other signals are seen within about a tenth of a second.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=1)
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(4)), ["S5 H2", "S4 S2", "S3 H3", "H4 H5"], 0)
    >>> solver = Solver()
    >>> solver.solve(play, 0b0101, 0b0101).value
    0
    >>> solver.solve(play, 0b0101, 0b0101, target=1).high
    0
    """

    def __init__(self, table_mb=4.0, *, _features=WITH_ALL):
        cdef double size = table_mb
        cdef uint32_t features = index(_features)
        cdef bint made
        if self.v.slots != NULL:
            raise TypeError("a Solver is set up once")
        if not 0.05 <= size <= 100000.0:
            raise ValueError(f"table_mb {table_mb!r} is not in 0.05..100000")
        with cython.critical_section(self):
            if self.v.slots != NULL or self.busy:  # reading the arguments may run anything, and threads may race
                raise TypeError("a Solver is set up once")
            made = solver_init(&self.v, <uint64_t>(size * 1e6))
            self.table_mb = size
            self.v.features = features
        if not made:
            raise MemoryError()

    def __dealloc__(self):
        solver_free(&self.v)

    @property
    def memory(self):
        """Bytes of table memory taken so far, at most ``table_mb`` megabytes."""
        return (<uint64_t>self.v.n_slots * 4 + self.v.n_shapes * sizeof(shape_t)
                + <uint64_t>self.v.n_patterns * self.v.stride * 8 + HINT_BYTES + 64)

    def clear(self):
        """Forget kept results and give memory back: the table is as small as at first."""
        cdef uint64_t most
        cdef uint32_t features
        self._enter()
        most = self.v.max_bytes
        features = self.v.features
        try:
            solver_free(&self.v)
            if not solver_init(&self.v, most):
                raise MemoryError()
            self.v.features = features
        finally:
            self._leave()

    cdef int _enter(self) except -1:
        """Claim the solver for this call."""
        with cython.critical_section(self):
            if self.busy:
                raise RuntimeError("the solver is in use; use one solver for each thread")
            if self.v.slots == NULL:
                raise MemoryError()
            self.busy = True
        return 0

    cdef void _leave(self) noexcept:
        """Give the solver free for other calls, and for C code: without the budgets and the stop flag of this one."""
        with cython.critical_section(self):
            self.v.max_nodes = 0
            self.v.deadline = 0
            self.v.signals = NULL
            self.v.stop = NULL             # the flag may be gone
            self.busy = False

    cdef int _begin(self, PlaySetup setup, object side, object count, object max_nodes, object max_seconds,
                    StopFlag stop, bint keep) except -1:
        """Check the arguments and set the budgets; the solver is claimed when this returns."""
        cdef int places = _mask(setup, side, "side")
        cdef int counted = _mask(setup, count, "count")
        cdef uint64_t nodes = 0
        cdef double deadline = 0, seconds
        if max_nodes is not None:
            most = index(max_nodes)
            if most < 0:
                raise ValueError(f"max_nodes {most} is negative")
            nodes = max(1, min(most, (1 << 63) - 1))
        if max_seconds is not None:
            seconds = max_seconds
            if not seconds >= 0:
                raise ValueError(f"max_seconds {max_seconds!r} is negative")
            deadline = solver_clock() + seconds
        self._enter()
        self.v.max_nodes = nodes
        self.v.deadline = deadline
        self.v.next_signals = solver_clock() + 0.05
        self.v.signals = ask_signals
        self.v.stop = NULL
        if stop is not None:
            self.v.stop = &stop.flag
        self.v.nodes = 0
        self.v.status = SOLVER_DONE
        self.side = places
        self.count = counted
        prepare(&self.v, &setup.c, self.side, self.count, keep)
        return 0

    cdef int _check(self) except -1:
        """Raise what stopped the search, if it is an error."""
        if self.v.status == SOLVER_INTERRUPTED:
            raise _caught.pop()
        if self.v.status == SOLVER_NO_MEMORY:
            raise MemoryError()
        return 0

    cdef int _ask(self, const play_t* s, const setup_t* c, int target, int guess, bounds_t* out) except -1:
        """One question; the lock is released."""
        with nogil:
            search(&self.v, c, s, self.side, self.count, target, guess, out)
        self._check()
        return 0

    cdef int _ask_move(self, const play_t* s, const setup_t* c, int position, int named, int target, int guess,
                       bounds_t* out) except -1:
        """The same for the position after a move, counted from the one before it."""
        with nogil:
            search_move(&self.v, c, s, self.side, self.count, position, named, target, guess, out)
        self._check()
        return 0

    def solve(self, TrickPlay play not None, side, count, *, target=None, max_nodes=None, max_seconds=None,
              StopFlag stop=None, keep=False):
        """Count the tricks still to come for some places under best play of all.

        Parameters
        ----------
        play : TrickPlay
            The position; not changed. Its hands are all used: this is perfect information.
        side : int
            Mask of the places that want more tricks to fall to ``count``; all others want fewer.
        count : int
            Mask of the places whose tricks are counted.
        target : int, optional, keyword only
            Ask only whether at least so many tricks can be forced; the answer is ``low >= target`` or
            ``high < target``. Faster.
        max_nodes : int, optional, keyword only
            Stop after so many plies; the bounds proven so far are returned. The same for every machine.
        max_seconds : float, optional, keyword only
            Stop after so many seconds.
        stop : StopFlag, optional, keyword only
            Stop when it is set.
        keep : bool, keyword only
            Use what the solver's table holds from an earlier question with equal setup, ``side`` and ``count``:
            another position of the same deal. Default False.

        Returns
        -------
        Result
            Bounds of the number of tricks, the unfinished trick included; equal unless a target was given or
            the budget ran out.

        Raises
        ------
        SetupError
            If a mask names places that do not exist.
        ValueError
            If a budget is negative.
        RuntimeError
            If another thread is using this solver.
        """
        cdef bounds_t out
        cdef play_t s
        cdef PlaySetup setup = play.seen(&s)   # a copy: others may go on playing
        cdef int goal = _target(target)
        self._begin(setup, side, count, max_nodes, max_seconds, stop, keep)
        try:
            self._ask(&s, &setup.c, goal, -1, &out)
            return make_result(out.low, out.high, self.v.nodes)
        finally:
            self._leave()

    def moves(self, TrickPlay play not None, side, count, *, target=None, max_nodes=None, max_seconds=None,
              StopFlag stop=None, keep=False):
        """Value of every legal move, counted as by :meth:`solve` from the position before the move.

        Parameters
        ----------
        play, side, count, target, max_nodes, max_seconds, stop, keep
            As for :meth:`solve`; the budget is for all moves together.

        Returns
        -------
        dict of int to Result
            In the order of ``play.legal_moves()``; equal cards share one search, and their results are equal.
            ``nodes`` is the number of plies of that search. Empty when the play is over.

        Raises
        ------
        SetupError, ValueError, RuntimeError
            As for :meth:`solve`.
        """
        cdef bounds_t out
        cdef TrickPlay at = play.twin()    # a copy: others may go on playing
        cdef const setup_t* c = &at._setup.c
        cdef const play_t* s = &at.s
        cdef cardset_t legal, same
        cdef suitset_t suits
        cdef uint64_t before
        cdef int position, named, guess = -1, goal
        found = {}
        goal = _target(target)
        self._begin(at._setup, side, count, max_nodes, max_seconds, stop, keep)
        try:
            legal = 0 if s.turn == NO_PLACE else play_legal(s, c)
            while legal:
                position = highest(legal)
                same = equal_cards(c, s, position) & legal
                legal &= ~same
                suits = 1 << FREE_SUIT
                if s.trick == 0 and c.order.free & bit(position):
                    suits = play_joker_suits(s, c)
                while suits:
                    named = lowest(suits)
                    suits &= suits - 1
                    before = self.v.nodes
                    self._ask_move(s, c, position, named, goal, guess, &out)
                    if out.low == out.high:
                        guess = out.low
                    result = make_result(out.low, out.high, self.v.nodes - before)
                    for k in range(64):
                        if (same >> <int>k) & 1:
                            found[make_move(k, named)] = result
            return {move: found[move] for move in at.legal_moves()}
        finally:
            self._leave()

    def line(self, TrickPlay play not None, side, count, *, max_nodes=None, max_seconds=None, StopFlag stop=None,
             keep=False):
        """One line of best play from here to the end.

        Parameters
        ----------
        play, side, count, max_nodes, max_seconds, stop, keep
            As for :meth:`solve`.

        Returns
        -------
        list of int
            Moves, each of them best for the place that makes it. Shorter, and still best as far as it goes, if
            the budget ran out.

        Raises
        ------
        SetupError, ValueError, RuntimeError
            As for :meth:`solve`.
        """
        cdef bounds_t out
        cdef play_t s
        cdef PlaySetup setup = play.seen(&s)
        cdef const setup_t* c = &setup.c
        cdef cardset_t legal, same
        cdef suitset_t suits
        cdef int position, named, value, goal, chosen, chosen_suit
        cdef bint wants, last
        line = []
        self._begin(setup, side, count, max_nodes, max_seconds, stop, keep)
        try:
            self._ask(&s, c, -1, -1, &out)
            value = out.low
            while s.turn != NO_PLACE and out.low == out.high:
                wants = (self.side >> s.turn) & 1
                goal = value if wants else value + 1
                chosen = -1
                chosen_suit = FREE_SUIT
                legal = play_legal(&s, c)
                while legal and chosen < 0:
                    position = lowest(legal)
                    same = equal_cards(c, &s, position)
                    legal &= ~same
                    suits = 1 << FREE_SUIT
                    if s.trick == 0 and c.order.free & bit(position):
                        suits = play_joker_suits(&s, c)
                    while suits and chosen < 0:
                        named = lowest(suits)
                        suits &= suits - 1
                        last = legal == 0 and suits == 0
                        if not last:
                            self._ask_move(&s, c, position, named, goal, value, &out)
                            if self.v.status != SOLVER_DONE:
                                return line
                        # The last one left must be best.
                        if last or (out.low >= goal) == wants:
                            chosen = position
                            chosen_suit = named
                out.low = out.high = value
                line.append(make_move(chosen, chosen_suit))
                play_push(&s, c, chosen, chosen_suit)
                if s.trick == 0 and (self.count >> s.leader) & 1:
                    value -= 1
            return line
        finally:
            self._leave()

    def payoff(self, TrickPlay play not None, side, count, values, *, max_nodes=None, max_seconds=None,
               StopFlag stop=None):
        """Value of an ending in which more tricks are not always better.

        Parameters
        ----------
        play, side, count, max_nodes, max_seconds, stop
            As for :meth:`solve`.
        values : sequence of numbers
            ``values[k]`` is what the end is worth if ``k`` of the tricks still to come fall to ``count``; one
            more than the tricks still to come, further ones are ignored. ``side`` wants the most, all others
            the least.

        Returns
        -------
        int or float
            One of ``values``.

        Raises
        ------
        SetupError
            If a hand has more than six cards, or there are too few values.
        GameError
            If the budget ran out before the value was proven.
        ValueError, RuntimeError
            As for :meth:`solve`.

        Notes
        -----
        Plain alpha-beta with a small cache of positions at the start of tricks.

        Examples
        --------
        >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
        >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"])
        >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S4 H3", "S3 H4"], 0)
        >>> Solver().payoff(play, 1, 1, [0, 10, -1])    # exactly one trick
        10
        """
        cdef int16_t rank[64]
        cdef play_t s
        cdef PlaySetup setup = play.seen(&s)
        cdef const setup_t* c = &setup.c
        cdef const solve_kernels_t* build = in_use()
        cdef int left = tricks_left(c, &s), value = 0, k
        cdef void* cache
        values = list(values)
        if len(values) <= left:
            raise SetupError(f"{left} tricks are to come, so {left + 1} values are needed; got {len(values)}")
        if left > PAYOFF_CARDS:
            raise SetupError(f"{left} tricks are to come; a payoff is for endings of at most {PAYOFF_CARDS}")
        worth = sorted(set(values[:left + 1]))
        for k in range(left + 1):
            rank[k] = worth.index(values[k])
        self._begin(setup, side, count, max_nodes, max_seconds, stop, True)
        try:
            cache = calloc(1, build.cache_bytes)
            if cache == NULL:
                raise MemoryError()
            with nogil:
                value = build.plain(&self.v, c, &s, self.side, self.count, rank, 0, 0x7FFF, cache)
            free(cache)
            self._check()
            if value < 0:
                raise GameError(f"out of budget after {self.v.nodes} nodes")
            return worth[value]
        finally:
            self._leave()

    def __reduce__(self):
        raise TypeError("a Solver cannot be copied or pickled; make a new one")
