"""The bids of Five Hundred: their texts, their rank, their value, and which may be called.

A bid is a text, level first: ``7H``, ``10NT``, ``M``, ``OM``, ``BM``, each perhaps with ``-SK``.
Clauses: FH-BID-2 to 10 and 16 to 19, FH-SCORE-1, FH-SCORE-9, FH-P2-3.
"""

from __future__ import annotations

from oracle.options import Options

STRAINS = ["S", "C", "D", "H", "NT"]
LEVELS = [6, 7, 8, 9, 10]
MISERES = ["M", "OM", "BM"]

NUMERIC_BIDS = [f"{level}{strain}" for level in LEVELS for strain in STRAINS]

# FH-BID-4: the full default order, low to high. BM ranks with OM (FH-BID-7).
DEFAULT_ORDER = [
    "6S", "6C", "6D", "6H", "6NT",
    "7S", "7C", "7D", "7H", "7NT",
    "M",
    "8S", "8C", "8D", "8H", "8NT",
    "9S", "9C", "9D", "9H", "9NT",
    "10S", "10C", "10D",
    "OM",
    "10H", "10NT",
]  # fmt: skip
# FH-BID-17: American nullo.
NULLO_ORDER = [
    "6S", "6C", "6D", "6H", "6NT",
    "7S", "7C", "7D", "7H", "7NT",
    "8S",
    "M",
    "8C", "8D", "8H", "8NT",
    "9S", "9C", "9D", "9H", "9NT",
    "10S", "10C", "10D",
    "OM",
    "10H", "10NT",
]  # fmt: skip

# FH-SCORE-1 and FH-SCORE-9: level -> values in the order of the strains S C D H NT.
VALUES: dict[str, dict[int, list[int]]] = {
    "avondale": {
        6: [40, 60, 80, 100, 120],
        7: [140, 160, 180, 200, 220],
        8: [240, 260, 280, 300, 320],
        9: [340, 360, 380, 400, 420],
        10: [440, 460, 480, 500, 520],
    },
    "original": {
        6: [40, 60, 80, 100, 120],
        7: [80, 120, 160, 200, 240],
        8: [120, 180, 240, 300, 360],
        9: [160, 240, 320, 400, 480],
        10: [200, 300, 400, 500, 600],
    },
    # The inverted table reads C S H D NT; here it stands in the order S C D H NT.
    "inverted": {
        6: [60, 40, 100, 80, 120],
        7: [120, 80, 200, 160, 240],
        8: [180, 120, 300, 240, 360],
        9: [240, 160, 400, 320, 480],
        10: [300, 200, 500, 400, 600],
    },
    "perfect": {
        6: [20, 40, 60, 80, 100],
        7: [120, 140, 160, 180, 200],
        8: [220, 240, 260, 280, 300],
        9: [320, 340, 360, 380, 400],
        10: [420, 440, 460, 480, 500],
    },
}


def bare(bid: str) -> str:
    """Return the bid without ``-SK``."""
    return bid.removesuffix("-SK")


def is_sans_kitty(bid: str) -> bool:
    """Return whether the bid is sans kitty."""
    return bid.endswith("-SK")


def is_misere(bid: str) -> bool:
    """Return whether the bid is of the misère family."""
    return bare(bid) in MISERES


def level(bid: str) -> int:
    """Return the number of tricks of a numeric bid; 0 for the misère family."""
    if is_misere(bid):
        return 0
    return int("".join(letter for letter in bid if letter.isdigit()))


def strain(bid: str) -> str:
    """Return S, C, D, H or NT; NT for the misère family."""
    if is_misere(bid):
        return "NT"
    return bare(bid).lstrip("0123456789")


def table_value(bid: str, o: Options) -> int:
    """Return the value of the bid in the score table, sans kitty not regarded."""
    values = {"M": o.misere_value, "OM": o.open_misere_value, "BM": o.blind_misere_value}
    if is_misere(bid):
        return values[bare(bid)]
    return VALUES[o.schedule][level(bid)][STRAINS.index(strain(bid))]


def rank(bid: str, o: Options) -> tuple[int, int, int]:
    """Return what decides which of two bids is higher; equal ranks do not outrank each other."""
    above = 1 if is_sans_kitty(bid) and o.sans_kitty_rank == "above" else 0  # FH-BID-10
    if o.schedule in ("original", "inverted"):
        return (table_value(bid, o), level(bid), above)  # FH-BID-19
    order = NULLO_ORDER if o.misere_rank == "between_8S_8C" else DEFAULT_ORDER
    name = "OM" if bare(bid) == "BM" else bare(bid)  # FH-BID-7: equal rank
    return (order.index(name), 0, above)


def _allowed(bid: str, o: Options, bids_made: list[str], early_caller: bool) -> bool:
    """Return whether the bid may be called, leaving aside whether it is blind."""
    if is_sans_kitty(bid) and not o.sans_kitty:
        return False  # FH-BID-9
    if bids_made and rank(bid, o) <= rank(bids_made[-1], o):
        return False  # FH-BID-4
    if o.inkle and level(bid) == 6 and not early_caller:
        return False  # FH-BID-18
    if o.table_game and bare(bid) in ("OM", "BM"):
        return False  # FH-P2-3
    if bare(bid) == "M":
        if not o.misere:
            return False
        if o.table_game:
            return True  # FH-P2-3: no earlier 7 bid is needed
        if o.misere_requires_7 and not any(level(made) == 7 for made in bids_made):
            return False  # FH-BID-5
    if bare(bid) == "OM":
        if not o.open_misere:
            return False
        if o.open_misere_requires_8 and not any(level(made) >= 8 for made in bids_made):
            return False  # FH-BID-6
    return not (bare(bid) == "BM" and not o.blind_misere)


def seen_bids(o: Options, bids_made: list[str], *, early_caller: bool) -> set[str]:
    """Return the bids legal for a player who has looked.

    Parameters
    ----------
    o : Options
        The rules.
    bids_made : list of str
        All bids of this auction so far; the last one is the high bid.
    early_caller : bool
        Whether the player is one of the two whose turn to call comes first.
    """
    bids = [bid + end for bid in [*NUMERIC_BIDS, "M", "OM"] for end in ("", "-SK")]
    return {bid for bid in bids if _allowed(bid, o, bids_made, early_caller)}


def blind_bids(o: Options, bids_made: list[str]) -> set[str]:
    """Return the bids legal for a player who has not looked (FH-BID-8)."""
    return {bid for bid in ("BM", "BM-SK") if _allowed(bid, o, bids_made, False)}
