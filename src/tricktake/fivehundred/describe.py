"""Rules in words: the sentences of ``Rules.describe``, for a player to read.

Each paragraph is a row of short statements with semicolons between. Section 14 of
``docs/rules/five-hundred.md`` says what the options mean; one that changes nothing may be left out.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from tricktake.fivehundred.options import (
    AllPass,
    AuctionStyle,
    DefenderTricks,
    FinalRaise,
    FiveCallBar,
    FivePartner,
    FiveShare,
    JokerFollow,
    JokerLead,
    JokerMisereVoid,
    JokerNomination,
    MisereRank,
    OpenExposure,
    SansKittyRank,
    Schedule,
    WinRule,
)
from tricktake.fivehundred.packs import PACK_SPECS

if TYPE_CHECKING:
    from tricktake.fivehundred.rules import Rules

__all__ = ["describe"]


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
    >>> from tricktake.fivehundred.rules import Rules
    >>> print(describe(Rules.kitchen()).splitlines()[1])
    Pack: 43 cards, 10 to each player, 3 to the kitty.
    """
    size = PACK_SPECS[rules.pack_name].size
    paragraphs = [
        f"Players: {rules.players}; {_side_words(rules)}.",
        f"Pack: {size} cards, {rules.hand_size} to each player, {rules.kitty_size} to the kitty"
        f"{_pack_words(rules)}.",
        f"Auction: {'; '.join(_auction_words(rules))}.",
        f"Bids: {'; '.join(_bid_words(rules))}.",
        f"Joker at no trumps: {'; '.join(_joker_words(rules))}.",
        f"Score: {'; '.join(_score_words(rules))}.",
    ]
    return "\n".join(textwrap.fill(line, 100, subsequent_indent="    ") for line in paragraphs)


def _side_words(rules: Rules) -> str:
    if rules.players in (4, 6):
        return " against ".join(f"seats {' '.join(map(str, side))}" for side in rules.sides)
    if rules.players != 5:
        return "everybody for himself, the contractor alone"
    how = {
        FivePartner.CALL_CARD_SECRET: "calls a card, whose holder is his partner in secret until he plays it",
        FivePartner.CALL_CARD_OPEN: "calls a card, whose holder is his partner and known at once",
        FivePartner.CALL_PLAYER: "calls a player to be his partner",
        FivePartner.ALONE: "plays alone",
    }[rules.five_partner]
    if rules.five_partner is FivePartner.ALONE:
        return f"everybody for himself; the contractor {how}"
    barred = {
        FiveCallBar.NO_BOWERS: "the joker and the bowers are not called",
        FiveCallBar.NO_TRUMPS: "the joker and trumps are not called",
        FiveCallBar.JOKER_ONLY: "the joker is not called",
    }[rules.five_call_bar]
    parts = [f"everybody for himself; the contractor {how}, or plays alone"]
    if rules.five_partner is not FivePartner.CALL_PLAYER:
        parts.append(barred)
        if rules.five_secret_alone:
            parts.append("he may call a card of his own")
    share = "half the value each" if rules.five_share is FiveShare.HALF else "the full value each"
    return "; ".join([*parts, f"the two score {share}"])


def _pack_words(rules: Rules) -> str:
    if rules.has_tables:
        return ", and five piles of two on each table, the upper card face up; tricks of four cards"
    return ", and a dead hand that nobody sees" if rules.has_dead_hand else ""


def _auction_words(rules: Rules) -> list[str]:
    words = []
    if rules.auction is AuctionStyle.SINGLE:
        words.append("each player calls once")
    else:
        words.append("calling goes on until all others have passed")
        words.append("a pass is final" if rules.pass_final else "a player who has passed may call again")
    if rules.final_raise is FinalRaise.ALLOWED:
        words.append("a bidder left alone may raise once")
    elif rules.final_raise is FinalRaise.REOPEN:
        words.append("a bidder left alone may raise, which opens the auction again")
    if rules.inkle:
        words.append("bids of six are signals of the first two callers and no contracts")
    if rules.all_pass is AllPass.THROW_IN:
        words.append("if all pass, the deal is thrown in")
    else:
        words.append("if all pass, it is played at no trumps for 10 a trick")
    return words


def _bid_words(rules: Rules) -> list[str]:
    by_value = rules.schedule in (Schedule.ORIGINAL, Schedule.INVERTED)
    words = [f"{rules.schedule.value} values{', which rank the bids' if by_value else ''}"]
    if rules.misere:
        above = rules.misere_rank is MisereRank.BETWEEN_7_8
        place = "between the sevens and the eights" if above else "between 8S and 8C"
        after = " and after a bid of seven" if rules.misere_requires_7 and not rules.has_tables else ""
        words.append(f"misère {rules.misere_value}, {place}{after}")
    if rules.open_misere and not rules.has_tables:
        after = ", after a bid of eight or more" if rules.open_misere_requires_8 else ""
        first = rules.open_exposure is OpenExposure.BEFORE_FIRST_LEAD
        when = "before the first lead" if first else "after the first trick"
        words.append(f"open misère {rules.open_misere_value}{after}, exposed {when}")
    if rules.looks:
        words.append(f"blind misère {rules.blind_misere_value}")
    if not (rules.misere or rules.open_misere or rules.blind_misere):
        words.append("no misère")
    elif rules.misere_stop:
        words.append("a misère ends when its contractor wins a trick")
    if rules.sans_kitty:
        above = rules.sans_kitty_rank is SansKittyRank.ABOVE
        times = f" for {rules.sans_kitty_mult} times the points" if rules.sans_kitty_mult > 1 else ""
        words.append(f"any bid sans kitty{times}{', ranking just above its twin' if above else ''}")
    else:
        words.append("no bids sans kitty")
    return words


def _joker_words(rules: Rules) -> list[str]:
    words = []
    if rules.joker_nomination is JokerNomination.CONTRACTOR:
        words.append("a contractor who holds it may give it a suit")
        words.append("without a suit it wins its trick")
    else:
        words.append("it has no suit and wins its trick")
    words.append(
        "it is played only when void in the suit led"
        if rules.joker_follow is JokerFollow.VOID_ONLY
        else "it is played when a suit is first led, or when void without having failed to follow that suit"
    )
    if rules.misere or rules.open_misere or rules.blind_misere:
        must = rules.joker_misere_void is JokerMisereVoid.MUST
        words.append(f"in a misère it {'must' if must else 'may'} be played when void")
    words.append(
        {
            JokerLead.UNLED_SUIT: "it is led naming a suit not led before",
            JokerLead.LAST_TRICK_ONLY: "it is led only to the last trick",
            JokerLead.ANY_SUIT: "it is led naming any suit",
        }[rules.joker_lead]
    )
    return words


def _score_words(rules: Rules) -> list[str]:
    words = ["the value of the bid, won or lost"]
    if rules.slam_value:
        words.append(f"all tricks win at least {rules.slam_value}")
    if rules.defender_tricks is DefenderTricks.NEVER:
        words.append("nothing for tricks of defenders")
    else:
        only = " if the contract fails" if rules.defender_tricks is DefenderTricks.ONLY_IF_SET else ""
        words.append(f"10 for each trick of defenders{only}")
    if rules.defender_cap is not None:
        words.append(f"such tricks lift no score above {rules.defender_cap}")
    how = " by a contract made" if rules.win_rule is WinRule.CONTRACT else ", however reached"
    words.append(f"{rules.target} wins{how}")
    words.append("no score loses" if rules.lose_at is None else f"{rules.lose_at} loses")
    return words
