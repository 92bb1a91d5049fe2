/* Legal operand codes: those that LLVM 22 disassembles without an error. */
#include "decode.h"

/* Apertures and the bits VCCZ, EXECZ, SCC.  With NULL they are legal in any scalar operand. */
static bool special(const struct traits *t, u32 code)
{ return (kind_of_code(code) == CODE_SPECIAL && operand_codes[code].reads != LDS_DIRECT) || (i32)code == null_code(t); }

static bool inline_constant(u32 code) { return kind_of_code(code) == CODE_INTEGER || kind_of_code(code) == CODE_FLOAT; }
static bool lds_direct(u32 code)
{ return kind_of_code(code) == CODE_SPECIAL && operand_codes[code].reads == LDS_DIRECT; }

/* A tuple lies within the SGPRs or the TTMPs, or is VCC, EXEC or (gfx9) FLAT_SCRATCH, XNACK_MASK. */
static bool scalar_register(const struct traits *t, u32 code, u32 width)
{
    const u32 ttmp = code - (u32)t->ttmp;
    if (code >= SGPRS) return false;
    if (width == 1 || (i32)code == null_code(t)) return true;
    /* longer tuples start at a multiple of 4 and may reach s103 on gfx9 too; pairs always fit */
    if (code < (u32)t->sgprs) return (code & ~3u) + width <= 106;
    if (ttmp < 16) return (ttmp & ~3u) + width <= 16;
    if (width > 2) return false;
    return !(code & 1) && (i32)code != t->m0;
}

static bool vector_register(u32 reg, u32 width) { return reg + width <= VGPRS; }

static u32 width_of(const struct part *p, u32 lanes)
{ return p->flags & BY_WAVE && lanes == 32 ? 2u * p->width : p->width; }

static bool narrow(u32 type) { return type != TY_B64 && type != TY_F64 && type != TY_I64; }

static bool source_legal(const struct traits *t, const struct layout *l, const struct inst *i, const struct part *p)
{
    const bool vectors = (l->field[p->field].ones == 9 && !(p->flags & SCALAR_ONLY)) || l->extension == SDWA;
    u32 code = field_of(l, i->words, p->field);
    if (l->extension == SDWA && !field_of(l, i->words, p->index ? F_S1 : F_S0)) return true;
    if (code >= 256) return vectors && vector_register(code - 256, p->width);
    if (code < SGPRS) return scalar_register(t, code, p->width);
    if (lds_direct(code)) return vectors && narrow(p->type);
    if (kind_of_code(code) == CODE_LITERAL) return l->extension == PLAIN;
    return inline_constant(code) || special(t, code);
}

/* Operands that must be lane masks: scalar registers; EXEC is illegal as a source. */
static bool mask_legal(const struct traits *t, u32 lanes, const struct layout *l, const struct inst *i,
                       const struct part *p)
{
    const u32 code = field_of(l, i->words, p->field);
    if (p->flags & NO_EXEC && (code & ~1u) == (u32)t->exec) return false;
    return scalar_register(t, code, lanes > 32 ? 2 : 1) || special(t, code);
}

static bool vgpr_legal(const struct traits *t, u32 lanes, const struct layout *l, const struct inst *i,
                       const struct part *p)
{
    const u32 code = field_of(l, i->words, p->field), width = width_of(p, lanes);
    /* VINTERP has VGPRs only (RDNA3 ISA, 12.3; errata E-160); other encodings accept SCC, VCCZ and similar */
    if (l->field[p->field].ones == 9)
        return code >= 256 ? vector_register(code - 256, width)
                           : width == 1 && special(t, code) && i->form->encoding != E_VINTERP;
    return vector_register(code, width + (p->field == F_VDATA && field_of(l, i->words, F_TFE)));
}

static bool sgpr_legal(const struct traits *t, const struct layout *l, const struct inst *i, const struct part *p)
{
    u32 code = field_of(l, i->words, p->field);
    if (l->field[p->field].ones == 5) code *= 4;
    if (l->field[p->field].ones == 6) code *= 2;
    if (l->field[p->field].ones == 8 && code >= SGPRS) return special(t, code);
    /* scalar memory data: M0 and EXEC are illegal */
    const bool protected = p->field == F_SDATA && i->form->part_count > 1;
    if (protected && ((i32)code == t->m0 || (i32)(code & ~1u) == t->exec)) return false;
    return scalar_register(t, code, p->width);
}

