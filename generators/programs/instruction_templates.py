"""Templates of instructions, from which random programs are made: encodings with open registers.
A template is an encoding of a form with every register of the program's window set to 0, and a hole for each. Filling a
hole adds a register number. Address registers have fixed numbers after the window (`FixedRegisters`)."""
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
from ..instructions.encodings import vopd_halves, random_fields, random_vopd_encoding

WINDOW_VGPRS = WINDOW_SGPRS = 24                     # registers of the window: v0… and s0…
LANE_BYTES = 16                                      # bytes of memory and LDS for each lane
TAIL_BYTES = 512                                     # bytes after twice the bytes of all lanes
MAX_HOLES, MAX_WORDS = 6, 4                          # maximal numbers in a template
# Bits of a register mask: 0 to 23 VGPRs, 24 to 47 SGPRs, then these.
VCC_BIT, SPECIAL_BIT = 1 << 48, 1 << 49
VGPR_FILE, SGPR_FILE = 0, 1                          # register files of holes


class FixedRegisters:
    """Registers after the window. Instructions of a program do not write them, except where the comment says so."""
    PAIRS = (24, 26)                                 # v: 64-bit addresses by lane, in order and shuffled
    OFFSETS = (28, 29)                               # v: 32-bit offsets by lane, in order and shuffled
    LDS, CROSS = 30, 31                              # v: the wave's own part of LDS; the next wave's, for loads
    SCRATCH = 32                                     # v: 0 or 16, in private memory
    EXEC = 24                                        # s, a pair: EXEC to restore
    BASE = 26                                        # s, a pair: the wave's part of memory
    DESCRIPTORS = 28                                 # s, four each: buffers of one to four components
    CONSTANT = 44                                    # s, a pair: read-only memory
    OFFSET, SMALL, COUNTER = 46, 47, 48              # s: for scalar loads; a multiple of 16; loop counter


SMALL_VALUES = (0, 16)                               # possible values of SMALL
VGPR_COUNT = 33                                      # window and fixed registers


@dataclass(slots=True)
class Hole:
    """An open register. `regs`: consecutive registers; `spots`: (bit, right shift) of the fields to which its number is
    added."""
    file: int
    regs: int
    step: int
    spots: list
    reads: bool = False
    writes: bool = False


@dataclass(slots=True)
class Template:
    """An encoding with holes. `fixed_registers`: other accessed registers, as bits. `kind`: valu, salu, param
    or the layout of an access. `tags`: modifiers and operand kinds."""
    code: bytes
    holes: list[Hole]
    kind: str = ""
    fixed_registers: int = 0
    tags: tuple = ()
    writes_exec: bool = False                        # writes EXEC
    writes_m0: bool = False
    writes_mode: bool = False
    needs_all_lanes: bool = False                    # a matrix: needs all lanes and factors equal in every 16
    needs_nops_before: bool = False                  # needs wait states, or another VALU operation, before it
    needs_nops_after: bool = False                   # and after it: it must be a group of its own (RDNA3 ISA, 8.3)
    verb: str = ""                                   # of an access: load, store, atomic
    text: str = ""                                   # with register 0 in every hole
    reads_next_wave: bool = False                    # reads the LDS part of the next wave
    has_address: bool = False                        # no access, but has an address in FixedRegisters
    may_be_undefined: bool = False                   # may leave undefined bits whatever its sources hold
    undefined_if_nan: bool = False                   # the same if a NaN results: part of a float (errata E-101)

    @property
    def all_tags(self) -> tuple:
        """The tags, and whether scalar registers are read or written."""
        scalar = [hole for hole in self.holes if hole.file == SGPR_FILE]
        return (*self.tags, *["sgpr"] * any(hole.reads for hole in scalar),
                *["sgpr written"] * any(hole.writes for hole in scalar))


def is_general_scalar(arch: str, code: int) -> bool:
    """True if the operand code is a scalar register that any other could replace."""
    return code < 106 or 108 <= code < 124


