"""A deal told as it happens: hands, auction, contract, kitty, every trick, the score.

The transcript looks at the deal after each action and prints what has become complete. It prints hidden cards
only where the seats it writes for may see them: all of them when no human plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tricktake.actions import Action
from tricktake.cards import CardSet, Strain
from tricktake.cli.diagram import hand_rows, loose_cards
from tricktake.cli.terminal import Terminal
from tricktake.cli.words import auction_end, contract_words, deal_result, running_score, side_label
from tricktake.fivehundred import Deal, Rules
from tricktake.state import Phase

__all__ = ["Transcript", "auction_rows", "trick_winners"]

_SEAT_WIDTH = 9


@dataclass(slots=True)
class _Stage:
    """How far a deal has come, in what is printed as a whole."""

    auction: bool = False
    exchange: bool = False
    play: bool = False
    tricks: int = 0
    over: bool = False


def _stage(deal: Deal) -> _Stage:
    phase = deal.phase
    over = phase is Phase.OVER
    done = phase not in (Phase.AUCTION, Phase.FINAL_RAISE)
    playing = over or phase is Phase.PLAY
    exchanged = done and deal.put_away is not None
    return _Stage(auction=done, exchange=exchanged, play=playing, tricks=len(deal.finished), over=over)


class Transcript:
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
    >>> transcript, deal = Transcript(terminal), Deal(dealer=3, seed=500)
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

    def __init__(self, terminal: Terminal, humans: frozenset[int] = frozenset()) -> None:
        self.terminal = terminal
        self.humans = humans
        self._told = _Stage()

    def begin(self, deal: Deal, number: int) -> None:
        """Print the head of a deal and the hands.

        Parameters
        ----------
        deal : Deal
        number : int
            From 1.
        """
        say = self.terminal.line
        self._told = _Stage()
        say()
        say(
            f"Deal {number}: seat {deal.dealer} deals; {running_score(deal.rules, deal.scores)}", style="head"
        )
        if not self.humans:
            rows = [(f"seat {seat}", hand) for seat, hand in enumerate(deal.dealt)]
            for line in hand_rows(self.terminal, [*rows, ("kitty", deal.kitty)]):
                say(line)

    def tell(self, deal: Deal) -> None:
        """Print what has become complete since the last call.

        Parameters
        ----------
        deal : Deal
            The deal that has begun last.
        """
        told, now = self._told, _stage(deal)
        if now.auction and not told.auction:
            self._tell_auction(deal)
        if now.exchange and not told.exchange:
            self._tell_exchange(deal)
        if now.play and not told.play and (deal.finished or not now.over or deal.contract is not None):
            self._tell_play(deal)
        for number in range(told.tricks, now.tricks):
            if self.humans:  # between questions a row alone would have to be guessed at
                self.terminal.line()
                self.terminal.line(self._trick_head(deal.rules))
            self.terminal.line(self._trick_row(deal, number))
        if now.over and not told.over:
            self._tell_score(deal)
        self._told = now

    def rewind(self, deal: Deal) -> None:
        """Note that actions have been taken back.

        Parameters
        ----------
        deal : Deal
        """
        self._told = _stage(deal)

    def _may_see(self, seat: int) -> bool:
        return not self.humans or seat in self.humans

    def _tell_auction(self, deal: Deal) -> None:
        say = self.terminal.line
        say()
        for line in auction_rows(self.terminal, deal):
            say(line)
        contract = deal.contract
        if contract is None:
            say(auction_end(deal))
        else:
            say(contract_words(deal.rules, contract), style="head")

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

    def _tell_play(self, deal: Deal) -> None:
        say, rules = self.terminal.line, deal.rules
        joker = self._joker_words(deal)
        if joker:
            say(joker)
        if not self.humans:
            say()
            say(self._trick_head(rules))

    @staticmethod
    def _trick_head(rules: Rules) -> str:
        row = "".join([f" {f'seat {seat}':<{_SEAT_WIDTH - 1}}" for seat in range(rules.players)])
        sides = "".join([f"{side_label(side):>6}" for side in rules.sides])
        return f"  trick  {row} won by{sides}"

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

    def _trick_row(self, deal: Deal, number: int) -> str:
        trick = deal.finished[number]
        winners = trick_winners(deal)
        cells = dict.fromkeys(range(deal.rules.players), "   -")
        for at, played in enumerate(trick):
            card = self.terminal.card(played.card)
            named = f":{self.terminal.suit(played.named)}" if played.named is not None else ""
            mark = "*" if played.seat == winners[number] else ""
            cells[played.seat] = f"{'>' if at == 0 else ' '}{card}{named}{mark}"
        row = "".join([f"{cells[seat]:<{_SEAT_WIDTH}}" for seat in range(deal.rules.players)])
        count = [sum([winner in side for winner in winners[: number + 1]]) for side in deal.rules.sides]
        sides = "".join([f"{won:>6}" for won in count])
        return f"  {number + 1:>5}  {row} seat {winners[number]}{sides}"

    def _tell_score(self, deal: Deal) -> None:
        result = deal_result(deal)
        if not result:
            return
        if deal.finished:
            self.terminal.line()
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


def trick_winners(deal: Deal) -> list[int]:
    """The winner of every finished trick.

    Parameters
    ----------
    deal : Deal
        A deal played from its first trick.

    Returns
    -------
    list of int
        Seats, oldest trick first.

    Examples
    --------
    >>> trick_winners(Deal(dealer=3, seed=500))
    []
    """
    finished = deal.finished
    winners = [trick[0].seat for trick in finished[1:]]  # FH-PLAY-5: the winner leads to the next trick
    if finished:
        before = [winners.count(seat) for seat in range(deal.rules.players)]
        last = [seat for seat, won in enumerate(deal.tricks) if won > before[seat]]
        winners.append(last[0])
    return winners
