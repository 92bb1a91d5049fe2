/* The vocabulary inside: operands, decoded instructions, waves; groups and the machine are in machine.h.  The face
   of state/. assay.h is the public face; decode.c fills `struct inst`, every pipeline reads it. */
#pragma once
#include "types.h"
#include "assay.h"

enum { VGPRS = 256, SGPRS = 128, TTMPS = 16, SOURCES = 4, RESULTS = 2 };
enum { WORDS = 4 };                    /* the widest VALU value, u32[4] */
enum counter { VM, VS, EXP, LGKM, COUNTERS };
enum { ABSENT = -1 };                                                      /* a trait: there is no such thing */
#include "tables.h" /* generated: enum family, enum field, enum encoding_id, struct traits, enum rule_id */
#include "fields.h"

/* The message of that code, or 0. */
static inline const struct message *message_of(const struct traits *t, bool returns, u32 code)
{
    for (u32 n = 0; n < message_count; n++)
        if (messages[n].family == t->family && messages[n].returns == returns && messages[n].code == code)
            return &messages[n];
    return 0;
}

/* How an operation counts.  Operations of one order on a counter finish in the order of issue; those of order 0
   whenever.  waits: a bit a counter; weight: the most it adds; words: registers of the result where the instruction
   and not the operation says how many, else 0; unit: which part of the image hardware brings the result */
enum unit { NO_SAMPLER, WITH_SAMPLER, OF_RAYS };
struct event { _Alignas(4) u8 path; u8 waits, order[COUNTERS], weight[COUNTERS], words, unit; };

/* ---- what an instruction names ---- */

/* SREG: a scalar register.  MASK: the lane mask that starts there (one register in wave32, two in wave64).  DROP: a
   destination that is not kept (NULL).  APERTURE: value 0..3 is shared base, limit, private base, limit.  PC: that
   of the next instruction. */
enum kind { NONE, CONSTANT, SREG, VREG, MASK, SCC, VCCZ, EXECZ, DROP, APERTURE, LDS_DIRECT, PC };
enum { SEL_BYTE0, SEL_BYTE1, SEL_BYTE2, SEL_BYTE3, SEL_WORD0, SEL_WORD1, SEL_DWORD };   /* SDWA *_SEL codes */
enum { UNUSED_PAD, UNUSED_SEXT, UNUSED_PRESERVE };                                      /* SDWA DST_UNUSED codes */
struct operand {
    u8 kind, width;                    /* width: dwords */
    u8 reg;                            /* of SREG, VREG, MASK */
    u8 sel;                            /* SDWA select; SEL_DWORD when there is none */
    /* the high half is meant; half_hi: for the high result of a packed or mix operation */
    bool half, half_hi;
    bool neg, neg_hi, abs, sext, literal;
    union { u64 value; u32 words[2]; };                /* of CONSTANT, by the operand's type; APERTURE */
};

/* DPP16 and DPP8.  `kind` picks a line of spec/moves.txt; `amount` is its parameter; DPP8's selects stand in
   `lanes`.  from: the lane that each lane reads; within: whether there is one, a bit a lane; rows: what the row and
   bank masks leave (dpp.c). */
struct move {
    u8 kind, amount, row_mask, bank_mask;
    bool bound_ctrl, fetch_inactive;
    u32 lanes;
    u64 within, rows;
    u8 from[LANES];
    bool by_rows;                      /* what 16 lanes of a row read lies in one row */
};

struct inst;
struct wave;
struct lanes;
struct slack;

/* What an operation with a sampler asks for besides coordinates. */
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

