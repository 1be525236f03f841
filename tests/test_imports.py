"""Who may import whom: the arrows of the architecture, read from the sources themselves.

Each module is listed with the modules it may use besides the standard library; a module that is not listed
fails the test, so that a new one has to say where it belongs.
"""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
CORE = {
    "cardcore": "abi batch cards dealing dealplan errors kernels mcts order packs perft play redeal rng "
    "sample solver trickplay",
    "cardcore.errors": "",
    "cardcore.types": "",
    "cardcore.bits": "",
    "cardcore.cards": "errors types bits",
    "cardcore.rng": "bits",
    "cardcore.order": "errors types bits cards",
    "cardcore.play": "errors types bits cards order",
    "cardcore.kernels": "play rng _kernels_portable _kernels_wide",  # the last two when it chooses a build
    "cardcore._kernels": "types bits play rng kernels",
    "cardcore._kernels_portable": "types bits play rng kernels",
    "cardcore._kernels_wide": "types bits play rng kernels",
    "cardcore.trickplay": "errors types bits cards order play rng kernels",
    "cardcore.perft": "kernels play trickplay",
    "cardcore.wideint": "bits",
    "cardcore.sample": "errors types bits rng wideint",
    "cardcore.redeal": "errors types bits play trickplay",
    "cardcore.policy": "types bits play rng",
    "cardcore.mcts": "errors types bits cards order play policy redeal rng trickplay",
    "cardcore.dealing": "cards errors",
    "cardcore.observation": "errors",
    "cardcore.packs": "bits rng",
    "cardcore.dealplan": "errors types bits cards dealing order play rng trickplay",
    "cardcore.abi": "dealplan deals kernels order play policy rng sample solver wideint",
    "cardcore.fields": "",
    "cardcore._buffers": "",
    "cardcore._batch": "types bits deals play rng",
    "cardcore._batch_portable": "types bits deals play rng",
    "cardcore._batch_wide": "types bits deals play rng",
    "cardcore.deals": "errors types bits _buffers dealing kernels observation play rng trickplay",
    "cardcore.batch": "errors types bits _buffers deals play rng trickplay",
    "cardcore.solver": "errors types bits cards order play kernels trickplay _solve_portable _solve_wide",
}
for _part in ("", "_bounds", "_order", "_plain", "_start", "_table", "_portable", "_wide"):
    CORE[f"cardcore._solve{_part}"] = "types bits play solver"  # one text in parts, compiled twice
CORE["cardcore._solve_state"] = ""  # text included by solver
for _part in ("args", "given", "look", "restore", "state"):
    CORE[f"cardcore._batch_{_part}"] = ""  # text included by deals, batch, packs and _batch
SHARED = {
    "tricktake._version": "",
    "tricktake._checks": "errors",
    "tricktake._copying": "",
    "tricktake._kept": "",
    "tricktake._options": "_checks errors",
    "tricktake._rules": "_checks _options errors",
    "tricktake.errors": "",
    "tricktake._notebook": "",
    "tricktake.cards": "_notebook",
    "tricktake._action_ids": "cards",
    "tricktake._action_texts": "_action_ids cards errors",
    "tricktake._action_base": "_action_ids _action_texts cards errors",
    "tricktake._action_bids": "_action_base _action_ids _action_texts cards",
    "tricktake.actions": "_action_base _action_bids _action_ids _action_texts cards errors",
    "tricktake.contract": "actions cards errors",
    "tricktake.auction": "actions cards contract errors",
    "tricktake.legal": "actions cards errors",
    "tricktake.state": "_notebook actions auction cards contract errors legal",
    "tricktake": "_version actions advisor analysis arena auction bots cards contract errors fivehundred "
    "hidden html knowledge legal ptn records state svg view worlds",
    # the last when asked
    "tricktake.view": "_notebook actions auction cards contract errors hidden state worlds",
    "tricktake.hidden": "cards view",
    "tricktake.knowledge": "_checks cards errors hidden view",
    "tricktake.worlds": "cards errors hidden knowledge trickdeal view",
    "tricktake.actionspace": "actions errors",
    "tricktake.encoding": "_kept _rules actions actionspace cards errors state view",
    "tricktake._worldmaker": "actions cards errors hidden state trickdeal",
    "tricktake._dealing": "_checks cards errors",
    "tricktake._text": "_checks cards errors trickdeal",
    "tricktake._viewtext": "_checks _rules _text actions cards errors hidden knowledge state trickdeal view",
    "tricktake.trickdeal": "_checks _copying actions auction cards errors state view",
    "tricktake.analysis": "_notebook actions cards contract errors state",
    "tricktake.match": "_notebook _checks _copying _text actions errors trickdeal",
    "tricktake.vector.bits": "",
    "tricktake.vector.columns": "actions cards encoding",
    "tricktake.vector.table": "state vector._arrays vector._seen vector.bits",
}
# a game may use what all games share, and itself; never another game
GAMES = ("tricktake.fivehundred", "tricktake.spades")
# bots see views: never a deal or a match
BOTS_MAY = (
    "tricktake.view",
    "tricktake.hidden",
    "tricktake.knowledge",
    "tricktake.worlds",
    "tricktake.actions",
    "tricktake.cards",
    "tricktake.contract",
    "tricktake.errors",
)
# packages that show, read or examine what was played: what each may use besides what games share and itself
ABOVE = {
    "tricktake.svg": GAMES,
    "tricktake.ptn": ("tricktake.records", *GAMES),
    "tricktake.html": ("tricktake.records", *GAMES),
    "tricktake.review": ("tricktake.records", "tricktake.html", *GAMES),
    "tricktake.envs": ("tricktake.bots", "tricktake.vector", *GAMES),
    "tricktake.tui": ("tricktake.records", "tricktake.advisor", "tricktake.bots", "tricktake.cli", *GAMES),
}
BOTS_MAY_OF_A_GAME = ("rules", "options", "bids", "orders", "packs", "scoring", "view")


