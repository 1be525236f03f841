"""Bots of one's own by name: what is found, what it is made with, and what is said of everything else."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tricktake import arena, bots
from tricktake import spades as sp
from tricktake.bots import Bot, BotError, Random, make_bot, own_bot
from tricktake.errors import SetupError

GOOD = """
from dataclasses import dataclass
from beside import STRENGTH
from tricktake.bots import Bot, Random

@dataclass(frozen=True)
class Plan:  # a dataclass looks for its module while it is made
    tricks: int

class Mine(Random):
    name = "mine"

    def __init__(self, seed=0, depth=2, *, share=0.5, wide=False, book="small", aim=None):
        super().__init__(seed)
        if depth < 1:
            raise ValueError("depth must be 1 or more")
        self.given = (depth, share, wide, book, aim, STRENGTH)

class Twin(Mine):
    name = "mine"

class Nameless(Random):
    pass

class Liar(Random):
    name = "heuristic"

class Strict(Random):
    def __init__(self, seed, tricks):
        super().__init__(seed)
        self.tricks = tricks

class Seedless(Random):
    def __init__(self):
        super().__init__()

class Keyword(Random):
    def __init__(self, *, depth=1):
        super().__init__()

class Listed(Random):
    SETTINGS = {"bid": 0.2, "more": 3}

    def __init__(self, seed=0, **settings):
        super().__init__(seed)
        self.settings = settings

class Lazy(Bot):
    name = "lazy"

class Outer:
    class Inner(Random):
        name = "inner"

