"""Views: what a seat knows, and that it knows nothing else.

The main test redraws the cards a seat cannot know. A redrawn deal must be one that could have gone the same
way, so it is replayed action by action through the rules; then the seat's view must be the same value, with
the same hash, repr and pickle.
"""

from __future__ import annotations

import gc
import pickle
import random
import re
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType

import pytest

from cardcore import TrickPlay
from rules.constructed import dealt, middle, put_away
from rules.random_deals import choose, play_on, random_deal
from tricktake import Auction, Card, CardSet, Exchange, GameError, Phase, Play, Strain, Suit
from tricktake import fivehundred as fh

SEATS = range(4)
# A card, but not the end of a bid sans kitty.
NAME = re.compile(r"(?<![-\w])(?:[SCDH](?:10|11|12|13|[2-9JQKA])|JK)\b")


class Places:
    """The cards of a deal by where they lie, to be redrawn.

    Of a contractor who took the kitty, what he holds and what he put away are drawn, and then which of his
    cards came from the kitty.
    """

    def __init__(self, deal: fh.Deal) -> None:
        contract = deal.contract
        self.deal = deal
        self.taker: int | None = None
        if contract is not None and not contract.is_sans_kitty:
            self.taker = contract.contractor
        self.played = [CardSet() for _ in SEATS]
        for trick in (*deal.finished, deal.trick):
            for card in trick:
                self.played[card.seat] |= CardSet([card.card])
        self.hands = [deal.hand(seat) for seat in SEATS]
        self.put_away = deal.put_away or CardSet()
        self.kitty = deal.kitty

    def hidden_from(self, seat: int) -> dict[str, CardSet]:
        """Return the places whose cards the seat does not know."""
        deal, taker = self.deal, self.taker
        found = {
            f"hand {other}": self.hands[other]
            for other in SEATS
            if not deal.is_exposed(other) and (other != seat or not deal.has_looked(seat))
        }
        if taker is None:
            found["kitty"] = self.kitty
        elif taker != seat:
            found["put away"] = self.put_away
        return found

    def build(self, seat: int, places: dict[str, CardSet], rng: random.Random) -> fh.Deal | None:
        """Return the deal with these cards in the places that are hidden, or None if that cannot be."""
        deal, taker = self.deal, self.taker
        hands = [places.get(f"hand {other}", self.hands[other]) | self.played[other] for other in SEATS]
        kitty = places.get("kitty", self.kitty)
        put_away = places.get("put away", self.put_away)
        if taker is not None and taker != seat:
            all_his = hands[taker] | put_away
            kitty = CardSet(rng.sample(all_his.ascending(), deal.rules.kitty_size))
            hands[taker] = all_his - kitty
        elif taker is not None:
            hands[taker] = (hands[taker] | put_away) - kitty
        made = fh.Deal(deal.rules, dealer=deal.dealer, hands=hands, kitty=kitty, scores=deal.scores)
        try:
            for step in deal.history:
                action = Exchange(put_away) if isinstance(step.action, Exchange) else step.action
                assert action is not None
                if made.turn != step.seat:
                    return None
                made.push(action)
        except GameError:
            return None
        return made if (made.phase, made.turn) == (deal.phase, deal.turn) else None


def redrawn(rng: random.Random, deal: fh.Deal, seat: int) -> Iterator[fh.Deal]:
    """Yield deals that differ in what the seat cannot know only: some drawn afresh, some by small swaps."""
    places = Places(deal)
    hidden = places.hidden_from(seat)
    sizes = {place: len(cards) for place, cards in hidden.items()}
    for _ in range(2):
        pool = [card for cards in hidden.values() for card in cards]
        rng.shuffle(pool)
        drawn = {place: CardSet([pool.pop() for _ in range(size)]) for place, size in sizes.items()}
        if made := places.build(seat, drawn, rng):
            yield made
    full = [place for place, size in sizes.items() if size]
    current = dict(hidden)
    for _ in range(4):
        if len(full) < 2:
            return
        one, other = rng.sample(full, 2)
        first, second = (CardSet([rng.choice(current[place].ascending())]) for place in (one, other))
        swapped = current | {
            one: (current[one] - first) | second,
            other: (current[other] - second) | first,
        }
        if made := places.build(seat, swapped, rng):
            current = swapped
            yield made


