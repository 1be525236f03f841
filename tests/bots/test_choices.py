"""What a club player does in particular situations, and that a choice depends on the view alone."""

import ast
import dataclasses
import pathlib
import pickle
import subprocess
import sys

import pytest

from tricktake import PASS, CardSet, Contract, Phase, SetupError, WrongPhase
from tricktake import bots as bots_package
from tricktake import fivehundred as fh
from tricktake.bots import BOTS, Bot, Heuristic, Random, make_bot
from tricktake.view import View

RULES = fh.Rules(blind_misere=False)
ALL = [Heuristic(), Random(3), Random(3, bid=1.0)]


def deal_with(hand, *, seat=0, dealer=3, rules=RULES, scores=(0, 0), kitty=None, shuffle=1):
    """A deal in which one seat holds these cards and the rest is dealt from a shuffle."""
    from cardcore import Stream

    mine = CardSet(hand)
    rest = list(fh.PACKS[rules.pack_name].cards - mine - CardSet(kitty or ""))
    rest = [rest[at] for at in Stream(shuffle, purpose=9).permutation(len(rest))]
    hands = []
    for other in range(4):
        hands.append(mine if other == seat else CardSet([rest.pop() for _ in range(10)]))
    table = CardSet(kitty) if kitty else CardSet(rest)
    return fh.Deal(rules, dealer=dealer, hands=hands, kitty=table, scores=scores)


def choice(deal):
    return Heuristic().choose(deal.view(deal.turn))


# ---- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shuffle", range(10))
def test_a_06_does_not_raise_a_partner_whose_bid_wins_the_match(shuffle):
    """Own side 480, partner holds 7D, both opponents have passed."""
    strong = "JK HJ DJ HA HK HQ H10 SA CA DA"
    deal = deal_with(strong, seat=2, dealer=3, scores=(480, 100), shuffle=shuffle).push_all("7D P")
    assert deal.turn == 2
    assert choice(deal) is PASS
    deal = deal_with(strong, seat=0, dealer=3, scores=(480, 0), shuffle=shuffle).push_all("6S P 7D P")
    assert (deal.turn, deal.view(0).high_seat) == (0, 2)
    assert choice(deal) is PASS


@pytest.mark.parametrize(
    "hand",
    [
        "SA SK CA CK DA DK HA HK HQ H10",
        "SA SK SQ S10 S9 S8 CA CK DA DK",
        "DA DK DQ D10 D9 CA CK SA SK HA",
    ],
)
@pytest.mark.parametrize("scores", [(0, 0), (0, 480), (-480, 400)])
def test_a_06_no_bid_over_nine_without_the_top_trumps(hand, scores):
    """Neither joker nor right bower, and 9H to beat."""
    assert not {"JK", "SJ", "CJ", "DJ", "HJ"} & set(hand.split())
    deal = deal_with(hand, seat=0, dealer=2, scores=scores).push_all("9H")
    assert deal.turn == 0
    assert choice(deal) is PASS


def test_looks_before_calling():
    deal = fh.Deal(dealer=3, seed=1)
    assert choice(deal).text == "LOOK"


def test_opens_at_the_level_it_believes_in():
    low = choice(deal_with("HA HK H9 H5 SA C9 C5 D8 D5 S8"))
    high = choice(deal_with("JK HJ DJ HA HK HQ H9 SA C9 C5"))
    assert low is PASS or low.level == 6
    assert high.strain.letter == "H"
    assert high.level >= 8


def test_passes_with_nothing():
    assert choice(deal_with("S9 S8 S5 C9 C8 C7 D10 D8 H10 H9", rules=RULES.replace(misere=False))) is PASS


def test_bids_no_more_than_the_match_needs():
    hand = "JK HJ DJ HA HK HQ H9 SA SK C5"
    assert choice(deal_with(hand, scores=(400, 0))).level == 6
    assert choice(deal_with(hand, scores=(0, 0))).level >= 8


def test_is_bolder_when_opponents_are_about_to_win():
    hand = "HJ HA HQ H10 H9 SA S8 C9 D9 D8"
    calm = choice(deal_with(hand, dealer=2, scores=(0, 0)).push_all("8S"))
    desperate = choice(deal_with(hand, dealer=2, scores=(0, 470)).push_all("8S"))
    assert calm is PASS
    assert desperate.text == "8H"


def test_supports_the_partners_suit():
    support = "HJ HA H9 H8 SA SK C6 C5 D6 D5"
    deal = deal_with(support, seat=2, dealer=3).push_all("7H 7NT")
    call = choice(deal)
    assert call.text == "8H"


