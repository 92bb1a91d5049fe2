/* Lines: live lanes with contiguous elements, the most common accesses.  Addresses, reads and writes use whole rows;
   each lane's address is computed on demand (placed). */
#include <string.h>
#include "places.h"

static int highest(u64 mask)   { return 63 - __builtin_clzll(mask); }

/* Does the row increase by `step` for each lane, over the live lanes? */
WIDEST static bool goes_up(const u32 *restrict row, u32 step, u64 live)
{
    const u32 half[2] = { (u32)live, (u32)(live >> 32) }, first = (u32)lowest(live), zero = row[first] - step * first;
    u32 apart = 0;
    if (live == ~0ull) {
        for (u32 l = 0; l < LANES; l++) apart |= row[l] ^ (zero + step * l);
        return !apart;
    }
    for (u32 h = 0; h < 2; h++)
        for (u32 l = 0; l < LANES / 2; l++) {
            const u32 at = LANES / 2 * h + l;
            apart |= (row[at] - (zero + step * at)) & -(half[h] >> l & 1);
        }
    return !apart;
}

u32 span_of_lanes(u32 bytes, u64 live)   { return bytes * (u32)(highest(live) - lowest(live) + 1); }

bool all_alike(const u32 *const row[2], u64 live)
{ return goes_up(row[0], 0, live) && (!row[1] || goes_up(row[1], 0, live)); }

bool is_line(u32 bytes, const u32 *const row[2], u64 live)
{
    if (!live || !goes_up(row[0], bytes, live) || (row[1] && !goes_up(row[1], 0, live))) return false;
    return row[0][lowest(live)] + (u64)span_of_lanes(bytes, live) <= 1ull << 32;
}

void set_line(struct body *b, const u8 *at, const u8 *open, u32 bytes, int first)
{
    b->line = (uintptr_t)at - bytes * (u32)first;
    b->line_open = open ? (uintptr_t)open - bytes * (u32)first : 0;
    b->line_bytes = bytes;
}

/* The address of lane l's element. */
static u8 *line_at(const struct body *b, int l)   { return (u8 *)(b->line + b->line_bytes * (u32)l); }
static u8 *line_open_at(const struct body *b, int l)
{ return b->line_open ? (u8 *)(b->line_open + b->line_bytes * (u32)l) : 0; }

/* Copies one dword for each lane.  With a constant number of lanes compilers make wide moves. */
INLINE void copy_lanes(void *restrict to, const void *restrict from, u32 lanes)
{
    if (lanes == LANES) memcpy(to, from, 4 * LANES);
    else memcpy(to, from, 4 * lanes);
}

/* Reads word k of elements of `words` dwords, for `lanes` lanes. */
INLINE void gather_word(u32 *restrict row, const u8 *restrict at, u32 k, u32 words, u32 lanes)
{
    if (words == 1) copy_lanes(row, at, lanes);
    else
        for (u32 l = 0; l < lanes; l++) memcpy(&row[l], at + 4 * (words * l + k), 4);
}

WIDEST void load_line(struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    const u8 *open = line_open_at(b, first);
    for (u32 k = 0; k < words; k++) {
        u32 opened[LANES] = { 0 };
        gather_word(&b->data[k][first], line_at(b, first), k, words, lanes);
        if (open) gather_word(&opened[first], open, k, words, lanes);
        b->data_open[k] = open ? gather_bits(opened) & live : 0;
        b->data_part[k] = b->data_open[k];
        if (b->data_open[k]) memcpy(b->data_bits[k], opened, sizeof opened);
    }
}

/* Writes the undefined bits of word k, for elements of `words` dwords from lane `first` on. */
static void scatter_undefined(const struct body *b, u8 *open, int first, u32 k, u32 words, u32 lanes)
{
    for (u32 l = 0; l < lanes; l++) {
        const u32 undefined = undefined_data(b, k, first + (int)l);
        memcpy(open + 4 * (words * l + k), &undefined, 4);
    }
}

WIDEST bool store_line(const struct body *b, u32 words, u64 live)
{
    const int first = lowest(live);
    const u32 lanes = (u32)(highest(live) - first + 1);
    u8 *at = line_at(b, first), *open = line_open_at(b, first);
    u64 any = 0;
    if (lanes != (u32)__builtin_popcountll(live)) return false;
    for (u32 k = 0; k < words; k++) any |= b->data_open[k] & live;
    if (words == 1) copy_lanes(at, &b->data[0][first], lanes);
    else
        for (u32 k = 0; k < words; k++)
            for (u32 l = 0; l < lanes; l++) memcpy(at + 4 * (words * l + k), &b->data[k][(u32)first + l], 4);
    if (open && !any) memset(open, 0, 4 * words * lanes);
    else if (open)
        for (u32 k = 0; k < words; k++) scatter_undefined(b, open, first, k, words, lanes);
    return true;
}

/* ---- the fast path ---- */

