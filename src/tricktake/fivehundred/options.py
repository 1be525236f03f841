"""The choices of Five Hundred: one enum for each option of the rules that has named settings.

The values are the words of the rules document, section 14; ``Rules`` accepts them in place of the members.
Behind the enums stands what each option allows, and how an option is written and read back.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from enum import Enum

from tricktake.errors import RulesError
from tricktake.fivehundred._checks import DIGITS, LIMIT, is_number, whole

__all__ = [
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
    "check_option",
    "check_option_name",
    "near_match",
    "read_option",
    "write_option",
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


_ENUMS: Mapping[str, type[Enum]] = {
    "schedule": Schedule,
    "auction": AuctionStyle,
    "final_raise": FinalRaise,
    "all_pass": AllPass,
    "misere_rank": MisereRank,
    "sans_kitty_rank": SansKittyRank,
    "joker_nomination": JokerNomination,
    "joker_lead": JokerLead,
    "joker_follow": JokerFollow,
    "joker_misere_void": JokerMisereVoid,
    "open_exposure": OpenExposure,
    "defender_tricks": DefenderTricks,
    "win_rule": WinRule,
}

_FLAGS = (
    "pass_final",
    "inkle",
    "misere",
    "open_misere",
    "blind_misere",
    "misere_requires_7",
    "open_misere_requires_8",
    "sans_kitty",
    "misere_stop",
)

_NUMBERS: Mapping[str, tuple[str, Callable[[int], bool]]] = {
    "players": ("4 in this version", lambda value: value == 4),
    "deck4": ("43 or 45", lambda value: value in (43, 45)),
    "target": ("an int above 0", lambda value: value > 0),
    "lose_at": ("an int below 0, or None", lambda value: value < 0),
    "misere_value": ("an int above 0", lambda value: value > 0),
    "open_misere_value": ("an int above 0", lambda value: value > 0),
    "blind_misere_value": ("an int above 0", lambda value: value > 0),
    "sans_kitty_mult": ("1 or 2", lambda value: value in (1, 2)),
    "slam_value": ("an int above 0, or 0 for none", lambda value: value >= 0),
    "defender_cap": ("an int of 0 or more, or None", lambda value: value >= 0),
}
_MAY_BE_NONE = ("lose_at", "defender_cap")

# Options that only games of another number of players use.
_OTHER_COUNTS: Mapping[str, str] = {
    "two_player": "two",
    "five_partner": "five",
    "five_call_bar": "five",
    "five_secret_alone": "five",
    "five_share": "five",
    "teams6": "six",
}


def near_match(name: str, names: Iterable[str]) -> str:
    """Return a hint at the name that comes nearest.

    Parameters
    ----------
    name : str
        A name that does not exist.
    names : iterable of str
        Those that do.

    Returns
    -------
    str
        `` (did you mean 'x'?)``, or the empty string if nothing comes near.

    Examples
    --------
    >>> near_match("jocker_lead", ["joker_lead", "misere"])
    " (did you mean 'joker_lead'?)"
    """
    near = get_close_matches(name, names, n=1) if len(name) <= 40 else []
    return f" (did you mean {near[0]!r}?)" if near else ""


def check_option_name(name: str) -> None:
    """Refuse the name of an option that does not exist.

    Parameters
    ----------
    name : str
        The name of a field of ``Rules``.

    Raises
    ------
    RulesError
        If there is no such option, or only in games of another number of players.

    Examples
    --------
    >>> try:
    ...     check_option_name("jocker_lead")
    ... except RulesError as error:
    ...     print(error)
    there is no option 'jocker_lead' (did you mean 'joker_lead'?)
    """
    if name in _OTHER_COUNTS:
        games = f"games of {_OTHER_COUNTS[name]}"
        raise RulesError(f"{name} is an option of {games}; this version plays games of four", option=name)
    if name not in _ENUMS and name not in _FLAGS and name not in _NUMBERS:
        hint = near_match(name, [*_ENUMS, *_FLAGS, *_NUMBERS])
        raise RulesError(f"there is no option {name[:40]!r}{hint}")


def check_option(name: str, value: object) -> object:
    """Return the value of an option, a word turned into its enum member.

    Parameters
    ----------
    name : str
        The name of a field of ``Rules``.
    value : object
        What it is set to.

    Returns
    -------
    object
        An enum member, an int, a bool or None.

    Raises
    ------
    RulesError
        If the value is not allowed.

    Examples
    --------
    >>> check_option("joker_lead", "any_suit"), check_option("deck4", 45)
    (<JokerLead.ANY_SUIT: 'any_suit'>, 45)
    >>> try:
    ...     check_option("joker_lead", "anysuit")
    ... except RulesError as error:
    ...     print(error)
    joker_lead must be unled_suit, last_trick_only or any_suit; got 'anysuit' (did you mean 'any_suit'?)
    """
    if name in _ENUMS:
        kind = _ENUMS[name]
        words = [member.value for member in kind]
        if isinstance(value, kind):
            return value
        if isinstance(value, str) and value in words:
            return kind(value)
        allowed = f"{', '.join(words[:-1])} or {words[-1]}"
        hint = near_match(value, words) if isinstance(value, str) else ""
    elif name in _FLAGS:
        if isinstance(value, bool):
            return value
        allowed, hint = "True or False", ""
    else:
        (allowed, test), hint = _NUMBERS[name], ""
        if value is None and name in _MAY_BE_NONE:
            return None
        if hasattr(value, "__index__") and not isinstance(value, bool):
            number = whole(name, value)
            if abs(number) >= LIMIT:
                raise RulesError(f"{name} must have at most {DIGITS} digits, or it could not be read back")
            if test(number):
                return number
    raise RulesError(f"{name} must be {allowed}; got {repr(value)[:80]}{hint}", option=name)


def read_option(name: str, text: str) -> object:
    """Read the value of an option as :func:`write_option` writes it.

    Parameters
    ----------
    name : str
        The name of a field of ``Rules``.
    text : str
        A word, a number, ``True``, ``False`` or ``None``.

    Returns
    -------
    object
        As for :func:`check_option`.

    Raises
    ------
    RulesError
        If the value is not allowed.

    Examples
    --------
    >>> read_option("misere", "False"), read_option("lose_at", "-400"), read_option("lose_at", "None")
    (False, -400, None)
    """
    value: object = text
    if name in _FLAGS:
        value = {"True": True, "False": False}.get(text, text)
    elif name in _NUMBERS:
        if text == "None":
            value = None
        else:
            try:
                value = int(text) if is_number(text) else text
            except ValueError as error:
                raise RulesError(f"{name}: {error}", option=name) from None
    return check_option(name, value)


def write_option(value: object) -> str:
    """Write the value of an option.

    Parameters
    ----------
    value : object
        An enum member, an int, a bool or None.

    Returns
    -------
    str

    Examples
    --------
    >>> write_option(JokerLead.ANY_SUIT), write_option(False), write_option(-400)
    ('any_suit', 'False', '-400')
    """
    return str(value.value) if isinstance(value, Enum) else str(value)