def field_position(form, drawn: str, layout, extension) -> int:
    """Return the lowest bit of a field, counted through base word and extension."""
    if drawn in layout.fields:
        return layout.fields[drawn][0]
    return 32 * layout.dwords + extension.fields[drawn][0]


def open_holes(form, fields: dict, wave: int, keep=()) -> tuple[dict, list[Hole], int]:
    """Turn the registers of `fields` into holes, except the fields in `keep`; return (fields, holes, bits of fixed
    registers)."""
    spec, family = load(), ARCHS[form.arch]
    layout, extension = spec.encodings[family, form.layout], spec.encodings.get((family, form.extension))
    holes, fixed_registers, fields = {}, 0, dict(fields)
    for slot in slots(form).every:
        operand = fields.get(slot.field)
        if not isinstance(operand, Operand) or slot.field in keep or not slot.field:
            continue
        vector = modifiers.is_in_vgprs(form, slot, operand)
        if not vector and not is_general_scalar(form.arch, operand.code):
            fixed_registers |= VCC_BIT if operand.code in (106, 107) else 0
            continue
        regs = slot.regs or wave // 32
        key = (vector, operand.code)
        hole = holes.setdefault(key, Hole(VGPR_FILE if vector else SGPR_FILE, 0, 1, []))
        hole.regs = max(hole.regs, regs)
        spot = field_position(form, slot.drawn or slot.field, layout, extension)
        if (spot, 0) not in hole.spots:
            hole.spots.append((spot, 0))
        hole.reads |= not slot.write
        hole.writes |= slot.write or slot.role == "returned"
    for (vector, _), hole in holes.items():
        hole.step = 1 if vector or hole.regs == 1 else 2 if hole.regs == 2 else 4
    for name, operand in list(fields.items()):
        if isinstance(operand, Operand) and name not in keep:
            if operand.code >= 256:
                fields[name] = Operand(256, operand.literal, operand.high)
            elif is_general_scalar(form.arch, operand.code):
                fields[name] = Operand(0, operand.literal)
    if any(x.kind in ("vcc", "ci", "co") for x in form.op.values):
        fixed_registers |= VCC_BIT
    return fields, list(holes.values()), fixed_registers


def finish_template(form, wave: int, code: bytes, template: Template) -> Template | None:
    """Complete the template; return None if its encoding is unusable."""
    template.code = code
    size, text = disassemble(form.arch, wave, code)
    template.text = text
    if size != len(code) or "<illegal>" in text or len(template.holes) > MAX_HOLES or len(code) > 4 * MAX_WORDS:
        return None
    first = text.partition(" ")[2].split(",")[0].strip()
    if first == "null" or "ttmp" in text or "flat_scratch" in text or "xnack" in text:
        return None
    if any(hole.regs > (WINDOW_VGPRS if hole.file == VGPR_FILE else WINDOW_SGPRS) for hole in template.holes):
        return None
    template.writes_exec |= (
        first.startswith("exec") or any(x.kind == "cmpx" for x in form.op.results) or "saveexec" in text
    )
    template.writes_exec |= "wrexec" in text
    template.writes_m0 = first == "m0"
    template.undefined_if_nan = form.extension == "sdwa" and writes_part_of_float(form, text)
    template.needs_nops_after = (form.layout == "smem" and form.op.shape == "control" and not form.op.sources
                  and bool(architecture_traits(form.arch)["interlocked"]))
    # a vector operation must follow memory operations
    template.needs_nops_before = bool(
        template.needs_nops_after
        or template.kind == "param"
        or NEEDS_WAIT_STATES.search(text)
        or form.extension.startswith("dpp")
        or form.op.shape in ("gather", "across")
    )
    if not template.verb and (form.layout in memory_access.LAYOUTS or form.layout == "ldsdir" or "rtn" in text):
        template.verb = "load"                       # its result needs a wait
    template.fixed_registers |= VCC_BIT if "vcc" in text else 0
    return template


