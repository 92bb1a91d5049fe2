"""Cases as kernels of their own: a prologue that loads the state from memory, the code, an epilogue that stores what is
observed. For targets that cannot be given registers or cannot report them (targets.md, 2; the order of the epilogue
stands in PROTOCOL.md)."""
from __future__ import annotations

import contextlib
import functools
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

import numpy as np
from msgspec.structs import replace

from ...spec import ARCHS, FAMILIES, moves_fork_stack, load, architecture_traits, max_resident_waves
from ..case import register_names
from ..case.assembler import assemble_lines
from ..case.case_types import Case
from ..case.disassembly import instruction_listing, program_mnemonics
from ..case.memory_layout import ObservedRange, Region
from ..case.plan import DEFAULT_MODE, DEFAULT_RESERVE, Plan, RegisterState
from ..execution.outcome import NOT_TOLD, Outcome, Wave
from .wrapper_text import STATUS_LANES, Shape, epilogue, lay_out, prologue

BLOCK = "wrap.block"
LEAVING = {"vskip": "s_setvskip 0, 0", "gpr_idx_en": "s_set_gpr_idx_off"}   # by the field of MODE
# Fields of MODE that a kernel descriptor sets, by RSRC1's names; `float_mode` is rounding and denormals as they lie in
# MODE.
DESCRIPTOR_MODE = ("round", "denorm", "dx10_clamp", "ieee", "fp16_ovfl")


class CannotWrap(Exception):
    """The case needs what no kernel of its own can give; the text says what."""


@dataclass(slots=True)
class Wrapped:
    """A case on its way as a kernel: the plan that is sent, and how to read what comes back."""
    plan: Plan
    original: Plan
    shape: Shape
    nonces: list[int]


# Which way a plan goes

def obstacle(plan: Plan, hello) -> str | None:
    """Why the target can never run this plan ("feature: sentence"), or None."""
    features, regions = hello.features, plan.regions
    if plan.arch not in hello.architectures:
        return f"arch: the target has {', '.join(hello.architectures)}"
    sizes = hello.waves.get(plan.arch)
    if sizes and plan.wave not in sizes:
        return f"wave: the target runs waves of {', '.join(map(str, sizes))}"
    if regions and "memory" not in features:
        return "memory: the target has none"
    if plan.case.lds and "lds" not in features:
        return "lds: the target has none"
    if "gds" not in features and any(region.space != "global" for region in regions):
        return "gds: the target has no global data share"
    if plan.trap_handler and not {"traps", "state", "registers", "addresses"} <= set(features):
        return "traps: the target takes no trap handler, or not where it is told"
    expect = plan.case.expect
    if expect and (expect.exports or expect.messages) and "exports" not in features:
        return "exports: the target does not tell its exports and messages"
    if "waves" not in features and plan.groups * plan.waves_per_group > 1:
        return "waves: the target runs one"
    if plan.packets and not {"packets", "addresses"} <= set(features):
        return "packets: the target takes no command streams, or not where it is told"
    if plan.starts_by_dispatch and not plan.packets and "dispatch" not in features and "state" in features:
        return "dispatch: the target starts from given registers only"
    if "addresses" not in features and any(not region.placed for region in regions):
        return "addresses: the target places memory itself"
    if "addresses" not in features and _knows_its_place(plan):
        return "addresses: the target places the code itself, and this code reads or leaves addresses of code"
    if plan.descriptor is not None and plan.observed and "registers" not in features and not plan.observed_ranges:
        return "registers: the target tells none, and a kernel that is given is not wrapped"
    total = sum([region.size for region in regions])
    if total > hello.limits.memory or len(plan.code) > hello.limits.code:
        most = f"{hello.limits.memory} and {hello.limits.code}"
        return f"limits: {total} bytes of memory, {len(plan.code)} of code; the target takes {most}"
    return None


