/* Synchronisation through the global data share: semaphores and barriers of global wave sync, counts in the order of
   waves, registers for streamout (RDNA3 ISA, 12.6.1, 13.4; Vega ISA, 12.13). */
#include <string.h>
#include "control.h"
#include "rows_gws.h"

/* ---- operands ---- */

/* GWS and ordered counts use the value of the first active lane, or of lane 0 if none is active (13.4.2). */
static int first_lane(const struct wave *w)
{
    const u64 live = live_lanes(w);
    return live ? lowest(live) : 0;
}

static u32 lane_value(struct wave *w, const struct operand *a, int l, bool *opened)
{
    u64 open = 0;
    const u32 *row = read_v(w, a->reg, 1ull << l, &open);
    *opened = open != 0;                                               /* of this lane only */
    return row[l];
}

/* An undefined number of waves to release ends comparison. */
static u32 count_of(struct wave *w, const struct inst *i)
{
    bool open;
    const u32 value = lane_value(w, &i->s[0], first_lane(w), &open);
    if (open) open_decides(w, R_OPEN_BRANCH);
    return value;
}

static u32 offset0(const struct inst *i) { return (u32)i->imm & 0xff; }
static u32 offset1(const struct inst *i) { return (u32)i->imm >> 8 & 0xff; }

/* A wait for LGKMcnt 0 must follow, and the end of the program must not follow it directly (13.4.1). */
static void look_behind(struct wave *w)
{
    const struct inst *wait = instruction_at(w->m, w->next_pc);
    if (!wait || !wait->op || !waits_for_lgkm(w->t, wait)) {
        report(w, R_GWS_WAIT, "no wait for LGKMcnt 0 follows");
        return;
    }
    const struct inst *next = instruction_at(w->m, w->next_pc + wait->size);
    if (next && next->op && ends_program(next)) report(w, R_GWS_END, "the program ends directly after its wait");
}

/* No operation on the global data share may be outstanding, because a rejection would arrive out of order (13.4.1). */
static void begin(struct wave *w, const struct inst *i)
{
    w->m->in_order = true;
    for (u32 n = 0; w->t->gws_clause && n < w->pending_count; n++) {
        const struct pending *p = &outstanding(w)->head[n];
        if (p->event.path != GDS_PATH) continue;
        report(w, R_GWS_OUTSTANDING, "%s at 0x%llx is outstanding", p->by->form->spelling, (unsigned long long)p->pc);
        break;
    }
    if (w->t->gws_clause) look_behind(w);
    if (w->t->gds_exp) hold_sources(w, i, ~0u, READS_GDS);
}

/* ---- waiting ---- */

static void wait_for(struct wave *w, bool (*may_go)(const struct wave *), void (*go_on)(struct wave *))
{
    w->life = QUEUED;
    w->queued.may_go = may_go;
    w->queued.go_on = go_on;
    w->queued.ticket = ++w->m->tickets;
}

static void pass(struct wave *w) { acquire_order(w, w->queued.resource); }

/* ---- global wave sync ---- */

static struct gws *resource(struct wave *w, const struct inst *i)
{
    w->queued.resource = (u8)(((lds_m0(w) >> 16 & 63) + (offset0(i) & 63)) % GWS_RESOURCES);
    return &w->m->gws[w->queued.resource];
}

static void add_to(struct wave *w, const struct inst *i, u32 count)
{
    struct gws *r = resource(w, i);
    r->counter = (r->counter + count) & GWS_COUNT;
    release_order(w, w->queued.resource);
    send_message(w, i);
}

static void ds_gws_init(struct wave *w, const struct inst *i)
{
    begin(w, i);
    *resource(w, i) = (struct gws){ count_of(w, i) & GWS_COUNT, 0 };
    send_message(w, i);
}

static void ds_gws_sema_v(struct wave *w, const struct inst *i)   { begin(w, i), add_to(w, i, 1); }
static void ds_gws_sema_br(struct wave *w, const struct inst *i)  { begin(w, i), add_to(w, i, count_of(w, i)); }

static bool my_turn_at_sema(const struct wave *w);

