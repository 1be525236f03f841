"""Advice on every kind of decision: what it covers, whose choice it is, and that it is repeatable."""

from __future__ import annotations

import pickle

import pytest

import tricktake as tt
from advisor.positions import VIEWS, WORLDS, advice_on, deal_with, looking
from tricktake import PASS, Bid, CardSet, Phase, WrongPhase, advise
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Sampling


@pytest.mark.parametrize("name", VIEWS)
def test_covers_the_legal_actions(name: str) -> None:
    view, advice = VIEWS[name], advice_on(name)
    actions = [option.action for option in advice.options]
    assert len(set(actions)) == len(actions)
    if view.phase is Phase.EXCHANGE:
        assert set(actions) <= set(view.legal_actions)
        assert len(actions) > 1
    else:
        assert set(actions) == set(view.legal_actions)
    assert advice.best == actions[0]
    assert advice.reason.endswith(".")


@pytest.mark.parametrize("name", VIEWS)
def test_numbers_are_possible(name: str) -> None:
    advice = advice_on(name)
    for option in advice.options:
        assert option.chance is None or 0.0 <= option.chance <= 1.0
        assert option.win is None or 0.0 <= option.win <= 1.0
        assert option.error is None or option.error >= 0.0
        assert option.points is None or abs(option.points) < 2_000
    if advice.tricks is not None:
        assert sum(advice.tricks.shares) == pytest.approx(1.0)
        assert len(advice.tricks.shares) == getattr(advice.view, "rules").hand_size + 1  # noqa: B009


@pytest.mark.parametrize("name", VIEWS)
def test_recommends_what_the_sampling_player_does(name: str) -> None:
    assert advice_on(name).best == Sampling(1, worlds=WORLDS).choose(VIEWS[name])


@pytest.mark.parametrize("name", ["opening", "exchange", "ending", "spades last", "partners lead"])
def test_is_the_same_for_equal_views(name: str) -> None:
    again = type(VIEWS[name]).from_text(VIEWS[name].to_text())
    advice = advise(again, worlds=WORLDS, seed=1)
    assert advice == advice_on(name)
    assert advice.to_text() == advice_on(name).to_text()
    assert pickle.loads(pickle.dumps(advice)) == advice


def test_other_worlds_give_other_numbers() -> None:
    first, second = (advise(VIEWS["opening"], worlds=WORLDS, seed=seed) for seed in (1, 2))
    assert first.options != second.options


def test_hidden_cards_do_not_matter() -> None:
    hand = "JK SA SQ SJ S10 CJ D5 D4 HA H4"
    deals = [deal_with(hand, seat=2, dealer=3, shuffle=shuffle).push_all("7H P") for shuffle in (1, 2)]
    assert deals[0].hand(1) != deals[1].hand(1)
    first, second = (advise(deal.view(2), worlds=WORLDS) for deal in deals)
    assert first == second


def test_hidden_cards_do_not_matter_in_spades() -> None:
    deal = sp.Deal(dealer=2, seed=3)
    mine, rest = deal.dealt[0], [*deal.dealt[1], *deal.dealt[2]]
    other = sp.Deal(dealer=2, hands=[mine, CardSet(rest[::2]), CardSet(rest[1::2])])
    assert other.dealt[1] != deal.dealt[1]
    first, second = (advise(looking(each, ""), worlds=WORLDS) for each in (deal, other))
    assert first == second


# ---- what good players agree on ------------------------------------------------------------------


@pytest.mark.parametrize("shuffle", range(3))
def test_a_06_leaves_the_partner_a_bid_that_wins_the_match(shuffle: int) -> None:
    """Own side 480, partner holds 7D, both opponents have passed."""
    strong = "JK HJ DJ HA HK HQ H10 SA CA DA"
    deal = deal_with(strong, seat=0, dealer=3, scores=(480, 0), shuffle=shuffle).push_all("6S P 7D P")
    assert deal.turn == 0
    advice = advise(deal.view(0), worlds=WORLDS)
    assert advice.best is PASS
    assert "wins the match" in advice.reason
    win = {option.action: option.win or 0.0 for option in advice.options}
    assert win[PASS] > 0.9


