"""A table with its seats: what one of them sees of it, or all hands open."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake._checks import seat_of
from tricktake.cards import Card
from tricktake.svg._draw import Canvas, Svg
from tricktake.svg._face import SMALL, draw_back, draw_card, draw_row, row_width
from tricktake.svg._facts import Group, LaidPile, Seat, Seen, TableFacts, read_table
from tricktake.svg._felt import lay_trick
from tricktake.svg._layout import GAP, MARGIN, Box, Layout, lay_out, table_width
from tricktake.svg._options import short, theme_of, title_of
from tricktake.svg._sorting import sort_cards
from tricktake.svg._story import headline, story, view_words
from tricktake.svg._text import fit, width_of
from tricktake.svg._words import Label, draw_label, label_width, spoken
from tricktake.svg.theme import Theme

__all__ = ["table"]

_PAD = 8  # inside the field of a seat
_LINES = 42  # its two lines of text
_LEAST = 236  # its least width
_PILE = SMALL.width + SMALL.step + 6  # a pile and the gap behind it
_APART = 18  # between two parts of a caption
_TURN = "M-4-6L6 0L-4 6Z"  # an arrow head


def table(
    shown: Seen,
    *,
    bottom: int | None = None,
    names: Sequence[str] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw a table: what a seat sees of it, or all hands open.

    Parameters
    ----------
    shown : View or Deal
        Of Five Hundred or spades. The picture of a view shows what the seat knows and no other card; that of
        a deal shows everything, what lies face down included, and is not for players.
    bottom : int, optional, keyword only
        The seat at the bottom; default: the seat of the view, or seat 0. The others follow clockwise.
    names : sequence of str, optional, keyword only
        What the seats are called, from seat 0; any text, cut off where it is too long. Default: ``Seat 0``
        and so on.
    size : float, optional, keyword only
        Width in pixels, 1 to 20,000; default: as the cards need it.
    theme : Theme, optional, keyword only
        The colours; default ``LIGHT``.
    four_colour : bool, optional, keyword only
        Whether each suit has a colour of its own; default: as the theme says.
    title : str, optional, keyword only
        What a screen reader says; default: the game, who sees it, and where it stands.

    Returns
    -------
    Svg

    Raises
    ------
    IndexError
        If there is no such seat.
    SetupError
        If there are too many or too few names, or the size is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, svg
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    >>> svg.table(deal).count("data-card"), svg.table(deal.view(1)).count("data-card")
    (43, 10)
    """
    facts = read_table(shown, names=names)
    players = len(facts.seats)
    seat = facts.bottom if bottom is None else seat_of("bottom", bottom, players)
    with_piles = any(found.piles for found in facts.seats)
    wide = max([_LEAST, *[_row(found) for found in facts.seats], 5 * _PILE if with_piles else 0]) + 2 * _PAD
    high: float = _LINES + 2 * _PAD
    if any(found.count for found in facts.seats):
        high += SMALL.height
    if with_piles:
        high += SMALL.height + _PAD
    lines = _caption_lines(facts, table_width(players, wide) - 2 * MARGIN)
    head = 32 + 20 * (len(lines) - 1) + 8
    layout = lay_out(players, bottom=seat, panel=(wide, high), felt=2 * SMALL.height + 60, head=head)
    canvas = Canvas(theme_of(theme, four_colour))
    end, groups = _place_groups(facts.groups, layout)
    canvas.rect(0, 0, layout.width, end, fill="paper")
    _caption(canvas, lines, layout)
    _felt(canvas, facts, layout, seat)
    for found, box in zip(facts.seats, layout.panels, strict=True):
        _panel(canvas, facts, found, box)
    for group, x, y in groups:
        _group(canvas, facts, group, x, y)
    words = title_of(title, f"{view_words(facts)}: {spoken(headline(facts))}")
    return canvas.finish(layout.width, end, title=words, size=size)


def _row(seat: Seat) -> float:
    return row_width(seat.count, SMALL)


def _caption_lines(facts: TableFacts, room: float) -> list[list[Label]]:
    """What is said over the table, line by line; the first stands out, the last is who sees it."""
    lines: list[list[Label]] = [[headline(facts)], []]
    left = room
    for label in [*story(facts), Label(view_words(facts))]:
        wide = label_width(label, 13)
        if lines[-1] and wide > left:
            lines.append([])
            left = room
        lines[-1].append(label)
        left -= wide + _APART
    return lines


def _caption(canvas: Canvas, lines: Sequence[Sequence[Label]], layout: Layout) -> None:
    room = layout.width - 2 * MARGIN
    draw_label(canvas, lines[0][0], MARGIN, 25, 16, room=room, bold=True)
    for at, line in enumerate(lines[1:]):
        x, y = float(MARGIN), 46 + 20 * at
        for label in line:
            if label is lines[-1][-1]:
                canvas.text(
                    layout.width - MARGIN, y, fit(label.text, 13, room), 13, fill="quiet", anchor="end"
                )
            else:
                draw_label(canvas, label, x, y, 13, room=room, fill="quiet")
            x += label_width(label, 13) + _APART


