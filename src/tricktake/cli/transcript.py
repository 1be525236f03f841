"""A deal told as it happens, whatever the game: hands, calls, what is exchanged, every trick, the score.

The transcript looks at the deal after each action and prints what has become complete. It prints hidden cards
only where the seats it writes for may see them: all of them when no human plays. A game derives its own from
:class:`Transcript` and says what its calls and scores look like.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from tricktake.cli.sides import side_label
from tricktake.cli.terminal import Terminal
from tricktake.view import PlayedCard

__all__ = ["Stage", "Transcript", "trick_winners"]

D = TypeVar("D", bound=Any)


@dataclass(slots=True)
class Stage:
    """How far a deal has come, in what is printed as a whole.

    Examples
    --------
    >>> Stage(auction=True).play
    False
    """

    auction: bool = False
    """The calls are over."""
    exchange: bool = False
    """Cards have been exchanged."""
    play: bool = False
    """The play has begun."""
    tricks: int = 0
    """Tricks are finished."""
    over: bool = False
    """The deal is."""


class Transcript(ABC, Generic[D]):
    """Prints the deals of a game as they are played. Base of each game's own.

    Parameters
    ----------
    terminal : Terminal
        Where it is printed.
    humans : frozenset of int, default empty
        Seats played by people at this screen; what they may not see is not printed.
    """

    SEAT_WIDTH: ClassVar[int]
    """Characters for a seat in a table, unless ``_widths`` says otherwise."""
    SIDE_WIDTH: ClassVar[int]
    """Characters for the tricks of a side, likewise."""

    def __init__(self, terminal: Terminal, humans: frozenset[int] = frozenset()) -> None:
        self.terminal = terminal
        self.humans = humans
        self._told = Stage()

    # ---- what each game says itself ----------------------------------------------------------------------

    @abstractmethod
    def _stage(self, deal: D) -> Stage:
        """How far a deal has come."""

    @abstractmethod
    def _tell_head(self, deal: D, number: int) -> None:
        """Print the head of a deal and, if no human plays, the hands."""

    @abstractmethod
    def _tell_auction(self, deal: D) -> None:
        """Print the calls and what they lead to."""

    @abstractmethod
    def _tell_exchange(self, deal: D) -> None:
        """Print what has been exchanged."""

    @abstractmethod
    def _tell_start(self, deal: D) -> None:
        """Print what is known at the first lead."""

    @abstractmethod
    def _tell_score(self, deal: D) -> None:
        """Print the score of a deal."""

    def _has_play(self, deal: D) -> bool:
        """Whether cards are played in a deal that has come to its play."""
        return True

    def _trick_notes(self, deal: D, number: int) -> list[str]:
        """What is worth a line of its own after a trick."""
        return []

    def _widths(self, deal: D) -> tuple[int, int]:
        """Characters for a seat and for the tricks of a side."""
        return self.SEAT_WIDTH, self.SIDE_WIDTH

    def _columns(self, deal: D) -> list[str]:
        """Headings of the cards of a trick."""
        return [f"seat {seat}" for seat in range(deal.rules.players)]

    def _column(self, deal: D, played: PlayedCard) -> int:
        """Which of these columns a card belongs to."""
        return played.seat

    def _winning_columns(self, deal: D) -> list[int]:
        """The column of the card that won, for every finished trick."""
        return trick_winners(deal)

    def _end_head(self, deal: D) -> str:
        """Heading of what stands at the end of the row of a trick."""
        return ""

    def _end_row(self, deal: D, number: int) -> str:
        """What stands there."""
        return ""

    # ---- what is alike -----------------------------------------------------------------------------------

    def begin(self, deal: D, number: int) -> None:
        """Print the head of a deal and the hands.

        Parameters
        ----------
        deal : Deal
        number : int
            From 1.
        """
        self._told = Stage()
        self.terminal.line()
        self._tell_head(deal, number)

    def tell(self, deal: D) -> None:
        """Print what has become complete since the last call.

        Parameters
        ----------
        deal : Deal
            The deal that has begun last.
        """
        told, now, say = self._told, self._stage(deal), self.terminal.line
        if now.auction and not told.auction:
            self._tell_auction(deal)
        if now.exchange and not told.exchange:
            self._tell_exchange(deal)
        if now.play and not told.play and self._has_play(deal):
            self._tell_start(deal)
            if not self.humans:
                say()
                say(self._trick_head(deal))
        for number in range(told.tricks, now.tricks):
            if self.humans:  # between questions a row alone would have to be guessed at
                say()
                say(self._trick_head(deal))
            say(self._trick_row(deal, number))
            for note in self._trick_notes(deal, number):
                say(f"         {note}")
        if now.over and not told.over:
            self._tell_score(deal)
        self._told = now

    def rewind(self, deal: D) -> None:
        """Note that actions have been taken back.

        Parameters
        ----------
        deal : Deal
        """
        self._told = self._stage(deal)

    def _may_see(self, seat: int) -> bool:
        return not self.humans or seat in self.humans

    def _trick_head(self, deal: D) -> str:
        width, side_width = self._widths(deal)
        row = "".join([f" {label:<{width - 1}}" for label in self._columns(deal)])
        sides = "".join([f"{side_label(side):>{side_width}}" for side in deal.rules.sides])
        return f"  trick  {row} won by{sides}{self._end_head(deal)}"

    def _trick_row(self, deal: D, number: int) -> str:
        trick = deal.finished[number]
        winners, best = trick_winners(deal), self._winning_columns(deal)[number]
        width, side_width = self._widths(deal)
        cells = ["   -"] * len(self._columns(deal))
        for at, played in enumerate(trick):
            card = self.terminal.card(played.card)
            named = f":{self.terminal.suit(played.named)}" if played.named is not None else ""
            column = self._column(deal, played)
            mark = "*" if column == best else ""
            cells[column] = f"{'>' if at == 0 else ' '}{card}{named}{mark}"
        row = "".join([f"{cell:<{width}}" for cell in cells])
        count = [sum([winner in side for winner in winners[: number + 1]]) for side in deal.rules.sides]
        sides = "".join([f"{won:>{side_width}}" for won in count])
        return f"  {number + 1:>5}  {row} seat {winners[number]}{sides}{self._end_row(deal, number)}"


def trick_winners(deal: Any) -> list[int]:
    """The winner of every finished trick.

    Parameters
    ----------
    deal : Deal
        A deal played from its first trick.

    Returns
    -------
    list of int
        Seats, oldest trick first.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> trick_winners(fh.Deal(dealer=3, seed=500))
    []
    """
    finished = deal.finished
    winners = [trick[0].seat for trick in finished[1:]]  # FH-PLAY-5, CS-PLAY-5: the winner leads next
    if finished:
        before = [winners.count(seat) for seat in range(deal.rules.players)]
        last = [seat for seat, won in enumerate(deal.tricks) if won > before[seat]]
        winners.append(last[0])
    return winners
