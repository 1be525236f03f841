"""The rules of a game of spades as one value.

``Rules`` holds every option of Cutthroat Spades for three to five players and of partnership spades for four;
its defaults are the official game for three. A variant is a value, never a subclass: take a preset and
``replace`` what differs. Clauses ``CS-…`` are those of ``docs/rules/cutthroat-spades.md``, whose section 10
lists the options; clauses ``SP-…`` those of ``docs/rules/partnership-spades.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NoReturn, cast

from tricktake._options import OptionTable
from tricktake._rules import GameRules
from tricktake.actions import Bid
from tricktake.cards import Card
from tricktake.errors import RulesError
from tricktake.spades.describe import describe
from tricktake.spades.options import OPTIONS, SPECIAL_BIDS, AwardMulti, BagStyle, FirstLead, LimitScope
from tricktake.spades.presets import CHANGES

__all__ = ["PRESETS", "Rules"]

# CS-DECK-1, SP-SIDE-3: players and jokers -> pack, cards in the largest hand
_PACKS: Mapping[tuple[int, int], tuple[str, int]] = {
    (3, 0): ("51", 17),
    (4, 0): ("52", 13),
    (5, 0): ("50", 10),
    (5, 2): ("54", 11),
    (5, 3): ("55", 11),
}
_SM_TRICKS: Mapping[int, int | None] = {3: 14, 4: None, 5: None}  # CS-BID-9
_BY_PLAYERS = cast("int | None", object())  # the default of sm_tricks until the number of players is known
_NIL_BIDS = frozenset((Bid("NIL"), Bid("BN")))


class _OptionNotPreset:
    """What ``Rules.partners`` is: on a value an option, so on the class no method that makes the preset."""

    def __call__(self, *args: object, **changes: object) -> NoReturn:
        raise TypeError(
            "Rules.partners is an option, True or False, and no preset; "
            "the preset is Rules.partners_500() or Rules.preset('partners')"
        )

    def __repr__(self) -> str:
        return "<option partners of Rules; the preset is Rules.partners_500()>"


class _RulesType(type):
    """Answers for the class where the name of a preset is that of an option; values do not come by here."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(GameRules, metaclass=_RulesType):
    """Every option of a game of spades; the defaults are the official game for three.

    Parameters
    ----------
    **options
        The fields below. Options with named settings take the enum member or its word, such as
        ``bag_style="per_hand"``; sets take members or texts, such as ``special_bids={"NIL", "BN"}``, and
        jacks are read in either order, ``JC`` or ``CJ``.

    Raises
    ------
    RulesError
        If a value is not allowed, or options cannot go together.

    Notes
    -----
    Each preset is a method of its name, but ``partners`` is :meth:`partners_500`, as ``partners`` is an
    option; :meth:`preset` takes every name.

    ``joker_first_lead`` and ``must_lead_2c`` have no meaning without jokers, nor has ``bag_rollover`` where
    bags do not add up; they are ignored there, as the rules ask.

    Examples
    --------
    >>> rules = Rules(players=4, target=300, awards={"JC"})
    >>> rules.sides, rules.hand_size, rules.sm_tricks
    (((0,), (1,), (2,), (3,)), 13, None)
    >>> rules
    Rules.from_text('four,target=300,awards=CJ')
    >>> Rules.preset("partners").sides
    ((0, 2), (1, 3))
    """

    _table: ClassVar[OptionTable] = OPTIONS

    players: int = 3  # pyright: ignore[reportIncompatibleMethodOverride]
    """Number of players, 3 to 5 (CS-DECK-1)."""
    jokers: int = 0
    """Jokers in the pack, 0, 2 or 3; the highest spades (CS-DECK-4)."""
    partners: bool = False
    """Whether seats 0 and 2 play against seats 1 and 3 (SP-SIDE-1)."""
    target: int = 500
    """Score that wins the game (CS-END-1)."""
    lose_at: int | None = None
    """Score at which a side has lost the game; None for no such score (SP-END-2)."""
    bag_style: BagStyle = BagStyle.ACCUMULATE
    """Whether bags add up or cost points at once (CS-BAG-1, CS-BAG-3)."""
    bag_limit: int | None = 10
    """Bags that cost ten points each; None where they do not add up (CS-BAG-1)."""
    bag_rollover: bool = False
    """Whether bags above the limit are kept, and only full limits cost (CS-BAG-2)."""
    bag_points: int = 0
    """Points of a new bag, 0 or 1 (CS-SCORE-3)."""
    nil_fail_bags: bool = False
    """Whether tricks of a failed nil are bags (CS-SCORE-2, SP-SCORE-3)."""
    nil_fail_helps: bool = False
    """Whether tricks of a failed nil count for the partner's number (SP-SCORE-4)."""
    nil_value: int = 100
    """Points of a nil, won or lost (CS-BID-4, SP-SCORE-2)."""
    blind_nil_value: int = 200
    """Points of a blind nil, won or lost (CS-BID-4, SP-SCORE-2)."""
    bn_behind: int | None = None
    """Points a side must be behind to bid blind nil; None for no condition (CS-BID-8, SP-BID-3)."""
    bn_exchange: int = 0
    """Cards a blind nil bidder exchanges with his partner, 0 to 3 (SP-BID-4)."""
    b6_limit: int | None = 1
    """How often blind six may be bid in a game; None for no limit (CS-BID-7)."""
    b6_limit_scope: LimitScope = LimitScope.PLAYER
    """Whether the limit is each player's or the table's (CS-BID-7)."""
    b6_behind: int = 50
    """Points a player must be behind to bid blind six; 0: everybody may (CS-BID-6)."""
    special_bids: frozenset[Bid] = frozenset(SPECIAL_BIDS.values())
    """The special bids in use (CS-BID-3)."""
    sm_tricks: int | None = _BY_PLAYERS
    """Tricks of shoot the moon; None for no such bid, the default of four and five (CS-BID-9)."""
    awards: frozenset[Card] = frozenset((Card.CJ, Card.DJ))
    """The award jacks in use (CS-AWARD-1)."""
    award_points: int = 10
    """Points of the jacks of clubs and of diamonds (CS-AWARD-2)."""
    award_multi: AwardMulti = AwardMulti.ONE_OR_ALL3
    """What several award jacks bring (CS-AWARD-3, CS-AWARD-6)."""
    wins_needed: int = 5
    """Games that win a tourney (CS-TOUR-1)."""
    hook: bool = False
    """Whether the bids may not add up to the number of tricks (CS-BID-10)."""
    joker_first_lead: FirstLead = FirstLead.TWO_OF_CLUBS
    """Who leads first where there are jokers (CS-PLAY-7)."""
    must_lead_2c: bool = False
    """Whether who leads first because he holds the two of clubs must lead it (CS-PLAY-7)."""

    def __post_init__(self) -> None:
        if self.sm_tricks is _BY_PLAYERS:
            object.__setattr__(self, "sm_tricks", _SM_TRICKS.get(self.players))
        self._check_options()
        if self.jokers and self.players != 5:
            raise RulesError(
                f"jokers={self.jokers} needs players=5; got players={self.players}", option="jokers"
            )
        if (self.bag_limit is None) != (self.bag_style is BagStyle.PER_HAND):
            raise RulesError(
                f"bag_style={self.bag_style.value} and bag_limit={self.bag_limit} cannot go together: "
                "bag_limit is None exactly where bags do not add up (CS-BAG-3)",
                option="bag_limit",
            )
        if self.sm_tricks is not None and self.sm_tricks > self.hand_size:
            raise RulesError(
                f"sm_tricks={self.sm_tricks} is more than the {self.hand_size} cards of a hand",
                option="sm_tricks",
            )
        self._check_partners()

    def _check_partners(self) -> None:
        """Section 5 of the partnership rules: what only goes with partners, and what does not."""
        if self.partners:
            if self.players != 4:
                raise RulesError(f"partners needs players=4; got players={self.players}", option="partners")
            if not self.special_bids <= _NIL_BIDS:  # SP-BID-1
                strange = OPTIONS.write("special_bids", self.special_bids - _NIL_BIDS)
                raise RulesError(
                    f"with partners special_bids may hold NIL and BN only; got {strange} too",
                    option="special_bids",
                )
            return
        for name, off in (("bn_exchange", 0), ("nil_fail_helps", False), ("lose_at", None)):
            if getattr(self, name) != off:
                raise RulesError(f"{name}={getattr(self, name)} needs partners=True", option=name)

    def __hash__(self) -> int:
        return self._kept_hash()

    @classmethod
    def _presets(cls) -> Mapping[str, Rules]:
        return PRESETS

    def _follow(self, changes: Mapping[str, object]) -> dict[str, object]:
        # CS-BID-9: the default of sm_tricks goes with the number of players
        default = self.sm_tricks == _SM_TRICKS[self.players]
        return {"sm_tricks": _BY_PLAYERS} if "players" in changes and default else {}

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that score together: everybody for himself, or partners (SP-SIDE-1)."""
        return ((0, 2), (1, 3)) if self.partners else tuple([(seat,) for seat in range(self.players)])

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to.

        Parameters
        ----------
        seat : int
            From 0.

        Returns
        -------
        int
            An index into :attr:`sides`.

        Raises
        ------
        IndexError
            If there is no such seat.

        Examples
        --------
        >>> Rules.preset("partners").side_of(2), Rules().side_of(2)
        (0, 2)
        """
        if not 0 <= seat < self.players:
            raise IndexError(f"seat {seat} is not in 0..{self.players - 1}")
        return seat % 2 if self.partners else seat

    @property
    def pack_name(self) -> str:
        """Name of the pack in ``PACKS`` (CS-DECK-1)."""
        return _PACKS[self.players, self.jokers][0]

    @property
    def hand_size(self) -> int:
        """Cards in the largest hand, and tricks in a deal (CS-DECK-1)."""
        return _PACKS[self.players, self.jokers][1]

    def hand_sizes(self, dealer: int) -> tuple[int, ...]:
        """Cards dealt to each seat (CS-DECK-1).

        Parameters
        ----------
        dealer : int
            Seat that deals; with two jokers he gets one card less.

        Returns
        -------
        tuple of int
            By seat.

        Examples
        --------
        >>> Rules.five_2_jokers().hand_sizes(4)
        (11, 11, 11, 11, 10)
        """
        short = self.jokers == 2
        return tuple([self.hand_size - (short and seat == dealer) for seat in range(self.players)])

    @classmethod
    def preset(cls, name: str, **changes: object) -> Rules:
        """Return a named preset, with changes.

        Parameters
        ----------
        name : str
            A key of ``PRESETS``.
        **changes
            Options that differ from the preset, the number of players among them.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If there is no such preset or option, a value is not allowed, or options cannot go together.

        Examples
        --------
        >>> Rules.preset("short_limit5", players=5).target
        300
        >>> try:
        ...     Rules.preset("oficial")
        ... except ValueError as error:
        ...     print(str(error).partition(";")[0])
        there is no preset 'oficial' (did you mean 'official'?)
        """
        return cls._named(name).replace(**changes)

    @classmethod
    def official(cls, **changes: object) -> Rules:
        """Return the official game, all options at their defaults; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.official() == Rules(), Rules.official(players=4) == Rules.four()
        (True, True)
        """
        return cls.preset("official", **changes)

    @classmethod
    def short_limit5(cls, **changes: object) -> Rules:
        """Return the short game to 300 with a limit of five bags; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.short_limit5().bag_limit
        5
        """
        return cls.preset("short_limit5", **changes)

    @classmethod
    def short_minus10(cls, **changes: object) -> Rules:
        """Return the short game to 300 where each bag costs ten points; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.short_minus10().bag_style
        <BagStyle.PER_HAND: 'per_hand'>
        """
        return cls.preset("short_minus10", **changes)

    @classmethod
    def long_three_jacks(cls, **changes: object) -> Rules:
        """Return the long game with three award jacks; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> len(Rules.long_three_jacks().awards)
        3
        """
        return cls.preset("long_three_jacks", **changes)

    @classmethod
    def four(cls, **changes: object) -> Rules:
        """Return the official game for four; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.four().hand_size
        13
        """
        return cls.preset("four", **changes)

    @classmethod
    def five(cls, **changes: object) -> Rules:
        """Return the official game for five; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.five().hand_size
        10
        """
        return cls.preset("five", **changes)

    @classmethod
    def five_2_jokers(cls, **changes: object) -> Rules:
        """Return the official game for five with two jokers; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.five_2_jokers().pack_name
        '54'
        """
        return cls.preset("five_2_jokers", **changes)

    @classmethod
    def five_3_jokers(cls, **changes: object) -> Rules:
        """Return the official game for five with three jokers; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.five_3_jokers().pack_name
        '55'
        """
        return cls.preset("five_3_jokers", **changes)

    @classmethod
    def partners_500(cls, **changes: object) -> Rules:
        """Return partnership spades to 500, the preset ``partners``; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.partners_500().bag_points
        1
        """
        return cls.preset("partners", **changes)

    @classmethod
    def partners_no_blind(cls, **changes: object) -> Rules:
        """Return partnership spades to 500 without blind nil; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> [bid.text for bid in Rules.partners_no_blind().special_bids]
        ['NIL']
        """
        return cls.preset("partners_no_blind", **changes)

    @classmethod
    def partners_nil_helps(cls, **changes: object) -> Rules:
        """Return partnership spades where a failed nil's tricks help; changes as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.partners_nil_helps().nil_fail_helps
        True
        """
        return cls.preset("partners_nil_helps", **changes)

    def describe(self) -> str:
        """Say in words what these rules are.

        Returns
        -------
        str
            Several lines, for a player to read.

        Examples
        --------
        >>> print(Rules().describe())
        Players: 3; everybody for himself.
        Pack: 51 cards (no C2), 17 to each player.
        Bids: 1 to 17 for 10 a trick, won or lost; nil for 100; exactly one for fifty; exactly two for
            forty; shoot the moon with 14 tricks for 150.
        Blind bids: six for 100 when 50 behind, once a game for each player; nil for 200.
        Play: the player on the dealer's left leads first; spades are trumps and are led once broken.
        Bags: no points; 10 or more cost 10 each, then they start again at 0; tricks of a failed nil are no
            bags.
        Award jacks: clubs and diamonds 10 points each; two in one hand pay nothing.
        End: 500 wins the game by the highest score alone; 5 games win a tourney.
        """
        return describe(self)


_PARTNERS = _OptionNotPreset()
type.__setattr__(_RulesType, "partners", property(lambda cls: _PARTNERS))  # after the dataclass is made

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {name: Rules().replace(**changes) for name, changes in CHANGES.items()}
)
"""The presets of the rules documents by name."""
