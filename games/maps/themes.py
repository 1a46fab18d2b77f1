"""The looks a map can have: each has a ground in templates/board and colours in static/css."""

THEMES = ("plain", "germany", "london", "paris", "usa", "europe", "new-york")
