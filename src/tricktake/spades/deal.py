"""A deal of spades: bids, exchange, play and score, one action at a time.

Clauses ``CS-…`` are those of ``docs/rules/cutthroat-spades.md``, ``SP-…`` those of
``docs/rules/partnership-spades.md``. The play itself is the core's business: ``orders.py`` says in which
order the cards rank, that spades are limited until broken, and who leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, cast

from cardcore import TrickPlay
from tricktake._checks import check_scores, need, seat_of
from tricktake._dealing import check_cards, check_source, shuffled_pack
from tricktake.actions import Action, Bid
from tricktake.auction import Auction
from tricktake.cards import Card, CardSet
from tricktake.errors import Explanation, SetupError
from tricktake.spades._calls import DealCalls
from tricktake.spades.explain import explain
from tricktake.spades.info import PlayStart
from tricktake.spades.options import BagStyle
from tricktake.spades.orders import first_leader, play_table
from tricktake.spades.packs import PACKS, deal_round
from tricktake.spades.rules import Rules
from tricktake.spades.scoring import Score, score_deal
from tricktake.spades.view import View, build_view
from tricktake.state import ExchangeActions, LegalActions, ListedActions, Phase

__all__ = ["Deal", "PlayStart"]

_OFFICIAL = Rules()
_NOTHING = ListedActions(())


class Deal(DealCalls):
    """One deal, from the shuffle to the score.

    Parameters
    ----------
    rules : Rules, optional
        Default: the official game for three.
    dealer : int, keyword only
        Seat that deals; the seat on its left bids first.
    seed : int, keyword only
        What the pack is shuffled from, 0 or more; see ``docs/seeds.md``.
    number : int, default 0, keyword only
        Which deal of the seed, from 0.
    pack : sequence of cards or str, keyword only
        Instead of a seed: the whole pack in order, dealt from the top (CS-DEAL-4).
    hands : sequences of cards or str, keyword only
        Instead of a seed: the cards of each seat.
    scores, bags : sequence of int, keyword only
        Scores and bags of the sides before the deal, each of at most 18 digits; default 0.
    blind_sixes : sequence of int, keyword only
        Blind sixes each seat has bid in the game before; default 0 (CS-BID-7).
    start : PlayStart, keyword only
        Begin in the middle of the play, with ``hands`` as they are then.

    Raises
    ------
    SetupError
        If the cards are not those of the pack, hands have the wrong size, a number is impossible, or
        arguments do not go together.
    IndexError
        If the dealer is no seat.
    TypeError
        If an argument is of another type; a bool is no number.

    Notes
    -----
    Without seed, pack or hands the pack is shuffled from the operating system's entropy.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(sp.Rules.official(), dealer=2, seed=500)
    >>> deal.turn, deal.legal_actions
    (0, <LegalActions LOOK BN>)
    >>> deal.push_all("5 NIL 6").phase, deal.bids
    (Phase.PLAY, (Bid('5'), Bid('NIL'), Bid('6')))
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
        scores: Sequence[int] | None = None,
        bags: Sequence[int] | None = None,
        blind_sixes: Sequence[int] | None = None,
        start: PlayStart | None = None,
    ) -> None:
        super().__init__()
        self._rules = rules = _OFFICIAL if rules is None else need("rules", rules, Rules, "Rules()")
        self._players = rules.players
        self._dealer = seat_of("dealer", dealer, rules.players)
        self._scores = check_scores(scores, len(rules.sides))
        self._bags = check_bags(rules, bags)
        self._sixes = check_counts(blind_sixes, rules.players, "counts of blind sixes")
        self._start = start = None if start is None else need("start", start, PlayStart).frozen()
        seed, number = check_source(seed, number, pack, hands)
        if hands is not None:
            self._dealt = tuple([CardSet(hand) for hand in hands])
        elif start is not None:
            raise SetupError("a start in the middle of the play needs hands")
        else:
            shuffled = shuffled_pack(PACKS[rules.pack_name], seed, number, pack)
            self._dealt = deal_round(shuffled, players=rules.players, dealer=self._dealer)  # CS-DEAL-3
        _check_hands(rules, self._dealer, self._dealt, fresh=start is None)
        self._hands = self._dealt
        everybody = (1 << rules.players) - 1
        self._seen = 0 if self._hidden_until_turn() else everybody  # CS-BID-5
        self._passes = ()
        self._play = None
        self._table = None
        self._stop = ()
        self._owners = None
        self._plays = 0
        self._tricks = None
        self._undo = []
        first = (self._dealer + 1) % rules.players  # CS-BID-1
        self._auction = Auction(rules.players, first, single_round=True)
        if start is None:
            self._turn = first
            self._look_if_no_choice()
        else:
            self._seen = everybody
            self._auction.turn = None
            self._begin_at(start)

    # ---- what may be done ------------------------------------------------------------------------

    @property
    def legal_actions(self) -> LegalActions:
        """What the seat to act may do now; empty when the deal is over (CS-FLOW-1, SP-FLOW-1).

        A seat that has not looked at its cards yet may look or bid blind. :meth:`push` also takes an ordinary
        bid of it, as a look and the bid (CS-BID-5): two actions in one, which are not listed here.
        """
        phase = self._phase
        if phase is Phase.PLAY:
            return self._legal_plays()
        if phase is Phase.AUCTION:
            return self._legal_calls()
        if phase is Phase.EXCHANGE:
            return ExchangeActions(self._hands[self._passes[0][0]], self._rules.bn_exchange)
        return _NOTHING

    def _explain(self, action: Action) -> Explanation | None:
        # from the view of the seat to act, so that it gives no other hand away
        return explain(self.view(self._turn or 0), action)

    # ---- doing and undoing -----------------------------------------------------------------------

    def _apply(self, action: Action) -> bool:
        phase = self._phase
        if phase is Phase.PLAY:
            return self._apply_play(action)
        if phase is Phase.AUCTION:
            return self._apply_call(action)
        return phase is Phase.EXCHANGE and self._apply_exchange(action)

    def _begin_play(self) -> None:
        """Hand over to the core, until all cards are played (CS-PLAY-1, CS-PLAY-6, CS-PLAY-7)."""
        self._table = play_table(self._rules, self._dealer, fresh=True)
        self._play = TrickPlay(self._table.setup, self._hands, self._first_leader())
        self._turn = self._play.turn
        self._phase = Phase.PLAY

    def _first_leader(self) -> int:
        holder = next((seat for seat, hand in enumerate(self._hands) if Card.C2 in hand), None)
        return first_leader(self._rules, self._dealer, holder)

    def _begin_at(self, start: PlayStart) -> None:
        """Begin a constructed deal in the middle of the play."""
        _check_start(self._rules, self._dealt, start)
        fresh = not any(start.tricks or ()) and tuple(map(len, self._dealt)) == self._rules.hand_sizes(
            self._dealer
        )
        leader = self._first_leader() if start.leader is None else self._seat(start.leader)
        self._table = play_table(self._rules, self._dealer, fresh=fresh)
        self._play = TrickPlay(
            self._table.setup, self._hands, leader, tricks=start.tricks, broken=start.is_broken
        )
        self._turn = self._play.turn
        self._phase = Phase.OVER if self._turn is None else Phase.PLAY

    # ---- results and views -----------------------------------------------------------------------

    def score(self) -> Score:
        """The points and bags of a finished deal (section 6 of the rules).

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
        >>> start = PlayStart(("1", "NIL", "12"), tricks=(4, 0, 12), leader=2)
        >>> deal = Deal(hands=["S3", "S2", "SA"], start=start).push_all("SA S3 S2")
        >>> deal.score().points, deal.score().bags
        ((10, 100, 120), (3, 0, 1))
        """
        self._check_phase_over()
        bids = cast("tuple[Bid, ...]", self.bids)
        return score_deal(self._rules, bids, self.tricks, bags=self._bags, caught=self.caught)

    def view(self, seat: int) -> View:
        """What a seat knows now (CS-PLAY-10).

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
        return self._rules, self._dealer, self._scores, self._bags, self._sixes

    def _cards(self) -> tuple[object, ...]:
        return self._dealt, self._start

    def to_text(self) -> str:
        """Write the deal with every card and action in one line; see ``docs/deal-text.md``.

        Returns
        -------
        str

        Examples
        --------
        >>> deal = Deal(dealer=2, seed=500)
        >>> Deal.from_text(deal.to_text()) == deal
        True
        """
        from tricktake.spades.text import write_deal

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
        from tricktake.spades.text import read_deal

        return read_deal(text, cls)


def check_counts(counts: Iterable[int] | None, many: int, what: str) -> tuple[int, ...]:
    """Numbers of 0 or more, all 0 for None; SetupError if they are not as many or below 0."""
    found = check_scores(counts, many, what)
    if min(found) < 0:
        raise SetupError(f"{what} cannot be below 0; got {' '.join(map(str, found))}")
    return found


def check_bags(rules: Rules, bags: Iterable[int] | None) -> tuple[int, ...]:
    """Bags of the sides before a deal; SetupError if they are impossible under the rules."""
    found = check_counts(bags, len(rules.sides), "bags")
    if rules.bag_style is BagStyle.PER_HAND and any(found):  # CS-BAG-3
        raise SetupError("bags do not add up under these rules, so they are 0 before every deal")
    return found


def _check_hands(rules: Rules, dealer: int, hands: Sequence[CardSet], *, fresh: bool) -> None:
    if len(hands) != rules.players:
        raise SetupError(f"{rules.players} hands are needed, got {len(hands)}")
    check_cards(PACKS[rules.pack_name], [(f"seat {seat}", hand) for seat, hand in enumerate(hands)])
    sizes, due = tuple(map(len, hands)), rules.hand_sizes(dealer)
    if fresh and sizes != due:
        raise SetupError(
            f"the seats get {' '.join(map(str, due))} cards (CS-DECK-1); got {' '.join(map(str, sizes))}"
        )


def _check_start(rules: Rules, hands: Sequence[CardSet], start: PlayStart) -> None:
    """Refuse a start that no deal under these rules can reach."""
    if len(start.bids) != rules.players:
        raise SetupError(f"{rules.players} bids are needed, got {len(start.bids)}")
    for bid in cast("tuple[Bid, ...]", start.bids):
        number = bid.level is not None and bid.strain is None and bid.level <= rules.hand_size
        if not number and bid not in rules.special_bids:
            raise SetupError(f"{bid} is no bid of these rules")
    if start.tricks is not None:
        left = max(map(len, hands))
        if sum(start.tricks) + left > rules.hand_size:
            tricks = f"{sum(start.tricks)} tricks and {left} cards a hand"
            raise SetupError(f"{tricks} are more than {rules.hand_size}")
    if start.caught is not None:
        caught = cast("tuple[CardSet, ...]", start.caught)
        if len(caught) != rules.players:
            raise SetupError(f"{rules.players} sets of caught jacks are needed, got {len(caught)}")
        awards = CardSet(rules.awards)
        for cards in caught:
            if not cards <= awards:
                raise SetupError(f"{cards - awards} is no award jack of these rules")
        named = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
        check_cards(PACKS[rules.pack_name], [*named, *[("what has been caught", cards) for cards in caught]])
