"""Random deals in which few cards are still hidden: late in the play, or begun in the middle of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.small_views import Deal, number_of_placements, places_of
from games.test_view_players import act
from rules.spades_deals import random_action
from rules.test_clauses_players import contract_of
from tricktake import Bid, Card, CardSet, GameError, Phase, Play, Suit
from tricktake import fivehundred as fh
from tricktake import spades as sp

__all__ = ["CASES", "Case", "fresh", "random_start", "small", "step"]

BN = Bid("BN")


class Case(NamedTuple):
    """A kind of deal: rules, and with Five Hundred the bid that wins, made on the dealer's left."""

    rules: fh.Rules | sp.Rules
    bid: str | None = None
    joker: bool | None = None
    """Whether that bidder is dealt the joker; None: as it comes."""


_EASY = {"misere_requires_7": False, "open_misere_requires_8": False}
_CLOSE = fh.Rules(**_EASY)
_EARLY = fh.Rules(**_EASY, open_exposure="before_first_lead")
_FIVE = fh.Rules(players=5)
_OWN = fh.Rules(players=5, five_secret_alone=True, five_call_bar="joker_only")

CASES: dict[str, Case] = {
    "2 table": Case(fh.Rules(players=2), "7H"),
    "2 table no trump": Case(fh.Rules(players=2), "6NT-SK"),
    "2 dead hand": Case(fh.Rules(players=2, two_player="dead_hand"), "6NT"),
    "2 short24": Case(fh.Rules(players=2, two_player="short24"), "6D-SK"),
    "3": Case(fh.Rules(players=3), "6S"),
    "3 first_or_last": Case(fh.Rules(players=3, joker_follow="first_or_last"), "7NT-SK"),
    "3 misère": Case(fh.Rules(players=3, **_EASY), "M", joker=False),
    "4": Case(fh.Rules(), "7H"),
    "4 any auction": Case(fh.Rules(final_raise="reopen")),
    "4 sans kitty": Case(fh.Rules(), "7D-SK"),
    "4 nominating": Case(fh.Rules(), "6NT", joker=True),
    "4 not asked": Case(fh.Rules(), "6NT", joker=False),
    "4 nobody nominates": Case(fh.Rules(joker_nomination="none", joker_lead="any_suit"), "6NT"),
    "4 first_or_last": Case(fh.Rules(joker_follow="first_or_last"), "6NT", joker=False),
    "4 misère": Case(_CLOSE, "M", joker=False),
    "4 misère, may": Case(_CLOSE.replace(joker_misere_void="may"), "M-SK", joker=False),
    "4 open misère": Case(_CLOSE, "OM", joker=False),
    "4 open misère, early": Case(_EARLY, "OM-SK"),
    "4 passed out": Case(fh.Rules(all_pass="play_nt"), "P"),
    "4 american": Case(fh.Rules.american(), "7C"),
    "5 secret": Case(_FIVE, "6S"),
    "5 secret, own card": Case(_OWN, "6NT"),
    "5 open": Case(_FIVE.replace(five_partner="call_card_open"), "7C"),
    "5 seat": Case(_FIVE.replace(five_partner="call_player"), "6H-SK"),
    "5 alone": Case(_FIVE.replace(five_partner="alone"), "7S"),
    "6 2x3": Case(fh.Rules(players=6), "6NT"),
    "6 3x2": Case(fh.Rules(players=6, teams6="3x2"), "7D-SK"),
    "spades 3": Case(sp.Rules.official()),
    "spades 4": Case(sp.Rules.four()),
    "spades 5": Case(sp.Rules.five()),
    "spades two jokers": Case(sp.Rules.five_2_jokers()),
    "spades two jokers, led": Case(sp.Rules.five_2_jokers(must_lead_2c=True)),
    "spades two jokers, left": Case(sp.Rules.five_2_jokers(joker_first_lead="left")),
    "spades three jokers": Case(sp.Rules.five_3_jokers(must_lead_2c=True)),
    "spades partners": Case(sp.Rules.partners_500(bn_behind=0)),
    "spades partners, one card": Case(sp.Rules.partners_500(bn_behind=0, bn_exchange=1)),
}
"""Deals of every shape and of everything that play can prove."""

LATE = CardSet("JK JK1 C2")
"""Cards that say something as long as nobody has played them."""


