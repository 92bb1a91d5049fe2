/* Groups run one after another, the waves of a group by turns: in the order of their numbers and round-robin, or as
   the seed decides.  Barriers and deadlock. */
#include <stdio.h>
#include <string.h>
#include "run.h"

enum {
    TURN = 16,                                            /* instructions a wave runs before another gets its turn */
    /* the same where there is no other: how late a stop is seen */
    TURN_ALONE = 1 << 14,
    /* so many neighbouring groups run in an order that a seed chooses */
    TOGETHER = 8,
};

static bool alive(const struct wave *w) { return w->life == RUNNING || w->life == AT_BARRIER || w->life == QUEUED; }

/* Any S_BARRIER meets any other.  Compilers never make waves wait at several: more likely the program went astray. */
static void tell_apart(struct group *g)
{
    u64 pc = 0;
    for (u32 n = 0; n < g->wave_count && !g->told_apart; n++) {
        struct wave *w = g->wave[n];
        if (w->life != AT_BARRIER) continue;
        const u64 here = code_address(g->m, w->now->pc_offset);
        if (pc && here != pc) {
            char text[96];
            snprintf(text, sizeof text, "waits here while another wave of the group waits at 0x%llx; they meet",
                     (unsigned long long)pc);
            report_at(g->m, w->number, here, R_CONTROL_BARRIER_APART, text);
            g->told_apart = true;
        }
        pc = here;
    }
}

/* Waves that have ended no longer count (RDNA3 ISA, 5.5).  A halted wave never arrives. */
void meet(struct group *g)
{
    u32 waiting = 0;
    for (u32 n = 0; n < g->wave_count; n++) {
        if (g->wave[n]->life == RUNNING || g->wave[n]->life == QUEUED) return;
        waiting += g->wave[n]->life == AT_BARRIER;
    }
    if (!waiting || g->halted) return;
    tell_apart(g);
    for (u32 n = 0; n < g->wave_count; n++) if (g->wave[n]->life == AT_BARRIER) g->wave[n]->life = RUNNING;
    pass_barrier(g);
}

void describe_deadlock(struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        if (!alive(g->wave[n])) continue;
        const bool queued = g->wave[n]->life == QUEUED;
        const char *why = g->halted ? "a wave of the group is halted and nothing can wake it"
                          : queued  ? "no wave releases what it waits for"
                                    : "its barrier cannot be met";
        if (queued) report(g->wave[n], R_GWS_DEADLOCK, "it waits, and %s", why);
        stop(g->wave[n], ASSAY_FAULT, "deadlock: %s", why);
        return;
    }
}

/* A run that ends at its limit with waves at a barrier: who has not come.  Whether it ever would, nobody can say. */
static void tell_unreached(struct group *g, const struct wave *last)
{
    char text[128];
    for (u32 n = 0; n < g->wave_count && g->m->status == ASSAY_LIMIT && !g->halted; n++) {
        const struct wave *w = g->wave[n];
        if (w->life != AT_BARRIER) continue;
        snprintf(text, sizeof text, "waits here, and wave %u has neither ended nor come to a barrier: it is at 0x%llx",
                 last->number, (unsigned long long)last->pc);
        report_at(g->m, w->number, g->m->base + w->now->pc_offset, R_CONTROL_BARRIER_UNREACHED, text);
    }
}

/* The n-th wave at or after `from` that can run; -1: none. */
static int next_runnable(const struct group *g, u32 from)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        u32 at = (from + n) % g->wave_count;
        struct wave *w = g->wave[at];
        if (w->life == RUNNING || (w->life == QUEUED && w->queued.may_go(w))) return (int)at;
    }
    return -1;
}

/* The seam to other threads: what they asked, and what they are told. */
bool stopped(struct assay *m, struct wave *w)
{
    atomic_store_explicit(&m->progress, m->instructions, memory_order_relaxed);
    if (!atomic_load_explicit(&m->stopping, memory_order_relaxed)) return false;
    atomic_store_explicit(&m->stopping, false, memory_order_relaxed);
    stop(w, ASSAY_LIMIT, "stopped after %llu instructions", (unsigned long long)m->instructions);
    return true;
}

/* False when the whole run is over. */
static bool take_turns(struct group *g)
{
    struct assay *m = g->m;
    const bool seeded = m->schedule == ASSAY_SEEDED;
    u32 from = 0;
    for (;;) {
        u64 r = seeded ? next_random(m) : 0;
        int n = next_runnable(g, seeded ? (u32)(r >> 32) % g->wave_count : from);
        if (n < 0) break;
        if (g->wave[n]->life == QUEUED) {
            g->wave[n]->life = RUNNING;
            g->wave[n]->queued.go_on(g->wave[n]);
        }
        u32 turn = g->wave_count == 1 ? TURN_ALONE : seeded ? 1 + (u32)r % TURN : TURN;
        if (stopped(m, g->wave[n]) || !run_turn(g->wave[n], turn)) {
            tell_unreached(g, g->wave[n]);
            return false;
        }
        if (g->wave[n]->life != RUNNING) meet(g);
        from = (u32)n + 1;
    }
    for (u32 n = 0; n < g->wave_count; n++) if (alive(g->wave[n])) { describe_deadlock(g); return false; }
    return true;
}

