"""The actions of agents: those single actions that some rules can allow, numbered without gaps.

``docs/actions.md`` has the ids. An exchange is made card by card, so 302 single actions are enough for both
games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index

from tricktake.actions import ID_BLOCKS, Action, action_from_id, parse_action
from tricktake.errors import IllegalAction, TextError

__all__ = ["PUT", "SECRET", "ActionSpace"]

PUT: int = ID_BLOCKS["put_1"].start
"""Id of the exchange of the card with id 0 alone; those of the other cards follow."""
SECRET: int = ID_BLOCKS["put_1"].stop
"""Number of an exchange in a history, whatever its cards: the first that no single action of agents has."""


class ActionSpace:
    """The actions of agents under some rules, numbered without gaps.

    Those of the 302 single actions (``docs/actions.md``) that the rules can ever allow, ascending by id. An
    exchange is made card by card.

    Parameters
    ----------
    ids : iterable of int
        The ids, below 302.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.encoding import encoding_of
    >>> space = encoding_of(sp.Rules()).actions
    >>> len(space), space.action(0), space.action(1).text, space.index("SA")
    (75, Look(), '1', 36)
    >>> list(space)[:3], "NIL" in space, "7H" in space
    ([Look(), Bid('1'), Bid('2')], True, False)
    """

    __slots__ = ("_at", "ids")

    ids: tuple[int, ...]
    """The id of every action of the space, ascending."""

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = tuple(sorted({index(id) for id in ids}))
        if self.ids and not 0 <= self.ids[0] <= self.ids[-1] < SECRET:
            raise IndexError(
                f"ids of single actions are 0..{SECRET - 1}, not {self.ids[0]} and {self.ids[-1]}"
            )
        self._at = {id: at for at, id in enumerate(self.ids)}

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Action]:
        return map(action_from_id, self.ids)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, (Action, str, int)):
            return False
        try:
            self.index(action)
        except (IllegalAction, TextError):
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self.ids == other.ids

    def __hash__(self) -> int:
        return hash(self.ids)

    def __repr__(self) -> str:
        return f"<ActionSpace of {len(self.ids)} actions>"

    def action(self, index: int) -> Action:
        """The action with a number; of an exchange the one that puts this card alone.

        Parameters
        ----------
        index : int

        Returns
        -------
        Action

        Raises
        ------
        IndexError
            If there is no such number.
        """
        if not 0 <= index < len(self.ids):
            raise IndexError(f"action {index} is not in 0..{len(self.ids) - 1}")
        return action_from_id(self.ids[index])

    def index(self, action: Action | str | int) -> int:
        """The number of an action.

        Parameters
        ----------
        action : Action, str or int
            An action, its text, or its id (``docs/actions.md``).

        Returns
        -------
        int

        Raises
        ------
        IllegalAction
            If the rules never allow it, or it is an exchange of several cards.
        TextError
            If a text cannot be read.
        """
        if isinstance(action, str):
            action = parse_action(action)
        id = action.id if isinstance(action, Action) else index(action)
        if id not in self._at:
            text = action.text if isinstance(action, Action) else str(action)
            raise IllegalAction(f"{text[:60]} is no single action of these rules")
        return self._at[id]
