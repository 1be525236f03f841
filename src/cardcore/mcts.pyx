"""Tree search over the play of tricks in many worlds at once, and quick playouts of them.

The search is information set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse 2012):
every iteration takes one world, goes down the tree of what all can see, by upper confidence bounds among the
moves that are legal in that world, adds a node, and plays the rest quickly. Each place prefers what is best for
itself, so three and more sides need no special treatment.
"""

from operator import index

from libc.math cimport log, sqrt
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

cimport cython

from cardcore.bits cimport bit, lowest, popcount
from cardcore.cards cimport as_long
from cardcore.play cimport (
    make_move, move_position, move_suit, play_joker_suits, play_legal, play_t, setup_t,
)
from cardcore.policy cimport (
    NO_ACCOUNT, PRIZE_CARDS, STAKES_ACCOUNTS, STAKES_PRIZES, policy_playout, policy_push, stakes_pay, stakes_t, won_t,
)
from cardcore.rng cimport rng_small, rng_start, rng_t
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, MAX_PLACES, MAX_POSITIONS, NO_PLACE, cardset_t, seatset_t, suitset_t

from typing import NamedTuple

from cardcore.errors import SetupError
from cardcore.redeal import redeal_rows
from cardcore.rng import read_key

__all__ = ["MoveValue", "Stakes", "policy_playouts", "tree_search"]

cdef enum:
    MOST_NODES = 1 << 22
    MOST_DEPTH = 64
    PIECE = 32                     # iterations between looks at the clock


cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1


class MoveValue(NamedTuple):
    """What a search says of one move.

    Attributes
    ----------
    move : int
        The move.
    visits : int
        Iterations that tried it.
    value : float
        Mean of what came out of them for the place to play.
    error : float
        Standard error of that mean, as if the iterations were independent.

    Examples
    --------
    >>> MoveValue(move=3, visits=100, value=12.5, error=0.5).value
    12.5
    """

    move: int
    visits: int
    value: float
    error: float


cdef object read_aim(aim):
    """An aim as numbers."""
    if aim is None:
        return None
    account, count, ducks = aim
    return index(account), index(count), bool(ducks)


cdef int read_caught(caught, int places, won_t* won) except -1:
    """Read the cards each place has caught."""
    cdef cardset_t seen = 0
    cdef int place
    masks = [index(mask) for mask in caught]
    if len(masks) != places or any([not 0 <= mask < 1 << 64 for mask in masks]):
        raise SetupError(f"what has been caught are masks of positions, one for each of {places} places; got {masks}")
    for place in range(places):
        won.caught[place] = masks[place]
        if seen & won.caught[place]:
            raise SetupError(f"place {place} cannot have caught what another has: {masks}")
        seen |= won.caught[place]
    return 0


cdef int check_prizes(int many, tuple prizes) except -1:
    """Raise SetupError unless places, cards and worths of every prize fit."""
    if len(prizes) > STAKES_PRIZES:
        raise SetupError(f"there are at most {STAKES_PRIZES} prizes, not {len(prizes)}")
    for members, cards, table in prizes:
        if not members or members[0] < 0 or members[len(members) - 1] >= many:
            raise SetupError(f"a prize is caught by places of the play, not by {list(members)}")
        if any([not 0 <= at < MAX_POSITIONS for at in cards]):
            raise SetupError(f"prizes stand at positions of the order, not at {list(cards)}")
        if not 1 <= len(cards) <= PRIZE_CARDS or len(set(cards)) != len(cards):
            raise SetupError(f"a prize has 1 to {PRIZE_CARDS} cards, each once; got positions {list(cards)}")
        if len(table) != 1 << <int>len(cards):
            raise SetupError(
                f"{len(cards)} cards need {1 << <int>len(cards)} worths, one for every set of them; got {len(table)}"
            )
    return 0


