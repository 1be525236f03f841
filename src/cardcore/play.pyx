"""Seat orders and setups for Python: the constant part of a play.

``play.pxd`` holds the rules as inline C, ``trickplay.pyx`` the checked position.
"""

from operator import index

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

cimport cython

from cardcore.bits cimport bit, highest, lowest, popcount
from cardcore.cards cimport as_long, card_id
from cardcore.order cimport CardOrder
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t, seatset_t

from cardcore.cards import Card
from cardcore.errors import SetupError

__all__ = ["JokerFollow", "JokerLead", "JokerVoid", "PlaySetup", "SeatOrder"]

cdef tuple _CARDS = tuple(Card)


# --- positions from outside ------------------------------------------------------------------------------


cdef int turn_fault(const play_t* s, const setup_t* c, seatset_t* played) noexcept nogil:
    """PLAY_BAD_TURN unless those who have played and those to come are a row of the setup; says who has played."""
    cdef uint32_t row
    cdef int which, _played, place, on_table = popcount(s.trick)
    if s.leader >= c.n_places or s.turn >= c.n_places:
        return PLAY_BAD_TURN
    for which in range(2):
        row = c.after[which][s.leader]
        played[0] = 0
        for _played in range(on_table):
            place = row & 15
            if place == NO_PLACE:
                break
            played[0] |= <seatset_t>(1 << place)
            row >>= 4
        if row & 15 == s.turn and row == s.after:
            return PLAY_SOUND
    return PLAY_BAD_TURN


cdef int trick_fault(const play_t* s, const setup_t* c, seatset_t played) noexcept nogil:
    """PLAY_BAD_TRICK unless what is remembered of the trick goes with its cards."""
    cdef cardset_t block
    if s.limit != 0 and s.limit != c.limit:
        return PLAY_BAD_TRICK
    if s.trick == 0:
        return PLAY_SOUND if s.allow == ~s.limit or (c.first_card and s.allow == c.first_card) else PLAY_BAD_TRICK
    if s.led_suit >= c.order.n_suits and (s.led_suit != FREE_SUIT or c.order.free == 0):
        return PLAY_BAD_TRICK
    block = c.order.block[s.led_suit]
    if s.allow != block or s.trick & (block | c.order.trump) == 0:
        return PLAY_BAD_TRICK
    if s.best != highest(s.trick & (block | c.order.trump)) or s.best_place >= MAX_PLACES:
        return PLAY_BAD_TRICK
    return PLAY_SOUND if (played >> s.best_place) & 1 else PLAY_BAD_TRICK


cdef int play_fault(const play_t* s, const setup_t* c) noexcept nogil:
    """Why a position cannot be one of this setup, PLAY_SOUND if it can."""
    cdef cardset_t seen = s.trick, over
    cdef seatset_t played = 0
    cdef int size[6]
    cdef int place, fault, left = -1
    if c.n_places < 2 or c.n_places > MAX_PLACES:
        return PLAY_NO_SETUP
    for place in range(MAX_PLACES):
        if s.hand[place] & seen or (place >= c.n_places and s.hand[place]):
            return PLAY_BAD_CARDS
        seen |= s.hand[place]
    if seen & ~c.order.all:
        return PLAY_BAD_CARDS
    if s.turn == NO_PLACE and s.trick == 0:
        for place in range(c.n_places):
            if (c.active >> place) & 1 and s.hand[place]:
                return PLAY_BAD_SIZES
        return PLAY_SOUND
    fault = turn_fault(s, c, &played)
    if fault == PLAY_SOUND:
        fault = trick_fault(s, c, played)
    if fault != PLAY_SOUND:
        return fault
    for place in range(c.n_places):
        size[place] = popcount(s.hand[place])
    over = seen & c.over_mask
    while over:
        place = c.under_place[lowest(over)]
        if seen & bit(c.under[lowest(over)]) or over & (0 - over) & ~(s.hand[place] | s.trick):
            return PLAY_BAD_CARDS
        size[place] += 1
        over &= over - 1
    # Whoever is still to play to this trick has one card more than the others; after it all have as many.
    for place in range(c.n_places):
        if not (c.active >> place) & 1:
            continue
        if s.turn == place and s.hand[place] == 0:
            return PLAY_BAD_SIZES
        if is_to_play(s.after, place):
            size[place] -= 1
        if left < 0:
            left = size[place]
        if size[place] != left or left < 0:
            return PLAY_BAD_SIZES
    return PLAY_SOUND


