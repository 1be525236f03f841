"""Auctions as part of deals: how long they last, who is asked, and what comes of passes and signals.

The order of the bids itself is tested in ``test_fivehundred_bids.py``; the clauses stand in ``tests/rules``.
"""

from __future__ import annotations

import random

import pytest

from rules.constructed import auction, bids, calling, texts
from rules.random_deals import random_rules
from tricktake import LOOK, PASS, STAND, IllegalCall, Phase
from tricktake import fivehundred as fh

VARIANTS = {
    **fh.PRESETS,
    "reopen": fh.Rules(final_raise=fh.FinalRaise.REOPEN),
    "raise": fh.Rules(final_raise=fh.FinalRaise.ALLOWED, sans_kitty_rank=fh.SansKittyRank.ABOVE),
    "passes again": fh.Rules(pass_final=False),
    "inkle": fh.Rules.american(inkle=True),
    "single, passes again": fh.Rules.american(pass_final=False),
}
every_variant = pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)


def call_to_the_end(rng: random.Random, deal: fh.Deal, pass_rate: float) -> fh.Deal:
    """Call at random until the auction is over."""
    while deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        actions = list(deal.legal_actions)
        quiet = [action for action in actions if action in (PASS, STAND)]
        if LOOK in actions and rng.random() < 0.98:
            deal.push(LOOK)
        elif quiet and (rng.random() < pass_rate or len(actions) == 1):
            deal.push(quiet[0])
        else:  # low, so that the auction is long
            deal.push(actions[min(1 + int(rng.expovariate(1)), len(actions) - 1)])
    return deal


@every_variant
def test_a_01_every_auction_ends(rules: fh.Rules) -> None:
    """At most bids + players calls if passes are final, exactly 4 in one round; 10k auctions; A-01."""
    rng = random.Random("auctions end")
    most = len(fh.bid_table(rules)) + rules.players
    longest = 0
    for number in range(800):
        deal = fh.Deal(rules, dealer=number % 4, seed=1)
        call_to_the_end(rng, deal, (0.0, 0.1, 0.3, 0.6)[number % 4])
        calls = len(deal.auction)
        longest = max(longest, calls)
        if rules.auction is fh.AuctionStyle.SINGLE:
            assert calls == rules.players
        elif rules.pass_final and rules.final_raise is not fh.FinalRaise.REOPEN:
            assert calls <= most + (rules.final_raise is not fh.FinalRaise.NONE)
        else:  # every bid may be followed by up to three passes
            assert calls <= rules.players * most
        high = None
        for call in deal.auction:
            if isinstance(call.call, fh.Bid):
                assert high is None or fh.bid_table(rules).outranks(call.call, high)
                high = call.call
        assert deal.high == high
    assert longest <= 4 or longest > 20


def test_a_02_passed_seats_are_skipped() -> None:
    """Pass, 6S, pass, 7C: seat 1 is next, and its pass ends the auction with five calls; A-02."""
    deal = auction("P 6S P 7C")
    assert deal.turn == 1
    deal.push("P")
    assert deal.contract is not None
    assert (deal.contract.contractor, deal.contract.bid.text) == (3, "7C")
    assert len(deal.auction) == 5
    assert deal.phase is Phase.EXCHANGE
    again = auction("P 6S P 7C", pass_final=False)
    assert again.turn == 0
    again.push_all("P P P")
    assert again.contract is not None
    assert again.contract.contractor == 3
    assert len(again.auction) == 7


def test_a_02_a_passed_seat_may_come_back() -> None:
    deal = calling("P 6S P 7C 8S P P P", pass_final=False)
    assert deal.contract is not None
    assert (deal.contract.contractor, deal.contract.bid.text) == (0, "8S")


def test_a_04_all_pass_thrown_in() -> None:
    """Four players: same scores, next dealer, new cards of the same stream; A-04."""
    match = fh.Match(seed=4, dealer=1, scores=(30, -70))
    for _ in range(4):
        match.push("P")
    first = match.deal
    assert first is not None
    assert first.is_over
    assert first.score().points == (0, 0)
    assert first.score().made is None
    assert (match.scores, match.winners) == ((30, -70), None)
    second = match.next_deal()
    assert second.dealer == 2
    assert second.dealt != first.dealt
    assert second == fh.Deal(dealer=2, seed=4, number=1, scores=(30, -70))