/* The access a memory row makes. */
struct access {
    u16 bits;                          /* of one element in memory: 8 … 512 */
    bool sign;                         /* a short load is sign-extended */
    /* 0: whole register, 1: low half, 2: high half is read or written, the other kept */
    u8 half;
    u8 count;                          /* 2 for the two-address forms of DS */
    u16 stride;                        /* unit of their offsets, bytes */
    bool rtn, buffer, scratch;         /* scalar accesses: through a V#; of the wave's scratch */
    u8 formatted;                      /* components of a typed access, 0: it has no format */
    bool d16;                          /* registers hold 16 bits of each */
    bool addtid;                       /* the number of the lane is part of the address */
    /* images: of a level that is named; dwords of memory as they stand; of the T#; fragments of one component */
    bool image, mip, raw, info, fragments;
    u16 sampled;                       /* with a sampler: WITH_OFFSET … */
    const struct access *wide;         /* an image's atomic, on 64 bits */
    /* LDS atomics: once for the wave, by how many lanes are live; whose data lie in LDS too; on two dwords, at an
       address that is made to fit */
    bool queue, source_in_lds, pairs;
    bool must_return;                  /* an atomic that is none without GLC */
    u64 (*combine)(struct fp *, u64 memory, u64 data, u64 other);        /* atomics: the new memory value */
    bool swapped;                      /* an atomic's `data` stands in data1, its `other` in data0 */
};
static inline u32 bytes_each(const struct access *a) { return a->bits >> 3; }       /* of one element */

enum indexing { NOT_INDEXED, BY_M0, BY_M0_LOW, BY_M0_HIGH };               /* what is added to a register number */
struct op {                            /* one row of spec/ops, bound to the C that carries it out */
    const char *name;
    void (*run)(struct wave *, const struct inst *);
    void (*row)(struct lanes *restrict);               /* all lanes; sets `odd` where the exact one must follow */
    void (*lane)(struct lanes *, int l);               /* one lane, exactly */
    void (*across)(struct wave *, const struct inst *, struct lanes *);
    void (*control)(struct wave *, const struct inst *);
    u32 (*element)(struct slack *, const u32 *a, const u32 *b, u32 c, u32 neg);      /* of a matrix: wmma.c */
    struct access access;
    u8 float_bits;                     /* width of its floats, 0: none */
    void (*saturated)(struct lanes *restrict);         /* `row` with integer clamp */
    u8 sources;                        /* how many */
    u8 source_bits[SOURCES], result_bits[RESULTS];     /* width of one value: 1, 4, 8, 16, 32, 64; 0: none */
    u8 words[RESULTS];                 /* dwords of a result */
    bool packed, result_packed;        /* sources, result hold two halves */
    bool result_float, clamp_inexact, mix, keep, zero, high, nonzero_scc, cmpx, bc_fi, flush, trans, order_any, select,
        reads_off;
    bool gathers, selects_lane;        /* lanes come from lanes the body names; source 1 is the number of a lane */
    bool reads_vcc, reads_m0;          /* always, and not as an operand */
    /* the immediate: wait states, less one; when to issue; what to wait for; what counters must come down to */
    bool idles, advises, depctr, waits;
    bool reads_hwreg, writes_hwreg, writes_vskip, rfe; /* a hardware register; VSKIP; returns from the trap handler */
    bool writes_m0, indexes;           /* M0, which no operand names; that and MODE.GPR_IDX_EN */
    bool leaves;                       /* a call, or a jump to where a register says */
    u8 unsigned_sources;               /* a bit a source that has no sign to take: NEG and ABS mean nothing to it */
    u8 quad[SOURCES], parameter[SOURCES];              /* from another lane of the quad, from LDS: which + 1 (lent.c) */
    u8 index_source, index_result, reads_old;          /* enum indexing; which source, from 1, is the old destination */
    bool brain;                        /* the result is a bf16 */
    u32 ulp;                           /* tolerance class of the result */
};
enum { BF16_WIDTH = 17 };              /* beside 16, 32, 64: the width of a float that is a bf16 */
static inline u8 float_width(const struct op *op)   { return op->brain ? (u8)BF16_WIDTH : op->result_bits[0]; }

