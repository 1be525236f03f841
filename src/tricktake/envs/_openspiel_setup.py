"""What an OpenSpiel game begins with: rules, terms, reward, and how chance deals the cards.

A whole deal is dealt one card after the other off the top of the pack, each card that is left equally likely,
and the games' own rules say whose it is. An ending, a deal constructed in the middle of its play, is dealt
anew: which cards are left everybody knows, and one after the other goes to a hand, so that in the end every
way they can lie is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from cardcore import Sampler
from tricktake._kept import kept
from tricktake.cards import Card, CardSet, Pack
from tricktake.contract import Contract
from tricktake.encoding import Encoding, encoding_of
from tricktake.envs.episodes import Reward, rules_from
from tricktake.errors import SetupError
from tricktake.hidden import Fact, Place, PlaceKind
from tricktake.state import Phase

__all__ = ["Chance", "DealChance", "EndingChance", "Setup", "setup_of"]

_GONE = Place(PlaceKind.GONE)
_KEPT = 4096  # dealt endings kept, to be copied when the same cards come again
_Outcomes = list[tuple[int, float]]


class Chance:
    """How chance deals; base of the two ways."""

    most_outcomes: int
    """The most outcomes of a chance node."""
    nodes: int
    """The chance nodes of a deal: one for every card but the last, of which there is no choice."""
    size: int
    """How many cards are dealt."""

    def outcomes(self, dealt: Sequence[int]) -> _Outcomes:
        """What may come next, ascending, with probabilities.

        Parameters
        ----------
        dealt : sequence of int
            What has come so far.

        Returns
        -------
        list of (int, float)
        """
        raise NotImplementedError

    def allows(self, dealt: Sequence[int], outcome: int) -> bool:
        """Whether an outcome may come next."""
        return any(outcome == other for other, _ in self.outcomes(dealt))

    def text(self, dealt: Sequence[int], outcome: int) -> str:
        """An outcome in words."""
        raise NotImplementedError

    def deal(self, dealt: Sequence[int]) -> Any:
        """The deal when all cards are dealt; its caller's own."""
        raise NotImplementedError

    def dealt(self, deal: Any, order: Any) -> list[int]:
        """Outcomes that deal these cards; ``order(n)`` orders n things where that makes no difference."""
        raise NotImplementedError

    def facts(self) -> tuple[Fact, ...]:
        """What everybody knows besides his view."""
        return ()


