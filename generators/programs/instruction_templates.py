"""Encodings whose registers are still open: what streams of instructions are put together from.

A template is an encoding of a form with every register of the program's window left at 0, and a hole for each; filling
a hole is adding a register number.  Address registers stand at fixed places behind the window (`Places`)."""
from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...model import EVERY_WAVE, V0, Machine, disassemble
from ...spec import ARCHS, load, architecture_traits
from ...spec.encode import Operand, encode, s, v
from ...spec.slots import slots

from ..form_coverage.wave_batch import operand_tags
from ..instructions import (
    address_setup, memory_access, exports, control_flow, matrix_interpolation, instruction_case as instructions,
    modifiers, case_sampler as sampler, gds as share,
)
from ..instructions.case_sampler import variant_name
from ..instructions.encodings import vopd_halves, random_fields, random_vopd

WINDOW_VGPRS = WINDOW_SGPRS = 24                               # v0.. and s0.. are the window
LANE_BYTES = 16                                            # bytes of memory and LDS that a lane has at its address
TAIL_BYTES = 512                                         # bytes behind what all lanes have twice
MAX_HOLES, MAX_WORDS = 6, 4                                  # of a template at most
# Bits of a mask of registers: 0 to 23 VGPRs, 24 to 47 SGPRs, then these.
VCC_BIT, SPECIAL_BIT = 1 << 48, 1 << 49
VGPR_FILE, SGPR_FILE = 0, 1                                          # files of holes


class FixedRegisters:
    """Registers behind the window, which no instruction of a stream writes but where the text says so."""
    PAIRS = (24, 26)                                 # v: 64-bit addresses by lane, in order and shuffled
    OFFSETS = (28, 29)                               # v: 32-bit offsets by lane, in order and shuffled
    LDS, CROSS = 30, 31                              # v: the wave's own part of LDS; the next wave's, for loads
    SCRATCH = 32                                     # v: 0 or 16, in private memory
    EXEC = 24                                        # s, a pair: what EXEC is set back to
    BASE = 26                                        # s, a pair: the wave's part of memory
    DESCRIPTORS = 28                                 # s, four by four: buffers of one to four components
    CONSTANT = 44                                    # s, a pair: the part of memory that nobody writes
    OFFSET, SMALL, COUNTER = 46, 47, 48              # s: for scalar loads; a multiple of 16; of loops, written there


SMALL_VALUES = (0, 16)                                     # what SMALL may hold
VGPR_COUNT = 33                                           # window and places


@dataclass(slots=True)
class Hole:
    """A register that is still open: `regs` in a row, `spots`: where its number is added, (bit, right shift)."""
    file: int
    regs: int
    step: int
    spots: list
    reads: bool = False
    writes: bool = False


@dataclass(slots=True)
class Template:
    """`words`: the encoding; `touches`: fixed registers, as bits; `kind`: computing, or the layout of an access;
    `tags`: modifiers and kinds of operands; the rest says what a program must heed."""
    code: bytes
    holes: list[Hole]
    kind: str = ""
    touches: int = 0
    tags: tuple = ()
    exec_out: bool = False                           # writes EXEC
    m0_out: bool = False
    mode_out: bool = False
    full: bool = False                               # a matrix: wants all lanes, factors the same in every 16
    idle: bool = False                               # wants wait states, or another VALU operation, before it
    alone: bool = False                              # and behind it: a group by itself (RDNA3 ISA, 8.3)
    verb: str = ""                                   # of an access: load, store, atomic
    text: str = ""                                   # with register 0 in every hole
    cross: bool = False                              # reads the next wave's part of LDS
    addressed: bool = False                          # no access, but has an address: in Places
    opens: bool = False                              # may leave bits open, whatever is in its sources
    writes_part_of_float: bool = False                               # does where a NaN results: a part of a float (errata E-101)

    @property
    def every_tag(self) -> tuple:
        """Its tags, and that scalar registers are read or written."""
        scalar = [hole for hole in self.holes if hole.file == SGPR_FILE]
        return (*self.tags, *["sgpr"] * any(hole.reads for hole in scalar),
                *["sgpr written"] * any(hole.writes for hole in scalar))


