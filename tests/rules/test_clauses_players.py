"""Clauses about every number of players: sides, packs, the deal, the order of calls, phases, scores, ends.

The functions here build deals of any number of players; the files about two, five and six use them too.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from rules.constructed import match_of, put_away, texts
from rules.random_deals import play_on
from tricktake import CardSet, Contract, Explanation, IllegalAction, Phase, Strain, Suit, WrongPhase
from tricktake import fivehundred as fh

SHAPES = {
    "2 table": fh.Rules(players=2),
    "2 dead hand": fh.Rules(players=2, two_player="dead_hand"),
    "2 short24": fh.Rules(players=2, two_player="short24"),
    "3": fh.Rules(players=3),
    "5 secret": fh.Rules(players=5),
    "5 open": fh.Rules(players=5, five_partner="call_card_open"),
    "5 seat": fh.Rules(players=5, five_partner="call_player"),
    "5 alone": fh.Rules(players=5, five_partner="alone"),
    "6 2x3": fh.Rules(players=6),
    "6 3x2": fh.Rules(players=6, teams6="3x2"),
}
"""A game of every kind that is not for four players."""

Piles = Sequence[str]
"""Five piles as texts: the card face down, a slash, the card face up; ``?`` is any card and ``-`` none."""


def dealt_to(
    rules: fh.Rules,
    hands: Mapping[int, str] | None = None,
    *,
    tables: Mapping[int, Piles] | None = None,
    kitty: str = "",
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    calls: str = "",
) -> fh.Deal:
    """Return a fresh deal in which these cards lie where they are said to lie, after some actions.

    The last seat deals. Places are filled up with other cards; the joker is in the kitty if it is nowhere
    else.
    """
    given = [CardSet((hands or {}).get(seat, "")) for seat in range(rules.players)]
    layout = [list((tables or {}).get(seat, ())) for seat in range(2)] if rules.has_tables else []
    layout = [[*piles, *["?/?"] * (5 - len(piles))] for piles in layout]
    named = [name for piles in layout for pile in piles for name in pile.split("/") if name != "?"]
    used = [card for hand in given for card in hand] + [*CardSet(kitty), *CardSet(" ".join(named))]
    assert len(used) == len(set(used)), "a card stands twice"
    spare = [card for card in fh.PACKS[rules.pack_name] if card not in used and card.name != "JK"]
    spare = [*spare[::3], *spare[1::3], *spare[2::3]]
    rest = fh.PACKS[rules.pack_name].cards
    for seat, hand in enumerate(given):
        while len(given[seat]) < rules.hand_size:
            given[seat] |= CardSet([spare.pop(0)])
        assert len(hand) <= rules.hand_size
        rest -= given[seat]
    piles = [
        [tuple([spare.pop(0).name if name == "?" else name for name in pile.split("/")]) for pile in each]
        for each in layout
    ]
    for each in piles:
        rest -= CardSet(" ".join([name for pile in each for name in pile]))
    dead = CardSet()
    if rules.has_dead_hand:
        dead = CardSet([spare.pop(0) for _ in range(rules.hand_size)])
    deal = fh.Deal(
        rules,
        dealer=rules.players - 1 if dealer is None else dealer,
        hands=given,
        kitty=rest - dead,
        tables=piles if layout else None,
        dead=dead if dead else None,
        scores=scores,
    )
    return deal.push_all(calls) if calls else deal


def contract_of(rules: fh.Rules, bid: str, contractor: int = 0, partner: int | None = None) -> Contract:
    """Return a contract, with a called partner if there is one."""
    side = {*next(side for side in rules.sides if contractor in side)}
    return Contract(bid, contractor=contractor, side=side if partner is None else side | {partner})


def in_play(
    rules: fh.Rules,
    bid: str,
    hands: Mapping[int, str],
    *,
    contractor: int = 0,
    partner: int | None = None,
    tables: Mapping[int, Piles] | None = None,
    scores: Sequence[int] | None = None,
    tricks: Sequence[int] | None = None,
    plays: str = "",
    **start: object,
) -> fh.Deal:
    """Return a deal in the middle of the play; hands are filled up to the longest one."""
    given = [CardSet(hands.get(seat, "")) for seat in range(rules.players)]
    size = max(map(len, given))
    piles = None
    tabled = CardSet()
    if rules.has_tables:
        assert tables is not None
        layout = [[*tables.get(seat, ()), *["-/-"] * (5 - len(tables.get(seat, ())))] for seat in range(2)]
        piles = [
            [tuple([None if name == "-" else name for name in pile.split("/")]) for pile in each]
            for each in layout
        ]
        tabled = CardSet([card for each in layout for pile in each for card in _cards_of(pile)])
    used = [card for hand in given for card in hand]
    spare = [card for card in fh.PACKS[rules.pack_name] if card not in used and card not in tabled]
    spare = [card for card in [*spare[::3], *spare[1::3], *spare[2::3]] if card.name != "JK"]
    for seat in range(rules.players):
        while len(given[seat]) < size:
            given[seat] |= CardSet([spare.pop(0)])
    contract = contract_of(rules, bid, contractor, partner)
    if tricks is None:
        tricks = [0] * rules.players
        tricks[(contractor + 1) % rules.players] = rules.hand_size - size
        if rules.has_tables:
            tricks = None
    begin = fh.PlayStart(contract, tricks=None if tricks is None else tuple(tricks), **start)  # type: ignore[arg-type]
    deal = fh.Deal(
        rules,
        dealer=rules.players - 1,
        hands=given,
        tables=piles,
        scores=scores,
        start=begin,
    )
    return deal.push_all(plays) if plays else deal


def _cards_of(pile: str) -> CardSet:
    return CardSet(" ".join([name for name in pile.split("/") if name != "-"]))


LOW = ("S9", "S10", "SQ", "SK", "S8", "S7")


def over(
    rules: fh.Rules,
    bid: str,
    tricks: Sequence[int],
    *,
    contractor: int = 0,
    partner: int | None = None,
    scores: Sequence[int] | None = None,
) -> fh.Deal:
    """Return a finished deal in which the seats have won so many tricks; its last card was played here.

    The last trick is all spades, and the ace wins it for the last seat that has won a trick.
    """
    winner = max(seat for seat, won in enumerate(tricks) if won)
    low = list(LOW)
    hands = {seat: "SA" if seat == winner else low.pop(0) for seat in range(rules.players)}
    tables = {seat: [f"-/{low.pop(0)}"] for seat in range(2)} if rules.has_tables else None
    before = [won - (seat == winner) for seat, won in enumerate(tricks)]
    deal = in_play(
        rules,
        bid,
        hands,
        contractor=contractor,
        partner=partner,
        scores=scores,
        tricks=before,
        tables=tables,
    )
    assert not deal.is_over
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    assert deal.tricks == tuple(tricks)
    return deal


def why_not(deal: fh.Deal, action: str) -> Explanation:
    """Return why an action is illegal, checking that the error says the same and nothing changes."""
    before = deal.to_text()
    found = deal.explain(action)
    assert found is not None, action
    with pytest.raises(IllegalAction) as caught:
        deal.push(action)
    assert caught.value.explanation == found
    assert str(caught.value).startswith(found.sentence)
    assert found.seat == deal.turn
    assert deal.to_text() == before
    return found


def passes(deal: fh.Deal) -> str:
    """Return the passes of all seats but one."""
    return " ".join(["P"] * (deal.rules.players - 1))


def steps(deal: fh.Deal, plays: str) -> list[int | None]:
    """Play some cards and return the seats that played them."""
    seats = []
    for play in plays.split():
        seats.append(deal.turn)
        deal.push(play)
    return seats


def trick_seats(deal: fh.Deal) -> list[int | None]:
    """Play any legal cards to the end of the trick and return the seats that played them."""
    seats, done = [], len(deal.finished)
    while not deal.is_over and len(deal.finished) == done:
        seats.append(deal.turn)
        deal.push(deal.legal_actions[0])
    return seats


# ---- sides and packs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_gen_2_sides_keep_the_scores(shape: str) -> None:
    """Whole deals: a score for each side, and a side for each seat."""
    rules = SHAPES[shape]
    rng = random.Random(shape)
    deal = play_on(rng, fh.Deal(rules, dealer=0, seed=2))
    expected = {"6 2x3": ((0, 2, 4), (1, 3, 5)), "6 3x2": ((0, 3), (1, 4), (2, 5))}
    alone = tuple([(seat,) for seat in range(rules.players)])
    assert rules.sides == deal.score().sides == expected.get(shape, alone)
    assert len(deal.scores) == len(deal.score().points) == len(rules.sides)


PACK = {
    "2 table": ("43", 43, 3),
    "2 dead hand": ("33", 33, 3),
    "2 short24": ("24", 24, 4),
    "3": ("33", 33, 3),
    "5 secret": ("53", 53, 3),
    "6 2x3": ("63", 63, 3),
    "6 3x2": ("63", 63, 3),
}


@pytest.mark.parametrize("shape", PACK)
def test_fh_deck_1_every_game_deals_its_pack(shape: str) -> None:
    rules = SHAPES[shape]
    name, size, kitty = PACK[shape]
    deal = fh.Deal(rules, dealer=0, seed=7)
    assert (rules.pack_name, len(fh.PACKS[name]), len(deal.kitty)) == (name, size, kitty)
    assert [len(hand) for hand in deal.dealt] == [10] * rules.players
    seen = [*deal.kitty, *deal.dead, *[card for hand in deal.dealt for card in hand]]
    seen += [card for table in deal.tables for pile in table for card in pile if card is not None]
    assert len(seen) == size
    assert CardSet(seen) == fh.PACKS[name].cards


def test_fh_deck_1_cards_of_the_packs() -> None:
    packs = {name: {card.name for card in fh.PACKS[name]} for name in fh.PACKS}
    assert {name for name in packs if "JK" in packs[name]} == {*packs} - {"24"}
    assert {name for name in packs if "S2" in packs[name]} == {"53", "63"}
    assert {card for card in packs["63"] if card[1:] in ("11", "12", "13")} == {
        *("S11", "C11", "D11", "H11", "S12", "C12", "D12", "H12", "D13", "H13")
    }
    assert packs["33"] == {
        suit + rank for suit in "SCDH" for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]
    } | {"JK"}
    assert packs["24"] == {suit + rank for suit in "SCDH" for rank in ["9", "10", "J", "Q", "K", "A"]}


def test_fh_card_1_ranks_of_six_players() -> None:
    order = fh.card_order(fh.PACKS["63"], Strain.NO_TRUMP)
    high = [card.name[1:] for card in order.suits[Suit.HEARTS]][::-1]
    assert high[:9] == ["A", "K", "Q", "J", "13", "12", "11", "10", "9"]


# ---- the deal ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (3, 2), (5, 0), (5, 4), (6, 1), (6, 5)])
def test_fh_deal_2_three_four_three_for_other_numbers(players: int, dealer: int) -> None:
    rules = fh.Rules(players=players)
    pack = list(fh.PACKS[rules.pack_name])
    random.Random(players).shuffle(pack)
    deal = fh.Deal(rules, dealer=dealer, pack=pack)
    second, third = 3 * players + 1, 7 * players + 2
    for place in range(players):
        seat = (dealer + 1 + place) % players
        at = (3 * place, second + 4 * place, third + 3 * place)
        expected = pack[at[0] : at[0] + 3] + pack[at[1] : at[1] + 4] + pack[at[2] : at[2] + 3]
        assert deal.hand(seat) == CardSet(expected)
    assert deal.kitty == CardSet([pack[3 * players], pack[7 * players + 1], pack[-1]])


@pytest.mark.parametrize("dealer", [0, 1])
def test_fh_deal_3_packets_of_the_pack_of_24(dealer: int) -> None:
    pack = list(fh.PACKS["24"])
    random.Random(24).shuffle(pack)
    deal = fh.Deal(SHAPES["2 short24"], dealer=dealer, pack=pack)
    assert deal.hand(1 - dealer) == CardSet(pack[0:3] + pack[8:12] + pack[17:20])
    assert deal.hand(dealer) == CardSet(pack[3:6] + pack[12:16] + pack[20:23])
    assert deal.kitty == CardSet([*pack[6:8], pack[16], pack[23]])


# ---- the auction -------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_bid_1_left_of_the_dealer_calls_first(shape: str) -> None:
    """All pass in turn, and then the same with a bid: who has passed is skipped."""
    rules = SHAPES[shape].replace(blind_misere=False)
    for dealer in range(rules.players):
        deal = fh.Deal(rules, dealer=dealer, seed=3)
        order = [(dealer + 1 + step) % rules.players for step in range(rules.players)]
        seats = []
        while not deal.is_over:
            seats.append(deal.turn)
            deal.push("P")
        assert seats == order
    if rules.players > 2:
        deal = fh.Deal(rules, dealer=rules.players - 1, seed=3)
        bids = ["6S", "P", *["6C", "6D", "6H", "6NT"][: rules.players - 2]]
        deal.push_all(bids)
        assert deal.turn == 0
        deal.push("7S")
        assert deal.turn == 2  # seat 1 has passed


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_bid_12_the_auction_ends_when_all_others_have_passed(shape: str) -> None:
    rules = SHAPES[shape].replace(blind_misere=False)
    others = ["P"] * (rules.players - 1)
    first = fh.Deal(rules, dealer=rules.players - 1, seed=3).push_all(["6S-SK", *others[:-1]])
    assert first.phase is Phase.AUCTION
    first.push("P")
    assert first.contract is not None
    assert first.contract.contractor == 0
    last = fh.Deal(rules, dealer=rules.players - 1, seed=3).push_all(others)
    assert (last.phase, last.turn) == (Phase.AUCTION, rules.players - 1)  # he still gets his turn
    last.push("6S-SK")
    assert last.contract is not None
    assert last.contract.contractor == rules.players - 1
    assert last.phase is not Phase.AUCTION


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_bid_14_all_pass_with_other_numbers(shape: str) -> None:
    """Thrown in without a score; or ten a trick to each side, nobody sitting out or being called."""
    rules = SHAPES[shape].replace(blind_misere=False)
    calls = ["P"] * rules.players
    thrown = fh.Deal(rules, dealer=0, seed=3).push_all(calls)
    assert (thrown.phase, thrown.score().points) == (Phase.OVER, (0,) * len(rules.sides))
    played = fh.Deal(rules.replace(all_pass="play_nt"), dealer=0, seed=3).push_all(calls)
    assert (played.phase, played.turn, played.contract) == (Phase.PLAY, 1, None)
    kitty = played.kitty
    play_on(random.Random(shape), played)
    cards_played = CardSet([card.card for trick in played.finished for card in trick])
    assert cards_played.isdisjoint(kitty)
    assert sum(played.tricks) == 10
    won = tuple([10 * sum([played.tricks[seat] for seat in side]) for side in rules.sides])
    assert played.score().points == won
    assert played.score().made is None


def test_fh_bid_14_the_cap_limits_every_side() -> None:
    rules = fh.Rules(players=3, all_pass="play_nt", blind_misere=False, defender_cap=490)
    deal = fh.Deal(rules, dealer=0, seed=3, scores=(490, 480, 0)).push_all("P P P")
    play_on(random.Random(1), deal)
    won = deal.tricks
    assert all(won[1:])
    assert deal.score().points == (0, min(10, 10 * won[1]), 10 * won[2])


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_bid_18_inkle_signals_of_the_first_two(shape: str) -> None:
    """Six-level bids by the first two only, at any of their turns; and none becomes the contract."""
    rules = SHAPES[shape].replace(blind_misere=False, inkle=True, all_pass="play_nt")
    others = ["P"] * (rules.players - 1)
    for dealer in (0, rules.players - 1):
        deal = fh.Deal(rules, dealer=dealer, seed=3)
        for place in range(rules.players):
            assert ("6S" in texts(deal)) == (place < 2)
            if place >= 2:
                assert (why_not(deal, "6S").clause, why_not(deal, "6S").option) == ("FH-BID-18", "inkle")
            deal.push("P")
        signal = fh.Deal(rules, dealer=dealer, seed=3).push_all(["6S", *others])
        assert (signal.phase, signal.contract) == (Phase.OVER, None)
        assert signal.score().points == (0,) * len(rules.sides)
    again = fh.Deal(rules, dealer=rules.players - 1, seed=3).push_all(["6S", "6C", *others[1:]])
    assert "6D" in texts(again)
    plain = fh.Deal(rules.replace(inkle=False), dealer=rules.players - 1, seed=3)
    plain.push_all([*others, "6S-SK"])
    assert plain.contract is not None


# ---- phases ------------------------------------------------------------------------------------------

PHASES = {
    "2 table": [Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY, Phase.OVER],
    "2 dead hand": [Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY, Phase.OVER],
    "2 short24": [Phase.EXCHANGE, Phase.PLAY, Phase.OVER],
    "5 alone": [Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY, Phase.OVER],
}


def phases_of(deal: fh.Deal) -> list[Phase]:
    """Play a deal to its end, the joker being kept, and return the phases it goes through."""
    seen = [deal.phase]
    while not deal.is_over:
        if deal.phase is Phase.EXCHANGE:
            put_away(deal, keep="JK")
        else:
            deal.push(deal.legal_actions[0])
        if deal.phase is not seen[-1]:
            seen.append(deal.phase)
    return seen


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_kit_4_phases_of_every_game(shape: str) -> None:
    """The partner is called after the exchange and before the nomination, in numeric contracts only."""
    rules = SHAPES[shape].replace(blind_misere=False, misere_requires_7=False)
    full = [Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY, Phase.OVER]
    with_partner = [full[0], Phase.PARTNER, *full[1:]]
    calls = ["P"] * (rules.players - 1)
    numeric = dealt_to(rules, kitty="" if "24" in shape else "JK")
    expected = PHASES.get(shape, full)
    partner = with_partner if rules.calls_partner else expected
    assert phases_of(numeric.copy().push_all(["6NT", *calls])) == partner
    sans = dealt_to(rules, {0: "" if "24" in shape else "JK"}).push_all(["6NT-SK", *calls])
    assert phases_of(sans) == [phase for phase in partner if phase is not Phase.EXCHANGE]
    assert phases_of(numeric.copy().push_all(["M", *calls])) == expected
    suit = phases_of(numeric.copy().push_all(["6S", *calls]))
    assert suit == [phase for phase in partner if phase is not Phase.NOMINATION]


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_flow_1_who_acts_and_what_each_phase_takes(shape: str) -> None:
    rules = SHAPES[shape].replace(misere_requires_7=False)
    joker = rules.pack_name != "24"
    deal = dealt_to(rules, kitty="JK" if joker else "")
    assert ("LOOK" in texts(deal)) == (shape != "2 table")
    for wrong in ("put S10 C10 D10", "ALONE", "call HA", "call seat 1", "name S", "HA", "STAND"):
        with pytest.raises(WrongPhase, match="must call now"):
            deal.push(wrong)
    deal.push_all(["6NT", *["P"] * (rules.players - 1)])
    for wrong in ("6S", "P", "LOOK", "ALONE", "call HA", "call seat 1", "name S", "HA"):
        with pytest.raises(WrongPhase, match="seat 0 must put cards away now"):
            deal.push(wrong)
    assert len(deal.hand(0)) == 10 + rules.kitty_size
    put_away(deal, keep="JK" if joker else "")
    if rules.calls_partner:
        assert (deal.phase, deal.turn) == (Phase.PARTNER, 0)
        for wrong in ("6S", "P", "put S10 C10 D10", "name S", "HA"):
            assert why_not(deal, wrong).clause == "FH-FLOW-1"
            with pytest.raises(WrongPhase, match="seat 0 must call a partner now"):
                deal.push(wrong)
        deal.push("ALONE")
    if joker:
        assert texts(deal) == {"name S", "name C", "name D", "name H", "name none"}
        for wrong in ("ALONE", "call HA", "call seat 1", "HA"):
            with pytest.raises(WrongPhase, match="seat 0 must name a suit for the joker now"):
                deal.push(wrong)
        deal.push("name S")
    assert (deal.phase, deal.turn) == (Phase.PLAY, 0)
    for wrong in ("ALONE", "call HA", "call seat 1", "name S", "P"):
        with pytest.raises(WrongPhase, match="seat 0 must play a card now"):
            deal.push(wrong)
    assert texts(deal) == {card.name for card in deal.hand(0)}


# ---- misères -----------------------------------------------------------------------------------------

OUT = {"6 2x3": {2: {0, 4}, 1: {3, 5}}, "6 3x2": {2: {5}, 1: {4}}}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("contractor", [1, 2])
def test_fh_mis_2_partners_sit_out(shape: str, contractor: int) -> None:
    """Also FH-MIS-3: how many cards a trick has, and that the contractor leads."""
    rules = SHAPES[shape].replace(blind_misere=False, misere_requires_7=False)
    contractor %= rules.players
    deal = dealt_to(rules, dealer=(contractor - 1) % rules.players)
    deal.push_all(["M-SK", *["P"] * (rules.players - 1)])
    out = OUT.get(shape, {}).get(contractor, set())
    assert deal.sits_out == out == deal.view(0).sits_out
    order = [(contractor + step) % rules.players for step in range(rules.players)]
    expected = [seat for seat in order if seat not in out]
    if deal.phase is Phase.NOMINATION:
        deal.push("name none")
    assert deal.turn == contractor
    assert trick_seats(deal) == (expected * 2 if shape == "2 table" else expected)
    assert all(len(deal.hand(seat)) == 10 for seat in out)


def test_fh_mis_3_the_order_goes_on_after_a_defender_wins() -> None:
    deal = in_play(SHAPES["6 3x2"], "M", {2: "S5 S6", 3: "SA H7", 4: "S7 H8"}, contractor=2)
    assert deal.sits_out == {5}
    assert steps(deal, "S5 SA S7") == [2, 3, 4]
    assert trick_seats(deal) == [0, 1]
    assert trick_seats(deal) == [3, 4, 0, 1, 2]


@pytest.mark.parametrize("exposure", ["after_first_trick", "before_first_lead"])
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "2 table"])
def test_fh_mis_4_open_misere_with_other_numbers(shape: str, exposure: str) -> None:
    rules = SHAPES[shape].replace(open_exposure=exposure)
    deal = dealt_to(rules, {1: "" if "24" in shape else "JK"}, dealer=0)
    deal.push_all(["OM-SK", *["P"] * (rules.players - 1)])
    if deal.phase is Phase.NOMINATION:
        assert not deal.is_exposed(1)
        deal.push("name S")
    early = exposure == "before_first_lead"
    trick = [deal.is_exposed(1)]
    while not deal.finished:
        deal.push(deal.legal_actions[0])
        trick.append(deal.is_exposed(1))
    assert trick == [early] * (len(trick) - 1) + [True]
    for seat in range(rules.players):
        exposed = deal.view(seat).exposed
        assert exposed[1] == deal.hand(1)
        assert [cards for at, cards in enumerate(exposed) if at != 1] == [None] * (rules.players - 1)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "2 table"])
def test_fh_mis_8_misere_ends_or_goes_on(shape: str) -> None:
    """The same score whether a lost misère is stopped or played to the end."""
    hands = {0: "SA S10", 1: "S9 H9"} | ({} if SHAPES[shape].players == 2 else {2: "SK HK"})
    points = []
    for stop in (False, True):
        rules = SHAPES[shape].replace(misere_stop=stop)
        deal = in_play(rules, "M", hands, plays="SA")
        trick_seats(deal)
        assert deal.tricks[0] == 1
        assert deal.is_over is stop
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
        points.append(deal.score().points)
    assert points[0] == points[1]
    assert points[0][0] == -250
    assert set(points[0][1:]) == {0}


# ---- what is known -----------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_play_8_own_hands_only(shape: str) -> None:
    rules = SHAPES[shape]
    deal = dealt_to(rules, {0: "SA" if "24" in shape else "SA JK"})
    deal.push_all(["6NT", *["P"] * (rules.players - 1)])
    put_away(deal, keep="SA" if "24" in shape else "SA JK")
    if deal.phase is Phase.PARTNER:
        deal.push(deal.legal_actions[-1])
    called = deal.called
    if deal.phase is Phase.NOMINATION:
        deal.push("name C")
    deal.push("SA")
    for seat in range(rules.players):
        view = deal.view(seat)
        assert (view.hand, view.dealt) == (deal.hand(seat), deal.dealt[seat])
        assert (view.called, view.nominated) == (called, deal.nominated)
        assert (view.kitty, view.put_away) == ((deal.kitty, deal.put_away) if seat == 0 else (None, None))
        assert view.trick == deal.trick
        assert view.exposed == (None,) * rules.players
        secret = "put" in {str(step.action).partition(" ")[0] for step in view.history}
        assert secret == (seat == 0)
    assert (called is not None) == (shape in ("5 secret", "5 open", "5 seat"))
    play_on(random.Random(2), deal)
    for seat in range(1, rules.players):
        assert (deal.view(seat).kitty, deal.view(seat).put_away) == (None, None)  # also after the hand


# ---- scores and ends ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "tricks", "points"),
    [
        ("2 table", (6, 4), (40, 40)),
        ("2 dead hand", (5, 5), (-40, 50)),
        ("2 short24", (7, 3), (40, 30)),
        ("3", (6, 3, 1), (40, 30, 10)),
        ("3", (4, 1, 5), (-40, 10, 50)),
        ("5 secret", (6, 1, 0, 3, 0), (40, 10, 0, 30, 0)),
        ("5 alone", (5, 1, 0, 3, 1), (-40, 10, 0, 30, 10)),
        ("6 2x3", (2, 1, 4, 1, 1, 1), (40, 30)),
        ("6 3x2", (2, 1, 0, 4, 1, 2), (40, 20, 20)),
        ("6 3x2", (2, 1, 0, 3, 4, 0), (-40, 50, 0)),
    ],
)
def test_fh_score_6_tricks_to_the_own_account(
    shape: str, tricks: tuple[int, ...], points: tuple[int, ...]
) -> None:
    deal = over(SHAPES[shape], "6S", tricks)
    assert deal.score().points == points
    sides = SHAPES[shape].sides
    for seat in range(SHAPES[shape].players):
        assert deal.score().for_seat(seat) == points[[seat in side for side in sides].index(True)]


@pytest.mark.parametrize(
    ("shape", "tricks", "before", "winners"),
    [
        ("2 dead hand", (5, 5), (-460, 0), {1}),
        ("2 dead hand", (5, 5), (-459, 0), None),
        ("2 table", (6, 4), (100, -550), {0}),
        ("3", (5, 3, 2), (-460, 100, 90), {1}),
        ("3", (5, 3, 2), (-460, 100, 110), {1, 2}),
        ("3", (5, 3, 2), (0, -600, 110), {2}),
        ("5 alone", (5, 1, 2, 0, 2), (-460, 10, 100, 120, 100), {2, 3, 4}),
        ("6 3x2", (5, 3, 2, 0, 0, 0), (-460, 100, 110), {1, 2}),
        ("6 3x2", (5, 3, 2, 0, 0, 0), (-460, 100, 100), {1}),
        ("6 2x3", (5, 3, 0, 2, 0, 0), (-460, -470), {1}),
    ],
)
def test_fh_end_2_the_highest_of_the_others_wins(
    shape: str, tricks: tuple[int, ...], before: tuple[int, ...], winners: set[int] | None
) -> None:
    match = match_of(over(SHAPES[shape], "6S", tricks, scores=before))
    assert match.winners == winners
    assert match.is_over is (winners is not None)
