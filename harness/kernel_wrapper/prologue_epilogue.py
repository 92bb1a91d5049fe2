"""The code around a wrapped case: a prologue that loads registers from a block in memory, and an epilogue that stores
them. Each wave has a block, whose layout is defined here. PROTOCOL.md gives the order of the epilogue."""
from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from ...spec import ARCHS, architecture_traits, load

OFFSET_REACH_BYTES = 4096                            # of an instruction offset of global memory
# Lanes of the status row, by dword.
STATUS_LANES = {"scc": 0, "exec_lo": 1, "exec_hi": 2, "vcc_lo": 3, "vcc_hi": 4, "m0": 5, "mode": 6, "trapsts": 7,
                "flat_scratch_lo": 8, "flat_scratch_hi": 9}
GETREG_NAMES = {"mode": "HW_REG_MODE", "trapsts": "HW_REG_TRAPSTS"}  # read by S_GETREG


@dataclass(frozen=True, slots=True)
class Spellings:
    """Mnemonics that differ between families."""
    load: str
    store: str
    scalar_load: dict
    waits: tuple
    lds_load: str
    lds_store: str


@functools.cache
def family_spellings(arch: str) -> Spellings:
    """The mnemonics of an architecture, from the operation tables."""
    def spelling(row: str) -> str:
        return load().ops[row].cells[ARCHS[arch]].spelling
    waits = ("s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)",)
    waits += ("s_waitcnt_vscnt null, 0x0",) * bool(architecture_traits(arch)["max_vs"])
    loads = {count: spelling(f"s_load_b{32 * count}") for count in (1, 2, 4, 8)}
    return Spellings(spelling("global_load_b32"), spelling("global_store_b32"), loads, waits, spelling("ds_load_b32"),
                     spelling("ds_store_b32"))


@dataclass(slots=True)
class WrapperLayout:
    """The parameters of prologue and epilogue, the same for all waves of a case."""
    arch: str
    wave: int
    # first of four scalar registers: block address, two temporaries
    scalar_base: int
    # first of two vector registers: lane offset, one temporary
    lane_register: int
    vectors: list[int]                               # loaded
    scalars: list[str]
    stored_vectors: list[int]
    stored_scalars: list[str]
    waves_per_group: int
    has_epilogue: bool
    lds: int = 0                                     # dwords of LDS with start contents
    stored_lds: int = 0                              # dwords of LDS that are observed
    # lines that leave modes in which vector operations behave differently
    mode_reset: list[str] = field(default_factory=list)
    offsets: dict = field(default_factory=dict)
    stride: int = 0


