"""A deal of Five Hundred: auction, exchange, nomination, play and score, one action at a time.

The clause ids are those of ``docs/rules/five-hundred.md``. The play itself is the core's business: the contract
becomes a card order and a joker policy (``orders.py``), and from then on a card is a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from cardcore import IllegalMove, Stream, TrickPlay, secure_permutation

from tricktake.actions import LOOK, PASS, STAND, Action, Bid, Exchange, Nominate, Pass, Play, Stand
from tricktake.auction import Auction, Call
from tricktake.cards import Card, CardSet, Pack, Strain, Suit
from tricktake.contract import Contract
from tricktake.errors import Explanation, SetupError, WrongPhase
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.explain import explain
from tricktake.fivehundred.options import AllPass, AuctionStyle, FinalRaise, JokerNomination, OpenExposure
from tricktake.fivehundred.orders import PlayTable, play_table
from tricktake.fivehundred.packs import PACK_SPECS, PACKS, deal_packets
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import Score, score_deal
from tricktake.fivehundred.view import View
from tricktake.state import DealState, ExchangeActions, LegalActions, ListedActions, Phase, PlayActions, Step
from tricktake.view import PlayedCard

__all__ = ["DEAL_STREAM", "Deal", "PlayStart"]

DEAL_STREAM = 0
"""Purpose of the random streams that shuffle the pack, see ``docs/seeds.md``."""

_NOTHING = ListedActions(())
_NOMINATIONS = tuple(Nominate(suit) for suit in (*Suit, None))


class PlayStart(NamedTuple):
    """Where a constructed deal begins in the middle of the play.

    Examples
    --------
    >>> PlayStart(Contract("8NT", contractor=0, side={0, 2}), leader=0).tricks is None
    True
    """

    contract: Contract
    """The contract."""
    nominated: Suit | None = None
    """Suit of a nominated joker."""
    leader: int | None = None
    """Seat that leads; None: the contractor."""
    tricks: tuple[int, ...] | None = None
    """Tricks already won by each seat; None: none."""
    suits_led: tuple[Suit, ...] = ()
    """Suits that count as led."""
    failed: tuple[tuple[Suit, ...], ...] | None = None
    """Suits each seat has failed to follow; None: none."""


class _Before(NamedTuple):
    """What an action other than a play changes, to take it back."""

    phase: Phase
    turn: int | None
    hands: tuple[CardSet, ...]
    seen: int
    contract: Contract | None
    put_away: CardSet | None
    nominated: Suit | None


class Deal(DealState[View]):
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
    (Phase.AUCTION, 3)
    """

    __slots__ = (
        "_auction",
        "_contract",
        "_dealer",
        "_dealt",
        "_hands",
        "_kitty",
        "_nominated",
        "_play",
        "_plays",
        "_put_away",
        "_rules",
        "_scores",
        "_seen",
        "_start",
        "_stop",
        "_table",
        "_undo",
    )

    _phase: Phase
    _turn: int | None

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
        self._rules = Rules() if rules is None else rules
        if not 0 <= dealer < self._rules.players:
            raise IndexError(f"dealer {dealer} is not in 0..{self._rules.players - 1}")
        self._dealer = dealer
        sides = self._rules.sides
        self._scores = (0,) * len(sides) if scores is None else tuple([int(score) for score in scores])
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
            self._dealt, self._kitty = _shuffled(self._rules, dealer, seed, number, pack)
        self._start = start
        self._hands = self._dealt
        self._seen = 0 if self._rules.blind_misere else (1 << self._rules.players) - 1  # FH-BID-8
        self._contract: Contract | None = None
        self._put_away: CardSet | None = None
        self._nominated: Suit | None = None
        self._play: TrickPlay | None = None
        self._table: PlayTable | None = None
        self._stop: int | None = None
        self._plays = 0
        self._undo: list[_Before] = []
        self._auction = self._new_auction()
        self._check_cards()
        if start is not None:
            self._begin_at(start)
        else:
            self._turn = self._auction.turn
            self._look_if_no_choice()

    def _new_auction(self) -> Auction:
        rules = self._rules
        table = bid_table(rules)
        return Auction(
            rules.players,
            (self._dealer + 1) % rules.players,  # FH-BID-1
            single_round=rules.auction is AuctionStyle.SINGLE,
            pass_final=rules.pass_final,
            raises=rules.final_raise is not FinalRaise.NONE,
            reopens=rules.final_raise is FinalRaise.REOPEN,
            can_raise=lambda high: bool(table.legal(high)),
        )

    def _check_cards(self) -> None:
        rules = self._rules
        pack = PACKS[rules.pack_name]
        seen = CardSet()
        if len(self._dealt) != rules.players:
            raise SetupError(f"{rules.players} hands are needed, got {len(self._dealt)}")
        for name, cards in [*((f"seat {seat}", hand) for seat, hand in enumerate(self._dealt)), ("the kitty", self._kitty)]:
            if not cards <= pack.cards:
                raise SetupError(f"{name} holds {cards - pack.cards}, not in the pack of {len(pack)}")
            if not seen.isdisjoint(cards):
                raise SetupError(f"{name} holds {seen & cards}, which another hand holds too")
            seen |= cards
        if self._start is None:  # FH-DEAL-1
            sizes = [len(hand) for hand in self._dealt]
            if any(size != rules.hand_size for size in sizes) or len(self._kitty) != rules.kitty_size:
                raise SetupError(
                    f"each seat gets {rules.hand_size} cards and the kitty {rules.kitty_size}; "
                    f"got {' '.join(map(str, sizes))} and {len(self._kitty)}"
                )

    # ---- what it is ------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return self._dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides before this deal, in points."""
        return self._scores

    @property
    def kitty(self) -> CardSet:
        """The kitty as dealt. Nobody but the contractor may know it (FH-KIT-1)."""
        return self._kitty

    @property
    def put_away(self) -> CardSet | None:
        """Cards the contractor put away; only he may know them (FH-KIT-2)."""
        return self._put_away

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The hands as dealt, all seats: a full deal, not for bots."""
        return self._dealt

    @property
    def start(self) -> PlayStart | None:
        """Where a constructed deal began, if it began in the middle of the play."""
        return self._start

    @property
    def auction(self) -> tuple[Call, ...]:
        """The calls so far, oldest first."""
        return tuple(self._auction.calls)

    @property
    def high(self) -> Bid | None:
        """The high bid so far."""
        return self._auction.high

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None before, and where all have passed."""
        return self._contract

    @property
    def nominated(self) -> Suit | None:
        """Suit the contractor gave the joker (FH-JOK-2)."""
        return self._nominated

    @property
    def sits_out(self) -> frozenset[int]:
        """Seats that sit out: the partners of a misère contractor (FH-MIS-2)."""
        contract = self._contract
        if contract is None or not contract.is_misere:
            return frozenset()
        return contract.side - {contract.contractor}

    def has_looked(self, seat: int) -> bool:
        """Whether a seat has seen its cards (FH-BID-8).

        Parameters
        ----------
        seat : int

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return bool(self._seen >> self._seat(seat) & 1)

    def hand(self, seat: int) -> CardSet:
        """The cards a seat holds now, seen or not.

        Parameters
        ----------
        seat : int

        Returns
        -------
        CardSet

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        self._seat(seat)
        return self._hands[seat] if self._play is None else self._play.hand(seat)

    def is_exposed(self, seat: int) -> bool:
        """Whether a seat's cards lie open: those of an open misère contractor (FH-MIS-4).

        Parameters
        ----------
        seat : int

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        self._seat(seat)
        contract, play = self._contract, self._play
        if contract is None or play is None or seat != contract.contractor or contract.bid.plain.text != "OM":
            return False
        return self._rules.open_exposure is OpenExposure.BEFORE_FIRST_LEAD or play.tricks_done > 0

    @property
    def leader(self) -> int | None:
        """Seat that led the trick in progress or is to lead; None outside the play."""
        return None if self._play is None or self._phase is not Phase.PLAY else self._play.leader

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick in progress, in playing order."""
        tricks = self._tricks_played()
        return tricks[-1] if tricks and self._play is not None and self._play.trick_mask else ()

    @property
    def finished(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """The tricks played to the end, oldest first."""
        tricks = self._tricks_played()
        return tuple(tricks[:-1] if tricks and self._play is not None and self._play.trick_mask else tricks)

    def _tricks_played(self) -> list[tuple[PlayedCard, ...]]:
        per_trick = self._rules.players - len(self.sits_out)
        plays = self._history[len(self._history) - self._plays :]
        return [
            tuple(
                PlayedCard(seat=seat, card=play.card, named=play.named)
                for seat, play in cast("list[tuple[int, Play]]", plays[at : at + per_trick])
            )
            for at in range(0, self._plays, per_trick)
        ]

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return (0,) * self._rules.players if self._play is None else self._play.tricks

    @property
    def play_state(self) -> TrickPlay | None:
        """A copy of the core's play, for solvers and simulations; None before the play."""
        return None if self._play is None else self._play.copy()

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, int):
            raise TypeError(f"a seat must be an int, not {type(seat).__name__}")
        if not 0 <= seat < self._rules.players:
            raise IndexError(f"seat {seat} is not in 0..{self._rules.players - 1}")
        return seat

    # ---- what may be done ------------------------------------------------------------------------------------

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
            table, high, bids = bid_table(self._rules), self._auction.high, self._auction.bids
            signals = self._is_inkle_seat(seat)
            first = (STAND,) if phase is Phase.FINAL_RAISE else (LOOK,) if unseen else (PASS,)
            return ListedActions(lambda: (*first, *table.legal(high, bids, unseen=unseen, inkle_seat=signals)))
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
        return bid_table(self._rules).legal(
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
        return explain(self, self._parse(action) if isinstance(action, str) else action)

    # ---- doing and undoing -----------------------------------------------------------------------------------

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
        may = self._rules.joker_nomination is JokerNomination.CONTRACTOR
        if may and contract.strain is Strain.NO_TRUMP and Card.JK in self._hands[contract.contractor]:  # FH-JOK-2
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
        self._stop = contract.contractor if contract is not None and misere and self._rules.misere_stop else None
        self._turn = self._play.turn
        self._phase = Phase.OVER if self._turn is None else Phase.PLAY

    def _begin_at(self, start: PlayStart) -> None:
        """Begin a constructed deal in the middle of the play."""
        contract = start.contract
        side = next((side for side in self._rules.sides if contract.contractor in side), None)
        if side is None or contract.side != frozenset(side):
            raise SetupError(f"{contract} does not fit the sides {self._rules.sides}")
        if contract.bid not in bid_table(self._rules):
            raise SetupError(f"{contract.bid} is no bid of these rules")
        self._contract = contract
        self._nominated = start.nominated
        if start.nominated is not None and contract.strain is not Strain.NO_TRUMP:
            raise SetupError("a joker is nominated at no trump only")
        self._seen = (1 << self._rules.players) - 1
        self._auction.turn = None
        leader = contract.contractor if start.leader is None else start.leader
        self._begin_play(self._seat(leader), start)

    def _save(self, action: Action) -> None:
        """Append an action to the history, with what takes it back."""
        self._undo.append(
            _Before(
                self._phase, self._turn, self._hands, self._seen, self._contract, self._put_away, self._nominated
            )
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
        (self._phase, self._turn, self._hands, self._seen, self._contract, self._put_away, self._nominated) = (
            self._undo.pop()
        )
        self._play = None
        self._table = None
        self._stop = None

    # ---- results and views -----------------------------------------------------------------------------------

    def score(self) -> Score:
        """The points of a finished deal (section 9 of the rules).

        Returns
        -------
        Score

        Raises
        ------
        WrongPhase
            If the deal is not over.

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
        self._seat(seat)
        rules, contract, auction = self._rules, self._contract, self._auction
        seats = range(rules.players)
        seen = bool(self._seen >> seat & 1)
        is_contractor = contract is not None and contract.contractor == seat
        took_kitty = is_contractor and contract is not None and not contract.is_sans_kitty and self._start is None
        legal = self.legal_actions if self._turn == seat else _NOTHING
        if isinstance(legal, (ListedActions, PlayActions)):
            legal = ListedActions(tuple(legal))  # nothing that is still to be computed from the deal
        tricks = self._tricks_played()
        in_progress = bool(tricks) and self._play is not None and self._play.trick_mask != 0
        return View(
            seat=seat,
            rules=rules,
            dealer=self._dealer,
            scores=self._scores,
            phase=self._phase,
            turn=self._turn,
            hand=self.hand(seat) if seen else None,
            dealt=self._dealt[seat] if seen else None,
            looked=tuple([bool(self._seen >> other & 1) for other in seats]),
            history=tuple(self._history) if is_contractor else _public(self._history),
            calls=tuple(auction.calls),
            high=auction.high,
            high_seat=auction.high_seat,
            contract=contract,
            nominated=self._nominated,
            kitty=self._kitty if took_kitty else None,
            put_away=self._put_away if is_contractor else None,
            sits_out=self.sits_out,
            leader=self.leader,
            trick=tricks[-1] if in_progress else (),
            finished=tuple(tricks[:-1] if in_progress else tricks),
            tricks=self.tricks,
            sizes=tuple([len(self.hand(other)) for other in seats]),
            voids=self._voids(tricks),
            suits_led=frozenset() if self._play is None else frozenset([Suit(suit) for suit in self._play.suits_led]),
            exposed=tuple([self.hand(other) if self.is_exposed(other) else None for other in seats]),
            legal_actions=legal,
        )

    def _voids(self, tricks: Sequence[Sequence[PlayedCard]]) -> tuple[frozenset[Suit], ...]:
        """Suits each seat has shown to be void in, by the effective suits of the contract."""
        voids: list[set[Suit]] = [set() for _ in range(self._rules.players)]
        if self._table is not None:
            order = self._table.setup.order
            for trick in tricks:
                lead = trick[0]
                led = lead.named if lead.named is not None else order.suit_of(lead.card)
                for played in trick[1:]:
                    # A free joker may have been played by choice where a suit was led for the first time.
                    free = played.card == order.free_joker and self._table.setup.joker_follow != 0
                    if led is not None and not free and order.suit_of(played.card) != led:
                        voids[played.seat].add(Suit(led))
        return tuple([frozenset(suits) for suits in voids])

    # ---- values ----------------------------------------------------------------------------------------------

    def copy(self) -> Deal:
        """An independent copy, history included."""
        made = Deal.__new__(Deal)
        for name in (*DealState.__slots__, *Deal.__slots__):
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
        return self._rules, self._dealer, self._scores, self._dealt, self._kitty, self._start, tuple(self._history)

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


def _public(history: Sequence[Step]) -> tuple[Step, ...]:
    """The history without what was put away (FH-KIT-2)."""
    return tuple([Step(step.seat, None) if isinstance(step.action, Exchange) else step for step in history])


def _shuffled(
    rules: Rules,
    dealer: int,
    seed: int | tuple[int, int] | None,
    number: int,
    pack: Sequence[Card | int | str] | str | None,
) -> tuple[tuple[CardSet, ...], CardSet]:
    """Deal from a pack order, a seed, or the operating system's entropy."""
    spec, cards = PACK_SPECS[rules.pack_name], PACKS[rules.pack_name]
    if pack is not None:
        try:
            ordered = Pack(pack)
        except ValueError as error:
            raise SetupError(f"a pack order names each card once: {error}") from None
        if ordered.cards != cards.cards:
            missing, strange = cards.cards - ordered.cards, ordered.cards - cards.cards
            raise SetupError(f"the pack order misses {missing} and has {strange} too many")
        return deal_packets(list(ordered), players=rules.players, dealer=dealer, pattern=spec.pattern)
    if seed is None:
        order = secure_permutation(len(cards))
    else:
        order = Stream(seed, number=number, purpose=DEAL_STREAM).permutation(len(cards))
    shuffled = [cards[index] for index in order]
    return deal_packets(shuffled, players=rules.players, dealer=dealer, pattern=spec.pattern)
