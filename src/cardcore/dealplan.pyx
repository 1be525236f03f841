# The signatures for inspect and the stub check come from the docstrings.
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""DealPlan: how the deals of a seed are dealt for a setup, checked once, so that C code can deal without checks.

``dealplan.pxd`` deals; everything in cardcore that deals from a seed deals the same cards.
"""

from operator import index

from libc.stdint cimport uint8_t
from libc.string cimport memset

cimport cython

from cardcore.bits cimport lowest
from cardcore.cards cimport as_long
from cardcore.order cimport CardOrder
from cardcore.play cimport PlaySetup, play_t
from cardcore.rng cimport rng_t
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport MAX_PLACES

from cardcore.cards import Pack
from cardcore.dealing import Dealing
from cardcore.errors import SetupError
from cardcore.play import SeatOrder
from cardcore.rng import read_key

__all__ = ["DealPlan"]

cdef PlaySetup _NO_SETUP = PlaySetup(CardOrder(["S2 S3"]), SeatOrder.circle(2))


cdef class DealPlan:
    """How the deals of a seed are dealt for a setup.

    Parameters
    ----------
    setup : PlaySetup
        Without hidden cards.
    dealing : Dealing
        The pack and who gets the k-th card; without piles. Each card must be in the setup's order.
    leader : int, keyword only
        Place that leads the first trick.

    Raises
    ------
    SetupError
        If the dealt hands could not be played, or a card is not in the order.
    IndexError
        If a place is out of range.

    Notes
    -----
    Deal *k* of a seed is dealt from ``Stream(seed, number=k)``, as ``docs/seeds.md`` says.

    Examples
    --------
    >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder
    >>> setup = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0), SeatOrder.circle(2))
    >>> plan = DealPlan(setup, Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None]), leader=0)
    >>> plan.leader, plan.setup is setup
    (0, True)
    """

    def __cinit__(self):
        self.setup = _NO_SETUP             # C code may use a plan that was never made: it deals no cards

    def __init__(self, PlaySetup setup not None, dealing, *, leader):
        cdef long first = as_long(leader)
        cdef dealplan_t p
        cdef int k
        setup.check_built()                # before anything of the caller's runs, which may build it
        if not isinstance(dealing, Dealing):
            raise TypeError(f"dealing must be a Dealing, not {type(dealing).__name__}")
        if dealing.under or setup.c.over_mask:
            raise SetupError("a plan deals no hidden cards")
        pack = tuple(Pack(dealing.pack))
        places = [None if place is None else index(place) for place in dealing.places]
        if len(places) != len(pack):
            raise SetupError(f"{len(pack)} cards are dealt, but {len(places)} places named")
        hands = [[] for _ in range(setup.c.n_places)]
        for card, place in zip(pack, places):
            if place is not None:
                if not 0 <= place < setup.c.n_places:
                    raise IndexError(f"place {place} is not in 0..{setup.c.n_places - 1}")
                hands[place].append(card)
        TrickPlay(setup, hands, first)     # refuses what cannot be played
        memset(&p, 0, sizeof(p))
        for k in range(<int>len(pack)):
            p.position[k] = <uint8_t>lowest(setup.order.mask_of((pack[k],)))
            p.place_of[k] = MAX_PLACES if places[k] is None else places[k]
        p.pack_size = len(pack)
        p.leader = <uint8_t>first
        with cython.critical_section(self):
            if self.setup is not _NO_SETUP:    # asked last: reading the arguments may run anything, threads may race
                raise TypeError("a DealPlan does not change")
            self.p = p
            self.leader = first
            self.dealing = dealing
            self.setup = setup             # last: what has a setup is whole

    def deal(self, number, *, seed):
        """The position before the first trick of a deal.

        Parameters
        ----------
        number : int
            Number of the deal, 0 .. 2**64 - 1.
        seed : int or tuple of two int, keyword only
            As for :class:`~cardcore.rng.Stream`.

        Returns
        -------
        TrickPlay

        Raises
        ------
        ValueError
            If a number is out of range.

        Examples
        --------
        >>> from cardcore import CardOrder, Dealing, PlaySetup, SeatOrder, Stream
        >>> setup = PlaySetup(CardOrder(["S2 S3 S4", "H2 H3 H4"], trump=0), SeatOrder.circle(2))
        >>> plan = DealPlan(setup, Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None]), leader=0)
        >>> pack = Stream(500, number=7).permutation(6)
        >>> set(plan.deal(7, seed=500).hand(0)) == {plan.dealing.pack[k] for k in pack[:2]}
        True
        """
        cdef play_t s
        cdef rng_t r
        cdef int place
        cdef dealplan_t p
        cdef PlaySetup setup
        with cython.critical_section(self):
            p = self.p
            setup = self.setup
        if setup is _NO_SETUP:
            raise SetupError("this plan was never made")
        key0, key1 = read_key(seed)
        number = index(number)
        if not 0 <= number < 1 << 64:
            raise ValueError(f"number {number} is not in 0..2**64-1")
        dealplan_deal(&p, &setup.c, key0, key1, number, &r, &s)
        hands = [setup.order.cards_of(s.hand[place]) for place in range(setup.c.n_places)]
        return TrickPlay(setup, hands, p.leader)

    def __eq__(self, other):
        if not isinstance(other, DealPlan):
            return NotImplemented
        return (self.setup, self.dealing, self.leader) == (other.setup, other.dealing, other.leader)

    def __hash__(self):
        return hash((self.setup, self.dealing, self.leader))

    def __repr__(self):
        return f"DealPlan({self.setup!r}, {self.dealing!r}, leader={self.leader})"

    def __reduce__(self):
        return _restore, (self.setup, self.dealing, self.leader)


def _restore(setup, dealing, leader):
    """Rebuild a pickled plan."""
    return DealPlan(setup, dealing, leader=leader)
