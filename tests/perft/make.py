"""Write the frozen perft files of this folder with the slow referee.

Run ``python tests/perft/make.py`` for all files or ``python tests/perft/make.py three six_63`` for some. The
endings are random with fixed seeds, so a second run writes the same files. Depths go on to the end of the
play or to the first depth with more than `LIMIT` sequences.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from oracle.packs import PACKS, SUITS, five_hundred_suits, in_order, spades_suits
from oracle.tricks import TrickReferee, circle, perft, two_handed
from perft.reader import FOLDER, PerftCase

LIMIT = 50_000

JOKER_POLICIES = [
    (lead, follow)
    for follow in ("void_only", "first_or_last")
    for lead in ("unled_suit", "last_trick_only", "any_suit")
]


def position(
    name: str, pack: str, hands: list[list[str]], *, trump: str | None = None, nominated: str | None = None
) -> PerftCase:
    """Return a case of Five Hundred without counts: everybody plays, place 0 leads, default policies."""
    suits, free = five_hundred_suits(PACKS[pack], trump, nominated)
    return PerftCase(
        name=name,
        suits=suits,
        trump=trump,
        free=free,
        joker_lead="unled_suit",
        joker_follow="void_only",
        joker_void="may",
        orders=circle(len(hands)),
        first=None,
        limit=None,
        firstcard=None,
        leader=0,
        hands=hands,
        under={},
    )


def spades_position(name: str, pack: str, hands: list[list[str]]) -> PerftCase:
    """Return a case of Cutthroat Spades without counts."""
    case = position(name, "53", hands, trump="S")
    return replace(case, suits=spades_suits(PACKS[pack]), limit="S")


def referee_of(case: PerftCase) -> TrickReferee:
    """Return the slow referee at the position of the case."""
    return TrickReferee(
        suits=case.suits,
        trump=case.trump,
        free_joker=case.free,
        hands=[set(hand) for hand in case.hands],
        leader=case.leader,
        orders=case.orders,
        first_orders=case.first,
        joker_lead=case.joker_lead,
        joker_follow=case.joker_follow,
        joker_void=case.joker_void,
        lead_limit=case.limit,
        first_card=case.firstcard,
        under=case.under,
    )


def play_text(card: str, named: str | None) -> str:
    """Return a play as text: ``HQ``, or ``JK:C`` for a joker led naming clubs."""
    return card if named is None else f"{card}:{named}"


def counted(case: PerftCase) -> PerftCase:
    """Return the case with its counts."""
    referee = referee_of(case)
    plies = sum(len(case.hands[place]) for place in referee.places) + len(case.under)
    counts: dict[int, int] = {}
    divide: dict[str, int] = {}
    for depth in range(1, plies + 1):
        divide = {}
        for card, named in sorted(referee.legal(), key=str):
            after = referee.copy()
            after.play(card, named)
            divide[play_text(card, named)] = perft(after, depth - 1)
        counts[depth] = sum(divide.values())
        if counts[depth] > LIMIT:
            break
    return replace(case, perft=counts, divide=divide)


def _pairs(pairs: Mapping[str, object] | Mapping[int, object]) -> str:
    return " ".join(f"{left}={right}" for left, right in pairs.items()) or "none"


def to_text(case: PerftCase) -> str:
    """Write a case in the format of the reader."""
    suits = {suit: ",".join(case.suits[suit]) for suit in SUITS}
    orders = {leader: ",".join(map(str, order)) for leader, order in case.orders.items()}
    first = {leader: ",".join(map(str, order)) for leader, order in (case.first or {}).items()}
    lines = [
        f"case {case.name}",
        f"suits {_pairs(suits)}",
        f"trump {case.trump or 'none'}",
        f"free {case.free or 'none'}",
        f"joker {case.joker_lead} {case.joker_follow} {case.joker_void}",
        f"orders {_pairs(orders)}",
        f"first {_pairs(first)}",
        f"limit {case.limit or 'none'}",
        f"firstcard {case.firstcard or 'none'}",
        f"leader {case.leader}",
        "hands " + "|".join(",".join(in_order(hand)) or "-" for hand in case.hands),
        f"under {_pairs(case.under)}",
        f"perft {_pairs(case.perft)}",
        f"divide {_pairs(case.divide)}",
    ]
    return "\n".join(lines) + "\n"


def draw(seed: int, pack: list[str], sizes: list[int], *, keep: str | None = None) -> list[list[str]]:
    """Return random hands of the given sizes; place 0 holds the card `keep`."""
    cards = [card for card in pack if card != keep]
    random.Random(seed).shuffle(cards)
    hands: list[list[str]] = []
    for place, size in enumerate(sizes):
        hand = [keep] if place == 0 and keep is not None else []
        while len(hand) < size:
            hand.append(cards.pop())
        hands.append(hand)
    return hands


def four_hearts() -> list[PerftCase]:
    """Four players, hearts trump."""
    # Hearts, diamonds and the joker only, so that bowers and joker meet; then the whole pack.
    reds = [card for card in PACKS["43"] if card[0] in "DHJ"]
    cases = [
        position(f"hearts-{seed}", "43", draw(seed, reds, [4] * 4, keep="JK"), trump="H") for seed in (1, 2)
    ]
    cases += [
        position(f"hearts-{seed}", "43", draw(seed, PACKS["43"], [4] * 4), trump="H") for seed in (3, 4)
    ]
    cases.append(position("hearts-5", "45", draw(5, PACKS["45"], [5] * 4), trump="H"))
    cases.append(position("hearts-whole-hands", "43", draw(6, PACKS["43"], [10] * 4), trump="H"))
    return cases


def four_other_trumps() -> list[PerftCase]:
    """Four players, the other trump suits, different leaders."""
    cases = []
    for number, trump in enumerate(["S", "C", "D", "S", "C", "D"]):
        pack = "43" if number < 3 else "45"
        hands = draw(20 + number, PACKS[pack], [4] * 4, keep="JK" if number % 2 else None)
        case = position(f"trump-{trump}-{pack}", pack, hands, trump=trump)
        cases.append(replace(case, leader=(number + 1) % 4))
    return cases


def four_nt_free_joker() -> list[PerftCase]:
    """Four players, no trumps, the joker suitless; the same hands under every policy count differently."""
    # Without clubs suits are led again while the joker is still held; seed 31 has all four suits.
    no_clubs = [card for card in PACKS["43"] if card[0] != "C"]
    endings = [(7, no_clubs, 4), (13, no_clubs, 4), (31, PACKS["43"], 3)]
    cases = []
    for seed, cards, size in endings:
        for lead, follow in JOKER_POLICIES:
            case = position(f"free-{seed}-{lead}-{follow}", "43", draw(seed, cards, [size] * 4, keep="JK"))
            cases.append(replace(case, joker_lead=lead, joker_follow=follow))
    cases.append(position("free-whole-hands", "43", draw(46, PACKS["43"], [10] * 4, keep="JK")))
    return cases


def four_nt_nominated() -> list[PerftCase]:
    """Four players, no trumps, the joker nominated: the top of its suit."""
    return [
        position(f"nominated-{suit}", "43", draw(60 + n, PACKS["43"], [4] * 4, keep="JK"), nominated=suit)
        for n, suit in enumerate(SUITS)
    ]


def misere_sitting_out() -> list[PerftCase]:
    """Four players, misère: place 2 sits out with its cards or without any; the joker free or nominated."""
    cases = []
    for number in range(2):
        hands = draw(80 + number, PACKS["43"], [4] * 4, keep="JK")
        if number == 1:
            hands = [hands[1], hands[0], [], hands[3]]  # a defender holds the joker
        for void in ("must", "may"):
            case = position(f"misere-{number}-{void}", "43", hands)
            cases.append(replace(case, joker_void=void, orders=circle(4, [2])))
    for number, lead in enumerate(["last_trick_only", "any_suit"]):
        case = position(f"misere-{lead}", "43", draw(84 + number, PACKS["43"], [4] * 4, keep="JK"))
        cases.append(replace(case, joker_lead=lead, joker_void="must", orders=circle(4, [2])))
    case = position("misere-nominated", "43", draw(86, PACKS["43"], [5] * 4, keep="JK"), nominated="H")
    cases.append(replace(case, joker_void="must", orders=circle(4, [2])))
    case = position("misere-whole-hands", "43", draw(87, PACKS["43"], [10] * 4, keep="JK"))
    cases.append(replace(case, joker_void="must", orders=circle(4, [2]), leader=3))
    return cases


def two_and_three() -> list[PerftCase]:
    """Two and three players around a table: the packs of 24 and 33."""
    cases = [position(f"short24-{t}", "24", draw(100, PACKS["24"], [5] * 2), trump=t) for t in ("S", "D")]
    cases.append(position("dead-hand", "33", draw(101, PACKS["33"], [5] * 2, keep="JK")))
    cases += [
        position(f"three-{trump}", "33", draw(102 + n, PACKS["33"], [5] * 3), trump=trump)
        for n, trump in enumerate(("H", "C"))
    ]
    cases.append(position("three-free", "33", draw(104, PACKS["33"], [4] * 3, keep="JK")))
    case = position("three-misere", "33", draw(105, PACKS["33"], [5] * 3, keep="JK"))
    cases.append(replace(case, joker_void="must", leader=2))
    cases.append(position("three-whole-hands", "33", draw(106, PACKS["33"], [10] * 3), trump="S"))
    return cases


def five_53() -> list[PerftCase]:
    """Five players of Five Hundred; in the misère all of them play."""
    cases = [position("five-D", "53", draw(120, PACKS["53"], [4] * 5, keep="JK"), trump="D")]
    cases.append(position("five-nominated", "53", draw(121, PACKS["53"], [3] * 5, keep="JK"), nominated="C"))
    case = position("five-misere", "53", draw(122, PACKS["53"], [3] * 5, keep="JK"))
    cases.append(replace(case, joker_void="must", leader=1))
    return cases


def five_skip_first() -> list[PerftCase]:
    """Five players of Cutthroat Spades, two jokers: dealer 0 has a card less and skips the first trick."""
    first = {leader: [seat for seat in order if seat != 0] for leader, order in circle(5).items() if leader}
    cases = []
    for number in range(4):
        hands = draw(140 + number, PACKS["cs5j2"], [2 + number % 2] + [3 + number % 2] * 4)
        case = spades_position(f"skip-{number}", "cs5j2", hands)
        cases.append(replace(case, first=first, leader=1 + number))
    # The holder of the two of clubs must lead it.
    hands = draw(144, PACKS["cs5j2"], [3, 2, 3, 3, 3], keep="C2")
    hands = [hands[1], *hands[2:], hands[0]]
    case = spades_position("skip-two-of-clubs", "cs5j2", hands)
    cases.append(replace(case, first=first, leader=4, firstcard="C2"))
    case = spades_position("skip-whole-hands", "cs5j2", draw(145, PACKS["cs5j2"], [10, 11, 11, 11, 11]))
    cases.append(replace(case, first=first, leader=1))
    return cases


def six_63() -> list[PerftCase]:
    """Six players with 11s, 12s and 13s; misères of one team of three and one of two."""
    cases = [
        position(f"six-{trump}", "63", draw(160 + n, PACKS["63"], [3] * 6, keep="JK"), trump=trump)
        for n, trump in enumerate(("H", "S"))
    ]
    cases.append(position("six-free", "63", draw(162, PACKS["63"], [3] * 6, keep="JK")))
    for name, leader, out in (("2x3", 4, [0, 2]), ("3x2", 4, [1])):
        case = position(f"six-misere-{name}", "63", draw(163 + len(out), PACKS["63"], [3] * 6, keep="JK"))
        cases.append(replace(case, joker_void="must", orders=circle(6, out), leader=leader))
    cases.append(position("six-whole-hands", "63", draw(168, PACKS["63"], [10] * 6), trump="D"))
    return cases


def _table(name: str, hands: list[list[str]], trump: str | None) -> PerftCase:
    # Cards two and three of a table row lie face down under cards one and four.
    under = {row[0]: row[1] for row in hands[2:]} | {row[3]: row[2] for row in hands[2:]}
    face_up = [[row[0], row[3]] for row in hands[2:]]
    case = position(name, "43", hands[:2] + face_up, trump=trump)
    return replace(case, orders=two_handed(), under=under)


def two_table() -> list[PerftCase]:
    """Two players with table cards: places are A's hand, B's hand, A's table, B's table."""
    # Two and a half suits, so that the joker waits; it lies in A's hand, or (seed 11) on A's table.
    few = [card for card in PACKS["43"] if card[0] in "SHJ" or card in ("C5", "CK", "D5", "DK")]
    cases = [_table("table-H", draw(180, PACKS["43"], [4] * 4, keep="JK"), "H")]
    cases.append(_table("table-C", draw(181, PACKS["43"], [4] * 4), "C"))
    for seed in (2, 11):
        hands = draw(seed, few, [4] * 4, keep="JK")
        if seed == 11:
            hands = [hands[1], hands[2], hands[0], hands[3]]
        for lead, follow in JOKER_POLICIES:
            case = _table(f"table-{seed}-{lead}-{follow}", hands, None)
            cases.append(replace(case, joker_lead=lead, joker_follow=follow))
        case = _table(f"table-{seed}-misere", hands, None)
        cases.append(replace(case, joker_void="must"))
    # Once A's table has played the ace, the joker is alone on it with a card below.
    for lead, follow in JOKER_POLICIES:
        hands = [["H9", "S5", "S6"], ["H10", "C7", "H8"], ["HA", "JK"], ["H4", "S8"]]
        case = position(f"table-forced-{lead}-{follow}", "43", hands)
        under = {"JK": "C9", "S8": "D8"}
        case = replace(case, orders=two_handed(), under=under, joker_lead=lead, joker_follow=follow)
        cases.append(case)
    return cases


def spades_not_broken() -> list[PerftCase]:
    """Cutthroat Spades of three, four and five players: spades not broken, jokers, the two of clubs."""
    cases = [
        spades_position("spades-3", "cs3", draw(200, PACKS["cs3"], [5] * 3)),
        spades_position("spades-4", "cs4", draw(201, PACKS["cs4"], [4] * 4)),
        spades_position("spades-5", "cs5", draw(202, PACKS["cs5"], [3] * 5)),
        spades_position("spades-5-jokers", "cs5j3", draw(203, PACKS["cs5j3"], [3] * 5, keep="JK1")),
    ]
    # Spades and clubs only: hands of nothing but spades, and spades broken early.
    blacks = [card for card in PACKS["cs5j3"] if card[0] in "SCJ"]
    cases += [spades_position(f"spades-black-{n}", "cs5j3", draw(204 + n, blacks, [4] * 4)) for n in range(2)]
    case = spades_position("spades-two-of-clubs", "cs5j3", draw(206, PACKS["cs5j3"], [3] * 5, keep="C2"))
    cases.append(replace(case, firstcard="C2"))
    cases.append(spades_position("spades-whole-hands", "cs3", draw(207, PACKS["cs3"], [17] * 3)))
    return cases


FILES: dict[str, Callable[[], list[PerftCase]]] = {
    "four_hearts": four_hearts,
    "four_other_trumps": four_other_trumps,
    "four_nt_free_joker": four_nt_free_joker,
    "four_nt_nominated": four_nt_nominated,
    "misere_sitting_out": misere_sitting_out,
    "two_and_three": two_and_three,
    "five_53": five_53,
    "five_skip_first": five_skip_first,
    "six_63": six_63,
    "two_table": two_table,
    "spades_not_broken": spades_not_broken,
}


def main(names: list[str]) -> None:
    """Write the files of the given names, or all of them."""
    for name in names or list(FILES):
        started = time.perf_counter()
        make = FILES[name]
        cases = [counted(case) for case in make()]
        top = f"# {make.__doc__}\n# Written with the slow referee by: python tests/perft/make.py {name}\n\n"
        text = top + "\n".join(to_text(case) for case in cases)
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        seconds = time.perf_counter() - started
        largest = [f"{case.name} {max(case.perft)}:{case.perft[max(case.perft)]}" for case in cases]
        print(f"{name}: {seconds:.1f} s; " + ", ".join(largest), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
