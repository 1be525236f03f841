"""JSON Lines of deals and records: round trips, killed writers, damage, compressed files, memory."""

import gzip
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import warnings

import pytest

from tricktake import LOOK, PASS
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.errors import RecordError
from tricktake.records import DealRecord, Move, Record, TakeBack
from tricktake.records.lines import LineWriter, count_lines, read_deals, read_lines
from tricktake.records.reading import ReadError

RULES = (
    *[fh.Rules(players=players) for players in range(2, 7)],
    fh.Rules(players=2, two_player="dead_hand"),
    fh.Rules.american(),
    *[sp.Rules.preset(name) for name in ("official", "five_3_jokers", "partners", "four")],
)


def kind_of(rules):
    return (fh if isinstance(rules, fh.Rules) else sp).Deal


def played(rules, number, actions=None):
    """A deal played by chance, to its end or so many actions."""
    draw = random.Random(number).random
    deal = kind_of(rules)(rules, dealer=number % rules.players, seed=11, number=number)
    while not deal.is_over and (actions is None or len(deal) < actions):
        legal = deal.legal_actions
        deal.push(legal[int(draw() * len(legal))])
    return deal


def some_deals(many=22):
    return [played(RULES[at % len(RULES)], at, None if at % 3 else at) for at in range(many)]


ENDING = fh.Deal.from_text(
    "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0"
).push_all("HK HA H7 H8 S5 SA S7 S9")


def written(items, name, folder, **options):
    path = folder / name
    with LineWriter(path, **options) as file:
        assert file.write_all(items) == len(items) == file.lines
    return path


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
def test_deals_come_back(tmp_path, name):
    """All games and numbers of players, finished or not, and a deal that cannot be scored."""
    deals = [*some_deals(), ENDING]
    path = written(deals, name, tmp_path, block=5)
    assert list(read_deals(path)) == deals
    records = [Record.of(deal) for deal in deals]
    assert list(read_lines(path)) == records
    assert list(read_lines(path, check=False)) == records
    assert count_lines(path) == len(deals)


def test_records_and_matches_come_back(tmp_path):
    match = fh.Match(seed=5, dealer=0)
    for _ in range(2):
        deal = match.next_deal()
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
    tourney = sp.Tourney(seed=5)
    tourney.push("5")
    moves = (Move(action=LOOK), Move(action=PASS, comment="two\nlines"), TakeBack())
    deal = DealRecord.of(fh.Deal(dealer=3, seed=4))
    odd = Record(
        rules=fh.Rules(),
        players=("Ünal", "\u2028", "a\nb", "♥"),
        deals=(DealRecord(fields=deal.fields, entries=moves),),
    )
    items = [match, odd, tourney]
    path = written(items, "all.jsonl", tmp_path)
    records = [Record.of(match), odd, Record.of(tourney)]
    assert list(read_lines(path)) == records == list(read_lines(path, check=False))
    looked = fh.Deal(dealer=3, seed=4).push_all("LOOK")
    assert list(read_deals(path)) == [*match.deals, looked, *tourney.games[0].deals]
    assert path.read_bytes().isascii()
    assert path.read_bytes().count(b"\n") == 3


def test_a_line_is_what_the_page_says(tmp_path):
    deal = played(fh.Rules(), 1)
    path = written([deal, fh.Match(seed=3, dealer=1)], "all.jsonl", tmp_path)
    first, second = [json.loads(line) for line in path.read_text().splitlines()]
    assert first == {"deal": deal.to_text(), "ending": "over", "points": list(deal.score().points)}
    assert second == json.loads(Record.of(fh.Match(seed=3, dealer=1)).to_json())
    assert " " not in path.read_text().splitlines()[1]


def test_open_files_of_text_and_bytes():
    deals = some_deals(4)
    for file in (io.StringIO(), io.BytesIO()):
        with LineWriter(file) as writer:
            writer.write_all(deals)
        assert not file.closed
        file.seek(0)
        assert list(read_deals(file)) == deals


