"""``tricktake play --record``: what was played and taken back, kept on the way and gone on with later."""

import os
import threading

import pytest

from cli.run import inline, many
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic
from tricktake.cli import session
from tricktake.cli.keeping import Keeper, player_names
from tricktake.records import Record, TakeBack, load, save
from tricktake.records.writing import write_whole

ME = ("--seat", "0", "human")
SEED = ("--seed", "500", "--dealer", "3")


def play(game, *args, stdin=()):
    code, out, err = inline("play", game, "--ascii", *map(str, args), stdin="\n".join(stdin))
    assert (code, err) == (0, ""), err
    return out


def refused(game, *args):
    """What is said of a command line that makes no sense, or of a file that cannot be played."""
    code, _, err = inline("play", game, *map(str, args))
    assert code == (2 if "cannot change" in err or "need two files" in err else 1)
    return err


def only(path):
    (record,) = load(path)
    return record


# ---- what is recorded ----------------------------------------------------------------------------


def test_a_tourney_is_recorded_with_its_games_told_apart(tmp_path):
    file = tmp_path / "t.ttr"
    rules = ("--option", "target=60", "--option", "wins_needed=2")
    play("spades", "--seed", 5, "--tourney", "--quiet", *rules, "--record", file)
    record = only(file)
    tourney = record.contest()
    assert record.kind == "tourney"
    assert tourney.winners is not None
    assert record.winners == tuple(tourney.winners)
    assert record.deals[-1].game == len(tourney.games) - 1 > 0
    assert isinstance(tourney, sp.Tourney)


def test_what_was_taken_back_is_recorded(tmp_path):
    """The action undone and ``undo n`` stand in the record, and it replays to the match that was saved."""
    record_file, save_file = tmp_path / "m.ttr", tmp_path / "m.txt"
    lines = ["LOOK", "9D", "S6 H4 H8", "undo", "S6 H4 D5", "quit"]
    play("five-hundred", *SEED, *ME, "--record", record_file, "--save", save_file, stdin=lines)
    record = only(record_file)
    words = [entry.text for entry in record.deals[0].entries]
    at = words.index("put S6 H4 H8")
    assert words[at + 1] == "undo 1"
    assert words[at + 2] == "put S6 D5 H4"
    assert record.contest() == fh.Match.from_text(save_file.read_text(encoding="utf-8"))


def test_an_undo_of_several_actions():
    """A call is taken back with the calls after it; what is called then stands after the take-back."""
    match = fh.Match(fh.Rules(blind_misere=False), seed=500, dealer=3)
    keeper = Keeper(match)
    deal = match.next_deal().push_all("6S 7S P P")
    keeper.take_back(deal, 4)
    deal.push_all("6C 6D P P")
    keeper.take_back(deal, 1)
    deal.push("7C")
    entries = keeper.made().deals[0].entries
    assert [e.text for e in entries] == [
        *("6S", "7S", "P", "P", "undo 4"),
        *("6C", "6D", "P", "P", "undo 1", "7C"),
    ]
    assert keeper.made().contest() == match
    assert Record.from_text(keeper.made().to_text()) == keeper.made()


def test_every_seat_has_a_name_of_its_own(tmp_path):
    file = tmp_path / "m.ttr"
    play("five-hundred", *SEED, *ME, "--seat", 2, "random:bid=0.5", "--record", file, stdin=["quit"])
    assert only(file).players == ("human 0", "heuristic 1", "random:bid=0.5 2", "heuristic 3")
    assert player_names({0: "human", 1: "human"}) == ("human 0", "human 1")


# ---- when it is written, and going on ------------------------------------------------------------


def test_the_record_is_written_after_every_deal(tmp_path, monkeypatch):
    """A process that is killed loses the deal under way and no other."""
    file, found = tmp_path / "m.ttr", []
    begin = session.Session._play_deal

    def watched(self, deal):
        found.append(len(only(file).deals) if file.exists() else 0)
        return begin(self, deal)

    monkeypatch.setattr(session.Session, "_play_deal", watched)
    monkeypatch.setattr("tricktake.cli.keeping._REST", 0)
    play("five-hundred", "--seed", 3, "--quiet", "--deals", 3, "--record", file)
    assert found == [0, 1, 2]
    assert len(only(file).deals) == 3


