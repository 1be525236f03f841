"""A tourney of spades as the commands play it: deals one after the other, a new game whenever one is won."""

from __future__ import annotations

from tricktake.cards import Card
from tricktake.cli.sides import capital, running_score, seats
from tricktake.cli.spades.words import counted, game_end, standing_words
from tricktake.cli.terminal import Terminal
from tricktake.spades import Deal, Game, Rules, Tourney, standings

__all__ = ["SpadesContest", "TourneyTable", "current_game", "ending", "milestone", "read_contest", "running"]


class TourneyTable:
    """A tourney that deals by itself.

    Parameters
    ----------
    tourney : Tourney

    Examples
    --------
    >>> table = TourneyTable(Tourney(seed=500))
    >>> table.next_deal().dealer, len(table.deals), len(table.tourney.games)
    (0, 1, 1)
    """

    def __init__(self, tourney: Tourney) -> None:
        self.tourney = tourney

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.tourney.rules

    @property
    def seed(self) -> int | None:
        """What the cards come from, if that is known."""
        return self.tourney.seed

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the tourney."""
        return self.tourney.is_over

    @property
    def deal(self) -> Deal | None:
        """The current deal."""
        game = self.tourney.game
        return None if game is None else game.deal

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals of all games so far."""
        return tuple([deal for game in self.tourney.games for deal in game.deals])

    def next_deal(self) -> Deal:
        """Deal the next cards, of a new game if the last has been won."""
        game = self.tourney.game
        if game is None or game.is_over:
            game = self.tourney.next_game()
        return game.next_deal()

    def to_text(self) -> str:
        """The tourney as text."""
        return self.tourney.to_text()


SpadesContest = Game | TourneyTable
"""What can be played."""


def read_contest(text: str) -> SpadesContest:
    """Read a game or a tourney.

    Parameters
    ----------
    text : str

    Returns
    -------
    Game or TourneyTable

    Raises
    ------
    RecordError
        If it is neither.

    Examples
    --------
    >>> read_contest(Game(seed=500).to_text()).seed
    500
    """
    if text.lstrip().startswith("spades-tourney"):
        return TourneyTable(Tourney.from_text(text))
    return Game.from_text(text)


def current_game(contest: SpadesContest) -> Game | None:
    """The game in progress, or the last.

    Parameters
    ----------
    contest : Game or TourneyTable

    Returns
    -------
    Game or None
        None before the first of a tourney.

    Examples
    --------
    >>> current_game(TourneyTable(Tourney(seed=500))) is None
    True
    """
    return contest.tourney.game if isinstance(contest, TourneyTable) else contest


def draw_words(terminal: Terminal, tourney: Tourney) -> str:
    """The cards drawn for the seats.

    Parameters
    ----------
    terminal : Terminal
    tourney : Tourney

    Returns
    -------
    str

    Examples
    --------
    >>> draw_words(Terminal(ascii_only=True), Tourney(seed=500))
    'Drawn for the seats: seat 0 DQ, seat 1 D9, seat 2 H8.'
    """
    drawn: dict[int, list[Card]] = {}
    for draws in tourney.seating.rounds:
        for player, card in draws:
            drawn.setdefault(tourney.seating.seat_of(player), []).append(card)
    words = [
        f"seat {seat} {' and again '.join([terminal.card(card) for card in drawn[seat]])}"
        for seat in sorted(drawn)
    ]
    return f"Drawn for the seats: {', '.join(words)}."


def tokens_words(tourney: Tourney) -> str:
    """The tokens of all sides.

    Parameters
    ----------
    tourney : Tourney

    Returns
    -------
    str

    Examples
    --------
    >>> tokens_words(Tourney(seed=500, tokens=(1, 0, 4)))
    'tokens: seat 0 has 1, seat 1 has 0, seat 2 has 4; 5 win'
    """
    rules = tourney.rules
    return f"tokens: {running_score(rules.sides, tourney.tokens)}; {rules.wins_needed} win"


def milestone(contest: SpadesContest) -> list[str]:
    """What is to be said after a deal that has won a game of a tourney, or left a tie at the top.

    Parameters
    ----------
    contest : Game or TourneyTable

    Returns
    -------
    list of str
        Empty after any other deal.

    Examples
    --------
    >>> milestone(Game(seed=500, dealer=2, scores=(510, 510, 300)))
    ['Seats 0 and 1 are level at 510: play goes on until one of them is ahead.']
    """
    game = current_game(contest)
    if game is None:
        return []
    rules, scores = game.rules, game.scores
    if game.winner is not None and isinstance(contest, TourneyTable):
        number = len(contest.tourney.games)
        return [
            f"Game {number}: {game_end(rules, game.winner, scores)}.",
            f"{capital(tokens_words(contest.tourney))}. Game {number + 1} begins at 0.",
        ]
    best = max(scores)
    level = [side for side, score in zip(rules.sides, scores, strict=True) if score == best]
    if game.winner is None and best >= rules.target and len(level) > 1:
        who = capital(" and ".join([seats(side) for side in level]))
        if not rules.partners:
            who = capital(seats([side[0] for side in level]))
        return [f"{who} are level at {best}: play goes on until one of them is ahead."]
    return []


def running(contest: SpadesContest) -> str:
    """How it stands.

    Parameters
    ----------
    contest : Game or TourneyTable

    Returns
    -------
    str

    Examples
    --------
    >>> running(Game(seed=500, scores=(50, -10, 0)))
    'seat 0 has 50, seat 1 has -10, seat 2 has 0'
    """
    game = current_game(contest)
    if not isinstance(contest, TourneyTable):
        return running_score(contest.rules.sides, contest.scores)
    tokens = tokens_words(contest.tourney)
    if game is None or game.is_over:
        return tokens
    return f"{running_score(game.rules.sides, game.scores)}; {tokens}"


def ending(contest: SpadesContest) -> list[str]:
    """Who has won and why, and the places of all.

    Parameters
    ----------
    contest : Game or TourneyTable
        One that is over.

    Returns
    -------
    list of str

    Examples
    --------
    >>> game = Game(Rules.official(target=1, awards="none"), seed=500, dealer=2)
    >>> deal = game.next_deal().push_all("1 1 2")
    >>> while not deal.is_over:
    ...     _ = deal.push(deal.legal_actions[0])
    >>> for line in ending(game):
    ...     print(line)
    Seat 2 wins the game with 20, the highest score and 1 or more.
    Standings: 1. seat 2 with 20, 2. seat 0 with 10, 2. seat 1 with 10.
    """
    game = current_game(contest)
    assert game is not None
    assert game.winner is not None
    rules = game.rules
    end = game_end(rules, game.winner, game.scores)
    lines = [f"{capital(end)}."]
    places, amounts = game.standings, game.scores
    if isinstance(contest, TourneyTable):
        tourney = contest.tourney
        assert tourney.winner is not None
        side, count = rules.sides[tourney.winner], len(tourney.games)
        wins = "win" if len(side) > 1 else "wins"
        tokens = counted(tourney.tokens[tourney.winner], "token")
        lines[0] = f"Game {count}: {end}."
        who = capital(seats(side))
        lines.append(f"{who} {wins} the tourney with {tokens} after {counted(count, 'game')}.")
        places, amounts = standings(tourney.tokens), tourney.tokens
    lines.append(standing_words(rules.sides, places, amounts))
    return lines
