/* The deliberate faults that change an instruction after it was decoded: modifiers lost, constants misread, waits that do nothing. */
#include <string.h>
#include "decode.h"
#include "pipeline.h"

static bool named(const struct inst *i, const char *start) { return strncmp(i->op->name, start, strlen(start)) == 0; }

/* ---- operations that are a little different ---- */

/* Is there anything about this operation for the mutant to change? */
static bool concerned(const struct op *op, u32 mutant)
{
    switch ((enum mutant)mutant) {
    case LOAD_UNSIGNED:      return op->access.sign;
    case D16_ZEROES:         return op->access.half == 1;
    case DS_SECOND_UNSCALED: return op->access.count > 1;
    default:                 return op->nonzero_scc;
    }
}

/* `op`: room for the operation this instruction is to have instead. */
static void alter(struct inst *i, u32 mutant, struct op *op)
{
    if (!concerned(i->op, mutant)) return;
    *op = *i->op;
    if (mutant == LOAD_UNSIGNED) op->access.sign = false;
    if (mutant == D16_ZEROES) op->access.half = 0;
    if (mutant == DS_SECOND_UNSCALED) op->access.stride = 1;
    if (mutant == SCC_UNWRITTEN) {
        op->nonzero_scc = false;
        i->bit.kind = NONE;
    }
    i->op = op;
}

static void does_nothing(struct wave *w, const struct inst *i) { (void)w, (void)i; }
static const struct op nothing = { .name = "nothing", .run = run_control, .control = does_nothing };

/* ---- sources ---- */

static u32 code_of(const struct inst *i, int n)
{
    const struct slot *s = &i->form->s[n];
    return s->from == CODE ? field_of(&layouts[i->form->layout], i->words, s->field) : s->from == LITERAL ? 255u : 0u;
}

/* -16 reads as -15; 4.0 as 2.0, which is the exponent less 1 in any width. */
static void misread(const struct inst *i, int n, struct operand *o)
{
    const u32 code = code_of(i, n);
    if (code == 208) o->value++;
    if (code == 246) o->value -= o->value >> 32 ? 1ull << 52 : o->value > 0xffff ? 1u << 23 : 1u << 10;
}

static void change_source(u32 mutant, struct inst *i, int n)
{
    struct operand *o = &i->s[n];
    switch ((enum mutant)mutant) {
    case ABS_DROPPED:        o->abs = false; break;
    case NEG_HI_DROPPED:     o->neg_hi = false; break;
    case SEXT_DROPPED:       o->sext = false; break;
    case PART_IGNORED:       o->sel = SEL_DWORD; break;
    case HALF_IGNORED:       if (!i->op->packed) o->half = false; break;
    case OP_SEL_HI_IGNORED:  if (i->op->packed) o->half_hi = true; break;
    case INLINE_CONSTANT:    if (o->kind == CONSTANT) misread(i, n, o); break;
    case LITERAL_ZERO:       if (o->kind == CONSTANT && code_of(i, n) == 255) o->value = 0; break;
    case IMMEDIATE_UNSIGNED: if (i->form->encoding == E_SOPK && i->form->s[n].from == IMMEDIATE) o->value &= 0xffff; break;
    default: break;
    }
}

/* ---- whole instructions ---- */

static void drop_carry(struct inst *i)
{
    if (named(i, "s_addc") || named(i, "s_subb") || named(i, "v_add_co_ci") || named(i, "v_sub_co_ci")) i->s[2].kind = NONE;
}

static void change(u32 mutant, struct inst *i, struct op *room)
{
    for (int n = 0; n < SOURCES; n++) change_source(mutant, i, n);
    switch ((enum mutant)mutant) {
    case SAVEEXEC_LEAVES_EXEC: if (strstr(i->op->name, "saveexec")) i->d[1].kind = DROP; break;
    case CLAMP_DROPPED:        i->clamp = false; break;
    case OMOD_DROPPED:         i->omod = 0; break;
    case PRESERVE_DROPPED:     if (i->dst_unused == UNUSED_PRESERVE) i->dst_unused = UNUSED_PAD; break;
    case ROW_SHIFT_OFF:        if (i->dpp && i->move.kind == MOVE_ROW_SHR) i->move.amount++; break;
    case LANES_NOT_MOVED:      i->dpp = false; break;
    case FETCH_DROPPED:        i->move.fetch_inactive = false; break;
    case ROW_MASK_IGNORED:     i->move.row_mask = i->move.bank_mask = 15; break;
    case SMEM_OFFSET_IGNORED:  if (i->form->encoding == E_SMEM) i->imm = 0; break;
    case CARRY_IN_DROPPED:     drop_carry(i); break;
    case WAITS_IGNORED:        if (named(i, "s_waitcnt")) i->op = &nothing; break;
    case VOPD_Y_DROPPED:       i->other = 0; break;
    case HAZARDS_UNWATCHED:    i->hazard = i->arms = 0; break;
    case LOAD_UNSIGNED: case D16_ZEROES: case DS_SECOND_UNSCALED: case SCC_UNWRITTEN: alter(i, mutant, room); break;
    default: break;
    }
}

void mutate_decoded(const struct assay *m, struct inst *i, struct inst *other, struct op *room)
{
    static const u8 nop[32] = { 0, 0, 0x80, 0xbf };                        /* S_NOP 0, alike on both architectures */
    if (m->mutant >= DERIVED) { derived_decoded(m, i, room); return; }
    if (!i->size && m->mutant == RESERVED_ACCEPTED) i->size = (u8)decode(m->family, m->lanes, nop, 4, i, other);
    if (!i->size || !i->op) return;
    if (i->other && i->other->op) change(m->mutant, other, room);
    change(m->mutant, i, room);
}
