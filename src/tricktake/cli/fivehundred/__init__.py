"""Five Hundred on the command line.

Examples
--------
>>> FIVE_HUNDRED.read_rules("kitchen").to_text()
'kitchen'
"""

from __future__ import annotations

from tricktake.cli.fivehundred.analysis import perft_start, solve_rows, stage_words, table_of
from tricktake.cli.fivehundred.prompts import PROMPTS
from tricktake.cli.fivehundred.quiet import quiet_head, quiet_row
from tricktake.cli.fivehundred.transcript import FiveHundredTranscript, dealt_rows
from tricktake.cli.fivehundred.words import match_end
from tricktake.cli.game import GameCommands
from tricktake.cli.sides import running_score
from tricktake.cli.terminal import WIDTH, Terminal
from tricktake.fivehundred import PRESETS, Deal, Match, Rules

__all__ = ["FIVE_HUNDRED"]


def _new_match(rules: Rules, seed: int, dealer: int | None) -> Match:
    return Match(rules, seed=seed, dealer=dealer)


def _opening(terminal: Terminal, match: Match, told: bool) -> list[str]:
    if not told:
        return []
    lines = ["In tricks, > marks the card led and * the winner."]
    if match.rules.blind_misere:
        lines.append("Players look at their cards before they call, unless they bid blind.")
    return lines


def _after_deal(match: Match, deal: Deal, number: int) -> list[str]:
    return [f"After deal {number} {running_score(deal.rules.sides, match.scores)}."]


FIVE_HUNDRED: GameCommands[Rules, Deal, Match] = GameCommands(
    name="five-hundred",
    title="Five Hundred",
    width=WIDTH,
    presets=PRESETS,
    default="australian",
    read_rules=Rules.from_text,
    new_deal=Deal,
    read_deal=Deal.from_text,
    dealt_rows=dealt_rows,
    new_contest=_new_match,
    new_tourney=None,
    read_contest=Match.from_text,
    noun=lambda match: "match",
    opening=_opening,
    transcript=FiveHundredTranscript,
    prompts=PROMPTS,
    after_deal=_after_deal,
    milestone=lambda match: [],
    quiet_head=quiet_head,
    quiet_row=quiet_row,
    running=lambda match: running_score(match.rules.sides, match.scores),
    ending=lambda match: [match_end(match)],
    perft=perft_start,
    solve_table=table_of,
    solve_stage=stage_words,
    solve_rows=solve_rows,
)
"""Five Hundred for the commands."""
