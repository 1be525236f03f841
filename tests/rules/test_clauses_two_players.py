"""Section 12 of the rules, clause by clause: two players."""

from __future__ import annotations

import random
from math import comb

import pytest

from rules.constructed import cards, put_away, texts
from rules.random_deals import play_on
from rules.test_clauses_players import SHAPES, dealt_to, in_play, over, steps, trick_seats, why_not
from tricktake import CardSet, Phase, SetupError, Suit
from tricktake import fivehundred as fh

TABLE = SHAPES["2 table"]
DEAD = SHAPES["2 dead hand"]
SHORT = SHAPES["2 short24"]
ALL_SUITS = tuple(Suit)


def up(deal: fh.Deal, seat: int) -> list[str | None]:
    """Return the cards that lie face up on a table, pile by pile."""
    return [None if pile.up is None else pile.up.name for pile in deal.piles(seat)]


# ---- the table game: deal and auction ----------------------------------------------------------------


def test_fh_p2_1_hands_and_piles() -> None:
    """Ten cards in hand, five piles of a card under a card; the other games of two have no tables."""
    assert fh.Rules(players=2).two_player is fh.TwoPlayer.TABLE
    deal = fh.Deal(TABLE, seed=21)
    assert [len(hand) for hand in deal.dealt] == [10, 10]
    assert [len(table) for table in deal.tables] == [5, 5]
    assert all(None not in pile for table in deal.tables for pile in table)
    assert deal.piles(0) == deal.tables[0]
    assert len(deal.kitty) == 3
    assert (deal.rules.pack_name, len(deal.dead)) == ("43", 0)
    for rules in (DEAD, SHORT):
        other = fh.Deal(rules, seed=21)
        assert (other.tables, other.piles(0), other.view(0).tables) == ((), (), ())
        assert {"BM", "LOOK"} <= texts(other)
        other.push("LOOK")
        assert "OM" in texts(other)
        assert "M" not in texts(other)  # FH-BID-5 holds in these games
    with pytest.raises(SetupError, match="FH-P2-1"):
        fh.Deal(TABLE, hands=deal.dealt, kitty=deal.kitty, tables=[deal.tables[0], deal.tables[1][:4]])
    with pytest.raises(SetupError, match="two_player"):
        fh.Deal(fh.Rules(), hands=["", "", "", ""], tables=deal.tables)


@pytest.mark.parametrize("dealer", [0, 1])
def test_fh_p2_2_order_of_the_deal(dealer: int) -> None:
    pack = list(fh.PACKS["43"])
    random.Random(dealer).shuffle(pack)
    deal = fh.Deal(TABLE, dealer=dealer, pack=pack)
    other = 1 - dealer
    top = iter(pack)

    def take(count: int) -> list[fh.Pile]:
        return [next(top) for _ in range(count)]  # type: ignore[misc]

    down: dict[int, list[object]] = {}
    face_up: dict[int, list[object]] = {}
    hand: dict[int, list[object]] = {}
    for seat in (other, dealer):
        down[seat] = [*take(3)]
    for seat in (other, dealer):
        hand[seat] = [*take(3)]
    kitty = [*take(1)]
    for seat in (other, dealer):
        down[seat] += take(2)
        face_up[seat] = [*take(2)]
    for seat in (other, dealer):
        hand[seat] += take(4)
    kitty += take(1)
    for seat in (other, dealer):
        face_up[seat] += take(3)
    for seat in (other, dealer):
        hand[seat] += take(3)
    kitty += take(1)
    assert next(top, None) is None
    for seat in (0, 1):
        assert deal.hand(seat) == CardSet(hand[seat])  # type: ignore[arg-type]
        assert [pile.down for pile in deal.piles(seat)] == down[seat]
        assert [pile.up for pile in deal.piles(seat)] == face_up[seat]
    assert deal.kitty == CardSet(kitty)  # type: ignore[arg-type]


