"""From a view of spades and the cards of its hidden places to a full deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardcore import Stream, redeal
from tricktake._copying import copy_slots
from tricktake._worldmaker import BaseMaker
from tricktake.actions import Action, Exchange
from tricktake.cards import CardSet
from tricktake.hidden import Hidden
from tricktake.spades.deal import Deal
from tricktake.state import Step

if TYPE_CHECKING:
    from tricktake.spades.view import View

__all__ = ["WorldMaker"]

_NO_CARDS = CardSet()
_Hands = tuple[CardSet, ...]


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
    >>> from tricktake import spades as sp
    >>> view = sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)
    >>> hidden = view.hidden()
    >>> cards = sorted(hidden.cards)
    >>> world = WorldMaker(view, hidden).deal([CardSet(cards[:17]), CardSet(cards[17:])], lambda: Stream(1))
    >>> world.hand(1) == CardSet(cards[:17]), world.view(0) == view
    (True, True)
    """

    def __init__(self, view: View, hidden: Hidden) -> None:
        super().__init__(view, hidden)
        self._exchanges = [
            at
            for at, step in enumerate(view.history)
            if step.action is None or isinstance(step.action, Exchange)
        ]
        self._template: Deal | None = None

    def deal(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> Deal:
        """A deal with these cards in the hidden places; see ``BaseMaker.deal``."""
        hands = [self._hand(seat, held) for seat in self._seats]
        stages, given = self._stages(hands, details)
        if self._template is None:
            self._template = self._replayed(lambda: self._opened(stages[0], given))
            return self._template.copy()
        return self._redealt(self._template, stages, given, hands)

    def opening(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> tuple[Deal, list[Action]]:
        """A deal with these cards before its first action; see ``BaseMaker.opening``."""
        stages, given = self._stages([self._hand(seat, held) for seat in self._seats], details)
        return self._opened(stages[0], given)

    def _stages(
        self, hands: Sequence[CardSet], details: Callable[[], Stream]
    ) -> tuple[list[_Hands], list[CardSet]]:
        """The hands as dealt and after each exchange, and what was put over in each (SP-BID-4).

        Going back from the last one, any cards of the taker can be those he was given, all equally likely:
        from every later stage there are as many ways back.
        """
        current = [hand | played for hand, played in zip(hands, self._played, strict=True)]
        stages: list[_Hands] = [tuple(current)]
        given: list[CardSet] = []
        stream = None
        for at in reversed(self._exchanges):
            giver, action = self._view.history[at]
            taker = (giver + 2) % 4
            if isinstance(action, Exchange):
                cards = action.cards
            else:
                stream = details() if stream is None else stream
                held = current[taker].ascending()
                order = stream.permutation(len(held))
                cards = CardSet([held[k] for k in order[: self._view.rules.bn_exchange]])
            current[taker] -= cards
            current[giver] |= cards
            stages.append(tuple(current))
            given.append(cards)
        return stages[::-1], given[::-1]

    def _opened(self, dealt: _Hands, given: Sequence[CardSet]) -> tuple[Deal, list[Action]]:
        """A deal of these cards and the actions of the view, secret ones included."""
        view = self._view
        before = [
            used - (bid is not None and bid.text == "B6")
            for used, bid in zip(view.blind_sixes, view.bids, strict=True)
        ]
        made = Deal(
            view.rules,
            dealer=view.dealer,
            hands=dealt,
            scores=view.scores,
            bags=view.bags,
            blind_sixes=before,
            start=view.start,
        )
        exchanges = iter(given)
        actions = [
            Exchange(next(exchanges)) if action is None or isinstance(action, Exchange) else action
            for _, action in view.history
        ]
        return made, actions

    def _redealt(
        self, template: Deal, stages: list[_Hands], given: Sequence[CardSet], hands: Sequence[CardSet]
    ) -> Deal:
        """The template with other cards."""
        made = copy_slots(template)
        made._dealt = stages[0]
        made._hands = stages[-1]
        made._auction = template._auction.copy()
        made._history = history = list(template._history)
        for at, cards in zip(self._exchanges, given, strict=True):
            history[at] = Step(history[at].seat, Exchange(cards))
        made._undo = undo = []
        stage = 0
        for k, (phase, turn, _, seen, passes) in enumerate(template._undo):
            undo.append((phase, turn, stages[stage], seen, passes))
            stage += k in self._exchanges
        if template._play is not None:
            order = self._hidden.order
            made._play = redeal(template._play, [order.to_mask(hand) for hand in hands])
        return made
