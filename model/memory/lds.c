/* LDS addresses and bounds (RDNA3 ISA, 12.5, 12.7; Vega ISA, 11.3).  The alignment mode is UNALIGNED unless declared
   otherwise: any byte address is good for loads and stores; atomics must be aligned to their size. */
#include "places.h"

static inline u8 *inside(const struct group *g, u32 address, u32 bytes, u8 **open)
{
    *open = 0;
    if (address >= g->lds_bytes || g->lds_bytes - address < bytes) return 0;
    *open = g->lds_open + address;
    return g->lds + address;
}

u8 *lds_at(struct wave *w, u32 address, u32 bytes, u8 **open) { return inside(w->g, address, bytes, open); }

static i32 element_offset(const struct inst *i, int e)
{
    const struct access *a = &i->op->access;
    return a->count < 2 ? i->imm : (e ? i->imm2 : i->imm) * a->stride;
}

/* DWORD mode drops low bits of the address: those of the element, for 96 bits those of 128 (RDNA3 ISA, 12.7). */
static u32 low_bits(u32 bytes) { return bytes == 12 ? 15 : bytes - 1; }

/* Refused: an atomic whose result is open then; in STRICT mode any access, and a load then gives 0. */
static bool misaligned(struct wave *w, struct body *b, enum verb verb, int l, u32 address, u32 bytes)
{
    const bool strict = w->m->run->choices.alignment == ASSAY_ALIGN_STRICT;
    if (!(address & low_bits(bytes)) || (verb != ATOMIC && !strict)) return false;
    if (verb != ATOMIC) {
        w->trapsts |= mask_of(TRAPSTS_MEM_VIOL);
        return true;
    }
    if (!b->lost) report(w, R_LDS_ALIGN, "lane %d: address 0x%x is not a multiple of %u", l, address, bytes);
    b->lost |= 1ull << l;
    w->trapsts |= mask_of(TRAPSTS_MEM_VIOL);
    return true;
}

/* A read outside gives 0 and a write is dropped, each element for itself. */
bool place_lds(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    const u32 bytes = element_bytes(i);
    const bool dword = w->m->run->choices.alignment == ASSAY_ALIGN_DWORD;
    const u32 *row[2];
    u64 outside = 0;
    if (address_words(w, &i->s[0], row, live) & live) open_decides(w, R_OPEN_ADDRESS);
    for (int e = 0; e < i->op->access.count; e++) {
        const u32 offset = (u32)element_offset(i, e);
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            const u32 exact = row[0][l] + offset, address = verb != ATOMIC && dword ? exact & ~low_bits(bytes) : exact;
            const bool refused = misaligned(w, b, verb, l, address, bytes);
            b->step[l] = 4;
            b->at[e][l] = refused ? 0 : inside(w->g, address, bytes, &b->open_at[e][l]);
            outside |= (u64)(!refused && !b->at[e][l]) << l;
        }
    }
    if (!outside) return true;
    report(w, R_LDS_RANGE, "lane %d: address 0x%x + %d lies outside the %u bytes of LDS", lowest(outside),
           row[0][lowest(outside)], i->imm, w->g->lds_bytes);
    if (w->m->run->choices.lds_out_of_range == ASSAY_OUTSIDE_ZERO) return true;
    stop(w, ASSAY_FAULT, "%s: lane %d: 0x%x lies outside the %u bytes of LDS", i->form->spelling, lowest(outside),
         row[0][lowest(outside)], w->g->lds_bytes);
    return false;
}
