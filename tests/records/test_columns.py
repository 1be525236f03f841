"""Tables of deals and actions: every cell against the deal, pieces, and pandas, polars and Arrow."""

import random
import tracemalloc

import numpy as np
import pytest

from tricktake import LOOK, PASS, Bid
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.errors import RecordError, SetupError
from tricktake.records import DealRecord, Move, Record, TakeBack
from tricktake.records.columns import column_chunks, columns, play_column_chunks, play_columns

RULES = (
    *[fh.Rules(players=players) for players in range(2, 7)],
    fh.Rules(players=2, two_player="dead_hand"),
    fh.Rules(players=4, all_pass="play_nt"),
    fh.Rules(final_raise="reopen"),
    *[sp.Rules.preset(name) for name in ("official", "five_3_jokers", "partners", "four", "short_minus10")],
)


def kind_of(rules):
    return (fh if isinstance(rules, fh.Rules) else sp).Deal


def played(rules, number, actions=None):
    draw = random.Random(number).random
    deal = kind_of(rules)(rules, dealer=number % rules.players, seed=11, number=number)
    while not deal.is_over and (actions is None or len(deal) < actions):
        legal = deal.legal_actions
        deal.push(legal[int(draw() * len(legal))])
    return deal


def deals_of(rules, many=12):
    return [played(rules, at, None if at % 4 else 2 * at) for at in range(many)]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.to_text())
def test_every_cell_of_a_table_of_deals(rules):
    deals = deals_of(rules)
    table = columns(deals)
    assert {len(column) for column in table.values()} == {len(deals)}
    assert not any(column.dtype == object for column in table.values())
    rows = [dict(zip(table, cells, strict=True)) for cells in zip(*table.values(), strict=True)]
    for number, (row, deal) in enumerate(zip(rows, deals, strict=True)):
        assert (row["row"], row["record"], row["number"]) == (number, number, 0)
        assert (row["rules"], row["players"], row["dealer"]) == (rules.to_text(), rules.players, deal.dealer)
        assert (row["actions"], row["over"]) == (len(deal), deal.is_over)
        assert tuple(row[f"tricks_{seat}"] for seat in range(rules.players)) == deal.tricks
        assert tuple(row[f"score_{side}"] for side in range(len(rules.sides))) == deal.scores
        points = deal.score().points if deal.is_over else (0,) * len(rules.sides)
        assert tuple(row[f"points_{side}"] for side in range(len(rules.sides))) == points
        assert row["scored"] == deal.is_over
        (check_fivehundred if isinstance(rules, fh.Rules) else check_spades)(row, deal)


def check_fivehundred(row, deal):
    assert row["game"] == "five-hundred"
    contract = deal.contract
    if contract is None:
        assert (row["contract"], row["contractor"], row["target"], row["made"]) == ("", -1, -1, -1)
        return
    assert (row["contract"], row["strain"]) == (contract.bid.text, contract.strain.letter)
    assert row["level"] == (contract.bid.level or -1)
    assert (row["contractor"], row["target"], row["misere"]) == (
        contract.contractor,
        contract.target,
        contract.is_misere,
    )
    assert row["partner"] == (-1 if deal.partner is None else deal.partner)
    assert row["side_tricks"] == sum(deal.tricks[seat] for seat in contract.side)
    assert row["made"] == (int(deal.score().made) if deal.is_over else -1)


