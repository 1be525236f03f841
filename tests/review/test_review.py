"""Reviews: values against fresh solves and plain minimax, losses, budgets, records, tables and plots."""

import builtins
import json
import random
import sys

import pytest

from tricktake import Play
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.analysis import solve
from tricktake.errors import RecordError
from tricktake.html.verdict import CardVerdict
from tricktake.records import DealRecord, Move, Record, TakeBack
from tricktake.review import add_up, review, summary_text

HEAD = "five-hundred/1 rules=australian dealer=3"
ENDING = f"{HEAD} hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 contract=6H contractor=0 tricks=4,1,2,0"
MISERE = f"{HEAD} hands=D5,SA|C7,D6|C9,C5|H5,H6 contract=OM contractor=1 leader=2 tricks=8,0,0,0"


def kind_of(rules):
    return (fh if isinstance(rules, fh.Rules) else sp).Deal


def played(rules, number, calls=None):
    """A deal of these calls, or of the first contract chance brings, played by chance."""
    draw = random.Random(number).random
    deal = kind_of(rules)(rules, dealer=number % rules.players, seed=11, number=number)
    if calls is not None:
        deal.push_all(calls)
    while not deal.is_over:
        legal = deal.legal_actions
        deal.push(legal[int(draw() * len(legal))])
    return deal


DEALS = {
    "contract": lambda: played(fh.Rules(), 1, "7H-SK P P P"),
    "three players": lambda: played(fh.Rules(players=3), 2, "7NT P P"),
    "five players": lambda: played(fh.Rules(players=5), 3, "7H-SK P P P P"),
    "six players": lambda: played(fh.Rules(players=6), 4, "8S P P P P P"),
    "misere": lambda: played(fh.Rules(misere_requires_7=False), 5, "M P P P"),
    "misere that stops": lambda: played(fh.Rules(misere_requires_7=False, misere_stop=True), 6, "M P P P"),
    "no contract": lambda: played(fh.Rules(all_pass="play_nt"), 7, "P P P P"),
    "partners": lambda: played(sp.Rules.preset("partners"), 8, "4 NIL 3 4"),
    "cutthroat": lambda: played(sp.Rules(players=5), 9, "2 3 NIL 2 1"),
}


@pytest.mark.parametrize("name", DEALS)
def test_every_card_against_a_fresh_solve(name):
    """V-01: values of a played deal in one call are those of each position solved on its own."""
    deal = DEALS[name]()
    budget = None if name not in ("cutthroat", "partners") else 500_000
    found = review(deal, max_nodes=budget)
    assert found.deal == deal
    back = deal.copy()
    plays = [step for step in deal.history if isinstance(step.action, Play)]
    assert [(card.seat, card.play) for card in found.cards] == plays
    for card in reversed(found.cards):
        back.pop()
        assert card.entry == len(back)
        assert (card.trick, card.place) == (len(back.finished), len(back.trick))
        objective = back.objective
        assert card.objective == objective
        assert card.won == sum(back.tricks[seat] for seat in objective.count)
        assert card.left == max(len(back.hand(back.turn)), 1)
        assert set(card.values) == set(back.legal_actions)
        assert card.is_forced == (len(back.legal_actions) == 1)
        fresh = solve(back, line=False, max_nodes=budget)
        for play, result in card.values.items():
            exact = fresh.moves[play]
            assert (exact.low, exact.high) == (result.low, result.high) or not result.is_exact
            assert result.low <= exact.high
            assert exact.low <= result.high
        assert card.after == card.values[card.play]
        if fresh.is_exact and card.before.is_exact:
            assert card.before.low == fresh.value
        check_loss(card, fresh)


def check_loss(card, fresh):
    """Tricks given away, counted anew; in a misère and with a nil only the first trick matters."""
    wants_more = card.seat in card.objective.side
    cap = 99 if card.objective.side == card.objective.count else max(0, 1 - card.won)
    values = {play: min(result.low, cap) for play, result in fresh.moves.items() if result.is_exact}
    if len(values) < len(fresh.moves):
        return
    best = max(values.values()) if wants_more else min(values.values())
    loss = abs(best - values[card.play])
    assert card.loss_low <= loss <= card.loss_high
    if card.is_exact:
        assert card.loss == loss
        assert card.is_mistake == (loss > 0)
    if card.best:
        assert set(card.best) == {play for play, value in values.items() if value == best}
        assert (card.play in card.best) == (loss == 0)


