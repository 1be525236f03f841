"""The report of an arena: what was played, what each bot has done, and what that shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Self

from tricktake.arena.boards import Board
from tricktake.arena.setup import Setup
from tricktake.arena.standings import Pair, Standing, results_of, standings_of
from tricktake.errors import SetupError

__all__ = ["Report"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What has come of an arena.

    Examples
    --------
    >>> from tricktake import arena, fivehundred as fh
    >>> report = arena.play(fh.Rules(), ["heuristic", "random"], boards=20, seed=500)
    >>> [standing.bot for standing in report.standings], report.pairs[0].better
    (['heuristic', 'random'], 'heuristic')
    """

    setup: Setup
    """What was played."""
    boards: tuple[Board, ...] = field(repr=False)
    """Every board with its results."""
    standings: tuple[Standing, ...]
    """What each bot has done, in the order in which they were first named."""
    pairs: tuple[Pair, ...]
    """What is shown of each two bots."""

    @classmethod
    def of(cls, setup: Setup, boards: Iterable[Board]) -> Self:
        """Report on boards that have been played.

        Parameters
        ----------
        setup : Setup
            What was played.
        boards : iterable of Board
            From :func:`tricktake.arena.play_boards`.

        Returns
        -------
        Report

        Raises
        ------
        SetupError
            If there is no board.

        Examples
        --------
        >>> from tricktake import arena, fivehundred as fh
        >>> setup = arena.Setup(fh.Rules(), ["heuristic", "random"])
        >>> Report.of(setup, arena.play_boards(setup, 3)).standings[0].boards
        3
        """
        listed = tuple(boards)
        if not listed:
            raise SetupError("there is nothing to report: no board has been played")
        standings, pairs = standings_of(setup, listed)
        return cls(setup=setup, boards=listed, standings=standings, pairs=pairs)

    def results(self, bot: str) -> tuple[Fraction, ...]:
        """The exact result of a bot on every board.

        Parameters
        ----------
        bot : str
            Its name in :attr:`standings`, or what it was given as.

        Returns
        -------
        tuple of Fraction
            Points of its sides less those of the others, in the mean of the seatings.

        Raises
        ------
        KeyError
            If there is no such bot.

        Examples
        --------
        >>> from tricktake import arena, spades as sp
        >>> report = arena.play(sp.Rules(), ["random", "random"], boards=3)
        >>> report.results("random (2)")  # equal bots end level on every board
        (Fraction(0, 1), Fraction(0, 1), Fraction(0, 1))
        """
        names = self.setup.names
        if bot not in names and bot in self.setup.specs:
            bot = names[self.setup.specs.index(bot)]
        if bot not in names:
            raise KeyError(f"there is no bot {bot!r}; bots are {', '.join(names)}")
        return tuple(results_of(self.setup, self.boards, names.index(bot)))

    def data(self) -> dict[str, Any]:
        """Everything but the boards, for programs.

        Returns
        -------
        dict
            What ``json.dumps`` can write.

        Examples
        --------
        >>> from tricktake import arena, fivehundred as fh
        >>> data = arena.play(fh.Rules(), ["heuristic", "random"], boards=3).data()
        >>> data["boards"], data["pairs"][0]["first"], data["standings"][1]["bot"]
        (3, 'heuristic', 'random')
        """
        head = dict(self.setup.header())
        for name in ("format", "version"):
            del head[name]
        return {
            **head,
            "seatings": [list(seating) for seating in self.setup.seatings],
            "boards": len(self.boards),
            "standings": [asdict(standing) for standing in self.standings],
            "pairs": [{**asdict(pair), "better": pair.better, "needed": pair.needed} for pair in self.pairs],
        }

    def to_text(self) -> str:
        """The report as a table, with a sentence for each two bots.

        Returns
        -------
        str
            Lines, the last one ended like all others.

        Examples
        --------
        >>> from tricktake import arena, fivehundred as fh
        >>> print(arena.play(fh.Rules(), ["random:bid=0.1", "random:bid=0.9"], boards=50, seed=500))
        Five Hundred, australian, seed 500: 50 deals in 2 seatings each
        <BLANKLINE>
          bot              points  error       95 % interval    won   95 % interval  faults
          random:bid=0.1  +323.60  22.78  +277.83 to +369.37  89.0%  81.4% to 93.7%       0
          random:bid=0.9  -323.60  22.78  -369.37 to -277.83  10.0%   5.5% to 17.4%       0
        <BLANKLINE>
        random:bid=0.1 is better than random:bid=0.9: +323.60 points a deal, and the 95 % interval from
        +277.83 to +369.37 excludes 0.
        """
        from tricktake.arena.words import report_text

        return report_text(self)

    def __str__(self) -> str:
        return self.to_text().rstrip("\n")
