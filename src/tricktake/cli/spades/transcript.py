"""Deals of spades told as they happen: hands, bids, exchange, every trick, the score."""

from __future__ import annotations

from typing import ClassVar

from tricktake.actions import LOOK, BidKind
from tricktake.cards import CardSet, Suit
from tricktake.cli.diagram import hand_rows, loose_cards
from tricktake.cli.spades.table import score_rows
from tricktake.cli.spades.words import bid_lines, deal_head, score_notes
from tricktake.cli.transcript import Stage, Transcript, trick_winners
from tricktake.spades import Deal
from tricktake.state import Phase

__all__ = ["SpadesTranscript", "bid_rows", "dealt_rows"]

_SEAT_WIDTH = 8
_NILS = (BidKind.NIL, BidKind.BLIND_NIL)


def dealt_rows(deal: Deal) -> list[tuple[str, CardSet]]:
    """The hands as dealt.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    list of (str, CardSet)

    Examples
    --------
    >>> [label for label, _ in dealt_rows(Deal(dealer=2, seed=500))]
    ['seat 0', 'seat 1', 'seat 2']
    """
    return [(f"seat {seat}", hand) for seat, hand in enumerate(deal.dealt)]


class SpadesTranscript(Transcript[Deal]):
    """Prints the deals of a game as they are played.

    Parameters
    ----------
    terminal : Terminal
        Where it is printed.
    humans : frozenset of int, default empty
        Seats played by people at this screen; what they may not see is not printed.

    Examples
    --------
    >>> from tricktake.cli.terminal import Terminal
    >>> terminal = Terminal(ascii_only=True)
    >>> transcript, deal = SpadesTranscript(terminal, frozenset((0,))), Deal(dealer=2, seed=500)
    >>> transcript.begin(deal, 1)
    <BLANKLINE>
    Deal 1: seat 2 deals; scores 0, 0, 0; bags 0, 0, 0
    >>> transcript.tell(deal.push_all("5 NIL 6"))
    <BLANKLINE>
      bidding  seat 0  seat 1  seat 2
        looks  yes     yes     yes
        bids   5       NIL     6
    Seat 1 bids nil: no trick, for 100.
    The bids add up to 11; there are 17 tricks.
    Seat 0 leads first.
    """

    SEAT_WIDTH: ClassVar[int] = _SEAT_WIDTH
    SIDE_WIDTH: ClassVar[int] = 4

    def _stage(self, deal: Deal) -> Stage:
        phase = deal.phase
        playing = phase in (Phase.PLAY, Phase.OVER)
        return Stage(
            auction=phase is not Phase.AUCTION,
            exchange=playing and bool(deal.exchanged),
            play=playing,
            tricks=len(deal.finished),
            over=phase is Phase.OVER,
        )

    def _tell_head(self, deal: Deal, number: int) -> None:
        self.terminal.paragraph(deal_head(deal, number), indent="  ", style="head")
        if not self.humans:
            for line in hand_rows(self.terminal, dealt_rows(deal)):
                self.terminal.line(line)

    def _tell_auction(self, deal: Deal) -> None:
        say = self.terminal.line
        say()
        for line in [*bid_rows(deal), *bid_lines(deal)]:
            say(line)

    def _tell_exchange(self, deal: Deal) -> None:
        put = list(deal.exchanged)
        for (giver, taker, cards), (_, _, back) in zip(put[::2], put[1::2], strict=False):
            if self._may_see(giver) or self._may_see(taker):
                mine, his = (loose_cards(self.terminal, given) for given in (cards, back))
                self.terminal.line(f"Seat {giver} puts {mine} for seat {taker}, who gives {his} back.")
            else:
                self.terminal.line(f"Seat {giver} exchanges {len(cards)} cards with seat {taker}.")

    def _tell_start(self, deal: Deal) -> None:
        first = deal.tricks_played()[0][0].seat if deal.tricks_played() else deal.turn
        words = f"Seat {first} leads first"
        if deal.rules.jokers == 2:  # CS-PLAY-8
            words += f"; seat {deal.dealer}, who deals, takes no part in the first trick"
        self.terminal.line(f"{words}.")

    def _trick_notes(self, deal: Deal, number: int) -> list[str]:
        notes, trick, winners = [], deal.finished[number], trick_winners(deal)
        winner = winners[number]
        before = [played.card for earlier in deal.finished[:number] for played in earlier]
        if not any(_is_spade(card.suit) for card in before):
            breaker = [played.seat for played in trick if _is_spade(played.card.suit)]
            if breaker:
                notes.append(f"Seat {breaker[0]} breaks spades.")
        bid = deal.bids[winner]
        if bid is not None and bid.kind in _NILS and winner not in winners[:number]:
            blind = "blind nil" if bid.is_blind else "nil"
            notes.append(f"Seat {winner} has bid {blind}, which fails.")
        jacks = CardSet([played.card for played in trick]) & CardSet(deal.rules.awards)
        if jacks:
            notes.append(f"Seat {winner} catches {loose_cards(self.terminal, jacks)}.")
        return notes

    def _tell_score(self, deal: Deal) -> None:
        self.terminal.line()
        for line in score_rows(deal):
            self.terminal.line(line)
        for note in score_notes(self.terminal, deal):
            self.terminal.paragraph(note, indent="  ")


def _is_spade(suit: Suit | None) -> bool:
    return suit is None or suit is Suit.SPADES  # CS-DECK-4: jokers are spades


def bid_rows(deal: Deal) -> list[str]:
    r"""The bids of a deal, a column for each seat from the dealer's left.

    Parameters
    ----------
    deal : Deal
        A deal after its last bid.

    Returns
    -------
    list of str
        A heading; who has looked before bidding, where some may bid blind; the bids.

    Examples
    --------
    >>> print("\n".join(bid_rows(Deal(dealer=2, seed=500).push_all("5 BN 6"))))
      bidding  seat 0  seat 1  seat 2
        looks  yes     no      yes
        bids   5       BN      6
    """
    players = deal.rules.players
    order = [(deal.dealer + 1 + at) % players for at in range(players)]
    bids = [deal.bids[seat] for seat in order]
    rows = [("  bidding", [f"seat {seat}" for seat in order])]
    if any(step.action is LOOK or (step.action in bids and _is_blind(step.action)) for step in deal.history):
        rows.append(("    looks", ["no" if _is_blind(bid) else "yes" for bid in bids]))
    rows.append(("    bids", [str(bid) for bid in bids]))
    return [
        f"{label:<9}  {''.join([f'{cell:<{_SEAT_WIDTH}}' for cell in cells])}".rstrip()
        for label, cells in rows
    ]


def _is_blind(bid: object) -> bool:
    return bool(getattr(bid, "is_blind", False))
