"""The reference implementation of docs/seeds.md, run from the page, and words of a stream written with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "seeds.md"

_BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
_NAMES: dict[str, Any] = {}
for _block in _BLOCKS:
    exec(compile(_block, str(PAGE), "exec"), _NAMES)

key_from_seed: Callable[[int], tuple[int, int]] = _NAMES["key_from_seed"]
words: Callable[..., Iterator[int]] = _NAMES["words"]
below: Callable[[Iterator[int], int], int] = _NAMES["below"]
pieces: Callable[[Iterator[int]], Iterator[int]] = _NAMES["pieces"]
small: Callable[[Iterator[int], int], int] = _NAMES["small"]
shuffle: Callable[[Iterator[int], int], list[int]] = _NAMES["shuffle"]