def is_general_scalar(arch: str, code: int) -> bool:
    """Is the operand code a scalar register that any other could stand for?"""
    return code < 106 or 108 <= code < 124


def field_position(form, drawn: str, layout, extension) -> int:
    """The lowest bit of a field, counted through base word and extension."""
    if drawn in layout.fields:
        return layout.fields[drawn][0]
    return 32 * layout.dwords + extension.fields[drawn][0]


def open_holes(form, fields: dict, wave: int, keep=()) -> tuple[dict, list[Hole], int]:
    """Turns the registers of `fields` to holes, but those of the fields in `keep` -> (fields, holes, fixed registers
    touched)."""
    spec, family = load(), ARCHS[form.arch]
    layout, extension = spec.encodings[family, form.layout], spec.encodings.get((family, form.extension))
    found, touches, fields = {}, 0, dict(fields)
    for slot in slots(form).every:
        operand = fields.get(slot.field)
        if not isinstance(operand, Operand) or slot.field in keep or not slot.field:
            continue
        vector = modifiers.is_in_vgprs(form, slot, operand)
        if not vector and not is_general_scalar(form.arch, operand.code):
            touches |= VCC_BIT if operand.code in (106, 107) else 0
            continue
        regs = slot.regs or wave // 32
        key = (vector, operand.code)
        hole = found.setdefault(key, Hole(VGPR_FILE if vector else SGPR_FILE, 0, 1, []))
        hole.regs = max(hole.regs, regs)
        spot = field_position(form, slot.drawn or slot.field, layout, extension)
        if (spot, 0) not in hole.spots:
            hole.spots.append((spot, 0))
        hole.reads |= not slot.write
        hole.writes |= slot.write or slot.role == "returned"
    for (vector, _), hole in found.items():
        hole.step = 1 if vector or hole.regs == 1 else 2 if hole.regs == 2 else 4
    for name, operand in list(fields.items()):
        if isinstance(operand, Operand) and name not in keep:
            if operand.code >= 256:
                fields[name] = Operand(256, operand.literal, operand.high)
            elif is_general_scalar(form.arch, operand.code):
                fields[name] = Operand(0, operand.literal)
    if any(x.kind in ("vcc", "ci", "co") for x in form.op.values):
        touches |= VCC_BIT
    return fields, list(found.values()), touches


def finish_template(form, wave: int, code: bytes, made: Template) -> Template | None:
    """The template, or None where its encoding is none."""
    made.code = code
    size, text = disassemble(form.arch, wave, code)
    made.text = text
    if size != len(code) or "<illegal>" in text or len(made.holes) > MAX_HOLES or len(code) > 4 * MAX_WORDS:
        return None
    first = text.partition(" ")[2].split(",")[0].strip()
    if first == "null" or "ttmp" in text or "flat_scratch" in text or "xnack" in text:
        return None
    if any(hole.regs > (WINDOW_VGPRS if hole.file == VGPR_FILE else WINDOW_SGPRS) for hole in made.holes):
        return None
    made.exec_out |= first.startswith("exec") or any(x.kind == "cmpx" for x in form.op.results) or "saveexec" in text
    made.exec_out |= "wrexec" in text
    made.m0_out = first == "m0"
    made.cuts = form.extension == "sdwa" and writes_part_of_float(form, text)
    made.alone = (form.layout == "smem" and form.op.shape == "control" and not form.op.sources
                  and bool(architecture_traits(form.arch)["interlocked"]))
    made.idle = bool(made.alone or made.kind == "param"              # after memory operations a vector one comes first
                     or NEEDS_WAIT_STATES.search(text) or form.extension.startswith("dpp") or form.op.shape in ("gather", "across"))
    if not made.verb and (form.layout in memory_access.LAYOUTS or form.layout == "ldsdir" or "rtn" in text):
        made.verb = "load"                           # its result is waited for
    made.touches |= VCC_BIT if "vcc" in text else 0
    return made


def writes_part_of_float(form, text: str) -> bool:
    """Does SDWA write less of a float than it has?"""
    part, result = re.search(r"dst_sel:(\w)", text), next(iter(form.op.results), None)
    return part is not None and result is not None and result.kind == "f" and part[1] in (
        "B" if result.width == 16 else "BW")


