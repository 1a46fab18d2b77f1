"""Text messages as WebSocket frames (RFC 6455, RFC 7692), made once for all sockets.

Autobahn would encode and compress a message for each socket. As no socket keeps compression state
between messages (`accept`), the same text always gives the same frame.
"""

import struct
import zlib
from functools import lru_cache
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

from companion.server import limits

WINDOW_BITS, MEM_LEVEL = 12, 5  # 4 kB each: a message is a few kilobytes
TEXT = 0x81  # the first byte of a frame: the last of its message, a text
COMPRESSED = 0x40  # a bit of that byte


def accept(offers: list[Any]) -> PerMessageDeflateOfferAccept | None:
    """Accept permessage-deflate, which every browser offers, without context takeover."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer) and _wide_enough(offer):
            return PerMessageDeflateOfferAccept(
                offer, no_context_takeover=True, window_bits=WINDOW_BITS, mem_level=MEM_LEVEL
            )
    return None


def _wide_enough(offer: PerMessageDeflateOffer) -> bool:
    """Whether the client can decompress with our window size; it may not state a limit at all."""
    most: int = offer.request_max_window_bits
    return not most or most >= WINDOW_BITS


# Enough for the messages that one entry sends to the pages of two tables.
@lru_cache(maxsize=16)
def text_frame(text: str, *, deflate: bool) -> bytes:
    """A whole message, compressed if the socket accepted that and it's worth the effort."""
    payload = text.encode()
    # A message that fits into one packet isn't compressed.
    if not deflate or len(payload) < limits.PACKET:
        return _header(TEXT, len(payload)) + payload
    compressor = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEM_LEVEL)
    packed = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)[:-4]
    return _header(TEXT | COMPRESSED, len(packed)) + packed


def _header(first: int, length: int) -> bytes:
    if length < 126:
        return struct.pack("!BB", first, length)
    if length < 2**16:
        return struct.pack("!BBH", first, 126, length)
    return struct.pack("!BBQ", first, 127, length)
