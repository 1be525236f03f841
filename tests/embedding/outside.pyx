# cython: language_level=3
"""A module outside cardcore that uses every public ``.pxd``: the tests compare it with the Python API.

It is compiled into a folder of its own against what is installed, as the modules of other people are.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from cardcore cimport kernels
from cardcore.abi cimport ABI_VERSION, require_abi
from cardcore.batch cimport PlayBatch
from cardcore.bits cimport WIDE, bit, highest, lowest, mulhi, pop_lowest, popcount, select
from cardcore.cards cimport CardSet, card_id, make_cardset
from cardcore.dealplan cimport DealPlan, dealplan_deal
from cardcore.deals cimport Deals, batch_t, kernels_in_use, refresh_one
from cardcore.fields cimport IS_INDEX, IS_MASK, IS_NUMBER, write_row
from cardcore.mcts cimport Stakes
from cardcore.order cimport CardOrder
from cardcore.packs cimport renumber_mask
from cardcore.perft cimport perft_count
from cardcore.play cimport (
    PLAY_SOUND, PlaySetup, SeatOrder, make_move, move_position, move_suit, play_begin, play_count_moves, play_fault,
    play_joker_suits, play_legal, play_pop, play_push, play_save, play_t, setup_t, undo_t,
)
from cardcore.policy cimport policy_playout, stakes_pay, won_t
from cardcore.redeal cimport redealt
from cardcore.rng cimport Stream, rng_below, rng_shuffle, rng_small, rng_start, rng_t, rng_word
from cardcore.sample cimport Sampler
from cardcore.solver cimport (
    SOLVER_DONE, SOLVER_MOVES, Solver, ask, bounds_t, equal_cards, move_value_t, question_t, solve_best, solve_moves,
    solve_state, solver_clock, solver_forget, solver_free, solver_init, solver_solve, solver_t,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, MAX_PLACES, MAX_POSITIONS, NO_PLACE, cardset_t, move_t, seatset_t, suitset_t
from cardcore.wideint cimport wide_add_product, wide_is_zero, wide_less, wide_set, wide_t

require_abi()


def versions():
    """The number this module was compiled with, whether it is wide, and a few limits."""
    return ABI_VERSION, WIDE, MAX_PLACES, MAX_POSITIONS


def check_again():
    """What the top of a module does, once more."""
    require_abi()


def scan(uint64_t word, int k):
    """Everything of bits.pxd on one word that is not 0."""
    cdef uint64_t rest = word
    cdef uint64_t low = pop_lowest(&rest)
    return popcount(word), lowest(word), highest(word), select(word, k), mulhi(word, word), low, rest, bit(k)


def draws(key, uint64_t number, uint64_t purpose):
    """A word, a number below 1000, a small number and a shuffle of twenty, from a stream of our own."""
    cdef rng_t r
    cdef uint8_t numbers[20]
    cdef int k
    for k in range(20):
        numbers[k] = k
    rng_start(&r, key[0], key[1], number, purpose)
    word, below, small = rng_word(&r), rng_below(&r, 1000), rng_small(&r, 7)
    rng_shuffle(&r, numbers, 20)
    return word, below, small, bytes(numbers[:20])


def next_word(Stream stream not None):
    """The next word of a stream of Python's."""
    return rng_word(&stream.s)


def order_facts(CardOrder order not None, card):
    """Identity and position of a card, the trump block, and the cards of a set made here."""
    cdef int value = card_id(card)
    cdef CardSet one = make_cardset(bit(value) if value < 64 else 0, bit(value - 64) if value >= 64 else 0)
    return value, order.o.position_of[value], order.o.trump, one, order.cards_of(order.mask_of(one))


def walk(TrickPlay play not None, Stream stream not None):
    """Random moves to the end and all of them taken back: positions looked at, tricks, whether all is as before."""
    cdef const setup_t* c = &play._setup.c
    cdef play_t s = play.s
    cdef undo_t undo[64]
    cdef cardset_t legal
    cdef suitset_t suits
    cdef int n = 0, position, named, faults = 0, counted = 0
    with nogil:
        while s.turn != NO_PLACE:
            faults += play_fault(&s, c) != PLAY_SOUND
            counted += play_count_moves(&s, c)
            legal = play_legal(&s, c)
            position = select(legal, <int>rng_below(&stream.s, popcount(legal)))
            named = FREE_SUIT
            if s.trick == 0 and c.order.free & bit(position):
                suits = play_joker_suits(&s, c)
                named = select(suits, <int>rng_below(&stream.s, popcount(suits)))
            play_save(&s, &undo[n], position, named)
            play_push(&s, c, position, named)
            n += 1
        faults += play_fault(&s, c) != PLAY_SOUND
    tricks = [s.tricks[position] for position in range(c.n_places)]
    moves = [(move_position(undo[position].move), move_suit(undo[position].move)) for position in range(n)]
    while n:
        n -= 1
        play_pop(&s, c, &undo[n])
    return counted, faults, tricks, moves, memcmp(&s, &play.s, sizeof(play_t)) == 0


