"""Random legal encodings of memory, export and interpolation forms: their addresses, offsets and cache bits (RDNA3 ISA
8, 10-13; Vega ISA 7-11)."""
from ...spec.encode import Operand
from ...spec.slots import size_bits, slots


def random_memory(d):
    """Fills the fields of `d` (a legal.Draw)."""
    for slot in slots(d.form):
        if slot.role in ("sdst", "ssrc", "sbase"):
            d.fields[slot.field] = scalar_data(d, slot.regs)
        elif slot.role in ("vgpr", "src"):
            d.fields[slot.field] = d.vgpr(slot.regs)
    {
        "ds": lds,
        "smem": smem,
        "flat": flat,
        "global": flat,
        "scratch": flat,
        "mubuf": buffer,
        "mtbuf": buffer,
        "mimg": image,
        "exp": export,
        "vintrp": interp,
        "vop3i": interp,
        "ldsdir": ldsdir,
    }[d.form.layout](d)


def scalar_data(d, regs):
    """SDATA or SBASE: SGPRs, trap temporaries, VCC."""
    step = 1 if regs == 1 else 2 if regs == 2 else 4
    choices = (
        list(range(0, d.traits["sgprs"] - regs + 1, step))
        + list(range(108, 124 - regs + 1, step))
        + [106] * (regs <= 2)
    )
    return Operand(d.rng.choice(choices))


def cache_bits(d, names=("glc", "slc", "dlc")):
    for name in names:
        if name in d.layout.fields:
            d.fields[name] = d.rng.randrange(2)


def lds(d):
    op = d.form.op
    if not op.values and not op.memory and not op.note("+gds"):
        return
    d.fields.update(offset0=d.rng.randrange(256), offset1=d.rng.randrange(256))
    if op.shape == "gather" and any(v.kind == "offset" for v in op.sources):
        code = swizzle(d.rng)
        d.fields.update(offset0=code & 255, offset1=code >> 8)
    always, never = op.note("+gds"), op.note("-gds")
    d.fields["gds"] = 1 if always else 0 if never else d.rng.randrange(2)


def swizzle(rng):
    """A swizzle that prints in one way: per bit of the lane 0, 1, keep or flip; a quad; a rotation."""
    if rng.random() < 0.3:
        return 0x8000 | rng.randrange(256)
    if rng.random() < 0.3:
        return 0xc000 | rng.randrange(2) << 10 | rng.randrange(32) << 5 | rng.randrange(32)
    keep, one, flip = 0, 0, 0
    for bit in range(5):
        kind = rng.randrange(4)
        keep, one, flip = keep | (kind >= 2) << bit, one | (kind == 1) << bit, flip | (kind == 3) << bit
    return flip << 10 | one << 5 | keep


def smem(d):
    op, m, rng = d.form.op, d.form.op.memory, d.rng
    if m is None and not any(v.place == "sbase" for v in op.sources):
        return
    regs = next(slot.regs for slot in slots(d.form).every if slot.field == "sbase")
    buffer, base = regs == 4, scalar_data(d, regs)
    d.fields["sbase"] = base
    if any(v.place == "sdata" and v.kind == "imm" for v in op.sources):
        d.fields["sdata"] = rng.randrange(128)
    if m is not None:
        cache_bits(d, ("glc", "dlc"))
    offset = rng.randrange(0 if buffer else -(1 << 20), 1 << 20) & 0x1fffff
    if "imm" not in d.layout.fields:
        d.fields["offset"] = offset
        d.fields["soffset"] = d.traits["null"] if d.maybe(0.5) else d.sgpr(1, special=False).code
    else:
        scalar_offset(d, offset, plain=m is None or m.verb != "load" or "scratch" in m.words)


