# The loops over many deals. This text is compiled into _batch_portable and _batch_wide with different flags.
#
# Each loop goes through the deals from ``low`` to ``high`` once and writes every row of the caller's arrays as it
# comes by, while the position is at hand. Nothing here fails: what it is given has been checked.

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cpython.pycapsule cimport PyCapsule_New

from cardcore.deals cimport (
    N_FIELDS, NEW_BROKEN, NO_ACTION, batch_kernels_t, batch_t, deal_t, outs_t, plan_t,
)
from cardcore.bits cimport WIDE, bit, check as holds, lowest, popcount, select
from cardcore.play cimport play_joker_suits, play_legal, play_t, play_turn_up, setup_t
from cardcore.rng cimport rng_shuffle, rng_small, rng_small_from, rng_start, rng_t
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t, suitset_t


cdef inline const setup_t* setup_of(const batch_t* b, Py_ssize_t i) noexcept nogil:
    """The setup a deal is played with."""
    if b.deal[i].own:
        return &b.own[i]
    return &b.setups[b.deal[i].setup]


cdef inline uint32_t pick(uint32_t yes, uint32_t a, uint32_t b) noexcept nogil:
    """``a`` if ``yes`` is 1, ``b`` if it is 0, without a branch."""
    return b ^ ((a ^ b) & (0 - yes))


cdef inline cardset_t push(play_t* s, deal_t* d, const setup_t* c, int position, uint32_t suit) noexcept nogil:
    """``play_push`` with the cards each place has played; returns what a place without the free joker may play next.

    Where a deal is in its trick is mostly the same as in its neighbours, or at least as it was a few deals ago:
    branches on it are foretold well. Which card it is never is, so no branch depends on it. ``suit`` is that of the
    card, or the one named.
    """
    cdef cardset_t card = bit(position), trick = s.trick, allow, hand
    cdef uint32_t place = s.turn, after = s.after >> 4, best
    cdef uint32_t missed, better
    holds(s.turn < MAX_PLACES and (play_legal(s, c) & card) != 0)
    s.hand[place] ^= card
    d.played[place] |= card
    if trick == 0:
        allow = c.order.block[suit]
        s.led_suit = <uint8_t>suit
        s.fresh = not (s.suits_led >> suit) & 1
        s.suits_led |= <uint8_t>(1 << suit)
        s.best = <uint8_t>position
        best = place
        d.new = 0
    else:
        suit = s.led_suit
        allow = s.allow
        missed = ((card & allow) == 0) & (~(<uint32_t>s.failed[place] >> suit) & 1)
        s.failed[place] |= <uint8_t>(missed << suit)
        d.new |= <uint8_t>(missed << place)
        better = ((card & (allow | c.order.trump)) != 0) & (<uint32_t>position > s.best)
        s.best = <uint8_t>pick(better, position, s.best)
        best = pick(better, place, s.best_place)
    s.best_place = <uint8_t>best
    if card & s.limit:
        s.limit = 0
        d.new |= NEW_BROKEN
    trick |= card
    place = after & 15
    if place == NO_PLACE:
        if trick & c.over_mask:
            play_turn_up(s, c, trick)
        place = best
        trick = 0
        s.tricks[place] += 1
        s.tricks_done += 1
        s.leader = <uint8_t>place
        after = c.after[1][place]
        allow = ~s.limit
        hand = s.hand[place]
        s.turn = <uint8_t>(place if hand else NO_PLACE)
    else:
        hand = s.hand[place]
        s.turn = <uint8_t>place
    s.trick = trick
    s.allow = allow
    s.after = after
    allow &= hand
    return allow | (hand & (0 - <cardset_t>(allow == 0)))


cdef inline void refresh(batch_t* b, Py_ssize_t i, const setup_t* c) noexcept nogil:
    """Write down what may be played next, after dealing."""
    cdef const play_t* s = &b.play[i]
    b.names[i] = 0
    b.legal[i] = 0
    b.turn[i] = -1
    if s.turn != NO_PLACE:
        b.turn[i] = <int8_t>s.turn
        b.legal[i] = play_legal(s, c)
        if s.trick == 0 and s.hand[s.turn] & c.order.free:
            b.names[i] = play_joker_suits(s, c)


cdef inline cardset_t joker_legal(const play_t* s, const setup_t* c, cardset_t legal, suitset_t* names) noexcept nogil:
    """What may be played next, and the suits a free joker that may be led may name, from what ``push`` returned."""
    names[0] = 0
    if s.turn != NO_PLACE and s.hand[s.turn] & c.order.free:
        if s.trick == 0:
            names[0] = play_joker_suits(s, c)
        return play_legal(s, c)
    return legal


# ---- dealing -----------------------------------------------------------------------------------------


