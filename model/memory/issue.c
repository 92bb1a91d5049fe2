/* Issue of memory operations.  Each kind of access is implemented once; rows of spec/ops select size, sign, half and
   combine. */
#include <string.h>
#include "places.h"
#include "rows_issue.h"

/* ---- sources ---- */

u64 address_words(struct wave *w, const struct operand *a, const u32 *row[2], u64 live)
{
    u64 open = 0;
    for (u32 k = 0; k < 2; k++) row[k] = k < a->width ? read_v(w, a->reg + k, live, &open) : 0;
    return open;
}

void copy_undefined(const struct wave *w, u32 reg, struct body *b, u32 row, u32 shift, u64 lanes)
{
    if (reg >= w->vgprs) reg = 0;
    for (u64 left = lanes & w->v_part[reg]; left; left &= left - 1) {
        const int l = lowest(left);
        set_undefined_data(b, row, l, undefined_bits(w, reg, (u32)l) >> shift);
    }
}

/* VMEM and LDS stores and atomics read their data at issue.  They keep a copy, so the registers may be reused. */
static void copy_data(struct wave *w, const struct operand *a, struct body *b, u32 row, u32 shift, u64 live)
{
    for (u32 k = 0; a->kind == VREG && k < a->width && row + k < ROWS; k++) {
        u64 open = 0;
        const u32 *from = read_v(w, a->reg + k, live, &open);
        b->data_open[row + k] = open;
        copy_undefined(w, a->reg + k, b, row + k, shift, open);
        if (!shift) memcpy(b->data[row + k], from, sizeof b->data[row + k]);
        else EACH_LANE b->data[row + k][l] = from[l] >> shift;
    }
}

static void read_data(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const struct access *a = &i->op->access;
    const struct operand *first = &i->s[a->swapped ? 3 : 2], *second = &i->s[a->swapped ? 2 : 3];
    if (i->lds) load_from_lds(b, live);
    copy_data(w, first, b, 0, a->half == 2 ? 16 : 0, live);
    copy_data(w, second, b, ELEMENT_ROWS, 0, live);
    /* others than plain stores know lanes, not bits */
    if (b->moved.mask || i->lds || a->combine || a->queue || a->image) memset(b->data_part, 0, sizeof b->data_part);
    if (b->moved.mask) pack_texels(b, live);
}

/* Dwords of a scalar store are lanes; an atomic has one lane, and its dwords are rows. */
static void read_scalar_data(struct wave *w, const struct inst *i, struct body *b, enum verb verb)
{
    const struct operand *a = &i->s[2];
    for (u32 k = 0; k < a->width; k++) {
        const u32 reg = a->reg + k, row = verb == ATOMIC ? k : 0, lane = verb == ATOMIC ? 0 : k;
        b->data[row][lane] = read_s(w, reg);
        b->data_open[row] |= (u64)s_is_open(w, reg) << lane;
    }
}

static void refuse_atomic(struct wave *w, struct body *b, int l)
{
    b->lost |= 1ull << l;
    raise_exceptions(w, mask_of(TRAPSTS_MEM_VIOL));
}

bool refused(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 address, int l)
{
    const u32 bytes = element_bytes(i);
    if (verb != ATOMIC || !(address & (bytes - 1))) return false;
    if (!b->lost)
        report(w, R_MEMORY_ALIGN, "lane %d: address 0x%llx is not a multiple of %u", l, (unsigned long long)address,
               bytes);
    refuse_atomic(w, b, l);
    return true;
}

bool refused_across_parts(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u32 near, u32 part,
                          int l)
{
    const u32 bytes = element_bytes(i);
    if (verb != ATOMIC || near + bytes <= part) return false;
    if (!b->lost)
        report(w, R_MEMORY_ALIGN, "lane %d: %u bytes lie across swizzled parts of %u, and no atomic reaches two", l,
               bytes, part);
    refuse_atomic(w, b, l);
    return true;
}

/* ---- execution ---- */

/* A vector result beyond the allocation: the access acts as if EXEC were 0 (RDNA3 ISA, 3.3.2). */
u64 vector_result_lanes(struct wave *w, const struct inst *i)
{
    const struct operand *d = &i->d[0];
    if (d->kind != VREG || d->reg + d->width <= w->vgprs) return live_lanes(w);
    report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is accessed",
           d->reg + d->width - 1u, w->vgprs);
    return 0;
}

