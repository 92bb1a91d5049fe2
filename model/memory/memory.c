/* Memory.  A kind of access is written once; rows of spec/ops choose its size, sign, half and combine. */
#include <string.h>
#include "memory.h"
#include "rows_memory.h"

/* ---- atomics: the new memory value (RDNA3 ISA, 11 and 12.5.1; Vega ISA, 11.3) ---- */

static u64 low32(u64 x) { return (u32)x; }
#define COMBINE  struct fp *fp, u64 memory, u64 data, u64 other
#define UNUSED   (void)fp, (void)other
static u64 add_u32(COMBINE)     { UNUSED; return low32(memory + data); }
static u64 add_u64(COMBINE)     { UNUSED; return memory + data; }
static u64 sub_u32(COMBINE)     { UNUSED; return low32(memory - data); }
static u64 sub_u64(COMBINE)     { UNUSED; return memory - data; }
static u64 rsub_u32(COMBINE)    { UNUSED; return low32(data - memory); }
static u64 rsub_u64(COMBINE)    { UNUSED; return data - memory; }
static u64 csub_u32(COMBINE)    { UNUSED; return memory < data ? 0 : memory - data; }
static u64 inc_u32(COMBINE)     { UNUSED; return memory >= data ? 0 : memory + 1; }
static u64 inc_u64(COMBINE)     { UNUSED; return memory >= data ? 0 : memory + 1; }
static u64 dec_u32(COMBINE)     { UNUSED; return !memory || memory > data ? data : memory - 1; }
static u64 dec_u64(COMBINE)     { UNUSED; return !memory || memory > data ? data : memory - 1; }
static u64 min_u32(COMBINE)     { UNUSED; return data < memory ? data : memory; }
static u64 min_u64(COMBINE)     { UNUSED; return data < memory ? data : memory; }
static u64 max_u32(COMBINE)     { UNUSED; return data > memory ? data : memory; }
static u64 max_u64(COMBINE)     { UNUSED; return data > memory ? data : memory; }
static u64 min_i32(COMBINE)     { UNUSED; return (i32)data < (i32)memory ? data : memory; }
static u64 min_i64(COMBINE)     { UNUSED; return (i64)data < (i64)memory ? data : memory; }
static u64 max_i32(COMBINE)     { UNUSED; return (i32)data > (i32)memory ? data : memory; }
static u64 max_i64(COMBINE)     { UNUSED; return (i64)data > (i64)memory ? data : memory; }
static u64 and_b32(COMBINE)     { UNUSED; return memory & data; }
static u64 and_b64(COMBINE)     { UNUSED; return memory & data; }
static u64 or_b32(COMBINE)      { UNUSED; return memory | data; }
static u64 or_b64(COMBINE)      { UNUSED; return memory | data; }
static u64 xor_b32(COMBINE)     { UNUSED; return memory ^ data; }
static u64 xor_b64(COMBINE)     { UNUSED; return memory ^ data; }
static u64 swap_b32(COMBINE)    { UNUSED; (void)memory; return data; }
static u64 swap_b64(COMBINE)    { UNUSED; (void)memory; return data; }
static u64 mskor_b32(COMBINE)   { (void)fp; return (memory & ~data) | other; }
static u64 mskor_b64(COMBINE)   { (void)fp; return (memory & ~data) | other; }
static u64 cmpswap_b32(COMBINE) { (void)fp; return memory == other ? data : memory; }
static u64 cmpswap_b64(COMBINE) { (void)fp; return memory == other ? data : memory; }
static u64 wrap_u32(COMBINE)    { (void)fp; return memory >= data ? memory - data : low32(memory + other); }
static u64 add_f32(COMBINE)     { (void)other; return atomic_add_f32(fp, memory, data); }
static u64 min_f32(COMBINE)     { (void)other; return atomic_select(fp, false, false, memory, data); }
static u64 max_f32(COMBINE)     { (void)other; return atomic_select(fp, false, true, memory, data); }
static u64 min_f64(COMBINE)     { (void)other; return atomic_select(fp, true, false, memory, data); }
static u64 max_f64(COMBINE)     { (void)other; return atomic_select(fp, true, true, memory, data); }
static u64 cmpswap_f32(COMBINE) { return atomic_swap_equal(fp, false, memory, data, other); }
static u64 cmpswap_f64(COMBINE) { return atomic_swap_equal(fp, true, memory, data, other); }