def _panel(canvas: Canvas, facts: TableFacts, seat: Seat, box: Box) -> None:
    """The field of a seat: its name and marks, what it has done, its cards."""
    canvas.open(seat=seat.seat)
    fill, stroke = ("mark", "accent") if seat.is_turn else ("panel", "line")
    canvas.rect(box.x, box.y, box.width, box.height, fill=fill, stroke=stroke, round_by=8)
    x, base = box.x + _PAD, box.y + 23
    if seat.is_turn:
        canvas.path(_TURN, x + 5, base - 5, fill="accent")
        x += 16
    if seat.is_dealer:
        canvas.circle(x + 8, base - 5, 8, fill="accent")
        canvas.text(x + 8, base - 1, "D", 11, fill="on_accent", anchor="middle", bold=True)
        x += 21
    right = box.x + box.width - _PAD
    if seat.call is not None:
        wide = min(label_width(seat.call, 13) + 12, box.width / 2)
        right -= wide
        has_contract = facts.contract is not None and facts.contract.contractor == seat.seat
        canvas.rect(
            right,
            base - 17,
            wide,
            22,
            fill="face",
            stroke="accent" if has_contract else "line",
            line=2 if has_contract else 1,
            round_by=5,
        )
        draw_label(canvas, seat.call, right + wide / 2, base - 1, 13, room=wide - 8, anchor="middle")
        right -= 8
    ink = "quiet" if seat.sits_out else "ink"
    canvas.text(x, base, fit(seat.name, 15, right - x, bold=True), 15, fill=ink, bold=True)
    notes = [*seat.notes, "cards open"] if seat.is_open else list(seat.notes)
    text = fit(" · ".join(notes), 12, box.width - 2 * _PAD)
    canvas.text(box.x + _PAD, base + 18, text, 12, fill="quiet")
    y = box.y + _LINES + _PAD
    if seat.count:
        cards: Sequence[Card] | int = seat.count
        if seat.cards is not None:
            cards = sort_cards(seat.cards, facts.order)
        draw_row(canvas, cards, box.x + (box.width - _row(seat)) / 2, y, SMALL, dull=seat.sits_out)
    if seat.piles:
        below = box.y + box.height - _PAD - SMALL.height
        first = box.x + (box.width - len(seat.piles) * _PILE + 6) / 2
        for at, pile in enumerate(seat.piles):
            _pile(canvas, pile, first + at * _PILE, below)
    canvas.close()


def _pile(canvas: Canvas, pile: LaidPile, x: float, y: float) -> None:
    """A pile on the table: the card face up lies on the right half of the one under it."""
    canvas.open(pile=1)
    if pile.down is not None:
        draw_card(canvas, pile.down, x, y, SMALL, dull=True, covered=pile.up is not None)
    elif pile.covers:
        draw_back(canvas, x, y, SMALL)
    if pile.up is not None:
        draw_card(canvas, pile.up, x + SMALL.step, y, SMALL)
    elif not pile.covers:
        canvas.rect(
            x + SMALL.step, y, SMALL.width, SMALL.height, stroke="line", round_by=SMALL.corner, dashed=True
        )
    canvas.close()


def _felt(canvas: Canvas, facts: TableFacts, layout: Layout, bottom: int) -> None:
    """The middle of the table with the trick in progress, or else the one before."""
    box = layout.felt
    canvas.open(felt=1)
    canvas.rect(box.x, box.y, box.width, box.height, fill="felt", round_by=16)
    played = facts.trick or facts.last
    again = not facts.trick
    if played:
        tables = any(seat.piles for seat in facts.seats)
        x, y = box.middle
        lay_trick(
            canvas,
            played,
            (x, y - 10),
            SMALL,
            players=len(facts.seats),
            bottom=bottom,
            tables=tables,
            order=facts.order,
            again=again,
        )
    words = middle_words(facts)
    x = box.x + box.width / 2
    canvas.text(x, box.y + box.height - 10, fit(words, 12, box.width - 16), 12, fill="quiet", anchor="middle")
    canvas.close()


def middle_words(facts: TableFacts) -> str:
    """What is said under the trick."""
    if facts.trick:
        return f"{short(facts.names[facts.trick[0].seat])} led"
    if facts.last and facts.order is not None:
        best = facts.order.winner([played.card for played in facts.last])
        return f"last trick, won by {short(facts.names[facts.last[best].seat])}"
    return "no card played yet" if facts.order is None or not facts.contract else "no trick yet"


def _place_groups(groups: Sequence[Group], layout: Layout) -> tuple[float, list[tuple[Group, float, float]]]:
    """Put the groups side by side under the table, in as many rows as are needed."""
    x, y = float(MARGIN), layout.end + GAP
    placed = []
    for group in groups:
        wide = max(row_width(group.size, SMALL), width_of(group.label, 12)) + 18
        if x > MARGIN and x + wide > layout.width - MARGIN + 18:
            x, y = float(MARGIN), y + SMALL.height + 30
        placed.append((group, x, y))
        x += wide
    end = y + SMALL.height + 20 + MARGIN if placed else layout.end + MARGIN
    return end, placed


def _group(canvas: Canvas, facts: TableFacts, group: Group, x: float, y: float) -> None:
    canvas.open(group=group.label)
    canvas.text(x, y + 12, group.label, 12, fill="quiet")
    cards: Sequence[Card] | int = group.size
    if group.cards is not None:
        cards = sort_cards(group.cards, facts.order)
    draw_row(canvas, cards, x, y + 19, SMALL, dull=group.again, again=group.again)
    canvas.close()