def test_a_04_all_pass_played_in_no_trumps() -> None:
    """No contractor, no exchange, left of the dealer leads, ten a trick for both sides; A-04."""
    deal = fh.Deal(fh.Rules(all_pass=fh.AllPass.PLAY_NT), dealer=1, seed=4).push_all("P P P P")
    assert (deal.phase, deal.turn, deal.contract, deal.put_away) == (Phase.PLAY, 2, None, None)
    assert [len(deal.hand(seat)) for seat in range(4)] == [10] * 4
    for seat in range(4):
        view = deal.view(seat)
        assert (view.kitty, view.put_away, view.contract, view.sits_out) == (None, None, None, frozenset())
    rng = random.Random(4)
    while not deal.is_over:
        deal.push(rng.choice(list(deal.legal_actions)))
    tricks = deal.tricks
    assert deal.score().points == (10 * (tricks[0] + tricks[2]), 10 * (tricks[1] + tricks[3]))
    assert sum(deal.score().points) == 100


def test_a_05_sixes_are_signals() -> None:
    """An inkle never becomes a contract, and only the first two callers may bid one; A-05."""
    american = fh.Rules.american(inkle=True)
    first = fh.Deal(american, dealer=3, seed=1).push_all("6S 6H P P")
    assert (first.phase, first.contract, first.score().points) == (Phase.OVER, None, (0, 0))
    second = fh.Deal(american, dealer=3, seed=1).push_all("6S 7D P P")
    assert second.contract is not None
    assert (second.contract.bid.text, second.contract.contractor) == ("7D", 1)
    third = fh.Deal(american, dealer=3, seed=1).push_all("6S P")
    assert not any(bid.startswith("6") for bid in bids(third))
    with pytest.raises(IllegalCall, match="first two"):
        third.push("6H")
    thrown = fh.Deal(american.replace(all_pass="play_nt"), dealer=3, seed=1).push_all("P 6S P P")
    assert thrown.phase is Phase.OVER
    assert thrown.score().points == (0, 0)


def test_a_07_the_same_level_again() -> None:
    """Over 7C only 7D of 7S, 7C, 7D and 6NT is accepted; A-07."""
    deal = auction("7C")
    before = deal.to_text()
    for refused in ("7S", "7C", "6NT"):
        with pytest.raises(IllegalCall, match="does not outrank the high bid 7C"):
            deal.push(refused)
    assert deal.to_text() == before
    deal.push("7D")
    assert deal.high == fh.Bid("7D")


def test_nobody_stays_unseen_without_a_choice() -> None:
    """Who has no blind bid left looks by himself, and all have looked when the auction is over (FH-BID-8)."""
    rng = random.Random("looking")
    for _ in range(300):
        deal = fh.Deal(random_rules(rng), dealer=rng.randrange(4), seed=3)
        while deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
            assert deal.turn is not None
            seen = deal.has_looked(deal.turn)
            legal = texts(deal)
            assert ("LOOK" in legal) is not seen
            assert legal <= {"LOOK", "BM", "BM-SK"} if not seen else legal.isdisjoint({"LOOK", "BM", "BM-SK"})
            assert seen or len(legal) > 1
            assert seen or deal.rules.blind_misere
            if deal.phase is Phase.FINAL_RAISE:
                assert seen
            deal.push(rng.choice(list(deal.legal_actions)))
        assert all(deal.has_looked(seat) for seat in range(4))


@every_variant
def test_pop_restores_what_may_be_called(rules: fh.Rules) -> None:
    """A bid taken back is no earlier bid: neither a seven for misère nor an eight for open misère; P-03."""
    rng = random.Random("calls taken back")
    for needs in (rules, rules.replace(open_misere_requires_8=True)):
        for number in range(8):
            deal = fh.Deal(needs, dealer=number % 4, seed=1)
            while deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
                before = (deal.phase, deal.turn, deal.high, deal.high_seat, list(deal.legal_actions))
                for action in rng.sample(before[-1], min(4, len(before[-1]))):
                    length = len(deal)
                    deal.push(action)
                    deal.pop()
                    assert len(deal) == length
                    assert (
                        deal.phase,
                        deal.turn,
                        deal.high,
                        deal.high_seat,
                        list(deal.legal_actions),
                    ) == before
                deal.push(
                    LOOK if LOOK in before[-1] else before[-1][min(rng.randrange(3), len(before[-1]) - 1)]
                )
