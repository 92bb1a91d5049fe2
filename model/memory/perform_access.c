/* Transfers between memory and rows of data, and the undefined results of colliding lanes. */
#include <string.h>
#include "places.h"

/* ---- loads and stores ---- */

static u32 extended(const struct access *a, u32 x)
{
    const u32 up = 32u - a->bits;
    return a->sign ? (u32)((i32)(x << up) >> up) : x;
}

static bool any_open(const u8 *open, u32 bytes)
{
    u32 x = 0;
    if (open) memcpy(&x, open, bytes < 4 ? bytes : 4);
    return x != 0;
}

bool gather_bytes(const struct body *b, const u8 *at, const u8 *open, int l, u32 from, u32 bytes, void *to)
{
    bool any = false;
    for (u32 n = 0; n < bytes; n++) {
        const u32 offset = offset_to(b, l, from + n);
        ((u8 *)to)[n] = at[offset];
        any |= open && open[offset];
    }
    return any;
}

static void put(const struct body *b, u8 *at, int l, u32 from, u32 bytes, const void *value)
{
    for (u32 n = 0; n < bytes; n++) at[offset_to(b, l, from + n)] = ((const u8 *)value)[n];
}

/* Loads up to a dword and returns its undefined bits; one copy if its bytes are contiguous. */
INLINE u32 load_part(const struct body *b, int e, int l, u32 from, u32 bytes, u32 *to)
{
    const u8 *at = b->at[e][l], *open = b->open_at[e][l];
    *to = 0;
    u32 undefined = 0;
    if (b->crossing >> l & 1) {
        gather_bytes(b, at, 0, l, from, bytes, to);
        if (open) gather_bytes(b, open, 0, l, from, bytes, &undefined);
        return undefined;
    }
    const u32 offset = from / 4 * b->step[l];
    memcpy(to, at + offset, bytes);
    if (open) memcpy(&undefined, open + offset, bytes);
    return undefined;
}

static void load_short(const struct access *a, struct body *b, int e, u64 live)
{
    const u32 shift = a->half == 2 ? 16 : 0, bytes = a->bits == 8 ? 1 : 2;
    u32 *row = b->data[ELEMENT_ROWS * e];
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        u32 x = 0;
        const u32 undefined = b->at[e][l] ? load_part(b, e, l, 0, bytes, &x) : 0;
        row[l] = extended(a, x) << shift;
        if (a->half) undefine_data(b, (u32)(ELEMENT_ROWS * e), undefined ? 1ull << l : 0);
        else set_undefined_data(b, (u32)(ELEMENT_ROWS * e), l, extended(a, undefined));
    }
}

static void load_words(struct body *b, int e, u32 words, u64 live)
{
    for (u32 k = 0; k < words; k++) {
        u32 *row = b->data[ELEMENT_ROWS * (u32)e + k];
        b->data_open[ELEMENT_ROWS * (u32)e + k] = 0;
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            row[l] = 0;
            if (!b->at[e][l] || k >= b->present[l]) continue;
            const u32 undefined = load_part(b, e, l, 4 * k, 4, &row[l]);
            if (undefined) set_undefined_data(b, ELEMENT_ROWS * (u32)e + k, l, undefined);
        }
    }
}

/* Iterates lanes.  The order matters only for colliding lanes of a target that declares one. */
static int next_lane(u64 *left, bool descending)
{
    const int l = descending ? 63 - __builtin_clzll(*left) : lowest(*left);
    *left &= ~(1ull << l);
    return l;
}

/* The caller's choice in a controlled schedule (docs/outcomes.md). */
static int controlled_lane(struct wave *w, u64 *left)
{
    struct assay_alternative alternatives[MAX_COLLIDING_LANES] = { 0 };
    u32 count = 0;
    for (u64 n = *left; n; n &= n - 1)
        alternatives[count++] = (struct assay_alternative){
            .event = ASSAY_LANE, .wave = w->number, .lane = (u32)lowest(n), .pc = w->accessing_pc
        };
    const int l = (int)alternatives[count > 1 ? choose(w->m, alternatives, count) : 0].lane;
    *left &= ~(1ull << l);
    return l;
}