cdef void deal_one(batch_t* b, Py_ssize_t i) noexcept nogil:
    """Deal the deal whose number stands in its slot, with the setup and the leader that stand there."""
    cdef deal_t* d = &b.deal[i]
    cdef play_t* s = &b.play[i]
    cdef rng_t* r = &b.rng[i]
    cdef const plan_t* p
    cdef const setup_t* c
    cdef setup_t* o
    cdef uint8_t pack[64]
    cdef cardset_t held, hidden = 0
    cdef int k = 0, run, over, under
    d.setup = d.next_setup
    d.own = 0
    d.new = 0
    memset(d.played, 0, sizeof(d.played))
    c = &b.setups[d.setup]
    p = &b.plans[d.setup]
    rng_start(r, b.key[0], b.key[1], d.number, 0)
    memcpy(pack, p.position, sizeof(pack))
    rng_shuffle(r, pack, p.pack_size)
    memset(s, 0, sizeof(play_t))
    if p.piles:
        o = &b.own[i]
        o[0] = c[0]
        o.over_mask = 0
        o.under_mask = 0
        for run in range(p.piles):
            over = pack[p.over[run]]
            under = pack[p.under[run]]
            o.over_mask |= bit(over)
            o.under_mask |= bit(under)
            o.under[over] = <uint8_t>under
            o.under_place[over] = p.pile_place[run]
        hidden = o.under_mask
        d.own = 1
        c = o
    for run in range(p.runs):
        held = 0
        while k < p.run_end[run]:
            held |= bit(pack[k])
            k += 1
        if p.run_place[run] != NO_PLACE:
            s.hand[p.run_place[run]] |= held & ~hidden
    s.limit = c.limit
    s.leader = d.next_leader
    s.turn = d.next_leader
    s.after = c.after[0][s.turn]
    s.allow = ~s.limit
    if s.hand[s.turn] & c.first_card:
        s.allow = c.first_card


cdef void deal_next(batch_t* b, Py_ssize_t i) noexcept nogil:
    """Deal the next number of a slot."""
    b.deal[i].number += b.stride
    deal_one(b, i)


cdef void deal(batch_t* b, Py_ssize_t low, Py_ssize_t high, const uint8_t* which) noexcept nogil:
    """Deal in the slots where ``which`` is not 0."""
    cdef Py_ssize_t i
    for i in range(low, high):
        if which[i]:
            deal_one(b, i)
            refresh(b, i, setup_of(b, i))
            b.done[i] = 0
            b.winner[i] = -1


# ---- stepping ----------------------------------------------------------------------------------------


cdef Py_ssize_t check(
    batch_t* b, Py_ssize_t low, Py_ssize_t high, const int16_t* actions, uint8_t* illegal
) noexcept nogil:
    """Copy the actions to the batch and look whether each is legal.

    Returns the first index with an illegal one, -1 if there is none. With ``illegal``, illegal ones are marked
    there and left out instead.
    """
    cdef Py_ssize_t i, first = -1
    cdef int action, cards = b.cards
    cdef cardset_t legal
    cdef suitset_t named
    cdef bint ok
    # Copied before they are looked at: the caller may still change his array.
    memcpy(&b.action[low], &actions[low], (high - low) * sizeof(int16_t))
    for i in range(low, high):
        action = b.action[i]
        named = b.names[i] & 0x7F
        if named == 0:
            ok = (action >= 0) & (action < cards) & ((b.legal[i] >> (action & 63)) & 1)
        elif action >= cards:
            ok = action - cards < FREE_SUIT and (named >> (action - cards)) & 1
        else:
            legal = b.legal[i] & ~setup_of(b, i).order.free
            ok = action >= 0 and (legal >> (action & 63)) & 1
        ok |= action == NO_ACTION
        b.action[i] = <int16_t>(action if ok else NO_ACTION)
        if illegal != NULL:
            illegal[i] = not ok
        elif not ok:
            if first < 0:
                first = i
    return first


cdef Py_ssize_t step(batch_t* whole, Py_ssize_t low, Py_ssize_t high, const outs_t* given) noexcept nogil:
    """Play the checked actions; returns how many deals ended."""
    cdef outs_t out = given[0]
    cdef batch_t own = whole[0]        # a copy nobody else writes to: its fields stay in registers
    cdef batch_t* b = &own
    cdef Py_ssize_t i, ended = 0, safe = high - tail(b)
    cdef const setup_t* c
    cdef play_t* s
    cdef cardset_t legal
    cdef suitset_t names
    cdef int action, winner, suit
    cdef bint done
    for i in range(low, high):
        action = b.action[i]
        c = setup_of(b, i)
        s = &b.play[i]
        winner = -1
        done = False
        if action >= 0:
            if action < b.cards:
                suit = c.order.suit_of[action]
            else:
                suit = action - b.cards
                action = lowest(c.order.free)
            legal = push(s, &b.deal[i], c, action, suit)
            names = 0
            if c.order.free:
                legal = joker_legal(s, c, legal, &names)
            winner = s.leader if s.trick == 0 else -1
            done = s.turn == NO_PLACE
            b.legal[i] = legal
            b.names[i] = names
            b.turn[i] = -1 if done else <int8_t>s.turn
        b.winner[i] = <int8_t>winner
        b.done[i] = done
        if out.tricks != NULL:
            memcpy(&out.tricks[i * b.places], s.tricks, b.places)
        if done:
            ended += 1
            if b.autoreset:
                deal_next(whole, i)
                c = setup_of(b, i)
                refresh(b, i, c)
        if out.rewards != NULL:
            memset(&out.rewards[i * b.places], 0, b.places * sizeof(float))
            if winner >= 0:
                out.rewards[i * b.places + winner] = 1
        write_row(b, i, c, &out, i >= safe)
    return ended


