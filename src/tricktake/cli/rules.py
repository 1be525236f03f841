"""``tricktake rules``: the rules chosen, in words, or what each preset changes."""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any

from tricktake._options import write_option
from tricktake.cli.arguments import UsageError, add_screen
from tricktake.cli.game import GameCommands
from tricktake.cli.games import add_game, add_rules, chosen_game, chosen_rules
from tricktake.cli.terminal import NARROW, Terminal

__all__ = ["add_arguments", "preset_lines", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["spades", "--list"]).list
    True
    """
    add_game(parser)
    add_rules(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--list", action="store_true", help="all presets, and what each changes")
    add_screen(output)


def run(args: argparse.Namespace) -> int:
    """Print rules.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    UsageError
        If the rules make no sense, or the arguments do not go together.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args("five-hundred --preset kitchen".split()))  # doctest: +ELLIPSIS
    Five Hundred, kitchen
    <BLANKLINE>
    Players: 4; seats 0 2 against seats 1 3.
    Pack: 43 cards, 10 to each player, 3 to the kitty.
    ...
    0
    """
    game, terminal = chosen_game(args), Terminal.of(args, width=NARROW)
    if args.list:
        if args.preset is not None or args.option:
            raise UsageError("--list names every preset, so --preset and --option do not go with it")
        terminal.line(f"Presets of {game.title}, and what each changes in the first", style="head")
        terminal.line()
        for line in preset_lines(game):
            terminal.paragraph(line, indent=" " * _indent(game))
        return 0
    rules = chosen_rules(game, args)
    terminal.paragraph(f"{game.title}, {rules.to_text()}", indent="  ", style="head")
    terminal.line()
    terminal.rules(rules.describe())
    return 0


def _indent(game: GameCommands[Any, Any, Any]) -> int:
    return max(map(len, game.presets)) + 4


def preset_lines(game: GameCommands[Any, Any, Any]) -> list[str]:
    """A line for each preset: its name, and the options that differ from the default.

    Parameters
    ----------
    game : GameCommands

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake.cli.games import GAMES
    >>> lines = preset_lines(GAMES["five-hundred"])
    >>> lines[0].split(), lines[2].split()
    (['australian', '(default)'], ['free_misere', 'misere_requires_7=False'])
    """
    default = game.presets[game.default]
    lines = []
    for name, rules in game.presets.items():
        changed = [
            f"{field.name}={_written(getattr(rules, field.name))}"
            for field in fields(rules)
            if getattr(rules, field.name) != getattr(default, field.name)
        ]
        words = ", ".join(changed) or ("(default)" if name == game.default else "(the same)")
        lines.append(f"  {name:<{_indent(game) - 4}}  {words}")
    return lines


def _written(value: object) -> str:
    """The value of an option as it can be given."""
    if isinstance(value, frozenset):
        return "+".join(sorted([str(member) for member in value])) or "none"
    return write_option(value)
