"""Bids, bags and endings of spades in words, as a scorer would say them."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.actions import Bid, BidKind
from tricktake.cards import Card, CardSet
from tricktake.cli.sides import capital, running_score, seats
from tricktake.cli.terminal import Terminal
from tricktake.spades import AwardMulti, BagStyle, Deal, Rules, bid_tricks

__all__ = ["bid_lines", "deal_head", "game_end", "score_notes", "sixes_words", "standing_words"]


def counted(count: int, thing: str) -> str:
    """A number of things.

    Parameters
    ----------
    count : int
    thing : str

    Returns
    -------
    str

    Examples
    --------
    >>> counted(1, "bag"), counted(2, "bag")
    ('1 bag', '2 bags')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def deal_head(deal: Deal, number: int) -> str:
    """Who deals, and how it stands.

    Parameters
    ----------
    deal : Deal
    number : int
        From 1.

    Returns
    -------
    str

    Examples
    --------
    >>> deal_head(Deal(dealer=2, seed=500, scores=(50, -40, 0), bags=(1, 0, 7)), 3)
    'Deal 3: seat 2 deals; scores 50, -40, 0; bags 1, 0, 7'
    """
    rules = deal.rules
    if rules.partners:
        score = running_score(rules.sides, deal.scores)
    else:
        score = f"scores {', '.join(map(str, deal.scores))}"
    head = f"Deal {number}: seat {deal.dealer} deals; {score}"
    if rules.bag_style is BagStyle.ACCUMULATE:
        head += f"; bags {', '.join(map(str, deal.bags))}"
    return head


def _special(rules: Rules, bid: Bid) -> str | None:
    """What a special bid undertakes; None for a number."""
    return {
        BidKind.NIL: f"nil: no trick, for {rules.nil_value}",
        BidKind.BLIND_NIL: f"blind nil: no trick, for {rules.blind_nil_value}",
        BidKind.ONE_FOR_FIFTY: "one for fifty: exactly 1 trick, for 50",
        BidKind.TWO_FOR_FORTY: "two for forty: exactly 2 tricks, for 40",
        BidKind.BLIND_SIX: "blind six: 6 tricks or more, for 100",
        BidKind.SHOOT_THE_MOON: f"to shoot the moon: {rules.sm_tricks} tricks or more, for 150",
    }.get(bid.kind)


def bid_lines(deal: Deal) -> list[str]:
    """What the bids come to, and each special bid in a sentence.

    Parameters
    ----------
    deal : Deal
        A deal after its last bid.

    Returns
    -------
    list of str

    Examples
    --------
    >>> for line in bid_lines(Deal(dealer=2, seed=500).push_all("5 NIL 6")):
    ...     print(line)
    Seat 1 bids nil: no trick, for 100.
    The bids add up to 11; there are 17 tricks.
    """
    rules, bids = deal.rules, [bid for bid in deal.bids if bid is not None]
    lines = []
    for seat, bid in enumerate(bids):
        special = _special(rules, bid)
        if special is not None:
            lines.append(f"Seat {seat} bids {special}.")
    numbers = [bid_tricks(rules, bid) for bid in bids]
    if rules.partners:
        for side in rules.sides:
            need = sum([numbers[seat] for seat in side])
            who = capital(seats(side))
            lines.append(f"{who} need {counted(need, 'trick')}." if need else f"{who} need no trick.")
    else:
        lines.append(f"The bids add up to {sum(numbers)}; there are {rules.hand_size} tricks.")
    return lines


