"""Fixed-width names for cards, positions, places and sets of them, and their limits. Public.

Everything in C is a number or a mask of these types; a Python object is met in the classes only. The limits size
the arrays of every public struct, so they belong to the layout that ``abi.pxd`` numbers.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

ctypedef uint8_t card_t         # identity of a card, 0 .. CARD_IDS - 1
ctypedef uint8_t pos_t          # place of a card in a CardOrder, 0 .. MAX_POSITIONS - 1
ctypedef uint8_t seat_t         # a place that plays cards, 0 .. MAX_PLACES - 1, or NO_PLACE
ctypedef uint16_t move_t        # position + 64 * (suit named + 1); a plain play is its position
ctypedef uint64_t cardset_t     # set of positions, bit k = position k; bit 63 is never a card
ctypedef uint8_t seatset_t      # set of places, bit k = place k
ctypedef uint8_t suitset_t      # set of suits, bit k = suit k

cdef enum:
    CARD_IDS = 68               # four suits of sixteen ranks, JK, JK1, JK2, JK3
    MAX_POSITIONS = 63          # cards in one order
    MAX_PLACES = 6              # places that play cards
    MAX_SUITS = 7               # suits that can be followed
    FREE_SUIT = 7               # block of the free joker; also "no suit named"
    NO_PLACE = 15               # end of a trick, nobody to play
    NO_POSITION = 255           # a card that is not in the order
