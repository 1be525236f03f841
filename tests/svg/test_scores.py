"""Scoresheets, travellers and solver tables: their numbers are those of the game."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from svg.reading import Box, Drawing, draw, play_on, text_box
from tricktake import Phase, SetupError, Strain, arena, bots, solve, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp


def rows(drawing: Drawing) -> list[list[str]]:
    """The texts of each row."""
    found = [element for element in drawing.root.iter() if "data-row" in element.attrib]
    return [[part.text or "" for part in row.iter() if part.tag.endswith("text")] for row in found]


def number(text: str) -> int:
    """A number as it is shown."""
    return int(text.replace("−", "-"))


def play_out(deal: fh.Deal | sp.Deal, seed: int) -> None:
    """Play a deal to its end by chance."""
    chance = random.Random(seed)
    while not deal.is_over:
        play_on(deal, chance)


def played(match: fh.Match | sp.Game, most: int) -> None:
    """Play some deals of a match."""
    for at in range(most):
        if match.is_over:
            return
        play_out(match.next_deal(), at)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_match_of_five_hundred(players: int) -> None:
    """A row a deal: points and running scores of every side, as the match counts them."""
    rules = fh.Rules(players=players, misere_requires_7=False)
    match = fh.Match(rules, seed=players, dealer=0, scores=[20] * len(rules.sides))
    played(match, 5)
    listed = rows(draw(svg.scoresheet(match)))
    sides = len(rules.sides)
    assert listed[0] == ["before", *["20"] * sides]
    assert len(listed) == len(match.deals) + 1
    for at, (row, deal) in enumerate(zip(listed[1:], match.deals, strict=True), 1):
        assert row[0] == str(at)
        assert row[1] == f"Seat {deal.dealer}"
        score = deal.score()
        numbers = [number(text) for text in row[-2 * sides :]]
        assert tuple(numbers[::2]) == score.points
        assert tuple(numbers[1::2]) == tuple(
            before + new for before, new in zip(deal.scores, score.points, strict=True)
        )
        if deal.contract is not None:
            assert ("made" in row, "lost" in row) == (bool(score.made), not score.made)
        else:
            assert "all passed" in row
    assert tuple(number(text) for text in listed[-1][-2 * sides :][1::2]) == match.scores


@pytest.mark.parametrize("rules", [sp.Rules(), sp.Rules.partners_500(), sp.Rules.five_2_jokers()])
def test_game_of_spades(rules: sp.Rules) -> None:
    """For every side bids, tricks, points, bags and running score."""
    game = sp.Game(rules, seed=3, dealer=1)
    played(game, 4)
    listed = rows(draw(svg.scoresheet(game)))
    for row, deal in zip(listed, game.deals, strict=True):
        score = deal.score()
        cells = row[2:]
        assert len(cells) == 5 * len(rules.sides)
        for side, seats in enumerate(rules.sides):
            bid, won, new, bags, total = cells[5 * side : 5 * side + 5]
            assert len(bid.split(" + ")) == len(seats)
            assert [int(part) for part in won.split(" + ")] == [deal.tricks[seat] for seat in seats]
            assert number(new) == score.points[side]
            assert int(bags) == score.bags[side]
            assert number(total) == deal.scores[side] + score.points[side]
    drawing = draw(svg.scoresheet(game))
    if game.winners is None:
        assert any(text.startswith("points: ") for text in drawing.texts)


def test_tourney() -> None:
    """Each game has a heading with its winner, then its deals; the tokens stand below."""
    rules = sp.Rules.short_limit5(target=40)
    tourney, bot = sp.Tourney(rules, seed=5), bots.make_bot("heuristic", 1)
    while len(tourney.games) < 2:
        game = tourney.next_game()
        while not game.is_over:
            deal = game.next_deal()
            while not deal.is_over:  # no player by chance would ever win
                deal.push(bot.choose(deal.view(deal.turn or 0)))
    tourney.next_game().next_deal()
    names = ["Ann", "Bob", "Cem"]
    drawing = draw(svg.scoresheet(tourney, names=names))
    listed = rows(drawing)
    heads = [row[0] for row in listed if len(row) == 1]
    winners = [game.winner for game in tourney.games[:2]]
    assert [head.split(":")[0] for head in heads] == ["Game 1", "Game 2", "Game 3"]
    for head, winner in zip(heads, winners, strict=False):
        assert winner is not None
        assert f": {names[winner]} wins" in head
    assert heads[2].endswith("in progress")
    assert len(listed) == 3 + sum(len(game.deals) for game in tourney.games)
    tokens = ", ".join(f"{name} {count}" for name, count in zip(names, tourney.tokens, strict=True))
    assert f"tokens: {tokens}" in drawing.texts


def test_match_in_progress_and_before_its_first_deal() -> None:
    """The deal in progress has a row without points; no deal at all is said so."""
    match = fh.Match(seed=500, dealer=3)
    assert rows(draw(svg.scoresheet(match))) == [["no deal yet"]]
    match.next_deal()
    assert rows(draw(svg.scoresheet(match))) == [["1", "Seat 3", "in the auction", "in progress"]]
    match.push("7H")
    assert match.deal is not None
    match.deal.push_all("P P P")
    assert rows(draw(svg.scoresheet(match)))[0][2:4] == ["7", "by Seat 0"]


def test_winner_is_said_and_marked() -> None:
    """A match that is over says who has won."""
    match = fh.Match(fh.Rules(target=10, win_rule="any", misere_requires_7=False), seed=1, dealer=0)
    played(match, 60)
    assert match.winners
    drawing = draw(svg.scoresheet(match, names=["Ann", "Bob", "Cem", "Dee"]))
    sides = ["Ann + Cem", "Bob + Dee"]
    assert f"won by {' and '.join(sides[at] for at in sorted(match.winners))}" in drawing.texts
    assert drawing.text.count(f'fill="{svg.LIGHT.mark}"') == len(match.winners)


def test_long_matches_show_their_last_rows() -> None:
    """What is left out is said."""
    match = fh.Match(seed=500, dealer=3)
    for _ in range(30):
        match.next_deal().push_all("P P P P")
    drawing = draw(svg.scoresheet(match, rows=10))
    assert [row[0] for row in rows(drawing)] == [str(at) for at in range(21, 31)]
    assert "20 rows before these are left out" in drawing.texts


def finished(seed: int, rules: fh.Rules | None = None) -> fh.Deal:
    """The same cards every time, played to the end by another chance."""
    deal = fh.Deal(rules, dealer=3, seed=500)
    play_out(deal, seed)
    return deal


def test_traveller_of_deals() -> None:
    """A row a table; the comparison is that of results, and adds up to nothing."""
    tables = [finished(seed) for seed in range(5)]
    drawing = draw(svg.traveller(tables, board=12))
    assert "Board 12" in drawing.texts
    listed = rows(drawing)
    results = [Fraction(deal.score().points[0] - deal.score().points[1]) for deal in tables]
    for row, deal, result in zip(listed, tables, results, strict=True):
        mine, compared, theirs, theirs_compared = row[-4:]
        assert (number(mine), number(theirs)) == deal.score().points
        expected = result - (sum(results) - result) / (len(tables) - 1)
        assert float(compared.replace("−", "-")) == pytest.approx(float(expected), abs=0.051)
        assert compared.lstrip("+−") == theirs_compared.lstrip("+−")
    assert draw(svg.traveller(tables)).things == []


def test_traveller_of_one_table_compares_nothing() -> None:
    """There is nobody to compare it with."""
    (row,) = rows(draw(svg.traveller([finished(1)])))
    assert row[-1] == row[-3] == "0"


def test_traveller_of_spades() -> None:
    """Bids and tricks of all seats."""
    tables = []
    for seed in range(3):
        deal = sp.Deal(dealer=2, seed=500)
        play_out(deal, seed)
        tables.append(deal)
    names = [["Ann", "Bob", "Cem"], ["Dee", "Eve", "Fay"], ["Gus", "Hal", "Ida"]]
    listed = rows(draw(svg.traveller(tables, names=names)))
    for row, deal, who in zip(listed, tables, names, strict=True):
        assert row[1] == " / ".join(who)
        assert row[3] == ", ".join(map(str, deal.tricks))
        assert tuple(number(text) for text in row[-6::2]) == deal.score().points


def test_traveller_refuses_other_boards() -> None:
    """Other cards, another dealer, other rules."""
    first = finished(1)
    other = fh.Deal(dealer=3, seed=501)
    play_out(other, 1)
    for bad in (other, finished(1, fh.Rules(deck4=45))):
        with pytest.raises(SetupError, match="deal 1 has other cards"):
            svg.traveller([first, bad])
    with pytest.raises(SetupError, match="names for 1 tables"):
        svg.traveller([first], names=[["a"] * 4, ["b"] * 4])


@pytest.mark.parametrize("whole", [False, True])
def test_traveller_of_an_arena(whole: bool) -> None:
    """A row for each seating of a board, with the points the report keeps."""
    report = arena.play(fh.Rules(), ["random", "random:bid=0.5"], boards=3, seed=5, whole=whole, cap=3)
    for board in report.boards:
        listed = rows(draw(svg.traveller(report, board=board.number)))
        assert len(listed) == len(report.setup.seatings)
        for row, result in zip(listed, board.results, strict=True):
            assert tuple(number(text) for text in row[-4::2]) == result.scores
    assert svg.traveller(report) == svg.traveller(report, board=0)
    with pytest.raises(SetupError, match="no board 3"):
        svg.traveller(report, board=3)


ENDING = (
    "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    "contract=6H contractor=0 tricks=5,1,2,0"
)


def test_solution() -> None:
    """Each play has its tricks under it, the best ones are framed, and the line follows."""
    deal = fh.Deal.from_text(ENDING)
    found = solve(deal)
    drawing = draw(svg.solution(found))
    assert drawing.cards() == [play.card.name for play in found.moves]
    assert drawing.cards(again=True) == [play.card.name for play in found.line]
    assert drawing.text.count(f'stroke="{svg.LIGHT.good}"') == len(found.best)
    assert "1 trick for seats 0 and 2" in drawing.texts
    for play, result in found.moves.items():
        part = drawing.text.split(f'data-move="{play.text}"')[1].split("data-move")[0]
        assert f">{result.value}</text>" in part
    for box in drawing.boxes:
        assert drawing.box.holds(box)


def test_solution_of_bounds_only() -> None:
    """Without the means to find the number, what is proven is shown."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H; P; 8H; P; P; put S8 C7 C8")
    found = solve(deal, max_nodes=1)
    assert not found.is_exact
    drawing = draw(svg.solution(found))
    assert f"{found.low} to {found.high} tricks for seats 0 and 2" in drawing.texts
    assert solve(deal, moves=False, target=1, max_nodes=10**6) is not None
    bare = solve(fh.Deal.from_text(ENDING), moves=False, line=False)
    assert draw(svg.solution(bare)).things == []


