"""Regret minimisation by OpenSpiel on an ending of Five Hundred, and how far it still can be beaten.

Two players have three cards each and one more card lies unseen, so nobody knows what the other holds. Chance
deals the seven cards anew every time. The last column says how many points a deal a player who knew the
strategy could gain, on average over the two seats: in a two-player game of margins it falls to 0.

    python examples/openspiel_cfr.py
    python examples/openspiel_cfr.py --iterations 50 100 200
"""

from __future__ import annotations

import argparse

import numpy as np
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr

from tricktake.envs.openspiel import load_game

ENDING = (
    "five-hundred/1 rules=australian,players=2,two_player=dead_hand dealer=1 scores=0,0 "
    "hands=SA,SJ,HK|SQ,HA,HQ kitty=S10 contract=7NT contractor=0 leader=0 tricks=5,2"
)


def positive(text: str) -> int:
    """A whole number of 1 or more, for argparse."""
    try:
        found = int(text)
    except ValueError:
        found = 0
    if found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return found


def main(arguments: list[str] | None = None) -> None:
    """Improve a strategy and measure it from time to time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--iterations", type=positive, nargs="+", default=[100, 300, 900], help="when to measure"
    )
    parser.add_argument("--ending", default=ENDING, help="a deal that begins in its play, as text")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    np.random.seed(given.seed)
    game = load_game(ending=given.ending, reward="margin")
    print(f"{game.num_players()} players, {game.max_game_length()} cards to play")
    print("iterations  can be beaten by")
    print(f"{0:>10}  {exploitability.exploitability(game, policy.UniformRandomPolicy(game)):7.3f}")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    done = 0
    for measured in sorted(given.iterations):
        while done < measured:
            solver.iteration()
            done += 1
        print(f"{done:>10}  {exploitability.exploitability(game, solver.average_policy()):7.3f}", flush=True)


if __name__ == "__main__":
    main()