def modules() -> dict[str, Path]:
    """Every module of the two packages."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py*")):
        if path.suffix in (".py", ".pyx", ".pxd", ".pxi"):
            name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
            found[f"{name}{path.suffix}"] = path
    return found


@functools.cache
def imported(path: Path) -> frozenset[str]:
    """Names of modules of ours that a file imports."""
    text = path.read_text(encoding="utf-8")
    names: set[str] = set()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert node.level == 0, f"{path}: relative imports hide the arrows"
                names.add(node.module)
                if node.module in ("tricktake", "cardcore"):
                    names.update(f"{node.module}.{alias.name}" for alias in node.names)
    else:
        code = re.sub(r'""".*?"""', "", text, flags=re.DOTALL)
        for module, what in re.findall(r"^\s*from (\S+) c?import (.*)$", code, flags=re.MULTILINE):
            names.update([module] if module != "cardcore" else [f"cardcore.{what.split()[0]}"])
    return frozenset([name for name in names if name.split(".")[0] in ("tricktake", "cardcore")])


FILES = modules()


@pytest.mark.parametrize("file", [file for file in FILES if file.startswith("cardcore")])
def test_core_arrows(file: str) -> None:
    """The core imports nothing of tricktake, and its modules only what stands below them."""
    name = file.rsplit(".", 1)[0]
    allowed = {f"cardcore.{part}" for part in CORE[name].split()} | {name}
    assert imported(FILES[file]) <= allowed, f"{file} imports {imported(FILES[file]) - allowed}"


@pytest.mark.parametrize("file", [f for f in FILES if f.startswith("tricktake.") and f.count(".") == 2])
def test_shared_arrows(file: str) -> None:
    """What the games share imports no game."""
    name = file.rsplit(".", 1)[0]
    if name in (
        "tricktake.__main__",
        "tricktake.advisor",
        "tricktake.arena",
        "tricktake.bots",
        "tricktake.cli",
        "tricktake.notation",
        "tricktake.records",
        "tricktake.vector",
        *ABOVE,
        *GAMES,
    ):
        return  # packages with rules of their own, below
    allowed = {f"tricktake.{part}" for part in SHARED[name].split()}
    used = {module for module in imported(FILES[file]) if module.startswith("tricktake")}
    assert used <= allowed, f"{file} imports {used - allowed}"


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_import_each_other(game: str) -> None:
    """A game imports the shared modules and itself; no bots, no command line."""
    for file, path in FILES.items():
        if file.startswith(game):
            for module in imported(path):
                mine = module.startswith((game, "cardcore")) or module in SHARED
                assert mine, f"{file} imports {module}"


def test_bots_see_views_only() -> None:
    """Bots import no deal, no match and no state but the names of the phases."""
    for file, path in FILES.items():
        if not file.startswith("tricktake.bots"):
            continue
        text = path.read_text(encoding="utf-8")
        for module in imported(path):
            allowed = module.startswith(("cardcore", "tricktake.bots")) or module in BOTS_MAY
            for game in GAMES:
                allowed = allowed or module in {f"{game}.{part}" for part in BOTS_MAY_OF_A_GAME}
            if module == "tricktake.state":
                names = {
                    alias.name
                    for node in ast.walk(ast.parse(text))
                    if isinstance(node, ast.ImportFrom) and node.module == module
                    for alias in node.names
                }
                allowed = names <= {"ExchangeActions", "LegalActions", "Phase", "Step"}
            assert allowed, f"{file} imports {module}"


def test_the_core_is_imported_as_a_package_first() -> None:
    """Threads may import at the same moment: none asks for a part of cardcore before all of it."""
    for file, path in FILES.items():
        if file.startswith("tricktake") and file.endswith(".py"):
            found = re.findall(r"^ *(?:from|import) (cardcore[\w.]*)", path.read_text("utf-8"), re.MULTILINE)
            assert all(name == "cardcore" for name in found[:1]), f"{file} begins with {found[0]}"


def test_arena_arrows() -> None:
    """The arena holds games and bots together; only the command line and the package itself know it."""
    shared = {"tricktake._checks", "tricktake._rules", "tricktake._version", "tricktake.actions"}
    shared |= {"tricktake.errors", "tricktake.match", "tricktake.trickdeal", "tricktake.view"}
    for file, path in FILES.items():
        used = {module for module in imported(path) if module.startswith("tricktake")}
        if file.startswith("tricktake.arena"):
            for module in used - shared - {"tricktake", "tricktake.bots", *GAMES}:
                assert module.startswith("tricktake.arena"), f"{file} imports {module}"
        elif not file.startswith(("tricktake.cli", "tricktake.py")):
            assert not any(m.startswith("tricktake.arena") for m in used), f"{file} imports the arena"


def test_advisor_arrows() -> None:
    """The advisor asks games and bots; only the command line and the package itself know it."""
    for file, path in FILES.items():
        used = {module for module in imported(path) if module.startswith("tricktake")}
        if file.startswith("tricktake.advisor"):
            for module in used - set(SHARED):
                mine = module.startswith(("tricktake.advisor", "tricktake.bots", *GAMES))
                assert mine, f"{file} imports {module}"
        elif not file.startswith(("tricktake.cli", "tricktake.tui", "tricktake.py")):
            assert not any(m.startswith("tricktake.advisor") for m in used), f"{file} imports the advisor"


def test_record_arrows() -> None:
    """Records know games by name only; what shows, reads or writes them stands above."""
    for file, path in FILES.items():
        used = {module for module in imported(path) if module.startswith("tricktake")}
        if file.startswith(("tricktake.records", "tricktake.notation")):
            for module in used - set(SHARED):
                assert module.startswith("tricktake.records"), f"{file} imports {module}"
        elif not file.startswith(("tricktake.cli", "tricktake.py", *ABOVE)):
            assert not any(m.startswith("tricktake.records") for m in used), f"{file} imports records"


@pytest.mark.parametrize("package", ABOVE)
def test_what_shows_stands_above(package: str) -> None:
    """Packages above games and records use what they are allowed, and nothing below knows them."""
    for file, path in FILES.items():
        used = {module for module in imported(path) if module.startswith("tricktake")}
        if file.startswith(package):
            for module in used - set(SHARED):
                assert module.startswith((package, *ABOVE[package])), f"{file} imports {module}"
        elif not file.startswith(("tricktake.cli", "tricktake.py", *ABOVE)):
            assert not any(m.startswith(package) for m in used), f"{file} imports {package}"


def test_import_is_light() -> None:
    """``import tricktake`` brings no advisor, arena, bots or command line, and nothing of third parties."""
    code = (
        "import sys; before = set(sys.modules); import tricktake; "
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith(('cardcore', 'tricktake'))"
        " and m.split('.')[0] not in sys.stdlib_module_names))"
        "; print(sorted(m for m in sys.modules if m.startswith("
        "('tricktake.advisor', 'tricktake.arena', 'tricktake.bots', 'tricktake.cli'))))"
    )
    lines = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert lines[1] == "[]"
    others = [
        name
        for name in ast.literal_eval(lines[0])
        if not name.startswith(("_cython", "cython_runtime", "_distutils"))
    ]
    assert others == []