def needed(plan: Plan, hello) -> bool:
    """Whether the target cannot be given the state or cannot report the registers of this plan."""
    features = hello.features
    if plan.starts_by_dispatch:
        return False
    if "state" not in features or (plan.has_address_registers and "addresses" not in features):
        return True
    if not plan.observed:
        return False
    if "registers" not in features:
        return True
    return bool(hello.registers) and any(_file(name, plan.arch) not in hello.registers for name in plan.observed)


def reported(names: Iterable[str], arch: str, hello) -> tuple[str, ...]:
    """Those of these registers that a target reports by itself."""
    if "state" not in hello.features or "registers" not in hello.features:
        return ()
    return tuple(name for name in names if not hello.registers or _file(name, arch) in hello.registers)


def _file(dword: str, arch: str) -> str:
    return dword[0] if re.fullmatch(r"[sv]\d+", dword) else register_names.parse_register(dword, arch).file


# What the code itself allows

@functools.cache
def _tell_addresses(arch: str) -> frozenset[str]:
    """Spellings of the operations with an address of code among their values."""
    ops = [op for op in load().ops.values() if ARCHS[arch] in op.cells and op.shape != "branch"]
    return frozenset(op.cells[ARCHS[arch]].spelling for op in ops
                     if moves_fork_stack(arch, op) or any(value.kind == "pc" for value in (*op.results, *op.sources)))


def _knows_its_place(plan: Plan) -> bool:
    return not _tell_addresses(plan.arch).isdisjoint(program_mnemonics(plan.arch, plan.wave, plan.code))


@functools.lru_cache(maxsize=4096)
def _used(listing) -> frozenset[str]:
    """Names sN and vN that the text of the instructions names."""
    names = set()
    for _, text in listing:
        for file, low, high, one in re.findall(r"\b([sv])(?:\[(\d+):(\d+)\]|(\d+)\b)", text):
            first, last = (int(low), int(high)) if low else (int(one), int(one))
            names.update(f"{file}{n}" for n in range(first, last + 1))
    return frozenset(names)


def _body(plan: Plan, listing) -> tuple[bytes, bool]:
    """(code, whether an epilogue can follow): an s_endpgm at the very end falls away, any other one keeps the epilogue
    out, and so do s_setkill, a message behind which there are no registers, and half an instruction at the end, which
    the epilogue's first word would complete."""
    ends = [offset for offset, text in listing if text.startswith("s_endpgm")]
    if listing[-1][1] == "<illegal>" or any(
            text.startswith("s_setkill") or "MSG_DEALLOC_VGPRS" in text for _, text in listing):
        return plan.code, False
    if not ends:
        return plan.code, True
    return (plan.code[:ends[0]], True) if ends == [listing[-1][0]] and ends[0] > plan.entry else (plan.code, False)


def _reserve(plan: Plan) -> tuple[int, int]:
    names = register_names.expand_to_dwords(plan.case.reserve or DEFAULT_RESERVE, plan.arch)
    scalars = sorted(int(n[1:]) for n in names if n[0] == "s" and n[1:].isdigit())
    vectors = sorted(int(n[1:]) for n in names if n[0] == "v" and n[1:].isdigit())
    runs = [n for n in scalars if n % 2 == 0 and {n, n + 1, n + 2, n + 3} <= set(scalars)]
    if not runs or len(vectors) < 2:
        raise CannotWrap(
            '"reserve" must hold four scalar registers in a row from an even one, and two vector registers'
        )
    if vectors[1] >= plan.case.vgprs or vectors[1] != vectors[0] + 1:
        raise CannotWrap(
            f"v{vectors[0]} and v{vectors[1]} of the reserve are beyond the VGPRs of the case, or not neighbours"
        )
    if runs[0] + 3 >= plan.sgprs:
        raise CannotWrap(f"s[{runs[0]}:{runs[0] + 3}] of the reserve are beyond the {plan.sgprs} SGPRs of the case")
    return runs[0], vectors[0]