/* ---- the access itself ---- */

static u32 element_words(const struct inst *i) { return i->op->access.bits > 32 ? i->op->access.bits / 32u : 1; }

static u32 extended(const struct access *a, u32 x)
{
    const u32 up = 32u - a->bits;
    if (!a->sign) return x;
    const u32 wide_value = (u32)((i32)(x << up) >> up);
    return a->half || a->to_bits == 16 ? wide_value & 0xffff : wide_value;
}

static bool any_open(const u8 *open, u32 bytes)
{
    u32 x = 0;
    if (open) memcpy(&x, open, bytes < 4 ? bytes : 4);
    return x != 0;
}

static void load_short(const struct access *a, struct body *b, int e, u64 live)
{
    const u32 shift = a->half == 2 ? 16 : 0, bytes = a->bits / 8u;
    u32 *row = b->data[ELEMENT_ROWS * e];
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        u32 x = 0;
        if (b->at[e][l]) memcpy(&x, b->at[e][l], bytes);
        row[l] = extended(a, x) << shift;
        b->data_open[ELEMENT_ROWS * e] |= (u64)(b->at[e][l] && any_open(b->open_at[e][l], bytes)) << l;
    }
}

static void load_words(struct body *b, int e, u32 words, u64 live)
{
    for (u32 k = 0; k < words; k++) {
        u32 *row = b->data[ELEMENT_ROWS * (u32)e + k];
        u64 open = 0;
        for (u64 left = live; left; left &= left - 1) {
            const int l = lowest(left);
            const u8 *at = b->at[e][l];
            row[l] = 0;
            if (!at || k >= b->present[l]) continue;
            memcpy(&row[l], at + k * b->step[l], 4);
            if (b->open_at[e][l]) open |= (u64)any_open(b->open_at[e][l] + k * b->step[l], 4) << l;
        }
        b->data_open[ELEMENT_ROWS * (u32)e + k] = open;
    }
}

/* Lanes one after another; where they meet, the order matters only to those who have declared one. */
static int next_lane(u64 *left, bool descending)
{
    const int l = descending ? 63 - __builtin_clzll(*left) : lowest(*left);
    *left &= ~(1ull << l);
    return l;
}

