"""``tricktake play``: a whole match, told card by card, between bots or with people at this terminal."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from tricktake.bots import BOTS, Bot, make_bot
from tricktake.cli.arguments import UsageError, add_rules, add_screen, chosen_rules, chosen_seed, near, whole
from tricktake.cli.human import Human, Word, can_take_back
from tricktake.cli.terminal import Terminal
from tricktake.cli.transcript import Transcript
from tricktake.cli.words import match_end, running_score, side_label
from tricktake.errors import GameError
from tricktake.fivehundred import Deal, Match

__all__ = ["Session", "add_arguments", "run"]

_HUMAN = "human"
_INTERRUPTED = 130
_MOST_BYTES = 5_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args("five-hundred --seat 0 human --seat 1 random".split()).seat
    [['0', 'human'], ['1', 'random']]
    """
    kinds = ", ".join([_HUMAN, *BOTS])
    add_rules(parser)
    parser.add_argument(
        "--seed", type=whole(0), metavar="N", help="what the cards come from (default: a new one)"
    )
    parser.add_argument(
        "--seat",
        nargs=2,
        metavar=("S", "WHO"),
        action="append",
        default=[],
        help=f"who plays a seat: {kinds} (default heuristic); may be repeated",
    )
    parser.add_argument(
        "--deals", type=whole(1), metavar="N", help="stop after N deals (default: when a side has won)"
    )
    parser.add_argument(
        "--dealer", type=whole(0, 3), metavar="S", help="seat that deals first (default: drawn)"
    )
    parser.add_argument("--quiet", action="store_true", help="one line a deal")
    parser.add_argument(
        "--save", metavar="FILE", help="write the match there, after every deal and when leaving"
    )
    parser.add_argument("--resume", metavar="FILE", help="continue a match saved before")
    add_screen(parser)


def run(args: argparse.Namespace) -> int:
    """Play a match.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    UsageError, GameError, OSError
        If the command line or a file makes no sense.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> args = parser.parse_args("five-hundred --seed 500 --deals 1 --quiet --ascii".split())
    >>> run(args)  # doctest: +ELLIPSIS
    Five Hundred, australian, seed 500
    ...
    Stopped after 1 deal: seats 0 and 2 have 10, seats 1 and 3 have 180.
    0
    """
    kinds = _seat_kinds(args.seat)
    humans = frozenset([seat for seat, kind in kinds.items() if kind == _HUMAN])
    if args.quiet and humans:
        raise UsageError("--quiet prints no cards, so no seat can be played by a human")
    match, seed = _match(args)
    save = None if args.save is None else Path(args.save)
    if save is not None and not save.absolute().parent.is_dir():
        raise UsageError(f"--save: there is no directory {str(save.parent)!r}")
    bots = {seat: make_bot(kind, seed) for seat, kind in kinds.items() if kind != _HUMAN}
    terminal = Terminal(ascii_only=args.ascii)
    session = Session(match, bots, terminal, humans=humans, save=save, quiet=args.quiet)
    session.greet(kinds, resumed=args.resume is not None)
    return session.play(args.deals)


def _seat_kinds(given: list[list[str]]) -> dict[int, str]:
    kinds = dict.fromkeys(range(4), "heuristic")
    names = (_HUMAN, *BOTS)
    for text, kind in given:
        seat = whole(0, 3)
        try:
            number = seat(text)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--seat: {error}") from None
        if kind not in names:
            hint = near(kind, names)
            raise UsageError(
                f"--seat: nobody is called {kind[:40]!r}{hint}; a seat is played by {', '.join(names)}"
            )
        kinds[number] = kind
    return kinds


def _match(args: argparse.Namespace) -> tuple[Match, int]:
    """The match to play, and the seed of the bots."""
    if args.resume is None:
        rules, seed = chosen_rules(args), chosen_seed(args)
        return Match(rules, seed=seed, dealer=args.dealer), seed
    for name in ("preset", "option", "seed", "dealer"):
        if getattr(args, name) not in (None, []):
            raise UsageError(f"--{name} cannot change a match that is resumed")
    match = Match.from_text(_read_text(args.resume))
    return match, 0 if match.seed is None else match.seed


def _read_text(name: str) -> str:
    """The text of a file, of which no more is read than a match can have."""
    with Path(name).open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise UsageError(f"--resume: {name!r} has more than {_MOST_BYTES // 1_000_000} MB, so it is no match")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"--resume: {name!r} is no text file") from None


