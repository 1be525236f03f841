"""Cutthroat Spades: packs, seats, deal and bids, clause by clause (sections 2 to 4 of the rules)."""

from __future__ import annotations

import pytest

from rules.spades_deals import cards, dealt, middle, offers, texts
from tricktake import (
    LOOK,
    Bid,
    Card,
    CardSet,
    IllegalCall,
    Phase,
    Rank,
    RulesError,
    SetupError,
    Suit,
    WrongPhase,
)
from tricktake import spades as sp

PACKS = {  # preset or options -> cards out of the 52, jokers, sizes of the hands with dealer 0
    "official": ("C2", "", (17, 17, 17)),
    "four": ("", "", (13, 13, 13, 13)),
    "five": ("C2 D2", "", (10, 10, 10, 10, 10)),
    "five_2_jokers": ("", "JK1 JK2", (10, 11, 11, 11, 11)),
    "five_3_jokers": ("", "JK1 JK2 JK3", (11, 11, 11, 11, 11)),
}


@pytest.mark.parametrize("name", list(PACKS))
def test_cs_deck_1_packs_and_hands(name: str) -> None:
    without, jokers, sizes = PACKS[name]
    rules = sp.PRESETS[name]
    pack = sp.PACKS[rules.pack_name].cards
    assert pack == (sp.PACKS["52"].cards - CardSet(without)) | CardSet(jokers)
    deal = sp.Deal(rules, dealer=0, seed=3)
    assert tuple(map(len, deal.dealt)) == sizes == rules.hand_sizes(0)
    assert CardSet([card for hand in deal.dealt for card in hand]) == pack


@pytest.mark.parametrize("suit", list(Suit))
def test_cs_deck_2_rank_in_every_suit(suit: Suit) -> None:
    order = sp.card_order(sp.PACKS["52"])
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert [card.name for card in order.suits[suit]] == [suit.letter + rank for rank in ranks]


def test_cs_deck_3_spades_are_trumps() -> None:
    for pack in sp.PACKS.values():
        order = sp.card_order(pack)
        assert order.trump == Suit.SPADES
        assert order.winner(["HA", "S2", "HK"]) == 1


def test_cs_deck_4_jokers_are_the_highest_spades() -> None:
    order = sp.card_order(sp.PACKS["55"])
    assert [card.name for card in order.suits[Suit.SPADES]][-4:] == ["SA", "JK3", "JK2", "JK1"]
    assert {order.suit_of(joker) for joker in ("JK1", "JK2", "JK3")} == {Suit.SPADES}
    assert [card.name for card in sp.card_order(sp.PACKS["54"]).suits[Suit.SPADES]][-2:] == ["JK2", "JK1"]


def drawn(*first: str) -> list[str]:
    """Return a pack order that begins with these cards."""
    rest = [card.name for card in sp.PACKS["52"] if card.name not in first]
    return [*first, *rest]


def test_cs_deal_1_seats_by_the_draw() -> None:
    seating = sp.draw_seats(4, pack=drawn("H7", "CK", "SA", "D3"))
    assert seating.order == (2, 1, 0, 3)
    assert seating.seat_of(2) == 0
    assert len(seating.rounds) == 1
    tourney = sp.Tourney(seed=9)
    assert tourney.seating == sp.draw_seats(3, seed=9)
    assert tourney.next_game().next_deal().dealer == 0


def test_cs_deal_2_who_ties_draws_again() -> None:
    seating = sp.draw_seats(4, pack=drawn("HA", "C9", "S9", "D9", "SK", "C4", "H4", "SQ", "S2"))
    assert seating.order == (0, 1, 2, 3)
    assert [[player for player, _ in drawing] for drawing in seating.rounds] == [
        [0, 1, 2, 3],
        [1, 2, 3],
        [2, 3],
    ]  # tied groups in falling order of their places, each settled before the next
    two = sp.draw_seats(4, pack=drawn("H7", "CK", "S7", "DK", "S2", "S3", "S9", "S8"))
    assert two.order == (3, 1, 0, 2)
    assert [[player for player, _ in drawing] for drawing in two.rounds] == [[0, 1, 2, 3], [1, 3], [0, 2]]


def test_cs_deal_3_one_card_at_a_time() -> None:
    deal = sp.Deal(sp.Rules.five_2_jokers(), dealer=2, pack=list(sp.PACKS["54"]))
    order = list(sp.PACKS["54"])
    for step, seat in enumerate((3, 4, 0, 1, 2)):
        assert deal.hand(seat) == CardSet(order[step::5])
    assert len(deal.hand(2)) == 10


def test_cs_deal_4_a_pack_order_is_dealt_from_the_top() -> None:
    order = list(reversed(list(sp.PACKS["51"])))
    deal = sp.Deal(dealer=1, pack=order)
    assert [deal.hand(seat) for seat in (2, 0, 1)] == [CardSet(order[at::3]) for at in range(3)]
    with pytest.raises(SetupError, match="too many"):
        sp.Deal(sp.Rules.five(), pack=list(sp.PACKS["52"]))