def test_reading_is_a_stream(tmp_path):
    """A damaged line does no harm as long as nobody has come to it."""
    path = written(some_deals(5), "deals.jsonl", tmp_path)
    with path.open("ab") as file:
        file.write(b"damage\n")
    stream = read_deals(path)
    assert [next(stream) for _ in range(5)] == some_deals(5)
    with pytest.raises(RecordError, match="line 6"):
        next(stream)


# ---- stopped writers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.jsonl.gz"])
def test_every_cut_is_found_and_mended(tmp_path, name):
    """Wherever a writer is stopped, reading says so, and continuing gives the file that was due."""
    deals = some_deals(6)
    whole = written(deals, name, tmp_path, block=2).read_bytes()
    path = tmp_path / f"cut-{name}"
    for end in range(0, len(whole), 1 + len(whole) // 60):
        path.write_bytes(whole[:end])
        found, said = [], []
        found = list(read_deals(path, lenient=True, on_warning=said.append))
        assert found == deals[: len(found)]
        if len(found) < count_lines(path):
            pytest.fail("lines are counted that cannot be read")
        if said:
            with pytest.raises(ReadError) as caught:
                list(read_deals(path))
            assert caught.value.line == said[0].line == len(found) + 1
            assert f"line {caught.value.line}: it is not finished" in str(caught.value)
        else:
            assert list(read_deals(path)) == found
        with LineWriter(path, block=2) as file:
            file.flush()
            there = count_lines(path)
            assert there == len(found)
            file.write_all(deals[there:])
        assert list(read_deals(path)) == deals, end
    plain = gzip.decompress if name.endswith("gz") else bytes
    assert plain(path.read_bytes()) == plain(whole)


def test_a_last_line_that_lacks_only_its_end_is_kept(tmp_path):
    deals = some_deals(3)
    path = written(deals, "deals.jsonl", tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    assert list(read_deals(path)) == deals
    with LineWriter(path) as file:
        assert file.cut == 0
        file.write(deals[0])
    assert list(read_deals(path)) == [*deals, deals[0]]


def test_a_compressed_file_of_other_make_can_be_continued(tmp_path):
    deals = some_deals(4)
    plain = written(deals[:3], "deals.jsonl", tmp_path).read_bytes()
    path = tmp_path / "other.jsonl.gz"
    for data in (plain, plain[:-1]):
        path.write_bytes(gzip.compress(data))
        with LineWriter(path) as file:
            file.write(deals[3])
        assert list(read_deals(path)) == deals
        assert gzip.decompress(path.read_bytes()).count(b"\n") == 4


def test_a_killed_writer_can_be_continued(tmp_path):
    """Killed in the midst of writing, then continued: the same file as without a break."""
    path = tmp_path / "deals.jsonl"
    code = (
        "import sys; from tricktake import fivehundred as fh; from tricktake.records.lines import *\n"
        f"path = {str(path)!r}\n"
        "with LineWriter(path) as file:\n"
        "    for number in range(count_lines(path), int(sys.argv[1])):\n"
        "        file.write(fh.Deal(dealer=number % 4, seed=3, number=number))\n"
    )
    run = [sys.executable, "-c", code]
    with subprocess.Popen([*run, "1000000"]) as process:
        deadline = time.monotonic() + 60
        while not path.exists() or path.stat().st_size < 50_000:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    there = count_lines(path)
    subprocess.run([*run, str(there + 50)], check=True)
    expected = [fh.Deal(dealer=number % 4, seed=3, number=number) for number in range(there + 50)]
    assert list(read_deals(path)) == expected


def test_several_writers_do_not_mix_their_lines(tmp_path):
    path = tmp_path / "deals.jsonl"
    code = (
        "import sys; from tricktake import spades as sp; from tricktake.records.lines import *\n"
        f"with LineWriter({str(path)!r}) as file:\n"
        "    for number in range(200):\n"
        "        file.write(sp.Deal(dealer=0, seed=int(sys.argv[1]), number=number))\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(seed)]) for seed in (1, 2)]
    assert [process.wait(60) for process in running] == [0, 0]
    found = {deal.to_text() for deal in read_deals(path)}
    assert found == {sp.Deal(seed=seed, number=at).to_text() for seed in (1, 2) for at in range(200)}


def test_a_full_disk_leaves_whole_lines(tmp_path):
    """What did not fit is taken back; the error is that of the system."""
    path = tmp_path / "deals.jsonl"
    deal = fh.Deal(dealer=3, seed=1)
    code = (
        "import resource, signal\n"
        "from tricktake import fivehundred as fh\n"
        "from tricktake.records.lines import *\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"with LineWriter({str(path)!r}) as file:\n"
        "    try:\n"
        "        while True: file.write(fh.Deal(dealer=3, seed=1))\n"
        "    except OSError: print(file.lines)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert int(done.stdout) > 0
    assert list(read_deals(path)) == [deal] * int(done.stdout)


# ---- damage ----------------------------------------------------------------------------------------------

GOOD = '{"deal":"' + fh.Deal(dealer=3, seed=1).to_text() + '"}'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nothing", "no JSON"),
        ("[1]", "an object of JSON"),
        ('{"deal":1}', "must be the text of a deal"),
        ('{"deal":"chess/1"}', "chess"),
        ('{"deal":"five-hundred/2 rules=australian"}', "2'"),
        ('{"deal":""}', "no game"),
        (GOOD.replace("dealer=3", "dealer=9"), "dealer"),
        (GOOD.replace("rules=australian", "rules=nothing"), "nothing"),
        (GOOD[:-1] + ',"ending":"over"}', "not over"),
        (GOOD[:-1] + ',"ending":"lost"}', "ending must be one of"),
        (GOOD[:-1] + ',"ending":[1]}', "ending must be one of"),
        (GOOD[:-1] + ',"points":[1.5,0]}', "points must be"),
        (GOOD[:-1] + ',"points":[1,0]}', "scored nothing"),
        (GOOD[:-1] + ',"more":1}', "'more'"),
        (GOOD[:-1] + "," + GOOD[1:], "twice"),
        ('{"deal":"' + fh.Deal(dealer=3, seed=1).to_text() + ' : 7H; 6H"}', "6H"),
        ('{"tricktake-record":99}', ""),
        ("{" * 5000, ""),
        ('{"a":' * 3000, ""),
        ("\ud800", "UTF-8"),
    ],
)
@pytest.mark.parametrize("check", [True, False])
def test_damage_is_named_with_its_line(tmp_path, line, words, check):
    """F-01 one bad line of many is one clear error; lenient reading leaves out that line and says so."""
    path = tmp_path / "deals.jsonl"
    path.write_bytes("\n".join([GOOD, "", line, GOOD, ""]).encode("utf-8", "surrogatepass"))
    good = Record.of(fh.Deal(dealer=3, seed=1))
    if not check and ("dealer=9" in line or "not over" in words or "scored" in words or "6H" in words):
        return  # what is not looked at then
    with pytest.raises(ReadError) as caught:
        list(read_lines(path, check=check))
    assert caught.value.line == 3
    assert str(caught.value).startswith(f"{path}, line 3: ")
    assert words in str(caught.value)
    said = []
    assert list(read_lines(path, check=check, lenient=True, on_warning=said.append)) == [good, good]
    assert [(warning.line, "left out" in warning.message) for warning in said] == [(3, True)]
    with pytest.warns(UserWarning, match="line 3"):
        assert len(list(read_lines(path, check=check, lenient=True))) == 2


def test_other_spellings_are_read(tmp_path):
    """A file that others have written: byte order mark, blank lines, CRLF, other case and order."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H; P; P; P; put S6 D4 H4")
    text = deal.to_text().replace("put S6", "put 6S") + "; da"
    data = "\ufeff" + json.dumps({"deal": text}, indent=None) + "\r\n\r\n  " + GOOD + " \r\n"
    path = tmp_path / "deals.jsonl"
    path.write_bytes(data.encode())
    deal.push("DA")
    assert list(read_deals(path)) == [deal, fh.Deal(dealer=3, seed=1)]
    record = next(read_lines(path))
    assert record.deals[0].deal(record.rules) == deal


@pytest.mark.parametrize("check", [True, False])
def test_files_that_are_something_else_are_left_alone(tmp_path, check):
    """Nothing is cut off or added where no lines of ours stand."""
    deal = fh.Deal(dealer=3, seed=1)
    others = (
        b"hello\n",
        b"\x00\x01\x02",
        b"{\n 1}",
        b'{"a":1}\n',
        deal.to_text().encode(),
        gzip.compress(b"hello\n"),
    )
    for data in others:
        path = tmp_path / ("other.gz" if data[:2] == b"\x1f\x8b" else "other")
        path.write_bytes(data)
        with pytest.raises(RecordError, match="no file of deals or records"):
            LineWriter(path)
        assert path.read_bytes() == data
        with pytest.raises(RecordError):
            list(read_lines(path, check=check))


def test_names_and_contents_have_to_agree(tmp_path):
    path = written([ENDING], "a.jsonl", tmp_path)
    data = path.read_bytes()
    (tmp_path / "a.gz").write_bytes(data)
    (tmp_path / "b").write_bytes(gzip.compress(data))
    for name, words in (("a.gz", "not compressed"), ("b", "does not end in .gz")):
        with pytest.raises(RecordError, match=words):
            LineWriter(tmp_path / name)
        assert list(read_deals(tmp_path / name)) == [ENDING]  # by its first bytes


def test_bad_arguments(tmp_path):
    with pytest.raises(ValueError, match="block"):
        LineWriter(tmp_path / "a", block=0)
    with LineWriter(tmp_path / "a") as file, pytest.raises(TypeError, match="not int"):
        file.write(3)
    with pytest.raises(ValueError, match="closed"):
        file.write(ENDING)
    file.close()
    assert (tmp_path / "a").read_bytes() == b""
    with pytest.raises(OSError):
        LineWriter(tmp_path / "no" / "such" / "folder")
    with pytest.raises(OSError):
        list(read_lines(tmp_path / "nothing"))
    assert list(read_lines(tmp_path / "a")) == []


def test_damage_in_a_compressed_file(tmp_path):
    path = written(some_deals(9), "deals.jsonl.gz", tmp_path, block=3)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(RecordError, match="line"):
        list(read_deals(path))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = list(read_deals(path, lenient=True))
    assert said
    assert found == some_deals(9)[: len(found)]
    assert len(found) >= 3


# ---- much --------------------------------------------------------------------------------------------------


def lines_of(many, folder):
    """A file of many short lines."""
    path = folder / "many.jsonl"
    line = (GOOD + "\n").encode()
    with path.open("wb") as file:
        for _ in range(many // 1000):
            file.write(line * 1000)
    return path


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the peak is read from /proc")
def test_memory_does_not_grow(tmp_path):
    """V-04 and F-01: the peak of 6,000 lines is that of 1,000, reading raw and counting."""
    code = (
        "import sys; from tricktake.records.lines import *\n"
        "count = count_lines(sys.argv[1])\n"
        "assert sum(1 for _ in read_lines(sys.argv[1], check=False)) == count\n"
        # not ru_maxrss, in which a process begins with what its parent had
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))\n"
    )
    peaks = []
    for many in (1_000, 6_000):
        path = lines_of(many, tmp_path)
        done = subprocess.run([sys.executable, "-c", code, path], check=True, capture_output=True, text=True)
        peaks.append(int(done.stdout))
    assert peaks[1] - peaks[0] < 10_000  # kilobytes; the records would take five times that
    assert peaks[1] < 300_000


@pytest.mark.slow
def test_a_million_deals(tmp_path):
    """F-01 a million deals written and read back, the memory flat."""
    path, many = tmp_path / "million.jsonl.gz", 1_000_000
    deals = [played(fh.Rules(), number) for number in range(500)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with LineWriter(path) as file:
        for number in range(many):
            file.write(deals[number % 500])
    assert count_lines(path) == many
    found = sum(1 for _ in read_lines(path, check=False))
    assert found == many
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000
    assert os.path.getsize(path) < 200 * many
