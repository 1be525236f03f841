"""The C interface as a product: what is compiled outside does what the Python API does.

One compile of three small modules in the normal suite, against the present installation: one that uses every
public ``.pxd``, the blocks of ``docs/embedding.md``, and the engine of ``examples/cython_bot``. The slow test
builds the wheel and does the same in a clean environment, as a stranger would.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

import cardcore
from embedding import checks
from embedding.building import build, missing

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "cardcore"
BOT = ROOT / "examples" / "cython_bot"
OUTSIDE = Path(__file__).parent / "outside.pyx"
ENGINE = BOT / "src" / "cython_bot" / "_fast.pyx"

DOCTORED = """
import importlib
import cardcore.abi
cardcore.abi.ABI_VERSION = {number}
for module in {modules}:
    try:
        importlib.import_module(module)
    except ImportError as error:
        print(module, error)
"""


def load(name: str, folder: Path) -> ModuleType:
    """A compiled module of a folder, under its own name."""
    file = next(
        path
        for path in folder.iterdir()
        if path.name.startswith(name + ".") and path.suffix in (".so", ".pyd")
    )
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_numbers_apart(folder: Path, modules: list[str]) -> None:
    """A core with another number is refused when a module is imported, with both numbers and what to do."""
    number = cardcore.ABI_VERSION
    for other in (number + 98, number - 1):
        done = subprocess.run(
            [sys.executable, "-c", DOCTORED.format(number=other, modules=modules)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        lines = done.stdout.splitlines()
        assert [line.split()[0] for line in lines] == modules, done.stderr
        for line in lines:
            assert f"compiled for version {number} of the C interface" in line
            assert f"installed cardcore has version {other}" in line
            assert "build the module again" in line
            assert "install the version of tricktake it was built with" in line


def check_engine(engine: ModuleType) -> None:
    """The example's engine deals, solves and plays as the Python API does."""
    plan = checks.plans()[0]
    solver, solved = cardcore.Solver(), [0] * 5
    for number in range(100):
        solved[solver.solve(plan.deal(number, seed=9), 0b0101, 0b0101).value] += 1
    found = engine.survey(plan, 100, side=0b0101, seed=9)
    assert list(found.solved) == solved[: len(found.solved)]
    assert sum(found.solved) == 100
    assert found.played == cardcore.play_random_deals(
        plan.setup, plan.dealing.pack, plan.dealing.places, 100, leader=1, seed=9
    )
    world = plan.deal(3, seed=9)
    values = {move: float(found.value) for move, found in solver.moves(world, 2, 2).items()}
    ranked = engine.rank_moves([world, world.copy()], range(64), side=2, count=2, seed=1)
    assert dict(ranked) == values
    assert [value for _, value in ranked] == sorted(values.values(), reverse=True)
    for bad in ([], [None], [world, plan.deal(4, seed=9)]):
        with pytest.raises((TypeError, ValueError)):
            engine.rank_moves(bad, range(64), side=2, count=2, seed=1)


