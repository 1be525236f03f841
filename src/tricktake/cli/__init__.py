"""The command line: ``tricktake play``, ``tricktake deal``, ``tricktake perft``; one module a command.

Examples
--------
>>> from tricktake.cli import main
>>> main(["deal", "five-hundred", "--seed", "500", "--dealer", "3", "--ascii"])
Deal 0 of seed 500 (seat 3 deals)
            S    C     D           H    joker
  seat 0    6    A K   10 9 6 A K  8 4  JK
0
"""

from tricktake.cli.main import main

__all__ = ["main"]
