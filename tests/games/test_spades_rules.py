"""The options, presets and refusals of spades."""

import copy
import dataclasses
import inspect
import pickle
import random
import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktake import Bid, Card, CardSet, RulesError
from tricktake import spades as sp
from tricktake.spades import PRESETS, AwardMulti, BagStyle, FirstLead, LimitScope, Rules

PAGES = Path(__file__).parents[2] / "docs" / "rules"
FIELDS = {field.name: field for field in dataclasses.fields(Rules)}

ALL_BIDS = "1F+2F+B6+BN+NIL+SM"

# Sections 10 and 5, option by option: the default of three players, then other allowed values as written.
ALLOWED: dict[str, list[object]] = {
    "players": [3, 4, 5],
    "jokers": [0, 2, 3],
    "partners": [False, True],
    "target": [500, 1, 10**17],
    "lose_at": [None, -1, -200],
    "bag_style": ["accumulate", "per_hand"],
    "bag_limit": [10, 1, 5, None],
    "bag_rollover": [False, True],
    "bag_points": [0, 1],
    "nil_fail_bags": [False, True],
    "nil_fail_helps": [False, True],
    "nil_value": [100, 1, 50],
    "blind_nil_value": [200, 1, 400],
    "bn_behind": [None, 0, 100],
    "bn_exchange": [0, 1, 2, 3],
    "b6_limit": [1, 0, 2, 7, None],
    "b6_limit_scope": ["player", "table"],
    "b6_behind": [50, 0, 100],
    "special_bids": [ALL_BIDS, "none", "NIL", "BN+NIL", "1F+2F+B6+BN+NIL"],
    "sm_tricks": [14, 1, 17, None],
    "awards": ["CJ+DJ", "none", "CJ", "DJ", "HJ", "CJ+HJ", "DJ+HJ", "CJ+DJ+HJ"],
    "award_points": [10, 0, 25],
    "award_multi": ["one_or_all3", "each", "single_only"],
    "wins_needed": [5, 1, 3],
    "hook": [False, True],
    "joker_first_lead": ["2C", "left"],
    "must_lead_2c": [False, True],
}
VALUES = [(name, value) for name in ALLOWED for value in ALLOWED[name]]

PARTNERS = {"players": 4, "partners": True, "special_bids": "BN+NIL"}
FIVE = {"players": 5, "jokers": 2}


