/* The part of a mutant library that is not in the model.  A source mutant is another body of a function, selected by
   active_mutant.  A fault of one operation is implemented here, by an operation that wraps the real one. */
#include <string.h>
#include "pipeline.h"
#include "faults.inc" /* generated: enum fault, operation_faults[FAULTS], fast_path_mutants[], PLACES */

u32 active_mutant;                     /* 0: none */
u8 mutant_reached[PLACES];            /* nonzero for places that were executed */
static struct operation_fault active;               /* active.op is 0 for a source mutant */
static struct op faulty_op;               /* the operation with the active fault */

void choose_mutant(u32 number)
{
    active_mutant = number;
    active = (struct operation_fault){ 0 };
    for (u32 n = 0; n < FAULTS; n++)
        if (operation_faults[n].number == number) active = operation_faults[n];
}

/* ---- sources and settings, before the operation runs ---- */

static void change_source(struct lanes *o, int n, u32 k, u32 keep, u32 flip)
{
    if (!o->s[n][k]) return;
    EACH_LANE o->copy[n][k][l] = (o->s[n][k][l] & keep) ^ flip;
    o->s[n][k] = o->copy[n][k];
}

static void change_sources(struct lanes *o)
{
    const int n = (int)active.parameter;
    const u32 bits = n < SOURCES ? active.op->source_bits[n] : 0, top = bits == 64;
    switch (active.fault) {
    case SOURCE_HALVED:  change_source(o, n, top, bits == 64 ? 0 : bits == 16 ? 0xff : 0xffff, 0); break;
    case SOURCE_NEGATED: change_source(o, n, top, ~0u, bits == 16 ? 0x8000 : 0x80000000); break;
    default: break;
    }
}

static void change_mode(struct fp *fp)
{
    switch (active.fault) {
    case ROUNDING_IGNORED:  fp->round[0] = fp->round[1] = NEAREST; break;
    case DENORMALS_ALWAYS:  fp->denorm[0] = fp->denorm[1] = KEEP_IN | KEEP_OUT; break;
    case DENORMALS_NEVER:   fp->denorm[0] = fp->denorm[1] = 0; break;
    case IEEE_ALWAYS:       fp->ieee = true; break;
    case IEEE_NEVER:        fp->ieee = false; break;
    case OVERFLOW_ALWAYS:   fp->fp16_ovfl = false; break;
    default: break;
    }
}

/* ---- results, after it ran ---- */

struct float_format { u64 sign, infinity, quiet; };

static struct float_format float_format(u32 bits)
{
    return bits == 16   ? (struct float_format){ 0x8000, 0x7c00, 0x200 }
           : bits == 32 ? (struct float_format){ 0x80000000, 0x7f800000, 0x400000 }
                        : (struct float_format){ 1ull << 63, 0x7ffull << 52, 1ull << 51 };
}

static u64 change_float(u64 x, struct float_format f)
{
    const bool nan = (x & ~f.sign) > f.infinity;
    switch (active.fault) {
    case NAN_SIGNALLING: return nan ? (x & ~f.quiet) | 1 : x;
    case NAN_PAYLOAD:    return nan ? (x & f.sign) | f.infinity | f.quiet | ((x & (f.quiet - 1)) ? 0 : 1) : x;
    case NAN_SIGN:       return nan ? x ^ f.sign : x;
    case NAN_ZERO:       return nan ? 0 : x;
    case MINUS_ZERO:     return x == f.sign ? 0 : x;
    case SUBNORMAL_ZERO: return (x & ~f.sign) < 2 * f.quiet ? x & f.sign : x;
    default:             return x;
    }
}

static void change_floats(struct lanes *o, int l)
{
    const u32 bits = active.op->result_bits[0];
    const struct float_format f = float_format(bits);
    u32 *low = &o->d[0][0][l], *high = &o->d[0][1][l];
    if (bits == 64) {
        const u64 x = change_float(wide(*low, *high), f);
        *low = (u32)x;
        *high = (u32)(x >> 32);
    } else if (bits == 16) {
        *low = (u32)change_float(*low & 0xffff, f) |
               (active.op->result_packed ? (u32)change_float(*low >> 16, f) << 16 : 0);
    } else *low = (u32)change_float(*low, f);
}

static void change_result(struct lanes *o, int l)
{
    switch (active.fault) {
    case RESULT_HALVED:
        if (active.op->words[0] > 1) o->d[0][1][l] = 0;
        else o->d[0][0][l] &= active.op->result_bits[0] == 16 ? 0xff : 0xffff;
        break;
    case RESULT_NEGATED:
        o->d[0][active.op->words[0] > 1][l] ^= active.op->result_bits[0] == 16 ? 0x8000 : 0x80000000;
        break;
    case BIT_INVERTED:   o->bit[l] ^= 1; break;
    default:             if (active.op->result_float) change_floats(o, l);
    }
}

/* An operation that runs lane by lane has no results of inactive lanes yet. */
static void run_inactive_lanes(struct lanes *o)
{
    for (int l = 0; l < LANES; l++) if (!(o->live >> l & 1)) active.op->lane(o, l);
}