/* Waves of all groups that wait at a semaphore with a smaller ticket. */
static u32 waiting_before(const struct assay *m, u32 resource, u32 ticket)
{
    u32 count = 0;
    for (u32 k = 0; k < m->active_count; k++)
        for (u32 n = 0; n < m->active[k]->wave_count; n++) {
            const struct wave *o = m->active[k]->wave[n];
            count += o->life == QUEUED && o->queued.may_go == my_turn_at_sema && o->queued.resource == resource &&
                     o->queued.ticket < ticket;
        }
    return count;
}

/* First come, first served. */
static bool my_turn_at_sema(const struct wave *w)
{
    const u32 resource = w->queued.resource;
    return w->m->gws[resource].counter && !waiting_before(w->m, resource, w->queued.ticket);
}

static void leave_sema(struct wave *w)
{
    w->m->gws[w->queued.resource].counter--;
    pass(w);
}

static void ds_gws_sema_p(struct wave *w, const struct inst *i)
{
    begin(w, i);
    (void)resource(w, i);
    send_message(w, i);
    wait_for(w, my_turn_at_sema, leave_sema);
}

static void ds_gws_sema_release_all(struct wave *w, const struct inst *i)
{
    begin(w, i);
    (void)resource(w, i);
    add_to(w, i, waiting_before(w->m, w->queued.resource, ~0u));
}

static bool barrier_met(const struct wave *w) { return w->m->gws[w->queued.resource].flag != w->queued.flag; }

/* The counter is the number of waves still missing.  A wave that finds 0 releases all.  INIT and the barrier set it to
   the number of waves - 1 (errata E-224). */
static void ds_gws_barrier(struct wave *w, const struct inst *i)
{
    begin(w, i);
    struct gws *r = resource(w, i);
    const u32 next = count_of(w, i) & GWS_COUNT;
    w->queued.flag = r->flag;
    release_order(w, w->queued.resource);
    send_message(w, i);
    if (r->counter) {
        r->counter--;
        wait_for(w, barrier_met, pass);
        return;
    }
    r->flag ^= 1;
    r->counter = next;
    pass(w);
}

/* ---- single locations of the global data share or its registers ---- */

enum { REGISTER_INDICES = 16, NARROW_REGISTERS = 8 };
struct gds_place { u8 *at, *open; u32 bytes; };

/* Indices 0 to 7 are dwords, 8 to 15 pairs of dwords (RDNA3 ISA, Table 61). */
static struct gds_place register_at(struct wave *w, u32 index)
{
    const bool wide_one = index >= NARROW_REGISTERS;
    const u32 dword = wide_one ? NARROW_REGISTERS + 2 * (index - NARROW_REGISTERS) : index;
    struct gds_place p = { .bytes = wide_one ? 8 : 4 };
    w->m->in_order = true;
    p.at = share_at(&w->m->gs, 4 * dword, p.bytes, &p.open);
    return p;
}

static bool is_open(const struct gds_place *p)
{
    u64 open = 0;
    if (p->open) memcpy(&open, p->open, p->bytes);
    return open;
}

static u64 exchange(const struct gds_place *p, u64 value, bool open)
{
    u64 old = 0;
    memcpy(&old, p->at, p->bytes);
    memcpy(p->at, &value, p->bytes);
    if (p->open) memset(p->open, (u8)all_or_none(open), p->bytes);
    return old;
}

static u64 held(const struct gds_place *p)
{
    u64 x = 0;
    memcpy(&x, p->at, p->bytes);
    return x;
}

/* Returns the old value to the first lane; a 64-bit register returns two dwords. */
static void give_back(struct wave *w, const struct inst *i, u64 old, u32 words, u64 lanes, u64 open)
{
    u32 rows[2][LANES];
    for (int l = 0; l < LANES; l++) rows[0][l] = (u32)old, rows[1][l] = (u32)(old >> 32);
    return_words(w, i, (const u32 (*)[LANES])rows, words, lanes, open);
}

/* ---- streamout (12.6.1) ---- */

