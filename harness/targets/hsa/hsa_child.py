"""The target `hsa` as a child process: cases as code objects to dispatch.c."""
from __future__ import annotations

import ctypes
import sys
from pathlib import Path

from ....spec import TARGETS
from ...code_objects.kernel_linking import Kernel, LinkProblem, code_object
from ...protocol.adapter import Unsupported, serve

STATUSES = ("ok", "fault", "illegal", "limit", "unsupported")   # by enum dispatch_status
NAME = "assay_case"


class _Text(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 256)]

    def __str__(self) -> str:
        return self.text.decode("utf-8", "replace")


class _Kernel(ctypes.Structure):
    _fields_ = [("object", ctypes.c_char_p), ("object_bytes", ctypes.c_uint64), ("name", ctypes.c_char_p),
                ("grid", ctypes.c_uint32 * 3), ("group", ctypes.c_uint32 * 3), ("lds", ctypes.c_uint32),
                ("scratch", ctypes.c_uint32), ("kernarg", ctypes.c_uint64), ("seconds", ctypes.c_double)]


class Agent:
    """The GPU agent, open; ends the program with a sentence when there is none."""

    def __init__(self, library: Path):
        try:
            self.calls = ctypes.CDLL(str(library))
        except OSError as error:
            sys.exit(f"the HSA runtime cannot be loaded: {error}")
        word, handle = ctypes.c_uint64, ctypes.c_void_p
        for name, gives, takes in [
            ("open", handle, [ctypes.POINTER(_Text)]), ("close", None, [handle]), ("agent", ctypes.c_char_p, [handle]),
            ("runtime", ctypes.c_char_p, [handle]), ("allocate", word, [handle, word, ctypes.c_int]),
            ("free", None, [handle, word]), ("copy", ctypes.c_int, [handle, word, word, word]),
            ("run", ctypes.c_int, [handle, ctypes.POINTER(_Kernel), ctypes.POINTER(_Text)]),
        ]:
            call = getattr(self.calls, f"dispatch_{name}")
            call.restype, call.argtypes = gives, takes
        self.open()

    def open(self) -> None:
        """Starts the runtime."""
        why = _Text()
        self.handle = self.calls.dispatch_open(why)
        if not self.handle:
            sys.exit(str(why))

    @property
    def name(self) -> str:
        return self.calls.dispatch_agent(self.handle).decode().partition(":")[0]

    @property
    def runtime(self) -> str:
        return self.calls.dispatch_runtime(self.handle).decode().strip()

    def allocate(self, size: int, kernarg: bool) -> int:
        """The address of new memory. Raises Unsupported where there is none left."""
        address = self.calls.dispatch_allocate(self.handle, size, kernarg)
        if not address:
            raise Unsupported("memory", f"the agent has no {size} bytes")
        return address

    def write(self, address: int, data: bytes) -> None:
        """Bytes into the agent's memory."""
        held = ctypes.create_string_buffer(data, len(data))
        if self.calls.dispatch_copy(self.handle, address, ctypes.addressof(held), len(data)):
            raise RuntimeError("the runtime does not copy to the agent")

    def read(self, address: int, size: int) -> bytes:
        """Bytes out of it."""
        held = ctypes.create_string_buffer(size)
        if self.calls.dispatch_copy(self.handle, ctypes.addressof(held), address, size):
            raise RuntimeError("the runtime does not copy from the agent")
        return held.raw

    def run(self, kernel: _Kernel) -> tuple[str, str]:
        """(status, why) of a kernel; an agent that was left in trouble is opened anew."""
        why = _Text()
        status = STATUSES[self.calls.dispatch_run(self.handle, kernel, why)]
        if status in ("fault", "illegal", "limit"):
            self.calls.dispatch_close(self.handle)
            self.open()
        return status, str(why)


def image(case: dict, places: dict[str, int]) -> dict[str, bytes]:
    """Each region's bytes, with every pointer the case lists as the agent's addresses have it."""
    found = {one["name"]: bytearray(one["bytes"].ljust(one["size"], b"\0")) for one in case["memory"]}
    for region, offset, target, addend, part in case["pointers"]:
        word = ((places[target] + addend) % (1 << 64)).to_bytes(8, "little")
        data = {"64": word, "lo": word[:4], "hi": word[4:]}[part]
        found[region][offset:offset + len(data)] = data
    return {name: bytes(data) for name, data in found.items()}


def run(agent: Agent, case: dict, seconds: float) -> dict:
    """The body of the result of one case."""
    if case["registers"] or not case["descriptor"]:
        raise Unsupported("dispatch", "a runtime starts kernels from descriptors, not from COMPUTE_* registers")
    if case["entry"]:
        raise Unsupported("entry", "a kernel starts at its first byte")
    try:
        made = code_object(case["arch"], case["wave"], [Kernel(NAME, case["code"], case["descriptor"], case["lds"])])
    except LinkProblem as error:
        raise Unsupported("code object", str(error)) from None
    places: dict[str, int] = {}
    try:
        for one in case["memory"]:
            places[one["name"]] = agent.allocate(one["size"], one["name"] == "kernarg")
        for name, data in image(case, places).items():
            agent.write(places[name], data)
        status, why = agent.run(_Kernel(
            made, len(made), f"{NAME}.kd".encode(), tuple(case["grid"]), tuple(case["group"]), case["lds"],
            case["scratch"], places.get("kernarg", 0), 0.9 * seconds))
        if status != "ok":
            places.clear()                            # went with the runtime
            return {"status": status, "text": why} | ({"operation": "hsa"} if status == "unsupported" else {})
        return {"status": "ok", "memory": [
            {"name": look["name"], "address": places[look["region"]] + look["offset"],
             "bytes": agent.read(places[look["region"]] + look["offset"], look["size"])}
            for look in case["observe"]["memory"]]}
    finally:
        for address in places.values():
            agent.calls.dispatch_free(agent.handle, address)


def main() -> None:
    """python -m assay.harness.targets.hsa.hsa_child LIBRARY"""
    agent = Agent(Path(sys.argv[1]))
    if agent.name not in TARGETS:
        sys.exit(f"the agent is a {agent.name}; the model knows {', '.join(TARGETS)}")
    hello = {"name": "hsa", "version": agent.runtime, "architectures": [agent.name],
             "waves": {agent.name: list(TARGETS[agent.name].waves)}, "features": ["memory", "lds", "waves", "dispatch"]}
    serve(hello, lambda case, seconds: run(agent, case, seconds))


if __name__ == "__main__":
    main()
