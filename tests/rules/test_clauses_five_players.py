"""Section 11 of the rules, clause by clause: five players."""

from __future__ import annotations

import random

import pytest

from rules.constructed import cards, match_of, put_away, texts
from rules.random_deals import play_on
from rules.test_clauses_players import SHAPES, contract_of, dealt_to, in_play, over, why_not
from tricktake import Card, CardSet, Contract, Phase, SetupError
from tricktake import fivehundred as fh

SECRET = SHAPES["5 secret"]
OPEN = SHAPES["5 open"]
SEAT = SHAPES["5 seat"]
ALONE = SHAPES["5 alone"]
OWN = SECRET.replace(five_secret_alone=True)
SANS = " P P P P"


def callable_cards(deal: fh.Deal) -> set[str]:
    """Return the cards that may be called."""
    return {text.removeprefix("call ") for text in texts(deal) if text != "ALONE"}


def pack_without(*gone: object) -> set[str]:
    """Return the names of the cards of the pack of 53 but for some."""
    return {card.name for card in fh.PACKS["53"]} - {str(card) for card in gone}


# ---- alone or with a partner -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [SECRET, OPEN, SEAT])
@pytest.mark.parametrize("contractor", [0, 3])
def test_fh_p5_1_alone_or_with_a_partner(rules: fh.Rules, contractor: int) -> None:
    """After the exchange, or after the auction sans kitty; two against three, or one against four."""
    deal = dealt_to(rules, {(contractor + 2) % 5: "HA"}, dealer=(contractor - 1) % 5)
    exchanged = deal.copy().push_all("7S" + SANS)
    assert exchanged.phase is Phase.EXCHANGE
    put_away(exchanged)
    for now in (exchanged, deal.copy().push_all("7S-SK" + SANS)):
        assert (now.phase, now.turn) == (Phase.PARTNER, contractor)
        assert now.contract == contract_of(rules, now.contract.bid.text, contractor)  # type: ignore[union-attr]
        assert (now.partner, now.called) == (None, None)
        alone = now.copy().push_all("ALONE")
        assert (alone.partner, alone.called, alone.phase) == (None, None, Phase.PLAY)
        assert alone.contract is not None
        assert alone.contract.side == {contractor}
        partner = (contractor + 2) % 5
        two = now.copy().push_all(f"call seat {partner}" if rules is SEAT else "call HA")
        assert two.partner == partner
        assert two.contract is not None
        assert two.contract.side == {contractor, partner}
        assert two.contract.contractor == contractor
        assert two.turn == contractor


@pytest.mark.parametrize("rules", [SECRET, OPEN, SEAT, ALONE])
@pytest.mark.parametrize("bid", ["M", "OM", "BM"])
def test_fh_p5_1_a_misere_is_always_alone(rules: fh.Rules, bid: str) -> None:
    deal = dealt_to(rules.replace(misere_requires_7=False), calls=f"{bid}-SK" + SANS)
    assert deal.phase is Phase.PLAY
    assert deal.contract is not None
    assert deal.contract.side == {0}
    assert deal.sits_out == frozenset()
    play_on(random.Random(bid), deal)
    assert all(len(trick) == 5 for trick in deal.finished)
    assert deal.score().points[1:] == (0, 0, 0, 0)


