# The hot loops. This text is compiled into _kernels_portable and _kernels_wide with different flags;
# the inline functions of the .pxd files follow the flags of the module that includes them.

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.pycapsule cimport PyCapsule_New

from cardcore.bits cimport WIDE, bit, highest, lowest, popcount, select
from cardcore.kernels cimport deals_t, kernels_t
from cardcore.play cimport (
    play_count_moves, play_joker_suits, play_legal, play_pop, play_push, play_save, play_t, setup_t, undo_t,
)
from cardcore.rng cimport rng_shuffle, rng_small, rng_small_from, rng_start, rng_t
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t, suitset_t


cdef inline int pick(cardset_t legal, rng_t* r) noexcept nogil:
    """A uniformly chosen position; draws also where there is only one, which is faster than asking."""
    return select(legal, <int>rng_small(r, popcount(legal)))


cdef inline void playout_move(play_t* s, const setup_t* c, rng_t* r) noexcept nogil:
    """Play one uniformly chosen card; a led free joker names a uniformly chosen suit."""
    cdef int position = pick(play_legal(s, c), r)
    cdef suitset_t suits
    cdef int named = FREE_SUIT
    if s.trick == 0 and c.order.free & bit(position):
        suits = play_joker_suits(s, c)
        named = select(suits, <int>rng_small(r, popcount(suits)))
    play_push(s, c, position, named)


cdef void playout(play_t* s, const setup_t* c, rng_t* r) noexcept nogil:
    """Play uniformly chosen cards to the end; only ``tricks`` of the result is meant to be read.

    Where no free joker and no hidden card can be met, suits led and failed decide nothing, and whole tricks
    are played in local variables. The choices are those of the general loop, draw for draw.
    """
    cdef cardset_t hand[6]
    cdef cardset_t limit, legal, card, able, block, trick
    cdef uint8_t owner[64]
    cdef uint32_t after
    cdef int place, position, best, k
    cdef uint64_t small
    cdef uint32_t left
    if c.order.free or c.over_mask:
        while s.turn != NO_PLACE:
            playout_move(s, c, r)
        return
    while s.trick or (s.turn != NO_PLACE and s.tricks_done == 0):
        playout_move(s, c, r)
    if s.turn == NO_PLACE:
        return
    for k in range(MAX_PLACES):
        hand[k] = s.hand[k]
    small = r.small
    left = r.small_left
    limit = s.limit
    place = s.turn
    while hand[place]:
        after = c.after[1][place] >> 4
        legal = hand[place] & ~limit
        legal = legal if legal else hand[place]
        best = select(legal, <int>rng_small_from(r, &small, &left, popcount(legal)))
        owner[best] = <uint8_t>place
        card = bit(best)
        trick = card
        hand[place] ^= card
        limit = limit if card & limit == 0 else 0
        block = c.order.block[c.order.suit_of[best]]
        able = block | c.order.trump
        place = after & 15
        while place != NO_PLACE:
            legal = hand[place] & block
            legal = legal if legal else hand[place]
            position = select(legal, <int>rng_small_from(r, &small, &left, popcount(legal)))
            card = bit(position)
            hand[place] ^= card
            limit = limit if card & limit == 0 else 0
            trick |= card
            owner[position] = <uint8_t>place
            after >>= 4
            place = after & 15
        place = owner[highest(trick & able)]
        s.tricks[place] += 1
    for k in range(MAX_PLACES):
        s.hand[k] = hand[k]
    s.turn = NO_PLACE
    r.small = small
    r.small_left = left


cdef void deal_and_play(const setup_t* c, const deals_t* d, uint64_t* tricks) noexcept nogil:
    """Deal and play out many random deals; add the tricks won to ``tricks``, one number for each place."""
    cdef play_t start, s
    cdef rng_t r
    cdef uint8_t pack[64]
    cdef uint64_t number
    cdef cardset_t held
    cdef int k, run
    memset(&start, 0, sizeof(start))
    start.limit = c.limit
    start.allow = ~c.limit
    start.after = c.after[0][d.leader]
    start.turn = <uint8_t>d.leader
    start.leader = <uint8_t>d.leader
    for number in range(d.first, d.first + d.count):
        s = start
        rng_start(&r, d.key[0], d.key[1], number, 0)
        memcpy(pack, d.position, sizeof(pack))
        rng_shuffle(&r, pack, d.pack_size)
        k = 0
        for run in range(d.runs):
            held = 0
            while k < d.run_end[run]:
                held |= bit(pack[k])
                k += 1
            if d.run_place[run] != NO_PLACE:
                s.hand[d.run_place[run]] |= held
        if s.hand[d.leader] == 0:
            s.turn = NO_PLACE
        if s.hand[d.leader] & c.first_card:
            s.allow = c.first_card
        playout(&s, c, &r)
        for k in range(c.n_places):
            tricks[k] += s.tricks[k]


cdef uint64_t perft(play_t* s, const setup_t* c, int depth) noexcept nogil:
    """Number of sequences of ``depth`` moves; a play that ends sooner counts once."""
    cdef cardset_t legal, rest
    cdef suitset_t suits
    cdef undo_t u
    cdef uint64_t total = 0
    cdef int position, named
    if depth == 0 or s.turn == NO_PLACE:
        return 1
    if depth == 1:
        return play_count_moves(s, c)
    legal = play_legal(s, c)
    rest = legal
    while rest:
        position = lowest(rest)
        rest &= rest - 1
        suits = 1 << FREE_SUIT
        if s.trick == 0 and c.order.free & bit(position):
            suits = play_joker_suits(s, c)
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            play_save(s, &u, position, named)
            play_push(s, c, position, named)
            total += perft(s, c, depth - 1)
            play_pop(s, c, &u)
    return total


cdef kernels_t _table
_table.wide = WIDE
_table.playout = playout
_table.deal_and_play = deal_and_play
_table.perft = perft

TABLE = PyCapsule_New(<void*>&_table, "cardcore.kernels", NULL)
