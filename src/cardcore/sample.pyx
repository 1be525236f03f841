"""Sampler: hidden cards drawn exactly uniformly among all ways they can lie, and the number of those ways.

Cards that may lie in the same places form a *class*, places that take the same classes a *group*. What has to
be drawn with the right weight is only how many cards of each class go to each group; the rest is shuffling.
Those numbers are drawn one after the other. Each choice is a *layer*, what the groups have room for is a
*state*, and the ways to go on from every state are counted exactly beforehand, in 256-bit numbers.
"""

from operator import index

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

cimport cython

from cardcore.bits cimport bit
from cardcore.rng cimport rng_shuffle, rng_start, rng_t, rng_word
from cardcore.types cimport MAX_POSITIONS, cardset_t
from cardcore.wideint cimport (
    wide_add_product, wide_fraction, wide_is_zero, wide_set, wide_t,
)

from math import comb

from cardcore.errors import SetupError
from cardcore.rng import read_key

__all__ = ["Sampler"]

cdef extern from *:
    """
    /* Not an enumerator: those are of type int, where this is another number. */
    #define CARDCORE_NO_STATE UINT32_C(0xffffffff)
    """
    const uint32_t NO_STATE "CARDCORE_NO_STATE"

cdef enum:
    KEPT_WORDS = 8                 # boundaries are at least 2**-240 apart: five words tell any two of them apart

cdef uint64_t _CHOOSE[64][64]
for _n in range(64):
    for _k in range(64):
        _CHOOSE[_n][_k] = comb(_n, _k)


cdef inline int room_of(uint64_t room, int group) noexcept nogil:
    """Cards a group still takes."""
    return (room >> (6 * group)) & 63


# ---- building the table ------------------------------------------------------------------------------


cdef struct builder_t:
    table_t* t
    uint8_t later[64][10]          # for class and group: cards of later classes that may go to the group
    uint32_t* slots                # hash table of the layer being built: state or NO_STATE
    uint32_t n_slots
    uint32_t room_states
    uint32_t room_edges


cdef uint32_t find_state(builder_t* b, uint64_t room, int left, uint32_t begin) noexcept nogil:
    """The state of the layer being built with this room, made if need be; NO_STATE: out of memory."""
    cdef table_t* t = b.t
    cdef uint64_t hashed
    cdef uint32_t at, k, found, many
    cdef void* grown
    if 2 * (t.n_states - begin) >= b.n_slots:
        many = 2 * b.n_slots
        grown = realloc(b.slots, many * sizeof(uint32_t))
        if grown == NULL:
            return NO_STATE
        b.slots = <uint32_t*>grown
        b.n_slots = many
        memset(b.slots, 255, many * sizeof(uint32_t))
        for k in range(begin, t.n_states):
            at = <uint32_t>((t.states[k].room * <uint64_t>0x9E3779B97F4A7C15) >> 32) & (many - 1)
            while b.slots[at] != NO_STATE:
                at = (at + 1) & (many - 1)
            b.slots[at] = k
    hashed = room * <uint64_t>0x9E3779B97F4A7C15
    at = <uint32_t>(hashed >> 32) & (b.n_slots - 1)
    while b.slots[at] != NO_STATE:
        found = b.slots[at]
        if t.states[found].room == room:
            return found
        at = (at + 1) & (b.n_slots - 1)
    if t.n_states == b.room_states:
        grown = realloc(t.states, 2 * <size_t>b.room_states * sizeof(state_t))
        if grown == NULL:
            return NO_STATE
        t.states = <state_t*>grown
        b.room_states *= 2
    found = t.n_states
    t.n_states += 1
    t.states[found].room = room
    t.states[found].left = left
    t.states[found].first = 0
    t.states[found].count = 0
    b.slots[at] = found
    return found


