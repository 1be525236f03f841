"""Result files: continued after a kill byte for byte, damaged ends cut off, anything else left alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena import faulty
from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.arena.store import ResultFile
from tricktake.errors import RecordError, SetupError

BOTS = ("random", "random:bid=0.5")
slow = pytest.mark.slow


def play(path: Path, boards: int = 12, **changes: object) -> arena.Report:
    settings = {"seed": 5, "boards": boards, "file": path} | changes
    return arena.play(fh.Rules(), BOTS, **settings)  # type: ignore[arg-type]


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A file of twelve boards that was written without a break."""
    play(tmp_path / "whole.jsonl")
    return (tmp_path / "whole.jsonl").read_bytes()


def test_the_form_of_a_file(whole: bytes) -> None:
    head, *boards = [json.loads(line) for line in whole.decode("ascii").splitlines()]
    assert head == {
        "format": "tricktake-arena",
        "version": 1,
        "tricktake": head["tricktake"],
        "game": "five-hundred",
        "rules": "australian",
        "bots": ["random", "random:bid=0.5"],
        "seed": 5,
        "whole": False,
        "cap": None,
        "limit": None,
    }
    assert [board["board"] for board in boards] == list(range(12))
    assert list(boards[0]["results"][0]) == ["scores", "deals"]
    assert whole.endswith(b"\n")


def test_boards_are_read_back(tmp_path: Path) -> None:
    """Whole matches and faults too."""
    for bots, matches in ((BOTS, False), (BOTS, True), ((faulty.Crash, "random"), True)):
        path = tmp_path / f"{matches}{len(str(bots))}.jsonl"
        settings = {"boards": 2, "whole": matches, "seed": 1, "file": path, "cap": 3}
        first = arena.play(sp.Rules(), bots, **settings)  # type: ignore[arg-type]
        assert arena.play(sp.Rules(), bots, **settings) == first  # type: ignore[arg-type]
        settings["file"] = None
        assert arena.play(sp.Rules(), bots, **settings) == first  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [1, 5, 11, 12])
def test_more_boards_later(tmp_path: Path, whole: bytes, first: int) -> None:
    path = tmp_path / "part.jsonl"
    part = play(path, first)
    assert part.standings[0].boards == first
    seen: list[int] = []
    report = play(path, progress=seen.append, chunk=4)
    assert path.read_bytes() == whole
    assert report == play(path, file=None)
    assert seen[0] == first
    assert seen[-1] == 12
    assert len(set(seen)) == len(seen)


def test_fewer_boards_than_the_file_has(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole.jsonl"
    assert play(path, 5) == play(path, 5, file=None)
    assert path.read_bytes() == whole


def test_a_damaged_end_is_cut_off(tmp_path: Path, whole: bytes) -> None:
    """Whatever byte the writing has stopped at."""
    path = tmp_path / "cut.jsonl"
    lines = whole.splitlines(keepends=True)
    for cut in (0, 1, len(lines[0]) - 1, len(lines[0]), len(lines[0]) + 1, len(whole) - 1, len(whole) - 40):
        path.write_bytes(whole[:cut])
        play(path)
        assert path.read_bytes() == whole
    for end in (b"{", b"\x00\xff\n", b"\n\n", lines[-1], b'{"board":7}\n', b"[1]\n", b"[" * 5000 + b"\n"):
        path.write_bytes(b"".join(lines[:-1]) + end)
        play(path)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"no", b'{"board":3,"results":[]}', b'{"board":9,"results":[1]}']
)
def test_damage_within_is_refused(tmp_path: Path, whole: bytes, line: bytes) -> None:
    path = tmp_path / "damaged.jsonl"
    lines = whole.splitlines()
    lines[4] = line
    damaged = b"\n".join(lines) + b"\n"
    path.write_bytes(damaged)
    with pytest.raises(RecordError, match=r"line 5: damaged, and more follows"):
        play(path)
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    "change",
    [
        {"scores": [1]},
        {"scores": [1, "2"]},
        {"scores": [1.5, 2]},
        {"deals": None},
        {"winners": [0]},
        {"fault": 3},
        {"fault": {"kind": "laziness", "seat": 0, "deal": 0, "message": ""}},
        {"fault": {"kind": "error", "seat": 4, "deal": 0, "message": ""}},
    ],
)
def test_results_that_cannot_be(tmp_path: Path, whole: bytes, change: dict[str, object]) -> None:
    path = tmp_path / "damaged.jsonl"
    lines = whole.decode("ascii").splitlines()
    board = json.loads(lines[4])
    board["results"][1] |= change
    lines[4] = json.dumps(board)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    with pytest.raises(RecordError, match="line 5"):
        play(path)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 6}, "seed is 5 there and 6 here"),
        ({"whole": True}, "whole is False there and True here"),
        ({"limit": 2}, "limit is None there and 2.0 here"),
    ],
)
def test_another_arena_is_refused(
    tmp_path: Path, whole: bytes, changes: dict[str, object], words: str
) -> None:
    path = tmp_path / "whole.jsonl"
    with pytest.raises(RecordError, match=words):
        play(path, **changes)
    assert path.read_bytes() == whole


