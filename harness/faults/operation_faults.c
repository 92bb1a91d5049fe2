/* What a library of mutants has beside the model.  A mutant of the text is another body of a function, which asks
   active_mutant; a fault of one operation is done here, by an operation that stands before the real one. */
#include <string.h>
#include "pipeline.h"
#include "faults.inc" /* generated: enum fault; entries[], ENTRIES of them; REACHED places have mutants */

u32 active_mutant;                     /* 0: none */
u8 mutant_reached[REACHED];            /* which of these places have been executed */
static struct entry now;               /* the fault of this run; now.of is 0 when the mutant is one of the text */
static struct op faulty;               /* the operation that has it */

void choose_mutant(u32 number)
{
    active_mutant = number;
    now = (struct entry){ 0 };
    for (u32 n = 0; n < ENTRIES; n++) if (entries[n].number == number) now = entries[n];
}

/* ---- what sources and settings are, before the operation runs ---- */

static void change_source(struct lanes *o, int n, u32 k, u32 keep, u32 flip)
{
    if (!o->s[n][k]) return;
    EACH_LANE o->copy[n][k][l] = (o->s[n][k][l] & keep) ^ flip;
    o->s[n][k] = o->copy[n][k];
}

static void change_sources(struct lanes *o)
{
    const int n = (int)now.parameter;
    const u32 bits = n < SOURCES ? now.of->source_bits[n] : 0, top = bits == 64;
    switch (now.fault) {
    case SOURCE_HALVED:  change_source(o, n, top, bits == 64 ? 0 : bits == 16 ? 0xff : 0xffff, 0); break;
    case SOURCE_NEGATED: change_source(o, n, top, ~0u, bits == 16 ? 0x8000 : 0x80000000); break;
    default: break;
    }
}

static void change_mode(struct fp *fp)
{
    switch (now.fault) {
    case ROUNDING_IGNORED:  fp->round[0] = fp->round[1] = NEAREST; break;
    case DENORMALS_ALWAYS:  fp->denorm[0] = fp->denorm[1] = KEEP_IN | KEEP_OUT; break;
    case DENORMALS_NEVER:   fp->denorm[0] = fp->denorm[1] = 0; break;
    case IEEE_ALWAYS:       fp->ieee = true; break;
    case IEEE_NEVER:        fp->ieee = false; break;
    case OVERFLOW_ALWAYS:   fp->fp16_ovfl = false; break;
    default: break;
    }
}

/* ---- what results become ---- */

struct shape { u64 sign, infinity, quiet; };

static struct shape shape_of(u32 bits)
{
    return bits == 16   ? (struct shape){ 0x8000, 0x7c00, 0x200 }
           : bits == 32 ? (struct shape){ 0x80000000, 0x7f800000, 0x400000 }
                        : (struct shape){ 1ull << 63, 0x7ffull << 52, 1ull << 51 };
}

static u64 change_float(u64 x, struct shape f)
{
    const bool nan = (x & ~f.sign) > f.infinity;
    switch (now.fault) {
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
    const u32 bits = now.of->result_bits[0];
    const struct shape f = shape_of(bits);
    u32 *low = &o->d[0][0][l], *high = &o->d[0][1][l];
    if (bits == 64) {
        const u64 x = change_float(wide(*low, *high), f);
        *low = (u32)x;
        *high = (u32)(x >> 32);
    } else if (bits == 16) {
        *low = (u32)change_float(*low & 0xffff, f) |
               (now.of->result_packed ? (u32)change_float(*low >> 16, f) << 16 : 0);
    } else *low = (u32)change_float(*low, f);
}

static void change_result(struct lanes *o, int l)
{
    switch (now.fault) {
    case RESULT_HALVED:
        if (now.of->words[0] > 1) o->d[0][1][l] = 0;
        else o->d[0][0][l] &= now.of->result_bits[0] == 16 ? 0xff : 0xffff;
        break;
    case RESULT_NEGATED: o->d[0][now.of->words[0] > 1][l] ^= now.of->result_bits[0] == 16 ? 0x8000 : 0x80000000; break;
    case BIT_INVERTED:   o->bit[l] ^= 1; break;
    default:             if (now.of->result_float) change_floats(o, l);
    }
}

/* Lanes that are off have no result yet, where an operation goes lane by lane. */
static void run_off_lanes(struct lanes *o)
{
    for (int l = 0; l < LANES; l++) if (!(o->live >> l & 1)) now.of->lane(o, l);
}

/* Which lanes are written. */
static void change_lanes(struct lanes *o)
{
    switch (now.fault) {
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

/* ---- the operation before the real one ---- */

static void run_lane(struct lanes *o, int l)
{
    const struct fp mode = o->fp;
    change_sources(o);
    change_mode(&o->fp);
    now.of->lane(o, l);
    if (now.fault == EXEC_IGNORED_HERE) run_off_lanes(o);
    const u8 flags = o->fp.flags;
    const u32 odd = o->fp.odd;
    o->fp = mode;
    o->fp.flags = flags;
    o->fp.odd = odd;
    change_result(o, l);
    change_lanes(o);
}

static void run_row(struct lanes *restrict o, void row(struct lanes *restrict))
{
    const struct fp mode = o->fp;
    change_sources(o);
    change_mode(&o->fp);
    row(o);
    o->fp = mode;
    EACH_LANE change_result(o, l);
    change_lanes(o);
}

static void plain_row(struct lanes *restrict o)     { run_row(o, now.of->row); }
static void saturated_row(struct lanes *restrict o) { run_row(o, now.of->saturated); }

/* Once to write, once more to read what was written: where a destination is a source, the old value is gone. */
static void run_twice(struct wave *w, const struct inst *i)
{
    now.of->run(w, i);
    if (w->life == RUNNING) now.of->run(w, i);
}

static void stand_before(struct op *op)
{
    if (op->row) op->row = plain_row;
    if (op->lane) op->lane = run_lane;
    if (op->saturated) op->saturated = saturated_row;
}

/* ---- what the instruction says ---- */

static bool change_operand(struct operand *s)
{
    switch (now.fault) {
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
    switch (now.fault) {
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
    switch (now.fault) {
    case HALF_WRITE_INVERTED: op->keep = !keep; op->zero = keep; return true;
    case FLUSH_INVERTED:      op->flush = !op->flush; return true;
    case SCC_UNSET:           op->nonzero_scc = false; return true;
    case OLD_VALUE_LATE:      op->run = run_twice; return true;
    default:                  return false;
    }
}

/* ---- called where an instruction has been decoded ---- */

/* A mutant of the general path would hide behind a fast path that does the same; a mutant of a fast path needs it. */
void fault_fast_path(struct inst *i)
{
    const u32 *at = in_fast_paths;
    while (*at && *at != active_mutant) at++;
    if (!*at && active_mutant != ALL_FAST_PATHS) i->fast = (struct fast_path){ 0 };
}

void fault_decoded(const struct assay *m, struct inst *i)
{
    if (!now.of || !i->size || !i->op) return;
    struct inst *at = i->op == now.of ? i : i->other && i->other->op == now.of ? i->other : 0;
    if (!at) return;
    faulty = *now.of;
    at->op = &faulty;
    if (now.parameter < SOURCES && change_operand(&at->s[now.parameter])) return;
    if (change_instruction(at) || change_row(m->t, &faulty)) return;
    stand_before(&faulty);
}
