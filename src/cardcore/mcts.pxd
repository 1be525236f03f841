"""Stakes of a play, and tree search over many worlds. Public."""

from cardcore.policy cimport stakes_t

cdef class Stakes:
    """See mcts.pyi."""
    cdef stakes_t k
    cdef readonly tuple accounts
    cdef readonly tuple weights
    cdef readonly tuple aims
    cdef readonly tuple friends
    cdef readonly tuple prizes
    cdef readonly tuple prize_weights