/* Where a form keeps an operand.  CODE: a field holding an operand code; VECTOR: a VGPR number; PAIR, FOUR: an SGPR
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
/* width: dwords; type, low: decode.h; number: its bit of NEG, ABS and OP_SEL, or -1 */
struct slot {
    u8 from, field, bits;
    bool lane_bits, packed;
    u8 width, type;
    bool low;
    i8 number;
};
struct form {
    const struct op *op;               /* 0 where the model has no meaning for it: `unsupported` */
    const char *spelling;              /* the mnemonic as this architecture writes it, without suffix */
    u8 encoding, variant;
    u16 opcode;
    u8 modifiers;                      /* bit n: source n takes neg and abs */
    struct slot d[RESULTS], bit, s[SOURCES];
    const char *mnemonic;              /* the spelling as the disassembler writes it */
    const struct part *parts;          /* what follows the mnemonic: decode.h */
    u8 part_count, layout;
    /* the first two dwords: bits that must have this value; that mean nothing here */
    u64 fixed, value, unused;
    u32 extension_fixed, extension_unused;             /* the same of the SDWA or DPP dword, whose value is 0 */
    u8 has;                            /* what its parts hold: decode.h */
};

enum { ALL_LEFT = 255 };
/* Of a straight way.  Quiet instructions ask of registers alone, so that PC and counts can wait until several have run
   (take_quiet); those of whole rows, and of rows of floats, are quiet too. */
enum fast_kind { FAST_SINGLE, FAST_CHAINED, FAST_ROWS, FAST_FLOAT_ROWS };
enum awaited { AWAITED_UNKNOWN, AWAITED, NOT_AWAITED };
/* The straight way of an instruction that has one, chosen at decode (ways.c, docs/speed.md): carries it out whole,
   or does nothing at all and says false.  What it asks of the wave first: */
struct fast_path {
    bool (*run)(struct wave *, const struct inst *);            /* 0: there is none, or it is one of rows */
    void (*row)(struct lanes *restrict);
    const struct inst *next;           /* quiet, behind a quiet one; 0: none, or nobody has looked */
    u16 vgprs;                         /* registers it names lie below these */
    u8 sgprs, shift;                   /* shift: of a result in the high half */
    u8 kind;                             /* enum pace */
    u8 from[SOURCES], to;              /* take_rows: the registers of sources and result */
    bool line;                         /* an access whose lanes may lie one behind the other (line.c) */
    u8 awaited;                        /* and what is next waits for it: enum awaited */
    bool dwords;                       /* an access of whole dwords a lane (races.c) */
    bool feeds;                        /* next takes the vector result of this one (takes_result) */
    bool clamps, part;                 /* take_vector: of a float result; SDWA puts it into a byte or word */
    u8 altered, words[SOURCES];        /* take_vector: sources with modifiers, a bit each; dwords of each */
    u8 most[COUNTERS];                 /* take_line: what each counter may read for it to be issued at once */
    u8 left[COUNTERS];                 /* take_wait: what it waits for, or ALL_LEFT */
    u32 keep;                          /* bits of the result's register that stay */
    u64 read[SGPRS / 64];              /* scalar registers it reads, and all that it names, a bit each */
    u64 s[SGPRS / 64], v[VGPRS / 64];
};

struct inst {
    /* what every step asks, side by side */
    const struct op *op;
    u64 hazard, arms;                  /* hazards.c: what it may be too close behind of; what it may be in the way of */
    u8 size;                           /* bytes; 0: not an instruction */
    bool runs;                         /* it is one, and the model carries it out */
    struct event event;                /* of loads, stores and atomics */
    struct fast_path fast;
    const struct form *form;
    u32 pc_offset;                     /* from the start of the code, bytes */
    u8 direct;                         /* a bit a source that is a VGPR as it stands (fetch.c) */
    u8 opsel, omod, dst_sel, dst_unused;
    bool clamp, sdwa, dpp, glc, tfe, lds, gds, dst_half;
    struct move move;
    i32 imm, imm2;                     /* SIMM16 sign-extended, memory offset, DS offset0; DS offset1 */
    struct operand d[RESULTS], bit, s[SOURCES];
    struct inst *other;                /* the Y half of a VOPD pair, or 0 */
    u32 words[5];
    u32 literal_value;
    bool unused;                       /* a field it does not use was set; it is as if it were not (words too) */
    bool idxen, offen;                 /* buffers: the address has an index, an offset */
};

/* ---- machine ---- */

