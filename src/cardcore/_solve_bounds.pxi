# Bounds at the start of a trick, with their relevance.
#
# All but the first hold only where every place wants tricks for its own side ("aligned"). They count tricks that
# can be taken whatever the others do; a place that still holds trumps may ruff, so a suit counts no longer than
# such opponents can follow. While a free joker is about, it is a trump of one card.


cdef inline int owner_of(const work_t* w, cardset_t card) noexcept nogil:
    """Place that holds a card."""
    cdef int k
    for k in range(MAX_PLACES - 1):
        if w.hand[k] & card:
            return k
    return MAX_PLACES - 1


cdef inline cardset_t nth_highest(cardset_t cards, int n) noexcept nogil:
    """The n-th card from the top, n from 1."""
    while n > 1:
        cards ^= bit(highest(cards))
        n -= 1
    return bit(highest(cards))


cdef int sure_trumps(const work_t* w, seatset_t side, int wanted, cardset_t* rel) noexcept nogil:
    """Number of tricks, up to ``wanted``, that high trumps in the hands of a side are sure to win.

    A card of another hand beats at most one of a hand's trumps: if j of them have h higher ones elsewhere, at
    least j - h of them win, whoever wants that or not.
    """
    cdef cardset_t trumps = w.all & w.trump
    cdef cardset_t mine, higher, card, mark
    cdef int k, j, h, n, most, taken = 0
    for k in range(MAX_PLACES):
        if not (side >> k) & 1:
            continue
        mine = w.hand[k] & trumps
        if mine == 0:
            continue
        higher = trumps & ~mine
        n = popcount(mine)
        j = 0
        most = 0
        mark = 0
        while mine:
            card = bit(highest(mine))
            mine ^= card
            j += 1
            h = popcount(higher & ~(card - 1))
            if j - h > most:
                most = j - h
                mark = card
                if taken + most >= wanted:
                    break
            if h >= n:
                break
        if most:
            # The shape tells who holds them if nobody else holds a trump.
            if higher:
                rel[0] |= mark
            taken += most
            if taken >= wanted:
                return taken
    return taken


cdef int side_trumps(const work_t* w, seatset_t side, int place, int wanted, cardset_t* rel) noexcept nogil:
    """Whether a side is sure of ``wanted`` trump tricks that only its hands together have; ``place`` leads."""
    cdef cardset_t trumps = w.all & w.trump
    cdef cardset_t ours = 0, theirs, sure, second
    cdef int k, most = 0, n
    for k in range(MAX_PLACES):
        if (side >> k) & 1:
            n = popcount(w.hand[k] & trumps)
            most = n if n > most else most
            ours |= w.hand[k] & trumps
    if most < wanted or ours == 0:
        return 0
    theirs = trumps ^ ours
    # Tops in two hands: one of them a round, as long as the longer hand has trumps. In three hands, two tops
    # could fall on one round while the longest hand follows with low ones.
    sure = ours
    if theirs:
        sure &= ~up_to(highest(theirs))
    if sure:
        if popcount(sure) >= wanted and popcount(side) == 2 and popcount(w.active) == 4:
            if theirs:
                rel[0] = nth_highest(sure, wanted)
            return 1
        return 0
    # The second-best trump, guarded, behind the best: it plays after it unless its holder leads.
    if wanted == 1:
        second = trumps ^ bit(highest(trumps))
        if second == 0:
            return 0
        second = bit(highest(second))
        if second & ours:
            k = owner_of(w, second)
            if k != place and popcount(w.hand[k] & trumps) >= 2 and (
                    w.behind[k] >> owner_of(w, bit(highest(trumps)))) & 1:
                rel[0] = second
                return 1
    return 0


cdef inline int longest_other(const work_t* w, int place, cardset_t block) noexcept nogil:
    """Most cards of a suit that any other place holds."""
    cdef int k, n, most = 0
    for k in range(MAX_PLACES):
        if k != place:
            n = popcount(w.hand[k] & block)
            most = n if n > most else most
    return most