def check_spades(row, deal):
    rules = deal.rules
    assert row["game"] == "spades"
    for seat, bid in enumerate(deal.bids):
        assert row[f"bid_{seat}"] == ("" if bid is None else bid.text)
        assert row[f"bid_tricks_{seat}"] == (-1 if bid is None else sp.bid_tricks(rules, bid))
        assert row[f"made_{seat}"] == (int(deal.score().made[seat]) if deal.is_over else -1)
    for side in range(len(rules.sides)):
        assert row[f"bags_{side}"] == deal.bags[side]
        parts = "new_bags", "bid_points", "bag_points", "award_points", "penalty"
        for part in parts:
            assert row[f"{part}_{side}"] == (getattr(deal.score(), part)[side] if deal.is_over else 0)
        if deal.is_over:
            assert row[f"bags_after_{side}"] == deal.score().bags[side]
            assert row[f"points_{side}"] == sum(row[f"{part}_{side}"] for part in parts[1:])


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.to_text())
def test_every_cell_of_a_table_of_actions(rules):
    """Against the deal played again, action by action: phase, seat, trick and its winner."""
    deals = deals_of(rules)
    table = play_columns(deals)
    rows = iter([dict(zip(table, cells, strict=True)) for cells in zip(*table.values(), strict=True)])
    for number, deal in enumerate(deals):
        again = kind_of(rules).from_text(deal.to_text().partition(" : ")[0])
        mine, winners = [], []
        for step in deal.history:
            row, phase, seat = next(rows), again.phase, again.turn
            before, trick, place = again.tricks, len(again.finished), len(again.trick)
            again.push(step.action)
            assert (row["row"], row["record"], row["number"], row["step"]) == (
                number,
                number,
                0,
                len(again) - 1,
            )
            assert (row["phase"], row["seat"]) == (phase.value, seat)
            assert (row["text"], row["action"]) == (step.action.text, step.action.id)
            if phase.value == "play":
                assert (row["card"], row["trick"], row["place"]) == (step.action.card, trick, place)
                mine.append(row)
                if again.tricks != before:
                    winners.append(
                        [now - was for now, was in zip(again.tricks, before, strict=True)].index(1)
                    )
            else:
                assert (row["card"], row["trick"], row["place"], row["winner"]) == (-1,) * 4
        for row in mine:
            assert row["winner"] == (winners[row["trick"]] if row["trick"] < len(winners) else -1)
        tabled = [card.from_table for trick in deal.tricks_played() for card in trick]
        assert [row["from_table"] for row in mine] == tabled
    assert next(rows, None) is None


@pytest.mark.parametrize("size", [1, 7, 40, 1000])
def test_pieces_are_the_whole(size):
    """F-01 the size of the pieces changes nothing."""
    deals = deals_of(fh.Rules(), 40)
    for whole, pieces in (
        (columns(deals), list(column_chunks(iter(deals), size=size))),
        (play_columns(deals), list(play_column_chunks(iter(deals), size=size))),
    ):
        assert all(list(piece) == list(whole) for piece in pieces)
        assert {len(piece["row"]) for piece in pieces[:-1]} <= {size}
        assert 1 <= len(pieces[-1]["row"]) <= size
        for name, column in whole.items():
            joined = np.concatenate([piece[name] for piece in pieces])
            assert joined.tolist() == column.tolist()
            assert {piece[name].dtype.kind for piece in pieces} == {column.dtype.kind}


def test_pieces_are_made_when_asked_for():
    made = []

    def deals():
        for number in range(10):
            made.append(number)
            yield fh.Deal(dealer=0, seed=1, number=number)

    pieces = column_chunks(deals(), size=2)
    assert made == []
    next(pieces)
    assert len(made) <= 3


def test_records_matches_and_single_deals():
    match = fh.Match(seed=5, dealer=0)
    for _ in range(3):
        deal = match.next_deal()
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
    record = Record.of(match)
    for source in (match, record, [record], [match]):
        table = columns(source)
        assert table["record"].tolist() == [0, 0, 0]
        assert table["number"].tolist() == [0, 1, 2]
        assert table["dealer"].tolist() == [0, 1, 2]
        assert table["score_0"].tolist() == [deal.scores[0] for deal in match.deals]
    mixed = columns([match.deals[0], record, match.deals[1]])
    assert mixed["row"].tolist() == [0, 1, 2, 3, 4]
    assert mixed["record"].tolist() == [0, 1, 1, 1, 2]
    assert mixed["number"].tolist() == [0, 0, 1, 2, 0]
    assert len(columns(match.deals[0])["row"]) == 1
    tourney = sp.Tourney(seed=5)
    tourney.push("5")
    assert columns(tourney)["bid_tricks_0"].dtype == np.int8


def test_actions_taken_back_are_left_out():
    deal = DealRecord.of(fh.Deal(dealer=3, seed=1))
    entries = (Move(action=LOOK), Move(action=PASS), TakeBack(), Move(action=Bid("7H")))
    record = Record(rules=fh.Rules(), deals=(DealRecord(fields=deal.fields, entries=entries),))
    assert play_columns(record)["text"].tolist() == ["LOOK", "7H"]


