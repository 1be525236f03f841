"""Five Hundred at the table: the bidding box, partners and the joker, and what the plates say."""

from __future__ import annotations

from types import MappingProxyType

from cardcore import CardOrder
from tricktake.actions import ALONE, LOOK, PASS, STAND, Action, Bid, BidKind, CallPartner, Nominate
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.cli.fivehundred.words import deal_result, not_in_play
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import PACKS, Deal, FivePartner, View, bid_table
from tricktake.fivehundred.orders import card_order
from tricktake.state import Phase
from tricktake.tui.choices import Box, Choice, Command, reason
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.table import GameTable, ScoreSheet, score_rows

__all__ = ["FIVE_HUNDRED"]

_STRAINS = ("spades", "clubs", "diamonds", "hearts", "no trumps")
_MISERES = ("M", "OM", "BM")


def _order(view: View) -> CardOrder:
    strain = Strain.NO_TRUMP if view.contract is None else view.contract.strain
    return card_order(PACKS[view.rules.pack_name], strain, view.nominated)


# ---- what the plates and the panel say -------------------------------------------------------------------


def _plate(glyphs: Glyphs, view: View, seat: int) -> str:
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        calls = " ".join([glyphs.action(call.call) for call in view.calls if call.seat == seat])
        return calls or ("" if view.looked[seat] or not view.rules.looks else "not looked")
    if seat in view.sits_out:
        return "sits out"
    contract = view.contract
    part = ""
    if contract is not None and seat == contract.contractor:
        part = f"{glyphs.bid(contract.bid)} "
    elif contract is not None and view.rules.players == 5 and seat in contract.side:
        part = "partner "
    return f"{part}won {view.tricks[seat]}"


def _contract(glyphs: Glyphs, view: View) -> list[str]:
    contract = view.contract
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        if view.high is None:
            return ["nobody has bid yet"]
        return [f"high bid {glyphs.bid(view.high)} by seat {view.high_seat}"]
    if contract is None:
        return ["no contract: no trumps,", "10 for every trick"] if not view.is_over else ["all passed"]
    stake = bid_table(view.rules).stake(contract.bid)
    others = sorted(contract.side - {contract.contractor} - view.sits_out)
    lines = [f"{glyphs.bid(contract.bid)} by seat {contract.contractor}, for {stake}"]
    if others:
        lines.append(f"with seat {' and '.join([str(seat) for seat in others])}")
    won = sum([view.tricks[seat] for seat in contract.side])
    against = sum(view.tricks) - won
    if contract.is_misere:
        lines.append("must win no trick" if not won else f"has won {won}")
    else:
        lines.append(f"won {won} of {contract.target}, others {against}")
    lines += _called(glyphs, view)
    if contract.strain is Strain.NO_TRUMP and view.phase is Phase.PLAY and view.rules.pack_name != "24":
        suit = "no suit" if view.nominated is None else glyphs.suit(view.nominated)
        lines.append(f"the joker: {suit}")
    return lines


def _called(glyphs: Glyphs, view: View) -> list[str]:
    """What the seat knows of a partner of five players."""
    contract, called = view.contract, view.called
    if contract is None or called is None:
        return []
    if not isinstance(called, Card):
        return []
    card, partners = glyphs.card(called), contract.side - {contract.contractor}
    if not view.knows_partner:
        return [f"called {card}, not shown yet"]
    if view.seat in partners:
        return [f"called {card}: it is you"]
    return [f"called {card}: seat {min(partners)}" if partners else f"called {card}: nobody"]


def _sheet(view: View) -> ScoreSheet:
    rules = view.rules
    goal = f"{rules.target} wins" + ("" if rules.lose_at is None else f", {rules.lose_at} loses")
    return ScoreSheet(
        heads=("side" if len(rules.sides[0]) > 1 else "seat", "score"), rows=score_rows(view), goal=goal
    )


def _result(terminal: Terminal, deal: Deal) -> list[str]:
    lines = deal_result(deal)
    if not lines:
        return ["Nobody scores."]
    absent = not_in_play(terminal, deal)
    return [absent, *lines] if absent else lines


# ---- what is to be chosen --------------------------------------------------------------------------------


def _put(view: View) -> tuple[int, str]:
    size = view.rules.kitty_size
    return size, f"Put away {size} card{'s' if size > 1 else ''}"


def _fresh(view: View) -> CardSet:
    if view.phase is not Phase.EXCHANGE or view.kitty is None:
        return CardSet()
    return view.kitty


def _box(glyphs: Glyphs, view: View, renounce: bool) -> Box | None:
    if view.phase is Phase.PARTNER:
        return _partner_box(glyphs, view)
    if view.phase is Phase.NOMINATION:
        return _nomination_box(glyphs, view)
    if view.phase is Phase.AUCTION and LOOK in view.legal_actions:
        return _unseen_box(glyphs, view)
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        return _bidding_box(glyphs, view, renounce)
    return None


def _bid(text: str, renounce: bool) -> Bid:
    return Bid(f"{text}-SK" if renounce else text)


