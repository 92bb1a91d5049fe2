/* Parameter interpolation: V_INTERP of both families, and what loads parameters and single values from LDS (RDNA3 ISA, 12.2 to 12.4;
   Vega ISA, 10.3.1, 10.3.2, 12.12). */
#include "decode.h"
#include "float.h"
#include "lanes.h"
#include "memory.h"
#include "rows_interpolate.h"
#include "vector.h"

/* ---- bodies: P10 or P20, I or J, P0 or the partial result ---- */

static f32 v_interp_p10_f16_f32(MODE, f16 p10, f32 i, f16 p0)  { return fma_f32(fp, cvt_f32_f16(fp, p10), i, cvt_f32_f16(fp, p0)); }
static f16 v_interp_p2_f16_f32(MODE, f16 p20, f32 j, f32 part) { return cvt_f16_f32(fp, fma_f32(fp, cvt_f32_f16(fp, p20), j, part)); }

/* Towards zero whatever MODE says (RDNA3 ISA, 12.3.1); host shortcuts round to nearest. */
INLINE struct fp cut_off(MODE)
{
    struct fp zero = *fp;
    zero.round[0] = zero.round[1] = TO_ZERO;
    return zero;
}
static f32 v_interp_p10_rtz_f16_f32(MODE, f16 p10, f32 i, f16 p0)
{
    struct fp zero = cut_off(fp);
    const f32 r = v_interp_p10_f16_f32(&zero, p10, i, p0);
    fp->odd |= zero.odd;
    return r;
}
static f16 v_interp_p2_rtz_f16_f32(MODE, f16 p20, f32 j, f32 part)
{
    struct fp zero = cut_off(fp);
    const f16 r = v_interp_p2_f16_f32(&zero, p20, j, part);
    fp->odd |= zero.odd;
    return r;
}

static f32 v_interp_mov_f32(MODE, f32 p)                           { (void)fp; return p; }

/* Vega's f16 forms: no document says whether the product is rounded and f32 subnormals flushed, as in the f32 forms, or neither; where
   that shows, the result is open (`odd`; errata E-149). */
static f32 product_and_sum(MODE, f16 p, f32 weight, f32 part, bool *alike)
{
    const f32 factor = cvt_f32_f16(fp, p), unfused = mad_f32(fp, factor, weight, part), fused = fma_f32(fp, factor, weight, part);
    *alike = unfused.bits == fused.bits;
    return unfused;
}
static f32 v_interp_p1ll_f16(MODE, f32 i, f16 p10, f16 p0)
{
    bool alike;
    const f32 r = product_and_sum(fp, p10, i, cvt_f32_f16(fp, p0), &alike);
    fp->odd = !alike;
    return r;
}
static f32 v_interp_p1lv_f16(MODE, f32 i, f16 p10, f16 p0)         { return v_interp_p1ll_f16(fp, i, p10, p0); }
static f16 v_interp_p2_f16(MODE, f32 j, f16 p20, f32 part)
{
    bool alike;
    const f16 unfused = cvt_f16_f32(fp, product_and_sum(fp, p20, j, part, &alike)), fused = v_interp_p2_f16_f32(fp, p20, j, part);
    fp->odd = unfused.bits != fused.bits;
    return unfused;
}

/* ---- sources from other lanes of the quad ---- */

static u64 whole_quads(u64 lanes)
{
    lanes |= lanes >> 2;
    lanes |= lanes >> 1;
    return (lanes & 0x1111111111111111u) * 15;
}

/* Every lane of a quad reads one lane of it, on or off (RDNA3 ISA, 12.3). */
static void share(const struct wave *w, struct lanes *o, int n, int lane)
{
    u64 open = 0;
    u32 *to = o->copy[n][0];
    const u32 *from = o->s[n][0];
    const bool own = w->m->mutant == QUAD_IGNORED;
    EACH_LANE to[l] = from[own ? l : (l & ~3) + lane];
    if (o->open[n]) EACH_LANE open |= (o->open[n] >> (own ? l : (l & ~3) + lane) & 1) << l;
    o->s[n][0] = to;
    o->open[n] = open;
}

/* V_INTERP of RDNA3: waits for EXPcnt, takes shared sources from the quad and raises no exceptions (RDNA3 ISA, 12.3). */
void run_quad(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const u64 live = live_lanes(w);
    const u32 trapsts = w->trapsts;
    wait_until(w, EXP, field_of(&layouts[i->form->layout], i->words, F_WAIT_EXP));
    if (result_ignored(w, i)) return;
    fetch(w, i, &o, whole_quads(live));
    o.live = live;
    for (int n = 0; n < i->op->sources; n++) if (i->op->quad[n]) share(w, &o, n, i->op->quad[n] - 1);
    work_out(w, i, &o);
    w->trapsts = trapsts;
    write_back(w, i, &o);
}

