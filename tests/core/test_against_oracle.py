"""The core against the slow referee: random hands of every kind, compared at every ply.

A chunk is one seed; within a chunk the kinds take turns, so every kind gets the same share. Half of the
hands have the full number of cards of their game, the other half are shorter endings dealt from the same
packs, often from two suits only, where jokers, limits and last tricks decide more. The normal suite plays
16 chunks of 1,260 hands (20,160), the slow one 160 chunks (201,600).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cardcore import IllegalMove, TrickPlay
from core.translate import core_play
from oracle.packs import PACKS, SUITS, five_hundred_suits, spades_suits
from oracle.tricks import JOKER_FOLLOWS, JOKER_LEADS, JOKER_VOIDS, TrickReferee, circle, two_handed

Spec = dict[str, Any]
"""The arguments of a TrickReferee."""

HANDS = 1260
CHUNKS = 16
SLOW_CHUNKS = 160

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


def compare(play: TrickPlay, referee: TrickReferee, letters: list[str]) -> set[tuple[str, str | None]]:
    """Assert that both see the same position; return the legal plays."""
    legal = referee.legal()
    moves = play.legal_moves()
    seen = set()
    mask = 0
    for move in moves:
        card, suit = play.card_of(move)
        seen.add((card.name, None if suit is None else letters[suit]))
        mask |= 1 << (move & 63)
    assert seen == legal
    assert len(moves) == len(legal)
    assert play.legal_mask == mask
    assert play.turn == referee.turn
    assert play.is_over == referee.over
    assert play.leader == (None if referee.over else referee.leader)
    assert play.tricks == tuple(referee.tricks)
    assert play.tricks_done == referee.tricks_done
    assert {letters[suit] for suit in play.suits_led} == referee.suits_led
    assert [(place, card.name) for place, card in play.trick] == referee.trick
    assert (None if play.led_suit is None else letters[play.led_suit]) == referee.led
    return legal


def compare_rest(play: TrickPlay, referee: TrickReferee, letters: list[str]) -> None:
    """Assert that hands, failures to follow, history and the limit agree."""
    for place in range(play.setup.seats.places):
        assert {card.name for card in play.hand(place)} == referee.hands[place]
        assert {letters[suit] for suit in play.failed(place)} == referee.failed[place]
    assert len(play.history) == len(referee.history)
    for move, (_, card, named) in zip(play.history, referee.history, strict=True):
        core_card, suit = play.card_of(move)
        assert (core_card.name, None if suit is None else letters[suit]) == (card, named)
    if referee.lead_limit is not None:
        assert play.is_broken == referee.broken


def try_illegal(
    play: TrickPlay, legal: set[tuple[str, str | None]], rng: random.Random, letters: list[str]
) -> int:
    """Push something that is not legal: it must be refused and change nothing."""
    before = play.copy()
    tried = 0
    turn = play.turn
    some = [card.name for card in play.order.cards]
    if turn is not None and rng.random() < 0.7:
        some = [card.name for card in play.hand(turn)] or some
    card = rng.choice(some)
    named = rng.choice([None, None, *letters])
    if (card, named) not in legal:
        with pytest.raises(IllegalMove):
            play.play(card, None if named is None else letters.index(named))
        tried += 1
    move = rng.randrange(512)
    if move not in play.legal_moves():
        with pytest.raises(IllegalMove):
            play.push(move)
        tried += 1
    assert play == before
    assert play.legal_moves() == before.legal_moves()
    return tried


def play_chunk(chunk: int, count: int) -> None:
    """Play the hands of a chunk in the core and the referee side by side."""
    refused = 0
    met: Counter[str] = Counter()
    for rng, spec in specs(chunk, count):
        referee = TrickReferee(**spec)
        play = core_play(**spec)
        letters = list(spec["suits"])
        while True:
            legal = compare(play, referee, letters)
            if not referee.trick:
                compare_rest(play, referee, letters)
            if not legal:
                break
            if rng.random() < 0.08:
                refused += try_illegal(play, legal, rng, letters)
                compare_rest(play, referee, letters)
            note_joker(referee, legal, met)
            card, named = rng.choice(sorted(legal, key=str))
            play.play(card, None if named is None else letters.index(named))
            referee.play(card, named)
        assert sum(play.tricks) == play.tricks_done
        refused += try_illegal(play, legal, rng, letters)
    assert refused > count
    # The rare rules of the suitless joker have all been met.
    assert set(met) == {
        "led",
        "led unnamed",
        "forced lead",
        "not led",
        "forced when void",
        "kept when failed",
    }, met


def note_joker(referee: TrickReferee, legal: set[tuple[str, str | None]], met: Counter[str]) -> None:
    """Count what the place to play may do with a suitless joker it holds."""
    joker = referee.free_joker
    hand = referee.hands[referee.turn or 0]
    if joker is None or joker not in hand:
        return
    names = {named for card, named in legal if card == joker}
    if not referee.trick:
        if not names:
            met["not led"] += 1
        elif None in names:
            met["led unnamed"] += 1
        elif hand == {joker} and (referee.joker_lead == "last_trick_only" or len(referee.suits_led) == 4):
            met["forced lead"] += 1
        else:
            met["led"] += 1
    elif len(hand) > 1 and all(referee.suit_of(card) != referee.led for card in hand):
        if len(legal) == 1:
            met["forced when void"] += 1
        elif not names:
            met["kept when failed"] += 1


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_equals_referee(chunk: int) -> None:
    """Legal plays, turn, tricks, leader, suits led and the rest agree at every ply of every hand (P-05)."""
    play_chunk(chunk, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS, SLOW_CHUNKS))
def test_core_equals_referee_all(chunk: int) -> None:
    """The chunks after those of the normal suite."""
    play_chunk(chunk, HANDS)


def test_every_kind_and_policy_is_met() -> None:
    """One chunk holds every place count, pack size and policy combination that the comparison claims."""
    places, packs, policies, hidden, firsts = set(), set(), set(), 0, 0
    for _, spec in specs(0, HANDS):
        places.add(len(spec["hands"]))
        packs.add(sum(map(len, spec["suits"].values())) + (spec["free_joker"] is not None))
        if spec["free_joker"] is not None:
            policies.add((spec["joker_lead"], spec["joker_follow"], spec["joker_void"]))
        hidden += bool(spec.get("under"))
        firsts += spec.get("first_card") is not None
    assert places == {2, 3, 4, 5, 6}
    assert packs == {24, 33, 43, 45, 50, 51, 52, 53, 54, 55, 63}
    assert len(policies) == len(POLICIES) == 9
    assert hidden > 100
    assert firsts > 100
