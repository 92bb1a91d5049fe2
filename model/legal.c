/* Which operand codes an instruction may have: what LLVM 19 disassembles without marking an error. */
#include "decode.h"

static i32 null_code(enum family family) { return traits[family].null >= 0 ? traits[family].null : 125; }

/* Codes 235..239 and 251..253: apertures and the bits VCCZ, EXECZ, SCC; with NULL they fit any scalar operand. */
static bool special(enum family family, u32 code)
{
    return (code >= 235 && code <= 239) || (code >= 251 && code <= 253) || (i32)code == null_code(family);
}

static bool inline_constant(u32 code) { return (code >= 128 && code <= 208) || (code >= 240 && code <= 248); }

/* A tuple lies within the SGPRs, the TTMPs, or is VCC, EXEC or (gfx9) FLAT_SCRATCH, XNACK_MASK. */
static bool scalar_register(enum family family, u32 code, u32 width)
{
    const u32 mask = width >= 4 ? 3 : width - 1, sgprs = (u32)traits[family].sgprs, ttmp = code - (u32)traits[family].ttmp;
    if (code >= 128) return false;
    if (width == 1) return true;
    if (code < sgprs) return (code & ~mask) + width <= sgprs;
    if (ttmp < 16) return (ttmp & ~mask) + width <= 16;
    if (width > 2) return false;
    return (code & 1) == 0 ? (i32)code != traits[family].m0 : (i32)code == null_code(family);
}

static bool vector_register(u32 reg, u32 width) { return reg + width <= VGPRS; }

static u32 width_of(const struct part *p, u32 lanes) { return p->flags & BY_WAVE && lanes == 32 ? 2u * p->width : p->width; }

static bool narrow(u32 type) { return type != TY_B64 && type != TY_F64 && type != TY_I64; }

static bool source_legal(enum family family, const struct layout *l, const struct inst *i, const struct part *p)
{
    const bool vectors = l->field[p->field].ones == 9 || l->extension == SDWA;
    u32 code = field_of(l, i->words, p->field);
    if (l->extension == SDWA && !field_of(l, i->words, p->index ? F_S1 : F_S0)) return true;
    if (code >= 256) return vector_register(code - 256, p->width);
    if (code < 128) return scalar_register(family, code, p->width);
    if (code == 254) return vectors && narrow(p->type);
    if (code == 255) return l->extension != SDWA;
    return inline_constant(code) || special(family, code);
}

/* Operands that must be lane masks: scalar registers, and as sources not EXEC. */
static bool mask_legal(enum family family, u32 lanes, const struct layout *l, const struct inst *i, const struct part *p)
{
    const u32 code = field_of(l, i->words, p->field);
    if (p->flags & NO_EXEC && (code & ~1u) == (u32)traits[family].exec) return false;
    if (p->flags & NO_EXEC && code >= 128) return special(family, code);
    return scalar_register(family, code, lanes > 32 ? 2 : 1);
}

static bool vgpr_legal(enum family family, u32 lanes, const struct layout *l, const struct inst *i, const struct part *p)
{
    const u32 code = field_of(l, i->words, p->field), width = width_of(p, lanes);
    if (l->field[p->field].ones == 9) return code >= 256 && vector_register(code - 256, width);
    (void)family;
    return vector_register(code, width);
}

static bool sgpr_legal(enum family family, const struct layout *l, const struct inst *i, const struct part *p)
{
    u32 code = field_of(l, i->words, p->field);
    if (l->field[p->field].ones == 5) code *= 4;
    if (l->field[p->field].ones == 6) code *= 2;
    if (l->field[p->field].ones == 8 && code >= 128) return special(family, code);
    return scalar_register(family, code, p->width);
}

static bool part_legal(enum family family, u32 lanes, const struct layout *l, const struct inst *i, const struct part *p)
{
    const u32 code = p->field ? field_of(l, i->words, p->field) : 0;
    switch ((enum what)p->what) {
    case PART_VGPR:     return vgpr_legal(family, lanes, l, i, p);
    case PART_SGPR:     return sgpr_legal(family, l, i, p);
    case PART_SOURCE:   return source_legal(family, l, i, p);
    case PART_SOFFSET:  return scalar_register(family, code, 1) || inline_constant(code) || special(family, code);
    case PART_MASK:     return mask_legal(family, lanes, l, i, p);
    case PART_SDWA_DST: return !field_of(l, i->words, F_SD) || scalar_register(family, code, 2);
    case PART_VSOURCE:  return inline_constant(code) || (code >= 256 && vector_register(code - 256, width_of(p, lanes)));
    case PART_VLDS:     return code >= 256 || code == 254 || special(family, code);
    default:            return true;
    }
}

bool legal(enum family family, u32 lanes, const struct form *f, const struct inst *i)
{
    const struct layout *l = &layouts[f->layout];
    for (u32 n = 0; n < f->part_count; n++) if (!part_legal(family, lanes, l, i, &f->parts[n])) return false;
    return true;
}

u32 nsa_dwords(enum family family, const struct form *f, const u32 *words)
{
    (void)family; (void)f; (void)words;
    return 1;
}
