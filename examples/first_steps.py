"""A first session: a deal, a few calls, a contract, and bots that play it to the end."""

import tricktake as tt
from tricktake import bots
from tricktake import fivehundred as fh

rules = fh.Rules.australian(players=4)
deal = fh.Deal(rules, dealer=3, seed=500)
print(deal.phase, deal.turn, deal.hand(0))

for call in ["7D", "pass", "8D", "pass", "pass"]:
    deal.push(call)
print(deal.contract)
print("the kitty, which only seat 2 may see:", deal.kitty)

try:
    deal.push("S5")
except tt.WrongPhase as error:
    print(error)

bot = bots.Heuristic()
while deal.turn is not None and deal.phase is not tt.Phase.PLAY:  # seat 2 puts three cards away
    print(deal.turn, deal.push(bot.choose(deal.view(deal.turn))))

print("seat 2 may lead", deal.legal_actions)
deal.push(deal.legal_actions[0])
print("taken back:", deal.pop())

view = deal.view(2)  # what seat 2 knows, and nothing else
print(f"hand {view.hand}, put away {view.put_away}, kitty {view.kitty}, cards of each seat {view.sizes}")

while deal.turn is not None:
    deal.push(bot.choose(deal.view(deal.turn)))
print(deal.score())
