"""Deals: many deals of one kind of game, in arrays. Their setups, dealing, given hands, and what can be read of them.

Everything Python hands over is checked here before C sees it. The memory of the deals is shown to Python
read-only; only the loops of ``_batch.pxi``, compiled twice and chosen as ``kernels`` chooses, write to it.
"""

from operator import index

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cimport cython

from cardcore cimport kernels
from cardcore._buffers cimport Memory, Turns
from cardcore.bits cimport bit, lowest, popcount
from cardcore.play cimport PlaySetup, play_joker_suits, play_legal, play_t, setup_t
from cardcore.rng cimport rng_start, rng_t
from cardcore.types cimport MAX_PLACES, NO_PLACE, cardset_t, seatset_t, suitset_t

from cardcore.dealing import Dealing
from cardcore.errors import SetupError
from cardcore.kernels import builds
from cardcore.observation import DEFAULT_FIELDS, FIELDS, Layout
from cardcore.play import PlaySetup as _PlaySetup
from cardcore.rng import read_key
from cardcore.trickplay import TrickPlay as _TrickPlay

__all__ = ["Deals"]

cdef enum:
    MOST_DEALS = 1 << 24
    GIVEN_PURPOSE = 7              # of the stream of a deal whose cards were given


# ---- the two builds ----------------------------------------------------------------------------------


cdef const batch_kernels_t* _portable = NULL
cdef const batch_kernels_t* _wide = NULL


cdef const batch_kernels_t* _load(str name) except NULL:
    """The table of one build."""
    module = __import__("cardcore._batch_" + name, fromlist=["TABLE"])
    return <const batch_kernels_t*>PyCapsule_GetPointer(module.TABLE, "cardcore.batch_kernels")


_portable = _load("portable")
if "wide" in builds():                 # only then can this processor run the module at all
    try:
        _wide = _load("wide")
    except ImportError:
        pass


cdef const batch_kernels_t* kernels_in_use() noexcept:
    """The loops of the build that ``cardcore.use_build`` has chosen."""
    return _wide if kernels.table.wide and _wide != NULL else _portable


include "_batch_args.pxi"
include "_batch_state.pxi"
include "_batch_given.pxi"


def dtypes():
    """How NumPy sees positions, what surrounds them, and streams; private."""
    return play_dtype(), deal_dtype(), stream_dtype()


whole_numbers = _whole