# What s_setreg writes of MODE, (lowest bit, how many): rounding, denormals, both, what becomes of NaNs, FP16_OVFL.
MODE_PARTS = ((0, 4), (4, 4), (0, 8), (2, 5), (8, 1), (9, 1), (0, 10), (23, 1))


def sets_mode(form) -> bool:
    """Does it write rounding, denormals and their like, and nothing else of the wave's state?"""
    return bool(form.op.note("writes hwreg") or form.op.note("writes mode"))


def mode_hwreg(rng) -> int:
    """The SIMM16 of s_setreg for a part of MODE."""
    low, count = rng.choice(MODE_PARTS)
    return load().registers["MODE"].number | low << 6 | count - 1 << 11


def make_computing_template(form, rng, wave: int) -> Template | None:
    """A template of an instruction without memory."""
    if form.layout == "vopd":
        return make_vopd_template(form, rng, wave)
    _, fields = instructions.draw_encoding(form, rng, wave)
    assert fields is not None                        # only VOPD has none
    if form.op.note("writes hwreg"):
        fields["simm16"] = mode_hwreg(rng)
    probes = form.layout == "smem" and isinstance(fields.get("sbase"), Operand)
    if probes:                                       # an address, of which nothing is returned
        fields |= {"sbase": s(FixedRegisters.CONSTANT)} | ({"soffset": FixedRegisters.SMALL} if "soffset" in fields else {})
    if matrix_interpolation.reads_parameters(form):
        fields |= matrix_interpolation.draw_parameter_modifiers(form, rng) if form.layout == "vop3i" else {}
        fields["attr"] %= MAX_ATTRIBUTES
    if form.op.shape == "matrix":
        fields |= {"vdst": v(0), "src0": v(8), "src1": v(16)}                    # D lies apart from A and B
    tags = tuple(sorted(modifiers.modifier_names(form, fields) | modifiers.source_tags(form, fields)
                        | operand_tags(form, fields, wave)))
    fields, holes, touches = open_holes(form, fields, wave, MATRIX_FIELDS if form.op.shape == "matrix" else ())
    code = encode(form, fields)
    kind = "param" if matrix_interpolation.reads_parameters(form) else "salu" if form.layout[0] == "s" else "valu"
    return finish_template(
        form, wave, code, Template(code, holes, kind, touches, tags, full=form.op.shape == "matrix",
                                   mode_out=sets_mode(form), addressed=probes)
    )


def make_vopd_template(form, rng, wave: int) -> Template | None:
    """A VOPD pair: registers move in steps of four, so that banks and parities stay what they are."""
    code = random_vopd(form, rng, wave)
    number = int.from_bytes(code, "little")
    holes = []
    for name, (low, width) in load().encodings[ARCHS[form.arch], "vopd"].fields.items():
        if name in ("opx", "opy"):
            continue
        at = number >> low & (1 << width) - 1
        vector = width < 9 or at >= 256
        if not vector and at >= 106:
            continue
        unit = 2 if name == "vdsty" else 4           # VDSTY leaves out the lowest bit, which VDSTX gives
        number &= ~(((1 << (8 if vector and width == 9 else width)) - 1) << low)
        number |= (at % unit if vector else 0) << low
        spot = (low, int(name == "vdsty"))
        holes.append(Hole(VGPR_FILE if vector else SGPR_FILE, 4 if vector else 1, 4 if vector else 1, [spot], "src" in name,
                          "dst" in name))
    for hole in holes:
        if hole.file == SGPR_FILE:                           # one scalar register stays one
            hole.spots = [x for other in holes if other.file == SGPR_FILE for x in other.spots]
    holes = [h for n, h in enumerate(holes) if h.file == VGPR_FILE or all(o.file == VGPR_FILE for o in holes[:n])]
    code = number.to_bytes(len(code), "little")
    return finish_template(form, wave, code, Template(code, holes, "valu", VCC_BIT, ("vopd",), opens=is_inexact(other(form, number))))


def other_vopd_half(form, number: int):
    """The other half of a VOPD pair with this encoding."""
    half = "y" if form.variant == "x" else "x"
    low, width = load().encodings[ARCHS[form.arch], "vopd"].fields[f"op{half}"]
    opcode = number >> low & (1 << width) - 1
    return next(one for one in vopd_halves(form.arch, half) if one.opcode == opcode)


