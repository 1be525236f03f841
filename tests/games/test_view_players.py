"""Views with two, three, five and six players: what a seat knows, and that it knows nothing else.

As in ``test_view.py`` the cards a seat cannot know are redrawn and the deal is replayed through the rules;
the view must stay the same value. Here the dead hand, cards face down on the tables and a partner called in
secret are hidden too.
"""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rules.constructed import put_away
from rules.random_deals import choose, play_on
from rules.test_clauses_players import SHAPES, dealt_to
from tricktake import Action, Alone, CallPartner, Card, CardSet, Exchange, GameError, Phase
from tricktake import fivehundred as fh

# A card, but not the end of a bid sans kitty.
NAME = re.compile(r"(?<![-\w])(?:[SCDH](?:10|11|12|13|[2-9JQKA])|JK)\b")
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"final_raise": "reopen", "joker_follow": "first_or_last"},
    {"misere_requires_7": False, "open_exposure": "before_first_lead", "all_pass": "play_nt"},
    {"five_secret_alone": True, "five_call_bar": "joker_only"},
    {"five_secret_alone": True, "blind_misere": False, "misere_stop": True},
)
CALLS = ("6S", "6NT", "7H", "M", "8D-SK", "6NT-SK", "OM", "7NT-SK")


def names(text: object) -> CardSet:
    """Return the cards a text names."""
    return CardSet([Card[name] for name in NAME.findall(str(text))])


class Places:
    """The cards of a deal by where they lie; a place of one card is one pile's card face down."""

    def __init__(self, deal: fh.Deal) -> None:
        contract = deal.contract
        self.deal = deal
        self.seats = range(deal.rules.players)
        takes = contract is not None and not contract.is_sans_kitty
        self.taker = contract.contractor if contract is not None and takes else None
        self.played = [CardSet() for _ in self.seats]
        for trick in (*deal.finished, deal.trick):
            for card in trick:
                if not card.from_table:
                    self.played[card.seat] |= CardSet([card.card])
        self.put_away = deal.put_away or CardSet()

    def hidden_from(self, seat: int) -> dict[str, CardSet]:
        """Return the places whose cards the seat does not know."""
        deal = self.deal
        found = {
            f"hand {other}": deal.hand(other)
            for other in self.seats
            if not deal.is_exposed(other) and (other != seat or not deal.has_looked(seat))
        }
        if self.taker is None:
            found["kitty"] = deal.kitty
        elif self.taker != seat:
            found["put away"] = self.put_away
        if deal.dead:
            found["dead"] = deal.dead
        for other in self.seats if deal.tables else ():
            for at, pile in enumerate(deal.piles(other)):
                if pile.down is not None:
                    found[f"pile {other} {at}"] = CardSet([pile.down])
        return found

    def build(self, seat: int, places: dict[str, CardSet], rng: random.Random) -> fh.Deal | None:
        """Return the deal with these cards in the places that are hidden, or None if that cannot be."""
        deal, taker = self.deal, self.taker
        hands = [places.get(f"hand {other}", deal.hand(other)) | self.played[other] for other in self.seats]
        kitty = places.get("kitty", deal.kitty)
        put_away = places.get("put away", self.put_away)
        if taker is not None and taker != seat:
            all_his = hands[taker] | put_away
            kitty = CardSet(rng.sample(all_his.ascending(), deal.rules.kitty_size))
            hands[taker] = all_his - kitty
        elif taker is not None:
            hands[taker] = (hands[taker] | put_away) - kitty
        tables = [
            [
                (places[place].ascending()[0] if (place := f"pile {other} {at}") in places else down, up)
                for at, (down, up) in enumerate(table)
            ]
            for other, table in enumerate(deal.tables)
        ]
        made = fh.Deal(
            deal.rules,
            dealer=deal.dealer,
            hands=hands,
            kitty=kitty,
            tables=tables or None,
            dead=places.get("dead", deal.dead) or None,
            scores=deal.scores,
        )
        try:
            for step in deal.history:
                action = Exchange(put_away) if isinstance(step.action, Exchange) else step.action
                assert action is not None
                if made.turn != step.seat:
                    return None
                made.push(action)
        except GameError:
            return None
        secret = deal.rules.five_partner is fh.FivePartner.CALL_CARD_SECRET
        if not secret and made.partner != deal.partner:
            return None  # all have seen who holds the card
        return made if (made.phase, made.turn) == (deal.phase, deal.turn) else None


