"""From a view of Five Hundred and the cards of its hidden places to a full deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from cardcore import Stream, TrickPlay, redeal
from tricktake._copying import copy_slots
from tricktake._worldmaker import BaseMaker
from tricktake.actions import Action, Exchange
from tricktake.cards import Card, CardSet
from tricktake.contract import Contract
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.dealing import Dealt
from tricktake.fivehundred.hidden import has_put_away
from tricktake.fivehundred.packs import Pile
from tricktake.hidden import Hidden, Place, PlaceKind
from tricktake.state import Step

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


class WorldMaker(BaseMaker["View", Deal]):
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
        super().__init__(view, hidden)
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

    def deal(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> Deal:
        """A deal with these cards in the hidden places; see ``BaseMaker.deal``."""
        hands = [self._hand(seat, held) for seat in self._seats]
        layout = self._layout(hands, held, details)
        holder = self._holder(hands)
        template = self._templates.get(holder)
        if template is None:
            template = self._templates[holder] = self._replayed(lambda: self._opened(layout, holder))
            return template.copy()
        if self._view.rules.has_tables:
            return self._replayed(lambda: self._opened(layout, holder))
        return self._redealt(template, layout, hands)

    def opening(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> tuple[Deal, list[Action]]:
        """A deal with these cards before its first action; see ``BaseMaker.opening``."""
        hands = [self._hand(seat, held) for seat in self._seats]
        return self._opened(self._layout(hands, held, details), self._holder(hands))

    def plays(self, rows: NDArray[np.uint64]) -> list[TrickPlay]:
        """As ``BaseMaker.plays``; what lies face down belongs to the setup of each world."""
        if self._view.rules.has_tables:
            return [self._play_of(row) for row in rows]
        return super().plays(rows)

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
        if taker is not None and taker == view.seat:
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
