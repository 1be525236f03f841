"""The play of tricks in C: what may be played, playing it, taking it back. Public.

The inline functions trust their caller: a position handed to ``play_push`` must be in ``play_legal``.
``TrickPlay`` (trickplay.pxd) is the checked Python class. Nothing here knows a bower, a bid or a score.

A ``setup_t`` is filled by ``PlaySetup`` alone and does not change: any number of threads may read it as long as
somebody holds a reference to the object. ``play_t`` and ``undo_t`` are plain values of the caller's: copied with
``=``, compared with ``memcmp``, no memory behind them. All functions are ``nogil`` and cannot fail.

Every rule is a mask or a table of the setup. ``allow`` holds the cards a place must choose from if it has
any of them: the led suit when following, everything but an unbroken limited suit when leading, one card
when it must open the first trick. So the legal cards are ``hand & allow``, or ``hand`` when that is empty;
only the holder of a free joker takes the longer road.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from cardcore.bits cimport bit, check, highest, lowest, popcount
from cardcore.order cimport CardOrder, order_t
from cardcore.types cimport (
    FREE_SUIT, MAX_PLACES, MAX_POSITIONS, NO_PLACE, cardset_t, move_t, seatset_t, suitset_t,
)

cpdef enum JokerLead:
    """When a free joker may be led; the last trick is always open to it."""
    UNLED_SUIT = 0             # naming a suit not yet led
    LAST_TRICK_ONLY = 1        # to the last trick only
    ANY_SUIT = 2               # at any time, naming any suit

cpdef enum JokerFollow:
    """When a free joker may be played on another's lead."""
    VOID_ONLY = 0              # only when void in the led suit
    FIRST_OR_LAST = 1          # also on a suit's first lead; when void, not after failing to follow it

cpdef enum JokerVoid:
    """What the holder of a free joker does when void in the led suit."""
    MAY = 0                    # may play it
    MUST = 1                   # must play it

ctypedef struct setup_t:
    order_t order              # suits and ranks
    uint32_t after[2][6]       # [0] first trick, [1] later: places in turn for each leader, 4 bits each, 15 ends
    cardset_t limit            # cards that may not be led until one of them has been played
    cardset_t first_card       # one card its holder must lead to the first trick; 0: none
    cardset_t over_mask        # cards that lie on top of a hidden one
    cardset_t under_mask       # the hidden ones
    uint8_t under[64]          # position of the card beneath each card of over_mask
    uint8_t under_place[64]    # place it belongs to
    uint8_t joker_lead         # JokerLead
    uint8_t joker_follow       # JokerFollow
    uint8_t joker_void         # JokerVoid
    uint8_t n_places           # 2 .. MAX_PLACES; 0: a PlaySetup that was never set up
    seatset_t active           # places that take part

ctypedef struct play_t:
    cardset_t hand[6]          # cards each place can play
    cardset_t trick            # cards on the table
    cardset_t allow            # cards to choose from, if any of them is held
    cardset_t limit            # the setup's limit until broken, then 0
    uint32_t after             # place to play and those after it in this trick, 4 bits each, 15 ends
    uint8_t turn               # place to play; NO_PLACE when all is over
    uint8_t leader             # place that led, or is to lead
    uint8_t led_suit           # suit of the lead; FREE_SUIT: a free joker that named none
    uint8_t fresh              # the led suit was not led before this trick
    uint8_t best               # position of the best card so far
    uint8_t best_place         # place that played it
    suitset_t suits_led        # suits led or named so far; bit 7: a free joker that named none
    uint8_t tricks_done        # tricks finished
    uint8_t tricks[6]          # tricks won by each place
    suitset_t failed[6]        # suits each place has failed to follow

ctypedef struct undo_t:
    # Fields of the same name as they were before the move; what is not here can be worked out from it.
    cardset_t trick
    cardset_t allow
    uint32_t after
    move_t move                # the move
    uint8_t turn               # who made it
    uint8_t leader
    uint8_t led_suit
    uint8_t fresh
    uint8_t best
    uint8_t best_place
    suitset_t suits_led
    suitset_t failed           # of the place that moves
    uint8_t limited            # whether the limit was still in force


cdef enum:
    # What play_fault finds.
    PLAY_SOUND = 0
    PLAY_NO_SETUP = 1          # the setup was never set up
    PLAY_BAD_CARDS = 2         # a card beyond the order, in two places, or face down and in a hand
    PLAY_BAD_TURN = 3          # turn, leader and the places to come do not go together
    PLAY_BAD_TRICK = 4         # the cards on the table, the suit led and the best card do not go together
    PLAY_BAD_SIZES = 5         # hands that cannot be played to the end

