"""The choices of spades: one enum for each option with named settings, and what every option allows.

The values are the words of the rules documents: section 10 of the cutthroat rules, section 5 of the
partnership rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from tricktake._options import Choice, Flag, Members, Number, OptionTable
from tricktake.actions import Bid
from tricktake.cards import Card

__all__ = ["OPTIONS", "SPECIAL_BIDS", "AwardMulti", "BagStyle", "FirstLead", "LimitScope"]


class BagStyle(Enum):
    """What becomes of bags (section 8 of the cutthroat rules).

    Examples
    --------
    >>> BagStyle("per_hand")
    <BagStyle.PER_HAND: 'per_hand'>
    """

    ACCUMULATE = "accumulate"
    """They add up until the limit is reached (CS-BAG-1)."""
    PER_HAND = "per_hand"
    """Each costs ten points at once (CS-BAG-3)."""


class LimitScope(Enum):
    """Whose blind sixes the limit counts (CS-BID-7).

    Examples
    --------
    >>> LimitScope("table")
    <LimitScope.TABLE: 'table'>
    """

    PLAYER = "player"
    """Each player's own."""
    TABLE = "table"
    """Those of all players."""


class AwardMulti(Enum):
    """What several award jacks in one hand bring (CS-AWARD-3, CS-AWARD-6).

    Examples
    --------
    >>> AwardMulti("each")
    <AwardMulti.EACH: 'each'>
    """

    ONE_OR_ALL3 = "one_or_all3"
    """One pays, all three pay, two pay nothing."""
    EACH = "each"
    """Each pays."""
    SINGLE_ONLY = "single_only"
    """Only one alone pays."""


class FirstLead(Enum):
    """Who leads first where there are jokers (CS-PLAY-7).

    Examples
    --------
    >>> FirstLead("2C")
    <FirstLead.TWO_OF_CLUBS: '2C'>
    """

    TWO_OF_CLUBS = "2C"
    """Who holds the two of clubs."""
    LEFT = "left"
    """The player on the dealer's left."""


SPECIAL_BIDS: Mapping[str, Bid] = {name: Bid(name) for name in ("1F", "2F", "B6", "BN", "NIL", "SM")}
"""The special bids by name (CS-BID-3)."""
_JACKS = {card.name: card for card in (Card.CJ, Card.DJ, Card.HJ)}
_AS_PRINTED = {"JC": "CJ", "JD": "DJ", "JH": "HJ"}  # rank first, as the rules document has them

_ABOVE_0 = Number("an int above 0", lambda value: value > 0)
_FROM_0 = Number("an int of 0 or more", lambda value: value >= 0)
_FROM_0_OR_NONE = Number("an int of 0 or more, or None", lambda value: value >= 0, none=True)

OPTIONS = OptionTable(
    {
        "players": Number("3, 4 or 5", lambda value: value in (3, 4, 5)),
        "jokers": Number("0, 2 or 3", lambda value: value in (0, 2, 3)),
        "partners": Flag(),
        "target": _ABOVE_0,
        "lose_at": Number("an int below 0, or None", lambda value: value < 0, none=True),
        "bag_style": Choice(BagStyle),
        "bag_limit": Number("an int above 0, or None", lambda value: value > 0, none=True),
        "bag_rollover": Flag(),
        "bag_points": Number("0 or 1", lambda value: value in (0, 1)),
        "nil_fail_bags": Flag(),
        "nil_fail_helps": Flag(),
        "nil_value": _ABOVE_0,
        "blind_nil_value": _ABOVE_0,
        "bn_behind": _FROM_0_OR_NONE,
        "bn_exchange": Number("an int from 0 to 3", lambda value: 0 <= value <= 3),
        "b6_limit": _FROM_0_OR_NONE,
        "b6_limit_scope": Choice(LimitScope),
        "b6_behind": _FROM_0,
        "special_bids": Members(SPECIAL_BIDS),
        "sm_tricks": Number("an int above 0, or None", lambda value: value > 0, none=True),
        "awards": Members(_JACKS, _AS_PRINTED),
        "award_points": _FROM_0,
        "award_multi": Choice(AwardMulti),
        "wins_needed": _ABOVE_0,
        "hook": Flag(),
        "joker_first_lead": Choice(FirstLead),
        "must_lead_2c": Flag(),
    }
)
"""What each option of ``Rules`` allows, in the order of its fields."""
