# What a step writes into the caller's arrays: masks and observations as bytes.
#
# A row of bytes is written from its first byte to its last in whole words of eight, so that a word may reach
# past the end of its field: what it spills is overwritten by what comes after. Only the last rows of a loop have
# nothing after them; they are put together elsewhere and copied.

cdef extern from *:
    """
    #ifndef CARDCORE_PUT_H
    #define CARDCORE_PUT_H
    #include <string.h>
    /* Eight bytes, the lowest first. */
    CARDCORE_INLINE void cardcore_put(uint8_t* to, uint64_t w) {
        w = cardcore_lowest_first(w);
        memcpy(to, &w, 8);
    }
    /* The bits of the lowest byte as bytes of 0 and 1; a table, which is faster than pdep. */
    static uint64_t cardcore_spread[256];
    CARDCORE_INLINE uint64_t cardcore_bytes_of(uint64_t mask) { return cardcore_spread[mask & 255]; }
    static void cardcore_fill_spread(void) {
        int byte, bit;
        for (byte = 0; byte < 256; byte++)
            for (bit = 0; bit < 8; bit++)
                if (byte >> bit & 1) cardcore_spread[byte] |= UINT64_C(1) << (8 * bit);
    }
    #endif
    """
    void put "cardcore_put"(uint8_t* to, uint64_t w) noexcept nogil
    uint64_t bytes_of "cardcore_bytes_of"(uint64_t mask) noexcept nogil
    void fill_spread "cardcore_fill_spread"() noexcept nogil


cdef enum:
    # The fields of observation.FIELDS, in that order.
    F_HAND
    F_LEGAL
    F_TRICK
    F_SEEN
    F_TABLE
    F_PLAYED
    F_GONE
    F_OPEN
    F_NAMES
    F_LED
    F_SUITS_LED
    F_FAILED
    F_TURN
    F_LEADER
    F_BEST
    F_TRICKS
    F_SIZES
    F_FINISHED
    F_BROKEN
    F_SETUP
    F_PLACE
    F_HANDS
    F_END

cdef uint8_t ORDER[7][6][8]            # for a number of places, the places beginning with the one that looks
cdef uint8_t BACK[7][6][16]            # and where each place stands among them

for _many in range(2, 7):
    for _viewer in range(_many):
        for _k in range(_many):
            ORDER[_many][_viewer][_k] = (_viewer + _k) % _many
            BACK[_many][_viewer][(_viewer + _k) % _many] = _k
fill_spread()
assert <int>F_END == <int>N_FIELDS


cdef inline Py_ssize_t tail(const batch_t* b) noexcept nogil:
    """How many rows at the end of a loop could spill past the end of the caller's array."""
    cdef int least = b.cards + b.suits
    if b.width and b.width < least:
        least = b.width
    return 1 + 16 // least


cdef inline uint8_t* spread(uint8_t* to, cardset_t mask, int length) noexcept nogil:
    """Write a mask as bytes of 0 and 1; returns the end. Up to fifteen bytes behind it are lost."""
    cdef int k = 0
    while k < length:
        put(to + k, bytes_of(mask))
        put(to + k + 8, bytes_of(mask >> 8))
        mask >>= 16
        k += 16
    return to + length


cdef inline uint64_t number_bytes(cardset_t ones, cardset_t twos, cardset_t fours) noexcept nogil:
    """Eight numbers of three bits, given bit by bit."""
    return bytes_of(ones) + (bytes_of(twos) << 1) + (bytes_of(fours) << 2)


cdef inline uint8_t* spread_numbers(
    uint8_t* to, cardset_t ones, cardset_t twos, cardset_t fours, int length
) noexcept nogil:
    """Write numbers of three bits, given bit by bit, as ``spread`` does."""
    cdef int k = 0
    while k < length:
        put(to + k, number_bytes(ones, twos, fours))
        put(to + k + 8, number_bytes(ones >> 8, twos >> 8, fours >> 8))
        ones >>= 16
        twos >>= 16
        fours >>= 16
        k += 16
    return to + length


cdef inline uint8_t* zeros(uint8_t* to, int length) noexcept nogil:
    """Write zeros; returns the end. Up to fifteen bytes behind it are lost."""
    cdef int k = 0
    while k < length:
        memset(to + k, 0, 16)
        k += 16
    return to + length