MATRIX_FIELDS = ("vdst", "src0", "src1")                     # of a matrix


# ---- accesses ----

MAX_ATTRIBUTES = 2                                       # of parameters: they fit into what a wave has of LDS
EXCLUDED_WORDS = {"addtid", "lds", "scratch", "append", "consume", "csub"}      # words of rows without a place


def make_access_template(form, rng, wave: int) -> Template | None:
    """A template of a memory instruction; its addresses stand in Places."""
    fields, m = random_fields(form, rng, wave), form.op.memory
    if m is None or EXCLUDED_WORDS & {*m.words, m.combine}:
        return None
    made = Template(b"", [], form.layout, verb=m.verb)
    ADDRESS_PLACERS[form.layout](form, fields, rng, made, wave)
    tags = {name for name in ("idxen", "offen", "sve", "soffset_en") if fields.get(name)}
    tags |= {"saddr"} if isinstance(fields.get("saddr"), Operand) else set()
    given = fields
    fields, made.holes, made.touches = open_holes(form, fields, wave, ("addr", "vaddr", "saddr", "sbase", "srsrc"))
    for hole in made.holes:
        hole.reads = True                            # parts of it may stay
    if m.verb == "atomic" and (m.rtn or fields.get("glc")) or m.verb == "load":
        for hole in made.holes:
            hole.writes |= len(made.holes) == 1
    made.code = encode(form, fields)
    if done := finish_template(form, wave, made.code, made):
        done.tags = tuple(sorted(tags | modifiers.access_tags(form, given, done.text)))
    return done