cdef int cash(const work_t* w, int place, int wanted, bint with_partners, cardset_t* rel) noexcept nogil:
    """Number of tricks, up to ``wanted``, that a place on lead can take for its side at once, and what it needs.

    Its own tops, trumps first; then, if a card leads to a top of a partner, those the partner has kept.
    """
    cdef const setup_t* c = w.c
    cdef cardset_t mine = w.hand[place], his
    cdef seatset_t allies = w.side if (w.side >> place) & 1 else w.active & ~w.side
    cdef seatset_t enemies = w.active & ~allies
    cdef seatset_t ruffers = 0
    cdef cardset_t block, others, tops, marks = 0, trumps = w.trump & w.all, used, hers, card
    cdef int own[8]
    cdef int longest[8]        # rounds without a ruff
    cdef int extra[8]
    cdef int second[8]
    cdef cardset_t second_mark[8]
    cdef cardset_t top_mark[8]    # lowest card of the tops
    cdef int suit, k, n, taken = 0, rounds, drawn = 0, most = wanted, best_sum, best_partner
    cdef int discards, losers, sum, entry, follows, ruff, again, back
    cdef cardset_t best_marks
    allies &= ~(1 << place)
    if trumps:
        others = trumps & ~mine
        tops = mine & trumps
        if w.limit & trumps or w.free:
            tops = 0
        elif others:
            tops &= ~up_to(highest(others))
        drawn = popcount(tops)
        marks = tops & (0 - tops) if others else 0
        if drawn and drawn < popcount(mine & trumps) and longest_other(w, place, trumps) <= drawn:
            # Nobody else has a trump after that.
            tops = mine & trumps
            drawn = popcount(tops)
        for k in range(MAX_PLACES):
            n = popcount(w.hand[k] & trumps)
            if n > drawn:
                if (enemies >> k) & 1:
                    ruffers |= <seatset_t>(1 << k)
                elif (allies >> k) & 1:
                    # A partner left with nothing but trumps must ruff; then the lead is his.
                    rounds = w.left - n + 1 + drawn
                    if w.free and w.c.joker_void == JokerVoid.MUST:
                        rounds = 0
                    if rounds < most:
                        most = rounds
        if drawn >= most:
            if others and most > 0:
                card = nth_highest(tops, most)
                rel[0] |= card if card > marks else marks
            return most
        taken = drawn
    for suit in range(c.order.n_suits):
        block = c.order.block[suit] & w.all
        own[suit] = 0
        longest[suit] = 64
        if block == 0:
            continue
        if block & trumps:
            own[suit] = drawn
            continue
        tops = mine & block
        others = block & ~mine
        if others:
            tops &= ~up_to(highest(others))
        n = popcount(tops)
        card = tops & (0 - tops)
        if n and n < popcount(mine & block) and longest_other(w, place, block) <= n:
            # Nobody else has a card of the suit after that.
            tops = mine & block
            n = popcount(tops)
        if ruffers:
            for k in range(MAX_PLACES):
                if (ruffers >> k) & 1:
                    rounds = popcount(w.hand[k] & block)
                    if rounds < longest[suit]:
                        longest[suit] = rounds
            if longest[suit] < n:
                n = longest[suit]
        if block & w.limit:
            longest[suit] = 0
            n = 0
        if n == 0:
            continue
        if taken + n > most:
            n = most - taken
        taken += n
        own[suit] = n
        if others:
            if n < popcount(tops):
                used = nth_highest(tops, n)
                card = used if used > card else card
            marks |= card
        if taken >= most:
            rel[0] |= marks
            return most
    if not with_partners or w.free or most < wanted:
        rel[0] |= marks
        return taken
    best_sum = 0
    best_marks = 0
    for k in range(MAX_PLACES):
        if not (allies >> k) & 1:
            continue
        his = w.hand[k]
        sum = 0
        discards = 0
        follows = 0
        entry = -1
        for suit in range(c.order.n_suits):
            block = c.order.block[suit] & w.all
            extra[suit] = 0
            if block == 0:
                continue
            n = popcount(his & block)
            if n <= own[suit]:
                discards += own[suit] - n
                if not block & trumps:
                    follows += n
                continue
            if not block & trumps:
                follows += own[suit]
            n -= own[suit]
            others = block & ~his & ~mine
            hers = block & mine
            # What is left of the leader's cards may not lie above his.
            used = 0
            tops = his & block
            rounds = own[suit]
            while rounds:
                used |= bit(highest(hers ^ used))
                rounds -= 1
            others |= hers ^ used
            if others:
                tops &= ~up_to(highest(others))
            rounds = popcount(tops)
            top_mark[suit] = tops & (0 - tops)
            if rounds < n and (rounds == 0 or longest_other(w, k, block) > own[suit] + rounds):
                n = rounds
            if own[suit] + n > longest[suit]:
                n = longest[suit] - own[suit]
            if n <= 0 or block & w.limit:
                continue
            extra[suit] = n
            sum += n
            if entry < 0 and popcount(hers) > own[suit]:
                entry = suit
        # A suit of which he has none, led for him to ruff, if no opponent can ruff it too.
        ruff = 0
        if trumps and not w.limit & trumps:
            n = popcount(his & trumps) - drawn
            for suit in range(c.order.n_suits):
                if c.order.block[suit] & trumps:
                    n -= extra[suit]
            if n > 0:
                for suit in range(c.order.n_suits):
                    block = c.order.block[suit]
                    if (block & trumps == 0 and his & block == 0 and own[suit] < popcount(mine & block)
                            and own[suit] < longest[suit]):
                        ruff = 1
                        break
        if entry < 0 and not ruff:
            continue
        # Discards come from cards that are neither trumps nor winners, then from winners.
        losers = popcount(his & ~trumps) - follows
        for suit in range(c.order.n_suits):
            if not c.order.block[suit] & trumps:
                losers -= extra[suit]
        if discards > losers:
            sum -= discards - losers
            if losers < 0 or sum < 0:
                continue
        sum += ruff
        # Back to the leader, who has kept tops under those of the partner.
        again = 0
        if taken + sum < most and discards < losers and not ruff:
            back = 0
            for suit in range(c.order.n_suits):
                block = c.order.block[suit] & w.all
                second[suit] = 0
                hers = block & mine
                n = popcount(hers) - own[suit] - extra[suit]
                if n <= 0 or block & (trumps | w.limit):
                    continue
                used = 0
                rounds = own[suit]
                while rounds:
                    used |= bit(highest(hers ^ used))
                    rounds -= 1
                tops = hers ^ used
                used = 0
                rounds = extra[suit]
                while rounds:
                    used |= bit(highest(his & block ^ used))
                    rounds -= 1
                others = block & ~mine & ~used
                if others:
                    tops &= ~up_to(highest(others))
                rounds = popcount(tops)
                n = rounds if rounds < n else n
                rounds = longest[suit] - own[suit] - extra[suit]
                n = rounds if rounds < n else n
                if n <= 0:
                    continue
                second[suit] = n
                second_mark[suit] = nth_highest(tops, n)
                again += n
                if popcount(his & block) > own[suit] + extra[suit]:
                    back = 1
            if not back:
                again = 0
            rounds = w.left - taken - sum
            again = rounds if again > rounds else again
        if sum + again > best_sum:
            # Mark what is needed, the entry first.
            best_sum = sum + again
            best_marks = 0
            if again:
                for suit in range(c.order.n_suits):
                    block = c.order.block[suit] & w.all
                    if second[suit] and block & ~mine:
                        best_marks |= second_mark[suit]
                    if extra[suit] and block & ~his:
                        card = nth_highest(his & block, extra[suit])
                        best_marks |= card if card > top_mark[suit] else top_mark[suit]
                continue
            rounds = most - taken
            if sum < rounds:
                rounds = sum
            rounds -= ruff
            if ruff:
                entry = -1
            suit = entry
            n = -1 if entry >= 0 else 0
            while rounds > 0:
                if n < 0 or n != entry:
                    if n >= 0:
                        suit = n
                    if extra[suit]:
                        used = his & c.order.block[suit]
                        follows = extra[suit] if extra[suit] < rounds else rounds
                        rounds -= follows
                        if c.order.block[suit] & w.all & ~his:
                            card = nth_highest(used, follows)
                            best_marks |= card if card > top_mark[suit] else top_mark[suit]
                n += 1
                if n >= c.order.n_suits:
                    break
    rel[0] |= marks | best_marks
    taken += best_sum
    return most if taken > most else taken


