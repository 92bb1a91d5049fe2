"""Memory instructions: addresses into a listed region or LDS, contents there, and the waits behind them."""
from __future__ import annotations

import re
from functools import cache, lru_cache

import numpy as np

from ...model import disassemble
from ...spec import ARCHS, load, traits_of
from ...spec.encode import Operand, encode, form as form_named, s, v
from ...spec.slots import size_bits, slots
from .encodings import random_fields

from ..values import exec_and_mode
from ..values.addresses import UNMAPPED, Spots
from . import image_access, instruction_case, modifiers, ray_tracing as rays, structured_buffers, image_sample
from .instruction_case import RESERVED, TRAPS, TRIES, Instruction, named

NOWHERE = np.uint32(UNMAPPED & 0xFFFFFFFF)
REGION, MIDDLE = 8192, 4096                          # bytes of the region; addresses start from its middle
LDS = 8192
SHARED = 0.1                                         # share of DS cases that work on the global data share
BEYOND = 0.1                                         # share of DS cases in which some lanes reach beyond LDS
PAST = "beyond LDS"                                  # what cases have in which live lanes do
BESIDE = 0.1                                         # share of buffer loads that go to LDS, where they can
RECORDS = 0.3                                        # share of buffers whose lanes have indices
SCRATCH = 256                                        # bytes a lane
FLATS = ("global", "flat", "scratch")
NO_ADDRESSES = RESERVED | TRAPS | {f"{pair}_{half}" for pair in ("flat_scratch", "xnack_mask") for half in ("lo", "hi")}
LAYOUTS = ("ds", *FLATS, "smem", "mubuf", "mtbuf", "mimg", "exp")


def is_access(form) -> bool:
    """Does the form need memory, or something else beside registers, around it?"""
    return form.layout in LAYOUTS


@cache
def waits(arch: str) -> bytes:
    """Waits for everything outstanding."""
    code = encode(form_named(arch, "s_waitcnt"), {}, {"simm16": 0})
    return code + (
        encode(form_named(arch, "s_waitcnt_vscnt"), {"sdst": s(124)}, {"simm16": 0})
        if traits_of(arch)["max_vs"]
        else b""
    )


@cache
def wait_until(arch: str, *left: tuple[str, int]) -> bytes:
    """A wait until a counter holds no more than that: (counter, count) …; the others are not waited for."""
    traits, word = traits_of(arch), 0
    for counter in ("vm", "exp", "lgkm"):
        count = dict(left).get(counter, traits[f"max_{counter}"] or 0)
        for part in traits[f"wait_{counter}"].split("+"):                # the lowest bits first
            high, low = map(int, part.split(":"))
            word |= (count & (1 << high - low + 1) - 1) << low
            count >>= high - low + 1
    return encode(form_named(arch, "s_waitcnt"), {}, {"simm16": word})


@cache
def counted(arch: str) -> dict[tuple[str, str], tuple[str, bool]]:
    """{(encoding, load, store or atomic): (counter, whether in order)} of what counts on one counter of S_WAITCNT,
    whether or not it returns anything."""
    return {(row["encoding"], row["shape"]): (row["counters"], row["order"] != "none") for row in load().counters
            if row["counters"] in ("vm", "lgkm") and row["returns"] == "-" and row["family"] in ("all", ARCHS[arch])}


