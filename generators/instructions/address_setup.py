"""Addresses, offsets, descriptors and memory contents for the encodings of memory instructions."""
from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np

from ...spec import ARCHS, load, architecture_traits
from ...spec.encode import Operand, s, v
from ...spec.slots import size_bits

from ..values.addresses import RegionAddresses
from . import image_access, image_sample, ray_tracing as rays, structured_buffers
from .instruction_case import Instruction

REGION_BYTES, MIDDLE_OFFSET = 8192, 4096             # bytes of the region; base of the addresses
LDS_BYTES = 8192
BEYOND_LDS_SHARE = 0.1                               # share of DS cases with lanes beyond LDS
LDS_TRANSFER_SHARE = 0.1                             # share of buffer loads to LDS, if the form has them
STRUCTURED_SHARE = 0.3                               # share of buffers with indices by lane
SCRATCH_BYTES = 256                                  # bytes by lane


@cache
def memory_value_type(size: str) -> tuple[str, int, np.dtype]:
    """Return (kind, width, array type) of the values that memory contains for this access size."""
    m = re.match(r"([uibf])(\d+)", size)
    kind, width = (m[1], int(m[2])) if m else ("b", 32)
    width = width if width in (16, 32, 64) else 32
    return kind, width, np.dtype(f"<u{width // 8}")


