/* Operations on whole rows of lanes.  They select lanes themselves, so they see the wave (RDNA3 ISA, 7.2.1 and 16.8;
   Vega ISA, 12.8). */
#include "pipeline.h"
#include "rows_across.h"

static u32 lane_index(const struct wave *w, u32 select) { return select & (w->lanes - 1); }

/* The value of source 0 in lane l; other lanes are not read. */
static u32 lane_value(struct wave *w, const struct inst *i, const struct lanes *o, u32 l, u32 *undefined)
{
    u64 lanes = 0;
    const struct operand *a = &i->s[0];
    const bool vector = a->kind == VREG;
    const u32 *row = vector ? read_v(w, a->reg, 1ull << l, &lanes) : o->s[0][0];
    *undefined = !vector ? all_or_none(o->open[0]) : lanes ? undefined_bits(w, a->reg, l) : 0;
    return row[l];
}

/* The lowest live lane; lane 0 when none is live. */
static void v_readfirstlane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u64 live = live_lanes(w);
    const u32 l = live ? (u32)lowest(live) : 0;
    u32 undefined;
    const u32 x = lane_value(w, i, o, l, &undefined);
    if (i->d[0].kind == SREG) write_s_bits(w, i->d[0].reg, x, undefined);
}

/* Reads a lane, live or not. */
static void v_readlane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    u32 undefined;
    const u32 x = lane_value(w, i, o, lane_index(w, *o->s[1][0]), &undefined);
    const bool open = undefined_scalar(w, &i->s[1]) & (w->lanes - 1);
    if (i->d[0].kind == SREG) write_s_bits(w, i->d[0].reg, x, open ? ~0u : undefined);
}

/* Writes a lane, live or not.  An undefined lane number makes the register undefined. */
static void v_writelane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u32 l = lane_index(w, *o->s[1][0]), reg = i->d[0].reg;
    const bool any_lane = undefined_scalar(w, &i->s[1]) & (w->lanes - 1);
    u32 undefined[LANES];
    undefined[l] = i->s[0].kind == LDS_DIRECT ? all_or_none(o->open[0]) : (u32)undefined_scalar(w, &i->s[0]);
    write_v(w, reg, o->s[0][0], 0, 1ull << l, 0);
    if (reg >= w->vgprs) return;
    undefine_v(w, reg, undefined, 1ull << l);
    if (any_lane) undefine_lanes(w, reg, w->wave_mask);
}

#include "rows_across.inc"
