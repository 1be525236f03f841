"""Frames: what the page shows after each entry of a deal, as plain data.

A frame is made from what one seat knows, its view, and nothing else: :func:`seen_frame`. A page for everybody
lays over it what lies hidden, :func:`open_frame`, and says who may see it. Frames follow one another with few
changes, so a page keeps only these; :func:`changes` finds them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from cardcore import CardOrder
from tricktake.actions import Action, CallPartner, Exchange, Look, Nominate, Play
from tricktake.cards import Card, CardSet
from tricktake.view import PlayedCard, View

__all__ = ["Data", "changes", "event", "hand_text", "open_frame", "seen_frame", "sight"]

Data: TypeAlias = dict[str, Any]
"""A JSON object."""

# Colours alternate in this ring, from any trump suit on.
_RING = (0, 3, 1, 2)
_LETTERS = "SCDH"
SEES_KITTY = 1 << 8
"""In :func:`sight`: whether a seat knows the kitty; the bits below are the hands it sees."""
SEES_PUT_AWAY = 1 << 9
"""Whether it knows what was put away."""
SEES_PARTNER = 1 << 10
"""Whether it knows who plays with the contractor."""


def hand_text(cards: CardSet, order: CardOrder | None) -> str:
    """Cards in the order in which a player holds them, suit by suit.

    Parameters
    ----------
    cards : CardSet
    order : CardOrder or None
        How they rank in the contract; None as long as that is not known.

    Returns
    -------
    str
        Suits parted by ``|``, trumps first, each with the letter it counts as (``J`` for a joker of no suit)
        and its cards from high to low.

    Examples
    --------
    >>> hand_text(CardSet("S9 SA HJ D10 JK"), None)
    'J JK|S SA S9|H HJ|D D10'
    """
    trump = None if order is None else order.trump
    suits: dict[int | None, list[Card]] = {}
    for card in reversed(list(cards.ascending())):
        suits.setdefault(_suit_of(card, order), []).append(card)
    if order is not None:
        for held in suits.values():
            held.sort(key=order.position, reverse=True)
    first = 0 if trump is None else _RING.index(trump)
    ring: list[int | None] = [None, *_RING[first:], *_RING[:first]]
    parts = []
    for suit in ring:
        if suit in suits:
            letter = "J" if suit is None else _LETTERS[suit]
            parts.append(" ".join([letter, *[card.name for card in suits[suit]]]))
    return "|".join(parts)


def _suit_of(card: Card, order: CardOrder | None) -> int | None:
    if order is not None:
        return order.suit_of(card)
    return None if card.suit is None else int(card.suit)


def _names(cards: Iterable[Card]) -> str:
    return " ".join([card.name for card in cards])


def event(seat: int, action: Action | None, *, hides: int = 0, tabled: bool = False) -> Data:
    """What was done, as data.

    Parameters
    ----------
    seat : int
    action : Action or None
        None for an exchange whose cards are not to be shown.
    hides : int, default 0, keyword only
        How many cards such an exchange has.
    tabled : bool, default False, keyword only
        Whether a card played lay on the table.

    Returns
    -------
    dict
        ``s`` is the seat, ``k`` the kind, what else there is depends on the kind.

    Examples
    --------
    >>> from tricktake import PASS
    >>> event(2, PASS), event(0, Play("JK:H"))
    ({'s': 2, 'k': 'call', 't': 'P'}, {'s': 0, 'k': 'play', 'c': 'JK', 'n': 'H', 't': 'JK:H'})
    """
    if action is None:
        return {"s": seat, "k": "put", "n": hides}
    if isinstance(action, Exchange):
        return {"s": seat, "k": "put", "c": _names(action.cards.ascending())}
    if isinstance(action, Look):
        return {"s": seat, "k": "look"}
    if isinstance(action, Nominate):
        return {"s": seat, "k": "name", "c": None if action.suit is None else action.suit.letter}
    if isinstance(action, CallPartner):
        called = {"o": action.seat} if action.card is None else {"c": action.card.name}
        return {"s": seat, "k": "partner"} | called
    if isinstance(action, Play):
        found: Data = {"s": seat, "k": "play", "c": action.card.name}
        if action.named is not None:
            found["n"] = action.named.letter
        if tabled:
            found["table"] = 1
        return found | {"t": action.text}
    return {"s": seat, "k": "call", "t": action.text}


def _cards_of(trick: Sequence[PlayedCard]) -> list[list[Any]]:
    return [
        [
            played.seat,
            played.card.name,
            None if played.named is None else played.named.letter,
            int(played.from_table),
        ]
        for played in trick
    ]


def seen_frame(view: View, order: CardOrder | None, before: Sequence[int]) -> Data:
    """What a seat knows after an action, as data.

    Parameters
    ----------
    view : View
        Nothing hidden gets into the frame, for nothing hidden is in here.
    order : CardOrder or None
        How cards rank in the contract, which everybody knows; None before the play.
    before : sequence of int
        Tricks won by each seat before the last action.

    Returns
    -------
    dict
        A hand or a kitty is its cards, or their number where they are hidden.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> view = fh.Deal(dealer=3, seed=500).push_all("7H").view(0)
    >>> frame = seen_frame(view, None, (0, 0, 0, 0))
    >>> frame["h1"], frame["calls"], frame["turn"], frame["h0"].split("|")[0]
    (10, [[0, '7H']], 1, 'J JK')
    """
    seats = range(len(view.sizes))
    frame: Data = {"turn": view.turn, "ph": view.phase.value}
    for seat in seats:
        held = view.hand if seat == view.seat else view.exposed[seat]
        frame[f"h{seat}"] = view.sizes[seat] if held is None else hand_text(held, order)
    frame["calls"] = [[call.seat, call.call.text] for call in view.calls]
    done = view.finished
    whole = not view.trick and bool(done) and _is_play(view)
    shown = done[-1] if whole else view.trick
    earlier = done[:-1] if whole else done
    frame["trick"] = _cards_of(shown)
    rose = [seat for seat in seats if view.tricks[seat] > before[seat]]
    frame["won"] = rose[0] if whole and rose else None
    # which card it was: with cards on the table a seat plays two of them
    frame["top"] = order.winner([played.card for played in shown]) if whole and order is not None else None
    frame["last"] = None
    if earlier:
        winner = shown[0].seat if shown else view.leader
        frame["last"] = [_cards_of(earlier[-1]), winner]
    frame["tricks"] = list(view.tricks)
    frame["looked"] = [int(looked) for looked in view.looked]
    return frame | _game_part(view)


def _is_play(view: View) -> bool:
    """Whether the last action was a play; then a finished trick still lies on the table."""
    return bool(view.history) and isinstance(view.history[-1].action, Play)


def _game_part(view: Any) -> Data:
    """What only one game has."""
    frame: Data = {}
    if hasattr(view, "bids"):  # spades
        frame["bids"] = [None if bid is None else bid.text for bid in view.bids]
        frame["broken"] = int(view.is_broken)
        frame["caught"] = [_names(cards.ascending()) for cards in view.caught]
        return frame
    contract = view.contract
    if contract is not None:
        frame["contract"] = {
            "bid": contract.bid.text,
            "by": contract.contractor,
            "side": sorted(contract.side),
            "target": contract.target,
            "misere": int(contract.is_misere),
        }
    else:
        frame["contract"] = None
    called = view.called
    frame["called"] = called.name if isinstance(called, Card) else called
    frame["named"] = None if view.nominated is None else view.nominated.letter
    frame["out"] = sorted(view.sits_out)
    frame["kitty"] = None if view.kitty is None else _names(view.kitty.ascending())
    frame["away"] = None if view.put_away is None else _names(view.put_away.ascending())
    if view.tables:
        for seat, table in enumerate(view.tables):
            frame[f"p{seat}"] = [
                [None if pile.up is None else pile.up.name, "?" if pile.covers else None] for pile in table
            ]
    return frame


def open_frame(deal: Any, before: Sequence[int]) -> Data:
    """Everything there is after an action, hidden or not, as data.

    Parameters
    ----------
    deal : Deal
        Of any game.
    before : sequence of int
        As for :func:`seen_frame`.

    Returns
    -------
    dict
        As of :func:`seen_frame`, with all cards, and ``see``: what each seat may see of it.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> frame = open_frame(fh.Deal(dealer=3, seed=500).push_all("7H"), (0, 0, 0, 0))
    >>> frame["h1"].split("|")[1], frame["see"]
    ('H HQ HJ', [1, 0, 0, 0])
    """
    views = [deal.view(seat) for seat in range(deal.rules.players)]
    order = deal.order
    frame = seen_frame(views[0], order, before)
    for seat in range(deal.rules.players):
        frame[f"h{seat}"] = hand_text(deal.hand(seat), order)
    if hasattr(deal, "kitty"):  # Five Hundred
        frame["kitty"] = _names(deal.kitty.ascending())
        frame["away"] = None if deal.put_away is None else _names(deal.put_away.ascending())
        frame["dead"] = _names(deal.dead.ascending())
        if deal.contract is not None:
            frame["contract"]["side"] = sorted(deal.contract.side)
        if deal.tables:
            for seat in range(deal.rules.players):
                frame[f"p{seat}"] = [
                    [up and up.name, None if down is None else down.name] for down, up in deal.piles(seat)
                ]
    frame["see"] = [sight(view) for view in views]
    return frame


def sight(view: Any) -> int:
    """What a seat may see of a frame with all cards.

    Parameters
    ----------
    view : View

    Returns
    -------
    int
        Bit *k* for the hand of seat *k*, and the ``SEES_`` bits.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("4")
    >>> sight(deal.view(0)), sight(deal.view(1))
    (1, 0)
    """
    found = 1 << view.seat if view.hand is not None else 0
    found |= sum([1 << seat for seat, held in enumerate(view.exposed) if held is not None])
    if hasattr(view, "bids"):
        return found
    found |= SEES_KITTY if view.kitty is not None else 0
    found |= SEES_PUT_AWAY if view.put_away is not None else 0
    secret = view.contract is not None and not view.knows_partner
    return found if view.contract is None or secret else found | SEES_PARTNER


def changes(old: Data, new: Data) -> Data:
    """What of a frame differs from the one before it.

    Parameters
    ----------
    old, new : dict

    Returns
    -------
    dict

    Examples
    --------
    >>> changes({"turn": 1, "won": None}, {"turn": 2, "won": None})
    {'turn': 2}
    """
    return {name: value for name, value in new.items() if name not in old or old[name] != value}