static void store_lane(const struct body *b, int e, int l, u32 words, u32 bytes)
{
    for (u32 k = 0; k < words && k < b->present[l]; k++) {
        const u32 row = ELEMENT_ROWS * (u32)e + k;
        memcpy(b->at[e][l] + k * b->step[l], &b->data[row][l], bytes);
        if (b->open_at[e][l]) memset(b->open_at[e][l] + k * b->step[l], b->data_open[row] >> l & 1, bytes);
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

/* ---- atomics on lanes that meet ---- */

typedef u64 combine(struct fp *, u64 memory, u64 data, u64 other);

/* The order of lanes within an atomic is not said (RDNA3 ISA, 12.5.1).  These end in the same value in any order. */
static bool commutes(combine *f)
{
    static combine *const any_order[] = { add_u32, add_u64, sub_u32, sub_u64, min_u32, min_u64, max_u32, max_u64, min_i32, min_i64,
                                          max_i32, max_i64, and_b32, and_b64, or_b32, or_b64, xor_b32, xor_b64 };
    for (u32 n = 0; n < sizeof any_order / sizeof *any_order; n++) if (f == any_order[n]) return true;
    return false;
}

static u64 lane_value(const struct body *b, u32 row, u32 words, int l) { return wide(b->data[row][l], words > 1 ? b->data[row + 1][l] : 0); }

struct meeting { u64 lanes, changed; bool alike, open; };        /* the lanes at one address */

static struct meeting meet(const struct body *b, int e, u64 live, int l)
{
    struct meeting m = { .alike = true };
    const u32 row = ELEMENT_ROWS * (u32)e;
    for (u64 left = live; left; left &= left - 1) {
        const int n = lowest(left);
        if (b->at[e][n] != b->at[e][l]) continue;
        m.lanes |= 1ull << n;
        m.alike &= b->data[row][n] == b->data[row][l] && b->data[row + 1][n] == b->data[row + 1][l];
        for (u32 k = 0; k < ELEMENT_ROWS; k++) m.open |= b->data_open[row + k] >> n & 1;
    }
    return m;
}

static void combine_lane(const struct inst *i, struct body *b, int e, int l, struct meeting *m, const u64 *other_row)
{
    const u32 row = ELEMENT_ROWS * (u32)e, words = element_words(i), bytes = 4 * words;
    u64 old = 0;
    memcpy(&old, b->at[e][l], bytes);
    u64 new = i->op->access.combine(&b->fp, old, lane_value(b, row, words, l), other_row[l]);
    memcpy(b->at[e][l], &new, bytes);
    if (new != old) m->changed |= 1ull << l;
    b->data[row][l] = (u32)old;
    if (words > 1) b->data[row + 1][l] = (u32)(old >> 32);
}

/* Law 9: what depends on the order is open: the memory unless the operation commutes or all lanes bring the same, the
   returned values unless no lane changed anything.  Other waves may come between, so then every returned value is open. */
static void atomic_address(struct wave *w, const struct inst *i, struct body *b, int e, struct meeting m, const u64 *other_row)
{
    const int first = lowest(m.lanes);
    const bool several = m.lanes & (m.lanes - 1), shared = w->g->wave_count > 1;
    u8 *open = b->open_at[e][first];
    u64 *result_open = &b->data_open[ELEMENT_ROWS * e];
    const bool was_open = any_open(open, 4) || (element_words(i) > 1 && any_open(open ? open + 4 : 0, 4));
    const enum assay_lanes declared = w->m->run->choices.colliding_lanes;
    for (u64 left = m.lanes; left;) combine_lane(i, b, e, next_lane(&left, declared == ASSAY_LANES_DESCENDING), &m, other_row);
    for (u64 left = m.lanes; left && w->m->mutant == ATOMIC_RETURNS_NEW; left &= left - 1)
        memcpy(&b->data[ELEMENT_ROWS * e][lowest(left)], b->at[e][first], 4);
    const bool order = several && m.changed && declared == ASSAY_LANES_OPEN;
    const bool now_open = was_open || m.open || (order && !m.alike && !commutes(i->op->access.combine));
    if (open) memset(open, now_open, element_bytes(i));
    for (u32 k = 0; k < 2; k++)
        result_open[k] = (result_open[k] & ~m.lanes) | (was_open || order || shared || (several && m.open) ? m.lanes : 0);
}

/* An atomic that is not made returns 0. */
static void return_zero(struct body *b, u32 row, u32 words, u64 lanes)
{
    for (u32 k = 0; k < words; k++) {
        b->data_open[row + k] &= ~lanes;
        for (u64 left = lanes; left; left &= left - 1) b->data[row + k][lowest(left)] = 0;
    }
}

/* Where the second operand comes: its own field, the other way round where the row says so, or after the first (cmpswap). */
static void atomic_element(struct wave *w, const struct inst *i, struct body *b, int e, u64 live)
{
    const u32 words = element_words(i), row = ELEMENT_ROWS * (u32)e;
    const bool pair = i->s[3].kind == VREG && i->op->access.count < 2;
    const u32 other = pair ? ELEMENT_ROWS : row + words;
    u64 second[LANES], left = 0;
    for (u64 n = live; n; n &= n - 1) {
        const int l = lowest(n);
        second[l] = pair || i->s[2].width > words ? lane_value(b, other, words, l) : 0;
        left |= (u64)(b->at[e][l] != 0) << l;
    }
    return_zero(b, row, words, live & ~left);
    while (left) {
        struct meeting m = meet(b, e, left, lowest(left));
        for (u64 n = m.lanes; n; n &= n - 1) m.alike &= second[lowest(n)] == second[lowest(m.lanes)];
        if (pair) for (u32 k = 0; k < words; k++) m.open |= (b->data_open[other + k] & m.lanes) != 0;
        atomic_address(w, i, b, e, m, second);
        left &= ~m.lanes;
    }
}

/* Two addresses a lane: where one lane's first is another's second, the order of the two is not said either. */
static void open_crossings(struct body *b, u32 words, u64 live)
{
    u64 crossed[ELEMENTS] = { 0 };
    for (u64 n = live; n; n &= n - 1) for (u64 m = live; m; m &= m - 1) {
        const int first = lowest(n), second = lowest(m);
        if (!b->at[0][first] || b->at[0][first] != b->at[1][second]) continue;
        crossed[0] |= 1ull << first;
        crossed[1] |= 1ull << second;
        if (b->open_at[0][first]) memset(b->open_at[0][first], 1, 4 * words);
    }
    for (u32 row = 0; row < ROWS; row++) b->data_open[row] |= crossed[row / ELEMENT_ROWS];
}

void touch(struct wave *w, struct pending *p)
{
    struct body *b = body_of(w, p);
    const struct access *a = b->as ? b->as : &p->by->op->access;
    if (p->verb == VALUE) return;
    for (int e = 0; e < a->count; e++) {
        const u32 words = p->event.path == SCALAR_PATH ? 1 : element_words(p->by);
        if (p->verb == ATOMIC) atomic_element(w, p->by, b, e, p->live);
        else if (p->verb == STORE) store_words(w, b, e, words, a->bits < 32 ? a->bits / 8u : 4, p->live);
        else if (a->bits < 32) load_short(a, b, e, p->live);
        else load_words(b, e, words, p->live);
    }
    if (p->verb == ATOMIC && a->count > 1) open_crossings(b, element_words(p->by), p->live);
}

/* ---- sources ---- */

u64 address_words(struct wave *w, const struct operand *a, const u32 *row[2], u64 live)
{
    u64 open = 0;
    for (u32 k = 0; k < 2; k++) row[k] = k < a->width ? read_v(w, a->reg + k, live, &open) : 0;
    return open;
}

/* Stores and atomics keep a copy: VMEM and LDS read their data at issue, so the registers may be reused at once. */
static void copy_data(struct wave *w, const struct operand *a, struct body *b, u32 row, u32 shift, u64 live)
{
    for (u32 k = 0; a->kind == VREG && k < a->width && row + k < ROWS; k++) {
        u64 open = 0;
        const u32 *from = read_v(w, a->reg + k, live, &open);
        b->data_open[row + k] = open;
        if (!shift) memcpy(b->data[row + k], from, sizeof b->data[row + k]);
        else EACH_LANE b->data[row + k][l] = from[l] >> shift;
    }
}

static void read_data(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const struct access *a = &i->op->access;
    const struct operand *first = &i->s[a->swapped ? 3 : 2], *second = &i->s[a->swapped ? 2 : 3];
    copy_data(w, first, b, 0, a->half == 2 ? 16 : 0, live);
    copy_data(w, second, b, ELEMENT_ROWS, 0, live);
}

/* ---- the runs ---- */

static u64 whole(u32 count) { return count < 64 ? (1ull << count) - 1 : ~0ull; }

/* A vector result beyond the allocation: the access is made as if EXEC were 0 (RDNA3 ISA, 3.3.2). */
static u64 lanes_of(struct wave *w, const struct inst *i, bool scalar)
{
    const struct operand *d = &i->d[0];
    if (scalar) return whole(element_words(i));
    if (d->kind != VREG || d->reg + d->width <= w->vgprs) return live_lanes(w);
    report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is accessed", d->reg + d->width - 1u, w->vgprs);
    return 0;
}

static bool place(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    switch (i->form->encoding) {
    case E_SMEM:  return place_scalar(w, i, b, live);
    case E_DS:    return place_lds(w, i, b, verb, live);
    case E_MUBUF: return place_buffer(w, i, b, verb, live);
    default:      return place_vector(w, i, b, verb, live);
    }
}

/* LDS keeps both settings of MODE; the caches know only that of inputs, and their f32 sum always flushes inputs (RDNA3 ISA, 13.2). */
static struct fp atomic_mode(const struct wave *w, const struct inst *i, bool lds)
{
    const u32 m = w->mode, keep = i->op->access.combine == add_f32 ? KEEP_OUT : m >> 4 & KEEP_IN;
    return (struct fp){ .denorm = { (u8)(lds ? m >> 4 & 3 : keep), m >> 6 & 3 }, .dx10_clamp = m >> 8 & 1, .ieee = m >> 9 & 1 };
}

static void run_memory(struct wave *w, const struct inst *i, enum verb verb)
{
    const struct event e = event_of(w, i, verb);
    if (i->gds || i->lds || i->tfe) {
        stop(w, ASSAY_UNSUPPORTED, "%s with %s", i->form->spelling, i->gds ? "gds" : i->lds ? "lds" : "tfe");
        return;
    }
    struct body *b = make_room(w, &e);
    const u64 live = lanes_of(w, i, e.path == SCALAR_PATH);
    if (!place(w, i, b, verb, live)) return;
    if (w->m->mutant == STORE_DROPS_LANE && verb == STORE && live && e.path & VECTOR_PATH) b->at[0][63 - __builtin_clzll(live)] = 0;
    if (verb == ATOMIC) b->fp = atomic_mode(w, i, e.path == LDS_PATH);
    if (verb != LOAD) read_data(w, i, b, live);
    struct pending *p = record(w, i, &e, b, verb, live);
    check_own(w, p);
    check_lanes(w, p);
    check_waves(w, p);
    go(w, p);
}

void run_load(struct wave *w, const struct inst *i)   { run_memory(w, i, LOAD); }
void run_store(struct wave *w, const struct inst *i)  { run_memory(w, i, STORE); }
void run_atomic(struct wave *w, const struct inst *i) { run_memory(w, i, ATOMIC); }

/* ---- caches and clocks: nothing a program can see but the counter (RDNA3 ISA, 8.1.3; Vega ISA, 7.4) ---- */

static void clock_value(struct wave *w, const struct inst *i)
{
    const u32 now[2] = { (u32)w->m->instructions, (u32)(w->m->instructions >> 32) };
    return_scalar(w, i, now, true);
}

static void s_memtime(struct wave *w, const struct inst *i)        { clock_value(w, i); }
static void s_memrealtime(struct wave *w, const struct inst *i)    { clock_value(w, i); }
static void s_dcache_inv(struct wave *w, const struct inst *i)     { send_message(w, i); }
static void s_dcache_inv_vol(struct wave *w, const struct inst *i) { send_message(w, i); }
static void s_dcache_wb(struct wave *w, const struct inst *i)      { send_message(w, i); }
static void s_dcache_wb_vol(struct wave *w, const struct inst *i)  { send_message(w, i); }
static void s_gl1_inv(struct wave *w, const struct inst *i)        { send_message(w, i); }
static void buffer_gl0_inv(struct wave *w, const struct inst *i)       { (void)w, (void)i; }
static void buffer_gl1_inv(struct wave *w, const struct inst *i)       { (void)w, (void)i; }
static void buffer_wbinvl1(struct wave *w, const struct inst *i)       { (void)w, (void)i; }
static void buffer_wbinvl1_vol(struct wave *w, const struct inst *i)   { (void)w, (void)i; }
static void ds_nop(struct wave *w, const struct inst *i)               { (void)w, (void)i; }

#include "rows_memory.inc"