class DealChance(Chance):
    """A whole deal: the cards of the pack in the order they are dealt, by their index in the pack."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._pack: Pack = setup.encoding.pack
        self._index = {card: at for at, card in enumerate(self._pack)}
        self.size = len(self._pack)
        self.most_outcomes = self.size
        self.nodes = self.size - 1
        at = self._index  # deal the pack as it lies: card k of the pack shows where position k goes
        self._positions = [[at[card] for card in group] for group in _groups(self._make(list(self._pack)))]

    def _make(self, cards: Sequence[Card]) -> Any:
        setup = self._setup
        return setup.kind(setup.rules, dealer=setup.dealer, pack=cards, **setup.terms)

    def outcomes(self, dealt: Sequence[int]) -> _Outcomes:
        """Every card that is left; see :meth:`Chance.outcomes`."""
        gone = set(dealt)
        chance = 1.0 / (self.size - len(gone))
        return [(at, chance) for at in range(self.size) if at not in gone]

    def allows(self, dealt: Sequence[int], outcome: int) -> bool:
        """Every card that is left; see :meth:`Chance.allows`."""
        return 0 <= outcome < self.size and outcome not in dealt

    def text(self, dealt: Sequence[int], outcome: int) -> str:
        """The card; see :meth:`Chance.text`."""
        return f"deal {self._pack[outcome].name}"

    def deal(self, dealt: Sequence[int]) -> Any:
        """As the pack order is dealt; see :meth:`Chance.deal`."""
        return self._make([self._pack[at] for at in dealt])

    def dealt(self, deal: Any, order: Any) -> list[int]:
        """A pack order that is dealt so; see :meth:`Chance.dealt`."""
        found = [0] * self.size
        for positions, cards in zip(self._positions, _groups(deal), strict=True):
            for position, at in zip(positions, order(len(cards)), strict=True):
                found[position] = self._index[cards[at]]
        return found


def _groups(deal: Any) -> list[list[Card]]:
    """The cards of a deal as dealt, a group for every place in which their order makes no difference."""
    groups = [list(hand.ascending()) for hand in deal.dealt]
    if hasattr(deal, "kitty"):
        groups += [list(deal.kitty.ascending()), list(deal.dead.ascending())]
        groups += [[card] for table in deal.tables for pile in table for card in pile]
    return groups


class EndingChance(Chance):
    """An ending: each hidden card, ascending, goes to a seat, or to the cards that are out of play unseen."""

    def __init__(self, setup: Setup, ending: Any) -> None:
        self._setup, self._ending = setup, ending
        _check_ending(ending)
        self._seats = range(setup.rules.players)
        self._open = [hasattr(ending, "is_exposed") and ending.is_exposed(seat) for seat in self._seats]
        hands = [CardSet() if self._open[seat] else ending.hand(seat) for seat in self._seats]
        out = ending.kitty | ending.dead if hasattr(ending, "kitty") else CardSet()
        self.pool = tuple(CardSet([card for cards in (*hands, out) for card in cards]).ascending())
        self._sizes = [*map(len, hands), len(out)]
        self._start = ending.start._replace(leader=ending.view(0).start.leader)  # who leads is known
        self._facts = self._known()
        self._may_hold = self._allowed()
        self.size = len(self.pool)
        self.most_outcomes = len(self._sizes) - (not out)
        self.nodes = max(self.size - 1, 0)
        self._odds: dict[tuple[int, ...], _Outcomes] = {}
        self._made: dict[tuple[int, ...], Any] = {}
        if not self._count((), self._sizes):
            raise SetupError("the cards of this ending cannot lie as the play so far says")

    def _known(self) -> tuple[Fact, ...]:
        """What everybody knows: which cards are left, and that somebody has the card called."""
        ending = self._ending
        left = CardSet([*self.pool, *[card for seat in self._seats for card in ending.hand(seat)]])
        others = self._setup.encoding.pack.cards - left
        found = [Fact(others, frozenset((_GONE,)), "only the cards of the ending are left")]
        called: Any = getattr(self._start, "called", None)
        if isinstance(called, Card) and called in self.pool:  # FH-P5-2
            hands = frozenset([Place.hand(seat) for seat in self._seats])
            found.append(Fact(CardSet([called]), hands, "the card called is still in somebody's hand"))
        return tuple(found)

    def _allowed(self) -> list[int]:
        """For each place a mask of the pool's cards that everybody knows it may hold."""
        places = [*[Place.hand(seat) for seat in self._seats], _GONE]
        allowed = [(1 << len(self.pool)) - 1] * len(places)
        held = CardSet() if self._sizes[-1] else CardSet(self.pool)  # cards that are surely not gone
        for observer in self._seats:
            hidden = self._ending.view(observer).hidden()
            cases = [case for case in hidden.cases if not any(_is_gone(fact, held) for fact in case)]
            if len(cases) > 1:
                raise SetupError(
                    "who failed to follow may have played the joker: such an ending is not dealt"
                )
            for fact in (*hidden.facts, *self._facts, *(cases[0] if cases else ())):
                barred = sum([1 << at for at, card in enumerate(self.pool) if card in fact.cards])
                for at, place in enumerate(places):
                    if at != observer and place not in fact.places:
                        allowed[at] &= ~barred
        return allowed

    def _count(self, dealt: Sequence[int], sizes: Sequence[int]) -> int:
        """In how many ways the rest can lie."""
        rest = (1 << len(self.pool)) - (1 << len(dealt))
        if min(sizes) < 0 or not rest:
            return int(not any(sizes))
        return Sampler(rest, sizes, [mask & rest for mask in self._may_hold]).count

    def outcomes(self, dealt: Sequence[int]) -> _Outcomes:
        """The places the next card may go to; see :meth:`Chance.outcomes`."""
        key = tuple(dealt)
        found = self._odds.get(key)
        if found is None:
            left = [size - key.count(place) for place, size in enumerate(self._sizes)]
            ways = []
            for place in range(len(left)):
                rest = [size - (other == place) for other, size in enumerate(left)]
                may = self._may_hold[place] >> len(key) & 1
                ways.append(self._count((*key, place), rest) if may else 0)
            total = sum(ways)
            found = [(place, many / total) for place, many in enumerate(ways) if many]
            if len(self._odds) < 16 * _KEPT:
                self._odds[key] = found
        return found

    def text(self, dealt: Sequence[int], outcome: int) -> str:
        """The card and where it goes; see :meth:`Chance.text`."""
        where = f"seat {outcome}" if outcome in self._seats else "nobody"
        return f"deal {self.pool[len(dealt)].name} to {where}"

    def deal(self, dealt: Sequence[int]) -> Any:
        """The ending with these hands; see :meth:`Chance.deal`."""
        key = tuple(dealt)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._redealt(key)
            if len(self._made) > _KEPT:
                with suppress(RuntimeError, StopIteration):  # another thread may be at it
                    self._made.pop(next(iter(self._made)), None)
        return made.copy()

    def _redealt(self, dealt: tuple[int, ...]) -> Any:
        setup, ending, start = self._setup, self._ending, self._start
        hands = []
        for seat in self._seats:
            now = [card for card, where in zip(self.pool, dealt, strict=True) if where == seat]
            played = [step.action.card for step in ending.history if step.seat == seat]
            hands.append(CardSet([*(ending.hand(seat) if self._open[seat] else now), *played]))
        called = getattr(start, "called", None)
        if called in self.pool:  # FH-P5-2: its holder is the partner
            contract = start.contract
            holders = {seat for seat, hand in enumerate(hands) if called in hand}
            side = {contract.contractor, *holders}
            start = start._replace(contract=Contract(contract.bid, contractor=contract.contractor, side=side))
        made = setup.kind(setup.rules, dealer=setup.dealer, hands=hands, start=start, **setup.terms)
        return made.push_all([step.action for step in ending.history])

    def dealt(self, deal: Any, order: Any) -> list[int]:
        """Where every card is; see :meth:`Chance.dealt`."""
        hands = deal.dealt
        nobody = len(hands)
        return [next((seat for seat, hand in enumerate(hands) if card in hand), nobody) for card in self.pool]

    def facts(self) -> tuple[Fact, ...]:
        """That no other cards are left; see :meth:`Chance.facts`."""
        return self._facts