def check_bot(engine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example's bot plays a deal of Five Hundred to its end."""
    from tricktake import fivehundred as fh

    monkeypatch.setitem(sys.modules, "cython_bot", ModuleType("cython_bot"))
    monkeypatch.setitem(sys.modules, "cython_bot._fast", engine)
    spec = importlib.util.spec_from_file_location("cython_bot.bot", ENGINE.parent / "bot.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    deal, bot = fh.Deal(dealer=3, seed=500), module.FastBot(worlds=10, playouts=2)
    while not deal.is_over:
        assert deal.turn is not None
        deal.push(bot.choose(deal.view(deal.turn)))
    assert deal.contract is not None
    assert sum(deal.tricks) == 10


def test_modules_built_against_this_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three modules compiled here: the same deals, moves, values, worlds and counts as from Python."""
    why = missing()
    if why is not None:
        pytest.skip(why)
    sources = {
        "outside": OUTSIDE.read_text(encoding="utf-8"),
        "page": checks.cython_blocks(),
        "_fast": ENGINE.read_text(encoding="utf-8"),
    }
    build(sources, tmp_path)
    outside, page, engine = (load(name, tmp_path) for name in sources)
    outside.check_again()
    for check in checks.CHECKS:
        check(outside)
    exec(checks.python_block(), vars(page))
    check_engine(engine)
    check_bot(engine, monkeypatch)
    header = (tmp_path / "page_api.h").read_text(encoding="utf-8")
    assert "share_made" in header
    assert "import_page" in header
    check_numbers_apart(tmp_path, list(sources))


def test_get_include_has_every_pxd() -> None:
    """The folder holds the package, with all files an outside module may need."""
    folder = Path(cardcore.get_include())
    assert folder.is_absolute()
    assert (folder / "cardcore" / "__init__.pxd").exists()
    assert (folder / "cardcore").resolve() == Path(cardcore.__file__).resolve().parent
    installed = {path.name for path in (folder / "cardcore").glob("*.pxd")}
    assert installed == {path.name for path in CORE.glob("*.pxd")}


def public() -> dict[str, str]:
    """The text of every public .pxd file."""
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted(CORE.glob("*.pxd"))
        if not path.stem.startswith("_")
    }


def test_files_say_what_they_are() -> None:
    """Every .pxd says whether it is public; page and outside module know all that are."""
    page = checks.DOCS.read_text(encoding="utf-8")
    used = set(
        re.findall(r"^from cardcore\.?(\w*) cimport (\w+|\()", OUTSIDE.read_text("utf-8"), flags=re.MULTILINE)
    )
    names = {module or name for module, name in used}
    reference = page.split("## Reference")[1].split("\n## ")[0]
    listed = {
        name
        for row in re.findall(r"^\| (`.*?) \|", reference, flags=re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert listed == set(public()) == names
    for path in CORE.glob("*.pxd"):
        if path.name != "__init__.pxd":
            kind = "Private." if path.stem.startswith("_") else "Public"
            assert kind in path.read_text(encoding="utf-8").split('"""')[1], path.name


PLAIN = {"undo_t", "solve_kernels_t", "kernels_t", "deals_t", "batch_kernels_t"}
"""Structs whose fields a comment above or at the top explains together."""


def test_fields_and_functions_are_commented() -> None:
    """Every field of a public struct has a comment, every function a docstring or a comment above it."""
    for name, text in public().items():
        lines = text.splitlines()
        struct = ""
        for at, line in enumerate(lines):
            if line.startswith("ctypedef struct"):
                struct = line.split()[2].rstrip(":")
            elif line and not line.startswith(" "):
                struct = ""
            elif struct and struct not in PLAIN and line.strip():
                assert "#" in line, f"{name}: {line}"
            if line.startswith("cdef inline "):
                end = next(k for k in range(at, at + 4) if lines[k].endswith(":"))
                assert lines[end + 1].lstrip().startswith('"""'), f"{name}: {line} has no docstring"
            elif re.match(r"cdef [\w ]+\*? ?\w+\(", line) and "class" not in line:
                assert lines[at - 1].startswith("#"), f"{name}: {line} has no comment"


def fingerprint() -> ModuleType:
    """The tool that freezes the interface."""
    spec = importlib.util.spec_from_file_location("abi_fingerprint", ROOT / "tools" / "abi_fingerprint.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_interface_is_the_frozen_one() -> None:
    """A changed struct, class, enum or signature needs another ABI_VERSION; additions need a new freeze."""
    tool = fingerprint()
    before, now = tool.frozen(), tool.fingerprint()
    broken, bodies, come = tool.compare(before, now)
    hint = "see python tools/abi_fingerprint.py"
    if before[0] == now[0]:
        assert broken == [], f"raise ABI_VERSION; {hint}"
    assert (bodies, come) == ([], []), f"look at these and freeze again; {hint}"
    assert before[0] == now[0] == f"number {cardcore.ABI_VERSION}", hint


@pytest.mark.parametrize(
    ("file", "old", "new", "kind"),
    [
        ("play", "    cardset_t trick            # cards on the table\n", "", "broken"),
        ("play", "    uint8_t turn               # place", "    uint16_t turn  # place", "broken"),
        ("play", "    uint8_t fresh              # the", "    int8_t x\n    uint8_t fresh  # the", "broken"),
        ("types", "FREE_SUIT = 7", "FREE_SUIT = 8", "broken"),
        ("solver", "cdef void solver_free(solver_t* v)", "cdef int solver_free(solver_t* v)", "broken"),
        ("order", "    cdef cardset_t mask_of(", "    cdef f(self)\n    cdef cardset_t mask_of(", "broken"),
        ("play", "    return move & 63", "    return move & 127", "bodies"),
        ("bits", "return 63 - __builtin_clzll(w);", "return __builtin_clzll(w);", "bodies"),
        ("packs", "cdef inline int renumber_mask", "cdef int f()\n\ncdef inline int renumber_mask", "come"),
        ("play", "# cards on the table", "# what lies on the table", "nothing"),
    ],
)  # fmt: skip
def test_changes_are_noticed(
    file: str, old: str, new: str, kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A doctored .pxd shows up as what it is; comments do not count."""
    tool = fingerprint()
    for path in CORE.glob("*.pxd"):
        text = path.read_text(encoding="utf-8")
        if path.stem == file:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    before = tool.interface()
    monkeypatch.setattr(tool, "SOURCE", tmp_path)
    found = dict(zip(("broken", "bodies", "come"), tool.compare(before, tool.interface()), strict=True))
    assert bool(found["broken"]) == (kind == "broken"), found
    assert bool(found["bodies"]) == (kind == "bodies"), found
    if kind in ("come", "nothing"):
        assert bool(found["come"]) == (kind == "come"), found


def test_sizes_cover_every_struct() -> None:
    """The compiled core tells the size of each public struct."""
    from cardcore.abi import struct_sizes

    declared = {
        name
        for text in public().values()
        for name in re.findall(r"^ctypedef struct (\w+)", text, flags=re.MULTILINE)
    }
    assert declared == set(struct_sizes())


C_USER = """
#include <stdio.h>
#include "bits.h"
int main(void) {
    uint64_t w = UINT64_C(0x8000000000010010);
    printf("%d %d %d %d %d\\n", cardcore_popcount(w), cardcore_lowest(w), cardcore_highest(w),
           cardcore_select(w, 1), (int)cardcore_mulhi(w, 4));
    return 0;
}
"""
API_USER = """
#include <Python.h>
#include "page_api.h"
double share(PyObject* plan) { return import_page() < 0 ? -1.0 : share_made(plan, 1000, 5, 6); }
"""


def compile_headers(folder: Path) -> None:
    """The plain C of bits.pxd compiles without Python, and the header Cython writes compiles as C and C++."""
    if sys.platform == "win32":
        return
    text = (CORE / "bits.pxd").read_text(encoding="utf-8").split('"""')[3]
    (folder / "bits.h").write_text(ast.literal_eval(f'"""{text}"""'), encoding="utf-8")
    (folder / "user.c").write_text(C_USER, encoding="utf-8")
    (folder / "api.c").write_text(API_USER, encoding="utf-8")
    (folder / "api.cpp").write_text(API_USER, encoding="utf-8")
    include = f"-I{sysconfig.get_path('include')}"
    for command in (
        ["cc", "-Wall", "-Werror", "-std=c11", "-o", "user", "user.c"],
        ["cc", include, "-c", "api.c", "-o", "api_c.o"],
        ["c++", include, "-c", "api.cpp", "-o", "api_cpp.o"],
    ):
        subprocess.run(command, cwd=folder, check=True, timeout=100)
    out = subprocess.run(
        ["./user"], cwd=folder, capture_output=True, text=True, check=True, timeout=10
    ).stdout
    assert out.split() == ["3", "4", "63", "16", "2"]


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_stranger_builds_against_the_wheel(tmp_path: Path) -> None:
    """The wheel in a clean environment; the example and the other modules built against it, and run."""
    why = missing()
    if why is not None:
        pytest.skip(why)

    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*command: str | Path, cwd: Path = tmp_path) -> str:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=3000,
        )
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    wheels = tmp_path / "wheels"
    copy = tmp_path / "tricktake"
    copy.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, copy)
    built = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT / "src", copy / "src", ignore=built)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, copy)
    wheel = next(wheels.glob("tricktake-*.whl"))
    run(sys.executable, "-m", "venv", tmp_path / "env")
    python = (
        next(tmp_path.glob("env/bin/python"))
        if sys.platform != "win32"
        else tmp_path / "env/Scripts/python.exe"
    )
    run(
        python,
        "-m",
        "pip",
        "install",
        "-q",
        wheel,
        "Cython>=3.2,<4",
        "setuptools>=77",
        "pytest>=8",
        "mypy>=1.14",
    )
    include = Path(run(python, "-c", "import cardcore; print(cardcore.get_include())").strip())
    assert tmp_path in include.parents
    assert {path.name for path in (include / "cardcore").glob("*.pxd")} == {
        path.name for path in CORE.glob("*.pxd")
    }
    # The example, as its README says for a tricktake that does not come from the index.
    bot = tmp_path / "bot"
    bot.mkdir()
    for path in BOT.rglob("*"):
        name = path.relative_to(BOT)
        if (
            path.is_file()
            and not {"build", "__pycache__"} & set(name.parts)
            and path.suffix not in (".so", ".pyd")
        ):
            (bot / name).parent.mkdir(parents=True, exist_ok=True)
            (bot / name).write_bytes(path.read_bytes())
    run(python, "-m", "pip", "install", "-q", "--no-build-isolation", ".", cwd=bot)
    assert "passed" in run(python, "-m", "pytest", "-q", "tests", cwd=bot)
    run(python, "-m", "mypy", "--strict", "-p", "cython_bot", cwd=tmp_path)
    readme = re.findall(r"```python\n(.*?)```", (bot / "README.md").read_text("utf-8"), flags=re.DOTALL)
    for block in readme:
        run(python, "-c", block.replace("1_000_000", "2_000"))
    # The module that uses every .pxd, and the page.
    build(
        {"outside": OUTSIDE.read_text("utf-8"), "page": checks.cython_blocks()},
        tmp_path,
        fast=True,
        python=str(python),
    )
    compile_headers(tmp_path)
    for source in ("checks.py", "building.py", "__init__.py"):
        (tmp_path / "tests" / "embedding").mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / "embedding" / source).write_bytes((Path(__file__).parent / source).read_bytes())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "embedding.md").write_bytes(checks.DOCS.read_bytes())
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(tmp_path / 'tests')!r}]\n"
    code += "from embedding import checks; checks.main()"
    out = run(python, "-c", code)
    assert f"all checks passed with {include}" in out