@pytest.mark.parametrize(
    "hand",
    [
        "SA SK CA CK DA DK HA HK HQ H10",
        "SA SK SQ S10 S9 S8 CA CK DA DK",
        "DA DK DQ D10 D9 CA CK SA SK HA",
    ],
)
@pytest.mark.parametrize("scores", [(0, 0), (0, 480), (-480, 400)])
def test_a_06_no_nine_without_a_top_trump(hand: str, scores: tuple[int, int]) -> None:
    """Neither joker nor right bower, with 9H to beat and without."""
    beaten = deal_with(hand, seat=0, dealer=2, scores=scores).push_all("9H")
    assert advise(beaten.view(0), worlds=WORLDS).best is PASS
    opening = advise(deal_with(hand, seat=0, dealer=3, scores=scores).view(0), worlds=WORLDS).best
    assert opening is PASS or (isinstance(opening, Bid) and (opening.level or 0) < 9)


def test_certain_wins_and_losses() -> None:
    hand = "JK HJ DJ HA HK HQ H10 SA CA DA"
    advice = advise(deal_with(hand, seat=0, dealer=3, scores=(460, 0)).view(0), worlds=WORLDS)
    for option in advice.options:
        if isinstance(option.action, Bid) and option.chance is not None and not option.action.is_misere:
            assert option.win is not None
            assert option.win >= option.chance  # made, each of them wins the match
    lost = advise(deal_with(hand, seat=0, dealer=3, scores=(-480, 0)).view(0), worlds=WORLDS)
    for option in lost.options:
        if isinstance(option.action, Bid) and option.chance is not None:
            assert option.win is not None
            assert option.win <= option.chance + 1e-9  # set, each of them loses it


# ---- the parts -----------------------------------------------------------------------------------


def test_discards_are_for_possible_kitties() -> None:
    advice = advice_on("opening")
    hand = VIEWS["opening"].hand
    assert hand is not None
    assert len(advice.discards) == 5
    for found in advice.discards:
        assert len(found.kitty) == len(found.put) == 3
        assert not found.kitty & hand
        assert found.put <= hand | found.kitty
        assert found.tricks is not None
        assert 0 <= found.tricks <= 10


def test_made_shares_of_the_play() -> None:
    for option in advice_on("ending").options:
        assert option.chance is not None
        assert option.win is not None
        assert option.error is not None
    for option in advice_on("lead").options:
        assert option.chance is None
        assert option.points is not None


def test_one_for_fifty_is_exactly_one() -> None:
    options = {option.action.text: option for option in advice_on("spades first").options}
    assert options["1F"].chance == pytest.approx(0.0, abs=0.02)
    assert options["1"].chance == pytest.approx(1.0, abs=0.02)
    assert {"NIL", "1F", "2F"} <= set(options)


def test_forced_and_finished() -> None:
    deal = fh.Deal(dealer=3, seed=500).push_all("7NT P P P")
    deal.push_all(["put H4 H6 H8", "name none"])
    while deal.phase is Phase.PLAY and len(deal.legal_actions) > 1:
        deal.push(deal.legal_actions[0])
    assert deal.turn is not None
    assert advise(deal.view(deal.turn)).reason == "Nothing else is legal."
    with pytest.raises(WrongPhase, match="is not to act"):
        advise(deal.view((deal.turn + 1) % 4))


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="needs a view; got str"):
        advise("7H")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="worlds must be from 1"):
        advise(VIEWS["opening"], worlds=0)
    with pytest.raises(ValueError, match="seed must be 0 or more"):
        advise(VIEWS["opening"], seed=-1)
    assert tt.Advice is type(advice_on("opening"))