def check_no_leak(name: str, deals: int) -> tuple[int, int]:
    """Check views of random deals; return how many were redrawn, and how many of these late in the play."""
    rng = random.Random(name)
    checked = late = 0
    for _ in range(deals):
        deal = random_deal(rng)
        while True:
            if rng.random() < 0.12 or deal.is_over:
                for seat in SEATS:
                    view = deal.view(seat)
                    for other in redrawn(rng, deal, seat):
                        twin = other.view(seat)
                        assert twin == view, (deal.to_text(), other.to_text(), seat)
                        assert hash(twin) == hash(view)
                        assert repr(twin) == repr(view)
                        assert pickle.dumps(twin) == pickle.dumps(view)
                        checked += other != deal
                        late += other != deal and len(deal.finished) > 4
            if deal.is_over:
                break
            deal.push(choose(rng, deal))
    return checked, late


def test_views_do_not_depend_on_hidden_cards() -> None:
    """Redraw the hidden cards and the view is equal; 20 deals, about 140 decisions, every seat."""
    checked, late = check_no_leak("no leak", 20)
    assert checked > 1100
    assert late > 150


@pytest.mark.slow
def test_views_do_not_depend_on_hidden_cards_in_full() -> None:
    checked, late = check_no_leak("no leak in full", 2000)
    assert checked > 100_000
    assert late > 15_000


# ---- texts -------------------------------------------------------------------------------------------


def names(text: object) -> CardSet:
    """Return the cards a text names."""
    return CardSet([Card[name] for name in NAME.findall(str(text))])


def known_to(deal: fh.Deal, seat: int) -> CardSet:
    """Return the cards a seat may know: its own, those played, those exposed, and its kitty."""
    known = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    if deal.has_looked(seat):
        known |= deal.dealt[seat] | deal.hand(seat)
    for other in SEATS:
        if deal.is_exposed(other):
            known |= deal.hand(other)
    contract = deal.contract
    if contract is not None and contract.contractor == seat and not contract.is_sans_kitty:
        known |= deal.kitty
    return known


def test_no_text_names_a_hidden_card() -> None:
    """A view's repr, explanations and errors name only cards the seat may know, or was asked about."""
    rng = random.Random("texts")
    pack = fh.PACKS["43"]
    for _ in range(20):
        deal = random_deal(rng)
        while not deal.is_over:
            for seat in SEATS:
                assert names(repr(deal.view(seat))) <= known_to(deal, seat), (deal.to_text(), seat)
            turn = deal.turn
            assert turn is not None
            asked = [str(card) for card in rng.sample([*pack], 3)]
            tried = [
                *asked,
                f"JK:{rng.choice('SCDH')}",
                "put " + " ".join(asked),
                "8NT",
                "M",
                "BM",
                "LOOK",
                "STAND",
            ]
            for text in [*tried, "name S", "ALONE", "put S5"]:
                allowed = known_to(deal, turn) | names(text)
                why = deal.explain(text)
                if why is None:
                    continue
                assert names((why, why.legal)) <= allowed, (deal.to_text(), why)
                with pytest.raises(GameError) as caught:
                    deal.push(text)
                assert names((caught.value, caught.value.args)) <= allowed
            deal.push(choose(rng, deal))


