"""Sections 2 to 5 of the rules, clause by clause: players and packs, the deal, the auction, the kitty."""

from __future__ import annotations

from itertools import pairwise
from math import comb

import pytest

from rules.constructed import auction, bids, calling, cards, dealt, put_away, texts
from tricktake import (
    Bid,
    CardSet,
    IllegalCall,
    IllegalExchange,
    Phase,
    RulesError,
    SetupError,
    Strain,
    Suit,
    WrongPhase,
)
from tricktake import fivehundred as fh

ORDER = "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D OM 10H 10NT".split()
NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def seats_asked(deal: fh.Deal) -> list[int]:
    """Return who called, in order."""
    return [call.seat for call in deal.auction]


def outcome(deal: fh.Deal) -> tuple[str, int] | None:
    """Return the contract and its contractor."""
    return None if deal.contract is None else (deal.contract.bid.text, deal.contract.contractor)


# ---- players, sides, packs, order --------------------------------------------------------------------


def test_fh_gen_1_the_aim() -> None:
    assert (fh.Rules().target, fh.Rules().lose_at) == (500, -500)


def test_fh_gen_2_four_players_on_two_sides() -> None:
    assert fh.Rules().players == 4
    assert fh.Rules().sides == ((0, 2), (1, 3))
    assert len(fh.Deal(seed=1).scores) == 2
    with pytest.raises(RulesError, match="players"):
        fh.Rules(players=3)


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
    assert order_of(Strain.HEARTS, Suit.CLUBS) == "CA CK CQ CJ C10 C9 C8 C7 C6 C5".split()
    assert order_of(Strain.HEARTS, Suit.SPADES)[:4] == "SA SK SQ SJ".split()


def test_fh_card_2_trumps() -> None:
    hearts = "JK HJ DJ HA HK HQ H10 H9 H8 H7 H6 H5 H4".split()
    assert order_of(Strain.HEARTS, Suit.HEARTS) == hearts
    assert order_of(Strain.SPADES, Suit.SPADES)[:5] == "JK SJ CJ SA SK".split()


def test_fh_card_3_any_trump_beats_any_other_card() -> None:
    """Also R-04: the order is that of the contract, not of the card numbers."""
    order = fh.card_order(fh.PACKS["43"], Strain.HEARTS)
    assert order.winner(["SA", "H4", "SK", "SQ"]) == 1
    assert order.winner(["SA", "H5", "SK", "SQ"]) == 1
    assert order.winner(["H10", "HA", "DJ", "HJ"]) == 3
    assert order.winner(["HK", "DJ", "HA", "C9"]) == 1


def test_fh_card_4_no_bowers_without_trumps() -> None:
    """Also R-03: in a misère the jack of diamonds is a diamond, between queen and ten."""
    hearts = "HA HK HQ HJ H10 H9 H8 H7 H6 H5 H4".split()
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


# ---- the auction -------------------------------------------------------------------------------------


def test_fh_bid_1_left_of_the_dealer_calls_first() -> None:
    for dealer in range(4):
        assert dealt(dealer=dealer).turn == (dealer + 1) % 4
    assert seats_asked(calling("6S P 6C P 6D P")) == [0, 1, 2, 3, 0, 2]


def test_fh_bid_2_six_to_ten_tricks() -> None:
    legal = bids(auction(""))
    assert {f"{level}{strain}" for level in range(6, 11) for strain in ("S", "C", "D", "H", "NT")} <= legal
    with pytest.raises(IllegalCall, match="no bid of five hundred"):
        auction("").push("5")
    assert calling("7H P P P").contract is not None
    assert calling("7H P P P").contract.target == 7  # type: ignore[union-attr]


def test_fh_bid_3_order_of_the_suits() -> None:
    for low, high in pairwise("7S 7C 7D 7H 7NT".split()):
        assert high in bids(auction(low))
        assert low not in bids(auction(high))


def test_fh_bid_4_strictly_higher() -> None:
    table = fh.bid_table(fh.Rules())
    for number, low in enumerate(ORDER):
        for high in ORDER[number + 1 :]:
            assert table.outranks(Bid(high), Bid(low))
            assert not table.outranks(Bid(low), Bid(high))
        assert not table.outranks(Bid(low), Bid(low))
    with pytest.raises(IllegalCall, match="seat 1 cannot bid 7S: it does not outrank the high bid 7C"):
        calling("7C").push("7S")


def test_fh_bid_5_misere_after_a_seven() -> None:
    assert "M" not in bids(auction("6NT"))
    assert "M" in bids(auction("7NT"))
    assert "M" not in bids(auction("7S 8S"))
    free = {"misere_requires_7": False}
    assert "M" in bids(auction("6NT", **free))
    assert "M" in bids(auction("", **free))
    assert "M" not in bids(auction("8S", **free))
    assert "M" not in bids(auction("7S", misere=False))


