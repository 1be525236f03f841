"""What a person can choose: cards of the hand, and boxes of calls and other answers.

A choice is a value with the reason why it cannot be taken, if it cannot. Nothing here knows a widget; the
reasons are those of ``view.explain``, with the clause of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from tricktake.actions import Action, Exchange, Play
from tricktake.cards import Card, CardSet, Suit
from tricktake.state import Phase
from tricktake.tui.glyphs import Glyphs
from tricktake.view import View

__all__ = [
    "CARD_KEYS",
    "Box",
    "CardChoice",
    "Choice",
    "Command",
    "card_choices",
    "joker_box",
    "put_box",
    "reason",
]

CARD_KEYS = "abcdefgijkmnopvwxyz"
"""Letters for the cards of a hand; the others are commands of the screen."""


class Command(Enum):
    """What a choice does when it is no action of the deal.

    Examples
    --------
    >>> Command("put")
    <Command.PUT: 'put'>
    """

    RENOUNCE = "renounce"
    """Bid with the kitty or without it."""
    PUT = "put"
    """Put the picked cards away."""
    BACK = "back"
    """Do not lead the joker after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One cell of a box.

    Examples
    --------
    >>> Choice(label="7H", does=Command.PUT, why="no").is_legal
    False
    """

    label: str
    """What stands in the cell."""
    does: Action | Command
    """What it does."""
    why: str | None = None
    """Why it cannot be taken; None if it can."""
    note: str = ""
    """What it means."""

    @property
    def is_legal(self) -> bool:
        """Whether it can be taken."""
        return self.why is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Choices in rows under a title.

    Examples
    --------
    >>> Box(title="Your call", rows=((Choice(label="pass", does=Command.BACK),),)).choices[0].label
    'pass'
    """

    title: str
    """What is to be decided."""
    rows: tuple[tuple[Choice, ...], ...]
    """The choices."""
    heads: tuple[str, ...] = ()
    """What stands before each row; empty: nothing."""
    lines: tuple[str, ...] = ()
    """What else is to be read, above the choices."""
    keys: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))
    """Keys that take a choice."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All of them."""
        return tuple([choice for row in self.rows for choice in row])


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChoice:
    """One card of a hand or of a table.

    Examples
    --------
    >>> CardChoice(card=Card.HQ, key="a").is_legal
    True
    """

    card: Card
    """The card."""
    key: str = ""
    """The letter that chooses it."""
    why: str | None = None
    """Why it cannot be chosen; None if it can."""
    is_live: bool = True
    """Whether cards are chosen now at all."""
    is_picked: bool = False
    """Whether it is to be put away."""
    is_new: bool = False
    """Whether it came with the kitty or from the partner."""
    covers: bool = False
    """Whether a card lies face down under it."""

    @property
    def is_legal(self) -> bool:
        """Whether it can be chosen."""
        return self.why is None


def reason(glyphs: Glyphs, view: View, action: Action) -> str | None:
    """Why an action cannot be taken, as it is shown.

    Parameters
    ----------
    glyphs : Glyphs
    view : View
    action : Action

    Returns
    -------
    str or None
        A sentence with the clause of the rules behind it; None if the action is legal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.terminal import Terminal
    >>> view = fh.Deal(dealer=3, seed=500).push_all("7C").view(1)
    >>> reason(Glyphs(Terminal(ascii_only=True)), view, fh.Bid("7S"))
    'Seat 1 cannot bid 7S: it does not outrank the high bid 7C. (FH-BID-4)'
    """
    if action in view.legal_actions:
        return None
    why = view.explain(action)
    if why is None:
        return None
    text = glyphs.sentence(why.sentence)
    return f"{text[:1].upper()}{text[1:]}. ({why.clause})"