def test_a_misere_against_plain_minimax():
    """Only whether the contractor takes a trick counts, whoever plays."""
    rules = fh.Rules()

    def beaten(deal):
        if deal.tricks[1]:
            return True
        if deal.is_over:
            return False
        found = []
        for play in list(deal.legal_actions):
            deal.push(play)
            found.append(beaten(deal))
            deal.pop()
        return any(found) if deal.turn != 1 else all(found)

    draw, mistakes = random.Random(3), 0
    cards = [*fh.PACKS["43"].cards.ascending()][:16]
    for _ in range(25):
        draw.shuffle(cards)
        hands = "|".join([",".join([card.name for card in cards[at : at + 4]]) for at in (0, 4, 8, 12)])
        text = f"{HEAD} hands={hands} contract=OM contractor=1 leader={draw.choice((0, 1, 2))} tricks=6,0,0,0"
        deal = fh.Deal.from_text(text)
        assert deal.rules == rules
        while not deal.is_over:
            deal.push(draw.choice(list(deal.legal_actions)))
        for card in review(deal).cards:
            before = fh.Deal.from_text(text).push_all(
                [found.play for found in review(deal).cards[: card.entry]]
            )
            was = beaten(before)
            before.push(card.play)
            assert card.loss == int(was != beaten(before))
            mistakes += card.loss
    assert mistakes > 5


def test_values_and_losses_add_up():
    """Between two sides the value changes with each mistake, by the tricks it cost, and never else."""
    for number in range(12):
        deal = played(fh.Rules(), 100 + number, "7H-SK P P P")
        found = review(deal)
        (series,) = found.series()
        contract = deal.contract
        assert (series.seats, series.target) == (contract.side, 7)
        assert [point.card for point in series.points] == list(range(41))
        value = series.points[0].low
        for card, point in zip(found.cards, series.points[1:], strict=True):
            value -= card.loss if card.seat in contract.side else -card.loss
            assert point.low == point.high == value
        assert value == sum(deal.tricks[seat] for seat in contract.side)
        assert sum(seat.lost for seat in found.seats) == sum(card.loss for card in found.cards) > 0


def test_series_of_other_deals():
    (misere,) = review(DEALS["misere"]()).series()
    assert (misere.seats, misere.target, misere.points[-1].low) == (frozenset((2,)), 0, 5)
    partners = review(DEALS["partners"](), max_nodes=200_000)
    found = {series.seats: series for series in partners.series()}
    sides = [frozenset(side) for side in partners.deal.rules.sides]
    for side in sides:
        assert found[side].points[-1].low == sum(partners.deal.tricks[seat] for seat in side)
    nil = next(seat for seat, bid in enumerate(partners.deal.bids) if bid.text == "NIL")
    assert found[frozenset((nil,))].target == 0
    for series in partners.series():
        steps = [point.card for point in series.points]
        assert steps == sorted(set(steps))
    whole = played(fh.Rules(players=5), 3, "7H-SK P P P P")
    (five,) = review(whole).series()
    assert five.points[-1].low == sum(whole.tricks[seat] for seat in whole.contract.side)


def test_a_deal_that_is_not_over():
    deal = fh.Deal.from_text(ENDING).push_all("H5; HK")
    found = review(deal)
    assert [(card.play.text, card.loss) for card in found.cards] == [("H5", 1), ("HK", 0)]
    assert [(point.card, point.low) for point in found.series()[0].points] == [(0, 8), (1, 7), (2, 7)]
    for deal in (fh.Deal.from_text(ENDING), fh.Deal(dealer=3, seed=1), fh.Deal(dealer=3).push_all("P P P P")):
        empty = review(deal)
        assert (empty.cards, empty.series(), empty.is_exact) == ((), (), True)
        assert empty.to_text() == "No card was played.\n"


def test_cards_on_the_table():
    """Two players with piles: a seat plays twice to a trick, tricks left are counted once."""
    deal = played(fh.Rules(players=2), 3, "7H-SK P")
    found = review(deal, max_nodes=300_000)
    sizes = [10 - card.trick for card in found.cards]
    assert [card.left for card in found.cards] == sizes
    assert len(found.cards) == 40
    late = [card for card in found.cards if card.trick >= 6]
    assert all(card.is_exact for card in late)
    assert {seat for card in found.cards for seat in card.objective.count} == {0, 1}
    assert found.series()[0].points[-1].low == deal.tricks[deal.contract.contractor]


# ---- budgets ---------------------------------------------------------------------------------------------


