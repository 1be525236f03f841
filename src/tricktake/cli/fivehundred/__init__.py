"""Five Hundred on the command line.

Examples
--------
>>> FIVE_HUNDRED.read_rules("kitchen").to_text()
'kitchen'
"""

from __future__ import annotations

import textwrap

from tricktake.cli.fivehundred.analysis import perft_start, solve_rows, stage_words, table_of
from tricktake.cli.fivehundred.prompts import PROMPTS
from tricktake.cli.fivehundred.quiet import quiet_head, quiet_row
from tricktake.cli.fivehundred.tables import table_lines
from tricktake.cli.fivehundred.transcript import FiveHundredTranscript, dealt_rows
from tricktake.cli.fivehundred.words import match_end, standing
from tricktake.cli.game import GameCommands
from tricktake.cli.terminal import NARROW, WIDTH, Terminal
from tricktake.fivehundred import PRESETS, Deal, Match, Rules

__all__ = ["FIVE_HUNDRED"]


def _width(rules: Rules) -> int:
    return WIDTH if rules.players == 4 else NARROW


def _new_match(rules: Rules, seed: int, dealer: int | None) -> Match:
    return Match(rules, seed=seed, dealer=dealer)


def _opening(terminal: Terminal, match: Match, told: bool) -> list[str]:
    if not told:
        return []
    lines = ["In tricks, > marks the card led and * the winner."]
    if match.rules.has_tables:
        lines.append(
            "A trick has a card from each hand and each table; the card under one played from a table "
            "is turned up after the trick."
        )
    if match.rules.looks:
        lines.append("Players look at their cards before they call, unless they bid blind.")
    return lines


def _after_deal(match: Match, deal: Deal, number: int) -> list[str]:
    said = f"After deal {number} {standing(deal.rules.sides, match.scores)}."
    return textwrap.wrap(said, _width(deal.rules), subsequent_indent="  ")


FIVE_HUNDRED: GameCommands[Rules, Deal, Match] = GameCommands(
    name="five-hundred",
    title="Five Hundred",
    width=_width,
    presets=PRESETS,
    default="australian",
    read_rules=Rules.from_text,
    new_deal=Deal,
    read_deal=Deal.from_text,
    dealt_rows=dealt_rows,
    table_lines=table_lines,
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
    running=lambda match: standing(match.rules.sides, match.scores),
    ending=lambda match: [match_end(match)],
    perft=perft_start,
    solve_table=table_of,
    solve_stage=stage_words,
    solve_rows=solve_rows,
)
"""Five Hundred for the commands."""
