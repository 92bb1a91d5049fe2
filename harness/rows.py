"""Registers of many waves as MessagePack, written by C: a map for each of them would take ten times as long to make and
to encode.  PROTOCOL.md says what stands in it."""
from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..generators.drawn import arrays

RESULT = b"\x81\xa9registers"                          # before the registers of each wave in a `result`
MAP16, ARRAY16, UINT32, BIN8, BIN16, STR = 0xDE, 0xDC, 0xCE, 0xC4, 0xC5, 0xA0


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
                                  lanes=lanes, scalars=np.array(places, int), rows=np.array(starts, int))

    def packed(self, waves: int, scalars: arrays.Struct, more: arrays.Struct, rows: arrays.Struct) -> bytes:
        """An array of the maps of so many waves, whose words are plan_words (plan.h)."""
        made = np.empty(waves * self.size, np.uint8)
        arrays.extension()[1].plan_pack(self.in_c.struct, waves, scalars.struct, more.struct, rows.struct,
                                        arrays.pointer(made))
        return bytes([ARRAY16]) + waves.to_bytes(2, "big") + made.tobytes()


message = lru_cache(maxsize=512)(Message)


def words(rows: np.ndarray, at: np.ndarray) -> arrays.Struct:
    """Of the words of waves, a row each, those at these places (int64)."""
    return arrays.Struct("plan_words", first=arrays.first(rows), step=rows.strides[0] // 4, count=len(at), at=at)
