"""Tests of cardcore, the compiled core."""
