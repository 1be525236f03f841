"""The rules of a game of Five Hundred as one value.

``Rules`` holds every option, for two to six players; its defaults are the Australian game for four. A
variant is a value, never a subclass: take a preset and :meth:`Rules.replace` what differs. The clauses
named here are those of ``docs/rules/five-hundred.md``, whose section 14 lists the options and section 15
the presets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tricktake._options import OptionTable
from tricktake._rules import GameRules
from tricktake.errors import RulesError
from tricktake.fivehundred.describe import describe
from tricktake.fivehundred.options import (
    OPTIONS,
    AllPass,
    AuctionStyle,
    DefenderTricks,
    FinalRaise,
    FiveCallBar,
    FivePartner,
    FiveShare,
    JokerFollow,
    JokerLead,
    JokerMisereVoid,
    JokerNomination,
    MisereRank,
    OpenExposure,
    SansKittyRank,
    Schedule,
    Teams6,
    TwoPlayer,
    WinRule,
)
from tricktake.fivehundred.packs import PACK_SPECS
from tricktake.fivehundred.presets import CHANGES

__all__ = ["PRESETS", "Rules"]

# FH-GEN-2: which seats score together, by number of players.
_TEAMS: Mapping[tuple[int, Teams6], tuple[tuple[int, ...], ...]] = {
    (4, Teams6.TWO_THREES): ((0, 2), (1, 3)),
    (4, Teams6.THREE_PAIRS): ((0, 2), (1, 3)),
    (6, Teams6.TWO_THREES): ((0, 2, 4), (1, 3, 5)),
    (6, Teams6.THREE_PAIRS): ((0, 3), (1, 4), (2, 5)),
}
_TWO_PLAYER_PACKS = {TwoPlayer.TABLE: "43", TwoPlayer.DEAD_HAND: "33", TwoPlayer.SHORT24: "24"}
_PACKS = {3: "33", 5: "53", 6: "63"}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(GameRules):
    """Every option of a game of Five Hundred; the defaults are the Australian game.

    Parameters
    ----------
    **options
        The fields below. Options with named settings take the enum member or its word, such as
        ``joker_lead="any_suit"``.

    Raises
    ------
    RulesError
        If a value is not allowed, or options cannot go together.

    Notes
    -----
    Options that have no meaning beside another one, such as ``pass_final`` in an auction of one round, are
    ignored, as section 14 of the rules asks.

    Examples
    --------
    >>> rules = Rules(defender_cap=490, joker_lead="any_suit")
    >>> rules.joker_lead, rules.sides, rules.kitty_size
    (<JokerLead.ANY_SUIT: 'any_suit'>, ((0, 2), (1, 3)), 3)
    >>> rules
    Rules.from_text('australian_490,joker_lead=any_suit')
    >>> Rules.american().replace(deck4=43).to_text()
    'american,deck4=43'
    """

    _table: ClassVar[OptionTable] = OPTIONS

    players: int = 4  # pyright: ignore[reportIncompatibleMethodOverride]
    """Number of players, 2 to 6 (FH-GEN-2)."""
    two_player: TwoPlayer = TwoPlayer.TABLE
    """Which game two players play (FH-P2-1, FH-P2-8, FH-P2-9)."""
    deck4: int = 43
    """Cards in the pack of the four-player game, 43 or 45 (FH-DECK-1)."""
    teams6: Teams6 = Teams6.TWO_THREES
    """The teams of six players (FH-P6-1, FH-P6-2)."""
    schedule: Schedule = Schedule.AVONDALE
    """What numeric bids are worth (FH-SCORE-1, FH-SCORE-9)."""
    target: int = 500
    """Score that wins the game (FH-END-1, FH-END-7)."""
    lose_at: int | None = -500
    """Score that loses the game; None for no such score (FH-END-2, FH-END-7)."""
    auction: AuctionStyle = AuctionStyle.MULTI
    """Whether calling goes round until all others have passed, or once (FH-BID-12, FH-BID-15)."""
    pass_final: bool = True
    """Whether a player who has passed is out of the auction (FH-BID-11)."""
    final_raise: FinalRaise = FinalRaise.NONE
    """Whether a high bidder may raise his own unopposed bid (FH-BID-13)."""
    inkle: bool = False
    """Whether bids of six are signals by the first two callers and no contracts (FH-BID-18)."""
    all_pass: AllPass = AllPass.THROW_IN
    """What happens when all players pass (FH-BID-14)."""
    misere: bool = True
    """Whether misère may be bid (FH-BID-5)."""
    open_misere: bool = True
    """Whether open misère may be bid (FH-BID-6)."""
    blind_misere: bool = True
    """Whether blind misère may be bid, so that hands are unseen until a player looks (FH-BID-7, FH-BID-8)."""
    misere_requires_7: bool = True
    """Whether misère needs an earlier bid of seven (FH-BID-5)."""
    open_misere_requires_8: bool = False
    """Whether open misère needs an earlier numeric bid of eight or more (FH-BID-6)."""
    misere_rank: MisereRank = MisereRank.BETWEEN_7_8
    """Where misère stands among the bids (FH-BID-5, FH-BID-17)."""
    misere_value: int = 250
    """Points of misère (FH-SCORE-1)."""
    open_misere_value: int = 500
    """Points of open misère (FH-SCORE-1)."""
    blind_misere_value: int = 500
    """Points of blind misère (FH-SCORE-1)."""
    sans_kitty: bool = True
    """Whether bids may renounce the kitty (FH-BID-9)."""
    sans_kitty_rank: SansKittyRank = SansKittyRank.SAME
    """Whether such a bid ranks above its twin (FH-BID-10)."""
    sans_kitty_mult: int = 1
    """By how much such a contract multiplies its points, 1 or 2 (FH-BID-10)."""
    joker_nomination: JokerNomination = JokerNomination.CONTRACTOR
    """Who may give the joker a suit in no trumps (FH-JOK-2)."""
    joker_lead: JokerLead = JokerLead.UNLED_SUIT
    """When a suitless joker may be led (FH-JOK-8, FH-JOK-9, FH-JOK-11)."""
    joker_follow: JokerFollow = JokerFollow.VOID_ONLY
    """When a suitless joker may be played to a lead in a numeric contract (FH-JOK-5, FH-JOK-11)."""
    joker_misere_void: JokerMisereVoid = JokerMisereVoid.MUST
    """Whether a void player must play a suitless joker in a misère (FH-JOK-7)."""
    open_exposure: OpenExposure = OpenExposure.AFTER_FIRST_TRICK
    """When the hand of an open misère is exposed (FH-MIS-4)."""
    misere_stop: bool = False
    """Whether a misère ends at the first trick its contractor wins (FH-MIS-8)."""
    slam_value: int = 250
    """Points of a contract that is worth less, if its side wins every trick; 0 for none (FH-SCORE-3)."""
    defender_tricks: DefenderTricks = DefenderTricks.ALWAYS
    """When defenders score ten for each of their tricks (FH-SCORE-5)."""
    defender_cap: int | None = None
    """Score above which tricks of defenders lift nobody; None for no limit (FH-SCORE-8)."""
    win_rule: WinRule = WinRule.CONTRACT
    """Whether only a contract made wins the game (FH-END-3, FH-END-6)."""
    five_partner: FivePartner = FivePartner.CALL_CARD_SECRET
    """How a contractor of five players finds a partner (FH-P5-2)."""
    five_call_bar: FiveCallBar = FiveCallBar.NO_BOWERS
    """Which cards may not be called, besides the joker (FH-P5-3)."""
    five_secret_alone: bool = False
    """Whether a contractor may call a card of his own, and so play alone in secret (FH-P5-4)."""
    five_share: FiveShare = FiveShare.HALF
    """What contractor and partner of five players each score (FH-P5-6)."""

    def __post_init__(self) -> None:
        self._check_options()
        if self.schedule in (Schedule.ORIGINAL, Schedule.INVERTED) and (
            self.misere or self.open_misere or self.blind_misere
        ):
            raise RulesError(  # FH-BID-19
                f"schedule {self.schedule.value} ranks bids by value, where misère has no place; "
                "misere, open_misere and blind_misere must be False"
            )
        if self.final_raise is not FinalRaise.NONE and (
            self.auction is AuctionStyle.SINGLE or not self.pass_final
        ):
            raise RulesError(  # FH-BID-13
                f"final_raise {self.final_raise.value} needs an auction that passes bring to an end; "
                "auction must be multi and pass_final True"
            )

    def __hash__(self) -> int:
        return self._kept_hash()

    @classmethod
    def _presets(cls) -> Mapping[str, Rules]:
        return PRESETS

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that keep score together: teams of four or six, else each player (FH-GEN-2)."""
        alone = tuple([(seat,) for seat in range(self.players)])
        return _TEAMS.get((self.players, self.teams6), alone)

    @property
    def has_tables(self) -> bool:
        """Whether the two players have cards on the table (FH-P2-1)."""
        return self.players == 2 and self.two_player is TwoPlayer.TABLE

    @property
    def has_dead_hand(self) -> bool:
        """Whether a third hand is dealt to nobody (FH-P2-8)."""
        return self.players == 2 and self.two_player is TwoPlayer.DEAD_HAND

    @property
    def looks(self) -> bool:
        """Whether hands are unseen until their owners look, so that blind misère can be bid (FH-BID-8)."""
        return self.blind_misere and not self.has_tables  # FH-P2-3

    @property
    def calls_partner(self) -> bool:
        """Whether the contractor of a numeric contract calls a partner or plays alone (FH-P5-1)."""
        return self.players == 5 and self.five_partner is not FivePartner.ALONE

    @property
    def pack_name(self) -> str:
        """Name of the pack in ``PACKS`` (FH-DECK-1)."""
        if self.players == 2:
            return _TWO_PLAYER_PACKS[self.two_player]
        return str(self.deck4) if self.players == 4 else _PACKS[self.players]

    @property
    def kitty_size(self) -> int:
        """Cards in the kitty (FH-DECK-1)."""
        return PACK_SPECS[self.pack_name].kitty

    @property
    def hand_size(self) -> int:
        """Cards in a hand, and tricks in a deal (FH-DEAL-1)."""
        return PACK_SPECS[self.pack_name].hand_size

    @classmethod
    def preset(cls, name: str, *, players: int = 4, **changes: object) -> Rules:
        """Return a named preset, with changes.

        Parameters
        ----------
        name : str
            A key of ``PRESETS``.
        players : int, default 4
            Number of players.
        **changes
            Options that differ from the preset.

        Returns
        -------
        Rules

        Raises
        ------
        RulesError
            If there is no such preset or option, a value is not allowed, or options cannot go together.

        Examples
        --------
        >>> Rules.preset("american", deck4=43).win_rule
        <WinRule.ANY: 'any'>
        >>> try:
        ...     Rules.preset("austrian")
        ... except ValueError as error:
        ...     print(str(error).partition(";")[0])
        there is no preset 'austrian' (did you mean 'australian'?)
        """
        return cls._named(name).replace(players=players, **changes)

    @classmethod
    def australian(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the Australian game, all options at their defaults.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.australian(players=4) == Rules()
        True
        """
        return cls.preset("australian", players=players, **changes)

    @classmethod
    def australian_490(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the Australian game with the joker led last and the 490 rule.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.australian_490().defender_cap
        490
        """
        return cls.preset("australian_490", players=players, **changes)

    @classmethod
    def free_misere(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the Australian game where misère needs no bid of seven.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.free_misere().misere_requires_7
        False
        """
        return cls.preset("free_misere", players=players, **changes)

    @classmethod
    def no_misere(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the Australian game without any misère.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.no_misere().open_misere
        False
        """
        return cls.preset("no_misere", players=players, **changes)

    @classmethod
    def kitchen(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the simplest game: no misère, and the kitty is always taken.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.kitchen().sans_kitty
        False
        """
        return cls.preset("kitchen", players=players, **changes)

    @classmethod
    def american(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the American game: one round of calls, 45 cards, nullo between 8S and 8C.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.american().auction, Rules.american().kitty_size
        (<AuctionStyle.SINGLE: 'single'>, 5)
        """
        return cls.preset("american", players=players, **changes)

    @classmethod
    def hoyle_original(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the game of the older American rule books, whose bids rank by value.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.hoyle_original().schedule
        <Schedule.ORIGINAL: 'original'>
        """
        return cls.preset("hoyle_original", players=players, **changes)

    @classmethod
    def perfect(cls, *, players: int = 4, **changes: object) -> Rules:
        """Return the Australian game with the schedule where every numeric bid is worth 20 less.

        Players and changes are given as for :meth:`preset`.

        Returns
        -------
        Rules

        Examples
        --------
        >>> Rules.perfect().schedule
        <Schedule.PERFECT: 'perfect'>
        """
        return cls.preset("perfect", players=players, **changes)

    def describe(self) -> str:
        """Say in words what these rules are.

        Returns
        -------
        str
            Several lines, for a player to read.

        Examples
        --------
        >>> print(Rules().describe())
        Players: 4; seats 0 2 against seats 1 3.
        Pack: 43 cards, 10 to each player, 3 to the kitty.
        Auction: calling goes on until all others have passed; a pass is final; if all pass, the deal is
            thrown in.
        Bids: avondale values; misère 250, between the sevens and the eights and after a bid of seven; open
            misère 500, exposed after the first trick; blind misère 500; any bid sans kitty.
        Joker at no trumps: a contractor who holds it may give it a suit; without a suit it wins its trick;
            it is played only when void in the suit led; in a misère it must be played when void; it is led
            naming a suit not led before.
        Score: the value of the bid, won or lost; all tricks win at least 250; 10 for each trick of
            defenders; 500 wins by a contract made; -500 loses.
        """
        return describe(self)


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {name: Rules().replace(**changes) for name, changes in CHANGES.items()}
)
"""The presets of the rules document, section 15, by name."""
