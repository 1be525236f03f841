"""A person at spades, by scripted input: blind bids, exchanges, illegal answers, undo."""

import re

import pytest

from cli.run import inline
from tricktake import spades as sp
from tricktake.bots import make_bot
from tricktake.cli.games import GAMES
from tricktake.cli.undo import can_take_back

PROMPTS = GAMES["spades"].prompts


def play(lines, *args, players=3, me=0):
    seats = [
        word for seat in range(players) for word in ("--seat", str(seat), "human" if seat == me else "random")
    ]
    code, out, err = inline("play", "spades", *seats, "--ascii", *args, stdin="\n".join(lines) + "\n")
    assert (code, err) == (0, "")
    assert max(len(line) for line in out.splitlines() if "--resume /" not in line) <= 79
    return out


def script(rules, seed, dealer, deals=1, me=0):
    """What the bot that plays by chance would type for a seat, and the game that comes of it."""
    game, lines, bot = sp.Game(rules, seed=seed, dealer=dealer), [], make_bot("random", seed)
    while len(game.deals) < deals and not game.is_over:
        deal = game.next_deal()
        while not deal.is_over:
            action = bot.choose(deal.view(deal.turn))
            if deal.turn == me:
                lines.append(action.text)
            deal.push(action)
    return lines, game


FIRST = ("--seed", "5", "--dealer", "2")


@pytest.mark.parametrize("preset", ["official", "five_2_jokers", "partners", "partners_no_blind"])
def test_whole_deals(preset):
    rules = sp.Rules.preset(preset)
    lines, game = script(rules, 5, 2, deals=2)
    out = play(lines, *FIRST, "--preset", preset, "--deals", "2", players=rules.players)
    assert "Stopped after 2 deals" in out
    for score, side in zip(game.scores, rules.sides, strict=True):
        who = " and ".join(map(str, side))
        assert re.search(rf"seats? {who} (has|have) {score}\b", out.replace("\n", " ").replace("  ", " "))


@pytest.mark.parametrize("preset", ["official", "five_3_jokers", "partners"])
@pytest.mark.parametrize("tricks", [1, 3])
def test_hidden_cards_stay_hidden(preset, tricks):
    """No card of another hand is printed before it is played, and no diagram of hands."""
    rules = sp.Rules.preset(preset)
    lines, _ = script(rules, 5, 2)
    calls = sum(not re.fullmatch(r"JK\d|[SCDH](\d+|[JQKA])", line) for line in lines)
    out = play([*lines[: calls + tricks], "quit"], *FIRST, "--preset", preset, players=rules.players)
    assert not re.search(r"^  seat \d +[-2-9JQKA]", out, re.MULTILINE)
    assert not re.search(r"^ +S +C +D", out, re.MULTILINE)
    game = sp.Game(rules, seed=5, dealer=2)
    deal = game.next_deal()
    shown = set(re.findall(r"\b(?:[SCDH](?:\d+|[JQKA])|JK\d)\b", out))
    played = set()
    for row in re.findall(r"^ +\d+  (.*) seat \d(?: +\d+)+$", out, re.MULTILINE):
        played |= {cell.strip(">*") for cell in row.split()}
    for line in re.findall(r"^Trick \d+: .*\.$", out, re.MULTILINE):
        played |= set(re.findall(r"seat \d (\w+)", line))
    mine = {card.name for card in deal.hand(0)}
    assert len(played) >= rules.players * tricks - 1
    assert shown <= mine | played | {"C2", "D2"}  # the cards a pack lacks stand in no text either
    assert not ({card.name for card in deal.hand(1)} - played) & shown


def test_look_and_blind_bids():
    out = play(["B6", "LOOK", "LOOK", "BN", "B6", "18", "0", "5", "quit"], *FIRST)
    said = out.replace("\n  ", " ")
    assert "Legal: LOOK BN; any other bid looks first" in said
    assert "Your cards: not looked at yet" in said
    assert "Seat 0 cannot bid B6: it needs a score 50 or more behind the leader" in said
    assert "Seat 0 cannot bid BN: it is bid before looking only" in said
    assert out.count("your bid> ") == 8
    assert re.search(r"^    bids +5 ", out, re.MULTILINE)
    assert re.search(r"^Your cards: S 6 4 2  C J 10 6 4 ", out, re.MULTILINE)


def test_an_ordinary_bid_without_looking_looks():
    out = play(["4", "undo", "quit"], *FIRST)
    assert "Taken back: 4." in out or "No undo" in out
    assert re.search(r"^    looks +yes", out, re.MULTILINE)


def test_blind_six_when_behind(tmp_path):
    file = tmp_path / "game.txt"
    game = sp.Game(seed=5, dealer=2, scores=(0, 60, 0), bags=(0, 3, 1))
    file.write_text(game.to_text(), encoding="utf-8")
    lines = ["B6", "?", "quit"]
    out = play(lines, "--resume", str(file), "--save", str(file))
    assert "scores 0, 60, 0; bags 0, 3, 1" in out
    assert "Legal: LOOK B6 BN" in out
    assert re.search(r"^    looks +no +yes +yes$", out, re.MULTILINE)
    assert "Seat 0 bids blind six: 6 tricks or more, for 100." in out
    game = sp.Game.from_text(file.read_text(encoding="utf-8"))
    assert game.blind_sixes == (1, 0, 0)
    while not game.deal.is_over:
        game.push(game.deal.legal_actions[0])
    file.write_text(game.to_text(), encoding="utf-8")
    lines = [str(card) for card in ("LOOK", "4", "quit")]
    assert "B6" not in play(lines, "--resume", str(file)).partition("Deal 2")[2]


