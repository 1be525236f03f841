"""Complete matches of Five Hundred beside the slow referee: rules, choices and the comparison of a deal.

A match is for one of eight games: two players with cards on the table, with a dead hand and with the short
pack, three, four and five players, six in two teams and in three. The library deals, and the referee gets a
pack in an order that deals the same cards.
"""

from __future__ import annotations

import random
from math import comb
from typing import Any

from oracle.bids import is_misere, seen_bids
from oracle.fivehundred import DealReferee
from oracle.fivehundred_deal_out import deal_out, pack_name
from oracle.options import Options, random_options, read_options
from oracle.packs import PACKS, in_order
from rules.random_deals import choose
from tricktake import ALONE, LOOK, STAND, Action, Bid, CallPartner, Card, CardSet, Exchange, Phase, Play, Suit
from tricktake import fivehundred as fh

__all__ = [
    "GAMES",
    "PHASES",
    "compare",
    "names",
    "random_match_rules",
    "referee_of",
    "seen_now",
    "select",
    "start_scores",
]

PHASES = {
    "AUCTION": Phase.AUCTION,
    "RAISE": Phase.FINAL_RAISE,
    "EXCHANGE": Phase.EXCHANGE,
    "PARTNER": Phase.PARTNER,
    "NOMINATION": Phase.NOMINATION,
    "PLAY": Phase.PLAY,
    "OVER": Phase.OVER,
}
GAMES: tuple[dict[str, Any], ...] = (
    {"players": 2, "two_player": "table"},
    {"players": 2, "two_player": "dead_hand"},
    {"players": 2, "two_player": "short24"},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 6, "teams6": "2x3"},
    {"players": 6, "teams6": "3x2"},
)
NO_MISERE: dict[str, Any] = {"misere": False, "open_misere": False, "blind_misere": False}
AMERICAN: dict[str, Any] = {
    "auction": "single",
    "deck4": 45,
    "misere_rank": "between_8S_8C",
    "misere_requires_7": False,
    "open_misere": False,
    "blind_misere": False,
    "sans_kitty": False,
    "joker_nomination": "none",
    "joker_lead": "any_suit",
    "win_rule": "any",
}
PRESETS: dict[str, dict[str, Any]] = {
    "australian": {},
    "australian_490": {"joker_lead": "last_trick_only", "defender_cap": 490},
    "free_misere": {"misere_requires_7": False},
    "no_misere": NO_MISERE,
    "kitchen": {**NO_MISERE, "sans_kitty": False},
    "american": AMERICAN,
    "hoyle_original": {**AMERICAN, "schedule": "original", "deck4": 43, "misere": False},
    "perfect": {"schedule": "perfect"},
}
"""Section 15 of the rules."""


# ---- rules and scores to begin with ------------------------------------------------------------------


def random_match_rules(rng: random.Random, number: int) -> tuple[fh.Rules, dict[str, Any]]:
    """Return rules for the library and for the referee.

    Of 250 numbers in a row the first 64 are every preset with every game, the others random options.
    """
    game = GAMES[number % len(GAMES)]
    place = number % 250 // len(GAMES)
    if place < len(PRESETS):
        name = list(PRESETS)[place]
        return fh.Rules.preset(name, **game), PRESETS[name] | game
    options: dict[str, Any] = random_options(rng, game["players"]) | game
    return fh.Rules(**options), options


def start_scores(rng: random.Random, o: Options, sides: int) -> list[int]:
    """Return scores to begin with: often near one of the ends of the match, or level; no side is out."""
    scores = _any_scores(rng, o, sides)
    return scores if o.lose_at is None else [max(score, o.lose_at + 1) for score in scores]


def _any_scores(rng: random.Random, o: Options, sides: int) -> list[int]:
    kind = rng.random()
    if kind < 0.15:
        return [0] * sides
    if kind < 0.5:
        return [o.target - rng.choice([-110, -20, 0, 10, 20, 40, 60, 100, 140, 250]) for _ in range(sides)]
    if kind < 0.6:
        return [o.target - rng.choice([10, 40])] * sides
    if kind < 0.7 or o.lose_at is None:
        return [rng.randrange(-400, 500, 10) for _ in range(sides)]
    near = [o.lose_at + rng.choice([1, 10, 20, 40, 60, 100, 120, 250]) for _ in range(sides)]
    if kind < 0.85:
        return near
    level = rng.choice([0, 100, 450, o.target, o.target + 20])
    return [score if rng.random() < 0.5 else level for score in near]


# ---- what to do --------------------------------------------------------------------------------------