def test_out_of_nodes_only_bounds_are_said():
    """Never a wrong number: all that is said with a small budget holds with a large one."""
    deal = played(sp.Rules.preset("partners"), 8, "4 2 3 4")
    exact = review(deal)
    assert exact.is_exact
    for nodes in (1, 30, 1000):
        short = review(deal, max_nodes=nodes)
        assert not short.is_exact
        assert short.max_nodes == nodes
        for mine, whole in zip(short.cards, exact.cards, strict=True):
            assert mine.loss_low <= whole.loss <= mine.loss_high
            assert mine.before.low <= whole.before.low <= mine.before.high
            assert not mine.best or mine.best == whole.best
            assert mine.loss in (None, whole.loss)
        for series, other in zip(short.series(), exact.series(), strict=True):
            for point, real in zip(series.points, other.points, strict=True):
                assert point.low <= real.low <= point.high
        verdicts = exact.verdicts(3)
        assert all(verdicts[key] == verdict for key, verdict in short.verdicts(3).items())
        assert "only bounds are known" in short.to_text()
        assert sum(seat.unsure for seat in short.seats) == sum(not card.is_exact for card in short.cards)
    assert review(deal, max_nodes=1) == review(deal, max_nodes=1)


def test_out_of_time_the_first_cards_are_not_looked_at():
    deal = played(fh.Rules(), 1, "7H-SK P P P")
    none = review(deal, seconds=0.0)
    for card in none.cards:
        assert not card.best
        assert (card.before.low, card.before.high) == (0, card.left)
        assert card.is_exact == card.is_forced
    assert any(card.is_forced for card in none.cards)
    assert none.verdicts() == {}
    assert "  ?" in none.to_text()
    json.dumps(none.data())
    assert review(deal, seconds=600).cards == review(deal).cards


def test_a_first_trick_too_large_is_said_to_be():
    """Three hands of seventeen cards: what is not proven is bounds, the later tricks are exact."""
    deal = played(sp.Rules(), 4, "5 4 5")
    found = review(deal, max_nodes=50_000)
    assert not found.is_exact
    assert all(card.is_exact for card in found.cards if card.trick >= 9)


def test_progress():
    said = []
    review(
        fh.Deal.from_text(ENDING).push_all("H5; HK"), progress=lambda done, total: said.append((done, total))
    )
    assert said == [(1, 2), (2, 2)]


# ---- records ---------------------------------------------------------------------------------------------


def test_entries_of_a_record_that_takes_back():
    start = DealRecord.of(fh.Deal.from_text(ENDING))
    entries = (
        Move(action=Play("H5")),
        Move(action=Play("HK")),
        TakeBack(count=2),
        Move(action=Play("HA")),
        Move(action=Play("H7")),
        TakeBack(),
        Move(action=Play("HK")),
    )
    record = DealRecord(fields=start.fields, entries=entries)
    found = review(record, fh.Rules())
    assert [(card.entry, card.play.text) for card in found.cards] == [(3, "HA"), (6, "HK")]
    assert set(found.verdicts(5)) == {(5, 3), (5, 6)}
    of_deal = review(record.deal(fh.Rules()))
    assert [card.loss for card in of_deal.cards] == [card.loss for card in found.cards]
    assert found.deal == record.deal(fh.Rules())


def test_verdicts_fit_the_page():
    deal = DEALS["contract"]()
    found = review(deal)
    verdicts = found.verdicts()
    assert len(verdicts) == 40
    for card in found.cards:
        verdict = verdicts[0, card.entry]
        assert isinstance(verdict, CardVerdict)
        assert verdict.values == {play.text: result.low for play, result in card.values.items()}
        assert verdict.best == tuple(play.text for play in card.best)
        assert verdict.loss == card.loss
        step = deal.history[card.entry]
        assert (step.seat, step.action) == (card.seat, card.play)


def test_what_cannot_be_reviewed():
    hidden = DealRecord(fields=(("dealer", "0"), ("hands", "?|?|?|?"), ("kitty", "?")))
    with pytest.raises(RecordError, match="not known"):
        review(hidden, fh.Rules())
    with pytest.raises(TypeError, match="with its rules"):
        review(hidden)
    for bad in (3, ENDING, Record.of(fh.Deal.from_text(ENDING))):
        with pytest.raises(TypeError, match="a deal or the record of one"):
            review(bad)
    wrong = DealRecord(
        fields=DealRecord.of(fh.Deal.from_text(ENDING)).fields, entries=(Move(action=Play("C9")),)
    )
    with pytest.raises(RecordError, match="does not hold C9"):
        review(wrong, fh.Rules())


# ---- words, data, plots ----------------------------------------------------------------------------------


