"""Deals of Five Hundred told as they happen: hands, auction, contract, kitty, every trick, the score."""

from __future__ import annotations

from typing import ClassVar, cast

from tricktake.actions import Action
from tricktake.cards import CardSet, Strain
from tricktake.cli.diagram import hand_rows, loose_cards
from tricktake.cli.fivehundred.tables import table_lines, turned_up, winning_places
from tricktake.cli.fivehundred.words import (
    auction_end,
    contract_words,
    deal_result,
    not_in_play,
    partner_shown,
    partner_words,
    standing,
)
from tricktake.cli.terminal import Terminal
from tricktake.cli.transcript import Stage, Transcript
from tricktake.fivehundred import Deal
from tricktake.state import Phase
from tricktake.view import PlayedCard

__all__ = ["FiveHundredTranscript", "auction_rows", "dealt_rows"]

_SEAT_WIDTH = 9


def dealt_rows(deal: Deal) -> list[tuple[str, CardSet]]:
    """The hands as dealt, the kitty, and the dead hand of two players.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    list of (str, CardSet)

    Examples
    --------
    >>> [label for label, _ in dealt_rows(Deal(dealer=3, seed=500))]
    ['seat 0', 'seat 1', 'seat 2', 'seat 3', 'kitty']
    """
    rows = [*[(f"seat {seat}", hand) for seat, hand in enumerate(deal.dealt)], ("kitty", deal.kitty)]
    return [*rows, ("dead hand", deal.dead)] if deal.dead else rows