def assign_offsets(shape: WrapperLayout) -> None:
    """Assign the offsets in a wave's block: loaded rows, loaded scalars, nonce, then stored rows."""
    row, at = 4 * shape.wave, 0
    for number in shape.vectors:
        shape.offsets["load", number], at = at, at + row
    for name in shape.scalars:
        shape.offsets["load", name], at = at, at + 4
    shape.offsets["load", "nonce"], at = at, at + 4
    shape.offsets["load", "lds"], at = at, at + 4 * shape.lds
    at = -(-at // 256) * 256
    for number in shape.stored_vectors:
        shape.offsets["store", number], at = at, at + row
    if shape.has_epilogue:
        shape.offsets["store", "lds"], at = at, -(-(at + 4 * shape.stored_lds) // row) * row
        shape.offsets["store", "status"], at = at, at + row
        plain = [name for name in shape.stored_scalars if name not in STATUS_LANES]
        for start in range(0, len(plain), shape.wave):
            for lane, name in enumerate(plain[start:start + shape.wave]):
                shape.offsets["store", name] = at + 4 * lane
            at += row
        shape.offsets["store", "nonce"], at = at, at + row
    shape.stride = -(-at // 256) * 256


def _register_pair(first: int) -> str:
    """The text of a pair of scalar registers."""
    return f"s[{first}:{first + 1}]"


class _OffsetReach:
    """Emits the pointer arithmetic that brings a block offset within reach of an instruction."""

    def __init__(self, shape: WrapperLayout, lines: list[str]):
        self.base, self.page, self.lines = shape.scalar_base, 0, lines

    def __call__(self, offset: int) -> tuple[str, int]:
        page, remainder = divmod(offset, OFFSET_REACH_BYTES)
        if page == 0:
            return _register_pair(self.base), remainder
        if page != self.page:
            self.lines += [
                f"s_add_u32 s{self.base + 2}, s{self.base}, {hex(page * OFFSET_REACH_BYTES)}",
                f"s_addc_u32 s{self.base + 3}, s{self.base + 1}, 0",
            ]
            self.page = page
        return _register_pair(self.base + 2), remainder


def _lane_offset_lines(shape: WrapperLayout) -> list[str]:
    """Enable all lanes and put 4 * lane into the address register."""
    v, wide = f"v{shape.lane_register}", shape.wave == 64
    return ["s_mov_b64 exec, -1" if wide else "s_mov_b32 exec_lo, -1", f"v_mbcnt_lo_u32_b32 {v}, -1, 0",
            *([f"v_mbcnt_hi_u32_b32 {v}, -1, {v}"] if wide else []), f"v_lshlrev_b32 {v}, 2, {v}"]


def _load_widths(names: list[str]) -> list[tuple[int, int]]:
    """Return (first register, count) for each load of scalar registers; loads are as wide as alignment allows."""
    numbers, loads = [int(name[1:]) for name in names], []
    while numbers:
        count = next(
            c
            for c in (8, 4, 2, 1)
            if numbers[0] % min(c, 4) == 0 and numbers[:c] == list(range(numbers[0], numbers[0] + c))
        )
        loads.append((numbers[0], count))
        numbers = numbers[count:]
    return loads


def prologue(shape: WrapperLayout, entry: int) -> list[str]:
    """The lines before the code.

    They start with the kernarg pointer in s[0:1], the group id in s2 and the work-item id in v0. After them, the
    registers have the state of the case."""
    spellings, base, wait = family_spellings(shape.arch), shape.scalar_base, "s_waitcnt lgkmcnt(0)"
    t, u = base + 2, base + 3
    lines = [
        f"{spellings.scalar_load[2]} {_register_pair(base)}, s[0:1], 0x0",
        f"v_readfirstlane_b32 s{t}, v0",
        f"s_and_b32 s{t}, s{t}, 0x3ff",
        f"s_lshr_b32 s{t}, s{t}, {6 if shape.wave == 64 else 5}",
        f"s_mul_i32 s{u}, s2, {shape.waves_per_group}",
        f"s_add_u32 s{t}, s{t}, s{u}",
        f"s_mul_i32 s{t}, s{t}, {hex(shape.stride)}",
        wait,
        f"s_add_u32 s{base}, s{base}, s{t}",
        f"s_addc_u32 s{base + 1}, s{base + 1}, 0",
    ]
    lines += _lane_offset_lines(shape)
    reach = _OffsetReach(shape, lines)
    _fill_lds_lines(shape, spellings, reach, lines)
    for number in shape.vectors:
        address, offset = reach(shape.offsets["load", number])
        lines.append(f"{spellings.load} v{number}, v{shape.lane_register}, {address} offset:{offset}")
    if shape.vectors:                                # reads the register of every load, since the code after may not;
        # not every target has v_nop
        lines += ["s_waitcnt vmcnt(0)", f"v_readfirstlane_b32 s{t}, v{shape.lane_register}"]
    lines += _scalar_load_lines(shape, spellings, wait)
    return lines + (["s_nop 4"] + ([f"s_branch {entry // 4}"] if entry else []))


def _fill_lds_lines(shape: WrapperLayout, spellings: Spellings, reach, lines: list[str]) -> None:
    """Fill LDS with its initial contents, one dword per lane at a time. On GFX9, M0 limits LDS addresses."""
    v, w = shape.lane_register, shape.lane_register + 1
    if shape.lds:
        lines.append("s_mov_b32 m0, -1")
    for at in range(0, shape.lds, shape.wave):
        if at + shape.wave > shape.lds:
            lines += _exec_mask_lines(shape, shape.lds - at)
        address, offset = reach(shape.offsets["load", "lds"] + 4 * at)
        lines += [f"{spellings.load} v{w}, v{v}, {address} offset:{offset}", "s_waitcnt vmcnt(0)",
                  f"{spellings.lds_store} v{v}, v{w} offset:{4 * at}"]
    if shape.lds:
        lines += ["s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, 0", *_exec_mask_lines(shape, shape.wave)]


def _store_lds_lines(shape: WrapperLayout, spellings: Spellings, reach, lines: list[str]) -> None:
    """Store LDS after all waves of the group have arrived, one dword per lane at a time. On GFX9, M0 limits LDS
    addresses."""
    v, w = shape.lane_register, shape.lane_register + 1
    if shape.stored_lds:
        lines += [*spellings.waits, *["s_barrier"] * (shape.waves_per_group > 1), "s_mov_b32 m0, -1"]
    for at in range(0, shape.stored_lds, shape.wave):
        if at + shape.wave > shape.stored_lds:
            lines += _exec_mask_lines(shape, shape.stored_lds - at)
        address, offset = reach(shape.offsets["store", "lds"] + 4 * at)
        lines += [f"{spellings.lds_load} v{w}, v{v} offset:{4 * at}", "s_waitcnt lgkmcnt(0)",
                  f"{spellings.store} v{v}, v{w}, {address} offset:{offset}", *spellings.waits]
    if shape.stored_lds:
        lines += _exec_mask_lines(shape, shape.wave)


def _exec_mask_lines(shape: WrapperLayout, count: int) -> list[str]:
    """Set EXEC to the first `count` lanes."""
    mask = (1 << count) - 1
    halves = ("exec_lo", "exec_hi")[:shape.wave // 32]
    return [f"s_mov_b32 {half}, {hex(mask >> 32 * n & 0xFFFFFFFF)}" for n, half in enumerate(halves)]


def _scalar_load_lines(shape: WrapperLayout, spellings: Spellings, wait: str) -> list[str]:
    """Load sN and VCC directly, and other registers through the reserved ones. EXEC is loaded next to last, SCC last.
    """
    at, lines, t = shape.offsets, [], shape.scalar_base + 2

    def load(count: int, register: str, name: str) -> str:
        base = _register_pair(shape.scalar_base)
        return f"{spellings.scalar_load[count]} {register}, {base}, {hex(at['load', name])}"
    for first, count in _load_widths([n for n in shape.scalars if re.fullmatch(r"s\d+", n)]):
        lines.append(load(count, f"s{first}" if count == 1 else f"s[{first}:{first + count - 1}]", f"s{first}"))
    lines += [load(1, name, name) for name in ("vcc_lo", "vcc_hi") if name in shape.scalars]
    moves = {
        "m0": "s_mov_b32 m0, {}",
        "flat_scratch_lo": "s_mov_b32 flat_scratch_lo, {}",
        "flat_scratch_hi": "s_mov_b32 flat_scratch_hi, {}",
        "trapsts": "s_setreg_b32 hwreg(HW_REG_TRAPSTS), {}",
        "mode": "s_setreg_b32 hwreg(HW_REG_MODE), {}",
        "exec_lo": "s_mov_b32 exec_lo, {}",
        "exec_hi": "s_mov_b32 exec_hi, {}",
        "scc": "s_cmp_lg_u32 {}, 0",
    }
    for name, move in moves.items():
        if name in shape.scalars:
            lines += [load(1, f"s{t}", name), wait, move.format(f"s{t}")]
    return lines + ([wait] if "scc" not in shape.scalars else [])


def epilogue(shape: WrapperLayout) -> list[str]:
    """The lines after the code.

    They wait, save SCC, EXEC, VCC, M0 and MODE in reserved registers, and enable all lanes. Then they store VGPRs,
    SGPRs and last the nonce, which identifies the wave."""
    spellings, t = family_spellings(shape.arch), shape.scalar_base + 2
    v, w = shape.lane_register, shape.lane_register + 1
    lines = [*spellings.waits, "s_nop 4", *_status_lines(shape, w)]
    lines += _lane_offset_lines(shape)
    reach = _OffsetReach(shape, lines)

    def store(number: int, key) -> None:
        address, offset = reach(shape.offsets["store", key])
        lines.append(f"{spellings.store} v{v}, v{number}, {address} offset:{offset}")
    for number in shape.stored_vectors:
        store(number, number)
    store(w, "status")
    plain = [name for name in shape.stored_scalars if name not in STATUS_LANES]
    for start in range(0, len(plain), shape.wave):
        lines += [
            spellings.waits[-1],
            *(f"v_writelane_b32 v{w}, {name}, {lane}" for lane, name in enumerate(plain[start : start + shape.wave])),
        ]
        store(w, plain[start])
    _store_lds_lines(shape, spellings, reach, lines)
    lines += [
        *spellings.waits,
        f"{spellings.scalar_load[1]} s{t}, {_register_pair(shape.scalar_base)}, {hex(shape.offsets['load', 'nonce'])}",
        "s_waitcnt lgkmcnt(0)",
        f"v_mov_b32 v{w}, s{t}",
    ]
    reach.page = 0  # the nonce has overwritten its scalar registers
    store(w, "nonce")
    return [*lines, *spellings.waits, "s_endpgm"]


def _status_lines(shape: WrapperLayout, w: int) -> list[str]:
    """Save SCC and the other stored registers of STATUS_LANES in lanes of the VGPR `w`, through the reserved registers.
    """
    scc, word = f"s{shape.scalar_base + 2}", f"s{shape.scalar_base + 3}"
    stored = [name for name in STATUS_LANES if name in shape.stored_scalars]

    def read(name: str) -> str:
        return f"s_getreg_b32 {word}, hwreg({GETREG_NAMES[name]})"

    def lane(register: str, name: str) -> str:
        return f"v_writelane_b32 v{w}, {register}, {STATUS_LANES[name]}"
    lines = [f"s_cselect_b32 {scc}, 1, 0"]
    if "mode" in stored:                             # before the next line changes it
        lines += [read("mode"), *shape.mode_reset, lane(scc, "scc"), lane(word, "mode")]
    else:
        lines += [*shape.mode_reset, lane(scc, "scc")]
    for name in stored:
        if name in GETREG_NAMES and name != "mode":
            lines += [read(name), lane(word, name)]
        elif name not in ("scc", "mode"):
            lines.append(lane(name, name))
    return lines
