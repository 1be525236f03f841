"""The table as one seat sees it: a value made from the view of the seat and from nothing else.

:func:`lay` turns a view into a :class:`Scene`: seats, trick, hand, piles, contract, score, and what is to be
decided. Widgets only paint it. What differs between the games comes in a :class:`GameTable`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore import CardOrder
from tricktake.cards import Card, CardSet, Suit
from tricktake.cli.human import Prompts
from tricktake.cli.sides import side_label
from tricktake.cli.terminal import Terminal
from tricktake.state import Phase
from tricktake.tui.choices import Box, CardChoice, card_choices, joker_box, put_box
from tricktake.tui.glyphs import Glyphs
from tricktake.view import PlayedCard

__all__ = [
    "GameTable",
    "Picks",
    "Place",
    "Scene",
    "ScoreSheet",
    "TrickCard",
    "all_tricks",
    "hand_order",
    "lay",
    "score_rows",
]


_NO_CARDS = CardSet()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The scores in columns.

    Examples
    --------
    >>> ScoreSheet(heads=("side", "score"), rows=(("0+2", "100"), ("1+3", "-40"))).rows[1][1]
    '-40'
    """

    heads: tuple[str, ...]
    """Heads of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """A row for each side."""
    goal: str = ""
    """What is played for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTable:
    """What a game brings to the table; every function looks at a view only.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.tui.games import TABLES
    >>> view = fh.Deal(dealer=3, seed=500).push_all("7H P P P").view(0)
    >>> TABLES["five-hundred"].put(view)
    (3, 'Put away 3 cards')
    """

    order: Callable[[Any], CardOrder]
    """How the cards rank."""
    plate: Callable[[Glyphs, Any, int], str]
    """The line under the name of a seat."""
    contract: Callable[[Glyphs, Any], list[str]]
    """What is played, in short lines."""
    box: Callable[[Glyphs, Any, bool], Box | None]
    """The choices of a phase without cards; the last argument: bids are without the kitty."""
    put: Callable[[Any], tuple[int, str]]
    """How many cards an exchange has, and its title."""
    fresh: Callable[[Any], CardSet]
    """Cards in hand that came with the kitty or from the partner."""
    sheet: Callable[[Any], ScoreSheet]
    """The scores."""
    result: Callable[[Terminal, Any], list[str]]
    """What is to be said of a deal that is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks:
    """What a person has begun to choose.

    Examples
    --------
    >>> Picks().cards
    CardSet('')
    """

    cards: CardSet = _NO_CARDS
    """Cards picked to be put away."""
    joker: Card | None = None
    """A joker about to be led."""
    renounce: bool = False
    """Whether bids are without the kitty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat at the table.

    Examples
    --------
    >>> Place(seat=1, name="seat 1", line="won 2").line
    'won 2'
    """

    seat: int
    """The seat."""
    name: str
    """Who sits there."""
    line: str
    """What is known of it now."""
    say: str = ""
    """Its last call, as long as calls are made."""
    is_dealer: bool = False
    """Whether it deals."""
    acts: bool = False
    """Whether it is to act."""
    is_friend: bool = False
    """Whether it plays with the seat that looks."""
    is_out: bool = False
    """Whether it sits out."""
    piles: tuple[tuple[Card | None, bool], ...] = ()
    """The piles on its table: the card face up, and whether one lies under it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickCard:
    """A card on the table.

    Examples
    --------
    >>> TrickCard(seat=0, card=Card.HQ, wins=True).wins
    True
    """

    seat: int
    """Seat that played it."""
    card: Card
    """The card."""
    named: Suit | None = None
    """The suit a joker was led as."""
    from_table: bool = False
    """Whether it lay on the seat's table before."""
    leads: bool = False
    """Whether it was led."""
    wins: bool = False
    """Whether it wins the trick so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that is shown to a seat.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> from tricktake.tui.games import TABLES
    >>> view = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=500).view(0)
    >>> names = {seat: f"seat {seat}" for seat in range(4)}
    >>> scene = lay(Glyphs(Terminal(ascii_only=True)), TABLES["five-hundred"], GAMES["five-hundred"].prompts,
    ...             view, names)
    >>> scene.seat, scene.prompt, scene.box.title
    (0, 'your call', 'Your call')
    """

    seat: int
    """Whose scene it is."""
    places: tuple[Place, ...]
    """The seats, clockwise from this one."""
    trick: tuple[TrickCard, ...]
    """The trick that lies on the table."""
    is_past: bool
    """Whether that trick is finished."""
    number: int
    """Its number, from 1; 0 before the first."""
    hand: tuple[CardChoice, ...]
    """The cards in hand."""
    backs: int
    """Cards in hand that have not been looked at."""
    table: tuple[CardChoice, ...]
    """The cards face up on the seat's own table."""
    open_hands: tuple[tuple[int, tuple[Card, ...]], ...]
    """Hands of others that lie open."""
    last: tuple[TrickCard, ...]
    """The trick before."""
    contract: tuple[str, ...]
    """What is played."""
    sheet: ScoreSheet
    """The scores."""
    box: Box | None
    """What is to be chosen besides cards."""
    phase: Phase
    """What is being decided."""
    prompt: str
    """What this seat is asked, or whom it waits for."""
    is_turn: bool
    """Whether this seat is to act."""


