"""``tricktake rules``: rules in words, lists of presets, and mistakes."""

import re

import pytest

from cli.run import inline
from tricktake import fivehundred as fh
from tricktake import spades as sp

GAMES = {"five-hundred": fh, "spades": sp}
PRESETS = [(game, name) for game, module in GAMES.items() for name in module.PRESETS]


def run(*args, **options):
    code, out, err = inline("rules", *args, **options)
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_rules_in_words(game, preset):
    """The head names game and preset; below it stand the words of ``describe``, filled anew."""
    out = run(game, "--preset", preset)
    head, blank, *rest = out.splitlines()
    assert head == f"{game.replace('-', ' ').title()}, {preset}"
    assert blank == ""
    assert " ".join(" ".join(rest).split()) == " ".join(GAMES[game].Rules.preset(preset).describe().split())
    assert max(map(len, out.splitlines())) <= 79
    assert not re.search(r"[ \t]$", out, re.MULTILINE)


def test_the_default_and_options():
    assert run("spades").startswith("Spades, official\n\nPlayers: 3;")
    assert run("five-hundred").startswith("Five Hundred, australian\n\nPlayers: 4;")
    out = run("five-hundred", "--preset", "american", "--option", "deck4=43")
    assert out.startswith("Five Hundred, american,deck4=43\n")
    out = run("spades", "--option", "players=5", "--option", "jokers=2")
    assert out.startswith("Spades, five_2_jokers\n")


@pytest.mark.parametrize("game", GAMES)
def test_the_list_says_what_each_preset_changes(game):
    """Every preset is the default with the listed options changed."""
    out = run(game, "--list")
    assert max(map(len, out.splitlines())) <= 79
    listed = re.sub(r"\n {5,}", " ", out).splitlines()[2:]
    rules = GAMES[game].Rules
    found = {}
    for line in listed:
        name, changes = line.split(maxsplit=1)
        options = [] if changes == "(default)" else changes.split(", ")
        found[name] = rules.from_text(",".join([next(iter(GAMES[game].PRESETS)), *options]))
    assert found == dict(GAMES[game].PRESETS)
    assert list(found) == list(GAMES[game].PRESETS)


def test_ascii():
    code, out, err = inline("rules", "five-hundred", encoding="ascii")
    assert (code, err) == (0, "")
    assert "misere" in out
    assert run("five-hundred", "--ascii").isascii()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "game"),
        (["spads"], "did you mean 'spades'?"),
        (["spades", "--preset", "oficial"], "did you mean 'official'?"),
        (["spades", "--preset", "australian"], "presets are official"),
        (["spades", "--option", "jokers=2"], "jokers"),
        (["spades", "--option", "bag_limt=5"], "did you mean 'bag_limit'?"),
        (["spades", "--list", "--preset", "four"], "--list"),
        (["spades", "--lst"], "--lst"),
    ],
)
def test_mistakes_are_one_line(args, words):
    code, out, err = inline("rules", *args)
    assert (code, out) == (2, "")
    assert err.startswith("tricktake: ")
    assert err.count("\n") == 1
    assert words in err
