"""Stakes of a play, and tree search over many worlds. Public.

The search itself is reached from Python (``cardcore.tree_search``); C code takes ``&stakes.k`` for the playouts of
``policy.pxd``.
"""

from cardcore.policy cimport stakes_t

cdef class Stakes:
    """See mcts.pyi. Does not change once it is made."""
    cdef stakes_t k                    # all that C code needs
    cdef bint begun                    # the parts are being put in
    cdef readonly tuple accounts       # as given to the constructor, and so the rest
    cdef readonly tuple weights
    cdef readonly tuple aims
    cdef readonly tuple friends
    cdef readonly tuple prizes
    cdef readonly tuple prize_weights
