/* Text of memory operands: offsets, addresses, cache bits, buffers, images, exports. */
#include "disasm.h"

/* ---- DS ---- */

static void put_lane_pattern(struct text *t, u32 and, u32 or, u32 xor)
{
    put(t, "swizzle(BITMASK_PERM,\"");
    for (u32 bit = 16; bit; bit >>= 1) {
        const u32 zero = (or ^ xor) & bit, one = ((and | or) ^ xor) & bit;
        put(t, "%c", zero == one ? (zero ? '1' : '0') : zero ? 'i' : 'p');
    }
    put(t, "\")");
}

static bool power_of_two(u32 x) { return x && !(x & (x - 1)); }

/* The named patterns first, then the mask (RDNA3 ISA, 12.11; Vega ISA, 10 "DS_SWIZZLE"). */
static void put_swizzle(struct text *t, u32 x)
{
    const u32 and = x & 31, or = x >> 5 & 31, xor = x >> 10, group = 32 - and;
    if (!x) return;
    put(t, " offset:");
    if ((x & 0xff00) == 0x8000) put(t, "swizzle(QUAD_PERM,%u,%u,%u,%u)", x & 3, x >> 2 & 3, x >> 4 & 3, x >> 6 & 3);
    else if (x >= 0xe000) put(t, "swizzle(FFT,%u)", and);
    else if (x >= 0xc000) put(t, "swizzle(ROTATE,%u,%u)", x >> 10 & 1, x >> 5 & 31);
    else if (x & 0x8000) put(t, "%u", x);
    else if (and == 31 && !or && power_of_two(xor)) put(t, "swizzle(SWAP,%u)", xor);
    else if (and == 31 && !or && xor && power_of_two(xor + 1)) put(t, "swizzle(REVERSE,%u)", xor + 1);
    else if (group > 1 && power_of_two(group) && or < group && !xor) put(t, "swizzle(BROADCAST,%u,%u)", group, or);
    else put_lane_pattern(t, and, or, xor);
}

static void put_offset(struct text *t, const char *name, i32 x)
{
    if (x) put(t, " %s:%d", name, x);
}

/* ---- FLAT, GLOBAL, SCRATCH ---- */

static void put_flat_address(const struct asmline *a)
{
    comma(a->t);
    if (a->i->form->encoding == E_SCRATCH) {
        const bool used = has_field(a->l, F_SVE) ? get(a, F_SVE) : get(a, F_SADDR) == (u32)a->r->saddr_off;
        if (used) put_vector(a->t, get(a, F_ADDR), 1);
        else put(a->t, "off");
        return;
    }
    const bool offset_only = a->i->form->encoding == E_GLOBAL && get(a, F_SADDR) != (u32)a->r->saddr_off;
    put_vector(a->t, get(a, F_ADDR), offset_only ? 1 : 2);
}

static void put_flat_saddr(const struct asmline *a)
{
    const u32 code = get(a, F_SADDR);
    comma(a->t);
    if (code == (u32)a->r->saddr_off) put(a->t, "off");
    else put_scalar(a->t, a->r, code, a->i->form->encoding == E_SCRATCH ? 1 : 2);
}

static void put_cache_bits(const struct asmline *a)
{ put(a->t, "%s%s%s", get(a, F_GLC) ? " glc" : "", get(a, F_SLC) ? " slc" : "", get(a, F_DLC) ? " dlc" : ""); }

/* ---- SMEM ---- */

static void put_smem_number(struct text *t, i32 x)
{
    if (x < 0) put(t, "-0x%x", (u32)-x);
    else put(t, "0x%x", (u32)x);
}

static void put_smem_offset(const struct asmline *a)
{
    const u32 offset = get(a, F_OFFSET), soffset = get(a, F_SOFFSET);
    const bool has_imm = has_field(a->l, F_IMM);
    const bool reg = has_imm ? get(a, F_SOFFSET_EN) || !get(a, F_IMM) : !offset || (i32)soffset != a->r->null;
    const bool number = has_imm ? get(a, F_IMM) : offset != 0;
    comma(a->t);
    if (reg) put_scalar(a->t, a->r, has_imm && !get(a, F_SOFFSET_EN) ? offset : soffset, 1);
    if (!number) return;
    if (reg) put(a->t, " offset:");
    put_smem_number(a->t, sign_extend(offset, 21));
}

/* ---- MUBUF, MTBUF ---- */

static void put_buffer_address(const struct asmline *a)
{
    const u32 width = get(a, F_IDXEN) + get(a, F_OFFEN);
    comma(a->t);
    if (width) put_vector(a->t, get(a, F_VADDR), width);
    else put(a->t, "off");
}

static void put_buffer_offset(const struct asmline *a)
{
    put(a->t, "%s%s", get(a, F_IDXEN) ? " idxen" : "", get(a, F_OFFEN) ? " offen" : "");
    put_offset(a->t, "offset", (i32)get(a, F_OFFSET));
}

