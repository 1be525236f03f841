"""Sections 2, 3 and 5 of the rules, clause by clause: players and packs, the deal, the kitty."""

from __future__ import annotations

from math import comb

import pytest

from rules.constructed import calling, cards, dealt, put_away, texts
from tricktake import CardSet, IllegalExchange, Phase, RulesError, SetupError, Strain, Suit, WrongPhase
from tricktake import fivehundred as fh

# ---- players, sides, packs, order --------------------------------------------------------------------


def test_fh_gen_1_the_aim() -> None:
    assert (fh.Rules().target, fh.Rules().lose_at) == (500, -500)


def test_fh_gen_2_sides_by_the_number_of_players() -> None:
    assert fh.Rules().players == 4
    sides = {
        (2, "2x3"): ((0,), (1,)),
        (3, "2x3"): ((0,), (1,), (2,)),
        (4, "3x2"): ((0, 2), (1, 3)),
        (5, "2x3"): ((0,), (1,), (2,), (3,), (4,)),
        (6, "2x3"): ((0, 2, 4), (1, 3, 5)),
        (6, "3x2"): ((0, 3), (1, 4), (2, 5)),
    }
    for (players, teams), expected in sides.items():
        rules = fh.Rules(players=players, teams6=teams)
        assert rules.sides == expected
        assert len(fh.Deal(rules, seed=1).scores) == len(expected)
    with pytest.raises(RulesError, match="players"):
        fh.Rules(players=7)


def test_fh_gen_3_the_deal_moves_left() -> None:
    match = fh.Match(seed=5)
    first = match.next_deal().push_all("P P P P").dealer
    assert match.next_deal().dealer == (first + 1) % 4


def test_fh_deck_1_packs_of_43_and_45() -> None:
    for deck, kitty in ((43, 3), (45, 5)):
        deal = fh.Deal(fh.Rules(deck4=deck), seed=1)
        assert [len(deal.hand(seat)) for seat in range(4)] == [10] * 4
        assert len(deal.kitty) == kitty
        assert len(fh.PACKS[deal.rules.pack_name]) == deck
    black_fours = CardSet("S4 C4")
    assert fh.PACKS["43"].cards.isdisjoint(black_fours)
    assert fh.PACKS["45"].cards - fh.PACKS["43"].cards == black_fours
    with pytest.raises(RulesError):
        fh.Rules(deck4=44)


def order_of(strain: Strain, suit: Suit, nominated: Suit | None = None) -> list[str]:
    """Return the cards of a suit in a contract, from the top."""
    suits = fh.card_order(fh.PACKS["43"], strain, nominated).suits
    return [card.name for card in reversed(suits[suit])]


def test_fh_card_1_plain_suits() -> None:
    assert order_of(Strain.HEARTS, Suit.CLUBS) == [
        "CA",
        "CK",
        "CQ",
        "CJ",
        "C10",
        "C9",
        "C8",
        "C7",
        "C6",
        "C5",
    ]
    assert order_of(Strain.HEARTS, Suit.SPADES)[:4] == ["SA", "SK", "SQ", "SJ"]


def test_fh_card_2_trumps() -> None:
    hearts = ["JK", "HJ", "DJ", "HA", "HK", "HQ", "H10", "H9", "H8", "H7", "H6", "H5", "H4"]
    assert order_of(Strain.HEARTS, Suit.HEARTS) == hearts
    assert order_of(Strain.SPADES, Suit.SPADES)[:5] == ["JK", "SJ", "CJ", "SA", "SK"]


def test_fh_card_3_any_trump_beats_any_other_card() -> None:
    """Also R-04: the order is that of the contract, not of the card numbers."""
    order = fh.card_order(fh.PACKS["43"], Strain.HEARTS)
    assert order.winner(["SA", "H4", "SK", "SQ"]) == 1
    assert order.winner(["SA", "H5", "SK", "SQ"]) == 1
    assert order.winner(["H10", "HA", "DJ", "HJ"]) == 3
    assert order.winner(["HK", "DJ", "HA", "C9"]) == 1


def test_fh_card_4_no_bowers_without_trumps() -> None:
    """Also R-03: in a misère the jack of diamonds is a diamond, between queen and ten."""
    hearts = ["HA", "HK", "HQ", "HJ", "H10", "H9", "H8", "H7", "H6", "H5", "H4"]
    assert order_of(Strain.NO_TRUMP, Suit.HEARTS) == hearts
    order = fh.card_order(fh.PACKS["43"], Strain.NO_TRUMP)
    assert order.winner(["HJ", "HQ", "H10", "DJ"]) == 1
    assert order.winner(["H10", "HJ", "H9", "DA"]) == 1


def test_fh_card_5_effective_suits() -> None:
    order = fh.card_order(fh.PACKS["43"], Strain.CLUBS)
    assert [order.suit_of(card) for card in ("JK", "CJ", "SJ", "SA")] == [1, 1, 1, 0]
    free = fh.card_order(fh.PACKS["43"], Strain.NO_TRUMP)
    assert (free.suit_of("JK"), free.suit_of("SJ")) == (None, 0)
    assert fh.card_order(fh.PACKS["43"], Strain.NO_TRUMP, Suit.DIAMONDS).suit_of("JK") == 2


# ---- the deal ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_fh_deal_1_left_of_the_dealer_first(dealer: int) -> None:
    pack = list(fh.PACKS["43"])
    deal = fh.Deal(dealer=dealer, pack=pack)
    assert CardSet(pack[:3]) <= deal.hand((dealer + 1) % 4)
    assert CardSet(pack[39:42]) <= deal.hand(dealer)


