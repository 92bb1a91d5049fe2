"""Child process of the target `hsa`: it runs cases as code objects through dispatch.c."""
from __future__ import annotations

import ctypes
import sys
from pathlib import Path

from ....spec import TARGETS
from ...code_objects.kernel_linking import Kernel, LinkError, link_code_object
from ...protocol.adapter import Unsupported, serve

STATUSES = ("ok", "fault", "illegal", "limit", "unsupported")   # by enum dispatch_status
KERNEL_NAME = "assay_case"


class _Text(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * 256)]

    def __str__(self) -> str:
        return self.text.decode("utf-8", "replace")


class _Kernel(ctypes.Structure):
    _fields_ = [("object", ctypes.c_char_p), ("object_bytes", ctypes.c_uint64), ("name", ctypes.c_char_p),
                ("grid", ctypes.c_uint32 * 3), ("group", ctypes.c_uint32 * 3), ("lds", ctypes.c_uint32),
                ("scratch", ctypes.c_uint32), ("kernarg", ctypes.c_uint64), ("seconds", ctypes.c_double)]


class Agent:
    """The GPU agent of the HSA runtime. Exits the program with a message if there is none."""

    def __init__(self, library: Path):
        try:
            self.calls = ctypes.CDLL(str(library))
        except OSError as error:
            sys.exit(f"the HSA runtime cannot be loaded: {error}")
        word, handle = ctypes.c_uint64, ctypes.c_void_p
        for name, result_type, argument_types in [
            ("open", handle, [ctypes.POINTER(_Text)]), ("close", None, [handle]), ("agent", ctypes.c_char_p, [handle]),
            ("runtime", ctypes.c_char_p, [handle]), ("allocate", word, [handle, word, ctypes.c_int]),
            ("free", None, [handle, word]), ("copy", ctypes.c_int, [handle, word, word, word]),
            ("run", ctypes.c_int, [handle, ctypes.POINTER(_Kernel), ctypes.POINTER(_Text)]),
        ]:
            call = getattr(self.calls, f"dispatch_{name}")
            call.restype, call.argtypes = result_type, argument_types
        self.open()

    def open(self) -> None:
        """Start the runtime."""
        message = _Text()
        self.handle = self.calls.dispatch_open(message)
        if not self.handle:
            sys.exit(str(message))

    @property
    def name(self) -> str:
        return self.calls.dispatch_agent(self.handle).decode().partition(":")[0]

    @property
    def runtime(self) -> str:
        return self.calls.dispatch_runtime(self.handle).decode().strip()

    def allocate(self, size: int, kernarg: bool) -> int:
        """Allocate memory; return its address. Raises Unsupported if the allocation fails."""
        address = self.calls.dispatch_allocate(self.handle, size, kernarg)
        if not address:
            raise Unsupported("memory", f"the agent has no {size} bytes")
        return address

    def write(self, address: int, data: bytes) -> None:
        """Write bytes to the agent's memory."""
        buffer = ctypes.create_string_buffer(data, len(data))
        if self.calls.dispatch_copy(self.handle, address, ctypes.addressof(buffer), len(data)):
            raise RuntimeError("the runtime cannot copy to the agent")

    def read(self, address: int, size: int) -> bytes:
        """Read bytes from the agent's memory."""
        buffer = ctypes.create_string_buffer(size)
        if self.calls.dispatch_copy(self.handle, ctypes.addressof(buffer), address, size):
            raise RuntimeError("the runtime cannot copy from the agent")
        return buffer.raw

    def run(self, kernel: _Kernel) -> tuple[str, str]:
        """Run a kernel; return (status, message). After a failure the runtime is restarted."""
        message = _Text()
        status = STATUSES[self.calls.dispatch_run(self.handle, kernel, message)]
        if status in ("fault", "illegal", "limit"):
            self.calls.dispatch_close(self.handle)
            self.open()
        return status, str(message)


def memory_image(case: dict, addresses: dict[str, int]) -> dict[str, bytes]:
    """Return {region: bytes}, with every pointer of the case changed to the agent's addresses."""
    images = {region["name"]: bytearray(region["bytes"].ljust(region["size"], b"\0")) for region in case["memory"]}
    for region, offset, target, addend, part in case["pointers"]:
        word = ((addresses[target] + addend) % (1 << 64)).to_bytes(8, "little")
        data = {"64": word, "lo": word[:4], "hi": word[4:]}[part]
        images[region][offset:offset + len(data)] = data
    return {name: bytes(data) for name, data in images.items()}


def run_case(agent: Agent, case: dict, seconds: float) -> dict:
    """Run one case; return the body of its result."""
    if case["registers"] or not case["descriptor"]:
        raise Unsupported("dispatch", "a runtime starts kernels from descriptors, not from COMPUTE_* registers")
    if case["entry"]:
        raise Unsupported("entry", "a kernel starts at its first byte")
    try:
        kernel = Kernel(KERNEL_NAME, case["code"], case["descriptor"], case["lds"])
        elf = link_code_object(case["arch"], case["wave"], [kernel])
    except LinkError as error:
        raise Unsupported("code object", str(error)) from None
    addresses: dict[str, int] = {}
    try:
        for region in case["memory"]:
            addresses[region["name"]] = agent.allocate(region["size"], region["name"] == "kernarg")
        for name, data in memory_image(case, addresses).items():
            agent.write(addresses[name], data)
        status, message = agent.run(_Kernel(
            elf, len(elf), f"{KERNEL_NAME}.kd".encode(), tuple(case["grid"]), tuple(case["group"]), case["lds"],
            case["scratch"], addresses.get("kernarg", 0), 0.9 * seconds))
        if status != "ok":
            addresses.clear()                         # freed when the runtime restarted
            return {"status": status, "text": message} | ({"operation": "hsa"} if status == "unsupported" else {})
        return {"status": "ok", "memory": [
            {"name": look["name"], "address": addresses[look["region"]] + look["offset"],
             "bytes": agent.read(addresses[look["region"]] + look["offset"], look["size"])}
            for look in case["observe"]["memory"]]}
    finally:
        for address in addresses.values():
            agent.calls.dispatch_free(agent.handle, address)


def main() -> None:
    """python -m assay.harness.targets.hsa.hsa_child LIBRARY"""
    agent = Agent(Path(sys.argv[1]))
    if agent.name not in TARGETS:
        sys.exit(f"the agent is a {agent.name}; the model knows {', '.join(TARGETS)}")
    hello = {"name": "hsa", "version": agent.runtime, "architectures": [agent.name],
             "waves": {agent.name: list(TARGETS[agent.name].waves)}, "features": ["memory", "lds", "waves", "dispatch"]}
    serve(hello, lambda case, seconds: run_case(agent, case, seconds))


if __name__ == "__main__":
    main()