def writes_part_of_float(form, text: str) -> bool:
    """True if SDWA writes only a part of a float."""
    part, result = re.search(r"dst_sel:(\w)", text), next(iter(form.op.results), None)
    return part is not None and result is not None and result.kind == "f" and part[1] in (
        "B" if result.width == 16 else "BW")


# Fields of MODE for s_setreg, (lowest bit, width): rounding, denormals, both, NaN handling, FP16_OVFL.
MODE_PARTS = ((0, 4), (4, 4), (0, 8), (2, 5), (8, 1), (9, 1), (0, 10), (23, 1))


def sets_mode(form) -> bool:
    """True if the form writes rounding, denormals and similar modes, and no other state of the wave."""
    return bool(form.op.note("writes hwreg") or form.op.note("writes mode"))


def mode_hwreg(rng) -> int:
    """Return the SIMM16 of s_setreg for a field of MODE."""
    low, count = rng.choice(MODE_PARTS)
    return load().registers["MODE"].number | low << 6 | count - 1 << 11


def make_computing_template(form, rng, wave: int) -> Template | None:
    """Make a template of an instruction without memory access."""
    if form.layout == "vopd":
        return make_vopd_template(form, rng, wave)
    _, fields = instructions.draw_encoding(form, rng, wave)
    assert fields is not None                        # only VOPD has none
    if form.op.note("writes hwreg"):
        fields["simm16"] = mode_hwreg(rng)
    is_probe = form.layout == "smem" and isinstance(fields.get("sbase"), Operand)
    if is_probe:                                     # an address without a result
        fields |= {"sbase": s(FixedRegisters.CONSTANT)} | (
            {"soffset": FixedRegisters.SMALL} if "soffset" in fields else {}
        )
    if matrix_interpolation.reads_parameters(form):
        fields |= matrix_interpolation.draw_parameter_modifiers(form, rng) if form.layout == "vop3i" else {}
        fields["attr"] %= MAX_ATTRIBUTES
    if form.op.shape == "matrix":
        fields |= {"vdst": v(0), "src0": v(8), "src1": v(16)}  # D must not overlap A and B
    tags = tuple(sorted(modifiers.modifier_names(form, fields) | modifiers.source_tags(form, fields)
                        | operand_tags(form, fields, wave)))
    fields, holes, fixed_registers = open_holes(form, fields, wave, MATRIX_FIELDS if form.op.shape == "matrix" else ())
    code = encode(form, fields)
    kind = "param" if matrix_interpolation.reads_parameters(form) else "salu" if form.layout[0] == "s" else "valu"
    return finish_template(
        form, wave, code, Template(code, holes, kind, fixed_registers, tags, needs_all_lanes=form.op.shape == "matrix",
                                   writes_mode=sets_mode(form), has_address=is_probe)
    )


def make_vopd_template(form, rng, wave: int) -> Template | None:
    """Make a template of a VOPD pair. Registers move in steps of four, which keeps banks and parities."""
    code = random_vopd_encoding(form, rng, wave)
    number = int.from_bytes(code, "little")
    holes = []
    for name, (low, width) in load().encodings[ARCHS[form.arch], "vopd"].fields.items():
        if name in ("opx", "opy"):
            continue
        register = number >> low & (1 << width) - 1
        vector = width < 9 or register >= 256
        if not vector and register >= 106:
            continue
        unit = 2 if name == "vdsty" else 4           # VDSTY has no lowest bit; it follows from VDSTX
        number &= ~(((1 << (8 if vector and width == 9 else width)) - 1) << low)
        number |= (register % unit if vector else 0) << low
        spot = (low, int(name == "vdsty"))
        holes.append(
            Hole(
                VGPR_FILE if vector else SGPR_FILE,
                4 if vector else 1,
                4 if vector else 1,
                [spot],
                "src" in name,
                "dst" in name,
            )
        )
    for hole in holes:
        if hole.file == SGPR_FILE:                   # an equal scalar register must remain equal
            hole.spots = [x for other in holes if other.file == SGPR_FILE for x in other.spots]
    holes = [h for n, h in enumerate(holes) if h.file == VGPR_FILE or all(o.file == VGPR_FILE for o in holes[:n])]
    code = number.to_bytes(len(code), "little")
    return finish_template(
        form,
        wave,
        code,
        Template(code, holes, "valu", VCC_BIT, ("vopd",), may_be_undefined=is_inexact(other_vopd_half(form, number))),
    )


