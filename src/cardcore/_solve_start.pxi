# From play_t to the form of the search, and the sequence of questions that finds the value.


cdef void lay_out_shape(work_t* w) noexcept nogil:
    """Give the number of cards of each suit in each hand its bits of the two words of the shape.

    Depends on the setup only, so that the table can be kept. Where the numbers do not fit, which no real game
    needs, 128-bit multipliers take the place of the bits: unequal shapes collide with probability 2**-128 then.
    """
    cdef const setup_t* c = w.c
    cdef uint64_t a, b, seed = 0x243F6A8885A308D3
    cdef int most = 0, places = 0, width, room0 = 64, room1 = 44, place, suit, fits = 1, need
    for place in range(MAX_PLACES):
        places += (w.active >> place) & 1
    for suit in range(c.order.n_suits):
        if popcount(c.order.block[suit]) > most:
            most = popcount(c.order.block[suit])
    if most > c.order.n // places + 1:
        most = c.order.n // places + 1
    width = 4 if most < 16 else 5
    memset(w.unit, 0, sizeof(w.unit))
    for place in range(MAX_PLACES):
        if not (w.active >> place) & 1:
            continue
        for suit in range(8):
            if c.order.block[suit] == 0:
                continue
            need = 1 if suit == FREE_SUIT else width
            if room0 >= need:
                room0 -= need
                w.unit[place][suit][0] = <uint64_t>1 << room0
            elif room1 >= need:
                room1 -= need
                w.unit[place][suit][1] = <uint64_t>1 << (20 + room1)
            else:
                fits = 0
    if fits:
        return
    for place in range(MAX_PLACES):
        for suit in range(8):
            # splitmix64 (G. Steele and others, 2014)
            seed += <uint64_t>0x9E3779B97F4A7C15
            a = seed
            a = (a ^ (a >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
            a = (a ^ (a >> 27)) * <uint64_t>0x94D049BB133111EB
            seed += <uint64_t>0x9E3779B97F4A7C15
            b = seed
            b = (b ^ (b >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
            b = (b ^ (b >> 27)) * <uint64_t>0x94D049BB133111EB
            w.unit[place][suit][0] = a ^ (a >> 31)
            w.unit[place][suit][1] = b ^ (b >> 31)


cdef void start_work(work_t* w, solver_t* v, const setup_t* c, const play_t* s, seatset_t side,
                     seatset_t count) noexcept nogil:
    """The position of ``s`` in the form of the search."""
    cdef int place, suit, n
    cdef uint32_t rest
    cdef seatset_t played
    memset(w.killer, -1, sizeof(w.killer))
    w.c = c
    w.v = v
    w.block_of = v.block_of
    w.features = v.features
    w.active = c.active
    w.side = side & c.active
    w.count = count & c.active
    w.aligned = w.side == w.count
    w.averse = w.side == (c.active & ~w.count)
    w.planes = 3 if c.n_places > 4 else 2
    w.trump = c.order.trump
    w.trick = s.trick
    w.allow = s.allow
    w.limit = s.limit
    w.all = s.trick
    w.key0 = 0
    w.key1 = 0
    w.best = s.best
    w.best_place = s.best_place
    w.turn_count = popcount(s.trick)
    w.led_suit = s.led_suit
    w.fresh = s.fresh
    w.suits_led = s.suits_led
    w.free = 0
    w.holder = NO_PLACE
    w.failed = 0
    w.nodes = v.nodes
    w.next_check = v.nodes
    w.left = popcount(s.hand[s.turn])
    lay_out_shape(w)
    for place in range(MAX_PLACES):
        w.behind[place] = c.active
    for place in range(MAX_PLACES):
        if not (c.active >> place) & 1:
            continue
        rest = c.after[1][place]
        played = 0
        while rest & 15 != NO_PLACE:
            n = rest & 15
            if n != place:
                w.behind[n] &= played
            played |= <seatset_t>(1 << n)
            rest >>= 4
    for place in range(MAX_PLACES):
        w.hand[place] = s.hand[place] if (c.active >> place) & 1 else 0
        w.all |= w.hand[place]
        for suit in range(8):
            n = popcount(w.hand[place] & c.order.block[suit])
            w.key0 += n * w.unit[place][suit][0]
            w.key1 += n * w.unit[place][suit][1]
        if w.hand[place] & c.order.free:
            w.free = c.order.free
            w.holder = place
            w.failed = s.failed[place]


cdef int solve(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int target,
               int guess, bounds_t* out) noexcept nogil:
    """Bounds of the tricks to come for ``count``; exact unless stopped, one sided for a target (-1: none).

    Trusts its caller: the play is not over, there are no hidden cards, the solver is ready for this setup.
    ``guess`` is where to begin, -1 for nowhere special. Returns the solver's status.
    """
    cdef work_t w
    cdef cardset_t rel = 0
    cdef int low = 0, high, need, result, plain
    start_work(&w, v, c, s, side, count)
    v.status = SOLVER_DONE
    high = w.left
    # A first trick of its own kind is searched without bounds and table.
    plain = s.trick == 0 and s.after == c.after[1][s.turn] and s.allow == ~s.limit
    if guess < 0:
        guess = first_guess(&w, s.turn)
    need = guess
    if target >= 0:
        if target <= 0 or target > high:
            low = 0
            out.low = low
            out.high = high
            return v.status
        need = target
    while low < high:
        if need <= low:
            need = low + 1
        elif need > high:
            need = high
        if s.trick:
            result = follow(&w, s.after, need, &rel)
        elif plain:
            result = search(&w, s.turn, need, &rel)
        else:
            result = lead(&w, s.after, need, &rel)
        if result < 0:
            break
        if result:
            low = need
            need += 1
        else:
            high = need - 1
            need -= 1
        if target >= 0:
            break
    v.nodes = w.nodes
    out.low = low
    out.high = high
    return v.status