def test_fh_bid_6_open_misere() -> None:
    assert "OM" in bids(auction(""))
    assert "OM" in bids(auction("10D"))
    assert "OM" not in bids(auction("10H"))
    eight = {"open_misere_requires_8": True}
    assert "OM" not in bids(auction("7NT", **eight))
    assert "OM" not in bids(auction("7S M", **eight))
    assert "OM" in bids(auction("8S", **eight))
    assert "BM" in texts(calling("7NT", **eight))
    assert "OM" not in bids(auction("", open_misere=False))


def test_fh_bid_7_blind_misere_ranks_as_open_misere() -> None:
    table = fh.bid_table(fh.Rules())
    assert table.rank(Bid("BM")) == table.rank(Bid("OM"))
    assert table.value(Bid("BM")) == table.value(Bid("OM")) == 500
    deal = calling("BM P")
    assert deal.has_looked(2)
    assert "OM" not in bids(deal)
    assert "BM" not in texts(calling("", blind_misere=False))


def test_fh_bid_8_looking() -> None:
    deal = dealt()
    assert texts(deal) == {"LOOK", "BM", "BM-SK"}
    assert not any(deal.has_looked(seat) for seat in range(4))
    deal.push("LOOK")
    assert deal.turn == 0
    assert len(deal.auction) == 0  # LOOK is not a call
    assert "P" in texts(deal)
    for gone in ("BM", "LOOK"):
        with pytest.raises(IllegalCall):
            deal.push(gone)
    assert calling("10H").has_looked(1)  # no blind bid would be legal
    assert calling("OM").has_looked(1)
    seen = dealt(rules=fh.Rules(blind_misere=False))
    assert all(seen.has_looked(seat) for seat in range(4))
    assert "LOOK" not in texts(seen)


def test_fh_bid_8_a_blind_bidder_looks_at_his_next_decision() -> None:
    overcalled = calling("BM 10H P P")
    assert overcalled.turn == 0
    assert overcalled.has_looked(0)
    assert not calling("BM 10H P").has_looked(0)
    raising = calling("BM P P P", final_raise="allowed")
    assert (raising.phase, raising.turn, raising.has_looked(0)) == (Phase.FINAL_RAISE, 0, True)
    won = calling("BM P P P")
    assert (won.phase, won.has_looked(0)) == (Phase.EXCHANGE, True)
    sans = calling("BM-SK P P P")
    assert all(sans.has_looked(seat) for seat in range(4))


def test_fh_bid_8_only_the_first_two_views_of_a_blind_auction() -> None:
    deal = calling("BM")
    assert [deal.has_looked(seat) for seat in range(4)] == [False, True, False, False]


def test_fh_bid_9_sans_kitty() -> None:
    deal = dealt({0: "AS"}, calls="6S-SK P P P")
    assert deal.phase is Phase.PLAY
    assert deal.hand(0) == deal.dealt[0]
    assert deal.view(0).kitty is None
    assert "6S-SK" not in texts(auction("", sans_kitty=False))
    with pytest.raises(IllegalCall, match="the kitty is always taken"):
        auction("", sans_kitty=False).push("6S-SK")


def test_fh_bid_10_sans_kitty_ranks_the_same_or_above() -> None:
    assert not {"7H", "7H-SK"} & texts(auction("7H"))
    assert "7H-SK" in texts(auction("7H", sans_kitty_rank="above"))
    assert "7H" not in texts(auction("7H-SK", sans_kitty_rank="above"))
    assert "7NT" in texts(auction("7H-SK", sans_kitty_rank="above"))
    stakes = [fh.bid_table(fh.Rules(sans_kitty_mult=times)).stake(Bid("7H-SK")) for times in (1, 2)]
    assert stakes == [200, 400]


def test_fh_bid_11_pass_is_final() -> None:
    assert seats_asked(calling("P 6S P P")) == [0, 1, 2, 3]
    assert calling("P 6S P P").phase is Phase.EXCHANGE
    again = calling("P 6S P P", pass_final=False)
    assert again.turn == 0
    again.push_all("7S P P P")
    assert outcome(again) == ("7S", 0)
    assert seats_asked(again) == [0, 1, 2, 3, 0, 1, 2, 3]
    assert calling("P P P P", pass_final=False).is_over
    assert calling("P P P 6S P P P", pass_final=False).phase is Phase.EXCHANGE
    single = calling("6S P P P", pass_final=False, auction="single")
    assert outcome(single) == ("6S", 0)


def test_fh_bid_12_the_end_of_the_auction() -> None:
    deal = calling("6S P 7S P P")
    assert outcome(deal) == ("7S", 2)
    assert calling("P P P").turn == 3
    assert outcome(calling("P P P 6S")) == ("6S", 3)