static void store_lane(const struct body *b, int e, int l, u32 words, u32 bytes)
{
    for (u32 k = 0; k < words && k < b->present[l]; k++) {
        const u32 row = ELEMENT_ROWS * (u32)e + k, offset = k * b->step[l];
        const u32 undefined = undefined_data(b, row, l);
        u8 *at = b->at[e][l], *open = b->open_at[e][l];
        if (b->crossing >> l & 1) {
            put(b, at, l, 4 * k, bytes, &b->data[row][l]);
            if (open) put(b, open, l, 4 * k, bytes, &undefined);
            continue;
        }
        memcpy(at + offset, &b->data[row][l], bytes);
        if (open) memcpy(open + offset, &undefined, bytes);
    }
}

static void store_words(const struct wave *w, const struct body *b, int e, u32 words, u32 bytes, u64 live)
{
    const bool descending = w->m->run->choices.colliding_lanes == ASSAY_LANES_DESCENDING;
    while (live) {
        const int l = next_lane(&live, descending);
        if (b->at[e][l]) store_lane(b, e, l, words, bytes);
    }
}

/* ---- atomics on colliding lanes ---- */

static u64 lane_value(const struct body *b, u32 row, u32 words, int l)
{ return wide(b->data[row][l], words > 1 ? b->data[row + 1][l] : 0); }

struct same_address { u64 lanes, changed; bool alike, open; };        /* lanes with the same address */

static struct same_address lanes_at(const struct body *b, int e, u32 words, u64 live, int l)
{
    struct same_address m = { .alike = true };
    const u32 row = ELEMENT_ROWS * (u32)e;
    for (u64 left = live; left; left &= left - 1) {
        const int n = lowest(left);
        if (b->at[e][n] != b->at[e][l]) continue;
        m.lanes |= 1ull << n;
        m.alike &= lane_value(b, row, words, n) == lane_value(b, row, words, l);
        for (u32 k = 0; k < ELEMENT_ROWS; k++) m.open |= b->data_open[row + k] >> n & 1;
    }
    return m;
}

static void combine_lane(const struct access *a, struct body *b, int e, int l, struct same_address *m,
                         const u64 *other_row)
{
    const u32 row = ELEMENT_ROWS * (u32)e, words = words_of(a), bytes = 4 * words;
    u64 old = 0;
    memcpy(&old, b->at[e][l], bytes);
    u64 new = a->combine(&b->fp, old, lane_value(b, row, words, l), other_row[l]);
    memcpy(b->at[e][l], &new, bytes);
    if (new != old) m->changed |= 1ull << l;
    b->data[row][l] = (u32)old;
    if (words > 1) b->data[row + 1][l] = (u32)(old >> 32);
}

/* Invariant 9: what depends on the order of lanes is undefined.  Memory is, unless the operation commutes or all lanes
   have equal data.  Returned values are, unless no lane changed memory.  Accesses of other waves, in memory also of
   other groups, may come between.  Then all returned values are undefined. */
