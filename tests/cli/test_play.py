"""``tricktake play`` between bots: its golden transcript, and the rules checked on what is printed."""

import re
from pathlib import Path

import pytest

from cli.run import inline
from tricktake import fivehundred as fh
from tricktake.cli.fivehundred.words import contract_words, deal_result, match_end
from tricktake.cli.terminal import Terminal

GOLDEN = Path(__file__).parent / "data" / "match_seed_500.txt"
PLAIN = ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def play(*args, **kwargs):
    code, out, err = inline("play", "five-hundred", *args, **kwargs)
    assert (code, err) == (0, "")
    return out


def test_golden_transcript():
    """The whole match of seed 500, line by line.

    Written by ``python -m tricktake play five-hundred --seed 500 --ascii``; a change of the bots changes it.
    """
    code, out, err = inline("play", "five-hundred", "--seed", "500", "--ascii")
    assert (code, err) == (0, "")
    out = out.splitlines()
    golden = GOLDEN.read_text(encoding="ascii").splitlines()
    for number, (line, wanted) in enumerate(zip(out, golden, strict=False), 1):
        assert line == wanted, f"line {number}"
    assert len(out) == len(golden)


@pytest.mark.parametrize("preset", fh.PRESETS)
def test_every_preset_plays_to_the_end(preset):
    out = play("--seed", "7", "--preset", preset)
    assert re.search(r"^Seats .* (win|have gone out)", out.splitlines()[-1])
    assert max(map(len, out.splitlines())) <= 100
    assert not re.search(r"[ \t]$", out, re.MULTILINE)


# ---- an independent replay of what is printed ----------------------------------------------------


def read_deal(lines):
    """Hands, contract, put-away cards and tricks of the first deal of a transcript in letters."""
    hands, tricks, put, contract = {}, [], (), None
    heading = None
    for line in lines:
        if re.match(r" +S +C +D +H", line):
            heading = [match.start() for match in re.finditer(r"\S+", line)]
        elif heading and (found := re.match(r"  (seat \d|kitty)", line)):
            ends = [*heading[1:], None]
            cells = [line[start:end].split() for start, end in zip(heading, ends, strict=True)]
            cards = [
                suit + rank for suit, cell in zip("SCDH", cells, strict=False) for rank in cell if rank != "-"
            ]
            cards += ["JK"] if len(cells) > 4 and cells[4] == ["JK"] else []
            hands[found[1]] = cards
        elif found := re.match(r"Seat (\d) plays (\d+) (\w+)", line):
            contract = int(found[1]), int(found[2]), found[3][0].upper()
        elif found := re.match(r"Seat \d takes the kitty \((.*)\) and puts away (.*)\.", line):
            assert sorted(found[1].split()) == sorted(hands["kitty"])
            put = tuple(found[2].split())
        elif found := re.match(r" +\d+  (.*) seat (\d) +(\d+) +(\d+)$", line):
            tricks.append((found[1].split(), int(found[2]), (int(found[3]), int(found[4]))))
        elif line.startswith("After deal"):
            break
    return hands, contract, put, tricks


def left_bower(trump):
    return {"S": "CJ", "C": "SJ", "D": "HJ", "H": "DJ"}.get(trump)


def suit_of(card, trump, joker):
    """The suit a card counts as: joker and bowers are trumps; without trumps the joker has a given suit."""
    if card == "JK":
        return trump or joker
    return trump if card == left_bower(trump) else card[0]


def rank_of(card, trump):
    special = {"JK": 99, f"{trump}J": 98, left_bower(trump): 97}
    return special.get(card) or ["4", *PLAIN].index(card[1:])


