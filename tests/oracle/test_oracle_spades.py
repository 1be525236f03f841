"""The referee of spades against the worked examples of the rules, and random deals played to the end."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from oracle.packs import PACKS, in_order
from oracle.spades import SpadesReferee
from oracle.spades_games import GameReferee, TourneyReferee, draw_seats
from oracle.spades_options import PRESETS, random_options, read_options
from oracle.spades_points import deal_points, game_winner, ranks


def preset(name: str = "official", **changes: object) -> dict[str, object]:
    """Return the options of a preset with some changed."""
    return PRESETS[name] | changes


def shuffled(options: Mapping[str, object], seed: int = 1) -> list[str]:
    """Return the pack of some options in random order."""
    pack = list(PACKS[read_options(options).pack_name])
    random.Random(seed).shuffle(pack)
    return pack


def new_deal(
    options: Mapping[str, object] | None = None,
    *,
    dealer: int = 0,
    seed: int = 1,
    scores: list[int] | None = None,
    sixes: list[int] | None = None,
) -> SpadesReferee:
    """Return a deal from a shuffled pack."""
    options = options or {}
    return SpadesReferee(shuffled(options, seed), dealer, options, scores=scores, sixes=sixes)


def holding(options: Mapping[str, object], dealer: int, some: dict[int, str], seed: int = 1) -> SpadesReferee:
    """Return a deal in which some seats hold given cards, the others come from a shuffled pack."""
    o = read_options(options)
    hands = [some.get(seat, "").split() for seat in range(o.players)]
    rest = [card for card in shuffled(options, seed) if all(card not in hand for hand in hands)]
    for seat, hand in enumerate(hands):
        while len(hand) < o.hand_size(seat, dealer):
            hand.append(rest.pop())
    order: list[str] = []
    seat = dealer
    while any(hands):
        seat = (seat + 1) % o.players
        if hands[seat]:
            order.append(hands[seat].pop(0))
    return SpadesReferee(order, dealer, options)


def bid(deal: SpadesReferee, bids: str) -> SpadesReferee:
    """Make some bids, looking first where that is open and the bid is not blind."""
    for text in bids.split():
        if text not in deal.legal():
            deal.do("LOOK")
        deal.do(text)
    return deal


def look(deal: SpadesReferee) -> set[str]:
    """Return what may be bid after looking."""
    if "LOOK" in deal.legal():
        deal.do("LOOK")
    return deal.legal()


def points(
    bids: str,
    tricks: str,
    options: dict[str, object] | None = None,
    *,
    bags: str = "",
    caught: tuple[str, ...] = (),
) -> tuple[list[int], list[int]]:
    """Return points and bags; seats and sides left out have bid 1, won 1 and nothing else."""
    o = read_options(options or {})
    n = o.players
    made = deal_points(
        o,
        (bids.split() + ["1"] * n)[:n],
        ([int(t) for t in tricks.split()] + [1] * n)[:n],
        ([int(b) for b in bags.split()] + [0] * n)[: len(o.sides)],
        ([set(c.split()) for c in caught] + [set() for _ in range(n)])[:n],
    )
    return made.points, made.bags


def first(
    one_bid: str, t: int, options: dict[str, object] | None = None, *, bags: int = 0, caught: str = ""
) -> tuple[int, int]:
    """Return points and bags of the first side."""
    got, after = points(one_bid, str(t), options, bags=str(bags), caught=(caught,))
    return got[0], after[0]


# ---- setup -------------------------------------------------------------------------------------------


def drawn_pack(top: str) -> list[str]:
    """Return the 52 cards with some on top."""
    cards = top.split()
    return cards + [card for card in PACKS["cs4"] if card not in cards]


def test_draw_for_seats() -> None:
    """CS-X1, CS-X2."""
    assert draw_seats(3, drawn_pack("HK S9 D9 C4 CQ")) == [0, 2, 1]
    assert draw_seats(4, drawn_pack("H7 C7 SA D7 H2 DK SK C5 D8")) == [2, 3, 1, 0]


def test_dealing() -> None:
    """CS-X3, CS-X4."""
    pack = shuffled({})
    deal = SpadesReferee(pack, 2, {})
    assert deal.hands == [set(pack[seat::3]) for seat in range(3)]
    assert all(len(hand) == 17 for hand in deal.hands)
    assert "C2" not in pack
    options = preset("five_2_jokers")
    pack = shuffled(options)
    deal = SpadesReferee(pack, 4, options)
    assert deal.hands[0] == set(pack[0:50:5]) | {pack[50]}
    assert deal.hands[3] == set(pack[3:50:5]) | {pack[53]}
    assert deal.hands[4] == set(pack[4:50:5])


def test_order_of_bidding() -> None:
    """CS-X1: the left of the dealer bids first and leads."""
    deal = new_deal(dealer=0)
    for turn, text in ((1, "4"), (2, "5"), (0, "NIL")):
        assert deal.turn == turn
        bid(deal, text)
    assert (deal.phase, deal.turn, deal.bids) == ("PLAY", 1, ["NIL", "4", "5"])


# ---- play --------------------------------------------------------------------------------------------

FOUR = preset("four")


def led(options: dict[str, object], lead: str, hand: str, *others: str) -> SpadesReferee:
    """Return a deal in which seat 0 has led and seat 1 holds some cards and nothing of other suits."""
    n = read_options(options).players
    dealer = n - 1
    some = {0: lead, 1: hand} | {2 + i: cards for i, cards in enumerate(others)}
    deal = bid(holding(options, dealer, some), " ".join(["1"] * n))
    deal.do(lead.split()[0])
    return deal


def reduced(deal: SpadesReferee, *hands: str) -> SpadesReferee:
    """Leave every seat only the given cards, as after some tricks."""
    assert deal.trick_play is not None
    for seat, hand in enumerate(hands):
        deal.trick_play.hands[seat] = set(hand.split())
    deal.trick_play.tricks_done = 17 - len(hands[0].split())
    return deal


def started(options: dict[str, object] | None = None) -> SpadesReferee:
    """Return a deal in which seat 0 is about to lead."""
    n = read_options(options or {}).players
    return bid(new_deal(options, dealer=n - 1), " ".join(["1"] * n))


def test_leading_spades() -> None:
    """CS-X5."""
    deal = reduced(started(), "S5 HK D3", "C3 C4 C5", "C6 C7 C8")
    assert deal.legal() == {"HK", "D3"}
    assert deal.trick_play is not None
    deal.trick_play.broken = True
    assert deal.legal() == {"S5", "HK", "D3"}
    deal = reduced(started(), "SA S4", "C3 C4", "C6 C7")
    assert deal.legal() == {"SA", "S4"}
    deal.do("S4")
    assert deal.broken


def test_following() -> None:
    """CS-X6, CS-X7."""
    deal = reduced(started(), "D7 D8 D9", "DQ D2 SA", "C6 C7 C8")
    deal.do("D7")
    assert deal.legal() == {"DQ", "D2"}
    deal = reduced(started(), "D7 D8", "SA C4", "C6 C7")
    deal.do("D7")
    assert deal.legal() == {"SA", "C4"}
    assert not deal.broken
    deal.do("SA")
    assert deal.broken
    deal = led({}, "D7", "S9 CK S2 S3 S4 S5 S6 S7 S8 S10 SJ SQ SK SA C3 C4 C5")
    assert deal.legal() == deal.hands[1]


@pytest.mark.parametrize(("plays", "winner"), [("D7 DA S2", 2), ("HK CA HQ", 0), ("S5 SK SA", 2)])
def test_who_wins(plays: str, winner: int) -> None:
    """CS-X8."""
    cards = plays.split()
    deal = reduced(started(), *cards)
    for card in cards:
        deal.do(card)
    assert deal.tricks.index(1) == winner


@pytest.mark.parametrize(
    ("name", "plays", "winner"),
    [("five_2_jokers", "SA JK2 SK JK1 S3", 3), ("five_3_jokers", "SA JK3 SK SQ S2", 1)],
)
def test_jokers_win(name: str, plays: str, winner: int) -> None:
    """CS-X9."""
    cards = plays.split()
    deal = started(preset(name, joker_first_lead="left"))
    assert deal.trick_play is not None
    deal.trick_play.order = [0, 1, 2, 3, 4]
    reduced(deal, *cards)
    for card in cards:
        deal.do(card)
    assert deal.tricks.index(1) == winner


def test_jokers_are_spades() -> None:
    """CS-X10."""
    options = preset("five_2_jokers", joker_first_lead="left")
    deal = reduced(started(options), "S4 S5", "JK2 H9")
    deal.do("S4")
    assert deal.legal() == {"JK2"}
    assert reduced(started(options), "JK1 H9").legal() == {"H9"}
    assert reduced(started(options), "JK1 S3").legal() == {"JK1", "S3"}


def play_trick(deal: SpadesReferee) -> list[int]:
    """Play a trick with any legal cards; return who played."""
    order = []
    done = sum(deal.tricks)
    while sum(deal.tricks) == done:
        assert deal.turn is not None
        order.append(deal.turn)
        deal.do(min(deal.legal()))
    return order


def test_first_trick_with_two_jokers() -> None:
    """CS-X11, CS-X12."""
    options = preset("five_2_jokers")
    deal = bid(holding(options, 4, {2: "C2", 0: "CA"}), "1 1 1 1 1")
    assert deal.turn == 2
    deal.do("C2")
    for card_of in (3, 0, 1):
        assert deal.turn == card_of
        deal.do("CA" if card_of == 0 else min(deal.legal(), key=lambda card: card[0] == "S"))
    if deal.tricks[0]:
        assert play_trick(deal) == [0, 1, 2, 3, 4]
    deal = bid(holding(options, 4, {4: "C2"}), "1 1 1 1 1")
    assert play_trick(deal) == [0, 1, 2, 3]


def test_first_trick_with_three_jokers() -> None:
    """CS-X13, CS-X14."""
    options = preset("five_3_jokers")
    assert len(play_trick(bid(holding(options, 4, {4: "C2"}), "1 1 1 1 1"))) == 5
    deal = bid(holding(options, 4, {4: "C2"}), "1 1 1 1 1")
    assert deal.turn == 4
    deal = bid(holding(options, 4, {2: "C2 H7 S3"}), "1 1 1 1 1")
    assert deal.turn == 2
    assert {"C2", "H7"} <= deal.legal()
    assert "S3" not in deal.legal()
    forced = preset("five_3_jokers", must_lead_2c=True)
    assert bid(holding(forced, 4, {2: "C2 H7 S3"}), "1 1 1 1 1").legal() == {"C2"}
    left = forced | {"joker_first_lead": "left"}
    assert bid(holding(left, 4, {0: "C2 H7 S3"}), "1 1 1 1 1").legal() > {"C2", "H7"}
    assert bid(holding(FOUR, 1, {3: "C2"}), "1 1 1 1").turn == 2


# ---- bids --------------------------------------------------------------------------------------------


def blind(options: dict[str, object], scores: list[int], sixes: list[int] | None = None) -> list[set[str]]:
    """Return the blind bids open to each seat at its turn, if everybody else bids 1."""
    deal = new_deal(options, scores=scores, sixes=sixes)
    found: list[set[str]] = [set() for _ in range(deal.players)]
    while deal.phase == "AUCTION":
        assert deal.turn is not None
        found[deal.turn] = deal.legal() & {"BN", "B6"}
        bid(deal, "1")
    return found


def has_six(options: dict[str, object], scores: list[int], sixes: list[int] | None = None) -> list[int]:
    """Return the seats that may bid B6."""
    return [seat for seat, bids in enumerate(blind(options, scores, sixes)) if "B6" in bids]


def test_who_may_bid_blind_six() -> None:
    """CS-X15 to CS-X17."""
    assert has_six({}, [120, 70, 80]) == [1]
    assert has_six({}, [0, 0, 0]) == []
    assert has_six({}, [100, -20, 60]) == [1]
    assert has_six({}, [120, 70, 80], [0, 1, 0]) == []
    assert has_six(preset("long_three_jacks"), [120, 70, 80], [0, 5, 0]) == [1]
    assert has_six({}, [120, 70, 20], [0, 1, 0]) == [2]
    assert has_six({"b6_limit_scope": "table"}, [120, 70, 20], [0, 1, 0]) == []
    assert has_six({"b6_behind": 0}, [120, 70, 20]) == [0, 1, 2]
    assert all("BN" in bids for bids in blind({}, [120, 70, 80]))


def test_numbers_that_may_be_bid() -> None:
    """CS-X18 to CS-X20."""
    numbers = {str(k) for k in range(1, 18)}
    assert look(new_deal()) == numbers | {"NIL", "1F", "2F", "SM"}
    assert "SM" not in look(new_deal(FOUR))
    assert "SM" not in look(new_deal(preset("five")))
    deal = new_deal(preset("five_2_jokers", sm_tricks=11))
    for most in (11, 11, 11, 11, 10):
        legal = look(deal)
        assert max(int(text) for text in legal if text.isdigit()) == most
        assert ("SM" in legal) == (most == 11)
        bid(deal, "1")
    deal = new_deal()
    assert deal.legal() == {"LOOK", "BN"}
    assert not {"B6", "BN", "LOOK"} & look(deal)


def test_hook() -> None:
    """CS-X21."""
    deal = bid(new_deal({"hook": True}), "6 7")
    legal = look(deal)
    assert "4" not in legal
    assert {"3", "5", "NIL"} <= legal
    assert look(bid(new_deal({"hook": True}), "8 9")) == {str(k) for k in range(1, 18)} | {"1F", "2F", "SM"}
    deal = bid(new_deal({"hook": True}), "8 9")
    assert deal.seen == [True, True, True]  # no blind nil: he has looked
    assert "2F" not in look(bid(new_deal({"hook": True}), "BN 15"))


def test_unseen() -> None:
    """CS-BID-5."""
    deal = new_deal(dealer=2)
    assert deal.seen == [False, False, False]
    deal.do("BN")
    assert deal.seen == [True, False, False]
    deal.do("LOOK")
    assert (deal.turn, deal.seen) == (1, [True, True, False])
    assert new_deal({"special_bids": {"NIL"}}).seen == [True, True, True]
    assert new_deal({"special_bids": {"B6"}}, dealer=2).seen == [True, False, False]


# ---- scoring -----------------------------------------------------------------------------------------


def test_score_of_a_number() -> None:
    """CS-X22."""
    assert first("4", 4) == (40, 0)
    assert first("4", 6) == (40, 2)
    assert first("4", 3) == (-40, 0)


def test_score_of_special_bids() -> None:
    """CS-X23 to CS-X27."""
    assert [first("1F", t) for t in (1, 3, 0)] == [(50, 0), (10, 2), (-50, 0)]
    assert [first("2F", t) for t in (2, 4, 1, 0)] == [(40, 0), (20, 2), (-40, 0), (-40, 0)]
    assert [first("NIL", t) for t in (0, 2)] == [(100, 0), (-100, 0)]
    assert first("NIL", 2, {"nil_fail_bags": True}) == (-100, 2)
    assert [first("BN", t) for t in (0, 1)] == [(200, 0), (-200, 0)]
    assert [first("B6", t) for t in (6, 8, 5)] == [(100, 0), (100, 2), (-100, 0)]
    assert first("6", 6) == (60, 0)
    assert [first("SM", t) for t in (14, 17, 13)] == [(150, 0), (150, 0), (-150, 0)]


def test_score_of_bags() -> None:
    """CS-X28 to CS-X33."""
    rollover: dict[str, object] = {"bag_rollover": True}
    assert first("3", 5, bags=9) == (-80, 0)
    assert first("3", 5, rollover, bags=9) == (-70, 1)
    assert first("2", 4, bags=8) == first("2", 4, rollover, bags=8) == (-80, 0)
    short = preset("short_limit5")
    assert first("2", 4, short, bags=3) == (-30, 0)
    assert first("1", 8, short, bags=4) == (-100, 0)
    assert first("1", 8, short | rollover, bags=4) == (-90, 1)
    minus = preset("short_minus10")
    assert [first("2", 5, minus), first("4", 4, minus), first("3", 2, minus)] == [
        (-10, 0),
        (40, 0),
        (-30, 0),
    ]
    assert first("1F", 3, bags=9) == (-100, 0)
    assert first("SM", 16, bags=9) == (150, 9)
    assert first("4", 6, {"bag_points": 1}) == (42, 2)
    assert first("3", 5, {"bag_points": 1}, bags=9) == (-78, 0)


def test_score_of_jacks() -> None:
    """CS-X34 to CS-X41."""
    assert first("4", 4, caught="CJ") == (50, 0)
    assert first("4", 4, caught="CJ DJ") == (40, 0)
    assert points("4 1 1", "4 1 1", caught=("CJ", "DJ"))[0] == [50, 20, 10]
    assert first("4", 4, caught="CJ HJ") == (50, 0)
    three = preset("long_three_jacks")
    assert first("4", 4, three, bags=3, caught="HJ") == (40, 2)
    assert first("4", 4, three, bags=3, caught="CJ HJ") == (40, 3)
    assert first("4", 4, three, bags=3, caught="CJ DJ HJ") == (60, 2)
    assert first("4", 4, three, caught="HJ") == (40, 0)
    assert first("3", 4, three, bags=9, caught="HJ") == (30, 9)
    assert first("3", 4, three, bags=9) == (-70, 0)
    assert first("5", 4, caught="CJ") == (-40, 0)
    assert first("NIL", 1, caught="DJ") == (-90, 0)
    short = preset("short_limit5")
    assert first("4", 4, short, caught="DJ") == (40, 0)
    assert first("4", 4, short, caught="CJ DJ") == (50, 0)
    assert first("2", 5, preset("short_minus10", awards={"CJ", "HJ"}), caught="HJ") == (0, 0)
    assert first("4", 4, {"award_multi": "each"}, caught="CJ DJ") == (60, 0)
    assert first("4", 4, three | {"award_multi": "single_only"}, caught="CJ DJ HJ") == (40, 0)


# ---- games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "name", "winner"),
    [
        ([520, 530, 200], "official", 1),
        ([510, 510, 300], "official", None),
        ([550, 540, 340], "official", 0),
        ([470, 470, 330], "official", None),
        ([490 + 20 - 100, 300, 200], "official", None),
        ([510, 510, 505], "official", None),
        ([510, 505, 505], "official", 0),
        ([300, 290, 290], "short_limit5", 0),
        ([299, 200, 100], "short_minus10", None),
        ([505, 480], "partners", 0),
        ([510, 520], "partners", 1),
        ([510, 510], "partners", None),
        ([499, 100], "partners", None),
    ],
)
def test_who_has_won(scores: list[int], name: str, winner: int | None) -> None:
    """CS-X42 to CS-X46, SP-X14."""
    assert game_winner(scores, read_options(preset(name))) == winner


@pytest.mark.parametrize(
    ("scores", "winner"), [([100, -200], 0), ([-210, -250], 0), ([-220, -220], None), ([100, -199], None)]
)
def test_who_has_lost(scores: list[int], winner: int | None) -> None:
    """SP-X15."""
    assert game_winner(scores, read_options(preset("partners", lose_at=-200))) == winner


def test_ranks() -> None:
    assert ranks([510, 510, 300]) == [1, 1, 3]
    assert ranks([-10, 40, 20]) == [3, 1, 2]


def test_tokens_and_the_next_game() -> None:
    """CS-X47, CS-X48."""
    tourney = TourneyReferee({}, dealer=2, tokens=[4, 4, 2])
    tourney.game.winner = 1
    tourney.end_game()
    assert (tourney.tokens, tourney.winner) == ([4, 5, 2], 1)
    tourney = TourneyReferee(preset("short_limit5", target=10), dealer=2, tokens=[1, 0, 0])
    game = tourney.game
    deal = play_out(game.deal(shuffled({})), random.Random(3))
    game.finish(deal)
    assert (game.dealer, game.deals) == (0, 1)
    game.winner = 0
    tourney.end_game()
    assert (tourney.tokens, tourney.winner) == ([2, 0, 0], None)
    assert (tourney.game.dealer, tourney.game.scores, tourney.game.bags) == (0, [0, 0, 0], [0, 0, 0])
    assert tourney.game.sixes == [0, 0, 0]
    tourney.game.winner = 0
    tourney.end_game()
    assert tourney.winner == 0


# ---- partners ----------------------------------------------------------------------------------------

PARTNERS = preset("partners")


def side(bids: str, tricks: str, options: dict[str, object] | None = None, bags: int = 0) -> tuple[int, int]:
    """Return points and bags of seats 0 and 2, given their bids and tricks."""
    b, t = bids.split(), tricks.split()
    got, after = points(f"{b[0]} 1 {b[1]} 1", f"{t[0]} 1 {t[1]} 1", options or PARTNERS, bags=str(bags))
    return got[0], after[0]


def test_who_may_bid_blind_nil() -> None:
    """SP-X1, SP-X2."""
    assert blind(PARTNERS, [300, 180]) == [set(), {"BN"}, set(), {"BN"}]
    assert blind(PARTNERS, [300, 210]) == [set()] * 4
    assert blind(PARTNERS, [0, 0]) == [set()] * 4
    assert blind(preset("partners", bn_behind=0), [300, 180]) == [{"BN"}] * 4
    deal = new_deal(preset("partners_no_blind"), scores=[300, 100])
    assert deal.seen == [True] * 4
    assert deal.legal() == {"NIL"} | {str(k) for k in range(1, 14)}


def test_exchange() -> None:
    """SP-X3, SP-X4."""
    deal = new_deal(PARTNERS, scores=[300, 180])
    bid(deal, "BN 3 4 5")
    assert (deal.phase, deal.turn) == ("EXCHANGE", 1)
    assert len(deal.legal()) == 78
    put = in_order(deal.hands[1])[:2]
    deal.do("put " + " ".join(put))
    assert (deal.turn, len(deal.hands[1]), len(deal.hands[3])) == (3, 11, 15)
    assert set(put) <= deal.hands[3]
    deal.do("put " + " ".join(put))  # may be those just received
    assert [len(hand) for hand in deal.hands] == [13, 13, 13, 13]
    assert (deal.phase, deal.turn) == ("PLAY", 1)
    assert bid(new_deal(PARTNERS, scores=[300, 180]), "BN 3 NIL 5").phase == "PLAY"
    assert bid(new_deal(PARTNERS, scores=[300, 180]), "BN 3 BN 5").phase == "PLAY"
    deal = bid(new_deal(preset("partners", bn_behind=0)), "BN BN 3 4")
    turns = []
    while deal.phase == "EXCHANGE":
        turns.append(deal.turn)
        deal.do(min(deal.legal()))
    assert turns == [1, 3, 2, 0]


def test_score_of_a_contract() -> None:
    """SP-X5."""
    assert [side("3 4", t) for t in ("3 4", "5 4", "0 7", "3 3")] == [(70, 0), (72, 2), (70, 0), (-70, 0)]


def test_score_of_nil_and_contract() -> None:
    """SP-X6 to SP-X10, SP-X12."""
    assert [side("NIL 4", t) for t in ("0 4", "0 6", "0 3")] == [(140, 0), (142, 2), (60, 0)]
    assert [side("NIL 4", t) for t in ("1 4", "2 3")] == [(-59, 1), (-138, 2)]
    helps = preset("partners_nil_helps")
    assert [side("NIL 4", t, helps) for t in ("1 3", "2 4")] == [(-60, 0), (-58, 2)]
    assert [side("BN 5", t) for t in ("0 5", "1 5")] == [(250, 0), (-149, 1)]
    assert [side("NIL NIL", t) for t in ("0 0", "0 2")] == [(200, 0), (2, 2)]
    assert side("NIL NIL", "0 2", helps) == (2, 2)
    assert side("NIL 4", "1 4", preset("partners", nil_fail_bags=False)) == (-60, 0)


def test_score_of_bags_of_partners() -> None:
    """SP-X11."""
    assert side("3 3", "5 4", bags=8) == (-37, 1)
    assert side("2 2", "3 2", bags=9) == (-59, 0)


def test_score_of_jacks_of_partners() -> None:
    """SP-X13."""
    options = preset("partners", awards={"CJ", "DJ"})
    for caught, expected in ((("CJ", "", "DJ"), 70), (("CJ",), 80), (("", "", "CJ"), 80)):
        assert points("3 1 4 1", "3 1 4 1", options, caught=caught)[0][0] == expected


def test_made_by_seat() -> None:
    o = read_options(PARTNERS)
    assert deal_points(o, ["3", "NIL", "4", "2"], [7, 0, 0, 1]).made == [True, True, True, False]
    assert deal_points(read_options({}), ["1F", "2F", "NIL"], [3, 1, 0]).made == [True, False, True]


# ---- options and whole deals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"player": 3},
        {"players": 2},
        {"jokers": 2},
        {"players": 5, "jokers": 1},
        {"bag_limit": None},
        {"bag_style": "per_hand"},
        {"sm_tricks": 18},
        {"players": 4, "sm_tricks": 14},
        {"players": 5, "jokers": 2, "sm_tricks": 12},
        {"special_bids": {"3F"}},
        {"special_bids": "NIL"},
        {"awards": {"SJ"}},
        {"target": 0},
        {"b6_behind": None},
        {"hook": 1},
        {"partners": True},
        {"players": 4, "partners": True},
        {"lose_at": -200},
        {"bn_exchange": 1},
        {"nil_fail_helps": True},
        PARTNERS | {"lose_at": 0},
        PARTNERS | {"special_bids": {"NIL", "1F"}},
    ],
)
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_options(options)


def play_out(deal: SpadesReferee, rng: random.Random) -> SpadesReferee:
    """Play a deal to the end with random actions; low bids more often."""
    while deal.phase != "OVER":
        if deal.phase == "EXCHANGE":
            assert deal.turn is not None
            chosen = rng.sample(in_order(deal.hands[deal.turn]), deal.options.bn_exchange)
            deal.do("put " + " ".join(in_order(chosen)))
        else:
            deal.do(rng.choice(sorted(deal.legal())))
    return deal


def test_whole_deals() -> None:
    """Random deals of all shapes come to an end, and everything adds up."""
    rng = random.Random("whole deals")
    shapes = set()
    for _ in range(300):
        options = random_options(rng)
        o = read_options(options)
        pack = list(PACKS[o.pack_name])
        rng.shuffle(pack)
        scores = [rng.choice([0, 100, 180]) for _ in o.sides]
        dealer = rng.randrange(o.players)
        deal = SpadesReferee(pack, dealer, options, scores=scores)
        assert [len(deal.hands[seat]) for seat in range(o.players)] == [
            o.hand_size(seat, dealer) for seat in range(o.players)
        ]
        play_out(deal, rng)
        assert sum(deal.tricks) == o.n_tricks
        assert not any(deal.hands)
        assert set().union(*deal.caught) == o.awards
        assert deal.seen == [True] * o.players
        result = deal.result()
        assert len(result.points) == len(o.sides)
        limit = o.bag_limit or 1
        assert all(0 <= bags < limit for bags in result.bags)
        shapes.add((o.pack_name, o.partners, any(deal.given)))
    assert len(shapes) == 7


def test_game_counts_up() -> None:
    """CS-END-1, CS-DEAL-5: scores and bags add up, the deal passes to the left."""
    rng = random.Random("a game")
    game = GameReferee(preset("short_limit5", target=60), dealer=1)
    total = [0, 0, 0]
    while game.winner is None and game.deals < 200:
        assert game.dealer == (1 + game.deals) % 3
        deal = game.deal(shuffled({}, rng.randrange(1000)))
        while deal.phase == "AUCTION":
            bid(deal, rng.choice(["3", "4", "5"]))
        points = game.finish(play_out(deal, rng)).points
        total = [before + won for before, won in zip(total, points, strict=True)]
        assert game.scores == total
    assert game.standings == ranks(total)
