"""The program of a generated dispatch: each lane and each wave writes what it was started with to memory.

Where it writes follows from the numbers that it has: a target that gives a wrong one writes elsewhere, though never
outside of the region.  Where lanes or waves cannot tell themselves apart, they add up."""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ...spec import ARCHS, all_registers, load, architecture_traits
from ...spec.encode import Operand, encode, form as form_named, inline, lit, named_operand, s, v
from ...spec.operands import constants

from ..instructions import memory_access

STARTED, BASE, EXEC, GROUP, SLOT, WORD = 23, 24, 26, 28, 29, 30      # SGPRs of the program, behind what it starts with
PLACE, AT, DATA, PART, OTHER = 3, 4, 5, 6, 7                         # VGPRs of it
# Fields of STATUS, by what says them: a field of RSRC1 or RSRC2.
STATUS = {"priority": "sys_prio", "priv": "priv", "trap_present": "trap_en", "cdbg_user": "cdbg_user"}
MODE_REGISTER, STATUS_REGISTER, FLAT_SCRATCH = 1, 2, (20, 21)        # of S_GETREG
MARK = 0x600DF00D
PRIVATE_BASE = 0x1280_4000_0000                                      # where private memory lies
PRIVATE = 12                                                         # its byte that is stored and loaded


@dataclass(slots=True)
class Layout:
    """What stands where: word k of place p is the dword k * count + p, first those of lanes, behind them those of
    waves.  `axes`: strides of x, y, z of a work item in the number of a lane's place, None where the program does not
    know it; `groups`: the same of a work group, in groups; `items`: places of lanes a group has; `waves`: places of
    waves a group has; `adds`: several may write to one place, and their sum is there."""
    lanes: int
    places: int                                      # of waves
    lane_words: list[str] = field(default_factory=list)
    wave_words: list[str] = field(default_factory=list)
    axes: list = field(default_factory=list)
    groups: list = field(default_factory=list)
    items: int = 1
    waves: int = 1
    lanes_add: bool = False
    waves_add: bool = False

    @property
    def bytes(self) -> int:
        """Of the whole region."""
        return 4 * (self.lanes * len(self.lane_words) + self.places * len(self.wave_words))


@dataclass(slots=True)
class Given:
    """What the program may count on.  `scalars`: names of what the first SGPRs hold, "no …" for what is not looked at;
    `base`: the region's address, or "at N": the SGPR pair that points to it, and others place private memory; `lds`:
    bytes, 0: none is looked at; `private`: there is private memory, at PRIVATE_BASE or where the SGPR pair `pair` says;
    `vgprs`, `sgprs`: allocated, 0: not looked at."""
    scalars: list[str]
    base: int | str
    ids: int                                         # numbers of a work item that are there
    lds: int = 0
    private: bool = False
    pair: int | None = None
    vgprs: int = 0
    sgprs: int = 0
    wave_bits: tuple[int, int] | None = None         # (low, count) of the wave's number in the group word
    started: bool = False                            # by way of handler()
    looks: frozenset = frozenset()                   # at MODE, STATUS, registers that are allocated


@lru_cache(maxsize=1 << 12)
def constant(value: int) -> Operand:
    """As an inline constant where there is one."""
    return inline(value) if (int, value) in constants() else lit(value)


def ending(arch: str) -> bytes:
    """The end of a program."""
    return encode(form_named(arch, "s_endpgm"))


def handler(arch: str) -> bytes:
    """A trap handler that keeps what TRAPSTS says of the wave's start (RDNA3 ISA, 3.4.5), and goes back."""
    start = encode(form_named(arch, "s_getreg_b32"), {"sdst": s(STARTED)}, {"simm16": 17 << 6 | 3})
    return start + encode(form_named(arch, "s_rfe_b64"), {"ssrc0": s(108)})


@lru_cache(maxsize=1 << 16)
def coded(arch: str, name: str, fields: tuple) -> bytes:
    """One instruction, which programs have many times; `fields`: (field, value) of each."""
    return encode(form_named(arch, name), fields)


