"""Dealing from the random stream, for C code: a shuffled pack as hands and as a position. Public.

A ``dealplan_t`` is filled and checked by ``DealPlan`` and does not change; the functions are ``nogil``, take no memory
and cannot fail. Deal *k* of a key is what ``Stream(key, number=k)`` and everything else in cardcore deals.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from cardcore.bits cimport bit
from cardcore.play cimport PlaySetup, play_begin, play_t, setup_t
from cardcore.rng cimport rng_shuffle, rng_start, rng_t
from cardcore.types cimport MAX_PLACES, cardset_t

ctypedef struct dealplan_t:
    uint8_t position[64]           # position in the order of each card of the pack, by pack index
    uint8_t place_of[64]           # place that gets the k-th card of the shuffled pack; MAX_PLACES: nobody
    uint8_t pack_size              # cards that are shuffled, 1 .. MAX_POSITIONS
    uint8_t leader                 # place that leads the first trick


cdef inline cardset_t dealplan_hands(const dealplan_t* p, rng_t* r, cardset_t* hands) noexcept nogil:
    """Shuffle and deal: writes MAX_PLACES masks of positions and returns the cards nobody gets."""
    cdef cardset_t held[8]
    cdef uint8_t pack[64]
    cdef int k
    memset(held, 0, sizeof(held))
    memcpy(pack, p.position, sizeof(pack))
    rng_shuffle(r, pack, p.pack_size)
    for k in range(p.pack_size):
        held[p.place_of[k] & 7] |= bit(pack[k])
    memcpy(hands, held, MAX_PLACES * sizeof(cardset_t))
    return held[MAX_PLACES]


cdef inline cardset_t dealplan_deal(const dealplan_t* p, const setup_t* c, uint64_t key0, uint64_t key1,
                                    uint64_t number, rng_t* r, play_t* s) noexcept nogil:
    """The position before the first trick of deal ``number``; returns the cards nobody gets.

    Trusts its caller: the plan was made for this setup. ``r`` is left behind the shuffle, so that a playout that goes
    on with it is the one of ``cardcore.play_random_deals``.
    """
    cdef cardset_t hands[6]
    cdef cardset_t rest
    rng_start(r, key0, key1, number, 0)
    rest = dealplan_hands(p, r, hands)
    play_begin(s, c, hands, p.leader)
    return rest


cdef class DealPlan:
    """See dealplan.pyi. Does not change once it is made."""
    cdef dealplan_t p                  # all that C code needs, beside ``setup.c``
    cdef readonly PlaySetup setup      # as given; never None
    cdef readonly object dealing       # as given: a Dealing
    cdef readonly int leader           # as given
