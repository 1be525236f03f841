"""A bot for tricktake that thinks at C speed: sampled worlds, random play, exact endings.

``FastBot`` is the player, ``rank_moves`` its engine, ``survey`` plays and solves as many deals as you like.
"""

from __future__ import annotations

from cython_bot._fast import Survey, rank_moves, survey
from cython_bot.bot import FastBot

__all__ = ["FastBot", "Survey", "rank_moves", "survey"]