/* The lanes that are written. */
static void change_lanes(struct lanes *o)
{
    switch (active.fault) {
    case EXEC_IGNORED_HERE: o->live = ~0ull; break;
    case UPPER_LANES_OFF:   o->live &= 0xffffffff; break;
    case LAST_LANE_OFF:     o->live &= ~(1ull << 63 | 1ull << 31); break;
    case OFF_LANES_ZEROED:
        for (int l = 0; l < LANES; l++) if (!(o->live >> l & 1)) o->d[0][0][l] = o->d[0][1][l] = 0;
        o->live = ~0ull;
        break;
    default: break;
    }
}

/* ---- the wrapping operation ---- */

static void wrapped_lane(struct lanes *o, int l)
{
    const struct fp mode = o->fp;
    change_sources(o);
    change_mode(&o->fp);
    active.op->lane(o, l);
    if (active.fault == EXEC_IGNORED_HERE) run_inactive_lanes(o);
    const u8 flags = o->fp.flags;
    const u32 odd = o->fp.odd;
    o->fp = mode;
    o->fp.flags = flags;
    o->fp.odd = odd;
    change_result(o, l);
    change_lanes(o);
}

static void run_wrapped_row(struct lanes *restrict o, void row(struct lanes *restrict))
{
    const struct fp mode = o->fp;
    change_sources(o);
    change_mode(&o->fp);
    row(o);
    o->fp = mode;
    EACH_LANE change_result(o, l);
    change_lanes(o);
}

static void wrapped_row(struct lanes *restrict o)     { run_wrapped_row(o, active.op->row); }
static void wrapped_saturated_row(struct lanes *restrict o) { run_wrapped_row(o, active.op->saturated); }

/* Runs twice, so that the second run reads what the first one wrote where a destination is a source. */
static void run_wrapped_twice(struct wave *w, const struct inst *i)
{
    active.op->run(w, i);
    if (w->life == RUNNING) active.op->run(w, i);
}

static void wrap_op(struct op *op)
{
    if (op->row) op->row = wrapped_row;
    if (op->lane) op->lane = wrapped_lane;
    if (op->saturated) op->saturated = wrapped_saturated_row;
}

/* ---- fields of the instruction ---- */

static bool change_operand(struct operand *s)
{
    switch (active.fault) {
    case NEG_IGNORED:      s->neg = false; return true;
    case ABS_IGNORED:      s->abs = false; return true;
    case NEG_HI_IGNORED:   s->neg_hi = false; return true;
    case HALF_INVERTED:    s->half = !s->half; return true;
    case HALF_HI_INVERTED: s->half_hi = !s->half_hi; return true;
    case SEXT_IGNORED:     s->sext = false; return true;
    case SEL_IGNORED:      s->sel = SEL_DWORD; return true;
    case SOURCE_DROPPED:   s->kind = NONE; s->value = 0; return true;
    default:               return false;
    }
}

static bool change_instruction(struct inst *i)
{
    switch (active.fault) {
    case CLAMP_IGNORED:       i->clamp = false; return true;
    case OMOD_IGNORED:        i->omod = 0; return true;
    case DST_SEL_IGNORED:     i->dst_sel = SEL_DWORD; return true;
    case PRESERVE_IGNORED:    if (i->dst_unused == UNUSED_PRESERVE) i->dst_unused = UNUSED_PAD; return true;
    case DST_SEXT_IGNORED:    if (i->dst_unused == UNUSED_SEXT) i->dst_unused = UNUSED_PAD; return true;
    case DST_HALF_INVERTED:   i->dst_half = !i->dst_half; return true;
    case MOVE_IGNORED:        i->dpp = false; return true;
    case ROW_MASK_ALL:        i->move.row_mask = 15; return true;
    case BANK_MASK_ALL:       i->move.bank_mask = 15; return true;
    case BOUND_CTRL_INVERTED: i->move.bound_ctrl = !i->move.bound_ctrl; return true;
    case FETCH_INVERTED:      i->move.fetch_inactive = !i->move.fetch_inactive; return true;
    case BIT_UNWRITTEN:       i->bit.kind = NONE; return true;
    default:                  return false;
    }
}

static bool change_row(const struct traits *t, struct op *op)
{
    const bool keep = op->keep || (!op->zero && t->half_write == HALF_WRITE_KEEP);
    switch (active.fault) {
    case HALF_WRITE_INVERTED: op->keep = !keep; op->zero = keep; return true;
    case FLUSH_INVERTED:      op->flush = !op->flush; return true;
    case SCC_UNSET:           op->nonzero_scc = false; return true;
    case OLD_VALUE_LATE:      op->run = run_wrapped_twice; return true;
    default:                  return false;
    }
}

/* ---- called after an instruction is decoded ---- */

/* Fast paths duplicate the general path, so they are disabled for mutants of the general path. */
void fault_fast_path(struct inst *i)
{
    const u32 *at = fast_path_mutants;
    while (*at && *at != active_mutant) at++;
    if (!*at && active_mutant != ALL_FAST_PATHS) i->fast = (struct fast_path){ 0 };
}

void fault_decoded(const struct assay *m, struct inst *i)
{
    if (!active.op || !i->size || !i->op) return;
    struct inst *at = i->op == active.op ? i : i->other && i->other->op == active.op ? i->other : 0;
    if (!at) return;
    faulty_op = *active.op;
    at->op = &faulty_op;
    if (active.parameter < SOURCES && change_operand(&at->s[active.parameter])) return;
    if (change_instruction(at) || change_row(m->t, &faulty_op)) return;
    wrap_op(&faulty_op);
}
