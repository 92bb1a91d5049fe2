/* Instructions to text, as LLVM 22 disassembles.  This file has registers and constants; disasm_fields.c and
   disasm_memory.c have the rest. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "disasm.h"

void put(struct text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsnprintf(t->at + (t->used < t->size ? t->used : t->size), t->used < t->size ? t->size - t->used : 0,
                      format, list);
    va_end(list);
    if (n > 0) t->used += (u32)n;
}

void comma(struct text *t) { put(t, t->operands++ ? ", " : " "); }

/* ---- registers ---- */

void put_vector(struct text *t, u32 reg, u32 width)
{
    if (width == 1) put(t, "v%u", reg);
    else put(t, "v[%u:%u]", reg, reg + width - 1);
}

static const char *special_name(u32 code) { return kind_of_code(code) == CODE_SPECIAL ? operand_codes[code].name : 0; }

/* VCC, EXEC and others: the lower of two registers, or ABSENT, which is no code. */
static bool put_named(struct text *t, const struct traits *r, u32 code, u32 width)
{
    const struct {
        i32 reg;
        const char *name;
    } pairs[] = {
        { r->vcc, "vcc" }, { r->exec, "exec" }, { r->flat_scratch, "flat_scratch" }, { r->xnack_mask, "xnack_mask" }
    };
    if ((i32)code == null_code(r)) { put(t, "null"); return true; }
    if ((i32)code == r->m0) { put(t, "m0"); return true; }
    for (u32 n = 0; n < 4; n++) {
        if ((i32)(code & ~1u) != pairs[n].reg) continue;
        put(t, "%s%s", pairs[n].name, width > 1 ? "" : code & 1 ? "_hi" : "_lo");
        return true;
    }
    return false;
}

void put_scalar(struct text *t, const struct traits *r, u32 code, u32 width)
{
    const u32 mask = width >= 4 ? 3 : width - 1;
    if (special_name(code)) { put(t, "%s", special_name(code)); return; }
    if (put_named(t, r, code, width)) return;
    const bool trap = code >= (u32)r->ttmp;
    const char *name = trap ? "ttmp" : "s";
    const u32 first = (trap ? code - (u32)r->ttmp : code) & ~mask;
    if (width == 1) put(t, "%s%u", name, first);
    else put(t, "%s[%u:%u]", name, first, first + width - 1);
}

/* ---- constants ---- */

static void put_inline_float(struct text *t, u32 code, enum type type)
{
    const struct inline_float *f = &inline_floats[operand_codes[code].value];
    if (type == TY_B16) put(t, "0x%x", f->half);
    else if (f->text) put(t, "%s", f->text);
    else put(t, type == TY_F64 || type == TY_B64 ? "0.15915494309189532" : "0.15915494");
}

/* Does the literal, as the high half of an f64, equal this constant? */
static bool same_bits(u32 value, enum type type, const struct inline_float *f)
{
    switch (type) {
    case TY_F16: case TY_PF16: return value == f->half;
    case TY_F64:   return (u64)value << 32 == f->wide;
    case TY_BF16:  return (value & 0xffff) == f->single >> 16;
    case TY_PBF16: return value == f->single >> 16;
    case TY_B64:   return false;
    default:       return value == f->single;
    }
}

/* The inline float with these bits, or 0. */
static const struct inline_float *inline_float(u32 value, enum type type)
{
    for (u32 n = 0; n < INLINE_FLOATS; n++) if (same_bits(value, type, &inline_floats[n])) return &inline_floats[n];
    return 0;
}

static bool inline_integer(u32 value, enum type type)
{
    const i32 n = type == TY_F16 || type == TY_BF16 ? (i16)value : (i32)value;
    return type == TY_F64 ? value == 0 : n >= -16 && n <= 64 && !(type == TY_B64 && n < 0);
}

/* A literal that equals an inline constant is written as lit(), or assemblers would encode the constant. */
static bool wants_lit(u32 value, enum type type)
{
    if (type == TY_F16) value &= 0xffff;
    return type != TY_F64 && (inline_integer(value, type) || inline_float(value, type));
}

/* Writes a plain number.  Used where only a literal is possible, or no inline constant equals it. */
void put_number_like(struct text *t, u32 value, enum type type)
{
    const struct inline_float *f = inline_float(value, type);
    if (inline_integer(value, type)) put(t, "%d", (i32)value);
    else if (f) put(t, "%s", f->text ? f->text : "0.15915494");
    else put(t, "0x%x", value);
}