def step(rng: random.Random, deal: Deal, *, keep: CardSet = LATE) -> None:
    """Take a random action; cards to keep are played seldom, and with partners a blind nil is bid often."""
    if deal.phase is Phase.PLAY:
        called = deal.called if isinstance(deal, fh.Deal) else None
        keep |= CardSet([called]) if isinstance(called, Card) else CardSet()
        legal = [*deal.legal_actions]
        others = [action for action in legal if isinstance(action, Play) and action.card not in keep]
        deal.push(rng.choice(others if others and rng.random() < 0.9 else legal))
    elif isinstance(deal, fh.Deal):
        deal.push(act(rng, deal))
    elif deal.phase is Phase.AUCTION and deal.rules.partners and BN in deal.legal_actions:
        deal.push(BN if rng.random() < 0.3 else random_action(rng, deal))
    else:
        deal.push(random_action(rng, deal))


def fresh(rng: random.Random, case: Case) -> Deal:
    """Return a deal of a kind, with the auction behind it if there is a bid."""
    rules = case.rules
    dealer = rng.randrange(rules.players)
    if isinstance(rules, sp.Rules):
        return sp.Deal(rules, dealer=dealer, seed=rng.getrandbits(64))
    while True:
        deal = fh.Deal(rules, dealer=dealer, seed=rng.getrandbits(64))
        if case.joker is None or case.joker == (Card.JK in deal.hand((dealer + 1) % rules.players)):
            break
    while case.bid is not None and deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        first = not deal.auction and case.bid is not None
        deal.push("STAND" if deal.phase is Phase.FINAL_RAISE else case.bid if first else "P")
    return deal


def small(rng: random.Random, case: Case, many: int, most: int) -> Iterator[tuple[Deal, int]]:
    """Yield random deals and a seat from which the hidden cards can lie in few ways, 2 to ``most``."""
    found = 0
    while found < many:
        deal = fresh(rng, case)
        seat = rng.randrange(deal.rules.players)
        while not deal.is_over:
            few = deal.phase is Phase.PLAY and len(deal.hand(seat)) < 6
            if few and number_of_placements(places_of(deal, seat)) <= most:
                break
            step(rng, deal)
        if 2 <= number_of_placements(places_of(deal, seat)) <= most:
            found += 1
            yield deal, seat


# ---- constructed deals -------------------------------------------------------------------------------


def random_start(rng: random.Random, rules: fh.Rules | sp.Rules) -> Deal:
    """Return a deal that begins in the middle of the play, with a card or two in every hand."""
    while True:
        try:
            return _spades_start(rng, rules) if isinstance(rules, sp.Rules) else _start(rng, rules)
        except GameError:  # a joker nominated by somebody who has it not, a card that may not be called
            pass


def _spades_start(rng: random.Random, rules: sp.Rules) -> sp.Deal:
    seats, hands = range(rules.players), _hands(rng, [*sp.PACKS[rules.pack_name]], rules.players)
    leader = rng.choice((None, *seats))
    start = sp.PlayStart(("1",) * rules.players, leader=leader, is_broken=rng.random() < 0.5)
    return sp.Deal(rules, dealer=rng.choice(seats), hands=hands, start=start)


def _start(rng: random.Random, rules: fh.Rules) -> fh.Deal:
    seats, pack, suits = range(rules.players), [*fh.PACKS[rules.pack_name]], [*Suit]
    hands = _hands(rng, pack, rules.players)
    covered = len(hands[0]) == 2
    tables = [
        [(pack.pop() if covered else None, pack.pop()), *[(None, None)] * 4]
        for _ in range(2 * rules.has_tables)
    ]
    bid, contractor = rng.choice(("6S", "7H", "6NT", "7NT-SK", "M", "OM-SK")), rng.choice(seats)
    partner = called = None
    if rules.calls_partner and "M" not in bid:
        partner = rng.choice([seat for seat in seats if seat != contractor])
        if rules.five_partner is fh.FivePartner.CALL_CARD_SECRET:
            called = rng.choice([*hands[partner], *pack[:1]])  # or one that is out of play
    failed = [tuple(suit for suit in suits if rng.random() < 0.2) for _ in seats]
    start = fh.PlayStart(
        contract_of(rules, bid, contractor, partner),
        nominated=rng.choice((None, None, *suits)),
        leader=rng.choice((None, *seats)),
        suits_led=tuple(rng.sample(suits, 2)),
        failed=(*failed, *[()] * len(tables)) if rng.random() < 0.5 else None,
        called=called,
    )
    return fh.Deal(rules, dealer=rng.choice(seats), hands=hands, tables=tables or None, start=start)


def _hands(rng: random.Random, pack: list[Card], players: int) -> list[CardSet]:
    """Deal a card or two to every seat from the end of a shuffled pack."""
    rng.shuffle(pack)
    size = rng.choice((1, 1, 2))
    return [CardSet([pack.pop() for _ in range(size)]) for _ in range(players)]
