"""The full-screen game in a terminal; it needs the toolkit ``textual`` (``pip install 'tricktake[tui]'``).

This module loads without it: :func:`is_available` says whether it is there, and :func:`run` raises an error
that names what to install.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tricktake.bots import Bot
    from tricktake.cli.game import Contest, GameCommands
    from tricktake.cli.keeping import Keeper
    from tricktake.cli.terminal import Terminal

__all__ = ["is_available", "run"]


def is_available() -> bool:
    """Whether the toolkit of the full-screen game is installed.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_available() in (True, False)
    True
    """
    return find_spec("textual") is not None


def run(
    game: GameCommands[Any, Any, Any],
    contest: Contest[Any, Any],
    bots: Mapping[int, Bot],
    terminal: Terminal,
    *,
    kinds: Mapping[int, str],
    humans: frozenset[int],
    keeper: Keeper | None = None,
    deals: int | None = None,
    pace: float = 0.9,
    four_colours: bool = False,
) -> int:
    """Play a contest full screen until somebody has won, so many deals are done, or the person leaves.

    Parameters
    ----------
    game : GameCommands
        What is played.
    contest : Contest
        Fresh or under way; it is played on in place.
    bots : mapping of int to Bot
        Who plays the seats that no human plays.
    terminal : Terminal
        What can be shown, and where the last words are written when the screen has been left.
    kinds : mapping of int to str, keyword only
        Who plays each seat, in words.
    humans : frozenset of int, keyword only
        Seats played by people here, one at least; several take turns at the screen.
    keeper : Keeper, optional, keyword only
        Where the contest is kept, after every deal and when leaving; default: nowhere.
    deals : int, optional, keyword only
        Deals to finish; None: no limit.
    pace : float, default 0.9, keyword only
        Seconds between the actions of bots; twice as long after a trick; 0: no waiting.
    four_colours : bool, default False, keyword only
        A colour for each suit instead of black and red.

    Returns
    -------
    int
        Exit code: 0, or 130 after Ctrl-C.

    Raises
    ------
    ImportError
        If textual is not installed; the text says what to install.
    ValueError
        If no seat is played by a human, or one by nobody.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> from tricktake.cli.terminal import Terminal
    >>> try:
    ...     run(GAMES["five-hundred"], fh.Match(seed=500), {}, Terminal(), kinds={}, humans=frozenset())
    ... except (ValueError, ImportError) as error:
    ...     print(type(error).__name__)
    ValueError
    """
    try:
        import textual  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "the full-screen game needs textual: pip install 'tricktake[tui]'; "
            "--plain plays at a plain prompt without it"
        ) from error
    from tricktake.tui.app import TableApp
    from tricktake.tui.director import Director
    from tricktake.tui.glyphs import Glyphs

    director = Director(game, contest, bots, humans=humans, keeper=keeper)
    app = TableApp(director, Glyphs(terminal, four_colours=four_colours), kinds=kinds, deals=deals, pace=pace)
    code = app.run()
    _farewell(director, terminal)
    return app.return_code or 0 if code is None else code


def _farewell(director: Any, terminal: Terminal) -> None:
    """What is left to say on the ordinary screen."""
    game, contest = director.game, director.contest
    if contest.is_over:
        for line in game.ending(contest):
            terminal.paragraph(line, indent="  ", style="head")
        return
    from tricktake.cli.keeping import where_it_is

    where_it_is(terminal, game, director.keeper)