def playout(TrickPlay play not None, Stream stream not None):
    """As ``TrickPlay.playout``."""
    cdef play_t s = play.s
    cdef rng_t r = stream.s
    kernels.table.playout(&s, &play._setup.c, &r)
    return tuple([s.tricks[place] for place in range(play._setup.c.n_places)])


def count(TrickPlay play not None, int depth):
    """As ``perft``."""
    return perft_count(&play.s, &play._setup.c, depth)


def deal(DealPlan plan not None, key, uint64_t number):
    """Hands and the rest of a deal, and the tricks of the playout that goes on with its stream."""
    cdef rng_t r
    cdef play_t s
    cdef cardset_t rest = dealplan_deal(&plan.p, &plan.setup.c, key[0], key[1], number, &r, &s)
    hands = [s.hand[place] for place in range(plan.setup.c.n_places)]
    fault = play_fault(&s, &plan.setup.c)
    kernels.table.playout(&s, &plan.setup.c, &r)
    return hands, rest, fault, tuple([s.tricks[place] for place in range(plan.setup.c.n_places)])


def begin(PlaySetup setup not None, hands, int leader):
    """Fault and turn of a position begun with any masks."""
    cdef play_t s
    cdef cardset_t masks[6]
    for place in range(MAX_PLACES):
        masks[place] = hands[place] if place < len(hands) else 0
    play_begin(&s, &setup.c, masks, leader)
    return play_fault(&s, &setup.c), s.turn


def fault_of(TrickPlay play not None, bytes changed not None):
    """The fault of a position of any bytes, and what the three questions say of it."""
    cdef play_t s
    cdef solver_t v
    cdef question_t q = ask(1, 1)
    cdef bounds_t out
    cdef move_value_t best
    cdef move_value_t moves[SOLVER_MOVES]
    cdef int n, fault, status, status_moves, status_best
    if len(changed) != sizeof(play_t):
        raise ValueError(f"a position has {sizeof(play_t)} bytes")
    memcpy(&s, <const char*>changed, sizeof(play_t))
    if not solver_init(&v, 100_000):
        raise MemoryError()
    q.max_nodes = 200
    fault = play_fault(&s, &play._setup.c)
    status = solve_state(&v, &play._setup.c, &s, &q, &out)
    status_moves = solve_moves(&v, &play._setup.c, &s, &q, moves, &n)
    status_best = solve_best(&v, &play._setup.c, &s, &q, &best)
    solver_free(&v)
    return fault, status, status_moves, status_best


def bytes_of(TrickPlay play not None):
    """The position as bytes."""
    return (<char*>&play.s)[:sizeof(play_t)]


cdef class Asker:
    """A solver of our own, reused for every question."""

    cdef solver_t v

    def __cinit__(self, uint64_t max_bytes=4_000_000):
        if not solver_init(&self.v, max_bytes):
            raise MemoryError()

    def __dealloc__(self):
        solver_free(&self.v)

    def ask(self, TrickPlay play not None, int side, int counted, int target=0, uint64_t max_nodes=0,
            double max_seconds=0, bint keep=False):
        """Status, bounds, plies, values of all moves and a best move with the bounds it comes with."""
        cdef question_t q = ask(side, counted)
        cdef bounds_t out
        cdef move_value_t moves[SOLVER_MOVES]
        cdef move_value_t best
        cdef int n, status, status_moves, status_best
        cdef uint64_t nodes
        q.target = target
        q.max_nodes = max_nodes
        q.max_seconds = max_seconds
        q.keep = keep
        with nogil:
            status = solve_state(&self.v, &play._setup.c, &play.s, &q, &out)
            nodes = self.v.nodes
            status_moves = solve_moves(&self.v, &play._setup.c, &play.s, &q, moves, &n)
            status_best = solve_best(&self.v, &play._setup.c, &play.s, &q, &best)
        values = {moves[k].move: (moves[k].low, moves[k].high) for k in range(n)}
        return ((status, out.low, out.high, nodes), (status_moves, values),
                (status_best, best.move, best.low, best.high))

    def trusting(self, TrickPlay play not None, int side, int counted):
        """The number by the function that checks nothing, and after forgetting everything."""
        cdef bounds_t out
        self.v.max_nodes = 0
        self.v.deadline = 0
        solver_forget(&self.v)
        assert solver_solve(&self.v, &play._setup.c, &play.s, side, counted, -1, &out) == SOLVER_DONE
        return out.low, out.high

    def out_of_use(self, TrickPlay play not None):
        """The status after the memory was given back."""
        cdef question_t q = ask(1, 1)
        cdef bounds_t out
        solver_free(&self.v)
        return solve_state(&self.v, &play._setup.c, &play.s, &q, &out)


