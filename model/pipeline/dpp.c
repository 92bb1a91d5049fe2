/* DPP: the lanes that spec/moves.txt says (RDNA3 ISA, 7.7; Vega ISA, 13 "DPP"). */
#include <string.h>
#include "dpp.h"
#include "pipeline.h"

/* The lane that each lane reads, or -1: out of range. */
#define FROM(expression) EACH_LANE { const int n = l; from[l] = (expression); } break
WIDEST static void lanes_read(const struct move *m, int *restrict from)
{
    const int k = m->kind == MOVE_DPP8 ? (int)m->lanes : m->amount;
    switch ((enum move_kind)m->kind) {
#include "moves.inc"
    default:                   EACH_LANE from[l] = -1;
    }
}

/* The lanes that may take what they read; `from`: any lane where it is out of range.  An off lane is read only under FI
   (RDNA3 ISA, 7.7.1, Table 31). */
WIDEST static u64 lanes_there(const struct move *m, int *restrict from, u64 live)
{
    u32 there[LANES];
    const u64 readable = m->fetch_inactive ? ~0ull : live;
    EACH_LANE there[l] = from[l] >= 0;
    EACH_LANE from[l] &= LANES - 1;
    if (readable != ~0ull) EACH_LANE there[l] &= (u32)(readable >> from[l]) & 1;
    return gather_bits(there);
}

/* Lanes that read nothing see 0; whether they are written, move_writes says. */
void move_source(struct wave *w, const struct inst *i, struct lanes *o, u32 k)
{
    const u32 *row = o->s[0][k];
    u32 moved[LANES];
    int from[LANES];
    u64 open = 0;
    lanes_read(&i->move, from);
    const u64 there = lanes_there(&i->move, from, live_lanes(w));
    EACH_LANE moved[l] = row[from[l]];
    if (there != ~0ull) EACH_LANE moved[l] &= -(u32)(there >> l & 1);
    if (o->open[0]) EACH_LANE open |= (o->open[0] >> from[l] & 1) << l;
    memcpy(o->copy[0][k], moved, sizeof moved);
    o->s[0][k] = o->copy[0][k];
    o->open[0] = open & there;
}

/* With BOUND_CTRL a lane that reads nothing takes 0; with FI an out-of-range one does; else it stays as it was.
   DPP8 has no out-of-range lanes and takes 0 from those that are off.  Row and bank masks switch writes off. */
u64 move_writes(const struct inst *i, u64 live)
{
    const struct move *m = &i->move;
    const bool bounds = m->bound_ctrl || m->fetch_inactive || m->kind == MOVE_DPP8;
    u64 takes = ~0ull, rows = 0, banks = 0;
    if (!bounds) {
        int from[LANES];
        lanes_read(m, from);
        takes = lanes_there(m, from, live);
    }
    for (int n = 0; n < 4; n++) {
        rows |= m->row_mask >> n & 1 ? 0xffffull << 16 * n : 0;
        banks |= m->bank_mask >> n & 1 ? 0x000f000f000f000full << 4 * n : 0;
    }
    return takes & rows & banks;
}
