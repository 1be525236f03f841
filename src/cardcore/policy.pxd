"""What the places of a play want, and quick sensible play towards it, in C. Public.

``stakes_t`` says what the end of a play is worth to each place: tables of tricks won by sets of places
(*accounts*), weighed place by place, and *prizes*: a few cards, the places that catch them together, and what
every set of them is worth, so that one card may be worth less, or more, with another. The policy plays a card for
a place that wants a trick or wants none; it goes after no prize. It looks at all hands of its world: it is for
playouts, never for a seat's own decision.

A ``stakes_t`` is filled by ``Stakes`` (``mcts.pxd``), which checks it, and does not change; ``won_t`` is a value of the
caller's, zeroed before the first card. Everything is ``nogil``, takes no memory and cannot fail.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardcore.bits cimport bit, highest, lowest, popcount, select
from cardcore.play cimport play_joker_suits, play_legal, play_push, play_t, setup_t
from cardcore.rng cimport rng_small, rng_t
from cardcore.types cimport FREE_SUIT, NO_PLACE, cardset_t, seatset_t, suitset_t

cdef enum:
    STAKES_ACCOUNTS = 8            # accounts, at most
    STAKES_PRIZES = 12             # two for each of six places
    PRIZE_CARDS = 8                # cards of one prize, at most
    NO_ACCOUNT = 255               # a place that aims at no account
    POLICY_CHANCE = 10             # one card in so many is played by chance

ctypedef struct stakes_t:
    int n_places                   # as in the setup
    int n_accounts                 # 0 .. STAKES_ACCOUNTS
    seatset_t places[8]            # places whose tricks an account counts
    double table[8][64]            # what each number of them is worth
    double weight[6][8]            # how much an account's worth is to each place
    int n_prizes                   # 0 .. STAKES_PRIZES
    cardset_t prizes               # the cards of all prizes
    cardset_t prize_cards[12]      # the cards of each
    uint8_t prize_bit[12][64]      # the bit that stands for a card in the number of a set
    seatset_t catchers[12]         # places that catch them together
    double prize_table[12][256]    # what each set of them is worth
    double prize_weight[6][12]     # how much that is to each place
    seatset_t friends[6]           # places whose tricks are as good as own ones
    uint8_t aim_account[6]         # account whose tricks a place aims at; NO_ACCOUNT: it wants every trick
    uint8_t aim[6]                 # how many it wants there
    uint8_t then_duck[6]           # whether it wants no more after that

ctypedef struct won_t:
    cardset_t caught[6]            # cards of prizes in the tricks each place has won


cdef inline int account_count(const stakes_t* k, const play_t* s, int account) noexcept nogil:
    """Tricks an account holds, 0 .. 63; 63 stands for all above it."""
    cdef int place, count = 0
    for place in range(k.n_places):
        if (k.places[account] >> place) & 1:
            count += s.tricks[place]
    return count if count < 64 else 63


cdef inline int prize_set(const stakes_t* k, const won_t* won, int prize) noexcept nogil:
    """Number of the set of a prize's cards that its places have caught."""
    cdef cardset_t cards = 0
    cdef int place, number = 0
    for place in range(k.n_places):
        if (k.catchers[prize] >> place) & 1:
            cards |= won.caught[place]
    cards &= k.prize_cards[prize]
    while cards:
        number |= k.prize_bit[prize][lowest(cards)]
        cards &= cards - 1
    return number


cdef inline void stakes_pay(const stakes_t* k, const play_t* s, const won_t* won, double* pays) noexcept nogil:
    """What the end of a play is worth to each place."""
    cdef double worth[8]
    cdef double prizes[12]
    cdef int place, account, prize
    for account in range(k.n_accounts):
        worth[account] = k.table[account][account_count(k, s, account)]
    for prize in range(k.n_prizes):
        prizes[prize] = k.prize_table[prize][prize_set(k, won, prize)]
    for place in range(k.n_places):
        pays[place] = 0
        for account in range(k.n_accounts):
            pays[place] += k.weight[place][account] * worth[account]
        for prize in range(k.n_prizes):
            pays[place] += k.prize_weight[place][prize] * prizes[prize]


cdef inline void policy_push(
    play_t* s, const setup_t* c, const stakes_t* k, won_t* won, int position, int named
) noexcept nogil:
    """Play a card and note the prizes in a finished trick."""
    cdef cardset_t trick = s.trick | bit(position)
    play_push(s, c, position, named)
    if s.trick == 0:
        won.caught[s.leader] |= trick & k.prizes


cdef inline bint policy_ducks(const play_t* s, const stakes_t* k) noexcept nogil:
    """Whether the place to play wants to win no trick now."""
    cdef int place = s.turn
    if k.aim_account[place] == NO_ACCOUNT or account_count(k, s, k.aim_account[place]) < k.aim[place]:
        return False
    return k.then_duck[place]


cdef inline cardset_t above(int position) noexcept nogil:
    """The positions above one; all for -1."""
    return ~((bit(position) << 1) - 1) if position >= 0 else ~<cardset_t>0


