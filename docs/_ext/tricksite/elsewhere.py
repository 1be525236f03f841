"""Inventories of other projects, made from a list of names, so that no build needs a network.

``elsewhere.txt`` has a line ``project address``, then lines ``role place names...``; they become the files
that Sphinx's intersphinx reads.
"""

from __future__ import annotations

import zlib
from pathlib import Path

__all__ = ["inventories"]

_LIST = Path(__file__).with_name("elsewhere.txt")


def inventories(folder: Path) -> dict[str, tuple[str, str]]:
    """Write an inventory for each project and return what ``intersphinx_mapping`` wants."""
    rows: dict[str, list[str]] = {}
    addresses: dict[str, str] = {}
    project = ""
    for line in _LIST.read_text(encoding="utf-8").splitlines():
        first, *rest = line.split()
        if first == "#":
            continue
        if len(rest) == 1:
            project = first
            addresses[project] = rest[0]
            rows[project] = []
        else:
            place, *names = rest
            for name in names:
                rows[project].append(f"{name} py:{first} 1 {place.replace('$', name)} -")
    folder.mkdir(exist_ok=True, parents=True)
    for name, lines in rows.items():
        head = f"# Sphinx inventory version 2\n# Project: {name}\n# Version: \n"
        head += "# The remainder of this file is compressed using zlib.\n"
        packed = zlib.compress("\n".join([*lines, ""]).encode())
        (folder / f"{name}.inv").write_bytes(head.encode() + packed)
    return {name: (address, str(folder / f"{name}.inv")) for name, address in addresses.items()}
