"""A person at the table: what he is shown before a decision, and the words he may type.

Everything shown comes from the view of his seat. The text he types goes to the deal as it is, so the library
reads it and explains what is wrong with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TextIO

from tricktake.actions import Play
from tricktake.cards import CardSet
from tricktake.cli.diagram import hand_line
from tricktake.cli.sides import whose
from tricktake.cli.terminal import Terminal
from tricktake.state import LegalActions, Phase

__all__ = ["Human", "Prompts", "Word", "legal_words", "trick_line"]


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
    """Print the rules."""
    QUIT = "quit"
    """Leave the table."""


def _nowhere(view: Any) -> str:
    """Nothing: the game is played from the hand only."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """What a game shows a person and asks him, phase by phase.

    Examples
    --------
    >>> from tricktake.cli.games import GAMES
    >>> GAMES["five-hundred"].prompts.ask[Phase.PLAY]
    'your card'
    """

    noun: str
    """What is being played: ``match``."""
    ask: Mapping[Phase, str]
    """What is asked for."""
    help: Mapping[Phase, str]
    """What can be typed."""
    verbs: Mapping[Phase, str]
    """Verbs that may be left out, where only one makes sense."""
    show: Callable[[Terminal, Any], None]
    """Prints what a view has besides the hand and the legal actions."""
    legal: Callable[[Terminal, LegalActions], str]
    """What may be done, short enough to read."""
    seen: Callable[[Any], Iterable[CardSet | None]]
    """The cards besides the hand and the tricks whose place a view knows."""
    place: Callable[[Any], str] = _nowhere
    """Where a view plays from, behind what is asked for: `` from the table``."""


class Human:
    """Asks a person for a seat's decisions.

    Parameters
    ----------
    terminal : Terminal
        Where he is asked.
    prompts : Prompts
        How his game asks.
    source : text stream, optional
        Where he answers; default: standard input.

    Examples
    --------
    >>> import io
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> human = Human(Terminal(ascii_only=True), GAMES["five-hundred"].prompts, io.StringIO())
    >>> human.show(fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).view(0))
    <BLANKLINE>
    Calls so far: none.
    Your cards: JK  S 6  C A K  D A 10 9 6  H 8 4
    Legal: P 6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D OM 10H
      10NT; every bid also with -SK
    """

    def __init__(self, terminal: Terminal, prompts: Prompts, source: TextIO | None = None) -> None:
        self.terminal = terminal
        self.prompts = prompts
        self.source: TextIO = sys.stdin if source is None else source

    def show(self, view: Any) -> None:
        """Print what a seat sees before a decision.

        Parameters
        ----------
        view : View
        """
        terminal = self.terminal
        terminal.line()
        self.prompts.show(terminal, view)
        shown = "not looked at yet" if view.hand is None else hand_line(terminal, view.hand)
        terminal.line(f"Your cards: {shown}")
        terminal.paragraph(f"Legal: {self.prompts.legal(terminal, view.legal_actions)}", indent="  ")

    def ask(self, view: Any) -> str | Word:
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
        asked = self.prompts.ask.get(view.phase, "your action") + self.prompts.place(view)
        while True:
            terminal.stream.write(terminal.encodable(f"seat {view.seat}, {asked}> "))
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
                return self._complete(view, text)

    def _complete(self, view: Any, text: str) -> str:
        """The verb may be left out where only one makes sense."""
        verb = self.prompts.verbs.get(view.phase)
        if verb is None or text.lower().split()[0] == verb or text in view.legal_actions:
            return text
        return f"{verb} {text}"

    def help(self, phase: Phase) -> None:
        """Explain what can be typed.

        Parameters
        ----------
        phase : Phase
        """
        self.terminal.paragraph(self.prompts.help.get(phase, "Type an action."), indent="  ")
        self.terminal.paragraph(
            "undo takes your last decision back, as long as no hidden card has been shown since; "
            f"rules prints the rules; quit ends, and with --save FILE the {self.prompts.noun} can go on "
            "later.",
            indent="  ",
        )


def legal_words(terminal: Terminal, actions: LegalActions) -> str:
    """What may be done, short enough to read.

    Parameters
    ----------
    terminal : Terminal
    actions : LegalActions

    Returns
    -------
    str
        Texts as they can be typed.

    Examples
    --------
    >>> from tricktake.state import ListedActions
    >>> legal_words(Terminal(ascii_only=True), ListedActions([Play("H9"), Play("HQ")]))
    'H9 HQ'
    """
    if len(actions) > 100:
        return ", ".join(actions.summary())
    return " ".join(
        [terminal.action(action) if isinstance(action, Play) else action.text for action in actions]
    )


def trick_line(terminal: Terminal, view: Any) -> str:
    """The trick a seat is to play to, in a sentence.

    Parameters
    ----------
    terminal : Terminal
    view : View

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("6S-SK P P P CA")
    >>> trick_line(Terminal(ascii_only=True), deal.view(1))
    'Trick 1: seat 0 CA.'
    """
    number = len(view.finished) + 1
    if not view.trick:
        return f"Trick {number}: you lead."
    cards = []
    for played in view.trick:
        named = f":{terminal.suit(played.named)}" if played.named is not None else ""
        cards.append(f"{whose(played.seat, table=played.from_table)} {terminal.card(played.card)}{named}")
    return f"Trick {number}: {', '.join(cards)}."