static u64 open_lanes(const struct wave *w, const struct operand *a)
{
    u64 open = 0;
    for (u32 k = 0; k < a->width; k++) open |= w->v_open[a->reg + k] | w->v_tolerant[a->reg + k];
    return open;
}

/* False: the addresses are no line, or undefined. */
static bool place_fast(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    static const u32 zeros[LANES];
    const struct operand *vector = &i->s[0], *base = &i->s[1];
    const u32 *row[2] = { zeros, 0 };
    if (vector->kind == VREG) {
        if (open_lanes(w, vector) & live) return false;
        for (u32 k = 0; k < vector->width && k < 2; k++) row[k] = w->v[vector->reg + k];
    }
    if (i->form->encoding == E_DS) return place_line_in_lds(w, i, b, row, live);
    const u64 at = base->kind != SREG ? 0 : wide(w->s[base->reg], base->width > 1 ? w->s[base->reg + 1u] : 0);
    return place_line_in_memory(w, i, b, verb, at, row, live);
}

static void copy_data(const struct wave *w, const struct operand *a, struct body *b)
{
    for (u32 k = 0; k < a->width; k++) {
        const u32 reg = a->reg + k;
        memcpy(b->data[k], w->v[reg], sizeof b->data[k]);
        b->data_open[k] = w->v_open[reg] | w->v_tolerant[reg];
        copy_undefined(w, reg, b, k, 0, b->data_open[k]);
    }
}

static void check_others(struct wave *w, struct pending *p)
{
    if (outstanding(w)->scalar || outstanding(w)->lds_transfers) check_own(w, p);
    if (w->g->wave_count > 1) check_waves(w, p);
    if (w->m->group_count > 1) check_groups(w, p, false);
}

/* Are all of these dwords defined? */
INLINE bool is_row_closed(const u8 *open, u32 dwords)
{
    u64 any = 0;
    for (u32 n = 0; n < dwords / 2; n++) {
        u64 two;
        memcpy(&two, open + 8u * (u64)n, 8);
        any |= two;
    }
    return !any;
}

/* Loads a dword of each lane directly into the register.  False: some are undefined. */
WIDEST static bool load_row(u32 *restrict row, const u8 *restrict at, const u8 *restrict open, u32 lanes)
{
    if (open && !(lanes == LANES ? is_row_closed(open, LANES) : is_row_closed(open, LANES / 2))) return false;
    copy_lanes(row, at, lanes);
    return true;
}

/* Does what `advance_by_policy` does under `early`. */
static void finish_at_once(struct wave *w, struct pending *p, u32 words)
{
    struct body *b = body_of(w, p);
    const u32 reg = p->first;
    const bool row = p->verb == LOAD && words == 1 && p->live == w->wave_mask &&
                     load_row(w->v[reg], line_at(b, 0), line_open_at(b, 0), w->lanes);
    if (p->verb == STORE && !store_line(b, words, p->live)) perform_access(w, p);
    if (p->verb == LOAD && !row) load_line(b, words, p->live);
    for (u32 k = 0; k < p->count; k++) {
        if (!row) put_v(w, reg + k, b->data[k], 0, p->live, ~0ull);
        p->open[k] = (wholly_undefined(b, k) | b->lost) & p->live;
        w->v_tolerant[reg + k] &= ~p->live;
    }
    has_arrived(w, p);
}

/* May the record be omitted if the next instruction waits for it? */
static bool is_alone(const struct wave *w)
{ return !w->pending_count && w->m->policy != ASSAY_RANDOM && w->g->wave_count == 1 && w->m->group_count == 1; }

/* The combined effect of finish_at_once and the following wait. */
static void load_proven(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const u32 reg = i->d[0].reg, words = element_words(i);
    if (words == 1 && live == w->wave_mask && load_row(w->v[reg], line_at(b, 0), line_open_at(b, 0), w->lanes)) {
        close_v(w, reg, live);
        return;
    }
    load_line(b, words, live);
    for (u32 k = 0; k < words; k++) {
        put_v(w, reg + k, b->data[k], 0, live, wholly_undefined(b, k));
        undefine_v(w, reg + k, b->data_bits[k], partly_undefined(b, k) & live);
    }
}

bool fast_line(struct wave *w, const struct inst *i, bool waited)
{
    const enum verb verb = i->op->run == run_store ? STORE : LOAD;
    const u64 live = live_lanes(w);
    if (!registers_ready(w, &i->fast) || !counters_have_room(w, &i->fast) || !may_line(w, i)) return false;
    struct body *b = free_body(w);
    if (!place_fast(w, i, b, verb, live)) return false;
    if (waited && verb == LOAD && is_alone(w)) {
        load_proven(w, i, b, live);
        return true;
    }
    if (verb == STORE) copy_data(w, &i->s[2], b);
    struct pending *p = record_free(w, i, b, verb, live);
    p->perform_access = perform_access;
    if (WATCHED) check_others(w, p);
    if (WATCHED && w->m->policy == ASSAY_EARLY && is_next_to_arrive(w)) finish_at_once(w, p, element_words(i));
    else advance_by_policy(w, p);
    return true;
}
