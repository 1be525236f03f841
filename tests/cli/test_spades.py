"""``tricktake play spades``: transcripts replayed, games kept, tourneys, bad command lines."""

import json
import re

import pytest

from cli.run import inline
from tricktake import spades as sp
from tricktake.bots import make_bot

VARIANTS = {
    "official": 3,
    "four": 4,
    "five": 5,
    "five_2_jokers": 5,
    "five_3_jokers": 5,
    "long_three_jacks": 3,
    "short_minus10": 3,
    "partners": 4,
    "partners_no_blind": 4,
}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def by_bots(players, skip=()):
    """Arguments that put the bot that plays by chance on every seat."""
    return [
        word for seat in range(players) if seat not in skip for word in ("--seat", str(seat), "heuristic")
    ]


def run(*args, **options):
    code, out, err = inline(*args, **options)
    assert (code, err) == (0, "")
    return out


def play(*args, players=3, **options):
    return run("play", "spades", *by_bots(players), *args, **options)


def tidy(out):
    assert max(map(len, out.splitlines())) <= 79
    assert not re.search(r"[ \t]$", out, re.MULTILINE)


# ---- an independent replay of what is printed ----------------------------------------------------


def read_hands(lines):
    """Hands of a deal in letters: from the diagram, by the columns of its heading."""
    at = next(number for number, line in enumerate(lines) if re.match(r" +S +C +D +H", line))
    starts = [match.start() for match in re.finditer(r"\S+", lines[at])]
    hands = []
    for line in lines[at + 1 :]:
        if not line.startswith("  seat"):
            return hands
        cells = [line[start:end].split() for start, end in zip(starts, [*starts[1:], None], strict=True)]
        hand = {
            suit + rank
            for suit, cell in zip(["S", "C", "D", "H", ""], cells, strict=False)
            for rank in cell
            if rank != "-"
        }
        hands.append(hand)
    return hands


def strength(card, led):
    """How high a card stands in a trick; -1 if it cannot win."""
    if card.startswith("JK"):
        return 200 - int(card[2:])
    rank = RANKS.index(card[1:])
    if card[0] == "S":
        return 100 + rank
    return rank if card[0] == led else -1


def replay(lines, sides):
    """Check the tricks of one deal; return hands, and tricks won by each seat."""
    hands = read_hands(lines)
    left = [set(hand) for hand in hands]
    won = [0] * len(hands)
    leader = int(
        next(re.match(r"Seat (\d) leads first", line) for line in lines if " leads first" in line)[1]
    )
    start = next(number for number, line in enumerate(lines) if line.startswith("  trick "))
    columns = [match.start() for match in re.finditer(r"seat \d", lines[start])]
    for line in lines[start + 1 :]:
        if not line.strip():
            break
        if re.match(r" {9}\S", line):  # a note
            continue
        cells = [line[at - 1 : at + 7].strip() for at in columns]
        led = next(cell for cell in cells if cell.startswith(">"))
        assert cells.index(led) == leader
        cards = {seat: cell.strip(">*") for seat, cell in enumerate(cells) if cell != "-"}
        suit = "S" if cards[leader].startswith("JK") else cards[leader][0]
        for seat, card in cards.items():
            left[seat].remove(card)
        winner = max(cards, key=lambda seat: strength(cards[seat], suit))
        assert cells[winner].endswith("*")
        assert sum(cell.endswith("*") for cell in cells) == 1
        won[winner] += 1
        leader = winner
        tail = line.split(f"seat {winner}", 1)[1].split()
        assert [int(count) for count in tail] == [sum(won[seat] for seat in side) for side in sides]
    assert not any(left)
    return hands, won


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_told_deal_follows_the_rules(preset, seed):
    rules, players = sp.Rules.preset(preset), VARIANTS[preset]
    out = play("--preset", preset, "--seed", str(seed), "--deals", "1", "--ascii", players=players)
    tidy(out)
    lines = out.splitlines()
    assert lines[0] == f"Spades, {preset}, seed {seed}"
    hands, won = replay(lines, rules.sides)
    game = sp.Game(rules, seed=seed)
    deal = game.next_deal()
    assert [{card.name for card in hand} for hand in deal.dealt] == hands
    bots = [make_bot("heuristic", seed) for _ in range(players)]
    while not deal.is_over:
        deal.push(bots[deal.turn].choose(deal.view(deal.turn)))
    assert list(deal.tricks) == won
    score = deal.score()
    for at, side in enumerate(rules.sides):
        label = "+".join(map(str, side))
        row = next(line.split() for line in lines if re.match(rf"  {re.escape(label)} +[0-9NB]", line))
        assert row[1] == "+".join(str(deal.bids[seat]) for seat in side)
        assert row[2] == "+".join(str(won[seat]) for seat in side)
        numbers = row[4:] if rules.bag_style is sp.BagStyle.ACCUMULATE else [*row[4:], "0"]
        points = [int(number) for number in numbers]
        assert points[0] == score.bid_points[at]
        assert points[1] == score.new_bags[at]
        assert points[-4] == score.penalty[at]
        assert points[-3] == points[-2] == score.points[at]
        assert points[-1] == score.bags[at]
        assert len(points) == (7 if rules.awards else 6)