@pytest.mark.parametrize("dealer", [0, 1])
def test_fh_p2_3_calls_and_exchange(dealer: int) -> None:
    other = 1 - dealer
    deal = dealt_to(TABLE, dealer=dealer)
    assert deal.turn == other
    assert deal.has_looked(0)
    assert deal.has_looked(1)
    assert {"6S", "M", "M-SK", "10NT", "P"} <= texts(deal)
    assert texts(deal).isdisjoint({"OM", "OM-SK", "BM", "BM-SK", "LOOK"})
    for bid in ("OM", "BM", "OM-SK", "BM-SK"):
        refusal = why_not(deal, bid)
        assert (refusal.clause, refusal.option) == ("FH-P2-3", "two_player")
        assert refusal.sentence == f"seat {other} cannot bid {bid}: it is no bid where cards lie on the table"
        assert refusal.legal
    assert "M" in texts(deal.copy().push_all("6NT"))
    assert "M" not in texts(deal.copy().push_all("8S"))
    deal.push_all("6S P")
    assert deal.phase is Phase.EXCHANGE
    assert deal.hand(other) == deal.dealt[other] | deal.kitty
    assert len(deal.legal_actions) == comb(13, 3)
    on_table = deal.piles(other)[0].up
    kept = deal.hand(other).ascending()[:2]
    refusal = why_not(deal, f"put {kept[0]} {kept[1]} {on_table}")
    assert (refusal.clause, refusal.sentence) == ("FH-KIT-2", f"seat {other} does not hold {on_table}")
    put_away(deal)
    assert deal.piles(0) == deal.tables[0]
    assert deal.piles(1) == deal.tables[1]


def test_fh_p2_3_holds_with_a_table_only() -> None:
    """Both settings of the option: elsewhere a misère needs a seven, and open and blind ones are bids."""
    for rules in (DEAD, SHORT):
        deal = fh.Deal(rules, dealer=1, seed=1).push_all("LOOK")
        assert "OM" in texts(deal)
        assert why_not(deal, "M").clause == "FH-BID-5"
        assert "M" in texts(deal.push_all("7S LOOK"))


# ---- the table game: play ----------------------------------------------------------------------------


