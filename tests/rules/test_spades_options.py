"""Every option of spades: its default, what it allows and refuses, and that each setting makes a difference.

The options stand in section 10 of the cutthroat rules and in section 5 of the partnership rules; the values
are written here as the documents have them.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from rules.spades_deals import cards, dealt, ended_at, finished, middle, offers, texts
from tricktake import Phase, RulesError
from tricktake import spades as sp

DOCUMENTS = Path(__file__).parents[2] / "docs" / "rules"
ALL = "1F+2F+B6+BN+NIL+SM"
JOKERS = {"players": 5, "jokers": 2}
SIDES = {"players": 4, "partners": True, "special_bids": "NIL+BN"}
PER_HAND = {"bag_limit": None}

# The default, then other values; what must be set beside one that does not go alone.
ALLOWED: dict[str, tuple[object, ...]] = {
    "players": (3, 4, 5),
    "jokers": (0, (2, {"players": 5}), (3, {"players": 5})),
    "target": (500, 1, 100_000),
    "bag_style": ("accumulate", ("per_hand", PER_HAND)),
    "bag_limit": (10, 1, 25, (None, {"bag_style": "per_hand"})),
    "bag_rollover": (False, True),
    "bag_points": (0, 1),
    "nil_fail_bags": (False, True),
    "b6_limit": (1, 0, 9, None),
    "b6_limit_scope": ("player", "table"),
    "b6_behind": (50, 0, 130),
    "special_bids": (ALL, "NIL", "BN+SM", "none"),
    "sm_tricks": (14, 1, 17, None),
    "awards": ("JC+JD", "JH", "JC+JD+JH", "none"),
    "award_points": (10, 0, 35),
    "award_multi": ("one_or_all3", "each", "single_only"),
    "wins_needed": (5, 1, 12),
    "hook": (False, True),
    "joker_first_lead": ("2C", ("left", JOKERS)),
    "must_lead_2c": (False, (True, JOKERS)),
    "partners": (False, (True, SIDES)),
    "nil_value": (100, 1, 50),
    "blind_nil_value": (200, 1, 400),
    "bn_behind": (None, 0, 100),
    "bn_exchange": (0, (1, SIDES), (2, SIDES), (3, SIDES)),
    "nil_fail_helps": (False, (True, SIDES)),
    "lose_at": (None, (-1, SIDES), (-200, SIDES)),
}

REFUSED: dict[str, tuple[object, ...]] = {
    "players": (2, 6, True, "3", None),
    "jokers": (1, 4, -2, None),
    "target": (0, -500, None, 1.5),
    "bag_style": ("both", None, 1),
    "bag_limit": (0, -10, "10"),
    "bag_rollover": (1, None, "yes"),
    "bag_points": (2, -1, True, None),
    "nil_fail_bags": (0, None),
    "b6_limit": (-1, "1", True),
    "b6_limit_scope": ("seat", None),
    "b6_behind": (-1, None),
    "special_bids": ("3F", "NIL+7H", 5),
    "sm_tricks": (0, -14, 18, True),
    "awards": ("JS", "JC+QH", 5),
    "award_points": (-10, None),
    "award_multi": ("two", None),
    "wins_needed": (0, -1, None),
    "hook": (1, None),
    "joker_first_lead": ("3C", None),
    "must_lead_2c": (1, None),
    "partners": (1, None),
    "nil_value": (0, -100, None),
    "blind_nil_value": (0, -200, None),
    "bn_behind": (-1, "100"),
    "bn_exchange": (4, -1, None),
    "nil_fail_helps": (1, None),
    "lose_at": (0, 200, "-200"),
}


def made(name: str, value: object) -> tuple[sp.Rules, object]:
    """Return rules with one option set, and the value without what stands beside it."""
    beside: dict[str, object] = {}
    if isinstance(value, tuple):
        value, beside = value
    return sp.Rules().replace(**(beside | {name: value})), value


def document_options() -> dict[str, str]:
    """Return the options of both documents with their defaults."""
    found: dict[str, str] = {}
    for name, heading in (("cutthroat-spades.md", "## 10."), ("partnership-spades.md", "## 5.")):
        section = (DOCUMENTS / name).read_text("utf-8").partition(heading)[2].partition("\n## ")[0]
        rows = re.findall(r"^\| (\w+) \| [^|]+ \| ([^|]+) \|", section, re.MULTILINE)
        found |= {option: default for option, default in rows if option != "name"}
    return found


def test_options_and_defaults_are_those_of_the_documents() -> None:
    documented, rules = document_options(), sp.Rules()
    assert set(documented) == set(ALLOWED) == set(REFUSED)
    assert set(documented) == {field.name for field in dataclasses.fields(sp.Rules)}
    written = {name: getattr(rules, name) for name in documented}
    words = {name: getattr(value, "value", value) for name, value in written.items()}
    special = {"special_bids": "all six", "awards": "{JC, JD}", "sm_tricks": "14 (3 players), None (4, 5)"}
    for name, default in documented.items():
        assert default == special.get(name, str(words[name])), name
    assert {bid.text for bid in rules.special_bids} == set(ALL.split("+"))
    assert {card.name for card in rules.awards} == {"CJ", "DJ"}
    assert [sp.Rules(players=players).sm_tricks for players in (3, 4, 5)] == [14, None, None]


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed_values_are_kept_and_written(name: str) -> None:
    assert made(name, ALLOWED[name][0])[0] == sp.Rules()
    seen = set()
    for value in ALLOWED[name]:
        rules, plain = made(name, value)
        kept = getattr(rules, name)
        if isinstance(kept, frozenset):
            members = {getattr(member, "text", getattr(member, "name", "")) for member in kept}
            texts_of = set() if plain == "none" else set(str(plain).replace("JC", "CJ").split("+"))
            assert members == {{"JD": "DJ", "JH": "HJ"}.get(text, text) for text in texts_of}
        else:
            assert getattr(kept, "value", kept) == plain
        assert sp.Rules.from_text(rules.to_text()) == rules
        seen.add(rules)
    assert len(seen) == len(ALLOWED[name])


@pytest.mark.parametrize("name", REFUSED)
def test_refused_values_are_named(name: str) -> None:
    beside = SIDES if name in ("bn_exchange", "nil_fail_helps", "lose_at") else {}
    for value in REFUSED[name]:
        with pytest.raises(RulesError, match=name) as caught:
            sp.Rules().replace(**(beside | {name: value}))
        assert caught.value.option == name
        assert str(value) in str(caught.value)


def test_no_number_stands_for_the_default_of_sm_tricks() -> None:
    for players in (3, 4, 5):
        with pytest.raises(RulesError, match="sm_tricks must be"):
            sp.Rules(players=players, sm_tricks=-1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 4, "jokers": 2}, "needs players=5"),
        ({"jokers": 3}, "needs players=5"),
        ({"bag_style": "per_hand"}, "bag_limit"),
        ({"bag_style": "per_hand", "bag_limit": 5}, "bag_limit"),
        ({"bag_limit": None}, "bag_limit"),
        ({"sm_tricks": 18}, "17 cards"),
        ({"players": 4, "sm_tricks": 14}, "13 cards"),
        ({"players": 5, "sm_tricks": 11}, "10 cards"),
        ({"players": 5, "jokers": 2, "sm_tricks": 12}, "11 cards"),
        ({"players": 5, "jokers": 3, "sm_tricks": 12}, "11 cards"),
        (SIDES | {"players": 3}, "needs players=4"),
        (SIDES | {"players": 5}, "needs players=4"),
        (SIDES | {"special_bids": "NIL+B6"}, "NIL and BN only; got B6"),
        ({"players": 4, "partners": True}, "NIL and BN only"),
        ({"players": 4, "bn_exchange": 1}, "needs partners"),
        ({"players": 4, "nil_fail_helps": True}, "needs partners"),
        ({"players": 4, "lose_at": -200}, "needs partners"),
    ],
)
def test_impossible_combinations(options: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        sp.Rules().replace(**options)


@pytest.mark.parametrize(
    ("options", "meant"),
    [
        ({"targt": 300}, "target"),
        ({"bag_limits": 5}, "bag_limit"),
        ({"b6limit": 1}, "b6_limit"),
        ({"bag_style": "per_hnd"}, "per_hand"),
        ({"award_multi": "one_or_all"}, "one_or_all3"),
        ({"b6_limit_scope": "tabel"}, "table"),
        ({"special_bids": "NILL"}, "NIL"),
    ],
)
def test_near_matches_are_suggested(options: dict[str, object], meant: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"did you mean '{meant}'?")):
        sp.Rules().replace(**options)
    with pytest.raises(RulesError, match=re.escape(f"did you mean '{meant}'?")):
        sp.Rules.from_text("official," + ",".join(f"{name}={value}" for name, value in options.items()))


def test_near_matches_of_presets() -> None:
    for wrong, meant in (("oficial", "official"), ("short_limit_5", "short_limit5"), ("partner", "partners")):
        with pytest.raises(RulesError, match=f"did you mean '{meant}'"):
            sp.Rules.preset(wrong)


# ---- what each setting does ----------------------------------------------------------------------------


def points(bid: str, tricks: int, *, bags: int = 0, caught: str = "", **options: object) -> tuple[int, int]:
    """Return points and bags of the first of three, whose deal is played to its end."""
    rules = sp.Rules().replace(**options)
    bids, won = (bid, "1", "1"), (tricks, 17 - tricks, 0)
    deal = finished(bids, won, rules=rules, bags=(bags, 0, 0))
    score = sp.score_deal(rules, bids, won, bags=(bags, 0, 0), caught=(caught, "", ""))
    assert caught or score == deal.score()
    return score.points[0], score.bags[0]


def side(bids: str, tricks: tuple[int, int], **options: object) -> int:
    """Return the points of the first of two sides; the other one has bid two and taken the rest."""
    first, second = bids.split()
    rules = sp.Rules().replace(**(SIDES | options))
    won = (tricks[0], 13 - sum(tricks), tricks[1], 0)
    return sp.score_deal(rules, (first, "1", second, "1"), won).points[0]


def may(bid: str, scores: tuple[int, ...], **options: object) -> set[int]:
    """Return the seats that may make a bid at the start of their turn."""
    offered = offers(dealt(rules=sp.Rules().replace(**options), scores=scores))
    return {seat for seat, legal in enumerate(offered) if bid in legal}


def first_lead(**options: object) -> sp.Deal:
    """Return a deal of five with jokers at its first lead; seat 2 holds the two of clubs, seat 4 dealt."""
    rules = sp.Rules().replace(**(JOKERS | options))
    return dealt({2: "2C 7H"}, rules=rules, dealer=4, calls="1 1 1 1 1")


def exchanged(count: int) -> tuple[Phase, int]:
    """Return the phase after a blind nil, and how many cards are then put over."""
    rules = sp.Rules().replace(**(SIDES | {"bn_exchange": count}))
    deal = dealt(rules=rules, dealer=0, calls="BN 3 4 3")
    phase, before = deal.phase, len(deal.hand(1))
    if phase is Phase.EXCHANGE:
        deal.push(deal.legal_actions[0])
    return phase, before - len(deal.hand(1))


def test_players_jokers_and_partners() -> None:
    shapes = [(3, 0), (4, 0), (5, 0), (5, 2), (5, 3)]
    sizes = [sp.Rules(players=players, jokers=jokers).hand_sizes(0) for players, jokers in shapes]
    assert sizes == [(17,) * 3, (13,) * 4, (10,) * 5, (10, 11, 11, 11, 11), (11,) * 5]
    assert sp.Rules.four().sides == ((0,), (1,), (2,), (3,))
    assert sp.Rules.four(partners=True, special_bids="NIL").sides == ((0, 2), (1, 3))


def test_target_and_wins_needed() -> None:
    assert ended_at(300, 200, 100).winner is None
    assert ended_at(300, 200, 100, rules=sp.Rules(target=300)).winner == 0
    with pytest.raises(ValueError, match="nobody can begin with 2"):
        sp.Tourney(sp.Rules(wins_needed=2), tokens=(2, 0, 0))
    assert not sp.Tourney(sp.Rules(wins_needed=3), tokens=(2, 0, 0)).is_over


def test_bags() -> None:
    assert points("2", 5, bags=9) == (20 - 120, 0)
    assert points("2", 5, bags=9, bag_rollover=True) == (20 - 100, 2)
    assert points("2", 5, bags=9, bag_limit=13) == (20, 12)
    assert points("2", 5, bag_limit=3) == (20 - 30, 0)
    assert points("2", 5, bag_style="per_hand", bag_limit=None) == (20 - 30, 0)
    assert points("2", 5) == (20, 3)
    assert points("2", 5, bag_points=1) == (23, 3)


def test_nils() -> None:
    assert [points("NIL", 2, nil_fail_bags=on) for on in (False, True)] == [(-100, 0), (-100, 2)]
    assert [points("NIL", 0, nil_value=value)[0] for value in (100, 70)] == [100, 70]
    assert [points("NIL", 1, nil_value=value)[0] for value in (100, 70)] == [-100, -70]
    assert [points("BN", 0, blind_nil_value=value)[0] for value in (200, 350)] == [200, 350]
    assert [points("BN", 1, blind_nil_value=value)[0] for value in (200, 350)] == [-200, -350]
    assert [side("NIL 4", (1, 3), nil_fail_helps=on) for on in (False, True)] == [-140, -60]


def test_blind_bids() -> None:
    assert [may("B6", (100, 50, 51), b6_behind=behind) for behind in (50, 49, 0)] == [{1}, {1, 2}, {0, 1, 2}]
    assert [may("BN", (100, 50, 51), bn_behind=behind) for behind in (None, 0, 50)] == [
        {0, 1, 2},
        {0, 1, 2},
        {1},
    ]
    counts = {"b6_behind": 0, "b6_limit": 2, "b6_limit_scope": "player"}
    for scope, again in (("player", True), ("table", False)):
        rules = sp.Rules().replace(**(counts | {"b6_limit_scope": scope}))
        deal = dealt(rules=rules, blind_sixes=(1, 0, 0), calls="B6")
        assert ("B6" in texts(deal)) is again
    for limit, seats in ((0, set()), (1, {1, 2}), (2, {0, 1, 2}), (None, {0, 1, 2})):
        offered = offers(dealt(rules=sp.Rules(b6_behind=0, b6_limit=limit), blind_sixes=(1, 0, 0)))
        assert {seat for seat, legal in enumerate(offered) if "B6" in legal} == seats
    assert [exchanged(count) for count in range(4)] == [
        (Phase.PLAY, 0),
        (Phase.EXCHANGE, 1),
        (Phase.EXCHANGE, 2),
        (Phase.EXCHANGE, 3),
    ]


def test_special_bids_shoot_the_moon_and_hook() -> None:
    for bid in ("1F", "2F", "NIL", "SM"):
        others = "+".join(text for text in ALL.split("+") if text != bid)
        assert bid in texts(dealt(calls="LOOK"))
        assert bid not in texts(dealt(rules=sp.Rules().replace(special_bids=others), calls="LOOK"))
    assert dealt(rules=sp.Rules().replace(special_bids="none")).has_looked(0)
    assert [points("SM", 12, sm_tricks=tricks)[0] for tricks in (14, 12)] == [-150, 150]
    assert "SM" not in texts(dealt(rules=sp.Rules(sm_tricks=None), calls="LOOK"))
    assert "SM" in texts(dealt(rules=sp.Rules.four(sm_tricks=13), calls="LOOK"))
    assert ["8" in texts(dealt(rules=sp.Rules(hook=on), calls="4 5 LOOK")) for on in (False, True)] == [
        True,
        False,
    ]


def test_awards() -> None:
    assert [points("4", 4, caught="JC", awards=jacks)[0] for jacks in ("JC", "JD", "none")] == [50, 40, 40]
    assert [points("4", 4, caught="JC", award_points=value)[0] for value in (10, 0, 25)] == [50, 40, 65]
    several = {"awards": "JC+JD+JH", "bags": 2}
    found = [
        [points("4", 4, caught=jacks, award_multi=multi, **several) for jacks in ("JC JD", "JC JD JH")]  # type: ignore[arg-type]
        for multi in ("one_or_all3", "each", "single_only")
    ]
    assert found == [[(40, 2), (60, 1)], [(60, 2), (60, 1)], [(40, 2), (40, 2)]]


def test_first_lead_with_jokers() -> None:
    assert first_lead().turn == 2
    assert first_lead(joker_first_lead="left").turn == 0
    assert cards("2C 7H") <= texts(first_lead())
    assert texts(first_lead(must_lead_2c=True)) == cards("2C")
    for ignored in ({"joker_first_lead": "left"}, {"must_lead_2c": True}):
        plain = dealt({0: "2C 7H"}, rules=sp.Rules.four().replace(**ignored), dealer=2, calls="1 1 1 1")
        assert plain.turn == 3


def test_lose_at() -> None:
    rules = sp.Rules.partners_500()
    assert ended_at(-100, -300, rules=rules).winner is None
    assert ended_at(-100, -300, rules=rules.replace(lose_at=-300)).winner == 0
    assert middle({0: "5S", 1: "6S", 2: "7S", 3: "8S"}, rules=rules).scores == (0, 0)


# ---- presets -------------------------------------------------------------------------------------------

SHORT = {"target": 300, "wins_needed": 3, "awards": "JC"}
TEAM: dict[str, object] = {
    **SIDES,
    "target": 500,
    "bag_limit": 10,
    "bag_rollover": True,
    "bag_points": 1,
    "awards": "none",
    "wins_needed": 1,
}
PRESETS: dict[str, dict[str, object]] = {
    "official": {"target": 500, "bag_limit": 10, "b6_limit": 1, "awards": "JC+JD", "wins_needed": 5},
    "short_limit5": SHORT | {"bag_limit": 5, "b6_limit": 1},
    "short_minus10": SHORT | {"bag_style": "per_hand", "bag_limit": None, "b6_limit": 1},
    "long_three_jacks": {"b6_limit": None, "awards": "JC+JD+JH"},
    "four": {"players": 4},
    "five": {"players": 5},
    "five_2_jokers": {"players": 5, "jokers": 2},
    "five_3_jokers": {"players": 5, "jokers": 3},
    "partners": TEAM | {"bn_behind": 100, "bn_exchange": 2, "nil_fail_bags": True},
    "partners_no_blind": TEAM | {"special_bids": "NIL", "nil_fail_bags": True},
    "partners_nil_helps": TEAM | {"bn_behind": 100, "bn_exchange": 2, "nil_fail_helps": True},
}


def test_presets_are_those_of_the_documents() -> None:
    assert set(sp.PRESETS) == set(PRESETS)
    for name, options in PRESETS.items():
        assert sp.PRESETS[name] == sp.Rules.preset(name) == sp.Rules().replace(**options), name
    for name in ("official", "short_limit5", "short_minus10", "long_three_jacks"):
        for players, most in ((3, 14), (4, None), (5, None)):
            rules = sp.Rules.preset(name, players=players)
            assert rules == sp.Rules().replace(**(PRESETS[name] | {"players": players}))
            assert rules.sm_tricks == most
    assert sp.Rules.official(players=5, jokers=3) == sp.Rules.five_3_jokers()
    assert sp.Rules.partners_500() == sp.PRESETS["partners"]