def random_contents(draws, size: str, count: int) -> bytes:
    """Return `count` bytes that hold random typed values."""
    kind, width, dtype = memory_value_type(size)
    return draws.draw_row(kind, width, count * 8 // width)[0].astype(dtype).tobytes()


def lane_offsets(rng, wave: int, size: int, distinct: bool, spread: bool = True) -> np.ndarray:
    """Return an offset for each lane, a multiple of `size` up to 1024. The offsets are ascending, descending or
    shuffled; with `spread` also strided; without `distinct` also all equal."""
    lanes, stride = np.arange(wave), max(1, 1024 // (64 * size)) if spread else 1
    shuffled = rng.randrange(5)
    if shuffled == 0 and not distinct:
        return np.full(wave, size * rng.randrange(8))
    if shuffled == 1:
        lanes = lanes[::-1]
    elif shuffled == 2:
        shuffled = list(range(wave))
        rng.shuffle(shuffled)
        lanes = np.array(shuffled)
    return lanes * size * (stride if shuffled == 3 else 1)


@cache
def access_bytes(form) -> int:
    """Return the size of one access in bytes, at least 1."""
    return max(1, size_bits(form.op.memory) // 8) if form.op.memory else 4


def set_lds_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up a DS instruction: LDS contents, an address for each lane, and one or two offsets. This function and those
    after it set `fields` and `extra`, and return the required state."""
    form, fields, m = instruction.form, instruction.fields, instruction.form.op.memory
    fields["gds"] = 0
    if "data1" in fields and m is None:
        instruction.extra |= {
            "lds": rays.STACK_BYTES,
            "lds_bytes": random_contents(draws, "b32", rays.STACK_BYTES),
            "observe": {"lds": True},
        }
        return rays.set_stack_addresses(fields, instruction.wave, rng)
    if m is None:
        return set_permute_addresses(instruction, rng)
    instruction.extra |= {
        "lds": LDS_BYTES,
        "lds_bytes": random_contents(draws, m.size, LDS_BYTES),
        "observe": {"lds": True},
    }
    size = access_bytes(form)
    align = 16 if size == 12 else size
    if "addr" not in fields:
        fields.update(offset0=4 * rng.randrange(16), offset1=rng.randrange(4))
        return {"m0": rng.randrange(64) * 4 | (rng.randrange(16) * 4) << 16}
    fields["addr"] = v(rng.randrange(250))
    if "src2" in m.words:
        return set_src2_addresses(instruction, rng, lane_offsets(rng, instruction.wave, align, True), align)
    if m.x2:
        first, second = rng.sample(range(4), 2)
        is_wide = m.stride > 1
        fields.update(offset0=first if is_wide else 2 * first, offset1=second if is_wide else 2 * second + 1)
        row = lane_offsets(rng, instruction.wave, align, True, spread=False) * (1 if is_wide else 2)
    else:
        offset = rng.choice((0, 0, align, 15 * align, 255 // align * align, 256, 1024, 2048))
        fields.update(offset0=offset & 255, offset1=offset >> 8)
        row = lane_offsets(rng, instruction.wave, align, m.verb != "load") + align * rng.randrange(8)
    if rng.random() < BEYOND_LDS_SHARE:              # loads return 0, stores and atomics do nothing
        row[rng.randrange(instruction.wave):] += LDS_BYTES
    return {f"v{fields['addr'].code - 256}": row}


def move_to_gds(instruction: Instruction, rng, required: dict) -> None:
    """Move a DS case to the global data share (GDS). The contents start at a base address; M0 holds the base and the
    size."""
    base, contents = 4 * rng.randrange(64), instruction.extra.pop("lds_bytes")
    instruction.fields["gds"] = 1
    instruction.extra = {"memory": [{"name": "share", "space": "gds", "size": LDS_BYTES + base + 256,
                             "bytes": b"\xa5" * base + contents + b"\x5a" * 256}]}
    if "addr" not in instruction.fields:             # APPEND and CONSUME: the counter is at the base
        instruction.fields.update(offset0=0, offset1=0)
    required["m0"] = base << 16 | LDS_BYTES


def set_src2_addresses(instruction: Instruction, rng, row: np.ndarray, align: int) -> dict[str, Any]:
    """Set up DS_*_SRC2: the data lie some dwords before or after the address, with the same alignment. The distance
    comes from the instruction or from each lane's address."""
    distance = rng.choice((512, 700, 1023, 4000, -512, -600)) // (align // 4) * (align // 4)
    row = row + 2048 * (distance < 0)
    per_lane = rng.randrange(2)
    offset = 0x8000 | rng.randrange(1 << 15) if per_lane else distance & 0x7fff
    instruction.fields.update(offset0=offset & 255, offset1=offset >> 8)
    address = row | (distance & 0x7fff) << 17 if per_lane else row
    return {f"v{instruction.fields['addr'].code - 256}": address}


def set_permute_addresses(instruction: Instruction, rng) -> dict[str, Any]:
    """Set up ds_permute, ds_bpermute, ds_swizzle: no memory; the address is four times a lane number."""
    swizzle = instruction.form.op.shape == "gather" and any(v.kind == "offset" for v in instruction.form.op.sources)
    instruction.extra |= {} if swizzle else {"lds": 256}
    if "addr" not in instruction.fields or instruction.form.op.shape not in ("gather", "scatter"):
        return {}
    instruction.fields["addr"] = v(rng.randrange(250))
    instruction.fields.update(offset0=rng.choice((0, 0, 4, 12)), offset1=0)
    order = list(range(instruction.wave))
    rng.shuffle(order)
    if instruction.form.op.shape == "gather":
        order = [rng.randrange(2 * instruction.wave) for _ in order] if rng.randrange(2) else order
    gathers = instruction.form.op.shape == "gather"
    return {f"v{instruction.fields['addr'].code - 256}": [4 * lane + rng.randrange(4) * gathers for lane in order]}


def set_flat_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up GLOBAL and FLAT: each lane has a 64-bit address, or a 32-bit offset from a scalar base. Immediate offsets
    have both signs."""
    form, fields, m = instruction.form, instruction.fields, instruction.form.op.memory
    if m is None or "lds" in m.words:
        return {}
    size = access_bytes(form)
    align = 4 if size == 12 else size
    instruction.extra["memory"] = [
        {"name": "buf", "size": REGION_BYTES, "bytes": random_contents(draws, m.size, REGION_BYTES)}
    ]
    offset = rng.choice((0, align, 64, 2048 - 64, -align, -64, -2048)) // align * align
    if form.layout == "flat":
        offset = abs(offset)
    low, width = offset_field(form)
    fields["offset"] = offset & (1 << width) - 1
    row = lane_offsets(rng, instruction.wave, size, m.verb != "load") + MIDDLE_OFFSET - offset
    scalar = isinstance(fields.get("saddr"), Operand)
    if "addtid" in m.words:
        base = 2 * rng.randrange(40)
        fields["saddr"] = s(base)
        return {f"s[{base}:{base + 1}]": f"buf+{(MIDDLE_OFFSET - offset) // 4 * 4}"}
    fields["addr"] = v(rng.randrange(250))
    number = fields["addr"].code - 256
    if not scalar:
        return {f"v[{number}:{number + 1}]": RegionAddresses("buf", row)}
    base, part = 2 * rng.randrange(40), rng.randrange(0, 1024, 16)
    fields["saddr"] = s(base)
    return {f"s[{base}:{base + 1}]": f"buf+{part}", f"v{number}": row - part}


def offset_field(form) -> tuple[int, int]:
    """Return (low bit, width) of the offset field."""
    return load().encodings[ARCHS[form.arch], form.layout].fields["offset"]


def set_scratch_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up SCRATCH: each lane accesses its own bytes, addressed by a VGPR, an SGPR, both or neither. Some accesses
    are unaligned."""
    fields, m = instruction.fields, instruction.form.op.memory
    size, anywhere = access_bytes(instruction.form), rng.random() < structured_buffers.UNALIGNED_SHARE
    align = 1 if anywhere else 4 if size == 12 else size
    instruction.extra |= {
        "scratch": SCRATCH_BYTES,
        "memory": [
            {
                "name": "scratch",
                "size": 64 * SCRATCH_BYTES,
                "bytes": random_contents(draws, m.size if m else "b32", 64 * SCRATCH_BYTES),
            }
        ],
    }
    fields["offset"] = rng.choice((0, 0, 16, 48)) + (rng.randrange(4) if anywhere else 0)
    required = {}
    if isinstance(fields.get("saddr"), Operand):
        fields["saddr"] = s(rng.randrange(90))
        required[f"s{fields['saddr'].code}"] = 16 * rng.randrange(4)
    if isinstance(fields.get("addr"), Operand):
        fields["addr"] = v(rng.randrange(250))
        required[f"v{fields['addr'].code - 256}"] = [
            align * rng.randrange(max(1, 64 // align)) for _ in range(instruction.wave)
        ]
    return required


def set_scalar_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up scalar loads, stores and atomics: a base and offsets of every kind, or a buffer descriptor for s_buffer_.
    The register offset of s_scratch_ counts blocks of 64 bytes."""
    fields, m = instruction.fields, instruction.form.op.memory
    if "sbase" not in fields:
        return {}
    buffer = m is not None and "buffer" in m.words
    step = 4 if buffer else 2
    base = step * rng.randrange(80 // step)
    fields["sbase"] = s(base)
    instruction.extra["memory"] = [
        {"name": "buf", "size": REGION_BYTES, "bytes": random_contents(draws, "b32", REGION_BYTES)}
    ]
    required = {f"s[{base}:{base + 1}]": "buf" if buffer else f"buf+{MIDDLE_OFFSET}"}
    if buffer:
        required |= {f"s{base + 2}": rng.choice((REGION_BYTES, 1024)), f"s{base + 3}": 0x7fac}
    scalar = soffset_field(instruction)
    size = access_bytes(instruction.form) if m is not None and m.verb == "atomic" else 4
    unit = 64 if m is not None and "scratch" in m.words else 1
    offset = size * rng.randrange(1024 // size)
    signed = -offset if scalar and scalar != "offset" and not buffer and rng.randrange(2) else offset
    if scalar != "offset":
        fields["offset"] = signed & 0x1fffff
    if scalar:
        number = 84 + rng.randrange(4)
        fields[scalar] = number
        step, span = (size, 256) if unit == 1 else (1, 47)  # scratch: stay within the region
        required[f"s{number}"] = step * rng.randrange(span // step) - min(0, signed) // unit
    return required


def soffset_field(instruction: Instruction) -> str | None:
    """Return the field that names the scalar offset in this encoding, or None if there is none (RDNA3 ISA, 8.1; Vega
    ISA, 7.2)."""
    fields = instruction.fields
    if "imm" not in load().encodings[ARCHS[instruction.form.arch], instruction.form.layout].fields:
        off = architecture_traits(instruction.form.arch)["null"]
        null = fields.get("soffset", off) == off
        fields["soffset"] = off
        return None if null else "soffset"
    return "soffset" if fields.get("soffset_en") else None if fields.get("imm") else "offset"


def set_buffer_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up MUBUF and MTBUF: a structured buffer, or a raw buffer with each lane's offset in VADDR. Some offsets are
    beyond the raw buffer's end."""
    fields, m = instruction.fields, instruction.form.op.memory
    if m is None:
        return {}
    if m.verb == "store" and "lds" in m.words:
        return set_lds_store_addresses(instruction, rng, draws)
    formatted = m.size.startswith("format")
    size = 16 if formatted else access_bytes(instruction.form)  # the longest texel
    align = 4 if size == 12 else size
    instruction.extra["memory"] = [
        {"name": "buf", "size": REGION_BYTES, "bytes": random_contents(draws, m.size, REGION_BYTES)}
    ]
    base, number = 4 * rng.randrange(20), rng.randrange(250)
    word = last_descriptor_word(instruction.form, rng, formatted)
    if "format" in fields:
        fields["format"] = rng.choice(buffer_formats(instruction.form.arch))
    offset = align * rng.randrange(64)
    fields.update(
        srsrc=s(base), offset=offset & 4095, offen=1, idxen=0, vaddr=v(number), soffset=128 + rng.choice((0, 16, 64))
    )
    fields.pop("lds", None)
    fields.pop("tfe", None)
    if "glc" in fields and m.verb == "atomic":
        fields["glc"] = rng.randrange(2)
    if rng.random() < STRUCTURED_SHARE:
        instruction.extra["memory"][0]["address"] = structured_buffers.BASE
        return structured_buffers.set_structured_buffer(instruction.form, fields, instruction.wave, rng, size, word)
    row = lane_offsets(rng, instruction.wave, size, m.verb != "load")
    return {
        f"s[{base}:{base + 1}]": "buf",
        f"s{base + 2}": rng.choice((REGION_BYTES, REGION_BYTES, offset + int(row.max()) // 8 * 4)),
        f"s{base + 3}": word,
        f"v{number}": row,
    } | (
        set_up_lds_transfer(instruction, rng, draws)
        if can_load_to_lds(instruction.form) and rng.random() < LDS_TRANSFER_SHARE
        else {}
    )


def can_load_to_lds(form) -> bool:
    """True if the load has the LDS bit and its component is a dword in LDS (Vega ISA, 8.1.7)."""
    m, fields = form.op.memory, load().encodings[ARCHS[form.arch], form.layout].fields
    return "lds" in fields and m.verb == "load" and m.size in ("b32", "u8", "i8", "u16", "i16") and not m.to


def set_up_lds_transfer(instruction: Instruction, rng, draws) -> dict[str, int]:
    """Make a buffer instruction move dwords to or from LDS, at M0[15:0] + offset + 4 * lane; return the required M0.
    Lanes beyond LDS are inactive."""
    instruction.fields.update(lds=1, offset=instruction.fields["offset"] & ~3)
    if "vdata" in instruction.fields:
        instruction.fields["vdata"] = v(0)  # unused
    instruction.extra |= {
        "lds": LDS_BYTES,
        "lds_bytes": random_contents(draws, "b32", LDS_BYTES),
        "observe": {"lds": True},
    }
    return {"m0": LDS_BYTES - 4 * rng.randrange(64) if rng.random() < BEYOND_LDS_SHARE else 4 * rng.randrange(512)}


def set_lds_store_addresses(instruction: Instruction, rng, draws) -> dict[str, int]:
    """Set up BUFFER_STORE_LDS_DWORD, which has no VGPRs: the resource adds the lane number to the index, so that lanes
    differ (Vega ISA, 8.1.5)."""
    base, address = 4 * rng.randrange(20), 0x2000_0000
    instruction.extra["memory"] = [
        {"name": "buf", "address": address, "size": REGION_BYTES, "bytes": random_contents(draws, "b32", REGION_BYTES)}
    ]
    instruction.fields.update(srsrc=s(base), offset=4 * rng.randrange(64), offen=0, idxen=0,
                      soffset=128 + rng.choice((0, 16, 64)))
    # the format bits hold the top of the stride
    word = 1 << 23 | last_descriptor_word(instruction.form, rng, False) & 0x7fff
    return {
        f"s{base}": address,
        f"s{base + 1}": 4 << 16,
        f"s{base + 2}": REGION_BYTES // 4,
        f"s{base + 3}": word,
    } | set_up_lds_transfer(instruction, rng, draws)


@cache
def buffer_formats(arch: str) -> tuple[int, ...]:
    """Return the buffer formats that an instruction may name: RDNA3's format codes, or Vega's data formats, each with
    the number formats that it allows (RDNA3 ISA, 10.7; Vega ISA, 8.1.5)."""
    if architecture_traits(arch)["unified_format"]:
        return tuple(range(1, 64))
    words, halves, packed = {4, 11, 13, 14}, {2, 5, 12}, {6, 7}
    return tuple(
        number << 4 | data for data in range(1, 15) for number in (0, 1, 2, 3, 4, 5, 7)
        if not (data in words and number < 4) and not (number == 7 and data not in words | halves | packed)
    )


def last_descriptor_word(form, rng, formatted: bool) -> int:
    """Return the last dword of a raw buffer's descriptor. Its component selects are mostly in order. Its format is
    random if `formatted`, else that of one f32."""
    if not formatted:
        return 0xfac | (22 << 12 | 3 << 28 if architecture_traits(form.arch)["unified_format"] else 7 << 12 | 4 << 15)
    selects = 0xfac if rng.randrange(2) else sum(rng.choice((0, 1, 4, 5, 6, 7)) << 3 * n for n in range(4))
    code = rng.choice(buffer_formats(form.arch))
    if architecture_traits(form.arch)["unified_format"]:
        return selects | code << 12 | 3 << 28
    return selects | code >> 4 << 12 | (code & 15) << 15


def set_image_addresses(instruction: Instruction, rng, draws) -> dict[str, Any]:
    """Set up MIMG: a T# of an image or of BVH nodes in the region; the code before it inserts the address."""
    m, contents = instruction.form.op.memory, random_contents(draws, "b32", image_access.REGION_BYTES)
    if m.rays:
        required, resource, contents = rays.set_addresses(instruction.form, instruction.fields, instruction.wave, rng)
    else:
        setter = image_sample if m.verb == "sample" else image_access
        required, resource = setter.set_addresses(instruction.form, instruction.fields, instruction.wave, rng)
    instruction.extra["memory"] = [{"name": "buf", "size": len(contents), "bytes": contents}]
    instruction.surrounding_code = image_access.resource_code(instruction.form, instruction.fields, resource)
    return required


ADDRESS_SETTERS = {
    "ds": set_lds_addresses,
    "global": set_flat_addresses,
    "flat": set_flat_addresses,
    "scratch": set_scratch_addresses,
    "smem": set_scalar_addresses,
    "mubuf": set_buffer_addresses,
    "mtbuf": set_buffer_addresses,
    "mimg": set_image_addresses,
}