def test_fh_deal_2_packets_of_three_four_and_three() -> None:
    pack = list(fh.PACKS["43"])
    deal = fh.Deal(dealer=3, pack=pack)
    assert deal.hand(0) == CardSet(pack[0:3] + pack[13:17] + pack[30:33])
    assert deal.kitty == CardSet([pack[12], pack[29], pack[42]])


def test_fh_deal_3_packets_with_a_kitty_of_five() -> None:
    pack = list(fh.PACKS["45"])
    deal = fh.Deal(fh.Rules(deck4=45), dealer=3, pack=pack)
    assert deal.hand(3) == CardSet(pack[9:12] + pack[27:31] + pack[42:45])
    assert deal.kitty == CardSet(pack[12:15] + pack[31:33])


def test_fh_deal_4_a_pack_order_is_dealt_off_the_top() -> None:
    pack = list(fh.PACKS["43"])
    assert fh.Deal(dealer=3, pack=pack) == fh.Deal(dealer=3, pack=" ".join(card.name for card in pack))
    assert fh.Deal(dealer=3, pack=pack) != fh.Deal(dealer=3, pack=pack[::-1])
    with pytest.raises(SetupError):
        fh.Deal(dealer=3, pack=pack[1:])


def test_fh_deal_5_the_kitty_is_seen_by_nobody() -> None:
    deal = calling("6S P")
    assert [deal.view(seat).kitty for seat in range(4)] == [None] * 4


# ---- the kitty ---------------------------------------------------------------------------------------


def test_fh_kit_1_the_contractor_takes_the_kitty() -> None:
    """Also R-10: 2 cards, 4 cards, one not held and one twice are refused without change."""
    deal = dealt({0: "AS"}, calls="6S P P P")
    assert deal.hand(0) == deal.dealt[0] | deal.kitty
    assert deal.view(0).kitty == deal.kitty
    assert len(deal.legal_actions) == comb(13, 3)
    before = deal.to_text()
    held = [card.name for card in deal.hand(0)]
    strange = next(iter(deal.hand(1))).name
    for wrong in (held[:2], held[:4], [*held[:2], strange]):
        with pytest.raises(IllegalExchange):
            deal.push("put " + " ".join(wrong))
    with pytest.raises(ValueError, match="twice"):
        deal.push(f"put {held[0]} {held[0]} {held[1]}")
    assert deal.to_text() == before
    put_away(deal)
    assert [len(deal.hand(seat)) for seat in range(4)] == [10] * 4
    five = dealt(rules=fh.Rules(deck4=45), calls="6S P P P")
    assert len(five.legal_actions) == comb(15, 5)


def test_fh_kit_2_any_cards_may_be_put_away() -> None:
    deal = dealt({0: "AS JS"}, kitty="JK", calls="6S P P P")
    deal.push("put JK JS AS")
    assert deal.put_away == CardSet("JK JS AS")
    assert deal.view(0).put_away == CardSet("JK JS AS")
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    played = CardSet([card.card for trick in deal.finished for card in trick])
    assert played.isdisjoint(CardSet("JK JS AS"))
    assert deal.view(1).put_away is None


@pytest.mark.parametrize("calls", ["6S P P P", "6NT P P P", "OM P P P", "BM P P P", "7S M P P P"])
def test_fh_kit_3_every_contract_takes_it(calls: str) -> None:
    deal = calling(calls)
    assert deal.phase is Phase.EXCHANGE
    sans = calling(calls.replace(" P P P", "-SK P P P"))
    assert sans.phase in (Phase.PLAY, Phase.NOMINATION)


def test_fh_kit_4_order_of_the_phases() -> None:
    deal = dealt(kitty="JK", rules=fh.Rules(final_raise=fh.FinalRaise.ALLOWED), calls="6NT P P P")
    seen = [Phase.AUCTION, deal.phase]
    deal.push("STAND")
    seen.append(deal.phase)
    put_away(deal, keep="JK")
    seen.append(deal.phase)
    deal.push("name none")
    seen.append(deal.phase)
    while not deal.is_over:
        deal.push(deal.legal_actions[-1])
    assert [*seen, deal.phase] == [
        Phase.AUCTION,
        Phase.FINAL_RAISE,
        Phase.EXCHANGE,
        Phase.NOMINATION,
        Phase.PLAY,
        Phase.OVER,
    ]


def test_fh_flow_1_each_action_in_its_phase() -> None:
    tried = {"6S": "call", "put S5 S6 S7": "put", "name S": "name", "HQ": "play", "STAND": "stand"}
    deal = dealt(kitty="JK", rules=fh.Rules(final_raise=fh.FinalRaise.ALLOWED))
    steps = [("call", ["6NT", "P", "P", "P"]), ("stand", ["STAND"])]
    for phase, actions in steps:
        for action, kind in tried.items():
            if kind != phase and not (phase == "stand" and kind == "call"):
                with pytest.raises(WrongPhase):
                    deal.push(action)
        deal.push_all(actions)
    for refused in ("6S", "name S", "HQ", "STAND", "LOOK", "P"):
        with pytest.raises(WrongPhase, match="put cards away"):
            deal.push(refused)
    put_away(deal, keep="JK")
    assert texts(deal) == {"name S", "name C", "name D", "name H", "name none"}
    for refused in ("7S", "put S5 S6 S7", "HQ"):
        with pytest.raises(WrongPhase, match="name a suit"):
            deal.push(refused)
    deal.push("name none")
    for refused in ("P", "put S5 S6 S7", "name S", "LOOK", "ALONE", "call HA"):
        with pytest.raises(WrongPhase, match="play a card"):
            deal.push(refused)
    assert texts(deal) == (cards(str(deal.hand(0))) - {"JK"}) | {"JK:S", "JK:C", "JK:D", "JK:H"}
