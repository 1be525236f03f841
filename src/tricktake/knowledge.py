"""Knowledge: where every card a seat cannot see can lie, exactly.

What is listed as possible is possible in at least one world, and what is left out is possible in none: voids
in effective suits, duties to play a card, hand sizes, and everything that follows from them by counting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType

from cardcore import Sampler
from tricktake._checks import need
from tricktake.cards import Card, CardSet
from tricktake.errors import Contradiction, SetupError
from tricktake.hidden import Fact, Hidden, Place
from tricktake.view import View

__all__ = ["Knowledge", "count_worlds", "infer"]

_NO_CARDS = CardSet()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Knowledge:
    """What follows from a view; made by :func:`infer`. A value: nothing that happens later changes it.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500)
    >>> knowledge = infer(deal.view(0))
    >>> knowledge
    <Knowledge of seat 0: 33 hidden cards, 30286238493551040 worlds>
    """

    view: View
    """The view it follows from."""
    hidden: Hidden
    """The hidden cards, the places they lie in, and the facts."""
    samplers: tuple[Sampler, ...]
    """For each of ``hidden.cases`` that can be, the ways the cards can lie."""
    count: int
    """The number of worlds, exactly."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places hidden cards lie in."""
        return self.hidden.places

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many hidden cards lie in each place."""
        return self.hidden.sizes

    @property
    def columns(self) -> tuple[int | None, ...]:
        """For each seat the index of its hand in :attr:`places`, None where no card of it is hidden.

        What ``cardcore.tree_search`` and ``policy_playouts`` ask for beside the masks of worlds, which have a
        column for each place. Cards that lie hidden on the table are in no hand.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(1)
        >>> infer(view).columns
        (0, None, 1)
        """
        at = {place: column for column, place in enumerate(self.places)}
        return tuple([at.get(Place.hand(seat)) for seat in range(len(self.view.sizes))])

    @property
    def unseen(self) -> CardSet:
        """The cards the seat cannot see, those it can locate by reasoning included."""
        return self.hidden.cards

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is known of them, each with its reason."""
        return self.hidden.facts

    @property
    def possible(self) -> Mapping[Card, frozenset[Place]]:
        """For every card the seat cannot see the places it can lie in.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)
        >>> sorted(map(str, infer(view).possible[Card.HA]))
        ['seat 1', 'seat 2']
        """
        held = [self.may_hold(place) for place in self.places]
        return MappingProxyType(
            {
                card: frozenset(
                    [place for place, cards in zip(self.places, held, strict=True) if card in cards]
                )
                for card in self.unseen
            }
        )

    def may_hold(self, place: Place | int) -> CardSet:
        """The cards that lie in a place in at least one world.

        Parameters
        ----------
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        CardSet

        Raises
        ------
        KeyError
            If the place holds no hidden card.
        """
        at = self.hidden.place(place)
        return self.hidden.order.to_cards(reduce(or_, [sampler.possible[at] for sampler in self.samplers]))

    def holds(self, place: Place | int) -> CardSet:
        """The cards that lie in a place in every world.

        Parameters
        ----------
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        CardSet

        Raises
        ------
        KeyError
            If the place holds no hidden card.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)
        >>> infer(view).holds(1)
        CardSet('')
        """
        at = self.hidden.place(place)
        others = [other for index, other in enumerate(self.places) if index != at]
        elsewhere = reduce(or_, [self.may_hold(other) for other in others], CardSet())
        return self.may_hold(self.places[at]) - elsewhere

    def ways(self, card: Card | str, place: Place | int) -> int:
        """In how many worlds a card lies in a place.

        Parameters
        ----------
        card : Card or str
            A card the seat cannot see.
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        int
            0 to :attr:`count`.

        Raises
        ------
        KeyError
            If the card is not hidden, or the place holds no hidden card.
        """
        at, cards = self.hidden.place(place), CardSet([card])
        if not cards <= self.unseen:
            raise KeyError(f"{cards} is not hidden from seat {self.view.seat}")
        mask = self.hidden.order.to_mask(cards)
        total = 0
        for sampler in self.samplers:
            if sampler.possible[at] & mask:
                sizes = [size - (index == at) for index, size in enumerate(sampler.sizes)]
                total += Sampler(sampler.cards & ~mask, sizes, sampler.may_hold).count
        return total

    def chance(self, card: Card | str, place: Place | int) -> float:
        """How likely a card lies in a place, every world being equally likely.

        Parameters
        ----------
        card : Card or str
            A card the seat cannot see.
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        float
            0 to 1; 0 and 1 are certain.

        Raises
        ------
        KeyError
            If the card is not hidden, or the place holds no hidden card.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> infer(sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)).chance("HA", 1)
        0.5
        """
        return self.ways(card, place) / self.count

    def why_not(self, card: Card | str, place: Place | int) -> tuple[Fact, ...] | None:
        """Why a card cannot lie in a place.

        Parameters
        ----------
        card : Card or str
            A card the seat cannot see.
        place : Place or int
            A seat stands for its hand.

        Returns
        -------
        tuple of Fact or None
            Facts that together exclude it, none of which could be left out; empty if the numbers of cards
            alone do. None: it can lie there.

        Raises
        ------
        KeyError
            If the card is not hidden, or the place holds no hidden card.
        """
        if self.ways(card, place):
            return None
        where = self.places[self.hidden.place(place)]
        wish = Fact(CardSet([card]), frozenset((where,)), f"{card} lies in {where}")
        return tuple([fact for fact in _core(self.hidden, (wish,)) if fact is not wish])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Knowledge):
            return NotImplemented
        return (self.view, self.hidden) == (other.view, other.hidden)

    def __hash__(self) -> int:
        return hash((self.view, self.hidden.cards))

    def __repr__(self) -> str:
        return f"<Knowledge of seat {self.view.seat}: {len(self.unseen)} hidden cards, {self.count} worlds>"


