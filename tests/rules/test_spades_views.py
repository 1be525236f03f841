"""Views of spades: what a seat knows, and that it knows nothing else, in every phase and at every table.

The cards a seat does not know are redrawn: they change places with one another, and what others have passed
in an exchange is drawn anew. A redrawn deal is replayed action by action through the rules, so it is one that
could have gone the same way; then the seat's view must be the same value.
"""

from __future__ import annotations

import gc
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType

import pytest

from cardcore import TrickPlay
from rules.spades_deals import dealt, middle, random_action
from tricktake import Action, Auction, Bid, Card, CardSet, Exchange, GameError, Phase, Suit
from tricktake import spades as sp

NAME = re.compile(r"(?<![-\w])(?:[SCDH](?:10|[2-9JQKA])|JK[123])\b")
BN = Bid("BN")

BLIND = sp.Rules.partners_500(bn_behind=0)
TABLES = {
    "three": sp.Rules().replace(awards="JC+JD+JH", award_multi="each"),
    "three, hands seen": sp.Rules().replace(special_bids="NIL+1F+2F"),
    "three, blind six for all": sp.Rules(b6_behind=0, hook=True),
    "four": sp.Rules.four(),
    "five": sp.Rules.five(),
    "two jokers": sp.Rules.five_2_jokers(),
    "three jokers": sp.Rules.five_3_jokers(must_lead_2c=True),
    "partners": sp.Rules.partners_500(),
    "one card passed": BLIND.replace(bn_exchange=1),
    "two cards passed": BLIND,
    "three cards passed": BLIND.replace(bn_exchange=3),
}


def random_deal(rng: random.Random, rules: sp.Rules) -> sp.Deal:
    """Return a deal with a random dealer, and with scores at which some blind bids may be legal."""
    scores = [rng.randrange(-20, 40) * 10 for _ in rules.sides]
    return sp.Deal(rules, dealer=rng.randrange(rules.players), seed=rng.getrandbits(60), scores=scores)


def choose(rng: random.Random, deal: sp.Deal) -> Action:
    """Return a random legal action; with partners a blind nil is bid often, and seldom by both."""
    turn = deal.turn
    assert turn is not None
    if deal.rules.partners and deal.phase is Phase.AUCTION and BN in deal.legal_actions:
        likely = 0.1 if deal.bids[(turn + 2) % 4] == BN else 0.4
        if rng.random() < likely:
            return BN
    return random_action(rng, deal)


def passed(deal: sp.Deal) -> list[tuple[int, CardSet]]:
    """Return who has put which cards in exchanges, in order."""
    return [(step.seat, step.action.cards) for step in deal.history if isinstance(step.action, Exchange)]


def known_to(deal: sp.Deal, seat: int) -> CardSet:
    """Return the cards a seat may know: its own, those passed on its side, and those played."""
    known = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    if deal.has_looked(seat):
        known |= deal.dealt[seat]
        for giver, cards in passed(deal):
            if giver % 2 == seat % 2:
                known |= cards
    return known


# ---- redrawing ---------------------------------------------------------------------------------------


class Draft:
    """The hands as dealt and what was passed, to be changed and played again."""

    def __init__(self, deal: sp.Deal) -> None:
        self.deal = deal
        self.hands = list(deal.dealt)
        self.puts = passed(deal)

    def move(self, places: dict[Card, Card]) -> None:
        """Put each card where another one was."""
        self.hands = [CardSet([places.get(card, card) for card in hand]) for hand in self.hands]
        self.puts = [(seat, CardSet([places.get(card, card) for card in put])) for seat, put in self.puts]

    def pass_anew(self, rng: random.Random, at: int) -> None:
        """Draw anew what a bidder and his partner passed; both hold the same cards after it."""
        bidder, first = self.puts[at]
        partner, count = (bidder + 2) % 4, len(first)
        answered = at + 1 < len(self.puts)
        one = self.hands[bidder] - first
        other = self.hands[partner] | first
        back = CardSet()
        if answered:
            one, other = one | self.puts[at + 1][1], other - self.puts[at + 1][1]
            back = CardSet(rng.sample(one.ascending(), count))
        given = CardSet(rng.sample((other | back).ascending(), count))
        self.hands[bidder], self.hands[partner] = (one - back) | given, (other | back) - given
        self.puts[at : at + 2] = [(bidder, given), (partner, back)] if answered else [(bidder, given)]

    def build(self) -> sp.Deal | None:
        """Return the deal after the same actions, or None if it could not go like that."""
        deal = self.deal
        made = sp.Deal(deal.rules, dealer=deal.dealer, hands=self.hands, scores=deal.scores, bags=deal.bags)
        puts = iter(self.puts)
        try:
            for seat, action in deal.history:
                assert action is not None
                if made.turn != seat:
                    return None
                made.push(Exchange(next(puts)[1]) if isinstance(action, Exchange) else action)
        except GameError:
            return None
        return made if (made.phase, made.turn) == (deal.phase, deal.turn) else None


