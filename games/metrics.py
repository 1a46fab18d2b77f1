"""The metrics of this process, shown by `/metrics` (companion/server/metrics.py).

Counters live in memory and end with the process. A label is one of a few words known beforehand,
never a code, a name or anything else that people typed.
"""

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("stationmaster_sockets_open", "Pages with an open socket.", ["page"])
PUSHES = Counter("stationmaster_pushes", "Messages pushed to open pages.", ["page"])
DOWNLOADS = Gauge("stationmaster_downloads", "Downloads that are made while they are sent.")
ENTRIES = Counter("stationmaster_entries", "Entries written to the logs of tables.")
RENDERING = Histogram(
    "stationmaster_render_seconds",
    "Time to render the parts of one page.",
    ["page"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0),
)
for _page in ("phone", "screen"):  # so that a page nobody has opened yet is a zero, not a gap
    SOCKETS.labels(_page)
    PUSHES.labels(_page)
    RENDERING.labels(_page)
