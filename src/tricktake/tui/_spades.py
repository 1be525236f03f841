"""Spades at the table: bids, what is put over to a partner, and what the plates say."""

from __future__ import annotations

from cardcore import CardOrder
from tricktake.actions import LOOK, Bid
from tricktake.cards import CardSet
from tricktake.cli.spades.table import score_rows as deal_rows
from tricktake.cli.spades.words import score_notes
from tricktake.cli.terminal import Terminal
from tricktake.spades import PACKS, BagStyle, Deal, View, bid_tricks
from tricktake.spades.orders import card_order
from tricktake.state import Phase
from tricktake.tui.choices import Box, Choice, reason
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.table import GameTable, ScoreSheet, score_rows

__all__ = ["SPADES"]

_A_ROW = 5
_SPECIALS = ("NIL", "1F", "2F", "SM", "B6", "BN")
_BLIND = ("B6", "BN")


def _order(view: View) -> CardOrder:
    return card_order(PACKS[view.rules.pack_name])


def _plate(glyphs: Glyphs, view: View, seat: int) -> str:
    bid = view.bids[seat]
    if view.phase is Phase.AUCTION:
        return f"bids {bid}" if bid is not None else "" if view.looked[seat] else "not looked"
    shown = "-" if bid is None else str(bid)
    jacks = view.caught[seat]
    caught = f" {glyphs.cards(jacks)}" if jacks else ""
    return f"{shown}: won {view.tricks[seat]}{caught}"


def _contract(glyphs: Glyphs, view: View) -> list[str]:
    rules = view.rules
    made = [bid for bid in view.bids if bid is not None]
    if len(made) < rules.players:
        said = sum([bid_tricks(rules, bid) for bid in made])
        return [
            f"bids so far: {said} of {rules.hand_size}" if made else f"{rules.hand_size} tricks to be won"
        ]
    lines = []
    if rules.partners:
        for side in rules.sides:
            need = sum([bid_tricks(rules, bid) for seat, bid in enumerate(view.bids) if seat in side and bid])
            won = sum([view.tricks[seat] for seat in side])
            lines.append(f"seats {'+'.join([str(seat) for seat in side])}: won {won} of {need}")
    else:
        said = sum([bid_tricks(rules, bid) for bid in made])
        lines.append(f"bids {said}, tricks {rules.hand_size}")
    if view.phase is Phase.PLAY:
        lines.append("spades are broken" if view.is_broken else "spades are not broken")
    return lines


def _sheet(view: View) -> ScoreSheet:
    rules = view.rules
    heads = ["side" if rules.partners else "seat", "score"]
    extra = []
    if rules.bag_style is BagStyle.ACCUMULATE:
        heads.append("bags")
        extra.append([str(bags) for bags in view.bags])
    goal = f"{rules.target} wins" + ("" if rules.lose_at is None else f", {rules.lose_at} loses")
    return ScoreSheet(heads=tuple(heads), rows=score_rows(view, extra), goal=goal)


def _result(terminal: Terminal, deal: Deal) -> list[str]:
    return [*deal_rows(deal), *score_notes(terminal, deal)]


def _put(view: View) -> tuple[int, str]:
    size = view.rules.bn_exchange
    return size, f"{size} card{'s' if size > 1 else ''} for your partner"


def _fresh(view: View) -> CardSet:
    if view.received is None or view.hand is None or view.finished or view.trick:
        return CardSet()
    return view.received & view.hand


def _note(view: View, bid: str) -> str:
    rules = view.rules
    return {
        "NIL": f"Nil: no trick at all, for {rules.nil_value}.",
        "1F": "One for fifty: exactly one trick, for 50.",
        "2F": "Two for forty: exactly two tricks, for 40.",
        "SM": f"Shoot the moon: {rules.sm_tricks} tricks or more, for 150.",
        "B6": "Blind six: six tricks or more, for 100, before you look.",
        "BN": f"Blind nil: no trick at all, for {rules.blind_nil_value}, before you look.",
    }.get(bid, f"{bid} trick{'s' if bid != '1' else ''} or more, 10 points each.")


def _choice(glyphs: Glyphs, view: View, text: str) -> Choice:
    bid = Bid(text)
    why = reason(glyphs, view, bid)
    return Choice(label=text, does=bid, why=why, note="" if why else _note(view, text))


def _box(glyphs: Glyphs, view: View, renounce: bool) -> Box | None:
    if view.phase is not Phase.AUCTION:
        return None
    in_use = [text for text in _SPECIALS if Bid(text) in view.rules.special_bids]
    if LOOK in view.legal_actions:  # CS-BID-5
        look = Choice(label="look at the cards", does=LOOK, note="Then you bid as usual.")
        blind = tuple([_choice(glyphs, view, text) for text in in_use if text in _BLIND])
        return Box(title="Your cards are unseen", rows=((look,), blind))
    numbers = [_choice(glyphs, view, str(level)) for level in range(1, view.sizes[view.seat] + 1)]
    rows = [tuple(numbers[at : at + _A_ROW]) for at in range(0, len(numbers), _A_ROW)]
    specials = [_choice(glyphs, view, text) for text in in_use]
    rows += [tuple(specials[at : at + _A_ROW]) for at in range(0, len(specials), _A_ROW)]
    return Box(title="Your bid", rows=tuple(rows))


SPADES = GameTable(
    order=_order,
    plate=_plate,
    contract=_contract,
    box=_box,
    put=_put,
    fresh=_fresh,
    sheet=_sheet,
    result=_result,
)
"""Spades at the table."""