def test_misere_with_low_cards_only():
    low = "S5 S6 S8 C5 C7 D4 D5 D7 H4 H6"
    free = RULES.replace(misere_requires_7=False, open_misere=False)
    assert choice(deal_with(low, rules=free)).text == "M"
    assert choice(deal_with(low, rules=RULES.replace(open_misere=False))) is PASS  # FH-BID-5
    assert choice(deal_with(low, rules=RULES.replace(open_misere=False), dealer=2).push_all("7D")).text == "M"
    gap = "S5 S6 SA C9 CK D4 DQ DK HK HA"
    assert choice(deal_with(gap, rules=free)).text != "M"


def test_open_misere_only_when_it_looks_sure():
    sure = "S5 S6 S7 C5 C6 C7 D4 D5 H4 H5"
    assert choice(deal_with(sure)).text == "OM"
    doubtful = "S5 S8 S10 C5 C9 D4 D8 D10 H6 H8"
    assert choice(deal_with(doubtful)).text != "OM"


# ---- exchange and nomination ---------------------------------------------------------------------


def test_exchange_keeps_trumps_and_aces_and_makes_a_void():
    deal = deal_with("JK HJ HA HK H9 SA SK C9 D8 D6", kitty="C5 DA S8").push_all("8H P P P")
    put = choice(deal).cards
    assert not put & CardSet("JK HJ HA HK H9 SA SK DA")
    assert CardSet("C9 C5") <= put


def test_exchange_of_a_misere_puts_away_what_is_dangerous():
    rules = RULES.replace(misere_requires_7=False)
    deal = deal_with("S5 S6 S8 C5 C7 D4 D5 D7 H4 H6", rules=rules, kitty="JK HA CK").push_all("M P P P")
    assert choice(deal).cards == CardSet("JK HA CK")


def test_a_misere_with_the_joker_nominates_a_suit():
    deal = deal_with("S5 S6 S8 C5 C7 D4 D5 D7 H4 JK", rules=RULES.replace(misere_requires_7=False))
    deal.push_all("M-SK P P P")
    assert deal.phase is Phase.NOMINATION
    assert choice(deal).suit is not None


# ---- cards ---------------------------------------------------------------------------------------


def position(bid, hands, plays="", *, contractor=0, leader=None, tricks=None):
    contract = Contract(bid, contractor=contractor, side={contractor, (contractor + 2) % 4})
    start = fh.PlayStart(contract, leader=leader, tricks=tricks)
    deal = fh.Deal(RULES, dealer=3, hands=hands, start=start)
    return deal.push_all(plays) if plays else deal


def test_contractor_draws_trumps_with_the_joker():
    deal = position("7H", ["JK HA H5 SA", "H9 H8 S5 C5", "H7 D5 D6 C6", "H10 S9 C9 D9"])
    assert choice(deal).text == "JK"


def test_last_hand_wins_as_cheaply_as_possible():
    hands = ["S7 C5", "S10 C6", "S8 C7", "SA SJ"]
    deal = position("7H", hands, "S7 S10 S8", contractor=1, leader=0)
    assert deal.turn == 3
    hands = ["S7 C5", "S8 C6", "S10 C7", "SA SJ"]
    deal = position("7H", hands, "S7 S8 S10", contractor=1, leader=0)
    assert choice(deal).text == "SJ"


def test_does_not_overtake_a_winning_partner():
    hands = ["S7 C5", "SK C6", "S8 C7", "SA S5"]
    deal = position("7H", hands, "S7 SK S8", contractor=1, leader=0)
    assert choice(deal).text == "S5"


def test_ruffs_an_opponents_trick_with_the_lowest_trump():
    hands = ["CK D5", "C5 D6", "C7 D7", "H5 HJ"]
    deal = position("7H", hands, "CK C5 C7", contractor=1, leader=0)
    assert choice(deal).text == "H5"


def test_does_not_ruff_a_partners_winner():
    hands = ["C7 D5", "CA D6", "C5 D7", "H5 D8"]
    deal = position("7H", hands, "C7 CA C5", contractor=1, leader=0)
    assert choice(deal).text == "D8"


def test_second_hand_low_third_hand_high():
    hands = ["S6 C5", "SK S5", "SQ S8", "SA C6"]
    deal = position("7H", hands, "S6", contractor=3, leader=0)
    assert choice(deal).text == "S5"
    assert choice(deal.push_all("S5")).text == "SQ"


