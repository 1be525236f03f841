"""What a club player of spades does in particular situations, and that a choice depends on the view alone."""

import pickle
import time

import pytest

from cardcore import Stream
from tricktake import LOOK, CardSet, Phase
from tricktake import spades as sp
from tricktake.bots import Heuristic, Random
from tricktake.view import View

OFFICIAL = sp.Rules.official()
PLAIN = sp.Rules.official(awards="none")
PARTNERS = sp.Rules.partners_500()


def choice(deal):
    return Heuristic().choose(deal.view(deal.turn)).text


def deal_with(hand, *, rules=OFFICIAL, seat=0, dealer=None, shuffle=1, **more):
    """A deal in which one seat holds these cards and the rest is dealt from a shuffle."""
    mine = CardSet(hand)
    rest = list(sp.PACKS[rules.pack_name].cards - mine)
    rest = [rest[at] for at in Stream(shuffle, purpose=9).permutation(len(rest))]
    dealer = (seat - 1) % rules.players if dealer is None else dealer
    hands = []
    for other, size in enumerate(rules.hand_sizes(dealer)):
        hands.append(mine if other == seat else CardSet([rest.pop() for _ in range(size)]))
    return sp.Deal(rules, dealer=dealer, hands=hands, **more)


def bid(hand, *, before="", **more):
    """The bid on a hand, after the bids before it."""
    deal = deal_with(hand, **more).push_all(before)
    if not deal.has_looked(deal.turn):
        deal.push("LOOK")
    return choice(deal)


def play(hands, bids, *, rules=PLAIN, leader=0, tricks=None, cards="", is_broken=False, **more):
    """The card played in a constructed ending after some cards of a trick."""
    start = sp.PlayStart(tuple(bids.split()), leader=leader, tricks=tricks, is_broken=is_broken)
    return choice(sp.Deal(rules, hands=hands, start=start, **more).push_all(cards))


# ---- bids ----------------------------------------------------------------------------------------


def test_looks_before_bidding():
    for name in sp.PRESETS:
        deal = sp.Deal(sp.Rules.preset(name), dealer=2, seed=5)
        assert (choice(deal) == "LOOK") == (LOOK in deal.legal_actions)


def test_counts_top_tricks():
    assert int(bid("SA SK SQ SJ S10 CA CK DA DK HA HK C3 C4 D3 D4 H2 H3")) >= 9
    assert int(bid("SA SK S4 S3 CA C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3")) in (5, 6)
    assert int(bid("SA SQ S9 S3 CA CK C4 DA DQ D7 HK H6 H5", rules=sp.Rules.four())) in (5, 6)


def test_a_better_card_never_makes_a_smaller_bid():
    low = "S9 S8 S4 S3 C10 C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3"
    better = [low.replace("S9", "SK"), low.replace("S9", "SA"), low.replace("S9", "SA").replace("S8", "SK")]
    bids = [int(bid(hand)) for hand in (low, *better)]
    assert bids == sorted(bids)
    assert bids[-1] > bids[0]


def test_nil_with_low_cards_only():
    low = "S3 S2 C6 C4 C3 C2 D7 D5 D3 D2 H6 H4 H2"
    assert bid(low, rules=PARTNERS) == "NIL"
    assert bid(low, rules=sp.Rules.four()) == "NIL"
    assert bid(low.replace("S3", "SA"), rules=PARTNERS) != "NIL"
    assert bid(low.replace("S3", "SK"), rules=PARTNERS) != "NIL"
    assert bid(low.replace("H6 H4 H2", "HA HK H2"), rules=PARTNERS) != "NIL"
    assert bid(low, rules=PARTNERS.replace(special_bids="none", bn_behind=None, bn_exchange=0)) == "1"


def test_two_for_forty_where_two_tricks_are_likely():
    hand = "SA S4 CA C9 C8 C3 D9 D7 D4 H10 H8 H5 H3"
    assert bid(hand, rules=sp.Rules.four()) == "2F"
    assert bid(hand, rules=sp.Rules.four(special_bids="NIL")) == "2"


def test_bids_no_more_than_the_game_needs():
    hand = "SA SK S4 S3 CA C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3"
    assert int(bid(hand)) >= 5
    assert int(bid(hand, scores=(470, 300, 300))) in (3, 4)
    assert int(bid(hand, scores=(490, 300, 300))) <= 4


