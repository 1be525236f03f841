"""Files are written at once or not at all, and read in the encodings there are."""

from __future__ import annotations

import gzip
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from records.samples import made_by_hand
from tricktake import PASS, RecordError
from tricktake.records import Move, ReadError, load, read_records, save

WORDS = made_by_hand()["words"]


def test_files(tmp_path: Path) -> None:
    """Text and JSON by the name, in UTF-8; nothing is left beside the file."""
    records = list(made_by_hand().values())
    for name in ("all.ttr", "all.json", "wörter.TXT"):
        path = tmp_path / name
        save(path, records)
        assert list(load(path)) == records
        assert path.read_bytes().decode("utf-8").isascii() is False
        assert [found.name for found in tmp_path.iterdir()] == [name]
        assert (b'"rules"' in path.read_bytes()) == name.endswith(".json")
        path.unlink()
    save(str(tmp_path / "none.ttr"), [])
    assert len(load(tmp_path / "none.ttr")) == 0


def test_compressed_files(tmp_path: Path) -> None:
    """``.gz`` after the name compresses; what is read is told by how it begins, and damage is said."""
    records = list(made_by_hand().values())
    for name in ("all.ttr.gz", "all.json.gz"):
        path = tmp_path / name
        save(path, records)
        packed = path.read_bytes()
        assert packed.startswith(b"\x1f\x8b")
        assert (b'"rules"' in gzip.decompress(packed)) == (".json" in name)
        assert list(load(path)) == list(read_records(packed)) == records
        save(path, records)
        assert path.read_bytes() == packed
    packed = (tmp_path / "all.ttr.gz").read_bytes()
    for damaged in (packed[: len(packed) // 2], packed[:200] + b"\0" * 40 + packed[240:]):
        with pytest.raises(ReadError, match=r"its last block is not whole|damaged where it is compressed"):
            read_records(damaged)
        found = read_records(damaged, lenient=True)
        assert "block is not whole" in str(found.warnings[0]) or "compressed" in str(found.warnings[0])
        assert list(found) != records


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong, the old file stays, and no other one is left."""
    path = tmp_path / "a.ttr"
    save(path, [WORDS])
    before = path.read_bytes()
    deal = replace(WORDS.deals[1], entries=tuple([Move(action=PASS)] * 10_001))
    with pytest.raises(RecordError):
        save(path, [WORDS, replace(WORDS, deals=(deal,))])

    def fail(source: object, target: object) -> None:
        raise OSError("no more room")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no more room"):
        save(path, [WORDS, WORDS])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="rights are those of POSIX")
def test_rights_and_links_are_kept(tmp_path: Path) -> None:
    """A file keeps its rights; a link stays a link."""
    path, link = tmp_path / "a.ttr", tmp_path / "link.ttr"
    save(path, [WORDS])
    path.chmod(0o600)
    link.symlink_to(path)
    save(link, [WORDS, WORDS])
    assert link.is_symlink()
    assert len(load(path)) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_loading_in_lenient_mode(tmp_path: Path) -> None:
    """Bytes that are no text are read as U+FFFD, with a warning that says where."""
    path = tmp_path / "a.ttr"
    path.write_bytes(WORDS.to_text().encode().replace("Ü".encode(), b"\xdc", 1))
    with pytest.raises(ReadError, match=r"line 5, column \d+: expected UTF-8, got the byte 0xdc"):
        load(path)
    found = load(path, lenient=True)
    assert found[0].players[2] == "\ufffdnal"
    assert found.warnings[0].line == 5
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReadError, match="expected UTF-16"):
        load(path)