cdef int refused(const work_t* w, int place, int wanted, cardset_t* rel) noexcept nogil:
    """Whether the opponents of the leader take ``wanted`` tricks, because they win whatever suit he leads.

    The holder of the suit's top wins the first trick and cashes what he has.
    """
    cdef cardset_t mine = w.hand[place], block, trumps = w.trump & w.all, top
    cdef seatset_t allies = w.side if (w.side >> place) & 1 else w.active & ~w.side
    cdef seatset_t done = 0
    cdef cardset_t marks = 0
    cdef int suit, k, n
    for suit in range(w.c.order.n_suits):
        block = w.c.order.block[suit] & w.all
        if block & mine == 0:
            continue
        top = bit(highest(block))
        n = owner_of(w, top)
        if (allies >> n) & 1:
            return 0
        if trumps and not block & trumps:
            for k in range(MAX_PLACES):
                if (allies >> k) & 1 and w.hand[k] & trumps and w.hand[k] & block == 0:
                    return 0
        marks |= top
        if wanted > 1 and not (done >> n) & 1:
            done |= <seatset_t>(1 << n)
            if cash(w, n, wanted, trumps == 0, &marks) < wanted:
                return 0
    rel[0] = marks
    return 1


cdef inline bint holds_trumps(const work_t* w, seatset_t side) noexcept nogil:
    """Whether any place of a side has a trump."""
    cdef cardset_t held = 0
    cdef int k
    if w.trump & w.all == 0:
        return False
    for k in range(MAX_PLACES):
        if (side >> k) & 1:
            held |= w.hand[k]
    return held & w.trump != 0


