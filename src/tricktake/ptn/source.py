"""The text of a PTN file as games, tags and sections, each with its place.

A tag is ``[Name "value"]`` alone on a line; the lines below ``Auction`` and ``Play`` are their sections.
``%`` at the beginning of a line, ``;`` and braces hold comments. A new game begins at a tag ``Event``, at a
header ``% PTN ---``, or at a ``Deal`` where there has been one; blank lines part nothing. Reading takes time
in proportion to the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tricktake.errors import RecordError

__all__ = ["MAX_TEXT", "Game", "Place", "Tag", "decode", "split_games"]

MAX_TEXT = 1_000_000
"""Characters a text may have."""
_MAX_VALUE = 20_000
_LINE = re.compile(r"\r\n|\r|\n")
_NAME = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]{0,59})\s+")
_HEADER = re.compile(r"% *(PTN|PBN) *-+\s*$")
_ESCAPE = re.compile(r'\\(["\\])')
_WORD = re.compile(r"\S+")
_COMMENT = re.compile("[{;]")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text.

    Examples
    --------
    >>> print(Place(3, 7, '[Dealer "Q"]').error("nobody sits there"))
    line 3, column 7: nobody sits there
    """

    line: int
    """Number of the line, from 1."""
    column: int
    """Number of the character in it, from 1."""
    text: str = ""
    """The line."""

    def error(self, message: str) -> RecordError:
        """An error at this place.

        Parameters
        ----------
        message : str

        Returns
        -------
        RecordError
        """
        return RecordError(f"{self}: {message}", self.text[:1000], min(self.column - 1, len(self.text)))

    def at(self, offset: int) -> Place:
        """A place further on in the same line."""
        return Place(self.line, self.column + offset, self.text)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(slots=True)
class Tag:
    """A tag and the words below it.

    Examples
    --------
    >>> Tag("Dealer", "E", Place(1, 1)).value
    'E'
    """

    name: str
    """Its name."""
    value: str
    """Its value, without quotes."""
    place: Place
    """Where the value begins."""
    rows: list[list[tuple[str, Place]]] = field(default_factory=list)
    """The words of each line below it."""


@dataclass(slots=True)
class Game:
    r"""One game of a text.

    Examples
    --------
    >>> [game.place.line for game in split_games('[Event "a"]\n\n[Event "b"]')]
    [1, 3]
    """

    place: Place
    """Where it begins."""
    tags: list[Tag] = field(default_factory=list)
    """Its tags, in order."""
    comments: list[str] = field(default_factory=list)
    """Its comments, line by line."""
    trouble: list[tuple[Place, str]] = field(default_factory=list)
    """What is damaged and can be overlooked."""
    oddities: list[tuple[Place, str]] = field(default_factory=list)
    """What is not as it should be, but is so in public records."""

    def last(self) -> Tag:
        """The tag a section belongs to."""
        return self.tags[-1]