@pytest.mark.parametrize("name", ["m.ttr", "m.json"])
def test_a_record_is_resumed(tmp_path, name):
    """In the middle of a deal; names that were told, tags, remarks and take-backs stay."""
    file, whole = tmp_path / name, play("five-hundred", "--seed", 500, "--deals", 2)
    match = fh.Match(seed=500)
    deal = match.next_deal()
    keeper = Keeper(match, kinds={0: "human", 1: "heuristic", 2: "heuristic", 3: "heuristic"})
    for number in range(9):
        deal.push(Heuristic().choose(deal.view(deal.turn)))
        if number == 4:
            deal.push(keeper.take_back(deal, 1)[0])
    made = keeper.made()
    told = Record(
        **{key: getattr(made, key) for key in ("rules", "kind", "fields", "deals", "winners")},
        players=("Ann", "heuristic 1", "heuristic 2", "heuristic 3"),
        tags=(("event", "Club evening"),),
        comment="a hard one",
    )
    save(file, [told])
    rest = play("five-hundred", "--resume", file, "--record", file, "--deals", 2)
    assert rest[rest.index("Deal 1") :] == whole[whole.index("Deal 1") :]
    record = only(file)
    assert record.players == ("Ann", "heuristic 1", "heuristic 2", "heuristic 3")
    assert (record.tags, record.comment) == (told.tags, "a hard one")
    assert sum(isinstance(entry, TakeBack) for entry in record.deals[0].entries) == 1
    again = fh.Match(seed=500)
    for _ in range(2):
        deal = again.next_deal()
        while not deal.is_over:
            deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert record.contest() == again


def test_a_tourney_is_resumed_from_its_record(tmp_path):
    file, other = tmp_path / "a.ttr", tmp_path / "b.ttr"
    rules = ("--option", "target=60", "--option", "wins_needed=2")
    play("spades", "--seed", 5, "--tourney", "--quiet", *rules, "--record", other)
    play("spades", "--seed", 5, "--tourney", "--quiet", *rules, "--record", file, "--deals", 2)
    play("spades", "--resume", file, "--quiet", "--record", file)
    assert only(file) == only(other)


def test_leaving_says_where_it_is(tmp_path):
    file = tmp_path / "m.ttr"
    out = play("five-hundred", *SEED, *ME, "--record", file, stdin=["LOOK", "quit"])
    said = f"The match is recorded; continue with: tricktake play five-hundred --resume {file}"
    assert out.splitlines()[-1] == said
    assert "continued" in play("five-hundred", "--resume", file, *ME, stdin=["quit"])


def test_what_cannot_be_resumed_is_refused(tmp_path):
    file = tmp_path / "m.ttr"
    match = fh.Match(seed=500)
    match.next_deal()
    record = Record.of(match)
    save(file, [record, record])
    assert "has 2 records; one is continued" in refused("five-hundred", "--resume", file)
    save(file, [record])
    assert "is a record of Five Hundred, not of Spades" in refused("spades", "--resume", file)
    assert "--seed cannot change a match" in refused("five-hundred", "--resume", file, "--seed", 1)
    save(file, [Record.of(match.deal)])
    assert "has single deals" in refused("five-hundred", "--resume", file)
    file.write_text(record.to_text().replace("[seed", "[sead"), encoding="utf-8")
    assert "line" in refused("five-hundred", "--resume", file)


# ---- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["--record", "--save"])
def test_places_that_are_refused_before_a_card_is_dealt(tmp_path, name):
    code, out, err = inline("play", "five-hundred", name, str(tmp_path))
    assert (code, out) == (1, "")
    assert err == f"tricktake: error: {name}: {str(tmp_path)!r} is a directory\n"
    file = tmp_path / "m.ttr"
    assert "need two files" in refused("five-hundred", "--save", file, "--record", tmp_path / "." / "m.ttr")


def test_devices_and_links_are_not_replaced(tmp_path):
    """A link to the null device stays what it is, and what it points to is written into."""
    link = tmp_path / "null.ttr"
    link.symlink_to(os.devnull)
    play("five-hundred", "--seed", 3, "--deals", 1, "--quiet", "--record", link, "--save", link)
    assert link.is_symlink()
    assert not os.path.isfile(os.devnull)
    assert [path.name for path in tmp_path.iterdir()] == ["null.ttr"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_gets_the_record_once_at_the_end(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    play("five-hundred", "--seed", 3, "--deals", 2, "--quiet", "--record", pipe)
    reader.join(20)
    assert len(Record.from_text(got[0].decode()).deals) == 2
    assert pipe.is_fifo()


def test_errors_name_the_file_that_was_to_be_written(tmp_path):
    for write in (lambda file: save(file, []), lambda file: write_whole(file, "")):
        for file in (tmp_path / "none" / "m.ttr", tmp_path / ("m" * 300), tmp_path):
            with pytest.raises(OSError, match="Errno") as raised:
                write(file)
            assert raised.value.filename == str(file)
            assert "tmp'" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path, closed):
    """Whoever starts it has closed its streams: it plays, and no file gets their numbers."""
    file = tmp_path / "m.ttr"
    words = ("--seed", "3", "--deals", "1", "--quiet", "--record", str(file))
    found = many([("play", "five-hundred", *words), ("replay", str(file))], closed=closed)
    assert [(code, err) for code, _, err in found] == [(0, "")] * 2
    assert len(only(file).deals) == 1
