/* A run in an order that the caller chooses.  Each wave runs until its next step affects other waves, or depends on a
   result that may have returned.  These are accesses that conflict with others, and uses of outstanding results.  There
   the caller picks an alternative.  Steps visible to one wave commute with all others, so their order is no
   alternative. */
#include "run.h"

struct wave_set { struct wave *wave[MAX_GROUPS * GROUP_WAVES]; u32 count; };

static struct group *group_at(struct assay *m, u32 n)
{ return n + 1 < m->orders.group_count ? &m->orders.group[n] : &m->group; }

/* ---- stops of a wave ---- */

static bool covers(const struct operand *a, u8 kind, u32 first, u32 count, const struct wave *w)
{
    const bool scalar = a->kind == SREG || a->kind == MASK;
    const u32 from = a->kind == VCCZ ? (u32)w->t->vcc : a->reg;
    const u32 width = a->kind != VCCZ ? a->width : w->lanes > 32 ? 2 : 1;
    if (kind == VREG ? a->kind != VREG : !scalar && a->kind != VCCZ) return false;
    bool any = false;
    for (u32 reg = from; reg < from + width; reg++)
        any |= reg - first < count || (kind == SREG && other_name(w, reg) - first < count);
    return any;
}

static bool names(const struct wave *w, const struct inst *i, const struct pending *p)
{
    const u32 plain = p->count - (p->separate != 0);
    for (const struct inst *x = i; x; x = x->other)
        for (int n = 0; n < SOURCES + RESULTS + 1; n++) {
            const struct operand *a = n < SOURCES ? &x->s[n] : n < SOURCES + RESULTS ? &x->d[n - SOURCES] : &x->bit;
            if (covers(a, p->kind, p->first, plain, w)) return true;
            if (p->separate && covers(a, p->kind, p->separate - 1u, 1, w)) return true;
        }
    return false;
}

/* Does it use registers that no operand names? */
static bool uses_unnamed(const struct wave *w, const struct inst *i)
{
    return i->op->index_source || i->op->index_result || i->op->reads_vcc || i->op->reads_m0 ||
           class_of[i->form->encoding] == CLASS_IMAGE ||
           (w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN) && class_of[i->form->encoding] == CLASS_VALU);
}

/* May the instruction use a result whose access is still outstanding? */
static bool may_use(const struct wave *w, const struct inst *i)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        if (awaits_access(p) && p->kind && (uses_unnamed(w, i) || names(w, i, p))) return true;
    }
    return false;
}

/* Reads of LDS that bypass the wave's memory operations: parameters, and LDS_DIRECT of Vega. */
static bool reads_at_once(const struct inst *i)
{
    bool any = false;
    for (int n = 0; n < SOURCES; n++) any |= i->s[n].kind == LDS_DIRECT || i->op->parameter[n];
    return any;
}

static bool is_at_choice(struct wave *w)
{
    const struct inst *i = instruction_at(w->m, w->pc);
    if (w->may_step || !i || !i->op) return false;
    const bool at_once = accesses_at_issue(w, path_of(i->form->encoding)) || reads_at_once(i);
    if (at_once && conflicts_with_others(w->m, w->pc)) return true;
    return may_use(w, i);
}

/* ---- steps without alternatives ---- */

static bool run_to_choice(struct wave *w)
{
    bool moved = false;
    for (;;) {
        moved |= access_unshared(w);
        if (w->life == QUEUED && w->queued.may_go(w)) {
            w->life = RUNNING;
            w->queued.go_on(w);
        }
        if (w->life != RUNNING || is_at_choice(w)) return moved;
        const u64 before = w->instructions;
        w->waiting_for_access = false;
        if (!run_turn(w, 1)) return true;
        w->may_step = false;
        if (w->waiting_for_access && !access_unshared(w)) return moved || w->instructions != before;
        moved = true;
        if (stopped(w->m, w)) return true;
    }
}

/* False: the run has ended. */
static bool run_all_to_choice(struct assay *m, const struct wave_set *c)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (u32 n = 0; n < c->count; n++) {
            moved |= run_to_choice(c->wave[n]);
            if (m->status != ASSAY_OK) return false;
            if (!m->orders.abandoned) continue;
            stop(c->wave[n], ASSAY_LIMIT, "the caller ended this order");
            return false;
        }
        for (u32 n = 0; n < m->orders.group_count; n++) try_barrier(group_at(m, n));
        for (u32 n = 0; n < c->count; n++) {
            struct wave *w = c->wave[n];
            moved |= w->life == RUNNING && !w->waiting_for_access && !is_at_choice(w);
        }
    }
    return true;
}