def test_fh_bid_8_nobody_knows_his_cards_before_he_looks() -> None:
    """Neither hand nor deal nor legal actions of an unseen hand show a card, to its owner or to others."""
    deal = fh.Deal(dealer=3, seed=8)
    for seat in SEATS:
        view = deal.view(seat)
        assert (view.hand, view.dealt) == (None, None)
        assert view.looked == (False,) * 4
        assert names(repr(view)) == CardSet()
    deal.push("LOOK")
    assert deal.view(0).hand == deal.view(0).dealt == deal.hand(0)
    assert deal.view(1).hand is None
    assert deal.view(1).looked == (True, False, False, False)
    deal.push("6S")
    assert deal.view(1).hand is None
    deal.push("BM")
    assert deal.turn == 2
    assert deal.view(1).hand is None  # the blind bidder looks at his next decision
    deal.push_all("P P P")
    assert deal.turn == 1
    assert all(deal.view(seat).hand == deal.hand(seat) for seat in SEATS)


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


def test_views_keep_no_way_back() -> None:
    """No deal, play, auction or function hangs on a view, in any phase."""
    rng = random.Random("references")
    phases = set()
    for _ in range(25):
        deal = random_deal(rng)
        while True:
            phases.add(deal.phase)
            if rng.random() < 0.2 or deal.phase is not Phase.PLAY:
                for seat in SEATS:
                    for thing in reachable(deal.view(seat)):
                        assert not isinstance(thing, (fh.Deal, TrickPlay, Auction, FunctionType, MethodType))
            if deal.is_over:
                break
            deal.push(choose(rng, deal))
    assert phases == {*Phase} - {Phase.PARTNER}


def test_views_do_not_change_with_the_deal() -> None:
    rng = random.Random("frozen")
    for _ in range(15):
        deal = random_deal(rng)
        kept = []
        while not deal.is_over:
            kept += [(view := deal.view(seat), repr(view), hash(view)) for seat in SEATS]
            deal.push(choose(rng, deal))
        for view, text, key in kept:
            assert (repr(view), hash(view)) == (text, key)


def test_views_along_a_deal_are_all_distinct() -> None:
    """A seat never forgets: the views of a deal differ from action to action."""
    rng = random.Random("distinct")
    for _ in range(40):
        deal = random_deal(rng)
        views = [[deal.view(seat)] for seat in SEATS]
        while not deal.is_over:
            deal.push(choose(rng, deal))
            for seat in SEATS:
                views[seat].append(deal.view(seat))
        for seen in views:
            assert len(set(seen)) == len(seen) == len(deal) + 1


def test_views_say_what_the_deal_says() -> None:
    rng = random.Random("fields")
    for _ in range(30):
        deal = random_deal(rng)
        while True:
            for seat in SEATS:
                view = deal.view(seat)
                assert (view.rules, view.dealer, view.scores) == (deal.rules, deal.dealer, deal.scores)
                assert (view.phase, view.turn, view.seat) == (deal.phase, deal.turn, seat)
                assert (view.calls, view.high, view.high_seat) == (deal.auction, deal.high, deal.high_seat)
                assert (view.contract, view.nominated) == (deal.contract, deal.nominated)
                assert (view.leader, view.trick, view.finished) == (deal.leader, deal.trick, deal.finished)
                assert (view.tricks, view.sits_out) == (deal.tricks, deal.sits_out)
                assert view.sizes == tuple([len(deal.hand(other)) for other in SEATS])
                assert view.legal_actions == deal.legal_actions_of(seat)
                assert view.is_over == deal.is_over
                assert view.partners == {(seat + 2) % 4}
                assert len(view.history) == len(deal.history)
                assert [step.seat for step in view.history] == [step.seat for step in deal.history]
            if deal.is_over:
                break
            deal.push(choose(rng, deal))


