/* Fields of an encoding that an instruction does not use; hardware ignores them (docs/errata.md, E-158).  They are set
   to the assembler's values here, before anything else reads them. */
#include "decode.h"

static void set_bits(struct inst *i, u32 dword, u32 bits, u32 value)
{
    const u32 differing = (i->words[dword] ^ value) & bits;
    i->words[dword] ^= differing;
    i->unused |= differing != 0;
    i->noted |= differing != 0;
}

static void clear(const struct layout *l, struct inst *i, u32 field, u32 bits)
{
    const struct at *a = &l->field[field];
    set_bits(i, a->dword, (bits & a->mask) << a->shift, 0);
}

static u32 value_of(const struct layout *l, const struct inst *i, u32 field) { return field_of(l, i->words, field); }

/* A scratch address has a VGPR, an SGPR, both (SVE) or neither; on gfx9 SADDR decides (Vega ISA, 9.1; RDNA3 ISA,
   11.2). */
static bool vector_address(const struct traits *t, const struct layout *l, const struct inst *i)
{
    if (i->form->encoding != E_SCRATCH) return true;
    return has_field(l, F_SVE) ? value_of(l, i, F_SVE) : value_of(l, i, F_SADDR) == (u32)t->saddr_off;
}

/* gfx9: SOFFSET counts if SOFFSET_EN is set.  OFFSET is a constant if IMM is set.  Otherwise, without SOFFSET, it is
   the number of an SGPR (Vega ISA, 7.2). */
static void scalar_offsets(const struct layout *l, struct inst *i)
{
    if (!has_field(l, F_SOFFSET_EN)) return;
    if (!value_of(l, i, F_SOFFSET_EN)) clear(l, i, F_SOFFSET, ~0u);
    if (!value_of(l, i, F_IMM)) clear(l, i, F_OFFSET, value_of(l, i, F_SOFFSET_EN) ? ~0u : ~127u);
}

/* Address registers of the NSA dword beyond those the image needs (RDNA3 ISA, 10.4). */
static void further_addresses(const struct layout *l, struct inst *i, const struct part *p)
{
    const u32 addresses = image_operands(i, p).addresses;
    if (value_of(l, i, F_NSA) && addresses < 5) set_bits(i, 2, addresses ? ~0u << 8 * (addresses - 1) : ~0u, 0);
}

/* Components not in EN are not exported.  With COMPR two VGPRs hold four halves (Vega ISA, 10; RDNA3 ISA, 13). */
static void exported(const struct layout *l, struct inst *i)
{
    static const u8 sources[4] = { F_VSRC0, F_VSRC1, F_VSRC2, F_VSRC3 };
    const u32 en = value_of(l, i, F_EN), compressed = value_of(l, i, F_COMPR);
    const u32 used = compressed ? (en & 3 ? 1 : 0) | (en & 12 ? 2 : 0) : en;
    for (u32 n = 0; n < 4; n++) if (!(used >> n & 1)) clear(l, i, sources[n], ~0u);
}

/* ACO leaves any register in VADDR of a buffer access without an address, so that has no note. */
static void drop_address(const struct layout *l, struct inst *i)
{
    const bool noted = i->noted;
    if (value_of(l, i, F_OFFEN) || value_of(l, i, F_IDXEN)) return;
    clear(l, i, F_VADDR, ~0u);
    i->noted = noted;
}

/* Fields that are unused because of the value of another field. */
static void drop_idle(const struct traits *t, const struct layout *l, struct inst *i, const struct part *p)
{
    if (p->flags & IF_GLC && p->what == PART_VGPR && !value_of(l, i, F_GLC)) clear(l, i, p->field, ~0u);
    switch ((enum what)p->what) {
    case PART_BUFFER_ADDR:  drop_address(l, i); break;
    case PART_FLAT_ADDR:    if (!vector_address(t, l, i)) clear(l, i, F_ADDR, ~0u); break;
    case PART_SMEM_OFFSET:  scalar_offsets(l, i); break;
    case PART_SDWA_DST:     if (!value_of(l, i, F_SD)) clear(l, i, p->field, ~0u); break;
    case PART_IMAGE: case PART_BVH: further_addresses(l, i, p); break;
    case PART_EXP:          exported(l, i); break;
    case PART_LDS:
        if (value_of(l, i, F_LDS)) clear(l, i, has_field(l, F_VDATA) ? F_VDATA : F_VDST, ~0u);
        break;
    default: break;
    }
}

void drop_unused(const struct traits *t, struct inst *i)
{
    const struct form *f = i->form;
    const struct layout *l = &layouts[f->layout];
    set_bits(i, 0, (u32)f->unused, (u32)f->value);
    set_bits(i, 1, (u32)(f->unused >> 32), (u32)(f->value >> 32));
    if (l->extension) set_bits(i, l->dwords, f->extension_unused, 0);
    for (u32 n = 0; n < f->part_count; n++) drop_idle(t, l, i, &f->parts[n]);
}
