"""One game of a PTN text played through the rules: calls, exchange and play, each with its place.

The rules say whose turn it is; the text must agree. A call or card that the rules do not allow is an error at
its place that says which rule it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tricktake.actions import PASS, STAND, Action, Alone, CallPartner, Exchange, Nominate, Play, parse_action
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import GameError
from tricktake.ptn.calls import meant
from tricktake.ptn.seats import seat_name
from tricktake.ptn.source import Place
from tricktake.state import Phase

__all__ = ["Clash", "Script", "replay"]

Cell = tuple[Card, Place, str]
"""A card of the play, its place, and its remark."""


@dataclass(slots=True, kw_only=True)
class Script:
    """What happened in a game, as its text tells it."""

    calls: list[tuple[Action | None, Place, str]] = field(default_factory=list)
    """The calls in turn, None for a dash; place and remark."""
    first: int | None = None
    """Seat of the first call, if there is an auction."""
    auction: Place | None = None
    """Where the auction is told, if it is."""
    removed: list[tuple[int, CardSet, Place]] = field(default_factory=list)
    """Cards put away or passed on: seat, cards, place."""
    added: list[tuple[int, CardSet, Place]] = field(default_factory=list)
    """Cards taken up."""
    between: list[tuple[Action, Place]] = field(default_factory=list)
    """What was done between exchange and play."""
    named: list[tuple[Suit, Place]] = field(default_factory=list)
    """Suits named by leads of a suitless joker."""
    leader: int | None = None
    """Seat of the first lead, if there is a play."""
    play: Place | None = None
    """Where the play is told."""
    rows: list[dict[int, Cell]] = field(default_factory=list)
    """The tricks: for each seat its card."""

    def played(self, seat: int) -> CardSet:
        """The cards a seat plays."""
        return CardSet([row[seat][0] for row in self.rows if seat in row])


class Clash(Exception):
    """A choice of hidden cards that makes a play illegal."""

    def __init__(self, seat: int, cards: CardSet, why: Exception) -> None:
        super().__init__(seat)
        self.seat = seat
        self.cards = cards
        self.why = why


@dataclass(slots=True, kw_only=True)
class Replayed:
    """What a replay found out."""

    remarks: dict[int, str] = field(default_factory=dict)
    """Remarks by the index of the action they belong to."""
    unknown: set[int] = field(default_factory=set)
    """Indices of exchanges whose cards are not told."""


def replay(
    deal: Any,
    script: Script,
    *,
    note: Callable[[Place, str], None],
    loose: Sequence[CardSet],
    barred: Sequence[CardSet],
) -> Replayed:
    """Play a game.

    Parameters
    ----------
    deal : Deal
        At its beginning; it is left at the end.
    script : Script
    note : callable, keyword only
        Gets the place and a sentence of what is doubtful; may raise.
    loose : sequence of CardSet, keyword only
        For each seat, cards it is only supposed to hold.
    barred : sequence of CardSet, keyword only
        For each seat, cards it does not hold when the play begins.

    Returns
    -------
    Replayed

    Raises
    ------
    RecordError
        If the text and the rules do not agree.
    Clash
        If they might with other cards in the hands that are not known.
    """
    return _Replay(deal, script, note, loose, barred).run()


class _Replay:
    def __init__(
        self,
        deal: Any,
        script: Script,
        note: Callable[[Place, str], None],
        loose: Sequence[CardSet],
        barred: Sequence[CardSet],
    ) -> None:
        self.deal = deal
        self.script = script
        self.note = note
        self.loose = list(loose)
        self.barred = barred
        self.players: int = deal.rules.players
        self.found = Replayed()
        self.named = iter(script.named)

    def run(self) -> Replayed:
        self._calls()
        if self.deal.phase is Phase.EXCHANGE:
            self._exchanges()
        elif self.script.removed or self.script.added:
            place = (self.script.removed or self.script.added)[0][2]
            raise place.error("no cards are exchanged in this deal")
        for action, place in self.script.between:
            self._push(action, place)
        if self.script.play is not None:
            self._plays(self.script.play)
        return self.found

    def _name(self, seat: int) -> str:
        return seat_name(seat, self.players)

    def _push(self, action: Action, place: Place, remark: str = "") -> None:
        try:
            self.deal.push(action)
        except GameError as error:
            raise place.error(str(error)) from error
        if remark:
            self.found.remarks[len(self.deal.history) - 1] = remark

    # ---- calls -----------------------------------------------------------------------------------

    def _calls(self) -> None:
        deal, script = self.deal, self.script
        calling = (Phase.AUCTION, Phase.FINAL_RAISE)
        if script.auction is None:
            return
        seat = script.first
        assert seat is not None
        if deal.phase in calling and seat != deal.turn:
            why = f"{self._name(seat)} does not call first, but {self._name(deal.turn)}, left of the dealer"
            raise script.auction.error(why)
        for action, place, remark in script.calls:
            turn = deal.turn if deal.phase in calling else None
            if action is None or seat != turn:
                self._no_call(action, place, seat, turn)
            else:
                self._push(meant(action, raising=deal.phase is Phase.FINAL_RAISE), place, remark)
            seat = (seat + 1) % self.players
        goes_on = script.play or script.removed or script.added
        if deal.phase is Phase.FINAL_RAISE and goes_on:
            self._push(STAND, script.auction)
        if deal.phase in calling and goes_on:
            raise script.auction.error(f"the auction is not over: {self._name(deal.turn)} is to call")

    def _no_call(self, action: Action | None, place: Place, seat: int, turn: int | None) -> None:
        """A dash, or a call by a seat whose turn it is not."""
        if action is None:
            if seat == turn:
                raise place.error(f"{self._name(seat)} is to call here")
        elif turn is None:
            if action is not PASS:
                raise place.error(f"the auction was over before {self._name(seat)} called {action.text}")
        elif action is not PASS or not self._is_out(seat):
            raise place.error(f"{self._name(turn)} is to call here, not {self._name(seat)}")

    def _is_out(self, seat: int) -> bool:
        return any(caller == seat and call is PASS for caller, call in self.deal.auction)

    # ---- exchange --------------------------------------------------------------------------------

    def _exchanges(self) -> None:
        deal, script = self.deal, self.script
        removed, added = list(script.removed), list(script.added)
        kitty = getattr(deal, "kitty", None)
        if kitty is not None and added:  # Five Hundred: what is taken up is the kitty
            seat, cards, place = added.pop(0)
            self._check_seat(seat, deal.turn, place)
            if cards != kitty:
                raise place.error(f"the kitty is {kitty}, not {cards}")
        while deal.phase is Phase.EXCHANGE:
            if not removed:
                if script.play is None:
                    return
                self._unknown_exchange(script.play)
                continue
            seat, cards, place = removed.pop(0)
            self._check_seat(seat, deal.turn, place)
            try:
                action = Exchange(cards)
            except GameError as error:
                raise place.error(str(error)) from error
            self._push(action, place)
            if kitty is None and added:  # spades: the partner takes up what was passed
                partner, taken, place = added.pop(0)
                self._check_seat(partner, (seat + 2) % 4, place)
                if taken != cards:
                    raise place.error(f"{self._name(seat)} passed {cards}, not {taken}")
        for _, cards, place in [*removed, *added]:
            raise place.error(f"{cards} are exchanged by nobody")

    def _check_seat(self, seat: int, turn: int, place: Place) -> None:
        if seat != turn:
            raise place.error(f"{self._name(turn)} exchanges cards here, not {self._name(seat)}")

    def _unknown_exchange(self, place: Place) -> None:
        """Put away what is not told: cards that are not played, those first that cannot have been kept."""
        deal, seat = self.deal, self.deal.turn
        if getattr(deal, "kitty", None) is None:
            raise place.error(f"the cards that {self._name(seat)} passes are not told")
        left = deal.hand(seat) - self.script.played(seat)
        size = deal.rules.kitty_size
        if len(left) < size:
            raise place.error(f"{self._name(seat)} plays cards that he must have put away")
        chosen = sorted(left, key=lambda card: card not in self.barred[seat])[:size]
        if len(left) > size:
            self.found.unknown.add(len(deal.history))
            self.loose[seat] |= left - CardSet(chosen)
        self._push(Exchange(chosen), place)

    # ---- play ------------------------------------------------------------------------------------

    def _plays(self, place: Place) -> None:
        deal, script = self.deal, self.script
        if deal.phase in (Phase.PARTNER, Phase.NOMINATION):
            if deal.phase is Phase.PARTNER:
                raise place.error(f"whom {self._name(deal.turn)} calls as partner is not told")
            self.note(place, "whether the joker was given a suit is not told; taken as none")
            self._push(Nominate(None), place)
        if deal.phase is not Phase.PLAY:
            if not script.rows:
                return
            raise place.error("there is no play in this deal")
        if script.leader != deal.turn:
            leads = f"{self._name(deal.turn)} leads first, not {self._name(script.leader or 0)}"
            raise place.error(leads)
        for number, row in enumerate(script.rows):
            self._trick(dict(row), last=number == len(script.rows) - 1)
        if next(self.named, None) is not None:
            raise place.error("more suits are named than jokers led that name one")

    def _trick(self, row: dict[int, Cell], *, last: bool) -> None:
        deal = self.deal
        while True:
            if deal.phase is not Phase.PLAY or deal.turn not in row:
                break
            card, place, remark = row.pop(deal.turn)
            self._play(card, place, remark, row)
            if not deal.trick:
                break
        if row:
            seat, (card, place, _) = next(iter(row.items()))
            if deal.phase is not Phase.PLAY:
                raise place.error(f"the play was over before {self._name(seat)} played {card}")
            raise place.error(f"{self._name(deal.turn)} is to play before {self._name(seat)} plays {card}")
        if deal.trick and not last:
            raise self.script.play.error(  # type: ignore[union-attr]
                f"the card of {self._name(deal.turn)} is missing in trick {sum(deal.tricks) + 1}"
            )

    def _play(self, card: Card, place: Place, remark: str, row: dict[int, Cell]) -> None:
        deal, seat = self.deal, self.deal.turn
        action = Play(card)
        if card is Card.JK and not deal.trick and action not in deal.legal_actions:
            action = self._joker_lead(place, row)
        if action not in deal.legal_actions:
            wrong = CardSet([other.card for other in deal.legal_actions]) & self.loose[seat]
            why = deal.explain(action)
            error = place.error(str(why) if why else f"{self._name(seat)} may not play {card}")
            if card in deal.hand(seat) and wrong:
                raise Clash(seat, wrong, error)
            raise error
        self._push(action, place, remark)

    def _joker_lead(self, place: Place, row: dict[int, Cell]) -> Play:
        """The suit that a joker names when led: as told, or the one that the next cards follow."""
        told = next(self.named, None)
        if told is not None:
            return Play(Card.JK, named=told[0])
        legal = [action for action in self.deal.legal_actions if action.card is Card.JK]
        fitting = [action for action in legal if self._fits(action, row)] or legal
        if not fitting:
            return Play(Card.JK)
        if len(fitting) > 1:
            suits = ", ".join([action.named.name.lower() for action in fitting if action.named is not None])
            self.note(place, f"which suit the joker names is not told; it could be {suits}")
        return cast(Play, fitting[0])

    def _fits(self, action: Play, row: dict[int, Cell]) -> bool:
        deal = self.deal.copy()
        deal.push(action)
        while deal.phase is Phase.PLAY and deal.trick and deal.turn in row:
            played = Play(row[deal.turn][0])
            if played not in deal.legal_actions:
                return False
            deal.push(played)
        return True


def read_between(text: str, place: Place) -> list[tuple[Action, Place]]:
    """Read the actions between exchange and play, ``;`` between them."""
    actions: list[tuple[Action, Place]] = []
    for part in text.split(";") if text.strip() else ():
        try:
            action = parse_action(part.strip())
        except GameError as error:
            raise place.error(str(error)) from error
        if not isinstance(action, (Alone, CallPartner, Nominate)):
            raise place.error(f"{action.text} does not come between exchange and play")
        actions.append((action, place))
    return actions
