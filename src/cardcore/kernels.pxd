"""The hot loops, compiled twice and chosen once at import: a table of C functions. Public.

``kernels.table`` points to the build in use; read it again before each loop (``cardcore.use_build`` changes it).
Each function trusts its caller, cannot fail and needs no interpreter lock.
"""

from libc.stdint cimport uint8_t, uint64_t

from cardcore.play cimport play_t, setup_t
from cardcore.rng cimport rng_t

ctypedef struct deals_t:
    # What a loop over many random deals needs.
    uint64_t key[2]            # of the seed
    uint64_t first             # number of the first deal
    uint64_t count             # how many deals
    uint8_t position[64]       # position in the order of each card of the pack, by pack index
    uint8_t run_place[64]      # the shuffled pack is dealt in runs: who gets each one, NO_PLACE for nobody
    uint8_t run_end[64]        # index of the first card after the run
    int runs                   # how many there are
    int pack_size              # cards that are shuffled, at most MAX_POSITIONS
    int leader                 # place that leads the first trick

ctypedef struct kernels_t:
    int wide                   # 1: the build with wide instructions
    # Play uniformly chosen cards to the end. Only ``tricks`` and ``turn`` of the result are meant to be read.
    void (*playout)(play_t* s, const setup_t* c, rng_t* r) noexcept nogil
    # Deal and play out ``d.count`` deals; adds the tricks won to ``tricks``, one number for each place.
    void (*deal_and_play)(const setup_t* c, const deals_t* d, uint64_t* tricks) noexcept nogil
    # Number of sequences of ``depth`` moves; ``s`` is as it was when this returns. See perft.pxd.
    uint64_t (*perft)(play_t* s, const setup_t* c, int depth) noexcept nogil

cdef const kernels_t* table            # never NULL after import
