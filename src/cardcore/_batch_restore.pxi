# A pickled batch built again, and looked over: no state that could not be is taken.


cdef int is_sound(batch_t* b, Py_ssize_t i, int n_setups) noexcept nogil:
    """Whether a restored deal is one that could be; what follows from the rest is worked out again."""
    cdef play_t* s = &b.play[i]
    cdef deal_t* d = &b.deal[i]
    cdef const setup_t* c
    cdef cardset_t seen = 0, played = 0
    cdef int place, on_table = popcount(s.trick), sum_tricks = 0
    if d.setup >= n_setups or d.next_setup >= n_setups or d.next_leader >= MAX_PLACES or d.own > 1:
        return 0
    c = &b.setups[d.setup]
    if d.own:
        c = &b.own[i]
    if s.leader >= c.n_places or s.led_suit > FREE_SUIT or s.fresh > 1 or s.best > 63 or s.best_place >= MAX_PLACES:
        return 0
    if s.limit != 0 and s.limit != c.limit:
        return 0
    for place in range(MAX_PLACES):
        if place >= c.n_places and (s.hand[place] or s.tricks[place]):
            return 0
        if s.hand[place] & seen or s.hand[place] & ~c.order.all or d.played[place] & played:
            return 0
        seen |= s.hand[place]
        played |= d.played[place]
        sum_tricks += s.tricks[place]
    if sum_tricks != s.tricks_done or sum_tricks > 63 or played & seen or s.trick & ~played or played & ~c.order.all:
        return 0
    if s.turn == NO_PLACE:
        return s.trick == 0
    if on_table > MAX_PLACES:
        return 0
    s.after = c.after[1 if sum_tricks else 0][s.leader] >> (4 * on_table)
    if s.after & 15 == NO_PLACE or s.turn != s.after & 15 or s.hand[s.turn] == 0:
        return 0
    if on_table:
        if s.best_place >= c.n_places:
            return 0
        s.allow = c.order.block[s.led_suit]
    else:
        s.allow = ~s.limit
        if sum_tricks == 0 and s.hand[s.turn] & c.first_card:
            s.allow = c.first_card
    return 1


def _restore(setups, n, options, state):
    """Rebuild a pickled batch, checked."""
    import numpy

    cdef PlayBatch made = PlayBatch(setups, n, **options)
    cdef Py_ssize_t i, k
    cdef const uint8_t[::1] raw
    play, deal, rng = dtypes()
    parts = [("play", play), ("deal", deal), ("rng", rng), ("done", numpy.dtype("?")),
             ("winner", numpy.dtype("i1"))]
    cdef void* to[5]
    to[0] = made.b.play
    to[1] = made.b.deal
    to[2] = made.b.rng
    to[3] = made.b.done
    to[4] = made.b.winner
    if n == 0:
        return made
    if state["piles"]:
        if made.b.own == NULL:
            made.b.own = <setup_t*>made.new_memory(n * sizeof(setup_t))
    for k, (name, dtype) in enumerate(parts):
        array = numpy.zeros(n, dtype)
        if state[name].shape != (n,) or state[name].dtype.names != dtype.names:
            raise SetupError("damaged batch")
        array[...] = state[name]
        raw = array.view(numpy.uint8).reshape(-1)
        memcpy(to[k], &raw[0], n * dtype.itemsize)
    for i in range(n):
        made.b.done[i] = made.b.done[i] != 0
        if made.b.deal[i].setup >= len(made.setups):
            raise SetupError("damaged batch")
        if (made.b.deal[i].own != 0) != (i in state["piles"]):
            raise SetupError("damaged batch")
        if made.b.deal[i].own:
            made.b.own[i] = made.b.setups[made.b.deal[i].setup]
            for over, under, place in state["piles"][i]:
                if not (0 <= over < 63 and 0 <= under < 63 and 0 <= place < made.b.own[i].n_places):
                    raise SetupError("damaged batch")
                made.b.own[i].over_mask |= bit(over)
                made.b.own[i].under_mask |= bit(under)
                made.b.own[i].under[<int>over] = under
                made.b.own[i].under_place[<int>over] = place
        if not is_sound(&made.b, i, len(made.setups)):
            raise SetupError("damaged batch")
        if made.b.autoreset and made.b.deal[i].next_leader not in made.fits[made.b.deal[i].next_setup]:
            raise SetupError("damaged batch")
        refresh_one(&made.b, i)
    return made
