"""Read the core's C with clang and every warning on; fail on any in our own lines.

Generated C is full of harmless warnings. Cython writes where each line comes from, so that warnings in lines
of ``.pyx``, ``.pxd`` and ``.pxi`` files are known as ours; C that stands in those files as it is (``cdef
extern from *``) is looked up in the generated file. Nothing is compiled to the end: clang only reads, which
is enough for its warnings. ``--self-test`` plants warnings of both kinds and fails if one is not found.
"""

from __future__ import annotations

import argparse
import os
import re
import runpy
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = Path("src") / "cardcore"
WARNINGS = (
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wgnu",
    "-Wvla",
    "-Wundef",
    "-Wstrict-prototypes",
    "-Wno-unused-parameter",  # these two are Cython's own, on lines of ours
    "-Wno-overlength-strings",
)
FINDING = re.compile(
    r"^(?P<path>[^:\n]+):(?P<line>\d+):\d+: (?:warning|error|fatal error): (?P<text>.*)$", re.MULTILINE
)
VERBATIM = re.compile(r'cdef extern from \*:\n\s*"""\n(.*?)"""', re.DOTALL)

PLANTED = {
    "types.pxd": (
        'cdef extern from *:\n    """\n'
        '    static int planted_in_c(int a) { int b = ({ a; }); return b; }\n    """\n'
        '    int planted_in_c "planted_in_c"(int a) noexcept nogil\n'
    ),
    "perft.pyx": (
        "from cardcore.types cimport planted_in_c\n\n\n"
        "cdef int planted(int signed_one, unsigned int other) noexcept nogil:\n"
        "    return planted_in_c(3) if signed_one < other else 0\n\n\n"
        "def call_planted(int a, unsigned int b):\n    return planted(a, b)\n"
    ),
}
"""Warnings for the self-test: a construct of GCC in C as it is, a comparison of signs in Cython."""

TRANSLATE = """
import os, runpy, sys
from Cython.Build import cythonize
names = runpy.run_path("setup.py", run_name="described")
cythonize(
    [names["extension"](path.stem, []) for path in sorted(names["CORE"].glob("*.pyx"))],
    build_dir="build/c",
    compiler_directives=names["DIRECTIVES"],
    emit_linenums=True,
    quiet=True,
    nthreads=os.cpu_count() if sys.platform == "linux" and sys.version_info < (3, 14) else 0,
)
"""
"""Run in the folder by a Python of its own, which may fork."""


def blocks(sources: Iterable[str]) -> list[list[str]]:
    """Return the C that stands in the sources as it is, block by block, as lines without indentation."""
    found = []
    for text in sources:
        for match in VERBATIM.finditer(text):
            written = match.group(1).encode().decode("unicode_escape")
            found.append([line.strip() for line in written.splitlines() if line.strip()])
    return found


def own_lines(generated: str, known: Iterable[list[str]]) -> set[int]:
    """Return the numbers of the lines of a generated file that hold such a block."""
    lines = [line.strip() for line in generated.splitlines()]
    ours: set[int] = set()
    for block in known:
        start = 0
        while block and block[0] in lines[start:]:
            start = lines.index(block[0], start)
            at, numbers = start, []
            for wanted in block:
                while at < len(lines) and not lines[at]:
                    at += 1
                if at == len(lines) or lines[at] != wanted:
                    break
                numbers.append(at + 1)
                at += 1
            if len(numbers) == len(block):
                ours.update(numbers)
            start += 1
    return ours


def our_warnings(said: str, lines: set[int]) -> tuple[list[str], int]:
    """Divide what clang said: warnings in our lines, and the number of all others."""
    ours, others = [], 0
    for match in FINDING.finditer(said):
        path = match["path"]
        if path.endswith((".pyx", ".pxd", ".pxi")) or (path.endswith(".c") and int(match["line"]) in lines):
            ours.append(match.group())
        else:
            others += 1
    return ours, others


def read(folder: Path, compiler: str) -> tuple[list[str], int, int]:
    """Translate the core in a folder to C, let clang read it: our warnings, others, our lines of plain C."""
    names = runpy.run_path(str(folder / "setup.py"), run_name="described")
    subprocess.run([sys.executable, "-c", TRANSLATE], cwd=folder, check=True)
    known = blocks(
        path.read_text("utf-8") for path in (folder / CORE).iterdir() if path.suffix[:3] in (".py", ".px")
    )
    include = sysconfig.get_path("include")

    def one(path: Path) -> tuple[list[str], int, int]:
        wide = path.stem.endswith("_wide")
        flags = names["WIDE_FLAGS"] if wide and names["X86_64"] else []
        command = [
            compiler,
            "-fsyntax-only",
            "-std=c11",
            "-O2",
            *WARNINGS,
            "-isystem",
            include,
            *flags,
            str(path),
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        lines = own_lines(path.read_text("utf-8"), known)
        ours, others = our_warnings(done.stderr, lines)
        if done.returncode:
            ours.append(f"{path.name}: clang gave up\n{done.stderr[-2000:]}")
        return ours, others, len(lines)

    files = sorted((folder / "build" / "c").rglob("*.c"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(one, files))
    everything = list(dict.fromkeys(line for ours, _, _ in results for line in ours))
    return everything, sum(n for _, n, _ in results), sum(n for _, _, n in results)


def copy_sources(folder: Path, planted: bool) -> None:
    """Copy what is translated into a folder, with the planted warnings if asked for."""
    (folder / CORE).mkdir(parents=True)
    (folder / "setup.py").write_text((ROOT / "setup.py").read_text("utf-8"), "utf-8")
    for path in (ROOT / CORE).iterdir():
        if path.suffix in (".pyx", ".pxd", ".pxi", ".py"):
            text = path.read_text("utf-8")
            if planted and path.name in PLANTED:
                text += "\n\n" + PLANTED[path.name]
            (folder / CORE / path.name).write_text(text, "utf-8")


def main() -> int:
    """Read the core, or prove with planted warnings that reading finds them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--self-test", action="store_true", help="plant warnings and look whether they are found"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copy_sources(folder, options.self_test)
        ours, others, lines = read(folder, os.environ.get("CC", "clang"))
    print("\n".join(ours))
    if options.self_test:
        found = {
            "in C": any("statement" in line and "gnu" in line.lower() for line in ours),
            "in Cython": any("perft.pyx" in line and "sign" in line for line in ours),
        }
        print(", ".join(f"planted {where}: {'found' if ok else 'NOT FOUND'}" for where, ok in found.items()))
        return 0 if all(found.values()) else 1
    print(f"{len(ours)} warnings in our own code ({lines} lines of it C as it is); {others} in generated C")
    return 1 if ours or not lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
