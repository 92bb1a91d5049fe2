"""Wrap cases as kernels: a prologue that loads the state from memory, the code, an epilogue that stores the observed
registers.

Targets that cannot set or report registers need this (targets.md, 2). PROTOCOL.md gives the order of the epilogue."""
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

from ...spec import ARCHS, FAMILIES, architecture_traits, load, max_resident_waves, moves_fork_stack
from ..case import register_names
from ..case.assembler import assemble_lines
from ..case.case_types import Case
from ..case.disassembly import instruction_listing, program_mnemonics
from ..case.memory_layout import ObservedRange, Region
from ..case.plan import DEFAULT_MODE, DEFAULT_RESERVE, Plan, RegisterState
from ..execution.outcome import UNKNOWN_INSTRUCTION_COUNT, Outcome, WaveRegisters
from .prologue_epilogue import STATUS_LANES, WrapperLayout, assign_offsets, epilogue, prologue

BLOCK_REGION = "wrap.block"
MODE_RESET_LINES = {"vskip": "s_setvskip 0, 0", "gpr_idx_en": "s_set_gpr_idx_off"}  # by field of MODE
# Fields of MODE that a kernel descriptor sets, by the names of RSRC1. `float_mode` is rounding and denormals.
DESCRIPTOR_MODE_FIELDS = ("round", "denorm", "dx10_clamp", "ieee", "fp16_ovfl")


class CannotWrap(Exception):
    """The case needs a feature that no wrapper can provide. The text names it."""


@dataclass(slots=True)
class WrappedPlan:
    """A case wrapped as a kernel: the plan to send, and the data to read its outcome."""
    plan: Plan
    original: Plan
    layout: WrapperLayout
    nonces: list[int]


# Whether a plan is wrapped

def unsupported_reason(plan: Plan, hello) -> str | None:
    """Return why the target can never run this plan, as "feature: sentence", or None if it may run it."""
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
        return "traps: the target takes no trap handler, or not at a given address"
    expect = plan.case.expect
    if expect and (expect.exports or expect.messages) and "exports" not in features:
        return "exports: the target does not report exports and messages"
    if "waves" not in features and plan.groups * plan.waves_per_group > 1:
        return "waves: the target runs one"
    if plan.packets and not {"packets", "addresses"} <= set(features):
        return "packets: the target takes no command streams, or not at given addresses"
    if plan.starts_by_dispatch and not plan.packets and "dispatch" not in features and "state" in features:
        return "dispatch: the target starts from given registers only"
    if "addresses" not in features and any(not region.placed for region in regions):
        return "addresses: the target places memory itself"
    if "addresses" not in features and _depends_on_code_address(plan):
        return "addresses: the target places the code itself, and this code reads or leaves addresses of code"
    if plan.descriptor is not None and plan.observed and "registers" not in features and not plan.observed_ranges:
        return "registers: the target reports none, and a given kernel is not wrapped"
    total = sum([region.size for region in regions])
    if total > hello.limits.memory or len(plan.code) > hello.limits.code:
        limits = f"{hello.limits.memory} and {hello.limits.code}"
        return f"limits: {total} bytes of memory, {len(plan.code)} of code; the target takes {limits}"
    return None


def needs_wrapper(plan: Plan, hello) -> bool:
    """True if the target cannot set the state or cannot report the registers of this plan."""
    features = hello.features
    if plan.starts_by_dispatch:
        return False
    if "state" not in features or (plan.has_address_registers and "addresses" not in features):
        return True
    if not plan.observed:
        return False
    if "registers" not in features:
        return True
    return bool(hello.registers) and any(_register_file(name, plan.arch) not in hello.registers
                                         for name in plan.observed)


def directly_reported(names: Iterable[str], arch: str, hello) -> tuple[str, ...]:
    """The registers that a target reports without a wrapper."""
    if "state" not in hello.features or "registers" not in hello.features:
        return ()
    return tuple(name for name in names if not hello.registers or _register_file(name, arch) in hello.registers)


