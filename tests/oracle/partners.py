"""Who plays with whom in Five Hundred, and whom the contractor may call with five players.

Clauses: FH-GEN-2, FH-MIS-2, FH-P5-1 to FH-P5-5, FH-P6.
"""

from __future__ import annotations

from oracle.options import Options
from oracle.packs import COLOUR_MATE


def sides_of(o: Options) -> list[tuple[int, ...]]:
    """Return the sides that keep a score, each as its seats (FH-GEN-2); a side is named by its index."""
    if o.players == 4:
        return [(0, 2), (1, 3)]
    if o.players == 6 and o.teams6 == "2x3":
        return [(0, 2, 4), (1, 3, 5)]  # FH-P6-1
    if o.players == 6:
        return [(0, 3), (1, 4), (2, 5)]  # FH-P6-2
    return [(seat,) for seat in range(o.players)]


def contract_seats(o: Options, contractor: int, partner: int | None = None) -> set[int]:
    """Return the seats of the contract side; `partner` is the called one, with five players only."""
    for side in sides_of(o):
        if contractor in side:
            seats = set(side)
    if partner is not None:
        seats.add(partner)
    return seats


def callable_cards(o: Options, pack: list[str], trump: str | None, own: set[str]) -> set[str]:
    """Return the cards a contractor may call (FH-P5-3, FH-P5-4).

    Parameters
    ----------
    o : Options
        The rules.
    pack : list of str
        The pack in use.
    trump : str or None
        The trump suit of the contract.
    own : set of str
        The contractor's hand and his discards.
    """
    barred = {"JK"}
    if trump is not None and o.five_call_bar in ("no_bowers", "no_trumps"):
        barred |= {trump + "J", COLOUR_MATE[trump] + "J"}
    if trump is not None and o.five_call_bar == "no_trumps":
        barred |= {card for card in pack if card[0] == trump}
    if not o.five_secret_alone:
        barred |= own
    return set(pack) - barred