def is_legal_with_the_suit(deal: fh.Deal, card: Card, led: int) -> bool:
    """Return whether the seat to act might play a card if it held another one of the suit led.

    The trick is played again from its lead, with a card of that suit in place of another one in hand.
    """
    now, seat = deal.play_state, deal.turn
    assert now is not None
    assert seat is not None
    play = now.copy()
    moves = [play.pop() for _ in deal.trick][::-1]
    hands = [play.hand(place) for place in SEATS]
    if any(play.order.suit_of(own) == led for own in hands[seat]):
        return True
    other = min(own for own in hands[seat] if own != card)  # the joker last of all
    table = CardSet([played.card for played in deal.trick])
    suit = next(one for one in play.order.cards if play.order.suit_of(one) == led and one not in table)
    for place in SEATS:
        if suit in hands[place]:
            hands[place] = (hands[place] - CardSet([suit])) | CardSet([other])
    hands[seat] = (hands[seat] - CardSet([other])) | CardSet([suit])
    failed = [play.failed(place) for place in SEATS]
    assert play.leader is not None
    trial = TrickPlay(play.setup, hands, play.leader, suits_led=play.suits_led, failed=failed)
    for move in moves:
        trial.push(move)
    return card in trial.legal_cards


def check_voids(rng: random.Random, deal: fh.Deal) -> tuple[int, int]:
    """Play a deal to its end, comparing what is shown with what legality says; count voids and jokers."""
    voids: list[set[int]] = [set() for _ in SEATS]
    jokers = 0
    while not deal.is_over:
        play, action, seat = deal.play_state, choose(rng, deal), deal.turn
        assert seat is not None
        if play is not None and deal.trick:
            led = play.led_suit
            if len(deal.hand(seat)) == 1:
                break  # the last card shows nothing that matters
            assert isinstance(action, Play)
            fails = led is not None and play.order.suit_of(action.card) != led
            if led is not None and fails and not is_legal_with_the_suit(deal, action.card, led):
                voids[seat].add(led)
                jokers += action.card == play.order.free_joker
        deal.push(action)
        play = deal.play_state
        if play is not None:
            shown = deal.view(rng.randrange(4)).voids
            assert shown == tuple([frozenset(map(Suit, suits)) for suits in voids]), deal.to_text()
            for place, suits in enumerate(shown):
                held = {play.order.suit_of(card) for card in deal.hand(place)}
                assert held.isdisjoint(suits), deal.to_text()
    return sum(map(len, voids)), jokers


def test_voids_are_true_and_complete() -> None:
    """A seat is known to be void exactly if its card would not have been legal otherwise."""
    rng = random.Random("voids")
    either = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST, joker_nomination="none", misere=False)
    counts = [check_voids(rng, random_deal(rng, either if number % 2 else None)) for number in range(160)]
    assert sum(voids for voids, _ in counts) > 500
    assert sum(jokers for _, jokers in counts[1::2]) > 5


def test_the_joker_on_a_suit_led_before_shows_a_void() -> None:
    """Also where it may be played by choice on the first lead of a suit (FH-JOK-11)."""
    rules = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST)
    hands = {0: "9H 9D", 1: "JK 5S", 2: "6S 6C", 3: "7S 7C"}
    again = middle("7NT", hands, rules=rules, led=(Suit.HEARTS,), plays="9H JK")
    first = middle("7NT", hands, rules=rules, plays="9H JK")
    for seat in SEATS:
        assert again.view(seat).voids[1] == {Suit.HEARTS}
        assert first.view(seat).voids[1] == frozenset()


def test_voids_shown_before_a_constructed_start() -> None:
    """They stand in the start; but a joker played by choice may be how a seat failed to follow."""
    failed = ((), (Suit.DIAMONDS,), (), (Suit.CLUBS, Suit.HEARTS))
    none = (frozenset(),) * 4
    shown = tuple([frozenset(suits) for suits in failed])
    hands = {0: "9S 6S", 1: "JK 5S", 2: "6H 6D", 3: "7S 7D"}
    for bid, rules in (("7NT", fh.Rules()), ("7H", fh.Rules(joker_follow="first_or_last"))):
        deal = middle(bid, hands, rules=rules, led=(Suit.CLUBS,), failed=failed)
        assert {deal.view(seat).voids for seat in SEATS} == {shown}
    either = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST)
    deal = middle("7NT", hands, rules=either, led=(Suit.CLUBS,), failed=failed)
    assert [deal.view(seat).voids for seat in SEATS] == [none, shown, none, none]  # seat 1 holds the joker
    deal.push_all("9S JK")
    assert {deal.view(seat).voids for seat in SEATS} == {shown}