/* ---- alternatives ---- */

static void add_alternative(struct assay *m, u32 *count, struct assay_alternative alternative)
{
    if (*count < MAX_ALTERNATIVES) m->orders.alternative[(*count)++] = alternative;
    else m->orders.found |= ASSAY_CUT;
}

static u32 find_alternatives(struct assay *m, const struct wave_set *c)
{
    u32 count = 0;
    for (u32 k = 0; k < c->count; k++) {
        struct wave *w = c->wave[k];
        for (u32 n = 0; n < w->pending_count; n++)
            if (may_access(w, n))
                add_alternative(
                    m, &count,
                    (struct assay_alternative){
                        .event = ASSAY_ACCESSES, .wave = w->number, .lane = n, .pc = outstanding(w)->head[n].pc });
        if (w->life == RUNNING && !w->waiting_for_access)
            add_alternative(m, &count,
                            (struct assay_alternative){ .event = ASSAY_RUNS, .wave = w->number, .pc = w->pc });
    }
    return count;
}

static void follow(const struct wave_set *c, struct assay_alternative alternative)
{
    for (u32 k = 0; k < c->count; k++) {
        if (c->wave[k]->number != alternative.wave) continue;
        if (alternative.event == ASSAY_RUNS) c->wave[k]->may_step = true;
        else access_one(c->wave[k], alternative.lane);
    }
}

/* ---- execution ---- */

static void begin_group_at(struct assay *m, u32 n, struct wave_set *c)
{
    struct group *g = group_at(m, n);
    g->m = m;
    g->slot = 0;
    m->active[n] = g;
    m->active_count = n + 1;
    start_group(g, n, m->wave_count);
    if (g != &m->group) {
        g->lds = m->orders.lds[n][0];
        g->lds_open = m->orders.lds[n][1];
    }
    m->wave_count += g->wave_count;
    for (u32 k = 0; k < g->wave_count; k++) {
        g->wave[k]->waiting_for_access = g->wave[k]->may_step = false;
        c->wave[c->count++] = g->wave[k];
    }
}

static bool begin_all(struct assay *m, struct wave_set *c)
{
    m->orders.group_count = m->group_count;
    m->orders.abandoned = false;
    c->count = 0;
    for (u32 n = 0; n < m->group_count; n++) {
        begin_group_at(m, n, c);
        if (m->wave_count > m->wave_limit) {
            refuse(m, "grid: more waves than the %u this machine keeps", m->wave_limit);
            return false;
        }
        fill_memory(group_at(m, n));
    }
    return true;
}

static bool refuses_run(struct assay *m)
{
    if (m->group_count > MAX_GROUPS)
        refuse(m, "grid: %u groups, and %d at most are run at once in every order", m->group_count, MAX_GROUPS);
    else if (m->group_count > 1 && m->dispatch.scratch_wave)
        refuse(m, "scratch_bytes: groups that run at once cannot share private memory");
    return m->status != ASSAY_OK;
}

/* All waves have ended, or none of some group can continue. */
static void conclude_groups(struct assay *m)
{
    for (u32 n = 0; n < m->orders.group_count; n++) {
        struct group *g = group_at(m, n);
        for (u32 k = 0; k < g->wave_count; k++)
            if (g->wave[k]->life != ENDED) { describe_deadlock(g); return; }
    }
}

void run_orders(struct assay *m)
{
    struct wave_set c;
    m->orders.digest = digest_state;
    m->orders.group_count = 0;
    begin_dispatch(m);
    if (refuses_run(m) || !begin_all(m, &c)) return;
    while (run_all_to_choice(m, &c)) {
        const u32 count = find_alternatives(m, &c);
        if (!count) { conclude_groups(m); break; }
        const u32 n = choose(m, m->orders.alternative, count);
        if (!m->orders.abandoned) follow(&c, m->orders.alternative[n]);
    }
    const u32 found = m->orders.found;
    m->orders.abandoned = true;   /* operations outstanding at a stop are no alternatives */
    for (u32 n = 0; n < c.count; n++) complete_all(c.wave[n]);
    m->orders.found = found;
}
