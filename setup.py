"""Build the compiled modules of cardcore.

Compiler directives are set here, once, for every module. Environment switches:

TRICKTAKE_DEBUG=1
    Bounds checks and C assertions on, optimisation off; forces recompilation.
TRICKTAKE_CFLAGS / TRICKTAKE_LDFLAGS
    Extra flags for the C compiler and the linker (warnings, sanitisers).

The hot loops are compiled twice from one source: ``_kernels_portable`` and ``_solve_portable`` for the
baseline machine and, on x86-64, ``_kernels_wide`` and ``_solve_wide`` with BMI2 and popcnt. Which one is used
is decided at import.
"""

import os
import platform
import shlex
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("TRICKTAKE_DEBUG", "0") not in ("", "0")
CORE = Path("src") / "cardcore"
MSVC = sys.platform == "win32" and "GCC" not in sys.version
X86_64 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32
if "arm64" in os.environ.get("ARCHFLAGS", ""):  # cross-compiling on macOS
    X86_64 = False

if MSVC:
    CFLAGS = ["/Od" if DEBUG else "/O2"]
    WIDE_FLAGS = ["/arch:AVX2"]
else:
    # No debug information in wheels: it would be most of their size and carry the paths of the build.
    CFLAGS = ["-O1", "-g"] if DEBUG else ["-O3", "-g0"]
    WIDE_FLAGS = ["-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
CFLAGS += shlex.split(os.environ.get("TRICKTAKE_CFLAGS", ""))
LDFLAGS = shlex.split(os.environ.get("TRICKTAKE_LDFLAGS", ""))

JOBS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "overflowcheck": False,
    "cdivision": not DEBUG,
    "nonecheck": DEBUG,
    "embedsignature": False,
}
MACROS = [("CARDCORE_DEBUG", "1")] if DEBUG else []


def extension(name: str, flags: list[str]) -> Extension:
    """Describe one compiled module of cardcore."""
    return Extension(
        f"cardcore.{name}",
        [str(CORE / f"{name}.pyx")],
        extra_compile_args=CFLAGS + flags,
        extra_link_args=LDFLAGS,
        define_macros=MACROS,
    )


MODULES = [
    extension(path.stem, WIDE_FLAGS if path.stem.endswith("_wide") else [])
    for path in sorted(CORE.glob("*.pyx"))
    if X86_64 or not path.stem.endswith("_wide")
]

setup(
    options={"build_ext": {"parallel": JOBS}},
    ext_modules=cythonize(
        MODULES,
        # Its workers are processes: only a fork can start them without running this file once more.
        nthreads=JOBS if sys.platform == "linux" and sys.version_info < (3, 14) else 0,
        # Generated C stays out of the source tree, and so out of the wheel.
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives=DIRECTIVES,
        # A changed directive alone recompiles nothing, so the debug build must force it.
        force=DEBUG,
        emit_linenums=bool(os.environ.get("TRICKTAKE_LINENUMS")),
    ),
)
