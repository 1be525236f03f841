"""Five Hundred for two to six at the screen: told, played by people, kept and gone on with."""

import re

import pytest

from cli.run import inline
from tricktake import fivehundred as fh
from tricktake.bots import Heuristic
from tricktake.cards import Card
from tricktake.cli.games import GAMES
from tricktake.cli.undo import can_take_back

SHAPES = [
    "players=2",
    "players=2,two_player=dead_hand",
    "players=2,two_player=short24",
    "players=3",
    "players=5",
    "players=5,five_partner=call_card_open",
    "players=5,five_partner=call_player",
    "players=5,five_partner=alone",
    "players=5,five_secret_alone=True,five_call_bar=joker_only",
    "players=6",
    "players=6,teams6=3x2",
]
CARD = r"[SCDH](?:10|11|12|13|[2-9JQKA])|JK"


def options(shape):
    return [word for option in shape.split(",") for word in ("--option", option)]


def run(command, shape, *args, **kwargs):
    code, out, err = inline(command, "five-hundred", *options(shape), "--ascii", *args, **kwargs)
    assert (code, err) == (0, "")
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80, max(out.splitlines(), key=len)
    assert not re.search(r"[ \t]$", out, re.MULTILINE)
    return out


def rules_of(shape):
    return fh.Rules.from_text(f"australian,{shape}")


def played(shape, seed, dealer=None, stop=lambda deal: False):
    """The first deal of a match by the bots, to its end or to a stop."""
    deal = fh.Match(rules_of(shape), seed=seed, dealer=dealer).next_deal()
    while not deal.is_over and not stop(deal):
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    return deal


def fell(deal):
    """The number of the trick in which the called card was played."""
    return next(
        at for at, trick in enumerate(deal.finished) if any(card.card == deal.called for card in trick)
    )


# ---- between bots ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", [1, 8, 12])
def test_a_deal_is_told(shape, seed):
    """Every printed trick: who led, who won, what was turned up, the running count; and the scores."""
    out = run("play", shape, "--seed", str(seed), "--deals", "1")
    deal, rules = played(shape, seed), rules_of(shape)
    columns = rules.players * (2 if rules.has_tables else 1)
    rows = re.findall(r"^ {5,6}(\d+)  (.*?) seat (\d)((?: +\d+)+)(?:   (\S+) +(\S+))?$", out, re.MULTILINE)
    assert len(rows) == len(deal.finished)
    leader, counts, shown = None, [0] * rules.players, {}
    for table in deal.tables:
        shown |= {pile.up: pile.down for pile in table}
    for trick, (number, cells, winner, won, *turned) in zip(deal.finished, rows, strict=True):
        cells = cells.split()
        assert len(cells) == columns
        for card in trick:
            cell = cells[card.seat + (rules.players if card.from_table else 0)]
            assert re.sub(r"[>*]|:.", "", cell) == card.card.name
            assert cell.startswith(">") == (card == trick[0])
        best = [at for at, cell in enumerate(cells) if cell.endswith("*")]
        assert [at % rules.players for at in best] == [int(winner)]
        assert leader is None or cells[leader].startswith(">")
        leader = best[0]
        counts[int(winner)] += 1
        sides = [sum([counts[seat] for seat in side]) for side in rules.sides]
        assert [int(word) for word in won.split()] == sides
        for seat in range(len(deal.tables)):
            under = next(shown.get(card.card) for card in trick if card.seat == seat and card.from_table)
            assert turned[seat] == ("-" if under is None else under.name), number
    assert tuple(counts) == deal.tricks
    said = re.search(r"^After deal 1 ((?:.|\n  )*)\.$", out, re.MULTILINE)[1].replace("\n ", "")
    if len(rules.sides) == 5:
        assert said == "seats 0 to 4 have {}, {}, {}, {} and {}".format(*deal.score().points)
    else:
        assert [int(word) for word in re.findall(r"ha(?:s|ve) (-?\d+)", said)] == list(deal.score().points)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_match_ends(shape):
    out = run("play", shape, "--seed", "3", "--quiet", "--option", "target=200", "--option", "lose_at=-200")
    assert re.search(r"(wins?|nobody wins) the\s+match", " ".join(out.splitlines()[-2:]))
    rows = [line for line in out.splitlines() if re.match(r" +\d+ +\d ", line)]
    match = fh.Match(rules_of(f"{shape},target=200,lose_at=-200"), seed=3)
    while not match.is_over:
        deal = match.next_deal()
        while not deal.is_over:
            deal.push(Heuristic().choose(deal.view(deal.turn)))
        words = rows[len(match.deals) - 1].split()
        assert [int(word) for word in words[-len(match.scores) :]] == list(match.scores)
    assert len(rows) == len(match.deals)