def redrawn(rng: random.Random, deal: fh.Deal, seat: int) -> Iterator[fh.Deal]:
    """Yield deals that differ in what the seat cannot know only: drawn afresh, and by small swaps."""
    places = Places(deal)
    hidden = places.hidden_from(seat)
    sizes = {place: len(cards) for place, cards in hidden.items()}
    pool = [card for cards in hidden.values() for card in cards]
    rng.shuffle(pool)
    drawn = {place: CardSet([pool.pop() for _ in range(size)]) for place, size in sizes.items()}
    if made := places.build(seat, drawn, rng):
        yield made
    full = [place for place, size in sizes.items() if size]
    called = deal.called
    current = dict(hidden)
    for number in range(5):
        if len(full) < 2:
            return
        one, other = rng.sample(full, 2)
        first, second = (CardSet([rng.choice(current[place].ascending())]) for place in (one, other))
        holders = [place for place in full if called in current[place]] if isinstance(called, Card) else []
        if holders and number < 3:  # the called card goes to somebody else
            one = holders[0]
            other = rng.choice([place for place in full if place != one])
            first = CardSet([called])  # type: ignore[list-item]
            second = CardSet([rng.choice(current[other].ascending())])
        swapped = current | {
            one: (current[one] - first) | second,
            other: (current[other] - second) | first,
        }
        if made := places.build(seat, swapped, rng):
            current = swapped
            yield made


def same_value(view: fh.View, twin: fh.View, about: object) -> None:
    """Check that two views cannot be told apart in any way."""
    assert twin == view, about
    assert hash(twin) == hash(view), about
    assert repr(twin) == repr(view), about
    assert pickle.dumps(twin) == pickle.dumps(view), about
    assert twin.partners == view.partners, about


def act(rng: random.Random, deal: fh.Deal) -> Action:
    """Return a random action; partners are called more often than not, sometimes a card of one's own."""
    if deal.phase is Phase.PARTNER and rng.random() < 0.3:
        own = [
            action
            for action in deal.legal_actions
            if isinstance(action, CallPartner) and action.card is not None
            if action.card in deal.hand(deal.turn or 0) | (deal.put_away or CardSet())
        ]
        if own:
            return rng.choice(own)
    if deal.phase is Phase.EXCHANGE and rng.random() < 0.7:  # the joker is kept, to be given a suit
        spare = deal.hand(deal.turn or 0) - CardSet("JK")
        return Exchange(rng.sample(spare.ascending(), deal.rules.kitty_size))
    return choose(rng, deal)


def begun(rng: random.Random, rules: fh.Rules) -> fh.Deal:
    """Return a deal of these rules; in most of them a bid has been made, often with the joker."""
    scores = [rng.randrange(-40, 40) * 10 for _ in rules.sides]
    dealer, made = rng.randrange(rules.players), rng.random() < 0.6
    for _ in range(8):
        deal = fh.Deal(rules, dealer=dealer, seed=rng.getrandbits(64), scores=scores)
        if not made or Card.JK in deal.hand((dealer + 1) % rules.players):
            break
    if made:
        for call in [rng.choice(CALLS), *["P"] * (rules.players - 1)]:
            if deal.explain(call) is None:
                deal.push(call)
    return deal


def check_no_leak(shape: str, deals: int) -> Counter[object]:
    """Check views of random deals; count how many were redrawn in each phase, and how many late."""
    rng = random.Random(f"no leak {shape}")
    counts: Counter[object] = Counter()
    for number in range(deals):
        deal = begun(rng, SHAPES[shape].replace(**OPTIONS[number % len(OPTIONS)]))
        while True:
            rare = deal.phase in (Phase.PARTNER, Phase.NOMINATION, Phase.EXCHANGE, Phase.FINAL_RAISE)
            if rare or deal.is_over or rng.random() < (0.2 if deal.phase is Phase.AUCTION else 0.05):
                for seat in range(deal.rules.players):
                    view = deal.view(seat)
                    for other in redrawn(rng, deal, seat):
                        same_value(view, other.view(seat), (deal.to_text(), other.to_text(), seat))
                        if other != deal:
                            counts[deal.phase] += 1
                            counts["late"] += len(deal.finished) > 4
                            counts["partner"] += other.partner != deal.partner
            if deal.is_over:
                break
            deal.push(act(rng, deal))
    return counts