def _register_file(dword: str, arch: str) -> str:
    """The register file of a dword."""
    return dword[0] if re.fullmatch(r"[sv]\d+", dword) else register_names.parse_register(dword, arch).file


# Properties of the code

@functools.cache
def _code_address_spellings(arch: str) -> frozenset[str]:
    """Return the mnemonics of operations that read or write a code address."""
    ops = [op for op in load().ops.values() if ARCHS[arch] in op.cells and op.shape != "branch"]
    return frozenset(op.cells[ARCHS[arch]].spelling for op in ops
                     if moves_fork_stack(arch, op) or any(value.kind == "pc" for value in (*op.results, *op.sources)))


def _depends_on_code_address(plan: Plan) -> bool:
    """True if the code reads a code address or writes one to a register."""
    return not _code_address_spellings(plan.arch).isdisjoint(program_mnemonics(plan.arch, plan.wave, plan.code))


@functools.lru_cache(maxsize=4096)
def _named_registers(listing) -> frozenset[str]:
    """Return the registers sN and vN that the text of the instructions names."""
    names = set()
    for _, text in listing:
        for file, low, high, single in re.findall(r"\b([sv])(?:\[(\d+):(\d+)\]|(\d+)\b)", text):
            first, last = (int(low), int(high)) if low else (int(single), int(single))
            names.update(f"{file}{n}" for n in range(first, last + 1))
    return frozenset(names)


def _wrapped_code(plan: Plan, listing) -> tuple[bytes, bool]:
    """The code without a final s_endpgm, and whether an epilogue can follow.

    No epilogue can follow if the code has another s_endpgm, s_setkill, or a message that frees the registers. The same
    holds if the code ends with an incomplete instruction, which the first word of an epilogue would complete."""
    ends = [offset for offset, text in listing if text.startswith("s_endpgm")]
    if listing[-1][1] == "<illegal>" or any(
            text.startswith("s_setkill") or "MSG_DEALLOC_VGPRS" in text for _, text in listing):
        return plan.code, False
    if not ends:
        return plan.code, True
    return (plan.code[:ends[0]], True) if ends == [listing[-1][0]] and ends[0] > plan.entry else (plan.code, False)


def _reserved_registers(plan: Plan) -> tuple[int, int]:
    """Return the index of the first of four reserved scalar registers, and of the first of two reserved vector
    registers. Raises CannotWrap."""
    names = register_names.expand_to_dwords(plan.case.reserve or DEFAULT_RESERVE, plan.arch)
    scalars = sorted(int(n[1:]) for n in names if n[0] == "s" and n[1:].isdigit())
    vectors = sorted(int(n[1:]) for n in names if n[0] == "v" and n[1:].isdigit())
    starts = [n for n in scalars if n % 2 == 0 and {n, n + 1, n + 2, n + 3} <= set(scalars)]
    if not starts or len(vectors) < 2:
        raise CannotWrap(
            '"reserve" must hold four scalar registers in a row from an even one, and two vector registers'
        )
    if vectors[1] >= plan.case.vgprs or vectors[1] != vectors[0] + 1:
        raise CannotWrap(
            f"v{vectors[0]} and v{vectors[1]} of the reserve are beyond the VGPRs of the case, or not neighbours"
        )
    if starts[0] + 3 >= plan.sgprs:
        raise CannotWrap(f"s[{starts[0]}:{starts[0] + 3}] of the reserve are beyond the {plan.sgprs} SGPRs of the case")
    return starts[0], vectors[0]


