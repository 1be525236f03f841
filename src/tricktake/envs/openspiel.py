"""The games as games of OpenSpiel: ``tricktake_five_hundred`` and ``tricktake_spades``.

    >>> from tricktake.envs import openspiel
    >>> game = openspiel.load_game("spades:four,target=300", reward="margin")
    >>> print(game)
    tricktake_spades(options=target~300,preset=four,reward=margin)

Importing this module registers both, so that ``pyspiel.load_game`` finds them. In a game string ``~`` stands
for ``=`` and ``&`` for a comma, which OpenSpiel keeps for itself.

Needs ``pip install 'tricktake[openspiel]'``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tricktake import fivehundred, spades
from tricktake._checks import whole
from tricktake._rules import GameRules
from tricktake.envs._openspiel_bounds import utility_range
from tricktake.envs._openspiel_observer import CardObserver
from tricktake.envs._openspiel_setup import Setup, setup_of
from tricktake.envs._openspiel_state import CardState, Game, pyspiel
from tricktake.envs.episodes import Reward, rules_from
from tricktake.errors import SetupError

__all__ = ["CardGame", "CardState", "FiveHundredGame", "SpadesGame", "load_game"]

_Terms = tuple[str, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
_NONE = "none"
_KINDS: dict[str, Any] = {"five-hundred": fivehundred.Deal, "spades": spades.Deal}
_NAMES = {"five-hundred": "tricktake_five_hundred", "spades": "tricktake_spades"}
_UTILITY = {
    Reward.POINTS: pyspiel.GameType.Utility.GENERAL_SUM,
    Reward.MARGIN: pyspiel.GameType.Utility.ZERO_SUM,
    Reward.WIN: pyspiel.GameType.Utility.CONSTANT_SUM,
}

_SUMS: dict[Reward, Any] = {
    Reward.POINTS: lambda rules: None,
    Reward.MARGIN: lambda rules: 0.0,
    Reward.WIN: lambda rules: float(len(rules.sides[0])),  # each partner gets the share of the side
}


def _type_of(game: str, reward: Reward) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    five_hundred = game == "five-hundred"
    parameters: dict[str, Any] = {
        "preset": "australian" if five_hundred else "official",
        "options": _NONE,
        "dealer": 0,
        "scores": _NONE,
        "reward": Reward.POINTS.value,
        "ending": _NONE,
    }
    if not five_hundred:
        parameters |= {"bags": _NONE, "sixes": _NONE}
    return pyspiel.GameType(
        short_name=_NAMES[game],
        long_name="Five Hundred (tricktake)" if five_hundred else "Spades (tricktake)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_UTILITY[reward],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6 if five_hundred else 5,
        min_num_players=2 if five_hundred else 3,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _plain(text: object) -> str:
    """A parameter as it was meant: with commas and equals signs, empty for none."""
    found = str(text).strip().replace("~", "=").replace("&", ",")
    return "" if found == _NONE else found


def _stored(text: str) -> str:
    """A parameter as a game string can hold it."""
    return text.replace("=", "~").replace(",", "&")


def _numbers(name: str, text: str) -> tuple[int, ...]:
    try:
        found = tuple([int(part) for part in text.split(",")]) if text else ()
    except ValueError:
        words = "whole numbers with commas between (in a game string &)"
        raise SetupError(f"{name} are {words}; got {text[:40]!r}") from None
    return found if any(found) else ()


def _reward(reward: object) -> Reward:
    try:
        return Reward(reward)
    except ValueError:
        words = ", ".join([kind.value for kind in Reward])
        raise SetupError(f"reward must be one of {words}; got {str(reward)[:40]!r}") from None


def _parameters(setup: Setup, terms: _Terms) -> dict[str, Any]:
    """The parameters that make a game again: those that are not the defaults."""
    rules, dealer, *before = terms
    texts = {"preset": rules.partition(",")[0], "options": rules.partition(",")[2]}
    for name, many in zip(("scores", "bags", "sixes"), before, strict=True):
        texts[name] = ",".join(map(str, many))
    if setup.ending is not None:
        texts, dealer = {"ending": setup.ending.to_text()}, 0
    if setup.reward is not Reward.POINTS:
        texts["reward"] = setup.reward.value
    stored: dict[str, Any] = {name: _stored(text) for name, text in texts.items() if text}
    return stored | ({"dealer": dealer} if dealer else {})


class CardGame(Game):
    """A game of OpenSpiel; base of both.

    Parameters
    ----------
    params : mapping, optional
        ``preset`` and ``options`` of the rules, ``dealer``, ``scores``, ``reward``, ``ending``; for spades
        also ``bags`` and ``sixes``. See ``docs/environments-openspiel.md``.

    Raises
    ------
    RulesError
        If the rules are impossible.
    SetupError
        If terms do not fit the rules, or an ending is none.

    Examples
    --------
    >>> game = SpadesGame({"preset": "five"})
    >>> game.num_players(), game.max_game_length(), game.max_chance_outcomes()
    (5, 60, 50)
    """

    _game = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        setup, terms = self._read(params or {})
        least, most = utility_range(setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setup.encoding.actions),
            max_chance_outcomes=setup.chance.most_outcomes,
            num_players=setup.rules.players,
            min_utility=least,
            max_utility=most,
            utility_sum=_SUMS[setup.reward](setup.rules),
            max_game_length=setup.most_actions,
        )
        super().__init__(_type_of(self._game, setup.reward), info, _parameters(setup, terms))
        self._setup: Setup = setup

    @property
    def setup(self) -> Setup:
        """What the game begins with."""
        try:
            return self._setup
        except AttributeError:  # OpenSpiel unpickles its own part of a game only, which has the parameters
            self._setup, _ = self._read(self.get_parameters())
            return self._setup

    def _read(self, params: Mapping[str, Any]) -> tuple[Setup, _Terms]:
        """What parameters say."""
        given = dict(params)
        given.pop("name", None)
        known = _type_of(self._game, Reward.POINTS).parameter_specification
        for name in given:
            if name not in known:
                shown = f"{_NAMES[self._game]} has no parameter {str(name)[:40]!r}"
                raise SetupError(f"{shown}; parameters are {', '.join(known)}")
        reward = _reward(given.get("reward", Reward.POINTS.value))
        ending = _plain(given.get("ending", _NONE))
        terms = self._ending_terms(given, known, ending) if ending else self._terms(given, known)
        return setup_of(self._game, *terms, reward.value, ending), terms

    def _terms(self, given: Mapping[str, Any], known: Mapping[str, Any]) -> _Terms:
        """Rules, dealer and what was before, of a whole deal."""
        texts = {name: _plain(given.get(name, default)) for name, default in known.items()}
        preset, options = texts["preset"], texts["options"]
        rules = rules_from(f"{self._game}:{preset}{',' if options else ''}{options}").to_text()
        scores, bags, sixes = [_numbers(name, texts.get(name, "")) for name in ("scores", "bags", "sixes")]
        return rules, whole("dealer", given.get("dealer", 0)), scores, bags, sixes

    def _ending_terms(self, given: Mapping[str, Any], known: Mapping[str, Any], ending: str) -> _Terms:
        """The same of an ending, which says them itself."""
        for name, default in known.items():
            if name not in ("ending", "reward") and given.get(name, default) != default:
                raise SetupError(f"an ending says itself what {name} is; got {given[name]!r} too")
        deal = _KINDS[self._game].from_text(ending)
        before = (deal.scores, getattr(deal, "bags", ()), getattr(deal, "blind_sixes_before", ()))
        scores, bags, sixes = [tuple(many) if any(many) else () for many in before]
        return deal.rules.to_text(), deal.dealer, scores, bags, sixes

    def new_initial_state(self, *args: Any) -> CardState:
        """A state before any card is dealt."""
        if args:
            raise SetupError("a deal begins with its cards: a state is not made from a text")
        return CardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that are dealt by chance; one without a choice needs no chance node."""
        return self.setup.chance.nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardObserver:
        """Something that writes what a seat knows; by default an observation without history."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CardObserver(self.setup, kind, params)


class FiveHundredGame(CardGame):
    """Five Hundred as a game of OpenSpiel; see :class:`CardGame`.

    Parameters
    ----------
    params : mapping, optional

    Examples
    --------
    >>> FiveHundredGame({"options": "players=3"}).num_players()
    3
    """

    _game = "five-hundred"


class SpadesGame(CardGame):
    """Spades as a game of OpenSpiel; see :class:`CardGame`.

    Parameters
    ----------
    params : mapping, optional

    Examples
    --------
    >>> SpadesGame({"reward": "win"}).utility_sum()
    1.0
    """

    _game = "spades"


def load_game(
    rules: GameRules | str | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] = (),
    bags: Sequence[int] = (),
    sixes: Sequence[int] = (),
    reward: Reward | str = Reward.POINTS,
    ending: Any = None,
) -> CardGame:
    """A game of OpenSpiel from values, as ``pyspiel.load_game`` loads it from a string.

    Parameters
    ----------
    rules : Rules or str, optional
        The rules, or a text such as ``spades:short_limit5``; default ``five-hundred``. Not with an ending.
    dealer : int, default 0, keyword only
        Seat that deals.
    scores, bags, sixes : sequence of int, keyword only
        Points and bags of the sides and blind sixes of the seats before the deal; default 0. Like the
        dealer not with an ending, which says them itself.
    reward : str, default "points", keyword only
        ``points``, ``margin`` or ``win``.
    ending : Deal or str, optional, keyword only
        A deal constructed in the middle of its play, or its text: the game begins there, and its hidden
        cards are dealt anew.

    Returns
    -------
    CardGame

    Raises
    ------
    RulesError, SetupError, RecordError
        If the game is impossible, or an ending does not stand alone.
    TypeError
        If the dealer is no whole number, or the rules are none.

    Examples
    --------
    >>> game = load_game("five-hundred:american,players=3", dealer=2)
    >>> print(game)
    tricktake_five_hundred(dealer=2,options=players~3,preset=american)
    >>> import pyspiel
    >>> pyspiel.load_game(str(game)).num_players()
    3
    """
    params: dict[str, Any] = {"reward": _reward(reward).value}
    dealer = whole("dealer", dealer)
    before = {"scores": scores, "bags": bags, "sixes": sixes}
    if ending is not None:
        for key, value in {"dealer": dealer, **{key: len(many) for key, many in before.items()}}.items():
            if value:
                raise SetupError(f"an ending says itself what {key} is: it is given without")
        if rules is not None:
            raise SetupError("an ending says itself what the rules are: it is given without")
        text = ending if isinstance(ending, str) else ending.to_text()
        params["ending"] = _stored(text)
        name = text.partition("/")[0]
    else:
        found = rules_from("five-hundred" if rules is None else rules)
        name = type(found).__module__.split(".")[1].replace("fivehundred", "five-hundred")
        params["preset"], _, options = found.to_text().partition(",")
        params["dealer"] = dealer
        texts = {"options": options, **before}
        for key, many in texts.items():
            if len(many) and (isinstance(many, str) or any(many)):
                params[key] = _stored(many if isinstance(many, str) else ",".join(map(str, many)))
    if name not in _NAMES:
        raise SetupError(f"there is no game {name[:40]!r}; games are {', '.join(_NAMES)}")
    game: CardGame = pyspiel.load_game(_NAMES[name], params)
    return game


pyspiel.register_game(_type_of("five-hundred", Reward.POINTS), FiveHundredGame)
pyspiel.register_game(_type_of("spades", Reward.POINTS), SpadesGame)
