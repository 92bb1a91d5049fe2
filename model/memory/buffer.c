/* Addresses and bounds of buffers in vector memory (RDNA3 ISA, 9.1; Vega ISA, 8.1). registers.txt defines the V# as
   BUFFER_RESOURCE. */
#include <string.h>
#include "places.h"

enum { RAW_OR_STRUCTURED = 3 };        /* the bounds rule that subtracts SOFFSET */

struct resource {
    u32 word[4], stride, records, element, index_stride, rule;
    u64 base;
    bool swizzle, add_lane, unbound;
};
struct buffer_position { u32 index, offset; };

static struct resource resource_of(struct wave *w, const struct inst *i, bool *open)
{
    const struct operand *a = &i->s[1];
    u32 word[4];
    for (u32 k = 0; k < 4; k++) word[k] = read_word(w, a, k, open);
    const u32 swizzle = field_of_words(word, BUFFER_RESOURCE_SWIZZLE_ENABLE[w->t->family]),
              format = field_of_words(word,
                                      w->t->unified_format ? BUFFER_RESOURCE_FORMAT : BUFFER_RESOURCE_DATA_FORMAT);
    struct resource v = {
        .base = canonical(long_field_of_words(word, BUFFER_RESOURCE_BASE)),
        .stride = field_of_words(word, BUFFER_RESOURCE_STRIDE),
        .records = field_of_words(word, BUFFER_RESOURCE_NUM_RECORDS),
        .element = swizzle == 3 ? 16 : 4,
        .index_stride = 8u << field_of_words(word, BUFFER_RESOURCE_INDEX_STRIDE),
        .rule = field_of_words(word, BUFFER_RESOURCE_OOB_SELECT),
        .swizzle = swizzle != 0,
        .add_lane = field_of_words(word, BUFFER_RESOURCE_ADD_TID_ENABLE),
    };
    memcpy(v.word, word, sizeof v.word);
    /* the data format extends the stride (Vega ISA, 8.1.5) */
    if (!w->t->buffer_rules && v.add_lane && !i->op->access.formatted)
        v.stride |= field_of_words(word, BUFFER_RESOURCE_DATA_FORMAT) << 14;
    /* the opcode's format does not replace an INVALID one (RDNA3 ISA, 9.3, 9.6) */
    v.unbound = !format && (i->form->encoding == E_MTBUF || !v.add_lane);
    return v;
}

/* Is the resource not a V#?  Then the instruction is ignored (RDNA3 ISA, 9.6). */
bool is_mismatched(struct wave *w, const struct inst *i)
{
    u32 word[4];
    bool open = false;
    for (u32 k = 0; k < 4; k++) word[k] = read_word(w, &i->s[1], k, &open);
    return field_of_words(word, BUFFER_RESOURCE_TYPE);
}

/* Is the element out of bounds?  Loads then return 0 and stores are dropped.  RDNA3 uses the rule of the V# (9.1.5).
   Vega distinguishes structured buffers from raw ones, which check the first byte (8.1.5, errata E-253).  Private
   memory adds the lane without an index and has no bounds. */
static bool outside(const struct wave *w, const struct inst *i, const struct resource *v, struct buffer_position s,
                    u32 soffset, u32 bytes)
{
    const u64 end = (u64)s.offset + bytes;
    if (v->unbound) return true;
    if (!w->t->buffer_rules) {
        if (v->add_lane && !i->idxen) return false;
        return v->stride && (v->swizzle || i->idxen) ? s.index >= v->records : s.offset >= v->records;
    }
    if (v->rule == 2) return !v->records;
    if (v->rule != RAW_OR_STRUCTURED) return s.index >= v->records || (!v->rule && end > v->stride);
    const u32 records = v->records > soffset ? v->records - soffset : 0;
    return v->swizzle && v->stride ? s.index >= records || end > v->stride : end > records;
}

static u64 address_of(const struct resource *v, struct buffer_position s)
{
    if (!v->swizzle) return v->base + s.offset + (u64)v->stride * s.index;
    const u64 high = (u64)(s.index / v->index_stride) * v->stride + s.offset / v->element * v->element;
    return v->base + high * v->index_stride + s.index % v->index_stride * v->element + s.offset % v->element;
}

