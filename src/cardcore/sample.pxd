"""Exactly uniform draws of hidden cards. Public.

``draw`` fills one row of masks, without the interpreter and without checks; see sample.pyx.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardcore.rng cimport rng_t
from cardcore.types cimport cardset_t
from cardcore.wideint cimport wide_t

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
    uint8_t count
    uint8_t left                   # cards of the layer's class still to be given out

ctypedef struct layer_t:
    uint8_t kind                   # class of cards
    uint8_t group                  # group that gets some
    uint8_t rest                   # group that gets all the others; SAMPLE_GROUPS: another layer follows

ctypedef struct table_t:
    int n_places
    int n_groups
    int n_classes
    int n_layers
    cardset_t fixed[32]            # for each place the cards that can only lie there
    uint8_t place[32]              # places, group by group
    uint8_t size[32]               # cards each place (by number) still takes
    uint8_t group_first[11]        # where in ``place`` each group begins
    uint8_t group_size[10]         # cards each group takes
    uint8_t cards[64]              # positions, class by class
    uint8_t class_first[65]        # where in ``cards`` each class begins
    uint8_t class_group[64]        # the only group of a class; SAMPLE_GROUPS: there are several
    layer_t layer[512]
    state_t* states
    edge_t* edges
    wide_t* ways                   # for each state, ways to give out what is left
    uint32_t n_states
    uint32_t n_edges

cdef class Sampler:
    """See sample.pyi."""
    cdef table_t t
    cdef readonly object cards
    cdef readonly tuple sizes
    cdef readonly tuple may_hold
    cdef readonly object count
    cdef readonly tuple possible
    cdef object _lay_out(self, settled)
    cdef object _finish(self, members, room)
    cdef void draw(self, rng_t* rng, uint64_t* row) noexcept nogil