def test_near_the_bag_limit_every_trick_is_bid():
    hand = "SA SQ S9 S3 CA CK C4 C3 C7 C5 C6 DA DQ D7 HK H6 H5"
    relaxed = [int(bid(hand, shuffle=shuffle)) for shuffle in range(3)]
    wary = [int(bid(hand, shuffle=shuffle, bags=(9, 0, 0))) for shuffle in range(3)]
    assert min(wary) >= max(relaxed)
    dear = int(bid(hand, rules=sp.Rules.preset("short_minus10")))
    assert dear >= max(relaxed)


def test_the_others_bids_count():
    hand = "SK S9 S4 S3 CA C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3"
    calm = int(bid(hand, dealer=0, before="LOOK 4 LOOK 4"))
    crowded = int(bid(hand, dealer=0, before="LOOK 9 LOOK 8"))
    assert crowded < calm


def test_hook_is_respected():
    rules = OFFICIAL.replace(hook=True)
    hand = "SK S9 S4 S3 CA C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3"
    free = int(bid(hand, dealer=0, before="LOOK 6 LOOK 6"))
    hooked = bid(hand, rules=rules, dealer=0, before=f"LOOK {16 - free - 4} LOOK 5")
    assert hooked != str(17 - (16 - free - 4) - 5)


def test_a_partners_number_is_not_bid_again():
    """Covering a nil takes tricks, so the same hand is bid lower beside one."""
    hand = "SA SQ S9 S3 CA CK C4 DA DQ D7 HK H6 H5"
    beside_number = int(bid(hand, rules=PARTNERS, seat=2, dealer=3, before="4 3"))
    beside_nil = int(bid(hand, rules=PARTNERS, seat=2, dealer=3, before="NIL 3"))
    assert beside_nil <= beside_number <= 7


@pytest.mark.parametrize(
    ("scores", "call"),
    [((0, 0, 0), "LOOK"), ((60, 200, 0), "LOOK"), ((300, 450, 0), "B6"), ((100, 480, 50), "B6")],
)
def test_blind_six_only_when_far_behind_a_leader_about_to_win(scores, call):
    assert choice(sp.Deal(OFFICIAL, dealer=2, seed=1, scores=scores)) == call


def test_blind_nil_only_when_desperate():
    assert choice(sp.Deal(PARTNERS, dealer=3, seed=1, scores=(100, 300))) == "LOOK"
    assert choice(sp.Deal(PARTNERS, dealer=3, seed=1, scores=(150, 450))) == "BN"
    beside = sp.Deal(PARTNERS, dealer=1, seed=1, scores=(150, 450)).push_all("NIL")
    assert beside.push_all("3").turn == 0
    nil_partner = beside.view(0)
    assert Heuristic().choose(nil_partner).text == "LOOK"
    five = sp.Rules.five()
    assert choice(sp.Deal(five, dealer=4, seed=1, scores=(0, 300, 0, 0, 0))) == "LOOK"
    assert choice(sp.Deal(five, dealer=4, seed=1, scores=(0, 490, 0, 0, 0))) == "BN"


def test_shooting_the_moon_takes_a_moon():
    assert bid("SA SK SQ SJ S10 S9 S8 S7 CA CK DA DK DQ HA HK HQ HJ") == "SM"
    bids = set()
    for number in range(150):
        deal = sp.Deal(OFFICIAL, dealer=2, seed=3, number=number).push_all("LOOK")
        bids.add(choice(deal))
    assert "SM" not in bids


# ---- exchange ------------------------------------------------------------------------------------


def test_the_nil_bidder_gives_his_most_dangerous_cards():
    deal = deal_with("SA SK C6 C4 C3 C2 D7 D5 D3 D2 H6 H4 H2", rules=PARTNERS, scores=(0, 300))
    deal.push_all("BN 3 4 3")
    assert deal.phase is Phase.EXCHANGE
    assert Heuristic().choose(deal.view(0)).cards == CardSet("SA SK")
    deal = deal_with("S3 S2 CA C4 C3 C2 D7 D5 D3 HK H6 H4 H2", rules=PARTNERS, scores=(0, 300))
    given = Heuristic().choose(deal.push_all("BN 3 4 3").view(0)).cards
    assert given == CardSet("CA HK")