def infer(view: View, *, facts: Iterable[Fact] = ()) -> Knowledge:
    """Draw all conclusions from a view about the cards its seat cannot see.

    Parameters
    ----------
    view : View
        A seat's view in any phase of any game.
    facts : iterable of Fact, keyword only
        What is known beyond the view, such as a card that was shown and taken back: an undo rewinds the view,
        and a program that lets people take back says here what they have seen. Cards that are not hidden
        any more, because they have been played since, play no part.

    Returns
    -------
    Knowledge

    Raises
    ------
    Contradiction
        If no world fits; it names the facts in conflict. Views of deals never contradict themselves.
    SetupError
        If a fact names a card that is not in the pack.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500)
    >>> view = deal.view(0)
    >>> sorted(map(str, infer(view).places))
    ['seat 1', 'seat 2', 'seat 3', 'the kitty']
    >>> infer(view, facts=[Fact.held(1, "SA HA")]).holds(1)
    CardSet('SA HA')
    """
    if not isinstance(view, View):
        raise TypeError(f"view must be a View, not {type(view).__name__}")
    hidden = view.hidden()
    extra = tuple(facts)
    if extra:
        for fact in extra:
            cards = need("a fact", fact, Fact).cards
            if not cards <= hidden.order.cards:
                raise SetupError(f"{fact}, but {cards - hidden.order.cards} is no card of this pack")
            own = cards & (view.hand or _NO_CARDS)
            if own and Place.hand(view.seat) not in fact.places:
                raise Contradiction(f"{fact}, but seat {view.seat} has {own} itself", (fact,))
        hidden = Hidden(
            order=hidden.order,
            cards=hidden.cards,
            places=hidden.places,
            sizes=hidden.sizes,
            facts=hidden.facts + extra,
            cases=hidden.cases,
        )
    if sum(hidden.sizes) != len(hidden.cards) or min(hidden.sizes, default=0) < 0:
        where = ", ".join(
            [f"{size} in {place}" for place, size in zip(hidden.places, hidden.sizes, strict=True)]
        )
        raise Contradiction(f"{len(hidden.cards)} hidden cards do not fit: {where or 'no place is left'}", ())
    found = [_sampler(hidden, hidden.facts + case) for case in hidden.cases]
    samplers = tuple([sampler for sampler in found if sampler.count])
    if not samplers:
        core = _core(hidden, ())
        raise Contradiction(f"no world fits: {_sentence(hidden, core)}", core)
    return Knowledge(view, hidden, samplers, sum([sampler.count for sampler in samplers]))


def count_worlds(view: View, *, facts: Iterable[Fact] = ()) -> int:
    """The exact number of worlds consistent with a view.

    Parameters
    ----------
    view : View
        A seat's view in any phase of any game.
    facts : iterable of Fact, keyword only
        What is known beyond the view.

    Returns
    -------
    int
        In how many ways the cards the seat cannot see can lie now: in hands, kitty, and wherever else. Which
        of his cards a contractor found in the kitty, or what opponents put over to each other, is not counted
        again: it makes no difference to what is still to come.

    Raises
    ------
    Contradiction
        If no world fits; it names the facts in conflict.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> count_worlds(sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0))
    2333606220
    """
    return infer(view, facts=facts).count


def _sampler(hidden: Hidden, facts: Iterable[Fact]) -> Sampler:
    """The ways the cards can lie under some facts."""
    order = hidden.order
    cards = order.to_mask(hidden.cards)
    may_hold = [cards] * len(hidden.places)
    for fact in facts:
        about = order.to_mask(fact.cards & hidden.cards)
        for at, place in enumerate(hidden.places):
            if place not in fact.places:
                may_hold[at] &= ~about
    if not hidden.places:
        return Sampler(0, [0], [0])
    return Sampler(cards, hidden.sizes, may_hold)


def _core(hidden: Hidden, wish: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Facts that cannot all hold, none of which could be left out."""
    given = {*hidden.facts, *wish, *hidden.cases[0]}
    assumed = {fact for case in hidden.cases[1:] for fact in case} - given
    found: list[Fact] = []
    for case in hidden.cases:
        known = [fact for fact in (*hidden.facts, *wish, *case) if fact.cards & hidden.cards]
        plain = [fact for fact in known if fact not in assumed]
        rest = [fact for fact in known if fact in assumed]
        cores = sorted([_reduced(hidden, plain + rest), _reduced(hidden, plain[::-1] + rest)], key=len)
        shown = [[fact for fact in core if fact not in found and fact not in assumed] for core in cores]
        found += shown[0] if len(shown[0]) <= len(shown[1]) else shown[1]
    return tuple(found)


def _reduced(hidden: Hidden, known: list[Fact]) -> list[Fact]:
    """Leave out one fact after the other, as long as the rest still contradict each other."""
    for fact in list(known):
        rest = [other for other in known if other is not fact]
        if not _sampler(hidden, rest).count:
            known = rest
    return known


def _sentence(hidden: Hidden, core: tuple[Fact, ...]) -> str:
    """The facts in conflict, with the sizes of the places they leave."""
    sizes = [f"{place} holds {size}" for place, size in zip(hidden.places, hidden.sizes, strict=True)]
    return "; ".join([*map(str, core), "; ".join(sizes)])