/* gfx9: data format, then number format (Vega ISA, 8.1.5). */
static void put_split_format(struct text *t, u32 x)
{
    static const char *const data[] = { "INVALID",     "8",        "16",          "8_8",        "32",      "16_16",
                                        "10_11_11",    "11_11_10", "10_10_10_2",  "2_10_10_10", "8_8_8_8", "32_32",
                                        "16_16_16_16", "32_32_32", "32_32_32_32", "RESERVED_15" };
    static const char *const number[] = {
        "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "RESERVED_6", "FLOAT"
    };
    const u32 d = x & 15, n = x >> 4;
    if (d == 1 && n == 0) return;
    put(t, " format:[");
    if (d != 1) put(t, "BUF_DATA_FORMAT_%s%s", data[d], n ? "," : "");
    if (n) put(t, "BUF_NUM_FORMAT_%s", number[n]);
    put(t, "]");
}

static void put_unified_format(struct text *t, u32 x)
{
    static const char *const names[] = { "INVALID",
                                         "8_UNORM",
                                         "8_SNORM",
                                         "8_USCALED",
                                         "8_SSCALED",
                                         "8_UINT",
                                         "8_SINT",
                                         "16_UNORM",
                                         "16_SNORM",
                                         "16_USCALED",
                                         "16_SSCALED",
                                         "16_UINT",
                                         "16_SINT",
                                         "16_FLOAT",
                                         "8_8_UNORM",
                                         "8_8_SNORM",
                                         "8_8_USCALED",
                                         "8_8_SSCALED",
                                         "8_8_UINT",
                                         "8_8_SINT",
                                         "32_UINT",
                                         "32_SINT",
                                         "32_FLOAT",
                                         "16_16_UNORM",
                                         "16_16_SNORM",
                                         "16_16_USCALED",
                                         "16_16_SSCALED",
                                         "16_16_UINT",
                                         "16_16_SINT",
                                         "16_16_FLOAT",
                                         "10_11_11_FLOAT",
                                         "11_11_10_FLOAT",
                                         "10_10_10_2_UNORM",
                                         "10_10_10_2_SNORM",
                                         "10_10_10_2_UINT",
                                         "10_10_10_2_SINT",
                                         "2_10_10_10_UNORM",
                                         "2_10_10_10_SNORM",
                                         "2_10_10_10_USCALED",
                                         "2_10_10_10_SSCALED",
                                         "2_10_10_10_UINT",
                                         "2_10_10_10_SINT",
                                         "8_8_8_8_UNORM",
                                         "8_8_8_8_SNORM",
                                         "8_8_8_8_USCALED",
                                         "8_8_8_8_SSCALED",
                                         "8_8_8_8_UINT",
                                         "8_8_8_8_SINT",
                                         "32_32_UINT",
                                         "32_32_SINT",
                                         "32_32_FLOAT",
                                         "16_16_16_16_UNORM",
                                         "16_16_16_16_SNORM",
                                         "16_16_16_16_USCALED",
                                         "16_16_16_16_SSCALED",
                                         "16_16_16_16_UINT",
                                         "16_16_16_16_SINT",
                                         "16_16_16_16_FLOAT",
                                         "32_32_32_UINT",
                                         "32_32_32_SINT",
                                         "32_32_32_FLOAT",
                                         "32_32_32_32_UINT",
                                         "32_32_32_32_SINT",
                                         "32_32_32_32_FLOAT" };
    if (x == 1) return;
    if (x < sizeof names / sizeof *names) put(t, " format:[BUF_FMT_%s]", names[x]);
    else put(t, " format:%u", x);
}

/* ---- images and exports ---- */

static void put_export_target(struct text *t, const struct traits *r, u32 x)
{
    const u32 later = r->wave32;                             /* RDNA has a fifth position, primitives and dual source */
    if (x < 8) put(t, "mrt%u", x);
    else if (x == 8) put(t, "mrtz");
    else if (!later && x == 9) put(t, "null");
    else if (x >= 12 && x < 16 + later) put(t, "pos%u", x - 12);
    else if (later && x == 20) put(t, "prim");
    else if (later && (x == 21 || x == 22)) put(t, "dual_src_blend%u", x - 21);
    else if (!later && x >= 32) put(t, "param%u", x - 32);
    else put(t, "invalid_target_%u", x);
}

