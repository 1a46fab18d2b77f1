"""Rows: what is stored. One module a subject; all of them are imported from here."""

from games.models.imports import Import, ImportedFile
from games.models.index import Claim, HeldTicket, Play, Player, Score
from games.models.sheets import MapSheet, Place, Report, Route, SheetItem, Ticket, Verification
from games.models.tables import Entry, Seat, Series, Table

__all__ = [
    "Claim",
    "Entry",
    "HeldTicket",
    "Import",
    "ImportedFile",
    "MapSheet",
    "Place",
    "Play",
    "Player",
    "Report",
    "Route",
    "Score",
    "Seat",
    "Series",
    "SheetItem",
    "Table",
    "Ticket",
    "Verification",
]
