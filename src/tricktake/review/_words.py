"""A review in words: tables for a terminal, and the same as data for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tricktake.actions import Play
from tricktake.review.totals import summary_text, table_lines

if TYPE_CHECKING:
    from cardcore import Result
    from tricktake.review.model import CardReview, Review

__all__ = ["play_text", "review_data", "review_text", "seats_text"]

_MOST_BETTER = 6  # cards named that would have been better


def review_text(review: Review, *, signs: bool, mistakes_only: bool) -> str:
    """The tables of a review, see :meth:`Review.to_text`."""
    shown = [card for card in review.cards if card.loss_high or not mistakes_only]
    lines = []
    if shown:
        head = ("trick", "seat", "card", "tricks of", "before", "after", "lost", "instead")
        rows = [_row(card, signs) for card in shown]
        lines += table_lines(head, rows, left=(2, 7))
    elif review.cards:
        lines.append("No card gave anything away.")
    else:
        lines.append("No card was played.")
    if review.cards:
        lines += ["", *summary_text(review.seats)]
    unsure = sum([not card.is_exact for card in review.cards])
    if unsure:
        cards = "1 card" if unsure == 1 else f"{unsure} cards"
        lines += ["", f"Of {cards} only bounds are known: the budget was too small."]
    return "".join([f"{line.rstrip()}\n" for line in lines])


def _row(card: CardReview, signs: bool) -> tuple[str, ...]:
    lost = "?"
    if card.is_exact:
        lost = "forced" if card.is_forced else str(card.loss_low) if card.loss_low else ""
    elif card.loss_low or card.loss_high < card.left:
        lost = f"{card.loss_low}-{card.loss_high}"
    better = [play for play in card.best if play != card.play] if card.is_mistake else []
    names = [play_text(play, signs) for play in better[:_MOST_BETTER]]
    return (
        str(card.trick + 1),
        str(card.seat),
        f"{' ' if card.place else '>'}{play_text(card.play, signs)}",
        "+".join(map(str, sorted(card.objective.count))),
        _bounds(card.before, card.won),
        _bounds(card.after, card.won),
        lost,
        " ".join([*names, *["..."] * (len(better) > _MOST_BETTER)]),
    )


def _bounds(result: Result, won: int) -> str:
    low, high = won + result.low, won + result.high
    return str(low) if low == high else f"{low}-{high}"


def play_text(play: Play, signs: bool) -> str:
    """A play in letters or with a sign.

    Parameters
    ----------
    play : Play
    signs : bool

    Returns
    -------
    str

    Examples
    --------
    >>> play_text(Play("HQ"), True), play_text(Play("JK:C"), False)
    ('♥Q', 'JK:C')
    """
    if not signs:
        return play.text
    return play.card.symbol + (f":{play.named.symbol}" if play.named is not None else "")


def seats_text(seats: Iterable[int]) -> str:
    """Seats in words.

    Parameters
    ----------
    seats : iterable of int

    Returns
    -------
    str

    Examples
    --------
    >>> seats_text((2, 0)), seats_text([1])
    ('seats 0 and 2', 'seat 1')
    """
    names = [str(seat) for seat in sorted(seats)]
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def review_data(review: Review) -> dict[str, Any]:
    """A review for programs, see :meth:`Review.data`."""
    return {
        "deal": review.deal.to_text(),
        "max_nodes": review.max_nodes,
        "seconds": review.seconds,
        "exact": review.is_exact,
        "cards": [_card_data(card) for card in review.cards],
        "seats": [
            {
                "seat": seat.seat,
                "cards": seat.cards,
                "choices": seat.choices,
                "mistakes": seat.mistakes,
                "lost": seat.lost,
                "unsure": seat.unsure,
            }
            for seat in review.seats
        ],
    }


def _card_data(card: CardReview) -> dict[str, Any]:
    return {
        "entry": card.entry,
        "trick": card.trick,
        "place": card.place,
        "seat": card.seat,
        "play": card.play.text,
        "count": sorted(card.objective.count),
        "side": sorted(card.objective.side),
        "won": card.won,
        "left": card.left,
        "before": [card.before.low, card.before.high],
        "after": [card.after.low, card.after.high],
        "lost": [card.loss_low, card.loss_high],
        "forced": card.is_forced,
        "values": {play.text: [result.low, result.high] for play, result in card.values.items()},
        "best": [play.text for play in card.best],
    }
