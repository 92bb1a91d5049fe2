/* LDS addresses and bounds (RDNA3 ISA, 12.5, 12.7; Vega ISA, 10.3).  The default alignment mode is UNALIGNED: loads and
   stores may use any byte address.  Atomics must be aligned to their size. */
#include "places.h"

u8 *share_at(const struct share *s, u64 address, u32 bytes, u8 **open)
{
    if (address + bytes > s->size) return 0;
    *open = s->open ? s->open + address : 0;
    return s->bytes + address;
}

static struct share lds_of(const struct wave *w)
{ return (struct share){ w->g->lds, w->g->lds_open, w->g->lds_bytes }; }

u8 *lds_at(struct wave *w, u32 address, u32 bytes, u8 **open)
{
    const struct share lds = lds_of(w);
    return share_at(&lds, address, bytes, open);
}

/* M0 selects a part of the global data share: {base, size} in bytes; the base is a multiple of 4 (RDNA3 ISA, 12.6,
   13.4.3; Vega ISA, 10). */
static struct share part_of_gds(struct wave *w)
{
    const u32 m0 = lds_m0(w), base = m0 >> 16 & ~3u, size = m0 & 0xffff;
    const struct share *all = &w->m->gds;
    w->m->in_order = true;
    if (base >= all->size) return (struct share){ .size = 0 };
    return (struct share){ all->bytes + base, all->open ? all->open + base : 0,
                           size < all->size - base ? size : all->size - base };
}

static i32 element_offset(const struct inst *i, int e)
{
    const struct access *a = &i->op->access;
    return a->count < 2 ? i->imm : (e ? i->imm2 : i->imm) * a->stride;
}

/* "Specify only one address by setting both offsets to the same value.  This causes only one read or write to occur and
   uses only the first DATA0" (Vega ISA, 10.3).  Reads return the value to both results (errata E-055). */
bool is_one_address(const struct wave *w, const struct inst *i)
{ return w->t->lds_one_address && i->op->access.count > 1 && i->imm == i->imm2; }

/* Address bits that DWORD mode clears: those within the element; 96 bits count as 128 (RDNA3 ISA, 12.7). */
static u32 low_bits(u32 bytes) { return bytes == 12 ? 15 : bytes - 1; }

/* Refuses unaligned atomics, whose result is then undefined, and in STRICT mode any unaligned access; loads then return
   0. */
static bool misaligned(struct wave *w, struct body *b, enum verb verb, int l, u32 address, u32 bytes)
{
    const bool strict = w->m->run->choices.alignment == ASSAY_ALIGN_STRICT;
    if (!(address & low_bits(bytes)) || (verb != ATOMIC && !strict)) return false;
    if (verb != ATOMIC) {
        raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
        return true;
    }
    if (!b->lost) report(w, R_LDS_ALIGN, "lane %d: address 0x%x is not a multiple of %u", l, address, bytes);
    b->lost |= 1ull << l;
    raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
    return true;
}

/* ---- other addresses than register plus offset ---- */

/* SRC2: OFFSET1[7] selects the distance to the source in dwords: the instruction's, or the upper bits of the address
   (Vega ISA, 12.13 DS_ADD_SRC2_U32). */
static u32 target_or_source(u32 address, u32 offset, int e)
{
    const bool own = offset >> 15;
    const u32 target = own ? address & 0x1ffff : address;
    const i32 distance = own ? (i32)address >> 17 : (i32)(offset << 17) >> 17;
    return e ? target + 4 * (u32)distance : target;
}

u32 m0_base(struct wave *w) { return read_m0(w, 0xffff) & 0xffff; }

/* Writes the addresses to `made`; false: the operation has no such address. */
static bool own_addresses(struct wave *w, const struct inst *i, const u32 *row, int e, u32 *made)
{
    const struct access *a = &i->op->access;
    const u32 offset = (u32)i->imm;
    if (a->addtid || a->queue) {
        const u32 base = (i->gds ? 0 : m0_base(w)) + offset;
        EACH_LANE made[l] = base + (a->addtid ? 4u * (u32)l : 0);
    } else if (a->source_in_lds) {
        EACH_LANE made[l] = target_or_source(row[l], offset, e);
    } else if (a->pairs) {
        EACH_LANE made[l] = (row[l] + offset) & 0xfff8;
    } else {
        return false;
    }
    return true;
}

/* M0 of ADDTID must be a multiple of 4 (RDNA3 ISA, 12.5). */
static bool has_bad_base(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    if (!i->op->access.addtid || !w->t->checked_addresses || i->gds || !(m0_base(w) & 3)) return false;
    report(w, R_LDS_ADDTID_ALIGN, "M0[15:0] is 0x%x, no multiple of 4", m0_base(w));
    b->lost |= live;
    return true;
}

/* ---- placement ---- */

bool report_outside(struct wave *w, const struct inst *i, int l, u32 address, u32 size)
{
    const char *what = i->gds ? "the global data share that M0 names" : "LDS";
    report(w, i->gds ? R_GDS_RANGE : R_LDS_RANGE, "lane %d: address 0x%x lies outside the %u bytes of %s", l, address,
           size, what);
    if (i->gds && w->t->gds_violations) raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
    if (w->m->run->choices.lds_out_of_range == ASSAY_OUTSIDE_ZERO) return true;
    stop(w, ASSAY_FAULT, "%s: lane %d: 0x%x lies outside the %u bytes of %s", i->form->spelling, l, address, size,
         what);
    return false;
}

bool place_line_in_lds(struct wave *w, const struct inst *i, struct body *b, const u32 *const row[2], u64 live)
{
    const u32 bytes = element_bytes(i);
    if (!is_line(bytes, row, live)) return false;
    u8 *open, *at = lds_at(w, row[0][lowest(live)] + (u32)i->imm, span_of_lanes(bytes, live), &open);
    if (at) set_line(b, at, open, bytes, lowest(live));
    return at;
}

/* Each element outside reads 0, or is not written. */
bool place_lds(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    const struct access *a = &i->op->access;
    const u32 bytes = element_bytes(i);
    const bool dword = w->m->run->choices.alignment == ASSAY_ALIGN_DWORD;
    const int elements = verb != LOAD && is_one_address(w, i) ? 1 : a->count + a->source_in_lds;
    const struct share share = i->gds ? part_of_gds(w) : lds_of(w);
    const u32 *row[2];
    u32 made[LANES], address[LANES];
    u64 outside = 0;
    if (address_words(w, &i->s[0], row, live)) open_decides(w, R_OPEN_ADDRESS);
    if (may_line(w, i) && place_line_in_lds(w, i, b, row, live)) return true;
    if (may_line(w, i)) clear_places(b);
    if (has_bad_base(w, i, b, live)) return true;
    for (int e = 0; e < elements; e++) {
        const bool own = own_addresses(w, i, row[0], e, made);
        const u32 offset = own ? 0 : (u32)element_offset(i, e), *base = own ? made : row[0];
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            const u32 exact = base[l] + offset, at = verb != ATOMIC && dword ? exact & ~low_bits(bytes) : exact;
            const bool no = misaligned(w, b, verb, l, at, bytes);
            b->at[e][l] = no ? 0 : share_at(&share, at, bytes, &b->open_at[e][l]);
            if (no || b->at[e][l]) continue;
            if (!(outside >> l & 1)) address[l] = exact;
            outside |= 1ull << l;
        }
    }
    return !outside || report_outside(w, i, lowest(outside), address[lowest(outside)], share.size);
}
