/* Permutes and swizzles: the body names source or destination lanes, and this file moves the values. */
#include <string.h>
#include "dpp.h"
#include "rows_gather.h"

/* ---- bodies of gather and scatter rows: they return the lane to read, or to write ---- */

INLINE int selected(int lane, b32 low, b32 high)            { return (lane & 8 ? high : low) >> 4 * (lane & 7) & 15; }
static int v_permlane16_b32(int lane, b32 low, b32 high)    { return (lane & ~15) | selected(lane, low, high); }
static int v_permlanex16_b32(int lane, b32 low, b32 high)   { return ((lane ^ 16) & ~15) | selected(lane, low, high); }
static int v_permlane64_b32(int lane)                       { return lane ^ 32; }
static int ds_bpermute_b32(int lane, u32 address)           { (void)lane; return (int)(address >> 2); }
static int ds_permute_b32(int lane, u32 address)            { (void)lane; return (int)(address >> 2); }

/* spec/moves.txt has the modes (RDNA3 ISA, 12.11 DS_SWIZZLE_B32). */
static int reversed5(int n) { return (n & 1) << 4 | (n & 2) << 2 | (n & 4) | (n & 8) >> 2 | (n & 16) >> 4; }
static int ones(u32 mask)   { return __builtin_popcount(mask); }
static int ds_swizzle_b32(int n, u32 offset)
{
    const int k = (int)offset;
#include "swizzles.inc"
}

/* ---- moving ---- */

/* DS permutes return through the LDS counter. */
static void give(struct wave *w, const struct inst *i, struct lanes *o, u64 open, struct lanes *undefined)
{
    if (i->form->encoding == E_DS) { return_lds(w, i, (const u32 (*)[LANES])o->d[0], o->live, open); return; }
    memset(o->open, 0, sizeof o->open);
    *o->open = open;
    write_back(w, i, o, undefined);
}

/* The lanes that a body names, reduced to those within reach. */
WIDEST static void named_lanes(u8 *restrict from, const u32 *restrict named, int reach)
{ EACH_LANE from[l] = (u8)((l & ~reach) | ((int)named[l] & reach)); }

/* Does it read inactive lanes? */
static bool reads_off(const struct inst *i) { return i->op->reads_off || (i->op->bc_fi && i->opsel & 1); }

u64 gather_lanes(const struct wave *w, const struct inst *i, struct lanes *o, u8 *from)
{
    const bool rows = i->op->bc_fi || i->op->reads_off, zero = !i->op->bc_fi || i->opsel & 2;
    const int reach = (rows ? (int)w->lanes : w->t->gather_span) - 1;
    i->op->row(o);
    named_lanes(from, o->d[0][0], reach);
    const u64 there = reads_off(i) || o->live == w->wave_mask ? ~0ull : moved_bits(from, o->live);
    move_row(o->d[0][0], o->s[0][0], from, there, rows);
    o->live &= zero ? ~0ull : there;
    return there;
}

/* Gather: each live lane reads the lane that its body names.  An inactive source lane gives 0, unless the row reads
   inactive lanes.  For row permutes FI reads them too, and BC=0 preserves the destination (RDNA3 ISA, 16.10
   V_PERMLANE16_B32). */
void run_gather(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const u64 live = live_lanes(w);
    u8 from[LANES];
    if (i->op->reads_off && w->lanes == 32) return;                      /* v_permlane64_b32 does nothing in wave32 */
    fetch(w, i, &o, reads_off(i) ? w->wave_mask : live);
    o.live = live;
    const u64 there = gather_lanes(w, i, &o, from);
    const u64 unknown = (o.open[1] | o.open[2]) & live;                  /* an undefined lane number: from any lane */
    if (!o.open[0] && !unknown) { give(w, i, &o, 0, 0); return; }
    struct lanes undefined = { 0 };
    u32 row[LANES];
    undefined_row(w, i->s[0].reg, row);
    move_row(undefined.d[0][0], row, from, moved_bits(from, o.open[0]) & there, false);
    EACH_LANE undefined.d[0][0][l] |= all_or_none(unknown >> l & 1);
    give(w, i, &o, (moved_bits(from, o.open[0]) & there) | unknown, &undefined);
}

/* Scatter: each live lane writes to the lane that its body names.  Of several the highest wins; unnamed lanes get 0
   (RDNA3 ISA, 12.11 DS_PERMUTE_B32). */
void run_scatter(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const u64 live = live_lanes(w);
    const int reach = w->t->gather_span - 1;
    u8 to[LANES];
    u64 open = 0;
    fetch(w, i, &o, live);
    i->op->row(&o);
    named_lanes(to, o.d[0][0], reach);
    EACH_LANE o.d[0][0][l] = 0;
    EACH_LANE if (live >> l & 1) {
        o.d[0][0][to[l]] = o.s[0][0][l];
        open = (open & ~(1ull << to[l])) | (o.open[0] >> l & 1) << to[l];
    }
    /* one undefined lane number makes every lane undefined */
    give(w, i, &o, o.open[1] & live ? ~0ull : open, 0);
}

#include "rows_gather.inc"
