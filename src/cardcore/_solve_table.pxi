# The table: per shape an array of patterns, those that often answer first.
#
# Two positions have the same shape if every place holds as many cards of each suit, the same place leads and the
# rules are in the same state. Then their cards still in play, pushed together without gaps, have the same
# layout, and a pattern is a mask of some top cards of each suit with the places that hold them: all positions
# that agree on those have the same bounds. Places are written in binary, one word ("plane") for each binary digit.

cdef extern from *:
    """
    #ifndef CARDCORE_SQUEEZE_H
    #define CARDCORE_SQUEEZE_H
    typedef struct { uint64_t mask; uint64_t move[6]; } squeeze_t;
    #if CARDCORE_WIDE
    CARDCORE_INLINE void squeeze_start(squeeze_t* q, uint64_t mask) { q->mask = mask; }
    CARDCORE_INLINE uint64_t squeeze(const squeeze_t* q, uint64_t x) { return cardcore_pext(x, q->mask); }
    CARDCORE_INLINE uint64_t spread(const squeeze_t* q, uint64_t x) { return cardcore_pdep(x, q->mask); }
    #else
    /* H. S. Warren, Hacker's Delight, 2nd edition, 7-4 and 7-5: the moves by 1, 2, 4 ... of each bit. */
    CARDCORE_INLINE void squeeze_start(squeeze_t* q, uint64_t mask) {
        uint64_t m = mask, mk = ~mask << 1, mp, mv;
        int i;
        q->mask = mask;
        for (i = 0; i < 6; i++) {
            mp = mk ^ (mk << 1);
            mp ^= mp << 2; mp ^= mp << 4; mp ^= mp << 8; mp ^= mp << 16; mp ^= mp << 32;
            mv = mp & m;
            q->move[i] = mv;
            m = (m ^ mv) | (mv >> (1 << i));
            mk &= ~mp;
        }
    }
    CARDCORE_INLINE uint64_t squeeze(const squeeze_t* q, uint64_t x) {
        uint64_t t;
        int i;
        x &= q->mask;
        for (i = 0; i < 6; i++) { t = x & q->move[i]; x = (x ^ t) | (t >> (1 << i)); }
        return x;
    }
    CARDCORE_INLINE uint64_t spread(const squeeze_t* q, uint64_t x) {
        int i;
        for (i = 5; i >= 0; i--) x = (x & ~q->move[i]) | ((x << (1 << i)) & q->move[i]);
        return x & q->mask;
    }
    #endif
    #endif
    """
    ctypedef struct squeeze_t:
        uint64_t mask
    void squeeze_start(squeeze_t* q, uint64_t mask) noexcept nogil
    uint64_t squeeze(const squeeze_t* q, uint64_t x) noexcept nogil
    uint64_t spread(const squeeze_t* q, uint64_t x) noexcept nogil


cdef inline uint32_t shape_slot(uint64_t key0, uint64_t key1) noexcept nogil:
    """Hash of a shape, good in all bits."""
    cdef uint64_t h = key0 * <uint64_t>0x9E3779B97F4A7C15 + key1 * <uint64_t>0xC2B2AE3D27D4EB4F
    return <uint32_t>((h >> 32) ^ (h >> 15))


cdef inline shape_t* find_shape(const solver_t* v, uint64_t key0, uint64_t key1) noexcept nogil:
    """The entry of a shape, NULL if there is none."""
    cdef uint32_t k = shape_slot(key0, key1) & v.slot_mask
    cdef shape_t* e
    while v.slots[k]:
        e = &v.shapes[v.slots[k] - 1]
        if e.key0 == key0 and e.key1 == key1:
            return e
        k = (k + 1) & v.slot_mask
    return NULL


cdef void file_shape(solver_t* v, uint32_t number) noexcept nogil:
    """Enter a shape in the hash table."""
    cdef uint32_t k = shape_slot(v.shapes[number].key0, v.shapes[number].key1) & v.slot_mask
    while v.slots[k]:
        k = (k + 1) & v.slot_mask
    v.slots[k] = number + 1


cdef inline uint64_t memory_taken(const solver_t* v) noexcept nogil:
    """Bytes of all tables."""
    return (<uint64_t>v.n_slots * 4 + <uint64_t>v.n_shapes * sizeof(shape_t) + <uint64_t>v.n_patterns * v.stride * 8
            + HINT_BYTES + 64)