def test_notes_between_tricks():
    out = play("--seed", "5", "--deals", "2", "--ascii", "--preset", "long_three_jacks")
    assert out.count("breaks spades.") == 2
    assert re.search(r"^ {9}Seat \d catches [CDH]J\.$", out, re.MULTILINE)


def test_two_jokers_leave_the_dealer_out_of_the_first_trick():
    out = play("--seed", "5", "--deals", "1", "--ascii", "--preset", "five_2_jokers", players=5)
    dealer = re.search(r"Deal 1: seat (\d)", out)[1]
    assert f"seat {dealer}, who deals, takes no part in the first trick." in out
    first = re.search(r"^ +1  .*$", out, re.MULTILINE)[0]
    assert " - " in first


def test_bids_in_words():
    game = sp.Game(sp.Rules(b6_behind=0), seed=1, dealer=2)
    game.next_deal().push_all("B6 BN 1F")
    assert told(game) == [
        "  bidding  seat 0  seat 1  seat 2",
        "    looks  no      no      yes",
        "    bids   B6      BN      1F",
        "Seat 0 bids blind six: 6 tricks or more, for 100.",
        "Seat 1 bids blind nil: no trick, for 200.",
        "Seat 2 bids one for fifty: exactly 1 trick, for 50.",
        "The bids add up to 7; there are 17 tricks.",
        "Seat 0 leads first.",
    ]
    game = sp.Game(sp.Rules.preset("partners_no_blind"), seed=1, dealer=3)
    game.next_deal().push_all("NIL 3 4 NIL")
    assert told(game)[:6] == [
        "  bidding  seat 0  seat 1  seat 2  seat 3",
        "    bids   NIL     3       4       NIL",
        "Seat 0 bids nil: no trick, for 100.",
        "Seat 3 bids nil: no trick, for 100.",
        "Seats 0 and 2 need 4 tricks.",
        "Seats 1 and 3 need 3 tricks.",
    ]


def told(game):
    """What is told of the bidding of a game under way."""
    import io

    from tricktake.cli.spades.transcript import SpadesTranscript
    from tricktake.cli.terminal import Terminal

    stream = io.StringIO()
    SpadesTranscript(Terminal(stream, ascii_only=True)).tell(game.deal)
    return stream.getvalue().partition("\n\n  trick")[0].splitlines()[1:]


def test_notes_on_the_score():
    from tricktake.cli.spades.words import score_notes
    from tricktake.cli.terminal import Terminal

    rules = sp.Rules.long_three_jacks()

    def notes(caught, **options):
        start = sp.PlayStart(("1", "5", "5"), tricks=(5, 5, 6), leader=0, caught=caught)
        changed = rules.replace(**options)
        deal = sp.Deal(changed, hands=["S4", "S2", "S3"], start=start, bags=(4, 0, 0)).push_all("S4 S2 S3")
        return score_notes(Terminal(ascii_only=True), deal)

    assert notes(("CJ", "", "")) == []
    assert notes(("CJ DJ", "", "")) == ["Seat 0 has caught CJ and DJ: two jacks gain nothing."]
    assert notes(("", "HJ", "")) == ["Seat 1 has caught HJ: a bag less."]
    assert notes(("", "CJ DJ HJ", "")) == ["Seat 1 has caught CJ and DJ and HJ: +20 and a bag less."]
    assert notes(("", "", ""), bag_limit=9) == ["Seat 0 has 9 bags: they cost 90, and 0 are left."]
    assert notes(("", "", ""), bag_limit=8, bag_rollover=True) == [
        "Seat 0 has 9 bags: they cost 80, and 1 is left."
    ]


