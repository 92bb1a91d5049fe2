/* Public header of state/: operands, decoded instructions and waves. machine.h has groups and the machine; assay.h is
   the C interface. decode.c fills `struct inst`; every pipeline reads it.  In names `open` means undefined: a value
   that the ISA or the program leaves unspecified, as in Valgrind's Memcheck. */
#pragma once
#include "types.h"
#include "assay.h"

enum { VGPRS = 256, SGPRS = 128, TTMPS = 16, SOURCES = 4, RESULTS = 2 };
enum { WORDS = 4 };                    /* dwords of the widest VALU value */
enum counter { VM, VS, EXP, LGKM, COUNTERS };
enum { ABSENT = -1 };                                  /* a trait without a value: the architecture has no such thing */
#include "tables.h" /* generated: enum family, enum field, enum encoding_id, struct traits, enum rule_id */
#include "fields.h"

/* The message with that code, or 0. */
static inline const struct message *message_of(const struct traits *t, bool returns, u32 code)
{
    for (u32 n = 0; n < message_count; n++)
        if (messages[n].family == t->family && messages[n].returns == returns && messages[n].code == code)
            return &messages[n];
    return 0;
}

/* How an operation counts. waits: a bit for each counter. order: operations with one order on a counter finish in the
   order of issue; order 0 means any time. weight: the most that it adds to a counter. words: result registers if the
   instruction decides that, else 0. unit: the part of the image hardware that returns the result. */
enum unit { NO_SAMPLER, WITH_SAMPLER, OF_RAYS };
struct event { _Alignas(4) u8 path; u8 waits, order[COUNTERS], weight[COUNTERS], words, unit; };

/* ---- operands ---- */

/* SREG: a scalar register.  MASK: a lane mask from that register on (one register in wave32, two in wave64).  DROP: a
   discarded destination (NULL).  APERTURE: values 0..3 are shared base, shared limit, private base, private limit.  PC:
   address of the next instruction. */
enum kind { NONE, CONSTANT, SREG, VREG, MASK, SCC, VCCZ, EXECZ, DROP, APERTURE, LDS_DIRECT, PC };
enum { SEL_BYTE0, SEL_BYTE1, SEL_BYTE2, SEL_BYTE3, SEL_WORD0, SEL_WORD1, SEL_DWORD };   /* SDWA *_SEL codes */
enum { UNUSED_PAD, UNUSED_SEXT, UNUSED_PRESERVE };                                      /* SDWA DST_UNUSED codes */
struct operand {
    u8 kind, width;                    /* width: dwords */
    u8 reg;                            /* for SREG, VREG, MASK */
    u8 sel;                            /* SDWA select; SEL_DWORD without SDWA */
    /* Uses the high half. half_hi: the same for the high result of a packed or mix operation. */
    bool half, half_hi;
    bool neg, neg_hi, abs, sext, literal;
    union { u64 value; u32 words[2]; };                /* of CONSTANT, in the operand's type; of APERTURE, its number */
};

/* DPP16 and DPP8. kind: a row of spec/moves.txt; amount: its parameter; lanes: the selects of DPP8. from: the source
   lane of each lane. within: lanes that have a source lane. rows: lanes that the row and bank masks enable (dpp.c). */
struct move {
    u8 kind, amount, row_mask, bank_mask;
    bool bound_ctrl, fetch_inactive;
    u32 lanes;
    u64 within, rows;
    u8 from[LANES];
    bool by_rows;                      /* source lanes stay within rows of 16 */
};

struct inst;
struct wave;
struct lanes;
struct slack;

/* What an operation with a sampler needs besides coordinates. */
enum {
    WITH_OFFSET = 1,
    WITH_BIAS = 2,
    WITH_COMPARE = 4,
    WITH_GRADIENTS = 8,
    HALF_GRADIENTS = 16,
    WITH_LOD = 32,
    AT_LEVEL_0 = 64,
    WITH_CLAMP = 128,
    GATHERS = 256,
    ASKS_LOD = 512,
    IN_A_ROW = 1024
};

