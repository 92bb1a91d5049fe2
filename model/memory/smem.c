/* Scalar memory: plain, the wave's scratch, and buffer constants (RDNA3 ISA, 8.1; Vega ISA, 7.2).  A "lane" of the body
   is a dword of a load or store; an atomic is lane 0. */
#include "places.h"

struct constant { u64 base, size; };                             /* fields of a V# that scalar accesses use */
enum { SCRATCH_UNIT = 64 };                                      /* unit of S_SCRATCH_*'s scalar offset, in bytes */

static u32 word(struct wave *w, const struct operand *a, u32 k, bool *open)
{
    const bool exec = a->kind == SREG && a->reg >> 1 == (u32)w->t->exec >> 1;
    if (!exec || w->t->scalar_memory_exec) return read_word(w, a, k, open);
    if (!k) report(w, R_REGISTER_SGPR_RANGE, "EXEC cannot address scalar memory, and reads 0");
    return 0;
}

static u64 plain_base(struct wave *w, const struct operand *a, bool *open)
{
    const u32 low = word(w, a, 0, open);
    return wide(low & ~3u, word(w, a, 1, open));
}

static struct constant buffer_constant(struct wave *w, const struct operand *a, bool *open)
{
    const u32 low = word(w, a, 0, open), high = word(w, a, 1, open), records = word(w, a, 2, open),
              stride = high >> 16 & 0x3fff;
    return (struct constant){ canonical(wide(low, high)) & ~3ull, (u64)(stride ? stride : 1) * records };
}

/* "All components of the address (base, offset, inst_offset, M0) are in bytes, but the two LSBs are ignored".  For
   buffers this applies to the V#'s base and to the sum of offsets (RDNA3 ISA, 8.1.1, 8.1.2; Vega ISA, 7.2.1; errata
   E-054).  The sum of offsets must not be negative, nor a buffer's immediate: on RDNA3 that is a memory violation
   (8.1.2). */
static i64 offset_of(struct wave *w, const struct inst *i, bool *open, bool *negative)
{
    const struct operand *a = &i->s[3];
    const u64 unit = i->op->access.scratch ? SCRATCH_UNIT : 1;
    const i64 kept = i->op->access.buffer ? ~0 : ~3;
    const i64 offset = (i->imm & kept) + ((i64)(unit * word(w, a, 0, open)) & kept);
    *negative = offset < 0 || (i->op->access.buffer && i->imm < 0);
    if (*negative)
        report(w, R_SMEM_OFFSET_NEGATIVE, "the offset is %lld; the result is unpredictable", (long long)offset);
    if (i->op->access.buffer && i->imm < 0 && w->t->checked_addresses) raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
    return offset;
}

static bool place_part(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 address, u32 bytes,
                       int k)
{
    b->at[0][k] = (verb == LOAD ? locate : locate_store)(w->m, address, bytes, &b->open_at[0][k]);
    if (b->at[0][k] && verb != LOAD) mark_dirty(w->m, address, bytes);
    if (b->at[0][k]) return true;
    stop(w, ASSAY_FAULT, "%s: 0x%llx is not mapped%s", i->form->spelling, (unsigned long long)address,
         verb == LOAD ? "" : " or not writable");
    return false;
}

/* Loads of dwords beyond a buffer return 0; stores are dropped (RDNA3 ISA, 8.4.1; Vega ISA, 7.4). */
bool place_scalar(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 parts)
{
    const u32 bytes = verb == ATOMIC ? element_bytes(i) : 4;
    const bool buffer = i->op->access.buffer;
    bool open = false, negative = false;
    const struct constant v = buffer ? buffer_constant(w, &i->s[1], &open)
                                     : (struct constant){ .base = plain_base(w, &i->s[1], &open) };
    const i64 offset = offset_of(w, i, &open, &negative);
    if (open) open_decides(w, R_OPEN_ADDRESS);
    if (negative) b->lost = ~0ull;
    const u64 within = (u64)offset & ~3ull, start = v.base + within;
    for (u64 left = parts; left; left &= left - 1) {
        const int k = lowest(left);
        if (negative && verb != LOAD) continue;
        if (buffer && within + 4u * (u32)k + bytes - 4 >= v.size) continue;
        if (refused(w, i, b, verb, start, k)) continue;
        if (!place_part(w, i, b, verb, start + 4u * (u32)k, bytes, k)) return false;
    }
    return true;
}

u64 scalar_address(struct wave *w, const struct inst *i, const struct operand *base)
{
    bool open = false, negative = false;
    const u64 address = plain_base(w, base, &open) + (u64)offset_of(w, i, &open, &negative);
    if (open) open_decides(w, R_OPEN_ADDRESS);
    return address;
}
