# How deals can begin: who can lead and who sees what; given cards, checked row by row, and why they cannot be.

ctypedef struct given_t:
    # The rows of a reset.
    const cardset_t* hands
    const uint16_t* setup
    const uint8_t* leader
    const uint8_t* tricks
    const suitset_t* suits_led
    const suitset_t* failed
    const uint8_t* broken
    const int8_t* piles
    Py_ssize_t n_piles


cdef int made_of(
    const setup_t* base, const given_t* g, Py_ssize_t row, int places, play_t* s, setup_t* own
) noexcept nogil:
    """Build the position of a row, and its own setup if it has piles. 0: it is good, 1: it is not."""
    cdef const setup_t* c = base
    cdef int place, suits, k, over, under, sum_tricks = 0, first = -1
    cdef int sizes[6]
    cdef cardset_t seen = 0, mask, left, piled = 0
    cdef uint32_t after
    cdef bint any_card = False
    memset(s, 0, sizeof(play_t))
    s.leader = g.leader[row]
    if s.leader >= c.n_places:
        return 1
    for place in range(places):
        mask = g.hands[row * places + place]
        if place >= c.n_places:
            if mask:
                return 1
            continue
        if mask & seen or mask & ~c.order.all:
            return 1
        seen |= mask
        s.hand[place] = mask
    suits = (1 << c.order.n_suits) - 1
    if g.suits_led != NULL:
        if g.suits_led[row] & ~suits:
            return 1
        s.suits_led = g.suits_led[row]
    for place in range(places):
        if g.tricks != NULL:
            if place >= c.n_places and g.tricks[row * places + place]:
                return 1
            s.tricks[place] = g.tricks[row * places + place]
            sum_tricks += s.tricks[place]
        if g.failed != NULL:
            if g.failed[row * places + place] & ~suits or (place >= c.n_places and g.failed[row * places + place]):
                return 1
            s.failed[place] = g.failed[row * places + place]
    if sum_tricks > 63:
        return 1
    s.tricks_done = <uint8_t>sum_tricks
    if g.n_piles:
        own[0] = base[0]
        if own.over_mask:
            return 1
        c = own
        for k in range(g.n_piles):
            over = g.piles[2 * (row * g.n_piles + k)]
            under = g.piles[2 * (row * g.n_piles + k) + 1]
            if over < 0 and under < 0:
                continue
            if over < 0 or under < 0 or over >= c.order.n or under >= c.order.n or over == under:
                return 1
            if piled & (bit(over) | bit(under)) or bit(under) & seen:
                return 1
            piled |= bit(over) | bit(under)
            for place in range(c.n_places):
                if s.hand[place] & bit(over):
                    own.under_place[over] = <uint8_t>place
                    if not (c.active >> place) & 1:
                        return 1
            if not bit(over) & seen:
                return 1
            own.over_mask |= bit(over)
            own.under_mask |= bit(under)
            own.under[over] = <uint8_t>under
    s.limit = 0 if g.broken != NULL and g.broken[row] else c.limit
    s.after = c.after[1 if sum_tricks else 0][s.leader]
    s.turn = s.after & 15
    s.allow = ~s.limit
    if s.turn == NO_PLACE:
        return 1
    if sum_tricks == 0 and s.hand[s.turn] & c.first_card:
        s.allow = c.first_card
    for place in range(c.n_places):
        sizes[place] = popcount(s.hand[place])
    left = seen & c.over_mask
    while left:
        over = lowest(left)
        left &= left - 1
        place = c.under_place[over]
        if not s.hand[place] & bit(over) or seen & bit(c.under[over]):
            return 1
        sizes[place] += 1
    for place in range(c.n_places):
        if (c.active >> place) & 1 and sizes[place]:
            any_card = True
    if any_card:
        after = s.after
        while after & 15 != NO_PLACE:
            sizes[after & 15] -= 1
            after >>= 4
        for place in range(c.n_places):
            if (c.active >> place) & 1:
                if first < 0:
                    first = sizes[place]
                if sizes[place] != first or first < 0:
                    return 1
    if s.hand[s.turn] == 0:
        s.turn = NO_PLACE
    return 0