/* The memory access of an operation. */
struct access {
    u16 bits;                          /* bits of one element in memory: 8 … 512 */
    bool sign;                         /* a short load is sign-extended */
    /* 0: whole register; 1: low half; 2: high half.  The other half is preserved. */
    u8 half;
    u8 count;                          /* 2 for DS operations with two addresses */
    u16 stride;                        /* unit of their offsets in bytes */
    bool rtn, buffer, scratch;         /* scalar accesses: through a V#; to the wave's scratch */
    u8 formatted;                      /* components of a typed access; 0: untyped */
    bool d16;                          /* registers hold 16 bits of each component */
    bool addtid;                       /* the lane number is added to the address */
    /* Images. mip: the address has a level. raw: memory dwords without conversion. info: reads the T#. fragments: the
       fragments of one component. */
    bool image, mip, raw, info, fragments;
    u16 sampled;                       /* bits WITH_OFFSET … of an operation with a sampler */
    const struct access *wide;         /* the access of an image atomic on 64 bits */
    /* LDS atomics. queue: once for the wave, with the number of live lanes. source_in_lds: the data are in LDS too.
       pairs: on two dwords, at an aligned address. */
    bool queue, source_in_lds, pairs;
    bool must_return;                  /* an atomic that requires GLC */
    u64 (*combine)(struct fp *, u64 memory, u64 data, u64 other);        /* atomics: computes the new memory value */
    bool swapped;                      /* an atomic's `data` is in data1, its `other` in data0 */
};
static inline u32 bytes_each(const struct access *a) { return a->bits >> 3; }       /* bytes of one element */

enum indexing { NOT_INDEXED, BY_M0, BY_M0_LOW, BY_M0_HIGH };               /* what is added to a register number */
struct op {                            /* one row of spec/ops, bound to its C function */
    const char *name;
    void (*run)(struct wave *, const struct inst *);
    void (*row)(struct lanes *restrict);               /* all lanes; sets `odd` in lanes that need the exact function */
    void (*lane)(struct lanes *, int l);               /* one lane, exactly */
    void (*across)(struct wave *, const struct inst *, struct lanes *);
    void (*control)(struct wave *, const struct inst *);
    u32 (*element)(struct slack *, const u32 *a, const u32 *b, u32 c, u32 neg);     /* of a matrix operation (wmma.c) */
    struct access access;
    u8 float_bits;                     /* width of its floats; 0: no floats */
    void (*saturated)(struct lanes *restrict);         /* `row` with integer clamp */
    u8 sources;                        /* number of sources */
    u8 source_bits[SOURCES], result_bits[RESULTS];     /* width of one value: 1, 4, 8, 16, 32, 64; 0: none */
    u8 words[RESULTS];                 /* dwords of each result */
    bool packed, result_packed;        /* sources, result hold two halves */
    bool result_float, clamp_inexact, mix, keep, zero, high, nonzero_scc, cmpx, bc_fi, flush, trans, order_any,
        reads_off;
    bool gathers, selects_lane;        /* the body names source lanes; source 1 is a lane number */
    bool reads_vcc, reads_m0;          /* implicitly, not as an operand */
    /* Meaning of the immediate: wait states - 1; issue advice; pipelines to wait for; counter limits. */
    bool idles, advises, depctr, waits;
    bool reads_hwreg, writes_hwreg, writes_vskip, rfe; /* a hardware register; VSKIP; returns from the trap handler */
    bool writes_m0, indexes;           /* implicitly; M0 and MODE.GPR_IDX_EN */
    bool leaves;                       /* a call, or a jump to an address in a register */
    u8 unsigned_sources;               /* a bit for each source without a sign: NEG and ABS have no effect on it */
    /* 1 + the quad lane, 1 + the LDS parameter that gives this source (interpolation_sources.c) */
    u8 quad[SOURCES], parameter[SOURCES];
    u8 index_source, index_result, reads_old; /* enum indexing; reads_old: 1 + the source that is the old destination */
    /* How undefined bits of the sources reach the result (undefined.c). steering, negative: a bit for each source. */
    u8 spread, steering, negative;
    bool is_signed;                    /* integer sources have a sign */
    bool brain;                        /* the result is a bf16 */
    u32 ulp;                           /* tolerance of the result, in units of v_ulp */
};
/* The classes of operations in undefined.c.  SPREAD_COMPARE is a class of its own for integer compares. */
enum spread { SPREAD_ALL, SPREAD_BITWISE, SPREAD_SUM, SPREAD_UPWARD, SPREAD_RANGE, SPREAD_CHOICE, SPREAD_COMPARE };
enum { BF16_WIDTH = 17 };              /* width code of bf16, besides 16, 32, 64 */
static inline u8 float_width(const struct op *op)   { return op->brain ? (u8)BF16_WIDTH : op->result_bits[0]; }