def test_third_hand_plays_no_higher_than_needed():
    hands = ["S6 C5", "S5 C6", "SA SK", "S9 C7"]
    deal = position("7H", hands, "S6 S5", contractor=3, leader=0)
    assert choice(deal).text == "SK"


def test_misere_contractor_plays_the_highest_card_that_loses():
    hands = ["S5 S8 SQ", "S9 C5 C6", "C7 C8 C9", "S10 D5 D6"]
    deal = position("M", hands, "S10", leader=3)
    assert deal.turn == 0
    assert choice(deal).text == "S8"


def test_misere_contractor_throws_his_worst_card_when_void():
    hands = ["HA D4 D5", "C9 C5 C6", "C7 C8 S9", "C10 D9 D10"]
    deal = position("M", hands, "C10", leader=3)
    assert choice(deal).text == "HA"


def test_misere_defender_stays_under_a_winning_contractor():
    hands = ["S9 C5 C6", "S6 S8 SA", "C7 C8 C9", "S5 D5 D6"]
    deal = position("M", hands, "S9")
    assert choice(deal).text == "S8"


def test_misere_defender_spends_a_high_card_when_the_contractor_has_escaped():
    hands = ["S5 C5 C6", "S10 SK S8", "C7 C8 C9", "S9 D5 D6"]
    deal = position("M", hands, "S9 S5", leader=3)
    assert choice(deal).text == "SK"


def test_open_misere_defender_attacks_the_card_that_cannot_escape():
    hands = ["SQ D4 D5", "S6 HA HK", "C7 C8 C9", "S9 H5 H6"]
    contract = Contract("OM", contractor=0, side={0, 2})
    start = fh.PlayStart(contract, leader=1, tricks=(0, 4, 0, 3))
    rules = RULES.replace(open_exposure="before_first_lead")
    deal = fh.Deal(rules, dealer=3, hands=hands, start=start)
    assert deal.view(1).exposed[0] == CardSet("SQ D4 D5")
    assert choice(deal).text == "S6"


# ---- the view and nothing else -------------------------------------------------------------------


def walk(number):
    """The views of one deal with the actions taken."""
    deal = fh.Deal(fh.PRESETS["free_misere"], dealer=number % 4, seed=21, number=number)
    while not deal.is_over:
        view = deal.view(deal.turn)
        action = Heuristic().choose(view)
        yield deal, view, action
        deal.push(action)


@pytest.mark.parametrize("bot", ALL, ids=repr)
def test_the_same_view_gets_the_same_answer(bot):
    other = type(bot)(bot.seed) if not isinstance(bot, Random) else Random(bot.seed, bid=bot.bid)
    for number in range(5):
        for _, view, _ in walk(number):
            again = pickle.loads(pickle.dumps(view))
            assert again == view
            assert bot.choose(view) is bot.choose(again) or bot.choose(view) == other.choose(again)


