"""The referee of spades against the worked examples of the rules: points, games, options and whole deals."""

from __future__ import annotations

import random

import pytest

from oracle.packs import PACKS, in_order
from oracle.spades import SpadesReferee
from oracle.spades_games import GameReferee, TourneyReferee, draw, draw_seats
from oracle.spades_options import preset, random_options, read_options
from oracle.spades_points import Points, deal_points, game_winner, ranks

PARTNERS = preset("partners")


def points(
    bids: str,
    tricks: str,
    options: dict[str, object] | None = None,
    *,
    bags: str = "",
    caught: tuple[str, ...] = (),
) -> tuple[list[int], list[int]]:
    """Return points and bags; seats and sides left out have bid 1, won 1 and nothing else."""
    o = read_options(options or {})
    n = o.players
    made = deal_points(
        o,
        (bids.split() + ["1"] * n)[:n],
        ([int(t) for t in tricks.split()] + [1] * n)[:n],
        ([int(b) for b in bags.split()] + [0] * n)[: len(o.sides)],
        ([set(c.split()) for c in caught] + [set() for _ in range(n)])[:n],
    )
    return made.points, made.bags


def first(
    one_bid: str, t: int, options: dict[str, object] | None = None, *, bags: int = 0, caught: str = ""
) -> tuple[int, int]:
    """Return points and bags of the first side."""
    got, after = points(one_bid, str(t), options, bags=str(bags), caught=(caught,))
    return got[0], after[0]


# ---- scoring -----------------------------------------------------------------------------------------


def test_score_of_a_number() -> None:
    """CS-X22."""
    assert first("4", 4) == (40, 0)
    assert first("4", 6) == (40, 2)
    assert first("4", 3) == (-40, 0)


def test_score_of_special_bids() -> None:
    """CS-X23 to CS-X27."""
    assert [first("1F", t) for t in (1, 3, 0)] == [(50, 0), (10, 2), (-50, 0)]
    assert [first("2F", t) for t in (2, 4, 1, 0)] == [(40, 0), (20, 2), (-40, 0), (-40, 0)]
    assert [first("NIL", t) for t in (0, 2)] == [(100, 0), (-100, 0)]
    assert first("NIL", 2, {"nil_fail_bags": True}) == (-100, 2)
    assert [first("BN", t) for t in (0, 1)] == [(200, 0), (-200, 0)]
    assert [first("B6", t) for t in (6, 8, 5)] == [(100, 0), (100, 2), (-100, 0)]
    assert first("6", 6) == (60, 0)
    assert [first("SM", t) for t in (14, 17, 13)] == [(150, 0), (150, 0), (-150, 0)]


def test_score_of_bags() -> None:
    """CS-X28 to CS-X33."""
    rollover: dict[str, object] = {"bag_rollover": True}
    assert first("3", 5, bags=9) == (-80, 0)
    assert first("3", 5, rollover, bags=9) == (-70, 1)
    assert first("2", 4, bags=8) == first("2", 4, rollover, bags=8) == (-80, 0)
    short = preset("short_limit5")
    assert first("2", 4, short, bags=3) == (-30, 0)
    assert first("1", 8, short, bags=4) == (-100, 0)
    assert first("1", 8, short | rollover, bags=4) == (-90, 1)
    minus = preset("short_minus10")
    assert [first("2", 5, minus), first("4", 4, minus), first("3", 2, minus)] == [
        (-10, 0),
        (40, 0),
        (-30, 0),
    ]
    assert first("1F", 3, bags=9) == (-100, 0)
    assert first("SM", 16, bags=9) == (150, 9)
    assert first("4", 6, {"bag_points": 1}) == (42, 2)
    assert first("3", 5, {"bag_points": 1}, bags=9) == (-78, 0)
    # CS-SCORE-3: the bags of a failed nil score too, and count for the limit
    fail: dict[str, object] = {"nil_fail_bags": True, "bag_points": 1}
    assert first("NIL", 2, fail) == (-98, 2)
    assert first("BN", 3, fail, bags=8) == (-200 + 3 - 110, 0)
    assert first("NIL", 2, minus | fail) == (-100 + 2 - 20, 0)
    # CS-BAG-2: several limits at once
    assert first("1", 12, rollover | {"bag_limit": 5}, bags=4) == (10 - 150, 0)


