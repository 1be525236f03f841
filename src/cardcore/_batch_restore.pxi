# A pickled batch built again, and looked over: no state that could not be is taken.
#
# A position is taken back to the beginning of its trick and played again by the checked rules; what comes out must be
# what was pickled. Piles are looked at one by one, and random words are made again.

cdef enum:
    GIVEN_PURPOSE = 7              # as in deals.pyx


cdef bint words_are_sound(const batch_t* b, Py_ssize_t i) noexcept nogil:
    """Whether the random stream of a deal is the one its number stands for."""
    cdef rng_t* r = &b.rng[i]
    cdef rng_t again = r[0]
    cdef int k
    if r.key[0] != b.key[0] or r.key[1] != b.key[1] or r.counter[2] != b.deal[i].number or r.counter[1]:
        return False
    if r.counter[3] != 0 and r.counter[3] != GIVEN_PURPOSE:
        return False
    if r.at > RNG_WORDS or r.small_left > 3 or r.small >> (16 * r.small_left) or r.counter[0] & 1:
        return False
    if r.counter[0] == 0:
        return r.at == RNG_WORDS
    again.counter[0] -= 2
    rng_refill(&again)
    for k in range(RNG_WORDS):
        if again.word[k] != r.word[k]:
            return False
    return True


cdef bint piles_are_sound(const setup_t* c, const play_t* s, const deal_t* d, cardset_t seen, cardset_t played,
                          int* sizes) noexcept nogil:
    """Whether every pile lies where it can, in the position before the trick; adds hidden cards to the sizes."""
    cdef cardset_t left = c.over_mask, over, under
    cdef int position, place
    while left:
        position = lowest(left)
        left &= left - 1
        place = c.under_place[position]
        over = bit(position)
        under = bit(c.under[position])
        if place >= c.n_places or not (c.active >> place) & 1 or not under & c.order.all:
            return False
        if seen & over:
            if not s.hand[place] & over or (seen | played) & under:
                return False
            sizes[place] += 1
        elif d.own and not (d.played[place] & over and (s.hand[place] | d.played[place]) & under):
            return False           # both cards of a pile of its own have been here since it began
    return True


cdef bint sizes_are_sound(const setup_t* c, const play_t* s, int* sizes) noexcept nogil:
    """Whether every place can play to every trick it takes part in, from the beginning of this one."""
    cdef uint32_t after = s.after
    cdef int place, first = -1
    while after & 15 != NO_PLACE:
        sizes[after & 15] -= 1
        after >>= 4
    for place in range(c.n_places):
        if (c.active >> place) & 1:
            if first < 0:
                first = sizes[place]
            if sizes[place] != first or first < 0:
                return False
    return True


cdef bint trick_is_sound(const setup_t* c, play_t* at, const play_t* s, const deal_t* d) noexcept nogil:
    """Play the cards on the table again; whether each was legal and the position is what it was."""
    cdef cardset_t card
    cdef int k, place, named
    for k in range(popcount(s.trick)):
        if at.turn == NO_PLACE:
            return False
        card = d.played[at.turn] & s.trick
        if card == 0 or card & (card - 1) or not play_legal(at, c) & card:
            return False
        named = FREE_SUIT
        if k == 0:
            if card & c.order.free:
                named = s.led_suit
                if not (play_joker_suits(at, c) >> named) & 1:
                    return False
            elif s.led_suit != c.order.suit_of[lowest(card)]:
                return False
        play_push(at, c, lowest(card), named)
    for place in range(MAX_PLACES):
        if at.hand[place] != s.hand[place] or at.tricks[place] != s.tricks[place]:
            return False
        if at.failed[place] != s.failed[place]:
            return False
    if s.trick and (at.fresh != s.fresh or at.best != s.best or at.best_place != s.best_place):
        return False
    return (at.trick == s.trick and at.limit == s.limit and at.turn == s.turn and at.leader == s.leader
            and at.suits_led == s.suits_led and at.tricks_done == s.tricks_done)