cdef int kept(const work_t* w, seatset_t side, int wanted, cardset_t* rel) noexcept nogil:
    """Whether a side is sure of ``wanted`` tricks whoever leads, since the others have no trumps.

    The others' suits are those whose top they hold. When these are used up, some other suit is led, the holder
    of its top wins and cashes all he has kept. There must be room to keep it.
    """
    cdef seatset_t others = w.active & ~side
    cdef cardset_t block, mine, tops, rest, card, marks = 0
    cdef int run[6]
    cdef int suits[6]          # whose top a place holds
    cdef int suit, k, n, longest, passed = 0, most = 0
    memset(run, 0, sizeof(run))
    memset(suits, 0, sizeof(suits))
    for suit in range(w.c.order.n_suits):
        block = w.c.order.block[suit] & w.all
        if block == 0:
            continue
        k = owner_of(w, bit(highest(block)))
        if (others >> k) & 1:
            longest = 0
            for k in range(MAX_PLACES):
                # One trick is lost as soon as the others cannot lead their own suits.
                if wanted > 1 or (others >> k) & 1:
                    n = popcount(w.hand[k] & block)
                    longest = n if n > longest else longest
            passed += longest
            if passed + wanted > w.left:
                return 0
            continue
        suits[k] += 1
        mine = w.hand[k] & block
        rest = block & ~mine
        if rest == 0:
            run[k] += popcount(mine)
            continue
        tops = mine & ~up_to(highest(rest))
        n = popcount(tops)
        card = bit(highest(tops))
        if wanted > 1:
            card = tops & (0 - tops)
            if longest_other(w, k, block) <= n:
                n = popcount(mine)
        elif n > 1:
            n = 1
        run[k] += n
        marks |= card
    for k in range(MAX_PLACES):
        if suits[k]:
            if run[k] < wanted or passed + suits[k] > w.left:
                return 0
            most = 1
    rel[0] = marks
    return most


