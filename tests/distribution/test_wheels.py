"""Which wheels are built and what is in them: the configuration, the workflow and the script that checks.

K-01: every platform has a wheel, and each holds what it should; every check here is also shown to fail.
"""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from distribution.scripts import ROOT, load

CONTENTS = load("wheel_contents")
SCRIPT = load("wheels")
WORKFLOW = ROOT / ".github" / "workflows" / "wheels.yml"

PLATFORMS = {
    ("linux", "x86_64"): ["manylinux_x86_64", "musllinux_x86_64"],
    ("linux", "aarch64"): ["manylinux_aarch64", "musllinux_aarch64"],
    ("macos", "x86_64"): ["macosx_x86_64"],
    ("macos", "arm64"): ["macosx_arm64"],
    ("windows", "AMD64"): ["win_amd64"],
    ("windows", "ARM64"): ["win_arm64"],
}
"""Each has all Pythons; Pyodide has two."""


def wanted(platform: str, arch: str) -> list[str]:
    """Return the identifiers of a platform, written out by hand."""
    if platform == "pyodide":
        return ["cp313-pyodide_wasm32", "cp314-pyodide_wasm32"]
    pythons = ["cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t"]
    return [f"{python}-{kind}" for kind in PLATFORMS[platform, arch] for python in pythons]


def test_the_list_is_complete() -> None:
    """K-01, K-02: what the script expects of a release is what this page says, 58 wheels."""
    assert set(CONTENTS.IDENTIFIERS) == {*PLATFORMS, ("pyodide", "wasm32")}
    for key, names in CONTENTS.IDENTIFIERS.items():
        assert list(names) == wanted(*key)
    assert sum(map(len, CONTENTS.IDENTIFIERS.values())) == 58


