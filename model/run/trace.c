/* Traces one instruction: finds what it wrote by comparing registers before and after.  It is slow, and used only for
   traces. */
#include <string.h>
#include "decode.h"
#include "run.h"
#include "waits.h"

enum { WRITES = sizeof((struct assay_trace *)0)->writes / sizeof((struct assay_trace *)0)->writes[0] };
enum { ACCESSES = (ELEMENTS + 1) * LANES * ELEMENT_ROWS };

struct before {
    u32 v[VGPRS][LANES];
    u64 v_written[VGPRS / 64], s_written[SGPRS / 64];
    bool scc_written, mode_written;
};

static void add(struct assay_trace *t, u32 reg, u64 lanes)
{
    if (t->write_count == WRITES) return;
    t->writes[t->write_count].reg = reg;
    t->writes[t->write_count++].lanes = lanes;
}

/* A row that was written.  Lanes: those that were live, and others that changed (V_WRITELANE, a late result). */
static void add_vector(struct assay_trace *t, const struct wave *w, const struct before *b, u32 reg)
{
    u64 changed = 0;
    EACH_LANE changed |= (u64)(w->v[reg][l] != b->v[reg][l]) << l;
    add(t, ASSAY_V0 + reg, w->now->op->across ? changed : t->exec | changed);
}

static void collect(struct assay_trace *t, const struct wave *w, const struct before *b)
{
    for (u32 k = 0; k < SGPRS / 64; k++)
        for (u64 bits = w->s_written[k]; bits; bits &= bits - 1) add(t, 64 * k + (u32)lowest(bits), 1);
    for (u32 k = 0; k < VGPRS / 64; k++)
        for (u64 bits = w->v_written[k]; bits; bits &= bits - 1) add_vector(t, w, b, 64 * k + (u32)lowest(bits));
    if (w->scc_written) add(t, ASSAY_SCC, 1);
    if (w->mode_written) add(t, ASSAY_MODE, 1);
}

/* ---- accesses ---- */

struct accesses { struct assay_access of[ACCESSES]; u32 count; };

static void add_access(struct accesses *a, const struct wave *w, const u8 *at, u32 bytes, int lane)
{
    const struct assay *m = w->m;
    const bool lds = (uintptr_t)at - (uintptr_t)w->g->lds < LDS_LIMIT, gds = is_in(&m->gds, at);
    const u64 address = lds ? (u64)(at - w->g->lds) : gds ? (u64)(at - m->gds.bytes) : guest_address(m, at);
    const u8 place = lds ? ASSAY_IN_LDS : gds ? ASSAY_IN_GDS : ASSAY_IN_MEMORY;
    if (a->count < ACCESSES) a->of[a->count++] = (struct assay_access){ address, bytes, (u8)lane, place };
}

/* An element: contiguous bytes, or separate parts. */
static void add_element(struct accesses *a, const struct wave *w, const struct pending *p, u32 element, int lane)
{
    const struct body *b = body_of(w, p);
    const bool beside = element && p->by->lds;
    const u8 *at = b->at[element][lane];
    const u32 bytes = beside ? 4 : access_bytes(w, p);
    for (u32 from = 0, n = 1; at && n <= bytes; n++) {
        if (n < bytes && (beside || offset_to(b, lane, n) == offset_to(b, lane, n - 1) + 1)) continue;
        add_access(a, w, at + (beside ? from : offset_to(b, lane, from)), n - from, lane);
        from = n;
    }
}

/* The accesses of the memory operation that this instruction issued, if any. */
static void add_accesses(struct accesses *a, const struct wave *w)
{
    const struct pending *p = w->pending_count ? &outstanding(w)->head[w->pending_count - 1] : 0;
    if (!p || p->pc != w->pc || p->verb == VALUE || !p->perform_access) return;
    const u32 elements = (u32)p->by->op->access.count + (p->by->op->access.source_in_lds || p->by->lds);
    for (u32 e = 0; e < elements && e < ELEMENTS; e++)
        for (u64 left = p->live; left; left &= left - 1) add_element(a, w, p, e, lowest(left));
}

/* Written marks belong to the run.  A traced instruction sees only its own, and restores the others. */
static void begin(struct wave *w, struct before *b)
{
    memcpy(b->v, w->v, sizeof b->v);
    memcpy(b->v_written, w->v_written, sizeof b->v_written);
    memcpy(b->s_written, w->s_written, sizeof b->s_written);
    b->scc_written = w->scc_written;
    b->mode_written = w->mode_written;
    memset(w->v_written, 0, sizeof w->v_written);
    memset(w->s_written, 0, sizeof w->s_written);
    w->scc_written = w->mode_written = false;
}

static void restore(struct wave *w, const struct before *b)
{
    for (u32 k = 0; k < VGPRS / 64; k++) w->v_written[k] |= b->v_written[k];
    for (u32 k = 0; k < SGPRS / 64; k++) w->s_written[k] |= b->s_written[k];
    w->scc_written |= b->scc_written;
    w->mode_written |= b->mode_written;
}

void run_traced(struct wave *w, const struct inst *i)
{
    struct before before;
    char text[256];
    struct accesses accesses = { .count = 0 };
    struct assay_trace t = { .wave = w->number, .pc = w->pc, .exec = live_lanes(w), .text = text };
    t.group = w->g->number;
    t.m0 = w->s[w->t->m0];
    t.s = w->s;
    t.accesses = accesses.of;
    begin(w, &before);
    i->op->run(w, i);
    collect(&t, w, &before);
    add_accesses(&accesses, w);
    t.access_count = accesses.count;
    restore(w, &before);
    disassemble(w->t, w->lanes, i, text, sizeof text);
    for (int c = 0; c < COUNTERS; c++) t.counters[c] = w->most[c];
    w->m->trace(w->m->trace_data, &t);
}