/* ---- parameters in LDS ---- */

/* Twelve dwords a primitive and attribute: P0, P10 and P20, each x y z w (RDNA3 ISA, 12.2.1; for Vega errata E-148). */
enum { P0, P10, P20, BY_FIELD, PARAMETER_DWORDS = 12, CHANNELS = 4 };

static u32 read_m0(struct wave *w)
{
    if (s_is_open(w, (u32)w->t->m0)) open_decides(w, R_OPEN_ADDRESS);
    return read_s(w, (u32)w->t->m0);
}

/* Where lane l finds parameter `which`.  M0 is {0, new_prim_mask[15:1], offset[15:0]}; quad 0 always begins a primitive. */
static u32 parameter_address(const struct wave *w, const struct inst *i, u32 m0, int l, u32 which)
{
    const struct layout *f = &layouts[i->form->layout];
    const u32 quads = w->lanes / 4, all = (u32)((1ull << quads) - 1), begins = ((m0 >> 16 & 0x7fff) << 1 | 1) & all, quad = (u32)l / 4;
    const u32 count = (u32)__builtin_popcount(begins), number = (u32)__builtin_popcount(begins & ((2u << quad) - 1)) - 1;
    const u32 primitive = w->m->mutant == PRIMITIVE_ZERO ? 0 : number;
    const u32 row = field_of(f, i->words, F_ATTR) * count + primitive;
    return (m0 & 0xffff) + 4 * (row * PARAMETER_DWORDS + which * CHANNELS + field_of(f, i->words, F_CHAN));
}

/* An outstanding store of this wave to LDS that nothing orders before a read on another way. */
static const struct pending *awaited_store(const struct wave *w, const u8 *at, u32 bytes)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        const struct body *b = body_of(w, p);
        if (!(p->event.path & LDS_PATH) || (p->verb != STORE && p->verb != ATOMIC)) continue;
        for (int e = 0; e < p->by->op->access.count; e++) for (u64 left = p->live; left; left &= left - 1) {
            const u8 *there = b->at[e][lowest(left)];
            if (there && there < at + bytes && at < there + element_bytes(p->by)) return p;
        }
    }
    return 0;
}

static bool unordered(struct wave *w, const u8 *at, u32 bytes)
{
    const struct pending *p = w->pending_count ? awaited_store(w, at, bytes) : 0;
    if (p) report(w, R_MEMORY_OWN_UNWAITED, "reads bytes of LDS that %s at 0x%llx writes and that no wait orders", p->by->form->spelling, (unsigned long long)p->pc);
    return p != 0;
}

static u8 *lds_source(struct wave *w, u32 address, u32 bytes, u8 **open, bool *refused)
{
    u8 *at = lds_at(w, address, bytes, open);
    if (!at) report(w, R_LDS_RANGE, "address 0x%x lies outside the %u bytes of LDS", address, w->g->lds_bytes);
    *refused = at && unordered(w, at, bytes);
    return at;
}

/* ---- V_INTERP of Vega: parameters are sources ---- */

/* VSRC of V_INTERP_MOV_F32: P10, P20, P0. */
static u32 chosen(const struct inst *i)
{
    static const u8 codes[] = { P10, P20, P0, P0 };
    return codes[field_of(&layouts[i->form->layout], i->words, i->form->encoding == E_VINTRP ? F_VSRC : F_SRC0) & 3];
}

/* f16 parameters: HIGH chooses the half of the dword. */
static void read_parameter(struct wave *w, const struct inst *i, struct lanes *o, int n)
{
    const u32 which = i->op->parameter[n] - 1u, m0 = read_m0(w);
    const u32 shift = i->op->source_bits[n] == 16 && field_of(&layouts[i->form->layout], i->words, F_HIGH) ? 16 : 0;
    u64 left = o->live;
    EACH_LANE o->copy[n][0][l] = 0;
    for (; left; left &= left - 1) {
        const int l = lowest(left);
        bool refused;
        u8 *open;
        const u8 *at = lds_source(w, parameter_address(w, i, m0, l, which == BY_FIELD ? chosen(i) : which), 4, &open, &refused);
        u32 x = 0, opened = 0;
        if (at) memcpy(&x, at, 4), memcpy(&opened, open, 4);
        o->copy[n][0][l] = x >> shift;
        o->open[n] |= (u64)(refused || opened) << l;
    }
    o->s[n][0] = o->copy[n][0];
}