def select(rng: random.Random, deal: fh.Deal, *, helped: bool) -> Action:
    """Return a legal action; where the contract is helped, by its own side and by the defenders."""
    if deal.phase is Phase.PARTNER:
        return _call(rng, deal)
    if deal.phase is Phase.AUCTION and rng.random() < 0.5:
        for action in (LOOK, Bid(rng.choice(["M", "M-SK"]))):
            if action in deal.legal_actions:
                return action
    if helped and deal.phase is Phase.AUCTION and deal.turn is not None and deal.has_looked(deal.turn):
        long = max(Suit, key=lambda suit: sum(card.suit is suit for card in deal.hand(deal.turn or 0)))
        bid = Bid(f"6{long.letter}")
        if rng.random() < 0.5 and bid in deal.legal_actions:
            return bid
    contract = deal.contract
    if not helped or contract is None or rng.random() < 0.1:
        return choose(rng, deal)

    def strength(card: Card) -> tuple[bool, bool, int]:
        return card.name == "JK", card.suit is contract.trump, 0 if card.rank is None else int(card.rank)

    if deal.phase is Phase.EXCHANGE:
        assert deal.turn is not None
        hand = sorted(deal.hand(deal.turn), key=strength, reverse=contract.is_misere)
        return Exchange(hand[: deal.rules.kitty_size])
    if deal.phase is not Phase.PLAY:
        return choose(rng, deal)
    plays = [action for action in deal.legal_actions if isinstance(action, Play)]
    plays.sort(key=lambda play: strength(play.card))
    high = (deal.turn in contract.side) != contract.is_misere
    return plays[-1 if high else 0]


def _call(rng: random.Random, deal: fh.Deal) -> Action:
    """Call a partner: now and then nobody, a card of the contractor's own, or one in the kitty."""
    calls = [action for action in deal.legal_actions if isinstance(action, CallPartner)]
    if not calls or rng.random() < 0.12:
        return ALONE
    assert deal.turn is not None
    own = deal.hand(deal.turn) | (deal.put_away or CardSet()) | deal.kitty
    near = [call for call in calls if call.card is not None and call.card in own]
    if near and rng.random() < 0.4:
        return rng.choice(near)
    high = [call for call in calls if call.card is not None and call.card.name[1:] in ("A", "K")]
    return rng.choice(high if high and rng.random() < 0.5 else calls)


# ---- the referee -------------------------------------------------------------------------------------


def names(cards: CardSet) -> set[str]:
    """Return the names of cards."""
    return {card.name for card in cards}


def pack_order(deal: fh.Deal, o: Options) -> list[str]:
    """Return a pack in an order from which the referee deals the same cards."""
    pack = PACKS[pack_name(o)]
    probe = deal_out(pack, deal.dealer, o)  # says to which place each card from the top goes
    goes: dict[str | None, str] = {}
    places = [*zip(probe.hands, deal.dealt, strict=True), (probe.kitty, deal.kitty), (probe.dead, deal.dead)]
    for found, cards in places:
        goes.update(zip(in_order(found), in_order(names(cards)), strict=True))
    if deal.tables:
        for piles, table in zip(probe.tables, deal.tables, strict=True):
            for (under, over), pile in zip(piles, table, strict=True):
                assert pile.down is not None
                assert pile.up is not None
                goes |= {under: pile.down.name, over: pile.up.name}
    return [goes[card] for card in pack]


def referee_of(deal: fh.Deal, options: dict[str, Any]) -> DealReferee:
    """Return the referee of the same deal: the same cards, dealer, scores and options."""
    order = pack_order(deal, read_options(options))
    again = fh.Deal(deal.rules, dealer=deal.dealer, pack=" ".join(order))
    assert (again.dealt, again.kitty, again.tables, again.dead) == (
        deal.dealt,
        deal.kitty,
        deal.tables,
        deal.dead,
    ), deal.to_text()
    return DealReferee(order, deal.dealer, options, deal.scores)


def seen_now(referee: DealReferee) -> set[str]:
    """Return the ordinary bids of the seat to call, looked or not."""
    assert referee.turn is not None
    made = [bid for _, bid in referee.bids]
    early = (referee.turn - referee.dealer - 1) % referee.players < 2
    return seen_bids(referee.options, made, early_caller=early)


# ---- the comparison ----------------------------------------------------------------------------------


def compare(deal: fh.Deal, referee: DealReferee, rng: random.Random) -> None:
    """Check that both say the same about everything there is to see and to do."""
    seats = range(referee.players)
    text = deal.to_text
    assert deal.phase is PHASES[referee.phase], text()
    assert deal.turn == referee.turn, text()
    assert deal.is_over == (referee.phase == "OVER")
    assert deal.tricks == tuple(referee.tricks), text()
    assert [deal.has_looked(seat) for seat in seats] == referee.seen, text()
    assert [names(deal.hand(seat)) for seat in seats] == referee.hands, text()
    calls = [(call.seat, call.call.text) for call in deal.auction if call.call is not STAND]
    assert calls == referee.calls, text()
    high = None if deal.high is None else (deal.high_seat, deal.high.text)
    assert high == (referee.bids[-1] if referee.bids else None), text()
    assert names(deal.put_away or CardSet()) == referee.put_away, text()
    _compare_contract(deal, referee)
    _compare_play(deal, referee, rng)
    _compare_legal(deal, referee, rng)


