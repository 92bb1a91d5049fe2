"""Random legal fields of memory, export and interpolation forms: addresses, offsets and cache bits (RDNA3 ISA 8, 10-13;
Vega ISA 7-11)."""
from ...spec.encode import Operand
from ...spec.slots import size_bits, slots


def set_memory_fields(builder) -> None:
    """Set the fields of an EncodingBuilder at random."""
    for slot in slots(builder.form):
        if slot.role in ("sdst", "ssrc", "sbase"):
            builder.fields[slot.field] = random_scalar_data(builder, slot.regs)
        elif slot.role in ("vgpr", "src"):
            builder.fields[slot.field] = builder.draw_vgpr(slot.regs)
    {
        "ds": set_lds_fields,
        "smem": set_smem_fields,
        "flat": set_flat_fields,
        "global": set_flat_fields,
        "scratch": set_flat_fields,
        "mubuf": set_buffer_fields,
        "mtbuf": set_buffer_fields,
        "mimg": set_image_fields,
        "exp": set_export_fields,
        "vintrp": set_interpolation_fields,
        "vop3i": set_interpolation_fields,
        "ldsdir": set_lds_direct_fields,
    }[builder.form.layout](builder)


def random_scalar_data(builder, regs) -> Operand:
    """Return a random operand for SDATA or SBASE: SGPRs, trap temporaries, VCC."""
    step = 1 if regs == 1 else 2 if regs == 2 else 4
    choices = (
        list(range(0, builder.traits["sgprs"] - regs + 1, step))
        + list(range(108, 124 - regs + 1, step))
        + [106] * (regs <= 2)
    )
    return Operand(builder.rng.choice(choices))


def set_cache_bits(builder, names=("glc", "slc", "dlc")) -> None:
    """Set the cache bits that the layout has."""
    for name in names:
        if name in builder.layout.fields:
            builder.fields[name] = builder.rng.randrange(2)


def set_lds_fields(builder) -> None:
    """Set the fields of DS."""
    op = builder.form.op
    if not op.values and not op.memory and not op.note("+gds"):
        return
    builder.fields.update(offset0=builder.rng.randrange(256), offset1=builder.rng.randrange(256))
    if op.shape == "gather" and any(v.kind == "offset" for v in op.sources):
        code = random_swizzle(builder.rng)
        builder.fields.update(offset0=code & 255, offset1=code >> 8)
    always, never = op.note("+gds"), op.note("-gds")
    builder.fields["gds"] = 1 if always else 0 if never else builder.rng.randrange(2)


def random_swizzle(rng):
    """Return a DS_SWIZZLE offset that has a single spelling: a bit mask (0, 1, keep or flip for each bit of the lane
    index), a quad permutation, or a rotation."""
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


def set_smem_fields(builder) -> None:
    """Set the fields of SMEM."""
    op, memory, rng = builder.form.op, builder.form.op.memory, builder.rng
    if memory is None and not any(v.place == "sbase" for v in op.sources):
        return
    regs = next(slot.regs for slot in slots(builder.form).every if slot.field == "sbase")
    buffer, base = regs == 4, random_scalar_data(builder, regs)
    builder.fields["sbase"] = base
    if any(v.place == "sdata" and v.kind == "imm" for v in op.sources):
        builder.fields["sdata"] = rng.randrange(128)
    if memory is not None:
        set_cache_bits(builder, ("glc", "dlc"))
    offset = rng.randrange(0 if buffer else -(1 << 20), 1 << 20) & 0x1fffff
    if "imm" not in builder.layout.fields:
        builder.fields["offset"] = offset
        builder.fields["soffset"] = (
            builder.traits["null"] if builder.flip(0.5) else builder.draw_sgpr(1, special=False).code
        )
    else:
        set_smem_offset(builder, offset, plain=memory is None or memory.verb != "load" or "scratch" in memory.words)