cdef int check_stakes(
    int many, tuple accounts, tuple weights, tuple aims, tuple friends, tuple prizes, tuple prize_weights
) except -1:
    """Raise SetupError unless all parts fit."""
    if len(accounts) > STAKES_ACCOUNTS:
        raise SetupError(f"there are at most {STAKES_ACCOUNTS} accounts, not {len(accounts)}")
    for members, table in accounts:
        if not members or members[0] < 0 or members[len(members) - 1] >= many or not 1 <= len(table) <= 64:
            raise SetupError("an account counts places of the play and has 1 to 64 numbers")
    rows = len(weights) == len(aims) == len(friends) == len(prize_weights) == many
    if not rows or any([len(row) != len(accounts) for row in weights]):
        raise SetupError(f"weights, aims and friends are needed for {many} places")
    if any([len(row) != len(prizes) for row in prize_weights]):
        raise SetupError(f"weights of {len(prizes)} prizes are needed for each of {many} places")
    for aim in aims:
        if aim is not None and not (0 <= aim[0] < len(accounts) and 0 <= aim[1] < 64):
            raise SetupError(f"{aim} is no aim: an account, a number of tricks, and whether it ducks then")
    for group in friends:
        if any([not 0 <= friend < many for friend in group]):
            raise SetupError("friends are places of the play")
    check_prizes(many, prizes)
    numbers = [worth for _, table in accounts for worth in table] + [worth for *_, table in prizes for worth in table]
    numbers += [weight for row in (*weights, *prize_weights) for weight in row]
    if any([not abs(number) <= 1e9 for number in numbers]):
        raise SetupError("worths and weights are numbers of at most 10**9")
    return 0