def _states(plan: Plan) -> list[RegisterState]:
    """The full state of every wave, groups in order; EXEC is there always."""
    states = []
    for number in range(plan.groups * plan.waves_per_group):
        over = plan.wave_states[number] if number < len(plan.wave_states) else RegisterState()
        index = number % plan.waves_per_group
        live = min(plan.wave, prod(plan.group) - index * plan.wave)
        mask = (1 << live) - 1
        scalars = {"exec_lo": mask & 0xFFFFFFFF, **({"exec_hi": mask >> 32} if plan.wave == 64 else {}), "scc": 0}
        kept = [
            one
            for one in plan.state.pointers
            if one[0] not in over.scalars
            and int(one[0][1:] if one[0][0] == "v" and one[0][1:].isdigit() else -1) not in over.vectors
        ]
        states.append(RegisterState(
            {**scalars, **plan.state.scalars, **over.scalars},
            {**plan.state.vectors, **over.vectors},
            kept + over.pointers,
        ))
    return states


def _check(plan: Plan, shape: Shape, used: frozenset[str]) -> None:
    taken = {f"s{shape.base + n}" for n in range(4)} | {f"v{shape.lane}", f"v{shape.lane + 1}"}
    named = (used | set(shape.scalars) | {f"v{n}" for n in shape.vectors} | set(shape.stored_scalars)
             | {f"v{n}" for n in shape.stored_vectors})
    if taken & named:
        raise CannotWrap(
            f'the case uses {", ".join(sorted(taken & named))}, which the wrapper reserves; give others in "reserve"'
        )
    allowed = {"vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0", "scc", "mode", "trapsts"} | (
        {"flat_scratch_lo", "flat_scratch_hi"} if architecture_traits(plan.arch)["flat_scratch"] is not None else set()
    )
    for name in (*shape.scalars, *shape.stored_scalars):
        if name not in allowed and not re.fullmatch(r"s\d+", name):
            raise CannotWrap(f"{name} cannot be set or stored by a kernel")
    if plan.case.scratch:
        raise CannotWrap("scratch")
    if plan.trap_handler:
        raise CannotWrap("a trap handler, which no kernel can set, would see the wrapper's instructions too")
    if plan.lds_bytes and shape.waves_per_group > 1:
        raise CannotWrap("LDS contents at the start of several waves")
    if _observes_lds(plan) and (not shape.ends or plan.case.lds % 4):
        raise CannotWrap("LDS contents at the end of waves that end by themselves, or of part of a dword")
    if any(g % b for g, b in zip(plan.grid, plan.group)):
        raise CannotWrap("the last group is not full")
    if shape.waves_per_group * plan.wave > 1024:
        raise CannotWrap("more than 1024 work items with whole waves")
    expect = plan.case.expect
    if expect and expect.status == "limit":
        raise CannotWrap("it is about the number of its instructions, and the wrapper's would be among them")


def _waves_per_group(plan: Plan, listing) -> int:
    """The waves of a group, as the kernel has them: where they do not fit on the SIMDs with the registers of the case
    and have nothing in common but memory, each is a group of its own."""
    most = max_resident_waves(plan.arch, plan.wave, plan.case.vgprs, _on_two_units(listing)
                          and architecture_traits(plan.arch)["wgp_simds"] is not None)
    if plan.waves_per_group <= most:
        return plan.waves_per_group
    if plan.case.lds or any(text.startswith(("s_barrier", "ds_gws")) for _, text in listing):
        raise CannotWrap(f"{plan.waves_per_group} waves of a group with {plan.case.vgprs} VGPRs each, {most} fit;"
                         ' give fewer in "vgprs"')
    return 1


def _on_two_units(listing) -> bool:
    """Whether WGP_MODE is wanted, as the model has it of given registers, and compilers set it; what reads parameters
    and LDS directly needs the other (RDNA3 ISA, 12.2.1)."""
    return not any(text.startswith("lds_") for _, text in listing)