def test_fh_p5_2_a_card_called_in_secret() -> None:
    """The identity is public once the card is played, and not before; the holder knows it all along."""
    deal = dealt_to(SECRET, {0: "S5 S6", 2: "HA S4"}, calls="6S-SK" + SANS)
    assert deal.rules.five_partner is fh.FivePartner.CALL_CARD_SECRET
    assert "call seat 2" not in texts(deal)
    deal.push("call HA")
    assert (deal.called, deal.partner) == (Card.HA, 2)

    def known() -> list[bool]:
        return [deal.knows_partner(seat) for seat in range(5)]

    assert known() == [False, False, True, False, False]
    for seat in range(5):
        view = deal.view(seat)
        assert view.called is Card.HA
        assert view.contract == deal.contract_as_known(seat)
        assert view.contract is not None
        assert view.contract.side == ({0, 2} if seat == 2 else {0})
        assert view.partners == ({0} if seat == 2 else set())
        assert view.knows_partner is (seat == 2)
    rng = random.Random(5)
    while not any(card.card is Card.HA for trick in deal.tricks_played() for card in trick):
        assert known() == [False, False, True, False, False]
        deal.push(rng.choice(list(deal.legal_actions)))
    assert known() == [True] * 5
    assert [deal.view(seat).contract for seat in range(5)] == [deal.contract] * 5
    assert [deal.view(seat).partners for seat in (0, 2, 1)] == [{2}, {0}, set()]
    deal.pop()
    assert known() == [False, False, True, False, False]


def test_fh_p5_2_a_card_called_openly() -> None:
    deal = dealt_to(OPEN, {2: "HA"}, calls="6S-SK" + SANS)
    assert "call seat 2" not in texts(deal)
    deal.push("call HA")
    for seat in range(5):
        view = deal.view(seat)
        assert (view.called, view.knows_partner, view.contract) == (Card.HA, True, deal.contract)
        assert view.partners == {0: {2}, 2: {0}}.get(seat, set())


def test_fh_p5_2_a_player_called() -> None:
    for contractor in range(5):
        deal = dealt_to(SEAT, dealer=(contractor - 1) % 5, calls="6S-SK" + SANS)
        others = {*range(5)} - {contractor}
        assert texts(deal) == {"ALONE"} | {f"call seat {seat}" for seat in others}
        for partner in others:
            made = deal.copy().push_all(f"call seat {partner}")
            assert (made.called, made.partner) == (partner, partner)
            assert all(made.knows_partner(seat) for seat in range(5))
            assert made.view(contractor).partners == {partner}


def test_fh_p5_2_no_partner_ever() -> None:
    deal = dealt_to(ALONE, calls="6S-SK" + SANS)
    assert deal.phase is Phase.PLAY
    for refused in ("ALONE", "call HA", "call seat 1"):
        assert why_not(deal, refused).clause == "FH-FLOW-1"
    exchanged = dealt_to(ALONE, calls="6S" + SANS)
    put_away(exchanged)
    assert (exchanged.phase, exchanged.partner) == (Phase.PLAY, None)


def test_fh_p5_2_refusals_in_the_partner_phase() -> None:
    """Rule, clause, option, sentence and what would be legal, for every kind of wrong call."""
    by_card = dealt_to(SECRET, {0: "S5"}, calls="6S-SK" + SANS)
    refusal = why_not(by_card, "call seat 2")
    assert (refusal.rule, refusal.clause, refusal.option, refusal.sentence) == (
        "how a partner is called",
        "FH-P5-2",
        "five_partner",
        "seat 0 calls a card here; got call seat 2",
    )
    assert refusal.legal[:2] == ("ALONE", by_card.legal_actions[1].text)
    assert len(refusal.legal) <= 13
    strange = why_not(by_card, "call D13")
    assert (strange.rule, strange.clause, strange.option) == ("call a card of the pack", "FH-P5-2", None)
    assert strange.sentence == "seat 0 calls a card of the pack of 53; got call D13"
    by_seat = dealt_to(SEAT, calls="6S-SK" + SANS)
    refusal = why_not(by_seat, "call HA")
    assert (refusal.clause, refusal.option) == ("FH-P5-2", "five_partner")
    assert refusal.sentence == "seat 0 calls another seat here; got call HA"
    assert refusal.legal == ("ALONE", "call seat 1", "call seat 2", "call seat 3", "call seat 4")
    for seat in (0, 5):
        refusal = why_not(by_seat, f"call seat {seat}")
        assert (refusal.rule, refusal.clause) == ("call another seat", "FH-P5-2")
        assert refusal.sentence == f"seat 0 calls one of the other seats; got call seat {seat}"


