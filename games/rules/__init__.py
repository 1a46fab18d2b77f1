"""The rules of the family as a pure library: no Django, no clock, no randomness, no I/O.

README.md beside this file plays a game in a few lines and says where to read on.
"""
