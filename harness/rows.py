"""Registers of many waves as MessagePack, written by C: a map for each of them would take ten times as long to make and
to encode.  PROTOCOL.md says what stands in it."""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..generators.drawn import arrays

RESULT = b"\x81\xa9registers"                          # before the registers of each wave in a `result`
ARRAY16, MAP16, UINT32, BIN8, BIN16, STR = b"\xdc", 0xDE, 0xCE, 0xC4, 0xC5, 0xA0


class Message:
    """The map of waves of so many lanes with these registers, each with `before` before it."""

    def __init__(self, scalars: tuple[str, ...], vectors: tuple[int, ...], lanes: int, before: bytes):
        data, places, starts, size = bytearray(before), [], [], 4 * lanes
        data += bytes([MAP16]) + (len(scalars) + len(vectors)).to_bytes(2, "big")
        for name in scalars:
            data += bytes([STR | len(name)]) + name.encode() + bytes([UINT32])
            places.append(len(data))
            data += bytes(4)
        for name in (f"v{number}" for number in vectors):
            data += bytes([STR | len(name)]) + name.encode()
            data += bytes([BIN8, size]) if size < 256 else bytes([BIN16]) + size.to_bytes(2, "big")
            starts.append(len(data))
            data += bytes(size)
        self.size = len(data)
        self.in_c = arrays.Struct("plan_message", blank=np.frombuffer(bytes(data), np.uint8), size=len(data),
                                  lanes=lanes, scalar_count=len(places), row_count=len(starts),
                                  scalars=np.array(places, int), rows=np.array(starts, int))

    def packed(self, words: np.ndarray) -> bytes:
        """An array of the maps of waves.  `words`: uint32 by wave, its scalars and then its rows."""
        made = np.empty(len(words) * self.size, np.uint8)
        arrays.extension()[1].plan_pack(self.in_c.struct, len(words), arrays.pointer(words), arrays.pointer(made))
        return b"".join((ARRAY16, len(words).to_bytes(2, "big"), made.data))


message = lru_cache(maxsize=512)(Message)
