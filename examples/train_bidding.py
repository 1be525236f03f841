"""Train a bidder for cutthroat spades in a few minutes, and let the arena say what it has gained.

    python examples/train_bidding.py

``Heuristic`` plays well and bids by rule of thumb. On many deals each of its bids is also tried one trick
lower and one trick higher, the rest of the deal is played out on the same cards, and the differences in
points are regressed on what the bidder can see: its cards, its place, the bids before its own. The trained
bot bids one trick less or more where the regression promises points, and leaves all else to ``Heuristic``.

NumPy only. Training deals have seed 1, arena boards seed 2. See docs/training.md.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake import Bid, Phase, Rank, Suit, arena
from tricktake import spades as sp
from tricktake.bots import Heuristic

# A trick above the bid costs ten points at once: a deal stands for itself, its points are the whole story.
RULES = sp.Rules.short_minus10()
TRAINING_SEED, ARENA_SEED = 1, 2
STEPS = (-1, 1)
"""Bids that are tried, in tricks from the one of Heuristic."""
RIDGE = 30.0
WEIGHTS = "TRICKTAKE_BIDDING"
"""Environment variable with the file of the weights, so that worker processes find it."""

FEATURES = (
    *("one", "own bid", "place", "bids before", "spades", "SA", "SK", "SQ", "SJ", "small trumps past three"),
    *(
        "side aces",
        "guarded kings",
        "guarded queens",
        "voids",
        "singletons",
        "doubletons",
        "longest side suit",
    ),
)


def features(view: Any, bid: int) -> list[float]:
    """What a bidder sees, as numbers in the order of FEATURES."""
    hand = view.hand
    spades, *sides = [[card for card in hand if card.suit is suit] for suit in Suit]
    lengths = [len(cards) for cards in sides]
    top = [{card.rank for card in cards} for cards in sides]
    trumps = {card.rank for card in spades}
    before = [made for made in view.bids if made is not None]
    tricks = [made.level or 0 for made in before]
    honours = [float(rank in trumps) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)]
    return [
        1.0,
        bid - 5.0,
        float(len(before)),
        float(sum(tricks) - 5 * len(before)),
        len(spades) - 4.3,
        *honours,
        float(max(0, len(spades) - 3) if len(spades) > sum(honours) else 0),
        float(sum([Rank.ACE in ranks for ranks in top])),
        float(sum([Rank.KING in r and n > 1 for r, n in zip(top, lengths, strict=True)])),
        float(sum([Rank.QUEEN in r and n > 2 for r, n in zip(top, lengths, strict=True)])),
        float(lengths.count(0)),
        float(lengths.count(1)),
        float(lengths.count(2)),
        max(lengths) - 6.0,
    ]


class TrainedBidder(Heuristic):
    """Heuristic with bids that have been learned."""

    name = "trained"

    def _choose(self, view: Any) -> Any:
        action = super()._choose(view)
        level = number_bid(action)
        if level is None or view.hand is None:
            return action
        gains = load_weights(os.environ[WEIGHTS]) @ features(view, level)
        best = int(gains.argmax())
        wanted = level + STEPS[best]
        return Bid(str(wanted)) if gains[best] > 0 and 1 <= wanted <= RULES.hand_size else action


def number_bid(action: Any) -> int | None:
    """The tricks of a bid that is a plain number; None for anything else."""
    plain = isinstance(action, Bid) and action.level is not None and action.text.isdigit()
    return action.level if plain else None


@lru_cache(maxsize=4)
def load_weights(path: str) -> NDArray[np.float64]:
    """Weights from a file: a row for each of STEPS, a column for each of FEATURES."""
    return np.array(json.loads(Path(path).read_text(encoding="utf-8"))["weights"])


# ---- training ---------------------------------------------------------------------------------------------


def finish(deal: Any) -> NDArray[np.float64]:
    """Play a deal out; the points of each seat less the mean of the others'."""
    bot = Heuristic()
    while not deal.is_over:
        deal.push(bot.choose(deal.view(deal.turn)))
    points = np.array(deal.score().points, dtype=np.float64)
    gained: NDArray[np.float64] = points - (points.sum() - points) / (len(points) - 1)
    return gained