@pytest.mark.parametrize("shape", SHAPES)
def test_views_do_not_depend_on_hidden_cards(shape: str) -> None:
    """Redraw the hidden cards and the view is equal: every phase, every seat."""
    counts = check_no_leak(shape, 10)
    expected = [Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY, Phase.OVER, "late"]
    if "24" not in shape:
        expected.append(Phase.NOMINATION)
    if SHAPES[shape].calls_partner:
        expected.append(Phase.PARTNER)
    assert [key for key in expected if not counts[key]] == []
    assert counts[Phase.PLAY] > 50
    assert (counts["partner"] > 20) == (shape == "5 secret")


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_views_do_not_depend_on_hidden_cards_in_full(shape: str) -> None:
    counts = check_no_leak(shape, 500)
    assert counts[Phase.PLAY] > 5000
    assert counts["late"] > 500


# ---- the secret partner ------------------------------------------------------------------------------


@pytest.mark.parametrize("sans", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_fh_p5_2_views_are_equal_whoever_holds_the_called_card(sans: bool, own: bool) -> None:
    """The same deal with the called card in every place it can be: only who holds it can tell."""
    rules = SHAPES["5 secret"].replace(five_secret_alone=own)
    calls = "6S-SK P P P P" if sans else "6S P P P P"
    low = {0: "C2", 1: "D2", 2: "D3", 3: "D4", 4: "D5"}
    places = ["hand 1", "hand 2", "hand 3", "hand 4"]
    places += ["kitty"] if sans else []
    places += ["mine"] if own else []
    places += ["put away"] if own and not sans else []
    deals = {}
    for place in places:
        # HA and H5 change places, so that nothing else differs.
        others = [f"hand {seat}" for seat in range(1, 5)] + ["mine", "kitty"]
        at = {"put away": "mine"}.get(place, place)
        swap = dict(zip(others, ["H5", "H6", "H7", "H8", "H9", "H10"], strict=True))
        given = {seat: f"{low[seat]} {swap[f'hand {seat}']}" for seat in range(1, 5)}
        given[0] = f"C2 S5 {swap['mine']}"
        kitty = swap["kitty"]
        taken = swap[at]
        given = {seat: cards.replace(taken, "HA") for seat, cards in given.items()}
        kitty = "HA" if at == "kitty" else kitty
        deal = dealt_to(rules, given, kitty=kitty, calls=calls)
        if deal.phase is Phase.EXCHANGE:
            gone = CardSet("HA" if place == "put away" else "C2")
            spare = (deal.hand(0) - gone - CardSet("HA S5")).ascending()
            deal.push(Exchange([*gone, *spare[:2]]))
        deal.push("call HA")
        deals[place] = deal
    for place, deal in deals.items():
        partner = int(place[-1]) if place.startswith("hand") else None
        assert deal.partner == partner
        knowing = {seat for seat in range(5) if deal.knows_partner(seat)}
        assert knowing == (
            {partner} if partner is not None else {0} if place in ("mine", "put away") else set()
        )
        for seat in range(1, 5):
            view = deal.view(seat)
            assert view.contract is not None
            if seat == partner:
                assert view.contract.side == {0, seat}
                continue
            assert view.contract.side == {0}
            rng = random.Random(place)
            for other in redrawn(rng, deal, seat):
                same_value(view, other.view(seat), (place, seat))
    partners = {deal.partner for deal in deals.values()}
    assert partners >= {1, 2, 3, 4}


def test_fh_p5_2_the_contractor_cannot_tell_who_it_is() -> None:
    """Exactly one swap, each way: the holder's view differs, those of all others do not."""
    rules = SHAPES["5 secret"]
    hearts = {1: "HA", 2: "H5", 3: "H6", 4: "H7"}
    views = {}
    base = dealt_to(rules, hearts)
    for holder in range(1, 5):
        swapped = [*base.dealt]
        if holder != 1:
            mine = CardSet(hearts[holder])
            swapped[1] = (swapped[1] - CardSet("HA")) | mine
            swapped[holder] = (swapped[holder] - mine) | CardSet("HA")
        deal = fh.Deal(rules, dealer=4, hands=swapped, kitty=base.kitty)
        deal.push_all("6S-SK P P P P")
        deal.push("call HA")
        assert deal.partner == holder
        views[holder] = [deal.view(seat) for seat in range(5)]
    for holder, seen in views.items():
        for other, twins in views.items():
            for seat in range(5):
                if seat not in (holder, other, 1) or seat == 0:
                    same_value(seen[seat], twins[seat], (holder, other, seat))
            if other != holder:
                assert seen[holder] != twins[holder]


@pytest.mark.parametrize("own", [False, True])
def test_fh_p5_2_all_know_once_the_card_falls(own: bool) -> None:
    """Along whole deals: nobody but the holder knows before, and all do afterwards and when it is over."""
    rng = random.Random(f"falls {own}")
    rules = SHAPES["5 secret"].replace(five_secret_alone=own, blind_misere=False)
    alone = never = 0
    for _ in range(60):
        bid = rng.choice(["6S-SK", "6NT-SK", "6H", "7C"])
        deal = fh.Deal(rules, dealer=4, seed=rng.getrandbits(60)).push_all([bid, "P", "P", "P", "P"])
        while not deal.is_over:
            if deal.phase is Phase.PARTNER:
                action = act(rng, deal)
                deal.push(deal.legal_actions[1] if isinstance(action, Alone) else action)
                called = deal.called
                assert isinstance(called, Card)
                alone += deal.partner is None
            else:
                deal.push(choose(rng, deal))
            if deal.called is None:
                continue
            fallen = any(card.card is deal.called for trick in deal.tricks_played() for card in trick)
            for seat in range(5):
                view = deal.view(seat)
                holds = deal.called in deal.hand(seat) or (
                    seat == 0 and deal.called in (deal.put_away or CardSet())
                )
                assert view.knows_partner is (fallen or holds or deal.is_over)
                expected = deal.contract.side if view.knows_partner and deal.contract else {0}
                assert view.contract is not None
                assert view.contract.side == expected
        never += not any(card.card is deal.called for trick in deal.finished for card in trick)
        assert all(deal.view(seat).contract == deal.contract for seat in range(5))
    assert alone
    assert never


# ---- texts -------------------------------------------------------------------------------------------


def known_to(deal: fh.Deal, seat: int) -> CardSet:
    """Return the cards a seat may know, the called one among them."""
    known = CardSet([card.card for trick in (*deal.finished, deal.trick) for card in trick])
    if deal.has_looked(seat):
        known |= deal.dealt[seat] | deal.hand(seat)
    for other in range(deal.rules.players):
        if deal.is_exposed(other):
            known |= deal.hand(other)
        known |= CardSet([pile.up for pile in deal.piles(other) if pile.up is not None])
    contract = deal.contract
    if contract is not None and contract.contractor == seat and not contract.is_sans_kitty:
        known |= deal.kitty
    return known | (CardSet([deal.called]) if isinstance(deal.called, Card) else CardSet())


@pytest.mark.parametrize("shape", SHAPES)
def test_no_text_names_a_hidden_card(shape: str) -> None:
    """Reprs, explanations and errors name only cards the seat may know, or was asked about."""
    rng = random.Random(f"texts {shape}")
    pack = [*fh.PACKS[SHAPES[shape].pack_name]]
    for number in range(3):
        deal = begun(rng, SHAPES[shape].replace(**OPTIONS[number % len(OPTIONS)]))
        while not deal.is_over:
            turn = deal.turn
            assert turn is not None
            for seat in range(deal.rules.players):
                view = deal.view(seat)
                # Whoever calls a partner has all cards he may call before him, wherever they are.
                seen = names(repr(view).replace(repr(view.legal_actions), ""))
                assert seen <= known_to(deal, seat), (deal.to_text(), seat)
                assert names(str(view)) <= known_to(deal, seat) | names(repr(view.legal_actions))
            asked = [str(card) for card in rng.sample(pack, 3)]
            tried = [*asked, f"JK:{rng.choice('SCDH')}", "put " + " ".join(asked), "8NT", "M", "BM", "LOOK"]
            tried += ["STAND", "name S", "ALONE", f"call {asked[0]}", "call JK", "call seat 1", "put S10"]
            for text in tried:
                allowed = known_to(deal, turn) | names(text)
                why = deal.explain(text)
                if why is None:
                    continue
                with pytest.raises(GameError) as caught:
                    deal.push(text)
                if deal.phase is Phase.PARTNER:  # the cards that may be called are public knowledge
                    allowed |= names([action.text for action in deal.legal_actions])
                assert names((why, why.legal)) <= allowed, (deal.to_text(), why)
                assert names((caught.value, caught.value.args)) <= allowed
            deal.push(act(rng, deal))


def test_fh_play_8_a_card_face_down_is_refused_like_any_other() -> None:
    """Own cards face down, the opponent's, his hand, the kitty: the same sentence but for the card's name."""
    deal = dealt_to(
        SHAPES["2 table"],
        {0: "S5 S6", 1: "S7"},
        tables={0: ["D9/C5"], 1: ["D10/C6"]},
        kitty="D8",
        calls="6H-SK P",
    )
    for asked in (("D9", "D10", "D8", "S7"), ("D9", "D10", "D8", "S6")):
        whys = [deal.explain(card) for card in asked]
        assert None not in whys
        found = {
            (why.rule, why.clause, why.option, why.sentence.replace(card, "X"), why.legal)
            for why, card in zip(whys, asked, strict=True)
            if why is not None
        }
        assert len(found) == 1
        if deal.plays_from == "hand":
            deal.push_all("S5 S7")


# ---- what a view says --------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_views_say_what_the_deal_says(shape: str) -> None:
    rng = random.Random(f"fields {shape}")
    for number in range(6):
        deal = begun(rng, SHAPES[shape].replace(**OPTIONS[number % len(OPTIONS)]))
        seats = range(deal.rules.players)
        start = len(deal)
        views: list[list[fh.View]] = [[] for _ in seats]
        while True:
            for seat in seats:
                view = deal.view(seat)
                views[seat].append(view)
                assert (view.phase, view.turn, view.seat) == (deal.phase, deal.turn, seat)
                assert (view.calls, view.high, view.high_seat) == (deal.auction, deal.high, deal.high_seat)
                assert (view.called, view.nominated) == (deal.called, deal.nominated)
                assert view.contract == deal.contract_as_known(seat)
                assert view.knows_partner == deal.knows_partner(seat)
                assert (view.leader, view.trick, view.finished) == (deal.leader, deal.trick, deal.finished)
                assert (view.tricks, view.sits_out) == (deal.tricks, deal.sits_out)
                assert view.sizes == tuple([len(deal.hand(other)) for other in seats])
                assert view.legal_actions == deal.legal_actions_of(seat)
                assert view.plays_from == deal.plays_from
                assert len(view.exposed) == len(view.voids) == deal.rules.players
                piles = [[(pile.up, pile.down is not None) for pile in deal.piles(other)] for other in seats]
                assert view.tables == (tuple([tuple(each) for each in piles]) if deal.tables else ())
                assert [step.seat for step in view.history] == [step.seat for step in deal.history]
                assert pickle.loads(pickle.dumps(view)) == view
            if deal.is_over:
                break
            deal.push(act(rng, deal))
        for seen in views:
            assert len(set(seen)) == len(deal) - start + 1  # a seat never forgets


def test_partners_are_those_of_the_teams() -> None:
    for shape, rules in SHAPES.items():
        deal = fh.Deal(rules, seed=1)
        for seat in range(rules.players):
            side = next(side for side in rules.sides if seat in side)
            assert deal.view(seat).partners == {*side} - {seat}, shape


def test_fh_p2_5_voids_are_those_of_the_hand() -> None:
    """A table that cannot follow shows nothing about the hand, and the hand nothing about the table."""
    deal = dealt_to(
        SHAPES["2 table"],
        {0: "HA", 1: "H5"},
        tables={0: ["?/C5"], 1: ["?/C6", "?/C7", "?/C8", "?/C9", "?/C10"]},
        calls="6S-SK P",
    )
    deal.push_all("HA H5")
    deal.push(deal.legal_actions[0])
    deal.push("C6")
    assert deal.view(0).voids == (frozenset(), frozenset())


def test_fh_kit_1_the_contractor_alone_sees_the_kitty_of_any_game() -> None:
    for rules in SHAPES.values():
        deal = dealt_to(rules)
        deal.push_all(["6S", *["P"] * (rules.players - 1)])
        put_away(deal)
        play_on(random.Random(1), deal)
        for seat in range(rules.players):
            view = deal.view(seat)
            assert (view.kitty == deal.kitty) is (seat == 0)
            assert (view.put_away == deal.put_away) is (seat == 0)