@pytest.mark.parametrize("contractor", [0, 1])
def test_fh_p2_4_order_of_the_four_positions(contractor: int) -> None:
    """From each of the four positions that can win, both ways round."""
    other = 1 - contractor
    winners = {"my hand": 0, "other hand": 1, "my table": 2, "other table": 3}
    for winner in winners.values():
        low = ["S5", "S6", "S7", "S8"]
        low[winner] = "SA"
        hands = {contractor: f"{low[0]} H9", other: f"{low[1]} H10"}
        tables = {contractor: [f"D9/{low[2]}"], other: [f"D10/{low[3]}"]}
        deal = in_play(TABLE, "6C", hands, tables=tables, contractor=contractor)
        where = []
        for card in low:
            where.append((deal.turn, deal.plays_from))
            deal.push(card)
        assert where == [
            (contractor, "hand"),
            (other, "hand"),
            (contractor, "table"),
            (other, "table"),
        ]
        assert [card.from_table for card in deal.finished[0]] == [False, False, True, True]
        seat, place = (contractor, other)[winner % 2], ("hand", "table")[winner // 2]
        turned = ("table", "hand")[winner // 2]
        assert deal.leader == seat
        where = []
        for _ in range(4):
            where.append((deal.turn, deal.plays_from))
            deal.push(deal.legal_actions[0])
        assert where == [(seat, place), (1 - seat, place), (seat, turned), (1 - seat, turned)]
        assert deal.is_over
        assert deal.plays_from is None


def test_fh_p2_4_without_a_contract_left_of_the_dealer_leads() -> None:
    rules = TABLE.replace(all_pass="play_nt")
    for dealer in (0, 1):
        deal = dealt_to(rules, dealer=dealer, calls="P P")
        assert deal.contract is None
        assert deal.play_state is not None
        assert deal.play_state.order.free_joker is not None
        first = 1 - dealer
        where = []
        for _ in range(4):
            where.append((deal.turn, deal.plays_from))
            deal.push(deal.legal_actions[0])
        assert where == [(first, "hand"), (dealer, "hand"), (first, "table"), (dealer, "table")]


def test_fh_p2_4_playing_from_the_wrong_place() -> None:
    deal = in_play(TABLE, "6C", {0: "S5 H9", 1: "S6 H10"}, tables={0: ["D9/S7"], 1: ["D10/S8"]})
    deal.push_all("S5 S6")
    refusal = why_not(deal, "H9")
    assert (refusal.rule, refusal.clause, refusal.option) == (
        "hand and table in turn",
        "FH-P2-4",
        "two_player",
    )
    assert refusal.sentence == "seat 0 plays from its table now; got H9"
    assert refusal.legal == ("S7",)


def test_fh_p2_4_playing_from_the_table_in_place_of_the_hand() -> None:
    deal = in_play(TABLE, "6C", {0: "S5 H9", 1: "S6 H10"}, tables={0: ["D9/S7"], 1: ["D10/S8"]})
    refusal = why_not(deal, "S7")
    assert (refusal.rule, refusal.clause, refusal.option) == (
        "hand and table in turn",
        "FH-P2-4",
        "two_player",
    )
    assert refusal.sentence == "seat 0 plays from its hand now; got S7"


def test_fh_p2_5_each_position_follows_by_itself() -> None:
    """Neither does the hand count for the table, nor the table for the hand, nor a card face down."""
    hands = {0: "HA S5", 1: "S6 C9"}
    tables = {0: ["D9/S7"], 1: ["H5/C10", "-/D10"]}
    deal = in_play(TABLE, "6S", hands, tables={0: [*tables[0]], 1: ["H5/C10"]}, plays="HA")
    assert texts(deal) == cards("S6 C9")  # void, though a heart lies on his table
    deal.push("C9")
    assert texts(deal) == {"S7"}
    deal.push("S7")
    assert texts(deal) == {"C10"}
    two = in_play(
        TABLE,
        "6S",
        {0: "HA S5", 1: "H6 C9"},
        tables={0: ["-/S7", "-/H7"], 1: ["-/C10", "-/D10"]},
        plays="HA",
    )
    assert texts(two) == {"H6"}
    refusal = why_not(two, "C9")
    assert (refusal.clause, refusal.sentence) == ("FH-PLAY-2", "seat 1 must follow hearts (holds H6); got C9")
    two.push("H6")
    assert texts(two) == {"H7"}
    assert why_not(two, "S7").sentence == "seat 0 must follow hearts (holds H7); got S7"
    two.push("H7")
    assert texts(two) == cards("C10 D10")  # his hand followed; the table is void


def test_fh_p2_5_the_joker_of_a_position() -> None:
    """A suitless joker on the table: only when the table is void; compulsory in a misère."""
    tables = {0: ["-/S7", "-/S8"], 1: ["-/JK", "-/H10"]}
    for bid, led, legal in (
        ("6NT", "HA", {"H10"}),
        ("6NT", "DA", {"JK", "H10"}),
        ("M", "HA", {"H10"}),
        ("M", "DA", {"JK"}),
    ):
        deal = in_play(TABLE, bid, {0: f"{led} S5", 1: "H9 D9"}, tables=tables)
        deal.push(led)
        deal.push(deal.legal_actions[0])
        deal.push("S7")
        assert texts(deal) == legal
    assert why_not(deal, "H10").clause == "FH-JOK-7"


@pytest.mark.parametrize("lead", ["unled_suit", "last_trick_only", "any_suit"])
@pytest.mark.parametrize("led", [(), (Suit.CLUBS, Suit.HEARTS), ALL_SUITS])
def test_fh_p2_5_a_joker_alone_can_always_be_led(lead: str, led: tuple[Suit, ...]) -> None:
    """The only card that can be played, with a card face down under it; it names an unled suit if any is."""
    rules = TABLE.replace(joker_lead=lead)
    hands = {0: "S5 S6", 1: "H9 D9"}
    deal = in_play(rules, "6NT", hands, tables={0: ["C9/JK"], 1: ["-/D10", "-/H10"]}, leader=2, suits_led=led)
    assert (deal.turn, deal.plays_from) == (0, "table")
    unled = [suit for suit in ALL_SUITS if suit not in led]
    may = ALL_SUITS if lead == "any_suit" or not unled else unled
    assert texts(deal) == {f"JK:{suit.letter}" for suit in may}
    two = in_play(
        rules, "6NT", hands, tables={0: ["-/JK", "-/C9"], 1: ["-/D10", "-/H10"]}, leader=2, suits_led=led
    )
    named = {"unled_suit": unled, "last_trick_only": [], "any_suit": [*ALL_SUITS]}[lead]
    assert texts(two) == {"C9"} | {f"JK:{suit.letter}" for suit in named}
    last = in_play(
        rules, "6NT", {0: "S5", 1: "H9"}, tables={0: ["-/JK"], 1: ["-/D10"]}, leader=2, suits_led=led
    )
    assert texts(last) == {"JK"}


def test_fh_p2_5_failing_to_follow_counts_by_position() -> None:
    """The hand failed to follow hearts, the table did not: only the hand's joker would be locked."""
    rules = TABLE.replace(joker_follow="first_or_last")
    tables = {0: ["-/H7", "-/S8"], 1: ["-/JK", "-/C10"]}
    failed = ((), (Suit.HEARTS,), (), ())
    start = {"suits_led": (Suit.HEARTS,), "failed": failed}
    deal = in_play(rules, "6NT", {0: "HA S5", 1: "C9 D9"}, tables=tables, **start)  # type: ignore[arg-type]
    deal.push_all("HA C9 H7")
    assert texts(deal) == {"JK", "C10"}
    table_failed = {"suits_led": (Suit.HEARTS,), "failed": ((), (), (), (Suit.HEARTS,))}
    locked = in_play(rules, "6NT", {0: "HA S5", 1: "C9 D9"}, tables=tables, **table_failed)  # type: ignore[arg-type]
    locked.push_all("HA C9 H7")
    assert texts(locked) == {"C10"}
    refusal = why_not(locked, "JK")
    assert (refusal.clause, refusal.option) == ("FH-JOK-11", "joker_follow")


def test_fh_p2_6_turned_up_at_the_end_of_the_trick() -> None:
    deal = in_play(
        TABLE,
        "6C",
        {0: "S5 H9", 1: "S6 H10"},
        tables={0: ["D9/S7"], 1: ["-/D10", "-/S8"]},
    )
    deal.push_all("S5 S6 S7")
    assert up(deal, 0) == [None] * 5
    assert deal.piles(0)[0] == fh.Pile(down=CardSet("D9").ascending()[0], up=None)
    assert deal.view(1).tables[0][0] == fh.TablePile(up=None, covers=True)
    deal.push("S8")
    assert up(deal, 0) == ["D9", None, None, None, None]
    assert deal.view(1).tables[0][0].up is deal.piles(0)[0].up
    assert deal.view(1).tables[0][0].covers is False
    assert up(deal, 1) == ["D10", None, None, None, None]
    deal.pop()
    assert up(deal, 0) == [None] * 5
    assert up(deal, 1) == ["D10", "S8", None, None, None]
    with pytest.raises(SetupError, match="FH-P2-6"):
        in_play(TABLE, "6C", {0: "S5", 1: "S6"}, tables={0: ["D9/-"], 1: ["-/S8"]})


def test_fh_p2_7_tricks_of_hand_and_table_add_up() -> None:
    """Normal scoring; and nobody sits out of a misère, which the contractor's table can lose."""
    assert over(TABLE, "6S", (6, 4)).score().points == (40, 40)
    assert over(TABLE, "6S", (10, 0)).score().points == (250, 0)
    assert over(TABLE, "7H", (6, 4)).score().points == (-200, 40)
    for place, hand, table in (("hand", "SA", "S7"), ("table", "S5", "SA")):
        for stop in (False, True):
            rules = TABLE.replace(misere_stop=stop)
            deal = in_play(
                rules,
                "M",
                {0: f"{hand} H9", 1: "S6 H10"},
                tables={0: [f"D9/{table}"], 1: ["D10/S8"]},
                tricks=(0, 8),
            )
            assert deal.sits_out == frozenset()
            deal.push_all(f"{hand} S6 {table} S8")
            assert deal.tricks == (1, 8), place
            assert deal.is_over is stop
            while not deal.is_over:
                deal.push(deal.legal_actions[0])
            assert deal.score().points == (-250, 0)
    made = in_play(TABLE, "M", {0: "S5 H4", 1: "S6 H10"}, tables={0: ["D9/S7"], 1: ["D10/S8"]}, tricks=(0, 8))
    while not made.is_over:
        made.push(made.legal_actions[0])
    assert (made.tricks, made.score().points) == ((0, 10), (250, 0))


@pytest.mark.parametrize(
    ("where", "may"),
    [
        ("hand", True),
        ("table", True),
        ("face down", False),
        ("other hand", False),
        ("other table", False),
        ("other face down", False),
    ],
)
def test_fh_p2_7_nomination(where: str, may: bool) -> None:
    hands = {0: "JK"} if where == "hand" else {1: "JK"} if where == "other hand" else {}
    pile = {"table": "?/JK", "face down": "JK/?"}.get(where.removeprefix("other "))
    tables = {} if pile is None else {int(where.startswith("other")): [pile]}
    for bid in ("6NT-SK", "M-SK"):
        deal = dealt_to(TABLE, hands, tables=tables, calls=f"{bid} P")
        assert (deal.phase is Phase.NOMINATION) is may
        none = TABLE.replace(joker_nomination="none")
        assert dealt_to(none, hands, tables=tables, calls=f"{bid} P").phase is Phase.PLAY
    assert dealt_to(TABLE, hands, tables=tables, calls="6S-SK P").phase is Phase.PLAY
    if may:
        assert texts(deal) == {"name S", "name C", "name D", "name H", "name none"}
        deal.push("name H")
        assert deal.order is not None
        assert deal.order.suit_of("JK") == Suit.HEARTS
        assert deal.view(1).nominated is Suit.HEARTS
    in_kitty = dealt_to(TABLE, kitty="JK", calls="6NT P")
    put_away(in_kitty, keep="JK")
    assert in_kitty.phase is Phase.NOMINATION
    gone = dealt_to(TABLE, kitty="JK", calls="6NT P")
    gone.push(fh.Exchange(gone.kitty))
    assert gone.phase is Phase.PLAY


# ---- the other games of two --------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1])
def test_fh_p2_8_dead_hand(dealer: int) -> None:
    """Dealt as for three, the first hand dead; the other player calls, and tricks have two cards."""
    pack = list(fh.PACKS["33"])
    random.Random(8).shuffle(pack)
    deal = fh.Deal(DEAD, dealer=dealer, pack=pack)
    three = fh.Deal(fh.Rules(players=3), dealer=2, pack=pack)
    other = 1 - dealer
    assert (deal.dead, deal.hand(other), deal.hand(dealer)) == three.dealt
    assert deal.kitty == three.kitty
    assert deal.turn == other
    deal.push_all("6S P")
    assert deal.phase is Phase.EXCHANGE
    put_away(deal)
    seats = trick_seats(deal)
    assert seats == [other, dealer]
    play_on(random.Random(1), deal)
    assert [len(trick) for trick in deal.finished] == [2] * 10
    played = CardSet([card.card for trick in deal.finished for card in trick])
    assert played.isdisjoint(deal.dead)
    for seat in (0, 1):
        assert not any(card.name in repr(deal.view(seat)) for card in deal.dead if card not in deal.kitty)
    for size in (9, 0):
        with pytest.raises(SetupError, match="dead hand"):
            fh.Deal(DEAD, hands=deal.dealt, kitty=deal.kitty, dead=deal.dead.ascending()[:size])


def test_fh_p2_8_winning_a_trick_and_the_joker() -> None:
    deal = in_play(DEAD, "6S", {0: "S7 H9", 1: "JK H10"}, plays="S7")
    assert texts(deal) == {"JK"}
    deal.push("JK")
    assert (deal.leader, deal.tricks) == (1, (0, 9))
    assert steps(deal, "H10 H9") == [1, 0]


def test_fh_p2_9_short_pack() -> None:
    """24 cards, four of them in the kitty; no joker, so the right bower is the highest trump."""
    deal = dealt_to(SHORT, {0: "SA", 1: "CJ"}, kitty="JS", calls="6S P")
    assert (len(fh.PACKS[SHORT.pack_name]), len(deal.kitty)) == (24, 4)
    assert "JK" not in {card.name for card in fh.PACKS[SHORT.pack_name]}
    assert len(deal.hand(0)) == 14
    assert len(deal.legal_actions) == comb(14, 4)
    assert why_not(deal, "put " + " ".join(map(str, deal.hand(0).ascending()[:3]))).clause == "FH-KIT-1"
    put_away(deal, keep="JS SA")
    assert deal.phase is Phase.PLAY
    order = deal.order
    assert order is not None
    assert [card.name for card in order.suits[Suit.SPADES]][::-1][:3] == ["SJ", "CJ", "SA"]
    deal.push("JS")
    assert texts(deal) & {"CJ"}
    assert all(card.name == "CJ" or card.suit is Suit.SPADES for card in CardSet(" ".join(texts(deal))))
    lower = in_play(SHORT, "6S", {0: "AS 9H", 1: "JC TH"}, plays="AS JC")
    assert lower.leader == 1
    none = dealt_to(SHORT, calls="6NT-SK P")
    assert none.phase is Phase.PLAY  # nothing to nominate
    assert [len(trick) for trick in play_on(random.Random(3), none).finished] == [2] * 10


@pytest.mark.parametrize("rules", [TABLE, DEAD, SHORT])
def test_fh_p2_9_three_games_from_one_option(rules: fh.Rules) -> None:
    """What ``two_player`` changes, side by side."""
    deal = fh.Deal(rules, seed=2)
    found = (rules.pack_name, len(deal.kitty), len(deal.dead), bool(deal.tables), "LOOK" in texts(deal))
    assert (
        found
        == {
            TABLE: ("43", 3, 0, True, False),
            DEAD: ("33", 3, 10, False, True),
            SHORT: ("24", 4, 0, False, True),
        }[rules]
    )
