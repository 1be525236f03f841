"""Contracts, results and endings of Five Hundred in words, as a scorer would say them."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.actions import BidKind
from tricktake.cards import Card
from tricktake.cli.sides import capital, running_score, seats, sides_words
from tricktake.cli.terminal import Terminal
from tricktake.contract import Contract
from tricktake.fivehundred import (
    Deal,
    DefenderTricks,
    FivePartner,
    FiveShare,
    Match,
    Rules,
    WinRule,
    bid_table,
)

__all__ = [
    "auction_end",
    "contract_words",
    "deal_result",
    "match_end",
    "not_in_play",
    "partner_shown",
    "partner_words",
    "standing",
]

_STRAINS = ("spades", "clubs", "diamonds", "hearts", "no trumps")


def _name(contract: Contract) -> str:
    bid = contract.bid
    if bid.kind is BidKind.NUMERIC:
        strain = bid.strain
        assert strain is not None
        name = f"{bid.level} {_STRAINS[strain]}"
    else:
        name = bid.kind.value
    return f"{name} sans kitty" if bid.sans_kitty else name


def standing(sides: Sequence[Sequence[int]], scores: Sequence[int]) -> str:
    """The scores in a sentence, short where many play for themselves.

    Parameters
    ----------
    sides : sequence of sequence of int
    scores : sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> standing([(0, 2), (1, 3)], [300, -10])
    'seats 0 and 2 have 300, seats 1 and 3 have -10'
    >>> standing([(0,), (1,), (2,), (3,), (4,)], [125, 0, 20, 125, -10])
    'seats 0 to 4 have 125, 0, 20, 125 and -10'
    """
    if len(sides) < 4:
        return running_score(sides, scores)
    shown = [str(score) for score in scores]
    return f"seats 0 to {len(sides) - 1} have {', '.join(shown[:-1])} and {shown[-1]}"


def contract_words(rules: Rules, contract: Contract) -> str:
    """A contract in a sentence.

    Parameters
    ----------
    rules : Rules
    contract : Contract
        A partner who is still to be called, or has been, does not matter.

    Returns
    -------
    str
        Who plays what, with whom, what must be done and what it is worth.

    Examples
    --------
    >>> contract_words(Rules(), Contract("8H", contractor=2, side={0, 2}))
    'Seat 2 plays 8 hearts with seat 0: they need 8 of the 10 tricks, for 300.'
    >>> contract_words(Rules(players=3), Contract("8H", contractor=2, side={2}))
    'Seat 2 plays 8 hearts: he needs 8 of the 10 tricks, for 300.'
    """
    stake = bid_table(rules).stake(contract.bid)
    partners = set() if rules.players == 5 else contract.side - {contract.contractor}
    head = f"Seat {contract.contractor} plays {_name(contract)}"
    if contract.is_misere:
        alone = " alone" if rules.players > 2 else ""
        blind = ", called before looking" if contract.bid.is_blind else ""
        verb = "sits" if len(partners) == 1 else "sit"
        out = f"; {seats(sorted(partners))} {verb} out" if partners else ""
        return f"{head}{alone}{blind}: he must win no trick, for {stake}{out}."
    goal = f"{contract.target} of the {rules.hand_size} tricks, for {stake}"
    if partners:
        return f"{head} with {seats(sorted(partners))}: they need {goal}."
    alone = " alone" if rules.five_partner is FivePartner.ALONE and rules.players == 5 else ""
    return f"{head}{alone}: he needs {goal}."


def partner_words(terminal: Terminal, deal: Deal) -> str:
    """The call of a partner in a sentence, as everybody hears it.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal
        After the exchange and the call.

    Returns
    -------
    str
        Empty where no partner could be called.

    Examples
    --------
    >>> deal = Deal(Rules(players=5, sans_kitty=True), dealer=4, seed=7).push_all("6S-SK; P; P; P; P; ALONE")
    >>> partner_words(Terminal(ascii_only=True), deal)
    'Seat 0 calls nobody and plays alone.'
    """
    contract, called = deal.contract, deal.called
    if contract is None or contract.is_misere or not deal.rules.calls_partner:
        return ""
    seat, partner = contract.contractor, deal.partner
    if called is None:
        return f"Seat {seat} calls nobody and plays alone."
    if not isinstance(called, Card):
        return f"Seat {seat} calls seat {called}, who plays with him."
    head = f"Seat {seat} calls {terminal.card(called)}"
    if deal.rules.five_partner is FivePartner.CALL_CARD_SECRET:
        return f"{head}: whoever holds it plays with him, in secret until it falls."
    if partner is None:
        return f"{head}: nobody else holds it, so he plays alone."
    return f"{head}: seat {partner} holds it and plays with him."


def partner_shown(terminal: Terminal, deal: Deal, number: int) -> str:
    """What a trick tells about a partner called in secret.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal
    number : int
        Of a finished trick, from 0.

    Returns
    -------
    str
        Empty if the called card is not in it.

    Examples
    --------
    >>> deal = Deal(dealer=3, seed=500).push_all("6S-SK P P P CA C5 C7 C9")
    >>> partner_shown(Terminal(ascii_only=True), deal, 0)
    ''
    """
    contract, called = deal.contract, deal.called
    if contract is None or deal.rules.five_partner is not FivePartner.CALL_CARD_SECRET:
        return ""
    for played in deal.finished[number]:
        if played.card == called:
            card = terminal.card(played.card)
            if played.seat == contract.contractor:
                return f"Seat {played.seat} himself has the called {card} and plays alone."
            return (
                f"Seat {played.seat} has the called {card} and is the partner of seat {contract.contractor}."
            )
    return ""


def not_in_play(terminal: Terminal, deal: Deal) -> str:
    """That a card called in secret was not in play, once a deal is over.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal
        A finished deal.

    Returns
    -------
    str
        Empty if it was, or none was called.

    Examples
    --------
    >>> not_in_play(Terminal(ascii_only=True), Deal(dealer=3, seed=1).push_all("P P P P"))
    ''
    """
    contract, called = deal.contract, deal.called
    if contract is None or not isinstance(called, Card):
        return ""
    if deal.rules.five_partner is not FivePartner.CALL_CARD_SECRET or deal.partner is not None:
        return ""
    if any(played.card == called for trick in deal.finished for played in trick):
        return ""
    return f"The called {terminal.card(called)} was not in play: seat {contract.contractor} played alone."


def auction_end(deal: Deal) -> str:
    """What follows an auction without a contract.

    Parameters
    ----------
    deal : Deal
        A deal after its auction.

    Returns
    -------
    str

    Examples
    --------
    >>> auction_end(Deal(dealer=3, seed=1).push_all("P P P P"))
    'All pass: the deal is thrown in and nobody scores.'
    """
    if deal.high is not None:
        return "A bid of six is only a signal: the deal is thrown in and nobody scores."
    if deal.is_over:
        return "All pass: the deal is thrown in and nobody scores."
    who = "side" if any(len(side) > 1 for side in deal.rules.sides) else "player"
    return f"All pass: it is played at no trumps without a contract, and each {who} scores 10 for a trick."


def deal_result(deal: Deal) -> list[str]:
    """The score of a deal with its reason.

    Parameters
    ----------
    deal : Deal
        A finished deal.

    Returns
    -------
    list of str
        A sentence for each side that has something to say; empty for a deal thrown in.

    Examples
    --------
    >>> deal_result(Deal(dealer=3, seed=1).push_all("P P P P"))
    []
    """
    rules, score, contract = deal.rules, deal.score(), deal.contract
    won = [sum([score.tricks[seat] for seat in side]) for side in rules.sides]
    if contract is None:
        if not sum(won):
            return []
        return [
            f"{capital(seats(side))}: {_tricks(won[at])}, {score.points[at]:+}."
            for at, side in enumerate(rules.sides)
        ]
    theirs = [at for at, side in enumerate(rules.sides) if contract.side.isdisjoint(side)]
    lines = [_contract_result(deal, contract)]
    if contract.is_misere and not any(score.points[at] for at in theirs):
        others = [seat for at in theirs for seat in rules.sides[at]]
        verb = "score" if len(others) > 1 else "scores"
        return [*lines, f"{capital(seats(others))} {verb} nothing against a misère."]
    for at in theirs:
        lines.append(f"{capital(seats(rules.sides[at]))} {_defence(deal, won[at], score.points[at])}.")
    return lines


def _contract_result(deal: Deal, contract: Contract) -> str:
    rules, score, name = deal.rules, deal.score(), _name(contract)
    won = sum([score.tricks[seat] for seat in contract.side])
    points = score.for_seat(contract.contractor)
    verdict = "is made" if score.made else "fails"
    if contract.is_misere:
        took = "no trick" if won == 0 else _tricks(won)
        return f"Seat {contract.contractor} won {took}: {name} {verdict}, {points:+}."
    stake, each = bid_table(rules).stake(contract.bid), ""
    if deal.partner is not None:  # FH-P5-6
        stake, each = stake // 2 if rules.five_share is FiveShare.HALF else stake, " each"
    who = f"{capital(seats(sorted(contract.side)))} won {_tricks(won)}"
    if won < contract.target:
        short = contract.target - won
        return f"{who}, {short} short of {contract.target}: {name} {verdict}, {points:+}{each}."
    if points != stake:
        return f"{who}: {name} {verdict} with every trick, a slam, {points:+}{each} instead of {stake:+}."
    over = (
        f", {won - contract.target} more than needed" if won > contract.target else ", just what was needed"
    )
    return f"{who}{over}: {name} {verdict}, {points:+}{each}."


def _defence(deal: Deal, won: int, points: int) -> str:
    if won == 0:
        return "won no trick"
    took = f"won {_tricks(won)}"
    full = 10 * won
    if points == full:
        return f"{took}, {points:+}"
    if deal.rules.defender_tricks is DefenderTricks.NEVER:
        return f"{took}, which score nothing by these rules"
    if deal.rules.defender_tricks is DefenderTricks.ONLY_IF_SET and deal.score().made:
        return f"{took}, which score only when a contract fails"
    return f"{took}, {points:+} (tricks lift no score above {deal.rules.defender_cap})"


def _tricks(count: int) -> str:
    return f"{count} trick" if count == 1 else f"{count} tricks"


def match_end(match: Match) -> str:
    """Who has won a match and why.

    Parameters
    ----------
    match : Match
        A match that is over.

    Returns
    -------
    str

    Examples
    --------
    >>> match = Match(Rules.kitchen(lose_at=-30, target=40), seed=500, dealer=3)
    >>> deal = match.next_deal().push_all("6S P P P")
    >>> while not deal.is_over:
    ...     _ = deal.push(deal.legal_actions[0])
    >>> match_end(match)
    'Seats 0 and 2 have gone out backwards with -40, at -30 or lower: seats 1 and 3 win the match.'
    """
    rules, scores, winners, deal = match.rules, match.scores, match.winners, match.deal
    assert winners is not None
    assert deal is not None
    won = [rules.sides[at] for at in sorted(winners)]
    if not won:
        return f"Every side has gone out backwards, at {rules.lose_at} or lower: nobody wins the match."
    who = capital(sides_words(won))
    several = len(won) > 1 or len(won[0]) > 1
    verb = "win" if several else "wins"
    reached = sorted({scores[at] for at in winners}, reverse=True)
    score = " and ".join([str(number) for number in reached])
    contract = deal.contract
    made = contract is not None and deal.score().made
    ours = contract is not None and not any(contract.side.isdisjoint(side) for side in won)
    if made and ours and reached[-1] >= rules.target:
        why = "they made a contract and have" if several else "he made a contract and has"
        return f"{who} {verb} the match with {score}: {why} {rules.target} or more."
    if rules.win_rule is WinRule.ANY and reached[-1] >= rules.target:
        return f"{who} {verb} the match with {score}, the highest score of {rules.target} or more."
    lose_at = min(scores) if rules.lose_at is None else rules.lose_at
    out = [at for at in range(len(scores)) if scores[at] <= lose_at]
    lost = [rules.sides[at] for at in out]
    low = " and ".join([str(number) for number in sorted({scores[at] for at in out})])
    has = "have" if len(lost) > 1 or len(lost[0]) > 1 else "has"
    highest = f" with {score}, the highest score" if len(rules.sides) > 2 else ""
    return (
        f"{capital(sides_words(lost))} {has} gone out backwards with {low}, at {rules.lose_at} or lower: "
        f"{who[:1].lower()}{who[1:]} {verb} the match{highest}."
    )
