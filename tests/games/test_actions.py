"""Actions: text, number and object go round; the numbering is the published one; parsers never guess."""

import copy
import pickle
from itertools import combinations, islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktake.actions import (
    ACTION_COUNT,
    ALONE,
    ID_BLOCKS,
    LOOK,
    PASS,
    STAND,
    Action,
    Alone,
    Bid,
    BidKind,
    CallPartner,
    Exchange,
    Look,
    Nominate,
    Pass,
    Play,
    PutCard,
    Stand,
    action_from_id,
    parse_action,
    parse_call,
    parse_play,
)
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.errors import (
    Explanation,
    GameError,
    IllegalAction,
    IllegalCall,
    IllegalExchange,
    IllegalMove,
    IllegalPlay,
    RecordError,
    RulesError,
    SetupError,
    TextError,
    WrongPhase,
)

SMALL = [action_from_id(id) for id in range(ID_BLOCKS["put_2"].start)]
CLASSES = {
    kind.__name__: kind
    for kind in (Alone, Bid, CallPartner, Exchange, Look, Nominate, Pass, Play, PutCard, Stand)
}
IDS_FILE = Path(__file__).parent / "data" / "action_ids.txt"

exchanges = st.lists(st.sampled_from(list(Card)), min_size=1, max_size=5, unique=True)


def read_back(shown: str) -> Action:
    """Evaluate a repr with nothing but the action classes in reach."""
    action = eval(shown, {"__builtins__": {}}, CLASSES)
    assert isinstance(action, Action)
    return action


def check_round_trip(action: Action) -> None:
    assert parse_action(action.text) == action
    assert parse_action(action.text.upper()) == action
    assert parse_action(f"  {action.text.lower()} ") == action
    assert str(action) == action.text == f"{action}"
    assert read_back(repr(action)) == action
    assert action_from_id(action.id) == action
    assert type(action).from_id(action.id) == action
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(action, protocol)) == action
    assert copy.copy(action) == copy.deepcopy(action) == action
    assert hash(copy.copy(action)) == hash(action)


# ---- numbers --------------------------------------------------------------------------------------


def test_blocks_are_contiguous_from_zero():
    start = 0
    for block in ID_BLOCKS.values():
        assert block.start == start
        assert len(block) > 0
        start = block.stop
    assert start == ACTION_COUNT == 11_291_209


def test_small_ids_are_unique_and_contiguous():
    assert [action.id for action in SMALL] == list(range(len(SMALL)))
    assert len(set(SMALL)) == len({action.text for action in SMALL}) == len(SMALL)


def test_ids_are_the_frozen_ones():
    lines = IDS_FILE.read_text(encoding="ascii").splitlines()
    assert "major version" in lines[1]
    pairs = [line for line in lines if not line.startswith("#")]
    assert len(pairs) >= len(SMALL) + 12
    for line in pairs:
        id, text = line.split(" ", 1)
        assert f"{parse_action(text).id} {text}" == line
        assert f"{id} {action_from_id(int(id)).text}" == line
    assert [line.split(" ", 1)[1] for line in pairs[: len(SMALL)]] == [action.text for action in SMALL]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_exchanges_are_numbered_colexicographically(size):
    block = ID_BLOCKS[f"put_{size}"]
    # Within the first cards of the numbering, colexicographic order is that of the reversed tuples.
    first = sorted(combinations(range(12), size), key=lambda cards: cards[::-1])
    for id, cards in zip(block, islice(first, 500), strict=False):
        action = action_from_id(id)
        assert isinstance(action, Exchange)
        assert action.cards.ascending() == cards
    last = action_from_id(block.stop - 1)
    assert isinstance(last, Exchange)
    assert last.cards.ascending() == tuple(range(68 - size, 68))


def test_every_exchange_of_two_is_reached_once():
    found = {action_from_id(id).text for id in ID_BLOCKS["put_2"]}
    assert found == {f"put {low.name} {high.name}" for low, high in combinations(Card, 2)}


@given(st.integers(ID_BLOCKS["put_2"].start, ACTION_COUNT - 1))
def test_every_id_of_an_exchange_comes_back(id):
    action = action_from_id(id)
    assert action.id == id
    assert parse_action(action.text) == action


@pytest.mark.parametrize("id", [-1, ACTION_COUNT, 10**30, -(10**30)])
def test_ids_out_of_range(id):
    with pytest.raises(IndexError, match="not in 0"):
        action_from_id(id)


def test_numpy_ids():
    assert action_from_id(np.int64(0)) is PASS
    assert action_from_id(np.int32(ID_BLOCKS["put_5"].stop - 1)).text == "put HA JK JK1 JK2 JK3"


