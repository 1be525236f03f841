# The search. This text is compiled into _solve_portable and _solve_wide with different flags.
#
# A question is boolean: can `side` make at least `need` of the tricks still to come fall to `count`? Every
# answer comes with its relevance: a set of cards such that the answer is the same wherever the shape
# (_solve_table.pxi) is the same and, in each suit, the cards from the lowest relevant one upwards are in the
# same hands. Relevance starts where a trick is won by rank over another card of the same suit and is passed up
# to the parent. Answers: 1 yes, 0 no, -1 stopped.
#
# The method is partition search (M. Ginsberg, "Partition Search", AAAI 1996) driven by zero windows.

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memmove, memset

from cpython.pycapsule cimport PyCapsule_New

from cardcore.bits cimport WIDE, bit, check, highest, lowest, popcount
from cardcore.play cimport (
    JokerFollow, JokerLead, JokerVoid, play_joker_suits, play_legal, play_pop, play_push, play_save, play_t,
    setup_t, undo_t,
)
from cardcore.solver cimport (
    HINT_BYTES, SOLVER_BUDGET, SOLVER_DONE, SOLVER_INTERRUPTED, WITH_AVOID, WITH_HINTS, WITH_ORDER, WITH_QUICK,
    WITH_SKIPS, WITH_SURE, WITH_TABLE, bounds_t, equal_cards, hint_t, shape_t, solve_kernels_t, solver_clock,
    solver_forget, solver_t,
)
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t, seatset_t, suitset_t

cdef extern from *:
    """
    /* Not an enumerator: those are of type int, where this is another number. */
    #define CARDCORE_NO_BLOCK UINT32_C(0xffffffff)
    """
    const uint32_t NO_BLOCK "CARDCORE_NO_BLOCK"

cdef enum:
    N_HINTS = 4096             # HINT_BYTES in all
    FIRST_BLOCK = 1            # log2 of the patterns a shape begins with
    TABLE_FIRST = 4            # tricks left from which the table is asked before the bounds
    SLICE = 4096               # nodes between two looks at the clock

include "_solve_table.pxi"

ctypedef struct work_t:
    cardset_t hand[6]          # of the places that take part
    cardset_t all              # cards in play when this trick began
    cardset_t trick            # cards on the table
    cardset_t allow            # as in play_t
    cardset_t limit            # as in play_t
    cardset_t trump
    cardset_t free             # the free joker while it is in a hand
    uint64_t key0              # suit lengths of the shape
    uint64_t key1
    uint64_t nodes
    uint64_t next_check        # nodes at which to look at the budget
    const setup_t* c
    solver_t* v
    const cardset_t* block_of  # the suit of each position
    uint32_t features
    int left                   # tricks still to come, this one included
    int best                   # as in play_t
    int best_place
    int turn_count             # cards on the table
    int planes                 # 2 or 3 planes name a place
    int led_suit               # kept up to date only while there is a free joker
    int fresh
    int holder                 # place of the free joker
    suitset_t suits_led
    suitset_t failed           # of the holder of the free joker
    seatset_t side             # places that want more
    seatset_t count            # places whose tricks count
    seatset_t active
    seatset_t behind[6]        # places that play before this one in every trick it does not lead
    signed char killer[64][6]  # card that last gave the wanted answer to a lead
    uint8_t aligned            # side == count: everybody wants tricks
    uint8_t averse             # side == not count: nobody wants tricks
    uint64_t unit[6][8][2]     # what one card of a suit in a hand adds to each word of the shape


cdef int look_at_budget(work_t* w) noexcept nogil:
    """Non-zero if the search must stop now."""
    cdef solver_t* v = w.v
    cdef double now
    if v.status != SOLVER_DONE:
        return 1
    if v.max_nodes and w.nodes >= v.max_nodes:
        v.status = SOLVER_BUDGET
        return 1
    w.next_check = w.nodes + SLICE
    if v.max_nodes and w.next_check > v.max_nodes:
        w.next_check = v.max_nodes
    if v.stop != NULL and v.stop[0]:
        v.status = SOLVER_BUDGET
        return 1
    if v.deadline or v.signals != NULL:
        now = solver_clock()
        if v.deadline and now >= v.deadline:
            v.status = SOLVER_BUDGET
            return 1
        if v.signals != NULL and now >= v.next_signals:
            v.next_signals = now + 0.05
            if v.signals():
                v.status = SOLVER_INTERRUPTED
                return 1
    return 0


cdef inline cardset_t up_to(int position) noexcept nogil:
    """All positions from 0 to this one."""
    return (<cardset_t>2 << position) - 1