/* Dwords of the element within bounds.  Atomics and formats are all or nothing (note 3 of RDNA3 ISA, 9.4.1). */
static u32 dwords_inside(const struct wave *w, const struct inst *i, const struct resource *v, struct buffer_position s,
                         u32 soffset, u32 words, u32 part, bool whole)
{
    u32 n = 0;
    if (whole) return outside(w, i, v, s, soffset, words * part) ? 0 : words;
    for (; n < words; n++, s.offset += 4) if (outside(w, i, v, s, soffset, part)) return n;
    return n;
}

/* Formats must be aligned to their size, at most 4 (RDNA3 ISA, 9.5). */
static bool lies_badly(struct wave *w, const struct inst *i, struct body *b, u64 address, int l)
{
    const u32 unit = b->texel.bytes < 4 ? b->texel.bytes : 4;
    if (!w->t->checked_addresses || !i->op->access.formatted || !(address & (unit - 1))) return false;
    if (!b->lost)
        report(w, R_MEMORY_FORMAT_ALIGN, "lane %d: address 0x%llx is not a multiple of %u", l,
               (unsigned long long)address, unit);
    b->lost |= 1ull << l;
    return true;
}

static bool place_lane(struct wave *w, const struct inst *i, struct body *b, enum verb verb, const struct resource *v,
                       struct buffer_position s, u32 soffset, int l)
{
    const bool whole = verb == ATOMIC || i->op->access.formatted;
    const u32 bytes = made_bytes(i, b), words = words_of(made(i, b)), part = part_of(made(i, b)),
              inside = dwords_inside(w, i, v, s, soffset, words, part, whole);
    const u32 near = v->swizzle ? s.offset % v->element : 0;
    const u64 address = address_of(v, s) + soffset;
    b->present[l] = (u8)inside;
    b->step[l] = v->swizzle && v->element == 4 ? 4 * v->index_stride : 4;
    if (inside < words && w->t->buffer_rules && !v->unbound) w->trapsts |= mask_of(TRAPSTS_BUFFER_OOB);
    if (!inside || (v->swizzle && refused_across_parts(w, i, b, verb, near, v->element, l))) return true;
    if (refused(w, i, b, verb, address, l) || lies_badly(w, i, b, address, l)) return true;
    if (near) lie_across(b, l, v->element, near, v->element * v->index_stride);
    b->at[0][l] = (verb == LOAD ? locate : locate_store)(w->m, address, span_of(b, l, 4 * (inside - 1) + part),
                                                         &b->open_at[0][l]);
    if (b->at[0][l]) return true;
    stop(w, ASSAY_FAULT, "%s: lane %d: 0x%llx (%u bytes) is not mapped%s", i->form->spelling, l,
         (unsigned long long)address, bytes, verb == LOAD ? "" : " or not writable");
    return false;
}

/* A reserved format violates the rule.  INVALID makes an unbound buffer: loads return 0 and stores are dropped (RDNA3
   ISA, 9.3).  False: there is nothing to access. */
static bool choose_format(struct wave *w, const struct inst *i, struct body *b, const struct resource *v)
{
    b->texel = texel_of(w, i, v->word);
    b->as = texel_access(b->texel.bytes);
    b->moved = (struct moved){ .mask = (u8)((1u << i->op->access.formatted) - 1), .d16 = i->op->access.d16 };
    if (b->texel.reserved) {
        report(w, R_MEMORY_FORMAT, "the format is reserved; the result is unpredictable");
        b->lost = ~0ull;
    }
    if (v->unbound) memset(b->texel.select, 0, sizeof b->texel.select);
    return b->as && !b->texel.reserved;
}

bool place_buffer(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    static const u32 zeros[LANES];
    const u32 *row[2] = { zeros, zeros };
    bool open = false;
    const struct resource v = resource_of(w, i, &open);
    const u32 soffset = i->s[3].kind == SREG ? read_word(w, &i->s[3], 0, &open) : (u32)i->s[3].value;
    if (i->s[0].kind == VREG) open |= address_words(w, &i->s[0], row, live) != 0;
    if (open && live) open_decides(w, R_OPEN_ADDRESS);
    if (i->op->access.formatted && !choose_format(w, i, b, &v)) return true;
    const u32 *index = i->idxen ? row[0] : zeros, *offset = i->offen ? row[i->idxen] : zeros;
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        const struct buffer_position s = { index[l] + (v.add_lane ? (u32)l : 0), (u32)i->imm + offset[l] };
        if (!place_lane(w, i, b, verb, &v, s, soffset, l)) return false;
    }
    return true;
}