def test_the_table():
    found = review(fh.Deal.from_text(ENDING).push_all("H5; HK; H8; C5; CA; C9; S5; S9; H7; S7; S6; HA"))
    lines = found.to_text().splitlines()
    assert lines[0].split() == ["trick", "seat", "card", "tricks", "of", "before", "after", "lost", "instead"]
    assert lines[1].split() == ["1", "0", ">H5", "0+2", "8", "7", "1", "S9", "HA"]
    assert len(lines) == 1 + 12 + 1 + 5
    assert [line.split()[2] for line in lines[1:13]][1:4] == ["HK", "H8", "C5"]
    assert "forced" in lines[3]
    assert "♥5" in found.to_text(signs=True)
    assert str(found) == found.to_text().rstrip("\n")
    small = found.to_text(mistakes_only=True).splitlines()
    assert len(small) == 1 + len(found.mistakes) + 1 + 5
    good = review(fh.Deal.from_text(MISERE).push_all("C5; D5; C7")).to_text(mistakes_only=True)
    assert good.startswith("No card gave anything away.\n")
    over = review(fh.Deal.from_text(MISERE).push_all("C9; D5; C7"))
    assert [(card.play.text, card.best) for card in over.mistakes] == [("C9", (Play("C5"),))]


def test_the_data():
    found = review(fh.Deal.from_text(ENDING).push_all("H5; HK"), seconds=60)
    data = json.loads(json.dumps(found.data()))
    assert fh.Deal.from_text(data["deal"]) == found.deal
    assert (data["exact"], data["seconds"], data["max_nodes"]) == (True, 60, 10_000_000)
    first = data["cards"][0]
    assert (first["play"], first["seat"], first["lost"], first["best"]) == ("H5", 0, [1, 1], ["S9", "HA"])
    assert first["values"] == {"S9": [2, 2], "H5": [1, 1], "HA": [2, 2]}
    assert (first["before"], first["after"], first["won"], first["left"]) == ([2, 2], [1, 1], 6, 3)
    assert (first["count"], first["side"], first["forced"], first["entry"]) == ([0, 2], [0, 2], False, 0)
    assert data["seats"][0] == {"seat": 0, "cards": 1, "choices": 1, "mistakes": 1, "lost": 1, "unsure": 0}


def test_several_deals_added_up():
    found = [review(played(fh.Rules(), number, "7H-SK P P P")) for number in (1, 2)]
    total = add_up(found)
    for seat, row in enumerate(total):
        assert row.lost == sum(one.seats[seat].lost for one in found)
        assert row.cards == 20
    lines = summary_text(total, ("Ann", "Bo", "", "Di"))
    assert lines[0].split()[-1] == "player"
    assert lines[2].endswith("Bo")
    assert add_up([]) == ()


@pytest.mark.parametrize("name", ["contract", "misere", "partners", "no contract"])
def test_plots(tmp_path, name):
    """A picture with the lines, targets and marked cards; the same bytes each time."""
    pytest.importorskip("matplotlib")
    found = review(DEALS[name](), max_nodes=20_000)
    for suffix, start in (("png", b"\x89PNG"), ("svg", b"<?xml"))[name != "contract" :]:
        paths = [tmp_path / f"{number}.{suffix}" for number in range(1 + (name == "contract"))]
        for path in paths:
            found.to_plot(path, title="Ann & Bo <3")
        data = paths[0].read_bytes()
        assert data == paths[-1].read_bytes()
        assert data.startswith(start)
    text = (tmp_path / "0.svg").read_text()
    assert "Ann &amp; Bo &lt;3" in text
    assert text.count("gave tricks away") >= bool(found.mistakes)
    for card in found.mistakes:
        assert f"{card.seat}: {card.play.card.symbol}" in text
    for series in found.series():
        assert series.target is None or f": {series.target}" in text
    empty = review(fh.Deal(dealer=3, seed=1))
    empty.to_plot(tmp_path / "empty.svg")


def test_a_plot_needs_matplotlib(tmp_path, monkeypatch):
    """K-05: the error names the exact command; a wrong name is refused before."""
    found = review(fh.Deal.from_text(ENDING).push_all("H5"))
    with pytest.raises(ValueError, match=r"ends in \.png or \.svg"):
        found.to_plot(tmp_path / "plot.gif")
    for name in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def no_matplotlib(name, *args, **kwargs):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", no_matplotlib)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'tricktake\[plot\]'"):
        found.to_plot(tmp_path / "plot.png")
    assert not (tmp_path / "plot.png").exists()
