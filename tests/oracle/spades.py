"""A whole deal of spades in action texts, cutthroat and of partners, written from the rules.

The deal goes through the phases AUCTION, EXCHANGE (by option), PLAY and OVER. In every phase `legal` gives
the texts of all legal actions and `do` carries one out. An unseen player first says ``LOOK`` or bids blind;
nothing is done for him except looking when no blind bid is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from oracle.packs import PACKS, in_order, spades_suits
from oracle.spades_options import Options, read_options
from oracle.spades_points import Points, deal_points
from oracle.tricks import TrickReferee, circle

PHASES = ("AUCTION", "EXCHANGE", "PLAY", "OVER")

BLIND = ("BN", "B6")


class SpadesReferee:
    """Referee of one deal.

    Parameters
    ----------
    pack_order : list of str
        The whole pack, top card first.
    dealer : int
        Seat of the dealer.
    options : mapping or Options
        Names and values of the options; missing ones have their defaults.
    scores, bags : list of int, optional
        Per side, before the deal.
    sixes : list of int, optional
        Per seat, the ``B6`` bid so far in this game.

    Raises
    ------
    ValueError
        If the pack is not the right one or the options contradict.
    """

    def __init__(
        self,
        pack_order: list[str],
        dealer: int,
        options: Mapping[str, object] | Options,
        scores: list[int] | None = None,
        bags: list[int] | None = None,
        sixes: list[int] | None = None,
    ) -> None:
        self.options = options if isinstance(options, Options) else read_options(options)
        o = self.options
        self.pack = PACKS[o.pack_name]
        if in_order(pack_order) != self.pack:
            raise ValueError(f"not the cards of the pack {o.pack_name}")
        self.players = o.players
        self.dealer = dealer
        self.scores = list(scores or [0 for _ in o.sides])
        self.bags = list(bags or [0 for _ in o.sides])
        self.sixes = list(sixes or [0 for _ in range(o.players)])
        """Per seat, the B6 bid in this game, those of this deal included."""
        self.hands: list[set[str]] = [set() for _ in range(o.players)]
        self._deal_out(pack_order)

        self.phase = "AUCTION"
        self.turn: int | None = None
        # CS-BID-5: without blind bids hands are seen from the deal
        self.seen = [not (o.special_bids & set(BLIND)) for _ in range(o.players)]
        self.bids: list[str | None] = [None for _ in range(o.players)]
        self.bid_order: list[int] = []
        self.exchanges: list[int] = []
        """The seats that still have to put cards for their partners, in order."""
        self.given: list[set[str]] = [set() for _ in range(o.players)]
        self.received: list[set[str]] = [set() for _ in range(o.players)]
        self.trick_play: TrickReferee | None = None
        self.tricks = [0 for _ in range(o.players)]
        self.caught: list[set[str]] = [set() for _ in range(o.players)]
        self._ask(self._left(dealer))  # CS-BID-1

    def _left(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _deal_out(self, pack_order: list[str]) -> None:
        top = list(pack_order)  # CS-DEAL-4
        seat = self._left(self.dealer)
        while top:  # CS-DEAL-3: one at a time, from the dealer's left
            size = self.options.hand_size(seat, self.dealer)
            if len(self.hands[seat]) < size:
                self.hands[seat].add(top.pop(0))
            seat = self._left(seat)

    # What may be done

    def legal(self) -> set[str]:
        """Return the texts of all legal actions."""
        if self.turn is None:
            return set()
        if self.phase == "AUCTION":
            if not self.seen[self.turn]:
                return {"LOOK"} | self.blind_bids(self.turn)
            return self.seen_bids(self.turn)
        if self.phase == "EXCHANGE":
            cards = in_order(self.hands[self.turn])
            return {"put " + " ".join(chosen) for chosen in combinations(cards, self.options.bn_exchange)}
        assert self.trick_play is not None
        return {card for card, _ in self.trick_play.legal()}

    def _behind(self, seat: int) -> int:
        """Return how far the seat is behind at the start of the hand (CS-BID-6, SP-BID-3)."""
        own = self.scores[self.options.side_of(seat)]
        return max(self.scores) - own

    def blind_bids(self, seat: int) -> set[str]:
        """Return the blind bids open to a seat that has not looked."""
        o = self.options
        bids = set()
        # CS-BID-8, SP-BID-3
        if "BN" in o.special_bids and (o.bn_behind is None or self._behind(seat) >= o.bn_behind):
            bids.add("BN")
        # CS-BID-6, CS-BID-7
        used = self.sixes[seat] if o.b6_limit_scope == "player" else sum(self.sixes)
        if (
            "B6" in o.special_bids
            and self._behind(seat) >= o.b6_behind
            and (o.b6_limit is None or used < o.b6_limit)
        ):
            bids.add("B6")
        return self._not_hooked(bids)

    def seen_bids(self, seat: int) -> set[str]:
        """Return the bids open to a seat that has looked."""
        o = self.options
        n = o.hand_size(seat, self.dealer)
        bids = {str(k) for k in range(1, n + 1)}  # CS-BID-2
        bids |= o.special_bids & {"NIL", "1F", "2F"}  # CS-BID-3
        if "SM" in o.special_bids and o.sm_tricks is not None and n >= o.sm_tricks:
            bids.add("SM")  # CS-BID-9
        return self._not_hooked(bids)

    def _count(self, bid: str) -> int:
        """Return what a bid counts for the hook (CS-BID-10)."""
        if bid.isdigit():
            return int(bid)
        if bid == "SM":
            assert self.options.sm_tricks is not None
            return self.options.sm_tricks
        return {"NIL": 0, "BN": 0, "1F": 1, "2F": 2, "B6": 6}[bid]

    def _not_hooked(self, bids: set[str]) -> set[str]:
        made = [bid for bid in self.bids if bid is not None]
        if not self.options.hook or len(made) < self.players - 1:
            return bids
        total = sum(self._count(bid) for bid in made)
        return {bid for bid in bids if total + self._count(bid) != self.options.n_tricks}

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
            self._do_bid(self.turn, text)
        elif self.phase == "EXCHANGE":
            self._do_put(self.turn, set(text.split()[1:]))
        else:
            self._do_play(text)

    def _do_bid(self, seat: int, text: str) -> None:
        self.seen[seat] = True  # CS-BID-5: by looking, or right after a blind bid
        if text == "LOOK":
            return  # the same player bids next
        self.bids[seat] = text
        self.bid_order.append(seat)
        if text == "B6":
            self.sixes[seat] += 1
        if len(self.bid_order) < self.players:
            self._ask(self._left(seat))
        else:
            self._end_auction()

    def _ask(self, seat: int) -> None:
        self.turn = seat
        if not self.blind_bids(seat):
            self.seen[seat] = True  # CS-BID-5: he looks automatically

    def _partner(self, seat: int) -> int:
        return (seat + 2) % 4  # SP-SIDE-1

    def _end_auction(self) -> None:
        if self.options.bn_exchange:
            for seat in self.bid_order:  # SP-BID-5: in the order in which the BN were bid
                if self.bids[seat] == "BN" and self.bids[self._partner(seat)] not in ("NIL", "BN"):
                    self.exchanges += [seat, self._partner(seat)]  # SP-BID-4
        self._next_exchange()

    def _next_exchange(self) -> None:
        if self.exchanges:
            self.phase = "EXCHANGE"
            self.turn = self.exchanges.pop(0)
        else:
            self._start_play()

    def _do_put(self, seat: int, cards: set[str]) -> None:
        partner = self._partner(seat)
        self.hands[seat] -= cards
        self.hands[partner] |= cards
        self.given[seat] = cards
        self.received[partner] = cards
        self._next_exchange()

    def _start_play(self) -> None:
        o = self.options
        leader = self._left(self.dealer)  # CS-PLAY-1
        first_card = None
        if o.jokers and o.joker_first_lead == "2C":
            holder = next(seat for seat in range(self.players) if "C2" in self.hands[seat])
            if not (o.jokers == 2 and holder == self.dealer):
                leader = holder  # CS-PLAY-7
                if o.must_lead_2c:
                    first_card = "C2"
        orders = circle(self.players)
        first_orders = circle(self.players, {self.dealer}) if o.jokers == 2 else orders  # CS-PLAY-8
        self.trick_play = TrickReferee(
            suits=spades_suits(self.pack),
            trump="S",  # CS-DECK-3
            free_joker=None,
            hands=self.hands,
            leader=leader,
            orders=orders,
            first_orders=first_orders,
            lead_limit="S",  # CS-PLAY-3
            first_card=first_card,
        )
        self.hands = self.trick_play.hands  # one and the same list from here on
        self.phase = "PLAY"
        self.turn = self.trick_play.turn

    def _do_play(self, card: str) -> None:
        play = self.trick_play
        assert play is not None
        trick = [*(card for _, card in play.trick), card]
        done = play.tricks_done
        play.play(card)
        if play.tricks_done > done:
            assert play.last_winner is not None
            self.caught[play.last_winner] |= set(trick) & self.options.awards  # CS-AWARD-1
        self.tricks = list(play.tricks)
        self.turn = play.turn
        if play.over:
            self.phase = "OVER"  # CS-PLAY-6

    # What is to be seen

    @property
    def broken(self) -> bool:
        """Whether spades are broken (CS-PLAY-4)."""
        return self.trick_play is not None and self.trick_play.broken

    @property
    def leader(self) -> int | None:
        """The seat that led or leads to the trick; None before and after the play."""
        return self.trick_play.leader if self.phase == "PLAY" and self.trick_play is not None else None

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The seats and cards of the trick so far."""
        return [] if self.trick_play is None else list(self.trick_play.trick)

    def result(self) -> Points:
        """Return the points, bags and bids made."""
        if self.phase != "OVER":
            raise ValueError("the deal is not over")
        bids = [bid for bid in self.bids if bid is not None]
        return deal_points(self.options, bids, self.tricks, self.bags, self.caught)
