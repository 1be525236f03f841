"""The options, presets and refusals of Five Hundred, its packs and its deal."""

import copy
import dataclasses
import inspect
import pickle
import re
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import RulesError, SetupError
from tricktake.fivehundred.options import AllPass, JokerLead, MisereRank, Schedule
from tricktake.fivehundred.packs import PACK_SPECS, PACKS, deal_packets
from tricktake.fivehundred.rules import PRESETS, Rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "five-hundred.md"
FIELDS = {field.name: field for field in dataclasses.fields(Rules)}

# Section 14, option by option: the default, then other allowed values as the document writes them.
ALLOWED: dict[str, list[object]] = {
    "players": [4, 2, 3, 5, 6],
    "two_player": ["table", "dead_hand", "short24"],
    "deck4": [43, 45],
    "teams6": ["2x3", "3x2"],
    "schedule": ["avondale", "original", "inverted", "perfect"],
    "target": [500, 1, 1000],
    "lose_at": [-500, -1, None],
    "auction": ["multi", "single"],
    "pass_final": [True, False],
    "final_raise": ["none", "allowed", "reopen"],
    "inkle": [False, True],
    "all_pass": ["throw_in", "play_nt"],
    "misere": [True, False],
    "open_misere": [True, False],
    "blind_misere": [True, False],
    "misere_requires_7": [True, False],
    "open_misere_requires_8": [False, True],
    "misere_rank": ["between_7_8", "between_8S_8C"],
    "misere_value": [250, 1],
    "open_misere_value": [500, 1],
    "blind_misere_value": [500, 1],
    "sans_kitty": [True, False],
    "sans_kitty_rank": ["same", "above"],
    "sans_kitty_mult": [1, 2],
    "joker_nomination": ["contractor", "none"],
    "joker_lead": ["unled_suit", "last_trick_only", "any_suit"],
    "joker_follow": ["void_only", "first_or_last"],
    "joker_misere_void": ["must", "may"],
    "open_exposure": ["after_first_trick", "before_first_lead"],
    "misere_stop": [False, True],
    "slam_value": [250, 0, 1],
    "defender_tricks": ["always", "only_if_set", "never"],
    "defender_cap": [None, 480, 490, 0],
    "win_rule": ["contract", "any"],
    "five_partner": ["call_card_secret", "call_card_open", "call_player", "alone"],
    "five_call_bar": ["no_bowers", "no_trumps", "joker_only"],
    "five_secret_alone": [False, True],
    "five_share": ["half", "full"],
}

NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def allowed_beside(name: str, value: object) -> dict[str, object]:
    """What else must change for this value to be possible."""
    return NO_MISERE if name == "schedule" and value in ("original", "inverted") else {}


changes = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in ALLOWED.items()}
)


@st.composite
def any_rules(draw):
    """Draw any rules that are possible."""
    chosen = draw(changes)
    if chosen.get("schedule") in ("original", "inverted"):
        chosen |= NO_MISERE
    if chosen.get("final_raise", "none") != "none":
        chosen |= {"auction": "multi", "pass_final": True}
    return Rules(**chosen)


# ---- options --------------------------------------------------------------------------------------


def test_fields_are_the_options_of_the_document():
    assert list(FIELDS) == list(ALLOWED)
    for name, values in ALLOWED.items():
        default = getattr(Rules(), name)
        assert (default.value if isinstance(default, Enum) else default) == values[0]


def test_options_are_those_of_the_table_in_section_14():
    table = DOCUMENT.read_text(encoding="utf-8").split("## 14.")[1].split("## 15.")[0]
    named = set()
    for row in re.findall(r"^\| ([a-z0-9_, /]+) \|", table, re.MULTILINE):
        named |= {name.strip() for name in re.split("[,/]", row)}
    assert named - {"name"} == set(FIELDS)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in ALLOWED for value in ALLOWED[name]])
def test_every_allowed_value(name, value):
    rules = Rules(**{name: value}, **allowed_beside(name, value))
    kept = getattr(rules, name)
    if isinstance(value, str):
        assert isinstance(kept, Enum)
        assert kept.value == value
        assert Rules(**{name: kept}, **allowed_beside(name, value)) == rules
    else:
        assert kept is value