CHILD = """
import pickle, sys
from tricktake.bots import Heuristic, Random
views = pickle.load(sys.stdin.buffer)
bots = [Heuristic(), Random(3), Random(3, bid=1.0)]
sys.stdout.write(repr([bot.choose(view).text for view in views for bot in bots]))
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_gives_the_same_answers(hash_seed):
    views = [view for number in range(3) for _, view, _ in walk(number)]
    here = [bot.choose(view).text for view in views for bot in ALL]
    result = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=pickle.dumps(views),
        capture_output=True,
        env={"PYTHONHASHSEED": hash_seed, "PATH": "/usr/bin:/bin"},
        check=True,
    )
    assert ast.literal_eval(result.stdout.decode()) == here


def test_hidden_cards_do_not_change_a_choice():
    """Two deals with the same cards for a seat: as long as the views are equal, so are the answers."""
    compared = 0
    for number in range(40):
        deal = fh.Deal(RULES, dealer=number % 4, seed=33, number=number)
        seat = deal.turn
        other = deal_with(deal.hand(seat), seat=seat, dealer=deal.dealer, shuffle=number)
        for calls in ("", "6S", "6S P", "6S 7D"):
            for me in range(4):
                first, second = deal.copy(), other.copy()
                if calls:
                    first.push_all(calls)
                    second.push_all(calls)
                if first.turn != seat or me != seat:
                    continue
                assert first.view(seat) == second.view(seat)
                for bot in ALL:
                    assert bot.choose(first.view(seat)) == bot.choose(second.view(seat))
                    compared += 1
    assert compared >= 100


def test_hidden_cards_do_not_change_a_card_played():
    """In the play: two other hands change places where both can follow as they did."""
    compared = 0
    for number in range(60):
        for deal, view, action in walk(number):
            if view.phase is not Phase.PLAY or len(view.finished) < 3 or view.contract is None:
                continue
            swapped = swap_hidden(deal, view)
            if swapped is not None:
                compared += 1
                assert swapped.view(view.seat) == deal.view(view.seat)
                assert Heuristic().choose(swapped.view(view.seat)) == action
    assert compared > 100


def swap_hidden(deal, view):
    """The deal with a card of each of two other hands exchanged, if its history stays legal."""
    others = [seat for seat in range(4) if seat != view.seat and deal.hand(seat)]
    if len(others) < 2:
        return None
    one, two = others[0], others[-1]
    left, right = next(iter(deal.hand(one))), next(iter(deal.hand(two)))
    hands = list(deal.dealt)
    if left not in hands[one] or right not in hands[two]:
        return None  # it came from the kitty
    hands[one] = hands[one] - CardSet([left]) | CardSet([right])
    hands[two] = hands[two] - CardSet([right]) | CardSet([left])
    made = fh.Deal(deal.rules, dealer=deal.dealer, hands=hands, kitty=deal.kitty, scores=deal.scores)
    try:
        made.push_all([step.action for step in deal.history])
    except ValueError:
        return None
    return made if made.view(view.seat) == view else None


def test_bots_import_no_deal_and_no_match():
    """Bots see views: their modules name neither a deal, nor a match, nor the state behind them."""
    folder = pathlib.Path(bots_package.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                allowed = name == "tricktake.state.Phase" or not name.startswith(
                    (
                        "tricktake.state",
                        "tricktake.match",
                        "tricktake.fivehundred.deal",
                        "tricktake.fivehundred.match",
                    )
                )
                assert allowed, f"{path.name} imports {name}"
                assert name not in ("tricktake.fivehundred", "tricktake.fivehundred.Deal"), path.name


# ---- making bots ---------------------------------------------------------------------------------


def test_make_bot():
    assert isinstance(make_bot("heuristic"), Heuristic)
    assert make_bot("Random", 4).seed == 4
    assert set(BOTS) == {"heuristic", "ismcts", "random", "sampling"}
    assert all(issubclass(kind, Bot) for kind in BOTS.values())


@pytest.mark.parametrize(("spec", "hint"), [("randm", "'random'"), ("huristic", "'heuristic'")])
def test_unknown_bots_are_refused_with_near_names(spec, hint):
    with pytest.raises(SetupError, match=hint) as caught:
        make_bot(spec)
    assert repr(spec) in str(caught.value)


def test_bad_parameters():
    with pytest.raises(ValueError, match="-1"):
        Random(-1)
    with pytest.raises(ValueError, match=r"1\.5"):
        Random(bid=1.5)
    with pytest.raises(TypeError, match="Heuristic needs a view; got str"):
        Heuristic().choose("no view")


@pytest.mark.parametrize("bot", ALL, ids=lambda bot: bot.name)
def test_bots_asked_out_of_turn(bot):
    """Also after the end, and before a seat has looked; the message says whose turn it is."""
    deal = fh.Deal(dealer=3, seed=500)
    for seat in (1, 2, 3):
        with pytest.raises(WrongPhase, match=f"seat {seat} is not to act: it is the turn of seat 0"):
            bot.choose(deal.view(seat))
    while not deal.is_over:
        deal.push(bot.choose(deal.view(deal.turn)))
    for seat in range(4):
        with pytest.raises(WrongPhase, match=f"seat {seat} is not to act: the deal is over"):
            bot.choose(deal.view(seat))


def test_the_heuristic_plays_one_game():
    view = fh.Deal(dealer=3, seed=500).view(0)
    kinds = [field.name for field in dataclasses.fields(View)]
    other = View(**{name: getattr(view, name) for name in kinds})
    with pytest.raises(TypeError, match="Five Hundred"):
        Heuristic().choose(other)


def test_random_bids_low():
    bids = [
        Random(seed).choose(fh.Deal(fh.Rules.kitchen(), dealer=3, seed=seed).view(0)) for seed in range(400)
    ]
    made = [bid for bid in bids if bid is not PASS]
    assert 40 < len(made) < 130  # a chance of 0.2
    assert {bid.level for bid in made} == {6}