static u64 lanes_of(struct wave *w, const struct inst *i, bool scalar, enum verb verb)
{
    const bool buffer = i->form->encoding == E_MUBUF || i->form->encoding == E_MTBUF;
    if (buffer ? is_mismatched(w, i) : i->op->access.image && is_of_buffer(w, i)) return 0;
    if (!scalar) return vector_result_lanes(w, i);
    return verb == ATOMIC ? 1 : (1ull << element_words(i)) - 1;
}

/* A transfer between memory and LDS: each lane has a dword at M0[15:0] + offset + 4 * lane.  A lane outside is masked
   off (Vega ISA, 8.1.7). */
static u64 place_lds_transfer(struct wave *w, const struct inst *i, struct body *b, u64 live)
{
    const u32 base = m0_base(w) + (u32)i->imm;
    for (u64 left = live; left; left &= left - 1) {
        const int l = lowest(left);
        b->at[1][l] = lds_at(w, base + 4u * (u32)l, 4, &b->open_at[1][l]);
        if (!b->at[1][l]) live &= ~(1ull << l);
    }
    return live;
}

/* Lanes of a global data share access: one on families with that limit, except for APPEND and CONSUME, which count all
   (RDNA3 ISA, 13.4.2, 13.4.3).  LDS-only operations have none. */
static u64 shared_lanes(struct wave *w, const struct inst *i, u64 live)
{
    const struct access *a = &i->op->access;
    if (a->addtid) {
        report(w, R_GDS_LDS_ONLY, "this operation exists in LDS only");
        return 0;
    }
    if (a->queue && i->imm) report(w, R_GDS_QUEUE, "the offset is 0x%x and must be 0", (u32)i->imm);
    return w->t->gds_one_lane && !a->queue ? live & -live : live;
}

/* CSUB requires GLC (RDNA3 ISA, 9.1, 11). */
static void check_returns(struct wave *w, const struct inst *i)
{
    if (i->op->access.must_return && !i->glc) report(w, R_MEMORY_ATOMIC_CSUB, "GLC is 0");
}

static bool place(struct wave *w, const struct inst *i, struct body *b, enum verb verb, u64 live)
{
    switch (i->form->encoding) {
    case E_SMEM:  return place_scalar(w, i, b, verb, live);
    case E_DS:    return place_lds(w, i, b, verb, i->op->access.queue ? live & -live : live);
    case E_MUBUF: case E_MTBUF: return place_buffer(w, i, b, verb, live);
    case E_MIMG:  return place_image(w, i, b, verb, live);
    default:      return place_vector(w, i, b, verb, live);
    }
}

static void run_memory(struct wave *w, const struct inst *i, enum verb verb)
{
    const struct event *const e = &i->event;
    if (i->gds && w->t->gds_exp) hold_sources(w, i, ~0u, READS_GDS);
    struct body *b = reserve_bare_body(w, e);
    const bool scalar = e->path == SCALAR_PATH;
    u64 live = lanes_of(w, i, scalar, verb);
    if (!may_line(w, i)) clear_places(b);
    if (i->lds) live = place_lds_transfer(w, i, b, live);
    if (i->gds) live = shared_lanes(w, i, live);
    if (!place(w, i, b, verb, live)) return;
    check_returns(w, i);
    if (verb == ATOMIC) b->fp = atomic_mode(w, i, e->path == LDS_PATH || e->path == GDS_PATH);
    if (verb != LOAD && scalar) read_scalar_data(w, i, b, verb);
    else if (verb != LOAD) read_data(w, i, b, live);
    struct pending *p = record(w, i, e, b, verb, live);
    p->perform_access = i->op->access.info ? 0 : perform_access;
    if (WATCHED) {
        check_own(w, p);
        check_lanes(w, p);
        check_waves(w, p);
        check_groups(w, p, verb == ATOMIC && commutes(made(i, b)));
    }
    advance_by_policy(w, p);
}

void run_load(struct wave *w, const struct inst *i)   { run_memory(w, i, LOAD); }
void run_store(struct wave *w, const struct inst *i)  { run_memory(w, i, STORE); }
void run_atomic(struct wave *w, const struct inst *i) { run_memory(w, i, ATOMIC); }

struct event memory_event(const struct traits *t, const struct inst *i)
{
    void (*const run)(struct wave *, const struct inst *) = i->op->run;
    if (run != run_load && run != run_store && run != run_atomic) return (struct event){ 0 };
    return event_of(t, i, run == run_load ? LOAD : run == run_store ? STORE : ATOMIC);
}

#include "rows_issue.inc"