cdef int avoids_all(const work_t* w, int place, cardset_t* rel) noexcept nogil:
    """Whether the one counted place, whom all others want to take a trick, can lose all of them; no trumps.

    In each suit his i-th lowest card is lower than the others' i-th lowest: then he can always play under them,
    and this stays so whatever they play, and when he throws away the highest card of a suit. If he leads, he
    leads the lowest card of a suit of which somebody else has cards and which stays safe without it.
    """
    cdef cardset_t mine, theirs, hand, block, marks = 0
    cdef int suit, k, before
    cdef bint leads, leaves = False, shifted
    if w.count & (w.count - 1) or w.count == 0 or (w.trump & w.all) != w.free or w.limit:
        return 0
    k = lowest(w.count)
    hand = w.hand[k]
    if hand & w.free:
        return 0
    leads = k == place
    for suit in range(w.c.order.n_suits):
        block = w.c.order.block[suit] & w.all
        mine = hand & block
        theirs = block ^ mine
        if mine == 0 or theirs == 0:
            continue
        marks |= block & (0 - block)
        shifted = True
        before = 64
        while mine and theirs:
            if lowest(mine) > lowest(theirs):
                return 0
            # Without his lowest card: the next one against the card he was compared with before.
            if lowest(mine) > before:
                shifted = False
            before = lowest(theirs)
            mine &= mine - 1
            theirs &= theirs - 1
        if shifted:
            leaves = True
    if leads and not leaves:
        return 0
    rel[0] = marks
    return 1


cdef inline int bounded(work_t* w, int place, int need, cardset_t* rel) noexcept nogil:
    """The answer if a bound gives it, else -1."""
    cdef int result
    cdef bint wants = (w.side >> place) & 1
    cdef cardset_t marks = 0
    cdef seatset_t theirs
    cdef cardset_t for_count = 0, for_rest = 0
    # Such a joker may be held back, or kept from being played, as the bounds below do not foresee.
    cdef bint fickle = w.free != 0 and w.c.joker_follow == JokerFollow.FIRST_OR_LAST
    if w.features & WITH_SURE and w.trump & w.all:
        if sure_trumps(w, w.count, need, &for_count) >= need:
            rel[0] = for_count
            return 1
        if sure_trumps(w, w.active & ~w.count, w.left - need + 1, &for_rest) > w.left - need:
            rel[0] = for_rest
            return 0
    if w.averse and need == 1 and w.features & WITH_AVOID and not fickle:
        if avoids_all(w, place, rel):
            return 0
    if w.aligned:
        result = need if wants else w.left - need + 1
        if w.features & WITH_QUICK and not fickle:
            if cash(w, place, result, True, &marks) >= result:
                rel[0] = marks
                return wants
        if w.features & WITH_SURE and w.free == 0 and w.limit == 0:
            result = w.left - need + 1 if wants else need
            theirs = w.active & ~w.side if wants else w.side
            if w.trump & w.all and side_trumps(w, theirs, place, result, rel):
                return not wants
            if not holds_trumps(w, w.active & ~theirs) and kept(w, theirs, result, rel):
                return not wants
            if not holds_trumps(w, theirs) and kept(w, w.active & ~theirs, w.left - result + 1, rel):
                return wants
            if refused(w, place, result, rel):
                return not wants
    return -1