/* The field of a form that holds an operand.  CODE: an operand code.  VECTOR: a VGPR number.  PAIR, FOUR: an SGPR
   number / 2, / 4. */
enum from {
    NOWHERE,
    CODE,
    VECTOR,
    SCALAR,
    PAIR,
    FOUR,
    SADDR,
    AT_VCC,
    AT_EXEC,
    AT_SCC,
    AT_M0,
    IMMEDIATE,
    LITERAL,
    AT_PC
};
/* width: dwords. type, low: see decode.h. number: its bit in NEG, ABS and OP_SEL, or -1. */
struct slot {
    u8 from, field, bits;
    bool lane_bits, packed;
    u8 width, type;
    bool low;
    i8 number;
};
struct form {
    const struct op *op;               /* 0: `unsupported`, the model does not implement it */
    const char *spelling;              /* the mnemonic of this architecture, without suffix */
    u8 encoding, variant;
    u16 opcode;
    u8 modifiers;                      /* bit n: source n takes NEG and ABS */
    struct slot d[RESULTS], bit, s[SOURCES];
    const char *mnemonic;              /* the spelling of the disassembler */
    const struct part *parts;          /* text after the mnemonic (decode.h) */
    u8 part_count, layout;
    /* The first two dwords: bits with a required value; that value; bits without effect. */
    u64 fixed, value, unused;
    u32 extension_fixed, extension_unused;           /* the same for the SDWA or DPP dword, whose required value is 0 */
    u8 has;                            /* properties of its parts (decode.h) */
};

enum { ALL_LEFT = 255 };
/* Kinds of fast paths.  FAST_CHAINED ones depend on registers only, so one loop runs several of them (fast_sequence)
   and updates PC and counts once.  FAST_ROWS work on whole rows, FAST_FLOAT_ROWS on rows of floats; both are chained
   too. */
enum fast_kind { FAST_SINGLE, FAST_CHAINED, FAST_ROWS, FAST_FLOAT_ROWS };
enum awaited { AWAITED_UNKNOWN, AWAITED, NOT_AWAITED };
/* The fast path of an instruction, chosen at decode (fast_path_choice.c, docs/speed.md).  It executes the instruction
   completely, or changes nothing and returns false.  The other fields are its preconditions. */
struct fast_path {
    bool (*run)(struct wave *, const struct inst *);            /* 0: no fast path, or one of the two kinds of rows */
    void (*row)(struct lanes *restrict);
    const struct inst *next;           /* the next instruction, if it is chained too; 0: none, or not examined yet */
    u16 vgprs;                         /* all VGPRs it names are below this */
    u8 sgprs, shift;                 /* sgprs: all SGPRs it names are below this; shift: of a result in the high half */
    u8 kind;                             /* enum fast_kind */
    u8 from[SOURCES], to;              /* fast_rows: registers of sources and result */
    bool line;                         /* an access whose elements may be contiguous in lane order (line.c) */
    u8 awaited;                        /* does the next instruction wait for it? enum awaited */
    bool dwords;                       /* an access of whole dwords in each lane (races.c) */
    bool feeds;                        /* the next instruction reads its vector result (reads_result) */
    bool clamps, part;                 /* fast_vector: clamps a float result; SDWA writes a byte or word */
    u8 altered, words[SOURCES];        /* fast_vector: a bit for each source with modifiers; dwords of each source */
    u8 most[COUNTERS];                 /* fast_line: upper limit of each counter for immediate issue */
    u8 left[COUNTERS];                 /* fast_wait: limit for each counter, or ALL_LEFT */
    u32 keep;                          /* preserved bits of the result's register */
    u64 read[SGPRS / 64];      /* a bit for each scalar register that it reads; s, v: for each register that it names */
    u64 s[SGPRS / 64], v[VGPRS / 64];
};

