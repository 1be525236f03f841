"""A whole four-player deal of Five Hundred in action texts, written from the rules.

The deal goes through the phases AUCTION, RAISE (by option), EXCHANGE, NOMINATION, PLAY and OVER. In every
phase `legal` gives the texts of all legal actions and `do` carries one out. An unseen player first says
``LOOK`` or bids blind; nothing is done for him except looking when no blind bid is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from oracle.bids import blind_bids, is_misere, is_sans_kitty, level, seen_bids, strain
from oracle.options import read_options
from oracle.packs import PACKS, five_hundred_suits, in_order
from oracle.points import deal_points, is_made, match_end
from oracle.tricks import TrickReferee, circle

__all__ = ["PHASES", "DealReferee", "match_end"]

PHASES = ("AUCTION", "RAISE", "EXCHANGE", "NOMINATION", "PLAY", "OVER")


class DealReferee:
    """Referee of one deal.

    Parameters
    ----------
    pack_order : list of str
        The whole pack, top card first.
    dealer : int
        Seat of the dealer, 0 to 3.
    options : mapping
        Names and values of the options; missing ones have their defaults.

    Raises
    ------
    ValueError
        If the pack is not the right one or the options contradict.
    """

    def __init__(self, pack_order: list[str], dealer: int, options: Mapping[str, object]) -> None:
        self.options = read_options(options)
        if self.options.players != 4:
            raise ValueError("this referee knows the four-player game only")
        self.pack = PACKS[str(self.options.deck4)]
        if in_order(pack_order) != self.pack:
            raise ValueError(f"not the {self.options.deck4} cards of the pack")
        self.dealer = dealer
        self.hands: list[set[str]] = [set() for _ in range(4)]
        self.kitty: set[str] = set()
        """The cards in the kitty; empty once the contractor has taken them."""
        self.put_away: set[str] = set()
        self._deal_out(pack_order)

        self.phase = "AUCTION"
        self.turn: int | None = None
        self.seen = [not self.options.blind_misere for _ in range(4)]  # FH-BID-8
        self.exposed = False
        self.calls: list[tuple[int, str]] = []
        """Passes and bids in order, with their seats."""
        self.bids: list[tuple[int, str]] = []
        self.passed: set[int] = set()
        self.passes_in_row = 0

        self.contract: str | None = None
        self.contractor: int | None = None
        self.nominated: str | None = None
        self.trick_play: TrickReferee | None = None
        self.tricks = [0, 0, 0, 0]
        self._ask(self._left(dealer))  # FH-BID-1

    def _left(self, seat: int) -> int:
        return (seat + 1) % 4

    def _deal_out(self, pack_order: list[str]) -> None:
        # Packets (who, how many): FH-DEAL-2 for the pack of 43, FH-DEAL-3 for the pack of 45.
        if self.options.deck4 == 43:
            packets = [("each", 3), ("kitty", 1), ("each", 4), ("kitty", 1), ("each", 3), ("kitty", 1)]
        else:
            packets = [("each", 3), ("kitty", 3), ("each", 4), ("kitty", 2), ("each", 3)]
        top = list(pack_order)  # FH-DEAL-4
        for who, number in packets:
            if who == "kitty":
                self.kitty |= {top.pop(0) for _ in range(number)}
                continue
            for step in range(1, 5):  # FH-DEAL-1: from the dealer's left, the dealer last
                self.hands[(self.dealer + step) % 4] |= {top.pop(0) for _ in range(number)}
        assert not top

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
            number = 3 if self.options.deck4 == 43 else 5
            cards = in_order(self.hands[self.turn])
            return {"put " + " ".join(chosen) for chosen in combinations(cards, number)}
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
            return len(self.calls) == 4  # FH-BID-15
        if not self.options.pass_final:
            return self.passes_in_row == (3 if self.bids else 4)  # FH-BID-11
        if not self.bids:
            return self.passed == {0, 1, 2, 3}  # FH-BID-14
        high_bidder, _ = self.bids[-1]
        return self.passed >= {0, 1, 2, 3} - {high_bidder}  # FH-BID-12

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
        self.seen = [True, True, True, True]  # FH-BID-8: at the latest when the auction ends
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
        assert self.contractor is not None
        # FH-JOK-2
        if (
            strain(self.contract) == "NT"
            and self.options.joker_nomination == "contractor"
            and "JK" in self.hands[self.contractor]
        ):
            self.phase = "NOMINATION"
            self.turn = self.contractor
        else:
            self._start_play()

    def _start_play(self) -> None:
        trump = None
        misere = False
        sitting_out: set[int] = set()
        leader = self._left(self.dealer)  # FH-BID-14: all passed, left of the dealer leads
        if self.contract is not None and self.contractor is not None:
            leader = self.contractor  # FH-PLAY-1
            trump = None if strain(self.contract) == "NT" else strain(self.contract)
            misere = is_misere(self.contract)
            if misere:
                sitting_out = {(self.contractor + 2) % 4}  # FH-MIS-2
        suits, free_joker = five_hundred_suits(self.pack, trump, self.nominated)
        self.trick_play = TrickReferee(
            suits=suits,
            trump=trump,
            free_joker=free_joker,
            hands=self.hands,
            leader=leader,
            orders=circle(4, sitting_out),
            joker_lead=self.options.joker_lead,
            # FH-JOK-11: first_or_last is for no-trump numeric contracts only
            joker_follow="void_only" if misere else self.options.joker_follow,
            # FH-JOK-6, FH-JOK-7
            joker_void=self.options.joker_misere_void if misere else "may",
        )
        self.hands = self.trick_play.hands  # one and the same list from here on
        self.phase = "PLAY"
        self.turn = self.trick_play.turn
        if self._is_open() and self.options.open_exposure == "before_first_lead":
            self.exposed = True  # FH-MIS-4

    def _is_open(self) -> bool:
        return self.contract in ("OM", "OM-SK")

    def _do_play(self, text: str) -> None:
        assert self.trick_play is not None
        card, _, named = text.partition(":")
        self.trick_play.play(card, named or None)
        self.tricks = list(self.trick_play.tricks)
        self.turn = self.trick_play.turn
        if self._is_open() and self.trick_play.tricks_done >= 1:
            self.exposed = True  # FH-MIS-4: after the first trick, before the second lead
        if self.trick_play.over or self._misere_stops():
            self._finish()

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

    # The result

    @property
    def made(self) -> bool | None:
        """Whether the contract is made; None before the end and without a contract."""
        if self.phase != "OVER" or self.contract is None or self.contractor is None:
            return None
        return is_made(self.contract, self.contractor, self.tricks)

    def score(self, scores: tuple[int, int] = (0, 0)) -> tuple[int, int]:
        """Return the points of teams 0 and 1, given the running scores before the deal."""
        if self.phase != "OVER":
            raise ValueError("the deal is not over")
        return deal_points(self.contract, self.contractor, self.tricks, scores, self.options)

    def result(self, scores: tuple[int, int] = (0, 0)) -> tuple[dict[int, int], bool | None]:
        """Return the points by team and whether the contract is made."""
        points = self.score(scores)
        return {0: points[0], 1: points[1]}, self.made