void put_literal(struct text *t, u32 value, enum type type)
{
    if (wants_lit(value, type)) put(t, "lit(0x%x)", value);
    else if (type == TY_F64) put_number_like(t, value, type);
    else put(t, "0x%x", type == TY_B16 || type == TY_F16 ? value & 0xffff : value);
}

void put_code(const struct asmline *a, u32 code, u32 width, enum type type)
{
    struct text *t = a->t;
    if (code < SGPRS || special_name(code)) put_scalar(t, a->r, code, width);
    else if (kind_of_code(code) == CODE_INTEGER) put(t, "%d", operand_codes[code].value);
    /* LLVM prints eight registers as a double */
    else if (kind_of_code(code) == CODE_FLOAT) put_inline_float(t, code, width > 4 ? TY_B64 : type);
    else if (kind_of_code(code) == CODE_LITERAL) put_literal(t, a->i->literal_value, type);
}

/* ---- operands ---- */

/* TFE adds a register to the result of a buffer instruction. */
static u32 width_of(const struct asmline *a, const struct part *p)
{ return (p->flags & BY_WAVE && a->lanes == 32 ? 2u * p->width : p->width) + (p->field == F_VDATA && get(a, F_TFE)); }

/* v1.l, v1.h: bit 7 of the register selects the half in short encodings, OP_SEL in long ones (RDNA3 ISA, 7.4). */
static void put_register(const struct asmline *a, const struct part *p, u32 reg)
{
    const bool by_op_sel = has_field(a->l, F_OP_SEL);
    const u32 bit = p->field == F_VDST ? 3 : p->index;
    const bool high = by_op_sel ? get(a, F_OP_SEL) >> bit & 1 : reg >> 7;
    if (p->flags & HALF) put(a->t, "v%u.%c", by_op_sel ? reg : reg & 127, high ? 'h' : 'l');
    else put_vector(a->t, reg, width_of(a, p));
}

static void put_source(const struct asmline *a, const struct part *p)
{
    u32 code = get(a, p->field) + (p->what == PART_VGPR && a->l->field[p->field].ones == 8 ? 256 : 0);
    if (a->l->extension == SDWA && (p->field == F_VSRC0 || p->field == F_VSRC1))
        code += get(a, p->index ? F_S1 : F_S0) ? 0 : 256;
    if (code >= 256) put_register(a, p, code - 256);
    else put_code(a, code, width_of(a, p), p->type);
}

static void sign_bits(const struct asmline *a, const struct part *p, bool *neg, bool *abs, bool *sext)
{
    const u32 n = p->index;
    *neg = *abs = *sext = false;
    if (a->l->extension == SDWA) {
        const bool integer = p->flags & INTEGER;
        *sext = integer && get(a, n ? F_SEXT1 : F_SEXT0);
        *neg = !integer && get(a, n ? F_NEG1 : F_NEG0);
        *abs = !integer && get(a, n ? F_ABS1 : F_ABS0);
    } else if (!(p->flags & MODS) || p->flags & INTEGER) {
        return;
    } else if (has_field(a->l, F_NEG)) {
        *neg = get(a, F_NEG) >> n & 1;
        *abs = has_field(a->l, F_ABS)      ? get(a, F_ABS) >> n & 1
               : has_field(a->l, F_NEG_HI) ? get(a, F_NEG_HI) >> n & 1
                                           : 0;
    } else if (has_field(a->l, F_NEG0)) {
        *neg = get(a, n ? F_NEG1 : F_NEG0);
        *abs = get(a, n ? F_ABS1 : F_ABS0);
    }
}

/* -v1, |v1|, -|v1|, sext(v1).  A negated constant is written as neg(), or its own sign would be lost. */
static void put_with_signs(const struct asmline *a, const struct part *p)
{
    struct text *t = a->t;
    bool neg, abs, sext;
    sign_bits(a, p, &neg, &abs, &sext);
    const enum code_kind kind = p->what == PART_VGPR ? CODE_REGISTER : kind_of_code(get(a, p->field));
    const bool number = kind == CODE_INTEGER || kind == CODE_FLOAT ||
                        (kind == CODE_LITERAL && !wants_lit(a->i->literal_value, p->type));
    const bool wraps = neg && !abs && number && (a->l->extension != SDWA || get(a, p->index ? F_S1 : F_S0));
    put(t, "%s%s", sext ? "sext(" : wraps ? "neg(" : neg ? "-" : "", abs ? "|" : "");
    put_source(a, p);
    put(t, "%s%s", abs ? "|" : "", sext || wraps ? ")" : "");
}