@pytest.mark.parametrize(
    ("name", "value", "facts"),
    [
        ("players", 7, "players must be an int from 2 to 6; got 7"),
        ("teams6", "2x2", "teams6 must be 2x3 or 3x2; got '2x2'"),
        ("deck4", 44, "deck4 must be 43 or 45; got 44"),
        ("schedule", "avondal", "inverted or perfect; got 'avondal' (did you mean 'avondale'?)"),
        ("schedule", AllPass.PLAY_NT, "avondale, original, inverted or perfect; got <AllPass.PLAY_NT"),
        ("target", 0, "target must be an int above 0; got 0"),
        ("target", 500.0, "got 500.0"),
        ("target", True, "got True"),
        ("target", None, "got None"),
        ("lose_at", 0, "lose_at must be an int below 0, or None; got 0"),
        ("misere", 1, "misere must be True or False; got 1"),
        ("misere_value", 0, "an int above 0; got 0"),
        ("sans_kitty_mult", 3, "sans_kitty_mult must be 1 or 2; got 3"),
        ("joker_lead", None, "unled_suit, last_trick_only or any_suit; got None"),
        ("slam_value", -1, "an int above 0, or 0 for none; got -1"),
        ("defender_cap", -1, "an int of 0 or more, or None; got -1"),
    ],
)  # fmt: skip
def test_values_refused(name, value, facts):
    with pytest.raises(RulesError) as caught:
        Rules(**{name: value})
    assert facts in str(caught.value)
    assert caught.value.option == name


@pytest.mark.parametrize("players", [-2, 0, 1, 7, "4", None, True])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(RulesError, match="players must be an int from 2 to 6"):
        Rules.australian(players=players)


@pytest.mark.parametrize("schedule", ["original", "inverted"])
@pytest.mark.parametrize("misere", list(NO_MISERE))
def test_fh_bid_19_value_schedules_have_no_misere(schedule, misere):
    with pytest.raises(RulesError, match=f"schedule {schedule} ranks bids by value"):
        Rules(schedule=schedule, **NO_MISERE | {misere: True})
    assert Rules(schedule=schedule, **NO_MISERE).schedule is Schedule(schedule)


@pytest.mark.parametrize("final_raise", ["allowed", "reopen"])
@pytest.mark.parametrize("beside", [{"auction": "single"}, {"pass_final": False}])
def test_fh_bid_13_final_raise_needs_passes_to_count(final_raise, beside):
    with pytest.raises(RulesError, match=f"final_raise {final_raise} needs"):
        Rules(final_raise=final_raise, **beside)


def test_options_without_meaning_are_ignored():
    assert not Rules(auction="single", pass_final=False).pass_final
    assert Rules(open_misere=False, open_misere_requires_8=True).open_misere_requires_8


def test_unknown_names():
    with pytest.raises(RulesError, match="no option 'jocker_lead' \\(did you mean 'joker_lead'"):
        Rules().replace(jocker_lead="any_suit")
    with pytest.raises(RulesError, match="no option 'misère'"):
        Rules.american(misère=True)
    with pytest.raises(RulesError, match="no preset 'americn' \\(did you mean 'american'"):
        Rules.preset("americn")
    with pytest.raises(TypeError):
        Rules(jocker_lead="any_suit")


def test_rules_are_values():
    rules = Rules.american()
    assert rules == Rules.american()
    assert hash(rules) == hash(Rules.american())
    assert rules != Rules()
    assert len({rules, Rules.american(), Rules()}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 1000
    assert dataclasses.replace(rules, target=1000) == rules.replace(target=1000)
    assert dataclasses.replace(rules, target=1000) != rules


def test_every_option_names_its_clause():
    source = inspect.getsource(Rules)
    for name in FIELDS:
        assert re.search(rf'    {name}: .*\n    """[^"]*FH-[A-Z0-9]+-[0-9][^"]*"""\n', source), name


@given(any_rules())
def test_rules_go_round(rules):
    text = rules.to_text()
    assert Rules.from_text(text) == rules
    assert not re.search(r"\s", text)
    assert eval(repr(rules), {"Rules": Rules}) == rules
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(rules, protocol))
        assert again == rules
        assert hash(again) == hash(rules)
    assert copy.copy(rules) == copy.deepcopy(rules) == rules


# ---- text -----------------------------------------------------------------------------------------


def test_texts_are_the_nearest_preset_and_its_changes():
    assert Rules().to_text() == "australian"
    assert Rules.american(deck4=43).to_text() == "american,deck4=43"
    assert Rules(misere_requires_7=False).to_text() == "free_misere"
    assert Rules(defender_cap=490).to_text() == "australian,defender_cap=490"  # as near as australian_490
    assert Rules(lose_at=None, misere=False).to_text() == "australian,lose_at=None,misere=False"


