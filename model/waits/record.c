/* Issue of operations with outstanding results: reserve a body, claim the destination, enter the stages that the policy
   selects. */
#include <string.h>
#include "stages.h"

enum { NO_LANES = 0 };                 /* a scalar value: its dwords stand for lanes */
enum { FORGOTTEN = 16 };               /* completed at once if the record is full */

/* ---- entries ---- */

static u32 counter_max(const struct wave *w, enum counter c)
{
    const int most[] = { w->t->max_vm, w->t->max_vs, w->t->max_exp, w->t->max_lgkm };
    return (u32)most[c];
}

void clear_places(struct body *b)
{
    memset(b->at, 0, sizeof b->at);
    memset(b->present, ELEMENT_ROWS, LANES);
    EACH_LANE b->step[l] = 4;
}

/* Elements are whole and contiguous. */
void expand_line(struct body *b)
{
    clear_places(b);
    EACH_LANE b->at[0][l] = (u8 *)(b->line + b->line_bytes * (u32)l);
    EACH_LANE b->open_at[0][l] = b->line_open ? (u8 *)(b->line_open + b->line_bytes * (u32)l) : 0;
    b->expanded = true;
}

static void clear(struct body *b)
{
    b->lost = b->crossing = 0;
    b->line = 0;
    b->expanded = false;
    b->as = 0;
    b->moved = (struct moved){ 0 };
    memset(b->data_open, 0, sizeof b->data_open);
    memset(b->data_part, 0, sizeof b->data_part);
}

struct body *free_body(const struct wave *w)
{
    struct outstanding *all = outstanding(w);
    u32 n = 0;
    while (!~all->used[n]) n++;
    struct body *b = &all->body[64 * n + (u32)lowest(~all->used[n])];
    if (is_controlled(w->m)) memset(b, 0, sizeof *b);                      /* states are compared */
    clear(b);
    return b;
}

struct body *reserve_bare_body(struct wave *w, const struct event *e)
{
    struct outstanding *all = outstanding(w);
    for (int c = 0; c < COUNTERS; c++)
        if (w->most[c] + e->weight[c] > counter_max(w, (enum counter)c))
            wait_until(w, (enum counter)c, counter_max(w, (enum counter)c) - e->weight[c]);
    if (w->pending_count == PENDING) {
        report(w, R_COUNTER_FULL, "%d operations are outstanding; the oldest %d count as complete", PENDING, FORGOTTEN);
        for (u32 n = 0; n < FORGOTTEN; n++) prove(w, &all->head[n], EVERY_COUNTER);
        retire_proven(w);
    }
    return free_body(w);
}

/* No lane has an address yet. */
struct body *reserve_body(struct wave *w, const struct event *e)
{
    struct body *b = reserve_bare_body(w, e);
    clear_places(b);
    return b;
}

/* ---- the destination ---- */

/* TFE's register behind the data.  If it was 0 it stays 0; whether it is written without a fault is undecided (errata
   E-270). */
static u64 status_open(const struct wave *w, u32 reg, u64 lanes)
{
    u64 held = 0;
    for (u64 left = lanes; left; left &= left - 1) held |= (u64)(w->v[reg][lowest(left)] != 0) << lowest(left);
    return held | w->v_open[reg] | w->v_tolerant[reg];
}

/* A result written in order may overwrite an outstanding one, which is never seen. */
static void claim_vector(struct wave *w, struct pending *p, u32 k, u64 lanes)
{
    struct pending *all = outstanding(w)->head;
    const u32 reg = register_of(p, k);
    for (struct pending *q = all; awaits_v(w, reg) && q < p && lanes; q++)
        if (is_held(q, reg) && q->pc != p->pc) report_held(w, q, reg);
    const bool keeps = written_half(p, k) != 0, status = p->by->tfe && k && k + 1u == p->count;
    u64 base = status ? status_open(w, reg, lanes) : keeps ? w->v_open[reg] | w->v_tolerant[reg] : 0;
    for (struct pending *q = all; q < p; q++) {
        const u32 at = result_in(q, VREG, reg);
        if (at >= q->count || !(q->lanes[at] & lanes)) continue;
        const u64 both = q->lanes[at] & lanes;
        if (!writes_in_order(w->t, &q->event, &p->event)) {
            if (!is_controlled(w->m)) report_misuse(w, q, 'v', reg, true);
            base |= both;
        } else if (keeps) {
            base = (base & ~both) | (q->open[at] & both);
            continue;
        } else if (status) base |= both;
        q->lanes[at] &= ~both;
    }
    p->open[k] = base & lanes;
    p->lanes[k] = lanes;
}

