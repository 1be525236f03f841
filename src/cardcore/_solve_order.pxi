# The order in which cards are tried. It decides how soon an answer is found, never which one.

# What makes a card promising, for places that want tricks. The weights were found by search over random deals.
cdef enum:
    SAFE                       # the trick is ours whatever I play
    SAFE_LOW                   # for each lower card of the suit still in play
    SAFE_OVER                  # and I overtake my side
    WIN                        # I win the trick
    WIN_LOW                    # for each lower card
    WIN_SPARE                  # and a partner could have won it later
    LEAVE                      # a partner can win later, I play low
    LEAVE_LOW                  # for each lower card
    FORCE                      # I am best so far, an opponent can beat me
    FORCE_LOW                  # for each lower card
    LOSE                       # I cannot win
    LOSE_LOW                   # for each lower card
    SHED_LENGTH                # a discard, for each card I hold of the suit
    SHED                       # a discard
    SHED_TOP                   # from a suit of which I hold the top
    SHED_TWO                   # from two cards
    SHED_ONE                   # a single card
    RUFF                       # a ruff that wins so far
    UNDERRUFF                  # a trump that does not
    LEAD_LENGTH                # for each card I hold of the suit
    LEAD_TRUMP                 # a trump
    LEAD_SINGLE                # a single card when I hold trumps
    LEAD_OURS                  # for each card of a partner in the suit
    LEAD_THEIRS                # for each card of an opponent in the suit
    LEAD_RUFF                  # for each partner who can ruff
    LEAD_RUFFED                # for each opponent who can ruff
    LEAD_THROUGH               # the next place holds the best card
    LEAD_INTO                  # a later one does
    LEAD_SECOND                # and the next best is with a partner
    CASH                       # nobody can beat it
    CASH_LOW                   # for each lower card of the suit still in play
    REACH                      # a partner can win it
    REACH_LOW                  # for each lower card
    YIELD                      # an opponent can win it
    YIELD_LOW                  # for each lower card
    YIELD_EQUALS               # one of several equal cards
    YIELD_SECOND               # only the best card beats it
    AGAIN                      # it worked when this place last led with so many cards
    AGAIN_SUIT                 # another card of that suit did
    N_WEIGHTS

cdef extern from *:
    """
    static const int cardcore_weights[2][39] = {
        {   /* no trumps left */
            220, -10, 3, 280, -9, -46, 432, -324, 80, -10, 5, -7,
            20, 6, -1, -13, -6, 2, -300, 5, 2, -2, 301, 2,
            -66, 8, 360, -13, 102, 380, 2, 508, -2, 128, -40, 238,
            247, 127, -403
        },
        {   /* trumps */
            240, -14, -8, 488, -8, 57, 448, -5, -2, -1, -192, -7,
            12, -1, 7, -9, 4, -22, -368, -3, -10, 9, 1, -1,
            5, -248, 40, 22, 11, 392, 4, 472, -4, 360, -1, 14,
            6, 11, 5
        },
    };
    """
    const int cardcore_weights[2][39]

ctypedef struct moves_t:
    int n
    uint8_t position[48]       # best card of each class of equal cards
    int score[48]


cdef inline uint32_t hint_tag(const work_t* w, int place, cardset_t legal) noexcept nogil:
    """Hash of a situation: who is to play, what he may play, what is to be beaten."""
    cdef uint64_t h = legal * <uint64_t>0x9E3779B97F4A7C15
    h ^= h >> 29
    h += <uint64_t>(place << 3 | w.turn_count) << 8
    if w.turn_count:
        h += <uint64_t>(w.best + 1)
    h *= <uint64_t>0xC2B2AE3D27D4EB4F
    return <uint32_t>(h >> 32)


cdef inline int next_move(moves_t* list, cardset_t left) noexcept nogil:
    """The most promising card of the list that is still in ``left``, which must not be empty."""
    cdef int k, at = -1, most = -1000000
    for k in range(list.n):
        if list.score[k] > most and left & bit(list.position[k]):
            most = list.score[k]
            at = k
    if at < 0:
        return highest(left)
    list.score[at] = -1000000
    return list.position[at]


cdef inline int strength(const work_t* w, int position) noexcept nogil:
    """Number of lower cards of the suit still in play."""
    return popcount(w.all & w.block_of[position] & (bit(position) - 1))


cdef inline seatset_t good_winners(const work_t* w, int place) noexcept nogil:
    """Places by whose tricks this place gains."""
    return w.count if (w.side >> place) & 1 else w.active & ~w.count


