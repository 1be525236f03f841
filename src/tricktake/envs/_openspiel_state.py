"""A deal as a state of OpenSpiel: chance deals, then the seats act.

Everything a state holds besides OpenSpiel's own history is copied and pickled exactly. Methods that OpenSpiel
defines in C++ are defined here once more where Python callers would otherwise go through C++ and back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from cardcore import Stream
from tricktake.actions import BidKind, Exchange
from tricktake.actionspace import PUT
from tricktake.cards import CardSet
from tricktake.envs._openspiel_setup import Setup
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episode import seat_values
from tricktake.errors import IllegalAction
from tricktake.knowledge import infer
from tricktake.state import Phase

try:
    pyspiel: Any = import_module("pyspiel")
except ImportError as error:
    raise ImportError("OpenSpiel is missing: pip install 'tricktake[openspiel]'") from error

__all__ = ["CardState"]

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_CARDS, _DETAILS = 3, 4  # purposes of random streams, docs/seeds.md
_BITS = 1 << 53


class _Position:
    """All a state holds besides OpenSpiel's own history, in one piece that is copied and pickled quickly."""

    __slots__ = ("dealt", "player", "setup", "silent", "table", "texts", "worlds")

    setup: Setup
    table: AgentDeal | None  # None while chance deals
    dealt: tuple[int, ...]  # what chance has dealt, until all is
    player: int
    silent: bool  # whether actions only go into OpenSpiel's history
    texts: dict[int, str]  # seat: its view's text when the play began, kept to save work
    worlds: dict[int, _Redraw]  # seat: how to draw what it cannot see, kept to save work

    def __init__(
        self, setup: Setup, table: AgentDeal | None = None, dealt: tuple[int, ...] = (), player: int = _CHANCE
    ) -> None:
        self.setup = setup
        self.table = table
        self.dealt = dealt
        self.player = player
        self.silent = False
        self.texts = {}
        self.worlds = {}

    def __deepcopy__(self, memo: object) -> _Position:
        table = self.table
        if table is None:
            return _Position(self.setup, None, self.dealt, self.player)
        made = _Position(self.setup, table.copy(), (), self.player)
        if table.deal.phase is Phase.PLAY:
            made.texts = self.texts  # the beginning of the play is the same for both
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return _Position, (self.setup, self.table, self.dealt, self.player)


