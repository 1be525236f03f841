"""OpenSpiel's ISMCTS plays deals of Five Hundred and of cutthroat spades against random players.

Before each of its actions the bot draws hidden cards that fit what its seat knows, every way equally likely,
and searches. It gets the margin of its side as reward.

    python examples/openspiel_ismcts.py
    python examples/openspiel_ismcts.py --deals 5 --simulations 100
"""

from __future__ import annotations

import argparse

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from tricktake.envs.openspiel import CardGame, load_game


def play(game: CardGame, simulations: int, chance: np.random.RandomState) -> tuple[int, ...]:
    """Play a deal, the first side by ISMCTS, all others at random; points of every seat."""
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=0.7 * game.max_utility(),
        max_simulations=simulations,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=chance,
        evaluator=evaluator,
    )
    searchers = game.setup.rules.sides[0]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        elif state.current_player() in searchers:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    assert state.table is not None  # all cards have been dealt
    return state.table.points()


def main(arguments: list[str] | None = None) -> None:
    """Play some deals of both games and print the points."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=2, help="deals of each game")
    parser.add_argument("--simulations", type=int, default=50, help="simulations for each action")
    parser.add_argument("--rules", nargs="+", default=["five-hundred:no_misere", "spades"], help="the games")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)

    for rules in given.rules:
        chance = np.random.RandomState(given.seed)
        for number in range(given.deals):
            game = load_game(rules, dealer=0, reward="margin")
            points = play(game, given.simulations, chance)
            seats = ", ".join(map(str, game.setup.rules.sides[0]))
            print(f"{rules}, deal {number + 1}: ISMCTS in seats {seats}; points by seat {points}", flush=True)


if __name__ == "__main__":
    main()
