"""Positions the tests of the advisor ask about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cardcore import Stream
from tricktake import CardSet, View, advise
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.advisor import Advice

WORLDS = 30
NO_BLIND = fh.Rules(blind_misere=False)


def deal_with(
    hand: str, *, seat: int, dealer: int, scores: Sequence[int] = (0, 0), shuffle: int = 1
) -> fh.Deal:
    """A deal of Five Hundred in which one seat holds these cards and the rest comes from a shuffle."""
    mine = CardSet(hand)
    rest = list(fh.PACKS["43"].cards - mine)
    rest = [rest[at] for at in Stream(shuffle, purpose=9).permutation(len(rest))]
    hands = [mine if other == seat else CardSet([rest.pop() for _ in range(10)]) for other in range(4)]
    return fh.Deal(NO_BLIND, dealer=dealer, hands=hands, kitty=CardSet(rest), scores=scores)


def looking(deal: fh.Deal | sp.Deal, calls: str) -> View:
    """What the seat to call knows after these calls, once it has looked."""
    made = deal.copy().push_all(calls)
    assert made.turn is not None
    if made.view(made.turn).hand is None:
        made.push("LOOK")
    return made.view(made.turn)


def _play_to(deal: fh.Deal, left: int) -> View:
    while deal.turn is not None and len(deal.hand(deal.turn)) > left:
        deal.push(deal.legal_actions[0])
    assert deal.turn is not None
    return deal.view(deal.turn)


def views() -> dict[str, View]:
    """Views by name, of every kind of decision."""
    five = fh.Deal(dealer=3, seed=500)
    contract = five.copy().push_all(["7NT", "P", "P", "P"])
    asked = contract.copy().push_all(["put H4 H6 H8"])
    playing = asked.copy().push_all(["name none"])
    spade = sp.Deal(dealer=2, seed=500)
    partners = sp.Deal(sp.Rules.partners_500(), dealer=3, seed=500)
    found = {
        "unseen": five.view(0),
        "opening": looking(five, ""),
        "over an opponent": looking(five, "7S"),
        "over the partner": looking(five, "7S P"),
        "exchange": contract.view(0),
        "nomination": asked.view(0),
        "lead": playing.view(0),
        "ending": _play_to(playing.copy(), 4),
        "three players": looking(fh.Deal(fh.Rules(players=3), dealer=2, seed=1), ""),
        "five players": looking(fh.Deal(fh.Rules(players=5), dealer=4, seed=1), ""),
        "two players": looking(fh.Deal(fh.Rules(players=2), dealer=1, seed=1), ""),
        "spades unseen": spade.view(0),
        "spades first": looking(spade, ""),
        "spades last": looking(spade, "4 NIL"),
        "spades lead": spade.copy().push_all(["4", "5", "5"]).view(0),
        "partners last": looking(partners, "4 3 NIL"),
        "partners lead": partners.copy().push_all(["4", "3", "4", "2"]).view(0),
    }
    assert all(view.is_turn for view in found.values())
    return found


VIEWS = views()


@lru_cache(maxsize=64)
def advice_on(name: str) -> Advice:
    """The advice on a view, kept."""
    return advise(VIEWS[name], worlds=WORLDS, seed=1)