def make():
    return Random()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to stand in, whose modules are forgotten afterwards."""
    (tmp_path / "beside.py").write_text("STRENGTH = 7\n", encoding="utf-8")
    (tmp_path / "mine500.py").write_text(GOOD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(bots.own, "_loaded", {})
    monkeypatch.setattr(bots.own, "_folders", set())
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def test_the_two_ways_to_name_a_bot(folder: Path) -> None:
    """A module here or installed, a file from anywhere; a class may stand in another."""
    by_module, by_file = make_bot("mine500:Mine", 5), make_bot("mine500.py:Mine", 5)
    assert (by_module.seed, by_module.name, type(by_module).__module__) == (5, "mine", "mine500")
    assert (by_file.seed, by_file.name) == (5, "mine")
    assert make_bot(f"{folder / 'mine500.py'}:Mine") != by_file
    assert make_bot(" mine500:Outer.Inner ").name == "inner"
    assert isinstance(make_bot("tricktake.bots:Random"), Random)
    for spec, due in [("./mine500.py:Mine", "mine500.py:Mine"), ("mine500:Mine:depth=2", "mine500:Mine")]:
        own = own_bot(spec)
        assert own is not None
        assert own.spec == due
    assert own_bot("heuristic") is own_bot("no bot at all") is own_bot("a:b=1") is None


def test_a_file_is_loaded_once_and_finds_what_lies_beside_it(folder: Path) -> None:
    """Also by another path, and although another module of that name may be found first."""
    kind = type(make_bot("mine500.py:Mine"))
    assert type(make_bot(f"../{folder.name}/mine500.py:Mine")) is kind
    other = folder / "deeper"
    other.mkdir()
    (other / "random.py").write_text("from tricktake.bots import Random\nclass Own(Random): pass\n")
    assert type(make_bot("deeper/random.py:Own")).__name__ == "Own"
    import random

    assert hasattr(random, "Random")


@pytest.mark.parametrize(
    ("settings", "due"),
    [
        ("", (2, 0.5, False, "small", None)),
        ("depth=3", (3, 0.5, False, "small", None)),
        (" wide = true , share=1 ", (2, 1.0, True, "small", None)),
        ("book=12,aim=3", (2, 0.5, False, "12", 3)),
        ("aim=0.5", (2, 0.5, False, "small", 0.5)),
        ("aim=False", (2, 0.5, False, "small", False)),
        ("aim=high", (2, 0.5, False, "small", "high")),
        ("wide=False,depth=2", (2, 0.5, False, "small", None)),
    ],
)
def test_settings_are_read_by_their_defaults(folder: Path, settings: str, due: tuple[object, ...]) -> None:
    """Numbers, words and truth values; the spec has those that are no defaults, in order."""
    for source in ("mine500", "mine500.py"):
        own = own_bot(f"{source}:Mine:{settings}")
        assert own is not None
        made = own.make(1)
        assert made.given == (*due, 7)  # type: ignore[attr-defined]
        again = make_bot(own.spec, 1)
        assert again.given == made.given  # type: ignore[attr-defined]
    assert own_bot("mine500:Mine:share=1,depth=9").spec == "mine500:Mine:depth=9,share=1.0"  # type: ignore[union-attr]


def test_settings_of_other_constructors(folder: Path) -> None:
    """One without a default, those of ``SETTINGS``, and those of a class that has only inherited."""
    assert make_bot("mine500:Strict:tricks=4").tricks == 4  # type: ignore[attr-defined]
    with pytest.raises(BotError, match=r"mine500:Strict cannot be made: TypeError: .*'tricks'"):
        make_bot("mine500:Strict")
    assert make_bot("mine500:Listed:more=4").settings == {"more": 4}  # type: ignore[attr-defined]
    assert make_bot("mine500:Nameless:bid=0.5").bid == 0.5  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mine500.py", r"'mine500.py' is a file: name the class in it too, as in mine500.py:MyBot"),
        ("mine50.py:Mine", r"there is no file 'mine50.py' \(did you mean 'mine500.py'\?\)"),
        ("no/such/file.py:Mine", r"there is no file 'no/such/file.py'$"),
        (".py:Mine", r"there is no"),
        ("nothere:Mine", r"there is no module 'nothere', neither here nor installed"),
        ("mine500.deeper:Mine", r"there is no module 'mine500.deeper'|cannot be imported"),
        (
            "mine500:Mein",
            r"mine500 \(.*mine500.py\) has no class 'Mein' \(did you mean 'Mine'\?\); its bots are Mine",
        ),
        (
            "mine500.py:mine",
            r"^mine500.py has no class 'mine' \(did you mean 'Mine'\?\); its bots are Mine, Twin",
        ),
        ("beside:Mine", r"has no class 'Mine'; it has no bots"),
        ("mine500:Plan", r"mine500:Plan is no bot, .*tricktake.bots.Bot; it is a class of another kind"),
        ("mine500:make", r"mine500:make is no bot, .*; it is of type function"),
        ("mine500:Lazy", r"mine500:Lazy is no complete bot: it must define _choose"),
        (
            "mine500:Mine:dept=3",
            r"has no setting 'dept=3' \(did you mean 'depth'\?\); settings are depth, share,",
        ),
        ("mine500:Mine:seed=3", r"has no setting 'seed=3'"),
        ("mine500:Mine:depth", r"has no setting 'depth'"),
        ("mine500:Mine:depth=x", r"depth must be a whole number, not 'x'"),
        ("mine500:Mine:share=x", r"share must be a number, not 'x'"),
        ("mine500:Mine:wide=2", r"wide must be True or False, not '2'"),
        ("mine500:Mine:depth=3,depth=4", r"depth stands twice"),
        ("mine500:Seedless", r"mine500:Seedless must take its seed first: def __init__\(self, seed=0, ...\)"),
        ("mine500:Keyword:depth=3", r"mine500:Keyword must take its seed first"),
        ("mine500\0.py:Mine", r"there is no bot"),
        ("huristic", r"there is no bot 'huristic' \(did you mean 'heuristic'\?\)"),
        ("mine500:", r"there is no bot"),
    ],
)
def test_what_is_said_of_names_that_lead_nowhere(folder: Path, spec: str, words: str) -> None:
    """Each has its own error, in one line."""
    with pytest.raises(SetupError, match=words) as caught:
        make_bot(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("source", ["broken", "broken.py"])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\ny = unknown\n", r"cannot be imported: NameError: .*'unknown'.* \(broken.py, line 2\)$"),
        ("def f(:\n", r"cannot be imported: SyntaxError: .*broken.py, line 1"),
        (
            "import nothere5\n",
            r"cannot be imported: ModuleNotFoundError: .*nothere5.*broken.py, line 1",
        ),
        ("import sys\nsys.exit(3)\n", r"cannot be imported: SystemExit: 3 \(broken.py, line 2\)$"),
    ],
)
def test_an_error_at_import_is_the_authors(folder: Path, source: str, code: str, words: str) -> None:
    """The error names file and line; the traceback is that of the author's code, without ours."""
    (folder / "broken.py").write_text(code, encoding="utf-8")
    for _ in range(2):  # nothing half made is left
        with pytest.raises(BotError, match=words) as caught:
            make_bot(f"{source}:Mine")
        assert caught.value.__cause__ is not None
        assert type(caught.value.__cause__).__name__ in caught.value.trace
        assert "own.py" not in caught.value.trace
        assert "importlib" not in caught.value.trace
        assert "broken.py" in caught.value.trace
    (folder / "broken.py").write_text(
        "from tricktake.bots import Random as Mine  # mended\n", encoding="utf-8"
    )
    assert isinstance(make_bot("broken.py:Mine"), Random)


def test_a_file_that_asks_for_itself(folder: Path) -> None:
    """As a script does that plays its own bots, without a main guard; it would be loaded without end."""
    (folder / "loop.py").write_text("from tricktake.bots import make_bot\nmake_bot('./loop.py:Mine')\n")
    for _ in range(2):
        with pytest.raises(BotError, match=r"loop.py asks for itself while it is loaded; .* __name__ == "):
            make_bot("loop.py:Mine")