def test_score_of_jacks() -> None:
    """CS-X34 to CS-X41."""
    assert first("4", 4, caught="CJ") == (50, 0)
    assert first("4", 4, caught="CJ DJ") == (40, 0)
    assert points("4 1 1", "4 1 1", caught=("CJ", "DJ"))[0] == [50, 20, 10]
    assert first("4", 4, caught="CJ HJ") == (50, 0)
    three = preset("long_three_jacks")
    assert first("4", 4, three, bags=3, caught="HJ") == (40, 2)
    assert first("4", 4, three, bags=3, caught="CJ HJ") == (40, 3)
    assert first("4", 4, three, bags=3, caught="CJ DJ HJ") == (60, 2)
    assert first("4", 4, three, caught="HJ") == (40, 0)
    assert first("3", 4, three, caught="HJ") == (30, 0)  # CS-AWARD-5: after the new bags
    assert first("3", 4, three, bags=9, caught="HJ") == (30, 9)
    assert first("3", 4, three, bags=9) == (-70, 0)
    assert first("5", 4, caught="CJ") == (-40, 0)
    assert first("NIL", 1, caught="DJ") == (-90, 0)
    short = preset("short_limit5")
    assert first("4", 4, short, caught="DJ") == (40, 0)
    assert first("4", 4, short, caught="CJ DJ") == (50, 0)
    hearts = preset("short_minus10", awards={"CJ", "HJ"})
    assert first("2", 5, hearts, caught="HJ") == (0, 0)
    assert first("2", 2, hearts, caught="HJ") == (20, 0)  # CS-AWARD-5: no new bag to remove
    assert first("2", 3, hearts | {"bag_points": 1}, caught="HJ") == (21, 0)
    assert first("2", 5, hearts, caught="CJ HJ") == (-10, 0)  # CS-AWARD-4
    assert first("4", 4, three | {"award_multi": "each"}, bags=3, caught="CJ HJ") == (50, 2)
    assert first("4", 4, three | {"award_multi": "single_only"}, bags=3, caught="HJ") == (40, 2)
    assert first("4", 4, {"award_points": 25}, caught="DJ") == (65, 0)
    assert first("4", 4, {"award_multi": "each"}, caught="CJ DJ") == (60, 0)
    assert first("4", 4, three | {"award_multi": "single_only"}, caught="CJ DJ HJ") == (40, 0)


# ---- games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "name", "winner"),
    [
        ([520, 530, 200], "official", 1),
        ([510, 510, 300], "official", None),
        ([550, 540, 340], "official", 0),
        ([470, 470, 330], "official", None),
        ([490 - 80, 300, 200], "official", None),
        ([510, 510, 505], "official", None),
        ([510, 505, 505], "official", 0),
        ([300, 290, 290], "short_limit5", 0),
        ([299, 200, 100], "short_minus10", None),
        ([505, 480], "partners", 0),
        ([510, 520], "partners", 1),
        ([510, 510], "partners", None),
        ([499, 100], "partners", None),
    ],
)
def test_who_has_won(scores: list[int], name: str, winner: int | None) -> None:
    """CS-X42 to CS-X46, SP-X14."""
    assert game_winner(scores, read_options(preset(name))) == winner


@pytest.mark.parametrize(
    ("scores", "winner"), [([100, -200], 0), ([-210, -250], 0), ([-220, -220], None), ([100, -199], None)]
)
def test_who_has_lost(scores: list[int], winner: int | None) -> None:
    """SP-X15."""
    assert game_winner(scores, read_options(preset("partners", lose_at=-200))) == winner


def test_ranks() -> None:
    assert ranks([510, 510, 300]) == [1, 1, 3]
    assert ranks([-10, 40, 20]) == [3, 1, 2]


def test_tokens_and_the_next_game() -> None:
    """CS-X47, CS-X48."""
    tourney = TourneyReferee({}, dealer=2, tokens=[4, 4, 2])
    tourney.game.add(Points([30, 500, 0], [0, 0, 0], [True] * 3, [0, 0, 0]))
    tourney.end_game()
    assert (tourney.tokens, tourney.winner) == ([4, 5, 2], 1)
    tourney = TourneyReferee(preset("short_limit5"), dealer=1, tokens=[1, 0, 0])
    game = tourney.game
    game.add(Points([290, -40, 20], [4, 0, 1], [True, False, True], [4, 0, 1]), [0, 1, 0])
    assert (game.scores, game.bags, game.sixes) == ([290, -40, 20], [4, 0, 1], [0, 1, 0])
    assert (game.dealer, game.deals, game.winner) == (2, 1, None)
    game.add(Points([10, 40, 20], [0, 1, 1], [True] * 3, [1, 1, 0]))
    assert (game.scores, game.dealer, game.winner) == ([300, 0, 40], 0, 0)
    tourney.end_game()
    assert (tourney.tokens, tourney.winner) == ([2, 0, 0], None)
    assert (tourney.game.dealer, tourney.game.scores, tourney.game.bags) == (0, [0, 0, 0], [0, 0, 0])
    assert tourney.game.sixes == [0, 0, 0]
    tourney.game.add(Points([300, 0, 0], [0, 0, 0], [True] * 3, [0, 0, 0]))
    tourney.end_game()
    assert tourney.winner == 0


