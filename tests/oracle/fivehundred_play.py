"""The play of Five Hundred put together from contract and cards, table cards of the two-player game included.

Places of the trick referee are seats; in the table game places 0 and 1 are the hands of the two seats and
places 2 and 3 their tables. Clauses: FH-PLAY-1, FH-JOK-6, FH-JOK-7, FH-JOK-11, FH-P2-4 to FH-P2-6.
"""

from __future__ import annotations

from oracle.options import Options
from oracle.packs import five_hundred_suits
from oracle.tricks import TrickReferee, circle, two_handed

Tables = list[list[list[str | None]]]
"""Per seat the piles [down, up]; None where the card is gone."""


def start_play(
    o: Options,
    pack: list[str],
    hands: list[set[str]],
    tables: Tables,
    *,
    leader: int,
    sitting_out: set[int],
    trump: str | None,
    nominated: str | None,
    misere: bool,
) -> TrickReferee:
    """Return the referee of the play, at the first lead."""
    suits, free_joker = five_hundred_suits(pack, trump, nominated)
    places = list(hands)
    under: dict[str, str] = {}
    if o.table_game:
        for piles in tables:
            places.append(face_up(piles))
            under |= {up: down for down, up in piles if up is not None and down is not None}
    return TrickReferee(
        suits=suits,
        trump=trump,
        free_joker=free_joker,
        hands=places,
        leader=leader,
        orders=two_handed() if o.table_game else circle(o.players, sitting_out),
        under=under,
        joker_lead=o.joker_lead,
        # FH-JOK-11: first_or_last is for no-trump numeric contracts only
        joker_follow="void_only" if misere else o.joker_follow,
        # FH-JOK-6, FH-JOK-7
        joker_void=o.joker_misere_void if misere else "may",
    )


def face_up(piles: list[list[str | None]]) -> set[str]:
    """Return the cards that lie face up on a table."""
    return {up for _, up in piles if up is not None}


def take_from_table(tables: Tables, card: str) -> None:
    """Take a card that was played away from the table it lay on, if it lay on one."""
    for piles in tables:
        for pile in piles:
            if pile[1] == card:
                pile[1] = None


def turn_up(tables: Tables) -> None:
    """Turn up the cards that nothing lies on (FH-P2-6)."""
    for piles in tables:
        for pile in piles:
            if pile[1] is None:
                pile[0], pile[1] = None, pile[0]
