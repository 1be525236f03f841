"""Whose turn it is and what is done with an answer: the contest behind the screen.

No widget is known here. A bot at fault does not end the game: what it did is told, and the heuristic bot
chooses for it this once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tricktake.actions import Action
from tricktake.bots import Bot, Heuristic
from tricktake.cli.game import Contest, GameCommands
from tricktake.cli.keeping import Keeper
from tricktake.cli.sides import side_label
from tricktake.cli.undo import can_take_back
from tricktake.errors import GameError
from tricktake.view import View

__all__ = ["Answer", "Director", "Row", "ask_bot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a bot has said.

    Examples
    --------
    >>> Answer(action=None, fault="it raised ValueError").fault
    'it raised ValueError'
    """

    action: Action | None
    """Its action; None if it has none."""
    fault: str = ""
    """What is wrong with it, in words that give no card away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A deal on the score sheet.

    Examples
    --------
    >>> Row(number=1, dealer=3, points=(40, 0), scores=(40, 0)).points
    (40, 0)
    """

    number: int
    """The number of the deal, from 1."""
    dealer: int
    """Seat that dealt."""
    points: tuple[int, ...]
    """Points of each side."""
    scores: tuple[int, ...]
    """Scores after it."""


def ask_bot(bot: Bot, view: View) -> Answer:
    """Ask a bot, whatever it does; for a thread of its own.

    Parameters
    ----------
    bot : Bot
    view : View
        A view of the seat to act.

    Returns
    -------
    Answer

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> ask_bot(Heuristic(), fh.Deal(dealer=3, seed=500).view(0)).action
    Look()
    """
    try:
        action = bot.choose(view)
    except (Exception, SystemExit) as error:  # a bot that wants to end the program has only lost its turn
        # not the text of the error, which may hold the cards of the seat
        return Answer(action=None, fault=f"it raised {type(error).__name__}")
    if not isinstance(action, Action):
        return Answer(action=None, fault=f"{type(action).__name__} is no action")
    return Answer(action=action)


class Director:
    """A contest and who plays in it.

    Parameters
    ----------
    game : GameCommands
        What is played.
    contest : Contest
        Fresh or under way.
    bots : mapping of int to Bot
        Who plays the seats that no human plays.
    humans : frozenset of int, keyword only
        The seats of people.
    keeper : Keeper, optional, keyword only
        Where the contest is kept; default: nowhere.

    Raises
    ------
    ValueError
        If a seat is played by nobody, or none by a human.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> bots = {seat: Heuristic() for seat in (1, 2, 3)}
    >>> director = Director(GAMES["five-hundred"], fh.Match(seed=500, dealer=3), bots, humans=frozenset((0,)))
    >>> director.begin()
    >>> director.deal.turn, director.is_human(0), director.push("7C")
    (0, True, Bid('7C'))
    """

    def __init__(
        self,
        game: GameCommands[Any, Any, Any],
        contest: Contest[Any, Any],
        bots: Mapping[int, Bot],
        *,
        humans: frozenset[int],
        keeper: Keeper | None = None,
    ) -> None:
        seats = range(contest.rules.players)
        nobody = [seat for seat in seats if seat not in humans and seat not in bots]
        if nobody:
            raise ValueError(f"nobody plays seat {nobody[0]}")
        if not humans or not humans <= set(seats):
            raise ValueError(f"the screen is for people at seats 0 to {len(seats) - 1}, not {sorted(humans)}")
        self.game = game
        self.contest = contest
        self.bots = bots
        self.humans = humans
        self.keeper: Keeper = Keeper(contest) if keeper is None else keeper
        self.moves: int = 0
        """Counts every change of the deal, so that what was thought before is known to be late."""
        self._stand_in = Heuristic()

    @property
    def deal(self) -> Any:
        """The deal on the table."""
        deal = self.contest.deal
        assert deal is not None, "no deal has begun"
        return deal

    def is_human(self, seat: int) -> bool:
        """Whether a person plays a seat.

        Parameters
        ----------
        seat : int
        """
        return seat in self.humans

    def begin(self) -> None:
        """Deal, unless a deal is under way."""
        deal = self.contest.deal
        if deal is None or deal.is_over:
            self.contest.next_deal()
            self.moves += 1

    def push(self, action: Action | str) -> Action:
        """Take an action in the deal.

        Parameters
        ----------
        action : Action or str

        Returns
        -------
        Action

        Raises
        ------
        GameError
            As ``Deal.push``; nothing has changed.
        """
        done: Action = self.deal.push(action)
        self.moves += 1
        return done

    def take(self, seat: int, answer: Answer) -> str:
        """Do what a bot has said, or what the heuristic bot says in its place.

        Parameters
        ----------
        seat : int
            The seat to act.
        answer : Answer

        Returns
        -------
        str
            What was wrong; empty if nothing was.
        """
        fault = answer.fault
        if answer.action is not None:
            try:
                self.push(answer.action)
            except GameError:  # neither the action nor the reason is told: they would say what the seat holds
                fault = "its action is illegal"
            else:
                return ""
        view = self.deal.view(seat)
        other = ask_bot(self._stand_in, view)
        self.push(view.legal_actions[0] if other.action is None else other.action)
        return f"seat {seat} ({self.bots[seat].name}): {fault}; the heuristic bot acted for it"

    def undo(self, seat: int) -> Action | str:
        """Take the last decision of a seat back, if nothing hidden has been shown since.

        Parameters
        ----------
        seat : int
            The seat to act.

        Returns
        -------
        Action or str
            The decision taken back, or why it stays.
        """
        count = can_take_back(self.deal, seat, self.game.prompts)
        if not isinstance(count, int):
            return count
        back = self.keeper.take_back(self.deal, count)
        self.moves += 1
        return back[-1]

    def complete(self, view: Any, text: str) -> str:
        """What was typed, with the verb that may be left out.

        Parameters
        ----------
        view : View
        text : str

        Returns
        -------
        str
        """
        words = text.lower().split()
        verb = self.game.prompts.verbs.get(view.phase)
        if verb is None or not words or words[0] == verb or text in view.legal_actions:
            return text
        return f"{verb} {text}"

    def write(self, path: Path | None = None) -> Path | None:
        """Keep the contest.

        Parameters
        ----------
        path : Path, optional
            Where; default: where it is kept anyway.

        Returns
        -------
        Path or None
            Where it is; None if it is kept nowhere.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        keeper = self.keeper
        if path is None:
            keeper.write()
            return keeper.where
        before, keeper.save = keeper.save, path
        try:
            keeper.write()
        except BaseException:
            keeper.save = before  # it is kept there from now on only if that has worked
            raise
        return keeper.where

    def rows(self) -> list[Row]:
        """The score sheet: the deals that are over."""
        found = []
        for number, deal in enumerate(self.contest.deals, 1):
            if deal.is_over:
                points = tuple(deal.score().points)
                scores = tuple([before + won for before, won in zip(deal.scores, points, strict=True)])
                found.append(Row(number=number, dealer=deal.dealer, points=points, scores=scores))
        return found

    def sides(self) -> list[str]:
        """The sides as headings."""
        return [side_label(side) for side in self.contest.rules.sides]