def test_the_partner_of_a_blind_nil_gives_low_cards():
    deal = deal_with(
        "SA SK SQ C10 C9 C3 C2 DA D4 D3 HA H6 H5", rules=PARTNERS, seat=2, dealer=3, scores=(0, 300)
    )
    deal.push_all("BN 3 4 3")
    deal.push(Heuristic().choose(deal.view(0)))
    assert deal.turn == 2
    given = Heuristic().choose(deal.view(2)).cards
    assert all(card.rank <= 2 and card.suit != 0 for card in given)


# ---- cards ---------------------------------------------------------------------------------------


def test_last_seat_wins_with_the_cheapest_winner():
    hands = ["C9 D4 H2", "C10 D5 H3", "CA CJ C3"]
    assert play(hands, "1 1 3", tricks=(7, 7, 0), cards="C9 C10") == "CJ"


def test_last_seat_loses_with_its_lowest_when_it_still_wants_tricks():
    hands = ["CA D4 H2", "C10 D5 H3", "CK C4 C3"]
    assert play(hands, "1 1 2", tricks=(7, 7, 0), cards="CA C10") == "C3"


def test_a_bid_that_is_made_takes_no_bags():
    """With its bid made, a seat ducks what nobody needs and throws high cards under higher ones."""
    hands = ["C9 D4 H2", "C10 D5 H3", "CA CJ C3"]
    assert play(hands, "3 3 2", tricks=(6, 6, 2), cards="C9 C10", bags=(0, 0, 8)) == "C3"
    under = ["CA D4 H2", "C10 D5 H3", "CK C4 C3"]
    assert play(under, "3 3 2", tricks=(6, 6, 2), cards="CA C10", bags=(0, 0, 8)) == "CK"


def test_a_bid_that_is_made_still_sets_others():
    """Seat 1 needs both tricks left; taking one sets its bid of seven."""
    hands = ["C9 D4", "C10 DK", "CA D3"]
    assert play(hands, "3 7 2", tricks=(7, 5, 3), cards="C9 C10") == "CA"


def test_second_hand_does_not_waste_an_honour_under_an_ace():
    hands = ["C9 D4 H2", "CK C5 H3", "C10 D6 H8"]
    assert play(hands, "1 2 2", tricks=(12, 1, 1), cards="C9") in ("CK", "C5")
    low = ["CA D4 H2", "CK C5 H3", "C10 D6 H8"]
    assert play(low, "1 2 2", tricks=(12, 1, 1), cards="CA") == "C5"


def test_ruffs_what_it_needs_with_its_lowest_spade():
    hands = ["CA D4 H2", "CK C5 H3", "SJ S3 S2"]
    assert play(hands, "5 5 3", tricks=(5, 5, 4), cards="CA CK", is_broken=True) != "CA"
    assert play(hands, "5 5 7", tricks=(5, 5, 4), cards="CA CK", is_broken=True) == "S2"


def test_aces_of_side_suits_are_cashed_early():
    hand = "SK S9 S4 S3 CA C9 C8 C5 DA DQ D7 D4 HK HJ H8 H5 H3"
    deal = deal_with(hand, rules=PLAIN).push_all("LOOK 5 LOOK 6 LOOK 5")
    assert deal.turn == 0
    assert choice(deal) in ("CA", "DA")


def test_spades_are_not_broken_needlessly():
    """Void in the suit led, the bid made and the trick of no use, it throws a side card away."""
    hands = ["CA D4 H2", "CK C5 H3", "SJ D9 H9"]
    assert play(hands, "5 5 3", tricks=(5, 5, 4), cards="CA CK", bags=(0, 0, 6)) in ("D9", "H9")


def test_one_for_fifty_stops_at_one():
    hands = ["C9 D4 H2", "C10 D5 H3", "CA CJ C3"]
    assert play(hands, "3 3 1F", tricks=(6, 7, 1), cards="C9 C10") == "C3"
    hands[2] = "CJ C3 H4"
    assert play(hands, "3 3 1F", tricks=(7, 7, 0), cards="C9 C10") == "CJ"


def test_two_for_forty_stops_at_two():
    hands = ["C9 D4 H2", "C10 D5 H3", "CA CJ C3"]
    assert play(hands, "3 3 2F", tricks=(6, 6, 2), cards="C9 C10") == "C3"
    hands[2] = "CJ C3 H4"
    assert play(hands, "3 3 2F", tricks=(6, 7, 1), cards="C9 C10") == "CJ"


