/* Groups and turns of their waves: by number, round-robin, or by the seed.  If all waves of a group wait for another
   group, the next one begins.  A seed starts several groups at once. */
#include <stdio.h>
#include <string.h>
#include "run.h"

enum {
    TURN = 16,                                            /* instructions of a wave before another gets its turn */
    /* the same for a wave alone; it bounds the delay of a stop */
    TURN_ALONE = 1 << 14,
    /* number of neighbouring groups whose order the seed selects */
    TOGETHER = 8,
    TURNS_OF_GROUP = 16, /* turns of a group before another active one gets its own */
};

static bool alive(const struct wave *w) { return w->life == RUNNING || w->life == AT_BARRIER || w->life == QUEUED; }

/* Any S_BARRIER matches any other.  But compilers never make waves wait at different ones, so this indicates an
   error. */
static void report_different_barriers(struct group *g)
{
    u64 pc = 0;
    for (u32 n = 0; n < g->wave_count && !g->barriers_reported; n++) {
        struct wave *w = g->wave[n];
        if (w->life != AT_BARRIER) continue;
        const u64 here = code_address(g->m, w->now->pc_offset);
        if (pc && here != pc) {
            char text[96];
            snprintf(text, sizeof text,
                     "waits here while another wave of the group waits at 0x%llx; both barriers match",
                     (unsigned long long)pc);
            report_at(g->m, w->number, here, R_CONTROL_BARRIER_APART, text);
            g->barriers_reported = true;
        }
        pc = here;
    }
}

/* Waves that have ended do not count (RDNA3 ISA, 5.5).  A halted wave never arrives. */
void try_barrier(struct group *g)
{
    bool waiting = false;
    for (u32 n = 0; n < g->wave_count; n++) {
        if (g->wave[n]->life == RUNNING || g->wave[n]->life == QUEUED) return;
        waiting |= g->wave[n]->life == AT_BARRIER;
    }
    if (!waiting || g->halted) return;
    report_different_barriers(g);
    for (u32 n = 0; n < g->wave_count; n++) if (g->wave[n]->life == AT_BARRIER) g->wave[n]->life = RUNNING;
    pass_barrier(g);
}

void describe_deadlock(struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) {
        if (!alive(g->wave[n])) continue;
        const bool queued = g->wave[n]->life == QUEUED;
        const char *why = g->halted ? "a wave of the group is halted and nothing can wake it"
                          : queued  ? "no active wave releases what it waits for"
                                    : "its barrier cannot complete";
        if (queued) report(g->wave[n], R_GWS_DEADLOCK, "it waits, and %s", why);
        stop(g->wave[n], ASSAY_FAULT, "deadlock: %s", why);
        return;
    }
}

