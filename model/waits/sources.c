/* Sources that are read after issue: of exports, and on Vega of operations on the global data share.  EXPcnt counts
   them until they are read.  An earlier overwrite makes them undefined (RDNA3 ISA, 14.3; Vega ISA, 4.4, 11.2). */
#include "waits.h"

struct pending *hold_sources(struct wave *w, const struct inst *i, u32 sources, enum reader kind)
{
    struct event e = event_of(w->t, i, VALUE);
    e.path = 0;
    e.waits = 1 << EXP;
    e.order[EXP] = (u8)(OWN_ORDER + EXP + kind);
    e.weight[EXP] = 1;
    const struct body *b = reserve_body(w, &e);
    struct outstanding *all = outstanding(w);
    struct pending *p = &all->head[w->pending_count];
    *p = (struct pending){ .by = i, .pc = w->pc, .event = e, .verb = VALUE, .slot = (u8)(b - all->body) };
    for (u32 n = 0; n < SOURCES; n++)
        for (u32 k = 0; sources >> n & 1 && i->s[n].kind == VREG && k < i->s[n].width; k++) {
            const u32 reg = (i->s[n].reg + k) % VGPRS;
            p->held[reg >> 6] |= 1ull << reg % 64;
        }
    p->holds_exec = kind != READS_GDS;
    hold(w, p);
    return p;
}

/* Reported once for each operation and instruction. */
void report_held(struct wave *w, struct pending *p, u32 reg)
{
    const bool exec = reg >> 1 == (u32)w->t->exec >> 1 && p->holds_exec;
    if (p->checked_at == w->instructions + 1) return;
    p->checked_at = w->instructions + 1;
    report(w, R_COUNTER_EXP_SOURCE, "%s%u is overwritten, and %s at 0x%llx has not read it; expcnt may be %u",
           exec ? "exec, s" : "v", reg, p->by->form->spelling, (unsigned long long)p->pc, w->most[EXP]);
}