def test_from_id_keeps_to_its_class():
    assert Play.from_id(Play("HQ").id) is Play("HQ")
    assert Exchange.from_id(PutCard("HQ").id) is PutCard("HQ")
    with pytest.raises(IndexError, match=r"Pass\(\), not a Play"):
        Play.from_id(0)


# ---- round trips and identity ---------------------------------------------------------------------


@pytest.mark.parametrize("action", SMALL, ids=str)
def test_round_trip(action):
    check_round_trip(action)


@pytest.mark.parametrize("action", SMALL, ids=str)
def test_small_actions_are_interned(action):
    assert parse_action(action.text) is action
    assert read_back(repr(action)) is action
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action


@given(exchanges)
def test_round_trip_of_exchanges(cards):
    exchange = Exchange(cards)
    check_round_trip(exchange)
    assert exchange.cards == CardSet(cards)
    assert exchange.text == "put " + " ".join(card.name for card in sorted(cards))
    assert Exchange(" ".join(card.name for card in cards)) == exchange
    assert Exchange(CardSet(cards)) == exchange
    assert isinstance(exchange, PutCard) == (len(cards) == 1)


def test_actions_are_ordered_by_id():
    assert sorted(SMALL, reverse=True)[::-1] == SMALL
    assert PASS < LOOK <= LOOK < Exchange("S5 S6") > Play("HQ") >= Bid("7H")
    with pytest.raises(TypeError):
        PASS < 1  # noqa: B015


def test_actions_of_other_classes_differ():
    assert Play("HQ") != PutCard("HQ") != CallPartner("HQ")
    assert PASS != 0
    assert Exchange("S5 S6") != "put S5 S6"
    assert len({Exchange("S5 S6"), Exchange("S6 S5"), Exchange("S5 S7")}) == 2


@pytest.mark.parametrize("action", [PASS, Play("HQ"), Bid("7H"), Exchange("S5 S6")], ids=str)
def test_actions_are_frozen(action):
    with pytest.raises(AttributeError, match="frozen"):
        action.id = 7
    with pytest.raises(AttributeError, match="frozen"):
        del action.text
    with pytest.raises(AttributeError):
        action.colour = "red"


def test_the_base_class_builds_nothing():
    with pytest.raises(TypeError, match="base class"):
        Action()


def test_words():
    assert (Pass(), Look(), Stand(), Alone()) == (PASS, LOOK, STAND, ALONE)
    assert [repr(word) for word in (PASS, LOOK, STAND, ALONE)] == ["Pass()", "Look()", "Stand()", "Alone()"]


# ---- fields ---------------------------------------------------------------------------------------


def test_bids_of_five_hundred():
    bid = Bid("10NT-SK")
    assert (bid.level, bid.strain, bid.kind) == (10, Strain.NO_TRUMP, BidKind.NUMERIC)
    assert bid.sans_kitty
    assert bid.plain is Bid("10NT") is Bid("10NT").plain
    assert not bid.is_misere
    assert not bid.is_blind
    for text, kind in (("M", BidKind.MISERE), ("OM", BidKind.OPEN_MISERE), ("BM", BidKind.BLIND_MISERE)):
        for spelled in (text, text + "-SK"):
            bid = Bid(spelled)
            assert (bid.kind, bid.level, bid.strain, bid.is_misere) == (kind, None, None, True)
            assert bid.is_blind == (text == "BM")
            assert bid.plain is Bid(text)


def test_bids_of_spades():
    assert [Bid(str(tricks)).level for tricks in range(1, 18)] == list(range(1, 18))
    kinds = {
        "NIL": BidKind.NIL,
        "1F": BidKind.ONE_FOR_FIFTY,
        "2F": BidKind.TWO_FOR_FORTY,
        "B6": BidKind.BLIND_SIX,
        "BN": BidKind.BLIND_NIL,
        "SM": BidKind.SHOOT_THE_MOON,
    }
    for text, kind in kinds.items():
        assert Bid(text).kind is kind
        assert Bid(text).level is None
        assert Bid(text).is_blind == (text in ("B6", "BN"))
        assert not Bid(text).is_misere


def test_numeric_bids_from_their_parts():
    for sans_kitty in (False, True):
        for level in range(6, 11):
            for strain in Strain:
                bid = Bid.numeric(level, strain, sans_kitty=sans_kitty)
                assert (bid.level, bid.strain, bid.sans_kitty) == (level, strain, sans_kitty)
    for level, strain in ((5, 0), (11, 0), (7, 5), (7, -1)):
        with pytest.raises(IndexError, match=f"level {level}"):
            Bid.numeric(level, strain)


