"""One deal of a record: what was dealt, what was done, how it stands.

A deal is held as texts where a deal text would hold cards, so that it can say what a ``Deal`` cannot: that
cards are not known, that nobody finished it, that an action was taken back. :meth:`DealRecord.deal` plays it
through the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

from tricktake._rules import GameRules
from tricktake.actions import Action
from tricktake.errors import RecordError
from tricktake.records.edit import Path, changed, find_line, made_line, path_of
from tricktake.records.escapes import check_comment
from tricktake.records.fields import UNKNOWN, canonical_pairs
from tricktake.records.moves import Entry, Line, Move, main_line
from tricktake.records.reading import FieldError
from tricktake.records.replay import Step, head_pairs, played_through, points_of, start_deal
from tricktake.records.tags import Pairs, check_numbers, check_tags

__all__ = ["DealRecord", "Ending"]


class Ending(Enum):
    """How a recorded deal stands.

    Examples
    --------
    >>> Ending("abandoned")
    <Ending.ABANDONED: 'abandoned'>
    """

    OVER = "over"
    """It was played to its end, passed out included."""
    OPEN = "open"
    """It is still going on."""
    ABANDONED = "abandoned"
    """It was broken off and will not be finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal of a record.

    Parameters
    ----------
    fields : tuple of pairs of str
        The fields of the deal's text (``docs/deal-text.md``), all but ``rules``. Cards that are not known are
        ``?`` in them; ``pack``, the whole pack in order, may stand for ``hands``, ``kitty``, ``tables`` and
        ``dead``.
    entries : tuple of Move and TakeBack, default ()
        What was done.
    ending : Ending, default Ending.OPEN
    points : tuple of int or None, default None
        What the sides scored; None if it does not say.
    game : int, default 0
        In a tourney, which of its games the deal belongs to, from 0.
    tags : tuple of pairs of str, default ()
        Whatever else is to be kept about the deal.
    comment : str, default ""

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("P P P P"))
    >>> deal.ending, deal.points, deal.field("dealer"), deal.is_known
    (<Ending.OVER: 'over'>, (0, 0), '3', True)
    """

    fields: Pairs
    """The fields of the deal's text, without the rules."""
    entries: Line = ()
    """What was done."""
    ending: Ending = Ending.OPEN
    """How it stands."""
    points: tuple[int, ...] | None = None
    """Points of the sides, if they are told."""
    game: int = 0
    """In a tourney, which of its games, from 0."""
    tags: Pairs = ()
    """Other facts about the deal."""
    comment: str = ""
    """A remark before the first action."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", canonical_pairs(self.fields))
        object.__setattr__(self, "tags", check_tags(self.tags))
        object.__setattr__(self, "entries", tuple(self.entries))
        object.__setattr__(self, "points", check_numbers("points", self.points))
        check_comment(self.comment)
        if isinstance(self.game, bool) or not isinstance(self.game, int):
            raise TypeError(f"game must be a whole number, not {type(self.game).__name__}")
        if self.game < 0:
            raise RecordError(f"the games of a tourney count from 0, got {self.game}", str(self.game))

    @classmethod
    def of(cls, deal: Any, *, game: int = 0, abandoned: bool = False) -> Self:
        """Record a deal.

        Parameters
        ----------
        deal : Deal
            Of any game.
        game : int, default 0, keyword only
            In a tourney, which of its games.
        abandoned : bool, default False, keyword only
            Whether a deal that is not over will not be finished.

        Returns
        -------
        DealRecord
        """
        head = deal.to_text().split(" : ", 1)[0]
        entries = tuple([Move(action=step.action) for step in deal.history])
        ending = Ending.OVER if deal.is_over else Ending.ABANDONED if abandoned else Ending.OPEN
        return cls(
            fields=tuple([pair for pair in head_pairs(head) if pair[0] != "rules"]),
            entries=entries,
            ending=ending,
            points=points_of(deal),
            game=game,
        )

    def field(self, name: str) -> str | None:
        """The value of a field, None if it is not there.

        Parameters
        ----------
        name : str

        Returns
        -------
        str or None
        """
        return dict(self.fields).get(name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, take-backs carried out."""
        return main_line(self.entries)

    @property
    def is_known(self) -> bool:
        """Whether every card and every action is known."""
        told = all(move.action is not None for move in self.entries if isinstance(move, Move))
        return told and self.has_known_cards

    @property
    def has_known_cards(self) -> bool:
        """Whether every card is known, as it was dealt."""
        return not any(UNKNOWN in value for _, value in self.fields)

    def start(self, rules: GameRules) -> Any:
        """The deal before its first action.

        Parameters
        ----------
        rules : Rules

        Returns
        -------
        Deal

        Raises
        ------
        RecordError
            If cards are not known, or no such deal can be dealt.
        """
        if not self.has_known_cards:
            raise RecordError("some cards of this deal are not known", self.field("hands") or "")
        return start_deal(rules, self.fields)

    def steps(self, rules: GameRules) -> Iterator[Step]:
        """Play the deal through the rules, entry by entry.

        Parameters
        ----------
        rules : Rules

        Yields
        ------
        Step
            The deal in it is the same object every time.

        Raises
        ------
        RecordError
            If cards or an action are not known, or an action is illegal.
        """
        yield from played_through(self.start(rules), self.entries)

    def deal(self, rules: GameRules) -> Any:
        """The deal as it stands after its last entry.

        Parameters
        ----------
        rules : Rules

        Returns
        -------
        Deal

        Raises
        ------
        RecordError
            If cards or an action are not known, an action is illegal, or how it ended or what it scored is
            not as the record says.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H P")
        >>> DealRecord.of(deal).deal(deal.rules) == deal
        True
        """
        deal = self.start(rules)
        for step in self.steps(rules):
            deal = step.deal
        self.check_end(deal)
        return deal

    def possible(self, rules: GameRules, *, seed: int = 0) -> DealRecord:
        """The same deal with cards for those that are not known, drawn so that every action is legal.

        Parameters
        ----------
        rules : Rules
        seed : int, default 0, keyword only
            Draws the cards: the same ones for the same seed.

        Returns
        -------
        DealRecord
            With all cards and actions known; this one if it is known already. Lines beside a move are kept
            where they are legal with these cards.

        Raises
        ------
        RecordError
            If no such cards are found.

        Notes
        -----
        Who played what and who failed to follow suit say where cards can have been. One of the ways to lay
        them that is left is drawn, all alike, and the deal is played; what turns out to be illegal says more,
        and cards are drawn again. The draw is even among the ways that are left in the end, which may be more
        than those that can have been. The piles of a table are settled first, in one of the ways in which its
        cards can have been played, and these are not drawn evenly.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> fields = (("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3"))
        >>> deal = DealRecord(fields=fields).possible(fh.Rules(), seed=1).deal(fh.Rules())
        >>> [len(deal.hand(seat)) for seat in range(4)], "JK" in deal.hand(0)
        ([10, 10, 10, 10], True)
        """
        from tricktake.records.unknown import fill

        return self if self.is_known else fill(self, rules, seed)

    # ---- lines and comments ----------------------------------------------------------------------

    def line(self, path: Sequence[int] = ()) -> Line:
        """A line of the deal.

        Parameters
        ----------
        path : sequence of int, default ()
            Pairs of an entry and a line beside it, all from 0; empty: the main line.

        Returns
        -------
        tuple of Move and TakeBack

        Raises
        ------
        IndexError
            If there is no such entry or line.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("7H P")).with_line(1, ["8H", "P"])
        >>> [move.text for move in deal.line((1, 0))]
        ['8H', 'P']
        """
        return find_line(self.entries, path_of(path))

    def with_line(
        self, at: Path, actions: Iterable[Action | str | Entry], *, rules: GameRules | None = None
    ) -> DealRecord:
        """The deal with another line beside a move.

        Parameters
        ----------
        at : int or sequence of int
            Where the move stands: 7 for entry 7, (7, 0, 2) for entry 2 of line 0 beside it.
        actions : iterable of Action, str, Move or TakeBack
            What is done instead of the move, and after that.
        rules : Rules, optional, keyword only
            Then every action must be legal there, and texts are read as ``push`` reads them.

        Returns
        -------
        DealRecord

        Raises
        ------
        IndexError
            If there is no such entry.
        RecordError
            If the entry is no move, or an action cannot be read or is illegal.
        """
        path = path_of(at)
        before = None if rules is None else self.deal_at(rules, path)
        line = made_line(actions, before)

        def add(entry: Entry) -> Entry:
            if not isinstance(entry, Move):
                raise RecordError("a take-back has no other lines", entry.text)
            return replace(entry, lines=(*entry.lines, line))

        return replace(self, entries=changed(self.entries, path, add))

    def with_comment(self, at: Path | None, text: str) -> DealRecord:
        """The deal with another comment.

        Parameters
        ----------
        at : int, sequence of int or None
            Where the entry stands, as for :meth:`with_line`; None: before the first action.
        text : str
            Empty for no comment.

        Returns
        -------
        DealRecord

        Raises
        ------
        IndexError
            If there is no such entry.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
        >>> deal.with_comment(1, "bold").entries[1].comment
        'bold'
        """
        if at is None:
            return replace(self, comment=text)
        entries = changed(self.entries, path_of(at), lambda entry: replace(entry, comment=text))
        return replace(self, entries=entries)

    def deal_at(self, rules: GameRules, at: Path) -> Any:
        """The deal before an entry of any line.

        Parameters
        ----------
        rules : Rules
        at : int or sequence of int
            Where the entry stands, as for :meth:`with_line`.

        Returns
        -------
        Deal

        Raises
        ------
        IndexError
            If there is no such entry.
        RecordError
            If cards or actions are not known, or an action before it is illegal.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
        >>> deal.deal_at(fh.Rules(), 1).turn, len(deal.deal_at(fh.Rules(), 3))
        (0, 3)
        """
        path = path_of(at)
        changed(self.entries, path, lambda entry: entry)
        deal = self.start(rules)
        for depth in range(0, len(path), 2):
            line = find_line(self.entries, path[:depth])
            for step in played_through(deal, line[: path[depth]]):
                deal = step.deal
        return deal

    def check_end(self, deal: Any) -> None:
        """Refuse an ending or points that are not those of the deal played.

        Parameters
        ----------
        deal : Deal
            As it stands after the last entry.

        Raises
        ------
        FieldError
            If it ended or scored in another way than the record says.
        """
        if deal.is_over != (self.ending is Ending.OVER):
            stands = "is over" if deal.is_over else "is not over"
            why = f"the record says {self.ending.value}, but the deal {stands}"
            raise FieldError(why, "ending", self.ending.value, named=False)
        found = points_of(deal)
        if self.points is not None and found != self.points:
            why = f"the sides scored {_shown(found)}, not {_shown(self.points)}"
            raise FieldError(why, "points", _shown(self.points), named=False)


def _shown(points: Sequence[int] | None) -> str:
    return "nothing" if points is None else ",".join(map(str, points))
