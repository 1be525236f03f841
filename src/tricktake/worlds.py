"""Worlds: full deals consistent with what a seat knows, drawn exactly uniformly."""

# pyright: reportReturnType=false
# The methods of protocols have a docstring for a body.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, overload

from cardcore import Stream, TrickPlay, key_from_seed
from tricktake.cards import CardSet
from tricktake.errors import SetupError
from tricktake.hidden import Fact, Place
from tricktake.knowledge import Knowledge, infer
from tricktake.trickdeal import TrickDeal
from tricktake.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Maker", "Worlds", "sample_worlds"]

CARDS, DETAILS, CASES, RESAMPLING = 3, 4, 5, 6
"""Purposes of the random streams: where the hidden cards lie, and what depends on it; see docs/seeds.md."""


_PIECE = 1_000  # worlds whose plays are made at a time


class Maker(Protocol):
    """Makes deals of a game from a view and the cards of the hidden places; each game has its own.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)
    >>> maker: Maker = view.world_maker()
    """

    def deal(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> TrickDeal[Any]:
        """A deal with these cards in the hidden places.

        Parameters
        ----------
        held : sequence of CardSet
            For each place of ``view.hidden()`` its cards.
        details : callable
            Gives the random stream for what the places leave open.
        """

    def plays(self, rows: NDArray[np.uint64]) -> list[TrickPlay]:
        """The core's plays with these cards, as masks, in the hidden places."""


class Worlds(Sequence[TrickDeal[Any]]):
    """Worlds of a view; made by :func:`sample_worlds`. A deal is made when it is asked for.

    Every world is a deal of its own that can be played on, solved and taken back, and in which the seat's
    view is the view that was sampled.

    Parameters
    ----------
    knowledge : Knowledge
    masks : numpy.ndarray of uint64, shape (n, places)
        For each world and each hidden place a mask of its cards.
    numbers : sequence of int
        Number of each world under the seed.
    key : tuple of int
        The key of the seed.
    weights : sequence of float, optional
        Weight of each world; default: all alike.
    effective_size : float, optional
        Default: that of the weights.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("4 4 4")
    >>> worlds = sample_worlds(deal.view(0), 100, seed=1)
    >>> len(worlds), worlds[0].view(0) == deal.view(0), worlds[0].hand(0) == deal.hand(0)
    (100, True, True)
    """

    __slots__ = ("_maker", "effective_size", "key", "knowledge", "masks", "numbers", "weights")

    knowledge: Knowledge
    """What the view says of the hidden cards."""
    masks: NDArray[np.uint64]
    """For each world and each of ``knowledge.places`` a mask of its cards, shape (n, places); bit *k* is the
    card ``knowledge.hidden.order.card(k)``. Read-only."""
    numbers: Sequence[int]
    """Number of each world under the seed; repeated after resampling."""
    key: tuple[int, int]
    """Key of the seed the worlds were drawn from."""
    weights: tuple[float, ...] | None
    """Weight of each world, as given by the caller; None: all alike."""
    effective_size: float
    """How many equally likely worlds tell as much: (sum of weights)² / sum of squared weights (Kish 1965)."""

    def __init__(
        self,
        knowledge: Knowledge,
        masks: NDArray[np.uint64],
        numbers: Sequence[int],
        key: tuple[int, int],
        weights: Sequence[float] | None = None,
        effective_size: float | None = None,
    ) -> None:
        masks.flags.writeable = False
        self.knowledge = knowledge
        self.masks = masks
        self.numbers = numbers
        self.key = key
        self.weights = None if weights is None else tuple(weights)
        size = float(len(masks)) if self.weights is None else _effective(self.weights)
        self.effective_size = size if effective_size is None else effective_size
        self._maker: Maker = knowledge.view.world_maker(knowledge.hidden)

    def __len__(self) -> int:
        return len(self.masks)

    @property
    def columns(self) -> tuple[int | None, ...]:
        """For each seat the column of :attr:`masks` with its hand, None where no card of it is hidden.

        See :attr:`Knowledge.columns`.

        Examples
        --------
        >>> from cardcore import Stakes, tree_search
        >>> from tricktake import spades as sp
        >>> deal = sp.Deal(dealer=2, seed=500).push_all("4 4 4 H9")
        >>> worlds = sample_worlds(deal.view(1), 50, seed=1)
        >>> worlds.columns
        (0, None, 1)
        >>> play = next(worlds.plays())
        >>> tricks = range(18)
        >>> stakes = Stakes(3, [([seat], tricks) for seat in range(3)], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
        >>> found = tree_search(play, worlds.masks, worlds.columns, stakes, iterations=200, seed=1)
        >>> play.card_of(found[0].move)[0] in deal.hand(1)
        True
        """
        return self.knowledge.columns

    @overload
    def __getitem__(self, at: int) -> TrickDeal[Any]: ...

    @overload
    def __getitem__(self, at: slice) -> Worlds: ...

    def __getitem__(self, at: int | slice) -> TrickDeal[Any] | Worlds:
        if isinstance(at, slice):
            weights = None if self.weights is None else self.weights[at]
            numbers = self.numbers[at]
            size = min(self.effective_size, float(len(numbers))) if weights is None else None
            return Worlds(self.knowledge, self.masks[at].copy(), numbers, self.key, weights, size)
        return self._deal(range(len(self))[index(at)])

    def __iter__(self) -> Iterator[TrickDeal[Any]]:
        return map(self._deal, range(len(self)))

    def _deal(self, at: int) -> TrickDeal[Any]:
        to_cards = self.knowledge.hidden.order.to_cards
        number = self.numbers[at]
        held = [to_cards(mask) for mask in self.masks[at].tolist()]
        return self._maker.deal(held, lambda: Stream(self.key, number=number, purpose=DETAILS))

    def held(self, at: int, place: Place | int) -> CardSet:
        """The cards of a hidden place in a world.

        Parameters
        ----------
        at : int
            Which world.
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        CardSet

        Raises
        ------
        IndexError
            If there is no such world.
        KeyError
            If the place holds no hidden card.
        """
        column = self.knowledge.hidden.place(place)
        return self.knowledge.hidden.order.to_cards(int(self.masks[range(len(self))[index(at)], column]))

    def plays(self) -> Iterator[TrickPlay]:
        """The core's play of every world, without the deal around it: for searches over many worlds.

        Yields
        ------
        TrickPlay
            Independent of one another.

        Raises
        ------
        WrongPhase
            If no card is to be played, and there are worlds.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)
        >>> [play.turn for play in sample_worlds(view, 2, seed=1).plays()]
        [0, 0]
        """
        for begin in range(0, len(self), _PIECE):
            yield from self._maker.plays(self.masks[begin : begin + _PIECE])

    def __repr__(self) -> str:
        of = self.knowledge.count
        return f"<{len(self)} of {of} worlds of seat {self.knowledge.view.seat}>"


def sample_worlds(
    view: View,
    n: int,
    *,
    seed: int | tuple[int, int] | None = None,
    start: int = 0,
    facts: Iterable[Fact] = (),
    weights: Callable[[View, Any], float] | None = None,
    resample: bool = False,
) -> Worlds:
    """Draw worlds consistent with a view, every one equally likely, independently of each other.

    Parameters
    ----------
    view : View
        A seat's view in any phase of any game.
    n : int
        How many, 0 or more.
    seed : int or tuple of two int, keyword only
        A seed of 0 or more, or a key made from one; default: from the operating system's entropy.
    start : int, default 0, keyword only
        Number of the first world. World *k* depends on view, seed and *k* alone: pieces of the work can be
        done anywhere, and more worlds of the same seed go on where these end.
    facts : iterable of Fact, keyword only
        What is known beyond the view; see :func:`tricktake.infer`.
    weights : callable, optional, keyword only
        Called with the view and each world, a deal; returns how likely the world is beside the others, a
        number of 0 or more, for instance the chance that it would have been bid and played like this.
    resample : bool, default False, keyword only
        With ``weights``: draw *n* of the *n* worlds again, in proportion to their weights (systematic
        resampling), so that all weigh alike afterwards. ``effective_size`` stays that of the weights.

    Returns
    -------
    Worlds

    Raises
    ------
    Contradiction
        If no world fits the view and the facts.
    SetupError
        If a weight is negative or no number, or all are 0.
    ValueError
        If ``n``, ``seed`` or ``start`` is out of range, or ``resample`` stands without weights.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H; P; 8H; P; P")
    >>> view = deal.view(0)
    >>> sample_worlds(view, 3, seed=7)
    <3 of 105895938788640 worlds of seat 0>
    >>> def has_the_king(view, world):
    ...     return 2.0 if "HK" in world.hand(2) else 1.0
    >>> round(sample_worlds(view, 200, seed=7, weights=has_the_king).effective_size)
    178
    """
    import numpy as np

    n, start = index(n), index(start)
    if n < 0 or not 0 <= start < 1 << 63:
        raise ValueError(f"n must be 0 or more and start in 0..2**63-1, got {n} and {start}")
    if resample and weights is None:
        raise ValueError("resample needs weights")
    if seed is None:
        from secrets import randbits

        seed = randbits(128)
    key = seed if isinstance(seed, tuple) else key_from_seed(seed)
    knowledge = infer(view, facts=facts)
    masks = np.empty((n, max(1, len(knowledge.places))), np.uint64)
    if len(knowledge.samplers) == 1:
        knowledge.samplers[0].fill(masks, seed=key, start=start, purpose=CARDS)
    else:
        for row in range(n):
            sampler = _case(knowledge, Stream(key, number=start + row, purpose=CASES))
            sampler.fill(masks[row : row + 1], seed=key, start=start + row, purpose=CARDS)
    worlds = Worlds(knowledge, masks, range(start, start + n), key)
    if weights is None:
        return worlds
    given = [_weight(weights(view, world)) for world in worlds]
    if n and not sum(given):
        raise SetupError("every world has weight 0: the weights rule out what the view allows")
    if not resample:
        return Worlds(knowledge, masks.copy(), worlds.numbers, key, given)
    chosen = _systematic(given, Stream(key, number=start, purpose=RESAMPLING))
    numbers = [worlds.numbers[at] for at in chosen]
    return Worlds(knowledge, masks[chosen], numbers, key, None, _effective(given))


def _case(knowledge: Knowledge, stream: Stream) -> Any:
    """One of several cases, with the chance of its share of the worlds."""
    words = -(-knowledge.count.bit_length() // 64)
    spare = 64 * words - knowledge.count.bit_length()
    while True:
        number = 0
        for _ in range(words):
            number = number << 64 | stream.raw()
        number >>= spare
        for sampler in knowledge.samplers:
            if number < sampler.count:
                return sampler
            number -= sampler.count


def _weight(value: object) -> float:
    """A weight as a float; SetupError if it can be none."""
    try:
        weight = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise SetupError(f"a weight must be a number of 0 or more, not {value!r}") from None
    if not isfinite(weight) or weight < 0:
        raise SetupError(f"a weight must be a number of 0 or more, not {weight}")
    return weight


def _effective(weights: Sequence[float]) -> float:
    """The effective sample size; 0 for no worlds."""
    top = max(weights, default=0.0)
    if not top:
        return 0.0
    shares = [weight / top for weight in weights]
    return sum(shares) ** 2 / sum([share * share for share in shares])


def _systematic(weights: Sequence[float], stream: Stream) -> list[int]:
    """As many indices as there are weights, each about in proportion to its weight: one comb, shaken once."""
    n = len(weights)
    if not n:
        return []
    ends = list(accumulate(weights))
    offset = (stream.raw() >> 11) / (1 << 53)
    found, at = [], 0
    last = max([k for k, weight in enumerate(weights) if weight])
    for tooth in range(n):
        point = (tooth + offset) / n * ends[-1]
        while at < last and ends[at] <= point:
            at += 1
        found.append(at)
    return found