def test_plays():
    assert (Play("HQ").card, Play("HQ").named) == (Card.HQ, None)
    assert (Play("JK:C").card, Play("JK:C").named) == (Card.JK, Suit.CLUBS)
    assert Play(Card.JK, named=Suit.CLUBS) is Play("JK", named=Suit.CLUBS) is Play("JK:C")
    assert Play(67) is Play("JK3")
    with pytest.raises(GameError, match="HQ naming C"):
        Play("HQ", named=Suit.CLUBS)
    with pytest.raises(IndexError, match="68"):
        Play(68)
    with pytest.raises(ValueError, match="-1"):
        Play(Card.JK, named=-1)


def test_partners():
    assert (CallPartner("HA").card, CallPartner("HA").seat) == (Card.HA, None)
    assert (CallPartner("seat 3").card, CallPartner("seat 3").seat) == (None, 3)
    assert CallPartner(seat=0) is CallPartner("SEAT 0")
    with pytest.raises(IndexError, match="seat 6"):
        CallPartner(seat=6)
    with pytest.raises(TextError, match="seat 0 to 5"):
        CallPartner("seat 6")
    for wrong in (lambda: CallPartner(), lambda: CallPartner("HA", seat=1), lambda: CallPartner(3)):
        with pytest.raises(TypeError):
            wrong()


def test_nominations():
    assert [Nominate(suit).suit for suit in (*Suit, None)] == [*Suit, None]
    assert Nominate("♥") is Nominate("hearts") is Nominate(Suit.HEARTS)
    with pytest.raises(TextError, match="expected S, C, D, H or none"):
        Nominate("NT")
    with pytest.raises(ValueError, match="-1"):
        Nominate(-1)


def test_exchanges_refused():
    with pytest.raises(SetupError, match="twice"):
        Exchange([Card.S5, Card.S5])
    with pytest.raises(TextError, match=r"5S stands twice in 'S5 5S'"):
        Exchange("S5 5S")
    for cards in ([], list(Card)[:6]):
        with pytest.raises(SetupError, match=f"1 to 5 cards, not {len(cards)}"):
            Exchange(cards)
        with pytest.raises(TextError, match=f"1 to 5 cards, not {len(cards)}"):
            Exchange(" ".join(card.name for card in cards))
    for wrong in ("S5 S6", "", "7X"):
        with pytest.raises(TextError):
            PutCard(wrong)


# ---- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pass", "P"),
        ("PASS", "P"),
        (" p\t", "P"),
        ("look", "LOOK"),
        ("7h", "7H"),
        ("7♥", "7H"),
        ("7♥️", "7H"),
        ("7n", "7NT"),
        ("10N-sk", "10NT-SK"),
        ("om-sk", "OM-SK"),
        ("4", "4"),
        ("nil", "NIL"),
        ("b6", "B6"),
        ("QH", "HQ"),
        ("♥7", "H7"),
        ("TS", "S10"),
        ("ts", "S10"),
        ("ST", "S10"),
        ("5D", "D5"),
        ("13h", "H13"),
        ("joker", "JK"),
        ("jk3", "JK3"),
        ("jk:♣", "JK:C"),
        ("JOKER:C", "JK:C"),
        ("PUT 6c D5, s5", "put S5 C6 D5"),
        ("put 10♠", "put S10"),
        ("Call 7H", "call H7"),
        ("call  seat 3", "call seat 3"),
        ("NAME spades", "name S"),
        ("name ♦", "name D"),
        ("name NONE", "name none"),
    ],
)
def test_lenient_spellings(text, canonical):
    assert parse_action(text).text == canonical


@pytest.mark.parametrize("text", ["JH", "HJ", "♥J", "jh", "J♥"])
def test_n_07_the_jack_of_hearts(text):
    """N-07: one canonical order on output, either on input, and a joker no jack can be mistaken for."""
    assert parse_action(text) is parse_play(text) is Play(Card.HJ)


@pytest.mark.parametrize("text", ["10H", "TH", "H10", "HT", "h10"])
def test_n_07_the_ten_of_hearts(text):
    """N-07: by the phase, ``10H`` is the card or the bid."""
    assert parse_play(text) is Play(Card.H10)
    assert parse_action(text) is (Bid("10H") if text == "10H" else Play(Card.H10))


def test_n_07_a_lone_j_is_no_card():
    """N-07: a clear error for ``J``."""
    for read in (parse_action, parse_play):
        with pytest.raises(TextError, match="the joker is JK"):
            read("J")


def test_calls_are_no_cards():
    assert parse_call("pass") is PASS
    assert parse_call("7n") is Bid("7NT")
    for text in ("HQ", "5H", "LOOK", "STAND", "put S5", ""):
        with pytest.raises(TextError, match="expected a call"):
            parse_call(text)


