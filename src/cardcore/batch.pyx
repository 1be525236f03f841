"""PlayBatch: thousands of plays stepped at once on NumPy arrays. ``docs/batch.md`` says how to use it.

Arrays of the caller's are held through the buffer protocol while C reads or writes them. What is played was
looked at before: a step copies the actions and checks all of them, and only then plays the first.
"""

from operator import index

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

cimport cython

from cardcore._buffers cimport Held
from cardcore.bits cimport bit, lowest, popcount
from cardcore.deals cimport NEW_BROKEN, Deals, batch_kernels_t, batch_t, deal_t, kernels_in_use, refresh_one
from cardcore.play cimport (
    PLAY_SOUND, PlaySetup, make_move, move_position, play_fault, play_joker_suits, play_legal, play_push, play_t,
    setup_t,
)
from cardcore.rng cimport RNG_WORDS, Stream, rng_refill, rng_t
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t, suitset_t

import os

from cardcore.deals import dtypes, whole_numbers
from cardcore.errors import IllegalMove, SetupError
from cardcore.play import PlaySetup as _PlaySetup
from cardcore.trickplay import TrickPlay as _TrickPlay

__all__ = ["PlayBatch"]

cdef enum:
    MOST_PLIES = 1000000           # of one call of step_random
    PIECE = 1 << 22                # cards played between two looks for an interrupt
    LEAST_CHUNK = 512              # deals for which a thread is worth its while
    OP_CHECK = 0
    OP_STEP = 1
    OP_WALK = 2
    OP_LOOK = 3


@cython.auto_pickle(False)             # Python could set its fields otherwise
cdef class Task:
    """One part of a call, for a thread."""
    cdef PlayBatch batch
    cdef int op
    cdef Py_ssize_t low, high

    def __call__(self):
        if self.batch is None:
            raise TypeError("this task has no batch")
        return self.batch.run(self.op, self.low, self.high)