# ---- what may be called ------------------------------------------------------------------------------

TRUMPS = {f"D{rank}" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]} | {
    "HJ",
    "JK",
}


@pytest.mark.parametrize("rules", [SECRET, OPEN])
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize(
    ("bar", "barred", "words"),
    [
        ("no_bowers", {"JK", "DJ", "HJ"}, " or the bowers"),
        ("no_trumps", TRUMPS, " or trumps"),
        ("joker_only", {"JK"}, ""),
    ],
)
def test_fh_p5_3_cards_that_may_be_called(
    rules: fh.Rules, own: bool, bar: str, barred: set[str], words: str
) -> None:
    rules = rules.replace(five_call_bar=bar, five_secret_alone=own)
    hand = "S2 S3 S4 S5 S6 S7 S8 S9 TS QS"
    mine = set() if own else cards(hand)
    deal = dealt_to(rules, {0: hand, 1: "JK DJ HJ"}, calls="6D-SK" + SANS)
    assert callable_cards(deal) == pack_without(*barred, *mine)
    for card in sorted(barred):
        refusal = why_not(deal, f"call {card}")
        assert (refusal.rule, refusal.clause) == ("cards that may be called", "FH-P5-3")
        assert refusal.option == "five_call_bar"
        assert refusal.sentence == f"seat 0 may not call the joker{words}; got call {card}"
    at_no_trump = dealt_to(rules, {0: hand, 1: "JK DJ HJ"}, calls="6NT-SK" + SANS)
    assert callable_cards(at_no_trump) == pack_without("JK", *mine)
    refusal = why_not(at_no_trump, "call JK")
    assert (refusal.clause, refusal.option) == ("FH-P5-3", "five_call_bar")


def test_fh_p5_3_the_refusal_names_no_bowers_at_no_trump() -> None:
    """No bowers exist there, so a sentence that names them would be wrong about what is barred."""
    deal = dealt_to(SECRET, {1: "JK"}, calls="6NT-SK" + SANS)
    assert why_not(deal, "call JK").sentence == "seat 0 may not call the joker; got call JK"


def test_fh_p5_3_jacks_may_be_called_at_no_trump() -> None:
    deal = dealt_to(SECRET, {1: "JK"}, calls="6NT-SK" + SANS)
    assert {"SJ", "CJ", "DJ", "HJ"} - {card.name for card in deal.hand(0)} <= callable_cards(deal)


def test_fh_p5_4_no_card_of_ones_own() -> None:
    """Neither held nor put away; with the option both, which is to play alone in secret."""
    for rules in (SECRET, OPEN, OWN, OPEN.replace(five_secret_alone=True)):
        deal = dealt_to(rules, {0: "HA HK S5", 1: "JK"}, kitty="HQ H10 H9", calls="6S" + SANS)
        deal.push("put HK HQ S5")
        mine = deal.hand(0) | CardSet("HK HQ S5")
        assert len(mine) == 13
        own = rules.five_secret_alone
        assert callable_cards(deal) == pack_without("JK", "SJ", "CJ", *(() if own else mine))
        for card in ("HA", "HK", "HQ", "S5"):
            if not own:
                refusal = why_not(deal, f"call {card}")
                assert (refusal.rule, refusal.clause) == ("call a card of another", "FH-P5-4")
                assert refusal.option == "five_secret_alone"
                assert refusal.sentence == (
                    f"seat 0 may not call a card it has or has put away; got call {card}"
                )
                continue
            called = deal.copy().push_all(f"call {card}")
            assert called.partner is None
            assert called.contract is not None
            assert called.contract.side == {0}
            assert called.called is Card[card]
            assert called.knows_partner(0)  # he knows that he plays alone
            secret = rules.five_partner is fh.FivePartner.CALL_CARD_SECRET
            assert [called.knows_partner(seat) for seat in range(1, 5)] == [not secret] * 4
            play_on(random.Random(card), called)
            assert all(called.knows_partner(seat) for seat in range(5))
            value = 40 if called.score().made else -40
            if called.tricks[0] < 10:
                assert called.score().points[0] == value  # the whole of it
        barred = why_not(deal, "call JK")
        assert barred.clause == "FH-P5-3"  # barred cards stay barred


