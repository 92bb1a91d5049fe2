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
from ..execution.prepared_runs import CODE, STARTED, Contents, Shapes
from ..execution.readback import observed, parted
from ..execution.register_pack import unpacked
from ..protocol import messages
from ..protocol.adapter import Message, serve


def hello(name: str) -> dict:
    """What the model offers."""
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
    """A stretch of memory that is looked at."""
    name: str
    address: int
    size: int


class Observed(Struct):
    """What a case asks for."""
    registers: list[str]
    memory: list[Look]
    lds: bool


class Case(Struct, kw_only=True, omit_defaults=True):
    """The case of a `run` message, of whose waves nobody makes objects."""
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
    """A message with such a case."""
    case: Case | None = None


EMPTY = (b"\x80", b"\x90")                            # a map, an array of nothing
SELDOM = 100_000                                     # objects more than went, after which Python looks for cycles


def contents_of(case: Case) -> Contents | None:
    """In what a case differs from others of its shape; None where it must be run by itself."""
    state, waves = memoryview(case.state), memoryview(case.waves)
    alone = case.descriptor or case.registers or case.trap_handler or case.packets or len(case.code) > CODE
    if alone or any(one.name in STARTED for one in case.memory) or state not in EMPTY and waves not in EMPTY:
        return None
    held = unpacked(case.arch, case.wave, state if waves in EMPTY else waves)
    if held is None or waves not in EMPTY and held[2] * case.wave != prod(case.group):
        return None
    observe = case.observe
    return Contents(
        case.code, held[0], held[1], 0 if waves in EMPTY else held[2],
        observed(case.arch, case.wave, *parted(tuple(observe.registers))), (), case.memory, observe.memory, case.entry,
        case.lds, case.lds_bytes, observe.lds, case.scratch, case.seed,
    )


def key_of(case: Case) -> tuple:
    """What cases of one shape have in common."""
    return (case.arch, case.wave, case.base, *case.grid, *case.group, case.sgprs, case.vgprs, case.policy,
            case.schedule, case.profile, case.instructions)


def plan_of(case: Case) -> Plan:
    """The whole case."""
    return messages.plan_from_message(msgspec.msgpack.decode(msgspec.msgpack.encode(case)))


def answer(name: str, model: Model) -> None:
    """Serves cases until standard input ends; `name`: what the target calls itself."""
    shapes = Shapes(model)

    def run(case: Case, seconds: float) -> dict:
        try:
            given = contents_of(case)
            if given is None:
                return messages.result_body(model.run(plan_of(case)))
            return shapes.find(key_of(case), lambda: plan_of(case)).run(given).body
        except CaseError as error:
            return {"status": "unsupported", "operation": error.field, "text": str(error)}
    gc.freeze()                                          # what is loaded stays: only what cases leave is looked
    gc.set_threshold(SELDOM)                             # through, and these leave no cycles but by accident
    serve(hello(name), run, kind=Run)


def main() -> None:
    """python -m assay.harness.targets.model [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    answer("model", Model(parser.parse_args().choices))


if __name__ == "__main__":
    main()