/* QUEUED: waits for waves by the global data share; STOPPED: fault, illegal, unsupported, limit */
enum life { RUNNING, AT_BARRIER, QUEUED, ENDED, STOPPED };
enum { RECENT = 32 };
struct pending;                        /* waits.h: one outstanding result */
struct group;
struct assay;

/* What a wave waits for that is QUEUED: a resource, whose flag it met, or its turn (gws.c). */
struct queued {
    const struct inst *by;
    bool (*may_go)(const struct wave *);
    void (*go_on)(struct wave *);
    u32 flag, ticket, turn;            /* ticket: when it came */
    u8 resource;
};

struct wave {
    const struct traits *t;
    struct assay *m;
    struct group *g;
    u32 lanes, number, group_number;   /* 32 or 64; numbers in the dispatch, group by group */
    u64 wave_mask;                     /* the lanes that exist; EXEC and VCC may hold more bits than these */
    _Alignas(64) u32 v[VGPRS][LANES];
    u32 s[SGPRS];                      /* VCC, M0, EXEC, TTMP are entries; which, traits say */
    u32 vgprs, sgprs;                  /* allocated */
    bool scc, watch_flags;             /* watch_flags: exception flags are wanted, so no host shortcut */
    struct fp fp;                      /* MODE's float settings, as fp_mode had them */
    u32 fp_mode;
    u32 mode, trapsts, status_bits;    /* status_bits: what STATUS holds beyond scc, execz, vccz */
    /* raised: bits of TRAPSTS that this instruction set, again or for the first time; excp_cycle_open: an enabled
       exception has set EXCP_CYCLE, which hangs on how the hardware goes through lanes */
    u32 raised;
    bool excp_cycle_open;
    u32 hwreg[64];                     /* the other hardware registers by id, as the dispatch set them */
    u64 pc, next_pc;
    enum life life;
    struct queued queued;
    u64 exported;                      /* a bit a target */
    u32 export_done;                   /* a bit a kind of exports whose last was there */
    const struct inst *now;
    u64 instructions;

    u64 v_open[VGPRS], v_tolerant[VGPRS];        /* lanes whose value is open; lanes that hold a value within v_ulp */
    u32 v_ulp[VGPRS];                            /* that tolerance */
    u8 v_float[VGPRS];                           /* and the width of the float it is in */
    bool v_known;                      /* these say what they must of each register (start.c) */
    /* a bit a scalar register, in words of one width: one that is read in a width that it was not written in is waited
       for.  The second name is for callers */
    union { u64 s_open[SGPRS / 64]; u32 s_open_words[SGPRS / 32]; };
    /* vccz_open: a message gave VCC what it holds; all_open: an open value decided something; nothing after is
       compared */
    bool scc_open, vccz_open, all_open;
    u64 v_given[VGPRS / 64];           /* rows that had a first value */
    u64 v_written[VGPRS / 64], s_written[SGPRS / 64];
    bool scc_written, mode_written;

    u32 pending_count;
    struct pending *pending;           /* waits.h */
    /* in a chosen order: it waits for a touch of memory; it may run one instruction; what touches memory */
    bool waiting_for_access, may_step;
    u64 accessing_pc;
    u32 most[COUNTERS];                /* what each counter may read at this moment */
    const struct inst *recent[RECENT]; /* the last instructions that ran, for hazards.c and delay.c */
    u64 armed;
    /* a bit a scalar register: read as a mask in wave64; written since by the scalar ALU, by the vector ALU to VCC and
       to others, and not waited for; read before a call or return (hazards.c, profile silicon) */
    u64 mask_read[SGPRS / 64], mask_late[3][SGPRS / 64], mask_before_call[SGPRS / 64];
    u32 clock, barrier_clock;                    /* releases and barriers so far, and at the last barrier (parties.c) */
    u64 delay_at;                      /* the last S_DELAY_ALU: when it ran, and its SIMM16 */
    u32 delay;
    bool advised;                      /* there was one */
    /* of the clause that runs: instructions left and done, and how many a part has, 0: it has no parts */
    u8 clause, clause_done, clause_part;
};