cdef class Stakes:
    """What the end of a play is worth to each place, and what each place plays for.

    Parameters
    ----------
    places : int
        Places of the play.
    accounts : sequence of (iterable of int, sequence of float)
        Each counts the tricks of some places and says what every number of them, from 0, is worth; the last
        number stands for all above it.
    weights : sequence of sequence of float
        For each place how much the worth of each account is to it; negative: it wants it to be low.
    aims : sequence of None or (int, int, bool), optional, keyword only
        For each place what it plays for in quick play: an account, how many of its tricks it wants, and whether
        it wants no more after that; None: every trick. Default: None for all.
    friends : sequence of iterable of int, optional, keyword only
        For each place those whose tricks are as good as its own; default: itself.
    prizes : sequence of (iterable of int, sequence of int, sequence of float), optional, keyword only
        Cards worth something to who catches them, which is to win the trick they fall in: the places that catch
        them together, positions of 1 to 8 cards, and ``2 ** cards`` worths, one for every set of them. The first
        card stands for bit 0 in the number of a set, the next for bit 1, and so on. A search counts what is caught
        from where it begins; what was caught before belongs in the worths. At most 12; default: none.
    prize_weights : sequence of sequence of float, optional, keyword only
        For each place how much the worth of each prize is to it; default: 1 to the places that catch it.

    Raises
    ------
    SetupError
        If numbers do not fit together.

    Examples
    --------
    Two places against two; ten points for seven tricks of the first side, nothing for fewer.

    >>> stakes = Stakes(4, [((0, 2), [0] * 7 + [10] * 4)], [[1], [-1], [1], [-1]])
    >>> stakes.pays((4, 1, 3, 2))
    (10.0, -10.0, 10.0, -10.0)

    Two cards that bring ten points each to the first place, but nothing together.

    >>> stakes = Stakes(2, [], [[], []], prizes=[((0,), (4, 9), (0, 10, 10, 0))])
    >>> stakes.pays((1, 0), (1 << 4, 0)), stakes.pays((2, 0), (1 << 4 | 1 << 9, 0))
    ((10.0, 0.0), (0.0, 0.0))
    """

    def __init__(self, places, accounts, weights, *, aims=None, friends=None, prizes=None, prize_weights=None):
        cdef int place, account, count, prize
        if self.k.n_places:
            raise TypeError("Stakes do not change")
        many = as_long(places)
        if not 1 <= many <= MAX_PLACES:
            raise SetupError(f"there are 1 to {MAX_PLACES} places, not {many}")
        given_accounts = tuple([
            (tuple(sorted({index(seat) for seat in members})), tuple([float(worth) for worth in table]))
            for members, table in accounts
        ])
        given_weights = tuple([tuple([float(weight) for weight in row]) for row in weights])
        given_aims = tuple([read_aim(aim) for aim in ([None] * many if aims is None else aims)])
        given_friends = tuple([
            tuple(sorted({index(seat) for seat in group}))
            for group in ([(place,) for place in range(many)] if friends is None else friends)
        ])
        given_prizes = tuple([
            (
                tuple(sorted({index(seat) for seat in members})),
                tuple([index(at) for at in cards]),
                tuple([float(worth) for worth in table]),
            )
            for members, cards, table in (() if prizes is None else prizes)
        ])
        own = [[float(place in members) for members, _, _ in given_prizes] for place in range(many)]
        given_prize_weights = tuple([
            tuple([float(weight) for weight in row]) for row in (own if prize_weights is None else prize_weights)
        ])
        check_stakes(many, given_accounts, given_weights, given_aims, given_friends, given_prizes, given_prize_weights)
        with cython.critical_section(self):
            if self.begun:             # reading the arguments may run anything, and threads may race
                raise TypeError("Stakes do not change")
            self.begun = True
        self.accounts = given_accounts
        self.weights = given_weights
        self.aims = given_aims
        self.friends = given_friends
        self.prizes = given_prizes
        self.prize_weights = given_prize_weights
        self.k.n_accounts = len(self.accounts)
        for account, (members, table) in enumerate(self.accounts):
            for member in members:
                self.k.places[account] |= <seatset_t>(1 << <int>member)
            for count in range(64):
                self.k.table[account][count] = table[min(count, len(table) - 1)]
        for place in range(many):
            for account in range(len(self.accounts)):
                self.k.weight[place][account] = self.weights[place][account]
            for prize in range(len(self.prizes)):
                self.k.prize_weight[place][prize] = self.prize_weights[place][prize]
            for friend in self.friends[place]:
                self.k.friends[place] |= <seatset_t>(1 << <int>friend)
            self.k.aim_account[place] = NO_ACCOUNT
            if self.aims[place] is not None:
                self.k.aim_account[place], self.k.aim[place], self.k.then_duck[place] = self.aims[place]
        self.k.n_prizes = len(self.prizes)
        for prize, (members, cards, table) in enumerate(self.prizes):
            for member in members:
                self.k.catchers[prize] |= <seatset_t>(1 << <int>member)
            for count, at in enumerate(cards):
                self.k.prize_cards[prize] |= bit(<int>at)
                self.k.prize_bit[prize][<int>at] = <uint8_t>(1 << count)
            for count, worth in enumerate(table):
                self.k.prize_table[prize][count] = worth
            self.k.prizes |= self.k.prize_cards[prize]
        self.k.n_places = many

    def pays(self, tricks, caught=()):
        """What an end is worth to each place.

        Parameters
        ----------
        tricks : sequence of int
            Tricks won by each place.
        caught : sequence of int, optional
            For each place the cards it has won, as a mask of positions; only those of prizes matter. Default: none.

        Returns
        -------
        tuple of float

        Raises
        ------
        SetupError
            If there are not as many numbers as places, nobody can have won so many tricks, or two places have won
            the same card.
        """
        cdef play_t s
        cdef won_t won
        cdef double pays[MAX_PLACES]
        cdef int place
        won_by = [index(count) for count in tricks]
        if len(won_by) != self.k.n_places:
            raise SetupError(f"tricks of {self.k.n_places} places are needed")
        if any([not 0 <= count < 64 for count in won_by]) or sum(won_by) >= 64:
            raise SetupError("nobody wins so many tricks")
        memset(&s, 0, sizeof(s))
        memset(&won, 0, sizeof(won))
        if len(caught):
            read_caught(caught, self.k.n_places, &won)
        for place in range(self.k.n_places):
            s.tricks[place] = won_by[place]
        stakes_pay(&self.k, &s, &won, pays)
        return tuple([pays[place] for place in range(self.k.n_places)])

    def __reduce__(self):
        return _stakes, (
            self.k.n_places, self.accounts, self.weights, self.aims, self.friends, self.prizes, self.prize_weights
        )


def _stakes(places, accounts, weights, aims, friends, prizes, prize_weights):
    """Rebuild pickled stakes."""
    return Stakes(
        places, accounts, weights, aims=aims, friends=friends, prizes=prizes, prize_weights=prize_weights
    )


# ---- the tree ----------------------------------------------------------------------------------------


cdef struct node_t:
    double total                   # what came out, for the place that moved here
    double squares
    uint32_t visits
    uint32_t available             # iterations in which the move was legal
    uint32_t child                 # first child, 0: none
    uint32_t sibling               # next child of the same parent, 0: none
    uint16_t move
    uint8_t place                  # who moved

cdef struct tree_t:
    node_t* nodes
    uint32_t count
    uint32_t room
    double explore