def set_smem_offset(builder, offset, plain) -> None:
    """Set the offset of Vega's SMEM: immediate, register or both (Vega ISA, 7.2)."""
    mode = 0 if plain else builder.rng.randrange(3)
    if mode == 0:
        builder.fields.update(imm=1, offset=offset)
    elif mode == 1:
        builder.fields.update(imm=0, offset=builder.draw_sgpr(1, special=False).code)
    else:
        builder.fields.update(imm=1, soffset_en=1, offset=offset, soffset=builder.draw_sgpr(1, special=False).code)


def set_flat_fields(builder) -> None:
    """Set the fields of FLAT, GLOBAL and SCRATCH."""
    memory, rng, layout = builder.form.op.memory, builder.rng, builder.form.layout
    no_base = builder.traits["saddr_off"]
    set_cache_bits(builder)
    if memory.verb == "atomic":
        returns = "csub" in memory.combine or builder.fields["glc"]
        builder.fields["glc"] = int(returns)
        if returns:
            builder.fields["vdst"] = builder.draw_vgpr(-(-size_bits(memory) // 32))
    builder.fields["offset"] = rng.randrange(1 << 12) if layout == "flat" else rng.randrange(1 << 13)
    builder.fields["saddr"] = no_base
    if layout == "flat":
        builder.fields["addr"] = builder.draw_vgpr(2)
        builder.fields["saddr"] = no_base if no_base == builder.traits["null"] else 0
    elif layout == "global":
        has_base = builder.flip(0.5)
        if has_base:
            builder.fields["saddr"] = random_scalar_data(builder, 2)
        if "addtid" not in memory.words:
            builder.fields["addr"] = builder.draw_vgpr(1 if has_base else 2)
    else:
        set_scratch_address(builder)


def set_scratch_address(builder) -> None:
    """Set the address of SCRATCH: a VGPR or an SGPR, and also both or neither if the encoding has SVE."""
    kind = builder.rng.choice(("v", "s", "vs", "none") if "sve" in builder.layout.fields else ("v", "s"))
    if "v" in kind:
        builder.fields["addr"] = builder.draw_vgpr()
        if "sve" in builder.layout.fields:
            builder.fields["sve"] = 1
    if kind.endswith("s"):
        builder.fields["saddr"] = builder.draw_sgpr(1, special=False)


def set_buffer_fields(builder) -> None:
    """Set the fields of MUBUF and MTBUF."""
    memory, rng = builder.form.op.memory, builder.rng
    if memory is None:
        return
    set_cache_bits(builder)
    builder.fields["offset"] = rng.randrange(1 << 12)
    builder.fields["srsrc"] = random_scalar_data(builder, 4)
    builder.fields["soffset"] = (
        builder.draw_sgpr(1, special=False).code
        if builder.flip(0.6)
        else rng.choice((*range(128, 209), builder.traits["m0"]))
    )
    idxen, offen = rng.randrange(2), rng.randrange(2)
    if memory.verb == "store" and "lds" in memory.words:
        idxen = offen = 0
    builder.fields.update(idxen=idxen, offen=offen)
    if idxen or offen:
        builder.fields["vaddr"] = builder.draw_vgpr(idxen + offen)
    if "lds" in memory.words:
        if "lds" in builder.layout.fields:
            builder.fields["lds"] = 1
    elif memory.verb == "atomic" and memory.combine == "csub":
        builder.fields["glc"] = 1
    elif memory.verb == "load" and builder.flip(0.2) and builder.form.layout == "mubuf":
        builder.fields["tfe"] = 1
        builder.fields["vdata"] = builder.draw_vgpr(slots(builder.form)[0].regs + 1)
    if builder.form.layout == "mtbuf":
        builder.fields["format"] = (
            rng.randrange(1, 64)
            if builder.traits["unified_format"]
            else rng.randrange(1, 15) | rng.choice((0, 1, 2, 3, 4, 5, 7)) << 4
        )


def set_image_fields(builder) -> None:
    """Set the fields of MIMG."""
    memory, rng = builder.form.op.memory, builder.rng
    set_cache_bits(builder)
    builder.fields["srsrc"] = random_scalar_data(builder, 8 if "bvh" not in "".join(memory.words) else 4)
    builder.fields["vaddr"] = builder.draw_vgpr(12)
    if "bvh" in memory.words or "bvh64" in memory.words:
        builder.fields.update(glc=0, slc=0, dlc=0, dmask=15, unorm=1, r128=1, vdata=builder.draw_vgpr(4))
        return
    builder.fields["dmask"] = (
        rng.choice((1, 2, 4, 8))
        if "gather4" in memory.words or "gather4h" in memory.words or "msaa" in memory.words
        else rng.randrange(1, 16)
    )
    if memory.verb == "atomic":
        builder.fields["dmask"] = 3 if memory.combine == "cmpswap" else 1
        builder.fields["glc"] = 1
    builder.fields["vdata"] = builder.draw_vgpr(5)
    if memory.verb == "sample":
        builder.fields["ssamp"] = random_scalar_data(builder, 4)
    builder.fields["unorm"] = rng.randrange(2)
    set_image_flags(builder, memory)
    if "da" in builder.layout.fields:
        builder.fields["da"] = rng.randrange(2)
        builder.fields["unorm"] |= memory.verb == "atomic"
        return
    builder.fields["dim"] = rng.choice((0, 1, 2, 5)) if "msaa" not in memory.words else rng.choice((6, 7))
    if builder.flip(0.5):
        set_separate_addresses(builder)


def set_image_flags(builder, memory) -> None:
    """Set TFE, LWE and D16 if the operation has them."""
    if memory.verb == "atomic":
        return
    builder.fields.update(tfe=int(builder.flip()), lwe=int(builder.flip()) if memory.verb != "store" else 0)
    if not {"pck", "resinfo", "lod"} & set(memory.words):
        # llvm-mc 19 prints a register too few
        gathers_tfe = builder.fields["tfe"] and {"gather4", "gather4h"} & set(memory.words)
        builder.fields["d16"] = int(builder.flip() and not gathers_tfe)


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


def set_separate_addresses(builder) -> None:
    """Select NSA: each address is in its own register. The fifth and later addresses are in the registers after the
    last named one."""
    count = address_count(builder.form.op.memory.words, builder.fields["dim"])
    if count > 1:
        builder.fields["nsa"] = 1
        for n in range(1, min(count, 5)):
            builder.fields[f"vaddr{n}"] = builder.rng.randrange(240)


def set_export_fields(builder) -> None:
    """Set the fields of EXP."""
    rng = builder.rng
    en = rng.randrange(16)
    builder.fields["done"] = rng.randrange(2)
    if "vm" in builder.layout.fields:
        builder.fields["tgt"] = rng.choice((*range(10), 12, 13, 14, 15, *range(32, 64)))
        builder.fields["vm"] = rng.randrange(2)
        builder.fields["compr"] = rng.randrange(2)
        if builder.fields["compr"]:
            en = rng.choice((0, 3, 12, 15))
    else:
        builder.fields["tgt"] = rng.choice((*range(9), 12, 13, 14, 15, 16, 20, 21, 22))
        builder.fields["row_en"] = rng.randrange(2)
    builder.fields["en"] = en
    for n in range(4):
        builder.fields[f"vsrc{n}"] = rng.randrange(256) if en >> n & 1 else 0
    if builder.fields.get("compr"):
        for n in range(4):
            builder.fields[f"vsrc{n}"] = 0
        if en & 3:
            builder.fields["vsrc0"] = rng.randrange(256)
        if en & 12:
            builder.fields["vsrc1"] = rng.randrange(256)


def set_interpolation_fields(builder) -> None:
    """Set the fields of VINTRP."""
    builder.fields.update(attr=builder.rng.randrange(33), chan=builder.rng.randrange(4))
    if any(v.place == "pn" for v in builder.form.op.sources):
        builder.fields["vsrc" if builder.form.layout == "vintrp" else "src0"] = builder.rng.randrange(3)


def set_lds_direct_fields(builder) -> None:
    """Set the fields of LDS_DIRECT_LOAD and LDS_PARAM_LOAD."""
    builder.fields["wait_vdst"] = builder.rng.randrange(16)
    if "param" in builder.form.op.memory.words:
        builder.fields.update(attr=builder.rng.randrange(33), chan=builder.rng.randrange(4))