def kept(value: object) -> object:
    """Return the value as the tables have it: a word, or members with ``+`` between."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        order = [*ALL_BIDS.split("+"), "CJ", "DJ", "HJ"]
        return "+".join(sorted([str(member) for member in value], key=order.index)) or "none"
    return value


def beside(name: str, value: object) -> dict[str, object]:
    """What else must be set for this value to be possible."""
    if name == "jokers" and value:
        return {"players": 5}
    if name == "partners" and value:
        return {"players": 4, "special_bids": "BN+NIL"}
    if name in ("lose_at", "bn_exchange", "nil_fail_helps") and value:
        return PARTNERS
    if (name, value) == ("bag_style", "per_hand"):
        return {"bag_limit": None}
    if (name, value) == ("bag_limit", None):
        return {"bag_style": "per_hand"}
    return {}


@st.composite
def any_rules(draw):
    """Draw any rules that are possible."""
    names = {name: st.sampled_from(values) for name, values in ALLOWED.items()}
    chosen = draw(st.fixed_dictionaries({}, optional=names))
    per_hand = chosen.pop("bag_limit", 10) is None or chosen.get("bag_style") == "per_hand"
    if per_hand:
        chosen |= {"bag_style": "per_hand", "bag_limit": None}
    else:
        chosen["bag_limit"] = draw(st.sampled_from([1, 5, 10, 99]))
    if chosen.pop("partners", False):
        chosen |= PARTNERS | {"special_bids": draw(st.sampled_from(["none", "BN", "NIL", "BN+NIL"]))}
        chosen.pop("jokers", None)
    else:
        for name in ("lose_at", "bn_exchange", "nil_fail_helps"):
            chosen.pop(name, None)
    if chosen.get("jokers"):
        chosen["players"] = 5
    if chosen.get("sm_tricks"):
        chosen["sm_tricks"] = draw(st.integers(1, 10))
    return Rules(**chosen)


# ---- options --------------------------------------------------------------------------------------


def test_fields_and_their_defaults() -> None:
    assert list(FIELDS) == list(ALLOWED)
    for name, values in ALLOWED.items():
        assert kept(getattr(Rules(), name)) == values[0], name


def test_options_are_those_of_the_tables_and_have_their_defaults() -> None:
    """Section 10 of the cutthroat rules and section 5 of the partnership rules, row by row."""
    first = (PAGES / "cutthroat-spades.md").read_text("utf-8").split("## 10.")[1].split("## 11.")[0]
    second = (PAGES / "partnership-spades.md").read_text("utf-8").split("## 5.")[1].split("## 6.")[0]
    rows = re.findall(r"^\| (\w+) \| [^|]* \| ([^|]*) \|", first + second, re.MULTILINE)
    named = {name: default for name, default in rows if name != "name"}
    assert set(named) == set(FIELDS)
    assert len(rows) == len(FIELDS) + 2
    words = {"all six": ALL_BIDS, "14 (3 players), None (4, 5)": "14", "{JC, JD}": "CJ+DJ"}
    for name, default in named.items():
        assert str(kept(getattr(Rules(), name))) == words.get(default, default), name


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_allowed_value(name: str, value: object) -> None:
    rules = Rules(**{name: value}, **beside(name, value))
    found = getattr(rules, name)
    assert kept(found) == value
    assert Rules(**{name: found}, **beside(name, value)) == rules
    assert Rules().replace(**{name: value}, **beside(name, value)) == rules
    assert Rules.from_text(rules.to_text()) == rules


@pytest.mark.parametrize(
    ("name", "value", "facts"),
    [
        ("players", 2, "players must be 3, 4 or 5; got 2"),
        ("players", 6, "players must be 3, 4 or 5; got 6"),
        ("players", "3", "got '3'"),
        ("players", True, "got True"),
        ("players", None, "got None"),
        ("jokers", 1, "jokers must be 0, 2 or 3; got 1"),
        ("jokers", None, "got None"),
        ("partners", 1, "partners must be True or False; got 1"),
        ("target", 0, "target must be an int above 0; got 0"),
        ("target", 500.0, "got 500.0"),
        ("target", None, "got None"),
        ("lose_at", 0, "lose_at must be an int below 0, or None; got 0"),
        ("lose_at", 200, "got 200"),
        ("bag_style", "perhand", "accumulate or per_hand; got 'perhand' (did you mean 'per_hand'?)"),
        ("bag_style", AwardMulti.EACH, "accumulate or per_hand; got <AwardMulti.EACH"),
        ("bag_style", None, "got None"),
        ("bag_limit", 0, "bag_limit must be an int above 0, or None; got 0"),
        ("bag_rollover", 0, "bag_rollover must be True or False; got 0"),
        ("bag_points", 2, "bag_points must be 0 or 1; got 2"),
        ("bag_points", True, "bag_points must be 0 or 1; got True"),
        ("nil_fail_bags", "True", "nil_fail_bags must be True or False; got 'True'"),
        ("nil_fail_helps", None, "nil_fail_helps must be True or False; got None"),
        ("nil_value", 0, "nil_value must be an int above 0; got 0"),
        ("blind_nil_value", -200, "blind_nil_value must be an int above 0; got -200"),
        ("bn_behind", -1, "bn_behind must be an int of 0 or more, or None; got -1"),
        ("bn_exchange", 4, "bn_exchange must be an int from 0 to 3; got 4"),
        ("bn_exchange", -1, "got -1"),
        ("bn_exchange", None, "got None"),
        ("b6_limit", -1, "b6_limit must be an int of 0 or more, or None; got -1"),
        ("b6_limit_scope", "tabel", "player or table; got 'tabel' (did you mean 'table'?)"),
        ("b6_behind", -50, "b6_behind must be an int of 0 or more; got -50"),
        ("b6_behind", None, "got None"),
        ("special_bids", "NILL", "a set of 1F 2F B6 BN NIL SM; got 'NILL' (did you mean 'NIL'?)"),
        ("special_bids", ["BN", "BNN"], "got ['BN', 'BNN'] (did you mean 'BN'?)"),
        ("special_bids", "", "got ''"),
        ("special_bids", "nil", "got 'nil'"),
        ("special_bids", "none+NIL", "got 'none+NIL'"),
        ("special_bids", {Bid("4")}, "a set of 1F 2F B6 BN NIL SM"),
        ("special_bids", Bid("NIL"), "a set of 1F 2F B6 BN NIL SM"),
        ("special_bids", None, "got None"),
        ("special_bids", 3, "got 3"),
        ("sm_tricks", 0, "sm_tricks must be an int above 0, or None; got 0"),
        ("sm_tricks", -2, "got -2"),
        ("sm_tricks", "14", "got '14'"),
        ("awards", "JS", "a set of CJ DJ HJ; got 'JS'"),
        ("awards", {Card.SJ}, "a set of CJ DJ HJ"),
        ("awards", {int(Card.CJ)}, "a set of CJ DJ HJ"),
        ("awards", "CJJ", "(did you mean 'CJ'?)"),
        ("awards", "CJ,DJ", "a set of CJ DJ HJ; got 'CJ,DJ'"),
        ("award_points", -1, "award_points must be an int of 0 or more; got -1"),
        ("award_multi", "eech", "one_or_all3, each or single_only; got 'eech' (did you mean 'each'?)"),
        ("wins_needed", 0, "wins_needed must be an int above 0; got 0"),
        ("hook", 1, "hook must be True or False; got 1"),
        ("joker_first_lead", "C2", "joker_first_lead must be 2C or left; got 'C2'"),
        ("joker_first_lead", "lefty", "(did you mean 'left'?)"),
        ("must_lead_2c", "no", "must_lead_2c must be True or False; got 'no'"),
    ],
)
def test_values_refused(name: str, value: object, facts: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**{name: value})
    assert facts in str(caught.value)
    assert caught.value.option == name
    assert len(str(caught.value)) < 200


def test_every_option_refuses_something() -> None:
    marks = test_values_refused.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {name for name, *_ in marks} == set(FIELDS)


@pytest.mark.parametrize("name", ["target", "lose_at", "bag_limit", "nil_value", "b6_limit", "wins_needed"])
def test_numbers_too_long_to_be_read_back(name: str) -> None:
    with pytest.raises(RulesError, match=f"{name} must have at most 18 digits"):
        Rules(**{name: 10**18})


@pytest.mark.parametrize("make", [Rules, Rules().replace, Rules.four])
def test_no_number_below_1_is_a_number_of_tricks(make: Callable[..., Rules]) -> None:
    with pytest.raises(RulesError, match="sm_tricks must be an int above 0, or None; got -1"):
        make(sm_tricks=-1)


def test_no_text_stands_for_the_default_number_of_tricks() -> None:
    for text in ("-1", "0", "default"):
        with pytest.raises(RulesError, match=f"sm_tricks must be an int above 0, or None; got '?{text}"):
            Rules.from_text(f"four,sm_tricks={text}")


def test_words_and_members_are_the_same() -> None:
    assert Rules(bag_style=BagStyle.PER_HAND, bag_limit=None) == Rules(bag_style="per_hand", bag_limit=None)
    assert Rules(b6_limit_scope=LimitScope.TABLE) == Rules(b6_limit_scope="table")
    assert Rules(award_multi=AwardMulti.SINGLE_ONLY) == Rules(award_multi="single_only")
    assert Rules.five_2_jokers(joker_first_lead=FirstLead.LEFT) == Rules.five_2_jokers(
        joker_first_lead="left"
    )


@pytest.mark.parametrize(
    "bids", ["NIL+BN", "BN+NIL", ["NIL", "BN"], {Bid("BN"), "NIL"}, (Bid("NIL"), Bid("BN")), "BN+NIL+BN"]
)
def test_special_bids_however_they_are_given(bids: object) -> None:
    rules = Rules(special_bids=bids)
    assert rules.special_bids == frozenset({Bid("NIL"), Bid("BN")})
    assert type(rules.special_bids) is frozenset
    assert rules.to_text() == "official,special_bids=BN+NIL"


@pytest.mark.parametrize(
    "jacks",
    [
        "JC+JH", "CJ+HJ", "HJ+JC", ["JC", "JH"], {"HJ", "JC"}, {Card.CJ, Card.HJ},
        CardSet("CJ HJ"), ("JC", Card.HJ),
    ],
)  # fmt: skip
def test_award_jacks_in_either_spelling(jacks: object) -> None:
    rules = Rules(awards=jacks)
    assert rules.awards == frozenset({Card.CJ, Card.HJ})
    assert type(rules.awards) is frozenset
    assert rules.to_text() == "official,awards=CJ+HJ"
    assert Rules.from_text("official,awards=JH+JC") == rules


@pytest.mark.parametrize("nothing", ["none", (), [], set(), frozenset()])
def test_empty_sets(nothing: object) -> None:
    rules = Rules(special_bids=nothing, awards=nothing)
    assert rules.special_bids == rules.awards == frozenset()
    assert rules.to_text() == "official,special_bids=none,awards=none"
    assert Rules.from_text(rules.to_text()) == rules


# ---- combinations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "facts", "option"),
    [
        ({"jokers": 2}, "jokers=2 needs players=5; got players=3", "jokers"),
        ({"jokers": 3, "players": 4}, "jokers=3 needs players=5; got players=4", "jokers"),
        ({"bag_style": "per_hand"}, "bag_style=per_hand and bag_limit=10 cannot go together", "bag_limit"),
        ({"bag_limit": None}, "bag_style=accumulate and bag_limit=None cannot go together", "bag_limit"),
        ({"sm_tricks": 18}, "sm_tricks=18 is more than the 17 cards of a hand", "sm_tricks"),
        ({"players": 4, "sm_tricks": 14}, "sm_tricks=14 is more than the 13 cards", "sm_tricks"),
        ({"players": 5, "sm_tricks": 11}, "sm_tricks=11 is more than the 10 cards", "sm_tricks"),
        ({**FIVE, "sm_tricks": 12}, "sm_tricks=12 is more than the 11 cards", "sm_tricks"),
        ({**FIVE, "jokers": 3, "sm_tricks": 12}, "sm_tricks=12 is more than the 11 cards", "sm_tricks"),
        ({**PARTNERS, "players": 3}, "partners needs players=4; got players=3", "partners"),
        ({**PARTNERS, "players": 5}, "partners needs players=4; got players=5", "partners"),
        ({"players": 4, "partners": True}, "NIL and BN only; got 1F+2F+B6+SM too", "special_bids"),
        ({**PARTNERS, "special_bids": "NIL+B6"}, "NIL and BN only; got B6 too", "special_bids"),
        ({"bn_exchange": 2}, "bn_exchange=2 needs partners=True", "bn_exchange"),
        ({"players": 4, "bn_exchange": 1}, "bn_exchange=1 needs partners=True", "bn_exchange"),
        ({"nil_fail_helps": True}, "nil_fail_helps=True needs partners=True", "nil_fail_helps"),
        ({"players": 4, "lose_at": -200}, "lose_at=-200 needs partners=True", "lose_at"),
    ],
)
def test_impossible_combinations(options: dict[str, object], facts: str, option: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert facts in str(caught.value)
    assert caught.value.option == option


def test_largest_sm_tricks() -> None:
    for name, most in (("official", 17), ("four", 13), ("five", 10), ("five_2_jokers", 11)):
        assert Rules.preset(name, sm_tricks=most).sm_tricks == PRESETS[name].hand_size == most


def test_options_without_meaning_are_ignored() -> None:
    assert Rules(joker_first_lead="left", must_lead_2c=True).must_lead_2c
    assert Rules.five_2_jokers(joker_first_lead="left", must_lead_2c=True).must_lead_2c
    assert Rules.short_minus10(bag_rollover=True).bag_rollover
    assert Rules(nil_value=50, blind_nil_value=100, bn_behind=100).bn_behind == 100  # not for partners only


def test_unknown_names() -> None:
    with pytest.raises(RulesError, match=r"no option 'bag_limits' \(did you mean 'bag_limit'\?\)"):
        Rules().replace(bag_limits=5)
    with pytest.raises(RulesError, match="no option 'misère'"):
        Rules.four(misère=True)
    with pytest.raises(RulesError, match=r"no preset 'oficial' \(did you mean 'official'\?\)"):
        Rules.preset("oficial")
    with pytest.raises(RulesError, match="presets are official, short_limit5, ") as caught:
        Rules.preset("spades")
    assert all(name in str(caught.value) for name in PRESETS)
    with pytest.raises(TypeError):
        Rules(bag_limits=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Rules.preset(5)  # type: ignore[arg-type]


# ---- sm_tricks and the number of players ----------------------------------------------------------


def test_sm_tricks_goes_with_the_number_of_players() -> None:
    assert [Rules(players=players).sm_tricks for players in (3, 4, 5)] == [14, None, None]
    assert [Rules().replace(players=players).sm_tricks for players in (3, 4, 5)] == [14, None, None]
    assert Rules.four().replace(players=3) == Rules()
    assert Rules.five().replace(players=3).sm_tricks == 14
    assert Rules.four().replace(players=4).sm_tricks is None
    for name in ("official", "short_limit5", "short_minus10", "long_three_jacks"):
        assert [Rules.preset(name, players=count).sm_tricks for count in (3, 4, 5)] == [14, None, None]
    assert Rules.from_text("official,players=4").sm_tricks is None


def test_sm_tricks_that_were_chosen_stay() -> None:
    assert Rules.four(sm_tricks=9).replace(players=3).sm_tricks == 9
    assert Rules(sm_tricks=9).replace(players=5).sm_tricks == 9
    assert Rules(sm_tricks=None).replace(players=4).sm_tricks is None
    assert Rules().replace(players=4, sm_tricks=10).sm_tricks == 10
    assert Rules.four().replace(players=3, sm_tricks=None).sm_tricks is None
    assert Rules(sm_tricks=None).replace(target=300).sm_tricks is None
    with pytest.raises(RulesError, match="more than the 13 cards"):
        Rules(sm_tricks=16).replace(players=4)


# ---- values ---------------------------------------------------------------------------------------


def test_rules_are_values() -> None:
    rules = Rules.short_limit5()
    assert rules == Rules.short_limit5()
    assert hash(rules) == hash(Rules.short_limit5())
    assert rules != Rules()
    assert rules != "short_limit5"
    assert len({rules, Rules.short_limit5(), Rules()}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 1000  # type: ignore[misc]
    assert rules.replace(target=1000) != rules
    assert rules.replace() == rules


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in ALLOWED for value in ALLOWED[name][1:]]
)
def test_every_option_counts_for_equality(name: str, value: object) -> None:
    other = beside(name, value)
    plain = Rules() if name in ("bag_style", "bag_limit") else Rules(**other)
    rules = Rules(**{name: value}, **other)
    assert rules != plain
    assert hash(rules) != hash(plain)


def test_every_option_names_its_clause() -> None:
    source = inspect.getsource(Rules)
    for name in FIELDS:
        assert re.search(rf'    {name}: .*\n    """[^"]*(?:CS|SP)-[A-Z0-9]+-[0-9][^"]*"""\n', source), name


@given(any_rules())
def test_rules_go_round(rules: Rules) -> None:
    text = rules.to_text()
    assert Rules.from_text(text) == rules
    assert Rules.from_text(text).to_text() == text
    assert text.isascii()
    assert not re.search(r"\s", text)
    assert eval(repr(rules), {"Rules": Rules}) == rules
    assert rules.replace(**{name: getattr(rules, name) for name in FIELDS}) == rules
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(rules, protocol))
        assert again == rules
        assert hash(again) == hash(rules)
    assert copy.copy(rules) == copy.deepcopy(rules) == rules


# ---- text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PRESETS))
def test_presets_go_round(name: str) -> None:
    assert PRESETS[name].to_text() == name
    assert Rules.from_text(name) == PRESETS[name] == Rules.preset(name)
    changed = PRESETS[name].replace(award_points=15, hook=True)
    assert changed.to_text() == f"{name},award_points=15,hook=True"
    assert Rules.from_text(changed.to_text()) == changed


def test_texts_are_the_nearest_preset_and_its_changes() -> None:
    assert Rules().to_text() == "official"
    assert Rules(players=4).to_text() == "four"
    assert Rules(players=5, jokers=3).to_text() == "five_3_jokers"
    assert Rules.four(special_bids="NIL+BN", awards=()).to_text() == "four,special_bids=BN+NIL,awards=none"
    assert Rules.partners_500(bn_behind=None).to_text() == "partners,bn_behind=None"
    assert Rules(bag_limit=5).to_text() == "official,bag_limit=5"


def test_texts_need_not_be_canonical() -> None:
    assert Rules.from_text("official,awards=JD+JC,players=4") == Rules.four()
    assert Rules.from_text("four,players=3") == Rules()
    assert Rules.from_text("official,special_bids=SM+NIL+BN+B6+2F+1F") == Rules()
    assert Rules.from_text("official,sm_tricks=14") == Rules()
    assert Rules.from_text("official,jokers=2,players=5") == Rules.five_2_jokers()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", "no preset ''"),
        ("players=4", "no preset 'players=4'"),
        ("partner", "did you mean 'partners'?"),
        ("official,", "name=value; got ''"),
        ("official,hook", "name=value; got 'hook'"),
        ("official,hok=True", "no option 'hok' (did you mean 'hook'?)"),
        ("official,target=300,target=400", "target stands twice"),
        ("official,players=", "players must be 3, 4 or 5; got ''"),
        ("official,hook=yes", "hook must be True or False; got 'yes'"),
        ("official,target=5_0", "got '5_0'"),
        ("official,target=+5", "got '+5'"),
        ("official,target=9999999999999999999", "target: a number has at most 18 digits"),
        ("official,target=None", "got None"),
        ("official,awards=", "a set of CJ DJ HJ; got ''"),
        ("official,awards=CJ+", "a set of CJ DJ HJ; got 'CJ+'"),
        ("official,special_bids=NIL BN", "a set of 1F 2F B6 BN NIL SM"),
        ("official,jokers=2", "jokers=2 needs players=5"),
        ("partners,players=3", "partners needs players=4"),
        ("partners,partners=False", "needs partners=True"),
        ("short_minus10,bag_limit=5", "cannot go together"),
        ("four,sm_tricks=14", "more than the 13 cards"),
        ("x" * 10_000, "no preset"),
    ],
)
def test_texts_refused(text: str, facts: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_text(text)
    assert facts in str(caught.value)
    assert len(str(caught.value)) < 400


@given(st.text(max_size=40))
def test_fuzzed_texts(text: str) -> None:
    for start in ("", "official,", "partners,awards="):
        try:
            rules = Rules.from_text(start + text)
        except RulesError:
            continue
        assert Rules.from_text(rules.to_text()) == rules


# ---- descriptions ---------------------------------------------------------------------------------


def seen_with(name: str, value: object) -> dict[str, object]:
    """Options with which this value of an option changes the game."""
    if name in ("joker_first_lead", "must_lead_2c"):
        return FIVE
    if name == "jokers":
        return {"players": 5}
    return beside(name, value)


DESCRIBED = [
    (name, value)
    for name in ALLOWED
    for value in ALLOWED[name][1:]
    if (name, value) != ("bn_behind", 0)  # everybody is eligible, as with None (SP-BID-3)
]


@pytest.mark.parametrize(("name", "value"), DESCRIBED)
def test_descriptions_show_every_option(name: str, value: object) -> None:
    other = seen_with(name, value)
    plain = Rules() if name in ("bag_style", "bag_limit") else Rules(**other)
    rules = Rules(**{name: value}, **other)
    assert rules.describe() != plain.describe()
    if isinstance(value, int) and not isinstance(value, bool) and value > 2 and name != "jokers":
        assert str(value) in rules.describe()


def test_descriptions_of_different_rules_differ() -> None:
    """Also for values of one option among each other."""
    for name, values in ALLOWED.items():
        texts = set()
        for value in values:
            other = seen_with(name, value)
            if name in ("lose_at", "bn_exchange", "nil_fail_helps"):
                other = PARTNERS
            elif name == "partners":
                other = {"players": 4, "special_bids": "BN+NIL"}
            texts.add(Rules(**{name: value}, **other).describe())
        assert len(texts) == len(values) - (name == "bn_behind"), name


@pytest.mark.parametrize("name", list(PRESETS))
def test_descriptions_are_short(name: str) -> None:
    lines = PRESETS[name].describe().splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 100


# ---- presets --------------------------------------------------------------------------------------

PARTNERSHIP = {
    "players": 4,
    "partners": True,
    "target": 500,
    "bag_limit": 10,
    "bag_rollover": True,
    "bag_points": 1,
    "awards": "none",
    "wins_needed": 1,
}
BLIND = {"special_bids": "NIL+BN", "bn_behind": 100, "bn_exchange": 2}

PRESET_ROWS: dict[str, dict[str, object]] = {
    "official": {},
    "short_limit5": {"target": 300, "bag_limit": 5, "b6_limit": 1, "awards": "JC", "wins_needed": 3},
    "short_minus10": {
        "target": 300,
        "bag_style": "per_hand",
        "bag_limit": None,
        "b6_limit": 1,
        "awards": "JC",
        "wins_needed": 3,
    },
    "long_three_jacks": {
        "target": 500,
        "bag_limit": 10,
        "b6_limit": None,
        "awards": "JC+JD+JH",
        "wins_needed": 5,
    },
    "four": {"players": 4},
    "five": {"players": 5},
    "five_2_jokers": {"players": 5, "jokers": 2},
    "five_3_jokers": {"players": 5, "jokers": 3},
    "partners": {**PARTNERSHIP, **BLIND, "nil_fail_bags": True},
    "partners_no_blind": {**PARTNERSHIP, "special_bids": "NIL", "nil_fail_bags": True},
    "partners_nil_helps": {**PARTNERSHIP, **BLIND, "nil_fail_helps": True},
}


def test_presets_are_those_of_the_documents() -> None:
    first = (PAGES / "cutthroat-spades.md").read_text("utf-8").split("## 11.")[1].split("## 12.")[0]
    second = (PAGES / "partnership-spades.md").read_text("utf-8").split("## 6.")[1].split("## 7.")[0]
    named = re.findall(r"`((?:official|short|long|four|five|partners)\w*)`(?= \||,| =| \()", first + second)
    assert set(named) == set(PRESETS) == set(PRESET_ROWS)
    assert list(PRESETS) == list(PRESET_ROWS)


@pytest.mark.parametrize("name", list(PRESET_ROWS))
def test_preset(name: str) -> None:
    assert PRESETS[name] == Rules(**PRESET_ROWS[name])
    method = getattr(Rules, {"partners": "partners_500"}.get(name, name))
    assert method() == Rules.preset(name)
    assert method(target=1000) == Rules.preset(name, target=1000) == Rules.preset(name).replace(target=1000)
    with pytest.raises(TypeError):
        PRESETS[name] = Rules()  # type: ignore[index]


def test_the_preset_that_is_called_like_an_option() -> None:
    """On a value ``partners`` is the option; called on the class it says where the preset is."""
    assert set(PRESETS) & set(FIELDS) == {"partners"}
    for arguments in ({}, {"target": 300}):
        with pytest.raises(TypeError, match=r"the preset is Rules\.partners_500\(\) or Rules\.preset"):
            Rules.partners(**arguments)  # type: ignore[operator]
    assert "partners_500" in repr(Rules.partners)
    assert (Rules().partners, Rules.partners_500().partners) == (False, True)
    assert copy.deepcopy(Rules.partners_500()) == pickle.loads(pickle.dumps(Rules.partners_500()))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().partners = True  # type: ignore[misc]


def test_three_to_five_play_the_four_cutthroat_presets() -> None:
    for name in ("official", "short_limit5", "short_minus10", "long_three_jacks"):
        for players in (3, 4, 5):
            rules = Rules.preset(name, players=players)
            assert rules == Rules(**PRESET_ROWS[name], players=players)
            assert Rules.from_text(rules.to_text()) == rules


# ---- what follows from the options ----------------------------------------------------------------


def test_derived_properties() -> None:
    assert Rules().sides == ((0,), (1,), (2,))
    assert Rules.five().sides == ((0,), (1,), (2,), (3,), (4,))
    assert Rules.partners_500().sides == ((0, 2), (1, 3))
    facts = {name: (rules.pack_name, rules.hand_size) for name, rules in PRESETS.items()}
    assert facts["official"] == ("51", 17)
    assert facts["four"] == facts["partners"] == ("52", 13)
    assert facts["five"] == ("50", 10)
    assert facts["five_2_jokers"] == ("54", 11)
    assert facts["five_3_jokers"] == ("55", 11)
    for rules in PRESETS.values():
        for dealer in range(rules.players):
            sizes = rules.hand_sizes(dealer)
            assert sum(sizes) == len(sp.PACKS[rules.pack_name]) == int(rules.pack_name)
            assert max(sizes) == rules.hand_size
            assert (sizes[dealer] < rules.hand_size) == (rules.jokers == 2)
        for side, seats in enumerate(rules.sides):
            assert {rules.side_of(seat) for seat in seats} == {side}
        for seat in (-1, rules.players):
            with pytest.raises(IndexError, match="is not in 0"):
                rules.side_of(seat)


def test_every_allowed_set_of_special_bids_is_offered() -> None:
    """Any subset, and the bids in it are those a deal knows."""
    rng = random.Random("special bids")
    for _ in range(20):
        chosen = {name for name in ALL_BIDS.split("+") if rng.random() < 0.5}
        rules = Rules(special_bids=chosen, b6_behind=0)
        assert {bid.text for bid in rules.special_bids} == chosen
        deal = sp.Deal(rules, dealer=2, seed=1)
        offered = {action.text for action in deal.legal_actions}
        if "LOOK" in offered:
            offered |= {action.text for action in deal.push("LOOK") and deal.legal_actions}
        assert {text for text in offered - {"LOOK"} if not text.isdigit()} == chosen
