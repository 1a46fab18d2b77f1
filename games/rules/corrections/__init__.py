"""The sheet of a table as the printed board has it: corrected for this table, and learnt from it.

`sheet_facts.py` says what can be found out. Here the rules judge it (`deciding.py`), apply it
(`applying.py`), mend a route (`routes.py`) and find a spot for a new place (`spots.py`). Whether a
table may correct its sheet at all is for the services to say.
"""
