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
import re
import shlex
import sys
import sysconfig
from pathlib import Path

DEBUG = os.environ.get("TRICKTAKE_DEBUG", "0") not in ("", "0")
CORE = Path("src") / "cardcore"
MSVC = sys.platform == "win32" and "GCC" not in sys.version


def target_is_x86_64(environ=os.environ, platform=None, bits=64 if sys.maxsize > 2**32 else 32):
    """Whether the machine that will run the modules is x86-64 and nothing else; it may not be this one.

    A build for another machine says so: on macOS in ARCHFLAGS (several architectures share one command
    line, so none of them can be given flags of its own), on Windows in VSCMD_ARG_TGT_ARCH, for Emscripten
    and in all other cases in the platform of sysconfig, which also knows an emulated Python from its machine.
    """
    archs = set(re.findall(r"-arch[ =]*(\w+)", environ.get("ARCHFLAGS", "")))
    if archs:
        return archs == {"x86_64"}
    platform = (platform or sysconfig.get_platform()).lower()
    if platform.startswith("win") and environ.get("VSCMD_ARG_TGT_ARCH"):
        return environ["VSCMD_ARG_TGT_ARCH"].lower() in ("x64", "amd64")
    return bits == 64 and platform.endswith(("x86_64", "amd64"))


X86_64 = target_is_x86_64()

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
    # No module needs the interpreter lock: docs/threads.md says what keeps each class whole without it.
    "freethreading_compatible": True,
}
# Commands that need the C; an installation first asks for a description several times, which does not.
BUILDING = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"}
MACROS = [("CARDCORE_DEBUG", "1")] if DEBUG else []


def extension(name, flags):
    """Describe one compiled module of cardcore."""
    from setuptools import Extension

    return Extension(
        f"cardcore.{name}",
        [str(CORE / f"{name}.pyx")],
        extra_compile_args=CFLAGS + flags,
        extra_link_args=LDFLAGS,
        define_macros=MACROS,
    )


def main():
    """Translate to C what has changed, compile and hand over to setuptools."""
    from setuptools import setup

    asked = set(sys.argv[1:])
    only_described = asked & {"sdist", "egg_info", "dist_info"} and not asked & BUILDING
    modules = [
        extension(path.stem, WIDE_FLAGS if path.stem.endswith("_wide") else [])
        for path in sorted(CORE.glob("*.pyx"))
        if X86_64 or not path.stem.endswith("_wide")
    ]
    if not only_described:
        from Cython.Build import cythonize

        modules = cythonize(
            modules,
            # Its workers are processes: only a fork can start them without running this file once more.
            nthreads=JOBS if sys.platform == "linux" and sys.version_info < (3, 14) else 0,
            # Generated C stays out of the source tree, and so out of the wheel.
            build_dir="build/cython-debug" if DEBUG else "build/cython",
            compiler_directives=DIRECTIVES,
            # A changed directive alone recompiles nothing, so the debug build must force it.
            force=DEBUG,
            emit_linenums=bool(os.environ.get("TRICKTAKE_LINENUMS")),
        )
    setup(options={"build_ext": {"parallel": JOBS}}, ext_modules=modules)


if __name__ == "__main__":
    main()
