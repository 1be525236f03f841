"""Build the one compiled module; everything else stands in pyproject.toml."""

import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

import cardcore

MODULE = Extension(
    "cython_bot._fast",
    ["src/cython_bot/_fast.pyx"],
    # The loops of cardcore choose the instructions of the processor when they are imported; what is inlined
    # here is compiled for whatever the flags say. Leave -march=native out of wheels.
    extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3"],
)

setup(
    ext_modules=cythonize(
        [MODULE],
        include_path=[cardcore.get_include()],  # where the .pxd files are, however tricktake was installed
        build_dir="build/cython",  # generated C stays out of the sources
        compiler_directives={
            "language_level": 3,
            # The directives of C code that checks its input at the edge.
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            # Nothing is shared between calls, so a free-threaded Python need not switch its lock on for us.
            "freethreading_compatible": True,
        },
    )
)
