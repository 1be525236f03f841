"""From a view of Five Hundred and the cards of its hidden places to a full deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from cardcore import Stream, TrickPlay
from cardcore.redeal import redeal, redeal_rows
from tricktake._copying import copy_slots
from tricktake.actions import Action, Exchange
from tricktake.cards import Card, CardSet
from tricktake.contract import Contract
from tricktake.errors import Contradiction, GameError, WrongPhase
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.dealing import Dealt
from tricktake.fivehundred.hidden import has_put_away
from tricktake.fivehundred.packs import Pile
from tricktake.hidden import Hidden, Place, PlaceKind
from tricktake.state import Phase, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricktake.fivehundred.view import View

__all__ = ["WorldMaker"]

_NO_CARDS = CardSet()


class _Layout(NamedTuple):
    """The cards of a world."""

    dealt: Dealt  # as dealt, or at the start of a constructed deal
    put_away: CardSet | None


class WorldMaker:
    """Makes deals in which a seat has a given view.

    The first one is played action by action; the others are copies of it with other cards, whose play the
    core checks again.

    Parameters
    ----------
    view : View
    hidden : Hidden
        What is hidden from it.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> view = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H; P; 8H; P; P").view(0)
    >>> hidden = view.hidden()
    >>> cards = sorted(hidden.cards)
    >>> held = [CardSet(cards[:10]), CardSet(cards[10:23]), CardSet(cards[23:])]
    >>> world = WorldMaker(view, hidden).deal(held, lambda: Stream(1))
    >>> world.hand(2) == held[1], world.view(0) == view
    (True, True)
    """

    def __init__(self, view: View, hidden: Hidden) -> None:
        self._view = view
        self._hidden = hidden
        self._at = {place: at for at, place in enumerate(hidden.places)}
        self._seats = range(view.rules.players)
        self._played = [CardSet() for _ in self._seats]
        for trick in (*view.finished, view.trick):
            for played in trick:
                if not played.from_table:
                    self._played[played.seat] |= CardSet([played.card])
        contract = view.contract
        takes = contract is not None and not contract.is_sans_kitty and view.start is None
        self._taker = contract.contractor if takes and contract is not None else None
        self._exchange = next(
            (
                at
                for at, step in enumerate(view.history)
                if step.action is None or isinstance(step.action, Exchange)
            ),
            len(view.history),
        )
        self._templates: dict[int | None, Deal] = {}
        self._play: TrickPlay | None = None

    def deal(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> Deal:
        """A deal with these cards in the hidden places.

        Parameters
        ----------
        held : sequence of CardSet
            For each hidden place its cards.
        details : callable
            Gives the random stream for what the places leave open: which of his cards the contractor found
            in the kitty.

        Returns
        -------
        Deal

        Raises
        ------
        Contradiction
            If no deal of these cards can have gone as the view says.
        """
        hands = [self._hand(seat, held) for seat in self._seats]
        layout = self._layout(hands, held, details)
        holder = self._holder(hands)
        template = self._templates.get(holder)
        if template is None:
            template = self._templates[holder] = self._replayed(layout, holder)
            return template.copy()
        if self._view.rules.has_tables:
            return self._replayed(layout, holder)
        return self._redealt(template, layout, hands)

    def opening(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> tuple[Deal, list[Action]]:
        """A deal with these cards before its first action, and the actions that lead to the view.

        Parameters
        ----------
        held : sequence of CardSet
            For each hidden place its cards.
        details : callable
            As for :meth:`deal`.

        Returns
        -------
        deal : Deal
        actions : list of Action

        Raises
        ------
        GameError, IndexError
            If these cards cannot be dealt so.
        """
        hands = [self._hand(seat, held) for seat in self._seats]
        return self._opened(self._layout(hands, held, details), self._holder(hands))

    def plays(self, rows: NDArray[np.uint64]) -> list[TrickPlay]:
        """The core's plays with these cards, as masks, in the hidden places.

        Parameters
        ----------
        rows : numpy.ndarray of uint64, shape (n, places)

        Returns
        -------
        list of TrickPlay

        Raises
        ------
        WrongPhase
            If no card is to be played.
        """
        if not len(rows):
            return []
        if self._view.rules.has_tables:  # what lies face down belongs to the setup
            return [self._play_of(row) for row in rows]
        if self._play is None:
            self._play = self._play_of(rows[0])
        return redeal_rows(self._play, rows, [self._at.get(Place.hand(seat)) for seat in self._seats])

    def _play_of(self, row: NDArray[np.uint64]) -> TrickPlay:
        """The play of one world, by way of its deal."""
        order = self._hidden.order
        world = self.deal([order.to_cards(mask) for mask in row.tolist()], lambda: Stream(0))
        play = world.play_state
        if play is None or world.phase is not Phase.PLAY:
            raise WrongPhase(f"no card is to be played: {world.phase.value}")
        return play

    def _hand(self, seat: int, held: Sequence[CardSet]) -> CardSet:
        """The cards a seat holds now."""
        at = self._at.get(Place.hand(seat))
        if at is not None:
            return held[at]
        known = self._view.hand if seat == self._view.seat else self._view.exposed[seat]
        return _NO_CARDS if known is None else known

    def _holder(self, hands: Sequence[CardSet]) -> int | None:
        """Who holds the card called in secret, where that is hidden from the seat (FH-P5-2)."""
        called = self._view.called
        if self._view.knows_partner or not isinstance(called, Card):
            return None
        return next((seat for seat in self._seats if called in hands[seat]), None)

    def _layout(
        self, hands: Sequence[CardSet], held: Sequence[CardSet], details: Callable[[], Stream]
    ) -> _Layout:
        """The cards as they were dealt."""
        view, taker = self._view, self._taker
        full = [hand | played for hand, played in zip(hands, self._played, strict=True)]
        kitty = self._held(Place(PlaceKind.KITTY), held)
        put_away = None
        if taker == view.seat:
            kitty, put_away = view.kitty or _NO_CARDS, view.put_away
            full[taker] = view.dealt or _NO_CARDS
        elif taker is not None:
            if has_put_away(view):
                put_away = self._held(Place(PlaceKind.PUT_AWAY), held)
                full[taker] |= put_away
            cards = full[taker].ascending()
            order = details().permutation(len(cards))
            kitty = CardSet([cards[at] for at in order[: view.rules.kitty_size]])
            full[taker] -= kitty
        dead = self._held(Place(PlaceKind.DEAD), held)
        return _Layout(Dealt(tuple(full), kitty, self._tables(held), dead), put_away)

    def _held(self, place: Place, held: Sequence[CardSet]) -> CardSet:
        at = self._at.get(place)
        return _NO_CARDS if at is None else held[at]

    def _tables(self, held: Sequence[CardSet]) -> tuple[tuple[Pile, ...], ...]:
        """The piles as they were laid out."""
        found = []
        for seat, table in enumerate(self._view.laid):
            piles = []
            for at, (up, covers, down) in enumerate(table):
                if covers and down is None:
                    down = self._held(Place(PlaceKind.FACE_DOWN, seat, at), held).ascending()[0]
                piles.append(Pile(down, up))
            found.append(tuple(piles))
        return tuple(found)

    def _opened(self, layout: _Layout, holder: int | None) -> tuple[Deal, list[Action]]:
        """A deal of these cards and the actions of the view, secret ones included."""
        view, start, cards = self._view, self._view.start, layout.dealt
        if start is not None and holder is not None:
            contract = start.contract
            side = {contract.contractor, holder}
            start = start._replace(contract=Contract(contract.bid, contractor=contract.contractor, side=side))
        made = Deal(
            view.rules,
            dealer=view.dealer,
            hands=cards.hands,
            kitty=cards.kitty if start is None else None,
            tables=cards.tables or None,
            dead=cards.dead or None,
            scores=view.scores,
            start=start,
        )
        secret = layout.put_away or _NO_CARDS
        return made, [Exchange(secret) if step.action is None else step.action for step in view.history]

    def _replayed(self, layout: _Layout, holder: int | None) -> Deal:
        """A deal of these cards, action by action."""
        view = self._view
        try:
            made, actions = self._opened(layout, holder)
            for action in actions:
                made.push(action)
        except (GameError, IndexError) as error:
            raise Contradiction(f"no deal under the rules has this view: {error}") from error
        if made.view(view.seat) != view:
            raise Contradiction("no deal under the rules has this view: its fields do not fit together")
        return made

    def _redealt(self, template: Deal, layout: _Layout, hands: Sequence[CardSet]) -> Deal:
        """The template with other cards."""
        cards, put_away, taker = layout.dealt, layout.put_away, self._taker
        dealt = taken = kept = cards.hands
        if taker is not None:
            taken = (*dealt[:taker], dealt[taker] | cards.kitty, *dealt[taker + 1 :])
            kept = taken
            if put_away is not None:
                kept = (*taken[:taker], taken[taker] - put_away, *taken[taker + 1 :])
        made = copy_slots(template)
        made._from = cards
        made._dealt = dealt
        made._put_away = put_away
        made._hands = dealt if taker is None else kept
        made._auction = template._auction.copy()
        made._history = history = list(template._history)
        at = self._exchange
        if at < len(history) and put_away is not None:
            history[at] = Step(cast(int, taker), Exchange(put_away))
        made._undo = [
            (phase, turn, dealt if k < at else taken if k == at else kept, seen, contract,
             put_away if k > at and taker is not None else None, nominated, call)
            for k, (phase, turn, _, seen, contract, _, nominated, call) in enumerate(template._undo)
        ]  # fmt: skip
        if template._play is not None:
            order = self._hidden.order
            made._play = redeal(template._play, [order.to_mask(hand) for hand in hands])
        return made