def test_fh_p5_4_has_no_effect_on_players_called() -> None:
    for own in (False, True):
        deal = dealt_to(SEAT.replace(five_secret_alone=own), calls="6S-SK" + SANS)
        assert "call seat 0" not in texts(deal)
        assert why_not(deal, "call seat 0").clause == "FH-P5-2"


def test_fh_p5_5_called_card_in_the_kitty() -> None:
    """Sans kitty nobody knows: the contractor plays alone without knowing it; openly all see it at once."""
    for rules in (SECRET, OPEN):
        deal = dealt_to(rules, {0: "S5"}, kitty="HA", calls="6S-SK" + SANS)
        assert "call HA" in texts(deal)
        deal.push("call HA")
        assert (deal.partner, deal.called) == (None, Card.HA)
        secret = rules is SECRET
        assert [deal.knows_partner(seat) for seat in range(5)] == [not secret] * 5
        for seat in range(5):
            view = deal.view(seat)
            assert view.contract is not None
            assert view.contract.side == {0}
            assert view.knows_partner is not secret
        while not deal.is_over:
            assert deal.knows_partner(0) is not secret
            deal.push(deal.legal_actions[0])
        assert all(deal.knows_partner(seat) for seat in range(5))
        value = -40 if deal.tricks[0] < 6 else 250 if deal.tricks[0] == 10 else 40
        assert deal.score().points == (value, *[10 * won for won in deal.tricks[1:]])
    taken = dealt_to(SECRET, kitty="HA", calls="6S" + SANS)
    put_away(taken)
    assert "call HA" not in texts(taken)  # with the kitty it is his own


# ---- points ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", ["half", "full"])
@pytest.mark.parametrize("partner", [1, 4])
def test_fh_p5_6_partners_share(share: str, partner: int) -> None:
    rules = SECRET.replace(five_share=share)
    half = share == "half"

    def points(bid: str, mine: int, his: int, **options: object) -> tuple[int, int]:
        tricks = [mine, 0, 0, 10 - mine - his, 0]
        tricks[partner] = his
        found = over(rules.replace(**options), bid, tricks, partner=partner).score().points
        return found[0], found[partner]

    assert points("7H", 4, 3) == ((100, 100) if half else (200, 200))
    assert points("7H", 4, 2) == ((-100, -100) if half else (-200, -200))
    assert points("6S", 6, 4) == ((125, 125) if half else (250, 250))
    assert points("10S", 7, 3) == ((220, 220) if half else (440, 440))
    assert points("6S", 1, 5, slam_value=0) == ((20, 20) if half else (40, 40))
    assert points("6S", 5, 5, slam_value=255) == ((127, 127) if half else (255, 255))
    assert points("6S-SK", 5, 1, sans_kitty_mult=2) == ((40, 40) if half else (80, 80))
    alone = over(rules, "7H", (7, 0, 1, 0, 2)).score().points
    assert alone == (200, 0, 10, 0, 20)
    failed = over(rules, "7H", (6, 0, 1, 0, 3)).score().points
    assert failed == (-200, 0, 10, 0, 30)


def test_fh_p5_6_half_an_odd_value_goes_towards_zero() -> None:
    """The value of a slam is the only one that can be odd; who plays alone has it whole."""
    odd = fh.Rules(players=5, misere_value=251)
    assert over(odd, "M", (0, 10, 0, 0, 0)).score().points == (251, 0, 0, 0, 0)
    assert over(odd, "M", (1, 9, 0, 0, 0)).score().points == (-251, 0, 0, 0, 0)
    made = fh.Rules(players=5, slam_value=251)
    assert over(made, "6S", (5, 5, 0, 0, 0), partner=1).score().points == (125, 125, 0, 0, 0)


