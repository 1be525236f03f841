"""Freeze the C interface of cardcore, and compare it with what was frozen.

Usage: python tools/abi_fingerprint.py           compare; prints what changed
       python tools/abi_fingerprint.py --write   freeze again; refused while ABI_VERSION must be raised first

The frozen file lists every declaration of the public ``.pxd`` files, without comments and bodies, the sizes
of structs and classes as compiled on a 64-bit machine, and a hash of every inline body. A line that changes
or goes means that modules built before no longer fit: raise ``ABI_VERSION`` in ``abi.pxd`` and freeze
again. A line that comes fits. A body that changes fits if old copies of it, compiled into other modules,
still work with the new core: look, decide, freeze again. (Before the first release: delete the file, then
--write.)
"""

from __future__ import annotations

import hashlib
import importlib
import io
import re
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "cardcore"
FROZEN = ROOT / "tests" / "embedding" / "abi.txt"
SKIP = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.DEDENT,
)


def statements(text: str) -> list[tuple[int, str]]:
    """Indentation and text of every statement, without comments; one space between words."""
    found: list[tuple[int, str]] = []
    words: list[str] = []
    column = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE:
            found.append((column, " ".join(words)))
            words = []
        elif token.type not in SKIP:
            if not words:
                column = token.start[1]
            words.append(token.string)
    return found


def is_text(statement: str) -> bool:
    """Whether a statement is nothing but a string: a docstring, or C code."""
    return re.fullmatch(r"(\"\"\".*\"\"\"|\"[^\"]*\")", statement, flags=re.DOTALL) is not None


def digest(parts: list[str]) -> str:
    """A short hash of some statements."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def declarations(name: str, text: str) -> list[str]:
    """The lines of one ``.pxd`` file: what it declares, and the hashes of what it inlines."""
    lines: list[str] = []
    body: list[str] = []
    head = owner = ""

    def close() -> None:
        if head:
            lines.append(f"inline {name}: {head} {digest(body)}")
        body.clear()

    for column, statement in statements(text):
        if column == 0:
            close()
            head, owner = "", statement.rstrip(" :")
            if is_text(statement) or re.match(r"(from|import) ", statement):
                continue
            if " inline " in statement:
                head = re.search(r"(\w+) \(", statement)[1]  # type: ignore[index]
            if not statement.endswith(":") or head or statement.startswith(("cdef class", "cdef extern")):
                lines.append(f"declare {name}: {owner}")
        elif head:
            if not is_text(statement):
                body.append(f"{column} {statement}")
        elif owner.startswith("cdef extern") and is_text(statement):
            code = re.sub(r"/\*.*?\*/", "", statement, flags=re.DOTALL)
            lines.append(f"inline {name}: C code {digest([code])}")
        elif not is_text(statement):
            lines.append(f"declare {name}: {owner} | {statement}")
    close()
    return lines


def sizes() -> list[str]:
    """Sizes of the structs and, beyond a bare object, of the classes of the compiled core."""
    import cardcore
    from cardcore.abi import struct_sizes

    found = [f"size {name} {size}" for name, size in struct_sizes().items()]
    for path in public():
        for kind in re.findall(r"^cdef class (\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            module = importlib.import_module(f"cardcore.{path.stem}")
            size = getattr(module, kind).__basicsize__ - object.__basicsize__
            found.append(f"size {path.stem}.{kind} +{size}")
    assert number() == cardcore.ABI_VERSION
    return found


def public() -> list[Path]:
    """The public ``.pxd`` files."""
    return [path for path in sorted(SOURCE.glob("*.pxd")) if not path.stem.startswith("_")]


def number() -> int:
    """``ABI_VERSION`` of the sources."""
    text = (SOURCE / "abi.pxd").read_text(encoding="utf-8")
    return int(re.search(r"ABI_VERSION = (\d+)", text)[1])  # type: ignore[index]


def interface() -> list[str]:
    """The number and every declaration, as they are now."""
    lines = []
    for path in public():
        lines += declarations(path.stem, path.read_text(encoding="utf-8"))
    return [f"number {number()}", *(re.sub(r"ABI_VERSION = \d+", "ABI_VERSION", line) for line in lines)]


def fingerprint() -> list[str]:
    """All lines, as they are now."""
    return interface() + (sizes() if sys.maxsize > 2**32 else [])


def frozen() -> list[str]:
    """All lines, as they were frozen."""
    return FROZEN.read_text(encoding="utf-8").splitlines() if FROZEN.exists() else []


def compare(before: list[str], now: list[str]) -> tuple[list[str], list[str], list[str]]:
    """What breaks modules built before, what a person must look at, and what is only new."""
    if sys.maxsize <= 2**32:
        before = [line for line in before if not line.startswith("size ")]
    gone = [line for line in before if line not in set(now)]
    come = [line for line in now if line not in set(before)]
    # The order of fields is their place in memory, that of methods their place in the table of a class.
    for owner in sorted({line.split(" | ")[0] for line in before if " | " in line}):
        old = [line for line in before if line.startswith(f"{owner} | ")]
        new = [line for line in now if line.startswith(f"{owner} | ")]
        if "cdef class" in owner:
            old, new = [line for line in old if " ( " in line], [line for line in new if " ( " in line]
            new = new[: len(old)]
        elif "ctypedef struct" not in owner:
            continue
        if old != new and not set(old) & set(gone):
            gone.append(f"{owner}: the order or number of its members")
    bodies = [line for line in gone if line.startswith("inline ")]
    broken = [line for line in gone if line not in bodies and not line.startswith("number ")]
    return broken, bodies, [line for line in come if not line.startswith("number ")]


def main(write: bool) -> int:
    """Compare or freeze; returns 1 if something is left to do."""
    before, now = frozen(), fingerprint()
    broken, bodies, come = compare(before, now)
    raised = bool(before) and before[0] != now[0]
    for title, lines in (
        ("changed or gone, old modules no longer fit", broken),
        ("inline bodies that changed", bodies),
        ("new", come),
    ):
        if lines:
            print(f"{title}:", *lines, sep="\n    ")
    if before and broken and not raised:
        print(
            f"raise ABI_VERSION in src/cardcore/abi.pxd (now {number()}), build, then run this with --write"
        )
        return 1
    if write:
        FROZEN.write_text("\n".join(now) + "\n", encoding="utf-8")
        return 0
    if before != now:
        print("run python tools/abi_fingerprint.py --write once you have looked at the above")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main("--write" in sys.argv[1:]))
