"""A target for tests that misbehaves as its argument says on cases called `bad`, and answers all others with zeros."""
import os
import sys
import time

from ..spec import ARCHS
from .adapter import frames, write_all
from .protocol import VERSION, frame

FEATURES = ["state", "registers", "memory", "lds", "waves", "addresses"]


def hello(how: str) -> dict:
    """What it says of itself."""
    features = [*FEATURES, "telepathy"] if how == "unknown-feature" else FEATURES
    return {
        "type": "hello",
        "protocol": [99] if how == "old" else [VERSION],
        "name": how,
        "architectures": list(ARCHS),
        "features": features,
        "beyond": 1,
    }


def good(message: dict) -> dict:
    """All asked for, all zero."""
    case = message["case"]
    registers = {
        name: bytes(4 * case["wave"]) if name[0] == "v" and name[1:].isdigit() else 0
        for name in case["observe"]["registers"]
    }
    return {
        "type": "result",
        "id": message["id"],
        "status": "ok",
        "waves": [{"registers": registers}],
        "beyond": [1, 2],
        "memory": [
            {"name": one["name"], "address": one["address"], "bytes": bytes(one["size"])}
            for one in case["observe"]["memory"]
        ],
    }


def bad(how: str, message: dict) -> bytes:
    """The frame a bad case gets."""
    if how == "crash":
        sys.stderr.write("segmentation fault, so to say\n")
        os._exit(7)
    if how == "signal":
        os.abort()
    if how == "hang":
        time.sleep(1000)
    if how == "short":
        answer = good(message)
        answer["waves"][0]["registers"].popitem()
        return frame(answer)
    return {"empty": lambda: frame({"type": "result", "id": message["id"]}),
            "wrong-id": lambda: frame({**good(message), "id": message["id"] + 1000}),
            "garbage": lambda: b"\xff\xff\xff\xffgarbage",
            "not-messagepack": lambda: b"\x04\0\0\0\xc1\xc1\xc1\xc1",
            "half": lambda: frame(good(message))[:-3],
            "text": lambda: b"Segmentation fault (core dumped)\n",
            "rows": lambda: frame({**good(message), "waves": [{"registers": {"v0": b"123"}}]})}[how]()


def main() -> None:
    """python -m assay.harness.bad_adapter HOW"""
    import msgspec
    how = sys.argv[1]
    if how == "no-start":
        sys.exit("it has no licence")
    for data in frames(0):
        message = msgspec.msgpack.decode(data)
        if message["type"] == "hello":
            write_all(1, frame(hello(how)))
        elif message["case"]["name"] == "bad":
            write_all(1, bad(how, message))
            if how == "half":
                os._exit(0)
        else:
            write_all(1, frame(good(message)))


if __name__ == "__main__":
    main()
