/* Decodes words: finds the form and resolves its operands.  A word decodes only if a form matches all its fixed
   bits. */
#include <string.h>
#include "decode.h"

/* The longest instruction in dwords: a 64-bit encoding and a literal, DPP or NSA dword (RDNA3 ISA, 7.2.2.3, 7.7, 15.7).
   gfx9 has no such dword (Vega ISA, 3.2.2). */
static u32 longest(const struct traits *t) { return 2 + (t->vop3_literal != 0); }

/* SRC0 codes with an extension dword (Vega ISA, 13; RDNA3 ISA, 4.1). */
static u32 extension_of(u32 code)
{ return code == 249 ? SDWA : code == 250 ? DPP16 : code == 233 || code == 234 ? DPP8 : PLAIN; }

static const struct form *form_at(const struct traits *t, const struct word_group *g, u32 extension, u32 sub,
                                  u32 opcode)
{ return &forms[t->family][form_index[g->first + (((extension << g->sub_bits | sub) << g->op_bits) | opcode)]]; }

/* An encoding of one dword has no fixed bits in the second. */
static bool fits(const struct form *f, const u32 *words)
{ return f->mnemonic && !((wide(words[0], words[1]) ^ f->value) & f->fixed); }

/* The form of these words: with the extension that SRC0 selects, else without. */
static const struct form *find(const struct traits *t, const struct word_group *g, const u32 *words, u32 count)
{
    const u32 opcode = words[0] >> g->op_shift & ((1u << g->op_bits) - 1),
              sub = words[0] >> g->sub_shift & ((1u << g->sub_bits) - 1);
    const u32 extension = g->extensions > 1 ? extension_of(words[g->src0_dword] & 511) : PLAIN;
    if (extension) {
        const struct form *f = form_at(t, g, extension, sub, opcode);
        if (fits(f, words) && count > g->dwords && !(words[g->dwords] & f->extension_fixed)) return f;
    }
    const struct form *f = form_at(t, g, PLAIN, sub, opcode);
    return fits(f, words) ? f : 0;
}

/* A literal code needs a literal dword, except with an extension. */
static bool has_literal(const struct form *f, const u32 *words)
{
    const struct layout *l = &layouts[f->layout];
    if (f->has & HAS_LITERAL) return true;
    if (!(f->has & HAS_CODES) || l->extension != PLAIN) return false;
    for (u32 n = 0; n < f->part_count; n++) {
        const struct part *p = &f->parts[n];
        if ((p->what == PART_SOURCE || p->what == PART_VSOURCE || p->what == PART_SOFFSET) &&
            kind_of_code(field_of(l, words, p->field)) == CODE_LITERAL)
            return true;
    }
    return false;
}

/* dpp_ctrl and its dword, or the eight selects (RDNA3 ISA, 7.7; Vega ISA, 13 "DPP"). */
static bool read_move(const struct traits *t, const struct layout *l, struct inst *i)
{
    if (l->extension == DPP8) {
        i->move = (struct move){ .kind = MOVE_DPP8,
                                 .row_mask = 15,
                                 .bank_mask = 15,
                                 .lanes = i->words[l->dwords] >> 8,
                                 .fetch_inactive = (i->words[l->dwords - 1] & 511) == 234 };
        return true;
    }
    const u32 control = field_of(l, i->words, F_DPP_CTRL);
    const u8 kind = dpp_kind[t->family][control];
    i->move = (struct move){ .kind = kind,
                             .amount = (u8)(control >> 8 ? control & 15 : control),
                             .row_mask = (u8)field_of(l, i->words, F_ROW_MASK),
                             .bank_mask = (u8)field_of(l, i->words, F_BANK_MASK),
                             .bound_ctrl = field_of(l, i->words, F_BOUND_CTRL),
                             .fetch_inactive = field_of(l, i->words, F_FI) };
    return kind != NO_MOVE;
}

static void start(struct inst *i, const struct form *f, const u32 *words)
{
    memset(i, 0, sizeof *i);
    i->form = f;
    i->op = f->op;
    memcpy(i->words, words, sizeof i->words);
}

static u32 decode_pair(const struct traits *t, u32 lanes, const struct word_group *g, const u32 *words, u32 count,
                       struct inst *i, struct inst *other)
{
    const u32 x = words[0] >> 22 & 15, y = words[0] >> 17 & 31;
    const struct form *fx = form_at(t, g, 0, 0, x), *fy = form_at(t, g, 1, 0, y);
    if (lanes != 32 || !fits(fx, words) || !fits(fy, words)) return 0;
    const bool literal = has_literal(fx, words) || has_literal(fy, words);
    if (literal && count < 3) return 0;
    start(i, fx, words);
    start(other, fy, words);
    drop_unused(t, i);
    drop_unused(t, other);
    i->unused |= other->unused;
    i->noted |= other->noted;
    i->literal_value = other->literal_value = words[2];
    i->size = other->size = literal ? 12 : 8;
    if (!legal(t, lanes, fx, i) || !legal(t, lanes, fy, other)) return 0;
    i->other = other;
    resolve(t, lanes, i);
    resolve(t, lanes, other);
    return i->size;
}

static u32 decode_one(const struct traits *t, u32 lanes, const struct word_group *g, const u32 *words, u32 count,
                      struct inst *i)
{
    const struct form *f = find(t, g, words, count);
    if (!f) return 0;
    const struct layout *l = &layouts[f->layout];
    u32 dwords = l->dwords + (l->extension != PLAIN);
    start(i, f, words);
    if (has_literal(f, words)) i->literal_value = words[dwords++];
    /* address registers (RDNA3 ISA, 15.7 "NSA") */
    dwords += field_of(l, words, F_NSA);
    if (dwords > count) return 0;
    drop_unused(t, i);
    i->sdwa = l->extension == SDWA;
    i->dpp = l->extension >= DPP16;
    if (i->dpp && !read_move(t, l, i)) return 0;
    if (!legal(t, lanes, f, i)) return 0;
    resolve(t, lanes, i);
    return 4 * dwords;
}

u32 decode(const struct traits *t, u32 lanes, const u8 *code, u64 bytes, struct inst *i, struct inst *other)
{
    u32 words[6] = { 0 }, count = bytes / 4 < longest(t) ? (u32)(bytes / 4) : longest(t), size = 0;
    memcpy(words, code, 4 * count);
    const struct word_group *g = &word_groups[count ? group_of[t->decoding][words[0] >> 23] : 0];
    if (g->dwords && count >= g->dwords)
        size = g->vopd ? decode_pair(t, lanes, g, words, count, i, other) : decode_one(t, lanes, g, words, count, i);
    if (!size) {
        i->op = 0;
        i->words[0] = words[0];
    }
    i->size = (u8)size;
    return size;
}

/* ---- architectures ---- */

int32_t assay_arch(const char *name)
{
    for (u32 n = 0; n < ARCHS; n++) if (!strcmp(traits[n].name, name)) return (i32)n;
    return -1;
}

const struct traits *traits_of(u32 arch)   { return arch < ARCHS ? &traits[arch] : 0; }

const char *assay_arch_name(uint32_t arch)
{
    const struct traits *t = traits_of(arch);
    return t ? t->name : 0;
}
