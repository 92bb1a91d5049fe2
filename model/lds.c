/* LDS addresses and bounds (RDNA3 ISA, 12.5, 12.7; Vega ISA, 11.3).  The alignment mode is UNALIGNED: any byte address is good for
   loads and stores; atomics must be aligned to their size. */
#include "memory.h"

static inline u8 *inside(const struct group *g, u32 address, u32 bytes, u8 **open)
{
    *open = 0;
    if (address >= g->lds_bytes || g->lds_bytes - address < bytes) return 0;
    *open = g->lds_open + address;
    return g->lds + address;
}

u8 *lds_at(struct wave *w, u32 address, u32 bytes, u8 **open) { return inside(w->g, address, bytes, open); }

static i32 element_offset(const struct wave *w, const struct inst *i, int e)
{
    const struct access *a = &i->op->access;
    if (w->m->mutant == OFFSET_UNSIGNED) return i->imm & 0xff;
    return a->count < 2 ? i->imm : (e ? i->imm2 : i->imm) * a->stride;
}

static bool misaligned(struct wave *w, struct body *b, int l, u32 address, u32 bytes)
{
    if (!(address & (bytes - 1))) return false;
    if (!b->lost) report(w, R_LDS_ALIGN, "lane %d: address 0x%x is not a multiple of %u", l, address, bytes);
    b->lost |= 1ull << l;
    w->trapsts |= MEMORY_VIOLATION;
    return true;
}

/* A read outside gives 0 and a write is dropped, each element for itself. */
bool place_lds(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    const u32 bytes = element_bytes(i);
    const u32 *row[2];
    u64 outside = 0;
    if (address_words(w, &i->s[0], row, live) & live) open_decides(w, R_OPEN_ADDRESS);
    for (int e = 0; e < i->op->access.count; e++) {
        const u32 offset = (u32)element_offset(w, i, e);
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            const u32 address = row[0][l] + offset;
            b->step[l] = 4;
            b->at[e][l] = verb == ATOMIC && misaligned(w, b, l, address, bytes) ? 0 : inside(w->g, address, bytes, &b->open_at[e][l]);
            outside |= (u64)!b->at[e][l] << l;
        }
    }
    outside &= ~b->lost;
    if (outside) report(w, R_LDS_RANGE, "lane %d: address 0x%x + %d lies outside the %u bytes of LDS", lowest(outside), row[0][lowest(outside)], i->imm, w->g->lds_bytes);
    return true;
}
