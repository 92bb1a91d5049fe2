"""The program of a generated dispatch: each lane and each wave writes its initial state to memory.

The program computes the addresses from the ids of lanes and waves. A target with wrong ids writes to another slot, but
never outside of the region. Lanes or waves that do not have distinct ids add their words to one shared slot."""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ...spec import ARCHS, all_registers, load, architecture_traits
from ...spec.encode import Operand, encode, form as form_named, inline, lit, named_operand, s, v
from ...spec.operands import constants
from ..instructions import memory_access

# SGPRs and VGPRs of the program, after the initial ones.
TRAP_STATUS, BASE, EXEC, GROUP_NUMBER, WAVE_OFFSET, TEMPORARY_SGPR = 23, 24, 26, 28, 29, 30
LANE_OFFSET, ADDRESS, DATA, FIRST_TEMPORARY, SECOND_TEMPORARY = 3, 4, 5, 6, 7
# Fields of STATUS, by the field of RSRC1 or RSRC2 that sets them.
STATUS_FIELDS = {"priority": "sys_prio", "priv": "priv", "trap_present": "trap_en", "cdbg_user": "cdbg_user"}
HWREG_MODE, HWREG_STATUS, HWREG_FLAT_SCRATCH = 1, 2, (20, 21)  # of S_GETREG
MARKER = 0x600DF00D
SCRATCH_BASE = 0x1280_4000_0000                      # address of scratch memory
SCRATCH_OFFSET = 12                                  # byte offset of the word that is stored and loaded


@dataclass(slots=True)
class OutputLayout:
    """The layout of the output region: the words of lanes, then those of waves.

    Each lane and each wave has a slot. Word k of slot n is dword k * (number of slots) + n. `item_strides`: for x, y
    and z, the distance in slots between neighbouring work items, or None if the program does not know this id;
    `group_strides`: the same for work groups, in groups; `items_per_group`, `waves_per_group`: lane slots and wave
    slots of one group; `lanes_add`, `waves_add`: whether several lanes or waves share a slot, which then holds their
    sum."""
    lane_slots: int
    wave_slots: int
    lane_words: list[str] = field(default_factory=list)
    wave_words: list[str] = field(default_factory=list)
    item_strides: list = field(default_factory=list)
    group_strides: list = field(default_factory=list)
    items_per_group: int = 1
    waves_per_group: int = 1
    lanes_add: bool = False
    waves_add: bool = False

    @property
    def size(self) -> int:
        """The size of the region."""
        return 4 * (self.lane_slots * len(self.lane_words) + self.wave_slots * len(self.wave_words))


@dataclass(slots=True)
class ProgramInputs:
    """The initial state that the program relies on.

    `sgpr_names`: names of the values in the first SGPRs, "no …" if they are not stored; `output_base`: the region's
    address, or "at N" for the SGPR pair that points to it; `scratch_base_pair`: the SGPR pair with the address of
    scratch memory, None for SCRATCH_BASE; `lds` (in bytes), `vgprs`, `sgprs`: the allocated amounts, 0 if not observed;
    `wave_number_bits`: (low bit, bit count) of the wave's index in the group word; `observed`: which of MODE, STATUS
    and the registers are stored."""
    sgpr_names: list[str]
    output_base: int | str
    id_count: int                                    # ids of a work item: 1 to 3
    lds: int = 0
    has_scratch: bool = False
    scratch_base_pair: int | None = None
    vgprs: int = 0
    sgprs: int = 0
    wave_number_bits: tuple[int, int] | None = None
    started_by_trap_handler: bool = False            # by trap_handler_code()
    observed: frozenset = frozenset()


@lru_cache(maxsize=1 << 12)
def inline_or_literal(value: int) -> Operand:
    """Return an inline constant if there is one, otherwise a literal."""
    return inline(value) if (int, value) in constants() else lit(value)


def encode_end(arch: str) -> bytes:
    """Encode the end of a program."""
    return encode(form_named(arch, "s_endpgm"))


def trap_handler_code(arch: str) -> bytes:
    """Return a trap handler that saves the start bit of TRAPSTS (RDNA3 ISA, 3.4.5) and returns."""
    start = encode(form_named(arch, "s_getreg_b32"), {"sdst": s(TRAP_STATUS)}, {"simm16": 17 << 6 | 3})
    return start + encode(form_named(arch, "s_rfe_b64"), {"ssrc0": s(108)})


@lru_cache(maxsize=1 << 16)
def encode_instruction(arch: str, name: str, fields: tuple) -> bytes:
    """Encode one instruction; `fields`: (field, value) pairs."""
    return encode(form_named(arch, name), fields)


