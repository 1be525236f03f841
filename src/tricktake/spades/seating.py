"""Drawing for seats and for the deal (CS-DEAL-1, CS-DEAL-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tricktake._checks import whole
from tricktake._dealing import shuffled_pack
from tricktake.cards import Card
from tricktake.errors import SetupError
from tricktake.match import SEATING_STREAM
from tricktake.spades.packs import PACKS

__all__ = ["Seating", "draw_seats"]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and the cards that decided it.

    Parameters
    ----------
    order : tuple of int
        For each seat the player who sits there; players are numbered from 0 in the order in which they draw.
    rounds : tuple of tuple of (int, Card)
        Each round of draws: the players who drew and their cards; the first is everybody's.

    Examples
    --------
    >>> Seating((2, 0, 1), ()).seat_of(2)
    0
    """

    order: tuple[int, ...]
    """For each seat the player who sits there; seat 0 is the first dealer."""
    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    """Each round of draws: the players who drew and their cards."""

    def seat_of(self, player: int) -> int:
        """The seat of a player.

        Parameters
        ----------
        player : int
            From 0, in the order in which they draw.

        Returns
        -------
        int

        Raises
        ------
        IndexError
            If there is no such player.
        """
        if player not in self.order:
            raise IndexError(f"player {player} is not in 0..{len(self.order) - 1}")
        return self.order.index(player)


def draw_seats(
    players: int,
    *,
    seed: int | tuple[int, int] | None = None,
    pack: Sequence[Card | int | str] | str | None = None,
) -> Seating:
    """Draw for seats and for the deal.

    Every player draws a card from the 52 cards. The highest is first dealer and sits at seat 0, the next on
    his left, and so on. Players of equal rank draw again among themselves, for the places they tied for,
    group by group in falling order, each settled completely before the next (CS-DEAL-2).

    Parameters
    ----------
    players : int
        2 to 6.
    seed : int, optional, keyword only
        What the pack is shuffled from; None: from the operating system's entropy.
    pack : sequence of cards or str, optional, keyword only
        Instead of a seed: the 52 cards in order, drawn off the top.

    Returns
    -------
    Seating

    Raises
    ------
    SetupError
        If the number of players is impossible, the pack order does not name each of the 52 cards once, or it
        is used up while players still tie.

    Examples
    --------
    >>> seating = draw_seats(3, seed=500)
    >>> sorted(seating.order), [len(drawn) for drawn in seating.rounds][0]
    ([0, 1, 2], 3)
    """
    players = whole("players", players)
    if not 2 <= players <= 6:
        raise SetupError(f"2 to 6 players draw for seats, not {players}")
    if seed is not None and pack is not None:
        raise SetupError("seats are drawn from a seed or a pack order, not from both")
    top = iter(shuffled_pack(PACKS["52"], seed, 0, pack, purpose=SEATING_STREAM))
    rounds: list[tuple[tuple[int, Card], ...]] = []
    order = _settle(tuple(range(players)), top, rounds)
    return Seating(order, tuple(rounds))


def _settle(
    tied: tuple[int, ...], top: Iterator[Card], rounds: list[tuple[tuple[int, Card], ...]]
) -> tuple[int, ...]:
    """The players in falling order of what they draw; those who tie draw again."""
    if len(tied) == 1:
        return tied
    try:
        drawn = tuple([(player, next(top)) for player in tied])
    except StopIteration:
        raise SetupError("the pack is used up, and players still tie") from None
    rounds.append(drawn)
    order: list[int] = []
    for rank in sorted({card & 15 for _, card in drawn}, reverse=True):  # suits do not count
        order += _settle(tuple([player for player, card in drawn if card & 15 == rank]), top, rounds)
    return tuple(order)
