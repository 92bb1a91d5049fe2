/* V_INTERP: sources from another lane of the quad, or from parameters in LDS (RDNA3 ISA, 12.3; Vega ISA, 10.3.2,
   12.12). */
#include <string.h>
#include "decode.h"
#include "pipeline.h"

/* ---- RDNA3: from other lanes of the quad ---- */

#define FROM_QUAD(n) case n: EACH_LANE to[l] = from[(l & ~3) + n]; break
/* P0, P10, P20 */
WIDEST void share_row(u32 *restrict to, const u32 *restrict from, int lane)
{
    switch (lane) {
        FROM_QUAD(0);
        FROM_QUAD(1);
        FROM_QUAD(2);
    }
}

/* Every lane of a quad reads the same lane of it, active or not (RDNA3 ISA, 12.3). */
static void share(struct lanes *o, int n, int lane)
{
    u64 open = 0;
    u32 *to = *o->copy[n], was[LANES];
    const u32 *from = o->s[n][0];
    share_row(to, from == to ? memcpy(was, from, sizeof was) : from, lane);
    if (o->open[n]) EACH_LANE open |= (o->open[n] >> ((l & ~3) + lane) & 1) << l;
    o->s[n][0] = to;
    o->open[n] = open;
}

u32 exports_left(const struct inst *i) { return field_of(&layouts[i->form->layout], i->words, F_WAIT_EXP); }

/* V_INTERP of RDNA3 waits for EXPcnt, reads quad sources and raises no exceptions (RDNA3 ISA, 12.3). */
void run_quad(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const u64 live = live_lanes(w);
    const u32 trapsts = w->trapsts, raised = w->raised;
    wait_until(w, EXP, exports_left(i));
    if (result_ignored(w, i)) return;
    fetch(w, i, &o, whole_quads(live));
    o.live = live;
    for (int n = 0; n < i->op->sources; n++) if (i->op->quad[n]) share(&o, n, i->op->quad[n] - 1);
    work_out(w, i, &o);
    w->trapsts = trapsts;
    w->raised = raised;
    write_back(w, i, &o, 0);
}

/* ---- Vega: parameters ---- */

/* VSRC of V_INTERP_MOV_F32: P10, P20, P0. */
static u32 parameter_field(const struct inst *i)
{
    static const u8 codes[] = { P10, P20, P0, P0 };
    return codes[field_of(&layouts[i->form->layout], i->words, i->form->encoding == E_VINTRP ? F_VSRC : F_SRC0) & 3];
}

/* f16 parameters: HIGH selects the half of the dword. */
static void read_parameter(struct wave *w, const struct inst *i, struct lanes *o, int n)
{
    const u32 which = i->op->parameter[n] - 1u;
    const u32 shift = i->op->source_bits[n] == 16 && field_of(&layouts[i->form->layout], i->words, F_HIGH) ? 16 : 0;
    u32 *row = o->copy[n][0];
    o->open[n] = lds_parameters(w, i, o->live, which == BY_FIELD ? parameter_field(i) : which, row);
    EACH_LANE row[l] >>= shift;
    o->s[n][0] = row;
}

void run_parameter(struct wave *w, const struct inst *i)
{
    struct lanes o;
    struct inst copy;
    if (field_of_word(w->mode, MODE_GPR_IDX_EN) && !(i = gpr_indexed(w, i, &copy))) return;
    if (result_ignored(w, i)) return;
    fetch(w, i, &o, live_lanes(w));
    for (int n = 0; n < i->op->sources; n++) if (i->op->parameter[n]) read_parameter(w, i, &o, n);
    work_out(w, i, &o);
    write_back(w, i, &o, 0);
}
