"""The worked examples of section 16 for two, three, five and six players, each as a deal that is played."""

from __future__ import annotations

import random

import pytest

from rules.constructed import cards, match_of, texts
from rules.test_clauses_players import SHAPES, dealt_to, in_play, over, steps, trick_seats, why_not
from tricktake import Card, CardSet, Phase
from tricktake import fivehundred as fh

TABLE = SHAPES["2 table"]
SANS = {2: " P", 3: " P P", 5: " P P P P", 6: " P P P P P"}


def test_fh_x2_in_a_deal_of_three() -> None:
    pack = list(fh.PACKS["33"])
    random.Random(2).shuffle(pack)
    deal = fh.Deal(fh.Rules(players=3), dealer=0, pack=pack)
    assert CardSet(pack[:3]) <= deal.hand(1)
    assert CardSet(pack[3:6]) <= deal.hand(2)
    assert CardSet(pack[6:9]) <= deal.hand(0)
    assert deal.kitty == CardSet([pack[9], pack[22], pack[32]])
    assert deal.turn == 1


@pytest.mark.parametrize(
    ("shape", "out", "order"), [("6 2x3", {0, 2}, [4, 5, 1, 3]), ("6 3x2", {1}, [4, 5, 0, 2, 3])]
)
def test_fh_x4_in_a_deal_of_six(shape: str, out: set[int], order: list[int]) -> None:
    deal = dealt_to(SHAPES[shape], {4: "JK"}, dealer=3, calls="OM-SK" + SANS[6])
    deal.push("name none")
    assert deal.contract is not None
    assert (deal.contract.contractor, deal.sits_out) == (4, out)
    assert trick_seats(deal) == order
    leader = deal.leader
    assert leader is not None
    at = order.index(leader)
    assert trick_seats(deal) == [*order[at:], *order[:at]]