def drawn_pack(top: str) -> list[str]:
    """Return the 52 cards with some on top."""
    cards = top.split()
    return cards + [card for card in PACKS["cs4"] if card not in cards]


def test_draw_for_seats() -> None:
    """CS-X1, CS-X2."""
    order, rounds = draw(3, drawn_pack("HK S9 D9 C4 CQ"))
    assert order == [0, 2, 1]
    assert rounds == [[(0, "HK"), (1, "S9"), (2, "D9")], [(1, "C4"), (2, "CQ")]]
    order, rounds = draw(4, drawn_pack("H7 C7 SA D7 H2 DK SK C5 D8"))
    assert order == [2, 3, 1, 0]
    assert [[player for player, _ in drawn] for drawn in rounds] == [[0, 1, 2, 3], [0, 1, 3], [1, 3]]
    # two ties: the higher one is settled completely, with a redraw of its own, before the lower one
    pack = drawn_pack("S5 SA C5 CA D9 S2 C2 S3 S4 SK S6")
    order, rounds = draw(5, pack)
    assert rounds[1:] == [[(1, "S2"), (3, "C2")], [(1, "S3"), (3, "S4")], [(0, "SK"), (2, "S6")]]
    assert order == draw_seats(5, pack) == [3, 1, 4, 0, 2]


# ---- partners ----------------------------------------------------------------------------------------


def side(bids: str, tricks: str, options: dict[str, object] | None = None, bags: int = 0) -> tuple[int, int]:
    """Return points and bags of seats 0 and 2, given their bids and tricks."""
    b, t = bids.split(), tricks.split()
    got, after = points(f"{b[0]} 1 {b[1]} 1", f"{t[0]} 1 {t[1]} 1", options or PARTNERS, bags=str(bags))
    return got[0], after[0]


def test_score_of_a_contract() -> None:
    """SP-X5."""
    assert [side("3 4", t) for t in ("3 4", "5 4", "0 7", "3 3")] == [(70, 0), (72, 2), (70, 0), (-70, 0)]


def test_score_of_nil_and_contract() -> None:
    """SP-X6 to SP-X10, SP-X12."""
    assert [side("NIL 4", t) for t in ("0 4", "0 6", "0 3")] == [(140, 0), (142, 2), (60, 0)]
    assert [side("NIL 4", t) for t in ("1 4", "2 3")] == [(-59, 1), (-138, 2)]
    helps = preset("partners_nil_helps")
    assert [side("NIL 4", t, helps) for t in ("1 3", "2 4")] == [(-60, 0), (-58, 2)]
    assert [side("BN 5", t) for t in ("0 5", "1 5")] == [(250, 0), (-149, 1)]
    assert [side("NIL NIL", t) for t in ("0 0", "0 2")] == [(200, 0), (2, 2)]
    assert side("NIL NIL", "0 2", helps) == (2, 2)
    both = helps | {"nil_fail_bags": True}  # SP-SCORE-4: it adds nothing then
    assert [side("NIL 4", t, both) for t in ("1 3", "2 4", "1 2")] == [(-60, 0), (-58, 2), (-140, 0)]
    dear = preset("partners", nil_value=50, blind_nil_value=120)
    assert [side(bids, "0 4", dear) for bids in ("NIL 4", "BN 4")] == [(90, 0), (160, 0)]
    assert side("NIL BN", "1 1") == (-298, 2)
    assert side("NIL 4", "1 4", preset("partners", nil_fail_bags=False)) == (-60, 0)


def test_score_of_bags_of_partners() -> None:
    """SP-X11."""
    assert side("3 3", "5 4", bags=8) == (-37, 1)
    assert side("2 2", "3 2", bags=9) == (-59, 0)


def test_score_of_jacks_of_partners() -> None:
    """SP-X13."""
    options = preset("partners", awards={"CJ", "DJ"})
    for caught, expected in ((("CJ", "", "DJ"), 70), (("CJ",), 80), (("", "", "CJ"), 80)):
        assert points("3 1 4 1", "3 1 4 1", options, caught=caught)[0][0] == expected


def test_made_by_seat() -> None:
    o = read_options(PARTNERS)
    assert deal_points(o, ["3", "NIL", "4", "2"], [7, 0, 0, 1]).made == [True, True, True, False]
    assert deal_points(read_options({}), ["1F", "2F", "NIL"], [3, 1, 0]).made == [True, False, True]


