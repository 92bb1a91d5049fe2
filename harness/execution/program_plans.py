"""Generated streams as plans: placed memory, one value per register dword, what is observed."""
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
from .prepared_runs import Contents
from .readback import observed, parted
from .register_pack import Registers, registers as registers_of

GIVEN = (*SCALAR_NAMES, *SPECIAL_NAMES)
BASE, SCRATCH_MEMORY = 0x10000, 0x1004_0000
ALWAYS = (FixedRegisters.EXEC, FixedRegisters.EXEC + 1)
HELD = ("vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "scc", "m0", "mode")            # observed besides the window
INSTRUCTIONS = 20_000                                # of all waves: streams are short and their loops bounded


@cache
def registers(window: int, memory: bool, lds: bool, scratch: bool):
    """(VGPRs, places of GIVEN that get a value, their dwords, registers that are observed, the VGPRs' numbers) of a
    stream with this window and these kinds of memory."""
    vectors = [*range(window), *(range(WINDOW_VGPRS, FixedRegisters.LDS) if memory else ())]
    vectors += [FixedRegisters.LDS, FixedRegisters.CROSS] * lds + [FixedRegisters.SCRATCH] * scratch
    scalars = [*range(window), *(range(WINDOW_SGPRS, len(SCALAR_NAMES)) if memory or scratch else ALWAYS)]
    scalars += range(len(SCALAR_NAMES), len(GIVEN))
    names = tuple(GIVEN[n] for n in scalars)
    observed = [*HELD, *(f"{file}{n}" for file in "sv" for n in range(window))]
    return np.array(vectors), np.array(scalars), names, observed, tuple(vectors)


def given(stream: RandomProgram):
    """registers() of a stream."""
    setting = stream.batch.setting
    return registers(stream.window, bool(setting.memory), bool(setting.lds), bool(setting.scratch))


def words_of(stream: RandomProgram) -> tuple[Registers, bytes]:
    """(the registers that its waves start with, their words)"""
    vectors, scalars, names, _, numbers = given(stream)
    words = b"".join([part for values, rows in zip(stream.scalars, stream.vectors)
                      for part in (values[scalars].tobytes(), rows[vectors].tobytes())])
    return registers_of(stream.batch.options.arch, stream.batch.setting.wave, names, numbers), words


def contents_of(stream: RandomProgram, plan: Plan) -> Contents:
    """Its plan as shape.Contents, without a look at each of its registers."""
    case, setting = plan.case, stream.batch.setting
    return Contents(
        plan.code, *words_of(stream),
        setting.waves if setting.waves > 1 else 0, observed(plan.arch, plan.wave, *parted(tuple(plan.observed or ()))),
        (), plan.regions, plan.observed_ranges, 0, case.lds, plan.lds_bytes, bool(setting.lds), case.scratch, case.seed,
        flags=False,
    )


def plan_of(
    stream: RandomProgram, code: bytes | None = None, reports=None, pointers: bool = True, light: bool = False
) -> Plan:
    """The plan of a stream; `code`: another program for the same state; `reports`: the registers that the target
    reports, None for all; `light`: with its states as a message has them and in no other way."""
    setting, options = stream.batch.setting, stream.batch.options
    group = (setting.wave * setting.waves, 1, 1)
    grid = (group[0] * setting.groups, 1, 1)
    case = Case(
        assay=1, arch=options.arch, code="", name=f"stream {options.seed}:{stream.number}",
        wave=64 if setting.wave == 64 else 32,
        lds=setting.lds, scratch=setting.scratch, vgprs=256, limits=Limits(instructions=INSTRUCTIONS),
        observe=Observe(registers=[], lds=bool(setting.lds)), schedule="seeded" if setting.waves > 1 else "round-robin",
        seed=stream.number + 1,
    )
    _, _, _, observed, _ = given(stream)
    states = [RegisterState() if light else state_of(stream, w) for w in range(setting.waves)]
    if pointers:
        for w, state in enumerate(states):
            state.address_halves = pointers_of(setting.wave, setting.waves, bool(setting.memory), w)
            if stream.poisoned:                      # lanes that are off point nowhere
                mask = stream.exec[w]
                state.address_halves = [one for one in state.address_halves if one[1] is None or mask >> one[1] & 1]
    regions, looks = memory_of(stream, setting)
    alone, (held, words) = len(states) == 1, words_of(stream) if light else (None, b"")
    return Plan(
        case=case, arch=options.arch, wave=setting.wave, code=stream.code if code is None else code, base=BASE, entry=0,
        grid=grid, group=group, regions=regions, pointers=[], state=states[0] if alone else RegisterState(),
        wave_states=[] if alone else states, has_address_registers=bool(setting.memory), observed_ranges=looks,
        observed=[n for n in observed if reports is None or reports(n)],
        lds_bytes=stream.batch.lds[stream.index % 4], descriptor=None, dispatch_registers={},
        sgprs=register_names.SGPRS[options.arch], encoded_state=held.wire(words, len(states)) if held else None,
    )


def state_of(stream: RandomProgram, wave: int) -> RegisterState:
    """What one wave starts from."""
    vectors, scalars, names, *_ = given(stream)
    rows = stream.vectors[wave]
    return RegisterState(dict(zip(names, stream.scalars[wave][scalars].tolist())),
                         {n: rows[n] for n in vectors.tolist()})


def memory_of(stream: RandomProgram, setting: Setting) -> tuple[list[Region], list[ObservedRange]]:
    """Regions, and those that are looked at: private memory starts with nothing known."""
    regions, looks = [], []
    if setting.memory:
        regions.append(Region("buf", MEMORY_BASE, setting.memory, stream.batch.memory[stream.index % 4], True))
        looks.append(ObservedRange("buf", MEMORY_BASE, setting.memory))
    if setting.scratch:
        arch = stream.batch.options.arch
        granule = architecture_traits(arch)["scratch_granule"]
        size = setting.waves * (-(-setting.scratch * setting.wave // granule) * granule)
        regions.append(Region("scratch", SCRATCH_MEMORY, size, b"", True))
    return regions, looks


@cache
def pointers_of(lanes: int, waves: int, memory: bool, wave: int) -> list[tuple]:
    """Where a wave's registers hold halves of addresses, as State.pointers."""
    if not memory:
        return []
    setting = Setting("", lanes, waves)
    start = setting.wave_bytes * wave + 64 + CONSTANT_BYTES
    found = []
    for n, place in enumerate(FixedRegisters.PAIRS):
        for lane in range(lanes):
            at = start + LANE_BYTES * (lane if n == 0 else lane * 5 % lanes)
            found += [(f"v{place}", lane, "buf", at, "lo"), (f"v{place + 1}", lane, "buf", at, "hi")]
    places = [(FixedRegisters.BASE, start), (FixedRegisters.CONSTANT, 0), *((FixedRegisters.DESCRIPTORS + 4 * n, start) for n in range(4))]
    for place, at in places:
        found += [(f"s{place}", None, "buf", at, "lo"), (f"s{place + 1}", None, "buf", at, "hi")]
    return found


def case_of(stream: RandomProgram, plan: Plan) -> dict:
    """The same as a case of JSON values; addresses are given by the region they lie in."""
    setting, options = stream.batch.setting, stream.batch.options
    states = [written(one, setting) for one in (plan.wave_states or [plan.state])]
    case = {
        "assay": 1, "name": plan.case.name, "arch": options.arch, "wave": setting.wave, "code": plan.code.hex(),
        "grid": list(plan.grid), "group": list(plan.group), "lds": setting.lds, "scratch": setting.scratch,
        "schedule": plan.case.schedule, "seed": plan.case.seed, "limits": {"instructions": INSTRUCTIONS},
        "memory": [
            {"name": r.name, "size": r.size, "bytes": r.data.hex()} for r in plan.regions if r.name != "scratch"
        ],
        "observe": {"registers": plan.observed, "lds": bool(setting.lds),
                    "memory": [{"name": look.name} for look in plan.observed_ranges]},
    }
    case |= {"state": states[0]} if len(states) == 1 else {"waves": states}
    return case | ({"lds_bytes": plan.lds_bytes.hex()} if plan.lds_bytes else {})


def written(state: RegisterState, setting: Setting) -> dict:
    """A state as a case has it."""
    found = {**state.scalars, **{f"v{n}": row.tolist() for n, row in state.vectors.items()}}
    found["exec"] = found.pop("exec_lo") | found.pop("exec_hi") << 32
    if not setting.memory:
        return found
    places = [FixedRegisters.BASE, FixedRegisters.CONSTANT, *(FixedRegisters.DESCRIPTORS + 4 * n for n in range(4))]
    for place in places:
        found[f"s[{place}:{place + 1}]"] = pointer(found.pop(f"s{place}") | found.pop(f"s{place + 1}") << 32, setting)
    for place in FixedRegisters.PAIRS:
        low, high = found.pop(f"v{place}"), found.pop(f"v{place + 1}")
        found[f"v[{place}:{place + 1}]"] = [pointer(x | y << 32, setting) for x, y in zip(low, high)]
    return found


def pointer(address: int, setting: Setting) -> int | str:
    """An address by its place in the region, where it lies there."""
    return f"buf+{address - MEMORY_BASE}" if 0 <= address - MEMORY_BASE < setting.memory else address
