"""Zip archives that are broken in every way: for the tests of uploads and for the fuzzers."""

import io
import random
import struct
import zipfile
from collections.abc import Iterator

KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
# Offset and length of fields in the end record and in directory entries.
END_FIELDS = ((4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2))
ENTRY_FIELDS = (
    *((4, 2), (6, 2), (8, 2), (10, 2), (12, 2), (14, 2), (16, 4), (20, 4)),
    *((24, 4), (28, 2), (30, 2), (32, 2), (34, 2), (36, 2), (38, 4), (42, 4)),
)
LOCAL_FIELDS = ((4, 2), (6, 2), (8, 2), (10, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2))
VALUES = (0, 1, 2, 7, 8, 9, 12, 14, 20, 51, 63, 93, 95, 99, 255, 0x7FFF, 0x8000, 0xFFFF)
LARGE = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)


def archive(kind: int, files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    return made.getvalue()


def broken(seed: int, count: int) -> Iterator[bytes]:
    """Valid archives, broken in different ways."""
    dice = random.Random(seed)
    files = {"a.json": b'{"format": "x"}' * 40, "folder/b.json": bytes(range(256)) * 4}
    whole = [archive(kind, files) for kind in KINDS]
    for _n in range(count):
        yield spoiled(dice, bytearray(dice.choice(whole)))


def spoiled(dice: random.Random, made: bytearray) -> bytes:
    for _n in range(dice.randrange(1, 4)):
        kind = dice.randrange(7)
        if kind == 0:
            made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
        elif kind == 1:
            set_field(dice, made, b"PK\5\6", END_FIELDS)
        elif kind == 2:
            set_field(dice, made, b"PK\1\2", ENTRY_FIELDS)
        elif kind == 3:
            set_field(dice, made, b"PK\3\4", LOCAL_FIELDS)
        elif kind == 4:
            at = dice.randrange(len(made))
            made[at : at + dice.randrange(1, 30)] = dice.randbytes(dice.randrange(30))
        elif kind == 5:
            made = made[: dice.randrange(len(made) // 2, len(made))] + made[-dice.randrange(60) :]
        else:  # the end of a longer archive: its directory lies outside
            end = made.rfind(b"PK\5\6")
            locator = struct.pack("<4sLQL", b"PK\6\7", 0, dice.choice((0, 5, 2**40, 2**63)), 1)
            made[max(end, 0) : max(end, 0)] = locator
        if len(made) < 30:
            break
    return bytes(made)


def set_field(
    dice: random.Random, made: bytearray, mark: bytes, fields: tuple[tuple[int, int], ...]
) -> None:
    places = [at for at in range(len(made) - 3) if made[at : at + 4] == mark]
    if not places:
        return
    offset, length = dice.choice(fields)
    at = dice.choice(places) + offset
    value = dice.choice((*VALUES, *LARGE) if length == 4 else VALUES)
    made[at : at + length] = value.to_bytes(4, "little")[:length]
