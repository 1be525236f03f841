"""Reading PTN texts: one record, or every game of a file for itself.

Each deal is played through the rules. Strict reading refuses what is damaged, unknown or in doubt; lenient
reading overlooks what can be overlooked and says so in warnings. An error names line, column and reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tricktake.errors import GameError, RecordError
from tricktake.ptn._game import GameRead, read_game
from tricktake.ptn._tags import speech
from tricktake.ptn.dialect import Dialect, spoken_by
from tricktake.ptn.source import Game, Place, decode, split_games
from tricktake.records import Record

__all__ = ["Imported", "Reading", "read", "read_all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    r"""What has been read.

    Examples
    --------
    >>> imported = read('[GameCode "FiveHundred"]\n[Deal "E:- - - -"]')
    >>> imported.dialect, imported.record.rules.players, imported.record.deals[0].is_known
    (<Dialect.RECORD: 'record'>, 4, False)
    """

    record: Record
    """The record."""
    warnings: tuple[str, ...] = ()
    """What was overlooked, each with its place."""
    dialect: Dialect = Dialect.RECORD
    """The dialect found; ``RECORD`` where nothing tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    r"""What has been read of a file of several games.

    Examples
    --------
    >>> reading = read_all('[GameCode "Whist"]\n[Deal "E:- - - -"]')
    >>> len(reading.games), str(reading.errors[0])
    (0, "line 1, column 12: the game 'Whist' is not known here; FiveHundred and Spades are")
    """

    games: tuple[Imported, ...]
    """The games that could be read, each a record of one deal."""
    errors: tuple[RecordError, ...]
    """One error for each game that could not."""


class _Log:
    """Where notes go: into warnings, or up as errors."""

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.warnings: list[str] = []

    def note(self, place: Place, message: str) -> None:
        """Take a note."""
        if not self.lenient:
            raise place.error(message)
        self.warnings.append(f"{place}: {message}")


def read(text: str | bytes, *, dialect: Dialect | None = None, lenient: bool = False) -> Imported:
    """Read a text of one game, or of several that belong together.

    Parameters
    ----------
    text : str or bytes
        At most ``MAX_TEXT`` characters; bytes are UTF-8, or UTF-16 with a byte-order mark.
    dialect : Dialect or None, default None, keyword only
        In which order cards are written; None: found out from the cards themselves.
    lenient : bool, default False, keyword only
        Whether to overlook what is damaged, unknown or in doubt, with a warning.

    Returns
    -------
    Imported

    Raises
    ------
    RecordError
        If the text cannot be read; the message begins with line and column. Games under different rules or
        with different players are no one record: :func:`read_all` reads each for itself.

    Examples
    --------
    >>> text = '''
    ... [GameCode "Spades"]
    ... [Dealer "E"]
    ... [Deal "S:AKQJ... T987... 6543... 2...AKQ"]
    ... '''
    >>> try:
    ...     read(text)
    ... except ValueError as error:
    ...     print(error)
    line 4, column 8: the seats get 13 13 13 13 cards (CS-DECK-1); got 4 4 4 4
    """
    games = split_games(decode(text))
    if not games:
        raise RecordError("there is no game in this text", "")
    log = _Log(lenient)
    found: list[tuple[GameRead, Dialect | None]] = [_read_one(game, dialect, log) for game in games]
    first = found[0][0]
    for (one, _), game in zip(found[1:], games[1:], strict=True):
        for name in ("rules", "players", "tags", "comment", "contest"):
            if getattr(one, name) != getattr(first, name):
                raise game.place.error(f"other {name} than in the first game; read_all reads each for itself")
    spoken = [said for _, said in found if said is not None]
    if len(set(spoken)) > 1:
        raise games[0].place.error("the games of this text are written in different orders; pass dialect")
    return Imported(
        record=_record([one for one, _ in found], games),
        warnings=tuple(dict.fromkeys(log.warnings)),
        dialect=spoken[0] if spoken else dialect or Dialect.RECORD,
    )


def read_all(text: str | bytes, *, dialect: Dialect | None = None, lenient: bool = False) -> Reading:
    """Read every game of a text for itself; one that is damaged does not harm the others.

    Parameters
    ----------
    text, dialect, lenient
        As for :func:`read`.

    Returns
    -------
    Reading

    Raises
    ------
    RecordError
        If the text as a whole cannot be read: it is too long, or bytes are no text.

    Examples
    --------
    >>> read_all("").games
    ()
    """
    imported: list[Imported] = []
    errors: list[RecordError] = []
    for game in split_games(decode(text)):
        log = _Log(lenient)
        try:
            one, said = _read_one(game, dialect, log)
            record = _record([one], [game])
        except RecordError as error:
            errors.append(error)
            continue
        imported.append(
            Imported(
                record=record,
                warnings=tuple(dict.fromkeys(log.warnings)),
                dialect=said or dialect or Dialect.RECORD,
            )
        )
    return Reading(games=tuple(imported), errors=tuple(errors))


def _read_one(game: Game, dialect: Dialect | None, log: _Log) -> tuple[GameRead, Dialect | None]:
    """Read a game, in the dialect it is in."""
    for place, message in game.trouble:
        log.note(place, message)
    said = speech(game)
    dialects, number = spoken_by([text for text, _ in said])
    if not dialects:
        text, place = said[number]
        if spoken_by([text])[0]:
            raise place.error(f"{text[:20]!r} is written in the other order than the cards before it")
        raise place.error(f"{text[:20]!r} is no card in either order: S5 or 5S, HJ, JH")
    if dialect is not None and dialect not in dialects:
        raise next(
            place.error(f"{text[:20]!r} is not written {dialect.hint}; it is in Dialect.{dialect.other.name}")
            for text, place in said
            if dialect not in spoken_by([text])[0]
        )
    chosen = [dialect] if dialect is not None else sorted(dialects, key=list(Dialect).index)
    if len(chosen) > 1 and not said:
        chosen = [Dialect.RECORD]
    read_so: list[tuple[GameRead, Dialect, list[str]]] = []
    failed: list[RecordError] = []
    for one in chosen:
        attempt = _Log(log.lenient)
        oddities = list(game.oddities)
        try:
            found = read_game(game, one, attempt.note, lenient=log.lenient)
        except RecordError as error:
            failed.append(error)
            continue
        finally:
            odd, game.oddities = game.oddities, oddities
        warnings = attempt.warnings + [f"{place}: {message}" for place, message in odd]
        read_so.append((found, one, warnings))
    if not read_so:
        raise failed[0]
    if len(read_so) > 1:
        text, place = said[0]
        raise place.error(
            f"{text[:20]!r} can be the joker or the jack of hearts, and nothing tells which; pass dialect"
        )
    found, one, warnings = read_so[0]
    log.warnings += warnings
    return found, one if said else None


def _record(found: Sequence[GameRead], games: Sequence[Game]) -> Record:
    """The record of some games that belong together."""
    first = found[0]
    kind, *words = first.contest.split() or ["deals"]
    pairs = [word.partition("=") for word in words]
    try:
        return Record(
            rules=first.rules,
            kind=kind,
            fields=tuple([(name, value) for name, _, value in pairs]),
            players=first.players,
            tags=first.tags,
            comment=first.comment,
            deals=tuple([replace(one.deal) for one in found]),
        )
    except GameError as error:
        raise games[0].place.error(str(error)) from None