cdef int add_edges(builder_t* b, int at_layer, uint32_t which, uint32_t begin) noexcept nogil:
    """The choices of a state, and the states they lead to; 0: out of memory, -1: too many."""
    cdef table_t* t = b.t
    cdef layer_t layer = t.layer[at_layer]
    cdef uint64_t room = t.states[which].room, onward
    cdef int left = t.states[which].left
    cdef int here = room_of(room, layer.group), take, low = 0, high, then
    cdef bint last = layer.rest != SAMPLE_GROUPS
    cdef uint32_t to
    cdef void* grown
    high = here if here < left else left
    # No group may be left with more room than the cards still to come can fill.
    if here - <int>b.later[layer.kind][layer.group] > low:
        low = here - <int>b.later[layer.kind][layer.group]
    if last:
        then = room_of(room, layer.rest)
        if left - then > low:
            low = left - then
        if left - then + <int>b.later[layer.kind][layer.rest] < high:
            high = left - then + <int>b.later[layer.kind][layer.rest]
    t.states[which].first = t.n_edges
    for take in range(low, high + 1):
        onward = room - (<uint64_t>take << (6 * layer.group))
        if last:
            onward -= <uint64_t>(left - take) << (6 * layer.rest)
            then = 0
            if at_layer + 1 < t.n_layers:
                then = t.class_first[t.layer[at_layer + 1].kind + 1] - t.class_first[t.layer[at_layer + 1].kind]
        else:
            then = left - take
        to = find_state(b, onward, then, begin)
        if to == NO_STATE:
            return 0
        if t.n_edges == b.room_edges:
            if t.n_edges >= SAMPLE_EDGES:
                return -1
            grown = realloc(t.edges, 2 * <size_t>b.room_edges * sizeof(edge_t))
            if grown == NULL:
                return 0
            t.edges = <edge_t*>grown
            b.room_edges *= 2
        t.edges[t.n_edges].take = take
        t.edges[t.n_edges].next = to
        t.edges[t.n_edges].threshold = 0
        t.n_edges += 1
        t.states[which].count += 1
    return 1


cdef int count_ways(table_t* t) noexcept nogil:
    """Count the ways on from every state, drop choices that lead nowhere, set thresholds; 0: out of memory."""
    cdef uint32_t which, first, k, back
    cdef int kept
    cdef wide_t sum_so_far, rest
    cdef edge_t edge
    t.ways = <wide_t*>malloc(t.n_states * sizeof(wide_t))
    if t.ways == NULL:
        return 0
    for back in range(t.n_states):
        which = t.n_states - 1 - back
        if which == t.n_states - 1:
            wide_set(&t.ways[which], 1)        # the one state in which nothing is left
            continue
        wide_set(&t.ways[which], 0)
        first = t.states[which].first
        kept = 0
        for k in range(first, first + t.states[which].count):
            edge = t.edges[k]
            if wide_is_zero(&t.ways[edge.next]):
                continue
            wide_add_product(&t.ways[which], &t.ways[edge.next], _CHOOSE[t.states[which].left][edge.take])
            t.edges[first + kept] = edge
            kept += 1
        t.states[which].count = kept
        wide_set(&sum_so_far, 0)
        for k in range(first, first + kept):
            edge = t.edges[k]
            wide_add_product(&sum_so_far, &t.ways[edge.next], _CHOOSE[t.states[which].left][edge.take])
            if k + 1 < first + kept:
                rest = sum_so_far
                t.edges[k].threshold = wide_fraction(&rest, &t.ways[which])
    return 1


cdef int build(table_t* t, uint64_t room, const uint8_t* later) noexcept nogil:
    """Make states and edges layer by layer; 0: out of memory, -1: too many, -2: nothing fits."""
    cdef builder_t b
    cdef uint32_t begin = 0, end, which
    cdef int at, done = 1
    b.t = t
    memcpy(b.later, later, sizeof(b.later))
    b.n_slots = 64
    b.room_states = 64
    b.room_edges = 128
    t.states = <state_t*>malloc(b.room_states * sizeof(state_t))
    t.edges = <edge_t*>malloc(b.room_edges * sizeof(edge_t))
    b.slots = <uint32_t*>malloc(b.n_slots * sizeof(uint32_t))
    if t.states == NULL or t.edges == NULL or b.slots == NULL:
        free(b.slots)
        return 0
    t.n_states = 1
    t.n_edges = 0
    t.states[0].room = room
    t.states[0].first = 0
    t.states[0].count = 0
    t.states[0].left = 0
    if t.n_layers:
        t.states[0].left = t.class_first[t.layer[0].kind + 1] - t.class_first[t.layer[0].kind]
    for at in range(t.n_layers):
        end = t.n_states
        memset(b.slots, 255, b.n_slots * sizeof(uint32_t))
        for which in range(begin, end):
            done = add_edges(&b, at, which, end)
            if done != 1:
                break
        if done != 1:
            break
        if t.n_states == end:
            done = -2
            break
        begin = end
    free(b.slots)
    if done != 1:
        return done
    return count_ways(t)


