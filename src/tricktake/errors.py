"""The errors of tricktake, and what an illegal action has against it.

Everything that bad data can cause derives from ``GameError``, which is a ``ValueError``. Errors about an
action carry an :class:`Explanation`: the same facts as the message, as data. Programming errors (a wrong
type, an index out of range) stay ``TypeError`` and ``IndexError``.
"""

from dataclasses import dataclass

from cardcore import GameError, IllegalMove, SetupError, TextError

__all__ = [
    "Contradiction",
    "Explanation",
    "GameError",
    "IllegalAction",
    "IllegalCall",
    "IllegalExchange",
    "IllegalMove",
    "IllegalPlay",
    "RecordError",
    "RulesError",
    "SetupError",
    "TextError",
    "WrongPhase",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why an action is not legal now.

    Parameters
    ----------
    seat : int or None
        The seat that tried, from 0; None if nobody is to act.
    action : str
        Text of the action that was tried.
    rule : str
        The rule in a few words, such as ``follow suit``.
    clause : str
        Id of the clause in the rules document, such as ``FH-PLAY-2``.
    option : str or None, default None
        Name of the ``Rules`` field that governs the clause; None if none does.
    sentence : str
        One English sentence, lower case, without a final stop.
    legal : tuple of str, default ()
        Texts of what would be legal instead, possibly shortened.

    Examples
    --------
    >>> why = Explanation(seat=3, action="SK", rule="follow suit", clause="FH-PLAY-2",
    ...                   sentence="seat 3 must follow hearts; got SK", legal=("HQ", "H9"))
    >>> print(why)
    seat 3 must follow hearts; got SK
    >>> why.option is None, why.legal
    (True, ('HQ', 'H9'))
    """

    seat: int | None
    """The seat that tried."""
    action: str
    """Text of the action that was tried."""
    rule: str
    """The rule in a few words."""
    clause: str
    """Id of the clause in the rules document."""
    option: str | None = None
    """Name of the rules field that governs the clause."""
    sentence: str
    """One English sentence, lower case, without a final stop."""
    legal: tuple[str, ...] = ()
    """Texts of what would be legal instead, possibly shortened."""

    def __str__(self) -> str:
        return self.sentence


class RulesError(GameError):
    """Options that are unknown, out of range or impossible together.

    Parameters
    ----------
    message : str
        The option, the value, and what is allowed.
    option : str or None, default None
        Name of the option at fault; None if several are.

    Examples
    --------
    >>> from tricktake.fivehundred.rules import Rules
    >>> try:
    ...     Rules(deck4=44)
    ... except RulesError as error:
    ...     print(error.option, "-", error)
    deck4 - deck4 must be 43 or 45; got 44
    """

    option: str | None
    """Name of the option at fault, or None."""

    def __init__(self, message: str, *, option: str | None = None) -> None:
        super().__init__(message)
        self.option = option


class Contradiction(SetupError):
    """Things said of hidden cards that cannot all be true.

    Parameters
    ----------
    message : str
        The facts in conflict, in words.
    facts : tuple
        The same as :class:`tricktake.hidden.Fact` values; none of them could be left out. Empty if the
        numbers of cards alone do not fit.

    Examples
    --------
    >>> error = Contradiction("no world fits: seat 1 holds 3", ())
    >>> error.facts, isinstance(error, SetupError)
    ((), True)
    """

    facts: tuple[object, ...]
    """The facts in conflict."""

    def __init__(self, message: str, facts: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.facts = facts


class RecordError(TextError):
    """A saved text that is damaged or cannot be read.

    Parameters
    ----------
    message : str
        What was expected.
    text : str
        The offending text.
    offset : int
        Where in ``text`` reading stopped, in characters from 0.

    Examples
    --------
    >>> error = RecordError("expected a dealer", "dealer: none", 8)
    >>> str(error), error.offset, isinstance(error, ValueError)
    ('expected a dealer', 8, True)
    """


class IllegalAction(GameError):
    """An action that is not legal now; nothing has changed.

    Parameters
    ----------
    message : str
        Who tried what, the rule in a few words, and what would be legal.
    explanation : Explanation or None, default None
        The same facts as data.

    Examples
    --------
    >>> why = Explanation(seat=0, action="6S", rule="outrank the high bid", clause="FH-BID-4",
    ...                   sentence="6S does not outrank the high bid 7C")
    >>> IllegalCall(str(why), explanation=why).explanation.clause
    'FH-BID-4'
    """

    explanation: Explanation | None
    """Why the action is not legal, as data, or None."""

    def __init__(self, message: str, *, explanation: Explanation | None = None) -> None:
        super().__init__(message)
        self.explanation = explanation


class IllegalCall(IllegalAction):
    """A call that is not legal now: a bid, a pass, a look, a stand.

    Examples
    --------
    >>> issubclass(IllegalCall, IllegalAction)
    True
    """


class IllegalExchange(IllegalAction):
    """Cards that cannot be put away, or a partner or suit that cannot be named, after the auction.

    Examples
    --------
    >>> issubclass(IllegalExchange, IllegalAction)
    True
    """


class IllegalPlay(IllegalAction):
    """A card that may not be played now.

    Examples
    --------
    >>> issubclass(IllegalPlay, IllegalAction)
    True
    """


class WrongPhase(IllegalAction):
    """An action that belongs to another phase of the deal, or one after its end.

    Examples
    --------
    >>> issubclass(WrongPhase, IllegalAction)
    True
    """