def _wave_states(plan: Plan) -> list[RegisterState]:
    """Return the complete state of every wave, in the order of groups. EXEC is always set."""
    states = []
    for number in range(plan.groups * plan.waves_per_group):
        wave_state = plan.wave_states[number] if number < len(plan.wave_states) else RegisterState()
        index = number % plan.waves_per_group
        live = min(plan.wave, prod(plan.group) - index * plan.wave)
        mask = (1 << live) - 1
        scalars = {"exec_lo": mask & 0xFFFFFFFF, **({"exec_hi": mask >> 32} if plan.wave == 64 else {}), "scc": 0}
        inherited = [
            pointer
            for pointer in plan.state.pointers
            if pointer[0] not in wave_state.scalars
            and int(pointer[0][1:] if pointer[0][0] == "v"
                    and pointer[0][1:].isdigit() else -1) not in wave_state.vectors
        ]
        states.append(RegisterState(
            {**scalars, **plan.state.scalars, **wave_state.scalars},
            {**plan.state.vectors, **wave_state.vectors},
            inherited + wave_state.pointers,
        ))
    return states


def _check_layout(plan: Plan, layout: WrapperLayout, used: frozenset[str]) -> None:
    """Raise CannotWrap for a case that the wrapper cannot load, store or reproduce."""
    reserved = {f"s{layout.scalar_base + n}" for n in range(4)} | {f"v{layout.lane_register}",
                                                                   f"v{layout.lane_register + 1}"}
    used_registers = (used | set(layout.scalars) | {f"v{n}" for n in layout.vectors} | set(layout.stored_scalars)
                      | {f"v{n}" for n in layout.stored_vectors})
    if reserved & used_registers:
        raise CannotWrap(
            f'the case uses {", ".join(sorted(reserved & used_registers))}, which the wrapper reserves; '
            'give others in "reserve"'
        )
    allowed = {"vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0", "scc", "mode", "trapsts"} | (
        {"flat_scratch_lo", "flat_scratch_hi"} if architecture_traits(plan.arch)["flat_scratch"] is not None else set()
    )
    for name in (*layout.scalars, *layout.stored_scalars):
        if name not in allowed and not re.fullmatch(r"s\d+", name):
            raise CannotWrap(f"{name} cannot be set or stored by a kernel")
    if plan.case.scratch:
        raise CannotWrap("scratch")
    if plan.trap_handler:
        raise CannotWrap("a trap handler, which no kernel can set, would see the wrapper's instructions too")
    if plan.lds_bytes and layout.waves_per_group > 1:
        raise CannotWrap("LDS contents at the start of several waves")
    if _observes_lds(plan) and (not layout.has_epilogue or plan.case.lds % 4):
        raise CannotWrap("LDS contents at the end of waves that end by themselves, or of part of a dword")
    if any(g % b for g, b in zip(plan.grid, plan.group)):
        raise CannotWrap("the last group is not full")
    if layout.waves_per_group * plan.wave > 1024:
        raise CannotWrap("more than 1024 work items with whole waves")
    expect = plan.case.expect
    if expect and expect.status == "limit":
        raise CannotWrap("it is about the number of its instructions, and the wrapper's would be among them")


def _waves_per_group(plan: Plan, listing) -> int:
    """Return the number of waves in a group of the kernel.

    The result is 1 if the waves of a group do not fit on the SIMDs, given the registers of the case. This requires that
    they share only memory."""
    fitting = max_resident_waves(plan.arch, plan.wave, plan.case.vgprs, _uses_wgp_mode(listing)
                                 and architecture_traits(plan.arch)["wgp_simds"] is not None)
    if plan.waves_per_group <= fitting:
        return plan.waves_per_group
    if plan.case.lds or any(text.startswith(("s_barrier", "ds_gws")) for _, text in listing):
        raise CannotWrap(f"{plan.waves_per_group} waves of a group with {plan.case.vgprs} VGPRs each, {fitting} fit;"
                         ' give fewer in "vgprs"')
    return 1


def _uses_wgp_mode(listing) -> bool:
    """True if the kernel uses WGP_MODE. Compilers set it, and the model assumes it if the case sets the start
    registers.

    Direct reads of parameters and LDS need CU mode (RDNA3 ISA, 12.2.1)."""
    return not any(text.startswith("lds_") for _, text in listing)