# Why a position cannot be one of this setup, PLAY_SOUND if it can: for positions that come from outside. Only such
# positions may be handed to the functions that trust their caller. ``nogil``, cannot fail.
cdef int play_fault(const play_t* s, const setup_t* c) noexcept nogil


cdef inline void play_begin(play_t* s, const setup_t* c, const cardset_t* hands, int leader) noexcept nogil:
    """The position before the first trick; ``hands`` has one mask for each place of the setup.

    Trusts its caller: 0 <= leader < MAX_PLACES. What else can be wrong, ``play_fault`` finds afterwards.
    """
    cdef int place
    check(0 <= leader < MAX_PLACES and c.n_places <= MAX_PLACES)
    memset(s, 0, sizeof(play_t))
    for place in range(c.n_places):
        s.hand[place] = hands[place]
    s.limit = c.limit
    s.allow = ~c.limit
    s.after = c.after[0][leader]
    s.leader = <uint8_t>leader
    s.turn = <uint8_t>leader
    if s.hand[leader] & c.first_card:
        s.allow = c.first_card
    if s.hand[leader] == 0:
        s.turn = NO_PLACE


cdef inline int move_position(int move) noexcept nogil:
    """Position of the card a move plays."""
    return move & 63


cdef inline int move_suit(int move) noexcept nogil:
    """Suit a move names, FREE_SUIT for none."""
    return ((move >> 6) - 1) & 7


cdef inline move_t make_move(int position, int suit) noexcept nogil:
    """A move from a position and the suit named, FREE_SUIT for none."""
    return <move_t>(position | (((suit + 1) & 7) << 6))


cdef inline bint is_last_trick(const play_t* s, const setup_t* c) noexcept nogil:
    """Whether the place to lead holds its last card and no card lies hidden anywhere.

    Trusts its caller: the play is not over.
    """
    cdef cardset_t held = 0
    cdef int k
    if s.hand[s.turn] & (s.hand[s.turn] - 1):
        return False
    if c.over_mask == 0:
        return True
    for k in range(MAX_PLACES):
        held |= s.hand[k]
    return (held & c.over_mask) == 0


cdef inline suitset_t play_joker_suits(const play_t* s, const setup_t* c) noexcept nogil:
    """Suits the place to lead may name with the free joker; bit 7: it names none (last trick).

    Trusts its caller: the place to play is to lead and holds the free joker.
    """
    cdef int every = (1 << c.order.n_suits) - 1
    cdef int unled = every & ~<int>s.suits_led
    cdef int may = unled
    if is_last_trick(s, c):
        return 1 << FREE_SUIT
    if c.joker_lead == JokerLead.ANY_SUIT and c.joker_follow != JokerFollow.FIRST_OR_LAST:
        may = every
    elif c.joker_lead == JokerLead.LAST_TRICK_ONLY:
        may = 0
    if may == 0 and s.hand[s.turn] == c.order.free:
        # The only card to play is always playable: a hidden card may still lie under it.
        may = unled if unled else every
    return <suitset_t>may


cdef inline cardset_t play_legal_joker(const play_t* s, const setup_t* c) noexcept nogil:
    """The legal cards of a place that holds the free joker; ``play_legal`` calls it. Trusts its caller."""
    cdef cardset_t hand = s.hand[s.turn]
    cdef cardset_t free = c.order.free
    cdef cardset_t others = hand ^ free
    cdef cardset_t able = others & s.allow
    if others == 0:
        return hand
    if s.trick == 0:
        if able == 0:
            able = others
        return able | free if play_joker_suits(s, c) else able
    if able:
        return able | free if c.joker_follow == JokerFollow.FIRST_OR_LAST and s.fresh else able
    if c.joker_void == JokerVoid.MUST:
        return free
    if c.joker_follow == JokerFollow.FIRST_OR_LAST and (s.failed[s.turn] >> s.led_suit) & 1:
        return others
    return hand


cdef inline cardset_t play_legal(const play_t* s, const setup_t* c) noexcept nogil:
    """The cards the place to play may play. Trusts its caller: the play is not over."""
    cdef cardset_t hand = s.hand[s.turn]
    cdef cardset_t able = hand & s.allow
    if hand & c.order.free:
        return play_legal_joker(s, c)
    return able if able else hand


cdef inline void play_turn_up(play_t* s, const setup_t* c, cardset_t trick) noexcept nogil:
    """Turn up, or down again, the cards beneath those of a finished trick; push and pop call it."""
    cdef cardset_t over = trick & c.over_mask
    cdef int position
    while over:
        position = lowest(over)
        over &= over - 1
        s.hand[c.under_place[position]] ^= bit(c.under[position])