cdef inline int suit_at(const work_t* w, int position) noexcept nogil:
    return w.c.order.suit_of[position]


cdef inline cardset_t class_of(const work_t* w, cardset_t hand, int position) noexcept nogil:
    """The cards of the hand equal to this one: no card of another hand or of the table lies between."""
    cdef cardset_t block = w.block_of[position]
    cdef cardset_t others = w.all & block & ~hand
    cdef cardset_t below = others & up_to(position)
    cdef cardset_t above = others ^ below
    cdef cardset_t same = hand & block
    same &= (above & (0 - above)) - 1      # no bit above: all ones
    if below:
        same &= ~up_to(highest(below))
    return same


cdef inline cardset_t past_class(const work_t* w, cardset_t hand, int position, cardset_t left) noexcept nogil:
    """``left``, of which this is the highest card, without the cards equal to it."""
    cdef cardset_t block = w.block_of[position]
    cdef cardset_t below = w.all & block & ~hand & (bit(position) - 1)
    return left & (~block | (up_to(highest(below)) if below else 0))


cdef inline suitset_t joker_suits(const work_t* w, cardset_t hand) noexcept nogil:
    """Suits the leader may name with the free joker; as play_joker_suits."""
    cdef int every = (1 << w.c.order.n_suits) - 1
    cdef int unled = every & ~<int>w.suits_led
    cdef int may = unled
    if hand & (hand - 1) == 0:
        return 1 << FREE_SUIT
    if w.c.joker_lead == JokerLead.ANY_SUIT and w.c.joker_follow != JokerFollow.FIRST_OR_LAST:
        may = every
    elif w.c.joker_lead == JokerLead.LAST_TRICK_ONLY:
        may = 0
    return <suitset_t>may


cdef inline cardset_t follow_legal(const work_t* w, cardset_t hand) noexcept nogil:
    """The legal cards of a place that does not lead; as play_legal."""
    cdef cardset_t able = hand & w.allow
    cdef cardset_t others
    if hand & w.free == 0:
        return able if able else hand
    others = hand ^ w.free
    if others == 0:
        return hand
    able = others & w.allow
    if able:
        return able | w.free if w.c.joker_follow == JokerFollow.FIRST_OR_LAST and w.fresh else able
    if w.c.joker_void == JokerVoid.MUST:
        return w.free
    if w.c.joker_follow == JokerFollow.FIRST_OR_LAST and (w.failed >> w.led_suit) & 1:
        return others
    return hand


cdef inline int next_place(uint32_t after) noexcept nogil:
    return after & 15


include "_solve_bounds.pxi"
include "_solve_order.pxi"


cdef int finish(work_t* w, int need, cardset_t* rel) noexcept nogil:
    """All have played to the trick: score it and go on with the next one; restores everything."""
    cdef cardset_t all = w.all, trick = w.trick, allow = w.allow
    cdef int best = w.best, place = w.best_place
    cdef int n = w.turn_count
    cdef int result
    need -= (w.count >> place) & 1
    if need <= 0 or need >= w.left:
        rel[0] = bit(best) if trick & w.block_of[best] != bit(best) else 0
        return need <= 0
    w.all = all ^ trick
    w.trick = 0
    w.turn_count = 0
    w.allow = ~w.limit
    w.left -= 1
    result = search(w, place, need, rel)
    w.left += 1
    w.all = all
    w.trick = trick
    w.allow = allow
    w.best = best
    w.best_place = place
    w.turn_count = n
    if (trick & w.block_of[best]) != bit(best):
        rel[0] |= bit(best)
    return result


cdef inline int play_on(work_t* w, int place, int position, uint32_t after, int need,
                        cardset_t* rel) noexcept nogil:
    """Follow with a card, search what comes after it, take it back."""
    cdef cardset_t card = bit(position)
    cdef int suit = suit_at(w, position)
    cdef int best = w.best, best_place = w.best_place
    cdef cardset_t limit = w.limit, free_card = w.free
    cdef suitset_t failed = w.failed
    cdef int result
    w.hand[place] ^= card
    w.trick |= card
    w.turn_count += 1
    w.key0 -= w.unit[place][suit][0]
    w.key1 -= w.unit[place][suit][1]
    if card & (w.allow | w.trump) and position > best:
        w.best = position
        w.best_place = place
    if card & limit:
        w.limit = 0
    if free_card:
        if place == w.holder and not card & w.allow:
            w.failed |= <suitset_t>(1 << w.led_suit)
        w.free &= ~card
    after >>= 4
    if next_place(after) == NO_PLACE:
        result = finish(w, need, rel)
    else:
        result = follow(w, after, need, rel)
    w.free = free_card
    w.failed = failed
    w.limit = limit
    w.best = best
    w.best_place = best_place
    w.key0 += w.unit[place][suit][0]
    w.key1 += w.unit[place][suit][1]
    w.turn_count -= 1
    w.trick ^= card
    w.hand[place] ^= card
    return result


