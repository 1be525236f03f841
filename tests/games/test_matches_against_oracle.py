"""Complete matches of Five Hundred for two to six players in lock-step with the slow referee.

The rules are every preset with every game, and random options. Matches begin with scores near their ends
more often than not, so that they are won, lost and shared; in some deals both sides help the contract, so
that contracts of every kind are made. Everything is compared at every decision in one match of eight and at
one decision of ten in the others, the turn always; results, scores and winners are compared in all of them.

The full run, 25 batches of 4,000 matches, was last seen to agree in all 100,000 matches (about 64 decisions
each).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from oracle.fivehundred import DealReferee
from oracle.options import Options, random_options, read_options
from oracle.packs import PACKS
from oracle.partners import sides_of
from oracle.points import match_end
from rules.random_matches import compare, random_match_rules, referee_of, seen_now, select, start_scores
from sizes import batches
from tricktake import GameError, Nominate, Play, parse_call
from tricktake import fivehundred as fh

BATCHES, PER_BATCH = 6, 500
SLOW_BATCHES, PER_SLOW_BATCH = 25, 4000
MOST_DEALS = 3
FULL, PARTS = 1 / 8, 1 / 10
FACE_UP = 15
"""Where in the pack the card stands that comes face up on the first pile of the non-dealer (FH-P2-2)."""


def play_deal(
    deal: fh.Deal, referee: DealReferee, rng: random.Random, count: Counter[str], *, every: float
) -> None:
    """Play a deal and its referee to the end; `every` is the share of decisions that are compared."""
    helped, skip_look = rng.random() < 0.6, rng.random() < 0.3
    while referee.phase != "OVER":
        assert deal.turn == referee.turn, deal.to_text()
        if every == 1 or referee.phase == "PARTNER" or rng.random() < every:
            compare(deal, referee, rng)
        count[referee.phase] += 1
        secret = referee.called is not None and not referee.partner_public
        action = select(rng, deal, helped=helped)
        if action.text == "LOOK" and skip_look:
            referee.do("LOOK")  # the call alone implies the look
            action = parse_call(rng.choice(["P", *sorted(seen_now(referee))[:2]]))
        referee.do(action.text)
        deal.push(action)
        if secret and referee.partner_public:
            count["secret partner shown"] += 1
            count["secret partner shown late"] += sum(referee.tricks) >= 5
        if isinstance(action, Nominate):
            count["nomination"] += 1
        if isinstance(action, Play):
            note_play(referee, action, count)
    compare(deal, referee, rng)


def note_play(referee: DealReferee, play: Play, count: Counter[str]) -> None:
    """Count what a play shows."""
    state = referee.trick_play
    assert state is not None
    if play.named is not None:
        count["joker led naming a suit"] += 1
        if referee.options.table_game:
            count["joker led in the table game"] += 1
            # FH-P2-5: a joker alone is led where the option would forbid it
            count["joker lead forced"] += referee.options.joker_lead == "last_trick_only"
    if referee.options.table_game and not state.trick:
        count["turned up"] += any(down is None and up is not None for down, up in referee.tables[0])


def note(referee: DealReferee, game: str, count: Counter[str]) -> None:
    """Count what a deal shows."""
    count["deals"] += 1
    contract = referee.contract
    if contract is None:
        count["played without a contract" if sum(referee.tricks) else "thrown in"] += 1
        return
    made = "made" if referee.made else "failed"
    kind = contract.removesuffix("-SK")
    kind = kind if kind in ("M", "OM", "BM") else "number"
    count[f"{kind} {made}"] += 1
    count[f"{game} {kind}"] += 1
    count[f"{game} {made}"] += 1
    count["sans kitty"] += contract.endswith("-SK")
    count["exposed"] += referee.exposed
    if referee.called is not None:
        how = "seat" if referee.called.startswith("seat") else "card"
        count[f"{how} called"] += 1
        count[f"partner {made}"] += referee.partner is not None
        if referee.partner is None:
            in_kitty = referee.called in referee.kitty  # FH-P5-5
            count["no partner: in the kitty" if in_kitty else "no partner: own card"] += 1
            assert in_kitty or referee.options.five_secret_alone
        if not referee.partner_public:
            count["secret to the end"] += 1
    elif referee.players == 5 and kind == "number":
        count["alone"] += 1


def note_end(
    o: Options, before: list[int], after: list[int], winners: set[int] | None, count: Counter[str]
) -> None:
    """Count how a match stands after a deal."""
    if winners is None:
        count["at the target without winning"] += max(after) >= o.target
        count["fell below the target"] += max(before) >= o.target > max(after)
        return
    count["won"] += 1
    count["shared"] += len(winners) > 1
    lost = [score for score in after if o.lose_at is not None and score <= o.lose_at]
    if any(after[side] < o.target for side in winners):
        count["out backwards"] += 1
        count["out backwards, shared"] += len(winners) > 1
        count["out backwards, several sides"] += len(after) > 2
        count["two out backwards"] += len(lost) > 1
    elif max(after) > max(after[side] for side in winners):
        count["won with a lower score"] += 1


def one_match(rng: random.Random, number: int, count: Counter[str]) -> None:
    """Play one match in lock-step, for some deals."""
    rules, options = random_match_rules(rng, number)
    o = read_options(options)
    sides = sides_of(o)
    assert list(rules.sides) == sides
    scores = start_scores(rng, o, len(sides))
    dealer = rng.randrange(o.players)
    match = fh.Match(rules, seed=rng.getrandbits(40), dealer=dealer, scores=scores)
    every = 1.0 if rng.random() < FULL else PARTS
    game = game_name(o)
    count["matches"] += 1
    count[game] += 1
    for at in range(rng.randint(1, MOST_DEALS)):
        deal = match.next_deal()
        assert (deal.dealer, deal.scores) == ((dealer + at) % o.players, tuple(scores))  # FH-GEN-3
        referee = referee_of(deal, options)
        play_deal(deal, referee, rng, count, every=every)
        score, points = deal.score(), referee.score()
        assert score.points == points, deal.to_text()
        assert score.made is referee.made, deal.to_text()
        assert score.tricks == tuple(referee.tricks), deal.to_text()
        assert list(score.sides) == sides
        before, scores = scores, [old + new for old, new in zip(scores, points, strict=True)]
        playing = [side for side, seats in enumerate(sides) if referee.side & set(seats)]
        winners = match_end(scores, referee.made, playing or None, options)
        assert match.scores == tuple(scores), match.to_text()
        assert match.winners == winners, match.to_text()
        assert match.is_over == (winners is not None)
        assert match.next_dealer == (dealer + at + 1) % o.players, match.to_text()
        count["decisions"] += len(deal)
        note(referee, game, count)
        note_end(o, before, scores, winners, count)
        if winners is not None:
            with pytest.raises(GameError):
                match.next_deal()
            break


def game_name(o: Options) -> str:
    """Return a name for the game of these options."""
    shape = {2: o.two_player, 6: o.teams6}.get(o.players, "")
    return f"{o.players} {shape}".strip()


@pytest.mark.parametrize("batch", batches(BATCHES, 3))
def test_random_matches(batch: int) -> None:
    """1,500 matches, and as many more in the slow suite; P-06."""
    rng = random.Random(f"matches in lock-step {batch}")
    count: Counter[str] = Counter()
    for number in range(PER_BATCH):
        one_match(rng, number, count)
    assert count["matches"] == PER_BATCH
    if batch == 0:
        check_variety(count)


KINDS = {
    "2 table": ("number", "M"),
    "2 dead_hand": ("number", "M", "OM", "BM"),
    "2 short24": ("number", "M", "OM", "BM"),
    "3": ("number", "M", "OM", "BM"),
    "4": ("number", "M", "OM", "BM"),
    "5": ("number", "M", "OM", "BM"),
    "6 2x3": ("number", "M", "OM", "BM"),
    "6 3x2": ("number", "M", "OM", "BM"),
}
OFTEN = {
    "AUCTION": 5.0,
    "RAISE": 0.05,
    "EXCHANGE": 0.4,
    "PARTNER": 0.03,
    "NOMINATION": 0.05,
    "PLAY": 30.0,
    "number made": 0.05,
    "number failed": 0.3,
    "M made": 0.004,
    "M failed": 0.05,
    "OM made": 0.004,
    "OM failed": 0.05,
    "BM made": 0.004,
    "BM failed": 0.1,
    "sans kitty": 0.2,
    "exposed": 0.05,
    "played without a contract": 0.01,
    "thrown in": 0.05,
    "joker led naming a suit": 0.05,
    "turned up": 0.5,
    "won": 0.3,
    "out backwards": 0.1,
    "out backwards, several sides": 0.05,
    "out backwards, shared": 0.01,
    "shared": 0.01,
    "at the target without winning": 0.02,
    "fell below the target": 0.01,
}
"""What a match shows at least, on average."""
NOW_AND_THEN = (
    "card called",
    "seat called",
    "alone",
    "partner failed",
    "secret partner shown",
    "secret partner shown late",
    "secret to the end",
    "no partner: in the kitty",
    "joker led in the table game",
)
"""What 500 matches show."""
SELDOM = ("partner made", "no partner: own card", "two out backwards", "won with a lower score")
"""What 4,000 matches show."""


def check_variety(count: Counter[str], *, large: bool = False) -> None:
    """Check that a batch shows every kind of match; a large one also what is rare."""
    for what, share in OFTEN.items():
        assert count[what] >= share * count["matches"], (what, count)
    for what in (*NOW_AND_THEN, *(SELDOM if large else ())):
        assert count[what], (what, count)
    for game, kinds in KINDS.items():
        for what in (*kinds, "made", "failed"):
            assert count[f"{game} {what}"], (game, what, count)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(SLOW_BATCHES))
def test_random_matches_in_full(batch: int) -> None:
    """100,000 matches; P-06."""
    rng = random.Random(f"matches in lock-step in full {batch}")
    count: Counter[str] = Counter()
    for number in range(PER_SLOW_BATCH):
        one_match(rng, number, count)
    check_variety(count, large=True)


# ---- the joker in the table game -----------------------------------------------------------------------


def test_the_joker_kept_on_the_table() -> None:
    """No trumps, the joker over a card face down, played as late as possible; FH-P2-5."""
    rng = random.Random("joker on the table")
    count: Counter[str] = Counter()
    for _ in range(300):
        options: dict[str, Any] = random_options(rng, 2) | {"two_player": "table", "joker_nomination": "none"}
        options |= {"all_pass": "play_nt", "inkle": False}
        pack = list(PACKS["43"])
        rng.shuffle(pack)
        joker = pack.index("JK")
        pack[joker], pack[FACE_UP] = pack[FACE_UP], "JK"
        deal = fh.Deal(fh.Rules(**options), dealer=rng.randrange(2), pack=" ".join(pack))
        referee = DealReferee(pack, deal.dealer, options)
        while referee.phase != "OVER":
            if referee.phase == "PLAY" and (sum(referee.tricks) > 6 or rng.random() < 0.1):
                compare(deal, referee, rng)
            action = select(rng, deal, helped=False).text
            if referee.phase == "AUCTION":
                action = "6NT" if not referee.calls and rng.random() < 0.6 else "P"
            elif referee.phase == "RAISE":
                action = "STAND"
            elif referee.phase == "PLAY" and action.startswith("JK"):
                others = sorted(text for text in referee.legal() if not text.startswith("JK"))
                action = rng.choice(others) if others else action
            referee.do(action)
            play = deal.push(action)
            if isinstance(play, Play):
                note_play(referee, play, count)
        compare(deal, referee, rng)
        assert deal.score().points == referee.score(), deal.to_text()
    assert count["joker lead forced"] >= 2, count
