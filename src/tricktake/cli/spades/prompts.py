"""What a person at spades is shown before a decision, and how he is asked."""

from __future__ import annotations

from collections.abc import Iterable

from tricktake.actions import LOOK
from tricktake.cards import CardSet
from tricktake.cli.diagram import loose_cards
from tricktake.cli.human import Prompts, legal_words, trick_line
from tricktake.cli.sides import seats
from tricktake.cli.spades.words import counted
from tricktake.cli.terminal import Terminal
from tricktake.spades import View
from tricktake.state import ExchangeActions, LegalActions, Phase

__all__ = ["PROMPTS"]


def _show(terminal: Terminal, view: View) -> None:
    if view.phase is Phase.AUCTION:
        bids = [f"seat {seat} {call}" for seat, call in view.calls]
        terminal.paragraph(f"Bids so far: {', '.join(bids) or 'none'}.", indent="  ")
    elif view.phase is Phase.EXCHANGE:
        partner, many = seats(sorted(view.partners)), counted(view.rules.bn_exchange, "card")
        if view.received is None:
            terminal.line(f"Put {many} for your partner, {partner}.")
        else:
            got = loose_cards(terminal, view.received)
            terminal.line(f"Your partner, {partner}, has put {got} for you; give {many} back.")
    elif view.phase is Phase.PLAY:
        terminal.paragraph(_won_words(view), indent="  ")
        terminal.paragraph(trick_line(terminal, view), indent="  ")


def _won_words(view: View) -> str:
    won = [
        f"{won} of {bid} by seat {seat}" if bid is not None and bid.level else f"{won} ({bid}) by seat {seat}"
        for seat, (won, bid) in enumerate(zip(view.tricks, view.bids, strict=True))
    ]
    broken = "broken" if view.is_broken else "not broken"
    return f"Tricks won: {', '.join(won)}; spades are {broken}."


def _legal(terminal: Terminal, actions: LegalActions) -> str:
    if isinstance(actions, ExchangeActions):
        return f"any {actions.size} of your cards"
    words = legal_words(terminal, actions)
    return f"{words}; any other bid looks first" if LOOK in actions else words


def _seen(view: View) -> Iterable[CardSet | None]:
    return view.given, view.received


PROMPTS = Prompts(
    noun="game",
    ask={
        Phase.AUCTION: "your bid",
        Phase.EXCHANGE: "your cards for your partner",
        Phase.PLAY: "your card",
    },
    help={
        Phase.AUCTION: "A number bids that many tricks; NIL no trick; 1F exactly one for fifty, 2F exactly "
        "two for forty; SM shoots the moon. LOOK looks at the cards; BN (blind nil) and B6 (blind six) are "
        "bid before looking. What is legal now stands above.",
        Phase.EXCHANGE: "Name the cards for your partner, with blanks between: put SA SK.",
        Phase.PLAY: "Type a card, suit first or rank first: HQ or QH; jokers are JK1, JK2, JK3.",
    },
    verbs={Phase.EXCHANGE: "put"},
    show=_show,
    legal=_legal,
    seen=_seen,
)
"""The prompts of spades."""
