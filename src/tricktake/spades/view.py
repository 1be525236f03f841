"""What one seat knows of a deal of spades."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.actions import Action, Bid
from tricktake.cards import CardSet, Suit
from tricktake.errors import Explanation
from tricktake.spades.rules import Rules
from tricktake.view import PlayedCard
from tricktake.view import View as _View

if TYPE_CHECKING:
    from tricktake.hidden import Hidden
    from tricktake.spades.deal import Deal
    from tricktake.spades.info import PlayStart
    from tricktake.spades.worlds import WorldMaker

__all__ = ["View", "build_view"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(_View):
    """A seat's view of a deal; made by ``Deal.view``.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500)
    >>> deal.view(0).hand is None, deal.push_all("LOOK").view(0).hand == deal.hand(0)
    (True, True)
    """

    rules: Rules
    """The rules of the game."""
    bags: tuple[int, ...]
    """Bags of the sides before this deal."""
    blind_sixes: tuple[int, ...]
    """Blind sixes each seat has bid in this game, one of this deal included (CS-BID-7)."""
    bids: tuple[Bid | None, ...]
    """The bid of each seat; None for one that has not bid yet."""
    is_broken: bool
    """Whether spades are broken (CS-PLAY-4)."""
    caught: tuple[CardSet, ...]
    """The award jacks each seat has caught so far (CS-AWARD-1)."""
    given: CardSet | None
    """Cards this seat put over to its partner; None if it has not (SP-BID-4)."""
    received: CardSet | None
    """Cards this seat got from its partner; None if it has not (SP-BID-4)."""
    start: PlayStart | None
    """Where a deal constructed in the middle of its play began."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together, side by side."""
        return self.rules.sides

    @property
    def partners(self) -> frozenset[int]:
        """The other seats of this seat's side."""
        return frozenset(self.rules.sides[self.rules.side_of(self.seat)]) - {self.seat}

    def _explain(self, action: Action) -> Explanation | None:
        from tricktake.spades.explain import explain

        return explain(self, action)

    def to_text(self) -> str:
        """Write the view in one line; see ``docs/view-text.md``.

        Returns
        -------
        str
            What the seat knows and nothing else. Two views are equal exactly if their texts are.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("5; NIL; 6").view(0)
        >>> View.from_text(view.to_text()) == view
        True
        """
        from tricktake.spades.viewtext import write_view

        return write_view(self)

    @classmethod
    def from_text(cls, text: str) -> View:
        """Read a view written by :meth:`to_text`, or by hand.

        Parameters
        ----------
        text : str

        Returns
        -------
        View

        Raises
        ------
        RecordError
            If the text is damaged, of another version, or no deal can have gone so.
        """
        from tricktake.spades.viewtext import read_view

        return read_view(text)

    def __hash__(self) -> int:
        return self._stable_hash()

    def hidden(self) -> Hidden:
        """The cards this seat cannot see, the places they lie in, and what is known of them.

        Returns
        -------
        Hidden
            Facts without their consequences, which ``tricktake.infer`` draws.
        """
        from tricktake.spades.hidden import hidden

        return hidden(self)

    def world_maker(self, hidden: Hidden | None = None) -> WorldMaker:
        """What makes deals with this view from the cards of the hidden places.

        Parameters
        ----------
        hidden : Hidden, optional
            Default: that of this view.

        Returns
        -------
        WorldMaker
        """
        from tricktake.spades.worlds import WorldMaker

        return WorldMaker(self, self.hidden() if hidden is None else hidden)


def build_view(deal: Deal, seat: int) -> View:
    """Build what a seat knows from the public record and its own cards.

    Parameters
    ----------
    deal : Deal
        The deal.
    seat : int
        A seat of it.

    Returns
    -------
    View
        Equal views exactly where the seat cannot tell two deals apart (CS-PLAY-10).
    """
    mine = frozenset(deal.rules.sides[deal.rules.side_of(seat)])
    exchanged = [put for put in deal.exchanged if put[0] in mine]
    return View(
        **deal._view_fields(seat, knows=mine),
        rules=deal.rules,
        bags=deal.bags,
        blind_sixes=deal.blind_sixes,
        bids=deal.bids,
        is_broken=deal.is_broken,
        caught=deal.caught,
        given=next((cards for giver, _, cards in exchanged if giver == seat), None),
        received=next((cards for _, taker, cards in exchanged if taker == seat), None),
        start=_start(deal),
        voids=_voids(deal),
        exposed=(None,) * deal.rules.players,
    )


def _start(deal: Deal) -> PlayStart | None:
    """Where a constructed deal began, with the seat that led then."""
    start = deal.start
    if start is None:
        return None
    first = next((trick[0].seat for trick in deal.tricks_played() if trick), deal.leader)
    return start._replace(leader=first)


def _voids(deal: Deal) -> tuple[frozenset[Suit], ...]:
    """Suits each seat has shown to be void in."""
    order, start = deal.order, deal.start
    if order is None:
        return (frozenset(),) * deal.rules.players
    broken = start is not None and start.is_broken
    return voids_shown(deal.rules.players, order, deal.tricks_played(), broken=broken)


def voids_shown(
    players: int, order: CardOrder, tricks: Iterable[tuple[PlayedCard, ...]], *, broken: bool
) -> tuple[frozenset[Suit], ...]:
    """Suits each seat has shown to be void in.

    Who does not follow has none of the suit led; who leads a spade that is not broken has nothing else
    (CS-PLAY-2, CS-PLAY-3).

    Parameters
    ----------
    players : int
    order : CardOrder
    tricks : iterable of tuple of PlayedCard
        Those played, the last one perhaps in progress.
    broken : bool, keyword only
        Whether spades were broken before them.

    Returns
    -------
    tuple of frozenset of Suit
        One a seat.
    """
    voids: list[set[Suit]] = [set() for _ in range(players)]
    for trick in tricks:
        led = Suit(order.suit_of(trick[0].card) or 0)
        if led == Suit.SPADES and not broken:
            voids[trick[0].seat].update((Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))
        for played in trick:
            suit = order.suit_of(played.card)
            broken = broken or suit == Suit.SPADES
            if suit != led:
                voids[played.seat].add(led)
    return tuple([frozenset(suits) for suits in voids])
