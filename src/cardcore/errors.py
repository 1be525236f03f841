"""The errors of the core. Everything a caller can cause by bad data derives from :class:`GameError`.

Programming errors (a wrong type, an index out of range) stay ``TypeError`` and ``IndexError``.
"""

__all__ = ["GameError", "IllegalMove", "SetupError", "TextError"]


class GameError(ValueError):
    """Base of every error of cardcore and tricktake that bad data can cause.

    Examples
    --------
    >>> from cardcore import parse_card
    >>> try:
    ...     parse_card("7X")
    ... except GameError as error:
    ...     print(error)
    cannot read '7X' as a card
    """


class TextError(GameError):
    """A text that cannot be read.

    Parameters
    ----------
    message : str
        What was expected.
    text : str
        The offending text, whole.
    offset : int
        Where in ``text`` reading stopped, in characters from 0.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.offset = offset

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.text, self.offset)


class SetupError(GameError):
    """Hands, orders or options that contradict each other, so that no position can be built from them."""


class IllegalMove(GameError):
    """A card that may not be played now; nothing has changed."""
