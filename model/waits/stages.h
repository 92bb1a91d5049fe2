/* Stages of outstanding operations: functions shared by counters.c, record.c and orders.c. */
#pragma once
#include "waits.h"

/* Register of result k.  Results are consecutive, except that the last one may be separate. */
static inline u32 register_of(const struct pending *p, u32 k)
{ return p->separate && k + 1u == p->count ? p->separate - 1u : p->first + k; }

/* The result that a register holds, by kind; p->count if none. */
static inline u32 result_in(const struct pending *p, u8 kind, u32 reg)
{
    if (p->kind != kind) return p->count;
    if (p->separate && reg + 1 == p->separate) return p->count - 1u;
    return reg - p->first < (u32)p->count - (p->separate != 0) ? reg - p->first : p->count;
}

/* The same for a scalar register, by either of its names. */
static inline u32 scalar_result_in(const struct wave *w, const struct pending *p, u32 reg)
{
    const u32 k = result_in(p, SREG, reg);
    return k < p->count ? k : result_in(p, SREG, other_name(w, reg));
}

static inline bool is_scalar_access(const struct pending *p)
{ return p->event.path == SCALAR_PATH && p->verb != VALUE; }

static inline bool claims(const struct pending *p) { return p->count || p->event.order[EXP] >= OWN_ORDER; }

/* Adds an operation to the totals. */
static inline void count(struct outstanding *all, const struct pending *p)
{
    all->claiming += claims(p);
    all->scalar += is_scalar_access(p);
    all->lds_transfers += p->by->lds;
    for (u32 left = p->event.waits; left; left &= left - 1) {
        const int c = lowest(left);
        all->weight[c] += p->event.weight[c];
        all->in_order[c][p->event.order[c]]++;
    }
}

void note_registers(const struct wave *, const struct pending *);

/* Performs accesses up to operation n; writes results up to operation n. */
void access_up_to(struct wave *, u32 n);
void write_up_to(struct wave *, u32 n);
void complete_some(struct wave *);                                    /* policy random: may complete one of them */
/* marks an operation as complete for these counters (a bit each) */
void prove(struct wave *, struct pending *, u32 counters);
void retire_proven(struct wave *);                               /* removes operations that no counter waits for */

/* a register is used before its wait; file: as it is written in assembly */
void report_misuse(struct wave *, struct pending *, char file, u32 reg, bool writing);
