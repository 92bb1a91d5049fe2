/* Controlled schedules (docs/outcomes.md): the caller chooses which outstanding access executes next, and whether a
   result has returned when it is used.  Accesses that conflict with no other agent are no choice. */
#include <string.h>
#include "waits.h"

/* The agents that accessed a dword of host memory in the schedules so far: the first one, and whether there were more.
   An agent is the scalar or the vector path of a wave; the two are unordered. */
enum { USERS_LOG = 16, PROBES = 64, USERS_SHIFT = 64 - USERS_LOG };
struct dword_users { u64 dword; u32 agent; bool several, writes, met; };
struct notes {
    struct dword_users dword_users[1 << USERS_LOG];
    u64 conflicting[];                        /* a bit for each dword of code: the access there conflicts with others */
};

u64 notes_bytes(u64 code_bytes)  { return sizeof(struct notes) + (code_bytes / 256 + 1) * sizeof(u64); }

void forget_orders(struct assay *m)
{
    memset(m->orders.notes, 0, notes_bytes(m->code_limit));
    m->orders.found = 0;
}

/* ---- conflicting accesses ---- */

static u64 dword_at(const struct assay *m, u64 pc)  { return (pc - m->base) / 4; }

bool conflicts_with_others(const struct assay *m, u64 pc)
{
    const u64 at = dword_at(m, pc);
    return m->orders.notes->conflicting[at / 64] >> at % 64 & 1;
}

static struct dword_users *users_of(struct notes *n, u64 dword)
{
    const u64 first = dword * SPREAD >> USERS_SHIFT;
    for (u64 k = 0; k < PROBES; k++) {
        struct dword_users *at = &n->dword_users[(first + k) % (1 << USERS_LOG)];
        if (!at->agent) at->dword = dword;
        if (at->dword == dword) return at;
    }
    return 0;
}

/* A new conflict makes the search so far incomplete.  It must be repeated. */
static void note_conflicting(struct assay *m, u64 pc)
{
    const u64 at = dword_at(m, pc);
    if (conflicts_with_others(m, pc)) return;
    m->orders.notes->conflicting[at / 64] |= 1ull << at % 64;
    m->orders.found |= ASSAY_LEARNED;
}

static void note_dword(struct assay *m, u64 dword, u32 agent, bool writes, u64 pc)
{
    struct dword_users *at = users_of(m->orders.notes, dword);
    if (!at) { note_conflicting(m, pc); return; }   /* the table is full: the access may conflict */
    at->several |= at->agent && at->agent != agent;
    at->writes |= writes;
    if (!at->agent) at->agent = agent;
    if (at->several && at->writes && !at->met) {
        at->met = true;
        m->orders.found |= ASSAY_LEARNED;
    }
    if (at->met) note_conflicting(m, pc);
}

static u32 places_a_lane(const struct pending *p)
{ return p->by->op->access.count + (p->by->op->access.source_in_lds || p->by->lds); }

static u32 bytes_of(const struct wave *w, const struct pending *p, u32 e, int l)
{ return e && p->by->lds ? 4 : span_of(body_of(w, p), l, access_bytes(w, p)); }

static void each_place(struct wave *w, const struct pending *p, visit_place *visitor, void *watcher)
{
    const struct body *b = body_of(w, p);
    if (p->places) { p->places(w, p, visitor, watcher); return; }
    for (u32 e = 0; e < places_a_lane(p) && e < ELEMENTS; e++)
        for (u64 left = p->live; left; left &= left - 1) {
            const int l = lowest(left);
            if (b->at[e][l]) visitor(watcher, l, b->at[e][l], bytes_of(w, p, e, l), p->verb != LOAD || p->by->lds);
        }
}

struct agent_access { struct assay *m; u32 agent; u64 pc; };

static void note_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    const struct agent_access *t = watcher;
    const u64 first = (uintptr_t)at;
    (void)lane;
    for (u64 dword = first / 4; dword <= (first + bytes - 1) / 4; dword++)
        note_dword(t->m, dword, t->agent, changes, t->pc);
}

static void note_access(struct wave *w, const struct pending *p)
{
    struct agent_access t = { w->m, 2 * (w->number + 1) + (p->event.path == SCALAR_PATH), p->pc };
    each_place(w, p, note_place, &t);
}

void note_read(struct wave *w, u64 lanes, u8 *const *at, u32 bytes)
{
    struct agent_access t = { w->m, 2 * (w->number + 1), w->pc };
    for (; lanes; lanes &= lanes - 1) {
        const int l = lowest(lanes);
        if (at[l]) note_place(&t, l, at[l], bytes, false);
    }
}

/* ---- the next access ---- */

/* An access, and the bytes of another one to compare. */
struct overlap_query { struct wave *w; const struct pending *other; u8 *at; u32 bytes; bool met; };

static void compare_bytes(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    struct overlap_query *x = watcher;
    (void)lane, (void)changes;
    x->met |= at < x->at + x->bytes && x->at < at + bytes;
}

static void compare_place(void *watcher, int lane, u8 *at, u32 bytes, bool changes)
{
    struct overlap_query *x = watcher;
    (void)lane, (void)changes;
    if (x->met) return;
    x->at = at;
    x->bytes = bytes;
    each_place(x->w, x->other, compare_bytes, x);
}

/* Do accesses of two waves, or of one wave, overlap? */
static bool overlap(struct wave *w, const struct pending *p, struct wave *other, const struct pending *q)
{
    struct overlap_query x = { .w = other, .other = q };
    each_place(w, p, compare_place, &x);
    return x.met;
}

/* Waves of one group share a path to vector memory in the order of issue.  Other groups do not see that order. */
bool accesses_at_issue(const struct wave *w, u8 path)
{ return w->m->dispatch.vector_in_order && path == VECTOR_PATH && w->m->group_count == 1; }

