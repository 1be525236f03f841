"""A contest at this terminal: bots and people act in turn, and every deal is told and kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tricktake.actions import Action
from tricktake.bots import Bot
from tricktake.cli.arguments import Failure
from tricktake.cli.game import Contest, GameCommands
from tricktake.cli.human import Human, Word
from tricktake.cli.keeping import Keeper, where_it_is
from tricktake.cli.manual import INTERRUPTED
from tricktake.cli.terminal import Terminal
from tricktake.cli.undo import can_take_back
from tricktake.errors import GameError

__all__ = ["Session"]


class Session:
    """One match, game or tourney at this terminal.

    Parameters
    ----------
    game : GameCommands
        What is played.
    contest : Contest
        Fresh or under way.
    bots : mapping of int to Bot
        Who plays the seats that no human plays.
    terminal : Terminal
    humans : frozenset of int, default empty, keyword only
        Seats played by people here.
    keeper : Keeper, optional, keyword only
        Where the contest is kept; default: nowhere.
    quiet : bool, default False, keyword only
        One line a deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.bots import make_bot
    >>> from tricktake.cli.games import GAMES
    >>> game, bots = GAMES["five-hundred"], {seat: make_bot("heuristic") for seat in range(4)}
    >>> session = Session(game, fh.Match(seed=500), bots, Terminal(ascii_only=True), quiet=True)
    >>> session.play(1)  # doctest: +ELLIPSIS
     deal  dealer  contract  by ...
    """

    def __init__(
        self,
        game: GameCommands[Any, Any, Any],
        contest: Contest[Any, Any],
        bots: Mapping[int, Bot],
        terminal: Terminal,
        *,
        humans: frozenset[int] = frozenset(),
        keeper: Keeper | None = None,
        quiet: bool = False,
    ) -> None:
        self.game = game
        self.contest = contest
        self.bots = bots
        self.terminal = terminal
        self.humans = humans
        self.keeper: Keeper = Keeper(contest) if keeper is None else keeper
        self.quiet = quiet
        self._human = Human(terminal, game.prompts)
        self._transcript = game.transcript(terminal, humans)

    def greet(self, kinds: Mapping[int, str], *, resumed: bool) -> None:
        """Print who plays what.

        Parameters
        ----------
        kinds : mapping of int to str
            Who plays each seat.
        resumed : bool, keyword only
            Whether the contest is continued.
        """
        rules, seed, say = self.contest.rules, self.contest.seed, self.terminal.line
        cards = "no seed" if seed is None else f"seed {seed}"
        going_on = ", continued" if resumed else ""
        self.terminal.paragraph(
            f"{self.game.title}, {rules.to_text()}, {cards}{going_on}", indent="  ", style="head"
        )
        sides = [", ".join([f"seat {seat} {kinds[seat]}" for seat in side]) for side in rules.sides]
        alone = all(len(side) == 1 for side in rules.sides)
        self.terminal.paragraph((", " if alone else " against ").join(sides), indent="  ")
        for line in self.game.opening(self.terminal, self.contest, not self.quiet):
            self.terminal.paragraph(line, indent="  ", style="quiet")
        if self.humans:
            say("Type ? for help.", style="quiet")

    def play(self, deals: int | None = None) -> int:
        """Play until somebody has won, so many deals are done, or somebody leaves.

        Parameters
        ----------
        deals : int, optional
            Deals to finish; None: no limit.

        Returns
        -------
        int
            Exit code.
        """
        contest, done = self.contest, 0
        if self.quiet:
            self.terminal.line(self.game.quiet_head(contest.rules))
        try:
            while not contest.is_over and (deals is None or done < deals):
                deal = contest.deal
                if deal is None or deal.is_over:
                    deal = contest.next_deal()
                if not self._play_deal(deal):
                    return self._leave(0)
                done += 1
                self.keeper.write(spare=not self.humans)
        except KeyboardInterrupt:
            self.terminal.line()
            if self.humans or self.keeper.where is not None:
                return self._leave(INTERRUPTED)
            raise
        self._finish()
        return 0

    def _play_deal(self, deal: Any) -> bool:
        """Play a deal to its end; False if a human leaves."""
        number = len(self.contest.deals)
        if not self.quiet:
            self._transcript.begin(deal, number)
            self._transcript.tell(deal)
        while deal.turn is not None:
            seat = deal.turn
            if seat in self.humans:
                if not self._ask(deal, seat):
                    return False
            else:
                self._bot_acts(deal, seat)
            if not self.quiet:
                self._transcript.tell(deal)
        if self.quiet:
            self.terminal.line(self.game.quiet_row(self.terminal, self.contest, deal, number))
        else:
            for line in self.game.after_deal(self.contest, deal, number):
                self.terminal.line(line)
        if not self.contest.is_over:
            for line in self.game.milestone(self.contest):
                self.terminal.paragraph(line, indent="  ", style="head")
        self.terminal.flush()
        return True

    def _bot_acts(self, deal: Any, seat: int) -> None:
        """Let a bot act; one of somebody's own may be wrong, and then it is named."""
        bot = self.bots[seat]
        action = bot.choose(deal.view(seat))
        who = f"the bot of seat {seat} ({bot.name})"
        if not isinstance(action, Action):
            raise Failure(f"{who} returned a value of type {type(action).__name__}, which is no action")
        try:
            deal.push(action)
        except GameError as error:
            # The reason names cards of its hand, which people at the table must not know.
            why = f": {error}" if not self.humans else ""
            raise Failure(f"{who} returned an action that is not legal{why}") from error

    def _ask(self, deal: Any, seat: int) -> bool:
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
                terminal.rules(deal.rules.describe())
            elif answer is Word.UNDO:
                count = can_take_back(deal, seat, self.game.prompts)
                if isinstance(count, int):
                    back = self.keeper.take_back(deal, count)  # the deal stays on the table
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
        contest, say = self.contest, self.terminal.paragraph
        self.terminal.line()
        if contest.is_over:
            for line in self.game.ending(contest):
                say(line, indent="  ", style="head")
        else:
            count = len(contest.deals)
            deals = f"{count} deal{'s' if count != 1 else ''}"
            say(f"Stopped after {deals}: {self.game.running(contest)}.", style="head")

    def _leave(self, code: int) -> int:
        self.keeper.write()
        where_it_is(self.terminal, self.game, self.keeper)
        return code
