"""CardOrder: the pack renumbered for one contract so that strength is bit position. Public.

Positions of one suit lie together, low to high; the block that beats all others, trumps or the free joker,
lies on top of everything. The winner of a trick is the highest bit of ``trick & (led block | trump)``.

An ``order_t`` is filled by ``CardOrder`` alone and does not change afterwards: any number of threads may read it,
without the interpreter lock, as long as somebody holds a reference to the object.
"""

from libc.stdint cimport uint8_t

from cardcore.cards cimport CardSet
from cardcore.types cimport cardset_t

ctypedef struct order_t:
    cardset_t block[8]         # positions of each suit; [FREE_SUIT] is the free joker
    cardset_t trump            # positions that beat every other suit; the free joker counts; 0: none
    cardset_t free             # the free joker's one bit; 0: none
    cardset_t all              # all positions
    uint8_t suit_of[64]        # suit of each position, FREE_SUIT for the free joker
    uint8_t card_at[64]        # card identity at each position
    uint8_t position_of[72]    # position of each card identity, NO_POSITION if not in the order
    uint8_t n                  # number of cards, 1 .. MAX_POSITIONS
    uint8_t n_suits            # suits that can be followed, 1 .. MAX_SUITS; the free joker's block is not one
    uint8_t trump_suit         # FREE_SUIT: none

cdef class CardOrder:
    """See order.pyi. Does not change once it is made."""
    cdef order_t o                     # all that C code needs
    cdef readonly tuple suits          # as given, cards from low to high
    cdef readonly object trump         # suit or None
    cdef readonly object free_joker    # Card or None
    cdef readonly CardSet cards        # all of them
    # Mask of cards given as Python would give them; SetupError if one is not in the order. Needs the lock.
    cdef cardset_t mask_of(self, object cards) except? 0xFFFFFFFFFFFFFFFF
    # The cards of a mask. Needs the lock. Trusts its caller: no bit beyond the order.
    cdef CardSet cards_of(self, cardset_t mask)
    cdef int copy_to(self, order_t* to) except -1
