"""The situations are well-formed, their page is in step, and the bots get their shares of them right."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.situations import PAGE, Situation, SituationError, ask, load_situations, page_with_tables
from tricktake import CardSet, parse_action
from tricktake.bots import BOTS, Heuristic, Random, make_bot

SITUATIONS = load_situations()
LEAST = {"five-hundred": 36, "spades": 30}
MEASURED = {"five-hundred": 0.84, "spades": 0.70}
"""Share of the situations the heuristic player gets right."""
MARGIN = 0.05
MORE_BOTS = ("sampling:worlds=20",)
"""Specs of bots that are asked too if they exist."""


@pytest.mark.parametrize("case", SITUATIONS, ids=lambda case: case.id)
def test_situation_is_well_formed(case: Situation) -> None:
    """The position reads, the seat is to act, and every listed action is legal."""
    case.check()


def test_ids_stand_once_and_both_games_are_covered() -> None:
    assert len({case.id for case in SITUATIONS}) == len(SITUATIONS)
    assert len({case.position for case in SITUATIONS}) == len(SITUATIONS)
    for game, least in LEAST.items():
        assert sum(case.game == game for case in SITUATIONS) >= least


def _changed(**values: object) -> Situation:
    case = next(case for case in SITUATIONS if case.good and case.game == "five-hundred")
    return dataclasses.replace(case, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"game": "spades"}, "of another game"),
        ({"game": "whist"}, "no game 'whist'"),
        ({"topic": "luck"}, "no topic 'luck'"),
        ({"seat": 9}, "is to act, not 9"),
        ({"good": ("17",)}, "17 is no legal action"),
        ({"good": (), "bad": ()}, "nothing is said"),
        ({"good": ("P",), "bad": ("P",)}, "listed twice"),
        ({"good": (), "bad": (), "put": CardSet("SA")}, "in an exchange only"),
        ({"position": "five-hundred/1 rules=australian"}, "needs dealer|dealer"),
        ({"title": "two | columns"}, "holds a bar"),
        ({"source": ""}, "source is no line"),
    ],
)
def test_what_is_wrong_with_a_situation_is_said(values: dict[str, object], why: str) -> None:
    with pytest.raises(SituationError, match=why):
        _changed(**values).check()


def test_a_misspelt_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "situations.toml"
    path.write_text('[[situation]]\nid = "x"\nanswer = "P"\n', encoding="utf-8")
    with pytest.raises(SituationError, match="x: unknown keys answer"):
        load_situations(path)


def test_right_and_wrong_answers() -> None:
    put = next(case for case in SITUATIONS if case.put)
    assert any(put.is_right(action) for action in put.view().legal_actions)
    listed = _changed(good=("P",), bad=())
    assert listed.is_right(parse_action("P"))
    assert not listed.is_right(parse_action("7H"))
    barred = _changed(good=(), bad=("P",))
    assert not barred.is_right(parse_action("P"))
    assert barred.is_right(parse_action("7H"))


def test_the_page_is_in_step_with_the_data() -> None:
    """``python tests/bots/situations.py`` writes the tables of the page."""
    page = PAGE.read_text(encoding="utf-8")
    assert page_with_tables(page, SITUATIONS) == page
    with pytest.raises(SituationError, match="no marks"):
        page_with_tables("# A page without tables", SITUATIONS)


def test_every_source_is_explained() -> None:
    """The page says what the short names stand for, and no name that is not used."""
    names = set(
        re.findall(r"^\| ([^|`]+) \| ", PAGE.read_text(encoding="utf-8").partition("## Sources")[2], re.M)
    )
    names.discard("name")
    cited = {part.strip() for case in SITUATIONS for part in case.source.split(";")}
    assert [part for part in cited if not part.startswith(tuple(names))] == []
    assert [name for name in names if not any(part.startswith(name) for part in cited)] == []


def test_shares_of_the_bots(record_property: Callable[[str, object], None]) -> None:
    """How many situations each bot gets right; the heuristic far more than chance would."""
    bots = [Heuristic(), Random(seed=1)]
    bots += [make_bot(spec, seed=1) for spec in MORE_BOTS if spec.partition(":")[0] in BOTS]
    results = {bot.name: ask(bot, SITUATIONS) for bot in bots}
    for name, result in results.items():
        print(result)
        record_property(name, str(result))
    for game, least in MEASURED.items():
        assert results["heuristic"].share(game) >= least - MARGIN, results["heuristic"]
        assert results["random"].share(game) <= least - 0.2
