/* A run: dispatch, groups, waves, steps.  The face of run/ beside assay.h. */
#pragma once
#include "pipeline.h"

/* ---- dispatch.c ---- */
bool plan_dispatch(struct assay *);                    /* reads the run into m->dispatch; false: invalid */
void count_items(struct dispatch *, int axis, u32 items);       /* groups along an axis of so many work items */
void give(struct dispatch *, u32 *at, u32 value);      /* the next user SGPR */

/* ---- compute.c ---- */
void read_compute(struct assay *, struct dispatch *);  /* the run's COMPUTE_* registers, over what is there */
/* refuses bits that are no field of the register, and fields that are not carried out; `before` goes before its name */
bool check_fields(struct assay *, const char *before, u32 offset, u32 word);

/* ---- start.c ---- */
void start_wave(struct group *, u32 in_group);         /* all registers of g->wave[in_group] */

/* ---- group.c ---- */
void run_groups(struct assay *);
void start_group(struct group *, u32 number, u32 first_wave);  /* its waves with their first registers; m->lds */
void check_private_memory(struct assay *);             /* refuses a run whose groups would find none */
void fill_memory(struct group *);                      /* LDS and private memory */
void try_barrier(struct group *);                             /* at the barrier, if all are there */
void describe_deadlock(struct group *);
bool stopped(struct assay *, struct wave *);           /* has another thread asked for the end? */

/* ---- chosen.c ---- */
void run_orders(struct assay *);                       /* in an order that the caller chooses */

/* ---- digest.c ---- */
void digest_state(const struct assay *, u64 state[2]); /* of what the rest of a run in a chosen order depends on */

/* ---- step.c ---- */
bool run_turn(struct wave *, u32 instructions);        /* runs up to so many; false when the whole run is over */

/* ---- trace.c ---- */
void run_traced(struct wave *, const struct inst *); /* the operation, and the caller's callback with what it wrote */
