"""What a person at Five Hundred is shown before a decision, and how he is asked."""

from __future__ import annotations

from collections.abc import Iterable

from tricktake.actions import Bid
from tricktake.cards import CardSet
from tricktake.cli.diagram import hand_line, loose_cards
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
        terminal.line(trick_line(terminal, view))


def _legal(terminal: Terminal, actions: LegalActions) -> str:
    """Bids sans kitty in a word if every bid has its twin."""
    if len(actions) > 100:
        return legal_words(terminal, actions)
    renouncing = {action.plain for action in actions if isinstance(action, Bid) and action.sans_kitty}
    plain = [action for action in actions if not (isinstance(action, Bid) and action.sans_kitty)]
    if not renouncing or renouncing != {action for action in plain if isinstance(action, Bid)}:
        return legal_words(terminal, actions)
    return legal_words(terminal, ListedActions(plain)) + "; every bid also with -SK"


def _seen(view: View) -> Iterable[CardSet | None]:
    return view.kitty, view.put_away


PROMPTS = Prompts(
    noun="match",
    ask={
        Phase.AUCTION: "your call",
        Phase.FINAL_RAISE: "stand or raise",
        Phase.EXCHANGE: "put away",
        Phase.NOMINATION: "the joker's suit",
        Phase.PLAY: "your card",
    },
    help={
        Phase.AUCTION: "P passes; a bid is its tricks and its strain: 7H, 10NT; M is misere, OM open misere, "
        "BM blind misere; -SK behind a bid renounces the kitty; LOOK looks at the cards.",
        Phase.FINAL_RAISE: "STAND keeps the bid; a higher bid raises it.",
        Phase.EXCHANGE: "Name the cards to put away, with blanks between: put S5 C6 D5.",
        Phase.NOMINATION: "name S, name C, name D or name H gives the joker that suit; name none leaves it "
        "without one.",
        Phase.PLAY: "Type a card, suit first or rank first: HQ or QH. A joker that is led and has no suit "
        "names one: JK:C.",
    },
    verbs={Phase.EXCHANGE: "put", Phase.NOMINATION: "name"},
    show=_show,
    legal=_legal,
    seen=_seen,
)
"""The prompts of Five Hundred."""
