"""Frames of the protocol (PROTOCOL.md): a length and a MessagePack value. Few imports, so that adapters start fast."""
from __future__ import annotations

import struct

import msgspec

VERSION = 1                                          # protocol version
FRAME_LIMIT = 1 << 28
_LENGTH = struct.Struct("<I")
_encode = msgspec.msgpack.Encoder().encode


class ProtocolError(Exception):
    """A frame or message that breaks PROTOCOL.md."""


def frame(message) -> bytes:
    """Return the frame of a message."""
    data = _encode(message)
    return _LENGTH.pack(len(data)) + data


def split_frame(buffer: bytearray, limit: int = FRAME_LIMIT) -> bytes | None:
    """Remove the first complete frame from a buffer and return its data, or None if no frame is complete. Raises
    ProtocolError for a length out of bounds."""
    if len(buffer) < 4:
        return None
    length, = _LENGTH.unpack_from(buffer)
    if not 0 < length <= limit:
        raise ProtocolError(f"a frame of {length} bytes; its length must be between 1 and {limit}")
    if len(buffer) < 4 + length:
        return None
    with memoryview(buffer) as view:
        data = bytes(view[4:4 + length])
    del buffer[:4 + length]
    return data
