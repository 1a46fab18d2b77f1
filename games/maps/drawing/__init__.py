"""The map drawing: turns a board's sheet into exact positions of places and spaces. Pure Python."""

from games.maps.drawing.draw import draw
from games.maps.drawing.shapes import Drawing

__all__ = ["Drawing", "draw"]