@pytest.mark.parametrize("shape", SHAPES)
def test_deals_and_solving(shape):
    out = run("deal", shape, "--seed", "5", "--count", "20")
    rules = rules_of(shape)
    assert ("dead hand" in out) == rules.has_dead_hand
    assert out.count("down") == (40 if rules.has_tables else 0)
    deal = fh.Deal(rules, seed=5)
    for table in deal.tables:
        assert all(pile.down.name in out and pile.up.name in out for pile in table)
    code, text, err = inline("solve", "--seed", "5", *options(shape), "--ascii", "--no-table")
    assert (code, err) == (0, "")
    assert ("down" in text) == rules.has_tables


def test_solving_with_cards_on_tables(tmp_path):
    code, out, err = inline("solve", "--seed", "5", "--option", "players=2", "--ascii")
    assert (code, err) == (0, "")
    assert "No table of strains" in out
    deal = played("players=2", 8, stop=lambda deal: len(deal.finished) == 7 and deal.plays_from == "table")
    file = tmp_path / "deal.txt"
    file.write_text(deal.to_text(), encoding="utf-8")
    code, out, err = inline("solve", str(file), "--ascii")
    assert (code, err) == (0, "")
    assert re.search(r"^Seat \d takes \d tricks? more, all hands open; cards left: 3\.$", out, re.MULTILINE)
    assert f"Seat {deal.turn} plays from the table:" in out
    assert "seat 2" not in out


# ---- words -------------------------------------------------------------------------------------------------


def test_a_secret_partner_is_named_when_the_card_falls():
    seen = 0
    for seed in range(1, 15):
        deal = played("players=5", seed)
        if isinstance(deal.called, Card):
            out = run("play", "players=5", "--seed", str(seed), "--deals", "1")
            card, contractor = deal.called.name, deal.contract.contractor
            assert f"Seat {contractor} calls {card}: whoever holds it plays with him" in out
            if deal.partner is None:
                assert f"The called {card} was not in play: seat {contractor} played alone." in out
            else:
                at, lines = fell(deal), out.splitlines()
                row = next(row for row, line in enumerate(lines) if re.match(rf" +{at + 1}  .*seat", line))
                said = f"Seat {deal.partner} has the called {card} and is the partner of seat {contractor}."
                assert lines[row + 1].strip() == said
                assert " each" in " ".join(out.split())
            seen += 1
    assert seen > 3


def test_several_winners():
    from tricktake.cli.fivehundred.words import match_end

    match = fh.Match(rules_of("players=5,target=100,five_partner=call_player"), seed=1, scores=[90] * 5)
    while not match.is_over:
        deal = match.next_deal()
        while not deal.is_over:
            deal.push(Heuristic().choose(deal.view(deal.turn)))
    if len(match.winners) > 1:
        first, second = sorted(match.winners)
        assert match_end(match).startswith(f"Seats {first} and {second} win the match with ")
    else:
        assert "wins the match" in match_end(match)


# ---- people ------------------------------------------------------------------------------------------------


def script(shape, seed, seat, deals=1):
    """What the bot would type for a seat, and the match."""
    match, lines = fh.Match(rules_of(shape), seed=seed), []
    for _ in range(deals):
        deal = match.next_deal()
        while not deal.is_over:
            action = Heuristic().choose(deal.view(deal.turn))
            if deal.turn == seat:
                lines.append(action.text)
            deal.push(action)
    return lines, match


def at_table(shape, seed, seat, lines, *args):
    where = () if "--resume" in args else ("--seed", str(seed))
    shape_words = [] if "--resume" in args else options(shape)
    code, out, err = inline(
        "play",
        "five-hundred",
        *where,
        *shape_words,
        "--ascii",
        "--seat",
        str(seat),
        "human",
        *args,
        stdin="\n".join(lines),
    )
    assert (code, err) == (0, "")
    return out


def hidden_cards(deal, seat):
    """The cards whose place a seat does not know."""
    view = deal.view(seat)
    known = {card.name for card in view.hand or ()}
    for cards in (view.kitty, view.put_away, *view.exposed):
        known |= {card.name for card in cards or ()}
    known |= {pile.up.name for table in view.tables for pile in table if pile.up is not None}
    known |= {card.card.name for trick in (*view.finished, view.trick) for card in trick}
    if isinstance(view.called, Card):
        known.add(view.called.name)
    return {card.name for card in fh.PACKS[deal.rules.pack_name].cards} - known


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", [2, 8])
def test_a_person_sees_no_hidden_card(shape, seed):
    """Leave after every few answers: nothing that is hidden then has been printed."""
    lines, _ = script(shape, seed, 0)
    for count in range(0, len(lines), 3):
        out = at_table(shape, seed, 0, lines[:count])
        deal = fh.Match(rules_of(shape), seed=seed).next_deal()
        left = list(lines[:count])
        while not deal.is_over and (deal.turn != 0 or left):
            if deal.turn == 0:
                deal.push(left.pop(0))
            else:
                deal.push(Heuristic().choose(deal.view(deal.turn)))
        assert not deal.is_over
        asked = "\n".join([line for line in out.splitlines() if not line.startswith("ALONE, or")])
        asked = re.sub(r"Legal: (?:.|\n  )*", "", asked)
        assert not hidden_cards(deal, 0) & set(re.findall(rf"\b(?:{CARD})\b", asked))