# ---- whole games, quiet, kept --------------------------------------------------------------------


@pytest.mark.parametrize("preset", sp.PRESETS)
def test_every_preset_plays_to_the_end(preset):
    players = sp.Rules.preset(preset).players
    low = ["--option", "target=10"]
    out = play("--seed", "7", "--preset", preset, *low, players=players)
    tidy(out)
    end, places = out.rstrip().rpartition("\n\n")[2].replace("\n  ", " ").splitlines()
    assert re.match(r"Seats? .* wins? the game with \d+, the highest score and 10 or more\.", end)
    assert places.startswith("Standings: 1. seat")


def test_quiet():
    loud = play("--seed", "9", "--deals", "6", "--ascii")
    quiet = play("--seed", "9", "--deals", "6", "--ascii", "--quiet")
    tidy(quiet)
    rows = [line.split() for line in quiet.splitlines()[3:9]]
    assert [row[0] for row in rows] == list("123456")
    assert quiet.splitlines()[-1] == loud.splitlines()[-1]
    scores = re.findall(r"^Deal \d: seat (\d) deals; scores (.*?);", loud, re.MULTILINE)
    for row, (_, after) in zip(rows, scores[1:], strict=False):
        assert row[-3:] == after.split(", ")
    assert [row[2] for row in rows] == [dealer for dealer, _ in scores]


@pytest.mark.parametrize("preset", ["five_3_jokers", "partners"])
def test_quiet_is_narrow(preset):
    tidy(play("--seed", "2", "--quiet", "--preset", preset, "--deals", "12", players=VARIANTS[preset]))


def test_the_same_seed_plays_the_same_game():
    assert play("--seed", "77", "--quiet", "--deals", "4") == play("--seed", "77", "--quiet", "--deals", "4")
    first = play("--quiet", "--deals", "1")
    seed = re.search(r"seed (\d+)", first)[1]
    assert play("--quiet", "--deals", "1", "--seed", seed) == first


def test_save_and_resume(tmp_path):
    file = tmp_path / "game.txt"
    args = ("--ascii", "--option", "target=250")
    whole = play("--seed", "5", *args)
    play("--seed", "5", *args, "--deals", "2", "--save", str(file))
    assert len(sp.Game.from_text(file.read_text(encoding="utf-8")).deals) == 2
    rest = play("--resume", str(file), "--ascii")
    assert rest.startswith("Spades, official,target=250, seed 5, continued\n")
    assert rest[rest.index("Deal 3") :] == whole[whole.index("Deal 3") :]


@pytest.mark.parametrize("preset", ["official", "five_2_jokers", "partners"])
@pytest.mark.parametrize("steps", [1, 9, 30])
def test_resume_in_the_middle_of_a_deal(tmp_path, preset, steps):
    players = VARIANTS[preset]
    game = sp.Game(sp.Rules.preset(preset), seed=6)
    deal, bot = game.next_deal(), make_bot("heuristic", 6)
    for _ in range(steps):
        deal.push(bot.choose(deal.view(deal.turn)))
    file = tmp_path / "game.txt"
    file.write_text(game.to_text(), encoding="utf-8")
    args = ("--ascii", "--deals", "1")
    whole = play("--seed", "6", "--preset", preset, *args, players=players)
    rest = play("--resume", str(file), *args, players=players)
    assert rest[rest.index("Deal 1") :] == whole[whole.index("Deal 1") :]


