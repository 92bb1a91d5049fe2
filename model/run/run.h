/* A run: dispatch, groups, waves, steps.  The face of run/ beside assay.h. */
#pragma once
#include "pipeline.h"

/* ---- dispatch.c ---- */
bool plan_dispatch(struct assay *);                    /* reads the run into m->dispatch; false: invalid */

/* ---- start.c ---- */
void start_wave(struct group *, u32 in_group);         /* all registers of g->wave[in_group] */

/* ---- group.c ---- */
void run_groups(struct assay *);

/* ---- step.c ---- */
bool run_turn(struct wave *, u32 instructions);        /* runs up to so many; false when the whole run is over */

/* ---- trace.c ---- */
void run_traced(struct wave *, const struct inst *); /* the operation, and the caller's callback with what it wrote */
