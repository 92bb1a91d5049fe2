"""Plans of generated programs: placed memory, one value per register dword, observed registers."""
from __future__ import annotations

from functools import cache

import numpy as np

from ...generators.programs.instruction_templates import LANE_BYTES, WINDOW_SGPRS, WINDOW_VGPRS, FixedRegisters
from ...generators.programs.program_settings import CONSTANT_BYTES, Setting
from ...generators.programs.program_values import MEMORY_BASE, SCALAR_NAMES
from ...generators.programs.random_programs import SPECIAL_NAMES, RandomProgram
from ...spec import architecture_traits
from ..case import register_names
from ..case.case_types import Case, Limits, Observe
from ..case.memory_layout import ObservedRange, Region
from ..case.plan import Plan, RegisterState
from .prepared_runs import RunInputs
from .readback import observed_registers, split_registers
from .register_pack import RegisterSet, named_registers as registers_of

START_REGISTERS = (*SCALAR_NAMES, *SPECIAL_NAMES)
CODE_ADDRESS, SCRATCH_ADDRESS = 0x10000, 0x1004_0000
EXEC_INDICES = (FixedRegisters.EXEC, FixedRegisters.EXEC + 1)
# observed in addition to the window
STATUS_REGISTERS = ("vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "scc", "m0", "mode")
MAX_INSTRUCTIONS = 20_000                            # of all waves; programs are short and loops bounded


@cache
def start_registers(window: int, memory: bool, lds: bool, scratch: bool):
    """Return the start and observed registers of programs that use this register window and these kinds of memory.

    Returns (indices of VGPRs, indices into START_REGISTERS, their dwords, observed names, VGPR numbers)."""
    vectors = [*range(window), *(range(WINDOW_VGPRS, FixedRegisters.LDS) if memory else ())]
    vectors += [FixedRegisters.LDS, FixedRegisters.CROSS] * lds + [FixedRegisters.SCRATCH] * scratch
    scalars = [*range(window), *(range(WINDOW_SGPRS, len(SCALAR_NAMES)) if memory or scratch else EXEC_INDICES)]
    scalars += range(len(SCALAR_NAMES), len(START_REGISTERS))
    names = tuple(START_REGISTERS[n] for n in scalars)
    observed = [*STATUS_REGISTERS, *(f"{file}{n}" for file in "sv" for n in range(window))]
    return np.array(vectors), np.array(scalars), names, observed, tuple(vectors)


def registers_of_program(stream: RandomProgram):
    """start_registers() of a program."""
    setting = stream.batch.setting
    return start_registers(stream.window, bool(setting.memory), bool(setting.lds), bool(setting.scratch))


def start_words(stream: RandomProgram) -> tuple[RegisterSet, bytes]:
    """The start registers of a program's waves, and their words."""
    vectors, scalars, names, _, numbers = registers_of_program(stream)
    words = b"".join([part for values, rows in zip(stream.scalars, stream.vectors)
                      for part in (values[scalars].tobytes(), rows[vectors].tobytes())])
    return registers_of(stream.batch.options.arch, stream.batch.setting.wave, names, numbers), words


def program_run_inputs(stream: RandomProgram, plan: Plan) -> RunInputs:
    """The inputs of a program for its runner, without reading each register of the plan."""
    case, setting = plan.case, stream.batch.setting
    return RunInputs(
        plan.code, *start_words(stream),
        setting.waves if setting.waves > 1 else 0,
        observed_registers(plan.arch, plan.wave, *split_registers(tuple(plan.observed or ()))),
        (), plan.regions, plan.observed_ranges, 0, case.lds, plan.lds_bytes, bool(setting.lds), case.scratch, case.seed,
        may_access_flags=False,
    )


def program_plan(
    stream: RandomProgram, code: bytes | None = None, reports=None, pointers: bool = True, light: bool = False
) -> Plan:
    """The plan of a program.

    `code`: another program to run on the same state. `reports`: a predicate that is true for registers that the target
    reports; None if it reports all. `light`: encode the states for messages only."""
    setting, options = stream.batch.setting, stream.batch.options
    group = (setting.wave * setting.waves, 1, 1)
    grid = (group[0] * setting.groups, 1, 1)
    case = Case(
        assay=1, arch=options.arch, code="", name=f"stream {options.seed}:{stream.number}",
        wave=64 if setting.wave == 64 else 32,
        lds=setting.lds, scratch=setting.scratch, vgprs=256, limits=Limits(instructions=MAX_INSTRUCTIONS),
        observe=Observe(registers=[], lds=bool(setting.lds)), schedule="seeded" if setting.waves > 1 else "round-robin",
        seed=stream.number + 1,
    )
    _, _, _, observed, _ = registers_of_program(stream)
    states = [RegisterState() if light else wave_start_state(stream, w) for w in range(setting.waves)]
    if pointers:
        for w, state in enumerate(states):
            state.address_halves = address_halves(setting.wave, setting.waves, bool(setting.memory), w)
            if stream.poisoned:                      # inactive lanes have unmapped addresses
                mask = stream.exec[w]
                state.address_halves = [half for half in state.address_halves if half[1] is None or mask >> half[1] & 1]
    regions, looks = program_memory(stream, setting)
    single, (registers, words) = len(states) == 1, start_words(stream) if light else (None, b"")
    return Plan(
        case=case, arch=options.arch, wave=setting.wave, code=stream.code if code is None else code, base=CODE_ADDRESS,
        entry=0,
        grid=grid, group=group, regions=regions, pointers=[], state=states[0] if single else RegisterState(),
        wave_states=[] if single else states, has_address_registers=bool(setting.memory), observed_ranges=looks,
        observed=[n for n in observed if reports is None or reports(n)],
        lds_bytes=stream.batch.lds[stream.index % 4], descriptor=None, dispatch_registers={},
        sgprs=register_names.SGPRS[options.arch],
        encoded_state=registers.pack_start(words, len(states)) if registers else None,
    )


def wave_start_state(stream: RandomProgram, wave: int) -> RegisterState:
    """The start state of one wave."""
    vectors, scalars, names, *_ = registers_of_program(stream)
    rows = stream.vectors[wave]
    return RegisterState(dict(zip(names, stream.scalars[wave][scalars].tolist())),
                         {n: rows[n] for n in vectors.tolist()})


def program_memory(stream: RandomProgram, setting: Setting) -> tuple[list[Region], list[ObservedRange]]:
    """The regions of a program, and the observed ones. Private memory starts undefined."""
    regions, looks = [], []
    if setting.memory:
        regions.append(Region("buf", MEMORY_BASE, setting.memory, stream.batch.memory[stream.index % 4], True))
        looks.append(ObservedRange("buf", MEMORY_BASE, setting.memory))
    if setting.scratch:
        arch = stream.batch.options.arch
        granule = architecture_traits(arch)["scratch_granule"]
        size = setting.waves * (-(-setting.scratch * setting.wave // granule) * granule)
        regions.append(Region("scratch", SCRATCH_ADDRESS, size, b"", True))
    return regions, looks


@cache
def address_halves(lanes: int, waves: int, memory: bool, wave: int) -> list[tuple]:
    """The 32-bit halves of addresses in a wave's registers, in the format of RegisterState.pointers."""
    if not memory:
        return []
    setting = Setting("", lanes, waves)
    start = setting.wave_bytes * wave + 64 + CONSTANT_BYTES
    halves = []
    for n, register in enumerate(FixedRegisters.PAIRS):
        for lane in range(lanes):
            at = start + LANE_BYTES * (lane if n == 0 else lane * 5 % lanes)
            halves += [(f"v{register}", lane, "buf", at, "lo"), (f"v{register + 1}", lane, "buf", at, "hi")]
    places = [(FixedRegisters.BASE, start), (FixedRegisters.CONSTANT, 0),
              *((FixedRegisters.DESCRIPTORS + 4 * n, start) for n in range(4))]
    for register, at in places:
        halves += [(f"s{register}", None, "buf", at, "lo"), (f"s{register + 1}", None, "buf", at, "hi")]
    return halves


def program_case(stream: RandomProgram, plan: Plan) -> dict:
    """The program as a case of JSON values. Addresses are given by region and offset."""
    setting, options = stream.batch.setting, stream.batch.options
    states = [state_keys(state, setting) for state in (plan.wave_states or [plan.state])]
    case = {
        "assay": 1, "name": plan.case.name, "arch": options.arch, "wave": setting.wave, "code": plan.code.hex(),
        "grid": list(plan.grid), "group": list(plan.group), "lds": setting.lds, "scratch": setting.scratch,
        "schedule": plan.case.schedule, "seed": plan.case.seed, "limits": {"instructions": MAX_INSTRUCTIONS},
        "memory": [
            {"name": r.name, "size": r.size, "bytes": r.data.hex()} for r in plan.regions if r.name != "scratch"
        ],
        "observe": {"registers": plan.observed, "lds": bool(setting.lds),
                    "memory": [{"name": look.name} for look in plan.observed_ranges]},
    }
    case |= {"state": states[0]} if len(states) == 1 else {"waves": states}
    return case | ({"lds_bytes": plan.lds_bytes.hex()} if plan.lds_bytes else {})


def state_keys(state: RegisterState, setting: Setting) -> dict:
    """A register state as a case has it."""
    keys = {**state.scalars, **{f"v{n}": row.tolist() for n, row in state.vectors.items()}}
    keys["exec"] = keys.pop("exec_lo") | keys.pop("exec_hi") << 32
    if not setting.memory:
        return keys
    places = [FixedRegisters.BASE, FixedRegisters.CONSTANT, *(FixedRegisters.DESCRIPTORS + 4 * n for n in range(4))]
    for register in places:
        keys[f"s[{register}:{register + 1}]"] = region_address(keys.pop(f"s{register}")
                                                               | keys.pop(f"s{register + 1}") << 32,
                                                         setting)
    for register in FixedRegisters.PAIRS:
        low, high = keys.pop(f"v{register}"), keys.pop(f"v{register + 1}")
        keys[f"v[{register}:{register + 1}]"] = [region_address(x | y << 32, setting) for x, y in zip(low, high)]
    return keys


def region_address(address: int, setting: Setting) -> int | str:
    """Return an address as region and offset if it is in the region, else as a number."""
    return f"buf+{address - MEMORY_BASE}" if 0 <= address - MEMORY_BASE < setting.memory else address