cdef inline int lead_with(work_t* w, int place, int position, int named, uint32_t after, int need,
                          cardset_t* rel) noexcept nogil:
    """Lead a card, search what comes after it, take it back."""
    cdef cardset_t card = bit(position)
    cdef int suit = suit_at(w, position)
    cdef int of_trick = suit if named == FREE_SUIT else named
    cdef cardset_t limit = w.limit, free_card = w.free, allow = w.allow
    cdef suitset_t suits_led = w.suits_led
    cdef int led_suit = w.led_suit, fresh = w.fresh    # of the trick around this one
    cdef int result
    w.hand[place] ^= card
    w.trick = card
    w.turn_count = 1
    w.key0 -= w.unit[place][suit][0]
    w.key1 -= w.unit[place][suit][1]
    w.best = position
    w.best_place = place
    w.allow = w.c.order.block[of_trick]
    if card & limit:
        w.limit = 0
    if free_card:
        w.led_suit = of_trick
        w.fresh = not (suits_led >> of_trick) & 1
        w.suits_led |= <suitset_t>(1 << of_trick)
        w.free &= ~card
    after >>= 4
    if next_place(after) == NO_PLACE:
        result = finish(w, need, rel)
    else:
        result = follow(w, after, need, rel)
    w.free = free_card
    w.suits_led = suits_led
    w.led_suit = led_suit
    w.fresh = fresh
    w.limit = limit
    w.allow = allow
    w.key0 += w.unit[place][suit][0]
    w.key1 += w.unit[place][suit][1]
    w.turn_count = 0
    w.trick = 0
    w.hand[place] ^= card
    return result


cdef inline cardset_t after_failure(work_t* w, cardset_t hand, int position, cardset_t rel,
                                    cardset_t* sum) noexcept nogil:
    """Cards of the hand that fail like this one, whose relevance is ``rel``; adds theirs to ``sum``."""
    cdef cardset_t block = w.block_of[position]
    cdef cardset_t mine = hand & block
    cdef cardset_t in_suit = rel & block
    cdef cardset_t same
    sum[0] |= rel
    if in_suit & up_to(position):
        # Its rank mattered, so that of its equals, which are not tried, does too.
        same = class_of(w, hand, position)
        if same & ~up_to(position) or same & (bit(position) - 1):
            sum[0] |= same
        return same
    if not w.features & WITH_SKIPS:
        return bit(position)
    if in_suit:
        return mine & ((in_suit & (0 - in_suit)) - 1)
    return mine


cdef inline int decided_last(const work_t* w, int place, cardset_t legal, int need,
                             cardset_t* rel) noexcept nogil:
    """Whether the last place of a trick has a card that decides by the count of tricks alone, as it wants."""
    cdef cardset_t able = w.allow | w.trump
    cdef cardset_t winners = legal & able & ~up_to(w.best)
    cdef cardset_t losers = legal ^ winners
    cdef cardset_t block
    cdef int wants = (w.side >> place) & 1
    cdef int goal, top
    if losers:
        goal = need - ((w.count >> w.best_place) & 1)
        if goal <= 0 if wants else goal >= w.left:
            # A card of another suit, if there is one, leaves the ranks open.
            block = w.block_of[w.best]
            rel[0] = bit(w.best) if (w.trick & block) != bit(w.best) or losers & ~block == 0 else 0
            return 1
    if winners:
        goal = need - ((w.count >> place) & 1)
        if goal <= 0 if wants else goal >= w.left:
            top = highest(winners)
            rel[0] = bit(top) if w.trick & w.block_of[top] else 0
            return 1
    return 0