@pytest.mark.parametrize("shape", SHAPES)
def test_leaving_and_coming_back(shape, tmp_path):
    lines, match = script(shape, 8, 0)
    file, half = tmp_path / "match.txt", len(lines) // 2
    at_table(shape, 8, 0, lines[:half], "--save", str(file), "--deals", "1")
    out = at_table(shape, 8, 0, lines[half:], "--resume", str(file), "--save", str(file), "--deals", "1")
    assert "After deal 1" in out
    assert fh.Match.from_text(file.read_text(encoding="utf-8")) == match


def test_the_table_game_asks_where_a_card_comes_from():
    lines, match = script("players=2", 8, 0)
    out = at_table("players=2", 8, 0, lines, "--deals", "1")
    deal = match.deal
    assert out.count("seat 0, your card from the hand> ") == 10
    assert out.count("seat 0, your card from the table> ") == 10
    assert "you lead from the " in out
    tables = re.findall(r"^(?:Your|Seat 1's) table: (.*)$", out, re.MULTILINE)
    assert {len(table.split()) for table in tables} == {5}
    down = {pile.down.name for table in deal.tables for pile in table}
    assert not down & set(re.findall(CARD, tables[0]))
    assert tables[0].count("/?") == 5
    assert any("-" in table.split() for table in tables)


def contracted(shape, seat=0):
    """A seed at which a seat calls a partner by card or seat."""
    for seed in range(1, 60):
        deal = played(shape, seed, stop=lambda deal: deal.phase.value == "partner")
        if deal.phase.value == "partner" and deal.turn == seat:
            return seed, deal
    raise AssertionError("no such deal")


@pytest.mark.parametrize("how", ["call_card_secret", "call_card_open", "call_player"])
def test_a_contractor_of_five(how):
    shape = f"players=5,five_partner={how}"
    seed, deal = contracted(shape)
    before = [step.action.text for step in deal.history if step.seat == 0]
    call = next(action for action in deal.legal_actions if action.text != "ALONE").text
    out = at_table(shape, seed, 0, [*before, "?", call.removeprefix("call "), "undo"])
    assert "ALONE, or call one of: " in out
    assert "ALONE plays without a partner" in " ".join(out.split())
    after = deal.copy()
    after.push(call)
    said = out[out.index("your partner> " + call.removeprefix("call ")) :]
    if how == "call_card_secret":
        assert f"Seat 0 calls {call[5:]}: whoever holds it plays with him" in said
        assert f"Called: {call[5:]}; its holder is not known yet." in said
        assert f"Taken back: {call}." in said
        assert "is the partner" not in said
    elif how == "call_card_open":
        assert f"No undo: {call} stays" in said
        assert f"seat {after.partner}" in said or "nobody else holds it" in said
    else:
        assert f"Seat 0 calls {call[5:]}, who plays with him." in said
        assert f"Taken back: {call}." in said
    out = at_table(shape, seed, 0, [*before, "alone"])
    assert "Seat 0 calls nobody and plays alone." in out


def test_the_partner_stays_secret_to_a_person():
    """Nothing names him before his card falls, unless he is the one who is asked."""
    seen = 0
    for seed in range(1, 25):
        deal = played("players=5", seed)
        if deal.partner is None or deal.called is None or 0 in deal.contract.side:
            continue
        lines, _ = script("players=5", seed, 0)
        out = at_table("players=5", seed, 0, lines, "--deals", "1")
        note = f"Seat {deal.partner} has the called {deal.called.name}"
        assert out.count(note) == 1
        early = out[: out.index(note)]
        assert "is the partner" not in re.sub(r"Called: .*", "", early)
        earlier = early[: early.rindex(f"Trick {fell(deal) + 1}:")]
        earlier = earlier[: earlier.rindex(f"Called: {deal.called.name}; ")]
        assert "Called:" not in earlier or "its holder is not known yet" in earlier
        assert f"seat {deal.partner} is the partner" not in earlier
        seen += 1
    assert seen > 1


def test_the_partner_himself_knows():
    for seed in range(1, 60):
        deal = played("players=5", seed)
        if deal.partner == 0:
            lines, _ = script("players=5", seed, 0)
            out = at_table("players=5", seed, 0, lines, "--deals", "1")
            assert f"you are the partner of seat {deal.contract.contractor}." in out
            return
    raise AssertionError("no such deal")


def test_what_may_be_taken_back():
    """A card turned up has been shown; a card played from the table before that has not."""
    prompts = GAMES["five-hundred"].prompts
    deal = fh.Deal(fh.Rules(players=2), dealer=1, seed=8).push_all("6H P")
    deal.push(next(iter(deal.legal_actions)))
    seat = deal.turn
    if deal.phase.value == "nomination":
        deal.push("name none")
    first = next(iter(deal.legal_actions))
    deal.push(first)
    assert can_take_back(deal, seat, prompts) == 1
    while len(deal.finished) < 1:
        deal.push(next(iter(deal.legal_actions)))
    assert isinstance(can_take_back(deal, deal.finished[0][-1].seat, prompts), str)