static void load_lds(struct group *g)
{
    const struct assay_run *r = g->m->run;
    if (!g->lds_bytes) return;
    memset(g->lds, 0, g->lds_bytes);
    memset(g->lds_open, r->lds ? 0 : 1, g->lds_bytes);
    if (!r->lds) return;
    memcpy(g->lds, r->lds, r->lds_bytes);
    memset(g->lds_open + r->lds_bytes, 1, g->lds_bytes - r->lds_bytes);
}

/* Bytes of private memory for so many waves of a group; 0 too where only user data say where it lies, for it is memory
   as any other then. */
static u32 scratch_of(const struct assay *m, u32 waves)
{
    const struct dispatch *d = &m->dispatch;
    return d->given && !d->scratch_base && !m->t->flat_scratch_preset ? 0 : d->scratch_wave * waves;
}

/* Private memory of a group that is gone belongs to the next one; what it holds is anybody's guess. */
static void clear_scratch(struct group *g)
{
    const u32 bytes = scratch_of(g->m, g->wave_count);
    u8 *open = 0, *at = bytes ? locate_store(g->m, g->m->dispatch.scratch_base, bytes, &open) : 0;
    if (!at) return;
    memset(at, 0, bytes);
    if (open) memset(open, 1, bytes);
}

/* Sizes of group `number`: along an axis the grid may leave the last one partial. */
static void place_group(struct group *g, u32 number)
{
    struct assay *m = g->m;
    const struct dispatch *d = &m->dispatch;
    u32 at = number;
    g->number = number;
    for (int k = 0; k < 3; k++) {
        u32 n = at % d->groups[k];
        at /= d->groups[k];
        g->id[k] = d->start[k] + n;
        g->size[k] = d->partial_groups && d->partial[k] && n == d->groups[k] - 1 ? d->partial[k] : d->size[k];
    }
    g->wave_count = (g->size[0] * g->size[1] * g->size[2] + m->lanes - 1) / m->lanes;
    g->lds_bytes = d->lds_bytes;
    g->lds = m->lds;
    g->lds_open = m->lds_open;
    g->halted = g->told_apart = false;
}

/* The group's waves with their first registers. */
void start_group(struct group *g, u32 number, u32 first_wave)
{
    const struct assay *m = g->m;
    g->first_wave = first_wave;
    place_group(g, number);
    for (u32 n = 0; n < g->wave_count; n++) {
        u32 slot = first_wave + n < m->wave_limit ? first_wave + n : m->wave_limit + n;
        g->wave[n] = m->slot[slot];
        start_wave(g, n);
    }
}

void fill_memory(struct group *g)
{
    clear_scratch(g);
    load_lds(g);
    begin_group(g);
}

static bool run_group(struct assay *m, u32 number, u32 first_wave)
{
    struct group *g = &m->group;
    start_group(g, number, first_wave);
    fill_memory(g);
    bool more = take_turns(g);
    for (u32 n = 0; n < g->wave_count; n++) if (g->wave[n]->life != ENDED) land_all(g->wave[n]);
    return more && m->status == ASSAY_OK;
}

static u32 waves_in(struct assay *m, u32 number)
{
    struct group g = { .m = m };
    place_group(&g, number);
    return g.wave_count;
}

/* No group is bigger than the first one: partial ones are the last. */
void check_private_memory(struct assay *m)
{
    const struct dispatch *d = &m->dispatch;
    const u32 bytes = m->group_count ? scratch_of(m, waves_in(m, 0)) : 0;
    u8 *open;
    if (bytes && !locate_store(m, d->scratch_base, bytes, &open))
        refuse(m, "%s: no region holds %u bytes of private memory at 0x%llx",
               d->ring_given ? "COMPUTE_DISPATCH_SCRATCH_BASE_LO" : "scratch_base", bytes,
               (unsigned long long)d->scratch_base);
}

/* Waves are numbered group by group, whatever the order; those of groups a stop left out have their first registers. */
static bool run_together(struct assay *m, u32 first, u32 count)
{
    u32 order[TOGETHER], wave[TOGETHER], n = 0;
    for (u32 k = 0; k < count; k++) {
        order[k] = k;
        wave[k] = m->wave_count;
        m->wave_count += waves_in(m, first + k);
    }
    for (u32 k = count - 1; k; k--) {
        const u32 other = (u32)(next_random(m) >> 32) % (k + 1), held = order[k];
        order[k] = order[other];
        order[other] = held;
    }
    while (n < count && run_group(m, first + order[n], wave[order[n]])) n++;
    const bool whole = n == count;
    for (n++; n < count; n++) start_group(&m->group, first + order[n], wave[order[n]]);
    return whole;
}

/* Ordered append numbers groups in the order in which they start. */
void run_groups(struct assay *m)
{
    m->group.m = m;
    const u32 first = m->run->first_group, limit = m->run->group_limit,
              together = m->schedule == ASSAY_SEEDED && !m->dispatch.ordered ? TOGETHER : 1,
              end = limit && limit < m->group_count - first ? first + limit : m->group_count;
    begin_dispatch(m);
    m->noting = true;
    for (u32 n = 0; n < first; n++) m->wave_count += waves_in(m, n);
    for (u32 n = first; n < end; n += together)
        if (!run_together(m, n, end - n < together ? end - n : together)) return;
}