cdef inline bint is_to_play(uint32_t after, int place) noexcept nogil:
    """Whether a place stands in a row of places."""
    while after & 15 != NO_PLACE:
        if <int>(after & 15) == place:
            return True
        after >>= 4
    return False


# --- the classes -----------------------------------------------------------------------------------------


cdef int members(tuple table) except -1:
    """The places that take part in a trick, as a mask."""
    cdef int mask = 0
    for order in table:
        for place in order:
            mask |= 1 << <int>place
    return mask


cdef dict read_orders(orders):
    """The playing orders by leader, as numbers."""
    return {index(leader): tuple([index(place) for place in order]) for leader, order in dict(orders).items()}


cdef tuple seat_table(str what, dict orders, count):
    """For each place the order it leads; SetupError if the orders do not go together."""
    table = [()] * count
    known = None
    for leader, order in orders.items():
        if not 0 <= leader < count or any([not 0 <= place < count for place in order]):
            raise SetupError(f"{what}: places must be in 0..{count - 1}, got {leader}: {order}")
        if not order or order[0] != leader or len(set(order)) != len(order):
            raise SetupError(f"{what}: {order} is no playing order that place {leader} leads")
        if known is not None and set(order) != known:
            raise SetupError(f"{what}: {order} and {sorted(known)} are not the same places")
        known = set(order)
        table[leader] = order
    if known is None or len(known) < 2:
        raise SetupError(f"{what}: at least two places must play")
    return tuple(table)


