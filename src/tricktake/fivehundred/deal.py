"""A deal of Five Hundred: auction, exchange, nomination, play and score, one action at a time.

The clause ids are those of ``docs/rules/five-hundred.md``. The play itself is the core's business: the
contract becomes a card order and a joker policy (``orders.py``), and from then on a card is a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import NamedTuple, cast

from cardcore import IllegalMove, TrickPlay
from tricktake.actions import LOOK, PASS, STAND, Action, Bid, Exchange, Nominate, Pass, Play, Stand
from tricktake.auction import Auction
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.contract import Contract
from tricktake.errors import Explanation, SetupError, WrongPhase
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.dealing import check_hands, check_start, shuffled_hands
from tricktake.fivehundred.explain import explain
from tricktake.fivehundred.info import DealInfo, PlayStart
from tricktake.fivehundred.options import AllPass, AuctionStyle, FinalRaise, JokerNomination
from tricktake.fivehundred.orders import play_table
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import Score, score_deal
from tricktake.fivehundred.view import View, build_view
from tricktake.state import DealState, ExchangeActions, LegalActions, ListedActions, Phase, PlayActions, Step

__all__ = ["Deal", "PlayStart"]

_AUSTRALIAN = Rules()
_NOTHING = ListedActions(())
_NOMINATIONS = tuple(Nominate(suit) for suit in (*Suit, None))


class _Before(NamedTuple):
    """What an action other than a play changes, to take it back."""

    phase: Phase
    turn: int | None
    hands: tuple[CardSet, ...]
    seen: int
    contract: Contract | None
    put_away: CardSet | None
    nominated: Suit | None


class Deal(DealInfo):
    """One deal, from the shuffle to the score.

    Parameters
    ----------
    rules : Rules, optional
        Default: the Australian game.
    dealer : int, keyword only
        Seat that deals; the seat on its left calls first.
    seed, number : int, keyword only
        Deal the ``number``-th deal of a seed; see ``docs/seeds.md``.
    pack : sequence of cards or str, keyword only
        Instead of a seed: the whole pack in order, dealt from the top (FH-DEAL-4).
    hands, kitty : sequences of cards or str, keyword only
        Instead of a seed: the cards of each seat and of the kitty.
    scores : sequence of int, keyword only
        Scores of the sides before the deal, in points; default 0.
    start : PlayStart, keyword only
        Begin in the middle of the play, with ``hands`` as they are then.

    Raises
    ------
    SetupError
        If the cards are not those of the pack, or hands have the wrong size.
    IndexError
        If the dealer is no seat.

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
        scores: Sequence[int] | None = None,
        start: PlayStart | None = None,
    ) -> None:
        super().__init__()
        self._rules = _AUSTRALIAN if rules is None else rules
        if not 0 <= dealer < self._rules.players:
            raise IndexError(f"dealer {dealer} is not in 0..{self._rules.players - 1}")
        self._dealer = dealer
        sides = self._rules.sides
        self._scores = (0,) * len(sides) if scores is None else tuple([index(score) for score in scores])
        if len(self._scores) != len(sides):
            raise SetupError(f"{len(sides)} scores are needed, got {len(self._scores)}")
        if sum(source is not None for source in (seed, pack, hands)) > 1:
            raise SetupError("a deal comes from a seed, a pack order or hands, not from several of them")
        if hands is not None:
            self._dealt = tuple([CardSet(hand) for hand in hands])
            self._kitty = CardSet(()) if kitty is None else CardSet(kitty)
        else:
            if kitty is not None or start is not None:
                raise SetupError("a kitty or a start in the middle of the play needs hands")
            self._dealt, self._kitty = shuffled_hands(self._rules, dealer, seed, number, pack)
        check_hands(self._rules, self._dealt, self._kitty, fresh=start is None)
        self._start = None if start is None else start.frozen()
        self._hands = self._dealt
        self._seen = 0 if self._rules.blind_misere else (1 << self._rules.players) - 1  # FH-BID-8
        self._contract = None
        self._put_away = None
        self._nominated = None
        self._play = None
        self._table = None
        self._stop = None
        self._plays = 0
        self._undo: list[_Before] = []
        self._bid_table = bid_table(self._rules)
        self._auction = self._new_auction()
        if start is not None:
            self._begin_at(start.frozen())
        else:
            self._turn = self._auction.turn
            self._look_if_no_choice()

    def _new_auction(self) -> Auction:
        rules, table = self._rules, self._bid_table
        return Auction(
            rules.players,
            (self._dealer + 1) % rules.players,  # FH-BID-1
            single_round=rules.auction is AuctionStyle.SINGLE,
            pass_final=rules.pass_final,
            raises=rules.final_raise is not FinalRaise.NONE,
            reopens=rules.final_raise is FinalRaise.REOPEN,
            can_raise=lambda high: bool(table.legal(high)),
        )

    # ---- what may be done ------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """What the seat to act may do now; empty when the deal is over (FH-FLOW-1)."""
        phase = self._phase
        if phase is Phase.PLAY:
            assert self._play is not None
            assert self._table is not None
            return PlayActions(self._play.legal_moves(), self._table.plays)
        if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
            seat = cast(int, self._turn)
            unseen = not self._seen >> seat & 1
            first = STAND if phase is Phase.FINAL_RAISE else LOOK if unseen else PASS
            table, high, bids = self._bid_table, self._auction.high, self._auction.bids
            signals = self._is_inkle_seat(seat)
            return ListedActions(lambda: (first, *table.legal(high, bids, unseen=unseen, inkle_seat=signals)))
        if phase is Phase.EXCHANGE:
            return ExchangeActions(self._hands[cast(int, self._turn)], self._rules.kitty_size)
        if phase is Phase.NOMINATION:
            return ListedActions(_NOMINATIONS)
        return _NOTHING

    def legal_actions_of(self, seat: int) -> LegalActions:
        """What a seat may do now: :attr:`legal_actions` if it is its turn, else nothing.

        Parameters
        ----------
        seat : int

        Returns
        -------
        LegalActions

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return self.legal_actions if self._seat(seat) == self._turn else _NOTHING

    def _is_inkle_seat(self, seat: int) -> bool:
        """FH-BID-18: whether a seat is one of the two whose turn comes first."""
        return (seat - self._auction.first) % self._rules.players < 2

    def _legal_bids(self, seat: int, *, unseen: bool) -> tuple[Bid, ...]:
        return self._bid_table.legal(
            self._auction.high, self._auction.bids, unseen=unseen, inkle_seat=self._is_inkle_seat(seat)
        )

    def explain(self, action: Action | str) -> Explanation | None:
        """Say why an action is not legal now.

        Parameters
        ----------
        action : Action or str

        Returns
        -------
        Explanation or None
            None if the action is legal; otherwise rule, clause, the option that governs it, and a sentence.

        Raises
        ------
        TextError
            If a text cannot be read.
        """
        if isinstance(action, str):
            action = self._parse(action)
        if not isinstance(action, Action):
            raise TypeError(f"an action or its text is needed, not {type(action).__name__}")
        return explain(self, action)

    # ---- doing and undoing -----------------------------------------------------------------------

    def _apply(self, action: Action) -> bool:
        phase = self._phase
        if phase is Phase.PLAY:
            return self._apply_play(action)
        if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
            return self._apply_call(action)
        if phase is Phase.EXCHANGE:
            return self._apply_exchange(action)
        return phase is Phase.NOMINATION and self._apply_nomination(action)

    def _apply_play(self, action: Action) -> bool:
        play, table = self._play, self._table
        assert play is not None
        assert table is not None
        move = table.moves.get(cast(Play, action))
        if move is None:
            return False
        try:
            play.push(move)
        except IllegalMove:
            return False
        self._history.append(Step(cast(int, self._turn), action))
        self._plays += 1
        self._turn = play.turn
        if self._turn is None or (self._stop is not None and play.tricks[self._stop]):  # FH-PLAY-5, FH-MIS-8
            self._turn = None
            self._phase = Phase.OVER
        return True

    def _apply_call(self, action: Action) -> bool:
        seat = cast(int, self._turn)
        unseen = not self._seen >> seat & 1
        if action is LOOK:
            if not unseen:
                return False
            self._save(action)
            self._seen |= 1 << seat
            return True
        raising = self._phase is Phase.FINAL_RAISE
        if action is PASS:
            legal = not raising
        elif action is STAND:
            legal = raising
        else:
            legal = isinstance(action, Bid) and (
                action in self._legal_bids(seat, unseen=False)
                or (unseen and action in self._legal_bids(seat, unseen=True))
            )
        if not legal:
            return False
        if unseen and not (isinstance(action, Bid) and action.is_blind):
            self._save(LOOK)  # FH-BID-8: an ordinary call while unseen is a look and the call
            self._seen |= 1 << seat
        self._save(action)
        auction = self._auction
        auction.push(cast("Bid | Pass | Stand", action))
        self._turn = auction.turn
        if self._turn is None:
            self._end_auction()
        else:
            self._phase = Phase.FINAL_RAISE if auction.is_raising else Phase.AUCTION
            self._look_if_no_choice()
        return True

    def _look_if_no_choice(self) -> None:
        """FH-BID-8: look where no blind bid is left to make, or where one has been made already."""
        seat = cast(int, self._turn)
        if self._seen >> seat & 1:
            return
        called = any(call.seat == seat for call in self._auction.calls)
        if called or not self._legal_bids(seat, unseen=True):
            self._seen |= 1 << seat

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
            self._nominate_or_play()
            return
        self._hands = _with(self._hands, seat, self._hands[seat] | self._kitty)  # FH-KIT-1
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
        self._nominate_or_play()
        return True

    def _nominate_or_play(self) -> None:
        """FH-KIT-4: after the exchange comes the nomination, then the play."""
        contract = cast(Contract, self._contract)
        may = self._rules.joker_nomination is JokerNomination.CONTRACTOR  # FH-JOK-2
        if may and contract.strain is Strain.NO_TRUMP and Card.JK in self._hands[contract.contractor]:
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
        """Hand over to the core (FH-PLAY-1)."""
        contract = self._contract
        misere = contract is not None and contract.is_misere
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        self._table = play_table(
            self._rules, strain, misere=misere, nominated=self._nominated, out=self.sits_out
        )
        self._play = TrickPlay(
            self._table.setup,
            self._hands,
            leader,
            tricks=None if start is None else start.tricks,
            suits_led=() if start is None else start.suits_led,
            failed=None if start is None else start.failed,
        )
        stops = contract is not None and misere and self._rules.misere_stop
        self._stop = contract.contractor if contract is not None and stops else None
        self._turn = self._play.turn
        self._phase = Phase.OVER if self._turn is None else Phase.PLAY

    def _begin_at(self, start: PlayStart) -> None:
        """Begin a constructed deal in the middle of the play."""
        check_start(self._rules, self._dealt, start)
        contract = start.contract
        self._contract = contract
        self._nominated = start.nominated
        self._seen = (1 << self._rules.players) - 1
        self._auction.turn = None
        leader = contract.contractor if start.leader is None else start.leader
        self._begin_play(self._seat(leader), start)

    def _save(self, action: Action) -> None:
        """Append an action to the history, with what takes it back."""
        contract, put_away, nominated = self._contract, self._put_away, self._nominated
        self._undo.append(
            _Before(self._phase, self._turn, self._hands, self._seen, contract, put_away, nominated)
        )
        self._history.append(Step(cast(int, self._turn), action))

    def _revert(self, action: Action) -> None:
        if self._plays:
            assert self._play is not None
            self._play.pop()
            self._plays -= 1
            self._phase = Phase.PLAY
            self._turn = self._play.turn
            return
        if isinstance(action, (Bid, Pass, Stand)):
            self._auction.pop()
        before = self._undo.pop()
        self._phase, self._turn, self._hands, self._seen = before[:4]
        self._contract, self._put_away, self._nominated = before[4:]
        self._play = None
        self._table = None
        self._stop = None

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

    def copy(self) -> Deal:
        """An independent copy, history included."""
        made = Deal.__new__(Deal)
        for name in (*DealState.__slots__, *DealInfo.__slots__):
            setattr(made, name, getattr(self, name))
        made._history = list(self._history)
        made._undo = list(self._undo)
        made._auction = self._auction.copy()
        made._play = None if self._play is None else self._play.copy()
        return made

    def __copy__(self) -> Deal:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Deal:
        return self.copy()

    def _key(self) -> tuple[object, ...]:
        start = self._rules, self._dealer, self._scores, self._dealt, self._kitty, self._start
        return *start, tuple(self._history)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Deal) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return Deal.from_text, (self.to_text(),)

    def __repr__(self) -> str:
        return f"Deal.from_text({self.to_text()!r})"

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
    def from_text(cls, text: str) -> Deal:
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

        return read_deal(text)


def _with(hands: tuple[CardSet, ...], seat: int, hand: CardSet) -> tuple[CardSet, ...]:
    """The hands with one of them replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