def make(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """A memory instruction with state, memory and waits; None where no encoding fits."""
    for _ in range(TRIES):
        fields = random_fields(form, rng, wave)
        one = Instruction(form, wave, b"", "", shape or rng.choice(instruction_case.SHAPES), mode or "default", fields)
        place = PLACES[form.layout](one, rng, draws)
        if form.layout == "ds" and form.op.memory and "addtid" not in form.op.memory.words and rng.random() < SHARED:
            share(one, rng, place)
        one.code = encode(form, fields)
        size, one.text = disassemble(form.arch, wave, one.code)
        used = named(one.text)
        if size == len(one.code) and used.isdisjoint(NO_ADDRESSES) and apart(one, place):
            break
    else:
        return None
    one.tags = modifiers.of_access(form, fields, one.text)
    before, behind = one.around
    one.told["code"] = one.code
    one.code = before + one.code + waits(form.arch) + behind
    one.place = {name: np.array(value, np.uint32) if value.__class__ in ROWS and name[0] == "v" else value
                 for name, value in place.items()}
    one.used, one.source = used, (rng, draws)
    if form.layout == "scratch":
        there_and_back(one)
    settle(one)
    return one


def beyond(one: Instruction) -> bool:
    """Do live lanes of a DS access reach beyond LDS?"""
    if one.extra.get("lds") != LDS:
        return False
    live = exec_and_mode.lanes(int(one.state["exec"]), one.wave)
    return any(np.max(row[live] & 0xffff, initial=0) >= LDS for name, row in one.place.items() if name[0] == "v")


def again(one: Instruction, shape: str, mode: str) -> Instruction:
    """The same encoding, addresses and memory under another EXEC and MODE, with other values."""
    other = Instruction(one.form, one.wave, one.code, one.text, shape, mode, one.fields, tags=one.tags, extra=one.extra,
                        around=one.around, place=one.place, used=one.used, source=one.source, told=one.told)
    settle(other)
    return other


def settle(one: Instruction) -> None:
    """Gives every register a value: what the instruction needs, over what any has."""
    form, place, (rng, draws) = one.form, one.place, one.source
    instruction_case.fill(one, rng, draws, one.used)
    one.state.update(place)
    for name in place:
        for dword in covered(name):
            if dword != name:
                one.state.pop(dword, None)
    unnamed(one, place)
    one.tags = one.tags - {PAST} | ({PAST} if beyond(one) else set())
    if form.op.memory is not None and rng.random() < 0.5:
        nowhere(one, place)
    if form.layout == "ds" and traits_of(form.arch)["lds_bound_m0"] and "m0" not in place:
        one.state["m0"] = 0xffffffff


STRANGE = {"s0": 0x500, "s1": 0x6}                     # what no place and no offset is


def unnamed(one: Instruction, place: dict) -> None:
    """The registers that a field without a use names, which holds 0, hold something: who reads them goes elsewhere."""
    named_already = one.used.union(*map(covered, place))
    for name, value in STRANGE.items():
        if name not in named_already:
            one.state.setdefault(name, value)


def nowhere(one: Instruction, place: dict) -> None:
    """Lanes that are off hold addresses where nothing is: who loads or stores for them meets a fault."""
    live = one.state["exec"]
    on = exec_and_mode.lanes(live, one.wave)
    for name in place:
        row = one.state[name]
        if name[0] == "v" and isinstance(row, np.ndarray):
            one.state[name] = np.where(on, row, NOWHERE)
        elif isinstance(row, Spots):
            one.state[name] = Spots(row.region, row.offsets, ~live & (1 << one.wave) - 1)


@cache
def scratch_form(arch: str, verb: str, bits: int):
    """The plain form that loads or stores `bits` bits of private memory."""
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


def there_and_back(one: Instruction) -> None:
    """Private memory holds nothing known at the start: a load finds what its destination held, a store is loaded again;
    only registers are looked at."""
    form, m = one.form, one.form.op.memory
    fields = {name: one.fields[name] for name in ("addr", "saddr", "offset", "sve") if name in one.fields}
    one.extra["observe"] = {"memory": []}
    if m.verb == "load":
        other = scratch_form(form.arch, "store", size_bits(m))
        one.code = encode(other, fields | {"data": one.fields["vdst"]}) + waits(form.arch) + one.code
    else:
        free = next(n for n in (240, 200, 160, 120) if not one.used & {f"v{n + k}" for k in range(4)})
        one.code += encode(scratch_form(form.arch, "load", size_bits(m)), fields | {"vdst": v(free)}) + waits(form.arch)
        one.place.update({f"v{free + k}": 0 for k in range(4)})


PAIRS = ("exec", "vcc", "flat_scratch", "xnack_mask")
ROWS = (list, np.ndarray)                            # of a word a lane


@lru_cache(maxsize=1 << 12)
def covered(name: str) -> tuple[str, ...]:
    """The dwords of s[2:3], of exec; a dword's own name."""
    if name in PAIRS:
        return f"{name}_lo", f"{name}_hi"
    m = re.fullmatch(r"([sv])\[(\d+):(\d+)\]", name)
    return tuple(f"{m[1]}{n}" for n in range(int(m[2]), int(m[3]) + 1)) if m else (name,)


def apart(one: Instruction, place: dict) -> bool:
    """Address registers hold addresses only: no data and no other address lies over them; scalar results may overwrite
    their address."""
    taken = [dword for name in place for dword in covered(name)]
    data = set()
    for slot in slots(one.form):
        operand = one.fields.get(slot.field)
        if (isinstance(operand, Operand) and not slot.write and slot.field not in ("addr", "vaddr", "sbase")
                and (slot.role == "vgpr" or slot.field == "sdata")):
            data |= {f"{'v' if slot.role == 'vgpr' else 's'}{operand.code % 256 + n}" for n in range(slot.regs)}
    return len(taken) == len(set(taken)) and not data & set(taken) and not RESERVED & set(taken)


@cache
def typed(size: str) -> tuple[str, int, np.dtype]:
    """(kind, width, type of an array) of the values that memory of such a size holds."""
    m = re.match(r"([uibf])(\d+)", size)
    kind, width = (m[1], int(m[2])) if m else ("b", 32)
    width = width if width in (16, 32, 64) else 32
    return kind, width, np.dtype(f"<u{width // 8}")


def stored(draws, size: str, count: int) -> bytes:
    """`count` bytes of typed values."""
    kind, width, of = typed(size)
    return draws.row(kind, width, count * 8 // width)[0].astype(of).tobytes()


def steps(rng, wave: int, size: int, distinct: bool, spread: bool = True) -> np.ndarray:
    """Offsets by lane, multiples of `size` up to 1024: in a row, backwards, shuffled, `spread` apart, or all the same
    where that is allowed."""
    lanes, room = np.arange(wave), max(1, 1024 // (64 * size)) if spread else 1
    kind = rng.randrange(5)
    if kind == 0 and not distinct:
        return np.full(wave, size * rng.randrange(8))
    if kind == 1:
        lanes = lanes[::-1]
    elif kind == 2:
        order = list(range(wave))
        rng.shuffle(order)
        lanes = np.array(order)
    return lanes * size * (room if kind == 3 else 1)


@cache
def access_bytes(form) -> int:
    """Bytes of one access, at least 1."""
    return max(1, size_bits(form.op.memory) // 8) if form.op.memory else 4


def lds(one: Instruction, rng, draws) -> dict:
    """DS: LDS contents, addresses by lane, one or two offsets."""
    form, fields, m = one.form, one.fields, one.form.op.memory
    fields["gds"] = 0
    if "data1" in fields and m is None:
        one.extra |= {"lds": rays.STACKS, "lds_bytes": stored(draws, "b32", rays.STACKS), "observe": {"lds": True}}
        return rays.stack(fields, one.wave, rng)
    if m is None:
        return moved(one, rng)
    one.extra |= {"lds": LDS, "lds_bytes": stored(draws, m.size, LDS), "observe": {"lds": True}}
    size = access_bytes(form)
    align = 16 if size == 12 else size
    if "addr" not in fields:
        fields.update(offset0=4 * rng.randrange(16), offset1=rng.randrange(4))
        return {"m0": rng.randrange(64) * 4 | (rng.randrange(16) * 4) << 16}
    fields["addr"] = v(rng.randrange(250))
    if "src2" in m.words:
        return distant(one, rng, steps(rng, one.wave, align, True), align)
    if m.x2:
        first, second = rng.sample(range(4), 2)
        wide = m.stride > 1
        fields.update(offset0=first if wide else 2 * first, offset1=second if wide else 2 * second + 1)
        row = steps(rng, one.wave, align, True, spread=False) * (1 if wide else 2)
    else:
        offset = rng.choice((0, 0, align, 15 * align, 255 // align * align, 256, 1024, 2048))
        fields.update(offset0=offset & 255, offset1=offset >> 8)
        row = steps(rng, one.wave, align, m.verb != "load") + align * rng.randrange(8)
    if rng.random() < BEYOND:                        # loads give 0 there, stores and atomics do nothing
        row[rng.randrange(one.wave):] += LDS
    return {f"v{fields['addr'].code - 256}": row}


def share(one: Instruction, rng, place: dict) -> None:
    """Moves a DS case to the global data share: what was in LDS lies there at a base, both told by M0."""
    base, contents = 4 * rng.randrange(64), one.extra.pop("lds_bytes")
    one.fields["gds"] = 1
    one.extra = {"memory": [{"name": "share", "space": "gds", "size": LDS + base + 256,
                             "bytes": b"\xa5" * base + contents + b"\x5a" * 256}]}
    if "addr" not in one.fields:                     # APPEND and CONSUME: the counter stands at the base
        one.fields.update(offset0=0, offset1=0)
    place["m0"] = base << 16 | LDS


def distant(one: Instruction, rng, row: np.ndarray, align: int) -> dict:
    """DS_*_SRC2: data lie some dwords before or behind the address, aligned as it is; the distance is the
    instruction's, or a lane's own."""
    distance = rng.choice((512, 700, 1023, 4000, -512, -600)) // (align // 4) * (align // 4)
    row = row + 2048 * (distance < 0)
    own = rng.randrange(2)
    offset = 0x8000 | rng.randrange(1 << 15) if own else distance & 0x7fff
    one.fields.update(offset0=offset & 255, offset1=offset >> 8)
    address = row | (distance & 0x7fff) << 17 if own else row
    return {f"v{one.fields['addr'].code - 256}": address}


def moved(one: Instruction, rng) -> dict:
    """ds_permute, ds_bpermute, ds_swizzle: no memory; the address is a lane times four."""
    swizzle = one.form.op.shape == "gather" and any(v.kind == "offset" for v in one.form.op.sources)
    one.extra |= {} if swizzle else {"lds": 256}
    if "addr" not in one.fields or one.form.op.shape not in ("gather", "scatter"):
        return {}
    one.fields["addr"] = v(rng.randrange(250))
    one.fields.update(offset0=rng.choice((0, 0, 4, 12)), offset1=0)
    order = list(range(one.wave))
    rng.shuffle(order)
    if one.form.op.shape == "gather":
        order = [rng.randrange(2 * one.wave) for _ in order] if rng.randrange(2) else order
    gathers = one.form.op.shape == "gather"
    return {f"v{one.fields['addr'].code - 256}": [4 * lane + rng.randrange(4) * gathers for lane in order]}


def flat(one: Instruction, rng, draws) -> dict:
    """GLOBAL and FLAT: 64-bit addresses by lane, or a scalar base with 32-bit offsets; immediate offsets of both
    signs."""
    form, fields, m = one.form, one.fields, one.form.op.memory
    if m is None or "lds" in m.words:
        return {}
    size = access_bytes(form)
    align = 4 if size == 12 else size
    one.extra["memory"] = [{"name": "buf", "size": REGION, "bytes": stored(draws, m.size, REGION)}]
    offset = rng.choice((0, align, 64, 2048 - 64, -align, -64, -2048)) // align * align
    if form.layout == "flat":
        offset = abs(offset)
    low, width = offset_field(form)
    fields["offset"] = offset & (1 << width) - 1
    row = steps(rng, one.wave, size, m.verb != "load") + MIDDLE - offset
    scalar = isinstance(fields.get("saddr"), Operand)
    if "addtid" in m.words:
        base = 2 * rng.randrange(40)
        fields["saddr"] = s(base)
        return {f"s[{base}:{base + 1}]": f"buf+{(MIDDLE - offset) // 4 * 4}"}
    fields["addr"] = v(rng.randrange(250))
    number = fields["addr"].code - 256
    if not scalar:
        return {f"v[{number}:{number + 1}]": Spots("buf", row)}
    base, part = 2 * rng.randrange(40), rng.randrange(0, 1024, 16)
    fields["saddr"] = s(base)
    return {f"s[{base}:{base + 1}]": f"buf+{part}", f"v{number}": row - part}


def offset_field(form) -> tuple[int, int]:
    """(low bit, width) of the offset."""
    return load().encodings[ARCHS[form.arch], form.layout].fields["offset"]


def scratch(one: Instruction, rng, draws) -> dict:
    """SCRATCH: each lane's own bytes, by a register, a scalar, both or neither; some accesses at any byte."""
    fields, m = one.fields, one.form.op.memory
    size, anywhere = access_bytes(one.form), rng.random() < structured_buffers.ANYWHERE
    align = 1 if anywhere else 4 if size == 12 else size
    one.extra |= {
        "scratch": SCRATCH,
        "memory": [
            {"name": "scratch", "size": 64 * SCRATCH, "bytes": stored(draws, m.size if m else "b32", 64 * SCRATCH)}
        ],
    }
    fields["offset"] = rng.choice((0, 0, 16, 48)) + (rng.randrange(4) if anywhere else 0)
    place = {}
    if isinstance(fields.get("saddr"), Operand):
        fields["saddr"] = s(rng.randrange(90))
        place[f"s{fields['saddr'].code}"] = 16 * rng.randrange(4)
    if isinstance(fields.get("addr"), Operand):
        fields["addr"] = v(rng.randrange(250))
        place[f"v{fields['addr'].code - 256}"] = [align * rng.randrange(max(1, 64 // align)) for _ in range(one.wave)]
    return place


def smem(one: Instruction, rng, draws) -> dict:
    """Scalar loads, stores and atomics: a base and offsets of every kind; a buffer descriptor for s_buffer_; the
    register offset of s_scratch_ counts 64 bytes."""
    fields, m = one.fields, one.form.op.memory
    if "sbase" not in fields:
        return {}
    buffer = m is not None and "buffer" in m.words
    step = 4 if buffer else 2
    base = step * rng.randrange(80 // step)
    fields["sbase"] = s(base)
    one.extra["memory"] = [{"name": "buf", "size": REGION, "bytes": stored(draws, "b32", REGION)}]
    place = {f"s[{base}:{base + 1}]": "buf" if buffer else f"buf+{MIDDLE}"}
    if buffer:
        place |= {f"s{base + 2}": rng.choice((REGION, 1024)), f"s{base + 3}": 0x7fac}
    scalar = soffset_field(one)
    size = access_bytes(one.form) if m is not None and m.verb == "atomic" else 4
    unit = 64 if m is not None and "scratch" in m.words else 1
    offset = size * rng.randrange(1024 // size)
    signed = -offset if scalar and scalar != "offset" and not buffer and rng.randrange(2) else offset
    if scalar != "offset":
        fields["offset"] = signed & 0x1fffff
    if scalar:
        number = 84 + rng.randrange(4)
        fields[scalar] = number
        step, room = (size, 256) if unit == 1 else (1, 47)                  # of scratch: within the region
        place[f"s{number}"] = step * rng.randrange(room // step) - min(0, signed) // unit
    return place


def soffset_field(one: Instruction) -> str | None:
    """The field that names the scalar offset of this encoding, None when there is none (RDNA3 ISA, 8.1; Vega ISA,
    7.2)."""
    fields = one.fields
    if "imm" not in load().encodings[ARCHS[one.form.arch], one.form.layout].fields:
        off = traits_of(one.form.arch)["null"]
        null = fields.get("soffset", off) == off
        fields["soffset"] = off
        return None if null else "soffset"
    return "soffset" if fields.get("soffset_en") else None if fields.get("imm") else "offset"


def buffer(one: Instruction, rng, draws) -> dict:
    """MUBUF and MTBUF: a raw buffer, each lane's offset in VADDR, some beyond its end; or records."""
    fields, m = one.fields, one.form.op.memory
    if m is None:
        return {}
    if m.verb == "store" and "lds" in m.words:
        return from_lds(one, rng, draws)
    formatted = m.size.startswith("format")
    size = 16 if formatted else access_bytes(one.form)                    # no texel is longer
    align = 4 if size == 12 else size
    one.extra["memory"] = [{"name": "buf", "size": REGION, "bytes": stored(draws, m.size, REGION)}]
    base, number = 4 * rng.randrange(20), rng.randrange(250)
    word = descriptor_word(one.form, rng, formatted)
    if "format" in fields:
        fields["format"] = rng.choice(formats_of(one.form.arch))
    offset = align * rng.randrange(64)
    fields.update(
        srsrc=s(base), offset=offset & 4095, offen=1, idxen=0, vaddr=v(number), soffset=128 + rng.choice((0, 16, 64))
    )
    fields.pop("lds", None)
    fields.pop("tfe", None)
    if "glc" in fields and m.verb == "atomic":
        fields["glc"] = rng.randrange(2)
    if rng.random() < RECORDS:
        one.extra["memory"][0]["address"] = structured_buffers.BASE
        return structured_buffers.place(one.form, fields, one.wave, rng, size, word)
    row = steps(rng, one.wave, size, m.verb != "load")
    return {
        f"s[{base}:{base + 1}]": "buf",
        f"s{base + 2}": rng.choice((REGION, REGION, offset + int(row.max()) // 8 * 4)),
        f"s{base + 3}": word,
        f"v{number}": row,
    } | (beside(one, rng, draws) if may_go_to_lds(one.form) and rng.random() < BESIDE else {})


def may_go_to_lds(form) -> bool:
    """Has this load the LDS bit, and a component that is a dword in LDS (Vega ISA, 8.1.7)?"""
    m, fields = form.op.memory, load().encodings[ARCHS[form.arch], form.layout].fields
    return "lds" in fields and m.verb == "load" and m.size in ("b32", "u8", "i8", "u16", "i16") and not m.to


def beside(one: Instruction, rng, draws) -> dict:
    """Makes a buffer instruction move dwords to or from LDS, at M0[15:0] + the offset + 4 * lane; some lanes may lie
    beyond it, and are off then."""
    one.fields.update(lds=1, offset=one.fields["offset"] & ~3)
    if "vdata" in one.fields:
        one.fields["vdata"] = v(0)                   # unused
    one.extra |= {"lds": LDS, "lds_bytes": stored(draws, "b32", LDS), "observe": {"lds": True}}
    return {"m0": LDS - 4 * rng.randrange(64) if rng.random() < BEYOND else 4 * rng.randrange(512)}


def from_lds(one: Instruction, rng, draws) -> dict:
    """BUFFER_STORE_LDS_DWORD has no VGPRs: that lanes differ, the resource adds the lane to the index (Vega ISA,
    8.1.5)."""
    base, address = 4 * rng.randrange(20), 0x2000_0000
    one.extra["memory"] = [{"name": "buf", "address": address, "size": REGION, "bytes": stored(draws, "b32", REGION)}]
    one.fields.update(srsrc=s(base), offset=4 * rng.randrange(64), offen=0, idxen=0,
                      soffset=128 + rng.choice((0, 16, 64)))
    word = 1 << 23 | descriptor_word(one.form, rng, False) & 0x7fff        # what was the format is the stride's top
    return {f"s{base}": address, f"s{base + 1}": 4 << 16, f"s{base + 2}": REGION // 4, f"s{base + 3}": word} | beside(
        one, rng, draws)


@cache
def formats_of(arch: str) -> tuple[int, ...]:
    """The formats an instruction may name: RDNA3's codes, or Vega's layouts with the numbers that fit them (RDNA3 ISA,
    10.7; Vega ISA, 8.1.5)."""
    if traits_of(arch)["unified_format"]:
        return tuple(range(1, 64))
    words, halves, packed = {4, 11, 13, 14}, {2, 5, 12}, {6, 7}
    return tuple(
        number << 4 | data for data in range(1, 15) for number in (0, 1, 2, 3, 4, 5, 7)
        if not (data in words and number < 4) and not (number == 7 and data not in words | halves | packed)
    )


def descriptor_word(form, rng, formatted: bool) -> int:
    """The last dword of a descriptor: components, most often in order; any format, or that of an f32; bounds of a raw
    buffer."""
    if not formatted:
        return 0xfac | (22 << 12 | 3 << 28 if traits_of(form.arch)["unified_format"] else 7 << 12 | 4 << 15)
    select = 0xfac if rng.randrange(2) else sum(rng.choice((0, 1, 4, 5, 6, 7)) << 3 * n for n in range(4))
    code = rng.choice(formats_of(form.arch))
    if traits_of(form.arch)["unified_format"]:
        return select | code << 12 | 3 << 28
    return select | code >> 4 << 12 | (code & 15) << 15


def image(one: Instruction, rng, draws) -> dict:
    """MIMG: a T# of an image or of nodes in the region, whose address the code before it makes."""
    m, held = one.form.op.memory, stored(draws, "b32", image_access.REACH)
    if m.rays:
        place, resource, held = rays.place(one.form, one.fields, one.wave, rng)
    else:
        of = image_sample if m.verb == "sample" else image_access
        place, resource = of.place(one.form, one.fields, one.wave, rng)
    one.extra["memory"] = [{"name": "buf", "size": len(held), "bytes": held}]
    one.around = image_access.around(one.form, one.fields, resource)
    return place


PLACES = {"ds": lds, "global": flat, "flat": flat, "scratch": scratch, "smem": smem, "mubuf": buffer, "mtbuf": buffer,
          "mimg": image}