cdef inline uint64_t word_at(rng_t* rng, uint64_t* words, int* drawn, int at) noexcept nogil:
    """Word ``at`` of a random number with endless bits, drawn when it is first needed."""
    if at < drawn[0] and at < KEPT_WORDS:
        return words[at]
    drawn[0] += 1
    if at >= KEPT_WORDS:                   # only one boundary can still be as close: it needs the word once
        return rng_word(rng)
    words[at] = rng_word(rng)
    return words[at]


cdef bint is_below(
    const table_t* t, const state_t* s, const wide_t* all_ways, int k, rng_t* rng, uint64_t* words, int* drawn
) noexcept nogil:
    """Whether the random number lies below the boundary after edge ``k``, however many bits that takes."""
    cdef const edge_t* edges = t.edges + s.first
    cdef wide_t rest
    cdef uint64_t bits, word
    cdef int j, at = 0
    wide_set(&rest, 0)
    for j in range(k + 1):
        wide_add_product(&rest, &t.ways[edges[j].next], _CHOOSE[s.left][edges[j].take])
    while not wide_is_zero(&rest):
        bits = wide_fraction(&rest, all_ways)
        word = word_at(rng, words, drawn, at)
        at += 1
        if word != bits:
            return word < bits
    return False                           # the boundary ends here, the number may go on


cdef int pick_closely(
    const table_t* t, uint32_t which, int k, rng_t* rng, uint64_t* words, int drawn
) noexcept nogil:
    """Choose where the first 64 bits equal those of the boundary after edge ``k``."""
    cdef const state_t* s = &t.states[which]
    while k + 1 < s.count and not is_below(t, s, &t.ways[which], k, rng, words, &drawn):
        k += 1
    return k


cdef inline int pick(const table_t* t, uint32_t which, rng_t* rng) noexcept nogil:
    """Choose an edge of a state with several, exactly in proportion to the ways they lead to."""
    cdef const state_t* s = &t.states[which]
    cdef const edge_t* edges = t.edges + s.first
    cdef uint64_t words[KEPT_WORDS]
    cdef uint64_t word = rng_word(rng)
    cdef int k = 0
    while k + 1 < s.count and word > edges[k].threshold:
        k += 1
    if k + 1 < s.count and word == edges[k].threshold:
        words[0] = word
        return pick_closely(t, which, k, rng, words, 1)
    return k


# ---- reading what Python hands over ------------------------------------------------------------------


def _mask(value, what):
    """A mask of at most MAX_POSITIONS cards."""
    number = index(value)
    if number < 0 or number >> MAX_POSITIONS:
        raise SetupError(f"{what} must be a mask of cards 0 to {MAX_POSITIONS - 1}, got {number:#x}")
    return number


