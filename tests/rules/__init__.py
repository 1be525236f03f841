"""Tests of the rules of play, clause by clause and example by example."""