@pytest.mark.parametrize("shape", ["6 2x3", "6 3x2"])
@pytest.mark.parametrize("contractor", [1, 3])
def test_fh_x3_in_a_deal_of_six(shape: str, contractor: int) -> None:
    """As FH-X3 with four players: after a defender has won, the seats that sit out are still skipped."""
    step = 2 if shape == "6 2x3" else 3
    out = {(contractor + step * k) % 6 for k in range(1, 6 // step)}
    winner = (contractor + 1) % 6
    hands = {seat: f"{'S5' if seat == contractor else f'S{6 + seat}'}" for seat in range(5)}
    hands |= {5: "SK", winner: "SA", contractor: "S5"}
    hands = {seat: f"{card} H{4 + seat}" for seat, card in hands.items()}
    deal = in_play(SHAPES[shape], "M", hands, contractor=contractor)
    playing = [seat % 6 for seat in range(contractor, contractor + 6) if seat % 6 not in out]
    assert deal.sits_out == out
    assert trick_seats(deal)[0] == contractor
    assert [card.seat for card in deal.finished[0]] == playing
    assert deal.leader == winner
    at = playing.index(winner)
    assert trick_seats(deal) == [*playing[at:], *playing[:at]]


def test_fh_x13_in_a_trick_of_six() -> None:
    hearts = {0: "12S", 1: "JS", 2: "TS", 3: "11S", 4: "QS", 5: "9S"}
    deal = in_play(SHAPES["6 2x3"], "6H", hearts)
    assert steps(deal, "S12 SJ S10 S11 SQ S9") == [0, 1, 2, 3, 4, 5]
    assert deal.tricks[4] == 1
    spades = {0: "KC", 1: "JC", 2: "QC", 3: "AC", 4: "13D", 5: "4C"}
    deal = in_play(SHAPES["6 2x3"], "6S", spades, tricks=(9, 0, 0, 0, 0, 0))
    deal.push_all("CK CJ CQ CA D13 C4")
    assert deal.tricks == (9, 1, 0, 0, 0, 0)


def test_fh_x47_called_partner_wins_nine() -> None:
    """From the deal on: nine trumps are led, then a club that the defender with all clubs wins."""
    hands = {
        0: "JK DJ HJ DA DK DQ D10 D9 D8 C2",
        2: "HA",
        3: "CA CK CQ CJ C10 C9 C8 C7 C6 C5",
    }
    deal = dealt_to(SHAPES["5 secret"], hands, calls="8D-SK" + SANS[5])
    deal.push("call HA")
    for trump in ["JK", "DJ", "HJ", "DA", "DK", "DQ", "D10", "D9", "D8", "C2"]:
        deal.push(trump)
        while not deal.is_over and deal.turn != 0 and deal.trick:
            deal.push(deal.legal_actions[0])
    assert deal.is_over
    assert deal.tricks == (9, 0, 0, 1, 0)
    assert deal.score().points == (140, 0, 140, 10, 0)
    assert deal.score().made is True


def test_fh_x47_slam_with_a_partner() -> None:
    trumps = "JK HJ DJ HA HK HQ H10 H9 H8 H7"
    deal = dealt_to(SHAPES["5 open"], {0: trumps, 1: "SA"}, calls="6H-SK" + SANS[5])
    deal.push("call SA")
    for trump in trumps.split():
        deal.push(trump)
        while not deal.is_over and deal.trick:
            deal.push(deal.legal_actions[0])
    assert deal.tricks[0] == 10
    assert deal.score().points == (125, 125, 0, 0, 0)


@pytest.mark.parametrize("shape", ["5 secret", "5 open", "5 seat", "5 alone"])
def test_fh_x47_alone_and_failed(shape: str) -> None:
    deal = over(SHAPES[shape], "7NT", (5, 2, 2, 1, 0))
    assert deal.score().points == (-220, 20, 20, 10, 0)
    assert deal.score().made is False


def test_fh_x48_three_pairs() -> None:
    assert over(SHAPES["6 3x2"], "7C", (4, 1, 0, 3, 1, 1)).score().points == (160, 20, 10)
    assert over(SHAPES["6 3x2"], "7C", (0, 2, 1, 7, 0, 0), contractor=3).score().points == (160, 20, 10)


def test_fh_x49_three_players() -> None:
    deal = over(SHAPES["3"], "6H", (5, 3, 2))
    assert deal.score().points == (-100, 30, 20)
    assert match_of(deal).scores == (-100, 30, 20)


def test_fh_x53_two_share_the_win() -> None:
    deal = over(SHAPES["3"], "8NT", (5, 3, 2), scores=(-200, 480, 490))
    match = match_of(deal)
    assert match.scores == (-520, 510, 510)
    assert match.winners == {1, 2}
    assert match.is_over


@pytest.mark.parametrize("contractor", [0, 1])
def test_fh_x57_in_a_deal_with_tables(contractor: int) -> None:
    """From the deal on: the table card wins, the four positions change about, and a card is turned up."""
    a, b = contractor, 1 - contractor
    deal = dealt_to(
        TABLE,
        {a: "9H", b: "TH"},
        tables={a: ["S5/AH"], b: ["?/4H"]},
        dealer=b,
        calls="6S-SK P",
    )
    assert deal.piles(a)[0] == fh.Pile(Card.S5, Card.HA)
    assert steps(deal, "H9 H10 HA H4") == [a, b, a, b]
    assert [card.from_table for card in deal.finished[0]] == [False, False, True, True]
    assert deal.tricks[a] == 1
    assert deal.piles(a)[0] == fh.Pile(None, Card.S5)
    assert deal.view(b).tables[a][0] == fh.TablePile(up=Card.S5, covers=False)
    order = []
    for _ in range(4):
        order.append((deal.turn, deal.plays_from))
        if len(order) == 1:
            assert "S5" in texts(deal)
        deal.push(deal.legal_actions[0])
    assert order == [(a, "table"), (b, "table"), (a, "hand"), (b, "hand")]


def test_fh_x58_in_a_deal_with_tables() -> None:
    """A diamond face down does not count, from the deal on and late in the play."""
    piles = ["9D/QS", "?/7H", "TD/8H", "?/9H", "?/TH"]
    deal = dealt_to(TABLE, {0: "KD", 1: "4D"}, tables={0: ["?/5D"], 1: piles}, calls="6C-SK P")
    assert deal.phase is Phase.PLAY
    deal.push_all("KD 4D 5D")
    assert (deal.turn, deal.plays_from) == (1, "table")
    assert texts(deal) == cards("QS 7H 8H 9H TH")
    deal.push("QS")
    assert deal.piles(1)[0] == fh.Pile(None, Card.D9)
    two = in_play(
        TABLE,
        "6C",
        {0: "KD 5S 6S", 1: "4D 8S 9S"},
        tables={0: ["-/5D", "-/5H", "-/6H"], 1: ["9D/QS", "-/7H"]},
        plays="KD 4D 5D",
    )
    assert (two.turn, two.plays_from) == (1, "table")
    assert texts(two) == cards("QS 7H")
    hidden = why_not(two, "D9")
    assert (hidden.clause, hidden.sentence) == ("FH-P2-4", "seat 1 plays from its table now; got D9")
    assert hidden.legal == ("SQ", "H7")
