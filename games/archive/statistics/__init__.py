"""Figures about finished games: selectors over the index, counted by the database.

`house.py` is about this installation, `maps.py` about one map, `players.py` about one player.
"""