def test_other_rules_bots_and_games_are_refused(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "whole.jsonl"
    for rules, bots, words in (
        (fh.Rules(target=300), BOTS, "rules is australian there and australian,target=300 here"),
        (fh.Rules(), BOTS[::-1], "bots is random, random:bid=0.5 there and random:bid=0.5, random here"),
        (sp.Rules(), BOTS, "game is five-hundred there and spades here"),
    ):
        with pytest.raises(RecordError, match=words):
            arena.play(rules, bots, boards=3, seed=5, file=path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("text", [b"notes\n", b"notes", b"\n", b"{}\n", b'{"format": 1}\n', b"\xff" * 50])
def test_other_files_are_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(RecordError, match="is no result file of an arena"):
        play(path)
    assert path.read_bytes() == text


def test_a_directory_and_a_missing_one(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "file.jsonl"):
        with pytest.raises(OSError):
            play(path)


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "shared.jsonl"
    setup = arena.Setup(fh.Rules(), BOTS, seed=5)
    with ResultFile(path, setup), pytest.raises(SetupError, match="another arena is writing"):
        play(path)
    assert play(path, 2).standings[0].boards == 2


def test_reading_a_header(tmp_path: Path, whole: bytes) -> None:
    assert (arena.read_header(tmp_path / "whole.jsonl") or {})["seed"] == 5
    for text in (b"", b"3\n", b"[" * 100_000):
        (tmp_path / "other").write_bytes(text)
        assert arena.read_header(tmp_path / "other") is None


# --- killed -----------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes a process has started (Linux)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(pid) and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize(
    ("workers", "kills"), [(1, 1), (2, 1), pytest.param(1, 2, marks=slow), pytest.param(2, 2, marks=slow)]
)
def test_a_killed_arena_goes_on(tmp_path: Path, workers: int, kills: int) -> None:
    """Killed in the midst of it and started again, the file is that of an arena that was never stopped."""
    boards = 150
    play(tmp_path / "due.jsonl", boards)
    path = tmp_path / "killed.jsonl"
    words = ["arena", "five-hundred", *BOTS, "--deals", str(boards), "--seed", "5", "--out", str(path)]
    command = [sys.executable, "-m", "tricktake", *words, "--workers", str(workers)]
    for least in (3, 20)[:kills]:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            patience = time.monotonic() + 60
            while not path.exists() or path.read_bytes().count(b"\n") < least:
                assert running.poll() is None
                assert time.monotonic() < patience
                time.sleep(0.002)
            helpers = children(running.pid) if sys.platform == "linux" else []
            os.kill(running.pid, signal.SIGKILL)
        finally:
            running.kill()
            running.communicate()
        assert least <= path.read_bytes().count(b"\n") <= boards
        if sys.platform == "linux" and workers > 1 and path.read_bytes().count(b"\n") < boards // 2:
            assert len(helpers) >= workers
        while any(map(alive, helpers)):
            assert time.monotonic() < patience, "worker processes are left over"
            time.sleep(0.01)
    play(path, boards)
    assert path.read_bytes() == (tmp_path / "due.jsonl").read_bytes()