def test_texts_need_not_be_canonical():
    assert Rules.from_text("australian,misere_requires_7=False") == Rules.free_misere()
    assert Rules.from_text("american,misere=False,deck4=43,schedule=original") == Rules.hoyle_original()
    assert Rules.from_text("australian,players=4") == Rules()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", "no preset ''"),
        ("deck4=45", "no preset 'deck4=45'"),
        ("australian,", "name=value; got ''"),
        ("australian,deck4", "name=value; got 'deck4'"),
        ("australian,deck=45", "no option 'deck' (did you mean 'deck4'?)"),
        ("australian,deck4=45,deck4=43", "deck4 stands twice"),
        ("australian,deck4=", "deck4 must be 43 or 45; got ''"),
        ("australian,misere=no", "misere must be True or False; got 'no'"),
        ("australian,target=5_0", "got '5_0'"),
        ("australian,target=9999999999999999999", "target: a number has at most 18 digits"),
        ("australian,lose_at=-" + "9" * 5000, "lose_at: a number has at most 18 digits"),
        ("australian,target=None", "got None"),
        ("australian,schedule=original", "ranks bids by value"),
        ("australian,five_share=third", "five_share must be half or full"),
        ("australian,players=8", "players must be an int from 2 to 6"),
        ("x" * 10_000, "no preset"),
    ],
)
def test_texts_refused(text, facts):
    with pytest.raises(RulesError) as caught:
        Rules.from_text(text)
    assert facts in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=40))
def test_fuzzed_texts(text):
    try:
        rules = Rules.from_text(text)
    except RulesError:
        return
    assert Rules.from_text(rules.to_text()) == rules


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in ALLOWED for value in ALLOWED[name][1:]]
)
def test_descriptions_show_every_option(name, value):
    players = 2 if name == "two_player" else 6 if name == "teams6" else 5 if name.startswith("five_") else 4
    beside = allowed_beside(name, value) | ({} if name == "players" else {"players": players})
    assert Rules(**{name: value}, **beside).describe() != Rules(**beside).describe()


@pytest.mark.parametrize("name", list(PRESETS))
def test_descriptions_are_short(name):
    lines = PRESETS[name].describe().splitlines()
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 100


# ---- presets --------------------------------------------------------------------------------------


def test_presets_are_those_of_the_document():
    table = DOCUMENT.read_text(encoding="utf-8").split("## 15.")[1].split("## 16.")[0]
    assert re.findall(r"^\| `([a-z0-9_]+)`", table, re.MULTILINE) == list(PRESETS)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("australian", {}),
        ("australian_490", {"joker_lead": "last_trick_only", "defender_cap": 490}),
        ("free_misere", {"misere_requires_7": False}),
        ("no_misere", NO_MISERE),
        ("kitchen", {**NO_MISERE, "sans_kitty": False}),
        (
            "american",
            {
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
            },
        ),
        ("perfect", {"schedule": "perfect"}),
    ],
)
def test_preset(name, changes):
    assert PRESETS[name] == Rules(**changes)
    assert PRESETS[name].to_text() == name
    assert Rules.preset(name) == getattr(Rules, name)() == PRESETS[name]
    assert getattr(Rules, name)(players=4, target=1000) == Rules.preset(name).replace(target=1000)


def test_preset_hoyle_original():
    rules = Rules.american(schedule="original", deck4=43, misere=False)
    assert rules == PRESETS["hoyle_original"] == Rules.hoyle_original()
    assert rules.to_text() == "hoyle_original"


def test_derived_properties():
    assert Rules().sides == ((0, 2), (1, 3))
    assert (Rules().pack_name, Rules().kitty_size, Rules().hand_size) == ("43", 3, 10)
    american = Rules.american()
    assert (american.pack_name, american.kitty_size, american.hand_size) == ("45", 5, 10)
    assert american.misere_rank is MisereRank.BETWEEN_8S_8C
    assert american.joker_lead is JokerLead.ANY_SUIT


