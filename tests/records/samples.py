"""Records of every kind to test with: played at random from fixed seeds, and made by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from tricktake import Phase
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.records import DealRecord, Ending, Move, Record, TakeBack

__all__ = ["FH_RULES", "NAMES", "SP_RULES", "blanked", "contests", "deals", "made_by_hand", "play_on"]

FH_RULES = {
    "4": fh.Rules(),
    "4-american": fh.Rules.from_text("american"),
    "4-free": fh.Rules.from_text("australian,misere_requires_7=False,open_misere_requires_8=False"),
    "3": fh.Rules(players=3),
    "2-table": fh.Rules(players=2),
    "2-dead": fh.Rules(players=2, two_player="dead_hand"),
    "5-card": fh.Rules(players=5),
    "5-seat": fh.Rules(players=5, five_partner="call_player"),
    "6": fh.Rules(players=6),
}
SP_RULES = {
    name: sp.Rules.from_text(name)
    for name in ("official", "four", "five", "five_2_jokers", "five_3_jokers", "partners", "short_limit5")
} | {"partners-blind": sp.Rules.from_text("partners,bn_behind=0")}
NAMES = ("Ann", "Bo “the joker” \\ {x}", "Ünal", "王小明", "<script>alert('7♥ (J♦)')</script> & co", "نور")


def play_on(deal: Any, rng: random.Random, most: int = 1_000) -> Any:
    """Play a deal at random, calls mostly low, until it is over or has so many actions."""
    while not deal.is_over and len(deal) < most:
        legal = deal.legal_actions
        if deal.phase is Phase.AUCTION:
            texts = [action.text for action in legal]
            if "P" in texts and rng.random() < 0.55:
                deal.push("P")
            else:
                deal.push(legal[rng.randrange(min(len(legal), 6))])
        else:
            deal.push(legal[rng.randrange(len(legal))])
    return deal


def deals(rules: Any, count: int, seed: int) -> list[Any]:
    """Single deals, most of them over, some in the middle of something."""
    kind = fh.Deal if isinstance(rules, fh.Rules) else sp.Deal
    made = []
    for number in range(count):
        rng = random.Random(seed * 1000 + number)
        dealt = kind(rules, dealer=rng.randrange(rules.players), seed=seed, number=number)
        made.append(play_on(dealt, rng, 1_000 if number % 3 else rng.randrange(60)))
    return made


def contests(name: str, seed: int, most: int) -> Any:
    """A match, game or tourney of some deals."""
    rng = random.Random(seed)
    if name in FH_RULES:
        contest: Any = fh.Match(FH_RULES[name], seed=seed, dealer=seed % FH_RULES[name].players)
    elif name == "tourney":
        contest = sp.Tourney(sp.Rules.from_text("short_limit5,target=20"), seed=seed)
    else:
        contest = sp.Game(SP_RULES[name], seed=seed, dealer=seed % SP_RULES[name].players)
    for _ in range(most):
        if contest.is_over:
            break
        part = contest
        if name == "tourney" and (contest.game is None or contest.game.is_over):
            contest.next_game()
        if name == "tourney":
            part = contest.game
        play_on(part.next_deal(), rng)
    return contest


def blanked(record: DealRecord, rng: random.Random, kept: float) -> DealRecord:
    """The record with cards made unknown, all but a share."""

    def cards(text: str) -> str:
        names = text.split(",") if text != "-" else []
        return ",".join([name if rng.random() < kept else "?" for name in names]) or "-"

    fields = []
    for name, value in record.fields:
        if name in ("hands", "kitty", "dead"):
            value = "|".join([cards(hand) for hand in value.split("|")])
        elif name == "tables":
            piles = [[pile.split("/") for pile in table.split(",")] for table in value.split("|")]
            value = "|".join(
                [
                    ",".join([f"{down if rng.random() < kept else '?'}/{up}" for down, up in table])
                    for table in piles
                ]
            )
        fields.append((name, value))
    entries = tuple(
        [
            Move(action=None) if entry.text.startswith("put ") and rng.random() >= kept else entry
            for entry in record.entries
        ]
    )
    return replace(record, fields=tuple(fields), entries=entries)


CONSTRUCTED = (
    "five-hundred/1 rules=australian dealer=3 scores=0,0 hands=JK,D9,H4|SA,D10,H5|S8,C8,C7|S7,CA,DA kitty=- "
    "contract=8NT contractor=0 tricks=3,4,0,0 led=SH : JK:D; D10; C7; DA",
    "five-hundred/1 rules=australian,joker_follow=first_or_last dealer=0 scores=120,-40 "
    "hands=S5,C6|S9,C7|S10,C8|JK,SA kitty=D5,D4,H4 contract=6NT contractor=2 leader=0 tricks=2,2,2,2 led=CH "
    "failed=-|D|-|CH",
    "five-hundred/1 rules=australian dealer=1 scores=0,0 hands=JK|HA|HK,H10|D4 kitty=- contract=OM "
    "contractor=0 nominated=H leader=3 tricks=0,5,0,4",
    "five-hundred/1 rules=australian,players=5 dealer=0 scores=0,0,0,0,0 hands=S5|S6|S7|S8|HA kitty=- "
    "contract=7C contractor=1 partner=4 called=HA leader=1 tricks=1,2,3,2,1",
    "spades/1 rules=official dealer=0 scores=0,0,0 hands=S4,S3|S9,S8|SK,SQ bids=1,NIL,B6 leader=2 "
    "tricks=4,0,11 broken=yes caught=CJ|-|- : SK",
)


def made_by_hand() -> dict[str, Record]:
    """Records with everything a table can bring: words, side lines, take-backs, unknown cards."""
    rules = fh.Rules()
    deal = fh.Deal(rules, dealer=3, seed=500).push_all("7H P 8H P P")
    deal.push("put D5 D4 H6")
    told = DealRecord.of(play_on(deal, random.Random(1), 20), abandoned=True)
    told = told.with_comment(None, '  { two\n[deal "1"] lines\x00 }\n').with_comment(1, "bold")
    told = told.with_line(3, ["8H", "P"], rules=rules).with_line((3, 0, 1), ["9H"], rules=rules)
    told = told.with_line((3, 0, 1, 0, 0), ["OM"], rules=rules).with_line(3, ["7NT"], rules=rules)
    told = replace(told, entries=(*told.entries[:2], TakeBack(count=1, comment="wait"), *told.entries[1:]))
    told = replace(told, tags=(("Table", "3"), ("note", 'a "quote"\n\\')))
    record = Record(
        rules=rules,
        players=NAMES[:4],
        tags=(("event", "Club evening"), ("date", "2026-11-30"), ("empty", "")),
        comment="before",
        deals=(told, DealRecord.of(fh.Deal(rules, dealer=0, seed=1).push_all("P P P P"))),
    )
    pack = ",".join([card.name for card in fh.PACKS["43"]])
    packed = DealRecord(fields=(("dealer", "2"), ("pack", pack)), ending=Ending.OPEN)
    rng = random.Random(7)
    whole = DealRecord.of(play_on(fh.Deal(rules, dealer=1, seed=77), rng))
    hidden = [blanked(whole, rng, kept) for kept in (0.0, 0.3, 0.9)]
    match = fh.Match(rules, dealer=0)
    broken = fh.Deal(rules, dealer=0, seed=5).push_all("7H P P P")
    again = fh.Deal(rules, dealer=0, seed=6).push_all("P P P P")
    made = {
        "words": record,
        "pack": Record(rules=rules, deals=(packed,)),
        "hidden": Record(rules=rules, deals=tuple(hidden)),
        "none": Record.of(match, players=("", "", "", "")),
        "misdeal": Record(
            rules=rules,
            kind="match",
            fields=(("seed", "none"), ("dealer", "0"), ("scores", "0,0")),
            deals=(DealRecord.of(broken, abandoned=True), DealRecord.of(again)),
        ),
    }
    for number, text in enumerate(CONSTRUCTED):
        kind = fh.Deal if text.startswith("five") else sp.Deal
        made[f"constructed-{number}"] = Record.of(kind.from_text(text))
    return made