struct inst {
    /* fields that every step reads, kept together */
    const struct op *op;
    u64 hazard, arms;                  /* rows of hazards.c that it may violate; rows that it may cause */
    u8 size;                           /* bytes; 0: illegal */
    bool runs;                         /* legal, and implemented by the model */
    struct event event;                /* of loads, stores and atomics */
    struct fast_path fast;
    const struct form *form;
    u32 pc_offset;                     /* bytes from the start of the code */
    u8 direct;                         /* a bit for each source that is an unmodified VGPR (fetch.c) */
    u8 opsel, omod, dst_sel, dst_unused;
    bool clamp, sdwa, dpp, glc, tfe, lds, gds, dst_half;
    struct move move;
    i32 imm, imm2;                     /* SIMM16 sign-extended, memory offset, DS offset0; DS offset1 */
    struct operand d[RESULTS], bit, s[SOURCES];
    struct inst *other;                /* second half of a VOPD pair, or 0 */
    u32 words[5];
    u32 literal_value;
    bool unused;                       /* an unused field was nonzero; it is cleared here and in `words` */
    bool noted;                        /* the same, of a field that compilers set to zero */
    enum write_condition { WRITES_ALWAYS, WRITES_BY_EXEC, WRITES_BY_SCC } written_if;      /* of its register results */
    bool idxen, offen;                 /* buffers: the address has an index, an offset */
};

/* ---- machine ---- */

/* QUEUED: waits for other waves through the global data share.  STOPPED: by a fault, an illegal or unsupported
   instruction, or the limit. */
enum life { RUNNING, AT_BARRIER, QUEUED, ENDED, STOPPED };
enum { RECENT = 32 };
struct pending;                        /* one outstanding result (waits.h) */
struct group;
struct assay;

/* What a QUEUED wave waits for (gws.c): a resource, the flag that it saw, or its turn. */
struct queued {
    const struct inst *by;
    bool (*may_go)(const struct wave *);
    void (*go_on)(struct wave *);
    u32 flag, ticket, turn;            /* ticket: order of arrival */
    u8 resource;
};

struct wave {
    const struct traits *t;
    struct assay *m;
    struct group *g;
    u32 lanes, number, group_number;   /* lanes: 32 or 64; numbers in the dispatch, group by group */
    u64 wave_mask;                     /* the lanes that exist; EXEC and VCC may have more bits */
    _Alignas(64) u32 v[VGPRS][LANES];
    u32 s[SGPRS];                      /* includes VCC, M0, EXEC, TTMP; traits give their numbers */
    u32 vgprs, sgprs;                  /* allocated registers */
    u32 vcc_at;                        /* the SGPRs that hold VCC, or VCC itself */
    bool scc, watch_flags;             /* watch_flags: record exception flags, so no fast path of floats */
    struct fp fp;                      /* MODE's float settings for MODE == fp_mode */
    u32 fp_mode;
    u32 mode, trapsts, status_bits;    /* status_bits: STATUS without scc, execz, vccz */
    /* raised: bits of TRAPSTS that this instruction set. excp_cycle_open: an enabled exception set EXCP_CYCLE, whose
       value depends on the hardware's order of lanes. */
    u32 raised;
    bool excp_cycle_open;
    u32 hwreg[64];                     /* the other hardware registers by id, as the dispatch set them */
    u64 pc, next_pc;
    enum life life;
    struct queued queued;
    u64 exported;                      /* a bit for each export target */
    u32 export_done;                   /* a bit for each kind of export that had DONE */
    const struct inst *now;
    u64 instructions;

    u64 v_open[VGPRS], v_tolerant[VGPRS];        /* lanes with an undefined bit; lanes with a value within v_ulp */
    u64 v_part[VGPRS];                 /* lanes of v_open whose undefined bits are in v_bits; in other lanes all are */
    u32 v_bits[VGPRS][LANES];
    u32 v_ulp[VGPRS];                            /* that tolerance */
    u8 v_float[VGPRS];                           /* width of the float that it applies to */
    bool v_known;                      /* the arrays above are initialised for each register (start.c) */
    /* A bit for each scalar register.  The 32-bit view is for callers only: an access of another width than the last
       write would stall. */
    union { u64 s_open[SGPRS / 64]; u32 s_open_words[SGPRS / 32]; };
    u32 s_bits[SGPRS];                 /* undefined bits of the registers in s_open */
    /* vccz_open: a message wrote VCC. all_open: an undefined value decided something, so comparison has ended. */
    bool scc_open, vccz_open, all_open;
    u64 v_given[VGPRS / 64];           /* rows that have a first value */
    u64 v_written[VGPRS / 64], s_written[SGPRS / 64];
    bool scc_written, mode_written;

