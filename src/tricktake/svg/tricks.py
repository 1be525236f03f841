"""A trick by itself."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore import CardOrder
from tricktake._checks import seat_of, whole
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.contract import Contract
from tricktake.errors import SetupError
from tricktake.svg._draw import Canvas, Svg
from tricktake.svg._face import BIG
from tricktake.svg._felt import lay_trick, trick_size
from tricktake.svg._options import names_of, theme_of, title_of
from tricktake.svg._sorting import order_of
from tricktake.svg.theme import Theme
from tricktake.view import PlayedCard

__all__ = ["trick"]

_PAD = 16


def trick(
    played: Sequence[PlayedCard | tuple[int, Card]],
    *,
    players: int | None = None,
    bottom: int = 0,
    order: CardOrder | Contract | Strain | Suit | None = None,
    names: Sequence[str] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw a trick, whole or in progress: who played what, in which order.

    Parameters
    ----------
    played : sequence of PlayedCard or of (int, Card)
        The cards in playing order, as in ``deal.trick`` and ``deal.finished``; may be empty.
    players : int, optional, keyword only
        How many seats the table has, 2 to 6; default: as many as there are names, or as the seats need.
    bottom : int, default 0, keyword only
        The seat at the bottom; the others follow clockwise.
    order : CardOrder, Contract or Strain, optional, keyword only
        How the cards rank, as for :func:`hand`; then the card that wins is framed.
    names : sequence of str, optional, keyword only
        What the seats are called, from seat 0.
    size, theme, four_colour, title
        As for :func:`card`.

    Returns
    -------
    Svg

    Raises
    ------
    IndexError
        If a seat is not at the table.
    SetupError
        If a seat has played twice, a card has been played twice, or a number is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, svg
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("6S-SK P P P CA C5 C7 C9")
    >>> svg.trick(deal.finished[0], players=4, order=deal.order).count("data-card")
    4
    """
    cards = [_played(one) for one in played]
    if players is None:
        named = len(names) if names is not None and not isinstance(names, str) else 0
        players = max([2, named, *[one.seat + 1 for one in cards]])
    players = whole("players", players)
    if not 2 <= players <= 6:
        raise SetupError(f"a table has 2 to 6 seats, not {players}")
    bottom = seat_of("bottom", bottom, players)
    tables = any(one.from_table for one in cards)
    if tables and players != 2:
        raise SetupError(f"cards are played from a table by two players only, not by {players}")
    for one in cards:
        seat_of("seat", one.seat, players)
    if len({(one.seat, one.from_table) for one in cards}) != len(cards):
        raise SetupError("a seat plays one card to a trick")
    if len(CardSet([one.card for one in cards])) != len(cards):
        raise SetupError("a card is played once")
    called = names_of(names, players)
    canvas = Canvas(theme_of(theme, four_colour))
    wide, high = trick_size(players, BIG, tables=tables)
    width, height = wide + 2 * _PAD, high + 2 * _PAD
    canvas.rect(0, 0, width, height, fill="felt", round_by=16)
    lay_trick(
        canvas,
        cards,
        (width / 2, height / 2),
        BIG,
        players=players,
        bottom=bottom,
        tables=tables,
        order=order_of(order),
        names=called,
    )
    said = ", ".join([f"{called[one.seat]} {one.card.name}" for one in cards]) or "no card"
    return canvas.finish(width, height, title=title_of(title, f"trick: {said}"), size=size)


def _played(one: PlayedCard | tuple[int, Card]) -> PlayedCard:
    if isinstance(one, PlayedCard):
        return one
    if not isinstance(one, tuple) or len(one) != 2:
        raise TypeError(f"a card of a trick is a PlayedCard or a seat and a card, not {type(one).__name__}")
    seat, card = one
    if not isinstance(card, Card):
        raise TypeError(f"a card of a trick must be a Card, not {type(card).__name__}")
    return PlayedCard(whole("seat", seat), card)