class Program:
    """Instructions one behind the other."""

    def __init__(self, arch: str, wave: int, layout: Layout, given: Given):
        self.arch, self.wave, self.layout, self.given = arch, wave, layout, given
        self.traits, self.code, self.count = architecture_traits(arch), b"", 0

    def op(self, name: str, **fields) -> None:
        self.code += coded(self.arch, name, tuple(fields.items()))

    def wait(self) -> None:
        self.code += memory_access.wait_for_all(self.arch)

    def move(self, register: int, value: int) -> None:
        """A constant into an SGPR."""
        self.op("s_mov_b32", sdst=s(register), ssrc0=constant(value))

    def exec(self, low: int) -> None:
        self.move(126, low)
        if self.wave == 64:
            self.move(127, 0 if low == 1 else low)

    # ---- where ----

    def base(self) -> None:
        """The region's address into s[BASE:BASE+1]."""
        where = self.given.base
        if isinstance(where, int):
            self.move(BASE, where & 0xFFFFFFFF)
            self.move(BASE + 1, where >> 32)
            return
        none = {"soffset": named_operand(self.arch, "null")} if self.traits["null"] is not None else {"imm": 1}
        self.op("s_load_b64", sdata=s(BASE), sbase=s(int(where.partition(" ")[2])), offset=0, **none)
        self.wait()

    def group(self) -> None:
        """The group's number, among those it can tell, into GROUP."""
        self.move(GROUP, 0)
        for axis, stride in zip("xyz", self.layout.groups):
            if stride is not None:
                self.op("s_mul_i32", sdst=s(WORD), ssrc0=s(self.scalar(f"group {axis}")), ssrc1=constant(stride))
                self.op("s_add_u32", sdst=s(GROUP), ssrc0=s(GROUP), ssrc1=s(WORD))

    def scalar(self, name: str) -> int:
        return self.given.scalars.index(name)

    def lane_place(self) -> None:
        """Four times the number of the lane's place into PLACE."""
        self.op("s_mul_i32", sdst=s(WORD), ssrc0=s(GROUP), ssrc1=constant(self.layout.items))
        self.op("v_mov_b32", vdst=v(PLACE), src0=s(WORD))
        for n, stride in enumerate(self.layout.axes):
            if stride is None:
                continue
            if self.traits["packed_ids"]:
                self.op("v_bfe_u32", vdst=v(PART), src0=v(0), src1=constant(10 * n), src2=constant(10))
            else:
                self.op("v_mov_b32", vdst=v(PART), src0=v(n))
            self.op("v_mov_b32", vdst=v(OTHER), src0=constant(stride))
            self.op("v_mul_lo_u32", vdst=v(PART), src0=v(PART), src1=v(OTHER))
            self.op("v_add_nc_u32", vdst=v(PLACE), src0=v(PART), vsrc1=v(PLACE))
        self.op("v_and_b32", vdst=v(PLACE), src0=constant(self.layout.lanes - 1), vsrc1=v(PLACE))
        self.op("v_lshlrev_b32", vdst=v(PLACE), src0=inline(2), vsrc1=v(PLACE))

    def wave_place(self) -> None:
        """Four times the number of the wave's place, behind those of lanes, into SLOT."""
        self.op("s_mul_i32", sdst=s(SLOT), ssrc0=s(GROUP), ssrc1=constant(self.layout.waves))
        if self.layout.waves > 1:
            assert self.given.wave_bits is not None
            low, bits = self.given.wave_bits
            self.op("s_bfe_u32", sdst=s(WORD), ssrc0=s(self.scalar("group word")), ssrc1=constant(bits << 16 | low))
            self.op("s_add_u32", sdst=s(SLOT), ssrc0=s(SLOT), ssrc1=s(WORD))
        self.op("s_and_b32", sdst=s(SLOT), ssrc0=s(SLOT), ssrc1=constant(self.layout.places - 1))
        self.op("s_lshl_b32", sdst=s(SLOT), ssrc0=s(SLOT), ssrc1=inline(2))

    # ---- what ----

    def store(self, at: int, data: int, adds: bool) -> None:
        """A dword at byte `at` of the region and AT."""
        self.op("v_add_nc_u32", vdst=v(AT), src0=constant(at), vsrc1=v(AT))
        self.op("global_atomic_add_u32" if adds else "global_store_b32", addr=v(AT), data=v(data), saddr=s(BASE))

    def of_lane(self, name: str, data: int) -> None:
        """A word of every lane, from a VGPR."""
        self.op("v_mov_b32", vdst=v(AT), src0=v(PLACE))
        words = self.layout.lane_words
        self.store(4 * self.layout.lanes * len(words), data, self.layout.lanes_add)
        words.append(name)

    def of_wave(self, name: str, source: Operand) -> None:
        """A word of the wave; one lane is on."""
        self.op("v_mov_b32", vdst=v(AT), src0=s(SLOT))
        self.op("v_mov_b32", vdst=v(DATA), src0=source)
        words, lanes = self.layout.wave_words, self.layout.lanes * len(self.layout.lane_words)
        self.store(4 * (lanes + self.layout.places * len(words)), DATA, self.layout.waves_add)
        words.append(name)

    def read_field(self, name: str, register: int, low: int = 0, bits: int = 32) -> None:
        """A field of a hardware register."""
        code = form_named(self.arch, "s_getreg_b32")
        self.code += encode(code, {"sdst": s(WORD)}, {"simm16": bits - 1 << 11 | low << 6 | register})
        self.of_wave(name, s(WORD))

    def lanes(self) -> None:
        """That it ran, its numbers, its private memory."""
        self.op("v_mov_b32", vdst=v(DATA), src0=inline(1))
        self.of_lane("ran", DATA)
        for n in range(1 if self.traits["packed_ids"] else self.given.ids):
            self.of_lane(f"v{n}", n)
        if self.given.private:
            self.private()

    def private(self) -> None:
        """What a lane stores there is its own."""
        if self.traits["flat_scratch"]:
            first, offset = self.traits["flat_scratch"], self.scalar("private offset")
            pair = self.given.pair
            if pair is None:
                pair = SLOT + 2
                self.move(pair, PRIVATE_BASE & 0xFFFFFFFF)
                self.move(pair + 1, PRIVATE_BASE >> 32)
            self.op("s_add_u32", sdst=s(first), ssrc0=s(pair), ssrc1=s(offset))
            self.op("s_addc_u32", sdst=s(first + 1), ssrc0=s(pair + 1), ssrc1=inline(0))
        off, at = {"saddr": named_operand(self.arch, "off")}, {"addr": v(PART)}
        self.op("v_mov_b32", vdst=v(PART), src0=inline(PRIVATE))
        self.op("v_add_nc_u32", vdst=v(DATA), src0=constant(MARK), vsrc1=v(PLACE))
        self.op("scratch_store_b32", data=v(DATA), **at, **off, **self.by_vgpr("scratch_store_b32"))
        self.wait()
        if self.layout.waves > 1 or self.wave < self.layout.items:
            self.op("s_barrier")
        self.op("scratch_load_b32", vdst=v(DATA), **at, **off, **self.by_vgpr("scratch_load_b32"))
        self.wait()
        self.of_lane("private", DATA)

    def by_vgpr(self, name: str) -> dict[str, int]:
        """What says that a scratch instruction has an address in a VGPR, where it is said."""
        fields = load().encodings[ARCHS[self.arch], form_named(self.arch, name).layout].fields
        return {"sve": 1} if "sve" in fields else {}

    def waves(self) -> None:
        """Its scalars, MODE, STATUS, EXEC, and how much it has of what is allocated."""
        for n, name in enumerate(self.given.scalars):
            placed = name != "private offset" or isinstance(self.given.base, int)
            if placed and not name.startswith("no "):
                self.of_wave(name, s(n))
        self.of_wave("exec_lo", s(EXEC))
        if self.wave == 64:
            self.of_wave("exec_hi", s(EXEC + 1))
        if "MODE" in self.given.looks:
            self.read_field("mode", MODE_REGISTER)
        if "STATUS" in self.given.looks:
            self.status()
        if self.given.private and self.traits["flat_scratch_preset"] and isinstance(self.given.base, int):
            for name, register in zip(("flat_scratch_lo", "flat_scratch_hi"), FLAT_SCRATCH):
                self.read_field(name, register)
        if self.given.started:
            self.of_wave("started", s(STARTED))
        if self.given.lds:
            self.shared()
        if "registers" in self.given.looks:
            self.allocated()

    def status(self) -> None:
        """What the dispatch says of it."""
        for half in (106, 107):                        # VCC is a part of it
            self.move(half, 0)
        registers, family = all_registers(), ARCHS[self.arch]
        said = {name for n in (1, 2) for name in registers[f"COMPUTE_PGM_RSRC{n}"].fields[family]}
        for name in (one for by, one in STATUS.items() if by in said):
            one = registers["STATUS"].field(family, name)
            self.read_field(name, STATUS_REGISTER, one.low, one.width)

    def shared(self) -> None:
        """The last dword of LDS holds what is stored; behind it there is none."""
        self.move(self.traits["m0"], -1)
        self.op("s_nop")
        for name, at in (("lds last", self.given.lds - 4), ("lds beyond", self.given.lds)):
            if at >= self.traits["max_lds"]:
                continue
            self.op("v_mov_b32", vdst=v(PART), src0=constant(at))
            self.op("v_mov_b32", vdst=v(OTHER), src0=constant(MARK + at))
            self.op("ds_store_b32", addr=v(PART), data0=v(OTHER))
            self.wait()
            self.op("ds_load_b32", vdst=v(OTHER), addr=v(PART))
            self.wait()
            self.of_wave(name, v(OTHER))

    def allocated(self) -> None:
        """The last register holds what is written; a source behind it is the first one, or 0."""
        self.op("v_mov_b32", vdst=v(0), src0=constant(MARK + 1))
        self.move(0, MARK + 2)
        if count := self.given.vgprs:
            self.op("v_mov_b32", vdst=v(count - 1), src0=constant(MARK))
            self.of_wave("vgpr last", v(count - 1))
            if count < self.traits["max_vgprs"]:
                self.of_wave("vgpr beyond", v(count))
        if count := self.given.sgprs:
            self.move(count - 1, MARK)
            self.of_wave("sgpr last", s(count - 1))
            if count < self.traits["sgprs"]:
                self.op("s_mov_b32", sdst=s(WORD), ssrc0=s(count))
                self.of_wave("sgpr beyond", s(WORD))

    def whole(self) -> bytes:
        """All of it."""
        self.op("s_mov_b32", sdst=s(EXEC), ssrc0=s(126))
        if self.wave == 64:
            self.op("s_mov_b32", sdst=s(EXEC + 1), ssrc0=s(127))
        self.base()
        self.group()
        self.lane_place()
        self.wave_place()
        self.lanes()
        self.exec(1)
        self.waves()
        self.wait()
        return self.code + ending(self.arch)