@pytest.mark.parametrize("seed", range(1, 25))
def test_printed_tricks_follow_the_rules(seed):
    """Each printed trick: its leader, following suit, its winner, the running count, every card once."""
    out = play("--seed", str(seed), "--deals", "1", "--preset", "no_misere", "--ascii").splitlines()
    hands, contract, put, tricks = read_deal(out)
    assert [len(hands[f"seat {seat}"]) for seat in range(4)] == [10] * 4
    assert len({card for hand in hands.values() for card in hand}) == 43
    seat, target, trump = contract
    trump = None if trump == "N" else trump
    given = re.search(r"The joker is the highest (\w)", "\n".join(out))
    joker = given[1].upper() if given else None
    held = {at: set(hands[f"seat {at}"]) for at in range(4)}
    held[seat] = held[seat] | set(hands["kitty"]) - set(put)
    held[seat] -= set(put)
    leader, counts = seat, [0, 0]
    assert len(tricks) == 10
    for cells, won_by, count in tricks:
        cards = [cell.strip(">*").partition(":")[0] for cell in cells]
        assert [at for at, cell in enumerate(cells) if cell.startswith(">")] == [leader]
        led = suit_of(cards[leader], trump, joker) or cells[leader].partition(":")[2].strip("*")
        best = leader
        for turn in range(4):
            at = (leader + turn) % 4
            card = cards[at]
            assert card in held[at]
            suit = suit_of(card, trump, joker)
            if turn:
                could = [other for other in held[at] if suit_of(other, trump, joker) == led]
                assert suit == led or not could
                best_suit = suit_of(cards[best], trump, joker)
                higher = suit == (best_suit or led) and rank_of(card, trump) > rank_of(cards[best], trump)
                ruffed = trump is not None and suit == trump != best_suit
                if higher or ruffed or suit is None:  # a suitless joker beats everything
                    best = at
            held[at].remove(card)
        assert [at for at, cell in enumerate(cells) if cell.endswith("*")] == [best]
        assert won_by == best
        counts[best % 2] += 1
        assert tuple(counts) == count
        leader = best
    assert not any(held.values())
    side = counts[seat % 2]
    verdict = "is made" if side >= target else "fails"
    assert any(f"won {side} trick" in line and verdict in line for line in out)


# ---- options -------------------------------------------------------------------------------------


def test_seats_dealer_deals_and_quiet():
    out = play(
        "--seed", "5", "--seat", "1", "random", "--seat", "3", "random", "--dealer", "2", "--deals", "2"
    )
    assert "seat 0 heuristic, seat 2 heuristic against seat 1 random, seat 3 random" in out
    assert "Deal 1: seat 2 deals" in out
    assert "Deal 2: seat 3 deals" in out
    assert "Deal 3" not in out
    assert out.splitlines()[-1].startswith("Stopped after 2 deals")
    quiet = play("--seed", "5", "--dealer", "2", "--deals", "3", "--quiet").splitlines()
    assert len(quiet) == 8
    assert [line.split()[0] for line in quiet[3:6]] == ["1", "2", "3"]


def test_the_same_seed_plays_the_same_match():
    assert play("--seed", "77", "--quiet") == play("--seed", "77", "--quiet")
    first = play("--quiet", "--deals", "1")
    seed = re.search(r"seed (\d+)", first)[1]
    assert play("--quiet", "--deals", "1", "--seed", seed) == first


def test_options_of_the_rules():
    out = play("--seed", "5", "--deals", "1", "--preset", "american", "--option", "deck4=43")
    assert out.startswith("Five Hundred, american,deck4=43, seed 5\n")


def test_save_and_resume(tmp_path):
    file = tmp_path / "match.txt"
    whole = play("--seed", "500", "--ascii")
    play("--seed", "500", "--ascii", "--deals", "2", "--save", str(file))
    assert len(fh.Match.from_text(file.read_text(encoding="utf-8")).deals) == 2
    rest = play("--resume", str(file), "--ascii")
    assert rest.startswith("Five Hundred, australian, seed 500, continued\n")
    assert rest[rest.index("Deal 3") :] == whole[whole.index("Deal 3") :]


def test_resume_in_the_middle_of_a_deal(tmp_path):
    match = fh.Match(seed=500)
    deal = match.next_deal()
    from tricktake.bots import Heuristic

    while len(deal.finished) < 4:
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    file = tmp_path / "match.txt"
    file.write_text(match.to_text(), encoding="utf-8")
    whole, rest = play("--seed", "500", "--ascii"), play("--resume", str(file), "--ascii")
    assert rest[rest.index("Deal 1") :] == whole[whole.index("Deal 1") :]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_files_too_large_to_be_a_match(tmp_path):
    """No more is read than a match can have."""
    large = tmp_path / "large.txt"
    large.write_text(fh.Match(seed=1).to_text() + "\n" * 5_000_000, encoding="utf-8")
    for name in ("/dev/zero", str(large)):
        code, out, err = inline("play", "five-hundred", "--resume", name)
        assert (code, out) == (1, "")
        assert err == f"tricktake: error: --resume: {name!r} has more than 5 MB, so it is no match\n"


