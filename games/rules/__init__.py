"""The rules of the family as a pure library: no Django, no clock, no randomness, no I/O.

Read `state.py` for what a game is, `actions.py` and `events.py` for what can happen,
`engine.py` for how one becomes the other, `scoring.py` for the count at the end.
"""
