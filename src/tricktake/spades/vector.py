"""Many deals of spades at once: bids and exchanges as arrays.

Clauses ``CS-…`` are those of ``docs/rules/cutthroat-spades.md``, ``SP-…`` those of
``docs/rules/partnership-spades.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import PlaySetup
from tricktake.actions import LOOK, Bid, BidKind
from tricktake.cards import Card, Suit
from tricktake.errors import SetupError
from tricktake.spades._vector_score import Points
from tricktake.spades.bids import Bidding, bid_tricks
from tricktake.spades.deal import Deal
from tricktake.spades.encoding import bids_of, phases_of
from tricktake.spades.options import BagStyle, LimitScope
from tricktake.spades.orders import first_leader, play_table
from tricktake.spades.packs import deal_round
from tricktake.spades.scoring import Score
from tricktake.state import Phase
from tricktake.vector.bits import Bits, Ints, bit, count, has, pack_words, put_mask
from tricktake.vector.table import Rows, VectorTable, check_points

__all__ = ["Table"]

_BLIND_SIX = Bid("B6")
_MOST_BAGS = 10**6
_OTHER_SUITS = np.uint64(1 << Suit.CLUBS | 1 << Suit.DIAMONDS | 1 << Suit.HEARTS)


class Table(VectorTable):
    """Many deals of spades; made by ``tricktake.vector.VectorDeals``.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.vector import VectorDeals
    >>> deals = VectorDeals(sp.Rules(), 3)
    >>> [deals.phases[phase].value for phase in deals.phase]
    ['auction', 'auction', 'auction']
    """

    def __init__(self, encoding: Any, shared: Any, **more: Any) -> None:
        rules = encoding.rules
        self.phases: tuple[Phase, ...] = tuple(phases_of(rules))
        worth = max(rules.nil_value, rules.blind_nil_value, 3 * rules.award_points)
        check_points(2 * worth + 20 * _MOST_BAGS)
        super().__init__(encoding, shared, **more)
        n, players = self.n, self.players
        self.every_bid: tuple[Bid, ...] = bids_of(rules)
        self.bids: NDArray[np.int8] = np.full((n, players), -1, np.int8)
        self.ncalls: NDArray[np.int64] = np.zeros(n, np.int64)
        self.caught: NDArray[np.uint64] = np.zeros((n, players), np.uint64)
        self.void: NDArray[np.uint64] = np.zeros((n, players), np.uint64)
        self.giver: NDArray[np.int8] = np.full(
            (n, players + 1), -1, np.int8
        )  # of the exchanges to be made, then -1
        self.given: NDArray[np.uint64] = np.zeros((n, players), np.uint64)  # cards each seat has put over
        self.exchanges: NDArray[np.int64] = np.zeros(n, np.int64)  # that have been made
        self.awards: NDArray[np.uint64] = np.array(
            [1 << self.pack.index(card) for card in sorted(rules.awards)], np.uint64
        )
        self.jacks: np.uint64 = np.uint64(sum(self.awards.tolist()))
        self.points: Points = Points(rules, self.every_bid, self.awards)
        spades = [at for at, card in enumerate(self.pack) if card.suit is Suit.SPADES or card.is_joker]
        self.spades: np.uint64 = np.uint64(sum([1 << at for at in spades]))
        self._read_bids()

    def _read_bids(self) -> None:
        """What may be bid, asked of ``Bidding``: what decides besides is masks over these."""
        rules, space, words = self.rules, self.encoding.actions, self.columns.words
        bids, most = self.every_bid, rules.hand_size
        self.hides: bool = any(bid.is_blind for bid in rules.special_bids)  # CS-BID-5
        self.look: int = space.index(LOOK) if LOOK.id in space.ids else -1
        self.of_action: NDArray[np.int8] = np.full(len(space) + 1, -1, np.int8)
        for at, bid in enumerate(bids):
            self.of_action[space.index(bid)] = at
        self.tricks_of: NDArray[np.int64] = np.array([*[bid_tricks(rules, bid) for bid in bids], 0], np.int64)
        self.is_six: NDArray[np.bool_] = np.array([*[bid is _BLIND_SIX for bid in bids], False])
        self.is_number: NDArray[np.bool_] = np.array([*[bid.kind is BidKind.COUNT for bid in bids], False])
        self.is_blind_nil: NDArray[np.bool_] = np.array(
            [*[bid.kind is BidKind.BLIND_NIL for bid in bids], False]
        )
        never = (0,) * rules.players
        asked = Bidding(rules, most, behind=10**9, sixes=never, seat=0, bids=())
        blind = asked.legal(unseen=True)
        self.blind_six: Bits = pack_words(
            [space.index(bid) for bid in blind if bid.kind is BidKind.BLIND_SIX], words
        )
        self.blind_nil: Bits = pack_words(
            [space.index(bid) for bid in blind if bid.kind is BidKind.BLIND_NIL], words
        )
        # by whether the hand is a card short, and with which sums of tricks the hook bars what (CS-BID-10)
        self.seen_bids: NDArray[np.uint64] = np.array(
            [
                pack_words([space.index(bid) for bid in asked._replace(hand_size=size).legal()], words)
                for size in (most, most - 1)
            ]
        )
        self.barred: NDArray[np.uint64] = np.zeros(
            (most + 2, words), np.uint64
        )  # by tricks; the last row bars nothing
        for tricks in range(most + 1):
            same = [space.index(bid) for bid in bids if bid_tricks(rules, bid) == tricks]
            self.barred[tricks] = pack_words(same, words)

    @classmethod
    def standing(cls, rules: Any) -> dict[str, int]:
        """Scores and bags of the sides, and blind sixes of the seats."""
        return {"scores": len(rules.sides), "bags": len(rules.sides), "blind_sixes": rules.players}

    @classmethod
    def check_standing(cls, rules: Any, given: Mapping[str, NDArray[np.int64]]) -> None:
        """CS-BAG-3, and bags whose cost fits a reward."""
        bags = given.get("bags")
        if bags is None or not bags.size:
            return
        if rules.bag_style is BagStyle.PER_HAND and bags.any():
            raise SetupError("bags do not add up under these rules, so they are 0 before every deal")
        if int(bags.max()) > _MOST_BAGS:
            raise SetupError(f"a side has at most {_MOST_BAGS} bags here, not {int(bags.max())}")

    # ---- play and dealing ------------------------------------------------------------------------

    def setups(self) -> list[PlaySetup]:
        """A setup for every dealer, where it matters who deals."""
        rules = self.rules
        self.per_dealer: bool = rules.jokers == 2  # CS-PLAY-8
        dealers = range(rules.players if self.per_dealer else 1)
        # who leads first, by dealer and the holder of the two of clubs; the last column for nobody
        holders = [*range(rules.players), None]
        self.leader: NDArray[np.intp] = np.array(
            [[first_leader(rules, dealer, holder) for holder in holders] for dealer in range(rules.players)]
        )
        self.lowest: np.uint64 = np.uint64(1 << self.pack.index(Card.C2) if Card.C2 in self.pack else 0)
        return [play_table(rules, dealer, fresh=True).setup for dealer in dealers]

    def dealt_groups(self) -> list[list[int]]:
        """CS-DEAL-3, read off one deal of a pack in order."""
        at = {card: index for index, card in enumerate(self.pack)}
        hands = deal_round(list(self.pack), players=self.players, dealer=self.players - 1)
        return [[at[card] for card in hand] for hand in hands]

    def open(self, rows: Rows, packs: NDArray[np.uint8]) -> None:
        """The first bid (CS-BID-1)."""
        self.bids[rows] = -1
        self.giver[rows] = -1
        for name in ("ncalls", "caught", "void", "given", "exchanges"):
            getattr(self, name)[rows] = 0
        self.seen[rows] = 0 if self.hides else (1 << self.players) - 1
        self._look_if_no_choice(rows)

    def before_play(
        self, playing: NDArray[np.bool_], lead: NDArray[np.bool_], cards: Ints, named: Ints, place: Ints
    ) -> None:
        """Who leads a spade that is not broken has nothing else (CS-PLAY-3)."""
        leads = lead & ((self.card_bit[cards] & self.spades) > 0)
        if leads.any():
            at = np.flatnonzero(leads)
            at = at[~self._broken(at)]
            self.void[at, place[at]] |= _OTHER_SUITS

    def _broken(self, rows: Rows | slice) -> NDArray[np.bool_]:
        """CS-PLAY-4: whether a spade has been played."""
        found: NDArray[np.bool_] = (np.bitwise_or.reduce(self.played[rows], axis=1) & self.spades) > 0
        return found

    def after_play(
        self, playing: NDArray[np.bool_], ended: NDArray[np.bool_], trick: Bits
    ) -> NDArray[np.bool_] | None:
        """CS-AWARD-1: who has caught a jack."""
        if len(self.awards):
            jacks = trick & self.jacks
            at = np.flatnonzero(jacks)
            self.caught[at, self.batch.winner[at]] |= jacks[at]
        return None

    # ---- bids ------------------------------------------------------------------------------------

    def act(self, rows: Rows, actions: Ints) -> None:
        """Looks, bids and cards put over."""
        giving = self.phase[rows] == self.EXCHANGE
        if giving.any():
            self._put(rows[giving], actions[giving])
            rows, actions = rows[~giving], actions[~giving]
        looking = actions == self.look
        at = rows[looking]
        self.seen[at] |= bit(self.turn[at])
        rows, actions = rows[~looking], actions[~looking]
        if len(rows):
            self._bid(rows, actions)

    def _bid(self, rows: Rows, actions: Ints) -> None:
        seat = self.turn[rows]
        self.bids[rows, seat] = self.of_action[actions]
        self.seen[rows] |= bit(seat)  # CS-BID-5: he sees his cards right after bidding
        self.ncalls[rows] += 1
        over = self.ncalls[rows] == self.players
        self.turn[rows] = np.where(over, -1, (seat + 1) % self.players)
        self._look_if_no_choice(rows[~over])
        if over.any():
            self._end_auction(rows[over])

    def _conditions(self, rows: Rows, seat: Ints) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """CS-BID-6 to CS-BID-8, SP-BID-3: whether seats may bid blind six and blind nil."""
        rules = self.rules
        scores = self.before["scores"][rows]
        behind = scores.max(axis=1) - scores[np.arange(len(rows)), self.side_of[seat]]
        used = self.before["blind_sixes"][rows] + self.is_six[self.bids[rows]]
        if rules.b6_limit_scope is LimitScope.TABLE:
            spent = used.sum(axis=1)
        else:
            spent = used[np.arange(len(rows)), seat]
        six = behind >= rules.b6_behind
        if rules.b6_limit is not None:  # CS-BID-7
            six &= spent < rules.b6_limit
        return six, behind >= (rules.bn_behind or 0)

    def _barred(self, rows: Rows) -> Bits:
        """CS-BID-10: what the hook bars, as words."""
        last = self.ncalls[rows] >= self.players - 1
        sums = self.tricks_of[self.bids[rows]].sum(axis=1)
        left = self.rules.hand_size - sums
        none = len(self.barred) - 1
        return self.barred[np.where(last & (left >= 0), left, none)]

    def _hand_size(self, rows: Rows, seat: Ints) -> NDArray[np.int64]:
        return count(self.dealt[rows, seat]).astype(np.int64)

    def _blind_bids(self, rows: Rows, seat: Ints) -> Bits:
        six, nil = self._conditions(rows, seat)
        words = np.where(six[:, None], self.blind_six, np.uint64(0))
        words |= np.where(nil[:, None], self.blind_nil, np.uint64(0))
        if self.rules.hook:
            words &= ~self._barred(rows)
        return words

    def _look_if_no_choice(self, rows: Rows) -> None:
        """CS-BID-5: a seat for which no blind bid is legal looks by itself."""
        if not self.hides or not len(rows):
            return
        seat = self.turn[rows]
        none = ~self._blind_bids(rows, seat).any(axis=1)
        at = rows[none]
        self.seen[at] |= bit(seat[none])

    def _end_auction(self, rows: Rows) -> None:
        """SP-BID-4, SP-BID-5: the exchanges that are to be made, in the order of the bids."""
        if self.EXCHANGE < 0:
            self._begin_play(rows)
            return
        bids = self.bids[rows]
        found = np.zeros(len(rows), np.int64)
        at = np.arange(len(rows))
        for k in self.seats():
            seat = (self.dealer[rows] + 1 + k) % self.players
            mate = (seat + 2) % self.players
            exchanges = self.is_blind_nil[bids[at, seat]] & self.is_number[bids[at, mate]]
            who = np.flatnonzero(exchanges)
            for giver in (seat, mate):
                self.giver[rows[who], found[who]] = giver[who]
                found[who] += 1
        self._exchange_or_play(rows)

    def _exchange_or_play(self, rows: Rows) -> None:
        giver = self.giver[rows, self.exchanges[rows]]
        there = giver >= 0
        at = rows[there]
        self.phase[at] = self.EXCHANGE
        self.turn[at] = giver[there]
        if not there.all():
            self._begin_play(rows[~there])

    def _put(self, rows: Rows, actions: Ints) -> None:
        """SP-BID-4: cards are put over one by one, and change hands together."""
        seat = self.turn[rows]
        card = bit(self.columns.card[actions])
        self.hand[rows, seat] ^= card
        self.put[rows] |= card
        done = count(self.put[rows]) == self.rules.bn_exchange
        at, giver = rows[done], seat[done]
        if not len(at):
            return
        self.record_exchange(at)
        self.hand[at, (giver + 2) % self.players] |= self.put[at]
        self.given[at, giver] = self.put[at]
        self.put[at] = 0
        self.exchanges[at] += 1
        self._exchange_or_play(at)

    def _begin_play(self, rows: Rows) -> None:
        """CS-PLAY-1, CS-PLAY-7."""
        dealer = self.dealer[rows]
        holds = (self.hand[rows] & self.lowest) > 0
        holder = np.where(holds.any(axis=1), holds.argmax(axis=1), self.players)
        setup = dealer.astype(np.int64) if self.per_dealer else np.zeros(len(rows), np.int64)
        self.start_play(rows, setup, self.leader[dealer, holder])

    # ---- what is legal ---------------------------------------------------------------------------

    def legal_calls(self, rows: Rows) -> Bits:
        """The legal actions before the play."""
        seat = self.turn[rows]
        words = np.zeros((len(rows), self.columns.words), np.uint64)
        giving = self.phase[rows] == self.EXCHANGE
        if giving.any():
            at = rows[giving]
            made = np.zeros((len(at), self.columns.words), np.uint64)
            put_mask(made, self.hand[at, seat[giving]], self.columns.put)
            words[giving] = made
        unseen = ~has(self.seen[rows], seat) & ~giving
        if unseen.any():
            made = self._blind_bids(rows[unseen], seat[unseen])
            made[:, self.look >> 6] |= np.uint64(1 << (self.look & 63))
            words[unseen] = made
        bidding = ~unseen & ~giving
        if bidding.any():
            at, who = rows[bidding], seat[bidding]
            short = self.rules.hand_size - self._hand_size(at, who)
            made = self.seen_bids[short]
            words[bidding] = made & ~self._barred(at) if self.rules.hook else made
        return words

    # ---- results ---------------------------------------------------------------------------------

    def scored(self, rows: Rows) -> dict[str, NDArray[Any]]:
        """Section 6 of the rules."""
        return self.points.of(
            self.bids[rows], self.tricks(rows), self.caught[rows], self.before["bags"][rows]
        )

    def score_of(self, i: int) -> Score:
        """The score of the deal that ended last in a slot."""
        return Score(**{name: tuple(values[i].tolist()) for name, values in self.scores.items()})

    def replay(self, i: int) -> Deal:
        """One deal as a ``Deal``; cards put over in an unfinished exchange are not in it."""
        deal = Deal(
            self.rules,
            dealer=int(self.dealer[i]),
            seed=self.key,
            number=int(self.shared.number[i]),
            **{name: array[i].tolist() for name, array in self.before.items()},
        )
        givers = self.giver[i, : int(self.exchanges[i])]
        return deal.push_all(self.actions_of(i, [int(self.given[i, giver]) for giver in givers]))

    # ---- what seats see --------------------------------------------------------------------------

    def voids(self, rows: Rows | slice) -> NDArray[np.uint64]:
        """Suits each seat has shown to be void in."""
        return super().voids(rows) | self.void[rows]

    def values(self, rows: Rows | slice, me: Ints) -> dict[str, NDArray[Any]]:
        """Everything a seat sees, by the name of the field."""
        rules, seats = self.rules, self.around(me)
        values = self.common_values(rows, me)
        bids = self.bids[rows]
        sixes = self.before["blind_sixes"][rows] + self.is_six[bids]
        values |= {
            "bags": np.take_along_axis(self.before["bags"][rows], self.side_order[me], 1),
            "blind_sixes": np.take_along_axis(sixes, seats, 1),
            "bids": np.take_along_axis(bids, seats, 1),
            "is_broken": (self._broken(rows) & self.began[rows])[:, None].astype(np.uint64),
        }
        if len(self.awards):
            caught = np.take_along_axis(self.caught[rows], seats, 1)
            flags = np.zeros_like(caught)
            for at, jack in enumerate(self.awards):
                flags |= ((caught & jack) > 0).astype(np.uint64) << np.uint64(at)
            values["caught"] = flags
        if rules.bn_exchange:
            mine = np.arange(len(me))
            given, mate = self.given[rows], (me + 2) % self.players
            giving = (self.phase[rows] == self.EXCHANGE) & (self.turn[rows] == me)
            put = np.where(giving, self.put[rows], given[mine, me])
            received = given[mine, mate]
            values |= {
                "put": put[:, None],
                "has_given": (given[mine, me] > 0)[:, None].astype(np.uint64),
                "received": received[:, None],
                "has_received": (received > 0)[:, None].astype(np.uint64),
            }
        return values