def _mode_reset_lines(plan: Plan, listing, states: list[RegisterState]) -> list[str]:
    """Return lines that end modes in which vector operations are skipped or use other registers, if the case may end in
    such a mode."""
    fields = load().registers["MODE"].fields[ARCHS[plan.arch]]
    endings = {name: line for name, line in MODE_RESET_LINES.items() if name in fields}
    if any(text.startswith(("s_setreg", "s_setvskip", "s_set_gpr_idx")) for _, text in listing):
        return [*endings.values()]
    return [line for name, line in endings.items()
            if any(state.scalars.get("mode", 0) & fields[name].mask for state in states)]


def wrap(plan: Plan) -> WrappedPlan:
    """Wrap a plan as a kernel that the dispatch rules start. plan.observed must be set. Raises CannotWrap."""
    layout, states, code, mode = _wrapper_layout(plan)
    size = layout.waves_per_group * plan.wave
    text_before, text_after = prologue(layout, plan.entry), epilogue(layout) if layout.has_epilogue else []
    before = b"".join(assemble_lines(plan.arch, plan.wave, text_before))
    padding = b"".join(assemble_lines(plan.arch, plan.wave, ["s_nop 0"])) * (-len(before) % 256 // 4)
    after = b"".join(assemble_lines(plan.arch, plan.wave, text_after))
    nonces = [_nonce(plan, number) for number in range(len(states))]
    regions, pointers = _block_memory(plan, layout, states, nonces)
    prologue_bytes = len(padding) + len(before)
    kernel_plan = replace(
        plan, code=padding + before + code + after,
        base=plan.base - prologue_bytes if plan.base >= prologue_bytes else plan.base,
        entry=0, group=(size, 1, 1), grid=(len(states) * plan.wave, 1, 1), regions=regions, pointers=pointers,
        state=RegisterState(), wave_states=[], observed=[], descriptor=_plan_descriptor(plan, mode),
        dispatch_registers={},
        case=_case_without_lds(plan.case),
        observed_ranges=[*plan.observed_ranges, ObservedRange(BLOCK_REGION, regions[-2].address, regions[-2].size)],
        encoded_state=None, expected_result=None,
    )
    return WrappedPlan(kernel_plan, plan, layout, nonces)


def _wrapper_layout(plan: Plan) -> tuple[WrapperLayout, list[RegisterState], bytes, int | None]:
    """Return the layout of a plan's wrapper, the state of every wave, the code without a final s_endpgm, and MODE for
    the descriptor.
    """
    listing = instruction_listing(plan.arch, plan.wave, plan.code)
    code, ends = _wrapped_code(plan, listing)
    base, lane = _reserved_registers(plan)
    states = _wave_states(plan)
    layout = WrapperLayout(
        plan.arch, plan.wave, base, lane, sorted({n for s in states for n in s.vectors}),
        _register_order({n for s in states for n in s.scalars}), [], [], _waves_per_group(plan, listing), ends,
        -(-len(plan.lds_bytes) // 4),
    )
    layout.mode_reset = _mode_reset_lines(plan, listing, states)
    if ends:
        layout.stored_lds = plan.case.lds // 4 if _observes_lds(plan) else 0
        layout.stored_vectors = [int(n[1:]) for n in plan.observed or [] if re.fullmatch(r"v\d+", n)]
        layout.stored_scalars = [n for n in plan.observed or [] if not re.fullmatch(r"v\d+", n)]
    _check_layout(plan, layout, _named_registers(listing))
    mode = _descriptor_mode(states)
    if mode is not None:
        layout.scalars = [name for name in layout.scalars if name != "mode"]
    assign_offsets(layout)
    return layout, states, code, mode


def assemble_ahead(plans: list[Plan]) -> None:
    """Assemble the wrappers of these plans in one call, since each call of the assembler is slow. `observed` of each
    plan must be set."""
    lines: dict[tuple[str, int], list[str]] = {}
    for plan in plans:
        with contextlib.suppress(CannotWrap):
            layout = _wrapper_layout(plan)[0]
            lines.setdefault((plan.arch, plan.wave), []).extend(
                prologue(layout, plan.entry) + (epilogue(layout) if layout.has_epilogue else []))
    for (arch, wave), texts in lines.items():
        assemble_lines(arch, wave, texts)


def _register_order(names: set[str]) -> list[str]:
    """Sort sN by number, then the other names."""
    return sorted(names, key=lambda n: (0, int(n[1:]), "") if re.fullmatch(r"s\d+", n) else (1, 0, n))


def _nonce(plan: Plan, wave: int) -> int:
    """The nonce of a wave. It differs by case and wave, and code is unlikely to leave it in memory."""
    digest = hashlib.sha256(plan.code + plan.case.name.encode() + wave.to_bytes(4, "little")).digest()
    return int.from_bytes(digest[:4], "little") | 1


def _descriptor_mode(states: list[RegisterState]) -> int | None:
    """Return MODE if the descriptor can set it for all waves, else None."""
    modes = {state.scalars.get("mode", DEFAULT_MODE) for state in states}
    fields = load().registers["MODE"].fields[FAMILIES[0]]
    settable = sum(fields[name].mask for name in DESCRIPTOR_MODE_FIELDS)
    return modes.copy().pop() if len(modes) == 1 and not next(iter(modes)) & ~settable else None


def _observes_lds(plan: Plan) -> bool:
    """True if the case observes LDS."""
    return plan.case.observe is not None and plan.case.observe.lds


def _case_without_lds(case: Case) -> Case:
    """Return the case without observed LDS, because the epilogue stores it."""
    return replace(case, observe=replace(case.observe, lds=False)) if case.observe else case


def _plan_descriptor(plan: Plan, mode: int | None) -> bytes:
    """The kernel descriptor of a wrapped plan."""
    wgp = _uses_wgp_mode(instruction_listing(plan.arch, plan.wave, plan.code))
    return kernel_descriptor(plan.arch, plan.wave, plan.case.vgprs, plan.case.lds, mode, wgp=wgp)


def kernel_descriptor(
    arch: str, wave: int, vgprs: int, lds: int, mode: int | None, kernarg: int = 16, wgp: bool = True
) -> bytes:
    """A kernel descriptor with the kernarg pointer in s[0:1] and the group id in s2 (LLVM AMDGPU usage, kernel
    descriptor).

    Sizes are in bytes. mode: None for the default. wgp: WGP_MODE, on families that have it."""
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
    fields = {
        "group_segment_fixed_size": lds,
        "kernarg_size": kernarg,
        **{name: int.from_bytes(word, "little") for name, word in words.items()},
        "enable_sgpr_kernarg_segment_ptr": 1,
        **({"enable_wavefront_size32": 1} if wave == 32 else {}),
    }
    return tables.registers["KERNEL_DESCRIPTOR"].pack(family, 512, fields)


# The memory of the block

def _block_memory(plan: Plan, layout: WrapperLayout, states: list[RegisterState],
                  nonces: list[int]) -> tuple[list[Region], list[tuple]]:
    """Return the regions of the plan, the block and the kernarg segment, and the relocations for words that hold
    addresses."""
    data, pointers = bytearray(layout.stride * len(states)), list(plan.pointers)
    for number, state in enumerate(states):
        start = number * layout.stride

        def write_entry(key, value: bytes) -> None:
            at = start + layout.offsets["load", key]
            data[at:at + len(value)] = value
        for vector in layout.vectors:
            write_entry(vector, state.vectors[vector].astype("<u4").tobytes() if vector in state.vectors else b"")
        for name in layout.scalars:
            write_entry(name, state.scalars.get(name, 0).to_bytes(4, "little"))
        write_entry("nonce", nonces[number].to_bytes(4, "little"))
        write_entry("lds", plan.lds_bytes)
        pointers += _block_pointers(plan, layout, state, start)
    end = max([plan.base + len(plan.code) + (1 << 16), *(r.address + r.size for r in plan.regions)])
    block = Region(BLOCK_REGION, (end + 0x1FFFF) // 0x10000 * 0x10000, len(data), bytes(data), True)
    kernarg_address = (block.address + block.size + 0x1FFFF) // 0x10000 * 0x10000
    kernarg = Region("kernarg", kernarg_address, 16, block.address.to_bytes(8, "little"), True)
    return [*plan.regions, block, kernarg], [*pointers, ("kernarg", 0, BLOCK_REGION, 0, "64")]


def _block_pointers(plan: Plan, layout: WrapperLayout, state: RegisterState, start: int) -> list[tuple]:
    """Return the words in a wave's block that hold 32-bit halves of addresses."""
    pointers = []
    for dword, lane, region, addend, half in state.pointers:
        vector = int(dword[1:]) if re.fullmatch(r"v\d+", dword) else None
        at = start + layout.offsets["load", dword if vector is None else vector]
        lanes = [0] if vector is None else range(plan.wave) if lane is None else [lane]
        pointers += [(BLOCK_REGION, at + 4 * lane_index, region, addend, half) for lane_index in lanes]
    return pointers


def unwrap(wrapped: WrappedPlan, outcome: Outcome) -> Outcome:
    """Convert the outcome of the kernel to that of the case, with registers from the block. If a nonce is missing, the
    status is `short`."""
    block = next((memory for memory in outcome.memory if memory.name == BLOCK_REGION), None)
    outcome.memory = [memory for memory in outcome.memory if memory.name != BLOCK_REGION]
    outcome.waves, outcome.instructions = [], UNKNOWN_INSTRUCTION_COUNT
    if outcome.status != "ok" or not wrapped.layout.has_epilogue:
        return outcome
    if block is None:
        outcome.status, outcome.text = "short", "the wrapper's block is missing"
        return outcome
    for number, nonce in enumerate(wrapped.nonces):
        start = number * wrapped.layout.stride
        wave = _read_wave(wrapped.layout, block, start)
        row = np.frombuffer(block.data, "<u4", wrapped.layout.wave, start + wrapped.layout.offsets["store", "nonce"])
        if not (row == nonce).all():
            outcome.status, outcome.text = "short", f"wave {number} left no nonce: it did not come to the end"
            outcome.waves = []
            return outcome
        outcome.waves.append(wave)
    if wrapped.layout.stored_lds:                    # of the last group
        at = (len(wrapped.nonces) - 1) * wrapped.layout.stride + wrapped.layout.offsets["store", "lds"]
        end = at + 4 * wrapped.layout.stored_lds
        outcome.lds, outcome.lds_undefined = [block.data[at:end]], [block.undefined[at:end]] if block.undefined else []
    outcome.wave_count = len(outcome.waves)
    return outcome


def _read_wave(layout: WrapperLayout, block, start: int) -> WaveRegisters:
    """Read the registers of one wave from the block."""
    wave = WaveRegisters()

    def read_words(offset: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the dwords and their undefined bits."""
        at = start + offset
        undefined = block.undefined[at:at + 4 * count] or bytes(4 * count)
        return np.frombuffer(block.data, "<u4", count, at), np.frombuffer(undefined, "<u4")
    for number in layout.stored_vectors:
        wave.vectors[number], undefined = read_words(layout.offsets["store", number], layout.wave)
        if undefined.any():
            wave.undefined_vectors[number] = sum(1 << lane for lane in np.flatnonzero(undefined).tolist())
        if ((undefined != 0) & (undefined != 0xFFFFFFFF)).any():
            wave.undefined_bits[number] = undefined
    for name in layout.stored_scalars:
        offset = (
            layout.offsets["store", "status"] + 4 * STATUS_LANES[name]
            if name in STATUS_LANES
            else layout.offsets["store", name]
        )
        value, undefined = read_words(offset, 1)
        wave.scalars[name] = int(value[0])
        mask = int(undefined[0]) & (1 if name == "scc" else 0xFFFFFFFF)
        if mask:
            wave.undefined_scalars[name] = mask
    return wave