cdef uint32_t add_node(tree_t* t, uint32_t parent, int move, int place) noexcept nogil:
    """A new child; 0: there is no room for it."""
    cdef void* grown
    cdef node_t* made
    if t.count == t.room:
        if t.room >= MOST_NODES:
            return 0
        grown = realloc(t.nodes, 2 * <size_t>t.room * sizeof(node_t))
        if grown == NULL:
            return 0
        t.nodes = <node_t*>grown
        t.room *= 2
    made = &t.nodes[t.count]
    memset(made, 0, sizeof(node_t))
    made.move = move
    made.place = place
    made.sibling = t.nodes[parent].child
    t.nodes[parent].child = t.count
    t.count += 1
    return t.count - 1


cdef int list_moves(const play_t* s, const setup_t* c, cardset_t prizes, uint16_t* moves) noexcept nogil:
    """The legal moves, equal cards once: neighbours of a hand with nothing in play between them."""
    cdef cardset_t legal = play_legal(s, c), others = s.trick, between
    cdef suitset_t suits
    cdef int count = 0, place, at, last = -1
    for place in range(c.n_places):
        if place != s.turn:
            others |= s.hand[place]
    others |= s.hand[s.turn] & prizes
    while legal:
        at = lowest(legal)
        legal &= legal - 1
        if c.order.free & bit(at) and s.trick == 0:
            suits = play_joker_suits(s, c)
            while suits:
                moves[count] = make_move(at, lowest(suits))
                suits &= suits - 1
                count += 1
            continue
        if last >= 0 and c.order.suit_of[last] == c.order.suit_of[at]:
            between = others & (bit(at) - 1) & ~(bit(last) - 1)
            if between == 0 and not (bit(at) & prizes):
                last = at
                continue
        moves[count] = make_move(at, FREE_SUIT)
        count += 1
        last = at
    return count


cdef uint32_t descend(
    tree_t* t, uint32_t parent, const play_t* s, const setup_t* c, const stakes_t* k, const double* low,
    const double* span, rng_t* r, bint* fresh
) noexcept nogil:
    """The child to go to: one not tried yet, or the one with the highest bound; 0: there is no room."""
    cdef uint16_t moves[MOST_DEPTH]
    cdef uint32_t known[MOST_DEPTH]
    cdef int count = list_moves(s, c, k.prizes, moves), at, untried = 0, which
    cdef uint32_t child, best = 0
    cdef double bound, most = -1e300
    for at in range(count):
        known[at] = 0
    child = t.nodes[parent].child
    while child:
        for at in range(count):
            if moves[at] == t.nodes[child].move:
                known[at] = child
                break
        child = t.nodes[child].sibling
    for at in range(count):
        if known[at] == 0:
            untried += 1
        else:
            t.nodes[known[at]].available += 1
    if untried:
        which = <int>rng_small(r, untried)
        for at in range(count):
            if known[at] == 0:
                if which == 0:
                    break
                which -= 1
        fresh[0] = True
        child = add_node(t, parent, moves[at], s.turn)
        if child:
            t.nodes[child].available = 1
        return child
    fresh[0] = False
    for at in range(count):
        child = known[at]
        bound = (t.nodes[child].total / t.nodes[child].visits - low[s.turn]) / span[s.turn]
        bound += t.explore * sqrt(log(<double>t.nodes[child].available) / t.nodes[child].visits)
        if bound > most:
            most = bound
            best = child
    return best


cdef void iterate(
    tree_t* t, const play_t* start, const setup_t* c, const stakes_t* k, double* low, double* span, int depth,
    rng_t* r
) noexcept nogil:
    """One way down the tree, one playout, and the way back."""
    cdef uint32_t path[MOST_DEPTH]
    cdef double pays[MAX_PLACES]
    cdef play_t s = start[0]
    cdef won_t won
    cdef uint32_t at = 0
    cdef int steps = 0, place
    cdef bint fresh = False
    cdef node_t* node
    memset(&won, 0, sizeof(won))
    while s.turn != NO_PLACE and steps < depth and not fresh:
        at = descend(t, at, &s, c, k, low, span, r, &fresh)
        if at == 0:
            break
        path[steps] = at
        steps += 1
        policy_push(&s, c, k, &won, move_position(t.nodes[at].move), move_suit(t.nodes[at].move))
    policy_playout(&s, c, k, &won, r)
    stakes_pay(k, &s, &won, pays)
    for place in range(c.n_places):
        if t.nodes[0].visits == 0:                 # the first results
            low[place] = pays[place]
        elif pays[place] < low[place]:
            span[place] += low[place] - pays[place]
            low[place] = pays[place]
        elif pays[place] > low[place] + span[place]:
            span[place] = pays[place] - low[place]
    t.nodes[0].visits += 1
    for place in range(steps):
        node = &t.nodes[path[place]]
        node.visits += 1
        node.total += pays[node.place]
        node.squares += pays[node.place] * pays[node.place]