def test_nil_throws_its_highest_loser_under_a_winner():
    hands = ["CA D4 H2", "C10 D5 H3", "CK C4 C3"]
    assert play(hands, "3 3 NIL", tricks=(7, 7, 0), cards="CA C10") == "CK"


def test_nil_stays_under_the_best_card():
    hands = ["C9 D4 H2", "C10 D5 H3", "CJ C8 C3"]
    assert play(hands, "3 3 NIL", tricks=(7, 7, 0), cards="C9 C10") == "C8"


def test_nil_gets_rid_of_its_dangerous_card_when_it_cannot_follow():
    hands = ["CA D4 H2", "C10 D5 H3", "DA D2 H4"]
    assert play(hands, "3 3 NIL", tricks=(7, 7, 0), cards="CA C10") == "DA"


def test_nil_leads_its_safest_card():
    hand = "S3 S2 CK C6 C3 C2 D7 D5 D3 D2 H6 H4 H2"
    for shuffle in range(5):
        deal = deal_with(hand, rules=PARTNERS, shuffle=shuffle).push_all("NIL 4 4 4")
        assert deal.turn == 0
        assert choice(deal) in ("C2", "C3", "D2", "D3", "H2", "H4")


def test_attacks_a_nil_by_staying_under_it():
    """The nil bidder is winning so far: last to play, nobody takes the trick from him."""
    hands = ["CJ D4 H2", "C9 D5 H3", "CA C4 H4"]
    assert play(hands, "NIL 7 7", tricks=(0, 7, 7), cards="CJ C9") == "C4"


def test_protects_a_partners_nil():
    """The partner's nil is winning the trick; it is overtaken although the contract is made."""
    rules = PARTNERS
    hands = ["CJ D4", "C9 D5", "CA C4", "C8 D6"]
    assert play(hands, "NIL 3 3 3", rules=rules, tricks=(0, 4, 4, 3), cards="CJ C9") == "CA"


def test_a_partners_winner_is_not_overtaken():
    rules = PARTNERS
    hands = ["CA D4", "C9 D5", "CK C4", "C8 D6"]
    assert play(hands, "3 3 3 3", rules=rules, leader=0, tricks=(2, 4, 2, 3), cards="CA C9") == "C4"


def test_a_lone_jack_is_caught_and_a_second_one_left_alone():
    hands = ["CJ D4 H2", "C10 D5 H3", "CA C4 C3"]
    rules = OFFICIAL
    assert play(hands, "3 3 2", rules=rules, tricks=(6, 6, 2), cards="CJ C10") == "CA"


def test_a_jack_is_not_thrown_to_a_rival():
    hands = ["DA C4 H2", "D10 C5 H3", "DJ D3 H4"]
    assert play(hands, "3 3 1", rules=OFFICIAL, tricks=(7, 6, 1), cards="DA D10") == "D3"


# ---- views ---------------------------------------------------------------------------------------


def test_equal_views_get_equal_answers_and_nothing_is_remembered():
    bots = [Heuristic(), Heuristic(9)]
    for name in sp.PRESETS:
        deal = sp.Deal(sp.Rules.preset(name), dealer=1, seed=21)
        while not deal.is_over:
            view = deal.view(deal.turn)
            answers = {bot.choose(pickle.loads(pickle.dumps(view))) for bot in bots}
            assert len(answers) == 1
            assert Random(4).choose(view) == Random(4).choose(pickle.loads(pickle.dumps(view)))
            deal.push(answers.pop())


def test_a_view_of_an_unknown_game_is_refused():
    deal = sp.Deal(dealer=2, seed=1)
    fields = {name: getattr(deal.view(0), name) for name in View.__dataclass_fields__}
    with pytest.raises(TypeError, match="plays Five Hundred and spades"):
        Heuristic().choose(View(**fields))


def test_decisions_are_fast():
    bot, spent, count = Heuristic(), 0.0, 0
    for number in range(30):
        deal = sp.Deal(OFFICIAL, dealer=2, seed=6, number=number)
        while not deal.is_over:
            view = deal.view(deal.turn)
            begin = time.process_time()
            action = bot.choose(view)
            spent, count = spent + time.process_time() - begin, count + 1
            deal.push(action)
    assert spent / count < 0.001  # about 0.0001 on an ordinary machine
