/* Operations on whole rows of lanes.  They select lanes themselves, so they see the wave (RDNA3 ISA, 7.2.1 and 16.8;
   Vega ISA, 12.8). */
#include "pipeline.h"
#include "rows_across.h"

static u32 lane_index(const struct wave *w, u32 select) { return select & (w->lanes - 1); }

/* The value of source 0 in lane l; other lanes are not read. */
static u32 lane_value(struct wave *w, const struct inst *i, const struct lanes *o, u32 l, bool *open)
{
    u64 lanes = 0;
    const bool vector = i->s[0].kind == VREG;
    const u32 *row = vector ? read_v(w, i->s[0].reg, 1ull << l, &lanes) : o->s[0][0];
    *open |= (vector ? lanes : o->open[0]) != 0;
    return row[l];
}

/* The lowest live lane; lane 0 when none is live. */
static void v_readfirstlane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u64 live = live_lanes(w);
    const u32 l = live ? (u32)lowest(live) : 0;
    bool open = false;
    const u32 x = lane_value(w, i, o, l, &open);
    if (i->d[0].kind == SREG) write_s(w, i->d[0].reg, x, open);
}

/* Reads a lane, live or not. */
static void v_readlane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    bool open = o->open[1] != 0;
    const u32 x = lane_value(w, i, o, lane_index(w, *o->s[1][0]), &open);
    if (i->d[0].kind == SREG) write_s(w, i->d[0].reg, x, open);
}

/* Writes a lane, live or not. */
static void v_writelane_b32(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u32 l = lane_index(w, *o->s[1][0]);
    write_v(w, i->d[0].reg, o->s[0][0], 0, 1ull << l, o->open[0] | o->open[1]);
}

#include "rows_across.inc"