def other_vopd_half(form, number: int):
    """Return the other half of a VOPD pair with this encoding."""
    half = "y" if form.variant == "x" else "x"
    low, width = load().encodings[ARCHS[form.arch], "vopd"].fields[f"op{half}"]
    opcode = number >> low & (1 << width) - 1
    return next(half_form for half_form in vopd_halves(form.arch, half) if half_form.opcode == opcode)


MATRIX_FIELDS = ("vdst", "src0", "src1")             # of a matrix operation


# ---- accesses ----

MAX_ATTRIBUTES = 2                                   # parameters that fit into the LDS part of a wave
EXCLUDED_WORDS = {"addtid", "lds", "scratch", "append", "consume", "csub"}  # words of rows without a usable address


def make_access_template(form, rng, wave: int) -> Template | None:
    """Make a template of a memory instruction; its addresses are in FixedRegisters."""
    fields, memory = random_fields(form, rng, wave), form.op.memory
    if memory is None or EXCLUDED_WORDS & {*memory.words, memory.combine}:
        return None
    template = Template(b"", [], form.layout, verb=memory.verb)
    ADDRESS_PLACERS[form.layout](form, fields, rng, template, wave)
    tags = {name for name in ("idxen", "offen", "sve", "soffset_en") if fields.get(name)}
    tags |= {"saddr"} if isinstance(fields.get("saddr"), Operand) else set()
    original_fields = fields
    fields, template.holes, template.fixed_registers = open_holes(
        form, fields, wave, ("addr", "vaddr", "saddr", "sbase", "srsrc")
    )
    for hole in template.holes:
        hole.reads = True                            # a part of it may be kept
    if memory.verb == "atomic" and (memory.rtn or fields.get("glc")) or memory.verb == "load":
        for hole in template.holes:
            hole.writes |= len(template.holes) == 1
    template.code = encode(form, fields)
    if finished := finish_template(form, wave, template.code, template):
        finished.tags = tuple(sorted(tags | modifiers.access_tags(form, original_fields, finished.text)))
    return finished