cdef void observe(const batch_t* b, Py_ssize_t i, const setup_t* c, int viewer, uint8_t* to) noexcept nogil:
    """Write one observation; up to fifteen bytes behind it are lost."""
    cdef const play_t* s = &b.play[i]
    cdef const deal_t* d = &b.deal[i]
    cdef uint32_t wanted = b.wanted
    cdef int many = c.n_places, cards = b.cards, places = b.places
    cdef int k
    cdef uint64_t word
    cdef cardset_t gone = 0, ones, twos, fours
    cdef suitset_t sees
    cdef const uint8_t* order
    cdef const uint8_t* back
    if viewer < 0 or viewer >= many:
        memset(to, 0, b.width)
        return
    order = &ORDER[many][viewer][0]
    back = &BACK[many][viewer][0]
    if wanted & (1 << F_HAND):
        to = spread(to, s.hand[viewer], cards)
    if wanted & (1 << F_LEGAL):
        to = spread(to, b.legal[i] if s.turn == viewer else 0, cards)
    if wanted & (1 << F_TRICK):
        to = spread(to, s.trick, cards)
    if wanted & (1 << F_SEEN):
        ones = d.played[viewer]
        twos = 0
        fours = 0
        for k in range(1, many):
            gone = d.played[order[k]]
            ones |= gone & (0 - <cardset_t>((k + 1) & 1))
            twos |= gone & (0 - <cardset_t>(((k + 1) >> 1) & 1))
            fours |= gone & (0 - <cardset_t>((k + 1) >> 2))
        to = spread_numbers(to, ones, twos, fours, cards)
    if wanted & (1 << F_TABLE):
        zeros(to, places * cards)
        for k in range(many):
            gone = d.played[order[k]] & s.trick
            if gone:
                to[k * cards + lowest(gone)] = 1
        to += places * cards
    if wanted & (1 << F_PLAYED):
        for k in range(many):
            to = spread(to, d.played[order[k]] & ~s.trick, cards)
        to = zeros(to, (places - many) * cards)
    if wanted & (1 << F_GONE):
        gone = 0
        for k in range(many):
            gone |= d.played[k]
        to = spread(to, gone & ~s.trick, cards)
    if wanted & (1 << F_OPEN):
        sees = b.sees[d.setup * MAX_PLACES + viewer]
        if sees:
            for k in range(many):
                to = spread(to, s.hand[order[k]] if (sees >> order[k]) & 1 else 0, cards)
            to = zeros(to, (places - many) * cards)
        else:
            to = zeros(to, places * cards)
    if wanted & (1 << F_NAMES):
        put(to, bytes_of(b.names[i]) if s.turn == viewer else 0)
        to += 8
    if wanted & (1 << F_LED):
        put(to, <uint64_t>1 << (8 * s.led_suit) if s.trick else 0)
        to += 8
    if wanted & (1 << F_SUITS_LED):
        put(to, bytes_of(s.suits_led))
        to += 8
    if wanted & (1 << F_FAILED):
        for k in range(many):
            put(to + 8 * k, bytes_of(s.failed[order[k]]))
        for k in range(many, places):
            put(to + 8 * k, 0)
        to += 8 * places
    if wanted & (1 << F_TURN):
        put(to, 0 if s.turn == NO_PLACE else <uint64_t>1 << (8 * back[s.turn]))
        to += places
    if wanted & (1 << F_LEADER):
        put(to, 0 if s.turn == NO_PLACE else <uint64_t>1 << (8 * back[s.leader]))
        to += places
    if wanted & (1 << F_BEST):
        put(to, <uint64_t>1 << (8 * back[s.best_place]) if s.trick else 0)
        to += places
    if wanted & (1 << F_TRICKS):
        word = 0
        for k in range(many):
            word |= <uint64_t>s.tricks[order[k]] << (8 * k)
        put(to, word)
        to += places
    if wanted & (1 << F_SIZES):
        word = 0
        for k in range(many):
            word |= <uint64_t>popcount(s.hand[order[k]]) << (8 * k)
        put(to, word)
        to += places
    if wanted & (1 << F_FINISHED):
        to[0] = s.tricks_done
        to += 1
    if wanted & (1 << F_BROKEN):
        to[0] = s.limit == 0
        to += 1
    if wanted & (1 << F_SETUP):
        to[0] = <uint8_t>(d.setup if d.setup < 255 else 255)
        to += 1
    if wanted & (1 << F_PLACE):
        to[0] = <uint8_t>viewer
        to += 1
    if wanted & (1 << F_HANDS):
        for k in range(many):
            to = spread(to, s.hand[order[k]], cards)
        zeros(to, (places - many) * cards)


cdef inline void actions_mask(const batch_t* b, Py_ssize_t i, const setup_t* c, uint8_t* to) noexcept nogil:
    """Write a byte for each action; up to fifteen bytes behind the row are lost."""
    cdef suitset_t names = b.names[i] & 0x7F
    to = spread(to, b.legal[i] & ~c.order.free if names else b.legal[i], b.cards)
    if b.suits:
        spread(to, names, b.suits)


cdef void whole_row(const batch_t* b, Py_ssize_t i, const setup_t* c, const outs_t* out, int viewer) noexcept nogil:
    """A row at the end of a loop, with nothing written behind its end."""
    cdef uint8_t row[2048]
    if out.mask != NULL:
        actions_mask(b, i, c, row)
        memcpy(&out.mask[i * (b.cards + b.suits)], row, b.cards + b.suits)
    if out.observation != NULL:
        observe(b, i, c, viewer, row)
        memcpy(&out.observation[i * b.width], row, b.width)


cdef inline void write_row(
    const batch_t* b, Py_ssize_t i, const setup_t* c, const outs_t* out, bint last
) noexcept nogil:
    """Write what the caller wants to know of a deal."""
    cdef int viewer
    if out.legal != NULL:
        out.legal[i] = b.legal[i]
    if out.names != NULL:
        out.names[i] = b.names[i]
    if out.turn != NULL:
        out.turn[i] = b.turn[i]
    if out.done != NULL:
        out.done[i] = b.done[i]
    if out.winner != NULL:
        out.winner[i] = b.winner[i]
    if out.mask == NULL and out.observation == NULL:
        return
    viewer = b.turn[i] if out.seats == NULL else out.seats[i]
    if last:
        whole_row(b, i, c, out, viewer)
        return
    if out.mask != NULL:
        actions_mask(b, i, c, &out.mask[i * (b.cards + b.suits)])
    if out.observation != NULL:
        observe(b, i, c, viewer, &out.observation[i * b.width])
