"""What a person at Five Hundred is shown before a decision, and how he is asked."""

from __future__ import annotations

from collections.abc import Iterable

from tricktake.actions import Bid, CallPartner
from tricktake.cards import Card, CardSet
from tricktake.cli.diagram import hand_line, loose_cards
from tricktake.cli.fivehundred.tables import seen_table
from tricktake.cli.human import Prompts, legal_words, trick_line
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import View
from tricktake.state import LegalActions, ListedActions, Phase

__all__ = ["PROMPTS"]


def _show(terminal: Terminal, view: View) -> None:
    for seat, cards in enumerate(view.exposed):
        if cards is not None and seat != view.seat:
            terminal.line(f"Seat {seat}'s cards lie open: {hand_line(terminal, cards)}")
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        calls = [f"seat {seat} {terminal.action(call)}" for seat, call in view.calls]
        terminal.paragraph("Calls so far: " + (", ".join(calls) or "none") + ".", indent="  ")
    elif view.phase is Phase.EXCHANGE and view.kitty is not None:
        terminal.line(f"The kitty is yours: {loose_cards(terminal, view.kitty)}")
    elif view.phase is Phase.PLAY:
        partner = _partner(terminal, view)
        if partner:
            terminal.line(partner)
        line = trick_line(terminal, view)
        terminal.line(line.replace("you lead.", f"you lead{_place(view)}."))
    if view.tables:
        for seat in (1 - view.seat, view.seat):
            whose = "Your table: " if seat == view.seat else f"Seat {seat}'s table: "
            terminal.line(f"{whose}{seen_table(terminal, view, seat)}")


def _partner(terminal: Terminal, view: View) -> str:
    """What the seat knows of a partner who has been called by card."""
    contract, called = view.contract, view.called
    if contract is None or not isinstance(called, Card):
        return ""
    card, partners = terminal.card(called), contract.side - {contract.contractor}
    if not view.knows_partner:
        return f"Called: {card}; its holder is not known yet."
    if not partners:
        return f"Called: {card}; seat {contract.contractor} plays alone."
    if view.seat in partners:
        return f"Called: {card}; you are the partner of seat {contract.contractor}."
    return f"Called: {card}; seat {min(partners)} is the partner."


def _place(view: View) -> str:
    """Where the seat plays from, where that can be two places."""
    return f" from the {view.plays_from}" if view.tables and view.plays_from else ""


def _legal(terminal: Terminal, actions: LegalActions) -> str:
    """Bids sans kitty in a word if every bid has its twin."""
    if len(actions) > 100:
        return legal_words(terminal, actions)
    calls = [action for action in actions if isinstance(action, CallPartner)]
    if calls:
        cards = CardSet([call.card for call in calls if call.card is not None])
        called = hand_line(terminal, cards) or " ".join([f"seat {call.seat}" for call in calls])
        return f"ALONE, or call one of: {called}"
    renouncing = {action.plain for action in actions if isinstance(action, Bid) and action.sans_kitty}
    plain = [action for action in actions if not (isinstance(action, Bid) and action.sans_kitty)]
    if not renouncing or renouncing != {action for action in plain if isinstance(action, Bid)}:
        return legal_words(terminal, actions)
    return legal_words(terminal, ListedActions(plain)) + "; every bid also with -SK"


def _seen(view: View) -> Iterable[CardSet | None]:
    yield view.kitty
    yield view.put_away
    yield CardSet([pile.up for table in view.tables for pile in table if pile.up is not None])
    if (
        isinstance(view.called, Card) and view.knows_partner
    ):  # then it is known who holds it, or that nobody does
        yield CardSet([view.called])


PROMPTS = Prompts(
    noun="match",
    ask={
        Phase.AUCTION: "your call",
        Phase.FINAL_RAISE: "stand or raise",
        Phase.EXCHANGE: "put away",
        Phase.PARTNER: "your partner",
        Phase.NOMINATION: "the joker's suit",
        Phase.PLAY: "your card",
    },
    help={
        Phase.AUCTION: "P passes; a bid is its tricks and its strain: 7H, 10NT; M is misere, OM open misere, "
        "BM blind misere; -SK behind a bid renounces the kitty; LOOK looks at the cards.",
        Phase.FINAL_RAISE: "STAND keeps the bid; a higher bid raises it.",
        Phase.EXCHANGE: "Name the cards to put away, with blanks between: put S5 C6 D5.",
        Phase.PARTNER: "call HA calls the holder of a card; where seats are called, call seat 3; ALONE plays "
        "without a partner.",
        Phase.NOMINATION: "name S, name C, name D or name H gives the joker that suit; name none leaves it "
        "without one.",
        Phase.PLAY: "Type a card, suit first or rank first: HQ or QH. A joker that is led and has no suit "
        "names one: JK:C.",
    },
    verbs={Phase.EXCHANGE: "put", Phase.PARTNER: "call", Phase.NOMINATION: "name"},
    show=_show,
    legal=_legal,
    seen=_seen,
    place=lambda view: _place(view) if view.phase is Phase.PLAY else "",
)
"""The prompts of Five Hundred."""