# ---- packs and deal -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size", "kitty", "players"),
    [
        ("33", 33, 3, 3),
        ("43", 43, 3, 4),
        ("45", 45, 5, 4),
        ("53", 53, 3, 5),
        ("63", 63, 3, 6),
        ("24", 24, 4, 2),
    ],
)
def test_fh_deck_1_packs(name, size, kitty, players):
    spec, pack = PACK_SPECS[name], PACKS[name]
    assert len(pack) == spec.size == size
    assert spec.kitty == kitty == sum(count for to, count in spec.pattern if to == "kitty")
    assert spec.hand_size == 10
    assert size == players * spec.hand_size + kitty
    assert spec.joker == (Card.JK in pack)
    assert list(pack) == sorted(pack)  # S, C, D, H, low to high, the joker last


def test_fh_deck_1_cards():
    def ranks(name, suit):
        return [card.name[1:] for card in PACKS[name] if card.suit is suit]

    high = ["J", "Q", "K", "A"]
    assert ranks("33", Suit.SPADES) == ranks("33", Suit.HEARTS) == ["7", "8", "9", "10", *high]
    assert ranks("43", Suit.SPADES) == ranks("43", Suit.CLUBS) == ["5", "6", "7", "8", "9", "10", *high]
    assert (
        ranks("43", Suit.DIAMONDS) == ranks("43", Suit.HEARTS) == ["4", "5", "6", "7", "8", "9", "10", *high]
    )
    assert ranks("45", Suit.CLUBS) == ["4", "5", "6", "7", "8", "9", "10", *high]
    assert ranks("53", Suit.CLUBS) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", *high]
    assert ranks("63", Suit.CLUBS) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", *high]
    assert ranks("63", Suit.DIAMONDS) == [*map(str, range(2, 14)), *high]
    assert ranks("24", Suit.DIAMONDS) == ["9", "10", *high]
    assert Card.S13 not in PACKS["63"]


def dealt(name, players, dealer):
    """Deal a pack in its own order; return the places in it of every hand and of the kitty."""
    pack = PACKS[name]
    hands, kitty = deal_packets(pack, players=players, dealer=dealer, pattern=PACK_SPECS[name].pattern)
    assert CardSet().mask == hands[0].mask & hands[1].mask & kitty.mask
    return [sorted(map(pack.index, hand)) for hand in hands], sorted(map(pack.index, kitty))


def test_fh_x1_four_players():
    hands, kitty = dealt("43", 4, 3)
    assert hands[0] == [0, 1, 2, 13, 14, 15, 16, 30, 31, 32]
    assert hands[1] == [3, 4, 5, 17, 18, 19, 20, 33, 34, 35]
    assert hands[2] == [6, 7, 8, 21, 22, 23, 24, 36, 37, 38]
    assert hands[3] == [9, 10, 11, 25, 26, 27, 28, 39, 40, 41]
    assert kitty == [12, 29, 42]


def test_fh_x2_three_players():
    hands, kitty = dealt("33", 3, 0)
    assert hands[1][:3] == [0, 1, 2]
    assert kitty == [9, 22, 32]


@pytest.mark.parametrize("name", ["45", "24"])
def test_fh_deal_3_other_patterns(name):
    players = {"45": 4, "24": 2}[name]
    hands, kitty = dealt(name, players, 0)
    assert hands[1][:3] == [0, 1, 2]
    assert kitty == {"45": [12, 13, 14, 31, 32], "24": [6, 7, 16, 23]}[name]


@given(st.permutations(list(PACKS["43"])), st.integers(0, 3))
def test_cards_are_conserved(order, dealer):
    pattern = PACK_SPECS["43"].pattern
    hands, kitty = deal_packets(order, players=4, dealer=dealer, pattern=pattern)
    assert [len(hand) for hand in hands] == [10] * 4
    assert sum(hand.mask for hand in hands) + kitty.mask == PACKS["43"].cards.mask
    turned, _ = deal_packets(order, players=4, dealer=3, pattern=pattern)
    assert hands == turned[3 - dealer :] + turned[: 3 - dealer]


def test_deals_refused():
    pattern = PACK_SPECS["43"].pattern
    with pytest.raises(SetupError, match="takes 43 cards, not 45"):
        deal_packets(PACKS["45"], players=4, dealer=0, pattern=pattern)
    with pytest.raises(SetupError, match="twice"):
        deal_packets([Card.S5] * 43, players=4, dealer=0, pattern=pattern)
    for dealer in (-1, 4):
        with pytest.raises(IndexError, match=f"dealer {dealer}"):
            deal_packets(PACKS["43"], players=4, dealer=dealer, pattern=pattern)
