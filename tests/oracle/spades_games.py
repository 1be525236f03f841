"""The draw for seats, the game and the tourney of spades, as lists of numbers.

Clauses: CS-DEAL-1, CS-DEAL-2, CS-DEAL-5, CS-BAG-4, CS-END, CS-TOUR, SP-SIDE-2, SP-END.
"""

from __future__ import annotations

from collections.abc import Mapping

from oracle.packs import PACKS, RANKS, in_order
from oracle.spades import SpadesReferee
from oracle.spades_options import Options, read_options
from oracle.spades_points import Points, game_winner, ranks

Round = list[tuple[int, str]]
"""The players who drew together, and their cards."""


def draw(players: int, pack_order: list[str]) -> tuple[list[int], list[Round]]:
    """Return the players by seat, and the rounds of the draw in the order in which they took place.

    Parameters
    ----------
    players : int
        How many draw; they are numbered in the order in which they draw.
    pack_order : list of str
        The 52 cards, top card first.

    Raises
    ------
    ValueError
        If the pack is not the 52 cards.
    """
    if in_order(pack_order) != PACKS["cs4"]:
        raise ValueError("seats are drawn for from the 52 cards")  # CS-DEAL-1
    top = list(pack_order)
    rounds: list[Round] = []

    def settle(group: list[int]) -> list[int]:
        if len(group) == 1:
            return group
        drawn = {player: top.pop(0) for player in group}
        rounds.append(list(drawn.items()))
        rank = {player: RANKS.index(card[1:]) for player, card in drawn.items()}  # suits do not count
        places: list[int] = []
        for value in sorted(set(rank.values()), reverse=True):  # CS-DEAL-1: highest first
            # CS-DEAL-2: the tied redraw, each group settled completely before the next
            places += settle([player for player in group if rank[player] == value])
        return places

    return settle(list(range(players))), rounds


def draw_seats(players: int, pack_order: list[str]) -> list[int]:
    """Return the players by seat: the first is the first dealer, the next sits on his left, and so on."""
    order, _ = draw(players, pack_order)
    return order


class GameReferee:
    """Bookkeeping of a game: deals up to a winning score."""

    def __init__(
        self,
        options: Mapping[str, object] | Options,
        dealer: int,
        scores: list[int] | None = None,
        bags: list[int] | None = None,
        sixes: list[int] | None = None,
    ) -> None:
        self.options = options if isinstance(options, Options) else read_options(options)
        sides = len(self.options.sides)
        # CS-BAG-4
        self.scores = list(scores or [0] * sides)
        self.bags = list(bags or [0] * sides)
        self.sixes = list(sixes or [0] * self.options.players)
        self.dealer = dealer
        """The dealer of the next deal."""
        self.winner: int | None = None
        self.deals = 0

    def deal(self, pack_order: list[str]) -> SpadesReferee:
        """Return the referee of the next deal."""
        return SpadesReferee(pack_order, self.dealer, self.options, self.scores, self.bags, self.sixes)

    def finish(self, deal: SpadesReferee) -> Points:
        """Count a deal that is over."""
        result = deal.result()
        self.add(result, deal.sixes)
        return result

    def add(self, result: Points, sixes: list[int] | None = None) -> None:
        """Count the result of a deal; `sixes` are the ``B6`` of the game, those of the deal included."""
        self.scores = [score + points for score, points in zip(self.scores, result.points, strict=True)]
        self.bags = list(result.bags)
        if sixes is not None:
            self.sixes = list(sixes)
        self.dealer = (self.dealer + 1) % self.options.players  # CS-DEAL-5
        self.deals += 1
        self.winner = game_winner(self.scores, self.options)  # CS-END-4: the bags are in the scores

    @property
    def standings(self) -> list[int]:
        """The place of each side."""
        return ranks(self.scores)


class TourneyReferee:
    """Bookkeeping of a tourney: games up to a number of tokens."""

    def __init__(
        self, options: Mapping[str, object] | Options, dealer: int = 0, tokens: list[int] | None = None
    ) -> None:
        self.options = options if isinstance(options, Options) else read_options(options)
        self.tokens = list(tokens or [0 for _ in self.options.sides])
        self.game = GameReferee(self.options, dealer)  # CS-DEAL-1: seat 0 is the first dealer
        self.winner: int | None = None

    def end_game(self) -> None:
        """Count a game that is over and begin the next one unless the tourney is over."""
        side = self.game.winner
        assert side is not None
        self.tokens[side] += 1  # CS-TOUR-1, SP-END-3
        if self.tokens[side] >= self.options.wins_needed:
            self.winner = side
        else:
            self.game = GameReferee(self.options, self.game.dealer)  # CS-BAG-4, CS-DEAL-5
