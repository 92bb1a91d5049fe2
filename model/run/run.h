/* Public header of run/, besides assay.h: dispatch, groups, waves, steps. */
#pragma once
#include "pipeline.h"

/* ---- dispatch.c ---- */
bool plan_dispatch(struct assay *);                    /* plans the run in m->dispatch; false: invalid */
void count_items(struct dispatch *, int axis, u32 items);    /* number of groups for `items` work items along an axis */
void give(struct dispatch *, u32 *at, u32 value);      /* sets the next user SGPR */

/* ---- compute.c ---- */
void read_compute(struct assay *, struct dispatch *);  /* reads the run's COMPUTE_* registers over existing settings */
/* Refuses bits outside of fields, and fields that are not implemented.  `before`: text before the register name. */
bool check_fields(struct assay *, const char *before, u32 offset, u32 word);

/* ---- start.c ---- */
void start_wave(struct group *, u32 in_group);         /* sets all registers of g->wave[in_group] */

/* ---- group.c ---- */
void run_groups(struct assay *);
void start_group(struct group *, u32 number, u32 first_wave); /* starts waves with their first registers; sets m->lds */
void check_private_memory(struct assay *);             /* refuses a run without private memory for its groups */
void fill_memory(struct group *);                      /* LDS and private memory */
void try_barrier(struct group *);                             /* releases the barrier if all waves have arrived */
void describe_deadlock(struct group *);
bool stopped(struct assay *, struct wave *);           /* has another thread requested a stop? */

/* ---- controlled_schedule.c ---- */
void run_orders(struct assay *);                       /* runs in an order that the caller chooses */

/* ---- digest.c ---- */
void digest_state(const struct assay *, u64 state[2]); /* state that the rest of a controlled schedule depends on */

/* ---- step.c ---- */
bool run_turn(struct wave *, u32 instructions); /* runs at most `instructions` instructions; false: the run has ended */

/* ---- trace.c ---- */
/* runs the operation, then calls the callback with the registers that it wrote */
void run_traced(struct wave *, const struct inst *);