static void atomic_address(struct wave *w, const struct access *a, struct body *b, int e, struct same_address m,
                           const u64 *other_row)
{
    const int first = lowest(m.lanes);
    const bool in_lds = (uintptr_t)b->at[e][first] - (uintptr_t)w->g->lds < LDS_LIMIT,
               shared = !is_controlled(w->m) && (w->g->wave_count > 1 || (w->m->group_count > 1 && !in_lds)),
               several = m.lanes & (m.lanes - 1),
               controlled = several && is_controlled(w->m) && __builtin_popcountll(m.lanes) <= MAX_COLLIDING_LANES;
    u8 *open = b->open_at[e][first];
    u64 *result_open = &b->data_open[ELEMENT_ROWS * e];
    const bool was_open = any_open(open, 4) || (words_of(a) > 1 && any_open(open ? open + 4 : 0, 4));
    const enum assay_lanes declared = w->m->run->choices.colliding_lanes;
    const bool asked = controlled && declared == ASSAY_LANES_OPEN;
    for (u64 left = m.lanes; left;)
        combine_lane(a, b, e, asked ? controlled_lane(w, &left) : next_lane(&left, declared == ASSAY_LANES_DESCENDING),
                     &m, other_row);
    const bool order = several && m.changed && declared == ASSAY_LANES_OPEN && !controlled;
    const bool now_open = was_open || m.open || (order && !m.alike && !commutes(a));
    if (open) memset(open, (u8)all_or_none(now_open), bytes_each(a));
    for (u32 k = 0; k < 2; k++)
        result_open[k] = (result_open[k] & ~m.lanes) |
                         (was_open || order || shared || (several && m.open) ? m.lanes : 0);
}

/* A refused atomic returns 0. */
static void return_zero(struct body *b, u32 row, u32 words, u64 lanes)
{
    for (u32 k = 0; k < words; k++) {
        b->data_open[row + k] &= ~lanes;
        for (u64 left = lanes; left; left &= left - 1) b->data[row + k][lowest(left)] = 0;
    }
}

/* The second operand is in its own field, exchanged with the first if the row says so, or behind the first
   (cmpswap). */
static void atomic_element(struct wave *w, const struct inst *i, struct body *b, int e, u64 live)
{
    const struct access *a = made(i, b);
    const u32 words = words_of(a), row = ELEMENT_ROWS * (u32)e;
    const bool pair = i->s[3].kind == VREG && a->count < 2;
    const u32 other = pair ? ELEMENT_ROWS : row + words;
    u64 second[LANES], left = 0;
    for (u64 n = live; n; n &= n - 1) {
        const int l = lowest(n);
        second[l] = pair || i->s[2].width > words ? lane_value(b, other, words, l) : 0;
        left |= (u64)(b->at[e][l] != 0) << l;
    }
    return_zero(b, row, words, live & ~left);
    while (left) {
        struct same_address m = lanes_at(b, e, words, left, lowest(left));
        for (u64 n = m.lanes; n; n &= n - 1) m.alike &= second[lowest(n)] == second[lowest(m.lanes)];
        if (pair)
            for (u32 k = 0; k < words; k++) m.open |= (b->data_open[other + k] & m.lanes) != 0;
        atomic_address(w, a, b, e, m, second);
        left &= ~m.lanes;
    }
}

/* APPEND and CONSUME execute once for the wave.  All live lanes get the old value (RDNA3 ISA, 13.4.3). */
static void queue(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    if (!live) return;
    const int first = lowest(live);
    b->data[0][first] = (u32)__builtin_popcountll(live);
    atomic_element(w, i, b, 0, 1ull << first);
    EACH_LANE b->data[0][l] = b->data[0][first];
    b->data_open[0] = (b->data_open[0] | b->lost) >> first & 1 ? ~0ull : 0;
}

/* SRC2: the data of a lane are in LDS.  If they are another lane's target, the order is unspecified. */
static void source_in_lds(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const u32 words = element_words(i);
    u64 crossed = 0;
    load_words(b, 1, words, live);
    for (u32 k = 0; k < words; k++) {
        memcpy(b->data[k], b->data[ELEMENT_ROWS + k], sizeof b->data[k]);
        b->data_open[k] = b->data_open[ELEMENT_ROWS + k];
    }
    for (u64 n = live; n; n &= n - 1)
        for (u64 m = live & ~(n & -n); m; m &= m - 1) {
            const u8 *source = b->at[1][lowest(n)], *target = b->at[0][lowest(m)];
            if (source && source == target) crossed |= n & -n;       /* both are aligned to their size */
        }
    for (u32 k = 0; k < words; k++) b->data_open[k] |= crossed;
    atomic_element(w, i, b, 0, live & ~b->lost);
}