class Session:
    """One match at this terminal.

    Parameters
    ----------
    match : Match
        The match, fresh or under way.
    bots : mapping of int to Bot
        Who plays the seats that no human plays.
    terminal : Terminal
    humans : frozenset of int, default empty, keyword only
        Seats played by people here.
    save : Path, optional, keyword only
        Where the match is written.
    quiet : bool, default False, keyword only
        One line a deal.

    Examples
    --------
    >>> bots = {seat: make_bot("heuristic") for seat in range(4)}
    >>> Session(Match(seed=500), bots, Terminal(ascii_only=True), quiet=True).play(1)  # doctest: +ELLIPSIS
     deal  dealer  contract  by ...
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        terminal: Terminal,
        *,
        humans: frozenset[int] = frozenset(),
        save: Path | None = None,
        quiet: bool = False,
    ) -> None:
        self.match = match
        self.bots = bots
        self.terminal = terminal
        self.humans = humans
        self.save = save
        self.quiet = quiet
        self._human = Human(terminal)
        self._transcript = Transcript(terminal, humans)

    def greet(self, kinds: Mapping[int, str], *, resumed: bool) -> None:
        """Print who plays what.

        Parameters
        ----------
        kinds : mapping of int to str
            Who plays each seat.
        resumed : bool, keyword only
            Whether the match is continued.
        """
        match, say = self.match, self.terminal.line
        seed = "no seed" if match.seed is None else f"seed {match.seed}"
        say(f"Five Hundred, {match.rules.to_text()}, {seed}{', continued' if resumed else ''}", style="head")
        sides = [", ".join([f"seat {seat} {kinds[seat]}" for seat in side]) for side in match.rules.sides]
        say(" against ".join(sides))
        if not self.quiet:
            say("In tricks, > marks the card led and * the winner.", style="quiet")
            if match.rules.blind_misere:
                say("Players look at their cards before they call, unless they bid blind.", style="quiet")
        if self.humans:
            say("Type ? for help.", style="quiet")

    def play(self, deals: int | None = None) -> int:
        """Play until a side has won, so many deals are done, or somebody leaves.

        Parameters
        ----------
        deals : int, optional
            Deals to finish; None: no limit.

        Returns
        -------
        int
            Exit code.
        """
        match, done = self.match, 0
        if self.quiet:
            self.terminal.line(_quiet_head(match.rules.sides))
        try:
            while not match.is_over and (deals is None or done < deals):
                deal = match.deal
                if deal is None or deal.is_over:
                    deal = match.next_deal()
                if not self._play_deal(deal):
                    return self._leave(0)
                done += 1
                self._write()
        except KeyboardInterrupt:
            self.terminal.line()
            if self.humans or self.save is not None:
                return self._leave(_INTERRUPTED)
            raise
        self._finish()
        return 0

    def _play_deal(self, deal: Deal) -> bool:
        """Play a deal to its end; False if a human leaves."""
        number = len(self.match.deals)
        if not self.quiet:
            self._transcript.begin(deal, number)
            self._transcript.tell(deal)
        while deal.turn is not None:
            seat = deal.turn
            if seat in self.humans:
                if not self._ask(deal, seat):
                    return False
            else:
                deal.push(self.bots[seat].choose(deal.view(seat)))
            if not self.quiet:
                self._transcript.tell(deal)
        if self.quiet:
            self.terminal.line(_quiet_row(self.terminal, self.match, deal, number))
        else:
            self.terminal.line(f"After deal {number} {running_score(deal.rules, self.match.scores)}.")
        self.terminal.flush()
        return True

    def _ask(self, deal: Deal, seat: int) -> bool:
        """Ask a human until he has acted; False if he leaves."""
        human, terminal = self._human, self.terminal
        view = deal.view(seat)
        human.show(view)
        while True:
            answer = human.ask(view)
            if answer is Word.QUIT:
                return False
            if answer is Word.HELP:
                human.help(view.phase)
            elif answer is Word.RULES:
                human.rules(deal.rules)
            elif answer is Word.UNDO:
                count = can_take_back(deal, seat)
                if isinstance(count, int):
                    back = [deal.pop() for _ in range(count)]  # the deal stays on the table
                    self._transcript.rewind(deal)
                    terminal.line(f"Taken back: {back[-1]}.")
                    return True
                terminal.line(f"No undo: {count}.")
            else:
                assert isinstance(answer, str)
                try:
                    deal.push(answer)
                except GameError as error:
                    text = str(error)
                    stop = "" if text.endswith(".") else "."
                    terminal.paragraph(f"{text[:1].upper()}{text[1:]}{stop}", indent="  ", style="bad")
                    continue
                return True

    def _finish(self) -> None:
        match, say = self.match, self.terminal.paragraph
        self.terminal.line()
        if match.is_over:
            say(match_end(match), style="head")
        else:
            deals = f"{len(match.deals)} deal{'s' if len(match.deals) != 1 else ''}"
            say(
                f"Stopped after {deals}: {running_score(match.rules, match.scores)}.",
                style="head",
            )

    def _write(self) -> None:
        if self.save is not None:
            self.save.write_text(self.match.to_text(), encoding="utf-8")

    def _leave(self, code: int) -> int:
        say = self.terminal.line
        if self.save is not None:
            self._write()
            say(f"The match is saved; continue with: tricktake play five-hundred --resume {self.save}")
            return code
        say("The match is not kept; with --save FILE it is, and --resume FILE goes on with it.")
        return code


_QUIET_HEAD = " deal  dealer  contract  by      tricks  made"


def _quiet_head(sides: Sequence[Sequence[int]]) -> str:
    labels = [side_label(side) for side in sides]
    points, scores = (" ".join([f"{label:>6}" for label in labels]) for _ in range(2))
    return f"{_QUIET_HEAD}  points {points}   score {scores}"


def _quiet_row(terminal: Terminal, match: Match, deal: Deal, number: int) -> str:
    contract, score = deal.contract, deal.score()
    bid = "none" if contract is None else terminal.bid(contract.bid)
    by = "-" if contract is None else f"seat {contract.contractor}"
    won = sum(score.tricks) if contract is None else sum([score.tricks[seat] for seat in contract.side])
    made = {True: "yes", False: "no", None: "-"}[score.made]
    points = " ".join([f"{value:>+6}" if value else f"{0:>6}" for value in score.points])
    running = " ".join([f"{value:>6}" for value in match.scores])
    head = f"{number:>5}  seat {deal.dealer}  {bid:<8}  {by:<6}  {won:>6}  {made:<4}"
    return f"{head}         {points}         {running}"
