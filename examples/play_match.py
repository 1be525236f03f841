"""Two kinds of bots play a match of Five Hundred, and the score is printed after every deal."""

import sys

from tricktake import bots
from tricktake import fivehundred as fh

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 500
table = [bots.Heuristic(), bots.Random(seed), bots.Heuristic(), bots.Random(seed)]
match = fh.Match(fh.Rules.australian(), seed=seed)

while not match.is_over:
    deal = match.next_deal()
    while deal.turn is not None:
        bot = table[deal.turn]
        deal.push(bot.choose(deal.view(deal.turn)))
    print(f"deal {len(match.deals)}: {deal.contract}, {deal.score().tricks} tricks, score {match.scores}")

for side in match.winners or ():
    seats = match.rules.sides[side]
    print(f"seats {seats} win with {match.scores[side]} points: {table[seats[0]].name}")
