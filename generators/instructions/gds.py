"""Cases of operations that only the global data share has: global wave sync, ordered counts, registers for streamout
(RDNA3 ISA, 12.6.1, 13.4; Vega ISA, 12.13)."""
from __future__ import annotations

import numpy as np

from ...model import disassemble
from ...spec import architecture_traits
from ...spec.encode import encode, form as form_named, inline, s, v
from .encodings import random_fields

from . import address_setup, memory_access, instruction_case
from .instruction_case import RESERVED, MAX_DRAWS, Instruction, named_dwords

WAVE_NUMBER_SGPR = 80                                # s80: number of the wave in its group
OWN_ADDRESS, OTHER_ADDRESS, DATA, FIRST_LOADED, SECOND_LOADED, COUNT_LESS_ONE, ZERO = range(240, 247)  # VGPRs
SLOT_BYTES, MAX_WAVES = 256, 4                       # bytes of LDS by wave; waves
GWS_RESOURCES, STREAMOUT_BYTES = 64, 96              # resources of global wave sync; bytes of the streamout registers
LATE_NOPS = 40                                       # instructions that delay the releasing wave
GDS_BYTES, FIRST_EXCHANGE_REGISTER = 2048, 4         # registers 4 to 7 can be exchanged (RDNA3 ISA, 13.4.3)


def is_gds_only(form) -> bool:
    """True if only the global data share has the operation."""
    return form.op.note("+gds")


