# Plain method descriptors instead of Cython functions: a fifth off the price of the cheapest calls. The
# signatures for inspect and the stub check come from the docstrings then.
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""TrickPlay: the checked position of a play, and the loop over many random deals.

This file checks everything Python hands over before C sees it: hands that overlap, cards that are not in
the order, sizes that cannot be played to the end, wrong places, illegal moves.
"""

from operator import index

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM

cimport cython

from cardcore cimport kernels
from cardcore.bits cimport bit, lowest, popcount
from cardcore.cards cimport as_long
from cardcore.kernels cimport deals_t
from cardcore.order cimport CardOrder
from cardcore.play cimport (
    PlaySetup, make_move, move_position, move_suit, play_joker_suits, play_legal, play_pop, play_push, play_save,
    play_t, undo_t,
)
from cardcore.rng cimport Stream
from cardcore.types cimport FREE_SUIT, MAX_POSITIONS, NO_PLACE, cardset_t, suitset_t

from cardcore.cards import Card, Pack
from cardcore.errors import IllegalMove, SetupError
from cardcore.play import SeatOrder
from cardcore.rng import read_key

__all__ = ["TrickPlay", "play_random_deals"]

cdef tuple _CARDS = tuple(Card)
cdef tuple _NUMBERS = tuple(range(MAX_POSITIONS))
cdef enum:
    PERFT_PIECE = 10
cdef PlaySetup _NO_SETUP = PlaySetup(CardOrder(["S2 S3"]), SeatOrder.circle(2))


cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1


cdef int check_sizes(PlaySetup setup, const play_t* s, cardset_t seen) except -1:
    """Raise SetupError unless every place can play to every trick it takes part in.

    A place plays one card to the trick to be led now, if it takes part in that one, and one to each later
    trick: what it holds after the first must be the same number everywhere, hidden cards included.
    """
    cdef cardset_t over = seen & setup.c.over_mask
    cdef cardset_t beneath
    cdef uint32_t after = s.after
    cdef int place, position
    shown = [popcount(s.hand[place]) for place in range(setup.c.n_places)]
    active = [place for place in range(setup.c.n_places) if (setup.c.active >> place) & 1]
    sizes = list(shown)
    while over:
        position = lowest(over)
        over &= over - 1
        place = setup.c.under_place[position]
        beneath = bit(setup.c.under[position])
        if not s.hand[place] & bit(position):
            raise SetupError(f"{setup.order.card(position)} lies on a pile of place {place}, "
                             "but another place holds it")
        if seen & beneath:
            raise SetupError(f"{setup.order.cards_of(beneath)} lies face down and cannot be in a hand")
        sizes[place] += 1
    if not any([sizes[place] for place in active]):
        return 0                       # all is played
    while after & 15 != NO_PLACE:
        sizes[after & 15] -= 1
        after >>= 4
    if len({sizes[place] for place in active}) != 1 or sizes[active[0]] < 0:
        raise SetupError(f"hands of {shown} cards cannot be played to the end")
    return 0


cdef uint64_t count_sequences(TrickPlay play, int depth) except? 0xFFFFFFFFFFFFFFFF:
    """Count in pieces of a few plies, so that an interrupt is noticed between them. Uses up ``play``."""
    cdef PlaySetup setup = play._setup
    cdef play_t s
    cdef uint64_t total = 0
    if depth <= PERFT_PIECE:
        s = play.s
        with nogil:
            total = kernels.table.perft(&s, &setup.c, depth)
        PyErr_CheckSignals()
        return total
    moves = play.legal_moves()
    for move in moves:
        play.push(move)
        total += count_sequences(play, depth - 1)
        play.pop()
    return total if moves else 1


cdef int place_of(TrickPlay play, place) except -1:
    """A place of the play, checked."""
    cdef long at = as_long(place)
    if not 0 <= at < play._setup.c.n_places:
        raise IndexError(f"place {place} is not in 0..{play._setup.c.n_places - 1}")
    return at


cdef class TrickPlay:
    """A position in the play of one deal: push a move, pop it, ask what is legal.

    Parameters
    ----------
    setup : PlaySetup
        Order, seats and policies; shared, never changed.
    hands : sequence of CardSet, str or iterable of cards
        One for each place: the cards it can play, hidden ones not included. A place that sits out may
        hold any cards; they are never played.
    leader : int
        Place that leads.
    tricks : sequence of int, optional, keyword only
        Tricks already won by each place; default none.
    suits_led : iterable of int, keyword only
        Suits led to those tricks.
    failed : sequence of iterables of int, optional, keyword only
        Suits each place has failed to follow in them.
    broken : bool, keyword only
        Whether the setup's limited suit has been played already.

    Raises
    ------
    SetupError
        If hands overlap, a card is not in the order, the sizes do not play out evenly, or the leader sits out.
    IndexError
        If a place or suit does not exist.

    Notes
    -----
    A *move* is an integer: the position of the card, plus 64 times (suit + 1) when a free joker is led
    naming a suit. Two plays are equal if their setups, positions and histories are.

    Examples
    --------
    >>> from cardcore import CardOrder
    >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S2 H5", "S5 H2"], 0)
    >>> play.legal_cards
    CardSet('S2 H5')
    >>> play.play("H5")
    >>> play.turn, play.legal_cards
    (1, CardSet('H2'))
    >>> play.pop() == order.position("H5"), play.turn
    (True, 0)
    """

    def __cinit__(self):
        # Even an object that __init__ has never seen can be asked anything: its play is over.
        self._setup = _NO_SETUP
        self.s.turn = NO_PLACE

    def __init__(self, PlaySetup setup not None, hands, leader, *, tricks=None, suits_led=(), failed=None,
                 broken=False):
        cdef int place, suit, places
        cdef cardset_t mask, seen = 0
        cdef play_t made
        cdef play_t* s = &made
        if self._setup is not _NO_SETUP:
            raise TypeError("a TrickPlay is built once")
        setup.check_built()
        places = setup.c.n_places
        hands = list(hands)
        if len(hands) != places:
            raise SetupError(f"{places} hands are needed, got {len(hands)}")
        place = as_long(leader)
        if not 0 <= place < places:
            raise IndexError(f"leader {leader} is not in 0..{places - 1}")
        memset(s, 0, sizeof(play_t))
        s.leader = place
        for place in range(places):
            mask = setup.order.mask_of(hands[place])
            if mask & seen:
                raise SetupError(f"{setup.order.cards_of(mask & seen)} stands in two hands")
            seen |= mask
            s.hand[place] = mask
        won = [0] * places if tricks is None else [index(count) for count in tricks]
        if len(won) != places or min(won) < 0 or sum(won) > 63:
            raise SetupError(f"tricks must be {places} counts of 0 or more, got {won}")
        for place in range(places):
            s.tricks[place] = won[place]
            s.tricks_done += s.tricks[place]
        for named in suits_led:
            suit = as_long(named)
            if not 0 <= suit < setup.c.order.n_suits:
                raise IndexError(f"suit {suit} is not in 0..{setup.c.order.n_suits - 1}")
            s.suits_led |= <suitset_t>(1 << suit)
        missed = [()] * places if failed is None else [tuple(suits) for suits in failed]
        if len(missed) != places:
            raise SetupError(f"failed must name suits for {places} places, got {len(missed)}")
        for place in range(places):
            for named in missed[place]:
                suit = as_long(named)
                if not 0 <= suit < setup.c.order.n_suits:
                    raise IndexError(f"suit {suit} is not in 0..{setup.c.order.n_suits - 1}")
                s.failed[place] |= <suitset_t>(1 << suit)
        s.limit = 0 if broken else setup.c.limit
        s.after = setup.c.after[1 if s.tricks_done else 0][s.leader]
        s.turn = s.after & 15
        s.allow = ~s.limit
        if s.turn == NO_PLACE:
            raise SetupError(f"place {leader} cannot lead: it takes no part in this trick")
        if s.tricks_done == 0 and s.hand[s.turn] & setup.c.first_card:
            s.allow = setup.c.first_card
        check_sizes(setup, s, seen)
        if s.hand[s.turn] == 0:
            s.turn = NO_PLACE
        with cython.critical_section(self):
            if self._setup is not _NO_SETUP:   # reading the arguments may run anything, and threads may race
                raise TypeError("a TrickPlay is built once")
            self.s = made              # only now: a failed __init__ leaves an object whose play is over
            self._setup = setup

    cdef PlaySetup seen(self, play_t* s):
        """Copy the position, whole, whatever other threads do to it; returns its setup."""
        cdef PlaySetup setup
        with cython.critical_section(self):
            s[0] = self.s
            setup = self._setup
        return setup

    @property
    def setup(self):
        """The setup, shared by all copies."""
        return self._setup

    @property
    def order(self):
        """The card order of the setup."""
        return self._setup.order

    @property
    def turn(self):
        """Place to play, or None when all cards are played."""
        cdef int turn = self.s.turn
        return None if turn == NO_PLACE else turn

    @property
    def leader(self):
        """Place that led the current trick or is to lead; None when all cards are played."""
        cdef play_t s
        self.seen(&s)
        return None if s.turn == NO_PLACE else s.leader

    @property
    def is_over(self):
        """Whether all cards are played."""
        return self.s.turn == NO_PLACE

    @property
    def legal_mask(self):
        """Positions of the cards that may be played now; 0 when all is over."""
        cdef cardset_t legal = 0
        with cython.critical_section(self):
            if self.s.turn != NO_PLACE:
                legal = play_legal(&self.s, &self._setup.c)
        return legal

    @property
    def legal_cards(self):
        """The cards that may be played now."""
        cdef play_t s
        cdef PlaySetup setup = self.seen(&s)
        return setup.order.cards_of(0 if s.turn == NO_PLACE else play_legal(&s, &setup.c))

    @property
    def joker_suits(self):
        """Suits the place to lead may name with the free joker.

        Empty if it does not hold the joker, may not lead it, does not lead, or would name none (last trick).
        """
        cdef int suit
        cdef suitset_t suits = 0
        cdef play_t s
        cdef PlaySetup setup = self.seen(&s)
        if s.turn != NO_PLACE and s.trick == 0 and s.hand[s.turn] & setup.c.order.free:
            suits = play_joker_suits(&s, &setup.c)
        return tuple([suit for suit in range(setup.c.order.n_suits) if (suits >> suit) & 1])

    def legal_moves(self):
        """The moves of the place to play.

        Returns
        -------
        list of int
            Ascending positions; a led free joker stands once for each suit it may name.
        """
        cdef cardset_t legal = 0, free = 0
        cdef suitset_t suits = 0
        cdef list moves
        cdef int position, at, count
        with cython.critical_section(self):
            if self.s.turn != NO_PLACE:
                legal = play_legal(&self.s, &self._setup.c)
                if self.s.trick == 0 and legal & self._setup.c.order.free:
                    free = self._setup.c.order.free
                    suits = play_joker_suits(&self.s, &self._setup.c)
        if free:
            legal ^= free
            position = lowest(free)
            moves = [make_move(position, suit) for suit in range(8) if (suits >> suit) & 1]
            return [at for at in range(MAX_POSITIONS) if (legal >> at) & 1] + moves
        # The list is made in its final size and filled with shared numbers: this is the hottest call there is.
        count = popcount(legal)
        moves = PyList_New(count)
        for at in range(count):
            number = <object>PyTuple_GET_ITEM(_NUMBERS, lowest(legal))
            legal &= legal - 1
            Py_INCREF(number)
            PyList_SET_ITEM(moves, at, number)
        return moves

    cdef void push_move(self, int position, int named) noexcept:
        """Play and remember; trusts its caller, who lets no other thread at the object."""
        play_save(&self.s, &self.undo[self.n_moves], position, named)
        play_push(&self.s, &self._setup.c, position, named)
        self.n_moves += 1

    def push(self, move):
        """Play a move.

        Parameters
        ----------
        move : int
            One of :meth:`legal_moves`.

        Raises
        ------
        IllegalMove
            If it is not legal now; nothing has changed.
        """
        cdef long number = as_long(move)
        cdef int position = number & 63
        cdef int named = move_suit(number & 511)
        cdef cardset_t card = bit(position)
        cdef bint good = False
        with cython.critical_section(self):
            if not (number & ~511) and self.s.turn != NO_PLACE and play_legal(&self.s, &self._setup.c) & card:
                if self.s.trick == 0 and card & self._setup.c.order.free:
                    good = (play_joker_suits(&self.s, &self._setup.c) >> named) & 1
                else:
                    good = named == FREE_SUIT
                if good:
                    self.push_move(position, named)
        if not good:
            self.twin()._refuse(move)

    def play(self, card, named=None):
        """Play a card.

        Parameters
        ----------
        card : Card, int or str
            The card.
        named : int or None
            Suit named when a free joker is led.

        Raises
        ------
        IllegalMove
            If it is not legal now; nothing has changed.
        """
        self.push(self.move_of(card, named))

    def move_of(self, card, named=None):
        """The move that plays a card.

        Parameters
        ----------
        card : Card, int or str
        named : int or None
            Suit named when a free joker is led.

        Returns
        -------
        int

        Raises
        ------
        SetupError
            If the card is not in the order.
        IndexError
            If ``named`` is no suit.
        """
        cdef long suit = FREE_SUIT if named is None else as_long(named)
        if named is not None and not 0 <= suit < self._setup.c.order.n_suits:
            raise IndexError(f"suit {named} is not in 0..{self._setup.c.order.n_suits - 1}")
        return make_move(self._setup.order.position(card), suit)

    def card_of(self, move):
        """The card a move plays, and the suit it names.

        Returns
        -------
        tuple of (Card, int or None)
        """
        move = index(move)
        if move & ~511:
            raise IndexError(f"move {move} is not in 0..511")
        suit = move_suit(move)
        return self._setup.order.card(move_position(move)), None if suit == FREE_SUIT else suit

    def _refuse(self, move):
        if self.s.turn == NO_PLACE:
            raise IllegalMove("all cards are played")
        try:
            card, suit = self.card_of(move)
        except (IndexError, TypeError):
            raise IllegalMove(f"{move!r} is no move of this order") from None
        who = f"place {self.s.turn}"
        legal = self.legal_cards
        shown = card.name if suit is None else f"{card} naming suit {suit}"
        if card not in self.hand(self.s.turn):
            raise IllegalMove(f"{who} does not hold {card}; legal: {legal}")
        if card not in legal:
            raise IllegalMove(f"{who} may not play {shown}; legal: {legal}")
        raise IllegalMove(f"{who} may not play {shown}; suits it may name: {list(self.joker_suits)}")

    def pop(self):
        """Take back the last move.

        Returns
        -------
        int
            The move.

        Raises
        ------
        IndexError
            If nothing has been played since this object was built.
        """
        cdef int move = -1
        with cython.critical_section(self):
            if self.n_moves > 0:
                self.n_moves -= 1
                play_pop(&self.s, &self._setup.c, &self.undo[self.n_moves])
                move = self.undo[self.n_moves].move
        if move < 0:
            raise IndexError("no move to take back")
        return move

    def hand_mask(self, place):
        """Positions of the cards a place can play.

        Raises
        ------
        IndexError
            If there is no such place.
        """
        return self.s.hand[place_of(self, place)]

    def hand(self, place):
        """The cards a place can play.

        Raises
        ------
        IndexError
            If there is no such place.
        """
        cdef int at = place_of(self, place)
        return self._setup.order.cards_of(self.s.hand[at])

    @property
    def trick_mask(self):
        """Positions of the cards on the table."""
        return self.s.trick

    @property
    def trick(self):
        """The cards on the table in playing order: a tuple of (place, Card)."""
        cdef int k, cards
        cdef undo_t last[6]
        with cython.critical_section(self):
            cards = popcount(self.s.trick)
            for k in range(cards):
                last[k] = self.undo[self.n_moves - cards + k]
        return tuple([
            (last[k].turn, _CARDS[self._setup.c.order.card_at[move_position(last[k].move)]]) for k in range(cards)
        ])

    @property
    def led_suit(self):
        """Suit to follow in the current trick; None before a lead or after a joker that named none."""
        cdef play_t s
        self.seen(&s)
        return None if s.trick == 0 or s.led_suit == FREE_SUIT else s.led_suit

    @property
    def best_place(self):
        """Place whose card wins the current trick so far; None before a lead."""
        cdef play_t s
        self.seen(&s)
        return None if s.trick == 0 else s.best_place

    @property
    def tricks(self):
        """Tricks won by each place: a tuple of int."""
        cdef int place
        cdef play_t s
        cdef PlaySetup setup = self.seen(&s)
        return tuple([s.tricks[place] for place in range(setup.c.n_places)])

    @property
    def tricks_done(self):
        """Number of finished tricks."""
        return self.s.tricks_done

    @property
    def suits_led(self):
        """Suits led or named so far, ascending: a tuple of int."""
        cdef int suit, suits = self.s.suits_led
        return tuple([suit for suit in range(self._setup.c.order.n_suits) if (suits >> suit) & 1])

    def failed(self, place):
        """Suits a place has failed to follow, ascending.

        Returns
        -------
        tuple of int
        """
        cdef int suit, at = place_of(self, place), suits = self.s.failed[at]
        return tuple([suit for suit in range(self._setup.c.order.n_suits) if (suits >> suit) & 1])

    @property
    def is_broken(self):
        """Whether the limited suit has been played; True as well where no suit is limited."""
        return self.s.limit == 0

    @property
    def history(self):
        """The moves pushed, oldest first: a tuple of int."""
        cdef int k, many
        cdef uint16_t moves[64]
        with cython.critical_section(self):
            many = self.n_moves
            for k in range(many):
                moves[k] = self.undo[k].move
        return tuple([moves[k] for k in range(many)])

    def playout(self, Stream stream not None):
        """Play uniformly random legal moves to the end, on the side: this position does not change.

        Parameters
        ----------
        stream : Stream
            Source of the choices; advanced.

        Returns
        -------
        tuple of int
            Tricks won by each place at the end, those already won included.

        Notes
        -----
        A card is drawn uniformly from the legal ones; a led free joker names a uniformly drawn suit.
        """
        cdef play_t s
        cdef PlaySetup setup = self.seen(&s)
        cdef int place
        with cython.critical_section(stream):
            kernels.table.playout(&s, &setup.c, &stream.s)
        return tuple([s.tricks[place] for place in range(setup.c.n_places)])

    def perft(self, depth):
        """Count the sequences of ``depth`` moves; see :func:`cardcore.perft.perft`."""
        cdef long plies = as_long(depth)
        if plies < 0:
            raise ValueError(f"depth {depth} is negative")
        return count_sequences(self.twin(), plies if plies <= MAX_POSITIONS else MAX_POSITIONS)

    cdef TrickPlay twin(self):
        cdef TrickPlay made = TrickPlay.__new__(TrickPlay)
        with cython.critical_section(self):
            made._setup = self._setup
            made.s = self.s
            made.n_moves = self.n_moves
            memcpy(made.undo, self.undo, self.n_moves * sizeof(undo_t))
        return made

    def copy(self):
        """An independent copy, history included; the setup is shared."""
        return self.twin()

    def __copy__(self):
        return self.twin()

    def __deepcopy__(self, memo):
        return self.twin()

    def __eq__(self, other):
        cdef TrickPlay that, mine, his
        cdef bint same
        cdef int k
        if not isinstance(other, TrickPlay):
            return NotImplemented
        that = other
        if self.n_moves != that.n_moves:
            return False
        mine, his = self.twin(), that.twin()
        same = mine.n_moves == his.n_moves and memcmp(mine.s.hand, his.s.hand, sizeof(mine.s.hand)) == 0
        for k in range(mine.n_moves if same else 0):
            same &= mine.undo[k].move == his.undo[k].move and mine.undo[k].turn == his.undo[k].turn
        return same and mine._start() == his._start() and mine._setup == his._setup

    def __hash__(self):
        cdef TrickPlay at = self.twin()
        return hash((at.history, at.s.hand[0], at.s.hand[1], at.s.hand[2], at.s.hand[3], at.s.hand[4], at.s.hand[5]))

    def _start(self):
        """What the position was built from, apart from setup and hands: comparable, picklable."""
        cdef play_t s
        cdef PlaySetup setup
        cdef int k, place, suit
        with cython.critical_section(self):
            setup = self._setup
            s = self.s
            for k in range(self.n_moves - 1, -1, -1):
                play_pop(&s, &setup.c, &self.undo[k])
        places = range(setup.c.n_places)
        suits = range(setup.c.order.n_suits)
        return (
            tuple([s.hand[place] for place in places]), s.leader, tuple([s.tricks[place] for place in places]),
            tuple([suit for suit in suits if (s.suits_led >> suit) & 1]),
            tuple([tuple([suit for suit in suits if (s.failed[place] >> suit) & 1]) for place in places]),
            s.limit == 0 and setup.c.limit != 0,
        )

    def __reduce__(self):
        cdef TrickPlay at = self.twin()
        return _restore_play, (at._setup, at._start(), at.history)

    def __repr__(self):
        cdef TrickPlay at = self.twin()
        hands = ", ".join([repr(str(at.hand(place))) for place in range(at._setup.c.n_places)])
        return f"<TrickPlay turn={at.turn} tricks={at.tricks} hands=[{hands}]>"


def _restore_play(PlaySetup setup not None, start, history):
    """Rebuild a pickled play: the checked constructor and the checked push."""
    hands, leader, tricks, suits_led, failed, broken = start
    play = TrickPlay(setup, [setup.order.to_cards(mask) for mask in hands], leader, tricks=tricks,
                     suits_led=suits_led, failed=failed, broken=broken)
    for move in history:
        play.push(move)
    return play


def play_random_deals(PlaySetup setup not None, pack, places, count, *, leader, seed, first=0):
    """Deal and play out many random deals in C and add up the tricks.

    Parameters
    ----------
    setup : PlaySetup
        Without hidden cards.
    pack : Pack or sequence of cards
        Cards to shuffle; each must be in the setup's order.
    places : sequence of int or None
        Place that gets the k-th card of the shuffled pack; None: nobody (a kitty).
    count : int
        Number of deals, 0 or more.
    leader : int, keyword only
        Place that leads the first trick.
    seed : int or tuple of two int, keyword only
        As for :class:`~cardcore.rng.Stream`.
    first : int, keyword only
        Number of the first deal.

    Returns
    -------
    tuple of int
        Tricks won by each place, summed over the deals.

    Raises
    ------
    SetupError
        If the sizes do not fit, as in :class:`TrickPlay`.

    Notes
    -----
    Deal *k* is shuffled and played from stream *k* of the seed with purpose 0: the shuffle first, then
    the choices of :meth:`TrickPlay.playout`. The interpreter lock is released. An interrupt is noticed
    after every 65,536 deals.

    Examples
    --------
    >>> from cardcore import CardOrder, Pack
    >>> order = CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0)
    >>> setup = PlaySetup(order, SeatOrder.circle(2))
    >>> sum(play_random_deals(setup, Pack("S2 S3 S4 H2 H3 H4"), [0, 0, 1, 1, None, None], 10, leader=0, seed=1))
    20
    """
    cdef deals_t d
    cdef uint64_t tricks[6]
    cdef uint64_t left
    cdef int k, place
    setup.check_built()                # before anything of the caller's runs, which may build it
    pack = tuple(Pack(pack))           # checks what a subclass may say of itself
    places = [None if at is None else index(at) for at in places]
    if len(places) != len(pack):
        raise SetupError(f"{len(pack)} cards are dealt, but {len(places)} places named")
    if setup.c.over_mask:
        raise SetupError("random deals cannot have hidden cards")
    count, first = index(count), index(first)
    if count < 0 or first < 0 or first + count >= 1 << 64:
        raise ValueError(f"deals {first}..{first + count} are not in 0..2**64-1")
    hands = [[] for _ in range(setup.c.n_places)]
    for card, at in zip(pack, places):
        if at is not None:
            if not 0 <= at < setup.c.n_places:
                raise IndexError(f"place {at} is not in 0..{setup.c.n_places - 1}")
            hands[at].append(card)
    leader = index(leader)
    TrickPlay(setup, hands, leader)    # refuses what cannot be played
    memset(&d, 0, sizeof(d))
    memset(tricks, 0, sizeof(tricks))
    d.key[0], d.key[1] = read_key(seed)
    d.pack_size = len(pack)
    d.leader = leader
    for k in range(d.pack_size):
        d.position[k] = lowest(setup.order.mask_of((pack[k],)))
        if k == 0 or places[k] != places[k - 1]:
            d.runs += 1
        d.run_place[d.runs - 1] = NO_PLACE if places[k] is None else places[k]
        d.run_end[d.runs - 1] = k + 1
    d.first = first
    left = count
    while left:
        d.count = 65536 if left > 65536 else left
        with nogil:
            kernels.table.deal_and_play(&setup.c, &d, tricks)
        d.first += d.count
        left -= d.count
        PyErr_CheckSignals()
    return tuple([tricks[place] for place in range(setup.c.n_places)])
