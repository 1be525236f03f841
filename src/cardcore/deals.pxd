"""Many deals in arrays: their memory, and the table of the loops over them. Public.

A batch is five arrays with one element for each deal: the position (``play_t``), what surrounds it
(``deal_t``), its random stream, the legal cards and the suits a joker may name. An *action* is what
``PlayBatch`` calls a column of its byte masks: a position, or ``cards`` + suit for a free joker led naming it.

The object owns all memory, which stays where it is as long as it lives; nobody else writes to it. The functions of the
table trust their caller, are ``nogil`` and cannot fail; ``low`` .. ``high`` - 1 are the deals they work on, so that
threads can share a batch in pieces.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from cardcore.play cimport PlaySetup, play_t, setup_t
from cardcore.rng cimport rng_t
from cardcore.types cimport cardset_t, suitset_t

cdef enum:
    NO_ACTION = -1                 # leave the deal alone
    N_FIELDS = 22                  # as many as observation.FIELDS
    NEW_BROKEN = 0x80              # bit of deal_t.new: the limit was broken in this trick

ctypedef struct deal_t:
    cardset_t played[6]            # cards each place has played, those of the current trick included
    uint64_t number                # of the deal
    uint16_t setup                 # index of its setup
    uint16_t next_setup            # what the next deal will be
    uint8_t next_leader            # and who will lead it
    uint8_t own                    # whether it has a setup of its own (piles)
    uint8_t new                    # places that failed to follow for the first time in this trick; NEW_BROKEN
    uint8_t spare                  # not used

ctypedef struct plan_t:
    uint8_t position[64]           # position in the order of each card of the pack, by pack index
    uint8_t run_place[64]          # the shuffled pack is dealt in runs: who gets each one, NO_PLACE for nobody
    uint8_t run_end[64]            # index of the first card after the run
    uint8_t over[32]               # index in the shuffled pack of the upper card of each pile
    uint8_t under[32]              # and of the hidden one
    uint8_t pile_place[32]         # place each pile belongs to
    int runs                       # how many there are
    int piles                      # how many there are
    int pack_size                  # 0: no plan

ctypedef struct outs_t:
    # Where a step writes, row by row; NULL: nowhere. The caller's memory, one row for each deal of the batch.
    cardset_t* legal               # legal cards
    suitset_t* names               # suits a led free joker may name
    int8_t* turn                   # place to play, -1: over
    uint8_t* done                  # 1: ended in this step
    int8_t* winner                 # place that won a trick in this step, -1: none
    float* rewards                 # places numbers a row: tricks won in this step
    uint8_t* tricks                # places numbers a row: tricks won so far
    uint8_t* mask                  # cards + suits bytes a row: legal actions
    uint8_t* observation           # width bytes a row
    uint8_t* illegal               # 1: the action was refused
    const int8_t* seats            # who looks; NULL: the place to play

ctypedef struct batch_t:
    Py_ssize_t n                   # deals
    uint64_t key[2]                # of the seed
    uint64_t stride                # from the number of a deal to that of the next in its slot
    const setup_t* setups          # of all deals without piles, by index
    const plan_t* plans            # one for each setup
    const uint8_t* sees            # for each setup and place: the other places whose cards it sees
    setup_t* own                   # setups of deals with piles of their own; NULL: there are none
    play_t* play                   # the positions
    deal_t* deal                   # what surrounds them
    rng_t* rng                     # their streams
    cardset_t* legal               # legal cards of each position
    suitset_t* names               # suits a led free joker may name
    int8_t* turn                   # place to play; -1: over
    uint8_t* done                  # whether the deal ended in the last step
    int8_t* winner                 # place that won a trick in the last step; -1: none
    int16_t* action                # actions of the step, checked
    int autoreset                  # 1: the next deal begins as soon as one has ended
    int places                     # of the largest game
    int cards                      # of the largest order
    int suits                      # columns for a free joker that names a suit
    int width                      # of an observation
    uint32_t wanted                # fields of an observation, bit k = field k of observation.FIELDS

ctypedef struct batch_kernels_t:
    int wide                       # 1: the build with wide instructions
    # Compare actions with what is legal and copy them; the first bad deal or -1. ``illegal``: mark them, go on.
    Py_ssize_t (*check)(
        batch_t* b, Py_ssize_t low, Py_ssize_t high, const int16_t* actions, uint8_t* illegal
    ) noexcept nogil
    # Play the actions that were copied; how many deals ended.
    Py_ssize_t (*step)(batch_t* b, Py_ssize_t low, Py_ssize_t high, const outs_t* out) noexcept nogil
    # Up to ``count`` uniformly chosen cards in each deal, from its own stream; how many deals ended.
    Py_ssize_t (*walk)(batch_t* b, Py_ssize_t low, Py_ssize_t high, uint64_t count, const outs_t* out) noexcept nogil
    # Deal again, where ``which`` is not 0, with the number, setup and leader that stand in the slot.
    void (*deal)(batch_t* b, Py_ssize_t low, Py_ssize_t high, const uint8_t* which) noexcept nogil
    # Write the rows of the positions as they are.
    void (*look)(batch_t* b, Py_ssize_t low, Py_ssize_t high, const outs_t* out) noexcept nogil
    # A uniformly chosen action for every deal; NO_ACTION where it is over.
    void (*choose)(const batch_t* b, rng_t* r, int16_t* actions) noexcept nogil


# The table of the build in use; never NULL. Needs the lock.
cdef const batch_kernels_t* kernels_in_use() noexcept
# Write legal, names and turn of a position that was changed. Trusts its caller: 0 <= i < b.n.
cdef void refresh_one(batch_t* b, Py_ssize_t i) noexcept nogil


cdef class Deals:
    """See deals.pyi."""
    cdef batch_t b                 # the arrays
    cdef list memory               # who owns them
    cdef Py_ssize_t rows_at        # where the arrays of the deals begin in ``memory``
    cdef readonly tuple setups     # PlaySetup of each index
    cdef readonly tuple dealings   # and its Dealing or None
    cdef readonly object layout    # of an observation
    cdef readonly int threads      # among which a call is divided
    cdef object seed_key
    cdef tuple sees
    cdef tuple fits                # for each setup: places that can lead a dealt deal
    cdef uint64_t first            # number of the first deal
    cdef object lock               # held by whoever changes the deals
    cdef bint begun                # __init__ has been called
    cdef dict views                # numpy arrays over the memory, made when asked for
    # Private: for PlayBatch.
    cdef void* new_memory(self, Py_ssize_t count, Py_ssize_t size=*) except NULL
    cdef int read_dealings(self, tuple setups, tuple dealings) except -1
    cdef int allocate(self) except -1
    cdef object row(self, int which, dtype)
    cdef int put_next(self, rows, setup, leader) except -1
    cdef void begin(self, Py_ssize_t i) noexcept
