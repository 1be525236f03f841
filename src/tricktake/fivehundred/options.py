"""The choices of Five Hundred: one enum for each option of the rules that has named settings.

The values are the words of the rules document, section 14; ``Rules`` accepts them in place of the members.
Behind the enums stands what each option allows.
"""

from __future__ import annotations

from enum import Enum

from tricktake._options import Choice, Flag, Number, OptionTable

__all__ = [
    "OPTIONS",
    "AllPass",
    "AuctionStyle",
    "DefenderTricks",
    "FinalRaise",
    "FiveCallBar",
    "FivePartner",
    "FiveShare",
    "JokerFollow",
    "JokerLead",
    "JokerMisereVoid",
    "JokerNomination",
    "MisereRank",
    "OpenExposure",
    "SansKittyRank",
    "Schedule",
    "Teams6",
    "TwoPlayer",
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


class TwoPlayer(Enum):
    """The game of two players (section 12 of the rules).

    Examples
    --------
    >>> TwoPlayer("table")
    <TwoPlayer.TABLE: 'table'>
    """

    TABLE = "table"
    """Ten cards in hand and five piles on the table (FH-P2-1)."""
    DEAD_HAND = "dead_hand"
    """Dealt as for three, one hand dead (FH-P2-8)."""
    SHORT24 = "short24"
    """24 cards without a joker (FH-P2-9)."""


class Teams6(Enum):
    """The teams of six players (FH-P6-1, FH-P6-2).

    Examples
    --------
    >>> Teams6("3x2")
    <Teams6.THREE_PAIRS: '3x2'>
    """

    TWO_THREES = "2x3"
    """Two teams of three, sitting alternately."""
    THREE_PAIRS = "3x2"
    """Three pairs, partners sitting opposite."""


class FivePartner(Enum):
    """How a contractor of five players finds a partner (FH-P5-2).

    Examples
    --------
    >>> FivePartner("call_player")
    <FivePartner.CALL_PLAYER: 'call_player'>
    """

    CALL_CARD_SECRET = "call_card_secret"
    """He calls a card; its holder is known once the card is played."""
    CALL_CARD_OPEN = "call_card_open"
    """He calls a card; its holder is known at once."""
    CALL_PLAYER = "call_player"
    """He calls a player."""
    ALONE = "alone"
    """He never has one."""


class FiveCallBar(Enum):
    """Which cards may not be called, besides the joker (FH-P5-3).

    Examples
    --------
    >>> FiveCallBar("no_trumps")
    <FiveCallBar.NO_TRUMPS: 'no_trumps'>
    """

    NO_BOWERS = "no_bowers"
    """The bowers."""
    NO_TRUMPS = "no_trumps"
    """Any trump."""
    JOKER_ONLY = "joker_only"
    """No other."""


class FiveShare(Enum):
    """What contractor and partner each score (FH-P5-6).

    Examples
    --------
    >>> FiveShare("half")
    <FiveShare.HALF: 'half'>
    """

    HALF = "half"
    """Half the value."""
    FULL = "full"
    """The full value."""


_VALUE = Number("an int above 0", lambda value: value > 0)

OPTIONS = OptionTable(
    {
        "players": Number("an int from 2 to 6", lambda value: 2 <= value <= 6),
        "two_player": Choice(TwoPlayer),
        "deck4": Number("43 or 45", lambda value: value in (43, 45)),
        "teams6": Choice(Teams6),
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
        "five_partner": Choice(FivePartner),
        "five_call_bar": Choice(FiveCallBar),
        "five_secret_alone": Flag(),
        "five_share": Choice(FiveShare),
    }
)
"""What each option of ``Rules`` allows, in the order of its fields."""
