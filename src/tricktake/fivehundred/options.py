"""The choices of Five Hundred: one enum for each option of the rules that has named settings.

The values are the words of the rules document, section 14; ``Rules`` accepts them in place of the members.
Behind the enums stands what each option allows.
"""

from __future__ import annotations

from enum import Enum

from tricktake._options import Choice, Flag, Number, OptionTable
from tricktake.errors import RulesError

__all__ = [
    "OPTIONS",
    "AllPass",
    "AuctionStyle",
    "DefenderTricks",
    "FinalRaise",
    "JokerFollow",
    "JokerLead",
    "JokerMisereVoid",
    "JokerNomination",
    "MisereRank",
    "OpenExposure",
    "SansKittyRank",
    "Schedule",
    "WinRule",
]


class Schedule(Enum):
    """What numeric bids are worth (FH-SCORE-1, FH-SCORE-9).

    Examples
    --------
    >>> Schedule("avondale")
    <Schedule.AVONDALE: 'avondale'>
    """

    AVONDALE = "avondale"
    """40 for 6S, 20 more for each bid above it (FH-SCORE-1)."""
    ORIGINAL = "original"
    """40 60 80 100 120 a level; bids rank by value (FH-BID-19)."""
    INVERTED = "inverted"
    """As original with the suits in the order C S H D NT."""
    PERFECT = "perfect"
    """20 less than avondale for every numeric bid."""


class AuctionStyle(Enum):
    """How often a player calls (FH-BID-12, FH-BID-15).

    Examples
    --------
    >>> AuctionStyle("single")
    <AuctionStyle.SINGLE: 'single'>
    """

    MULTI = "multi"
    """Calling goes round until all but the high bidder have passed."""
    SINGLE = "single"
    """Each player makes exactly one call."""


class FinalRaise(Enum):
    """Whether a high bidder may raise his own unopposed bid (FH-BID-13).

    Examples
    --------
    >>> FinalRaise("allowed")
    <FinalRaise.ALLOWED: 'allowed'>
    """

    NONE = "none"
    """The auction ends when all others have passed."""
    ALLOWED = "allowed"
    """He may make one higher bid, then the auction ends."""
    REOPEN = "reopen"
    """He may make one higher bid, which opens the auction again."""


class AllPass(Enum):
    """What happens when all players pass (FH-BID-14).

    Examples
    --------
    >>> AllPass("play_nt")
    <AllPass.PLAY_NT: 'play_nt'>
    """

    THROW_IN = "throw_in"
    """The deal is thrown in without a score."""
    PLAY_NT = "play_nt"
    """It is played in no trumps without a contract, ten points a trick."""


class MisereRank(Enum):
    """Where misère stands among the bids (FH-BID-5, FH-BID-17).

    Examples
    --------
    >>> MisereRank("between_8S_8C")
    <MisereRank.BETWEEN_8S_8C: 'between_8S_8C'>
    """

    BETWEEN_7_8 = "between_7_8"
    """Above every seven, below every eight."""
    BETWEEN_8S_8C = "between_8S_8C"
    """Above 8S, below 8C: the American nullo."""


class SansKittyRank(Enum):
    """Whether a bid with ``-SK`` ranks above the same bid without it (FH-BID-10).

    Examples
    --------
    >>> SansKittyRank("above")
    <SansKittyRank.ABOVE: 'above'>
    """

    SAME = "same"
    """Both rank the same."""
    ABOVE = "above"
    """It ranks just above, below the next bid."""


class JokerNomination(Enum):
    """Who may give the joker a suit in no trumps (FH-JOK-2).

    Examples
    --------
    >>> JokerNomination("contractor")
    <JokerNomination.CONTRACTOR: 'contractor'>
    """

    CONTRACTOR = "contractor"
    """A contractor who holds it may, before the first lead."""
    NONE = "none"
    """Nobody; it stays suitless."""


class JokerLead(Enum):
    """When a suitless joker may be led (FH-JOK-8, FH-JOK-11).

    Examples
    --------
    >>> JokerLead("last_trick_only")
    <JokerLead.LAST_TRICK_ONLY: 'last_trick_only'>
    """

    UNLED_SUIT = "unled_suit"
    """Naming a suit not led before; to the last trick without a suit."""
    LAST_TRICK_ONLY = "last_trick_only"
    """Only to the last trick."""
    ANY_SUIT = "any_suit"
    """At any time, naming any suit."""