void run_parameter(struct wave *w, const struct inst *i)
{
    struct lanes o;
    struct inst copy;
    if (w->mode >> MODE_GPR_IDX_EN & 1 && !(i = gpr_indexed(w, i, &copy))) return;
    if (result_ignored(w, i)) return;
    fetch(w, i, &o, live_lanes(w));
    for (int n = 0; n < i->op->sources; n++) if (i->op->parameter[n]) read_parameter(w, i, &o, n);
    work_out(w, i, &o);
    write_back(w, i, &o);
}

/* ---- loads of RDNA3: whole quads, counted on EXPcnt ---- */

static void give_load(struct wave *w, const struct inst *i, const struct event *e, struct body *b, u64 live)
{
    struct pending *p = record(w, i, e, b, LOAD, live);
    check_waves(w, p);
    go(w, p);
}

static u64 loaded_lanes(struct wave *w, const struct inst *i)
{
    if (i->d[0].reg < w->vgprs) return whole_quads(live_lanes(w)) & w->wave_mask;
    report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is written", i->d[0].reg, w->vgprs);
    return 0;
}

/* Lanes 0, 1, 2 of a quad get P0, P10, P20 of the quad's primitive; lane 3 gets 0 (RDNA3 ISA, 12.1.3, 12.2.1). */
void run_parameter_load(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w, i, LOAD);
    struct body *b = make_room(w, &e);
    const u64 live = loaded_lanes(w, i);
    const u32 m0 = read_m0(w);
    if (m0 & 0x7f) report(w, R_INTERP_OFFSET, "M0[6:0] is 0x%x", m0 & 0x7f);
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        bool refused = false;
        b->at[0][l] = (l & 3) == 3 ? 0 : lds_source(w, parameter_address(w, i, m0, l, l & 3), 4, &b->open_at[0][l], &refused);
        b->step[l] = 4;
        b->lost |= (u64)(refused || m0 & 0x7f) << l;
    }
    give_load(w, i, &e, b, live);
}

/* M0 of a direct read: byte address in 15:0, a multiple of 4, and data type in 18:16; 0: reserved (RDNA3 ISA, 12.4; Vega ISA, 10.3.1). */
static const struct access *direct_access(const struct wave *w, u32 m0)
{
    static const struct access types[8] = { { .bits = 8, .count = 1 }, { .bits = 16, .count = 1 }, { .bits = 32, .count = 1 }, { 0 },
                                            { .bits = 8, .count = 1, .sign = true }, { .bits = 16, .count = 1, .sign = true } };
    return &types[w->m->mutant == DIRECT_WHOLE ? 2 : m0 >> 16 & 7];
}

static u8 *direct_source(struct wave *w, u32 m0, u8 **open, bool *refused)
{
    const u32 bits = direct_access(w, m0)->bits;
    *refused = true;
    if (bits && !(m0 & 3)) return lds_source(w, m0 & 0xffff, bits / 8, open, refused);
    if (bits) report(w, R_LDS_ALIGN, "M0[15:0] is 0x%x, no multiple of 4", m0 & 0xffff);
    else report(w, R_LDS_DIRECT, "M0[18:16] is %u, which is reserved", m0 >> 16 & 7);
    return 0;
}

void run_direct_load(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w, i, LOAD);
    struct body *b = make_room(w, &e);
    const u64 live = loaded_lanes(w, i);
    const u32 m0 = read_m0(w);
    bool refused;
    u8 *open = 0, *at = direct_source(w, m0, &open, &refused);
    b->as = direct_access(w, m0)->bits ? direct_access(w, m0) : 0;
    EACH_LANE {
        b->at[0][l] = at;
        b->open_at[0][l] = open;
        b->step[l] = 4;
    }
    b->lost |= refused ? live : 0;
    give_load(w, i, &e, b, live);
}

/* The operand LDS_DIRECT of Vega: one value for all lanes, read at once. */
u32 lds_direct(struct wave *w, bool *opened)
{
    const u32 m0 = read_m0(w), bits = direct_access(w, m0)->bits;
    bool refused;
    u8 *open = 0, *at = direct_source(w, m0, &open, &refused);
    u32 x = 0, shadow = 0;
    if (at) memcpy(&x, at, bits / 8), memcpy(&shadow, open, bits / 8);
    *opened |= refused || shadow;
    return bits && direct_access(w, m0)->sign ? (u32)((i32)(x << (32 - bits)) >> (32 - bits)) : x;
}

#include "rows_interpolate.inc"