def test_fh_bid_13_final_raise() -> None:
    assert calling("6S P P P").phase is Phase.EXCHANGE
    allowed = calling("6S P P P", final_raise="allowed")
    assert (allowed.phase, allowed.turn) == (Phase.FINAL_RAISE, 0)
    with pytest.raises(WrongPhase, match="stand or raise"):
        allowed.push("P")
    stood = allowed.copy()
    stood.push("STAND")
    assert outcome(stood) == ("6S", 0)
    allowed.push("7S")
    assert outcome(allowed) == ("7S", 0)
    reopen = calling("6S P P P 7S", final_raise="reopen")
    assert (reopen.phase, reopen.turn) == (Phase.AUCTION, 1)
    reopen.push_all("7C P P P")
    assert (reopen.phase, reopen.turn) == (Phase.FINAL_RAISE, 1)
    reopen.push("STAND")
    assert outcome(reopen) == ("7C", 1)


def test_fh_bid_13_raising_after_all_others_have_passed() -> None:
    late = calling("P P P 6S", final_raise="allowed")
    assert (late.phase, late.turn) == (Phase.FINAL_RAISE, 3)
    assert calling("10NT P P P", final_raise="allowed").phase is Phase.EXCHANGE  # nothing is higher
    above = calling("10NT P P P", final_raise="allowed", sans_kitty_rank="above")
    assert texts(above) == {"STAND", "10NT-SK"}


def test_fh_bid_14_all_pass() -> None:
    thrown = calling("P P P P")
    assert (thrown.phase, thrown.score().points) == (Phase.OVER, (0, 0))
    played = calling("P P P P", all_pass="play_nt")
    assert (played.phase, played.turn, played.contract) == (Phase.PLAY, 0, None)
    while not played.is_over:
        played.push(played.legal_actions[-1])
    tricks = played.tricks
    assert played.score().points == (10 * (tricks[0] + tricks[2]), 10 * (tricks[1] + tricks[3]))
    capped = dealt(rules=fh.Rules(all_pass="play_nt", defender_cap=490), scores=(480, 0), calls="P P P P")  # type: ignore[arg-type]
    for step in played.history[len(capped) :]:
        assert step.action is not None
        capped.push(step.action)
    assert capped.score().points == (min(10, 10 * (tricks[0] + tricks[2])), 10 * (tricks[1] + tricks[3]))


def test_fh_bid_15_single_round() -> None:
    single = calling("6S 7S P P", auction="single")
    assert outcome(single) == ("7S", 1)
    assert seats_asked(calling("6S 7S P P", auction="multi")) == [0, 1, 2, 3]
    assert calling("6S 7S P P", auction="multi").turn == 0


def test_fh_bid_16_only_a_pass_over_10nt() -> None:
    deal = calling("10NT")
    assert texts(deal) == {"P"}
    deal.push_all("P P P")
    assert seats_asked(deal) == [0, 1, 2, 3]


def test_fh_bid_17_nullo() -> None:
    nullo = {"misere_rank": "between_8S_8C", "misere_requires_7": False}
    assert "M" in bids(auction("8S", **nullo))
    assert "M" not in bids(auction("8C", **nullo))
    assert "M" not in bids(auction("8S", misere_requires_7=False))
    assert "M" not in bids(auction("8S", misere_rank="between_8S_8C"))  # no seven has been bid
    assert "M" in bids(auction("7S 8S", misere_rank="between_8S_8C"))


def test_fh_bid_18_inkle() -> None:
    assert "6H" in bids(auction("6S", inkle=True))
    assert not any(bid.startswith("6") for bid in bids(auction("6S P", inkle=True)))
    assert "6H" in bids(auction("6S P"))
    assert "6D" in bids(auction("6S 6C P P", inkle=True))  # at any of his turns
    for all_pass in ("throw_in", "play_nt"):
        thrown = calling("6S P P P", inkle=True, all_pass=all_pass)
        assert (thrown.phase, thrown.contract, thrown.score().points) == (Phase.OVER, None, (0, 0))
    assert outcome(calling("6S P P P")) == ("6S", 0)


def test_fh_bid_19_bids_by_value() -> None:
    original, inverted = ({"schedule": name, **NO_MISERE} for name in ("original", "inverted"))
    assert "8H" in bids(auction("9C", **original))  # 300 over 240
    assert "7S" in bids(auction("6D", **original))  # 80 each, and more tricks
    assert "8D" in bids(auction("9H", **inverted)) is False or "9H" in bids(auction("8D", **inverted))
    assert "6S" in bids(auction("6C", **inverted))
    assert "6S" not in bids(auction("6C"))
    for schedule in ("original", "inverted"):
        with pytest.raises(RulesError, match="misère has no place"):
            fh.Rules(schedule=schedule)  # type: ignore[arg-type]


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