class FiveHundredTranscript(Transcript[Deal]):
    """Prints the deals of a match as they are played.

    Parameters
    ----------
    terminal : Terminal
        Where it is printed.
    humans : frozenset of int, default empty
        Seats played by people at this screen; what they may not see is not printed.

    Examples
    --------
    >>> terminal = Terminal(ascii_only=True)
    >>> transcript, deal = FiveHundredTranscript(terminal), Deal(dealer=3, seed=500)
    >>> transcript.begin(deal, 1)
    <BLANKLINE>
    Deal 1: seat 3 deals; seats 0 and 2 have 0, seats 1 and 3 have 0
                S       C       D         H         joker
      seat 0    6       A K     A 10 9 6  8 4       JK
      seat 1    K 10 5  J 10 5  Q 8       Q J       -
      seat 2    A J 8   8 7     K J 7     K 9       -
      seat 3    Q 9 7   Q 9 6   -         A 10 7 5  -
      kitty     -       -       5 4       6         -
    """

    SEAT_WIDTH: ClassVar[int] = _SEAT_WIDTH
    SIDE_WIDTH: ClassVar[int] = 6

    def _stage(self, deal: Deal) -> Stage:
        phase = deal.phase
        over = phase is Phase.OVER
        done = phase not in (Phase.AUCTION, Phase.FINAL_RAISE)
        playing = over or phase is Phase.PLAY
        exchanged = done and deal.put_away is not None
        return Stage(auction=done, exchange=exchanged, play=playing, tricks=len(deal.finished), over=over)

    def _has_play(self, deal: Deal) -> bool:
        return bool(deal.finished) or not deal.is_over or deal.contract is not None

    def _tell_head(self, deal: Deal, number: int) -> None:
        say = self.terminal.line
        head = f"Deal {number}: seat {deal.dealer} deals; {standing(deal.rules.sides, deal.scores)}"
        self.terminal.paragraph(head, indent="  ", style="head")
        if not self.humans:
            for line in (*hand_rows(self.terminal, dealt_rows(deal)), *table_lines(self.terminal, deal)):
                say(line)

    def _tell_auction(self, deal: Deal) -> None:
        say = self.terminal.line
        say()
        for line in auction_rows(self.terminal, deal):
            say(line)
        contract = deal.contract
        if contract is None:
            say(auction_end(deal))
        else:
            self.terminal.paragraph(contract_words(deal.rules, contract), indent="  ", style="head")

    def _tell_exchange(self, deal: Deal) -> None:
        contract = deal.contract
        assert contract is not None
        seat, put = contract.contractor, deal.put_away
        if not self._may_see(seat):
            self.terminal.line(f"Seat {seat} takes the kitty and puts {deal.rules.kitty_size} cards away.")
            return
        kitty = loose_cards(self.terminal, deal.kitty)
        away = loose_cards(self.terminal, put if put is not None else CardSet(()))
        self.terminal.line(f"Seat {seat} takes the kitty ({kitty}) and puts away {away}.")

    def _tell_start(self, deal: Deal) -> None:
        partner = partner_words(self.terminal, deal)
        if partner:
            self.terminal.line(partner)
        joker = self._joker_words(deal)
        if joker:
            self.terminal.line(joker)

    def _joker_words(self, deal: Deal) -> str:
        contract = deal.contract
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        if strain is not Strain.NO_TRUMP:
            return ""
        if deal.nominated is not None:
            return f"The joker is the highest {deal.nominated.name.lower().removesuffix('s')}."
        named = any(step.action is not None and step.action.text == "name none" for step in deal.history)
        return (
            "The joker belongs to no suit, by choice of its holder."
            if named
            else "The joker belongs to no suit."
        )

    def _widths(self, deal: Deal) -> tuple[int, int]:
        players = deal.rules.players
        if players == 5:
            return 8, 4
        return (7, 6) if players == 6 else (self.SEAT_WIDTH, self.SIDE_WIDTH)

    def _columns(self, deal: Deal) -> list[str]:
        seats = range(deal.rules.players)
        tables = [f"table {seat}" for seat in seats] if deal.rules.has_tables else []
        return [*[f"seat {seat}" for seat in seats], *tables]

    def _column(self, deal: Deal, played: PlayedCard) -> int:
        return played.seat + (deal.rules.players if played.from_table else 0)

    def _winning_columns(self, deal: Deal) -> list[int]:
        return winning_places(deal)

    def _end_head(self, deal: Deal) -> str:
        return "   turned up" if deal.rules.has_tables else ""

    def _end_row(self, deal: Deal, number: int) -> str:
        if not deal.rules.has_tables:
            return ""
        cells = ["-" if card is None else self.terminal.card(card) for card in turned_up(deal, number)]
        return "   " + "".join([f"{cell:<5}" for cell in cells])

    def _trick_notes(self, deal: Deal, number: int) -> list[str]:
        shown = partner_shown(self.terminal, deal, number)
        return [shown] if shown else []

    def _tell_score(self, deal: Deal) -> None:
        result = deal_result(deal)
        if not result:
            return
        if deal.finished:
            self.terminal.line()
            absent = not_in_play(self.terminal, deal)
            if absent:
                self.terminal.line(absent)
        made = deal.score().made
        for at, line in enumerate(result):
            style = None if at or made is None else "good" if made else "bad"
            self.terminal.paragraph(line, style=style)


def auction_rows(terminal: Terminal, deal: Deal) -> list[str]:
    r"""The calls of a deal, a column for each seat from the dealer's left.

    Parameters
    ----------
    terminal : Terminal
        What can be shown.
    deal : Deal

    Returns
    -------
    list of str

    Examples
    --------
    >>> deal = Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    >>> print("\n".join(auction_rows(Terminal(ascii_only=True), deal)))
      auction  seat 0   seat 1   seat 2   seat 3
               7H       pass     8H       pass
               pass
    """
    players = deal.rules.players
    order = [(deal.dealer + 1 + at) % players for at in range(players)]
    lines = ["  auction  " + "".join([f"{f'seat {seat}':<{_SEAT_WIDTH}}" for seat in order])]
    row: dict[int, str] = {}
    for seat, call in deal.auction:
        column = order.index(seat)
        if row and column <= max(row):
            lines.append(_auction_row(row, players))
            row = {}
        row[column] = terminal.action(cast(Action, call))
    if row:
        lines.append(_auction_row(row, players))
    return [line.rstrip() for line in lines]


def _auction_row(row: dict[int, str], players: int) -> str:
    return " " * 11 + "".join([f"{row.get(column, ''):<{_SEAT_WIDTH}}" for column in range(players)])
