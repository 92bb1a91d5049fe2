/* Public header of decode/: words to instructions, instructions to text, layouts of fields, parts of assembly text. */
#pragma once
#include "model.h"
#include "operands.h"

/* Returns the size in bytes, or 0 for an illegal instruction.  `bytes` are readable at `code`.  `other` receives the Y
   half of a VOPD pair. */
u32 decode(const struct traits *, u32 lanes, const u8 *code, u64 bytes, struct inst *, struct inst *other);
u32 disassemble(const struct traits *, u32 lanes, const struct inst *, char *text, u32 size);

/* A piece of assembly text after the mnemonic.  The first kinds are registers or constants; the others print fields. */
enum what {
    PART_VGPR,
    PART_SGPR,
    PART_MASK,
    PART_SOURCE,
    PART_VSOURCE,
    PART_VLDS,
    PART_SDWA_DST,
    PART_VCC,
    PART_IMM16,
    PART_VERSION,
    PART_I16,
    PART_I32,
    PART_LABEL,
    PART_HWREG,
    PART_SENDMSG,
    PART_WAITCNT,
    PART_ENDPGM,
    PART_DELAY,
    PART_DEPCTR,
    PART_INDEX_MODE,
    PART_SETREG_LITERAL,
    PART_LIT16,
    PART_LIT32,
    PART_SLOT,
    PART_PROBE,
    PART_ATTR,
    PART_HIGH,
    PART_WAIT_EXP,
    PART_WAIT_VDST,
    PART_CLAMP,
    PART_OMOD,
    PART_OP_SEL,
    PART_OP_SEL_HI,
    PART_NEG_LO,
    PART_NEG_HI,
    PART_DST_SEL,
    PART_DST_UNUSED,
    PART_SRC0_SEL,
    PART_SRC1_SEL,
    PART_DPP,
    PART_DPP8,
    PART_DS_OFFSET,
    PART_DS_OFFSET0,
    PART_DS_OFFSET1,
    PART_SWIZZLE,
    PART_GDS,
    PART_GDS_ALWAYS,
    PART_FLAT_ADDR,
    PART_FLAT_SADDR,
    PART_FLAT_OFFSET,
    PART_CPOL,
    PART_LDS,
    PART_LDS_ALWAYS,
    PART_SMEM_OFFSET,
    PART_BUFFER_ADDR,
    PART_SOFFSET,
    PART_BUFFER_OFFSET,
    PART_TFE,
    PART_FORMAT,
    PART_IMAGE,
    PART_BVH,
    PART_NSA,
    PART_EXP,
    PART_NOTHING
};

/* The type of an operand: how a constant is written and which value it has. */
enum type {
    TY_NONE,
    TY_B16,
    TY_B32,
    TY_B64,
    TY_F16,
    TY_F32,
    TY_F64,
    TY_BF16,
    TY_PB16,
    TY_PF16,
    TY_PBF16,
    TY_I32,
    TY_I64,
    TY_MIX
};

/* HALF: a 16-bit half, selected by bit 7 of the register (VOP1, VOP2, VOPC) or by OP_SEL.  MODS: takes neg and abs.
   BY_WAVE: width is for wave64, double in wave32.  INTEGER: neg means sext.  IF_GLC: written only if the instruction
   returns. */
enum { HALF = 1, MODS = 2, BY_WAVE = 4, IF_GLC = 8, NO_EXEC = 16, SCALAR_ONLY = 32, INTEGER = 64 };
/* form.has: always a literal; an operand code that may be a literal; op_sel in the text; a result only with GLC; two DS
   offsets. */
enum { HAS_LITERAL = 1, HAS_CODES = 2, HAS_OP_SEL = 4, HAS_GLC_RESULT = 8, HAS_TWO_OFFSETS = 16 };
struct part { u8 what, field, width, type, flags, index; };

/* A field: words[dword] >> shift & mask. ones: its width. */
struct at { u8 dword, shift; u16 ones; u32 mask; };
struct layout { u8 dwords, extension; struct at field[FIELDS]; };          /* an encoding with its extension dword */

/* Encodings with the same prefix.  The nine top bits of a word select a group; its opcode field and extension select
   the form. */
struct word_group {
    u8 dwords, op_shift, sub_shift, sub_bits, op_bits, src0_dword, vopd, extensions;
    u32 first;                                                             /* in form_index: [extension][sub][opcode] */
};
enum { PLAIN, SDWA, DPP16, DPP8, EXTENSIONS };

extern const struct layout layouts[];
extern const struct word_group word_groups[];
extern const u8 group_of[][512];                                          /* indexed by traits.decoding */
extern const u16 form_index[];
extern const struct form *const forms[FAMILIES];

static inline u32 field_of(const struct layout *l, const u32 *words, u32 field)
{
    const struct at *a = &l->field[field];
    return words[a->dword] >> a->shift & a->mask;
}
static inline bool has_field(const struct layout *l, u32 field) { return l->field[field].mask != 0; }

/* For memory instructions: does it invalidate a cache?  A probe moves no data either, but has an address. */
static inline bool invalidates(const struct inst *i) { return i->op->control && i->s[0].kind == NONE; }
static inline i32 sign_extend(u32 x, u32 bits) { return (i32)(x << (32 - bits)) >> (32 - bits); }

/* unused.c: sets unused fields to the values that assemblers use. inst.unused: one of them differed. */
void drop_unused(const struct traits *, struct inst *);
/* legal.c: false if an operand code is illegal. */
bool legal(const struct traits *, u32 lanes, const struct form *, const struct inst *);
void resolve(const struct traits *, u32 lanes, struct inst *);
/* 0: unknown architecture. */
const struct traits *traits_of(u32 arch);
/* PART_IMAGE: field = extra address words; width = mask of VDATA's widths; index:type = mask of VADDR's widths; flags =
   these.  PART_NSA precedes it: index:type = mask of register counts for NSA, width = addresses if none fits. */
enum {
    IMAGE_LOD = 1,
    IMAGE_GRADIENTS = 2,
    IMAGE_G16 = 4,
    IMAGE_GATHER = 8,
    IMAGE_SAMPLER = 16,
    IMAGE_NO_COORDINATES = 32
};
/* width of VDATA; width of each address */
struct image { u32 data, addresses, width[5]; };
struct image image_operands(const struct inst *, const struct part *);
const struct part *image_part(const struct form *);              /* for a MIMG form: its PART_IMAGE */
/* The data registers of an operation, without status; the register of address word n. */
u32 image_data(const struct inst *), image_address(const struct inst *, u32 n);

enum { NO_MOVE = 255 };
extern const u8 dpp_kind[FAMILIES][512];                                   /* dpp_ctrl -> enum move_kind, or NO_MOVE */

/* The kind of a 9-bit source code. */
INLINE enum code_kind kind_of_code(u32 code) { return (enum code_kind)operand_codes[code].kind; }
/* The code of NULL.  Families without NULL use that code for nothing else. */
INLINE i32 null_code(const struct traits *t) { return t->null != ABSENT ? t->null : 125; }
