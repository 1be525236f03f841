"""The perfect-information solver in C: what a question needs, the table's memory, the builds. Public.

C code makes a ``solver_t`` with ``solver_init`` (or uses the one of a ``Solver`` that nobody else is using), asks
``solve_state``, ``solve_moves`` or ``solve_best`` as often as it likes and ends with ``solver_free``. These check what
they are given, touch no Python object and need no interpreter lock. The memory of a ``solver_t`` is its own; it must
not be copied, and serves one thread at a time. ``Solver`` (solver.pyi) is the checked Python class.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cardcore.bits cimport bit, highest, lowest
from cardcore.play cimport PlaySetup, play_t, setup_t
from cardcore.types cimport MAX_PLACES, cardset_t, move_t, seatset_t

cdef enum:
    WITH_TABLE = 1             # remember results of trick starts
    WITH_SKIPS = 2             # skip cards whose rank cannot matter
    WITH_QUICK = 4             # tricks the leader's side can cash
    WITH_SURE = 8              # tricks the other side cannot lose
    WITH_AVOID = 16            # hands that cannot be made to take a trick
    WITH_HINTS = 32            # try first what worked in a similar place
    WITH_ORDER = 64            # try promising cards first
    WITH_ALL = 127

cdef enum:
    FEWEST_SLOTS = 64          # of the hash table, at the start of a question
    HINT_BYTES = 32768         # of the hints

cdef enum:
    SOLVER_DONE = 0
    SOLVER_BUDGET = 1          # out of nodes or time, or the stop flag was set
    SOLVER_INTERRUPTED = 2     # a Python signal handler raised; only where `signals` is set
    SOLVER_NO_MEMORY = 3       # only where cards lie under others
    SOLVER_BAD_INPUT = 4       # the question or the position makes no sense; nothing was searched

cdef enum:
    SOLVER_MOVES = 72          # moves a position can have, at most

ctypedef struct question_t:
    # Made by ``ask``; one question serves any number of positions.
    seatset_t side             # places that want more tricks to fall to ``count``; all others want fewer
    seatset_t count            # places whose tricks are counted
    uint8_t keep               # 1: use what the table holds of earlier questions with equal setup, side and count
    int target                 # 0: how many tricks; n > 0: only whether at least n, which is faster
    uint64_t max_nodes         # stop after so many plies; 0: never
    double max_seconds         # stop after so many seconds; 0: never
    volatile int* stop         # stop when it is not 0; may be NULL

ctypedef struct move_value_t:
    move_t move                # see move_position and move_suit in play.pxd
    int8_t low                 # tricks still to come for ``count`` after it, this trick included: at least
    int8_t high                # and at most

ctypedef struct shape_t:
    # All positions with the same suit lengths, leader and state of the rules.
    uint64_t key0              # suit lengths of the hands, both words together
    uint64_t key1              # and leader and state of the rules
    uint32_t head              # index of the first pattern
    uint32_t count             # patterns
    uint32_t size              # log2 of the patterns there is room for

ctypedef struct hint_t:
    uint32_t tag               # hash of the situation
    uint32_t move              # generation * 256 + position

ctypedef struct solver_t:
    uint32_t* slots            # hash table, open addressing: number of a shape + 1, 0: empty
    shape_t* shapes            # in the order they were met
    uint64_t* pool             # patterns: relevant cards, owners in two planes, bounds, third plane if needed
    void* pool_memory          # what `pool` is a part of
    uint32_t spare[32]         # per log2 of the size, a list of blocks of patterns to use again
    hint_t* hints              # moves that worked, by a hash of the situation
    uint64_t max_bytes         # bound of all memory
    uint32_t n_slots           # size of `slots`, a power of two
    uint32_t slot_mask         # slots in use - 1
    uint32_t n_shapes          # size of `shapes`
    uint32_t used_shapes       # of them in use
    uint32_t n_patterns        # size of `pool` in patterns
    uint32_t used_patterns     # of them in use
    uint32_t stride            # words of a pattern: 4, with more than four places 5
    uint32_t generation        # stamp of live hints
    uint32_t wipes             # times the table was emptied because it was full
    uint32_t features          # WITH_... bits
    uint64_t nodes             # plies visited since `nodes` was last set to 0
    uint64_t max_nodes         # stop there; 0: never
    double deadline            # on the clock of solver_clock; 0: never
    double next_signals        # time of the next call of `signals`
    int (*signals)() noexcept nogil    # non-zero: a signal handler raised; NULL: do not ask
    volatile int* stop         # stop when not 0; may be NULL
    int status                 # SOLVER_... of the last question
    setup_t setup              # of the last question
    cardset_t block_of[64]     # its suit of each position
    seatset_t side             # of the last question
    seatset_t count            # of the last question

ctypedef struct bounds_t:
    int low                    # proven: at least so many tricks
    int high                   # proven: at most so many tricks

ctypedef struct solve_kernels_t:
    # Private: the search as it is compiled twice.
    int wide
    int (*solve)(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int target,
                 int guess, bounds_t* out) noexcept nogil
    int (*plain)(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count,
                 const int16_t* rank, int alpha, int beta, void* cache) noexcept nogil
    size_t cache_bytes

cdef extern from *:
    """
    #ifndef CARDCORE_CLOCK_H
    #define CARDCORE_CLOCK_H
    #if defined(_WIN32)
      /* Not windows.h, which makes macros of short names such as small, a field of rng_t. */
      __declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);
      CARDCORE_INLINE double cardcore_clock(void) { return (double)GetTickCount64() * 1e-3; }
    #else
      #include <time.h>
      CARDCORE_INLINE double cardcore_clock(void) {
          struct timespec t;
          clock_gettime(CLOCK_MONOTONIC, &t);
          return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
      }
    #endif
    #endif
    """
    # Seconds on a clock that never goes back.
    double solver_clock "cardcore_clock"() noexcept nogil


cdef inline cardset_t equal_cards(const setup_t* c, const play_t* s, int position) noexcept nogil:
    """The cards of the place to play equal to this one: no card hidden, held or on the table lies between.

    A card that lies on another one, or that must open the first trick, is equal to none. Trusts its caller:
    ``position`` is held by the place to play.
    """
    cdef cardset_t hand = s.hand[s.turn]
    cdef cardset_t block = c.order.block[c.order.suit_of[position]]
    cdef cardset_t single = c.over_mask | c.first_card
    cdef cardset_t others = s.trick
    cdef cardset_t below, above, same, over
    cdef int k
    if bit(position) & single:
        return bit(position)
    for k in range(MAX_PLACES):
        if (c.active >> k) & 1:
            others |= s.hand[k]
            over = s.hand[k] & c.over_mask
            while over:
                others |= bit(c.under[lowest(over)])
                over &= over - 1
    over = s.trick & c.over_mask
    while over:
        others |= bit(c.under[lowest(over)])
        over &= over - 1
    others = (others & ~hand | hand & single) & block
    below = others & (bit(position) - 1)
    above = others ^ below
    same = hand & block
    if above:
        same &= (above & (0 - above)) - 1
    if below:
        same &= ~((<cardset_t>2 << highest(below)) - 1)
    return same


cdef inline void solver_forget(solver_t* v) noexcept nogil:
    """Forget what earlier questions found, keep the memory. Trusts its caller: solver_init succeeded."""
    v.generation += 1
    v.used_shapes = 0
    v.used_patterns = 0
    v.slot_mask = FEWEST_SLOTS - 1
    memset(v.slots, 0, FEWEST_SLOTS * 4)
    memset(v.spare, 255, sizeof(v.spare))
    if v.generation >= 1 << 24:        # hints have room for 24 bits
        v.generation = 1
        memset(v.hints, 0, HINT_BYTES)


cdef inline question_t ask(seatset_t side, seatset_t count) noexcept nogil:
    """A question without target and budget; set its other fields as you need them."""
    cdef question_t q
    memset(&q, 0, sizeof(question_t))
    q.side = side
    q.count = count
    return q


# Take the first 50 kB; 1 if there was memory, else 0, and then there is nothing to free. ``max_bytes`` bounds all the
# solver will ever take; 4,000,000 is a good number, less than 50,000 counts as 50,000. Trusts its caller: ``v`` owns
# no memory yet.
cdef int solver_init(solver_t* v, uint64_t max_bytes) noexcept nogil
# Give all memory back; may be called again. Trusts its caller: ``v`` was zeroed or handed to solver_init before.
cdef void solver_free(solver_t* v) noexcept nogil
# Bounds of the tricks still to come for ``q.count``, the unfinished trick included, with open cards and best play of
# all; they are equal unless there is a target or the budget ran out, and never wrong. Returns SOLVER_DONE or why not;
# after SOLVER_BAD_INPUT the bounds are 0 .. MAX_POSITIONS. ``v.nodes`` is the number of plies it took. Checked: masks,
# target and budgets of the question, and the position (play_fault); pointers are trusted.
cdef int solve_state(solver_t* v, const setup_t* c, const play_t* s, const question_t* q,
                     bounds_t* out) noexcept nogil
# The same for every legal move: writes at most SOLVER_MOVES elements in the order of ``TrickPlay.legal_moves`` and
# their number to ``n``; 0 moves when the play is over. The budget is for all of them together; moves not reached have
# wide bounds.
cdef int solve_moves(solver_t* v, const setup_t* c, const play_t* s, const question_t* q, move_value_t* out,
                     int* n) noexcept nogil
# One of the best moves of the place to play, the lowest of them but for equal cards, and the bounds of the position:
# cheaper than the value of every move. With a target, a move that decides the question as that place wants it, any
# legal move if there is none. Out of budget, a legal move that may not be best. SOLVER_BAD_INPUT when the play is over.
cdef int solve_best(solver_t* v, const setup_t* c, const play_t* s, const question_t* q,
                    move_value_t* out) noexcept nogil
# The first form of the question, for code that knows its positions are sound: trusts its caller in everything.
# ``target`` -1 asks for the number. Budgets are the fields of ``v``.
cdef int solver_solve(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int target,
                      bounds_t* out) noexcept nogil

cdef class StopFlag:
    """See solver.pyi."""
    cdef volatile int flag         # not 0: stop. C code may point ``question_t.stop`` to it while it holds a reference

cdef class Result:
    """See solver.pyi."""
    cdef readonly int low          # bounds, in tricks
    cdef readonly int high
    cdef readonly uint64_t nodes   # plies it took
    cdef bint is_made              # __init__ must not change it any more

cdef class Solver:
    """See solver.pyi."""
    cdef solver_t v                # C code may use it while no call of the object is running
    cdef readonly double table_mb  # bound of its memory
    cdef bint busy                 # a call is running; changed in a critical section
    cdef seatset_t side            # of that call
    cdef seatset_t count
    # Private.
    cdef int _enter(self) except -1
    cdef void _leave(self) noexcept
    cdef int _begin(self, PlaySetup setup, object side, object count, object max_nodes, object max_seconds,
                    StopFlag stop, bint keep) except -1
    cdef int _check(self) except -1
    cdef int _ask(self, const play_t* s, const setup_t* c, int target, int guess, bounds_t* out) except -1
    cdef int _ask_move(self, const play_t* s, const setup_t* c, int position, int named, int target, int guess,
                       bounds_t* out) except -1
