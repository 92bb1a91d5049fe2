/* Outstanding results (architecture, invariant 8).  An operation reads its sources, accesses memory, writes registers
   and leaves its counters, in stages.  A wait proves that operations are complete.  The policy decides which stages
   happen earlier than required. */
#include <string.h>
#include "decode.h"
#include "stages.h"

static const char *const counter_name[] = { "vmcnt", "vscnt", "expcnt", "lgkmcnt" };
static const enum rule_id unwaited[] = { R_COUNTER_VM_UNWAITED, R_COUNTER_VS_UNWAITED, R_COUNTER_EXP_UNWAITED,
                                         R_COUNTER_LGKM_UNWAITED };

/* ---- what counters count: spec/counters.txt ---- */

enum { E_GDS = ENCODINGS };            /* a row of counters.txt: DS with GDS set */
static const struct event counted[FAMILIES][ENCODINGS + 1][VERBS][2] = {
#include "counters.inc"
};

u8 path_of(u8 encoding)
{
    switch (class_of[encoding]) {
    case CLASS_SMEM: case CLASS_SALU: case CLASS_CONTROL: return SCALAR_PATH;
    case CLASS_LDS: case CLASS_PARAMETER: return LDS_PATH;
    case CLASS_FLAT: return LDS_PATH | VECTOR_PATH;
    default:         return VECTOR_PATH;
    }
}

enum unit unit_of(const struct form *f)
{
    for (u32 n = 0; n < f->part_count; n++) {
        if (f->parts[n].what == PART_BVH) return OF_RAYS;
        if (f->parts[n].what == PART_IMAGE && f->parts[n].flags & IMAGE_SAMPLER) return WITH_SAMPLER;
    }
    return NO_SAMPLER;
}

/* A scalar access of one dword counts 1, of more dwords 2; a message that returns counts 2 (RDNA3 ISA, 5.3, 8.2).  The
   Vega ISA has a third reading (4.4: one for each dword).  Waits prove the same in all three. */
struct event event_of(const struct traits *t, const struct inst *i, enum verb verb)
{
    const u8 encoding = i->gds ? E_GDS : i->form->encoding;
    const bool returns = i->d[0].kind != NONE;
    struct event e = counted[t->family][encoding][verb][returns];
    e.path = i->gds ? GDS_PATH : path_of(encoding);
    e.unit = (u8)unit_of(i->form);
    for (int c = 0; c < COUNTERS; c++) if (e.waits >> c & 1) e.weight[c] = 1;
    if (e.path == SCALAR_PATH && (verb == VALUE ? returns : i->op->access.bits > 32)) e.weight[LGKM] = 2;
    return e;
}

/* ---- outstanding operations ---- */

u64 pending_bytes(void) { return sizeof(struct outstanding); }

/* Nothing is outstanding. */
static void clear_record(struct outstanding *all)
{
    memset(all->used, 0, sizeof all->used);
    all->scalar = all->lds_transfers = all->claiming = all->accessed = all->written = 0;
    memset(all->v, 0, sizeof all->v);
    memset(all->s, 0, sizeof all->s);
    memset(all->weight, 0, sizeof all->weight);
    memset(all->in_order, 0, sizeof all->in_order);
    all->head = all->entries;
}

void begin_wave(struct wave *w)
{
    w->armed = ~0ull;                                                  /* hazards.c will compute it */
    clear_record(outstanding(w));
}

/* Does a counter still count any outstanding operation? */
static bool is_waited_for(const struct wave *w)
{
    u32 any = 0;
    for (int c = 0; c < COUNTERS; c++) any |= outstanding(w)->weight[c];
    return any;
}

void prove(struct wave *w, struct pending *p, u32 counters)
{
    struct outstanding *all = outstanding(w);
    for (u32 left = p->event.waits & counters; left; left &= left - 1) {
        const int c = lowest(left);
        all->weight[c] -= p->event.weight[c];
        all->in_order[c][p->event.order[c]]--;
    }
    p->event.waits &= (u8)~counters;
}

