/* The ways operations take, and what bodies that see the wave may ask of them.  The face of pipeline/. */
#pragma once
#include "lanes.h"
#include "memory.h"

/* ---- the `run` of an operation: vector.c, scalar.c, indexing.c, gather.c, wmma.c, lent.c ---- */
void run_vector(struct wave *, const struct inst *), run_scalar(struct wave *, const struct inst *);
void run_indexed_vector(struct wave *, const struct inst *), run_indexed_scalar(struct wave *, const struct inst *);
void run_gather(struct wave *, const struct inst *), run_scatter(struct wave *, const struct inst *);
void run_matrix(struct wave *, const struct inst *);
void run_quad(struct wave *, const struct inst *), run_parameter(struct wave *, const struct inst *);
void run_across(struct wave *, const struct inst *), run_control(struct wave *, const struct inst *);
void run_branch(struct wave *, const struct inst *);

/* ---- code.c: the code of a run, decoded ---- */
/* the run's code, and what is still good of what was decoded */
void load_code(struct assay *, const struct traits *, u32 lanes);
const struct inst *instruction_at(struct assay *, u64 pc);      /* 0: none there */
void decode_now(struct assay *, u64 at);
static inline const struct inst *decoded(struct assay *m, u64 at)       /* size 0: no instruction */
{
    if (m->decoded[at / 4] != m->run_number) decode_now(m, at);
    return &m->inst[at / 4];
}

/* ---- trap.c ---- */
/* a trap handler is there and enabled, and the wave is not in it */
bool takes_traps(const struct wave *);
u32  trapping(const struct wave *);                    /* bits of TRAPSTS that make the wave enter it */
void enter_trap(struct wave *, u32 id);                /* by the instruction at PC */
/* before the first instruction; instead of the end; instead of what is no instruction.  False: none is taken */
bool trap_at_start(struct wave *), trap_at_end(struct wave *), trap_illegal(struct wave *);
/* behind an instruction that a program, or the handler, has run, with what trapped before it */
void trap_after(struct wave *, const struct inst *, u32 enabled, bool user);
void return_from_trap(struct wave *, u64 pc, bool open);
void stay_halted(struct wave *);                       /* where STATUS says so */

/* ---- fetch.c, vector.c ---- */
/* sources of lanes `live` into rows; nothing is written */
void fetch(struct wave *, const struct inst *, struct lanes *, u64 live);
void write_back(struct wave *, const struct inst *, struct lanes *);
void run_lanes(const struct op *, struct lanes *, u64 lanes);            /* the operation, exactly, on those lanes */
/* Does a source reach the body as it stands in the register? */
bool is_plain(const struct op *, const struct operand *);
u8 direct_sources(const struct inst *);                                  /* inst.direct */
/* A 16-bit result in a register: where its half is, and the bits that stay. */
struct half { bool is; u8 shift; u32 keep; };
struct half half_of(const struct traits *, const struct inst *, int n);
/* word k of source n, a row, with its modifiers */
void modify_source(const struct op *, const struct operand *, struct lanes *, int n, u32 k);
/* CLAMP alone of a float result of up to 32 bits, as MODE has it */
void clamp_result(struct wave *, const struct inst *, struct lanes *);
bool cuts_result(const struct inst *);                 /* SDWA writes a part of a float */
/* result n is put where it is written; the bits of its register that stay */
u32 kept_bits(const struct wave *, const struct inst *, struct lanes *, int n);

/* Is a lane mask written where the instruction names one?  V_CMPX of one family writes EXEC alone. */
INLINE bool writes_named_mask(const struct traits *t, const struct inst *i)
{ return i->bit.kind == MASK && (!i->op->cmpx || t->cmpx == CMPX_SDST_EXEC); }

/* The scalar result that is written as the k-th: where two are one register, EXEC, the last stands. */
INLINE int written_as(const struct traits *t, int k)  { return t->saved_exec_first ? k : RESULTS - 1 - k; }

/* ---- lent.c ---- */
/* lane 0, 1 or 2 of each quad to all of the quad */
void share_row(u32 *restrict to, const u32 *restrict from, int lane);
u32  exports_left(const struct inst *);                /* what V_INTERP of RDNA3 waits for, of EXPcnt */

/* ---- ways.c, straight.c ---- */
void choose_fast_path(const struct assay *, struct inst *);   /* inst.direct and inst.fast, after decoding */
/* the straight way of an instruction and of quiet ones behind it; *left: of the turn, after this one */
bool fast_sequence(struct wave *, const struct inst *, u32 *left);

/* MODE and the declared choices, as float operations see them */
void read_mode(struct wave *);
/* the same for an operation, of which some make f32 subnormals zero whatever MODE says; a store to a part that need not
   be would keep the next copy waiting */
INLINE void float_mode(struct wave *w, const struct op *op, struct fp *fp)
{
    if (w->fp_mode != w->mode) read_mode(w);
    *fp = w->fp;
    if (op->flush) fp->denorm[0] = 0;
}
u64 scalar_source(struct wave *, const struct operand *, bool *open);    /* a scalar operand, up to 64 bits */
/* sources into lane 0; open[SOURCES - 1]: any is open */
void fetch_scalar(struct wave *, const struct inst *, struct lanes *);
/* between fetch and write_back: results with their modifiers */
void work_out(struct wave *, const struct inst *, struct lanes *);
/* a result lies beyond the allocation, and that is reported */
bool result_ignored(struct wave *, const struct inst *);
/* ---- indexing.c, gather.c ---- */
/* By which part of M0 MOVREL moves its source and result.  A swap reads both its results. */
struct indices { enum indexing source, result; bool swap; };
INLINE struct indices indices_of(const struct inst *i)
{
    const bool swap = i->op->result_bits[1];
    const enum indexing source = swap ? BY_M0_LOW : (enum indexing)i->op->index_source;
    return (struct indices){ source, (enum indexing)i->op->index_result, swap };
}
INLINE u32 index_in(u32 m0, enum indexing which)
{ return which == BY_M0 ? m0 : which == BY_M0_LOW ? m0 & 0x3ff : m0 >> 16 & 0x3ff; }
/* source 0 of the lanes that the body names, as the result of the lanes of o->live that take it -> the lanes that read
   something */
u64 gather_lanes(const struct wave *, const struct inst *, struct lanes *, u8 *from);
/* registers moved by the GPR-index mode, or 0: discarded */
const struct inst *gpr_indexed(struct wave *, const struct inst *, struct inst *copy);
