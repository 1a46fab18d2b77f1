"""The map drawing: a board's sheet in, places and spaces with exact positions out. Pure Python."""

from games.maps.drawing.draw import draw
from games.maps.drawing.shapes import Drawing

__all__ = ["Drawing", "draw"]
