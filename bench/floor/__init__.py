"""The smallest Channels app that saves one row and pushes one line: a lower bound to compare
with."""
