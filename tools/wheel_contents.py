"""What a wheel and an sdist of tricktake must hold and must not hold; which wheels a release has.

``wheels.py`` and the tests use these functions; each returns a list of faults in words, empty if there are
none. What is expected is read from the source tree, so that a new module or data file is expected as soon as
it is there. Wheels hold the declarations (``.pxd``, ``.pyi``), for whoever compiles or checks against the
core, and neither Cython's sources nor generated C; the sdist holds everything but generated C.
"""

from __future__ import annotations

import re
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

__all__ = [
    "IDENTIFIERS",
    "binary_faults",
    "check_sdist",
    "check_wheel",
    "identifier",
    "missing_wheels",
    "sdist_faults",
    "wheel_faults",
    "wheel_names",
]

_PYTHONS = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")

IDENTIFIERS: dict[tuple[str, str], tuple[str, ...]] = {
    ("linux", arch): tuple(
        f"{python}-{libc}_{arch}" for libc in ("manylinux", "musllinux") for python in _PYTHONS
    )
    for arch in ("x86_64", "aarch64")
}
"""The wheels of a release by platform and architecture, in cibuildwheel's words."""
IDENTIFIERS |= {
    ("macos", arch): tuple(f"{p}-macosx_{arch}" for p in _PYTHONS) for arch in ("x86_64", "arm64")
}
IDENTIFIERS |= {
    ("windows", arch): tuple(f"{python}-win_{arch.lower()}" for python in _PYTHONS)
    for arch in ("AMD64", "ARM64")
}
IDENTIFIERS["pyodide", "wasm32"] = ("cp313-pyodide_wasm32", "cp314-pyodide_wasm32")

_COPIED = (".py", ".pxd", ".pyi", ".json", ".html", ".css", ".js")
_NATIVE = (".so", ".pyd")
# Where machines build: a path below one of these inside a file was left there by the build.
_BUILD_PATHS = re.compile(
    rb"(?:/tmp|/home|/root|/Users|/private/var|/project|/io|/var/folders|[A-Za-z]:\\(?:a|Users|Windows|cibw))"
    rb"(?:[/\\][\w.~+-]+)+"
)
_SOURCE_FILES = re.compile(r"\.(?:c|cpp|o|obj|so|pyd|dylib|dll|pyc)$")


def wheel_names(source: Path, wide: bool) -> set[str]:
    """Return the files a wheel made from a source tree holds; compiled modules as ``cardcore/name.``.

    Data files, such as the manual page, are ``.data/data/`` and where they go.

    Parameters
    ----------
    source : pathlib.Path
        The folder ``src``.
    wide : bool
        Whether it is for x86-64, which has the wide builds.
    """
    names = set()
    for path in source.rglob("*"):
        name = path.relative_to(source).as_posix()
        if not path.is_file() or "__pycache__" in name or ".egg-info" in name:
            continue
        if path.suffix == ".pyx":
            if wide or not path.stem.endswith("_wide"):
                names.add(name.removesuffix("pyx"))
        elif path.suffix in _COPIED or path.name == "py.typed":
            names.add(name)
    project = tomllib.loads((source.parent / "pyproject.toml").read_text(encoding="utf-8"))
    for folder, files in project["tool"]["setuptools"]["data-files"].items():
        names |= {f".data/data/{folder}/{PurePosixPath(file).name}" for file in files}
    return names


def _plain(name: str) -> str:
    """A name without what tells the platform (of a compiled module) or the version (of a data file)."""
    top, slash, rest = name.partition("/")
    if top.endswith(".data"):
        return f".data{slash}{rest}"
    return name[: name.index(".") + 1] if name.endswith(_NATIVE) else name


def wheel_faults(names: Iterable[str], expected: set[str]) -> list[str]:
    """Compare the names in a wheel with what is expected; the metadata folder must have a licence."""
    names = set(names)
    info = {name for name in names if ".dist-info/" in name.partition("/")[0] + "/"}
    held = {_plain(name) for name in names - info if not name.endswith("/")}
    faults = [f"lacks {name}" for name in sorted(expected - held)]
    faults += [f"has {name}, which does not belong there" for name in sorted(held - expected)]
    for wanted in ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"):
        if not any(name.endswith(f".dist-info/{wanted}") for name in info):
            faults.append(f"lacks {wanted} among its metadata")
    return faults


def binary_faults(name: str, data: bytes) -> list[str]:
    """Look for paths of the machine that built a file inside it."""
    found = sorted({match.group().decode("ascii") for match in _BUILD_PATHS.finditer(data)})
    return [f"{name} holds the path {path}" for path in found]


def sdist_faults(names: Iterable[str], expected: Iterable[str], texts: Mapping[str, bytes]) -> list[str]:
    """Compare an sdist with the files of the project.

    Parameters
    ----------
    names : iterable of str
        Its files, below its one folder.
    expected : iterable of str
        The files of the project.
    texts : mapping of str to bytes
        The files setuptools has written itself, which must not tell where.
    """
    names = set(names)
    faults = [f"lacks {name}" for name in sorted(set(expected) - names)]
    faults += [
        f"has {name}, which is made by a build" for name in sorted(names) if _SOURCE_FILES.search(name)
    ]
    for name in sorted(texts):
        faults += binary_faults(name, texts[name])
    return faults


def check_wheel(wheel: Path, source: Path) -> list[str]:
    """Return all faults of a wheel's contents."""
    machine = wheel.stem.rsplit("-", 1)[1]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        faults = wheel_faults(names, wheel_names(source, machine.endswith(("x86_64", "amd64"))))
        for name in names:
            if name.endswith(_NATIVE) or ".dist-info/" in name:
                faults += binary_faults(name, archive.read(name))
    return faults


def check_sdist(sdist: Path, expected: Iterable[str]) -> list[str]:
    """Return all faults of an sdist's contents."""
    texts = {}
    names = set()
    with tarfile.open(sdist) as archive:
        for member in archive.getmembers():
            if not member.isfile():
                continue
            name = member.name.partition("/")[2]
            names.add(name)
            made = archive.extractfile(member)
            if made is not None and (".egg-info/" in name or name in ("PKG-INFO", "setup.cfg")):
                texts[name] = made.read()
    return sdist_faults(names, expected, texts)


def identifier(wheel: str) -> str:
    """Return cibuildwheel's identifier of a wheel's file name.

    >>> identifier("tricktake-1.0-cp314-cp314t-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl")
    'cp314t-manylinux_aarch64'
    """
    _, _, python, abi, platforms = wheel.removesuffix(".whl").split("-")
    platform = platforms.partition(".")[0]
    system = re.match(r"(manylinux|musllinux|macosx|win|pyodide|pyemscripten)(?:\d|_\d+)*_", platform)
    if system is None:
        raise ValueError(f"{wheel}: the platform {platform} is none of ours")
    kind = system.group(1).replace("pyemscripten", "pyodide")
    return f"{python}{'t' if abi.endswith('t') else ''}-{kind}_{platform[system.end() :]}"


def missing_wheels(wheels: Iterable[str]) -> list[str]:
    """Compare the wheels of a release, by file name, with the list of those it must have."""
    there = [identifier(name) for name in wheels]
    wanted = [name for names in IDENTIFIERS.values() for name in names]
    faults = [f"no wheel {name}" for name in wanted if name not in there]
    faults += [f"a wheel {name} that nobody asked for" for name in sorted(set(there) - set(wanted))]
    return faults + [f"two wheels {name}" for name in sorted(set(there)) if there.count(name) > 1]
