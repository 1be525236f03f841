"""The scoresheet of a match, a game or a tourney: a row for every deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake._checks import whole
from tricktake.actions import BidKind
from tricktake.errors import SetupError
from tricktake.state import Phase
from tricktake.svg._draw import Svg
from tricktake.svg._grid import Cell, Column, Grid, Span, draw_grid
from tricktake.svg._options import names_of, short, theme_of, title_of
from tricktake.svg._words import Label, call_label, contract_label, points
from tricktake.svg.theme import Theme

__all__ = ["scoresheet"]

Scored: TypeAlias = "fh.Match | sp.Game | sp.Tourney"
_Row: TypeAlias = "list[Cell | None]"
_NILS = (BidKind.NIL, BidKind.BLIND_NIL)


def scoresheet(
    match: Scored,
    *,
    rows: int = 100,
    names: Sequence[str] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw the scores of a match, a game or a tourney, a row for every deal.

    Parameters
    ----------
    match : Match, Game or Tourney
        Of Five Hundred: contract, tricks of the side that played it, points and running score of each side.
        Of spades: for each side bids, tricks, points, bags and running score; in a tourney game by game. The
        deal in progress has a row too. No card is shown.
    rows : int, default 100, keyword only
        How many rows there are at most; of a longer match the last ones. 1 to 1,000.
    names : sequence of str, optional, keyword only
        What the seats are called, from seat 0.
    size, theme, four_colour, title
        As for :func:`table`.

    Returns
    -------
    Svg

    Raises
    ------
    SetupError
        If there are too many or too few names, or a number is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, svg
    >>> match = fh.Match(seed=500, dealer=3)
    >>> _ = match.next_deal().push_all("P P P P")
    >>> _ = match.next_deal()
    >>> svg.scoresheet(match).count("data-row")
    2
    """
    if not isinstance(match, (fh.Match, sp.Game, sp.Tourney)):
        raise TypeError(f"a match, a game or a tourney is needed, not {type(match).__name__}")
    most = whole("rows", rows)
    if not 1 <= most <= 1000:
        raise SetupError(f"rows must be 1 to 1000; got {most}")
    called = names_of(names, match.rules.players)
    sides = [side_words(called, side) for side in match.rules.sides]
    if isinstance(match, sp.Tourney):
        heading, listed = "Spades, a tourney", _tourney_rows(match, called, sides)
    elif isinstance(match, sp.Game):
        heading, listed = "Spades", _game_rows(match, called, 0)
    else:
        heading, listed = "Five Hundred", _match_rows(match, called)
    foot = [_outcome(match, sides)]
    if len(listed) > most:
        foot.append(f"{len(listed) - most} rows before these are left out")
        listed = listed[-most:]
    head = _fh_columns() if isinstance(match, fh.Match) else _sp_columns()
    per_side = (
        ("points", "total") if isinstance(match, fh.Match) else ("bid", "won", "points", "bags", "total")
    )
    columns, spans = list(head), []
    for side in sides:
        spans.append(Span(side, len(columns), len(per_side)))
        columns += [Column(name, "end", 34) for name in per_side]
    if not listed:
        listed = [[Cell(Label("no deal yet"), "quiet")]]
    grid = Grid(heading=Label(heading), columns=columns, spans=spans, rows=listed, foot=foot)
    words = title_of(title, f"scoresheet, {heading}: {foot[0]}")
    return draw_grid(grid, theme_of(theme, four_colour), title=words, size=size)


def side_words(names: Sequence[str], side: Sequence[int]) -> str:
    """What a side is called: its players."""
    return " + ".join([short(names[seat]) for seat in side])


def _outcome(match: Scored, sides: Sequence[str]) -> str:
    """How it stands, or who has won."""
    if match.winners is None:
        found = match.tokens if isinstance(match, sp.Tourney) else match.scores
        what = "tokens" if isinstance(match, sp.Tourney) else "points"
        standing = ", ".join([f"{side} {points(n)}" for side, n in zip(sides, found, strict=True)])
        return f"{what}: {standing}"
    won = " and ".join([sides[at] for at in sorted(match.winners)])
    return f"won by {won}" if won else "nobody has won"


def _fh_columns() -> tuple[Column, ...]:
    return Column("", "end"), Column("dealer"), Column("contract"), Column("tricks", "end"), Column("")


