"""From the deals of a record to the match, game or tourney they make up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tricktake.errors import GameError, RecordError
from tricktake.records.deals import Ending

if TYPE_CHECKING:
    from tricktake.records.model import Record

__all__ = ["DoesNotFollow", "check_winners", "join_deals"]


class DoesNotFollow(RecordError):
    """A deal that cannot be the next one.

    Parameters
    ----------
    message : str
    number : int
        Index of the deal.

    Examples
    --------
    >>> DoesNotFollow("the deal before is not over", 2).number
    2
    """

    number: int
    """Index of the deal."""
    reason: str
    """What is wrong, without the number."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(f"deal {number + 1}: {message}")
        self.number = number
        self.reason = message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.number)


def join_deals(record: Record, deals: Sequence[Any]) -> Any:
    """Make the contest of a record from its deals.

    Parameters
    ----------
    record : Record
    deals : sequence of Deal
        The deals of the record as they were played; they belong to the contest afterwards.

    Returns
    -------
    Match, Game or Tourney

    Raises
    ------
    DoesNotFollow
        If a deal cannot be the next one.
    RecordError
        If it is a record of single deals, its fields make no contest, or others have won than it says.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Record
    >>> match = fh.Match(seed=500, dealer=3)
    >>> _ = match.push("7H")
    >>> join_deals(Record.of(match), match.deals) == match
    True
    """
    if record.kind == "deals":
        raise RecordError("single deals are no contest", record.kind)
    game = record.game
    words = " ".join([f"{name}={value}" for name, value in record.fields])
    kind = game.type_of(record.kind)
    whole = kind.from_text(f"{game.head(record.kind)} rules={record.rules.to_text()} {words}")
    is_tourney, at = hasattr(whole, "next_game"), -1
    part = whole
    for number, (entry, deal) in enumerate(zip(record.deals, deals, strict=True)):
        if not is_tourney and entry.game:
            raise DoesNotFollow(f"a {record.kind} is one game, not {entry.game + 1}", number)
        if is_tourney and entry.game != at:
            if entry.game != at + 1:
                raise DoesNotFollow(f"game {entry.game + 1} cannot follow game {at + 1}", number)
            at += 1
            try:
                part = whole.next_game()
            except GameError as error:
                raise DoesNotFollow(str(error), number) from error
        try:
            _check_next(part, deal, number)
        except DoesNotFollow as error:
            before = record.deals[number - 1] if number else None
            if before is None or before.ending is not Ending.ABANDONED or before.game != entry.game:
                raise
            cause = f"deal {number} is abandoned, so this one is dealt in its stead"
            raise DoesNotFollow(f"{error.reason}; {cause}", number) from None
        following = record.deals[number + 1 : number + 2]
        if entry.ending is not Ending.ABANDONED or not following or following[0].game != entry.game:
            part._items.append(deal)
    check_winners(record, whole)
    return whole


def check_winners(record: Record, contest: Any) -> None:
    """Refuse winners that are not those of the contest.

    Parameters
    ----------
    record : Record
    contest : Match, Game or Tourney

    Raises
    ------
    RecordError
        If others have won than the record says.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Record
    >>> match = fh.Match(seed=500, dealer=3)
    >>> check_winners(Record.of(match), match)
    """
    won = None if contest.winners is None else tuple(sorted(contest.winners))
    if record.winners is not None and won != tuple(sorted(record.winners)):
        raise RecordError(f"the sides that have won are {_sides(won)}, not {_sides(record.winners)}", "")


def _sides(sides: Sequence[int] | None) -> str:
    return "none" if sides is None else ",".join(map(str, sides))


def _check_next(part: Any, deal: Any, number: int) -> None:
    """Refuse a deal that cannot be the next one of a match or game."""
    current = part.deal
    if current is not None and not current.is_over:
        raise DoesNotFollow("the deal before it is not over", number)
    if part.is_over:
        raise DoesNotFollow("it follows the end", number)
    due = part._make()
    for mine, theirs, what in zip(deal._terms(), due._terms(), _TERMS, strict=False):
        if mine != theirs:
            raise DoesNotFollow(f"its {what} should be {_word(theirs)}, not {_word(mine)}", number)
    if part.seed is not None and deal._cards() != due._cards():
        raise DoesNotFollow("its cards are not those of the seed", number)


_TERMS = ("rules", "dealer", "scores", "bags", "blind sixes")


def _word(term: object) -> str:
    return ",".join(map(str, term)) if isinstance(term, tuple) else str(term)
