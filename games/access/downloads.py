"""Limits how many streamed downloads, such as all records, run at once."""

import threading
import weakref
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse

from games.metrics import DOWNLOADS

AT_ONCE = 20  # in one process
PER_ADDRESS = 2


class Downloads:
    """Counts running downloads by address."""

    def __init__(self) -> None:
        self.running: Counter[str] = Counter()
        self.lock = threading.Lock()

    def admit(self, response: StreamingHttpResponse, who: str) -> bool:
        """Count this download until it is closed; False if there are too many already."""
        with self.lock:
            if self.running[who] >= PER_ADDRESS or self.running.total() >= AT_ONCE:
                return False
            self.running[who] += 1
            DOWNLOADS.inc()
        response.streaming_content = _Counted(response.streaming_content, self, who)
        return True

    def end(self, who: str) -> None:
        with self.lock:
            self.running[who] -= 1
            DOWNLOADS.dec()
            if not self.running[who]:
                del self.running[who]


class _Counted:
    """The chunks of a download. It's counted as ended once: when it's closed or
    garbage-collected."""

    def __init__(self, pieces: Any, downloads: Downloads, who: str) -> None:
        self.pieces = iter(pieces)
        self.close = weakref.finalize(self, downloads.end, who)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        piece: bytes = next(self.pieces)
        return piece