def _is_gone(fact: Fact, held: CardSet) -> bool:
    """Whether a fact says that a card somebody holds is out of play."""
    return bool(fact.cards & held) and fact.places == {_GONE}


def _check_ending(ending: Any) -> None:
    """Refuse what cannot be an ending."""
    if ending.start is None or ending.phase is not Phase.PLAY:
        raise SetupError(
            "an ending is a deal constructed in the middle of its play, with a card still to be played"
        )
    rules = ending.rules
    if getattr(ending, "tables", ()):
        raise SetupError("an ending with cards on the table is not dealt anew")
    out = getattr(ending, "sits_out", ())
    in_trick = {played.seat for played in ending.trick}
    playing = [seat for seat in range(rules.players) if seat not in out]
    left = max([len(ending.hand(seat)) + (seat in in_trick) for seat in playing])
    if ending.start.tricks is None or sum(ending.tricks) + left != rules.hand_size:
        raise SetupError(f"an ending needs tricks that add up to {rules.hand_size} with the cards in hand")


class Setup:
    """What a game of OpenSpiel begins with; made by :func:`setup_of`.

    Parameters
    ----------
    game : str
        ``five-hundred`` or ``spades``.
    rules : str
    dealer : int
    scores, bags, sixes : tuple of int
        Empty: all 0.
    reward : str
    ending : str
        Text of a constructed deal; empty for whole deals.

    Examples
    --------
    >>> setup_of("spades", "official", 2, (), (), (), "points", "").chance.size
    51
    """

    def __init__(
        self,
        game: str,
        rules: str,
        dealer: int,
        scores: tuple[int, ...],
        bags: tuple[int, ...],
        sixes: tuple[int, ...],
        reward: str,
        ending: str,
    ) -> None:
        self.key: tuple[str, str, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], str, str] = (
            game,
            rules,
            dealer,
            scores,
            bags,
            sixes,
            reward,
            ending,
        )
        self.game = game
        self.rules: Any = rules_from(f"{game}:{rules}")
        self.kind: Any = import_module(type(self.rules).__module__.rpartition(".")[0]).Deal
        self.encoding: Encoding = encoding_of(self.rules)
        self.dealer = dealer
        self.terms: dict[str, Any] = {}
        for name, numbers in (("scores", scores), ("bags", bags), ("blind_sixes", sixes)):
            if numbers:
                self.terms[name] = numbers
        self.reward: Reward = Reward(reward)
        self.ending: Any = self.kind.from_text(ending) if ending else None
        self.chance: Chance = DealChance(self) if self.ending is None else EndingChance(self, self.ending)

    def __deepcopy__(self, memo: object) -> Setup:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return setup_of, self.key

    @property
    def most_actions(self) -> int:
        """The most actions of players, exchanges counted card by card."""
        if self.ending is None:
            return self.encoding.most_actions
        out = getattr(self.ending, "sits_out", ())
        return sum([len(self.ending.hand(seat)) for seat in range(self.rules.players) if seat not in out])


def setup_of(
    game: str,
    rules: str,
    dealer: int,
    scores: tuple[int, ...],
    bags: tuple[int, ...],
    sixes: tuple[int, ...],
    reward: str,
    ending: str,
) -> Setup:
    """What a game begins with; the same object for the same arguments, which are those of :class:`Setup`.

    Returns
    -------
    Setup

    Raises
    ------
    GameError
        If the rules are impossible, the terms do not fit them, or the ending is none.

    Examples
    --------
    >>> setup_of("five-hundred", "australian", 3, (), (), (), "margin", "").reward
    <Reward.MARGIN: 'margin'>
    """
    return _setup((game, rules, dealer, scores, bags, sixes, reward, ending))


@kept(256)
def _setup(arguments: tuple[Any, ...]) -> Setup:
    return Setup(*arguments)
