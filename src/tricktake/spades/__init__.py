"""Spades: cutthroat for three to five players, and partnership for four."""