class DispatchProgram:
    """A program under construction; assemble() returns its code and fills the words of `layout`."""

    def __init__(self, arch: str, wave: int, layout: OutputLayout, inputs: ProgramInputs):
        self.arch, self.wave, self.layout, self.inputs = arch, wave, layout, inputs
        self.traits, self.code = architecture_traits(arch), b""

    def add(self, name: str, **fields) -> None:
        """Append an instruction."""
        self.code += encode_instruction(self.arch, name, tuple(fields.items()))

    def add_waits(self) -> None:
        """Append waits for all results."""
        self.code += memory_access.wait_for_all(self.arch)

    def add_move(self, register: int, value: int) -> None:
        """Append a move of a constant to an SGPR."""
        self.add("s_mov_b32", sdst=s(register), ssrc0=inline_or_literal(value))

    def set_exec(self, low: int) -> None:
        """Set EXEC to a constant."""
        self.add_move(126, low)
        if self.wave == 64:
            self.add_move(127, 0 if low == 1 else low)

    # ---- addresses ----

    def load_base(self) -> None:
        """Load the region's address into s[BASE:BASE+1]."""
        address = self.inputs.output_base
        if isinstance(address, int):
            self.add_move(BASE, address & 0xFFFFFFFF)
            self.add_move(BASE + 1, address >> 32)
            return
        has_null = self.traits["null"] is not None
        no_offset_register = {"soffset": named_operand(self.arch, "null")} if has_null else {"imm": 1}
        pair = int(address.partition(" ")[2])
        self.add("s_load_b64", sdata=s(BASE), sbase=s(pair), offset=0, **no_offset_register)
        self.add_waits()

    def compute_group_number(self) -> None:
        """Compute the group's number in GROUP_NUMBER from the ids that the program has."""
        self.add_move(GROUP_NUMBER, 0)
        for axis, stride in zip("xyz", self.layout.group_strides):
            if stride is not None:
                self.add(
                    "s_mul_i32",
                    sdst=s(TEMPORARY_SGPR),
                    ssrc0=s(self.scalar_index(f"group {axis}")),
                    ssrc1=inline_or_literal(stride),
                )
                self.add("s_add_u32", sdst=s(GROUP_NUMBER), ssrc0=s(GROUP_NUMBER), ssrc1=s(TEMPORARY_SGPR))

    def scalar_index(self, name: str) -> int:
        """Return the SGPR that holds an initial value."""
        return self.inputs.sgpr_names.index(name)

    def compute_lane_offset(self) -> None:
        """Compute four times the lane's slot number in LANE_OFFSET."""
        self.add(
            "s_mul_i32",
            sdst=s(TEMPORARY_SGPR),
            ssrc0=s(GROUP_NUMBER),
            ssrc1=inline_or_literal(self.layout.items_per_group),
        )
        self.add("v_mov_b32", vdst=v(LANE_OFFSET), src0=s(TEMPORARY_SGPR))
        for n, stride in enumerate(self.layout.item_strides):
            if stride is None:
                continue
            if self.traits["packed_ids"]:
                self.add(
                    "v_bfe_u32",
                    vdst=v(FIRST_TEMPORARY),
                    src0=v(0),
                    src1=inline_or_literal(10 * n),
                    src2=inline_or_literal(10),
                )
            else:
                self.add("v_mov_b32", vdst=v(FIRST_TEMPORARY), src0=v(n))
            self.add("v_mov_b32", vdst=v(SECOND_TEMPORARY), src0=inline_or_literal(stride))
            self.add("v_mul_lo_u32", vdst=v(FIRST_TEMPORARY), src0=v(FIRST_TEMPORARY), src1=v(SECOND_TEMPORARY))
            self.add("v_add_nc_u32", vdst=v(LANE_OFFSET), src0=v(FIRST_TEMPORARY), vsrc1=v(LANE_OFFSET))
        self.add(
            "v_and_b32", vdst=v(LANE_OFFSET), src0=inline_or_literal(self.layout.lane_slots - 1), vsrc1=v(LANE_OFFSET)
        )
        self.add("v_lshlrev_b32", vdst=v(LANE_OFFSET), src0=inline(2), vsrc1=v(LANE_OFFSET))

    def compute_wave_offset(self) -> None:
        """Compute four times the wave's slot number in WAVE_OFFSET."""
        self.add(
            "s_mul_i32",
            sdst=s(WAVE_OFFSET),
            ssrc0=s(GROUP_NUMBER),
            ssrc1=inline_or_literal(self.layout.waves_per_group),
        )
        if self.layout.waves_per_group > 1:
            assert self.inputs.wave_number_bits is not None
            low, bits = self.inputs.wave_number_bits
            self.add(
                "s_bfe_u32",
                sdst=s(TEMPORARY_SGPR),
                ssrc0=s(self.scalar_index("group word")),
                ssrc1=inline_or_literal(bits << 16 | low),
            )
            self.add("s_add_u32", sdst=s(WAVE_OFFSET), ssrc0=s(WAVE_OFFSET), ssrc1=s(TEMPORARY_SGPR))
        self.add(
            "s_and_b32", sdst=s(WAVE_OFFSET), ssrc0=s(WAVE_OFFSET), ssrc1=inline_or_literal(self.layout.wave_slots - 1)
        )
        self.add("s_lshl_b32", sdst=s(WAVE_OFFSET), ssrc0=s(WAVE_OFFSET), ssrc1=inline(2))

    # ---- words ----

    def store(self, offset: int, data: int, adds: bool) -> None:
        """Store or add a dword at this byte offset plus ADDRESS."""
        self.add("v_add_nc_u32", vdst=v(ADDRESS), src0=inline_or_literal(offset), vsrc1=v(ADDRESS))
        self.add("global_atomic_add_u32" if adds else "global_store_b32", addr=v(ADDRESS), data=v(data), saddr=s(BASE))

    def store_lane_word(self, name: str, data: int) -> None:
        """Store a VGPR as the next word of every lane."""
        self.add("v_mov_b32", vdst=v(ADDRESS), src0=v(LANE_OFFSET))
        words = self.layout.lane_words
        self.store(4 * self.layout.lane_slots * len(words), data, self.layout.lanes_add)
        words.append(name)

    def store_wave_word(self, name: str, source: Operand) -> None:
        """Store an operand as the next word of the wave; one lane is active."""
        self.add("v_mov_b32", vdst=v(ADDRESS), src0=s(WAVE_OFFSET))
        self.add("v_mov_b32", vdst=v(DATA), src0=source)
        words, lane_dwords = self.layout.wave_words, self.layout.lane_slots * len(self.layout.lane_words)
        self.store(4 * (lane_dwords + self.layout.wave_slots * len(words)), DATA, self.layout.waves_add)
        words.append(name)

    def store_hwreg_field(self, name: str, register: int, low: int = 0, bits: int = 32) -> None:
        """Store a field of a hardware register as the next word of the wave."""
        code = form_named(self.arch, "s_getreg_b32")
        self.code += encode(code, {"sdst": s(TEMPORARY_SGPR)}, {"simm16": bits - 1 << 11 | low << 6 | register})
        self.store_wave_word(name, s(TEMPORARY_SGPR))

    def store_lane_state(self) -> None:
        """Store three things for each lane: a mark that it ran, its ids, and a word from its scratch memory."""
        self.add("v_mov_b32", vdst=v(DATA), src0=inline(1))
        self.store_lane_word("ran", DATA)
        for n in range(1 if self.traits["packed_ids"] else self.inputs.id_count):
            self.store_lane_word(f"v{n}", n)
        if self.inputs.has_scratch:
            self.check_scratch()

    def check_scratch(self) -> None:
        """Store and load a scratch word of each lane, which shows whether lanes share scratch memory."""
        if self.traits["flat_scratch"]:
            first, offset = self.traits["flat_scratch"], self.scalar_index("private offset")
            pair = self.inputs.scratch_base_pair
            if pair is None:
                pair = WAVE_OFFSET + 2
                self.add_move(pair, SCRATCH_BASE & 0xFFFFFFFF)
                self.add_move(pair + 1, SCRATCH_BASE >> 32)
            self.add("s_add_u32", sdst=s(first), ssrc0=s(pair), ssrc1=s(offset))
            self.add("s_addc_u32", sdst=s(first + 1), ssrc0=s(pair + 1), ssrc1=inline(0))
        off, at = {"saddr": named_operand(self.arch, "off")}, {"addr": v(FIRST_TEMPORARY)}
        self.add("v_mov_b32", vdst=v(FIRST_TEMPORARY), src0=inline(SCRATCH_OFFSET))
        self.add("v_add_nc_u32", vdst=v(DATA), src0=inline_or_literal(MARKER), vsrc1=v(LANE_OFFSET))
        self.add("scratch_store_b32", data=v(DATA), **at, **off, **self.vgpr_address_fields("scratch_store_b32"))
        self.add_waits()
        if self.layout.waves_per_group > 1 or self.wave < self.layout.items_per_group:
            self.add("s_barrier")
        self.add("scratch_load_b32", vdst=v(DATA), **at, **off, **self.vgpr_address_fields("scratch_load_b32"))
        self.add_waits()
        self.store_lane_word("private", DATA)

    def vgpr_address_fields(self, name: str) -> dict[str, int]:
        """Return {field: value} that enables the VGPR address of a scratch instruction; empty if the encoding has no
        such field."""
        fields = load().encodings[ARCHS[self.arch], form_named(self.arch, name).layout].fields
        return {"sve": 1} if "sve" in fields else {}

    def store_wave_state(self) -> None:
        """Store the wave's scalars, MODE, STATUS, EXEC, and the limits of its allocation."""
        for n, name in enumerate(self.inputs.sgpr_names):
            is_determined = name != "private offset" or isinstance(self.inputs.output_base, int)
            if is_determined and not name.startswith("no "):
                self.store_wave_word(name, s(n))
        self.store_wave_word("exec_lo", s(EXEC))
        if self.wave == 64:
            self.store_wave_word("exec_hi", s(EXEC + 1))
        if "MODE" in self.inputs.observed:
            self.store_hwreg_field("mode", HWREG_MODE)
        if "STATUS" in self.inputs.observed:
            self.store_status()
        if self.inputs.has_scratch and self.traits["flat_scratch_preset"] and isinstance(self.inputs.output_base, int):
            for name, register in zip(("flat_scratch_lo", "flat_scratch_hi"), HWREG_FLAT_SCRATCH):
                self.store_hwreg_field(name, register)
        if self.inputs.started_by_trap_handler:
            self.store_wave_word("started", s(TRAP_STATUS))
        if self.inputs.lds:
            self.check_lds()
        if "registers" in self.inputs.observed:
            self.check_last_registers()

    def store_status(self) -> None:
        """Store the fields of STATUS that the dispatch sets."""
        for half in (106, 107):                      # STATUS includes VCC
            self.add_move(half, 0)
        registers, family = all_registers(), ARCHS[self.arch]
        dispatch_fields = {name for n in (1, 2) for name in registers[f"COMPUTE_PGM_RSRC{n}"].fields[family]}
        for source, name in STATUS_FIELDS.items():
            if source in dispatch_fields:
                bits = registers["STATUS"].field(family, name)
                self.store_hwreg_field(name, HWREG_STATUS, bits.low, bits.width)

    def check_lds(self) -> None:
        """Store and load the last dword of LDS and the dword after it, which does not exist."""
        self.add_move(self.traits["m0"], -1)
        self.add("s_nop")
        for name, at in (("lds last", self.inputs.lds - 4), ("lds beyond", self.inputs.lds)):
            if at >= self.traits["max_lds"]:
                continue
            self.add("v_mov_b32", vdst=v(FIRST_TEMPORARY), src0=inline_or_literal(at))
            self.add("v_mov_b32", vdst=v(SECOND_TEMPORARY), src0=inline_or_literal(MARKER + at))
            self.add("ds_store_b32", addr=v(FIRST_TEMPORARY), data0=v(SECOND_TEMPORARY))
            self.add_waits()
            self.add("ds_load_b32", vdst=v(SECOND_TEMPORARY), addr=v(FIRST_TEMPORARY))
            self.add_waits()
            self.store_wave_word(name, v(SECOND_TEMPORARY))

    def check_last_registers(self) -> None:
        """Write and read the last allocated VGPR and SGPR, and read the ones after them.

        A source register after the last allocated one reads as the first register, or as 0."""
        self.add("v_mov_b32", vdst=v(0), src0=inline_or_literal(MARKER + 1))
        self.add_move(0, MARKER + 2)
        if count := self.inputs.vgprs:
            self.add("v_mov_b32", vdst=v(count - 1), src0=inline_or_literal(MARKER))
            self.store_wave_word("vgpr last", v(count - 1))
            if count < self.traits["max_vgprs"]:
                self.store_wave_word("vgpr beyond", v(count))
        if count := self.inputs.sgprs:
            self.add_move(count - 1, MARKER)
            self.store_wave_word("sgpr last", s(count - 1))
            if count < self.traits["sgprs"]:
                self.add("s_mov_b32", sdst=s(TEMPORARY_SGPR), ssrc0=s(count))
                self.store_wave_word("sgpr beyond", s(TEMPORARY_SGPR))

    def assemble(self) -> bytes:
        """Return the complete program."""
        self.add("s_mov_b32", sdst=s(EXEC), ssrc0=s(126))
        if self.wave == 64:
            self.add("s_mov_b32", sdst=s(EXEC + 1), ssrc0=s(127))
        self.load_base()
        self.compute_group_number()
        self.compute_lane_offset()
        self.compute_wave_offset()
        self.store_lane_state()
        self.set_exec(1)
        self.store_wave_state()
        self.add_waits()
        return self.code + encode_end(self.arch)