static void put_export(const struct asmline *a)
{
    static const u8 sources[] = { F_VSRC0, F_VSRC1, F_VSRC2, F_VSRC3 };
    const u32 en = get(a, F_EN), compressed = get(a, F_COMPR);
    put(a->t, " ");
    put_export_target(a->t, a->r, get(a, F_TGT));
    for (u32 n = 0; n < 4; n++) {
        const u32 from = compressed ? n / 2 : n;
        if (en >> n & 1) put(a->t, "%s v%u", n ? "," : "", get(a, sources[from]));
        else put(a->t, "%s off", n ? "," : "");
    }
    put(a->t, "%s%s%s%s", get(a, F_DONE) ? " done" : "", compressed ? " compr" : "", get(a, F_VM) ? " vm" : "",
        get(a, F_ROW_EN) ? " row_en" : "");
}

static void put_addresses(const struct asmline *a, const struct image *m)
{
    struct text *t = a->t;
    const u32 further = a->i->words[2];
    if (m->addresses == 1) { put_vector(t, get(a, F_VADDR), m->width[0]); return; }
    put(t, "[");
    for (u32 n = 0; n < m->addresses; n++) {
        if (n) put(t, ", ");
        put_vector(t, n ? further >> 8 * (n - 1) & 255 : get(a, F_VADDR), m->width[n]);
    }
    put(t, "]");
}

static void put_image(const struct asmline *a, const struct part *p)
{
    static const char *const dims[] = { "1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY" };
    struct text *t = a->t;
    const struct image m = image_operands(a->i, p);
    const bool bvh = p->what == PART_BVH;
    if (!bvh && p->flags & IMAGE_SAMPLER && get(a, F_NSA)) put(t, " ");      /* LLVM writes a second blank */
    comma(t);
    put_vector(t, get(a, F_VDATA), m.data);
    comma(t);
    put_addresses(a, &m);
    comma(t);
    put_scalar(t, a->r, get(a, F_SRSRC) * 4, bvh ? 4 : 8);
    if (bvh) { put(t, "%s", get(a, F_A16) ? " a16" : ""); return; }
    if (p->flags & IMAGE_SAMPLER) { comma(t); put_scalar(t, a->r, get(a, F_SSAMP) * 4, 4); }
    if (get(a, F_DMASK)) put(t, " dmask:0x%x", get(a, F_DMASK));
    if (has_field(a->l, F_DIM)) put(t, " dim:SQ_RSRC_IMG_%s", dims[get(a, F_DIM)]);
    put(t, "%s", get(a, F_UNORM) ? " unorm" : "");
    put_cache_bits(a);
    const struct {
        u32 field;
        const char *name;
    } bits[] = { { F_R128, "r128" }, { F_A16, "a16" }, { F_TFE, "tfe" },
                 { F_LWE, "lwe" },   { F_DA, "da" },   { F_D16, "d16" } };
    for (u32 n = 0; n < 6; n++) if (get(a, bits[n].field)) put(t, " %s", bits[n].name);
}

bool put_memory(const struct asmline *a, const struct part *p)
{
    struct text *t = a->t;
    switch ((enum what)p->what) {
    case PART_DS_OFFSET:     put_offset(t, "offset", (i32)(get(a, F_OFFSET0) | get(a, F_OFFSET1) << 8)); break;
    case PART_DS_OFFSET0:    put_offset(t, "offset0", (i32)get(a, F_OFFSET0)); break;
    case PART_DS_OFFSET1:    put_offset(t, "offset1", (i32)get(a, F_OFFSET1)); break;
    case PART_SWIZZLE:       put_swizzle(t, get(a, F_OFFSET0) | get(a, F_OFFSET1) << 8); break;
    case PART_GDS:           put(t, "%s", get(a, F_GDS) ? " gds" : ""); break;
    case PART_GDS_ALWAYS:    put(t, " gds"); break;
    case PART_FLAT_ADDR:     put_flat_address(a); break;
    case PART_FLAT_SADDR:    put_flat_saddr(a); break;
    case PART_FLAT_OFFSET:
        put_offset(t, "offset", a->i->form->encoding == E_FLAT ? (i32)get(a, F_OFFSET) : a->i->imm);
        break;
    case PART_CPOL:          put_cache_bits(a); break;
    case PART_LDS:           put(t, "%s", get(a, F_LDS) ? " lds" : ""); break;
    case PART_LDS_ALWAYS:    put(t, " lds"); break;
    case PART_TFE:           put(t, "%s", get(a, F_TFE) ? " tfe" : ""); break;
    case PART_SMEM_OFFSET:   put_smem_offset(a); break;
    case PART_BUFFER_ADDR:   put_buffer_address(a); break;
    case PART_SOFFSET:       comma(t); put_code(a, get(a, F_SOFFSET), 1, TY_B32); break;
    case PART_BUFFER_OFFSET: put_buffer_offset(a); break;
    case PART_FORMAT:        (a->r->unified_format ? put_unified_format : put_split_format)(t, get(a, F_FORMAT)); break;
    case PART_IMAGE: case PART_BVH: put_image(a, p); break;
    case PART_EXP:           put_export(a); break;
    default: return false;
    }
    return true;
}
