"""Exactly uniform draws of hidden cards. Public.

``draw_rows`` fills the caller's memory with rows of masks without the interpreter lock. A ``Sampler`` owns its tables
and does not change once it is made, so threads may share it as long as somebody holds a reference.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardcore.rng cimport rng_t
from cardcore.types cimport cardset_t
from cardcore.wideint cimport wide_is_zero, wide_t

cdef enum:
    SAMPLE_PLACES = 32             # places that can hold cards
    SAMPLE_GROUPS = 10             # kinds of places, as far as cards tell them apart
    SAMPLE_CLASSES = 64            # kinds of cards, as far as places tell them apart
    SAMPLE_LAYERS = 512            # choices in a draw, at most
    SAMPLE_EDGES = 1 << 22         # choices kept in all

ctypedef struct edge_t:
    uint64_t threshold             # a random word below it takes this edge or one before it
    uint32_t next                  # state it leads to
    uint8_t take                   # cards of the layer's class that go to the layer's group

ctypedef struct state_t:
    uint64_t room                  # cards each group still takes, 6 bits each
    uint32_t first                 # its edges: first .. first + count - 1
    uint8_t count                  # how many edges
    uint8_t left                   # cards of the layer's class still to be given out

ctypedef struct layer_t:
    uint8_t kind                   # class of cards
    uint8_t group                  # group that gets some
    uint8_t rest                   # group that gets all the others; SAMPLE_GROUPS: another layer follows

ctypedef struct table_t:
    # Filled by ``Sampler`` alone.
    int n_places                   # masks of a row, 1 .. SAMPLE_PLACES; 0: never set up
    int n_groups                   # 0 .. SAMPLE_GROUPS
    int n_classes                  # 0 .. SAMPLE_CLASSES
    int n_layers                   # 0 .. SAMPLE_LAYERS
    cardset_t fixed[32]            # for each place the cards that can only lie there
    uint8_t place[32]              # places, group by group
    uint8_t size[32]               # cards each place (by number) still takes
    uint8_t group_first[11]        # where in ``place`` each group begins
    uint8_t group_size[10]         # cards each group takes
    uint8_t cards[64]              # positions, class by class
    uint8_t class_first[65]        # where in ``cards`` each class begins
    uint8_t class_group[64]        # the only group of a class; SAMPLE_GROUPS: there are several
    layer_t layer[512]             # the choices in turn
    state_t* states                # of all layers, the first one first
    edge_t* edges                  # of all states
    wide_t* ways                   # for each state, ways to give out what is left; NULL: there is no way at all
    uint32_t n_states              # how many there are
    uint32_t n_edges               # room taken in ``edges``


cdef inline bint has_way(const table_t* t) noexcept nogil:
    """Whether the cards can lie in any way: ``Sampler.count`` is not 0."""
    return t.ways != NULL and not wide_is_zero(&t.ways[0])


cdef class Sampler:
    """See sample.pyi."""
    cdef table_t t                     # all that C code needs
    cdef readonly object cards         # as given
    cdef readonly tuple sizes          # as given
    cdef readonly tuple may_hold       # as given
    cdef readonly object count         # ways the cards can lie, exact
    cdef readonly tuple possible       # for each place the cards that lie there in one of them
    # Private.
    cdef bint begun                    # __init__ has been called
    cdef object _lay_out(self, settled)
    cdef object _finish(self, members, room)
    # One row: a mask for each place. Trusts its caller: ``has_way(&self.t)``, and room for ``self.t.n_places`` masks.
    cdef void draw(self, rng_t* rng, uint64_t* row) noexcept nogil
    # ``n`` rows one after the other: row ``k`` is row ``first + k`` of ``Sampler.sample`` with this key and purpose.
    # Returns 1; 0 without writing anything if there is no way. Trusts its caller in the room: ``n * self.t.n_places``.
    cdef int draw_rows(self, const uint64_t* key, uint64_t purpose, uint64_t first, Py_ssize_t n,
                       uint64_t* rows) noexcept nogil
