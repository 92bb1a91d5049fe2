"""Memory instructions: addresses in a listed region or in LDS, contents there, and the waits after them."""
from __future__ import annotations

import re
from functools import cache, lru_cache

import numpy as np

from ...model import disassemble
from ...spec import ARCHS, load, architecture_traits
from ...spec.encode import Operand, encode, form as form_named, s, v
from ...spec.slots import size_bits, slots
from .encodings import random_fields

from ..values import exec_and_mode
from ..values.addresses import UNMAPPED, RegionAddresses
from . import address_setup, instruction_case, modifiers
from .instruction_case import RESERVED, TRAP_REGISTERS, MAX_DRAWS, Instruction, named_dwords

UNMAPPED_LOW = np.uint32(UNMAPPED & 0xFFFFFFFF)
GDS_SHARE = 0.1                                      # share of DS cases that use the global data share
BEYOND_LDS_TAG = "beyond LDS"                        # tag of cases with active lanes beyond LDS
FLAT_LAYOUTS = ("global", "flat", "scratch")
UNUSABLE_REGISTERS = (
    RESERVED | TRAP_REGISTERS | {f"{pair}_{half}" for pair in ("flat_scratch", "xnack_mask") for half in ("lo", "hi")}
)
LAYOUTS = ("ds", *FLAT_LAYOUTS, "smem", "mubuf", "mtbuf", "mimg", "exp")


def is_memory_access(form) -> bool:
    """True if the form needs memory, LDS, GDS or an export target."""
    return form.layout in LAYOUTS


@cache
def wait_for_all(arch: str) -> bytes:
    """Return code that waits for all outstanding results."""
    code = encode(form_named(arch, "s_waitcnt"), {}, {"simm16": 0})
    return code + (
        encode(form_named(arch, "s_waitcnt_vscnt"), {"sdst": s(124)}, {"simm16": 0})
        if architecture_traits(arch)["max_vs"]
        else b""
    )


@cache
def wait_for_counters(arch: str, *remaining: tuple[str, int]) -> bytes:
    """Return an S_WAITCNT for these pairs (counter, remaining count). It does not wait for other counters."""
    traits, word = architecture_traits(arch), 0
    for counter in ("vm", "exp", "lgkm"):
        count = dict(remaining).get(counter, traits[f"max_{counter}"] or 0)
        for part in traits[f"wait_{counter}"].split("+"):                # the lowest bits first
            high, low = map(int, part.split(":"))
            word |= (count & (1 << high - low + 1) - 1) << low
            count >>= high - low + 1
    return encode(form_named(arch, "s_waitcnt"), {}, {"simm16": word})


@cache
def wait_counters(arch: str) -> dict[tuple[str, str], tuple[str, bool]]:
    """Return {(encoding, verb): (counter, whether in order)}, where the verb is load, store or atomic. It lists
    accesses that use the same single counter of S_WAITCNT whether or not they return a result."""
    return {(row["encoding"], row["shape"]): (row["counters"], row["order"] != "none") for row in load().counters
            if row["counters"] in ("vm", "lgkm") and row["returns"] == "-" and row["family"] in ("all", ARCHS[arch])}