def test_a_tie_at_the_top_is_played_off(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(sp.Game(seed=5, scores=(600, 600, 0)).to_text(), encoding="utf-8")
    out = play("--resume", str(file), "--quiet")
    assert "wins the game" in out
    from tricktake.cli.spades.tourney import milestone

    assert milestone(sp.Game(seed=5, scores=(600, 0, 600)))[0].startswith("Seats 0 and 2 are level at 600")
    partners = sp.Game(sp.Rules.partners_500(), seed=5, scores=(600, 600))
    assert milestone(partners)[0].startswith("Seats 0 and 2 and seats 1 and 3 are level at 600")
    assert milestone(sp.Game(seed=5)) == []


def test_a_lost_game_says_why():
    from tricktake.cli.spades.words import game_end

    rules = sp.Rules.partners_500(lose_at=-200)
    assert game_end(rules, 0, (100, -210)) == (
        "seats 1 and 3 have -210, at -200 or lower: seats 0 and 2 win the game with 100"
    )


# ---- tourneys ------------------------------------------------------------------------------------

TOURNEY = ("--preset", "short_limit5", "--option", "target=40", "--tourney")


def test_a_tourney(tmp_path):
    file = tmp_path / "tourney.txt"
    out = play("--seed", "8", *TOURNEY, "--ascii", "--save", str(file))
    tidy(out)
    tourney = sp.Tourney.from_text(file.read_text(encoding="utf-8"))
    assert tourney.is_over
    assert re.search(r"^Drawn for the seats: seat 0 \w+", out, re.MULTILINE)
    for number, game in enumerate(tourney.games, 1):
        assert f"Game {number}: seat {game.winner} wins the game with {max(game.scores)}" in out
    assert out.count("begins at 0.") == len(tourney.games) - 1
    assert f"Seat {tourney.winner} wins the tourney with 3 tokens after {len(tourney.games)} games." in out
    assert out.splitlines()[-1].startswith(f"Standings: 1. seat {tourney.winner} with 3")
    deals = [deal for game in tourney.games for deal in game.deals]
    heads = re.findall(r"^Deal (\d+): seat (\d) deals", out, re.MULTILINE)
    assert heads == [(str(number), str(deal.dealer)) for number, deal in enumerate(deals, 1)]
    # the scores begin at 0 in every game
    assert out.count("scores 0, 0, 0; bags 0, 0, 0") >= len(tourney.games)


@pytest.mark.parametrize("deals", [1, 3, 5])
def test_a_tourney_goes_on(tmp_path, deals):
    file = tmp_path / "tourney.txt"
    whole = play("--seed", "8", *TOURNEY, "--quiet")
    play("--seed", "8", *TOURNEY, "--quiet", "--deals", str(deals), "--save", str(file))
    rest = play("--resume", str(file), "--quiet")
    assert rest.splitlines()[-4:] == whole.splitlines()[-4:]
    assert "Drawn" not in rest


def test_a_stopped_tourney_says_how_it_stands():
    out = play("--seed", "8", *TOURNEY, "--quiet", "--deals", "2").replace("\n  ", " ").replace("\n", " ")
    assert "tokens: seat 0 has" in out
    assert "; 3 win." in out


# ---- the other commands --------------------------------------------------------------------------


def test_deal():
    out = run("deal", "spades", "--seed", "9", "--count", "2", "--dealer", "4", "--text", "--preset", "five")
    for number, line in enumerate(out.splitlines()):
        assert sp.Deal.from_text(line) == sp.Deal(sp.Rules.five(), dealer=4, seed=9, number=number)
    out = run("deal", "spades", "--seed", "9", "--ascii", "--preset", "five_3_jokers")
    cards = set().union(*read_hands(out.splitlines()))
    assert cards == {card.name for card in sp.PACKS["55"]}


@pytest.mark.parametrize(("players", "jokers"), [(3, 0), (4, 0), (5, 0), (5, 2), (5, 3)])
def test_perft(players, jokers):
    args = ["--players", str(players), "--jokers", str(jokers), "--cards", "2", "--seed", "3", "--divide"]
    out = run("perft", "spades", *args, "--ascii")
    assert f"{players} players, spades not broken" in out
    rows = re.findall(r"^ +(\d+) +([\d,]+) +[\d.]+ +[\d,]+$", out, re.MULTILINE)
    assert [int(depth) for depth, _ in rows] == list(range(1, 2 * players + 1))
    behind = [int(count) for count in re.findall(r"^ +[SCDHJ]\w+ +(\d+)$", out, re.MULTILINE)]
    assert sum(behind) == int(rows[-1][1].replace(",", ""))


def test_solve_needs_bids_for_the_play():
    out = run("solve", "--game", "spades", "--seed", "5", "--dealer", "2", "--ascii")
    assert "Tricks each seat is sure of" in out
    assert "best" not in out
    args = ("solve", "--game", "spades", "--seed", "5", "--dealer", "2", "--bids", "4 NIL 3", "--no-table")
    out = run(*args, "--ascii")
    assert "bids 4 NIL 3, play, seat 0 to act" in out
    assert re.search(r"^Seat 0 takes \d+ tricks? more, all hands open; cards left: 17\.$", out, re.MULTILINE)
    data = json.loads(run(*args, "--json"))
    assert data["count"] == data["side"] == [0]
    assert sp.Deal.from_text(data["deal"]).phase.value == "play"


def test_solve_reads_both_games():
    from tricktake import fivehundred as fh

    start = sp.PlayStart(("1", "NIL", "12"), tricks=(4, 0, 11), leader=1)
    ours = sp.Deal(hands=["S3 C4", "S2 C5", "SA C6"], start=start)
    text = f"{ours.to_text()}\n{fh.Deal(dealer=3, seed=5).to_text()}\n"
    out = run("solve", "-", "--ascii", stdin=text)
    assert "Seat 1 can be made to take 0 tricks more" in out
    assert "Tricks of the contractor's side" in out


# ---- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("due", "args", "words"),
    [
        (2, ["play", "spads"], "did you mean 'spades'?"),
        (2, ["play", "spades", "--preset", "oficial"], "did you mean 'official'?"),
        (2, ["play", "spades", "--option", "bag_limt=5"], "did you mean 'bag_limit'?"),
        (2, ["play", "spades", "--option", "jokers=2"], "jokers"),
        (2, ["play", "spades", "--seat", "3", "human"], "from 0 to 2"),
        (2, ["play", "spades", "--preset", "five", "--seat", "5", "human"], "from 0 to 4"),
        (2, ["play", "spades", "--seat", "0", "humen"], "did you mean 'human'?"),
        (2, ["play", "spades", "--dealer", "3"], "from 0 to 2"),
        (2, ["play", "spades", "--preset", "partners", "--dealer", "4"], "from 0 to 3"),
        (2, ["play", "spades", "--quiet", "--seat", "0", "human"], "--quiet"),
        (
            2,
            ["play", "spades", "--resume", "x", "--tourney"],
            "--tourney cannot change a game that is resumed",
        ),
        (2, ["play", "five-hundred", "--tourney"], "Five Hundred has no tourney; there is one in spades"),
        (2, ["deal", "spades", "--dealer", "3"], "from 0 to 2"),
        (2, ["perft", "spades", "--strain", "H"], "--strain"),
        (2, ["perft", "spades", "--players", "6"], "3, 4 or 5"),
        (2, ["perft", "spades", "--jokers", "2"], "jokers"),
        (2, ["perft", "five-hundred", "--jokers", "2"], "--jokers"),
        (1, ["solve", "--game", "spades", "--seed", "1", "--bids", "4 NIL 99"], "99"),
        (2, ["solve", "--game", "spads", "--seed", "1"], "did you mean 'spades'?"),
        (2, ["solve", "--game", "spades", "--seed", "1", "--dealer", "3"], "from 0 to 2"),
    ],
)
def test_bad_command_lines_are_one_line(due, args, words):
    code, out, err = inline(*args)
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize("content", ["", "nonsense", "five-hundred-match/1 rules=x", "spades-tourney/9 x"])
def test_bad_files_are_one_line(tmp_path, content):
    file = tmp_path / "game.txt"
    file.write_text(content, encoding="utf-8")
    code, out, err = inline("play", "spades", "--resume", str(file))
    assert (code, out, err.count("\n")) == (1, "", 1)