def ask_many(DealPlan plan not None, Solver solver not None, key, uint64_t first, int n, int side, bint keep):
    """The numbers of tricks of many dealt positions, by the solver of a Python object, without the lock."""
    cdef question_t q = ask(side, side)
    cdef bounds_t out
    cdef play_t s
    cdef rng_t r
    cdef int k, status = SOLVER_DONE
    cdef uint64_t word[2]
    cdef int* values = <int*>malloc(n * sizeof(int))
    if values == NULL:
        raise MemoryError()
    word[0], word[1] = key
    q.keep = keep
    with nogil:
        for k in range(n):
            dealplan_deal(&plan.p, &plan.setup.c, word[0], word[1], first + k, &r, &s)
            status |= solve_state(&solver.v, &plan.setup.c, &s, &q, &out)
            values[k] = out.low
    found = [values[k] for k in range(n)]
    free(values)
    assert status == SOLVER_DONE
    return found


def equals(TrickPlay play not None, int position):
    """The cards equal to one, and seconds of the solver's clock between two looks: 0 or more."""
    cdef double before = solver_clock()
    return equal_cards(&play._setup.c, &play.s, position), solver_clock() - before


def sample(Sampler sampler not None, key, uint64_t purpose, uint64_t first, int n):
    """Rows drawn into memory of our own; None if there is no way the cards can lie."""
    cdef uint64_t words[2]
    cdef uint64_t* rows = <uint64_t*>malloc((n * sampler.t.n_places + 1) * sizeof(uint64_t))
    cdef int done
    if rows == NULL:
        raise MemoryError()
    words[0], words[1] = key
    with nogil:
        done = sampler.draw_rows(words, purpose, first, n, rows)
    places = sampler.t.n_places
    found = [[rows[row * places + place] for place in range(places)] for row in range(n)] if done else None
    free(rows)
    return found


def pays(TrickPlay play not None, Stakes stakes not None, Stream stream not None):
    """A playout by the policy of the core, and what its end is worth to each place."""
    cdef play_t s = play.s
    cdef won_t won
    cdef double worth[6]
    memset(&won, 0, sizeof(won_t))
    policy_playout(&s, &play._setup.c, &stakes.k, &won, &stream.s)
    stakes_pay(&stakes.k, &s, &won, worth)
    return [s.tricks[k] for k in range(stakes.k.n_places)], [worth[k] for k in range(stakes.k.n_places)]


def with_hands(TrickPlay play not None, hands):
    """As ``redeal``."""
    cdef cardset_t masks[6]
    for place in range(play._setup.c.n_places):
        masks[place] = hands[place]
    return redealt(play, masks)


def renumber(uint64_t mask, table):
    """A mask renumbered, and whether every bit has a new number."""
    cdef int8_t numbers[64]
    cdef uint64_t made
    for k in range(64):
        numbers[k] = table[k] if k < len(table) else -1
    whole = renumber_mask(mask, numbers, &made)
    return made, whole


def row_of_fields():
    """A set of five, a member of four and a number, written as ten numbers."""
    cdef int64_t[3] values = [0b10110, 2, 40_000]
    cdef uint8_t[3] kinds = [IS_MASK, IS_INDEX, IS_NUMBER]
    cdef int32_t[3] starts = [0, 5, 9]
    cdef int32_t[3] sizes = [5, 4, 1]
    cdef int16_t[10] row
    write_row(values, kinds, starts, sizes, 3, 10, row)
    return [row[k] for k in range(10)]


def batch_facts(PlayBatch batch not None, Py_ssize_t i):
    """A position of a batch as its memory has it: turn, legal cards, hands; and the same worked out anew."""
    cdef batch_t* b = &(<Deals>batch).b
    kept = b.turn[i], b.legal[i]
    refresh_one(b, i)
    assert kernels_in_use().wide in (0, 1)
    return kept, (b.turn[i], b.legal[i]), [b.play[i].hand[place] for place in range(b.places)]


def places_of(SeatOrder seats not None, int which):
    """The places of a kind of trick, as a mask."""
    cdef seatset_t found = seats.active(which)
    return found


def product(uint64_t factor, int times):
    """``factor ** times`` in 256 bits, and whether it is 0 and below itself."""
    cdef wide_t a, b
    wide_set(&a, 1)
    for _ in range(times):
        b = a
        wide_set(&a, 0)
        wide_add_product(&a, &b, factor)
    return sum([int(a.word[k]) << (64 * k) for k in range(4)]), wide_is_zero(&a), wide_less(&a, &a)


def move_number(int position, int suit):
    """A move as Python knows it."""
    cdef move_t move = make_move(position, suit)
    return move