def make_memory_access(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """Draw a memory instruction with state, memory and waits. Return None if no drawn encoding is usable."""
    for _ in range(MAX_DRAWS):
        fields = random_fields(form, rng, wave)
        instruction = Instruction(
            form, wave, b"", "", shape or rng.choice(instruction_case.EXEC_SHAPES), mode or "default", fields
        )
        required = address_setup.ADDRESS_SETTERS[form.layout](instruction, rng, draws)
        if form.layout == "ds" and form.op.memory and "addtid" not in form.op.memory.words and rng.random() < GDS_SHARE:
            address_setup.move_to_gds(instruction, rng, required)
        instruction.code = encode(form, fields)
        size, instruction.text = disassemble(form.arch, wave, instruction.code)
        used = named_dwords(instruction.text)
        if (
            size == len(instruction.code)
            and used.isdisjoint(UNUSABLE_REGISTERS)
            and addresses_are_disjoint(instruction, required)
        ):
            break
    else:
        return None
    instruction.tags = modifiers.access_tags(form, fields, instruction.text)
    code_before, code_after = instruction.surrounding_code
    instruction.memo["code"] = instruction.code
    instruction.code = code_before + instruction.code + wait_for_all(form.arch) + code_after
    instruction.required_state = {
        name: np.array(value, np.uint32) if value.__class__ in LANE_ROW_TYPES and name[0] == "v" else value
        for name, value in required.items()
    }
    instruction.used, instruction.value_source = used, (rng, draws)
    if form.layout == "scratch":
        pair_scratch_access(instruction)
    assign_state(instruction)
    return instruction


def reaches_beyond_lds(instruction: Instruction) -> bool:
    """True if active lanes of a DS access reach beyond LDS."""
    if instruction.extra.get("lds") != address_setup.LDS_BYTES:
        return False
    live = exec_and_mode.unpack_mask(int(instruction.state["exec"]), instruction.wave)
    return any(
        np.max(row[live] & 0xFFFF, initial=0) >= address_setup.LDS_BYTES
        for name, row in instruction.required_state.items()
        if name[0] == "v"
    )


def redraw_state(instruction: Instruction, shape: str, mode: str) -> Instruction:
    """Return an instruction with the same encoding, addresses and memory, but with another EXEC, MODE and other
    values."""
    other = Instruction(
        instruction.form,
        instruction.wave,
        instruction.code,
        instruction.text,
        shape,
        mode,
        instruction.fields,
        tags=instruction.tags,
        extra=instruction.extra,
        surrounding_code=instruction.surrounding_code,
        required_state=instruction.required_state,
        used=instruction.used,
        value_source=instruction.value_source,
        memo=instruction.memo,
    )
    assign_state(other)
    return other


def assign_state(instruction: Instruction) -> None:
    """Give every register a value; required addresses and descriptors override drawn values."""
    form, required, (rng, draws) = instruction.form, instruction.required_state, instruction.value_source
    instruction_case.fill_registers(instruction, rng, draws, instruction.used)
    instruction.state.update(required)
    for name in required:
        for dword in state_dwords(name):
            if dword != name:
                instruction.state.pop(dword, None)
    set_decoy_registers(instruction, required)
    instruction.tags = instruction.tags - {BEYOND_LDS_TAG} | (
        {BEYOND_LDS_TAG} if reaches_beyond_lds(instruction) else set()
    )
    if form.op.memory is not None and rng.random() < 0.5:
        poison_inactive_addresses(instruction, required)
    if form.layout == "ds" and architecture_traits(form.arch)["lds_bound_m0"] and "m0" not in required:
        instruction.state["m0"] = 0xffffffff


DECOY_VALUES = {"s0": 0x500, "s1": 0x6}              # neither addresses nor offsets


def set_decoy_registers(instruction: Instruction, required_state: dict) -> None:
    """Set s0 and s1. Unused encoding fields are 0 and so name them; a target that reads them uses a wrong address."""
    named = instruction.used.union(*map(state_dwords, required_state))
    for name, value in DECOY_VALUES.items():
        if name not in named:
            instruction.state.setdefault(name, value)


def poison_inactive_addresses(instruction: Instruction, required: dict) -> None:
    """Give inactive lanes unmapped addresses, so that accessing them faults."""
    exec_bits = instruction.state["exec"]
    active = exec_and_mode.unpack_mask(exec_bits, instruction.wave)
    for name in required:
        row = instruction.state[name]
        if name[0] == "v" and isinstance(row, np.ndarray):
            instruction.state[name] = np.where(active, row, UNMAPPED_LOW)
        elif isinstance(row, RegionAddresses):
            instruction.state[name] = RegionAddresses(row.region, row.offsets, ~exec_bits & (1 << instruction.wave) - 1)


@cache
def plain_scratch_form(arch: str, verb: str, bits: int):
    """Return the plain form that loads or stores `bits` bits of scratch memory."""
    return next(
        f
        for f in load().forms(arch)
        if f.layout == "scratch"
        and f.op.memory.verb == verb
        and size_bits(f.op.memory) == bits
        and not f.op.memory.size.endswith(".hi")
        and f.op.memory.size[0] != "i"
        and f.op.memory.to is None
    )


def pair_scratch_access(instruction: Instruction) -> None:
    """Add a store before a scratch load, or a load after a scratch store, and observe registers only. The initial
    contents of scratch memory are undefined."""
    form, m = instruction.form, instruction.form.op.memory
    fields = {
        name: instruction.fields[name] for name in ("addr", "saddr", "offset", "sve") if name in instruction.fields
    }
    instruction.extra["observe"] = {"memory": []}
    if m.verb == "load":
        store = plain_scratch_form(form.arch, "store", size_bits(m))
        instruction.code = (
            encode(store, fields | {"data": instruction.fields["vdst"]}) + wait_for_all(form.arch) + instruction.code
        )
    else:
        free_vgpr = next(n for n in (240, 200, 160, 120) if not instruction.used & {f"v{n + k}" for k in range(4)})
        instruction.code += encode(
            plain_scratch_form(form.arch, "load", size_bits(m)), fields | {"vdst": v(free_vgpr)}
        ) + wait_for_all(form.arch)
        instruction.required_state.update({f"v{free_vgpr + k}": 0 for k in range(4)})


REGISTER_PAIRS = ("exec", "vcc", "flat_scratch", "xnack_mask")
LANE_ROW_TYPES = (list, np.ndarray)                  # types of a row with one word by lane


@lru_cache(maxsize=1 << 12)
def state_dwords(name: str) -> tuple[str, ...]:
    """Return the names of the dwords in a state key: several for a tuple such as s[2:3] or exec, else the key
    itself."""
    if name in REGISTER_PAIRS:
        return f"{name}_lo", f"{name}_hi"
    m = re.fullmatch(r"([sv])\[(\d+):(\d+)\]", name)
    return tuple(f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)) if m else (name,)


def addresses_are_disjoint(instruction: Instruction, required: dict) -> bool:
    """True if address registers overlap neither data nor each other. Scalar results may overwrite their address."""
    address_dwords = [dword for name in required for dword in state_dwords(name)]
    data = set()
    for slot in slots(instruction.form):
        operand = instruction.fields.get(slot.field)
        if (isinstance(operand, Operand) and not slot.write and slot.field not in ("addr", "vaddr", "sbase")
                and (slot.role == "vgpr" or slot.field == "sdata")):
            data |= {f"{'v' if slot.role == 'vgpr' else 's'}{operand.code % 256 + n}" for n in range(slot.regs)}
    return (
        len(address_dwords) == len(set(address_dwords))
        and not data & set(address_dwords)
        and not RESERVED & set(address_dwords)
    )