cdef class PlayBatch(Deals):
    """Many plays of one kind of game, stepped at once.

    Parameters
    ----------
    setups : sequence of PlaySetup
        One for each contract that can be played; every deal has an index into it. At most 65,535.
    n : int
        Number of deals, 0 .. 16,777,216. They are over until :meth:`deal` or :meth:`reset` begins them.
    dealing : Dealing or sequence of Dealing or None, optional, keyword only
        How the pack is dealt, for all setups or for each of them; needed for :meth:`deal` and ``autoreset``.
    seed : int or tuple of two int, keyword only
        As for :class:`~cardcore.rng.Stream`; default 0.
    first : int, keyword only
        Number of the first deal: slot *i* begins with number ``first + i`` and goes on with every *n*-th.
    autoreset : bool, keyword only
        Whether a deal that ends is followed by the next of its slot within the same step.
    fields : iterable of str, optional, keyword only
        Fields of the observations; default: ``observation.DEFAULT_FIELDS``, and ``open`` if ``sees`` is given.
    sees : sequence, optional, keyword only
        For each setup None, or for each place the other places whose cards it sees.
    threads : int, keyword only
        Threads that share the work, at least 1. Results do not depend on it.

    Raises
    ------
    SetupError
        If setups and dealing do not fit together, or there is no such field.
    ValueError
        If a number is out of range.

    Notes
    -----
    An *action* is a number from 0: the position of the card to play, or ``cards + suit`` to lead the free joker
    naming a suit. -1 leaves a deal alone. The interpreter lock is released while deals are stepped; calls on one batch
    from several threads wait for each other.

    Examples
    --------
    >>> import numpy
    >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
    >>> order = CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0)
    >>> dealing = Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None])
    >>> batch = PlayBatch([PlaySetup(order, SeatOrder.circle(2))], 1000, dealing=dealing, seed=1)
    >>> batch.deal()
    >>> actions = numpy.empty(1000, numpy.int16)
    >>> stream = Stream(5)
    >>> while (batch.turn >= 0).any():
    ...     actions = batch.random_actions(stream, out=actions)
    ...     ended = batch.step(actions)
    >>> ended, set(batch.tricks.sum(axis=1).tolist())
    (1000, {2})
    """

    # ---- running the loops ---------------------------------------------------------------------------

    cdef Py_ssize_t run(self, int op, Py_ssize_t low, Py_ssize_t high) except? -2:
        """Run one loop over some deals; trusts its caller, who holds the lock."""
        cdef const batch_kernels_t* k = kernels_in_use()
        cdef Py_ssize_t found = 0, at = low, to, piece
        if op != OP_WALK:
            with nogil:
                if op == OP_CHECK:
                    found = k.check(&self.b, low, high, self.given, self.out.illegal)
                elif op == OP_STEP:
                    found = k.step(&self.b, low, high, &self.out)
                else:
                    k.look(&self.b, low, high, &self.out)
            return found
        piece = <Py_ssize_t>(PIECE // (self.plies + 1)) + 1
        while at < high:
            to = at + piece if piece < high - at else high
            with nogil:
                found += k.walk(&self.b, at, to, self.plies, &self.out)
            PyErr_CheckSignals()
            at = to
        return found

    cdef list run_all(self, int op):
        """Run one loop over all deals, in threads if there are several; what each part returned."""
        cdef Py_ssize_t parts = self.threads, n = self.b.n, k
        cdef Task task
        if parts > n // LEAST_CHUNK:
            parts = n // LEAST_CHUNK
        if parts <= 1:
            return [self.run(op, 0, n)]
        from concurrent.futures import ThreadPoolExecutor, wait

        if self.pool is None or self.pool[0] != os.getpid():
            self.pool = os.getpid(), ThreadPoolExecutor(self.threads, "cardcore.batch")
        others, stopped, found = [], None, []
        try:
            for k in range(1, parts):
                task = Task.__new__(Task)
                task.batch = self
                task.op = op
                task.low = n * k // parts
                task.high = n * (k + 1) // parts
                others.append(self.pool[1].submit(task))
            found.append(self.run(op, 0, n // parts))
        except BaseException as error:
            stopped = error
        while not all([other.done() for other in others]):
            try:                       # arrays of the caller's are in use until the last part is done
                wait(others)
            except BaseException as error:
                stopped = error
        if stopped is not None:
            raise stopped
        return found + [other.result() for other in others]

    cdef Held hold(self, outs_t* out, rewards, done, winner, tricks, turn, legal, names, mask, observation, illegal,
                   seat):
        """Check and hold the arrays a call writes to."""
        cdef Held held = Held()
        cdef Py_ssize_t n = self.b.n, places = self.b.places
        memset(out, 0, sizeof(outs_t))
        if rewards is not None:
            out.rewards = <float*>held.take(rewards, "rewards", b"f", 4, 2, n, places, True)
        if done is not None:
            out.done = <uint8_t*>held.take(done, "done", b"?B", 1, 1, n, 0, True)
        if winner is not None:
            out.winner = <int8_t*>held.take(winner, "winner", b"b", 1, 1, n, 0, True)
        if tricks is not None:
            out.tricks = <uint8_t*>held.take(tricks, "tricks", b"B", 1, 2, n, places, True)
        if turn is not None:
            out.turn = <int8_t*>held.take(turn, "turn", b"b", 1, 1, n, 0, True)
        if legal is not None:
            out.legal = <cardset_t*>held.take(legal, "legal", b"QL", 8, 1, n, 0, True)
        if names is not None:
            out.names = <suitset_t*>held.take(names, "names", b"B", 1, 1, n, 0, True)
        if mask is not None:
            out.mask = <uint8_t*>held.take(mask, "mask", b"?B", 1, 2, n, self.b.cards + self.b.suits, True)
        if observation is not None:
            if self.b.width == 0:
                raise SetupError("this batch has no fields to observe")
            out.observation = <uint8_t*>held.take(observation, "observation", b"B", 1, 2, n, self.b.width, True)
        if illegal is not None:
            out.illegal = <uint8_t*>held.take(illegal, "illegal", b"?B", 1, 1, n, 0, True)
        if seat is not None:
            out.seats = <const int8_t*>held.take(seat, "seat", b"b", 1, 1, n, 0, False)
        return held

    # ---- stepping ------------------------------------------------------------------------------------

    def step(self, actions, *, rewards=None, done=None, winner=None, tricks=None, turn=None, legal=None, names=None,
             mask=None, observation=None, seat=None, illegal=None):
        """Play one card in every deal.

        Parameters
        ----------
        actions : array of int, shape (n,)
            An action for each deal; -1 leaves it alone. int16 arrays are read as they are, others are copied.
        rewards : (n, places) float32, optional, keyword only
            Written: 1 for the place that won a trick in this step, otherwise 0.
        done : (n,) bool, optional, keyword only
            Written: whether the deal ended in this step.
        winner : (n,) int8, optional, keyword only
            Written: the place that won a trick in this step, -1 for none.
        tricks : (n, places) uint8, optional, keyword only
            Written: tricks won by each place, in a deal that ended those of the whole deal.
        turn : (n,) int8, optional, keyword only
            Written: the place to play next, -1 for none.
        legal, names : (n,) uint64, (n,) uint8, optional, keyword only
            Written: copies of the properties of these names.
        mask : (n, actions) bool or uint8, optional, keyword only
            Written: 1 for each legal action.
        observation : (n, layout.width) uint8, optional, keyword only
            Written: what the place to play sees.
        seat : (n,) int8, optional, keyword only
            Read: the place that looks instead.
        illegal : (n,) bool, optional, keyword only
            Written: whether the action was illegal, and so left out. Without it an illegal action is an error.

        Returns
        -------
        int
            Number of deals that ended.

        Raises
        ------
        IllegalMove
            If an action is not legal; nothing has changed in any deal. The message begins with the first slot.
        TypeError, ValueError
            If an array has the wrong type or shape, is not C-contiguous or not writable.

        Notes
        -----
        With ``autoreset`` everything written but ``rewards``, ``done``, ``winner`` and ``tricks`` is of the new deal.

        Examples
        --------
        >>> import numpy
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3 S4 S5"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 1, dealing=Dealing("S2 S3 S4 S5", [0, 0, 1, 1]), seed=3)
        >>> batch.deal()
        >>> rewards, mask = numpy.empty((1, 2), numpy.float32), numpy.empty((1, 4), numpy.uint8)
        >>> batch.hands.tolist()
        [[6, 9]]
        >>> batch.step([2], rewards=rewards, mask=mask), mask.tolist()
        (0, [[1, 0, 0, 1]])
        >>> batch.step([0], rewards=rewards), rewards.tolist()
        (0, [[1.0, 0.0]])
        >>> batch.step([0])
        Traceback (most recent call last):
        cardcore.errors.IllegalMove: deal 0: place 0 does not hold S2; legal: S3
        """
        cdef Held _held, given
        cdef outs_t out
        cdef const int16_t* read
        cdef Py_ssize_t bad = -1, ended = 0
        Deals._check_built(self)
        actions = self._actions(actions)
        given = Held()
        read = <const int16_t*>given.take(actions, "actions", b"h", 2, 1, self.b.n, 0, False)
        _held = self.hold(&out, rewards, done, winner, tricks, turn, legal, names, mask, observation, illegal, seat)
        with self.lock:
            self.given = read
            self.out = out
            for found in self.run_all(OP_CHECK):
                if found >= 0:
                    bad = found
                    break
            if bad >= 0:
                self.refuse(bad, int(actions[bad]))
            for found in self.run_all(OP_STEP):
                ended += found
        return ended

    def _actions(self, actions):
        """Actions as an int16 array."""
        import numpy

        array = numpy.asarray(actions)
        if array.dtype == numpy.int16 and array.flags.c_contiguous and array.dtype.isnative:
            return array
        if array.size == 0 and array.ndim == 1:
            return numpy.empty(0, numpy.int16)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {array.dtype}")
        # What does not fit 16 bits is no action, and stays none.
        return numpy.array(numpy.clip(array, -2, 32767), numpy.int16, order="C")

    cdef int refuse(self, Py_ssize_t i, action) except -1:
        """Raise the IllegalMove of an action."""
        if not 0 <= action < self.b.cards + self.b.suits:
            raise IllegalMove(f"deal {i}: {action} is no action; there are 0..{self.b.cards + self.b.suits - 1}, "
                              "and -1 to leave a deal alone")
        try:
            play = self.play_at(i)
            free = play.order.free_joker
            if action < self.b.cards:
                if action >= len(play.order):
                    raise IllegalMove(f"{action} is no position of this order of {len(play.order)} cards")
                play.push(action)
            elif free is None:
                raise IllegalMove("this order has no free joker that could name a suit")
            elif action - self.b.cards >= len(play.order.suits):
                raise IllegalMove(f"this order has no suit {action - self.b.cards}")
            else:
                play.push(make_move(play.order.position(free), action - self.b.cards))
        except IllegalMove as error:
            raise IllegalMove(f"deal {i}: {error}") from None
        raise IllegalMove(f"deal {i}: action {action} is not legal")

    def step_random(self, count=1, *, rewards=None, done=None, winner=None, tricks=None, turn=None, legal=None,
                    names=None, mask=None, observation=None, seat=None):
        """Play random cards in every deal.

        Parameters
        ----------
        count : int or None
            Cards for each deal, 0 .. 1,000,000; a deal that ends stops, or with ``autoreset`` goes on with the next.
            None: to the end, not with ``autoreset``.
        rewards : (n, places) float32, optional, keyword only
            Written: tricks won by each place in these steps.
        done : (n,) bool, optional, keyword only
            Written: whether a deal ended in these steps.
        tricks : (n, places) uint8, optional, keyword only
            Written: tricks won by each place, where a deal ended those of the last one that did.
        winner, turn, legal, names, mask, observation, seat : optional, keyword only
            As for :meth:`step`.

        Returns
        -------
        int
            Number of deals that ended.

        Raises
        ------
        TypeError, ValueError
            If an array has the wrong type or shape, is not C-contiguous or not writable.

        Notes
        -----
        Each deal draws from its own stream, as :meth:`TrickPlay.playout` does: results depend neither on the other
        deals nor on threads. An interrupt is noticed now and then; the deals then stand at different points.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 5, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]), autoreset=True)
        >>> batch.deal()
        >>> batch.step_random(10), batch.numbers.tolist()
        (10, [10, 11, 12, 13, 14])
        """
        cdef Held _held
        cdef outs_t out
        cdef Py_ssize_t ended = 0
        Deals._check_built(self)
        if count is None:
            if self.b.autoreset:
                raise ValueError("with autoreset a batch has no end: give a count")
            count = 64
        count = index(count)
        if not 0 <= count <= MOST_PLIES:
            raise ValueError(f"count {count} is not in 0..{MOST_PLIES}")
        _held = self.hold(&out, rewards, done, winner, tricks, turn, legal, names, mask, observation, None, seat)
        with self.lock:
            self.out = out
            self.plies = count
            for found in self.run_all(OP_WALK):
                ended += found
        return ended

    def random_actions(self, Stream stream not None, *, out=None):
        """Choose a random legal card for every deal.

        Parameters
        ----------
        stream : Stream
            Source of the choices, one after the other for all deals; advanced.
        out : (n,) int16, optional, keyword only
            Written: an action for each deal, -1 where it is over.

        Returns
        -------
        numpy.ndarray of int16, shape (n,)
            ``out``, or a new array.

        Notes
        -----
        A card is drawn uniformly from the legal ones; a led free joker names a uniformly drawn suit.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 5, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
        >>> batch.random_actions(Stream(1)).tolist()
        [-1, -1, -1, -1, -1]
        """
        import numpy

        cdef Held held = Held()
        cdef int16_t* to
        cdef rng_t draws
        cdef const batch_kernels_t* table = kernels_in_use()
        Deals._check_built(self)
        if out is None:
            out = numpy.empty(self.b.n, numpy.int16)
        to = <int16_t*>held.take(out, "out", b"h", 2, 1, self.b.n, 0, True)
        with self.lock:
            draws = stream.seen()          # two threads may share a stream, and then draw alike
            with nogil:
                table.choose(&self.b, &draws, to)
            with cython.critical_section(stream):
                stream.s = draws
        return out

    def mask(self, out=None):
        """The legal actions as bytes.

        Parameters
        ----------
        out : (n, actions) bool or uint8, optional
            Written: 1 for each legal action.

        Returns
        -------
        numpy.ndarray of bool, shape (n, actions)
            ``out``, or a new array.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 2, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
        >>> batch.deal()
        >>> batch.mask().sum(axis=1).tolist()
        [2, 2]
        """
        import numpy

        cdef Held _held
        cdef outs_t outs
        Deals._check_built(self)
        if out is None:
            out = numpy.empty((self.b.n, self.b.cards + self.b.suits), bool)
        _held = self.hold(&outs, None, None, None, None, None, None, None, out, None, None, None)
        with self.lock:
            self.out = outs
            self.run_all(OP_LOOK)
        return out

    def observe(self, out=None, *, seat=None):
        """What places see, as bytes.

        Parameters
        ----------
        out : (n, layout.width) uint8, optional
            Written: the fields of ``layout``.
        seat : int or (n,) int8, optional, keyword only
            The place that looks; default: the place to play. A row of 0 where there is none.

        Returns
        -------
        numpy.ndarray of uint8, shape (n, layout.width)
            ``out``, or a new array.

        Raises
        ------
        IndexError
            If there is no such place.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 1, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]), seed=2, fields=["hand", "turn"])
        >>> batch.deal()
        >>> batch.observe(seat=0).tolist(), batch.observe(seat=1).tolist()
        ([[1, 1, 0, 0, 1, 0]], [[0, 0, 1, 1, 0, 1]])
        """
        import numpy

        cdef Held _held
        cdef outs_t outs
        Deals._check_built(self)
        if out is None:
            out = numpy.empty((self.b.n, self.b.width), numpy.uint8)
        if seat is not None and not isinstance(seat, numpy.ndarray):
            one = index(seat)
            if not 0 <= one < self.b.places:
                raise IndexError(f"seat {one} is not in 0..{self.b.places - 1}")
            seat = numpy.full(self.b.n, one, numpy.int8)
        _held = self.hold(&outs, None, None, None, None, None, None, None, None, out, None, seat)
        with self.lock:
            self.out = outs
            self.run_all(OP_LOOK)
        return out

    def moves_of(self, actions):
        """The moves of :class:`~cardcore.trickplay.TrickPlay` that actions stand for.

        Parameters
        ----------
        actions : array of int, shape (n,)
            An action for each deal, or -1.

        Returns
        -------
        numpy.ndarray of int16, shape (n,)
            ``position + 64 * (suit + 1)`` where a suit is named, else the position; -1 for -1.

        Raises
        ------
        ValueError
            If one is no action of its deal's order.

        Examples
        --------
        >>> from cardcore import CardOrder, PlaySetup, SeatOrder
        >>> order = CardOrder(["S2 S3", "H2 H3"], free_joker="JK")
        >>> PlayBatch([PlaySetup(order, SeatOrder.circle(2))], 3).moves_of([2, 6, -1]).tolist()
        [2, 132, -1]
        """
        import numpy

        Deals._check_built(self)
        array = whole_numbers("actions", actions, -1, self.b.cards + self.b.suits - 1, ValueError)
        if array.shape != (self.b.n,):
            raise ValueError(f"actions must have shape {(self.b.n,)}, not {array.shape}")
        sizes = numpy.array([len(one.order) for one in self.setups])[self.setup]
        suits = numpy.array([0 if one.order.free_joker is None else len(one.order.suits) for one in self.setups])
        named = array - self.b.cards
        wrong = (array >= sizes) & ((named < 0) | (named >= suits[self.setup]))
        if wrong.any():
            at = int(numpy.flatnonzero(wrong)[0])
            raise ValueError(f"deal {at}: {array[at]} is no action of its order")
        return numpy.where(named >= 0, sizes - 1 + 64 * (named + 1), array).astype(numpy.int16)

    # ---- single deals --------------------------------------------------------------------------------

    def _slot(self, i):
        at = index(i)
        if not 0 <= at < self.b.n:
            raise IndexError(f"deal {at} is not in 0..{self.b.n - 1}")
        return at

    cdef PlaySetup setup_at(self, Py_ssize_t i, held):
        """The setup of a deal as an object, with the piles of which the upper card is still there."""
        cdef setup_t* own
        cdef cardset_t over
        cdef PlaySetup one = self.setups[self.b.deal[i].setup]
        if not self.b.deal[i].own:
            return one
        own = &self.b.own[i]
        over = own.over_mask & <cardset_t>held
        piles = []
        while over:
            at = lowest(over)
            over &= over - 1
            piles.append((own.under_place[<int>at], one.order.card(at), one.order.card(own.under[<int>at])))
        return _PlaySetup(one.order, one.seats, joker_lead=one.joker_lead, joker_follow=one.joker_follow,
                          joker_void=one.joker_void, limit=one.limit, first_card=one.first_card, under=piles)

    cdef TrickPlay play_at(self, Py_ssize_t i):
        """The position of a deal as a TrickPlay that began with the current trick."""
        cdef const play_t* s = &self.b.play[i]
        cdef const deal_t* d = &self.b.deal[i]
        cdef cardset_t card, held = 0
        cdef uint32_t after
        cdef int k, place, named, led, places, failed
        cdef bint broken = s.limit == 0 and not (s.trick and d.new & NEW_BROKEN)
        places = self.b.setups[d.setup].n_places
        hands, missed = [], []
        led = s.suits_led & 0x7F
        for place in range(places):
            hands.append(s.hand[place] | (d.played[place] & s.trick))
            held |= hands[place]
            failed = s.failed[place]
            if s.trick and (d.new >> place) & 1:
                failed &= ~(1 << s.led_suit)
            missed.append([suit for suit in range(7) if failed >> suit & 1])
        if s.trick and s.fresh:
            led &= ~(1 << s.led_suit)
        setup = self.setup_at(i, held)
        order = setup.order
        play = _TrickPlay(
            setup, [order.to_cards(mask) for mask in hands], s.leader,
            tricks=[s.tricks[place] for place in range(places)],
            suits_led=[suit for suit in range(7) if led >> suit & 1], failed=missed,
            broken=broken and setup.limit is not None,
        )
        after = (<PlaySetup>setup).c.after[1 if s.tricks_done else 0][s.leader]
        for k in range(popcount(s.trick)):
            card = d.played[after & 15] & s.trick
            after >>= 4
            named = FREE_SUIT
            if k == 0 and card & (<PlaySetup>setup).c.order.free:
                named = s.led_suit
            play.push(make_move(lowest(card), named))
        return play

    def play(self, i):
        """One deal as a :class:`~cardcore.trickplay.TrickPlay`.

        Parameters
        ----------
        i : int
            Its slot.

        Returns
        -------
        TrickPlay
            A play that begins with the current trick: earlier tricks are counted, but are not in its history.

        Raises
        ------
        IndexError
            If there is no such slot.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 5, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
        >>> batch.deal()
        >>> batch.step_random(1)
        0
        >>> play = batch.play(3)
        >>> len(play.trick), play.turn, play.legal_mask == int(batch.legal[3])
        (1, 1, True)
        """
        Deals._check_built(self)
        at = PlayBatch._slot(self, i)
        with self.lock:
            return self.play_at(at)

    def load(self, i, TrickPlay play not None):
        """Put a position into a slot.

        Parameters
        ----------
        i : int
            The slot.
        play : TrickPlay
            Its setup must be equal to one of the batch. What was played before its history began is not known to
            observations.

        Raises
        ------
        SetupError
            If the batch has no such setup.
        IndexError
            If there is no such slot.

        Examples
        --------
        >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 5)
        >>> batch.load(2, TrickPlay(setup, ["S2 S3", "H2 H3"], 1))
        >>> batch.turn.tolist()
        [-1, -1, 1, -1, -1]
        """
        cdef Py_ssize_t at
        cdef deal_t* d
        cdef int k, first
        Deals._check_built(self)
        at = PlayBatch._slot(self, i)
        play = play.twin()             # neither what a subclass says of itself nor what another thread plays counts
        if play._setup not in self.setups:
            raise SetupError("the batch has no setup equal to that of the play")
        which = self.setups.index(play._setup)
        # Whether setups are equal, a subclass decides; what is played is what counts.
        if play_fault(&play.s, &self.b.setups[<Py_ssize_t>which]) != PLAY_SOUND:
            raise SetupError("the batch has no setup equal to that of the play")
        with self.lock:
            d = &self.b.deal[at]
            d.number += self.b.stride
            d.setup = which
            d.own = 0
            d.new = 0
            memset(d.played, 0, sizeof(d.played))
            for k in range(play.n_moves):
                d.played[play.undo[k].turn] |= bit(move_position(play.undo[k].move))
            first = play.n_moves - popcount(play.s.trick)
            for k in range(first, play.n_moves):
                # Who failed in this trick for the first time, and whether the limit was broken in it.
                if play.s.failed[play.undo[k].turn] != play.undo[k].failed:
                    d.new |= <uint8_t>(1 << play.undo[k].turn)
                if play.undo[k].limited and play.s.limit == 0:
                    d.new |= NEW_BROKEN
            self.b.play[at] = play.s
            self.begin(at)

    # ---- copies --------------------------------------------------------------------------------------

    def _options(self):
        """The keyword arguments this batch was made with."""
        return {"dealing": list(self.dealings), "seed": self.seed_key, "first": self.first,
                "autoreset": bool(self.b.autoreset), "fields": [span.name for span in self.layout.spans],
                "sees": list(self.sees), "threads": self.threads}

    def copy(self):
        """An independent copy; setups are shared.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 5, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
        >>> batch.deal()
        >>> other = batch.copy()
        >>> other.step_random(None), (batch.turn >= 0).all()
        (5, np.True_)
        """
        cdef PlayBatch made
        Deals._check_built(self)
        made = PlayBatch(self.setups, self.b.n, **self._options())
        with self.lock:
            memcpy(made.b.play, self.b.play, self.b.n * sizeof(play_t))
            memcpy(made.b.deal, self.b.deal, self.b.n * sizeof(deal_t))
            memcpy(made.b.rng, self.b.rng, self.b.n * sizeof(rng_t))
            memcpy(made.b.legal, self.b.legal, self.b.n * sizeof(cardset_t))
            memcpy(made.b.names, self.b.names, self.b.n)
            memcpy(made.b.turn, self.b.turn, self.b.n)
            memcpy(made.b.done, self.b.done, self.b.n)
            memcpy(made.b.winner, self.b.winner, self.b.n)
            if self.b.own != NULL:
                if made.b.own == NULL:
                    made.b.own = <setup_t*>made.new_memory(self.b.n, sizeof(setup_t))
                memcpy(made.b.own, self.b.own, self.b.n * sizeof(setup_t))
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        cdef Py_ssize_t i
        Deals._check_built(self)
        with self.lock:
            state = {
                "play": self.row(0, dtypes()[0]).copy(), "deal": self.row(1, dtypes()[1]).copy(),
                "rng": self.row(2, dtypes()[2]).copy(), "done": self.done.copy(), "winner": self.winner.copy(),
            }
            piles = {}
            for i in range(self.b.n):
                if self.b.deal[i].own:
                    piles[i] = [
                        (at, self.b.own[i].under[<int>at], self.b.own[i].under_place[<int>at])
                        for at in range(64) if (self.b.own[i].over_mask >> <int>at) & 1
                    ]
            state["piles"] = piles
        return _restore, (self.setups, self.b.n, self._options(), state)

    def __repr__(self):
        if self.setups is None:
            return "<PlayBatch never built>"
        running = int((self.turn >= 0).sum())
        return f"<PlayBatch of {self.b.n} deals, {running} running, {len(self.setups)} setups, {self.b.places} places>"


include "_batch_restore.pxi"
