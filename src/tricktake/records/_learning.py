"""What an action that was done, or was not legal, says about where cards were.

Whoever plays a card held it, and whoever does not follow suit has none left of it. The piles of a table are
settled in one of the ways in which its cards can have been played; after that what lay open is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore import Stream, key_from_seed
from tricktake.actions import Action, CallPartner, Nominate, Play
from tricktake.cards import Card, parse_card
from tricktake.records._cells import Cell, Layout, NoSuchDeal
from tricktake.records._tables import place_cards
from tricktake.records.deals import DealRecord
from tricktake.records.fields import UNKNOWN
from tricktake.records.moves import main_line
from tricktake.state import Phase

__all__ = ["Learner"]


class Learner(Layout):
    """A layout that learns; it is made like one."""

    seed = 0
    """Draws the piles of a table."""
    attempt = 0
    """Which of several draws."""

    def __init__(
        self, record: DealRecord, rules: Any, *, holder: int | None, returned: tuple[int, int]
    ) -> None:
        super().__init__(record, rules, holder=holder, returned=returned)
        self.at: dict[Card, Cell] = {}

    def _learn(self, deal: Any, action: Action) -> bool:
        """Learn from an action that is not legal; whether there is anything new."""
        phase = deal.phase
        if phase is Phase.PLAY and isinstance(action, Play):
            return self._learn_play(deal, action)
        if phase is Phase.PLAY and isinstance(action, Nominate) and Card.JK in self.order:
            contract = deal.contract
            return contract is not None and self._keep(Card.JK, self._seen(contract.contractor))
        if phase is Phase.NOMINATION:
            return self._drop(Card.JK, [self.at[Card.JK]])
        if phase is Phase.PARTNER and isinstance(action, CallPartner):
            card = action.card
            return card is not None and card in self.at and self._drop(card, [self.at[card]])
        return False

    def _seen(self, seat: int) -> set[Cell]:
        """The cells of the cards a seat can see before the play (FH-P2-7)."""
        up = {cell for cell in self._kept(f"table {seat}") if cell.dealt.startswith("up ")}
        return self._kept(f"seat {seat}") | up

    def _cells_of(self, place: int) -> set[Cell]:
        """The cells of a place of the play."""
        if place < self.rules.players:
            return self._kept(f"seat {place}")
        return self._kept(f"table {place - self.rules.players}")

    def _learn_play(self, deal: Any, action: Play) -> bool:
        play = deal.play_state
        card, place = action.card, play.turn
        if card not in self.at:
            return False
        if card not in play.hand(place):
            cells = self._cells_of(place)
            if self.at[card] in cells:  # under a card that still lies on it
                cells = cells - {self.at[card]}
            return self._keep(card, cells)
        legal = {option.card for option in deal.legal_actions} - {card}
        hand = self._cells_of(place) if place < self.rules.players else set()
        news = [self._drop(other, hand or {self.at[other]}) for other in legal]
        return any(news)

    def _learn_plays(self, deal: Any, at: int) -> bool:
        """Learn who played which card, and who could not follow suit, as far as the main line says."""
        play = deal.play_state
        moves = main_line(self.record.entries)[len(deal) :]
        if main_line(self.record.entries[:at]) != main_line(self.record.entries)[: len(deal)]:
            return False  # what has been done so far is taken back later
        order, seats = play.order, play.setup.seats
        turns, joker = seats.first[play.leader], play.order.free_joker
        trick: list[Card] = []
        played: dict[int, set[Card]] = {}
        from_table: dict[int, list[tuple[int, Card]]] = {}
        failed: dict[int, dict[int, int]] = {}  # of a table: the last trick in which it did not follow a suit
        trick_number = 0
        open_since: dict[int, dict[Card, int]] = {}
        news = False
        led: int | None = None
        for move in moves:
            action = move.action
            if not isinstance(action, Play) or action.card not in order:
                break
            place, card = turns[len(trick)], action.card
            news |= self._keep(card, self._cells_of(place))
            if not trick:
                led = order.suit_of(card) if action.named is None else action.named
            elif led is not None and card != joker and order.suit_of(card) != led:
                failed.setdefault(place, {})[led] = trick_number
                for other in order.suits[led] if led < len(order.suits) else ():
                    if other not in played.get(place, ()) and place < self.rules.players:
                        news |= self._drop(other, self._cells_of(place))
            played.setdefault(place, set()).add(card)
            if place >= self.rules.players:
                from_table.setdefault(place, []).append((trick_number, card))
                since = failed.get(place, {}).get(order.suit_of(card), -1)
                open_since.setdefault(place, {})[card] = since
            trick.append(card)
            if len(trick) == len(turns):
                winner = turns[order.winner(trick)]
                turns, trick = seats.later[winner], []
                trick_number += 1
                if not turns:
                    break
        for place, cards in from_table.items():
            last = failed.get(place, {})
            lying = {card: last.get(order.suit_of(card), -1) for card in order.cards if card != joker}
            open_since[place] = lying | open_since[place]
            news |= self._learn_table(place - self.rules.players, cards, open_since[place])
        return news

    def _learn_table(
        self, seat: int, cards: Sequence[tuple[int, Card]], open_since: Mapping[Card, int]
    ) -> bool:
        """Settle from which piles a table played its cards, in one of the ways in which it can have."""
        tables: Any = self.values.get("tables") or []
        if not any(UNKNOWN in pile for pile in tables[seat]):
            return False
        stream = Stream(key_from_seed(self.seed), number=self.attempt, purpose=6)
        slots = place_cards([tuple(pile) for pile in tables[seat]], cards, open_since, stream)
        if slots is None:
            raise NoSuchDeal(f"the cards on the table of seat {seat} cannot have been played so", "")
        news = [
            self._keep(card, {Cell(f"{side} {seat} {at}", f"table {seat}")})
            for card, (side, at) in slots.items()
        ]
        return any(news)

    def _learn_called(self) -> bool:
        """A partner called in a deal that begins in the play holds the card that was called."""
        partner, called = self.values.get("partner"), self.values.get("called")
        if not isinstance(partner, int) or not isinstance(called, str):
            return True  # drawn again, and again, which another layout may settle
        return self._keep(parse_card(called), self._kept(f"seat {partner}")) or True