def explain_given(one, which, slot, hands, leader, tricks, suits_led, failed, broken, piles):
    """Raise the SetupError of a deal that cannot be played."""
    order, places = one.order, one.seats.places
    where = f"deal {slot}: "
    suits = range(len(order.suits))
    try:
        if any(hands[places:]) or any(tricks[places:]) or any(failed[places:]):
            raise SetupError(f"setup {which} has {places} places, but others hold something")
        if piles is not None and one.under:
            raise SetupError("a setup with hidden cards cannot have other piles")
        cards = [order.to_cards(int(mask)) for mask in hands[:places]]
        if leader >= places:
            raise SetupError(f"leader {leader} is not in 0..{places - 1}")
        if suits_led >> len(suits) or any([int(mask) >> len(suits) for mask in failed]):
            raise SetupError(f"this order has {len(suits)} suits")
        lying = []
        for over, under in [] if piles is None else piles.tolist():
            if (over, under) == (-1, -1):
                continue
            if not (0 <= over < len(order.cards) and 0 <= under < len(order.cards)):
                raise SetupError(f"pile {[over, under]} is not in 0..{len(order.cards) - 1}")
            holder = [place for place in range(places) if int(hands[place]) >> over & 1]
            if not holder:
                raise SetupError(f"no place holds {order.card(over)}, the upper card of a pile")
            lying.append((holder[0], order.card(over), order.card(under)))
        if lying:
            one = _PlaySetup(order, one.seats, limit=one.limit, first_card=one.first_card, under=lying)
        _TrickPlay(one, cards, leader, tricks=tricks[:places].tolist(),
                   suits_led=[suit for suit in suits if suits_led >> suit & 1],
                   failed=[[suit for suit in suits if int(mask) >> suit & 1] for mask in failed[:places]],
                   broken=broken)
    except ValueError as error:
        raise SetupError(where + str(error)) from None
    raise SetupError(where + "these hands, piles and tricks cannot be played")


def read_sees(setups, sees):
    """For each setup and place the other places whose cards it sees."""
    cdef PlaySetup setup               # as it is, not as a subclass says
    rows = (None,) * len(setups) if sees is None else tuple(sees)
    if len(rows) != len(setups):
        raise SetupError(f"{len(setups)} setups need as many entries of sees, not {len(rows)}")
    found = []
    for setup, row in zip(setups, rows):
        places = setup.seats.places
        row = ((),) * places if row is None else tuple([tuple(sorted({index(at) for at in one})) for one in row])
        if len(row) != places or any([not 0 <= at < places for one in row for at in one]):
            raise SetupError(f"sees must name for each of {places} places others of them, got {row}")
        found.append(row)
    return tuple(found)


def read_all_dealings(dealings):
    """Dealings read and checked once more: one that came out of a pickle has not seen its own checks."""
    made, known = [], {}
    for one in dealings:
        if one is None:
            made.append(None)
            continue
        if not isinstance(one, Dealing):
            raise TypeError(f"dealing must be a Dealing, not {type(one).__name__}")
        if id(one) not in known:
            try:
                parts = one.pack, one.places, one.under
            except AttributeError:
                raise TypeError("this dealing was never built") from None
            known[id(one)] = Dealing(parts[0], parts[1], under=parts[2])
        made.append(known[id(one)])
    return tuple(made)


def leaders_of(PlaySetup setup not None, dealing):
    """Places that can lead a deal; raises SetupError if there are none."""
    hidden = {beneath for _, beneath in dealing.under}
    hands = [[] for _ in range(setup.seats.places)]
    for at, place in enumerate(dealing.places):
        if place is not None and at not in hidden:
            hands[place].append(dealing.pack[at])
    piles = [(dealing.places[over], dealing.pack[over], dealing.pack[beneath]) for over, beneath in dealing.under]
    one = _PlaySetup(setup.order, setup.seats, under=piles)
    found, why = set(), None
    for place in range(setup.seats.places):
        try:
            if not _TrickPlay(one, hands, place).is_over:
                found.add(place)
        except SetupError as error:
            why = error
    if not found:
        raise SetupError(f"this dealing cannot be played: {why or 'nobody gets a card'}") from None
    return frozenset(found)
