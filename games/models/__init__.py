"""Rows: what is stored. One module a subject; all of them are imported from here."""

from games.models.findings import Finding
from games.models.imports import Import, ImportedFile
from games.models.index import Claim, HeldTicket, Play, Player, Rating, Score
from games.models.sheets import MapSheet, Place, Report, Route, SheetItem, Ticket, Verification
from games.models.tables import Entry, Origin, Seat, Series, Table

__all__ = [
    "Claim",
    "Entry",
    "Finding",
    "HeldTicket",
    "Import",
    "ImportedFile",
    "MapSheet",
    "Origin",
    "Place",
    "Play",
    "Player",
    "Rating",
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
