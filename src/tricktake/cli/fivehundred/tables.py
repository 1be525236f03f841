"""The cards on the tables of two players: as they lie, and what a trick turns up."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.cards import Card
from tricktake.cli.terminal import Terminal
from tricktake.cli.transcript import trick_winners
from tricktake.fivehundred import Deal, View

__all__ = ["seen_table", "table_lines", "turned_up", "winning_places"]

_WIDTH = 5


def table_lines(terminal: Terminal, deal: Deal) -> list[str]:
    r"""The piles of each seat as they lie now: the cards face up over those face down.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal

    Returns
    -------
    list of str
        Empty in games without cards on the table.

    Examples
    --------
    >>> from tricktake.fivehundred import Rules
    >>> deal = Deal(Rules(players=2), dealer=0, seed=7)
    >>> len(table_lines(Terminal(ascii_only=True), deal)), table_lines(Terminal(), Deal(seed=7))
    (4, [])
    """
    lines = []
    for seat in range(deal.rules.players if deal.tables else 0):
        piles = deal.piles(seat)
        for label, word, cards in (
            (f"table {seat}", "up", [pile.up for pile in piles]),
            ("", "down", [pile.down for pile in piles]),
        ):
            cells = "".join([f"{_shown(terminal, card):<{_WIDTH}}" for card in cards])
            lines.append(f"  {label:<9} {word:<6}{cells}".rstrip())
    return lines


def seen_table(terminal: Terminal, view: View, seat: int) -> str:
    """The piles of a seat as another sees them: a question mark for a card face down.

    Parameters
    ----------
    terminal : Terminal
    view : View
    seat : int
        Whose piles.

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake.fivehundred import Rules
    >>> view = Deal(Rules(players=2), dealer=0, seed=7).view(0)
    >>> seen_table(Terminal(ascii_only=True), view, 0).count("?")
    5
    """
    piles = []
    for up, covers in view.tables[seat]:
        cards = ([] if up is None else [terminal.card(up)]) + (["?"] if covers else [])
        piles.append("/".join(cards) or "-")
    return "  ".join(piles)


def turned_up(deal: Deal, number: int) -> Sequence[Card | None]:
    """The card turned up on each seat's table at the end of a trick (FH-P2-6).

    Parameters
    ----------
    deal : Deal
    number : int
        Of a finished trick, from 0.

    Returns
    -------
    sequence of Card or None
        None where nothing lay under the card played.

    Examples
    --------
    >>> turned_up(Deal(dealer=3, seed=500).push_all("6S-SK P P P CA C5 C7 C9"), 0)
    []
    """
    found: list[Card | None] = [None] * len(deal.tables)
    for played in deal.finished[number]:
        if played.from_table:
            for pile in deal.tables[played.seat]:
                if pile.up == played.card:
                    found[played.seat] = pile.down
    return found


def winning_places(deal: Deal) -> list[int]:
    """The place of the winner of every finished trick: a seat, or behind the seats its table.

    Parameters
    ----------
    deal : Deal
        A deal played from its first trick.

    Returns
    -------
    list of int

    Examples
    --------
    >>> winning_places(Deal(dealer=3, seed=500))
    []
    """
    players, finished, play = deal.rules.players, deal.finished, deal.play_state
    if not deal.tables or not finished or play is None:
        return trick_winners(deal)
    places = [
        trick[0].seat + (players if trick[0].from_table else 0) for trick in finished[1:]
    ]  # FH-P2-4: the winner leads next
    won = [places.count(place) for place in range(len(play.tricks))]
    places.append(next(place for place, count in enumerate(play.tricks) if count > won[place]))
    return places


def _shown(terminal: Terminal, card: Card | None) -> str:
    return "-" if card is None else terminal.card(card)