static void streamout(struct wave *w, const struct inst *i, bool subtract)
{
    const u64 live = live_lanes(w), lane = live & -live;
    const struct gds_place p = register_at(w, offset0(i) >> 2 & (REGISTER_INDICES - 1));
    const bool shared = w->g->wave_count > 1 || w->m->group_count > 1;
    bool open = false;
    const u32 data = live ? lane_value(w, &i->s[0], lowest(live), &open) : 0;
    const u64 old = held(&p);
    const bool was = is_open(&p);
    exchange(&p, subtract ? old - data : old + data, was || open);
    give_back(w, i, old, p.bytes / 4, lane, was || shared ? ~0ull : 0);
}

static void ds_add_gs_reg_rtn(struct wave *w, const struct inst *i)  { streamout(w, i, false); }
static void ds_sub_gs_reg_rtn(struct wave *w, const struct inst *i)  { streamout(w, i, true); }

/* ---- counts in the order of waves (13.4.3) ---- */

enum { ORDERED_ADD, ORDERED_EXCHANGE, ORDERED_RESERVED, ORDERED_WRAP };
enum { RELEASE = 1, EXCHANGED_FIRST = 4 };

static struct gds_place ordered_place(struct wave *w, const struct inst *i)
{
    if (w->t->ordered_registers) return register_at(w, offset0(i) >> 2 & (REGISTER_INDICES - 1));
    struct gds_place p = { .bytes = 4 };
    const u32 address = (lds_m0(w) >> 16 & ~3u) + (offset0(i) & ~3u);
    p.at = share_at(&w->m->gds, address, 4, &p.open);
    if (p.at) return p;
    report(w, R_GDS_RANGE, "address 0x%x lies outside the %u bytes of the global data share", address, w->m->gds.size);
    if (w->t->gds_violations) raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
    return p;
}

/* Exchange applies to dwords 4 to 7 of the registers.  64-bit registers can only be added to.  No manual defines wrap
   with one value; its result is undefined. */
static bool ordered_legal(struct wave *w, const struct inst *i, const struct gds_place *p, u32 what)
{
    const u32 index = offset0(i) >> 2 & (REGISTER_INDICES - 1);
    const bool registers = w->t->ordered_registers,
               good = what == ORDERED_ADD || (what == ORDERED_WRAP && p->bytes == 4) ||
                      (what == ORDERED_EXCHANGE && p->bytes == 4 && (!registers || index >= EXCHANGED_FIRST));
    if (!good) report(w, R_GDS_ORDERED, "operation %u is none of register %u", what, index);
    return good && what != ORDERED_WRAP;
}

static void count_in_order(struct wave *w)
{
    const struct inst *i = w->queued.by;
    const u32 what = offset1(i) >> 4 & 3;
    const u64 live = live_lanes(w), lane = live & -live;
    const struct gds_place p = ordered_place(w, i);
    bool open = false;
    const u32 value = live ? lane_value(w, &i->s[0], lowest(live), &open) : 0;
    const bool was = p.at && is_open(&p), legal = ordered_legal(w, i, &p, what);
    const u64 old = p.at ? held(&p) : 0;
    if (p.at) exchange(&p, what == ORDERED_EXCHANGE ? value : old + value, was || open || !legal);
    acquire_order(w, ORDERED_COUNT);
    if (offset1(i) & RELEASE) {
        release_order(w, ORDERED_COUNT);
        w->m->walker++;
    }
    give_back(w, i, old, 1, w->t->gds_one_lane ? lane : live, was ? ~0ull : ~lane);
}

static u32 wave_mask(const struct wave *w)
{
    const struct bits b = w->t->ordered_wave[0];
    return (u32)((1ull << b.width) - 1) << b.low;
}

static bool is_oldest(const struct wave *w) { return w->queued.turn == (w->m->walker & wave_mask(w)); }

static void ds_ordered_count(struct wave *w, const struct inst *i)
{
    begin(w, i);
    if (w->t->gws_clause && i->s[0].reg == i->d[0].reg)
        report(w, R_GWS_SOURCE, "v%u is source and destination", i->d[0].reg);
    w->queued.by = i;
    w->queued.turn = lds_m0(w) & wave_mask(w);
    if (is_oldest(w)) count_in_order(w);
    else wait_for(w, is_oldest, count_in_order);
}

#include "rows_gws.inc"
