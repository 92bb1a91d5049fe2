/* Hazard rules: dependencies that the hardware does not check (spec/hazards.txt).  At decode each instruction gets the
   rules it may violate and cause.  Each bit of inst.hazard, inst.arms and wave.armed is a row of the table. */
#pragma once
#include "waits.h"

void classify_hazards(const struct assay *, struct inst *);       /* fills inst.hazard and inst.arms */
void check_hazards(struct wave *, const struct inst *);
/* For the next instruction, without reporting.  If false, check_hazards would report nothing. */
bool breaks_any_rule(struct wave *, const struct inst *);
/* profile silicon: masks of wave64 and writes to them */
void follow_masks(struct wave *, const struct inst *);

/* limits.c: rules that a single instruction violates */
bool reads_too_many_scalars(const struct traits *, u32 lanes, const struct inst *);
bool reads_too_many_specials(const struct traits *, const struct inst *);
bool has_high_mask(const struct traits *, const struct inst *);
bool overwrites_itself(const struct traits *, u32 lanes, const struct inst *);
bool shares_bank(const struct inst *);

/* With EXEC = 0 the vector ALU writes no VGPR, with SCC = 0 S_CMOV writes nothing. */
INLINE bool writes_nothing(const struct wave *w, const struct inst *i)
{ return i->written_if == WRITES_BY_EXEC ? !live_lanes(w) : i->written_if == WRITES_BY_SCC && !w->scc; }

INLINE void remember(struct wave *w, const struct inst *i)
{
    const u32 bit = 1u << w->instructions % RECENT;
    w->armed |= i->arms;
    w->recent[w->instructions % RECENT] = i;
    w->wrote_nothing = writes_nothing(w, i) ? w->wrote_nothing | bit : w->wrote_nothing & ~bit;
}

/* Call before an instruction runs.  `armed`: rules that some executed instruction may still cause. */
static inline void watch_hazards(struct wave *w, const struct inst *i)
{
    if (!WATCHED) return;
    if (i->hazard & w->armed) check_hazards(w, i);
    if (w->m->profile == ASSAY_SILICON && w->lanes == 64) follow_masks(w, i);
    remember(w, i);
}
