"""Contracts, results and endings of Five Hundred in words, as a scorer would say them."""

from __future__ import annotations

from tricktake.actions import BidKind
from tricktake.cli.sides import capital, seats
from tricktake.contract import Contract
from tricktake.fivehundred import Deal, DefenderTricks, Match, Rules, WinRule, bid_table

__all__ = [
    "auction_end",
    "contract_words",
    "deal_result",
    "match_end",
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


def contract_words(rules: Rules, contract: Contract) -> str:
    """A contract in a sentence.

    Parameters
    ----------
    rules : Rules
    contract : Contract

    Returns
    -------
    str
        Who plays what, with whom, what must be done and what it is worth.

    Examples
    --------
    >>> contract_words(Rules(), Contract("8H", contractor=2, side={0, 2}))
    'Seat 2 plays 8 hearts with seat 0: they need 8 of the 10 tricks, for 300.'
    """
    stake = bid_table(rules).stake(contract.bid)
    partners = contract.side - {contract.contractor}
    head = f"Seat {contract.contractor} plays {_name(contract)}"
    if contract.is_misere:
        blind = ", called before looking" if contract.bid.is_blind else ""
        out = f"; {seats(sorted(partners))} sits out" if partners else ""
        return f"{head} alone{blind}: he must win no trick, for {stake}{out}."
    need = f"they need {contract.target} of the {rules.hand_size} tricks, for {stake}"
    return f"{head} with {seats(sorted(partners))}: {need}."


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
    return "All pass: it is played at no trumps without a contract, and each side scores 10 for a trick."


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
    ours = next(at for at, side in enumerate(rules.sides) if contract.contractor in side)
    lines = [_contract_result(deal, contract, won[ours], score.points[ours])]
    for at, side in enumerate(rules.sides):
        if at != ours:
            lines.append(f"{capital(seats(side))} {_defence(deal, contract, won[at], score.points[at])}.")
    return lines


def _contract_result(deal: Deal, contract: Contract, won: int, points: int) -> str:
    name = _name(contract)
    verdict = "is made" if deal.score().made else "fails"
    if contract.is_misere:
        took = "no trick" if won == 0 else _tricks(won)
        return f"Seat {contract.contractor} won {took}: {name} {verdict}, {points:+}."
    who = f"{capital(seats(sorted(contract.side)))} won {_tricks(won)}"
    if won < contract.target:
        return f"{who}, {contract.target - won} short of {contract.target}: {name} {verdict}, {points:+}."
    stake = bid_table(deal.rules).stake(contract.bid)
    if points != stake:
        return f"{who}: {name} {verdict} with every trick, a slam, {points:+} instead of {stake:+}."
    over = (
        f", {won - contract.target} more than needed" if won > contract.target else ", just what was needed"
    )
    return f"{who}{over}: {name} {verdict}, {points:+}."


def _defence(deal: Deal, contract: Contract, won: int, points: int) -> str:
    if contract.is_misere:
        return "score nothing against a misère" if points == 0 else f"score {points:+}"
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
    who = capital(" and ".join([seats(side) for side in won]))
    verb = "win" if len(won[0]) > 1 or len(won) > 1 else "wins"
    score = scores[min(winners)]
    contract = deal.contract
    made = contract is not None and deal.score().made
    ours = contract is not None and any(contract.contractor in side for side in won)
    if made and ours and score >= rules.target:
        return f"{who} {verb} the match with {score}: they made a contract and have {rules.target} or more."
    if rules.win_rule is WinRule.ANY and score >= rules.target:
        return f"{who} {verb} the match with {score}, the highest score of {rules.target} or more."
    lost = [side for at, side in enumerate(rules.sides) if at not in winners]
    low = min(scores)
    return (
        f"{capital(seats(lost[0]))} have gone out backwards with {low}, at {rules.lose_at} or lower: "
        f"{who[:1].lower()}{who[1:]} {verb} the match."
    )