def test_a_deal_that_begins_in_the_middle_of_the_play():
    deal = fh.Deal.from_text(
        "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0 "
        "tricks=5,1,2,0 : HK; HA; H7; H8; S5; SA; S7; S9"
    )
    table = play_columns(deal)
    assert table["winner"].tolist() == [1] * 4 + [2] * 4
    assert columns(deal)["tricks_2"].tolist() == [3]
    unscored = fh.Deal.from_text(deal.to_text().replace(" tricks=5,1,2,0", ""))
    assert play_columns(unscored)["winner"].tolist() == table["winner"].tolist()
    found = columns(unscored)
    assert (found["over"].tolist(), found["scored"].tolist(), found["made"].tolist()) == (
        [True],
        [False],
        [-1],
    )


def test_what_does_not_go_together():
    four, three = fh.Deal(dealer=0), fh.Deal(fh.Rules(players=3), dealer=0)
    with pytest.raises(SetupError, match=r"deal 1: .*4 players.*Five Hundred with 3"):
        columns([four, three])
    with pytest.raises(SetupError, match="Spades with 3"):
        columns([three, sp.Deal(dealer=0)])
    with pytest.raises(SetupError, match="2 sides"):
        columns([sp.Deal(sp.Rules.preset("partners")), sp.Deal(sp.Rules.preset("four"))])
    with pytest.raises(SetupError, match="Spades"):
        columns([four], rules=sp.Rules())
    assert len(play_columns([four, three, sp.Deal(dealer=0)])["row"]) == 0
    assert len(columns([four, fh.Deal(fh.Rules.american())])["row"]) == 2


def test_without_deals():
    assert columns([]) == {}
    empty, full = columns([], rules=sp.Rules()), columns(sp.Deal(dealer=0))
    assert list(empty) == list(full)
    assert all(len(column) == 0 for column in empty.values())
    assert [column.dtype.kind for column in empty.values()] == [column.dtype.kind for column in full.values()]
    assert len(play_columns([])["seat"]) == 0
    assert list(column_chunks([])) == []


def test_bad_arguments():
    for bad in (3, "deals", None, [3]):
        with pytest.raises(TypeError, match="deals or records are needed"):
            columns(bad)
    for function in (column_chunks, play_column_chunks):
        with pytest.raises(ValueError, match="size must be 1 or more"):
            function([], size=0)
    with pytest.raises(TypeError, match="rules of a game"):
        columns([], rules="australian")
    hidden = DealRecord(fields=(("dealer", "0"), ("hands", "?|?|?|?"), ("kitty", "?")))
    with pytest.raises(RecordError, match=r"record 0, deal 0: .*not known"):
        columns(Record(rules=fh.Rules(), deals=(hidden,)))


# ---- other people's tables -------------------------------------------------------------------------------


def tables():
    for rules in (fh.Rules(players=5), sp.Rules()):
        deals = deals_of(rules)
        yield columns(deals)
        yield play_columns(deals)
        yield columns([], rules=rules)


def test_pandas():
    pandas = pytest.importorskip("pandas")
    for table in tables():
        frame = pandas.DataFrame(table)
        assert list(frame.columns) == list(table)
        for name, column in table.items():
            assert frame[name].tolist() == column.tolist()
            if column.dtype.kind != "U":
                assert frame[name].dtype == column.dtype


def test_polars():
    polars = pytest.importorskip("polars")
    for table in tables():
        frame = polars.DataFrame(table)
        assert frame.columns == list(table)
        for name, column in table.items():
            assert frame[name].to_list() == column.tolist()
            kind = {"U": polars.String, "b": polars.Boolean}.get(column.dtype.kind)
            assert kind is None or frame[name].dtype == kind
    deals = deals_of(fh.Rules(), 40)
    frame = polars.DataFrame(columns(deals))
    plays = polars.DataFrame(play_columns(deals))
    won = plays.filter(polars.col("place") == 0).group_by("row", "winner").len()
    best = frame.select("row", "tricks_0").join(won.filter(polars.col("winner") == 0), on="row")
    assert (best["tricks_0"] == best["len"]).all()


def test_arrow(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for table in tables():
        made = pyarrow.table(table)
        assert made.column_names == list(table)
        for name, column in table.items():
            assert made[name].to_pylist() == column.tolist()
        parquet.write_table(made, tmp_path / "a.parquet")
        assert parquet.read_table(tmp_path / "a.parquet").equals(made)


def test_memory_of_pieces_does_not_grow():
    """F-01: the peak of 800 deals in pieces is about that of 200."""
    deals = [played(fh.Rules(), number) for number in range(50)]

    def peak(many):
        tracemalloc.start()
        for piece in play_column_chunks((deals[at % 50] for at in range(many)), size=2000):
            assert piece["row"].ndim == 1
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(800) < 1.5 * peak(200)
