"""The manual of every command, in the order in which they are listed.

The examples run in a test, one after the other in one folder, so that a command can read what one before it
has written.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tricktake.cli.manual import Manual

__all__ = ["COMMANDS", "WHOLE"]

_READS = (
    "FILE",
    "a record as text (.ttr) or JSON, JSON Lines, PTN, what play --save wrote, or deals as text; told by "
    "how it begins, not by its name; packed by gzip or not; - is standard input",
)

WHOLE = Manual(
    summary="trick-taking card games",
    text=(
        "Five Hundred and spades at the command line: play, deal, show, replay, solve, ask for advice, "
        "and let bots play each other.",
        "Each command has a help of its own: tricktake COMMAND --help. Results go to standard output, "
        "errors and progress to standard error. Options are written in full, as --seed 5 or --seed=5; "
        "behind -- everything is an argument.",
    ),
    examples=(
        ("tricktake play five-hundred --seed 500 --deals 1", "four bots play a deal, told card by card"),
        ("tricktake rules spades", "the rules of spades, in words"),
        ("tricktake solve --seed 500", "what a deal is worth with all hands open"),
        ("tricktake play five-hundred --seat 0 human", "play yourself"),
    ),
    pages=("docs/terminal.md", "docs/seeds.md", "docs/record-format.md"),
)

_PLAY = Manual(
    summary="play a match or a game: bots against each other, or with you",
    text=(
        "Plays a match of Five Hundred or a game of spades and tells it card by card. Bots play the seats "
        "that nobody is named for. With a person at a seat it is played full screen where that can be "
        "(pip install 'tricktake[tui]'), else at a plain prompt, where help explains what can be typed.",
        "The same seed, rules and bots give the same match, on every machine.",
    ),
    examples=(
        ("tricktake play spades --seed 7 --deals 1", "bots play the first deal of seed 7"),
        (
            "tricktake play five-hundred --seed 500 --deals 2 --quiet --record match.ttr",
            "two deals, a line for each, kept as a record",
        ),
        ("tricktake play spades --seat 0 human --save game.txt", "play yourself, and keep the game"),
        ("tricktake play five-hundred --seed 1 --seat 1 random --quiet", "a bot of another kind at seat 1"),
        ("tricktake play five-hundred --resume match.ttr --quiet", "go on where it was left"),
    ),
    files=(
        ("--save FILE", "the contest as text, replaced after every deal and when leaving"),
        ("--record FILE", "the same as a record, with what was taken back; JSON if its name ends in .json"),
        ("--resume FILE", "either of them"),
    ),
    pages=("docs/terminal.md", "docs/record-format.md"),
)

_RULES = Manual(
    summary="say what the rules of a game are",
    text=(
        "Prints the rules a preset and options make, in words, or all presets and what each changes.",
        "Options are those of the table in docs/rules: --option NAME=VALUE, one at a time.",
    ),
    examples=(
        ("tricktake rules five-hundred --preset american", "one preset in words"),
        ("tricktake rules spades --list", "all presets"),
        ("tricktake rules five-hundred --option players=5", "the default with one change"),
    ),
    pages=("docs/rules/",),
)

_DEAL = Manual(
    summary="deal cards and print them",
    text=(
        "Deals the cards of a seed and prints all hands, or a line of text for each deal that show, solve "
        "and the library read back. Deal K of seed N has the same cards on every machine and in every "
        "version.",
    ),
    examples=(
        ("tricktake deal five-hundred --seed 500 --count 2", "the first two deals of seed 500"),
        ("tricktake deal five-hundred --seed 7 --count 2 --text > deals.txt", "two deals as text"),
        ("tricktake deal five-hundred --seed 500 --text | tricktake solve -", "dealt and solved"),
    ),
    pages=("docs/seeds.md", "docs/deal-text.md"),
)

_SHOW = Manual(
    summary="show a deal, or what a seat sees of it",
    text=(
        "Prints the deals of a file as they stand: all hands, the calls, the tricks. With --seat only what "
        "that seat sees. Instead of a file the text of a deal or a view itself may be given.",
    ),
    examples=(
        ("tricktake show match.ttr --deal 1", "the first deal of a record"),
        ("tricktake show match.ttr --deal 2 --seat 0", "the second, as seat 0 saw it"),
        ("tricktake show match.ttr --deal 2 --svg deal.svg", "a picture of the table"),
        ("tricktake show - < deals.txt", "deals as text from standard input"),
    ),
    files=(_READS, ("--svg FILE", "a picture, SVG")),
    pages=("docs/review.md", "docs/pictures.md", "docs/view-text.md"),
)

_REPLAY = Manual(
    summary="tell recorded deals again: steps, pictures, a page, an analysis",
    text=(
        "Tells the deals of a file again, call by call and trick by trick. With --step at a prompt, with "
        "--html as a page for a browser, with --svg as pictures. With --analyse every card is valued with "
        "all hands open, and those that gave tricks away are marked.",
    ),
    examples=(
        ("tricktake replay match.ttr --deal 1", "the first deal, told again"),
        ("tricktake replay match.ttr --deal 1 --seat 0", "only what seat 0 saw"),
        ("tricktake replay match.ttr --html replay.html", "a page to step through"),
        ("tricktake replay match.ttr --deal 1 --analyse --mistakes", "what gave tricks away"),
    ),
    files=(
        _READS,
        ("--html FILE", "one page that needs nothing else"),
        ("--svg FOLDER", "pictures 0.svg, 1.svg ...; made if it is not there"),
        ("--plot FILE", "a diagram, .png or .svg (pip install 'tricktake[plot]')"),
    ),
    pages=("docs/replay.md", "docs/review.md"),
)

_SOLVE = Manual(
    summary="say what deals are worth with all hands open",
    text=(
        "Finds how many tricks each side takes when everybody sees all cards and plays at best. Before the "
        "first card: a table of every strain and contractor. During the play: the value of the position "
        "and of each card.",
    ),
    examples=(
        ("tricktake solve --seed 500 --dealer 3", "a deal of a seed"),
        ("tricktake solve deals.txt", "deals of a file, one a line"),
        ("tricktake solve --seed 500 --count 3 --json", "for programs, an object a line"),
    ),
    files=(("FILE", "deals as text, one a line; # begins a remark; - is standard input"),),
    pages=("docs/solver.md", "docs/deal-text.md"),
)

_ADVISE = Manual(
    summary="say what to bid or play, and what else is worth what",
    text=(
        "Says what the seat to act should do, what everything else it may do is worth, and why. It knows "
        "no more than that seat: it deals the unseen cards in many ways that fit (worlds) and looks at "
        "all of them. The same seed gives the same advice.",
        "Give a hand and the calls so far, or any position of a seat as the text of a view.",
    ),
    examples=(
        (
            "tricktake advise five-hundred --worlds 20 \\\n      --hand 'JK SA SQ SJ S10 CJ D5 D4 HA H4'",
            "the first call with a hand",
        ),
        (
            "tricktake advise five-hundred --hand 'JK SA SQ SJ S10 CJ D5 D4 HA H4' \\\n"
            "      --auction '7H P' --worlds 20 --rows 3",
            "after two calls; the three best",
        ),
    ),
    files=(
        ("--view FILE", "a view as text; - is standard input"),
        ("--svg FILE", "a picture, SVG"),
        ("--png FILE", "a picture, PNG (pip install 'tricktake[plot]')"),
    ),
    pages=("docs/advisor.md", "docs/view-text.md"),
)

_ARENA = Manual(
    summary="play bots against each other and say which is better",
    text=(
        "Plays the same cards in every seating of the bots, and says which is better and how sure that is. "
        "Results do not depend on how many processes play.",
        "As many bots as there are sides: each has a side. As many as there are seats: each has a seat. Two "
        "where there are more sides: the first has one side, the second all others.",
        "Ctrl-C prints what there is so far; with --out the same command goes on from there.",
    ),
    examples=(
        ("tricktake arena five-hundred heuristic random --deals 20 --seed 1", "two bots, two sides"),
        (
            "tricktake arena spades random random:bid=0.5 --deals 30 --seed 1 \\\n      --out results.jsonl",
            "keeps every board, and goes on if it is stopped",
        ),
        ("tricktake arena spades heuristic random --matches 2 --json", "whole games; for programs"),
    ),
    files=(("--out FILE", "a line of JSON for each board; what is there already is not played again"),),
    pages=("docs/arena.md", "docs/strength.md"),
)

_PERFT = Manual(
    summary="count every way the cards of a deal can be played",
    text=(
        "Counts the ways to play random hands, depth by depth, and says how fast. The counts of a seed are "
        "the same on every machine: they show that the rules of following suit are the same.",
    ),
    examples=(
        ("tricktake perft --cards 4 --seed 1", "four cards a seat, no trumps"),
        ("tricktake perft --strain H --cards 3 --seed 1 --divide", "behind each first card"),
        ("tricktake perft spades --players 5 --jokers 2 --cards 2 --seed 1", "spades for five"),
    ),
    pages=("docs/seeds.md",),
)

_ABOUT = Manual(
    summary="say which versions and which optional packages are here",
    text=(
        "Prints the versions of tricktake, Python and numpy, the build of the compiled loops in use, the "
        "numbers of the seed stream and of the text formats, and which extras are installed. A good first "
        "thing in a report of a fault.",
    ),
    examples=(
        ("tricktake about", "for people"),
        ("tricktake about --json", "for programs"),
    ),
    environment=("CARDCORE_KERNELS", "PYTHONIOENCODING", "COLUMNS"),
)

_COMPLETION = Manual(
    summary="print a script that completes commands in a shell",
    text=(
        "Prints the completion of commands, options, games, presets, rules options, bots and files for a "
        "shell. It is made once (pip install 'tricktake[completion]'); pressing TAB then starts no Python.",
        "Make it anew after an update of tricktake.",
    ),
    examples=(
        ("tricktake completion bash > tricktake.bash", "then, in ~/.bashrc: source /path/tricktake.bash"),
        ("tricktake completion zsh > _tricktake", "into a folder of $fpath, before compinit runs"),
        ("tricktake completion fish > tricktake.fish", "into ~/.config/fish/completions"),
    ),
    environment=("COLUMNS",),
)

COMMANDS: Mapping[str, Manual] = MappingProxyType(
    {
        "play": _PLAY,
        "rules": _RULES,
        "deal": _DEAL,
        "show": _SHOW,
        "replay": _REPLAY,
        "solve": _SOLVE,
        "advise": _ADVISE,
        "arena": _ARENA,
        "perft": _PERFT,
        "about": _ABOUT,
        "completion": _COMPLETION,
    }
)
"""The manuals of the commands by name."""