cdef class SeatOrder:
    """Who plays after whom: for every place that can lead, the places of a trick in turn.

    Parameters
    ----------
    later : mapping of int to sequence of int
        For each place that can lead a trick, the places in playing order, the leader first. At most 6
        places, numbered from 0; a place in no list sits out.
    first : mapping of int to sequence of int, optional, keyword only
        The same for the first trick, where it differs. Nobody may play to it who sits out later.
    places : int, optional, keyword only
        How many places there are; default: one more than the highest number named.

    Raises
    ------
    SetupError
        If a list repeats a place, does not begin with its leader, or lists of one kind have different places.

    Examples
    --------
    >>> SeatOrder.circle(4, out=[2]).later[3]
    (3, 0, 1)
    >>> SeatOrder.circle(5, skip_first=[4]).first[2]
    (2, 3, 0, 1)
    """

    def __cinit__(self):
        # One that __init__ has never seen, or has refused, has no places, and no setup takes it.
        self.first = ()
        self.later = ()

    def __init__(self, later, *, first=None, places=None):
        # Everything is read once: a mapping, or a number, of the caller's may change its mind.
        cdef uint32_t after[2][6]
        later = read_orders(later)
        first = None if first is None else read_orders(first)
        named = {place for order in later.values() for place in order}
        count = max(named, default=-1) + 1 if places is None else index(places)
        if not 2 <= count <= MAX_PLACES:
            raise SetupError(f"a game has 2 to {MAX_PLACES} places, not {count}")
        later_table = seat_table("later tricks", later, count)
        first_table = later_table if first is None else seat_table("the first trick", first, count)
        if members(first_table) & ~members(later_table):
            raise SetupError("a place that plays to the first trick cannot sit out later")
        if set(later) != named:
            raise SetupError("every place that plays to a trick must be able to lead the next")
        for which, table in enumerate((first_table, later_table)):
            for place in range(MAX_PLACES):
                after[<int>which][<int>place] = 0xFFFFFFFF
                if place < count and table[place]:
                    word = 0xF
                    for follower in reversed(table[place]):
                        word = word << 4 | follower
                    after[<int>which][<int>place] = word & 0xFFFFFFFF
        with cython.critical_section(self):
            if self.places:            # asked last: reading the arguments may run anything, and threads may race
                raise TypeError("a SeatOrder does not change")
            memcpy(self.after, after, sizeof(after))
            self.first = first_table
            self.later = later_table
            self.places = count        # last: what has places is whole

    cdef seatset_t active(self, int which):
        """Places that play to the first trick (0) or to later ones (1)."""
        return <seatset_t>members(self.later if which else self.first)

    @classmethod
    def circle(cls, places, *, out=(), skip_first=()):
        """The ordinary circle, clockwise.

        Parameters
        ----------
        places : int
            2 .. 6.
        out : iterable of int, keyword only
            Places that sit out the whole play, such as a misère contractor's partner.
        skip_first : iterable of int, keyword only
            Places that take no part in the first trick only.

        Returns
        -------
        SeatOrder

        Examples
        --------
        >>> SeatOrder.circle(3).later
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        """
        places = index(places)
        if not 2 <= places <= MAX_PLACES:
            raise SetupError(f"a game has 2 to {MAX_PLACES} places, not {places}")
        out, skip = {index(place) for place in out}, {index(place) for place in skip_first}
        for place in out | skip:
            if not 0 <= place < places:
                raise SetupError(f"place {place} is not in 0..{places - 1}")
        turns = {lead: [(lead + k) % places for k in range(places)] for lead in range(places)}
        later = {lead: [p for p in turns[lead] if p not in out] for lead in turns if lead not in out}
        first = {lead: [p for p in order if p not in skip] for lead, order in later.items() if lead not in skip}
        return cls(later, first=first if skip else None, places=places)

    @classmethod
    def two_tables(cls):
        """Two players, each with a hand and a table: four cards to a trick.

        Places 0 and 1 are the hands, 2 and 3 the tables of the same players. After a hand leads come the
        other hand and then the tables, the leader's first; after a table the other table and then the hands.

        Returns
        -------
        SeatOrder

        Examples
        --------
        >>> SeatOrder.two_tables().later
        ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
        """
        return cls({0: (0, 1, 2, 3), 1: (1, 0, 3, 2), 2: (2, 3, 0, 1), 3: (3, 2, 1, 0)})

    def __eq__(self, other):
        if not isinstance(other, SeatOrder):
            return NotImplemented
        return self.places == other.places and self.first == other.first and self.later == other.later

    def __hash__(self):
        return hash((self.places, self.first, self.later))

    def __repr__(self):
        later = {order[0]: order for order in self.later if order}
        first = "" if self.first == self.later else f", first={ {order[0]: order for order in self.first if order} }"
        return f"SeatOrder({later}{first}, places={self.places})"

    def __reduce__(self):
        later = {order[0]: order for order in self.later if order}
        first = None if self.first == self.later else {order[0]: order for order in self.first if order}
        return _restore_seats, (later, first, self.places)


def _restore_seats(later, first, places):
    """Rebuild a pickled seat order."""
    return SeatOrder(later, first=first, places=places)


def _choice(kind, value):
    """The number of a member of an enum; the enums of C let any number pass."""
    members = list(kind.__members__.values())
    if value not in members:
        raise SetupError(f"{kind.__name__} is one of {', '.join(kind.__members__)}, not {value!r}")
    return int(members[members.index(value)])