def hand_order(cards: CardSet, order: CardOrder) -> tuple[Card, ...]:
    """Cards as they are held: trumps first, then suit by suit with the colours in turn, high cards first.

    Parameters
    ----------
    cards : CardSet
    order : CardOrder
        How they rank.

    Returns
    -------
    tuple of Card

    Examples
    --------
    >>> from tricktake.fivehundred.orders import card_order
    >>> from tricktake.fivehundred import PACKS
    >>> from tricktake.cards import Strain
    >>> held = CardSet("DJ HJ HA SK CQ D9")
    >>> [card.name for card in hand_order(held, card_order(PACKS["43"], Strain.HEARTS))]
    ['HJ', 'DJ', 'HA', 'CQ', 'D9', 'SK']
    """
    suits = [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    if order.trump is not None:
        at = suits.index(Suit(order.trump))
        suits = suits[at:] + suits[:at]
    found = [card for card in cards if order.suit_of(card) is None]
    for suit in suits:
        found += sorted(
            [card for card in cards if order.suit_of(card) == suit], key=order.position, reverse=True
        )
    return tuple(found)


def lay(
    glyphs: Glyphs,
    game: GameTable,
    prompts: Prompts,
    view: Any,
    names: Mapping[int, str],
    picks: Picks | None = None,
) -> Scene:
    """Lay out what a seat sees.

    Parameters
    ----------
    glyphs : Glyphs
    game : GameTable
    prompts : Prompts
        How the game asks.
    view : View
        What the seat knows; nothing else is looked at.
    names : mapping of int to str
        Who sits where.
    picks : Picks, optional
        What the person has begun to choose.

    Returns
    -------
    Scene

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.cli.games import GAMES
    >>> from tricktake.tui.games import TABLES
    >>> view = sp.Deal(dealer=2, seed=500).push_all("5 4 4").view(1)
    >>> names = {0: "Ann", 1: "Bob", 2: "Cy"}
    >>> scene = lay(Glyphs(Terminal(ascii_only=True)), TABLES["spades"], GAMES["spades"].prompts, view, names)
    >>> [(place.name, place.line) for place in scene.places]
    [('Bob', '4: won 0'), ('Cy', '4: won 0'), ('Ann', '5: won 0')]
    """
    picks = Picks() if picks is None else picks
    order = game.order(view)
    finished, current = view.finished, view.trick
    shown = current or (finished[-1] if finished else ())
    before = finished[-1:] if current else finished[-2:-1]
    players = view.rules.players
    around = [(view.seat + step) % players for step in range(players)]
    hand = () if view.hand is None else hand_order(view.hand, order)
    from_table = getattr(view, "plays_from", None) == "table"
    tables = getattr(view, "tables", ())
    piles = [pile for pile in tables[view.seat] if pile.up is not None] if tables else []
    return Scene(
        seat=view.seat,
        places=tuple([_place(glyphs, game, view, seat, names) for seat in around]),
        trick=_trick(shown, order),
        is_past=not current and bool(finished),
        number=len(finished) + (1 if current else 0),
        hand=card_choices(
            glyphs, view, hand, picked=picks.cards, fresh=game.fresh(view), live=not from_table
        ),
        backs=view.sizes[view.seat] if view.hand is None else 0,
        table=card_choices(
            glyphs,
            view,
            tuple([pile.up for pile in piles]),
            picked=CardSet(),
            fresh=CardSet(),
            live=from_table,
            covers=CardSet([pile.up for pile in piles if pile.covers]),
        ),
        open_hands=tuple(
            [
                (seat, hand_order(cards, order))
                for seat, cards in enumerate(view.exposed)
                if cards is not None and seat != view.seat
            ]
        ),
        last=_trick(before[0], order) if before else (),
        contract=tuple(game.contract(glyphs, view)),
        sheet=game.sheet(view),
        box=_box(glyphs, game, view, picks),
        phase=view.phase,
        prompt=_prompt(prompts, view),
        is_turn=view.is_turn,
    )


def _place(glyphs: Glyphs, game: GameTable, view: Any, seat: int, names: Mapping[int, str]) -> Place:
    calls = [call.call for call in view.calls if call.seat == seat]
    calling = view.phase in (Phase.AUCTION, Phase.FINAL_RAISE)
    tables = getattr(view, "tables", ())
    mine = seat == view.seat
    return Place(
        seat=seat,
        name=names[seat],
        line=game.plate(glyphs, view, seat),
        say=glyphs.action(calls[-1]) if calling and calls else "",
        is_dealer=seat == view.dealer,
        acts=seat == view.turn,
        is_friend=not mine and seat in view.partners,
        is_out=seat in getattr(view, "sits_out", ()),
        piles=tuple([(pile.up, pile.covers) for pile in tables[seat]]) if tables and not mine else (),
    )


def _trick(played: Sequence[PlayedCard], order: CardOrder) -> tuple[TrickCard, ...]:
    if not played:
        return ()
    winner = order.winner([card.card for card in played])
    return tuple(
        [
            TrickCard(
                seat=card.seat,
                card=card.card,
                named=card.named,
                from_table=card.from_table,
                leads=at == 0,
                wins=at == winner,
            )
            for at, card in enumerate(played)
        ]
    )


def _box(glyphs: Glyphs, game: GameTable, view: Any, picks: Picks) -> Box | None:
    if not view.is_turn:
        return None
    if view.phase is Phase.EXCHANGE:
        size, title = game.put(view)
        return put_box(glyphs, view, picks.cards, size, title)
    if view.phase is Phase.PLAY:
        return None if picks.joker is None else joker_box(glyphs, view, picks.joker)
    return game.box(glyphs, view, picks.renounce)


def _prompt(prompts: Prompts, view: Any) -> str:
    if view.is_over:
        return "the deal is over"
    if not view.is_turn:
        return f"seat {view.turn} is to act"
    return prompts.ask.get(view.phase, "your action") + prompts.place(view)


def score_rows(view: Any, extra: Sequence[Sequence[str]] = ()) -> tuple[tuple[str, ...], ...]:
    """A row for each side: its seats, its score, and what else there is.

    Parameters
    ----------
    view : View
    extra : sequence of sequence of str, default ()
        Further columns.

    Returns
    -------
    tuple of tuple of str

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> score_rows(fh.Deal(dealer=3, seed=500, scores=(40, -10)).view(0))
    (('0+2', '40'), ('1+3', '-10'))
    """
    columns = [[side_label(side) for side in view.rules.sides], [str(score) for score in view.scores], *extra]
    return tuple(zip(*columns, strict=True))


def all_tricks(game: GameTable, view: Any) -> tuple[tuple[TrickCard, ...], ...]:
    """The finished tricks, oldest first, each with its winner.

    Parameters
    ----------
    game : GameTable
    view : View

    Returns
    -------
    tuple of tuple of TrickCard

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.tui.games import TABLES
    >>> view = fh.Deal(dealer=3, seed=500).push_all("6S-SK P P P CA C5 C7 C9").view(2)
    >>> [card.card.name for card in all_tricks(TABLES["five-hundred"], view)[0] if card.wins]
    ['CA']
    """
    order = game.order(view)
    return tuple([_trick(trick, order) for trick in view.finished])