/* A transfer between memory and LDS: LDS has whole contiguous dwords, one in a lane. */
void load_from_lds(struct body *b, u64 live)
{
    b->data_open[0] = 0;
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        memcpy(&b->data[0][l], b->at[1][l], 4);
        b->data_open[0] |= (u64)any_open(b->open_at[1][l], 4) << l;
    }
}

/* Bytes beyond a buffer's bounds write 0 to LDS (errata E-255). */
static void store_to_lds(struct body *b, u64 live)
{
    const u64 opened = b->data_open[0] | b->lost;
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        memcpy(b->at[1][l], &b->data[0][l], 4);
        if (b->open_at[1][l]) memset(b->open_at[1][l], (u8)all_or_none(opened >> l & 1), 4);
    }
}

/* TFE: the register behind the data becomes 0 without a fault (RDNA3 ISA, Table 37). */
static void no_fault(struct body *b, u32 row)
{
    memset(b->data[row], 0, sizeof b->data[row]);
    b->data_open[row] = 0;
}

/* A scalar atomic has one lane with its result in rows.  Registers take dwords from lanes. */
static void turn_to_dwords(struct body *b)
{
    for (u32 k = 1; k < ELEMENT_ROWS; k++) {
        b->data[0][k] = b->data[k][0];
        b->data_open[0] = (b->data_open[0] & ~(1ull << k)) | (u64)(b->data_open[k] != 0) << k;
    }
    b->lost = b->lost ? ~0ull : 0;
}

/* Two addresses in a lane: if one lane's first is another's second, the order is unspecified too.  The second result of
   an exchange with one address is also undefined. */
static void open_crossings(struct body *b, u32 words, u64 live, bool one_address)
{
    u64 crossed[ELEMENTS] = { 0, one_address ? live : 0 };
    for (u64 n = live; n; n &= n - 1)
        for (u64 m = live; m; m &= m - 1) {
            const int first = lowest(n), second = lowest(m);
            if (!b->at[0][first] || b->at[0][first] != b->at[1][second]) continue;
            crossed[0] |= 1ull << first;
            crossed[1] |= 1ull << second;
            if (b->open_at[0][first]) memset(b->open_at[0][first], 0xff, 4 * words);
        }
    for (u32 row = 0; row < ROWS; row++) undefine_data(b, row, crossed[row / ELEMENT_ROWS]);
}

void perform_access(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    const struct access *a = made(p->by, b);
    const bool scalar = p->event.path == SCALAR_PATH, lds_transfer = p->by->lds;
    if (lds_transfer && p->verb == STORE) load_from_lds(b, p->live);
    for (int e = 0; e < a->count; e++) {
        const u32 words = scalar ? 1 : words_of(a);
        if (a->queue) queue(w, p->by, b, p->live);
        else if (a->source_in_lds) source_in_lds(w, p->by, b, p->live);
        else if (p->verb == ATOMIC) atomic_element(w, p->by, b, e, p->live);
        else if (b->line && p->verb == LOAD) load_line(b, words, p->live);
        else if (b->line && store_line(b, words, p->live)) continue;
        else if (p->verb == STORE) store_words(w, placed(w, p), e, words, part_of(a), p->live);
        else if (b->moved.mask) load_texels(b, p->by->op->access.half, p->live);
        else if (a->bits < 32) load_short(a, b, e, p->live);
        else load_words(b, e, words, p->live);
    }
    if (p->verb == ATOMIC && a->count > 1) open_crossings(b, element_words(p->by), p->live, is_one_address(w, p->by));
    if (p->verb == ATOMIC && scalar) turn_to_dwords(b);
    if (lds_transfer && p->verb == LOAD) store_to_lds(b, p->live);
    if (p->by->tfe && p->verb != STORE && p->count) no_fault(b, p->count - 1u);
}