/* What is read beyond the allocation is SGPR0 or 0, of a refused trap temporary 0, and that is what is open or not. */
static inline bool s_is_open(const struct wave *w, u32 reg)
{
    if (reg >= w->sgprs && reg < (u32)w->t->sgprs)
        return w->t->sgpr_out_of_range == SGPR_OUT_OF_RANGE_S0 && (w->s_open[0] & 1);
    return w->s_open[reg >> 6] >> reg % 64 & 1 &&
           !(reg - (u32)w->t->ttmp < 16 && !field_of_word(w->status_bits, STATUS_PRIV));
}

/* Bit l of the result: flags[l] is not 0.  A half row has shifts that a vector unit has. */
INLINE u32 gather_half(const u32 *flags)
{
    u32 any = 0, bits = 0;
    for (int l = 0; l < LANES / 2; l++) any |= flags[l];
    if (!any) return 0;
    for (int l = 0; l < LANES / 2; l++) bits |= (u32)(flags[l] != 0) << l;
    return bits;
}

INLINE u64 gather_bits(const u32 *flags) { return wide(gather_half(flags), gather_half(flags + LANES / 2)); }

/* By parts that vector units have registers for: of 64 words in a loop compilers make moves of 16 bytes each. */
typedef u32 eight __attribute__((vector_size(32), aligned(4), may_alias));
INLINE void copy_row(u32 *restrict to, const u32 *restrict from, int lanes)
{
    for (int k = 0; k < lanes / 8; k++) ((eight *)to)[k] = ((const eight *)from)[k];
}

/* Lanes of a row that take other bits, but for those in `keep`. */
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

/* ---- registers.c: the file as it stands; instructions get at it past the record of outstanding results (waits.h)
   ---- */
static inline u64 live_lanes(const struct wave *w)                        /* EXEC within the wave */
{ return wide(w->s[w->t->exec], w->s[w->t->exec + 1]) & w->wave_mask; }
bool refuses(const struct wave *, u32 reg);                               /* a trap temporary, outside a trap handler */
static inline void put_s(struct wave *w, u32 reg, u32 value, bool open)
{
    const u64 bit = 1ull << reg % 64;
    w->s[reg] = value;
    w->s_open[reg >> 6] = open ? w->s_open[reg >> 6] | bit : w->s_open[reg >> 6] & ~bit;
    w->s_written[reg >> 6] |= bit;
}
/* keep: bits of the register that stay */
void put_v(struct wave *, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open);
/* these lanes of it are closed by a write, and a tolerance is over */
INLINE void close_v(struct wave *w, u32 reg, u64 lanes)
{
    w->v_open[reg] &= ~lanes;
    w->v_tolerant[reg] &= ~lanes;
    w->v_written[reg >> 6] |= 1ull << reg % 64;
}
/* after a write: these lanes are within ulp */
void tolerate(struct wave *, u32 reg, u64 lanes, u32 ulp, u8 float_bits);
static inline void write_scc(struct wave *w, bool value, bool open)
{
    w->scc = value;
    w->scc_open = open;
    w->scc_written = true;
}
bool vccz(const struct wave *), vccz_is_open(const struct wave *), execz(const struct wave *);
void renew_vccz(struct wave *, u32 reg);                                  /* an instruction writes this register */
u32  read_hwreg(struct wave *, u32 id);
/* mask: the bits that are written */
void write_hwreg(struct wave *, u32 id, u32 value, u32 mask);
/* bits of it that depend on clock, place or load */
u32  open_hwreg(const struct wave *, u32 id);
void raise_exceptions(struct wave *, u32 exceptions);          /* bits of TRAPSTS, which are sticky */

/* ---- findings.c ---- */
void report(struct wave *, enum rule_id, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* of each place in the code */
void report_once(struct wave *, enum rule_id, const char *format, ...) __attribute__((format(printf, 3, 4)));
void stop(struct wave *, enum assay_status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* an open value reached a branch, address, EXEC, M0, MODE */
void open_decides(struct wave *, enum rule_id);

#include "machine.h"
