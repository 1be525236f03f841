"""Card identities and immutable sets of them. Public."""

from cardcore.types cimport card_t, cardset_t

cdef class CardSet:
    """Set of card identities: one word for the four suits, one for the jokers."""
    cdef readonly cardset_t suits_word    # bit = id of a suit card, 0 .. 63
    cdef readonly cardset_t jokers_word   # bit = id of a joker minus 64
    cdef bint is_made                     # __init__ must not change it any more

cdef CardSet make_cardset(cardset_t suits_word, cardset_t jokers_word)
cdef int card_id(object card) except -1