/* LDS and the global data share work in the order of issue.  "stores from a wave are not kept in order with stores from
   that same wave when they write to different addresses" (RDNA3 ISA, 5.6), nor are loads and stores.  Scalar accesses
   have no order (errata E-021). */
static bool keeps_order(struct wave *w, const struct pending *first, const struct pending *then)
{
    const u8 both = first->event.path & then->event.path;
    if (!first->perform_access || !then->perform_access || !both || both == SCALAR_PATH) return false;
    if (first->event.path == then->event.path && (both == LDS_PATH || both == GDS_PATH)) return true;
    return overlap(w, first, w, then);
}

/* With several groups, the group's waves still see accesses before a barrier execute before later ones (errata E-189).
   Is there such an access to overlapping bytes? */
static bool awaits_turn(struct wave *w, const struct pending *p)
{
    if (!w->m->dispatch.vector_in_order || p->event.path != VECTOR_PATH) return false;
    for (u32 k = 0; k < w->g->wave_count; k++) {
        struct wave *v = w->g->wave[k];
        for (u32 n = 0; n < v->pending_count && v != w; n++) {
            const struct pending *q = &outstanding(v)->head[n];
            if (q->barriers > p->barriers && awaits_access(q) && overlap(w, p, v, q)) return true;
        }
    }
    return false;
}

bool may_access(struct wave *w, u32 n)
{
    const struct pending *all = outstanding(w)->head;
    if (!awaits_access(&all[n])) return false;
    for (u32 k = 0; k < n; k++) if (awaits_access(&all[k]) && keeps_order(w, &all[k], &all[n])) return false;
    return !awaits_turn(w, &all[n]);
}

void access_one(struct wave *w, u32 n)
{
    struct pending *p = &outstanding(w)->head[n];
    note_access(w, p);
    w->accessing_pc = p->pc;
    p->perform_access(w, p);
    p->stage = ACCESSED;
}

/* Performs accesses without conflicts.  Returns false if there were none. */
bool access_unshared(struct wave *w)
{
    bool any = false;
    for (u32 n = 0; n < w->pending_count; n++) {
        if (!may_access(w, n) || conflicts_with_others(w->m, outstanding(w)->head[n].pc)) continue;
        access_one(w, n);
        any = true;
    }
    return any;
}

/* Performs accesses that must come first, then access n. */
static void access_after_earlier(struct wave *w, u32 n)
{
    for (u32 k = 0; k < n && !may_access(w, n); k++) if (may_access(w, k)) access_one(w, k);
    access_one(w, n);
}

void access_forced(struct wave *w, u32 n)
{
    struct pending *p = &outstanding(w)->head[n];
    if (!p->perform_access) p->stage = p->stage == ISSUED ? ACCESSED : p->stage;
    if (!awaits_access(p)) return;
    w->m->orders.found |= ASSAY_CUT;
    access_after_earlier(w, n);
}

/* An issued operation. */
void begin_access(struct wave *w, struct pending *p)
{
    if (!p->perform_access) p->stage = ACCESSED;
    else if (accesses_at_issue(w, p->event.path)) access_after_earlier(w, (u32)(p - outstanding(w)->head));
}

/* At a barrier: vector accesses age relative to later ones.  They may still be outstanding, since other groups may see
   them later. */
void age_accesses(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        struct pending *p = &outstanding(w)->head[n];
        if (awaits_access(p) && p->event.path == VECTOR_PATH && p->barriers < UINT8_MAX) p->barriers++;
    }
}

/* A wait blocks until the accesses that it proves complete have executed. */
bool must_keep_waiting(struct wave *w, enum counter c, u32 left)
{
    const struct pending *all = outstanding(w)->head;
    u32 later[ORDERS] = { 0 };
    if (!is_controlled(w->m) || left >= w->most[c]) return false;
    for (u32 n = w->pending_count; n--;) {
        const struct event *e = &all[n].event;
        if (!(e->waits >> c & 1)) continue;
        if (left <= later[e->order[c]] && awaits_access(&all[n])) return w->waiting_for_access = true;
        if (e->order[c]) later[e->order[c]]++;
    }
    return false;
}

/* ---- returned results ---- */

u32 choose(struct assay *m, const struct assay_alternative *alternatives, u32 count)
{
    struct orders *o = &m->orders;
    struct assay_point at = { .alternatives = alternatives, .count = count };
    if (o->digest) o->digest(m, at.state);
    const u32 n = o->abandoned ? UINT32_MAX : o->pick(o->data, &at);
    if (n < count) return n;
    o->abandoned = true;
    return 0;
}

/* Results return in the order of issue on one family.  On the other, registers are written in any order (traits). */
static bool may_write_back(const struct wave *w, u32 n)
{
    const struct pending *all = outstanding(w)->head;
    for (u32 k = 0; k <= n; k++)
        if (awaits_access(&all[k]) && (k == n || (w->t->return_order && same_order(&all[k].event, &all[n].event))))
            return false;
    return true;
}

/* Has the result of `p` returned when the current instruction uses it?  Asked once for each instruction. */
bool has_returned(struct wave *w, struct pending *p)
{
    const u32 n = (u32)(p - outstanding(w)->head);
    if (p->checked_at == w->instructions + 1 || !may_write_back(w, n)) return false;
    p->checked_at = w->instructions + 1;
    const struct assay_alternative alternatives[] = {
        { .event = ASSAY_OUTSTANDING, .wave = w->number, .pc = w->pc, .by = p->pc },
        { .event = ASSAY_RETURNED, .wave = w->number, .pc = w->pc, .by = p->pc },
    };
    return choose(w->m, alternatives, 2) == 1;
}
