"""Card identities and immutable sets of them. Public.

Identities matter at the edge only; C code works on positions (``order.pxd``). Everything here needs the interpreter
lock.
"""

from cardcore.types cimport card_t, cardset_t

cdef class CardSet:
    """Set of card identities: one word for the four suits, one for the jokers."""
    cdef readonly cardset_t suits_word    # bit = id of a suit card, 0 .. 63
    cdef readonly cardset_t jokers_word   # bit = id of a joker minus 64
    cdef bint is_made                     # __init__ must not change it any more

cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object number, int* overflow) except? -1

cdef inline long as_long(object number) except? -1:
    """A Python integer in C; one that does not fit becomes -(1 << 30) or 1 << 30. TypeError if it is none."""
    cdef int overflow = 0
    cdef long value = PyLong_AsLongAndOverflow(number, &overflow)
    if overflow or not -(1 << 30) < value < 1 << 30:
        return 1 << 30 if overflow > 0 or value > 0 else -(1 << 30)
    return value

# A new set from its two words; NULL with an exception if there is no memory. Trusts its caller: no bit beyond the
# four jokers in the second.
cdef CardSet make_cardset(cardset_t suits_word, cardset_t jokers_word)
# Identity of a card given as Card, number or text, 0 .. CARD_IDS - 1; -1 with TextError,
# IndexError or TypeError.
cdef int card_id(object card) except -1
