/* Parameters of primitives and single values in LDS, read at once or as loads (RDNA3 ISA, 12.2, 12.4; Vega ISA, 10.3.1,
   10.3.2). */
#include <string.h>
#include "decode.h"
#include "places.h"

/* ---- addresses ---- */

/* A primitive has twelve dwords for each attribute: P0, P10 and P20, each with x y z w (RDNA3 ISA, 12.2.1; for Vega
   errata E-148). */
enum { PARAMETER_DWORDS = 12, CHANNELS = 4 };

u32 lds_m0(struct wave *w) { return read_m0(w, ~0u); }

/* Address of parameter `which` for lane l.  M0 is {0, new_prim_mask[15:1], offset[15:0]}; quad 0 always starts a
   primitive. */
static u32 parameter_address(const struct wave *w, const struct inst *i, u32 m0, int l, u32 which)
{
    const struct layout *f = &layouts[i->form->layout];
    const u32 quads = w->lanes / 4, all = (u32)((1ull << quads) - 1), begins = (m0 >> 15 | 1) & all, quad = (u32)l / 4;
    const u32 count = (u32)__builtin_popcount(begins),
              number = (u32)__builtin_popcount(begins & ((2u << quad) - 1)) - 1;
    const u32 row = field_of(f, i->words, F_ATTR) * count + number;
    return (m0 & 0xffff) + 4 * (row * PARAMETER_DWORDS + which * CHANNELS + field_of(f, i->words, F_CHAN));
}

/* An outstanding LDS store of this wave that is unordered with a read on another path. */
static const struct pending *awaited_store(const struct wave *w, const u8 *at, u32 bytes)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        const struct body *b = placed(w, p);
        if (p->verb != STORE && p->verb != ATOMIC) continue;
        for (int e = 0; e < p->by->op->access.count; e++)
            for (u64 left = p->live; left; left &= left - 1) {
                const u8 *there = b->at[e][lowest(left)];
                if (there && there < at + bytes && at < there + element_bytes(p->by)) return p;
            }
    }
    return 0;
}

static bool unordered(struct wave *w, const u8 *at, u32 bytes)
{
    const struct pending *p = w->pending_count ? awaited_store(w, at, bytes) : 0;
    if (p)
        report(w, R_MEMORY_OWN_UNWAITED, "reads bytes of LDS that %s at 0x%llx writes, with no wait between",
               p->by->form->spelling, (unsigned long long)p->pc);
    return p != 0;
}

static u8 *lds_source(struct wave *w, u32 address, u32 bytes, u8 **open, bool *refused)
{
    u8 *at = lds_at(w, address, bytes, open);
    if (!at) report(w, R_LDS_RANGE, "address 0x%x lies outside the %u bytes of LDS", address, w->g->lds_bytes);
    *refused = at && unordered(w, at, bytes);
    return at;
}

u64 lds_parameters(struct wave *w, const struct inst *i, u64 live, u32 which, u32 *row)
{
    const u32 m0 = lds_m0(w);
    u8 *at[LANES];
    u64 opened = 0;
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        bool refused;
        u8 *open;
        u32 shadow = 0;
        at[l] = lds_source(w, parameter_address(w, i, m0, l, which), 4, &open, &refused);
        row[l] = 0;
        if (at[l]) memcpy(&row[l], at[l], 4), memcpy(&shadow, open, 4);
        opened |= (u64)(refused || shadow) << l;
    }
    return opened | check_read(w, live, at, 4);
}

/* ---- loads of RDNA3: whole quads, counted on EXPcnt ---- */

static void give_load(struct wave *w, const struct inst *i, const struct event *e, struct body *b, u64 live)
{
    struct pending *p = record(w, i, e, b, LOAD, live);
    p->perform_access = perform_access;
    check_waves(w, p);
    advance_by_policy(w, p);
}

static u64 loaded_lanes(struct wave *w, const struct inst *i)
{
    if (w->m->dispatch.wgp_mode) report(w, R_LDS_DIRECT_MODE, "RSRC1.WGP_MODE is 1");
    if (i->d[0].reg < w->vgprs) return whole_quads(live_lanes(w)) & w->wave_mask;
    report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is written",
           i->d[0].reg, w->vgprs);
    return 0;
}

/* Lanes 0, 1, 2 of a quad get P0, P10, P20 of its primitive; lane 3 gets 0 (RDNA3 ISA, 12.1.3, 12.2.1). */
void run_parameter_load(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w->t, i, LOAD);
    struct body *b = reserve_body(w, &e);
    const u64 live = loaded_lanes(w, i);
    const u32 m0 = lds_m0(w);
    if (m0 & 0x7f) report(w, R_INTERP_OFFSET, "M0[6:0] is 0x%x", m0 & 0x7f);
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        bool refused = false;
        b->at[0][l] = (l & 3) == 3
                          ? 0
                          : lds_source(w, parameter_address(w, i, m0, l, l & 3), 4, &b->open_at[0][l], &refused);
        b->lost |= (u64)(refused || m0 & 0x7f) << l;
    }
    give_load(w, i, &e, b, live);
}

/* M0 of a direct read: byte address in 15:0, a multiple of 4; data type in 18:16.  0: reserved (RDNA3 ISA, 12.4; Vega
   ISA, 10.3.1). */
static const struct access *direct_access(u32 m0)
{
    static const struct access types[8] = { { .bits = 8, .count = 1 },
                                            { .bits = 16, .count = 1 },
                                            { .bits = 32, .count = 1 },
                                            { 0 },
                                            { .bits = 8, .count = 1, .sign = true },
                                            { .bits = 16, .count = 1, .sign = true } };
    return &types[m0 >> 16 & 7];
}

static u8 *direct_source(struct wave *w, u32 m0, u8 **open, bool *refused)
{
    const u32 bits = direct_access(m0)->bits;
    *refused = true;
    if (bits && !(m0 & 3)) return lds_source(w, m0 & 0xffff, bits / 8, open, refused);
    if (bits) report(w, R_LDS_ALIGN, "M0[15:0] is 0x%x, no multiple of 4", m0 & 0xffff);
    else report(w, R_LDS_DIRECT, "M0[18:16] is %u, which is reserved", m0 >> 16 & 7);
    return 0;
}

void run_direct_load(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w->t, i, LOAD);
    struct body *b = reserve_body(w, &e);
    const u64 live = loaded_lanes(w, i);
    const u32 m0 = lds_m0(w);
    bool refused;
    u8 *open = 0, *at = direct_source(w, m0, &open, &refused);
    b->as = direct_access(m0)->bits ? direct_access(m0) : 0;
    EACH_LANE {
        b->at[0][l] = at;
        b->open_at[0][l] = open;
    }
    b->lost |= refused ? live : 0;
    give_load(w, i, &e, b, live);
}

/* Vega's operand LDS_DIRECT: one value for all lanes, read at once.  The access counts as lane 0's. */
u32 lds_direct(struct wave *w, bool *opened)
{
    const u32 m0 = lds_m0(w), bits = direct_access(m0)->bits;
    bool refused;
    u8 *open = 0, *at = direct_source(w, m0, &open, &refused);
    u32 x = 0, shadow = 0;
    if (at) memcpy(&x, at, bits / 8), memcpy(&shadow, open, bits / 8);
    *opened |= refused || shadow;
    *opened |= check_read(w, 1, &at, bits / 8) != 0;
    return bits && direct_access(m0)->sign ? (u32)((i32)(x << (32 - bits)) >> (32 - bits)) : x;
}