cdef object checked(TrickPlay play, Stakes stakes, rows, columns):
    """The plays of the worlds, checked."""
    cdef int place, most = 0
    if stakes.k.n_places != play._setup.c.n_places:
        raise SetupError(f"the stakes are for {stakes.k.n_places} places, the play has {play._setup.c.n_places}")
    if play.s.turn == NO_PLACE:
        raise SetupError("all cards are played")
    if stakes.k.prizes & ~play._setup.c.order.all:
        raise SetupError("prizes stand at positions of the order")
    for place in range(play._setup.c.n_places):
        most = max(most, popcount(play.s.hand[place]))
    if play.s.tricks_done + most > 63:
        raise SetupError("nobody wins so many tricks")
    plays = redeal_rows(play, rows, columns)
    if not plays:
        raise SetupError("at least one world is needed")
    return plays


def tree_search(
    TrickPlay play not None, rows, columns, Stakes stakes not None, *, iterations, seed, number=0, explore=0.7,
    depth=63, seconds=None
):
    """Search the play of many worlds by information set tree search.

    Parameters
    ----------
    play : TrickPlay
        The play so far; the hands of the places with a column are replaced.
    rows : buffer of uint64, shape (worlds, columns)
        The worlds, as masks of positions; taken in turn, over and over.
    columns : sequence of int or None
        For each place its column in ``rows``; None: its hand is known.
    stakes : Stakes
        What the end is worth.
    iterations : int, keyword only
        How many, 1 or more.
    seed : int or tuple of two int, keyword only
        What chance comes from.
    number : int, keyword only
        Number of the stream under the seed.
    explore : float, keyword only
        How much is tried that looks worse, as a share of the spread of results.
    depth : int, keyword only
        Moves the tree may be deep; 1: a comparison of the moves by playouts alone.
    seconds : float, optional, keyword only
        Stop after this time, whatever has been reached; results then depend on the machine.

    Returns
    -------
    list of MoveValue
        For each move of the place to play, equal cards once, the most visited first.

    Raises
    ------
    SetupError
        If worlds do not fit the play, or numbers are out of range.
    ValueError, IndexError
        If the seed is negative, the array has another type or shape, or there is no such column.

    Examples
    --------
    >>> import numpy
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder
    >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S5 S2", "S4 H5"], 0)
    >>> stakes = Stakes(2, [((0,), [0, 1, 2])], [[1], [-1]])
    >>> rows = numpy.array([[play.hand_mask(1)]], numpy.uint64)
    >>> found = tree_search(play, rows, [None, 0], stakes, iterations=500, seed=1)
    >>> order.card(found[0].move), round(found[0].value)
    (Card.S5, 2)
    """
    cdef tree_t t
    cdef rng_t r
    cdef TrickPlay world
    cdef double low[MAX_PLACES]
    cdef double span[MAX_PLACES]
    cdef play_t* starts
    cdef uint64_t key0, key1, stream, done = 0, many
    cdef int place, deep, worlds, step
    play = play.twin()                 # others may go on playing
    plays = checked(play, stakes, rows, columns)
    iterations, depth, explore = index(iterations), index(depth), float(explore)
    if not 1 <= iterations < 1 << 40 or not 1 <= depth < MOST_DEPTH or not 0 <= explore <= 1e6:
        raise SetupError(f"iterations {iterations}, depth {depth} or explore {explore} is out of range")
    many, deep = iterations, depth
    if seconds is not None:
        seconds = float(seconds)
        if not seconds >= 0:
            raise SetupError(f"seconds must be 0 or more, not {seconds}")
    key0, key1 = read_key(seed)
    number = index(number)
    if not 0 <= number < 1 << 64:
        raise SetupError(f"number {number} is not in 0..2**64-1")
    stream = number
    worlds = len(plays)
    starts = <play_t*>malloc(worlds * sizeof(play_t))
    t.room = 1024
    t.nodes = <node_t*>malloc(t.room * sizeof(node_t))
    if starts == NULL or t.nodes == NULL:
        free(starts)
        free(t.nodes)
        raise MemoryError
    try:
        for place in range(worlds):
            world = plays[place]
            starts[place] = world.s
        memset(t.nodes, 0, sizeof(node_t))
        t.count = 1
        t.explore = explore
        for place in range(MAX_PLACES):
            low[place] = 0
            span[place] = 1e-9
        rng_start(&r, key0, key1, stream, 2)
        from time import perf_counter

        until = None if seconds is None else perf_counter() + seconds
        while done < many:
            step = <int>min(<uint64_t>PIECE, many - done)
            with nogil:
                for place in range(step):
                    iterate(&t, &starts[(done + place) % worlds], &play._setup.c, &stakes.k, low, span, deep, &r)
            done += step
            if done % (32 * PIECE) == 0:
                PyErr_CheckSignals()
            if until is not None and perf_counter() >= until:
                break
        return read_root(&t)
    finally:
        free(starts)
        free(t.nodes)