def make_gds_operation(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """Draw a case with the waves that the operation needs, each with its own registers. Return None if no drawn
    encoding is usable."""
    for _ in range(MAX_DRAWS):
        fields = random_fields(form, rng, wave) | {"offset1": 0, "gds": 1}
        instruction = Instruction(
            form, wave, b"", "", shape or rng.choice(instruction_case.EXEC_SHAPES), mode or "default", fields
        )
        width = form.op.results[0].width if form.op.results else 0
        set_up = {0: set_up_sync, 32: set_up_ordered_count, 64: set_up_streamout}[width]
        if "vdst" in fields and fields["vdst"] == fields.get("addr"):  # a result must not overwrite a source (13.4.1)
            continue
        assign_state = set_up(instruction, rng)
        code = encode(form, fields)
        size, instruction.text = disassemble(form.arch, wave, code)
        used = named_dwords(instruction.text)
        if size == len(code) and not used & (RESERVED | {f"v{n}" for n in range(OWN_ADDRESS, ZERO + 1)}):
            break
    else:
        return None
    instruction_case.fill_registers(instruction, rng, draws, used)
    assign_state(draws)
    return instruction


def surround_with_waits(arch: str, code: bytes) -> bytes:
    """Return `code` with waits for all results before and after it. No result may be outstanding before the operation
    (RDNA3 ISA, 13.4.1)."""
    return memory_access.wait_for_all(arch) + code + memory_access.wait_for_all(arch)


def set_waves(instruction: Instruction, count: int, each) -> None:
    """Set the number of waves in the group. `each`: function that maps a wave's index to its own registers."""
    instruction.extra |= {"group": [instruction.wave * count, 1, 1], "grid": [instruction.wave * count, 1, 1],
                  "waves": [each(number) for number in range(count)]}


# ---- global wave sync ----

def set_up_sync(instruction: Instruction, rng):
    """Set up waves that store to LDS, synchronise and load each other's data. Return the function that assigns state. A
    wave that does not wait, or a wrong number of releases, changes the loaded data or hangs."""
    count, resource = rng.randrange(2, MAX_WAVES + 1), rng.randrange(GWS_RESOURCES)
    instruction.fields["offset0"] = rng.randrange(256)
    base = (resource - instruction.fields["offset0"]) % GWS_RESOURCES | rng.choice((0, 1 << 9))

    def assign_state(draws) -> None:
        is_barrier = is_operation(instruction, "ds_gws_init") or is_operation(instruction, "ds_gws_barrier")
        instruction.code = (gws_barrier_program if is_barrier else gws_semaphore_program)(instruction, count)
        rows = {
            OWN_ADDRESS: 0,
            OTHER_ADDRESS: 0,
            FIRST_LOADED: 0x5EED,
            SECOND_LOADED: 0x5EED,
            COUNT_LESS_ONE: count - 1,
            ZERO: 0,
        }
        instruction.state |= {f"v{n}": value for n, value in rows.items()} | {"m0": base << 16 | 0xFFFF}
        if "addr" in instruction.fields:
            instruction.state[f"v{instruction.fields['addr'].code - 256}"] = first_lane_row(
                instruction, count - 1, draws
            )
        lanes = 4 * np.arange(instruction.wave)
        set_waves(instruction, count, lambda n: {
            f"s{WAVE_NUMBER_SGPR}": n, f"v{OWN_ADDRESS}": (SLOT_BYTES * n + lanes).tolist(),
            f"v{OTHER_ADDRESS}": (SLOT_BYTES * ((n + 1) % count if is_barrier else 0) + lanes).tolist(),
            f"v{DATA}": draws.draw_row("b", 32, instruction.wave)[0].tolist()})
        instruction.extra |= {"lds": 2 * SLOT_BYTES * MAX_WAVES, "lds_bytes": b"\x3c" * 2 * SLOT_BYTES * MAX_WAVES,
                      "memory": [{"name": "share", "space": "gds", "size": 16}]}
    return assign_state


def first_lane_row(instruction: Instruction, value: int, draws) -> np.ndarray:
    """Return a row with `value` in the first active lane (lane 0 if EXEC is 0) and random values in the others. The
    operation reads only that lane (RDNA3 ISA, 13.4.2)."""
    row, exec_bits = draws.draw_row("b", 32, instruction.wave)[0], instruction.state["exec"]
    row[(exec_bits & -exec_bits).bit_length() - 1 if exec_bits else 0] = value
    return row


def is_operation(instruction: Instruction, name: str) -> bool:
    """True if the instruction is the operation of this name."""
    return form_named(instruction.form.arch, name).op.name == instruction.form.op.name


def encode_sync(instruction: Instruction, name: str, register: int | None = None) -> bytes:
    """Encode a GWS operation on the case's resource: the instruction under test, or another one."""
    if is_operation(instruction, name):
        return surround_with_waits(instruction.form.arch, encode(instruction.form, instruction.fields))
    fields = {} if register is None else {"addr": v(register)}
    return surround_with_waits(
        instruction.form.arch,
        encode(
            form_named(instruction.form.arch, name),
            {**fields, "gds": 1, "offset0": instruction.fields["offset0"] ^ GWS_RESOURCES},
        ),
    )


def encode_named(instruction: Instruction, name: str, **fields) -> bytes:
    """Encode an instruction by name."""
    return encode(form_named(instruction.form.arch, name), fields)


def branch_over(instruction: Instruction, name: str, code: bytes) -> bytes:
    """Return `code` with a branch instruction `name` before it that skips it."""
    return encode(form_named(instruction.form.arch, name), {}, {"simm16": len(code) // 4}) + code


def first_wave_code(instruction: Instruction, first: bytes) -> bytes:
    """Return code in which wave 0 runs `first` before any other wave continues; SCC then marks wave 0."""
    compare = encode_named(instruction, "s_cmp_eq_u32", ssrc0=s(WAVE_NUMBER_SGPR), ssrc1=inline(0))
    return compare + branch_over(instruction, "s_cbranch_scc0", first) + encode_named(instruction, "s_barrier")


def store_code(instruction: Instruction, round_number: int = 0) -> bytes:
    """Return code that stores the wave's data to its LDS slot."""
    return surround_with_waits(
        instruction.form.arch,
        encode_named(instruction, "ds_store_b32", addr=v(OWN_ADDRESS), data0=v(DATA), offset1=MAX_WAVES * round_number),
    )


def load_code(instruction: Instruction, round_number: int = 0) -> bytes:
    """Return code that loads the data of the other slot."""
    return surround_with_waits(
        instruction.form.arch,
        encode_named(
            instruction,
            "ds_load_b32",
            addr=v(OTHER_ADDRESS),
            vdst=v(FIRST_LOADED + round_number),
            offset1=MAX_WAVES * round_number,
        ),
    )


def gws_barrier_program(instruction: Instruction, count: int) -> bytes:
    """Return a program in which all waves meet at two barriers. The second one shows the state in which the first left
    the resource."""
    barrier = encode_sync(instruction, "ds_gws_barrier", COUNT_LESS_ONE)
    rounds = [
        store_code(instruction, round_number) + barrier + load_code(instruction, round_number)
        for round_number in range(2)
    ]
    return first_wave_code(instruction, encode_sync(instruction, "ds_gws_init", COUNT_LESS_ONE)) + b"".join(rounds)


def gws_semaphore_program(instruction: Instruction, count: int) -> bytes:
    """Return a program in which wave 0 stores and releases the other waves: in round 0 one by one or all at once, in
    round 1 one by one. Releasing all while none waits has no effect."""
    empty_release = (
        encode_sync(instruction, "ds_gws_sema_release_all")
        if is_operation(instruction, "ds_gws_sema_release_all")
        else b""
    )
    start = first_wave_code(instruction, encode_sync(instruction, "ds_gws_init", ZERO) + empty_release)
    single_releases = encode_sync(instruction, "ds_gws_sema_v") * (count - 1)
    group_release = (
        encode_sync(instruction, "ds_gws_sema_br", COUNT_LESS_ONE)
        if is_operation(instruction, "ds_gws_sema_br")
        else single_releases
    )
    return (
        start
        + release_round(instruction, group_release, 0)
        + encode_named(instruction, "s_barrier")
        + release_round(instruction, single_releases, 1)
    )


def release_round(instruction: Instruction, release: bytes, round_number: int) -> bytes:
    """Return one round of stores, releases and loads; SCC marks wave 0, which is delayed."""
    waiters = encode_sync(instruction, "ds_gws_sema_p") + load_code(instruction, round_number)
    releaser = encode_named(instruction, "s_nop") * LATE_NOPS + store_code(instruction, round_number) + release
    skip = encode(form_named(instruction.form.arch, "s_branch"), {}, {"simm16": len(waiters) // 4})
    return branch_over(instruction, "s_cbranch_scc0", releaser + skip) + waiters


# ---- counts in the order of waves ----

def set_up_ordered_count(instruction: Instruction, rng):
    """Set up waves whose turns come in any order; each wave releases the next one. Return the function that assigns
    state.
    """
    has_registers = bool(architecture_traits(instruction.form.arch)["ordered_registers"])
    count, index, base = rng.randrange(1, MAX_WAVES + 1), rng.randrange(16), 4 * rng.randrange(64)
    exchange = rng.randrange(3) == 0 and (not has_registers or FIRST_EXCHANGE_REGISTER <= index < 8)
    instruction.fields.update(offset0=4 * index | rng.randrange(4) | 64 * rng.randrange(4) * has_registers,
                      offset1=exchange << 4 | 1)
    turns = list(range(count))
    rng.shuffle(turns)

    def assign_state(draws) -> None:
        instruction.code = surround_with_waits(instruction.form.arch, encode(instruction.form, instruction.fields))
        source = f"v{instruction.fields['addr'].code - 256}"
        set_waves(
            instruction,
            count,
            lambda n: {"m0": base << 16 | turns[n], source: draws.draw_row("b", 32, instruction.wave)[0].tolist()},
        )
        kind, size = ("gs", STREAMOUT_BYTES) if has_registers else ("gds", GDS_BYTES)
        instruction.extra["memory"] = [
            {"name": "share", "space": kind, "size": size, "bytes": address_setup.random_contents(draws, "b32", size)}]
    return assign_state


# ---- registers for streamout ----

def set_up_streamout(instruction: Instruction, rng):
    """Set up one wave with a streamout register. Several waves would have an undefined order. Return the function that
    assigns state."""
    instruction.fields["offset0"] = rng.randrange(256)

    def assign_state(draws) -> None:
        instruction.code = surround_with_waits(instruction.form.arch, encode(instruction.form, instruction.fields))
        instruction.extra["memory"] = [
            {
                "name": "share",
                "space": "gs",
                "size": STREAMOUT_BYTES,
                "bytes": address_setup.random_contents(draws, "b32", STREAMOUT_BYTES),
            }
        ]

    return assign_state