/* The run ended at its limit with waves at a barrier: reports the missing waves.  They might have arrived later. */
static void report_unreached(struct group *g, const struct wave *last)
{
    char text[128];
    for (u32 n = 0; n < g->wave_count && g->m->status == ASSAY_LIMIT && !g->halted; n++) {
        const struct wave *w = g->wave[n];
        if (w->life != AT_BARRIER) continue;
        snprintf(text, sizeof text, "waits here, and wave %u has neither ended nor reached a barrier: it is at 0x%llx",
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

/* Interface to other threads: stop requests, and progress. */
bool stopped(struct assay *m, struct wave *w)
{
    atomic_store_explicit(&m->progress, m->instructions, memory_order_relaxed);
    if (!atomic_load_explicit(&m->stopping, memory_order_relaxed)) return false;
    atomic_store_explicit(&m->stopping, false, memory_order_relaxed);
    stop(w, ASSAY_LIMIT, "stopped after %llu instructions", (unsigned long long)m->instructions);
    return true;
}

enum went { WENT_NOWHERE, WENT_ON, RUN_IS_OVER };

/* Runs `turns` turns of a group's waves. */
static enum went run_turns(struct group *g, u32 turns)
{
    struct assay *m = g->m;
    const bool seeded = m->schedule == ASSAY_SEEDED;
    enum went went = WENT_NOWHERE;
    for (; turns; turns--) {
        u64 r = seeded ? next_random(m) : 0;
        int n = next_runnable(g, seeded ? (u32)(r >> 32) % g->wave_count : g->turn);
        if (n < 0) break;
        went = WENT_ON;
        if (g->wave[n]->life == QUEUED) {
            g->wave[n]->life = RUNNING;
            g->wave[n]->queued.go_on(g->wave[n]);
        }
        u32 turn = g->wave_count == 1 && m->active_count == 1 ? TURN_ALONE : seeded ? 1 + (u32)r % TURN : TURN;
        if (stopped(m, g->wave[n]) || !run_turn(g->wave[n], turn)) {
            report_unreached(g, g->wave[n]);
            return RUN_IS_OVER;
        }
        if (g->wave[n]->life != RUNNING) try_barrier(g);
        g->turn = (u32)n + 1;
    }
    return went;
}

static bool has_ended(const struct group *g)
{
    for (u32 n = 0; n < g->wave_count; n++) if (alive(g->wave[n])) return false;
    return true;
}

static void load_lds(struct group *g)
{
    const struct assay_run *r = g->m->run;
    if (!g->lds_bytes) return;
    memset(g->lds, 0, g->lds_bytes);
    memset(g->lds_open, r->lds ? 0 : 0xff, g->lds_bytes);
    if (!r->lds) return;
    memcpy(g->lds, r->lds, r->lds_bytes);
    memset(g->lds_open + r->lds_bytes, 0xff, g->lds_bytes - r->lds_bytes);
}

/* Bytes of private memory for `waves` waves of a group.  0 if only user data have its address, for then it is ordinary
   memory. */
static u32 scratch_of(const struct assay *m, u32 waves)
{
    const struct dispatch *d = &m->dispatch;
    return d->given && !d->scratch_base && !m->t->flat_scratch_preset ? 0 : d->scratch_wave * waves;
}

/* A new group inherits private memory of an ended one, with undefined contents. */
static void clear_scratch(struct group *g)
{
    const u32 bytes = scratch_of(g->m, g->wave_count);
    if (!bytes) return;
    u8 *open, *at = locate_store(g->m, g->m->dispatch.scratch_base, bytes, &open);
    if (!at) return;
    memset(at, 0, bytes);
    if (open) memset(open, 0xff, bytes);
}

/* Sizes of group `number`.  The last one along an axis may be partial. */
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
    g->lds = g->slot ? m->orders.lds[g->slot - 1][0] : m->lds;
    g->lds_open = g->slot ? m->orders.lds[g->slot - 1][1] : m->lds_open;
    g->halted = g->barriers_reported = false;
    g->turn = 0;
}

/* Starts the group's waves with their first registers. */
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

static u32 waves_in(struct assay *m, u32 number)
{
    struct group g = { .m = m };
    place_group(&g, number);
    return g.wave_count;
}

/* The first group is the largest; partial ones are last. */
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

/* ---- active groups ---- */

/* Groups that have not begun: the order of the next neighbours, and their first waves. */
struct queue { u32 first, end, count, at, order[TOGETHER], wave[TOGETHER]; };

static struct queue queue_of(struct assay *m)
{
    const u32 first = m->run->first_group, limit = m->run->group_limit;
    for (u32 n = 0; n < first; n++) m->waves_before += waves_in(m, n);
    m->wave_count = m->waves_before;
    return (struct queue){ .first = first,
                           .end = limit && limit < m->group_count - first ? first + limit : m->group_count };
}

/* Waves are numbered by group, in any order of execution.  Ordered append numbers groups in the order in which they
   start. */
static bool refill(struct assay *m, struct queue *q)
{
    const u32 together = m->schedule == ASSAY_SEEDED && !m->dispatch.ordered ? TOGETHER : 1;
    if (q->at < q->count) return true;
    q->first += q->count;
    q->at = 0;
    q->count = q->end - q->first < together ? q->end - q->first : together;
    for (u32 k = 0; k < q->count; k++) {
        q->order[k] = k;
        q->wave[k] = m->wave_count;
        m->wave_count += waves_in(m, q->first + k);
    }
    for (u32 k = q->count; k-- > 1;) {
        const u32 other = (u32)(next_random(m) >> 32) % (k + 1), held = q->order[k];
        q->order[k] = q->order[other];
        q->order[other] = held;
    }
    return q->count;
}

static u32 free_slot(const struct assay *m, u32 taken)
{
    u32 slot = 0;
    for (u32 n = 0; n < m->active_count; n++) taken |= 1u << m->active[n]->slot;
    while (taken >> slot & 1) slot++;
    return slot;
}

static void begin_next(struct assay *m, struct queue *q, const struct group *last)
{
    const u32 slot = free_slot(m, last ? 1u << last->slot : 0), k = q->order[q->at++];
    struct group *g = slot ? &m->orders.group[slot - 1] : &m->group;
    g->m = m;
    g->slot = slot;
    start_group(g, q->first + k, q->wave[k]);
    fill_memory(g);
    m->active[m->active_count++] = g;
}

/* A further group needs its own LDS, no private memory, and retained waves.  The waves of the last group are not
   overwritten. */
static bool has_room(const struct assay *m, const struct group *last)
{
    return !m->active_count ||
           (m->active_count + (last != 0) < MAX_GROUPS && !m->dispatch.scratch_wave && m->wave_count <= m->wave_limit);
}

/* Only global wave sync can be released by a group that has not begun. */
static bool waits_for_others(const struct assay *m)
{
    for (u32 k = 0; k < m->active_count; k++)
        for (u32 n = 0; n < m->active[k]->wave_count; n++) if (m->active[k]->wave[n]->life == QUEUED) return true;
    return false;
}

/* ---- the loop over groups ---- */

/* The caller sees LDS of the last group; after a stop that of the stopped group. */
static void show(struct assay *m, const struct group *g)
{
    m->group.lds_bytes = g->lds_bytes;
    if (!g->slot) return;
    memcpy(m->lds, g->lds, g->lds_bytes);
    memcpy(m->lds_open, g->lds_open, g->lds_bytes);
}

static void complete_group(const struct group *g)
{ for (u32 n = 0; n < g->wave_count; n++) if (g->wave[n]->life != ENDED) complete_all(g->wave[n]); }

/* A stop: groups that did not run get their first registers. */
static void end_early(struct assay *m, struct queue *q, const struct group *stopped)
{
    for (u32 k = 0; k < m->active_count; k++) complete_group(m->active[k]);
    show(m, stopped);
    for (; q->at < q->count; q->at++) {
        const u32 k = q->order[q->at];
        m->group.slot = 0;
        start_group(&m->group, q->first + k, q->wave[k]);
    }
}

static void leave(struct assay *m, const struct queue *q, struct group **last)
{
    u32 left = 0;
    for (u32 k = 0; k < m->active_count; k++) {
        struct group *g = m->active[k];
        if (!has_ended(g)) { m->active[left++] = g; continue; }
        complete_group(g);
        if (g->number == q->end - 1) *last = g;
    }
    m->active_count = left;
}

/* One turn for each active group; with a seed, for one that can run. */
static enum went turn_of_groups(struct assay *m, struct group **ran)
{
    const bool alone = m->active_count == 1, seeded = !alone && m->schedule == ASSAY_SEEDED;
    const u64 r = seeded ? next_random(m) : 0;
    enum went all = WENT_NOWHERE;
    for (u32 n = 0; n < m->active_count && !(seeded && all); n++) {
        struct group *g = *ran = m->active[(n + (r >> 32)) % m->active_count];
        const enum went went = run_turns(g, alone ? ~0u : seeded ? 1 + (u32)r % TURNS_OF_GROUP : TURNS_OF_GROUP);
        if (went) all = went;
        if (all == RUN_IS_OVER) break;
    }
    return all;
}

void run_groups(struct assay *m)
{
    const bool seeded = m->schedule == ASSAY_SEEDED;
    struct queue q = queue_of(m);
    struct group *last = 0, *ran = 0;
    enum went went = WENT_ON;
    m->active_count = 0;
    begin_dispatch(m);
    m->recording_accesses = records_accesses(m);
    for (;;) {
        bool more = seeded || !m->active_count || (!went && waits_for_others(m));
        const u32 before = m->active_count;
        for (; more && has_room(m, last) && refill(m, &q); more = seeded) begin_next(m, &q, last);
        if (!m->active_count) break;
        if (!went && m->active_count == before) describe_deadlock(ran = m->active[0]);
        else went = turn_of_groups(m, &ran);
        if (m->status == ASSAY_OK && went != RUN_IS_OVER) leave(m, &q, &last);
        else { end_early(m, &q, ran); return; }
    }
    if (last) show(m, last);
}
