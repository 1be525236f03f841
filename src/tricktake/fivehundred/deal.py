"""A deal of Five Hundred: auction, exchange, nomination, play and score, one action at a time.

The clause ids are those of ``docs/rules/five-hundred.md``. The play itself is the core's business: the
contract becomes a card order and a joker policy (``orders.py``), and from then on a card is a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, cast

from cardcore import TrickPlay
from tricktake._checks import check_scores, need, seat_of
from tricktake._dealing import check_source
from tricktake.actions import ALONE, Action, Alone, CallPartner, Exchange, Nominate
from tricktake.cards import Card, CardSet, Strain, Suit, parse_card
from tricktake.contract import Contract
from tricktake.errors import Explanation, SetupError, WrongPhase
from tricktake.fivehundred._calls import DealCalls
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.dealing import Dealt, check_dealt, check_start, deal_out
from tricktake.fivehundred.explain import explain
from tricktake.fivehundred.info import PlayStart
from tricktake.fivehundred.options import AllPass, FivePartner, JokerNomination
from tricktake.fivehundred.orders import barred_cards, play_table
from tricktake.fivehundred.packs import PACKS, Pile
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import Score, score_deal
from tricktake.fivehundred.view import View, build_view
from tricktake.state import ExchangeActions, LegalActions, ListedActions, Phase

__all__ = ["Deal", "PlayStart"]

_AUSTRALIAN = Rules()
_NOTHING = ListedActions(())
_NO_CARDS = CardSet()
_NOMINATIONS = tuple(Nominate(suit) for suit in (*Suit, None))


class Deal(DealCalls):
    """One deal, from the shuffle to the score.

    Parameters
    ----------
    rules : Rules, optional
        Default: the Australian game.
    dealer : int, keyword only
        Seat that deals; the seat on its left calls first.
    seed : int, keyword only
        What the pack is shuffled from, 0 or more; see ``docs/seeds.md``.
    number : int, default 0, keyword only
        Which deal of the seed, from 0.
    pack : sequence of cards or str, keyword only
        Instead of a seed: the whole pack in order, dealt from the top (FH-DEAL-4).
    hands, kitty : sequences of cards or str, keyword only
        Instead of a seed: the cards of each seat and of the kitty.
    tables : sequence of sequences of pairs of cards, keyword only
        With ``hands``, for two players with cards on the table: five piles a seat, each the card face down
        and the card face up on it (FH-P2-1).
    dead : cards or str, keyword only
        With ``hands``, for two players and a dead hand: its cards (FH-P2-8).
    scores : sequence of int, keyword only
        Scores of the sides before the deal, in points, each of at most 18 digits; default 0.
    start : PlayStart, keyword only
        Begin in the middle of the play, with ``hands`` as they are then.

    Raises
    ------
    SetupError
        If the cards are not those of the pack, hands have the wrong size, a score is too large, or arguments
        do not go together.
    IndexError
        If the dealer is no seat.
    TypeError
        If an argument is of another type; a bool is no number.

    Notes
    -----
    Without seed, pack or hands the pack is shuffled from the operating system's entropy.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules.australian(), dealer=3, seed=500)
    >>> for call in "7H pass 8H pass pass".split():
    ...     _ = deal.push(call)
    >>> deal.phase, deal.turn
    (Phase.EXCHANGE, 2)
    """

    __slots__ = ()

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        dealer: int = 0,
        seed: int | tuple[int, int] | None = None,
        number: int = 0,
        pack: Sequence[Card | int | str] | str | None = None,
        hands: Sequence[CardSet | Iterable[Card] | str] | None = None,
        kitty: CardSet | Iterable[Card] | str | None = None,
        tables: Sequence[Sequence[Sequence[Card | str | None]]] | None = None,
        dead: CardSet | Iterable[Card] | str | None = None,
        scores: Sequence[int] | None = None,
        start: PlayStart | None = None,
    ) -> None:
        super().__init__()
        self._rules = _AUSTRALIAN if rules is None else need("rules", rules, Rules, "Rules()")
        self._players = self._rules.players
        self._dealer = seat_of("dealer", dealer, self._rules.players)
        self._scores = check_scores(scores, len(self._rules.sides))
        start = None if start is None else need("start", start, PlayStart).frozen()
        seed, number = check_source(seed, number, pack, hands)
        if hands is not None:
            cards = tuple([CardSet(hand) for hand in hands])
            piles = (
                () if tables is None else tuple([tuple([_pile(pile) for pile in table]) for table in tables])
            )
            self._from = Dealt(cards, CardSet(kitty or ()), piles, CardSet(dead or ()))
        else:
            if not (kitty is tables is dead is start is None):
                raise SetupError(
                    "a kitty, tables, a dead hand or a start in the middle of the play needs hands"
                )
            self._from = deal_out(self._rules, self._dealer, seed, number, pack)
        self._dealt = self._from.hands
        check_dealt(self._rules, self._from, fresh=start is None)
        self._start = start
        self._hands = self._dealt
        self._seen = 0 if self._rules.looks else (1 << self._rules.players) - 1  # FH-BID-8
        self._contract = None
        self._call = None
        self._put_away = None
        self._nominated = None
        self._play = None
        self._table = None
        self._stop = ()
        self._owners = (0, 1, 0, 1) if self._rules.has_tables else None
        self._plays = 0
        self._tricks = None
        self._undo = []
        self._bid_table = bid_table(self._rules)
        self._auction = self._new_auction()
        if start is not None:
            self._begin_at(start)
        else:
            self._turn = self._auction.turn
            self._look_if_no_choice()

    # ---- what may be done ------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """What the seat to act may do now; empty when the deal is over (FH-FLOW-1).

        A seat that has not looked at its cards yet may look or bid blind. :meth:`push` also takes an ordinary
        call of it, as a look and the call (FH-BID-8): two actions in one, which are not listed here.
        """
        phase = self._phase
        if phase is Phase.PLAY:
            return self._legal_plays()
        if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
            return self._legal_calls()
        if phase is Phase.EXCHANGE:
            return ExchangeActions(self._hands[cast(int, self._turn)], self._rules.kitty_size)
        if phase is Phase.PARTNER:
            return ListedActions(lambda: (ALONE, *self._callable()))
        if phase is Phase.NOMINATION:
            return ListedActions(_NOMINATIONS)
        return _NOTHING

    # ---- doing and undoing -----------------------------------------------------------------------

    def _apply(self, action: Action) -> bool:
        phase = self._phase
        if phase is Phase.PLAY:
            return self._apply_play(action)
        if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
            return self._apply_call(action)
        if phase is Phase.EXCHANGE:
            return self._apply_exchange(action)
        if phase is Phase.PARTNER:
            return self._apply_partner(action)
        return phase is Phase.NOMINATION and self._apply_nomination(action)

    def _explain(self, action: Action) -> Explanation | None:
        # from the view of the seat to act, so that it gives no other hand away
        return explain(self.view(self._turn or 0), action)

    def _end_auction(self) -> None:
        """Make the high bid the contract, or throw the deal in, or play it without one."""
        rules, auction = self._rules, self._auction
        self._seen = (1 << rules.players) - 1  # FH-BID-8
        bid, seat = auction.high, auction.high_seat
        if bid is None or seat is None:
            if rules.all_pass is AllPass.PLAY_NT:  # FH-BID-14
                self._begin_play((self._dealer + 1) % rules.players)
            else:
                self._phase = Phase.OVER
            return
        if rules.inkle and bid.level == 6:  # FH-BID-18
            self._phase = Phase.OVER
            return
        side = next(side for side in rules.sides if seat in side)
        self._contract = Contract(bid, contractor=seat, side=side)
        if bid.sans_kitty:  # FH-BID-9
            self._call_or_go_on()
            return
        self._hands = _with(self._hands, seat, self._hands[seat] | self._from.kitty)  # FH-KIT-1, FH-KIT-3
        self._phase = Phase.EXCHANGE
        self._turn = seat

    def _apply_exchange(self, action: Action) -> bool:
        seat = cast(int, self._turn)
        if not isinstance(action, Exchange) or len(action.cards) != self._rules.kitty_size:
            return False
        if not action.cards <= self._hands[seat]:
            return False
        self._save(action)
        self._hands = _with(self._hands, seat, self._hands[seat] - action.cards)  # FH-KIT-2
        self._put_away = action.cards
        self._call_or_go_on()
        return True

    def _call_or_go_on(self) -> None:
        """FH-KIT-4: after the exchange comes the call of a partner, with five players (FH-P5-1)."""
        contract = cast(Contract, self._contract)
        if self._rules.calls_partner and not contract.is_misere:
            self._phase = Phase.PARTNER
            self._turn = contract.contractor
        else:
            self._nominate_or_play()

    def _callable(self) -> tuple[CallPartner, ...]:
        """The cards or seats the contractor may call (FH-P5-2 to FH-P5-4)."""
        rules, contract = self._rules, cast(Contract, self._contract)
        seat = contract.contractor
        if rules.five_partner is FivePartner.CALL_PLAYER:
            return tuple([CallPartner(seat=other) for other in range(rules.players) if other != seat])
        cards = PACKS[rules.pack_name].cards - barred_cards(rules, contract.strain)
        if not rules.five_secret_alone:
            cards -= self._hands[seat]
            cards -= CardSet() if self._put_away is None else self._put_away
        return tuple([CallPartner(card) for card in cards.ascending()])

    def _apply_partner(self, action: Action) -> bool:
        if isinstance(action, CallPartner):
            if action not in self._callable():
                return False
        elif not isinstance(action, Alone):
            return False
        self._save(action)
        self._call = action
        contract = cast(Contract, self._contract)
        side = {contract.contractor}
        if isinstance(action, CallPartner):
            holders = [
                seat for seat, hand in enumerate(self._hands) if action.card in hand
            ]  # FH-P5-5: or nobody
            side |= {action.seat} if action.seat is not None else set(holders)
        self._contract = Contract(contract.bid, contractor=contract.contractor, side=side)
        self._nominate_or_play()
        return True

    def _nominate_or_play(self) -> None:
        """FH-KIT-4: after the exchange comes the nomination, then the play."""
        contract = cast(Contract, self._contract)
        may = self._rules.joker_nomination is JokerNomination.CONTRACTOR  # FH-JOK-2
        held = self._hands[contract.contractor] | self._from.face_up(contract.contractor)  # FH-P2-7
        if may and contract.strain is Strain.NO_TRUMP and Card.JK in held:
            self._phase = Phase.NOMINATION
            self._turn = contract.contractor
        else:
            self._begin_play(contract.contractor)

    def _apply_nomination(self, action: Action) -> bool:
        if not isinstance(action, Nominate):
            return False
        self._save(action)
        self._nominated = action.suit
        self._begin_play(cast(int, self._turn))
        return True

    def _begin_play(self, leader: int, start: PlayStart | None = None) -> None:
        """Hand over to the core (FH-PLAY-1), which takes legal cards only (FH-PLAY-7)."""
        contract = self._contract
        misere = contract is not None and contract.is_misere
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        tables = self._from.tables
        self._table = play_table(
            self._rules, strain, misere=misere, nominated=self._nominated, out=self.sits_out, tables=tables
        )
        up = [self._from.face_up(seat) for seat in range(self._players)] if tables else []
        tricks = None if start is None or start.tricks is None else (*start.tricks, *[0] * len(up))
        self._play = TrickPlay(
            self._table.setup,
            [*self._hands, *up],
            leader,
            tricks=tricks,
            suits_led=() if start is None else start.suits_led,
            failed=None if start is None else start.failed,
        )
        stops = contract is not None and misere and self._rules.misere_stop  # FH-MIS-8
        self._stop = ()
        if contract is not None and stops:
            seat = contract.contractor
            self._stop = (seat, seat + 2) if tables else (seat,)  # FH-P2-7
        self._turn = self._owner(self._play.turn)
        self._phase = Phase.OVER if self._turn is None else Phase.PLAY

    def _begin_at(self, start: PlayStart) -> None:
        """Begin a constructed deal in the middle of the play."""
        check_start(self._rules, self._from, start)
        contract = start.contract
        self._contract = contract
        self._nominated = start.nominated
        self._seen = (1 << self._rules.players) - 1
        self._auction.turn = None
        leader = contract.contractor if start.leader is None else start.leader
        places = 2 * self._players if self._from.tables else self._players
        self._begin_play(seat_of("leader", leader, places), start)

    # ---- results and views -----------------------------------------------------------------------

    def score(self) -> Score:
        """The points of a finished deal (section 9 of the rules).

        Returns
        -------
        Score

        Raises
        ------
        WrongPhase
            If the deal is not over.
        SetupError
            If it was constructed in the middle of the play without saying who had won the tricks before.

        Examples
        --------
        >>> deal = Deal(dealer=3, seed=1).push_all("P P P P")
        >>> deal.score().points
        (0, 0)
        """
        if self._phase is not Phase.OVER:
            raise WrongPhase(f"the deal is not over: seat {self._turn} is to act ({self._phase.value})")
        contract = self._contract
        return score_deal(
            self._rules,
            None if contract is None else contract.bid,
            contractor=None if contract is None else contract.contractor,
            tricks=self.tricks,
            scores=self._scores,
            partner=self.partner,
        )

    def view(self, seat: int) -> View:
        """What a seat knows now (FH-PLAY-8).

        Parameters
        ----------
        seat : int

        Returns
        -------
        View
            A value without any reference to this deal.

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return build_view(self, self._seat(seat))

    # ---- values ----------------------------------------------------------------------------------

    def _terms(self) -> tuple[object, ...]:
        return self._rules, self._dealer, self._scores

    def _cards(self) -> tuple[object, ...]:
        return self._from, self._start

    def to_text(self) -> str:
        """Write the deal with every card and action in one line; see ``docs/deal-text.md``.

        Returns
        -------
        str

        Examples
        --------
        >>> deal = Deal(dealer=3, seed=500)
        >>> Deal.from_text(deal.to_text()) == deal
        True
        """
        from tricktake.fivehundred.text import write_deal

        return write_deal(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a deal written by :meth:`to_text`, or by hand.

        Parameters
        ----------
        text : str

        Returns
        -------
        Deal

        Raises
        ------
        RecordError
            If the text is damaged, of another version, or holds an illegal action.
        """
        from tricktake.fivehundred.text import read_deal

        return read_deal(text, cls)


def _with(hands: tuple[CardSet, ...], seat: int, hand: CardSet) -> tuple[CardSet, ...]:
    """The hands with one of them replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _pile(cards: Sequence[Card | str | None]) -> Pile:
    """A pile from its two cards, face down and face up."""
    if len(cards) != 2:
        raise SetupError(f"a pile is a card face down and a card face up, not {len(cards)} cards")
    down, up = [
        None if card is None else parse_card(card) if isinstance(card, str) else Card(card) for card in cards
    ]
    return Pile(None if down is None else Card(down), None if up is None else Card(up))
