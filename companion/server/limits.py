"""Limits on requests, connections and sockets, so that no visitor can use up shared resources.

Generous for people, tight for programs. docs/security.md explains each of them.
"""

KB, MB = 2**10, 2**20

# -- A connection ----------------------------------------------------------------------------------
CONNECTIONS = 6000  # open at once in one process, of whatever kind
SECONDS_TO_ASK = 60  # for a whole request to arrive, and between two
SECONDS_TO_ANSWER = 60
KEPT_BY_SYSTEM = 128 * KB  # for the client; the system would allow some megabytes
SECONDS_TO_LISTEN = 2  # to a refused client that is still sending
HEADERS = 60  # lines; all of them together may have 16 kB

# -- An answer: 64 kB are kept for a slow reader, and the rest of a page ---------------------------
SECONDS_TO_READ = 15  # within these some of it must be read
READ_AT_LEAST = 8 * KB

# -- A request's body, by the beginning of its address; the first that fits ------------------------
BODIES = ((b"/admin/", 6 * MB), (b"/history/", 32 * MB))
TOO_LARGE = b"x-too-large"  # the header of a request whose body was discarded for its length
BODY = 64 * KB  # everything else: the longest form of a table has 3 kB
BODIES_AT_ONCE = 96 * MB  # in one process, not counting those below BODY
BODIES_PER_ADDRESS = 40 * MB
SECONDS_TO_SEND = 10  # within these some of a long body must arrive
SENT_AT_LEAST = 64 * KB

# -- A socket: pages send an empty frame every fifteen seconds -------------------------------------
FRAME = 1 * KB
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 1, 30
BYTES_PER_SECOND, BYTES_AT_ONCE = 1 * KB, 64 * KB  # at once: the handshake counts, too
BACKLOG = 1 * MB  # not read by the client, on top of that
PACKET = 1400  # bytes; a message that fits goes out as it is, a longer one compressed
PING_EVERY, PONG_WITHIN = 20, 30  # seconds

SOCKETS = 5000  # in one process
SOCKETS_PER_TABLE = 200
SOCKETS_PER_SEAT = 6
SOCKETS_PER_STREAM = 20  # listeners of one table's events
