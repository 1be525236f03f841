"""The options of Trickster Cards as they stand in the tag ``GameOptionsJson``, and our rules.

The value is a JSON object that holds what differs from the defaults of the game. Only what public records,
rules pages and the public code of the bots show is mapped; ``docs/ptn.md`` has the table with the evidence.
What is not known is never guessed: it is an error, or a warning where the reader asks for leniency.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Bid
from tricktake.errors import RecordError, RulesError
from tricktake.records import RecordGame

__all__ = ["GAME_CODES", "read_options", "write_options"]

GAME_CODES: Mapping[str, str] = MappingProxyType({"FiveHundred": "five-hundred", "Spades": "spades"})
"""Names of the games in the tag ``GameCode``, and here."""

_MAX_JSON = 5_000
_IDLE = frozenset(
    {"noWatching", "noSuggestions", "allowUndo", "allowUndoBidOnly", "gameCode", "isPrivate", "playMode"}
)
"""Options of the table that are no rules of the game."""


def _error(message: str) -> RecordError:
    return RecordError(message, "")


Note = Callable[[str], None]
"""Takes what is not known; raises where that is an error."""


def read_options(text: str | None, code: str, players: int, *, blind_nil: bool, note: Note) -> Any:
    """The rules some options stand for.

    Parameters
    ----------
    text : str or None
        The value of ``GameOptionsJson``; None if there is no such tag.
    code : str
        The value of ``GameCode``.
    players : int
        Hands in the deal.
    blind_nil : bool, keyword only
        Whether somebody bids blind nil.
    note : callable, keyword only
        Gets a sentence for each option that is not known or has no counterpart; may raise.

    Returns
    -------
    Rules

    Raises
    ------
    RecordError
        If it is no JSON object of plain values, or no such game exists here.

    Examples
    --------
    >>> text = '{"variation":1,"mustBidToWin":true,"whenNullo":1}'
    >>> read_options(text, "FiveHundred", 4, blind_nil=False, note=print).misere_requires_7
    True
    >>> rules = read_options('{"threeEyed":true}', "FiveHundred", 4, blind_nil=False, note=print)
    the option threeEyed is not known, and may change what is legal
    """
    options = _load(text)
    told = options.pop("players", players)
    if told != players or type(told) is not int:
        raise _error(f"the options say {_show(told)} players, but there are {players} hands")
    for name in sorted(_IDLE & options.keys()):
        del options[name]
    take = _Taker(options, note)
    try:
        rules = _five_hundred(take, players) if code == "FiveHundred" else _spades(take, players, blind_nil)
    except RulesError as error:
        raise _error(f"these options have no counterpart here: {error}") from error
    for name in options:
        note(f"the option {name[:40]} is not known, and may change what is legal")
    return rules


def _load(text: str | None) -> dict[str, Any]:
    if text is None or not text.strip():
        return {}
    if len(text) > _MAX_JSON:
        raise _error(f"options have at most {_MAX_JSON} characters")
    if text.count("{") + text.count("[") > 1:  # also keeps the parser from nesting deeply
        raise _error("options are one JSON object of plain values, with nothing nested")
    try:
        options = json.loads(text, object_pairs_hook=_once)
    except ValueError as error:
        raise _error(f"the options are no JSON: {error}") from error
    if not isinstance(options, dict):
        raise _error("options are a JSON object, such as {}")
    return options


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    options = dict(pairs)
    if len(options) != len(pairs):
        raise ValueError("a name stands twice")
    return options


def _show(value: object) -> str:
    return json.dumps(value)[:40]


class _Taker:
    """Takes options one by one; what is left over is not known."""

    def __init__(self, options: dict[str, Any], note: Note) -> None:
        self._options = options
        self._note = note

    def flag(self, name: str, default: bool) -> bool:
        """An option that is true or false."""
        value = self._options.pop(name, default)
        if not isinstance(value, bool):
            raise _error(f"the option {name} must be true or false, not {_show(value)}")
        return value

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        value = self._options.pop(name, default)
        if type(value) is not int or abs(value) > 1_000_000:
            raise _error(f"the option {name} must be a whole number, not {_show(value)}")
        return value

    def choice(self, name: str, known: Mapping[int, Any], default: int = 0) -> Any:
        """A setting by its number; the default, and a note, for one that is not known."""
        value = self.number(name, default)
        if value not in known:
            self._note(f"{value} is not a known setting of the option {name}")
            return known[default]
        return known[value]

    def only(self, name: str, default: object, why: str) -> None:
        """An option that must be at its default here."""
        value = self._options.pop(name, default)
        if value != default or isinstance(value, bool) != isinstance(default, bool):
            self._note(f"the option {name}={_show(value)} has no counterpart here: {why}")


def _five_hundred(take: _Taker, players: int) -> Any:
    variation = take.number("variation", 0)
    if variation not in (0, 1):
        raise _error(f"variation {variation} of Five Hundred is not known here")
    australian = variation == 1
    size = take.number("deckSize", 43)
    if size not in (43, 45) or (players == 6 and size != 43):
        raise _error(f"packs of deckSize {size} for {players} players are not known here")
    changes: dict[str, Any] = {
        "deck4": size,
        "target": take.number("gameOverScore", 500),
        "win_rule": "contract" if take.flag("mustBidToWin", False) else "any",
        "misere_requires_7": take.choice("whenNullo", {0: False, 1: True}),
        "misere_rank": "between_7_8" if take.flag("S8Overbid250Nullo", True) else "between_8S_8C",
        "pass_final": take.choice("bidAfterPass", {0: True}),
        "open_misere": True,
        "joker_misere_void": "may",
    }
    changes["lose_at"] = -changes["target"]
    two_teams = take.flag("isTwoTeams", False)
    if players == 6:
        changes["teams6"] = "2x3" if two_teams else "3x2"
    elif two_teams and players != 4:
        raise _error(f"{players} players are no two teams")
    if take.flag("isPartnership", players in (4, 6)) != (players in (4, 6)):
        raise _error(f"partners or not: {players} players are not known so here")
    if australian:
        changes |= _TRICKSTER_AUSTRALIAN
    else:
        changes["inkle"] = True
    return fh.Rules.preset("australian" if australian else "american", players=players, **changes)


_TRICKSTER_AUSTRALIAN: Mapping[str, Any] = MappingProxyType(
    {"blind_misere": False, "sans_kitty": False, "joker_nomination": "none", "joker_lead": "any_suit"}
)


def _spades(take: _Taker, players: int, blind_nil: bool) -> Any:
    if players not in (3, 4):
        raise _error(f"spades for {players} players is not known there")
    if take.number("variation", 0) != 0:
        raise _error("spades with jokers or with deuces above the ace is not known here")
    partners = take.flag("isPartnership", players == 4)
    special = {Bid("NIL")} if take.choice("nilOrZero", {0: True, 1: False}) else set()
    changes: dict[str, Any] = {
        "target": take.number("gameOverScore", 500),
        "special_bids": special | ({Bid("BN")} if blind_nil else set()),
        "awards": (),
        "bag_rollover": True,
        "bag_points": 1,
        "wins_needed": 1,
    }
    if partners:
        changes |= {"bn_behind": None, "bn_exchange": 0}
        changes["lose_at"] = take.choice("mercyRule", {0: None, 1: -200})
    else:
        take.only("mercyRule", 0, "a score below 0 loses no game of single players")
    take.only("tenBagsPenalty", True, "bags always count")
    take.only("tenForTwoHundred", False, "no bonus for ten tricks")
    take.only("failBidScoring", 0, "a bid set costs ten a trick")
    take.only("failedNilBags", 0, "its settings are not known")
    take.only("minBid", 0, "no least bid of a side")
    take.only("leadSpades", 0, "spades are led once broken")
    take.only("nilPass", 0, "no exchange after a nil")
    take.only("blindNonNilBids", 0, "no blind bids of a side")
    take.only("firstHandBidsItself", False, "every deal has bids")
    return sp.Rules.preset("partners" if partners else "four" if players == 4 else "official", **changes)


def write_options(rules: Any, game: RecordGame) -> str:
    """The options nearest to some rules.

    Parameters
    ----------
    rules : Rules
    game : RecordGame

    Returns
    -------
    str
        JSON. What cannot be said in it is left to the tag ``TricktakeRules``.

    Examples
    --------
    >>> from tricktake.records import record_game
    >>> write_options(fh.Rules(), record_game("five-hundred"))
    '{"variation":1,"mustBidToWin":true,"whenNullo":1}'
    """
    options: dict[str, Any] = {}
    if game.name == "spades":
        options = {
            "players": (rules.players, 4),
            "isPartnership": (rules.partners, True),
            "gameOverScore": (rules.target, 500),
            "nilOrZero": (int(Bid("NIL") not in rules.special_bids), 0),
            "mercyRule": (int(rules.lose_at == -200), 0),
        }
    else:
        single = rules.auction is fh.AuctionStyle.SINGLE
        team = rules.players in (4, 6)
        options = {
            "players": (rules.players, 4),
            "isPartnership": (team, True),
            "isTwoTeams": (rules.players == 6 and len(rules.sides) == 2, False),
            "variation": (int(not single), 0),
            "deckSize": (rules.deck4 if rules.players == 4 else 43, 43),
            "gameOverScore": (rules.target, 500),
            "mustBidToWin": (rules.win_rule is fh.WinRule.CONTRACT, False),
            "whenNullo": (int(rules.misere_requires_7), 0),
            "S8Overbid250Nullo": (rules.misere_rank is fh.MisereRank.BETWEEN_7_8, True),
        }
    told = {name: value for name, (value, default) in options.items() if value != default}
    return json.dumps(told, separators=(",", ":"))