# ---- options and whole deals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"player": 3},
        {"players": 2},
        {"jokers": 2},
        {"players": 5, "jokers": 1},
        {"bag_limit": None},
        {"bag_style": "per_hand"},
        {"sm_tricks": 18},
        {"players": 4, "sm_tricks": 14},
        {"players": 5, "jokers": 2, "sm_tricks": 12},
        {"special_bids": {"3F"}},
        {"special_bids": "NIL"},
        {"special_bids": [["NIL"]]},
        {"players": 4.0},
        {"jokers": False},
        {"awards": {"SJ"}},
        {"target": 0},
        {"b6_behind": None},
        {"hook": 1},
        {"partners": True},
        {"players": 4, "partners": True},
        {"lose_at": -200},
        {"bn_exchange": 1},
        {"nil_fail_helps": True},
        PARTNERS | {"lose_at": 0},
        PARTNERS | {"special_bids": {"NIL", "1F"}},
    ],
)
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_options(options)


def play_out(deal: SpadesReferee, rng: random.Random) -> SpadesReferee:
    """Play a deal to the end with random actions; low bids more often."""
    while deal.phase != "OVER":
        if deal.phase == "EXCHANGE":
            assert deal.turn is not None
            chosen = rng.sample(in_order(deal.hands[deal.turn]), deal.options.bn_exchange)
            deal.do("put " + " ".join(in_order(chosen)))
        else:
            deal.do(rng.choice(sorted(deal.legal())))
    return deal


def check_tricks(deal: SpadesReferee) -> None:
    """Find winners, caught jacks and leaders of a played deal again, from the cards alone."""
    o = deal.options
    assert deal.trick_play is not None
    cards = [(seat, card) for seat, card, _ in deal.trick_play.history]
    high = ["JK3", "JK2", "JK1"]
    ranks_up = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    won = [0] * o.players
    caught: list[set[str]] = [set() for _ in range(o.players)]
    leader = None
    while cards:
        size = o.players - 1 if o.jokers == 2 and leader is None else o.players
        trick, cards = cards[:size], cards[size:]
        assert leader in (None, trick[0][0])
        spades = [play for play in trick if play[1][0] in "SJ"]
        led = [play for play in trick if play[1][0] == trick[0][1][0]]
        order = [*ranks_up, *high]
        leader, _ = max(
            spades or led, key=lambda play: order.index(play[1] if play[1] in high else play[1][1:])
        )
        won[leader] += 1
        caught[leader] |= {card for _, card in trick} & o.awards
    assert (won, caught) == (deal.tricks, deal.caught)


def test_whole_deals() -> None:
    """Random deals of all shapes come to an end, and everything adds up."""
    rng = random.Random("whole deals")
    shapes = set()
    for _ in range(300):
        options = random_options(rng)
        o = read_options(options)
        pack = list(PACKS[o.pack_name])
        rng.shuffle(pack)
        scores = [rng.choice([0, 100, 180]) for _ in o.sides]
        dealer = rng.randrange(o.players)
        deal = SpadesReferee(pack, dealer, options, scores=scores)
        assert [len(deal.hands[seat]) for seat in range(o.players)] == [
            o.hand_size(seat, dealer) for seat in range(o.players)
        ]
        play_out(deal, rng)
        assert sum(deal.tricks) == o.n_tricks
        assert deal.trick_play is not None
        assert in_order(card for _, card, _ in deal.trick_play.history) == PACKS[o.pack_name]
        check_tricks(deal)
        assert not any(deal.hands)
        assert set().union(*deal.caught) == o.awards
        assert deal.seen == [True] * o.players
        result = deal.result()
        assert len(result.points) == len(o.sides)
        limit = o.bag_limit or 1
        assert all(0 <= bags < limit for bags in result.bags)
        shapes.add((o.pack_name, o.partners, any(deal.given)))
    assert len(shapes) == 7


def test_game_counts_up() -> None:
    """CS-END-1, CS-DEAL-5: scores and bags add up, the deal passes to the left."""
    rng = random.Random("a game")
    game = GameReferee(preset("short_limit5", target=60), dealer=1)
    total = [0, 0, 0]
    while game.winner is None and game.deals < 200:
        assert game.dealer == (1 + game.deals) % 3
        deal = game.deal(rng.sample(PACKS["cs3"], 51))
        while deal.phase == "AUCTION":
            deal.do("LOOK" if "LOOK" in deal.legal() else rng.choice(["3", "4", "5"]))
        points = game.finish(play_out(deal, rng)).points
        total = [before + won for before, won in zip(total, points, strict=True)]
        assert game.scores == total
    assert game.standings == ranks(total)
