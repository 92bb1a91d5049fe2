"""Random legal fields of memory, export and interpolation forms: addresses, offsets and cache bits (RDNA3 ISA 8, 10-13;
Vega ISA 7-11)."""
from ...spec.encode import Operand
from ...spec.slots import size_bits, slots


def random_memory_fields(draw):
    """Draw the fields of an EncodingDraw."""
    for slot in slots(draw.form):
        if slot.role in ("sdst", "ssrc", "sbase"):
            draw.fields[slot.field] = draw_scalar_data(draw, slot.regs)
        elif slot.role in ("vgpr", "src"):
            draw.fields[slot.field] = draw.draw_vgpr(slot.regs)
    {
        "ds": draw_lds,
        "smem": draw_smem,
        "flat": draw_flat,
        "global": draw_flat,
        "scratch": draw_flat,
        "mubuf": draw_buffer,
        "mtbuf": draw_buffer,
        "mimg": draw_image,
        "exp": draw_export,
        "vintrp": draw_interpolation,
        "vop3i": draw_interpolation,
        "ldsdir": draw_lds_direct,
    }[draw.form.layout](draw)


def draw_scalar_data(draw, regs):
    """Draw SDATA or SBASE: SGPRs, trap temporaries, VCC."""
    step = 1 if regs == 1 else 2 if regs == 2 else 4
    choices = (
        list(range(0, draw.traits["sgprs"] - regs + 1, step))
        + list(range(108, 124 - regs + 1, step))
        + [106] * (regs <= 2)
    )
    return Operand(draw.rng.choice(choices))


def draw_cache_bits(draw, names=("glc", "slc", "dlc")):
    """Draw the cache bits that the layout has."""
    for name in names:
        if name in draw.layout.fields:
            draw.fields[name] = draw.rng.randrange(2)


def draw_lds(draw):
    """Draw the fields of DS."""
    op = draw.form.op
    if not op.values and not op.memory and not op.note("+gds"):
        return
    draw.fields.update(offset0=draw.rng.randrange(256), offset1=draw.rng.randrange(256))
    if op.shape == "gather" and any(v.kind == "offset" for v in op.sources):
        code = random_swizzle(draw.rng)
        draw.fields.update(offset0=code & 255, offset1=code >> 8)
    always, never = op.note("+gds"), op.note("-gds")
    draw.fields["gds"] = 1 if always else 0 if never else draw.rng.randrange(2)


def random_swizzle(rng):
    """Return a swizzle with a single spelling: 0, 1, keep or flip for each bit of the lane; a quad; a rotation."""
    if rng.random() < 0.3:
        return 0x8000 | rng.randrange(256)
    if rng.random() < 0.3:
        return 0xc000 | rng.randrange(2) << 10 | rng.randrange(32) << 5 | rng.randrange(32)
    keep_mask, set_mask, flip_mask = 0, 0, 0
    for bit in range(5):
        kind = rng.randrange(4)
        keep_mask, set_mask, flip_mask = (
            keep_mask | (kind >= 2) << bit,
            set_mask | (kind == 1) << bit,
            flip_mask | (kind == 3) << bit,
        )
    return flip_mask << 10 | set_mask << 5 | keep_mask


def draw_smem(draw):
    """Draw the fields of SMEM."""
    op, memory, rng = draw.form.op, draw.form.op.memory, draw.rng
    if memory is None and not any(v.place == "sbase" for v in op.sources):
        return
    regs = next(slot.regs for slot in slots(draw.form).every if slot.field == "sbase")
    buffer, base = regs == 4, draw_scalar_data(draw, regs)
    draw.fields["sbase"] = base
    if any(v.place == "sdata" and v.kind == "imm" for v in op.sources):
        draw.fields["sdata"] = rng.randrange(128)
    if memory is not None:
        draw_cache_bits(draw, ("glc", "dlc"))
    offset = rng.randrange(0 if buffer else -(1 << 20), 1 << 20) & 0x1fffff
    if "imm" not in draw.layout.fields:
        draw.fields["offset"] = offset
        draw.fields["soffset"] = draw.traits["null"] if draw.flip(0.5) else draw.draw_sgpr(1, special=False).code
    else:
        draw_scalar_offset(draw, offset, plain=memory is None or memory.verb != "load" or "scratch" in memory.words)


