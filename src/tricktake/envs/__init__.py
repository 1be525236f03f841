"""The games as environments of PettingZoo, Gymnasium and OpenSpiel.

Each is a module of its own and imported when asked for, so that no framework is needed for the others.
"""

from tricktake.envs.agents import AgentDeal

__all__ = ["AgentDeal"]
