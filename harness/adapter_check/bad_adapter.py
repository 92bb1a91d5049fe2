"""A target for tests that misbehaves on cases called `bad` and answers all others with zeros.

Its argument names the behaviour; with `stall` it misbehaves on all cases."""
import os
import signal
import subprocess
import sys
import time

from ...spec import ARCHS
from ..protocol.adapter import frames, write_all
from ..protocol.frames import VERSION, frame

FEATURES = ["state", "registers", "memory", "lds", "waves", "addresses"]
NESTING_DEPTH = 100_000
# {behaviour: keys that change in the hello message}
HELLO_CHANGES = {
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


def hello(behaviour: str) -> dict:
    """Return the hello message."""
    message = {
        "type": "hello",
        "protocol": [VERSION],
        "name": behaviour,
        "architectures": list(ARCHS),
        "features": [*FEATURES, "findings"] if behaviour.startswith("finding") else FEATURES,
        "beyond": 1,
    }
    return message | HELLO_CHANGES.get(behaviour, {})


def zero_result(message: dict) -> dict:
    """Return a result in which all observed values are zero."""
    case = message["case"]
    registers = {
        name: bytes(4 * case["wave"]) if name[0] == "v" and name[1:].isdigit() else 0
        for name in case["observe"]["registers"]
    }
    return {
        "type": "result", "id": message["id"], "status": "ok", "waves": [{"registers": registers}], "beyond": [1, 2],
        "memory": [
            {"name": block["name"], "address": block["address"], "bytes": bytes(block["size"])}
            for block in case["observe"]["memory"]
        ],
    }


def deeply_nested_frame(message: dict) -> bytes:
    """Return the frame of a message in which NESTING_DEPTH nested lists replace each value "deep"."""
    data = frame(message)[4:].replace(b"\xa4deep", b"\x91" * NESTING_DEPTH + b"\xc0")
    return len(data).to_bytes(4, "little") + data


def write_forever(descriptor: int, data: bytes) -> None:
    """Write data again and again."""
    while True:
        write_all(descriptor, data)


def start_daemon() -> None:
    """Start a process in its own session, without a parent, and write its id to the file that argument 2 names."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with open(sys.argv[2], "w") as file:
                print(os.getpid(), file=file)
            time.sleep(1000)
        os._exit(0)
    os.wait()


def misbehave_before_answer(behaviour: str, message: dict) -> None:
    """Misbehave before the answer to a bad case."""
    if behaviour == "no-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif behaviour == "forks":
        print(subprocess.Popen(["sleep", "1000"], stdin=0, stdout=1).pid, file=open(sys.argv[2], "w"), flush=True)
    elif behaviour == "daemon":
        start_daemon()
    elif behaviour == "late":
        time.sleep(2)
    elif behaviour in ("input-closed", "output-closed"):
        os.close(behaviour == "output-closed")
    elif behaviour == "flood":
        write_forever(1, frame(zero_result(message)))
    elif behaviour == "flood-error":
        write_forever(2, b"what? " * 1000)
    elif behaviour == "crash":
        sys.stderr.write("segmentation fault, so to say\n")
        os._exit(7)
    elif behaviour == "signal":
        os.abort()
    if behaviour in ("no-sigterm", "forks", "input-closed", "output-closed", "hang", "stall"):
        time.sleep(1000)


def frame_with_registers(message: dict, **registers) -> bytes:
    """Return the frame of a result with these registers in its only wave."""
    return frame({**zero_result(message), "waves": [{"registers": registers}]})


def result_without_register(message: dict) -> dict:
    """Return a zero result in which one register is missing."""
    answer = zero_result(message)
    answer["waves"][0]["registers"].popitem()
    return answer


BAD_FRAMES = {
    "empty": lambda message: frame({"type": "result", "id": message["id"]}),
    "wrong-id": lambda message: frame({**zero_result(message), "id": message["id"] + 1000}),
    "garbage": lambda message: b"\xff\xff\xff\xffgarbage",
    "not-messagepack": lambda message: b"\x04\0\0\0\xc1\xc1\xc1\xc1",
    "half": lambda message: frame(zero_result(message))[:-3],
    "short": lambda message: frame(result_without_register(message)),
    "huge": lambda message: b"\0\0\0\x0f" + bytes(1 << 20),
    "deep": lambda message: deeply_nested_frame({**zero_result(message), "findings": [{"rule": "deep"}]}),
    "late": lambda message: frame(zero_result(message)),
    "daemon": lambda message: frame(zero_result(message)),
    "twice": lambda message: 2 * frame(zero_result(message)),
    "finding-bare": lambda message: frame({**zero_result(message), "findings": [{"rule": "memory.oob"}]}),
    "finding-number": lambda message: frame({**zero_result(message), "findings": [{"rule": 7, "kind": "error"}]}),
    "finding-kind": lambda message: frame({**zero_result(message), "findings": [{"rule": "x", "kind": "opinion"}]}),
    "markup": lambda message: frame({**zero_result(message), "status": "fault", "text": "[/build] \x1b[2J"}),
    "text": lambda message: b"Segmentation fault (core dumped)\n",
    "rows": lambda message: frame_with_registers(message, v0=b"123"),
    "row-number": lambda message: frame_with_registers(message, v0=7, s1=0),
    "scalar-row": lambda message: frame_with_registers(message, v0=bytes(128), s1=b"12"),
    "scalar-wide": lambda message: frame_with_registers(message, v0=bytes(128), s1=1 << 32),
    "scalar-negative": lambda message: frame_with_registers(message, v0=bytes(128), s1=-1),
}


def bad_frame(behaviour: str, message: dict) -> bytes:
    """Return the frame that answers a bad case."""
    misbehave_before_answer(behaviour, message)
    return BAD_FRAMES[behaviour](message)


def main() -> None:
    """python -m assay.harness.adapter_check.bad_adapter BEHAVIOUR"""
    import msgspec
    behaviour = sys.argv[1]
    if behaviour == "no-start":
        sys.exit("it has no licence")
    if behaviour == "deep-hello":
        write_all(1, deeply_nested_frame({"type": "hello", "choices": {"x": "deep"}}))
    for data in frames(0):
        message = msgspec.msgpack.decode(data)
        if message["type"] == "hello":
            if behaviour == "deaf":
                os.close(0)
            write_all(1, frame(hello(behaviour)))
            if behaviour == "deaf":
                time.sleep(1000)
        elif message["case"]["name"] == "bad" or behaviour == "stall":
            write_all(1, bad_frame(behaviour, message))
            if behaviour == "half":
                os._exit(0)
        else:
            write_all(1, frame(zero_result(message)))


if __name__ == "__main__":
    main()