def test_an_error_of_the_constructor_is_the_authors(folder: Path) -> None:
    """With the bot as it was named, and its line."""
    with pytest.raises(
        BotError, match=r"^mine500.py:Mine:depth=0 cannot be made: ValueError: depth must be"
    ) as caught:
        make_bot("mine500.py:Mine:depth=0")
    assert 'raise ValueError("depth must be 1 or more")' in caught.value.trace
    again = pickle.loads(pickle.dumps(caught.value))  # as from a worker process
    assert (str(again), again.trace) == (str(caught.value), caught.value.trace)
    with pytest.raises(BotError, match="a seed must be 0 or more"):
        make_bot("mine500:Mine", -1)


def test_two_folders_whose_modules_have_one_name(folder: Path) -> None:
    """A file alone is never mixed up; one that may import a module of the other folder is refused."""
    for name, strength in (("old", 1), ("new", 2)):
        (folder / name).mkdir()
        (folder / name / "lone.py").write_text(
            f"from tricktake.bots import Random\nclass Lone(Random):\n    strength = {strength}\n"
        )
    assert make_bot("old/lone.py:Lone").strength == 1  # type: ignore[attr-defined]
    assert make_bot("new/lone.py:Lone").strength == 2  # type: ignore[attr-defined]
    for name, strength in (("old", 1), ("new", 2)):
        (folder / name / "terms.py").write_text(f"STRENGTH = {strength}\n")
        (folder / name / "fine.py").write_text(
            "from terms import STRENGTH\nfrom tricktake.bots import Random\n"
            "class Fine(Random):\n    strength = STRENGTH\n"
        )
    assert make_bot("old/fine.py:Fine").strength == 1  # type: ignore[attr-defined]
    with pytest.raises(
        SetupError,
        match=r"new/fine.py cannot be loaded .* module terms is .*old.terms.py by now, not .*terms.py",
    ):
        make_bot("new/fine.py:Fine")
    (folder / "terms.py").write_text("from tricktake.bots import Random\nclass Here(Random): pass\n")
    with pytest.raises(
        SetupError, match=r"terms cannot be loaded .* module terms is .*old.terms.py by now, not .*terms.py"
    ):
        make_bot("terms:Here")
    assert type(make_bot("terms.py:Here")).__name__ == "Here"


# --- in the arena -----------------------------------------------------------------------------------------


def names(*given: str | type[Bot]) -> tuple[tuple[str, ...], object]:
    """What bots are called, and how a result file names them."""
    setup = arena.Setup(sp.Rules(), given)
    return setup.names, setup.header()["bots"]


def test_what_the_arena_calls_bots_of_ones_own(folder: Path) -> None:
    """By the name the class gives itself, where it is nobody else's; the file says which class it is."""
    assert names("mine500:Mine", "random") == (("mine", "random"), ["mine500:Mine", "random"])
    assert names("mine500.py:Mine:share=0.50,depth=3", "random") == (
        ("mine:depth=3", "random"),
        ["mine500.py:Mine:depth=3", "random"],
    )
    assert names("mine500:Mine:depth=3", "mine500:Mine:depth=4")[0] == ("mine:depth=3", "mine:depth=4")
    assert names("mine500:Mine", "mine500:Twin")[0] == ("mine500:Mine", "mine500:Twin")
    assert names("mine500:Mine", "mine500.py:Mine")[0] == ("mine500:Mine", "mine500.py:Mine")
    assert names("mine500:Mine", "mine500:Mine:depth=2")[0] == ("mine", "mine (2)")
    assert names("mine500:Nameless", "mine500:Liar")[0] == ("mine500:Nameless", "mine500:Liar")
    mine = type(make_bot("mine500:Mine"))
    assert names(mine, "random") == names("mine500:Mine", "random")
    assert names(bots.Heuristic, "random") == (
        ("heuristic", "random"),
        ["tricktake.bots.heuristic:Heuristic", "random"],
    )
    assert names(bots.Heuristic, "heuristic")[0] == ("tricktake.bots.heuristic:Heuristic", "heuristic")
    report = arena.play(sp.Rules(), ["mine500:Mine", "random"], boards=2, seed=1)
    assert report.results("mine500:Mine") == report.results("mine") == report.results("random")
    assert report.data()["standings"][0]["bot"] == "mine"


def test_names_that_would_spoil_a_report(folder: Path) -> None:
    """Nothing that is no text, does not fit into a line or is empty."""
    for at, name in enumerate(["''", "'  '", "'a\\nb'", "5", "'x' * 41", "property(lambda self: 'x')"]):
        (folder / f"odd{at}.py").write_text(
            f"from tricktake.bots import Random\nclass Odd(Random):\n    name = {name}\n"
        )
        assert names(f"odd{at}:Odd", "random")[0] == (f"odd{at}:Odd", "random")


@pytest.mark.parametrize("spec", ["mine500:Mine:depth=3", "mine500.py:Mine:depth=3"])
def test_workers_play_them_too(folder: Path, spec: str) -> None:
    """Processes find the module in the current folder, and the file; the results are the same."""
    here = arena.play(sp.Rules(), [spec, "random:bid=0.5"], boards=4, seed=3)
    assert arena.play(sp.Rules(), [spec, "random:bid=0.5"], boards=4, seed=3, workers=2) == here
    assert not any(standing.faults for standing in here.standings)