def _compare_contract(deal: fh.Deal, referee: DealReferee) -> None:
    """Check the contract, its sides and who knows them."""
    seats, text = range(referee.players), deal.to_text
    contract, contractor = deal.contract, referee.contractor
    assert (contract is None) == (referee.contract is None), text()
    assert (None if deal.called is None else str(deal.called).removeprefix("seat ")) == (
        None if referee.called is None else referee.called.removeprefix("seat ")
    ), text()
    assert deal.partner == referee.partner, text()
    nominated = None if deal.nominated is None else deal.nominated.letter
    assert nominated == referee.nominated, text()
    if contract is None:
        assert deal.sits_out == frozenset()
        assert all(deal.knows_partner(seat) for seat in seats)
        return
    assert contractor is not None
    assert (contract.bid.text, contract.contractor) == (referee.contract, contractor), text()
    assert set(contract.side) == referee.side, text()
    for seat in seats:
        knows = (
            referee.called is None
            or referee.partner_public
            or referee.phase == "OVER"
            or referee.called in referee.hands[seat]
            or (seat == contractor and referee.called in referee.put_away)
        )
        assert deal.knows_partner(seat) == knows, (seat, text())
        known = deal.contract_as_known(seat)
        assert known is not None
        assert set(known.side) == (referee.side if knows else {contractor}), (seat, text())
    misere = is_misere(contract.bid.text)
    assert set(deal.sits_out) == (referee.side - {contractor} if misere else set()), text()
    if referee.phase in ("PLAY", "OVER"):
        exposed = [referee.exposed and seat == contractor for seat in seats]
        assert [deal.is_exposed(seat) for seat in seats] == exposed, text()


def _compare_play(deal: fh.Deal, referee: DealReferee, rng: random.Random) -> None:
    """Check piles, leader and trick, and what a view says of them."""
    seats, text = range(referee.players), deal.to_text
    table_game = referee.options.table_game
    for seat in seats if table_game else ():
        piles = [
            [None if card is None else card.name for card in (pile.down, pile.up)]
            for pile in deal.piles(seat)
        ]
        assert piles == referee.tables[seat], text()
    play = referee.trick_play
    if referee.phase != "PLAY" or play is None:
        assert deal.plays_from is None, text()
        return
    assert deal.plays_from == (referee.place or "hand"), text()
    state = deal.play_state
    assert state is not None
    assert (state.leader, state.turn) == (play.leader, play.turn), text()
    assert deal.leader == play.leader % referee.players, text()
    trick = [(card.seat + (referee.players if card.from_table else 0), card.card.name) for card in deal.trick]
    assert trick == play.trick, text()
    assert [state.tricks[place] for place in range(len(play.tricks))] == play.tricks, text()
    seat = rng.choice(seats)
    view = deal.view(seat)
    assert {suit.letter for suit in view.suits_led} == play.suits_led, text()
    assert view.contract == deal.contract_as_known(seat)
    assert view.knows_partner == deal.knows_partner(seat)
    assert (view.called, view.plays_from, view.sits_out) == (deal.called, deal.plays_from, deal.sits_out)
    for table, of_referee in zip(view.tables, referee.tables, strict=False):
        shown = [[pile.covers, None if pile.up is None else pile.up.name] for pile in table]
        assert shown == [[down is not None, up] for down, up in of_referee], text()


def _compare_legal(deal: fh.Deal, referee: DealReferee, rng: random.Random) -> None:
    """Check the legal actions; of exchanges their number and samples, and all of them now and then."""
    legal = deal.legal_actions
    if referee.phase == "EXCHANGE":
        assert referee.turn is not None
        hand, size = in_order(referee.hands[referee.turn]), referee.kitty_size
        assert len(legal) == comb(len(hand), size), deal.to_text()
        strange = [card for card in referee.pack if card not in hand]
        for _ in range(3):
            chosen = rng.sample(hand, size)
            assert Exchange(chosen) in legal
            assert Exchange([*chosen[1:], rng.choice(strange)]) not in legal
            assert Exchange(chosen[1:]) not in legal
        if rng.random() < 0.95:
            return
    listed = [action.text for action in legal]
    assert len(listed) == len(legal) == len(set(listed)), deal.to_text()
    assert set(listed) == referee.legal(), deal.to_text()
