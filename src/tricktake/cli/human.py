"""A person at the table: what he is shown before a decision, and the words he may type.

Everything shown comes from the view of his seat. The text he types goes to the deal as it is, so the library
reads it and explains what is wrong with it.
"""

from __future__ import annotations

import sys
from enum import Enum
from typing import TextIO

from tricktake.actions import LOOK, Bid, Play
from tricktake.cards import Card, CardSet, Suit
from tricktake.cli.diagram import loose_cards
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import Deal, Rules, View
from tricktake.state import LegalActions, Phase

__all__ = ["Human", "Word", "can_take_back"]


class Word(Enum):
    """What a person may type besides an action.

    Examples
    --------
    >>> Word("undo")
    <Word.UNDO: 'undo'>
    """

    HELP = "?"
    """Explain what can be typed."""
    UNDO = "undo"
    """Take the last decision back."""
    RULES = "rules"
    """Print the rules of the match."""
    QUIT = "quit"
    """Leave the match."""


_HELP = {
    Phase.AUCTION: "P passes; a bid is its tricks and its strain: 7H, 10NT; M is misere, OM open misere, "
    "BM blind misere; -SK behind a bid renounces the kitty; LOOK looks at the cards.",
    Phase.FINAL_RAISE: "STAND keeps the bid; a higher bid raises it.",
    Phase.EXCHANGE: "Name the cards to put away, with blanks between: put S5 C6 D5.",
    Phase.NOMINATION: "name S, name C, name D or name H gives the joker that suit; name none leaves it "
    "without one.",
    Phase.PLAY: "Type a card, suit first or rank first: HQ or QH. A joker that is led and has no suit "
    "names one: JK:C.",
}
_ASK = {
    Phase.AUCTION: "your call",
    Phase.FINAL_RAISE: "stand or raise",
    Phase.EXCHANGE: "put away",
    Phase.NOMINATION: "the joker's suit",
    Phase.PLAY: "your card",
}


class Human:
    """Asks a person for a seat's decisions.

    Parameters
    ----------
    terminal : Terminal
        Where he is asked.
    source : text stream, optional
        Where he answers; default: standard input.

    Examples
    --------
    >>> import io
    >>> human = Human(Terminal(ascii_only=True), io.StringIO())
    >>> human.show(Deal(Rules(blind_misere=False), dealer=3, seed=500).view(0))
    <BLANKLINE>
    Calls so far: none.
    Your cards: JK  S 6  C A K  D A 10 9 6  H 8 4
    Legal: P 6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D OM 10H
      10NT; every bid also with -SK
    """

    def __init__(self, terminal: Terminal, source: TextIO | None = None) -> None:
        self.terminal = terminal
        self.source = sys.stdin if source is None else source

    def show(self, view: View) -> None:
        """Print what a seat sees before a decision.

        Parameters
        ----------
        view : View
        """
        terminal = self.terminal
        terminal.line()
        for seat, cards in enumerate(view.exposed):
            if cards is not None and seat != view.seat:
                terminal.line(f"Seat {seat}'s cards lie open: {hand_line(terminal, cards)}")
        if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
            calls = [f"seat {seat} {terminal.action(call)}" for seat, call in view.calls]
            terminal.paragraph("Calls so far: " + (", ".join(calls) or "none") + ".", indent="  ")
        elif view.phase is Phase.EXCHANGE and view.kitty is not None:
            terminal.line(f"The kitty is yours: {loose_cards(terminal, view.kitty)}")
        elif view.phase is Phase.PLAY:
            terminal.line(self._table(view))
        shown = "not looked at yet" if view.hand is None else hand_line(terminal, view.hand)
        terminal.line(f"Your cards: {shown}")
        terminal.paragraph(f"Legal: {legal_words(terminal, view.legal_actions)}", indent="  ")

    def _table(self, view: View) -> str:
        number = len(view.finished) + 1
        if not view.trick:
            return f"Trick {number}: you lead."
        cards = []
        for played in view.trick:
            named = f":{self.terminal.suit(played.named)}" if played.named is not None else ""
            cards.append(f"seat {played.seat} {self.terminal.card(played.card)}{named}")
        return f"Trick {number}: {', '.join(cards)}."

    def ask(self, view: View) -> str | Word:
        """Ask for one answer.

        Parameters
        ----------
        view : View

        Returns
        -------
        str or Word
            The text typed, made complete where only one verb is possible; at the end of the input
        ``Word.QUIT``.
        """
        terminal = self.terminal
        while True:
            terminal.stream.write(
                terminal.encodable(f"seat {view.seat}, {_ASK.get(view.phase, 'your action')}> ")
            )
            terminal.flush()
            line = self.source.readline()
            if not line:
                terminal.line()
                return Word.QUIT
            text = line.strip()
            if not self.source.isatty():
                terminal.line(text)  # what is typed at a terminal shows by itself
            if not text:
                continue
            try:
                return Word("?" if text.lower() == "help" else text.lower())
            except ValueError:
                return _complete(view.phase, text)

    def help(self, phase: Phase) -> None:
        """Explain what can be typed.

        Parameters
        ----------
        phase : Phase
        """
        self.terminal.paragraph(_HELP.get(phase, "Type an action."), indent="  ")
        self.terminal.paragraph(
            "undo takes your last decision back, as long as no hidden card has been shown since; "
            "rules prints the rules; quit ends, and with --save FILE the match can go on later.",
            indent="  ",
        )

    def rules(self, rules: Rules) -> None:
        """Print the rules of the match.

        Parameters
        ----------
        rules : Rules
        """
        for line in rules.describe().splitlines():
            self.terminal.paragraph(line, indent="    ")