def scalar_offset(d, offset, plain):
    """Vega's three ways to give an offset: immediate, register, both (Vega ISA, 7.2)."""
    mode = 0 if plain else d.rng.randrange(3)
    if mode == 0:
        d.fields.update(imm=1, offset=offset)
    elif mode == 1:
        d.fields.update(imm=0, offset=d.sgpr(1, special=False).code)
    else:
        d.fields.update(imm=1, soffset_en=1, offset=offset, soffset=d.sgpr(1, special=False).code)


def flat(d):
    m, rng, layout = d.form.op.memory, d.rng, d.form.layout
    off = d.traits["saddr_off"]
    cache_bits(d)
    if m.verb == "atomic":
        returns = "csub" in m.combine or d.fields["glc"]
        d.fields["glc"] = int(returns)
        if returns:
            d.fields["vdst"] = d.vgpr(-(-size_bits(m) // 32))
    d.fields["offset"] = rng.randrange(1 << 12) if layout == "flat" else rng.randrange(1 << 13)
    d.fields["saddr"] = off
    if layout == "flat":
        d.fields["addr"] = d.vgpr(2)
        d.fields["saddr"] = off if off == d.traits["null"] else 0
    elif layout == "global":
        scalar = d.maybe(0.5)
        if scalar:
            d.fields["saddr"] = scalar_data(d, 2)
        if "addtid" not in m.words:
            d.fields["addr"] = d.vgpr(1 if scalar else 2)
    else:
        scratch_address(d)


def scratch_address(d):
    """Scratch: a register, a scalar; with SVE in the encoding both or none."""
    kind = d.rng.choice(("v", "s", "vs", "none") if "sve" in d.layout.fields else ("v", "s"))
    if "v" in kind:
        d.fields["addr"] = d.vgpr()
        if "sve" in d.layout.fields:
            d.fields["sve"] = 1
    if kind.endswith("s"):
        d.fields["saddr"] = d.sgpr(1, special=False)


def buffer(d):
    m, rng = d.form.op.memory, d.rng
    if m is None:
        return
    cache_bits(d)
    d.fields["offset"] = rng.randrange(1 << 12)
    d.fields["srsrc"] = scalar_data(d, 4)
    d.fields["soffset"] = (
        d.sgpr(1, special=False).code if d.maybe(0.6) else rng.choice((*range(128, 209), d.traits["m0"]))
    )
    idxen, offen = rng.randrange(2), rng.randrange(2)
    if m.verb == "store" and "lds" in m.words:
        idxen = offen = 0
    d.fields.update(idxen=idxen, offen=offen)
    if idxen or offen:
        d.fields["vaddr"] = d.vgpr(idxen + offen)
    if "lds" in m.words:
        if "lds" in d.layout.fields:
            d.fields["lds"] = 1
    elif m.verb == "atomic" and m.combine == "csub":
        d.fields["glc"] = 1
    elif m.verb == "load" and d.maybe(0.2) and d.form.layout == "mubuf":
        d.fields["tfe"] = 1
        d.fields["vdata"] = d.vgpr(slots(d.form)[0].regs + 1)
    if d.form.layout == "mtbuf":
        d.fields["format"] = (
            rng.randrange(1, 64)
            if d.traits["unified_format"]
            else rng.randrange(1, 15) | rng.choice((0, 1, 2, 3, 4, 5, 7)) << 4
        )


def image(d):
    m, rng = d.form.op.memory, d.rng
    cache_bits(d)
    d.fields["srsrc"] = scalar_data(d, 8 if "bvh" not in "".join(m.words) else 4)
    d.fields["vaddr"] = d.vgpr(12)
    if "bvh" in m.words or "bvh64" in m.words:
        d.fields.update(glc=0, slc=0, dlc=0, dmask=15, unorm=1, r128=1, vdata=d.vgpr(4))
        return
    d.fields["dmask"] = (
        rng.choice((1, 2, 4, 8))
        if "gather4" in m.words or "gather4h" in m.words or "msaa" in m.words
        else rng.randrange(1, 16)
    )
    if m.verb == "atomic":
        d.fields["dmask"] = 3 if m.combine == "cmpswap" else 1
        d.fields["glc"] = 1
    d.fields["vdata"] = d.vgpr(5)
    if m.verb == "sample":
        d.fields["ssamp"] = scalar_data(d, 4)
    d.fields["unorm"] = rng.randrange(2)
    image_bits(d, m)
    if "da" in d.layout.fields:
        d.fields["da"] = rng.randrange(2)
        d.fields["unorm"] |= m.verb == "atomic"
        return
    d.fields["dim"] = rng.choice((0, 1, 2, 5)) if "msaa" not in m.words else rng.choice((6, 7))
    if d.maybe(0.5):
        separate_addresses(d)


def image_bits(d, m):
    """TFE, LWE and D16, where the operation has them."""
    if m.verb == "atomic":
        return
    d.fields.update(tfe=int(d.maybe()), lwe=int(d.maybe()) if m.verb != "store" else 0)
    if not {"pck", "resinfo", "lod"} & set(m.words):
        gathers_tfe = d.fields["tfe"] and {"gather4", "gather4h"} & set(m.words)  # llvm-mc 19 prints a register too few
        d.fields["d16"] = int(d.maybe() and not gathers_tfe)


COORDINATES = {
    0: 1,
    1: 2,
    2: 3,
    3: 3,
    4: 2,
    5: 3,
    6: 3,
    7: 4,
}  # of DIM: 1D 2D 3D CUBE 1D_ARRAY 2D_ARRAY 2D_MSAA 2D_MSAA_ARRAY
GRADIENTS = {0: 2, 1: 4, 2: 6, 5: 4}


def address_count(words, dim):
    """Address registers of an image operation (RDNA3 ISA, 10.4): offset, bias, reference, gradients, coordinates, clamp
    or LOD."""
    count = COORDINATES[dim] + len({"o", "b", "c", "l", "cl", "mip"} & set(words))
    if "d" in words:
        gradients = GRADIENTS[dim]
        count += -(-gradients // 4) * 2 if "g16" in words else gradients
    return 1 if "resinfo" in words else count


def separate_addresses(d):
    """NSA: each address in a register of its own; from the fifth on they follow the last."""
    count = address_count(d.form.op.memory.words, d.fields["dim"])
    if count > 1:
        d.fields["nsa"] = 1
        for n in range(1, min(count, 5)):
            d.fields[f"vaddr{n}"] = d.rng.randrange(240)


def export(d):
    rng = d.rng
    en = rng.randrange(16)
    d.fields["done"] = rng.randrange(2)
    if "vm" in d.layout.fields:
        d.fields["tgt"] = rng.choice((*range(10), 12, 13, 14, 15, *range(32, 64)))
        d.fields["vm"] = rng.randrange(2)
        d.fields["compr"] = rng.randrange(2)
        if d.fields["compr"]:
            en = rng.choice((0, 3, 12, 15))
    else:
        d.fields["tgt"] = rng.choice((*range(9), 12, 13, 14, 15, 16, 20, 21, 22))
        d.fields["row_en"] = rng.randrange(2)
    d.fields["en"] = en
    for n in range(4):
        d.fields[f"vsrc{n}"] = rng.randrange(256) if en >> n & 1 else 0
    if d.fields.get("compr"):
        for n in range(4):
            d.fields[f"vsrc{n}"] = 0
        if en & 3:
            d.fields["vsrc0"] = rng.randrange(256)
        if en & 12:
            d.fields["vsrc1"] = rng.randrange(256)


def interp(d):
    d.fields.update(attr=d.rng.randrange(33), chan=d.rng.randrange(4))
    if any(v.place == "pn" for v in d.form.op.sources):
        d.fields["vsrc" if d.form.layout == "vintrp" else "src0"] = d.rng.randrange(3)


def ldsdir(d):
    d.fields["wait_vdst"] = d.rng.randrange(16)
    if "param" in d.form.op.memory.words:
        d.fields.update(attr=d.rng.randrange(33), chan=d.rng.randrange(4))
