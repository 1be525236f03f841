"""The trick referee beyond the plain circle of hands: table cards, spades, a skipped first trick.

Tests are named after the example or the clause they check; place 0 leads unless said otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest

from oracle.packs import PACKS, SUITS, five_hundred_suits, spades_suits
from oracle.tricks import TrickReferee, circle, two_handed

ALL = {"S", "C", "D", "H"}
PILES = {"JK": "C9", "C8": "D8"}


def table(hands: list[str], under: dict[str, str], **policy: Any) -> TrickReferee:
    """Return a two-handed table position without trumps, led by place 0."""
    suits, free = five_hundred_suits(PACKS["43"], None, None)
    return TrickReferee(
        suits=suits,
        trump=None,
        free_joker=free,
        hands=[set(hand.split()) for hand in hands],
        leader=0,
        orders=two_handed(),
        under=under,
        **policy,
    )


def test_fh_x57_table_card_wins() -> None:
    referee = table(["H9 S5", "H10 S6", "HA", "H4"], {"HA": "C7", "H4": "C8"})
    assert referee.turn == 0
    for card in ("H9", "H10", "HA", "H4"):
        assert "C7" not in referee.hands[2]
        referee.play(card)
    assert referee.last_winner == 2
    assert referee.order == [2, 3, 0, 1]
    assert referee.hands[2] == {"C7"}
    assert referee.hands[3] == {"C8"}
    assert not referee.hidden


def test_fh_x58_hidden_cards_do_not_count() -> None:
    suits, _ = five_hundred_suits(PACKS["43"], "C", None)
    referee = TrickReferee(
        suits=suits,
        trump="C",
        free_joker=None,
        hands=[{"DK", "S5", "S6"}, {"D5", "S7", "S8"}, {"D6", "S9"}, {"SQ", "H7"}],
        leader=0,
        orders=two_handed(),
        under={"SQ": "D8", "D6": "D9"},
    )
    for card in ("DK", "D5", "D6"):
        referee.play(card)
    assert referee.legal() == {("SQ", None), ("H7", None)}


@pytest.mark.parametrize(
    ("policy", "names"),
    [
        ({"joker_lead": "unled_suit"}, ALL - {"H"}),
        ({"joker_lead": "last_trick_only"}, ALL - {"H"}),
        ({"joker_lead": "any_suit"}, ALL),
        ({"joker_lead": "any_suit", "joker_follow": "first_or_last"}, ALL - {"H"}),
    ],
)
def test_fh_p2_5_joker_alone_on_the_table_must_lead(policy: dict[str, str], names: set[str]) -> None:
    # A's table wins with the ace; the joker is then alone on it with a card below.
    referee = table(["H9 S5 S6", "H10 S7 S8", "HA JK", "H4 C8"], PILES, **policy)
    for card in ("H9", "H10", "HA", "H4"):
        referee.play(card)
    assert referee.hands[2] == {"JK"}
    assert referee.legal() == {("JK", name) for name in names}


def test_fh_p2_5_no_suit_left_unled_names_any() -> None:
    referee = table(["H9 S5 S6", "H10 S7 S8", "HA JK", "H4 C8"], PILES)
    for card in ("H9", "H10", "HA", "H4"):
        referee.play(card)
    referee.suits_led = set(SUITS)
    assert referee.legal() == {("JK", name) for name in ALL}


def test_fh_p2_5_positions_follow_and_fail_separately() -> None:
    hands = ["H9 H5 S9", "S5 S6 S7", "H7 H8", "JK C8"]
    referee = table(hands, {"JK": "H4", "H8": "D8"}, joker_follow="first_or_last")
    for card in ("H9", "S5", "H7"):  # B's hand fails to follow, his table has not
        referee.play(card)
    assert referee.failed[1] == {"H"}
    assert referee.legal() == {("JK", None), ("C8", None)}
    referee.play("C8")
    for card in ("H5", "S6", "H8"):
        referee.play(card)
    assert referee.failed[3] == {"H"}
    assert referee.legal() == {("JK", None)}  # it is the only card one can see
    referee = table(["H9 S9", "S5 S6", "H7 H8", "JK C8"], {}, joker_void="must")
    for card in ("H9", "S5", "H7"):
        referee.play(card)
    assert referee.legal() == {("JK", None)}
    referee = table(["H9 S9", "S5 S6", "H7 H8", "JK"], {"JK": "H4"}, joker_void="must")
    for card in ("H9", "S5", "H7", "JK"):
        referee.play(card)
    assert referee.order == [3, 2, 1, 0]
    assert referee.legal() == {("H4", None)}


def test_fh_p2_5_joker_barred_beside_another_face_up_card() -> None:
    referee = table(
        ["H9 H5 S9", "H10 S6 S7", "H7 H8 D9", "JK C8"], {"C8": "D8"}, joker_follow="first_or_last"
    )
    for card in ("H9", "H10", "H7", "C8"):
        referee.play(card)
    for card in ("S6", "S9"):
        referee.play(card)
    assert referee.legal() == {("JK", None), ("D8", None)}  # spades: the first time
    referee = table(
        ["H9 H5 H6", "H4 S6 S7", "H7 D9 D10", "JK C8"], {"C8": "D8"}, joker_follow="first_or_last"
    )
    for card in ("H9", "H4", "H7", "C8", "H5", "S6", "D9"):
        referee.play(card)
    assert referee.legal() == {("D8", None)}  # hearts: it failed to follow before


def spades(hands: list[str], **rules: Any) -> TrickReferee:
    """Return a position of Cutthroat Spades led by place 0."""
    return TrickReferee(
        suits=spades_suits(PACKS["cs5j3"]),
        trump="S",
        free_joker=None,
        hands=[set(hand.split()) for hand in hands],
        leader=0,
        orders=circle(len(hands)),
        lead_limit="S",
        **rules,
    )


def test_cs_play_3_spades_not_broken() -> None:
    referee = spades(["S5 JK1 H3", "H4 H5 H6", "C4 S7 D5"])
    assert referee.legal() == {("H3", None)}
    referee.play("H3")
    referee.play("H4")
    assert referee.legal() == {("C4", None), ("S7", None), ("D5", None)}
    referee.play("S7")
    assert referee.broken
    assert referee.last_winner == 2


def test_cs_play_4_all_spades_may_be_led_and_break() -> None:
    referee = spades(["S5 JK1", "H4 H5", "C4 S7"])
    assert referee.legal() == {("S5", None), ("JK1", None)}
    referee.play("S5")
    assert referee.broken


def test_cs_play_7_first_card() -> None:
    referee = spades(["C2 H3", "H4 C5", "C4 S7"], first_card="C2")
    assert referee.legal() == {("C2", None)}
    for card in ("C2", "C5", "C4"):
        referee.play(card)
    assert referee.legal() == {("H4", None)}
    assert spades(["C3 H3", "C2 C5", "C4 S7"], first_card="C2").legal() == {("C3", None), ("H3", None)}


def test_cs_play_8_dealer_skips_the_first_trick() -> None:
    first = {seat: [other for other in order if other != 0] for seat, order in circle(4).items()}
    referee = TrickReferee(
        suits=spades_suits(PACKS["cs5j2"]),
        trump="S",
        free_joker=None,
        hands=[{"C2"}, {"C5", "H4"}, {"C7", "H5"}, {"C6", "H7"}],
        leader=1,
        orders=circle(4),
        first_orders=first,
        lead_limit="S",
    )
    for card in ("C5", "C7", "C6"):
        referee.play(card)
    assert referee.turn == 2
    assert referee.order == [2, 3, 0, 1]
    for card in ("H5", "H7", "C2", "H4"):
        referee.play(card)
    assert referee.over
    assert referee.tricks == [0, 0, 1, 1]