cdef void list_plain(const work_t* w, moves_t* list, cardset_t hand, cardset_t left) noexcept nogil:
    """All classes, highest first, in no clever order."""
    cdef int c
    list.n = 0
    while left:
        c = highest(left)
        left = past_class(w, hand, c, left)
        list.position[list.n] = <uint8_t>c
        list.score[list.n] = c
        list.n += 1


cdef void list_follows(const work_t* w, moves_t* list, int place, uint32_t after, cardset_t hand,
                       cardset_t left) noexcept nogil:
    """Classes of cards to follow with, and how promising they are."""
    cdef cardset_t able = w.allow | w.trump
    cdef cardset_t can, block, mine
    cdef seatset_t allies, good
    cdef int theirs = -1, ours = -1, best = w.best
    cdef int c, k, score, top, n, wins, partner_wins, last, low, held
    cdef const int* P = cardcore_weights[1 if w.trump & w.all else 0]
    if not w.features & WITH_ORDER:
        list_plain(w, list, hand, left)
        return
    allies = w.side if (w.side >> place) & 1 else w.active & ~w.side
    good = good_winners(w, place)
    after >>= 4
    last = (after & 15) == NO_PLACE
    while after & 15 != NO_PLACE:
        k = after & 15
        after >>= 4
        can = w.hand[k] & w.allow
        if can == 0:
            can = w.hand[k] & w.trump
        if can:
            top = highest(can)
            if (allies >> k) & 1:
                ours = top if top > ours else ours
            else:
                theirs = top if top > theirs else theirs
    n = 0
    if (good >> place) & 1:
        partner_wins = (good >> w.best_place) & 1
        while left:
            c = highest(left)
            left = past_class(w, hand, c, left)
            block = w.block_of[c]
            low = strength(w, c)
            wins = c > best and able & bit(c) != 0
            if partner_wins and best > theirs:
                # The trick is ours already.
                score = P[SAFE] + P[SAFE_LOW] * low
                if wins:
                    score += P[SAFE_OVER]
            elif wins and c > theirs:
                score = P[WIN] + P[WIN_LOW] * low
                if ours > c:
                    score += P[WIN_SPARE]
            elif ours > theirs and ours > best:
                score = P[LEAVE] + P[LEAVE_LOW] * low
            elif wins:
                score = P[FORCE] + P[FORCE_LOW] * low
            else:
                score = P[LOSE] + P[LOSE_LOW] * low
            if bit(c) & able == 0:
                # A discard: from long weak suits, not from a guarded honour.
                mine = hand & block
                held = popcount(mine)
                score += P[SHED_LENGTH] * held + P[SHED]
                if bit(highest(mine)) > (w.all & block & ~mine):
                    score += P[SHED_TOP]
                elif held == 2:
                    score += P[SHED_TWO]
                elif held == 1:
                    score += P[SHED_ONE]
            elif bit(c) & w.trump and not w.allow & bit(c):
                score += P[RUFF] if wins else P[UNDERRUFF]
            list.position[n] = <uint8_t>c
            list.score[n] = score
            n += 1
    else:
        partner_wins = not (good >> w.best_place) & 1      # the trick goes the wrong way so far
        while left:
            c = highest(left)
            left = past_class(w, hand, c, left)
            low = strength(w, c)
            wins = c > best and able & bit(c) != 0
            if wins:
                score = (20 + low) if last else (20 - low)
            elif partner_wins and not last:
                score = 40 - low
            else:
                score = 60 + 2 * low
            list.position[n] = <uint8_t>c
            list.score[n] = score
            n += 1
    list.n = n