def test_numbers_of_options_say_why_they_are_refused():
    code, out, err = inline("play", "five-hundred", "--option", "target=9999999999999999999")
    assert (code, out) == (2, "")
    assert "target: a number has at most 18 digits" in err


def test_a_finished_match_only_says_who_has_won(tmp_path):
    file = tmp_path / "match.txt"
    play("--seed", "500", "--quiet", "--save", str(file))
    out = play("--resume", str(file))
    assert "Deal" not in out
    assert "win the match" in out


# ---- words ---------------------------------------------------------------------------------------


def finished(text, tricks, rules=None, scores=(0, 0)):
    """A deal whose last trick brings seat 0 to these tricks; all others go to seat 1."""
    contract = fh_contract(text)
    start = fh.PlayStart(contract, leader=0, tricks=(tricks - 1, 10 - tricks, 0, 0))
    hands = ["SA", "S5", "S6", "S7"]
    return fh.Deal(rules, dealer=3, hands=hands, start=start, scores=scores).push_all("SA S5 S6 S7")


def fh_contract(text):
    from tricktake import Contract

    return Contract(text, contractor=0, side={0, 2})


@pytest.mark.parametrize(
    ("bid", "tricks", "options", "said"),
    [
        ("7H", 8, {}, ["won 8 tricks, 1 more than needed: 7 hearts is made, +200", "won 2 tricks, +20"]),
        ("7H", 7, {}, ["just what was needed", "+30"]),
        ("7H", 5, {}, ["2 short of 7: 7 hearts fails, -200", "won 5 tricks, +50"]),
        ("6S", 10, {}, ["every trick, a slam, +250 instead of +40", "won no trick."]),
        ("8S-SK", 8, {}, ["8 spades sans kitty is made, +240", "+20"]),
        ("M", 2, {}, ["Seat 0 won 2 tricks: misère fails, -250", "score nothing against a misère"]),
        ("7H", 8, {"defender_tricks": "never"}, ["+200", "which score nothing by these rules"]),
        ("7H", 8, {"defender_tricks": "only_if_set"}, ["+200", "which score only when a contract fails"]),
        ("7H", 5, {"defender_cap": 490}, ["-200", "+20 (tricks lift no score above 490)"]),
    ],
)
def test_the_score_says_why(bid, tricks, options, said):
    if bid == "M":
        start = fh.PlayStart(fh_contract("M"), leader=0, tricks=(1, 8, 0, 0))
        deal = fh.Deal(dealer=3, hands=["SA", "S5", "", "S7"], start=start).push_all("SA S5 S7")
    else:
        deal = finished(
            bid, tricks, fh.Rules(**options), scores=(0, 470) if "defender_cap" in options else (0, 0)
        )
    lines = deal_result(deal)
    for line, words in zip(lines, said, strict=True):
        assert words in line


def test_contracts_in_words():
    assert "needs" not in contract_words(fh.Rules(), fh_contract("M"))
    assert contract_words(fh.Rules(), fh_contract("BM")).startswith(
        "Seat 0 plays blind misère alone, called before looking: he must win no trick, for 500"
    )
    assert "10 no trumps sans kitty" in contract_words(fh.Rules(), fh_contract("10NT-SK"))


def test_endings_in_words():
    match = fh.Match(seed=1, dealer=3, scores=(480, 0))
    deal = match.next_deal()
    from tricktake.bots import Heuristic

    while not match.is_over:
        if deal.is_over:
            deal = match.next_deal()
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert "made a contract and have 500 or more" in match_end(match)


def test_signs_where_they_can_be_shown():
    assert "♥" in play("--seed", "1", "--deals", "1")
    assert play("--seed", "1", "--deals", "1", "--ascii").isascii()
    assert Terminal(ascii_only=True).has_signs is False


def test_a_record_of_what_was_played(tmp_path):
    from tricktake.records import load

    for name in ("match.ttr", "match.json"):
        play("--seed", "3", "--deals", "2", "--quiet", "--record", str(tmp_path / name))
        (record,) = load(tmp_path / name)
        assert len(record.deals) == 2
        assert record.players == tuple([f"heuristic {seat}" for seat in range(4)])
        assert record.contest().scores != (0, 0)
    assert record.contest().deals[0].dealt == fh.Match(seed=3).next_deal().dealt


def test_a_record_needs_a_folder(tmp_path):
    code, _, error = inline("play", "five-hundred", "--record", str(tmp_path / "none" / "match.ttr"))
    assert code == 1
    assert "no directory" in error