cdef class PlaySetup:
    """Everything about the play of a deal that does not change while it is played.

    Parameters
    ----------
    order : CardOrder
        Suits and ranks of the contract.
    seats : SeatOrder
        Who plays after whom.
    joker_lead, joker_follow, joker_void : JokerLead, JokerFollow, JokerVoid, keyword only
        Policy for the order's free joker, if it has one.
    limit : int or None, keyword only
        A suit that may not be led until a card of it has been played (spades "not broken"), unless the
        leader holds nothing else.
    first_card : Card, int, str or None, keyword only
        A card its holder must lead if he leads the first trick.
    under : iterable of (int, Card, Card), keyword only
        Place, face-up card and the hidden card that turns up beneath it at the end of the trick in which
        it is played.

    Raises
    ------
    SetupError
        If a card is not in the order, or a hidden card lies under two cards or under itself.
    IndexError
        If ``limit`` is no suit.

    Examples
    --------
    >>> from cardcore import CardOrder
    >>> order = CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0)
    >>> PlaySetup(order, SeatOrder.circle(2), limit=0).limit
    0
    """

    def __init__(self, CardOrder order not None, SeatOrder seats not None, *,
                 joker_lead=JokerLead.UNLED_SUIT, joker_follow=JokerFollow.VOID_ONLY, joker_void=JokerVoid.MAY,
                 limit=None, first_card=None, under=()):
        cdef int over_at, under_at
        cdef long at
        cdef setup_t c
        memset(&c, 0, sizeof(c))
        order.copy_to(&c.order)
        with cython.critical_section(seats):
            memcpy(c.after, seats.after, sizeof(seats.after))
            c.n_places = seats.places
        if c.n_places == 0:
            raise TypeError("this SeatOrder was never built")
        c.active = seats.active(1)
        c.joker_lead = _choice(JokerLead, joker_lead)
        c.joker_follow = _choice(JokerFollow, joker_follow)
        c.joker_void = _choice(JokerVoid, joker_void)
        if limit is not None:
            limit = index(limit)
            if not 0 <= limit < c.order.n_suits:
                raise IndexError(f"suit {limit} is not in 0..{c.order.n_suits - 1}")
            c.limit = c.order.block[<int>limit]
        if first_card is not None:
            first_card = _CARDS[card_id(first_card)]
            c.first_card = order.mask_of((first_card,))    # not position(): a subclass may say anything
        piles = []
        for place, over, beneath in under:
            at = as_long(place)
            if not 0 <= at < c.n_places or not (c.active >> at) & 1:
                raise SetupError(f"place {place!r} of a pile takes no part in the play")
            over_at, under_at = lowest(order.mask_of((over,))), lowest(order.mask_of((beneath,)))
            if c.over_mask & bit(over_at):
                raise SetupError(f"{_CARDS[c.order.card_at[over_at]]} lies on two cards")
            if c.under_mask & bit(under_at):
                raise SetupError(f"{_CARDS[c.order.card_at[under_at]]} lies under two cards")
            c.over_mask |= bit(over_at)
            c.under_mask |= bit(under_at)
            c.under[over_at] = under_at
            c.under_place[over_at] = <uint8_t>at
            piles.append((at, _CARDS[c.order.card_at[over_at]], _CARDS[c.order.card_at[under_at]]))
        if c.over_mask & c.under_mask:
            raise SetupError("a hidden card cannot lie on another one")
        piles = tuple(piles)
        with cython.critical_section(self):
            if self.order is not None:     # asked last: reading the arguments may run anything, and threads may race
                raise TypeError("a PlaySetup does not change")
            self.c = c
            self.seats = seats
            self.limit = limit
            self.first_card = first_card
            self.under = piles
            self.order = order             # last: what has an order is whole

    cdef int check_built(self) except -1:
        """Raise TypeError unless __init__ has finished."""
        cdef bint built
        with cython.critical_section(self):
            built = self.order is not None
        if not built:
            raise TypeError("this PlaySetup was never built")
        return 0

    @property
    def joker_lead(self):
        """When the free joker may be led."""
        return JokerLead(self.c.joker_lead)

    @property
    def joker_follow(self):
        """When the free joker may be played on another's lead."""
        return JokerFollow(self.c.joker_follow)

    @property
    def joker_void(self):
        """What the holder of the free joker does when void."""
        return JokerVoid(self.c.joker_void)

    def _key(self):
        return (self.order, self.seats, self.c.joker_lead, self.c.joker_follow, self.c.joker_void, self.limit,
                self.first_card, self.under)

    def __eq__(self, other):
        if not isinstance(other, PlaySetup):
            return NotImplemented
        return self is other or self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return (f"PlaySetup({self.order!r}, {self.seats!r}, joker_lead={self.joker_lead}, "
                f"joker_follow={self.joker_follow}, joker_void={self.joker_void}, limit={self.limit}, "
                f"first_card={self.first_card!r}, under={self.under!r})")

    def __reduce__(self):
        return _restore_setup, self._key()


def _restore_setup(order, seats, joker_lead, joker_follow, joker_void, limit, first_card, under):
    """Rebuild a pickled setup."""
    return PlaySetup(order, seats, joker_lead=joker_lead, joker_follow=joker_follow, joker_void=joker_void,
                     limit=limit, first_card=first_card, under=under)