def _cards(mask):
    """The bits of a mask, one by one."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _settle(cards, sizes, may_hold):
    """Give cards with one place left to that place, close full places, until nothing changes.

    Returns
    -------
    tuple or None
        Cards fixed for each place, room left, and for each other card its places as a mask; None: no way.
    """
    room = list(sizes)
    fixed = [0] * len(room)
    where = {card: 0 for card in _cards(cards)}
    for place, mask in enumerate(may_hold):
        for card in where:
            if mask & card:
                where[card] |= 1 << place
    while True:
        full = sum([1 << place for place, left in enumerate(room) if not left])
        changed = False
        for card, places in list(where.items()):
            places &= ~full
            where[card] = places
            if places & (places - 1):
                continue
            if not places:
                return None
            place = places.bit_length() - 1
            if not room[place]:
                return None
            room[place] -= 1
            fixed[place] |= card
            del where[card]
            changed = True
        if not changed:
            return fixed, room, where


cdef class Sampler:
    """Cards that lie in some places nobody can see into, and all the ways they can lie there.

    Parameters
    ----------
    cards : int
        The cards, as a mask of bits 0 to 62.
    sizes : sequence of int
        How many of them lie in each place; at most 32 places, together as many as there are cards.
    may_hold : sequence of int
        For each place a mask of the cards that may lie there; other bits are ignored.

    Attributes
    ----------
    cards, sizes, may_hold
        As given.
    count : int
        In how many ways the cards can lie; exact, 0 if there is none.
    possible : tuple of int
        For each place a mask of the cards that lie there in at least one of these ways.

    Raises
    ------
    SetupError
        If a number is out of range, the sizes do not add up, or the places differ in so many ways that the
        counting table would have more than four million entries.

    Notes
    -----
    All ways are equally likely, exactly: a choice is made with random bits until it is decided, and nothing
    is drawn and thrown away but the words a shuffle rejects. Row *k* depends on the seed and *k* alone, so
    the work can be cut into pieces. A Sampler does not change; threads may share it.

    Examples
    --------
    Four cards in two hands of two; the first hand has none of the cards 2 and 3.

    >>> sampler = Sampler(0b1111, [2, 2], [0b0011, 0b1111])
    >>> sampler.count, sampler.possible
    (1, (3, 12))
    >>> Sampler(0b1111, [2, 2], [0b0111, 0b1111]).count
    3
    """

    def __cinit__(self):
        self.cards = 0
        self.sizes = ()
        self.may_hold = ()
        self.count = 0
        self.possible = ()

    def __init__(self, cards, sizes, may_hold):
        if self.t.n_places:
            raise TypeError("a Sampler does not change")
        cards = _mask(cards, "the cards")
        sizes = tuple([index(size) for size in sizes])
        may_hold = tuple([_mask(mask, "what a place may hold") for mask in may_hold])
        if not 1 <= len(sizes) <= SAMPLE_PLACES or len(may_hold) != len(sizes):
            raise SetupError(
                f"1 to {SAMPLE_PLACES} places are needed, each with its size and the cards it may hold; "
                f"got {len(sizes)} and {len(may_hold)}"
            )
        if not all([0 <= size <= MAX_POSITIONS for size in sizes]):
            raise SetupError(f"cards cannot lie in places of such sizes: each takes 0 to {MAX_POSITIONS}")
        if sum(sizes) != cards.bit_count():
            raise SetupError(f"{cards.bit_count()} cards cannot lie in places of {list(sizes)} cards")
        with cython.critical_section(self):
            if self.begun:                     # reading the arguments may run anything, and threads may race
                raise TypeError("a Sampler does not change")
            self.begun = True
        self.cards = cards
        self.sizes = sizes
        self.may_hold = may_hold
        self.t.n_places = len(sizes)
        found = self._lay_out(_settle(cards, sizes, may_hold))
        if found is None:
            self.possible = (0,) * len(sizes)
        else:
            self.possible, self.count = found  # the count last: what has one is whole

    def __dealloc__(self):
        free(self.t.states)
        free(self.t.edges)
        free(self.t.ways)

    cdef object _lay_out(self, settled):
        """Sort cards into classes and places into groups, and count; what is possible and the count, or None."""
        cdef table_t* t = &self.t
        cdef int place, group, kind, at, done
        cdef uint64_t packed = 0
        cdef uint8_t later[64][10]
        if settled is None:
            return None
        fixed, room, where = settled
        by_places = {}
        for card, places in where.items():
            by_places[places] = by_places.get(places, 0) | card
        # Classes with few places first: the last ones then have little choice left.
        classes = sorted(by_places.items(), key=lambda item: (item[0].bit_count(), item[1]))
        by_classes = {}
        for place in range(t.n_places):
            if room[place]:
                takes = sum([1 << k for k, (places, _) in enumerate(classes) if places >> place & 1])
                by_classes.setdefault(takes, []).append(place)
        groups = list(by_classes.items())
        if len(groups) > SAMPLE_GROUPS:
            raise SetupError(f"places of {len(groups)} kinds are too many; {SAMPLE_GROUPS} can be told apart")
        if any([not takes for takes, _ in groups]):
            return None
        t.n_groups = len(groups)
        t.n_classes = len(classes)
        for place in range(t.n_places):
            t.fixed[place] = fixed[place]
            t.size[place] = room[place]
        at = 0
        for group, (_, members) in enumerate(groups):
            t.group_first[group] = at
            t.group_size[group] = sum([room[place] for place in members])
            for place in members:
                t.place[at] = place
                at += 1
        t.group_first[t.n_groups] = at
        at = 0
        for kind, (_, mask) in enumerate(classes):
            t.class_first[kind] = at
            for card in _cards(mask):
                t.cards[at] = card.bit_length() - 1
                at += 1
        t.class_first[t.n_classes] = at
        left = [t.group_size[group] for group in range(t.n_groups)]
        chosen = []
        for kind in range(t.n_classes):
            takers = [group for group, (takes, _) in enumerate(groups) if takes >> kind & 1]
            t.class_group[kind] = takers[0] if len(takers) == 1 else SAMPLE_GROUPS
            if len(takers) == 1:
                left[takers[0]] -= t.class_first[kind + 1] - t.class_first[kind]
            else:
                chosen.append((kind, takers))
        if min(left, default=0) < 0:
            return None
        memset(later, 0, sizeof(later))
        to_come = [0] * t.n_groups
        for kind, takers in reversed(chosen):
            for group in range(t.n_groups):
                later[kind][group] = to_come[group]
            for group in takers:
                to_come[group] += t.class_first[kind + 1] - t.class_first[kind]
        if any([left[group] > to_come[group] for group in range(t.n_groups)]):
            return None
        for kind, takers in chosen:
            for at, group in enumerate(takers[:len(takers) - 1]):
                if t.n_layers == SAMPLE_LAYERS:
                    raise SetupError("the places differ in too many ways to be counted")
                t.layer[t.n_layers].kind = kind
                t.layer[t.n_layers].group = group
                t.layer[t.n_layers].rest = takers[len(takers) - 1] if at == len(takers) - 2 else SAMPLE_GROUPS
                t.n_layers += 1
        for group in range(t.n_groups):
            packed |= <uint64_t>(<int>left[group]) << (6 * group)
        with nogil:
            done = build(t, packed, &later[0][0])
        if done == 0:
            raise MemoryError
        if done == -1:
            raise SetupError("the places differ in too many ways to be counted")
        if done == -2:
            return None
        return self._finish([members for _, members in groups], room)

    cdef object _finish(self, members, room):
        """What is possible, and the count in all; None if that is 0."""
        cdef table_t* t = &self.t
        cdef uint32_t which, k
        cdef int kind, group, at, take
        cdef wide_t* ways = &t.ways[0]
        cdef bint goes[64][10]
        count = sum([int(ways.word[k]) << (64 * k) for k in range(4)])
        for places in members:
            left = sum([room[place] for place in places])
            for place in places:
                count *= comb(left, room[place])
                left -= room[place]
        if not count:
            return None
        memset(goes, 0, sizeof(goes))
        for kind in range(t.n_classes):
            if t.class_group[kind] != SAMPLE_GROUPS:
                goes[kind][t.class_group[kind]] = True
        # States of a layer follow one another; every one that can be reached and finished counts.
        reached = {0}
        for at in range(t.n_layers):
            onward = set()
            for which in reached:
                for k in range(t.states[which].first, t.states[which].first + t.states[which].count):
                    take = t.edges[k].take
                    if take:
                        goes[t.layer[at].kind][t.layer[at].group] = True
                    if t.layer[at].rest != SAMPLE_GROUPS and take < t.states[which].left:
                        goes[t.layer[at].kind][t.layer[at].rest] = True
                    onward.add(t.edges[k].next)
            reached = onward
        masks = [int(t.fixed[place]) for place in range(t.n_places)]
        for kind in range(t.n_classes):
            mask = sum([int(bit(t.cards[at])) for at in range(t.class_first[kind], t.class_first[kind + 1])])
            for group, places in enumerate(members):
                if goes[kind][group]:
                    for place in places:
                        masks[place] |= mask
        return tuple(masks), count

    cdef void draw(self, rng_t* rng, uint64_t* row) noexcept nogil:
        """One way the cards can lie, as a mask for each place. Trusts its caller: there is one."""
        cdef const table_t* t = &self.t
        cdef uint8_t pool[64]
        cdef uint8_t hand[10][64]
        cdef uint8_t filled[10]
        cdef uint8_t give[64][10]
        cdef uint32_t which = 0
        cdef int at, k, kind, group, place, first, size
        cdef const state_t* s
        cdef const edge_t* edge
        cdef const layer_t* layer
        cdef cardset_t mask
        for at in range(t.n_layers):
            layer = &t.layer[at]
            s = &t.states[which]
            edge = &t.edges[s.first + (pick(t, which, rng) if s.count > 1 else 0)]
            give[layer.kind][layer.group] = edge.take
            if layer.rest != SAMPLE_GROUPS:
                give[layer.kind][layer.rest] = s.left - edge.take
            which = edge.next
        for group in range(t.n_groups):
            filled[group] = 0
        at = 0                             # layers name the groups of a class in turn, its last one as the rest
        for kind in range(t.n_classes):
            first = t.class_first[kind]
            size = t.class_first[kind + 1] - first
            if t.class_group[kind] != SAMPLE_GROUPS:
                group = t.class_group[kind]
                memcpy(&hand[group][filled[group]], &t.cards[first], size)
                filled[group] += size
                continue
            memcpy(pool, &t.cards[first], size)
            rng_shuffle(rng, pool, size)
            first = 0
            while True:
                layer = &t.layer[at]
                at += 1
                group = layer.group
                memcpy(&hand[group][filled[group]], &pool[first], give[kind][group])
                filled[group] += give[kind][group]
                first += give[kind][group]
                if layer.rest != SAMPLE_GROUPS:
                    group = layer.rest
                    memcpy(&hand[group][filled[group]], &pool[first], give[kind][group])
                    filled[group] += give[kind][group]
                    break
        for place in range(t.n_places):
            row[place] = t.fixed[place]
        for group in range(t.n_groups):
            if t.group_first[group + 1] - t.group_first[group] > 1:
                rng_shuffle(rng, hand[group], filled[group])
            at = 0
            for k in range(t.group_first[group], t.group_first[group + 1]):
                place = t.place[k]
                mask = 0
                for first in range(at, at + t.size[place]):
                    mask |= bit(hand[group][first])
                at += t.size[place]
                row[place] |= mask

    cdef int draw_rows(self, const uint64_t* key, uint64_t purpose, uint64_t first, Py_ssize_t n,
                       uint64_t* rows) noexcept nogil:
        """Rows of a key, one after the other; 0 if there is no way the cards can lie."""
        cdef rng_t rng
        cdef Py_ssize_t k
        if not has_way(&self.t):
            return 0
        for k in range(n):
            rng_start(&rng, key[0], key[1], first + <uint64_t>k, purpose)
            self.draw(&rng, rows + k * self.t.n_places)
        return 1

    def fill(self, uint64_t[:, ::1] out not None, *, seed, start=0, purpose=3):
        """Fill an array of the caller's with ways the cards can lie.

        Parameters
        ----------
        out : buffer of uint64, shape (rows, places), C-contiguous
            Row *k* becomes row ``start + k`` of the seed: for each place a mask of its cards.
        seed : int or tuple of two int, keyword only
            A seed of 0 or more, or a key of :func:`cardcore.key_from_seed`.
        start : int, keyword only
            The first row, from 0.
        purpose : int, keyword only
            Purpose of the random streams; see ``docs/seeds.md``.

        Raises
        ------
        SetupError
            If the cards cannot lie in any way.
        ValueError
            If the array has another shape, or a number is out of range.

        Examples
        --------
        >>> import numpy
        >>> rows = numpy.empty((3, 2), numpy.uint64)
        >>> Sampler(0b1111, [2, 2], [0b0111, 0b1111]).fill(rows, seed=1)
        >>> sorted({int(row.sum()) for row in rows})
        [15]
        """
        cdef uint64_t key[2]
        cdef uint64_t first, why
        if out.shape[1] != self.t.n_places or self.t.n_places == 0:
            raise ValueError(f"the array must have {self.t.n_places} columns, one for each place, not {out.shape[1]}")
        if not self.count:
            raise SetupError("there is no way these cards can lie")
        key[0], key[1] = read_key(seed)
        start, purpose = index(start), index(purpose)
        if not 0 <= start <= (1 << 64) - 1 - out.shape[0] or not 0 <= purpose < 1 << 64:
            raise ValueError(f"start {start} or purpose {purpose} is out of range")
        first = start
        why = purpose
        if out.shape[0]:
            with nogil:
                self.draw_rows(key, why, first, out.shape[0], &out[0, 0])

    def sample(self, n, *, seed, start=0, purpose=3):
        """Ways the cards can lie, each drawn independently of the others.

        Parameters
        ----------
        n : int
            How many, 0 or more.
        seed, start, purpose
            As for :meth:`fill`.

        Returns
        -------
        numpy.ndarray of uint64, shape (n, places)
            For each place a mask of its cards.

        Raises
        ------
        SetupError
            If the cards cannot lie in any way.
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> rows = Sampler(0b1111, [2, 2], [0b0111, 0b1111]).sample(500, seed=1)
        >>> rows.shape, sorted({int(hand) for hand in rows[:, 0]})
        ((500, 2), [3, 5, 6])
        """
        import numpy

        n = index(n)
        if n < 0:
            raise ValueError(f"n must be 0 or more, not {n}")
        rows = numpy.empty((n, self.t.n_places), numpy.uint64)
        self.fill(rows, seed=seed, start=start, purpose=purpose)
        return rows

    def _pick(self, state, words):
        """Which choice a random number makes in a state, given its first words; for tests."""
        cdef uint64_t given[KEPT_WORDS]
        cdef rng_t rng
        cdef long which = state
        cdef int k = 0
        words = list(words)
        if not 0 <= which < <long>self.t.n_states or not 1 <= len(words) <= KEPT_WORDS or not self.count:
            raise IndexError(f"no such state, or not 1 to {KEPT_WORDS} words")
        for at, word in enumerate(words):
            given[<int>at] = word
        rng_start(&rng, 0, 0, 0, 0)
        while k + 1 < self.t.states[which].count and given[0] > self.t.edges[self.t.states[which].first + k].threshold:
            k += 1
        return pick_closely(&self.t, which, k, &rng, given, len(words))

    def _weights(self, state):
        """The number of ways each choice of a state leads to; for tests."""
        cdef long which = state
        cdef uint32_t k
        cdef edge_t edge
        if not 0 <= which < <long>self.t.n_states or not self.count:
            raise IndexError("no such state")
        found = []
        for k in range(self.t.states[which].first, self.t.states[which].first + self.t.states[which].count):
            edge = self.t.edges[k]
            ways = sum([int(self.t.ways[edge.next].word[at]) << (64 * at) for at in range(4)])
            found.append(ways * comb(self.t.states[which].left, edge.take))
        return found

    def __eq__(self, other):
        if not isinstance(other, Sampler):
            return NotImplemented
        return (self.cards, self.sizes, self.may_hold) == (other.cards, other.sizes, other.may_hold)

    def __hash__(self):
        return hash((self.cards, self.sizes, self.may_hold))

    def __repr__(self):
        masks = ", ".join([hex(mask) for mask in self.may_hold])
        return f"Sampler({self.cards:#x}, {list(self.sizes)}, [{masks}])"

    def __reduce__(self):
        return Sampler, (self.cards, self.sizes, self.may_hold)
