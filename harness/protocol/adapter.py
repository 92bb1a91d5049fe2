"""Main loop of an adapter in Python: serve() takes a hello and a function that runs one case."""
from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import msgspec

from .frames import VERSION, frame, split_frame


class Unsupported(Exception):
    """Raised by `run` for a case that the target does not support. `operation` names the cause; the exception's text
    explains it."""

    def __init__(self, operation: str, text: str):
        super().__init__(text)
        self.operation = operation


def frames(descriptor: int):
    """Yield the data of each frame read from a file descriptor until its end."""
    buffer = bytearray()
    while chunk := os.read(descriptor, 1 << 18):
        buffer += chunk
        while (data := split_frame(buffer)) is not None:
            yield data


def write_all(descriptor: int, data: bytes) -> None:
    """Write all bytes to a file descriptor."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


class Message(msgspec.Struct):
    """A message of the harness. `case`: a dict."""
    type: str
    id: int = 0
    limit: float = 0
    case: Any = None


def serve(hello: dict, run, source: int = 0, sink: int | None = None, kind: type[Message] = Message) -> None:
    """Answer the harness until it closes the pipe. `hello`: a dict with name, version, architectures, waves, features
    and the other keys of the message. `run(case, seconds)`: takes the case of a `run` message and returns the body of a
    `result`. It gets only cases of architectures in `hello`. If it raises an exception other than Unsupported, the
    answer has status fault and the exception's text. Standard output is reserved for frames, so a print inside `run`
    goes to standard error. `kind`: type of decoded messages, for adapters whose cases are not dicts."""
    read = msgspec.msgpack.Decoder(kind).decode
    if sink is None:
        sink = os.dup(1)
        os.dup2(2, 1)
    for data in frames(source):
        message = read(data)
        if message.type == "hello":
            answer = {"type": "hello", "protocol": [VERSION], **hello}
        elif message.type == "run":
            answer = {"type": "result", "id": message.id, **_run_case(hello, run, message)}
        else:
            answer = {"type": "error", "text": f"unknown message type {message.type}"}
        write_all(sink, frame(answer))


def _run_case(hello: dict, run, message: Message) -> dict:
    """Return the body of the result of a `run` message; exceptions become status unsupported or fault."""
    try:
        case = message.case
        arch = case["arch"] if isinstance(case, dict) else case.arch
        if arch not in hello["architectures"]:
            raise Unsupported("arch", f"{arch} is not supported")
        return run(case, message.limit)
    except Unsupported as error:
        return {"status": "unsupported", "operation": error.operation, "text": str(error)}
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return {"status": "fault", "text": f"{type(error).__name__}: {error}"}