def place_in_lds(form, fields: dict, rng, made: Template, wave: int) -> None:
    """DS: the lane's own sixteen bytes, which two offsets part."""
    m, size = form.op.memory, address_setup.access_bytes(form)
    fields["gds"] = 0
    made.cross = m.verb == "load" and rng.random() < 0.4
    if "src2" in m.words:
        place_src2(fields, rng, made, wave, size)
    elif m.x2 and m.stride > 1:                      # the second lies behind what the lanes have
        fields.update(offset0=0, offset1=LANE_BYTES * wave // (64 * size))
    elif m.x2:
        first = rng.randrange(2)
        fields.update(offset0=first, offset1=1 - first)
    else:
        fields.update(offset0=rng.randrange(0, 17 - size, access_alignment(size)), offset1=0)
    if "addr" in fields:
        fields["addr"] = v(FixedRegisters.CROSS if made.cross else FixedRegisters.LDS)


COLLISION_SHARE = 0.1                                      # of DS_*_SRC2: lanes may meet


def place_src2(fields: dict, rng, made: Template, wave: int, size: int) -> None:
    """DS_*_SRC2 (Vega ISA, 12.13): the source is at the target, by the address or by the offset, or among those bytes
    of a lane, its own or one further on, that are no target; rarely another lane's target, which leaves all open
    (errata E-046)."""
    draw, own = rng.random(), 1 << 15 | rng.randrange(1 << 15)       # the distance in the address, which has none
    made.opens = draw < COLLISION_SHARE
    apart = LANE_BYTES * rng.randrange(wave + TAIL_BYTES // LANE_BYTES) + rng.randrange(size, LANE_BYTES, size)
    distance = LANE_BYTES * rng.randrange(1, wave) if made.opens else apart
    offset = own if draw > 0.85 else 0 if draw > 0.8 else distance // 4
    fields.update(offset0=offset & 255, offset1=offset >> 8)


def access_alignment(size: int) -> int:
    """What an address is aligned to."""
    return 4 if size == 12 else min(size, 16)


def place_in_memory(form, fields: dict, rng, made: Template, wave: int) -> None:
    """GLOBAL and FLAT: 64-bit addresses, or a scalar base and 32-bit offsets."""
    size = address_setup.access_bytes(form)
    unit = access_alignment(size)
    low, width = address_setup.offset_field(form)
    offset = rng.randrange(0, 17 - size, unit) + 16 * rng.choice((0, 0, 1, 4, 15))
    if form.layout == "global" and rng.random() < 0.3:
        offset -= 64
    fields["offset"] = offset & (1 << width) - 1
    if isinstance(fields.get("saddr"), Operand):
        fields.update(saddr=s(FixedRegisters.BASE), addr=v(rng.choice(FixedRegisters.OFFSETS)))
    else:
        fields["addr"] = v(rng.choice(FixedRegisters.PAIRS))


def place_in_scratch(form, fields: dict, rng, made: Template, wave: int) -> None:
    """SCRATCH: the lane's own bytes."""
    size = address_setup.access_bytes(form)
    fields["offset"] = rng.randrange(0, 17 - size, access_alignment(size)) + rng.choice((0, 0, 16))
    if isinstance(fields.get("saddr"), Operand):
        fields["saddr"] = s(FixedRegisters.SMALL)
    if isinstance(fields.get("addr"), Operand):
        fields["addr"] = v(FixedRegisters.SCRATCH)


def place_scalar(form, fields: dict, rng, made: Template, wave: int) -> None:
    """Scalar loads, and stores at the wave's own part."""
    m = form.op.memory
    buffer = "buffer" in m.words
    step = 4 * (address_setup.access_bytes(form) // 4)
    fields["sbase"] = s(FixedRegisters.DESCRIPTORS if buffer else FixedRegisters.CONSTANT if m.verb == "load" else FixedRegisters.BASE)
    if m.verb != "load" and buffer:
        fields["sbase"] = s(FixedRegisters.DESCRIPTORS)
    fields["offset"] = step * rng.randrange(max(1, 128 // step))
    one = instructions.Instruction(form, 0, b"", "", "", "", fields)
    scalar = address_setup.soffset_field(one)
    if scalar:
        fields[scalar] = FixedRegisters.OFFSET


def place_in_buffer(form, fields: dict, rng, made: Template, wave: int) -> None:
    """MUBUF and MTBUF: a raw buffer, each lane's offset in VADDR."""
    m, size = form.op.memory, address_setup.access_bytes(form)
    count = len(m.size.split()[1]) if m.size.startswith("format") else 1
    fields.pop("tfe", None)
    if "tfe" in load().encodings[ARCHS[form.arch], form.layout].fields:
        fields["tfe"] = 0
    fields.update(
        srsrc=s(FixedRegisters.DESCRIPTORS + 4 * (count - 1)),
        offset=rng.randrange(0, 17 - min(size, 16), access_alignment(size)) + 16 * rng.randrange(8), offen=1, idxen=0,
        vaddr=v(rng.choice(FixedRegisters.OFFSETS)), soffset=rng.choice((128, 144, FixedRegisters.SMALL)),
    )
    if "format" in fields:
        fields["format"] = float_formats(form.arch)[count - 1]


def place_parameter(form, fields: dict, rng, made: Template, wave: int) -> None:
    """LDS_PARAM_LOAD and LDS_DIRECT_LOAD: M0 says where; until no vector ALU operation uses the register (RDNA3 ISA,
    12.2.1.2)."""
    made.kind = "param"
    fields["wait_vdst"] = 0
    if "attr" in fields:
        fields["attr"] %= MAX_ATTRIBUTES


@cache
def float_formats(arch: str) -> tuple[int, ...]:
    """The FORMAT of 32-bit floats of one to four components."""
    return (
        (22, 50, 60, 63) if architecture_traits(arch)["unified_format"] else tuple(7 << 4 | n for n in (4, 11, 13, 14))
    )


ADDRESS_PLACERS = {
    "ds": place_in_lds, "global": place_in_memory, "flat": place_in_memory, "scratch": place_in_scratch, "smem": place_scalar,
    "mubuf": place_in_buffer, "mtbuf": place_in_buffer, "ldsdir": place_parameter,
}


# ---- of any form ----

NEEDS_WAIT_STATES = re.compile(r"div_fmas|vccz|execz|permlane|s_sendmsg|setreg|getreg")    # spec/hazards.txt

TEMPLATES_PER_FORM = 24                                       # of a form


def is_inexact(form) -> bool:
    """May the manual's bounds leave bits of the result open (tolerances, clocks)?"""
    clock = form.layout == "smem" and form.op.results and not form.op.memory
    return any(note.startswith(("ulp", "order any")) for note in form.op.notes) or bool(clock)


def exclusion_reason(form) -> str | None:
    """Why streams have no instruction of this form; None when they have."""
    op = form.op
    if reason := sampler.unsupported_reason(form):
        return reason
    if control_flow.is_control(form) and not sets_mode(form):
        return "control flow is the stream's own"
    if share.is_gds_only(form) or exports.is_export(form):
        return "waves wait for each other, or nothing of a wave changes"
    if form.layout == "mimg":
        return "it needs a resource of eight words"
    if op.indexed or any(x.kind == "pc" for x in op.sources):
        return "it hangs on M0 or on where the code lies"
    if op.shape == "scatter":
        return "lanes may meet"
    return None


def trial_code(made: Template) -> bytes:
    """The encoding with another register in every hole."""
    number = int.from_bytes(made.code, "little")
    for n, hole in enumerate(made.holes):
        register = hole.step * min(n + 1, ((WINDOW_VGPRS if hole.file == VGPR_FILE else WINDOW_SGPRS) - hole.regs) // hole.step)
        number += sum(register >> right << bit for bit, right in hole.spots)
    return number.to_bytes(len(made.code), "little")


@cache
def trial_setup() -> tuple[Machine, bytearray, list]:
    """Where a template is tried: a machine, memory, and registers that point there."""
    memory = bytearray(1 << 14)
    sets = [(EVERY_WAVE, V0 + n, 0) for n in range(VGPR_COUNT)]
    sets += [(EVERY_WAVE, V0 + place, [4096 + LANE_BYTES * lane for lane in range(64)]) for place in FixedRegisters.PAIRS]
    sets += [(EVERY_WAVE, V0 + place, [LANE_BYTES * lane for lane in range(64)])
             for place in (*FixedRegisters.OFFSETS, FixedRegisters.LDS, FixedRegisters.CROSS)]
    sets += [(EVERY_WAVE, n, 0) for n in range(49)]
    sets += [(EVERY_WAVE, place, 4096) for place in (FixedRegisters.BASE, FixedRegisters.CONSTANT)]
    sets += [(EVERY_WAVE, FixedRegisters.DESCRIPTORS + 4 * n + k, (4096, 0, 4096, 0)[k]) for n in range(4) for k in range(3)]
    sets = [(wave, reg, value if isinstance(value, int) else np.array(value, "<u4")) for wave, reg, value in sets]
    return Machine(waves=1, code_bytes=4096), memory, sets


def is_legal(form, made: Template, wave: int) -> bool:
    """Does the model carry it, and is it legal by itself?"""
    machine, memory, sets = trial_setup()
    places = {FixedRegisters.DESCRIPTORS + 4 * n + 3: word for n, word in enumerate(last_descriptor_words(form.arch))}
    found = machine.run(
        arch=form.arch, code=trial_code(made) + memory_access.wait_for_all(form.arch), wave=wave,
        regions=[(4096, memory), (1 << 20, memory)],
        sets=[*sets, *((EVERY_WAVE, reg, word) for reg, word in places.items()),
              (EVERY_WAVE, architecture_traits(form.arch)["m0"], 0)],
        lds_bytes=8192, lds=bytes(8192), scratch_bytes=128 if made.kind == "scratch" else 0, scratch_base=1 << 20,
    )
    return found.status in ("ok", "fault") and not found.errors


@cache
def last_descriptor_words(arch: str) -> tuple[int, ...]:
    """The last dwords of raw buffers, with raw bounds, of one to four components of 32-bit floats."""
    unified = architecture_traits(arch)["unified_format"]
    return tuple(
        0xfac | ((22, 50, 60, 63)[n] << 12 | 3 << 28 if unified else 7 << 12 | (4, 11, 13, 14)[n] << 15)
        for n in range(4)
    )


@cache
def make_template(form, wave: int, number: int) -> Template | None:
    """Template `number` of a form; the same for the same arguments.  None when this draw leads to none."""
    rng = random.Random(f"{form.arch} {form.mnemonic} {variant_name(form)} {wave} {number}")
    make = make_access_template if form.op.memory is not None else make_computing_template
    for _ in range(4):
        if (made := make(form, rng, wave)) is not None and is_legal(form, made, wave):
            return made
    return None