def score_notes(terminal: Terminal, deal: Deal) -> list[str]:
    """What a table of the score does not say by itself: bags that cost, and jacks beyond the first.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal
        A finished deal.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake.spades import PlayStart
    >>> start = PlayStart(("1", "NIL", "12"), tricks=(4, 0, 12), leader=2)
    >>> deal = Deal(bags=(8, 0, 0), hands=["S3", "S2", "SA"], start=start).push_all("SA S3 S2")
    >>> score_notes(Terminal(ascii_only=True), deal)
    ['Seat 0 has 11 bags: they cost 110, and 0 are left.']
    """
    rules, score = deal.rules, deal.score()
    lines = []
    for at, side in enumerate(rules.sides):
        jacks = CardSet([card for seat in side for card in deal.caught[seat]])
        who, has = capital(seats(side)), "have" if len(side) > 1 else "has"
        if len(jacks) > 1 or Card.HJ in jacks:
            named = " and ".join([terminal.card(card) for card in jacks])
            lines.append(f"{who} {has} caught {named}: {_jacks_bring(rules, jacks, score.award_points[at])}.")
        cost = -score.penalty[at]
        if cost and rules.bag_style is BagStyle.ACCUMULATE:
            bags, left = cost // 10 + score.bags[at], score.bags[at]
            lines.append(
                f"{who} {has} {bags} bags: they cost {cost}, and {left} {'is' if left == 1 else 'are'} left."
            )
    return lines


def _jacks_bring(rules: Rules, jacks: CardSet, points: int) -> str:
    pays = len(jacks) == 1 or rules.award_multi is AwardMulti.EACH
    pays = pays or (rules.award_multi is AwardMulti.ONE_OR_ALL3 and len(jacks) == 3)
    if not pays:
        return f"{'two' if len(jacks) == 2 else 'three'} jacks gain nothing"
    parts = [f"{points:+}"] if points else []
    if Card.HJ in jacks:
        parts.append("a bag less")
    return " and ".join(parts)


def sixes_words(rules: Rules, used: Sequence[int]) -> str:
    """The blind sixes of a game.

    Parameters
    ----------
    rules : Rules
    used : sequence of int
        How many each seat has bid.

    Returns
    -------
    str
        A sentence; empty if there were none.

    Examples
    --------
    >>> sixes_words(Rules(), (0, 1, 1)), sixes_words(Rules(), (0, 0, 0))
    ('Blind sixes bid in this game: 1 by seat 1, 1 by seat 2.', '')
    """
    words = ", ".join([f"{count} by seat {seat}" for seat, count in enumerate(used) if count])
    return f"Blind sixes bid in this game: {words}." if words else ""


def standing_words(sides: Sequence[Sequence[int]], places: Sequence[int], amounts: Sequence[int]) -> str:
    """All sides in the order of their places.

    Parameters
    ----------
    sides : sequence of sequence of int
    places : sequence of int
        The place of each side, from 1.
    amounts : sequence of int
        Its points or tokens.

    Returns
    -------
    str

    Examples
    --------
    >>> standing_words(((0,), (1,), (2,)), (2, 1, 2), (400, 510, 400))
    'Standings: 1. seat 1 with 510, 2. seat 0 with 400, 2. seat 2 with 400.'
    """
    order = sorted(range(len(sides)), key=lambda at: (places[at], at))
    listed = ", ".join([f"{places[at]}. {seats(sides[at])} with {amounts[at]}" for at in order])
    return f"Standings: {listed}."


def game_end(rules: Rules, winner: int, scores: Sequence[int]) -> str:
    """Who has won a game and why.

    Parameters
    ----------
    rules : Rules
    winner : int
        Index of a side.
    scores : sequence of int

    Returns
    -------
    str
        A sentence without capital letter and stop.

    Examples
    --------
    >>> game_end(Rules(), 1, (400, 510, 380))
    'seat 1 wins the game with 510, the highest score and 500 or more'
    """
    side, score = rules.sides[winner], scores[winner]
    wins = f"{seats(side)} {'win' if len(side) > 1 else 'wins'} the game with {score}"
    if score >= rules.target:
        return f"{wins}, the highest score and {rules.target} or more"
    low = min(range(len(scores)), key=lambda at: scores[at])
    return f"{seats(rules.sides[low])} have {scores[low]}, at {rules.lose_at} or lower: {wins}"