cdef bint is_sound(batch_t* b, Py_ssize_t i, int n_setups) noexcept nogil:
    """Whether a restored deal is one that could be; what follows from the rest is worked out again."""
    cdef play_t* s = &b.play[i]
    cdef play_t at
    cdef deal_t* d = &b.deal[i]
    cdef const setup_t* c
    cdef cardset_t seen = 0, played = 0
    cdef suitset_t known
    cdef int place, sum_tricks = 0
    cdef int sizes[6]
    if d.setup >= n_setups or d.next_setup >= n_setups or d.next_leader >= MAX_PLACES or d.own > 1:
        return False
    c = &b.setups[d.setup]
    if d.own:
        c = &b.own[i]
    known = <suitset_t>((1 << c.order.n_suits) - 1) | (1 << FREE_SUIT)
    if s.leader >= c.n_places or s.led_suit > FREE_SUIT or s.fresh > 1 or s.best > 63 or s.best_place >= MAX_PLACES:
        return False
    if (s.limit != 0 and s.limit != c.limit) or s.suits_led & ~known:
        return False
    for place in range(MAX_PLACES):
        if place >= c.n_places and (s.hand[place] or s.tricks[place] or s.failed[place] or d.played[place]):
            return False
        if s.hand[place] & seen or s.hand[place] & ~c.order.all or d.played[place] & played or s.failed[place] & ~known:
            return False
        seen |= s.hand[place]
        played |= d.played[place]
        sum_tricks += s.tricks[place]
    if sum_tricks != s.tricks_done or sum_tricks > 63 or played & seen or s.trick & ~played or played & ~c.order.all:
        return False
    if b.winner[i] < -1 or b.winner[i] >= b.places or not words_are_sound(b, i):
        return False
    memset(sizes, 0, sizeof(sizes))
    at = s[0]
    at.trick = 0
    at.after = c.after[1 if sum_tricks else 0][s.leader]
    at.turn = at.after & 15
    if s.trick:
        for place in range(c.n_places):
            at.hand[place] |= d.played[place] & s.trick
            if (d.new >> place) & 1:
                at.failed[place] &= ~<suitset_t>(1 << s.led_suit)
        if s.fresh:
            at.suits_led &= ~<suitset_t>(1 << s.led_suit)
        if d.new & NEW_BROKEN:
            at.limit = c.limit
    if not piles_are_sound(c, &at, d, seen | s.trick, played & ~s.trick, sizes):
        return False
    for place in range(c.n_places):
        sizes[place] += popcount(at.hand[place])
    if s.turn == NO_PLACE:             # over: those who play hold nothing
        for place in range(c.n_places):
            if (c.active >> place) & 1 and sizes[place]:
                return False
        return s.trick == 0
    if at.turn == NO_PLACE or at.hand[at.turn] == 0 or not sizes_are_sound(c, &at, sizes):
        return False
    at.allow = ~at.limit
    if sum_tricks == 0 and at.hand[at.turn] & c.first_card:
        at.allow = c.first_card
    if not trick_is_sound(c, &at, s, d):
        return False
    s.after = at.after
    s.allow = at.allow
    return True


cdef int lay_piles(setup_t* own, piles) except -1:
    """Write the piles of a deal into its setup; raises SetupError where a card lies in two, or under itself."""
    cdef cardset_t taken = own.over_mask | own.under_mask
    if taken:
        raise SetupError("damaged batch: a setup with hidden cards cannot have other piles")
    for pile in piles:
        over, under, place = [index(number) for number in pile]
        if not (0 <= over < own.order.n and 0 <= under < own.order.n and 0 <= place < own.n_places and over != under):
            raise SetupError("damaged batch: a pile names cards or places that are not there")
        if taken & (bit(<int>over) | bit(<int>under)):
            raise SetupError("damaged batch: a card lies in two piles")
        taken |= bit(<int>over) | bit(<int>under)
        own.over_mask |= bit(<int>over)
        own.under_mask |= bit(<int>under)
        own.under[<int>over] = under
        own.under_place[<int>over] = place
    return 0


def _restore(setups, n, options, state):
    """Rebuild a pickled batch, checked."""
    import numpy

    cdef PlayBatch made = PlayBatch(setups, n, **options)
    cdef Py_ssize_t i, k, many = made.b.n
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
    if not isinstance(state, dict) or not {name for name, _ in parts} | {"piles"} <= set(state):
        raise SetupError("damaged batch: parts are missing")
    piles = state["piles"]
    if not isinstance(piles, dict):
        raise SetupError("damaged batch: piles are a dict")
    piles = {index(at): list(found) for at, found in piles.items()}
    if many == 0:
        return made
    if piles and made.b.own == NULL:
        made.b.own = <setup_t*>made.new_memory(many, sizeof(setup_t))
    for k, (name, dtype) in enumerate(parts):
        array = numpy.zeros(many, dtype)
        given = numpy.asarray(state[name])
        if given.shape != (many,) or given.dtype.names != dtype.names:
            raise SetupError(f"damaged batch: {name}")
        array[...] = given
        raw = array.view(numpy.uint8).reshape(-1)
        memcpy(to[k], &raw[0], many * dtype.itemsize)
    dealt = any(made.fits)
    for i in range(many):
        made.b.done[i] = made.b.done[i] != 0
        if made.b.deal[i].setup >= len(made.setups) or (made.b.deal[i].own != 0) != (i in piles):
            raise SetupError(f"damaged batch: deal {i}")
        if made.b.deal[i].own:
            made.b.own[i] = made.b.setups[made.b.deal[i].setup]
            lay_piles(&made.b.own[i], piles[i])
        if not is_sound(&made.b, i, len(made.setups)):
            raise SetupError(f"damaged batch: deal {i}")
        following = made.b.deal[i].next_setup, made.b.deal[i].next_leader
        if following[1] not in made.fits[following[0]] if dealt else following != (0, 0):
            raise SetupError(f"damaged batch: deal {i}, the next of its slot")
        refresh_one(&made.b, i)
    return made