void note_registers(const struct wave *w, const struct pending *p)
{
    struct outstanding *all = outstanding(w);
    const u32 exec = (u32)w->t->exec;
    for (u32 k = 0; k < VGPRS / 64 && p->event.waits >> EXP & 1; k++) all->v[k] |= p->held[k];
    for (u32 k = 0; k < p->count; k++) {
        const u32 reg = register_of(p, k);
        if (p->kind == VREG && p->lanes[k]) all->v[reg >> 6] |= 1ull << reg % 64;
        if (p->kind != SREG || !(p->lanes[0] >> k & 1)) continue;
        const u32 other = other_name(w, reg);
        all->s[reg >> 6] |= 1ull << reg % 64;
        all->s[other >> 6] |= 1ull << other % 64;
    }
    if (p->holds_exec) all->s[exec >> 6] |= 3ull << exec % 64;
}

/* The largest value of counter c that proves operation n complete.  If n were incomplete, all later operations of its
   order would be.  Each of them counts at least 1. */
static u32 needed(const struct wave *w, u32 n, enum counter c)
{
    const struct pending *all = outstanding(w)->head;
    const u8 order = all[n].event.order[c];
    u32 later = 0;
    for (u32 m = n + 1; order && m < w->pending_count; m++) later += all[m].event.order[c] == order;
    return later;
}

bool same_order(const struct event *a, const struct event *b)
{
    for (int c = 0; c < COUNTERS; c++)
        if (a->waits & b->waits & 1 << c && a->order[c] && a->order[c] == b->order[c]) return true;
    return false;
}

/* Samplers, rays and plain loads return in any order, though they are counted in order (RDNA3 ISA, 5.6; errata
   E-022). */
bool writes_in_order(const struct traits *t, const struct event *a, const struct event *b)
{ return same_order(a, b) && (t->return_order || a->unit == b->unit); }

/* ---- stages ---- */

/* Operations on one path access memory in the order of issue, so a wave sees its own stores. */
void access_up_to(struct wave *w, u32 n)
{
    struct outstanding *o = outstanding(w);
    struct pending *all = o->head;
    if (is_controlled(w->m)) { access_forced(w, n); return; }
    for (u32 m = o->accessed; m <= n; m++)
        if (all[m].stage == ISSUED && (m == n || all[m].event.path & all[n].event.path)) {
            if (all[m].perform_access) all[m].perform_access(w, &all[m]);
            all[m].stage = ACCESSED;
        }
    while (o->accessed < w->pending_count && all[o->accessed].stage != ISSUED) o->accessed++;
}

bool has_scratch_store(const struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        if (p->by->form->encoding == E_SCRATCH && p->event.waits >> VS & 1) return true;
    }
    return false;
}

/* Vector accesses of a group's waves share one path.  Issued accesses come before later ones of other waves. */
void access_vectors(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++)
        if (outstanding(w)->head[n].event.path == VECTOR_PATH) access_up_to(w, n);
}

static u32 row_of(const struct pending *p, u32 k) { return ELEMENT_ROWS * (k / p->words) + k % p->words; }

/* Only loads of whole registers know undefined bits; of other results a lane is undefined as a whole. */
static bool knows_bits(const struct pending *p, u32 k)  { return p->verb == LOAD && !written_half(p, k); }

/* The lanes of written result k whose undefined bits the body has. */
static u64 known_bits(const struct wave *w, const struct pending *p, u32 k)
{ return p->stage == WRITTEN && knows_bits(p, k) ? partly_undefined(body_of(w, p), row_of(p, k)) & ~p->open[k] : 0; }

/* The undefined bits of an overwritten result: a younger operation on half of the register inherits them.  Any other
   younger one has taken over the lanes or marks them undefined. */
static void pass_on(struct wave *w, const struct pending *p, u32 k)
{
    struct pending *all = outstanding(w)->head;
    for (struct pending *q = all + (p - all) + 1; q < all + w->pending_count; q++) {
        const u32 at = result_in(q, VREG, register_of(p, k));
        if (at < q->count) q->open[at] |= p->open[k] | known_bits(w, p, k);
    }
}

