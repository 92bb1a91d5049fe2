/* Addresses of GLOBAL, FLAT and SCRATCH (RDNA3 ISA, 11.2; Vega ISA, 9). */
#include "places.h"

/* swizzled: private memory, interleaved by dwords of lanes */
struct place { u64 address; bool swizzled, lds; };

static u64 flat_scratch(const struct wave *w)
{
    const int reg = w->t->flat_scratch;
    return reg != ABSENT ? wide(w->s[reg], w->s[reg + 1]) : wide(w->hwreg[HW_FLAT_SCR_LO], w->hwreg[HW_FLAT_SCR_HI]);
}

static struct place private_place(const struct wave *w, u64 offset, int l)
{ return (struct place){ flat_scratch(w) + (offset & ~3ull) * w->lanes + (offset & 3) + 4u * (u32)l, true, false }; }

/* The sum of offsets in private memory must not be negative (RDNA3 ISA, 11.2). */
static bool lies_below(struct wave *w, struct body *b, u64 offset, int l)
{
    if (!w->t->checked_addresses || (i64)offset >= 0) return false;
    if (!b->lost) report(w, R_MEMORY_SCRATCH_NEGATIVE, "lane %d: the offsets sum to %lld", l, (long long)offset);
    b->lost |= 1ull << l;
    return true;
}

/* The aperture is selected before the offset is added (RDNA3 ISA, 11.1.1). */
static struct place flat_place(const struct wave *w, u64 address, i32 offset, int l)
{
    if (address >> 32 == SHARED_BASE >> 32) return (struct place){ (u32)address + (u64)(i64)offset, false, true };
    if (address >> 32 == PRIVATE_BASE >> 32) return private_place(w, (u32)address + (u64)(i64)offset, l);
    return (struct place){ address + (u64)(i64)offset, false, false };
}

static bool place_lane(struct wave *w, const struct inst *i, struct body *b, enum verb verb, struct place p, int l)
{
    const u32 bytes = element_bytes(i);
    b->step[l] = p.swizzled ? 4 * w->lanes : 4;
    /* checks of DWORD and STRICT mode (RDNA3 ISA, 11.3) */
    const u32 dword = bytes < 4 ? bytes - 1 : 3;
    if (verb != ATOMIC && w->m->run->choices.alignment == ASSAY_ALIGN_DWORD) p.address &= ~(u64)dword;
    if (verb != ATOMIC && w->m->run->choices.alignment == ASSAY_ALIGN_STRICT && p.address & dword) {
        raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
        return true;
    }
    const u32 near = p.swizzled ? (u32)p.address & 3 : 0;
    if (p.swizzled && refused_across_parts(w, i, b, verb, near, 4, l)) return true;
    if (refused(w, i, b, verb, p.address, l)) return true;
    if (near) lie_across(b, l, 4, near, b->step[l]);
    if (p.lds) {
        b->at[0][l] = lds_at(w, (u32)p.address, bytes, &b->open_at[0][l]);
        if (b->at[0][l]) return true;
        report(w, R_LDS_RANGE, "lane %d: address 0x%llx lies outside the %u bytes of LDS", l,
               (unsigned long long)p.address, w->g->lds_bytes);
        if (w->m->run->choices.lds_out_of_range == ASSAY_OUTSIDE_ZERO) return true;
        stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx lies outside the %u bytes of LDS", i->form->spelling, l,
             (unsigned long long)p.address, w->g->lds_bytes);
        return false;
    }
    b->at[0][l] = (verb == LOAD ? locate : locate_store)(w->m, p.address, span_of(b, l, bytes), &b->open_at[0][l]);
    if (b->at[0][l]) return true;
    stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx (%u bytes) is not mapped%s", i->form->spelling, l,
         (unsigned long long)p.address, bytes, verb == LOAD ? "" : " or not writable");
    if (p.address != canonical(p.address))
        report(w, R_MEMORY_APERTURE, "lane %d: no global memory has the address 0x%llx", l,
               (unsigned long long)p.address);
    return false;
}

static u64 scalar_base(struct wave *w, const struct operand *a, bool *open)
{
    const u32 low = read_word(w, a, 0, open);
    return wide(low, a->width > 1 ? read_word(w, a, 1, open) : 0);
}

/* If accesses are recorded, a line is recorded as one range.  Then it must have no inactive lanes and not cross an end
   of private memory. */
static bool set_line_at(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 address, u64 live)
{
    const u32 bytes = element_bytes(i), span = span_of_lanes(bytes, live);
    if (w->m->recording_accesses &&
        (span != bytes * (u32)__builtin_popcountll(live) || is_partly_private(w->m, address, span)))
        return false;
    u8 *open, *at = (verb == LOAD ? locate : locate_store)(w->m, address, span, &open);
    if (at) set_line(b, at, open, bytes, lowest(live));
    return at;
}

/* A line of private memory: lanes access dwords at one offset.  False: the offset is below it. */
static bool place_private_line(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 offset,
                               u64 live)
{
    if (element_bytes(i) != 4 || offset & 3 || (i64)offset < 0) return false;
    return set_line_at(w, i, b, verb, private_place(w, offset, lowest(live)).address, live);
}

/* A line in global memory within one region, or in private memory.  The LDS aperture has no line. */
bool place_line_in_memory(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 base,
                          const u32 *const row[2], u64 live)
{
    if (!live) return false;
    const int first = lowest(live);
    const u8 encoding = i->form->encoding;
    const u32 high = row[1] ? row[1][first] : 0;
    const u64 offset = (u64)(i64)i->imm;
    if (encoding == E_SCRATCH || (encoding == E_FLAT && high == PRIVATE_BASE >> 32)) {
        if (!all_alike(row, live)) return false;
        return place_private_line(w, i, b, verb, base + row[0][first] + offset, live);
    }
    return is_line(element_bytes(i), row, live) &&
           set_line_at(w, i, b, verb, base + wide(row[0][first], high) + offset, live);
}

bool place_vector(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    static const u32 zeros[LANES];
    const u8 encoding = i->form->encoding;
    const u32 *row[2] = { zeros, 0 };
    const i32 offset = i->imm;
    bool open = false;
    const u64 base = i->s[1].kind == SREG ? scalar_base(w, &i->s[1], &open) : 0;
    if (i->s[0].kind == VREG) open |= address_words(w, &i->s[0], row, live) != 0;
    if (open && live) open_decides(w, R_OPEN_ADDRESS);
    if (may_line(w, i) && place_line_in_memory(w, i, b, verb, base, row, live)) return true;
    if (may_line(w, i)) clear_places(b);
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        const u64 vector = i->op->access.addtid ? 4u * (u32)l : wide(row[0][l], row[1] ? row[1][l] : 0),
                  address = base + vector;
        if (encoding == E_SCRATCH && lies_below(w, b, address + (u64)(i64)offset, l)) continue;
        const struct place p = encoding == E_SCRATCH ? private_place(w, address + (u64)(i64)offset, l)
                               : encoding == E_FLAT  ? flat_place(w, address, offset, l)
                                                     : (struct place){ address + (u64)(i64)offset, false, false };
        if (!place_lane(w, i, b, verb, p, l)) return false;
    }
    return true;
}
