"""The bids of Five Hundred: their order, what they are worth, and which may be made."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktake.actions import Bid, action_from_id
from tricktake.cards import Strain
from tricktake.errors import RulesError
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.rules import PRESETS, Rules

NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}
VARIANTS = {
    **PRESETS,
    "above": Rules(sans_kitty_rank="above"),
    "needs 8": Rules(open_misere_requires_8=True),
    "nullo": Rules(misere_rank="between_8S_8C"),
    "inkle": Rules.american(inkle=True),
    "inverted": Rules(schedule="inverted", **NO_MISERE),
    "original above": Rules(schedule="original", sans_kitty_rank="above", **NO_MISERE),
}
every_variant = pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)


def bids(text):
    return [Bid(word) for word in text.split()]


def legal(high, *, rules=None, earlier="", **asked):
    """The legal bids as a set of texts."""
    high = None if high is None else Bid(high)
    return {bid.text for bid in bid_table(rules or Rules()).legal(high, bids(earlier), **asked)}


# ---- order ----------------------------------------------------------------------------------------


def test_fh_bid_4_the_whole_order():
    order = "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT M 8S 8C 8D 8H 8NT 9S 9C 9D 9H 9NT 10S 10C 10D OM BM 10H 10NT"
    table = bid_table(Rules())
    plain = [bid for bid in table.bids if not bid.sans_kitty]
    assert plain == bids(order)
    ranks = [table.rank(bid) for bid in plain]
    assert ranks == [*range(25), 24, 25, 26]
    for bid in plain:
        assert table.rank(Bid(f"{bid}-SK")) == table.rank(bid)  # FH-BID-10


def test_fh_bid_10_above():
    table = bid_table(Rules(sans_kitty_rank="above"))
    words = " ".join(bid.text for bid in table.bids)
    assert "7H 7H-SK 7NT 7NT-SK M M-SK 8S 8S-SK" in words
    assert "10D 10D-SK OM BM OM-SK BM-SK 10H 10H-SK 10NT 10NT-SK" in words
    assert table.rank(Bid("OM-SK")) == table.rank(Bid("BM-SK")) == table.rank(Bid("BM")) + 1


def test_fh_bid_19_bids_rank_by_value_then_tricks():
    for schedule in ("original", "inverted"):
        rules = Rules(schedule=schedule, sans_kitty=False, **NO_MISERE)
        table = bid_table(rules)
        keys = [(table.value(bid), bid.level) for bid in table.bids]
        assert keys == sorted(keys)
        assert len(set(keys)) == len(keys) == 25
    # 6NT, 7C and 8S are all worth 120
    table = bid_table(Rules.hoyle_original())
    assert table.outranks(Bid("8S"), Bid("7C"))
    assert table.outranks(Bid("7C"), Bid("6NT"))


@every_variant
def test_a_01_the_order_is_a_strict_weak_order(rules):
    """A-01: irreflexive, antisymmetric, transitive, and so is being of equal rank."""
    table = bid_table(rules)
    above = {bid: {other for other in table.bids if table.outranks(bid, other)} for bid in table.bids}
    for bid in table.bids:
        assert bid not in above[bid]
        for other in above[bid]:
            assert bid not in above[other]
            assert above[other] < above[bid]
        equal = [other for other in table.bids if other not in above[bid] and bid not in above[other]]
        for other in equal:
            assert above[other] == above[bid]
            assert table.rank(other) == table.rank(bid)
    ranks = [table.rank(bid) for bid in table.bids]
    assert ranks == sorted(ranks)
    assert set(ranks) == set(range(ranks[-1] + 1))


@every_variant
def test_a_01_auctions_end(rules):
    """A-01: with permanent passes an auction ends within as many calls as bids and players."""
    table = bid_table(rules)
    chance = random.Random(500)
    for _ in range(200):
        high, earlier, calls, callers = None, [], 0, list(range(rules.players))
        while callers:
            caller = callers.pop(0)
            calls += 1
            choice = table.legal(high, earlier, unseen=chance.random() < 0.1, inkle_seat=caller < 2)
            if choice and chance.random() < 0.9:
                bid = chance.choice(choice[:4])
                assert high is None or table.outranks(bid, high)
                high = bid
                earlier.append(bid)
                if callers:
                    callers.append(caller)
        assert calls <= len(table) + rules.players


def test_a_07_the_same_level_again():
    """A-07: over 7C, of 7S, 7C, 7D and 6NT only 7D may be bid."""
    assert {"7S", "7C", "7D", "6NT"} & legal("7C") == {"7D"}


def test_the_tables_follow_the_options():
    assert len(bid_table(Rules())) == 56
    assert len(bid_table(Rules.no_misere())) == 50
    assert len(bid_table(Rules.american())) == 26
    assert Bid("M") in bid_table(Rules())
    assert Bid("M") not in bid_table(Rules.kitchen())
    assert Bid("7H-SK") not in bid_table(Rules.kitchen())
    assert Bid("7") not in bid_table(Rules())


def test_tables_are_kept_and_pickled():
    table = bid_table(Rules())
    assert bid_table(Rules.from_text("australian")) is table
    assert pickle.loads(pickle.dumps(table)) is table
    assert repr(table) == "BidTable(Rules.from_text('australian'))"


@pytest.mark.parametrize("method", ["rank", "value", "stake"])
def test_bids_of_another_game_have_no_rank(method):
    for bid in (Bid("NIL"), Bid("M"), Bid("7H-SK")):
        with pytest.raises(RulesError, match=f"{bid} is no bid under the rules kitchen"):
            getattr(bid_table(Rules.kitchen()), method)(bid)
    with pytest.raises(RulesError, match="NIL is no bid"):
        bid_table(Rules()).legal(Bid("NIL"))
    with pytest.raises(RulesError, match="NIL is no bid"):
        bid_table(Rules()).why_not(Bid("7H"), Bid("NIL"))


# ---- values ---------------------------------------------------------------------------------------


def test_fh_score_1_values():
    table = bid_table(Rules())
    base = {
        Strain.SPADES: 40,
        Strain.CLUBS: 60,
        Strain.DIAMONDS: 80,
        Strain.HEARTS: 100,
        Strain.NO_TRUMP: 120,
    }
    for level in range(6, 11):
        for strain in Strain:
            for sans_kitty in (False, True):
                bid = Bid.numeric(level, strain, sans_kitty=sans_kitty)
                assert table.value(bid) == table.stake(bid) == 100 * (level - 6) + base[strain]
    assert [table.value(bid) for bid in bids("M OM BM M-SK")] == [250, 500, 500, 250]


def test_fh_score_9_other_schedules():
    perfect = bid_table(Rules.perfect())
    for bid in bid_table(Rules()).bids:
        less = 0 if bid.is_misere else 20
        assert perfect.value(bid) == bid_table(Rules()).value(bid) - less
    assert perfect.bids == bid_table(Rules()).bids
    original = bid_table(Rules.hoyle_original())
    inverted = bid_table(Rules.hoyle_original(schedule="inverted"))
    for level in range(6, 11):
        row = [20 * (level - 5) * (2 + step) for step in range(5)]
        for table, strains in ((original, "S C D H NT"), (inverted, "C S H D NT")):
            assert [table.value(Bid(f"{level}{strain}")) for strain in strains.split()] == row


def test_values_of_misere_are_options():
    table = bid_table(
        Rules(misere_value=200, open_misere_value=400, blind_misere_value=1000, sans_kitty_mult=2)
    )
    assert [table.value(bid) for bid in bids("M OM BM BM-SK")] == [200, 400, 1000, 1000]
    assert [table.stake(bid) for bid in bids("M M-SK BM-SK 6S 6S-SK")] == [200, 400, 2000, 40, 80]


# ---- worked examples ------------------------------------------------------------------------------


def test_fh_x31_misere_needs_a_seven():
    over = legal("6NT", earlier="6NT")
    assert "M" not in over
    assert over >= {"7S", "8S", "OM"}
    assert "M" in legal("6NT", rules=Rules.free_misere())


def test_fh_x32_misere_between_sevens_and_eights():
    assert "M" in legal("7S", earlier="7S")
    over = legal("M", earlier="7S M")
    assert "7NT" not in over
    assert "8S" in over
    assert "M" not in legal("8S", earlier="6H 8S")


def test_fh_x33_open_and_blind_misere():
    assert legal("10D") == {"OM", "OM-SK", "10H", "10H-SK", "10NT", "10NT-SK"}
    assert legal("10D", unseen=True) == {"BM", "BM-SK"}
    assert legal("OM") == {"10H", "10H-SK", "10NT", "10NT-SK"}
    assert legal("OM", unseen=True) == set()
    assert "OM" in legal(None)


def test_fh_x34_sans_kitty():
    above = Rules(sans_kitty_rank="above")
    assert "7H-SK" not in legal("7H")
    assert "7H-SK" in legal("7H", rules=above)
    assert "7NT" in legal("7H-SK", rules=above)
    assert "7H" not in legal("7H-SK")
    assert "7H" not in legal("7H-SK", rules=above)


def test_fh_x38_nullo():
    rules = Rules(misere_rank="between_8S_8C", misere_requires_7=False)
    assert "M" in legal("8S", rules=rules)
    over = legal("M", rules=rules)
    assert "8C" in over
    assert "8S" not in over
    assert "M" not in legal("8C", rules=rules)


def test_fh_x40_bids_by_value():
    table = bid_table(Rules.hoyle_original())
    assert (table.value(Bid("8H")), table.value(Bid("9C"))) == (300, 240)
    assert table.outranks(Bid("8H"), Bid("9C"))
    assert (table.value(Bid("7S")), table.value(Bid("6D"))) == (80, 80)
    assert table.outranks(Bid("7S"), Bid("6D"))
    assert not table.outranks(Bid("6D"), Bid("7S"))


# ---- clauses --------------------------------------------------------------------------------------


def test_fh_bid_5_a_seven_is_any_seven():
    for earlier in ("7C", "6H 7H-SK", "7S 7NT"):
        assert {"M", "M-SK"} <= legal(earlier.split()[-1], earlier=earlier)
    nullo = Rules(misere_rank="between_8S_8C")
    assert "M" not in legal("8S", rules=nullo, earlier="6S 8S")
    assert "M" in legal("8S", rules=nullo, earlier="7S 8S")


def test_fh_bid_6_open_misere_after_an_eight():
    rules = Rules(open_misere_requires_8=True)
    assert "OM" not in legal(None, rules=rules)
    assert "OM" not in legal("M", rules=rules, earlier="7H M")
    for high in ("8S", "10D", "9C-SK"):
        assert {"OM", "OM-SK"} <= legal(high, rules=rules, earlier=f"6S {high}")
    assert legal("7S", rules=rules, unseen=True) == {"BM", "BM-SK"}


def test_fh_bid_8_before_looking():
    assert legal(None, unseen=True) == {"BM", "BM-SK"}
    assert legal("10H", unseen=True) == set()
    assert legal("BM", unseen=True) == set()
    assert legal("BM", unseen=True, rules=Rules(sans_kitty_rank="above")) == {"BM-SK"}
    assert legal(None, unseen=True, rules=Rules(sans_kitty=False)) == {"BM"}
    assert not {"BM", "BM-SK"} & legal(None)
    # without blind misère hands are seen from the deal
    assert legal(None, unseen=True, rules=Rules.kitchen()) == legal(None, rules=Rules.kitchen())


def test_fh_bid_16_nothing_is_higher():
    assert legal("10NT") == set()
    assert legal("10NT", rules=Rules(sans_kitty_rank="above")) == {"10NT-SK"}


def test_fh_bid_18_inkle():
    rules = Rules.american(inkle=True)
    sixes = {"6S", "6C", "6D", "6H", "6NT"}
    assert sixes <= legal(None, rules=rules)
    assert not sixes & legal(None, rules=rules, inkle_seat=False)
    assert legal("7H", rules=rules) == legal("7H", rules=rules, inkle_seat=False)
    assert sixes <= legal(None, rules=Rules.american(), inkle_seat=False)


# ---- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bid", "high", "asked", "clause", "option", "fact"),
    [
        (Rules(), "7S", "7C", {}, "FH-BID-4", None, "7S does not outrank the high bid 7C"),
        (Rules(), "7C", "7C", {}, "FH-BID-4", None, "7C does not outrank the high bid 7C"),
        (Rules(), "7H-SK", "7H", {}, "FH-BID-10", "sans_kitty_rank", "7H-SK does not outrank"),
        (Rules(), "M", "6NT", {}, "FH-BID-5", "misere_requires_7", "needs an earlier bid of seven"),
        (Rules(), "7NT", "M", {}, "FH-BID-5", "misere_rank", "between 7NT and 8S"),
        (Rules.american(), "M", "8C", {}, "FH-BID-17", "misere_rank", "between 8S and 8C"),
        (Rules(), "10D", "OM", {}, "FH-BID-6", None, "between 10D and 10H"),
        (Rules(), "BM", "OM", {"unseen": True}, "FH-BID-7", None, "rank the same"),
        (Rules(), "BM", "7H", {}, "FH-BID-8", "blind_misere", "only before looking"),
        (Rules(), "7H", None, {"unseen": True}, "FH-BID-8", "blind_misere", "got 7H"),
        (Rules(open_misere_requires_8=True), "OM", "7H", {}, "FH-BID-6", "open_misere_requires_8", "eight"),
        (Rules(inkle=True), "6H", None, {"inkle_seat": False}, "FH-BID-18", "inkle", "first two callers"),
        (Rules.hoyle_original(), "9C", "8H", {}, "FH-BID-19", "schedule", "240 against 300 points"),
        (Rules(), "4", None, {}, "FH-BID-2", None, "4 is no bid of five hundred"),
        (Rules(), "NIL", None, {}, "FH-BID-2", None, "NIL is no bid of five hundred"),
        (Rules.kitchen(), "7H-SK", None, {}, "FH-BID-9", "sans_kitty", "the kitty is always taken"),
        (Rules.kitchen(), "M", None, {}, "FH-BID-5", "misere", "there is no misère"),
        (Rules.kitchen(), "OM", None, {}, "FH-BID-6", "open_misere", "there is no open misère"),
        (Rules.kitchen(), "BM", None, {}, "FH-BID-7", "blind_misere", "there is no blind misère"),
    ],
)  # fmt: skip
def test_why_not(rules, bid, high, asked, clause, option, fact):
    refusal = bid_table(rules).why_not(Bid(bid), None if high is None else Bid(high), **asked)
    assert refusal is not None
    assert (refusal.clause, refusal.option) == (clause, option)
    assert fact in refusal.sentence
    assert bid in refusal.sentence
    assert option is None or hasattr(rules, option)
    rule, clause, option, sentence = refusal
    assert rule
    assert sentence[0].islower() or sentence.startswith(bid)
    assert not sentence.endswith(".")


all_bids = st.sampled_from([action_from_id(id) for id in range(15, 94)])


@given(st.sampled_from(list(VARIANTS.values())), st.data(), st.booleans(), st.booleans())
def test_what_is_refused_is_not_legal(rules, data, unseen, inkle_seat):
    """A bid is legal exactly if nothing is said against it."""
    table = bid_table(rules)
    earlier = sorted(data.draw(st.lists(st.sampled_from(table.bids), max_size=4)), key=table.rank)
    high = earlier[-1] if earlier else None
    choice = table.legal(high, earlier, unseen=unseen, inkle_seat=inkle_seat)
    ranks = [(table.rank(bid), bid.id) for bid in choice]
    assert ranks == sorted(ranks)
    bid = data.draw(all_bids)
    refusal = table.why_not(bid, high, earlier, unseen=unseen, inkle_seat=inkle_seat)
    assert (refusal is None) == (bid in choice)
    assert table.legal(high, earlier[:-1], unseen=unseen, inkle_seat=inkle_seat) == choice
