"""Games and presets by name: the one that is asked for is the one that is made (P-16)."""

from __future__ import annotations

import pytest

from cli.run import inline
from tricktake import GameError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.cli.games import GAMES

KINDS = {"five-hundred": fh, "spades": sp}


def test_p_16_every_game_is_what_its_name_says() -> None:
    """A deal of the game begins with the game's own name."""
    assert set(GAMES) == set(KINDS)
    for name in GAMES:
        code, output, _ = inline("deal", name, "--seed", "1", "--text")
        assert code == 0
        assert f"{name}/1 " in output
        assert GAMES[name].name == name


@pytest.mark.parametrize("name", list(KINDS))
def test_p_16_every_preset_is_what_its_name_says(name: str) -> None:
    """Rules of a preset write its name, and read from the name they are equal."""
    game = KINDS[name]
    texts = set()
    for preset in game.PRESETS:
        rules = game.Rules.preset(preset)
        assert rules == game.PRESETS[preset] == game.Rules.from_text(preset)
        assert rules.to_text().split(",")[0] in game.PRESETS
        assert game.Rules.from_text(rules.to_text()) == rules
        texts.add(rules.to_text())
    assert len(texts) == len(set(game.PRESETS.values()))


@pytest.mark.parametrize("wrong", ["spade", "Spades", "five hundred", "fivehundred", ""])
def test_p_16_other_names_of_games_are_refused(wrong: str) -> None:
    code, _, errors = inline("deal", wrong, "--seed", "1")
    assert code == 2
    assert "five-hundred, spades" in errors


@pytest.mark.parametrize("name", list(KINDS))
def test_p_16_other_names_of_presets_are_refused_with_near_ones(name: str) -> None:
    """A letter too many, too few, or another case."""
    game = KINDS[name]
    for preset in game.PRESETS:
        for wrong in (preset[:-1], preset + "x", preset.upper()):
            if wrong in game.PRESETS:
                continue
            with pytest.raises(GameError, match="there is no preset"):
                game.Rules.preset(wrong)
