"""The slow referee: the rules in plain Python, to compare everything fast with."""
