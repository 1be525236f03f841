"""What worker processes and threads run; a module of its own so that a spawned process can import it."""

from __future__ import annotations

from cardcore import Stream


def deal_share(share: tuple[int, int, int]) -> dict[int, bytes]:
    """Return the deals ``first``, ``first + step``, ... below 400 of a seed, by number."""
    seed, first, step = share
    return {number: Stream(seed, number=number).permutation(52) for number in range(first, 400, step)}
