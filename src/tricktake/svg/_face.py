"""Cards on a canvas: faces, backs and rows of both.

A card is a group with the name of the card in ``data-card``, or in ``data-again`` where a card is shown that
no longer lies there (a trick that is over, a kitty that has been taken). A back is a group with
``data-back`` and says nothing of what it covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricktake.cards import Card, Rank
from tricktake.svg._draw import Canvas
from tricktake.svg._suits import CROWN, PIPS, STAR, SUITS, lattice
from tricktake.svg.theme import card_role

__all__ = ["BIG", "SMALL", "CardSize", "draw_back", "draw_card", "draw_row", "row_width"]


class CardSize(NamedTuple):
    """How large a card is drawn, and where its index stands.

    Examples
    --------
    >>> SMALL.width < SMALL.height, SMALL.step >= SMALL.rank + SMALL.letters / 2
    (True, True)
    """

    width: float
    height: float
    step: float
    """How much of a card its neighbour leaves free."""
    rank: float
    """Middle of the index, from the left edge."""
    base: float
    """Base line of the rank."""
    font: float
    """Size of the rank."""
    letters: float
    """Width of a rank of several letters."""
    sign: float
    """Middle of the suit sign of the index, from the top."""
    sign_size: float
    """Height of that sign."""
    corner: float
    """Radius of the corners."""


BIG = CardSize(96, 134, 28, 13.5, 24, 22, 19, 37.5, 17, 7)
SMALL = CardSize(44, 62, 22, 11.5, 18.5, 18, 17.5, 29.5, 14, 4)


def draw_card(
    canvas: Canvas,
    card: Card,
    x: float,
    y: float,
    size: CardSize,
    *,
    dull: bool = False,
    again: bool = False,
    covered: bool = False,
    mark: str | None = None,
) -> None:
    """Draw the face of a card with its upper left corner at ``x``, ``y``.

    Parameters
    ----------
    canvas : Canvas
    card : Card
    x, y : float
    size : CardSize
    dull : bool, keyword only
        Whether it is out of play.
    again : bool, keyword only
        Whether it lies elsewhere by now.
    covered : bool, keyword only
        Whether another card is drawn over all but its index.
    mark : str, optional, keyword only
        Role of the colour of a frame around it.
    """
    role = card_role(card)
    canvas.open(**{"again" if again else "card": card.name})
    canvas.rect(
        x, y, size.width, size.height, fill="dull" if dull else "face", stroke="edge", round_by=size.corner
    )
    if mark is not None:
        # outside, so that it leaves the index alone
        canvas.rect(
            x - 1, y - 1, size.width + 2, size.height + 2, stroke=mark, line=3, round_by=size.corner + 1
        )
    _index(canvas, card, x, y, size, role)
    if covered:
        canvas.close()
        return
    if size is BIG:
        _index(canvas, card, x + size.width, y + size.height, size, role, turned=True)
        _middle(canvas, card, x, y, role)
    else:
        canvas.path(_sign(card), x + size.width - 13.5, y + size.height - 15, 0.2, fill=role)
    canvas.close()


def _sign(card: Card) -> str:
    return STAR if card.suit is None else SUITS[card.suit]


def _index(
    canvas: Canvas, card: Card, x: float, y: float, size: CardSize, role: str, *, turned: bool = False
) -> None:
    """The rank and under it the suit, upside down from the lower right corner if turned."""
    way = -1 if turned else 1
    rank = card.name if card.suit is None else card.name[1:]
    # small enough to be read also where a viewer does not know how to force a width
    font = size.font * {1: 1, 2: 0.8 if card is Card.JK else 0.86}.get(len(rank), 0.66)
    length = size.letters if len(rank) > 1 and card is not Card.JK else None
    canvas.text(
        x + way * size.rank,
        y + way * size.base,
        rank,
        font,
        fill=role,
        anchor="middle",
        bold=True,
        length=length,
        turned=turned,
    )
    canvas.path(
        _sign(card),
        x + way * size.rank,
        y + way * size.sign,
        size.sign_size / 100,
        fill=role,
        turned=turned,
    )


def _middle(canvas: Canvas, card: Card, x: float, y: float, role: str) -> None:
    """What stands between the two indices of a big card."""
    middle, centre = x + BIG.width / 2, y + BIG.height / 2
    if card.suit is None or card.rank is None:
        canvas.path(STAR, middle, centre, 0.5, fill=role)
        if card is not Card.JK:  # the highest of three is JK1
            canvas.text(middle, centre + 7, card.name[2:], 20, fill="face", anchor="middle", bold=True)
        return
    sign = SUITS[card.suit]
    if card.rank is Rank.ACE:
        canvas.path(sign, middle, centre, 0.46, fill=role)
        return
    if card.rank in PIPS:
        size = 0.14 if len(PIPS[card.rank]) > 10 else 0.16
        for across, down in PIPS[card.rank]:
            canvas.path(
                sign,
                x + BIG.width * (0.5 + (across - 0.5) * 0.8),
                y + BIG.height * down,
                size,
                fill=role,
                turned=down > 0.5,
            )
        return
    canvas.rect(x + 27, y + 14, BIG.width - 54, BIG.height - 28, stroke=role, round_by=4)
    canvas.text(middle, centre + 8, card.rank.name[0], 32, fill=role, anchor="middle", bold=True)
    canvas.path(sign, middle, centre + 29, 0.2, fill=role)
    if card.rank is Rank.KING:
        canvas.path(CROWN, middle, centre - 30, 0.24, fill=role)
    elif card.rank is Rank.QUEEN:
        canvas.path(CROWN, middle, centre - 29, 0.18, fill=None, stroke=role, line=9)
    else:
        canvas.path(sign, middle, centre - 29, 0.2, fill=role)


def draw_back(canvas: Canvas, x: float, y: float, size: CardSize, *, dull: bool = False) -> None:
    """Draw the back of a card.

    Parameters
    ----------
    canvas : Canvas
    x, y : float
        Its upper left corner.
    size : CardSize
    dull : bool, keyword only
        Whether it is out of play.
    """
    inset = size.width / 11
    width, height = size.width - 2 * inset, size.height - 2 * inset
    canvas.open(back=1)
    canvas.rect(
        x, y, size.width, size.height, fill="dull" if dull else "face", stroke="edge", round_by=size.corner
    )
    canvas.rect(x + inset, y + inset, width, height, fill="edge" if dull else "back", round_by=inset / 2)
    data = lattice(width, height, 11 if size is SMALL else 12)
    canvas.path(data, x + inset, y + inset, fill="dull" if dull else "lattice")
    canvas.close()


def row_width(count: int, size: CardSize) -> float:
    """How wide a row of cards is.

    Parameters
    ----------
    count : int
    size : CardSize

    Returns
    -------
    float
        0 for no card.

    Examples
    --------
    >>> row_width(0, SMALL), row_width(1, SMALL), row_width(3, SMALL)
    (0, 44, 88)
    """
    return (count - 1) * size.step + size.width if count else 0


def draw_row(
    canvas: Canvas,
    cards: Sequence[Card] | int,
    x: float,
    y: float,
    size: CardSize,
    *,
    dull: bool = False,
    again: bool = False,
) -> None:
    """Draw cards in a row, each over the one before so that every index can be read.

    Parameters
    ----------
    canvas : Canvas
    cards : sequence of Card or int
        From left to right; a number stands for so many backs.
    x, y : float
        Upper left corner of the row.
    size : CardSize
    dull, again : bool, keyword only
        As for :func:`draw_card`.
    """
    if isinstance(cards, int):
        for at in range(cards):
            draw_back(canvas, x + at * size.step, y, size, dull=dull)
        return
    last = len(cards) - 1
    for at, card in enumerate(cards):
        draw_card(canvas, card, x + at * size.step, y, size, dull=dull, again=again, covered=at < last)