def place_in_lds(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place a DS access in the lane's own sixteen bytes; an access with two offsets uses a half for each."""
    m, size = form.op.memory, address_setup.access_bytes(form)
    fields["gds"] = 0
    template.reads_next_wave = m.verb == "load" and rng.random() < 0.4
    if "src2" in m.words:
        place_src2(fields, rng, template, wave, size)
    elif m.x2 and m.stride > 1:                      # the second is after the bytes of the lanes
        fields.update(offset0=0, offset1=LANE_BYTES * wave // (64 * size))
    elif m.x2:
        first = rng.randrange(2)
        fields.update(offset0=first, offset1=1 - first)
    else:
        fields.update(offset0=rng.randrange(0, 17 - size, access_alignment(size)), offset1=0)
    if "addr" in fields:
        fields["addr"] = v(FixedRegisters.CROSS if template.reads_next_wave else FixedRegisters.LDS)


COLLISION_SHARE = 0.1                                # share of DS_*_SRC2 in which lanes may collide


def place_src2(fields: dict, rng, template: Template, wave: int, size: int) -> None:
    """Place DS_*_SRC2 (Vega ISA, 12.13). The source address equals the target address, or is in bytes that no lane
    writes. Rarely it is another lane's target address, and the results are undefined (errata E-046)."""
    draw, random_offset = rng.random(), 1 << 15 | rng.randrange(1 << 15)  # use the distance in the address, which is 0
    template.may_be_undefined = draw < COLLISION_SHARE
    separate_distance = LANE_BYTES * rng.randrange(wave + TAIL_BYTES // LANE_BYTES) + rng.randrange(
        size, LANE_BYTES, size
    )
    distance = LANE_BYTES * rng.randrange(1, wave) if template.may_be_undefined else separate_distance
    offset = random_offset if draw > 0.85 else 0 if draw > 0.8 else distance // 4
    fields.update(offset0=offset & 255, offset1=offset >> 8)


def access_alignment(size: int) -> int:
    """Return the alignment of an address."""
    return 4 if size == 12 else min(size, 16)


def place_in_memory(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place GLOBAL and FLAT: 64-bit addresses, or a scalar base and 32-bit offsets."""
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


def place_in_scratch(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place SCRATCH in the lane's own bytes."""
    size = address_setup.access_bytes(form)
    fields["offset"] = rng.randrange(0, 17 - size, access_alignment(size)) + rng.choice((0, 0, 16))
    if isinstance(fields.get("saddr"), Operand):
        fields["saddr"] = s(FixedRegisters.SMALL)
    if isinstance(fields.get("addr"), Operand):
        fields["addr"] = v(FixedRegisters.SCRATCH)


def place_scalar(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place scalar loads, and stores in the wave's own part."""
    m = form.op.memory
    buffer = "buffer" in m.words
    step = 4 * (address_setup.access_bytes(form) // 4)
    fields["sbase"] = s(
        FixedRegisters.DESCRIPTORS if buffer else FixedRegisters.CONSTANT if m.verb == "load" else FixedRegisters.BASE
    )
    if m.verb != "load" and buffer:
        fields["sbase"] = s(FixedRegisters.DESCRIPTORS)
    fields["offset"] = step * rng.randrange(max(1, 128 // step))
    instruction = instructions.Instruction(form, 0, b"", "", "", "", fields)
    scalar = address_setup.soffset_field(instruction)
    if scalar:
        fields[scalar] = FixedRegisters.OFFSET


def place_in_buffer(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place MUBUF and MTBUF in a raw buffer with an offset by lane in VADDR."""
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


def place_parameter(form, fields: dict, rng, template: Template, wave: int) -> None:
    """Place LDS_PARAM_LOAD and LDS_DIRECT_LOAD, whose address is in M0; they wait for all vector ALU operations that
    use the register (RDNA3 ISA, 12.2.1.2)."""
    template.kind = "param"
    fields["wait_vdst"] = 0
    if "attr" in fields:
        fields["attr"] %= MAX_ATTRIBUTES


@cache
def float_formats(arch: str) -> tuple[int, ...]:
    """Return the FORMAT of 32-bit floats with one to four components."""
    return (
        (22, 50, 60, 63) if architecture_traits(arch)["unified_format"] else tuple(7 << 4 | n for n in (4, 11, 13, 14))
    )


ADDRESS_PLACERS = {
    "ds": place_in_lds,
    "global": place_in_memory,
    "flat": place_in_memory,
    "scratch": place_in_scratch,
    "smem": place_scalar,
    "mubuf": place_in_buffer,
    "mtbuf": place_in_buffer,
    "ldsdir": place_parameter,
}


# ---- of any form ----

NEEDS_WAIT_STATES = re.compile(r"div_fmas|vccz|execz|permlane|s_sendmsg|setreg|getreg")  # spec/hazards.txt

TEMPLATES_PER_FORM = 24                              # of a form


def is_inexact(form) -> bool:
    """True if the manual's bounds leave result bits undefined (tolerances, clocks)."""
    clock = form.layout == "smem" and form.op.results and not form.op.memory
    return any(note.startswith(("ulp", "order any")) for note in form.op.notes) or bool(clock)


def exclusion_reason(form) -> str | None:
    """Return why random programs have no instruction of this form, or None."""
    op = form.op
    if reason := sampler.unsupported_reason(form):
        return reason
    if control_flow.is_control(form) and not sets_mode(form):
        return "the program adds its own control flow"
    if share.is_gds_only(form) or exports.is_export(form):
        return "waves wait for each other, or no register or memory changes"
    if form.layout == "mimg":
        return "it needs a resource of eight words"
    if op.indexed or any(x.kind == "pc" for x in op.sources):
        return "it depends on M0 or on the address of the code"
    if op.shape == "scatter":
        return "lanes may write to the same place"
    return None


def trial_code(template: Template) -> bytes:
    """Return the encoding with a different register in every hole."""
    number = int.from_bytes(template.code, "little")
    for n, hole in enumerate(template.holes):
        register = hole.step * min(
            n + 1, ((WINDOW_VGPRS if hole.file == VGPR_FILE else WINDOW_SGPRS) - hole.regs) // hole.step
        )
        number += sum(register >> right << bit for bit, right in hole.spots)
    return number.to_bytes(len(template.code), "little")


@cache
def trial_setup() -> tuple[Machine, bytearray, list]:
    """Return (machine, memory, registers that point to the memory) for trials of templates."""
    memory = bytearray(1 << 14)
    sets = [(EVERY_WAVE, V0 + n, 0) for n in range(VGPR_COUNT)]
    sets += [
        (EVERY_WAVE, V0 + register, [4096 + LANE_BYTES * lane for lane in range(64)])
        for register in FixedRegisters.PAIRS
    ]
    sets += [(EVERY_WAVE, V0 + register, [LANE_BYTES * lane for lane in range(64)])
             for register in (*FixedRegisters.OFFSETS, FixedRegisters.LDS, FixedRegisters.CROSS)]
    sets += [(EVERY_WAVE, n, 0) for n in range(49)]
    sets += [(EVERY_WAVE, register, 4096) for register in (FixedRegisters.BASE, FixedRegisters.CONSTANT)]
    sets += [
        (EVERY_WAVE, FixedRegisters.DESCRIPTORS + 4 * n + k, (4096, 0, 4096, 0)[k]) for n in range(4) for k in range(3)
    ]
    sets = [(wave, reg, value if isinstance(value, int) else np.array(value, "<u4")) for wave, reg, value in sets]
    return Machine(waves=1, code_bytes=4096), memory, sets


def is_legal(form, template: Template, wave: int) -> bool:
    """True if the model implements the template and the instruction is legal on its own."""
    machine, memory, sets = trial_setup()
    descriptor_words = {
        FixedRegisters.DESCRIPTORS + 4 * n + 3: word for n, word in enumerate(last_descriptor_words(form.arch))
    }
    outcome = machine.run(
        arch=form.arch, code=trial_code(template) + memory_access.wait_for_all(form.arch), wave=wave,
        regions=[(4096, memory), (1 << 20, memory)],
        sets=[*sets, *((EVERY_WAVE, reg, word) for reg, word in descriptor_words.items()),
              (EVERY_WAVE, architecture_traits(form.arch)["m0"], 0)],
        lds_bytes=8192, lds=bytes(8192), scratch_bytes=128 if template.kind == "scratch" else 0, scratch_base=1 << 20,
    )
    return outcome.status in ("ok", "fault") and not outcome.errors


@cache
def last_descriptor_words(arch: str) -> tuple[int, ...]:
    """Return the last dword of raw buffer descriptors, for one to four components of 32-bit floats."""
    unified = architecture_traits(arch)["unified_format"]
    return tuple(
        0xfac | ((22, 50, 60, 63)[n] << 12 | 3 << 28 if unified else 7 << 12 | (4, 11, 13, 14)[n] << 15)
        for n in range(4)
    )


@cache
def make_template(form, wave: int, number: int) -> Template | None:
    """Return template `number` of a form; equal arguments give equal templates. None if the drawn encoding is
    unusable."""
    rng = random.Random(f"{form.arch} {form.mnemonic} {variant_name(form)} {wave} {number}")
    make = make_access_template if form.op.memory is not None else make_computing_template
    for _ in range(4):
        if (template := make(form, rng, wave)) is not None and is_legal(form, template, wave):
            return template
    return None