    u32 pending_count;
    struct pending *pending;           /* waits.h */
    /* Controlled schedules: waits for a memory access; may execute one instruction; pc of the current access. */
    bool waiting_for_access, may_step;
    u64 accessing_pc;
    u32 most[COUNTERS];                /* upper limit of each counter now */
    const struct inst *recent[RECENT]; /* the last instructions, for hazards.c and delay.c */
    u64 armed;
    u32 wrote_nothing;                 /* a bit for each element of `recent`: it had no result that counts as written */
    /* A bit for each scalar register.  Read as a mask in wave64.  Written since then and not waited for: by the scalar
       ALU, by the vector ALU to VCC, to others.  Read before a call or return (hazards.c, profile silicon). */
    u64 mask_read[SGPRS / 64], mask_late[3][SGPRS / 64], mask_before_call[SGPRS / 64];
    u32 clock, barrier_clock;              /* releases and barriers so far; clock at the last barrier (wave_clocks.c) */
    u64 delay_at;                      /* instruction count at the last S_DELAY_ALU; its SIMM16 is `delay` */
    u32 delay;
    bool advised;                      /* there was an S_DELAY_ALU */
    /* The current clause: instructions remaining, instructions done, length of a part (0: no parts). */
    u8 clause, clause_done, clause_part;
};

/* VCC is in the two highest SGPRs of a wave that has fewer than all (Vega ISA, 3.9).  That register has two numbers,
   and both elements of `s` hold its value.  Returns the other number, or `reg` if there is none. */
static inline u32 other_name(const struct wave *w, u32 reg)
{
    const u32 vcc = (u32)w->t->vcc;
    if (reg - vcc < 2) return w->vcc_at + (reg - vcc);
    return reg - w->vcc_at < 2 ? vcc + (reg - w->vcc_at) : reg;
}

/* Is the value that a read of this register returns undefined?  Reads beyond the allocation give SGPR0 or 0; reads of
   inaccessible trap temporaries give 0. */
static inline bool s_is_open(const struct wave *w, u32 reg)
{
    if (reg >= w->sgprs && reg < (u32)w->t->sgprs)
        return w->t->sgpr_out_of_range == SGPR_OUT_OF_RANGE_S0 && (w->s_open[0] & 1);
    return w->s_open[reg >> 6] >> reg % 64 & 1 &&
           !(reg - (u32)w->t->ttmp < 16 && !field_of_word(w->status_bits, STATUS_PRIV));
}

/* Bit l of the result: flags[l] is nonzero.  Half rows need only shifts that vector units have. */
INLINE u32 gather_half(const u32 *flags)
{
    u32 any = 0, bits = 0;
    for (int l = 0; l < LANES / 2; l++) any |= flags[l];
    if (!any) return 0;
    for (int l = 0; l < LANES / 2; l++) bits |= (u32)(flags[l] != 0) << l;
    return bits;
}

INLINE u64 gather_bits(const u32 *flags) { return wide(gather_half(flags), gather_half(flags + LANES / 2)); }

/* A copy in vectors of 32 bytes.  Compilers make moves of 16 bytes of a loop over 64 words. */
typedef u32 eight __attribute__((vector_size(32), aligned(4), may_alias));
INLINE void copy_row(u32 *restrict to, const u32 *restrict from, int lanes)
{
    for (int k = 0; k < lanes / 8; k++) ((eight *)to)[k] = ((const eight *)from)[k];
}

/* Copy `bits` to the row in these lanes; bits set in `keep` are preserved. */
INLINE void merge_row(u32 *restrict row, const u32 *restrict bits, u32 keep, u64 lanes)
{
    const u32 half[2] = { (u32)lanes, (u32)(lanes >> 32) };
    if (!keep && lanes == ~0ull) { copy_row(row, bits, LANES); return; }
    if (!keep && lanes == ~0u) { copy_row(row, bits, LANES / 2); return; }
    if (lanes == ~0ull) {
        for (int l = 0; l < LANES; l++) row[l] = (row[l] & keep) | (bits[l] & ~keep);
        return;
    }
    for (int h = 0; h < 2; h++)
        for (int l = 0; l < LANES / 2; l++) {
            const u32 change = -(half[h] >> l & 1) & ~keep, at = (u32)(LANES / 2 * h + l);
            row[at] = (row[at] & ~change) | (bits[at] & change);
        }
}

