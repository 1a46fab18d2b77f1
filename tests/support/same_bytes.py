"""All pages sent to others than the first seat, without differences that any two tables have."""

import re

from tests.support.sittings import Sitting

PAGES = ("play", "log", "table", "tickets/draw", "live")


def others_see(sitting: Sitting, pages: tuple[str, ...] = PAGES) -> list[list[str]]:
    """Line by line: the pages of the second seat's phone, and the screen."""
    other = sitting.phone(1)
    seen = [other.get(sitting.url(page)).content.decode() for page in pages]
    seen.append(sitting.screen.get(sitting.url("screen")).content.decode())
    return [_lines(_without_chance(sitting, text)) for text in seen]


def _lines(page: str) -> list[str]:
    """Without the large code of the table and the QR code."""
    shown = ('class="qr"', 'class="code"')
    return [line for line in page.splitlines() if not any(word in line for word in shown)]


def _without_chance(sitting: Sitting, text: str) -> str:
    """A page without values that differ between any two tables: code, tokens, times, keys."""
    names = [sitting.state.name(seat) for seat in range(2)]
    text = text.replace(sitting.table.code, "CODE").replace(sitting.table.key, "KEY")
    for seat in sitting.table.seats.all():
        text = text.replace(f"seats/{seat.pk}/", "seats/PK/").replace(f"seat-{seat.pk}", "seat-PK")
    for name in names:
        text = text.replace(name, "NAME")
    text = re.sub(r'csrf[^>]*value="[^"]*"|"X-CSRFToken": ?"[^"]*"', "TOKEN", text)
    text = re.sub(r"\d\d?:\d\d(:\d\d)?|\d{4}-\d\d-\d\dT[^\"<]*|t/[0-9A-Za-z_-]{20,}", "TIME", text)
    colors = r'data-color="[a-z]+"|#(mark|sym)-[a-z]+|\b(red|blue|green|white|black)\b'
    return re.sub(colors, "C", text)
