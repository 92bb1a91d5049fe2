/* Public header of pipeline/: execution of operations, and functions for bodies that see the wave. */
#pragma once
#include "lanes.h"
#include "memory.h"

/* ---- `run` functions of operations: vector.c, scalar.c, indexing.c, gather.c, wmma.c, interpolation_sources.c ---- */
void run_vector(struct wave *, const struct inst *), run_scalar(struct wave *, const struct inst *);
void run_indexed_vector(struct wave *, const struct inst *), run_indexed_scalar(struct wave *, const struct inst *);
void run_gather(struct wave *, const struct inst *), run_scatter(struct wave *, const struct inst *);
void run_matrix(struct wave *, const struct inst *);
void run_quad(struct wave *, const struct inst *), run_parameter(struct wave *, const struct inst *);
void run_across(struct wave *, const struct inst *), run_control(struct wave *, const struct inst *);
void run_branch(struct wave *, const struct inst *);

/* ---- code.c: decoded code ---- */
/* Loads the run's code, and keeps decoded instructions that are still valid. */
void load_code(struct assay *, const struct traits *, u32 lanes);
const struct inst *instruction_at(struct assay *, u64 pc);      /* 0: no instruction at `pc` */
void decode_now(struct assay *, u64 at);
static inline const struct inst *decoded(struct assay *m, u64 at)       /* size 0: illegal */
{
    if (m->decoded[at / 4] != m->run_number) decode_now(m, at);
    return &m->inst[at / 4];
}

/* ---- trap.c ---- */
/* Is a trap handler present and enabled, and the wave outside of it? */
bool takes_traps(const struct wave *);
u32  trapping(const struct wave *);                    /* bits of TRAPSTS that cause a trap */
void enter_trap(struct wave *, u32 id);                /* caused by the instruction at PC */
/* Before the first instruction; instead of the end; instead of an illegal instruction.  False: no trap. */
bool trap_at_start(struct wave *), trap_at_end(struct wave *), trap_illegal(struct wave *);
/* After an instruction of the program or the handler. enabled: bits that trapped before it. */
void trap_after(struct wave *, const struct inst *, u32 enabled, bool user);
void return_from_trap(struct wave *, u64 pc, bool open);
void stay_halted(struct wave *);                       /* stops the wave if STATUS halts it */

/* ---- fetch.c, vector.c ---- */
/* The dwords of a vector operation's source. */
INLINE u32 source_words(const struct inst *i, int n)
{ return i->op->source_bits[n] == 64 ? 2 : i->s[n].width > 2 ? i->s[n].width : 1; }
/* Fetches sources of lanes `live` into rows; writes nothing. */
void fetch(struct wave *, const struct inst *, struct lanes *, u64 live);
/* undefined: bits of the results, in rows as the results; 0: each result is undefined where a source is */
void write_back(struct wave *, const struct inst *, struct lanes *, struct lanes *undefined);
void run_lanes(const struct op *, struct lanes *, u64 lanes);            /* runs the exact operation on those lanes */
/* Does the body read the register of this source unmodified? */
bool is_plain(const struct op *, const struct operand *);
u8 direct_sources(const struct inst *);                                  /* for inst.direct */
/* A 16-bit result in a register: position of the half, and preserved bits. */
struct half { bool is; u8 shift; u32 keep; };
struct half half_of(const struct traits *, const struct inst *, int n);
/* Applies the modifiers of source n to its word k, a row. */
void modify_source(const struct op *, const struct operand *, struct lanes *, int n, u32 k);
/* Applies only CLAMP to a float result of up to 32 bits, as MODE says. */
void clamp_result(struct wave *, const struct inst *, struct lanes *);
bool cuts_result(const struct inst *);                 /* SDWA writes a part of a float */
/* Moves result n to its position in the register.  Returns preserved bits. */
u32 kept_bits(const struct wave *, const struct inst *, struct lanes *, int n);

/* Does it write the lane mask that it names?  V_CMPX of one family writes EXEC only. */
INLINE bool writes_named_mask(const struct traits *t, const struct inst *i)
{ return i->bit.kind == MASK && (!i->op->cmpx || t->cmpx == CMPX_SDST_EXEC); }

/* The scalar result that is written k-th.  If both are EXEC, the last one remains. */
INLINE int written_as(const struct traits *t, int k)  { return t->saved_exec_first ? k : RESULTS - 1 - k; }

/* ---- undefined.c ---- */
/* The undefined bits of the results, in the rows `d` and `bit` of `undefined`.  False: no source is undefined in a live
   lane.  Call it before the results are written. */
bool spread_lanes(struct wave *, const struct inst *, const struct lanes *, struct lanes *undefined);
/* The same for lane 0 of a scalar operation with an undefined source. */
void spread_scalar(struct wave *, const struct inst *, const struct lanes *, struct lanes *undefined);
u64  undefined_scalar(struct wave *, const struct operand *);            /* of up to 64 bits */

/* ---- interpolation_sources.c ---- */
/* Copies lane 0, 1 or 2 of each quad to the whole quad. */
void share_row(u32 *restrict to, const u32 *restrict from, int lane);
u32  exports_left(const struct inst *);                /* EXPcnt value that V_INTERP of RDNA3 waits for */

/* ---- fast_path_choice.c, fast_paths.c ---- */
void choose_fast_path(const struct assay *, struct inst *);   /* fills inst.direct and inst.fast at decode */
/* Runs the fast path of an instruction and of chained ones behind it.  *left: instructions of the turn after this
   one. */
bool fast_sequence(struct wave *, const struct inst *, u32 *left);

/* Decodes MODE and the declared choices for float operations. */
void read_mode(struct wave *);
/* The same for one operation; some flush f32 subnormals regardless of MODE.  A partial store would delay the next copy,
   so it is conditional. */
INLINE void float_mode(struct wave *w, const struct op *op, struct fp *fp)
{
    if (w->fp_mode != w->mode) read_mode(w);
    *fp = w->fp;
    if (op->flush) fp->denorm[0] = 0;
}
u64 scalar_source(struct wave *, const struct operand *, bool *open);    /* up to 64 bits */
/* Fetches sources into lane 0. open[SOURCES - 1]: any is undefined. */
void fetch_scalar(struct wave *, const struct inst *, struct lanes *);
/* Between fetch and write_back: computes results and applies their modifiers. */
void work_out(struct wave *, const struct inst *, struct lanes *);
/* Is a result beyond the allocation?  Then it is reported, and the instruction ignored. */
bool result_ignored(struct wave *, const struct inst *);
/* ---- indexing.c, gather.c ---- */
/* The parts of M0 by which MOVREL moves its source and result.  A swap reads both of its results. */
struct indices { enum indexing source, result; bool swap; };
INLINE struct indices indices_of(const struct inst *i)
{
    const bool swap = i->op->result_bits[1];
    const enum indexing source = swap ? BY_M0_LOW : (enum indexing)i->op->index_source;
    return (struct indices){ source, (enum indexing)i->op->index_result, swap };
}
INLINE u32 index_in(u32 m0, enum indexing which)
{ return which == BY_M0 ? m0 : which == BY_M0_LOW ? m0 & 0x3ff : m0 >> 16 & 0x3ff; }
/* Copies source 0 of the lanes that the body names to the result, for o->live.  Returns the lanes that have a
   source. */
u64 gather_lanes(const struct wave *, const struct inst *, struct lanes *, u8 *from);
/* Registers moved by the GPR-index mode; 0: discarded. */
const struct inst *gpr_indexed(struct wave *, const struct inst *, struct inst *copy);
