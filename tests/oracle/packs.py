"""The packs of every game, card by card, and the suits of a contract from low to high.

Cards are strings, suit first: ``HQ``, ``S10``, ``H13``; the jokers are ``JK``, ``JK1``, ``JK2`` and ``JK3``.
Written from the rules of Five Hundred (clauses FH-DECK, FH-CARD, FH-JOK) and of Cutthroat Spades
(clauses CS-DECK); the clause stands beside the code that applies it.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = ["S", "C", "D", "H"]

# FH-CARD-1, CS-DECK-2: low to high; 11, 12 and 13 lie between the ten and the jack.
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A"]

JOKERS = ["JK", "JK1", "JK2", "JK3"]

# The suit of the same colour; its jack is the left bower.
COLOUR_MATE = {"S": "C", "C": "S", "D": "H", "H": "D"}


def card_key(card: str) -> tuple[int, int]:
    """Sort key: suits S, C, D, H, within a suit low to high as printed, jokers last."""
    if card in JOKERS:
        return (len(SUITS), JOKERS.index(card))
    return (SUITS.index(card[0]), RANKS.index(card[1:]))


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards as a list in canonical order."""
    return sorted(cards, key=card_key)


def _suit(suit: str, lowest: str, *, without: tuple[str, ...] = ("11", "12", "13")) -> list[str]:
    ranks = RANKS[RANKS.index(lowest) :]
    return [suit + rank for rank in ranks if rank not in without]


def _build_packs() -> dict[str, list[str]]:
    full = [card for suit in SUITS for card in _suit(suit, "2")]  # the ordinary 52 cards
    packs: dict[str, list[str]] = {}

    # FH-DECK-1
    packs["33"] = [card for suit in SUITS for card in _suit(suit, "7")] + ["JK"]
    packs["43"] = _suit("S", "5") + _suit("C", "5") + _suit("D", "4") + _suit("H", "4") + ["JK"]
    packs["45"] = [card for suit in SUITS for card in _suit(suit, "4")] + ["JK"]
    packs["53"] = [*full, "JK"]
    packs["63"] = (
        _suit("S", "2", without=("13",))
        + _suit("C", "2", without=("13",))
        + _suit("D", "2", without=())  # the 13s are red
        + _suit("H", "2", without=())
        + ["JK"]
    )
    packs["24"] = [card for suit in SUITS for card in _suit(suit, "9")]

    # CS-DECK-1
    packs["cs3"] = [card for card in full if card != "C2"]
    packs["cs4"] = list(full)
    packs["cs5"] = [card for card in full if card not in ("C2", "D2")]
    packs["cs5j2"] = [*full, "JK1", "JK2"]
    packs["cs5j3"] = [*full, "JK1", "JK2", "JK3"]
    return packs


PACKS: dict[str, list[str]] = _build_packs()
"""Pack name -> its cards in canonical order."""


def five_hundred_suits(
    pack: list[str], trump: str | None, nominated: str | None
) -> tuple[dict[str, list[str]], str | None]:
    """Return the suits (low to high) and the suitless joker, if any, of a contract of Five Hundred.

    Parameters
    ----------
    pack : list of str
        The cards in use.
    trump : str or None
        The trump suit; None in no trumps and in the misères.
    nominated : str or None
        The suit nominated for the joker; only without a trump suit.
    """
    # FH-CARD-1, FH-CARD-4: without trumps every card stands in its printed suit.
    suits = {suit: [card for card in in_order(pack) if card[0] == suit] for suit in SUITS}
    has_joker = "JK" in pack

    if trump is not None:
        if nominated is not None:
            raise ValueError("a joker is nominated only where there is no trump suit")
        # FH-CARD-2, FH-CARD-5: ... Q K A, left bower, right bower, joker.
        right_bower = trump + "J"
        left_bower = COLOUR_MATE[trump] + "J"
        suits[trump].remove(right_bower)
        suits[COLOUR_MATE[trump]].remove(left_bower)
        suits[trump] += [left_bower, right_bower]
        if has_joker:
            suits[trump].append("JK")  # FH-JOK-1
        return suits, None

    if nominated is not None:
        if not has_joker:
            raise ValueError("this pack has no joker to nominate")
        suits[nominated].append("JK")  # FH-JOK-3: above the ace
        return suits, None

    return suits, ("JK" if has_joker else None)  # FH-JOK-4


def spades_suits(pack: list[str]) -> dict[str, list[str]]:
    """Return the suits (low to high) of a pack of Cutthroat Spades; spades are trumps (CS-DECK-3)."""
    suits = {suit: [card for card in in_order(pack) if card[0] == suit] for suit in SUITS}
    # CS-DECK-4: JK1 > JK2 > JK3 > AS, all of them spades.
    suits["S"] += [joker for joker in ("JK3", "JK2", "JK1") if joker in pack]
    return suits