/* FLAT addresses are pairs unless SADDR supplies the base. */
static bool flat_legal(const struct traits *t, const struct layout *l, const struct inst *i)
{
    const bool pair = i->form->encoding == E_FLAT ||
                      (i->form->encoding == E_GLOBAL && field_of(l, i->words, F_SADDR) == (u32)t->saddr_off);
    if (field_of(l, i->words, F_LDS) && field_of(l, i->words, F_NV)) return false;
    return vector_register(field_of(l, i->words, F_ADDR), pair ? 2 : 1);
}

static bool code_of_saddr(const struct traits *t, const struct layout *l, const struct inst *i)
{
    const u32 code = field_of(l, i->words, F_SADDR);
    if (code == (u32)t->saddr_off) return true;
    return !(i->form->encoding == E_SCRATCH && (i32)code == t->exec + 1) &&
           scalar_register(t, code, i->form->encoding == E_SCRATCH ? 1 : 2);
}

static bool buffer_legal(const struct layout *l, const struct inst *i)
{
    if (field_of(l, i->words, F_LDS) && field_of(l, i->words, F_TFE)) return false;
    return vector_register(field_of(l, i->words, F_VADDR),
                           field_of(l, i->words, F_IDXEN) + field_of(l, i->words, F_OFFEN));
}

static bool image_legal(const struct traits *t, const struct layout *l, const struct inst *i, const struct part *p)
{
    const u32 words = p->what == PART_BVH ? 4 : 8;
    if (!scalar_register(t, field_of(l, i->words, F_SRSRC) * 4, words)) return false;
    if (!scalar_register(t, field_of(l, i->words, F_SSAMP) * 4, 4)) return false;       /* 0 if there is none */
    const struct image m = image_operands(i, p);
    if (!vector_register(field_of(l, i->words, F_VDATA), m.data)) return false;
    const u8 further[4] = { (u8)i->words[2], (u8)(i->words[2] >> 8), (u8)(i->words[2] >> 16), (u8)(i->words[2] >> 24) };
    for (u32 n = 0; n < m.addresses; n++)
        if (!vector_register(n ? further[n - 1] : field_of(l, i->words, F_VADDR), m.width[n])) return false;
    return true;
}

static bool part_legal(const struct traits *t, u32 lanes, const struct layout *l, const struct inst *i,
                       const struct part *p)
{
    const u32 code = p->field ? field_of(l, i->words, p->field) : 0;
    switch ((enum what)p->what) {
    case PART_VGPR:     return vgpr_legal(t, lanes, l, i, p);
    case PART_SGPR:     return sgpr_legal(t, l, i, p);
    case PART_SOURCE:   return source_legal(t, l, i, p);
    case PART_SOFFSET:
        return scalar_register(t, code, 1) || inline_constant(code) || special(t, code) ||
               kind_of_code(code) == CODE_LITERAL;
    case PART_MASK:     return mask_legal(t, lanes, l, i, p);
    case PART_SDWA_DST: return !field_of(l, i->words, F_SD) || scalar_register(t, code, 2);
    case PART_VSOURCE:
        return inline_constant(code) || kind_of_code(code) == CODE_LITERAL ||
               (code >= 256 && vector_register(code - 256, width_of(p, lanes)));
    case PART_VLDS:     return code >= 256 || lds_direct(code) || special(t, code);
    case PART_FLAT_ADDR:  return flat_legal(t, l, i);
    case PART_FLAT_SADDR: return code_of_saddr(t, l, i);
    case PART_BUFFER_ADDR: return buffer_legal(l, i);
    case PART_IMAGE: case PART_BVH: return image_legal(t, l, i, p);
    case PART_DST_SEL:  return field_of(l, i->words, F_DST_SEL) != 7;
    case PART_SRC0_SEL: return field_of(l, i->words, F_SRC0_SEL) != 7;
    case PART_SRC1_SEL: return field_of(l, i->words, F_SRC1_SEL) != 7;
    default:            return true;
    }
}

bool legal(const struct traits *t, u32 lanes, const struct form *f, const struct inst *i)
{
    const struct layout *l = &layouts[f->layout];
    for (u32 n = 0; n < f->part_count; n++) if (!part_legal(t, lanes, l, i, &f->parts[n])) return false;
    return true;
}
