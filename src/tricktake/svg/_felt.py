"""The cards of a trick round a place: each towards the seat that played it, numbered, the best one framed."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore import CardOrder
from tricktake.svg._draw import Canvas
from tricktake.svg._face import SMALL, CardSize, draw_card
from tricktake.svg._layout import trick_places
from tricktake.svg._suits import SUITS
from tricktake.svg._text import fit
from tricktake.svg.theme import suit_role
from tricktake.view import PlayedCard

__all__ = ["NAME", "lay_trick", "places_of", "trick_size"]

NAME = 26
"""Height of a name under a card."""


def places_of(
    players: int, bottom: int, size: CardSize, *, tables: bool, named: bool
) -> dict[tuple[int, bool], tuple[float, float]]:
    """The middle of the place of every card, from the middle of the trick.

    Parameters
    ----------
    players, bottom : int
    size : CardSize
    tables : bool, keyword only
        Whether each seat also plays from its table.
    named : bool, keyword only
        Whether a name stands under every card.

    Returns
    -------
    dict
        By seat and whether the card is from the table.
    """
    high = size.height + (NAME if named else 0)
    gap = 6 if size is SMALL else 10
    return trick_places(players, bottom=bottom, card=(size.width, high), gap=gap, tables=tables)


def trick_size(players: int, size: CardSize, *, tables: bool) -> tuple[float, float]:
    """How much room a trick with names takes.

    Parameters
    ----------
    players : int
    size : CardSize
    tables : bool, keyword only

    Returns
    -------
    (float, float)
        Width and height.
    """
    places = places_of(players, 0, size, tables=tables, named=True).values()
    x = max([abs(place[0]) for place in places]) + size.width / 2
    y = max([abs(place[1]) for place in places]) + (size.height + NAME) / 2
    return 2 * x, 2 * y


def lay_trick(
    canvas: Canvas,
    played: Sequence[PlayedCard],
    middle: tuple[float, float],
    size: CardSize,
    *,
    players: int,
    bottom: int,
    tables: bool,
    order: CardOrder | None,
    again: bool = False,
    names: Sequence[str] | None = None,
) -> None:
    """Draw a trick round a place.

    Parameters
    ----------
    canvas : Canvas
    played : sequence of PlayedCard
        In playing order.
    middle : (float, float)
    size : CardSize
    players, bottom : int, keyword only
    tables : bool, keyword only
        Whether each seat also plays from its table.
    order : CardOrder or None, keyword only
        How the cards rank; None: no card is framed.
    again : bool, keyword only
        Whether the trick is over.
    names : sequence of str, optional, keyword only
        What stands under the cards, and under the places of seats that have not played.
    """
    places = places_of(players, bottom, size, tables=tables, named=names is not None)
    best = None
    if played and order is not None and all(one.card in order for one in played):
        best = order.winner([one.card for one in played])
    up = NAME / 2 if names is not None else 0
    corners = {
        place: (middle[0] + dx - size.width / 2, middle[1] + dy - size.height / 2 - up)
        for place, (dx, dy) in places.items()
    }
    if names is not None:
        _places(canvas, corners, {(one.seat, one.from_table) for one in played}, size, names)
    for at, one in enumerate(played):
        x, y = corners[one.seat, one.from_table and tables]
        mark = "good" if at == best else None
        draw_card(canvas, one.card, x, y, size, dull=again, again=again, mark=mark)
        _number(canvas, at, x, y, size)
        if one.named is not None:
            canvas.path(
                SUITS[one.named],
                x + size.width - (13 if size is SMALL else 15),
                y + (28 if size is SMALL else 38),
                size.sign_size / 100,
                fill=suit_role(one.named),
            )


def _places(
    canvas: Canvas,
    corners: dict[tuple[int, bool], tuple[float, float]],
    taken: set[tuple[int, bool]],
    size: CardSize,
    names: Sequence[str],
) -> None:
    """Names under all places, and an outline where no card lies yet."""
    for (seat, from_table), (x, y) in corners.items():
        name = fit(f"{names[seat]}, table" if from_table else names[seat], 13, size.width)
        canvas.text(x + size.width / 2, y + size.height + 17, name, 13, anchor="middle")
        if (seat, from_table) not in taken:
            canvas.rect(x, y, size.width, size.height, stroke="quiet", round_by=size.corner, dashed=True)


def _number(canvas: Canvas, at: int, x: float, y: float, size: CardSize) -> None:
    """Which card of the trick it is; the lead stands out."""
    radius = 7 if size is SMALL else 10
    x, y = x + size.width - radius - 3, y + radius + 3
    canvas.circle(x, y, radius, fill="accent" if at == 0 else "panel")
    ink = "on_accent" if at == 0 else "quiet"
    canvas.text(x, y + radius * 0.5, str(at + 1), radius * 1.4, fill=ink, anchor="middle", bold=at == 0)