def draw_scalar_offset(draw, offset, plain):
    """Draw the offset of Vega's SMEM: immediate, register or both (Vega ISA, 7.2)."""
    mode = 0 if plain else draw.rng.randrange(3)
    if mode == 0:
        draw.fields.update(imm=1, offset=offset)
    elif mode == 1:
        draw.fields.update(imm=0, offset=draw.draw_sgpr(1, special=False).code)
    else:
        draw.fields.update(imm=1, soffset_en=1, offset=offset, soffset=draw.draw_sgpr(1, special=False).code)


def draw_flat(draw):
    """Draw the fields of FLAT, GLOBAL and SCRATCH."""
    memory, rng, layout = draw.form.op.memory, draw.rng, draw.form.layout
    no_base = draw.traits["saddr_off"]
    draw_cache_bits(draw)
    if memory.verb == "atomic":
        returns = "csub" in memory.combine or draw.fields["glc"]
        draw.fields["glc"] = int(returns)
        if returns:
            draw.fields["vdst"] = draw.draw_vgpr(-(-size_bits(memory) // 32))
    draw.fields["offset"] = rng.randrange(1 << 12) if layout == "flat" else rng.randrange(1 << 13)
    draw.fields["saddr"] = no_base
    if layout == "flat":
        draw.fields["addr"] = draw.draw_vgpr(2)
        draw.fields["saddr"] = no_base if no_base == draw.traits["null"] else 0
    elif layout == "global":
        has_base = draw.flip(0.5)
        if has_base:
            draw.fields["saddr"] = draw_scalar_data(draw, 2)
        if "addtid" not in memory.words:
            draw.fields["addr"] = draw.draw_vgpr(1 if has_base else 2)
    else:
        draw_scratch_address(draw)


def draw_scratch_address(draw):
    """Draw the address of SCRATCH: a VGPR or an SGPR; both or none if the encoding has SVE."""
    kind = draw.rng.choice(("v", "s", "vs", "none") if "sve" in draw.layout.fields else ("v", "s"))
    if "v" in kind:
        draw.fields["addr"] = draw.draw_vgpr()
        if "sve" in draw.layout.fields:
            draw.fields["sve"] = 1
    if kind.endswith("s"):
        draw.fields["saddr"] = draw.draw_sgpr(1, special=False)


def draw_buffer(draw):
    """Draw the fields of MUBUF and MTBUF."""
    memory, rng = draw.form.op.memory, draw.rng
    if memory is None:
        return
    draw_cache_bits(draw)
    draw.fields["offset"] = rng.randrange(1 << 12)
    draw.fields["srsrc"] = draw_scalar_data(draw, 4)
    draw.fields["soffset"] = (
        draw.draw_sgpr(1, special=False).code if draw.flip(0.6) else rng.choice((*range(128, 209), draw.traits["m0"]))
    )
    idxen, offen = rng.randrange(2), rng.randrange(2)
    if memory.verb == "store" and "lds" in memory.words:
        idxen = offen = 0
    draw.fields.update(idxen=idxen, offen=offen)
    if idxen or offen:
        draw.fields["vaddr"] = draw.draw_vgpr(idxen + offen)
    if "lds" in memory.words:
        if "lds" in draw.layout.fields:
            draw.fields["lds"] = 1
    elif memory.verb == "atomic" and memory.combine == "csub":
        draw.fields["glc"] = 1
    elif memory.verb == "load" and draw.flip(0.2) and draw.form.layout == "mubuf":
        draw.fields["tfe"] = 1
        draw.fields["vdata"] = draw.draw_vgpr(slots(draw.form)[0].regs + 1)
    if draw.form.layout == "mtbuf":
        draw.fields["format"] = (
            rng.randrange(1, 64)
            if draw.traits["unified_format"]
            else rng.randrange(1, 15) | rng.choice((0, 1, 2, 3, 4, 5, 7)) << 4
        )


def draw_image(draw):
    """Draw the fields of MIMG."""
    memory, rng = draw.form.op.memory, draw.rng
    draw_cache_bits(draw)
    draw.fields["srsrc"] = draw_scalar_data(draw, 8 if "bvh" not in "".join(memory.words) else 4)
    draw.fields["vaddr"] = draw.draw_vgpr(12)
    if "bvh" in memory.words or "bvh64" in memory.words:
        draw.fields.update(glc=0, slc=0, dlc=0, dmask=15, unorm=1, r128=1, vdata=draw.draw_vgpr(4))
        return
    draw.fields["dmask"] = (
        rng.choice((1, 2, 4, 8))
        if "gather4" in memory.words or "gather4h" in memory.words or "msaa" in memory.words
        else rng.randrange(1, 16)
    )
    if memory.verb == "atomic":
        draw.fields["dmask"] = 3 if memory.combine == "cmpswap" else 1
        draw.fields["glc"] = 1
    draw.fields["vdata"] = draw.draw_vgpr(5)
    if memory.verb == "sample":
        draw.fields["ssamp"] = draw_scalar_data(draw, 4)
    draw.fields["unorm"] = rng.randrange(2)
    draw_image_flags(draw, memory)
    if "da" in draw.layout.fields:
        draw.fields["da"] = rng.randrange(2)
        draw.fields["unorm"] |= memory.verb == "atomic"
        return
    draw.fields["dim"] = rng.choice((0, 1, 2, 5)) if "msaa" not in memory.words else rng.choice((6, 7))
    if draw.flip(0.5):
        use_separate_addresses(draw)


def draw_image_flags(draw, memory):
    """Draw TFE, LWE and D16 if the operation has them."""
    if memory.verb == "atomic":
        return
    draw.fields.update(tfe=int(draw.flip()), lwe=int(draw.flip()) if memory.verb != "store" else 0)
    if not {"pck", "resinfo", "lod"} & set(memory.words):
        # llvm-mc 19 prints a register too few
        gathers_tfe = draw.fields["tfe"] and {"gather4", "gather4h"} & set(memory.words)
        draw.fields["d16"] = int(draw.flip() and not gathers_tfe)


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
    """Return the number of address registers of an image operation (RDNA3 ISA, 10.4): offset, bias, reference,
    gradients, coordinates, clamp or LOD."""
    count = COORDINATES[dim] + len({"o", "b", "c", "l", "cl", "mip"} & set(words))
    if "d" in words:
        gradients = GRADIENTS[dim]
        count += -(-gradients // 4) * 2 if "g16" in words else gradients
    return 1 if "resinfo" in words else count


def use_separate_addresses(draw):
    """Select NSA: each address in its own register; the fifth and later ones follow the last."""
    count = address_count(draw.form.op.memory.words, draw.fields["dim"])
    if count > 1:
        draw.fields["nsa"] = 1
        for n in range(1, min(count, 5)):
            draw.fields[f"vaddr{n}"] = draw.rng.randrange(240)


def draw_export(draw):
    """Draw the fields of EXP."""
    rng = draw.rng
    en = rng.randrange(16)
    draw.fields["done"] = rng.randrange(2)
    if "vm" in draw.layout.fields:
        draw.fields["tgt"] = rng.choice((*range(10), 12, 13, 14, 15, *range(32, 64)))
        draw.fields["vm"] = rng.randrange(2)
        draw.fields["compr"] = rng.randrange(2)
        if draw.fields["compr"]:
            en = rng.choice((0, 3, 12, 15))
    else:
        draw.fields["tgt"] = rng.choice((*range(9), 12, 13, 14, 15, 16, 20, 21, 22))
        draw.fields["row_en"] = rng.randrange(2)
    draw.fields["en"] = en
    for n in range(4):
        draw.fields[f"vsrc{n}"] = rng.randrange(256) if en >> n & 1 else 0
    if draw.fields.get("compr"):
        for n in range(4):
            draw.fields[f"vsrc{n}"] = 0
        if en & 3:
            draw.fields["vsrc0"] = rng.randrange(256)
        if en & 12:
            draw.fields["vsrc1"] = rng.randrange(256)


def draw_interpolation(draw):
    """Draw the fields of VINTRP."""
    draw.fields.update(attr=draw.rng.randrange(33), chan=draw.rng.randrange(4))
    if any(v.place == "pn" for v in draw.form.op.sources):
        draw.fields["vsrc" if draw.form.layout == "vintrp" else "src0"] = draw.rng.randrange(3)


def draw_lds_direct(draw):
    """Draw the fields of LDS_DIRECT_LOAD and LDS_PARAM_LOAD."""
    draw.fields["wait_vdst"] = draw.rng.randrange(16)
    if "param" in draw.form.op.memory.words:
        draw.fields.update(attr=draw.rng.randrange(33), chan=draw.rng.randrange(4))
