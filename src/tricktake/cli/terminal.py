"""What the screen can show: suit signs or letters, colour or none, and never an encoding error.

Signs need an output encoding that has them; colour needs a terminal, the package ``rich``, and that neither
``NO_COLOR`` nor ``TERM=dumb`` asks for none. Everything is readable without both.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
import unicodedata
from typing import Literal, Self, TextIO

from tricktake.actions import Action, Bid, CallPartner, Exchange, Nominate, Pass, Play, Stand
from tricktake.cards import Card, Suit

__all__ = ["NARROW", "WIDTH", "Terminal", "complain", "open_closed_streams"]

WIDTH = 96
"""Longest line that is written where a line can be broken, in characters, unless a terminal is narrower."""
NARROW = 79
"""The same for a screen of 80 columns."""

_SIGNS = "♠♣♦♥"
_STYLES = {"head": "bold", "red": "red", "good": "green", "bad": "red", "quiet": "dim"}


class Terminal:
    """A text stream with what it can show.

    Parameters
    ----------
    stream : text stream, optional
        Where lines go; default: standard output.
    ascii_only : bool, default False, keyword only
        Letters instead of suit signs even where signs can be shown.
    width : int, default WIDTH, keyword only
        Longest line where a line can be broken, in characters.
    plain : bool, default False, keyword only
        No colour, even where there could be some.

    Examples
    --------
    >>> import io
    >>> terminal = Terminal(io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    >>> terminal.card(Card.HQ), terminal.encodable("misère")
    ('HQ', 'misere')
    >>> Terminal(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")).card(Card.HQ)
    '♥Q'
    """

    def __init__(
        self,
        stream: TextIO | None = None,
        *,
        ascii_only: bool = False,
        width: int = WIDTH,
        plain: bool = False,
    ) -> None:
        stream = sys.stdout if stream is None else stream
        self.stream: TextIO = _nowhere() if stream is None else stream
        self.width = width
        self.encoding = "ascii" if ascii_only else (getattr(self.stream, "encoding", None) or "ascii")
        self.has_signs: bool = self._can_encode(_SIGNS)
        self._styles = _load_styles() if not plain and _wants_colour(self.stream) else None

    @classmethod
    def of(cls, args: argparse.Namespace, *, width: int = WIDTH) -> Self:
        """Standard output as ``--ascii`` and ``--plain`` want it.

        Parameters
        ----------
        args : argparse.Namespace
        width : int, default WIDTH, keyword only

        Returns
        -------
        Terminal
        """
        return cls(ascii_only=args.ascii, plain=args.plain, width=width)

    def _can_encode(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def encodable(self, text: str) -> str:
        """The text as the stream can show it.

        Parameters
        ----------
        text : str

        Returns
        -------
        str
            Signs become letters, accents go, and what is left becomes a question mark.
        """
        if self._can_encode(text):
            return text
        plain = text.translate(str.maketrans("♠♣♦♥…–—−", "SCDH.---"))
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join([letter for letter in plain if not unicodedata.combining(letter)])
        return plain.encode("ascii", "replace").decode("ascii")

    def line(self, text: str = "", *, style: str | None = None) -> None:
        """Write a line.

        Parameters
        ----------
        text : str
        style : str, optional, keyword only
            ``head``, ``good``, ``bad`` or ``quiet``, where there is colour.
        """
        self.stream.write(self.paint(self.encodable(text.rstrip()), style) + "\n")

    def paragraph(self, text: str, *, indent: str = "", style: str | None = None) -> None:
        """Write a text, broken into lines of at most ``width`` characters.

        Parameters
        ----------
        text : str
        indent : str, optional, keyword only
            In front of every line but the first.
        style : str, optional, keyword only
            As for :meth:`line`.
        """
        for line in textwrap.wrap(text, self.width, subsequent_indent=indent, break_on_hyphens=False):
            self.line(line, style=style)

    def rules(self, text: str) -> None:
        """Write rules in words: each paragraph filled anew, its further lines indented.

        Parameters
        ----------
        text : str
            What ``Rules.describe`` returns: lines that begin with blanks go on with the paragraph before.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> Terminal(width=60).rules(fh.Rules.kitchen().describe())  # doctest: +ELLIPSIS
        Players: 4; seats 0 2 against seats 1 3.
        Pack: 43 cards, 10 to each player, 3 to the kitty.
        Auction: ...
        """
        paragraphs: list[str] = []
        for line in text.splitlines():
            if line[:1].isspace() and paragraphs:
                paragraphs[-1] += f" {line.strip()}"
            else:
                paragraphs.append(line)
        for paragraph in paragraphs:
            self.paragraph(paragraph, indent="    ")

    def paint(self, text: str, style: str | None) -> str:
        """The text in a style, if there is colour; the last step, since it adds characters without width.

        Parameters
        ----------
        text : str
        style : str or None

        Returns
        -------
        str
        """
        if style is None or self._styles is None or not text:
            return text
        return f"{self._styles[style]}{text}\x1b[0m"

    def flush(self) -> None:
        """Send what has been written."""
        self.stream.flush()

    # ---- cards and actions ---------------------------------------------------------------------------------

    def suit(self, suit: Suit) -> str:
        """A suit as sign or letter."""
        return suit.symbol if self.has_signs else suit.letter

    def card(self, card: Card) -> str:
        """A card, suit first: ``♥Q`` or ``HQ``."""
        return card.symbol if self.has_signs else card.name

    def bid(self, bid: Bid) -> str:
        """A bid, level first: ``7♥`` or ``7H``."""
        if bid.strain is None or bid.strain.suit is None or not self.has_signs:
            return bid.text
        return bid.text.replace(bid.strain.letter, bid.strain.symbol, 1)

    def action(self, action: Action) -> str:
        """Any action as it is printed in a table."""
        if isinstance(action, Pass):
            return "pass"
        if isinstance(action, Stand):
            return "stand"
        if isinstance(action, Bid):
            return self.bid(action)
        if isinstance(action, Play):
            return self.card(action.card) + (
                f":{self.suit(action.named)}" if action.named is not None else ""
            )
        if isinstance(action, Exchange):
            return "put " + " ".join([self.card(card) for card in action.cards])
        if isinstance(action, CallPartner) and action.card is not None:
            return f"call {self.card(action.card)}"
        if isinstance(action, Nominate):
            return "no suit" if action.suit is None else f"joker is {self.suit(action.suit)}"
        return action.text


def complain(text: str, *, kind: str = "error") -> None:
    """Say on standard error what is wrong, in one line that begins alike for every command.

    Parameters
    ----------
    text : str
        Line breaks in it become blanks.
    kind : str, default "error", keyword only
        ``error``, ``warning`` or ``note``.

    Examples
    --------
    >>> before, sys.stderr = sys.stderr, sys.stdout
    >>> complain("line 3 is passed over", kind="warning")
    tricktake: warning: line 3 is passed over
    >>> sys.stderr = before
    """
    Terminal(sys.stderr, plain=True).line(f"tricktake: {kind}: {' '.join(text.split())}")


def open_closed_streams() -> None:
    """Let the streams of this process lead nowhere where whoever started it has closed them.

    Python has None in the place of such a stream (``tricktake ... >&-``). They are opened before any other
    file, or that one would get their number.

    Examples
    --------
    >>> before, sys.stdin = sys.stdin, None
    >>> open_closed_streams()
    >>> sys.stdin.read()
    ''
    >>> sys.stdin = before
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, _nowhere("r" if name == "stdin" else "w"))


def _nowhere(mode: Literal["r", "w"] = "w") -> TextIO:
    """A stream to which everything can be written, and that has nothing to read."""
    number = os.open(os.devnull, os.O_RDWR)  # for good: the number of a closed stream is not given away again
    return open(number, mode, encoding="utf-8", errors="replace", closefd=False)


def _wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("dumb", ""):
        return False
    return stream.isatty()


def _load_styles() -> dict[str, str] | None:
    """Escape sequences by style, from ``rich`` if it is installed."""
    try:
        from rich.color import ColorSystem
        from rich.style import Style
    except ImportError:
        return None
    mark = "\0"
    return {
        name: Style.parse(style).render(mark, color_system=ColorSystem.STANDARD).partition(mark)[0]
        for name, style in _STYLES.items()
    }
