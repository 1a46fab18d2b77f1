"""How much a board may have: three times the largest board of the family.

Finding room for more names takes too long.
"""

MOST_PLACES, MOST_ROUTES, MOST_TICKETS = 120, 350, 500
LONGEST_NAME = 60
