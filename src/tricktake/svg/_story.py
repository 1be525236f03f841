"""What a table picture says in words: who is to act, what the contract is, how it ended."""

from __future__ import annotations

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.cards import Card
from tricktake.state import Phase
from tricktake.svg._facts import TableFacts
from tricktake.svg._options import short
from tricktake.svg._words import Label, call_label, contract_label

__all__ = ["game_words", "headline", "story", "view_words"]

_ACTS = {
    Phase.AUCTION: "to call",
    Phase.FINAL_RAISE: "to stand or raise",
    Phase.EXCHANGE: "to put cards away",
    Phase.PARTNER: "to call a partner",
    Phase.NOMINATION: "to name a suit for the joker",
    Phase.PLAY: "to play",
}


def view_words(facts: TableFacts) -> str:
    """The game and who sees it.

    Parameters
    ----------
    facts : TableFacts

    Returns
    -------
    str
    """
    game = game_words(facts)
    if facts.viewer is None:
        return f"{game}, all hands open"
    return f"{game}, seen by {short(facts.names[facts.viewer])}"


def game_words(facts: TableFacts) -> str:
    """The name of the game.

    Parameters
    ----------
    facts : TableFacts

    Returns
    -------
    str
    """
    return "Spades" if isinstance(facts.source, (sp.View, sp.Deal)) else "Five Hundred"


def headline(facts: TableFacts) -> Label:
    """The contract, the high bid, or what the bids come to.

    Parameters
    ----------
    facts : TableFacts

    Returns
    -------
    Label
    """
    source, names = facts.source, facts.names
    if isinstance(source, (sp.View, sp.Deal)):
        return _spades_headline(source)
    contract = source.contract
    if contract is not None:
        who = short(names[contract.contractor])
        if contract.is_misere:
            return contract_label(contract, f" by {who}, who must win no trick")
        won = sum([source.tricks[seat] for seat in contract.side])
        has = f", {won} won" if source.phase is Phase.PLAY else ""
        return contract_label(contract, f" by {who}: {contract.target} tricks needed{has}")
    if source.high is not None and source.high_seat is not None:
        bid = call_label(source.high)
        by = f" by {short(names[source.high_seat])}"
        if bid.suit is None:
            return Label(f"high bid {bid.text}{by}")
        return Label(f"high bid {bid.text}", bid.suit, bid.after + by)
    if source.phase is Phase.OVER and not source.finished:
        return Label("thrown in: all have passed")
    if source.phase in (Phase.PLAY, Phase.OVER):
        return Label("no contract: all have passed")
    return Label("nobody has bid yet")


def _spades_headline(source: sp.View | sp.Deal) -> Label:
    bids = [bid for bid in source.bids if bid is not None]
    size = source.rules.hand_size
    if not bids:
        return Label("nobody has bid yet")
    announced = sum([sp.bid_tricks(source.rules, bid) for bid in bids])
    done = "" if len(bids) == source.rules.players else " so far"
    return Label(f"{announced} tricks bid{done}, {size} to be won")


def story(facts: TableFacts) -> list[Label]:
    """What else there is to say, each in a few words.

    Parameters
    ----------
    facts : TableFacts

    Returns
    -------
    list of Label
    """
    source = facts.source
    found = []
    if facts.turn is not None:
        act = _ACTS[source.phase]
        if isinstance(source, (sp.View, sp.Deal)):
            act = {"to call": "to bid", "to put cards away": "to put cards over"}.get(act, act)
        if source.phase is Phase.PLAY and not facts.trick:
            act = "to lead"
        found.append(Label(f"{short(facts.names[facts.turn])} {act}"))
    if isinstance(source, (sp.View, sp.Deal)):
        if source.phase is Phase.PLAY:
            found.append(Label("spades are broken" if source.is_broken else "spades are not broken"))
        if source.phase is Phase.OVER:
            found.append(Label("the deal is over"))
        return found
    if source.phase is Phase.OVER:
        found.append(Label(_ending(source)))
    if source.nominated is not None:
        found.append(Label("the joker is one of the ", source.nominated))
    called = source.called
    if isinstance(called, Card):
        found.append(Label("called ", called.suit, called.name[1:]))
    elif called is not None:
        found.append(Label(f"called {short(facts.names[called])}"))
    return found


def _ending(source: fh.View | fh.Deal) -> str:
    """How a deal of Five Hundred has ended."""
    contract = source.contract
    if contract is None:
        return "the deal is over"
    if contract.is_misere:
        won = source.tricks[contract.contractor]
        return "made" if won == 0 else f"lost, with {won} trick{'' if won == 1 else 's'}"
    won = sum([source.tricks[seat] for seat in contract.side])
    return f"{'made' if won >= contract.target else 'lost'}, with {won} trick{'' if won == 1 else 's'}"