def test_strains() -> None:
    """Every number of the table, and every misère, in its row and column."""
    deal = fh.Deal(dealer=3, seed=500)
    found = fh.solve_table(deal)
    listed = rows(draw(svg.strains(found)))
    for row, (strain, tricks) in zip(listed, found.rows(), strict=False):
        cells = row[1:] if strain is Strain.NO_TRUMP else row
        assert tuple(map(int, cells)) == tricks
    assert listed[-1] == ["misère", *["made" if found.misere[seat] else "lost" for seat in range(4)]]


def test_lists_keep_their_columns_apart() -> None:
    """No text of a row runs into the next, with names of any width."""
    match = fh.Match(fh.Rules(players=6, misere_requires_7=False), seed=6, dealer=0)
    played(match, 4)
    for name in ("W" * 40, "Maximilian the Second of Somewhere", "張偉張偉張偉張偉張偉"):
        for text in (
            svg.scoresheet(match, names=[name] * 6),
            svg.auction(match.deals[0], names=[name] * 6),
        ):
            drawing = draw(text)
            by_line: dict[float, list[Box]] = {}
            for box in drawing.boxes:
                assert drawing.box.holds(box)
            for element in drawing.root.iter():
                if element.tag.endswith("text"):
                    box = text_box(element)
                    by_line.setdefault(box.bottom, []).append(box)
            for boxes in by_line.values():
                boxes.sort(key=lambda box: box.x)
                for one, other in pairwise(boxes):
                    assert one.right <= other.x + 0.02
    assert match.deals[0].phase is Phase.OVER
