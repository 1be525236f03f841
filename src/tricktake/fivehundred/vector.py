"""Many deals of Five Hundred at once: auctions, exchanges, partners and nominations as arrays.

Auctions stand in ``_vector_calls.py``, what is looked up in ``_vector_tables.py``.
The clause ids are those of ``docs/rules/five-hundred.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import PlaySetup, permute_bits
from tricktake.cards import Suit
from tricktake.fivehundred._vector_calls import CallTable
from tricktake.fivehundred._vector_tables import SetupArrays, points_of
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.dealing import deal_out
from tricktake.fivehundred.encoding import phases_of
from tricktake.fivehundred.options import (
    AllPass,
    FivePartner,
    JokerFollow,
    OpenExposure,
)
from tricktake.fivehundred.scoring import Score
from tricktake.state import Phase
from tricktake.vector.bits import ONE, Bits, Ints, bit, count, has, pack_words, put_mask, rotate
from tricktake.vector.table import Rows

__all__ = ["Table"]

_PILES = 5  # FH-P2-1


class Table(CallTable):
    """Many deals of Five Hundred; made by ``tricktake.vector.VectorDeals``.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.vector import VectorDeals
    >>> deals = VectorDeals(fh.Rules.kitchen(), 3)
    >>> [deals.phases[phase].value for phase in deals.phase]
    ['auction', 'auction', 'auction']
    """

    def __init__(self, encoding: Any, shared: Any, **more: Any) -> None:
        rules = encoding.rules
        self.phases: tuple[Phase, ...] = tuple(phases_of(rules))
        super().__init__(encoding, shared, **more)
        n, players = self.n, self.players
        self.contract: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.contractor: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.partner: NDArray[np.int8] = np.full(n, -1, np.int8)  # of five players, secret or not
        self.nominated: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.card_called: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.seat_called: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.kitty: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.void: NDArray[np.uint64] = np.zeros((n, self.places), np.uint64)
        # whether the suit led was led for the first time
        self.fresh: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.up: NDArray[np.int8] = np.full((n, players, _PILES), -1, np.int8)
        self.down: NDArray[np.int8] = np.full((n, players, _PILES), -1, np.int8)
        sides = [sum([1 << seat for seat in side]) for side in rules.sides]
        self.side_mask: NDArray[np.uint64] = np.array(sides, np.uint64)
        self.chooses: bool = rules.joker_follow is JokerFollow.FIRST_OR_LAST
        self.PARTNER = self.phase_of.get(Phase.PARTNER, np.int8(-1))
        self.NOMINATION = self.phase_of.get(Phase.NOMINATION, np.int8(-1))
        nominations = [self.bids.nominate + at for at in range(len(Suit) + 1)]
        self.nominations: Bits = pack_words(
            nominations if self.bids.nominate >= 0 else [], self.columns.words
        )

    # ---- play and dealing ------------------------------------------------------------------------

    def setups(self) -> list[PlaySetup]:
        """A setup for every contract, nomination and, in misères, contractor."""
        self.setup_of: SetupArrays = SetupArrays(self.rules, nominates=Phase.NOMINATION in self.phases)
        return self.setup_of.found

    def owners(self) -> Sequence[int]:
        """FH-P2-4: the tables are played by their seats."""
        return (0, 1, 0, 1) if self.rules.has_tables else self.seats()

    def dealt_groups(self) -> list[list[int]]:
        """FH-DEAL-1 to FH-DEAL-4, read off one deal of a pack in order."""
        last = self.players - 1
        dealt = deal_out(self.rules, last, None, 0, list(self.pack))
        at = {card: index for index, card in enumerate(self.pack)}
        self.kitty_plan: list[int] = [at[card] for card in dealt.kitty]
        self.up_plan: Ints = np.array(
            [[at[pile.up] for pile in t if pile.up is not None] for t in dealt.tables]
        )
        self.down_plan: Ints = np.array(
            [[at[pile.down] for pile in t if pile.down is not None] for t in dealt.tables]
        )
        return [[at[card] for card in hand] for hand in dealt.hands]

    def open(self, rows: Rows, packs: NDArray[np.uint8]) -> None:
        """The kitty, the tables, and the first call (FH-BID-1)."""
        self.kitty[rows] = np.bitwise_or.reduce(ONE << packs[:, self.kitty_plan].astype(np.uint64), axis=1)
        if self.rules.has_tables:
            left = 1 - self.dealer[rows].astype(np.int64)
            for relative in (0, 1):
                seat = (left + relative) % 2
                self.up[rows, seat] = packs[:, self.up_plan[relative]]
                self.down[rows, seat] = packs[:, self.down_plan[relative]]
            cards = np.bitwise_or.reduce(ONE << self.up[rows].astype(np.uint64), axis=2)
            self.hand[rows, 2:] = cards
        self.void[rows] = 0
        for array in (
            self.contract,
            self.contractor,
            self.partner,
            self.nominated,
            self.card_called,
            self.seat_called,
        ):
            array[rows] = -1
        self.open_auction(rows)

    def piles_of(self, rows: Rows, setup: Ints) -> NDArray[np.int8] | None:
        """FH-P2-1: which cards lie on which."""
        if not self.rules.has_tables:
            return None
        piles = np.stack([self.up[rows], self.down[rows]], axis=-1).reshape(len(rows), -1, 2)
        return self.position[setup[:, None, None], piles].astype(np.int8)

    def before_play(
        self, playing: NDArray[np.bool_], lead: NDArray[np.bool_], cards: Ints, named: Ints, place: Ints
    ) -> None:
        """Who fails to follow; a joker played by choice shows nothing (FH-JOK-11)."""
        if not self.chooses:
            return  # what the play itself remembers is enough
        batch = self.batch
        led, suit = batch.led, self.suit_in[batch.setup, cards]
        leads = np.flatnonzero(lead)
        asked = np.where(named[leads] >= 0, named[leads], suit[leads])
        before = batch.suits_led[leads].astype(np.uint64)
        self.fresh[leads] = (asked < 0) | ~has(before, np.maximum(asked, 0))
        by_choice = (suit < 0) & self.fresh & ~self.bids.misere[self.contract]
        failing = playing & ~lead & (suit != led) & (led < len(Suit)) & ~by_choice
        at = np.flatnonzero(failing)
        self.void[at, place[at]] |= bit(led[at])

    def after_play(
        self, playing: NDArray[np.bool_], ended: NDArray[np.bool_], trick: Bits
    ) -> NDArray[np.bool_] | None:
        """Cards that turn up (FH-P2-6), and misères that end with a trick (FH-MIS-8)."""
        rules, batch = self.rules, self.batch
        if rules.has_tables:
            rows = np.flatnonzero(ended & playing)
            if len(rows):
                lying = batch.hands[rows][:, 2:]
                self.hand[rows, 2:] = permute_bits(lying, self.card_at, batch.setup[rows])
        if not rules.misere_stop:
            return None
        seat = np.maximum(self.contractor, 0)
        won = batch.tricks[self.every, seat].astype(np.int64)
        if rules.has_tables:  # FH-P2-7
            won += batch.tricks[self.every, seat + 2]
        over: NDArray[np.bool_] = playing & self.bids.misere[self.contract] & (won > 0)
        return over

    # ---- actions before the play -----------------------------------------------------------------

    def act(self, rows: Rows, actions: Ints) -> None:
        """Calls, cards put away, partners, nominations."""
        phase = self.phase[rows]
        for code, work in (
            (self.AUCTION, self._call),
            (self.RAISE, self._raise),
            (self.EXCHANGE, self._put),
            (self.PARTNER, self._call_partner),
            (self.NOMINATION, self._nominate),
        ):
            chosen = phase == code
            if chosen.any():
                work(rows[chosen], actions[chosen])

    def _end_auction(self, rows: Rows) -> None:
        """Make the high bids contracts, throw deals in, or play them without a contract."""
        rules = self.rules
        self.seen[rows] = self.everybody  # FH-BID-8
        high = self.high[rows]
        none = high < 0
        at = rows[none]
        if rules.all_pass is AllPass.PLAY_NT:  # FH-BID-14
            leader = (self.dealer[at].astype(np.int64) + 1) % self.players
            self.start_play(at, np.full(len(at), self.setup_of.no_trump[-1]), leader)
        else:
            self.stop(at)
        if rules.inkle:  # FH-BID-18
            signal = self.bids.level[high] == 6
            self.stop(rows[signal])
            none |= signal
        rows, high = rows[~none], high[~none]
        seat = self.high_seat[rows]
        self.contract[rows], self.contractor[rows] = high, seat
        renounced = self.bids.sans_kitty[high]  # FH-BID-9
        at, taker = rows[~renounced], seat[~renounced]
        self.hand[at, taker] |= self.kitty[at]  # FH-KIT-1, FH-KIT-3
        self.phase[at] = self.EXCHANGE
        self.turn[at] = taker
        self._call_or_go_on(rows[renounced])

    # ---- after the auction -----------------------------------------------------------------------

    def _put(self, rows: Rows, actions: Ints) -> None:
        """FH-KIT-2: cards are put away one by one."""
        card = bit(self.columns.card[actions])
        self.hand[rows, self.turn[rows]] ^= card
        self.put[rows] |= card
        done = rows[count(self.put[rows]) == self.rules.kitty_size]
        if len(done):
            self.record_exchange(done)
            self._call_or_go_on(done)

    def _call_or_go_on(self, rows: Rows) -> None:
        """FH-KIT-4: after the exchange comes the call of a partner, with five players (FH-P5-1)."""
        if self.rules.calls_partner:
            calls = ~self.bids.misere[self.contract[rows]]
            at = rows[calls]
            self.phase[at] = self.PARTNER
            self.turn[at] = self.contractor[at]
            rows = rows[~calls]
        self._nominate_or_play(rows)

    def _call_partner(self, rows: Rows, actions: Ints) -> None:
        """FH-P5-1 to FH-P5-5."""
        calls = actions != self.bids.alone
        at, which = rows[calls], actions[calls]
        if self.bids.by_seat:
            seat = (which - self.bids.first_call).astype(np.int8)
            self.seat_called[at], self.partner[at] = seat, seat
        else:
            card = self.columns.card[which]
            self.card_called[at] = card
            held = has(self.hand[at], card[:, None])
            held[np.arange(len(at)), self.contractor[at]] = False  # FH-P5-4
            self.partner[at] = np.where(held.any(axis=1), held.argmax(axis=1), -1)
        self._nominate_or_play(rows)

    def _nominate_or_play(self, rows: Rows) -> None:
        """FH-KIT-4: after the exchange comes the nomination, then the play."""
        if not len(rows):
            return
        seat = self.contractor[rows]
        if self.NOMINATION >= 0:  # FH-JOK-2
            held = self.hand[rows, seat]
            if self.rules.has_tables:  # FH-P2-7
                held = held | self.hand[rows, seat + 2]
            no_trump = self.bids.strain[self.contract[rows]] == len(Suit)
            names = no_trump & ((held & self.joker_bit) > 0)
            at = rows[names]
            self.phase[at] = self.NOMINATION
            self.turn[at] = seat[names]
            rows = rows[~names]
        self._begin_play(rows)

    def _nominate(self, rows: Rows, actions: Ints) -> None:
        suit = actions - self.bids.nominate
        self.nominated[rows] = np.where(suit < len(Suit), suit, -1)
        self._begin_play(rows)

    def _begin_play(self, rows: Rows) -> None:
        if not len(rows):
            return
        contract, seat = self.contract[rows], self.contractor[rows].astype(np.int64)
        strain, nominated = self.bids.strain[contract], self.nominated[rows]
        trump = self.setup_of.trump[np.minimum(strain, len(Suit) - 1)]
        setup = np.where(strain < len(Suit), trump, self.setup_of.no_trump[nominated])
        setup = np.where(self.bids.misere[contract], self.setup_of.misere[seat, nominated], setup)
        self.start_play(rows, setup, seat)  # FH-PLAY-1

    # ---- what is legal ---------------------------------------------------------------------------

    def legal_calls(self, rows: Rows) -> Bits:
        """The legal actions before the play."""
        phase, seat = self.phase[rows], self.turn[rows]
        words = np.zeros((len(rows), self.columns.words), np.uint64)
        calling = np.flatnonzero((phase == self.AUCTION) | (phase == self.RAISE))
        if len(calling):
            words[calling] = self._legal_bids(rows[calling], seat[calling], phase[calling])
        giving = np.flatnonzero(phase == self.EXCHANGE)
        if len(giving):
            made = np.zeros((len(giving), words.shape[1]), np.uint64)
            put_mask(made, self.hand[rows[giving], seat[giving]], self.columns.put)
            words[giving] = made
        choosing = np.flatnonzero(phase == self.PARTNER)
        if len(choosing):
            words[choosing] = self._legal_partners(rows[choosing])
        words[phase == self.NOMINATION] = self.nominations
        return words

    def _legal_partners(self, rows: Rows) -> Bits:
        """FH-P5-2 to FH-P5-4."""
        bids, seat = self.bids, self.contractor[rows]
        words = np.zeros((len(rows), self.columns.words), np.uint64)
        words[:, bids.alone >> 6] |= np.uint64(1 << (bids.alone & 63))
        if bids.by_seat:
            put_mask(words, self.everybody & ~bit(seat), bids.first_call)
            return words
        cards = bids.callable[self.bids.strain[self.contract[rows]]]
        if not self.rules.five_secret_alone:
            cards = cards & ~self.hand[rows, seat] & ~self.put[rows]
        put_mask(words, cards, bids.first_call)
        return words

    # ---- results ---------------------------------------------------------------------------------

    def scored(self, rows: Rows) -> dict[str, NDArray[Any]]:
        """Section 9 of the rules."""
        tricks = self.tricks(rows)
        contractor, partner = self.contractor[rows], self.partner[rows]
        sides = np.stack(
            [self.side_of[contractor], np.where(partner >= 0, self.side_of[partner], -1)], axis=1
        )
        points, made = points_of(
            self.rules,
            self.bids,
            self.contract[rows],
            sides,
            tricks @ self.in_side,
            self.before["scores"][rows],
        )
        return {"made": made, "tricks": tricks, "points": points}

    def score_of(self, i: int) -> Score:
        """The score of the deal that ended last in a slot."""
        made = int(self.scores["made"][i])
        return Score(
            made=None if made < 0 else bool(made),
            tricks=tuple(self.scores["tricks"][i].tolist()),
            sides=self.rules.sides,
            points=tuple(self.scores["points"][i].tolist()),
        )

    def replay(self, i: int) -> Deal:
        """One deal as a ``Deal``; cards put away in an unfinished exchange are not in it."""
        deal = Deal(
            self.rules,
            dealer=int(self.dealer[i]),
            seed=self.key,
            number=int(self.shared.number[i]),
            scores=self.before["scores"][i].tolist(),
        )
        return deal.push_all(self.actions_of(i, [int(self.put[i])]))

    # ---- what seats see --------------------------------------------------------------------------

    def values(self, rows: Rows | slice, me: Ints) -> dict[str, NDArray[Any]]:
        """Everything a seat sees, by the name of the field."""
        rules, n = self.rules, self.players
        values = self.common_values(rows, me)
        places = self.around(me)
        seats = places[:, :n]
        contract, contractor = self.contract[rows], self.contractor[rows]
        began = self.began[rows]
        mine = (contractor == me) & (contract >= 0)
        taken = mine & ~self.bids.sans_kitty[contract]
        side, out, knows = self._sides(rows, me)
        open_now = began & self.bids.open[contract]
        if rules.open_exposure is OpenExposure.AFTER_FIRST_TRICK:  # FH-MIS-4
            open_now &= self.batch.finished[rows] > 0
        exposed = open_now[:, None] & (seats == contractor[:, None])
        hands = np.take_along_axis(self.hand[rows], seats, 1)
        values |= {
            "kitty": np.where(taken, self.kitty[rows], 0)[:, None],
            "put": np.where(mine, self.put[rows], 0)[:, None],
            "high": self.high[rows, None],
            "high_seat": self.relative(self.high_seat[rows], me),
            "last_bid": np.take_along_axis(self.last_bid[rows], seats, 1),
            "last_passed": rotate(self.last_passed[rows], me, n)[:, None],
            "contract": contract[:, None],
            "contractor": self.relative(contractor, me),
            "side": rotate(side, me, n)[:, None],
            "nominated": self.nominated[rows, None],
            "sits_out": rotate(out, me, n)[:, None],
            "suits_led": ((self.batch.suits_led[rows] & 15) * began)[:, None].astype(np.uint64),
            "named": self.named[rows, None],
            "is_exposed": (exposed @ (1 << np.arange(n)))[:, None].astype(np.uint64),
            "exposed": np.where(exposed, hands, np.uint64(0)),
        }
        if rules.calls_partner:
            values["called"] = self.card_called[rows, None]
            values["called_seat"] = self.relative(self.seat_called[rows], me)
            values["knows_partner"] = knows[:, None].astype(np.uint64)
        if rules.has_tables:
            values |= self._table_values(rows, me)
        return values

    def voids(self, rows: Rows | slice) -> NDArray[np.uint64]:
        """Suits each seat has shown to be void in; cards from tables show nothing."""
        return self.void[rows, : self.players] if self.chooses else super().voids(rows)

    def _sides(self, rows: Rows | slice, me: Ints) -> tuple[Bits, Bits, NDArray[np.bool_]]:
        """The sides of the contracts as seats know them, who sits out, and whether they know the partner."""
        contract, contractor, partner = self.contract[rows], self.contractor[rows], self.partner[rows]
        there = contract >= 0
        side = np.where(there, self.side_mask[self.side_of[contractor]], np.uint64(0))
        out = np.where(self.bids.misere[contract], side & ~bit(np.maximum(contractor, 0)), np.uint64(0))
        knows = np.ones(len(me), np.bool_)
        if self.rules.calls_partner:
            if self.rules.five_partner is FivePartner.CALL_CARD_SECRET:  # FH-P5-2
                card = self.card_called[rows]
                mask = self.card_bit[card]
                shown = np.bitwise_or.reduce(self.played[rows], axis=1)
                held = self.hand[rows][np.arange(len(me)), me]
                put = np.where(contractor == me, self.put[rows], 0)
                knows = ((shown | held | put) & mask) > 0
                knows |= (card < 0) | (self.phase[rows] == self.OVER)
            known = knows & (partner >= 0)
            side = np.where(known, side | bit(np.maximum(partner, 0)), side)
        return side, out, knows

    def _table_values(self, rows: Rows | slice, me: Ints) -> dict[str, NDArray[Any]]:
        """What lies on the tables (FH-P2-1), pile by pile, the own ones first."""
        seats = self.around(me)[:, : self.players]
        who = np.arange(len(me))[:, None]
        up, down = self.up[rows][who, seats], self.down[rows][who, seats]  # (n, seats, piles)
        lying = self.hand[rows][who, seats + 2][:, :, None]
        trick = self.trick[rows][:, None, None]
        up_there, down_there = has(lying, up), has(lying, down)
        covered = up_there | (~down_there & has(trick, up))
        now = np.where(up_there, up, np.where(down_there, down, -1))
        many = len(me)
        from_table = self.batch.turn[rows] >= self.players
        from_table &= self.phase[rows] == self.PLAY
        return {
            "from_table": from_table[:, None].astype(np.uint64),
            "table_up": now.reshape(many, -1),
            "table_covers": covered.reshape(many, -1).astype(np.uint64),
            "laid_up": up.reshape(many, -1),
            "laid_down": np.where(covered, -1, down).reshape(many, -1),
        }
