"""Registers of many waves as MessagePack, written by C: a map for each of them would take ten times as long to make and
to encode.  PROTOCOL.md says what stands in it."""
from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from ..generators.drawn import arrays

RESULT = b"\x81\xa9registers"                          # before the registers of each wave in a `result`
ARRAY16, MAP16, UINT32, BIN8, BIN16, STR = b"\xdc", 0xDE, 0xCE, 0xC4, 0xC5, 0xA0


@cache
def scalar(name: str) -> bytes:
    """A scalar's name and its word, 0."""
    return bytes([STR | len(name)]) + name.encode() + bytes([UINT32]) + bytes(4)


@cache
def row(number: int, size: int) -> bytes:
    """A VGPR's name and its row of so many bytes, 0."""
    kind = bytes([BIN8, size]) if size < 256 else bytes([BIN16]) + size.to_bytes(2, "big")
    return bytes([STR | len(f"v{number}")]) + f"v{number}".encode() + kind + bytes(size)


class Message:
    """The map of waves of so many lanes with these registers, each with `before` before it."""

    def __init__(self, scalars: tuple[str, ...], vectors: tuple[int, ...], lanes: int, before: bytes):
        size = 4 * lanes
        parts = [scalar(name) for name in scalars] + [row(number, size) for number in vectors]
        head = before + bytes([MAP16]) + len(parts).to_bytes(2, "big")
        ends = np.array([len(head), *map(len, parts)], np.int64).cumsum()[1:]
        data = head + b"".join(parts)
        self.size, count = len(data), len(scalars)
        self.in_c = arrays.Struct("plan_message", blank=np.frombuffer(data, np.uint8), size=len(data), lanes=lanes,
                                  scalar_count=count, row_count=len(vectors), scalars=ends[:count] - 4,
                                  rows=ends[count:] - size)

    def packed(self, words: np.ndarray) -> bytes:
        """An array of the maps of waves.  `words`: uint32 by wave, its scalars and then its rows."""
        made = np.empty(len(words) * self.size, np.uint8)
        arrays.extension()[1].plan_pack(self.in_c.struct, len(words), arrays.pointer(words), arrays.pointer(made))
        return b"".join((ARRAY16, len(words).to_bytes(2, "big"), made.data))


message = lru_cache(maxsize=512)(Message)
