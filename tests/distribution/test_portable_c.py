"""Nothing but ``bits.pxd`` knows compilers, processors and word sizes.

K-01: what GCC and clang accept and other compilers do not is looked for in the text of the sources, because
only the workflow has those compilers.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parents[2] / "src" / "cardcore"
SOURCES = sorted(path.name for kind in ("pyx", "pxd", "pxi") for path in CORE.glob(f"*.{kind}"))

FORBIDDEN = {
    "a built-in function of GCC": r"__builtin_\w+|__sync_\w+|__atomic_\w+",
    "an attribute of GCC": r"__attribute__|__extension__|__typeof__|\btypeof\s*\(",
    "a statement expression": r"\(\{.*;",
    "an instruction": r"\b_mm\w*_\w+|_p(?:dep|ext)_u\d|(?:popcnt|lzcnt|tzcnt)\w*\(|_BitScan|__umulh|_xgetbv",
    "a compiler or a processor": r"_WIN64|_MSC_VER|__(?:GNUC|clang|x86_64|aarch64)__|_M_(?:X64|ARM64)|__BMI",
    "a compiler's header": r"#\s*include\s*<(?:windows|\w*intrin|cpuid|unistd|sys/\w+|pthread)\.h>",
    "a type of 128 bits": r"__u?int128",
    "a range of cases": r"\bcase\s+\w+\s*\.\.\.",
    "a type whose size differs": r"\bunsigned long\b|\blong long\b|\bulong\b|\bssize_t\b|\bu?int_fast\d+_t\b",
}
"""What is looked for, by what it is called."""

LONG = {
    # Which thread has a batch, as Python numbers threads: only compared.
    "_buffers.pxd": 1,
    "_buffers.pyx": 1,
    # Python integers, clipped to 30 bits by ``as_long``.
    "cards.pxd": 3,
    "cards.pyx": 2,
    "dealplan.pyx": 1,
    "order.pyx": 2,
    "play.pyx": 1,
    "sample.pyx": 4,
    "trickplay.pyx": 4,
}
"""How often a file may say ``long`` for a C type: it has 32 bits on Windows and 64 elsewhere."""

CLOCK = "__declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);"
"""The one call of an operating system, as Windows declares it; C has no clock that only goes forward."""


def code(text: str) -> str:
    """Return a source without comments and docstrings; verbatim C stays, its comments do not."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(
        r'(cdef extern from [^\n]*:\n\s*)?"""(?:[^"]|"(?!""))*"""',
        lambda match: match.group() if match.group(1) else "",
        text,
    )
    return re.sub(r"(?<![\w\"'])# .*", "", text)


def faults(text: str) -> list[str]:
    """Return what does not belong into a source, in words."""
    return [
        f"{what}: {match.group()}"
        for what, how in FORBIDDEN.items()
        for match in re.finditer(how, code(text))
    ]


@pytest.mark.parametrize("name", [name for name in SOURCES if name != "bits.pxd"])
def test_sources_ask_for_no_compiler(name: str) -> None:
    """K-01: plain C outside bits.pxd."""
    text = (CORE / name).read_text(encoding="utf-8")
    assert faults(text.replace(CLOCK, "")) == []


@pytest.mark.parametrize("name", SOURCES)
def test_long_is_not_used_for_numbers_that_need_64_bits(name: str) -> None:
    """Every use of ``long`` is counted above with its reason."""
    text = code((CORE / name).read_text(encoding="utf-8").replace(CLOCK, ""))
    if name == "bits.pxd":
        text = text.replace("unsigned long at;", "")  # what _BitScanForward64 asks for
    assert len(re.findall(r"(?:\bcdef|<|inline|,|\(|^\s+)\s*long\b", text, re.MULTILINE)) == LONG.get(name, 0)


@pytest.mark.parametrize(
    "planted",
    [
        "w = __builtin_bswap64(w);",
        "static int x __attribute__((unused));",
        "int y = ({ int t = 1; t; });",
        "x = _pdep_u64(a, b);",
        "#if defined(_MSC_VER)",
        "#include <immintrin.h>",
        "unsigned __int128 z;",
        "switch (k) { case 1 ... 3: break; }",
        "unsigned long mask = 1;",
        "cdef unsigned long mask",
    ],
)
def test_the_search_finds_what_is_planted(planted: str) -> None:
    """A search that finds nothing anywhere would prove nothing."""
    assert faults(f'cdef extern from *:\n    """\n    #include <stdint.h>\n    {planted}\n    """\n')


def test_comments_and_docstrings_are_free() -> None:
    """The words themselves may be written about."""
    assert faults('"""Uses no __builtin_popcount."""\n# nor _pext_u64\n') == []


VERBATIM = re.compile(r'cdef extern from \*:\n\s*"""\n(.*?)"""', re.DOTALL)
SHARED = [name for name in SOURCES if name.endswith(".pxd")]


def warns_where_unused(text: str) -> list[str]:
    """Return the lines of verbatim C that a compiler warns of where nobody uses what they make."""
    plain = [re.sub(r"/\*.*?\*/", "", block, flags=re.DOTALL) for block in VERBATIM.findall(text)]
    return [line.strip() for block in plain for line in block.splitlines() if re.match(r"\s*static\b", line)]


@pytest.mark.parametrize("name", SHARED)
def test_declarations_may_be_included_and_not_used(name: str) -> None:
    """Whoever cimports a part of a ``.pxd`` gets all of its C, and no warning about the rest."""
    assert warns_where_unused((CORE / name).read_text(encoding="utf-8")) == []


def test_the_search_finds_a_static_function() -> None:
    """What is unused is found, what says that it may be unused is not."""
    block = 'cdef extern from *:\n    """\n    {} int f(void) {{ return 0; }}\n    """\n    int f()\n'
    assert warns_where_unused(block.format("static"))
    assert warns_where_unused(block.format("static inline")), "clang warns of these too"
    assert warns_where_unused(block.format("CARDCORE_INLINE")) == []