cdef void list_leads(const work_t* w, moves_t* list, int place, uint32_t after, cardset_t hand,
                     cardset_t left) noexcept nogil:
    """Classes of cards to lead, and how promising they are."""
    cdef cardset_t block, can, mine, same
    cdef seatset_t allies, good
    cdef int theirs = 0, ours = 0, suit = -1, of_c, their_place = 0, next = (after >> 4) & 15
    cdef int trump_game = (w.trump & w.all) != 0
    cdef int c, k, score, top, n, low, base = 0, second = 0
    cdef uint32_t rest
    cdef int killer = w.killer[w.left][place], killer_suit = -1 if killer < 0 else suit_at(w, killer)
    cdef const int* P = cardcore_weights[trump_game]
    if not w.features & WITH_ORDER:
        list_plain(w, list, hand, left)
        return
    allies = w.side if (w.side >> place) & 1 else w.active & ~w.side
    good = good_winners(w, place)
    n = 0
    while left:
        c = highest(left)
        of_c = suit_at(w, c)
        if of_c != suit:
            suit = of_c
            block = w.c.order.block[suit]
            mine = hand & block
            theirs = -1
            ours = -1
            second = -1
            base = popcount(mine) * P[LEAD_LENGTH]
            if block & w.trump:
                base += P[LEAD_TRUMP]
            elif popcount(mine) == 1 and hand & w.trump:
                base += P[LEAD_SINGLE]
            rest = after >> 4
            while rest & 15 != NO_PLACE:
                k = rest & 15
                rest >>= 4
                can = w.hand[k] & block
                if (allies >> k) & 1:
                    base += P[LEAD_OURS] * popcount(can)
                else:
                    base += P[LEAD_THEIRS] * popcount(can)
                if can == 0:
                    can = w.hand[k] & w.trump
                    if can:
                        base += P[LEAD_RUFF] if (allies >> k) & 1 else P[LEAD_RUFFED]
                if can:
                    top = highest(can)
                    if (allies >> k) & 1:
                        ours = top if top > ours else ours
                    elif top > theirs:
                        theirs = top
                        their_place = k
            if theirs > ours:
                base += P[LEAD_THROUGH] if their_place == next else P[LEAD_INTO]
                if ours >= 0 and (block & w.all & (bit(theirs) - 1) & ~up_to(ours)) == 0:
                    base += P[LEAD_SECOND]
        same = class_of(w, hand, c)
        left &= ~same
        low = strength(w, c)
        if (good >> place) & 1:
            if c > theirs:
                score = P[CASH] + P[CASH_LOW] * low
            elif ours > theirs:
                score = P[REACH] + P[REACH_LOW] * low
            else:
                score = P[YIELD] + P[YIELD_LOW] * low
                if same & (same - 1):
                    score += P[YIELD_EQUALS]
                if theirs >= 0 and (block & w.all & (bit(theirs) - 1) & ~up_to(c)) == 0:
                    score += P[YIELD_SECOND]
            score += base
            if killer >= 0:
                if same & bit(killer):
                    score += P[AGAIN]
                elif of_c == killer_suit:
                    score += P[AGAIN_SUIT]
        else:
            score = 50 - 2 * low
            if theirs > c or ours > c:
                score += 10
        list.position[n] = <uint8_t>c
        list.score[n] = score
        n += 1
    list.n = n


cdef int first_guess(const work_t* w, int turn) noexcept nogil:
    """Where to begin the search for the value: a line fitted to random deals, in 64ths of a trick."""
    cdef cardset_t ours = 0, theirs = 0, left, card
    cdef int k, n, suit, weight, sum, sides = 0, longest = 0
    cdef bint is_trump, no_trump = (w.trump & w.all) == 0
    for k in range(MAX_PLACES):
        if (w.count >> k) & 1:
            ours |= w.hand[k]
            sides += 1
        elif (w.active >> k) & 1:
            theirs |= w.hand[k]
            sides -= 1
    if w.averse:
        return 1
    if sides != 0 or not w.aligned:
        return (w.left + 1) // 2 if sides >= 0 else (w.left + 2) // 4
    sum = 36 if no_trump else 20
    if not (w.count >> turn) & 1:
        sum = -sum
    for suit in range(8):
        left = w.c.order.block[suit] & (ours | theirs)
        is_trump = left & w.trump != 0
        if is_trump:
            sum += 20 * (popcount(ours & left) - popcount(theirs & left))
            for k in range(MAX_PLACES):
                n = popcount(w.hand[k] & left)
                if (w.count >> k) & 1:
                    n = n if n > longest else longest
                    sum += 24 * (n - longest)
                    longest = n
            longest = 0
            for k in range(MAX_PLACES):
                n = popcount(w.hand[k] & left)
                if not (w.count >> k) & 1:
                    n = n if n > longest else longest
                    sum -= 24 * (n - longest)
                    longest = n
        weight = 4
        while left and weight:
            card = bit(highest(left))
            left ^= card
            n = (13 if is_trump else 15 if no_trump else 10) * weight
            sum += n if card & ours else -n
            weight -= 1
    n = (32 * w.left + sum + 32) >> 6
    return 0 if n < 0 else w.left if n > w.left else n