def _match_rows(match: fh.Match, names: Sequence[str]) -> list[_Row]:
    rows = [_before(match.first_scores, 5, 2)] if any(match.first_scores) else []
    winners = match.winners or frozenset()
    deals = match.deals
    for number, deal in enumerate(deals, 1):
        row: _Row = [Cell(Label(str(number)), "quiet"), Cell(Label(short(names[deal.dealer])))]
        contract = deal.contract
        if contract is not None:
            row.append(Cell(contract_label(contract, f" by {short(names[contract.contractor])}")))
        elif deal.phase is Phase.OVER:
            row.append(Cell(Label("all passed" if deal.high is None else "thrown in"), "quiet"))
        else:
            row.append(Cell(Label("in the auction" if deal.phase is Phase.AUCTION else "none"), "quiet"))
        if not deal.is_over:
            row += [None, Cell(Label("in progress"), "quiet"), *[None] * (2 * len(match.rules.sides))]
            rows.append(row)
            continue
        score = deal.score()
        if contract is None:
            row += [None, None]
        else:
            won = sum([score.tricks[seat] for seat in contract.side])
            row += [
                Cell(Label(f"{won} of {contract.target}" if contract.target else str(won))),
                Cell(Label("made" if score.made else "lost"), "good" if score.made else "bad"),
            ]
        for at, (before, new) in enumerate(zip(deal.scores, score.points, strict=True)):
            row += [_signed(new), _total(before + new, number == len(deals) and at in winners)]
        rows.append(row)
    return rows


def _before(scores: Sequence[int], lead: int, per_side: int) -> _Row:
    """A row with the scores a match began with."""
    row: _Row = [None] * (lead - 1) + [Cell(Label("before"), "quiet")]
    for score in scores:
        row += [None] * (per_side - 1) + [_total(score, False)]
    return row


def _signed(number: int) -> Cell:
    return Cell(Label(f"+{number}" if number > 0 else points(number)), "bad" if number < 0 else "ink")


def _total(number: int, won: bool) -> Cell:
    return Cell(Label(points(number)), "ink", bold=True, mark=won)


def _sp_columns() -> tuple[Column, ...]:
    return Column("", "end"), Column("dealer")


def _game_rows(game: sp.Game, names: Sequence[str], number: int) -> list[_Row]:
    rows = [_before(game.first_scores, 2, 5)] if any(game.first_scores) else []
    winners = game.winners or frozenset()
    deals = game.deals
    for at, deal in enumerate(deals, 1):
        row: _Row = [Cell(Label(str(number + at)), "quiet"), Cell(Label(short(names[deal.dealer])))]
        score = deal.score() if deal.is_over else None
        for side, seats in enumerate(game.rules.sides):
            row += _side_cells(deal, score, side, seats, at == len(deals) and side in winners)
        rows.append(row)
    return rows


def _side_cells(deal: sp.Deal, score: sp.Score | None, side: int, seats: Sequence[int], won: bool) -> _Row:
    """Bids, tricks, points, bags and total of a side in a deal."""
    bids = [deal.bids[seat] for seat in seats]
    said = " + ".join(["?" if bid is None else call_label(bid).text for bid in bids])
    taken = " + ".join([str(deal.tricks[seat]) for seat in seats])
    cells: _Row = [Cell(Label(said))]
    if score is None:
        return [*cells, Cell(Label(taken), "quiet"), None, None, None]
    made = all(score.made[seat] for seat in seats)
    return [
        *cells,
        Cell(Label(taken), "good" if made else "bad"),
        _signed(score.points[side]),
        Cell(Label(str(score.bags[side]))),
        _total(deal.scores[side] + score.points[side], won),
    ]


def _tourney_rows(tourney: sp.Tourney, names: Sequence[str], sides: Sequence[str]) -> list[_Row]:
    rows: list[_Row] = []
    tokens = list(tourney.first_tokens)
    played = 0
    for number, game in enumerate(tourney.games, 1):
        winner = game.winner
        if winner is not None:
            tokens[winner] += 1
            has = f"{sides[winner]} wins and has {tokens[winner]} of {tourney.rules.wins_needed} tokens"
        else:
            has = "in progress"
        rows.append([Cell(Label(f"Game {number}: {has}"), "ink", bold=True)])
        rows += _game_rows(game, names, played)
        played += len(game.deals)
    return rows