cdef Py_ssize_t walk(batch_t* b, Py_ssize_t low, Py_ssize_t high, uint64_t count, const outs_t* given) noexcept nogil:
    """Play ``count`` random cards in every deal, or fewer where it ends; returns how many deals ended.

    Each deal draws from its own stream, as a playout does.
    """
    cdef outs_t out = given[0]
    cdef Py_ssize_t i, ended = 0, safe = high - tail(b)
    cdef const setup_t* c
    cdef play_t* s
    cdef rng_t* r
    cdef cardset_t legal
    cdef suitset_t names
    cdef uint64_t left
    cdef float won[6]
    cdef int position, suit, winner, k
    cdef bint done
    for i in range(low, high):
        c = setup_of(b, i)
        s = &b.play[i]
        r = &b.rng[i]
        winner = -1
        done = False
        memset(won, 0, sizeof(won))
        left = count
        legal = b.legal[i]
        names = b.names[i]
        while left and legal:
            left -= 1
            position = select(legal, <int>rng_small(r, popcount(legal)))
            suit = c.order.suit_of[position]
            if names and c.order.free & bit(position):
                suit = select(names, <int>rng_small(r, popcount(names)))
            legal = push(s, &b.deal[i], c, position, suit)
            names = 0
            if c.order.free:
                legal = joker_legal(s, c, legal, &names)
            winner = s.leader if s.trick == 0 else -1
            if winner >= 0:
                won[winner] += 1
            if legal == 0:
                done = True
                ended += 1
                if b.autoreset:
                    if out.tricks != NULL:
                        memcpy(&out.tricks[i * b.places], s.tricks, b.places)
                    deal_next(b, i)
                    c = setup_of(b, i)
                    refresh(b, i, c)
                    legal = b.legal[i]
                    names = b.names[i]
        b.winner[i] = <int8_t>winner
        b.done[i] = done
        b.legal[i] = legal
        b.names[i] = names
        b.turn[i] = -1 if legal == 0 else <int8_t>s.turn
        if out.tricks != NULL and not (done and b.autoreset):
            memcpy(&out.tricks[i * b.places], s.tricks, b.places)
        if out.rewards != NULL:
            for k in range(b.places):
                out.rewards[i * b.places + k] = won[k]
        write_row(b, i, c, &out, i >= safe)
    return ended


cdef void look(batch_t* b, Py_ssize_t low, Py_ssize_t high, const outs_t* given) noexcept nogil:
    """Write rows without playing."""
    cdef outs_t out = given[0]
    cdef Py_ssize_t i, safe = high - tail(b)
    for i in range(low, high):
        if out.tricks != NULL:
            memcpy(&out.tricks[i * b.places], b.play[i].tricks, b.places)
        write_row(b, i, setup_of(b, i), &out, i >= safe)


cdef void choose(const batch_t* b, rng_t* r, int16_t* actions) noexcept nogil:
    """A uniformly chosen legal card for every deal, NO_ACTION where it is over; one stream for all."""
    cdef Py_ssize_t i
    cdef cardset_t legal
    cdef suitset_t names
    cdef uint64_t small = r.small
    cdef uint32_t left = r.small_left
    cdef int action
    for i in range(b.n):
        legal = b.legal[i]
        if legal == 0:
            actions[i] = NO_ACTION
            continue
        action = select(legal, <int>rng_small_from(r, &small, &left, popcount(legal)))
        names = b.names[i] & 0x7F
        if names and bit(action) & setup_of(b, i).order.free:
            action = b.cards + select(names, <int>rng_small_from(r, &small, &left, popcount(names)))
        actions[i] = <int16_t>action
    r.small = small
    r.small_left = left


include "_batch_look.pxi"


cdef batch_kernels_t _table
_table.wide = WIDE
_table.check = check
_table.step = step
_table.walk = walk
_table.deal = deal
_table.look = look
_table.choose = choose

TABLE = PyCapsule_New(<void*>&_table, "cardcore.batch_kernels", NULL)