cdef inline void play_push(play_t* s, const setup_t* c, int position, int named) noexcept nogil:
    """Play a card. Trusts its caller: ``position`` is legal, and so is ``named`` (FREE_SUIT: none)."""
    cdef cardset_t card = bit(position)
    cdef int place = s.turn
    cdef int suit
    check(s.turn < MAX_PLACES and (play_legal(s, c) & card) != 0)
    s.hand[place] ^= card
    if card & s.limit:
        s.limit = 0
    if s.trick == 0:
        suit = c.order.suit_of[position] if named == FREE_SUIT else named
        s.led_suit = suit
        s.fresh = not (s.suits_led >> suit) & 1
        s.suits_led |= <suitset_t>(1 << suit)
        s.allow = c.order.block[suit]
        s.best = position
        s.best_place = place
    else:
        if not card & s.allow:
            s.failed[place] |= <suitset_t>(1 << s.led_suit)
        if card & (s.allow | c.order.trump) and position > s.best:
            s.best = position
            s.best_place = place
    s.trick |= card
    s.after >>= 4
    s.turn = s.after & 15
    if s.turn == NO_PLACE:
        place = s.best_place
        s.tricks[place] += 1
        s.tricks_done += 1
        if s.trick & c.over_mask:
            play_turn_up(s, c, s.trick)
        s.trick = 0
        s.leader = place
        s.after = c.after[1][place]
        s.turn = place if s.hand[place] else NO_PLACE
        s.allow = ~s.limit


cdef inline void play_save(const play_t* s, undo_t* u, int position, int named) noexcept nogil:
    """Write down, before ``play_push``, what ``play_pop`` needs. Trusts its caller as ``play_push`` does."""
    u.trick = s.trick
    u.allow = s.allow
    u.after = s.after
    u.move = make_move(position, named)
    u.turn = s.turn
    u.leader = s.leader
    u.led_suit = s.led_suit
    u.fresh = s.fresh
    u.best = s.best
    u.best_place = s.best_place
    u.suits_led = s.suits_led
    u.failed = s.failed[s.turn]
    u.limited = s.limit != 0


cdef inline void play_pop(play_t* s, const setup_t* c, const undo_t* u) noexcept nogil:
    """Take back the last play. Trusts its caller: ``u`` is what ``play_save`` wrote before it."""
    cdef cardset_t card = bit(move_position(u.move))
    cdef cardset_t trick = u.trick | card
    check(u.turn < MAX_PLACES and s.leader < MAX_PLACES and (s.hand[u.turn] & card) == 0)
    if s.trick == 0:           # it had ended a trick
        s.tricks[s.leader] -= 1
        s.tricks_done -= 1
        if trick & c.over_mask:
            play_turn_up(s, c, trick)
    s.hand[u.turn] ^= card
    s.trick = u.trick
    s.allow = u.allow
    s.after = u.after
    s.turn = u.turn
    s.leader = u.leader
    s.led_suit = u.led_suit
    s.fresh = u.fresh
    s.best = u.best
    s.best_place = u.best_place
    s.suits_led = u.suits_led
    s.failed[u.turn] = u.failed
    s.limit = c.limit if u.limited else 0


cdef inline int play_count_moves(const play_t* s, const setup_t* c) noexcept nogil:
    """Number of moves: legal cards, a led free joker counted once for each suit it may name.

    Trusts its caller: the play is not over.
    """
    cdef cardset_t legal = play_legal(s, c)
    if s.trick == 0 and legal & c.order.free:
        return popcount(legal ^ c.order.free) + popcount(play_joker_suits(s, c))
    return popcount(legal)


cdef class SeatOrder:
    """See play.pyi. Does not change once it is made."""
    cdef uint32_t after[2][6]          # as in setup_t
    cdef readonly int places           # how many there are, 2 .. MAX_PLACES
    cdef readonly tuple first          # for each leader the places of the first trick in turn
    cdef readonly tuple later          # and of all others
    # Places that play to the first trick (0) or to later ones (1). Needs the lock.
    cdef seatset_t active(self, int which)

cdef class PlaySetup:
    """See play.pyi. Does not change once it is made."""
    cdef setup_t c                     # all that C code needs
    cdef readonly CardOrder order
    cdef readonly SeatOrder seats
    cdef readonly object limit         # suit or None
    cdef readonly object first_card    # Card or None
    cdef readonly object under         # tuple of (place, upper Card, hidden Card)
    # Private.
    cdef int check_built(self) except -1