static void write_vector(struct wave *w, struct pending *p, const struct body *b)
{
    static const u32 kept[] = { 0, 0xffff0000u, 0xffffu };
    for (u32 k = 0; k < p->count; k++) {
        const u32 row = row_of(p, k), keep = kept[written_half(p, k)];
        const u64 undefined = knows_bits(p, k) ? wholly_undefined(b, row) : b->data_open[row];
        p->open[k] = (p->open[k] | undefined | b->lost) & p->lanes[k];
        put_v(w, register_of(p, k), b->data[row], keep, p->lanes[k], ~0ull);
        pass_on(w, p, k);
    }
}

static void write_registers(struct wave *w, struct pending *p)
{
    const struct body *b = body_of(w, p);
    if (p->stage == WRITTEN) return;
    p->stage = WRITTEN;
    if (p->kind == VREG) write_vector(w, p, b);
    if (p->kind != SREG) return;
    p->open[0] |= b->data_open[0] | b->lost;
    for (u32 k = 0; k < p->count; k++) if (p->lanes[0] >> k & 1) put_s(w, p->first + k, b->data[0][k], true);
}

void write_up_to(struct wave *w, u32 n)
{
    struct outstanding *o = outstanding(w);
    struct pending *all = o->head;
    for (u32 m = o->written; m <= n; m++) {
        if (m != n && !same_order(&all[m].event, &all[n].event)) continue;
        access_up_to(w, m);
        write_registers(w, &all[m]);
    }
    while (o->written < w->pending_count && all[o->written].stage == WRITTEN) o->written++;
}

/* Under `random` any operation may advance at any time. */
void complete_some(struct wave *w)
{
    if (w->m->policy == ASSAY_RANDOM && !is_controlled(w->m) && w->pending_count && next_random(w->m) & 1)
        write_up_to(w, (u32)(next_random(w->m) % w->pending_count));
}

/* A proven result has its own undefined bits.  A register with another outstanding write stays undefined. */
static void retire_vector(struct wave *w, const struct pending *p)
{
    const struct pending *all = outstanding(w)->head;
    const bool others = outstanding(w)->claiming > 1 && is_waited_for(w);
    for (u32 k = 0; k < p->count; k++) {
        const u32 reg = register_of(p, k);
        u64 lanes = p->lanes[k];
        for (u32 n = 0; n < w->pending_count && others; n++) {
            if (&all[n] == p || !all[n].event.waits) continue;
            const u32 at = result_in(&all[n], VREG, reg);
            if (at < all[n].count) lanes &= ~all[n].lanes[at];
        }
        mark_v(w, reg, lanes, p->open[k]);
        undefine_v(w, reg, body_of(w, p)->data_bits[row_of(p, k)], lanes & known_bits(w, p, k));
        if (p->blended && k + p->by->tfe < p->count) tolerate(w, reg, lanes & p->blended, BLEND_ULP, 32);
    }
}

static void retire_scalar(struct wave *w, const struct pending *p)
{
    for (u32 k = 0; k < p->count; k++)
        if (p->lanes[0] >> k & 1) put_s(w, p->first + k, w->s[p->first + k], p->open[0] >> k & 1);
}

static void empty_record(struct wave *w)
{
    clear_record(outstanding(w));
    w->pending_count = 0;
    memset(w->most, 0, sizeof w->most);
}

/* Did it have registers that other operations may still write? */
static bool retire(struct wave *w, u32 n)
{
    struct outstanding *all = outstanding(w);
    struct pending *p = &all->head[n];
    write_up_to(w, n);
    if (p->kind == VREG) retire_vector(w, p);
    if (p->kind == SREG) retire_scalar(w, p);
    all->used[p->slot >> 6] &= ~(1ull << p->slot % 64);
    all->scalar -= is_scalar_access(p);
    all->lds_transfers -= p->by->lds;
    all->claiming -= claims(p);
    return claims(p);
}

