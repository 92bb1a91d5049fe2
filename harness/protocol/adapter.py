"""For adapters in Python: give serve() a hello and a function that runs one case, and the program is a target."""
from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import msgspec

from .frames import VERSION, frame, split_frame


class Unsupported(Exception):
    """What a target does not have: `operation` names it, the text says why. Raised by `run`, answered as such."""

    def __init__(self, operation: str, text: str):
        super().__init__(text)
        self.operation = operation


def frames(descriptor: int):
    """The frames that arrive on a file descriptor, until it ends."""
    buffer = bytearray()
    while chunk := os.read(descriptor, 1 << 18):
        buffer += chunk
        while (data := split_frame(buffer)) is not None:
            yield data


def write_all(descriptor: int, data: bytes) -> None:
    """Writes all of it."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


class Message(msgspec.Struct):
    """A message of the harness; `case`: a dict."""
    type: str
    id: int = 0
    limit: float = 0
    case: Any = None


def serve(hello: dict, run, source: int = 0, sink: int | None = None, kind: type[Message] = Message) -> None:
    """Answers the harness until it closes the pipe. `hello`: name, version, architectures, waves, features …;
    `run(case, seconds)`: the case of a `run` message, of an architecture of hello -> the body of a `result`. What a run
    raises is answered as status fault with the error's text; standard output is kept for frames, so that a print inside
    `run` goes to standard error. `kind`: what messages are read as, where a case is to be no dict."""
    read = msgspec.msgpack.Decoder(kind).decode
    if sink is None:
        sink = os.dup(1)
        os.dup2(2, 1)
    for data in frames(source):
        message = read(data)
        if message.type == "hello":
            answer = {"type": "hello", "protocol": [VERSION], **hello}
        elif message.type == "run":
            answer = {"type": "result", "id": message.id, **_attempt(hello, run, message)}
        else:
            answer = {"type": "error", "text": f"no message is called {message.type}"}
        write_all(sink, frame(answer))


def _attempt(hello: dict, run, message: Message) -> dict:
    try:
        case = message.case
        arch = case["arch"] if isinstance(case, dict) else case.arch
        if arch not in hello["architectures"]:
            raise Unsupported("arch", f"there is no {arch} here")
        return run(case, message.limit)
    except Unsupported as error:
        return {"status": "unsupported", "operation": error.operation, "text": str(error)}
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return {"status": "fault", "text": f"{type(error).__name__}: {error}"}