def redrawn(rng: random.Random, deal: sp.Deal, seat: int) -> Iterator[sp.Deal]:
    """Yield deals that differ in what the seat cannot know only: some drawn afresh, some by a few swaps."""
    known = known_to(deal, seat)
    hidden = [card for hand in deal.dealt for card in hand if card not in known]
    others = [at for at, (giver, _) in enumerate(passed(deal)) if giver % 2 != seat % 2]
    for number in range(6):
        draft = Draft(deal)
        if number < 2:
            draft.move(dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))
        elif len(hidden) >= 2:
            one, other = rng.sample(hidden, 2)
            draft.move({one: other, other: one})
        if others and number % 2 == 0:
            draft.pass_anew(rng, others[0])
        if made := draft.build():
            yield made


def check_no_leak(name: str, rules: sp.Rules, deals: int) -> Counter[str]:
    """Check views of random deals; return by phase how many redrawn deals were others than the first."""
    rng = random.Random(name)
    found: Counter[str] = Counter()
    for _ in range(deals):
        deal = random_deal(rng, rules)
        while True:
            often = 0.5 if deal.phase in (Phase.AUCTION, Phase.EXCHANGE) else 0.1
            if rng.random() < often or deal.is_over:
                for seat in range(rules.players):
                    view = deal.view(seat)
                    for other in redrawn(rng, deal, seat):
                        twin = other.view(seat)
                        assert twin == view, (deal.to_text(), other.to_text(), seat)
                        assert hash(twin) == hash(view)
                        assert repr(twin) == repr(view)
                        assert pickle.dumps(twin) == pickle.dumps(view)
                        found[deal.phase.value] += other != deal
                        found["late"] += other != deal and len(deal.finished) > 4
                        found["passed"] += passed(other) != passed(deal)
            if deal.is_over:
                break
            deal.push(choose(rng, deal))
    return found