static void note_all_registers(const struct wave *w)
{
    struct outstanding *all = outstanding(w);
    memset(all->v, 0, sizeof all->v);
    memset(all->s, 0, sizeof all->s);
    for (u32 n = 0; n < w->pending_count && all->claiming; n++)
        if (claims(&all->head[n])) note_registers(w, &all->head[n]);
}

/* Operations [kept, end) are removed.  The smaller part of the rest is moved. */
static void close_gap(struct wave *w, u32 kept, u32 end)
{
    struct outstanding *all = outstanding(w);
    struct pending *const old = all->head;
    const u32 behind = w->pending_count - end;
    w->pending_count -= end - kept;
    if (kept > behind) {
        memmove(old + kept, old + end, behind * sizeof *old);
        return;
    }
    all->head += end - kept;
    memmove(all->head, old, kept * sizeof *old);
    if (w->pending_count && all->head <= all->entries + SLACK) return;
    memmove(all->entries, all->head, w->pending_count * sizeof *old);
    all->head = all->entries;
}

/* Retires operations of [first, end) that no counter waits for, oldest first, and removes them. */
static void retire_from(struct wave *w, u32 first, u32 end)
{
    struct outstanding *all = outstanding(w);
    bool registers = false;
    for (u32 n = first; n < end; n++) if (!all->head[n].event.waits) registers |= retire(w, n);
    u32 kept = first, accessed = all->accessed, written = all->written;
    for (u32 n = first; n < end; n++) {
        if (all->head[n].event.waits) all->head[kept++] = all->head[n];
        else accessed -= n < all->accessed, written -= n < all->written;
    }
    close_gap(w, kept, end);
    all->accessed = accessed;
    all->written = written;
    if (registers) note_all_registers(w);
    for (int c = 0; c < COUNTERS; c++) if (w->most[c] > all->weight[c]) w->most[c] = all->weight[c];
}

void retire_proven(struct wave *w) { retire_from(w, 0, w->pending_count); }

/* Retires all operations, if all are proven. */
static void retire_all(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        write_up_to(w, n);
        if (p->kind == VREG) retire_vector(w, p);
        if (p->kind == SREG) retire_scalar(w, p);
    }
    empty_record(w);
}

/* Indices of proven operations: the first, and one past the last; end 0: none. */
struct proved { u32 first, end; };

/* Proves operations that `left` or more of their order follow. */
static struct proved prove_by_order(struct wave *w, enum counter c, u32 left)
{
    struct pending *all = outstanding(w)->head;
    struct proved proved = { w->pending_count, 0 };
    u32 later[ORDERS] = { 0 }, unseen = outstanding(w)->weight[c];
    for (u32 n = w->pending_count; unseen && n--;) {
        const struct event *e = &all[n].event;
        if (!(e->waits >> c & 1)) continue;
        unseen -= e->weight[c];
        if (left <= later[e->order[c]]) {
            prove(w, &all[n], 1u << c);
            proved = (struct proved){ n, proved.end ? proved.end : n + 1 };
        }
        if (e->order[c]) later[e->order[c]]++;
    }
    return proved;
}

/* Does an order have more than `left` operations?  If not, a wait proves nothing unless it waits for 0. */
static bool proves_any(const struct outstanding *all, enum counter c, u32 left)
{
    bool any = !left;
    for (u32 order = 1; order < ORDERS; order++) any |= all->in_order[c][order] > left;
    return any;
}

void wait_until(struct wave *w, enum counter c, u32 left)
{
    complete_some(w);
    if (left >= w->most[c]) return;
    w->most[c] = left;
    if (!proves_any(outstanding(w), c, left)) return;
    const struct proved proved = prove_by_order(w, c, left);
    if (!is_waited_for(w)) retire_all(w);
    else if (proved.end) retire_from(w, proved.first, proved.end);
}