def _undo(plan: Plan, listing, states: list[RegisterState]) -> list[str]:
    """What leaves the modes of MODE in which vector operations are skipped or take other registers, where the case may
    end in one."""
    fields = load().registers["MODE"].fields[ARCHS[plan.arch]]
    endings = {name: line for name, line in LEAVING.items() if name in fields}
    if any(text.startswith(("s_setreg", "s_setvskip", "s_set_gpr_idx")) for _, text in listing):
        return [*endings.values()]
    return [line for name, line in endings.items()
            if any(state.scalars.get("mode", 0) & fields[name].mask for state in states)]


def wrap(plan: Plan) -> Wrapped:
    """A plan -> the same as a kernel started by the dispatch rules. plan.observed must be set. Raises CannotWrap."""
    shape, states, code, mode = _shape(plan)
    size = shape.waves_per_group * plan.wave
    text_before, text_after = prologue(shape, plan.entry), epilogue(shape) if shape.ends else []
    before = b"".join(assemble_lines(plan.arch, plan.wave, text_before))
    padding = b"".join(assemble_lines(plan.arch, plan.wave, ["s_nop 0"])) * (-len(before) % 256 // 4)
    after = b"".join(assemble_lines(plan.arch, plan.wave, text_after))
    nonces = [_nonce(plan, number) for number in range(len(states))]
    regions, pointers = _memory(plan, shape, states, nonces)
    front = len(padding) + len(before)
    sent = replace(
        plan, code=padding + before + code + after, base=plan.base - front if plan.base >= front else plan.base,
        entry=0, group=(size, 1, 1), grid=(len(states) * plan.wave, 1, 1), regions=regions, pointers=pointers,
        state=RegisterState(), wave_states=[], observed=[], descriptor=_descriptor(plan, mode), dispatch_registers={},
        case=_without_lds(plan.case),
        observed_ranges=[*plan.observed_ranges, ObservedRange(BLOCK, regions[-2].address, regions[-2].size)],
        encoded_state=None, expected_result=None,
    )
    return Wrapped(sent, plan, shape, nonces)


def _shape(plan: Plan) -> tuple[Shape, list[RegisterState], bytes, int | None]:
    """What a plan needs around it: shape, the state of every wave, its code without the end, MODE for the
    descriptor."""
    listing = instruction_listing(plan.arch, plan.wave, plan.code)
    code, ends = _body(plan, listing)
    base, lane = _reserve(plan)
    states = _states(plan)
    shape = Shape(
        plan.arch, plan.wave, base, lane, sorted({n for s in states for n in s.vectors}),
        _ordered({n for s in states for n in s.scalars}), [], [], _waves_per_group(plan, listing), ends,
        -(-len(plan.lds_bytes) // 4),
    )
    shape.undo = _undo(plan, listing, states)
    if ends:
        shape.stored_lds = plan.case.lds // 4 if _observes_lds(plan) else 0
        shape.stored_vectors = [int(n[1:]) for n in plan.observed or [] if re.fullmatch(r"v\d+", n)]
        shape.stored_scalars = [n for n in plan.observed or [] if not re.fullmatch(r"v\d+", n)]
    _check(plan, shape, _used(listing))
    mode = _descriptor_mode(states)
    if mode is not None:
        shape.scalars = [name for name in shape.scalars if name != "mode"]
    lay_out(shape)
    return shape, states, code, mode


def assemble_ahead(plans: list[Plan]) -> None:
    """The lines around these plans, whose `observed` is set, in one call of the assembler, as each call costs much."""
    lines: dict[tuple[str, int], list[str]] = {}
    for plan in plans:
        with contextlib.suppress(CannotWrap):
            shape = _shape(plan)[0]
            lines.setdefault((plan.arch, plan.wave), []).extend(
                prologue(shape, plan.entry) + (epilogue(shape) if shape.ends else []))
    for (arch, wave), some in lines.items():
        assemble_lines(arch, wave, some)


def _ordered(names: set[str]) -> list[str]:
    """sN by number first, then the others by name."""
    return sorted(names, key=lambda n: (0, int(n[1:]), "") if re.fullmatch(r"s\d+", n) else (1, 0, n))


def _nonce(plan: Plan, wave: int) -> int:
    """Differs by case and wave; never a value code is likely to leave."""
    digest = hashlib.sha256(plan.code + plan.case.name.encode() + wave.to_bytes(4, "little")).digest()
    return int.from_bytes(digest[:4], "little") | 1


def _descriptor_mode(states: list[RegisterState]) -> int | None:
    """MODE when the descriptor can set it for all waves, else None."""
    modes = {state.scalars.get("mode", DEFAULT_MODE) for state in states}
    fields = load().registers["MODE"].fields[FAMILIES[0]]
    reach = sum(fields[name].mask for name in DESCRIPTOR_MODE)
    return modes.copy().pop() if len(modes) == 1 and not next(iter(modes)) & ~reach else None


def _observes_lds(plan: Plan) -> bool:
    return plan.case.observe is not None and plan.case.observe.lds


def _without_lds(case: Case) -> Case:
    """A case that asks for no LDS: the epilogue stores it."""
    return replace(case, observe=replace(case.observe, lds=False)) if case.observe else case


def _descriptor(plan: Plan, mode: int | None) -> bytes:
    wgp = _on_two_units(instruction_listing(plan.arch, plan.wave, plan.code))
    return descriptor_of(plan.arch, plan.wave, plan.case.vgprs, plan.case.lds, mode, wgp=wgp)


def descriptor_of(
    arch: str, wave: int, vgprs: int, lds: int, mode: int | None, kernarg: int = 16, wgp: bool = True
) -> bytes:
    """Kernel descriptor: kernarg pointer in s[0:1], group id in s2 (LLVM AMDGPU usage, kernel descriptor).  Sizes in
    bytes; mode: None for the default; wgp: WGP_MODE, where there is one."""
    tables, family = load(), ARCHS[arch]
    settings = tables.registers["MODE"].unpack(family, (DEFAULT_MODE if mode is None else mode).to_bytes(4, "little"))
    granule = tables.traits[f"vgpr_field_w{wave}"][family]
    sgprs = tables.traits["sgpr_field"][family]
    rsrc1 = {
        "vgprs": -(-vgprs // granule) - 1,
        "sgprs": 2 * (112 // sgprs - 1) if sgprs else 0,
        "float_mode": settings["denorm"] << 4 | settings["round"],
        **{name: settings[name] for name in ("dx10_clamp", "ieee", "fp16_ovfl")},
    }
    known = tables.registers["COMPUTE_PGM_RSRC1"].fields[family]
    optional = {name: value for name, value in (("mem_ordered", 1), ("wgp_mode", int(wgp))) if name in known}
    words = {
        "compute_pgm_rsrc1": tables.registers["COMPUTE_PGM_RSRC1"].pack(family, 32, rsrc1 | optional),
        "compute_pgm_rsrc2": tables.registers["COMPUTE_PGM_RSRC2"].pack(family, 32, {"user_sgpr": 2, "tgid_x_en": 1}),
    }
    given = {
        "group_segment_fixed_size": lds,
        "kernarg_size": kernarg,
        **{name: int.from_bytes(word, "little") for name, word in words.items()},
        "enable_sgpr_kernarg_segment_ptr": 1,
        **({"enable_wavefront_size32": 1} if wave == 32 else {}),
    }
    return tables.registers["KERNEL_DESCRIPTOR"].pack(family, 512, given)


# The memory of the block

def _memory(plan: Plan, shape: Shape, states: list[RegisterState], nonces: list[int]) -> tuple[list[Region],
                                                                                               list[tuple]]:
    """The regions of the plan, the block and the kernarg that points to it; and every word that holds an address."""
    data, pointers = bytearray(shape.stride * len(states)), list(plan.pointers)
    for number, state in enumerate(states):
        start = number * shape.stride

        def put(key, value: bytes) -> None:
            at = start + shape.offsets["load", key]
            data[at:at + len(value)] = value
        for vector in shape.vectors:
            put(vector, state.vectors[vector].astype("<u4").tobytes() if vector in state.vectors else b"")
        for name in shape.scalars:
            put(name, state.scalars.get(name, 0).to_bytes(4, "little"))
        put("nonce", nonces[number].to_bytes(4, "little"))
        put("lds", plan.lds_bytes)
        pointers += _block_pointers(plan, shape, state, start)
    last = max([plan.base + len(plan.code) + (1 << 16), *(r.address + r.size for r in plan.regions)])
    block = Region(BLOCK, (last + 0x1FFFF) // 0x10000 * 0x10000, len(data), bytes(data), True)
    after = (block.address + block.size + 0x1FFFF) // 0x10000 * 0x10000
    kernarg = Region("kernarg", after, 16, block.address.to_bytes(8, "little"), True)
    return [*plan.regions, block, kernarg], [*pointers, ("kernarg", 0, BLOCK, 0, "64")]


def _block_pointers(plan: Plan, shape: Shape, state: RegisterState, start: int) -> list[tuple]:
    found = []
    for dword, lane, region, addend, half in state.pointers:
        vector = int(dword[1:]) if re.fullmatch(r"v\d+", dword) else None
        at = start + shape.offsets["load", dword if vector is None else vector]
        lanes = [0] if vector is None else range(plan.wave) if lane is None else [lane]
        found += [(BLOCK, at + 4 * one, region, addend, half) for one in lanes]
    return found


def unwrap(wrapped: Wrapped, outcome: Outcome) -> Outcome:
    """The outcome of the kernel -> that of the case: registers out of the block. No nonce: `short`."""
    block = next((one for one in outcome.memory if one.name == BLOCK), None)
    outcome.memory = [one for one in outcome.memory if one.name != BLOCK]
    outcome.waves, outcome.instructions = [], NOT_TOLD
    if outcome.status != "ok" or not wrapped.shape.ends:
        return outcome
    if block is None:
        outcome.status, outcome.text = "short", "the wrapper's block is missing"
        return outcome
    for number, nonce in enumerate(wrapped.nonces):
        start = number * wrapped.shape.stride
        wave = _read_wave(wrapped.shape, block, start)
        row = np.frombuffer(block.data, "<u4", wrapped.shape.wave, start + wrapped.shape.offsets["store", "nonce"])
        if not (row == nonce).all():
            outcome.status, outcome.text = "short", f"wave {number} left no nonce: it did not come to the end"
            outcome.waves = []
            return outcome
        outcome.waves.append(wave)
    if wrapped.shape.stored_lds:                     # of the last group
        at = (len(wrapped.nonces) - 1) * wrapped.shape.stride + wrapped.shape.offsets["store", "lds"]
        end = at + 4 * wrapped.shape.stored_lds
        outcome.lds, outcome.lds_open = [block.data[at:end]], [block.open[at:end]] if block.open else []
    outcome.wave_count = len(outcome.waves)
    return outcome


def _read_wave(shape: Shape, block, start: int) -> Wave:
    wave = Wave()

    def words(offset: int, count: int) -> tuple[np.ndarray, int]:
        at = start + offset
        opened = block.open[at:at + 4 * count]
        mask = 0
        if any(opened):
            mask = sum(1 << lane for lane in range(count) if any(opened[4 * lane:4 * lane + 4]))
        return np.frombuffer(block.data, "<u4", count, at), mask
    for number in shape.stored_vectors:
        wave.vectors[number], opened = words(shape.offsets["store", number], shape.wave)
        if opened:
            wave.open_vectors[number] = opened
    for name in shape.stored_scalars:
        offset = (
            shape.offsets["store", "status"] + 4 * STATUS_LANES[name]
            if name in STATUS_LANES
            else shape.offsets["store", name]
        )
        value, opened = words(offset, 1)
        wave.scalars[name] = int(value[0])
        if opened:
            wave.open_scalars[name] = 1 if name == "scc" else 0xFFFFFFFF
    return wave
