"""What each thing proves that happens in a deal, why a card cannot lie somewhere, and contradictions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

import tricktake as tt
from games.small_deals import CASES, small
from games.small_views import Placement, placements, places_of
from rules.constructed import dealt, middle, put_away
from rules.spades_deals import dealt as spades_dealt
from rules.spades_deals import middle as spades_middle
from rules.test_clauses_players import SHAPES, dealt_to, in_play
from tricktake import Card, CardSet, Contradiction, Exchange, Fact, Phase, Place, PlaceKind, Suit
from tricktake import fivehundred as fh
from tricktake import spades as sp

KITTY, PUT_AWAY, GONE = Place(PlaceKind.KITTY), Place(PlaceKind.PUT_AWAY), Place(PlaceKind.GONE)
HEARTS = CardSet("H4 H5 H6 H7 H8 H9 H10 HQ HK HA HJ DJ JK")
"""What counts as a heart when hearts are trumps."""


def where(known: tt.Knowledge, card: str) -> set[str]:
    """Return in words where a card can lie."""
    return {str(place) for place in known.possible[Card[card]]}


# ---- voids in effective suits ------------------------------------------------------------------------


def test_r_01_a_void_in_trumps_excludes_the_left_bower() -> None:
    """R-01: who fails on hearts, hearts being trumps, has neither the jack of diamonds nor the joker."""
    deal = middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6")
    for seat in (0, 2, 3):
        known = tt.infer(deal.view(seat))
        assert known.may_hold(1) == known.unseen - HEARTS
        (fact,) = known.why_not("DJ", 1) or ()
        assert str(fact) == "seat 1 is void in hearts: it played D6 on H5 (FH-PLAY-2)"
        assert fact.cards == HEARTS & known.unseen


def test_r_01_a_left_bower_led_says_nothing_of_its_printed_suit() -> None:
    """R-01: D6 on DJ shows a void in trumps, and that the seat may well have more diamonds."""
    known = tt.infer(middle("6H", {0: "DJ S5", 1: "D6 C7"}, plays="DJ D6").view(2))
    assert known.may_hold(1) == known.unseen - HEARTS
    assert CardSet("DQ DK DA") <= known.may_hold(1)


def test_r_01_a_void_in_the_printed_suit_says_nothing_of_the_left_bower() -> None:
    """R-01: who fails on diamonds may have DJ, a trump."""
    known = tt.infer(middle("6H", {0: "D7 S5", 1: "S6 C7"}, plays="D7 S6").view(2))
    assert known.unseen - known.may_hold(1) == CardSet("D4 D5 D6 D8 D9 D10 DQ DK DA") & known.unseen
    assert "DJ" in known.may_hold(1)
    assert known.why_not("DJ", 1) is None


def test_cs_play_3_a_spade_led_before_they_are_broken_shows_three_voids() -> None:
    deal = spades_middle({0: "S4 S5", 1: "S6 D5", 2: "S8 H6"}, plays="S4")
    known = tt.infer(deal.view(1))
    assert known.may_hold(0) == known.unseen & CardSet([card for card in known.unseen if card.name[0] == "S"])
    assert [fact.clause for fact in known.why_not("HA", 0) or ()] == ["CS-PLAY-3"]
    after = tt.infer(deal.push_all("S6 S8").view(1))
    assert after.may_hold(0) == known.may_hold(0) - CardSet("S8")
    broken = spades_middle({0: "S4 S5", 1: "S6 D5", 2: "S8 H6"}, is_broken=True, plays="S4")
    assert tt.infer(broken.view(1)).may_hold(0) == known.unseen


def test_fh_p2_5_a_table_that_does_not_follow_says_nothing_of_the_hand() -> None:
    rules = SHAPES["2 table"]
    tables = {0: ["C9/C5"], 1: ["C6/D6", "D7/D8", "D9/D10", "DQ/DK", "S8/S9"]}
    deal = dealt_to(rules, {0: "HA S6", 1: "H5 S7"}, tables=tables, calls="6S-SK P").push_all("HA H5 HK D6")
    known = tt.infer(deal.view(0))
    assert known.may_hold(1) == known.unseen


# ---- the joker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "may"), [("must", False), ("may", True)])
def test_fh_jok_7_a_void_seat_that_does_not_play_the_joker_in_a_misere(setting: str, may: bool) -> None:
    """Where it must play it, it does not have it; where it may, that says nothing."""
    rules = fh.Rules(joker_misere_void=setting)
    deal = middle("M", {0: "S5 S6", 1: "S9 S10", 3: "H5 C7"}, rules=rules, plays="S5 S9 H5")
    known = tt.infer(deal.view(1))
    assert ("JK" in known.may_hold(3)) is may
    clauses = [fact.clause for fact in known.why_not("JK", 3) or ()]
    assert clauses == ([] if may else ["FH-JOK-7"])
    assert "JK" in known.may_hold(2)


@pytest.mark.parametrize("named", ["name H", "name none"])
def test_fh_jok_2_who_names_a_suit_has_the_joker(named: str) -> None:
    """As soon as he is asked, whatever he answers; nobody else is asked."""
    deal = put_away(dealt({0: "JK"}, calls="6NT P P P"), keep="JK")
    assert deal.phase is Phase.NOMINATION
    for _ in range(2):
        known = tt.infer(deal.view(2))
        assert known.holds(0) == CardSet("JK")
        assert known.chance("JK", 0) == 1
        assert [fact.clause for fact in known.why_not("JK", PUT_AWAY) or ()] == ["FH-JOK-2"]
        if deal.phase is Phase.NOMINATION:
            deal.push(named)


def test_fh_jok_2_who_is_not_asked_for_a_suit_may_have_put_the_joker_away() -> None:
    deal = dealt(calls="6NT P P P")
    assert where(tt.infer(deal.view(2)), "JK") == {"seat 0", "seat 1", "seat 3"}
    spare = deal.hand(0) - CardSet("JK")
    deal.push(Exchange([Card.JK, *spare.ascending()[:2]]))
    assert deal.phase is Phase.PLAY
    known = tt.infer(deal.view(2))
    assert where(known, "JK") == {"seat 1", "seat 3", "the cards put away"}
    assert [fact.clause for fact in known.why_not("JK", 0) or ()] == ["FH-JOK-2"]


@pytest.mark.parametrize("rules", [{"joker_nomination": "none"}, {}], ids=["nobody names", "trumps"])
def test_fh_jok_2_no_question_no_answer(rules: dict[str, object]) -> None:
    """With a trump suit, or where nobody names a suit, the joker can be with the contractor."""
    deal = put_away(dealt(rules=fh.Rules().replace(**rules), calls="6NT P P P" if rules else "6S P P P"))
    assert "JK" in tt.infer(deal.view(2)).may_hold(0)


def test_fh_jok_2_a_nominated_joker_of_a_constructed_deal_was_the_contractors() -> None:
    deal = middle("7NT", {0: "JK S5", 1: "H5 H6"}, nominated=Suit.HEARTS)
    assert where(tt.infer(deal.view(2)), "JK") == {"seat 0", "out of play"}


# ---- a partner called --------------------------------------------------------------------------------


def test_fh_p5_4_a_called_card_is_not_the_callers() -> None:
    """Everybody else can have it, but for the cards put away; sans kitty it can be in the kitty."""
    deal = put_away(dealt_to(SHAPES["5 secret"], {1: "HA"}, calls="6S P P P P"), keep="HA")
    known = tt.infer(deal.push_all("call HA").view(2))
    assert where(known, "HA") == {"seat 1", "seat 3", "seat 4"}
    assert {fact.clause for fact in known.why_not("HA", 0) or ()} == {"FH-P5-4"}
    sans = dealt_to(SHAPES["5 secret"], {1: "HA"}, calls="6S-SK P P P P").push_all("call HA")
    assert where(tt.infer(sans.view(2)), "HA") == {"seat 1", "seat 3", "seat 4", "the kitty"}


def test_fh_p5_4_who_may_call_his_own_card_may_have_it() -> None:
    rules = SHAPES["5 secret"].replace(five_secret_alone=True)
    deal = put_away(dealt_to(rules, {1: "HA"}, calls="6S P P P P")).push_all("call HA")
    assert len(where(tt.infer(deal.view(2)), "HA")) == 5


def test_fh_p5_2_a_card_called_openly_is_with_the_partner() -> None:
    deal = put_away(dealt_to(SHAPES["5 open"], {1: "HA"}, calls="6S P P P P")).push_all("call HA")
    known = tt.infer(deal.view(2))
    assert known.holds(1) == CardSet("HA")
    assert [fact.clause for fact in known.why_not("HA", 3) or ()] == ["FH-P5-2"]


def test_fh_p5_5_a_card_called_openly_that_nobody_shows_is_in_the_kitty() -> None:
    deal = dealt_to(SHAPES["5 open"], kitty="HA", calls="6S-SK P P P P").push_all("call HA")
    known = tt.infer(deal.view(2))
    assert known.holds(KITTY) == CardSet("HA")
    assert "FH-P5-5" in {fact.clause for fact in known.why_not("HA", 3) or ()}


# ---- spades ------------------------------------------------------------------------------------------


def test_cs_play_7_the_first_leader_has_the_two_of_clubs() -> None:
    """With two jokers the dealer may have it instead, if the seat on his left leads (CS-PLAY-8)."""
    deal = spades_dealt({2: "C2"}, rules=sp.Rules.five_2_jokers(), calls="1 1 1 1 1")
    assert tt.infer(deal.view(0)).holds(2) == CardSet("C2")
    left = spades_dealt({0: "C2"}, rules=sp.Rules.five_2_jokers(), calls="1 1 1 1 1")
    assert where(tt.infer(left.view(1)), "C2") == {"seat 0", "seat 4"}
    assert where(tt.infer(left.view(4)), "C2") == {"seat 0"}
    three = spades_dealt({0: "C2"}, rules=sp.Rules.five_3_jokers(), calls="1 1 1 1 1")
    assert where(tt.infer(three.view(1)), "C2") == {"seat 0"}


def test_cs_play_7_a_leader_who_must_lead_it_and_does_not_has_not_the_two_of_clubs() -> None:
    rules = sp.Rules.five_2_jokers(must_lead_2c=True)
    deal = spades_dealt({4: "C2", 0: "D4"}, rules=rules, calls="1 1 1 1 1")
    assert where(tt.infer(deal.view(1)), "C2") == {"seat 0", "seat 4"}
    assert where(tt.infer(deal.push_all("D4").view(1)), "C2") == {"seat 4"}


def test_sp_bid_4_cards_put_over_are_with_the_partner() -> None:
    """To the two of them; the opponents learn nothing. What comes back is seen again."""
    rules = sp.Rules.partners_500(bn_behind=0)
    deal = sp.Deal(rules, dealer=3, seed=4).push_all("BN 3 4 3")
    gift = CardSet(deal.hand(0).ascending()[:2])
    known = tt.infer(deal.push_all([Exchange(gift)]).view(0))
    assert known.holds(2) == gift
    assert {fact.clause for fact in known.why_not(gift.ascending()[0], 1) or ()} == {"SP-BID-4"}
    assert tt.infer(deal.view(1)).holds(0) == tt.infer(deal.view(1)).holds(2) == CardSet()
    back = CardSet([gift.ascending()[0], (deal.hand(2) - gift).ascending()[0]])
    deal.push(Exchange(back))
    assert tt.infer(deal.view(0)).holds(2) == gift - back
    assert tt.infer(deal.view(2)).holds(0) == back


# ---- why a card cannot lie somewhere -----------------------------------------------------------------


def fit(worlds: Sequence[Placement], facts: Sequence[Fact]) -> bool:
    """Return whether all of some facts are true of one of the placements."""
    return any(
        all(
            place in fact.places or fact.cards.isdisjoint(cards)
            for fact in facts
            for place, cards in world.items()
        )
        for world in worlds
    )


def is_core(worlds: Sequence[Placement], facts: Sequence[Fact]) -> bool:
    """Return whether facts cannot all be true, but could if any of them were left out."""
    return not fit(worlds, facts) and all(
        fit(worlds, [other for other in facts if other is not fact]) for fact in facts
    )


@pytest.mark.parametrize("name", ["2 dead hand", "3", "4", "4 misère", "5 secret", "spades partners"])
def test_why_not_gives_the_facts_that_are_needed_and_no_other(name: str) -> None:
    """Take any of the reasons away, and by the rest the card could lie there."""
    rng, asked = random.Random(f"why not {name}"), 0
    while asked < 12:
        for deal, seat in small(rng, CASES[name], 1, 430):
            known, worlds = tt.infer(deal.view(seat)), [*placements(places_of(deal, seat))]
            pairs = [(card, place) for card in known.unseen for place in known.places]
            for card, place in rng.sample(pairs, min(len(pairs), 12)):
                reasons = known.why_not(card, place)
                assert (reasons is None) == (known.ways(card, place) > 0)
                if reasons is not None:
                    wish = Fact(CardSet([card]), frozenset((place,)), "it lies there")
                    assert {*reasons} <= {*known.facts}
                    assert is_core(worlds, [*reasons, wish]), (deal.to_text(), card, place)
                    asked += 1


def test_why_not_is_empty_where_sizes_alone_exclude_it() -> None:
    """A place that holds no card any more."""
    deal = middle("6S", {0: "S5", 1: "S6"}, plays="S5 S6")
    known = tt.infer(deal.view(2))
    assert known.why_not("HA", 1) == ()
    assert known.why_not("HA", 3) is None


def test_asking_about_what_is_not_hidden() -> None:
    known = tt.infer(middle("6S", {0: "S5", 1: "S6"}).view(0))
    for ask in (known.ways, known.chance, known.why_not):
        with pytest.raises(KeyError, match="S5 is not hidden from seat 0"):
            ask("S5", 1)
        with pytest.raises(KeyError, match="seat 0 is no hidden place"):
            ask("S6", 0)
    for of in (known.holds, known.may_hold):
        with pytest.raises(KeyError, match="the kitty is no hidden place"):
            of(KITTY)


# ---- further facts and contradictions ----------------------------------------------------------------


def test_further_facts_narrow_the_worlds() -> None:
    """A card that was shown is held; the numbers are those of the worlds in which it is."""
    deal = next(small(random.Random("shown"), CASES["4"], 1, 430))[0]
    seat = next(seat for seat in range(4) if deal.hand(seat) and seat != deal.turn)
    asker = (seat + 1) % 4
    known, card = tt.infer(deal.view(asker)), deal.hand(seat).ascending()[0]
    shown = tt.infer(deal.view(asker), facts=[Fact.held(seat, CardSet([card]))])
    assert shown.count == known.ways(card, seat)
    assert card in shown.holds(seat)
    assert shown != known
    assert known == tt.infer(deal.view(asker))
    free = tt.infer(deal.view(asker), facts=[Fact.held(asker, deal.hand(asker)), Fact.held(9, "")])
    assert free.count == known.count


def test_facts_in_conflict_are_named() -> None:
    """Seat 1 is void in hearts and is said to hold one, beside things that play no part."""
    view = middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6").view(2)
    fact, other = Fact.held(1, "HA", "seat 1 has shown HA"), Fact.held(3, "DA")
    for facts in ([fact, other], [other, fact], [fact]):
        with pytest.raises(Contradiction) as caught:
            tt.infer(view, facts=facts)
        assert {str(each) for each in caught.value.facts} == {
            "seat 1 is void in hearts: it played D6 on H5 (FH-PLAY-2)",
            "seat 1 has shown HA",
        }
        assert "seat 1 has shown HA" in str(caught.value)
        for call in (tt.count_worlds, lambda view, facts: tt.sample_worlds(view, 1, seed=1, facts=facts)):
            with pytest.raises(Contradiction):
                call(view, facts=facts)
    assert tt.infer(view, facts=[other]).count > 0


def test_a_conflict_of_numbers_names_every_fact_it_needs() -> None:
    """Three cards are said to lie in a hand of two: none of the three can be left out."""
    view = middle("6S", {0: "S5 S6", 1: "S7 S8"}).view(0)
    facts = [Fact.held(1, card) for card in ("HA", "HK", "HQ")]
    with pytest.raises(Contradiction) as caught:
        tt.infer(view, facts=[*facts, Fact.held(2, "CA")])
    assert {*caught.value.facts} == {*facts}
    assert tt.infer(view, facts=facts[:2]).holds(1) == CardSet("HA HK")


def test_a_card_of_ones_own_is_nobody_elses() -> None:
    view = middle("6S", {0: "S5 S6", 1: "S7 S8"}).view(0)
    with pytest.raises(Contradiction, match="seat 0 has S5 itself"):
        tt.infer(view, facts=[Fact.held(1, "S5")])


def test_a_view_that_no_deal_can_give() -> None:
    """Sizes that do not add up, a seat void in every suit; what is wrong is said."""
    view = dealt(rules=fh.Rules(blind_misere=False)).view(0)
    with pytest.raises(Contradiction, match="33 hidden cards do not fit"):
        tt.infer(replace(view, sizes=(10, 9, 10, 10)))
    void = middle("6NT", {0: "H5 S5", 1: "S6 C7", 2: "C8 D6"}, plays="H5").view(0)
    every: tuple[frozenset[Suit], ...] = (frozenset(), frozenset(Suit), frozenset(), frozenset())
    with pytest.raises(Contradiction, match="seat 1 is void in hearts") as caught:
        tt.infer(replace(void, voids=every), facts=[Fact.held(2, "DA")])
    assert [fact.clause for fact in caught.value.facts if isinstance(fact, Fact)] == ["FH-PLAY-2"] * 4


def test_reasons_where_a_failure_may_have_been_the_joker() -> None:
    """The joker is elsewhere, so seat 1 was void in hearts; which other card it has plays no part."""
    rules = fh.Rules(players=3, joker_follow="first_or_last")
    hands = {0: "C9 S9", 1: "D9 D8", 2: "D10 JK"}
    view = in_play(rules, "6NT", hands, failed=((), (Suit.HEARTS,), ()), suits_led=(Suit.HEARTS,)).view(0)
    facts = [Fact.held(2, "JK"), Fact.held(1, "D9")]
    reasons = tt.infer(view, facts=facts).why_not("HA", 1)
    expected = {"seat 2 holds JK", "seat 1 had failed to follow hearts before (FH-PLAY-2)"}
    assert {str(fact) for fact in reasons or ()} == expected
    with pytest.raises(Contradiction) as caught:
        tt.infer(view, facts=[*facts, Fact.held(1, "HA")])
    assert {str(fact) for fact in caught.value.facts} == expected | {"seat 1 holds HA"}


# ---- a value -----------------------------------------------------------------------------------------


def test_knowledge_is_a_value() -> None:
    """What is known of a view stays what it was, whatever becomes of the deal."""
    deal = middle("6H", {0: "H5 S5", 1: "D6 C7"}, plays="H5 D6")
    known = tt.infer(deal.view(2))
    text, count, possible = repr(known), known.count, dict(known.possible)
    deal.pop()
    before = tt.infer(deal.view(2))
    assert before != known
    deal.push("D6")
    assert (repr(known), known.count, known.possible) == (text, count, possible)
    assert tt.infer(deal.view(2)) == known
    assert hash(tt.infer(deal.view(2))) == hash(known)
    with pytest.raises(AttributeError):
        known.count = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        known.possible[Card.HA] = frozenset()  # type: ignore[index]


def test_a_joker_by_choice_is_not_the_reason_of_a_void() -> None:
    """The card that proves the void is named, not the joker played on the first lead of the suit before."""
    rules = fh.Rules(joker_follow="first_or_last")
    hands = {0: "CK C9 C8", 1: "C7 CA S9", 2: "JK S7 S6", 3: "CQ CJ S5"}
    deal = middle("6NT", hands, rules=rules, plays="CK CA JK CQ")
    deal.push_all("S6; S5; C8; S9; C7" if deal.turn == 2 else "")
    facts = [str(fact) for fact in tt.infer(deal.view(0)).facts]
    assert all("JK" not in fact for fact in facts)
