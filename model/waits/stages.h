/* The stages of outstanding results, for those who put them on record: what counters.c, record.c and orders.c share. */
#pragma once
#include "waits.h"

/* Registers of the results: one behind the other, but for a last one that lies apart. */
static inline u32 register_of(const struct pending *p, u32 k)
{ return p->separate && k + 1u == p->count ? p->separate - 1u : p->first + k; }

/* Which result that register of a kind has; as many as there are: none. */
static inline u32 result_in(const struct pending *p, u8 kind, u32 reg)
{
    if (p->kind != kind) return p->count;
    if (p->separate && reg + 1 == p->separate) return p->count - 1u;
    return reg - p->first < (u32)p->count - (p->separate != 0) ? reg - p->first : p->count;
}

static inline bool is_scalar_access(const struct pending *p)
{ return p->event.path == SCALAR_PATH && p->verb != VALUE; }

static inline bool claims(const struct pending *p) { return p->count || p->event.order[EXP] >= OWN_ORDER; }

/* The record's sums over all operations, with one more. */
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

/* Operation n, with those that come before it: has touched memory; is in its registers. */
void access_up_to(struct wave *, u32 n);
void write_up_to(struct wave *, u32 n);
void complete_some(struct wave *);                                    /* random: perhaps one of them */
void prove(struct wave *, struct pending *, u32 counters);       /* done, as far as these (a bit each) tell */
void retire_proven(struct wave *);                               /* those that wait for no counter leave the record */

/* a register is used before its wait; `file` as it is spelt */
void report_misuse(struct wave *, struct pending *, char file, u32 reg, bool writing);