def try_bids(number: int) -> list[tuple[list[float], list[float]]]:
    """What each seat of a deal sees when it bids, and what one trick less and more would have brought."""
    deal = sp.Deal(RULES, dealer=number % RULES.players, seed=TRAINING_SEED, number=number)
    bot = Heuristic()
    asked: list[tuple[sp.Deal, sp.View, int]] = []
    while deal.turn is not None and deal.phase is Phase.AUCTION:
        view = deal.view(deal.turn)
        action = bot.choose(view)
        level = number_bid(action)
        if level is not None:
            asked.append((deal.copy(), view, level))
        deal.push(action)
    usual = finish(deal)
    rows = []
    for before, view, level in asked:
        gains = []
        for step in STEPS:
            other = before.copy()
            other.push(str(min(max(level + step, 1), RULES.hand_size)))
            gains.append(float(finish(other)[view.seat] - usual[view.seat]))
        rows.append((features(view, level), gains))
    return rows


def regress(rows: list[tuple[list[float], list[float]]]) -> NDArray[np.float64]:
    """Ridge regression of the gains on the features."""
    x = np.array([seen for seen, _ in rows])
    y = np.array([gains for _, gains in rows])
    return np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y).T.astype(np.float64)


def train(deals: int, workers: int) -> NDArray[np.float64]:
    """Try the bids of many deals and regress; the same weights for any number of workers."""
    if workers > 1:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            tried = list(pool.map(try_bids, range(deals), chunksize=25))
    else:
        tried = [try_bids(number) for number in range(deals)]
    return regress([row for rows in tried for row in rows])


def positive(text: str) -> int:
    """A whole number of 1 or more, for argparse."""
    try:
        found = int(text)
    except ValueError:
        found = 0
    if found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return found


def main(arguments: list[str] | None = None) -> dict[str, arena.Report]:
    """Train, write the weights, and play against Heuristic and Random."""
    parser = argparse.ArgumentParser(description="Train a bidder and measure what it has gained.")
    parser.add_argument("--deals", type=positive, default=1500, help="deals to learn from (default 1500)")
    parser.add_argument("--boards", type=positive, default=1500, help="boards of the arena (default 1500)")
    parser.add_argument("--workers", type=positive, default=2, help="processes (default 2)")
    parser.add_argument("--weights", type=Path, default=Path("bidding.json"), help="file to write")
    parser.add_argument("--trained", action="store_true", help="take the weights that are in the file")
    chosen = parser.parse_args(arguments)
    if chosen.trained and not chosen.weights.is_file():
        parser.error(f"--trained takes the weights that are in {chosen.weights}, and there is no such file")
    os.environ[WEIGHTS] = str(chosen.weights.resolve())
    start = time.perf_counter()
    if not chosen.trained:
        weights = train(chosen.deals, chosen.workers)
        table = {"rules": RULES.to_text(), "features": FEATURES, "steps": STEPS, "weights": weights.tolist()}
        chosen.weights.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    load_weights.cache_clear()
    print(f"{'what it looks at':24}" + "".join([f"{step:+} trick".rjust(10) for step in STEPS]))
    for name, values in zip(FEATURES, load_weights(os.environ[WEIGHTS]).T, strict=True):
        print(f"{name:24}" + "".join([f"{value:+10.2f}" for value in values]))
    play = partial(arena.play, RULES, seed=ARENA_SEED, workers=chosen.workers, chunk=10)
    reports = {
        "heuristic": play([TrainedBidder, "heuristic"], boards=chosen.boards),
        "random": play([TrainedBidder, "random"], boards=max(6, chosen.boards // 10)),
    }
    for report in reports.values():
        print(f"\n{report}")
    print(f"\n{time.perf_counter() - start:.0f} seconds")
    return reports


if __name__ == "__main__":
    main()
