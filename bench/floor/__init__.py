"""The smallest Channels app that saves one row and pushes one line: the floor to compare with."""
