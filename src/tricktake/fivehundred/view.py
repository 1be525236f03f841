"""What a seat knows in a deal of Five Hundred (FH-PLAY-8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cardcore import CardOrder, JokerFollow
from tricktake.actions import Action, Bid
from tricktake.cards import Card, CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import Explanation
from tricktake.fivehundred.rules import Rules
from tricktake.view import PlayedCard
from tricktake.view import View as _View

if TYPE_CHECKING:
    from tricktake.fivehundred.deal import Deal
    from tricktake.fivehundred.info import PlayStart
    from tricktake.fivehundred.worlds import WorldMaker
    from tricktake.hidden import Hidden

__all__ = ["LaidPile", "TablePile", "View", "build_view"]


class TablePile(NamedTuple):
    """What can be seen of a pile on the table.

    Examples
    --------
    >>> TablePile(Card.HA, covers=True)
    TablePile(up=Card.HA, covers=True)
    """

    up: Card | None
    """The card face up; None if there is none."""
    covers: bool
    """Whether a card lies face down there, which nobody knows (FH-PLAY-8)."""


class LaidPile(NamedTuple):
    """What is known of a pile as it was laid out.

    Examples
    --------
    >>> LaidPile(Card.HA, covers=True)
    LaidPile(up=Card.HA, covers=True, down=None)
    """

    up: Card | None
    """The card that lay face up; None if there was none."""
    covers: bool
    """Whether a card lay face down under it."""
    down: Card | None = None
    """That card, once it has been turned up (FH-P2-6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View(_View):
    """A seat's view of a deal; made by ``Deal.view``.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500)
    >>> view = deal.view(0)
    >>> view.hand == deal.hand(0), view.is_turn, deal.view(1).hand == deal.hand(0)
    (True, True, False)
    """

    rules: Rules
    """The rules of the game."""
    high: Bid | None
    """The high bid of the auction."""
    high_seat: int | None
    """Seat that made it."""
    contract: Contract | None
    """The contract, once the auction is over; None if there is none. A partner who is secret to this seat is
    not on its side (FH-P5-2)."""
    called: Card | int | None
    """The card or seat the contractor of five players has called (FH-P5-2)."""
    knows_partner: bool
    """Whether this seat knows who plays with the contractor, if anybody does."""
    tables: tuple[tuple[TablePile, ...], ...]
    """The piles of each seat, where cards lie on the table (FH-P2-1)."""
    laid: tuple[tuple[LaidPile, ...], ...]
    """The same piles as they were laid out, with what has been turned up since."""
    plays_from: str | None
    """Where the seat to act plays from, ``hand`` or ``table`` (FH-P2-4)."""
    nominated: Suit | None
    """Suit the contractor gave the joker, if he did."""
    kitty: CardSet | None
    """The kitty, for the contractor who took it; None for everybody else."""
    put_away: CardSet | None
    """Own cards put away, for the contractor; None for everybody else."""
    sits_out: frozenset[int]
    """Seats that sit out (FH-MIS-2)."""
    suits_led: frozenset[Suit]
    """Suits that count as led (FH-JOK-10)."""
    start: PlayStart | None
    """Where a deal constructed in the middle of its play began; a partner secret to this seat is left out."""

    @property
    def partners(self) -> frozenset[int]:
        """The other seats of this seat's side, as far as it knows them."""
        side = frozenset(next(side for side in self.rules.sides if self.seat in side))
        if self.contract is not None and self.seat in self.contract.side:
            side |= self.contract.side
        return side - {self.seat}

    def _explain(self, action: Action) -> Explanation | None:
        from tricktake.fivehundred.explain import explain

        return explain(self, action)

    def to_text(self) -> str:
        """Write the view in one line; see ``docs/view-text.md``.

        Returns
        -------
        str
            What the seat knows and nothing else. Two views are equal exactly if their texts are.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> view = fh.Deal(dealer=3, seed=500).push_all("7H; P; 8H; P; P").view(0)
        >>> View.from_text(view.to_text()) == view
        True
        """
        from tricktake.fivehundred.viewtext import write_view

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
        from tricktake.fivehundred.viewtext import read_view

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
        from tricktake.fivehundred.hidden import hidden

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
        from tricktake.fivehundred.worlds import WorldMaker

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
        Equal views exactly where the seat cannot tell two deals apart (FH-PLAY-8).
    """
    contract, play = deal.contract, deal.play_state
    is_contractor = contract is not None and contract.contractor == seat
    takes_kitty = is_contractor and contract is not None and not contract.is_sans_kitty and deal.start is None
    seats = range(deal.rules.players)
    return View(
        **deal._view_fields(seat, knows=frozenset((seat,))),
        rules=deal.rules,
        high=deal.high,
        high_seat=deal.high_seat,
        contract=deal.contract_as_known(seat),
        called=deal.called,
        knows_partner=deal.knows_partner(seat),
        tables=tuple(
            [tuple([TablePile(up, down is not None) for down, up in deal.piles(other)]) for other in seats]
            if deal.tables
            else ()
        ),
        laid=_laid(deal),
        plays_from=deal.plays_from,
        nominated=deal.nominated,
        kitty=deal.kitty if takes_kitty else None,
        put_away=deal.put_away if is_contractor else None,
        sits_out=deal.sits_out,
        voids=_voids(deal, seat),
        suits_led=frozenset() if play is None else frozenset([Suit(suit) for suit in play.suits_led]),
        start=_start(deal, seat),
        exposed=tuple([deal.hand(other) if deal.is_exposed(other) else None for other in seats]),
    )


def _laid(deal: Deal) -> tuple[tuple[LaidPile, ...], ...]:
    """The piles as laid out; a card face down is known once it lies open or has been played (FH-P2-6)."""
    found = []
    for seat, table in enumerate(deal.tables):
        piles = []
        for (down, up), now in zip(table, deal.piles(seat), strict=True):
            shown = down is not None and now.down is None
            piles.append(LaidPile(up, down is not None, down if shown else None))
        found.append(tuple(piles))
    return tuple(found)


def _start(deal: Deal, seat: int) -> PlayStart | None:
    """Where a constructed deal began, as far as a seat knows it, with its leader."""
    start, contract = deal.start, deal.contract_as_known(seat)
    if start is None or contract is None:
        return None
    leader = start.contract.contractor if start.leader is None else start.leader
    return start._replace(contract=contract, leader=leader)


def _voids(deal: Deal, seat: int) -> tuple[frozenset[Suit], ...]:
    """Suits each seat has shown to be void in."""
    play = deal.play_state
    if play is None:
        return (frozenset(),) * deal.rules.players
    return voids_shown(
        deal.rules.players,
        play.order,
        deal.tricks_played(),
        first_or_last=play.setup.joker_follow is JokerFollow.FIRST_OR_LAST,
        start=deal.start,
        known=deal.dealt[seat] | on_tables(_laid(deal)),
    )


def on_tables(laid: Iterable[Iterable[LaidPile]]) -> CardSet:
    """The cards of piles as laid out that have been seen.

    Parameters
    ----------
    laid : iterable of iterable of LaidPile

    Returns
    -------
    CardSet
    """
    piles = [pile for table in laid for pile in table]
    return CardSet([card for pile in piles for card in (pile.up, pile.down) if card is not None])


def voids_shown(
    players: int,
    order: CardOrder,
    tricks: Iterable[tuple[PlayedCard, ...]],
    *,
    first_or_last: bool,
    start: PlayStart | None,
    known: CardSet,
) -> tuple[frozenset[Suit], ...]:
    """Suits each seat has shown to be void in, by the effective suits of the contract.

    A free joker may be played by choice where a suit is led for the first time (FH-JOK-11), and then shows
    nothing; on a suit led before it is legal only when void, and shows as much as any other card.

    Parameters
    ----------
    players : int
    order : CardOrder
        Of the contract.
    tricks : iterable of tuple of PlayedCard
        Those played, the last one perhaps in progress.
    first_or_last : bool, keyword only
        Whether a free joker may be played so.
    start : PlayStart or None, keyword only
        Where a constructed deal began.
    known : CardSet, keyword only
        Cards that the seat which draws the conclusions knows to have been in play at the start: its own, and
        those seen on the tables.

    Returns
    -------
    tuple of frozenset of Suit
        One a seat.
    """
    voids: list[set[Suit]] = [set() for _ in range(players)]
    tricks = tuple(tricks)
    chosen = order.free_joker if first_or_last else None
    before = set() if start is None else set(start.suits_led)  # FH-JOK-10
    for trick in tricks:
        lead = trick[0]
        led = lead.named if lead.named is not None else order.suit_of(lead.card)
        if led is None:
            continue
        for played in trick[1:]:
            by_choice = played.card == chosen and led not in before
            if order.suit_of(played.card) != led and not by_choice and not played.from_table:
                voids[played.seat].add(Suit(led))
        before.add(Suit(led))
    if start is not None and start.failed is not None:
        # The joker may be how a seat failed, unless this seat knows that it was still to be played.
        later = chosen in known or any(card.card == chosen for trick in tricks for card in trick)
        if chosen is None or later:
            for found, suits in zip(voids, start.failed, strict=False):  # those of the tables follow
                found.update(suits)
    return tuple([frozenset(suits) for suits in voids])
