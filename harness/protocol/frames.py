"""Frames of the wire (PROTOCOL.md): all that an adapter needs, so that one in Python starts at once."""
from __future__ import annotations

import struct

import msgspec

VERSION = 1                                          # of the protocol
FRAME_LIMIT = 1 << 28
_LENGTH = struct.Struct("<I")
_encode = msgspec.msgpack.Encoder().encode


class ProtocolError(Exception):
    """A frame or message that breaks PROTOCOL.md."""


def frame(message) -> bytes:
    """A message -> its frame."""
    data = _encode(message)
    return _LENGTH.pack(len(data)) + data


def split_frame(buffer: bytearray, limit: int = FRAME_LIMIT) -> bytes | None:
    """Takes the first whole frame off a buffer, None when more must arrive. Raises ProtocolError for a length out of
    bounds."""
    if len(buffer) < 4:
        return None
    length, = _LENGTH.unpack_from(buffer)
    if not 0 < length <= limit:
        raise ProtocolError(f"a frame of {length} bytes; between 1 and {limit} can be")
    if len(buffer) < 4 + length:
        return None
    with memoryview(buffer) as view:
        data = bytes(view[4:4 + length])
    del buffer[:4 + length]
    return data
