/* Fields to operands that are independent of the encoding.  Operands of memory operations:
   DS      s0 ADDR  s2 DATA0  s3 DATA1  d0 VDST; imm = 16-bit offset, or imm and imm2 = the two 8-bit offsets
   FLAT…   s0 ADDR (two registers; one if it is an offset to SADDR, none if scratch uses only SADDR)
           s1 SADDR  s2 DATA  d0 VDST
   SMEM    s1 SBASE (2 or 4 registers)  s2 SDATA of stores and atomics  s3 SOFFSET  d0 SDATA; imm = offset
   MUBUF   s0 VADDR (index, then offset; none without IDXEN and OFFEN)  s1 SRSRC
           s2 VDATA of stores and atomics  s3 SOFFSET  d0 VDATA
   MIMG    s0 VADDR (the first address register: image_operands.c has the others)  s1 SRSRC (4 or 8 registers)
           s2 VDATA of stores and atomics  s3 SSAMP  d0 VDATA; its registers follow from DMASK, D16 and TFE
   Absent operands have kind NONE: an atomic that returns nothing has no d0. */
#include "decode.h"

/* ---- constants ---- */

/* The value in each type (RDNA3 ISA, 4.1; Vega ISA, 3.2 "operands"). */
static u64 inline_float(u32 code, enum type type)
{
    const struct inline_float *f = &inline_floats[operand_codes[code].value];
    switch (type) {
    case TY_B16: case TY_F16: case TY_PF16: return f->half;
    case TY_BF16: return f->single >> 16;
    case TY_PBF16: return (f->single >> 16) * 0x10001u;
    case TY_B64: case TY_F64: case TY_I64: return f->wide;
    default: return f->single;                                             /* packed integers use the 32-bit pattern */
    }
}

static u64 inline_integer(u32 code, enum type type)
{
    const i64 n = operand_codes[code].value;
    switch (type) {
    case TY_B64: case TY_F64: case TY_I64: return (u64)n;
    case TY_B16: case TY_F16: case TY_BF16: return (u16)n;
    case TY_PBF16: return (u16)n * 0x10001u;
    default: return (u32)n;
    }
}

/* f64 uses it as the high half.  64-bit integers extend it by their type (RDNA3 ISA, 7.2.2 "literal constants"). */
static u64 literal(u32 value, enum type type)
{
    switch (type) {
    case TY_F64: return (u64)value << 32;
    case TY_I64: return (u64)(i32)value;
    case TY_B16: case TY_F16: case TY_BF16: return (u16)value;
    default: return value;
    }
}

/* ---- operand codes ---- */

static void constant(struct operand *o, u64 value) { o->kind = CONSTANT; o->value = value; }
static void literal_constant(struct operand *o, const struct inst *i, enum type type)
{
    constant(o, literal(i->literal_value, type));
    o->literal = true;
}

/* An operand code that is not a register (spec/operands.txt). */
static void name_code(const struct inst *i, u32 code, enum type type, struct operand *o)
{
    const struct code *c = &operand_codes[code];
    switch ((enum code_kind)c->kind) {
    case CODE_INTEGER: constant(o, inline_integer(code, type)); break;
    case CODE_FLOAT:   constant(o, inline_float(code, type)); break;
    case CODE_LITERAL: literal_constant(o, i, type); break;
    case CODE_SPECIAL: o->kind = (u8)c->reads; o->value = (u64)c->value; break;
    default:           o->kind = CONSTANT; break;
    }
}

/* A source code of 9 bits (or 8). */
static void read_code(const struct traits *t, const struct inst *i, u32 code, enum type type, struct operand *o)
{
    if (code >= 256)                            { o->kind = VREG; o->reg = (u8)code; }
    else if ((i32)code == null_code(t))    constant(o, 0);
    else if (code < SGPRS)                      { o->kind = SREG; o->reg = (u8)code; }
    else                                        name_code(i, code, type, o);
}

/* Scalar tuples start at a multiple of 2 or 4 (RDNA3 ISA, 3.3.1); the low bits are ignored. */
static u32 aligned(u32 reg, u32 width)
{
    const u32 base = reg >= 108 && reg < 124 ? 108 : 0, mask = width >= 4 ? 3 : width - 1;
    return base + ((reg - base) & ~mask);
}

static void scalar(const struct traits *t, u32 code, struct operand *o)
{
    if ((i32)code == null_code(t) || code >= SGPRS) { o->kind = DROP; return; }
    o->kind = SREG;
    o->reg = (u8)aligned(code, o->width);
}

/* SDWA has eight bits and a ninth that selects an SGPR; other encodings use it for a VGPR. */
static u32 source_code(const struct layout *l, const struct inst *i, u32 field)
{
    const u32 code = field_of(l, i->words, field);
    if (l->extension != SDWA) return code;
    return field_of(l, i->words, field == F_VSRC0 ? F_S0 : F_S1) ? code : code + 256;
}