def _bid_choice(glyphs: Glyphs, view: View, text: str, renounce: bool) -> Choice:
    bid = _bid(text, renounce)
    why = reason(glyphs, view, bid)
    return Choice(label=glyphs.bid(bid.plain), does=bid, why=why, note="" if why else _bid_note(view, bid))


def _bid_note(view: View, bid: Bid) -> str:
    stake = bid_table(view.rules).stake(bid)
    kitty = ", without the kitty" if bid.sans_kitty else ""
    if bid.kind is BidKind.NUMERIC and bid.strain is not None:
        return f"{bid.level} tricks with {_STRAINS[bid.strain]}, for {stake}{kitty}."
    blind = ", before you look" if bid.is_blind else ""
    return f"{bid.kind.value.capitalize()}: no trick at all, for {stake}{blind}{kitty}."


def _misere_choices(glyphs: Glyphs, view: View, renounce: bool) -> tuple[Choice, ...]:
    """The misères these rules have."""
    table = bid_table(view.rules)
    return tuple(
        [_bid_choice(glyphs, view, text, renounce) for text in _MISERES if _bid(text, renounce) in table]
    )


def _renounce_choice(view: View, renounce: bool) -> tuple[Choice, ...]:
    if not view.rules.sans_kitty:
        return ()
    note = "Bids are without the kitty now." if renounce else "Bid without taking the kitty."
    return (Choice(label="kitty: no" if renounce else "kitty: yes", does=Command.RENOUNCE, note=note),)


def _bidding_box(glyphs: Glyphs, view: View, renounce: bool) -> Box:
    final = view.phase is Phase.FINAL_RAISE
    quiet: Action = STAND if final else PASS
    quiet_choice = Choice(
        label="stand" if final else "pass",
        does=quiet,
        why=reason(glyphs, view, quiet),
        note="Keep the bid." if final else "",
    )
    rows = [
        tuple([_bid_choice(glyphs, view, f"{level}{strain.letter}", renounce) for strain in Strain])
        for level in range(6, 11)
    ]
    miseres = _misere_choices(glyphs, view, renounce)
    if miseres:
        rows.append(miseres)
    toggle = _renounce_choice(view, renounce)
    rows.append((quiet_choice, *toggle))
    keys = {"p": quiet_choice} | ({"k": toggle[0]} if toggle else {})
    title = "Stand or raise" if final else "Your call"
    return Box(title=title, rows=tuple(rows), keys=MappingProxyType(keys))


def _unseen_box(glyphs: Glyphs, view: View) -> Box:
    """Before looking: look, or bid blind (FH-BID-8)."""
    look = Choice(label="look at the cards", does=LOOK, note="Then you call as usual.")
    blind = tuple(
        [
            Choice(
                label="blind misère" + (" without kitty" if sk else ""), does=bid, note=_bid_note(view, bid)
            )
            for sk in (False, True)
            for bid in [_bid("BM", sk)]
            if bid in view.legal_actions
        ]
    )
    return Box(title="Your cards are unseen", rows=((look,), *[(choice,) for choice in blind]))


def _partner_box(glyphs: Glyphs, view: View) -> Box:
    alone = Choice(label="alone", does=ALONE, note="Play without a partner, for the full value.")
    if view.rules.five_partner is FivePartner.CALL_PLAYER:
        cells = tuple(
            [
                Choice(
                    label=f"seat {seat}",
                    does=CallPartner(seat=seat),
                    why=reason(glyphs, view, CallPartner(seat=seat)),
                )
                for seat in range(view.rules.players)
                if seat != view.seat
            ]
        )
        return Box(title="Call a partner", rows=(cells[:2], cells[2:], (alone,)))
    rows, heads = [], []
    pack = PACKS[view.rules.pack_name]
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS):
        cards = sorted([card for card in pack if card.suit is suit], reverse=True)
        for part in (cards[:7], cards[7:]):
            rows.append(tuple([_call_choice(glyphs, view, card) for card in part]))
            heads.append(glyphs.suit(suit) if part is not cards[7:] and part == cards[:7] else " ")
    return Box(title="Call a card, or play", rows=(*rows, (alone,)), heads=(*heads, " "))


def _call_choice(glyphs: Glyphs, view: View, card: Card) -> Choice:
    call = CallPartner(card)
    return Choice(
        label=card.name[1:],
        does=call,
        why=reason(glyphs, view, call),
        note=f"Call {glyphs.card(card)}: its holder plays with you.",
    )


def _nomination_box(glyphs: Glyphs, view: View) -> Box:
    cells = []
    for suit in Suit:
        action = Nominate(suit)
        name = suit.name.lower()
        note = f"The joker becomes the highest card of {name}."
        cells.append(
            Choice(label=glyphs.suit(suit), does=action, why=reason(glyphs, view, action), note=note)
        )
    none = Nominate(None)
    note = "The joker has no suit and wins every trick it is played to."
    free = Choice(label="no suit", does=none, why=reason(glyphs, view, none), note=note)
    return Box(title="The joker's suit", rows=(tuple(cells), (free,)))


FIVE_HUNDRED = GameTable(
    order=_order,
    plate=_plate,
    contract=_contract,
    box=_box,
    put=_put,
    fresh=_fresh,
    sheet=_sheet,
    result=_result,
)
"""Five Hundred at the table."""