cdef class Deals:
    """Many deals of one kind of game: their setups, how they begin, and what can be read of them.

    The base of :class:`~cardcore.batch.PlayBatch`, which plays them and says what the arguments mean.

    Examples
    --------
    >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
    >>> from cardcore.deals import Deals
    >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
    >>> deals = Deals([setup], 3, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
    >>> deals.deal()
    >>> deals.turn.tolist()
    [0, 0, 0]
    """

    def __init__(self, setups, n, *, dealing=None, seed=0, first=0, autoreset=False, fields=None, sees=None, threads=1):
        cdef PlaySetup setup
        cdef Py_ssize_t k, place, other
        cdef setup_t* copies
        cdef seatset_t* seen
        setups = tuple(setups)
        if not 1 <= len(setups) <= 65535:
            raise SetupError(f"a batch has 1 to 65535 setups, not {len(setups)}")
        for one in setups:
            if not isinstance(one, _PlaySetup) or (<PlaySetup>one).order is None:
                raise TypeError(f"setups must be PlaySetup objects, not {type(one).__name__}")
        n, first, threads = index(n), index(first), index(threads)
        if not 0 <= n <= MOST_DEALS:
            raise ValueError(f"a batch has 0 to {MOST_DEALS} deals, not {n}")
        if not 0 <= first < 1 << 64:
            raise ValueError(f"first {first} is not in 0..2**64-1")
        if not 1 <= threads <= 1024:
            raise ValueError(f"threads must be 1 to 1024, not {threads}")
        key = tuple([index(word) for word in read_key(seed)])
        dealings = dealing if isinstance(dealing, (list, tuple)) else (dealing,) * len(setups)
        if len(dealings) != len(setups):
            raise SetupError(f"{len(setups)} setups need as many dealings, not {len(dealings)}")
        dealings = read_all_dealings(dealings)
        autoreset = bool(autoreset)
        rows = read_sees(setups, sees)
        if fields is not None:
            fields = tuple([str(name) for name in fields])
        elif sees is not None:
            fields = (*DEFAULT_FIELDS, "open")
        with cython.critical_section(self):
            if self.begun:             # asked last: reading the arguments may run anything, and threads may race
                raise TypeError("a batch is built once")
            self.begun = True
        self.lock = Turns()
        memset(&self.b, 0, sizeof(self.b))
        self.b.n = n
        self.b.key[0], self.b.key[1] = key
        self.b.stride = n
        self.b.autoreset = autoreset
        self.first = first
        self.threads = threads
        self.memory = []
        self.views = {}
        self.seed_key = key
        copies = <setup_t*>self.new_memory(len(setups), sizeof(setup_t))
        seen = <seatset_t*>self.new_memory(len(setups), MAX_PLACES)
        for k in range(len(setups)):
            setup = setups[k]
            copies[k] = setup.c
            if setup.c.n_places > self.b.places:
                self.b.places = setup.c.n_places
            if setup.c.order.n > self.b.cards:
                self.b.cards = setup.c.order.n
            if setup.c.order.free and setup.c.order.n_suits > self.b.suits:
                self.b.suits = setup.c.order.n_suits
        self.b.setups = copies
        self.sees = rows
        for k, one in enumerate(self.sees):
            for place, others in enumerate(one):
                for other in others:
                    seen[k * MAX_PLACES + place] |= <seatset_t>(1 << other)
        self.b.sees = seen
        self.layout = Layout(self.b.cards, self.b.places, fields)
        self.b.width = self.layout.width
        for k, field in enumerate(FIELDS):
            if field.name in [span.name for span in self.layout.spans]:
                self.b.wanted |= <uint32_t>1 << k
        self.read_dealings(setups, dealings)
        self.allocate()
        self.dealings = dealings
        self.setups = setups

    cdef void* new_memory(self, Py_ssize_t count, Py_ssize_t size=1) except NULL:
        """A block of memory for ``count`` things of this size that lives as long as the batch."""
        cdef Memory made = Memory(count, size)
        self.memory.append(made)
        return made.data

    cdef int read_dealings(self, tuple setups, tuple dealings) except -1:
        """Write the plans of the dealings, and which places can lead."""
        cdef plan_t* p = <plan_t*>self.new_memory(len(setups), sizeof(plan_t))
        cdef Py_ssize_t k, at
        cdef PlaySetup setup
        self.b.plans = p
        fits, known = [], {}
        for k in range(len(setups)):
            setup = setups[k]
            dealing = dealings[k]
            if dealing is None:
                fits.append(frozenset())
                continue
            p[k].pack_size = len(dealing.pack)
            for at in range(p[k].pack_size):
                place = dealing.places[at]
                p[k].position[at] = lowest(setup.order.mask_of((dealing.pack[at],)))
                if place is not None and not 0 <= place < setup.seats.places:
                    raise SetupError(f"place {place} of a dealing is not in 0..{setup.seats.places - 1}")
                if at == 0 or place != dealing.places[at - 1]:
                    p[k].runs += 1
                p[k].run_place[p[k].runs - 1] = NO_PLACE if place is None else place
                p[k].run_end[p[k].runs - 1] = at + 1
            p[k].piles = len(dealing.under)
            for at, (over, beneath) in enumerate(dealing.under):
                p[k].over[at] = over
                p[k].under[at] = beneath
                p[k].pile_place[at] = dealing.places[over]
            if dealing.under and setup.c.over_mask:
                raise SetupError("a setup with hidden cards cannot be dealt with others")
            if setup.c.over_mask:
                raise SetupError("random deals cannot have the hidden cards of a setup; use Dealing(under=…)")
            same = known.get((setup.seats, dealing))
            if same is None:
                same = known[setup.seats, dealing] = leaders_of(setup, dealing)
            fits.append(same)
            if dealing.under and self.b.own == NULL:
                self.b.own = <setup_t*>self.new_memory(self.b.n, sizeof(setup_t))
        self.fits = tuple(fits)
        if self.b.autoreset and not any(fits):
            raise SetupError("autoreset needs a dealing")
        return 0

    cdef int allocate(self) except -1:
        """Make the arrays of the deals; all are over."""
        cdef Py_ssize_t i, n = self.b.n
        cdef int start = 0
        cdef play_t* s
        self.rows_at = len(self.memory)
        self.b.play = <play_t*>self.new_memory(n, sizeof(play_t))
        self.b.deal = <deal_t*>self.new_memory(n, sizeof(deal_t))
        self.b.rng = <rng_t*>self.new_memory(n, sizeof(rng_t))
        self.b.legal = <cardset_t*>self.new_memory(n, sizeof(cardset_t))
        self.b.names = <suitset_t*>self.new_memory(n)
        self.b.turn = <int8_t*>self.new_memory(n)
        self.b.done = <uint8_t*>self.new_memory(n)
        self.b.winner = <int8_t*>self.new_memory(n)
        self.b.action = <int16_t*>self.new_memory(n, sizeof(int16_t))
        while self.b.setups[0].after[0][start] & 15 == NO_PLACE:
            start += 1
        # The setup and leader with which dealing begins: the first that fit.
        setup, leader = ([(k, min(one)) for k, one in enumerate(self.fits) if one] + [(0, 0)])[0]
        for i in range(n):
            s = &self.b.play[i]
            s.turn = NO_PLACE
            s.leader = start
            s.after = self.b.setups[0].after[1][start]
            s.allow = ~<cardset_t>0
            self.b.deal[i].number = self.first + <uint64_t>i - self.b.stride
            self.b.deal[i].next_setup = setup
            self.b.deal[i].next_leader = leader
            self.b.turn[i] = -1
            self.b.winner[i] = -1
            self.b.action[i] = NO_ACTION
            rng_start(&self.b.rng[i], self.b.key[0], self.b.key[1], self.b.deal[i].number, GIVEN_PURPOSE)
        return 0

    def _check_built(self):
        if self.setups is None:
            raise TypeError("this batch was never built")

    # ---- what a batch is -----------------------------------------------------------------------------

    @property
    def n(self):
        """Number of deals."""
        return self.b.n

    @property
    def places(self):
        """Places of the largest game: columns of ``hands``, ``tricks`` and the like."""
        return self.b.places

    @property
    def cards(self):
        """Cards of the largest order: so many actions play a card by its position."""
        return self.b.cards

    @property
    def actions(self):
        """Number of actions: ``cards``, and one more for each suit that a free joker may name."""
        return self.b.cards + self.b.suits

    def _view(self, name, make):
        """A read-only array over the memory of the batch, made once."""
        Deals._check_built(self)
        if name not in self.views:
            self.views[name] = make()
        return self.views[name]

    cdef object row(self, int which, dtype):
        """One of the arrays of the deals, in the order in which they were made."""
        import numpy

        if self.b.n == 0:
            made = numpy.empty(0, dtype)
            made.flags.writeable = False
            return made
        return numpy.frombuffer(self.memory[self.rows_at + which], dtype)

    def _position(self, field):
        """A field of the positions."""
        import numpy

        places = self.b.places
        whole = self._view("play", lambda: self.row(0, play_dtype()))
        view = whole[field]
        return view[:, :places] if view.ndim == 2 else view

    def _around(self, field):
        """A field of what surrounds the positions."""
        whole = self._view("deal", lambda: self.row(1, deal_dtype()))
        view = whole[field]
        return view[:, :self.b.places] if view.ndim == 2 else view

    @property
    def legal(self):
        """The cards that may be played, ``(n,) uint64`` masks of positions, 0 where a deal is over.

        A read-only view that always shows the present, as are the others.
        """
        return self._view("legal", lambda: self.row(3, "u8"))

    @property
    def names(self):
        """The suits a free joker may name that may be led now, ``(n,) uint8`` masks; bit 7: it names none.

        While it may name suits, the joker's own position is no action, though ``legal`` has its bit.
        """
        return self._view("names", lambda: self.row(4, "u1"))

    @property
    def turn(self):
        """The place to play, ``(n,) int8``, -1 where a deal is over."""
        return self._view("turn", lambda: self.row(5, "i1"))

    @property
    def done(self):
        """Whether each deal ended in the last step, ``(n,) bool``."""
        return self._view("done", lambda: self.row(6, "?"))

    @property
    def winner(self):
        """The place that won a trick in the last step, ``(n,) int8``, -1 where none ended."""
        return self._view("winner", lambda: self.row(7, "i1"))

    @property
    def hands(self):
        """The cards each place can play, ``(n, places) uint64`` masks of positions."""
        return self._view("hands", lambda: self._position("hand"))

    @property
    def trick(self):
        """The cards on the table, ``(n,) uint64`` masks of positions."""
        return self._view("trick", lambda: self._position("trick"))

    @property
    def leader(self):
        """The place that led the trick or is to lead, ``(n,) uint8``; the last winner where a deal is over."""
        return self._view("leader", lambda: self._position("leader"))

    @property
    def led(self):
        """The suit led, ``(n,) uint8``, 7 for a free joker that named none; of the last trick before a lead."""
        return self._view("led", lambda: self._position("led_suit"))

    @property
    def tricks(self):
        """Tricks won by each place, ``(n, places) uint8``."""
        return self._view("tricks", lambda: self._position("tricks"))

    @property
    def finished(self):
        """Number of finished tricks, ``(n,) uint8``."""
        return self._view("finished", lambda: self._position("tricks_done"))

    @property
    def suits_led(self):
        """Suits led or named so far, ``(n,) uint8`` masks; bit 7: a free joker that named none."""
        return self._view("suits_led", lambda: self._position("suits_led"))

    @property
    def failed(self):
        """Suits each place has failed to follow, ``(n, places) uint8`` masks."""
        return self._view("failed", lambda: self._position("failed"))

    @property
    def played(self):
        """The cards each place has played, those on the table included, ``(n, places) uint64``."""
        return self._view("played", lambda: self._around("played"))

    @property
    def numbers(self):
        """The number of each deal, ``(n,) uint64``."""
        return self._view("numbers", lambda: self._around("number"))

    @property
    def setup(self):
        """The index of each deal's setup, ``(n,) uint16``."""
        return self._view("setup", lambda: self._around("setup"))

    @property
    def autoreset(self):
        """Whether a deal that ends is followed by the next within the same step."""
        return bool(self.b.autoreset)

    # ---- beginning deals -----------------------------------------------------------------------------

    def _which(self, which):
        """Indices of the deals that are meant, int64."""
        import numpy

        n = self.b.n
        if which is None:
            return numpy.arange(n, dtype=numpy.int64)
        array = numpy.array(which, copy=True)      # before it is looked at: another thread may give it another shape
        if array.dtype == bool:
            if array.shape != (n,):
                raise ValueError(f"a choice of deals by bool must have shape {(n,)}, not {array.shape}")
            return numpy.flatnonzero(array).astype(numpy.int64)
        if array.size == 0 and array.ndim == 1:
            return numpy.empty(0, numpy.int64)
        if array.ndim != 1:
            raise ValueError(f"a choice of deals is a list of indices, not an array of shape {array.shape}")
        return _whole("an index of a deal", array, 0, n - 1, IndexError)

    def _numbers(self, numbers, rows):
        """Numbers of deals, or None."""
        import numpy

        if numbers is None:
            return None
        array = numpy.asarray(numbers)
        if array.shape in ((), rows.shape):      # else it is as large as it likes
            array = numpy.array(array, copy=True)    # before it is looked at: another thread may write to it
        if array.dtype.kind not in "iu":
            raise TypeError(f"numbers must be whole numbers, not {array.dtype}")
        if array.shape not in ((), rows.shape):
            return _spread("numbers", array, rows.shape, numpy.uint64)
        if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
            raise ValueError(f"numbers must be 0 or more, got {int(array.min())}")
        return _spread("numbers", array, rows.shape, numpy.uint64)

    def _next(self, rows, setup, leader):
        """Setup and leader of the next deals of some slots, or None; read before anything is locked."""
        import numpy

        if setup is not None:
            setup = _column("setup", setup, 0, len(self.setups) - 1, rows.shape, numpy.uint16, IndexError)
        if leader is not None:
            leader = _column("leader", leader, 0, self.b.places - 1, rows.shape, numpy.uint8, IndexError)
        return setup, leader

    cdef int put_next(self, rows, setup, leader) except -1:
        """Write down with what setup and leader the next deals of some slots are dealt."""
        import numpy

        cdef int64_t[::1] at = rows
        cdef uint16_t[::1] setups
        cdef uint8_t[::1] leaders
        cdef Py_ssize_t k
        cdef deal_t* d
        setups = numpy.empty(at.shape[0], numpy.uint16) if setup is None else setup
        leaders = numpy.empty(at.shape[0], numpy.uint8) if leader is None else leader
        for k in range(at.shape[0]):
            d = &self.b.deal[at[k]]
            if setup is None:
                setups[k] = d.next_setup
            if leader is None:
                leaders[k] = d.next_leader
        pairs = numpy.unique(numpy.asarray(setups).astype(numpy.int64) * 8 + numpy.asarray(leaders))
        for pair in pairs.tolist():
            if self.dealings[pair >> 3] is None:
                raise SetupError(f"setup {pair >> 3} has no dealing: give the batch one, or the hands to reset")
            if pair & 7 not in self.fits[pair >> 3]:
                raise SetupError(f"place {pair & 7} cannot lead a deal of setup {pair >> 3}")
        for k in range(at.shape[0]):
            d = &self.b.deal[at[k]]
            d.next_setup = setups[k]
            d.next_leader = leaders[k]
        return 0

    def next_deals(self, which=None, *, setup=None, leader=None):
        """Say with what setup and leader the next deals of some slots will be dealt.

        Parameters
        ----------
        which : array of int or bool, optional
            The slots, by index or as ``(n,) bool``; default all.
        setup : int or array of int, optional, keyword only
            Index of the setup; default as before, at first the first one that can be dealt.
        leader : int or array of int, optional, keyword only
            Place that leads; default as before, at first the first one that can.

        Raises
        ------
        SetupError
            If a setup has no dealing, or the place cannot lead.
        IndexError
            If there is no such slot, setup or place.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 3, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]))
        >>> batch.next_deals([1], leader=1)
        >>> batch.deal()
        >>> batch.turn.tolist()
        [0, 1, 0]
        """
        Deals._check_built(self)
        rows = Deals._which(self, which)
        setup, leader = Deals._next(self, rows, setup, leader)
        with self.lock:
            self.put_next(rows, setup, leader)

    def deal(self, which=None, *, numbers=None, setup=None, leader=None):
        """Shuffle and deal.

        Parameters
        ----------
        which : array of int or bool, optional
            The slots, by index or as ``(n,) bool``; default all.
        numbers : int or array of int, optional, keyword only
            Numbers of the deals; default: the next of each slot, which is *n* more than the one before.
        setup, leader : optional, keyword only
            As for :meth:`next_deals`, which also later deals of these slots follow.

        Raises
        ------
        SetupError
            If a setup has no dealing, or the place cannot lead.
        IndexError
            If there is no such slot, setup or place.

        Notes
        -----
        Deal *k* is shuffled with stream *k* of the seed, purpose 0: the cards are those of
        ``Stream(seed, number=k).permutation``, and :meth:`~cardcore.batch.PlayBatch.step_random` goes on with the
        same stream, as :func:`~cardcore.trickplay.play_random_deals` does.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
        >>> setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"]), SeatOrder.circle(2))
        >>> batch = PlayBatch([setup], 3, dealing=Dealing("S2 S3 H2 H3", [0, 0, 1, 1]), first=10)
        >>> batch.deal()
        >>> batch.deal([1])
        >>> batch.numbers.tolist()
        [10, 14, 12]
        """
        import numpy

        Deals._check_built(self)
        rows = Deals._which(self, which)
        numbers = Deals._numbers(self, numbers, rows)
        setup, leader = Deals._next(self, rows, setup, leader)
        chosen = numpy.zeros(self.b.n + 1, numpy.uint8)
        chosen[rows] = 1
        cdef const uint8_t[::1] flags = chosen
        cdef const int64_t[::1] at = rows
        cdef const uint64_t[::1] given
        cdef const batch_kernels_t* table = kernels_in_use()
        cdef Py_ssize_t k
        with self.lock:
            self.put_next(rows, setup, leader)
            if numbers is None:
                for k in range(self.b.n):
                    if flags[k]:
                        self.b.deal[k].number += self.b.stride
            else:
                given = numbers
                for k in range(at.shape[0]):
                    self.b.deal[at[k]].number = given[k]
            with nogil:
                table.deal(&self.b, 0, self.b.n, &flags[0])

    def reset(self, hands, which=None, *, setup=0, leader=0, tricks=None, suits_led=None, failed=None, broken=False,
              piles=None, numbers=None):
        """Begin plays with given cards, also in the middle of a deal.

        Parameters
        ----------
        hands : array of int, shape (m, places)
            For each deal and place a mask of the positions it can play; hidden cards not included.
        which : array of int or bool, optional
            The *m* slots, by index or as ``(n,) bool``; default all.
        setup, leader : int or array of int, shape (m,), keyword only
            Index of the setup; place that leads.
        tricks : array of int, shape (m, places), optional, keyword only
            Tricks already won.
        suits_led : int or array of int, shape (m,), optional, keyword only
            Masks of the suits led to those tricks.
        failed : array of int, shape (m, places), optional, keyword only
            Masks of the suits each place has failed to follow.
        broken : bool or array of bool, shape (m,), keyword only
            Whether the setup's limited suit has been played.
        piles : array of int, shape (m, k, 2), optional, keyword only
            For each pile of a table the position of the upper card and that of the hidden one; -1, -1 for none.
        numbers : int or array of int, shape (m,), optional, keyword only
            Numbers of the deals, for their random streams; default: the next of each slot.

        Raises
        ------
        SetupError
            If a deal cannot be played; nothing has changed. The message begins with the slot.
        IndexError
            If there is no such slot, setup or place.
        TypeError, ValueError
            If an array has the wrong kind of numbers or shape.

        Notes
        -----
        :meth:`~cardcore.batch.PlayBatch.step_random` draws for these deals from stream *number* of the seed, purpose 7.

        Examples
        --------
        >>> from cardcore import CardOrder, PlaySetup, SeatOrder
        >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
        >>> batch = PlayBatch([PlaySetup(order, SeatOrder.circle(2))], 2)
        >>> batch.reset([[order.to_mask("S2 H5"), order.to_mask("S5 H2")]] * 2, leader=[0, 1])
        >>> [order.to_cards(int(mask)) for mask in batch.legal]
        [CardSet('S2 H5'), CardSet('S5 H2')]
        """
        import numpy

        cdef given_t g
        cdef Py_ssize_t k, many
        cdef int places = self.b.places
        cdef play_t* made
        cdef setup_t* own = NULL
        cdef deal_t* d
        cdef Memory made_memory, own_memory
        cdef Py_ssize_t bad = -1
        cdef const int64_t[::1] at
        cdef const uint64_t[::1] given
        Deals._check_built(self)
        rows = Deals._which(self, which)
        many = len(rows)
        shape = (many, places)
        masks = numpy.array(hands, order="C", copy=True)   # before it is looked at
        if masks.size == 0:
            masks = masks.astype(numpy.uint64)
        if masks.dtype.kind not in "iu":
            raise TypeError(f"hands must be whole numbers, not {masks.dtype}")
        if masks.shape != shape:
            raise ValueError(f"hands must have shape {shape}, not {masks.shape}")
        if masks.dtype.kind == "i" and masks.size and int(masks.min()) < 0:
            raise ValueError("hands are masks of 0 or more")
        masks = masks.astype(numpy.uint64, copy=False)
        setups = _column("setup", setup, 0, len(self.setups) - 1, (many,), numpy.uint16, IndexError)
        leaders = _column("leader", leader, 0, places - 1, (many,), numpy.uint8, IndexError)
        flags = _column("broken", broken, 0, 1, (many,), numpy.uint8)
        won = _column("tricks", 0 if tricks is None else tricks, 0, 63, shape, numpy.uint8)
        led = _column("suits_led", 0 if suits_led is None else suits_led, 0, 127, (many,), numpy.uint8)
        missed = _column("failed", 0 if failed is None else failed, 0, 127, shape, numpy.uint8)
        numbers = Deals._numbers(self, numbers, rows)
        g.n_piles = 0
        g.piles = NULL
        lying = None
        if piles is not None:
            lying = _whole("piles", piles, -1, 62, ValueError).astype(numpy.int8)
            if lying.ndim != 3 or lying.shape[0] != many or lying.shape[2] != 2 or lying.shape[1] > 32:
                raise ValueError(f"piles must have shape ({many}, up to 32, 2), not {lying.shape}")
            g.n_piles = lying.shape[1]
            g.piles = <const int8_t*><size_t>lying.ctypes.data
        g.hands = <const cardset_t*><size_t>masks.ctypes.data
        g.setup = <const uint16_t*><size_t>setups.ctypes.data
        g.leader = <const uint8_t*><size_t>leaders.ctypes.data
        g.broken = <const uint8_t*><size_t>flags.ctypes.data
        g.tricks = <const uint8_t*><size_t>won.ctypes.data
        g.suits_led = <const suitset_t*><size_t>led.ctypes.data
        g.failed = <const suitset_t*><size_t>missed.ctypes.data
        made_memory = Memory(many, sizeof(play_t))
        made = <play_t*>made_memory.data
        if g.n_piles:
            own_memory = Memory(many, sizeof(setup_t))
            own = <setup_t*>own_memory.data
        with nogil:
            for k in range(many):
                if made_of(&self.b.setups[g.setup[k]], &g, k, places, &made[k], &own[k] if own != NULL else NULL):
                    bad = k
                    break
        if bad >= 0:
            which = int(setups[bad])
            explain_given(self.setups[which], which, int(rows[bad]), masks[bad], int(leaders[bad]), won[bad],
                          int(led[bad]), missed[bad], bool(flags[bad]), None if lying is None else lying[bad])
        at = rows
        if numbers is not None:
            given = numbers
        with self.lock:
            if own != NULL and self.b.own == NULL:
                self.b.own = <setup_t*>self.new_memory(self.b.n, sizeof(setup_t))
            for k in range(many):
                d = &self.b.deal[at[k]]
                d.number = given[k] if numbers is not None else d.number + self.b.stride
                d.setup = g.setup[k]
                d.own = own != NULL
                d.new = 0
                memset(d.played, 0, sizeof(d.played))
                self.b.play[at[k]] = made[k]
                if own != NULL:
                    self.b.own[at[k]] = own[k]
                self.begin(at[k])

    cdef void begin(self, Py_ssize_t i) noexcept:
        """What follows from a new position: its stream, what is legal."""
        cdef deal_t* d = &self.b.deal[i]
        rng_start(&self.b.rng[i], self.b.key[0], self.b.key[1], d.number, GIVEN_PURPOSE)
        self.b.done[i] = 0
        self.b.winner[i] = -1
        refresh_one(&self.b, i)