cdef int follow(work_t* w, uint32_t after, int need, cardset_t* rel) noexcept nogil:
    """Search from the point where the first place of ``after`` is to follow."""
    cdef moves_t list
    cdef hint_t* hint = NULL
    cdef uint32_t tag = 0
    cdef int place = after & 15
    cdef cardset_t hand = w.hand[place]
    cdef cardset_t legal = follow_legal(w, hand)
    cdef cardset_t left = legal
    cdef cardset_t sum = 0
    cdef int fails = 1 ^ ((w.side >> place) & 1)    # the answer this place does not want
    cdef int position, result
    w.nodes += 1
    if w.nodes >= w.next_check and look_at_budget(w):
        return -1
    if legal & (legal - 1) == 0:
        return play_on(w, place, lowest(legal), after, need, rel)
    if next_place(after >> 4) == NO_PLACE and decided_last(w, place, legal, need, rel):
        return 1 ^ fails
    if w.features & WITH_HINTS:
        tag = hint_tag(w, place, legal)
        hint = &w.v.hints[(tag ^ (tag >> 16)) & (N_HINTS - 1)]
        if hint.tag == tag and hint.move >> 8 == w.v.generation and legal & bit(hint.move & 63):
            position = hint.move & 63
            result = play_on(w, place, position, after, need, rel)
            if result != fails:
                return result
            left &= ~after_failure(w, hand, position, rel[0], &sum)
    if left:
        list_follows(w, &list, place, after, hand, left)
        while left:
            position = next_move(&list, left)
            result = play_on(w, place, position, after, need, rel)
            if result != fails:
                if hint != NULL and result >= 0:
                    hint.tag = tag
                    hint.move = w.v.generation << 8 | <uint32_t>position
                return result
            left &= ~after_failure(w, hand, position, rel[0], &sum)
    rel[0] = sum
    return fails


cdef int lead(work_t* w, uint32_t after, int need, cardset_t* rel) noexcept nogil:
    """Search from the point where the first place of ``after`` is to lead."""
    cdef moves_t list
    cdef hint_t* hint = NULL
    cdef uint32_t tag = 0
    cdef int place = after & 15
    cdef cardset_t hand = w.hand[place]
    cdef cardset_t held_joker = hand & w.free
    cdef cardset_t legal = hand ^ held_joker
    cdef cardset_t left, sum = 0
    cdef int fails = 1 ^ ((w.side >> place) & 1)
    cdef int position, result
    cdef suitset_t suits
    if legal & w.allow:
        legal &= w.allow
    left = legal
    if held_joker:
        suits = joker_suits(w, hand)
        if legal == 0 and suits == 0:
            suits = <suitset_t>(((1 << w.c.order.n_suits) - 1) & ~<int>w.suits_led)
            if suits == 0:
                suits = <suitset_t>((1 << w.c.order.n_suits) - 1)
        while suits:
            position = lowest(suits)
            suits &= suits - 1
            result = lead_with(w, place, lowest(held_joker), position, after, need, rel)
            if result != fails:
                return result
            sum |= rel[0]
        if legal == 0:
            rel[0] = sum
            return fails
    if w.features & WITH_HINTS:
        tag = hint_tag(w, place, hand)
        hint = &w.v.hints[(tag ^ (tag >> 16)) & (N_HINTS - 1)]
        if hint.tag == tag and hint.move >> 8 == w.v.generation and legal & bit(hint.move & 63):
            position = hint.move & 63
            result = lead_with(w, place, position, FREE_SUIT, after, need, rel)
            if result != fails:
                return result
            left &= ~after_failure(w, hand, position, rel[0], &sum)
    if left:
        list_leads(w, &list, place, after, hand, left)
        while left:
            position = next_move(&list, left)
            result = lead_with(w, place, position, FREE_SUIT, after, need, rel)
            if result != fails:
                w.killer[w.left][place] = position
                if hint != NULL and result >= 0:
                    hint.tag = tag
                    hint.move = w.v.generation << 8 | <uint32_t>position
                return result
            left &= ~after_failure(w, hand, position, rel[0], &sum)
    rel[0] = sum
    return fails


cdef int last_trick(work_t* w, int place, int need, cardset_t* rel) noexcept nogil:
    """Everybody plays his last card."""
    cdef cardset_t able = w.block_of[lowest(w.hand[place])] | w.trump
    cdef int best = highest(w.all & able)
    cdef int k
    for k in range(MAX_PLACES):
        if w.hand[k] & bit(best):
            place = k
            break
    if w.all & w.block_of[best] != bit(best):
        rel[0] = bit(best)
    return 1 if (w.count >> place) & 1 else 0


cdef inline cardset_t close_upwards(const work_t* w, cardset_t rel) noexcept nogil:
    """All cards in play from the lowest relevant one of each suit upwards, without those the shape implies.

    If nothing below the lowest relevant card is held by another hand, the suit lengths tell who holds that end.
    """
    cdef cardset_t closed = 0
    cdef cardset_t block, low, end, others
    cdef int k, place
    while rel:
        low = rel & (0 - rel)
        block = w.block_of[lowest(low)]
        rel &= ~block
        block &= w.all
        end = block & (low - 1)
        for place in range(MAX_PLACES):
            if w.hand[place] & low:
                others = block & ~w.hand[place]
                if end & others == 0:
                    low = 0 if others == 0 else others & (0 - others)
                break
        if low:
            closed |= block & ~(low - 1)
    return closed