@pytest.mark.parametrize(
    ("platform", "archs"),
    [
        ("linux", ["x86_64", "aarch64"]),
        ("macos", ["x86_64", "arm64"]),
        ("windows", ["AMD64", "ARM64"]),
        ("pyodide", ["wasm32"]),
    ],
)
def test_cibuildwheel_builds_the_list(platform: str, archs: list[str]) -> None:
    """K-01: the configuration in pyproject.toml, as cibuildwheel reads it."""
    if importlib.util.find_spec("cibuildwheel") is None:
        pytest.skip("cibuildwheel is not installed: pip install 'tricktake[wheels]'")
    command = [sys.executable, "-m", "cibuildwheel", "--platform", platform, "--archs", ",".join(archs)]
    done = subprocess.run(
        [*command, "--print-build-identifiers", str(ROOT)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert sorted(done.stdout.split()) == sorted(name for arch in archs for name in wanted(platform, arch))


def settings() -> dict[str, Any]:
    """Return cibuildwheel's part of pyproject.toml."""
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    part: dict[str, Any] = whole["tool"]["cibuildwheel"]
    return part


def test_every_wheel_is_tested() -> None:
    """The quick tests run in all of them, against the installed copy; nothing may be compiled for them."""
    part = settings()
    assert part["test-command"] == "python {project}/tests/quick.py --installed"
    assert part["test-environment"] == {"PIP_ONLY_BINARY": ":all:"}
    assert "test-skip" not in part
    for override in part["overrides"]:
        assert set(override) == {"select", "test-requires"}


def test_quick_tests_exist() -> None:
    """Each name in the list of the quick tests is a file and a function in it."""
    quick = load("quick", folder="tests")
    left_out = [name for names in quick.DESELECTED.values() for name in names]
    assert set(quick.HYPOTHESIS) <= set(quick.TESTS)
    for name in [*quick.TESTS, *left_out]:
        path, _, function = name.partition("::")
        text = (ROOT / "tests" / path).read_text(encoding="utf-8")
        assert f"def {function}(" in text or not function, name
        if path not in quick.HYPOTHESIS:
            assert "hypothesis import" not in text, path
    for name in left_out:
        assert name in quick.TESTS or name.partition("::")[0] in quick.TESTS, name


# --- the workflow -----------------------------------------------------------------------------------------


def jobs() -> dict[str, Any]:
    """Return the jobs of the workflow."""
    read: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    return read


def test_the_workflow_covers_every_architecture() -> None:
    """K-01: one native machine for each platform and architecture."""
    rows = jobs()["wheels"]["strategy"]["matrix"]["include"]
    assert sorted((row["platform"], row["arch"]) for row in rows) == sorted(CONTENTS.IDENTIFIERS)
    runners = {(row["platform"], row["arch"]): row["runner"] for row in rows}
    assert "arm" in runners["linux", "aarch64"]
    assert "arm" in runners["windows", "ARM64"]
    assert "intel" in runners["macos", "x86_64"]
    version = next(use for use in uses("wheels") if use.startswith("pypa/cibuildwheel@")).partition("@v")[2]
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"cibuildwheel=={version}"' in text, "the extra and the workflow take the same version"


def uses(job: str) -> list[str]:
    """Return the actions of a job, in order."""
    return [step["uses"] for step in jobs()[job]["steps"] if "uses" in step]


def test_only_tags_publish_and_only_after_the_checks() -> None:
    """No password, rights for one job, the tag compared with the version before anything is signed."""
    everything = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert everything["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for name, job in everything["jobs"].items() if name != "publish")
    publish = everything["jobs"]["publish"]
    assert publish["permissions"]["id-token"] == "write"
    assert publish["environment"]["name"] == "pypi"
    assert "refs/tags/v" in publish["if"]
    assert publish["needs"] == "collect"
    assert everything["jobs"]["collect"]["needs"] == ["sdist", "wheels"]
    steps = [step.get("uses", step.get("run", "")).partition("@")[0] for step in publish["steps"]]
    tag = next(index for index, step in enumerate(steps) if "${TAG#v}" in step)
    signed = steps.index("actions/attest-build-provenance")
    assert tag < signed < steps.index("pypa/gh-action-pypi-publish")
    assert "secrets." not in WORKFLOW.read_text(encoding="utf-8")


# --- what is built for ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "platform", "bits", "answer"),
    [
        ({}, "linux-x86_64", 64, True),
        ({}, "linux-x86_64", 32, False),  # a 32-bit Python on a 64-bit kernel
        ({}, "linux-aarch64", 64, False),
        ({}, "win-amd64", 64, True),
        ({}, "win-arm64", 64, False),
        ({}, "win32", 32, False),
        ({"VSCMD_ARG_TGT_ARCH": "arm64"}, "win-amd64", 64, False),
        ({"VSCMD_ARG_TGT_ARCH": "x64"}, "win-arm64", 64, True),
        ({}, "macosx-10.9-x86_64", 64, True),
        ({}, "macosx-11.0-arm64", 64, False),
        ({}, "macosx-10.9-universal2", 64, False),
        ({"ARCHFLAGS": "-arch arm64"}, "macosx-10.9-x86_64", 64, False),
        ({"ARCHFLAGS": "-arch x86_64"}, "macosx-11.0-arm64", 64, True),
        ({"ARCHFLAGS": "-arch x86_64 -arch arm64"}, "macosx-10.9-universal2", 64, False),
        ({}, "emscripten_4_0_9_wasm32", 64, False),
    ],
)
def test_wide_builds_are_for_x86_64_alone(
    environ: dict[str, str], platform: str, bits: int, answer: bool
) -> None:
    """K-01: the machine that will run the modules counts, not the one that compiles them."""
    assert load("setup", folder="").target_is_x86_64(environ, platform, bits) is answer


# --- what is inside ---------------------------------------------------------------------------------------

SUFFIX = "cpython-313-x86_64-linux-gnu.so"
INFO = "tricktake-1.dist-info"
MANUAL = "tricktake-1.data/data/share/man/man1/tricktake.1"


def good_names() -> list[str]:
    """Return the names in a wheel without faults."""
    names = [
        f"{name}{SUFFIX}" if name.endswith(".") else name.replace(".data/", "tricktake-1.data/")
        for name in CONTENTS.wheel_names(ROOT / "src", wide=True)
    ]
    info = ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    return [*names, *(f"{INFO}/{name}" for name in info)]


def make_wheel(folder: Path, names: list[str], data: dict[str, bytes]) -> Path:
    """Write a wheel of empty files, but for those in ``data``."""
    path = folder / "tricktake-1-cp313-cp313-manylinux_2_28_x86_64.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, data.get(name, b""))
    return path


def test_expected_names() -> None:
    """Every kind of file, and the wide builds on x86-64 only."""
    names = CONTENTS.wheel_names(ROOT / "src", wide=True)
    for name in (
        "cardcore/play.",
        "cardcore/_kernels_wide.",
        "cardcore/play.pxd",
        "cardcore/play.pyi",
        "cardcore/py.typed",
        "tricktake/py.typed",
        "tricktake/html/replay.css",
        "tricktake/html/replay.js",
        "tricktake/html/replay.html",
        "tricktake/records/record.schema.json",
        "tricktake/fivehundred/deal.py",
        ".data/data/share/man/man1/tricktake.1",
    ):
        assert name in names, name
    assert not any(name.endswith((".pyx", ".pxi", ".c", ".so")) for name in names)
    narrow = CONTENTS.wheel_names(ROOT / "src", wide=False)
    assert names - narrow == {f"cardcore/_{part}_wide." for part in ("batch", "kernels", "solve")}


def test_a_good_wheel_has_no_faults(tmp_path: Path) -> None:
    """The base of the next test."""
    assert CONTENTS.check_wheel(make_wheel(tmp_path, good_names(), {}), ROOT / "src") == []


@pytest.mark.parametrize(
    ("without", "more", "said"),
    [
        (f"cardcore/solver.{SUFFIX}", "", "lacks cardcore/solver."),
        (f"cardcore/_solve_wide.{SUFFIX}", "", "lacks cardcore/_solve_wide."),
        ("cardcore/bits.pxd", "", "lacks cardcore/bits.pxd"),
        ("cardcore/play.pyi", "", "lacks cardcore/play.pyi"),
        ("tricktake/py.typed", "", "lacks tricktake/py.typed"),
        ("tricktake/html/replay.js", "", "lacks tricktake/html/replay.js"),
        ("tricktake/records/record.schema.json", "", "lacks tricktake/records/record.schema.json"),
        (
            "tricktake-1.data/data/share/man/man1/tricktake.1",
            "",
            "lacks .data/data/share/man/man1/tricktake.1",
        ),
        (f"{INFO}/licenses/LICENSE", "", "lacks licenses/LICENSE among its metadata"),
        ("", "cardcore/play.c", "has cardcore/play.c, which"),
        ("", "cardcore/play.pyx", "has cardcore/play.pyx, which"),
        ("", "cardcore/_kernels.pxi", "has cardcore/_kernels.pxi, which"),
        ("", "tricktake-1.data/scripts/other", "has .data/scripts/other, which"),
        ("", "tests/quick.py", "has tests/quick.py, which"),
        ("", f"cardcore/old.{SUFFIX}", "has cardcore/old., which"),
    ],
)
def test_a_doctored_wheel_is_found_out(tmp_path: Path, without: str, more: str, said: str) -> None:
    """K-01: whatever is missing or too much."""
    names = [name for name in good_names() if name != without] + ([more] if more else [])
    (fault,) = CONTENTS.check_wheel(make_wheel(tmp_path, names, {}), ROOT / "src")
    assert fault.startswith(said)


@pytest.mark.parametrize(
    "path",
    [
        b"/tmp/build/x.c",
        b"/home/runner/work",
        b"/root/project",
        b"/Users/runner/x",
        b"/project/build",
        b"D:\\a\\tricktake\\x.c",
    ],
)
def test_paths_of_the_build_are_found_in_binaries(tmp_path: Path, path: bytes) -> None:
    """K-01: no absolute paths."""
    name = f"cardcore/play.{SUFFIX}"
    wheel = make_wheel(tmp_path, good_names(), {name: b"\x7fELF\0\0" + path + b"\0rest"})
    (fault,) = CONTENTS.check_wheel(wheel, ROOT / "src")
    assert fault == f"{name} holds the path {path.decode()}"


def test_names_of_our_own_sources_are_no_paths_of_the_build() -> None:
    """What Cython writes into every module for tracebacks."""
    assert CONTENTS.binary_faults("x.so", b"src/cardcore/play.pyx\0/usr/lib\0/lib64/ld-linux.so") == []


def make_sdist(folder: Path, files: dict[str, bytes]) -> Path:
    """Write an sdist."""
    path = folder / "tricktake-1.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"tricktake-1/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def test_a_doctored_sdist_is_found_out(tmp_path: Path) -> None:
    """K-01: all sources, nothing generated, no absolute path."""
    files = {"setup.py": b"", "src/cardcore/play.pyx": b"", "src/x.egg-info/SOURCES.txt": b"setup.py\n"}
    expected = ["setup.py", "src/cardcore/play.pyx"]
    assert CONTENTS.check_sdist(make_sdist(tmp_path, files), expected) == []
    lacking = {name: data for name, data in files.items() if "pyx" not in name}
    assert CONTENTS.check_sdist(make_sdist(tmp_path, lacking), expected) == ["lacks src/cardcore/play.pyx"]
    (fault,) = CONTENTS.check_sdist(make_sdist(tmp_path, files | {"build/play.c": b""}), expected)
    assert fault == "has build/play.c, which is made by a build"
    listed = files | {"src/x.egg-info/SOURCES.txt": b"/home/me/tricktake/setup.py\n"}
    (fault,) = CONTENTS.check_sdist(make_sdist(tmp_path, listed), expected)
    assert fault == "src/x.egg-info/SOURCES.txt holds the path /home/me/tricktake/setup.py"


@pytest.mark.skipif(importlib.util.find_spec("setuptools") is None, reason="needs setuptools")
def test_the_sdist_is_complete(tmp_path: Path) -> None:
    """K-01: the sdist as it is made here, compared with the files of the project."""
    names = SCRIPT.project_files()
    for name in names:
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_bytes((ROOT / name).read_bytes())
    call = f"from setuptools import build_meta as b; print(b.build_sdist({str(tmp_path)!r}))"
    subprocess.run(
        [sys.executable, "-c", call], cwd=tmp_path / "tree", capture_output=True, timeout=120, check=True
    )
    (sdist,) = tmp_path.glob("*.tar.gz")
    assert {"setup.py", "src/cardcore/bits.pxd", "tests/quick.py", "tools/wheels.py"} <= set(names)
    assert CONTENTS.check_sdist(sdist, names) == []


# --- the wheels of a release ------------------------------------------------------------------------------


def release() -> list[str]:
    """Return file names of a whole release."""
    tails = {"manylinux": "manylinux_2_27_{0}.manylinux_2_28_{0}", "musllinux": "musllinux_1_2_{0}"}
    tails |= {"macosx": "macosx_11_0_{0}", "win": "win_{0}", "pyodide": "pyemscripten_2026_0_{0}"}
    names = []
    for one in [name for names in CONTENTS.IDENTIFIERS.values() for name in names]:
        python, _, platform = one.partition("-")
        kind, _, arch = platform.partition("_")
        names.append(f"tricktake-1-{python.rstrip('t')}-{python}-{tails[kind].format(arch)}.whl")
    return names


def test_a_release_is_complete_or_says_what_is_missing() -> None:
    """K-01, K-02: one wheel less, one too many, one twice."""
    names = release()
    assert CONTENTS.missing_wheels(names) == []
    for index in (0, 9, 30, 57):
        less = [name for name in names if name != names[index]]
        assert CONTENTS.missing_wheels(less) == [f"no wheel {CONTENTS.identifier(names[index])}"]
    more = [*names, "tricktake-1-cp310-cp310-win_amd64.whl"]
    assert CONTENTS.missing_wheels(more) == ["a wheel cp310-win_amd64 that nobody asked for"]
    assert CONTENTS.missing_wheels([*names, names[0]]) == ["two wheels cp311-manylinux_x86_64"]
    with pytest.raises(ValueError, match="none of ours"):
        CONTENTS.missing_wheels(["tricktake-1-py3-none-any.whl"])