# ---- cases -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exposure", list(fh.OpenExposure), ids=lambda exposure: exposure.value)
def test_r_11_the_exposed_hand(exposure: fh.OpenExposure) -> None:
    """Every view has the contractor's cards of now, after the discard, and no other hidden card; R-11."""
    rules = fh.Rules(open_exposure=exposure)
    deal = dealt({0: "5S 6S 7S 5C 6C 7C 4D 5D 4H 5H"}, rules=rules, calls="OM P P P")
    away = deal.kitty
    deal.push(Exchange(away))
    early = exposure is fh.OpenExposure.BEFORE_FIRST_LEAD
    rng = random.Random(11)
    while not deal.is_over:
        shown = early or len(deal.finished) >= 1
        for seat in SEATS:
            view = deal.view(seat)
            assert view.exposed == ((deal.hand(0) if shown else None), None, None, None)
            assert deal.is_exposed(0) is shown
            if shown:
                assert view.exposed[0] is not None
                assert len(view.exposed[0]) == 10 - sum(
                    card.seat == 0 for card in sum(view.finished, view.trick)
                )
                assert view.exposed[0].isdisjoint(away)
            assert view.put_away == (away if seat == 0 else None)
            assert view.kitty == (away if seat == 0 else None)
        deal.push(rng.choice(list(deal.legal_actions)))
    assert deal.view(2).put_away is None  # nor after the deal (FH-KIT-2, FH-PLAY-8)


def test_r_13_the_leader_between_tricks_and_at_the_end() -> None:
    """The leader is the seat to lead next, and None at the end; everything can be written then; R-13."""
    deal = dealt(calls="6S P P P")
    assert deal.leader is None
    put_away(deal)
    rng = random.Random(13)
    while True:
        for seat in SEATS:
            view = deal.view(seat)
            assert view.leader == deal.leader
            assert repr(view)
            assert pickle.loads(pickle.dumps(view)) == view
        assert fh.Deal.from_text(deal.to_text()) == deal
        if deal.is_over:
            break
        assert deal.leader is not None
        if not deal.trick:
            assert deal.leader == deal.turn
            if deal.finished:
                assert deal.tricks[deal.leader] >= 1
        else:
            assert deal.leader == deal.trick[0].seat
        deal.push(rng.choice(list(deal.legal_actions)))
    assert deal.leader is None
    assert deal.turn is None
    assert deal.trick == ()
    assert len(deal.finished) == 10


def test_the_contractor_alone_knows_the_exchange() -> None:
    """The history of the others has a hole where he put cards away (FH-KIT-2)."""
    deal = dealt(calls="6S P P P")
    before = deal.kitty
    put_away(deal)
    at = next(at for at, step in enumerate(deal.history) if isinstance(step.action, Exchange))
    for seat in SEATS:
        view = deal.view(seat)
        assert (view.history[at].action is None) == (seat != 0)
        assert view.history[:at] == deal.history[:at]
        assert (view.kitty == before) == (seat == 0)
    sans = dealt(calls="6S-SK P P P")
    play_on(random.Random(1), sans)
    assert all(sans.view(seat).kitty is None for seat in SEATS)


def test_the_order_of_the_contract() -> None:
    """None before the play; then bowers and joker stand where the contract puts them."""
    deal = dealt(calls="6S P P P")
    assert deal.order is None
    put_away(deal)
    assert deal.order == fh.card_order(fh.PACKS["43"], Strain.SPADES)
    assert deal.order.suit_of(Card.CJ) == Suit.SPADES
    deal.push(deal.legal_actions[0])
    deal.pop()
    deal.pop()
    assert deal.order is None