static void vector(const struct layout *l, const struct inst *i, const struct slot *s, struct operand *o)
{
    u32 reg = field_of(l, i->words, s->field);
    if (s->field == F_VDSTY) reg = reg << 1 | !(field_of(l, i->words, F_VDSTX) & 1);   /* RDNA3 ISA, 15.3 "VOPD" */
    o->kind = VREG;
    o->reg = (u8)reg;
}

static void carry(const struct layout *l, const struct inst *i, const struct traits *t, const struct slot *s,
                  struct operand *o)
{
    if (has_field(l, F_SD) && !field_of(l, i->words, F_SD)) { o->kind = SREG; o->reg = (u8)t->vcc; return; }
    scalar(t, field_of(l, i->words, s->field), o);
}

static void at_register(struct operand *o, i32 reg) { o->kind = SREG; o->reg = (u8)reg; }

/* NULL cannot start a tuple: every dword read is 0 (RDNA3 ISA, 3.3.1.4, 3.4.4). */
static void tuple(const struct traits *t, u32 reg, struct operand *o)
{
    if ((i32)reg == null_code(t)) constant(o, 0);
    else                          at_register(o, (i32)reg);
}

static void fill(const struct traits *t, u32 lanes, const struct inst *i, const struct slot *s, struct operand *o)
{
    const struct layout *l = &layouts[i->form->layout];
    o->width = s->width;
    o->sel = SEL_DWORD;
    switch ((enum from)s->from) {
    case NOWHERE:   o->kind = NONE; return;
    case CODE:      read_code(t, i, source_code(l, i, s->field), s->type, o); break;
    case VECTOR:    vector(l, i, s, o); break;
    case SCALAR:    carry(l, i, t, s, o); break;
    case PAIR:      tuple(t, field_of(l, i->words, s->field) * 2, o); break;
    case FOUR:      tuple(t, field_of(l, i->words, s->field) * 4, o); break;
    case SADDR:
        if (field_of(l, i->words, s->field) != (u32)t->saddr_off) scalar(t, field_of(l, i->words, s->field), o);
        break;
    case AT_VCC:    at_register(o, t->vcc); break;
    case AT_EXEC:   at_register(o, t->exec); break;
    case AT_M0:     at_register(o, t->m0); break;
    case AT_SCC:    o->kind = SCC; break;
    case AT_PC:     o->kind = PC; break;
    case IMMEDIATE: constant(o, s->field ? field_of(l, i->words, s->field) : (u64)(i64)i->imm); break;
    case LITERAL:   literal_constant(o, i, s->type); break;
    }
    if (o->kind == SREG) o->reg = (u8)aligned(o->reg, s->width);
    if (s->lane_bits && o->kind == SREG) {
        o->kind = MASK;
        o->width = (u8)(lanes / 32);
        o->reg = (u8)aligned(o->reg, o->width);
    }
    /* RDNA3 ISA, 7.4: bit 7 selects the half */
    if (s->low && o->kind == VREG) { o->half = o->reg >> 7; o->reg &= 127; }
}

/* ---- modifiers ---- */

static bool writes_op_sel(const struct form *f) { return f->has & HAS_OP_SEL; }

static u32 bit(const struct layout *l, const u32 *words, u32 field, i32 n)
{ return field_of(l, words, field) >> n & 1; }

static void sdwa_modifiers(const struct layout *l, const u32 *words, i32 n, struct operand *o)
{
    o->sel  = (u8)field_of(l, words, n ? F_SRC1_SEL : F_SRC0_SEL);
    o->sext = field_of(l, words, n ? F_SEXT1 : F_SEXT0);
    o->neg  = field_of(l, words, n ? F_NEG1 : F_NEG0);
    o->abs  = field_of(l, words, n ? F_ABS1 : F_ABS0);
}

/* A constant of a mix operation is f16 if OP_SEL_HI says so (RDNA3 ISA, 7.4 "Packed Math"). */
static void mix_constant(const struct layout *l, const struct inst *i, const struct slot *s, struct operand *o)
{
    const u32 code = field_of(l, i->words, s->field);
    if (o->kind != CONSTANT || s->type != TY_MIX || !o->half_hi) return;
    if (kind_of_code(code) == CODE_FLOAT) o->value = inline_float(code, TY_F16);
}

/* An inline constant of a dot product of halves fills both halves.  In VOP3P on gfx11 it is an f32 with two halves
   (RDNA3 ISA, 7.2.1, 7.5.1). */
