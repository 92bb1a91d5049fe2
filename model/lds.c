/* LDS addresses and bounds (RDNA3 ISA, 12.5, 12.7; Vega ISA, 11.3).  The alignment mode is UNALIGNED: any byte address is good for
   loads and stores; atomics must be aligned to their size. */
#include "memory.h"

u8 *lds_at(struct wave *w, u32 address, u32 bytes, u8 **open)
{
    struct group *g = w->g;
    *open = 0;
    if (address >= g->lds_bytes || g->lds_bytes - address < bytes) return 0;
    *open = g->lds_open + address;
    return g->lds + address;
}

static i32 element_offset(const struct wave *w, const struct inst *i, int e)
{
    const struct access *a = &i->op->access;
    if (w->m->mutant == OFFSET_UNSIGNED) return i->imm & 0xff;
    return a->count < 2 ? i->imm : (e ? i->imm2 : i->imm) * a->stride;
}

static void place_lane(struct wave *w, const struct inst *i, struct body *b, enum verb verb, int e, int l, u32 address)
{
    const u32 bytes = element_bytes(i);
    if (verb == ATOMIC && address & (bytes - 1)) {
        if (!b->lost) report(w, R_LDS_ALIGN, "lane %d: address 0x%x is not a multiple of %u", l, address, bytes);
        b->lost |= 1ull << l;
        w->trapsts |= MEMORY_VIOLATION;
        return;
    }
    b->at[e][l] = lds_at(w, address, bytes, &b->open_at[e][l]);
}

/* A read outside gives 0 and a write is dropped, each element for itself. */
bool place_lds(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    const u32 *row[2];
    int outside = -1;
    if (address_words(w, &i->s[0], row, live) & live) open_decides(w, R_OPEN_ADDRESS);
    for (int e = 0; e < i->op->access.count; e++) {
        const u32 offset = (u32)element_offset(w, i, e);
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            b->at[e][l] = 0;
            b->step[l] = 4;
            place_lane(w, i, b, verb, e, l, row[0][l] + offset);
            if (!b->at[e][l] && !(b->lost >> l & 1) && outside < 0) outside = l;
        }
    }
    if (outside >= 0) report(w, R_LDS_RANGE, "lane %d: address 0x%x lies outside the %u bytes of LDS", outside, row[0][outside] + (u32)i->imm, w->g->lds_bytes);
    return true;
}