/* Controlled schedules: the order of two outstanding results is undefined. */
static void claim_both(struct wave *w, struct pending *p, u32 k)
{
    const u32 reg = p->first + k;
    for (struct pending *q = outstanding(w)->head; q < p; q++) {
        const u32 at = scalar_result_in(w, q, reg);
        if (at >= q->count || !(q->lanes[0] >> at & 1)) continue;
        q->lanes[0] &= ~(1ull << at);
        p->open[0] |= 1ull << k;
    }
}

static void claim_scalar(struct wave *w, struct pending *p)
{
    p->lanes[0] = ~0ull;
    for (u32 k = 0; k < p->count; k++) {
        const u32 reg = p->first + k;
        renew_vccz(w, reg);
        if (is_controlled(w->m)) { claim_both(w, p, k); continue; }
        if (awaits_s(w, reg)) use_s(w, reg, true);
        p->open[0] |= (u64)(awaits_s(w, reg) && s_is_open(w, reg)) << k;
        put_s(w, reg, w->s[reg], true);
    }
}

/* The destination becomes undefined and counts as written.  In a controlled schedule it keeps the old value until the
   result returns. */
static void claim(struct wave *w, struct pending *p, u64 live)
{
    if (p->kind == SREG) claim_scalar(w, p);
    for (u32 k = 0; p->kind == VREG && k < p->count; k++) {
        const u32 reg = register_of(p, k);
        claim_vector(w, p, k, live);
        if (!is_controlled(w->m)) undefine_lanes(w, reg, live);
        w->v_written[reg >> 6] |= 1ull << reg % 64;
    }
    note_registers(w, p);
}

/* With an odd number of halves the last one preserves the other half, as AMD's text of BUFFER_LOAD_D16_FORMAT_XYZ says
   (errata E-204). */
static void choose_half(struct pending *p, const struct body *b)
{
    const u32 texels = b->moved.fragments ? 4 : 1,
              halves = b->moved.d16 ? (u32)__builtin_popcount(b->moved.mask) * texels : 0;
    p->half = halves & 1 && !p->by->op->access.half ? 1 : p->by->op->access.half;
    p->halved = (u8)(halves / 2);
}

/* ---- issue ---- */

/* One past the last register that a result may have.  Trap temporaries follow VCC. */
static u32 limit_of(const struct wave *w, const struct operand *d)
{
    const u32 vcc = (u32)w->t->vcc, ttmp = (u32)w->t->ttmp;
    if (d->kind == VREG) return w->vgprs;
    return d->reg < vcc ? w->sgprs : d->reg < ttmp ? vcc + 2 : ttmp + TTMPS;
}

/* Does the result fit the allocated registers?  Scalar failures are reported. */
static bool may_return(struct wave *w, const struct operand *d)
{
    if (d->kind != VREG && d->kind != SREG) return false;
    const bool within = d->reg + d->width <= limit_of(w, d);
    if (d->kind == VREG) return within;
    if (!within)
        report(w, R_REGISTER_SGPR_RANGE, "s%u lies beyond the scalar registers of the wave; nothing is written",
               d->reg + d->width - 1u);
    else if (refuses(w, d->reg))
        report(w, R_REGISTER_TTMP_USER, "ttmp%u is not written outside a trap handler", d->reg - (u32)w->t->ttmp);
    return within && !refuses(w, d->reg);
}

struct pending *record(struct wave *w, const struct inst *i, const struct event *e, const struct body *b,
                       enum verb verb, u64 live)
{
    struct outstanding *all = outstanding(w);
    const struct operand *d = &i->d[0];
    struct pending *p = &all->head[w->pending_count];
    const bool returns = may_return(w, d);
    *p = (struct pending){
        .by = i, .pc = w->pc, .event = *e, .verb = (u8)verb, .live = live, .slot = (u8)(b - all->body)
    };
    if (returns) {
        p->kind = d->kind;
        p->first = d->reg;
        p->count = e->words ? e->words : d->width;
        choose_half(p, b);
        p->words = (u8)(d->kind == SREG ? d->width : p->count / (i->op->access.count > 1 ? 2 : 1));
    }
    if (returns && i->d[1].kind == VREG && i->d[1].reg < w->vgprs) {
        p->separate = i->d[1].reg + 1u;
        p->count++;
    }
    all->used[p->slot >> 6] |= 1ull << p->slot % 64;
    count(all, p);
    if (returns) claim(w, p, live);
    w->pending_count++;
    for (int c = 0; c < COUNTERS && WATCHED; c++) w->most[c] += e->weight[c];
    return p;
}

