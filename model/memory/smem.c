/* Scalar loads: plain and through a buffer constant (RDNA3 ISA, 8.1; Vega ISA, 7.2).  A "lane" of the body is a
   dword. */
#include "places.h"

struct constant { u64 base, size; };                             /* what of a V# scalar loads use */

static u32 word(struct wave *w, u32 reg, bool *open)
{
    *open |= s_is_open(w, reg);
    return read_s(w, reg);
}

static struct constant buffer_constant(struct wave *w, u32 reg, bool *open)
{
    const u32 low = word(w, reg, open), high = word(w, reg + 1, open), records = word(w, reg + 2, open),
              stride = high >> 16 & 0x3fff;
    return (struct constant){ wide(low, high & 0xffff) & ~3ull, (u64)(stride ? stride : 1) * records };
}

/* The offsets must not sum to less than 0, and a buffer's immediate must not be negative. */
static i64 offset_of(struct wave *w, const struct inst *i, struct body *b, bool *open)
{
    const struct operand *a = &i->s[3];
    const i64 offset = i->imm + (a->kind == SREG       ? (i64)word(w, a->reg, open)
                                 : a->kind == CONSTANT ? (i64)(u32)a->value
                                                       : 0);
    if (offset < 0 || (i->op->access.buffer && i->imm < 0)) {
        report(w, R_SMEM_OFFSET_NEGATIVE, "the offset is %lld; the result is unpredictable", (long long)offset);
        b->lost = ~0ull;
    }
    return offset;
}

static bool place_dword(struct wave *w, const struct inst *i, struct body *b, u64 address, int k)
{
    b->at[0][k] = locate(w->m, address, 4, &b->open_at[0][k]);
    if (b->at[0][k]) return true;
    stop(w, ASSAY_FAULT, "%s: 0x%llx is not mapped", i->form->spelling, (unsigned long long)address);
    return false;
}

/* The two low bits of the address are ignored; dwords beyond a buffer read 0 (RDNA3 ISA, 8.4.1). */
bool place_scalar(struct wave *w, const struct inst *i, struct body *b, u64 dwords)
{
    const u32 reg = i->s[1].reg;
    const bool buffer = i->op->access.buffer;
    bool open = false;
    struct constant v = { 0, ~0ull };
    if (buffer) v = buffer_constant(w, reg, &open);
    else { v.base = word(w, reg, &open); v.base = wide((u32)v.base, word(w, reg + 1, &open)); }
    const i64 offset = offset_of(w, i, b, &open);
    if (open) open_decides(w, R_OPEN_ADDRESS);
    const u64 start = buffer ? v.base + ((u64)offset & ~3ull) : (v.base + (u64)offset) & ~3ull;
    for (u64 left = dwords; left; left &= left - 1) {
        const int k = lowest(left);
        b->step[k] = 4;
        b->at[0][k] = 0;
        if (buffer && ((u64)offset & ~3ull) + 4u * (u32)k >= v.size) continue;
        if (!place_dword(w, i, b, start + 4u * (u32)k, k)) return false;
    }
    return true;
}
