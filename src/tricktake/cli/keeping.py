"""What is kept of a contest at the table: its text, and a record with what was taken back.

A deal forgets what is taken back; the keeper notes it, so that a record holds every action that was done.
Both files are written after every deal and when somebody leaves. A pipe or a device can be written only once,
so that is done at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from tricktake.actions import Action
from tricktake.cli.game import Contest, GameCommands
from tricktake.cli.terminal import Terminal
from tricktake.records import Ending, Entry, Move, Record, TakeBack, save
from tricktake.records.writing import is_replaced, write_whole

__all__ = ["Keeper", "player_names", "where_it_is"]

_REST = 10  # a record that may wait takes a tenth of the time at most


def player_names(kinds: Mapping[int, str], told: Sequence[str] = ()) -> tuple[str, ...]:
    """A name for every seat, each another one.

    Parameters
    ----------
    kinds : mapping of int to str
        Who plays each seat: ``human`` or a bot.
    told : sequence of str, default ()
        Names of a record that is continued; those that were not made here stay.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> player_names({0: "human", 1: "heuristic", 2: "random:bid=0.5"})
    ('human 0', 'heuristic 1', 'random:bid=0.5 2')
    >>> player_names({0: "human", 1: "random"}, ("Ann", "heuristic 1"))
    ('Ann', 'random 1')
    """
    names = []
    for seat in range(len(kinds)):
        before = told[seat] if seat < len(told) else ""
        stays = before and not before.endswith(f" {seat}")
        names.append(before if stays else f"{' '.join(kinds[seat].split())} {seat}")
    return tuple(names)


class Keeper:
    """Where a contest is kept, and what was taken back in it.

    Parameters
    ----------
    contest : Contest
    save : Path, optional, keyword only
        Where its text is written.
    record : Path, optional, keyword only
        Where its record is written, as JSON if it ends in ``.json``.
    kinds : mapping of int to str, optional, keyword only
        Who plays each seat; without it the record names nobody.
    recorded : callable, optional, keyword only
        What of the contest is recorded; default: the contest.
    before : Record, optional, keyword only
        The record that is continued: its names, tags, comments and take-backs stay.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> match = fh.Match(seed=500, dealer=3)
    >>> keeper = Keeper(match)
    >>> _ = match.push("7H")
    >>> keeper.take_back(match.deal, 1)
    [Bid('7H')]
    >>> _ = match.push("8H")
    >>> [entry.text for entry in keeper.made().deals[0].entries]
    ['LOOK', '7H', 'undo 1', '8H']
    """

    def __init__(
        self,
        contest: Contest[Any, Any],
        *,
        save: Path | None = None,
        record: Path | None = None,
        kinds: Mapping[int, str] | None = None,
        recorded: Callable[[Any], Any] | None = None,
        before: Record | None = None,
    ) -> None:
        self.contest = contest
        self.save = save
        """Where the text is kept."""
        self.record = record
        """Where the record is kept."""
        self._recorded = recorded
        self._before = before
        self._names = () if kinds is None else player_names(kinds, () if before is None else before.players)
        # by the number of a deal: its entries up to the last take-back, and how many actions stood after it
        self._told: dict[int, tuple[tuple[Entry, ...], int]] = {}
        self._due = 0.0  # when a record that may wait is written again
        if before is not None:
            self._told = {
                number: (deal.entries, len(deal.moves)) for number, deal in enumerate(_standing(before))
            }

    @property
    def where(self) -> Path | None:
        """The file a contest can be continued from; None if there is none."""
        for path in (self.save, self.record):
            if path is not None and is_replaced(path):
                return path
        return None

    def take_back(self, deal: Any, count: int) -> list[Action]:
        """Take the last actions of the current deal back, and note that.

        Parameters
        ----------
        deal : Deal
            The one on the table.
        count : int
            How many, 1 at least.

        Returns
        -------
        list of Action
            The last one first.
        """
        number = len(self.contest.deals) - 1
        entries = (*self._entries(number, deal), TakeBack(count=count))
        back = [deal.pop() for _ in range(count)]
        self._told[number] = entries, len(deal)
        return back

    def _entries(self, number: int, deal: Any) -> tuple[Entry, ...]:
        told, stood = self._told.get(number, ((), 0))
        return (*told, *[Move(action=step.action) for step in deal.history[stood:]])

    def made(self) -> Record:
        """The record of everything so far.

        Returns
        -------
        Record
        """
        contest, before = self.contest, self._before
        record = Record.of(
            contest if self._recorded is None else self._recorded(contest), players=self._names
        )
        deals = [
            replace(made, entries=self._entries(number, deal)) if number in self._told else made
            for number, (made, deal) in enumerate(zip(record.deals, contest.deals, strict=True))
        ]
        if before is not None:
            for number, deal in enumerate(_standing(before)):
                deals[number] = replace(deals[number], tags=deal.tags, comment=deal.comment)
            record = replace(record, tags=before.tags, comment=before.comment)
        return replace(record, deals=tuple(deals))

    def write(self, *, last: bool = False, spare: bool = False) -> None:
        """Write what is kept.

        Parameters
        ----------
        last : bool, default False, keyword only
            Whether nothing follows, so that pipes and devices are written too.
        spare : bool, default False, keyword only
            Whether the record may wait, so that bots that play a hundred deals in a second are not held up
            by a record that grows with every deal.

        Raises
        ------
        OSError
            If a file cannot be written; it is as it was.
        RecordError
            If the record is larger than a reader takes.

        Notes
        -----
        A contest in which nothing has been dealt is not written.
        """
        if not self.contest.deals:
            return
        if self.save is not None and (last or is_replaced(self.save)):
            write_whole(self.save, self.contest.to_text())
        if self.record is None or not (last or is_replaced(self.record)):
            return
        began = monotonic()
        if not spare or began >= self._due:
            save(self.record, [self.made()])
            now = monotonic()
            self._due = now + _REST * (now - began)


def where_it_is(terminal: Terminal, game: GameCommands[Any, Any, Any], keeper: Keeper) -> None:
    """Say how a contest that was left can be continued.

    Parameters
    ----------
    terminal : Terminal
    game : GameCommands
    keeper : Keeper

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> keeper = Keeper(fh.Match(seed=500), record=Path("match.ttr"))
    >>> where_it_is(Terminal(), GAMES["five-hundred"], keeper)
    The match is recorded; continue with: tricktake play five-hundred --resume match.ttr
    """
    noun, where = game.noun(keeper.contest), keeper.where
    if where is None:
        terminal.paragraph(
            f"The {noun} is not kept; with --save FILE it is, and --resume FILE goes on with it.", indent="  "
        )
    else:
        done = "saved" if where == keeper.save else "recorded"
        terminal.line(f"The {noun} is {done}; continue with: tricktake play {game.name} --resume {where}")


def _standing(record: Record) -> list[Any]:
    """The deals of a record that are in its contest: one that was abandoned is dealt again."""
    following = [*record.deals[1:], None]
    return [
        deal
        for deal, after in zip(record.deals, following, strict=True)
        if deal.ending is not Ending.ABANDONED or after is None or after.game != deal.game
    ]
