"""One card, and the cards of a hand."""

from __future__ import annotations

from collections.abc import Iterable

from cardcore import CardOrder
from tricktake.cards import Card, CardSet, Strain, Suit, parse_card
from tricktake.contract import Contract
from tricktake.svg._draw import Canvas, Svg, check_size
from tricktake.svg._face import BIG, SMALL, CardSize, draw_back, draw_card, draw_row, row_width
from tricktake.svg._options import theme_of, title_of
from tricktake.svg._sorting import order_of, sort_cards
from tricktake.svg.theme import Theme

__all__ = ["card", "hand"]

_SMALLEST = 0.56  # share of its own size at which a big index can just be read
_EDGE = 2  # around everything, so that no outline is cut


def card(
    shown: Card | str | None,
    *,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw a card, or a back.

    Parameters
    ----------
    shown : Card, str or None
        The card or its text; None: a back.
    size : float, optional, keyword only
        Width in pixels, 1 to 20,000; default 100. A card narrower than 54 pixels has a simpler face with a
        larger index.
    theme : Theme, optional, keyword only
        The colours; default ``LIGHT``.
    four_colour : bool, optional, keyword only
        Whether each suit has a colour of its own; default: as the theme says.
    title : str, optional, keyword only
        What a screen reader says; default: the name of the card.

    Returns
    -------
    Svg

    Raises
    ------
    TextError
        If the text names no card.
    SetupError
        If the size is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import Card, svg
    >>> 'data-card="HQ"' in svg.card(Card.HQ), "data-card" in svg.card(None)
    (True, False)
    """
    if isinstance(shown, str):
        shown = parse_card(shown)
    elif shown is not None and not isinstance(shown, Card):
        raise TypeError(f"a card, its text or None is needed, not {type(shown).__name__}")
    canvas = Canvas(theme_of(theme, four_colour))
    face = _face(1, size)
    if shown is None:
        draw_back(canvas, _EDGE, _EDGE, face)
    else:
        draw_card(canvas, shown, _EDGE, _EDGE, face)
    name = "back of a card" if shown is None else card_words(shown)
    width, height = face.width + 2 * _EDGE, face.height + 2 * _EDGE
    return canvas.finish(width, height, title=title_of(title, name), size=size)


def hand(
    cards: CardSet | Iterable[Card] | str,
    *,
    order: CardOrder | Contract | Strain | Suit | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw a hand, sorted as a player holds it.

    Parameters
    ----------
    cards : CardSet, iterable of Card or str
        The cards.
    order : CardOrder, Contract or Strain, optional, keyword only
        How they rank: trumps stand on the left, with bowers and joker among them. ``deal.order`` of a deal in
        its play; a contract or a strain is one of Five Hundred. Default: suit by suit.
    size, theme, four_colour, title
        As for :func:`card`; the width of a hand depends on how many cards it has.

    Returns
    -------
    Svg

    Raises
    ------
    TextError
        If a text names no card.
    SetupError
        If the size is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import Strain, svg
    >>> picture = svg.hand("SA DJ HJ HA", order=Strain.HEARTS)
    >>> [part[:2] for part in picture.split('data-card="')[1:]]  # right bower, left bower, ace of trumps
    ['HJ', 'DJ', 'HA', 'SA']
    """
    held = cards if isinstance(cards, CardSet) else CardSet(cards)
    listed = sort_cards(held, order_of(order))
    canvas = Canvas(theme_of(theme, four_colour))
    face = _face(max(1, len(listed)), size)
    draw_row(canvas, listed, _EDGE, _EDGE, face)
    width = max(face.width, row_width(len(listed), face)) + 2 * _EDGE
    if not listed:
        canvas.rect(_EDGE, _EDGE, face.width, face.height, stroke="line", round_by=face.corner, dashed=True)
    names = ", ".join([one.name for one in listed]) or "no card"
    return canvas.finish(width, face.height + 2 * _EDGE, title=title_of(title, f"hand: {names}"), size=size)


def _face(count: int, size: float | None) -> CardSize:
    """The big face, or the small one where the index of the big one could not be read."""
    checked = check_size(size)
    return BIG if checked is None or checked >= _SMALLEST * row_width(count, BIG) else SMALL


def card_words(named: Card) -> str:
    """A card in words, such as ``queen of hearts``."""
    if named.suit is None or named.rank is None:
        return f"joker {named.name[2:]}".strip()
    rank = named.name[1:] if named.name[1:].isdigit() else named.rank.name.lower()
    return f"{rank} of {named.suit.name.lower()}"