def test_blind_sixes_are_counted_after_the_deal(tmp_path):
    file = tmp_path / "game.txt"
    game = sp.Game(seed=5, dealer=2, scores=(0, 60, 0))
    game.next_deal().push_all("B6 4 4")
    file.write_text(game.to_text(), encoding="utf-8")
    seats = [word for seat in range(3) for word in ("--seat", str(seat), "random")]
    code, out, err = inline("play", "spades", *seats, "--resume", str(file), "--deals", "1")
    assert (code, err) == (0, "")
    assert "Blind sixes bid in this game: 1 by seat 0." in out


def test_undo():
    out = play(["LOOK", "undo", "3", "undo", "4", "quit"], *FIRST)
    assert "No undo: LOOK stays: a card that was hidden has been shown since." in out
    assert "Taken back: 3." in out
    assert out.count("  bidding ") == 2
    assert "there is nothing of yours to take back in this deal" in play(["undo", "quit"], *FIRST)
    assert "No undo: BN stays" in play(["BN", "undo", "quit"], *FIRST)


def test_undo_of_a_card_is_refused_once_others_have_played():
    lines, _ = script(sp.Rules(), 5, 2)
    out = play([*lines[:3], "undo", "quit"], *FIRST)
    assert f"No undo: {lines[2]} stays: a card that was hidden has been shown since." in out


def test_illegal_cards():
    lines, _ = script(sp.Rules(), 5, 2)
    out = play([*lines[:2], "SA", "S6", "S 6", "nonsense", "quit"], *FIRST).replace("\n  ", " ")
    assert "Seat 0 does not hold SA" in out
    assert "spades are not broken" in out
    assert "Cannot read 'nonsense'" in out


# ---- partners ------------------------------------------------------------------------------------


def blind_nil_of_seat_1():
    rules = sp.Rules.partners_500(bn_behind=0)
    game = sp.Game(rules, seed=8, dealer=0)
    game.next_deal().push_all("BN 3 4 3")
    return game


@pytest.mark.parametrize("me", [0, 1, 2, 3])
def test_an_exchange_is_shown_to_the_partners_only(tmp_path, me):
    file = tmp_path / "game.txt"
    game = blind_nil_of_seat_1()
    deal, bot = game.deal, make_bot("random", 8)
    file.write_text(game.to_text(), encoding="utf-8")
    mine = []
    while deal.turn is not None and deal.phase.value == "exchange":
        action = bot.choose(deal.view(deal.turn))
        if deal.turn == me:
            mine.append(action.text.removeprefix("put "))
        deal.push(action)
    (_, _, put), (_, _, back) = deal.exchanged
    out = play([*mine, "quit"], "--resume", str(file), players=4, me=me)
    names = [" ".join(card.name for card in cards) for cards in (put, back)]
    if me in (1, 3):
        assert f"Seat 1 puts {names[0]} for seat 3, who gives {names[1]} back." in out
    else:
        assert "Seat 1 exchanges 2 cards with seat 3." in out
        for card in (put | back) - deal.hand(me):
            assert not re.search(rf"\b{card.name}\b", out.partition("exchanges")[0])
    if me == 1:
        assert "Put 2 cards for your partner, seat 3." in out
    if me == 3:
        assert f"Your partner, seat 1, has put {names[0]} for you; give 2 cards back." in out


def test_mistakes_in_an_exchange(tmp_path):
    file = tmp_path / "game.txt"
    game = blind_nil_of_seat_1()
    file.write_text(game.to_text(), encoding="utf-8")
    hand = [card.name for card in game.deal.hand(1)]
    lines = ["?", hand[0], "ZZ", "undo", f"put {hand[0]} {hand[1]}", "undo", "quit"]
    out = play(lines, "--resume", str(file), players=4, me=1)
    said = out.replace("\n  ", " ")
    assert "Legal: any 2 of your cards" in said
    assert "Seat 1 must put over 2 cards; got 1" in said
    assert "Cannot read 'ZZ' as a card" in said
    assert "No undo: BN stays" in said
    assert re.search(r"No undo: put .* stays", said)


def test_the_partner_may_take_his_cards_back():
    deal = blind_nil_of_seat_1().deal
    hand = [card.name for card in deal.hand(1)]
    deal.push(f"put {hand[0]} {hand[1]}")
    before = deal.to_text()
    received = [card.name for card in deal.hand(3)]
    deal.push(f"put {received[0]} {received[1]}")
    assert can_take_back(deal, 3, PROMPTS) == 1
    assert isinstance(can_take_back(deal, 1, PROMPTS), str)
    deal.pop()
    assert deal.to_text() == before


def test_quit_and_resume(tmp_path):
    file = tmp_path / "game.txt"
    lines, game = script(sp.Rules(), 5, 2)
    first = play([*lines[:9], "quit"], *FIRST, "--save", str(file))
    assert f"The game is saved; continue with: tricktake play spades --resume {file}" in first
    rest = play(lines[9:], "--resume", str(file), "--deals", "1", "--save", str(file))
    assert "Stopped after 1 deal" in rest
    assert sp.Game.from_text(file.read_text(encoding="utf-8")) == game


def test_leaving_a_tourney(tmp_path):
    file = tmp_path / "tourney.txt"
    out = play(["LOOK", "quit"], *FIRST, "--tourney", "--save", str(file))
    assert "The tourney is saved; continue with:" in out
    assert sp.Tourney.from_text(file.read_text(encoding="utf-8")).game.deal.has_looked(0)
    assert "The tourney is not kept" in play(["quit"], *FIRST, "--tourney")


def test_help_and_rules():
    out = play(["?", "rules", "LOOK", "3", "help", "quit"], *FIRST)
    assert "LOOK looks at the cards" in out
    assert "Award jacks: clubs and diamonds 10 points each" in out
    assert "jokers are JK1, JK2, JK3" in out
