"""Spades on the command line, cutthroat and partnership.

Examples
--------
>>> SPADES.read_rules("partners").sides
((0, 2), (1, 3))
"""

from __future__ import annotations

from tricktake.cli.game import GameCommands
from tricktake.cli.spades.analysis import perft_start, solve_rows, stage_words, table_of
from tricktake.cli.spades.prompts import PROMPTS
from tricktake.cli.spades.table import quiet_head, quiet_row
from tricktake.cli.spades.tourney import (
    SpadesContest,
    TourneyTable,
    current_game,
    draw_words,
    ending,
    milestone,
    read_contest,
    running,
)
from tricktake.cli.spades.transcript import SpadesTranscript, dealt_rows
from tricktake.cli.spades.words import sixes_words
from tricktake.cli.terminal import NARROW, Terminal
from tricktake.spades import PRESETS, Deal, Game, Rules, Tourney

__all__ = ["SPADES"]


def _new_game(rules: Rules, seed: int, dealer: int | None) -> Game:
    return Game(rules, seed=seed, dealer=dealer)


def _new_tourney(rules: Rules, seed: int, dealer: int | None) -> TourneyTable:
    return TourneyTable(Tourney(rules, seed=seed, dealer=0 if dealer is None else dealer))


def _opening(terminal: Terminal, contest: SpadesContest, told: bool) -> list[str]:
    lines = []
    if isinstance(contest, TourneyTable) and not contest.deals and contest.tourney.seating.rounds:
        lines.append(draw_words(terminal, contest.tourney))
    if told:
        lines.append("In tricks, > marks the card led and * the winner; tricks won are on the right.")
    return lines


def _after_deal(contest: SpadesContest, deal: Deal, number: int) -> list[str]:
    sixes = sixes_words(deal.rules, deal.blind_sixes)
    return [sixes] if sixes else []


def _quiet_row(terminal: Terminal, contest: SpadesContest, deal: Deal, number: int) -> str:
    game = current_game(contest)
    assert game is not None
    return quiet_row(game.scores, deal, number)


SPADES: GameCommands[Rules, Deal, SpadesContest] = GameCommands(
    name="spades",
    title="Spades",
    width=lambda rules: NARROW,
    presets=PRESETS,
    default="official",
    read_rules=Rules.from_text,
    new_deal=Deal,
    read_deal=Deal.from_text,
    dealt_rows=dealt_rows,
    table_lines=lambda terminal, deal: [],
    new_contest=_new_game,
    new_tourney=_new_tourney,
    read_contest=read_contest,
    recorded=lambda contest: contest.tourney if isinstance(contest, TourneyTable) else contest,
    noun=lambda contest: "tourney" if isinstance(contest, TourneyTable) else "game",
    opening=_opening,
    transcript=SpadesTranscript,
    prompts=PROMPTS,
    after_deal=_after_deal,
    milestone=milestone,
    quiet_head=quiet_head,
    quiet_row=_quiet_row,
    running=running,
    ending=ending,
    perft=perft_start,
    solve_table=table_of,
    solve_stage=stage_words,
    solve_rows=solve_rows,
)
"""Spades for the commands."""