class JokerFollow(Enum):
    """When a suitless joker may be played to a lead (FH-JOK-5, FH-JOK-11).

    Examples
    --------
    >>> JokerFollow("first_or_last")
    <JokerFollow.FIRST_OR_LAST: 'first_or_last'>
    """

    VOID_ONLY = "void_only"
    """Only by a player who is void in the suit led."""
    FIRST_OR_LAST = "first_or_last"
    """Also when a suit is led for the first time; not by a player who has failed to follow it before."""


class JokerMisereVoid(Enum):
    """Whether a void player must play a suitless joker in a misère (FH-JOK-7).

    Examples
    --------
    >>> JokerMisereVoid("must")
    <JokerMisereVoid.MUST: 'must'>
    """

    MUST = "must"
    """He must."""
    MAY = "may"
    """He may."""


class OpenExposure(Enum):
    """When the hand of an open misère is exposed (FH-MIS-4).

    Examples
    --------
    >>> OpenExposure("after_first_trick")
    <OpenExposure.AFTER_FIRST_TRICK: 'after_first_trick'>
    """

    AFTER_FIRST_TRICK = "after_first_trick"
    """Before the second lead."""
    BEFORE_FIRST_LEAD = "before_first_lead"
    """When play begins, after the nomination."""


class DefenderTricks(Enum):
    """When defenders score for their tricks (FH-SCORE-5).

    Examples
    --------
    >>> DefenderTricks("only_if_set")
    <DefenderTricks.ONLY_IF_SET: 'only_if_set'>
    """

    ALWAYS = "always"
    """Whether the contract is made or fails."""
    ONLY_IF_SET = "only_if_set"
    """Only if it fails."""
    NEVER = "never"
    """Never."""


class WinRule(Enum):
    """How the target wins the game (FH-END-1, FH-END-6).

    Examples
    --------
    >>> WinRule("any")
    <WinRule.ANY: 'any'>
    """

    CONTRACT = "contract"
    """Only by a contract made."""
    ANY = "any"
    """Also by the points of tricks; the contract side comes first."""


# Options that only games of another number of players use.
_OTHER_COUNTS = {
    "two_player": "two",
    "five_partner": "five",
    "five_call_bar": "five",
    "five_secret_alone": "five",
    "five_share": "five",
    "teams6": "six",
}


class _Table(OptionTable):
    """The options, and those that other numbers of players have."""

    def check_name(self, name: str) -> None:
        """See ``OptionTable.check_name``; options of other games have a message of their own."""
        if name in _OTHER_COUNTS:
            games = f"games of {_OTHER_COUNTS[name]}"
            raise RulesError(f"{name} is an option of {games}; this version plays games of four", option=name)
        super().check_name(name)


_VALUE = Number("an int above 0", lambda value: value > 0)

OPTIONS = _Table(
    {
        "players": Number("4 in this version", lambda value: value == 4),
        "deck4": Number("43 or 45", lambda value: value in (43, 45)),
        "schedule": Choice(Schedule),
        "target": _VALUE,
        "lose_at": Number("an int below 0, or None", lambda value: value < 0, none=True),
        "auction": Choice(AuctionStyle),
        "pass_final": Flag(),
        "final_raise": Choice(FinalRaise),
        "inkle": Flag(),
        "all_pass": Choice(AllPass),
        "misere": Flag(),
        "open_misere": Flag(),
        "blind_misere": Flag(),
        "misere_requires_7": Flag(),
        "open_misere_requires_8": Flag(),
        "misere_rank": Choice(MisereRank),
        "misere_value": _VALUE,
        "open_misere_value": _VALUE,
        "blind_misere_value": _VALUE,
        "sans_kitty": Flag(),
        "sans_kitty_rank": Choice(SansKittyRank),
        "sans_kitty_mult": Number("1 or 2", lambda value: value in (1, 2)),
        "joker_nomination": Choice(JokerNomination),
        "joker_lead": Choice(JokerLead),
        "joker_follow": Choice(JokerFollow),
        "joker_misere_void": Choice(JokerMisereVoid),
        "open_exposure": Choice(OpenExposure),
        "misere_stop": Flag(),
        "slam_value": Number("an int above 0, or 0 for none", lambda value: value >= 0),
        "defender_tricks": Choice(DefenderTricks),
        "defender_cap": Number("an int of 0 or more, or None", lambda value: value >= 0, none=True),
        "win_rule": Choice(WinRule),
    }
)
"""What each option of ``Rules`` allows, in the order of its fields."""