cdef inline void note_bound(uint64_t* p, const work_t* w, int need, int result) noexcept nogil:
    """Write what an answer says of the number of tricks."""
    cdef uint64_t lower = need if result else 0
    cdef uint64_t upper = w.left if result else need - 1
    p[3] = upper << 8 | lower


cdef inline void note_cards(uint64_t* p, const work_t* w, uint64_t mask, uint64_t p0, uint64_t p1,
                            uint64_t p2) noexcept nogil:
    """Write which cards matter and who holds them."""
    p[0] = mask
    p[1] = p0 & mask
    p[2] = p1 & mask
    if w.planes == 3:
        p[4] = p2 & mask


cdef int search(work_t* w, int place, int need, cardset_t* rel) noexcept nogil:
    """Search from the start of a trick that is not the first."""
    cdef squeeze_t q
    cdef shape_t* e
    cdef uint64_t* p
    cdef uint64_t* first
    cdef uint64_t key1, p0, p1, p2 = 0, mask
    cdef uint64_t met_mask = 0
    cdef uint32_t k, met = 0, wipes
    cdef int result, lower, upper
    cdef solver_t* v = w.v
    rel[0] = 0
    if need <= 0:
        return 1
    if need > w.left:
        return 0
    if w.left == 1:
        return last_trick(w, place, need, rel)
    w.nodes += 1
    if w.nodes >= w.next_check and look_at_budget(w):
        return -1
    if w.left < TABLE_FIRST or not w.features & WITH_TABLE:
        result = bounded(w, place, need, rel)
        if result >= 0:
            return result
        if w.left <= 2 or not w.features & WITH_TABLE:
            return lead(w, w.c.after[1][place], need, rel)
    key1 = w.key1 + <uint64_t>(place | ((w.limit == 0) << 3))
    if w.free:
        key1 += <uint64_t>w.suits_led << 4 | <uint64_t>w.failed << 12
    squeeze_start(&q, w.all)
    p0 = squeeze(&q, w.hand[1] | w.hand[3] | w.hand[5])
    p1 = squeeze(&q, w.hand[2] | w.hand[3])
    if w.planes == 3:
        p2 = squeeze(&q, w.hand[4] | w.hand[5])
    e = find_shape(v, w.key0, key1)
    if e != NULL:
        first = v.pool + <size_t>e.head * v.stride
        p = first
        for k in range(e.count):
            mask = p[0]
            if ((p0 ^ p[1]) | (p1 ^ p[2])) & mask == 0 and (w.planes == 2 or (p2 ^ p[4]) & mask == 0):
                lower = <int>(p[3] & 255)
                upper = <int>(p[3] >> 8)
                if lower >= need or upper < need:
                    if k:
                        swap_patterns(p, first + <size_t>(k >> 1) * v.stride, v.stride)
                    rel[0] = spread(&q, mask)
                    return lower >= need
                met = k + 1
                met_mask = mask
            p += v.stride
    if w.left >= TABLE_FIRST:
        result = bounded(w, place, need, rel)
        if result >= 0:
            return result
    wipes = v.wipes
    result = lead(w, w.c.after[1][place], need, rel)
    if result < 0:
        return result
    rel[0] = close_upwards(w, rel[0])
    mask = squeeze(&q, rel[0])
    if met and wipes == v.wipes and mask & ~met_mask == 0:
        # A pattern that holds here but did not decide: tighten it if it is this one, or replace it.
        e = find_shape(v, w.key0, key1)
        p = v.pool + (<size_t>e.head + met - 1) * v.stride
        lower = <int>(p[3] & 255)
        upper = <int>(p[3] >> 8)
        if mask == met_mask:
            if result:
                lower = need
            else:
                upper = need - 1
            p[3] = <uint64_t>(lower | upper << 8)
            return result
        if (lower == 0 and not result) or (upper == w.left and result):
            note_cards(p, w, mask, p0, p1, p2)
            note_bound(p, w, need, result)
            return result
    p = new_pattern(v, w.key0, key1)
    if p != NULL:
        note_cards(p, w, mask, p0, p1, p2)
        note_bound(p, w, need, result)
    return result


include "_solve_start.pxi"
include "_solve_plain.pxi"

cdef solve_kernels_t _table
_table.wide = WIDE
_table.solve = solve
_table.plain = solve_plain
_table.cache_bytes = (1 << CACHE_BITS) * sizeof(cached_t)

TABLE = PyCapsule_New(<void*>&_table, "cardcore.solve_kernels", NULL)