static void put_operand(const struct asmline *a, const struct part *p)
{
    struct text *t = a->t;
    const struct traits *r = a->r;
    const u32 pair = a->lanes == 64 ? 2 : 1;
    if (p->flags & IF_GLC && !get(a, F_GLC)) return;
    if (p->what == PART_VGPR && (p->field == F_VDST || p->field == F_VDATA) && get(a, F_LDS)) return;
    comma(t);
    switch ((enum what)p->what) {
    case PART_VGPR:
        if (a->l->field[p->field].ones == 9 || p->flags & MODS) put_with_signs(a, p);
        else
            put_register(a, p, p->field == F_VDSTY ? get(a, p->field) << 1 | !(get(a, F_VDSTX) & 1) : get(a, p->field));
        break;
    case PART_SGPR: {
        const u32 bits = a->l->field[p->field].ones;
        put_scalar(t, a->r, get(a, p->field) * (bits == 5 ? 4 : bits == 6 ? 2 : 1), p->width);
        break;
    }
    case PART_MASK:     put_scalar(t, a->r, get(a, p->field), pair); break;
    case PART_VCC:      put_scalar(t, a->r, (u32)r->vcc, pair); break;
    case PART_SDWA_DST: put_scalar(t, a->r, get(a, F_SD) ? get(a, p->field) : (u32)r->vcc, 2); break;
    default:            put_with_signs(a, p); break;
    }
}

static void put_part(const struct asmline *a, const struct part *p)
{
    if (p->what <= PART_VCC) put_operand(a, p);
    else if (!put_immediate(a, p) && !put_modifier(a, p)) put_memory(a, p);
}

static void put_half(struct text *t, const struct traits *r, u32 lanes, const struct inst *i)
{
    const struct asmline a = { t, r, lanes, i, &layouts[i->form->layout] };
    t->operands = 0;
    put(t, "%s", i->form->mnemonic);
    for (u32 n = 0; n < i->form->part_count; n++) put_part(&a, &i->form->parts[n]);
}

u32 disassemble(const struct traits *r, u32 lanes, const struct inst *i, char *text, u32 size)
{
    struct text t = { .at = text, .size = size };
    if (!i->size) { put(&t, "<illegal>"); return t.used; }
    put_half(&t, r, lanes, i);
    if (i->other) {
        put(&t, " :: ");
        put_half(&t, r, lanes, i->other);
    }
    return t.used;
}

uint32_t assay_disassemble(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes, char *text,
                           uint32_t size)
{
    struct inst i, other;
    const struct traits *r = traits_of(arch);
    if (size) text[0] = 0;
    if (!r) return 0;
    const u32 length = decode(r, wave_size, code, bytes, &i, &other);
    disassemble(r, wave_size, &i, text, size);
    return length;
}

bool assay_sets_unused(uint32_t arch, uint32_t wave_size, const uint8_t *code, uint64_t bytes)
{
    struct inst i, other;
    const struct traits *r = traits_of(arch);
    return r && decode(r, wave_size, code, bytes, &i, &other) && i.unused;
}

/* ---- lines of hex ---- */

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The bytes of one line into `code`; 0x and blanks are allowed.  Returns their number, or -1 for invalid or too many
   digits. */
static int read_hex(const char *line, u64 length, u8 *code, u32 room)
{
    u32 digits = 0;
    for (u64 n = 0; n < length; n++) {
        if (line[n] == ' ' || line[n] == '\t' || line[n] == '\r' || line[n] == ',') continue;
        if (line[n] == '0' && n + 1 < length && (line[n + 1] == 'x' || line[n + 1] == 'X')) { n++; continue; }
        const int d = digit(line[n]);
        if (d < 0 || digits / 2 >= room) return -1;
        code[digits / 2] = (u8)(digits & 1 ? code[digits / 2] << 4 | d : d);
        digits++;
    }
    return digits & 1 ? -1 : (int)(digits / 2);
}

uint64_t assay_disassemble_lines(uint32_t arch, uint32_t wave_size, const char *lines, uint64_t bytes, char *text,
                                 uint64_t size)
{
    u64 used = 0;
    for (u64 at = 0; at < bytes;) {
        const char *end = memchr(lines + at, '\n', bytes - at);
        const u64 length = end ? (u64)(end - lines) - at : bytes - at;
        u8 code[24];
        char line[256] = "<illegal>";
        const int n = read_hex(lines + at, length, code, sizeof code);
        if (n > 0 && assay_disassemble(arch, wave_size, code, (u64)n, line, sizeof line) != (u32)n)
            strcpy(line, "<illegal>");
        const u64 written = strlen(line);
        if (used + written + 1 <= size) {
            memcpy(text + used, line, written);
            text[used + written] = '\n';
        }
        used += written + 1;
        at += length + 1;
    }
    return used;
}
