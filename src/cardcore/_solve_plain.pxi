# Plain alpha-beta over play_t: for what the pattern table cannot hold. Payoffs that are not monotone, and
# positions with hidden cards. A small cache of exact positions at trick starts is all it remembers.

cdef enum:
    CACHE_BITS = 13

ctypedef struct cached_t:
    cardset_t hand[6]
    uint64_t rest              # leader, tricks won, state of the rules
    int16_t low
    int16_t high

ctypedef struct plain_t:
    work_t w                   # for the budget only
    const setup_t* c
    const int16_t* rank        # rank of the value of each number of counted tricks
    cached_t* cache
    seatset_t side
    seatset_t count


cdef int plain_search(plain_t* f, play_t* s, int won, int alpha, int beta) noexcept nogil:
    """Rank of the value, exact inside the window, a bound outside; -1: stopped."""
    cdef cached_t* e = NULL
    cdef cardset_t legal, tried
    cdef suitset_t suits
    cdef undo_t u
    cdef uint64_t rest = 0, h
    cdef int k, position, named, value, gained, best, low0 = alpha, high0 = beta
    cdef bint wants = (f.side >> s.turn) & 1
    if s.turn == NO_PLACE:
        return f.rank[won]
    f.w.nodes += 1
    if f.w.nodes >= f.w.next_check and look_at_budget(&f.w):
        return -1
    if s.trick == 0 and f.cache != NULL:
        rest = (<uint64_t>won | <uint64_t>s.turn << 8 | <uint64_t>(s.limit == 0) << 12 | <uint64_t>s.suits_led << 16
                | <uint64_t>(s.allow == ~s.limit) << 13 | <uint64_t>s.tricks_done << 24 | <uint64_t>1 << 63)
        h = rest
        for k in range(MAX_PLACES):
            h = (h ^ s.hand[k]) * <uint64_t>0x9E3779B97F4A7C15
            h ^= h >> 31
            # Only the holder of the free joker cares.
            if s.hand[k] & f.c.order.free:
                rest |= <uint64_t>s.failed[k] << 32
        e = &f.cache[(h ^ rest * <uint64_t>0xC2B2AE3D27D4EB4F) >> (64 - CACHE_BITS)]
        if e.rest == rest and memcmp(e.hand, s.hand, sizeof(e.hand)) == 0:
            if e.low >= beta or e.low == e.high:
                return e.low
            if e.high <= alpha:
                return e.high
            if e.low > alpha:
                alpha = e.low
                low0 = alpha
            if e.high < beta:
                beta = e.high
                high0 = beta
    best = -1 if wants else 0x7FFF
    legal = play_legal(s, f.c)
    while legal:
        position = highest(legal)
        tried = equal_cards(f.c, s, position)
        legal &= ~tried
        suits = 1 << FREE_SUIT
        if s.trick == 0 and f.c.order.free & bit(position):
            suits = play_joker_suits(s, f.c)
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            play_save(s, &u, position, named)
            play_push(s, f.c, position, named)
            gained = 1 if s.trick == 0 and (f.count >> s.leader) & 1 else 0
            value = plain_search(f, s, won + gained, alpha, beta)
            play_pop(s, f.c, &u)
            if value < 0:
                return -1
            if wants:
                if value > best:
                    best = value
                if best > alpha:
                    alpha = best
            else:
                if value < best:
                    best = value
                if best < beta:
                    beta = best
            if alpha >= beta:
                legal = 0
                suits = 0
    if e != NULL:
        if e.rest != rest or memcmp(e.hand, s.hand, sizeof(e.hand)) != 0:
            memcpy(e.hand, s.hand, sizeof(e.hand))
            e.rest = rest
            e.low = 0
            e.high = 0x7FFF
        if best > low0 and best > e.low:
            e.low = <int16_t>best
        if best < high0 and best < e.high:
            e.high = <int16_t>best
    return best


cdef int solve_plain(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count,
                     const int16_t* rank, int alpha, int beta, void* cache) noexcept nogil:
    """Rank of the value between ``alpha`` and ``beta``, -1 if stopped; ``cache``: CACHE_BYTES, zeroed, or NULL."""
    cdef plain_t f
    cdef play_t at = s[0]
    cdef int value
    memset(&f, 0, sizeof(f))
    f.w.v = v
    f.w.nodes = v.nodes
    f.w.next_check = v.nodes
    f.c = c
    f.rank = rank
    f.cache = <cached_t*>cache
    f.side = side
    f.count = count
    value = plain_search(&f, &at, 0, alpha, beta)
    v.nodes = f.w.nodes
    return value