def card_choices(
    glyphs: Glyphs,
    view: View,
    cards: tuple[Card, ...],
    *,
    picked: CardSet,
    fresh: CardSet,
    live: bool = True,
    covers: CardSet | None = None,
) -> tuple[CardChoice, ...]:
    """The cards of a hand or table as choices.

    Parameters
    ----------
    glyphs : Glyphs
    view : View
    cards : tuple of Card
        In the order they lie in.
    picked : CardSet, keyword only
        Cards picked to be put away.
    fresh : CardSet, keyword only
        Cards that came with the kitty.
    live : bool, default True, keyword only
        Whether this row has letters, where there are two.
    covers : CardSet, optional, keyword only
        Cards that lie on another one.

    Returns
    -------
    tuple of CardChoice

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.terminal import Terminal
    >>> view = fh.Deal(dealer=3, seed=500).push_all("6S-SK P P P S6").view(1)
    >>> glyphs = Glyphs(Terminal(ascii_only=True))
    >>> row = card_choices(glyphs, view, tuple(view.hand), picked=CardSet(), fresh=CardSet())
    >>> [choice.card.name for choice in row if choice.is_legal]
    ['SK', 'S10', 'S5', 'CJ']
    """
    choosing = view.is_turn and view.phase in (Phase.PLAY, Phase.EXCHANGE)
    legal: set[Card] = set()
    if view.is_turn and view.phase is Phase.PLAY:
        legal = {action.card for action in view.legal_actions if isinstance(action, Play)}
    found = []
    for at, card in enumerate(cards):
        why = None
        if view.phase is not Phase.EXCHANGE or not view.is_turn:
            why = None if card in legal else reason(glyphs, view, Play(card))
        key = CARD_KEYS[at] if live and choosing and at < len(CARD_KEYS) else ""
        found.append(
            CardChoice(
                card=card,
                key=key,
                why=why,
                is_live=choosing,
                is_picked=card in picked,
                is_new=card in fresh,
                covers=covers is not None and card in covers,
            )
        )
    return tuple(found)


def put_box(glyphs: Glyphs, view: View, picked: CardSet, size: int, title: str) -> Box:
    """The box of an exchange: the cards picked so far, and the choice to put them away.

    Parameters
    ----------
    glyphs : Glyphs
    view : View
    picked : CardSet
    size : int
        Cards to be put away.
    title : str

    Returns
    -------
    Box

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.terminal import Terminal
    >>> view = fh.Deal(dealer=3, seed=500).push_all("6S P P P").view(0)
    >>> box = put_box(Glyphs(Terminal(ascii_only=True)), view, CardSet("S6"), 3, "Put away 3 cards")
    >>> box.lines, box.choices[0].is_legal
    (('S6 .. ..',), False)
    """
    shown = [glyphs.card(card) for card in picked.ascending()] + [".."] * max(0, size - len(picked))
    if len(picked) == size:
        why = None
    elif picked:
        why = reason(glyphs, view, Exchange(picked))
    else:
        why = f"Pick {size} card{'s' if size > 1 else ''} first."
    choice = Choice(
        label="put away" if title.startswith("Put away") else "put over", does=Command.PUT, why=why
    )
    return Box(title=title, rows=((choice,),), lines=(" ".join(shown),))


def joker_box(glyphs: Glyphs, view: View, card: Card) -> Box | None:
    """The box that names a suit for a joker that is led (FH-JOK-8).

    Parameters
    ----------
    glyphs : Glyphs
    view : View
    card : Card
        The card chosen to be led.

    Returns
    -------
    Box or None
        None if it is led without a name.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.terminal import Terminal
    >>> view = fh.Deal(dealer=3, seed=500).push_all("LOOK; 7NT-SK; P; P; P; name none").view(0)
    >>> [choice.label for choice in joker_box(Glyphs(Terminal(ascii_only=True)), view, Card.JK).choices]
    ['S', 'C', 'D', 'H', 'back']
    """
    leads = [action for action in view.legal_actions if isinstance(action, Play) and action.card == card]
    if not any(lead.named is not None for lead in leads):
        return None
    cells = []
    for suit in Suit:
        play = Play(card, named=suit)
        name = suit.name.lower()
        cells.append(
            Choice(
                label=glyphs.suit(suit),
                does=play,
                why=reason(glyphs, view, play),
                note=f"The others must follow {name}.",
            )
        )
    back = Choice(label="back", does=Command.BACK, note="Choose another card.")
    return Box(title="The joker is led as", rows=(tuple(cells), (back,)))
