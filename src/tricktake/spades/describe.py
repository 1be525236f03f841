"""Rules in words: the sentences of ``Rules.describe``, for a player to read.

Each paragraph is a row of short statements with semicolons between. The rules documents say what the options
mean; one that changes nothing is left out.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tricktake.actions import Bid
from tricktake.cards import Card
from tricktake.spades.options import AwardMulti, BagStyle, FirstLead, LimitScope

if TYPE_CHECKING:
    from tricktake.spades.rules import Rules

__all__ = ["describe"]

_JACKS = {Card.CJ: "clubs", Card.DJ: "diamonds", Card.HJ: "hearts"}


def describe(rules: Rules) -> str:
    """Say in words what rules are.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    str
        One paragraph for each part of the game, in lines of up to 100 characters.

    Examples
    --------
    >>> from tricktake.spades.rules import Rules
    >>> print(describe(Rules.five_2_jokers()).splitlines()[1])
    Pack: 54 cards with two jokers, the highest spades; 11 to each player, 10 to the dealer.
    """
    sides = "seats 0 2 against seats 1 3" if rules.partners else "everybody for himself"
    paragraphs = [
        f"Players: {rules.players}; {sides}.",
        f"Pack: {_pack_words(rules)}.",
        f"Bids: {'; '.join(_bid_words(rules))}.",
        f"Blind bids: {'; '.join(_blind_words(rules))}.",
        f"Play: {'; '.join(_play_words(rules))}.",
        f"Bags: {'; '.join(_bag_words(rules))}.",
        f"Award jacks: {'; '.join(_award_words(rules))}.",
        f"End: {'; '.join(_end_words(rules))}.",
    ]
    return "\n".join(textwrap.fill(line, 100, subsequent_indent="    ") for line in paragraphs)


def _pack_words(rules: Rules) -> str:
    jokers = {0: "", 2: " with two jokers, the highest spades", 3: " with three jokers, the highest spades"}
    without = {"51": " (no C2)", "50": " (no C2, no D2)"}.get(rules.pack_name, "")
    dealer = f", {rules.hand_size - 1} to the dealer" if rules.jokers == 2 else ""
    separator = ";" if rules.jokers else ","
    head = f"{rules.pack_name} cards{without}{jokers[rules.jokers]}"
    return f"{head}{separator} {rules.hand_size} to each player{dealer}"


def _bid_words(rules: Rules) -> list[str]:
    bids = rules.special_bids
    words = [f"1 to {rules.hand_size} for 10 a trick, won or lost"]
    if rules.partners:
        words[0] += ", the numbers of partners added"
    if Bid("NIL") in bids:
        words.append(f"nil for {rules.nil_value}")
    if Bid("1F") in bids:
        words.append("exactly one for fifty")
    if Bid("2F") in bids:
        words.append("exactly two for forty")
    if Bid("SM") in bids and rules.sm_tricks is not None:
        words.append(f"shoot the moon with {rules.sm_tricks} tricks for 150")
    if rules.hook:
        words.append("the last bid may not make the bids add up to the number of tricks")
    return words


def _blind_words(rules: Rules) -> list[str]:
    bids = rules.special_bids
    words = []
    if Bid("B6") in bids and rules.b6_limit != 0:
        behind = f" when {rules.b6_behind} behind" if rules.b6_behind else ""
        if rules.b6_limit is None:
            often = "as often as one likes"
        else:
            times = {1: "once", 2: "twice"}.get(rules.b6_limit, f"{rules.b6_limit} times")
            table = rules.b6_limit_scope is LimitScope.TABLE
            often = f"{times} a game {'at the table' if table else 'for each player'}"
        words.append(f"six for 100{behind}, {often}")
    if Bid("BN") in bids:
        behind = f" when {rules.bn_behind} behind" if rules.bn_behind else ""
        cards = "1 card" if rules.bn_exchange == 1 else f"{rules.bn_exchange} cards"
        exchange = f", then {cards} exchanged with the partner" if rules.bn_exchange else ""
        words.append(f"nil for {rules.blind_nil_value}{behind}{exchange}")
    return words or ["none"]


def _play_words(rules: Rules) -> list[str]:
    leads = "the player on the dealer's left leads first"
    if rules.jokers and rules.joker_first_lead is FirstLead.TWO_OF_CLUBS:
        leads = "who holds C2 leads first" + (" and leads it" if rules.must_lead_2c else "")
    words = [leads, "spades are trumps and are led once broken"]
    if rules.jokers == 2:
        words.append("the dealer takes no part in the first trick")
    return words


def _bag_words(rules: Rules) -> list[str]:
    words = [f"{rules.bag_points} point each" if rules.bag_points else "no points"]
    if rules.bag_style is BagStyle.PER_HAND:
        words.append("each costs 10 at the end of the hand")
    elif rules.bag_rollover:
        words.append(f"every {rules.bag_limit} cost {10 * (rules.bag_limit or 0)}, the rest is kept")
    else:
        words.append(f"{rules.bag_limit} or more cost 10 each, then they start again at 0")
    if rules.nil_fail_helps:
        words.append("tricks of a failed nil count for the partner's number")
    elif rules.nil_fail_bags:
        words.append("tricks of a failed nil are bags")
    else:
        words.append("tricks of a failed nil are no bags")
    return words


def _award_words(rules: Rules) -> list[str]:
    points = [_JACKS[jack] for jack in (Card.CJ, Card.DJ) if jack in rules.awards]
    words = []
    if points:
        words.append(
            f"{' and '.join(points)} {rules.award_points} points" + (" each" if len(points) > 1 else "")
        )
    if Card.HJ in rules.awards:
        words.append("hearts one bag less")
    if len(rules.awards) > 1:
        words.append(
            {
                AwardMulti.EACH: "each jack caught pays",
                AwardMulti.SINGLE_ONLY: "several in one hand pay nothing",
                AwardMulti.ONE_OR_ALL3: "two in one hand pay nothing"
                + (", three pay all" if len(rules.awards) == 3 else ""),
            }[rules.award_multi]
        )
    return words or ["none"]


def _end_words(rules: Rules) -> list[str]:
    words = [f"{rules.target} wins the game by the highest score alone"]
    if rules.lose_at is not None:
        words.append(f"{rules.lose_at} loses it")
    games = "game wins" if rules.wins_needed == 1 else "games win"
    words.append(f"{rules.wins_needed} {games} a tourney")
    return words