if TYPE_CHECKING:

    class State:
        """OpenSpiel tells no types: a state has its methods, of any type."""

        def __init__(self, game: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

    class Game:
        """The same of a game."""

        def __init__(self, kind: Any, info: Any, params: Any) -> None: ...
        def __getattr__(self, name: str) -> Any: ...

else:
    State, Game = pyspiel.State, pyspiel.Game


class CardState(State):
    """A deal in progress, made by the game's ``new_initial_state``.

    Parameters
    ----------
    game : CardGame

    Examples
    --------
    >>> import random
    >>> from tricktake.envs.openspiel import load_game
    >>> state = load_game("spades").new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(random.choice(state.legal_actions()))
    >>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
    (1, ['LOOK', 'BN'])
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._at = _Position(game.setup)
        self._deal_last()

    # ---- whose turn, and what may be done --------------------------------------------------------

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or the end."""
        return self._at.player

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._at.player == _TERMINAL

    def is_chance_node(self) -> bool:
        """Whether cards are being dealt."""
        return self._at.player == _CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Numbers of the legal actions, ascending; none for a player who is not to act."""
        turn = self._at.player
        if turn == _CHANCE and player in (None, _CHANCE):
            return [outcome for outcome, _ in self._at.setup.chance.outcomes(self._at.dealt)]
        return self._legal_actions(turn if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        table = self._at.table
        if table is None or player != self._at.player:
            return []
        return table.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be dealt next, with probabilities; none if nothing is dealt any more."""
        return self._at.setup.chance.outcomes(self._at.dealt) if self._at.player == _CHANCE else []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return self._at.setup.chance.text(self._at.dealt, action)
        return self._at.setup.encoding.actions.action(action).text

    # ---- going on --------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self._at.silent:
            return
        table = self._at.table
        if table is None:
            if not self._at.setup.chance.allows(self._at.dealt, action):
                raise IllegalAction(f"chance has no outcome {action} here")
            self._at.dealt = (*self._at.dealt, action)
            self._deal_last()
            return
        table.push(action)
        turn = table.turn
        self._at.player = _TERMINAL if turn is None else turn
        self._at.worlds.clear()

    def _deal_last(self) -> None:
        """Deal the last card, of which there is no choice, and begin."""
        chance, dealt = self._at.setup.chance, self._at.dealt
        if len(dealt) >= chance.nodes:
            if chance.size:
                dealt = (*dealt, chance.outcomes(dealt)[0][0])
            self._begin(AgentDeal(chance.deal(dealt)))

    def _begin(self, table: AgentDeal) -> None:
        self._at.dealt = ()
        self._at.table = table
        self._at.player = _TERMINAL if table.turn is None else table.turn

    # ---- what it brings, what is known -----------------------------------------------------------

    def returns(self) -> list[float]:
        """What every seat has got: all 0 before the end."""
        table = self._at.table
        if table is None or self._at.player != _TERMINAL:
            return [0.0] * self._at.setup.rules.players
        return seat_values(self._at.setup.reward, self._at.setup.rules.sides, table.deal.score().points)

    @property
    def table(self) -> AgentDeal | None:
        """The deal with all its cards, not for agents; None while it is being dealt."""
        return self._at.table

    def __str__(self) -> str:
        table = self._at.table
        if table is None:
            pack = self._at.setup.chance
            dealt = [pack.text(self._at.dealt[:at], card) for at, card in enumerate(self._at.dealt)]
            return f"dealing: {'; '.join(dealt)}" if dealt else "dealing"
        put = ",".join([card.name for card in table.put.ascending()])
        return f"{table.deal.to_text()}{f' (put {put})' if put else ''}"

    def information_state_string(self, player: int | None = None) -> str:
        """The text of a seat's view, with its cards put away so far in an unfinished exchange."""
        seat = self._seat(player)
        table = self._at.table
        if table is None:
            return f"seat {seat}: dealing"
        deal = table.deal
        plays = deal.phase is Phase.PLAY and _grows(deal)
        if plays and seat in self._at.texts:
            return _with_plays(self._at.texts[seat], deal)
        text: str = deal.view(seat).to_text()
        if plays:
            self._at.texts[seat] = _without_plays(text, deal)
        elif seat == self._at.player and table.put:
            text = f"{text} (put {','.join([card.name for card in table.put.ascending()])})"
        return text

    def _seat(self, player: int | None) -> int:
        seat = self._at.player if player is None else player
        if not 0 <= seat < self._at.setup.rules.players:
            raise IndexError(f"seat {seat} is not in 0..{self._at.setup.rules.players - 1}")
        return seat

    # ---- what else it could be -------------------------------------------------------------------

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> CardState:
        """A state that a seat cannot tell from this one, every way the hidden cards can lie equally likely.

        Parameters
        ----------
        player_id : int
            The seat.
        rng : callable
            Returns numbers from 0 to 1, such as ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``.

        Returns
        -------
        CardState
            With a history of its own. Cards another seat has put away so far in an unfinished exchange are
            any of its cards, as many as here.
        """
        seat = self._seat(player_id)
        key = (int(rng() * _BITS), int(rng() * _BITS))
        chances = Random(key[0] ^ key[1] << 64)
        made: CardState = self.get_game().new_initial_state()
        if self._at.table is None:
            while made._at.player == _CHANCE and len(made._at.dealt) < len(self._at.dealt):
                outcomes, odds = zip(*made.chance_outcomes(), strict=True)
                made.apply_action(chances.choices(outcomes, odds)[0])
            return made
        redraw = self._at.worlds.get(seat)
        if redraw is None:
            redraw = self._at.worlds[seat] = _Redraw(self._at.setup, self._at.table.deal.view(seat))
        world = redraw.draw(key, chances)
        put = list(self._at.table._order)
        if put and seat != self._at.player:
            put = chances.sample(world.hand(self._at.player).ascending(), len(put))
        own = [action for who, action in self._steps() if who == seat and self._puts(action)]
        made._retell(world, seat, own, [*map(self._put_number, put)], chances)
        return made

    def _steps(self) -> list[tuple[int, int]]:
        """Players and actions so far, chance left out."""
        return [(step.player, step.action) for step in self.full_history() if step.player >= 0]

    def _puts(self, action: int) -> bool:
        return self._at.setup.encoding.actions.ids[action] >= PUT

    def _put_number(self, card: Any) -> int:
        return self._at.setup.encoding.actions._at[PUT + int(card)]

    def _retell(self, world: Any, seat: int, own: list[int], put: list[int], chances: Random) -> None:
        """Give a new state the history of a deal.

        ``own`` are the cards ``seat`` has put away, in its order; ``put`` those of an unfinished exchange.
        """
        setup, at = self._at.setup, self._at.setup.encoding.actions._at

        def order(many: int) -> list[int]:
            return chances.sample(range(many), many)

        outcomes = setup.chance.dealt(world, order)[: setup.chance.nodes]
        skip = 0 if world.start is None else len(setup.ending)
        steps: list[tuple[int, int]] = [(_CHANCE, outcome) for outcome in outcomes]
        taken = 0
        for who, action in world.history[skip:]:
            if not isinstance(action, Exchange):
                steps.append((who, at[action.id]))
                continue
            cards = [self._put_number(card) for card in action.cards.ascending()]
            if who == seat:
                cards, taken = own[taken : taken + len(cards)], taken + len(cards)
            else:
                chances.shuffle(cards)
            steps += [(who, card) for card in cards]
        steps += [(world.turn, card) for card in put]
        self._at.silent = True  # OpenSpiel writes its history; the deal is there already
        for who, number in steps:
            self._at.player = who
            self.apply_action(number)
        self._at.silent = False
        table = AgentDeal(world)
        for card in put:
            table.push(card)
        self._begin(table)


class _Redraw:
    """Draws worlds of one view, again and again."""

    def __init__(self, setup: Setup, view: Any) -> None:
        self._knowledge = infer(view, facts=setup.chance.facts())
        self._maker = view.world_maker(self._knowledge.hidden)

    def draw(self, key: tuple[int, int], chances: Random) -> Any:
        """A deal with this view, every way the hidden cards can lie equally likely."""
        knowledge = self._knowledge
        samplers = knowledge.samplers
        sampler = samplers[0]
        if len(samplers) > 1:
            number = chances.randrange(knowledge.count)
            for sampler in samplers:
                if number < sampler.count:
                    break
                number -= sampler.count
        to_cards = knowledge.hidden.order.to_cards
        row: Sequence[int] = sampler.sample(1, seed=key, purpose=_CARDS)[0].tolist()
        held: list[CardSet] = [to_cards(mask) for mask in row]
        return self._maker.deal(held, lambda: Stream(key, purpose=_DETAILS))


def _with_plays(text: str, deal: Any) -> str:
    """The text of a view at the beginning of the play, with what has been played since."""
    played = [step.action.text for step in deal._history[len(deal) - deal._plays :]]
    if not played:
        return text
    return f"{text}{'; ' if ' : ' in text else ' : '}{'; '.join(played)}"


def _without_plays(text: str, deal: Any) -> str:
    """The text of a view as it was at the beginning of the play."""
    if not deal._plays:
        return text
    return text.partition(" : ")[0] if deal._plays == len(deal) else text.rsplit("; ", deal._plays)[0]


def _grows(deal: Any) -> bool:
    """Whether the text of a view only gets longer from here on: nothing is turned up or exposed later."""
    contract = getattr(deal, "contract", None)
    if getattr(deal, "tables", ()) or getattr(deal, "called", None) is not None:
        return False
    return contract is None or contract.bid.kind is not BidKind.OPEN_MISERE
