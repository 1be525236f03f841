"""The trick referee against the worked examples of the rules, and its own corner cases.

Tests are named after the example (FH-X5 is `test_fh_x05_...`) or the clause they check. Cards stand suit
first; seats are places 0 to 3 and place 0 leads unless said otherwise.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from oracle.packs import JOKERS, PACKS, SUITS, five_hundred_suits, spades_suits
from oracle.tricks import TrickReferee, circle, perft


def after(
    earlier: list[str],
    left: list[str | None],
    *,
    pack: str = "43",
    trump: str | None = None,
    nominated: str | None = None,
    **policy: Any,
) -> TrickReferee:
    """Play the earlier tricks, all led and won by place 0, and return the position after them.

    `left` gives the cards each place has left; None is filled up with cards nobody else has.
    """
    suits, free_joker = five_hundred_suits(PACKS[pack], trump, nominated)
    tricks = [trick.split() for trick in earlier]
    known = {card for trick in tricks for card in trick}
    known |= {card for cards in left if cards is not None for card in cards.split()}
    spare = [card for card in PACKS[pack] if card not in known and card not in JOKERS]
    size = max(len(cards.split()) for cards in left if cards is not None)
    hands = []
    for place, cards in enumerate(left):
        rest = [spare.pop() for _ in range(size)] if cards is None else cards.split()
        hands.append(set(rest) | {trick[place] for trick in tricks})
    referee = TrickReferee(
        suits=suits,
        trump=trump,
        free_joker=free_joker,
        hands=hands,
        leader=0,
        orders=circle(len(left)),
        **policy,
    )
    for trick in tricks:
        for card in trick:
            referee.play(card)
        assert referee.last_winner == 0
    return referee


def follows(led: str, hand: str, earlier: list[str] | None = None, **rules: Any) -> set[str]:
    """Return the cards place 1 may play from its hand when place 0 leads a card."""
    suits, _ = five_hundred_suits(PACKS[rules.get("pack", "43")], rules.get("trump"), rules.get("nominated"))
    used = {led, *hand.split(), *" ".join(earlier or []).split()}
    spare = [card for cards in suits.values() for card in cards if card not in used and card != "JK"]
    leader = " ".join([led, *spare[: len(hand.split()) - 1]])
    referee = after(earlier or [], [leader, hand, None, None], **rules)
    referee.play(led)
    assert referee.turn == 1
    assert all(named is None for _, named in referee.legal())
    return {card for card, _ in referee.legal()}


def leads(hand: str, earlier: list[str], **rules: Any) -> set[str]:
    """Return the texts of the cards place 0 may lead from its hand."""
    referee = after(earlier, [hand, None, None, None], **rules)
    return {card if named is None else f"{card}:{named}" for card, named in referee.legal()}


def winner(trick: str, **rules: Any) -> int:
    """Return which card of the trick wins: 1 for the first one."""
    cards = trick.split()
    referee = after([], list(cards), **rules)
    for card in cards:
        referee.play(card)
    assert referee.over
    assert referee.last_winner is not None
    return referee.last_winner + 1


LED_HS = ["HA H5 H6 H7", "SA S5 S6 S7"]
LED_ALL = [*LED_HS, "DA D5 D6 D7", "CA C5 C7 C8"]


def test_fh_deck_1_pack_sizes() -> None:
    sizes = {name: len(cards) for name, cards in PACKS.items()}
    assert sizes == {
        "33": 33,
        "43": 43,
        "45": 45,
        "53": 53,
        "63": 63,
        "24": 24,
        "cs3": 51,
        "cs4": 52,
        "cs5": 50,
        "cs5j2": 54,
        "cs5j3": 55,
    }
    assert all(len(set(cards)) == len(cards) for cards in PACKS.values())
    assert {"D4", "H4"} <= set(PACKS["43"])
    assert not {"S4", "C4"} & set(PACKS["43"])
    assert {"D13", "H13", "S12", "C11"} <= set(PACKS["63"])
    assert not {"S13", "C13"} & set(PACKS["63"])


def test_fh_card_2_trump_order() -> None:
    suits, free = five_hundred_suits(PACKS["63"], "H", None)
    assert free is None
    assert suits["H"] == [
        "H2",
        "H3",
        "H4",
        "H5",
        "H6",
        "H7",
        "H8",
        "H9",
        "H10",
        "H11",
        "H12",
        "H13",
        "HQ",
        "HK",
        "HA",
        "DJ",
        "HJ",
        "JK",
    ]
    assert suits["D"] == [
        "D2",
        "D3",
        "D4",
        "D5",
        "D6",
        "D7",
        "D8",
        "D9",
        "D10",
        "D11",
        "D12",
        "D13",
        "DQ",
        "DK",
        "DA",
    ]


def test_fh_jok_3_nominated_joker_tops_its_suit() -> None:
    suits, free = five_hundred_suits(PACKS["33"], None, "C")
    assert free is None
    assert suits["C"] == ["C7", "C8", "C9", "C10", "CJ", "CQ", "CK", "CA", "JK"]
    assert five_hundred_suits(PACKS["33"], None, None)[1] == "JK"


def test_cs_deck_4_jokers_on_top() -> None:
    assert spades_suits(PACKS["cs5j3"])["S"][-4:] == ["SA", "JK3", "JK2", "JK1"]


def test_fh_x05_left_bower_does_not_follow_diamonds() -> None:
    assert follows("D10", "DJ D9 SA JK", trump="H") == {"D9"}


def test_fh_x06_void_in_diamonds() -> None:
    assert follows("D10", "DJ SA JK C5", trump="H") == {"DJ", "SA", "JK", "C5"}


def test_fh_x07_left_bower_follows_hearts() -> None:
    assert follows("HA", "DJ D9 SA", trump="H") == {"DJ"}


def test_fh_x08_joker_follows_hearts() -> None:
    assert follows("HA", "JK D4 SA", trump="H") == {"JK"}


def test_fh_x09_left_bower_led() -> None:
    assert follows("CJ", "CA S5 HK", trump="S") == {"S5"}


def test_fh_x10_left_bower_wins() -> None:
    assert winner("CA CJ S5 CK", trump="S") == 2


def test_fh_x11_top_trumps() -> None:
    assert winner("HJ DJ DA JK", trump="D") == 4
    assert winner("HJ DJ DA D4", trump="D") == 2


def test_fh_x12_trump_and_plain_winners() -> None:
    assert winner("H9 HA C5 HQ", trump="C") == 3
    assert winner("S9 S5 HA CK", trump="D") == 1


def test_fh_x13_six_players_and_left_bower() -> None:
    assert winner("S12 SJ S10 S11 SQ S9", pack="63", trump="H") == 5
    assert winner("CK CJ CQ CA D13 C4", pack="63", trump="S") == 2


def test_fh_x14_leading_left_bower() -> None:
    referee = after([], ["SJ H5", "CA S8", None, None], trump="C")
    referee.play("SJ")
    assert referee.suits_led == {"C"}
    assert referee.legal() == {("CA", None)}


def test_fh_x15_nominated_joker_must_follow() -> None:
    assert follows("S7", "JK H4 DA", nominated="S") == {"JK"}
    assert winner("S7 JK SA S8", nominated="S") == 2


def test_fh_x16_nominated_joker_thrown_off() -> None:
    assert follows("H9", "JK SQ C5", nominated="S") == {"JK", "SQ", "C5"}
    assert winner("H9 JK H6 HK", nominated="S") == 4


def test_fh_x17_suitless_joker_follows_when_void() -> None:
    assert follows("H9", "JK H5 CA") == {"H5"}
    assert follows("H9", "JK CA D7") == {"JK", "CA", "D7"}


def test_fh_x18_misere_joker_must_be_played_when_void() -> None:
    assert follows("H9", "JK CA D7", joker_void="must") == {"JK"}
    assert follows("H9", "JK CA D7", joker_void="may") == {"JK", "CA", "D7"}
    assert follows("H9", "JK H5 D7", joker_void="must") == {"H5"}


def test_fh_x19_joker_names_an_unled_suit() -> None:
    assert leads("JK D9 H4", LED_HS) == {"D9", "H4", "JK:C", "JK:D"}


def test_fh_x20_all_suits_led() -> None:
    assert leads("JK D9 H4", LED_ALL) == {"D9", "H4"}
    assert leads("JK D9 H4", LED_ALL, joker_lead="any_suit") == {
        *("D9", "H4", "JK:S", "JK:C", "JK:D", "JK:H")
    }


@pytest.mark.parametrize("joker_lead", ["unled_suit", "last_trick_only", "any_suit"])
def test_fh_x21_joker_led_to_the_last_trick(joker_lead: str) -> None:
    referee = after(LED_ALL, ["JK", "CK", "SK", "HK"], joker_lead=joker_lead)
    assert referee.legal() == {("JK", None)}
    for card in ("JK", "CK", "SK", "HK"):
        referee.play(card)
    assert referee.over
    assert referee.last_winner == 0
    assert referee.turn is None


def test_fh_x21_no_suit_is_named_even_if_one_is_left() -> None:
    assert leads("JK", LED_HS) == {"JK"}


def test_fh_x22_following_with_the_joker_is_not_limited() -> None:
    assert follows("C6", "JK D9 H4", LED_ALL) == {"JK", "D9", "H4"}


def test_fh_x23_last_trick_only() -> None:
    hand = "JK S5 S6 S7 C5 C6 C7 D4 D5 D6"
    assert leads(hand, [], joker_lead="last_trick_only") == set(hand.split()) - {"JK"}


def test_fh_x24_named_suit_must_be_followed() -> None:
    referee = after([], ["JK C5", "SA C7", "DQ SQ", "SK C9"])
    referee.play("JK", "D")
    referee.play("SA")
    assert referee.legal() == {("DQ", None)}
    referee.play("DQ")
    referee.play("SK")
    assert referee.last_winner == 0
    assert referee.suits_led == {"D"}


def test_fh_x25_first_or_last() -> None:
    assert follows("H9", "JK H5 CA", joker_follow="first_or_last") == {"JK", "H5"}
    led_before = ["HA H7 H6 H8"]
    assert follows("H9", "JK H5 CA", led_before, joker_follow="first_or_last") == {"H5"}


def test_fh_x26_joker_is_a_trump() -> None:
    assert follows("H9", "JK H5", trump="S") == {"H5"}


def test_fh_x03_partner_sits_out() -> None:
    suits, free = five_hundred_suits(PACKS["43"], None, None)
    hands = [{"HA", "H5"}, {"H6", "S5"}, {"H7", "S6"}, {"HK", "SK"}]
    referee = TrickReferee(
        suits=suits, trump=None, free_joker=free, hands=hands, leader=1, orders=circle(4, [3])
    )
    for card in ("H6", "H7", "HA"):
        referee.play(card)
    assert [place for place, _, _ in referee.history] == [1, 2, 0]
    assert referee.order == [0, 1, 2]
    assert referee.tricks == [1, 0, 0, 0]


def test_fh_x04_six_players_misere_orders() -> None:
    assert circle(6, [0, 2])[4] == [4, 5, 1, 3]
    assert circle(6, [1])[4] == [4, 5, 0, 2, 3]


def test_fh_x27_nominated_joker_thrown_in_misere() -> None:
    assert follows("S9", "JK H4 C5", nominated="H", joker_void="must") == {"JK", "H4", "C5"}
    assert winner("S9 JK S10", nominated="H") == 3


def test_fh_x28_nominated_joker_must_follow_in_misere() -> None:
    assert follows("H6", "JK C5", nominated="H", joker_void="must") == {"JK"}
    assert winner("H6 JK H10", nominated="H") == 2


def test_fh_jok_11_failing_to_follow_bars_the_joker() -> None:
    # Place 1 is void in hearts, throws S5 on the first heart and may not ruff the second one.
    first = ["HA S5 H6 H7"]
    assert follows("HK", "JK C5", first, joker_follow="first_or_last") == {"C5"}
    assert follows("HK", "JK C5", first, joker_follow="void_only") == {"JK", "C5"}
    # It has not failed in diamonds, and the joker as the last card is always legal.
    assert follows("DK", "JK C5", first, joker_follow="first_or_last") == {"JK", "C5"}
    assert follows("HK", "JK", first, joker_follow="first_or_last") == {"JK"}


def test_fh_jok_11_any_suit_with_first_or_last() -> None:
    policy = {"joker_lead": "any_suit", "joker_follow": "first_or_last"}
    assert leads("JK D9 H4", LED_HS, **policy) == {"D9", "H4", "JK:C", "JK:D"}
    assert leads("JK D9 H4", LED_ALL, **policy) == {"D9", "H4"}


def test_fh_jok_11_a_suit_named_by_a_joker_counts_as_led_and_failed() -> None:
    referee = after([], ["JK DK DQ", "D5 D6 D7", "S5 S6 S7", "D8 D9 D10"], joker_follow="first_or_last")
    for card, named in (("JK", "D"), ("D5", None), ("S5", None), ("D8", None)):
        referee.play(card, named)
    assert referee.failed == [set(), set(), {"D"}, set()]
    assert referee.led_before == {"D"}


def test_illegal_plays_and_positions() -> None:
    referee = after([], ["S5 H5", "S6 H6", "S7 H7", "JK H8"])
    with pytest.raises(ValueError, match="may not play"):
        referee.play("S6")
    with pytest.raises(ValueError, match="may not play"):
        referee.play("S5", "S")
    with pytest.raises(ValueError, match="even"):
        after([], ["S5 H5", "S6", "S7 H7", "JK H8"])
    with pytest.raises(ValueError, match="twice"):
        after([], ["S5 H5", "S5 H6", "S7 H7", "JK H8"])
    with pytest.raises(ValueError, match="different contracts"):
        after([], ["S5", "S6", "S7", "JK"], joker_follow="first_or_last", joker_void="must")


def test_perft_by_hand() -> None:
    # S5 or H5 is led, everybody follows with his only card of the suit, and the rest is forced.
    referee = after([], ["S5 H5", "S6 H6", "S7 H7", "S8 H8"], trump="C")
    assert [perft(referee, depth) for depth in range(10)] == [1, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    # The joker may name four suits; a void place chooses freely.
    referee = after([], ["JK H5", "S6 H6"])
    assert perft(referee, 1) == 5
    # JK:S and JK:H leave one card to follow with, JK:C and JK:D two; H5 is followed by H6.
    assert perft(referee, 2) == 1 + 1 + 2 + 2 + 1


def test_random_hands_conserve_cards() -> None:
    stream = random.Random(20)
    for number in range(60):
        pack = list(PACKS["43"])
        stream.shuffle(pack)
        trump = stream.choice([None, *SUITS])
        suits, free = five_hundred_suits(PACKS["43"], trump, None)
        referee = TrickReferee(
            suits=suits,
            trump=trump,
            free_joker=free,
            hands=[set(pack[seat * 10 : seat * 10 + 10]) for seat in range(4)],
            leader=number % 4,
            orders=circle(4),
            joker_lead=stream.choice(["unled_suit", "last_trick_only", "any_suit"]),
            joker_follow=stream.choice(["void_only", "first_or_last"]),
        )
        while not referee.over:
            legal = sorted(referee.legal(), key=str)
            assert legal
            referee.play(*stream.choice(legal))
        assert sum(referee.tricks) == 10
        assert {card for _, card, _ in referee.history} == set(pack[:40])