cdef shape_t* new_shape(solver_t* v) noexcept nogil:
    """Room for one more shape, not yet filed; NULL if memory does not allow it."""
    cdef void* fresh
    cdef uint32_t k
    if v.used_shapes == v.n_shapes:
        if memory_taken(v) + <uint64_t>v.n_shapes * sizeof(shape_t) > v.max_bytes:
            return NULL
        fresh = realloc(v.shapes, 2 * <size_t>v.n_shapes * sizeof(shape_t))
        if fresh == NULL:
            return NULL
        v.shapes = <shape_t*>fresh
        v.n_shapes *= 2
    if 2 * v.used_shapes > v.slot_mask:
        # Slots in use begin few in every question, so that they stay close together.
        if v.slot_mask + 1 == v.n_slots and memory_taken(v) + <uint64_t>v.n_slots * 4 <= v.max_bytes:
            fresh = realloc(v.slots, 2 * <size_t>v.n_slots * 4)
            if fresh != NULL:
                v.slots = <uint32_t*>fresh
                v.n_slots *= 2
        if v.slot_mask + 1 < v.n_slots:
            v.slot_mask = 2 * v.slot_mask + 1
            memset(v.slots, 0, (<size_t>v.slot_mask + 1) * 4)
            for k in range(v.used_shapes):
                file_shape(v, k)
        elif 8 * <uint64_t>v.used_shapes > 7 * <uint64_t>v.slot_mask:
            return NULL
    v.used_shapes += 1
    return &v.shapes[v.used_shapes - 1]


cdef int grow_pool(solver_t* v, uint32_t more) noexcept nogil:
    """Enlarge the pool by at least ``more`` patterns; 0 if memory does not allow it."""
    cdef uint64_t room = v.max_bytes - (memory_taken(v) - <uint64_t>v.n_patterns * v.stride * 8)
    cdef uint64_t n = 2 * <uint64_t>v.n_patterns
    cdef uint64_t most = room // (8 * v.stride)
    cdef uint64_t before = <size_t>v.pool - <size_t>v.pool_memory, after
    cdef void* fresh
    if n > most:
        n = most
    if n < <uint64_t>v.used_patterns + more or n < v.n_patterns + v.n_patterns // 8 or n > 0x7FFFFFFF:
        return 0
    fresh = realloc(v.pool_memory, n * v.stride * 8 + 64)
    if fresh == NULL:
        return 0
    # Patterns stay aligned to cache lines.
    after = (64 - (<size_t>fresh & 63)) & 63
    if after != before:
        memmove(<char*>fresh + after, <char*>fresh + before, <size_t>v.used_patterns * v.stride * 8)
    v.pool_memory = fresh
    v.pool = <uint64_t*>(<char*>fresh + after)
    v.n_patterns = <uint32_t>n
    return 1


cdef inline uint32_t take_block(solver_t* v, int size) noexcept nogil:
    """Room for ``1 << size`` patterns: its index, NO_BLOCK if there is none."""
    cdef uint32_t at = v.spare[size]
    if at != NO_BLOCK:
        v.spare[size] = <uint32_t>v.pool[<size_t>at * v.stride]
        return at
    at = v.used_patterns
    if at + (<uint32_t>1 << size) > v.n_patterns and not grow_pool(v, <uint32_t>1 << size):
        return NO_BLOCK
    v.used_patterns = at + (<uint32_t>1 << size)
    return at


cdef inline void swap_patterns(uint64_t* a, uint64_t* b, uint32_t stride) noexcept nogil:
    cdef uint64_t kept
    cdef uint32_t k
    for k in range(stride):
        kept = a[k]
        a[k] = b[k]
        b[k] = kept


cdef uint64_t* new_pattern(solver_t* v, uint64_t key0, uint64_t key1) noexcept nogil:
    """Room for one more pattern of a shape; empties the table if it is full. NULL: not even then."""
    cdef shape_t* e = find_shape(v, key0, key1)
    cdef uint32_t at
    cdef uint64_t* p
    if e == NULL:
        at = take_block(v, FIRST_BLOCK)
        if at != NO_BLOCK:
            e = new_shape(v)
        if e == NULL:
            if v.used_shapes == 0:
                return NULL
            solver_forget(v)
            v.wipes += 1
            return new_pattern(v, key0, key1)
        e.key0 = key0
        e.key1 = key1
        e.head = at
        e.count = 0
        e.size = FIRST_BLOCK
        file_shape(v, v.used_shapes - 1)
    elif e.count == <uint32_t>1 << e.size:
        at = take_block(v, e.size + 1)
        if at == NO_BLOCK:
            solver_forget(v)
            v.wipes += 1
            return new_pattern(v, key0, key1)
        memcpy(v.pool + <size_t>at * v.stride, v.pool + <size_t>e.head * v.stride,
               (<size_t>v.stride * 8) << e.size)
        v.pool[<size_t>e.head * v.stride] = v.spare[e.size]
        v.spare[e.size] = e.head
        e.head = at
        e.size += 1
    p = v.pool + <size_t>e.head * v.stride
    e.count += 1
    if e.count > 1:
        swap_patterns(p + <size_t>(e.count // 2) * v.stride, p + <size_t>(e.count - 1) * v.stride, v.stride)
        p += <size_t>(e.count // 2) * v.stride
    return p
