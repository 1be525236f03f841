# cython: language_level=3
"""The engine: moves ranked in many worlds, and deals by the million, played and solved in C.

The pattern to copy: Python objects are read at the top of a function, with the interpreter lock; then comes one loop
without it, over structs and masks only; then the answer is turned into Python objects. Nothing in the loop allocates.
"""

from typing import NamedTuple

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

# Everything of cardcore that is used, by name. ``kernels`` is a table of the loops that cardcore compiles twice and
# chooses when it is imported: always go through it, never keep a pointer from it.
from cardcore cimport kernels
from cardcore.abi cimport require_abi
from cardcore.dealplan cimport DealPlan, dealplan_deal, dealplan_t
from cardcore.play cimport (
    PlaySetup, move_position, move_suit, play_push, play_t, setup_t,
)
from cardcore.rng cimport rng_start, rng_t
from cardcore.solver cimport (
    SOLVER_DONE, SOLVER_MOVES, ask, bounds_t, move_value_t, question_t, solve_moves, solve_state, solver_free,
    solver_init, solver_t,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport MAX_PLACES, NO_PLACE, seatset_t

from cardcore import key_from_seed

# The first statement that runs: an ImportError that says what to do, if the installed tricktake is not the one this
# module was compiled with.
require_abi()

__all__ = ["Survey", "rank_moves", "survey"]

cdef enum:
    PURPOSE = 16                   # of our random streams; those from 16 up are free for everybody
    TABLE_BYTES = 4_000_000        # bound of a solver's memory
    SLICE = 4096                   # deals between two looks at Ctrl-C

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1


class Survey(NamedTuple):
    """What many deals came to.

    Attributes
    ----------
    deals : int
        How many.
    played : tuple of int
        Tricks each place won in random play, summed up.
    solved : tuple of int
        For each number of tricks, in how many deals the side can force so many and no more.

    Examples
    --------
    >>> Survey(2, (3, 1), (0, 1, 1)).deals
    2
    """

    deals: int
    played: tuple
    solved: tuple


cdef int read_masks(PlaySetup setup, side, count, seatset_t* masks) except -1:
    """Check two sets of places: C code that gets numbers from Python checks them once, here."""
    for k, mask in enumerate((side, count)):
        if not 0 <= mask < 1 << setup.c.n_places:
            raise ValueError(f"{mask} is not a mask of {setup.c.n_places} places")
        masks[<int>k] = mask
    return 0


cdef inline int tricks_of(const play_t* s, seatset_t places) noexcept nogil:
    """Tricks some places have won."""
    cdef int place, sum = 0
    for place in range(MAX_PLACES):
        if (places >> place) & 1:
            sum += s.tricks[place]
    return sum


cdef int rank(const setup_t* c, const play_t* worlds, int n_worlds, const move_value_t* moves, int n_moves,
              const question_t* q, const double* pays, solver_t* v, rng_t* r, int playouts, bint exact,
              double* sums) noexcept nogil:
    """Add up what every move is worth over all worlds; SOLVER_DONE, or why a world could not be solved.

    This is the loop without the interpreter lock. ``play_push`` trusts us: the moves are legal in every world,
    because the caller has compared the legal cards.
    """
    cdef move_value_t values[SOLVER_MOVES]
    cdef play_t at
    cdef int w, k, n, _trial, status
    for w in range(n_worlds):
        if exact:
            # The exact number of tricks after each move, in the same order as ``moves``.
            status = solve_moves(v, c, &worlds[w], q, values, &n)
            if status != SOLVER_DONE:
                return status
            for k in range(n):
                sums[k] += pays[tricks_of(&worlds[w], q.count) + values[k].low]
            continue
        for k in range(n_moves):
            for _trial in range(playouts):
                at = worlds[w]             # a position is a value: a copy is all the undo there is
                play_push(&at, c, move_position(moves[k].move), move_suit(moves[k].move))
                kernels.table.playout(&at, c, r)
                sums[k] += pays[tricks_of(&at, q.count)] / playouts
    return SOLVER_DONE


def rank_moves(worlds, pays, *, side, count, seed, playouts=8, exact=4):
    """Value every legal move over some worlds, the best first.

    Parameters
    ----------
    worlds : sequence of TrickPlay
        Positions of one setup that differ in hidden cards only.
    pays : sequence of float
        What each number of tricks of ``count`` is worth to the place to play, 0 .. 63.
    side : int, keyword only
        Mask of the places that want more tricks to fall to ``count``.
    count : int, keyword only
        Mask of the places whose tricks count.
    seed : int or tuple of two int, keyword only
        What the playouts draw from.
    playouts : int, keyword only
        Random plays for every move in every world.
    exact : int, keyword only
        Worlds are solved when so many cards are left in the hand to play.

    Returns
    -------
    list of (int, float)
        Moves with their mean pay.

    Raises
    ------
    TypeError
        If a world is no TrickPlay.
    ValueError
        If there is no world, worlds do not go together, or a number is out of range.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> setup = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"]), SeatOrder.circle(2))
    >>> world = TrickPlay(setup, ["S4 H2", "S3 H4"], 0)
    >>> rank_moves([world], range(64), side=1, count=1, seed=1)
    [(2, 1.0), (3, 1.0)]
    """
    cdef TrickPlay world
    cdef PlaySetup setup
    cdef question_t q
    cdef seatset_t masks[2]
    cdef double table[64]
    cdef double sums[SOLVER_MOVES]
    cdef move_value_t moves[SOLVER_MOVES]
    cdef solver_t v
    cdef rng_t r
    cdef play_t* positions
    cdef int k, n_worlds, n_moves, trials = playouts, status
    cdef bint solved
    # --- with the lock: read and check everything -----------------------------------------------------------
    if not worlds:
        raise ValueError("there is no world")
    if trials < 1:
        raise ValueError(f"playouts must be 1 or more, not {playouts}")
    for k, pay in enumerate(pays):
        if k == 64:
            break
        table[k] = pay
    if len(pays) < 64:
        raise ValueError(f"64 pays are needed, got {len(pays)}")
    world = <TrickPlay?>worlds[0]          # the ? refuses None and other types: without it C reads what is not there
    setup = world._setup
    if world.s.turn == NO_PLACE:
        raise ValueError("the play is over")
    read_masks(setup, side, count, masks)
    q = ask(masks[0], masks[1])
    q.keep = 1                             # the table serves all worlds of one setup
    legal = world.legal_moves()
    n_moves = <int>len(legal)
    for k in range(n_moves):
        moves[k].move = legal[k]
        sums[k] = 0
    n_worlds = <int>len(worlds)
    solved = len(world.hand(world.turn)) <= exact    # that hand is the same in every world
    key = seed if isinstance(seed, tuple) else key_from_seed(seed)
    positions = <play_t*>calloc(n_worlds, sizeof(play_t))
    if positions == NULL:
        raise MemoryError()
    if not solver_init(&v, TABLE_BYTES):
        free(positions)
        raise MemoryError()
    try:
        for k in range(n_worlds):
            world = <TrickPlay?>worlds[k]
            if world._setup is not setup or world.s.turn == NO_PLACE or world.legal_moves() != legal:
                raise ValueError(f"world {k} does not go with the first one")
            positions[k] = world.s
        rng_start(&r, key[0], key[1], 0, PURPOSE)
        # --- without it ---------------------------------------------------------------------------------
        with nogil:
            status = rank(&setup.c, positions, n_worlds, moves, n_moves, &q, table, &v, &r, trials, solved,
                          sums)
    finally:
        free(positions)
        solver_free(&v)
    # --- with it again: the answer ------------------------------------------------------------------------
    if status != SOLVER_DONE:
        raise ValueError(f"the solver refuses a world: status {status}")
    found = [(legal[k], sums[k] / n_worlds) for k in range(n_moves)]
    return sorted(found, key=lambda item: -item[1])


cdef int solve_some(const dealplan_t* p, const setup_t* c, const uint64_t* key, uint64_t first, int n,
                    const question_t* q, solver_t* v, uint64_t* played, uint64_t* solved) noexcept nogil:
    """Deal, solve and play out some deals; adds to both tables."""
    cdef play_t s
    cdef rng_t r
    cdef bounds_t bounds
    cdef int k, place, status
    for k in range(n):
        dealplan_deal(p, c, key[0], key[1], first + k, &r, &s)
        status = solve_state(v, c, &s, q, &bounds)
        if status != SOLVER_DONE:
            return status
        solved[bounds.low] += 1
        kernels.table.playout(&s, c, &r)   # goes on with the stream of the deal, as play_random_deals does
        for place in range(c.n_places):
            played[place] += s.tricks[place]
    return SOLVER_DONE


def survey(DealPlan plan not None, deals, *, side, seed, first=0):
    """Deal, solve and play out many deals.

    The interpreter lock is released: call it from several threads with other numbers and add up, if you have the
    processors. Every call has a solver of its own.

    Parameters
    ----------
    plan : DealPlan
        Setup, pack and leader.
    deals : int
        How many, 0 or more.
    side : int, keyword only
        Mask of the places whose tricks are counted and that want them.
    seed : int or tuple of two int, keyword only
        Seed of the deals.
    first : int, keyword only
        Number of the first deal.

    Returns
    -------
    Survey

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from cardcore import CardOrder, Dealing, DealPlan, PlaySetup, SeatOrder
    >>> setup = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0), SeatOrder.circle(2))
    >>> plan = DealPlan(setup, Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None]), leader=0)
    >>> found = survey(plan, 1000, side=0b01, seed=1)
    >>> found.deals, sum(found.played), sum(found.solved)
    (1000, 2000, 1000)
    """
    cdef solver_t v
    cdef question_t q
    cdef seatset_t masks[2]
    cdef uint64_t key[2]
    cdef uint64_t played[MAX_PLACES]
    cdef uint64_t solved[64]
    cdef uint64_t number, left
    cdef int n, status = SOLVER_DONE
    if deals < 0 or first < 0 or deals + first >= 1 << 64:
        raise ValueError(f"deals {first}..{first + deals} are not in 0..2**64-1")
    read_masks(plan.setup, side, side, masks)
    q = ask(masks[0], masks[1])
    q.keep = 1                             # all deals have one setup: what was learnt serves the next
    key[0], key[1] = seed if isinstance(seed, tuple) else key_from_seed(seed)
    memset(played, 0, sizeof(played))
    memset(solved, 0, sizeof(solved))
    number, left = first, deals
    if not solver_init(&v, TABLE_BYTES):
        raise MemoryError()
    try:
        while left and status == SOLVER_DONE:
            n = SLICE if left > SLICE else <int>left
            with nogil:
                status = solve_some(&plan.p, &plan.setup.c, key, number, n, &q, &v, played, solved)
            number += n
            left -= n
            PyErr_CheckSignals()
    finally:
        solver_free(&v)
    if status != SOLVER_DONE:
        raise ValueError(f"the solver refuses a deal: status {status}")
    top = max([k for k in range(64) if solved[k]], default=0)
    return Survey(
        deals, tuple([played[k] for k in range(plan.setup.c.n_places)]), tuple([solved[k] for k in range(top + 1)])
    )