WIDEST struct pending *record_free(struct wave *w, const struct inst *i, const struct body *b, enum verb verb, u64 live)
{
    struct outstanding *all = outstanding(w);
    const struct operand *d = &i->d[0];
    struct pending *p = &all->head[w->pending_count++];
    *p = (struct pending){
        .by = i, .pc = w->pc, .event = i->event, .verb = (u8)verb, .live = live, .slot = (u8)(b - all->body)
    };
    p->kind = d->kind;
    p->first = d->reg;
    p->count = p->words = d->width;
    for (u32 k = 0; k < d->width; k++) {
        const u32 reg = d->reg + k;
        p->lanes[k] = live;
        all->v[reg >> 6] |= 1ull << reg % 64;
        undefine_lanes(w, reg, live);
        w->v_written[reg >> 6] |= 1ull << reg % 64;
    }
    all->used[p->slot >> 6] |= 1ull << p->slot % 64;
    count(all, p);
    for (int c = 0; c < COUNTERS && WATCHED; c++) w->most[c] += i->event.weight[c];
    return p;
}

/* `adversarial` poisons the registers of a result that has not returned. */
static void poison(struct wave *w, const struct pending *p)
{
    u32 row[LANES];
    EACH_LANE row[l] = 0x5eed0000u | (u32)l;
    for (u32 k = 0; k < p->count; k++)
        if (p->kind == VREG) put_v(w, register_of(p, k), row, 0, written_half(p, k) ? 0 : p->lanes[k], ~0ull);
        else put_s(w, p->first + k, row[k], true);
}

void advance_by_policy(struct wave *w, struct pending *p)
{
    const u32 n = (u32)(p - outstanding(w)->head);
    if (!WATCHED) {
        write_up_to(w, n);
        prove(w, p, EVERY_COUNTER);
        retire_proven(w);
        return;
    }
    if (is_controlled(w->m)) { begin_access(w, p); return; }
    switch (w->m->policy) {
    case ASSAY_EARLY:       write_up_to(w, n); break;
    case ASSAY_ADVERSARIAL: access_up_to(w, n); poison(w, p); break;
    case ASSAY_RANDOM:      complete_some(w); break;
    default:                break;
    }
}

void hold(struct wave *w, struct pending *p)
{
    struct outstanding *all = outstanding(w);
    note_registers(w, p);
    count(all, p);
    w->pending_count++;
    for (int c = 0; c < COUNTERS; c++) if (p->event.waits >> c & 1) w->most[c] += p->event.weight[c];
    all->used[p->slot >> 6] |= 1ull << p->slot % 64;
}

/* ---- results known at issue ---- */

void return_words(struct wave *w, const struct inst *i, const u32 (*rows)[LANES], u32 words, u64 lanes, u64 open)
{
    struct event e = event_of(w->t, i, VALUE);
    struct body *b = reserve_body(w, &e);
    e.words = (u8)words;
    for (u32 k = 0; k < words && k < ELEMENT_ROWS; k++) {
        memcpy(b->data[k], rows[k], sizeof b->data[k]);
        b->data_open[k] = open;
    }
    advance_by_policy(w, record(w, i, &e, b, VALUE, lanes));
}

void return_lds(struct wave *w, const struct inst *i, const u32 (*rows)[LANES], u64 lanes, u64 open)
{ return_words(w, i, rows, i->d[0].width, lanes, open); }

void return_scalar(struct wave *w, const struct inst *i, const u32 *words, bool open)
{
    const struct event e = event_of(w->t, i, VALUE);
    struct body *b = reserve_body(w, &e);
    for (u32 k = 0; k < i->d[0].width && k < LANES; k++) b->data[0][k] = words[k];
    b->data_open[0] = open ? ~0ull : 0;
    advance_by_policy(w, record(w, i, &e, b, VALUE, NO_LANES));
}

void send_message(struct wave *w, const struct inst *i)
{
    const struct event e = event_of(w->t, i, VALUE);
    const struct body *b = reserve_body(w, &e);
    advance_by_policy(w, record(w, i, &e, b, VALUE, NO_LANES));
}
