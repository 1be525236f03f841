"""Frozen counts of play sequences, with the script that makes them and a reader."""