def test_plays_are_no_calls():
    assert parse_play("7H") is Play(Card.H7)
    assert parse_play("6S") is Play(Card.S6)
    for text in ("7NT", "P", "M", "put S5", "", "HQ HJ"):
        with pytest.raises(TextError, match="expected a card"):
            parse_play(text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("psas", "'psas' as an action: expected a call (P, 7H, M, NIL)|did you mean 'PASS'?"),
        ("clal HA", "did you mean 'call'?"),
        ("putt S5", "did you mean 'put'?"),
        ("call seta 3", "did you mean 'seat'?"),
        ("HQ:C", "only JK names a suit when led"),
        ("put XX", "cannot read 'XX' as a card in 'put XX'"),
        ("put", "1 to 5 cards, not 0 as in 'put'"),
        ("x" * 100, "'" + "x" * 37 + "...'"),
    ],
)
def test_errors_help(text, facts):
    with pytest.raises(TextError) as caught:
        parse_action(text)
    for fact in facts.split("|"):
        assert fact in str(caught.value)
    assert caught.value.text == text


@pytest.mark.parametrize(("text", "offset"), [("put S5 XX", 7), ("put S5, s5", 8), ("7X", 0)])
def test_errors_say_where(text, offset):
    with pytest.raises(TextError) as caught:
        parse_action(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize("read", [parse_action, parse_call, parse_play])
@pytest.mark.parametrize("text", [None, 7, b"HQ", Card.HQ])
def test_only_texts_are_read(read, text):
    with pytest.raises(TypeError, match="must be a str"):
        read(text)


WORDS = (
    "P PASS LOOK STAND ALONE put call name seat none NIL M OM BM SM NT -SK SK : , 0 1 2 3 6 7 10 11 17 18 "
    "T J Q K A S C D H JK JK1 JOKER ♠ ♥ ſ ß ② \u0667 \ufe0f \0"
)
pieces = st.sampled_from(WORDS.split())
scraps = st.lists(st.one_of(pieces, st.just(" ")), max_size=9).map("".join)


@given(st.one_of(st.text(max_size=30), scraps))
def test_fuzzed_texts_are_refused_or_written_back(text):
    for read in (parse_action, parse_call, parse_play):
        try:
            action = read(text)
        except TextError as error:
            whole, offset = error.text, error.offset
        else:
            whole, offset = text, 0
            assert parse_action(action.text) == action
            assert read(action.text) == action
        assert whole == text
        assert 0 <= offset <= len(text)


# ---- errors ---------------------------------------------------------------------------------------

WHY = Explanation(
    seat=3,
    action="SK",
    rule="follow suit",
    clause="FH-PLAY-2",
    sentence="seat 3 must follow hearts; got SK",
    legal=("HQ", "H9"),
)


@pytest.mark.parametrize("kind", [IllegalAction, IllegalCall, IllegalExchange, IllegalPlay, WrongPhase])
@pytest.mark.parametrize("why", [None, WHY])
def test_illegal_actions_keep_their_explanation(kind, why):
    error = pickle.loads(pickle.dumps(kind("seat 3 must follow hearts", explanation=why)))
    assert type(error) is kind
    assert issubclass(kind, IllegalAction)
    assert issubclass(kind, GameError)
    assert (str(error), error.explanation) == ("seat 3 must follow hearts", why)
    assert copy.copy(error).explanation == why


def test_other_errors_keep_their_attributes():
    rules = pickle.loads(pickle.dumps(RulesError("deck4 must be 43 or 45; got 44", option="deck4")))
    assert (str(rules), rules.option) == ("deck4 must be 43 or 45; got 44", "deck4")
    record = pickle.loads(pickle.dumps(RecordError("expected a dealer", "dealer: x", 8)))
    assert (str(record), record.text, record.offset) == ("expected a dealer", "dealer: x", 8)
    assert isinstance(record, TextError)
    for kind in (RulesError, RecordError, IllegalMove, SetupError):
        assert issubclass(kind, GameError)
        assert issubclass(kind, ValueError)


def test_explanations_are_values():
    assert pickle.loads(pickle.dumps(WHY)) == WHY
    assert str(WHY) == WHY.sentence
    assert len({WHY, copy.copy(WHY)}) == 1


# ---- strains --------------------------------------------------------------------------------------


def test_strains_are_suits_and_no_trump():
    assert [strain.suit for strain in Strain] == [*Suit, None]
    assert [strain.letter for strain in Strain] == ["S", "C", "D", "H", "NT"]
    assert [strain.symbol for strain in Strain] == ["♠", "♣", "♦", "♥", "NT"]
