"""A whole deal of Five Hundred for two to six players in action texts, written from the rules.

The deal goes through the phases AUCTION, RAISE (by option), EXCHANGE, PARTNER (five players), NOMINATION,
PLAY and OVER. In every phase `legal` gives the texts of all legal actions and `do` carries one out. An unseen
player first says ``LOOK`` or bids blind; nothing is done for him except looking when no blind bid is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from oracle.bids import blind_bids, is_misere, is_sans_kitty, level, seen_bids, strain
from oracle.fivehundred_deal_out import deal_out
from oracle.fivehundred_play import face_up, start_play, take_from_table, turn_up
from oracle.options import read_options
from oracle.packs import in_order
from oracle.partners import callable_cards, contract_seats, sides_of
from oracle.points import deal_points, is_made, match_end
from oracle.tricks import TrickReferee

__all__ = ["PHASES", "DealReferee", "match_end"]

PHASES = ("AUCTION", "RAISE", "EXCHANGE", "PARTNER", "NOMINATION", "PLAY", "OVER")


class DealReferee:
    """Referee of one deal.

    Parameters
    ----------
    pack_order : list of str
        The whole pack, top card first.
    dealer : int
        Seat of the dealer.
    options : mapping
        Names and values of the options; missing ones have their defaults.
    scores : sequence of int, optional
        The running scores of the sides before the deal; all 0 if not given.

    Raises
    ------
    ValueError
        If the pack is not the right one or the options contradict.
    """

    def __init__(
        self,
        pack_order: list[str],
        dealer: int,
        options: Mapping[str, object],
        scores: Sequence[int] | None = None,
    ) -> None:
        self.options = read_options(options)
        self.players = self.options.players
        self.sides = sides_of(self.options)
        self.scores = [0 for _ in self.sides] if scores is None else list(scores)
        self.pack = in_order(pack_order)
        self.dealer = dealer
        dealt = deal_out(pack_order, dealer, self.options)
        self.hands = dealt.hands
        self.kitty = dealt.kitty
        """The cards in the kitty; empty once the contractor has taken them."""
        self.kitty_size = len(self.kitty)
        self.put_away: set[str] = set()
        self.dead = dealt.dead
        self.tables = dealt.tables
        """Per seat five piles [down, up] in the table game; None where the card is gone."""

        self.phase = "AUCTION"
        self.turn: int | None = None
        """The seat that decides; in the table game the owner of the position to play."""
        self.place: str | None = None
        """Which position of the seat plays in the table game: 'hand' or 'table'."""
        # FH-BID-8: in the table game hands are seen from the deal
        self.seen = [not self.options.blind_misere or self.options.table_game for _ in range(self.players)]
        self.exposed = False
        self.calls: list[tuple[int, str]] = []
        """Passes and bids in order, with their seats."""
        self.bids: list[tuple[int, str]] = []
        self.passed: set[int] = set()
        self.passes_in_row = 0

        self.contract: str | None = None
        self.contractor: int | None = None
        self.called: str | None = None
        """The card called with five players, or ``seat 3``; None when nothing was called."""
        self.partner: int | None = None
        """The called seat or the true holder of the called card, secret or not; five players only."""
        self.partner_public = False
        """Whether everybody knows for certain who belongs to the contract side."""
        self.nominated: str | None = None
        self.trick_play: TrickReferee | None = None
        self.tricks = [0 for _ in range(self.players)]
        self._ask(self._left(dealer))  # FH-BID-1, FH-P2-3

    @property
    def side(self) -> set[int]:
        """The seats of the true contract side; empty without a contract."""
        if self.contractor is None:
            return set()
        return contract_seats(self.options, self.contractor, self.partner)

    @property
    def trump(self) -> str | None:
        """The trump suit; None without trumps and without a contract."""
        if self.contract is None or strain(self.contract) == "NT":
            return None
        return strain(self.contract)

    def _left(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _everybody(self) -> set[int]:
        return set(range(self.players))

    # What may be done

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        if self.turn is None:
            return set()
        if self.phase == "AUCTION":
            if not self.seen[self.turn]:
                return {"LOOK"} | self._blind_bids()
            return {"P"} | self._seen_bids(self.turn)
        if self.phase == "RAISE":
            return {"STAND"} | self._seen_bids(self.turn)
        if self.phase == "EXCHANGE":
            cards = in_order(self.hands[self.turn])  # FH-P2-3: from the hand only
            return {"put " + " ".join(chosen) for chosen in combinations(cards, self.kitty_size)}
        if self.phase == "PARTNER":
            return {"ALONE"} | self._partner_calls(self.turn)
        if self.phase == "NOMINATION":
            return {"name S", "name C", "name D", "name H", "name none"}
        assert self.trick_play is not None
        return {card if named is None else f"{card}:{named}" for card, named in self.trick_play.legal()}

    def _bids_made(self) -> list[str]:
        return [bid for _, bid in self.bids]

    def _blind_bids(self) -> set[str]:
        return blind_bids(self.options, self._bids_made())

    def _seen_bids(self, seat: int) -> set[str]:
        first = self._left(self.dealer)
        early = seat in (first, self._left(first))  # FH-BID-18
        return seen_bids(self.options, self._bids_made(), early_caller=early)

    def _partner_calls(self, contractor: int) -> set[str]:
        # FH-P5-2
        if self.options.five_partner == "call_player":
            return {f"call seat {seat}" for seat in range(self.players) if seat != contractor}
        own = self.hands[contractor] | self.put_away
        return {f"call {card}" for card in callable_cards(self.options, self.pack, self.trump, own)}

    # Doing it

    def do(self, text: str) -> None:
        """Carry out an action.

        Raises
        ------
        ValueError
            If it is not legal.
        """
        if self.turn is None or text not in self.legal():
            raise ValueError(f"{text!r} is not legal for seat {self.turn} in phase {self.phase}")
        if self.phase == "AUCTION":
            self._do_call(self.turn, text)
        elif self.phase == "RAISE":
            self._do_raise(self.turn, text)
        elif self.phase == "EXCHANGE":
            cards = set(text.split()[1:])
            self.hands[self.turn] -= cards
            self.put_away = cards  # FH-KIT-2
            self._after_exchange()
        elif self.phase == "PARTNER":
            self._do_partner(self.turn, text)
        elif self.phase == "NOMINATION":
            name = text.split()[1]
            self.nominated = None if name == "none" else name
            self._start_play()
        else:
            self._do_play(text)

    def _do_call(self, seat: int, text: str) -> None:
        if text == "LOOK":
            self.seen[seat] = True  # the same player calls next; LOOK is not a call
            return
        self.calls.append((seat, text))
        if text == "P":
            self.passed.add(seat)
            self.passes_in_row += 1
        else:
            self.bids.append((seat, text))
            self.passes_in_row = 0
        if self._calling_is_over():
            self._offer_raise()
            return
        following = self._left(seat)
        if self.options.auction == "multi" and self.options.pass_final:
            while following in self.passed:  # FH-BID-1, FH-BID-11
                following = self._left(following)
        self._ask(following)

    def _calling_is_over(self) -> bool:
        if self.options.auction == "single":
            return len(self.calls) == self.players  # FH-BID-15
        if not self.options.pass_final:
            return self.passes_in_row == (self.players - 1 if self.bids else self.players)  # FH-BID-11
        if not self.bids:
            return self.passed == self._everybody()  # FH-BID-14
        high_bidder, _ = self.bids[-1]
        return self.passed >= self._everybody() - {high_bidder}  # FH-BID-12

    def _ask(self, seat: int) -> None:
        self.phase = "AUCTION"
        self.turn = seat
        has_called = any(caller == seat for caller, _ in self.calls)
        # FH-BID-8: a BM bidder looks at his next decision; nobody stays unseen without a legal blind bid.
        if has_called or not self._blind_bids():
            self.seen[seat] = True

    def _offer_raise(self) -> None:
        # FH-BID-13: the choice is skipped if no higher bid is legal.
        if self.bids and self.options.final_raise != "none":
            high_bidder, _ = self.bids[-1]
            if self._seen_bids(high_bidder):
                self.seen[high_bidder] = True  # FH-BID-8
                self.phase = "RAISE"
                self.turn = high_bidder
                return
        self._end_auction()

    def _do_raise(self, seat: int, text: str) -> None:
        if text == "STAND":
            self._end_auction()
            return
        self.calls.append((seat, text))
        self.bids.append((seat, text))
        if self.options.final_raise == "allowed":
            self._end_auction()
        else:  # reopen: all passes are cancelled
            self.passed = set()
            self.passes_in_row = 0
            self._ask(self._left(seat))

    def _end_auction(self) -> None:
        self.seen = [True for _ in range(self.players)]  # FH-BID-8: at the latest when the auction ends
        if not self.bids:
            if self.options.all_pass == "play_nt":
                self._start_play()
            else:
                self._finish()  # FH-BID-14
            return
        bidder, bid = self.bids[-1]
        if self.options.inkle and level(bid) == 6:
            self._finish()  # FH-BID-18: thrown in, whatever all_pass says
            return
        self.contract = bid
        self.contractor = bidder
        if is_sans_kitty(bid):
            self._after_exchange()  # FH-BID-9
            return
        self.hands[bidder] |= self.kitty  # FH-KIT-1
        self.kitty = set()
        self.phase = "EXCHANGE"
        self.turn = bidder

    def _after_exchange(self) -> None:
        assert self.contract is not None
        # FH-KIT-4: the partner is called before the joker is nominated.
        if self.players != 5 or is_misere(self.contract) or self.options.five_partner == "alone":
            self.partner_public = True  # fixed sides, or alone by FH-P5-1 or FH-P5-2
            self._after_partner()
        else:
            self.phase = "PARTNER"
            self.turn = self.contractor

    def _do_partner(self, contractor: int, text: str) -> None:
        if text == "ALONE":
            self.partner_public = True
        elif text.startswith("call seat "):
            self.called = text.removeprefix("call ")
            self.partner = int(self.called.split()[1])
            self.partner_public = True
        else:
            self.called = text.removeprefix("call ")
            for seat in range(self.players):
                # FH-P5-4, FH-P5-5: nobody has it if he put it away or it lies in the kitty
                if self.called in self.hands[seat] and seat != contractor:
                    self.partner = seat
            # FH-P5-2, FH-P5-5: with call_card_open all see at once who holds it, or that nobody does
            self.partner_public = self.options.five_partner == "call_card_open"
        self._after_partner()

    def _after_partner(self) -> None:
        assert self.contract is not None
        assert self.contractor is not None
        # FH-JOK-2, FH-P2-7
        own = self.hands[self.contractor] | face_up(self.tables[self.contractor])
        if strain(self.contract) == "NT" and self.options.joker_nomination == "contractor" and "JK" in own:
            self.phase = "NOMINATION"
            self.turn = self.contractor
        else:
            self._start_play()

    def _start_play(self) -> None:
        misere = False
        sitting_out: set[int] = set()
        leader = self._left(self.dealer)  # FH-BID-14: all passed, left of the dealer leads
        if self.contract is not None and self.contractor is not None:
            leader = self.contractor  # FH-PLAY-1
            misere = is_misere(self.contract)
            if misere:
                sitting_out = self.side - {self.contractor}  # FH-MIS-2
        self.trick_play = start_play(
            self.options,
            self.pack,
            self.hands,
            self.tables,
            leader=leader,
            sitting_out=sitting_out,
            trump=self.trump,
            nominated=self.nominated,
            misere=misere,
        )
        self.hands = self.trick_play.hands[: self.players]  # the very same sets from here on
        self.phase = "PLAY"
        self._read_turn()
        if self._is_open() and self.options.open_exposure == "before_first_lead":
            self.exposed = True  # FH-MIS-4

    def _is_open(self) -> bool:
        return self.contract in ("OM", "OM-SK")

    def _do_play(self, text: str) -> None:
        assert self.trick_play is not None
        card, _, named = text.partition(":")
        self.trick_play.play(card, named or None)
        won = self.trick_play.tricks
        self.tricks = [sum(won[seat :: self.players]) for seat in range(self.players)]  # FH-P2-7
        take_from_table(self.tables, card)
        if not self.trick_play.trick:
            turn_up(self.tables)
        if card == self.called:
            self.partner_public = True  # FH-P5-2
        self._read_turn()
        if self._is_open() and self.trick_play.tricks_done >= 1:
            self.exposed = True  # FH-MIS-4: after the first trick, before the second lead
        if self.trick_play.over or self._misere_stops():
            self._finish()

    def _read_turn(self) -> None:
        assert self.trick_play is not None
        place = self.trick_play.turn
        self.turn = place
        self.place = None
        if self.options.table_game and place is not None:
            self.turn = place % 2
            self.place = "hand" if place < 2 else "table"

    def _misere_stops(self) -> bool:
        # FH-MIS-8
        return (
            self.options.misere_stop
            and self.contract is not None
            and self.contractor is not None
            and is_misere(self.contract)
            and self.tricks[self.contractor] > 0
        )

    def _finish(self) -> None:
        self.phase = "OVER"
        self.turn = None
        self.place = None

    # The result

    @property
    def made(self) -> bool | None:
        """Whether the contract is made; None before the end and without a contract."""
        if self.phase != "OVER" or self.contract is None or self.contractor is None:
            return None
        return is_made(self.contract, self.contractor, self.side, self.tricks)

    def score(self, scores: Sequence[int] | None = None) -> tuple[int, ...]:
        """Return the points of the sides, given the running scores before the deal."""
        if self.phase != "OVER":
            raise ValueError("the deal is not over")
        before = self.scores if scores is None else scores
        return deal_points(self.contract, self.contractor, self.tricks, before, self.options, self.partner)

    def result(self, scores: Sequence[int] | None = None) -> tuple[dict[int, int], bool | None]:
        """Return the points by side and whether the contract is made."""
        return dict(enumerate(self.score(scores))), self.made