static void dot_constant(const struct traits *t, const struct layout *l, const struct inst *i, const struct slot *s,
                         struct operand *o)
{
    const u32 code = field_of(l, i->words, s->field);
    if (o->kind != CONSTANT || kind_of_code(code) == CODE_LITERAL || s->bits != 16) return;
    if (!has_field(l, F_NEG_HI)) o->value = (o->value & 0xffff) * 0x10001;
    else if (t->dot_constant == DOT_CONSTANT_F32 && s->type == TY_PF16 && kind_of_code(code) == CODE_FLOAT)
        o->value = inline_float(code, TY_F32);
}

static void modify(const struct traits *t, const struct inst *i, const struct slot *s, struct operand *o)
{
    const struct form *f = i->form;
    const struct layout *l = &layouts[f->layout];
    const i32 n = s->number;
    o->half_hi = true;                              /* packed halves without OP_SEL_HI: each result uses its own half */
    const bool dot = f->op && f->op->packed && f->op->order_any;
    if (dot) dot_constant(t, l, i, s, o);
    if (n < 0 || o->kind == NONE) return;
    if (l->extension == SDWA) { sdwa_modifiers(l, i->words, n, o); return; }
    if (has_field(l, F_NEG_HI)) {
        o->neg     = bit(l, i->words, F_NEG, n);
        o->neg_hi  = bit(l, i->words, F_NEG_HI, n);
        o->half    = bit(l, i->words, F_OP_SEL, n);
        o->half_hi = n < 2 ? bit(l, i->words, F_OP_SEL_HI, n) : field_of(l, i->words, F_OP_SEL_HI2);
        mix_constant(l, i, s, o);
        return;
    }
    if (has_field(l, F_NEG)) {
        o->neg = bit(l, i->words, F_NEG, n);
        o->abs = has_field(l, F_ABS) && bit(l, i->words, F_ABS, n);
    } else if (n < 2) {
        o->neg = field_of(l, i->words, n ? F_NEG1 : F_NEG0);
        o->abs = field_of(l, i->words, n ? F_ABS1 : F_ABS0);
    }
    /* VOP3 has one bit for both halves (errata E-127) and ignores OPSEL[1:0] */
    if (dot) o->neg_hi = o->neg;
    const bool halves = s->bits == 16 && !s->packed && !(f->op && f->op->bc_fi) && has_field(l, F_OP_SEL);
    if (halves && (writes_op_sel(f) || t->half_registers)) o->half = bit(l, i->words, F_OP_SEL, n);
}

static void result_modifiers(const struct traits *t, struct inst *i)
{
    const struct form *f = i->form;
    const struct layout *l = &layouts[f->layout];
    i->opsel = (u8)field_of(l, i->words, F_OP_SEL);
    i->omod  = (u8)field_of(l, i->words, F_OMOD);
    i->clamp = field_of(l, i->words, F_CLAMP) && (t->dot_clamp || !(f->op && f->op->order_any));
    i->dst_sel = has_field(l, F_DST_SEL) ? (u8)field_of(l, i->words, F_DST_SEL) : SEL_DWORD;
    i->dst_unused = (u8)field_of(l, i->words, F_DST_UNUSED);               /* 3 is reserved and acts like 0 */
    const bool half = f->d[0].bits == 16 && !(f->op && f->op->bc_fi);
    if (half && (writes_op_sel(f) || t->half_registers)) i->d[0].half = (i->opsel & 8) != 0;
    i->dst_half = i->d[0].half;
}

/* ---- memory ---- */

static void nothing(struct operand *o)   { o->kind = NONE; }

/* FLAT offsets are 12 bits unsigned; GLOBAL and SCRATCH offsets are 13 bits signed (Vega ISA, 9.1; RDNA3 ISA, 11.1). */
static void flat(const struct layout *l, struct inst *i)
{
    const u32 offset = field_of(l, i->words, F_OFFSET);
    const bool plain = i->form->encoding == E_FLAT, scratch = i->form->encoding == E_SCRATCH;
    i->imm = plain ? (i32)(offset & 0xfff) : sign_extend(offset, 13);
    i->lds = field_of(l, i->words, F_LDS);
    if (i->form->op && i->form->op->access.addtid) {
        nothing(&i->s[0]);
    } else if (scratch) {
        const bool vector_used = has_field(l, F_SVE) ? field_of(l, i->words, F_SVE) : i->s[1].kind == NONE;
        if (!vector_used) nothing(&i->s[0]);
    } else {
        i->s[0].width = plain || i->s[1].kind == NONE ? 2 : 1;
    }
    if ((i->form->has & HAS_GLC_RESULT && !i->glc) || i->lds) nothing(&i->d[0]);
}