bool retire_only(struct wave *w, enum counter c)
{
    struct pending *p = outstanding(w)->head;
    if (w->pending_count != 1 || p->stage != WRITTEN || p->event.waits != 1u << c || p->kind == SREG) return false;
    retire_vector(w, p);
    empty_record(w);
    return true;
}

void complete_all(struct wave *w)
{
    for (u32 n = 0; n < w->pending_count; n++) prove(w, &outstanding(w)->head[n], EVERY_COUNTER);
    if (w->pending_count) retire_proven(w);
    memset(w->most, 0, sizeof w->most);
}

void end_wave(struct wave *w)
{
    if (!is_controlled(w->m)) complete_all(w);   /* a controlled schedule writes results after all accesses */
    if (w->life != STOPPED) w->life = ENDED;
}

/* ---- uses of registers ---- */

/* "v1 read before its wait: global_load_b64 is outstanding; vmcnt may be 1 and must be 0". */
void report_misuse(struct wave *w, struct pending *p, char file, u32 reg, bool writing)
{
    const u32 n = (u32)(p - outstanding(w)->head);
    const enum counter c = (enum counter)__builtin_ctz(p->event.waits);
    if (p->checked_at == w->instructions + 1) return;
    p->checked_at = w->instructions + 1;
    report(w, unwaited[c], "%c%u %s before its wait: %s at 0x%llx is outstanding; %s may be %u and must be %u", file,
           reg, writing ? "overwritten" : "read", p->by->form->spelling, (unsigned long long)p->pc, counter_name[c],
           w->most[c], needed(w, n, c));
}

/* Controlled schedules: writes the results of `n` and of those that return before it, and stops awaiting them. */
static void deliver(struct wave *w, u32 n)
{
    struct pending *all = outstanding(w)->head;
    for (u32 k = 0; k <= n; k++) {
        struct pending *p = &all[k];
        if (k != n && (!w->t->return_order || !same_order(&p->event, &all[n].event))) continue;
        write_registers(w, p);
        if (p->kind == VREG) retire_vector(w, p);
        if (p->kind == SREG) retire_scalar(w, p);
        memset(p->lanes, 0, sizeof p->lanes);
    }
}

static void leave_open(struct wave *w, u8 kind, u32 reg, u64 lanes)
{
    if (kind == VREG) undefine_lanes(w, reg, lanes);
    else mark_s(w, reg, ~0u), mark_s(w, other_name(w, reg), ~0u);
}

/* An instruction uses lanes of a vector register, or a scalar register.  An overwritten register stays undefined,
   because the outstanding result may still arrive.  In a controlled schedule the result has arrived, or the instruction
   precedes it. */
static void use(struct wave *w, u8 kind, u32 reg, u64 lanes, bool writing)
{
    struct pending *all = outstanding(w)->head;
    const bool chosen = is_controlled(w->m), is_exec = kind == SREG && reg >> 1 == (u32)w->t->exec >> 1;
    complete_some(w);
    for (u32 n = w->pending_count; n--;) {
        struct pending *p = &all[n];
        const u32 k = kind == VREG ? result_in(p, kind, reg) : scalar_result_in(w, p, reg);
        if (writing && (kind == VREG ? lanes && is_held(p, reg) : is_exec && p->holds_exec)) report_held(w, p, reg);
        if (k >= p->count) continue;
        u64 *awaited = &p->lanes[kind == VREG ? k : 0];
        const u64 used = *awaited & (kind == VREG ? lanes : 1ull << k);
        if (!used || (chosen && !has_returned(w, p))) continue;
        if (!chosen) report_misuse(w, p, kind == VREG ? 'v' : 's', reg, writing);
        if (writing) *awaited &= ~used;
        if (chosen) deliver(w, n);
        else if (writing) leave_open(w, kind, reg, used);
        else return;
    }
}

void use_v(struct wave *w, u32 reg, u64 lanes, bool writing)  { use(w, VREG, reg, lanes, writing); }
void use_s(struct wave *w, u32 reg, bool writing)             { use(w, SREG, reg, 0, writing); }