def test_fh_p5_7_each_defender_scores_his_own() -> None:
    tricks = (4, 1, 3, 2, 0)
    assert over(SECRET, "6S", tricks, partner=2).score().points == (20, 10, 20, 20, 0)
    assert over(SECRET, "8S", tricks, partner=2).score().points == (-120, 10, -120, 20, 0)
    assert over(SECRET, "6S", tricks).score().points == (-40, 10, 30, 20, 0)
    only = SECRET.replace(defender_tricks="only_if_set")
    assert over(only, "6S", tricks, partner=2).score().points == (20, 0, 20, 0, 0)
    assert over(only, "8S", tricks, partner=2).score().points == (-120, 10, -120, 20, 0)
    never = SECRET.replace(defender_tricks="never")
    assert over(never, "8S", tricks, partner=2).score().points == (-120, 0, -120, 0, 0)
    capped = SECRET.replace(defender_cap=490)
    scores = (480, 485, 480, 480, 0)
    assert over(capped, "7H", tricks, partner=2, scores=scores).score().points == (100, 5, 100, 10, 0)


def test_fh_p5_8_two_win_or_lose() -> None:
    def winners(bid: str, scores: tuple[int, ...], **options: object) -> set[int] | None:
        deal = over(SECRET.replace(**options), bid, (4, 1, 3, 2, 0), partner=2, scores=scores)
        found = match_of(deal).winners
        return None if found is None else {*found}

    assert winners("7H", (400, 0, 400, 0, 0)) == {0, 2}
    assert winners("7H", (400, 0, 0, 0, 0)) == {0}
    assert winners("7H", (0, 0, 400, 0, 0)) == {2}
    assert winners("7H", (399, 0, 399, 0, 0)) is None
    assert winners("7H", (399, 480, 399, 480, 600)) is None
    assert winners("7H", (300, 0, 400, 0, 0), five_share="full") == {0, 2}
    assert winners("8S", (-380, 0, -380, 0, 0)) == {3}  # 10, 20, 0
    assert winners("8S", (-380, 10, -380, 0, 0)) == {1, 3}
    assert winners("8S", (-380, 0, -379, 0, 0)) == {3}
    assert winners("8S", (-379, 0, -380, 0, 700)) == {4}
    assert winners("8S", (-379, 0, -379, 0, 0)) is None


# ---- constructed starts ------------------------------------------------------------------------------


def test_fh_p5_2_starts_with_a_called_card() -> None:
    hands = {0: "S5 D9", 1: "S6 D8", 2: "S7 HA", 3: "S8 D7", 4: "S9 D6"}
    deal = in_play(SECRET, "6S", hands, partner=2, called=Card.HA)
    assert (deal.called, deal.partner) == (Card.HA, 2)
    assert [deal.knows_partner(seat) for seat in range(5)] == [False, False, True, False, False]
    assert [deal.view(seat).partners for seat in range(5)] == [set(), set(), {0}, set(), set()]
    deal.push_all("S5 S6 S7 S8 S9 D6 D9 D8")
    assert not deal.knows_partner(0)
    deal.push("HA")
    assert [deal.knows_partner(seat) for seat in range(5)] == [True] * 5
    public = in_play(SECRET, "6S", hands, partner=2)
    assert [public.knows_partner(seat) for seat in range(5)] == [True] * 5
    with pytest.raises(SetupError):
        in_play(ALONE, "6S", hands, partner=2)
    with pytest.raises(SetupError):
        in_play(ALONE, "6S", hands, called=Card.HA)
    with pytest.raises(SetupError):
        in_play(SECRET, "M", hands, partner=2)
    with pytest.raises(SetupError):
        fh.Deal(
            SECRET,
            hands=["S5", "S6", "S7", "S8", "S9"],
            start=fh.PlayStart(Contract("6S", contractor=0, side={0, 1, 2})),
        )
