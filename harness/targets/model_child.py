"""The target `model`: Assay's own model behind the protocol."""
from __future__ import annotations

import argparse
import gc
from math import prod

import msgspec
from msgspec import Raw, Struct, field

from ..case.case_types import CaseError
from ..case.choices import load_choices
from ..case.plan import Plan
from ..case.register_names import WAVE_SIZES
from ..execution.model_run import Model
from ..execution.prepared_runs import MAX_CODE_BYTES, KERNEL_START_REGIONS, RunInputs, PreparedRunners
from ..execution.readback import observed_registers, split_registers
from ..execution.register_pack import unpack
from ..protocol import messages
from ..protocol.adapter import Message, serve


def hello(name: str) -> dict:
    """Return the hello message of the model."""
    from ..protocol.format_versions import model_digest
    return {
        "name": name,
        "version": model_digest(),
        "architectures": list(WAVE_SIZES),
        "waves": {arch: list(sizes) for arch, sizes in WAVE_SIZES.items()},
        "features": [
            "state", "registers", "memory", "lds", "waves", "dispatch", "addresses", "count", "findings",
            "deterministic", "gds", "exports", "traps", "packets",
        ],
    }


class Region(Struct, kw_only=True, omit_defaults=True):
    """A region of memory."""
    name: str
    address: int
    size: int
    data: bytes = field(name="bytes")
    fixed: bool
    space: str = "global"


class Look(Struct):
    """An observed memory block."""
    name: str
    address: int
    size: int


class Observed(Struct):
    """The registers, memory and LDS that a case requests."""
    registers: list[str]
    memory: list[Look]
    lds: bool


class Case(Struct, kw_only=True, omit_defaults=True):
    """The case of a `run` message. Fields of type Raw stay undecoded, which is faster."""
    name: str
    arch: str
    wave: int
    code: bytes
    base: int
    entry: int
    grid: list[int]
    group: list[int]
    lds: int
    scratch: int
    sgprs: int
    vgprs: int
    state: Raw
    waves: Raw
    memory: list[Region]
    pointers: Raw
    descriptor: bytes | None
    registers: dict[str, int]
    lds_bytes: bytes
    trap_handler: dict | None = None
    packets: bytes = b""
    policy: str
    schedule: str
    seed: int
    profile: str
    instructions: int
    observe: Observed


class Run(Message):
    """A message whose case is a Case."""
    case: Case | None = None


EMPTY_VALUES = (b"\x80", b"\x90")                    # MessagePack's empty map and empty array
GC_THRESHOLD = 100_000                               # net new objects until Python searches for cycles


def case_contents(case: Case) -> RunInputs | None:
    """Return the inputs of a case for a prepared run of its shape, or None if it needs the general path."""
    state, waves = memoryview(case.state), memoryview(case.waves)
    if case.descriptor or case.registers or case.trap_handler or case.packets or len(case.code) > MAX_CODE_BYTES:
        return None
    if any(region.name in KERNEL_START_REGIONS
           for region in case.memory) or state not in EMPTY_VALUES and waves not in EMPTY_VALUES:
        return None
    unpacked_state = unpack(case.arch, case.wave, state if waves in EMPTY_VALUES else waves)
    if unpacked_state is None or waves not in EMPTY_VALUES and unpacked_state[2] * case.wave != prod(case.group):
        return None
    observe = case.observe
    return RunInputs(
        case.code, unpacked_state[0], unpacked_state[1], 0 if waves in EMPTY_VALUES else unpacked_state[2],
        observed_registers(case.arch, case.wave, *split_registers(tuple(observe.registers))), (), case.memory,
        observe.memory, case.entry,
        case.lds, case.lds_bytes, observe.lds, case.scratch, case.seed,
    )


def case_key(case: Case) -> tuple:
    """Return the key of a case's shape: all values that cases of one shape have in common."""
    return (case.arch, case.wave, case.base, *case.grid, *case.group, case.sgprs, case.vgprs, case.policy,
            case.schedule, case.profile, case.instructions)


def decode_plan(case: Case) -> Plan:
    """Decode the complete case to a plan."""
    return messages.plan_from_message(msgspec.msgpack.decode(msgspec.msgpack.encode(case)))


def serve_model(name: str, model: Model) -> None:
    """Run cases of the protocol on the model until standard input ends. `name`: name of the target."""
    shapes = PreparedRunners(model)

    def run(case: Case, seconds: float) -> dict:
        try:
            contents = case_contents(case)
            if contents is None:
                return messages.result_body(model.run(decode_plan(case)))
            return shapes.find(case_key(case), lambda: decode_plan(case)).run(contents).body
        except CaseError as error:
            return {"status": "unsupported", "operation": error.field, "text": str(error)}
    gc.freeze()                                      # loaded modules are permanent, and cases leave hardly any cycles
    gc.set_threshold(GC_THRESHOLD)
    serve(hello(name), run, kind=Run)


def main() -> None:
    """python -m assay.harness.targets.model_child [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("--choices", type=load_choices, help="declaration of implementation-defined choices")
    serve_model("model", Model(parser.parse_args().choices))


if __name__ == "__main__":
    main()