def decode(text: str | bytes) -> str:
    """The characters of a text; its length is limited.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8, or UTF-16 with a byte-order mark.

    Returns
    -------
    str
        Without a byte-order mark.

    Raises
    ------
    RecordError
        If the bytes are neither, or there are too many characters.

    Examples
    --------
    >>> decode("7♥".encode("utf-16"))
    '7♥'
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"the text of a PTN file must be a str or bytes, not {type(text).__name__}")
    if len(text) > MAX_TEXT * (1 if isinstance(text, str) else 4):
        raise RecordError(f"a PTN text has at most {MAX_TEXT} characters", repr(text[:80]))
    if isinstance(text, bytes):
        coding = "utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        try:
            text = text.decode(coding)
        except UnicodeDecodeError as error:
            raise RecordError(
                f"byte {error.start} is no {coding.removesuffix('-sig')}: {error.reason}", ""
            ) from error
    if len(text) > MAX_TEXT:
        raise RecordError(f"a PTN text has at most {MAX_TEXT} characters", text[:80])
    return text.removeprefix("\ufeff")


def split_games(text: str) -> list[Game]:
    r"""Split a text into games, their tags and sections.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of Game
        What is damaged is noted in them.

    Examples
    --------
    >>> game = split_games('[Auction "S"]\nPass 6♣')[0]
    >>> game.last().name, [[word for word, _ in row] for row in game.last().rows]
    ('Auction', [['Pass', '6♣']])
    """
    games: list[Game] = []
    brace: Place | None = None  # where an open comment began
    waiting: list[str] = []  # comments before the first tag of a game
    game: Game | None = None
    fresh = True  # whether a header has begun a game that has no tags yet
    for number, line in enumerate(_LINE.split(text), 1):
        place = Place(number, 1, line)
        if brace is None and line.startswith("%"):
            if _HEADER.match(line):
                fresh = True
            else:
                comment = line[1:].removeprefix(" ")
                (waiting if fresh or game is None else game.comments).append(comment)
            continue
        stripped = line.lstrip()
        indent = len(line) - len(stripped)
        if brace is None and stripped.startswith("["):
            name = _NAME.match(stripped)
            known = name[1] if name else ""
            if (
                game is None
                or fresh
                or known == "Event"
                or (known == "Deal" and any(tag.name == "Deal" for tag in game.tags))
            ):
                if not (game is not None and known == "Event" and not game.tags):
                    game = Game(place, comments=waiting)
                    games.append(game)
                waiting, fresh = [], False
            _read_tag(game, stripped, place.at(indent), name)
            continue
        words, brace = _words(line, number, brace, waiting if fresh or game is None else game.comments)
        if not words:
            continue
        if game is None or not game.tags:
            if game is None:
                game = Game(place, comments=waiting)
                waiting, fresh = [], False
                games.append(game)
            game.trouble.append((words[0][1], f"{words[0][0][:20]!r} stands before the first tag"))
            continue
        game.last().rows.append(words)
    if brace is not None:
        if game is None:
            game = Game(brace)
            games.append(game)
        game.trouble.append((brace, "this comment has no end"))
    if waiting and game is not None:
        game.comments += waiting
    return games


def _read_tag(game: Game, line: str, place: Place, name: re.Match[str] | None) -> None:
    """Read the line of a tag into its game."""
    if name is None:
        game.trouble.append((place, 'a tag is written [Name "value"]'))
        return
    rest = line[name.end() :].rstrip()
    where = place.at(name.end() + 1)
    if not rest.startswith('"'):
        game.trouble.append((place.at(name.end()), f"the value of {name[1]} has no opening quote"))
        value = rest.removesuffix("]").removesuffix('"')
    else:
        end = rest.rfind('"')
        behind = rest[end + 1 :].strip()
        if end == 0:
            game.trouble.append((where, f"the value of {name[1]} has no closing quote"))
            value = rest[1:].removesuffix("]")
        else:
            value = rest[1:end]
            if not behind:
                game.oddities.append(
                    (place.at(len(line.rstrip())), f"the tag {name[1]} has no closing bracket")
                )
            elif behind != "]":
                at = place.at(name.end() + end + 1)
                game.trouble.append((at, f"{behind[:20]!r} stands behind the tag {name[1]}"))
    if len(value) > _MAX_VALUE:
        game.trouble.append((where, f"the value of {name[1]} has more than {_MAX_VALUE} characters"))
        value = ""
    game.tags.append(Tag(name[1], _ESCAPE.sub(r"\1", value), where))


def _words(
    line: str, number: int, brace: Place | None, comments: list[str]
) -> tuple[list[tuple[str, Place]], Place | None]:
    """The words of a line outside comments, and where a comment that is still open began."""
    parts: list[str] = []  # the line, with blanks where comments were
    at = 0
    while at < len(line):
        if brace is not None:
            end = line.find("}", at)
            stop = len(line) if end < 0 else end
            comments.append(line[at:stop].strip())
            parts.append(" " * (stop + 1 - at))
            at = stop + 1
            if end >= 0:
                brace = None
            continue
        found = _COMMENT.search(line, at)
        stop = found.start() if found else len(line)
        parts.append(line[at:stop])
        if found is None:
            break
        if found.group() == ";":
            comments.append(line[stop + 1 :].strip())
            break
        brace = Place(number, stop + 1, line)
        parts.append(" ")
        at = stop + 1
    text = "".join(parts)
    return [(word.group(), Place(number, word.start() + 1, line)) for word in _WORD.finditer(text)], brace
