"""The command line: ``tricktake play``, ``rules``, ``deal``, ``solve``, ``perft``, ``arena``, ``advise``.

One module a command. A game has a folder here and says in one value what the commands need of it; see
``tricktake.cli.game``.

Examples
--------
>>> from tricktake.cli import main
>>> main(["deal", "five-hundred", "--seed", "500", "--dealer", "3", "--ascii"])
Deal 0 of seed 500 (seat 3 deals)
            S       C       D         H         joker
  seat 0    6       A K     A 10 9 6  8 4       JK
  seat 1    K 10 5  J 10 5  Q 8       Q J       -
  seat 2    A J 8   8 7     K J 7     K 9       -
  seat 3    Q 9 7   Q 9 6   -         A 10 7 5  -
  kitty     -       -       5 4       6         -
0
"""

from tricktake.cli.main import main

__all__ = ["main"]