cdef object read_root(const tree_t* t):
    """The moves of the place to play."""
    cdef uint32_t child = t.nodes[0].child
    cdef double mean, spread
    found = []
    while child:
        if t.nodes[child].visits:
            mean = t.nodes[child].total / t.nodes[child].visits
            spread = max(0.0, t.nodes[child].squares / t.nodes[child].visits - mean * mean)
            error = sqrt(spread / t.nodes[child].visits)
            found.append(MoveValue(int(t.nodes[child].move), int(t.nodes[child].visits), mean, error))
        child = t.nodes[child].sibling
    found.sort(key=lambda value: (-value.visits, value.move))
    return found


def policy_playouts(
    TrickPlay play not None, rows, columns, Stakes stakes not None, *, seed, number=0, repeat=1
):
    """Play worlds to the end quickly and sensibly, and count the tricks.

    Parameters
    ----------
    play : TrickPlay
        The play so far; the hands of the places with a column are replaced.
    rows : buffer of uint64, shape (worlds, columns)
        The worlds, as masks of positions.
    columns : sequence of int or None
        For each place its column in ``rows``; None: its hand is known.
    stakes : Stakes
        What each place plays for.
    seed : int or tuple of two int, keyword only
        What chance comes from.
    number : int, keyword only
        Number of the stream under the seed.
    repeat : int, keyword only
        Playouts of each world.

    Returns
    -------
    numpy.ndarray of uint8, shape (worlds * repeat, places)
        Tricks won by each place, those already won included; playouts of a world stand together.

    Raises
    ------
    SetupError
        If worlds do not fit the play, or numbers are out of range.
    ValueError, IndexError
        If the seed is negative, the array has another type or shape, or there is no such column.

    Examples
    --------
    >>> import numpy
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder
    >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["H5 H2 S2", "S5 H3 H4"], 0)
    >>> stakes = Stakes(2, [((0,), [0, 1, 2, 3])], [[1], [-1]])
    >>> rows = numpy.array([[play.hand_mask(1)]], numpy.uint64)
    >>> policy_playouts(play, rows, [None, 0], stakes, seed=1, repeat=50).sum(axis=1).tolist() == [3] * 50
    True
    """
    import numpy

    cdef rng_t r
    cdef won_t won
    cdef TrickPlay world
    cdef play_t s
    cdef uint64_t key0, key1, stream
    cdef int _again, times, place, at
    cdef uint8_t[:, ::1] out
    play = play.twin()                 # others may go on playing
    plays = checked(play, stakes, rows, columns)
    repeat = index(repeat)
    if not 1 <= repeat <= 1 << 20 or len(plays) * repeat > 1 << 27:
        raise SetupError(f"repeat {repeat} is out of range")
    key0, key1 = read_key(seed)
    number = index(number)
    if not 0 <= number < 1 << 64:
        raise SetupError(f"number {number} is not in 0..2**64-1")
    stream = number
    tricks = numpy.empty((len(plays) * repeat, stakes.k.n_places), numpy.uint8)
    out = tricks
    times = repeat
    rng_start(&r, key0, key1, stream, 2)
    memset(&won, 0, sizeof(won))
    at = 0
    for world in plays:
        with nogil:
            for _again in range(times):
                s = world.s
                policy_playout(&s, &play._setup.c, &stakes.k, &won, &r)
                for place in range(stakes.k.n_places):
                    out[at, place] = s.tricks[place]
                at += 1
    return tricks
