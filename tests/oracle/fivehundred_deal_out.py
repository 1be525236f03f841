"""Who gets which cards in Five Hundred, for every number of players.

Clauses: FH-DECK-1, FH-DEAL, FH-P2-1, FH-P2-2, FH-P2-8, FH-P2-9.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from oracle.options import Options
from oracle.packs import PACKS, in_order

# FH-DEAL-2 and FH-DEAL-3: pack -> packets, who gets how many.
USUAL = [("each", 3), ("kitty", 1), ("each", 4), ("kitty", 1), ("each", 3), ("kitty", 1)]
PATTERNS: dict[str, list[tuple[str, int]]] = {
    "33": USUAL,
    "43": USUAL,
    "45": [("each", 3), ("kitty", 3), ("each", 4), ("kitty", 2), ("each", 3)],
    "53": USUAL,
    "63": USUAL,
    "24": [("each", 3), ("kitty", 2), ("each", 4), ("kitty", 1), ("each", 3), ("kitty", 1)],
}


@dataclass
class Dealt:
    """The cards of a deal before the first call."""

    hands: list[set[str]]
    kitty: set[str] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)
    """The hand nobody has, in the two-player game with a dead hand."""
    tables: list[list[list[str | None]]] = field(default_factory=list)
    """Per seat five piles [down, up] in the two-player table game; no piles in the other games."""


def pack_name(o: Options) -> str:
    """Return the name of the pack in use (FH-DECK-1)."""
    if o.players == 2:
        return {"table": "43", "dead_hand": "33", "short24": "24"}[o.two_player]
    return {3: "33", 4: str(o.deck4), 5: "53", 6: "63"}[o.players]


def deal_out(pack_order: list[str], dealer: int, o: Options) -> Dealt:
    """Deal the pack, top card first (FH-DEAL-4).

    Raises
    ------
    ValueError
        If the pack is not the right one.
    """
    name = pack_name(o)
    if in_order(pack_order) != PACKS[name]:
        raise ValueError(f"not the {name} cards of the pack")
    dealt = Dealt([set() for _ in range(o.players)], tables=[[] for _ in range(o.players)])
    top = list(pack_order)
    if o.table_game:
        _deal_table(top, dealer, dealt)
    else:
        _deal_packets(
            top, dealer, dealt, PATTERNS[name], dead_hand=o.players == 2 and o.two_player == "dead_hand"
        )
    assert not top
    return dealt


def _deal_packets(
    top: list[str], dealer: int, dealt: Dealt, packets: list[tuple[str, int]], *, dead_hand: bool
) -> None:
    # FH-DEAL-1: from the dealer's left, the dealer last.
    n = len(dealt.hands)
    getting = [dealt.hands[(dealer + step) % n] for step in range(1, n + 1)]
    if dead_hand:
        getting.insert(0, dealt.dead)  # FH-P2-8: as for three, the hand left of the dealer is dead
    for who, number in packets:
        for hand in getting if who == "each" else [dealt.kitty]:
            for _ in range(number):
                hand.add(top.pop(0))


def _deal_table(top: list[str], dealer: int, dealt: Dealt) -> None:
    # FH-P2-2, word for word; the piles are numbered from 1 there.
    other = 1 - dealer
    dealt.tables = [[[None, None] for _ in range(5)] for _ in range(2)]

    def lay(seat: int, side: str, piles: list[int]) -> None:
        for pile in piles:
            dealt.tables[seat][pile - 1][0 if side == "down" else 1] = top.pop(0)

    def give(hand: set[str], number: int) -> None:
        for _ in range(number):
            hand.add(top.pop(0))

    lay(other, "down", [1, 2, 3])
    lay(dealer, "down", [1, 2, 3])
    give(dealt.hands[other], 3)
    give(dealt.hands[dealer], 3)
    give(dealt.kitty, 1)
    lay(other, "down", [4, 5])
    lay(other, "up", [1, 2])
    lay(dealer, "down", [4, 5])
    lay(dealer, "up", [1, 2])
    give(dealt.hands[other], 4)
    give(dealt.hands[dealer], 4)
    give(dealt.kitty, 1)
    lay(other, "up", [3, 4, 5])
    lay(dealer, "up", [3, 4, 5])
    give(dealt.hands[other], 3)
    give(dealt.hands[dealer], 3)
    give(dealt.kitty, 1)