def _complete(phase: Phase, text: str) -> str:
    """The verb may be left out where only one makes sense."""
    verb = {Phase.EXCHANGE: "put", Phase.NOMINATION: "name"}.get(phase)
    if verb is None or text.lower().split()[0] == verb:
        return text
    return f"{verb} {text}"


def hand_line(terminal: Terminal, cards: CardSet) -> str:
    """A hand in one line, suit by suit, high cards first.

    Parameters
    ----------
    terminal : Terminal
    cards : CardSet

    Returns
    -------
    str

    Examples
    --------
    >>> hand_line(Terminal(ascii_only=True), CardSet("S10 SA HQ JK"))
    'JK  S A 10  H Q'
    """
    parts = ["JK"] if Card.JK in cards else []
    for suit in Suit:
        ranks = sorted([card for card in cards if card.suit is suit], reverse=True)
        if ranks:
            parts.append(" ".join([terminal.suit(suit), *[card.name[1:] for card in ranks]]))
    return "  ".join(parts)


def legal_words(terminal: Terminal, actions: LegalActions) -> str:
    """What may be done, short enough to read.

    Parameters
    ----------
    terminal : Terminal
    actions : LegalActions

    Returns
    -------
    str
        Texts as they can be typed; bids sans kitty in a word if every bid has its twin.
    """
    if len(actions) > 100:
        return ", ".join(actions.texts())
    listed = list(actions)
    if all(isinstance(action, Play) for action in listed):
        return " ".join([terminal.action(action) for action in listed])
    renouncing = {action.plain for action in listed if isinstance(action, Bid) and action.sans_kitty}
    plain = {action for action in listed if isinstance(action, Bid) and not action.sans_kitty}
    if not renouncing or renouncing != plain:
        return " ".join([action.text for action in listed])
    short = [action.text for action in listed if not (isinstance(action, Bid) and action.sans_kitty)]
    return " ".join(short) + "; every bid also with -SK"


def _known(view: View) -> int:
    """Every card whose place the seat has seen, as a mask."""
    sets = [view.hand, view.dealt, view.kitty, view.put_away, *view.exposed]
    mask = 0
    for cards in sets:
        mask |= 0 if cards is None else cards.mask
    for trick in (*view.finished, view.trick):
        for played in trick:
            mask |= 1 << played.card
    return mask


def can_take_back(deal: Deal, seat: int) -> int | str:
    """How many actions ``undo`` takes back for a seat whose turn it is, or why it does not.

    Parameters
    ----------
    deal : Deal
    seat : int

    Returns
    -------
    int or str
        A number of actions of the deal, or a sentence.

    Examples
    --------
    >>> deal = Deal(Rules(blind_misere=False), dealer=3, seed=500).push_all("6S 7S P P")
    >>> can_take_back(deal, 0), can_take_back(deal.copy().push_all("P"), 1)
    (4, '7S stays: a card that was hidden has been shown since')
    """
    probe = deal.copy()
    known = _known(deal.view(seat))
    count = 0
    while len(probe):
        step = probe.history[-1]
        probe.pop()
        count += 1
        if step.seat == seat:
            assert step.action is not None
            if step.action is LOOK or _known(probe.view(seat)) != known:
                return f"{step.action} stays: a card that was hidden has been shown since"
            return count
    return "there is nothing of yours to take back in this deal"