/* ---- registers.c: plain register storage; instructions access it through waits.h ---- */
static inline u64 live_lanes(const struct wave *w)                        /* EXEC, restricted to lanes that exist */
{ return wide(w->s[w->t->exec], w->s[w->t->exec + 1]) & w->wave_mask; }
bool refuses(const struct wave *, u32 reg);                               /* a trap temporary, outside a trap handler */
/* undefined: the bits without a defined value */
static inline void mark_s(struct wave *w, u32 reg, u32 undefined)
{
    const u64 bit = 1ull << reg % 64;
    w->s_open[reg >> 6] = undefined ? w->s_open[reg >> 6] | bit : w->s_open[reg >> 6] & ~bit;
    w->s_bits[reg] = undefined;
}
/* Sets a register by both its names. */
static inline void set_s_bits(struct wave *w, u32 reg, u32 value, u32 undefined)
{
    const u32 other = other_name(w, reg);
    w->s[reg] = w->s[other] = value;
    mark_s(w, reg, undefined);
    if (other != reg) mark_s(w, other, undefined);
}
/* The same for an instruction: the named register counts as written. */
static inline void put_s_bits(struct wave *w, u32 reg, u32 value, u32 undefined)
{
    set_s_bits(w, reg, value, undefined);
    w->s_written[reg >> 6] |= 1ull << reg % 64;
}
static inline u32 all_or_none(bool open)  { return open ? ~0u : 0; }
static inline void set_s(struct wave *w, u32 reg, u32 value, bool open)
{ set_s_bits(w, reg, value, all_or_none(open)); }
static inline void put_s(struct wave *w, u32 reg, u32 value, bool open)
{ put_s_bits(w, reg, value, all_or_none(open)); }
/* keep: preserved bits of the register; open: lanes where the other bits are undefined */
void put_v(struct wave *, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open);
/* These bits of those lanes are undefined too; undefine_lanes: all bits. */
void undefine_v(struct wave *, u32 reg, const u32 *bits, u64 lanes);
/* Of these lanes, those in `open` are undefined, the others defined. */
static inline void mark_v(struct wave *w, u32 reg, u64 lanes, u64 open)
{
    w->v_open[reg] = (w->v_open[reg] & ~lanes) | (open & lanes);
    w->v_part[reg] &= ~lanes;
}
static inline void undefine_lanes(struct wave *w, u32 reg, u64 lanes)  { mark_v(w, reg, lanes, lanes); }
/* The undefined bits of a lane, of a row; in lanes with a tolerance all. */
u32  undefined_bits(const struct wave *, u32 reg, u32 lane);
void undefined_row(const struct wave *, u32 reg, u32 *row);
/* After a write of these lanes, for put_v: preserved bits stay as undefined as they were. */
void keep_undefined(struct wave *, u32 reg, u32 keep, u64 lanes, u64 open);
/* The undefined bits that a read of a scalar register, of a lane mask returns. */
u32  s_undefined(const struct wave *, u32 reg);
u64  undefined_mask(const struct wave *, u32 reg);
/* Is it undefined whether the value is 0?  A defined bit that is 1 decides. */
static inline bool zero_is_undefined(u64 value, u64 undefined) { return undefined && !(value & ~undefined); }
/* A write defines these lanes and removes their tolerance. */
INLINE void close_v(struct wave *w, u32 reg, u64 lanes)
{
    w->v_open[reg] &= ~lanes;
    w->v_tolerant[reg] &= ~lanes;
    w->v_written[reg >> 6] |= 1ull << reg % 64;
}
/* After a write: these lanes are within `ulp`. */
void tolerate(struct wave *, u32 reg, u64 lanes, u32 ulp, u8 float_bits);
static inline void write_scc(struct wave *w, bool value, bool open)
{
    w->scc = value;
    w->scc_open = open;
    w->scc_written = true;
}
bool vccz(const struct wave *), vccz_is_open(const struct wave *), execz(const struct wave *),
    execz_is_open(const struct wave *);
void renew_vccz(struct wave *, u32 reg);                                  /* call after each write of this register */
u32  read_hwreg(struct wave *, u32 id);
/* mask: bits to write */
void write_hwreg(struct wave *, u32 id, u32 value, u32 mask);
/* The undefined bits: they depend on clock, location or load. */
u32  open_hwreg(const struct wave *, u32 id);
void raise_exceptions(struct wave *, u32 exceptions);          /* sets sticky bits of TRAPSTS */

/* ---- findings.c ---- */
void report(struct wave *, enum rule_id, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* once for each rule and place in the code */
void report_once(struct wave *, enum rule_id, const char *format, ...) __attribute__((format(printf, 3, 4)));
void stop(struct wave *, enum assay_status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An undefined value reached a branch, address, EXEC, M0 or MODE. */
void open_decides(struct wave *, enum rule_id);

#include "machine.h"