cdef inline void one_suit(cardset_t cards, const setup_t* c, rng_t* r, cardset_t* block) noexcept nogil:
    """Write the block of the suit of a random card."""
    block[0] = c.order.block[c.order.suit_of[select(cards, <int>rng_small(r, popcount(cards)))]]


cdef inline int policy_lead(
    const play_t* s, const setup_t* c, const stakes_t* k, rng_t* r, cardset_t legal, bint ducks
) noexcept nogil:
    """The card to lead: a sure winner, or a low card."""
    cdef cardset_t foes = 0, ruffs, safe = 0, block, mine, rivals, plain
    cdef int place, suit
    for place in range(c.n_places):
        if place != s.turn and not (k.friends[s.turn] >> place) & 1 and (c.active >> place) & 1:
            foes |= s.hand[place]
    for suit in range(c.order.n_suits):
        block = c.order.block[suit]
        mine = legal & block
        if mine == 0:
            continue
        rivals = foes & block
        if ducks:
            if rivals & above(lowest(mine)):
                safe |= mine & (0 - mine)          # its lowest card, which somebody can beat
            continue
        if rivals:
            mine &= above(highest(rivals))
        if mine == 0:
            continue
        if block & c.order.trump == 0:             # somebody may ruff it
            ruffs = 0
            for place in range(c.n_places):
                if place != s.turn and not (k.friends[s.turn] >> place) & 1 and (c.active >> place) & 1:
                    if s.hand[place] & block == 0:
                        ruffs |= s.hand[place] & c.order.trump
            if ruffs:
                continue
        safe |= bit(highest(mine))
    if safe:
        return select(safe, <int>rng_small(r, popcount(safe)))
    plain = legal & ~c.order.trump
    if plain == 0 or (not ducks and rng_small(r, 4) == 0):
        plain = legal
    one_suit(plain, c, r, &block)
    mine = plain & block
    return lowest(mine) if mine else lowest(plain)


cdef inline int policy_low(const setup_t* c, rng_t* r, cardset_t legal, cardset_t follow) noexcept nogil:
    """A card to give away: the lowest of the suit led, or of some other suit, trumps last."""
    cdef cardset_t block, plain = legal & ~c.order.trump
    if follow:
        return lowest(follow)
    if plain == 0:
        return lowest(legal)
    one_suit(plain, c, r, &block)
    return lowest(plain & block)


cdef inline int policy_follow(
    const play_t* s, const setup_t* c, const stakes_t* k, rng_t* r, cardset_t legal, bint ducks
) noexcept nogil:
    """The card to play to a trick."""
    cdef cardset_t able = s.allow | c.order.trump
    cdef cardset_t beats = legal & able & above(s.best)
    cdef cardset_t follow = legal & s.allow
    cdef cardset_t loses = legal & ~beats, theirs, block
    cdef uint32_t after = s.after >> 4
    cdef int most = -1, place
    if ducks:
        if loses:
            if follow & loses:
                return highest(follow & loses)
            if loses & c.order.trump:
                return highest(loses & c.order.trump)
            one_suit(loses, c, r, &block)
            return highest(loses & block)
        return highest(beats) if after & 15 == NO_PLACE else lowest(beats)
    while after & 15 != NO_PLACE:
        place = after & 15
        after >>= 4
        if not (k.friends[s.turn] >> place) & 1:
            theirs = s.hand[place] & s.allow
            theirs = theirs if theirs else s.hand[place] & able
            if theirs and highest(theirs) > most:
                most = highest(theirs)
    if (k.friends[s.turn] >> s.best_place) & 1 and s.best_place != s.turn and most < s.best:
        return policy_low(c, r, legal, follow)     # a friend has it already
    if beats & above(most):
        return lowest(beats & above(most))
    return policy_low(c, r, legal, follow)


cdef inline void policy_play(play_t* s, const setup_t* c, const stakes_t* k, won_t* won, rng_t* r) noexcept nogil:
    """Play one card as the place to play would like it, now and then one by chance."""
    cdef cardset_t legal = play_legal(s, c)
    cdef suitset_t suits
    cdef int position, named = FREE_SUIT
    cdef bint ducks
    if legal & (legal - 1) == 0:
        position = lowest(legal)
    elif rng_small(r, POLICY_CHANCE) == 0:
        position = select(legal, <int>rng_small(r, popcount(legal)))
    else:
        ducks = policy_ducks(s, k)
        if s.trick == 0:
            position = policy_lead(s, c, k, r, legal, ducks)
        else:
            position = policy_follow(s, c, k, r, legal, ducks)
    if s.trick == 0 and c.order.free & bit(position):
        suits = play_joker_suits(s, c)
        named = select(suits, <int>rng_small(r, popcount(suits)))
    policy_push(s, c, k, won, position, named)


cdef inline void policy_playout(play_t* s, const setup_t* c, const stakes_t* k, won_t* won, rng_t* r) noexcept nogil:
    """Play to the end."""
    while s.turn != NO_PLACE:
        policy_play(s, c, k, won, r)
