"""A target for tests that misbehaves in the way of its argument on cases called `bad` (`stall`: on all cases) and
answers all others with zeros."""
import os
import signal
import subprocess
import sys
import time

from ...spec import ARCHS
from ..protocol.adapter import frames, write_all
from ..protocol.frames import VERSION, frame

FEATURES = ["state", "registers", "memory", "lds", "waves", "addresses"]
DEPTH = 100_000
# what a hello says instead
HELLO = {
    "unknown-feature": {"features": [*FEATURES, "telepathy"]},
    "old": {"protocol": [99]},
    "choices-negative": {"choices": {"nan.generated": {"f32": -1}}},
    "choices-word": {"choices": {"nan.generated": {"f32": "quiet"}}},
    "choices-wide": {"choices": {"nan.generated": {"f16": 0x17E00}}},
    "choices-number": {"choices": {"nan.generated": {"f32": "0x3f800000"}}},
    "no-waves": {"waves": {"gfx1100": [16]}},
    "no-room": {"limits": {"frame": -1}},
    "markup": {"name": "[/build] \x1b[31m", "version": "[bold]1"},
}


def hello(how: str) -> dict:
    """Return the hello message."""
    said = {
        "type": "hello",
        "protocol": [VERSION],
        "name": how,
        "architectures": list(ARCHS),
        "features": [*FEATURES, "findings"] if how.startswith("finding") else FEATURES,
        "beyond": 1,
    }
    return said | HELLO.get(how, {})


def good(message: dict) -> dict:
    """All asked for, all zero."""
    case = message["case"]
    registers = {
        name: bytes(4 * case["wave"]) if name[0] == "v" and name[1:].isdigit() else 0
        for name in case["observe"]["registers"]
    }
    return {
        "type": "result", "id": message["id"], "status": "ok", "waves": [{"registers": registers}], "beyond": [1, 2],
        "memory": [
            {"name": one["name"], "address": one["address"], "bytes": bytes(one["size"])}
            for one in case["observe"]["memory"]
        ],
    }


def deep(message: dict) -> bytes:
    """The frame of a message where what says "deep" is one list in another, very often."""
    data = frame(message)[4:].replace(b"\xa4deep", b"\x91" * DEPTH + b"\xc0")
    return len(data).to_bytes(4, "little") + data


def flood(descriptor: int, data: bytes) -> None:
    """Writes without end."""
    while True:
        write_all(descriptor, data)


def leave_a_daemon() -> None:
    """A process in a session of its own, whose parent has ended: the second word of the command is where its number
    goes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(sys.argv[2], "w") as file:
                print(os.getpid(), file=file)
            time.sleep(1000)
        os._exit(0)
    os.wait()


def misdeed(how: str, message: dict) -> None:
    """Misbehave before the answer to a bad case, as `how` says."""
    if how == "no-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif how == "forks":
        print(subprocess.Popen(["sleep", "1000"], stdin=0, stdout=1).pid, file=open(sys.argv[2], "w"), flush=True)
    elif how == "daemon":
        leave_a_daemon()
    elif how == "late":
        time.sleep(2)
    elif how in ("input-closed", "output-closed"):
        os.close(how == "output-closed")
    elif how == "flood":
        flood(1, frame(good(message)))
    elif how == "flood-error":
        flood(2, b"what? " * 1000)
    elif how == "crash":
        sys.stderr.write("segmentation fault, so to say\n")
        os._exit(7)
    elif how == "signal":
        os.abort()
    if how in ("no-sigterm", "forks", "input-closed", "output-closed", "hang", "stall"):
        time.sleep(1000)


def one_wave(message: dict, **registers) -> bytes:
    """The frame of an answer with these registers in its only wave."""
    return frame({**good(message), "waves": [{"registers": registers}]})


def short(message: dict) -> dict:
    """One register is missing."""
    answer = good(message)
    answer["waves"][0]["registers"].popitem()
    return answer


ANSWERS = {
    "empty": lambda message: frame({"type": "result", "id": message["id"]}),
    "wrong-id": lambda message: frame({**good(message), "id": message["id"] + 1000}),
    "garbage": lambda message: b"\xff\xff\xff\xffgarbage",
    "not-messagepack": lambda message: b"\x04\0\0\0\xc1\xc1\xc1\xc1",
    "half": lambda message: frame(good(message))[:-3],
    "short": lambda message: frame(short(message)),
    "huge": lambda message: b"\0\0\0\x0f" + bytes(1 << 20),
    "deep": lambda message: deep({**good(message), "findings": [{"rule": "deep"}]}),
    "late": lambda message: frame(good(message)),
    "daemon": lambda message: frame(good(message)),
    "twice": lambda message: 2 * frame(good(message)),
    "finding-bare": lambda message: frame({**good(message), "findings": [{"rule": "memory.oob"}]}),
    "finding-number": lambda message: frame({**good(message), "findings": [{"rule": 7, "kind": "error"}]}),
    "finding-kind": lambda message: frame({**good(message), "findings": [{"rule": "x", "kind": "opinion"}]}),
    "markup": lambda message: frame({**good(message), "status": "fault", "text": "[/build] \x1b[2J"}),
    "text": lambda message: b"Segmentation fault (core dumped)\n",
    "rows": lambda message: one_wave(message, v0=b"123"),
    "row-number": lambda message: one_wave(message, v0=7, s1=0),
    "scalar-row": lambda message: one_wave(message, v0=bytes(128), s1=b"12"),
    "scalar-wide": lambda message: one_wave(message, v0=bytes(128), s1=1 << 32),
    "scalar-negative": lambda message: one_wave(message, v0=bytes(128), s1=-1),
}


def bad(how: str, message: dict) -> bytes:
    """The frame a bad case gets."""
    misdeed(how, message)
    return ANSWERS[how](message)


def main() -> None:
    """python -m assay.harness.adapter_check.bad_adapter HOW"""
    import msgspec
    how = sys.argv[1]
    if how == "no-start":
        sys.exit("it has no licence")
    if how == "deep-hello":
        write_all(1, deep({"type": "hello", "choices": {"x": "deep"}}))
    for data in frames(0):
        message = msgspec.msgpack.decode(data)
        if message["type"] == "hello":
            if how == "deaf":
                os.close(0)
            write_all(1, frame(hello(how)))
            if how == "deaf":
                time.sleep(1000)
        elif message["case"]["name"] == "bad" or how == "stall":
            write_all(1, bad(how, message))
            if how == "half":
                os._exit(0)
        else:
            write_all(1, frame(good(message)))


if __name__ == "__main__":
    main()
