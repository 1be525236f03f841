"""Random hands of every kind of contract, as arguments of the slow referee.

A chunk is one seed; within a chunk the kinds take turns, so every kind gets the same share. Half of the
hands have the full number of cards of their game, the other half are shorter endings dealt from the same
packs, often from two suits only, where jokers, limits and last tricks decide more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from oracle.packs import PACKS, SUITS, five_hundred_suits, spades_suits
from oracle.tricks import JOKER_FOLLOWS, JOKER_LEADS, JOKER_VOIDS, circle, two_handed

Spec = dict[str, Any]
"""The arguments of a TrickReferee."""

FIVE_HUNDRED = {2: ["24", "33", "43"], 3: ["33"], 4: ["43", "45"], 5: ["53"], 6: ["63"]}
SPADES = {3: ["cs3"], 4: ["cs4"], 5: ["cs5", "cs5j2", "cs5j3"]}
POLICIES = [
    {"joker_lead": lead, "joker_follow": follow, "joker_void": void}
    for lead in JOKER_LEADS
    for follow in JOKER_FOLLOWS
    for void in JOKER_VOIDS
    if (follow, void) != ("first_or_last", "must")  # the referee knows no contract with both
]


def draw(rng: random.Random, pack: list[str], sizes: list[int], keep: str | None = None) -> list[set[str]]:
    """Deal hands of the given sizes; `keep` is in one of them."""
    if sum(sizes) < len(pack) and rng.random() < 0.3:
        # Two suits only, where they suffice: suits are led again and again.
        letters = rng.sample(SUITS, 2)
        some = [card for card in pack if card[0] in letters or card.startswith("JK")]
        pack = some if len(some) >= sum(sizes) else pack
    cards = [card for card in pack if card != keep]
    rng.shuffle(cards)
    cards = cards[: sum(sizes) - (keep is not None)]
    if keep is not None:
        cards.insert(rng.randrange(len(cards) + 1), keep)
    hands = []
    for size in sizes:
        hands.append(set(cards[:size]))
        cards = cards[size:]
    return hands


def length(rng: random.Random, pack: list[str], places: int, full: int = 10) -> int:
    """Number of tricks: the game's own or fewer, half and half."""
    most = min(full, len(pack) // places)
    return most if rng.random() < 0.5 else rng.randint(1, most)


def leader_of(rng: random.Random, orders: dict[int, list[int]]) -> int:
    return rng.choice(sorted(orders))


def five_hundred(rng: random.Random, *, trump: bool, nominated: bool) -> Spec:
    """A contract of Five Hundred in which everybody plays."""
    places = rng.randint(2, 6)
    names = FIVE_HUNDRED[places]
    pack = PACKS[rng.choice([name for name in names if not nominated or name != "24"])]
    suit = rng.choice(SUITS)
    suits, free = five_hundred_suits(pack, suit if trump else None, suit if nominated else None)
    size = length(rng, pack, places)
    keep = "JK" if "JK" in pack else None
    orders = circle(places)
    return {
        "suits": suits,
        "trump": suit if trump else None,
        "free_joker": free,
        "hands": draw(rng, pack, [size] * places, keep),
        "leader": leader_of(rng, orders),
        "orders": orders,
    }


def trumps(rng: random.Random, number: int) -> Spec:
    """Bowers and the joker in a trump suit; packs of 24 to 63, two to six places."""
    return five_hundred(rng, trump=True, nominated=False)


def nominated(rng: random.Random, number: int) -> Spec:
    """The joker is the top card of a suit, no trumps."""
    return five_hundred(rng, trump=False, nominated=True)


def free_joker(rng: random.Random, number: int) -> Spec:
    """A suitless joker under every combination of policies, two to six places."""
    return five_hundred(rng, trump=False, nominated=False) | POLICIES[number % len(POLICIES)]


def sitting_out(rng: random.Random, number: int) -> Spec:
    """Misère: the contractor's partners sit out, with their cards or without."""
    places, out = rng.choice([(4, [2]), (6, [0, 2]), (6, [1])])
    pack = PACKS["63" if places == 6 else rng.choice(["43", "45"])]
    suits, free = five_hundred_suits(pack, None, rng.choice([None, None, *SUITS]))
    size = length(rng, pack, places)
    hands = draw(rng, pack, [size] * places, "JK")
    if rng.random() < 0.5:
        hands = [set() if place in out else hand for place, hand in enumerate(hands)]
    orders = circle(places, out)
    spec: Spec = {
        "suits": suits,
        "trump": None,
        "free_joker": free,
        "hands": hands,
        "leader": leader_of(rng, orders),
        "orders": orders,
    }
    return spec | POLICIES[number % len(POLICIES)]


def skip_first(rng: random.Random, number: int) -> Spec:
    """Five places; one has a card less and skips the first trick. Two jokers, or one that is free."""
    skipped = rng.randrange(5)
    orders = circle(5)
    first = {lead: [place for place in order if place != skipped] for lead, order in orders.items()}
    del first[skipped]
    spec: Spec = {"orders": orders, "first_orders": first, "leader": leader_of(rng, first)}
    if number % 2:
        pack = PACKS["cs5j2"]
        spec |= {"suits": spades_suits(pack), "trump": "S", "free_joker": None, "lead_limit": "S"}
    else:
        pack = PACKS["53"]
        suits, free = five_hundred_suits(pack, None, None)
        spec |= {"suits": suits, "trump": None, "free_joker": free} | POLICIES[number // 2 % len(POLICIES)]
    size = 10 + number % 2 if rng.random() < 0.5 else rng.randint(1, 10)
    keep = rng.choice(["JK1", "C2"]) if number % 2 else "JK"
    hands = draw(rng, pack, [size - (place == skipped) for place in range(5)], keep)
    if number % 2 and rng.random() < 0.5:
        spec["first_card"] = "C2"
    return spec | {"hands": hands}


def two_tables(rng: random.Random, number: int) -> Spec:
    """Two players, each with a hand and piles on the table; every kind of contract."""
    pack = PACKS["43"]
    contract = rng.choice(["trump", "nominated", "free", "free", "free"])
    suit = rng.choice(SUITS)
    suits, free = five_hundred_suits(
        pack, suit if contract == "trump" else None, suit if contract == "nominated" else None
    )
    size = 10 if rng.random() < 0.5 else rng.randint(1, 9)
    hands = draw(rng, pack, [size] * 4, "JK")
    under: dict[str, str] = {}
    for place in (2, 3):
        row = sorted(hands[place])
        rng.shuffle(row)
        # With ten cards five piles of two; in an ending some piles are down to one card.
        hidden = size // 2 if size == 10 else rng.randint(0, size // 2)
        if number % 2 and hidden and "JK" in row:
            row.remove("JK")
            row.insert(0, "JK")  # the joker lies on a hidden card and can be all there is to play
        for over in row[:hidden]:
            under[over] = row.pop()
        hands[place] = set(row)
    spec: Spec = {
        "suits": suits,
        "trump": suit if contract == "trump" else None,
        "free_joker": free,
        "hands": hands,
        "leader": rng.randrange(4),
        "orders": two_handed(),
        "under": under,
    }
    return spec | POLICIES[number % len(POLICIES)]


def forced_joker(rng: random.Random, number: int) -> Spec:
    """Table endings of one or two piles in which a suitless joker on a hidden card must be led or played."""
    pack = PACKS["43"]
    suits, free = five_hundred_suits(pack, None, None)
    size = rng.choice([2, 2, 3, 4])
    hands = draw(rng, pack, [size] * 4, "JK")
    holder = next(place for place in range(4) if "JK" in hands[place])
    joker_place = rng.choice((2, 3))
    hands[holder], hands[joker_place] = hands[joker_place], hands[holder]
    under = {}
    for place in (2, 3):
        row = sorted(hands[place], key=lambda card: (card != "JK", card))
        for over in row[: size // 2]:
            under[over] = row.pop()
        hands[place] = set(row)
    spec: Spec = {
        "suits": suits,
        "trump": None,
        "free_joker": free,
        "hands": hands,
        "leader": joker_place if rng.random() < 0.7 else rng.randrange(4),
        "orders": two_handed(),
        "under": under,
    }
    return spec | POLICIES[number % len(POLICIES)]


def spades(rng: random.Random, number: int) -> Spec:
    """Spades not broken: three to five places, no, two or three jokers, the two of clubs."""
    places = rng.randint(3, 5)
    pack = PACKS[rng.choice(SPADES[places])]
    size = length(rng, pack, places, 17)
    keep = rng.choice([card for card in ("JK1", "JK3", "C2", "S2") if card in pack])
    orders = circle(places)
    spec: Spec = {
        "suits": spades_suits(pack),
        "trump": "S",
        "free_joker": None,
        "hands": draw(rng, pack, [size] * places, keep),
        "leader": leader_of(rng, orders),
        "orders": orders,
        "lead_limit": "S",
    }
    if "C2" in pack and rng.random() < 0.5:
        spec["first_card"] = "C2"
        if keep == "C2" and rng.random() < 0.8:
            spec["leader"] = next(place for place in range(places) if "C2" in spec["hands"][place])
    return spec


def odd_limits(rng: random.Random, number: int) -> Spec:
    """What no game does but the core can: any suit limited, with any trump or none, any first card."""
    places = rng.randint(2, 6)
    pack = PACKS[rng.choice(["24", "cs3", "cs4"]) if places < 4 else "cs4"]
    size = length(rng, pack, places)
    orders = circle(places)
    hands = draw(rng, pack, [size] * places)
    leader = leader_of(rng, orders)
    spec: Spec = {
        "suits": {suit: [card for card in pack if card[0] == suit] for suit in SUITS},
        "trump": rng.choice([None, *SUITS]),
        "free_joker": None,
        "hands": hands,
        "leader": leader,
        "orders": orders,
        "lead_limit": rng.choice(SUITS),
    }
    if rng.random() < 0.5:
        spec["first_card"] = rng.choice(sorted(hands[leader]) if rng.random() < 0.7 else pack)
    return spec


KINDS: list[Callable[[random.Random, int], Spec]] = [
    trumps,
    nominated,
    free_joker,
    sitting_out,
    skip_first,
    two_tables,
    forced_joker,
    spades,
    odd_limits,
]


def specs(chunk: int, count: int) -> Iterator[tuple[random.Random, Spec]]:
    """The hands of a chunk, each with its own random numbers."""
    for number in range(count):
        rng = random.Random(chunk * 1_000_003 + number)
        yield rng, KINDS[number % len(KINDS)](rng, chunk * count + number // len(KINDS))