def test_cs_deal_5_the_deal_moves_left_and_on_into_the_next_game() -> None:
    game = sp.Game(sp.Rules(target=10), seed=1, dealer=2)
    dealers = []
    while not game.is_over and len(dealers) < 40:
        deal = game.next_deal()
        dealers.append(deal.dealer)
        while not deal.is_over:
            deal.push("2" if deal.phase is Phase.AUCTION else deal.legal_actions[0])
    assert dealers == [(2 + at) % 3 for at in range(len(dealers))]
    assert game.next_dealer == (2 + len(dealers)) % 3


def test_cs_bid_1_one_round_of_bids() -> None:
    deal = sp.Deal(sp.Rules.four(), dealer=1, seed=4)
    turns = []
    while deal.phase is Phase.AUCTION:
        turns.append(deal.turn)
        deal.push("3")
    assert turns == [2, 3, 0, 1]
    assert deal.bids == (Bid("3"),) * 4
    assert [call.seat for call in deal.auction] == turns
    with pytest.raises(WrongPhase):
        deal.push("4")
    fresh = sp.Deal(sp.Rules.four(), dealer=1, seed=4).push_all("9")
    fresh.push("1")  # no duty to outbid
    with pytest.raises(WrongPhase, match="must bid now; got P"):
        fresh.push("P")


def test_cs_bid_2_numbers_up_to_the_cards_in_hand() -> None:
    for name, most in (("official", 17), ("four", 13), ("five", 10), ("five_3_jokers", 11)):
        deal = sp.Deal(sp.PRESETS[name], dealer=0, seed=1).push_all("LOOK")
        assert {text for text in texts(deal) if text.isdigit()} == {str(bid) for bid in range(1, most + 1)}
    with pytest.raises(IllegalCall, match="it is more than the 13 cards") as caught:
        sp.Deal(sp.Rules.four(), dealer=0, seed=1).push("14")
    assert caught.value.explanation.clause == "CS-BID-2"


@pytest.mark.parametrize("removed", ["1F", "2F", "B6", "BN", "NIL", "SM"])
def test_cs_bid_3_special_bids_can_be_removed(removed: str) -> None:
    everything = {"1F", "2F", "B6", "BN", "NIL", "SM"}
    rules = sp.Rules(special_bids=everything - {removed}, b6_behind=0)
    found = set()
    for calls in ("", "LOOK"):
        deal = sp.Deal(rules, dealer=2, seed=1)
        if calls and LOOK in deal.legal_actions:
            deal.push(calls)
        found |= texts(deal)
    assert {text for text in found if not text.isdigit()} == (everything | {"LOOK"}) - {removed}
    with pytest.raises(IllegalCall) as caught:
        sp.Deal(rules, dealer=2, seed=1).push(removed)
    assert caught.value.explanation.clause == "CS-BID-3"
    assert caught.value.explanation.option == "special_bids"


VALUES = [
    ("5", 5, 50, 0), ("5", 7, 50, 2), ("5", 4, -50, 0),
    ("1F", 1, 50, 0), ("1F", 0, -50, 0), ("1F", 4, 10, 3),
    ("2F", 2, 40, 0), ("2F", 1, -40, 0), ("2F", 3, 20, 1),
    ("B6", 6, 100, 0), ("B6", 8, 100, 2), ("B6", 5, -100, 0),
    ("NIL", 0, 100, 0), ("NIL", 2, -100, 0),
    ("BN", 0, 200, 0), ("BN", 1, -200, 0),
    ("SM", 14, 150, 0), ("SM", 16, 150, 0), ("SM", 13, -150, 0),
]  # fmt: skip


@pytest.mark.parametrize(("bid", "tricks", "points", "bags"), VALUES)
def test_cs_bid_4_the_table_of_values(bid: str, tricks: int, points: int, bags: int) -> None:
    score = sp.score_deal(sp.Rules(), [bid, 1, 1], (tricks, 17 - tricks, 0))
    assert (score.points[0], score.new_bags[0]) == (points, bags)
    assert score.made[0] == (points > 0)


def test_cs_bid_5_blind_before_looking() -> None:
    deal = sp.Deal(sp.Rules(b6_behind=0), dealer=2, seed=1)
    assert texts(deal) == {"LOOK", "BN", "B6"}
    assert [deal.has_looked(seat) for seat in range(3)] == [False] * 3
    deal.push("B6")
    assert deal.has_looked(0)
    deal.push("LOOK")
    assert texts(deal).isdisjoint({"LOOK", "BN", "B6"})
    deal.push("4")
    deal.push("4")  # a look and the bid
    assert [step.action.text for step in deal.history if step.action] == ["B6", "LOOK", "4", "LOOK", "4"]
    deal.pop()
    assert deal.has_looked(2)
    deal.pop()
    assert not deal.has_looked(2)
    # with no blind bid in use hands are seen from the deal, with none that is legal one looks by itself
    assert sp.Deal(sp.Rules(special_bids="NIL"), seed=1).has_looked(2)
    six_only = sp.Deal(sp.Rules(special_bids="B6"), dealer=2, seed=1)
    assert [six_only.has_looked(seat) for seat in range(3)] == [True, False, False]


