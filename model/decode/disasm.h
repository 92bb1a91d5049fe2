/* Assembly text in LLVM 22's spelling: a bounded buffer and the functions that disasm_*.c share. */
#pragma once
#include "decode.h"

struct text { char *at; u32 size, used, operands; };                      /* operands: number written so far */
struct asmline { struct text *t; const struct traits *r; u32 lanes; const struct inst *i; const struct layout *l; };

void put(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* before an operand: a blank, or a comma and a blank */
void comma(struct text *);
static inline u32 get(const struct asmline *a, u32 field) { return field_of(a->l, a->i->words, field); }

void put_vector(struct text *, u32 reg, u32 width);
void put_scalar(struct text *, const struct traits *, u32 code, u32 width);
void put_literal(struct text *, u32 value, enum type);
void put_number_like(struct text *, u32 value, enum type);        /* a literal that cannot be mistaken for a constant */
void put_code(const struct asmline *, u32 code, u32 width, enum type);     /* register, constant or literal */

/* disasm_fields.c, disasm_memory.c: true if the part is handled there. */
bool put_immediate(const struct asmline *, const struct part *);
bool put_modifier(const struct asmline *, const struct part *);
bool put_memory(const struct asmline *, const struct part *);