/* The offset is a constant or a register.  On gfx9 the register may replace it (Vega ISA, 7.2; RDNA3 ISA, 8.1). */
static void scalar_memory(const struct traits *t, const struct layout *l, struct inst *i)
{
    const u32 offset = field_of(l, i->words, F_OFFSET), soffset = field_of(l, i->words, F_SOFFSET);
    struct operand *o = &i->s[3];
    o->width = 1;
    if (i->form->op && i->form->op->access.combine && !i->glc) nothing(&i->d[0]);
    if (has_field(l, F_IMM)) {
        const bool constant_offset = field_of(l, i->words, F_IMM),
                   register_offset = field_of(l, i->words, F_SOFFSET_EN);
        i->imm = constant_offset ? sign_extend(offset, 21) : 0;
        if (register_offset || !constant_offset) scalar(t, register_offset ? soffset : offset, o);
    } else {
        i->imm = sign_extend(offset, 21);
        if ((i32)soffset != null_code(t)) scalar(t, soffset, o);
    }
}

static void buffer(const struct layout *l, struct inst *i)
{
    i->imm = (i32)field_of(l, i->words, F_OFFSET);
    i->idxen = field_of(l, i->words, F_IDXEN);
    i->offen = field_of(l, i->words, F_OFFEN);
    i->lds = field_of(l, i->words, F_LDS);
    i->s[0].width = (u8)(i->idxen + i->offen);
    if (!i->s[0].width) nothing(&i->s[0]);
    if (i->d[0].kind != NONE && i->tfe) i->d[0].width++;
    if ((i->form->op && i->form->op->access.combine && !i->glc) || i->lds) nothing(&i->d[0]);
}

/* With DMASK = 0 nothing is fetched and no status returned (RDNA3 ISA, Table 48). */
static void image(const struct layout *l, struct inst *i)
{
    const u32 data = image_data(i);
    const bool status = i->tfe && field_of(l, i->words, F_DMASK);
    i->s[1].width = has_field(l, F_R128) && field_of(l, i->words, F_R128) ? 4 : 8;
    if (i->s[2].kind != NONE) i->s[2].width = (u8)data;
    if (i->d[0].kind != NONE) i->d[0].width = (u8)(data + status);
    if (i->form->op && i->form->op->access.combine && !i->glc) nothing(&i->d[0]);
}

static void memory(const struct traits *t, struct inst *i)
{
    const struct layout *l = &layouts[i->form->layout];
    i->glc = field_of(l, i->words, F_GLC);
    i->tfe = field_of(l, i->words, F_TFE);
    i->gds = field_of(l, i->words, F_GDS);
    switch (i->form->encoding) {
    case E_FLAT: case E_GLOBAL: case E_SCRATCH: flat(l, i); break;
    case E_SMEM: scalar_memory(t, l, i); break;
    case E_MUBUF: case E_MTBUF: buffer(l, i); break;
    case E_MIMG: image(l, i); break;
    default: break;
    }
}

static void immediates(const struct layout *l, struct inst *i)
{
    if (has_field(l, F_SIMM16)) i->imm = sign_extend(field_of(l, i->words, F_SIMM16), 16);
    if (!has_field(l, F_OFFSET0)) return;
    i->imm  = (i32)field_of(l, i->words, F_OFFSET0);
    i->imm2 = (i32)field_of(l, i->words, F_OFFSET1);
    if (!(i->form->has & HAS_TWO_OFFSETS)) i->imm |= i->imm2 << 8;
}

void resolve(const struct traits *t, u32 lanes, struct inst *i)
{
    const struct form *f = i->form;
    immediates(&layouts[f->layout], i);
    for (u32 n = 0; n < RESULTS; n++) if (f->d[n].from) fill(t, lanes, i, &f->d[n], &i->d[n]);
    if (f->bit.from) fill(t, lanes, i, &f->bit, &i->bit);
    for (u32 n = 0; n < SOURCES; n++) {
        if (!f->s[n].from) continue;
        fill(t, lanes, i, &f->s[n], &i->s[n]);
        modify(t, i, &f->s[n], &i->s[n]);
    }
    /* C and D of a matrix: 8 registers in wave32, 4 in wave64 */
    if (f->op && f->op->element) {
        i->d[0].width = lanes == 32 ? 8 : 4;
        i->s[2].width = i->s[2].kind == VREG ? i->d[0].width : 1;
    }
    /* HIGH: 16-bit parameters are in high halves */
    if (has_field(&layouts[f->layout], F_HIGH))
        for (u32 n = 0; n < SOURCES; n++)
            if (f->s[n].bits == 16) i->s[n].half = field_of(&layouts[f->layout], i->words, F_HIGH);
    if (has_field(&layouts[f->layout], F_CLAMP) || i->sdwa) result_modifiers(t, i);
    else i->dst_half = i->d[0].half;
    if (has_field(&layouts[f->layout], F_GLC) || has_field(&layouts[f->layout], F_GDS)) memory(t, i);
    /* an old destination uses the half that is written */
    for (u32 n = 0; n < SOURCES; n++)
        if (i->dst_half && f->s[n].from == VECTOR && f->s[n].field == f->d[0].field) i->s[n].half = true;
}