def test_cs_bid_6_blind_six_when_behind() -> None:
    deal = dealt(scores=(100, 50, 51))
    assert ["B6" in found for found in offers(deal)] == [False, True, False]
    assert all("B6" in found for found in offers(dealt(rules=sp.Rules(b6_behind=0), scores=(9, 0, 0))))
    assert not any("B6" in found for found in offers(dealt(scores=(0, 0, 0))))
    with pytest.raises(IllegalCall) as caught:
        sp.Deal(dealer=2, seed=1, scores=(0, 49, 0)).push("B6")
    assert (caught.value.explanation.clause, caught.value.explanation.option) == ("CS-BID-6", "b6_behind")


def test_cs_bid_7_limit_of_blind_sixes() -> None:
    rules = sp.Rules(b6_behind=0)
    assert ["B6" in found for found in offers(dealt(rules=rules, blind_sixes=(1, 0, 0)))] == [
        False,
        True,
        True,
    ]
    table = rules.replace(b6_limit_scope="table", b6_limit=2)
    assert ["B6" in found for found in offers(dealt(rules=table, blind_sixes=(2, 0, 0)))] == [False] * 3
    # one of this hand counts for the table
    deal = sp.Deal(table, dealer=2, seed=1, blind_sixes=(1, 0, 0))
    deal.push("B6")
    assert "B6" not in texts(deal)
    assert deal.blind_sixes == (2, 0, 0)
    assert "B6" in texts(sp.Deal(rules, dealer=2, seed=1).push_all("B6"))
    unlimited = rules.replace(b6_limit=None)
    assert all("B6" in found for found in offers(dealt(rules=unlimited, blind_sixes=(5, 5, 5))))
    assert not any("B6" in found for found in offers(dealt(rules=rules.replace(b6_limit=0))))


def test_cs_bid_8_blind_nil_needs_nothing() -> None:
    assert all("BN" in found for found in offers(dealt(scores=(490, 0, -200), blind_sixes=(1, 1, 1))))


def test_cs_bid_9_shoot_the_moon_needs_the_cards() -> None:
    assert "SM" in texts(sp.Deal(dealer=2, seed=1).push_all("LOOK"))
    assert "SM" not in texts(sp.Deal(sp.Rules.four(), dealer=2, seed=1).push_all("LOOK"))
    eleven = sp.Rules.five_2_jokers(sm_tricks=11)
    deal = sp.Deal(eleven, dealer=4, seed=1)
    for _ in range(4):
        assert "SM" in texts(deal.push_all("LOOK"))
        deal.push("1")
    assert "SM" not in texts(deal.push_all("LOOK"))  # the dealer has ten cards
    assert deal.explain("SM").clause == "CS-BID-9"
    with pytest.raises(RulesError, match="more than the 13 cards"):
        sp.Rules.four(sm_tricks=14)


def test_cs_bid_10_hook() -> None:
    rules = sp.Rules(hook=True)
    last = sp.Deal(rules, dealer=2, seed=1).push_all("LOOK 8 LOOK 7 LOOK")
    assert {"2", "2F"}.isdisjoint(texts(last))
    assert {"1", "3", "1F", "NIL"} <= texts(last)
    assert last.explain("2").clause == "CS-BID-10"
    nothing = sp.Deal(rules, dealer=2, seed=1).push_all("LOOK 9 LOOK 8")
    assert "BN" not in texts(nothing)  # nil counts 0; blind bids are barred as well
    assert "NIL" not in texts(nothing.push_all("LOOK") if LOOK in nothing.legal_actions else nothing)
    blind = sp.Deal(rules.replace(b6_behind=0), dealer=2, seed=1).push_all("LOOK 9 LOOK 2")
    assert texts(blind) == {"LOOK", "BN"}
    free = sp.Deal(dealer=2, seed=1).push_all("LOOK 8 LOOK 7 LOOK")
    assert {"2", "2F"} <= texts(free)


def test_cs_flow_1_bids_then_cards_and_nothing_else() -> None:
    deal = sp.Deal(dealer=2, seed=1)
    kinds = []
    while not deal.is_over:
        kinds.append((deal.phase, type(deal.legal_actions[0]).__name__))
        deal.push("3" if deal.phase is Phase.AUCTION else deal.legal_actions[0])
    assert set(kinds) == {(Phase.AUCTION, "Look"), (Phase.PLAY, "Play")}
    assert len(kinds) == 3 + 51
    for text in ("ALONE", "STAND", "put SA", "name S", "call HA"):
        with pytest.raises(WrongPhase):
            sp.Deal(dealer=2, seed=1).push(text)


def test_ranks_of_five_hundred_are_in_no_pack() -> None:
    strange = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN}
    assert all(card.rank not in strange for pack in sp.PACKS.values() for card in pack)
    assert Card.JK not in sp.PACKS["55"]
    assert cards("JC") == {"CJ"}
    assert middle({0: "S2", 1: "S3", 2: "S4"}, size=1).legal_actions