@pytest.mark.parametrize("table", TABLES)
def test_views_do_not_depend_on_hidden_cards(table: str) -> None:
    """Redraw the hidden cards and the view is equal; two deals at each table, every seat."""
    found = check_no_leak(table, TABLES[table], 2)
    assert found["auction"] > 8
    assert found["play"] > 30
    assert found["late"] > 8
    if TABLES[table].bn_behind == 0:
        assert found["exchange"] > 2
        assert found["passed"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_views_do_not_depend_on_hidden_cards_in_full(table: str) -> None:
    found = check_no_leak(f"{table} in full", TABLES[table], 300)
    assert found["late"] > 1500
    if TABLES[table].bn_behind == 0:
        assert found["exchange"] > 500
        assert found["passed"] > 1000


# ---- looking and texts -------------------------------------------------------------------------------


def names(value: object) -> CardSet:
    """Return the cards that a text, or the repr of a value, names."""
    return CardSet([Card[name] for name in NAME.findall(str(value))])


def test_nobody_knows_his_cards_before_he_looks() -> None:
    """An unseen hand is shown to nobody, its owner included; a blind bidder sees it right after."""
    deal = dealt(rules=sp.Rules(b6_behind=0))
    for seat in range(3):
        view = deal.view(seat)
        assert (view.hand, view.dealt, view.looked) == (None, None, (False,) * 3)
        assert names(view) <= names(view.rules)
        assert view.sizes == (17, 17, 17)
    deal.push("LOOK")
    assert deal.view(0).hand == deal.view(0).dealt == deal.hand(0)
    assert deal.view(1).hand is None
    assert {deal.view(seat).looked for seat in range(3)} == {(True, False, False)}
    deal.push("4")
    assert deal.view(1).hand is None
    deal.push("B6")
    assert deal.view(1).hand == deal.view(1).dealt == deal.hand(1)
    assert deal.view(2).hand is None
    deal.push("BN")
    assert all(deal.view(seat).hand == deal.hand(seat) for seat in range(3))


def test_hands_are_seen_where_no_blind_bid_can_be_made() -> None:
    """From the deal where the rules have none, and at his turn by a seat that may not make one."""
    deal = dealt(rules=sp.Rules().replace(special_bids="NIL"))
    assert [deal.view(seat).hand for seat in range(3)] == list(deal.dealt)
    deal = dealt(rules=sp.Rules().replace(special_bids="B6"), scores=(60, 0, 60))
    assert [deal.view(seat).hand for seat in range(3)] == [deal.hand(0), None, None]
    deal.push("3")
    assert deal.view(1).hand is None  # 60 behind: he may bid unseen
    deal.push("B6")
    assert all(deal.view(seat).hand == deal.hand(seat) for seat in range(3))


@pytest.mark.parametrize("table", TABLES)
def test_no_text_names_a_hidden_card(table: str) -> None:
    """A view's repr, explanations and errors name only cards the seat may know, or was asked about."""
    rng, rules = random.Random(f"texts {table}"), TABLES[table]
    pack = list(sp.PACKS[rules.pack_name])
    for _ in range(2):
        deal = random_deal(rng, rules)
        while not deal.is_over:
            for seat in range(rules.players):
                assert names(deal.view(seat)) <= known_to(deal, seat) | names(rules), (deal.to_text(), seat)
            turn = deal.turn
            assert turn is not None
            asked = [str(card) for card in rng.sample(pack, 3)]
            for text in (*asked, "put " + " ".join(asked[:2]), "put S5", "17", "SM", "BN", "B6", "LOOK"):
                why = deal.explain(text)
                if why is None:
                    continue
                allowed = known_to(deal, turn) | names(text)
                assert names((why, why.legal)) <= allowed, (deal.to_text(), why)
                with pytest.raises(GameError) as caught:
                    deal.push(text)
                assert names((caught.value, caught.value.args)) <= allowed
            deal.push(choose(rng, deal))


# ---- the exchange of blind nil -----------------------------------------------------------------------


def exchanging(first: str, second: str = "") -> sp.Deal:
    """Return a deal in which seat 1 has bid blind nil and put these cards, and seat 3 has put others."""
    hands = {1: "SA HK D5", 3: "C2 C3 H4"}
    deal = dealt(hands, rules=BLIND, dealer=0, calls="BN 3 4 3")
    deal.push(Exchange(first))
    return deal.push_all([Exchange(second)] if second else "")


def test_partners_know_what_was_passed_and_nobody_else_does() -> None:
    deal = exchanging("SA HK")
    for seat in (1, 3):
        assert deal.view(seat).history[-1] == (1, Exchange("SA HK"))
    for seat in (0, 2):
        assert deal.view(seat).history[-1] == (1, None)
    bidder, partner = deal.view(1), deal.view(3)
    assert (bidder.given, bidder.received) == (CardSet("SA HK"), None)
    assert (partner.given, partner.received) == (None, CardSet("SA HK"))
    assert partner.hand == deal.hand(3) == deal.dealt[3] | CardSet("SA HK")
    assert partner.dealt == deal.dealt[3]
    assert partner.legal_actions == deal.legal_actions
    assert {deal.view(seat).sizes for seat in range(4)} == {(13, 11, 13, 15)}
    assert [len(deal.view(seat).legal_actions) for seat in range(3)] == [0, 0, 0]
    deal.push(Exchange("C2 HK"))
    bidder, partner = deal.view(1), deal.view(3)
    assert (bidder.given, bidder.received) == (CardSet("SA HK"), CardSet("C2 HK"))
    assert (partner.given, partner.received) == (CardSet("C2 HK"), CardSet("SA HK"))
    for seat in (1, 3):
        assert [step.action for step in deal.view(seat).history[-2:]] == [
            Exchange("SA HK"),
            Exchange("C2 HK"),
        ]
    for seat in (0, 2):
        view = deal.view(seat)
        assert [step.action for step in view.history[-2:]] == [None, None]
        assert (view.given, view.received) == (None, None)
        assert names(view) <= deal.hand(seat)


def test_other_cards_passed_are_another_view_for_partners_only() -> None:
    pairs = [(exchanging("SA HK"), exchanging("SA D5"))]
    pairs += [(exchanging("SA HK", "C2 C3"), exchanging("SA HK", "C2 H4"))]
    # The same hands in the end, but other cards have gone to and fro.
    pairs += [(exchanging("SA HK", "SA C2"), exchanging("D5 HK", "D5 C2"))]
    for one, other in pairs:
        for seat in (1, 3):
            assert one.view(seat) != other.view(seat)
        for seat in (0, 2):
            assert one.view(seat) == other.view(seat)
            assert hash(one.view(seat)) == hash(other.view(seat))
            assert repr(one.view(seat)) == repr(other.view(seat))
            assert pickle.dumps(one.view(seat)) == pickle.dumps(other.view(seat))


# ---- what a view is ----------------------------------------------------------------------------------


def reachable(root: object) -> Iterator[object]:
    """Yield all that a value refers to, leaving out classes and modules."""
    seen, stack = set(), [root]
    while stack:
        current = stack.pop()
        if id(current) in seen or isinstance(current, (type, ModuleType)):
            continue
        seen.add(id(current))
        yield current
        stack += gc.get_referents(current)


@pytest.mark.parametrize("table", TABLES)
def test_views_are_values(table: str) -> None:
    """No way back to the deal hangs on them, they do not change with it, and no two of a deal are equal."""
    rng = random.Random(f"values {table}")
    for _ in range(2):
        deal = random_deal(rng, TABLES[table])
        kept: list[list[tuple[sp.View, str, int]]] = [[] for _ in range(deal.rules.players)]
        while True:
            for seat, seen in enumerate(kept):
                view = deal.view(seat)
                seen.append((view, repr(view), hash(view)))
                if deal.phase is not Phase.PLAY or rng.random() < 0.1:
                    for thing in reachable(view):
                        assert not isinstance(thing, (sp.Deal, TrickPlay, Auction, FunctionType, MethodType))
            if deal.is_over:
                break
            deal.push(choose(rng, deal))
        for seen in kept:
            assert all((repr(view), hash(view)) == (text, key) for view, text, key in seen)
            assert len({view for view, _, _ in seen}) == len(seen) == len(deal) + 1


@pytest.mark.parametrize("table", TABLES)
def test_views_say_what_the_deal_says(table: str) -> None:
    rng, rules = random.Random(f"fields {table}"), TABLES[table]
    for _ in range(2):
        deal = random_deal(rng, rules)
        while True:
            for seat in range(rules.players):
                view = deal.view(seat)
                assert (view.rules, view.dealer, view.scores) == (deal.rules, deal.dealer, deal.scores)
                assert (view.bags, view.blind_sixes) == (deal.bags, deal.blind_sixes)
                assert (view.phase, view.turn, view.seat) == (deal.phase, deal.turn, seat)
                assert (view.calls, view.bids, view.is_broken) == (deal.auction, deal.bids, deal.is_broken)
                assert (view.leader, view.trick, view.finished) == (deal.leader, deal.trick, deal.finished)
                assert (view.tricks, view.caught) == (deal.tricks, deal.caught)
                assert view.sizes == tuple([len(deal.hand(other)) for other in range(rules.players)])
                assert view.hand == (deal.hand(seat) if deal.has_looked(seat) else None)
                assert view.legal_actions == deal.legal_actions_of(seat)
                assert (view.is_over, view.is_turn) == (deal.is_over, deal.turn == seat)
                assert view.partners == ({(seat + 2) % 4} if rules.partners else set())
                assert view.sides == rules.sides
                assert [step.seat for step in view.history] == [step.seat for step in deal.history]
                for other, suits in enumerate(view.voids):
                    held = {card.suit or Suit.SPADES for card in deal.hand(other)}
                    assert held.isdisjoint(suits), deal.to_text()
            if deal.is_over:
                break
            deal.push(choose(rng, deal))


def test_voids_are_shown_by_who_does_not_follow() -> None:
    deal = middle({0: "D5 C4", 1: "S2 H3", 2: "D9 S5"}, plays="D5 S2 D9")
    clubs, diamonds, hearts = Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS
    assert {deal.view(seat).voids for seat in range(3)} == {(frozenset(), frozenset({diamonds}), frozenset())}
    deal = middle({0: "S4 S9", 1: "H4 C5", 2: "S5 D6"}, plays="S4 H4 S5")
    spades_only = frozenset({clubs, diamonds, hearts})  # led before spades were broken
    assert deal.view(2).voids == (spades_only, frozenset({Suit.SPADES}), frozenset())
    deal = middle({0: "S4 S9", 1: "H4 C5", 2: "S5 D6"}, is_broken=True, plays="S4 H4 S5")
    assert deal.view(2).voids == (frozenset(), frozenset({Suit.SPADES}), frozenset())
