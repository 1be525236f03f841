"""What the table is written with: suit signs or letters, and which suit every piece of a text belongs to.

Everything on the screen passes through here, so that a terminal without suit signs gets letters and plain
characters everywhere. What can be shown is decided by ``tricktake.cli.terminal``; colours are chosen where
the text is painted, by suit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tricktake.actions import Action, Bid
from tricktake.cards import Card, Suit
from tricktake.cli.terminal import Terminal

__all__ = ["Glyphs"]

_RANKS = "1[0-3]|[2-9AKQJ]"
_LEVELS = "10|[6-9]"
# a card, a bid, a joker led as a suit: in letters as the library writes them
_CODES = re.compile(rf"\b(?:[SCDH](?={_RANKS}\b)|(?<=JK:)[SCDH]\b)|(?<=\b[6-9])[SCDH]\b|(?<=\b10)[SCDH]\b")
_PIECES = re.compile(
    rf"[♠♣♦♥](?:{_RANKS})?|(?:{_LEVELS})[♠♣♦♥]|\b[SCDH](?:{_RANKS})\b|\b(?:{_LEVELS})[SCDH]\b|(?<=JK:)[SCDH]\b"
)
_SUITS = {suit.symbol: suit for suit in Suit} | {suit.letter: suit for suit in Suit}


class Glyphs:
    """Writes cards, actions and sentences as the terminal can show them.

    Parameters
    ----------
    terminal : Terminal
        What can be shown.
    four_colours : bool, default False, keyword only
        A colour for each suit instead of black and red.

    Examples
    --------
    >>> plain = Glyphs(Terminal(ascii_only=True))
    >>> plain.card(Card.HQ), plain.text("misère ▸ ♥Q"), plain.is_plain
    ('HQ', 'misere > HQ', True)
    """

    def __init__(self, terminal: Terminal, *, four_colours: bool = False) -> None:
        self.terminal = terminal
        self.four_colours = four_colours
        self.is_plain: bool = not terminal.has_signs
        self.back = "##" if self.is_plain else "░░"

    def card(self, card: Card) -> str:
        """A card, suit first.

        Parameters
        ----------
        card : Card

        Returns
        -------
        str
        """
        return self.terminal.card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards with blanks between.

        Parameters
        ----------
        cards : iterable of Card

        Returns
        -------
        str
        """
        return " ".join([self.card(card) for card in cards])

    def suit(self, suit: Suit) -> str:
        """A suit as sign or letter.

        Parameters
        ----------
        suit : Suit

        Returns
        -------
        str
        """
        return self.terminal.suit(suit)

    def bid(self, bid: Bid) -> str:
        """A bid, level first.

        Parameters
        ----------
        bid : Bid

        Returns
        -------
        str
        """
        return self.terminal.bid(bid)

    def action(self, action: Action) -> str:
        """An action as it is shown.

        Parameters
        ----------
        action : Action

        Returns
        -------
        str
        """
        return self.terminal.action(action)

    def text(self, text: str) -> str:
        """A text with nothing in it that the terminal cannot show.

        Parameters
        ----------
        text : str

        Returns
        -------
        str
        """
        if self.is_plain:
            text = text.translate(_PLAIN)
        return self.terminal.encodable(text)

    def sentence(self, text: str) -> str:
        """A sentence of the library, with suit signs for the letters of cards and bids where there are signs.

        Parameters
        ----------
        text : str

        Returns
        -------
        str

        Examples
        --------
        >>> import io
        >>> signs = Glyphs(Terminal(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")))
        >>> signs.sentence("seat 3 must follow hearts (holds HQ H10); got SK over 7H")
        'seat 3 must follow hearts (holds ♥Q ♥10); got ♠K over 7♥'
        """
        if self.is_plain:
            return self.text(text)
        return _CODES.sub(lambda found: _SUITS[found[0]].symbol, text)

    def pieces(self, text: str) -> list[tuple[str, Suit | None]]:
        """Cut a text into pieces, each with the suit it is to be coloured by.

        Parameters
        ----------
        text : str

        Returns
        -------
        list of (str, Suit or None)
            In order; joined they are the text.

        Examples
        --------
        >>> Glyphs(Terminal(ascii_only=True)).pieces("7H by HQ")  # doctest: +NORMALIZE_WHITESPACE
        [('7H', <Suit.HEARTS: 3>), (' by ', None), ('HQ', <Suit.HEARTS: 3>)]
        """
        found: list[tuple[str, Suit | None]] = []
        at = 0
        for match in _PIECES.finditer(text):
            if match.start() > at:
                found.append((text[at : match.start()], None))
            piece = match[0]
            found.append((piece, next(_SUITS[sign] for sign in piece if sign in _SUITS)))
            at = match.end()
        if at < len(text):
            found.append((text[at:], None))
        return found


_PLAIN = str.maketrans({"▸": ">", "·": "-", "★": "*", "✓": "+", "←": "<", "→": ">", "░": "#", "•": "*"})
